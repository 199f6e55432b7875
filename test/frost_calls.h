// What the tests of FROST share: its calls on byte strings.
#pragma once
#include <algorithm>

#include "signers.h"

inline bytes id_of(uint64_t i) {
    bytes r(32);
    for (size_t b = 0; b < 8; b++) r[31 - b] = static_cast<uint8_t>(i >> 8 * b);
    return r;
}
inline bytes ids_to(size_t n) {
    bytes r;
    for (size_t i = 1; i <= n; i++) r = std::move(r) + id_of(i);
    return r;
}

/* Signers as the calls take them. */
struct signer_lists {
    bytes ids;
    std::optional<bytes> pubshares, pubnonces;

    ufsecp_frost_signers get() const {
        return {ids.data(), data_of(pubshares), data_of(pubnonces), ids.size() / 32};
    }
};

/* k1 | k2 and their points, as an object. */
inline ufsecp_frost_secnonce secnonce_of(const bytes &b64) {
    static constexpr uint8_t magic[4] = {0xa9, 0x44, 0x0e, 0x7b};
    ufsecp_frost_secnonce r{};
    memcpy(r.opaque, magic, 4);
    memcpy(r.opaque + 4, b64.data(), 64);
    for (size_t i = 0; i < 2; i++) {
        bytes pk(33);
        (void)!ufsecp_pubkey_create(pk.data(), 33, b64.data() + 32 * i);
        memcpy(r.opaque + 68 + 33 * i, pk.data(), 33);
    }
    return r;
}

/* A key with its tweaks; nothing, and zeros, if it cannot be. */
inline std::optional<ufsecp_frost_key> key_of(ufsecp_frost_suite suite, const bytes &pk, size_t t,
                                              size_t n, const ufsecp_frost_signers *who = nullptr) {
    ufsecp_frost_key key;
    memset(&key, 0xee, sizeof key);
    if (ufsecp_frost_key_init(&key, suite, pk.data(), t, n, who)) return key;
    EXPECT_TRUE(all_zero(bytes_of(key)));
    return std::nullopt;
}

/* What a session begins with, and how far it comes: "key", "tweak", "session" or nothing says what
 * failed. */
struct session_of {
    std::optional<ufsecp_frost_key> key;
    ufsecp_frost_session session;
    bytes pk = bytes(33);
    std::string failed;
    size_t bad = SIZE_MAX;

    session_of(std::optional<ufsecp_frost_key> k, const signer_lists &who, const bytes *aggnonce,
               const bytes &msg, const bytes &tweaks = {}, const std::vector<bool> &is_xonly = {})
        : key(std::move(k)) {
        if (!key) {
            failed = "key";
            return;
        }
        for (size_t i = 0; i < is_xonly.size(); i++) {
            if (ufsecp_frost_key_tweak_add(&*key, pk.data(), &tweaks[32 * i], is_xonly[i]))
                continue;
            EXPECT_TRUE(all_zero(bytes_of(*key)) && all_zero(pk));
            failed = "tweak";
            return;
        }
        const ufsecp_frost_signers signers = who.get();
        memset(&session, 0xee, sizeof session);
        bad = 7;
        if (ufsecp_frost_session_init(&session, &*key, &signers,
                                      aggnonce ? aggnonce->data() : nullptr, msg.data(), msg.size(),
                                      &bad)) {
            EXPECT_EQ(bad, SIZE_MAX);
            return;
        }
        failed = "session";
        if (signers.n == 0) bad = SIZE_MAX; /* misuse, which writes nothing */
        else EXPECT_TRUE(all_zero(bytes_of(session)));
    }

    std::optional<bytes> sign(ufsecp_frost_secnonce *secnonce, const bytes &share, const bytes &id,
                              const signer_lists &who) const {
        const ufsecp_frost_signers signers = who.get();
        bytes psig(32, 0xee);
        const int made = ufsecp_frost_partial_sign(psig.data(), secnonce, share.data(), id.data(),
                                                   &session, &signers);
        EXPECT_TRUE(all_zero(bytes_of(*secnonce)));
        if (made) return psig;
        EXPECT_TRUE(all_zero(psig));
        return std::nullopt;
    }
    bool verify(const bytes &psig, size_t i, const signer_lists &who) const {
        const ufsecp_frost_signers signers = who.get();
        return ufsecp_frost_partial_sig_verify(psig.data(), i, &session, &signers);
    }
    std::optional<bytes> signature(const bytes &psigs, size_t len, size_t *at = nullptr) const {
        bytes sig(len, 0xee);
        if (ufsecp_frost_partial_sig_agg(sig.data(), len, &session, psigs.data(), psigs.size() / 32,
                                         at))
            return sig;
        EXPECT_TRUE(psigs.empty() ? sig == bytes(len, 0xee) : all_zero(sig)); /* none is misuse */
        return std::nullopt;
    }
};

inline bool shares_hold(const bytes &shares, const bytes &ids, const bytes &commitments, size_t t,
                        size_t n_commitments, size_t want_bad = SIZE_MAX) {
    size_t bad = 7;
    const int right = ufsecp_frost_shares_verify(shares.data(), ids.data(), ids.size() / 32,
                                                 commitments.data(), t, n_commitments, &bad);
    EXPECT_EQ(ufsecp_frost_shares_verify(shares.data(), ids.data(), ids.size() / 32,
                                         commitments.data(), t, n_commitments, nullptr),
              right);
    EXPECT_EQ(bad, want_bad);
    EXPECT_EQ(right, want_bad == SIZE_MAX);
    return right;
}
