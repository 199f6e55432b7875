// Extended keys (BIP-32): the C ABI.
#include "api/call.h"
#include "proto/bip32.h"
#include "ufsecp/ufsecp.h"

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

namespace {

/* What hashing leaves on the stack below its caller. */
constexpr size_t hash_stack = 2560;

/* Whether an extended key is one. */
bool is_valid(const u8 x78[78], const xkey_kind &kind) {
    u8 pk33[33];
    if (!kind.valid) return false;
    const engine &e = current_engine();
    if (kind.is_private) return secret_call<&engine::seckey_verify>{e}(x78 + xkey_seckey);
    return e.pubkey_convert_var(pk33, 33, x78 + xkey_key, 33, 0) == UFSECP_OK;
}

/* The public key of a valid one. */
void public_key(u8 pk33[33], const u8 x78[78], const xkey_kind &kind) {
    if (kind.is_private)
        secret_call<&engine::pubkey_create>{current_engine()}(pk33, size_t{33}, x78 + xkey_seckey);
    else memcpy(pk33, x78 + xkey_key, 33);
}

/* x78 = its child; false if there is none. */
bool derive(u8 x78[78], const xkey_kind &kind, u32 number) {
    secret_bytes<64> hash;
    u8 pk33[33], child33[33];
    const engine &e = current_engine();
    if (!kind.is_private && number & xkey_hardened) return false;
    public_key(pk33, x78, kind);
    xkey_child_hash(hash.b, x78, pk33, number);
    if (kind.is_private) {
        if (!secret_call<&engine::seckey_tweak_add>{e}(x78 + xkey_seckey, hash.b)) return false;
    } else {
        if (!e.pubkey_tweak_add_var(child33, 33, pk33, 33, hash.b)) return false;
        memcpy(x78 + xkey_key, child33, 33);
    }
    xkey_set_child(x78, pk33, number);
    memcpy(x78 + xkey_chain, hash.b + 32, 32);
    return true;
}

/* Gives x78 out, or zeros, and wipes what hashing left. */
int give(u8 *out78, const u8 *x78, bool good) {
    if (good) memcpy(out78, x78, 78);
    else memset(out78, 0, 78);
    return wiped(hash_stack, good);
}

}  // namespace

int ufsecp_bip32_master(uint8_t xprv78[78], const uint8_t *seed, size_t seed_len, unsigned flags) {
    static constexpr u8 key[] = "Bitcoin seed";
    if (any_null(xprv78, seed) || flags & ~UFSECP_BIP32_TESTNET) return 0;
    secret_bytes<78> x;
    secret_bytes<64> hash;
    bool made = seed_len >= 16 && seed_len <= 64;
    if (made) {
        hmac_sha512(hash.b, key, sizeof key - 1, seed, seed_len);
        store_be32(x.b, xkey_versions[flags & UFSECP_BIP32_TESTNET][0]);
        memcpy(x.b + xkey_seckey, hash.b, 32);
        memcpy(x.b + xkey_chain, hash.b + 32, 32);
        made = is_valid(x.b, xkey_read(x.b));
    }
    return give(xprv78, x.b, made);
}

int ufsecp_bip32_derive(uint8_t child78[78], const uint8_t parent78[78], const uint32_t *path,
                        size_t n) {
    if (any_null(child78, parent78) || (n && !path)) return 0;
    secret_bytes<78> x;
    memcpy(x.b, parent78, 78);
    const xkey_kind kind = xkey_read(x.b);
    bool good = is_valid(x.b, kind);
    for (size_t i = 0; i < n && good; i++)
        good = kind.depth + i < 255 && derive(x.b, kind, path[i]);
    return give(child78, x.b, good);
}

int ufsecp_bip32_public(uint8_t xpub78[78], const uint8_t xkey78[78]) {
    if (any_null(xpub78, xkey78)) return 0;
    const xkey_kind kind = xkey_read(xkey78);
    u8 pk33[33];
    if (!is_valid(xkey78, kind)) {
        memset(xpub78, 0, 78);
        return 0;
    }
    public_key(pk33, xkey78, kind);
    memcpy(xpub78, xkey78, 78);
    store_be32(xpub78, xkey_versions[kind.network][1]);
    memcpy(xpub78 + xkey_key, pk33, 33);
    return 1;
}

int ufsecp_bip32_verify(const uint8_t xkey78[78]) {
    return xkey78 && is_valid(xkey78, xkey_read(xkey78));
}

int ufsecp_bip32_fingerprint(uint8_t fingerprint4[4], const uint8_t xkey78[78]) {
    if (any_null(fingerprint4, xkey78)) return 0;
    const xkey_kind kind = xkey_read(xkey78);
    u8 pk33[33];
    if (!is_valid(xkey78, kind)) {
        memset(fingerprint4, 0, 4);
        return 0;
    }
    public_key(pk33, xkey78, kind);
    xkey_fingerprint(fingerprint4, pk33);
    return 1;
}

int ufsecp_bip32_text_get(char text112[112], const uint8_t xkey78[78]) {
    if (any_null(text112) || any_null(xkey78)) return 0;
    memset(text112, 0, 112);
    if (!is_valid(xkey78, xkey_read(xkey78))) return 0;
    xkey_get_text(text112, xkey78);
    return wiped(hash_stack, 1);
}

int ufsecp_bip32_text_set(uint8_t xkey78[78], const char *text, size_t len) {
    if (any_null(xkey78) || any_null(text)) return 0;
    secret_bytes<78> x;
    const bool good = len == xkey_text_size &&
                      declassify(xkey_set_text(x.b, text),
                                 "whether a text is an extended key is the return value") &&
                      is_valid(x.b, xkey_read(x.b));
    return give(xkey78, x.b, good);
}
