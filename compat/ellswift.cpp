// ElligatorSwift encodings, and Diffie-Hellman secrets of keys in that form, by the caller's hash.
// Those that are here overwrite the stack that they used.
#include "secp256k1_ellswift.h"

#include "api/call.h"
#include "compat/opaque.h"
#include "hash/tagged.h"

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

namespace {
using compat::load;
using compat::point;

int hash_prefix(unsigned char *output, const unsigned char *x32, const unsigned char *ell_a64,
                const unsigned char *ell_b64, void *data) {
    return wiped_after(scalar_stack.point, [&] {
        secret<sha256> h;
        sha256_init(&h);
        sha256_update(&h, (const u8 *)data, 64);
        sha256_update(&h, ell_a64, 64);
        sha256_update(&h, ell_b64, 64);
        sha256_update(&h, x32, 32);
        sha256_final(&h, output);
        return 1;
    });
}
int hash_bip324(unsigned char *output, const unsigned char *x32, const unsigned char *ell_a64,
                const unsigned char *ell_b64, void *) {
    return wiped_after(scalar_stack.point, [&] {
        bip324_secret(output, x32, ell_a64, ell_b64);
        return 1;
    });
}

}  // namespace

extern "C" {

const secp256k1_ellswift_xdh_hash_function secp256k1_ellswift_xdh_hash_function_prefix =
    hash_prefix;
const secp256k1_ellswift_xdh_hash_function secp256k1_ellswift_xdh_hash_function_bip324 =
    hash_bip324;

int secp256k1_ellswift_encode(const secp256k1_context *ctx, unsigned char *ell64,
                              const secp256k1_pubkey *pubkey, const unsigned char *rnd32) {
    point p;
    ARG_CHECK(ell64 != NULL);
    ARG_CHECK(pubkey != NULL);
    ARG_CHECK(rnd32 != NULL);
    if (load(ctx, &p, pubkey->data))
        return current_engine().ellswift_encode_var(ell64, p.pk65, 65, rnd32);
    memset(ell64, 0, 64);
    return 0;
}

int secp256k1_ellswift_decode(const secp256k1_context *ctx, secp256k1_pubkey *pubkey,
                              const unsigned char *ell64) {
    point p;
    ARG_CHECK(pubkey != NULL);
    ARG_CHECK(ell64 != NULL);
    current_engine().ellswift_decode_var(p.pk65, 65, ell64);
    compat::store(pubkey->data, p);
    return 1;
}

int secp256k1_ellswift_create(const secp256k1_context *ctx, unsigned char *ell64,
                              const unsigned char *seckey32, const unsigned char *auxrnd32) {
    ARG_CHECK(ell64 != NULL);
    memset(ell64, 0, 64);
    ARG_CHECK_SIGNS;
    ARG_CHECK(seckey32 != NULL);
    return secret_call<&engine::ellswift_create>{current_engine()}(ell64, seckey32, auxrnd32);
}

/* With a bad key the hash is asked all the same: 1 stands for the key. */
int secp256k1_ellswift_xdh(const secp256k1_context *ctx, unsigned char *output,
                           const unsigned char *ell_a64, const unsigned char *ell_b64,
                           const unsigned char *seckey32, int party,
                           secp256k1_ellswift_xdh_hash_function hashfp, void *data) {
    secret_bytes<32> x;
    ARG_CHECK(output != NULL);
    ARG_CHECK(ell_a64 != NULL);
    ARG_CHECK(ell_b64 != NULL);
    ARG_CHECK(seckey32 != NULL);
    ARG_CHECK(hashfp != NULL);
    const engine &e = current_engine();
    const unsigned char *const theirs64 = party ? ell_a64 : ell_b64;
    const int valid = secret_call<&engine::ellswift_x>{e}(x.b, theirs64, seckey32);
    if (!valid) {
        u8 pk33[33];
        e.ellswift_decode_var(pk33, 33, theirs64);
        memcpy(x.b, pk33 + 1, 32);
    }
    return hashfp(output, x.b, ell_a64, ell_b64, data) != 0 && valid;
}

}  // extern "C"
