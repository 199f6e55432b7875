// The native methods of secp256k1-kmp, over the C interface: that library, unchanged, runs on this
// one if the file libsecp256k1-jni.so in its place is this. Nothing needs its context, which is a
// number here.
#include <cstdio>

#include "arrays.h"

#define KMP(type, name) \
    extern "C" JNIEXPORT type JNICALL Java_fr_acinq_secp256k1_Secp256k1CFunctions_secp256k1_1##name

namespace {

constexpr size_t KEYAGG = sizeof(ufsecp_musig_keyagg), SECNONCE = sizeof(ufsecp_musig_secnonce),
                 SESSION = sizeof(ufsecp_musig_session);

/* Bytes as an object of MuSig2. */
template <class T>
T *as(uint8_t *data) {
    return reinterpret_cast<T *>(data);
}

/* One call from Java. The first thing that is wrong becomes its exception; what follows is skipped,
 * and the result is null. */
class call {
public:
    call(JNIEnv *env, jlong context) : env(env) { require(context != 0, "there is no context"); }

    bool good() const { return !wrong; }
    void require(bool condition, const char *otherwise) {
        if (wrong || condition) return;
        wrong = true;
        if (jclass type = env->FindClass("fr/acinq/secp256k1/Secp256k1Exception"))
            env->ThrowNew(type, otherwise);
    }
    void size(jbyteArray array, size_t len, const char *name) {
        if (wrong) return;
        char text[96];
        const size_t is = array ? static_cast<size_t>(env->GetArrayLength(array)) : 0;
        std::snprintf(text, sizeof text, "the %s has %zu bytes, not %zu", name, is, len);
        require(array && is == len, text);
    }
    void size_or_null(jbyteArray array, size_t len, const char *name) {
        if (array) size(array, len, name);
    }
    /* The array, or null where an exception is pending, when Java must not be called. */
    jbyteArray readable(jbyteArray array) const { return wrong ? nullptr : array; }
    /* A public key of 33 or 65 bytes as one of 33. */
    void pubkey(uint8_t *out33, jbyteArray array) {
        const bytes<66> key(env, readable(array));
        require(key.len == 33 || key.len == 65, "a public key has 33 or 65 bytes");
        if (good())
            require(
                ufsecp_pubkey_convert(out33, 33, key, key.len, UFSECP_ALLOW_HYBRID) == UFSECP_OK,
                "the public key is not valid");
    }
    /* The i-th array of an array of them. */
    jbyteArray element(jobjectArray arrays, size_t i) {
        return static_cast<jbyteArray>(env->GetObjectArrayElement(arrays, static_cast<jsize>(i)));
    }
    size_t count(jobjectArray arrays) {
        const bool read = arrays && !wrong;
        const size_t n = read ? static_cast<size_t>(env->GetArrayLength(arrays)) : 0;
        require(n > 0, "the array is null or empty");
        return n;
    }
    jbyteArray result(const uint8_t *data, size_t len) {
        jbyteArray out = good() ? env->NewByteArray(static_cast<jsize>(len)) : nullptr;
        if (out) give(env, out, data, len);
        return out;
    }
    /* A key of 33 bytes as one of 65, as all of these methods return keys. */
    jbyteArray result_key(const uint8_t *key33) {
        uint8_t out[65] = {};
        require(good() && ufsecp_pubkey_convert(out, 65, key33, 33, 0) == UFSECP_OK,
                "the public key is not valid");
        return result(out, 65);
    }

    JNIEnv *const env;

private:
    bool wrong = false;
};

/* n arrays of `size` bytes, one after the other; of public keys, compressed. */
class many {
public:
    many(call &c, jobjectArray arrays, size_t size, const char *name, bool keys = false)
        : n(c.count(arrays)) {
        data = c.good() ? static_cast<uint8_t *>(std::calloc(n, size)) : nullptr;
        c.require(data, "there is no memory");
        for (size_t i = 0; i < n && c.good(); ++i) {
            jbyteArray array = c.element(arrays, i);
            if (keys) {
                c.pubkey(data + i * size, array);
            } else {
                c.size(array, size, name);
                if (c.good())
                    c.env->GetByteArrayRegion(array, 0, static_cast<jsize>(size),
                                              java(data + i * size));
            }
            c.env->DeleteLocalRef(array);
        }
    }
    many(const many &) = delete;
    ~many() { std::free(data); }

