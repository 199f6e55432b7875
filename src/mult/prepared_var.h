// k*P for a public point that comes again and again, by a table of its multiples: additions only.
#pragma once
#include "group/many_var.h"
#include "mult/mul2_var.h"
#include "mult/prepared_point.h"

namespace ufsecp::UF_TARGET {

/* Fills the table of p, finite and normalized.  With b = 2^(w i) P of window i the odd multiples
 * up to 2h b plus 2h b are those up to 4h b: h = 1, 2, 4, 8.  No sum is exceptional, as no number
 * below 2^w is zero modulo the group order.
 * cost: 260 doublings, 780 additions that share 16 inversions, and four inversions. */
template <class Many>
static inline void prepared_set_var(prepared_point *r, const ge *p) {
    constexpr int w = prepared_point::window, entries = prepared_point::entries;
    constexpr int share = 13; /* windows at a time, for less memory */
    static_assert(prepared_point::windows % share == 0);
    /* The odd multiples of `share` bases, then 2, 4, 8 ... times them. */
    ge_entry rows[(entries + w - 1) * share];
    entry_pair pairs[entries / 2 * share];
    gej power[w * share], next;
    fe z[w * share], inverse[w * share];
    ge t;
    gej_set_ge(&next, p);
    for (int first = 0; first < prepared_point::windows; first += share) {
        for (int i = 0; i < w * share; i++) {
            power[i] = next;
            z[i] = next.z;
            gej_dbl_var(&next, &next);
        }
        fe_batch_inv_var(inverse, z, w * share);
        for (int i = 0; i < w * share; i++) {
            const int to = i % w == 0 ? 0 : entries + i % w - 1;
            ge_set_gej_zinv_var(&t, &power[i], &inverse[i]);
            ge_get_entry(&rows[share * to + i / w], &t);
        }
        for (int h = 1, twice = entries; h < entries; h *= 2, twice++) {
            for (int i = 0; i < h * share; i++)
                pairs[i] = {(u32)i << 1, (u32)(share * twice + i % share) << 1};
            Many::add_pairs_var(rows + h * share, rows, pairs, (size_t)h * share);
        }
        for (int i = 0; i < share; i++)
            for (int j = 0; j < entries; j++)
                memcpy(r->word[first + i][j], &rows[share * j + i], sizeof r->word[0][0]);
    }
    memset(r->unused, 0, sizeof r->unused);
    r->odd = is_true_var(fe_is_odd(&p->y));
    r->tag = prepared_tag;
}
UF_PUBLIC_ONLY(prepared_set_var);

/* r = k P. */
static inline void prepared_mul_scalar_var(gej *r, const prepared_point *p, const sc *k) {
    mul_windows_scalar_var<prepared_point::window, prepared_point::windows>(
        r, k, prepared_offset, [p](ge *summand, int i, u32 j) {
            fe_set_limbs64(&summand->x, p->word[i][j]);
            fe_set_limbs64(&summand->y, p->word[i][j] + 4);
        });
}
UF_PUBLIC_ONLY(prepared_mul_scalar_var);

}  // namespace ufsecp::UF_TARGET
