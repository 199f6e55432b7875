package org.ufsecp;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Silent payments: the vectors of BIP-352, both ways; indexes of many transactions; wiping,
 * threads, bad input. */
class SilentPaymentTest {
    private static final byte[] SCAN = Vectors.hex(String.format("%064x", 0xcafe));
    private static final byte[] SPEND = Vectors.hex(String.format("%064x", 0xbeef));
    private static final byte[] SENDER = Vectors.hex(String.format("%064x", 0xfeed));
    private static final byte[] OUTPOINT = new byte[36];
    private static final byte[][] NONE = {};

    private static String hex(byte[] bytes) {
        StringBuilder out = new StringBuilder();
        for (byte b : bytes) {
            out.append(String.format("%02x", b));
        }
        return out.toString();
    }

    private static SilentPayment.ScanKey receiver(long... labels) {
        return new SilentPayment.ScanKey(SCAN, Pubkey.create(SPEND), labels);
    }

    private static Status status(Runnable call) {
        return assertThrows(UfsecpException.class, call::run).status();
    }

    @Test
    void sendVectors() throws Exception {
        int sent = 0;
        int refused = 0;
        for (Vectors.Case c : Vectors.read("bip352.json")) {
            if (!c.text("kind").equals("send")) {
                continue;
            }
            List<byte[]> recipients = new ArrayList<>();
            for (Object item : c.values("recipients")) {
                List<?> pair = (List<?>) item;
                for (int i = ((Double) pair.get(1)).intValue(); i > 0; i--) {
                    recipients.add(Vectors.hex((String) pair.get(0)));
                }
            }
            byte[][] to = recipients.toArray(new byte[0][]);
            byte[][] taproot = c.list("taproot_seckeys");
            byte[][] plain = c.list("plain_seckeys");
            Set<Set<Object>> right = new HashSet<>();
            for (Object set : c.values("outputs")) {
                right.add(new HashSet<>((List<?>) set));
            }
            if (to.length > SilentPayment.LIMIT) {
                ApiTest.named("more than 2323 recipients of one scan key",
                        () -> SilentPayment.outputs(to, c.bytes("outpoint"), taproot, plain));
                refused++;
            } else if (right.contains(new HashSet<>())) {
                assertEquals(Status.NO_POINT, status(
                        () -> SilentPayment.outputs(to, c.bytes("outpoint"), taproot, plain)));
                refused++;
            } else {
                Set<Object> made = new HashSet<>();
                for (byte[] out :
                        SilentPayment.outputs(to, c.bytes("outpoint"), taproot, plain)) {
                    made.add(hex(out));
                }
                assertTrue(right.contains(made), c::toString);
                sent++;
            }
        }
        assertEquals(25, sent);
        assertEquals(3, refused);
    }

    private static long[] labels(Vectors.Case c) {
        return c.values("labels").stream().mapToLong(n -> ((Double) n).longValue()).toArray();
    }

    @Test
    void receiveVectors() throws Exception {
        int payments = 0;
        int labelled = 0;
        int refused = 0;
        for (Vectors.Case c : Vectors.read("bip352.json")) {
            if (!c.text("kind").equals("receive")) {
                continue;
            }
            byte[][] xonlys = c.list("xonlys");
            byte[][] pubkeys = c.list("pubkeys");
            if (!c.has("tweak")) {
                assertEquals(Status.NO_POINT, status(
                        () -> SilentPayment.tweak(c.bytes("outpoint"), xonlys, pubkeys)));
                refused++;
                continue;
            }
            byte[] tweak = SilentPayment.tweak(c.bytes("outpoint"), xonlys, pubkeys);
            assertArrayEquals(c.bytes("tweak"), tweak, c::toString);
            byte[][] outputs = c.list("outputs");
            byte[] spend = c.bytes("spend_seckey");
            long[] labels = labels(c);
            try (SilentPayment.ScanKey key = new SilentPayment.ScanKey(
                    c.bytes("scan_seckey"), Pubkey.create(spend), labels)) {
                Set<Object> addresses = new HashSet<>();
                addresses.add(hex(key.address()));
                for (long label : labels) {
                    addresses.add(hex(key.address(label)));
                }
                assertEquals(new HashSet<>(c.values("addresses")), addresses);
                List<SilentPayment.Payment> found = key.scan(tweak, outputs);
                assertEquals(c.number("n_found"), found.size(), c::toString);
                Map<Object, Object> tweaks = new HashMap<>();
                for (SilentPayment.Payment payment : found) {
                    byte[] seckey = Seckey.tweakAdd(spend, payment.tweak32);
                    assertArrayEquals(outputs[payment.output], Pubkey.createXonly(seckey));
                    assertEquals(found.indexOf(payment), payment.k);
                    assertEquals(0, payment.row);
                    assertTrue(payment.label == -1
                            || Arrays.stream(labels).anyMatch(n -> n == payment.label));
                    labelled += payment.label == -1 ? 0 : 1;
                    tweaks.put(hex(outputs[payment.output]), hex(payment.tweak32));
                }
                for (Object item : c.values("found")) {
                    List<?> expected = (List<?>) item;
                    assertTrue(tweaks.containsKey(expected.get(0)), c::toString);
                    if (expected.get(1) != null) {
                        assertEquals(expected.get(1), tweaks.get(expected.get(0)));
                    }
                }
                payments += found.size();
                byte[] flat = ApiTest.join(outputs);
                long[] bounds = {0, outputs.length};
                same(found, key.scanRows(tweak, 33, flat, 32, bounds).payments, 0);
            }
        }
        assertEquals(2, refused);
        assertEquals(2323 + 32, payments);
        assertTrue(labelled > 5, "with a label: " + labelled);
    }

