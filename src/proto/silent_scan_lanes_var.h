// A scan for silent payments in lanes, for a scan key that counts as public: from eight tweak
// points to eight x coordinates.  Variable time.
#pragma once
#include "lanes/many_lanes_var.h"
#include "proto/keys_rows_lanes_var.h"
#include "proto/silent_scan_var.h"

namespace ufsecp::UF_TARGET {

/* r[g] = a[g] + b, one b for all, b affine; as ge8_add_batch_var. */
template <size_t N>
static inline void add_to_all8_var(ge8 *r, u8 *lost, const ge8 *a, const ge *b, size_t groups) {
    fe8_stored inverse[N];
    ge_entry row;
    ge_of<fe8> all;
    ge_get_entry(&row, b);
    fe_set1_limbs64(&all.x, row.x);
    fe_set1_limbs64(&all.y, row.y);
    ge8_add_batch_var<N>(r, lost, a, inverse, groups,
                         [&](size_t) -> const ge_of<fe8> & { return all; });
}

UF_PUBLIC_ONLY(add_to_all8_var);

/* Variable time. */
struct silent8_public {
    static constexpr size_t groups = 32, chunk = 8 * groups;
    static constexpr size_t most_labels = 2000;
    template <auto step>
    static constexpr auto entry = vec_call<step>;
    const comb table = comb_for_var(0);
    ge8 point[groups], p[groups];
    u8 lost[groups];
    u64 x[chunk][4];

    void lift(u8 *good, const u8 *tweaks, size_t size, size_t n) {
        points8_parse_var<groups>(point, good, tweaks, size, n);
    }
    [[gnu::noinline]] void shared(u8 *s33, mask *, const u8 *scan32, size_t n) {
        const size_t used = groups_of(n);
        gej8 q[groups];
        sc k;
        kplan plan;
        int all = 1;
        (void)sc_set_b32(&k, scan32);
        kplan_from_scalar_var(&plan, &k);
        mul8_plan_rows_var(q, &plan, point, used);
        ge8_set_gej_batch_var<groups>(p, lost, q, used);
        for (size_t g = 0; g < used; g++)
            put8(as_key33{}, s33, nullptr, 8 * g, n, &p[g], ~0u, 0, &all, [](size_t) { return 0; });
    }
    [[gnu::noinline]] void candidates(mask *hit, const u8 *t32, const ge *spend, size_t n) {
        const size_t used = groups_of(n);
        comb_scalars k[groups];
        comb_sums sums;
        for (size_t g = 0; g < used; g++) {
            sc5x52x8 t; /* in the last group, of rows past n, anything */
            sc_set_rows_b32(&t, t32 + 256 * g, 32);
            comb_set_scalars_var(&k[g], &table, &t);
        }
        comb_run_var(&sums, &table, k, used);
        for (size_t g = 0; g < used; g++) lost[g] |= sums.lost[g];
        add_to_all8_var<groups>(p, lost, sums.sum, spend, used);
        put(hit, p, lost, n);
    }
    void labelled(mask *hit, const ge *label, size_t n) {
        ge8 sum[groups];
        u8 alike[groups]{};
        add_to_all8_var<groups>(sum, alike, p, label, groups_of(n));
        put(hit, sum, alike, n);
    }

private:
    /* x = the coordinates of n points; rows whose lanes are lost count as hits. */
    void put(mask *hit, const ge8 *a, const u8 *lanes, size_t n) {
        for (size_t g = 0; g < groups_of(n); g++) {
            fe8 t;
            vec8 words[4];
            fe_load(&t, &a[g].x);
            fe_normalize(&t);
            fe_pack(words, &t);
            for (int l = 0; l < 8; l++)
                for (int i = 0; i < 4; i++) x[8 * g + l][i] = words[i][l];
        }
        for (size_t i = 0; i < n; i++) hit[i] = hit[i] | mask_of_bit(lanes[i / 8] >> i % 8 & 1);
    }
};

static int engine8_silent_scan_var(const silent_scan_task *task, size_t first, size_t n) {
    const size_t share = share8(n);
    comb_for_var(share * task->n_receivers); /* counts them */
    const int all = share ? silent_scan_rows<silent8_public>(task, first, share) : 1;
    return share < n ? UF_REST(silent_scan_var)(task, first + share, n - share) & all : all;
}

static constexpr auto engine8_silent_sums_var = silent_sums_var<many8>;

}  // namespace ufsecp::UF_TARGET
