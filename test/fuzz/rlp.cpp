// Fuzzes the reader of Ethereum transactions: what it makes of RLP that is written here, and of any
// bytes.
#include "../../cli/ethereum_tx.h"
#include "fuzz.h"

using namespace hostile;

namespace {

bytes head(size_t size, uint8_t first) {
    if (size <= 55) return {static_cast<uint8_t>(first + size)};
    bytes digits;
    for (size_t left = size; left > 0; left >>= 8)
        digits.insert(digits.begin(), static_cast<uint8_t>(left));
    return bytes{static_cast<uint8_t>(first + 55 + digits.size())} + digits;
}
bytes string(const bytes &b) { return b.size() == 1 && b[0] < 0x80 ? b : head(b.size(), 0x80) + b; }
bytes list(const bytes &items) { return head(items.size(), 0xc0) + items; }
bytes integer(source &s, size_t most) {
    bytes b = s.string(s.below(most + 1));
    if (!b.empty() && b[0] == 0) b[0] = 1;
    return b;
}

struct made {
    bytes text, sig;
    std::vector<uint8_t> recids; /* of the rows, in order */
};

/* Whether s is above half of the group order, and both numbers are below that. */
bool high_s(const bytes &sig64) {
    const num r = num::of_bytes(&sig64[0]), s = num::of_bytes(&sig64[32]);
    return r < reference::n && s < reference::n && reference::mod_neg(s, reference::n) < s;
}

/* r and s, and as 64 bytes; low: s is below half of the group order. */
bytes signature(source &s, bytes &sig64, bool low) {
    bytes out;
    for (int i = 0; i < 2; i++) {
        bytes n = integer(s, 32);
        if (i == 1 && low && n.size() == 32 && n[0] > 63) n[0] = 63;
        out = out + string(n);
        sig64 = sig64 + bytes(32 - n.size(), 0) + n;
    }
    return out;
}

made transaction(source &s) {
    made m;
    const uint8_t type = static_cast<uint8_t>(s.below(5));
    bytes fields;
    const auto numbers = [&](size_t n) {
        for (; n > 0; n--) fields = fields + string(integer(s, 32));
    };
    numbers(type == 0 ? 3 : type == 1 ? 4 : 5);
    fields = fields + string(type < 3 && s.one_in(3) ? bytes{} : s.string(20));
    numbers(1);
    fields = fields + string(s.string(s.below(70)));
    if (type == 0) {
        const uint8_t id = static_cast<uint8_t>(s.below(2));
        m.recids = {id};
        const bool chained = s.one_in(2);
        const bytes v = {static_cast<uint8_t>((chained ? 37 : 27) + id)};
        fields = fields + string(v) + signature(s, m.sig, chained);
        m.text = list(fields);
        return m;
    }
    bytes access;
    for (size_t i = s.below(3); i > 0; i--) {
        bytes keys;
        for (size_t k = s.below(3); k > 0; k--) keys = keys + string(s.string(32));
        access = access + list(string(s.string(20)) + list(keys));
    }
    fields = fields + list(access);
    bytes later; /* signatures of authorizations: their rows come second */
    std::vector<uint8_t> parities;
    if (type == 3) {
        numbers(1);
        bytes hashes;
        for (size_t i = s.below(3); i > 0; i--) hashes = hashes + string(s.string(32));
        fields = fields + list(hashes);
    }
    if (type == 4) {
        bytes all;
        for (size_t i = s.below(3); i > 0; i--) {
            const uint8_t parity = s.one_in(4) ? s.byte() : static_cast<uint8_t>(s.below(2));
            bytes sig;
            all = all +
                  list(string(integer(s, 32)) + string(s.string(20)) + string(integer(s, 8)) +
                       string(parity == 0 ? bytes{} : bytes{parity}) + signature(s, sig, false));
            const bool none = parity > 1 || high_s(sig); /* chains pass over it */
            parities.push_back(none ? 0 : parity);
            later = later + (none ? bytes(64) : sig);
        }
        fields = fields + list(all);
    }
    const uint8_t parity = static_cast<uint8_t>(s.below(2));
    m.recids = {parity};
    m.recids.insert(m.recids.end(), parities.begin(), parities.end());
    fields = fields + string(parity == 0 ? bytes{} : bytes{parity}) + signature(s, m.sig, true);
    m.sig = m.sig + later;
    bytes payload = list(fields);
    if (type == 3 && s.one_in(2)) {
        const bytes blob = list(string(s.string(100))), proofs = list(string(s.string(48)));
        payload = list(payload + (s.one_in(2) ? bytes{1} : bytes{}) + blob + proofs + proofs);
    }
    m.text = bytes{type} + payload;
    return m;
}

/* The rows, or what is wrong; a transaction that is damaged has none. */
std::string read(std::vector<recover_row> &rows, const bytes &text) {
    rows.clear();
    ethereum_counts counts;
    std::vector<damaged> errors;
    try {
        extract_ethereum(rows, counts, errors, text, 1000);
    } catch (const damaged &error) {
        REQUIRE(error.where >= 1000 && error.where <= 1000 + text.size(), hex(text));
        REQUIRE(error.what()[0] != 0 && rows.empty(), hex(text));
        return error.what();
    }
    for (const damaged &error : errors)
        REQUIRE(error.where >= 1000 && error.where <= 1000 + text.size(), hex(text));
    REQUIRE(rows.size() + counts.unsigned_types == counts.transactions + counts.authorizations,
            hex(text));
    return "";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s(data, size);
    std::vector<recover_row> rows;
    const made m = transaction(s);
    REQUIRE(read(rows, m.text).empty() && rows.size() == m.recids.size(), hex(m.text));
    REQUIRE(m.text.size() < 60 || looks_like_ethereum(m.text), hex(m.text));
    for (size_t i = 0; i < rows.size(); i++) {
        REQUIRE(rows[i].recid == m.recids[i], hex(m.text));
        REQUIRE(bytes(rows[i].sig64, rows[i].sig64 + 64) == slice(m.sig, 64 * i, 64), hex(m.text));
    }
    const size_t n = s.below(m.text.size());
    REQUIRE(m.text.size() < 60 || n < 4 || looks_like_ethereum(byte_view(m.text).first(n)),
            hex(m.text));
    REQUIRE(!read(rows, slice(m.text, 0, n)).empty(), hex(m.text)); /* cut */
    REQUIRE(!read(rows, m.text + bytes{s.byte()}).empty(), hex(m.text));
    bytes spoilt = m.text;
    spoilt[n] ^= static_cast<uint8_t>(1 + s.below(255));
    read(rows, spoilt);

    bytes items;
    size_t found = 0;
    for (size_t i = s.below(4); i > 0; i--) {
        const made one = transaction(s);
        items = items + (one.text[0] < 0x80 ? string(one.text) : one.text);
        found += one.recids.size();
    }
    const bytes block = list(list(string(s.string(32))) + list(items) + list({}));
    REQUIRE(read(rows, block).empty() && rows.size() == found, hex(block));

    (void)looks_like_ethereum({data, size});
    read(rows, bytes(data, data + size));
    read(rows, bytes{static_cast<uint8_t>(1 + s.below(4))} + bytes(data, data + size));
    try {
        rlp_item_size({data, size}, 0);
    } catch (const damaged &) {}
    return 0;
}
