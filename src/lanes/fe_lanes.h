// The lane field: eight (fe5x52x8) or four (fe5x52x4) elements side by side, five limbs of 52 bits
// each, one limb of all lanes in one vector.  Constant time.
//
// The contract is field.h's, with lanes of all ones or zero where that has mask.  Magnitude M
// bounds the value by 2 M (2^256 - 1), and no limb is negative, so limb 4 is at most 2 M 2^48 - 1.
// Values of magnitude 8 lie below 2^260: five digits of 52 bits, which is what the multiply-add
// reads.  Hence no factor of a product exceeds 8.  Limbs 0-3 have one of three bounds:
//
//   carried     2^52 - 1          narrow and wide elements
//   narrow      2 M (2^52 - 1)    fe5x52xn<V>, as in fe5x52
//   wide        M 2^57            fe5x52xn<V, true>: products without a summand are not carried
//
// `carried` notes the first; it is a constant after inlining.  An element that is not carried may
// stand wherever a carried one may: a multiplication then carries it first, on a copy whose limbs
// keep their upper bits, which the multiply-add does not read.
//
//   function                      r           in                        out  limbs 0-3 of r
//   fe_load, fe_unpack, fe_set_*  a                                     1    carried
//   fe_store(r, a)                a                                     1    carried
//     of a carried a              a                                     ma   carried
//   fe_pack(r, a)                 a           nominal limbs
//   fe_carry(r)                   r           any                       ma   carried
//   fe_normalize_weak(r)          r           any                       1    carried
//   fe_fold_top(r)                r           any                       1    carried, and nominal
//                                             if limb 4 < 2^48 + 2^13
//   fe_normalize(r)               r mod p     any                       1    nominal
//   fe_add(r, a, b)               a + b       ma + mb <= 32             sum  not carried
//   fe_sub(r, a, b, mb)           a - b       ma + mb <= 31             +1   not carried
//   fe_neg(r, a, ma)              -a          ma <= 31                  +1   not carried
//   fe_mul_int(r, a, k)           a*k         ma*k <= 32                     not carried
//   fe_half(r, a)                 a/2         ma <= 31             ma/2+1    not carried
//   fe_three_halves(r, a)         3/2 a       1                         2    carried
//   fe_cond_neg(r, m)             m ? -r : r  1                         2    not carried
//   fe_cmov(r, a, m)              m ? a : r   any                  greater   carried if both are
//   fe_mul, fe_sqr                            8                         1    narrow: carried
//   fe_mul2, fe_mul_sqr                       factors 8, sum 64         1    narrow: carried
//   fe_mul_add(r, a, b, c)        a*b + c     ma*mb + mc <= 64          1    carried
//   fe_sqr_add(r, a, c)           a^2 + c     ma*ma + mc <= 64          1    carried
//   fe_sqr_add2(r, a, b, c)       a^2+2b+c    ma*ma + 2mb + mc <= 64    1    carried
//   fe_note_carried(r)            r           carried                   ma   carried
//   fe_note_uncarried(r)          r           any                       ma   not carried
//
// A product, and what fe_normalize_weak gives, is below 2^256 + 2^221 once it is carried: limb 4 is
// then below 2^48 + 2^13.  Verify builds (UF_VERIFY) check these bounds in every lane; law_lanes.h
// computes them at compile time.
#pragma once
#include "base/check.h"
#include "lanes/vec.h"

/* Whether kernels_x64_fma.S stands for what else is C++. */
#if defined(UF_HAVE_FMA_KERNELS) && UF_VEC_FMA == 256 && !defined(UF_VERIFY)
#define UF_FMA_KERNELS 1
#if defined(_WIN32)
#define UF_FMA_KERNEL __attribute__((sysv_abi)) void
#else
#define UF_FMA_KERNEL void
#endif
#endif

/* Whether products of eight elements are leaves in assembly (tools/make_leaves.py). */
#if defined(UF_RV64_LEAVES) && UF_VEC_RVV && !defined(UF_VERIFY)
#define UF_LANE_LEAVES 1
#else
#define UF_LANE_LEAVES 0
#endif

