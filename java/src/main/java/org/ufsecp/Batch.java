package org.ufsecp;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** Many rows at once, in flat arrays or direct buffers, with one crossing into native code.
 *
 * <p>A bad row never disturbs another: its verdict is 0, and its output zeros. {@code ok} has a
 * byte, 1 or 0, for each row; null if only the result matters, which is true if every row holds,
 * so for no rows. Outputs may be larger than needed, and may not overlap anything else.
 *
 * <p>Buffers are read and written from their position; it stays. Direct ones are used in place.
 * Arrays are copied, 65,536 rows at a time. {@link Ufsecp#setThreads} allows threads. */
public final class Batch {
    private Batch() {}

    // The numbers of the calls, as native/jni.cpp lists them.
    private static final int ECDSA_VERIFY = 0;
    private static final int SCHNORR_VERIFY = 1;
    private static final int SCHNORR_TOGETHER = 2;
    private static final int RECOVER = 3;
    private static final int ECRECOVER = 4;
    static final int CREATE = 5;
    private static final int ECDSA_SIGN = 6;
    private static final int SCHNORR_SIGN = 7;
    private static final int ECDH = 8;
    private static final int MULTIPLY = 9;
    private static final int GENERATOR_VAR = 10;
    private static final int MULTIPLY_VAR = 11;
    private static final int DECOMPRESS = 12;
    static final int ECDSA_PREPARED = 13;
    static final int SCHNORR_PREPARED = 14;

    /** Sizes of a row in out, a, b and c; of b that is one for all rows. */
    private static final int[][] SIZES = {
        {0, 129, 0, 0, 0}, {0, 128, 0, 0, 0}, {0, 128, 0, 0, 32}, {33, 97, 0, 0, 0},
        {20, 97, 0, 0, 0}, {33, 32, 0, 0, 0}, {64, 32, 32, 0, 0}, {64, 32, 32, 32, 0},
        {32, 33, 0, 0, 32}, {33, 33, 0, 0, 32}, {33, 32, 0, 0, 0}, {33, 33, 32, 0, 0},
        {65, 33, 0, 0, 0}, {0, 32, 0, 64, 53312}, {0, 32, 0, 64, 53312},
    };

    /** The names of out, a, b and c. */
    private static final String[][] NAMES = {
        {"", "rows", "", ""}, {"", "rows", "", ""}, {"", "rows", "entropy32", ""},
        {"pubkeys33", "rows", "", ""}, {"addresses20", "rows", "", ""},
        {"pubkeys33", "seckeys32", "", ""}, {"sigs64", "msgs32", "seckeys32", ""},
        {"sigs64", "msgs32", "seckeys32", "aux32s"}, {"secrets32", "pubkeys33", "seckey32", ""},
        {"out33", "points33", "secret32", ""}, {"out33", "scalars32", "", ""},
        {"out33", "points33", "scalars32", ""}, {"pubkeys65", "pubkeys33", "", ""},
        {"", "msgs32", "", "sigs64"}, {"", "msgs32", "", "sigs64"},
    };

    /** The verdicts of ECDSA rows: 32 hash | 33 public key | 64 r||s. */
    public static boolean[] ecdsaVerify(byte[] rows) {
        return verdicts(ECDSA_VERIFY, rows);
    }

    /** ECDSA rows: 32 hash | 33 public key | 64 r||s. */
    public static boolean ecdsaVerify(byte[] rows, byte[] ok) {
        return run(ECDSA_VERIFY, null, ok, rows, null, null, 0, 0);
    }

    /** The same. */
    public static boolean ecdsaVerify(ByteBuffer rows, ByteBuffer ok) {
        return run(ECDSA_VERIFY, null, ok, rows, null, null, 0, 0);
    }

    /** The same with rows that end in extra bytes of the caller's own.
     *
     * @param flags 0 or {@link Ecdsa#LOW_S} */
    public static boolean ecdsaVerify(byte[] rows, byte[] ok, int extra, int flags) {
        return run(ECDSA_VERIFY, null, ok, rows, null, null, extra, Check.lowS(flags));
    }

    /** The same. */
    public static boolean ecdsaVerify(ByteBuffer rows, ByteBuffer ok, int extra, int flags) {
        return run(ECDSA_VERIFY, null, ok, rows, null, null, extra, Check.lowS(flags));
    }

    /** The verdicts of Schnorr rows: 32 x-only public key | 32 message | 64 signature. */
    public static boolean[] schnorrVerify(byte[] rows) {
        return verdicts(SCHNORR_VERIFY, rows);
    }

    /** Schnorr rows: 32 x-only public key | 32 message | 64 signature. */
    public static boolean schnorrVerify(byte[] rows, byte[] ok) {
        return run(SCHNORR_VERIFY, null, ok, rows, null, null, 0, 0);
    }

    /** The same. */
    public static boolean schnorrVerify(ByteBuffer rows, ByteBuffer ok) {
        return run(SCHNORR_VERIFY, null, ok, rows, null, null, 0, 0);
    }

    /** The same verdicts from randomized sums: less time where nearly always all rows hold.
     *
     * @param entropy32 random bytes that who made the rows did not know, or null */
    public static boolean schnorrVerifyTogether(byte[] rows, byte[] ok, byte[] entropy32) {
        return run(SCHNORR_TOGETHER, null, ok, rows, entropy32, null, 0, 0);
    }

    /** The same. */
    public static boolean schnorrVerifyTogether(
            ByteBuffer rows, ByteBuffer ok, byte[] entropy32) {
        return run(SCHNORR_TOGETHER, null, ok, rows, entropy32, null, 0, 0);
    }

    /** Public keys, 33 bytes each, from rows: 32 hash | 64 r||s | 1 recovery id. */
    public static boolean ecdsaRecover(byte[] rows, byte[] pubkeys33, byte[] ok) {
        return run(RECOVER, pubkeys33, ok, rows, null, null, 0, 0);
    }

    /** The same. */
    public static boolean ecdsaRecover(ByteBuffer rows, ByteBuffer pubkeys33, ByteBuffer ok) {
        return run(RECOVER, pubkeys33, ok, rows, null, null, 0, 0);
    }

    /** Ethereum addresses, 20 bytes each, from the same rows. */
    public static boolean ecrecover(byte[] rows, byte[] addresses20, byte[] ok) {
        return run(ECRECOVER, addresses20, ok, rows, null, null, 0, 0);
    }

    /** The same. */
    public static boolean ecrecover(ByteBuffer rows, ByteBuffer addresses20, ByteBuffer ok) {
        return run(ECRECOVER, addresses20, ok, rows, null, null, 0, 0);
    }

    /** Public keys, 33 bytes each, of secret keys. Constant time. */
    public static boolean pubkeyCreate(byte[] seckeys32, byte[] pubkeys33, byte[] ok) {
        return run(CREATE, pubkeys33, ok, seckeys32, null, null, 0, 0);
    }

    /** The same. */
    public static boolean pubkeyCreate(ByteBuffer seckeys32, ByteBuffer pubkeys33, ByteBuffer ok) {
        return run(CREATE, pubkeys33, ok, seckeys32, null, null, 0, 0);
    }

    /** Signatures of {@link Ecdsa#sign}, 64 bytes each. Constant time. */
    public static boolean ecdsaSign(byte[] msgs32, byte[] seckeys32, byte[] sigs64, byte[] ok) {
        Check.notNull(seckeys32, "seckeys32");
        return run(ECDSA_SIGN, sigs64, ok, msgs32, seckeys32, null, 0, 0);
    }

    /** The same. */
    public static boolean ecdsaSign(
            ByteBuffer msgs32, ByteBuffer seckeys32, ByteBuffer sigs64, ByteBuffer ok) {
        Check.notNull(seckeys32, "seckeys32");
        return run(ECDSA_SIGN, sigs64, ok, msgs32, seckeys32, null, 0, 0);
    }

    /** Signatures of {@link Schnorr#sign} of messages of 32 bytes. Constant time.
     *
     * @param aux32s 32 bytes a row, or null for zeros */
    public static boolean schnorrSign(
            byte[] msgs32, byte[] seckeys32, byte[] aux32s, byte[] sigs64, byte[] ok) {
        Check.notNull(seckeys32, "seckeys32");
        return run(SCHNORR_SIGN, sigs64, ok, msgs32, seckeys32, aux32s, 0, 0);
    }

    /** The same. */
    public static boolean schnorrSign(
            ByteBuffer msgs32, ByteBuffer seckeys32, ByteBuffer aux32s, ByteBuffer sigs64,
            ByteBuffer ok) {
        Check.notNull(seckeys32, "seckeys32");
        return run(SCHNORR_SIGN, sigs64, ok, msgs32, seckeys32, aux32s, 0, 0);
    }

    /** {@link Ecdh#secret} of one secret key with many compressed keys. Constant time. */
    public static boolean ecdh(byte[] pubkeys33, byte[] seckey32, byte[] secrets32, byte[] ok) {
        return run(ECDH, secrets32, ok, pubkeys33, Check.notNull(seckey32, "seckey32"), null, 0, 0);
    }

    /** The same. */
    public static boolean ecdh(
            ByteBuffer pubkeys33, byte[] seckey32, ByteBuffer secrets32, ByteBuffer ok) {
        return run(ECDH, secrets32, ok, pubkeys33, Check.notNull(seckey32, "seckey32"), null, 0, 0);
    }

    /** {@link Multiply#point} of one secret key with many points. Constant time. */
    public static boolean multiply(byte[] points33, byte[] secret32, byte[] out33, byte[] ok) {
        return run(MULTIPLY, out33, ok, points33, Check.notNull(secret32, "secret32"), null, 0, 0);
    }

    /** The same. */
    public static boolean multiply(
            ByteBuffer points33, byte[] secret32, ByteBuffer out33, ByteBuffer ok) {
        return run(MULTIPLY, out33, ok, points33, Check.notNull(secret32, "secret32"), null, 0, 0);
    }

    /** k*G for PUBLIC scalars. Never for secrets: the time tells them. */
    public static boolean generatorVar(byte[] scalars32, byte[] out33, byte[] ok) {
        return run(GENERATOR_VAR, out33, ok, scalars32, null, null, 0, 0);
    }

    /** The same. */
    public static boolean generatorVar(ByteBuffer scalars32, ByteBuffer out33, ByteBuffer ok) {
        return run(GENERATOR_VAR, out33, ok, scalars32, null, null, 0, 0);
    }

    /** k*P for PUBLIC scalars. Never for secrets: the time tells them. */
    public static boolean multiplyVar(byte[] points33, byte[] scalars32, byte[] out33, byte[] ok) {
        Check.notNull(scalars32, "scalars32");
        return run(MULTIPLY_VAR, out33, ok, points33, scalars32, null, 0, 0);
    }

    /** The same. */
    public static boolean multiplyVar(
            ByteBuffer points33, ByteBuffer scalars32, ByteBuffer out33, ByteBuffer ok) {
        Check.notNull(scalars32, "scalars32");
        return run(MULTIPLY_VAR, out33, ok, points33, scalars32, null, 0, 0);
    }

    /** Keys of 33 bytes to keys of 65. */
    public static boolean decompress(byte[] pubkeys33, byte[] pubkeys65, byte[] ok) {
        return run(DECOMPRESS, pubkeys65, ok, pubkeys33, null, null, 0, 0);
    }

    /** The same. */
    public static boolean decompress(ByteBuffer pubkeys33, ByteBuffer pubkeys65, ByteBuffer ok) {
        return run(DECOMPRESS, pubkeys65, ok, pubkeys33, null, null, 0, 0);
    }

    /** Of a {@link PreparedPubkey}. */
    static boolean prepared(
            int call, ByteBuffer table, Object msgs32, Object sigs64, Object ok, int flags) {
        Check.notNull(sigs64, "sigs64");
        return run(call, null, ok, msgs32, table, sigs64, 0, Check.lowS(flags));
    }

    private static boolean[] verdicts(int call, byte[] rows) {
        int size = SIZES[call][1];
        byte[] ok = new byte[Check.notNull(rows, "rows").length / size];
        run(call, null, ok, rows, null, null, 0, 0);
        boolean[] verdicts = new boolean[ok.length];
        for (int i = 0; i < ok.length; i++) {
            verdicts[i] = ok[i] == 1;
        }
        return verdicts;
    }

    private static boolean run(
            int call, Object out, Object ok, Object a, Object b, Object c, int extra, int flags) {
        String[] name = NAMES[call];
        Check.notNull(a, name[1]);
        Object outs = SIZES[call][0] == 0 ? null : Check.notNull(out, name[0]);
        Column[] columns = {
            Column.output(outs, name[0]), Column.output(ok, "ok"), Column.of(a, name[1]),
            Column.of(b, name[2]), Column.of(c, name[3]),
        };
        return run(call, columns, extra, flags);
    }

    /** Runs a call on the columns out, ok, a, b and c, and wipes what is a copy. */
    static boolean run(int call, Column[] columns, int extra, int flags) {
        try {
            return checkAndRun(call, columns, extra, flags);
        } finally {
            for (Column column : columns) {
                column.wipeCopy();
            }
        }
    }

    private static boolean checkAndRun(int call, Column[] columns, int extra, int flags) {
        int[] size = SIZES[call];
        String[] name = NAMES[call];
        if (extra < 0) {
            throw new IllegalArgumentException("extra is negative: " + extra);
        }
        Column outs = columns[0];
        Column oks = columns[1];
        Column rows = columns[2];
        Column bs = columns[3];
        Column cs = columns[4];
        long row = (long) size[1] + extra;
        if (rows.length % row != 0) {
            throw new IllegalArgumentException(name[1] + " has " + rows.length
                    + " bytes, which are no whole number of rows of " + row);
        }
        int n = (int) (rows.length / row);
        bs.mustHave(bs.base == null ? 0 : size[4] != 0 ? size[4] : (long) n * size[2]);
        cs.mustHave(cs.base == null ? 0 : (long) n * size[3]);
        outs.mustHaveRoom((long) n * size[0]);
        oks.mustHaveRoom(oks.base == null ? 0 : n);
        int arrays = 0;
        for (int i = 0; i < columns.length; i++) {
            arrays |= columns[i].isArray() ? 1 << i : 0;
            for (int j = i + 1; i < 2 && j < columns.length; j++) {
                if (columns[i].overlaps(columns[j])) {
                    throw new IllegalArgumentException(
                            columns[i].name + " overlaps " + columns[j].name);
                }
            }
        }
        int result = Native.batch(call, arrays, outs.base, outs.at, oks.base, oks.at, rows.base,
                rows.at, bs.base, bs.at, cs.base, cs.at, n, extra, flags);
        if (result < 0) {
            throw new IllegalArgumentException(oks.name
                    + (size[0] == 0 ? "" : " or " + outs.name) + " overlaps another argument");
        }
        return result == 1;
    }

    /** An argument of a batch: a part of an array, or of a direct buffer; of nothing if null. */
    static final class Column {
        final Object base;
        final int at;
        final String name;
        int length;
        private final boolean copied;

        private Column(Object base, int at, int length, String name, boolean copied) {
            this.base = base;
            this.at = at;
            this.length = length;
            this.name = name;
            this.copied = copied;
        }

        static Column of(Object object, String name) {
            if (object == null) {
                return new Column(null, 0, 0, name, false);
            }
            if (object instanceof byte[]) {
                return new Column(object, 0, ((byte[]) object).length, name, false);
            }
            // A duplicate: another thread may move the caller's buffer between two reads of it.
            ByteBuffer buffer = ((ByteBuffer) object).duplicate();
            int position = buffer.position();
            int length = buffer.remaining();
            if (buffer.isDirect()) {
                return new Column(buffer, position, length, name, false);
            }
            if (buffer.hasArray()) {
                int at = buffer.arrayOffset() + position;
                return new Column(buffer.array(), at, length, name, false);
            }
            byte[] copy = new byte[length]; // of a read-only buffer, whose array nobody gets
            buffer.get(copy);
            return new Column(copy, 0, length, name, true);
        }

        static Column output(Object object, String name) {
            if (object instanceof ByteBuffer && ((ByteBuffer) object).isReadOnly()) {
                throw new IllegalArgumentException(name + " is a read-only buffer");
            }
            return of(object, name);
        }

        /** Overwrites the copy of a read-only buffer, which may be of secrets. */
        void wipeCopy() {
            if (copied) {
                Arrays.fill((byte[]) base, (byte) 0);
            }
        }

        /** How many rows of a size, which is one of two. */
        int rows(int size, int one, int other) {
            if (size != one && size != other) {
                throw new IllegalArgumentException(
                        name + " have rows of " + one + " or " + other + " bytes, not " + size);
            }
            if (length % size != 0) {
                throw new IllegalArgumentException(name + " has " + length
                        + " bytes, which are no whole number of rows of " + size);
            }
            return length / size;
        }

        void mustHave(long size) {
            if (length != size) {
                throw new IllegalArgumentException(
                        name + " has " + length + " bytes, not " + size);
            }
        }

        void mustHaveRoom(long size) {
            if (length < size) {
                throw new IllegalArgumentException(
                        name + " has room for " + length + " bytes, not " + size);
            }
            length = (int) size;
        }

        boolean isArray() {
            return base instanceof byte[];
        }

        boolean overlaps(Column other) {
            return isArray() && base == other.base && at < other.at + other.length
                    && other.at < at + length;
        }
    }
}
