/** @file
 * Keys and protocols as C++ types, over the C calls: prepared keys, extended keys, MuSig2, adaptor
 * signatures, proofs of equal discrete logarithms. Header only, so the profile tiny has it too.
 * frost.hpp has FROST.
 *
 * - **Bytes.** Inputs are spans. Those of one length have it in their type: an array of another
 *   does not compile. A list is a span of all its elements, and an optional input an empty span;
 *   where their lengths do not fit, a call fails.
 * - **Errors.** What can fail returns a std::optional, a bool or a ufsecp_status. Nothing throws,
 *   but ExtendedPublicKey::to_text() without memory.
 * - **Secrets.** Objects that hold one wipe it when they end. A secret in a std::array is the
 *   caller's, who wipes it: ufsecp_wipe().
 * - **Memory.** Nothing here allocates but ExtendedPublicKey::to_text(). The C calls allocate as
 *   ufsecp.h says: for more than 16 keys of MuSig2 or points of FROST, and for what batches share.
 * - **References** that a member returns are valid while its object lives: name the object first,
 *   as derive() returns a temporary one.
 */
#pragma once
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "ufsecp/ufsecp.h"

namespace secp256k1 {

/** What the types and calls of this file are made of. */
namespace detail {
/** The bytes that a call made; nothing if it failed. */
template <std::size_t N, class Call>
std::optional<std::array<std::uint8_t, N>> made(const Call &call) {
    std::optional<std::array<std::uint8_t, N>> r(std::in_place);
    if (!call(r->data())) r.reset();
    return r;
}
/** Whether an optional input of so many bytes is empty or of that length. */
inline bool fits(std::span<const std::uint8_t> given, std::size_t size) {
    return given.empty() || given.size() == size;
}
/** An optional input for C. */
inline const std::uint8_t *or_null(std::span<const std::uint8_t> given) {
    return given.empty() ? nullptr : given.data();
}
/** A message for C, where an empty one is not NULL and one that is not known yet is. */
inline const std::uint8_t *message_or_null(
    const std::optional<std::span<const std::uint8_t>> &msg) {
    static constexpr std::uint8_t none = 0;
    if (!msg) return nullptr;
    return msg->empty() ? &none : msg->data();
}
}  // namespace detail

/** A secret nonce, for one signature, and its public nonce. It can be moved and not copied: two
 * signatures by one secret nonce reveal the secret key or the share. The object that it was moved
 * from holds no nonce, nor does one that signed. */
template <class Secret>
class SecretNonce {
public:
    /** Takes the nonce away from the other object. */
    SecretNonce(SecretNonce &&other) noexcept { take(other); }
    /** Takes the nonce away from the other object. */
    SecretNonce &operator=(SecretNonce &&other) noexcept {
        if (this != &other) take(other);
        return *this;
    }
    /** Wipes the nonce. */
    ~SecretNonce() { ufsecp_wipe(&secret_, sizeof secret_); }

    /** The public nonce, for the other signers. */
    const std::array<std::uint8_t, 66> &pubnonce() const { return pubnonce_; }

protected:
    SecretNonce() = default;

    Secret secret_{};                         /**< the secret nonce, of zeros if there is none */
    std::array<std::uint8_t, 66> pubnonce_{}; /**< the public nonce */

private:
    void take(SecretNonce &other) {
        secret_ = other.secret_;
        pubnonce_ = other.pubnonce_;
        ufsecp_wipe(&other.secret_, sizeof other.secret_);
    }
};

/** A public key with a table of its multiples, 53,312 bytes: for a key that verifies often, in
 * about half of the time (ufsecp_prepared.h). Under one that make() did not return nothing
 * verifies. */
class PreparedKey {
public:
    /** No key. */
    PreparedKey() = default;
    /** Prepares a key of 33 or 65 bytes, or of 32, x-only. @return nothing if it is none */
    [[nodiscard]] static std::optional<PreparedKey> make(std::span<const std::uint8_t> pubkey) {
        std::optional<PreparedKey> r(std::in_place);
        if (ufsecp_pubkey_prepare(&r->key_, pubkey.data(), pubkey.size()) != UFSECP_OK) r.reset();
        return r;
    }

