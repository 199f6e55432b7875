package org.ufsecp;

import java.security.SecureRandom;

/** Secret keys: 32 bytes, at least 1 and below n. All calls run in constant time.
 *
 * <p>Native copies are wiped. The arrays are yours: overwrite them when done. */
public final class Seckey {
    private static final SecureRandom RANDOM = new SecureRandom();

    private Seckey() {}

    /** Whether 32 bytes are a secret key. */
    public static boolean isValid(byte[] seckey32) {
        return Native.seckeyVerify(Check.size(seckey32, 32, "seckey32"));
    }

    /** A new key from the operating system's generator.
     *
     * @throws IllegalStateException if the generator fails */
    public static byte[] generate() {
        byte[] out = new byte[32];
        if (!Native.seckeyGenerate(out)) {
            throw new IllegalStateException("the operating system gives no random bytes");
        }
        return out;
    }

    /** -key mod n. */
    public static byte[] negate(byte[] seckey32) {
        byte[] out = new byte[32];
        Check.ok(Native.seckeyNegate(out, Check.size(seckey32, 32, "seckey32")), "seckey32");
        return out;
    }

    /** key + tweak mod n. The tweak may be zero. */
    public static byte[] tweakAdd(byte[] seckey32, byte[] tweak32) {
        return tweak(seckey32, tweak32, false);
    }

    /** key * tweak mod n. */
    public static byte[] tweakMul(byte[] seckey32, byte[] tweak32) {
        return tweak(seckey32, tweak32, true);
    }

    /** The secret key of a taproot output key (BIP-341).
     *
     * @param merkleRoot32 the root of the scripts, or null for none */
    public static byte[] taproot(byte[] seckey32, byte[] merkleRoot32) {
        Check.size(seckey32, 32, "seckey32");
        Check.sizeOrNull(merkleRoot32, 32, "merkleRoot32");
        byte[] out = new byte[32];
        Check.ok(Native.taprootOutputSeckey(out, seckey32, merkleRoot32), "taproot secret key");
        return out;
    }

    /** Random bytes for what is drawn beside a key: a nonce, an encoding. */
    static byte[] random32() {
        byte[] random = new byte[32];
        RANDOM.nextBytes(random);
        return random;
    }

    private static byte[] tweak(byte[] seckey32, byte[] tweak32, boolean multiply) {
        Check.size(seckey32, 32, "seckey32");
        Check.size(tweak32, 32, "tweak32");
        byte[] out = new byte[32];
        Check.ok(Native.seckeyTweak(out, seckey32, tweak32, multiply), "tweaked secret key");
        return out;
    }
}
