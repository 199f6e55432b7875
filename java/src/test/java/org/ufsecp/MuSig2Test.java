package org.ufsecp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** MuSig2: the vectors of BIP-327, and sessions as wallets hold them. */
class MuSig2Test {
    private static final byte[] MESSAGE = "a message of any length".getBytes();

    /** What a case gives: bytes, or null if it is refused. */
    private static byte[] result(Vectors.Case c) {
        byte[][] keys = c.list("pubkeys");
        if (c.text("kind").equals("nonce_agg")) {
            return MuSig2.aggregateNonces(c.list("pubnonces"));
        }
        MuSig2.KeyAgg agg = MuSig2.KeyAgg.of(keys);
        byte[][] tweaks = c.list("tweaks");
        for (int i = 0; i < tweaks.length; i++) {
            boolean xonly = (Boolean) c.values("is_xonly").get(i);
            agg = xonly ? agg.tweakAddXonly(tweaks[i]) : agg.tweakAdd(tweaks[i]);
        }
        if (c.text("kind").equals("key_agg")) {
            return agg.xonly();
        }
        byte[] aggnonce = c.has("aggnonce") ? c.bytes("aggnonce")
                : MuSig2.aggregateNonces(c.list("pubnonces"));
        MuSig2.Session session = new MuSig2.Session(aggnonce, c.bytes("msg"), agg);
        int signer = c.has("signer") ? c.number("signer") : 0;
        switch (c.text("kind")) {
            case "verify":
                boolean ok = session.verify(
                        c.list("psigs")[0], c.list("pubnonces")[signer], keys[signer]);
                return new byte[] {(byte) (ok ? 1 : 0)};
            case "sig_agg":
                byte[] sig = session.aggregate(c.list("psigs"));
                assertTrue(Schnorr.verify(sig, c.bytes("msg"), agg.xonly()), c::toString);
                return sig;
            default: // sign, tweak
                return sign(c, session, agg);
        }
    }

    /** The vectors bring secret nonces, which no public call takes: their layout is known here. */
    private static byte[] sign(Vectors.Case c, MuSig2.Session session, MuSig2.KeyAgg agg) {
        byte[] given = c.bytes("secnonce");
        byte[] point = Pubkey.decompress(Arrays.copyOfRange(given, 64, 97));
        ByteBuffer nonce = ByteBuffer.allocateDirect(132);
        nonce.put(Vectors.hex("220edcf1")).put(given, 0, 64);
        for (int half = 1; half < 65; half += 32) {
            for (int i = 31; i >= 0; i--) {
                nonce.put(point[half + i]);
            }
        }
        byte[] psig = new byte[32];
        Check.ok(Native.musigSign(psig, nonce, c.bytes("sk"), agg.opaque, session.opaque), "sign");
        for (int i = 0; i < 132; i++) {
            assertEquals(0, nonce.get(i), "a used nonce is wiped");
        }
        return psig;
    }

    @Test
    void vectors() throws Exception {
        Map<String, Integer> counts = new TreeMap<>();
        for (Vectors.Case c : Vectors.read("bip327.json")) {
            String kind = c.text("kind");
            boolean ours = !kind.equals("key_sort") && !kind.equals("det_sign")
                    && !kind.equals("nonce_gen");
            // That a signer is one of them is not checked, nor by libsecp256k1.
            if (!ours || c.text("comment").contains("not in the list")) {
                continue;
            }
            boolean fails = !c.has("expected");
            byte[] expected = c.bytes("expected");
            if (kind.equals("verify")) { // its cases say nothing else
                byte[] no = {0};
                try {
                    assertArrayEquals(no, result(c), c::toString);
                } catch (UfsecpException error) {
                    assertTrue(c.has("error"), c::toString);
                }
            } else if (fails) {
                assertThrows(UfsecpException.class, () -> result(c), c::toString);
            } else {
                assertArrayEquals(expected, result(c), c::toString);
            }
            counts.merge(kind + (fails ? " refused" : ""), 1, Integer::sum);
        }
        assertEquals("{key_agg=4, key_agg refused=5, nonce_agg=2, nonce_agg refused=3, sig_agg=4, "
                + "sig_agg refused=1, sign=6, sign refused=5, tweak=5, tweak refused=1, "
                + "verify refused=5}", counts.toString());
    }

    @Test
    void nonceVectors() throws Exception {
        int n = 0;
        for (Vectors.Case c : Vectors.read("bip327.json")) {
            if (!c.text("kind").equals("nonce_gen")) {
                continue;
            }
            ByteBuffer secret = ByteBuffer.allocateDirect(132);
            byte[] pubnonce = new byte[66];
            byte[] random = c.bytes("rand");
            int status = Native.musigNonce(secret, pubnonce, random, c.bytes("sk"), c.bytes("pk"),
                    c.bytes("aggpk"), c.bytes("msg"), c.bytes("extra"));
            assertEquals(1, status, c::toString);
            assertArrayEquals(c.bytes("expected"), pubnonce, c::toString);
            n++;
        }
        assertEquals(4, n);
    }

