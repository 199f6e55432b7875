// The native methods of org.ufsecp.Native, each one call of the C interface. Java has checked
// lengths and nulls.
#include "arrays.h"

namespace {

/* Whether a number that may be zero is below n. */
bool is_scalar(const uint8_t *number32) {
    const uint8_t zero[32] = {};
    return std::memcmp(number32, zero, 32) == 0 || ufsecp_seckey_verify(number32);
}

/* Why a secret key could not be used. */
jint seckey_reason(const uint8_t *seckey32, jint other) {
    return ufsecp_seckey_verify(seckey32) ? other : BAD_SECKEY;
}

void report_bad(JNIEnv *env, jintArray out, size_t bad) {
    const jint index = bad == SIZE_MAX ? -1 : static_cast<jint>(bad);
    env->SetIntArrayRegion(out, 0, 1, &index);
}

}  // namespace

// ---- The library

extern "C" JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *, void *) { return JNI_VERSION_1_6; }

NATIVE(jstring, version)(JNIEnv *env, jclass) { return env->NewStringUTF(ufsecp_version()); }
NATIVE(jstring, engine)(JNIEnv *env, jclass) { return env->NewStringUTF(ufsecp_engine()); }

NATIVE(jstring, engineAt)(JNIEnv *env, jclass, jint i) {
    int supported = 0;
    const char *name = ufsecp_engine_at(static_cast<size_t>(i), &supported);
    return name ? env->NewStringUTF(supported ? name : "") : nullptr;
}

NATIVE(jboolean, selectEngine)(JNIEnv *env, jclass, jbyteArray name) {
    bytes<64> text(env, name);  // the last is zero: no name has 64 bytes
    text.data[63] = 0;
    return static_cast<jboolean>(ufsecp_engine_select(reinterpret_cast<const char *>(text.data)));
}

NATIVE(jint, threads)(JNIEnv *, jclass) { return static_cast<jint>(ufsecp_threads()); }
NATIVE(jboolean, setThreads)(JNIEnv *, jclass, jint n) {
    return static_cast<jboolean>(ufsecp_threads_set(static_cast<unsigned>(n)));
}
NATIVE(jboolean, signCheck)(JNIEnv *, jclass) { return static_cast<jboolean>(ufsecp_sign_check()); }
NATIVE(void, setSignCheck)(JNIEnv *, jclass, jboolean on) { ufsecp_sign_check_set(on ? 1 : 0); }

NATIVE(jstring, statusText)(JNIEnv *env, jclass, jint status) {
    return env->NewStringUTF(ufsecp_status_text(static_cast<ufsecp_status>(status)));
}

NATIVE(void, wipe)(JNIEnv *env, jclass, jobject buffer) {
    ufsecp_wipe(address(env, buffer), static_cast<size_t>(env->GetDirectBufferCapacity(buffer)));
}

// ---- Keys

NATIVE(jboolean, seckeyVerify)(JNIEnv *env, jclass, jbyteArray seckey) {
    return static_cast<jboolean>(ufsecp_seckey_verify(bytes<32>(env, seckey)));
}

NATIVE(jboolean, seckeyGenerate)(JNIEnv *env, jclass, jbyteArray out) {
    room<32> key;
    const int ok = ufsecp_seckey_generate(key);
    give(env, out, key, 32);
    return static_cast<jboolean>(ok);
}

NATIVE(jint, seckeyNegate)(JNIEnv *env, jclass, jbyteArray out, jbyteArray seckey) {
    bytes<32> key(env, seckey);
    if (!ufsecp_seckey_negate(key)) return BAD_SECKEY;
    give(env, out, key, 32);
    return UFSECP_OK;
}

