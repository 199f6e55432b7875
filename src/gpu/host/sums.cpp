// The launches of a sum, what the host adds to it, and the calls that are sums: of products, of
// Schnorr signatures, of claims.
#include "gpu/host/sums.h"

#include <algorithm>

#include "base/bytes.h"
#include "proto/claims_var.h"

namespace ufsecp {
namespace {

using namespace UF_TARGET;

constexpr size_t parts(size_t n, size_t each) { return (n + each - 1) / each; }

/* Bits of a half, with a place for the last carry; and how many entries cost as much as a bucket,
 * which is weighed and ends lists (to be measured). */
constexpr size_t bits = 129, bucket_cost = 5;

/* x = 32 bytes as kernels leave a number, little-endian. */
void get_number(uint64_t x[4], const u8 *from) {
    for (unsigned i = 0; i < 4; i++) x[i] = 0;
    for (unsigned i = 0; i < 32; i++) x[i / 8] |= (uint64_t)from[i] << i % 8 * 8;
}

bool is_infinity(const point64 &p) { return (p.z[0] | p.z[1] | p.z[2] | p.z[3]) == 0; }

/* Whether sum + k G is infinity. */
bool cancels(const engine &cpu, point64 sum, const uint64_t k[4]) {
    point64 g;
    cpu.point_mul_gen_var(&g, k);
    cpu.point_add_var(&sum, &sum, &g);
    return is_infinity(sum);
}

}  // namespace

gpu_sum_plan::gpu_sum_plan(size_t rows, unsigned points) {
    size_t halves = rows * (points + 1), least = SIZE_MAX;
    for (uint32_t c = 4; c <= 16; c++) {
        const size_t cost = parts(bits, c) * (halves + (bucket_cost << (c - 1)));
        if (cost < least) least = cost, window = c;
    }
    windows = (uint32_t)parts(bits, window);
    buckets = (size_t)windows << (window - 1);
    entries = windows * halves;
}

size_t gpu_sum_plan::list_bytes(unsigned side) const {
    const uint32_t bits = (side + 1) * weighed;
    size_t places = 2 * parts(entries, run);
    if (side) places = 2 * parts(places, fan);
    return std::max(places * (point_bytes + 4),
                    (bits + 1) * parts(buckets, 1 << bits) * point_bytes);
}

void gpu_sum_plan::add_windows(point64 *r, const engine &cpu, const u8 *out) const {
    *r = {};
    for (uint32_t w = windows; w-- > 0;) {
        cpu.point_dbl_var(r, r);
        for (uint32_t column = window; column-- > 0;) {
            const u8 *const a = out + point_bytes * (column * windows + w);
            point64 part;
            get_number(part.x, a), get_number(part.y, a + 32), get_number(part.z, a + 64);
            if (column) cpu.point_dbl_var(r, r);
            cpu.point_add_var(r, r, &part);
        }
    }
}

/* Queues the sum of the points p times the scalars a of m rows, and if there are two points a row
 * that of the scalars b.  No launch depends on what they are. */
bool gpu_devices::launch_sum(slot *s, unsigned points, gpu_args args, size_t m) {
    const gpu_sum_plan plan(m, points);
    const uint32_t lists[2] = {args.list, args.next}, n = args.n;
    const auto go = [&](gpu_kernel kernel, size_t items) {
        args.n = (uint32_t)items;
        return launch(s, {kernel}, args, items);
    };
    unsigned side = 0;
    args.list = args.b;
    args.length = n;
    for (size_t items = n; points == 2 && items > 1; side ^= 1) {
        items = parts(items, plan.scalars);
        args.next = items > 1 ? lists[side] : args.out + (uint32_t)plan.points_bytes();
        if (!go(gpu_sum_scalars, items)) return false;
        args.list = args.next;
        args.length = (uint32_t)items;
    }

    args.window = plan.window;
    args.length = (uint32_t)plan.buckets;
    args.next = lists[0];
    args.share = plan.run;
    size_t items = parts(plan.entries, plan.run);
    if (!go(gpu_sum_clear, plan.buckets + 1) || !go(gpu_sum_count, n) ||
        !go(gpu_sum_place, parts(plan.buckets, plan.fan)) || !go(gpu_sum_scatter, n) ||
        !go(gpu_sum_runs, items))
        return false;
    args.share = plan.fan;
    for (side = 0; items > 1; side ^= 1) {
        args.list = lists[side];
        args.next = lists[side ^ 1];
        args.length = (uint32_t)(2 * items);
        items = parts(args.length, plan.fan);
        if (!go(gpu_sum_heads, items)) return false;
    }

    args.list = args.buckets;
    args.length = (uint32_t)plan.buckets;
    args.loops = 0;
    for (side = 0; args.loops < plan.window - 1; side ^= 1) {
        const uint32_t bits = std::min(plan.weighed, plan.window - 1 - args.loops);
        const uint32_t left = args.length >> bits;
        args.share = 1 << bits;
        args.next = left > plan.windows ? lists[side] : args.out;
        if (!go(gpu_sum_weigh, left * (args.loops + 1 + bits))) return false;
        args.list = args.next;
        args.length = left;
        args.loops += bits;
    }
    return true;
}

/* ---- Products ---- */

namespace {

constexpr gpu_operation products = {
    .places = {&gpu_args::scalars, &gpu_args::keys}, .steps = {gpu_mul_load, gpu_lift}, .sums = 1};

struct products_total {
    const engine &cpu;
    point64 sum = {};
    size_t bad = SIZE_MAX;

