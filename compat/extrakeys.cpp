// X-only public keys and key pairs (BIP-340).
#include "api/call.h"
#include "compat/opaque.h"

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

namespace {
using compat::load;
using compat::point;
using compat::store_if;

/* Negative, 0 or positive: by x, where an illegal key is all zeros. */
int compare(const secp256k1_context *ctx, const secp256k1_xonly_pubkey *a,
            const secp256k1_xonly_pubkey *b) {
    u8 encodings[2][32];
    const secp256k1_xonly_pubkey *const keys[2] = {a, b};
    for (size_t i = 0; i < 2; i++)
        if (!secp256k1_xonly_pubkey_serialize(ctx, encodings[i], keys[i]))
            memset(encodings[i], 0, 32);
    return memcmp(encodings[0], encodings[1], 32);
}

/* Stores p or its negative, whichever has an even y; *parity, unless NULL, says which. */
void store_even(secp256k1_xonly_pubkey *pubkey, int *parity, point *p) {
    if (parity) *parity = p->odd();
    compat::make_even(p);
    compat::store(pubkey->data, *p);
}

}  // namespace

extern "C" {

/* ---- X-only public keys ---- */

int secp256k1_xonly_pubkey_parse(const secp256k1_context *ctx, secp256k1_xonly_pubkey *pubkey,
                                 const unsigned char *input32) {
    point p;
    u8 pk33[33] = {2};
    ARG_CHECK(pubkey != NULL);
    memset(pubkey, 0, sizeof *pubkey);
    ARG_CHECK(input32 != NULL);
    memcpy(pk33 + 1, input32, 32);
    const ufsecp_status status = current_engine().pubkey_convert_var(p.pk65, 65, pk33, 33, 0);
    return store_if(status == UFSECP_OK, pubkey->data, p);
}

int secp256k1_xonly_pubkey_serialize(const secp256k1_context *ctx, unsigned char *output32,
                                     const secp256k1_xonly_pubkey *pubkey) {
    point p;
    ARG_CHECK(output32 != NULL);
    memset(output32, 0, 32);
    ARG_CHECK(pubkey != NULL);
    if (!load(ctx, &p, pubkey->data)) return 0;
    memcpy(output32, p.pk65 + 1, 32);
    return 1;
}

int secp256k1_xonly_pubkey_cmp(const secp256k1_context *ctx, const secp256k1_xonly_pubkey *pk0,
                               const secp256k1_xonly_pubkey *pk1) {
    return compare(ctx, pk0, pk1);
}

int secp256k1_xonly_pubkey_from_pubkey(const secp256k1_context *ctx,
                                       secp256k1_xonly_pubkey *xonly_pubkey, int *pk_parity,
                                       const secp256k1_pubkey *pubkey) {
    point p;
    ARG_CHECK(xonly_pubkey != NULL);
    ARG_CHECK(pubkey != NULL);
    if (!load(ctx, &p, pubkey->data)) return 0;
    store_even(xonly_pubkey, pk_parity, &p);
    return 1;
}

int secp256k1_xonly_pubkey_tweak_add(const secp256k1_context *ctx, secp256k1_pubkey *output_pubkey,
                                     const secp256k1_xonly_pubkey *internal_pubkey,
                                     const unsigned char *tweak32) {
    point p;
    ARG_CHECK(output_pubkey != NULL);
    memset(output_pubkey, 0, sizeof *output_pubkey);
    ARG_CHECK(internal_pubkey != NULL);
    ARG_CHECK(tweak32 != NULL);
    const int made = load(ctx, &p, internal_pubkey->data) && compat::tweak_add(&p, tweak32);
    return store_if(made, output_pubkey->data, p);
}

int secp256k1_xonly_pubkey_tweak_add_check(const secp256k1_context *ctx,
                                           const unsigned char *tweaked_pubkey32,
                                           int tweaked_pk_parity,
                                           const secp256k1_xonly_pubkey *internal_pubkey,
                                           const unsigned char *tweak32) {
    point p;
    ARG_CHECK(internal_pubkey != NULL);
    ARG_CHECK(tweaked_pubkey32 != NULL);
    ARG_CHECK(tweak32 != NULL);
    return load(ctx, &p, internal_pubkey->data) && compat::tweak_add(&p, tweak32) &&
           memcmp(p.pk65 + 1, tweaked_pubkey32, 32) == 0 && p.odd() == tweaked_pk_parity;
}

/* ---- Key pairs ---- */

int secp256k1_keypair_create(const secp256k1_context *ctx, secp256k1_keypair *keypair,
                             const unsigned char *seckey32) {
    point p;
    ARG_CHECK(keypair != NULL);
    memset(keypair, 0, sizeof *keypair);
    ARG_CHECK_SIGNS;
    ARG_CHECK(seckey32 != NULL);
    const int made = secret_call<&engine::pubkey_create>{current_engine()}(p.pk65, 65, seckey32);
    if (made) memcpy(keypair->data, seckey32, 32);
    return store_if(made, keypair->data + 32, p);
}

int secp256k1_keypair_sec(const secp256k1_context *ctx, unsigned char *seckey,
                          const secp256k1_keypair *keypair) {
    ARG_CHECK(seckey != NULL);
    memset(seckey, 0, 32);
    ARG_CHECK(keypair != NULL);
    memcpy(seckey, keypair->data, 32);
    return 1;
}

int secp256k1_keypair_pub(const secp256k1_context *ctx, secp256k1_pubkey *pubkey,
                          const secp256k1_keypair *keypair) {
    ARG_CHECK(pubkey != NULL);
    memset(pubkey, 0, sizeof *pubkey);
    ARG_CHECK(keypair != NULL);
    memcpy(pubkey->data, keypair->data + 32, 64);
    return 1;
}

int secp256k1_keypair_xonly_pub(const secp256k1_context *ctx, secp256k1_xonly_pubkey *pubkey,
                                int *pk_parity, const secp256k1_keypair *keypair) {
    point p;
    ARG_CHECK(pubkey != NULL);
    memset(pubkey, 0, sizeof *pubkey);
    ARG_CHECK(keypair != NULL);
    if (!load(ctx, &p, keypair->data + 32)) return 0;
    store_even(pubkey, pk_parity, &p);
    return 1;
}

int secp256k1_keypair_xonly_tweak_add(const secp256k1_context *ctx, secp256k1_keypair *keypair,
                                      const unsigned char *tweak32) {
    point p;
    secret_bytes<65> pair;
    ARG_CHECK(keypair != NULL);
    ARG_CHECK(tweak32 != NULL);
    int made = compat::load_pair(ctx, pair.b, &p, keypair->data);
    memset(keypair, 0, sizeof *keypair);
    if (!made) return 0;
    const engine &e = current_engine();
    if (p.odd()) secret_call<&engine::seckey_negate>{e}(pair.b);
    compat::make_even(&p);
    made = secret_call<&engine::seckey_tweak_add>{e}(pair.b, tweak32) &&
           compat::tweak_add(&p, tweak32);
    if (made) memcpy(keypair->data, pair.b, 32);
    return store_if(made, keypair->data + 32, p);
}

}  // extern "C"

namespace compat {

int load_pair(const secp256k1_context *ctx, u8 pair65[65], point *p, const u8 data96[96]) {
    if (!load(ctx, p, data96 + 32)) return 0;
    ARG_CHECK_AS(secret_call<&engine::seckey_verify>{current_engine()}(data96), "ret");
    memcpy(pair65, data96, 32);
    p->compress(pair65 + 32);
    return 1;
}

}  // namespace compat
