// The C ABI: checks arguments, then asks the engine in use.
//
// Misuse (a null pointer where a value is needed, an output length that names no encoding, a flag
// that the call does not have) returns before anything is written. What the caller was given by
// others (keys, signatures, their lengths) is data: if it is bad, outputs are zeroed. A length of 0
// is data too, whatever pointer is beside it.
#include "ufsecp/ufsecp.h"

#include "api/call.h"
#include "api/entropy.h"
#include "api/hot_keys.h"
#include "hash/keccak.h"
#include "hash/ripemd160.h"
#include "hash/sha256.h"
#include "hash/tagged.h"
#include "mult/tables.h"
#include "proto/der_var.h"
#include "proto/ethereum.h"

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

namespace {

/* The rows that threads take at a time (engine/threads.h): of most calls, and of those that need a
 * few microseconds a row or less. */
constexpr size_t few_rows = least_grain, many_rows = 4 * least_grain;

}  // namespace

/* ---- Library ---- */

const char *ufsecp_status_text(ufsecp_status status) {
    /* A caller in C may pass any number, which is no value of the enumeration in C++. */
    switch (__builtin_bit_cast(__underlying_type(ufsecp_status), status)) {
    case UFSECP_OK: return "valid";
    case UFSECP_BAD_SIGNATURE: return "the signature does not belong to this message and key";
    case UFSECP_MISUSE: return "misuse: a null pointer, an impossible length or an unknown flag";
    case UFSECP_PUBKEY_FORMAT: return "the public key has a wrong length, prefix or parity";
    case UFSECP_PUBKEY_RANGE: return "a coordinate of the public key is not below the field prime";
    case UFSECP_PUBKEY_OFF_CURVE: return "the public key is not on the curve";
    case UFSECP_R_ZERO: return "r is zero";
    case UFSECP_R_RANGE: return "r is too large";
    case UFSECP_S_ZERO: return "s is zero";
    case UFSECP_S_RANGE: return "s is not below the group order";
    case UFSECP_S_HIGH: return "s is above half the group order";
    case UFSECP_RECID: return "the recovery id is impossible";
    case UFSECP_NO_POINT: return "the point does not exist";
    case UFSECP_DER: return "not a DER signature of the form asked for";
    case UFSECP_SIG_FORMAT: return "the signature has a wrong length or hash type";
    }
    return "unknown status";
}

const char *ufsecp_version(void) { return UFSECP_VERSION; }
const char *ufsecp_engine(void) { return current_engine().name; }
int ufsecp_engine_select(const char *name) { return name && select_engine(name); }
unsigned ufsecp_threads(void) { return threads(); }
int ufsecp_threads_set(unsigned n) { return set_threads(n); }
int ufsecp_sign_check(void) { return sign_check(); }
int ufsecp_sign_check_set(int on) {
    if (on != 0 && on != 1) return 0;
    set_sign_check(on == 1);
    return 1;
}

const char *ufsecp_engine_at(size_t i, int *supported) {
    bool runs = false;
    const engine *e = engine_at(i, &runs);
    if (supported) *supported = runs;
    return e ? e->name : nullptr;
}
const char *ufsecp_engine_text(size_t i) {
    const char *text = nullptr;
    engine_at(i, nullptr, &text);
    return text;
}
const char *ufsecp_engine_note(void) { return engine_note(); }

size_t ufsecp_table_bytes_ct(void) { return sizeof gen_table; }
size_t ufsecp_table_bytes_var(void) { return sizeof odd_table; }

/* ---- Secret keys ---- */

int ufsecp_seckey_verify(const uint8_t seckey32[32]) {
    if (!seckey32) return 0;
    return secret_call<&engine::seckey_verify>{current_engine()}(seckey32);
}

/* A second draw is needed once in 2^128 times: a generator that fails four in a row is broken. */
int ufsecp_seckey_generate(uint8_t seckey32[32]) {
    if (!seckey32) return 0;
    for (int draw = 0; draw < 4 && os_entropy(seckey32, 32); draw++)
        if (ufsecp_seckey_verify(seckey32)) return 1;
    wipe(seckey32, 32);
    return 0;
}

int ufsecp_seckey_negate(uint8_t seckey32[32]) {
    if (!seckey32) return 0;
    return secret_call<&engine::seckey_negate>{current_engine()}(seckey32);
}