namespace ufsecp::UF_TARGET {

template <class V, bool wide = false>
struct fe5x52xn {
    V n[5];
    bool carried;
};
using fe5x52x8 = fe5x52xn<vec8>;
using fe5x52x4 = fe5x52xn<vec4>;
/* What kernels work on whose products need not be carried; leaves carry theirs, and where code must
 * be small one form of each operation has to do. */
using fe5x52x8_wide = fe5x52xn<vec8, !UF_LANE_LEAVES && !UF_VEC_CALLS>;

/* A lane element at rest: carried, without the note. */
template <class V>
struct fe_stored {
    V n[5];
};

namespace fe52_parts {
inline constexpr int most = 32;         /* the greatest magnitude that callers may make */
inline constexpr int inside = most + 2; /* and fe_equal's difference, which limbs hold as well */
inline constexpr int factor = 8; /* the greatest magnitude of a factor: 2 * 8 * 2^256 = 2^260 */
inline constexpr u64 prime[5] = {low52 - 0x1000003D0, low52, low52, low52, low48};
inline constexpr u64 fold256 = 0x1000003D1;  /* 2^256 mod p */
inline constexpr u64 fold260 = 0x1000003D10; /* 2^260 mod p */
}  // namespace fe52_parts

/* The greatest limb i of an element of magnitude m. */
template <bool wide>
constexpr u64 fe_lanes_limb(int i, int m, bool carried) {
    if (i == 4) return m > 0 ? ((u64)(2 * m) << 48) - 1 : 0;
    if (carried) return low52;
    return wide ? (u64)m << 57 : 2 * (u64)m * low52;
}
/* Whether every lane is within magnitude m, and carried if that is noted; for checks. */
template <class V, bool wide>
inline bool fe_within(const fe5x52xn<V, wide> *a, int m) {
    for (int l = 0; l < lanes<V>; l++) {
        u64 carry = 0;
        for (int i = 0; i < 4; i++) {
            if (a->n[i][l] > fe_lanes_limb<wide>(i, m, a->carried)) return false;
            carry = (a->n[i][l] + carry) >> 52;
        }
        if (a->n[4][l] + carry > fe_lanes_limb<wide>(4, m, a->carried)) return false;
    }
    return true;
}
/* Whether no lane of a is above most. */
template <class V>
inline bool vec_at_most(const V &a, u64 most) {
    for (int l = 0; l < lanes<V>; l++)
        if (a[l] > most) return false;
    return true;
}
template <class V>
inline bool fe_nominal(const V a[5]) {
    for (int i = 0; i < 5; i++)
        if (!vec_at_most(a[i], i < 4 ? low52 : low48)) return false;
    return true;
}
/* Whether columns are each at most 2^63 and their sum is below 2^520.  Loose digits make columns
 * 2^57 larger, and the sum 2^468; then the last column has to be one digit all the same. */
template <class V>
inline bool fe_columns_fit(const V c[10]) {
    for (int l = 0; l < lanes<V>; l++) {
        u64 carry = 0;
        for (int k = 0; k < 10; k++) {
            if (c[k][l] > ((u64)1 << 63) + ((u64)vec_loose << 57)) return false;
            carry = (c[k][l] + carry) >> 52;
        }
        if (vec_loose ? c[9][l] > low52 : carry != 0) return false;
    }
    return true;
}

#define UF_FIELD_LANES            \
    template <class V, bool wide> \
    UF_LANE_OP
#define UF_FE fe5x52xn<V, wide>

UF_FIELD_LANES void fe_load(UF_FE *r, const fe_stored<V> *a) {
    unrolled<5>([&](auto i) UF_INLINE_LAMBDA { r->n[i] = a->n[i]; });
    r->carried = true;
    UF_CHECK(fe_within(r, fe52_parts::most));
}

/* Limbs as they are, on their way through memory. */
UF_FIELD_LANES void fe_load_uncarried(UF_FE *r, const fe_stored<V> *a) {
    unrolled<5>([&](auto i) UF_INLINE_LAMBDA { r->n[i] = a->n[i]; });
    r->carried = false;
}
UF_FIELD_LANES void fe_store_uncarried(fe_stored<V> *r, const UF_FE *a) {
    for (int i = 0; i < 5; i++) r->n[i] = a->n[i];
}

/* From one part of a, for kernels that take its parts in turn; such an fe_store is the way back. */
UF_FIELD_LANES void fe_load(UF_FE *r, const fe_stored<vec8> *a, int part) {
    unrolled<5>([&](auto i) UF_INLINE_LAMBDA { r->n[i] = vec_part_of<V>(a->n[i], part); });
    r->carried = true;
    UF_CHECK(fe_within(r, fe52_parts::most));
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
UF_FIELD_LANES void fe_pack(V r[4], const UF_FE *a) {
    UF_CHECK(fe_nominal(a->n));
    join_words(r, a->n);
}

/* From eight rows of 32 bytes, row l at b32 + l * stride; returns the lanes with values below p. */
UF_LANE_CALL vec8 fe_set_rows_b32(fe5x52x8 *r, const u8 *b32, size_t stride) {
    vec8 w[4];
    vec_load_rows_b32(w, b32, stride);
    fe_unpack(r, w);
    return (vec8)((w[1] & w[2] & w[3]) != vec_set1<vec8>(~(u64)0)) |
           (vec8)(w[0] < vec_set1<vec8>(0xFFFFFFFEFFFFFC2F));
}

/* What is known of limbs whose note was lost in memory or differs between ways that meet. */
UF_FIELD_LANES void fe_note_carried(UF_FE *r) {
    r->carried = true;
    UF_CHECK(fe_within(r, fe52_parts::most));
}
UF_FIELD_LANES void fe_note_uncarried(UF_FE *r) { r->carried = false; }

UF_FIELD_LANES void fe_carry_limbs(UF_FE *r) {
    unrolled<4>([&](auto i) UF_INLINE_LAMBDA {
        r->n[i + 1] += r->n[i] >> 52;
        r->n[i] &= low52;
    });
    r->carried = true;
}
UF_FIELD_LANES void fe_carry(UF_FE *r) {
    if (!UF_LANE_LEAVES || !r->carried) fe_carry_limbs(r);
}

/* Folds what lies above 2^256 once.  Carried in with limb 4 below 2^48 + 2^13, below 2^256 and
 * nominal limbs out: what is folded is 0 or 1, and where it is 1 the rest was below 2^222.  Any
 * magnitude in, carried out. */
UF_FIELD_LANES void fe_fold_top(UF_FE *r) {
    UF_CHECK(fe_within(r, fe52_parts::inside));
    const V top = r->n[4] >> 48;
    r->n[4] &= low48;
    r->n[0] = madd52_short<fe52_parts::fold256>(r->n[0], top);
    fe_carry_limbs(r);
    UF_CHECK(fe_within(r, 1));
}
UF_FIELD_LANES void fe_normalize_weak(UF_FE *r) {
    fe_carry(r);
    fe_fold_top(r);
}

/* Into memory, carried. */
UF_FIELD_LANES void fe_store(fe_stored<V> *r, const UF_FE *a) {
    UF_FE t = *a;
    if (!t.carried) fe_normalize_weak(&t);
    unrolled<5>([&](auto i) UF_INLINE_LAMBDA { r->n[i] = t.n[i]; });
}

UF_FIELD_LANES void fe_store(fe_stored<vec8> *r, const UF_FE *a, int part) {
    fe_stored<V> t;
    fe_store(&t, a);
    unrolled<5>([&](auto i) UF_INLINE_LAMBDA { vec_set_part(&r->n[i], t.n[i], part); });
}

/* The one value below p, nominal limbs. */
UF_FIELD_LANES void fe_normalize(UF_FE *r) {
    using namespace fe52_parts;
    fe_normalize_weak(r);
    fe_fold_top(r);
    const V large = (V)(r->n[0] >= vec_set1<V>(prime[0])) &
                    (V)((r->n[1] & r->n[2] & r->n[3]) == vec_set1<V>(low52)) &
                    (V)(r->n[4] == vec_set1<V>(low48));
    r->n[0] += large & fold256;
    fe_carry_limbs(r);
    r->n[4] &= low48;
    UF_CHECK(fe_nominal(r->n));
}
UF_FIELD_LANES V fe_is_zero(const UF_FE *a) {
    UF_FE t = *a;
    fe_normalize(&t);
    return (V)((t.n[0] | t.n[1] | t.n[2] | t.n[3] | t.n[4]) == V{});
}
/* Bit 0 of a normalized element as all ones or zero. */
UF_FIELD_LANES V fe_is_odd(const UF_FE *a) {
    UF_CHECK(fe_nominal(a->n));
    return V{} - (a->n[0] & 1);
}

UF_FIELD_LANES void fe_add(UF_FE *r, const UF_FE *a, const UF_FE *b) {
    unrolled<5>([&](auto i) UF_INLINE_LAMBDA { r->n[i] = a->n[i] + b->n[i]; });
    r->carried = false;
    UF_CHECK(fe_within(r, fe52_parts::most));
}
/* Limb i of the multiple of p from which an element of magnitude m is taken limb by limb; where
 * that is wide, limbs 0-3 are made so by borrowing from the next.  That no limb falls below zero is
 * checked where lane_magnitude subtracts. */
template <bool wide>
constexpr u64 fe_stored_bias(int i, int m) {
    const u64 share = wide ? 30 * (u64)m : 0; /* with 2 p, 2^57 for each unit of m */
    return 2 * ((u64)m + 1) * fe52_parts::prime[i] + (i < 4 ? share << 52 : 0) - (i ? share : 0);
}
UF_FIELD_LANES void fe_sub(UF_FE *r, const UF_FE *a, const UF_FE *b, int mb) {
    UF_CHECK(fe_within(b, mb));
    unrolled<5>([&](auto i) UF_INLINE_LAMBDA {
        r->n[i] = a->n[i] + (fe_stored_bias<wide>(i, mb) - b->n[i]);
    });
    r->carried = false;
    UF_CHECK(fe_within(r, fe52_parts::inside));
}
UF_FIELD_LANES void fe_neg(UF_FE *r, const UF_FE *a, int ma) {
    UF_CHECK(fe_within(a, ma));
    unrolled<5>([&](auto i) UF_INLINE_LAMBDA { r->n[i] = fe_stored_bias<wide>(i, ma) - a->n[i]; });
    r->carried = false;
    UF_CHECK(fe_within(r, ma + 1));
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
    UF_CHECK(fe_within(r, fe52_parts::most));
}
UF_FIELD_LANES void fe_half(UF_FE *r, const UF_FE *a) {
    UF_CHECK(fe_within(a, fe52_parts::most - 1));
    const V odd = V{} - (a->n[0] & 1);
    V t[5];
    for (int i = 0; i < 5; i++) t[i] = a->n[i] + (odd & fe52_parts::prime[i]);
    for (int i = 0; i < 4; i++) r->n[i] = (t[i] >> 1) + ((t[i + 1] & 1) << 51);
    r->n[4] = t[4] >> 1;
    r->carried = false;
    UF_CHECK(fe_within(r, fe52_parts::most / 2));
}
UF_FIELD_LANES void fe_cmov(UF_FE *r, const UF_FE *a, V m) {
    unrolled<5>([&](auto i) UF_INLINE_LAMBDA { r->n[i] = vec_select(m, a->n[i], r->n[i]); });
    r->carried = r->carried && a->carried;
}

/* r = m ? -r : r.
 * in: 1.
 * out: 2. */
UF_FIELD_LANES void fe_cond_neg(UF_FE *r, V m) {
    UF_FE minus;
    fe_neg(&minus, r, 1);
    fe_cmov(r, &minus, m);
}

/* r = 3/2 a, carried.
 * in: 1. */
UF_FIELD_LANES void fe_three_halves(UF_FE *r, const UF_FE *a) {
    UF_CHECK(fe_within(a, 1));
    constexpr u64 bit51 = (u64)1 << 51;
    const V odd = V{} - (a->n[0] & 1);
    V t[5];
    unrolled<5>([&](auto i) UF_INLINE_LAMBDA {
        t[i] = a->n[i] + a->n[i] + a->n[i] + (odd & fe52_parts::prime[i]);
    });
    unrolled<4>([&](auto i) UF_INLINE_LAMBDA { t[i + 1] += t[i] >> 52; });
    unrolled<4>([&](auto i) UF_INLINE_LAMBDA {
        r->n[i] = (t[i] >> 1 & (bit51 - 1)) | (t[i + 1] << 51 & bit51);
    });
    r->n[4] = t[4] >> 1;
    r->carried = true;
    UF_CHECK(fe_within(r, 2));
}

/* Limbs whose low 52 bits are the digits. */
UF_FIELD_LANES void fe_digits(V d[5], const UF_FE *a) {
    UF_CHECK(fe_within(a, fe52_parts::factor));
    unrolled<5>([&](auto i) UF_INLINE_LAMBDA { d[i] = a->n[i]; });
    if (!a->carried) unrolled<4>([&](auto i) UF_INLINE_LAMBDA { d[i + 1] += d[i] >> 52; });
}

/* Loose digits (vec.h) leave no column below zero that has a low one, as all but column 9 have.
 * There 1 makes up for the high one: 2^468, which is fold260 in column 4.  It is a digit even so:
 * limbs 4 of two products leave room for 2, as their factors' magnitudes sum to more than 16 where
 * the products of these sum to 64. */
template <class V>
UF_INLINE void fe_loose_column(V c[10]) {
    if constexpr (vec_loose) c[9] += 1, c[4] = c[4] - fe52_parts::fold260;
}

/* c += a*b: 25 products of digits, high columns first, which the reduction reads first. */
template <class V>
UF_LANE_OP void fe_columns_mul(V c[10], const V a[5], const V b[5]) {
    unrolled<10>([&](auto step) UF_INLINE_LAMBDA {
        constexpr int k = step < 5 ? 9 - step : step - 5;
        unrolled<5>([&](auto i) UF_INLINE_LAMBDA {
            if constexpr (k - i >= 0 && k - i < 5) c[k] = madd52lo_loose(c[k], a[i], b[k - i]);
            if constexpr (k - i >= 1 && k - i < 6) c[k] = madd52hi_loose(c[k], a[i], b[k - 1 - i]);
        });
    });
    fe_loose_column(c);
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
            if constexpr (k - i > i && k - i < 5) sum = madd52lo_loose(sum, a[i], a[k - i]);
            if constexpr (k - 1 - i > i && k - i < 6) sum = madd52hi_loose(sum, a[i], a[k - 1 - i]);
        });
        sum += sum;
        if (k < 5 && d) sum += d[k];
        if constexpr (k % 2 == 0) c[k] = madd52lo_loose(sum, a[k / 2], a[k / 2]);
        else c[k] = madd52hi_loose(sum, a[k / 2], a[k / 2]);
    });
    fe_loose_column(c);
}

