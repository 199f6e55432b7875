// Bitcoin transactions, blocks and signature hashes: as consensus has them.
#include "bitcoin_tx.h"

#include <algorithm>
#include <cstring>

#include <ufsecp/ufsecp.h>

#include "counted.h"
#include "hash/sha256.h"

namespace {

/* SHA-256 of what is added, once or twice over. */
class hasher {
public:
    hasher() { ufsecp::sha256_init(&state_); }
    /* A tagged hash (BIP-340). */
    explicit hasher(const char *tag) : hasher() {
        std::uint8_t digest[32];
        ufsecp_sha256(digest, reinterpret_cast<const std::uint8_t *>(tag), std::strlen(tag));
        add(digest), add(digest);
    }
    void add(byte_view bytes) { ufsecp::sha256_update(&state_, bytes.data(), bytes.size()); }
    void little(std::uint64_t value, std::size_t n) {
        std::uint8_t bytes[8];
        for (std::size_t i = 0; i < n; i++) bytes[i] = (std::uint8_t)(value >> 8 * i);
        add({bytes, n});
    }
    void compact_size(std::uint64_t value) {
        if (value < 253) return little(value, 1);
        const std::size_t n = value <= 0xffff ? 2 : value <= 0xffffffff ? 4 : 8;
        little(n == 2 ? 253 : n == 4 ? 254 : 255, 1);
        little(value, n);
    }
    void string(byte_view bytes) {
        compact_size(bytes.size());
        add(bytes);
    }
    hash32 once() {
        hash32 out;
        ufsecp::sha256_final(&state_, out.data());
        return out;
    }
    hash32 twice() {
        const hash32 first = once();
        hash32 out;
        ufsecp_sha256(out.data(), first.data(), 32);
        return out;
    }

private:
    ufsecp::sha256 state_;
};

/* "1 byte is left" */
std::string left_text(std::size_t n) {
    return counted(n, "byte") + (n == 1 ? " is" : " are") + " left";
}

byte_view take_string(bytes_reader &r) {
    const std::uint64_t n = take_compact_size(r);
    if (n > r.left())
        r.fail("a length of " + counted(n, "byte") + ", where " + left_text(r.left()));
    return r.take((std::size_t)n);
}

/* A number of things that take at least `each` bytes: not more than can follow. */
std::uint64_t take_count(bytes_reader &r, std::size_t each, const char *what) {
    const std::size_t left = r.left();
    const std::uint64_t n = take_compact_size(r);
    if (n > left / each) r.fail(counted(n, what) + ", where " + left_text(left));
    return n;
}

void take_witness(bytes_reader &r, bitcoin_input &in) {
    in.witness_items = take_count(r, 1, "witness item");
    const std::size_t from = r.at();
    for (std::uint64_t i = 0; i < in.witness_items; i++) take_string(r);
    in.witness = r.since(from);
}

/* A legacy script code is hashed without its OP_CODESEPARATORs, where they stand as operations. */
std::vector<byte_view> without_separators(byte_view script) {
    std::vector<byte_view> parts;
    std::size_t from = 0, at = 0;
    while (at < script.size()) {
        const std::uint8_t op = script[at];
        std::size_t next = at + 1;
        if (op <= 75) next += op;
        else if (op <= 78) {
            const std::size_t digits = (std::size_t)1 << (op - 76);
            if (digits > script.size() - next) break;
            const auto n = (std::size_t)bytes_reader(script.subspan(next, digits)).little(digits);
            next += digits;
            if (n > script.size() - next) break;
            next += n;
        }
        if (next > script.size()) break;
        if (op == 0xab) {
            parts.push_back(script.subspan(from, at - from));
            from = next;
        }
        at = next;
    }
    parts.push_back(script.subspan(from));
    return parts;
}

}  // namespace

bool bitcoin_input::coinbase() const {
    return std::all_of(outpoint.begin(), outpoint.begin() + 32, [](auto b) { return b == 0; }) &&
           vout() == 0xffffffff;
}

std::uint64_t take_compact_size(bytes_reader &r) {
    const std::uint8_t first = r.byte();
    if (first < 253) return first;
    const std::size_t n = (std::size_t)1 << (first - 252);
    const std::uint64_t value = r.little(n);
    if (value < 253 || (n > 2 && value >> 4 * n == 0))
        r.fail("a number in more bytes than it needs");
    return value;
}

