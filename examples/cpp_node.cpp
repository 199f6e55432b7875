// A node: the signatures of a block are collected while scripts run, then verified on all cores.
#include <ufsecp/ufsecp.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <span>
#include <vector>

using Bytes = std::span<const std::uint8_t>;

/* The signatures of one block, and the transaction that each belongs to. */
class BlockSignatures {
public:
    /* OP_CHECKSIG before taproot. High s and hybrid keys are valid, as consensus has it; The
     * script interpreter has checked before whether DER is strict (BIP-66). false if the key or the
     * signature cannot be parsed: it is then invalid at once. */
    bool add_ecdsa(Bytes hash32, Bytes pubkey, Bytes der, std::uint32_t transaction) {
        std::array<std::uint8_t, 129> row;
        std::copy_n(hash32.begin(), 32, row.begin());
        if (pubkey.size() == 33) /* the batch checks it: no need to decompress it here */
            std::ranges::copy(pubkey, row.begin() + 32);
        else if (ufsecp_pubkey_convert(&row[32], 33, pubkey.data(), pubkey.size(),
                                       UFSECP_ALLOW_HYBRID) != UFSECP_OK)
            return false;
        if (!ufsecp_ecdsa_sig_parse_der_lax(&row[65], der.data(), der.size())) return false;
        ecdsa_.insert(ecdsa_.end(), row.begin(), row.end());
        ecdsa_owner_.push_back(transaction);
        return true;
    }

    /* A key-path or tapscript spend. */
    void add_schnorr(Bytes xonly32, Bytes message32, Bytes sig64, std::uint32_t transaction) {
        for (Bytes part : {xonly32, message32, sig64})
            schnorr_.insert(schnorr_.end(), part.begin(), part.end());
        schnorr_owner_.push_back(transaction);
    }

    /* The transactions with an invalid signature; none for a valid block. */
    std::vector<std::uint32_t> invalid() const {
        std::vector<std::uint32_t> found;
        std::vector<std::uint8_t> ok(ecdsa_owner_.size());
        if (!ok.empty() && !ufsecp_ecdsa_verify_rows(ok.data(), ecdsa_.data(), 0, ok.size(), 0))
            collect(found, ok, ecdsa_owner_);
        /* Nearly all blocks are valid: one sum for all, and the false rows only if it fails. */
        ok.assign(schnorr_owner_.size(), 0);
        if (!ok.empty() &&
            !ufsecp_schnorr_batch_identify(ok.data(), schnorr_.data(), 0, ok.size(), nullptr))
            collect(found, ok, schnorr_owner_);
        return found;
    }

private:
    static void collect(std::vector<std::uint32_t> &found, const std::vector<std::uint8_t> &ok,
                        const std::vector<std::uint32_t> &owner) {
        for (std::size_t i = 0; i < ok.size(); i++)
            if (!ok[i]) found.push_back(owner[i]);
    }

    std::vector<std::uint8_t> ecdsa_, schnorr_;
    std::vector<std::uint32_t> ecdsa_owner_, schnorr_owner_;
};

/* Signs 2,000 inputs of 1,000 transactions; the Schnorr signature of transaction 700 is damaged. */
static bool fill(BlockSignatures &block) {
    for (std::uint32_t i = 0; i < 1000; i++) {
        std::array<std::uint8_t, 32> key{}, hash, xonly;
        std::array<std::uint8_t, 33> pubkey;
        std::array<std::uint8_t, 64> sig;
        std::array<std::uint8_t, 72> der;
        std::size_t der_size = der.size();
        key[30] = static_cast<std::uint8_t>(i >> 8), key[31] = static_cast<std::uint8_t>(i | 1);
        if (!ufsecp_sha256(hash.data(), key.data(), key.size()) ||
            !ufsecp_pubkey_create(pubkey.data(), pubkey.size(), key.data()) ||
            !ufsecp_ecdsa_sign(sig.data(), hash.data(), key.data(), nullptr) ||
            !ufsecp_ecdsa_sig_serialize_der(der.data(), &der_size, sig.data()) ||
            !block.add_ecdsa(hash, pubkey, std::span(der).first(der_size), i))
            return false;
        if (!ufsecp_xonly_create(xonly.data(), nullptr, key.data()) ||
            !ufsecp_schnorr_sign(sig.data(), hash.data(), hash.size(), key.data(), nullptr))
            return false;
        if (i == 700) sig[63] ^= 1;
        block.add_schnorr(xonly, hash, sig, i);
    }
    return true;
}

int main() {
    if (!ufsecp_threads_set(0)) return 1; /* all cores; the default is one thread */
    BlockSignatures block;
    if (!fill(block)) return 1;
    const std::vector<std::uint32_t> invalid = block.invalid();
    std::printf("2,000 signatures on engine %s, %u threads: %zu invalid\n", ufsecp_engine(),
                ufsecp_threads(), invalid.size());
    for (std::uint32_t transaction : invalid) std::printf("transaction %u\n", transaction);
    return !(invalid.size() == 1 && invalid[0] == 700);
}