/* r = the columns c mod p, carried, or if wide only folded.
 * in: sum c_k 2^(52k) < 2^520, each column at most 2^63, where digits are loose column 5 not 0.
 * cost: 12 multiply-adds. */
UF_FIELD_LANES void fe_reduce(UF_FE *r, V c[10]) {
    using namespace fe52_parts;
    UF_CHECK(fe_columns_fit(c));
    const V r260 = vec_set1<V>(fold260);
    /* Column 9 is one digit as it is, and folded first: its high half joins column 5. */
    c[4] = madd52lo_loose(c[4], c[9], r260);
    c[5] = madd52hi_loose(c[5], c[9], r260);
    c[9] = V{};
    unrolled<4>([&](auto k) UF_INLINE_LAMBDA {
        c[k + 6] += c[k + 5] >> 52;
        c[k] = madd52lo_loose(c[k], c[k + 5], r260);
        c[k + 1] = madd52hi_loose(c[k + 1], c[k + 5], r260);
    });
    c[4] = madd52_short<fold260>(c[4], c[9]); /* what column 8 carried, below 2^12 */
    c[0] = madd52_short<fold256>(c[0], c[4] >> 48);
    c[4] &= low48;
    unrolled<5>([&](auto k) UF_INLINE_LAMBDA { r->n[k] = c[k]; });
    r->carried = false;
    if (!wide) fe_carry_limbs(r);
}

