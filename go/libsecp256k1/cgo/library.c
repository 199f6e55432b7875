/* Operations of libsecp256k1 through the functions that dlopen found. */
#include "library.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned char byte;

typedef int hash_function(byte *out, const byte *x32, const byte *y32, void *data);

struct library {
    void *context;
    void *(*context_create)(unsigned);
    int (*context_randomize)(void *, const byte *);
    void (*context_destroy)(void *);
    int (*pubkey_create)(void *, byte *, const byte *);
    int (*pubkey_parse)(void *, byte *, const byte *, size_t);
    int (*pubkey_serialize)(void *, byte *, size_t *, const byte *, unsigned);
    int (*ecdh)(void *, byte *, const byte *, const byte *, hash_function *, void *);
    int (*keypair_create)(void *, byte *, const byte *);
    int (*keypair_xonly)(void *, byte *, int *, const byte *);
    int (*xonly_parse)(void *, byte *, const byte *);
    int (*xonly_serialize)(void *, byte *, const byte *);
    int (*ecdsa_sign)(void *, byte *, const byte *, const byte *, void *, const void *);
    int (*ecdsa_verify)(void *, const byte *, const byte *, const byte *);
    int (*ecdsa_normalize)(void *, byte *, const byte *);
    int (*sig_parse)(void *, byte *, const byte *);
    int (*sig_serialize)(void *, byte *, const byte *);
    int (*sign_recoverable)(void *, byte *, const byte *, const byte *, void *, const void *);
    int (*recover)(void *, byte *, const byte *, const byte *);
    int (*recoverable_parse)(void *, byte *, const byte *, int);
    int (*recoverable_serialize)(void *, byte *, int *, const byte *);
    int (*schnorr_sign)(void *, byte *, const byte *, size_t, const byte *, void *);
    int (*schnorr_verify)(void *, const byte *, const byte *, size_t, const byte *);
};

enum { CONTEXT_NONE = 1, COMPRESSED = 258, UNCOMPRESSED = 2 };

/* secp256k1_schnorrsig_extraparams: four magic bytes, a nonce function (NULL: the one of BIP-340),
 * its data. */
typedef struct extra_parameters {
    byte magic[4];
    void *function;
    const void *data;
} extra_parameters;

/* Gives back what secp_open took before it failed. */
static library *undo(library *l, void *handle) {
    if (l && l->context) l->context_destroy(l->context);
    free(l);
    dlclose(handle);
    return NULL;
}

library *secp_open(const char *path, int *loaded, char *error, size_t error_size,
                   const byte seed32[32]) {
    void *handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    *loaded = handle != NULL;
    if (!handle) {
        const char *text = dlerror();
        snprintf(error, error_size, "%s", text ? text : "dlopen failed");
        return NULL;
    }
    library *l = calloc(1, sizeof *l);
    if (!l) {
        snprintf(error, error_size, "no memory");
        return undo(l, handle);
    }
    const struct {
        void *function;
        const char *name;
    } functions[] = {
        {&l->context_create, "secp256k1_context_create"},
        {&l->context_randomize, "secp256k1_context_randomize"},
        {&l->context_destroy, "secp256k1_context_destroy"},
        {&l->pubkey_create, "secp256k1_ec_pubkey_create"},
        {&l->pubkey_parse, "secp256k1_ec_pubkey_parse"},
        {&l->pubkey_serialize, "secp256k1_ec_pubkey_serialize"},
        {&l->ecdh, "secp256k1_ecdh"},
        {&l->keypair_create, "secp256k1_keypair_create"},
        {&l->keypair_xonly, "secp256k1_keypair_xonly_pub"},
        {&l->xonly_parse, "secp256k1_xonly_pubkey_parse"},
        {&l->xonly_serialize, "secp256k1_xonly_pubkey_serialize"},
        {&l->ecdsa_sign, "secp256k1_ecdsa_sign"},
        {&l->ecdsa_verify, "secp256k1_ecdsa_verify"},
        {&l->ecdsa_normalize, "secp256k1_ecdsa_signature_normalize"},
        {&l->sig_parse, "secp256k1_ecdsa_signature_parse_compact"},
        {&l->sig_serialize, "secp256k1_ecdsa_signature_serialize_compact"},
        {&l->sign_recoverable, "secp256k1_ecdsa_sign_recoverable"},
        {&l->recover, "secp256k1_ecdsa_recover"},
        {&l->recoverable_parse, "secp256k1_ecdsa_recoverable_signature_parse_compact"},
        {&l->recoverable_serialize, "secp256k1_ecdsa_recoverable_signature_serialize_compact"},
        {&l->schnorr_sign, "secp256k1_schnorrsig_sign_custom"},
        {&l->schnorr_verify, "secp256k1_schnorrsig_verify"},
    };
    for (size_t i = 0; i < sizeof functions / sizeof *functions; ++i) {
        void *address = dlsym(handle, functions[i].name);
        if (!address) {
            snprintf(error, error_size, "%s has no function %s", path, functions[i].name);
            return undo(l, handle);
        }
        memcpy(functions[i].function, &address, sizeof address);
    }
    l->context = l->context_create(CONTEXT_NONE);
    if (!l->context || !l->context_randomize(l->context, seed32)) {
        snprintf(error, error_size, "%s made no context", path);
        return undo(l, handle);
    }
    return l;
}