NATIVE(jint, seckeyTweak)(JNIEnv *env, jclass, jbyteArray out, jbyteArray seckey, jbyteArray tweak,
                          jboolean multiply) {
    bytes<32> key(env, seckey), number(env, tweak);
    if (!(multiply ? ufsecp_seckey_tweak_mul : ufsecp_seckey_tweak_add)(key, number)) {
        const bool in_range = !multiply && is_scalar(number);
        return seckey_reason(bytes<32>(env, seckey), in_range ? UFSECP_NO_POINT : BAD_TWEAK);
    }
    give(env, out, key, 32);
    return UFSECP_OK;
}

NATIVE(jint, pubkeyCreate)(JNIEnv *env, jclass, jbyteArray out, jbyteArray seckey) {
    const size_t len = length(env, out);
    room<65> key;
    if (!ufsecp_pubkey_create(key, len, bytes<32>(env, seckey))) return BAD_SECKEY;
    give(env, out, key, len);
    return UFSECP_OK;
}

NATIVE(jint, pubkeyConvert)(JNIEnv *env, jclass, jbyteArray out, jbyteArray pubkey, jint flags) {
    bytes<66> key(env, pubkey);  // of one byte too many the length is wrong
    const size_t len = length(env, out);
    room<65> converted;
    const jint status =
        ufsecp_pubkey_convert(converted, len, key, key.len, static_cast<unsigned>(flags));
    if (status == UFSECP_OK) give(env, out, converted, len);
    return status;
}

NATIVE(jint, pubkeyNegate)(JNIEnv *env, jclass, jbyteArray out, jbyteArray pubkey) {
    bytes<66> key(env, pubkey);
    const size_t len = length(env, out);
    room<65> negative;
    if (!ufsecp_pubkey_negate(negative, len, key, key.len))
        return pubkey_reason(key, key.len, UFSECP_MISUSE);
    give(env, out, negative, len);
    return UFSECP_OK;
}

NATIVE(jint, pubkeyTweak)(JNIEnv *env, jclass, jbyteArray out, jbyteArray pubkey, jbyteArray tweak,
                          jboolean multiply) {
    bytes<66> key(env, pubkey);
    bytes<32> number(env, tweak);
    const size_t len = length(env, out);
    room<65> result;
    const auto call = multiply ? ufsecp_pubkey_tweak_mul : ufsecp_pubkey_tweak_add;
    if (!call(result, len, key, key.len, number)) {
        const bool in_range = !multiply && is_scalar(number);
        return pubkey_reason(key, key.len, in_range ? UFSECP_NO_POINT : BAD_TWEAK);
    }
    give(env, out, result, len);
    return UFSECP_OK;
}

NATIVE(jint, pubkeyCombine)(JNIEnv *env, jclass, jbyteArray out, jbyteArray pubkeys,
                            jintArray bad) {
    message keys(env, pubkeys);
    if (!keys.ok()) return UFSECP_MISUSE;
    const size_t len = length(env, out), n = keys.len / 33;
    room<65> sum;
    if (ufsecp_pubkey_combine(sum, len, keys, n)) {
        give(env, out, sum, len);
        return UFSECP_OK;
    }
    for (size_t i = 0; i < n; ++i) {
        const jint status = pubkey_status(keys + 33 * i, 33);
        if (status == UFSECP_OK) continue;
        report_bad(env, bad, i);
        return status;
    }
    return UFSECP_NO_POINT;
}

NATIVE(jint, xonlyCreate)(JNIEnv *env, jclass, jbyteArray out, jbyteArray seckey) {
    room<32> key;
    if (!ufsecp_xonly_create(key, nullptr, bytes<32>(env, seckey))) return BAD_SECKEY;
    give(env, out, key, 32);
    return UFSECP_OK;
}

