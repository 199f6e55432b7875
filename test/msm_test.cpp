// Sums of many multiples: points d_i G with known d_i, so that the sum of k_i P_i is (sum k_i
// d_i) G by another path; whatever can meet in a bucket, in every engine; and the additions of
// rows beneath them, all pairs of a small set.
#include <algorithm>
#include <array>
#include <random>

#include "api.h"
#include "no_memory.h"
#include "scale.h"

#ifdef UF_INTERNALS

#include "engine/engine.h"
#include "lanes/choose_var.h"
#include "numbers.h"
#include "row_points.h"

namespace {

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;
using reference::rng;
using row_points::point_of, row_points::entry_of, row_points::same;

/* d G */
gej multiple(const sc &d) {
    gej r;
    mul_gen(&r, &d);
    return r;
}
/* 0, G, 2 G ... */
std::vector<ge_entry> multiples(size_t n) {
    std::vector<ge_entry> r(1);
    gej sum;
    ge g;
    ge_set_generator(&g);
    gej_set_ge(&sum, &g);
    for (; r.size() < n; gej_add_ge_var(&sum, &sum, &g)) r.push_back(entry_of(sum));
    return r;
}

/* Infinity, G ... 5 G and -3 G as rows, with both signs. */
TEST(Many, AllPairsOfASmallSet) {
    std::vector<ge_entry> rows = multiples(6);
    rows.push_back(entry_of(point_of(rows[3], 1)));
    std::vector<entry_pair> pairs;
    for (u32 a = 0; a < 2 * rows.size(); a++)
        for (u32 b = 0; b < 2 * rows.size(); b++) pairs.push_back({a, b});
    const auto check = [&](size_t first, size_t n) {
        std::vector<ge_entry> out(n + 1);
        memset(out.data(), 0x5A, out.size() * sizeof out[0]);
        const ge_entry guard = out[n];
        many_scalar::add_pairs_var(out.data(), rows.data(), pairs.data() + first, n);
        for (size_t i = 0; i < n; i++) {
            const entry_pair pair = pairs[first + i];
            const gej a = point_of(rows[pair.a >> 1], pair.a & 1),
                      b = point_of(rows[pair.b >> 1], pair.b & 1);
            gej sum;
            gej_add_var(&sum, &a, &b);
            ASSERT_TRUE(same(out[i], entry_of(sum))) << pair.a << " " << pair.b;
        }
        ASSERT_TRUE(same(out[n], guard));
    };
    check(0, pairs.size());
    for (size_t i = 0; i < pairs.size(); i++) check(i, 1);
    for (size_t n = 0; n < 12; n++) check(20, n);
    /* More than a chunk, with what is exceptional at its ends. */
    const size_t all = pairs.size();
    while (pairs.size() < 3 * many_scalar::chunk) pairs.push_back(pairs[pairs.size() % all]);
    for (size_t shift : {0, 1, 2, 3}) check(shift, 2 * many_scalar::chunk + shift);
}

TEST(Many, KeysAndTheirImages) {
    const std::vector<ge_entry> points = multiples(40);
    constexpr size_t step = 35;
    bytes keys(step * 80, 0xFF);
    std::vector<ge_entry> want(80);
    for (size_t i = 0; i < 80; i++) {
        u8 *const key = keys.data() + step * i;
        const ge_entry &p = points[1 + i % 39];
        key[0] = static_cast<u8>(2 + (p.y[0] & 1));
        for (size_t j = 0; j < 4; j++) store_be64(key + 25 - 8 * j, p.x[j]);
        want[i] = p;
        if (i % 3 == 1) { /* each kind of bad key */
            want[i] = {};
            if (i % 9 == 1) key[0] = static_cast<u8>(i % 2 ? 4 : 0);
            else if (i % 9 == 4) memset(key + 1, 0xFF, 28), memcpy(key + 1, prime.data(), 32);
            else memset(key + 1, 0, 31), key[32] = 5; /* 5^3 + 7 = 132 is no square */
        } else if (i % 3 == 2) {
            key[0] ^= 1;
            want[i] = entry_of(point_of(p, 1));
        }
    }
    std::vector<ge_entry> out(80), image(80);
    bytes good(80, 7);
    many_scalar::lift_var(out.data(), good.data(), keys.data(), step, 80);
    for (size_t i = 0; i < 80; i++) {
        ASSERT_EQ(good[i], i % 3 != 1) << i;
        ASSERT_TRUE(same(out[i], want[i])) << i;
    }
    many_scalar::lambda_var(image.data(), out.data(), 80);
    for (size_t i = 0; i < 80; i++) {
        ge p{};
        if (!row_is_infinity_var(&out[i])) {
            ge_set_entry(&p, &out[i]);
            ge_mul_lambda(&p, &p);
            fe_normalize(&p.x);
            ge_get_entry(&want[i], &p);
        }
        ASSERT_TRUE(same(image[i], want[i])) << i;
    }
    many_scalar::lambda_var(out.data(), out.data(), 80);
    for (size_t i = 0; i < 80; i++) ASSERT_TRUE(same(out[i], image[i]));
}

/* (+-) k * rows[row] */
struct msm_half {
    u64 k[2];
    u32 row, negative;
};
/* The sum of halves over m rows, row i being multiple[i] * G, in a room for n and `spare` more. */
void check_halves(const std::vector<u32> &multiple_of_row, const std::vector<msm_half> &halves,
                  size_t spare = 0) {
    const size_t m = multiple_of_row.size(), n = halves.size();
    static const std::vector<ge_entry> points = multiples(700);
    std::vector<ge_entry> memory(msm_room_bytes(m, n + spare) / sizeof(ge_entry) + 1);
    ge_entry guard;
    memset(&guard, 0xA5, sizeof guard);
    memory.back() = guard;
    msm_room room;
    msm_room_set(&room, memory.data(), m, n + spare);
    for (size_t i = 0; i < m; i++) room.points[i] = points[multiple_of_row[i]];
    sc want, k, d;
    sc_set_zero(&want);
    for (const msm_half &half : halves) {
        const u64 limbs[4] = {half.k[0], half.k[1], 0, 0};
        sc_set_limbs64(&k, limbs);
        if (half.negative) sc_neg(&k, &k);
        sc_set_int(&d, multiple_of_row[half.row]);
        sc_mul(&k, &k, &d);
        sc_add(&want, &want, &k);
    }
    const gej expected = multiple(want);
    std::vector<u64> words(msm_halves_bytes(n) / sizeof(u64));
    const msm_halves h = msm_halves_at(words.data(), n);
    for (size_t i = 0; i < n; i++)
        h.set(i, halves[i].k[0], halves[i].k[1], halves[i].row, halves[i].negative);
    for (int again = 0; again < 2; again++) {
        gej r;
        msm_halves_var<many_scalar, msm_combine_var>(&r, &room, &h, n);
        ASSERT_TRUE(gej_equal_var(&r, &expected)) << m << " rows, " << n << " halves";
        for (size_t i = 0; i < m; i++)
            ASSERT_TRUE(same(room.points[i], points[multiple_of_row[i]]));
        ASSERT_TRUE(same(memory.back(), guard));
    }
}

TEST(Msm, HalvesOfEverySize) {
    rng g{1};
    for (size_t n : {0,  1,  2,  3,   7,   8,   9,   23,  24,  25,   31,   32,  33,
                     63, 64, 65, 100, 128, 200, 256, 600, 768, 1000, 1536, 2500}) {
        std::vector<u32> rows(n / 2 + 1);
        std::vector<msm_half> halves(n);
        for (u32 &row : rows)
            row = static_cast<u32>(g() % 700); /* 0 is infinity; some occur again */
        for (msm_half &half : halves)
            half = {{g(), g()}, static_cast<u32>(g() % rows.size()), static_cast<u32>(g() & 1)};
        check_halves(rows, halves, n % 3 ? 0 : 50 * n);
    }
}

/* More halves than there are rows for at once, all in few buckets: a bucket is added up in parts.
 */
TEST(Msm, LargeBuckets) {
    rng g{2};
    for (size_t n : {msm_pool - 1, msm_pool, msm_pool + 1, 2 * msm_pool - 1, 2 * msm_pool + 7}) {
        for (int kind = 0; kind < 3; kind++) {
            std::vector<msm_half> halves(n);
            for (msm_half &half : halves) {
                half = {{5, 0}, static_cast<u32>(g() % 8), 0};
                if (kind == 1) half = {{1, u64(1) << 63}, 1, static_cast<u32>(g() & 1)};
                if (kind == 2)
                    half = {
                        {~u64(0), ~u64(0)}, static_cast<u32>(g() % 3), static_cast<u32>(g() & 1)};
            }
            check_halves({1, 2, 3, 4, 0, 1, 6, 3}, halves);
        }
    }
}

/* Equal and opposite points meet at every level: all sums of a bucket are equal, opposite or
 * infinity. */
TEST(Msm, EqualAndOppositeAtEveryLevel) {
    for (u32 period : {1u, 2u, 4u, 8u, 16u, 32u}) {
        for (u32 zeros : {0u, 3u}) {
            std::vector<msm_half> halves;
            for (u32 i = 0; i < 500; i++) {
                const u64 k = i % 250 < 128 ? 3 : 6;
                halves.push_back(
                    {{zeros && i % zeros == 0 ? 0 : k | k << 40, k << 20}, 0, i / period & 1});
            }
            check_halves({7}, halves);
        }
    }
}

TEST(Msm, EdgesOfHalves) {
    std::vector<msm_half> halves;
    for (int bit = 0; bit < 128; bit++) {
        const u64 one[2] = {bit < 64 ? u64(1) << bit : 0, bit < 64 ? 0 : u64(1) << (bit - 64)};
        halves.push_back({{one[0], one[1]}, static_cast<u32>(bit % 5), 0});
        halves.push_back(
            {{one[0] - 1, bit < 64 ? 0 : one[1] - (one[0] == 0)}, static_cast<u32>(bit % 5), 1});
        halves.push_back({{~one[0], ~one[1]}, 4, static_cast<u32>(bit & 1)});
    }
    check_halves({1, 2, 0, 3, 4}, halves);
    for (const msm_half &half : halves) check_halves({1, 2, 0, 3, 4}, {half});
}

/* A shorter sum never takes more memory, as what is given for a part must do for the last one too.
 */
TEST(Msm, MemoryIsMonotone) {
    size_t before = 0, rooms[2] = {};
    const auto check = [&](size_t n) {
        const size_t bytes = msm_sum_bytes(n);
        ASSERT_EQ(bytes % 64, 0u);
        ASSERT_GE(bytes, before) << n;
        before = bytes;
        for (size_t rows : {0, 1}) { /* as a claim has, and as many rows for all */
            const size_t room = msm_room_bytes(rows ? 1000 : n, n);
            ASSERT_GE(room, rooms[rows]) << n;
            rooms[rows] = room;
        }
    };
    for (size_t n = 0; n <= 60000; n++) check(n);
    for (size_t n = 60001; n < size_t(1) << 22; n += n % 10007 ? 1009 : 1) check(n);
    check(size_t(1) << 22);
    EXPECT_LT(before + (size_t(96) << 22),
              u64(1) << 32); /* with what waits, for a size_t of 32 bits */
}
/* As few parts as have room, and nothing wraps for the greatest limits. */
TEST(Msm, PartsFit) {
    constexpr size_t most = size_t(1) << 22;
    const auto fits = [](size_t n, size_t bytes) {
        return n <= most && msm_sum_bytes(n) + 96 * n <= bytes;
    };
    for (size_t n : {size_t(0), size_t(1), size_t(2), size_t(11), size_t(23), size_t(1000),
                     size_t(50000), most, most + 1, 8 * most}) {
        for (size_t bytes :
             {size_t(0), size_t(40000), size_t(47040), size_t(109104), size_t(200000),
              size_t(16) << 20, size_t(1) << 30, SIZE_MAX / 2, SIZE_MAX - 64, SIZE_MAX}) {
            const size_t part = msm_part(n, bytes, 96);
            if (part == 0) {
                ASSERT_TRUE(n == 0 || !fits(1, bytes)) << n << " " << bytes;
                continue;
            }
            const size_t parts = (n + part - 1) / part;
            ASSERT_TRUE(fits(part, bytes)) << n << " " << bytes;
            ASSERT_EQ(part, (n + parts - 1) / parts);
            if (parts == 1) continue;
            ASSERT_FALSE(fits((n + parts - 2) / (parts - 1), bytes)) << n << " " << bytes;
        }
    }
}

class MsmMemory : public EachEngine {};
ON_EACH_ENGINE(MsmMemory);

/* Not a byte beside the memory is touched, whatever its size, its address and the number of
 * products. */
TEST_P(MsmMemory, StaysInside) {
    rng g{4};
    const ufsecp::engine &e = ufsecp::current_engine();
    const std::vector<ge_entry> points = multiples(120);
    std::vector<ufsecp::affine64> p(points.size());
    std::vector<std::array<u64, 4>> k(points.size());
    memcpy(p.data(), points.data(), p.size() * sizeof p[0]);
    for (auto &words : k) words = {g(), g(), g(), g() >> 1};
    bytes memory(1200064 + 128);
    u8 *const base = memory.data() + (0 - reinterpret_cast<uintptr_t>(memory.data())) % 64 + 64;
    const auto check = [&](size_t n, size_t skip, size_t size) {
        const auto *const scalars = reinterpret_cast<const u64(*)[4]>(k.data());
        ufsecp::point64 sum, want;
        std::fill(memory.begin(), memory.end(), u8(0xA5));
        const int finite = e.msm_var(&sum, p.data(), scalars, n, base + skip, size);
        const auto untouched = [](u8 byte) { return byte == 0xA5; };
        ASSERT_TRUE(std::all_of(memory.data(), base + skip, untouched)) << n << " " << size;
        ASSERT_TRUE(std::all_of(base + skip + size, memory.data() + memory.size(), untouched))
            << n << " " << size;
        ASSERT_EQ(e.msm_var(&want, p.data(), scalars, n, nullptr, 0), finite);
        ufsecp::affine64 a = {}, b = {};
        ASSERT_EQ(e.point_to_affine_var(&a, &sum), finite);
        ASSERT_EQ(e.point_to_affine_var(&b, &want), finite);
        ASSERT_EQ(memcmp(&a, &b, sizeof a), 0) << n << " " << size;
    };
    for (size_t n : {7, 12, 13, 22, 23, 24, 25, 35, 36, 37, 47, 60, 97, 120}) {
        const size_t whole = msm_sum_bytes(n), half = msm_sum_bytes((n + 1) / 2),
                     third = msm_sum_bytes((n + 2) / 3);
        for (size_t size :
             {whole, whole - 64, half, half - 64, third, size_t(109104), size_t(110224)})
            check(n, 0, size);
        for (size_t skip : {1, 8, 63}) check(n, skip, half + 64 - skip);
    }
}

TEST(Msm, FewByDigits) {
    rng g{3};
    const std::vector<ge_entry> points = multiples(20);
    for (size_t n = 0; n <= msm_few; n++) {
        for (int kind = 0; kind < 4; kind++) {
            ge p[msm_few];
            sc k[msm_few], d, sum;
            sc_set_zero(&sum);
            for (size_t i = 0; i < n; i++) {
                const size_t multiple = kind == 1 ? 1 : 1 + i;
                k[i] = reference::scalar_of<sc>(kind == 2 ? reference::num(i % 3)
                                                          : reference::random_num(g));
                if (kind == 3 && i % 2) sc_neg(&k[i], &k[i - 1]);
                ge_set_entry(&p[i], &points[kind == 3 ? 1 : multiple]);
                sc_set_int(&d, static_cast<u32>(kind == 3 ? 1 : multiple));
                sc_mul(&d, &d, &k[i]);
                sc_add(&sum, &sum, &d);
            }
            gej r;
            const gej want = multiple(sum);
            msm_few_var(&r, p, k, n);
            ASSERT_TRUE(gej_equal_var(&r, &want)) << n << " " << kind;
        }
    }
}

}  // namespace

