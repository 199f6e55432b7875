// Diffie-Hellman secrets, by the caller's hash or SHA-256. A hash takes the secret behind the call
// that overwrites the stack: SHA-256 overwrites its own.
#include "secp256k1_ecdh.h"

#include "api/call.h"
#include "compat/opaque.h"
#include "hash/sha256.h"

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

namespace {

int hash_sha256(unsigned char *output, const unsigned char *x32, const unsigned char *y32, void *) {
    return wiped_after(scalar_stack.point, [&] {
        const u8 prefix = (u8)(2 | (y32[31] & 1));
        secret<sha256> h;
        sha256_init(&h);
        sha256_update(&h, &prefix, 1);
        sha256_update(&h, x32, 32);
        sha256_final(&h, output);
        return 1;
    });
}

}  // namespace

extern "C" {

const secp256k1_ecdh_hash_function secp256k1_ecdh_hash_function_sha256 = hash_sha256;
const secp256k1_ecdh_hash_function secp256k1_ecdh_hash_function_default = hash_sha256;

/* With a bad key the hash is asked all the same: 1 stands for the key. */
int secp256k1_ecdh(const secp256k1_context *ctx, unsigned char *output,
                   const secp256k1_pubkey *point, const unsigned char *scalar,
                   secp256k1_ecdh_hash_function hashfp, void *data) {
    compat::point p;
    secret_bytes<32> x, y;
    ARG_CHECK(output != NULL);
    ARG_CHECK(point != NULL);
    ARG_CHECK(scalar != NULL);
    if (!compat::load(ctx, &p, point->data)) return 0;
    const int valid = secret_call<&engine::ecdh_xy>{current_engine()}(x.b, y.b, p.pk65, 65, scalar);
    if (!valid) {
        memcpy(x.b, p.pk65 + 1, 32);
        memcpy(y.b, p.pk65 + 33, 32);
    }
    return (hashfp ? hashfp : hash_sha256)(output, x.b, y.b, data) != 0 && valid;
}

}  // extern "C"