NATIVE(jint, taprootOutputKey)(JNIEnv *env, jclass, jbyteArray out, jbyteArray internal,
                               jbyteArray root) {
    bytes<33> key(env, internal);
    bytes<32> merkle_root(env, root);
    room<33> output;  // the parity's prefix, then x
    int parity = 0;
    if (!ufsecp_taproot_output_key(output.data + 1, &parity, key, merkle_root.or_null())) {
        uint8_t lifted[33] = {2};
        std::memcpy(lifted + 1, key.data, 32);
        return pubkey_reason(lifted, 33, UFSECP_NO_POINT);
    }
    output.data[0] = static_cast<uint8_t>(2 + parity);
    give(env, out, output, 33);
    return UFSECP_OK;
}

NATIVE(jint, taprootOutputSeckey)(JNIEnv *env, jclass, jbyteArray out, jbyteArray seckey,
                                  jbyteArray root) {
    bytes<32> key(env, seckey), merkle_root(env, root);
    room<32> output;
    if (!ufsecp_taproot_output_seckey(output, key, merkle_root.or_null()))
        return seckey_reason(key, UFSECP_NO_POINT);
    give(env, out, output, 32);
    return UFSECP_OK;
}

/* k*G or k*P. Of a public scalar in variable time. */
NATIVE(jint, multiply)(JNIEnv *env, jclass, jbyteArray out, jbyteArray scalar, jbyteArray point,
                       jboolean secret) {
    bytes<32> k(env, scalar);
    bytes<33> p(env, point);
    room<33> product;
    int ok;
    if (secret && point) ok = ufsecp_pubkey_mul_secret_batch(product, nullptr, k, p, 1);
    else if (secret) ok = ufsecp_pubkey_create(product, 33, k);
    else if (point) ok = ufsecp_pubkey_tweak_mul(product, 33, p, 33, k);
    else ok = ufsecp_public_scalar_mul_gen_batch(product, nullptr, k, 1);
    if (!ok) {
        const jint bad_scalar = secret ? BAD_SECKEY : BAD_TWEAK;
        return point ? pubkey_reason(p, 33, bad_scalar) : bad_scalar;
    }
    give(env, out, product, 33);
    return UFSECP_OK;
}

NATIVE(jint, ecdh)(JNIEnv *env, jclass, jbyteArray out, jbyteArray pubkey, jbyteArray seckey,
                   jboolean hashed) {
    bytes<66> key(env, pubkey);
    bytes<32> secret(env, seckey);
    room<32> shared;
    if (!(hashed ? ufsecp_ecdh : ufsecp_ecdh_x)(shared, key, key.len, secret))
        return pubkey_reason(key, key.len, BAD_SECKEY);
    give(env, out, shared, 32);
    return UFSECP_OK;
}

// ---- ElligatorSwift

NATIVE(jint, ellswiftCreate)(JNIEnv *env, jclass, jbyteArray out, jbyteArray seckey,
                             jbyteArray random) {
    bytes<32> key(env, seckey), more(env, random);
    room<64> ell;
    if (!ufsecp_ellswift_create(ell, key, more.or_null())) return BAD_SECKEY;
    give(env, out, ell, 64);
    return UFSECP_OK;
}

NATIVE(jint, ellswiftEncode)(JNIEnv *env, jclass, jbyteArray out, jbyteArray pubkey,
                             jbyteArray random) {
    bytes<66> key(env, pubkey);
    room<64> ell;
    if (!ufsecp_ellswift_encode(ell, key, key.len, bytes<32>(env, random)))
        return pubkey_reason(key, key.len, UFSECP_MISUSE);
    give(env, out, ell, 64);
    return UFSECP_OK;
}

NATIVE(void, ellswiftDecode)(JNIEnv *env, jclass, jbyteArray out, jbyteArray ell) {
    const size_t len = length(env, out);
    room<65> key;
    if (ufsecp_ellswift_decode(key, len, bytes<64>(env, ell))) give(env, out, key, len);
}