int ufsecp_seckey_tweak_add(uint8_t seckey32[32], const uint8_t tweak32[32]) {
    if (any_null(seckey32, tweak32)) return 0;
    return secret_call<&engine::seckey_tweak_add>{current_engine()}(seckey32, tweak32);
}
int ufsecp_seckey_tweak_mul(uint8_t seckey32[32], const uint8_t tweak32[32]) {
    if (any_null(seckey32, tweak32)) return 0;
    return secret_call<&engine::seckey_tweak_mul>{current_engine()}(seckey32, tweak32);
}

/* ---- Public keys ---- */

int ufsecp_pubkey_create(uint8_t *pubkey, size_t pubkey_len, const uint8_t seckey32[32]) {
    if (any_null(pubkey, seckey32) || !pubkey_size(pubkey_len)) return 0;
    return secret_call<&engine::pubkey_create>{current_engine()}(pubkey, pubkey_len, seckey32);
}

int ufsecp_xonly_create(uint8_t xonly32[32], int *parity, const uint8_t seckey32[32]) {
    int ignored;
    if (any_null(xonly32, seckey32)) return 0;
    return secret_call<&engine::xonly_create>{current_engine()}(xonly32, parity ? parity : &ignored,
                                                                seckey32);
}

ufsecp_status ufsecp_pubkey_convert(uint8_t *out, size_t out_len, const uint8_t *pubkey,
                                    size_t pubkey_len, unsigned flags) {
    if (!out || missing(pubkey, pubkey_len) || !pubkey_size(out_len) ||
        (flags & ~UFSECP_ALLOW_HYBRID))
        return UFSECP_MISUSE;
    return current_engine().pubkey_convert_var(out, out_len, pubkey, pubkey_len, flags);
}

int ufsecp_pubkey_negate(uint8_t *out, size_t out_len, const uint8_t *pubkey, size_t pubkey_len) {
    if (!out || missing(pubkey, pubkey_len) || !pubkey_size(out_len)) return 0;
    return current_engine().pubkey_negate_var(out, out_len, pubkey, pubkey_len);
}
int ufsecp_pubkey_tweak_add(uint8_t *out, size_t out_len, const uint8_t *pubkey, size_t pubkey_len,
                            const uint8_t tweak32[32]) {
    if (any_null(out, tweak32) || missing(pubkey, pubkey_len) || !pubkey_size(out_len)) return 0;
    return current_engine().pubkey_tweak_add_var(out, out_len, pubkey, pubkey_len, tweak32);
}
int ufsecp_pubkey_tweak_mul(uint8_t *out, size_t out_len, const uint8_t *pubkey, size_t pubkey_len,
                            const uint8_t tweak32[32]) {
    if (any_null(out, tweak32) || missing(pubkey, pubkey_len) || !pubkey_size(out_len)) return 0;
    return current_engine().pubkey_tweak_mul_var(out, out_len, pubkey, pubkey_len, tweak32);
}
int ufsecp_pubkey_combine(uint8_t *out, size_t out_len, const uint8_t *pubkeys33, size_t n) {
    if (!out || !pubkey_size(out_len) || missing(pubkeys33, n) || !rows_fit(n, 33, 0)) return 0;
    return current_engine().pubkey_combine_var(out, out_len, pubkeys33, n);
}

/* ---- ECDSA ---- */

int ufsecp_ecdsa_sign(uint8_t sig64[64], const uint8_t msg32[32], const uint8_t seckey32[32],
                      const uint8_t *extra32) {
    if (any_null(sig64, msg32, seckey32)) return 0;
    return secret_call<&engine::ecdsa_sign>{current_engine()}(sig64, nullptr, msg32, seckey32,
                                                              extra32);
}
int ufsecp_ecdsa_sign_recoverable(uint8_t sig64[64], int *recid, const uint8_t msg32[32],
                                  const uint8_t seckey32[32], const uint8_t *extra32) {
    if (any_null(sig64, msg32, seckey32) || !recid) return 0;
    return secret_call<&engine::ecdsa_sign>{current_engine()}(sig64, recid, msg32, seckey32,
                                                              extra32);
}

