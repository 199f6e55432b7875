/** @file
 * FROST as C++ types, over the calls of ufsecp_frost.h, which describes the protocol. protocols.hpp
 * has the rules on bytes, errors, secrets and memory.
 */
#pragma once
#include "ufsecp/protocols.hpp"

namespace secp256k1 {

/** Signers of FROST: 32 bytes of each one's identifier, and, unless these are empty, 33 of its
 * public share and 66 of its public nonce. It owns none of them. If their lengths do not fit it has
 * no signers, and calls fail. */
[[nodiscard]] inline ufsecp_frost_signers make_frost_signers(
    std::span<const std::uint8_t> ids, std::span<const std::uint8_t> pubshares = {},
    std::span<const std::uint8_t> pubnonces = {}) {
    const std::size_t n = ids.size() / 32;
    const bool fit =
        ids.size() == 32 * n && detail::fits(pubshares, 33 * n) && detail::fits(pubnonces, 66 * n);
    return {ids.data(), detail::or_null(pubshares), detail::or_null(pubnonces), fit ? n : 0};
}
/** Splits the first of t coefficients, 32 bytes each, among the identifiers. The caller wipes
 * coefficients and shares.
 * @param shares 32 bytes for each identifier
 * @param commitment 33 bytes for each coefficient
 * @return false if an argument is not valid; nothing is written if lengths do not fit */
[[nodiscard]] inline bool frost_shares_create(std::span<std::uint8_t> shares,
                                              std::span<std::uint8_t> commitment,
                                              std::span<const std::uint8_t> coefficients,
                                              std::span<const std::uint8_t> ids) {
    const std::size_t t = coefficients.size() / 32, n = ids.size() / 32;
    return coefficients.size() == 32 * t && commitment.size() == 33 * t && ids.size() == 32 * n &&
           shares.size() == 32 * n &&
           ufsecp_frost_shares_create(shares.data(), commitment.data(), coefficients.data(), t,
                                      ids.data(), n);
}
/** Whether shares are those of a dealer's commitment; bad as in ufsecp_frost_shares_verify(). */
[[nodiscard]] inline bool frost_shares_verify(std::span<const std::uint8_t> shares,
                                              std::span<const std::uint8_t> ids,
                                              std::span<const std::uint8_t> commitment,
                                              std::size_t *bad = nullptr) {
    const std::size_t t = commitment.size() / 33, n = ids.size() / 32;
    if (bad) *bad = SIZE_MAX;
    return commitment.size() == 33 * t && ids.size() == 32 * n && shares.size() == 32 * n &&
           ufsecp_frost_shares_verify(shares.data(), ids.data(), n, commitment.data(), t, 1, bad);
}
/** The public shares of identifiers, 33 bytes each, from a commitment.
 * @return false if an argument is not valid; nothing is written if lengths do not fit */
[[nodiscard]] inline bool frost_pubshares_create(std::span<std::uint8_t> pubshares,
                                                 std::span<const std::uint8_t> ids,
                                                 std::span<const std::uint8_t> commitment) {
    const std::size_t t = commitment.size() / 33, n = ids.size() / 32;
    return commitment.size() == 33 * t && ids.size() == 32 * n && pubshares.size() == 33 * n &&
           ufsecp_frost_pubshares_create(pubshares.data(), ids.data(), n, commitment.data(), t);
}

/** Proves that a participant of a key generation knows its first coefficient, by fresh randomness
 * of the operating system. @return nothing if an argument is not valid, or without randomness */
[[nodiscard]] inline std::optional<std::array<std::uint8_t, 65>> frost_dkg_prove(
    std::span<const std::uint8_t, 32> coefficient, std::span<const std::uint8_t, 32> id) {
    std::array<std::uint8_t, 32> random;
    if (!ufsecp_seckey_generate(random.data())) return std::nullopt;
    const auto proof = detail::made<65>([&](std::uint8_t *r) {
        return ufsecp_frost_dkg_prove(r, coefficient.data(), id.data(), random.data());
    });
    ufsecp_wipe(random.data(), random.size());
    return proof;
}
/** Whether a proof is right for a participant and the first point of its commitment. */
[[nodiscard]] inline bool frost_dkg_verify(std::span<const std::uint8_t, 65> proof,
                                           std::span<const std::uint8_t, 32> id,
                                           std::span<const std::uint8_t, 33> pubkey) {
    return ufsecp_frost_dkg_verify(proof.data(), id.data(), pubkey.data());
}
/** A participant's share of the new key. The caller wipes it, and what it got.
 * @param commitment set to t points of 33 bytes: the first is the group key
 * @param shares one of each participant, 32 bytes each
 * @param commitments t points of each participant
 * @param bad may be null; set to the first participant whose share is wrong, or SIZE_MAX
 * @return nothing if there is such a one, or a sum is 0 or infinity */
[[nodiscard]] inline std::optional<std::array<std::uint8_t, 32>> frost_dkg_finish(
    std::span<std::uint8_t> commitment, std::span<const std::uint8_t, 32> id,
    std::span<const std::uint8_t> shares, std::span<const std::uint8_t> commitments,
    std::size_t *bad = nullptr) {
    const std::size_t t = commitment.size() / 33, n = shares.size() / 32;
    if (bad) *bad = SIZE_MAX;
    return detail::made<32>([&](std::uint8_t *r) {
        return commitment.size() == 33 * t && shares.size() == 32 * n &&
               commitments.size() == n * commitment.size() &&
               ufsecp_frost_dkg_finish(r, commitment.data(), id.data(), shares.data(),
                                       commitments.data(), t, n, bad);
    });
}

/** A group key of FROST with its suite, its threshold and its tweaks. Always valid. */
class FrostKey {
public:
    /** The key of n participants, of whom t sign.
     * @param participants may be null; with public shares, which must fit the key
     * @return nothing if an argument is not valid or the public shares do not fit */
    [[nodiscard]] static std::optional<FrostKey> make(
        ufsecp_frost_suite suite, std::span<const std::uint8_t, 33> pubkey, std::size_t t,
        std::size_t n, const ufsecp_frost_signers *participants = nullptr) {
        FrostKey r;
        if (!ufsecp_frost_key_init(&r.key_, suite, pubkey.data(), t, n, participants))
            return std::nullopt;
        r.suite_ = suite;
        std::copy_n(pubkey.data(), pubkey.size(), r.pubkey_.begin());
        return r;
    }
    /** The key plus tweak*G, as BIP-32 derives keys. For BIP-445 alone.
     * @return nothing if the tweak is not below n or the sum is infinity */
    [[nodiscard]] std::optional<FrostKey> tweak_add(std::span<const std::uint8_t, 32> tweak) const {
        return tweaked(tweak, 0);
    }
    /** The x-only key plus tweak*G, as taproot does (BIP-341). @return as tweak_add() */
    [[nodiscard]] std::optional<FrostKey> xonly_tweak_add(
        std::span<const std::uint8_t, 32> tweak) const {
        return tweaked(tweak, 1);
    }

