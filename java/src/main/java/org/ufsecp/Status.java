package org.ufsecp;

/** Why an argument or a row is not valid: ufsecp_status of the C interface, and four of Java. */
public enum Status {
    /** Valid. */
    OK(1),
    /** Well-formed, but the verification equation does not hold. */
    BAD_SIGNATURE(0),
    /** An impossible argument. */
    MISUSE(-1),
    /** Wrong length or prefix of a public key, or hybrid with the other parity. */
    PUBKEY_FORMAT(-2),
    /** A coordinate of a public key is not below p. */
    PUBKEY_RANGE(-3),
    /** No point of the curve has these coordinates. */
    PUBKEY_OFF_CURVE(-4),
    /** r is zero. */
    R_ZERO(-5),
    /** r is not below n (ECDSA) or p (Schnorr). */
    R_RANGE(-6),
    /** s is zero. */
    S_ZERO(-7),
    /** s is not below n. */
    S_RANGE(-8),
    /** s is above n/2 where {@link Ecdsa#LOW_S} was given. */
    S_HIGH(-9),
    /** The recovery id is not 0 ... 3, or r + n is not below p. */
    RECID(-10),
    /** No point has the x coordinate r, or the result is infinity or zero. */
    NO_POINT(-11),
    /** Not a DER signature in the form that was asked for. */
    DER(-12),
    /** Wrong length of a signature that is not DER. */
    SIG_FORMAT(-13),
    /** A secret key is zero or not below n. */
    SECKEY(-101, "the secret key is zero or not below n"),
    /** A tweak or public scalar is not below n, or is zero where it may not be. */
    TWEAK(-102, "the tweak is out of range"),
    /** A secret nonce or its session cannot be used. */
    NONCE(-103, "the secret nonce is used up or belongs to another key, or an input is not valid"),
    /** The signature failed the check that {@link Ufsecp#setSignCheck} asks for. */
    CHECK(-104, "the signature failed its check: this machine computed it wrong");

    private final int code;
    private final String text;

    Status(int code) {
        this(code, null);
    }

    Status(int code, String text) {
        this.code = code;
        this.text = text;
    }

    /** One line of English. */
    public String text() {
        return text != null ? text : Native.statusText(code);
    }

    static Status of(int code) {
        for (Status status : values()) {
            if (status.code == code) {
                return status;
            }
        }
        throw new AssertionError("unknown status " + code);
    }
}
