// FROST (RFC 9591 and BIP-445), what is public: identifiers, interpolation, challenges and binding
// factors. Variable time.
#pragma once
#include "base/public_var.h"
#include "hash/tagged.h"
#include "proto/frost.h"
#include "scalar/sc_inv_var.h"

namespace ufsecp::UF_TARGET {

/* x = identifier i of a list; false if it is 0 or not below the order. */
static inline bool frost_identifier_var(sc *x, const u8 *ids32, size_t i) {
    return is_true_var(sc_set_b32_seckey(x, ids32 + 32 * i));
}
UF_PUBLIC_ONLY(frost_identifier_var);

/* The place of the least of n identifiers above that at `last`, or SIZE_MAX if there is none; of
 * the least of all for SIZE_MAX. */
static inline size_t frost_next_var(const u8 *ids32, size_t n, size_t last) {
    size_t next = SIZE_MAX;
    for (size_t i = 0; i < n; i++) {
        if (last != SIZE_MAX && memcmp(ids32 + 32 * i, ids32 + 32 * last, 32) <= 0) continue;
        if (next == SIZE_MAX || memcmp(ids32 + 32 * i, ids32 + 32 * next, 32) < 0) next = i;
    }
    return next;
}
UF_PUBLIC_ONLY(frost_next_var);

/* Whether n identifiers ascend: then the next one is behind the last one. */
static inline bool frost_ascends_var(const u8 *ids32, size_t n) {
    for (size_t i = 1; i < n; i++)
        if (memcmp(ids32 + 32 * (i - 1), ids32 + 32 * i, 32) >= 0) return false;
    return true;
}
UF_PUBLIC_ONLY(frost_ascends_var);

/* r = the product of x_j - x over the n identifiers but number `skip`.
 * in: x is none of those. */
static inline void frost_differences_var(sc *r, const sc *x, const u8 *ids32, size_t n,
                                         size_t skip) {
    sc d;
    sc_set_one(r);
    for (size_t j = 0; j < n; j++) {
        if (j == skip) continue;
        sc_set_b32(&d, ids32 + 32 * j);
        sc_sub(&d, &d, x);
        sc_mul(r, r, &d);
    }
}
UF_PUBLIC_ONLY(frost_differences_var);

/* r = the coefficient by which share i of n enters the value at 0: the product of x_j / (x_j - x_i)
 * over all other j.
 * in: the identifiers differ. */
static inline void frost_lagrange_var(sc *r, const u8 *ids32, size_t n, size_t i) {
    sc x, zero, below;
    sc_set_b32(&x, ids32 + 32 * i);
    sc_set_int(&zero, 0);
    frost_differences_var(r, &zero, ids32, n, i);
    frost_differences_var(&below, &x, ids32, n, i);
    sc_inv_var(&below, &below);
    sc_mul(r, r, &below);
}
UF_PUBLIC_ONLY(frost_lagrange_var);

/* The value of a polynomial of degree below t at 0 and at n >= t identifiers are its only ones if
 * the sum of v_i m(x_i) f(x_i) over those n + 1 places is 0 for each polynomial m of degree
 * n - t, where v_i is 1 over the product of x_i - x_j.  r = v_i m(x_i) for the m of a random w,
 * 1 + w x + ... + (w x)^(n - t): a wrong value passes for at most n - t of all w.  i = n stands for
 * the place 0.
 * in: the identifiers differ. */
static inline void frost_check_factor_var(sc *r, const u8 *ids32, size_t n, size_t i, size_t t,
                                          const sc *w) {
    sc x, wx, m, one;
    sc_set_int(&x, 0);
    if (i < n) sc_set_b32(&x, ids32 + 32 * i);
    frost_differences_var(r, &x, ids32, n, i);
    if (i < n) sc_mul(r, r, &x);
    if (i < n) sc_neg(r, r);
    sc_inv_var(r, r);
    sc_mul(&wx, w, &x);
    sc_set_one(&one);
    m = one;
    for (size_t k = t; k < n; k++) {
        sc_mul(&m, &m, &wx);
        sc_add(&m, &m, &one);
    }
    sc_mul(r, r, &m);
}
UF_PUBLIC_ONLY(frost_check_factor_var);

/* r = x^k. */
static inline void frost_power_var(sc *r, const sc *x, size_t k) {
    sc_set_one(r);
    for (size_t bit = sizeof k * 8; bit-- > 0;) {
        sc_mul(r, r, r);
        if (k >> bit & 1) sc_mul(r, r, x);
    }
}
UF_PUBLIC_ONLY(frost_power_var);

/* ---- RFC 9591 ---- */

/* out32 = H4 or H5, by its tag, of what h was given behind frost_plain_init. */
static inline void frost_plain_init(sha256 *h, const char *tag) {
    sha256_init(h);
    frost_hash_tag(h, tag, false);
}

/* r = the binding factor of a signer: H1 of the key, the hashes of message and commitments, and the
 * identifier. */
static inline void frost_binding_factor_var(sc *r, const u8 prefix97[97], const u8 id32[32]) {
    sha256 h;
    frost_field_init(&h);
    sha256_update(&h, prefix97, 97);
    sha256_update(&h, id32, 32);
    frost_field_final(r, &h, "rho");
}
UF_PUBLIC_ONLY(frost_binding_factor_var);

/* c = the challenge H2(R || key || msg). */
static inline void frost_challenge_var(sc *c, const u8 r33[33], const u8 pk33[33], const u8 *msg,
                                       size_t msg_len) {
    sha256 h;
    frost_field_init(&h);
    sha256_update(&h, r33, 33);
    sha256_update(&h, pk33, 33);
    sha256_update(&h, msg, msg_len);
    frost_field_final(c, &h, "chal");
}
UF_PUBLIC_ONLY(frost_challenge_var);

/* c = the challenge of a proof that a participant knows the secret behind its public key. */
static inline void frost_proof_challenge_var(sc *c, const u8 id32[32], const u8 pk33[33],
                                             const u8 r33[33]) {
    sha256 h;
    frost_field_init(&h);
    sha256_update(&h, id32, 32);
    sha256_update(&h, pk33, 33);
    sha256_update(&h, r33, 33);
    frost_field_final(c, &h, "dkg");
}
UF_PUBLIC_ONLY(frost_proof_challenge_var);

}  // namespace ufsecp::UF_TARGET
