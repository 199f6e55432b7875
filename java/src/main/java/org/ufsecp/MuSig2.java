package org.ufsecp;

import java.nio.ByteBuffer;
import java.util.Arrays;

/** MuSig2 (BIP-327): several signers make one Schnorr signature by one aggregate key.
 *
 * <p>All signers aggregate the keys ({@link KeyAgg}). Each makes a {@link SecretNonce} and sends
 * its public nonce. With {@link #aggregateNonces} all begin a {@link Session}, in which each signs.
 * {@link Session#aggregate} makes the signature. */
public final class MuSig2 {
    private MuSig2() {}

    /** Adds up the public nonces, 66 bytes each, of all signers. */
    public static byte[] aggregateNonces(byte[]... pubnonces66) {
        byte[] out = new byte[66];
        int[] bad = {-1};
        byte[] all = Check.join(pubnonces66, 66, "pubnonces66");
        Check.ok(Native.musigNonceAgg(out, all, bad), "aggregate nonce", "pubnonces66", bad);
        return out;
    }

    /** An aggregate key with its tweaks. Immutable. */
    public static final class KeyAgg {
        final byte[] opaque;

        private KeyAgg(byte[] opaque) {
            this.opaque = opaque;
        }

        /** Aggregates compressed keys. Their order matters. */
        public static KeyAgg of(byte[]... pubkeys33) {
            byte[] out = new byte[197];
            int[] bad = {-1};
            byte[] all = Check.join(pubkeys33, 33, "pubkeys33");
            Check.ok(Native.musigAggregate(out, all, bad), "aggregate key", "pubkeys33", bad);
            return new KeyAgg(out);
        }

        /** The aggregate key in 33 bytes. */
        public byte[] pubkey() {
            byte[] out = new byte[33];
            Native.musigPubkey(out, opaque);
            return out;
        }

        /** The aggregate key, x-only: the signature is verified by it. */
        public byte[] xonly() {
            return Arrays.copyOfRange(pubkey(), 1, 33);
        }

        /** With tweak*G added, as BIP-32 derives keys. */
        public KeyAgg tweakAdd(byte[] tweak32) {
            return tweak(tweak32, false);
        }

        /** With tweak*G added to the x-only key, as taproot does. */
        public KeyAgg tweakAddXonly(byte[] tweak32) {
            return tweak(tweak32, true);
        }

        private KeyAgg tweak(byte[] tweak32, boolean xonly) {
            Check.size(tweak32, 32, "tweak32");
            byte[] out = new byte[197];
            Check.ok(Native.musigTweak(out, opaque, tweak32, xonly), "tweaked aggregate key");
            return new KeyAgg(out);
        }
    }

    /** A secret nonce, for one signature. Outside of Java's heap; signing and closing wipe it. */
    public static final class SecretNonce implements AutoCloseable {
        final ByteBuffer opaque = ByteBuffer.allocateDirect(132);
        private final byte[] pubnonce = new byte[66];

        /** A nonce from fresh randomness.
         *
         * @param pubkey33 the signer's
         * @param seckey32 the signer's, or null: like what follows it protects against bad
         * randomness
         * @param keyAgg the aggregate key, or null
         * @param msg the message, or null if it is not known yet */
        public SecretNonce(byte[] pubkey33, byte[] seckey32, KeyAgg keyAgg, byte[] msg) {
            this(Seckey.random32(), pubkey33, seckey32, keyAgg, msg, null);
        }

        /** A nonce from the caller's randomness, which is never used twice. Its 32 bytes are
         * zeroed, also when this fails. */
        public SecretNonce(
                byte[] random32, byte[] pubkey33, byte[] seckey32, KeyAgg keyAgg, byte[] msg,
                byte[] extra) {
            Check.size(random32, 32, "random32");
            try {
                Check.size(pubkey33, 33, "pubkey33");
                Check.sizeOrNull(seckey32, 32, "seckey32");
                byte[] xonly = keyAgg == null ? null : keyAgg.xonly();
                Check.ok(Native.musigNonce(opaque, pubnonce, random32, seckey32, pubkey33, xonly,
                        msg, extra), "nonce");
            } finally {
                Arrays.fill(random32, (byte) 0);
            }
        }

        /** The public nonce, 66 bytes. */
        public byte[] pubnonce() {
            return pubnonce.clone();
        }

        /** Wipes the secret nonce. */
        @Override
        public synchronized void close() {
            Native.wipe(opaque);
        }

        private synchronized int sign(byte[] out, byte[] seckey, byte[] keyagg, byte[] session) {
            return Native.musigSign(out, opaque, seckey, keyagg, session);
        }
    }

    /** What a message and the nonces of all signers fix. Immutable. */
    public static final class Session {
        final byte[] opaque = new byte[133];
        private final KeyAgg keyAgg;

        /** Begins the signing of a message of any length by an aggregate key. */
        public Session(byte[] aggnonce66, byte[] msg, KeyAgg keyAgg) {
            Check.size(aggnonce66, 66, "aggnonce66");
            Check.notNull(msg, "msg");
            this.keyAgg = Check.notNull(keyAgg, "keyAgg");
            if (!Native.musigSession(opaque, aggnonce66, msg, keyAgg.opaque)) {
                throw new UfsecpException("aggnonce66", Status.PUBKEY_FORMAT);
            }
        }

        /** A signer's partial signature, 32 bytes. The nonce is used up, on failure too. */
        public byte[] sign(SecretNonce nonce, byte[] seckey32) {
            Check.notNull(nonce, "nonce");
            Check.size(seckey32, 32, "seckey32");
            byte[] out = new byte[32];
            int status = nonce.sign(out, seckey32, keyAgg.opaque, opaque);
            Check.ok(status, "partial signature");
            return out;
        }

        /** Whether a partial signature is right for a signer's nonce and key. */
        public boolean verify(byte[] psig32, byte[] pubnonce66, byte[] pubkey33) {
            Check.size(psig32, 32, "psig32");
            Check.size(pubnonce66, 66, "pubnonce66");
            Check.size(pubkey33, 33, "pubkey33");
            return Native.musigVerify(psig32, pubnonce66, pubkey33, keyAgg.opaque, opaque);
        }

        /** The signature from the partial ones of all signers. It is not verified. */
        public byte[] aggregate(byte[]... psigs32) {
            byte[] out = new byte[64];
            int[] bad = {-1};
            byte[] all = Check.join(psigs32, 32, "psigs32");
            boolean ok = Native.musigSigAgg(out, opaque, all, bad);
            Check.ok(ok ? 1 : -8, "signature of all signers", "psigs32", bad);
            return out;
        }
    }
}
