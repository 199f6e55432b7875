package org.ufsecp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Prepared keys: published vectors, the verdicts of the key itself, batches, many threads while
 * others are collected, bad input. */
class PreparedPubkeyTest {
    private static final byte[] KEY = Vectors.hex(String.format("%064x", 0xcafe));
    private static final byte[] HASH = Vectors.hex(String.format("%064x", 0xbeef));

    @Test
    void bip340() throws Exception {
        int valid = 0;
        int refusedKeys = 0;
        for (Vectors.Case c : Vectors.read("bip340.json")) {
            byte[] key = c.bytes("pubkey");
            Status expected = Schnorr.check(c.bytes("sig"), c.bytes("msg"), key);
            try {
                PreparedPubkey prepared = new PreparedPubkey(key);
                assertEquals(c.flag("result"),
                        prepared.schnorrVerify(c.bytes("sig"), c.bytes("msg")), c::toString);
                assertEquals(expected,
                        prepared.schnorrCheck(c.bytes("sig"), c.bytes("msg")), c::toString);
            } catch (UfsecpException error) {
                assertFalse(c.flag("result"), c::toString);
                assertEquals(expected, error.status());
                refusedKeys++;
            }
            valid += c.flag("result") ? 1 : 0;
        }
        assertEquals(9, valid);
        assertEquals(2, refusedKeys);
    }

    @Test
    void wycheproof() throws Exception {
        int valid = 0;
        int n = 0;
        byte[] last = null;
        PreparedPubkey prepared = null;
        for (Vectors.Case c : Vectors.read("wycheproof_ecdsa_p1363.json")) {
            byte[] key = c.bytes("pubkey");
            if (c.bytes("sig").length != 64) {
                continue;
            }
            if (!Arrays.equals(key, last)) {
                prepared = new PreparedPubkey(key);
                last = key;
            }
            byte[] sig = c.bytes("sig");
            byte[] hash = c.bytes("hash32");
            assertEquals(Ecdsa.check(sig, hash, key, 0), prepared.ecdsaCheck(sig, hash, 0));
            assertEquals(Ecdsa.check(sig, hash, key, Ecdsa.LOW_S),
                    prepared.ecdsaCheck(sig, hash, Ecdsa.LOW_S), c::toString);
            assertEquals(
                    c.text("result").equals("valid"), prepared.ecdsaVerify(sig, hash), c::toString);
            valid += c.text("result").equals("valid") ? 1 : 0;
            n++;
        }
        assertTrue(valid > 50 && n - valid > 50, valid + " of " + n + " are valid");
    }

    /** Signatures of n hashes, of which those of every third row are damaged. */
    private static byte[][] rows(int n, boolean schnorr) {
        byte[] msgs = new byte[32 * n];
        byte[] sigs = new byte[64 * n];
        for (int i = 0; i < n; i++) {
            byte[] hash = Vectors.hex(String.format("%064x", i + 1));
            byte[] sig = schnorr ? Schnorr.sign(hash, KEY, null) : Ecdsa.sign(hash, KEY);
            if (i % 3 == 1) {
                sig[i % 64] ^= 4;
            }
            System.arraycopy(hash, 0, msgs, 32 * i, 32);
            System.arraycopy(sig, 0, sigs, 64 * i, 64);
        }
        return new byte[][] {msgs, sigs};
    }

    @Test
    void batches() {
        int n = 200;
        PreparedPubkey prepared = new PreparedPubkey(Pubkey.create(KEY));
        for (boolean schnorr : new boolean[] {false, true}) {
            byte[][] rows = rows(n, schnorr);
            byte[] ok = new byte[n];
            assertFalse(batch(prepared, schnorr, rows[0], rows[1], ok));
            for (int i = 0; i < n; i++) {
                assertEquals(i % 3 == 1 ? 0 : 1, ok[i], "row " + i);
            }
            ByteBuffer verdicts = ByteBuffer.allocateDirect(n);
            ByteBuffer msgs = BatchTest.direct(rows[0]);
            ByteBuffer sigs = BatchTest.direct(rows[1]);
            assertFalse(schnorr ? prepared.schnorrVerifyBatch(msgs, sigs, verdicts)
                    : prepared.ecdsaVerifyBatch(msgs, sigs, verdicts, 0));
            assertEquals(ByteBuffer.wrap(ok), verdicts);
            byte[] msg = Arrays.copyOf(rows[0], 32);
            byte[] sig = Arrays.copyOf(rows[1], 64);
            assertTrue(batch(prepared, schnorr, msg, sig, null));
            assertTrue(batch(prepared, schnorr, new byte[0], new byte[0], null));
        }
        byte[] high = Ecdsa.sign(HASH, KEY);
        System.arraycopy(Seckey.negate(Arrays.copyOfRange(high, 32, 64)), 0, high, 32, 32);
        assertTrue(prepared.ecdsaVerifyBatch(HASH, high, null, 0));
        assertFalse(prepared.ecdsaVerifyBatch(HASH, high, null, Ecdsa.LOW_S));
    }

    private static boolean batch(
            PreparedPubkey key, boolean schnorr, byte[] msgs, byte[] sigs, byte[] ok) {
        return schnorr ? key.schnorrVerifyBatch(msgs, sigs, ok)
                : key.ecdsaVerifyBatch(msgs, sigs, ok, 0);
    }

