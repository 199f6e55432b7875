// Extended keys (BIP-32): the C ABI.
#include "api/call.h"
#include "hash/constants.h"
#include "hash/tagged.h"
#include "hash/xkey_lanes.h"
#include "proto/bip32.h"
#include "proto/verdicts.h"
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

/* A parent, and what its children have in common. */
struct parent {
    hmac_sha512_key chain;
    u8 text33[33];      /* what is hashed before a number */
    u8 header[13];      /* of an extended child, but its number */
    u8 key65[65];       /* of a public parent */
    const u8 *seckey32; /* of a private one */
};

/* x78 is valid, and not as deep as keys can be. */
void set_parent(parent *r, const u8 x78[78], const xkey_kind &kind, bool hardened) {
    secret_bytes<78> child;
    u8 pk33[33];
    public_key(pk33, x78, kind);
    hmac_sha512_set_key(&r->chain, x78 + xkey_chain, 32);
    memcpy(r->text33, hardened ? x78 + xkey_key : pk33, 33);
    memcpy(child.b, x78, 78);
    xkey_set_child(child.b, pk33, 0);
    memcpy(r->header, child.b, sizeof r->header);
    if (kind.is_private) r->seckey32 = x78 + xkey_seckey;
    else current_engine().pubkey_convert_var(r->key65, 65, pk33, 33, 0);
}

/* An extended child, but its key. */
void set_child(u8 x78[78], const parent &p, u32 number, const u8 chain32[32]) {
    memcpy(x78, p.header, sizeof p.header);
    store_be32(x78 + xkey_number, number);
    memcpy(x78 + xkey_chain, chain32, 32);
}

/* Zeros in n rows of `size` bytes, if they are there. */
void clear_rows(u8 *rows, size_t size, size_t n) {
    if (rows) memset(rows, 0, size * n);
}

/* Where public children go, and how they are made. */
struct public_children {
    static constexpr bool is_private = false;
#ifdef UF_TINY
    static constexpr size_t chunk = 1;
#else
    static constexpr size_t chunk = 256; /* engines share inversions among them */
#endif
    ufsecp_bip32_children out;

    public_children from(size_t i) const {
        return {{UF_TARGET::from(out.pubkeys33, 33 * i), UF_TARGET::from(out.hashes20, 20 * i),
                 UF_TARGET::from(out.outputs32, 32 * i), UF_TARGET::from(out.xpubs78, 78 * i)}};
    }
    void clear(size_t n) const {
        clear_rows(out.pubkeys33, 33, n), clear_rows(out.hashes20, 20, n);
        clear_rows(out.outputs32, 32, n), clear_rows(out.xpubs78, 78, n);
    }
    int write(u8 *ok, const parent &p, u32 first, size_t n) const {
        u8 hash[chunk][64], key[chunk][65], good[chunk], good_output[chunk];
        const engine &e = current_engine();
        hmac_sha512_numbers(hash[0], &p.chain, p.text33, first, n);
        int all = e.pubkey_tweak_batch_var(key[0], 65, good, p.key65 + 1, 0, false, hash[0], 64, n);
        for (size_t i = 0; i < n; i++) {
            key[i][0] = 2 + (key[i][64] & 1);
            if (out.pubkeys33) memcpy(out.pubkeys33 + 33 * i, key[i], 33);
            if (!out.xpubs78) continue;
            set_child(out.xpubs78 + 78 * i, p, first + (u32)i, hash[i] + 32);
            memcpy(out.xpubs78 + 78 * i + xkey_key, key[i], 33);
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
            if (!good[i]) from(i).clear(1);
        return all;
    }
};

/* The same of private ones, in constant time. */
struct private_children {
    static constexpr bool is_private = true;
#ifdef UF_TINY
    static constexpr size_t chunk = 1;
#else
    static constexpr size_t chunk = 64;
#endif
    u8 *seckeys32, *xprvs78;

