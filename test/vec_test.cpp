// The lane vocabulary of lanes/vec.h, every body of it: the 52-bit multiply-add against products
// of 26-bit halves, masks, selection, transposition.
#include "lanes/vec.h"

#include <fenv.h>

#include <random>
#include <type_traits>

#include "lanes.h"

namespace {

using namespace ufsecp::UF_TARGET;
using rng = std::mt19937_64;

struct product {
    u64 low, high; /* a*b = high * 2^52 + low */
};
product multiply(u64 a, u64 b) {
    constexpr u64 low26 = (1 << 26) - 1;
    a &= low52, b &= low52;
    const u64 middle = (a >> 26) * (b & low26) + (a & low26) * (b >> 26);
    const u64 low = (a & low26) * (b & low26) + ((middle & low26) << 26);
    return {low & low52, (a >> 26) * (b >> 26) + (middle >> 26) + (low >> 52)};
}

/* 1/a modulo 2^52, a odd: Newton's iteration doubles the bits that are right, at first three. */
u64 inverse(u64 a) {
    u64 r = a;
    for (int i = 0; i < 5; i++) r *= 2 - a * r;
    return r & low52;
}

template <class V>
void check_madd52(V c, V a, V b) {
    const V low = madd52lo(c, a, b), high = madd52hi(c, a, b);
    for (int l = 0; l < lanes<V>; l++) {
        const product want = multiply(a[l], b[l]);
        LANE_CHECK(low[l] == c[l] + want.low, "lane %d: %llx * %llx + %llx gives %llx", l,
                   (unsigned long long)a[l], (unsigned long long)b[l], (unsigned long long)c[l],
                   (unsigned long long)low[l]);
        LANE_CHECK(high[l] == c[l] + want.high, "lane %d: %llx * %llx + %llx gives %llx", l,
                   (unsigned long long)a[l], (unsigned long long)b[l], (unsigned long long)c[l],
                   (unsigned long long)high[l]);
    }
}

/* The product in loose digits: as they are, or one goes from the high digit to the low one. */
template <class V>
void check_loose(V c, V a, V b) {
    const V low = madd52lo_loose(c, a, b) - c, high = madd52hi_loose(c, a, b) - c;
    for (int l = 0; l < lanes<V>; l++) {
        const product want = multiply(a[l], b[l]);
        const bool moved = vec_loose && high[l] != want.high;
        LANE_CHECK(low[l] == want.low + moved * (low52 + 1) && high[l] == want.high - moved,
                   "lane %d: %llx * %llx", l, (unsigned long long)a[l], (unsigned long long)b[l]);
        LANE_CHECK(!vec_loose || (low[l] >= (u64)1 << 51 && low[l] <= (u64)3 << 51),
                   "lane %d: %llx * %llx", l, (unsigned long long)a[l], (unsigned long long)b[l]);
    }
}

template <class V>
V random_vec(rng &g) {
    V r{};
    for (int l = 0; l < lanes<V>; l++) r[l] = g();
    return r;
}

template <class V>
void random_products() {
    rng g(1);
    for (int i = scaled(1000000 / lanes<V>); i-- > 0;) {
        const V a = random_vec<V>(g), b = random_vec<V>(g), c = random_vec<V>(g);
        check_madd52(c, a, b);
        check_madd52(c, a, a);
        check_madd52(a, a, b);
        check_loose(c, a, b);
    }
}

/* Each edge with each other, with accumulators that wrap, in every lane beside random neighbours
 * and in all lanes at once. */
template <class V>
void edge_products() {
    rng g(2);
    const u64 edges[] = {0,
                         1,
                         2,
                         3,
                         0x3ffffff,
                         0x4000000,
                         0x4000001,
                         0x1000003d1,
                         0x1000003d10,
                         low52 >> 1,
                         (low52 >> 1) + 1,
                         (low52 >> 1) + 2,
                         low52 - 0x1000003d0,
                         low52 - 1,
                         low52,
                         low52 + 1,
                         low52 + 2,
                         2 * low52,
                         2 * low52 + 1,
                         (u64)1 << 63,
                         ~(u64)0 << 52,
                         ~(u64)0 << 51,
                         ~low52 | 1,
                         ~(u64)0 - 1,
                         ~(u64)0};
    const u64 sums[] = {
        0,      1,          low52,       low52 + 1, ((u64)1 << 63) - 1, (u64)1 << 63,
        ~low52, ~low52 + 1, ~(u64)0 - 1, ~(u64)0};
    for (u64 x : edges)
        for (u64 y : edges)
            for (u64 z : sums) {
                check_madd52(vec_set1<V>(z), vec_set1<V>(x), vec_set1<V>(y));
                check_loose(vec_set1<V>(z), vec_set1<V>(x), vec_set1<V>(y));
                for (int l = 0; l < lanes<V>; l++) {
                    V a = random_vec<V>(g), b = random_vec<V>(g), c = random_vec<V>(g);
                    a[l] = x, b[l] = y, c[l] = z;
                    check_madd52(c, a, b);
                }
            }
}

/* Low halves that rounding would lose: a product just beside a multiple of 2^52 or of 2^51. */
template <class V>
void products_beside_a_boundary() {
    rng g(3);
    const u64 lows[] = {0, 1, 2, low52 - 1, low52, low52 >> 1, (low52 >> 1) + 1, (low52 >> 1) + 2};
    for (int i = scaled(20000); i-- > 0;)
        for (u64 low : lows) {
            V a = random_vec<V>(g), b{};
            for (int l = 0; l < lanes<V>; l++) {
                a[l] |= 1;
                b[l] = inverse(a[l] & low52) * low; /* any bits above 2^52 */
            }
            LANE_CHECK(multiply(a[0], b[0]).low == low, "the test itself");
            check_madd52(random_vec<V>(g), a, b);
            check_loose(random_vec<V>(g), a, b);
        }
    for (unsigned i = 0; i <= 52; i++) /* powers of 2 and their neighbours */
        for (unsigned j = 0; j <= 52; j++)
            for (int d = 0; d < 9; d++)
                check_madd52(V{}, vec_set1<V>(((u64)1 << i) + (u64)(d / 3) - 1),
                             vec_set1<V>(((u64)1 << j) + (u64)(d % 3) - 1));
}

/* The bodies in floating point state their own rounding: the caller's does not matter, and stays.
 * That of WebAssembly knows no other than to nearest. */
template <class V>
void every_rounding_mode() {
    const int found = fegetround();
    for (int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO, FE_TONEAREST}) {
        if (vec_loose && mode != FE_TONEAREST) continue;
        LANE_CHECK(fesetround(mode) == 0, "mode %d", mode);
        rng g(4);
        for (int i = scaled(20000); i-- > 0;) {
            V a = random_vec<V>(g), b = random_vec<V>(g);
            const int zero = (int)(g() % (2 * (u64)lanes<V>));
            if (zero < lanes<V>) a[zero] = 0;
            vec_call<check_madd52<V>>(random_vec<V>(g), a, b);
            vec_call<check_madd52<V>>(random_vec<V>(g), b, a);
        }
        LANE_CHECK(fegetround() == mode, "mode %d", mode);
    }
    fesetround(found);
}

