// BIP-340 tagged hashes: SHA256(SHA256(tag) || SHA256(tag) || message); known tags are precomputed.
#pragma once
#include "hash/sha256_lanes.h"

namespace ufsecp {

enum class hash_tag {
    bip340_challenge,
    bip340_aux,
    bip340_nonce, /* BIP-340 */
    tap_leaf,
    tap_branch,
    tap_tweak,
    tap_sighash, /* BIP-341 */
    keyagg_list,
    keyagg_coefficient, /* BIP-327 */
    musig_aux,
    musig_nonce,
    musig_noncecoef,
    musig_deterministic_nonce,  /* BIP-327 */
    bip324_ellswift_xonly_ecdh, /* BIP-324 */
    bip352_inputs,
    bip352_shared_secret,
    bip352_label, /* BIP-352 */
    bip374_aux,
    bip374_nonce,
    bip374_challenge, /* BIP-374 */
    bip445_aux,
    bip445_nonce,
    bip445_noncecoef,
    bip445_deterministic_nonce, /* BIP-445 */
    ellswift_encode,
    ellswift_create, /* libsecp256k1 */
    count
};

/* The tag's text, as in its BIP or in libsecp256k1. */
const char *tag_text(hash_tag tag);

/* Starts a tagged hash; continue with sha256_update and sha256_final.
 * cost: no compression. */
void tagged_init(sha256 *h, hash_tag tag);
/* The same for any tag, which may hold any bytes.
 * cost: one compression more than the tag's hash.
 */
void tagged_init_any(sha256 *h, const uint8_t *tag, size_t len);

/* BIP-340's challenge H(R.x || P.x || msg), not reduced mod n.
 * time: depends on msg_len only. */
void bip340_challenge(uint8_t e32[32], const uint8_t rx32[32], const uint8_t px32[32],
                      const uint8_t *msg, size_t msg_len);
/* Those of n messages of 32 bytes: e32s is n * 32 bytes, and overlaps no row.
 * time: depends on n only. */
void bip340_challenges(uint8_t *e32s, byte_rows rx32, byte_rows pk32, byte_rows msg32, size_t n);

/* The hash of 32 zero bytes under bip340_aux: what stands for an aux32 that is not given. */
const uint8_t *bip340_zero_aux_hash();
/* BIP-340's nonces H((key ^ H(aux)) || P.x || msg) of n messages of 32 bytes, not reduced mod n:
 * k32s is n * 32 bytes, and overlaps no row. aux32.first may be NULL. key32 holds the keys whose P
 * has an even y.
 * time: depends on n and on aux32.first being NULL only. */
void bip340_nonces(uint8_t *k32s, byte_rows key32, byte_rows pk32, byte_rows msg32, byte_rows aux32,
                   size_t n);

/* BIP-324's shared secret H(a || b || x) of both encodings and the shared x coordinate.
 * time: constant. */
void bip324_secret(uint8_t out32[32], const uint8_t x32[32], const uint8_t ell_a64[64],
                   const uint8_t ell_b64[64]);

/* BIP-352's output tweaks H(S || ser32(k + i * k_step)) of n secret points S in compressed form,
 * not reduced mod n: t32s is n * 32 bytes, and overlaps no row.
 * time: depends on n only. */
void bip352_output_tweaks(uint8_t *t32s, byte_rows s33, uint32_t k, uint32_t k_step, size_t n);

/* BIP-341's tweaks H(P.x) of n keys without scripts, not reduced mod n: t32s is n * 32 bytes, and
 * overlaps no row.
 * time: depends on n only. */
void bip341_tweaks(uint8_t *t32s, byte_rows xonly32, size_t n);

/* BIP-327's coefficients H(list || P) of n keys P in compressed form, not reduced mod n: a32s is
 * n * 32 bytes, and overlaps no row. */
void bip327_coefficients(uint8_t *a32s, const uint8_t list32[32], byte_rows pk33, size_t n);

}  // namespace ufsecp
