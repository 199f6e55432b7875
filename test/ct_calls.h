// Every call of the C interface that takes a secret, written once for all who look at its timing: the taint test, the path test and the
// address trace.
#pragma once
#include <stdint.h>
#include <string.h>

#include "ufsecp/ufsecp.h"

namespace ct_calls {

/* More rows than two groups of eight lanes hold, and a rest that fills no third one. */
constexpr size_t most_rows = 19;

/* What is secret. Row 1 of keys is no key. */
struct secrets {
    uint8_t key[32], bad_key[32], tweak[32], aux[32], keys[32 * most_rows], auxs[32 * most_rows];
    ufsecp_keypair pair;
};

/* What is not. Row 1 of pks33 is no point. */
struct publics {
    uint8_t msg[32], long_msg[70], msgs[32 * most_rows], pk65[65], pks33[33 * most_rows];
    size_t rows;
};

struct results {
    uint8_t bytes[65 * most_rows], ok[most_rows];
    int number, number2;
    ufsecp_keypair pair;
};

inline int xor_hash(uint8_t *out, const uint8_t x[32], const uint8_t y[32], void *) {
    for (size_t i = 0; i < 32; i++) out[i] = x[i] ^ y[i];
    return 1;
}

/* run gives the call's own result, which is `want` for the inputs of fill(). */
struct secret_call {
    const char *name;
    int want;
    int (*run)(secrets &s, const publics &p, results &r);
};

#define CT_CALL(name, want, expression) \
    {name, want, [](secrets &s, const publics &p, results &r) -> int { (void)s, (void)p, (void)r; return expression; }}
inline const secret_call all[] = {
    CT_CALL("seckey_verify", 1, ufsecp_seckey_verify(s.key)),
    CT_CALL("seckey_verify of a bad key", 0, ufsecp_seckey_verify(s.bad_key)),
    CT_CALL("seckey_negate", 1, ufsecp_seckey_negate(s.key)),
    CT_CALL("seckey_negate of a bad key", 0, ufsecp_seckey_negate(s.bad_key)),
    CT_CALL("seckey_tweak_add", 1, ufsecp_seckey_tweak_add(s.key, s.tweak)),
    CT_CALL("seckey_tweak_add of a bad tweak", 0, ufsecp_seckey_tweak_add(s.key, s.bad_key)),
    CT_CALL("seckey_tweak_mul", 1, ufsecp_seckey_tweak_mul(s.key, s.tweak)),
    CT_CALL("seckey_tweak_mul of a bad key", 0, ufsecp_seckey_tweak_mul(s.bad_key, s.tweak)),
    CT_CALL("pubkey_create 33", 1, ufsecp_pubkey_create(r.bytes, 33, s.key)),
    CT_CALL("pubkey_create 65", 1, ufsecp_pubkey_create(r.bytes, 65, s.key)),
    CT_CALL("pubkey_create of a bad key", 0, ufsecp_pubkey_create(r.bytes, 65, s.bad_key)),
    CT_CALL("xonly_create", 1, ufsecp_xonly_create(r.bytes, &r.number, s.key)),
    CT_CALL("ecdsa_sign", 1, ufsecp_ecdsa_sign(r.bytes, p.msg, s.key, nullptr)),
    CT_CALL("ecdsa_sign with extra", 1, ufsecp_ecdsa_sign(r.bytes, p.msg, s.key, s.aux)),
    CT_CALL("ecdsa_sign of a bad key", 0, ufsecp_ecdsa_sign(r.bytes, p.msg, s.bad_key, nullptr)),
    CT_CALL("ecdsa_sign_recoverable", 1, ufsecp_ecdsa_sign_recoverable(r.bytes, &r.number, p.msg, s.key, nullptr)),
    CT_CALL("schnorr_sign", 1, ufsecp_schnorr_sign(r.bytes, p.msg, 32, s.key, nullptr)),
    CT_CALL("schnorr_sign with aux", 1, ufsecp_schnorr_sign(r.bytes, p.long_msg, 70, s.key, s.aux)),
    CT_CALL("schnorr_sign of a bad key", 0, ufsecp_schnorr_sign(r.bytes, p.msg, 32, s.bad_key, s.aux)),
    CT_CALL("keypair_create", 1, ufsecp_keypair_create(&r.pair, s.key)),
    CT_CALL("keypair_create of a bad key", 0, ufsecp_keypair_create(&r.pair, s.bad_key)),
    CT_CALL("schnorr_sign_keypair", 1, ufsecp_schnorr_sign_keypair(r.bytes, p.msg, 32, &s.pair, s.aux)),
    CT_CALL("ecdh", 1, ufsecp_ecdh(r.bytes, p.pks33, 33, s.key)),
    CT_CALL("ecdh of a bad key", 0, ufsecp_ecdh(r.bytes, p.pk65, 65, s.bad_key)),
    CT_CALL("ecdh_x", 1, ufsecp_ecdh_x(r.bytes, p.pk65, 65, s.key)),
    CT_CALL("ecdh_custom", 1, ufsecp_ecdh_custom(r.bytes, p.pks33, 33, s.key, xor_hash, nullptr)),
    CT_CALL("taproot_output_seckey", 1, ufsecp_taproot_output_seckey(r.bytes, s.key, nullptr)),
    CT_CALL("taproot_output_seckey with a root", 1, ufsecp_taproot_output_seckey(r.bytes, s.key, p.msg)),
    CT_CALL("pubkey_create_batch", 0, ufsecp_pubkey_create_batch(r.bytes, r.ok, s.keys, p.rows)),
    CT_CALL("ecdsa_sign_batch", 0, ufsecp_ecdsa_sign_batch(r.bytes, r.ok, p.msgs, s.keys, p.rows)),
    CT_CALL("schnorr_sign_batch", 0, ufsecp_schnorr_sign_batch(r.bytes, r.ok, p.msgs, s.keys, s.auxs, p.rows)),
    CT_CALL("schnorr_sign_batch without aux", 0, ufsecp_schnorr_sign_batch(r.bytes, r.ok, p.msgs, s.keys, nullptr, p.rows)),
    CT_CALL("ecdh_batch", 0, ufsecp_ecdh_batch(r.bytes, r.ok, p.pks33, s.key, p.rows)),
};
/* The signatures that are verified before they are given out: for those who look at secrets alone. Their paths depend on public keys. */
#define CT_CHECKED(name, want, expression) \
    CT_CALL(name " checked", want, (ufsecp_sign_check_set(1), r.number2 = expression, ufsecp_sign_check_set(0), r.number2))
inline const secret_call checked[] = {
    CT_CHECKED("ecdsa_sign", 1, ufsecp_ecdsa_sign(r.bytes, p.msg, s.key, nullptr)),
    CT_CHECKED("ecdsa_sign of a bad key", 0, ufsecp_ecdsa_sign(r.bytes, p.msg, s.bad_key, nullptr)),
    CT_CHECKED("ecdsa_sign_recoverable", 1, ufsecp_ecdsa_sign_recoverable(r.bytes, &r.number, p.msg, s.key, nullptr)),
    CT_CHECKED("schnorr_sign with aux", 1, ufsecp_schnorr_sign(r.bytes, p.long_msg, 70, s.key, s.aux)),
    CT_CHECKED("schnorr_sign_keypair", 1, ufsecp_schnorr_sign_keypair(r.bytes, p.msg, 32, &s.pair, s.aux)),
    CT_CHECKED("ecdsa_sign_batch", 0, ufsecp_ecdsa_sign_batch(r.bytes, r.ok, p.msgs, s.keys, p.rows)),
    CT_CHECKED("schnorr_sign_batch", 0, ufsecp_schnorr_sign_batch(r.bytes, r.ok, p.msgs, s.keys, s.auxs, p.rows)),
};
#undef CT_CHECKED
#undef CT_CALL

/* Whether this is a call on many rows, of which row 1 and no other fails. */
inline bool is_batch(const secret_call &call) { return strstr(call.name, "_batch") != nullptr; }

/* Some secrets and public values for which every call gives what it should; false if even they cannot be made. */
inline bool fill(secrets &s, publics &p, size_t rows) {
    for (size_t i = 0; i < 32; i++) {
        s.key[i] = (uint8_t)(i * 11 + 1), s.tweak[i] = (uint8_t)(i * 5 + 3), s.aux[i] = (uint8_t)(i * 3 + 7), s.bad_key[i] = 0xff;
        for (size_t j = 0; j < most_rows; j++) {
            s.keys[32 * j + i] = j == 1 ? 0 : (uint8_t)(s.key[i] + j);
            s.auxs[32 * j + i] = (uint8_t)(s.aux[i] ^ j);
        }
    }
    memset(p.msg, 0x35, sizeof p.msg), memset(p.long_msg, 0x36, sizeof p.long_msg), memset(p.msgs, 0x37, sizeof p.msgs);
    p.rows = rows;
    uint8_t public_key[32];
    memset(public_key, 0x17, sizeof public_key);
    if (!ufsecp_keypair_create(&s.pair, s.key) || !ufsecp_pubkey_create(p.pk65, 65, public_key)) return false;
    memset(p.pks33, 2, sizeof p.pks33);
    for (size_t j = 0; j < rows; j++) {
        public_key[0] = (uint8_t)j;
        if (!ufsecp_pubkey_create(p.pks33 + 33 * j, 33, public_key)) return false;
    }
    p.pks33[33] = 9;
    return true;
}

}  // namespace ct_calls
