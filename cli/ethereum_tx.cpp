// Ethereum transactions: RLP as the yellow paper has it (appendix B), canonical or refused.
#include "ethereum_tx.h"

#include <algorithm>
#include <cstring>

#include <ufsecp/ufsecp.h>

#include "hex.h"

namespace {

struct rlp_head {
    bool list;
    std::size_t head, size;  // bytes before what it holds, and of what it holds
};

/* false: the head itself is not all there. */
bool read_head(rlp_head &h, byte_view bytes, std::size_t start) {
    if (bytes.empty()) return false;
    const std::uint8_t first = bytes[0];
    h.list = first >= 0xc0;
    if (first < 0x80) return h.head = 0, h.size = 1, true;
    const std::size_t code = first - (h.list ? 0xc0u : 0x80u);
    if (code <= 55) {
        h.head = 1, h.size = code;
        if (first == 0x81 && bytes.size() > 1 && bytes[1] < 0x80)
            throw damaged(start, "RLP: one byte below 128 has a length before it");
        return true;
    }
    const std::size_t digits = code - 55;
    if (bytes.size() < 1 + digits) return false;
    if (bytes[1] == 0) throw damaged(start, "RLP: a length begins with a zero");
    std::uint64_t size = 0;
    for (std::size_t i = 0; i < digits; i++) size = size << 8 | bytes[1 + i];
    if (size <= 55) throw damaged(start, "RLP: a short length in the long form");
    if (size > std::min<std::uint64_t>((std::uint64_t)1 << 40, SIZE_MAX / 2))
        throw damaged(start, "RLP: a length beyond all reason");
    h.head = 1 + digits, h.size = (std::size_t)size;
    return true;
}

/* An item that was taken from its list. */
struct rlp_item {
    bool list;
    byte_view whole, content;
    std::size_t offset;  // of content

    [[noreturn]] void fail(const std::string &what) const { throw damaged(offset, what); }
};

/* The items of a list, one after another. */
class rlp_list {
public:
    rlp_list(byte_view content, std::size_t offset) : r_(content, offset) {}
    explicit rlp_list(const rlp_item &item) : r_(item.content, item.offset) {
        if (!item.list) item.fail("RLP: a string where a list should be");
    }

    bool empty() const { return r_.left() == 0; }
    std::size_t at() const { return r_.at(); }
    byte_view since(std::size_t from) const { return r_.since(from); }

