// Modular inverse in constant time, for any odd modulus below 2^256: Bernstein-Yang division steps
// ("safegcd").
//
// The state is f, g (gcd side) and d, e (cofactor side) with  f = d*a, g = e*a (mod m),  from f =
// m, g = a, d = 0, e = 1. A step, with delta = 1/2 at first, is
//     delta > 0 and g odd:  (delta, f, g) = (1 - delta, g, (g - f)/2)
//     g odd:                (delta, f, g) = (1 + delta, f, (g + f)/2)
//     g even:               (delta, f, g) = (1 + delta, f, g/2)
// With this start 590 steps bring every g of 256 bits to 0 and f to +-1 (the published convex hull
// bound for 256-bit inputs). Steps depend on the low bits of f, g only, so W or fewer of them are
// collected in a 2x2 matrix from one word each, and the matrix is then applied to f, g, d, e in
// signed limbs of W bits: W = 62 with a 128-bit integer, else W = 30.
//
// Reference: Bernstein, Yang, "Fast constant-time gcd computation and modular inversion", TCHES
// 2019.
#pragma once
#include "base/check.h"
#include "base/ct.h"

namespace ufsecp::UF_TARGET {

template <int W>
struct modinv_limbs;
template <>
struct modinv_limbs<30> {
    using word = u32;
    using limb = i32;
    using wide = i64;
    static constexpr int count = 9;
};
#ifdef UF_INT128
template <>
struct modinv_limbs<62> {
    using word = u64;
    using limb = i64;
    using wide = i128;
    static constexpr int count = 5;
};
#endif

/* A signed number, sum of v[i] * 2^(W*i). */
template <int W>
struct modinv_num {
    typename modinv_limbs<W>::limb v[modinv_limbs<W>::count];
};

/* 2^W times a product of step matrices: (f, g) becomes (u*f + v*g, q*f + r*g) / 2^W.  |u| + |v| <=
 * 2^W, |q| + |r| <= 2^W. */
template <int W>
struct modinv_matrix {
    typename modinv_limbs<W>::limb u, v, q, r;
};

/* The W bits of x from bit offset on. */
template <int W>
constexpr u64 modinv_bits(const u64 x[4], int offset) {
    int i = offset >> 6, s = offset & 63;
    if (i > 3) return 0;
    u64 w = x[i] >> s;
    if (s + W > 64 && i < 3) w |= x[i + 1] << (64 - s);
    return w & (((u64)1 << W) - 1);
}

/* An odd modulus m < 2^256, written 2^256 - c: for the moduli of this curve most limbs of c are
 * zero, and with a constant modulus their products vanish at compile time. */
template <int W>
struct modinv_modulus_of {
    using limb = typename modinv_limbs<W>::limb;
    modinv_num<W> m{};
    u64 negative_inverse = 1; /* -1/m mod 2^64 */

