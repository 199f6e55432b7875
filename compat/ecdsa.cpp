// ECDSA: encodings of signatures, nonces, signing and verifying.
#include "api/call.h"
#include "compat/opaque.h"
#include "hash/rfc6979.h"
#include "proto/der_var.h"
#include "scalar/scalar.h"

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

namespace {
using compat::load;
using compat::point;

/* (n - 1) / 2: the greatest s that is low. */
constexpr u8 half_order_b32[32] = {0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                   0xff, 0xff, 0xff, 0xff, 0xff, 0x5d, 0x57, 0x6e, 0x73, 0x57, 0xa4,
                                   0x50, 0x1d, 0xdf, 0xe9, 0x2f, 0x46, 0x68, 0x1b, 0x20, 0xa0};

bool is_high(const u8 s32[32]) { return memcmp(s32, half_order_b32, 32) > 0; }

/* ---- DER as libsecp256k1 reads it: lengths in any number of bytes, but the shortest ---- */

/* *len = the next length; it may exceed what is left only if it is below 128. */
bool read_length(size_t *len, der_reader *in) {
    if (in->len == 0) return false;
    const u8 first = *in->p++;
    in->len--;
    *len = first;
    if (first < 0x80) return true;
    size_t bytes = first & 0x7f;
    if (first == 0x80 || first == 0xff || bytes > in->len) return false;
    if (in->p[0] == 0 || bytes > sizeof(size_t)) return false;
    for (*len = 0; bytes > 0; bytes--) *len = *len << 8 | *in->p++, in->len--;
    return *len >= 128 && *len <= in->len;
}

/* out32 = the next integer, or 0 if it is negative or not below the group order. */
bool read_integer(u8 out32[32], der_reader *in) {
    size_t len;
    memset(out32, 0, 32);
    if (in->len == 0 || in->p[0] != 2) return false;
    in->p++, in->len--;
    if (!read_length(&len, in) || len == 0 || len > in->len) return false;
    const u8 *v = in->p;
    in->p += len, in->len -= len;
    if (len > 1 && v[0] == 0 && v[1] < 0x80) return false;
    if (len > 1 && v[0] == 0xff && v[1] >= 0x80) return false;
    if (v[0] >= 0x80) return true; /* negative */
    if (v[0] == 0) v++, len--;
    if (len > 32) return true;
    memcpy(out32 + 32 - len, v, len);
    if (memcmp(out32, order_b32, 32) >= 0) memset(out32, 0, 32);
    return true;
}

bool read_der(u8 sig64[64], const u8 *der, size_t size) {
    size_t len;
    if (size == 0 || der[0] != 0x30) return false;
    der_reader in = {der + 1, size - 1};
    return read_length(&len, &in) && len == in.len && read_integer(sig64, &in) &&
           read_integer(sig64 + 32, &in) && in.len == 0;
}

/* ---- Nonces ---- */

int nonce_rfc6979(unsigned char *nonce32, const unsigned char *msg32, const unsigned char *key32,
                  const unsigned char *algo16, void *data, unsigned int counter) {
    rfc6979 generator;
    sc message;
    u8 reduced32[32];
    sc_set_b32(&message, msg32);
    sc_get_b32(reduced32, &message);
    rfc6979_init(&generator, key32, reduced32, (const u8 *)data, algo16);
    for (unsigned i = 0;; i++) {
        rfc6979_next(&generator, nonce32);
        if (i == counter) break;
    }
    rfc6979_finish(&generator);
    return 1;
}

}  // namespace

namespace compat {

int parse_compact(u8 *sig, size_t sig_len, const u8 input64[64]) {
    const int good = memcmp(input64, order_b32, 32) < 0 && memcmp(input64 + 32, order_b32, 32) < 0;
    if (good) reverse_halves(sig, input64);
    memset(sig + 64 * good, 0, sig_len - 64 * (size_t)good);
    return good;
}

/* A nonce that is no scalar, or makes r or s zero, is followed by the function's next one. With a
 * bad key the function is asked all the same: 1 stands for the key. */
int sign(u8 sig64[64], int *recid, const u8 msg32[32], const u8 seckey[32],
         secp256k1_nonce_function noncefp, const void *ndata) {
    static constexpr u8 one32[32] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                                     0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
    const engine &e = current_engine();
    if (!noncefp || noncefp == nonce_rfc6979)
        return secret_call<&engine::ecdsa_sign>{e}(sig64, recid, msg32, seckey, (const u8 *)ndata);
    const int valid = secret_call<&engine::seckey_verify>{e}(seckey);
    const secret_call<&engine::ecdsa_sign_nonce> by_nonce{e};
    secret_bytes<32> nonce;
    int made = 0;
    for (unsigned attempt = 0; !made; attempt++) {
        if (!noncefp(nonce.b, msg32, seckey, nullptr, const_cast<void *>(ndata), attempt)) break;
        made = by_nonce(sig64, recid, msg32, valid ? seckey : one32, nonce.b);
        /* Where signatures are verified, one by a good nonce that was not made did not pass. */
        if (!made && by_nonce.check && secret_call<&engine::seckey_verify>{e}(nonce.b)) break;
    }
    if (made && valid) return 1;
    memset(sig64, 0, 64);
    if (recid) *recid = 0;
    return 0;
}

}  // namespace compat

