// The engine with lanes, compiled here once more, with each body of lanes/vec.h, so that its rows
// run on every CPU and under every checker: against the portable engine of the library, and on
// sums that lanes cannot add.
#define UF_TARGET lanes_under_test
#define UF_SCALAR UF_SC4X64 /* what lane scalars are set from */
#include "lanes.h"

#include "engine/table_lanes.h"
#include "parity_calls.h"
#ifdef __SSE2__
#include <xmmintrin.h>
#endif

namespace {

using namespace parity;
using namespace ufsecp::UF_TARGET;

/* What it leaves to the next engine is as the portable one does it. */
const engine under_test = [] {
    engine e = make_lane_engine("lanes");
    ufsecp::each_function([&e](auto function, auto...) {
        if (!(e.*function)) e.*function = ufsecp::portable_engine.*function;
    });
    return e;
}();

/* ---- Its rows against the portable engine ---- */

void each_call(std::string (comparison::*test)()) {
    for (size_t which = 0; which < calls().size(); which++) {
        const std::string error = pool_of(which).error;
        LANE_CHECK(error.empty(), "%s, a single call: %s", calls()[which].name.c_str(),
                   error.c_str());
        const std::string difference = (comparison(under_test, which).*test)();
        LANE_CHECK(difference.empty(), "%s: %s", calls()[which].name.c_str(), difference.c_str());
    }
}
void every_size() { each_call(&comparison::every_size); }
void every_lane() { each_call(&comparison::every_lane); }
void one_large() { each_call(&comparison::one_large); }

#ifdef __SSE2__
/* A caller's mode of rounding, its treatment of denormal numbers and its exceptions, enabled or
 * noted, change no result, and are as they were after each call. */
void floating_point_is_the_callers() {
    const unsigned found = _mm_getcsr(), controls[] = {0x1F80, 0x3F80, 0x5F80, 0x7F80, 0x9FC0};
    for (size_t which = 0; which < calls().size(); which++) {
        const unsigned control = controls[which % (sizeof controls / sizeof controls[0])];
        _mm_setcsr(control);
        const std::string difference = comparison(under_test, which).one_large();
        const unsigned after = _mm_getcsr() & 0xFFC0;
        _mm_setcsr(found);
        LANE_CHECK(difference.empty(), "%s, mode %04x: %s", calls()[which].name.c_str(), control,
                   difference.c_str());
        LANE_CHECK(after == control, "%s: mode %04x, then %04x", calls()[which].name.c_str(),
                   control, after);
    }
    u8 sk[8][32] = {}, pk[2][8][33], ok[8];
    for (u8 l = 0; l < 8; l++) sk[l][31] = (u8)(l + 1);
    under_test.pubkey_create_batch(pk[0][0], ok, sk[0], 8);
    for (const unsigned before :
         {0x0000u, 0x4000u, 0x7FBFu}) { /* every exception enabled, twice; and noted */
        memset(pk[1], 0, sizeof pk[1]);
        _mm_setcsr(before);
        under_test.pubkey_create_batch(pk[1][0], ok, sk[0], 8);
        const unsigned after = _mm_getcsr();
        _mm_setcsr(found);
        LANE_CHECK(after == before && memcmp(pk[0], pk[1], sizeof pk[0]) == 0,
                   "mode %04x, then %04x", before, after);
    }
}

/* Who is told of a row that holds a payment runs in the caller's mode: an allocator, say. */
void floating_point_is_the_callers_within_a_scan() {
    constexpr size_t n = 64;
    const bytes g = times_g(num(1));
    u8 tweaks[n][64], key32[32] = {1};
    uint64_t outputs_at[n + 1];
    for (size_t i = 0; i < n; i++) memcpy(tweaks[i], &g[1], 64);
    for (size_t i = 0; i <= n; i++)
        outputs_at[i] = i << 20; /* so many are flagged without being read */
    const ufsecp_silent_index index = {tweaks[0], 64, key32, 32, outputs_at, n};
    ufsecp::silent_receiver who = {key32, {}, nullptr, 0};
    for (size_t i = 0; i < 4; i++) {
        who.spend.x[i] = load_be64(&g[25 - 8 * i]);
        who.spend.y[i] = load_be64(&g[57 - 8 * i]);
    }
    struct seen {
        size_t calls, others;
        static void flag(void *to, size_t, size_t) {
            seen *s = static_cast<seen *>(to);
            s->calls++;
            s->others += (_mm_getcsr() & 0xFFC0) != 0x3F80;
        }
    };
    const unsigned found = _mm_getcsr();
    for (const auto &scan : {under_test.silent_scan, under_test.silent_scan_var}) {
        seen all = {};
        const ufsecp::silent_scan_task task = {&index, &who, 1, nullptr, seen::flag, &all};
        _mm_setcsr(0x3F80);
        (void)scan(&task, 0, n);
        _mm_setcsr(found);
        LANE_CHECK(all.calls == n && all.others == 0, "%zu calls, %zu in another mode", all.calls,
                   all.others);
    }
}
#endif

/* ---- Sums that lanes cannot add ---- */

/* Eight points of 65 bytes. */
void set_points(ge8 *r, const u8 (*key65)[65]) {
    fe8 t;
    fe_set_rows_b32(&t, key65[0] + 1, 65);
    fe_store(&r->x, &t);
    fe_set_rows_b32(&t, key65[0] + 33, 65);
    fe_store(&r->y, &t);
}
/* The lanes of r that are these points. */
u32 equal_points(const ge8 *r, const u8 (*key65)[65]) {
    ge8 want;
    fe8 x, y, want_x, want_y;
    set_points(&want, key65);
    fe_load(&want_x, &want.x);
    fe_load(&want_y, &want.y);
    fe_load(&x, &r->x);
    fe_load(&y, &r->y);
    return vec_bits(fe_equal(&x, &want_x) & fe_equal(&y, &want_y));
}

/* Eight scalars of 32 bytes. */
sc5x52x8 scalars(const u8 (*k32)[32]) {
    sc5x52x8 k;
    sc_set_rows_b32(&k, k32[0], 32);
    return k;
}
/* The lanes in which a P + b G, or a P, ends with z = 0, where all others are right.  Lane l of
 * each group has row[l]. */
template <bool with_gen, size_t groups = 1>
u32 lost_lanes(const steered (&row)[8]) {
    u8 a32[8][32], b32[8][32], keys[8][65], want[8][65], infinity[groups];
    ge8 key, sum[groups];
    gej8 q[groups];
    for (size_t l = 0; l < 8; l++) {
        const num k = add(mul(row[l].a, row[l].t), with_gen ? row[l].b : num());
        row[l].a.to_bytes(a32[l]);
        row[l].b.to_bytes(b32[l]);
        memcpy(keys[l], times_g(row[l].t).data(), 65);
        memcpy(want[l], times_g(k).data(), 65);
    }
    set_points(&key, keys);
    static gen_products8 bg(SIZE_MAX);
    const sc5x52x8 a = scalars(a32), b = scalars(b32);
    products8 products;
    for (size_t g = 0; g < groups; g++) {
        products.add_var(&q[g], &key, &a);
        bg.set_scalar_var(g, &b);
    }
    products.end_var();
    if constexpr (with_gen) bg.add_to_var(q, groups);
    const u32 lost = vec_bits(gej8_is_infinity(&q[0]));
    ge8_set_gej_batch_var<groups>(sum, infinity, q, groups);
    for (size_t g = 0; g < groups; g++) {
        LANE_CHECK(infinity[g] == lost, "%02x, lost %02x", infinity[g], lost);
        const u32 right = equal_points(&sum[g], want) | lost;
        LANE_CHECK(right == 0xFF, "right %02x", right);
    }
    return lost;
}

/* No border: a small factor may lose its lane. */
num ordinary_scalar(source &s) {
    return reference::mod(num::of_bytes(s.string(32).data()), reference::n);
}
steered ordinary(source &s) {
    return {"", ordinary_scalar(s), ordinary_scalar(s), ordinary_scalar(s)};
}

/* Each steered row in every lane, alone among ordinary ones: its lane is lost, and no other. */
template <class Lost>
void expect_lost(source &s, const std::vector<steered> &steered_rows, size_t in_lanes,
                 const Lost &lost_of) {
    for (size_t i = 0; i < steered_rows.size(); i++)
        for (size_t n = 0; n < in_lanes; n++) {
            const size_t lane = (i + n) % 8;
            steered row[8];
            for (steered &r : row) r = ordinary(s);
            LANE_CHECK(n > 0 || lost_of(row) == 0, "ordinary rows");
            row[lane] = steered_rows[i];
            const u32 lost = lost_of(row);
            LANE_CHECK(lost == 1u << lane, "%s in lane %d: lost %02x; a %s b %s t %s",
                       row[lane].name.c_str(), (int)lane, lost, hex(to_bytes(row[lane].a)).c_str(),
                       hex(to_bytes(row[lane].b)).c_str(), hex(to_bytes(row[lane].t)).c_str());
        }
}

size_t in_lanes() { return static_cast<size_t>(scaled(8)); }

/* The model that inputs are steered by does what the lanes do: its last sums are a P and b G. */
void steps_are_right() {
    source s(20);
    for (int i = scaled(100); i-- > 0;) {
        const num a = scalar(s, 2), b = scalar(s, 2);
        LANE_CHECK(lane_steps::product_of(lane_steps::codes_of(a)) == a, "a %s",
                   hex(to_bytes(a)).c_str());
        const lane_steps::step last = lane_steps::comb_steps(b).back();
        LANE_CHECK(add(last.sum, last.summand) == b, "b %s", hex(to_bytes(b)).c_str());
    }
}
void sums_are_lost() {
    source s(21);
    for (int i = scaled(4); i-- > 0;) expect_lost(s, steered_sums(s), in_lanes(), lost_lanes<true>);
    expect_lost(s, steered_products(s), 1, lost_lanes<true>);
}
void products_are_lost() {
    source s(22);
    const std::vector<steered> products = steered_products(s);
    LANE_CHECK(products.size() == 1, "%d", (int)products.size());
    expect_lost(s, products, in_lanes(), lost_lanes<false>);
}
/* How comb_run_var makes the sums of so many groups. */
comb_parts parts_of(const ufsecp::comb &table, size_t groups) {
    return comb_parts(&table, groups, groups < comb_least ? groups : comb_sums::room);
}
/* Sums that lanes cannot add where b G is computed for itself, in so many groups: those of whole
 * products, and b G of which the last addition is a doubling, or gives infinity. */
std::vector<steered> steered_wholes(source &s, size_t groups) {
    const ufsecp::comb table = ufsecp::comb_for_var(SIZE_MAX);
    std::vector<steered> r;
    for (const num &b : lane_steps::comb_doublings(table, parts_of(table, groups)))
        r.push_back({"a doubling of the comb", ordinary_scalar(s), b, ordinary_scalar(s)});
    for (int i = 0; i < 4; i++) {
        const num a = ordinary_scalar(s), t = ordinary_scalar(s);
        r.push_back({"equal summands", a, mul(a, t), t});
        r.push_back({"opposite summands", a, neg(mul(a, t)), t});
        r.push_back({"b = 0", a, num(), t});
    }
    return r;
}
void sums_of_parts_are_lost() {
    source s(27);
    expect_lost(s, steered_wholes(s, comb_least), in_lanes(), lost_lanes<true, comb_least>);
    expect_lost(s, steered_products(s), 1, lost_lanes<true, comb_least>);
}
/* a P + b G = infinity has z = 0 too, and so it stays through the additions that follow. */
void infinity_is_lost() {
    source s(24);
    std::vector<steered> sums;
    for (int i = 0; i < 8; i++) {
        const num a = ordinary_scalar(s), t = ordinary_scalar(s);
        sums.push_back({"infinity", a, neg(mul(a, t)), t});
    }
    expect_lost(s, sums, 1, lost_lanes<true>);
}

/* ---- Claims about sums, of keys of which y is not computed ---- */

/* The lanes whose claim is lost, where all others are judged right: bit l of `wrong` claims another
 * x in lane l, of `other` gives the key the other parity. */
template <bool with_sum_y, size_t groups = 1>
u32 lost_claims(const steered (&row)[8], u32 wrong = 0, u32 other = 0) {
    u8 a32[8][32], b32[8][32], keys[8][65], sums[8][65];
    u32 odd = 0, odd_sum = 0, infinity = 0;
    for (size_t l = 0; l < 8; l++) {
        const num k = add(mul(row[l].a, row[l].t), row[l].b);
        row[l].a.to_bytes(a32[l]);
        row[l].b.to_bytes(b32[l]);
        memcpy(keys[l], times_g(row[l].t).data(), 65);
        infinity |= (u32)k.is_zero() << l;
        memcpy(sums[l], times_g(k.is_zero() ? num(1) : k).data(), 65);
        odd |= (u32)(keys[l][64] & 1) << l;
        odd_sum |= (u32)(sums[l][64] & 1) << l;
        if (wrong >> l & 1) sums[l][32] ^= 1;
    }
    static claims8 claims(SIZE_MAX);
    const sc5x52x8 a = scalars(a32), b = scalars(b32);
    ge8_compressed key;
    fe8 claimed;
    ge8_set_x32(&key, keys[0] + 1, 65, odd ^ other, 0xFF);
    fe_set_rows_b32(&claimed, sums[0] + 1, 65);
    for (size_t g = 0; g < groups; g++) claims.set_var(g, &key, &claimed, &a, &b);
    claims.solve_var<with_sum_y>(groups);
    for (size_t g = 0; g < groups; g++) {
        const u32 holds = vec_bits(equation8_holds(&claims.sum[g], claims.inverse(g), key.odd));
        const u32 lost = claims.lost[g], judged = ~lost & 0xFF, right = ~(wrong | other) & judged;
        LANE_CHECK((holds & judged) == right, "holds %02x, wrong %02x, other %02x, lost %02x",
                   holds, wrong, other, lost);
        if constexpr (with_sum_y) {
            const u32 is_odd = vec_bits(equation8_sum_is_odd(&claims.sum[g], claims.inverse(g)));
            LANE_CHECK(((is_odd ^ odd_sum) & right) == 0, "odd %02x, in truth %02x of %02x", is_odd,
                       odd_sum, right);
        }
        LANE_CHECK((infinity & judged) == 0, "infinity %02x, lost %02x", infinity, lost);
        LANE_CHECK(lost == claims.lost[0], "lost %02x and %02x", lost, claims.lost[0]);
    }
    return claims.lost[0];
}

template <bool with_sum_y>
void expect_claims(source &s) {
    for (int i = scaled(400); i-- > 0;) {
        steered row[8];
        for (steered &r : row) r = ordinary(s);
        const u32 wrong = (u32)s.below(256), other = (u32)s.below(256);
        LANE_CHECK(lost_claims<with_sum_y>(row, wrong, other) == 0, "wrong %02x, other %02x", wrong,
                   other);
    }
    const auto expect = [&s](std::vector<steered> rows, u32 (*lost)(const steered(&)[8])) {
        for (const steered &row : steered_products(s)) rows.push_back(row);
        for (int i = 0; i < 4; i++)
            rows.push_back({"a = 0", num(), ordinary_scalar(s), ordinary_scalar(s)});
        expect_lost(s, rows, 1, lost);
    };
    expect(steered_wholes(s, 1),
           [](const steered(&row)[8]) { return lost_claims<with_sum_y>(row); });
    expect(steered_wholes(s, comb_least),
           [](const steered(&row)[8]) { return lost_claims<with_sum_y, comb_least>(row); });
}
void claims_are_judged() {
    source s(23);
    expect_claims<false>(s);
    expect_claims<true>(s);
}

/* An x on no point: whatever is claimed does not hold. */
void claims_of_no_point() {
    source s(26);
    for (int i = scaled(100); i-- > 0;) {
        u8 x[8][32], r[8][32], k[8][32];
        for (int l = 0; l < 8; l++) {
            u8 key[33], out[65];
            do memcpy(key + 1, s.string(32).data(), 32), key[0] = 2;
            while (ufsecp_pubkey_convert(out, 65, key, 33, 0) == UFSECP_OK);
            memcpy(x[l], key + 1, 32);
            memcpy(r[l], s.string(32).data(), 32);
            scalar(s, 2).to_bytes(k[l]);
        }
        static claims8 claims(SIZE_MAX);
        const sc5x52x8 a = scalars(k);
        ge8_compressed key;
        fe8 claimed;
        ge8_set_x32(&key, x[0], 32, 0, 0xFF);
        fe_set_rows_b32(&claimed, r[0], 32);
        claims.set_var(0, &key, &claimed, &a, &a);
        claims.solve_var<false>(1);
        const u32 holds = vec_bits(equation8_holds(claims.sum, claims.inverse(0), key.odd) |
                                   equation8_holds(claims.sum, claims.inverse(0), ~key.odd));
        const u32 lost = claims.lost[0];
        LANE_CHECK((holds & ~lost) == 0, "holds %02x, lost %02x", holds, lost);
    }
}

/* ---- Multiples of G ---- */

/* The comb of a process that has asked for little, and the large one. */
const ufsecp::comb small_comb = ufsecp::comb_for_var(1);

/* Scalars of which one, each of some in turn, is exceptional at the comb's last addition. */
template <size_t groups>
void comb_sums_are_right(const ufsecp::comb &table, size_t parts_count) {
    source s(25);
    const comb_parts parts = parts_of(table, groups);
    LANE_CHECK(parts.count == parts_count, "%d parts", (int)parts.count);
    const std::vector<num> doublings = lane_steps::comb_doublings(table, parts);
    LANE_CHECK(doublings.size() == (256 % table.window == 0 ? 2 : 1), "%d", (int)doublings.size());
    static comb_sums sums;
    comb_scalars scalar[groups];
    for (size_t at = 0; at < 8 * groups; at += groups / 3) {
        u8 k32[8 * groups][32];
        for (auto &k : k32) memcpy(k, seckey(s, 1000).data(), 32);
        doublings[at % doublings.size()].to_bytes(k32[at]);
        for (size_t g = 0; g < groups; g++) {
            const sc5x52x8 k = scalars(k32 + 8 * g);
            comb_set_scalars_var(&scalar[g], &table, &k);
        }
        comb_run_var(&sums, &table, scalar, groups);
        for (size_t g = 0; g < groups; g++) {
            const u32 expected = g == at / 8 ? 1u << at % 8 : 0;
            LANE_CHECK(sums.lost[g] == expected, "row %d: group %d lost %02x", (int)at, (int)g,
                       sums.lost[g]);
            u8 want[8][65], infinity;
            for (size_t l = 0; l < 8; l++) (void)!ufsecp_pubkey_create(want[l], 65, k32[8 * g + l]);
            u32 right = equal_points(&sums.sum[g], want) | sums.lost[g];
            LANE_CHECK(right == 0xFF, "row %d: group %d right %02x", (int)at, (int)g, right);
            if (parts.count > 1) continue;
            gej8 one;
            ge8 affine;
            comb_mul8_var(&one, &table, &scalar[g]);
            ge8_set_gej_batch_var<1>(&affine, &infinity, &one, 1);
            right = equal_points(&affine, want) | infinity;
            LANE_CHECK(infinity == expected && right == 0xFF,
                       "row %d: group %d one by one right %02x", (int)at, (int)g, right);
        }
    }
}
void comb_is_right(const ufsecp::comb &table, size_t most_parts) {
    comb_sums_are_right<3>(table, 1); /* one by one */
    comb_sums_are_right<4>(table, most_parts);
    comb_sums_are_right<8>(table, 8);
    comb_sums_are_right<16>(table, 4);
    comb_sums_are_right<17>(table, 2);
    comb_sums_are_right<33>(table, 1);
}
void small_comb_is_right() {
    LANE_CHECK(small_comb.window == UF_GEN_WINDOW, "%d", small_comb.window);
    comb_is_right(small_comb, 16);
}
void large_comb_is_right() {
    const ufsecp::comb large = ufsecp::comb_for_var(SIZE_MAX);
    LANE_CHECK(large.window == 12, "%d", large.window);
    comb_is_right(large, 8);
}

/* ---- Secret scalars ---- */

/* k P in all lanes, for random keys and for those whose last two additions can be exceptional: with
 * the last digits d0 and lambda d1, k = lambda d1 cancels at the first and begins anew at the
 * second, lambda d1 + 2 d0 doubles at the first, 2 lambda d1 at the second. Of these keys only one
 * has such digits. */
void secret_products_are_right() {
    source s(27);
    int met[3] = {};
    std::vector<num> keys = {num(1), neg(1), num(2), lambda, neg(lambda)};
    for (int a = -31; a < 32; a += 2) {
        const num d = lane_steps::of_int(a), ld = mul(d, lambda);
        const auto try_key = [&](int kind, const num &k, int d0, int d1) {
            secret_array<u64, 6> bits;
            sc limbs;
            k.to_limbs(limbs.n);
            sc_recode_odd_glv(bits.v, bits.v + 3, &limbs, ufsecp::mul_offset);
            const auto last = [&](int half) {
                const odd_digit digit = odd_digit_at(bits.v + 3 * half, 3, 0, UF_POINT_WINDOW_CT);
                return (int)(2 * digit.index + 1) * (mask_bit(digit.negative) ? -1 : 1);
            };
            if (last(1) != d1 || (d0 && last(0) != d0)) return;
            met[kind]++;
            keys.push_back(k);
        };
        try_key(0, ld, 0, a);
        try_key(1, add(ld, ld), 0, a);
        for (int b = -31; b < 32; b += 2) try_key(2, add(ld, lane_steps::of_int(2 * b)), b, a);
    }
    LANE_CHECK(met[0] == 0 && met[1] == 1 && met[2] == 0, "cancel %d, double %d, double first %d",
               met[0], met[1], met[2]);
    for (int i = scaled(20); i-- > 0;) keys.push_back(scalar(s, 1000));
    for (const num &k : keys) {
        u8 points[8][65], want[8][65];
        ge p[8];
        gej r[8];
        sc limbs;
        k.to_limbs(limbs.n);
        for (int l = 0; l < 8; l++) {
            const num t = scalar(s, 1000);
            memcpy(points[l], times_g(t).data(), 65);
            memcpy(want[l], times_g(mul(k, t)).data(), 65);
            fe_set_b32(&p[l].x, points[l] + 1);
            fe_set_b32(&p[l].y, points[l] + 33);
        }
        mul_point8(r, p, &limbs);
        ge affine[8];
        ge_set_gej_batch<8>(affine, r, 8);
        for (int l = 0; l < 8; l++) {
            u8 got[65];
            pubkey_serialize(got, 65, &affine[l]);
            LANE_CHECK(memcmp(got, want[l], 65) == 0, "k %s in lane %d", hex(to_bytes(k)).c_str(),
                       l);
        }
    }
}

/* ---- Points ---- */

using ufsecp::affine64, ufsecp::point64;

/* Every number of points, infinity in every lane in turn and any beside: as without lanes. */
void points_are_affine() {
    source s(28);
    std::vector<point64> finite(40);
    for (point64 &p : finite) {
        u64 k[4], a[4];
        scalar(s, 1000).to_limbs(k);
        scalar(s, 1000).to_limbs(a);
        engine_point_mul_gen_var(&p, k);
        engine_point_mul_var(&p, &p, a);
    }
    for (size_t n = 0; n <= finite.size(); n++)
        for (size_t lane = 0; lane < 10; lane++) {
            std::vector<point64> in(finite.begin(), finite.begin() + (std::ptrdiff_t)n);
            std::vector<affine64> out(n + 1), want(n + 1);
            memset(out.data(), 0xA5, (n + 1) * sizeof(affine64));
            memset(want.data(), 0xA5, (n + 1) * sizeof(affine64));
            for (size_t i = 0; i < n; i++)
                if (i % 8 == lane || lane == 9 || s.below(16) == 0)
                    memset(in[i].z, 0, sizeof in[i].z);
            under_test.points_to_affine_var(out.data(), in.data(), n);
            engine_points_to_affine_var(want.data(), in.data(), n);
            for (size_t i = 0; i <= n; i++)
                LANE_CHECK(memcmp(&out[i], &want[i], sizeof out[i]) == 0, "n %d, lane %d, point %d",
                           (int)n, (int)lane, (int)i);
        }
}

/* ---- Sums ---- */

/* The halves of any number of scalars are those of scalar code: with words that are zero, of either
 * sign, in every lane. */
void scalars_are_split() {
    source s(29);
    std::vector<num> edges = {num(0), num(1)};
    for (unsigned bit : {63u, 64u, 65u, 126u, 127u, 128u, 192u, 255u})
        edges.push_back(num::power_of_2(bit));
    u64 lambda[4];
    memcpy(lambda, glv_lambda, sizeof lambda);
    for (size_t i = 0, n = edges.size(); i < n; i++)
        edges.push_back(mul(edges[i], num::of_limbs(lambda)));
    for (size_t i = 0, n = edges.size(); i < n; i++) edges.push_back(neg(edges[i]));
    for (size_t n = 0; n <= 3 * edges.size(); n += n < 20 ? 1 : 7) {
        std::vector<u64> scalars(4 * n + 4),
            words[2] = {std::vector<u64>(4 * n + 1), std::vector<u64>(4 * n + 1)};
        std::vector<u32> refs[2] = {std::vector<u32>(2 * n + 1), std::vector<u32>(2 * n + 1)};
        msm_halves h[2];
        for (size_t i = 0; i < n; i++) {
            const num k = s.one_in(8) ? scalar(s) : edges[(i + n) % edges.size()];
            k.to_limbs(&scalars[4 * i]);
        }
        for (int way = 0; way < 2; way++)
            h[way] = {words[way].data(), words[way].data() + 2 * n, refs[way].data()};
        msm_split_var(&h[0], reinterpret_cast<const u64(*)[4]>(scalars.data()), n);
        msm_split8_var(&h[1], reinterpret_cast<const u64(*)[4]>(scalars.data()), n);
        for (size_t i = 0; i < 2 * n; i++) {
            const bool zero = (h[0].low[i] | h[0].high[i]) == 0;
            LANE_CHECK(h[0].low[i] == h[1].low[i] && h[0].high[i] == h[1].high[i] &&
                           (zero || h[0].ref[i] == h[1].ref[i]),
                       "n %d, half %d", (int)n, (int)i);
        }
    }
}

}  // namespace

#define TEST(name) {#name, name}

int main() {
    return lane_tests(
        {TEST(steps_are_right), TEST(sums_are_lost), TEST(sums_of_parts_are_lost),
         TEST(products_are_lost), TEST(infinity_is_lost), TEST(claims_are_judged),
         TEST(claims_of_no_point), TEST(small_comb_is_right), TEST(large_comb_is_right),
         TEST(secret_products_are_right), TEST(points_are_affine), TEST(scalars_are_split),
         TEST(every_size), TEST(every_lane), TEST(one_large),
#ifdef __SSE2__
         TEST(floating_point_is_the_callers), TEST(floating_point_is_the_callers_within_a_scan)
#endif
        });
}
