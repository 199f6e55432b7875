package org.ufsecp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Single calls: algebra between them, bad input of each kind, threads. */
class ApiTest {
    static final byte[] ZERO = new byte[32];
    static final byte[] N = Vectors.hex(
            "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141");
    private static final byte[] KEY = Vectors.hex(String.format("%064x", 0xcafe));
    private static final byte[] HASH = Vectors.hex(String.format("%064x", 0xbeef));

    @Test
    void library() {
        assertEquals(Ufsecp.VERSION, Ufsecp.version());
        List<String> engines = Ufsecp.engines();
        assertTrue(engines.contains("portable") && engines.contains(Ufsecp.engine()));
        byte[] sig = Ecdsa.sign(HASH, KEY);
        try {
            for (String engine : engines) {
                Ufsecp.selectEngine(engine);
                assertEquals(engine, Ufsecp.engine());
                assertArrayEquals(sig, Ecdsa.sign(HASH, KEY), engine);
            }
        } finally {
            Ufsecp.selectEngine("auto");
        }
        for (String name : new String[] {"no such engine", "", "portable\0x"}) {
            assertThrows(IllegalArgumentException.class, () -> Ufsecp.selectEngine(name));
        }
        char[] many = new char[100000];
        Arrays.fill(many, 'a');
        assertThrows(
                IllegalArgumentException.class, () -> Ufsecp.selectEngine(new String(many)));
        assertThrows(NullPointerException.class, () -> Ufsecp.selectEngine(null));
        assertEquals(1, Ufsecp.threads());
        assertThrows(IllegalArgumentException.class, () -> Ufsecp.setThreads(-1));
        assertThrows(IllegalArgumentException.class, () -> Ufsecp.setThreads(1025));
        assertFalse(Ufsecp.signCheck());
        Ufsecp.setSignCheck(true);
        try {
            assertTrue(Ufsecp.signCheck());
            assertArrayEquals(sig, Ecdsa.sign(HASH, KEY));
        } finally {
            Ufsecp.setSignCheck(false);
        }
    }

    @Test
    void keys() {
        byte[] a = Seckey.generate();
        byte[] b = Seckey.generate();
        assertFalse(Arrays.equals(a, b));
        byte[] pa = Pubkey.create(a);
        byte[] pb = Pubkey.create(b);
        assertArrayEquals(Pubkey.decompress(pa), Pubkey.createUncompressed(a));
        assertArrayEquals(Arrays.copyOfRange(pa, 1, 33), Pubkey.createXonly(a));
        assertArrayEquals(Pubkey.create(Seckey.tweakAdd(a, b)), Pubkey.combine(pa, pb));
        assertArrayEquals(Pubkey.create(Seckey.tweakAdd(a, b)), Pubkey.tweakAdd(pa, b));
        assertArrayEquals(Pubkey.create(Seckey.tweakMul(a, b)), Pubkey.tweakMul(pa, b));
        assertArrayEquals(Pubkey.create(Seckey.negate(a)), Pubkey.negate(pa));
        assertArrayEquals(Multiply.generator(a), pa);
        assertArrayEquals(Multiply.point(a, pb), Multiply.pointVar(a, pb));
        assertArrayEquals(Ecdh.secret(pa, b), Ecdh.secret(Pubkey.decompress(pb), a));
        assertArrayEquals(Ecdh.x(pa, b), Arrays.copyOfRange(Multiply.point(a, pb), 1, 33));
        assertArrayEquals(a, Seckey.tweakAdd(a, ZERO));
        assertArrayEquals(pa, Pubkey.tweakAdd(pa, ZERO));
        assertTrue(Seckey.isValid(a));
        assertFalse(Seckey.isValid(ZERO));
        assertFalse(Seckey.isValid(N));
    }