ufsecp_status ufsecp_ecdsa_check(const uint8_t sig64[64], const uint8_t msg32[32],
                                 const uint8_t *pubkey, size_t pubkey_len, unsigned flags) {
    if (any_null(sig64, msg32) || missing(pubkey, pubkey_len) ||
        (flags & ~(UFSECP_LOW_S | UFSECP_ALLOW_HYBRID)))
        return UFSECP_MISUSE;
    return current_engine().ecdsa_check_var(sig64, msg32, pubkey, pubkey_len, flags);
}
int ufsecp_ecdsa_verify(const uint8_t sig64[64], const uint8_t msg32[32], const uint8_t *pubkey,
                        size_t pubkey_len, unsigned flags) {
    return ufsecp_ecdsa_check(sig64, msg32, pubkey, pubkey_len, flags) == UFSECP_OK;
}

ufsecp_status ufsecp_ecdsa_recover(uint8_t *pubkey, size_t pubkey_len, const uint8_t sig64[64],
                                   int recid, const uint8_t msg32[32]) {
    if (any_null(pubkey, sig64, msg32) || !pubkey_size(pubkey_len)) return UFSECP_MISUSE;
    return current_engine().recover_var(pubkey, pubkey_len, sig64, recid, msg32);
}

int ufsecp_ecdsa_sig_parse_der(uint8_t sig64[64], const uint8_t *der, size_t der_len) {
    if (!sig64 || missing(der, der_len)) return 0;
    const bool good = der_parse_strict_var(sig64, der, der_len);
    if (!good) memset(sig64, 0, 64);
    return good;
}
int ufsecp_ecdsa_sig_parse_der_lax(uint8_t sig64[64], const uint8_t *der, size_t der_len) {
    if (!sig64 || missing(der, der_len)) return 0;
    return der_parse_lax_var(sig64, der, der_len);
}
int ufsecp_ecdsa_sig_serialize_der(uint8_t *der, size_t *der_len, const uint8_t sig64[64]) {
    if (any_null(der, sig64) || !der_len) return 0;
    u8 t[72];
    const size_t size = der_serialize_var(t, sig64), room = *der_len;
    const bool fits = size <= room;
    if (fits) memcpy(der, t, size);
    else memset(der, 0, room);
    *der_len = fits ? size : 0;
    return fits;
}
int ufsecp_ecdsa_sig_normalize(uint8_t sig64[64], int *was_high) {
    int ignored;
    return sig64 && current_engine().ecdsa_sig_normalize_var(sig64, was_high ? was_high : &ignored);
}

/* ---- Schnorr ---- */

int ufsecp_schnorr_sign(uint8_t sig64[64], const uint8_t *msg, size_t msg_len,
                        const uint8_t seckey32[32], const uint8_t *aux32) {
    if (any_null(sig64, seckey32) || missing(msg, msg_len)) return 0;
    return secret_call<&engine::schnorr_sign>{current_engine()}(sig64, msg, msg_len, seckey32,
                                                                aux32);
}
ufsecp_status ufsecp_schnorr_check(const uint8_t sig64[64], const uint8_t *msg, size_t msg_len,
                                   const uint8_t xonly32[32]) {
    if (any_null(sig64, xonly32) || missing(msg, msg_len)) return UFSECP_MISUSE;
    return current_engine().schnorr_check_var(sig64, msg, msg_len, xonly32);
}
int ufsecp_keypair_create(ufsecp_keypair *keypair, const uint8_t seckey32[32]) {
    if (any_null(keypair, seckey32)) return 0;
    uint8_t pubkey33[33];
    const int made = ufsecp_pubkey_create(pubkey33, sizeof pubkey33, seckey32);
    memset(keypair, 0, sizeof *keypair);
    if (!made) return 0;
    memcpy(keypair->opaque, seckey32, 32);
    memcpy(keypair->opaque + 32, pubkey33, 33);
    return 1;
}

int ufsecp_schnorr_sign_keypair(uint8_t sig64[64], const uint8_t *msg, size_t msg_len,
                                const ufsecp_keypair *keypair, const uint8_t *aux32) {
    if (any_null(sig64, keypair) || missing(msg, msg_len)) return 0;
    const engine &e = current_engine();
    const uint8_t *const pair = keypair->opaque;
    return secret_call<&engine::schnorr_sign_keypair>{e}(sig64, msg, msg_len, pair, aux32);
}

void ufsecp_wipe(void *secret, size_t len) {
    if (secret) wipe(secret, len);
}

int ufsecp_schnorr_verify(const uint8_t sig64[64], const uint8_t *msg, size_t msg_len,
                          const uint8_t xonly32[32]) {
    return ufsecp_schnorr_check(sig64, msg, msg_len, xonly32) == UFSECP_OK;
}