/* Products that compilers can form themselves: as the mode of rounding says, not to the nearest. */
template <class V, u64 a, u64 b>
void constant_product() {
    const V zero{}, low = madd52lo(zero, vec_set1<V>(a), vec_set1<V>(b)),
                    high = madd52hi(zero, vec_set1<V>(a), vec_set1<V>(b));
    const product want = multiply(a, b);
    for (int l = 0; l < lanes<V>; l++)
        LANE_CHECK(low[l] == want.low && high[l] == want.high, "%llx * %llx gives %llx and %llx",
                   (unsigned long long)a, (unsigned long long)b, (unsigned long long)high[l],
                   (unsigned long long)low[l]);
}
template <class V>
void constant_products() {
    constexpr u64 beta = 0x96C28719501EE; /* the lowest digit of that cube root of 1 */
    vec_call<constant_product<V, beta, beta>>();
    vec_call<constant_product<V, beta, low52>>();
    vec_call<constant_product<V, low52, 1>>();
    vec_call<constant_product<V, low52, low52>>();
}

template <class V>
void masks() {
    rng g(5);
    constexpr u32 all = (1u << lanes<V>)-1;
    for (u32 bits = 0; bits <= all; bits++) {
        const V m = vec_mask<V>(bits), a = random_vec<V>(g), b = random_vec<V>(g);
        const V chosen = vec_select(m, a, b);
        for (int l = 0; l < lanes<V>; l++) {
            const bool set = bits >> l & 1;
            LANE_CHECK(m[l] == (set ? ~(u64)0 : 0), "%x", bits);
            LANE_CHECK(chosen[l] == (set ? a[l] : b[l]), "%x", bits);
        }
        LANE_CHECK(vec_bits(m) == bits, "%x", bits);
        LANE_CHECK(vec_bits((V)~m) == (~bits & all), "%x", bits);
        const V same = vec_select(m, a, (V)(a ^ vec_set1<V>((u64)1 << (bits % 64))));
        LANE_CHECK(vec_bits((V)(same == a)) == bits, "%x", bits);
        LANE_CHECK(vec_bits((V)(same != a)) == (~bits & all), "%x", bits);
        u32 greater = 0; /* unsigned lanes */
        for (int l = 0; l < lanes<V>; l++) greater |= (u32)(a[l] > b[l]) << l;
        LANE_CHECK(vec_bits((V)(b < a)) == greater, "%x", bits);
    }
    for (u64 a : {(u64)0, (u64)1, low52, ~(u64)0}) {
        const V v = vec_set1<V>(a);
        for (int l = 0; l < lanes<V>; l++) LANE_CHECK(v[l] == a, "lane %d", l);
    }
}

