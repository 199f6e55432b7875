package org.ufsecp;

/** A key, signature or other value is not valid. {@link #status} says why. */
public final class UfsecpException extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final Status status;

    UfsecpException(String what, Status status) {
        super(what + ": " + status.text());
        this.status = status;
    }

    /** The reason, never {@link Status#OK}. */
    public Status status() {
        return status;
    }
}
