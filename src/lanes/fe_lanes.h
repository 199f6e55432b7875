// The lane field: eight (fe5x52x8) or four (fe5x52x4) elements side by side, five limbs of 52 bits
// each, one limb of all lanes in one vector.  Constant time.
//
// The contract is field.h's, with lanes of all ones or zero where that has mask, and these
// invariants:
//   - Every limb is non-negative; magnitude M bounds limbs 0-3 as in fe5x52, and limb 4 by the
//     value, at most 2 M (2^256 - 1).  So values of magnitude 8 lie below 2^260: five digits of 52
//     bits, which is what the multiply-add can read.  Hence no operand of a product exceeds 8, in
//     the fused forms either; what fe_sqr_add adds may.
//   - A product, its operands' limbs carried, has limbs 0-3 below 2^52 ("carried") and limb 4 below
//     2^48 + 2^13.  Sums are not carried; `carried` notes at compile time (it is a constant after
//     inlining) which operand a multiplication must carry first.  Carried limbs there keep their
//     upper bits: the multiply-add does not see them.
//   - Elements of the type `wide` spare most carries: a product without a summand is not carried
//     either, but left to what uses it, and sums need no carry.  There a magnitude M bounds the
//     value by 2 M (2^256 - 1) and limbs 0-3 by M 2^57.
#pragma once
#include "lanes/vec.h"

/* Whether kernels_x64_fma.S stands for what else is C++. */
#if defined(UF_HAVE_FMA_KERNELS) && UF_VEC_FMA == 256 && !defined(UF_VERIFY)
#define UF_FMA_KERNELS 1
#endif

