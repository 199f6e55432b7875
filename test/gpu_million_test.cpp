// Every kernel of the host dialect on a million rows of its own (2^20), against the CPU's engine:
// keys, scalars, hashes and signatures of limbs at which carries begin and end, good rows and bad
// ones. Products k P and square roots, which cost most, are the kernels' in every sixth chunk and
// every eighth, and the CPU's in the others: they have a million rows of all operations together.
// A million is for the weekly run, or UF_TEST_SCALE=2; others have 2^13 rows.
#include "gpu_host_device.h"

#include "proto/silent_task.h"
#include "field/fe5x52.h"
#include "gpu_sums.h"
#include "numbers.h"

#include <chrono>
#include <set>

namespace {

using namespace parity;
using namespace ufsecp::base_target;
using host_device::on_devices;
using ufsecp::gpu_args, ufsecp::gpu_buffer, ufsecp::point64;

const bool in_full = scaled(100) > 100;
const size_t n = in_full ? 1 << 20 : 1 << 13;
const engine &cpu = ufsecp::current_engine();

uint8_t *row(bytes &of, size_t size, size_t i) { return of.data() + size * i; }
const uint8_t *row(const bytes &of, size_t size, size_t i) { return of.data() + size * i; }
void copy(bytes &to, size_t size, size_t i, size_t at, const uint8_t *from, size_t count) {
    memcpy(row(to, size, i) + at, from, count);
}

/* n numbers, of which one of 64 is 0 and one all ones. */
bytes numbers(uint64_t seed) {
    reference::rng g(seed);
    bytes r(32 * n);
    for (size_t i = 0; i < n; i++) {
        reference::edge_number(g).to_bytes(row(r, 32, i));
        if (i % 64 == 20) memset(row(r, 32, i), 0, 32);
        if (i % 64 == 40) memset(row(r, 32, i), 0xff, 32);
    }
    return r;
}
/* n numbers as keys: of half of them there is a point; one of 64 has another first byte. */
bytes keys(uint64_t seed) {
    const bytes x = numbers(seed);
    bytes r(33 * n);
    for (size_t i = 0; i < n; i++) {
        r[33 * i] = static_cast<uint8_t>(i % 64 == 60 ? i / 64 % 2 * 4 : 2 + x[32 * i + 13] % 2);
        copy(r, 33, i, 1, row(x, 32, i), 32);
    }
    return r;
}
/* n keys, all good, as 33 bytes and as 65. */
struct good_points {
    bytes k33, k65;

