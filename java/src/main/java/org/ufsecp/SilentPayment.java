package org.ufsecp;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Silent payments (BIP-352): payments to an address that do not show it.
 *
 * <p>An address is a scan key and a spend key, 66 bytes. The wallet adds "sp1q" and bech32m, and
 * decides which inputs count. An outpoint is the transaction id as serialized and the output number
 * in 4 little-endian bytes; it must be the smallest, byte by byte, of ALL inputs. */
public final class SilentPayment {
    /** The most outputs to one scan key in a transaction. */
    public static final int LIMIT = 2323;

    private static final int MOST_RECIPIENTS = 23255; // no block has room for more
    private static final int ROOM = 1024; // payments of a scan, before it runs again with more

    private SilentPayment() {}

    /** The sender's outputs, x-only keys of 32 bytes, one for each recipient in their order. All of
     * them must be in the transaction. Constant time in the secret keys.
     *
     * @param recipients66 addresses: scan key | spend key, which may have a label
     * @param taprootSeckeys32 keys of the taproot inputs that count (key path): the output key's
     * own, of either parity
     * @param plainSeckeys32 keys of all other inputs that count */
    public static byte[][] outputs(
            byte[][] recipients66, byte[] outpoint36, byte[][] taprootSeckeys32,
            byte[][] plainSeckeys32) {
        byte[] recipients = Check.joinAny(recipients66, 66, "recipients66");
        Check.size(outpoint36, 36, "outpoint36");
        checkLimits(recipients66);
        byte[] taproot = Check.joinAny(taprootSeckeys32, 32, "taprootSeckeys32");
        byte[] plain = null;
        byte[] out = new byte[32 * recipients66.length];
        try {
            plain = Check.joinAny(plainSeckeys32, 32, "plainSeckeys32");
            if (!Native.silentOutputs(out, recipients, outpoint36, taproot, plain)) {
                seckeys(taprootSeckeys32, "taprootSeckeys32");
                seckeys(plainSeckeys32, "plainSeckeys32");
                for (int i = 0; i < recipients66.length; i++) {
                    String name = "recipients66[" + i + "]";
                    Check.ok(Pubkey.check(Arrays.copyOf(recipients66[i], 33)), name);
                    Check.ok(Pubkey.check(Arrays.copyOfRange(recipients66[i], 33, 66)), name);
                }
                throw new UfsecpException("sum of the input keys, or an output", Status.NO_POINT);
            }
        } finally {
            Arrays.fill(taproot, (byte) 0);
            if (plain != null) {
                Arrays.fill(plain, (byte) 0);
            }
        }
        byte[][] outputs = new byte[recipients66.length][];
        for (int i = 0; i < outputs.length; i++) {
            outputs[i] = Arrays.copyOfRange(out, 32 * i, 32 * i + 32);
        }
        return outputs;
    }

    /** The tweak point of a transaction, 33 bytes: what a receiver needs beside the outputs, and an
     * index stores. Of public data, in variable time.
     *
     * @param xonlys32 x-only keys of the taproot inputs that count
     * @param pubkeys33 compressed keys of all other inputs that count
     * @throws UfsecpException with {@link Status#NO_POINT} if the keys add up to infinity, as none
     * do: such a transaction pays nobody silently */
    public static byte[] tweak(byte[] outpoint36, byte[][] xonlys32, byte[][] pubkeys33) {
        Check.size(outpoint36, 36, "outpoint36");
        byte[] xonlys = Check.joinAny(xonlys32, 32, "xonlys32");
        byte[] pubkeys = Check.joinAny(pubkeys33, 33, "pubkeys33");
        byte[] out = new byte[33];
        if (!Native.silentTweak(out, outpoint36, xonlys, pubkeys)) {
            for (int i = 0; i < xonlys32.length; i++) {
                byte[] lifted = new byte[33];
                lifted[0] = 2;
                System.arraycopy(xonlys32[i], 0, lifted, 1, 32);
                Check.ok(Pubkey.check(lifted), "xonlys32[" + i + "]");
            }
            for (int i = 0; i < pubkeys33.length; i++) {
                Check.ok(Pubkey.check(pubkeys33[i]), "pubkeys33[" + i + "]");
            }
            throw new UfsecpException("sum of the input keys", Status.NO_POINT);
        }
        return out;
    }

    private static void seckeys(byte[][] seckeys32, String name) {
        for (int i = 0; i < seckeys32.length; i++) {
            if (!Seckey.isValid(seckeys32[i])) {
                throw new UfsecpException(name + "[" + i + "]", Status.SECKEY);
            }
        }
    }

