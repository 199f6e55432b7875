/* The operations by libsecp256k1, bytes to bytes as ours, without a heap. */
#define USE_EXTERNAL_DEFAULT_CALLBACKS 1
#include "src/secp256k1.c"

#include "embedded/operations.h"

void secp256k1_default_illegal_callback_fn(const char *text, void *data) {
    (void)text, (void)data;
    __builtin_trap();
}
void secp256k1_default_error_callback_fn(const char *text, void *data) {
    (void)text, (void)data;
    __builtin_trap();
}

static secp256k1_fe x, y, z;
static secp256k1_context *ctx;
static uint64_t place[64];

const char operation_library[] = "libsecp256k1";

static void show(uint8_t *out) {
    secp256k1_fe r = z;
    secp256k1_fe_normalize(&r);
    secp256k1_fe_get_b32(out, &r);
}
static int field_mul(uint8_t *out) {
    (void)out;
    secp256k1_fe_mul(&z, &x, &y);
    return 1;
}
static int field_sqr(uint8_t *out) {
    (void)out;
    secp256k1_fe_sqr(&z, &x);
    return 1;
}
static int field_inv(uint8_t *out) {
    (void)out;
    secp256k1_fe_inv(&z, &x);
    return 1;
}
static int pubkey_create(uint8_t *out) {
    secp256k1_pubkey p;
    size_t size = 33;
    return secp256k1_ec_pubkey_create(ctx, &p, in.seckey) &&
           secp256k1_ec_pubkey_serialize(ctx, out, &size, &p, SECP256K1_EC_COMPRESSED);
}
static int copy_x(unsigned char *out, const unsigned char *x32, const unsigned char *y32,
                  void *data) {
    (void)y32, (void)data;
    memcpy(out, x32, 32);
    return 1;
}
static int with_key(uint8_t *out, secp256k1_ecdh_hash_function hash) {
    secp256k1_pubkey p;
    return secp256k1_ec_pubkey_parse(ctx, &p, in.pubkey, 33) &&
           secp256k1_ecdh(ctx, out, &p, in.aux, hash, NULL);
}
static int mul_point(uint8_t *out) { return with_key(out, copy_x); }
static int ecdh(uint8_t *out) { return with_key(out, NULL); }
static int ecdsa_sign(uint8_t *out) {
    secp256k1_ecdsa_signature sig;
    return secp256k1_ecdsa_sign(ctx, &sig, in.msg, in.seckey, NULL, NULL) &&
           secp256k1_ecdsa_signature_serialize_compact(ctx, out, &sig);
}
static int schnorr_sign(uint8_t *out) {
    secp256k1_keypair pair;
    return secp256k1_keypair_create(ctx, &pair, in.seckey) &&
           secp256k1_schnorrsig_sign32(ctx, out, in.msg, &pair, in.aux);
}
static int ecdsa_verify(uint8_t *out) {
    secp256k1_pubkey p;
    secp256k1_ecdsa_signature sig;
    (void)out;
    return secp256k1_ec_pubkey_parse(ctx, &p, in.pubkey, 33) &&
           secp256k1_ecdsa_signature_parse_compact(ctx, &sig, in.ecdsa) &&
           secp256k1_ecdsa_verify(ctx, &sig, in.msg, &p);
}
static int schnorr_verify(uint8_t *out) {
    secp256k1_xonly_pubkey p;
    (void)out;
    return secp256k1_xonly_pubkey_parse(ctx, &p, in.xonly) &&
           secp256k1_schnorrsig_verify(ctx, in.schnorr, in.msg, 32, &p);
}

int operation_prepare(void) {
    secp256k1_keypair pair;
    secp256k1_xonly_pubkey xonly;
    if (secp256k1_context_preallocated_size(SECP256K1_CONTEXT_NONE) > sizeof place) return 0;
    ctx = secp256k1_context_preallocated_create(place, SECP256K1_CONTEXT_NONE);
    secp256k1_fe_set_b32_mod(&x, in.a), secp256k1_fe_set_b32_mod(&y, in.b);
    return pubkey_create(in.pubkey) && ecdsa_sign(in.ecdsa) && schnorr_sign(in.schnorr) &&
           secp256k1_keypair_create(ctx, &pair, in.seckey) &&
           secp256k1_keypair_xonly_pub(ctx, &xonly, NULL, &pair) &&
           secp256k1_xonly_pubkey_serialize(ctx, in.xonly, &xonly);
}

const struct operation operations[] = {
    {"field_mul", field_mul, show},       {"field_sqr", field_sqr, show},
    {"field_inv", field_inv, show},       {"pubkey_create", pubkey_create, NULL},
    {"mul_point", mul_point, NULL},       {"ecdh", ecdh, NULL},
    {"ecdsa_sign", ecdsa_sign, NULL},     {"schnorr_sign", schnorr_sign, NULL},
    {"ecdsa_verify", ecdsa_verify, NULL}, {"schnorr_verify", schnorr_verify, NULL},
};
const int operation_count = sizeof operations / sizeof *operations;