    /** On success and on each failure. */
    @Test
    void randomnessIsZeroed() {
        byte[] secret = Seckey.generate();
        byte[] key = Pubkey.create(secret);
        byte[] hybrid = key.clone();
        hybrid[0] = 6;
        byte[] offCurve = key.clone();
        do {
            offCurve[32]++;
        } while (Pubkey.isValid(offCurve));
        byte[][][] given = {
            {key, secret}, {key, null}, {hybrid, secret}, {offCurve, null}, {new byte[33], secret},
            {key, ApiTest.ZERO}, {key, ApiTest.N}, {new byte[32], secret}, {null, secret},
            {key, new byte[31]},
        };
        for (int i = 0; i < given.length; i++) {
            byte[] random = Seckey.generate();
            byte[][] keys = given[i];
            Runnable call =
                    () -> new MuSig2.SecretNonce(random, keys[0], keys[1], null, MESSAGE, null);
            if (i < 2) {
                call.run();
            } else {
                assertThrows(RuntimeException.class, call::run);
            }
            assertArrayEquals(new byte[32], random, "call " + i);
        }
        byte[] large = new byte[33]; // is something else, and stays
        Arrays.fill(large, (byte) 1);
        byte[] before = large.clone();
        ApiTest.named("random32 has 33",
                () -> new MuSig2.SecretNonce(large, key, secret, null, null, null));
        assertArrayEquals(before, large);
        ApiTest.nulls("random32",
                () -> new MuSig2.SecretNonce(null, key, secret, null, null, null));
    }

    @Test
    void session() {
        int n = 20; // more than the 16 that need no memory
        byte[][] secrets = new byte[n][];
        byte[][] keys = new byte[n][];
        byte[][] pubnonces = new byte[n][];
        byte[][] psigs = new byte[n][];
        MuSig2.SecretNonce[] nonces = new MuSig2.SecretNonce[n];
        for (int i = 0; i < n; i++) {
            secrets[i] = Seckey.generate();
            keys[i] = Pubkey.create(secrets[i]);
        }
        MuSig2.KeyAgg agg = MuSig2.KeyAgg.of(keys).tweakAddXonly(new byte[32]);
        for (int i = 0; i < n; i++) {
            nonces[i] = new MuSig2.SecretNonce(keys[i], secrets[i], agg, MESSAGE);
            pubnonces[i] = nonces[i].pubnonce();
        }
        MuSig2.Session session =
                new MuSig2.Session(MuSig2.aggregateNonces(pubnonces), MESSAGE, agg);
        for (int i = 0; i < n; i++) {
            psigs[i] = session.sign(nonces[i], secrets[i]);
            assertTrue(session.verify(psigs[i], pubnonces[i], keys[i]));
            assertFalse(session.verify(psigs[i], pubnonces[i], keys[(i + 1) % n]));
            byte[] hybrid = keys[i].clone();
            hybrid[0] |= 4; // 06 or 07
            assertFalse(session.verify(psigs[i], pubnonces[i], hybrid));
        }
        assertTrue(Schnorr.verify(session.aggregate(psigs), MESSAGE, agg.xonly()));
    }

    @Test
    void noncesAreUsedOnce() {
        byte[] secret = Seckey.generate();
        byte[] key = Pubkey.create(secret);
        MuSig2.KeyAgg agg = MuSig2.KeyAgg.of(key);
        MuSig2.SecretNonce used = new MuSig2.SecretNonce(key, null, null, null);
        MuSig2.Session session = new MuSig2.Session(used.pubnonce(), MESSAGE, agg);
        session.sign(used, secret);
        refused(session, used, secret);

        MuSig2.SecretNonce closed = new MuSig2.SecretNonce(key, secret, agg, MESSAGE);
        closed.close();
        for (int i = 0; i < 132; i++) {
            assertEquals(0, closed.opaque.get(i), "a closed nonce is wiped");
        }
        refused(session, closed, secret);

        MuSig2.SecretNonce foreign = new MuSig2.SecretNonce(key, secret, agg, MESSAGE);
        refused(session, foreign, Seckey.generate());
        refused(session, foreign, secret); // the failure used it up
    }

    private static void refused(MuSig2.Session session, MuSig2.SecretNonce nonce, byte[] secret) {
        UfsecpException error =
                assertThrows(UfsecpException.class, () -> session.sign(nonce, secret));
        assertEquals(Status.NONCE, error.status());
    }

    @Test
    void badInputIsNamed() {
        byte[] key = Pubkey.create(Seckey.generate());
        byte[] none = new byte[33];
        UfsecpException error =
                assertThrows(UfsecpException.class, () -> MuSig2.KeyAgg.of(key, none));
        assertEquals(Status.PUBKEY_FORMAT, error.status());
        assertTrue(error.getMessage().contains("pubkeys33[1]"), error.getMessage());
        assertThrows(IllegalArgumentException.class, () -> MuSig2.KeyAgg.of());
        assertThrows(IllegalArgumentException.class, () -> MuSig2.KeyAgg.of(key, new byte[32]));
        assertThrows(NullPointerException.class, () -> MuSig2.KeyAgg.of(key, null));
        assertThrows(UfsecpException.class, () -> MuSig2.aggregateNonces(new byte[66]));
        assertThrows(UfsecpException.class,
                () -> new MuSig2.SecretNonce(none, null, null, null));
        assertThrows(UfsecpException.class,
                () -> new MuSig2.SecretNonce(key, new byte[32], null, null));
        assertThrows(UfsecpException.class, // random bytes of zeros
                () -> new MuSig2.SecretNonce(new byte[32], key, null, null, null, null));
        MuSig2.KeyAgg agg = MuSig2.KeyAgg.of(key);
        assertThrows(NullPointerException.class,
                () -> new MuSig2.Session(new byte[66], null, agg));
        byte[] noPoints = new byte[66];
        Arrays.fill(noPoints, (byte) 7);
        assertThrows(UfsecpException.class, () -> new MuSig2.Session(noPoints, MESSAGE, agg));
    }
}