    /** Whether an ECDSA signature is valid; flags are 0 or #UFSECP_LOW_S. */
    [[nodiscard]] bool verify_ecdsa(std::span<const std::uint8_t, 64> sig,
                                    std::span<const std::uint8_t, 32> hash,
                                    unsigned flags = 0) const {
        return check_ecdsa(sig, hash, flags) == UFSECP_OK;
    }
    /** verify_ecdsa() with its reason. */
    [[nodiscard]] ufsecp_status check_ecdsa(std::span<const std::uint8_t, 64> sig,
                                            std::span<const std::uint8_t, 32> hash,
                                            unsigned flags = 0) const {
        return ufsecp_ecdsa_check_prepared(sig.data(), hash.data(), &key_, flags);
    }
    /** Whether a Schnorr signature (BIP-340) by the x-only form of the key is valid. */
    [[nodiscard]] bool verify_schnorr(std::span<const std::uint8_t, 64> sig,
                                      std::span<const std::uint8_t> msg) const {
        return check_schnorr(sig, msg) == UFSECP_OK;
    }
    /** verify_schnorr() with its reason. */
    [[nodiscard]] ufsecp_status check_schnorr(std::span<const std::uint8_t, 64> sig,
                                              std::span<const std::uint8_t> msg) const {
        return ufsecp_schnorr_check_prepared(sig.data(), msg.data(), msg.size(), &key_);
    }
    /** Verifies many ECDSA signatures, of 64 bytes each, over hashes of 32. ok may be empty, or has
     * a verdict for each.
     * @return whether all are valid; false, and nothing is written, if lengths do not fit */
    [[nodiscard]] bool verify_ecdsa_batch(std::span<const std::uint8_t> hashes,
                                          std::span<const std::uint8_t> sigs,
                                          std::span<std::uint8_t> ok = {},
                                          unsigned flags = 0) const {
        return rows_fit(hashes, sigs, ok) &&
               ufsecp_ecdsa_verify_prepared_batch(ok.empty() ? nullptr : ok.data(), hashes.data(),
                                                  sigs.data(), sigs.size() / 64, &key_, flags);
    }
    /** verify_ecdsa_batch() for Schnorr signatures over messages of 32 bytes. */
    [[nodiscard]] bool verify_schnorr_batch(std::span<const std::uint8_t> msgs,
                                            std::span<const std::uint8_t> sigs,
                                            std::span<std::uint8_t> ok = {}) const {
        return rows_fit(msgs, sigs, ok) &&
               ufsecp_schnorr_verify_prepared_batch(ok.empty() ? nullptr : ok.data(), msgs.data(),
                                                    sigs.data(), sigs.size() / 64, &key_);
    }

private:
    static bool rows_fit(std::span<const std::uint8_t> hashes, std::span<const std::uint8_t> sigs,
                         std::span<const std::uint8_t> ok) {
        const std::size_t n = sigs.size() / 64;
        return sigs.size() == 64 * n && hashes.size() == 32 * n && detail::fits(ok, n);
    }

