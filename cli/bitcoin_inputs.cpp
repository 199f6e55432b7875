// The signatures of Bitcoin inputs: an output's script is one of a few forms, or it is left out.
#include "bitcoin_inputs.h"

#include <algorithm>
#include <cstring>

#include <ufsecp/ufsecp.h>

#include "hex.h"
#include "io.h"

namespace {

constexpr std::uint8_t op_dup = 0x76, op_equal = 0x87, op_equalverify = 0x88, op_hash160 = 0xa9,
                       op_checksig = 0xac, op_checkmultisig = 0xae, op_1 = 0x51, op_16 = 0x60,
                       op_1negate = 0x4f;

using stack = std::vector<byte_view>;

/* What a script pushes, if it does nothing else. */
std::optional<stack> pushes(byte_view script) {
    static constexpr std::uint8_t numbers[] = {1,  2,  3,  4,  5,  6,  7,  8,   9,
                                               10, 11, 12, 13, 14, 15, 16, 0x81};
    stack out;
    bytes_reader r(script);
    try {
        while (r.left() > 0) {
            const std::uint8_t op = r.byte();
            if (op <= 75) out.push_back(r.take(op));
            else if (op <= 78)
                out.push_back(r.take((std::size_t)r.little((std::size_t)1 << (op - 76))));
            else if (op == op_1negate) out.push_back({numbers + 16, 1});
            else if (op >= op_1 && op <= op_16) out.push_back({numbers + (op - op_1), 1});
            else return {};
        }
    } catch (const damaged &) { return {}; }
    return out;
}

/* The items of a witness, if there are not more than any form here has. */
std::optional<stack> items(const bitcoin_input &in) {
    if (in.witness_items > 32) return {};
    stack out;
    bytes_reader r(in.witness);
    for (std::uint64_t i = 0; i < in.witness_items; i++)
        out.push_back(r.take((std::size_t)take_compact_size(r)));
    return out;
}

bool same(byte_view a, byte_view b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }

std::array<std::uint8_t, 20> hash160(byte_view bytes) {
    std::uint8_t digest[32];
    std::array<std::uint8_t, 20> out;
    ufsecp_sha256(digest, bytes.data(), bytes.size());
    ufsecp_ripemd160(out.data(), digest, 32);
    return out;
}

using script_text = std::vector<std::uint8_t>;

script_text p2pkh_script(byte_view hash) {
    script_text out = {op_dup, op_hash160, 20};
    out.insert(out.end(), hash.begin(), hash.end());
    out.insert(out.end(), {op_equalverify, op_checksig});
    return out;
}

bool is_p2pkh(byte_view s) {
    return s.size() == 25 && s[0] == op_dup && s[1] == op_hash160 && s[2] == 20 &&
           s[23] == op_equalverify && s[24] == op_checksig;
}
bool is_p2sh(byte_view s) {
    return s.size() == 23 && s[0] == op_hash160 && s[1] == 20 && s[22] == op_equal;
}
/* BIP-141: a version, and 2 to 40 bytes. */
bool is_witness_program(byte_view s) {
    return s.size() >= 4 && s.size() <= 42 && (s[0] == 0 || (s[0] >= op_1 && s[0] <= op_16)) &&
           s[1] == s.size() - 2;
}

/* As explorers show it. */
std::string txid_text(byte_view txid) {
    std::uint8_t reversed[32];
    std::reverse_copy(txid.begin(), txid.end(), reversed);
    return to_hex(reversed, 32);
}

bool key_sized(byte_view key) { return key.size() == 33 || key.size() == 65; }

/* The key of a pay-to-public-key script, or nothing. */
byte_view p2pk_key(byte_view s) {
    if ((s.size() != 35 && s.size() != 67) || s[0] != s.size() - 2 || s.back() != op_checksig)
        return {};
    return s.subspan(1, s[0]);
}

struct multisig {
    std::size_t needed;
    std::vector<byte_view> keys;
};
std::optional<multisig> multisig_of(byte_view s) {
    if (s.size() < 3 || s.back() != op_checkmultisig) return {};
    const std::uint8_t m = s[0], n = s[s.size() - 2];
    if (m < op_1 || n < m || n > op_16) return {};
    const std::optional<stack> keys = pushes(s.subspan(1, s.size() - 3));
    if (!keys || keys->size() != (std::size_t)(n - op_1 + 1) ||
        !std::all_of(keys->begin(), keys->end(), key_sized))
        return {};
    return multisig{(std::size_t)(m - op_1 + 1), *keys};
}

/* One transaction's work. */
class finder {
public:
    finder(std::vector<verify_row> &rows, bitcoin_counts &counts, const bitcoin_tx &tx,
           const prevouts &outputs, const input_options &options)
        : rows_(rows), counts_(counts), tx_(tx), options_(options), hashes_(tx) {
        for (const bitcoin_input &in : tx.inputs) known_.push_back(outputs.find(in.outpoint));
        all_known_ = std::all_of(known_.begin(), known_.end(), [](const auto &o) { return !!o; });
        for (const auto &output : known_) spent_.push_back(output ? *output : spent_output{});
    }

