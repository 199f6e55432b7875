// k*P in constant time with the least latency: the windows of mul_point_scalar (mul.h) on quads.
//
// An entry of the table is a quad of four coordinates, (3x, 3 beta x, 3y, -3y): 160 bytes that
// serve both halves and both signs, so that one entry is scanned where entries of words would need
// a product after the scan, and entries for each sign twice the scan.
#pragma once
#include "group/add.h"
#include "lanes/point_quad.h"
#include "mult/odd_multiples.h"
#include "mult/tables.h"
#include "scalar/recode.h"

namespace ufsecp::UF_TARGET {

/* table[index], index < entries: every entry is read.
 * time: depends on entries only. */
UF_LANE_OP fe_quad scan_quads(const fe_quad *table, u32 entries, u32 index) {
    /* Lanes that the optimiser cannot know to be equal: for all of them alike it might branch. */
    const u64 even = value_barrier((u64)index), odd = value_barrier(even);
    const vec4 wanted = {even, odd, even, odd};
    fe_quad r{};
    for (u32 j = 0; j < entries; j++) {
        const vec4 keep = (vec4)(wanted == (u64)j);
        unrolled<5>([&](auto i) UF_INLINE_LAMBDA { r.n[i] |= table[j].n[i] & keep; });
    }
    return r;
}

/* r = k p; k = 0 gives infinity; between() is called in the doublings.
 * time: constant.
 * cost: 125 doublings, 52 additions, a table of 16.
 *
 * Sums and summands are those of mul_point_scalar, which proves that none is exceptional before the
 * last window; that every doubling leaves out the sign of both changes nothing there.  The last two
 * additions are complete, and not of quads. */
template <class Between>
UF_INLINE void quad_chain(gej *r, const ge *p, const sc *k, const Between &between) {
    constexpr int w = UF_POINT_WINDOW_CT, windows = 130 / w, entries = 1 << (w - 1);
    static_assert(w * windows == 130);
    secret_array<u64, 6> bits;
    secret_array<ge, entries> odd;
    secret_array<fe_quad, entries> table;
    secret<quad_point> sum;
    secret<gej> last;
    secret<fe> z;
    sc_recode_odd_glv(bits.v, bits.v + 3, k, mul_offset);
    ge_odd_multiples(odd.v, &z, p, entries);
    for (int j = 0; j < entries; j++) table.v[j] = quad_forms(&odd.v[j]);
    /* The summand of a window, negated where the number of doublings has negated the sum. */
    const auto summand = [&](int i, auto half, bool negated) UF_INLINE_LAMBDA {
        const odd_digit d = odd_digit_at(bits.v + 3 * half, 3, w * i, w);
        return quad_summand<half>(scan_quads(table.v, entries, d.index),
                                  negated ? ~d.negative : d.negative);
    };
    quad_set(&sum, summand(windows - 1, constant<0>{}, false));
    bool negated = false;
    for (int i = windows - 1; i > 0;) {
        quad_point s = sum; /* in registers for a window */
        quad_add(&s, summand(i--, constant<1>{}, negated));
        for (int j = 0; j < (i > 0 ? w - 1 : w); j++) quad_dbl(&s, between);
        negated ^= w % 2;
        if (i > 0) quad_dbl_add(&s, summand(i, constant<0>{}, negated), between);
        static_cast<quad_point &>(sum) = s;
    }
    gej_set_quad(r, &sum, negated);
    for (int half = 0; half < 2; half++) {
        quad_set(&sum, half ? summand(0, constant<1>{}, false) : summand(0, constant<0>{}, false));
        gej_set_quad(&last, &sum, false);
        gej_add(r, r, &last);
    }
    fe_mul(&r->z, &r->z, &z);
}

/* r = k p; k = 0 gives infinity.
 * time: constant. */
__attribute__((noinline)) static void mul_point_quad(gej *r, const ge *p, const sc *k) {
    quad_chain(r, p, k, quad_idle{});
}

/* r = k p for a public p that is not whole;
 * out: whether there is such a point. Its multiples are computed without y (ge_set_unlifted);
 * between the levels of the doublings the root is, a squaring at a time. Where there is no point, r
 * is of no use; what is done for it is the same.
 * time: constant. */
__attribute__((noinline)) static mask mul_lift_quad(gej *r, const ge_given *p, const sc *k) {
    ge unlifted;
    fe w;
    fe_power<fe> root;
    ge_set_unlifted(&unlifted, &w, &p->p.x);
    fe_power_begin(&root, &w, root_chain, root_steps);
    quad_chain(r, &unlifted, k, [&]() UF_INLINE_LAMBDA { fe_power_step(&root); });
    fe_power_on(&root, root_squarings);
    const mask exists = fe_is_root(&root.t, &w);
    gej_lift(r, &root.t, mask_of_bit(p->odd));
    return exists;
}

}  // namespace ufsecp::UF_TARGET
