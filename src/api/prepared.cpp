// The C ABI of prepared public keys.
#include "api/call.h"
#include "mult/prepared_point.h"
#include "ufsecp/ufsecp.h"

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

namespace {

static_assert(sizeof(prepared_point) == sizeof(ufsecp_prepared_pubkey) &&
              alignof(prepared_point) == alignof(ufsecp_prepared_pubkey));

prepared_point *point_of(ufsecp_prepared_pubkey *key) {
    return reinterpret_cast<prepared_point *>(key);
}
/* NULL if it is not prepared. */
const prepared_point *point_of(const ufsecp_prepared_pubkey *key) {
    return key && key->opaque[0] == prepared_tag ? reinterpret_cast<const prepared_point *>(key)
                                                 : nullptr;
}

}  // namespace

ufsecp_status ufsecp_pubkey_prepare(ufsecp_prepared_pubkey *key, const uint8_t *pubkey,
                                    size_t pubkey_len) {
    if (!key || missing(pubkey, pubkey_len)) return UFSECP_MISUSE;
    return current_engine().pubkey_prepare_var(point_of(key), pubkey, pubkey_len);
}

ufsecp_status ufsecp_ecdsa_check_prepared(const uint8_t sig64[64], const uint8_t msg32[32],
                                          const ufsecp_prepared_pubkey *key, unsigned flags) {
    const prepared_point *const p = point_of(key);
    if (any_null(sig64, msg32, p) || (flags & ~UFSECP_LOW_S)) return UFSECP_MISUSE;
    return current_engine().ecdsa_check_prepared_var(sig64, msg32, p, flags);
}
int ufsecp_ecdsa_verify_prepared(const uint8_t sig64[64], const uint8_t msg32[32],
                                 const ufsecp_prepared_pubkey *key, unsigned flags) {
    return ufsecp_ecdsa_check_prepared(sig64, msg32, key, flags) == UFSECP_OK;
}

ufsecp_status ufsecp_schnorr_check_prepared(const uint8_t sig64[64], const uint8_t *msg,
                                            size_t msg_len, const ufsecp_prepared_pubkey *key) {
    const prepared_point *const p = point_of(key);
    if (any_null(sig64, p) || missing(msg, msg_len)) return UFSECP_MISUSE;
    return current_engine().schnorr_check_prepared_var(sig64, msg, msg_len, p);
}
int ufsecp_schnorr_verify_prepared(const uint8_t sig64[64], const uint8_t *msg, size_t msg_len,
                                   const ufsecp_prepared_pubkey *key) {
    return ufsecp_schnorr_check_prepared(sig64, msg, msg_len, key) == UFSECP_OK;
}

int ufsecp_ecdsa_verify_prepared_batch(uint8_t *ok, const uint8_t *msgs32, const uint8_t *sigs64,
                                       size_t n, const ufsecp_prepared_pubkey *key,
                                       unsigned flags) {
    if (flags & ~UFSECP_LOW_S) return 0;
    return batch<&engine::ecdsa_prepared_batch_var>(
        n, least_grain, verdicts(ok), column{msgs32, 32}, column{sigs64, 64}, row_count{},
        common{point_of(key)}, common{flags});
}
int ufsecp_schnorr_verify_prepared_batch(uint8_t *ok, const uint8_t *msgs32, const uint8_t *sigs64,
                                         size_t n, const ufsecp_prepared_pubkey *key) {
    return batch<&engine::schnorr_prepared_batch_var>(n, least_grain, verdicts(ok),
                                                      column{msgs32, 32}, column{sigs64, 64},
                                                      row_count{}, common{point_of(key)});
}
