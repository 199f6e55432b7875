package org.ufsecp;

import java.util.Arrays;

/** ElligatorSwift (BIP-324): public keys as 64 bytes that nobody can tell from random ones.
 *
 * <p>Any 64 bytes are an encoding, of one key. A key has about 2^256 encodings. */
public final class EllSwift {
    private EllSwift() {}

    /** An encoding of a secret key's public key, drawn from the key and from fresh randomness.
     * Constant time in both, not in the public key. */
    public static byte[] create(byte[] seckey32) {
        Check.size(seckey32, 32, "seckey32");
        byte[] random = Seckey.random32();
        try {
            return create(seckey32, random);
        } finally {
            Arrays.fill(random, (byte) 0);
        }
    }

    /** The same with the caller's randomness, or null: the key is enough. */
    public static byte[] create(byte[] seckey32, byte[] random32) {
        Check.size(seckey32, 32, "seckey32");
        Check.sizeOrNull(random32, 32, "random32");
        byte[] out = new byte[64];
        Check.ok(Native.ellswiftCreate(out, seckey32, random32), "seckey32");
        return out;
    }

    /** An encoding of a public key, drawn from fresh randomness. Variable time. Who has the secret
     * key takes {@link #create}. */
    public static byte[] encode(byte[] pubkey) {
        return encode(pubkey, Seckey.random32());
    }

    /** The same with the caller's randomness.
     *
     * @param random32 16 random bytes or more, not made from the public key; else the encoding can
     * be told from random bytes */
    public static byte[] encode(byte[] pubkey, byte[] random32) {
        Check.pubkey(pubkey, "pubkey");
        Check.size(random32, 32, "random32");
        byte[] out = new byte[64];
        Check.ok(Native.ellswiftEncode(out, pubkey, random32), "pubkey");
        return out;
    }

    /** The public key of an encoding, 33 bytes. Any 64 bytes have one. Variable time. */
    public static byte[] decode(byte[] ell64) {
        byte[] out = new byte[33];
        Native.ellswiftDecode(out, Check.size(ell64, 64, "ell64"));
        return out;
    }

    /** The secret, 32 bytes, that two parties share who sent each other encodings. Constant time
     * in the key.
     *
     * @param seckey32 the caller's key; that it belongs to ours64 is not checked
     * @param initiator whether the caller opened the connection; the other party passes the
     * opposite */
    public static byte[] secret(
            byte[] ours64, byte[] theirs64, byte[] seckey32, boolean initiator) {
        Check.size(ours64, 64, "ours64");
        Check.size(theirs64, 64, "theirs64");
        Check.size(seckey32, 32, "seckey32");
        byte[] out = new byte[32];
        Check.ok(Native.ellswiftSecret(out, ours64, theirs64, seckey32, initiator), "seckey32");
        return out;
    }
}
