/** @file
 * Extended keys: trees of keys from one seed. ufsecp.h includes it. */
#ifndef UFSECP_BIP32_H
#define UFSECP_BIP32_H

#include "ufsecp/ufsecp.h"

#ifdef __cplusplus
extern "C" {
#endif

/** @defgroup bip32 Extended keys
 * BIP-32: a master key from a seed, and children of private and public keys, one path at a time or
 * many children at once.
 *
 * **Extended keys** are the 78 bytes that BIP-32 serializes: version (4), depth (1), the parent's
 * fingerprint (4), number (4), chain code (32), key (33). The key is 00 and a secret key from byte
 * 46 on, or a compressed public key from byte 45 on. Versions are those of mainnet (xprv, xpub) and
 * of testnets (tprv, tpub); no other is valid.
 *
 * **Secrets.** An extended private key is one. An extended public key and the private key of a
 * child that is not hardened tell the parent's private key.
 *
 * **Failure.** A call whose extended key is not valid returns 0 and zeros. A child does not exist
 * with a probability below 2^-127; BIP-32 then says to take the next number.
 *
 * **Time.** Constant in keys and chain codes of private keys, and in seeds.
 * @{ */

/** Add it to a number for a hardened child. */
#define UFSECP_BIP32_HARDENED 0x80000000u
/** A flag: the version is that of testnets. */
#define UFSECP_BIP32_TESTNET 1u

/** Makes the master key of a seed.
 * @param seed_len 16 ... 64
 * @param flags 0 or #UFSECP_BIP32_TESTNET
 * @return 0 and zeros if seed_len is another */
UFSECP_API UFSECP_MUST_USE int ufsecp_bip32_master(uint8_t xprv78[78], const uint8_t *seed,
                                                   size_t seed_len, unsigned flags);
/** Goes from an extended key n children down: to a private key from a private one, to a public key
 * from a public one.
 * @param child78 may be parent78
 * @param path n numbers; may be NULL if n is 0
 * @return 0 and zeros if a child does not exist, as a hardened one of a public key or one at
 * depth 256 */
UFSECP_API UFSECP_MUST_USE int ufsecp_bip32_derive(uint8_t child78[78], const uint8_t parent78[78],
                                                   const uint32_t *path, size_t n);
/** The extended public key of an extended key, which may be public already.
 * @return 0 and zeros if that is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_bip32_public(uint8_t xpub78[78], const uint8_t xkey78[78]);
/** Whether these bytes are an extended key: version, kind and key fit, and a key of depth 0 has
 * neither parent nor number. @return 1 if they are */
UFSECP_API UFSECP_MUST_USE int ufsecp_bip32_verify(const uint8_t xkey78[78]);
/** The key's own fingerprint: the first bytes of RIPEMD-160(SHA-256(public key)).
 * @return 0 and zeros if the key is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_bip32_fingerprint(uint8_t fingerprint4[4],
                                                        const uint8_t xkey78[78]);

/** What a call writes of each child, one row a child; NULL for what is not wanted. */
typedef struct ufsecp_bip32_children {
    uint8_t *pubkeys33; /**< compressed public keys */
    uint8_t *hashes20;  /**< their RIPEMD-160(SHA-256(key)), which P2PKH and P2WPKH pay to */
    uint8_t *outputs32; /**< their x-only output keys without scripts (BIP-86), of P2TR */
    uint8_t *xpubs78;   /**< extended public keys */
} ufsecp_bip32_children;

/** Many children of an extended public key: numbers first ... first + n - 1, none of them hardened,
 * of the key itself or of each of its children `branches`, such as 0 and 1 for addresses to receive
 * on and for change. There are n rows, or n for each branch, one branch after the other.
 *
 * The children are computed side by side, and by all threads from 1,024 children of a branch on
 * (ufsecp_batch.h). In variable time.
 * @param ok n bytes, or n a branch: 1 for a child, 0 and zeros in its row where none exists; may be
 * NULL
 * @param branches n_branches numbers, none of them hardened; NULL and 0 for children of xpub78
 * @return 1 if every row has a child; 0 and zeros in every row if xpub78 is no extended public key,
 * or is as deep as those can be. 0, and nothing is written, if first + n is more than 2^31 or a
 * branch is hardened, and on misuse */
UFSECP_API int ufsecp_bip32_public_children(const ufsecp_bip32_children *out, uint8_t *ok,
                                            const uint8_t xpub78[78], const uint32_t *branches,
                                            size_t n_branches, uint32_t first, size_t n);

/** Many children of an extended private key, in constant time: numbers first ... first + n - 1, all
 * of them hardened or none, of the key itself or of each of its children `branches`, which may be
 * hardened. Rows and ok are as of ufsecp_bip32_public_children().
 * @param seckeys32 the secret keys; may be NULL
 * @param xprvs78 the extended private keys; may be NULL
 * @return 1 if every row has a child; 0 and zeros in every row if xprv78 is no extended private
 * key, or is as deep as those can be. 0, and nothing is written, if first + n passes 2^31 from
 * below, or 2^32, and on misuse */
UFSECP_API int ufsecp_bip32_private_children(uint8_t *seckeys32, uint8_t *xprvs78, uint8_t *ok,
                                             const uint8_t xprv78[78], const uint32_t *branches,
                                             size_t n_branches, uint32_t first, size_t n);

/** Writes an extended key as text: 111 characters of Base58Check, xprv..., xpub..., tprv... or
 * tpub..., and a zero.
 * @return 0 and zeros if the key is not valid */
UFSECP_API UFSECP_MUST_USE int ufsecp_bip32_text_get(char text112[112], const uint8_t xkey78[78]);
/** Reads an extended key from text. Constant time in the characters too.
 * @param len without a zero at the end
 * @return 0 and zeros if that is no valid extended key, or its checksum is wrong */
UFSECP_API UFSECP_MUST_USE int ufsecp_bip32_text_set(uint8_t xkey78[78], const char *text,
                                                     size_t len);

/** @} */

#ifdef __cplusplus
}
#endif

#endif
