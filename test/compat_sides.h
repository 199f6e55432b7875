// libsecp256k1 and our library in its place, loaded side by side, and what a program of calls works
// on: the same objects, bytes and callbacks on each side.
#pragma once
#ifdef _WIN32
#define WIN32_LEAN_AND_MEAN
#include <windows.h>
#else
#include <dlfcn.h>
#endif

#include <cstdint>
#include <cstring>
#include <string>
#include <vector>

#include "compat_names.h"
#include "secp256k1_ecdh.h"
#include "secp256k1_ellswift.h"
#include "secp256k1_musig.h"
#include "secp256k1_preallocated.h"
#include "secp256k1_recovery.h"
#include "secp256k1_schnorrsig.h"
#include "secp256k1_silentpayments.h"

namespace compat_sides {

#ifdef _WIN32
inline void *open_library(const char *path) { return LoadLibraryA(path); }
inline void *find_name(void *in, const char *name) {
    return (void *)GetProcAddress((HMODULE)in, name);
}
#else
inline void *open_library(const char *path) { return dlopen(path, RTLD_NOW | RTLD_LOCAL); }
inline void *find_name(void *in, const char *name) { return dlsym(in, name); }
#endif

struct library {
#define COMPAT_MEMBER(name) decltype(&secp256k1_##name) name;
    COMPAT_FUNCTIONS(COMPAT_MEMBER)
    COMPAT_DATA(COMPAT_MEMBER)
#undef COMPAT_MEMBER
    void *handle;
    std::string missing; /* names that it does not have */