/* ---- ECDH ---- */

int ufsecp_ecdh(uint8_t secret32[32], const uint8_t *pubkey, size_t pubkey_len,
                const uint8_t seckey32[32]) {
    if (any_null(secret32, seckey32) || missing(pubkey, pubkey_len)) return 0;
    return secret_call<&engine::ecdh>{current_engine()}(secret32, pubkey, pubkey_len, seckey32);
}
int ufsecp_ecdh_x(uint8_t x32[32], const uint8_t *pubkey, size_t pubkey_len,
                  const uint8_t seckey32[32]) {
    if (any_null(x32, seckey32) || missing(pubkey, pubkey_len)) return 0;
    return secret_call<&engine::ecdh_xy>{current_engine()}(x32, nullptr, pubkey, pubkey_len,
                                                           seckey32);
}
/* The size of out is the caller's and his hash's: on failure the hash is not called and out is not
 * written. */
int ufsecp_ecdh_custom(uint8_t *out, const uint8_t *pubkey, size_t pubkey_len,
                       const uint8_t seckey32[32], ufsecp_ecdh_hash hash, void *data) {
    if (any_null(out, seckey32) || missing(pubkey, pubkey_len) || !hash) return 0;
    const engine &e = current_engine();
    secret_bytes<32> x, y;
    return secret_call<&engine::ecdh_xy>{e}(x.b, y.b, pubkey, pubkey_len, seckey32) &&
           hash(out, x.b, y.b, data);
}

/* ---- ElligatorSwift ---- */

int ufsecp_ellswift_encode(uint8_t ell64[64], const uint8_t *pubkey, size_t pubkey_len,
                           const uint8_t rnd32[32]) {
    if (any_null(ell64, rnd32) || missing(pubkey, pubkey_len)) return 0;
    return current_engine().ellswift_encode_var(ell64, pubkey, pubkey_len, rnd32);
}
int ufsecp_ellswift_decode(uint8_t *pubkey, size_t pubkey_len, const uint8_t ell64[64]) {
    if (any_null(pubkey, ell64) || !pubkey_size(pubkey_len)) return 0;
    current_engine().ellswift_decode_var(pubkey, pubkey_len, ell64);
    return 1;
}
int ufsecp_ellswift_create(uint8_t ell64[64], const uint8_t seckey32[32], const uint8_t *aux32) {
    if (any_null(ell64, seckey32)) return 0;
    return secret_call<&engine::ellswift_create>{current_engine()}(ell64, seckey32, aux32);
}
int ufsecp_ellswift_xdh(uint8_t secret32[32], const uint8_t ell_a64[64], const uint8_t ell_b64[64],
                        const uint8_t seckey32[32], int party) {
    /* The caller's hash takes x behind the call that overwrites the stack: so must this one, and
     * overwrites its own. */
    const auto hash = [](uint8_t *out, const uint8_t *x, const uint8_t *a, const uint8_t *b,
                         void *) {
        return wiped_after(scalar_stack.point, [&] {
            bip324_secret(out, x, a, b);
            return 1;
        });
    };
    if (any_null(secret32, ell_a64, ell_b64, seckey32) || (party != 0 && party != 1)) return 0;
    memset(secret32, 0, 32);
    return ufsecp_ellswift_xdh_custom(secret32, ell_a64, ell_b64, seckey32, party, hash, nullptr);
}
int ufsecp_ellswift_xdh_custom(uint8_t *out, const uint8_t ell_a64[64], const uint8_t ell_b64[64],
                               const uint8_t seckey32[32], int party, ufsecp_ellswift_hash hash,
                               void *data) {
    if (any_null(out, ell_a64, ell_b64, seckey32) || !hash || (party != 0 && party != 1)) return 0;
    secret_bytes<32> x;
    const uint8_t *const theirs = party == 0 ? ell_b64 : ell_a64;
    return secret_call<&engine::ellswift_x>{current_engine()}(x.b, theirs, seckey32) &&
           hash(out, x.b, ell_a64, ell_b64, data);
}

/* ---- Taproot ---- */