    void run() {
        for (index_ = 0; index_ < tx_.inputs.size() && !stop_requested(); index_++) {
            counts_.inputs++;
            try {
                input();
            } catch (left_out why) { counts_.left_out[(std::size_t)why]++; }
        }
    }

private:
    const bitcoin_input &in() const { return tx_.inputs[index_]; }

    void input() {
        if (in().coinbase()) throw left_out::coinbase;
        if (!known_[index_]) return by_shape();
        byte_view script = known_[index_]->script;
        std::optional<stack> signing = pushes(in().script);
        bool nested = false;
        if (is_p2sh(script)) {
            if (!signing) throw left_out::unknown_script;
            if (signing->empty()) throw left_out::mismatch;
            const byte_view redeem = signing->back();
            if (!same(hash160(redeem), script.subspan(2, 20))) throw left_out::mismatch;
            signing->pop_back();
            nested = true;
            script = redeem;
        }
        if (is_witness_program(script)) {
            if (nested ? !signing->empty() : !in().script.empty()) throw left_out::mismatch;
            return witness(script, nested);
        }
        if (!signing) throw left_out::unknown_script;
        satisfy(script, *signing, false);
    }

    void witness(byte_view program, bool nested) {
        std::optional<stack> signing = items(in());
        if (program[0] == op_1 && program.size() == 34 && !nested)
            return taproot(program.subspan(2), signing);
        if (program[0] != 0 || !signing) throw left_out::unknown_script;
        if (program.size() == 22) return satisfy(p2pkh_script(program.subspan(2)), *signing, true);
        if (program.size() != 34 || signing->empty()) throw left_out::mismatch;
        const byte_view script = signing->back();
        std::uint8_t digest[32];
        ufsecp_sha256(digest, script.data(), script.size());
        if (!same(digest, program.subspan(2))) throw left_out::mismatch;
        signing->pop_back();
        satisfy(script, *signing, true);
    }

    void taproot(byte_view key, const std::optional<stack> &all) {
        if (!all) throw left_out::script_path;
        if (all->empty()) throw left_out::mismatch;
        stack signing = *all;
        byte_view annex;
        if (signing.size() >= 2 && !signing.back().empty() && signing.back()[0] == 0x50) {
            annex = signing.back();
            signing.pop_back();
        }
        if (signing.size() > 1) throw left_out::script_path;
        if (options_.scheme != signature_scheme::schnorr) throw left_out::other_scheme;
        const byte_view sig = signing[0];
        verify_row row = new_row();
        row.key33[0] = 2;
        std::copy(key.begin(), key.end(), row.key33 + 1);
        const std::uint8_t type = sig.size() == 65 ? sig[64] : 0;
        if (!all_known_ && (type & sighash_anyone) == 0) throw left_out::no_prevout;
        const bool good = (sig.size() == 64 || (sig.size() == 65 && type != 0)) &&
                          hashes_.taproot(row.msg, index_, spent_, annex, type);
        if (good) std::copy(sig.begin(), sig.begin() + 64, row.sig64);
        else counts_.malformed++;
        rows_.push_back(std::move(row));
    }

    /* P2PKH and P2SH multisignature show all that their signatures sign. */
    void by_shape() {
        const std::optional<stack> signing = pushes(in().script);
        if (!signing || signing->size() < 2 || in().witness_items > 0) throw left_out::no_prevout;
        const byte_view first = signing->front(), last = signing->back();
        std::uint8_t ignored[64];
        if (signing->size() == 2 && key_sized(last) && !first.empty() &&
            ufsecp_ecdsa_sig_parse_der_lax(ignored, first.data(), first.size() - 1)) {
            if (!infer()) throw left_out::no_prevout;
            return satisfy(p2pkh_script(hash160(last)), *signing, false);
        }
        const std::optional<multisig> keys = multisig_of(last);
        if (!keys || !first.empty() || signing->size() != keys->needed + 2 || !infer())
            throw left_out::no_prevout;
        satisfy(last, {signing->begin(), signing->end() - 1}, false);
    }
    bool infer() {
        counts_.inferable += !options_.infer;
        return options_.infer;
    }