NATIVE(jint, ellswiftSecret)(JNIEnv *env, jclass, jbyteArray out, jbyteArray ours,
                             jbyteArray theirs, jbyteArray seckey, jboolean initiator) {
    bytes<64> mine(env, ours), other(env, theirs);
    room<32> secret;
    if (!ufsecp_ellswift_xdh(secret, initiator ? mine : other, initiator ? other : mine,
                             bytes<32>(env, seckey), initiator ? 0 : 1))
        return BAD_SECKEY;
    give(env, out, secret, 32);
    return UFSECP_OK;
}

// ---- ECDSA

/* An output of 65 bytes gets the recovery id as its last. */
NATIVE(jint, ecdsaSign)(JNIEnv *env, jclass, jbyteArray out, jbyteArray msg, jbyteArray seckey,
                        jbyteArray extra) {
    bytes<32> hash(env, msg), key(env, seckey), more(env, extra);
    const size_t len = length(env, out);
    room<65> sig;
    int recid = 0;
    const int ok = len == 65 ? ufsecp_ecdsa_sign_recoverable(sig, &recid, hash, key, more.or_null())
                             : ufsecp_ecdsa_sign(sig, hash, key, more.or_null());
    if (!ok) return seckey_reason(key, BAD_CHECK);
    sig.data[64] = static_cast<uint8_t>(recid);
    give(env, out, sig, len);
    return UFSECP_OK;
}

NATIVE(jint, ecdsaCheck)(JNIEnv *env, jclass, jbyteArray sig, jbyteArray msg, jbyteArray pubkey,
                         jint flags) {
    bytes<66> key(env, pubkey);
    return ufsecp_ecdsa_check(bytes<64>(env, sig), bytes<32>(env, msg), key, key.len,
                              static_cast<unsigned>(flags));
}

NATIVE(jint, ecdsaRecover)(JNIEnv *env, jclass, jbyteArray out, jbyteArray sig, jint recid,
                           jbyteArray msg) {
    const size_t len = length(env, out);
    room<65> key;
    const jint status =
        ufsecp_ecdsa_recover(key, len, bytes<64>(env, sig), recid, bytes<32>(env, msg));
    if (status == UFSECP_OK) give(env, out, key, len);
    return status;
}

NATIVE(jint, derParse)(JNIEnv *env, jclass, jbyteArray out, jbyteArray der, jboolean lax) {
    message text(env, der);
    if (!text.ok()) return UFSECP_MISUSE;
    room<64> sig;
    if (!(lax ? ufsecp_ecdsa_sig_parse_der_lax : ufsecp_ecdsa_sig_parse_der)(sig, text, text.len))
        return UFSECP_DER;
    give(env, out, sig, 64);
    return UFSECP_OK;
}

NATIVE(jbyteArray, derSerialize)(JNIEnv *env, jclass, jbyteArray sig) {
    room<72> der;
    size_t len = 72;
    (void)!ufsecp_ecdsa_sig_serialize_der(der, &len, bytes<64>(env, sig));
    jbyteArray out = env->NewByteArray(static_cast<jsize>(len));
    if (out) give(env, out, der, len);
    return out;
}

/* UFSECP_OK, or UFSECP_S_HIGH if s was changed. */
NATIVE(jint, ecdsaNormalize)(JNIEnv *env, jclass, jbyteArray out, jbyteArray sig) {
    bytes<64> copy(env, sig);
    const bool r_ok = is_scalar(copy);
    int was_high = 0;
    if (!ufsecp_ecdsa_sig_normalize(copy, &was_high)) return r_ok ? UFSECP_S_RANGE : UFSECP_R_RANGE;
    give(env, out, copy, 64);
    return was_high ? UFSECP_S_HIGH : UFSECP_OK;
}

// ---- Schnorr signatures

NATIVE(jint, keypairCreate)(JNIEnv *env, jclass, jobject keypair, jbyteArray seckey) {
    auto *to = reinterpret_cast<ufsecp_keypair *>(address(env, keypair));
    return ufsecp_keypair_create(to, bytes<32>(env, seckey)) ? UFSECP_OK : BAD_SECKEY;
}