namespace ufsecp::UF_TARGET {

template <class V, bool wide = false>
struct fe5x52xn {
    V n[5];
    bool carried;
};
using fe5x52x8 = fe5x52xn<vec8>;
using fe5x52x4 = fe5x52xn<vec4>;

/* A lane element at rest: carried, without the note. */
template <class V>
struct fe_lanes {
    V n[5];
};

namespace lane_field {
inline constexpr u64 prime[5] = {low52 - 0x1000003D0, low52, low52, low52, low48};
inline constexpr u64 fold256 = 0x1000003D1;  /* 2^256 mod p */
inline constexpr u64 fold260 = 0x1000003D10; /* 2^260 mod p */
}  // namespace lane_field

#define UF_FIELD_LANES            \
    template <class V, bool wide> \
    UF_LANE_OP
#define UF_FE fe5x52xn<V, wide>

UF_FIELD_LANES void fe_load(UF_FE *r, const fe_lanes<V> *a) {
    unrolled<5>([&](auto i) UF_INLINE_LAMBDA { r->n[i] = a->n[i]; });
    r->carried = true;
}

/* From one unit of a, for kernels that take its units in turn; such an fe_store is the way back. */
UF_FIELD_LANES void fe_load(UF_FE *r, const fe_lanes<vec8> *a, int unit) {
    unrolled<5>([&](auto i) UF_INLINE_LAMBDA {
        memcpy(&r->n[i], reinterpret_cast<const V *>(&a->n[i]) + unit, sizeof(V));
    });
    r->carried = true;
}

UF_FIELD_LANES void fe_set_int(UF_FE *r, u32 a) { *r = {{vec_set1<V>(a)}, true}; }
UF_FIELD_LANES void fe_set_one(UF_FE *r) { fe_set_int(r, 1); }

/* Every lane the value of the little-endian limbs a. */
UF_FIELD_LANES void fe_set1_limbs64(UF_FE *r, const u64 a[4]) {
    u64 digit[5];
    split_words(digit, a);
    for (int i = 0; i < 5; i++) r->n[i] = vec_set1<V>(digit[i]);
    r->carried = true;
}

/* From and to four words by lanes (little-endian, 64 bits each).  Unpacking takes any value below
 * 2^256; packing takes an element whose limbs are nominal (normalized, or fe_fold_top). */
UF_FIELD_LANES void fe_unpack(UF_FE *r, const V a[4]) {
    split_words(r->n, a);
    r->carried = true;
}
UF_FIELD_LANES void fe_pack(V r[4], const UF_FE *a) { join_words(r, a->n); }

/* From eight rows of 32 bytes, row l at b32 + l * stride; returns the lanes with values below p. */
UF_INLINE vec8 fe_set_rows_b32(fe5x52x8 *r, const u8 *b32, size_t stride) {
    vec8 w[4];
    vec_load_rows_b32(w, b32, stride);
    fe_unpack(r, w);
    return (vec8)((w[1] & w[2] & w[3]) != vec_set1<vec8>(~(u64)0)) |
           (vec8)(w[0] < vec_set1<vec8>(0xFFFFFFFEFFFFFC2F));
}

UF_FIELD_LANES void fe_carry(UF_FE *r) {
    unrolled<4>([&](auto i) UF_INLINE_LAMBDA {
        r->n[i + 1] += r->n[i] >> 52;
        r->n[i] &= low52;
    });
    r->carried = true;
}

/* Folds what lies above 2^256 once.  Carried in, below 2^256 and nominal limbs out: what is folded
 * is 0 or 1, and where it is 1 the rest was below 2^222.  Any magnitude in, carried out. */
UF_FIELD_LANES void fe_fold_top(UF_FE *r) {
    const V top = r->n[4] >> 48;
    r->n[4] &= low48;
    r->n[0] = madd52_short<lane_field::fold256>(r->n[0], top);
    fe_carry(r);
}
UF_FIELD_LANES void fe_normalize_weak(UF_FE *r) {
    fe_carry(r);
    fe_fold_top(r);
}

/* Into memory, carried. */
UF_FIELD_LANES void fe_store(fe_lanes<V> *r, const UF_FE *a) {
    UF_FE t = *a;
    if (!t.carried) fe_normalize_weak(&t);
    unrolled<5>([&](auto i) UF_INLINE_LAMBDA { r->n[i] = t.n[i]; });
}

UF_FIELD_LANES void fe_store(fe_lanes<vec8> *r, const UF_FE *a, int unit) {
    fe_lanes<V> t;
    fe_store(&t, a);
    unrolled<5>([&](auto i) UF_INLINE_LAMBDA {
        memcpy(reinterpret_cast<V *>(&r->n[i]) + unit, &t.n[i], sizeof(V));
    });
}

/* The one value below p, nominal limbs. */
UF_FIELD_LANES void fe_normalize(UF_FE *r) {
    using namespace lane_field;
    fe_normalize_weak(r);
    fe_fold_top(r);
    const V large = (V)(r->n[0] >= vec_set1<V>(prime[0])) &
                    (V)((r->n[1] & r->n[2] & r->n[3]) == vec_set1<V>(low52)) &
                    (V)(r->n[4] == vec_set1<V>(low48));
    r->n[0] += large & fold256;
    fe_carry(r);
    r->n[4] &= low48;
}
UF_FIELD_LANES V fe_is_zero(const UF_FE *a) {
    UF_FE t = *a;
    fe_normalize(&t);
    return (V)((t.n[0] | t.n[1] | t.n[2] | t.n[3] | t.n[4]) == V{});
}
/* Bit 0 of a normalized element as all ones or zero. */
UF_FIELD_LANES V fe_is_odd(const UF_FE *a) { return V{} - (a->n[0] & 1); }

UF_FIELD_LANES void fe_add(UF_FE *r, const UF_FE *a, const UF_FE *b) {
    unrolled<5>([&](auto i) UF_INLINE_LAMBDA { r->n[i] = a->n[i] + b->n[i]; });
    r->carried = false;
}
/* Limb i of the multiple of p from which an element of magnitude m is taken limb by limb; where
 * that is wide, limbs 0-3 are made so by borrowing from the next. */
template <bool wide>
constexpr u64 fe_lanes_bias(int i, int m) {
    const u64 share = wide ? 30 * (u64)m : 0; /* with 2 p, 2^57 for each unit of m */
    return 2 * ((u64)m + 1) * lane_field::prime[i] + (i < 4 ? share << 52 : 0) - (i ? share : 0);
}
UF_FIELD_LANES void fe_sub(UF_FE *r, const UF_FE *a, const UF_FE *b, int mb) {
    unrolled<5>([&](auto i) UF_INLINE_LAMBDA {
        r->n[i] = a->n[i] + (fe_lanes_bias<wide>(i, mb) - b->n[i]);
    });
    r->carried = false;
}
UF_FIELD_LANES void fe_neg(UF_FE *r, const UF_FE *a, int ma) {
    unrolled<5>([&](auto i) UF_INLINE_LAMBDA { r->n[i] = fe_lanes_bias<wide>(i, ma) - a->n[i]; });
    r->carried = false;
}
UF_FIELD_LANES V fe_equal(const UF_FE *a, const UF_FE *b) {
    UF_FE t = *a, u = *b;
    fe_normalize_weak(&u);
    fe_sub(&t, &t, &u, 1);
    return fe_is_zero(&t);
}
UF_FIELD_LANES void fe_mul_int(UF_FE *r, const UF_FE *a, int k) {
    UF_FE t = *a, sum{};
    for (; k > 0; k >>= 1) {
        for (int i = 0; i < 5; i++) {
            if (k & 1) sum.n[i] += t.n[i];
            t.n[i] += t.n[i];
        }
    }
    *r = sum;
}
UF_FIELD_LANES void fe_half(UF_FE *r, const UF_FE *a) {
    const V odd = V{} - (a->n[0] & 1);
    V t[5];
    for (int i = 0; i < 5; i++) t[i] = a->n[i] + (odd & lane_field::prime[i]);
    for (int i = 0; i < 4; i++) r->n[i] = (t[i] >> 1) + ((t[i + 1] & 1) << 51);
    r->n[4] = t[4] >> 1;
    r->carried = false;
}
UF_FIELD_LANES void fe_cmov(UF_FE *r, const UF_FE *a, V m) {
    unrolled<5>([&](auto i) UF_INLINE_LAMBDA { r->n[i] = vec_select(m, a->n[i], r->n[i]); });
    r->carried = r->carried && a->carried;
}

/* r = m ? -r : r.  in: 1.  out: 2. */
UF_FIELD_LANES void fe_cond_neg(UF_FE *r, V m) {
    UF_FE minus;
    fe_neg(&minus, r, 1);
    fe_cmov(r, &minus, m);
}

/* r = 3/2 a, carried.  in: 1. */
UF_FIELD_LANES void fe_three_halves(UF_FE *r, const UF_FE *a) {
    constexpr u64 bit51 = (u64)1 << 51;
    const V odd = V{} - (a->n[0] & 1);
    V t[5];
    unrolled<5>([&](auto i) UF_INLINE_LAMBDA {
        t[i] = a->n[i] + a->n[i] + a->n[i] + (odd & lane_field::prime[i]);
    });
    unrolled<4>([&](auto i) UF_INLINE_LAMBDA { t[i + 1] += t[i] >> 52; });
    unrolled<4>([&](auto i) UF_INLINE_LAMBDA {
        r->n[i] = (t[i] >> 1 & (bit51 - 1)) | (t[i + 1] << 51 & bit51);
    });
    r->n[4] = t[4] >> 1;
    r->carried = true;
}

/* Limbs whose low 52 bits are the digits. */
UF_FIELD_LANES void fe_digits(V d[5], const UF_FE *a) {
    unrolled<5>([&](auto i) UF_INLINE_LAMBDA { d[i] = a->n[i]; });
    if (!a->carried) unrolled<4>([&](auto i) UF_INLINE_LAMBDA { d[i + 1] += d[i] >> 52; });
}

/* c += a*b: 25 products of digits, high columns first, which the reduction reads first. */
template <class V>
UF_LANE_OP void fe_columns_mul(V c[10], const V a[5], const V b[5]) {
    unrolled<10>([&](auto step) UF_INLINE_LAMBDA {
        constexpr int k = step < 5 ? 9 - step : step - 5;
        unrolled<5>([&](auto i) UF_INLINE_LAMBDA {
            if constexpr (k - i >= 0 && k - i < 5) c[k] = madd52lo(c[k], a[i], b[k - i]);
            if constexpr (k - i >= 1 && k - i < 6) c[k] = madd52hi(c[k], a[i], b[k - 1 - i]);
        });
    });
}

/* c = a^2 + 2 b + d, where b and d are not NULL: 15 products; those off the diagonal are summed
 * first, on top of b, and doubled. */
template <class V>
UF_LANE_OP void fe_columns_sqr(V c[10], const V a[5], const V *b = nullptr, const V *d = nullptr) {
    unrolled<10>([&](auto step) UF_INLINE_LAMBDA {
        constexpr int k = step < 5 ? 9 - step : step - 5;
        V sum{};
        if (k < 5 && b) sum = b[k];
        unrolled<5>([&](auto i) UF_INLINE_LAMBDA {
            if constexpr (k - i > i && k - i < 5) sum = madd52lo(sum, a[i], a[k - i]);
            if constexpr (k - 1 - i > i && k - i < 6) sum = madd52hi(sum, a[i], a[k - 1 - i]);
        });
        sum += sum;
        if (k < 5 && d) sum += d[k];
        if constexpr (k % 2 == 0) c[k] = madd52lo(sum, a[k / 2], a[k / 2]);
        else c[k] = madd52hi(sum, a[k / 2], a[k / 2]);
    });
}

/* r = the columns c mod p, carried, or if wide only folded.  in: sum c_k 2^(52k) < 2^520, each
 * column below 2^63.  cost: 12 multiply-adds. */
UF_FIELD_LANES void fe_reduce(UF_FE *r, V c[10]) {
    using namespace lane_field;
    const V r260 = vec_set1<V>(fold260);
    /* Column 9 is one digit as it is, and folded first: its high half joins column 5. */
    c[4] = madd52lo(c[4], c[9], r260);
    c[5] = madd52hi(c[5], c[9], r260);
    c[9] = V{};
    unrolled<4>([&](auto k) UF_INLINE_LAMBDA {
        c[k + 6] += c[k + 5] >> 52;
        c[k] = madd52lo(c[k], c[k + 5], r260);
        c[k + 1] = madd52hi(c[k + 1], c[k + 5], r260);
    });
    c[4] = madd52_short<fold260>(c[4], c[9]); /* what column 8 carried, below 2^12 */
    c[0] = madd52_short<fold256>(c[0], c[4] >> 48);
    c[4] &= low48;
    unrolled<5>([&](auto k) UF_INLINE_LAMBDA { r->n[k] = c[k]; });
    r->carried = false;
    if (!wide) fe_carry(r);
}

/* Multiplications of elements of one register a limb. */
#define UF_PRODUCT                  \
    template <class V, bool wide>   \
        requires(!vec_in_halves<V>) \
    UF_LANE_OP

UF_PRODUCT void fe_mul(UF_FE *r, const UF_FE *a, const UF_FE *b) {
    V x[5], y[5], c[10]{};
    fe_digits(x, a);
    fe_digits(y, b);
    fe_columns_mul(c, x, y);
    fe_reduce(r, c);
}
/* r = a*b + c, one reduction, carried.  in: ma*mb + mc <= 64. */
UF_PRODUCT void fe_mul_add(UF_FE *r, const UF_FE *a, const UF_FE *b, const UF_FE *c) {
    V x[5], y[5], columns[10]{};
    fe_digits(x, a);
    fe_digits(y, b);
    unrolled<5>([&](auto i) UF_INLINE_LAMBDA { columns[i] = c->n[i]; });
    fe_columns_mul(columns, x, y);
    fe_reduce(r, columns);
    if (wide) fe_carry(r);
}
UF_PRODUCT void fe_sqr(UF_FE *r, const UF_FE *a) {
    V x[5], c[10];
    fe_digits(x, a);
    fe_columns_sqr(c, x);
    fe_reduce(r, c);
}
UF_PRODUCT void fe_mul2(UF_FE *r, const UF_FE *a, const UF_FE *b, const UF_FE *c, const UF_FE *d) {
    V x[5], y[5], columns[10]{};
    fe_digits(x, a);
    fe_digits(y, b);
    fe_columns_mul(columns, x, y);
    fe_digits(x, c);
    fe_digits(y, d);
    fe_columns_mul(columns, x, y);
    fe_reduce(r, columns);
}
UF_PRODUCT void fe_mul_sqr(UF_FE *r, const UF_FE *a, const UF_FE *b, const UF_FE *c) {
    V x[5], y[5], columns[10];
    fe_digits(x, c);
    fe_columns_sqr(columns, x);
    fe_digits(x, a);
    fe_digits(y, b);
    fe_columns_mul(columns, x, y);
    fe_reduce(r, columns);
}
/* r = a^2 + 2b + c, or c left out; carried.  in: ma*ma + 2*mb + mc <= 64. */
UF_PRODUCT void fe_sqr_add2(UF_FE *r, const UF_FE *a, const UF_FE *b, const UF_FE *c = nullptr) {
    V x[5], columns[10];
    fe_digits(x, a);
    fe_columns_sqr<V>(columns, x, b->n, c ? c->n : nullptr);
    fe_reduce(r, columns);
    if (wide) fe_carry(r);
}
UF_PRODUCT void fe_sqr_add(UF_FE *r, const UF_FE *a, const UF_FE *c) {
    V x[5], columns[10];
    fe_digits(x, a);
    fe_columns_sqr<V>(columns, x, nullptr, c->n);
    fe_reduce(r, columns);
    if (wide) fe_carry(r);
}

/* Multiplications of elements of two registers a limb are functions of their own, called and not
 * inlined, which do one half after the other: there are too few registers for both at once, and a
 * copy for each use is more than a processor keeps of decoded instructions.  `carried`: all
 * operands are. */
template <class Op, bool carried, bool wide, class... E>
static __attribute__((noinline)) void fe_by_halves(fe5x52xn<vec8, wide> *r, const E *...operand) {
    unrolled<2>([&](auto h) UF_INLINE_LAMBDA {
        const auto half = [&](const fe5x52xn<vec8, wide> *a) UF_INLINE_LAMBDA {
            fe5x52xn<vec4, wide> x;
            unrolled<5>([&](auto i) UF_INLINE_LAMBDA { x.n[i] = vec_half(a->n[i], h); });
            x.carried = carried;
            return x;
        };
        fe5x52xn<vec4, wide> t;
        Op{}(&t, half(operand)...);
        unrolled<5>([&](auto i) UF_INLINE_LAMBDA { /* now: the other half needs the registers */
                                                   memcpy(reinterpret_cast<vec4 *>(&r->n[i]) + h,
                                                          &t.n[i], sizeof(vec4));
        });
    });
}
#define UF_BY_HALVES(op, gives_carried)                                                       \
    template <bool wide, class... E>                                                          \
        requires vec_in_halves<vec8>                                                          \
    UF_INLINE void op(fe5x52xn<vec8, wide> *r, const E *...operand) {                         \
        using of_halves =                                                                     \
            decltype([](auto *t, const auto &...half) UF_INLINE_LAMBDA { op(t, &half...); }); \
        if ((operand->carried && ...)) fe_by_halves<of_halves, true>(r, operand...);          \
        else fe_by_halves<of_halves, false>(r, operand...);                                   \
        r->carried = gives_carried;                                                           \
    }
UF_BY_HALVES(fe_mul, !wide)
UF_BY_HALVES(fe_mul_add, true)
UF_BY_HALVES(fe_sqr, !wide)
UF_BY_HALVES(fe_mul2, !wide)
UF_BY_HALVES(fe_mul_sqr, !wide)
UF_BY_HALVES(fe_sqr_add2, true)
UF_BY_HALVES(fe_sqr_add, true)
#undef UF_BY_HALVES
#undef UF_PRODUCT

#ifdef UF_FMA_KERNELS
/* Of kernels_x64_fma.S: the same product as fe_by_halves has. */
extern "C" void ufsecp_x64_fma_mul(vec8 r[5], const vec8 a[5], const vec8 b[5]);
UF_INLINE void fe_mul(fe5x52xn<vec8, true> *r, const fe5x52xn<vec8, true> *a,
                      const fe5x52xn<vec8, true> *b) {
    ufsecp_x64_fma_mul(r->n, a->n, b->n);
    r->carried = false;
}
#endif

#undef UF_FIELD_LANES
#undef UF_FE

}  // namespace ufsecp::UF_TARGET
