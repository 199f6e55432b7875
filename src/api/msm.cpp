// Sums of many multiples: products are read and added up by parts, which threads share; and the C
// call, which reads them from bytes.
#include <stdlib.h>

#include "api/arguments.h"
#include "api/msm.h"
#include "base/bytes.h"
#include "engine/threads.h"
#include "mult/msm_var.h"
#include "ufsecp/ufsecp.h"

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

namespace {

constexpr size_t msm_default_bytes = (size_t)16 << 20;
/* Parts below this are not worth a thread. */
constexpr size_t msm_least_part = 512;
/* Nor is memory worth asking for below this, or where it has room for fewer of the products at a
 * time than are done without. */
constexpr size_t msm_least_products = 4, msm_least_room = 16;
static_assert(msm_least_room >= msm_few);
/* What a product takes while it waits: its point and its scalar. */
constexpr size_t msm_waiting = sizeof(affine64) + 4 * sizeof(u64);
size_t msm_head_bytes(size_t products) { return msm_aligned(products * msm_waiting); }

/* A sum that several threads add to, and the first product that was found bad. */
struct msm_total {
    const engine &e;
    const msm_read read;
    const void *const context;
    short_lock adding{};
    point64 sum = {};
    size_t bad = SIZE_MAX;

    /* Takes note of a bad product, which SIZE_MAX is not, and adds a part if there is one; returns
     * the first bad product so far. */
    size_t note(size_t bad_one, const point64 *part) {
        adding.lock();
        if (bad_one < bad) bad = bad_one;
        if (part) e.point_add_var(&sum, &sum, part);
        const size_t first_bad = bad;
        adding.unlock();
        return first_bad;
    }
    /* Adds products first ... first + m - 1, unless one is bad. */
    bool add_part(size_t first, size_t m, affine64 *points, u64 (*scalars4)[4], void *memory,
                  size_t bytes) {
        if (first > note(SIZE_MAX, nullptr)) return false;
        const size_t good = read(context, e, points, scalars4, first, m);
        if (good < m) note(first + good, nullptr);
        point64 part;
        if (good == m && e.msm_var(&part, points, scalars4, m, memory, bytes))
            note(SIZE_MAX, &part);
        return good == m;
    }
    /* The same, so many products at a time in so much memory; where there is none, a few at a time
     * on the stack. */
    bool add_products(size_t first, size_t m, size_t part, size_t bytes) {
        affine64 few_points[msm_few];
        u64 few_scalars[msm_few][4];
        u8 *block = nullptr, *memory = nullptr; /* 64-aligned within it */
#ifndef UF_TINY
        if (part > 0) block = static_cast<u8 *>(malloc(64 + bytes));
        if (block) memory = block + (64 - (uintptr_t)block % 64);
#endif
        const size_t step = memory ? part : msm_few, head = memory ? msm_head_bytes(part) : 0;
        affine64 *const points = memory ? reinterpret_cast<affine64 *>(memory) : few_points;
        u64(*const scalars)[4] = memory ? reinterpret_cast<u64(*)[4]>(points + step) : few_scalars;
        bool all = true;
        for (size_t at = 0; at < m && all; at += step)
            all = add_part(first + at, chunk_size(at, m, step), points, scalars, from(memory, head),
                           memory ? bytes - head : 0);
        free(block);
        return all;
    }
};

bool msm_scalar_set(u64 r[4], const u8 *scalar32) {
    sc k;
    const bool over = is_true_var(sc_set_b32(&k, scalar32));
    sc_get_limbs64(r, &k);
    return !over;
}

/* The rows of ufsecp_msm. */
struct msm_rows {
    const u8 *scalars32, *keys33;
};

size_t msm_read_rows(const void *context, const engine &e, affine64 *points, u64 (*scalars4)[4],
                     size_t first, size_t m) {
    constexpr size_t chunk = 128;
    const msm_rows &rows = *static_cast<const msm_rows *>(context);
    u8 keys65[65 * chunk], ok[chunk];
    for (size_t at = 0; at < m; at += chunk) {
        const size_t count = chunk_size(at, m, chunk);
        host_of(e).pubkey_decompress_batch_var(keys65, ok, rows.keys33 + 33 * (first + at), count);
        for (size_t i = 0; i < count; i++) {
            const u8 *const x = keys65 + 65 * i + 1;
            const u8 *const k = rows.scalars32 + 32 * (first + at + i);
            if (!msm_scalar_set(scalars4[at + i], k) || !ok[i]) return at + i;
            limbs_set_b32(points[at + i].x, x);
            limbs_set_b32(points[at + i].y, x + 32);
        }
    }
    return m;
}

ufsecp_status msm_row_status(const engine &e, const msm_rows &rows, size_t i) {
    u64 k[4];
    u8 out[33];
    if (!msm_scalar_set(k, rows.scalars32 + 32 * i)) return UFSECP_S_RANGE;
    return e.pubkey_convert_var(out, 33, rows.keys33 + 33 * i, 33, 0);
}

}  // namespace