    /** Its suite. */
    [[nodiscard]] ufsecp_frost_suite suite() const { return suite_; }
    /** The key with its tweaks, compressed: signatures of RFC 9591 verify under it. */
    const std::array<std::uint8_t, 33> &pubkey() const { return pubkey_; }
    /** The same, x-only: signatures of BIP-445 verify under it. */
    [[nodiscard]] std::span<const std::uint8_t, 32> xonly() const {
        return std::span(pubkey_).subspan<1, 32>();
    }
    /** For the C calls. */
    const ufsecp_frost_key &c() const { return key_; }

private:
    FrostKey() = default;
    std::optional<FrostKey> tweaked(std::span<const std::uint8_t, 32> tweak, int xonly) const {
        FrostKey r = *this;
        if (!ufsecp_frost_key_tweak_add(&r.key_, r.pubkey_.data(), tweak.data(), xonly))
            return std::nullopt;
        return r;
    }

    ufsecp_frost_key key_{};
    ufsecp_frost_suite suite_{};
    std::array<std::uint8_t, 33> pubkey_{};
};

/** A signer's secret nonce of FROST, for one signature. */
class FrostNonce : public SecretNonce<ufsecp_frost_secnonce> {
public:
    /** Makes a signer's nonces from fresh randomness of the operating system. RFC 9591 uses the
     * share alone.
     * @param msg nothing if it is not known yet, which is not an empty one
     * @param extra anything else
     * @return nothing if an argument is not valid, or without randomness */
    [[nodiscard]] static std::optional<FrostNonce> make(
        const FrostKey &key, std::span<const std::uint8_t, 32> share,
        std::span<const std::uint8_t, 32> id, std::span<const std::uint8_t, 33> pubshare,
        std::optional<std::span<const std::uint8_t>> msg = std::nullopt,
        std::span<const std::uint8_t> extra = {}) {
        FrostNonce r;
        std::array<std::uint8_t, 64> random;
        const bool made =
            ufsecp_seckey_generate(random.data()) && ufsecp_seckey_generate(random.data() + 32) &&
            ufsecp_frost_nonce_gen(&r.secret_, r.pubnonce_.data(), key.suite(), random.data(),
                                   share.data(), id.data(), pubshare.data(), key.xonly().data(),
                                   detail::message_or_null(msg), msg ? msg->size() : 0,
                                   detail::or_null(extra), extra.size());
        ufsecp_wipe(random.data(), random.size());
        if (!made) return std::nullopt;
        return r;
    }

private:
    friend class FrostSession;
    FrostNonce() = default;
};

/** What a key, signers, their nonces and a message fix. It holds no secret. It does not keep the
 * signers: members take those that it began with. */
class FrostSession {
public:
    /** Begins the signing of a message.
     * @param aggnonce for BIP-445 musig_nonce_agg() of all public nonces, if signers has none; else
     * empty
     * @param bad may be null; set to the first signer whose public share or nonce is not valid, or
     * SIZE_MAX
     * @return nothing if there is such a one, or signers do not fit the key */
    [[nodiscard]] static std::optional<FrostSession> begin(
        const FrostKey &key, const ufsecp_frost_signers &signers, std::span<const std::uint8_t> msg,
        std::span<const std::uint8_t> aggnonce = {}, std::size_t *bad = nullptr) {
        FrostSession r;
        if (bad) *bad = SIZE_MAX;
        if (!detail::fits(aggnonce, 66) ||
            !ufsecp_frost_session_init(&r.session_, &key.c(), &signers, detail::or_null(aggnonce),
                                       msg.data(), msg.size(), bad))
            return std::nullopt;
        return r;
    }
    /** A signer's partial signature. The nonce is used up: std::move() it here.
     * @return nothing if the nonce is none, or share, identifier or signers are not those that fit
     */
    [[nodiscard]] std::optional<std::array<std::uint8_t, 32>> sign(
        FrostNonce nonce, std::span<const std::uint8_t, 32> share,
        std::span<const std::uint8_t, 32> id, const ufsecp_frost_signers &signers) const {
        return detail::made<32>([&](std::uint8_t *r) {
            return ufsecp_frost_partial_sign(r, &nonce.secret_, share.data(), id.data(), &session_,
                                             &signers);
        });
    }
    /** Whether a partial signature is right for signer number i; signers with public shares and
     * nonces. */
    [[nodiscard]] bool verify(std::span<const std::uint8_t, 32> psig, std::size_t i,
                              const ufsecp_frost_signers &signers) const {
        return ufsecp_frost_partial_sig_verify(psig.data(), i, &session_, &signers);
    }
    /** The signature from the partial ones of all signers, 32 bytes each: of 64 bytes for BIP-445,
     * signature<65>() for RFC 9591. It is not verified.
     * @param bad may be null; set to the first one that is not below n, or SIZE_MAX
     * @return nothing if there is such a one, or a number does not fit the session */
    template <std::size_t N = 64>
    [[nodiscard]] std::optional<std::array<std::uint8_t, N>> signature(
        std::span<const std::uint8_t> psigs, std::size_t *bad = nullptr) const {
        static_assert(N == 64 || N == 65);
        if (bad) *bad = SIZE_MAX;
        return detail::made<N>([&](std::uint8_t *r) {
            return psigs.size() % 32 == 0 &&
                   ufsecp_frost_partial_sig_agg(r, N, &session_, psigs.data(), psigs.size() / 32,
                                                bad);
        });
    }

private:
    FrostSession() = default;