/* With a keypair, else with a secret key. */
NATIVE(jint, schnorrSign)(JNIEnv *env, jclass, jbyteArray out, jbyteArray msg, jobject keypair,
                          jbyteArray seckey, jbyteArray aux) {
    message text(env, msg);
    if (!text.ok()) return UFSECP_MISUSE;
    bytes<32> key(env, seckey), random(env, aux);
    room<64> sig;
    if (keypair) {
        const auto *from = reinterpret_cast<const ufsecp_keypair *>(address(env, keypair));
        if (!ufsecp_schnorr_sign_keypair(sig, text, text.len, from, random.or_null()))
            return BAD_CHECK;
    } else if (!ufsecp_schnorr_sign(sig, text, text.len, key, random.or_null())) {
        return seckey_reason(key, BAD_CHECK);
    }
    give(env, out, sig, 64);
    return UFSECP_OK;
}

NATIVE(jint, schnorrCheck)(JNIEnv *env, jclass, jbyteArray sig, jbyteArray msg, jbyteArray xonly) {
    message text(env, msg);
    if (!text.ok()) return UFSECP_MISUSE;
    return ufsecp_schnorr_check(bytes<64>(env, sig), text, text.len, bytes<32>(env, xonly));
}

// ---- Prepared public keys

namespace {

static_assert(sizeof(ufsecp_prepared_pubkey) == 53312, "class PreparedPubkey has this number");

/* A table outside of Java's heap, where memory is aligned to 8 bytes and stays. */
const ufsecp_prepared_pubkey *prepared(const uint8_t *table) {
    return reinterpret_cast<const ufsecp_prepared_pubkey *>(table);
}

}  // namespace

NATIVE(jint, pubkeyPrepare)(JNIEnv *env, jclass, jobject table, jbyteArray pubkey) {
    bytes<66> key(env, pubkey);
    auto *to = reinterpret_cast<ufsecp_prepared_pubkey *>(address(env, table));
    return ufsecp_pubkey_prepare(to, key, key.len);
}

NATIVE(jint, ecdsaCheckPrepared)(JNIEnv *env, jclass, jbyteArray sig, jbyteArray msg, jobject table,
                                 jint flags) {
    return ufsecp_ecdsa_check_prepared(bytes<64>(env, sig), bytes<32>(env, msg),
                                       prepared(address(env, table)), static_cast<unsigned>(flags));
}

NATIVE(jint, schnorrCheckPrepared)(JNIEnv *env, jclass, jbyteArray sig, jbyteArray msg,
                                   jobject table) {
    message text(env, msg);
    if (!text.ok()) return UFSECP_MISUSE;
    return ufsecp_schnorr_check_prepared(bytes<64>(env, sig), text, text.len,
                                         prepared(address(env, table)));
}

// ---- MuSig2

NATIVE(jint, musigAggregate)(JNIEnv *env, jclass, jbyteArray out, jbyteArray pubkeys,
                             jintArray bad) {
    message keys(env, pubkeys);
    if (!keys.ok()) return UFSECP_MISUSE;
    ufsecp_musig_keyagg keyagg;
    size_t which = SIZE_MAX;
    const jint status = ufsecp_musig_pubkey_agg(&keyagg, nullptr, keys, keys.len / 33, &which);
    report_bad(env, bad, which);
    if (status == UFSECP_OK) give(env, out, keyagg.opaque, sizeof keyagg);
    return status;
}

NATIVE(jboolean, musigPubkey)(JNIEnv *env, jclass, jbyteArray out, jbyteArray keyagg) {
    bytes<sizeof(ufsecp_musig_keyagg)> keys(env, keyagg);
    room<33> key;
    const auto *from = reinterpret_cast<const ufsecp_musig_keyagg *>(keys.data);
    const int ok = ufsecp_musig_pubkey_get(key, 33, from);
    give(env, out, key, 33);
    return static_cast<jboolean>(ok);
}

