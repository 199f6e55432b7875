/* A libsecp256k1 that dlopen found: its functions, and whole operations in one call each. The
 * opaque types of its interface are the arrays of bytes that it says they are. */
#ifndef LIBRARY_H
#define LIBRARY_H

#include <stddef.h>
#include <stdint.h>

typedef struct library library;

/* NULL, with a text in error, if the library or one of its functions is absent; *loaded tells if
 * the library is there. */
library *secp_open(const char *path, int *loaded, char *error, size_t error_size,
                   const unsigned char seed32[32]);

/* Each returns 1, or 0 if an input is not valid. */
int secp_pubkey(library *l, unsigned char out33[33], const unsigned char seckey32[32]);
int secp_pubkey_parse(library *l, unsigned char key[64], const unsigned char *in, size_t len);
int secp_keypair(library *l, unsigned char pair[96], const unsigned char seckey32[32]);
int secp_keypair_xonly(library *l, unsigned char xonly32[32], const unsigned char pair[96]);
int secp_xonly_parse(library *l, unsigned char key[64], const unsigned char xonly32[32]);
int secp_ecdh(library *l, unsigned char out32[32], const unsigned char key[64],
              const unsigned char seckey32[32]);
int secp_ecdh_x(library *l, unsigned char x32[32], const unsigned char key[64],
                const unsigned char seckey32[32]);
int secp_ecdsa_sign(library *l, unsigned char sig64[64], const unsigned char hash32[32],
                    const unsigned char seckey32[32]);
int secp_ecdsa_verify(library *l, const unsigned char key[64], const unsigned char hash32[32],
                      const unsigned char sig64[64]);
int secp_ecdsa_parse_verify(library *l, const unsigned char *in, size_t len,
                            const unsigned char hash32[32], const unsigned char sig64[64]);
int secp_ecdsa_sign_recoverable(library *l, unsigned char sig64[64], int *recid,
                                const unsigned char hash32[32], const unsigned char seckey32[32]);
int secp_ecdsa_recover(library *l, unsigned char out65[65], const unsigned char hash32[32],
                       const unsigned char sig64[64], int recid);
/* aux32: NULL or 32 bytes. */
int secp_schnorr_sign(library *l, unsigned char sig64[64], const unsigned char pair[96],
                      const unsigned char *msg, size_t len, const unsigned char *aux32);
int secp_schnorr_verify(library *l, const unsigned char key[64], const unsigned char *msg,
                        size_t len, const unsigned char sig64[64]);
int secp_schnorr_parse_verify(library *l, const unsigned char xonly32[32], const unsigned char *msg,
                              size_t len, const unsigned char sig64[64]);

/* Rows for the loops: n of each, densely packed; keys and pairs in the library's own form. */
typedef struct rows {
    size_t n;
    const unsigned char *seckeys32, *pubkeys33, *xonlys32, *hashes32, *ecdsa64, *schnorr64;
    const int *recids;
    unsigned char *keys64, *xonly_keys64, *pairs96;
} rows;

/* Fills keys64, xonly_keys64 and pairs96. */
int secp_prepare(library *l, rows *r);

enum {
    LOOP_PUBKEY,
    LOOP_XONLY,
    LOOP_ECDH,
    LOOP_ECDSA_SIGN,
    LOOP_ECDSA_VERIFY,
    LOOP_ECDSA_PARSE_VERIFY,
    LOOP_ECDSA_RECOVER,
    LOOP_SCHNORR_SIGN,
    LOOP_SCHNORR_VERIFY,
    LOOP_SCHNORR_PARSE_VERIFY
};

/* `count` operations on row after row without leaving C: how many of them returned 1. */
long secp_loop(library *l, int operation, const rows *r, long count);

#endif
