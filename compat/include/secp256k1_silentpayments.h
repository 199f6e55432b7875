/* libsecp256k1's silent payments (BIP-352), as UltrafastSecp256k1 offers them. secp256k1.h has the
 * rules. What an input of a transaction must be to count, and which outpoint is the smallest, is
 * for the caller to know. */
#ifndef SECP256K1_SILENTPAYMENTS_H
#define SECP256K1_SILENTPAYMENTS_H

#include <stdint.h>

#include "secp256k1.h"
#include "secp256k1_extrakeys.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Most recipients with one scan key in a transaction, and most payments that a scan finds. */
#define SECP256K1_SILENTPAYMENTS_RECIPIENT_GROUP_LIMIT 2323

/* An address, and its place in the list of recipients. */
typedef struct secp256k1_silentpayments_recipient {
    secp256k1_pubkey scan_pubkey;
    secp256k1_pubkey spend_pubkey; /* with a label or without */
    size_t index;
} secp256k1_silentpayments_recipient;

/* A label: a point. */
typedef struct secp256k1_silentpayments_label {
    unsigned char data[68];
} secp256k1_silentpayments_label;

/* What a receiver needs to know of the inputs of a transaction: the sum of their keys and a hash.
 * Nothing of it is secret. */
typedef struct secp256k1_silentpayments_prevouts_summary {
    unsigned char data[101];
} secp256k1_silentpayments_prevouts_summary;

/* A payment. The secret key of its output is the secret spend key plus tweak. */
typedef struct secp256k1_silentpayments_found_output {
    secp256k1_xonly_pubkey output;
    unsigned char tweak[32];
    int found_with_label;
    secp256k1_silentpayments_label label; /* zeros without one */
} secp256k1_silentpayments_found_output;

/* Returns the 32-byte tweak of a label, valid until the next call or the end of the scan, or NULL
 * if the receiver has no such label. label_context is what the scan was given. */
typedef const unsigned char *(*secp256k1_silentpayments_label_lookup)(const unsigned char *label33,
                                                                      const void *label_context);

/* *generated_outputs[i] = the output of the recipient whose index is i, which before the call is
 * recipients[i]; the call sorts the pointers in recipients by scan key. keypairs are those of
 * taproot inputs, seckeys the secret keys of the other inputs; either may be NULL, with a length of
 * 0. 0 if a key is not valid, the secret keys sum to zero, more than the limit of recipients have
 * one scan key, or an output would be no key; outputs may then have been written. Constant time in
 * the secret keys. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_silentpayments_sender_create_outputs(
    const secp256k1_context *ctx, secp256k1_xonly_pubkey **generated_outputs,
    const secp256k1_silentpayments_recipient **recipients, size_t n_recipients,
    const unsigned char *outpoint_smallest36, const secp256k1_keypair *const *keypairs,
    size_t n_keypairs, const unsigned char *const *seckeys, size_t n_seckeys)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3)
        SECP256K1_ARG_NONNULL(5);

/* A label from its 33 bytes. 0 and zeros if these are no point. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_silentpayments_recipient_label_parse(
    const secp256k1_context *ctx, secp256k1_silentpayments_label *label, const unsigned char *in33)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* The 33 bytes of a label. 1. */
SECP256K1_API int secp256k1_silentpayments_recipient_label_serialize(
    const secp256k1_context *ctx, unsigned char *out33, const secp256k1_silentpayments_label *label)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* The label of number m, and its tweak, which is secret; 0 is for change. 0 and zeros if the scan
 * key is not valid. Constant time in the scan key. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_silentpayments_recipient_label_create(
    const secp256k1_context *ctx, secp256k1_silentpayments_label *label,
    unsigned char *label_tweak32, const unsigned char *scan_key32, uint32_t m)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3)
        SECP256K1_ARG_NONNULL(4);

/* The spend key of an address with this label. 0 and zeros if the sum is no key. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_silentpayments_recipient_create_labeled_spend_pubkey(
    const secp256k1_context *ctx, secp256k1_pubkey *labeled_spend_pubkey,
    const secp256k1_pubkey *unlabeled_spend_pubkey, const secp256k1_silentpayments_label *label)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3)
        SECP256K1_ARG_NONNULL(4);

/* The summary of a transaction whose inputs have these keys: of taproot inputs x-only, of others
 * whole. Either list may be NULL, with a length of 0. 0 and zeros if the keys sum to infinity: then
 * it pays nobody. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int
secp256k1_silentpayments_recipient_prevouts_summary_create(
    const secp256k1_context *ctx, secp256k1_silentpayments_prevouts_summary *prevouts_summary,
    const unsigned char *outpoint_smallest36, const secp256k1_xonly_pubkey *const *xonly_pubkeys,
    size_t n_xonly_pubkeys, const secp256k1_pubkey *const *pubkeys, size_t n_pubkeys)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3);

/* *found_outputs[0] ... *found_outputs[*n_found_outputs - 1] = the payments to a receiver among the
 * taproot outputs of a transaction; found_outputs has as many pointers as tx_outputs. label_lookup
 * may be NULL, and is asked about the labels that outputs would have, until it knows one. 0 if the
 * scan key is not valid, or an output would be no key. Constant time in the scan key, but for what
 * is found. */
SECP256K1_API SECP256K1_WARN_UNUSED_RESULT int secp256k1_silentpayments_recipient_scan_outputs(
    const secp256k1_context *ctx, secp256k1_silentpayments_found_output **found_outputs,
    uint32_t *n_found_outputs, const secp256k1_xonly_pubkey *const *tx_outputs, size_t n_tx_outputs,
    const unsigned char *scan_key32,
    const secp256k1_silentpayments_prevouts_summary *prevouts_summary,
    const secp256k1_pubkey *unlabeled_spend_pubkey,
    secp256k1_silentpayments_label_lookup label_lookup, const void *label_context)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_ARG_NONNULL(3)
        SECP256K1_ARG_NONNULL(4) SECP256K1_ARG_NONNULL(6) SECP256K1_ARG_NONNULL(7)
            SECP256K1_ARG_NONNULL(8);

#ifdef __cplusplus
}
#endif

#endif