    ufsecp_frost_session session_{};
};

/** The last signer's nonce and partial signature at once, for BIP-445 (DeterministicSign).
 * @param others the sum of all other signers' public nonces; empty for a signer who is alone
 * @param random empty, or 32 bytes; they protect against faults and side channels
 * @return nothing if an argument is not valid */
[[nodiscard]] inline std::optional<DeterministicSignature> frost_deterministic_sign(
    std::span<const std::uint8_t> others, std::span<const std::uint8_t, 32> share,
    std::span<const std::uint8_t, 32> id, const FrostKey &key, const ufsecp_frost_signers &signers,
    std::span<const std::uint8_t> msg, std::span<const std::uint8_t> random = {}) {
    std::optional<DeterministicSignature> r(std::in_place);
    if (!detail::fits(others, 66) || !detail::fits(random, 32) ||
        !ufsecp_frost_deterministic_sign(r->pubnonce.data(), r->psig.data(),
                                         detail::or_null(others), share.data(), id.data(), &key.c(),
                                         &signers, msg.data(), msg.size(), detail::or_null(random)))
        r.reset();
    return r;
}
/** Verifies a signature of RFC 9591. */
[[nodiscard]] inline bool frost_verify(std::span<const std::uint8_t, 65> sig,
                                       std::span<const std::uint8_t> msg,
                                       std::span<const std::uint8_t, 33> pubkey) {
    return ufsecp_frost_verify(sig.data(), msg.data(), msg.size(), pubkey.data());
}

}  // namespace secp256k1
