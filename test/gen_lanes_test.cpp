// k*G in the lanes of one scalar (lanes/gen_lanes.h): against the scalar code, and its additions
// followed as numbers.
#define UF_SCALAR UF_SC4X64
#define UF_SECRET_LANES
#include "lanes.h"

#include <functional>

#include "hostile.h"
#include "lanes/choose.h"

namespace {

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;
using hostile::source;
using reference::num;

constexpr int w = UF_GEN_WINDOW, top = gen_windows - 1;

num add(const num &a, const num &b) { return reference::mod_add(a, b, reference::n); }
num neg(const num &a) { return reference::mod_neg(a, reference::n); }
num twice(const num &a) { return add(a, a); }
std::string hex(const num &a) { return hostile::hex(hostile::to_bytes(a)); }
num any(source &s) {
    u8 b[32];
    s.fill(b, sizeof b);
    return reference::mod(num::of_bytes(b), reference::n);
}

/* ---- Scalars by their digits ---- */

/* The bits v of k: each stands for +1 or -1, as recode.h says. */
num bits_of(const num &k) {
    return add(reference::mod_half(k, reference::n), num::of_limbs(gen_offset));
}
num scalar_of(const num &v) { return twice(add(v, neg(num::of_limbs(gen_offset)))); }

/* The value modulo n of window i of the bits v. */
num window_of(const num &v, int i) {
    int digit = 0;
    for (int bit = w * (i + 1); bit-- > w * i;)
        digit = 2 * digit + (bit < 256 && v.bit((unsigned)bit) ? 1 : -1);
    const num d((u64)(digit < 0 ? -digit : digit));
    return reference::mod_mul(digit < 0 ? neg(d) : d, num::power_of_2((unsigned)(w * i)),
                              reference::n);
}

/* The last addition's summands; the test fails if one before it is exceptional. */
struct halves {
    num even, odd;
};
halves follow(const num &k) {
    const num v = bits_of(k);
    num sum[8];
    const auto onto = [&](num *a, const num &b) {
        LANE_CHECK(!a->is_zero() && !b.is_zero() && *a != b && *a != neg(b), "k %s: %s + %s",
                   hex(k).c_str(), hex(*a).c_str(), hex(b).c_str());
        *a = add(*a, b);
    };
    for (int i = 0; i <= top; i++) {
        if (i < 8) sum[i] = window_of(v, i);
        else onto(&sum[i % 8], window_of(v, i));
    }
    for (int n : {4, 2})
        for (int l = 0; l < n; l++) onto(&sum[l], sum[l + n]);
    LANE_CHECK(add(sum[0], sum[1]) == k, "k %s", hex(k).c_str());
    return {sum[0], sum[1]};
}

/* Numbers below n whose windows are, each, all ones or all zeros, by number, and the bits of the
 * top one. */
num pattern(const std::function<bool(int)> &ones, u64 top_bits) {
    num v;
    for (unsigned bit = 0; bit < 256; bit++) {
        const int i = (int)bit / w;
        if (i < top ? ones(i) : top_bits >> (bit % w) & 1)
            v = reference::plus(v, num::power_of_2(bit));
    }
    return v;
}

/* The scalars for which the last addition doubles.  The windows below the top, those of the top's
 * parity negated, then stand for the top window modulo n, and so do bits that are half of that and
 * 2^(w top) - 1. */
std::vector<num> doublings() {
    const unsigned shift = (unsigned)(w * top);
    const num ones = reference::minus(num::power_of_2(shift), num(1)); /* 2^(w top) - 1 */
    const num flipped = pattern([](int i) { return i % 2 == top % 2; }, 0);
    std::vector<num> r;
    for (u64 bits = 0; bits < (u64)1 << (256 - shift); bits++) {
        const num head = pattern([](int) { return false; }, bits), summand = window_of(head, top);
        const num opposite = neg(summand);
        num u;
        if (summand <= ones && summand.bit(0)) u = reference::plus(ones, summand);
        else if (opposite <= ones && opposite.bit(0)) u = reference::minus(ones, opposite);
        else continue;
        num v;
        for (unsigned bit = 0; bit < shift; bit++)
            if (u.bit(bit + 1) != flipped.bit(bit)) v = reference::plus(v, num::power_of_2(bit));
        v = reference::plus(v, head);
        if (v < reference::n) r.push_back(scalar_of(v));
    }
    return r;
}

/* ---- Products ---- */

/* x and y; zeros for infinity. */
struct affine {
    u64 words[8];
    bool operator==(const affine &b) const { return memcmp(words, b.words, sizeof words) == 0; }
};
affine affine_of(const gej &j) {
    ge p;
    affine r;
    ge_set_gej(&p, &j);
    fe_get_limbs64(r.words, &p.x);
    fe_get_limbs64(r.words + 4, &p.y);
    return r;
}
sc limbs_of(const num &k) {
    u64 limbs[4];
    sc r;
    k.to_limbs(limbs);
    sc_set_limbs64(&r, limbs);
    return r;
}
void is_right(const num &k) {
    const sc s = limbs_of(k);
    gej lanes, scalar;
    mul_gen_lanes(&lanes, &s);
    mul_gen(&scalar, &s);
    LANE_CHECK(affine_of(lanes) == affine_of(scalar), "k %s", hex(k).c_str());
    const bool infinite = declassify(gej_is_infinity(&lanes), "a test");
    LANE_CHECK(infinite == k.is_zero(), "k %s", hex(k).c_str());
}

void borders_are_right() {
    const num half = reference::mod_half(num(1), reference::n); /* (n + 1)/2 */
    std::vector<num> keys = {num(), half, neg(half)};
    for (unsigned k = 0; k < 256; k++) keys.push_back(num::power_of_2(k));
    for (u64 k = 1; k < 40; k++) keys.push_back(num(k));
    for (const num &k : keys) {
        follow(k);
        is_right(k);
        is_right(neg(k));
    }
}

void extreme_digits_are_right() {
    for (u64 bits = 0; bits < (u64)1 << (256 - w * top); bits += bits < 4 ? 1 : 5)
        for (int by = 1; by <= 16; by *= 2)
            for (int lane = -2; lane < 8; lane++) {
                /* all, none, or one window in eight negative, from runs of `by` */
                const num v = pattern(
                    [&](int i) { return (i / by % 2 == 0) != (lane == -1 || i % 8 == lane); },
                    bits);
                if (v >= reference::n) continue;
                const num k = scalar_of(v);
                LANE_CHECK(bits_of(k) == v, "v %s", hex(v).c_str());
                follow(k);
                is_right(k);
            }
}

/* Only k = 0 cancels; of k that double there are one or two, by the window. */
void last_addition_is_complete() {
    const halves zero = follow(num());
    LANE_CHECK(zero.even == neg(zero.odd), "k = 0");
    const std::vector<num> keys = doublings();
    LANE_CHECK(keys.size() == (256 % w == 0 ? 2 : 1), "%d keys", (int)keys.size());
    for (const num &k : keys) {
        const halves sums = follow(k);
        LANE_CHECK(sums.even == sums.odd, "k %s", hex(k).c_str());
        for (int i = -3; i <= 3; i++)
            is_right(i < 0 ? add(k, neg(num((u64)-i))) : add(k, num((u64)i)));
        is_right(neg(k));
    }
}

void random_scalars_are_right() {
    source s(1);
    for (int i = scaled(2000); i-- > 0;) {
        const num k = any(s);
        if (i % 16 == 0) follow(k);
        is_right(k);
    }
}

/* Every number of rows, on either side of where a lane each begins to pay. */
void rows_are_right() {
    source s(2);
    for (size_t n = 0; n <= 17; n++) {
        std::vector<sc> k(n);
        std::vector<gej> r(n);
        for (sc &key : k) key = s.one_in(8) ? limbs_of(num()) : limbs_of(any(s));
        mul_gen_rows(r.data(), k.data(), n);
        for (size_t i = 0; i < n; i++) {
            gej want;
            mul_gen(&want, &k[i]);
            LANE_CHECK(affine_of(r[i]) == affine_of(want), "row %d of %d", (int)i, (int)n);
        }
        LANE_CHECK(r.size() == n, "rows");
    }
}

/* Every row of every lane, whatever the others take; no row where there is no table. */
void scan_keeps_the_row() {
    source s(3);
    for (int first = 0; first < gen_windows; first += 8)
        for (u32 row = 0; row < (u32)gen_entries; row++) {
            const int count = std::min(gen_windows - first, 1 + (int)s.below(8));
            u64 index[8], words[8][8];
            for (u64 &i : index) i = s.below(gen_entries);
            index[row % (u32)count] = row;
            ge8 got;
            fe8 x, y;
            scan_tables8<w - 1>(&got, gen_table + first, count, index);
            fe_load(&x, &got.x);
            fe_load(&y, &got.y);
            vec8 rows[8];
            ge8_scatter(rows, &x, &y);
            memcpy(words, rows, sizeof words);
            for (int l = 0; l < 8; l++) {
                ge_entry want = {};
                if (l < count) want = gen_table[first + l][index[l]];
                LANE_CHECK(memcmp(words[l], &want, sizeof want) == 0,
                           "tables from %d on, %d of them, lane %d", first, count, l);
            }
        }
}

}  // namespace

#define TEST(name) {#name, name}

int main() {
    return lane_tests({TEST(borders_are_right), TEST(extreme_digits_are_right),
                       TEST(last_addition_is_complete), TEST(random_scalars_are_right),
                       TEST(rows_are_right), TEST(scan_keeps_the_row)});
}