    /** In each form of the key, whose parity the x-only form loses; by each engine. */
    @Test
    void formsAndEngines() {
        byte[] odd = KEY.clone();
        while (Pubkey.create(odd)[0] != 3) {
            odd[31]++;
        }
        byte[] pubkey = Pubkey.create(odd);
        byte[] ecdsa = Ecdsa.sign(HASH, odd);
        byte[] schnorr = Schnorr.sign(HASH, odd, null);
        PreparedPubkey compressed = new PreparedPubkey(pubkey);
        PreparedPubkey full = new PreparedPubkey(Pubkey.decompress(pubkey));
        PreparedPubkey xonly = new PreparedPubkey(Arrays.copyOfRange(pubkey, 1, 33));
        try {
            for (String engine : Ufsecp.engines()) {
                Ufsecp.selectEngine(engine);
                for (PreparedPubkey key : new PreparedPubkey[] {compressed, full, xonly}) {
                    assertTrue(key.schnorrVerify(schnorr, HASH), engine);
                    assertEquals(key != xonly, key.ecdsaVerify(ecdsa, HASH), engine);
                }
            }
        } finally {
            Ufsecp.selectEngine("auto");
        }
        for (int size : new int[] {0, 1, 33, 255, 257, 100000}) {
            byte[] msg = new byte[size];
            byte[] sig = Schnorr.sign(msg, odd, null);
            assertTrue(compressed.schnorrVerify(sig, msg));
            sig[40] ^= 1;
            assertEquals(Status.BAD_SIGNATURE, compressed.schnorrCheck(sig, msg));
        }
    }

    /** Tables come and go while others verify. */
    @Test
    void threads() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        byte[][] rows = rows(30, false);
        PreparedPubkey shared = new PreparedPubkey(Pubkey.create(KEY));
        List<Future<?>> done = new ArrayList<>();
        try {
            for (int t = 0; t < 4; t++) {
                done.add(pool.submit(() -> {
                    for (int i = 0; i < 50; i++) {
                        byte[] ok = new byte[30];
                        new PreparedPubkey(Pubkey.create(KEY))
                                .ecdsaVerifyBatch(rows[0], rows[1], ok, 0);
                        byte[] again = new byte[30];
                        shared.ecdsaVerifyBatch(rows[0], rows[1], again, 0);
                        for (int j = 0; j < 30; j++) {
                            assertEquals(j % 3 == 1 ? 0 : 1, ok[j]);
                            assertEquals(ok[j], again[j]);
                        }
                    }
                }));
            }
            for (int i = 0; i < 5; i++) {
                System.gc();
            }
            for (Future<?> future : done) {
                future.get();
            }
        } finally {
            pool.shutdown();
        }
    }

    @Test
    void badInput() {
        byte[] pubkey = Pubkey.create(KEY);
        byte[] sig = Ecdsa.sign(HASH, KEY);
        PreparedPubkey key = new PreparedPubkey(pubkey);
        for (int size : new int[] {0, 31, 34, 64, 66, 100000}) {
            byte[] wrong = new byte[size];
            ApiTest.named("pubkey has " + size, () -> new PreparedPubkey(wrong));
            ApiTest.named("msg32 has " + size, () -> key.ecdsaVerify(sig, wrong));
        }
        byte[] hybrid = Pubkey.decompress(pubkey);
        hybrid[0] = (byte) (6 + (hybrid[64] & 1));
        byte[] large = new byte[32];
        Arrays.fill(large, (byte) 0xff);
        assertEquals(Status.PUBKEY_FORMAT, status(hybrid));
        assertEquals(Status.PUBKEY_FORMAT, status(new byte[33]));
        assertEquals(Status.PUBKEY_RANGE, status(large));
        ApiTest.named("sig64 has 63", () -> key.ecdsaVerify(new byte[63], HASH));
        ApiTest.named("sig64 has 65", () -> key.schnorrVerify(new byte[65], HASH));
        ApiTest.named("flags are 0 or LOW_S", () -> key.ecdsaCheck(sig, HASH, 2));
        ApiTest.named("flags are 0 or LOW_S", () -> key.ecdsaVerifyBatch(HASH, sig, null, 2));
        ApiTest.named("no whole number", () -> key.ecdsaVerifyBatch(new byte[33], sig, null, 0));
        ApiTest.named("sigs64 has 63", () -> key.schnorrVerifyBatch(HASH, new byte[63], null));
        ApiTest.named("ok has room for 0",
                () -> key.ecdsaVerifyBatch(HASH, sig, new byte[0], 0));
        ApiTest.named("ok overlaps msgs32", () -> key.schnorrVerifyBatch(HASH, sig, HASH));
        ApiTest.nulls("pubkey", () -> new PreparedPubkey(null));
        ApiTest.nulls("msg", () -> key.schnorrVerify(sig, null));
        ApiTest.nulls("msgs32", () -> key.ecdsaVerifyBatch((byte[]) null, sig, null, 0));
        ApiTest.nulls("sigs64", () -> key.ecdsaVerifyBatch(HASH, null, null, 0));
    }

    private static Status status(byte[] pubkey) {
        return assertThrows(UfsecpException.class, () -> new PreparedPubkey(pubkey)).status();
    }
}
