// The operations by this library: its field, and its C interface.
#include "operations.h"

#define UF_TARGET word32
#define UF_FIELD UF_WORD32_FIELD
#define UF_NO_INT128 1
#include "field/fe_inv.h"
#include "field/field.h"
#include "ufsecp/ufsecp.h"

using namespace ufsecp::UF_TARGET;

namespace {

fe x, y, z;

void show(u8 *out) {
    fe r = z;
    fe_normalize(&r);
    fe_get_b32(out, &r);
}

}  // namespace

const char operation_library[] = "ufsecp";

int operation_prepare() {
    return (int)(fe_set_b32(&x, in.a).bits & fe_set_b32(&y, in.b).bits & 1) &
           ufsecp_pubkey_create(in.pubkey, 33, in.seckey) &
           ufsecp_xonly_create(in.xonly, nullptr, in.seckey) &
           ufsecp_ecdsa_sign(in.ecdsa, in.msg, in.seckey, nullptr) &
           ufsecp_schnorr_sign(in.schnorr, in.msg, 32, in.seckey, in.aux);
}

const operation operations[] = {
    {"field_mul", [](u8 *) { return fe_mul(&z, &x, &y), 1; }, show},
    {"field_sqr", [](u8 *) { return fe_sqr(&z, &x), 1; }, show},
    {"field_inv", [](u8 *) { return fe_inv(&z, &x), 1; }, show},
    {"pubkey_create", [](u8 *out) { return ufsecp_pubkey_create(out, 33, in.seckey); }, nullptr},
    {"mul_point", [](u8 *out) { return ufsecp_ecdh_x(out, in.pubkey, 33, in.aux); }, nullptr},
    {"ecdh", [](u8 *out) { return ufsecp_ecdh(out, in.pubkey, 33, in.aux); }, nullptr},
    {"ecdsa_sign", [](u8 *out) { return ufsecp_ecdsa_sign(out, in.msg, in.seckey, nullptr); },
     nullptr},
    {"schnorr_sign",
     [](u8 *out) { return ufsecp_schnorr_sign(out, in.msg, 32, in.seckey, in.aux); }, nullptr},
    {"ecdsa_verify",
     [](u8 *) { return ufsecp_ecdsa_verify(in.ecdsa, in.msg, in.pubkey, 33, UFSECP_LOW_S); },
     nullptr},
    {"schnorr_verify", [](u8 *) { return ufsecp_schnorr_verify(in.schnorr, in.msg, 32, in.xonly); },
     nullptr},
};
const int operation_count = sizeof operations / sizeof *operations;