static void wipe(void *secret, size_t len) {
    volatile byte *bytes = secret;
    while (len--) *bytes++ = 0;
}

int secp_pubkey(library *l, byte out33[33], const byte seckey32[32]) {
    byte key[64];
    size_t size = 33;
    return l->pubkey_create(l->context, key, seckey32) &&
           l->pubkey_serialize(l->context, out33, &size, key, COMPRESSED);
}

int secp_pubkey_parse(library *l, byte key[64], const byte *in, size_t len) {
    return l->pubkey_parse(l->context, key, in, len);
}

int secp_keypair(library *l, byte pair[96], const byte seckey32[32]) {
    return l->keypair_create(l->context, pair, seckey32);
}

int secp_keypair_xonly(library *l, byte xonly32[32], const byte pair[96]) {
    byte key[64];
    return l->keypair_xonly(l->context, key, NULL, pair) &&
           l->xonly_serialize(l->context, xonly32, key);
}

int secp_xonly_parse(library *l, byte key[64], const byte xonly32[32]) {
    return l->xonly_parse(l->context, key, xonly32);
}

int secp_ecdh(library *l, byte out32[32], const byte key[64], const byte seckey32[32]) {
    return l->ecdh(l->context, out32, key, seckey32, NULL, NULL);
}

static int copy_x(byte *out, const byte *x32, const byte *y32, void *data) {
    (void)y32;
    (void)data;
    memcpy(out, x32, 32);
    return 1;
}

int secp_ecdh_x(library *l, byte x32[32], const byte key[64], const byte seckey32[32]) {
    return l->ecdh(l->context, x32, key, seckey32, copy_x, NULL);
}

int secp_ecdsa_sign(library *l, byte sig64[64], const byte hash32[32], const byte seckey32[32]) {
    byte signature[64];
    return l->ecdsa_sign(l->context, signature, hash32, seckey32, NULL, NULL) &&
           l->sig_serialize(l->context, sig64, signature);
}

int secp_ecdsa_verify(library *l, const byte key[64], const byte hash32[32], const byte sig64[64]) {
    byte signature[64];
    if (!l->sig_parse(l->context, signature, sig64)) return 0;
    l->ecdsa_normalize(l->context, signature, signature);
    return l->ecdsa_verify(l->context, signature, hash32, key);
}

int secp_ecdsa_parse_verify(library *l, const byte *in, size_t len, const byte hash32[32],
                            const byte sig64[64]) {
    byte key[64];
    return l->pubkey_parse(l->context, key, in, len) && secp_ecdsa_verify(l, key, hash32, sig64);
}

