// Public and secret keys.
#include "api/call.h"
#include "compat/heap_sort.h"
#include "compat/opaque.h"
#include "hash/tagged.h"
#include "proto/order.h"

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

namespace {
using compat::load;
using compat::point;
using compat::store_if;

/* Negative, 0 or positive: the order of compressed encodings, where an illegal key is all zeros. */
int compare(const secp256k1_context *ctx, const secp256k1_pubkey *a, const secp256k1_pubkey *b) {
    u8 encodings[2][33];
    const secp256k1_pubkey *const keys[2] = {a, b};
    for (size_t i = 0; i < 2; i++) {
        size_t len = 33;
        if (!secp256k1_ec_pubkey_serialize(ctx, encodings[i], &len, keys[i],
                                           SECP256K1_EC_COMPRESSED))
            memset(encodings[i], 0, 33);
    }
    return memcmp(encodings[0], encodings[1], 33);
}

}  // namespace

namespace compat {

void make_even(point *p) {
    point r;
    if (p->odd() && current_engine().pubkey_negate_var(r.pk65, 65, p->pk65, 65)) *p = r;
}

int tweak_add(point *p, const u8 tweak32[32]) {
    point r;
    const int made = current_engine().pubkey_tweak_add_var(r.pk65, 65, p->pk65, 65, tweak32);
    if (made) *p = r;
    return made;
}

void point_sum::add(const u8 data64[64]) {
    point64 term{};
    limbs_set_xy(term.x, term.y, data64);
    term.z[0] = 1;
    if (empty) sum = term;
    else current_engine().point_add_var(&sum, &sum, &term);
    empty = false;
}

int point_sum::store(u8 data64[64]) const {
    affine64 a;
    if (!current_engine().point_to_affine_var(&a, &sum)) return 0;
    limbs_get_xy(data64, a.x, a.y);
    return 1;
}

}  // namespace compat