    ufsecp_prepared_pubkey key_{};
};

/** A public key and a chain code, from which children are made (BIP-32). Always valid. */
class ExtendedPublicKey {
public:
    /** Reads xpub... or tpub.... @return nothing for anything else */
    [[nodiscard]] static std::optional<ExtendedPublicKey> parse(std::string_view text) {
        ExtendedPublicKey r;
        return r.if_public(ufsecp_bip32_text_set(r.bytes_.data(), text.data(), text.size()));
    }
    /** Reads what bytes() returns. @return nothing for anything else */
    [[nodiscard]] static std::optional<ExtendedPublicKey> from_bytes(
        std::span<const std::uint8_t, 78> bytes) {
        ExtendedPublicKey r;
        return r.if_public(ufsecp_bip32_derive(r.bytes_.data(), bytes.data(), nullptr, 0));
    }
    /** The key that a path of numbers leads to.
     * @return nothing if a child does not exist, as a hardened one */
    [[nodiscard]] std::optional<ExtendedPublicKey> derive(
        std::span<const std::uint32_t> path) const {
        ExtendedPublicKey r;
        if (!ufsecp_bip32_derive(r.bytes_.data(), bytes_.data(), path.data(), path.size()))
            return std::nullopt;
        return r;
    }
    /** The same for numbers in braces. */
    [[nodiscard]] std::optional<ExtendedPublicKey> derive(
        std::initializer_list<std::uint32_t> path) const {
        return derive(std::span<const std::uint32_t>(path.begin(), path.size()));
    }

    /** The 78 bytes that BIP-32 serializes. */
    const std::array<std::uint8_t, 78> &bytes() const { return bytes_; }
    /** The text, 111 characters. */
    [[nodiscard]] std::string to_text() const {
        std::array<char, 112> text;
        return ufsecp_bip32_text_get(text.data(), bytes_.data()) ? text.data() : "";
    }
    /** The public key alone, compressed. */
    [[nodiscard]] std::array<std::uint8_t, 33> pubkey() const { return part<45, 33>(); }
    /** The chain code. */
    [[nodiscard]] std::array<std::uint8_t, 32> chain_code() const { return part<13, 32>(); }
    /** How many steps it is below its master key. */
    [[nodiscard]] unsigned depth() const { return bytes_[4]; }
    /** The fingerprint of its parent; zeros for a master key. */
    [[nodiscard]] std::array<std::uint8_t, 4> parent() const { return part<5, 4>(); }
    /** Which child of its parent it is; 0 for a master key. */
    [[nodiscard]] std::uint32_t number() const {
        return std::uint32_t{bytes_[9]} << 24 | std::uint32_t{bytes_[10]} << 16 |
               std::uint32_t{bytes_[11]} << 8 | bytes_[12];
    }
    /** Its own fingerprint, by which children name it. */
    [[nodiscard]] std::array<std::uint8_t, 4> fingerprint() const {
        std::array<std::uint8_t, 4> r;
        if (!ufsecp_bip32_fingerprint(r.data(), bytes_.data())) r = {};
        return r;
    }
    /** Whether two keys and their places are the same. */
    [[nodiscard]] bool operator==(const ExtendedPublicKey &) const = default;

private:
    friend class ExtendedPrivateKey;
    ExtendedPublicKey() = default;
    /* What was read, if it is a public key; a private one is wiped. */
    std::optional<ExtendedPublicKey> if_public(int read) {
        if (read && bytes_[45] != 0) return *this;
        ufsecp_wipe(bytes_.data(), bytes_.size());
        return std::nullopt;
    }
    template <std::size_t At, std::size_t N>
    std::array<std::uint8_t, N> part() const {
        std::array<std::uint8_t, N> r;
        for (std::size_t i = 0; i < N; i++) r[i] = bytes_[At + i];
        return r;
    }

    std::array<std::uint8_t, 78> bytes_{};
};

/** A private key and a chain code, from which children are made (BIP-32). Always valid; a secret.
 * Constant time in keys, chain codes, seeds and text. */
class ExtendedPrivateKey {
public:
    /** A copy is another secret, which is wiped when it ends. */
    ExtendedPrivateKey(const ExtendedPrivateKey &) = default;
    /** The key that was here is overwritten. */
    ExtendedPrivateKey &operator=(const ExtendedPrivateKey &) = default;
    /** Wipes the key. */
    ~ExtendedPrivateKey() { ufsecp_wipe(bytes_.data(), bytes_.size()); }

