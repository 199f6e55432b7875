// The names of libsecp256k1's interface that our library in its place has.
#pragma once

/* clang-format off */
#define COMPAT_FUNCTIONS(X)                                                                     \
    X(selftest) X(context_create) X(context_clone) X(context_destroy)                           \
    X(context_set_illegal_callback) X(context_set_error_callback)                               \
    X(context_set_sha256_compression) X(context_randomize) X(context_preallocated_size)         \
    X(context_preallocated_create) X(context_preallocated_clone_size)                           \
    X(context_preallocated_clone) X(context_preallocated_destroy) X(tagged_sha256)              \
    X(ec_pubkey_parse) X(ec_pubkey_serialize) X(ec_pubkey_cmp) X(ec_pubkey_sort)                \
    X(ec_pubkey_create) X(ec_pubkey_negate) X(ec_pubkey_tweak_add) X(ec_pubkey_tweak_mul)       \
    X(ec_pubkey_combine) X(ec_seckey_verify) X(ec_seckey_negate) X(ec_seckey_tweak_add)         \
    X(ec_seckey_tweak_mul) X(ecdsa_signature_parse_compact) X(ecdsa_signature_parse_der)        \
    X(ecdsa_signature_serialize_der) X(ecdsa_signature_serialize_compact)                       \
    X(ecdsa_signature_normalize) X(ecdsa_verify) X(ecdsa_sign)                                  \
    X(ecdsa_recoverable_signature_parse_compact) X(ecdsa_recoverable_signature_convert)         \
    X(ecdsa_recoverable_signature_serialize_compact) X(ecdsa_sign_recoverable) X(ecdsa_recover) \
    X(ecdh) X(xonly_pubkey_parse) X(xonly_pubkey_serialize) X(xonly_pubkey_cmp)                 \
    X(xonly_pubkey_from_pubkey) X(xonly_pubkey_tweak_add) X(xonly_pubkey_tweak_add_check)       \
    X(keypair_create) X(keypair_sec) X(keypair_pub) X(keypair_xonly_pub)                        \
    X(keypair_xonly_tweak_add) X(schnorrsig_sign32) X(schnorrsig_sign_custom)                   \
    X(schnorrsig_verify)                                                                        \
    X(ellswift_encode) X(ellswift_decode) X(ellswift_create) X(ellswift_xdh)                    \
    X(musig_pubnonce_parse) X(musig_pubnonce_serialize) X(musig_aggnonce_parse)                 \
    X(musig_aggnonce_serialize) X(musig_partial_sig_parse) X(musig_partial_sig_serialize)       \
    X(musig_pubkey_agg) X(musig_pubkey_get) X(musig_pubkey_ec_tweak_add)                        \
    X(musig_pubkey_xonly_tweak_add) X(musig_nonce_gen) X(musig_nonce_gen_counter)               \
    X(musig_nonce_agg) X(musig_nonce_process) X(musig_partial_sign) X(musig_partial_sig_verify) \
    X(musig_partial_sig_agg)                                                                    \
    X(silentpayments_sender_create_outputs) X(silentpayments_recipient_label_parse)             \
    X(silentpayments_recipient_label_serialize) X(silentpayments_recipient_label_create)        \
    X(silentpayments_recipient_create_labeled_spend_pubkey)                                     \
    X(silentpayments_recipient_prevouts_summary_create)                                         \
    X(silentpayments_recipient_scan_outputs)

#define COMPAT_DATA(X)                                                                  \
    X(context_static) X(nonce_function_rfc6979) X(nonce_function_default)               \
    X(ecdh_hash_function_sha256) X(ecdh_hash_function_default) X(nonce_function_bip340) \
    X(ellswift_xdh_hash_function_prefix) X(ellswift_xdh_hash_function_bip324)
/* clang-format on */
