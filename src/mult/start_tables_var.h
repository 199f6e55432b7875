// The tables of tables.h, computed when the program starts: for a build whose file must be small
// (UF_START_TABLES). The translation unit that includes it has them.
#pragma once
#include "group/many_var.h"
#include "mult/tables.h"

namespace ufsecp {

static_assert(UF_GEN_WINDOW >= 3 && UF_ODD_WINDOW >= 4, "small tables need not be computed");

ge_entry gen_table[gen_windows][gen_entries];
ge_entry odd_table[odd_entries];

namespace UF_TARGET {

/* Sums of rows, many at a time.  Until finish(), no sum names a row that an earlier one goes to. */
class row_sums_var {
public:
    explicit row_sums_var(ge_entry *rows) : rows_(rows) {}

    void add(size_t to, size_t a, size_t b) {
        to_[count_] = to;
        pairs_[count_++] = {(u32)a << 1, (u32)b << 1};
        if (count_ == many_scalar::chunk) finish();
    }
    void finish() {
        many_scalar::add_pairs_var(sums_, rows_, pairs_, count_);
        for (size_t i = 0; i < count_; i++) rows_[to_[i]] = sums_[i];
        count_ = 0;
    }

private:
    ge_entry *rows_, sums_[many_scalar::chunk];
    entry_pair pairs_[many_scalar::chunk];
    size_t to_[many_scalar::chunk], count_ = 0;
};

/* For w < windows: rows[n w + j] = (2j + 1) rows[n w], j < n.  The first m rows of a window and 2m
 * times its base give 2m rows.  That multiple lies in the window's last row, which comes last.
 * in: n a power of two, n >= 4.
 * cost: an affine addition a row, and 2 log n inversions and one for each 512 rows. */
static inline void odd_tables_fill_var(ge_entry *rows, size_t windows, size_t n) {
    row_sums_var sums(rows);
    for (size_t at = 0; at < n * windows; at += n) sums.add(at + n - 1, at, at);
    sums.finish();
    for (size_t m = 1; m < n; m *= 2) {
        for (size_t at = 0; at < n * windows; at += n)
            for (size_t j = 0; j < m; j++) sums.add(at + m + j, at + j, at + n - 1);
        sums.finish();
        if (2 * m == n) break;
        for (size_t at = n - 1; at < n * windows; at += n) sums.add(at, at, at);
        sums.finish();
    }
}

/* rows[n w] = 2^(window w) rows[0] for 0 < w < windows. */
template <size_t windows>
static inline void bases_fill_var(ge_entry *rows, size_t n, int window) {
    ge affine;
    gej base[windows];
    fe z[windows], zi[windows];
    ge_set_entry(&affine, &rows[0]);
    gej_set_ge(&base[0], &affine);
    for (size_t w = 0; w < windows; w++) {
        if (w > 0) base[w] = base[w - 1], gej_dbl_times_var(&base[w], window);
        z[w] = base[w].z;
    }
    fe_batch_inv_var(zi, z, windows);
    for (size_t w = 1; w < windows; w++) {
        ge_set_gej_zinv_var(&affine, &base[w], &zi[w]);
        ge_get_entry(&rows[n * w], &affine);
    }
}

}  // namespace UF_TARGET

namespace {

constexpr ge_entry generator = {
    {0x59F2815B16F81798, 0x029BFCDB2DCE28D9, 0x55A06295CE870B07, 0x79BE667EF9DCBBAC},
    {0x9C47D08FFB10D4B8, 0xFD17B448A6855419, 0x5DA4FBFC0E1108A8, 0x483ADA7726A3C465}};

/* Runs before main, on one thread. Which constructors of the program run before it is not said:
 * none may call the library. */
const struct tables_at_start {
    tables_at_start() {
        using namespace UF_TARGET;
        gen_table[0][0] = generator;
        bases_fill_var<gen_windows>(gen_table[0], gen_entries, UF_GEN_WINDOW);
        odd_tables_fill_var(gen_table[0], gen_windows, gen_entries);
        odd_table[0] = generator;
        odd_tables_fill_var(odd_table, 1, odd_entries);
    }
} made_at_start;

}  // namespace
}  // namespace ufsecp
