// The computation of the comb table.
#include "mult/comb_var.h"

#include <atomic>

#include "group/add_var.h"
#include "mult/gen.h"

namespace ufsecp {

using namespace UF_TARGET;

namespace {

comb_table table;

/* row[j] = (2j + 1) base, then base = 2^comb_window base. */
void fill(ge_row *row, ge *base) {
    constexpr int chunk = 128;
    gej sum, j[chunk];
    fe z[chunk], zi[chunk];
    ge twice, p;
    gej_set_ge(&sum, base);
    gej_dbl_var(&sum, &sum);
    ge_set_gej_var(&twice, &sum);
    gej_set_ge(&sum, base);
    for (int at = 0; at < comb_rows; at += chunk) {
        for (int i = 0; i < chunk; i++) {
            j[i] = sum;
            z[i] = sum.z;
            gej_add_ge_var(&sum, &sum, &twice);
        }
        fe_batch_inv_var(zi, z, chunk);
        for (int i = 0; i < chunk; i++) {
            ge_set_gej_zinv_var(&p, &j[i], &zi[i]);
            ge_get_row(&row[at + i], &p);
        }
    }
    /* The sum is (2^comb_window + 1) base by now. */
    ge_neg(&p, base);
    fe_normalize_var(&p.y);
    gej_add_ge_var(&sum, &sum, &p);
    ge_set_gej_var(base, &sum);
}

}  // namespace

const comb_table *comb_for_var(size_t n) {
    enum { empty, filling, ready };
    constexpr size_t rows_that_pay = 8192;
    static std::atomic<int> state{empty};
    static std::atomic<size_t> rows{0};
    const int now = state.load(std::memory_order_acquire);
    if (now == ready) return &table;
    if (now == filling) return nullptr;
    if (n < rows_that_pay && rows.fetch_add(n, std::memory_order_relaxed) + n < rows_that_pay)
        return nullptr;
    int expected = empty;
    if (!state.compare_exchange_strong(expected, filling)) return nullptr;
    ge base;
    ge_set_generator(&base);
    for (auto &row : table.row) fill(row, &base);
    state.store(ready, std::memory_order_release);
    return &table;
}

}  // namespace ufsecp
