// Extended keys (BIP-32): the C ABI.
#include "api/call.h"
#include "hash/constants.h"
#include "hash/tagged.h"
#include "hash/xkey_lanes.h"
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

/* ---- Many children ---- */

/* Children that share what is computed at once; engines share inversions among as many. */
#ifdef UF_TINY
constexpr size_t chunk = 1;
#else
constexpr size_t chunk = 512;
#endif

/* A parent, and what its children have in common. */
struct parent {
    hmac_sha512_key chain;
    u8 header[13]; /* of an extended child, but its number */
    u8 key65[65], key33[33];
};

/* x78 is an extended public key, and not as deep as those can be. */
void set_parent(parent *r, const u8 x78[78]) {
    memcpy(r->key33, x78 + xkey_key, 33);
    current_engine().pubkey_convert_var(r->key65, 65, r->key33, 33, 0);
    hmac_sha512_set_key(&r->chain, x78 + xkey_chain, 32);
    u8 child[78];
    memcpy(child, x78, 78);
    xkey_set_child(child, r->key33, 0);
    memcpy(r->header, child, sizeof r->header);
}

/* Where rows i, i + 1 ... go. */
ufsecp_bip32_children rows_from(const ufsecp_bip32_children &out, size_t i) {
    return {from(out.pubkeys33, 33 * i), from(out.hashes20, 20 * i), from(out.outputs32, 32 * i),
            from(out.xpubs78, 78 * i)};
}
/* Zeros in rows i ... i + n - 1. */
void clear(const ufsecp_bip32_children &out, size_t i, size_t n) {
    const auto zero = [&](u8 *rows, size_t size) {
        if (rows) memset(rows + size * i, 0, size * n);
    };
    zero(out.pubkeys33, 33), zero(out.hashes20, 20), zero(out.outputs32, 32);
    zero(out.xpubs78, 78);
}

/* n <= chunk children. */
int write_children(const ufsecp_bip32_children &out, u8 *ok, const parent &p, u32 first, size_t n) {
    u8 hash[chunk][64], key[chunk][65], good[chunk], good_output[chunk];
    const engine &e = current_engine();
    hmac_sha512_numbers(hash[0], &p.chain, p.key33, first, n);
    int all = e.pubkey_tweak_batch_var(key[0], 65, good, p.key65 + 1, 0, false, hash[0], 64, n);
    for (size_t i = 0; i < n; i++) {
        key[i][0] = 2 + (key[i][64] & 1);
        if (out.pubkeys33) memcpy(out.pubkeys33 + 33 * i, key[i], 33);
        if (!out.xpubs78) continue;
        u8 *const x78 = out.xpubs78 + 78 * i;
        memcpy(x78, p.header, sizeof p.header);
        store_be32(x78 + xkey_number, first + (u32)i);
        memcpy(x78 + xkey_chain, hash[i] + 32, 32);
        memcpy(x78 + xkey_key, key[i], 33);
    }
    if (out.hashes20) {
        sha256_lanes(hash[0], 32, sha256_iv, 0, {key[0], 65}, 33, n);
        ripemd160_lanes(out.hashes20, hash[0], n);
    }
    if (out.outputs32) {
        bip341_tweaks(hash[0], {key[0] + 1, 65}, n);
        all &= e.pubkey_tweak_batch_var(out.outputs32, 32, good_output, key[0] + 1, 65, true,
                                        hash[0], 32, n);
        for (size_t i = 0; i < n; i++) good[i] &= good_output[i];
    }
    if (ok) memcpy(ok, good, n);
    for (size_t i = 0; !all && i < n; i++)
        if (!good[i]) clear(out, i, 1);
    return all;
}

/* Any number of them, by all threads. */
int write_range(const ufsecp_bip32_children &out, u8 *ok, const u8 x78[78], u32 first, size_t n) {
    parent p;
    set_parent(&p, x78);
    return run_rows(n, 4 * least_grain, [&](size_t begin, size_t count) {
        int all = 1;
        for (size_t i = begin, end = begin + count; i < end; i += chunk)
            all &= write_children(rows_from(out, i), from(ok, i), p, first + (u32)i,
                                  chunk_size(i, end, chunk));
        return all;
    });
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

int ufsecp_bip32_public_children(const ufsecp_bip32_children *out, uint8_t *ok,
                                 const uint8_t xpub78[78], const uint32_t *branches,
                                 size_t n_branches, uint32_t first, size_t n) {
    const size_t parents = n_branches ? n_branches : 1;
    if (any_null(out) || any_null(xpub78) || (n_branches && !branches) || first > xkey_hardened ||
        n > xkey_hardened - first || !rows_fit(n, 78, 0) || !rows_fit(parents, 78 * n, 0))
        return 0;
    for (size_t b = 0; b < n_branches; b++)
        if (branches[b] & xkey_hardened) return 0;
    const xkey_kind kind = xkey_read(xpub78);
    const size_t levels = n_branches ? 2 : 1;
    const bool usable = !kind.is_private && is_valid(xpub78, kind) && kind.depth + levels <= 255;
    int all = usable;
    for (size_t b = 0; b < parents; b++) {
        const ufsecp_bip32_children rows = rows_from(*out, n * b);
        u8 *const good = from(ok, n * b);
        u8 x78[78];
        memcpy(x78, xpub78, 78);
        if (usable && (n_branches == 0 || derive(x78, kind, branches[b]))) {
            all &= write_range(rows, good, x78, first, n);
        } else {
            clear(rows, 0, n);
            if (good) memset(good, 0, n);
            all = 0;
        }
    }
    return all;
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