bitcoin_tx take_transaction(bytes_reader &r) {
    constexpr std::size_t most_weight = 4000000;  // BIP-141
    bitcoin_tx tx;
    const std::size_t start = r.at();
    tx.version = r.take(4);
    const bool witness =
        r.peek() == 0;  // a transaction without inputs is none: it is BIP-144's mark
    if (witness) {
        r.byte();
        if (r.byte() != 1) r.fail("a transaction without inputs");
    }
    const std::size_t body = r.at();
    for (std::uint64_t n = take_count(r, 41, "input"); n > 0; n--) {
        bitcoin_input &in = tx.inputs.emplace_back();
        in.outpoint = r.take(36);
        in.script = take_string(r);
        in.sequence = r.take(4);
    }
    if (tx.inputs.empty()) r.fail("a transaction without inputs");
    std::uint64_t outputs = take_count(r, 9, "output");
    const std::size_t from = r.at();
    for (; outputs > 0; outputs--) {
        const std::size_t at = r.at();
        r.take(8);
        const byte_view script = take_string(r);
        tx.outputs.push_back({r.since(at), script});
    }
    tx.outputs_bytes = r.since(from);
    tx.body = r.since(body);
    if (witness) {
        for (bitcoin_input &in : tx.inputs) take_witness(r, in);
        if (std::none_of(tx.inputs.begin(), tx.inputs.end(),
                         [](const bitcoin_input &in) { return in.witness_items > 0; }))
            r.fail("the mark of a witness, and no witness");
    }
    tx.locktime = r.take(4);
    const std::size_t bare = 4 + tx.body.size() + 4, all = r.at() - start;
    if (3 * bare + all > most_weight) r.fail("a transaction of more weight than a block may have");
    return tx;
}

hash32 bitcoin_tx::id() const {
    hasher h;
    h.add(version), h.add(body), h.add(locktime);
    return h.twice();
}

std::vector<byte_view> take_block(bytes_reader &r, bool whole) {
    const std::size_t start = r.offset();
    const byte_view header = r.take(80);
    std::vector<byte_view> places;
    for (std::uint64_t n = take_count(r, 51, "transaction"); n > 0; n--) {
        const std::size_t from = r.at();
        take_transaction(r);
        places.push_back(r.since(from));
    }
    if (whole && r.left() > 0) r.fail(counted(r.left(), "byte") + " after the block");
    if (places.empty()) throw damaged(start, "a block without transactions");
    std::vector<hash32> level;
    for (byte_view place : places) {
        bytes_reader one(place);
        level.push_back(take_transaction(one).id());
    }
    while (level.size() > 1) {
        for (std::size_t i = 1; i < level.size(); i += 2)  // else two lists have one root
            if (level[i - 1] == level[i]) throw damaged(start, "transactions that stand twice");
        if (level.size() % 2 != 0) level.push_back(level.back());
        for (std::size_t i = 0; i < level.size() / 2; i++) {
            hasher pair;
            pair.add(level[2 * i]), pair.add(level[2 * i + 1]);
            level[i] = pair.twice();
        }
        level.resize(level.size() / 2);
    }
    if (!std::equal(level[0].begin(), level[0].end(), header.begin() + 36))
        throw damaged(start, "the transactions are not those of the block's header");
    return places;
}

bool looks_like_transaction(byte_view bytes) {
    if (bytes.size() < 5) return false;
    const std::uint64_t version = bytes_reader(bytes).little(4);
    return version >= 1 && version <= 3 &&
           (bytes[4] != 0 ? bytes[4] < 254 : bytes.size() < 6 || bytes[5] == 1);
}

/* The hash of the header is below the target that it names, or a transaction follows it. */
bool looks_like_block(byte_view bytes) {
    if (bytes.size() < 80) return false;
    hasher h;
    h.add(bytes.first(80));
    hash32 work = h.twice(), target = {};  // the least significant byte first
    const std::size_t exponent = bytes[75];
    for (std::size_t i = 0; i < 3; i++)
        if (exponent + i >= 3 && exponent + i < 35) target[exponent + i - 3] = bytes[72 + i];
    const bool negative = (bytes[74] & 0x80) != 0;
    if (!negative && exponent <= 32 &&
        !std::lexicographical_compare(target.rbegin(), target.rend(), work.rbegin(), work.rend()))
        return true;
    try {
        bytes_reader r(bytes.subspan(80));
        take_count(r, 51, "transaction");
        take_transaction(r);
        return true;
    } catch (const damaged &) { return false; }
}