    constexpr explicit modinv_modulus_of(const u64 x[4]) {
        u64 c[4]{};
        u64 carry = 1;
        for (int i = 0; i < 4; i++) c[i] = ~x[i] + carry, carry = carry & (c[i] == 0);
        constexpr int n = modinv_limbs<W>::count;
        for (int i = 0; i < n; i++) m.v[i] = (limb)(0 - (i64)modinv_bits<W>(c, i * W));
        m.v[n - 1] += (limb)((limb)1 << (256 - (n - 1) * W));
        for (int i = 0; i < 6; i++) negative_inverse *= 2 + x[0] * negative_inverse;
    }
};

/* r = a as limbs in [0, 2^W).
 * time: constant. */
template <int W>
static inline void modinv_from_u64(modinv_num<W> *r, const u64 a[4]) {
    for (int i = 0; i < modinv_limbs<W>::count; i++)
        r->v[i] = (typename modinv_limbs<W>::limb)modinv_bits<W>(a, i * W);
}

/* (f, g) = t * (f, g), both divisible, in len limbs.  The top limb keeps the sign, the others are
 * in [0, 2^W).
 * time: depends on len only. */
template <int W>
UF_SPEED_INLINE void modinv_update_fg(modinv_num<W> *f, modinv_num<W> *g, int len,
                                      const modinv_matrix<W> *t) {
    using L = modinv_limbs<W>;
    using wide = typename L::wide;
    using limb = typename L::limb;
    constexpr limb low = (limb)(((typename L::word)1 << W) - 1);
    const wide u = t->u, v = t->v, q = t->q, r = t->r;
    wide cf = u * f->v[0] + v * g->v[0];
    wide cg = q * f->v[0] + r * g->v[0];
    UF_CHECK(((limb)cf & low) == 0 && ((limb)cg & low) == 0);
    cf >>= W, cg >>= W;
    UF_SPEED_UNROLL(9)
    for (int i = 1; i < len; i++) {
        cf += u * f->v[i] + v * g->v[i];
        cg += q * f->v[i] + r * g->v[i];
        f->v[i - 1] = (limb)cf & low;
        g->v[i - 1] = (limb)cg & low;
        cf >>= W, cg >>= W;
    }
    f->v[len - 1] = (limb)cf;
    g->v[len - 1] = (limb)cg;
}

/* The multiple of m, in [-2^(W-1), 2^(W-1)), that clears the low W bits of x.
 * time: constant. */
template <int W>
static inline typename modinv_limbs<W>::limb modinv_clear(typename modinv_limbs<W>::word x,
                                                          const modinv_modulus_of<W> *m) {
    using L = modinv_limbs<W>;
    constexpr int up = (int)sizeof(typename L::word) * 8 - W;
    return (typename L::limb)((x * (typename L::word)m->negative_inverse) << up) >> up;
}

/* (d, e) = t * (d, e) mod m: a multiple of m, at most m/2 after the division, is added to make each
 * divisible.  So |d| and |e| grow by at most m/2 in a call, from 1: after n calls they are below (n
 * + 1) * m/2, which has W*count - 256 > 10 bits of room.
 * time: constant. */
template <int W>
UF_SPEED_INLINE void modinv_update_de(modinv_num<W> *d, modinv_num<W> *e, const modinv_matrix<W> *t,
                                      const modinv_modulus_of<W> *m) {
    using L = modinv_limbs<W>;
    using wide = typename L::wide;
    using limb = typename L::limb;
    using word = typename L::word;
    constexpr limb low = (limb)(((word)1 << W) - 1);
    const wide u = t->u, v = t->v, q = t->q, r = t->r;
    wide cd = u * d->v[0] + v * e->v[0];
    wide ce = q * d->v[0] + r * e->v[0];
    const wide kd = modinv_clear<W>((word)cd, m);
    const wide ke = modinv_clear<W>((word)ce, m);
    cd += kd * m->m.v[0], ce += ke * m->m.v[0];
    UF_CHECK(((limb)cd & low) == 0 && ((limb)ce & low) == 0);
    cd >>= W, ce >>= W;
    UF_SPEED_UNROLL(9)
    for (int i = 1; i < L::count; i++) {
        cd += u * d->v[i] + v * e->v[i] + kd * m->m.v[i];
        ce += q * d->v[i] + r * e->v[i] + ke * m->m.v[i];
        d->v[i - 1] = (limb)cd & low;
        e->v[i - 1] = (limb)ce & low;
        cd >>= W, ce >>= W;
    }
    d->v[L::count - 1] = (limb)cd;
    e->v[L::count - 1] = (limb)ce;
}

/* out = (u*d + v*e + k*m) / 2^W with k in [64, 2^W + 64).
 * time: constant. */
template <int W>
UF_SPEED_INLINE void modinv_combine(modinv_num<W> *out, const modinv_num<W> *d,
                                    const modinv_num<W> *e, typename modinv_limbs<W>::limb du,
                                    typename modinv_limbs<W>::limb ev,
                                    const modinv_modulus_of<W> *m) {
    using L = modinv_limbs<W>;
    using wide = typename L::wide;
    using limb = typename L::limb;
    using word = typename L::word;
    constexpr limb low = (limb)(((word)1 << W) - 1);
    const wide u = du, v = ev;
    wide c = u * d->v[0] + v * e->v[0];
    const word x = (word)c * (word)m->negative_inverse;
    const wide k = (wide)(limb)((x - 64) & (word)low) + 64;
    c += k * m->m.v[0];
    UF_CHECK(((limb)c & low) == 0);
    c >>= W;
    UF_SPEED_UNROLL(9)
    for (int i = 1; i < L::count; i++) {
        c += u * d->v[i] + v * e->v[i] + k * m->m.v[i];
        out->v[i - 1] = (limb)c & low;
        c >>= W;
    }
    out->v[L::count - 1] = (limb)c;
}

/* r = sign * d / 2^W mod m, canonical.
 * in: |d| < 60*m; sign is 1 or -1.
 * sign*d + k*m is positive because k >= 64, and its 2^W-th part is below m + 130*m/2^W < 2*m: one
 * subtraction finishes.
 * time: constant. */
template <int W>
UF_SPEED_INLINE void modinv_finish(u64 r[4], const modinv_num<W> *d,
                                   typename modinv_limbs<W>::limb sign,
                                   const modinv_modulus_of<W> *m) {
    using L = modinv_limbs<W>;
    using limb = typename L::limb;
    constexpr limb low = (limb)(((typename L::word)1 << W) - 1);
    constexpr int n = L::count;
    modinv_num<W> a{}, b{};
    modinv_combine<W>(&a, d, d, sign, 0, m);
    limb borrow = 0;
    UF_SPEED_UNROLL(9)
    for (int i = 0; i < n; i++) {
        limb t = a.v[i] - m->m.v[i] + borrow;
        borrow = t >> W;
        b.v[i] = i < n - 1 ? t & low : t;
    }
    UF_CHECK(a.v[n - 1] >= 0);
    const limb keep = value_barrier((limb)(b.v[n - 1] >> (sizeof(limb) * 8 - 1)));
    u64 out[4] = {0, 0, 0, 0};
    UF_SPEED_UNROLL(9)
    for (int i = 0; i < n; i++) {
        const u64 x = (u64)(b.v[i] ^ (keep & (a.v[i] ^ b.v[i])));
        const int at = i * W >> 6, s = i * W & 63;
        out[at] |= x << s;
        if (s + W > 64 && at < 3) out[at + 1] |= x >> (64 - s);
    }
    for (int i = 0; i < 4; i++) r[i] = out[i];
}

#ifdef UF_INT128

#if defined(__x86_64__) && !defined(UF_CT_MSAN) && !defined(UF_NO_ASM)
#define UF_MODINV_ASM 1
/* s: g's next row if g is odd; w: z's next value in a swap; t: 1 if delta > 0. */
#define UF_STEP                \
    "leaq (%[f],%[g]), %[s]\n" \
    "movq %[g], %[t]\n"        \
    "subq %[f], %[t]\n"        \
    "decq %[z]\n"              \
    "cmovsq %[t], %[s]\n"      \
    "movq %[z], %[w]\n"        \
    "notq %[w]\n"              \
    "movq %[z], %[t]\n"        \
    "shrq $63, %[t]\n"         \
    "testq %[g], %[t]\n"       \
    "cmovnzq %[g], %[f]\n"     \
    "cmovnzq %[w], %[z]\n"     \
    "testb $1, %b[g]\n"        \
    "cmovnzq %[s], %[g]\n"     \
    "sarq %[g]\n"
#endif

/* 10*n steps on packed rows.  A row holds three numbers, low - 2^21*a - 2^42*b, where low is the
 * low part of f or g as a signed number below 2^20 and a, b are its matrix row times 2^20, in
 * (-2^20, 2^20]: a row operation is then ONE addition, and the halving of g's row is exact for all
 * three as long as n <= 2.  z = -(delta + 1/2) + 1: negative after its decrement if delta > 0.
 * time: depends on n only. */
static inline i64 modinv62_steps_packed(i64 *row_f, i64 *row_g, i64 z, int n) {
    i64 f = *row_f, g = *row_g;
#ifdef UF_MODINV_ASM
    i64 s, t, w;
    __asm__("1:\n"
            /* Not by .rept: in its text macOS's assembler takes $1 for an argument. */
            UF_STEP UF_STEP UF_STEP UF_STEP UF_STEP UF_STEP UF_STEP UF_STEP UF_STEP UF_STEP
            "decl %[n]\n"
            "jnz 1b\n"
            : [f] "+r"(f), [g] "+r"(g), [z] "+r"(z), [n] "+r"(n), [s] "=&r"(s), [t] "=&r"(t),
              [w] "=&r"(w)
            :
            : "cc");
#undef UF_STEP
#else
    for (int i = 0; i < 10 * n; i++) {
        z--;
        const i64 swap_if_odd = value_barrier(z >> 63);
        const i64 odd = value_barrier(-(g & 1));
        const i64 swap = swap_if_odd & odd;
        const i64 next = g + (((f ^ swap_if_odd) - swap_if_odd) & odd);
        f += next & swap; /* f + (g - f) */
        z ^= swap;
        g = next >> 1;
    }
#endif
    *row_f = f;
    *row_g = g;
    return z;
}

/* The matrix, times 2^20, of 10*n steps from the low words f, g; n is 1 or 2.
 * time: depends on n only. */
static inline i64 modinv62_chunk(modinv_matrix<62> *t, u64 f, u64 g, i64 z, int n) {
    constexpr i64 low20 = ((i64)1 << 20) - 1, low21 = ((i64)1 << 21) - 1, one = (i64)1 << 20;
    i64 rf = ((i64)f & low20) - ((i64)1 << 41);
    i64 rg = ((i64)g & low20) - ((i64)1 << 62);
    z = modinv62_steps_packed(&rf, &rg, z, n);
    const i64 hf = ((rf + one) >> 21) + one, hg = ((rg + one) >> 21) + one;
    t->u = one - (hf & low21);
    t->v = -(hf >> 21);
    t->q = one - (hg & low21);
    t->r = -(hg >> 21);
    return z;
}

static inline modinv_matrix<62> modinv62_product(const modinv_matrix<62> *a,
                                                 const modinv_matrix<62> *b) {
    return {a->u * b->u + a->v * b->q, a->u * b->v + a->v * b->r, a->q * b->u + a->r * b->q,
            a->q * b->v + a->r * b->r};
}

/* The matrix, times 2^62, of 40 + 10*n steps.
 * time: depends on n only. */
static inline i64 modinv62_steps(modinv_matrix<62> *t, u64 f, u64 g, i64 z, int n) {
    modinv_matrix<62> a, b, c;
    z = modinv62_chunk(&a, f, g, z, 2);
    u64 f1 = ((u64)a.u * f + (u64)a.v * g) >> 20, g1 = ((u64)a.q * f + (u64)a.r * g) >> 20;
    z = modinv62_chunk(&b, f1, g1, z, 2);
    f = ((u64)b.u * f1 + (u64)b.v * g1) >> 20, g = ((u64)b.q * f1 + (u64)b.r * g1) >> 20;
    z = modinv62_chunk(&c, f, g, z, n);
    b = modinv62_product(&b, &a);
    c = modinv62_product(&c, &b);
    *t = {c.u * 4, c.v * 4, c.q * 4, c.r * 4};
    return z;
}

/* r = 1/a mod m; 0 gives 0.
 * in: a < m.
 * time: constant.
 * alias: r may be a.
 * 590 steps: nine batches of 60 and one of 50. The division by 2^62 of the first batch is left to
 * the end. */
UF_SPEED_INLINE void modinv62(u64 r[4], const u64 a[4], const modinv_modulus_of<62> *m) {
    modinv_matrix<62> t;
    modinv_num<62> f = m->m, g;
    modinv_from_u64<62>(&g, a);
    i64 z = modinv62_steps(&t, (u64)f.v[0], (u64)g.v[0], 0, 2);
    modinv_num<62> d{{t.v, 0, 0, 0, 0}}, e{{t.r, 0, 0, 0, 0}};
    modinv_update_fg<62>(&f, &g, 5, &t);
    for (int i = 1; i < 9; i++) {
        z = modinv62_steps(&t, (u64)f.v[0], (u64)g.v[0], z, 2);
        modinv_update_fg<62>(&f, &g, 5, &t);
        modinv_update_de<62>(&d, &e, &t, m);
    }
    modinv62_steps(&t, (u64)f.v[0], (u64)g.v[0], z, 1);
    /* The last f is 1 or -1 (m, if a is 0: then d is 0), so two bits of it tell which. */
    const u64 f0 = (u64)(((i128)t.u * f.v[0] + (i128)t.v * g.v[0]) >> 62) + (u64)t.u * (u64)f.v[1] +
                   (u64)t.v * (u64)g.v[1];
    modinv_combine<62>(&d, &d, &e, t.u, t.v, m);
    modinv_finish<62>(r, &d, 1 - (i64)(f0 & 2), m);
}
#endif

/* The matrix, times 2^30, of 30 steps; z as in modinv62_steps_packed.
 * time: constant. */
static inline i32 modinv30_steps(modinv_matrix<30> *t, u32 f, u32 g, i32 z) {
    /* f's row doubles instead of g's being halved; unsigned, to wrap. */
    u32 u = 1, v = 0, q = 0, r = 1;
    for (int i = 0; i < 30; i++) {
        z--;
        const u32 swap_if_odd = (u32)value_barrier(z >> 31);
        const u32 odd = value_barrier(0 - (g & 1));
        const u32 swap = swap_if_odd & odd;
        g += ((f ^ swap_if_odd) - swap_if_odd) & odd;
        q += ((u ^ swap_if_odd) - swap_if_odd) & odd;
        r += ((v ^ swap_if_odd) - swap_if_odd) & odd;
        f += g & swap;
        u += q & swap;
        v += r & swap;
        z ^= (i32)swap;
        g >>= 1;
        u <<= 1;
        v <<= 1;
    }
    *t = {(i32)u, (i32)v, (i32)q, (i32)r};
    return z;
}

/* r = 1/a mod m; 0 gives 0.
 * in: a < m.
 * time: constant.
 * alias: r may be a. 20 batches of 30 steps. */
UF_SPEED_INLINE void modinv30(u64 r[4], const u64 a[4], const modinv_modulus_of<30> *m) {
    modinv_matrix<30> t;
    modinv_num<30> f = m->m, g;
    modinv_from_u64<30>(&g, a);
    i32 z = modinv30_steps(&t, (u32)f.v[0], (u32)g.v[0], 0);
    modinv_num<30> d{{t.v}}, e{{t.r}};
    modinv_update_fg<30>(&f, &g, 9, &t);
    for (int i = 1; i < 20; i++) {
        z = modinv30_steps(&t, (u32)f.v[0], (u32)g.v[0], z);
        modinv_update_fg<30>(&f, &g, 9, &t);
        modinv_update_de<30>(&d, &e, &t, m);
    }
    modinv_finish<30>(r, &d, 1 - (i32)(f.v[0] & 2), m);
}

#ifdef UF_INT128
using modinv_modulus = modinv_modulus_of<62>;
#else
using modinv_modulus = modinv_modulus_of<30>;
#endif

/* r = 1/a mod m; 0 gives 0.
 * in: a < m.
 * out: below m.
 * time: constant.
 * alias: r may be a. With a constant *m the products with its zero limbs vanish. */
UF_SPEED_INLINE void modinv(u64 r[4], const u64 a[4], const modinv_modulus *m) {
#ifdef UF_INT128
    modinv62(r, a, m);
#else
    modinv30(r, a, m);
#endif
}

}  // namespace ufsecp::UF_TARGET
