// Items in the C ABI: signatures that lie where the caller has them are packed into rows, a chunk
// at a time, and verified as rows.
#include <stdlib.h>

#include <algorithm>

#include "api/hot_keys.h"
#include "proto/der_var.h"
#include "proto/verdicts.h"
#include "ufsecp/ufsecp.h"

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

namespace {

bool is_misuse(const ufsecp_item &item) {
    return (!item.sig && item.sig_len) || (!item.pubkey && item.pubkey_len) ||
           (!item.msg && item.msg_len);
}

/* What the two kinds of items have.  pack: writes the row of an item that has one, else leaves
 * anything there and returns false.  is_apart: the item has no row, and may be valid all the same.
 * check: the status of an item by single calls. */
struct ecdsa_items {
    static constexpr size_t row_size = 129; /* 32 hash | 33 public key | 64 r||s */
    const engine &e;
    unsigned flags;

    ufsecp_status read_signature(u8 sig64[64], const ufsecp_item &item) const {
        size_t len = item.sig_len;
        const bool der = flags & (UFSECP_SIG_DER | UFSECP_SIG_DER_LAX);
        const ufsecp_status refused = der ? UFSECP_DER : UFSECP_SIG_FORMAT;
        if ((flags & UFSECP_SIG_HASH_TYPE) && len-- == 0) return refused;
        if (der) {
            const auto parse = flags & UFSECP_SIG_DER ? der_parse_strict_var : der_parse_lax_var;
            return parse(sig64, item.sig, len) ? UFSECP_OK : refused;
        }
        if (len != 64) return refused;
        memcpy(sig64, item.sig, 64);
        return UFSECP_OK;
    }

    bool pack(u8 *row, const ufsecp_item &item) const {
        if (is_misuse(item) || item.msg_len != 32) return false;
        memcpy(row, item.msg, 32);
        if (item.pubkey_len == 33) memcpy(row + 32, item.pubkey, 33);
        else if (e.pubkey_convert_var(row + 32, 33, item.pubkey, item.pubkey_len, flags) !=
                 UFSECP_OK)
            return false;
        return read_signature(row + 65, item) == UFSECP_OK;
    }
    static bool is_apart(const ufsecp_item &) { return false; }

    int verify(u8 *ok, const u8 *rows, size_t n) const {
        return ufsecp_ecdsa_verify_rows(ok, rows, 0, n, flags & UFSECP_LOW_S);
    }
    ufsecp_status check(const ufsecp_item &item) const {
        u8 sig64[64];
        if (is_misuse(item) || item.msg_len != 32) return UFSECP_MISUSE;
        const ufsecp_status status = read_signature(sig64, item);
        if (status != UFSECP_OK) return status;
        return e.ecdsa_check_var(sig64, item.msg, item.pubkey, item.pubkey_len, flags);
    }
};

struct schnorr_items {
    static constexpr size_t row_size = 128; /* 32 x-only key | 32 message | 64 signature */
    const engine &e;
    unsigned flags;

    ufsecp_status find(const ufsecp_item &item) const {
        if (is_misuse(item)) return UFSECP_MISUSE;
        const bool typed = (flags & UFSECP_SIG_HASH_TYPE) && item.sig_len == 65 && item.sig[64];
        if (item.sig_len != 64 && !typed) return UFSECP_SIG_FORMAT;
        return item.pubkey_len == 32 ? UFSECP_OK : UFSECP_PUBKEY_FORMAT;
    }

    bool pack(u8 *row, const ufsecp_item &item) const {
        if (item.msg_len != 32 || find(item) != UFSECP_OK) return false;
        memcpy(row, item.pubkey, 32);
        memcpy(row + 32, item.msg, 32);
        memcpy(row + 64, item.sig, 64);
        return true;
    }
    static bool is_apart(const ufsecp_item &item) { return item.msg_len != 32; }