extern "C" {

/* ---- Public keys ---- */

int secp256k1_ec_pubkey_parse(const secp256k1_context *ctx, secp256k1_pubkey *pubkey,
                              const unsigned char *input, size_t inputlen) {
    point p;
    ARG_CHECK(pubkey != NULL);
    memset(pubkey, 0, sizeof *pubkey);
    ARG_CHECK(input != NULL);
    const ufsecp_status status =
        current_engine().pubkey_convert_var(p.pk65, 65, input, inputlen, UFSECP_ALLOW_HYBRID);
    return store_if(status == UFSECP_OK, pubkey->data, p);
}

int secp256k1_ec_pubkey_serialize(const secp256k1_context *ctx, unsigned char *output,
                                  size_t *outputlen, const secp256k1_pubkey *pubkey,
                                  unsigned int flags) {
    point p;
    ARG_CHECK(outputlen != NULL);
    ARG_CHECK(*outputlen >= ((flags & SECP256K1_FLAGS_BIT_COMPRESSION) ? 33u : 65u));
    const size_t len = *outputlen;
    *outputlen = 0;
    ARG_CHECK(output != NULL);
    memset(output, 0, len);
    ARG_CHECK(pubkey != NULL);
    ARG_CHECK((flags & SECP256K1_FLAGS_TYPE_MASK) == SECP256K1_FLAGS_TYPE_COMPRESSION);
    if (!load(ctx, &p, pubkey->data)) return 0;
    if (flags & SECP256K1_FLAGS_BIT_COMPRESSION) {
        p.compress(output);
        *outputlen = 33;
    } else {
        memcpy(output, p.pk65, 65);
        *outputlen = 65;
    }
    return 1;
}

int secp256k1_ec_pubkey_cmp(const secp256k1_context *ctx, const secp256k1_pubkey *pubkey0,
                            const secp256k1_pubkey *pubkey1) {
    return compare(ctx, pubkey0, pubkey1);
}

int secp256k1_ec_pubkey_sort(const secp256k1_context *ctx, const secp256k1_pubkey **pubkeys,
                             size_t n_pubkeys) {
    ARG_CHECK(pubkeys != NULL);
    for (size_t i = 0; i < n_pubkeys; i++) ARG_CHECK(pubkeys[i] != NULL);
    compat::heap_sort(
        pubkeys, n_pubkeys,
        [&](const secp256k1_pubkey *x, const secp256k1_pubkey *y) { return compare(ctx, x, y); });
    return 1;
}

int secp256k1_ec_pubkey_create(const secp256k1_context *ctx, secp256k1_pubkey *pubkey,
                               const unsigned char *seckey) {
    point p;
    ARG_CHECK(pubkey != NULL);
    memset(pubkey, 0, sizeof *pubkey);
    ARG_CHECK_SIGNS;
    ARG_CHECK(seckey != NULL);
    const int made = secret_call<&engine::pubkey_create>{current_engine()}(p.pk65, 65, seckey);
    return store_if(made, pubkey->data, p);
}

int secp256k1_ec_pubkey_negate(const secp256k1_context *ctx, secp256k1_pubkey *pubkey) {
    point p;
    ARG_CHECK(pubkey != NULL);
    const int made =
        load(ctx, &p, pubkey->data) && current_engine().pubkey_negate_var(p.pk65, 65, p.pk65, 65);
    return store_if(made, pubkey->data, p);
}

int secp256k1_ec_pubkey_tweak_add(const secp256k1_context *ctx, secp256k1_pubkey *pubkey,
                                  const unsigned char *tweak32) {
    point p;
    ARG_CHECK(pubkey != NULL);
    ARG_CHECK(tweak32 != NULL);
    const int made = load(ctx, &p, pubkey->data) && compat::tweak_add(&p, tweak32);
    return store_if(made, pubkey->data, p);
}

int secp256k1_ec_pubkey_tweak_mul(const secp256k1_context *ctx, secp256k1_pubkey *pubkey,
                                  const unsigned char *tweak32) {
    point p;
    ARG_CHECK(pubkey != NULL);
    ARG_CHECK(tweak32 != NULL);
    const int made = memcmp(tweak32, order_b32, 32) < 0 && load(ctx, &p, pubkey->data) &&
                     current_engine().pubkey_tweak_mul_var(p.pk65, 65, p.pk65, 65, tweak32);
    return store_if(made, pubkey->data, p);
}

int secp256k1_ec_pubkey_combine(const secp256k1_context *ctx, secp256k1_pubkey *pubnonce,
                                const secp256k1_pubkey *const *pubnonces, size_t n) {
    ARG_CHECK(pubnonce != NULL);
    memset(pubnonce, 0, sizeof *pubnonce);
    ARG_CHECK(n >= 1);
    ARG_CHECK(pubnonces != NULL);
    compat::point_sum sum;
    bool good = true;
    for (size_t i = 0; i < n; i++) {
        point p;
        ARG_CHECK(pubnonces[i] != NULL);
        if (load(ctx, &p, pubnonces[i]->data)) sum.add(pubnonces[i]->data);
        else good = false;
    }
    return good && sum.store(pubnonce->data);
}

/* ---- Secret keys ---- */

int secp256k1_ec_seckey_verify(const secp256k1_context *ctx, const unsigned char *seckey) {
    ARG_CHECK(seckey != NULL);
    return secret_call<&engine::seckey_verify>{current_engine()}(seckey);
}

int secp256k1_ec_seckey_negate(const secp256k1_context *ctx, unsigned char *seckey) {
    ARG_CHECK(seckey != NULL);
    return secret_call<&engine::seckey_negate>{current_engine()}(seckey);
}

int secp256k1_ec_seckey_tweak_add(const secp256k1_context *ctx, unsigned char *seckey,
                                  const unsigned char *tweak32) {
    ARG_CHECK(seckey != NULL);
    ARG_CHECK(tweak32 != NULL);
    return secret_call<&engine::seckey_tweak_add>{current_engine()}(seckey, tweak32);
}

int secp256k1_ec_seckey_tweak_mul(const secp256k1_context *ctx, unsigned char *seckey,
                                  const unsigned char *tweak32) {
    ARG_CHECK(seckey != NULL);
    ARG_CHECK(tweak32 != NULL);
    return secret_call<&engine::seckey_tweak_mul>{current_engine()}(seckey, tweak32);
}

/* ---- Hashes ---- */

int secp256k1_tagged_sha256(const secp256k1_context *ctx, unsigned char *hash32,
                            const unsigned char *tag, size_t taglen, const unsigned char *msg,
                            size_t msglen) {
    ARG_CHECK(hash32 != NULL);
    ARG_CHECK(tag != NULL);
    ARG_CHECK(msg != NULL);
    sha256 h;
    tagged_init_any(&h, tag, taglen);
    sha256_update(&h, msg, msglen);
    sha256_final(&h, hash32);
    return 1;
}

}  // extern "C"
