// A node: the signatures of a block are collected while scripts run, then verified on all cores.
#include <ufsecp/secp256k1.hpp>

#include <array>
#include <cstdint>
#include <cstdio>
#include <span>
#include <vector>

using Bytes = std::span<const std::uint8_t>;

/* The signatures of one block, and the transaction that each belongs to. Signatures and keys stay
 * in the block, and hashes where the caller keeps them, until all are verified. */
class BlockSignatures {
public:
    /* OP_CHECKSIG before taproot, with the hash type behind the signature. */
    void add_ecdsa(Bytes sig, Bytes pubkey, Bytes hash, std::uint32_t transaction) {
        ecdsa_.push_back(secp256k1::make_item(sig, pubkey, hash));
        ecdsa_owner_.push_back(transaction);
    }

    /* A key-path or tapscript spend, in rows: nearly all blocks are valid, and one sum for all rows
     * costs less than a verdict for each. */
    void add_schnorr(Bytes sig64, Bytes xonly32, Bytes hash32, std::uint32_t transaction) {
        for (Bytes part : {xonly32, hash32, sig64})
            schnorr_.insert(schnorr_.end(), part.begin(), part.end());
        schnorr_owner_.push_back(transaction);
    }

    /* The transactions with an invalid signature; none for a valid block. Consensus takes high s
     * and hybrid keys. The script interpreter has checked whether DER is strict (BIP-66). */
    std::vector<std::uint32_t> invalid() const {
        constexpr unsigned consensus =
            UFSECP_SIG_DER_LAX | UFSECP_SIG_HASH_TYPE | UFSECP_ALLOW_HYBRID;
        std::vector<std::uint32_t> found;
        std::vector<std::uint8_t> ok(ecdsa_.size());
        if (!secp256k1::verify_ecdsa_items(ecdsa_, consensus, ok)) collect(found, ok, ecdsa_owner_);
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

    std::vector<ufsecp_item> ecdsa_;
    std::vector<std::uint8_t> schnorr_;
    std::vector<std::uint32_t> ecdsa_owner_, schnorr_owner_;
};

/* A transaction with an input of each kind. */
struct Transaction {
    std::array<std::uint8_t, 32> key{}, hash, xonly;
    std::array<std::uint8_t, 33> pubkey;
    std::array<std::uint8_t, 64> sig, schnorr;
    std::array<std::uint8_t, 73> der; /* and the hash type */
    std::size_t der_size = 72;

    bool sign(std::uint32_t i) {
        key[30] = static_cast<std::uint8_t>(i >> 8), key[31] = static_cast<std::uint8_t>(i | 1);
        if (!ufsecp_sha256(hash.data(), key.data(), key.size()) ||
            !ufsecp_pubkey_create(pubkey.data(), pubkey.size(), key.data()) ||
            !ufsecp_ecdsa_sign(sig.data(), hash.data(), key.data(), nullptr) ||
            !ufsecp_ecdsa_sig_serialize_der(der.data(), &der_size, sig.data()) ||
            !ufsecp_xonly_create(xonly.data(), nullptr, key.data()) ||
            !ufsecp_schnorr_sign(schnorr.data(), hash.data(), hash.size(), key.data(), nullptr))
            return false;
        der[der_size++] = 1; /* SIGHASH_ALL */
        return true;
    }
};

int main() {
    if (!ufsecp_threads_set(0)) return 1; /* all cores; the default is one thread */
    std::vector<Transaction> transactions(1000);
    BlockSignatures block;
    for (std::uint32_t i = 0; i < transactions.size(); i++) {
        Transaction &t = transactions[i];
        if (!t.sign(i)) return 1;
        if (i == 300) t.der[40] ^= 1;
        if (i == 700) t.schnorr[63] ^= 1;
        block.add_ecdsa(Bytes(t.der).first(t.der_size), t.pubkey, t.hash, i);
        block.add_schnorr(t.schnorr, t.xonly, t.hash, i);
    }
    const std::vector<std::uint32_t> invalid = block.invalid();
    std::printf("2,000 signatures on engine %s, %u threads: %zu invalid\n", ufsecp_engine(),
                ufsecp_threads(), invalid.size());
    for (std::uint32_t transaction : invalid) std::printf("transaction %u\n", transaction);
    return !(invalid.size() == 2 && invalid[0] == 300 && invalid[1] == 700);
}