/* Elements of several registers a limb are multiplied by a function of its own, called and not
 * inlined, which does one part after the other: there are too few registers for two at once, and a
 * copy for each use is more than a processor keeps of decoded instructions.  `carried`: all
 * operands are. */
template <bool carried, class V, bool wide, class Op, class... E>
static __attribute__((noinline)) void fe_parts_apart(UF_FE *r, Op op, const E *...operand) {
    each_part<V>([&](auto part) UF_INLINE_LAMBDA {
        const auto part_of = [&](const UF_FE *a) UF_INLINE_LAMBDA {
            fe5x52xn<vec_part, wide> x;
            unrolled<5>([&](auto i) UF_INLINE_LAMBDA { x.n[i] = vec_part_of(a->n[i], part); });
            x.carried = carried;
            return x;
        };
        fe5x52xn<vec_part, wide> t;
        op(&t, part_of(operand)...);
        /* Now: the next part needs the registers. */
        unrolled<5>([&](auto i) UF_INLINE_LAMBDA { vec_set_part(&r->n[i], t.n[i], part); });
    });
}
/* r = op on each part;
 * out: carried or not, as said. */
template <bool gives_carried, class V, bool wide, class Op, class... E>
UF_INLINE void fe_by_parts(UF_FE *r, Op op, const E *...operand) {
    if (!UF_VEC_CALLS && (operand->carried && ...)) fe_parts_apart<true>(r, op, operand...);
    else fe_parts_apart<false>(r, op, operand...);
    r->carried = gives_carried;
}