    private static void same(
            List<SilentPayment.Payment> expected, List<SilentPayment.Payment> found, long row) {
        assertEquals(expected.size(), found.size());
        for (int i = 0; i < found.size(); i++) {
            SilentPayment.Payment a = expected.get(i);
            SilentPayment.Payment b = found.get(i);
            assertEquals(row, b.row);
            assertEquals(a.output, b.output);
            assertEquals(a.label, b.label);
            assertEquals(a.k, b.k);
            assertArrayEquals(a.tweak32, b.tweak32);
        }
    }

    /** A transaction with a payment without a label, one to label 7 and change, and a stranger. */
    private static byte[][] paid(SilentPayment.ScanKey key) {
        byte[][] to = {key.address(), key.address(7), key.address(0)};
        byte[][] made = SilentPayment.outputs(to, OUTPOINT, new byte[][] {SENDER}, NONE);
        return new byte[][] {made[2], Pubkey.createXonly(SCAN), made[0], made[1]};
    }

    private static byte[] tweak() {
        return SilentPayment.tweak(OUTPOINT, new byte[][] {Pubkey.createXonly(SENDER)}, NONE);
    }

    @Test
    void rows() {
        int n = 3000;
        try (SilentPayment.ScanKey key = receiver(0, 7, 0xffffffffL)) {
            byte[][] outputs = paid(key);
            byte[] tweaks = new byte[33 * n];
            byte[] wide = new byte[64 * n];
            List<byte[]> all = new ArrayList<>();
            long[] bounds = new long[n + 1];
            byte[] stranger = Pubkey.createXonly(SPEND);
            for (int i = 0; i < n; i++) {
                byte[] point = i % 4 == 1 ? tweak() : Pubkey.create(SPEND);
                if (i == 10) {
                    point = new byte[33];
                } else {
                    System.arraycopy(Pubkey.decompress(point), 1, wide, 64 * i, 64);
                }
                System.arraycopy(point, 0, tweaks, 33 * i, 33);
                all.addAll(i % 4 == 1 ? Arrays.asList(outputs)
                        : i % 4 == 2 ? new ArrayList<>() : Arrays.asList(stranger));
                bounds[i + 1] = all.size();
            }
            byte[] flat = ApiTest.join(all.toArray(NONE));
            SilentPayment.Scanned found = key.scanRows(tweaks, 33, flat, 32, bounds);
            assertEquals(Arrays.asList(10), found.bad);
            List<SilentPayment.Payment> one = key.scan(tweak(), outputs);
            assertEquals(3, one.size());
            assertEquals(3 * n / 4, found.payments.size()); // more than there is room for at first
            for (int i = 1, at = 0; i < n; i += 4, at += 3) {
                same(one, found.payments.subList(at, at + 3), i);
            }

            byte[] brief = new byte[8 * all.size()];
            for (int i = 0; i < all.size(); i++) {
                System.arraycopy(all.get(i), 0, brief, 8 * i, 8);
            }
            SilentPayment.Scanned again =
                    key.scanRows(BatchTest.direct(wide), 64, BatchTest.direct(brief), 8, bounds);
            assertEquals(Arrays.asList(10), again.bad);
            assertEquals(found.payments.size(), again.payments.size());
            for (int i = 1, at = 0; i < n; i += 4, at += 3) {
                same(one, again.payments.subList(at, at + 3), i);
            }
            SilentPayment.Scanned heap = key.scanRows(ByteBuffer.wrap(tweaks).asReadOnlyBuffer(),
                    33, ByteBuffer.wrap(flat), 32, bounds);
            assertEquals(found.payments.size(), heap.payments.size());

            // One output each; no transactions
            List<SilentPayment.Payment> single =
                    key.scanRows(tweak(), 33, outputs[2], 32, null).payments;
            assertEquals(1, single.size());
            assertArrayEquals(one.get(0).tweak32, single.get(0).tweak32);
            assertTrue(key.scanRows(new byte[0], 33, new byte[0], 32, null).payments.isEmpty());
            assertTrue(key.scan(tweak(), NONE).isEmpty());
        }
    }