    size_t n;
    uint8_t *data;
};

bool below_n(const uint8_t *number32) {
    const uint8_t zero[32] = {};
    return std::memcmp(number32, zero, 32) == 0 || ufsecp_seckey_verify(number32);
}

}  // namespace

extern "C" JNIEXPORT jint JNICALL JNI_OnLoad(JavaVM *, void *) { return JNI_VERSION_1_6; }

KMP(jlong, context_1create)(JNIEnv *, jclass, jint) { return 1; }
KMP(void, context_1destroy)(JNIEnv *, jclass, jlong) {}

// ---- Keys

KMP(jint, ec_1seckey_1verify)(JNIEnv *env, jclass, jlong context, jbyteArray seckey) {
    call c(env, context);
    c.size(seckey, 32, "secret key");
    return c.good() && ufsecp_seckey_verify(bytes<32>(env, seckey));
}

KMP(jbyteArray, ec_1pubkey_1parse)(JNIEnv *env, jclass, jlong context, jbyteArray pubkey) {
    call c(env, context);
    uint8_t key[33];
    c.pubkey(key, pubkey);
    return c.result_key(key);
}

KMP(jbyteArray, ec_1pubkey_1create)(JNIEnv *env, jclass, jlong context, jbyteArray seckey) {
    call c(env, context);
    c.size(seckey, 32, "secret key");
    room<65> key;
    c.require(c.good() && ufsecp_pubkey_create(key, 65, bytes<32>(env, seckey)),
              "the secret key is not valid");
    return c.result(key, 65);
}

KMP(jbyteArray, ec_1seckey_1negate)(JNIEnv *env, jclass, jlong context, jbyteArray seckey) {
    call c(env, context);
    c.size(seckey, 32, "secret key");
    bytes<32> key(env, c.readable(seckey));
    c.require(c.good() && ufsecp_seckey_negate(key), "the secret key is not valid");
    return c.result(key, 32);
}

KMP(jbyteArray, ec_1pubkey_1negate)(JNIEnv *env, jclass, jlong context, jbyteArray pubkey) {
    call c(env, context);
    uint8_t key[33], out[33];
    c.pubkey(key, pubkey);
    c.require(c.good() && ufsecp_pubkey_negate(out, 33, key, 33), "the public key is not valid");
    return c.result_key(out);
}

static jbyteArray tweak_seckey(JNIEnv *env, jlong context, jbyteArray seckey, jbyteArray tweak,
                               int (*tweak_in_place)(uint8_t *, const uint8_t *)) {
    call c(env, context);
    c.size(seckey, 32, "secret key");
    c.size(tweak, 32, "tweak");
    bytes<32> key(env, c.readable(seckey));
    c.require(c.good() && tweak_in_place(key, bytes<32>(env, tweak)),
              "the secret key, the tweak or their result is not valid");
    return c.result(key, 32);
}

KMP(jbyteArray, ec_1seckey_1tweak_1add)(JNIEnv *env, jclass, jlong context, jbyteArray seckey,
                                        jbyteArray tweak) {
    return tweak_seckey(env, context, seckey, tweak, ufsecp_seckey_tweak_add);
}

KMP(jbyteArray, ec_1seckey_1tweak_1mul)(JNIEnv *env, jclass, jlong context, jbyteArray seckey,
                                        jbyteArray tweak) {
    return tweak_seckey(env, context, seckey, tweak, ufsecp_seckey_tweak_mul);
}

static jbyteArray tweak_pubkey(JNIEnv *env, jlong context, jbyteArray pubkey, jbyteArray tweak,
                               int (*tweaked)(uint8_t *, size_t, const uint8_t *, size_t,
                                              const uint8_t *)) {
    call c(env, context);
    uint8_t key[33], out[33];
    c.pubkey(key, pubkey);
    c.size(tweak, 32, "tweak");
    c.require(c.good() && tweaked(out, 33, key, 33, bytes<32>(env, tweak)),
              "the tweak or its result is not valid");
    return c.result_key(out);
}

KMP(jbyteArray, ec_1pubkey_1tweak_1add)(JNIEnv *env, jclass, jlong context, jbyteArray pubkey,
                                        jbyteArray tweak) {
    return tweak_pubkey(env, context, pubkey, tweak, ufsecp_pubkey_tweak_add);
}

