package org.ufsecp;

/** Multiples of points: in constant time for a secret scalar, faster for a public one.
 *
 * <p>Points are 33 bytes, scalars 32. */
public final class Multiply {
    private Multiply() {}

    /** k*G for a secret k. Constant time. */
    public static byte[] generator(byte[] secret32) {
        return multiply(secret32, null, true);
    }

    /** k*P for a secret k: the point itself, as secret as k. Constant time. */
    public static byte[] point(byte[] secret32, byte[] point33) {
        return multiply(secret32, Check.size(point33, 33, "point33"), true);
    }

    /** k*G for a PUBLIC k. Never for a secret: the time tells it. */
    public static byte[] generatorVar(byte[] scalar32) {
        return multiply(scalar32, null, false);
    }

    /** k*P for a PUBLIC k. Never for a secret: the time tells it. */
    public static byte[] pointVar(byte[] scalar32, byte[] point33) {
        return multiply(scalar32, Check.size(point33, 33, "point33"), false);
    }

    private static byte[] multiply(byte[] scalar, byte[] point, boolean secret) {
        Check.size(scalar, 32, secret ? "secret32" : "scalar32");
        byte[] out = new byte[33];
        Check.ok(Native.multiply(out, scalar, point, secret), "multiple of a point");
        return out;
    }
}
