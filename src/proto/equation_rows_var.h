// Rows that say: a P + b G has the x coordinate x, one at a time, for P of which only x and the
// parity of y are known.  Neither the root that y is, nor the doublings of G are computed.
// Variable time.
#pragma once
#include "mult/comb_many_var.h"
#include "mult/mul2_var.h"
#include "mult/unlifted_var.h"

namespace ufsecp::UF_TARGET {

/* again: as far as the equation says it does not, the row may hold all the same. */
struct claimed_row {
    fe key, x;
    sc a;
    bool odd, again;
};

/* Clears good of those of m rows that do not hold, a chunk at a time:
 *   load      (&row, &b, i) of each that is good; false if it is bad by itself
 *   product   b G of all rows by a comb, then a P of each from the x of P alone
 *   check     one equation says whether the sum has the x, for the y of P that the key names; with
 *             even_sum, whether the sum's y is even.  One inversion serves the chunk.
 * A row that met an exceptional sum is done by alone(i), as is one that says `again`, and as all
 * are if the call has few: n in all. */
template <bool even_sum, class Load, class Alone>
static inline void equation_rows_var(bool *good, size_t m, size_t n, const Load &load,
                                     const Alone &alone) {
    if (!combs_pay(n)) {
        for (size_t i = 0; i < m; i++) good[i] = good[i] && alone(i);
        return;
    }
    constexpr size_t chunk = 64;
    const comb table = comb_for_var(m);
    claimed_row row[chunk];
    equation q[chunk];
    ge_entry bg[chunk];
    fe e[chunk], inverse[chunk];
    sc b[chunk];
    for (size_t at = 0; at < m; at += chunk, good += chunk) {
        const size_t k = chunk_size(at, m, chunk);
        for (size_t i = 0; i < k; i++) {
            sc_set_zero(&b[i]);
            good[i] = good[i] && load(&row[i], &b[i], at + i);
        }
        comb_many_scalar_var(bg, &table, b, k);
        for (size_t i = 0; i < k; i++) {
            ge p, g;
            gej ap;
            fe_set_zero(&e[i]);
            if (!good[i] || row_is_infinity_var(&bg[i])) continue;
            ge_set_unlifted(&p, &q[i].w, &row[i].key);
            mul_scalar_var(&ap, &p, &row[i].a);
            ge_set_entry(&g, &bg[i]);
            equation_set_var<even_sum>(&q[i], &ap, &g, &row[i].x);
            e[i] = q[i].e;
        }
        fe_batch_inv_var(inverse, e, k);
        for (size_t i = 0; i < k; i++) {
            if (!good[i]) continue;
            const bool lost = fe_is_zero_var(&e[i]);
            good[i] = !lost && equation_holds_var(&q[i], &inverse[i], row[i].odd) &&
                      !(even_sum && equation_sum_is_odd_var(&q[i], &inverse[i]));
            if (!good[i] && (lost || row[i].again)) good[i] = alone(at + i);
        }
    }
}

}  // namespace ufsecp::UF_TARGET