NATIVE(jint, musigTweak)(JNIEnv *env, jclass, jbyteArray out, jbyteArray keyagg, jbyteArray tweak,
                         jboolean xonly) {
    bytes<sizeof(ufsecp_musig_keyagg)> keys(env, keyagg);
    bytes<32> number(env, tweak);
    auto *in_place = reinterpret_cast<ufsecp_musig_keyagg *>(keys.data);
    if (!(xonly ? ufsecp_musig_xonly_tweak_add : ufsecp_musig_pubkey_tweak_add)(in_place, number))
        return is_scalar(number) ? UFSECP_NO_POINT : BAD_TWEAK;
    give(env, out, keys, sizeof *in_place);
    return UFSECP_OK;
}

/* The caller zeroes random32. */
NATIVE(jint, musigNonce)(JNIEnv *env, jclass, jobject secnonce, jbyteArray pubnonce,
                         jbyteArray random32, jbyteArray seckey, jbyteArray pubkey,
                         jbyteArray xonly, jbyteArray msg, jbyteArray extra) {
    bytes<32> random(env, random32), secret(env, seckey), aggregate(env, xonly);
    bytes<33> key(env, pubkey);
    message text(env, msg), more(env, extra);
    if (!text.ok() || !more.ok()) return UFSECP_MISUSE;
    auto *to = reinterpret_cast<ufsecp_musig_secnonce *>(address(env, secnonce));
    room<66> nonce;
    const int ok =
        ufsecp_musig_nonce_gen(to, nonce, random, secret.or_null(), key, aggregate.or_null(),
                               text.or_null(), text.len, more.or_null(), more.len);
    if (!ok)
        return pubkey_reason(key, 33, secret.given ? seckey_reason(secret, BAD_NONCE) : BAD_NONCE);
    give(env, pubnonce, nonce, 66);
    return UFSECP_OK;
}

NATIVE(jint, musigNonceAgg)(JNIEnv *env, jclass, jbyteArray out, jbyteArray nonces, jintArray bad) {
    message all(env, nonces);
    if (!all.ok()) return UFSECP_MISUSE;
    room<66> sum;
    size_t which = SIZE_MAX;
    const jint status = ufsecp_musig_nonce_agg(sum, all, all.len / 66, &which);
    report_bad(env, bad, which);
    if (status == UFSECP_OK) give(env, out, sum, 66);
    return status;
}

NATIVE(jboolean, musigSession)(JNIEnv *env, jclass, jbyteArray out, jbyteArray aggnonce,
                               jbyteArray msg, jbyteArray keyagg) {
    bytes<sizeof(ufsecp_musig_keyagg)> keys(env, keyagg);
    message text(env, msg);
    if (!text.ok()) return JNI_FALSE;
    ufsecp_musig_session session;
    const auto *from = reinterpret_cast<const ufsecp_musig_keyagg *>(keys.data);
    if (!ufsecp_musig_nonce_process(&session, bytes<66>(env, aggnonce), text, text.len, from))
        return JNI_FALSE;
    give(env, out, session.opaque, sizeof session);
    return JNI_TRUE;
}

NATIVE(jint, musigSign)(JNIEnv *env, jclass, jbyteArray out, jobject secnonce, jbyteArray seckey,
                        jbyteArray keyagg, jbyteArray session) {
    bytes<sizeof(ufsecp_musig_keyagg)> keys(env, keyagg);
    bytes<sizeof(ufsecp_musig_session)> agreed(env, session);
    bytes<32> secret(env, seckey);
    room<sizeof(ufsecp_keypair)> pair;
    room<32> psig;
    auto *nonce = reinterpret_cast<ufsecp_musig_secnonce *>(address(env, secnonce));
    auto *keypair = reinterpret_cast<ufsecp_keypair *>(pair.data);
    if (!ufsecp_keypair_create(keypair, secret)) {
        ufsecp_wipe(nonce, sizeof *nonce);
        return BAD_SECKEY;
    }
    if (!ufsecp_musig_partial_sign(psig, nonce, keypair,
                                   reinterpret_cast<const ufsecp_musig_keyagg *>(keys.data),
                                   reinterpret_cast<const ufsecp_musig_session *>(agreed.data)))
        return BAD_NONCE;
    give(env, out, psig, 32);
    return UFSECP_OK;
}