size_t ufsecp::msm_sum(point64 *sum, const engine &e, size_t n, size_t max_bytes, msm_read read,
                       const void *context) {
    /* Parts that the limit has room for, and, for several threads, no larger than a share. */
    const size_t limit = max_bytes ? max_bytes : msm_default_bytes;
    size_t share = n;
    if (threads() > 1 && n >= 2 * msm_least_part) {
        const size_t shares = n / msm_least_part < threads() ? n / msm_least_part : threads();
        share = (n + shares - 1) / shares;
    }
    const bool none = limit < 64 || n < msm_least_products;
    size_t part = none ? 0 : msm_part(share, limit - 64, msm_waiting);
    if (part < msm_least_room && part < n) part = 0;
    const size_t bytes = part ? msm_head_bytes(part) + msm_sum_bytes(part) : 0;
    const size_t unit = part ? part : msm_least_part, units = n / unit + (n % unit != 0);
    msm_total total{e, read, context};
    run_rows(units * least_grain, least_grain, [&](size_t first, size_t count) -> int {
        const size_t begin = first / least_grain * unit, m = count / least_grain * unit;
        return total.add_products(begin, chunk_size(begin, n, m), part, bytes);
    });
    *sum = total.sum;
    return total.bad;
}

ufsecp_status ufsecp_msm(uint8_t *out, size_t out_len, const uint8_t *scalars32,
                         const uint8_t *pubkeys33, const uint8_t *gen_scalar32, size_t n,
                         size_t max_bytes, size_t *bad) {
    if (!out || !pubkey_size(out_len) || (n && any_null(scalars32, pubkeys33)) ||
        !rows_fit(n, 33, 0))
        return UFSECP_MISUSE;
    const engine &e = current_engine();
    const msm_rows rows = {scalars32, pubkeys33};
    point64 sum, product, by_gpu = {};
    affine64 affine;
    u64 k[4];
    memset(out, 0, out_len);
    ufsecp_status status = UFSECP_OK;
    size_t row = SIZE_MAX, done = 0;
    if (e.msm_rows_var) done = e.msm_rows_var(&by_gpu, &row, scalars32, pubkeys33, n);
    /* A device that is wrong about a row is believed in nothing. */
    if (row < n && msm_row_status(e, rows, row) == UFSECP_OK) row = SIZE_MAX, done = 0, by_gpu = {};
    if (row == SIZE_MAX) {
        const msm_rows rest = {from(scalars32, 32 * done), from(pubkeys33, 33 * done)};
        row = msm_sum(&sum, e, n - done, max_bytes, msm_read_rows, &rest);
        if (row != SIZE_MAX) row += done;
        else e.point_add_var(&sum, &sum, &by_gpu);
    }
    if (row != SIZE_MAX) {
        status = msm_row_status(e, rows, row);
    } else if (gen_scalar32 && !msm_scalar_set(k, gen_scalar32)) {
        row = n;
        status = UFSECP_S_RANGE;
    } else if (gen_scalar32) {
        e.point_mul_gen_var(&product, k);
        e.point_add_var(&sum, &sum, &product);
    }
    if (bad) *bad = row;
    if (status == UFSECP_OK && !e.point_to_affine_var(&affine, &sum)) status = UFSECP_NO_POINT;
    if (status != UFSECP_OK) return status;
    out[0] = out_len == 65 ? 4 : (u8)(2 + (affine.y[0] & 1));
    limbs_get_b32(out + 1, affine.x);
    if (out_len == 65) limbs_get_b32(out + 33, affine.y);
    return UFSECP_OK;
}