int ufsecp_taproot_output_key(uint8_t output32[32], int *parity, const uint8_t internal32[32],
                              const uint8_t *merkle_root32) {
    int ignored;
    if (any_null(output32, internal32)) return 0;
    return current_engine().taproot_output_key_var(output32, parity ? parity : &ignored, internal32,
                                                   merkle_root32);
}
int ufsecp_taproot_output_seckey(uint8_t output_seckey32[32], const uint8_t seckey32[32],
                                 const uint8_t *merkle_root32) {
    if (any_null(output_seckey32, seckey32)) return 0;
    return secret_call<&engine::taproot_output_seckey>{current_engine()}(output_seckey32, seckey32,
                                                                         merkle_root32);
}

/* ---- Hashes ---- */

int ufsecp_sha256(uint8_t out32[32], const uint8_t *data, size_t len) {
    if (!out32 || missing(data, len)) return 0;
    sha256_hash(out32, data, len);
    return 1;
}
int ufsecp_tagged_hash(uint8_t out32[32], const uint8_t *tag, size_t tag_len, const uint8_t *data,
                       size_t len) {
    if (!out32 || missing(tag, tag_len) || missing(data, len)) return 0;
    sha256 h;
    tagged_init_any(&h, tag, tag_len);
    sha256_update(&h, data, len);
    sha256_final(&h, out32);
    return 1;
}
int ufsecp_keccak256(uint8_t out32[32], const uint8_t *data, size_t len) {
    if (!out32 || missing(data, len)) return 0;
    keccak256(out32, data, len);
    return 1;
}
int ufsecp_ripemd160(uint8_t out20[20], const uint8_t *data, size_t len) {
    if (!out20 || missing(data, len)) return 0;
    ripemd160(out20, data, len);
    return 1;
}
int ufsecp_ethereum_address(uint8_t address20[20], const uint8_t *pubkey, size_t pubkey_len) {
    if (!address20 || missing(pubkey, pubkey_len)) return 0;
    u8 key65[65];
    memset(address20, 0, 20);
    if (ufsecp_pubkey_convert(key65, 65, pubkey, pubkey_len, 0) != UFSECP_OK) return 0;
    ethereum_address(address20, key65 + 1);
    return 1;
}

/* ---- Batches ---- */