    private static void checkLimits(byte[][] recipients66) {
        if (recipients66.length > MOST_RECIPIENTS) {
            throw new IllegalArgumentException("recipients66 has " + recipients66.length
                    + " recipients, more than " + MOST_RECIPIENTS);
        }
        Map<ByteBuffer, Integer> counts = new HashMap<>();
        for (byte[] recipient : recipients66) {
            if (counts.merge(ByteBuffer.wrap(recipient, 0, 33), 1, Integer::sum) > LIMIT) {
                throw new IllegalArgumentException(
                        "recipients66 has more than " + LIMIT + " recipients of one scan key");
            }
        }
    }

    /** A payment that was found. */
    public static final class Payment {
        /** Which of the transactions; 0 in a scan of one. */
        public final long row;
        /** Which of the outputs of its transaction. */
        public final int output;
        /** The number of the label that was paid to, or -1 for none. */
        public final long label;
        /** The number of the output to this scan key (BIP-352). */
        public final int k;
        /** The output's secret key is {@link Seckey#tweakAdd} of the spend key and this. As secret
         * as the scan key, since it tells who is paid: overwrite it when done. */
        public final byte[] tweak32;

        private Payment(long[] numbers, int i, long[] labels, byte[] tweaks) {
            row = numbers[4 * i];
            output = (int) numbers[4 * i + 1];
            label = numbers[4 * i + 2] < 0 ? -1 : labels[(int) numbers[4 * i + 2]];
            k = (int) numbers[4 * i + 3];
            tweak32 = Arrays.copyOfRange(tweaks, 32 * i, 32 * i + 32);
        }
    }

    /** What {@link ScanKey#scanRows} found. */
    public static final class Scanned {
        /** Ordered by row and k. */
        public final List<Payment> payments;
        /** Rows whose tweak is no point; they are skipped. */
        public final List<Integer> bad;

        private Scanned(List<Payment> payments, List<Integer> bad) {
            this.payments = payments;
            this.bad = bad;
        }
    }

    /** A receiver: the secret scan key, the public spend key, and labels. Many threads may use one.
     *
     * <p>The scan key and what is made from it are outside of Java's heap, where nothing moves
     * them. {@link #close} wipes them. */
    public static final class ScanKey implements AutoCloseable {
        final ByteBuffer keys; // as native/silent.cpp has them
        private final ReadWriteLock lock = new ReentrantReadWriteLock();
        private final byte[] address;
        private final long[] labels;
        private boolean closed;

        /** A receiver without labels, who finds no change. */
        public ScanKey(byte[] scanSeckey32, byte[] spendPubkey33) {
            this(scanSeckey32, spendPubkey33, new long[0]);
        }

        /** A receiver with labels.
         *
         * @param labels their numbers, from 0 to 2^32 - 1. 0 is for change: with it change is
         * found, and nobody is ever given its address */
        public ScanKey(byte[] scanSeckey32, byte[] spendPubkey33, long[] labels) {
            Check.size(scanSeckey32, 32, "scanSeckey32");
            Check.size(spendPubkey33, 33, "spendPubkey33");
            this.labels = Check.notNull(labels, "labels").clone();
            for (long label : labels) {
                number(label, "labels");
            }
            long size = Native.silentKeysSize(labels.length);
            if (size == 0 || size > Integer.MAX_VALUE) {
                throw new IllegalArgumentException(labels.length + " labels are too many");
            }
            address = Arrays.copyOf(scanPubkey(scanSeckey32), 66);
            System.arraycopy(spendPubkey33, 0, address, 33, 33);
            Check.ok(Pubkey.check(spendPubkey33), "spendPubkey33");
            keys = ByteBuffer.allocateDirect((int) size);
            Check.ok(Native.silentKeys(keys, scanSeckey32, spendPubkey33, this.labels), "labels");
        }

        /** The address without a label, 66 bytes: scan key | spend key. */
        public byte[] address() {
            return address.clone();
        }

        /** The address with a label, 66 bytes. The scan finds payments to it if the label is one of
         * those of this object. */
        public byte[] address(long label) {
            number(label, "label");
            byte[] out = address.clone();
            open();
            try {
                Check.ok(Native.silentAddress(out, keys, label), "address");
            } finally {
                lock.readLock().unlock();
            }
            return out;
        }

        /** The payments in a whole transaction, ordered by k. Constant time in the scan key; the
         * time tells how many outputs are found, which, and by which labels.
         *
         * @param tweak33 of {@link SilentPayment#tweak}
         * @param outputs32 all taproot outputs; bytes that are no key match nothing */
        public List<Payment> scan(byte[] tweak33, byte[][] outputs32) {
            Check.size(tweak33, 33, "tweak33");
            byte[] outputs = Check.joinAny(outputs32, 32, "outputs32");
            int room = Math.min(outputs32.length, LIMIT);
            long[] numbers = new long[4 * room];
            byte[] tweaks = new byte[32 * room];
            open();
            try {
                int n = Native.silentScan(numbers, tweaks, keys, labels.length, tweak33, outputs);
                Check.ok(n < 0 ? n : 1, "tweak33");
                return payments(n, numbers, tweaks);
            } finally {
                lock.readLock().unlock();
                Arrays.fill(tweaks, (byte) 0);
            }
        }