UF_FIELD_LANES void fe_mul(UF_FE *r, const UF_FE *a, const UF_FE *b) {
    if constexpr (vec_in_halves<V>) {
        const auto op = [](auto *t, const auto &x, const auto &y)
                            UF_INLINE_LAMBDA { fe_mul(t, &x, &y); };
        fe_by_parts<!wide>(r, op, a, b);
    } else {
        V x[5], y[5], c[10]{};
        fe_digits(x, a);
        fe_digits(y, b);
        fe_columns_mul(c, x, y);
        fe_reduce(r, c);
    }
    UF_CHECK(fe_within(r, 1));
}
/* r = a*b + c, one reduction, carried.
 * in: ma*mb + mc <= 64. */
UF_FIELD_LANES void fe_mul_add(UF_FE *r, const UF_FE *a, const UF_FE *b, const UF_FE *c) {
    if constexpr (vec_in_halves<V>) {
        const auto op = [](auto *t, const auto &x, const auto &y, const auto &z)
                            UF_INLINE_LAMBDA { fe_mul_add(t, &x, &y, &z); };
        fe_by_parts<true>(r, op, a, b, c);
    } else {
        V x[5], y[5], columns[10]{};
        fe_digits(x, a);
        fe_digits(y, b);
        unrolled<5>([&](auto i) UF_INLINE_LAMBDA { columns[i] = c->n[i]; });
        fe_columns_mul(columns, x, y);
        fe_reduce(r, columns);
        if (wide) fe_carry(r);
    }
    UF_CHECK(fe_within(r, 1));
}
UF_FIELD_LANES void fe_sqr(UF_FE *r, const UF_FE *a) {
    if constexpr (vec_in_halves<V>) {
        const auto op = [](auto *t, const auto &x) UF_INLINE_LAMBDA { fe_sqr(t, &x); };
        fe_by_parts<!wide>(r, op, a);
    } else {
        V x[5], c[10];
        fe_digits(x, a);
        fe_columns_sqr(c, x);
        fe_reduce(r, c);
    }
    UF_CHECK(fe_within(r, 1));
}
UF_FIELD_LANES void fe_mul2(UF_FE *r, const UF_FE *a, const UF_FE *b, const UF_FE *c,
                            const UF_FE *d) {
    if constexpr (vec_in_halves<V>) {
        const auto op = [](auto *t, const auto &x, const auto &y, const auto &z, const auto &w)
                            UF_INLINE_LAMBDA { fe_mul2(t, &x, &y, &z, &w); };
        fe_by_parts<!wide>(r, op, a, b, c, d);
    } else {
        V x[5], y[5], columns[10]{};
        fe_digits(x, a);
        fe_digits(y, b);
        fe_columns_mul(columns, x, y);
        fe_digits(x, c);
        fe_digits(y, d);
        fe_columns_mul(columns, x, y);
        fe_reduce(r, columns);
    }
    UF_CHECK(fe_within(r, 1));
}
UF_FIELD_LANES void fe_mul_sqr(UF_FE *r, const UF_FE *a, const UF_FE *b, const UF_FE *c) {
    if constexpr (vec_in_halves<V>) {
        const auto op = [](auto *t, const auto &x, const auto &y, const auto &z)
                            UF_INLINE_LAMBDA { fe_mul_sqr(t, &x, &y, &z); };
        fe_by_parts<!wide>(r, op, a, b, c);
    } else {
        V x[5], y[5], columns[10];
        fe_digits(x, c);
        fe_columns_sqr(columns, x);
        fe_digits(x, a);
        fe_digits(y, b);
        fe_columns_mul(columns, x, y);
        fe_reduce(r, columns);
    }
    UF_CHECK(fe_within(r, 1));
}
/* r = a^2 + 2b + c, or c left out; carried.
 * in: ma*ma + 2*mb + mc <= 64. */
