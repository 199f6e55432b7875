// libsecp256k1 with the calls of our C ABI, bytes in and bytes out, for the differential tests and
// fuzz targets. The file that includes this one includes "secp256k1.h" itself: that is how the
// build knows to link the peer.
#pragma once
#include <cstdint>
#include <cstring>
#include <vector>

#include "secp256k1.h"
#include "secp256k1_ecdh.h"
#include "secp256k1_extrakeys.h"
#include "secp256k1_recovery.h"
#include "secp256k1_schnorrsig.h"

namespace peer {

inline const secp256k1_context *context() {
    static const secp256k1_context *const c = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    return c;
}

inline int pubkey_parse(secp256k1_pubkey *out, const uint8_t *pk, size_t len, bool allow_hybrid) {
    if (len == 65 && !allow_hybrid && (pk[0] == 6 || pk[0] == 7)) return 0;
    return secp256k1_ec_pubkey_parse(context(), out, pk, len);
}
/* Writes the key if good, zeros if not; returns good. */
inline int pubkey_write(uint8_t *out, size_t len, const secp256k1_pubkey *pk, int good) {
    memset(out, 0, len);
    return good && secp256k1_ec_pubkey_serialize(
                       context(), out, &len, pk,
                       len == 33 ? SECP256K1_EC_COMPRESSED : SECP256K1_EC_UNCOMPRESSED);
}
inline int pubkey_convert(uint8_t *out, size_t out_len, const uint8_t *pk, size_t len,
                          bool allow_hybrid) {
    secp256k1_pubkey p;
    return pubkey_write(out, out_len, &p, pubkey_parse(&p, pk, len, allow_hybrid));
}
inline int pubkey_create(uint8_t *out, size_t len, const uint8_t *sk) {
    secp256k1_pubkey p;
    return pubkey_write(out, len, &p, secp256k1_ec_pubkey_create(context(), &p, sk));
}
inline int pubkey_negate(uint8_t *out, size_t out_len, const uint8_t *pk, size_t len) {
    secp256k1_pubkey p;
    return pubkey_write(
        out, out_len, &p,
        pubkey_parse(&p, pk, len, false) && secp256k1_ec_pubkey_negate(context(), &p));
}
inline int pubkey_tweak_add(uint8_t *out, size_t out_len, const uint8_t *pk, size_t len,
                            const uint8_t *t32) {
    secp256k1_pubkey p;
    return pubkey_write(
        out, out_len, &p,
        pubkey_parse(&p, pk, len, false) && secp256k1_ec_pubkey_tweak_add(context(), &p, t32));
}
inline int pubkey_tweak_mul(uint8_t *out, size_t out_len, const uint8_t *pk, size_t len,
                            const uint8_t *t32) {
    secp256k1_pubkey p;
    return pubkey_write(
        out, out_len, &p,
        pubkey_parse(&p, pk, len, false) && secp256k1_ec_pubkey_tweak_mul(context(), &p, t32));
}
/* n >= 1 */
inline int pubkey_combine(uint8_t *out, size_t out_len, const uint8_t *pks33, size_t n) {
    std::vector<secp256k1_pubkey> keys(n);
    std::vector<const secp256k1_pubkey *> list(n);
    int good = 1;
    for (size_t i = 0; i < n; i++) {
        good = good && pubkey_parse(&keys[i], pks33 + 33 * i, 33, false);
        list[i] = &keys[i];
    }
    secp256k1_pubkey sum;
    return pubkey_write(out, out_len, &sum,
                        good && secp256k1_ec_pubkey_combine(context(), &sum, list.data(), n));
}

inline int ecdsa_sign_recoverable(uint8_t *sig64, int *recid, const uint8_t *msg32,
                                  const uint8_t *sk, const uint8_t *extra32) {
    secp256k1_ecdsa_recoverable_signature s;
    if (!secp256k1_ecdsa_sign_recoverable(context(), &s, msg32, sk, nullptr, extra32)) {
        memset(sig64, 0, 64), *recid = 0;
        return 0;
    }
    return secp256k1_ecdsa_recoverable_signature_serialize_compact(context(), sig64, recid, &s);
}
/* The peer alone refuses high s; without low_s the signature is normalized first. */
inline int ecdsa_verify(const uint8_t *sig64, const uint8_t *msg32, const uint8_t *pk, size_t len,
                        bool low_s, bool allow_hybrid) {
    secp256k1_pubkey p;
    secp256k1_ecdsa_signature s;
    if (!pubkey_parse(&p, pk, len, allow_hybrid) ||
        !secp256k1_ecdsa_signature_parse_compact(context(), &s, sig64))
        return 0;
    if (!low_s) secp256k1_ecdsa_signature_normalize(context(), &s, &s);
    return secp256k1_ecdsa_verify(context(), &s, msg32, &p);
}
inline int ecdsa_recover(uint8_t *pk, size_t len, const uint8_t *sig64, int recid,
                         const uint8_t *msg32) {
    secp256k1_ecdsa_recoverable_signature s;
    secp256k1_pubkey p;
    const int good =
        recid >= 0 && recid <= 3 &&
        secp256k1_ecdsa_recoverable_signature_parse_compact(context(), &s, sig64, recid) &&
        secp256k1_ecdsa_recover(context(), &p, &s, msg32);
    return pubkey_write(pk, len, &p, good);
}
/* 64 bytes r || s, zeros for values that are not below n. */
inline int ecdsa_parse_der(uint8_t *sig64, const uint8_t *der, size_t len) {
    secp256k1_ecdsa_signature s;
    return len > 0 && secp256k1_ecdsa_signature_parse_der(context(), &s, der, len) &&
           secp256k1_ecdsa_signature_serialize_compact(context(), sig64, &s);
}
/* r and s below n */
inline std::vector<uint8_t> ecdsa_write_der(const uint8_t *sig64) {
    secp256k1_ecdsa_signature s;
    std::vector<uint8_t> der(72);
    size_t len = der.size();
    if (!secp256k1_ecdsa_signature_parse_compact(context(), &s, sig64)) return {};
    secp256k1_ecdsa_signature_serialize_der(context(), der.data(), &len, &s);
    der.resize(len);
    return der;
}
inline int ecdsa_normalize(uint8_t *sig64, int *was_high) {
    secp256k1_ecdsa_signature s;
    *was_high = 0;
    if (!secp256k1_ecdsa_signature_parse_compact(context(), &s, sig64)) {
        memset(sig64, 0, 64);
        return 0;
    }
    *was_high = secp256k1_ecdsa_signature_normalize(context(), &s, &s);
    return secp256k1_ecdsa_signature_serialize_compact(context(), sig64, &s);
}

inline int schnorr_sign(uint8_t *sig64, const uint8_t *msg, size_t len, const uint8_t *sk,
                        const uint8_t *aux32) {
    secp256k1_keypair pair;
    secp256k1_schnorrsig_extraparams extra = SECP256K1_SCHNORRSIG_EXTRAPARAMS_INIT;
    extra.ndata = const_cast<uint8_t *>(aux32);
    memset(sig64, 0, 64);
    return secp256k1_keypair_create(context(), &pair, sk) &&
           secp256k1_schnorrsig_sign_custom(context(), sig64, msg, len, &pair, &extra);
}
inline int schnorr_verify(const uint8_t *sig64, const uint8_t *msg, size_t len,
                          const uint8_t *pk32) {
    secp256k1_xonly_pubkey p;
    return secp256k1_xonly_pubkey_parse(context(), &p, pk32) &&
           secp256k1_schnorrsig_verify(context(), sig64, msg, len, &p);
}
inline int xonly_create(uint8_t *out32, int *parity, const uint8_t *sk) {
    secp256k1_keypair pair;
    secp256k1_xonly_pubkey p;
    memset(out32, 0, 32), *parity = 0;
    return secp256k1_keypair_create(context(), &pair, sk) &&
           secp256k1_keypair_xonly_pub(context(), &p, parity, &pair) &&
           secp256k1_xonly_pubkey_serialize(context(), out32, &p);
}

inline int copy_xy(unsigned char *out, const unsigned char *x32, const unsigned char *y32, void *) {
    memcpy(out, x32, 32);
    memcpy(out + 32, y32, 32);
    return 1;
}
inline int ecdh(uint8_t *out32, const uint8_t *pk, size_t len, const uint8_t *sk) {
    secp256k1_pubkey p;
    memset(out32, 0, 32);
    if (pubkey_parse(&p, pk, len, false) &&
        secp256k1_ecdh(context(), out32, &p, sk, nullptr, nullptr))
        return 1;
    memset(out32, 0, 32);
    return 0;
}
/* The same and x || y of the shared point, of one multiplication. */
inline int ecdh_both(uint8_t *out32, uint8_t *xy64, const uint8_t *pk, size_t len,
                     const uint8_t *sk) {
    const auto both = [](unsigned char *out, const unsigned char *x32, const unsigned char *y32,
                         void *xy) {
        copy_xy(static_cast<uint8_t *>(xy), x32, y32, nullptr);
        return secp256k1_ecdh_hash_function_default(out, x32, y32, nullptr);
    };
    secp256k1_pubkey p;
    memset(out32, 0, 32), memset(xy64, 0, 64);
    if (pubkey_parse(&p, pk, len, false) && secp256k1_ecdh(context(), out32, &p, sk, both, xy64))
        return 1;
    memset(out32, 0, 32), memset(xy64, 0, 64);
    return 0;
}

/* H_TapTweak(internal || root), root may be NULL. */
inline void taproot_tweak(uint8_t *t32, const uint8_t *internal32, const uint8_t *root32) {
    uint8_t data[64];
    static const char tag[] = "TapTweak";
    memcpy(data, internal32, 32);
    if (root32) memcpy(data + 32, root32, 32);
    (void)secp256k1_tagged_sha256(context(), t32, reinterpret_cast<const uint8_t *>(tag),
                                  sizeof tag - 1, data, root32 ? 64 : 32);
}
inline int taproot_output_key(uint8_t *out32, int *parity, const uint8_t *internal32,
                              const uint8_t *root32) {
    uint8_t t[32];
    secp256k1_xonly_pubkey p, q;
    secp256k1_pubkey sum;
    taproot_tweak(t, internal32, root32);
    memset(out32, 0, 32), *parity = 0;
    return secp256k1_xonly_pubkey_parse(context(), &p, internal32) &&
           secp256k1_xonly_pubkey_tweak_add(context(), &sum, &p, t) &&
           secp256k1_xonly_pubkey_from_pubkey(context(), &q, parity, &sum) &&
           secp256k1_xonly_pubkey_serialize(context(), out32, &q);
}
inline int taproot_output_seckey(uint8_t *out32, const uint8_t *sk, const uint8_t *root32) {
    uint8_t t[32], internal[32];
    int parity;
    secp256k1_keypair pair;
    memset(out32, 0, 32);
    if (!xonly_create(internal, &parity, sk) || !secp256k1_keypair_create(context(), &pair, sk))
        return 0;
    taproot_tweak(t, internal, root32);
    return secp256k1_keypair_xonly_tweak_add(context(), &pair, t) &&
           secp256k1_keypair_sec(context(), out32, &pair);
}

}  // namespace peer
