package org.ufsecp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Published vectors through every class. Valid and invalid cases are counted, so that none is lost
 * silently. */
class VectorTest {
    @Test
    void bip340() throws Exception {
        int signed = 0;
        int invalid = 0;
        for (Vectors.Case c : Vectors.read("bip340.json")) {
            byte[] sig = c.bytes("sig");
            byte[] msg = c.bytes("msg");
            boolean valid = c.flag("result");
            assertEquals(valid, Schnorr.verify(sig, msg, c.bytes("pubkey")), c::toString);
            invalid += valid ? 0 : 1;
            if (c.has("seckey")) {
                byte[] key = c.bytes("seckey");
                assertArrayEquals(sig, Schnorr.sign(msg, key, c.bytes("aux")), c::toString);
                assertArrayEquals(c.bytes("pubkey"), Pubkey.createXonly(key));
                try (Schnorr.Signer signer = new Schnorr.Signer(key)) {
                    assertArrayEquals(sig, signer.sign(msg, c.bytes("aux")), c::toString);
                }
                signed++;
            }
        }
        assertEquals(8, signed);
        assertEquals(10, invalid);
    }

    @Test
    void rfc6979() throws Exception {
        int n = 0;
        for (Vectors.Case c : Vectors.read("rfc6979.json")) {
            byte[] key = c.bytes("seckey");
            byte[] hash = c.bytes("hash32");
            byte[] extra = c.bytes("extra");
            assertArrayEquals(c.bytes("sig"), Ecdsa.sign(hash, key, extra), c::toString);
            byte[] sig65 = Ecdsa.signRecoverable(hash, key, extra);
            assertArrayEquals(c.bytes("sig"), Arrays.copyOf(sig65, 64));
            assertEquals(c.number("recid"), sig65[64]);
            assertArrayEquals(Pubkey.create(key), Ecdsa.recover(sig65, hash));
            n++;
        }
        assertEquals(242, n);
    }

    @Test
    void recovery() throws Exception {
        int refused = 0;
        for (Vectors.Case c : Vectors.read("recovery.json")) {
            byte[] sig = c.bytes("sig");
            byte[] hash = c.bytes("hash32");
            int recid = c.number("recid");
            if (c.has("pubkey")) {
                byte[] found = Ecdsa.recover(sig, recid, hash);
                assertArrayEquals(c.bytes("pubkey"), Pubkey.decompress(found), c::toString);
            } else {
                assertThrows(UfsecpException.class, () -> Ecdsa.recover(sig, recid, hash));
                refused++;
            }
        }
        assertTrue(refused > 20, "refused: " + refused);
    }

    @Test
    void wycheproofDer() throws Exception {
        int valid = 0;
        int invalid = 0;
        for (Vectors.Case c : Vectors.read("wycheproof_ecdsa.json")) {
            boolean lowSOnly = c.text("file").contains("bitcoin");
            boolean verdict;
            try {
                byte[] sig = Ecdsa.fromDer(c.bytes("sig"));
                verdict = Ecdsa.verify(
                        sig, c.bytes("hash32"), c.bytes("pubkey"), lowSOnly ? Ecdsa.LOW_S : 0);
            } catch (UfsecpException error) {
                assertEquals(Status.DER, error.status());
                verdict = false;
            }
            assertEquals(c.text("result").equals("valid"), verdict, c::toString);
            valid += verdict ? 1 : 0;
            invalid += verdict ? 0 : 1;
        }
        assertEquals(3513, valid + invalid);
        assertTrue(valid > 1000 && invalid > 1000, valid + " valid, " + invalid + " not");
    }

    @Test
    void wycheproofCompact() throws Exception {
        int wrongLength = 0;
        for (Vectors.Case c : Vectors.read("wycheproof_ecdsa_p1363.json")) {
            byte[] sig = c.bytes("sig");
            boolean verdict = false;
            if (sig.length == 64) {
                verdict = Ecdsa.verify(sig, c.bytes("hash32"), c.bytes("pubkey"));
            } else {
                assertThrows(IllegalArgumentException.class,
                        () -> Ecdsa.verify(sig, c.bytes("hash32"), c.bytes("pubkey")));
                wrongLength++;
            }
            assertEquals(c.text("result").equals("valid"), verdict, c::toString);
        }
        assertTrue(wrongLength > 10, "of a wrong length: " + wrongLength);
    }

    @Test
    void wycheproofEcdh() throws Exception {
        int shared = 0;
        for (Vectors.Case c : Vectors.read("wycheproof_ecdh.json")) {
            byte[] point = c.bytes("point");
            if (point == null || (point.length != 33 && point.length != 65)) {
                continue;
            }
            if (c.text("result").equals("valid")) {
                assertArrayEquals(
                        c.bytes("shared"), Ecdh.x(point, c.bytes("seckey")), c::toString);
                shared++;
            } else if (!Pubkey.isValid(point)) {
                assertThrows(UfsecpException.class, () -> Ecdh.x(point, c.bytes("seckey")));
            }
        }
        assertTrue(shared > 400, "shared: " + shared);
    }

    @Test
    void multiples() throws Exception {
        byte[] generator = Pubkey.create(Vectors.hex(String.format("%064x", 1)));
        for (Vectors.Case c : Vectors.read("mult.json")) {
            byte[] k = c.bytes("k");
            byte[] point = c.bytes("point");
            if (!c.has("product")) { // k is zero
                assertThrows(UfsecpException.class, () -> Multiply.point(k, point));
                assertThrows(UfsecpException.class, () -> Multiply.pointVar(k, point));
                continue;
            }
            byte[] product = Pubkey.compress(c.bytes("product"));
            assertArrayEquals(product, Multiply.point(k, point), c::toString);
            assertArrayEquals(product, Multiply.pointVar(k, point), c::toString);
            assertArrayEquals(product, Pubkey.tweakMul(point, k), c::toString);
            if (Arrays.equals(point, generator)) {
                assertArrayEquals(product, Multiply.generator(k), c::toString);
                assertArrayEquals(product, Multiply.generatorVar(k), c::toString);
            }
            assertArrayEquals(c.bytes("ecdh"), Ecdh.secret(point, k), c::toString);
        }
    }

    @Test
    void points() throws Exception {
        for (Vectors.Case c : Vectors.read("points.json")) {
            byte[] key = c.bytes("bytes");
            assertEquals(c.flag("valid"), Pubkey.isValid(key), c::toString);
            if (c.flag("valid")) {
                assertArrayEquals(c.bytes("point"), Pubkey.decompress(key));
                assertArrayEquals(c.bytes("compressed"), Pubkey.compress(key));
                assertArrayEquals(
                        c.bytes("compressed"), Pubkey.negate(Pubkey.negate(key)), c::toString);
            }
        }
    }

    @Test
    void taproot() throws Exception {
        int secret = 0;
        for (Vectors.Case c : Vectors.read("bip341.json")) {
            byte[] root = c.bytes("merkle_root");
            byte[] output = Pubkey.taproot(c.bytes("internal"), root);
            assertEquals(2 + c.number("parity"), output[0]);
            assertArrayEquals(c.bytes("output"), Arrays.copyOfRange(output, 1, 33));
            if (c.has("output_seckey")) {
                assertArrayEquals(
                        c.bytes("output_seckey"), Seckey.taproot(c.bytes("seckey"), root));
                secret++;
            }
        }
        assertTrue(secret > 0);
    }
}
