// The list of all self-tests, and those of the batch calls and of the library itself.
#include "selftest.h"
#include "selftest_tools.h"

using namespace selftest;

namespace {

// ---- batches: a bad row never disturbs another ----

constexpr std::size_t batch = 11, extra = 5, bad = 6;

bool marks_only_bad(const u8 *ok) {
    for (std::size_t i = 0; i < batch; i++)
        if (ok[i] != (i != bad)) return false;
    return true;
}

bool rows_ecdsa() {
    u8 rows[batch * (129 + extra)] = {0}, ok[batch];
    for (std::size_t i = 0; i < batch; i++) {
        const signed_message m((unsigned)i);
        u8 *row = rows + i * (129 + extra);
        std::memcpy(row, m.message, 32), std::memcpy(row + 32, m.pubkey, 33),
            std::memcpy(row + 65, m.sig, 64);
    }
    if (!ufsecp_ecdsa_verify_rows(ok, rows, extra, batch, UFSECP_LOW_S)) return false;
    rows[bad * (129 + extra) + 3] ^= 1;
    return !ufsecp_ecdsa_verify_rows(ok, rows, extra, batch, UFSECP_LOW_S) && marks_only_bad(ok) &&
           !ufsecp_ecdsa_verify_rows(nullptr, rows, extra, batch, 0) &&
           ufsecp_ecdsa_verify_rows(ok, rows, extra, bad, 0) == 1;
}

bool rows_schnorr() {
    u8 rows[batch * (128 + extra)] = {0}, ok[batch];
    for (std::size_t i = 0; i < batch; i++) {
        u8 *row = rows + i * (128 + extra);
        const b32 key = sample((unsigned)i);
        std::memcpy(row + 32, sample(500), 32);
        if (!ufsecp_xonly_create(row, nullptr, key) ||
            !ufsecp_schnorr_sign(row + 64, row + 32, 32, key, nullptr))
            return false;
    }
    if (!ufsecp_schnorr_verify_rows(ok, rows, extra, batch)) return false;
    rows[bad * (128 + extra) + 127] ^= 1;
    return !ufsecp_schnorr_verify_rows(ok, rows, extra, batch) && marks_only_bad(ok);
}

bool rows_recover() {
    u8 rows[batch * (97 + extra)] = {0}, keys[batch * 33], ok[batch];
    for (std::size_t i = 0; i < batch; i++) {
        const signed_message m((unsigned)i);
        u8 *row = rows + i * (97 + extra);
        std::memcpy(row, m.message, 32), std::memcpy(row + 32, m.sig, 64), row[96] = (u8)m.recid;
    }
    if (!ufsecp_ecdsa_recover_rows(keys, ok, rows, extra, batch)) return false;
    rows[bad * (97 + extra) + 96] = 4;
    if (ufsecp_ecdsa_recover_rows(keys, ok, rows, extra, batch) || !marks_only_bad(ok))
        return false;
    for (std::size_t i = 0; i < batch; i++)
        if (std::memcmp(keys + 33 * i, i == bad ? b33() : signed_message((unsigned)i).pubkey, 33) !=
            0)
            return false;
    return true;
}

/* batch keys of 33 bytes, of the secret keys first, first + 1 ...; zeros where that fails. */
struct key_batch {
    u8 secret[batch * 32], pubkey[batch * 33];
    explicit key_batch(unsigned first) {
        for (std::size_t i = 0; i < batch; i++) {
            std::memcpy(secret + 32 * i, sample(first + (unsigned)i), 32);
            (void)!ufsecp_pubkey_create(pubkey + 33 * i, 33, secret + 32 * i);
        }
    }
};

bool batch_decompress() {
    key_batch keys(0);
    u8 full[batch * 65], ok[batch];
    keys.pubkey[33 * bad] = 9;
    if (ufsecp_pubkey_decompress_batch(full, ok, keys.pubkey, batch) || !marks_only_bad(ok))
        return false;
    for (std::size_t i = 0; i < batch; i++) {
        b65 expected;
        if (i != bad && !ufsecp_pubkey_create(expected, 65, keys.secret + 32 * i)) return false;
        if (std::memcmp(full + 65 * i, expected, 65) != 0) return false;
    }
    return true;
}

bool batch_mul() {
    key_batch keys(0), factors(300);
    u8 out[batch * 33], one[batch * 33], ok[batch];
    std::memset(factors.secret + 32 * bad, 0, 32);
    if (ufsecp_pubkey_mul_batch(out, ok, factors.secret, keys.pubkey, batch) || !marks_only_bad(ok))
        return false;
    if (!ufsecp_pubkey_mul_one_batch(one, ok, factors.secret, keys.pubkey, batch)) return false;
    for (std::size_t i = 0; i < batch; i++) {
        b33 expected;
        const u8 *const key = keys.pubkey + 33 * i;
        if (!ufsecp_pubkey_tweak_mul(expected, 33, key, 33, factors.secret)) return false;
        if (std::memcmp(one + 33 * i, expected, 33) != 0) return false;
        if (i == bad) expected = b33();
        else if (!ufsecp_pubkey_tweak_mul(expected, 33, key, 33, factors.secret + 32 * i))
            return false;
        if (std::memcmp(out + 33 * i, expected, 33) != 0) return false;
    }
    return true;
}

bool batch_create() {
    key_batch keys(0);
    u8 out[batch * 33], ok[batch];
    std::memset(keys.secret + 32 * bad, 0xff, 32);
    if (ufsecp_pubkey_create_batch(out, ok, keys.secret, batch) || !marks_only_bad(ok))
        return false;
    std::memset(keys.pubkey + 33 * bad, 0, 33);
    return std::memcmp(out, keys.pubkey, sizeof out) == 0;
}

bool batch_sign() {
    key_batch keys(0), messages(400);
    u8 ecdsa[batch * 64], schnorr[batch * 64], ok[batch];
    std::memset(keys.secret + 32 * bad, 0, 32);
    if (ufsecp_ecdsa_sign_batch(ecdsa, ok, messages.secret, keys.secret, batch) ||
        !marks_only_bad(ok))
        return false;
    if (ufsecp_schnorr_sign_batch(schnorr, ok, messages.secret, keys.secret, nullptr, batch) ||
        !marks_only_bad(ok))
        return false;
    for (std::size_t i = 0; i < batch; i++) {
        b64 a, b;
        const u8 *const msg = messages.secret + 32 * i, *const key = keys.secret + 32 * i;
        if (i != bad && (!ufsecp_ecdsa_sign(a, msg, key, nullptr) ||
                         !ufsecp_schnorr_sign(b, msg, 32, key, nullptr)))
            return false;
        if (std::memcmp(ecdsa + 64 * i, a, 64) != 0 || std::memcmp(schnorr + 64 * i, b, 64) != 0)
            return false;
    }
    return true;
}

bool batch_ecdh() {
    key_batch keys(0);
    u8 out[batch * 32], ok[batch];
    keys.pubkey[33 * bad] = 5;
    if (ufsecp_ecdh_batch(out, ok, keys.pubkey, sample(70), batch) || !marks_only_bad(ok))
        return false;
    for (std::size_t i = 0; i < batch; i++) {
        b32 expected;
        if (i != bad && !ufsecp_ecdh(expected, keys.pubkey + 33 * i, 33, sample(70))) return false;
        if (std::memcmp(out + 32 * i, expected, 32) != 0) return false;
    }
    return true;
}

// ---- the library itself ----

bool outputs_zeroed() {
    b33 p = public_key(small(1));
    b64 sig = signed_message(1).sig, recoverable = sig, schnorr = sig;
    int recid = 1;
    return !ufsecp_pubkey_create(p, 33, b32()) && p.zero() &&
           !ufsecp_ecdsa_sign(sig, sample(1), b32(), nullptr) && sig.zero() &&
           !ufsecp_ecdsa_sign_recoverable(recoverable, &recid, sample(1), b32(order), nullptr) &&
           recoverable.zero() &&
           !ufsecp_schnorr_sign(schnorr, sample(1), 32, b32(order), nullptr) && schnorr.zero();
}

bool engine_names() {
    bool found = false;
    int supported = 0;
    const char *name = nullptr;
    for (std::size_t i = 0; (name = ufsecp_engine_at(i, &supported)) != nullptr; i++)
        found |= std::strcmp(name, ufsecp_engine()) == 0 && supported == 1;
    return found && ufsecp_engine_select(ufsecp_engine()) &&
           !ufsecp_engine_select("no such engine") &&
           std::strcmp(ufsecp_version(), UFSECP_VERSION) == 0 && ufsecp_table_bytes_ct() > 0 &&
           ufsecp_table_bytes_var() > 0;
}

bool status_texts() {
    for (int a = UFSECP_SIG_FORMAT; a <= UFSECP_OK; a++)
        for (int b = UFSECP_SIG_FORMAT; b < a; b++)
            if (std::strcmp(ufsecp_status_text((ufsecp_status)a),
                            ufsecp_status_text((ufsecp_status)b)) == 0)
                return false;
    return *ufsecp_status_text(UFSECP_OK) != 0;
}

const selftest_check checks[] = {
    {"rows ecdsa", rows_ecdsa},
    {"rows schnorr", rows_schnorr},
    {"rows recover", rows_recover},
    {"batch decompress", batch_decompress},
    {"batch mul", batch_mul},
    {"batch pubkey create", batch_create},
    {"batch sign", batch_sign},
    {"batch ecdh", batch_ecdh},
    {"outputs zeroed on failure", outputs_zeroed},
    {"engine names", engine_names},
    {"status texts", status_texts},
};

}  // namespace

const selftest_group selftest_library = {checks, sizeof checks / sizeof *checks};

const selftest_check *selftest_at(std::size_t i) {
    for (const selftest_group *group : {&selftest_keys, &selftest_signatures, &selftest_library}) {
        if (i < group->n) return &group->checks[i];
        i -= group->n;
    }
    return nullptr;
}