    /** The master key of a seed of 16 to 64 bytes; flags are 0 or #UFSECP_BIP32_TESTNET.
     * @return nothing if an argument is another */
    [[nodiscard]] static std::optional<ExtendedPrivateKey> from_seed(
        std::span<const std::uint8_t> seed, unsigned flags = 0) {
        return made([&](std::uint8_t *r) {
            return ufsecp_bip32_master(r, seed.data(), seed.size(), flags);
        });
    }
    /** Reads xprv... or tprv.... @return nothing for anything else */
    [[nodiscard]] static std::optional<ExtendedPrivateKey> parse(std::string_view text) {
        return made([&](std::uint8_t *r) {
            return ufsecp_bip32_text_set(r, text.data(), text.size()) && r[45] == 0;
        });
    }
    /** Reads what bytes() returns. @return nothing for anything else */
    [[nodiscard]] static std::optional<ExtendedPrivateKey> from_bytes(
        std::span<const std::uint8_t, 78> bytes) {
        return made([&](std::uint8_t *r) {
            return ufsecp_bip32_derive(r, bytes.data(), nullptr, 0) && r[45] == 0;
        });
    }
    /** The key that a path of numbers leads to; add #UFSECP_BIP32_HARDENED for a hardened child.
     * @return nothing if a child does not exist */
    [[nodiscard]] std::optional<ExtendedPrivateKey> derive(
        std::span<const std::uint32_t> path) const {
        return made([&](std::uint8_t *r) {
            return ufsecp_bip32_derive(r, bytes_.data(), path.data(), path.size());
        });
    }
    /** The same for numbers in braces. */
    [[nodiscard]] std::optional<ExtendedPrivateKey> derive(
        std::initializer_list<std::uint32_t> path) const {
        return derive(std::span<const std::uint32_t>(path.begin(), path.size()));
    }

    /** The extended public key. */
    [[nodiscard]] ExtendedPublicKey public_key() const {
        ExtendedPublicKey r;
        if (!ufsecp_bip32_public(r.bytes_.data(), bytes_.data())) r.bytes_ = {};
        return r;
    }
    /** The private key alone, where it lies. */
    [[nodiscard]] std::span<const std::uint8_t, 32> seckey() const {
        return std::span(bytes_).subspan<46, 32>();
    }
    /** The 78 bytes that BIP-32 serializes, where they lie. */
    [[nodiscard]] std::span<const std::uint8_t, 78> bytes() const { return bytes_; }
    /** The text, 111 characters and a zero. The caller wipes it. */
    [[nodiscard]] std::array<char, 112> to_text() const {
        std::array<char, 112> text;
        if (!ufsecp_bip32_text_get(text.data(), bytes_.data())) text = {};
        return text;
    }

private:
    ExtendedPrivateKey() = default;
    template <class Call>
    static std::optional<ExtendedPrivateKey> made(const Call &call) {
        ExtendedPrivateKey r;
        if (!call(r.bytes_.data())) return std::nullopt;
        return r;
    }

    std::array<std::uint8_t, 78> bytes_{};
};

/** A secret key with its public key, to sign by. Always valid; a secret. */
class Keypair {
public:
    /** A copy is another secret, which is wiped when it ends. */
    Keypair(const Keypair &) = default;
    /** The key that was here is overwritten. */
    Keypair &operator=(const Keypair &) = default;
    /** Wipes the key. */
    ~Keypair() { ufsecp_wipe(&pair_, sizeof pair_); }
    /** The pair of a secret key. Constant time. @return nothing if it is none */
    [[nodiscard]] static std::optional<Keypair> make(std::span<const std::uint8_t, 32> seckey) {
        Keypair r;
        if (!ufsecp_keypair_create(&r.pair_, seckey.data())) return std::nullopt;
        std::copy_n(r.pair_.opaque + 32, 33, r.pubkey_.begin());
        return r;
    }
    /** The public key, compressed. */
    const std::array<std::uint8_t, 33> &pubkey() const { return pubkey_; }
    /** For the C calls. */
    const ufsecp_keypair &c() const { return pair_; }

private:
    Keypair() = default;

