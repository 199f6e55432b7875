// The GPU kernels' text on the host, operation by operation as functions of an engine, against what
// the portable engine's single calls say of each row (parity_calls.h). Then verdicts that no row
// shows.
#include <gtest/gtest.h>

#include "gpu_arena.h"

namespace {

using namespace gpu_on_host;

/* ---- The operations, as functions of an engine ---- */

uint32_t share = 1;
bool written_outside = false;

const std::initializer_list<kernel> to_affine = {run_of::z_column, run_of::field_inv,
                                                 run_of::affine};
const std::initializer_list<kernel> product = {run_of::lift, run_of::mul_point, run_of::add_gen};
const std::initializer_list<kernel> apart = {run_of::twist, run_of::add_gen, run_of::mul_point};
/* Verdicts and outputs out of m; whether all rows are good. */
int finish(arena &m, uint8_t *ok, uint8_t *out, size_t out_size) {
    written_outside |= !m.intact();
    int all = 1;
    for (uint32_t i = 0; i < m.args.n; i++) {
        all &= m.bytes()[m.args.ok + i];
        if (ok) ok[i] = m.bytes()[m.args.ok + i];
    }
    if (out_size) memcpy(out, m.bytes() + m.args.out, m.args.n * out_size);
    return all;
}
/* Rows of one array, at an odd alignment. */
arena of_rows(const uint8_t *rows, size_t stride, size_t n, size_t row_size) {
    arena m(static_cast<uint32_t>(n), share);
    m.args.stride = static_cast<uint32_t>(stride);
    m.args.rows = m.put(rows, n ? (n - 1) * stride + row_size : 0, static_cast<uint32_t>(n % 7));
    return m;
}
int recover(uint8_t *out, uint8_t *ok, const uint8_t *rows, size_t stride, size_t n,
            size_t out_size) {
    arena m = of_rows(rows, stride, n, 97);
    m.args.out = m.take(n * out_size);
    go(m, {run_of::recover_load, run_of::scalar_inv, run_of::scale});
    go(m, product);
    go(m, to_affine);
    go(m, {out_size == 20 ? run_of::put_address20 : run_of::put_key33});
    return finish(m, ok, out, out_size);
}
int multiples(uint8_t *out, uint8_t *ok, const uint8_t *scalars, uint32_t scalar_stride,
              const uint8_t *keys, size_t n) {
    arena m(static_cast<uint32_t>(n), share);
    m.args.scalar_stride = scalar_stride;
    m.args.scalars = m.put(scalars, scalar_stride ? n * 32 : 32);
    m.args.keys = m.put(keys, 33 * n, 1);
    m.args.out = m.take(33 * n);
    go(m, {run_of::mul_load, run_of::lift, run_of::mul_point});
    go(m, to_affine);
    go(m, {run_of::put_key33});
    return finish(m, ok, out, 33);
}

engine kernel_rows() {
    engine e{};
    e.lanes = 1;
    e.ecdsa_verify_rows_var = [](uint8_t *ok, const uint8_t *rows, size_t stride, size_t n,
                                 unsigned flags) {
        arena m = of_rows(rows, stride, n, 129);
        m.args.flags = flags;
        m.part();
        go(m, {run_of::ecdsa_load, run_of::scalar_inv, run_of::scale});
        go(m, apart);
        go(m, {run_of::ecdsa_meet, run_of::field_inv, run_of::ecdsa_check});
        return finish(m, ok, nullptr, 0);
    };
    e.schnorr_verify_rows_var = [](uint8_t *ok, const uint8_t *rows, size_t stride, size_t n) {
        arena m = of_rows(rows, stride, n, 128);
        m.part();
        go(m, {run_of::schnorr_load});
        go(m, apart);
        go(m, {run_of::schnorr_meet, run_of::field_inv, run_of::schnorr_check});
        return finish(m, ok, nullptr, 0);
    };
    e.recover_rows_var = [](uint8_t *out, uint8_t *ok, const uint8_t *rows, size_t stride,
                            size_t n) { return recover(out, ok, rows, stride, n, 33); };
    e.ecrecover_rows_var = [](uint8_t *out, uint8_t *ok, const uint8_t *rows, size_t stride,
                              size_t n) { return recover(out, ok, rows, stride, n, 20); };
    e.pubkey_decompress_batch_var = [](uint8_t *out, uint8_t *ok, const uint8_t *keys, size_t n) {
        arena m(static_cast<uint32_t>(n), share);
        m.args.keys = m.put(keys, 33 * n, 3);
        m.args.out = m.take(65 * n);
        go(m, {run_of::key_load, run_of::lift, run_of::put_key65});
        return finish(m, ok, out, 65);
    };
    e.pubkey_mul_batch_var = [](uint8_t *out, uint8_t *ok, const uint8_t *scalars,
                                const uint8_t *keys,
                                size_t n) { return multiples(out, ok, scalars, 32, keys, n); };
    e.pubkey_mul_one_batch_var = [](uint8_t *out, uint8_t *ok, const uint8_t *scalar,
                                    const uint8_t *keys,
                                    size_t n) { return multiples(out, ok, scalar, 0, keys, n); };
    e.pubkey_mul_add_batch_var = [](uint8_t *out, uint8_t *ok, const uint8_t *as,
                                    const uint8_t *keys, const uint8_t *bs, size_t n) {
        arena m(static_cast<uint32_t>(n), share);
        m.args.scalars = m.put(as, 32 * n, 2);
        m.args.keys = m.put(keys, 33 * n);
        m.args.extra = m.put(bs, 32 * n, 1);
        m.args.out = m.take(33 * n);
        go(m, {run_of::mul_add_load});
        go(m, product);
        go(m, to_affine);
        go(m, {run_of::put_key33});
        return finish(m, ok, out, 33);
    };
    e.mul_gen_batch_var = [](uint8_t *out, uint8_t *ok, const uint8_t *scalars, size_t n) {
        arena m(static_cast<uint32_t>(n), share);
        m.args.scalars = m.put(scalars, 32 * n);
        m.args.out = m.take(33 * n);
        go(m, {run_of::gen_load, run_of::add_gen});
        go(m, to_affine);
        go(m, {run_of::put_key33});
        return finish(m, ok, out, 33);
    };
    return e;
}

std::vector<size_t> kernel_calls() {
    std::vector<size_t> r;
    for (size_t i = 0; i < calls().size(); i++) {
        const std::string &name = calls()[i].name;
        if (name.find("sign") == name.npos && name.find("ecdh") == name.npos &&
            name.find("secret") == name.npos && name != "pubkey_create" && name != "negate")
            r.push_back(i);
    }
    return r;
}

/* Rows of every kind beside each other, of 1 to 300 rows, where no value shares its inversion and
 * where eight do. */
class GpuRows : public testing::TestWithParam<size_t> {};
INSTANTIATE_TEST_SUITE_P(All, GpuRows, testing::ValuesIn(kernel_calls()),
                         [](const auto &info) { return calls()[info.param].name; });

TEST_P(GpuRows, AsSingleCallsSay) {
    const pool &all = pool_of(GetParam());
    ASSERT_EQ(all.error, "");
    comparison kernels_are(kernel_rows(), GetParam());
    std::vector<size_t> picks;
    source s(GetParam());
    /* every hostile row once, and good ones among them, in batches of these sizes */
    for (size_t i = 0; i < all.hostile_count; i++) {
        picks.push_back(all.good_count + i);
        if (s.one_in(4)) picks.push_back(s.below(all.good_count));
    }
    for (int i = 0; i < scaled(400); i++)
        picks.push_back(all.good_count + s.below(all.all.size() - all.good_count));
    const size_t most = static_cast<size_t>(
        scaled(static_cast<int>(picks.size() * calls()[GetParam()].share / 100)));
    std::shuffle(picks.begin(), picks.end(), std::mt19937_64(GetParam()));
    picks.resize(std::min(picks.size(), std::max(most, size_t{30})));
    written_outside = false;
    for (size_t at = 0, i = 0; at < picks.size(); i++) {
        const size_t n = std::min(std::array<size_t, 4>{1, 7, 64, 300}[i % 4], picks.size() - at);
        share = i / 4 % 2 || n == 300 ? 8 : 1;
        const std::vector<size_t> part(picks.begin() + static_cast<ptrdiff_t>(at),
                                       picks.begin() + static_cast<ptrdiff_t>(at + n));
        ASSERT_EQ(kernels_are.run(part), "") << n << " rows, inversions shared by " << share;
        at += n;
    }
    EXPECT_FALSE(written_outside);
}

bytes compressed(const bytes &point) {
    return bytes{static_cast<uint8_t>(2 + (point[64] & 1))} + slice(point, 1, 32);
}

/* ---- Infinity is no signature, whatever its coordinates are ---- */

TEST(GpuKernels, InfinityIsNoSignature) {
    const bytes key = compressed(times_g(num(3)));
    arena m(2);
    m.args.stride = 129;
    m.args.rows = m.put(slice(key, 1, 32) + key + bytes(64) + slice(key, 1, 32) + key + bytes(64));
    m.part();
    for (uint32_t i = 0; i < 2; i++)
        for (uint32_t part = 0; part < 3; part++) {
            m.set(m.args.q, i, num(part == 1), part);
            m.set(m.args.points, i, num(part < 2), part);
        }
    for (auto [meet, check] : {std::pair{run_of::ecdsa_meet, run_of::ecdsa_check},
                               {run_of::schnorr_meet, run_of::schnorr_check}}) {
        memset(m.bytes() + m.args.ok, 1, 2);
        m.run({meet});
        EXPECT_TRUE(m.get(m.args.t, 0).is_zero());
        m.run({run_of::field_inv, check});
        EXPECT_EQ(m.bytes()[m.args.ok], 0);
        EXPECT_EQ(m.bytes()[m.args.ok + 1], 0);
    }
    EXPECT_TRUE(m.intact());
}

/* ---- a P and b G that are equal, opposite or infinity: the root is needed ---- */

/* Signatures (r, s) of hashes that were chosen for them: h = r d makes u1 G = u2 P. */
TEST(GpuKernels, EcdsaPartsThatMeet) {
    source s(9);
    const num d = scalar(s, 1000), k = scalar(s, 1000);
    const num r = reference::mod(number_at(times_g(k), 1), order), rd = mul(r, d);
    const bytes key = compressed(times_g(d));
    bytes rows;
    std::vector<uint8_t> want;
    const auto put = [&](const num &h, bool good) {
        const num signature = mul(reference::mod_inv(k, order), add(h, rd));
        const num s_value = signature.is_zero() ? num(1) : signature;
        rows = rows + to_bytes(h) + key + to_bytes(r) + to_bytes(s_value);
        want.push_back(good);
    };
    put(rd, true);       /* equal */
    put(neg(rd), false); /* opposite: s would be 0 */
    put(num(), true);    /* u1 = 0 */
    put(add(rd, 1), true);
    rows = rows + to_bytes(rd) + key + to_bytes(r) + to_bytes(num(5)); /* equal, of another x */
    want.push_back(false);
    bytes ok(want.size());
    EXPECT_EQ(kernel_rows().ecdsa_verify_rows_var(ok.data(), rows.data(), 129, ok.size(), 0), 0);
    EXPECT_EQ(ok, want);
}

/* The same for Schnorr, whose scalars nobody can choose: they are put behind what was loaded. */
TEST(GpuKernels, SchnorrPartsThatMeet) {
    source s(10);
    num d = scalar(s, 1000);
    if (times_g(d)[64] & 1) d = neg(d);
    const bytes key = slice(times_g(d), 1, 32);
    struct parts {
        num a, b;
        bool other; /* the signature names another x */
    };
    std::vector<parts> all;
    for (const num &a : {num(), num(1), neg(num(1)), scalar(s, 1000), scalar(s, 1000)})
        for (const num &b : {num(), mul(a, d), neg(mul(a, d)), num(1), scalar(s, 1000)})
            for (const bool other : {false, true}) all.push_back({a, b, other});
    bytes rows;
    std::vector<uint8_t> want;
    for (const parts &p : all) {
        const num sum = add(p.b, mul(p.a, d));
        const bytes r = sum.is_zero() ? bytes(65) : times_g(sum);
        rows = rows + key + bytes(32) + (p.other ? key : slice(r, 1, 32)) + bytes(32);
        const bool same = slice(r, 1, 32) == key;
        want.push_back(!sum.is_zero() && !(r[64] & 1) && (!p.other || same));
    }
    arena m = of_rows(rows.data(), 128, all.size(), 128);
    m.part();
    m.run({run_of::schnorr_load});
    for (uint32_t i = 0; i < m.args.n; i++) {
        m.set(m.args.a, i, all[i].a);
        m.set(m.args.b, i, all[i].b);
    }
    go(m, apart);
    go(m, {run_of::schnorr_meet, run_of::field_inv, run_of::schnorr_check});
    for (uint32_t i = 0; i < m.args.n; i++)
        EXPECT_EQ(m.bytes()[m.args.ok + i], want[i]) << i << " other " << all[i].other;
    EXPECT_GT(std::count(want.begin(), want.end(), 1), 4);
    EXPECT_TRUE(m.intact());
}

/* ---- Ranges that no row shows: who could make it would break the signatures ---- */

/* The verdicts of rows right after they were loaded: numbers out of range in rows that are good but
 * for them, or may be. */
TEST(GpuKernels, LoadsLookAtRanges) {
    const bytes zero(32), n = to_bytes(order), n_and_one = to_bytes(reference::plus(order, 1)),
                          most(32, 0xff), p_and_one = to_bytes(reference::plus(prime, 1));
    source s(6);
    const struct {
        kernel load;
        bytes row;
        std::vector<std::pair<size_t, bytes>> wrong; /* where, and what */
    } cases[] = {
        {run_of::ecdsa_load,
         good_ecdsa(s),
         {{65, zero},
          {65, n},
          {65, n_and_one},
          {65, most},
          {97, zero},
          {97, n},
          {97, n_and_one},
          {97, most},
          {33, p_and_one},
          {33, most},
          {32, {0}},
          {32, {4}}}},
        {run_of::recover_load,
         good_recover(s),
         {{32, zero}, {32, n}, {32, n_and_one}, {64, zero}, {64, n}, {64, n_and_one}, {96, {4}}}},
        {run_of::schnorr_load,
         good_schnorr(s),
         {{0, p_and_one},
          {0, most},
          {64, p_and_one},
          {64, most},
          {96, n},
          {96, n_and_one},
          {96, most}}}};
    for (const auto &c : cases) {
        bytes all = c.row;
        for (const auto &[at, what] : c.wrong) all = all + with(c.row, at, what);
        arena m(static_cast<uint32_t>(c.wrong.size() + 1));
        m.args.stride = static_cast<uint32_t>(c.row.size());
        m.args.rows = m.put(all);
        m.run({c.load});
        for (uint32_t i = 0; i < m.args.n; i++)
            EXPECT_EQ(m.bytes()[m.args.ok + i], i == 0) << c.row.size() << " bytes, row " << i;
    }
}

}  // namespace
