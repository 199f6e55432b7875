// Many claims in lanes (one at a time: claims_rows_var.h), as Schnorr signatures are verified
// (schnorr_rows_lanes_var.h): without the square roots of either point.  Variable time.
#pragma once
#include "lanes/many_lanes_var.h"
#include "proto/claims_rows_var.h"
#include "proto/products_lanes_var.h"

namespace ufsecp::UF_TARGET {

static int engine8_claims_rows_var(u8 *ok, const claim *claims, size_t n) {
    const size_t share = share8(n);
    const auto rest = [&](size_t i, size_t m) {
        return UF_REST(claims_rows_var)(from(ok, i), claims + i, m);
    };
    rows8<sizeof(claim)> in{reinterpret_cast<const u8 *>(claims), sizeof *claims, share};
    ge8_compressed key[groups8];
    claims8 sums(share);
    vec8 odd[groups8];
    u8 a32[8 * groups8][32] = {}, b32[8 * groups8][32] = {}, valid[8 * groups8] = {};
    int all = 1;
    for (size_t at = 0; at < share; at += 8 * groups8) {
        const size_t m = chunk_size(at, share, 8 * groups8);
        for (size_t i = 0; i < m; i += claims_group) {
            sc u[claims_group], v[claims_group];
            const size_t count = chunk_size(i, m, claims_group);
            claims_scalars_var(u, v, valid + i, claims + at + i, count);
            for (size_t j = 0; j < count; j++) {
                sc_get_b32(a32[i + j], &v[j]);
                sc_get_b32(b32[i + j], &u[j]);
            }
        }
        const size_t groups = each_group(at, share, [&](size_t g, size_t row) {
            size_t step;
            const u8 *p = in.group(row, &step);
            const u8 *r33 = p + offsetof(claim, r33);
            u32 is_odd = 0, known = 0;
            for (size_t l = 0; l < 8; l++) {
                is_odd |= (u32)(r33[l * step] & 1) << l;
                known |= (u32)((r33[l * step] | 1) == 3 && valid[8 * g + l]) << l;
            }
            sc5x52x8 a, b;
            fe8 x;
            const vec8 below_p = fe_set_rows_b32(&x, r33 + 1, step);
            ge8_set_keys33(&key[g], p + offsetof(claim, p33), step);
            key[g].good &= below_p & vec_mask<vec8>(known);
            odd[g] = vec_mask<vec8>(is_odd);
            sc_set_rows_b32(&a, a32[8 * g], 32);
            sc_set_rows_b32(&b, b32[8 * g], 32);
            sums.set_var(g, &key[g], &x, &a, &b);
        });
        sums.solve_var<true>(groups);
        each_group(at, share, [&](size_t g, size_t row) {
            const vec8 holds = equation8_holds(&sums.sum[g], sums.inverse(g), key[g].odd) &
                               ~(equation8_sum_is_odd(&sums.sum[g], sums.inverse(g)) ^ odd[g]);
            note8(ok, row, share, vec_bits(key[g].good) & (vec_bits(holds) | sums.lost[g]),
                  sums.lost[g], &all, [&](size_t i) { return rest(i, 1); });
        });
    }
    return share < n ? rest(share, n - share) & all : all;
}

static constexpr auto engine8_claims_sum_var = claims_sum_var<many8, engine8_claims_rows_var>;
static constexpr auto engine8_claims_bytes = claims_bytes;

}  // namespace ufsecp::UF_TARGET
