package org.ufsecp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** ElligatorSwift: the vectors of BIP-324, two parties, bad input. */
class EllSwiftTest {
    private static final byte[] KEY = Vectors.hex(String.format("%064x", 0xcafe));

    private static void decodes(byte[] ell, Vectors.Case c) {
        byte[] key = EllSwift.decode(ell);
        assertArrayEquals(c.bytes("x"), Arrays.copyOfRange(key, 1, 33), c::toString);
        assertTrue(Pubkey.isValid(key), c::toString);
    }

    @Test
    void vectors() throws Exception {
        Map<String, Integer> counts = new TreeMap<>();
        for (Vectors.Case c : Vectors.read("bip324.json")) {
            String kind = c.text("kind");
            byte[] key = c.bytes("seckey");
            byte[] ell = c.bytes("ell");
            switch (kind) {
                case "inverse":
                    for (Object t : c.values("ts")) {
                        if (t != null) {
                            decodes(ApiTest.join(c.bytes("u"), Vectors.hex((String) t)), c);
                        }
                    }
                    break;
                case "secret":
                    boolean initiator = c.number("party") == 0;
                    assertArrayEquals(c.bytes("secret"),
                            EllSwift.secret(ell, c.bytes("theirs"), key, initiator), c::toString);
                    assertFalse(Arrays.equals(c.bytes("secret"),
                            EllSwift.secret(ell, c.bytes("theirs"), key, !initiator)));
                    break;
                case "create":
                    assertArrayEquals(ell, EllSwift.create(key, c.bytes("random")), c::toString);
                    assertArrayEquals(Pubkey.create(key), EllSwift.decode(ell), c::toString);
                    break;
                case "encode":
                    byte[] pubkey = Pubkey.create(key);
                    byte[] random = c.bytes("random");
                    assertArrayEquals(ell, EllSwift.encode(pubkey, random), c::toString);
                    assertArrayEquals(
                            ell, EllSwift.encode(Pubkey.decompress(pubkey), random), c::toString);
                    assertArrayEquals(pubkey, EllSwift.decode(ell), c::toString);
                    break;
                default:
                    decodes(ell, c);
            }
            counts.merge(kind, 1, Integer::sum);
        }
        assertEquals(
                "{create=24, decode=76, encode=24, inverse=32, secret=7}", counts.toString());
    }

    @Test
    void twoParties() {
        byte[] a = Seckey.generate();
        byte[] b = Seckey.generate();
        byte[] fromA = EllSwift.create(a);
        byte[] fromB = EllSwift.encode(Pubkey.create(b));
        assertArrayEquals(Pubkey.create(a), EllSwift.decode(fromA));
        assertArrayEquals(Pubkey.create(b), EllSwift.decode(fromB));
        assertFalse(Arrays.equals(fromA, EllSwift.create(a)), "drawn anew");
        assertFalse(Arrays.equals(fromB, EllSwift.encode(Pubkey.create(b))), "drawn anew");
        assertArrayEquals(EllSwift.secret(fromA, fromB, a, true),
                EllSwift.secret(fromB, fromA, b, false));
    }

    private static void refused(Status status, Runnable call) {
        assertEquals(status, assertThrows(UfsecpException.class, call::run).status());
    }

    @Test
    void badInput() {
        byte[] ell = EllSwift.create(KEY);
        byte[] pubkey = Pubkey.create(KEY);
        for (byte[] bad : new byte[][] {ApiTest.ZERO, ApiTest.N}) {
            refused(Status.SECKEY, () -> EllSwift.create(bad));
            refused(Status.SECKEY, () -> EllSwift.create(bad, null));
            refused(Status.SECKEY, () -> EllSwift.secret(ell, ell, bad, true));
        }
        byte[] hybrid = Pubkey.decompress(pubkey);
        hybrid[0] = (byte) (6 + (hybrid[64] & 1));
        refused(Status.PUBKEY_FORMAT, () -> EllSwift.encode(hybrid));
        refused(Status.PUBKEY_FORMAT, () -> EllSwift.encode(new byte[33]));
        byte[] large = new byte[33];
        Arrays.fill(large, (byte) 0xff);
        large[0] = 2;
        refused(Status.PUBKEY_RANGE, () -> EllSwift.encode(large, KEY));
        for (int size : new int[] {0, 31, 33, 100000}) {
            byte[] wrong = new byte[size];
            ApiTest.named("seckey32 has " + size, () -> EllSwift.create(wrong));
            ApiTest.named("random32 has " + size, () -> EllSwift.create(KEY, wrong));
            ApiTest.named("random32 has " + size, () -> EllSwift.encode(pubkey, wrong));
            ApiTest.named("ell64 has " + size, () -> EllSwift.decode(wrong));
            ApiTest.named("ours64 has " + size, () -> EllSwift.secret(wrong, ell, KEY, true));
            ApiTest.named("theirs64 has " + size, () -> EllSwift.secret(ell, wrong, KEY, true));
            ApiTest.named("seckey32 has " + size, () -> EllSwift.secret(ell, ell, wrong, true));
        }
        ApiTest.named("pubkey has 32", () -> EllSwift.encode(ApiTest.ZERO));
        ApiTest.nulls("seckey32", () -> EllSwift.create(null));
        ApiTest.nulls("random32", () -> EllSwift.encode(pubkey, null));
        ApiTest.nulls("theirs64", () -> EllSwift.secret(ell, null, KEY, true));
        ApiTest.nulls("ell64", () -> EllSwift.decode(null));
    }
}
