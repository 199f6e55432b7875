package org.ufsecp;

/** Secrets shared with the owner of a public key (SEC 1, 3.3.1). Constant time. */
public final class Ecdh {
    private Ecdh() {}

    /** SHA-256 of the compressed shared point, as libsecp256k1's default. */
    public static byte[] secret(byte[] pubkey, byte[] seckey32) {
        return secret(pubkey, seckey32, true);
    }

    /** The x coordinate of the shared point, not hashed. */
    public static byte[] x(byte[] pubkey, byte[] seckey32) {
        return secret(pubkey, seckey32, false);
    }

    private static byte[] secret(byte[] pubkey, byte[] seckey32, boolean hashed) {
        Check.pubkey(pubkey, "pubkey");
        Check.size(seckey32, 32, "seckey32");
        byte[] out = new byte[32];
        Check.ok(Native.ecdh(out, pubkey, seckey32, hashed), "shared secret");
        return out;
    }
}