int secp_ecdsa_sign_recoverable(library *l, byte sig64[64], int *recid, const byte hash32[32],
                                const byte seckey32[32]) {
    byte signature[65];
    return l->sign_recoverable(l->context, signature, hash32, seckey32, NULL, NULL) &&
           l->recoverable_serialize(l->context, sig64, recid, signature);
}

int secp_ecdsa_recover(library *l, byte out65[65], const byte hash32[32], const byte sig64[64],
                       int recid) {
    byte signature[65], key[64];
    size_t size = 65;
    return l->recoverable_parse(l->context, signature, sig64, recid) &&
           l->recover(l->context, key, signature, hash32) &&
           l->pubkey_serialize(l->context, out65, &size, key, UNCOMPRESSED);
}

int secp_schnorr_sign(library *l, byte sig64[64], const byte pair[96], const byte *msg, size_t len,
                      const byte *aux32) {
    extra_parameters extra = {{0xda, 0x6f, 0xb3, 0x8c}, NULL, aux32};
    return l->schnorr_sign(l->context, sig64, msg, len, pair, &extra);
}

int secp_schnorr_verify(library *l, const byte key[64], const byte *msg, size_t len,
                        const byte sig64[64]) {
    return l->schnorr_verify(l->context, sig64, msg, len, key);
}

int secp_schnorr_parse_verify(library *l, const byte xonly32[32], const byte *msg, size_t len,
                              const byte sig64[64]) {
    byte key[64];
    return l->xonly_parse(l->context, key, xonly32) &&
           l->schnorr_verify(l->context, sig64, msg, len, key);
}

int secp_prepare(library *l, rows *r) {
    int ok = 1;
    for (size_t i = 0; i < r->n; ++i) {
        ok &= l->pubkey_parse(l->context, r->keys64 + 64 * i, r->pubkeys33 + 33 * i, 33);
        ok &= l->xonly_parse(l->context, r->xonly_keys64 + 64 * i, r->xonlys32 + 32 * i);
        ok &= l->keypair_create(l->context, r->pairs96 + 96 * i, r->seckeys32 + 32 * i);
    }
    return ok;
}

long secp_loop(library *l, int operation, const rows *r, long count) {
    byte out[96];
    long done = 0;
    for (long k = 0; k < count; ++k) {
        size_t i = (size_t)k % r->n;
        const byte *seckey = r->seckeys32 + 32 * i, *hash = r->hashes32 + 32 * i;
        const byte *ecdsa = r->ecdsa64 + 64 * i, *schnorr = r->schnorr64 + 64 * i;
        switch (operation) {
        case LOOP_PUBKEY: done += secp_pubkey(l, out, seckey); break;
        case LOOP_XONLY: {
            byte pair[96];
            done += secp_keypair(l, pair, seckey) && secp_keypair_xonly(l, out, pair);
            wipe(pair, sizeof pair);
            break;
        }
        case LOOP_ECDH: done += secp_ecdh(l, out, r->keys64 + 64 * i, seckey); break;
        case LOOP_ECDSA_SIGN: done += secp_ecdsa_sign(l, out, hash, seckey); break;
        case LOOP_ECDSA_VERIFY:
            done += secp_ecdsa_verify(l, r->keys64 + 64 * i, hash, ecdsa);
            break;
        case LOOP_ECDSA_PARSE_VERIFY:
            done += secp_ecdsa_parse_verify(l, r->pubkeys33 + 33 * i, 33, hash, ecdsa);
            break;
        case LOOP_ECDSA_RECOVER:
            done += secp_ecdsa_recover(l, out, hash, ecdsa, r->recids[i]);
            break;
        case LOOP_SCHNORR_SIGN:
            done += secp_schnorr_sign(l, out, r->pairs96 + 96 * i, hash, 32, NULL);
            break;
        case LOOP_SCHNORR_VERIFY:
            done += secp_schnorr_verify(l, r->xonly_keys64 + 64 * i, hash, 32, schnorr);
            break;
        case LOOP_SCHNORR_PARSE_VERIFY:
            done += secp_schnorr_parse_verify(l, r->xonlys32 + 32 * i, hash, 32, schnorr);
            break;
        }
    }
    return done;
}
