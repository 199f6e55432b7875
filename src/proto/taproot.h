// The secret key of a taproot output (BIP-341): constant time.
#pragma once
#include "hash/tagged.h"
#include "proto/keys.h"

namespace ufsecp::UF_TARGET {

/* t32 = the tagged hash TapTweak of the internal key and, unless it is NULL, the root of the script
 * tree. */
static inline void taproot_tweak(u8 t32[32], const u8 internal32[32], const u8 *root32) {
    sha256 h;
    tagged_init(&h, hash_tag::tap_tweak);
    sha256_update(&h, internal32, 32);
    if (root32) sha256_update(&h, root32, 32);
    sha256_final(&h, t32);
}

/* out = d + t mod n, where d is the key or its negative, whichever has a public key of even y, and
 * t is that key's tweak.
 * out: mask = the key and the sum are valid keys and t < n, else zeros.
 * time: constant. */
static inline mask taproot_output_seckey(u8 out32[32], const u8 sk32[32], const u8 *root32) {
    ge p;
    mask valid;
    secret<sc> d;
    u8 px32[32], t32[32];
    pubkey_points<1>(&p, &valid, sk32, 1);
    fe_get_b32(px32, &p.x);
    taproot_tweak(t32, px32, root32);
    seckey_load(&d, sk32);
    sc_cond_neg(&d, fe_is_odd(&p.y));
    seckey_store(out32, &d, valid);
    return seckey_tweak_add(out32, t32);
}

}  // namespace ufsecp::UF_TARGET
