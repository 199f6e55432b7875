// Proofs of equal discrete logarithms, and adaptor signatures: the C ABI.
#include "api/call.h"
#include "ufsecp/ufsecp.h"

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

int ufsecp_dleq_prove(uint8_t proof64[64], const uint8_t seckey32[32], const uint8_t b33[33],
                      const uint8_t *base33, const uint8_t *msg32, const uint8_t *aux32) {
    if (any_null(proof64, seckey32, b33)) return 0;
    return secret_call<&engine::dleq_prove>{current_engine()}(proof64, seckey32, b33, base33, msg32,
                                                              aux32);
}

ufsecp_status ufsecp_dleq_check(const uint8_t proof64[64], const uint8_t a33[33],
                                const uint8_t b33[33], const uint8_t c33[33], const uint8_t *base33,
                                const uint8_t *msg32) {
    if (any_null(proof64, a33, b33, c33)) return UFSECP_MISUSE;
    return current_engine().dleq_check_var(proof64, a33, b33, c33, base33, msg32);
}
int ufsecp_dleq_verify(const uint8_t proof64[64], const uint8_t a33[33], const uint8_t b33[33],
                       const uint8_t c33[33], const uint8_t *base33, const uint8_t *msg32) {
    return ufsecp_dleq_check(proof64, a33, b33, c33, base33, msg32) == UFSECP_OK;
}

int ufsecp_ecdsa_adaptor_encrypt(uint8_t adaptor162[162], const uint8_t msg32[32],
                                 const uint8_t seckey32[32], const uint8_t encryption33[33],
                                 const uint8_t *aux32) {
    if (any_null(adaptor162, msg32, seckey32, encryption33)) return 0;
    return secret_call<&engine::ecdsa_adaptor_encrypt>{current_engine()}(
        adaptor162, msg32, seckey32, encryption33, aux32);
}

ufsecp_status ufsecp_ecdsa_adaptor_check(const uint8_t adaptor162[162], const uint8_t msg32[32],
                                         const uint8_t pubkey33[33],
                                         const uint8_t encryption33[33]) {
    if (any_null(adaptor162, msg32, pubkey33, encryption33)) return UFSECP_MISUSE;
    return current_engine().ecdsa_adaptor_check_var(adaptor162, msg32, pubkey33, encryption33);
}
int ufsecp_ecdsa_adaptor_verify(const uint8_t adaptor162[162], const uint8_t msg32[32],
                                const uint8_t pubkey33[33], const uint8_t encryption33[33]) {
    return ufsecp_ecdsa_adaptor_check(adaptor162, msg32, pubkey33, encryption33) == UFSECP_OK;
}

int ufsecp_ecdsa_adaptor_decrypt(uint8_t sig64[64], const uint8_t adaptor162[162],
                                 const uint8_t decryption_seckey32[32]) {
    if (any_null(sig64, adaptor162, decryption_seckey32)) return 0;
    return secret_call<&engine::ecdsa_adaptor_decrypt>{current_engine()}(sig64, adaptor162,
                                                                         decryption_seckey32);
}

int ufsecp_ecdsa_adaptor_recover(uint8_t decryption_seckey32[32], const uint8_t adaptor162[162],
                                 const uint8_t sig64[64], const uint8_t encryption33[33]) {
    if (any_null(decryption_seckey32, adaptor162, sig64, encryption33)) return 0;
    return secret_call<&engine::ecdsa_adaptor_recover>{current_engine()}(
        decryption_seckey32, adaptor162, sig64, encryption33);
}

int ufsecp_schnorr_adaptor_presign(uint8_t presig65[65], const uint8_t *msg, size_t msg_len,
                                   const uint8_t seckey32[32], const uint8_t adaptor33[33],
                                   const uint8_t *aux32) {
    if (any_null(presig65, seckey32, adaptor33) || missing(msg, msg_len)) return 0;
    return secret_call<&engine::schnorr_adaptor_presign>{current_engine()}(
        presig65, msg, msg_len, seckey32, adaptor33, aux32);
}

ufsecp_status ufsecp_schnorr_adaptor_check(const uint8_t presig65[65], const uint8_t *msg,
                                           size_t msg_len, const uint8_t xonly32[32],
                                           const uint8_t adaptor33[33]) {
    if (any_null(presig65, xonly32, adaptor33) || missing(msg, msg_len)) return UFSECP_MISUSE;
    return current_engine().schnorr_adaptor_check_var(presig65, msg, msg_len, xonly32, adaptor33);
}
int ufsecp_schnorr_adaptor_verify(const uint8_t presig65[65], const uint8_t *msg, size_t msg_len,
                                  const uint8_t xonly32[32], const uint8_t adaptor33[33]) {
    return ufsecp_schnorr_adaptor_check(presig65, msg, msg_len, xonly32, adaptor33) == UFSECP_OK;
}

int ufsecp_schnorr_adaptor_adapt(uint8_t sig64[64], const uint8_t presig65[65],
                                 const uint8_t adaptor_seckey32[32]) {
    if (any_null(sig64, presig65, adaptor_seckey32)) return 0;
    return secret_call<&engine::schnorr_adaptor_adapt>{current_engine()}(sig64, presig65,
                                                                         adaptor_seckey32);
}

int ufsecp_schnorr_adaptor_extract(uint8_t adaptor_seckey32[32], const uint8_t presig65[65],
                                   const uint8_t sig64[64], const uint8_t adaptor33[33]) {
    if (any_null(adaptor_seckey32, presig65, sig64, adaptor33)) return 0;
    return secret_call<&engine::schnorr_adaptor_extract>{current_engine()}(
        adaptor_seckey32, presig65, sig64, adaptor33);
}