        /** The payments in an index of many transactions. Constant time in the scan key, except for
         * how many payments there are, and where. {@link Ufsecp#setThreads} allows threads. The
         * buffers are read from their position; direct ones in place, others are copied.
         *
         * @param tweaks a point for each transaction
         * @param tweakSize 33, or 64 for x | y
         * @param outputs the taproot outputs of all transactions
         * @param outputSize 32, or 8 for their first bytes, by which a match is only likely
         * @param outputsAt n + 1 numbers: transaction i has the outputs from outputsAt[i] to before
         * outputsAt[i + 1]. Null if each has one */
        public Scanned scanRows(
                ByteBuffer tweaks, int tweakSize, ByteBuffer outputs, int outputSize,
                long[] outputsAt) {
            return rows(tweaks, tweakSize, outputs, outputSize, outputsAt);
        }

        /** The same. */
        public Scanned scanRows(
                byte[] tweaks, int tweakSize, byte[] outputs, int outputSize, long[] outputsAt) {
            return rows(tweaks, tweakSize, outputs, outputSize, outputsAt);
        }

        /** Wipes the keys. A second call does nothing. */
        @Override
        public void close() {
            lock.writeLock().lock();
            try {
                closed = true;
                Native.wipe(keys);
            } finally {
                lock.writeLock().unlock();
            }
        }

        private Scanned rows(
                Object tweaks, int tweakSize, Object outputs, int outputSize, long[] outputsAt) {
            Batch.Column points = Batch.Column.of(Check.notNull(tweaks, "tweaks"), "tweaks");
            Batch.Column outs = Batch.Column.of(Check.notNull(outputs, "outputs"), "outputs");
            int n = points.rows(tweakSize, 33, 64);
            int all = outs.rows(outputSize, 32, 8);
            long[] bounds = outputsAt == null ? null : outputsAt.clone();
            checkBounds(bounds, n, all);
            byte[] ok = new byte[n];
            int room = ROOM;
            open();
            try {
                while (true) {
                    long[] numbers = new long[4 * room];
                    byte[] found = new byte[32 * room];
                    try {
                        long count = Native.silentScanRows(
                                numbers, found, ok, keys, labels.length, points.isArray(),
                                points.base, points.at, tweakSize, outs.isArray(), outs.base,
                                outs.at, outputSize, bounds, n, all);
                        if (count <= room) {
                            return new Scanned(payments((int) count, numbers, found), bad(ok));
                        }
                        if (count > Integer.MAX_VALUE / 32) {
                            throw new OutOfMemoryError(
                                    "ufsecp: no array has room for " + count + " payments");
                        }
                        room = (int) count;
                    } finally {
                        Arrays.fill(found, (byte) 0);
                    }
                }
            } finally {
                lock.readLock().unlock();
            }
        }

        private static void checkBounds(long[] bounds, int n, int outputs) {
            if (bounds == null) {
                if (outputs != n) {
                    throw new IllegalArgumentException(
                            "outputs has " + outputs + " outputs for " + n + " transactions");
                }
                return;
            }
            if (bounds.length != n + 1L) {
                throw new IllegalArgumentException(
                        "outputsAt has " + bounds.length + " numbers, not " + (n + 1L));
            }
            long last = 0;
            for (long at : bounds) {
                if (at < last || at > outputs) {
                    throw new IllegalArgumentException("outputsAt has " + at + " after " + last
                            + ", of " + outputs + " outputs");
                }
                last = at;
            }
        }

        private List<Payment> payments(int n, long[] numbers, byte[] tweaks) {
            List<Payment> payments = new ArrayList<>(n);
            for (int i = 0; i < n; i++) {
                payments.add(new Payment(numbers, i, labels, tweaks));
            }
            return payments;
        }

        private static List<Integer> bad(byte[] ok) {
            List<Integer> bad = new ArrayList<>();
            for (int i = 0; i < ok.length; i++) {
                if (ok[i] == 0) {
                    bad.add(i);
                }
            }
            return bad;
        }

        /** Takes the lock, which the caller gives back. */
        private void open() {
            lock.readLock().lock();
            if (closed) {
                lock.readLock().unlock();
                throw new IllegalStateException("the scan key is closed");
            }
        }

        private static byte[] scanPubkey(byte[] scanSeckey32) {
            byte[] out = new byte[33];
            Check.ok(Native.pubkeyCreate(out, scanSeckey32), "scanSeckey32");
            return out;
        }

        private static void number(long label, String name) {
            if (label < 0 || label > 0xffffffffL) {
                throw new IllegalArgumentException(
                        name + " is from 0 to 2^32 - 1, not " + label);
            }
        }
    }
}