    ufsecp_keypair pair_{};
    std::array<std::uint8_t, 33> pubkey_{};
};

/** Sorts compressed keys, 33 bytes each, in place (KeySort of BIP-327).
 * @return false if the length does not fit */
[[nodiscard]] inline bool musig_sort(std::span<std::uint8_t> pubkeys) {
    return pubkeys.size() % 33 == 0 && ufsecp_musig_key_sort(pubkeys.data(), pubkeys.size() / 33);
}

/** The aggregate of several signers' keys, with its tweaks (BIP-327). Always valid. */
class MusigKey {
public:
    /** Aggregates compressed keys, 33 bytes each, which may repeat.
     * @param bad may be null; set to the first key that is none, or SIZE_MAX
     * @return nothing if there is such a one, or the keys add up to infinity */
    [[nodiscard]] static std::optional<MusigKey> aggregate(std::span<const std::uint8_t> pubkeys,
                                                           std::size_t *bad = nullptr) {
        MusigKey r;
        if (bad) *bad = SIZE_MAX;
        if (pubkeys.size() % 33 != 0 ||
            ufsecp_musig_pubkey_agg(&r.key_, nullptr, pubkeys.data(), pubkeys.size() / 33, bad) !=
                UFSECP_OK)
            return std::nullopt;
        return r;
    }
    /** The key plus tweak*G, as BIP-32 derives keys.
     * @return nothing if the tweak is not below n or the sum is infinity */
    [[nodiscard]] std::optional<MusigKey> tweak_add(std::span<const std::uint8_t, 32> tweak) const {
        MusigKey r = *this;
        if (!ufsecp_musig_pubkey_tweak_add(&r.key_, tweak.data())) return std::nullopt;
        return r;
    }
    /** The x-only key plus tweak*G, as taproot does (BIP-341). @return as tweak_add() */
    [[nodiscard]] std::optional<MusigKey> xonly_tweak_add(
        std::span<const std::uint8_t, 32> tweak) const {
        MusigKey r = *this;
        if (!ufsecp_musig_xonly_tweak_add(&r.key_, tweak.data())) return std::nullopt;
        return r;
    }

    /** The key, compressed. */
    [[nodiscard]] std::array<std::uint8_t, 33> pubkey() const {
        std::array<std::uint8_t, 33> r;
        if (!ufsecp_musig_pubkey_get(r.data(), r.size(), &key_)) r = {};
        return r;
    }
    /** The key, x-only: signatures verify under it. */
    [[nodiscard]] std::array<std::uint8_t, 32> xonly() const {
        const std::array<std::uint8_t, 33> all = pubkey();
        std::array<std::uint8_t, 32> r;
        for (std::size_t i = 0; i < 32; i++) r[i] = all[i + 1];
        return r;
    }
    /** For the C calls. */
    const ufsecp_musig_keyagg &c() const { return key_; }

private:
    MusigKey() = default;

