// What the tests of the lane field share: the two oracles, elements with edges in single lanes, and
// what a result must be in every lane.
#pragma once
#include <algorithm>
#include <array>
#include <random>

#include "field/fe4x64.h"
#include "lanes/fe_lanes.h"
#include "lanes.h"
#include "reference.h"

namespace lane_test {

using namespace ufsecp::UF_TARGET;
using rng = std::mt19937_64;
using words = std::array<u64, 4>; /* little-endian, a number below p unless stated */

/* ---- The two oracles. */

struct by_scalar {
    static fe4x64 element(const words &a) {
        fe4x64 r;
        fe_set_limbs64(&r, a.data());
        return r;
    }
    static words number(fe4x64 a) {
        words r;
        fe_normalize(&a);
        fe_get_limbs64(r.data(), &a);
        return r;
    }
    static words add(const words &a, const words &b) {
        fe4x64 x = element(a), y = element(b);
        fe_add(&x, &x, &y);
        return number(x);
    }
    static words sub(const words &a, const words &b) {
        fe4x64 x = element(a), y = element(b);
        fe_sub(&x, &x, &y, 1);
        return number(x);
    }
    static words mul(const words &a, const words &b) {
        fe4x64 x = element(a), y = element(b);
        fe_mul(&x, &x, &y);
        return number(x);
    }
    static words half(const words &a) {
        fe4x64 x = element(a);
        fe_half(&x, &x);
        return number(x);
    }
    /* sum limbs[i] * 2^(52 i). */
    static words value(const u64 *limbs, int count) {
        fe4x64 r = {}, shift = element({(u64)1 << 52});
        for (int i = count; i-- > 0;) {
            const fe4x64 limb = element({limbs[i]});
            fe_mul(&r, &r, &shift);
            fe_add(&r, &r, &limb);
        }
        return number(r);
    }
};

struct by_model {
    static reference::num element(const words &a) { return reference::num::of_limbs(a.data()); }
    static words number(const reference::num &a) {
        words r;
        a.to_limbs(r.data());
        return r;
    }
    static words add(const words &a, const words &b) {
        return number(mod_add(element(a), element(b), reference::p));
    }
    static words sub(const words &a, const words &b) {
        return number(mod_sub(element(a), element(b), reference::p));
    }
    static words mul(const words &a, const words &b) {
        return number(mod_mul(element(a), element(b), reference::p));
    }
    static words half(const words &a) { return number(mod_half(element(a), reference::p)); }
    static words value(const u64 *limbs, int count) {
        words r{};
        for (int i = count; i-- > 0;) r = add(mul(r, {(u64)1 << 52}), {limbs[i]});
        return r;
    }
};

/* ---- Lane elements. */

/* The lane field with long operations called, not inlined: a test that calls each in a hundred
 * places would take minutes to compile. */
template <class V, bool wide = false>
struct fe_n : fe5x52xn<V, wide> {};
#define UF_CALLED                 \
    template <class V, bool wide> \
    __attribute__((noinline))
#define UF_FE fe_n<V, wide>
template <class V, bool wide>
const fe5x52xn<V, wide> *base(const UF_FE *a) {
    return a;
}
template <class V, bool wide>
fe5x52xn<V, wide> *base(UF_FE *r) {
    return r;
}
UF_CALLED void fe_mul(UF_FE *r, const UF_FE *a, const UF_FE *b) {
    fe_mul(base(r), base(a), base(b));
}
UF_CALLED void fe_mul_add(UF_FE *r, const UF_FE *a, const UF_FE *b, const UF_FE *c) {
    fe_mul_add(base(r), base(a), base(b), base(c));
}
UF_CALLED void fe_sqr(UF_FE *r, const UF_FE *a) { fe_sqr(base(r), base(a)); }
UF_CALLED void fe_mul2(UF_FE *r, const UF_FE *a, const UF_FE *b, const UF_FE *c, const UF_FE *d) {
    fe_mul2(base(r), base(a), base(b), base(c), base(d));
}
UF_CALLED void fe_mul_sqr(UF_FE *r, const UF_FE *a, const UF_FE *b, const UF_FE *c) {
    fe_mul_sqr(base(r), base(a), base(b), base(c));
}
UF_CALLED void fe_sqr_add(UF_FE *r, const UF_FE *a, const UF_FE *c) {
    fe_sqr_add(base(r), base(a), base(c));
}
UF_CALLED void fe_sqr_add2(UF_FE *r, const UF_FE *a, const UF_FE *b, const UF_FE *c = nullptr) {
    if (c) fe_sqr_add2(base(r), base(a), base(b), base(c));
    else fe_sqr_add2(base(r), base(a), base(b));
}
UF_CALLED void fe_three_halves(UF_FE *r, const UF_FE *a) { fe_three_halves(base(r), base(a)); }
UF_CALLED void fe_normalize(UF_FE *r) { fe_normalize(base(r)); }
UF_CALLED V fe_is_zero(const UF_FE *a) { return fe_is_zero(base(a)); }
UF_CALLED V fe_equal(const UF_FE *a, const UF_FE *b) { return fe_equal(base(a), base(b)); }
#undef UF_CALLED
#undef UF_FE

constexpr u64 carried_top = ((u64)1 << 48) + (1 << 13); /* limb 4 of a carried product is below */

inline u64 nominal(int i) { return i < 4 ? low52 : low48; }

/* What limb i of an element of magnitude m does not exceed. */
template <bool wide>
u64 greatest_limb(int i, int m, bool carried = false) {
    if (i == 4) return carried && m == 1 ? carried_top - 1 : 2 * (u64)m << 48;
    if (carried) return low52;
    return wide ? (u64)m << 57 : 2 * (u64)m * low52;
}
/* What limb 4 has too much for a value of magnitude m, which is at most 2 m (2^256 - 1). */
inline u64 excess(const u64 limbs[5], int m) {
    const u64 end = 2 * (u64)m << 48;
    u64 carry = 2 * (u64)m - 1;
    for (int i = 0; i < 4; i++) carry = (limbs[i] + carry) >> 52;
    return m == 0 || limbs[4] + carry < end ? 0 : limbs[4] + carry - end + 1;
}
/* Whether limbs are within magnitude m. */
template <bool wide>
bool within(const u64 limbs[5], int m, bool carried) {
    for (int i = 0; i < 5; i++)
        if (limbs[i] > greatest_limb<wide>(i, m, carried)) return false;
    return excess(limbs, m) == 0;
}

template <class V, bool wide>
void lane_of(u64 limbs[5], const fe_n<V, wide> &a, int l) {
    for (int i = 0; i < 5; i++) limbs[i] = a.n[i][l];
}
template <class V, bool wide>
void set_lane(fe_n<V, wide> *r, int l, const u64 limbs[5]) {
    for (int i = 0; i < 5; i++) r->n[i][l] = limbs[i];
}

/* A number below 2^256 as five nominal limbs, which are carried. */
template <class V, bool wide>
void set_lane(fe_n<V, wide> *r, int l, const words &v) {
    u64 limbs[5];
    split_words(limbs, v.data());
    set_lane(r, l, limbs);
    r->carried = true;
}

/* An element, its magnitude, its values. */
template <class V, bool wide = false>
struct operand {
    fe_n<V, wide> e;
    int m;
    words v[lanes<V>];

