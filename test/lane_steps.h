// The additions that lanes make (mult/lanes_var.h, mult/comb_lanes_var.h), followed as multiples of G, and inputs for which a chosen
// one of them adds a point to itself or to its opposite: what a lane cannot do, and the scalar code must repeat.
#pragma once
#if defined(__clang__) /* a program may want their digits only */
#pragma clang diagnostic ignored "-Wunneeded-internal-declaration"
#endif
#include <vector>

#include "mult/comb_lanes_var.h"
#include "mult/lanes_var.h"
#include "reference.h"

namespace lane_steps {

namespace target = ufsecp::UF_TARGET;
using reference::num;

/* Numbers modulo the group order. */
inline num add(const num &a, const num &b) { return reference::mod_add(a, b, reference::n); }
inline num mul(const num &a, const num &b) { return reference::mod_mul(a, b, reference::n); }
inline num neg(const num &a) { return reference::mod_neg(a, reference::n); }
inline num of_int(int a) { return a < 0 ? neg(num(static_cast<uint64_t>(-a))) : num(static_cast<uint64_t>(a)); }

/* One addition for the key t G: sum[0] t G + sum[1] G, and onto it summand[0] t G + summand[1] G. */
struct step {
    num sum[2], summand[2];
};

/* The digits of eight pairs of scalars, 32 bytes each; b is NULL where there is no b. */
inline void set_digits(target::lane_digits *d, const uint8_t (*a32)[32], const uint8_t (*b32)[32]) {
    target::sc5x52x8 k;
    target::sc_set_rows_b32(&k, a32[0], 32);
    target::lane_digits_set_point_var(d, &k);
    if (!b32) return;
    target::sc_set_rows_b32(&k, b32[0], 32);
    target::lane_digits_set_gen_var(d, &k);
}

/* What mul8_var adds for a P + b G, or for a P where b is NULL, `most` additions at most. *total, if wanted, takes the sum at the
 * end: with all additions, a and b. */
inline std::vector<step> steps_of(const num &a, const num *b, size_t most = SIZE_MAX, step *total = nullptr) {
    static const num lambda = num::of_limbs(target::glv_lambda), end = num::of_limbs(ufsecp::lanes_start_scalar);
    static const num start = neg(mul(end, reference::mod_inv(num::power_of_2(126), reference::n)));
    using target::lane_digits;
    lane_digits d;
    uint8_t a32[8][32] = {}, b32[8][32] = {};
    a.to_bytes(a32[0]);
    if (b) b->to_bytes(b32[0]);
    set_digits(&d, a32, b ? b32 : nullptr);
    std::vector<step> r;
    step now = {{num(), start}, {}};
    const auto take = [&](const num &point, const num &gen) {
        if (r.size() == most) return;
        now.summand[0] = point, now.summand[1] = gen;
        r.push_back(now);
        now.sum[0] = add(now.sum[0], point), now.sum[1] = add(now.sum[1], gen);
    };
    const int top = 3 * (target::eisenstein_digits::count - 1);
    for (int bit = top; bit >= 0 && r.size() < most; bit--) {
        for (num &s : now.sum)
            if (bit != top) s = add(s, s);
        if (bit % 3 == 0 && !(d.point.code[bit / 3][0] & target::eisenstein_zero)) {
            const target::eisenstein z = target::eisenstein_value(d.point.code[bit / 3][0]);
            take(add(of_int(z.a), mul(of_int(z.b), lambda)), num());
        }
        if (b && bit % lane_digits::window == 0)
            for (int half = 0; half < 2; half++) {
                const int i = bit / lane_digits::window, odd = 2 * d.row[half][i][0] + 1;
                const num k = of_int(d.negative[half][i] & 1 ? -odd : odd);
                take(num(), half ? mul(k, lambda) : k);
            }
    }
    if (!b) take(num(), end);
    if (total) *total = now;
    return r;
}

/* The t of which the sum is the summand, or its opposite; 0 if there is none. */
inline num meeting(const step &s, bool opposite) {
    const auto sign = [&](const num &k) { return opposite ? neg(k) : k; };
    const num t = add(s.sum[0], neg(sign(s.summand[0])));
    return mul(add(sign(s.summand[1]), neg(s.sum[1])), reference::mod_inv(t, reference::n));
}
/* Whether they meet for this t. */
inline bool meets(const step &s, const num &t) {
    const num sum = add(mul(s.sum[0], t), s.sum[1]), summand = add(mul(s.summand[0], t), s.summand[1]);
    return sum == summand || sum == neg(summand);
}

/* The scalars for which the comb's last window is what the others sum up to.  The signed bits of v = k/2 + comb_offset are k's, and
 * the last window holds bits 252 and above of v. */
inline std::vector<num> comb_doublings() {
    constexpr unsigned shift = ufsecp::comb_window * (ufsecp::comb_windows - 1);
    const num offset = num::of_limbs(ufsecp::comb_offset);
    std::vector<num> r;
    for (int top = 0; top < 1 << (256 - shift); top++) {
        const num last = mul(of_int(2 * top - (1 << ufsecp::comb_window) + 1), num::power_of_2(shift)), k = add(last, last);
        const num v = add(reference::mod_half(k, reference::n), offset);
        int bits = 0;
        for (unsigned i = 256; i-- > shift;) bits = 2 * bits + v.bit(i);
        if (bits == top) r.push_back(k);
    }
    return r;
}

}  // namespace lane_steps