    /* The rows of a script that is known, and of what it is given. */
    void satisfy(byte_view script, stack signing, bool witness) {
        const byte_view key = p2pk_key(script);
        const std::optional<multisig> many = multisig_of(script);
        if (key.empty() && !is_p2pkh(script) && !many) throw left_out::unknown_script;
        if (options_.scheme != signature_scheme::ecdsa) throw left_out::other_scheme;
        const std::size_t needed = many ? many->needed + 1 : key.empty() ? 2 : 1;
        if (signing.size() < needed || (witness && signing.size() > needed))
            throw left_out::mismatch;
        signing.erase(signing.begin(), signing.end() - (std::ptrdiff_t)needed);
        if (many) return satisfy_many(script, *many, {signing.begin() + 1, signing.end()}, witness);
        if (key.empty() && !same(hash160(signing[1]), script.subspan(3, 20)))
            throw left_out::mismatch;
        rows_.push_back(ecdsa_row(script, signing[0], key.empty() ? signing[1] : key, witness));
    }

    /* As OP_CHECKMULTISIG goes: from the last signature and the last key, each signature at the
     * first key that it holds for.  Where no key is to spare, the order alone makes the pairs. */
    void satisfy_many(byte_view script, const multisig &many, const stack &signatures,
                      bool witness) {
        std::vector<verify_row> found;
        std::size_t keys = many.keys.size();
        for (std::size_t left = signatures.size(); left > 0; left--, keys--) {
            found.push_back(ecdsa_row(script, signatures[left - 1], many.keys[keys - 1], witness));
            while (keys > left && !holds(found.back()))
                set_key(found.back(), many.keys[--keys - 1]);
        }
        rows_.insert(rows_.end(), found.rbegin(), found.rend());
    }
    static bool holds(const verify_row &row) {
        return ufsecp_ecdsa_verify(row.sig64, row.msg.data(), row.key33, 33, 0) == 1;
    }

    verify_row new_row() {
        verify_row row = {};
        if (id_.empty()) id_ = txid_text(tx_.id()) + ':';
        row.id = id_ + std::to_string(index_);
        return row;
    }

    static bool set_key(verify_row &row, byte_view key) {
        if (ufsecp_pubkey_convert(row.key33, 33, key.data(), key.size(), UFSECP_ALLOW_HYBRID) ==
            UFSECP_OK)
            return true;
        std::memset(row.key33, 0, 33);
        return false;
    }

    verify_row ecdsa_row(byte_view script, byte_view sig, byte_view key, bool witness) {
        verify_row row = new_row();
        bool good = set_key(row, key) && !sig.empty();
        if (!sig.empty()) {
            const std::uint8_t type = sig.back();
            const auto parse = options_.lax_der && !witness ? ufsecp_ecdsa_sig_parse_der_lax
                                                            : ufsecp_ecdsa_sig_parse_der;
            if (!parse(row.sig64, sig.data(), sig.size() - 1)) {
                std::memset(row.sig64, 0, 64);
                good = false;
            }
            row.msg = witness ? hashes_.version0(index_, script, spent_[index_].amount, type)
                              : legacy_hash(tx_, index_, script, type);
        }
        counts_.malformed += !good;
        return row;
    }

    std::vector<verify_row> &rows_;
    bitcoin_counts &counts_;
    const bitcoin_tx &tx_;
    const input_options &options_;
    witness_hasher hashes_;
    std::vector<std::optional<spent_output>> known_;
    std::vector<spent_output> spent_;
    bool all_known_;
    std::size_t index_ = 0;
    std::string id_;
};

}  // namespace

const char *name_of(left_out why) {
    static const char *const names[left_out_kinds] = {
        "coinbase",       "no_previous_output", "taproot_script_path",
        "unknown_script", "script_mismatch",    "other_scheme"};
    return names[(std::size_t)why];
}

std::string text_of(left_out why, std::uint64_t inputs) {
    static const char *const texts[left_out_kinds] = {" of a coinbase",
                                                      " without a known previous output",
                                                      " of a taproot script path",
                                                      " of a script that is not read",
                                                      "",
                                                      " of the other --scheme"};
    return counted(inputs, "input") + (why != left_out::mismatch ? texts[(std::size_t)why]
                                       : inputs == 1 ? " that does not fit its output's script"
                                                     : " that do not fit their outputs' scripts");
}

void extract_inputs(std::vector<verify_row> &rows, bitcoin_counts &counts, const bitcoin_tx &tx,
                    const prevouts &outputs, const input_options &options) {
    finder(rows, counts, tx, outputs, options).run();
}