    @Test
    void labelsFindTheirOwn() {
        try (SilentPayment.ScanKey none = new SilentPayment.ScanKey(SCAN, Pubkey.create(SPEND));
                SilentPayment.ScanKey change = receiver(0);
                SilentPayment.ScanKey all = receiver(7, 0)) {
            byte[][] outputs = paid(none);
            assertEquals(1, none.scan(tweak(), outputs).size());
            assertArrayEquals(none.address(7), all.address(7));
            assertFalse(Arrays.equals(none.address(0), none.address(7)));
            assertEquals(0, none.scan(tweak(), Arrays.copyOf(outputs, 1)).size());
            List<SilentPayment.Payment> found = all.scan(tweak(), outputs);
            assertEquals(Arrays.asList(-1L, 7L, 0L), Arrays.asList(
                    found.get(0).label, found.get(1).label, found.get(2).label));
            // What follows a label that is not known is not found (BIP-352).
            assertEquals(1, change.scan(tweak(), outputs).size());
        }
    }

    @Test
    void closedKeys() {
        SilentPayment.ScanKey key = receiver(0, 7);
        byte[] address = key.address();
        byte[][] outputs = paid(key);
        for (Object object : new Object[] {key, key.scan(tweak(), outputs).get(0)}) {
            String text = object.toString(); // shows nothing of the keys
            assertTrue(text.matches("org.ufsecp.SilentPayment.\\w+@[0-9a-f]{1,8}"), text);
        }
        boolean held = false;
        for (int i = 0; i < key.keys.capacity(); i++) {
            held |= key.keys.get(i) != 0;
        }
        assertTrue(held);
        key.close();
        key.close();
        for (int i = 0; i < key.keys.capacity(); i++) {
            assertEquals(0, key.keys.get(i), "a closed key is wiped");
        }
        assertArrayEquals(address, key.address());
        assertThrows(IllegalStateException.class, () -> key.address(7));
        assertThrows(IllegalStateException.class, () -> key.scan(tweak(), outputs));
        assertThrows(IllegalStateException.class,
                () -> key.scanRows(tweak(), 33, outputs[0], 32, null));
        // The lock is free: closing again does not wait.
        key.close();
    }

