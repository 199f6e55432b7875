// GPU kernels on the host that no batch call reaches alone: the generator's table, numbers and
// points, scanning, the sums of buckets, and items beyond the rows.
#include <gtest/gtest.h>

#include "field/fe5x52.h"
#include "numbers.h"
#include "scalar/sc4x64.h"

#include "gpu_arena.h" /* last: it gives the kernels a target of their own */

#include <numeric>

namespace {

using namespace gpu_on_host;

TEST(GpuKernels, TableHasEveryMultiple) {
    ASSERT_EQ(table_of_6().words.size(), 43u * 32 * 16);
    for (uint32_t j = 0; j < 43; j++)
        for (uint32_t d = 1; d <= 32; d++) {
            const bytes want = times_g(mul(num(d), reference::mod(num::power_of_2(6 * j), order)));
            const uint32_t *entry = table_of_6().words.data() + 16 * (32 * j + d - 1);
            for (uint32_t w = 0; w < 8; w++) {
                ASSERT_EQ(entry[w], number_at(want, 1).d[w]) << j << " " << d;
                ASSERT_EQ(entry[8 + w], number_at(want, 33).d[w]) << j << " " << d;
            }
        }
}

/* A field element, at a border or not, below p. */
num element(source &s) { return reference::mod(num::of_bytes(number(s, 2).data()), prime); }

TEST(GpuKernels, FieldFromMemoryAndInLoops) {
    source s(1);
    arena m(static_cast<uint32_t>(scaled(2000)));
    std::vector<num> a, b;
    for (uint32_t i = 0; i < m.args.n; i++) {
        a.push_back(element(s));
        b.push_back(s.one_in(8) ? a.back() : element(s));
        m.set(m.args.a, i, a[i]);
        m.set(m.args.b, i, b[i]);
    }
    using op = num (*)(const num &, const num &);
    const op plus = [](const num &x, const num &y) { return reference::mod_add(x, y, prime); };
    const op minus = [](const num &x, const num &y) {
        return reference::mod_add(x, reference::mod_neg(y, prime), prime);
    };
    const op times = [](const num &x, const num &y) { return reference::mod_mul(x, y, prime); };
    const op square = [](const num &x, const num &) { return reference::mod_mul(x, x, prime); };
    const struct {
        kernel once, loop;
        op is;
    } pairs[] = {{run_of::field_add, run_of::loop_field_add, plus},
                 {run_of::field_sub, run_of::loop_field_sub, minus},
                 {run_of::field_mul, run_of::loop_field_mul, times},
                 {run_of::field_sqr, run_of::loop_field_sqr, square}};
    for (const auto &pair : pairs) {
        m.run({pair.once});
        for (uint32_t i = 0; i < m.args.n; i++)
            ASSERT_EQ(m.get(m.args.t, i), pair.is(a[i], b[i])) << i;
        m.args.loops = 5;
        m.run({pair.loop});
        for (uint32_t i = 0; i < m.args.n; i++) {
            num want = a[i];
            for (int j = 0; j < 5; j++) want = pair.is(want, b[i]);
            ASSERT_EQ(m.get(m.args.t, i), want) << i;
        }
    }
    m.args.loops = 3;
    m.run({run_of::loop_field_inv});
    for (uint32_t i = 0; i < m.args.n; i++) {
        const num t = m.get(m.args.t, i);
        ASSERT_EQ(reference::mod_mul(t, a[i], prime), a[i].is_zero() ? num() : num(1)) << i;
    }
    EXPECT_TRUE(m.intact());
}

/* A million items of each kernel that works on numbers alone, against the library's fields. */
TEST(GpuKernels, NumbersOnAMillionEdges) {
    using ufsecp::base_target::fe5x52, ufsecp::base_target::sc4x64;
    std::mt19937_64 random(1);
    size_t items = 0;
    const auto limbs = [](const num &x, uint64_t (&to)[4]) {
        for (unsigned w = 0; w < 4; w++)
            to[w] = x.d[2 * w] | static_cast<uint64_t>(x.d[2 * w + 1]) << 32;
    };
    const auto back = [](const uint64_t (&from)[4]) {
        return num(from[3], from[2], from[1], from[0]);
    };
    const auto fe = [&](const num &x) {
        uint64_t in[4];
        fe5x52 r;
        limbs(x, in), fe_set_limbs64(&r, in);
        return r;
    };
    const auto fe_num = [&](fe5x52 x) {
        uint64_t out[4];
        fe_normalize(&x), fe_get_limbs64(out, &x);
        return back(out);
    };
    const auto sc_times = [&](const num &x, const num &y) {
        uint64_t in[4];
        sc4x64 a, b;
        limbs(x, in), sc_set_limbs64(&a, in), limbs(y, in), sc_set_limbs64(&b, in);
        sc_mul(&a, &a, &b), sc_get_limbs64(in, &a);
        return back(in);
    };
    for (int round = scaled(256); round-- > 0; items += 1 << 12) {
        arena m(1 << 12, 32);
        const uint32_t n = m.args.n;
        std::vector<num> a(n), b(n), t(n);
        for (uint32_t i = 0; i < n; i++)
            m.set(m.args.a, i, a[i] = reference::edge_number(random)),
                m.set(m.args.b, i, b[i] = reference::edge_number(random)),
                m.set(m.args.t, i, t[i] = reference::edge_number(random));
        const auto is =
            [&](kernel k, uint32_t gpu_args::*column, const auto &want) {
                m.run({k});
                size_t wrong = 0;
                for (uint32_t i = 0; i < n; i++) wrong += m.get(m.args.*column, i) != want(i);
                EXPECT_EQ(wrong, 0u)
                    << std::find_if(std::begin(kernels), std::end(kernels), [&](const auto &named) {
                           return named.second == k;
                       })->first;
            };
        const auto inverted = [&](kernel k, const auto &times) {
            m.run({k});
            for (uint32_t i = 0; i < n; i++)
                ASSERT_EQ(times(m.get(m.args.t, i), t[i]), t[i].is_zero() ? num() : num(1));
            for (uint32_t i = 0; i < n; i++) m.set(m.args.t, i, t[i]);
        };
        fe5x52 r;
        const auto fe_times = [&](const num &x, const num &y) {
            const fe5x52 left = fe(x), right = fe(y);
            fe_mul(&r, &left, &right);
            return fe_num(r);
        };
        inverted(run_of::field_inv, fe_times);
        inverted(run_of::scalar_inv, sc_times);
        is(run_of::scale, &gpu_args::b, [&](uint32_t i) { return sc_times(b[i], t[i]); });
        for (uint32_t i = 0; i < n; i++) {
            ASSERT_EQ(m.get(m.args.a, i), sc_times(a[i], t[i]));
            m.set(m.args.a, i, a[i]), m.set(m.args.b, i, b[i]);
        }
        is(run_of::field_add, &gpu_args::t, [&](uint32_t i) {
            const fe5x52 x = fe(a[i]), y = fe(b[i]);
            fe_add(&r, &x, &y);
            return fe_num(r);
        });
        is(run_of::field_sub, &gpu_args::t, [&](uint32_t i) {
            const fe5x52 x = fe(a[i]), y = fe(b[i]);
            fe_sub(&r, &x, &y, 1);
            return fe_num(r);
        });
        is(run_of::field_mul, &gpu_args::t, [&](uint32_t i) { return fe_times(a[i], b[i]); });
        is(run_of::field_sqr, &gpu_args::t, [&](uint32_t i) { return fe_times(a[i], a[i]); });
        ASSERT_TRUE(m.intact());
    }
    printf("%zu items of each\n", items);
}

/* 1/t for every share of rows, zeros among them: alone, together, all. */
TEST(GpuKernels, InversesShared) {
    for (const auto &[k, modulus] :
         {std::pair{run_of::field_inv, prime}, {run_of::scalar_inv, order}})
        for (uint32_t n : {1, 7, 64, 300})
            for (uint32_t each : {1, 2, 8, 300, 1000})
                for (size_t zeros : {0, 3, 1}) {
                    source s(n + each);
                    arena m(n, each);
                    std::vector<num> t;
                    for (uint32_t i = 0; i < n; i++) {
                        t.push_back(reference::mod(num::of_bytes(number(s, 4).data()), modulus));
                        if (zeros && s.one_in(zeros)) t.back() = num();
                        m.set(m.args.t, i, t[i]);
                    }
                    m.run({k});
                    for (uint32_t i = 0; i < n; i++) {
                        const num r = m.get(m.args.t, i);
                        ASSERT_TRUE(r < modulus);
                        ASSERT_EQ(reference::mod_mul(r, t[i], modulus),
                                  t[i].is_zero() ? num() : num(1))
                            << i << " of " << n;
                        ASSERT_EQ(r.is_zero(), t[i].is_zero());
                    }
                    ASSERT_TRUE(m.intact());
                }
}

/* Row i of column q as 65 bytes, zeros for infinity. */
bytes affine(arena &m, uint32_t i) {
    const num z = m.get(m.args.q, i, 2);
    if (z.is_zero()) return bytes(65);
    const num zi = reference::mod_inv(z, prime), zi2 = reference::mod_mul(zi, zi, prime);
    return bytes{4} + to_bytes(reference::mod_mul(m.get(m.args.q, i, 0), zi2, prime)) +
           to_bytes(reference::mod_mul(m.get(m.args.q, i, 1), reference::mod_mul(zi2, zi, prime),
                                       prime));
}

/* q + p and 2 q of multiples of G: infinity, equal and opposite points among them, from memory and
 * in loops. */
TEST(GpuKernels, PointsFromMemoryAndInLoops) {
    source s(2);
    arena m(static_cast<uint32_t>(std::max(40, scaled(400))));
    std::vector<num> p, q;
    const auto fill = [&] {
        for (uint32_t i = 0; i < m.args.n; i++) {
            const num any = element(s), z = i % 2 || any.is_zero() ? num(1) : any,
                      z2 = reference::mod_mul(z, z, prime), z3 = reference::mod_mul(z, z2, prime);
            const bytes pb = times_g(p[i]), qb = times_g(q[i]);
            m.set(m.args.p, i, number_at(pb, 1), 0);
            m.set(m.args.p, i, number_at(pb, 33), 1);
            m.set(m.args.q, i,
                  q[i].is_zero() ? num(1) : reference::mod_mul(number_at(qb, 1), z2, prime), 0);
            m.set(m.args.q, i,
                  q[i].is_zero() ? num(1) : reference::mod_mul(number_at(qb, 33), z3, prime), 1);
            m.set(m.args.q, i, q[i].is_zero() ? num() : z, 2);
        }
    };
    for (uint32_t i = 0; i < m.args.n; i++) {
        p.push_back(num::of_bytes(seckey(s, 4).data()));
        const size_t kind = i % 5;
        q.push_back(kind == 0   ? num()
                    : kind == 1 ? p[i]
                    : kind == 2 ? neg(p[i])
                    : kind == 3 ? neg(add(p[i], p[i]))
                                : scalar(s, 4));
    }
    const auto check = [&](kernel k, const auto &want) {
        fill();
        m.run({k});
        for (uint32_t i = 0; i < m.args.n; i++) {
            const num is = want(p[i], q[i]);
            ASSERT_EQ(hex(affine(m, i)), hex(is.is_zero() ? bytes(65) : times_g(is))) << i;
        }
    };
    m.args.loops = 4;
    check(run_of::point_add, [](const num &a, const num &b) { return add(a, b); });
    check(run_of::point_dbl, [](const num &, const num &b) { return add(b, b); });
    check(run_of::loop_point_add,
          [](const num &a, const num &b) { return add(b, mul(num(4), a)); });
    check(run_of::loop_point_dbl, [](const num &, const num &b) { return mul(num(16), b); });
    EXPECT_TRUE(m.intact());
}

/* a P for numbers of few digits in G and in lambda G, whose last additions may double or cancel,
 * and for borders. */
TEST(GpuKernels, ProductsThatMeet) {
    source s(3);
    std::vector<num> ks = {num()};
    for (const named &k : special_scalars()) ks.push_back(k.value);
    for (unsigned d = 1; d <= 66; d++)
        for (const num &k :
             {num(d), mul(lambda, d), mul(add(lambda, 1), d), mul(add(lambda, neg(1)), d)}) {
            ks.push_back(k);
            ks.push_back(neg(k));
        }
    arena m(static_cast<uint32_t>(ks.size()));
    for (const num &secret : {num(1), scalar(s, 1000)}) {
        const bytes p = times_g(secret);
        for (uint32_t i = 0; i < m.args.n; i++) {
            m.set(m.args.p, i, number_at(p, 1), 0);
            m.set(m.args.p, i, number_at(p, 33), 1);
            m.set(m.args.a, i, ks[i]);
        }
        m.run({run_of::mul_point});
        for (uint32_t i = 0; i < m.args.n; i++)
            ASSERT_EQ(hex(affine(m, i)), hex(times_g(mul(secret, ks[i])))) << ks[i];
    }
}

/* q + b G where the addition of one window doubles or cancels, for each window. */
TEST(GpuKernels, SumsThatMeet) {
    source s(4);
    arena m(4 * 43);
    std::vector<num> want;
    for (uint32_t i = 0; i < m.args.n; i++) {
        const bool top = i & 2; /* a number of 2^255 or more goes as its negative */
        num b = scalar(s, 1000), before;
        b.d[7] = top ? b.d[7] | 0x80000000 : b.d[7] & 0x7fffffff;
        int carry = 0;
        num summand;
        const num even = top ? neg(b) : b;
        for (uint32_t j = 0; j <= i / 4;
             j++) { /* the digits up to that window, the last one apart */
            int d = carry;
            for (uint32_t k = 0; k < 6 && 6 * j + k < 256; k++)
                d += static_cast<int>(even.d[(6 * j + k) / 32] >> (6 * j + k) % 32 & 1) << k;
            carry = d > 32;
            before = add(before, summand);
            const num size = mul(num(static_cast<uint64_t>(carry ? 64 - d : d)),
                                 reference::mod(num::power_of_2(6 * j), order));
            summand = carry ? neg(size) : size;
        }
        if (top) summand = neg(summand), before = neg(before);
        const num q = add(i & 1 ? summand : neg(summand), neg(before));
        const bytes point = times_g(q);
        m.set(m.args.q, i, q.is_zero() ? num(1) : number_at(point, 1), 0);
        m.set(m.args.q, i, q.is_zero() ? num(1) : number_at(point, 33), 1);
        m.set(m.args.q, i, q.is_zero() ? num() : num(1), 2);
        m.set(m.args.b, i, b);
        want.push_back(add(q, b));
    }
    go(m, {run_of::add_gen});
    for (uint32_t i = 0; i < m.args.n; i++)
        ASSERT_EQ(hex(affine(m, i)), hex(want[i].is_zero() ? bytes(65) : times_g(want[i]))) << i;
}

/* ---- Scanning ---- */

/* The first 8 bytes of x of a compressed key; zeros for none. */
bytes prefix_of(const bytes &key) { return slice(key, 1, 8); }
bytes combined(const bytes &a, const bytes &b) {
    const bytes both = a + b;
    bytes r(33);
    (void)!ufsecp_pubkey_combine(r.data(), 33, both.data(), 2);
    return r;
}
bytes words_of_key(const bytes &key33) {
    bytes point(65);
    (void)!ufsecp_pubkey_convert(point.data(), 65, key33.data(), 33, 0);
    return words_of(point);
}

/* From tweaks, compressed or not, to what they would pay, with labels; sums with labels are
 * exceptional for some rows. */
TEST(GpuKernels, ScanSeesWhatWouldBePaid) {
    for (uint32_t tweak_size : {33, 64})
        for (uint32_t n : {1, 7, 64}) {
            source s(n);
            const bytes scan = seckey(s, 1000);
            std::vector<bytes> tweaks, paid;
            std::vector<int> good;
            bytes flat;
            for (uint32_t i = 0; i < n; i++) {
                bytes t = pubkey_of(seckey(s, 4), 65);
                const bytes key = bytes{static_cast<uint8_t>(2 + (t[64] & 1))} + slice(t, 1, 32);
                bytes row = tweak_size == 64 ? slice(t, 1, 64) : key;
                good.push_back(i % 6 != 5);
                if (!good[i]) {
                    if (i % 4 == 1)
                        row[tweak_size - 1] ^= 1, good[i] = -1; /* off the curve, perhaps */
                    else put(row, tweak_size - 32, to_bytes(prime));
                }
                flat = flat + row;
                tweaks.push_back(key);
                if (good[i] < 0) {
                    bytes r(33), in = tweak_size == 64 ? bytes{4} + row : row;
                    good[i] =
                        ufsecp_pubkey_convert(r.data(), 33, in.data(), in.size(), 0) == UFSECP_OK;
                    tweaks[i] = r;
                }
            }
            std::vector<bytes> t0g; /* t_0 G */
            for (uint32_t i = 0; i < n; i++) {
                bytes shared(33), hash(32), point(33);
                if (good[i])
                    (void)!ufsecp_pubkey_tweak_mul(shared.data(), 33, tweaks[i].data(), 33,
                                                   scan.data());
                const bytes text = shared + bytes(4);
                static const char tag[] = "BIP0352/SharedSecret";
                ufsecp_tagged_hash(hash.data(), reinterpret_cast<const uint8_t *>(tag),
                                   sizeof tag - 1, text.data(), text.size());
                (void)!ufsecp_pubkey_create(point.data(), 33, hash.data());
                t0g.push_back(point);
            }
            for (bool cancels : {false, true}) {
                bytes spend = pubkey_of(seckey(s), 33);
                if (cancels) spend = t0g[0], spend[0] ^= 1; /* row 0 pays to infinity */
                paid.clear();
                for (uint32_t i = 0; i < n; i++) paid.push_back(combined(spend, t0g[i]));
                std::vector<bytes> labels = {pubkey_of(seckey(s), 33), pubkey_of(seckey(s), 33)};
                labels.push_back(cancels ? spend : paid[n / 2]);
                labels.push_back(labels[2]);
                labels[3][0] ^= 1;

                arena m(n, n == 7 ? 8 : 1);
                m.args.key_stride = tweak_size;
                m.args.scalar_stride = 0;
                m.args.scalars = m.put(scan);
                m.args.keys = m.put(flat, n % 4);
                m.args.out = m.take(8 * n);
                m.args.extra = m.put(words_of_key(spend));
                go(m, {run_of::mul_load, run_of::lift, run_of::mul_point, run_of::z_column,
                       run_of::field_inv, run_of::affine, run_of::silent_hash, run_of::add_gen,
                       run_of::z_column, run_of::field_inv, run_of::affine, run_of::silent_point});
                const auto check = [&](const std::vector<bytes> &want) {
                    for (uint32_t i = 0; i < n; i++) {
                        ASSERT_EQ(m.bytes()[m.args.ok + i], good[i]) << i << " of " << n;
                        const bytes is(m.bytes() + m.args.out + 8 * i,
                                       m.bytes() + m.args.out + 8 * i + 8);
                        ASSERT_EQ(hex(is), hex(good[i] ? prefix_of(want[i]) : bytes(8)))
                            << i << " of " << n;
                    }
                };
                check(paid);
                if (cancels) { ASSERT_EQ(hex(paid[0]), hex(bytes(33))); }
                for (const bytes &label : labels) {
                    m.args.extra = m.put(words_of_key(label));
                    go(m, {run_of::silent_label, run_of::field_inv, run_of::silent_labelled});
                    std::vector<bytes> want;
                    for (uint32_t i = 0; i < n; i++)
                        want.push_back(paid[i] == bytes(33) ? label : combined(paid[i], label));
                    check(want);
                }
                EXPECT_TRUE(m.intact());
            }
        }
}

/* ---- Sums ---- */

/* Whether the two places that each item left in the list are of different buckets, or nothing was
 * left at the second. */
bool list_has_pairs(arena &m, uint32_t items) {
    std::vector<uint32_t> of(2 * items);
    memcpy(of.data(), m.bytes() + m.args.next + 192 * items, 8 * items);
    for (uint32_t i = 0; i < 2 * items; i += 2)
        if (of[i] == of[i + 1] && of[i] != 0xffffffff) return false;
    return true;
}

/* Entries of buckets of every length side by side, in all positions to the shares of items: each
 * bucket's sum once, nothing elsewhere; lists whose every other place can be added at most. */
TEST(GpuKernels, BucketsOfEveryLength) {
    constexpr uint32_t buckets = 48, points = 12;
    for (unsigned seed = 0; seed < static_cast<unsigned>(scaled(40)); seed++) {
        source s(seed);
        std::vector<uint32_t> entries;
        num want[buckets];
        std::vector<uint32_t> order_of(buckets);
        std::iota(order_of.begin(), order_of.end(), 0u);
        std::shuffle(order_of.begin(), order_of.end(), std::mt19937_64(seed));
        for (const uint32_t b : order_of)
            for (size_t left = std::array<size_t, 6>{0, 1, 2, 3, 9, 70}[s.below(seed % 4 ? 6 : 4)];
                 left--;) {
                const auto point = static_cast<uint32_t>(s.below(points)),
                           negative = static_cast<uint32_t>(s.below(2));
                entries.insert(entries.end(), {point << 1 | negative, b});
                want[b] = add(want[b], negative ? neg(num(point + 1)) : num(point + 1));
            }
        const auto count = static_cast<uint32_t>(entries.size() / 2);
        const uint32_t run = std::array<uint32_t, 4>{1, 3, 5, 16}[seed % 4], fan = seed % 2 ? 4 : 8;
        uint32_t items = (count + 50) / run + 1; /* some have nothing to do */
        arena m(buckets + 1);
        m.args.length = buckets;
        m.args.places = m.take(4 * (buckets + 1));
        m.args.buckets = m.take(96 * buckets);
        m.run({run_of::sum_clear});
        memcpy(m.bytes() + m.args.places + 4 * buckets, &count, 4);
        m.args.entries =
            m.put(reinterpret_cast<const uint8_t *>(entries.data()), entries.size() * 4);
        bytes rows;
        for (uint32_t i = 0; i < points; i++) rows = rows + words_of(times_g(num(i + 1)));
        m.args.points = m.put(rows);
        m.args.share = run;
        m.args.next = m.take(200 * items);
        m.args.n = items;
        m.run({run_of::sum_runs});
        EXPECT_TRUE(list_has_pairs(m, items));
        m.args.share = fan;
        while (items > 1) {
            m.args.list = m.args.next;
            m.args.length = 2 * items;
            items = (2 * items + fan - 1) / fan;
            m.args.next = m.take(200 * items);
            m.args.n = items;
            m.run({run_of::sum_heads});
            EXPECT_TRUE(list_has_pairs(m, items));
        }
        ASSERT_TRUE(m.intact());
        for (uint32_t b = 0; b < buckets; b++) {
            arena one(1);
            memcpy(one.bytes() + one.args.q, m.bytes() + m.args.buckets + 96 * b, 96);
            ASSERT_EQ(hex(affine(one, 0)), hex(want[b].is_zero() ? bytes(65) : times_g(want[b])))
                << "bucket " << b << ", seed " << seed;
        }

        /* and what they are weighed by: three windows of 16 */
        uint32_t bits = seed % 4 + 1;
        m.args.list = m.args.buckets;
        m.args.length = buckets;
        for (m.args.loops = 0; m.args.loops < 4; m.args.loops += bits) {
            bits = std::min(bits, 4 - m.args.loops);
            m.args.share = 1u << bits;
            m.args.n = (m.args.length >> bits) * (m.args.loops + 1 + bits);
            m.args.next = m.take(96 * m.args.n);
            m.run({run_of::sum_weigh});
            m.args.list = m.args.next;
            m.args.length >>= bits;
        }
        ASSERT_TRUE(m.intact());
        ASSERT_EQ(m.args.n, 3 * 5u);
        for (uint32_t i = 0; i < m.args.n; i++) {
            const uint32_t column = i / 3;
            num is;
            for (uint32_t j = 0; j < 16; j++)
                if (column == 0 || j >> (column - 1) & 1) is = add(is, want[i % 3 * 16 + j]);
            arena one(1);
            memcpy(one.bytes() + one.args.q, m.bytes() + m.args.list + 96 * i, 96);
            ASSERT_EQ(hex(affine(one, 0)), hex(is.is_zero() ? bytes(65) : times_g(is)))
                << "column " << column << ", seed " << seed;
        }
    }
}

/* ---- Items that are not there ---- */

/* No kernel reads or writes anything for an item beyond the rows. */
TEST(GpuKernels, ItemsBeyondTheRowsDoNothing) {
    for (const auto &[name, k] : kernels) {
        arena m(7, 3);
        const std::vector<uint32_t> before = m.memory();
        const bool shared = k == run_of::field_inv || k == run_of::scalar_inv;
        for (uint32_t index : {shared ? 3u : 7u, 8u, 1000u, 0x80000000u, 0xffffffffu})
            k(m.bytes(), nullptr, m.args, index);
        EXPECT_TRUE(m.memory() == before) << name;
    }
}

}  // namespace
