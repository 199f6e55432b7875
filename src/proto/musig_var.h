// MuSig2 (BIP-327), what is public: the numbers that keys, tweaks, sessions and signatures are made
// of. Variable time.
#pragma once
#include "base/public_var.h"
#include "proto/musig.h"
#include "proto/schnorr.h"

namespace ufsecp::UF_TARGET {

/* a = the coefficient of a key: 1 for the second key, which may be NULL, as there is none. */
static inline void musig_coefficient_var(sc *a, const u8 list32[32], const u8 pk33[33],
                                         const u8 *second33) {
    u8 a32[32];
    if (second33 && memcmp(pk33, second33, 33) == 0) return sc_set_one(a);
    bip327_coefficients(a32, list32, {pk33, 33}, 1);
    sc_set_b32(a, a32);
}
UF_PUBLIC_ONLY(musig_coefficient_var);

/* b = the factor of the second nonces. */
static inline void musig_nonce_coefficient_var(sc *b, const u8 nonce66[66], const u8 agg32[32],
                                               const u8 *msg, size_t msg_len) {
    sha256 h;
    u8 b32[32];
    tagged_init(&h, hash_tag::musig_noncecoef);
    sha256_update(&h, nonce66, 66);
    sha256_update(&h, agg32, 32);
    sha256_update(&h, msg, msg_len);
    sha256_final(&h, b32);
    sc_set_b32(b, b32);
}
UF_PUBLIC_ONLY(musig_nonce_coefficient_var);

/* sum32 = the sum of tweak, negated first if `negate`, and t32; false if t32 is not below the
 * order. */
static inline bool musig_tweak_var(u8 sum32[32], const u8 tweak32[32], const u8 t32[32],
                                   bool negate) {
    sc sum, t;
    if (is_true_var(sc_set_b32(&t, t32))) return false;
    sc_set_b32(&sum, tweak32);
    if (negate) sc_neg(&sum, &sum);
    sc_add(&sum, &sum, &t);
    sc_get_b32(sum32, &sum);
    return true;
}
UF_PUBLIC_ONLY(musig_tweak_var);

/* r32 = a * b, negated if `negate`. */
static inline void musig_product_var(u8 r32[32], const sc *a, const u8 b32[32], bool negate) {
    sc r;
    sc_set_b32(&r, b32);
    sc_mul(&r, a, &r);
    if (negate) sc_neg(&r, &r);
    sc_get_b32(r32, &r);
}
UF_PUBLIC_ONLY(musig_product_var);

/* sum32 = sum32 + s32; false if s32 is not below the order, and reduced. */
static inline bool musig_add_partial_var(u8 sum32[32], const u8 s32[32]) {
    sc sum, s;
    const bool over = is_true_var(sc_set_b32(&s, s32));
    sc_set_b32(&sum, sum32);
    sc_add(&sum, &sum, &s);
    sc_get_b32(sum32, &sum);
    return !over;
}
UF_PUBLIC_ONLY(musig_add_partial_var);

}  // namespace ufsecp::UF_TARGET