template <class V, bool wide, class... C>
UF_LANE_OP void fe_sqr_add2(UF_FE *r, const UF_FE *a, const UF_FE *b, const C *...c) {
    if constexpr (vec_in_halves<V>) {
        const auto op = [](auto *t, const auto &x, const auto &y, const auto &...z)
                            UF_INLINE_LAMBDA { fe_sqr_add2(t, &x, &y, &z...); };
        fe_by_parts<true>(r, op, a, b, c...);
    } else {
        V x[5], columns[10];
        fe_digits(x, a);
        fe_columns_sqr<V>(columns, x, b->n, c->n...);
        fe_reduce(r, columns);
        if (wide) fe_carry(r);
    }
    UF_CHECK(fe_within(r, 1));
}
UF_FIELD_LANES void fe_sqr_add(UF_FE *r, const UF_FE *a, const UF_FE *c) {
    if constexpr (vec_in_halves<V>) {
        const auto op = [](auto *t, const auto &x, const auto &z)
                            UF_INLINE_LAMBDA { fe_sqr_add(t, &x, &z); };
        fe_by_parts<true>(r, op, a, c);
    } else {
        V x[5], columns[10];
        fe_digits(x, a);
        fe_columns_sqr<V>(columns, x, nullptr, c->n);
        fe_reduce(r, columns);
        if (wide) fe_carry(r);
    }
    UF_CHECK(fe_within(r, 1));
}

