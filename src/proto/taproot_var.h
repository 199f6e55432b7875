// The output key of a taproot output (BIP-341), variable time.
#pragma once
#include "proto/keys_var.h"
#include "proto/taproot.h"

namespace ufsecp::UF_TARGET {

/* q = P + t*G for the internal key P and its tweak t. */
static inline ufsecp_status taproot_output_key_var(ge *q, const u8 internal32[32],
                                                   const u8 *root32) {
    u8 t32[32];
    const ufsecp_status status = xonly_parse_var(q, internal32);
    if (status != UFSECP_OK) return status;
    taproot_tweak(t32, internal32, root32);
    return pubkey_tweak_add_var(q, t32) ? UFSECP_OK : UFSECP_NO_POINT;
}
UF_PUBLIC_ONLY(taproot_output_key_var);

}  // namespace ufsecp::UF_TARGET