    explicit library(const char *path) : handle(open_library(path)) {
        if (!handle) missing = path;
#define COMPAT_FIND(name)                                                                         \
    name = handle ? (decltype(&secp256k1_##name))find_name(handle, "secp256k1_" #name) : nullptr; \
    if (!name) missing += " secp256k1_" #name;
        COMPAT_FUNCTIONS(COMPAT_FIND)
        COMPAT_DATA(COMPAT_FIND)
#undef COMPAT_FIND
    }
};

inline const library &peer() {
    static const library l(UF_PEER_LIBRARY);
    return l;
}
inline const library &ours() {
    static const library l(UF_COMPAT_LIBRARY);
    return l;
}

/* What callbacks were told, in order; each thread works on one side at a time. */
inline thread_local std::vector<std::string> *told;
inline void tell(const std::string &what) { told->push_back(what); }
inline std::string hex(const unsigned char *p, size_t len) {
    std::string s;
    for (size_t i = 0; p && i < len; i++)
        s += "0123456789abcdef"[p[i] >> 4], s += "0123456789abcdef"[p[i] & 15];
    return p ? s : "null";
}
inline void illegal(const char *text, void *data) {
    tell("illegal " + std::string(text) + " " + std::to_string((uintptr_t)data));
}
inline void error(const char *text, void *data) {
    tell("error " + std::string(text) + " " + std::to_string((uintptr_t)data));
}

/* Five signers, and what they make. */
struct musig_objects {
    secp256k1_keypair pairs[5];
    secp256k1_pubkey keys[5];
    secp256k1_musig_keyagg_cache caches[2];
    secp256k1_musig_secnonce secnonces[5];
    secp256k1_musig_pubnonce pubnonces[5];
    secp256k1_musig_aggnonce aggnonces[2];
    secp256k1_musig_session sessions[2];
    secp256k1_musig_partial_sig psigs[5];
    secp256k1_xonly_pubkey xonly;
    secp256k1_pubkey key;
    unsigned char random[32], wire[66], number[32], sig[64];
};

/* All memory that calls read and write. */
struct objects {
    musig_objects musig;
    secp256k1_pubkey pubkeys[5];
    secp256k1_xonly_pubkey xonlys[4];
    secp256k1_ecdsa_signature sigs[4];
    secp256k1_ecdsa_recoverable_signature rsigs[3];
    secp256k1_keypair keypairs[3];
    unsigned char keys[6][32], msgs[3][32], ells[3][64], input[160], outs[2][160];
    unsigned char ordered[8]; /* which keys, after sorting pointers to them */
    size_t input_len, len;
    int number;
};

/* A copy of the static context with callbacks, which may be called with illegal arguments; one that
 * was created; and its clone. */
struct side {
    const library &lib;
    objects o{};
    std::vector<std::string> log;
    std::vector<unsigned char> static_copy, memory;
    secp256k1_context *contexts[3];

    explicit side(const library &l) : lib(l) {
        const size_t size = l.context_preallocated_size(SECP256K1_CONTEXT_NONE);
        static_copy.resize(size), memory.resize(size);
        memcpy(static_copy.data(), *l.context_static, size);
        contexts[1] = (secp256k1_context *)static_copy.data();
        contexts[0] = l.context_create(SECP256K1_CONTEXT_NONE);
        for (size_t i = 0; i < 2; i++) {
            l.context_set_illegal_callback(contexts[i], illegal, (void *)(i + 1));
            l.context_set_error_callback(contexts[i], error, (void *)(i + 3));
        }
        contexts[2] = l.context_preallocated_clone(contexts[0], memory.data());
    }
    ~side() {
        lib.context_preallocated_destroy(contexts[2]);
        lib.context_destroy(contexts[0]);
    }
    side(const side &) = delete;
};

/* ---- Functions that are passed to calls ---- */

/* Not zero and below the group order with all likelihood, and different for different inputs. */
inline void mix(unsigned char *out32, const unsigned char *p, size_t len, unsigned salt) {
    uint64_t x = 0x9e3779b97f4a7c15u * (salt + 1);
    for (size_t i = 0; i < len; i++) x = (x ^ p[i]) * 0x100000001b3u + 1;
    for (size_t i = 0; i < 32; i++) {
        x = x * 6364136223846793005u + 1442695040888963407u;
        out32[i] = (unsigned char)(x >> 56);
    }
    out32[0] &= 0x7f;
}

inline constexpr unsigned char order32[32] = {
    0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe,
    0xba, 0xae, 0xdc, 0xe6, 0xaf, 0x48, 0xa0, 0x3b, 0xbf, 0xd2, 0x5e, 0x8c, 0xd0, 0x36, 0x41, 0x41};

enum nonce_kind { nonce_good, nonce_fails, nonce_late, nonce_gives_up, nonce_is_one, nonce_kinds };

template <nonce_kind kind>
int nonce(unsigned char *nonce32, const unsigned char *msg32, const unsigned char *key32,
          const unsigned char *algo16, void *data, unsigned attempt) {
    tell("nonce " + hex(msg32, 32) + hex(key32, 32) + hex(algo16, 16) +
         hex((unsigned char *)data, 32) + std::to_string(attempt));
    mix(nonce32, msg32, 32, attempt);
    if (kind == nonce_fails) return 0;
    if (kind == nonce_late && attempt == 0) memset(nonce32, 0, 32);
    if (kind == nonce_late && attempt == 1) memcpy(nonce32, order32, 32);
    if (kind == nonce_late && attempt == 2) memset(nonce32, 0xff, 32);
    if (kind == nonce_gives_up) {
        memset(nonce32, 0xff, 32);
        return attempt < 2;
    }
    if (kind == nonce_is_one) memset(nonce32, 0, 31), nonce32[31] = 1;
    return kind == nonce_good ? 1 : 2;
}
inline constexpr secp256k1_nonce_function nonces[nonce_kinds] = {
    nonce<nonce_good>, nonce<nonce_fails>, nonce<nonce_late>, nonce<nonce_gives_up>,
    nonce<nonce_is_one>};

template <nonce_kind kind>
int hardened(unsigned char *nonce32, const unsigned char *msg, size_t msglen,
             const unsigned char *key32, const unsigned char *xonly32, const unsigned char *algo,
             size_t algolen, void *data) {
    tell("nonce " + hex(msg, msglen) + hex(key32, 32) + hex(xonly32, 32) + hex(algo, algolen) +
         hex((unsigned char *)data, 32) + hex(nonce32, 32));
    mix(nonce32, key32, 32, 7);
    if (kind == nonce_late) memcpy(nonce32, order32, 32);  /* 0 mod n */
    if (kind == nonce_gives_up) memset(nonce32, 0xff, 32); /* reduced */
    if (kind == nonce_is_one) memset(nonce32, 0, 31), nonce32[31] = 1;
    return kind == nonce_fails ? 0 : kind == nonce_good ? 1 : 2;
}
inline constexpr secp256k1_nonce_function_hardened hardeneds[nonce_kinds] = {
    hardened<nonce_good>, hardened<nonce_fails>, hardened<nonce_late>, hardened<nonce_gives_up>,
    hardened<nonce_is_one>};

template <int result>
int hash_xy(unsigned char *out, const unsigned char *x32, const unsigned char *y32, void *data) {
    tell("hash " + hex(x32, 32) + hex(y32, 32) + hex((unsigned char *)data, 32));
    memcpy(out, x32, 32);
    memcpy(out + 32, y32, 32);
    return result;
}
inline constexpr secp256k1_ecdh_hash_function hashes[3] = {hash_xy<0>, hash_xy<1>, hash_xy<5>};

template <int result>
int hash_ell(unsigned char *out, const unsigned char *x32, const unsigned char *a64,
             const unsigned char *b64, void *data) {
    tell("hash " + hex(x32, 32) + hex(a64, 64) + hex(b64, 64) + hex((unsigned char *)data, 32));
    memcpy(out, x32, 32);
    return result;
}
inline constexpr secp256k1_ellswift_xdh_hash_function ell_hashes[3] = {hash_ell<0>, hash_ell<1>,
                                                                       hash_ell<5>};

/* Numbers from a seed. */
struct source {
    uint64_t state;

    uint64_t next() {
        uint64_t z = state += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        z = (z ^ z >> 27) * 0x94d049bb133111ebu;
        return z ^ z >> 31;
    }
    size_t below(size_t n) { return (size_t)(next() % n); }
    bool one_in(size_t n) { return below(n) == 0; }
    void fill(unsigned char *p, size_t len) {
        for (size_t i = 0; i < len; i++) p[i] = (unsigned char)next();
    }
    /* Random, or one of the numbers at which functions change their minds. */
    void number(unsigned char *p32) {
        fill(p32, 32);
        const size_t kind = below(24);
        if (kind < 3) memset(p32, 0, 31), p32[31] = (unsigned char)kind;
        if (kind == 3) memset(p32, 0xff, 32);
        if (kind > 3 && kind < 9)
            memcpy(p32, order32, 32), p32[31] = (unsigned char)(p32[31] + kind - 6);
        if (kind == 9) memset(p32, 0xff, 32), p32[27] = 0xfe, p32[30] = 0xfc, p32[31] = 0x2f;
    }
};

}  // namespace compat_sides
