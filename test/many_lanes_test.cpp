// Many points at once (lanes/many_lanes_var.h, group/many_var.h): sums of pairs, keys and
// multiples by lambda against single calls of the scalar code, with everything that is
// exceptional in every lane.
#include "lanes.h"

#include <random>
#include <vector>

#include "lanes/many_lanes_var.h"
#include "row_points.h"

namespace {

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;
using row_points::point_of, row_points::entry_of, row_points::same;
using rng = std::mt19937_64;
using rows = std::vector<ge_entry>;
using pairs = std::vector<entry_pair>;

/* ---- Points by the scalar code ---- */

bool is_infinity(const ge_entry &a) { return same(a, ge_entry{}); }
ge_entry sum_of(const ge_entry &a, bool negative_a, const ge_entry &b, bool negative_b) {
    gej p = point_of(a, negative_a);
    const gej q = point_of(b, negative_b);
    gej_add_var(&p, &p, &q);
    return entry_of(p);
}
ge_entry sum_of(const rows &table, entry_pair pair) {
    return sum_of(table[pair.a >> 1], pair.a & 1, table[pair.b >> 1], pair.b & 1);
}
ge_entry negated(const ge_entry &a) { return sum_of(a, true, ge_entry{}, false); }
ge_entry lambda_times(const ge_entry &a) {
    ge_entry r;
    ge p;
    ge_set_entry(&p, &a);
    ge_mul_lambda(&p, &p);
    fe_normalize_var(&p.x);
    ge_get_entry(&r, &p);
    return r;
}

/* The point with this x, if there is one. */
bool lift(ge_entry *r, const fe &x, bool odd) {
    ge p;
    if (!ge_set_x_var(&p, &x, odd)) return false;
    fe_normalize_var(&p.x);
    ge_get_entry(r, &p);
    return true;
}
ge_entry random_point(rng &g) {
    ge_entry r;
    u64 x[4];
    fe e;
    do {
        for (u64 &w : x) w = g();
        fe_set_limbs64(&e, x);
    } while (!lift(&r, e, g() & 1));
    return r;
}
const u64 generator_x[4] = {0x59F2815B16F81798, 0x029BFCDB2DCE28D9, 0x55A06295CE870B07,
                            0x79BE667EF9DCBBAC};
ge_entry generator() {
    fe x;
    ge_entry r{};
    fe_set_limbs64(&x, generator_x);
    LANE_CHECK(lift(&r, x, false), "the generator");
    return r;
}
/* k or -k in the field. */
fe small(int k) {
    fe r;
    fe_set_int(&r, (u32)(k < 0 ? -k : k));
    if (k < 0) fe_neg(&r, &r, 1);
    fe_normalize_var(&r);
    return r;
}
/* A cube root, if there is one: a^((p + 2)/9), for p = 7 mod 9. */
bool cube_root(fe *r, const fe &a) {
    static const u64 exponent[4] = {0x1C71C71C555554E9, 0x71C71C71C71C71C7, 0xC71C71C71C71C71C,
                                    0x1C71C71C71C71C71};
    fe t;
    fe_set_one(r);
    for (int i = 256; i-- > 0;) {
        fe_sqr(r, r);
        if (exponent[i / 64] >> (i % 64) & 1) fe_mul(r, r, &a);
    }
    fe_sqr(&t, r);
    fe_mul(&t, &t, r);
    return is_true_var(fe_equal(&t, &a));
}
/* Points one of whose coordinates is next to 0 or to p, where a lane's product is rarely below p as
 * it is. */
rows edge_points() {
    rows r;
    for (int sign : {1, -1}) {
        size_t found = 0;
        for (int k = 1; found < 4; k++) {
            ge_entry p;
            if (!lift(&p, small(sign * k), k & 1)) continue;
            r.push_back(p);
            found++;
        }
        for (int k = 1; found < 8; k++) {
            fe x, t, seven = small(UF_CURVE_B);
            const fe y = small(sign * k);
            fe_sqr(&t, &y);
            fe_sub(&t, &t, &seven, 1);
            if (!cube_root(&x, t)) continue;
            fe_normalize_var(&x);
            const ge p{x, y};
            r.emplace_back();
            ge_get_entry(&r.back(), &p);
            found++;
        }
    }
    return r;
}

/* Infinity, +-G, +-2G, a point with all that share its y, their negatives, and points at the edges.
 */
rows special_points() {
    rng g(1);
    const ge_entry one = generator(), two = sum_of(one, false, one, false), a = random_point(g);
    rows r{{},
           one,
           negated(one),
           two,
           negated(two),
           a,
           lambda_times(a),
           lambda_times(lambda_times(a)),
           random_point(g)};
    r.push_back(negated(r.back()));
    r.push_back(negated(a));
    r.push_back(sum_of(two, false, one, false));
    return r;
}
rows random_points(rng &g, size_t n) {
    rows r;
    while (r.size() < n) r.push_back(random_point(g));
    return r;
}

/* ---- Sums of pairs ---- */

u32 signed_index(size_t row, bool negative) { return (u32)(row << 1 | (size_t)negative); }

template <class Many>
rows sums(const rows &table, const pairs &p) {
    ge_entry guard;
    memset(&guard, 0xA5, sizeof guard);
    rows out(p.size() + 1, guard);
    Many::add_pairs_var(out.data(), table.data(), p.data(), p.size());
    LANE_CHECK(same(out.back(), guard), "%zu pairs: written past their end", p.size());
    out.pop_back();
    return out;
}
void expect_row(const char *what, size_t n, size_t i, const ge_entry &got, const ge_entry &want) {
    LANE_CHECK(same(got, want), "%s, %zu of %zu: x ends in %016llx, not %016llx", what, i, n,
               (unsigned long long)got.x[0], (unsigned long long)want.x[0]);
}
template <class Many>
void expect_sums(const char *what, const rows &table, const pairs &p) {
    const rows got = sums<Many>(table, p);
    for (size_t i = 0; i < p.size(); i++)
        expect_row(what, p.size(), i, got[i], sum_of(table, p[i]));
}
pairs random_pairs(rng &g, size_t n, size_t among) {
    pairs r(n);
    for (entry_pair &p : r)
        p = {signed_index(g() % among, g() & 1), signed_index(g() % among, g() & 1)};
    return r;
}

/* Each pair of special points, with all signs, in every lane among ordinary ones. */
template <class Many>
void every_pair_in_every_lane() {
    rng g(2);
    rows table = special_points();
    const size_t special = table.size();
    for (const ge_entry &p : random_points(g, 32)) table.push_back(p);
    pairs ordinary;
    rows ordinary_sums;
    for (u32 i = 0; i < 16; i++) {
        ordinary.push_back(
            {signed_index(special + i, i & 1), signed_index(special + 16 + i, i & 2)});
        ordinary_sums.push_back(sum_of(table, ordinary.back()));
    }
    const size_t step =
        (size_t)std::max(1, 16 / scaled(16)); /* where all steps are checked, some lanes */
    for (size_t a = 0; a < special; a++)
        for (size_t b = 0; b < special; b++)
            for (size_t signs = 0; signs < 4; signs++) {
                const entry_pair tried{signed_index(a, signs & 1), signed_index(b, signs & 2)};
                const ge_entry want = sum_of(table, tried);
                for (size_t lane = (a + b) % step; lane < 16; lane += step) {
                    pairs p = ordinary;
                    p[lane] = tried;
                    const rows got = sums<Many>(table, p);
                    for (size_t l = 0; l < 16; l++)
                        expect_row("special", 1000 * a + 10 * b + signs, l, got[l],
                                   l == lane ? want : ordinary_sums[l]);
                }
            }
}
template <class Many>
void only_special_pairs() {
    const rows table = special_points();
    pairs p;
    for (u32 a = 0; a < 2 * table.size(); a++)
        for (u32 b = 0; b < 2 * table.size(); b++) p.push_back({a, b});
    expect_sums<Many>("only special", table, p);
    rng g(3);
    for (int i = scaled(20); i-- > 0;) {
        std::shuffle(p.begin(), p.end(), g);
        expect_sums<Many>("only special, shuffled", table, pairs(p.begin(), p.begin() + 300));
    }
}
/* A chunk of one exceptional case. */
template <class Many>
void all_alike() {
    rng g(4);
    rows table = random_points(g, 50);
    table.push_back({});
    const auto pairs_of = [&](auto pair_at) {
        pairs p;
        for (size_t i = 0; i < (size_t)scaled(1500); i++) {
            const bool sign = g() & 1;
            const u32 at = (u32)(g() % 50), none = 50;
            p.push_back(
                pair_at(signed_index(at, sign), signed_index(at, !sign), signed_index(none, sign)));
        }
        return p;
    };
    expect_sums<Many>("equal", table, pairs_of([](u32 a, u32, u32) { return entry_pair{a, a}; }));
    expect_sums<Many>("opposite", table,
                      pairs_of([](u32 a, u32 minus, u32) { return entry_pair{a, minus}; }));
    expect_sums<Many>("none first", table,
                      pairs_of([](u32 a, u32, u32 none) { return entry_pair{none, a}; }));
    expect_sums<Many>("none last", table,
                      pairs_of([](u32 a, u32, u32 none) { return entry_pair{a, none}; }));
    expect_sums<Many>("none at all", table,
                      pairs_of([](u32, u32, u32 none) { return entry_pair{none, none ^ 1}; }));
}
/* Sums whose coordinates are at the edges of the field. */
template <class Many>
void sums_at_the_edges() {
    rng g(5);
    const rows edges = edge_points();
    LANE_CHECK(edges.size() == 16, "%zu points", edges.size());
    rows table = edges;
    pairs p;
    for (int i = scaled(600); i-- > 0;) {
        const size_t edge = g() % edges.size();
        table.push_back(random_point(g));
        table.push_back(sum_of(edges[edge], false, table.back(), true));
        p.push_back({signed_index(table.size() - 2, false), signed_index(table.size() - 1, false)});
        p.push_back({p.back().b ^ 1, p.back().a ^ 1}); /* -edge */
        p.push_back(
            {signed_index(g() % edges.size(), g() & 1), signed_index(g() % edges.size(), g() & 1)});
    }
    expect_sums<Many>("edges", table, p);
}
template <class Many>
void random_sums() {
    rng g(6);
    rows table = random_points(g, 500);
    table.resize(501);
    expect_sums<Many>("random", table, random_pairs(g, (size_t)scaled(100000), table.size()));
}
template <class Many>
void every_size() {
    rng g(7);
    rows table = random_points(g, 40);
    table.resize(41);
    std::vector<size_t> sizes{511, 512, 513, 1023, 1024, 1025, 2049, 2060, 3100};
    for (size_t n = 0; n <= 40; n++) sizes.push_back(n);
    for (size_t n : sizes)
        expect_sums<Many>("sizes", table, random_pairs(g, n, n % 2 ? table.size() : 40));
}
/* Sums of sums: a tree with repeated and opposite leaves. */
template <class Many>
void levels() {
    rng g(8);
    for (int i = scaled(20); i-- > 0;) {
        rows level = random_points(g, 8);
        level.push_back({});
        pairs p = random_pairs(g, 200, level.size());
        while (true) {
            rows got = sums<Many>(level, p);
            for (size_t l = 0; l < got.size(); l++)
                expect_row("levels", p.size(), l, got[l], sum_of(level, p[l]));
            if (p.size() == 1) break;
            level = got;
            p = random_pairs(g, (p.size() + 1) / 2, level.size());
        }
    }
}

/* ---- Keys ---- */

using key = std::vector<u8>;

key key_of(u8 prefix, const u64 x[4]) {
    key r{prefix};
    for (int i = 4; i-- > 0;)
        for (int shift = 64; shift > 0; shift -= 8) r.push_back((u8)(x[i] >> (shift - 8)));
    return r;
}
/* The point of a key, zeros if there is none. */
ge_entry point_of_key(const key &k) {
    ge_entry r{};
    fe x;
    if ((k[0] != 2 && k[0] != 3) || !is_true_var(fe_set_b32(&x, k.data() + 1))) return r;
    return lift(&r, x, k[0] == 3) ? r : ge_entry{};
}
template <class Many>
void expect_points(const std::vector<key> &keys, size_t step) {
    const size_t n = keys.size();
    std::vector<u8> bytes(n * step, 0x5A), good(n + 1, 0x5A);
    rows out(n + 1), guard(1);
    memset(out.data(), 0xA5, (n + 1) * sizeof out[0]);
    guard[0] = out[0];
    for (size_t i = 0; i < n; i++) memcpy(&bytes[i * step], keys[i].data(), 33);
    bytes.resize(n ? (n - 1) * step + 33 : 0); /* nothing is read behind the last key */
    bytes.shrink_to_fit();
    Many::lift_var(out.data(), good.data(), bytes.data(), step, n);
    for (size_t i = 0; i < n; i++) {
        const ge_entry want = point_of_key(keys[i]);
        expect_row("key", n, i, out[i], want);
        LANE_CHECK(good[i] == !is_infinity(want), "key %zu of %zu: good = %d", i, n, good[i]);
    }
    LANE_CHECK(good[n] == 0x5A && same(out[n], guard[0]), "%zu keys: written past their end", n);
}
key random_key(rng &g) {
    const u64 x[4] = {g(), g(), g(), g()};
    return key_of((u8)(2 + g() % 2), x);
}
template <class Many>
void keys() {
    rng g(9);
    std::vector<key> r;
    for (unsigned prefix = 0; prefix < 256; prefix++) r.push_back(key_of((u8)prefix, generator_x));
    expect_points<Many>(r, 33);
    r.clear();
    constexpr u64 all = ~(u64)0, p0 = 0xFFFFFFFEFFFFFC2F;
    const u64 at_p[][4] = {{p0, all, all, all},     {all, all, all, all},
                           {p0, all - 1, all, all}, {p0, all, all - 1, all},
                           {p0, all, all, all - 1}, {0, 0, 0, 0},
                           {all, 0, 0, 0},          {0, all, all, all}};
    for (const auto &x : at_p)
        for (int d = -8; d < 8; d++) {
            const u64 near[4] = {x[0] + (u64)d, x[1], x[2], x[3]};
            for (u8 prefix : {2, 3}) r.push_back(key_of(prefix, near));
        }
    for (const ge_entry &a : edge_points()) r.push_back(key_of((u8)(2 + (a.y[0] & 1)), a.x));
    size_t found = 0;
    for (const key &k : r) found += !is_infinity(point_of_key(k));
    LANE_CHECK(found > 50 && found < r.size() - 50, "%zu points of %zu", found, r.size());
    for (size_t step : {33, 40, 129}) {
        std::shuffle(r.begin(), r.end(), g);
        expect_points<Many>(r, step);
    }
    for (size_t n = 0; n <= 40; n++) {
        r.clear();
        while (r.size() < n) r.push_back(random_key(g));
        expect_points<Many>(r, 33 + n % 3);
    }
    r.clear();
    for (int i = scaled(20000); i-- > 0;) r.push_back(random_key(g));
    expect_points<Many>(r, 33);
}

/* ---- Multiples by lambda ---- */

template <class Many>
void lambda() {
    rng g(10);
    rows in = special_points();
    for (const ge_entry &a : edge_points()) { /* points that lambda takes to the edges, too */
        in.push_back(a);
        in.push_back(lambda_times(lambda_times(a)));
    }
    for (const ge_entry &a : random_points(g, (size_t)scaled(2000))) in.push_back(a);
    std::shuffle(in.begin(), in.end(), g);
    in[g() % in.size()] = {};
    for (size_t n : {(size_t)0, (size_t)1, (size_t)7, (size_t)8, (size_t)9, (size_t)16, (size_t)23,
                     in.size()}) {
        rows out(n + 1, in[0]);
        Many::lambda_var(out.data(), in.data(), n);
        for (size_t i = 0; i < n; i++)
            expect_row("lambda", n, i, out[i],
                       is_infinity(in[i]) ? ge_entry{} : lambda_times(in[i]));
        LANE_CHECK(same(out[n], in[0]), "lambda, %zu: written past their end", n);
        rows in_place(in.begin(), in.begin() + (ptrdiff_t)n);
        Many::lambda_var(in_place.data(), in_place.data(), n);
        for (size_t i = 0; i < n; i++) expect_row("lambda in place", n, i, in_place[i], out[i]);
    }
}

}  // namespace

int main() {
    return lane_tests({
        {"lanes: every pair in every lane", every_pair_in_every_lane<many8>},
        {"lanes: only special pairs", only_special_pairs<many8>},
        {"lanes: all alike", all_alike<many8>},
        {"lanes: sums at the edges", sums_at_the_edges<many8>},
        {"lanes: random sums", random_sums<many8>},
        {"lanes: every size", every_size<many8>},
        {"lanes: levels", levels<many8>},
        {"lanes: keys", keys<many8>},
        {"lanes: lambda", lambda<many8>},
        {"scalar: only special pairs", only_special_pairs<many_scalar>},
        {"scalar: all alike", all_alike<many_scalar>},
        {"scalar: sums at the edges", sums_at_the_edges<many_scalar>},
        {"scalar: every size", every_size<many_scalar>},
        {"scalar: levels", levels<many_scalar>},
        {"scalar: keys", keys<many_scalar>},
        {"scalar: lambda", lambda<many_scalar>},
    });
}