    @Test
    void signatures() {
        byte[] key = Pubkey.create(KEY);
        byte[] sig = Ecdsa.sign(HASH, KEY);
        assertTrue(Ecdsa.verify(sig, HASH, key));
        assertTrue(Ecdsa.verify(sig, HASH, Pubkey.decompress(key), Ecdsa.LOW_S));
        assertArrayEquals(sig, Ecdsa.fromDer(Ecdsa.toDer(sig)));
        assertFalse(Arrays.equals(sig, Ecdsa.sign(HASH, KEY, HASH)));
        byte[] high = sig.clone();
        System.arraycopy(
                Seckey.negate(Arrays.copyOfRange(sig, 32, 64)), 0, high, 32, 32);
        assertTrue(Ecdsa.verify(high, HASH, key));
        assertEquals(Status.S_HIGH, Ecdsa.check(high, HASH, key, Ecdsa.LOW_S));
        assertTrue(Ecdsa.isLowS(sig));
        assertFalse(Ecdsa.isLowS(high));
        assertArrayEquals(sig, Ecdsa.normalize(high));
        sig[5] ^= 1;
        assertEquals(Status.BAD_SIGNATURE, Ecdsa.check(sig, HASH, key, 0));

        byte[] hybrid = Pubkey.decompress(key);
        hybrid[0] = (byte) (6 + (hybrid[64] & 1));
        assertFalse(Ecdsa.verify(high, HASH, hybrid));
        assertTrue(Ecdsa.verify(high, HASH, hybrid, Ecdsa.ALLOW_HYBRID));

        // BIP-66 wants no zero in front; the parser before it did not mind.
        byte[] lax = Vectors.hex("3007020200010201010000");
        assertThrows(UfsecpException.class, () -> Ecdsa.fromDer(lax));
        assertEquals(1, Ecdsa.fromDerLax(lax)[31]);

        for (int size : new int[] {0, 1, 32, 255, 256, 257, 100000}) {
            byte[] msg = new byte[size];
            byte[] schnorr = Schnorr.sign(msg, KEY, null);
            assertArrayEquals(schnorr, Schnorr.sign(msg, KEY, ZERO));
            assertTrue(Schnorr.verify(schnorr, msg, Pubkey.createXonly(KEY)));
            schnorr[40] ^= 1;
            assertEquals(Status.BAD_SIGNATURE,
                    Schnorr.check(schnorr, msg, Pubkey.createXonly(KEY)));
        }
    }

    /** The call fails for the data in it, with this reason. */
    private static void refused(Status status, Executable call) {
        UfsecpException error = assertThrows(UfsecpException.class, call);
        assertEquals(status, error.status());
        assertTrue(error.getMessage().endsWith(status.text()), error.getMessage());
    }

