// The columns and the reduction of fe5x52 where the CPU has no carry flag: each product is added to
// two words, in four instructions, and no carry is looked for.
//
// Of a product a*b with a < 2^57, low takes a*b mod 2^64 and high takes floor(a*b / 2^57), which is
// the high word of (a << 7)*b.  So the sum of a column's products is high * 2^57 + rest, where each
// product leaves less than 2^57 to rest: at most ten of them, and a limb, stay below 2^62.  Hence
// rest = low - high * 2^57 mod 2^64 is exact.
#pragma once
#include "field/lazy.h"

namespace ufsecp::UF_TARGET {

/* A sum of products, of which the first factors are below 2^57, and of limbs. */
struct fe5x52_sums {
    static constexpr int shift = 57;
    u64 low, high;

    fe5x52_sums(u64 a = 0) : low(a), high(0) {}
    fe5x52_sums(u64 a, u64 b) : low(a * b) { mul_wide(&high, a << (64 - shift), b); }
    friend fe5x52_sums operator*(fe5x52_sums a, u64 b) { return {a.low, b}; }
    void operator+=(fe5x52_sums a) { low += a.low, high += a.high; }
    u64 rest() const { return low - (high << shift); }
    /* The rest, and what the column below passes up: its high is of weight 2^57 there, 2^5 here. */
    u64 above(u64 below_high) const { return rest() + (below_high << (shift - 52)); }
};

template <>
struct lazy_words<5> {
    using word = u64;
    using wide = fe5x52_sums;
    static constexpr int bits = 52;
};

/* r = the columns' value mod p.  Columns 5-9 are folded as whole words: 2^260 = R mod p.
 * in: as the reduction of fe5x52.h.
 * out: 1, n[0..3] < 2^52, n[4] < 2^48 + 2^12.
 * time: constant.
 * cost: 11 mul beside the columns. */
template <class Columns>
static inline void fe_reduce(fe_lazy<5> *r, Columns s) {
    constexpr u64 c = lazy_limbs<5>::c, r260 = c << 4;
    fe5x52_sums low, high;
    s.template add<8>(low);
    const u64 high8 = low.high, rest8 = low.rest();
    fe5x52_sums fourth(high8, r260 << 5); /* column 9 is high8 * 2^5 */
    s.template add<4>(fourth);
    u64 column[5];
    u64 below = 0, below_high = fourth.high; /* what columns k and k + 5 take */
    [&]<int... k>(std::integer_sequence<int, k...>) __attribute__((always_inline)) {
        (
            [&] {
                u64 upper;
                if constexpr (k < 3) {
                    high = {};
                    s.template add<k + 5>(high);
                    upper = high.above(below_high);
                    below_high = high.high;
                } else {
                    upper = rest8 + (below_high << 5);
                }
                UF_BITS(upper, 63);
                low = {r260, upper};
                s.template add<k>(low);
                column[k] = low.above(below);
                UF_BITS(column[k], 63);
                below = low.high;
            }(),
            ...);
    }(std::make_integer_sequence<int, 4>());
    column[4] = fourth.above(below);
    UF_BITS(column[4], 63);
    column[0] += (column[4] >> 48) * c; /* 2^62 + 2^15 * 2^33 */
    column[4] &= lazy_limbs<5>::top;
    for (int k = 0; k < 4; k++) {
        column[k + 1] += column[k] >> 52;
        r->n[k] = column[k] & lazy_limbs<5>::low;
    }
    r->n[4] = column[4];
    UF_VERIFY_ONLY(fe_bound(r, 1, 0);)
}

}  // namespace ufsecp::UF_TARGET
