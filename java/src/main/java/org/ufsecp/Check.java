package org.ufsecp;

/** What every call asks of its arguments, before native code sees them. */
final class Check {
    private Check() {}

    static byte[] size(byte[] array, int size, String name) {
        notNull(array, name);
        if (array.length != size) {
            throw new IllegalArgumentException(
                    name + " has " + array.length + " bytes, not " + size);
        }
        return array;
    }

    static byte[] sizeOrNull(byte[] array, int size, String name) {
        return array == null ? null : size(array, size, name);
    }

    static byte[] pubkey(byte[] array, String name) {
        notNull(array, name);
        if (array.length != 33 && array.length != 65) {
            throw new IllegalArgumentException(
                    name + " has " + array.length + " bytes, not 33 or 65");
        }
        return array;
    }

    static <T> T notNull(T value, String name) {
        if (value == null) {
            throw new NullPointerException(name + " is null");
        }
        return value;
    }

    static int lowS(int flags) {
        if (flags != 0 && flags != Ecdsa.LOW_S) {
            throw new IllegalArgumentException("flags are 0 or LOW_S, not " + flags);
        }
        return flags;
    }

    /** The arrays of one size as one array. */
    static byte[] join(byte[][] arrays, int size, String name) {
        notNull(arrays, name);
        if (arrays.length == 0) {
            throw new IllegalArgumentException(name + " is empty");
        }
        return joinAny(arrays, size, name);
    }

    /** The same, which may be none. */
    static byte[] joinAny(byte[][] arrays, int size, String name) {
        notNull(arrays, name);
        for (int i = 0; i < arrays.length; i++) {
            size(arrays[i], size, name + "[" + i + "]");
        }
        byte[] all = new byte[Math.multiplyExact(arrays.length, size)];
        for (int i = 0; i < arrays.length; i++) {
            System.arraycopy(arrays[i], 0, all, i * size, size);
        }
        return all;
    }

    static void ok(int status, String what) {
        if (status != 1) {
            throw new UfsecpException(what, Status.of(status));
        }
    }

    static void ok(Status status, String what) {
        if (status != Status.OK) {
            throw new UfsecpException(what, status);
        }
    }

    /** bad: the index of the one that is not valid, or -1. */
    static void ok(int status, String what, String name, int[] bad) {
        ok(status, bad[0] < 0 ? what : what + " (" + name + "[" + bad[0] + "])");
    }
}