    int verify(u8 *ok, const u8 *rows, size_t n) const {
        return ufsecp_schnorr_verify_rows(ok, rows, 0, n);
    }
    ufsecp_status check(const ufsecp_item &item) const {
        const ufsecp_status status = find(item);
        if (status != UFSECP_OK) return status;
        return e.schnorr_check_var(item.sig, item.msg, item.msg_len, item.pubkey);
    }
};

/* Rows of items.  An item without a row has zeros, which are valid as nothing. */
template <class Kind>
void pack_rows(const Kind &kind, u8 *rows, const ufsecp_item *items, size_t n) {
    for (size_t i = 0; i < n; i++) {
        u8 *const row = rows + i * Kind::row_size;
        if (!kind.pack(row, items[i])) memset(row, 0, Kind::row_size);
    }
}

/* Notes what is known of the rows, and checks alone whatever they do not tell. */
template <class Kind>
int note_items(const Kind &kind, u8 *ok, ufsecp_status *statuses, const u8 *good,
               const ufsecp_item *items, size_t n) {
    int all = 1;
    for (size_t i = 0; i < n; i++) {
        ufsecp_status status = good[i] ? UFSECP_OK : UFSECP_BAD_SIGNATURE;
        if (!good[i] && (statuses || kind.is_apart(items[i]))) status = kind.check(items[i]);
        if (statuses) statuses[i] = status;
        note(ok, i, status == UFSECP_OK, &all);
    }
    return all;
}

/* n items by chunks, in memory for a verdict and a row of each of a chunk. */
template <class Kind>
int verify_packed(const Kind &kind, u8 *ok, ufsecp_status *statuses, const ufsecp_item *items,
                  size_t n, u8 *memory, size_t chunk) {
    u8 *const good = memory, *const rows = memory + chunk;
    int all = 1;
    for (size_t at = 0; at < n; at += chunk) {
        const size_t m = chunk_size(at, n, chunk);
        const auto pack = [&](size_t i, size_t count) {
            pack_rows(kind, rows + i * Kind::row_size, items + at + i, count);
            return 1;
        };
        const auto note_each = [&](size_t i, size_t count) {
            return note_items(kind, from(ok, at + i), from(statuses, at + i), good + i,
                              items + at + i, count);
        };
        run_rows(m, 4 * least_grain, pack);
        /* Where some are false, some are verified once more. */
        if (kind.verify(good, rows, m)) all &= note_each(0, m);
        else all &= run_rows(m, least_grain, note_each);
    }
    return all;
}

/* A few at a time, on the stack of each thread; a function of its own, as others do without. */
template <class Kind>
__attribute__((noinline)) int verify_few(const Kind &kind, u8 *ok, ufsecp_status *statuses,
                                         const ufsecp_item *items, size_t n) {
    return run_rows(n, least_grain, [&](size_t i, size_t count) {
        u8 memory[public_chunk * (1 + Kind::row_size)];
        return verify_packed(kind, from(ok, i), from(statuses, i), items + i, count, memory,
                             public_chunk);
    });
}

template <class Kind>
int verify_items(u8 *ok, ufsecp_status *statuses, const ufsecp_item *items, size_t n,
                 unsigned flags) {
    if (missing(items, n) || !rows_fit(n, sizeof *items, 0)) return 0;
    const engine &e = current_engine();
    const Kind kind = {host_of(e), flags};
    if (finds_hot_keys && n > public_chunk) {
        /* A GPU wants many rows at a time, and a key that comes again pays with many. */
        const size_t chunk = std::min(n, e.host ? size_t{1} << 18 : size_t{8192} * threads());
        if (void *const memory = malloc(chunk * (1 + Kind::row_size))) {
            const int all =
                verify_packed(kind, ok, statuses, items, n, static_cast<u8 *>(memory), chunk);
            free(memory);
            return all;
        }
    }
    return verify_few(kind, ok, statuses, items, n);
}

}  // namespace

int ufsecp_ecdsa_verify_items(uint8_t *ok, ufsecp_status *statuses, const ufsecp_item *items,
                              size_t n, unsigned flags) {
    constexpr unsigned der = UFSECP_SIG_DER | UFSECP_SIG_DER_LAX;
    constexpr unsigned known = UFSECP_LOW_S | UFSECP_ALLOW_HYBRID | UFSECP_SIG_HASH_TYPE | der;
    if ((flags & ~known) || (flags & der) == der) return 0;
    return verify_items<ecdsa_items>(ok, statuses, items, n, flags);
}

int ufsecp_schnorr_verify_items(uint8_t *ok, ufsecp_status *statuses, const ufsecp_item *items,
                                size_t n, unsigned flags) {
    if (flags & ~UFSECP_SIG_HASH_TYPE) return 0;
    return verify_items<schnorr_items>(ok, statuses, items, n, flags);
}