    ufsecp_musig_keyagg key_{};
};

/** Adds up the public nonces of all signers, 66 bytes each.
 * @param bad may be null; set to the first signer whose nonce is none, or SIZE_MAX
 * @return nothing if there is such a one, or no signer */
[[nodiscard]] inline std::optional<std::array<std::uint8_t, 66>> musig_nonce_agg(
    std::span<const std::uint8_t> pubnonces, std::size_t *bad = nullptr) {
    if (bad) *bad = SIZE_MAX;
    return detail::made<66>([&](std::uint8_t *r) {
        return pubnonces.size() % 66 == 0 &&
               ufsecp_musig_nonce_agg(r, pubnonces.data(), pubnonces.size() / 66, bad) == UFSECP_OK;
    });
}

/** A signer's secret nonce of MuSig2, for one signature. */
class MusigNonce : public SecretNonce<ufsecp_musig_secnonce> {
public:
    /** Makes a signer's nonces from fresh randomness of the operating system.
     * @param key may be null; the aggregate key
     * @param msg nothing if it is not known yet, which is not an empty one
     * @param extra anything else
     * @return nothing without randomness */
    [[nodiscard]] static std::optional<MusigNonce> make(
        const Keypair &keypair, const MusigKey *key = nullptr,
        std::optional<std::span<const std::uint8_t>> msg = std::nullopt,
        std::span<const std::uint8_t> extra = {}) {
        MusigNonce r;
        std::array<std::uint8_t, 32> random, xonly;
        if (!ufsecp_seckey_generate(random.data())) return std::nullopt;
        if (key) xonly = key->xonly();
        const int made = ufsecp_musig_nonce_gen(
            &r.secret_, r.pubnonce_.data(), random.data(), keypair.c().opaque,
            keypair.pubkey().data(), key ? xonly.data() : nullptr, detail::message_or_null(msg),
            msg ? msg->size() : 0, detail::or_null(extra), extra.size());
        ufsecp_wipe(random.data(), random.size());
        if (!made) return std::nullopt;
        return r;
    }

private:
    friend class MusigSession;
    MusigNonce() = default;
};

/** What a message and the nonces of all signers fix. It holds no secret. */
class MusigSession {
public:
    /** Begins the signing of a message by a key. @return nothing if the aggregate nonce is none */
    [[nodiscard]] static std::optional<MusigSession> begin(
        const MusigKey &key, std::span<const std::uint8_t, 66> aggnonce,
        std::span<const std::uint8_t> msg) {
        MusigSession r(key);
        if (!ufsecp_musig_nonce_process(&r.session_, aggnonce.data(), msg.data(), msg.size(),
                                        &key.c()))
            return std::nullopt;
        return r;
    }
    /** A signer's partial signature. The nonce is used up: std::move() it here.
     * Whether the signer's key is one of the aggregated ones is not checked.
     * @return nothing if the nonce is none, or another key's */
    [[nodiscard]] std::optional<std::array<std::uint8_t, 32>> sign(MusigNonce nonce,
                                                                   const Keypair &keypair) const {
        return detail::made<32>([&](std::uint8_t *r) {
            return ufsecp_musig_partial_sign(r, &nonce.secret_, &keypair.c(), &key_.c(), &session_);
        });
    }
    /** Whether a partial signature is right for a signer's nonce and compressed key. */
    [[nodiscard]] bool verify(std::span<const std::uint8_t, 32> psig,
                              std::span<const std::uint8_t, 66> pubnonce,
                              std::span<const std::uint8_t, 33> pubkey) const {
        return ufsecp_musig_partial_sig_verify(psig.data(), pubnonce.data(), pubkey.data(),
                                               &key_.c(), &session_);
    }
    /** The signature from the partial ones of all signers, 32 bytes each. It is not verified.
     * @param bad may be null; set to the first one that is not below n, or SIZE_MAX
     * @return nothing if there is such a one, or none at all */
    [[nodiscard]] std::optional<std::array<std::uint8_t, 64>> signature(
        std::span<const std::uint8_t> psigs, std::size_t *bad = nullptr) const {
        if (bad) *bad = SIZE_MAX;
        return detail::made<64>([&](std::uint8_t *r) {
            return psigs.size() % 32 == 0 &&
                   ufsecp_musig_partial_sig_agg(r, &session_, psigs.data(), psigs.size() / 32, bad);
        });
    }

private:
    explicit MusigSession(const MusigKey &key) : key_(key) {}