    @Test
    void badDataHasAReason() {
        byte[] key = Pubkey.create(KEY);
        byte[] offCurve = key.clone();
        offCurve[0] = 2;
        do {
            offCurve[32]++;
        } while (Pubkey.isValid(offCurve));
        byte[] odd = key.clone();
        odd[0] = 9;
        byte[] large = new byte[33];
        Arrays.fill(large, (byte) 0xff);
        large[0] = 2;
        for (byte[] bad : new byte[][] {ZERO, N}) {
            refused(Status.SECKEY, () -> Pubkey.create(bad));
            refused(Status.SECKEY, () -> Pubkey.createXonly(bad));
            refused(Status.SECKEY, () -> Seckey.negate(bad));
            refused(Status.SECKEY, () -> Seckey.tweakAdd(bad, KEY));
            refused(Status.SECKEY, () -> Seckey.taproot(bad, null));
            refused(Status.SECKEY, () -> Ecdsa.sign(HASH, bad));
            refused(Status.SECKEY, () -> Ecdsa.signRecoverable(HASH, bad));
            refused(Status.SECKEY, () -> Schnorr.sign(HASH, bad, null));
            refused(Status.SECKEY, () -> new Schnorr.Signer(bad));
            refused(Status.SECKEY, () -> Ecdh.secret(key, bad));
            refused(Status.SECKEY, () -> Multiply.generator(bad));
            refused(Status.SECKEY, () -> Multiply.point(bad, key));
            refused(Status.TWEAK, () -> Multiply.generatorVar(bad));
            refused(Status.TWEAK, () -> Multiply.pointVar(bad, key));
            refused(Status.TWEAK, () -> Seckey.tweakMul(KEY, bad));
            refused(Status.TWEAK, () -> Pubkey.tweakMul(key, bad));
        }
        refused(Status.TWEAK, () -> Seckey.tweakAdd(KEY, N));
        refused(Status.TWEAK, () -> Pubkey.tweakAdd(key, N));
        refused(Status.NO_POINT, () -> Seckey.tweakAdd(KEY, Seckey.negate(KEY)));
        refused(Status.NO_POINT, () -> Pubkey.tweakAdd(key, Seckey.negate(KEY)));
        refused(Status.NO_POINT, () -> Pubkey.combine(key, Pubkey.negate(key)));
        refused(Status.PUBKEY_FORMAT, () -> Pubkey.compress(odd));
        refused(Status.PUBKEY_RANGE, () -> Pubkey.negate(large));
        refused(Status.PUBKEY_OFF_CURVE, () -> Ecdh.x(offCurve, KEY));
        refused(Status.PUBKEY_OFF_CURVE, () -> Multiply.point(KEY, offCurve));
        refused(Status.PUBKEY_OFF_CURVE, () -> Pubkey.combine(key, offCurve));
        refused(Status.PUBKEY_RANGE,
                () -> Pubkey.taproot(Arrays.copyOfRange(large, 1, 33), null));
        refused(Status.R_ZERO, () -> Ecdsa.recover(new byte[64], 0, HASH));
        refused(Status.RECID, () -> Ecdsa.recover(Ecdsa.sign(HASH, KEY), 4, HASH));
        refused(Status.RECID, () -> Ecdsa.recover(Ecdsa.sign(HASH, KEY), -1, HASH));
        refused(Status.DER, () -> Ecdsa.fromDer(new byte[0]));
        refused(Status.DER, () -> Ecdsa.fromDer(new byte[100000]));
        refused(Status.R_RANGE, () -> Ecdsa.normalize(join(N, KEY)));
        refused(Status.S_RANGE, () -> Ecdsa.normalize(join(KEY, N)));
        assertEquals(Status.PUBKEY_FORMAT, Pubkey.check(new byte[0]));
        assertEquals(Status.PUBKEY_FORMAT, Pubkey.check(new byte[100000]));
        assertEquals(Status.PUBKEY_OFF_CURVE, Pubkey.check(offCurve));
        assertFalse(Ecdsa.verify(Ecdsa.sign(HASH, KEY), HASH, offCurve));
        for (Status status : Status.values()) {
            assertFalse(status.text().isEmpty());
        }
    }

    /** A key with the prefix 06 or 07; in 65 bytes with y of that parity, else the other. */
    private static byte[] hybrid(byte[] pubkey, boolean right) {
        byte[] out = pubkey.clone();
        int odd = Pubkey.decompress(pubkey)[64] & 1;
        out[0] = (byte) (6 + (right ? odd : 1 - odd));
        return out;
    }

