// Sums of many multiples for the APIs, with lanes.  Variable time.
#pragma once
#include "lanes/many_lanes_var.h"
#include "lanes/msm_lanes_var.h"
#include "lanes/sc_lanes_var.h"
#include "proto/msm_sums_var.h"

namespace ufsecp::UF_TARGET {

/* msm_split_var in lanes. */
static inline void msm_split8_var(const msm_halves *h, const u64 (*scalars4)[4], size_t n) {
    for (size_t at = 0; at < n; at += 8) {
        const size_t m = chunk_size(at, n, 8);
        sc5x52x8 k;
        u64 last[8][4] = {};
        vec8 half[2][3];
        if (m < 8) memcpy(last, scalars4 + at, m * sizeof *last);
        sc_set_rows_limbs64(&k, m < 8 ? last : scalars4 + at);
        sc_split_lambda(half[0], half[1], &k);
        for (size_t j = 0; j < 2; j++) {
            const vec8 sign = half[j][2], low = (half[j][0] ^ sign) - sign;
            const vec8 high = (half[j][1] ^ sign) + (sign & 1 & (vec8)(low == vec8{}));
            for (size_t l = 0; l < m; l++)
                h->set(j * n + at + l, low[l], high[l], 0, (u32)sign[l] & 1);
        }
    }
}

/* By digits, if there are as many as that pays for and no point is infinity. */
static inline bool msm_dozens8_var(gej *r, const affine64 *points, const u64 (*scalars4)[4],
                                   size_t n, u8 *memory, size_t bytes) {
    if (n < sum8_least || n > sum8_most || (n + 7) / 8 * sizeof(sum8_group) > bytes) return false;
    for (size_t i = 0; i < n; i++) {
        ge_entry row;
        memcpy(&row, &points[i], sizeof row);
        if (row_is_infinity_var(&row)) return false;
    }
    return sum8_var(r, reinterpret_cast<sum8_group *>(memory), points, scalars4, n);
}

static constexpr auto engine8_msm_var = msm_var<many8, msm_pays8, msm_split8_var, msm_dozens8_var>;

}  // namespace ufsecp::UF_TARGET
