package org.ufsecp;

import java.nio.ByteBuffer;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Schnorr signatures (BIP-340): 64 bytes, of messages of any length. */
public final class Schnorr {
    private Schnorr() {}

    /** Signs a message. Constant time in the key and aux32.
     *
     * @param aux32 auxiliary randomness; null stands for 32 zero bytes */
    public static byte[] sign(byte[] msg, byte[] seckey32, byte[] aux32) {
        Check.notNull(msg, "msg");
        Check.size(seckey32, 32, "seckey32");
        Check.sizeOrNull(aux32, 32, "aux32");
        byte[] out = new byte[64];
        Check.ok(Native.schnorrSign(out, msg, null, seckey32, aux32), "Schnorr signature");
        return out;
    }

    /** Whether a signature by an x-only key is valid. */
    public static boolean verify(byte[] sig64, byte[] msg, byte[] xonly32) {
        return check(sig64, msg, xonly32) == Status.OK;
    }

    /** {@link #verify} with its reason. */
    public static Status check(byte[] sig64, byte[] msg, byte[] xonly32) {
        Check.size(sig64, 64, "sig64");
        Check.notNull(msg, "msg");
        Check.size(xonly32, 32, "xonly32");
        return Status.of(Native.schnorrCheck(sig64, msg, xonly32));
    }

    /** A secret key with its public key: it signs in half the time. Many threads may use one.
     *
     * <p>Both keys are outside of Java's heap, where nothing moves them. {@link #close} wipes
     * them. */
    public static final class Signer implements AutoCloseable {
        final ByteBuffer keypair = ByteBuffer.allocateDirect(65);
        private final ReadWriteLock lock = new ReentrantReadWriteLock();
        private boolean closed;

        /** A signer of this key. */
        public Signer(byte[] seckey32) {
            Check.size(seckey32, 32, "seckey32");
            Check.ok(Native.keypairCreate(keypair, seckey32), "seckey32");
        }

        /** The signature of {@link Schnorr#sign}. */
        public byte[] sign(byte[] msg, byte[] aux32) {
            Check.notNull(msg, "msg");
            Check.sizeOrNull(aux32, 32, "aux32");
            byte[] out = new byte[64];
            lock.readLock().lock();
            try {
                if (closed) {
                    throw new IllegalStateException("the signer is closed");
                }
                Check.ok(Native.schnorrSign(out, msg, keypair, null, aux32), "Schnorr signature");
            } finally {
                lock.readLock().unlock();
            }
            return out;
        }

        /** Wipes the keys. A second call does nothing. */
        @Override
        public void close() {
            lock.writeLock().lock();
            try {
                closed = true;
                Native.wipe(keypair);
            } finally {
                lock.writeLock().unlock();
            }
        }
    }
}
