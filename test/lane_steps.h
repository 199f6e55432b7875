// The additions that lanes make (lanes/mul_lanes_var.h, lanes/comb_lanes_var.h), followed as
// multiples of G, and inputs for which one of them adds a point to itself or to its opposite: what
// a lane cannot do, and the scalar code must repeat.
#pragma once
#if defined(__clang__) /* a program may want their digits only */
#pragma clang diagnostic ignored "-Wunneeded-internal-declaration"
#endif
#include <vector>

#include "lanes/comb_lanes_var.h"
#include "lanes/mul_lanes_var.h"
#include "mult/tables.h"
#include "reference.h"

namespace lane_steps {

namespace target = ufsecp::UF_TARGET;
using reference::num;

/* Numbers modulo the group order. */
inline num add(const num &a, const num &b) { return reference::mod_add(a, b, reference::n); }
inline num mul(const num &a, const num &b) { return reference::mod_mul(a, b, reference::n); }
inline num neg(const num &a) { return reference::mod_neg(a, reference::n); }
inline num of_int(int a) {
    return a < 0 ? neg(num(static_cast<uint64_t>(-a))) : num(static_cast<uint64_t>(a));
}

/* A digit as a number. */
inline num of_code(uint8_t code) {
    const target::eisenstein z = target::eisenstein_value(code);
    return add(of_int(z.a), mul(of_int(z.b), num::of_limbs(target::glv_lambda)));
}
/* The codes of the digits that a product adds for a. */
inline std::vector<uint8_t> codes_of(const num &a) {
    target::eisenstein_digits d;
    target::sc5x52x8 k;
    uint8_t a32[8][32] = {};
    a.to_bytes(a32[0]);
    target::sc_set_rows_b32(&k, a32[0], 32);
    target::digits8_set_var(&d, &k);
    std::vector<uint8_t> r;
    for (const auto &code : d.code) r.push_back(code[0]);
    return r;
}
/* What these make of P: the sum begins at 4, and is doubled once before the first. */
inline num product_of(const std::vector<uint8_t> &codes) {
    num sum = num(1);
    for (size_t j = codes.size(); j-- > 0;) sum = add(mul(sum, num(8)), of_code(codes[j]));
    return sum;
}
/* The scalars a whose last addition in a P doubles: a = 2d for the last digit d. */
inline std::vector<num> product_doublings() {
    std::vector<num> r;
    for (int code = 0; code < target::eisenstein_entries << 3; code++) {
        if (target::eisenstein_rotation_of(static_cast<uint8_t>(code)) == 3) continue;
        const num d = of_code(static_cast<uint8_t>(code)), a = add(d, d);
        if (codes_of(a)[0] == code) r.push_back(a);
    }
    return r;
}

/* The table that signing scans, as a comb. */
inline const ufsecp::comb signing_comb = {UF_GEN_WINDOW, ufsecp::gen_windows,
                                          ufsecp::comb_words(ufsecp::gen_table[0]),
                                          ufsecp::gen_offset};

/* An addition for b G: onto sum G the summand G. */
struct step {
    num sum, summand;
};
/* They begin at 0.  The bits of v = b/2 + offset are signed: 1 stands for 1, 0 for -1. */
inline std::vector<step> comb_steps(const num &b,
                                    const ufsecp::comb &c = ufsecp::comb_for_var(SIZE_MAX)) {
    const num v = add(reference::mod_half(b, reference::n), num::of_limbs(c.offset));
    std::vector<step> r;
    num sum;
    for (int i = 0; i < c.windows; i++) {
        int digit = 0;
        for (int bit = c.window * (i + 1); bit-- > c.window * i;)
            digit = 2 * digit + (bit < 256 && v.bit(static_cast<unsigned>(bit)) ? 1 : -1);
        const num summand =
            mul(of_int(digit), num::power_of_2(static_cast<unsigned>(c.window * i)));
        r.push_back({sum, summand});
        sum = add(sum, summand);
    }
    return r;
}
/* The scalars for which the last addition of a comb doubles: what its summand has, the last window
 * or the odd parts, is what all others sum up to.  The difference of both is then an odd multiple
 * of the group order, whose digits are the scalar's but for the signs of the summand's. */
inline std::vector<num> comb_doublings(const ufsecp::comb &c, const target::comb_parts &parts) {
    std::vector<bool> summands; /* of each window */
    for (size_t part = 0; part < parts.count; part++)
        for (int i = parts.first_window(part); i < parts.first_window(part + 1); i++)
            summands.push_back(parts.count == 1 ? i == c.windows - 1 : part % 2 == 1);
    const int extra = c.window * c.windows - 256;
    num half; /* of n, and then of j n for odd j, as signed bits like those of comb_steps */
    for (unsigned bit = 1; bit < 256; bit++)
        if (reference::n.bit(bit)) half = reference::plus(half, num::power_of_2(bit - 1));
    if (extra == 0) half = reference::plus(half, num::power_of_2(255));
    std::vector<num> r;
    for (int j = 1; j <= 1 << extra; j += 2) {
        for (const bool negative : {false, true}) {
            num v;
            for (unsigned bit = 0; bit < 256; bit++)
                if (half.bit(bit) ^ negative ^ summands[bit / (unsigned)c.window])
                    v = reference::plus(v, num::power_of_2(bit));
            const num k = add(v, neg(num::of_limbs(c.offset))), twice = add(k, k);
            num sum[2];
            const std::vector<step> steps = comb_steps(twice, c);
            for (size_t i = 0; i < steps.size(); i++)
                sum[summands[i]] = add(sum[summands[i]], steps[i].summand);
            if (sum[0] == sum[1]) r.push_back(twice);
        }
        half = reference::plus(half, reference::n);
    }
    return r;
}

/* Those for every number of parts that batches have. */
inline std::vector<num> comb_doublings_of_parts(
    const ufsecp::comb &c = ufsecp::comb_for_var(SIZE_MAX)) {
    std::vector<num> r;
    for (size_t count = 1;; count *= 2) {
        const target::comb_parts parts(&c, 1, count);
        if (parts.count < count) return r;
        for (const num &k : comb_doublings(c, parts)) r.push_back(k);
    }
}

/* The t of which a t G and the sum of the step are its summand, or its opposite. */
inline num meeting(const num &a, const step &s, bool opposite) {
    return mul(add(opposite ? neg(s.summand) : s.summand, neg(s.sum)),
               reference::mod_inv(a, reference::n));
}

}  // namespace lane_steps