    explicit good_points(uint64_t seed) : k33(keys(seed)), k65(65 * n) {
        bytes ok(n);
        cpu.pubkey_decompress_batch_var(k65.data(), ok.data(), k33.data(), n);
        size_t good = static_cast<size_t>(std::find(ok.begin(), ok.end(), 1) - ok.begin());
        for (size_t i = 0; i < n; i++) {
            if (ok[i]) good = i;
            else
                copy(k33, 33, i, 0, row(k33, 33, good), 33),
                    copy(k65, 65, i, 0, row(k65, 65, good), 65);
        }
    }
};

/* Numbers of eight words, each `pitch` from the one before. */
void put_limbs(uint64_t (&to)[4], const uint32_t *words, size_t pitch) {
    for (size_t i = 0; i < 4; i++)
        to[i] = words[2 * i * pitch] | static_cast<uint64_t>(words[(2 * i + 1) * pitch]) << 32;
}
fe5x52 element(const uint32_t *words, size_t pitch) {
    uint64_t limbs[4];
    fe5x52 r;
    put_limbs(limbs, words, pitch);
    fe_set_limbs64(&r, limbs);
    return r;
}
void put_element(uint32_t *words, size_t pitch, fe5x52 v) {
    uint64_t limbs[4];
    fe_normalize(&v), fe_get_limbs64(limbs, &v);
    for (size_t i = 0; i < 8; i++)
        words[i * pitch] = static_cast<uint32_t>(limbs[i / 2] >> i % 2 * 32);
}
void put_bytes(uint8_t *b32, const uint32_t *words, size_t pitch) {
    for (size_t i = 0; i < 32; i++)
        b32[i] = static_cast<uint8_t>(words[(31 - i) / 4 * pitch] >> (31 - i) % 4 * 8);
}
/* The point of 65 bytes over z in row i of a column of q's words; over 0 infinity. */
void put_point(uint32_t *q, size_t pitch, const uint8_t *point65, const fe5x52 &z) {
    fe5x52 x, y, z2;
    fe_set_b32(&x, point65 + 1), fe_set_b32(&y, point65 + 33);
    fe_sqr(&z2, &z);
    fe_mul(&x, &x, &z2);
    fe_mul(&z2, &z2, &z);
    fe_mul(&y, &y, &z2);
    put_element(q, pitch, x), put_element(q + 8 * pitch, pitch, y),
        put_element(q + 16 * pitch, pitch, z);
}

/* The column p of m rows from args.first on as keys: x, and whether y is odd. */
bytes keys_of(uint8_t *arena, const gpu_args &args, size_t m) {
    const auto *const p = reinterpret_cast<const uint32_t *>(arena + args.p) + args.first;
    bytes r(33 * m);
    for (size_t i = 0; i < m; i++) {
        r[33 * i] = static_cast<uint8_t>(2 + (p[8 * args.n + i] & 1));
        put_bytes(row(r, 33, i) + 1, p + i, args.n);
    }
    return r;
}
/* What the kernel lift does with m rows, by the CPU. */
void lift(uint8_t *arena, const gpu_args &args, size_t m) {
    const size_t pitch = args.n;
    auto *const p = reinterpret_cast<uint32_t *>(arena + args.p) + args.first;
    uint8_t *const good = arena + args.ok + args.first;
    bytes full(65 * m), ok(m);
    static const bytes generator = times_g(num(1));
    cpu.pubkey_decompress_batch_var(full.data(), ok.data(), keys_of(arena, args, m).data(), m);
    for (size_t i = 0; i < m; i++) {
        good[i] &= ok[i];
        const uint8_t *const from = good[i] ? row(full, 65, i) : generator.data();
        fe5x52 x, y;
        (void)fe_set_b32(&x, from + 1), (void)fe_set_b32(&y, from + 33);
        put_element(p + i, pitch, x), put_element(p + 8 * pitch + i, pitch, y);
    }
}
/* What mul_point does, over the a (or 1) that it was multiplied by. */
void multiply(uint8_t *arena, const gpu_args &args) {
    const size_t m = args.n;
    const auto *const a = reinterpret_cast<const uint32_t *>(arena + args.a);
    bytes scalars(32 * m), products(33 * m), ok(m), full(65 * m);
    for (size_t i = 0; i < m; i++) put_bytes(row(scalars, 32, i), a + i, m);
    cpu.pubkey_mul_batch_var(products.data(), ok.data(), scalars.data(),
                             keys_of(arena, args, m).data(), m);
    cpu.pubkey_decompress_batch_var(full.data(), nullptr, products.data(), m);
    for (size_t i = 0; i < m; i++) {
        fe5x52 z;
        fe_set_int(&z, ok[i]);
        if (ok[i] && i % 2) z = element(a + i, m);
        put_point(reinterpret_cast<uint32_t *>(arena + args.q) + i, m, row(full, 65, i), z);
    }
}

class Million : public testing::Test {
protected:
    static constexpr size_t chunk = 1 << 18;
    static inline std::unique_ptr<on_devices> gpu;
    static inline size_t products = 0, lifts = 0;
    const std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();

    static void SetUpTestSuite() {
        gpu = std::make_unique<on_devices>(
            std::vector<host_device::settings>{{.most_rows = chunk,
                                                .least_rows = in_full ? chunk : 256,
                                                .piece_rows = in_full ? chunk / 2 : 64}});
        setenv("UFSECP_GPU_WINDOW_BITS", in_full ? "17" : "4",
               1); /* the table's entries are 2^20 rows too */
        gpu->devices[0]->instead = [](ufsecp::gpu_kernel kernel, uint8_t *arena,
                                      const gpu_args &args, uint32_t items) {
            const bool apart = args.points != args.q; /* points of other curves */
            if (kernel == ufsecp::gpu_mul_point && !apart && products++ % 6)
                return multiply(arena, args), true;
            if (kernel == ufsecp::gpu_lift && lifts++ % 8) return lift(arena, args, items), true;
            return false;
        };
    }
    static void TearDownTestSuite() { gpu.reset(); }
    void TearDown() override {
        EXPECT_EQ(gpu->note(), nullptr) << gpu->note();
        EXPECT_EQ(gpu->broken(), "");
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        printf("%zu rows, %.1f s\n", n, took.count());
    }

