// Proofs of equal discrete logarithms: the C ABI.
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
