// Signatures with a recovery id, and the public keys that they give.
#include "secp256k1_recovery.h"

#include "api/call.h"
#include "compat/opaque.h"

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

extern "C" {

int secp256k1_ecdsa_recoverable_signature_parse_compact(const secp256k1_context *ctx,
                                                        secp256k1_ecdsa_recoverable_signature *sig,
                                                        const unsigned char *input64, int recid) {
    ARG_CHECK(sig != NULL);
    ARG_CHECK(input64 != NULL);
    ARG_CHECK(recid >= 0 && recid <= 3);
    const int good = compat::parse_compact(sig->data, sizeof sig->data, input64);
    if (good) sig->data[64] = (u8)recid;
    return good;
}

int secp256k1_ecdsa_recoverable_signature_serialize_compact(
    const secp256k1_context *ctx, unsigned char *output64, int *recid,
    const secp256k1_ecdsa_recoverable_signature *sig) {
    ARG_CHECK(output64 != NULL);
    ARG_CHECK(sig != NULL);
    ARG_CHECK(recid != NULL);
    compat::reverse_halves(output64, sig->data);
    *recid = sig->data[64];
    return 1;
}

int secp256k1_ecdsa_recoverable_signature_convert(
    const secp256k1_context *ctx, secp256k1_ecdsa_signature *sig,
    const secp256k1_ecdsa_recoverable_signature *sigin) {
    ARG_CHECK(sig != NULL);
    ARG_CHECK(sigin != NULL);
    memmove(sig->data, sigin->data, sizeof sig->data);
    return 1;
}

int secp256k1_ecdsa_sign_recoverable(const secp256k1_context *ctx,
                                     secp256k1_ecdsa_recoverable_signature *signature,
                                     const unsigned char *msghash32, const unsigned char *seckey,
                                     secp256k1_nonce_function noncefp, const void *noncedata) {
    u8 sig64[64];
    int recid = 0;
    ARG_CHECK_SIGNS;
    ARG_CHECK(msghash32 != NULL);
    ARG_CHECK(signature != NULL);
    ARG_CHECK(seckey != NULL);
    const int made = compat::sign(sig64, &recid, msghash32, seckey, noncefp, noncedata);
    compat::reverse_halves(signature->data, sig64);
    signature->data[64] = (u8)recid;
    return made;
}

int secp256k1_ecdsa_recover(const secp256k1_context *ctx, secp256k1_pubkey *pubkey,
                            const secp256k1_ecdsa_recoverable_signature *signature,
                            const unsigned char *msghash32) {
    u8 sig64[64];
    compat::point p;
    ARG_CHECK(msghash32 != NULL);
    ARG_CHECK(signature != NULL);
    ARG_CHECK(pubkey != NULL);
    compat::reverse_halves(sig64, signature->data);
    const ufsecp_status status =
        current_engine().recover_var(p.pk65, 65, sig64, signature->data[64] & 3, msghash32);
    return compat::store_if(status == UFSECP_OK, pubkey->data, p);
}

}  // extern "C"