extern "C" {

const secp256k1_nonce_function secp256k1_nonce_function_rfc6979 = nonce_rfc6979;
const secp256k1_nonce_function secp256k1_nonce_function_default = nonce_rfc6979;

int secp256k1_ecdsa_signature_parse_compact(const secp256k1_context *ctx,
                                            secp256k1_ecdsa_signature *sig,
                                            const unsigned char *input64) {
    ARG_CHECK(sig != NULL);
    ARG_CHECK(input64 != NULL);
    return compat::parse_compact(sig->data, sizeof sig->data, input64);
}

int secp256k1_ecdsa_signature_parse_der(const secp256k1_context *ctx,
                                        secp256k1_ecdsa_signature *sig, const unsigned char *input,
                                        size_t inputlen) {
    u8 sig64[64];
    ARG_CHECK(sig != NULL);
    ARG_CHECK(input != NULL);
    const bool good = read_der(sig64, input, inputlen);
    if (good) compat::reverse_halves(sig->data, sig64);
    else memset(sig, 0, sizeof *sig);
    return good;
}

int ecdsa_signature_parse_der_lax(const secp256k1_context *ctx, secp256k1_ecdsa_signature *sig,
                                  const unsigned char *input, size_t inputlen) {
    u8 sig64[64];
    ARG_CHECK(sig != NULL);
    memset(sig, 0, sizeof *sig);
    const bool good = der_parse_lax_var(sig64, input, inputlen);
    if (good) compat::reverse_halves(sig->data, sig64);
    return good;
}

int secp256k1_ecdsa_signature_serialize_der(const secp256k1_context *ctx, unsigned char *output,
                                            size_t *outputlen,
                                            const secp256k1_ecdsa_signature *sig) {
    u8 sig64[64], der[72];
    ARG_CHECK(output != NULL);
    ARG_CHECK(outputlen != NULL);
    ARG_CHECK(sig != NULL);
    compat::reverse_halves(sig64, sig->data);
    const size_t size = der_serialize_var(der, sig64), room = *outputlen;
    *outputlen = size;
    if (room < size) return 0;
    memcpy(output, der, size);
    return 1;
}

int secp256k1_ecdsa_signature_serialize_compact(const secp256k1_context *ctx,
                                                unsigned char *output64,
                                                const secp256k1_ecdsa_signature *sig) {
    ARG_CHECK(output64 != NULL);
    ARG_CHECK(sig != NULL);
    compat::reverse_halves(output64, sig->data);
    return 1;
}

int secp256k1_ecdsa_signature_normalize(const secp256k1_context *ctx,
                                        secp256k1_ecdsa_signature *sigout,
                                        const secp256k1_ecdsa_signature *sigin) {
    u8 sig64[64];
    int high;
    ARG_CHECK(sigin != NULL);
    compat::reverse_halves(sig64, sigin->data);
    current_engine().ecdsa_sig_normalize_var(sig64, &high);
    if (sigout) compat::reverse_halves(sigout->data, sig64);
    return high;
}

int secp256k1_ecdsa_verify(const secp256k1_context *ctx, const secp256k1_ecdsa_signature *sig,
                           const unsigned char *msghash32, const secp256k1_pubkey *pubkey) {
    u8 sig64[64];
    point p;
    ARG_CHECK(msghash32 != NULL);
    ARG_CHECK(sig != NULL);
    ARG_CHECK(pubkey != NULL);
    compat::reverse_halves(sig64, sig->data);
    return !is_high(sig64 + 32) && load(ctx, &p, pubkey->data) &&
           current_engine().ecdsa_check_var(sig64, msghash32, p.pk65, 65, 0) == UFSECP_OK;
}

int secp256k1_ecdsa_sign(const secp256k1_context *ctx, secp256k1_ecdsa_signature *signature,
                         const unsigned char *msghash32, const unsigned char *seckey,
                         secp256k1_nonce_function noncefp, const void *noncedata) {
    u8 sig64[64];
    ARG_CHECK_SIGNS;
    ARG_CHECK(msghash32 != NULL);
    ARG_CHECK(signature != NULL);
    ARG_CHECK(seckey != NULL);
    const int made = compat::sign(sig64, nullptr, msghash32, seckey, noncefp, noncedata);
    compat::reverse_halves(signature->data, sig64);
    return made;
}

}  // extern "C"