    template <class Oracle = by_scalar>
    void evaluate() {
        for (int l = 0; l < lanes<V>; l++) {
            u64 limbs[5];
            lane_of(limbs, e, l);
            v[l] = Oracle::value(limbs, 5);
        }
    }
};

inline void random_limbs(u64 limbs[5], rng &g) {
    for (int i = 0; i < 5; i++) limbs[i] = g() & nominal(i);
}

/* Limbs of a carried element, or within magnitude m: at their least, greatest, and between. */
template <bool wide>
void edge_limbs(u64 limbs[5], rng &g, int m, bool carried) {
    const unsigned kind = (unsigned)(g() % 4);
    for (int i = 0; i < 5; i++) {
        const u64 top = greatest_limb<wide>(i, m, carried);
        const u64 choice[] = {
            0, 1, top - 1, top, g() % (top + 1), nominal(i), nominal(i) + (i == 4)};
        limbs[i] = kind == 0 ? top : choice[g() % (kind == 1 ? 2 : 7)];
        if (kind == 2 && g() % 2) limbs[i] = fe52_parts::prime[i]; /* near p */
    }
    if (g() % 16 == 0) { /* near p or 2^256 exactly */
        const u64 wanted = g() % 2 ? fe52_parts::prime[0] : low52;
        for (int i = 1; i < 5; i++) limbs[i] = nominal(i);
        limbs[0] = wanted - 2 + g() % (wanted == low52 ? 3 : 5);
    }
    limbs[4] -= excess(limbs, m);
}

/* An element of magnitude m; ordinary values, but edges in one lane, in all, or in none. */
template <class V, bool wide>
void make(operand<V, wide> *r, rng &g, int m) {
    const bool carried = m <= 2 && g() % 2;
    const int which = (int)(g() % (u64)(lanes<V> + 2));
    for (int l = 0; l < lanes<V>; l++) {
        u64 limbs[5];
        if (which == l || which == lanes<V>) edge_limbs<wide>(limbs, g, m, carried);
        else random_limbs(limbs, g);
        set_lane(&r->e, l, limbs);
    }
    r->e.carried = carried;
    r->m = m;
    r->evaluate();
}

/* Every lane the greatest limbs of magnitude m. */
template <class V, bool wide>
operand<V, wide> greatest(int m) {
    operand<V, wide> r;
    u64 limbs[5];
    for (int i = 0; i < 5; i++) limbs[i] = greatest_limb<wide>(i, m);
    limbs[4] -= excess(limbs, m);
    for (int i = 0; i < 5; i++) r.e.n[i] = vec_set1<V>(limbs[i]);
    r.e.carried = false;
    r.m = m;
    r.evaluate();
    return r;
}

/* ---- What an operation must give. */

inline void print_limbs(const char *name, const u64 limbs[5]) {
    printf("  %s", name);
    for (int i = 0; i < 5; i++) printf(" %llx", (unsigned long long)limbs[i]);
    printf("\n");
}

template <class... Inputs>
void print_failure(const char *what, int line, int l, const u64 limbs[5], const Inputs *...inputs) {
    printf("line %d: %s, lane %d\n", line, what, l);
    print_limbs("result", limbs);
    (
        [&](const auto &input) {
            u64 n[5];
            lane_of(n, input.e, l);
            print_limbs(input.e.carried ? "carried" : "operand", n);
        }(*inputs),
        ...);
}

/* r has the values want, within magnitude m; the rest of the line tells a failure's inputs. */
template <class Oracle, class V, bool wide, class... Inputs>
void expect(const char *what, int line, const fe_n<V, wide> &r, int m, const words *want,
            const Inputs *...inputs) {
    for (int l = 0; l < lanes<V>; l++) {
        u64 limbs[5];
        lane_of(limbs, r, l);
        const bool ok = within<wide>(limbs, m, r.carried) && Oracle::value(limbs, 5) == want[l];
        if (lane_test::failed(ok)) print_failure(what, line, l, limbs, inputs...);
    }
}

/* r is carried and of magnitude 1. */
template <class Oracle, class V, bool wide, class... Inputs>
void expect_carried(const char *what, int line, const fe_n<V, wide> &r, const words *want,
                    const Inputs *...inputs) {
    LANE_CHECK(r.carried, "line %d: %s", line, what);
    expect<Oracle>(what, line, r, 1, want, inputs...);
}

/* r is a product: carried, or if wide to be so by a carry. */
template <class Oracle, class V, bool wide, class... Inputs>
void expect_product(const char *what, int line, fe_n<V, wide> r, const words *want,
                    const Inputs *...inputs) {
    if (wide) {
        for (int l = 0; l < lanes<V>; l++) {
            u64 limbs[5];
            lane_of(limbs, r, l);
            if (lane_test::failed(within<wide>(limbs, 1, r.carried)))
                print_failure(what, line, l, limbs, inputs...);
        }
        fe_carry(&r);
    }
    expect_carried<Oracle>(what, line, r, want, inputs...);
}

/* r is normalized: nominal limbs whose number is want itself, which is below p. */
template <class V, bool wide, class... Inputs>
void expect_normalized(const char *what, int line, const fe_n<V, wide> &r, const words *want,
                       const Inputs *...inputs) {
    V packed[4];
    fe_pack(packed, &r);
    for (int l = 0; l < lanes<V>; l++) {
        u64 limbs[5];
        lane_of(limbs, r, l);
        bool ok = r.carried;
        for (int i = 0; i < 5; i++) ok = ok && limbs[i] <= nominal(i);
        for (int i = 0; i < 4; i++) ok = ok && packed[i][l] == want[l][(size_t)i];
        if (lane_test::failed(ok)) print_failure(what, line, l, limbs, inputs...);
    }
}

template <class V>
void expect_mask(const char *what, int line, const V &m, const bool *want) {
    for (int l = 0; l < lanes<V>; l++)
        LANE_CHECK(m[l] == (want[l] ? ~(u64)0 : 0), "line %d: %s, lane %d", line, what, l);
}

template <int n, class F>
void each(words (&r)[n], F f) {
    for (int l = 0; l < n; l++) r[l] = f(l);
}

}  // namespace lane_test