    MusigKey key_;
    ufsecp_musig_session session_{};
};

/** What the last signer sends, who keeps no state. */
struct DeterministicSignature {
    std::array<std::uint8_t, 66> pubnonce; /**< the public nonce */
    std::array<std::uint8_t, 32> psig;     /**< the partial signature */
};
/** The last signer's nonce and partial signature at once (DeterministicSign).
 * @param others the aggregate of all other signers' public nonces
 * @param random empty, or 32 bytes; they protect against faults and side channels
 * @return nothing if an argument is not valid */
[[nodiscard]] inline std::optional<DeterministicSignature> musig_deterministic_sign(
    std::span<const std::uint8_t, 66> others, const Keypair &keypair, const MusigKey &key,
    std::span<const std::uint8_t> msg, std::span<const std::uint8_t> random = {}) {
    std::optional<DeterministicSignature> r(std::in_place);
    if (!detail::fits(random, 32) ||
        !ufsecp_musig_deterministic_sign(r->pubnonce.data(), r->psig.data(), others.data(),
                                         &keypair.c(), &key.c(), msg.data(), msg.size(),
                                         detail::or_null(random)))
        r.reset();
    return r;
}

/** Proves that A = a*base and C = a*B for a secret key a (BIP-374). base is empty for G, msg and
 * aux are empty or 32 bytes.
 * @return nothing if an argument is not valid, or ufsecp_sign_check_set() is on and the proof does
 * not verify */
[[nodiscard]] inline std::optional<std::array<std::uint8_t, 64>> dleq_prove(
    std::span<const std::uint8_t, 32> seckey, std::span<const std::uint8_t, 33> b,
    std::span<const std::uint8_t> base = {}, std::span<const std::uint8_t> msg = {},
    std::span<const std::uint8_t> aux = {}) {
    return detail::made<64>([&](std::uint8_t *r) {
        return detail::fits(base, 33) && detail::fits(msg, 32) && detail::fits(aux, 32) &&
               ufsecp_dleq_prove(r, seckey.data(), b.data(), detail::or_null(base),
                                 detail::or_null(msg), detail::or_null(aux));
    });
}
/** Whether a proof shows that a = x*base and c = x*b for one x; base and msg as in dleq_prove(). */
[[nodiscard]] inline bool dleq_verify(std::span<const std::uint8_t, 64> proof,
                                      std::span<const std::uint8_t, 33> a,
                                      std::span<const std::uint8_t, 33> b,
                                      std::span<const std::uint8_t, 33> c,
                                      std::span<const std::uint8_t> base = {},
                                      std::span<const std::uint8_t> msg = {}) {
    return detail::fits(base, 33) && detail::fits(msg, 32) &&
           ufsecp_dleq_verify(proof.data(), a.data(), b.data(), c.data(), detail::or_null(base),
                              detail::or_null(msg));
}

/** An incomplete ECDSA signature, which the secret key of a point completes: in the format of the
 * specification of discreet log contracts. Whoever has both signatures learns that key. */
struct EcdsaAdaptor {
    std::array<std::uint8_t, 162> bytes; /**< what is sent; it may be anything */