    rlp_item take() {
        rlp_head h;
        if (!read_head(h, rest(), r_.offset()) || h.head + h.size > r_.left())
            r_.fail("RLP: an item is longer than what holds it");
        const std::size_t from = r_.at(), offset = r_.offset() + h.head;
        r_.take(h.head);
        const byte_view content = r_.take(h.size);
        return {h.list, r_.since(from), content, offset};
    }
    byte_view string(const char *name, std::size_t least, std::size_t most) {
        const rlp_item item = take();
        if (item.list || item.content.size() < least || item.content.size() > most)
            item.fail(std::string(name) + (item.list ? " is a list" : " has a wrong length"));
        return item.content;
    }
    /* An integer of up to `most` bytes, in as few as it needs. */
    byte_view integer(const char *name, std::size_t most) {
        const rlp_item item = take();
        if (item.list || item.content.size() > most)
            item.fail(std::string(name) + (item.list ? " is a list" : " is too large"));
        if (!item.content.empty() && item.content[0] == 0)
            item.fail(std::string(name) + " begins with a zero");
        return item.content;
    }
    std::uint64_t small(const char *name) {
        std::uint64_t value = 0;
        for (std::uint8_t b : integer(name, 8)) value = value << 8 | b;
        return value;
    }
    void end() const {
        if (!empty()) r_.fail("RLP: more items than a transaction of this type has");
    }

private:
    byte_view rest() const {
        bytes_reader copy = r_;
        return copy.take(copy.left());
    }
    bytes_reader r_;
};

/* The one item that the bytes are. */
rlp_item whole_item(byte_view bytes, std::size_t start) {
    rlp_list outer(bytes, start);
    const rlp_item item = outer.take();
    if (!outer.empty()) throw damaged(start + outer.at(), "bytes after the end");
    return item;
}

using text = std::vector<std::uint8_t>;

void append(text &out, byte_view bytes) { out.insert(out.end(), bytes.begin(), bytes.end()); }

void append_integer(text &out, std::uint64_t value) {
    std::uint8_t digits[8];
    std::size_t n = 0;
    for (; value != 0; value >>= 8) digits[7 - n++] = (std::uint8_t)value;
    if (n != 1 || digits[7] >= 0x80) out.push_back((std::uint8_t)(0x80 + n));
    append(out, {digits + 8 - n, n});
}

void keccak_of_list(std::uint8_t hash32[32], const std::uint8_t *type, byte_view items,
                    byte_view more = {}) {
    text out;
    if (type != nullptr) out.push_back(*type);
    const std::size_t size = items.size() + more.size();
    if (size <= 55) out.push_back((std::uint8_t)(0xc0 + size));
    else {
        std::uint8_t digits[8];
        std::size_t n = 0;
        for (std::size_t left = size; left != 0; left >>= 8) digits[7 - n++] = (std::uint8_t)left;
        out.push_back((std::uint8_t)(0xf7 + n));
        append(out, {digits + 8 - n, n});
    }
    append(out, items);
    append(out, more);
    ufsecp_keccak256(hash32, out.data(), out.size());
}

std::string id_of(byte_view transaction) {
    std::uint8_t hash[32];
    ufsecp_keccak256(hash, transaction.data(), transaction.size());
    return "0x" + to_hex(hash, 32);
}

void take_signature(recover_row &row, rlp_list &list) {
    std::memset(row.sig64, 0, 64);
    for (std::size_t i = 0; i < 2; i++) {
        const byte_view number = list.integer(i == 0 ? "r" : "s", 32);
        std::copy(number.begin(), number.end(), row.sig64 + 32 * (i + 1) - number.size());
    }
}

/* Whether s is above half of the group order. */
bool high_s(const recover_row &row) {
    std::uint8_t sig[64];
    int high = 0;
    std::memcpy(sig, row.sig64, sizeof sig);
    return ufsecp_ecdsa_sig_normalize(sig, &high) == 1 && high == 1;
}

void refuse_high_s(const recover_row &row, const rlp_item &transaction) {
    if (high_s(row)) transaction.fail("s is above half of the group order (EIP-2)");
}

void take_numbers(rlp_list &list, std::initializer_list<const char *> names) {
    for (const char *name : names) list.integer(name, 32);
}

void take_access_list(rlp_list &fields) {
    for (rlp_list all(fields.take()); !all.empty();) {
        rlp_list entry(all.take());
        entry.string("an address of the access list", 20, 20);
        for (rlp_list keys(entry.take()); !keys.empty();)
            keys.string("a key of the access list", 32, 32);
        entry.end();
    }
}

void take_to(rlp_list &list, bool may_be_empty) {
    const rlp_item to = list.take();
    if (to.list || (to.content.size() != 20 && !(may_be_empty && to.content.empty())))
        to.fail("to is not an address");
}

constexpr std::size_t any_size = SIZE_MAX;

void extract_legacy(recover_row &row, const rlp_item &transaction) {
    rlp_list fields(transaction);
    take_numbers(fields, {"nonce", "gasPrice", "gas"});
    take_to(fields, true);
    take_numbers(fields, {"value"});
    fields.string("data", 0, any_size);
    const byte_view unsigned_fields = fields.since(0);
    const std::size_t v_at = transaction.offset + fields.at();
    const std::uint64_t v = fields.small("v");
    take_signature(row, fields);
    fields.end();
    text more;
    if (v >= 35) {  // EIP-155
        append_integer(more, (v - 35) / 2);
        more.insert(more.end(), {0x80, 0x80});
        row.recid = (std::uint8_t)((v - 35) % 2);
    } else if (v == 27 || v == 28) row.recid = (std::uint8_t)(v - 27);
    else
        throw damaged(v_at, "v is " + std::to_string(v) +
                                (v == 0 ? ": the transaction is not signed"
                                        : ": neither 27, 28 nor, with a chain, 35 or more"));
    if (v >= 35) refuse_high_s(row, transaction);  // earlier ones may be of before EIP-2
    keccak_of_list(row.hash32, nullptr, unsigned_fields, more);
}

/* The signature of an entry of a 7702 transaction (EIP-7702), which passes over the entry if it is
 * none: then false, and zeros in the row. */
bool extract_authorization(recover_row &row, const rlp_item &entry) {
    constexpr std::uint8_t magic = 5;
    rlp_list fields(entry);
    take_numbers(fields, {"chain id"});
    take_to(fields, false);
    fields.small("nonce");
    keccak_of_list(row.hash32, &magic, fields.since(0));
    const rlp_item parity = fields.take();
    if (parity.list || parity.content.size() > 1) parity.fail("yParity is not one byte");
    if (!parity.content.empty() && parity.content[0] == 0)
        parity.fail("yParity begins with a zero");
    row.recid = parity.content.empty() ? 0 : parity.content[0];
    take_signature(row, fields);
    fields.end();
    const bool good = row.recid <= 1 && !high_s(row);
    if (!good) row.recid = 0, std::memset(row.sig64, 0, sizeof row.sig64);
    return good;
}

/* EIP-2930, EIP-1559, EIP-4844, EIP-7702: the list after the byte of the type.  Appends the rows of
 * authorizations, without their id. */
void extract_typed(recover_row &row, std::vector<recover_row> &authorizations,
                   std::uint64_t &malformed, std::uint8_t type, const rlp_item &payload) {
    rlp_list fields(payload);
    take_numbers(fields, {"chain id", "nonce", "gasPrice"});
    if (type >= 2) take_numbers(fields, {"maxFeePerGas"});
    take_numbers(fields, {"gas"});
    take_to(fields, type <= 2);
    take_numbers(fields, {"value"});
    fields.string("data", 0, any_size);
    take_access_list(fields);
    if (type == 3) {
        take_numbers(fields, {"maxFeePerBlobGas"});
        for (rlp_list hashes(fields.take()); !hashes.empty();)
            hashes.string("a hash of a blob", 32, 32);
    }
    if (type == 4)
        for (rlp_list all(fields.take()); !all.empty();)
            malformed += !extract_authorization(authorizations.emplace_back(), all.take());
    keccak_of_list(row.hash32, &type, fields.since(0));
    const std::uint64_t parity = fields.small("yParity");
    if (parity > 1) payload.fail("yParity is " + std::to_string(parity) + ", not 0 or 1");
    row.recid = (std::uint8_t)parity;
    take_signature(row, fields);
    refuse_high_s(row, payload);
    fields.end();
}

/* A transaction with its blobs, as it is sent: the transaction inside, and a look at the rest. */
rlp_item without_blobs(const rlp_item &payload) {
    rlp_list parts(payload);
    const rlp_item inner = parts.take();
    rlp_item next = parts.take();
    if (!next.list) {  // EIP-7594: first its version
        if (next.content.size() != 1 || next.content[0] != 1)
            next.fail("its blobs are not of version 1");
        next = parts.take();
    }
    for (int lists = 0;; next = parts.take()) {
        for (rlp_list all(next); !all.empty();) all.string("a blob or a proof", 48, 1 << 17);
        if (++lists == 3) break;
    }
    parts.end();
    return inner;
}

void extract_envelope(std::vector<recover_row> &rows, ethereum_counts &counts, byte_view bytes,
                      std::size_t start) {
    if (bytes.empty()) throw damaged(start, "an empty transaction");
    const std::uint8_t type = bytes[0];
    if (type >= 0xc0) {
        recover_row row;
        extract_legacy(row, whole_item(bytes, start));
        row.id = id_of(bytes);
        rows.push_back(row);
    } else if (type >= 1 && type <= 4) {
        std::vector<recover_row> found(1);
        std::vector<recover_row> authorizations;
        rlp_item payload = whole_item(bytes.subspan(1), start + 1);
        text sent;
        if (type == 3 && payload.list && !payload.content.empty() && payload.content[0] >= 0xc0) {
            payload = without_blobs(payload);
            sent.push_back(type);
            append(sent, payload.whole);
            bytes = sent;
        }
        std::uint64_t malformed = 0;
        extract_typed(found[0], authorizations, malformed, type, payload);
        found[0].id = id_of(bytes);
        for (std::size_t i = 0; i < authorizations.size(); i++)
            authorizations[i].id = found[0].id + ":auth:" + std::to_string(i);
        counts.authorizations += authorizations.size(), counts.malformed += malformed;
        rows.push_back(found[0]);
        rows.insert(rows.end(), authorizations.begin(), authorizations.end());
    } else if (type > 0 && type < 0x80) counts.unsigned_types++;
    else throw damaged(start, "neither the type of a transaction nor an RLP list");
    counts.transactions++;
}

/* As clients export it: a list of the header, the transactions, and what follows them. */
void extract_block(std::vector<recover_row> &rows, ethereum_counts &counts,
                   std::vector<damaged> &errors, const rlp_item &block) {
    rlp_list parts(block);
    const rlp_list header(parts.take());
    std::vector<rlp_item> transactions;
    for (rlp_list all(parts.take()); !all.empty();) transactions.push_back(all.take());
    while (!parts.empty()) parts.take();
    counts.blocks++;
    for (const rlp_item &item : transactions) {
        const byte_view bytes = item.list ? item.whole : item.content;
        try {
            if (!item.list && !bytes.empty() && bytes[0] >= 0xc0)
                item.fail("a legacy transaction as a string");
            extract_envelope(rows, counts, bytes, item.offset + item.content.size() - bytes.size());
        } catch (const damaged &error) { errors.push_back(error); }
    }
}

/* As far as the bytes go: the numbers before the address of the recipient and that; or the first
 * two hashes in the header of a block. */
bool begins_as_fields(byte_view content, std::size_t numbers, bool may_be_block) {
    if (may_be_block && !content.empty() && content[0] >= 0xf8) {
        rlp_head h;
        if (!read_head(h, content, 0)) return true;
        for (std::size_t i = 0, at = h.head; i < 2 && at < content.size(); i++, at += 33)
            if (content[at] != 0xa0) return false;
        return true;
    }
    std::size_t at = 0;
    for (std::size_t i = 0; at < content.size(); i++) {
        const std::uint8_t first = content[at];
        if (i == numbers) return first == 0x94 || first == 0x80;
        if (first == 0 || first > 0xa0) return false;
        const std::size_t size = first < 0x80 ? 0 : first - 0x80u;
        if (size > 0 && at + 1 < content.size() && content[at + 1] == 0) return false;
        at += 1 + size;
    }
    return true;
}

}  // namespace