    /** Every call with a public key refuses a hybrid one, whatever else it is given. */
    @Test
    void hybridKeys() {
        byte[] sig = Ecdsa.sign(HASH, KEY);
        List<Function<byte[], Object>> calls = new ArrayList<>(Arrays.asList(
                Pubkey::compress, Pubkey::decompress, Pubkey::negate, PreparedPubkey::new,
                EllSwift::encode, key -> EllSwift.encode(key, KEY)));
        for (byte[] number : new byte[][] {KEY, Seckey.negate(KEY), ZERO, N}) {
            calls.add(key -> Pubkey.tweakAdd(key, number));
            calls.add(key -> Pubkey.tweakMul(key, number));
            calls.add(key -> Ecdh.secret(key, number));
            calls.add(key -> Ecdh.x(key, number));
        }
        List<Function<byte[], Object>> of33 = new ArrayList<>(calls);
        for (byte[] number : new byte[][] {KEY, ZERO, N}) {
            of33.add(key -> Multiply.point(number, key));
            of33.add(key -> Multiply.pointVar(number, key));
            of33.add(key -> new MuSig2.SecretNonce(key, number, null, null));
        }
        byte[] good = Pubkey.create(KEY);
        byte[][] none = {};
        byte[] outpoint = new byte[36];
        SilentPayment.ScanKey scanKey = new SilentPayment.ScanKey(KEY, good);
        of33.add(Pubkey::combine);
        of33.add(key -> Pubkey.combine(good, key));
        of33.add(key -> MuSig2.KeyAgg.of(good, key));
        of33.add(key -> new SilentPayment.ScanKey(KEY, key));
        of33.add(key -> SilentPayment.tweak(outpoint, none, new byte[][] {good, key}));
        of33.add(key -> SilentPayment.outputs(
                new byte[][] {join(good, key)}, outpoint, new byte[][] {KEY}, none));
        of33.add(key -> SilentPayment.outputs(
                new byte[][] {join(key, good)}, outpoint, new byte[][] {KEY}, none));
        of33.add(key -> scanKey.scan(key, none));
        for (boolean right : new boolean[] {true, false}) {
            for (byte[] pubkey : new byte[][] {good, Pubkey.decompress(good)}) {
                byte[] key = hybrid(pubkey, right);
                for (Function<byte[], Object> call : key.length == 33 ? of33 : calls) {
                    refused(Status.PUBKEY_FORMAT, () -> call.apply(key));
                }
                assertEquals(Status.PUBKEY_FORMAT, Pubkey.check(key));
                assertEquals(Status.PUBKEY_FORMAT, Ecdsa.check(sig, HASH, key, 0));
                assertEquals(key.length == 65 && right ? Status.OK : Status.PUBKEY_FORMAT,
                        Ecdsa.check(sig, HASH, key, Ecdsa.ALLOW_HYBRID));
            }
            hybridRows(hybrid(good, right), sig);
            byte[] key = hybrid(good, right);
            assertEquals(Arrays.asList(0), scanKey.scanRows(key, 33, KEY, 32, null).bad);
        }
        scanKey.close();
    }

    /** In a batch the verdict is 0 and the output zeros. */
    private static void hybridRows(byte[] key, byte[] sig) {
        byte[] ok = {9};
        assertFalse(Batch.ecdsaVerify(join(HASH, key, sig), ok));
        assertEquals(0, ok[0]);
        for (int call = 0; call < 4; call++) {
            byte[] out = new byte[call == 0 ? 65 : call == 1 ? 32 : 33];
            Arrays.fill(out, (byte) 9);
            ok[0] = 9;
            assertFalse(call == 0 ? Batch.decompress(key, out, ok)
                    : call == 1 ? Batch.ecdh(key, KEY, out, ok)
                    : call == 2 ? Batch.multiply(key, KEY, out, ok)
                    : Batch.multiplyVar(key, KEY, out, ok));
            assertEquals(0, ok[0]);
            assertArrayEquals(new byte[out.length], out);
        }
    }