#ifdef UF_FMA_KERNELS
/* Of kernels_x64_fma.S: the same product as by halves. */
extern "C" UF_FMA_KERNEL ufsecp_x64_fma_mul(vec8 r[5], const vec8 a[5], const vec8 b[5]);
UF_INLINE void fe_mul(fe5x52xn<vec8, true> *r, const fe5x52xn<vec8, true> *a,
                      const fe5x52xn<vec8, true> *b) {
    ufsecp_x64_fma_mul(r->n, a->n, b->n);
    r->carried = false;
}
#endif

#if UF_LANE_LEAVES
/* Their sums have room for limbs that are not carried, so factors are taken as they are. */
extern "C" {
void ufsecp_rv64_lanes_mul(vec8 r[5], const vec8 a[5], const vec8 b[5]);
void ufsecp_rv64_lanes_sqr(vec8 r[5], const vec8 a[5]);
void ufsecp_rv64_lanes_mul_add(vec8 r[5], const vec8 a[5], const vec8 b[5], const vec8 c[5]);
void ufsecp_rv64_lanes_sqr_add(vec8 r[5], const vec8 a[5], const vec8 c[5]);
void ufsecp_rv64_lanes_mul_sqr(vec8 r[5], const vec8 a[5], const vec8 b[5], const vec8 c[5]);
void ufsecp_rv64_lanes_mul2(vec8 r[5], const vec8 a[5], const vec8 b[5], const vec8 c[5],
                            const vec8 d[5]);
}
UF_INLINE void fe_mul(fe5x52x8 *r, const fe5x52x8 *a, const fe5x52x8 *b) {
    ufsecp_rv64_lanes_mul(r->n, a->n, b->n);
    r->carried = true;
}
UF_INLINE void fe_sqr(fe5x52x8 *r, const fe5x52x8 *a) {
    ufsecp_rv64_lanes_sqr(r->n, a->n);
    r->carried = true;
}
UF_INLINE void fe_mul_add(fe5x52x8 *r, const fe5x52x8 *a, const fe5x52x8 *b, const fe5x52x8 *c) {
    ufsecp_rv64_lanes_mul_add(r->n, a->n, b->n, c->n);
    r->carried = true;
}
UF_INLINE void fe_sqr_add(fe5x52x8 *r, const fe5x52x8 *a, const fe5x52x8 *c) {
    ufsecp_rv64_lanes_sqr_add(r->n, a->n, c->n);
    r->carried = true;
}
template <class... C>
UF_INLINE void fe_sqr_add2(fe5x52x8 *r, const fe5x52x8 *a, const fe5x52x8 *b, const C *...c) {
    fe5x52x8 t;
    unrolled<5>([&](auto i) UF_INLINE_LAMBDA { t.n[i] = ((b->n[i] + b->n[i]) + ... + c->n[i]); });
    fe_sqr_add(r, a, &t);
}
UF_INLINE void fe_mul_sqr(fe5x52x8 *r, const fe5x52x8 *a, const fe5x52x8 *b, const fe5x52x8 *c) {
    ufsecp_rv64_lanes_mul_sqr(r->n, a->n, b->n, c->n);
    r->carried = true;
}
UF_INLINE void fe_mul2(fe5x52x8 *r, const fe5x52x8 *a, const fe5x52x8 *b, const fe5x52x8 *c,
                       const fe5x52x8 *d) {
    ufsecp_rv64_lanes_mul2(r->n, a->n, b->n, c->n, d->n);
    r->carried = true;
}
#endif