KMP(jbyteArray, ec_1pubkey_1tweak_1mul)(JNIEnv *env, jclass, jlong context, jbyteArray pubkey,
                                        jbyteArray tweak) {
    return tweak_pubkey(env, context, pubkey, tweak, ufsecp_pubkey_tweak_mul);
}

KMP(jbyteArray, ec_1pubkey_1combine)(JNIEnv *env, jclass, jlong context, jobjectArray pubkeys) {
    call c(env, context);
    many keys(c, pubkeys, 33, "public key", true);
    uint8_t sum[33];
    c.require(c.good() && ufsecp_pubkey_combine(sum, 33, keys.data, keys.n),
              "the sum of the public keys is infinity");
    return c.result_key(sum);
}

KMP(jbyteArray, ecdh)(JNIEnv *env, jclass, jlong context, jbyteArray seckey, jbyteArray pubkey) {
    call c(env, context);
    c.size(seckey, 32, "secret key");
    uint8_t key[33];
    c.pubkey(key, pubkey);
    room<32> shared;
    c.require(c.good() && ufsecp_ecdh(shared, key, 33, bytes<32>(env, seckey)),
              "the secret key is not valid");
    return c.result(shared, 32);
}

// ---- Signatures

KMP(jbyteArray, ecdsa_1sign)(JNIEnv *env, jclass, jlong context, jbyteArray msg, jbyteArray seckey,
                             jbyteArray extra) {
    call c(env, context);
    c.size(msg, 32, "message");
    c.size(seckey, 32, "secret key");
    c.size_or_null(extra, 32, "additional data");
    uint8_t sig[64];
    c.require(c.good() && ufsecp_ecdsa_sign(sig, bytes<32>(env, msg), bytes<32>(env, seckey),
                                            bytes<32>(env, extra).or_null()),
              "the secret key is not valid");
    return c.result(sig, 64);
}

/* r and s must be below n where a signature is read. */
static void read_signature(call &c, uint8_t *sig64, jbyteArray array) {
    c.size(array, 64, "signature");
    if (!c.good()) return;
    c.env->GetByteArrayRegion(array, 0, 64, java(sig64));
    c.require(below_n(sig64) && below_n(sig64 + 32), "r or s of the signature is not below n");
}

KMP(jint, ecdsa_1verify)(JNIEnv *env, jclass, jlong context, jbyteArray sig, jbyteArray msg,
                         jbyteArray pubkey) {
    call c(env, context);
    uint8_t read[64];
    read_signature(c, read, sig);
    c.size(msg, 32, "message");
    const bytes<66> key(env, c.readable(pubkey));
    c.require(key.len == 33 || key.len == 65, "a public key has 33 or 65 bytes");
    if (!c.good()) return 0;
    const ufsecp_status status = ufsecp_ecdsa_check(read, bytes<32>(env, msg), key, key.len,
                                                    UFSECP_LOW_S | UFSECP_ALLOW_HYBRID);
    c.require(status > UFSECP_PUBKEY_FORMAT || status < UFSECP_PUBKEY_OFF_CURVE,
              "the public key is not valid");
    return status == UFSECP_OK;
}

KMP(jint, ecdsa_1signature_1normalize)(JNIEnv *env, jclass, jlong context, jbyteArray in,
                                       jbyteArray out) {
    call c(env, context);
    uint8_t sig[64];
    c.size(out, 64, "output");
    read_signature(c, sig, in);
    if (!c.good()) return 0;
    int was_high = 0;
    (void)!ufsecp_ecdsa_sig_normalize(sig, &was_high);
    give(env, out, sig, 64);
    return was_high;
}

KMP(jbyteArray, ecdsa_1recover)(JNIEnv *env, jclass, jlong context, jbyteArray sig, jbyteArray msg,
                                jint recid) {
    call c(env, context);
    c.size(sig, 64, "signature");
    c.size(msg, 32, "message");
    uint8_t key[65];
    c.require(c.good() && ufsecp_ecdsa_recover(key, 65, bytes<64>(env, sig), recid,
                                               bytes<32>(env, msg)) == UFSECP_OK,
              "no public key can be recovered");
    return c.result(key, 65);
}

