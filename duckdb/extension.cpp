// Functions of secp256k1 for DuckDB, by its C extension API 1.2: one file for all versions since.
//
// DuckDB calls a function for a chunk of up to 2,048 rows, from threads of its own. Every chunk is
// one call of the library, in the caller's thread. NULL in an argument gives NULL. Bytes that are
// no key or no signature make a verdict false and any other result NULL. They never fail a query.
#define DUCKDB_EXTENSION_NAME ufsecp
#include <duckdb_extension.h>

#include <cstdint>
#include <cstring>
#include <optional>
#include <vector>

#include "silent.h"

DUCKDB_EXTENSION_EXTERN

namespace {

using u8 = uint8_t;

struct blob {
    const u8 *data;
    size_t size;
};

/* An argument of a chunk; rows that are NULL have no bytes. */
class column {
public:
    column(duckdb_vector vector)
        : data_(duckdb_vector_get_data(vector)), valid_(duckdb_vector_get_validity(vector)) {}
    column(duckdb_data_chunk chunk, idx_t i) : column(duckdb_data_chunk_get_vector(chunk, i)) {}

    bool is_null(idx_t row) const { return valid_ && !duckdb_validity_row_is_valid(valid_, row); }
    blob bytes(idx_t row) const {
        if (is_null(row)) return {nullptr, 0};
        duckdb_string_t *const s = static_cast<duckdb_string_t *>(data_) + row;
        return {reinterpret_cast<const u8 *>(duckdb_string_t_data(s)), duckdb_string_t_length(*s)};
    }
    template <class T>
    T value(idx_t row) const {
        return static_cast<const T *>(data_)[row];
    }

private:
    void *data_;
    uint64_t *valid_;
};

/* The result of a chunk. */
class result {
public:
    result(duckdb_vector vector) : vector_(vector) {
        duckdb_vector_ensure_validity_writable(vector);
        valid_ = duckdb_vector_get_validity(vector);
    }
    void set_null(idx_t row) { duckdb_validity_set_row_invalid(valid_, row); }
    u8 *bools() { return static_cast<u8 *>(duckdb_vector_get_data(vector_)); }
    void set(idx_t row, const u8 *bytes, size_t size) {
        duckdb_vector_assign_string_element_len(vector_, row, reinterpret_cast<const char *>(bytes),
                                                size);
    }

private:
    duckdb_vector vector_;
    uint64_t *valid_;
};

/* Without memory a function says so: exceptions must not reach DuckDB. */
template <class F>
void guarded(duckdb_function_info info, const F &f) {
    try {
        f();
    } catch (const std::bad_alloc &) {
        duckdb_scalar_function_set_error(info, "ufsecp: out of memory");
    }
}

/* ---- Verdicts ---- */

using verify_items = int(u8 *, ufsecp_status *, const ufsecp_item *, size_t, unsigned);

template <verify_items *verify, unsigned flags>
void verdicts(duckdb_function_info info, duckdb_data_chunk in, duckdb_vector out) {
    guarded(info, [&] {
        const idx_t n = duckdb_data_chunk_get_size(in);
        const column msg(in, 0), pubkey(in, 1), sig(in, 2);
        result r(out);
        std::vector<ufsecp_item> items(n);
        for (idx_t i = 0; i < n; i++) {
            const blob m = msg.bytes(i), p = pubkey.bytes(i), s = sig.bytes(i);
            items[i] = {s.data, s.size, p.data, p.size, m.data, m.size};
        }
        verify(r.bools(), nullptr, items.data(), n, flags);
        for (idx_t i = 0; i < n; i++)
            if (msg.is_null(i) || pubkey.is_null(i) || sig.is_null(i)) r.set_null(i);
    });
}

/* ---- Bytes from packed rows: a row of another size is one of zeros, which fails ---- */

using make_rows = int(u8 *out, u8 *ok, const u8 *rows, size_t n);

void store(result *r, const std::vector<u8> &values, const std::vector<u8> &ok, size_t size) {
    for (idx_t i = 0; i < ok.size(); i++) {
        if (ok[i]) r->set(i, &values[i * size], size);
        else r->set_null(i);
    }
}

/* The number that tells which of up to four keys it is: 0 to 3, or as Ethereum writes it, 27 to 30;
 * any other is none. */
u8 recovery_id(int64_t v) {
    const int64_t id = v >= 27 ? v - 27 : v;
    return id < 0 || id > 3 ? 255 : static_cast<u8>(id);
}

/* Of two arguments the second has the recovery id behind the signature. */
template <bool three>
void ecrecover(duckdb_function_info info, duckdb_data_chunk in, duckdb_vector out) {
    guarded(info, [&] {
        const idx_t n = duckdb_data_chunk_get_size(in);
        const column hash(in, 0), sig(in, 1), id(in, three ? 2 : 1);
        result r(out);
        std::vector<u8> rows(n * 97), addresses(n * 20), ok(n);
        for (idx_t i = 0; i < n; i++) {
            u8 *const row = &rows[i * 97];
            const blob h = hash.bytes(i), s = sig.bytes(i);
            row[96] = 255;
            if (h.size != 32 || s.size != (three ? 64 : 65) || id.is_null(i)) continue;
            memcpy(row, h.data, 32);
            memcpy(row + 32, s.data, 64);
            row[96] = recovery_id(three ? id.value<int32_t>(i) : s.data[64]);
        }
        ufsecp_ecrecover_rows(addresses.data(), ok.data(), rows.data(), 0, n);
        store(&r, addresses, ok, 20);
    });
}

void pubkey_decompress(duckdb_function_info info, duckdb_data_chunk in, duckdb_vector out) {
    guarded(info, [&] {
        const idx_t n = duckdb_data_chunk_get_size(in);
        const column pubkey(in, 0);
        result r(out);
        std::vector<u8> keys(n * 33), points(n * 65), ok(n);
        for (idx_t i = 0; i < n; i++) {
            const blob p = pubkey.bytes(i);
            if (p.size == 33) memcpy(&keys[i * 33], p.data, 33);
        }
        ufsecp_pubkey_decompress_batch(points.data(), ok.data(), keys.data(), n);
        store(&r, points, ok, 65);
    });
}

void ethereum_address(duckdb_function_info info, duckdb_data_chunk in, duckdb_vector out) {
    guarded(info, [&] {
        const idx_t n = duckdb_data_chunk_get_size(in);
        const column pubkey(in, 0);
        result r(out);
        std::vector<u8> addresses(n * 20), ok(n);
        for (idx_t i = 0; i < n; i++) {
            const blob p = pubkey.bytes(i);
            ok[i] = (u8)ufsecp_ethereum_address(&addresses[i * 20], p.data, p.size);
        }
        store(&r, addresses, ok, 20);
    });
}

/* ---- Silent payments ---- */

bool same(const blob &a, const blob &b) {
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

/* The points of labels, 33 bytes each. Without a value for a scan key that is none, or a number
 * that no label has. */
std::optional<std::vector<u8>> label_points(const blob &scan_key, const column &number,
                                            const duckdb_list_entry &list) {
    std::vector<u8> points(33 * list.length);
    u8 tweak[32];
    bool right = true;
    for (uint64_t k = 0; right && k < list.length; k++) {
        const uint64_t i = list.offset + k;
        const int64_t m = number.is_null(i) ? -1 : number.value<int64_t>(i);
        right = m >= 0 && m <= UINT32_MAX &&
                ufsecp_silent_label(&points[33 * k], tweak, scan_key.data, (uint32_t)m);
    }
    ufsecp_wipe(tweak, sizeof tweak);
    if (!right) return std::nullopt;
    return points;
}

/* silent_payment_match(tweak, outputs, scan key, spend key): outputs are whole keys of 32 bytes, or
 * 64-bit numbers of their first bytes. With labels a fifth argument has their numbers. */
template <bool whole, bool labelled>
void silent_payment_match(duckdb_function_info info, duckdb_data_chunk in, duckdb_vector out) {
    guarded(info, [&] {
        constexpr size_t size = whole ? 32 : 8;
        const idx_t n = duckdb_data_chunk_get_size(in);
        const duckdb_vector lists = duckdb_data_chunk_get_vector(in, 1);
        const duckdb_vector label_lists = duckdb_data_chunk_get_vector(in, labelled ? 4 : 1);
        const column tweak(in, 0), list(lists), scan_key(in, 2), spend_key(in, 3);
        const column item(duckdb_list_vector_get_child(lists)), labels(label_lists);
        const column number(duckdb_list_vector_get_child(label_lists));
        const auto entry = [](const column &of, idx_t row) {
            return of.is_null(row) ? duckdb_list_entry{0, 0} : of.value<duckdb_list_entry>(row);
        };
        result r(out);
        std::vector<u8> tweaks(n * 33), outputs;
        std::vector<uint64_t> outputs_at(n + 1);
        for (idx_t i = 0; i < n; i++) {
            const blob t = tweak.bytes(i);
            if (t.size == 33) memcpy(&tweaks[i * 33], t.data, 33);
            const duckdb_list_entry of = entry(list, i);
            for (uint64_t k = of.offset; k < of.offset + of.length; k++) {
                u8 key[size] = {0}; /* what is no key stays zeros, which match nothing */
                if constexpr (whole) {
                    const blob b = item.bytes(k);
                    if (b.size == 32) memcpy(key, b.data, 32);
                } else if (!item.is_null(k)) {
                    const uint64_t v = item.value<uint64_t>(k);
                    for (size_t b = 0; b < 8; b++) key[b] = (u8)(v >> (56 - 8 * b));
                }
                outputs.insert(outputs.end(), key, key + size);
            }
            outputs_at[i + 1] = outputs.size() / size;
        }
        const auto same_labels = [&](idx_t i, idx_t j) {
            const duckdb_list_entry a = entry(labels, i), b = entry(labels, j);
            if (!labelled || (a.offset == b.offset && a.length == b.length)) return true;
            bool same = a.length == b.length;
            for (uint64_t k = 0; same && k < a.length; k++)
                same = !number.is_null(a.offset + k) && !number.is_null(b.offset + k) &&
                       number.value<int64_t>(a.offset + k) == number.value<int64_t>(b.offset + k);
            return same;
        };
        u8 *const found = r.bools();
        std::vector<u8> unknown(n);
        memset(found, 0, n);
        for (idx_t begin = 0, end; begin < n; begin = end) {
            const blob a = scan_key.bytes(begin), b = spend_key.bytes(begin);
            for (end = begin + 1; end < n; end++)
                if (!same(a, scan_key.bytes(end)) || !same(b, spend_key.bytes(end)) ||
                    !same_labels(begin, end))
                    break;
            if (a.size != 32 || b.size != 33) continue;
            const auto points =
                label_points(a, number, labelled ? entry(labels, begin) : duckdb_list_entry{0, 0});
            if (!points) {
                memset(&unknown[begin], ufsecp_seckey_verify(a.data), end - begin);
                continue;
            }
            const ufsecp_silent_scan_key key = {a.data, b.data, points->data(),
                                                points->size() / 33};
            const ufsecp_silent_index index = {
                &tweaks[begin * 33], 33, outputs.data(), size, &outputs_at[begin], end - begin};
            if (!each_paid_row(ufsecp_silent_scan_var, index, key,
                               [&](size_t row) { found[begin + row] = 1; }))
                throw std::bad_alloc();
        }
        for (idx_t i = 0; i < n; i++)
            if (tweak.is_null(i) || list.is_null(i) || scan_key.is_null(i) ||
                spend_key.is_null(i) || labels.is_null(i) || unknown[i])
                r.set_null(i);
    });
}

/* ---- Registration ---- */

/* A type of an argument or a result: DuckDB's, or a list of it. */
struct type {
    duckdb_type of;
    bool list = false;

    duckdb_logical_type make() const {
        duckdb_logical_type t = duckdb_create_logical_type(of);
        if (!list) return t;
        duckdb_logical_type l = duckdb_create_list_type(t);
        duckdb_destroy_logical_type(&t);
        return l;
    }
};
constexpr type bytes_type = {DUCKDB_TYPE_BLOB}, bool_type = {DUCKDB_TYPE_BOOLEAN};

struct overload {
    duckdb_scalar_function_t function;
    std::vector<type> arguments;
};

bool add(duckdb_connection connection, const char *name, type returned,
         const std::vector<overload> &overloads) {
    duckdb_scalar_function_set set = duckdb_create_scalar_function_set(name);
    for (const overload &o : overloads) {
        duckdb_scalar_function f = duckdb_create_scalar_function();
        duckdb_scalar_function_set_name(f, name);
        for (const type &argument : o.arguments) {
            duckdb_logical_type t = argument.make();
            duckdb_scalar_function_add_parameter(f, t);
            duckdb_destroy_logical_type(&t);
        }
        duckdb_logical_type t = returned.make();
        duckdb_scalar_function_set_return_type(f, t);
        duckdb_destroy_logical_type(&t);
        duckdb_scalar_function_set_function(f, o.function);
        duckdb_scalar_function_set_special_handling(f);
        duckdb_add_scalar_function_to_set(set, f);
        duckdb_destroy_scalar_function(&f);
    }
    const bool added = duckdb_register_scalar_function_set(connection, set) == DuckDBSuccess;
    duckdb_destroy_scalar_function_set(&set);
    return added;
}

bool add_all(duckdb_connection c) {
    const std::vector<type> three = {bytes_type, bytes_type, bytes_type};
    constexpr type keys = {DUCKDB_TYPE_BLOB, true}, numbers = {DUCKDB_TYPE_BIGINT, true};
    return add(c, "ecdsa_verify", bool_type, {{verdicts<ufsecp_ecdsa_verify_items, 0>, three}}) &&
           add(c, "ecdsa_verify_der", bool_type,
               {{verdicts<ufsecp_ecdsa_verify_items, UFSECP_SIG_DER>, three}}) &&
           add(c, "schnorr_verify", bool_type,
               {{verdicts<ufsecp_schnorr_verify_items, 0>, three}}) &&
           add(c, "ecrecover", bytes_type,
               {{ecrecover<false>, {bytes_type, bytes_type}},
                {ecrecover<true>, {bytes_type, bytes_type, {DUCKDB_TYPE_INTEGER}}}}) &&
           add(c, "pubkey_decompress", bytes_type, {{pubkey_decompress, {bytes_type}}}) &&
           add(c, "ethereum_address", bytes_type, {{ethereum_address, {bytes_type}}}) &&
           add(c, "silent_payment_match", bool_type,
               {{silent_payment_match<true, false>, {bytes_type, keys, bytes_type, bytes_type}},
                {silent_payment_match<false, false>, {bytes_type, numbers, bytes_type, bytes_type}},
                {silent_payment_match<true, true>,
                 {bytes_type, keys, bytes_type, bytes_type, numbers}},
                {silent_payment_match<false, true>,
                 {bytes_type, numbers, bytes_type, bytes_type, numbers}}});
}

}  // namespace

DUCKDB_EXTENSION_ENTRYPOINT(duckdb_connection connection, duckdb_extension_info info,
                            struct duckdb_extension_access *access) {
    bool added = false;
    try {
        added = add_all(connection);
    } catch (const std::bad_alloc &) {}
    if (!added) access->set_error(info, "ufsecp: the functions cannot be registered");
    return added;
}