#if UF_VEC_CALLS
/* What else works on eight elements. */
#define UF_CALLED(result, name, parameters, ...) \
    template <bool wide>                         \
    UF_LANE_CALL result name parameters {        \
        return name<vec8, wide>(__VA_ARGS__);    \
    }
#define UF_FE8 fe5x52xn<vec8, wide>
UF_CALLED(void, fe_load, (UF_FE8 * r, const fe_stored<vec8> *a), r, a)
UF_CALLED(void, fe_store, (fe_stored<vec8> * r, const UF_FE8 *a), r, a)
UF_CALLED(void, fe_carry, (UF_FE8 * r), r)
UF_CALLED(void, fe_normalize_weak, (UF_FE8 * r), r)
UF_CALLED(void, fe_normalize, (UF_FE8 * r), r)
UF_CALLED(vec8, fe_is_zero, (const UF_FE8 *a), a)
UF_CALLED(void, fe_add, (UF_FE8 * r, const UF_FE8 *a, const UF_FE8 *b), r, a, b)
UF_CALLED(void, fe_sub, (UF_FE8 * r, const UF_FE8 *a, const UF_FE8 *b, int mb), r, a, b, mb)
UF_CALLED(void, fe_neg, (UF_FE8 * r, const UF_FE8 *a, int ma), r, a, ma)
UF_CALLED(void, fe_cmov, (UF_FE8 * r, const UF_FE8 *a, vec8 m), r, a, m)
UF_CALLED(void, fe_cond_neg, (UF_FE8 * r, vec8 m), r, m)
UF_CALLED(void, fe_set_int, (UF_FE8 * r, u32 a), r, a)
UF_CALLED(void, fe_set1_limbs64, (UF_FE8 * r, const u64 a[4]), r, a)
UF_CALLED(void, fe_unpack, (UF_FE8 * r, const vec8 a[4]), r, a)
UF_CALLED(void, fe_pack, (vec8 r[4], const UF_FE8 *a), r, a)
UF_CALLED(void, fe_fold_top, (UF_FE8 * r), r)
UF_CALLED(void, fe_mul_int, (UF_FE8 * r, const UF_FE8 *a, int k), r, a, k)
#undef UF_CALLED
#undef UF_FE8
#endif

#undef UF_FIELD_LANES
#undef UF_FE

}  // namespace ufsecp::UF_TARGET