    /* What a call says of all rows on both engines, verdicts and out_size bytes of each row, is the
     * same; the verdicts. */
    template <class Call>
    bytes same(size_t out_size, const Call &call) {
        bytes out(n * out_size + 1), want(out), ok(n), want_ok(n);
        const int all = call(*gpu->e, out.data(), ok.data()),
                  want_all = call(cpu, want.data(), want_ok.data());
        EXPECT_EQ(all, want_all);
        size_t wrong = 0, first = n, good = 0;
        for (size_t i = n; i-- > 0; good += want_ok[i]) {
            if (ok[i] == want_ok[i] &&
                memcmp(row(out, out_size, i), row(want, out_size, i), out_size) == 0)
                continue;
            wrong++, first = i;
        }
        EXPECT_EQ(wrong, 0u) << "row " << first << " is the first";
        EXPECT_GT(good, n / 4);
        EXPECT_LT(good, n - n / 100);
        return want_ok;
    }
};

TEST_F(Million, Keys) {
    const bytes k = keys(1);
    same(65, [&](const engine &e, uint8_t *out, uint8_t *ok) {
        return e.pubkey_decompress_batch_var(out, ok, k.data(), n);
    });
}

TEST_F(Million, Products) {
    const bytes k = keys(2), a = numbers(3), b = numbers(4);
    same(33, [&](const engine &e, uint8_t *out, uint8_t *ok) {
        return e.mul_gen_batch_var(out, ok, a.data(), n);
    });
    same(33, [&](const engine &e, uint8_t *out, uint8_t *ok) {
        return e.pubkey_mul_batch_var(out, ok, a.data(), k.data(), n);
    });
    same(33, [&](const engine &e, uint8_t *out, uint8_t *ok) {
        return e.pubkey_mul_add_batch_var(out, ok, a.data(), k.data(), b.data(), n);
    });
}

/* Any numbers are a signature of somebody: the key that is recovered has made it. */
TEST_F(Million, EcdsaAndRecovery) {
    const bytes h = numbers(5), r = numbers(6), s = numbers(7);
    bytes rows(97 * n), signatures(129 * n), known(33 * n), ok(n);
    for (size_t i = 0; i < n; i++) {
        copy(rows, 97, i, 0, row(h, 32, i), 32), copy(rows, 97, i, 32, row(r, 32, i), 32),
            copy(rows, 97, i, 64, row(s, 32, i), 32);
        rows[97 * i + 96] = static_cast<uint8_t>(i % 64 == 50   ? 4
                                                 : i % 64 == 51 ? 2
                                                                : h[32 * i + 7] & 1);
    }
    same(20, [&](const engine &e, uint8_t *out, uint8_t *good) {
        return e.ecrecover_rows_var(out, good, rows.data(), 97, n);
    });
    cpu.recover_rows_var(known.data(), ok.data(), rows.data(), 97, n);
    size_t good = 0;
    for (size_t i = 0; i < n; i++) {
        if (ok[i])
            good = i; /* and rows that are none repeat the one before, with something else in it */
        copy(signatures, 129, i, 0, row(rows, 97, good), 32),
            copy(signatures, 129, i, 32, row(known, 33, good), 33);
        copy(signatures, 129, i, 65, row(rows, 97, good) + 32, 64);
        if (!ok[i] && i % 3) signatures[129 * i + i / 3 % 129] ^= static_cast<uint8_t>(1 << i % 8);
        else if (!ok[i]) copy(signatures, 129, i, i % 2 ? 0 : 97, row(s, 32, i), 32);
    }
    const bytes verdicts = same(0, [&](const engine &e, uint8_t *, uint8_t *v) {
        return e.ecdsa_verify_rows_var(v, signatures.data(), 129, n, 0);
    });
    size_t missed = 0;
    for (size_t i = 0; i < n; i++) missed += ok[i] && !verdicts[i];
    EXPECT_EQ(missed, 0u);
}

TEST_F(Million, Schnorr) {
    const bytes messages = numbers(8);
    bytes seckeys = numbers(9), signatures(64 * n), rows(128 * n);
    for (size_t i = 0; i < n; i++) seckeys[32 * i] &= 0x7f, seckeys[32 * i + 31] |= 1;
    bytes public_keys(33 * n);
    ASSERT_EQ(cpu.pubkey_create_batch(public_keys.data(), nullptr, seckeys.data(), n), 1);
    ASSERT_EQ(cpu.schnorr_sign_batch(signatures.data(), nullptr, messages.data(), seckeys.data(),
                                     nullptr, n),
              1);
    for (size_t i = 0; i < n; i++) {
        copy(rows, 128, i, 0, row(public_keys, 33, i) + 1, 32),
            copy(rows, 128, i, 32, row(messages, 32, i), 32);
        copy(rows, 128, i, 64, row(signatures, 64, i), 64);
    }
    /* all are good: by one sum for each chunk, and no product */
    const size_t before = gpu->devices[0]->launched[ufsecp::gpu_mul_point];
    bytes ok(n), seed(32, 7);
    EXPECT_EQ(gpu->e->schnorr_sum_rows_var(ok.data(), rows.data(), 128, n, seed.data()), 1);
    EXPECT_EQ(ok, bytes(n, 1));
    EXPECT_EQ(gpu->devices[0]->launched[ufsecp::gpu_mul_point], before);
    for (size_t i = 0; i < n; i += 3)
        rows[128 * i + i / 3 % 128] ^= static_cast<uint8_t>(1 << i % 8);
    same(0, [&](const engine &e, uint8_t *, uint8_t *good) {
        return e.schnorr_verify_rows_var(good, rows.data(), 128, n);
    });
}

/* Each row pays the spend key, or the label, or, by one bit, nobody. */
TEST_F(Million, SilentPayments) {
    source s(11);
    const bytes tweaks = keys(10), scan = good_scalar(s), spend = good_key(s), label = good_key(s);
    const std::string tag = "BIP0352/SharedSecret";
    bytes labelled(33), both = spend + label, ones, spends, shared(33 * n), ok(n), t(32 * n),
                        paid(33 * n), outputs(8 * n);
    ASSERT_EQ(cpu.pubkey_combine_var(labelled.data(), 33, both.data(), 2), 1);
    for (size_t i = 0; i < n; i++) {
        const bytes &to = i % 3 == 1 ? labelled : spend;
        ones.insert(ones.end(), 31, 0), ones.push_back(1);
        spends.insert(spends.end(), to.begin(), to.end());
    }
    cpu.pubkey_mul_one_batch_var(shared.data(), ok.data(), scan.data(), tweaks.data(), n);
    for (size_t i = 0; i < n; i++) {
        bytes text = slice(shared, 33 * i, 33) + bytes(4);
        ufsecp_tagged_hash(row(t, 32, i), reinterpret_cast<const uint8_t *>(tag.data()), tag.size(),
                           text.data(), text.size());
    }
    cpu.pubkey_mul_add_batch_var(paid.data(), nullptr, ones.data(), spends.data(), t.data(), n);
    for (size_t i = 0; i < n; i++) {
        copy(outputs, 8, i, 0, row(paid, 33, i) + 1, 8);
        if (i % 3 == 2) outputs[8 * i + i / 3 % 8] ^= static_cast<uint8_t>(1 << i % 8);
    }
    const auto as_row = [](const bytes &key) {
        bytes full(65);
        ufsecp::ge_entry r = {};
        cpu.pubkey_decompress_batch_var(full.data(), nullptr, key.data(), 1);
        limbs_set_b32(r.x, &full[1]), limbs_set_b32(r.y, &full[33]);
        return r;
    };
    const ufsecp::ge_entry label_row = as_row(label);
    const ufsecp::silent_receiver who = {scan.data(), as_row(spend), &label_row, 1};
    const ufsecp_silent_index index = {tweaks.data(), 33, outputs.data(), 8, nullptr, n};
    bytes flagged(n), good(n);
    const ufsecp::silent_scan_task task = {
        &index,
        &who,
        1,
        good.data(),
        [](void *to, size_t i, size_t) { static_cast<uint8_t *>(to)[i]++; },
        flagged.data()};
    EXPECT_EQ(gpu->e->silent_scan_var(&task, 0, n), 0);
    EXPECT_EQ(good, ok);
    size_t wrong = 0;
    for (size_t i = 0; i < n; i++) wrong += flagged[i] != (ok[i] && i % 3 != 2);
    EXPECT_EQ(wrong, 0u);
}

/* In chunks of 2^18 rows, and in small ones, which have as many buckets as products. */
TEST_F(Million, SumOfProducts) {
    const good_points points(14);
    const bytes scalars = numbers(15);
    bytes sum(33), want(33);
    const auto call = [&](const char *by, bytes &out) {
        const selected engine(by);
        return ufsecp_msm(out.data(), 33, scalars.data(), points.k33.data(), nullptr, n, 0,
                          nullptr);
    };
    const int status = call(cpu.name, want);
    ufsecp::gpu_device *const device = gpu->devices[0].get();
    for (const size_t rows : {chunk, chunk >> 5}) {
        device->most_rows = rows, device->least_rows = std::min(device->least_rows, rows);
        ufsecp::gpu_make_engine("test_gpu", &device, 1, cpu);
        EXPECT_EQ(call("test_gpu", sum), status);
        EXPECT_EQ(hex(sum), hex(want));
        EXPECT_EQ(gpu->note(), nullptr);
    }
}

/* q + p and 2 q, in one row of 16 equal or opposite or with infinity. */
TEST_F(Million, Additions) {
    const good_points p(16), q(17);
    host_device::device &device = *gpu->devices[0];
    gpu_args args = {};
    args.n = static_cast<uint32_t>(std::min(n, size_t{1} << 14));
    args.q = 64 * args.n, args.t = args.q + 96 * args.n, args.scratch = args.t + 32 * args.n;
    const size_t m = args.n, size = args.scratch + 32 * m;
    gpu_buffer arena;
    ASSERT_TRUE(device.allocate(&arena, size));
    std::vector<uint32_t> words(size / 4);
    const auto column = [&](uint32_t at, size_t i) { return words.data() + at / 4 + i; };
    const auto q_of = [&](size_t i) {
        point64 r;
        put_limbs(r.x, column(args.q, i), m), put_limbs(r.y, column(args.q, i) + 8 * m, m),
            put_limbs(r.z, column(args.q, i) + 16 * m, m);
        return r;
    };
    size_t wrong = 0;
    for (const auto kernel : {ufsecp::gpu_point_add, ufsecp::gpu_point_dbl})
        for (size_t at = 0; at < n; at += m) {
            std::vector<point64> left(m), right(m);
            for (size_t i = 0; i < m; i++) {
                bytes a = slice(q.k65, 65 * (at + i), 65);
                const bytes b = slice(p.k65, 65 * (at + i), 65);
                fe5x52 x, y, z = element(column(0, i), m); /* what was there before, or 2 */
                fe_normalize(&z);
                if (i % 16 == 3) a = b;
                if (i % 16 == 7)
                    a = b, fe_set_b32(&y, &a[33]), fe_neg(&y, &y, 1), fe_normalize(&y),
                    fe_get_b32(&a[33], &y);
                if (at == 0) fe_set_int(&z, 2);
                if (i % 16 == 11) fe_set_int(&z, 0);
                put_point(column(args.q, i), m, a.data(), z);
                fe_set_b32(&x, &b[1]), fe_set_b32(&y, &b[33]);
                put_element(column(0, i), m, x), put_element(column(0, i) + 8 * m, m, y);
                left[i] = q_of(i);
                put_limbs(right[i].x, column(0, i), m),
                    put_limbs(right[i].y, column(0, i) + 8 * m, m);
                right[i].z[0] = 1;
            }
            ASSERT_TRUE(device.upload(0, arena, 0, words.data(), size) &&
                        device.launch(0, kernel, arena, {}, args, args.n, 0) &&
                        device.download(0, words.data(), arena, 0, size) && device.wait(0));
            for (size_t i = 0; i < m; i++) {
                const point64 is = q_of(i);
                point64 want;
                if (kernel == ufsecp::gpu_point_add) cpu.point_add_var(&want, &left[i], &right[i]);
                else cpu.point_dbl_var(&want, &left[i]);
                wrong += !cpu.point_equal_var(&is, &want);
            }
        }
    EXPECT_EQ(wrong, 0u);
    device.release(&arena);
}

/* All kernels of operations had a million rows; those of the field alone have theirs in
 * gpu_steps_test, and loops are the benchmarks'. */
TEST_F(Million, RowsOfEachKernel) {
    const std::set<std::string> others = {"field_add", "field_sub", "field_mul", "field_sqr"};
#define UF_NAME(name) #name,
    constexpr const char *names[] = {UF_GPU_KERNELS(UF_NAME)};
#undef UF_NAME
    for (size_t k = 0; k < std::size(names); k++) {
        const std::string name = names[k];
        if (others.contains(name) || name.starts_with("loop_")) continue;
        printf("%-18s %9zu\n", names[k], gpu->devices[0]->done[k]);
        if (in_full) { EXPECT_GE(gpu->devices[0]->done[k], n) << name; }
        EXPECT_GT(gpu->devices[0]->done[k], 0u) << name;
    }
}

}  // namespace