KMP(jbyteArray, compact_1to_1der)(JNIEnv *env, jclass, jlong context, jbyteArray sig) {
    call c(env, context);
    uint8_t read[64], der[72];
    size_t len = sizeof der;
    read_signature(c, read, sig);
    if (c.good()) (void)!ufsecp_ecdsa_sig_serialize_der(der, &len, read);
    return c.result(der, len);
}

/* Refuses negative numbers and those of n and more, which libsecp256k1 reads as zero: no signature
 * has any of them. */
KMP(jbyteArray, der_1to_1compact)(JNIEnv *env, jclass, jlong context, jbyteArray der) {
    call c(env, context);
    message text(env, c.readable(der));
    if (!text.ok()) return nullptr;
    uint8_t sig[64];
    c.require(ufsecp_ecdsa_sig_parse_der(sig, text, text.len) && below_n(sig) && below_n(sig + 32),
              "the signature is not strict DER of numbers below n");
    return c.result(sig, 64);
}

KMP(jbyteArray, schnorrsig_1sign)(JNIEnv *env, jclass, jlong context, jbyteArray msg,
                                  jbyteArray seckey, jbyteArray aux) {
    call c(env, context);
    c.size(msg, 32, "message");
    c.size(seckey, 32, "secret key");
    c.size_or_null(aux, 32, "auxiliary randomness");
    uint8_t sig[64];
    c.require(c.good() && ufsecp_schnorr_sign(sig, bytes<32>(env, msg), 32, bytes<32>(env, seckey),
                                              bytes<32>(env, aux).or_null()),
              "the secret key is not valid");
    return c.result(sig, 64);
}

KMP(jint, schnorrsig_1verify)(JNIEnv *env, jclass, jlong context, jbyteArray sig, jbyteArray msg,
                              jbyteArray xonly) {
    call c(env, context);
    c.size(sig, 64, "signature");
    c.size(msg, 32, "message");
    c.size(xonly, 32, "public key");
    if (!c.good()) return 0;
    uint8_t lifted[33] = {2};
    env->GetByteArrayRegion(xonly, 0, 32, java(lifted + 1));
    const int valid =
        ufsecp_schnorr_verify(bytes<64>(env, sig), bytes<32>(env, msg), 32, lifted + 1);
    if (!valid) c.require(pubkey_status(lifted, 33) == UFSECP_OK, "the public key is not valid");
    return valid;
}

// ---- MuSig2

namespace {

/* The x-only aggregate key of an object, or NULL if none is given. */
const uint8_t *aggregate(call &c, uint8_t *key33, jbyteArray keyagg) {
    if (!keyagg) return nullptr;
    c.size(keyagg, KEYAGG, "aggregate key");
    bytes<KEYAGG> keys(c.env, c.readable(keyagg));
    c.require(c.good() && ufsecp_musig_pubkey_get(key33, 33, as<ufsecp_musig_keyagg>(keys)),
              "the aggregate key is not one");
    return key33 + 1;
}

/* A secret nonce with its public one behind it. */
jbyteArray both_nonces(call &c, const uint8_t *secnonce, const uint8_t *pubnonce) {
    room<SECNONCE + 66> both;
    std::memcpy(both.data, secnonce, SECNONCE);
    std::memcpy(both.data + SECNONCE, pubnonce, 66);
    return c.result(both, SECNONCE + 66);
}

}  // namespace

KMP(jbyteArray, musig_1nonce_1gen)(JNIEnv *env, jclass, jlong context, jbyteArray random,
                                   jbyteArray seckey, jbyteArray pubkey, jbyteArray msg,
                                   jbyteArray keyagg, jbyteArray extra) {
    call c(env, context);
    uint8_t key[33], together[33];
    c.size(random, 32, "session's randomness");
    c.size_or_null(seckey, 32, "secret key");
    c.pubkey(key, pubkey);
    c.size_or_null(msg, 32, "message");
    const uint8_t *xonly = aggregate(c, together, keyagg);
    c.size_or_null(extra, 32, "extra input");
    if (!c.good()) return nullptr;
    room<SECNONCE> secnonce;
    uint8_t pubnonce[66];
    bytes<32> rand(env, random), secret(env, seckey), text(env, msg), more(env, extra);
    c.require(ufsecp_musig_nonce_gen(as<ufsecp_musig_secnonce>(secnonce), pubnonce, rand,
                                     secret.or_null(), key, xonly, text.or_null(), text.len,
                                     more.or_null(), more.len),
              "the randomness is zeros or a key is not valid");
    return both_nonces(c, secnonce, pubnonce);
}

