// The chunks of a scan for silent payments (silent_scan.h) for a scan key that counts as public.
// Variable time.
#pragma once
#include "group/many_var.h"
#include "lanes/choose_var.h"
#include "mult/plan_var.h"
#include "proto/keys_rows_var.h"
#include "proto/silent_scan.h"

namespace ufsecp::UF_TARGET {

/* Variable time. */
struct silent_public {
    static constexpr size_t chunk = public_chunk;
    static constexpr size_t most_labels = 80;
    template <auto step>
    static constexpr auto entry = step;
    ge point[chunk];
    gej p[chunk];
    u64 x[chunk][4];

    void lift(u8 *good, const u8 *tweaks, size_t size, size_t n) {
        points_parse_var(point, good, tweaks, size, n);
    }
    void shared(u8 *s33, mask *, const u8 *scan32, size_t n) {
        sc k;
        kplan plan;
        ge s[chunk];
        (void)sc_set_b32(&k, scan32);
        kplan_from_scalar_var(&plan, &k);
        for (size_t i = 0; i < n; i++) kplan_mul_var(&p[i], &plan, &point[i]);
        ge_set_gej_batch_var<chunk>(s, p, n);
        for (size_t i = 0; i < n; i++) pubkey_serialize(s33 + 33 * i, 33, &s[i]);
    }
    void candidates(mask *, const u8 *t32, const ge *spend, size_t n) {
        for (size_t i = 0; i < n; i++) {
            sc t;
            (void)sc_set_b32(&t, t32 + 32 * i);
            mul_gen_var(&p[i], &t);
        }
        add(p, spend, n);
    }
    void labelled(mask *, const ge *label, size_t n) {
        gej sum[chunk];
        add(sum, label, n);
    }

private:
    /* r = p + b; x = the coordinates of r, 0 for infinity. */
    void add(gej *r, const ge *b, size_t n) {
        ge affine[chunk];
        for (size_t i = 0; i < n; i++) gej_add_ge_var(&r[i], &p[i], b);
        ge_set_gej_batch_var<chunk>(affine, r, n);
        for (size_t i = 0; i < n; i++) fe_get_limbs64(x[i], &affine[i].x);
    }
};

static int engine_silent_scan_var(const silent_scan_task *task, size_t first, size_t n) {
    return silent_scan_rows<silent_public>(task, first, n);
}

/* ---- The sums of points by which labels are found ---- */

/* Sums that share an inversion, or a few. */
static constexpr size_t silent_pairs = 1024;

template <class Many>
static void silent_sums_var(ge_entry *sums, const ge_entry *rows, size_t first, size_t n,
                            int signs) {
    entry_pair pairs[silent_pairs];
    const size_t most = silent_pairs / (size_t)signs;
    for (size_t at = 0; at < n; at += most) {
        const size_t m = chunk_size(at, n, most);
        for (size_t i = 0; i < m; i++)
            for (int s = 0; s < signs; s++)
                pairs[signs * i + s] = {0, (u32)(first + at + i) << 1 | (u32)s};
        Many::add_pairs_var(sums + signs * at, rows, pairs, signs * m);
    }
}
static constexpr auto engine_silent_sums_var = silent_sums_var<many_scalar>;

}  // namespace ufsecp::UF_TARGET
