// What a header of libsecp256k1's interface says, as rows of text and number. The file that
// includes this one has included the headers, and names the table.
#pragma once
#include <cstddef>
#include <string>
#include <typeinfo>
#include <utility>
#include <vector>

#include "compat_names.h"

using abi_rows = std::vector<std::pair<std::string, long long>>;
abi_rows abi_of_ours();
abi_rows abi_of_peer();

#ifdef ABI_OF
/* clang-format off */
#define ABI_VALUE(x) {#x, (long long)(x)},
#define ABI_TYPE(x) {"sizeof " #x, sizeof(x)}, {"alignof " #x, alignof(x)},
#define ABI_SAME(x) {#x " " + std::string(typeid(x).name()), 0},
#define ABI_DECLARED(word) ABI_SAME(decltype(secp256k1_##word))

abi_rows ABI_OF() {
    constexpr unsigned char magic[] = SECP256K1_SCHNORRSIG_EXTRAPARAMS_MAGIC;
    constexpr secp256k1_schnorrsig_extraparams init = SECP256K1_SCHNORRSIG_EXTRAPARAMS_INIT;
    return {
        COMPAT_FUNCTIONS(ABI_DECLARED) COMPAT_DATA(ABI_DECLARED)
        ABI_TYPE(secp256k1_pubkey) ABI_TYPE(secp256k1_ecdsa_signature)
        ABI_TYPE(secp256k1_ecdsa_recoverable_signature) ABI_TYPE(secp256k1_xonly_pubkey)
        ABI_TYPE(secp256k1_keypair) ABI_TYPE(secp256k1_schnorrsig_extraparams)
        ABI_TYPE(secp256k1_musig_keyagg_cache) ABI_TYPE(secp256k1_musig_secnonce)
        ABI_TYPE(secp256k1_musig_pubnonce) ABI_TYPE(secp256k1_musig_aggnonce)
        ABI_TYPE(secp256k1_musig_session) ABI_TYPE(secp256k1_musig_partial_sig)
        ABI_VALUE(offsetof(secp256k1_schnorrsig_extraparams, magic))
        ABI_VALUE(offsetof(secp256k1_schnorrsig_extraparams, noncefp))
        ABI_VALUE(offsetof(secp256k1_schnorrsig_extraparams, ndata))
        ABI_SAME(secp256k1_nonce_function) ABI_SAME(secp256k1_nonce_function_hardened)
        ABI_SAME(secp256k1_ecdh_hash_function) ABI_SAME(secp256k1_sha256_compression_function)
        ABI_SAME(secp256k1_ellswift_xdh_hash_function)
        ABI_TYPE(secp256k1_silentpayments_recipient) ABI_TYPE(secp256k1_silentpayments_label)
        ABI_TYPE(secp256k1_silentpayments_prevouts_summary)
        ABI_TYPE(secp256k1_silentpayments_found_output)
        ABI_VALUE(offsetof(secp256k1_silentpayments_recipient, scan_pubkey))
        ABI_VALUE(offsetof(secp256k1_silentpayments_recipient, spend_pubkey))
        ABI_VALUE(offsetof(secp256k1_silentpayments_recipient, index))
        ABI_VALUE(offsetof(secp256k1_silentpayments_found_output, output))
        ABI_VALUE(offsetof(secp256k1_silentpayments_found_output, tweak))
        ABI_VALUE(offsetof(secp256k1_silentpayments_found_output, found_with_label))
        ABI_VALUE(offsetof(secp256k1_silentpayments_found_output, label))
        ABI_SAME(secp256k1_silentpayments_label_lookup)
        ABI_VALUE(SECP256K1_SILENTPAYMENTS_RECIPIENT_GROUP_LIMIT)
        ABI_VALUE(SECP256K1_FLAGS_TYPE_MASK) ABI_VALUE(SECP256K1_FLAGS_TYPE_CONTEXT)
        ABI_VALUE(SECP256K1_FLAGS_TYPE_COMPRESSION) ABI_VALUE(SECP256K1_FLAGS_BIT_CONTEXT_VERIFY)
        ABI_VALUE(SECP256K1_FLAGS_BIT_CONTEXT_SIGN)
        ABI_VALUE(SECP256K1_FLAGS_BIT_CONTEXT_DECLASSIFY)
        ABI_VALUE(SECP256K1_FLAGS_BIT_COMPRESSION) ABI_VALUE(SECP256K1_CONTEXT_NONE)
        ABI_VALUE(SECP256K1_CONTEXT_VERIFY) ABI_VALUE(SECP256K1_CONTEXT_SIGN)
        ABI_VALUE(SECP256K1_CONTEXT_DECLASSIFY) ABI_VALUE(SECP256K1_EC_COMPRESSED)
        ABI_VALUE(SECP256K1_EC_UNCOMPRESSED) ABI_VALUE(SECP256K1_TAG_PUBKEY_EVEN)
        ABI_VALUE(SECP256K1_TAG_PUBKEY_ODD) ABI_VALUE(SECP256K1_TAG_PUBKEY_UNCOMPRESSED)
        ABI_VALUE(SECP256K1_TAG_PUBKEY_HYBRID_EVEN) ABI_VALUE(SECP256K1_TAG_PUBKEY_HYBRID_ODD)
        ABI_VALUE(magic[0]) ABI_VALUE(magic[1]) ABI_VALUE(magic[2]) ABI_VALUE(magic[3])
        ABI_VALUE(init.magic[0] == magic[0] && init.magic[3] == magic[3] && !init.noncefp &&
                  !init.ndata)
    };
}
/* clang-format on */
#endif