    static byte[] join(byte[]... parts) {
        int size = 0;
        for (byte[] part : parts) {
            size += part.length;
        }
        byte[] all = new byte[size];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, all, at, part.length);
            at += part.length;
        }
        return all;
    }

    @Test
    void badArgumentsAreNamed() {
        byte[] key = Pubkey.create(KEY);
        byte[] sig = Ecdsa.sign(HASH, KEY);
        for (int size : new int[] {0, 31, 33, 64, 100000}) {
            byte[] wrong = new byte[size];
            named("seckey32 has " + size, () -> Pubkey.create(wrong));
            named("seckey32 has " + size, () -> Seckey.isValid(wrong));
            named("tweak32 has " + size, () -> Seckey.tweakAdd(KEY, wrong));
            named("tweak32 has " + size, () -> Pubkey.tweakMul(key, wrong));
            named("msg32 has " + size, () -> Ecdsa.sign(wrong, KEY));
            named("extra32 has " + size, () -> Ecdsa.sign(HASH, KEY, wrong));
            named("msg32 has " + size, () -> Ecdsa.verify(sig, wrong, key));
            named("seckey32 has " + size, () -> Ecdh.secret(key, wrong));
            named("aux32 has " + size, () -> Schnorr.sign(HASH, KEY, wrong));
            named("xonly32 has " + size, () -> Schnorr.verify(sig, HASH, wrong));
            named("merkleRoot32 has " + size, () -> Pubkey.taproot(KEY, wrong));
            named("secret32 has " + size, () -> Multiply.generator(wrong));
            named("scalar32 has " + size, () -> Multiply.pointVar(wrong, key));
        }
        for (int size : new int[] {0, 32, 34, 64, 66, 100000}) {
            byte[] wrong = new byte[size];
            named("pubkey has " + size, () -> Pubkey.compress(wrong));
            named("pubkey has " + size, () -> Ecdh.x(wrong, KEY));
            named("pubkey has " + size, () -> Ecdsa.verify(sig, HASH, wrong));
            named("point33 has " + size, () -> Multiply.point(KEY, wrong));
        }
        named("sig64 has 63", () -> Ecdsa.verify(new byte[63], HASH, key));
        named("sig65 has 64", () -> Ecdsa.recover(sig, HASH));
        named("sig64 has 65", () -> Ecdsa.toDer(new byte[65]));
        named("unknown flag", () -> Ecdsa.check(sig, HASH, key, 4));
        named("pubkeys33 is empty", () -> Pubkey.combine());
        named("pubkeys33[1] has 0", () -> Pubkey.combine(key, new byte[0]));
        nulls("seckey32", () -> Pubkey.create(null));
        nulls("pubkey", () -> Pubkey.check(null));
        nulls("tweak32", () -> Pubkey.tweakAdd(key, null));
        nulls("msg32", () -> Ecdsa.sign(null, KEY));
        nulls("der", () -> Ecdsa.fromDer(null));
        nulls("msg", () -> Schnorr.sign(null, KEY, null));
        nulls("pubkeys33[0]", () -> Pubkey.combine(new byte[][] {null}));
        nulls("point33", () -> Multiply.pointVar(KEY, null));
    }

    static void named(String text, Executable call) {
        IllegalArgumentException error = assertThrows(IllegalArgumentException.class, call);
        assertTrue(error.getMessage().contains(text), error.getMessage());
    }

    static void nulls(String name, Executable call) {
        NullPointerException error = assertThrows(NullPointerException.class, call);
        assertEquals(name + " is null", error.getMessage());
    }

    @Test
    void signerAfterClose() {
        Schnorr.Signer signer = new Schnorr.Signer(KEY);
        signer.close();
        signer.close();
        for (int i = 0; i < 65; i++) {
            assertEquals(0, signer.keypair.get(i), "a closed signer is wiped");
        }
        assertThrows(IllegalStateException.class, () -> signer.sign(HASH, null));
    }

    @Test
    void threads() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(8);
        List<Future<?>> done = new ArrayList<>();
        byte[] key = Pubkey.create(KEY);
        byte[] xonly = Pubkey.createXonly(KEY);
        try (Schnorr.Signer signer = new Schnorr.Signer(KEY)) {
            for (int t = 0; t < 8; t++) {
                byte first = (byte) t;
                done.add(pool.submit(() -> {
                    for (int i = 0; i < 100; i++) {
                        byte[] hash = HASH.clone();
                        hash[0] = first;
                        hash[1] = (byte) i;
                        assertTrue(Ecdsa.verify(Ecdsa.sign(hash, KEY), hash, key));
                        assertArrayEquals(key, Ecdsa.recover(
                                Ecdsa.signRecoverable(hash, KEY), hash));
                        assertTrue(Schnorr.verify(signer.sign(hash, null), hash, xonly));
                        Ecdh.secret(key, KEY);
                    }
                }));
            }
            for (Future<?> future : done) {
                future.get();
            }
        } finally {
            pool.shutdown();
        }
    }
}