    /** Signs a hash for a compressed point; aux is empty or 32 bytes.
     * @return nothing if an argument is not valid, or ufsecp_sign_check_set() is on and the
     * signature does not verify */
    [[nodiscard]] static std::optional<EcdsaAdaptor> encrypt(
        std::span<const std::uint8_t, 32> hash, std::span<const std::uint8_t, 32> seckey,
        std::span<const std::uint8_t, 33> point, std::span<const std::uint8_t> aux = {}) {
        std::optional<EcdsaAdaptor> r(std::in_place);
        if (!detail::fits(aux, 32) ||
            !ufsecp_ecdsa_adaptor_encrypt(r->bytes.data(), hash.data(), seckey.data(), point.data(),
                                          detail::or_null(aux)))
            r.reset();
        return r;
    }
    /** Whether the secret key of the point completes it to the key's signature of the hash. */
    [[nodiscard]] bool verify(std::span<const std::uint8_t, 32> hash,
                              std::span<const std::uint8_t, 33> pubkey,
                              std::span<const std::uint8_t, 33> point) const {
        return check(hash, pubkey, point) == UFSECP_OK;
    }
    /** verify() with its reason. */
    [[nodiscard]] ufsecp_status check(std::span<const std::uint8_t, 32> hash,
                                      std::span<const std::uint8_t, 33> pubkey,
                                      std::span<const std::uint8_t, 33> point) const {
        return ufsecp_ecdsa_adaptor_check(bytes.data(), hash.data(), pubkey.data(), point.data());
    }
    /** Completes it. @return nothing if it is not well-formed, or the secret is no key */
    [[nodiscard]] std::optional<std::array<std::uint8_t, 64>> decrypt(
        std::span<const std::uint8_t, 32> secret) const {
        return detail::made<64>([&](std::uint8_t *r) {
            return ufsecp_ecdsa_adaptor_decrypt(r, bytes.data(), secret.data());
        });
    }
    /** The secret key of the point, from the complete signature too. The caller wipes it.
     * @return nothing if the two do not give it */
    [[nodiscard]] std::optional<std::array<std::uint8_t, 32>> recover(
        std::span<const std::uint8_t, 64> sig, std::span<const std::uint8_t, 33> point) const {
        return detail::made<32>([&](std::uint8_t *r) {
            return ufsecp_ecdsa_adaptor_recover(r, bytes.data(), sig.data(), point.data());
        });
    }
};

/** An incomplete Schnorr signature (BIP-340), which the secret key of a point completes: in the
 * format that is proposed for libsecp256k1-zkp. Whoever has both signatures learns that key. */
struct SchnorrAdaptor {
    std::array<std::uint8_t, 65> bytes; /**< what is sent; it may be anything */

    /** Signs a message for a compressed point; aux is empty or 32 bytes.
     * @return nothing if an argument is not valid, or ufsecp_sign_check_set() is on and the
     * signature does not verify */
    [[nodiscard]] static std::optional<SchnorrAdaptor> presign(
        std::span<const std::uint8_t> msg, std::span<const std::uint8_t, 32> seckey,
        std::span<const std::uint8_t, 33> point, std::span<const std::uint8_t> aux = {}) {
        std::optional<SchnorrAdaptor> r(std::in_place);
        if (!detail::fits(aux, 32) ||
            !ufsecp_schnorr_adaptor_presign(r->bytes.data(), msg.data(), msg.size(), seckey.data(),
                                            point.data(), detail::or_null(aux)))
            r.reset();
        return r;
    }
    /** Whether the secret key of the point completes it to the key's signature of the message. */
    [[nodiscard]] bool verify(std::span<const std::uint8_t> msg,
                              std::span<const std::uint8_t, 32> xonly,
                              std::span<const std::uint8_t, 33> point) const {
        return check(msg, xonly, point) == UFSECP_OK;
    }
    /** verify() with its reason. */
    [[nodiscard]] ufsecp_status check(std::span<const std::uint8_t> msg,
                                      std::span<const std::uint8_t, 32> xonly,
                                      std::span<const std::uint8_t, 33> point) const {
        return ufsecp_schnorr_adaptor_check(bytes.data(), msg.data(), msg.size(), xonly.data(),
                                            point.data());
    }
    /** Completes it. @return nothing if it is not well-formed, or the secret is no key */
    [[nodiscard]] std::optional<std::array<std::uint8_t, 64>> adapt(
        std::span<const std::uint8_t, 32> secret) const {
        return detail::made<64>([&](std::uint8_t *r) {
            return ufsecp_schnorr_adaptor_adapt(r, bytes.data(), secret.data());
        });
    }
    /** The secret key of the point, from the complete signature too. The caller wipes it.
     * @return nothing if the two do not give it */
    [[nodiscard]] std::optional<std::array<std::uint8_t, 32>> extract(
        std::span<const std::uint8_t, 64> sig, std::span<const std::uint8_t, 33> point) const {
        return detail::made<32>([&](std::uint8_t *r) {
            return ufsecp_schnorr_adaptor_extract(r, bytes.data(), sig.data(), point.data());
        });
    }
};

}  // namespace secp256k1