KMP(jbyteArray, musig_1nonce_1gen_1counter)(JNIEnv *env, jclass, jlong context, jlong counter,
                                            jbyteArray seckey, jbyteArray msg, jbyteArray keyagg,
                                            jbyteArray extra) {
    call c(env, context);
    uint8_t together[33];
    c.size(seckey, 32, "secret key");
    c.size_or_null(msg, 32, "message");
    const uint8_t *xonly = aggregate(c, together, keyagg);
    c.size_or_null(extra, 32, "extra input");
    if (!c.good()) return nullptr;
    room<SECNONCE> secnonce;
    room<sizeof(ufsecp_keypair)> pair;
    uint8_t pubnonce[66];
    bytes<32> text(env, msg), more(env, extra);
    c.require(ufsecp_keypair_create(as<ufsecp_keypair>(pair), bytes<32>(env, seckey)) &&
                  ufsecp_musig_nonce_gen_counter(as<ufsecp_musig_secnonce>(secnonce), pubnonce,
                                                 static_cast<uint64_t>(counter),
                                                 as<ufsecp_keypair>(pair), xonly, text.or_null(),
                                                 text.len, more.or_null(), more.len),
              "the secret key is not valid");
    return both_nonces(c, secnonce, pubnonce);
}

KMP(jbyteArray, musig_1nonce_1agg)(JNIEnv *env, jclass, jlong context, jobjectArray nonces) {
    call c(env, context);
    many all(c, nonces, 66, "public nonce");
    uint8_t sum[66];
    c.require(c.good() && ufsecp_musig_nonce_agg(sum, all.data, all.n, nullptr) == UFSECP_OK,
              "a public nonce is not valid");
    return c.result(sum, 66);
}

KMP(jbyteArray, musig_1pubkey_1agg)(JNIEnv *env, jclass, jlong context, jobjectArray pubkeys,
                                    jbyteArray keyagg) {
    call c(env, context);
    c.size_or_null(keyagg, KEYAGG, "aggregate key");
    many keys(c, pubkeys, 33, "public key", true);
    ufsecp_musig_keyagg made;
    uint8_t xonly[32];
    c.require(
        c.good() && ufsecp_musig_pubkey_agg(&made, xonly, keys.data, keys.n, nullptr) == UFSECP_OK,
        "the public keys have no aggregate");
    if (c.good() && keyagg) give(env, keyagg, made.opaque, KEYAGG);
    return c.result(xonly, 32);
}

static jbyteArray tweak_aggregate(JNIEnv *env, jlong context, jbyteArray keyagg, jbyteArray tweak,
                                  int (*tweak_in_place)(ufsecp_musig_keyagg *, const uint8_t *)) {
    call c(env, context);
    c.size(keyagg, KEYAGG, "aggregate key");
    c.size(tweak, 32, "tweak");
    bytes<KEYAGG> keys(env, c.readable(keyagg));
    uint8_t key[33];
    c.require(c.good() && tweak_in_place(as<ufsecp_musig_keyagg>(keys), bytes<32>(env, tweak)) &&
                  ufsecp_musig_pubkey_get(key, 33, as<ufsecp_musig_keyagg>(keys)),
              "the aggregate key, the tweak or their result is not valid");
    if (c.good()) give(env, keyagg, keys, KEYAGG);
    return c.result_key(key);
}

KMP(jbyteArray, musig_1pubkey_1ec_1tweak_1add)(JNIEnv *env, jclass, jlong context,
                                               jbyteArray keyagg, jbyteArray tweak) {
    return tweak_aggregate(env, context, keyagg, tweak, ufsecp_musig_pubkey_tweak_add);
}

KMP(jbyteArray, musig_1pubkey_1xonly_1tweak_1add)(JNIEnv *env, jclass, jlong context,
                                                  jbyteArray keyagg, jbyteArray tweak) {
    return tweak_aggregate(env, context, keyagg, tweak, ufsecp_musig_xonly_tweak_add);
}

