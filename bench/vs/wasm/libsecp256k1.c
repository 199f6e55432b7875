/* libsecp256k1 as a WebAssembly module for wasm/bench.mjs: calls from bytes to bytes, as ours. */
#include <stdint.h>

#include <secp256k1.h>
#include <secp256k1_ecdh.h>
#include <secp256k1_extrakeys.h>
#include <secp256k1_recovery.h>
#include <secp256k1_schnorrsig.h>

#define EXPORT(name) __attribute__((export_name(#name)))

static secp256k1_context *context;
static _Alignas(16) uint8_t few[4096];

EXPORT(start) void start(void) { context = secp256k1_context_create(SECP256K1_CONTEXT_NONE); }
EXPORT(room) uint8_t *room(void) { return few; }

EXPORT(pubkey_create) int pubkey_create(uint8_t *pk33, const uint8_t *sk32) {
    secp256k1_pubkey pk;
    size_t len = 33;
    return secp256k1_ec_pubkey_create(context, &pk, sk32) &&
           secp256k1_ec_pubkey_serialize(context, pk33, &len, &pk, SECP256K1_EC_COMPRESSED);
}
EXPORT(ecdsa_verify)
int ecdsa_verify(const uint8_t *sig64, const uint8_t *msg32, const uint8_t *pk33) {
    secp256k1_ecdsa_signature sig;
    secp256k1_pubkey pk;
    return secp256k1_ecdsa_signature_parse_compact(context, &sig, sig64) &&
           secp256k1_ec_pubkey_parse(context, &pk, pk33, 33) &&
           secp256k1_ecdsa_verify(context, &sig, msg32, &pk);
}
EXPORT(ecdsa_sign) int ecdsa_sign(uint8_t *sig64, const uint8_t *msg32, const uint8_t *sk32) {
    secp256k1_ecdsa_signature sig;
    return secp256k1_ecdsa_sign(context, &sig, msg32, sk32, NULL, NULL) &&
           secp256k1_ecdsa_signature_serialize_compact(context, sig64, &sig);
}
EXPORT(ecdsa_recover)
int ecdsa_recover(uint8_t *pk33, const uint8_t *sig64, int recid, const uint8_t *msg32) {
    secp256k1_ecdsa_recoverable_signature sig;
    secp256k1_pubkey pk;
    size_t len = 33;
    return secp256k1_ecdsa_recoverable_signature_parse_compact(context, &sig, sig64, recid) &&
           secp256k1_ecdsa_recover(context, &pk, &sig, msg32) &&
           secp256k1_ec_pubkey_serialize(context, pk33, &len, &pk, SECP256K1_EC_COMPRESSED);
}
EXPORT(schnorr_verify)
int schnorr_verify(const uint8_t *sig64, const uint8_t *msg, const uint8_t *xonly32) {
    secp256k1_xonly_pubkey pk;
    return secp256k1_xonly_pubkey_parse(context, &pk, xonly32) &&
           secp256k1_schnorrsig_verify(context, sig64, msg, 32, &pk);
}
EXPORT(schnorr_sign) int schnorr_sign(uint8_t *sig64, const uint8_t *msg32, const uint8_t *sk32) {
    secp256k1_keypair pair;
    return secp256k1_keypair_create(context, &pair, sk32) &&
           secp256k1_schnorrsig_sign32(context, sig64, msg32, &pair, NULL);
}
EXPORT(ecdh) int ecdh(uint8_t *secret32, const uint8_t *pk33, const uint8_t *sk32) {
    secp256k1_pubkey pk;
    return secp256k1_ec_pubkey_parse(context, &pk, pk33, 33) &&
           secp256k1_ecdh(context, secret32, &pk, sk32, NULL, NULL);
}
