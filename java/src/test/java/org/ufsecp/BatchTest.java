package org.ufsecp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

/** Batches: hostile rows have the verdicts of single calls, in arrays and in buffers; other outputs
 * are those of single calls; bad arguments; no rows and a million. */
class BatchTest {
    private static final int SIZE = 600;
    private final Random random = new Random(1);

    private byte[] bytes(int n) {
        byte[] out = new byte[n];
        random.nextBytes(out);
        return out;
    }

    private byte[] seckey() {
        byte[] key;
        do {
            key = bytes(32);
        } while (!Seckey.isValid(key));
        return key;
    }

    /** A row, now and then damaged where it hurts. */
    private byte[] damage(int i, byte[] row, int... starts) {
        if (i % 3 == 0) {
            return row;
        }
        int at = starts[random.nextInt(starts.length)];
        switch (i % 7) {
            case 0:
                System.arraycopy(ApiTest.N, 0, row, at, 32);
                break;
            case 1:
                Arrays.fill(row, at, at + 32, (byte) 0);
                break;
            case 2:
                Arrays.fill(row, at, at + 32, (byte) 0xff);
                break;
            case 3:
                System.arraycopy(bytes(32), 0, row, at, 32);
                break;
            default:
                row[random.nextInt(row.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return row;
    }

    private byte[] ecdsaRows(int n) {
        byte[][] rows = new byte[n][];
        for (int i = 0; i < n; i++) {
            byte[] hash = bytes(32);
            byte[] key = seckey();
            byte[] row = ApiTest.join(hash, Pubkey.create(key), Ecdsa.sign(hash, key));
            rows[i] = damage(i, row, 33, 65, 97);
        }
        return ApiTest.join(rows);
    }

    private byte[] schnorrRows(int n) {
        byte[][] rows = new byte[n][];
        for (int i = 0; i < n; i++) {
            byte[] msg = bytes(32);
            byte[] key = seckey();
            byte[] row =
                    ApiTest.join(Pubkey.createXonly(key), msg, Schnorr.sign(msg, key, null));
            rows[i] = damage(i, row, 0, 64, 96);
        }
        return ApiTest.join(rows);
    }

    private static byte[] part(byte[] rows, int row, int size, int from, int len) {
        return Arrays.copyOfRange(rows, row * size + from, row * size + from + len);
    }

    static ByteBuffer direct(byte[] bytes) {
        ByteBuffer buffer = ByteBuffer.allocateDirect(bytes.length + 7);
        buffer.position(7);
        buffer.put(bytes).position(7);
        return buffer;
    }

    private static byte[] array(ByteBuffer buffer) {
        byte[] out = new byte[buffer.remaining()];
        buffer.duplicate().get(out);
        return out;
    }

    private interface ArrayCall {
        boolean run(byte[] rows, byte[] ok);
    }

    private interface BufferCall {
        boolean run(ByteBuffer rows, ByteBuffer ok);
    }

    /** Arrays, direct buffers, and heap buffers that are read-only or begin within their array. */
    private static void verdicts(byte[] rows, boolean[] expected, ArrayCall on, BufferCall direct) {
        byte[] bytes = new byte[expected.length];
        boolean all = true;
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (expected[i] ? 1 : 0);
            all &= expected[i];
        }
        byte[] ok = new byte[bytes.length];
        assertEquals(all, on.run(rows, ok));
        assertArrayEquals(bytes, ok);
        assertEquals(all, on.run(rows, null));
        ByteBuffer in = direct(rows);
        ByteBuffer out = direct(new byte[bytes.length]);
        assertEquals(all, direct.run(in, out));
        assertArrayEquals(bytes, array(out));
        assertEquals(7, in.position());
        assertEquals(all, direct.run(in.asReadOnlyBuffer(), null));
        ByteBuffer within = ByteBuffer.wrap(new byte[bytes.length + 9], 4, bytes.length).slice();
        assertEquals(all, direct.run(ByteBuffer.wrap(rows).asReadOnlyBuffer(), within));
        assertArrayEquals(bytes, array(within));
    }

    @Test
    void ecdsaVerdictsAreThoseOfSingleCalls() {
        byte[] rows = ecdsaRows(SIZE);
        boolean[] any = new boolean[SIZE];
        boolean[] low = new boolean[SIZE];
        int valid = 0;
        for (int i = 0; i < SIZE; i++) {
            byte[] hash = part(rows, i, 129, 0, 32);
            byte[] key = part(rows, i, 129, 32, 33);
            byte[] sig = part(rows, i, 129, 65, 64);
            any[i] = Ecdsa.verify(sig, hash, key);
            low[i] = Ecdsa.verify(sig, hash, key, Ecdsa.LOW_S);
            valid += any[i] ? 1 : 0;
        }
        assertTrue(valid > SIZE / 4 && valid < 3 * SIZE / 4, "valid: " + valid);
        assertArrayEquals(any, Batch.ecdsaVerify(rows));
        verdicts(rows, any, Batch::ecdsaVerify, Batch::ecdsaVerify);
        verdicts(rows, low, (r, ok) -> Batch.ecdsaVerify(r, ok, 0, Ecdsa.LOW_S),
                (r, ok) -> Batch.ecdsaVerify(r, ok, 0, Ecdsa.LOW_S));
        byte[] wide = new byte[SIZE * 150];
        for (int i = 0; i < SIZE; i++) {
            System.arraycopy(rows, 129 * i, wide, 150 * i, 129);
        }
        verdicts(wide, any, (r, ok) -> Batch.ecdsaVerify(r, ok, 21, 0),
                (r, ok) -> Batch.ecdsaVerify(r, ok, 21, 0));
    }

    @Test
    void schnorrVerdictsAreThoseOfSingleCalls() {
        byte[] rows = schnorrRows(SIZE);
        boolean[] expected = new boolean[SIZE];
        for (int i = 0; i < SIZE; i++) {
            expected[i] = Schnorr.verify(part(rows, i, 128, 64, 64), part(rows, i, 128, 32, 32),
                    part(rows, i, 128, 0, 32));
        }
        assertArrayEquals(expected, Batch.schnorrVerify(rows));
        verdicts(rows, expected, Batch::schnorrVerify, Batch::schnorrVerify);
        verdicts(rows, expected, (r, ok) -> Batch.schnorrVerifyTogether(r, ok, bytes(32)),
                (r, ok) -> Batch.schnorrVerifyTogether(r, ok, null));
    }

    private interface Columns {
        boolean run(byte[] in, byte[] out, byte[] ok);
    }

    private interface BufferColumns {
        boolean run(ByteBuffer in, ByteBuffer out, ByteBuffer ok);
    }

    private interface Row {
        byte[] of(int i);
    }

    /** Outputs and verdicts are those of single calls, and zeros where these throw. */
    private static void outputs(
            int n, int size, byte[] in, Columns on, BufferColumns direct, Row row) {
        byte[] expected = new byte[n * size];
        byte[] verdicts = new byte[n];
        int failed = 0;
        for (int i = 0; i < n; i++) {
            try {
                System.arraycopy(row.of(i), 0, expected, i * size, size);
                verdicts[i] = 1;
            } catch (UfsecpException error) {
                failed++;
            }
        }
        assertTrue(failed > 0 && failed < n, failed + " of " + n);
        byte[] out = new byte[n * size + 3];
        byte[] ok = new byte[n + 3];
        Arrays.fill(out, (byte) 9);
        assertFalse(on.run(in, out, ok));
        assertArrayEquals(expected, Arrays.copyOf(out, n * size));
        assertEquals(9, out[n * size]);
        assertArrayEquals(verdicts, Arrays.copyOf(ok, n));
        ByteBuffer to = direct(new byte[n * size]);
        ByteBuffer oks = direct(new byte[n]);
        assertFalse(direct.run(direct(in), to, oks));
        assertArrayEquals(expected, array(to));
        assertArrayEquals(verdicts, array(oks));
    }

    @Test
    void recovery() {
        byte[][] rows = new byte[SIZE][];
        for (int i = 0; i < SIZE; i++) {
            byte[] hash = bytes(32);
            byte[] row = ApiTest.join(hash, Ecdsa.signRecoverable(hash, seckey()));
            rows[i] = damage(i, row, 32, 64, 65);
        }
        byte[] in = ApiTest.join(rows);
        outputs(SIZE, 33, in, Batch::ecdsaRecover, Batch::ecdsaRecover,
                i -> Ecdsa.recover(part(in, i, 97, 32, 65), part(in, i, 97, 0, 32)));
        byte[] keys = new byte[SIZE * 33];
        byte[] ok = new byte[SIZE];
        byte[] addresses = new byte[SIZE * 20];
        byte[] found = new byte[SIZE];
        Batch.ecdsaRecover(in, keys, ok);
        Batch.ecrecover(in, addresses, found);
        assertArrayEquals(ok, found);
    }

    @Test
    void ethereumAddresses() throws Exception {
        int n = 0;
        for (Vectors.Case c : Vectors.read("ethereum.json")) {
            byte[] row = ApiTest.join(
                    c.bytes("hash32"), c.bytes("sig"), new byte[] {(byte) c.number("recid")});
            byte[] address = new byte[20];
            assertTrue(Batch.ecrecover(row, address, null));
            assertArrayEquals(c.bytes("address"), address, c::toString);
            n++;
        }
        assertEquals(373, n);
    }

    @Test
    void keysAndMultiples() {
        byte[][] secrets = new byte[SIZE][];
        byte[][] points = new byte[SIZE][];
        for (int i = 0; i < SIZE; i++) {
            secrets[i] = damage(i, seckey(), 0);
            points[i] = damage(i, Pubkey.create(seckey()), 1);
        }
        byte[] keys = ApiTest.join(secrets);
        byte[] pubs = ApiTest.join(points);
        byte[] one = seckey();
        outputs(SIZE, 33, keys, Batch::pubkeyCreate, Batch::pubkeyCreate,
                i -> Pubkey.create(secrets[i]));
        outputs(SIZE, 33, keys, Batch::generatorVar, Batch::generatorVar,
                i -> Multiply.generatorVar(secrets[i]));
        outputs(SIZE, 32, pubs, (in, out, ok) -> Batch.ecdh(in, one, out, ok),
                (in, out, ok) -> Batch.ecdh(in, one, out, ok), i -> Ecdh.secret(points[i], one));
        outputs(SIZE, 33, pubs, (in, out, ok) -> Batch.multiply(in, one, out, ok),
                (in, out, ok) -> Batch.multiply(in, one, out, ok),
                i -> Multiply.point(one, points[i]));
        outputs(SIZE, 33, pubs, (in, out, ok) -> Batch.multiplyVar(in, keys, out, ok),
                (in, out, ok) -> Batch.multiplyVar(in, direct(keys), out, ok),
                i -> Multiply.pointVar(secrets[i], points[i]));
        outputs(SIZE, 65, pubs, Batch::decompress, Batch::decompress,
                i -> Pubkey.decompress(points[i]));
    }

    @Test
    void signing() {
        byte[][] secrets = new byte[SIZE][];
        for (int i = 0; i < SIZE; i++) {
            secrets[i] = i % 5 == 1 ? new byte[32] : seckey();
        }
        byte[] keys = ApiTest.join(secrets);
        byte[] msgs = bytes(SIZE * 32);
        byte[] aux = bytes(SIZE * 32);
        outputs(SIZE, 64, msgs, (in, out, ok) -> Batch.ecdsaSign(in, keys, out, ok),
                (in, out, ok) -> Batch.ecdsaSign(in, direct(keys), out, ok),
                i -> Ecdsa.sign(part(msgs, i, 32, 0, 32), secrets[i]));
        outputs(SIZE, 64, msgs, (in, out, ok) -> Batch.schnorrSign(in, keys, aux, out, ok),
                (in, out, ok) -> Batch.schnorrSign(in, direct(keys), direct(aux), out, ok),
                i -> Schnorr.sign(
                        part(msgs, i, 32, 0, 32), secrets[i], part(aux, i, 32, 0, 32)));
        outputs(SIZE, 64, msgs, (in, out, ok) -> Batch.schnorrSign(in, keys, null, out, ok),
                (in, out, ok) -> Batch.schnorrSign(in, direct(keys), null, out, ok),
                i -> Schnorr.sign(part(msgs, i, 32, 0, 32), secrets[i], null));
    }

    @Test
    void noRows() {
        byte[] none = new byte[0];
        ByteBuffer empty = ByteBuffer.allocateDirect(0);
        assertEquals(0, Batch.ecdsaVerify(none).length);
        assertTrue(Batch.ecdsaVerify(none, none));
        assertTrue(Batch.ecdsaVerify(none, null));
        assertTrue(Batch.ecdsaVerify(empty, empty));
        assertTrue(Batch.schnorrVerify(empty, null));
        assertTrue(Batch.schnorrVerifyTogether(none, none, null));
        assertTrue(Batch.ecdsaRecover(none, none, none));
        assertTrue(Batch.pubkeyCreate(empty, empty, empty));
        assertTrue(Batch.ecdsaSign(none, none, none, none));
        assertTrue(Batch.ecdh(none, seckey(), none, none));
    }

    @Test
    void badArguments() {
        byte[] rows = ecdsaRows(4);
        byte[] ok = new byte[4];
        ApiTest.named("rows has 130 bytes, which are no whole number of rows of 129",
                () -> Batch.ecdsaVerify(new byte[130], ok));
        ApiTest.named("no whole number of rows of 129", () -> Batch.ecdsaVerify(new byte[1]));
        ApiTest.named("ok has room for 3 bytes, not 4",
                () -> Batch.ecdsaVerify(rows, new byte[3]));
        ApiTest.named("ok is a read-only buffer", () -> Batch.ecdsaVerify(
                direct(rows), ByteBuffer.allocateDirect(4).asReadOnlyBuffer()));
        ApiTest.named("extra is negative", () -> Batch.ecdsaVerify(rows, ok, -1, 0));
        ApiTest.named("rows of", () -> Batch.ecdsaVerify(rows, ok, Integer.MAX_VALUE, 0));
        ApiTest.named("flags are", () -> Batch.ecdsaVerify(rows, ok, 0, 2));
        ApiTest.named("pubkeys33 has room for 65 bytes, not 66",
                () -> Batch.pubkeyCreate(new byte[64], new byte[65], null));
        ApiTest.named("seckey32 has 31 bytes, not 32",
                () -> Batch.ecdh(new byte[33], new byte[31], new byte[32], null));
        ApiTest.named("seckeys32 has 32 bytes, not 64",
                () -> Batch.ecdsaSign(new byte[64], new byte[32], new byte[128], null));
        ApiTest.named("aux32s has 33 bytes, not 64", () -> Batch.schnorrSign(
                new byte[64], new byte[64], new byte[33], new byte[128], null));
        ApiTest.named("entropy32 has 31 bytes, not 32",
                () -> Batch.schnorrVerifyTogether(new byte[128], null, new byte[31]));
        ApiTest.nulls("rows", () -> Batch.ecdsaVerify((byte[]) null, ok));
        ApiTest.nulls("rows", () -> Batch.ecdsaVerify(null));
        ApiTest.nulls("pubkeys33", () -> Batch.pubkeyCreate(new byte[32], null, null));
        ApiTest.nulls("seckeys32",
                () -> Batch.ecdsaSign(new byte[32], null, new byte[64], null));

        byte[] shared = new byte[200];
        ApiTest.named("ok overlaps rows", () -> Batch.ecdsaVerify(
                ByteBuffer.wrap(shared, 0, 129), ByteBuffer.wrap(shared, 128, 1)));
        ByteBuffer buffer = ByteBuffer.allocateDirect(200);
        ByteBuffer in = buffer.duplicate();
        in.limit(129);
        ByteBuffer out = buffer.duplicate();
        out.position(128);
        ApiTest.named("ok overlaps another argument", () -> Batch.ecdsaVerify(in, out));
        out.position(129);
        assertFalse(Batch.ecdsaVerify(in, out));
    }

    /** Another thread moves a buffer: a batch has a part of it, whose end is the buffer's. Compiled
     * code seldom loses that race: so it is also checked that a batch has a duplicate. */
    @Test
    void movedBuffers() throws Exception {
        int size = 1000;
        ByteBuffer[] buffers = {
            ByteBuffer.allocateDirect(size), ByteBuffer.allocate(size),
            ByteBuffer.allocate(size).asReadOnlyBuffer(),
        };
        for (ByteBuffer buffer : buffers) {
            AtomicBoolean done = new AtomicBoolean();
            CountDownLatch moved = new CountDownLatch(1000);
            Thread mover = new Thread(() -> {
                for (int i = 0; !done.get(); i++) {
                    buffer.position((i & 1) * size);
                    moved.countDown();
                }
            });
            mover.start();
            try {
                moved.await();
                assertNotSame(buffer, Batch.Column.of(buffer, "rows").base);
                for (int i = 0; i < 50000; i++) {
                    Batch.Column column = Batch.Column.of(buffer, "rows");
                    int end = buffer.isReadOnly() && !buffer.isDirect() ? column.length : size;
                    assertEquals(end, column.at + column.length);
                }
            } finally {
                done.set(true);
                mover.join();
            }
        }
    }

    /** Of a read-only buffer of the heap there is a copy, which may be of secret keys. */
    @Test
    void copiesAreWiped() {
        byte[] keys = ApiTest.join(seckey(), seckey());
        byte[] given = keys.clone();
        for (int room = 66; room > 64; room--) {
            for (boolean readOnly : new boolean[] {true, false}) {
                ByteBuffer buffer = ByteBuffer.wrap(given);
                Batch.Column[] columns = {
                    Batch.Column.output(new byte[room], "pubkeys33"), Batch.Column.of(null, "ok"),
                    Batch.Column.of(readOnly ? buffer.asReadOnlyBuffer() : buffer, "seckeys32"),
                    Batch.Column.of(null, ""), Batch.Column.of(null, ""),
                };
                byte[] used = (byte[]) columns[2].base;
                assertArrayEquals(keys, used);
                if (room == 66) {
                    assertTrue(Batch.run(Batch.CREATE, columns, 0, 0));
                } else {
                    ApiTest.named("pubkeys33 has room for 65",
                            () -> Batch.run(Batch.CREATE, columns, 0, 0));
                }
                assertArrayEquals(readOnly ? new byte[64] : keys, used);
                assertArrayEquals(keys, given);
            }
        }
    }

    @Test
    void aMillionRows() {
        int n = 1000003;
        byte[] few = ecdsaRows(64);
        byte[] rows = new byte[n * 129];
        for (int at = 0; at < rows.length; at += few.length) {
            System.arraycopy(few, 0, rows, at, Math.min(few.length, rows.length - at));
        }
        boolean[] expected = Batch.ecdsaVerify(few);
        byte[] ok = new byte[n];
        Ufsecp.setThreads(0);
        try {
            assertFalse(Batch.ecdsaVerify(rows, ok));
        } finally {
            Ufsecp.setThreads(1);
        }
        for (int i = 0; i < n; i++) {
            assertEquals(expected[i % 64] ? 1 : 0, ok[i]);
        }
    }
}