void transposition() {
    rng g(6);
    for (int round = scaled(1000); round-- > 0;) {
        vec8 a[8], r[8];
        for (int i = 0; i < 8; i++) a[i] = r[i] = random_vec<vec8>(g);
        vec_transpose(r);
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 8; j++) LANE_CHECK(r[i][j] == a[j][i], "row %d, lane %d", i, j);
        vec_transpose(r);
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 8; j++) LANE_CHECK(r[i][j] == a[i][j], "row %d, lane %d", i, j);
    }
}

void constants() {
    int next = 0;
    unrolled<7>([&](auto i) {
        static_assert(i >= 0 && i < 7);
        LANE_CHECK(i == next, "step %d", next);
        next++;
    });
    LANE_CHECK(next == 7, "%d steps", next);
    LANE_CHECK(lanes<vec8> == 8 && lanes<vec4> == 4, "lanes");
#if UF_VEC_FMA == 128
    LANE_CHECK(vec_is_exact(), "this processor fuses");
#endif
}

}  // namespace

int main() {
    return lane_tests({{"random products, 8 lanes", random_products<vec8>},
                       {"random products, 4 lanes", random_products<vec4>},
                       {"edge products, 8 lanes", edge_products<vec8>},
                       {"edge products, 4 lanes", edge_products<vec4>},
                       {"products beside a boundary, 8 lanes", products_beside_a_boundary<vec8>},
                       {"products beside a boundary, 4 lanes", products_beside_a_boundary<vec4>},
                       {"every rounding mode, 8 lanes", every_rounding_mode<vec8>},
                       {"every rounding mode, 4 lanes", every_rounding_mode<vec4>},
                       {"constant products, 8 lanes", constant_products<vec8>},
                       {"constant products, 4 lanes", constant_products<vec4>},
                       {"masks, 8 lanes", masks<vec8>},
                       {"masks, 4 lanes", masks<vec4>},
                       {"transposition", transposition},
                       {"constants", constants}});
}