bool looks_like_ethereum(byte_view bytes) {
    if (bytes.size() < 4 || (bytes[2] == 0 && bytes[3] == 0)) return false;
    const bool typed = bytes[0] < 0xc0;
    if (typed && (bytes[0] < 1 || bytes[0] > 4 || bytes[1] < 0xf8)) return false;
    const byte_view body = bytes.subspan(typed ? 1 : 0);
    try {
        rlp_head h;
        if (!read_head(h, body, 0)) return true;
        if (h.size <= 55) return false;                   // a signature alone has more
        if (h.head + h.size == body.size()) return true;  // whole, whatever it holds
        byte_view content = body.subspan(h.head, std::min(h.size, body.size() - h.head));
        if (bytes[0] == 3 && !content.empty() && content[0] >= 0xc0) {  // with its blobs
            if (!read_head(h, content, 0)) return true;
            content = content.subspan(h.head);
        }
        return begins_as_fields(content, !typed ? 3 : bytes[0] == 1 ? 4 : 5, !typed);
    } catch (const damaged &) { return false; }
}

std::size_t rlp_item_size(byte_view bytes, std::size_t start) {
    rlp_head h;
    return read_head(h, bytes, start) ? h.head + h.size : 0;
}

void extract_ethereum(std::vector<recover_row> &rows, ethereum_counts &counts,
                      std::vector<damaged> &errors, byte_view bytes, std::size_t start) {
    if (!bytes.empty() && bytes[0] >= 0xc0) {
        const rlp_item item = whole_item(bytes, start);
        if (!item.content.empty() && item.content[0] >= 0xc0)
            return extract_block(rows, counts, errors, item);
    }
    extract_envelope(rows, counts, bytes, start);
}