    private_children from(size_t i) const {
        return {UF_TARGET::from(seckeys32, 32 * i), UF_TARGET::from(xprvs78, 78 * i)};
    }
    void clear(size_t n) const { clear_rows(seckeys32, 32, n), clear_rows(xprvs78, 78, n); }
    int write(u8 *ok, const parent &p, u32 first, size_t n) const {
        return wiped_after(hash_stack + 64 * chunk + 4096, [&] {
            secret_bytes<64 * chunk> hash;
            secret_bytes<32> key;
            const engine &e = current_engine();
            int all = 1;
            hmac_sha512_numbers(hash.b, &p.chain, p.text33, first, n);
            for (size_t i = 0; i < n; i++) {
                memcpy(key.b, p.seckey32, 32);
                const bool good = e.seckey_tweak_add(key.b, hash.b + 64 * i);
                if (seckeys32) memcpy(seckeys32 + 32 * i, key.b, 32);
                if (xprvs78) {
                    u8 *const x78 = xprvs78 + 78 * i;
                    set_child(x78, p, first + (u32)i, hash.b + 64 * i + 32);
                    x78[xkey_key] = 0;
                    memcpy(x78 + xkey_seckey, key.b, 32);
                }
                if (!good) from(i).clear(1);
                note(ok, i, good, &all);
            }
            return all;
        });
    }
};

/* Children first ... first + n - 1 of x78 or of each of its branches, by all threads. */
template <class Out>
int write_children(const Out &out, u8 *ok, const u8 x78[78], const u32 *branches, size_t n_branches,
                   u32 first, size_t n) {
    const xkey_kind kind = xkey_read(x78);
    const bool usable = kind.is_private == Out::is_private && is_valid(x78, kind) &&
                        kind.depth + (n_branches ? 2 : 1) <= 255;
    int all = usable;
    for (size_t b = 0; b == 0 || b < n_branches; b++) {
        const Out rows = out.from(n * b);
        u8 *const good = from(ok, n * b);
        secret_bytes<78> x;
        secret<parent> p;
        memcpy(x.b, x78, 78);
        if (!usable || (n_branches && !derive(x.b, kind, branches[b]))) {
            rows.clear(n);
            clear_rows(good, 1, n);
            all = 0;
            continue;
        }
        set_parent(&p, x.b, kind, first & xkey_hardened);
        all &= run_rows(n, 4 * least_grain, [&](size_t begin, size_t count) {
            int good_all = 1;
            for (size_t i = begin, end = begin + count; i < end; i += Out::chunk)
                good_all &= rows.from(i).write(from(good, i), p, first + (u32)i,
                                               chunk_size(i, end, Out::chunk));
            return good_all;
        });
    }
    return all;
}

/* Whether there are numbers first ... first + n - 1 below `end`, and memory can hold their rows. */
bool range_fits(u64 first, size_t n, u64 end, size_t n_branches) {
    return first <= end && n <= end - first && rows_fit(n, 78, 0) &&
           rows_fit(n_branches, 78 * n, 0);
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
    if (!xprv78 || missing(seed, seed_len) || flags & ~UFSECP_BIP32_TESTNET) return 0;
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
    if (any_null(child78, parent78) || missing(path, n)) return 0;
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
    if (any_null(out) || any_null(xpub78) || missing(branches, n_branches) ||
        !range_fits(first, n, xkey_hardened, n_branches))
        return 0;
    for (size_t b = 0; b < n_branches; b++)
        if (branches[b] & xkey_hardened) return 0;
    return write_children(public_children{*out}, ok, xpub78, branches, n_branches, first, n);
}

int ufsecp_bip32_private_children(uint8_t *seckeys32, uint8_t *xprvs78, uint8_t *ok,
                                  const uint8_t xprv78[78], const uint32_t *branches,
                                  size_t n_branches, uint32_t first, size_t n) {
    const u64 end = (u64)xkey_hardened << (first >> 31);
    if (any_null(xprv78) || missing(branches, n_branches) || !range_fits(first, n, end, n_branches))
        return 0;
    return wiped(hash_stack, write_children(private_children{seckeys32, xprvs78}, ok, xprv78,
                                            branches, n_branches, first, n));
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
    if (!xkey78 || missing(text, len)) return 0;
    secret_bytes<78> x;
    const bool good = len == xkey_text_size &&
                      declassify(xkey_set_text(x.b, text),
                                 "whether a text is an extended key is the return value") &&
                      is_valid(x.b, xkey_read(x.b));
    return give(xkey78, x.b, good);
}
