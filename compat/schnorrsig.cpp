// Schnorr signatures (BIP-340).
#include "secp256k1_schnorrsig.h"

#include "api/call.h"
#include "compat/opaque.h"
#include "hash/tagged.h"
#include "proto/order.h"

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

namespace {
using compat::load;
using compat::point;

constexpr u8 algo_bip340[] = {'B', 'I', 'P', '0', '3', '4', '0', '/', 'n', 'o', 'n', 'c', 'e'};

/* The key 1 and its public key, G. */
constexpr u8 pair_of_one[65] = {0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
                                0,    0,    0,    0,    0,    0,    0,    0,    0,    0,    0,
                                0,    0,    0,    0,    0,    0,    0,    0,    0,    1,    0x02,
                                0x79, 0xbe, 0x66, 0x7e, 0xf9, 0xdc, 0xbb, 0xac, 0x55, 0xa0, 0x62,
                                0x95, 0xce, 0x87, 0x0b, 0x07, 0x02, 0x9b, 0xfc, 0xdb, 0x2d, 0xce,
                                0x28, 0xd9, 0x59, 0xf2, 0x81, 0x5b, 0x16, 0xf8, 0x17, 0x98};

/* BIP-340's nonce, with the caller's tag. */
int nonce_bip340(unsigned char *nonce32, const unsigned char *msg, size_t msglen,
                 const unsigned char *key32, const unsigned char *xonly_pk32,
                 const unsigned char *algo, size_t algolen, void *data) {
    secret<sha256> h;
    secret_bytes<32> masked;
    if (!algo) return 0;
    if (data) {
        tagged_init(&h, hash_tag::bip340_aux);
        sha256_update(&h, (const u8 *)data, 32);
        sha256_final(&h, masked.b);
    } else {
        memcpy(masked.b, bip340_zero_aux_hash(), 32);
    }
    for (size_t i = 0; i < 32; i++) masked.b[i] ^= key32[i];
    tagged_init_any(&h, algo, algolen);
    sha256_update(&h, masked.b, 32);
    sha256_update(&h, xonly_pk32, 32);
    sha256_update(&h, msg, msglen);
    sha256_final(&h, nonce32);
    return 1;
}

/* With an illegal pair the nonce function is asked all the same: the key 1 stands for it. */
int sign(const secp256k1_context *ctx, unsigned char *sig64, const unsigned char *msg,
         size_t msglen, const secp256k1_keypair *keypair, secp256k1_nonce_function_hardened noncefp,
         void *ndata) {
    point p;
    secret_bytes<65> pair;
    secret_bytes<32> nonce, key;
    ARG_CHECK_SIGNS;
    ARG_CHECK(sig64 != NULL);
    ARG_CHECK(msg != NULL || msglen == 0);
    ARG_CHECK(keypair != NULL);
    const engine &e = current_engine();
    const int legal = compat::load_pair(ctx, pair.b, &p, keypair->data);
    if (!legal) memcpy(pair.b, pair_of_one, 65);
    int made;
    if (!noncefp || noncefp == nonce_bip340) {
        made = legal && secret_call<&engine::schnorr_sign_keypair>{e}(sig64, msg, msglen, pair.b,
                                                                      (const u8 *)ndata);
    } else {
        memcpy(key.b, pair.b, 32);
        memset(nonce.b, 0, 32);
        if (pair.b[32] == 3) secret_call<&engine::seckey_negate>{e}(key.b);
        made = noncefp(nonce.b, msg, msglen, key.b, pair.b + 33, algo_bip340, sizeof algo_bip340,
                       ndata) &&
               legal &&
               secret_call<&engine::schnorr_sign_nonce>{e}(sig64, msg, msglen, pair.b, nonce.b);
    }
    if (!made) memset(sig64, 0, 64);
    return made;
}

}  // namespace

extern "C" {

const secp256k1_nonce_function_hardened secp256k1_nonce_function_bip340 = nonce_bip340;

int secp256k1_schnorrsig_sign32(const secp256k1_context *ctx, unsigned char *sig64,
                                const unsigned char *msg32, const secp256k1_keypair *keypair,
                                const unsigned char *aux_rand32) {
    return sign(ctx, sig64, msg32, 32, keypair, nullptr, const_cast<u8 *>(aux_rand32));
}
int secp256k1_schnorrsig_sign(const secp256k1_context *ctx, unsigned char *sig64,
                              const unsigned char *msg32, const secp256k1_keypair *keypair,
                              const unsigned char *aux_rand32) {
    return sign(ctx, sig64, msg32, 32, keypair, nullptr, const_cast<u8 *>(aux_rand32));
}

int secp256k1_schnorrsig_sign_custom(const secp256k1_context *ctx, unsigned char *sig64,
                                     const unsigned char *msg, size_t msglen,
                                     const secp256k1_keypair *keypair,
                                     secp256k1_schnorrsig_extraparams *extraparams) {
    static constexpr u8 magic[4] = SECP256K1_SCHNORRSIG_EXTRAPARAMS_MAGIC;
    if (!extraparams) return sign(ctx, sig64, msg, msglen, keypair, nullptr, nullptr);
    ARG_CHECK_AS(memcmp(extraparams->magic, magic, sizeof magic) == 0,
                 "secp256k1_memcmp_var(extraparams->magic, schnorrsig_extraparams_magic, "
                 "sizeof(extraparams->magic)) == 0");
    return sign(ctx, sig64, msg, msglen, keypair, extraparams->noncefp, extraparams->ndata);
}

/* r and s are looked at before the key. */
int secp256k1_schnorrsig_verify(const secp256k1_context *ctx, const unsigned char *sig64,
                                const unsigned char *msg, size_t msglen,
                                const secp256k1_xonly_pubkey *pubkey) {
    point p;
    ARG_CHECK(sig64 != NULL);
    ARG_CHECK(msg != NULL || msglen == 0);
    ARG_CHECK(pubkey != NULL);
    return compat::below_prime(sig64) && memcmp(sig64 + 32, order_b32, 32) < 0 &&
           load(ctx, &p, pubkey->data) &&
           current_engine().schnorr_check_point_var(sig64, msg, msglen, p.pk65) == UFSECP_OK;
}

}  // extern "C"

namespace compat {

bool below_prime(const u8 x32[32]) {
    static constexpr u8 prime_b32[32] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                         0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                         0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                         0xff, 0xff, 0xff, 0xfe, 0xff, 0xff, 0xfc, 0x2f};
    return memcmp(x32, prime_b32, 32) < 0;
}

}  // namespace compat