    @Test
    void threads() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<?>> done = new ArrayList<>();
        try (SilentPayment.ScanKey key = receiver(0, 7)) {
            byte[][] outputs = paid(key);
            byte[] tweak = tweak();
            List<SilentPayment.Payment> one = key.scan(tweak, outputs);
            for (int t = 0; t < 4; t++) {
                done.add(pool.submit(() -> {
                    for (int i = 0; i < 50; i++) {
                        same(one, key.scan(tweak, outputs), 0);
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

    @Test
    void badData() {
        byte[] spend = Pubkey.create(SPEND);
        byte[] address = ApiTest.join(Pubkey.create(SCAN), spend);
        byte[][] to = {address};
        byte[][] one = {SENDER};
        for (byte[] bad : new byte[][] {ApiTest.ZERO, ApiTest.N}) {
            assertEquals(Status.SECKEY, status(() -> new SilentPayment.ScanKey(bad, spend)));
            UfsecpException error = assertThrows(UfsecpException.class,
                    () -> SilentPayment.outputs(to, OUTPOINT, one, new byte[][] {SENDER, bad}));
            assertEquals(Status.SECKEY, error.status());
            assertTrue(error.getMessage().startsWith("plainSeckeys32[1]"), error.getMessage());
            assertEquals(Status.SECKEY, status(
                    () -> SilentPayment.outputs(to, OUTPOINT, new byte[][] {bad}, NONE)));
        }
        assertEquals(Status.PUBKEY_FORMAT,
                status(() -> new SilentPayment.ScanKey(SCAN, new byte[33])));
        for (int at : new int[] {0, 33}) {
            byte[] broken = address.clone();
            broken[at] = 4;
            UfsecpException error = assertThrows(UfsecpException.class,
                    () -> SilentPayment.outputs(
                            new byte[][] {address, broken}, OUTPOINT, one, NONE));
            assertEquals(Status.PUBKEY_FORMAT, error.status());
            assertTrue(error.getMessage().startsWith("recipients66[1]"), error.getMessage());
        }
        byte[] large = new byte[32];
        Arrays.fill(large, (byte) 0xff);
        assertEquals(Status.PUBKEY_RANGE, status(
                () -> SilentPayment.tweak(OUTPOINT, new byte[][] {large}, NONE)));
        assertEquals(Status.PUBKEY_FORMAT, status(
                () -> SilentPayment.tweak(OUTPOINT, NONE, new byte[][] {spend, new byte[33]})));
        assertEquals(Status.NO_POINT, status(() -> SilentPayment.outputs(
                to, OUTPOINT, NONE, new byte[][] {SENDER, Seckey.negate(SENDER)})));
        assertEquals(0, SilentPayment.outputs(NONE, OUTPOINT, one, NONE).length);
        try (SilentPayment.ScanKey key = receiver()) {
            assertEquals(Status.PUBKEY_FORMAT, status(() -> key.scan(new byte[33], NONE)));
        }
    }

    @Test
    void badArguments() {
        byte[] spend = Pubkey.create(SPEND);
        byte[][] to = {ApiTest.join(spend, spend)};
        byte[][] one = {SENDER};
        byte[][] brief = {new byte[31]};
        ApiTest.named("scanSeckey32 has 31", () -> new SilentPayment.ScanKey(brief[0], spend));
        ApiTest.named("spendPubkey33 has 31", () -> new SilentPayment.ScanKey(SCAN, brief[0]));
        ApiTest.named("labels is from 0 to 2^32 - 1, not -1", () -> receiver(1, -1));
        ApiTest.named("not 4294967296", () -> receiver(1L << 32));
        ApiTest.named("recipients66[0] has 31",
                () -> SilentPayment.outputs(brief, OUTPOINT, one, NONE));
        ApiTest.named("outpoint36 has 32", () -> SilentPayment.outputs(to, SCAN, one, NONE));
        ApiTest.named("taprootSeckeys32[0] has 31",
                () -> SilentPayment.outputs(to, OUTPOINT, brief, NONE));
        ApiTest.named("plainSeckeys32[0] has 31",
                () -> SilentPayment.outputs(to, OUTPOINT, one, brief));
        byte[][] crowd = new byte[23256][];
        Arrays.fill(crowd, to[0]);
        ApiTest.named("23256 recipients", () -> SilentPayment.outputs(crowd, OUTPOINT, one, NONE));
        ApiTest.named("xonlys32[0] has 31", () -> SilentPayment.tweak(OUTPOINT, brief, NONE));
        ApiTest.named("pubkeys33[0] has 31", () -> SilentPayment.tweak(OUTPOINT, NONE, brief));
        ApiTest.nulls("plainSeckeys32", () -> SilentPayment.outputs(to, OUTPOINT, one, null));
        ApiTest.nulls("labels", () -> new SilentPayment.ScanKey(SCAN, spend, null));
        try (SilentPayment.ScanKey key = receiver(0)) {
            byte[] two = new byte[66];
            byte[] outs = new byte[96];
            ApiTest.named("label is from 0", () -> key.address(-1));
            ApiTest.named("tweak33 has 32", () -> key.scan(SCAN, NONE));
            ApiTest.named("outputs32[0] has 31", () -> key.scan(spend, brief));
            ApiTest.named("rows of 33 or 64 bytes, not 32",
                    () -> key.scanRows(two, 32, outs, 32, null));
            ApiTest.named("rows of 32 or 8 bytes, not 0",
                    () -> key.scanRows(two, 33, outs, 0, null));
            ApiTest.named("tweaks has 65", () -> key.scanRows(new byte[65], 33, outs, 32, null));
            ApiTest.named("3 outputs for 2", () -> key.scanRows(two, 33, outs, 32, null));
            ApiTest.named("outputsAt has 2 numbers, not 3",
                    () -> key.scanRows(two, 33, outs, 32, new long[2]));
            for (long[] bounds : new long[][] {{-1, 0, 3}, {0, 2, 1}, {0, 1, 4}}) {
                ApiTest.named("of 3 outputs", () -> key.scanRows(two, 33, outs, 32, bounds));
            }
            ApiTest.nulls("tweaks", () -> key.scanRows((byte[]) null, 33, outs, 32, null));
            ApiTest.nulls("outputs", () -> key.scanRows(two, 33, null, 32, null));
            ApiTest.nulls("outputs32[0]", () -> key.scan(spend, new byte[1][]));
        }
    }
}
