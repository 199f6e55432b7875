package org.ufsecp;

import java.nio.ByteBuffer;

/** A public key with a table of its multiples, for keys that verify again and again: about half of
 * the time a verification. The verdicts are those of the key itself.
 *
 * <p>Immutable: many threads may use one. The table has 53,312 bytes outside of Java's heap. They
 * are public, and the garbage collector frees them with the object, so that there is nothing to
 * close. */
public final class PreparedPubkey {
    private final ByteBuffer table = ByteBuffer.allocateDirect(53312);

    /** Prepares a key of 33 or 65 bytes, or of 32 (x-only, BIP-340): the point with even y. */
    public PreparedPubkey(byte[] pubkey) {
        Check.notNull(pubkey, "pubkey");
        if (pubkey.length != 32) {
            Check.pubkey(pubkey, "pubkey");
        }
        Check.ok(Native.pubkeyPrepare(table, pubkey), "pubkey");
    }

    /** As {@link Ecdsa#verify}. */
    public boolean ecdsaVerify(byte[] sig64, byte[] msg32) {
        return ecdsaCheck(sig64, msg32, 0) == Status.OK;
    }

    /** As {@link Ecdsa#check}.
     *
     * @param flags 0 or {@link Ecdsa#LOW_S} */
    public Status ecdsaCheck(byte[] sig64, byte[] msg32, int flags) {
        Check.size(sig64, 64, "sig64");
        Check.size(msg32, 32, "msg32");
        return Status.of(Native.ecdsaCheckPrepared(sig64, msg32, table, Check.lowS(flags)));
    }

    /** As {@link Schnorr#verify}, by the x-only form of the key. */
    public boolean schnorrVerify(byte[] sig64, byte[] msg) {
        return schnorrCheck(sig64, msg) == Status.OK;
    }

    /** As {@link Schnorr#check}, by the x-only form of the key. */
    public Status schnorrCheck(byte[] sig64, byte[] msg) {
        Check.size(sig64, 64, "sig64");
        Check.notNull(msg, "msg");
        return Status.of(Native.schnorrCheckPrepared(sig64, msg, table));
    }

    /** ECDSA signatures r || s of this key, 64 bytes each, of hashes of 32 bytes each. As the calls
     * of {@link Batch}: whether all are valid, and in ok, if it is not null, 1 or 0 for each.
     *
     * @param flags 0 or {@link Ecdsa#LOW_S} */
    public boolean ecdsaVerifyBatch(byte[] msgs32, byte[] sigs64, byte[] ok, int flags) {
        return Batch.prepared(Batch.ECDSA_PREPARED, table, msgs32, sigs64, ok, flags);
    }

    /** The same. */
    public boolean ecdsaVerifyBatch(
            ByteBuffer msgs32, ByteBuffer sigs64, ByteBuffer ok, int flags) {
        return Batch.prepared(Batch.ECDSA_PREPARED, table, msgs32, sigs64, ok, flags);
    }

    /** Schnorr signatures of this key, 64 bytes each, of messages of 32 bytes each. */
    public boolean schnorrVerifyBatch(byte[] msgs32, byte[] sigs64, byte[] ok) {
        return Batch.prepared(Batch.SCHNORR_PREPARED, table, msgs32, sigs64, ok, 0);
    }

    /** The same. */
    public boolean schnorrVerifyBatch(ByteBuffer msgs32, ByteBuffer sigs64, ByteBuffer ok) {
        return Batch.prepared(Batch.SCHNORR_PREPARED, table, msgs32, sigs64, ok, 0);
    }
}