NATIVE(jboolean, musigVerify)(JNIEnv *env, jclass, jbyteArray psig, jbyteArray pubnonce,
                              jbyteArray pubkey, jbyteArray keyagg, jbyteArray session) {
    bytes<sizeof(ufsecp_musig_keyagg)> keys(env, keyagg);
    bytes<sizeof(ufsecp_musig_session)> agreed(env, session);
    return static_cast<jboolean>(ufsecp_musig_partial_sig_verify(
        bytes<32>(env, psig), bytes<66>(env, pubnonce), bytes<33>(env, pubkey),
        reinterpret_cast<const ufsecp_musig_keyagg *>(keys.data),
        reinterpret_cast<const ufsecp_musig_session *>(agreed.data)));
}

NATIVE(jboolean, musigSigAgg)(JNIEnv *env, jclass, jbyteArray out, jbyteArray session,
                              jbyteArray psigs, jintArray bad) {
    bytes<sizeof(ufsecp_musig_session)> agreed(env, session);
    message all(env, psigs);
    if (!all.ok()) return JNI_FALSE;
    room<64> sig;
    size_t which = SIZE_MAX;
    const int ok = ufsecp_musig_partial_sig_agg(
        sig, reinterpret_cast<const ufsecp_musig_session *>(agreed.data), all, all.len / 32,
        &which);
    report_bad(env, bad, which);
    if (ok) give(env, out, sig, 64);
    return static_cast<jboolean>(ok);
}

// ---- Batches

namespace {

/* The arguments of a batch of n rows, of which each call takes its own. */
struct rows {
    uint8_t *out, *ok;
    const uint8_t *a, *b, *c;
    size_t n, extra;
    unsigned flags;
};

/* A batch call: the bytes of a row in each argument, 0 where it has none. `b` may be one value for
 * all rows instead. */
struct batch_call {
    size_t out, a, b, c, b_for_all;
    bool secret;
    int (*run)(const rows &r);
};

/* In the order of the numbers in class Batch. */
const batch_call calls[] = {
    {0, 129, 0, 0, 0, false,
     [](const rows &r) { return ufsecp_ecdsa_verify_rows(r.ok, r.a, r.extra, r.n, r.flags); }},
    {0, 128, 0, 0, 0, false,
     [](const rows &r) { return ufsecp_schnorr_verify_rows(r.ok, r.a, r.extra, r.n); }},
    {0, 128, 0, 0, 32, false,
     [](const rows &r) { return ufsecp_schnorr_batch_identify(r.ok, r.a, r.extra, r.n, r.b); }},
    {33, 97, 0, 0, 0, false,
     [](const rows &r) { return ufsecp_ecdsa_recover_rows(r.out, r.ok, r.a, r.extra, r.n); }},
    {20, 97, 0, 0, 0, false,
     [](const rows &r) { return ufsecp_ecrecover_rows(r.out, r.ok, r.a, r.extra, r.n); }},
    {33, 32, 0, 0, 0, true,
     [](const rows &r) { return ufsecp_pubkey_create_batch(r.out, r.ok, r.a, r.n); }},
    {64, 32, 32, 0, 0, true,
     [](const rows &r) { return ufsecp_ecdsa_sign_batch(r.out, r.ok, r.a, r.b, r.n); }},
    {64, 32, 32, 32, 0, true,
     [](const rows &r) { return ufsecp_schnorr_sign_batch(r.out, r.ok, r.a, r.b, r.c, r.n); }},
    {32, 33, 0, 0, 32, true,
     [](const rows &r) { return ufsecp_ecdh_batch(r.out, r.ok, r.a, r.b, r.n); }},
    {33, 33, 0, 0, 32, true,
     [](const rows &r) { return ufsecp_pubkey_mul_secret_batch(r.out, r.ok, r.b, r.a, r.n); }},
    {33, 32, 0, 0, 0, false,
     [](const rows &r) { return ufsecp_public_scalar_mul_gen_batch(r.out, r.ok, r.a, r.n); }},
    {33, 33, 32, 0, 0, false,
     [](const rows &r) { return ufsecp_pubkey_mul_batch(r.out, r.ok, r.b, r.a, r.n); }},
    {65, 33, 0, 0, 0, false,
     [](const rows &r) { return ufsecp_pubkey_decompress_batch(r.out, r.ok, r.a, r.n); }},
    {0, 32, 0, 64, sizeof(ufsecp_prepared_pubkey), false,
     [](const rows &r) {
         return ufsecp_ecdsa_verify_prepared_batch(r.ok, r.a, r.c, r.n, prepared(r.b), r.flags);
     }},
    {0, 32, 0, 64, sizeof(ufsecp_prepared_pubkey), false,
     [](const rows &r) {
         return ufsecp_schnorr_verify_prepared_batch(r.ok, r.a, r.c, r.n, prepared(r.b));
     }},
};

constexpr size_t MANY = 65536;  // rows that are copied at a time

}  // namespace

