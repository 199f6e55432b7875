// The computation of the large comb.
#include "mult/comb_var.h"

#include <atomic>

#include "group/add_var.h"
#include "mult/gen.h"

namespace ufsecp {

using namespace UF_TARGET;

namespace {

/* Made where they are asked for, which may be in a constructor of the program. */
comb small() { return {UF_GEN_WINDOW, gen_windows, comb_words(gen_table[0]), gen_offset}; }

#ifndef UF_START_TABLES
constexpr int window = 12, windows = 22, entries = 1 << (window - 1);
alignas(64) ge_entry table[windows][entries];
static_assert(sizeof table == comb_large_bytes);

/* (2^264 - 1)/2 modulo the group order. */
constexpr uint64_t offset[4] = {0xF6B9E8DE4CFA8020, 0x05E8FB1BB354323D, 0xA2, 0x8000000000000000};

comb large() { return {window, windows, comb_words(table[0]), offset}; }

/* entry[j] = (2j + 1) base, then base = 2^window base. */
void fill(ge_entry *entry, ge *base) {
    constexpr int chunk = 128;
    gej sum, j[chunk];
    fe z[chunk], zi[chunk];
    ge twice, p;
    gej_set_ge(&sum, base);
    gej_dbl_var(&sum, &sum);
    ge_set_gej_var(&twice, &sum);
    gej_set_ge(&sum, base);
    for (int at = 0; at < entries; at += chunk) {
        for (int i = 0; i < chunk; i++) {
            j[i] = sum;
            z[i] = sum.z;
            gej_add_ge_var(&sum, &sum, &twice);
        }
        fe_batch_inv_var(zi, z, chunk);
        for (int i = 0; i < chunk; i++) {
            ge_set_gej_zinv_var(&p, &j[i], &zi[i]);
            ge_get_entry(&entry[at + i], &p);
        }
    }
    /* The sum is (2^window + 1) base by now. */
    ge_neg(&p, base);
    fe_normalize_var(&p.y);
    gej_add_ge_var(&sum, &sum, &p);
    ge_set_gej_var(base, &sum);
}

enum { large_not_made, large_being_made, large_made };
std::atomic<int> large_is{large_not_made};
#endif

}  // namespace

#ifdef UF_START_TABLES
comb comb_for_var(size_t) { return small(); } /* what must be small does without the large one */
void comb_in_forked_child() {}
#else
comb comb_for_var(size_t n) {
    constexpr size_t scalars_that_pay = 8192;
    static std::atomic<size_t> scalars{0};
    const int now = large_is.load(std::memory_order_acquire);
    if (now == large_made) return large();
    if (now == large_being_made) return small();
    if (n < scalars_that_pay &&
        scalars.fetch_add(n, std::memory_order_relaxed) + n < scalars_that_pay)
        return small();
    int expected = large_not_made;
    if (!large_is.compare_exchange_strong(expected, large_being_made)) return small();
    ge base;
    ge_set_generator(&base);
    for (auto &entry : table) fill(entry, &base);
    large_is.store(large_made, std::memory_order_release);
    return large();
}

void comb_in_forked_child() {
    int left = large_being_made;
    large_is.compare_exchange_strong(left, large_not_made);
}
#endif

}  // namespace ufsecp
