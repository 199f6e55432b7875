package org.ufsecp;

/** ECDSA. A signature is 64 bytes r || s, a message is its 32-byte hash. */
public final class Ecdsa {
    /** Refuse s above n/2 (BIP-146). */
    public static final int LOW_S = 1;
    /** Public keys may be hybrid: 65 bytes with the prefix 06 or 07. */
    public static final int ALLOW_HYBRID = 2;

    private Ecdsa() {}

    /** Signs with the nonce of RFC 6979 and a low s. Constant time. */
    public static byte[] sign(byte[] msg32, byte[] seckey32) {
        return sign(new byte[64], msg32, seckey32, null);
    }

    /** Signs with 32 bytes of additional data in the nonce, or null (RFC 6979, 3.6). */
    public static byte[] sign(byte[] msg32, byte[] seckey32, byte[] extra32) {
        return sign(new byte[64], msg32, seckey32, extra32);
    }

    /** A signature of 65 bytes: r || s, and the recovery id 0 ... 3. */
    public static byte[] signRecoverable(byte[] msg32, byte[] seckey32) {
        return sign(new byte[65], msg32, seckey32, null);
    }

    /** The same with additional data, or null. */
    public static byte[] signRecoverable(byte[] msg32, byte[] seckey32, byte[] extra32) {
        return sign(new byte[65], msg32, seckey32, extra32);
    }

    /** Whether a signature is valid. A key that is none is false; one of an impossible length is
     * an error of the program. */
    public static boolean verify(byte[] sig64, byte[] msg32, byte[] pubkey) {
        return check(sig64, msg32, pubkey, 0) == Status.OK;
    }

    /** The same with {@link #LOW_S} and {@link #ALLOW_HYBRID}, or-ed. */
    public static boolean verify(byte[] sig64, byte[] msg32, byte[] pubkey, int flags) {
        return check(sig64, msg32, pubkey, flags) == Status.OK;
    }

    /** {@link #verify} with its reason. */
    public static Status check(byte[] sig64, byte[] msg32, byte[] pubkey, int flags) {
        Check.size(sig64, 64, "sig64");
        Check.size(msg32, 32, "msg32");
        Check.pubkey(pubkey, "pubkey");
        if ((flags & ~(LOW_S | ALLOW_HYBRID)) != 0) {
            throw new IllegalArgumentException("unknown flag in " + flags);
        }
        return Status.of(Native.ecdsaCheck(sig64, msg32, pubkey, flags));
    }

    /** The public key, 33 bytes, of a signature of {@link #signRecoverable}. */
    public static byte[] recover(byte[] sig65, byte[] msg32) {
        Check.size(sig65, 65, "sig65");
        return recover(java.util.Arrays.copyOf(sig65, 64), sig65[64], msg32);
    }

    /** The public key, 33 bytes, of a signature with this recovery id. High s is accepted. */
    public static byte[] recover(byte[] sig64, int recid, byte[] msg32) {
        Check.size(sig64, 64, "sig64");
        Check.size(msg32, 32, "msg32");
        byte[] out = new byte[33];
        Check.ok(Native.ecdsaRecover(out, sig64, recid, msg32), "recovery");
        return out;
    }

    /** A signature of 64 bytes from strict DER (BIP-66), without the hash type. */
    public static byte[] fromDer(byte[] der) {
        return fromDer(der, false);
    }

    /** A signature from the lax DER that Bitcoin accepted before BIP-66. */
    public static byte[] fromDerLax(byte[] der) {
        return fromDer(der, true);
    }

    /** A signature as strict DER, at most 72 bytes. */
    public static byte[] toDer(byte[] sig64) {
        return Native.derSerialize(Check.size(sig64, 64, "sig64"));
    }

    /** The signature with the lower of s and n - s. */
    public static byte[] normalize(byte[] sig64) {
        byte[] out = new byte[64];
        int status = Native.ecdsaNormalize(out, Check.size(sig64, 64, "sig64"));
        Check.ok(status == HIGH ? 1 : status, "sig64");
        return out;
    }

    /** Whether s is at most n/2. */
    public static boolean isLowS(byte[] sig64) {
        int status = Native.ecdsaNormalize(new byte[64], Check.size(sig64, 64, "sig64"));
        Check.ok(status == HIGH ? 1 : status, "sig64");
        return status != HIGH;
    }

    private static final int HIGH = -9;

    private static byte[] sign(byte[] out, byte[] msg32, byte[] seckey32, byte[] extra32) {
        Check.size(msg32, 32, "msg32");
        Check.size(seckey32, 32, "seckey32");
        Check.sizeOrNull(extra32, 32, "extra32");
        Check.ok(Native.ecdsaSign(out, msg32, seckey32, extra32), "ECDSA signature");
        return out;
    }

    private static byte[] fromDer(byte[] der, boolean lax) {
        byte[] out = new byte[64];
        Check.ok(Native.derParse(out, Check.notNull(der, "der"), lax), "der");
        return out;
    }
}