    static void add(const void *total, size_t first, size_t m, const u8 *ok, const u8 *out) {
        products_total &t = *static_cast<products_total *>(const_cast<void *>(total));
        point64 part;
        if (const void *const zero = memchr(ok, 0, m))
            t.bad = std::min(t.bad, first + (size_t)(static_cast<const u8 *>(zero) - ok));
        gpu_sum_plan(m, 1).add_windows(&part, t.cpu, out);
        t.cpu.point_add_var(&t.sum, &t.sum, &part);
    }
};

/* So many of n products, 33 bytes a point or 64, from the first on. */
size_t add_products(gpu_devices &devices, products_total *t, const u8 *scalars32, const u8 *keys,
                    size_t key_size, size_t n) {
    int all = 1;
    if (n < devices.least_products) return 0;
    const gpu_call sum = {.operation = &products,
                          .in = {{scalars32, 32, 32}, {keys, key_size, key_size}},
                          .context = t,
                          .done = products_total::add};
    return devices.do_rows(sum, n, &all);
}

}  // namespace

size_t gpu_msm_rows(gpu_devices &devices, point64 *r, size_t *bad, const u8 *scalars32,
                    const u8 *pks33, size_t n) {
    products_total total{devices.cpu()};
    const size_t done = add_products(devices, &total, scalars32, pks33, 33, n);
    *r = total.sum;
    *bad = total.bad;
    return done;
}

/* Products whose point is infinity or whose scalar is zero are left out.  The others' bytes have
 * room in the memory, as a sum of the CPU's takes more. */
int gpu_msm(gpu_devices &devices, point64 *r, const affine64 *points, const uint64_t (*scalars4)[4],
            size_t n, void *memory, size_t bytes) {
    const engine &cpu = devices.cpu();
    if (n < devices.least_products || bytes < 96 * n)
        return cpu.msm_var(r, points, scalars4, n, memory, bytes);
    u8 *const scalars32 = static_cast<u8 *>(memory), *const xys64 = scalars32 + 32 * n;
    size_t m = 0;
    for (size_t i = 0; i < n; i++) {
        const uint64_t *const y = points[i].y, *const k = scalars4[i];
        if ((y[0] | y[1] | y[2] | y[3]) == 0 || (k[0] | k[1] | k[2] | k[3]) == 0) continue;
        limbs_get_b32(scalars32 + 32 * m, k);
        limbs_get_b32(xys64 + 64 * m, points[i].x);
        limbs_get_b32(xys64 + 64 * m++ + 32, y);
    }
    products_total total{cpu};
    if (add_products(devices, &total, scalars32, xys64, 64, m) < m || total.bad != SIZE_MAX)
        return cpu.msm_var(r, points, scalars4, n, memory, bytes);
    *r = total.sum;
    return !is_infinity(*r);
}

/* ---- Schnorr signatures ---- */

namespace {

constexpr gpu_operation signatures = {.places = {&gpu_args::rows, &gpu_args::extra},
                                      .steps = {gpu_schnorr_sum_load, gpu_lift},
                                      .sums = 2};

/* Rows of chunks that do not hold lie from `begin` on and before `end`. */
struct signatures_total {
    const engine &cpu;
    size_t begin = SIZE_MAX, end = 0;

    static void add(const void *total, size_t first, size_t m, const u8 *ok, const u8 *out) {
        signatures_total &t = *static_cast<signatures_total *>(const_cast<void *>(total));
        const gpu_sum_plan plan(m, 2);
        point64 sum;
        uint64_t k[4];
        plan.add_windows(&sum, t.cpu, out);
        get_number(k, out + plan.points_bytes());
        if (!memchr(ok, 0, 2 * m) && cancels(t.cpu, sum, k)) return;
        t.begin = std::min(t.begin, first);
        t.end = first + m;
    }
};

}  // namespace

int gpu_schnorr_sum_rows(gpu_devices &devices, const gpu_operation &rows_alone, u8 *ok,
                         const u8 *rows, size_t stride, size_t n, const u8 *seed32) {
    const auto alone = [&](size_t first, size_t end) {
        return devices.run(
            {&rows_alone, {{rows + stride * first, 128, stride}}, nullptr, from(ok, first)},
            end - first);
    };
    signatures_total total{devices.cpu()};
    size_t done = 0;
    int all = 1;
    const gpu_call sum = {.operation = &signatures,
                          .in = {{rows, 128, stride}, {seed32, 32, 0}},
                          .context = &total,
                          .done = signatures_total::add};
    if (n >= devices.least_signatures) done = devices.do_rows(sum, n, &all);
    if (ok) memset(ok, 1, done);
    if (total.end) all = ok ? alone(total.begin, total.end) : 0;
    if (done < n && (all || ok)) all &= alone(done, n);
    return all;
}

/* ---- Claims ---- */

/* By two products a claim.  Where the sum is not infinity, or not to be had, the CPU looks again.
 */
int gpu_claims_sum(gpu_devices &devices, u8 *ok, const claim *claims, const randomiser *a, size_t n,
                   size_t least, void *memory) {
    const engine &cpu = devices.cpu();
    u8 *const scalars32 = static_cast<u8 *>(memory), *const keys33 = scalars32 + 2 * 32 * n;
    products_total total{cpu};
    sc g;
    uint64_t k[4];
    bool holds = 2 * n >= devices.least_products && 2 * 65 * n <= cpu.claims_bytes(n) &&
                 claims_products_var(scalars32, keys33, &g, claims, a, n) &&
                 add_products(devices, &total, scalars32, keys33, 33, 2 * n) == 2 * n &&
                 total.bad == SIZE_MAX;
    if (holds) sc_get_limbs64(k, &g);
    if (!holds || !cancels(cpu, total.sum, k))
        return cpu.claims_sum_var(ok, claims, a, n, least, memory);
    if (ok) memset(ok, 1, n);
    return 1;
}

}  // namespace ufsecp
