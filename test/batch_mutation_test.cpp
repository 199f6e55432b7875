// Every engine against the portable one on a million signatures, most of them with a bit, byte,
// word or field changed or taken from another: the same verdicts of batches, and of single calls
// the same reasons.
#include <gtest/gtest.h>

#include "parity_calls.h"

namespace {

using namespace parity;

/* A kind of signed row: where its numbers of 32 bytes begin, valid rows to mutate, and its batch.
 */
struct signed_rows {
    size_t size;
    std::vector<size_t> numbers;
    bytes (*make)(source &, const bytes &msg, const num &d);
    int (*verify)(uint8_t *ok, const uint8_t *rows, size_t n, unsigned flags);
};
const signed_rows kinds[] = {
    {129,
     {0, 33, 65, 97},
     good_ecdsa,
     [](uint8_t *ok, const uint8_t *rows, size_t n, unsigned flags) {
         return ufsecp_ecdsa_verify_rows(ok, rows, 0, n, flags);
     }},
    {128, {0, 32, 64, 96}, good_schnorr, [](uint8_t *ok, const uint8_t *rows, size_t n, unsigned) {
         return ufsecp_schnorr_verify_rows(ok, rows, 0, n);
     }}};

/* Few keys and few messages, so that a splice may be valid. */
bytes valid_rows(const signed_rows &kind, size_t n) {
    return by_portable([&] {
        source s(4);
        bytes r;
        std::vector<bytes> msgs;
        std::vector<num> secrets;
        for (size_t i = 0; i < 8; i++)
            msgs.push_back(s.string(32)), secrets.push_back(num::of_bytes(seckey(s, 1000).data()));
        for (size_t i = 0; i < n; i++) r = r + kind.make(s, msgs[s.below(8)], secrets[s.below(8)]);
        return r;
    });
}

/* Changes the row once; `other` is a valid row. */
void mutate(source &s, const signed_rows &kind, uint8_t *row, const uint8_t *other) {
    const auto number = [&] { return kind.numbers[s.below(kind.numbers.size())]; };
    const size_t at = number(), end = at + 32, byte = s.below(kind.size),
                 word = at + 8 * s.below(4);
    switch (s.below(12)) {
    case 0: row[byte] ^= static_cast<uint8_t>(1 << s.below(8)); break;
    case 1: row[byte] = s.byte(); break;
    case 2: row[end - 1] = static_cast<uint8_t>(row[end - 1] + (s.one_in(2) ? 1 : 255)); break;
    case 3: memset(row + word, s.one_in(2) ? 0 : 0xff, 8); break;
    case 4: s.fill(row + word, 8); break;
    case 5: memcpy(row + word, other + at + 8 * s.below(4), 8); break;
    case 6: spoil_number(s, row + at); break;
    case 7: memcpy(row + at, other + number(), 32); break;
    case 8: memcpy(row + at, other + at, 32); break;
    case 9: std::copy(other + byte, other + kind.size, row + byte); break;
    case 10:
        memcpy(row + kind.numbers[2], other + kind.numbers[2], 64);
        break; /* the signature, perhaps of the same message by the same key */
    default:
        reference::mod_neg(num::of_bytes(row + kind.numbers[3]), reference::n)
            .to_bytes(row + kind.numbers[3]);
        break;
    }
}
/* n rows, a quarter of them as they were, most of the others changed once. */
bytes mutated_rows(const signed_rows &kind, const bytes &valid, uint64_t seed, size_t n) {
    source s(seed);
    const auto any = [&] { return valid.data() + s.below(valid.size() / kind.size) * kind.size; };
    bytes r(n * kind.size);
    for (size_t i = 0; i < n; i++) {
        uint8_t *row = &r[i * kind.size];
        memcpy(row, any(), kind.size);
        if (s.one_in(4)) continue;
        do mutate(s, kind, row, any());
        while (s.one_in(8));
    }
    return r;
}

constexpr size_t batch_rows = 50000;

/* The verdicts of batch i, worked out once, by batches of the portable engine. */
const bytes &portable_verdicts(size_t which, size_t i, const bytes &rows, unsigned flags) {
    static std::vector<bytes> known[std::size(kinds)][2];
    std::vector<bytes> &all = known[which][flags == UFSECP_LOW_S];
    if (all.size() <= i) all.resize(i + 1);
    bytes &r = all[i];
    if (r.empty())
        r = by_portable([&] {
            const size_t n = rows.size() / kinds[which].size;
            bytes ok(n, 0xa5);
            kinds[which].verify(ok.data(), rows.data(), n, flags);
            return ok;
        });
    return r;
}

/* The engines but the one whose verdicts the others' are compared with. */
std::vector<std::string> other_engines() {
    std::vector<std::string> r = engines();
    std::erase(r, by_portable([] { return std::string(ufsecp_engine()); }));
    return r;
}

class MutatedSignatures : public testing::TestWithParam<std::tuple<std::string, size_t>> {
protected:
    void SetUp() override {
        ASSERT_EQ(ufsecp_engine_select(std::get<0>(GetParam()).c_str()), 1);
        ufsecp_threads_set(0);
    }
    void TearDown() override {
        ufsecp_threads_set(1);
        ufsecp_engine_select("auto");
    }
};
INSTANTIATE_TEST_SUITE_P(All, MutatedSignatures,
                         testing::Combine(testing::ValuesIn(other_engines()),
                                          testing::Range(size_t(0), std::size(kinds))),
                         [](const auto &info) {
                             return std::get<0>(info.param) +
                                    (std::get<1>(info.param) ? "_schnorr" : "_ecdsa");
                         });
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(MutatedSignatures);

/* A hundred thousand of each kind in batches of half as many; the engine of 32-bit words, which
 * has no lanes, does a tenth. */
TEST_P(MutatedSignatures, SameVerdicts) {
    const auto &[name, which] = GetParam();
    const signed_rows &kind = kinds[which];
    const bytes valid = valid_rows(kind, 256);
    const size_t most = static_cast<size_t>(scaled(100000)),
                 count = name == "word32" ? most / 10 : most;
    size_t good[2] = {};
    for (size_t i = 0; i * batch_rows < count; i++) {
        const size_t n = std::min(batch_rows, count - i * batch_rows);
        const bytes rows =
            mutated_rows(kind, valid, i << 8 | which, std::min(batch_rows, most - i * batch_rows));
        for (const unsigned flags : {0u, (unsigned)UFSECP_LOW_S}) {
            if (flags && which != 0) continue; /* BIP-340 has no other s */
            const bytes &want = portable_verdicts(which, i, rows, flags);
            bytes ok(n + 1, 0xa5);
            const int all = kind.verify(ok.data(), rows.data(), n, flags);
            EXPECT_EQ(ok.back(), 0xa5);
            for (size_t k = 0; k < n; k++)
                ASSERT_EQ(ok[k], want[k]) << "row " << k << " of " << n << ", flags " << flags
                                          << ": " << hex(&rows[k * kind.size], kind.size);
            const size_t here = static_cast<size_t>(
                std::count(ok.begin(), ok.begin() + static_cast<ptrdiff_t>(n), 1));
            EXPECT_EQ(all, here == n);
            good[flags != 0] += here;
        }
    }
    if (count < 1000) return;
    EXPECT_GT(good[0], count / 5);
    EXPECT_LT(good[0], count / 2);
    if (which == 0) { EXPECT_LT(good[1], good[0]); }
}

/* What single calls say of a row: of a signature the first thing wrong; of an ECDSA row as one to
 * recover from, that and the key. */
bytes told(size_t which, const uint8_t *row, size_t i) {
    const unsigned flags = i % 2 ? UFSECP_LOW_S : 0;
    if (which) return {static_cast<uint8_t>(ufsecp_schnorr_check(row + 64, row + 32, 32, row))};
    bytes r(34);
    r[0] = static_cast<uint8_t>(
        ufsecp_ecdsa_recover(&r[1], 33, row + 65, static_cast<int>(i % 4), row));
    r.push_back(static_cast<uint8_t>(ufsecp_ecdsa_check(row + 65, row, row + 32, 33, flags)));
    return r;
}

/* The same words for the same row, from every engine's single calls, and a key that is no point
 * among them. */
TEST_P(MutatedSignatures, SameReasons) {
    const size_t which = std::get<1>(GetParam()), n = static_cast<size_t>(scaled_long(10000));
    const signed_rows &kind = kinds[which];
    const bytes rows = mutated_rows(kind, valid_rows(kind, 256), 1u << 20 | which, n);
    std::set<uint8_t> statuses;
    for (size_t i = 0; i < n; i++) {
        const uint8_t *const row = &rows[i * kind.size];
        const bytes got = told(which, row, i),
                    want = by_portable([&] { return told(which, row, i); });
        ASSERT_EQ(got, want) << "row " << i << ": " << hex(row, kind.size);
        statuses.insert(got.back());
    }
    if (n < 10000) return; /* too few rows for the rare reasons */
    for (const ufsecp_status s : {UFSECP_OK, UFSECP_BAD_SIGNATURE, UFSECP_PUBKEY_RANGE,
                                  UFSECP_PUBKEY_OFF_CURVE, UFSECP_R_RANGE, UFSECP_S_RANGE})
        EXPECT_TRUE(statuses.count(static_cast<uint8_t>(s))) << ufsecp_status_text(s);
}

}  // namespace