hash32 legacy_hash(const bitcoin_tx &tx, std::size_t index, byte_view script_code,
                   std::uint32_t type) {
    const std::uint32_t kind = type & 31;
    const bool only_this = (type & sighash_anyone) != 0;
    if (kind == sighash_single && index >= tx.outputs.size())
        return {1};  // consensus signs the number one here, its bytes the other way round
    hasher h;
    h.add(tx.version);
    h.compact_size(only_this ? 1 : tx.inputs.size());
    for (std::size_t i = 0; i < tx.inputs.size(); i++) {
        const bitcoin_input &in = tx.inputs[i];
        if (only_this && i != index) continue;
        h.add(in.outpoint);
        if (i == index) {
            const std::vector<byte_view> parts = without_separators(script_code);
            std::size_t size = 0;
            for (byte_view part : parts) size += part.size();
            h.compact_size(size);
            for (byte_view part : parts) h.add(part);
        } else h.compact_size(0);
        if (i != index && (kind == sighash_none || kind == sighash_single)) h.little(0, 4);
        else h.add(in.sequence);
    }
    if (kind == sighash_none) h.compact_size(0);
    else if (kind == sighash_single) {
        h.compact_size(index + 1);
        for (std::size_t i = 0; i < index; i++) h.little(UINT64_MAX, 8), h.compact_size(0);
        h.add(tx.outputs[index].whole);
    } else {
        h.compact_size(tx.outputs.size());
        h.add(tx.outputs_bytes);
    }
    h.add(tx.locktime);
    h.little(type, 4);
    return h.twice();
}

template <class F>
const witness_hasher::shared &witness_hasher::all(shared &part, const F &add) {
    if (part.known) return part;
    hasher h;
    add(h);
    part.once = h.once();
    ufsecp_sha256(part.twice.data(), part.once.data(), 32);
    part.known = true;
    return part;
}
const witness_hasher::shared &witness_hasher::outpoints() {
    return all(outpoints_, [&](hasher &h) {
        for (const bitcoin_input &in : tx_.inputs) h.add(in.outpoint);
    });
}
const witness_hasher::shared &witness_hasher::sequences() {
    return all(sequences_, [&](hasher &h) {
        for (const bitcoin_input &in : tx_.inputs) h.add(in.sequence);
    });
}
const witness_hasher::shared &witness_hasher::outputs() {
    return all(outputs_, [&](hasher &h) { h.add(tx_.outputs_bytes); });
}

hash32 witness_hasher::version0(std::size_t index, byte_view script_code, std::uint64_t amount,
                                std::uint8_t type) {
    const std::uint32_t kind = type & 31;
    const bool only_this = (type & sighash_anyone) != 0,
               every = kind != sighash_none && kind != sighash_single;
    const hash32 zero = {};
    hasher h;
    h.add(tx_.version);
    h.add(only_this ? zero : outpoints().twice);
    h.add(only_this || !every ? zero : sequences().twice);
    h.add(tx_.inputs[index].outpoint);
    h.string(script_code);
    h.little(amount, 8);
    h.add(tx_.inputs[index].sequence);
    if (every) h.add(outputs().twice);
    else if (kind == sighash_single && index < tx_.outputs.size()) {
        hasher one;
        one.add(tx_.outputs[index].whole);
        h.add(one.twice());
    } else h.add(zero);
    h.add(tx_.locktime);
    h.little(type, 4);
    return h.twice();
}

bool witness_hasher::taproot(hash32 &out, std::size_t index, const std::vector<spent_output> &spent,
                             byte_view annex, std::uint8_t type) {
    const std::uint32_t kind = type & 3;
    const bool only_this = (type & sighash_anyone) != 0;
    if ((type & ~0x83) != 0 || type == sighash_anyone) return false;
    if (kind == sighash_single && index >= tx_.outputs.size()) return false;
    hasher h("TapSighash");
    h.little(0, 1);  // the epoch
    h.little(type, 1);
    h.add(tx_.version);
    h.add(tx_.locktime);
    if (!only_this) {
        h.add(outpoints().once);
        h.add(all(amounts_, [&](hasher &a) {
                  for (const spent_output &o : spent) a.little(o.amount, 8);
              }).once);
        h.add(all(scripts_, [&](hasher &s) {
                  for (const spent_output &o : spent) s.string(o.script);
              }).once);
        h.add(sequences().once);
    }
    if (kind != sighash_none && kind != sighash_single) h.add(outputs().once);
    h.little(annex.empty() ? 0 : 1, 1);  // the key path; whether there is an annex
    if (only_this) {
        h.add(tx_.inputs[index].outpoint);
        h.little(spent[index].amount, 8);
        h.string(spent[index].script);
        h.add(tx_.inputs[index].sequence);
    } else h.little(index, 4);
    if (!annex.empty()) {
        hasher a;
        a.string(annex);
        h.add(a.once());
    }
    if (kind == sighash_single) {
        hasher one;
        one.add(tx_.outputs[index].whole);
        h.add(one.once());
    }
    out = h.once();
    return true;
}
