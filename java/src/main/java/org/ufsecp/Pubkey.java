package org.ufsecp;

/** Public keys: 33 bytes compressed, 65 uncompressed, or 32 x-only (BIP-340).
 *
 * <p>Hybrid keys (65 bytes, prefix 06 or 07) are refused as {@link Status#PUBKEY_FORMAT}, but for
 * {@link Ecdsa} with {@link Ecdsa#ALLOW_HYBRID}.
 *
 * <p>Results have 33 bytes; {@link #decompress} makes 65 of them. */
public final class Pubkey {
    private Pubkey() {}

    /** The public key of a secret key. Constant time. */
    public static byte[] create(byte[] seckey32) {
        return create(new byte[33], seckey32);
    }

    /** The public key of a secret key in 65 bytes. Constant time. */
    public static byte[] createUncompressed(byte[] seckey32) {
        return create(new byte[65], seckey32);
    }

    /** The x-only public key of a secret key. Constant time. */
    public static byte[] createXonly(byte[] seckey32) {
        byte[] out = new byte[32];
        Check.ok(Native.xonlyCreate(out, Check.size(seckey32, 32, "seckey32")), "seckey32");
        return out;
    }

    /** Whether bytes of any length are a public key in 33 or 65 bytes. */
    public static boolean isValid(byte[] pubkey) {
        return check(pubkey) == Status.OK;
    }

    /** Why they are not. */
    public static Status check(byte[] pubkey) {
        return Status.of(Native.pubkeyConvert(new byte[33], Check.notNull(pubkey, "pubkey"), 0));
    }

    /** The key in 33 bytes. */
    public static byte[] compress(byte[] pubkey) {
        return convert(new byte[33], pubkey);
    }

    /** The key in 65 bytes. */
    public static byte[] decompress(byte[] pubkey) {
        return convert(new byte[65], pubkey);
    }

    /** -P. */
    public static byte[] negate(byte[] pubkey) {
        byte[] out = new byte[33];
        Check.ok(Native.pubkeyNegate(out, Check.pubkey(pubkey, "pubkey")), "pubkey");
        return out;
    }

    /** P + tweak*G for a public tweak, which may be zero. Variable time. */
    public static byte[] tweakAdd(byte[] pubkey, byte[] tweak32) {
        return tweak(pubkey, tweak32, false);
    }

    /** tweak*P for a public tweak. Variable time. */
    public static byte[] tweakMul(byte[] pubkey, byte[] tweak32) {
        return tweak(pubkey, tweak32, true);
    }

    /** The sum of keys of 33 bytes each. */
    public static byte[] combine(byte[]... pubkeys33) {
        byte[] out = new byte[33];
        int[] bad = {-1};
        byte[] all = Check.join(pubkeys33, 33, "pubkeys33");
        Check.ok(Native.pubkeyCombine(out, all, bad), "sum of public keys", "pubkeys33", bad);
        return out;
    }

    /** The taproot output key of an internal key (BIP-341) in 33 bytes: the prefix tells the
     * parity, and the rest is the x-only key.
     *
     * @param merkleRoot32 the root of the scripts, or null for none */
    public static byte[] taproot(byte[] internal32, byte[] merkleRoot32) {
        Check.size(internal32, 32, "internal32");
        Check.sizeOrNull(merkleRoot32, 32, "merkleRoot32");
        byte[] out = new byte[33];
        Check.ok(Native.taprootOutputKey(out, internal32, merkleRoot32), "taproot output key");
        return out;
    }

    private static byte[] create(byte[] out, byte[] seckey32) {
        Check.ok(Native.pubkeyCreate(out, Check.size(seckey32, 32, "seckey32")), "seckey32");
        return out;
    }

    private static byte[] convert(byte[] out, byte[] pubkey) {
        Check.ok(Native.pubkeyConvert(out, Check.pubkey(pubkey, "pubkey"), 0), "pubkey");
        return out;
    }

    private static byte[] tweak(byte[] pubkey, byte[] tweak32, boolean multiply) {
        Check.pubkey(pubkey, "pubkey");
        Check.size(tweak32, 32, "tweak32");
        byte[] out = new byte[33];
        Check.ok(Native.pubkeyTweak(out, pubkey, tweak32, multiply), "tweaked public key");
        return out;
    }
}