int ufsecp_ecdsa_verify_rows(uint8_t *ok, const uint8_t *rows, size_t extra_size, size_t n,
                             unsigned flags) {
    constexpr row_shape shape{.size = 129, .msg = 0, .sig = 65, .key = 32, .key_size = 33};
    if ((flags & ~UFSECP_LOW_S) || !column{rows, shape.size, extra_size}.usable(n)) return 0;
    const engine &e = current_engine();
    return verify_rows(
        e, shape, ok, rows, shape.size + extra_size, n,
        [&](u8 *o, const u8 *r, size_t stride, size_t m) __attribute__((always_inline)) {
            return e.ecdsa_verify_rows_var(o, r, stride, m, flags);
        },
        [&](u8 *o, const u8 *msgs, const u8 *sigs, size_t m, const prepared_point *key) {
            return e.ecdsa_prepared_batch_var(o, msgs, sigs, m, key, flags);
        });
}
int ufsecp_schnorr_verify_rows(uint8_t *ok, const uint8_t *rows, size_t extra_size, size_t n) {
    constexpr row_shape shape{.size = 128, .msg = 32, .sig = 64, .key = 0, .key_size = 32};
    if (!column{rows, shape.size, extra_size}.usable(n)) return 0;
    const engine &e = current_engine();
    return verify_rows(
        e, shape, ok, rows, shape.size + extra_size, n,
        [&](u8 *o, const u8 *r, size_t stride, size_t m)
            __attribute__((always_inline)) { return e.schnorr_verify_rows_var(o, r, stride, m); },
        [&](u8 *o, const u8 *msgs, const u8 *sigs, size_t m, const prepared_point *key) {
            return e.schnorr_prepared_batch_var(o, msgs, sigs, m, key);
        });
}
int ufsecp_ecdsa_recover_rows(uint8_t *pubkeys33, uint8_t *ok, const uint8_t *rows,
                              size_t extra_size, size_t n) {
    return batch<&engine::recover_rows_var>(n, few_rows, column{pubkeys33, 33}, verdicts(ok),
                                            column{rows, 97, extra_size}, common{97 + extra_size},
                                            row_count{});
}
int ufsecp_ecrecover_rows(uint8_t *addresses20, uint8_t *ok, const uint8_t *rows, size_t extra_size,
                          size_t n) {
    return batch<&engine::ecrecover_rows_var>(n, few_rows, column{addresses20, 20}, verdicts(ok),
                                              column{rows, 97, extra_size}, common{97 + extra_size},
                                              row_count{});
}
int ufsecp_pubkey_decompress_batch(uint8_t *pubkeys65, uint8_t *ok, const uint8_t *pubkeys33,
                                   size_t n) {
    return batch<&engine::pubkey_decompress_batch_var>(
        n, many_rows, column{pubkeys65, 65}, verdicts(ok), column{pubkeys33, 33}, row_count{});
}
int ufsecp_pubkey_negate_batch(uint8_t *out33, uint8_t *ok, const uint8_t *pubkeys33, size_t n) {
    return batch<&engine::pubkey_negate_batch_var>(n, many_rows, column{out33, 33}, verdicts(ok),
                                                   column{pubkeys33, 33}, row_count{});
}
int ufsecp_pubkey_mul_batch(uint8_t *out33, uint8_t *ok, const uint8_t *scalars32,
                            const uint8_t *pubkeys33, size_t n) {
    return batch<&engine::pubkey_mul_batch_var>(n, few_rows, column{out33, 33}, verdicts(ok),
                                                column{scalars32, 32}, column{pubkeys33, 33},
                                                row_count{});
}
int ufsecp_pubkey_mul_one_batch(uint8_t *out33, uint8_t *ok, const uint8_t scalar32[32],
                                const uint8_t *pubkeys33, size_t n) {
    return batch<&engine::pubkey_mul_one_batch_var>(n, few_rows, column{out33, 33}, verdicts(ok),
                                                    common{scalar32}, column{pubkeys33, 33},
                                                    row_count{});
}
int ufsecp_pubkey_mul_add_batch(uint8_t *out33, uint8_t *ok, const uint8_t *as32,
                                const uint8_t *pubkeys33, const uint8_t *bs32, size_t n) {
    return batch<&engine::pubkey_mul_add_batch_var>(n, few_rows, column{out33, 33}, verdicts(ok),
                                                    column{as32, 32}, column{pubkeys33, 33},
                                                    column{bs32, 32}, row_count{});
}
int ufsecp_public_scalar_mul_gen_batch(uint8_t *out33, uint8_t *ok, const uint8_t *scalars32,
                                       size_t n) {
    return batch<&engine::mul_gen_batch_var>(n, many_rows, column{out33, 33}, verdicts(ok),
                                             column{scalars32, 32}, row_count{});
}
int ufsecp_pubkey_create_batch(uint8_t *pubkeys33, uint8_t *ok, const uint8_t *seckeys32,
                               size_t n) {
    return batch<&engine::pubkey_create_batch>(n, few_rows, column{pubkeys33, 33}, verdicts(ok),
                                               column{seckeys32, 32}, row_count{});
}
int ufsecp_ecdsa_sign_batch(uint8_t *sigs64, uint8_t *ok, const uint8_t *msgs32,
                            const uint8_t *seckeys32, size_t n) {
    return batch<&engine::ecdsa_sign_batch>(n, few_rows, column{sigs64, 64}, verdicts(ok),
                                            column{msgs32, 32}, column{seckeys32, 32}, row_count{});
}
int ufsecp_schnorr_sign_batch(uint8_t *sigs64, uint8_t *ok, const uint8_t *msgs32,
                              const uint8_t *seckeys32, const uint8_t *aux32s, size_t n) {
    return batch<&engine::schnorr_sign_batch>(n, few_rows, column{sigs64, 64}, verdicts(ok),
                                              column{msgs32, 32}, column{seckeys32, 32},
                                              column{aux32s, 32, 0, true}, row_count{});
}
int ufsecp_ecdh_batch(uint8_t *secrets32, uint8_t *ok, const uint8_t *pubkeys33,
                      const uint8_t seckey32[32], size_t n) {
    return batch<&engine::ecdh_batch>(n, few_rows, column{secrets32, 32}, verdicts(ok),
                                      column{pubkeys33, 33}, common{seckey32}, row_count{});
}
int ufsecp_pubkey_mul_secret_batch(uint8_t *out33, uint8_t *ok, const uint8_t seckey32[32],
                                   const uint8_t *pubkeys33, size_t n) {
    return batch<&engine::pubkey_mul_secret_batch>(n, few_rows, column{out33, 33}, verdicts(ok),
                                                   common{seckey32}, column{pubkeys33, 33},
                                                   row_count{});
}
