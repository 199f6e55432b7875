// Fuzzes the readers of Bitcoin transactions, blocks and block files: blocks that are made here are
// found between damage of any kind, and any bytes are read or refused.
#include "../../cli/bitcoin_inputs.cpp"
#include "../../cli/bitcoin_tx.cpp"
#include "../../cli/block_file.h"
#include "../../cli/command.h"
#include "../../cli/compressed.h"
#include "fuzz.h"

using namespace hostile;

namespace {

bytes little(uint64_t value, size_t n) {
    bytes out;
    for (size_t i = 0; i < n; i++) out.push_back(static_cast<uint8_t>(value >> 8 * i));
    return out;
}
bytes sized(const bytes &b) {
    return (b.size() < 253 ? little(b.size(), 1) : bytes{253} + little(b.size(), 2)) + b;
}
bytes push(const bytes &b) {
    return (b.size() < 76 ? little(b.size(), 1) : bytes{0x4c} + little(b.size(), 1)) + b;
}

bytes any_key(source &s) {
    if (s.one_in(4)) return s.string(s.below(70));
    return bytes{static_cast<uint8_t>(2 + s.below(2))} + s.string(32);
}
bytes any_signature(source &s) {
    if (s.one_in(3)) return s.string(s.below(75));
    return bytes{0x30, 8, 2, 2, 1, s.byte(), 2, 2, 1, s.byte(), s.byte()};
}
/* Of one of the forms that are read, or nearly so; and what is pushed to satisfy it. */
bytes any_script(source &s, std::vector<bytes> &pushes) {
    const bytes key = any_key(s);
    const size_t kind = s.below(7);
    if (kind == 0) {
        pushes = {any_signature(s)};
        return push(key) + bytes{op_checksig};
    }
    if (kind == 1) {
        pushes = {any_signature(s), key};
        return p2pkh_script(hash160(key));
    }
    if (kind == 2) {
        const size_t n = 1 + s.below(4), needed = 1 + s.below(n);
        pushes = {{}};
        bytes out = {static_cast<uint8_t>(0x50 + needed)};
        for (size_t i = 0; i < n; i++) out = out + push(any_key(s));
        for (size_t i = 0; i < needed; i++) pushes.push_back(any_signature(s));
        return out + bytes{static_cast<uint8_t>(0x50 + n), op_checkmultisig};
    }
    if (kind == 3) {
        pushes = {s.string(s.one_in(4) ? s.below(70) : 64 + s.below(2))};
        if (s.one_in(4)) pushes.push_back(bytes{0x50} + s.string(s.below(5)));
        return bytes{op_1, 32} + s.string(32);
    }
    if (kind == 4) {
        pushes = {any_signature(s), key};
        const auto hash = hash160(key);
        return bytes{0, 20} + bytes(hash.begin(), hash.end());
    }
    pushes = {s.string(s.below(20))};
    return s.string(s.below(40));
}

struct made_input {
    bytes script, outpoint, signing;
    std::vector<bytes> witness;
};

/* A transaction, and the outputs that it spends. */
bytes transaction(source &s, std::vector<std::pair<bytes, bytes>> &spent) {
    std::vector<made_input> inputs(1 + s.below(4));
    bool witness = false;
    for (made_input &in : inputs) {
        std::vector<bytes> pushes;
        in.script = any_script(s, pushes);
        bytes inner = in.script;
        if (s.one_in(4)) { /* P2WSH */
            uint8_t digest[32];
            ufsecp_sha256(digest, inner.data(), inner.size());
            pushes.push_back(inner);
            in.script = bytes{0, 32} + bytes(digest, digest + 32);
        }
        const bool segwit = is_witness_program(in.script);
        if (s.one_in(4)) { /* P2SH */
            inner = in.script;
            const auto hash = hash160(inner);
            in.script = bytes{op_hash160, 20} + bytes(hash.begin(), hash.end()) + bytes{op_equal};
            if (segwit) in.signing = push(inner);
            else pushes.push_back(inner);
        }
        if (segwit) in.witness = pushes;
        else
            for (const bytes &b : pushes) in.signing = in.signing + push(b);
        witness |= !in.witness.empty();
        in.outpoint = s.string(36);
        in.outpoint[0] = static_cast<uint8_t>(&in - inputs.data()); /* each another one */
        if (s.one_in(2)) spent.push_back({in.outpoint, in.script});
    }
    bytes out = little(2, 4) + (witness ? bytes{0, 1} : bytes{}) + little(inputs.size(), 1);
    for (const made_input &in : inputs) out = out + in.outpoint + sized(in.signing) + s.string(4);
    const size_t outputs = s.below(3);
    out = out + little(outputs, 1);
    for (size_t i = 0; i < outputs; i++) out = out + s.string(8) + sized(s.string(s.below(30)));
    for (const made_input &in : inputs) {
        if (!witness) break;
        out = out + little(in.witness.size(), 1);
        for (const bytes &b : in.witness) out = out + sized(b);
    }
    return out + little(0, 4);
}

bytes block_of(const std::vector<bytes> &transactions) {
    std::vector<hash32> level;
    bytes body = little(transactions.size(), 1);
    for (const bytes &t : transactions) {
        bytes_reader r(t);
        level.push_back(take_transaction(r).id());
        body = body + t;
    }
    while (level.size() > 1) {
        if (level.size() % 2 != 0) level.push_back(level.back());
        for (size_t i = 0; i < level.size() / 2; i++) {
            hasher pair;
            pair.add(level[2 * i]), pair.add(level[2 * i + 1]);
            level[i] = pair.twice();
        }
        level.resize(level.size() / 2);
    }
    return bytes(36, 9) + bytes(level[0].begin(), level[0].end()) + bytes(12, 9) + body;
}

/* Every promise about the rows of a transaction. */
void check_rows(source &s, const bytes &text, const prevouts &known) {
    bytes_reader r(text);
    const bitcoin_tx tx = take_transaction(r);
    input_options options;
    options.scheme = s.one_in(2) ? signature_scheme::ecdsa : signature_scheme::schnorr;
    options.infer = s.one_in(2), options.lax_der = s.one_in(2);
    std::vector<verify_row> rows;
    bitcoin_counts counts;
    extract_inputs(rows, counts, tx, known, options);
    std::vector<std::string> with_rows;
    for (const verify_row &row : rows)
        if (with_rows.empty() || with_rows.back() != row.id) with_rows.push_back(row.id);
    uint64_t left = 0;
    for (uint64_t n : counts.left_out) left += n;
    REQUIRE(counts.inputs == tx.inputs.size() && left + with_rows.size() == counts.inputs,
            hex(text));
    REQUIRE(counts.malformed <= rows.size() && (!options.infer || counts.inferable == 0),
            hex(text));
}

/* Whether a file that begins so is told to be of another kind, or compressed. */
bool is_foreign(const bytes &text) {
    return !foreign_file(std::string(text.begin(), text.end())).empty();
}

/* The blocks of a file that are good, and how often it was damaged. */
std::vector<bytes> read_file(const bytes &text, const xor_key &key, size_t &damage) {
    const memory_file file(std::string(text.begin(), text.end()));
    buffered_input in(file.path());
    damage = 0;
    block_file frames(in, key, [&](uint64_t offset, const std::string &what) {
        REQUIRE(offset <= text.size() && !what.empty(), hex(text));
        damage++;
    });
    std::vector<bytes> found;
    const auto next = [&](byte_view &view) {
        try {
            return frames.next(view);
        } catch (const unusable &) { return false; } /* of another kind, or packed and damaged */
    };
    for (byte_view view; next(view);) {
        const uint64_t offset = frames.offset();
        REQUIRE(offset >= 8 && offset + view.size() <= text.size(), hex(text));
        try {
            bytes_reader r(view, offset);
            take_block(r, true);
            found.emplace_back(view.begin(), view.end());
            frames.accept();
        } catch (const damaged &error) {
            REQUIRE(error.where >= offset && error.where <= offset + view.size(), hex(text));
            frames.reject(error.where, error.what());
        }
    }
    return found;
}

void files(source &s) {
    const bytes magic = {0xf9, 0xbe, 0xb4, 0xd9};
    std::vector<bytes> blocks;
    bytes text;
    bool junk = false;
    std::vector<std::pair<bytes, bytes>> spent;
    xor_key key = {};
    if (s.one_in(2)) s.fill(key.data(), key.size());
    bytes twice(key.begin(), key.end());
    twice.insert(twice.end(), key.begin(), key.end());
    /* By a key that holds the magic, zeros behind the last block read as the next one. */
    if (!std::ranges::search(twice, magic).empty()) key = {};
    for (size_t i = s.below(4); i > 0; i--) {
        std::vector<bytes> transactions;
        std::vector<hash32> ids; /* of which none may stand twice */
        for (size_t k = 1 + s.below(3); k > 0; k--) {
            const bytes made = transaction(s, spent);
            bytes_reader r(made);
            const hash32 id = take_transaction(r).id();
            if (std::find(ids.begin(), ids.end(), id) != ids.end()) continue;
            ids.push_back(id);
            transactions.push_back(made);
        }
        blocks.push_back(block_of(transactions));
        text = text + magic + little(blocks.back().size(), 4) + blocks.back();
        if (s.one_in(3)) { /* no magic is in it, and no zeros once the key is on */
            junk = true;
            for (size_t k = 1 + s.below(20); k > 0; k--)
                text.push_back(static_cast<uint8_t>(key[text.size() % 8] ^ 0x77));
        }
    }
    for (size_t i = 0; i < text.size(); i++) text[i] ^= key[i % 8];
    text.resize(text.size() + s.below(30)); /* zeros behind the last block */
    size_t damage = 0;
    const auto found = read_file(text, key, damage);
    if (found.empty() && is_foreign(text)) return;
    REQUIRE(found == blocks && (damage > 0) == junk, hex(text));
    if (blocks.empty()) return;
    bytes spoilt = text;
    const size_t at = s.below(spoilt.size());
    spoilt[at] ^= static_cast<uint8_t>(1 + s.below(255));
    REQUIRE(is_foreign(spoilt) || read_file(spoilt, key, damage).size() + 1 >= blocks.size(),
            hex(spoilt));
    read_file(slice(text, 0, at), key, damage);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s(data, size);
    std::vector<std::pair<bytes, bytes>> spent;
    const bytes text = transaction(s, spent);
    std::string list;
    for (const auto &[outpoint, script] : spent) {
        bytes id(outpoint.begin(), outpoint.begin() + 32);
        std::reverse(id.begin(), id.end());
        list += hex(id) + "," +
                std::to_string(bytes_reader(byte_view(outpoint).last(4)).little(4)) + ",5," +
                hex(script) + "\n";
    }
    prevouts known;
    if (!spent.empty()) {
        const memory_file file(list);
        known.read(file.path());
        for (const auto &[outpoint, script] : spent) {
            const auto output = known.find(outpoint);
            REQUIRE(output && output->amount == 5 && same(output->script, script), list);
        }
    }
    check_rows(s, text, known);
    REQUIRE(looks_like_transaction(text), hex(text));
    for (const bytes &any : {text, bytes(data, data + size)}) {
        bytes changed = any;
        if (!changed.empty()) changed[s.below(changed.size())] ^= s.byte();
        try {
            bytes_reader r(changed);
            take_transaction(r);
            check_rows(s, slice(changed, 0, r.at()), known);
            bytes_reader again(changed);
            known.add(take_transaction(again));
        } catch (const damaged &) {}
        (void)looks_like_block(changed), (void)looks_like_transaction(changed);
        try {
            bytes_reader r(any);
            take_block(r, s.one_in(2));
        } catch (const damaged &) {}
        size_t damage;
        read_file(any, {}, damage);
    }
    files(s);
    const std::string raw(data, data + size);
    for (const std::string &lines : {raw, list + raw, "txid,vout,amount,script\n" + raw}) {
        const memory_file file(lines);
        try {
            prevouts any;
            any.read(file.path());
        } catch (const unusable &) {}
    }
    return 0;
}