KMP(jbyteArray, musig_1nonce_1process)(JNIEnv *env, jclass, jlong context, jbyteArray aggnonce,
                                       jbyteArray msg, jbyteArray keyagg) {
    call c(env, context);
    c.size(aggnonce, 66, "aggregate nonce");
    c.size(msg, 32, "message");
    c.size(keyagg, KEYAGG, "aggregate key");
    bytes<KEYAGG> keys(env, c.readable(keyagg));
    ufsecp_musig_session session;
    c.require(c.good() && ufsecp_musig_nonce_process(&session, bytes<66>(env, aggnonce),
                                                     bytes<32>(env, msg), 32,
                                                     as<ufsecp_musig_keyagg>(keys)),
              "the aggregate nonce or key is not valid");
    return c.result(session.opaque, SESSION);
}

KMP(jbyteArray, musig_1partial_1sign)(JNIEnv *env, jclass, jlong context, jbyteArray secnonce,
                                      jbyteArray seckey, jbyteArray keyagg, jbyteArray session) {
    call c(env, context);
    c.size(secnonce, SECNONCE, "secret nonce");
    c.size(seckey, 32, "secret key");
    c.size(keyagg, KEYAGG, "aggregate key");
    c.size(session, SESSION, "session");
    if (!c.good()) return nullptr;
    bytes<SECNONCE> nonce(env, secnonce);
    bytes<KEYAGG> keys(env, keyagg);
    bytes<SESSION> agreed(env, session);
    room<sizeof(ufsecp_keypair)> pair;
    uint8_t psig[32];
    c.require(ufsecp_keypair_create(as<ufsecp_keypair>(pair), bytes<32>(env, seckey)) &&
                  ufsecp_musig_partial_sign(psig, as<ufsecp_musig_secnonce>(nonce),
                                            as<ufsecp_keypair>(pair), as<ufsecp_musig_keyagg>(keys),
                                            as<ufsecp_musig_session>(agreed)),
              "the secret nonce, the secret key or an object is not valid");
    return c.result(psig, 32);
}

KMP(jint, musig_1partial_1sig_1verify)(JNIEnv *env, jclass, jlong context, jbyteArray psig,
                                       jbyteArray pubnonce, jbyteArray pubkey, jbyteArray keyagg,
                                       jbyteArray session) {
    call c(env, context);
    uint8_t key[33], nonce[66];
    c.size(psig, 32, "partial signature");
    c.size(pubnonce, 66, "public nonce");
    c.pubkey(key, pubkey);
    uint8_t together[33];
    c.require(keyagg, "the aggregate key is null");
    aggregate(c, together, keyagg);
    c.size(session, SESSION, "session");
    if (!c.good()) return 0;
    bytes<32> number(env, psig);
    bytes<66> theirs(env, pubnonce);
    bytes<KEYAGG> keys(env, keyagg);
    bytes<SESSION> agreed(env, session);
    c.require(below_n(number), "the partial signature is not below n");
    c.require(ufsecp_musig_nonce_agg(nonce, theirs, 1, nullptr) == UFSECP_OK,
              "the public nonce is not valid");
    if (!c.good()) return 0;
    const auto *begun = as<ufsecp_musig_session>(agreed);
    const int valid =
        ufsecp_musig_partial_sig_verify(number, theirs, key, as<ufsecp_musig_keyagg>(keys), begun);
    uint8_t sig[64], zero[32] = {};  // whose sum exists for every session
    if (!valid)
        c.require(ufsecp_musig_partial_sig_agg(sig, begun, zero, 1, nullptr),
                  "the session is not one");
    return valid;
}

KMP(jbyteArray, musig_1partial_1sig_1agg)(JNIEnv *env, jclass, jlong context, jbyteArray session,
                                          jobjectArray psigs) {
    call c(env, context);
    c.size(session, SESSION, "session");
    many all(c, psigs, 32, "partial signature");
    bytes<SESSION> agreed(env, c.readable(session));
    uint8_t sig[64];
    c.require(c.good() && ufsecp_musig_partial_sig_agg(sig, as<ufsecp_musig_session>(agreed),
                                                       all.data, all.n, nullptr),
              "the session or a partial signature is not valid");
    return c.result(sig, 64);
}