#else

#include "ufsecp/secp256k1.hpp"

namespace {

using reference::num;

/* Rows k_i, d_i G and the number of their sum. */
struct problem {
    bytes scalars, keys;
    num sum;
    size_t n = 0;

    /* `keys` of d are made at once. */
    static bytes keys_of(const std::vector<num> &d) {
        bytes all, r(33 * d.size());
        for (const num &x : d) all = all + be(x);
        EXPECT_EQ(ufsecp_public_scalar_mul_gen_batch(r.data(), nullptr, all.data(), d.size()), 1);
        return r;
    }
    void add(const num &k, const num &d, const uint8_t *key) {
        uint8_t k32[32];
        k.to_bytes(k32);
        scalars.insert(scalars.end(), k32, k32 + 32);
        keys.insert(keys.end(), key, key + 33);
        sum = mod_add(sum, mod_mul(k, d, reference::n), reference::n);
        n++;
    }
    problem() = default;
    problem(const std::vector<num> &k, const std::vector<num> &d) {
        const bytes made = keys_of(d);
        for (size_t i = 0; i < k.size(); i++) add(k[i], d[i], made.data() + 33 * i);
    }
};

/* The answers, with and without a multiple of G, in both encodings, in so much memory. */
void check(const problem &p, size_t max_bytes = 0) {
    for (int form = 0; form < 2; form++) {
        const num gen = form ? num(0x1234567, 0, 0, 0x123) : num();
        const num sum = mod_add(p.sum, gen, reference::n);
        bytes out(form ? 65 : 33, 0xEE);
        size_t bad = 99;
        const bytes gen32 = be(gen);
        const ufsecp_status status =
            ufsecp_msm(out.data(), out.size(), p.scalars.data(), p.keys.data(),
                       form ? gen32.data() : nullptr, p.n, max_bytes, &bad);
        ASSERT_EQ(bad, SIZE_MAX);
        if (sum.is_zero()) {
            ASSERT_EQ(status, UFSECP_NO_POINT) << p.n;
            ASSERT_TRUE(all_zero(out));
        } else {
            ASSERT_EQ(status, UFSECP_OK) << p.n;
            ASSERT_EQ(out, pubkey_of(be(sum), out.size())) << p.n << " rows in " << max_bytes;
        }
    }
}

std::vector<num> draws(const std::string &name, size_t n) {
    std::vector<num> r;
    for (size_t i = 0; i < n; i++)
        r.push_back(mod(num::of_bytes(draw(name, i).data()), reference::n));
    return r;
}

class MsmEngine : public EachEngine {};
ON_EACH_ENGINE(MsmEngine);

TEST_P(MsmEngine, EverySize) {
    for (size_t n : {0, 1, 2, 3, 4, 5, 7, 8, 9, 15, 16, 17, 31, 32, 33, 47, 48, 49, 64, 200, 1000})
        check({draws("scalar", n), draws("point", n)});
    if (GetParam() != "word32") check({draws("scalar", 4096), draws("point", 4096)});
}

TEST_P(MsmEngine, EqualScalarsEqualPoints) {
    for (size_t n : {2, 8, 40, 300}) {
        const std::vector<num> k = draws("scalar", n), d = draws("point", n);
        check({std::vector<num>(n, k[0]), d});
        check({k, std::vector<num>(n, d[0])});
        check({std::vector<num>(n, k[0]), std::vector<num>(n, d[0])});
    }
}

/* Pairs that cancel, beside each other and far apart, to infinity and to what one row leaves. */
TEST_P(MsmEngine, Cancelling) {
    for (size_t n : {2, 6, 20, 64, 300}) {
        std::vector<num> k = draws("scalar", n), d = draws("point", n);
        for (size_t i = 1; i < n; i += 2) k[i] = k[i - 1], d[i] = mod_neg(d[i - 1], reference::n);
        check({k, d});
        for (size_t i = 1; i < n; i += 2) k[i] = mod_neg(k[i - 1], reference::n), d[i] = d[i - 1];
        check({k, d});
        for (size_t i = 0; i < n / 2; i++)
            k[i + n / 2] = k[i], d[i + n / 2] = mod_neg(d[i], reference::n);
        check({k, d});
        k.push_back(num(5)), d.push_back(num(7));
        check({k, d});
    }
}

/* What is left of the bits of all scalars meets its equal, its opposite or nothing when they are
 * put together. */
TEST_P(MsmEngine, LastBitsMeet) {
    for (size_t n : {2, 8, 40}) {
        for (unsigned bit : {0u, 1u, 70u}) {
            const num power = num::power_of_2(bit), twice = num::power_of_2(bit + 1);
            for (const num &d : {num(2), mod_neg(num(2), reference::n)}) {
                std::vector<num> k(n), points(n, num(3));
                check({k, points}); /* zeros alone */
                k[0] = twice, k[1] = power, points[0] = num(1), points[1] = d;
                check({k, points});
                if (n > 2) k[2] = num(1);
                check({k, points});
            }
        }
    }
}

TEST_P(MsmEngine, Edges) {
    const num lambda =
        num::of_bytes(bytes{0x53, 0x63, 0xad, 0x4c, 0xc0, 0x5c, 0x30, 0xe0, 0xa5, 0x26, 0x1c,
                            0x02, 0x88, 0x12, 0x64, 0x5a, 0x12, 0x2e, 0x22, 0xea, 0x20, 0x81,
                            0x66, 0x78, 0xdf, 0x02, 0x96, 0x7c, 0x1b, 0x23, 0xbd, 0x72}
                          .data());
    std::vector<num> edges = {num(0), num(1), num(2), lambda};
    for (int bit : {63, 64, 65, 127, 128, 129, 191, 192, 255}) {
        num power;
        power.d[bit / 32] = uint32_t(1) << bit % 32;
        edges.push_back(mod(power, reference::n));
        edges.push_back(mod_sub(power, num(1), reference::n));
    }
    for (size_t i = edges.size(); i-- > 0;) edges.push_back(mod_neg(edges[i], reference::n));
    std::vector<num> k, d;
    for (const num &a : edges) {
        check({{a}, {num(3)}});
        for (const num &b : edges) {
            if (b.is_zero()) continue;
            k.push_back(a), d.push_back(b);
        }
    }
    check({k, d});
    std::reverse(d.begin(), d.end());
    k.resize(37), d.resize(37);
    check({k, d});
}

TEST_P(MsmEngine, MemoryChangesNothing) {
    const problem p{draws("scalar", 700), draws("point", 700)};
    for (size_t limit : {1, 64, 40000, 47000, 61312, 80000, 100000, 120000, 140000, 159999, 160000,
                         200000, 400000, 10000000})
        check(p, limit);
}

/* Nor does memory that is not there. */
TEST_P(MsmEngine, MemoryThatIsNotThere) {
    SKIP_UNLESS_MEMORY_CAN_BE_TAKEN();
    const size_t n = 300;
    const problem p{draws("scalar", n), draws("point", n)};
    const bytes want = pubkey_of(be(p.sum));
    uint8_t out[33];
    size_t bad = 0;
    const auto sum_of = [&](size_t m) {
        return ufsecp_msm(out, 33, p.scalars.data(), p.keys.data(), nullptr, m, 0, &bad);
    };
    EXPECT_TRUE(holds_without_memory([&] { sum_of(3); },
                                     [&] {
                                         return sum_of(n) == UFSECP_OK && bad == SIZE_MAX &&
                                                memcmp(out, want.data(), 33) == 0;
                                     }));
}

TEST_P(MsmEngine, BadRows) {
    const size_t n = 200;
    const problem good{draws("scalar", n), draws("point", n)};
    uint8_t out[33];
    for (size_t at : {0, 1, 7, 64, 127, 128, 199}) {
        for (int kind = 0; kind < 5; kind++) {
            problem p = good;
            const auto spoil = [&p](size_t i, int how) {
                uint8_t *const k = p.scalars.data() + 32 * i, *const key = p.keys.data() + 33 * i;
                if (how == 0) memcpy(k, order.data(), 32);
                if (how == 1) memset(k, 0xFF, 32);
                if (how == 2) key[0] = 4;
                if (how == 3) memcpy(key + 1, prime.data(), 32);
                if (how == 4) memset(key + 1, 0, 31), key[32] = 5;
            };
            spoil(at, kind);
            if (at < 199) spoil(199, (kind + 1) % 5);
            const ufsecp_status want[] = {UFSECP_S_RANGE, UFSECP_S_RANGE, UFSECP_PUBKEY_FORMAT,
                                          UFSECP_PUBKEY_RANGE, UFSECP_PUBKEY_OFF_CURVE};
            for (size_t limit : {1, 0}) {
                size_t bad = 0;
                memset(out, 0xEE, sizeof out);
                /* A bad multiple of G is not spoken of while a row is bad. */
                ASSERT_EQ(ufsecp_msm(out, 33, p.scalars.data(), p.keys.data(), order.data(), n,
                                     limit, &bad),
                          want[kind]);
                ASSERT_EQ(bad, at);
                for (uint8_t byte : out) ASSERT_EQ(byte, 0);
                ASSERT_EQ(ufsecp_msm(out, 33, p.scalars.data(), p.keys.data(), nullptr, n, limit,
                                     nullptr),
                          want[kind]);
                ASSERT_EQ(
                    ufsecp_msm(out, 33, p.scalars.data(), p.keys.data(), nullptr, at, limit, &bad),
                    at ? UFSECP_OK : UFSECP_NO_POINT);
                ASSERT_EQ(bad, SIZE_MAX);
            }
        }
    }
    size_t bad = 0;
    ASSERT_EQ(ufsecp_msm(out, 33, good.scalars.data(), good.keys.data(), order.data(), n, 0, &bad),
              UFSECP_S_RANGE);
    ASSERT_EQ(bad, n);
}

TEST(Msm, NothingAndMisuse) {
    const problem p{draws("scalar", 3), draws("point", 3)};
    uint8_t out[65];
    size_t bad = 5;
    const uint8_t *const k = p.scalars.data(), *const keys = p.keys.data();
    memset(out, 0xEE, sizeof out);
    EXPECT_EQ(ufsecp_msm(nullptr, 33, k, keys, nullptr, 3, 0, &bad), UFSECP_MISUSE);
    EXPECT_EQ(ufsecp_msm(out, 32, k, keys, nullptr, 3, 0, &bad), UFSECP_MISUSE);
    EXPECT_EQ(ufsecp_msm(out, 64, k, keys, nullptr, 3, 0, &bad), UFSECP_MISUSE);
    EXPECT_EQ(ufsecp_msm(out, 33, nullptr, keys, nullptr, 3, 0, &bad), UFSECP_MISUSE);
    EXPECT_EQ(ufsecp_msm(out, 33, k, nullptr, nullptr, 3, 0, &bad), UFSECP_MISUSE);
    EXPECT_EQ(ufsecp_msm(out, 33, k, keys, nullptr, SIZE_MAX / 2, 0, &bad), UFSECP_MISUSE);
    EXPECT_EQ(bad, 5u);
    for (uint8_t byte : out) ASSERT_EQ(byte, 0xEE);
    EXPECT_EQ(ufsecp_msm(out, 33, nullptr, nullptr, nullptr, 0, 0, &bad), UFSECP_NO_POINT);
    EXPECT_EQ(ufsecp_msm(out, 33, nullptr, nullptr, zero32.data(), 0, 0, &bad), UFSECP_NO_POINT);
    EXPECT_EQ(ufsecp_msm(out, 33, nullptr, nullptr, be(num(1)).data(), 0, 0, &bad), UFSECP_OK);
    EXPECT_EQ(bytes(out, out + 33), pubkey_of(be(num(1))));
}

/* The same through the C++ interface, points with any z, infinity among them. */
TEST_P(MsmEngine, FromCpp) {
    using namespace secp256k1::fast;
    for (size_t n : {0, 1, 5, 30, 300}) {
        std::vector<Scalar> k;
        std::vector<Point> p;
        Point want;
        for (size_t i = 0; i < n; i++) {
            std::array<uint8_t, 32> k32, d32;
            memcpy(k32.data(), draw("scalar", i).data(), 32);
            memcpy(d32.data(), draw("point", i).data(), 32);
            k.push_back(Scalar::from_bytes(k32));
            p.push_back(i % 7 == 3 ? Point() : generator_mul(Scalar::from_bytes(d32)));
            if (i % 3 == 0) p.back().dbl_inplace();
            want.add_inplace(p.back().scalar_mul(k.back()));
        }
        EXPECT_TRUE(msm(k, p) == want) << n;
        p.push_back(Point::generator()); /* one more than scalars */
        EXPECT_TRUE(msm(k, p) == want);
        k.clear();
        EXPECT_TRUE(msm(k, p).is_infinity());
    }
}

/* Many rows over a few thousand keys, on several threads, in parts by memory and in one. */
TEST(Msm, ManyRowsAndThreads) {
    const std::vector<num> d = draws("point", 3001);
    const bytes keys = problem::keys_of(d);
    problem p;
    for (size_t n : {5000, scaled(1 << 16)}) {
        if (n < 5000) break;
        while (p.n < n) {
            const size_t i = p.n * 7 % d.size();
            p.add(mod(num::of_bytes(draw("scalar", p.n).data()), reference::n), d[i],
                  keys.data() + 33 * i);
        }
        check(p);
        for (unsigned threads : {2, 3, 5}) {
            if (!ufsecp_threads_set(threads))
                continue; /* 0 where the library is built without threads */
            check(p, threads == 3 ? 1 << 20 : 0);
        }
        problem bad = p;
        bad.keys[33 * 4999] = bad.keys[33 * (n - 1)] = 9;
        uint8_t out[33];
        size_t row;
        EXPECT_EQ(ufsecp_msm(out, 33, bad.scalars.data(), bad.keys.data(), nullptr, n, 0, &row),
                  UFSECP_PUBKEY_FORMAT);
        EXPECT_EQ(row, 4999u);
        ASSERT_EQ(ufsecp_threads_set(1), 1);
    }
}

/* 2^20 rows, which is more than a part with 16 MiB has and, in a gigabyte, all at once: points i G,
 * so that the sum of k_i i is put together from that of each 16 bits of all k_i. */
TEST(Msm, AMillionRows) {
    const size_t n = static_cast<size_t>(scaled(1 << 20));
    bytes scalars(32 * n), multiples(32 * n), keys(33 * n);
    std::array<uint64_t, 16> sums{}; /* each below 2^(16 + 21 + 20) */
    std::mt19937_64 random(20);
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < 4; j++) {
            const uint64_t word = j == 0 ? random() >> 1 : random(); /* below the group order */
            for (size_t b = 0; b < 8; b++)
                scalars[32 * i + 8 * j + b] = static_cast<uint8_t>(word >> (56 - 8 * b));
            for (size_t part = 0; part < 4; part++)
                sums[4 * (3 - j) + part] += (word >> 16 * part & 0xffff) * (i + 1);
        }
        for (size_t b = 0; b < 4; b++)
            multiples[32 * i + 31 - b] = static_cast<uint8_t>((i + 1) >> 8 * b);
    }
    ASSERT_EQ(ufsecp_public_scalar_mul_gen_batch(keys.data(), nullptr, multiples.data(), n), 1);
    num sum;
    for (unsigned part = 0; part < 16; part++)
        sum = mod_add(sum, mod_mul(num(sums[part]), num::power_of_2(16 * part), reference::n),
                      reference::n);
    const bytes want = pubkey_of(be(sum));
    for (const auto &[max_bytes, threads] :
         {std::pair<size_t, unsigned>{0, 1}, {size_t(1) << 30, 1}, {size_t(1) << 22, 2}}) {
        if (!ufsecp_threads_set(threads)) continue;
        bytes out(33);
        size_t bad = 0;
        EXPECT_EQ(
            ufsecp_msm(out.data(), 33, scalars.data(), keys.data(), nullptr, n, max_bytes, &bad),
            UFSECP_OK);
        EXPECT_EQ(bad, SIZE_MAX);
        EXPECT_EQ(out, want) << max_bytes << " bytes, " << threads << " threads";
    }
    ASSERT_EQ(ufsecp_threads_set(1), 1);
}

}  // namespace

#endif