/* 1 or 0 as the batch call says; UFSECP_MISUSE if an output overlaps another argument. A bit of
 * `arrays` is set where an argument is an array, not a direct buffer; in order out, ok, a, b, c. */
NATIVE(jint, batch)(JNIEnv *env, jclass, jint number, jint arrays, jobject out, jint out_at,
                    jobject ok, jint ok_at, jobject a, jint a_at, jobject b, jint b_at, jobject c,
                    jint c_at, jint count, jint extra, jint flags) {
    const batch_call &call = calls[number];
    const size_t n = static_cast<size_t>(count), skipped = static_cast<size_t>(extra);
    const size_t for_all = call.b_for_all;
    column to(env, out, out_at, call.out, arrays & 1), verdicts(env, ok, ok_at, 1, arrays & 2);
    column as(env, a, a_at, call.a + skipped, arrays & 4);
    column bs(env, b, b_at, for_all ? for_all : call.b, arrays & 8);
    column cs(env, c, c_at, call.c, arrays & 16);
    const column *const inputs[] = {&as, &bs, &cs};
    bool overlap = to.overlaps(verdicts, n, n);
    for (const column *input : inputs) {
        const size_t rows = input == &bs && for_all ? 1 : n;
        overlap |= to.overlaps(*input, n, rows) || verdicts.overlaps(*input, n, rows);
    }
    if (overlap) return UFSECP_MISUSE;

    const bool copies = to.is_array() || verdicts.is_array() || as.is_array() ||
                        (bs.is_array() && !for_all) || cs.is_array();
    const size_t part = copies && n > MANY ? MANY : n;
    if (!to.reserve(part, call.secret) || !verdicts.reserve(part, false) ||
        !as.reserve(part, call.secret) || !bs.reserve(for_all ? 1 : part, call.secret) ||
        !cs.reserve(part, call.secret)) {
        out_of_memory(env);
        return 0;
    }
    uint8_t *const one = for_all ? bs.read(0, 1) : nullptr;
    int all = 1;
    size_t first = 0;
    do {
        const size_t m = n - first < part ? n - first : part;
        const rows r = {to.here(first),    verdicts.here(first),
                        as.read(first, m), for_all ? one : bs.read(first, m),
                        cs.read(first, m), m,
                        skipped,           static_cast<unsigned>(flags)};
        all &= call.run(r);
        to.write(first, m);
        verdicts.write(first, m);
        first += m;
    } while (first < n);
    return all;
}
