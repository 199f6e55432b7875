// Batch verification by sums of claims: nothing false passes, the false ones are named exactly, at
// the stated cost, and verdicts are those of the calls that verify one by one.
#include <gtest/gtest.h>

#include "claims.h"
#include "hash/sha256_lanes.h"
#include "vectors.h"

namespace {

using namespace batches;

constexpr size_t chunk = 8192; /* of ufsecp_batch */

/* Rows with some of them false: all ways to find out, but where there are many rows the first of
 * them only. */
void expect_false(const bytes &rows, const places &at, size_t least, const std::string &what) {
    sum s(rows);
    EXPECT_EQ(s.found(least), at) << what;
    if (rows.size() > 8 * 128) return;
    EXPECT_FALSE(s.holds()) << what;
    EXPECT_EQ(s.found_one_by_one(), at) << what;
}

class Claims : public testing::TestWithParam<std::string> {
protected:
    void SetUp() override { ASSERT_EQ(ufsecp_engine_select(GetParam().c_str()), 1); }
    void TearDown() override {
        ufsecp_engine_select("auto");
        ufsecp_threads_set(1);
    }
    bool slow() const { return GetParam() == "word32"; }
    bool fastest() const { return GetParam() == engines()[0]; }
};
INSTANTIATE_TEST_SUITE_P(All, Claims, testing::ValuesIn(engines()),
                         [](const auto &info) { return info.param; });

constexpr size_t sizes[] = {1, 2, 3, 8, 63, 64, 65, 200, 1024};

/* ---- Soundness ---- */

TEST_P(Claims, ValidOnesHoldInEverySize) {
    const bytes entropy(32, 7);
    for (size_t n : sizes) {
        const bytes rows = first_rows(n);
        EXPECT_TRUE(sum(rows).holds()) << n;
        EXPECT_EQ(sum(rows).found(1), places()) << n;
        bytes ok(n + 1, 9);
        EXPECT_EQ(ufsecp_schnorr_batch_verify(rows.data(), 0, n, nullptr), 1) << n;
        EXPECT_EQ(ufsecp_schnorr_batch_identify(ok.data(), rows.data(), 0, n, entropy.data()), 1)
            << n;
        EXPECT_EQ(ok, bytes(n, 1) + bytes(1, 9)) << n;
    }
    EXPECT_EQ(ufsecp_schnorr_batch_verify(nullptr, 0, 0, nullptr), 1);
}

TEST_P(Claims, EveryBitOfARowCounts) {
    for (size_t n : sizes) {
        const size_t bits = n == 1 || (n <= 8 && fastest()) || (n == 64 && fastest()) ? 1024
                            : fastest()                                               ? 20
                                                                                      : 5;
        source s(n);
        for (size_t k = 0; k < bits; k++) {
            bytes rows = first_rows(n);
            const size_t bit = bits == 1024 ? k : s.below(1024), at = n == 1 ? 0 : s.below(n);
            if (bits == 1024 && !long_cases() && k % 41) continue;
            row_of(rows, at)[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
            expect_false(rows, {at}, n <= 8 ? 2 : 16,
                         "bit " + std::to_string(bit) + " of row " + std::to_string(at) + " of " +
                             std::to_string(n));
        }
    }
}

TEST_P(Claims, PartsOfTwoRowsSwapped) {
    for (size_t n : sizes) {
        if (n < 2 || (!fastest() && n > 100)) continue;
        source s(n);
        for (auto [from, size] :
             {std::pair<size_t, size_t>{0, 32}, {32, 32}, {64, 32}, {96, 32}, {64, 64}, {0, 64}}) {
            const size_t i = s.below(n), j = (i + 1 + s.below(n - 1)) % n;
            bytes rows = first_rows(n);
            std::swap_ranges(row_of(rows, i) + from, row_of(rows, i) + from + size,
                             row_of(rows, j) + from);
            expect_false(rows, {i, j}, 2,
                         std::to_string(size) + " bytes from " + std::to_string(from) + " on of " +
                             std::to_string(n));
        }
        bytes rows = first_rows(n); /* whole rows may stand anywhere */
        std::swap_ranges(row_of(rows, 0), row_of(rows, 1), row_of(rows, n - 1));
        EXPECT_TRUE(sum(rows).holds());
    }
}

/* What two claims of each kind are made of: changed so that one has too much what the other lacks,
 * their sum is right, and holds where both weigh alike. */
struct kinds {
    bytes sig[2], msg[2], key[2], internal[2], tweak[2], output[2];
    int recid[2], parity[2];

    explicit kinds(uint64_t seed) {
        source s(seed);
        for (int i = 0; i < 2; i++) {
            const bytes sk = seckey(s, 1000);
            msg[i] = s.string(32), sig[i] = bytes(64), internal[i] = output[i] = bytes(32),
            tweak[i] = s.string(32);
            key[i] = key33(num::of_bytes(sk.data()));
            (void)!ufsecp_ecdsa_sign_recoverable(sig[i].data(), &recid[i], msg[i].data(), sk.data(),
                                                 nullptr);
            (void)!ufsecp_xonly_create(internal[i].data(), nullptr, sk.data());
            set_output(i, moved(bytes{2} + internal[i], num::of_bytes(tweak[i].data())));
        }
    }
    void set_output(int i, const bytes &p33) {
        output[i] = slice(p33, 1, 32), parity[i] = p33[0] & 1;
    }
    std::vector<claim> ecdsa() const {
        std::vector<claim> c(2);
        for (size_t i = 0; i < 2; i++)
            claim_set_ecdsa(&c[i], sig[i].data(), recid[i], msg[i].data(), key[i].data(), false);
        return c;
    }
    std::vector<claim> taproot() const {
        std::vector<claim> c(2);
        for (size_t i = 0; i < 2; i++)
            claim_set_taproot(&c[i], output[i].data(), parity[i], internal[i].data(),
                              tweak[i].data());
        return c;
    }
};

void expect_cancelling(std::vector<claim> pair, const std::string &what) {
    for (size_t n : sizes) {
        if (n < 2 || n > 200) continue;
        sum s(first_rows(n - 2));
        const size_t at[] = {n / 3, n - 1};
        for (size_t i = 0; i < 2; i++)
            s.claims.insert(s.claims.begin() + static_cast<ptrdiff_t>(at[i]), pair[i]);
        sum with(s.claims);
        EXPECT_FALSE(with.holds()) << what << n;
        EXPECT_EQ(with.found(2), (places{at[0], at[1]})) << what << n;
        for (randomiser &a : with.a) a = {{1, 0}};
        EXPECT_TRUE(with.holds()) << what << n << ": the pair was to cancel";
    }
}

TEST_P(Claims, PairsThatCancel) {
    const num d(0x123456789abcdef0u, 3, 1, 77);
    {
        bytes rows = slice(valid_rows(), 128 * 1000, 256);
        shift(row_of(rows, 0) + 96, d), shift(row_of(rows, 1) + 96, neg(d));
        expect_cancelling(sum(rows).claims, "s of Schnorr signatures, ");
    }
    kinds k(1);
    EXPECT_TRUE(sum(k.ecdsa()).holds());
    EXPECT_TRUE(sum(k.taproot()).holds());
    kinds outputs = k, keys = k, tweaks = k, ecdsa_keys = k, hashes = k, points = k;
    outputs.set_output(0, moved(bytes{static_cast<uint8_t>(2 + k.parity[0])} + k.output[0], d));
    outputs.set_output(1,
                       moved(bytes{static_cast<uint8_t>(2 + k.parity[1])} + k.output[1], neg(d)));
    expect_cancelling(outputs.taproot(), "taproot outputs, ");
    for (int i = 0; i < 2; i++) { /* at the signatures' scale */
        const num r = number_at(k.sig[i], 0), s = number_at(k.sig[i], 32), x = i == 0 ? d : neg(d);
        shift(tweaks.tweak[i].data(), x);
        shift(hashes.msg[i].data(), mul(x, s));
        ecdsa_keys.key[i] = moved(k.key[i], mul(x, mul(s, reference::mod_inv(r, order))));
    }
    expect_cancelling(tweaks.taproot(), "tweaks, ");
    expect_cancelling(hashes.ecdsa(), "hashes, ");
    expect_cancelling(ecdsa_keys.ecdsa(), "ECDSA keys, ");
    /* Internal keys that stay even when moved. */
    for (uint64_t t = 1;; t++) {
        const bytes a = moved(bytes{2} + k.internal[0], num(t)),
                    b = moved(bytes{2} + k.internal[1], neg(num(t)));
        if (a[0] != 2 || b[0] != 2) continue;
        keys.internal[0] = slice(a, 1, 32), keys.internal[1] = slice(b, 1, 32);
        break;
    }
    expect_cancelling(keys.taproot(), "internal keys, ");
    /* R and P of one claim, by bytes that no signature has: at the level of points. */
    std::vector<claim> c = points.ecdsa();
    for (int i = 0; i < 2; i++) {
        const bytes moved_r =
            moved(bytes(c[static_cast<size_t>(i)].r33, c[static_cast<size_t>(i)].r33 + 33),
                  i == 0 ? d : neg(d));
        std::copy(moved_r.begin(), moved_r.end(), c[static_cast<size_t>(i)].r33);
    }
    expect_cancelling(c, "R, ");
}

TEST_P(Claims, RepeatedRowsAndKeys) {
    source s(5);
    const size_t n = 65;
    const num d = num::of_bytes(seckey(s, 1000).data());
    bytes same_key, row = good_schnorr(s), same_row, twice = first_rows(n);
    for (size_t i = 0; i < n; i++)
        same_key = same_key + good_schnorr(s, s.string(32), d), same_row = same_row + row;
    EXPECT_TRUE(sum(same_key).holds());
    EXPECT_TRUE(sum(same_row).holds());
    row_of(same_key, 3)[40] ^= 1, row_of(same_key, 64)[100] ^= 1;
    expect_false(same_key, {3, 64}, 2, "one key for all");
    row[96] ^= 1;
    for (size_t i : {7u, 8u, 60u}) std::copy(row.begin(), row.end(), row_of(twice, i));
    expect_false(twice, {7, 8, 60}, 2, "the same false row three times");
    bytes all_false;
    places everywhere;
    for (size_t i = 0; i < n; i++) all_false = all_false + row, everywhere.insert(i);
    expect_false(all_false, everywhere, 2, "one false row alone");
}

/* Keys whose x end in the same seven bits, more of them than a claim's key is looked for among. */
const std::vector<num> &keys_alike() {
    static const std::vector<num> keys = [] {
        std::vector<num> r;
        int last = -1;
        for (uint64_t d = 1; r.size() < 12; d++) {
            uint8_t x32[32];
            (void)!ufsecp_xonly_create(x32, nullptr, to_bytes(num(d)).data());
            const int bits = x32[31] & 127;
            if (last < 0) last = bits;
            if (bits == last) r.push_back(num(d));
        }
        return r;
    }();
    return keys;
}

/* Claims of one key share its terms of the sum: none is lost, and none makes up for another. */
TEST_P(Claims, KeysThatComeAgain) {
    source s(6);
    std::vector<num> few;
    for (int i = 0; i < 5; i++) few.push_back(num::of_bytes(seckey(s, 1000).data()));
    for (const std::vector<num> &keys : {few, keys_alike()}) {
        const size_t n = 5 * keys.size() - 1; /* at most 128 places in the table */
        bytes rows;
        for (size_t i = 0; i < n; i++)
            rows = rows + good_schnorr(s, s.string(32), keys[i % keys.size()]);
        EXPECT_TRUE(sum(rows).holds());
        EXPECT_EQ(sum(rows).found(1), places());
        /* Two of one key whose faults cancel without weights; one of each key. */
        bytes two = rows, each = rows;
        const size_t again = 2 + 3 * keys.size();
        const num d = num::of_bytes(seckey(s, 1000).data());
        shift(row_of(two, 2) + 96, d), shift(row_of(two, again) + 96, neg(d));
        expect_false(two, {2, again}, 1, "two of one key");
        places at;
        for (size_t i = 0; i < keys.size(); i++) {
            const size_t place = i + keys.size() * (i % 4);
            at.insert(place);
            shift(row_of(each, place) + 96, d);
        }
        expect_false(each, at, 1, "one of each key");
        /* A key that is no point, again and again. */
        bytes none = rows;
        for (size_t i : {1u, 4u, 9u}) std::fill_n(row_of(none, i), 32, uint8_t(0));
        expect_false(none, {1, 4, 9}, 1, "no key");
    }
}

TEST_P(Claims, EncodingsThatAreNotCanonical) {
    /* A key with x = 1, of which nobody knows the secret: R = u1 G + u2 P, r = x(R), s = r/u2, h =
     * u1 s. */
    bytes p(33), r65(65), one(33);
    one[0] = 2, one[32] = 1;
    const num u1(11), u2(1234567);
    const bytes b1 = to_bytes(u1), b2 = to_bytes(u2);
    ASSERT_EQ(ufsecp_pubkey_tweak_mul(p.data(), 33, one.data(), 33, b2.data()), 1);
    ASSERT_EQ(ufsecp_pubkey_tweak_add(r65.data(), 65, p.data(), 33, b1.data()), 1);
    const num r = reference::mod(number_at(r65, 1), order), s = mul(r, inverse(u2));
    const bytes sig = to_bytes(r) + to_bytes(s), msg = to_bytes(mul(u1, s));
    /* A signature with r = 1, s = 5 (or r + n as the x coordinate), whose key is what it recovers
     * to. */
    const bytes small = to_bytes(num(1)) + to_bytes(num(5)), hash = to_bytes(num(99));
    bytes small_key(33), above(33);
    ASSERT_EQ(ufsecp_ecdsa_recover(small_key.data(), 33, small.data(), 0, hash.data()), UFSECP_OK);
    const auto large = [](const num &a, const num &b) { return to_bytes(reference::plus(a, b)); };
    bytes x_of_r(32), internal(32), output(32);
    num low_r(1);
    while (ufsecp_ecdsa_recover(above.data(), 33, (to_bytes(low_r) + to_bytes(num(5))).data(), 2,
                                hash.data()) != UFSECP_OK)
        low_r = reference::plus(low_r, 1);
    const bytes low = to_bytes(low_r) + to_bytes(num(5));
    internal[31] = 1; /* x = 1 */
    int parity = 0;
    ASSERT_EQ(ufsecp_taproot_output_key(output.data(), &parity, internal.data(), nullptr), 1);

    struct ecdsa_row {
        bytes sig;
        int recid;
        bytes msg, key;
        int valid;
    };
    const int odd = r65[64] & 1;
    const ecdsa_row rows[] = {
        {sig, odd, msg, one, 1},
        {sig, odd ^ 1, msg, one, 0},
        {sig, odd | 2, msg, one, 0},
        {sig, odd, msg, bytes{2} + large(prime, 1), 0},
        {small, 0, hash, small_key, 1},
        {small, 0, large(order, 99), small_key, 1}, /* a hash is reduced */
        {large(order, 1) + to_bytes(num(5)), 0, hash, small_key, 0},
        {large(prime, 1) + to_bytes(num(5)), 0, hash, small_key, 0},
        {to_bytes(num(1)) + large(order, 5), 0, hash, small_key, 0},
        {bytes(32) + to_bytes(num(5)), 0, hash, small_key, 0},
        {to_bytes(num(1)) + bytes(32), 0, hash, small_key, 0},
        {to_bytes(num(1)) + to_bytes(neg(5)), 1, hash, small_key, 1}, /* high s */
        {low, 2, hash, above, 1},
        {low, 0, hash, above, 0},
        {large(order, low_r) + to_bytes(num(5)), 0, hash, above, 0},
        {small, 4, hash, small_key, 0},
        {small, -1, hash, small_key, 0},
        {small, 0, hash, bytes{4} + slice(small_key, 1, 32), 0},
        {small, 0, hash, bytes{0} + slice(small_key, 1, 32), 0},
    };
    ufsecp_batch *const b = ufsecp_batch_new(nullptr);
    ASSERT_NE(b, nullptr);
    std::vector<claim> c;
    bytes expected;
    for (const ecdsa_row &row : rows)
        for (unsigned flags : {0u, UFSECP_LOW_S}) {
            c.emplace_back();
            claim_set_ecdsa(&c.back(), row.sig.data(), row.recid, row.msg.data(), row.key.data(),
                            flags);
            ASSERT_EQ(ufsecp_batch_add_ecdsa(b, row.sig.data(), row.recid, row.msg.data(),
                                             row.key.data(), flags),
                      1);
            expected.push_back(row.valid && !(flags && is_high(number_at(row.sig, 32))));
        }
    const auto add_taproot = [&](const bytes &q, int y, const bytes &in, const bytes &t32,
                                 int valid) {
        c.emplace_back();
        claim_set_taproot(&c.back(), q.data(), y, in.data(), t32.data());
        ASSERT_EQ(ufsecp_batch_add_taproot(b, q.data(), y, in.data(), nullptr), 1);
        expected.push_back(static_cast<uint8_t>(valid));
        c.push_back(c.back());
        ASSERT_EQ(ufsecp_batch_add_tweak(b, q.data(), y, in.data(), t32.data()), 1);
        expected.push_back(static_cast<uint8_t>(valid));
    };
    bytes t(32);
    const char tag[] = "TapTweak";
    ufsecp_tagged_hash(t.data(), reinterpret_cast<const uint8_t *>(tag), 8, internal.data(), 32);
    add_taproot(output, parity, internal, t, 1);
    add_taproot(output, parity ^ 1, internal, t, 0);
    for (int more : {2, 256, -256}) add_taproot(output, parity + more, internal, t, 0);
    add_taproot(output, -1, internal, t, 0);
    add_taproot(output, parity, large(prime, 1), t, 0);
    add_taproot(bytes(32), 0, internal, t, 0);
    bytes ok(expected.size());
    EXPECT_EQ(ufsecp_batch_count(b), expected.size());
    EXPECT_EQ(ufsecp_batch_finish(b, ok.data()), 0);
    EXPECT_EQ(ok, expected);
    ufsecp_batch_free(b);
    sum all(c);
    all.found(1);
    EXPECT_EQ(all.ok, expected);
    all.found_one_by_one();
    EXPECT_EQ(all.ok, expected);
    /* A tweak of n and more, of which no hash is known. */
    std::vector<claim> tweaks(2);
    claim_set_taproot(&tweaks[0], internal.data(), 0, internal.data(), bytes(32).data());
    claim_set_taproot(&tweaks[1], internal.data(), 0, internal.data(), to_bytes(order).data());
    EXPECT_EQ(sum(tweaks).found(1), places{1});
    /* s = 5, and 5 + n: for a challenge of our choice, as no hash gives it. */
    std::vector<claim> c5(2);
    bytes e = to_bytes(num(1000)), r_point(33);
    do {
        shift(e.data(), 1);
        const bytes minus_e = to_bytes(neg(num::of_bytes(e.data())));
        ASSERT_EQ(ufsecp_pubkey_tweak_mul(r_point.data(), 33, one.data(), 33, minus_e.data()), 1);
        r_point = moved(r_point, 5);
    } while (r_point[0] != 2);
    claim_set_schnorr(&c5[0], (slice(r_point, 1, 32) + to_bytes(num(5))).data(), e.data(),
                      one.data() + 1);
    claim_set_schnorr(&c5[1], (slice(r_point, 1, 32) + large(order, 5)).data(), e.data(),
                      one.data() + 1);
    EXPECT_EQ(sum(c5).found(1), places{1});
    EXPECT_EQ(sum(c5).found_one_by_one(), places{1});
}

/* A point that is not there must not count as infinity: with R = u G and no P, and with u G + v P =
 * 0 and no R, the rest would be right. */
TEST_P(Claims, PointsThatDoNotExist) {
    source s(12);
    const num k = scalar(s, 1000);
    const bytes nowhere = to_bytes(num(5)), r = key33(k), sk = to_bytes(k), msg = s.string(32);
    bytes pk(32), rows = first_rows(9), ok(9);
    int odd = 0;
    (void)!ufsecp_xonly_create(pk.data(), &odd, sk.data());
    const bytes no_key = nowhere + msg + slice(r, 1, 32) + to_bytes(odd ? neg(k) : k);
    const num e = challenge(nowhere, pk, msg);
    const bytes no_r = pk + msg + nowhere + to_bytes(mul(e, odd ? neg(k) : k));
    std::copy(no_key.begin(), no_key.end(), row_of(rows, 2));
    std::copy(no_r.begin(), no_r.end(), row_of(rows, 7));
    expect_false(rows, {2, 7}, 1, "points that do not exist");
    std::vector<claim> c = sum(rows).claims;
    const bytes t = to_bytes(k);
    claim_set_taproot(&c[4], r.data() + 1, r[0] & 1, nowhere.data(), t.data());
    claim_set_taproot(&c[5], nowhere.data(), 0, pk.data(), to_bytes(odd ? k : neg(k)).data());
    EXPECT_EQ(sum(c).found(1), (places{2, 4, 5, 7}));
    EXPECT_EQ(sum(c).found_one_by_one(), (places{2, 4, 5, 7}));
    EXPECT_FALSE(sum({c[2]}).holds() || sum({c[4]}).holds() || sum({c[5]}).holds() ||
                 sum({c[7]}).holds());
}

/* ---- Identification ---- */

/* Every set of up to four false ones in 64, against sums that look into the set: the pieces that
 * are verified hold all of them, and what is left out holds none; the cost is as claims_var.h says.
 */
TEST(ClaimsBisection, EverySetOfUpToFourIn64) {
    constexpr size_t n = 64;
    const auto run = [](uint64_t bad, size_t least) {
        uint64_t verified = 0;
        size_t added = 0;
        const auto mask = [](size_t first, size_t m) {
            return (m == 64 ? ~uint64_t(0) : (uint64_t(1) << m) - 1) << first;
        };
        claims_bisect_var(
            0, n, least,
            [&](size_t first, size_t m) {
                EXPECT_GE(m, least);
                added += m;
                return (bad & mask(first, m)) == 0;
            },
            [&](size_t first, size_t m) {
                EXPECT_EQ(verified & mask(first, m), 0u);
                verified |= mask(first, m);
            });
        if ((bad & ~verified) || added > 2 * n) return false;
        if ((bad & (bad - 1)) == 0) /* one alone: little is verified */
            return static_cast<size_t>(__builtin_popcountll(verified)) < 2 * least + 2;
        return true;
    };
    size_t wrong = 0, sets = 0;
    const auto check = [&](uint64_t bad) {
        sets++;
        for (size_t least : {1u, 5u, 16u}) wrong += !run(bad, least);
    };
    const uint64_t one = 1;
    for (int i = 0; i < 64; i++) {
        check(one << i);
        for (int j = 0; j < i; j++) {
            check(one << i | one << j);
            if (!long_cases() && (i + j) % 16) continue;
            for (int k = 0; k < j; k++) {
                check(one << i | one << j | one << k);
                for (int l = 0; l < k; l++) check(one << i | one << j | one << k | one << l);
            }
        }
    }
    EXPECT_EQ(wrong, 0u) << sets;
    EXPECT_LE(sets, 64u + 2016 + 41664 + 635376);
    EXPECT_TRUE(sets == 64u + 2016 + 41664 + 635376 || !long_cases());
    EXPECT_TRUE(run(~uint64_t(0), 1));
}

/* Real sums: all pairs in 16; all single rows in 64 and a sample of pairs, threes and fours. */
TEST_P(Claims, FalseOnesAreNamed) {
    const auto spoil = [](size_t n, const places &at, source &s) {
        bytes rows = first_rows(n);
        for (size_t i : at) row_of(rows, i)[s.below(128)] ^= static_cast<uint8_t>(1 << s.below(8));
        return rows;
    };
    source s(64);
    const size_t small = slow() ? 8 : 16;
    for (size_t i = 0; i < small; i++)
        for (size_t j = 0; j <= i; j++) {
            if (!long_cases() && (i + j) % 7) continue;
            EXPECT_EQ(sum(spoil(small, {i, j}, s)).found(2), (places{i, j}));
        }
    for (size_t i = 0; i < 64; i += fastest() && long_cases() ? 1 : 17)
        EXPECT_EQ(sum(spoil(64, {i}, s)).found(8), places{i});
    for (int k = scaled(slow() ? 10 : fastest() ? 100 : 40); k > 0; k--) {
        places at;
        for (size_t count = 2 + s.below(3); at.size() < count;) at.insert(s.below(64));
        EXPECT_EQ(sum(spoil(64, at, s)).found(1 + s.below(16)), at);
    }
    const places all = {0, 1, 2, 30, 31, 32, 33, 511, 512, 1023};
    EXPECT_EQ(sum(spoil(1024, all, s)).found(16), all);
}

/* ---- The verdicts are those of the calls that verify one by one ---- */

TEST_P(Claims, HostileRows) {
    source s(9);
    rows all = hostile_schnorr(s);
    for (row &r : more_schnorr(s, 200)) all.push_back(std::move(r));
    bytes expected, flat;
    for (size_t i = 0; i < all.size(); i++) {
        const bytes &d = all[i].data;
        flat = flat + d;
        expected.push_back(static_cast<uint8_t>(
            ufsecp_schnorr_verify(d.data() + 64, d.data() + 32, 32, d.data())));
        EXPECT_TRUE(all[i].expected == unknown || expected.back() == (all[i].expected == good))
            << all[i].name;
        if (slow() && i > 300) break;
    }
    for (size_t n : {1u, 7u, 64u, 150u, 100000u})
        for (size_t at = 0, stop = slow() ? 2 : 5; at < expected.size() && stop > 0;
             at += n, stop--) {
            const size_t m = std::min<size_t>(n, expected.size() - at);
            sum part(slice(flat, 128 * at, 128 * m));
            part.found(1 + s.below(20));
            EXPECT_EQ(part.ok, slice(expected, at, m)) << at << " " << m;
            part.found_one_by_one();
            EXPECT_EQ(part.ok, slice(expected, at, m)) << at << " " << m;
            bytes ok(m);
            ufsecp_schnorr_batch_identify(ok.data(), &flat[128 * at], 0, m, nullptr);
            EXPECT_EQ(ok, slice(expected, at, m)) << at << " " << m;
            EXPECT_EQ(ufsecp_schnorr_batch_verify(&flat[128 * at], 0, m, nullptr),
                      ok == bytes(m, 1));
        }
}

/* A batch and the verdicts that the single calls give. */
struct stream {
    ufsecp_batch *batch;
    bytes expected;
    std::vector<claim> claims;

    explicit stream(const uint8_t *entropy) : batch(ufsecp_batch_new(entropy)) {
        EXPECT_NE(batch, nullptr);
    }
    ~stream() { ufsecp_batch_free(batch); }

    void schnorr(const bytes &sig, const bytes &msg, const bytes &pk) {
        EXPECT_EQ(ufsecp_batch_add_schnorr(batch, sig.data(), msg.data(), msg.size(), pk.data()),
                  1);
        expected.push_back(static_cast<uint8_t>(
            ufsecp_schnorr_verify(sig.data(), msg.data(), msg.size(), pk.data())));
    }
    void ecdsa(const bytes &sig, int recid, const bytes &msg, const bytes &pk33, unsigned flags) {
        bytes key(33);
        EXPECT_EQ(ufsecp_batch_add_ecdsa(batch, sig.data(), recid, msg.data(), pk33.data(), flags),
                  1);
        const bool valid =
            ufsecp_ecdsa_recover(key.data(), 33, sig.data(), recid, msg.data()) == UFSECP_OK &&
            key == pk33 && !(flags & UFSECP_LOW_S && is_high(number_at(sig, 32)));
        EXPECT_LE(valid, ufsecp_ecdsa_verify(sig.data(), msg.data(), pk33.data(), 33, flags));
        expected.push_back(valid);
    }
    void taproot(const bytes &output, int parity, const bytes &internal, const uint8_t *root) {
        bytes q(32);
        int y = 0;
        EXPECT_EQ(ufsecp_batch_add_taproot(batch, output.data(), parity, internal.data(), root), 1);
        expected.push_back(ufsecp_taproot_output_key(q.data(), &y, internal.data(), root) &&
                           q == output && y == parity);
    }
    void random(source &s) {
        switch (s.below(3)) {
        case 0: {
            const schnorr_case c = hostile::schnorr(s, 8);
            return schnorr(c.sig, c.msg, c.pk);
        }
        case 1: {
            ecdsa_case c = hostile::ecdsa(s, 8);
            if (c.pk.size() < 33) c.pk.resize(33);
            if (c.pk.size() == 65 && c.pk[0] == 4)
                c.pk[0] = static_cast<uint8_t>(2 + (c.pk[64] & 1));
            c.pk.resize(33);
            return ecdsa(c.sig, c.recid, c.msg, c.pk, s.one_in(2) ? UFSECP_LOW_S : 0);
        }
        default: {
            bytes internal = slice(pubkey_of(seckey(s), 33), 1, 32), root = s.string(32), q(32);
            const uint8_t *const tree = s.one_in(2) ? root.data() : nullptr;
            int parity = 0;
            (void)!ufsecp_taproot_output_key(q.data(), &parity, internal.data(), tree);
            if (s.one_in(8)) parity ^= 1;
            if (s.one_in(8)) spoil_number(s, q.data());
            if (s.one_in(8)) spoil_number(s, internal.data());
            if (s.one_in(8)) root[s.below(32)] ^= 16;
            return taproot(q, parity, internal, tree);
        }
        }
    }
    void finish() {
        bytes ok(expected.size() + 1, 9);
        EXPECT_EQ(ufsecp_batch_count(batch), expected.size());
        const int all = ufsecp_batch_finish(batch, ok.data());
        EXPECT_EQ(all, ok == bytes(expected.size(), 1) + bytes(1, 9));
        EXPECT_EQ(ok, expected + bytes(1, 9));
        EXPECT_EQ(ufsecp_batch_count(batch), 0u);
        expected.clear();
    }
};

TEST_P(Claims, KindsMixedAsTheyCome) {
    source s(3);
    const bytes entropy = s.string(32);
    for (const uint8_t *e : {static_cast<const uint8_t *>(nullptr), entropy.data()}) {
        stream b(e);
        for (size_t n : {0, 1, 2, 40, slow() ? 100 : 500}) {
            for (size_t i = 0; i < n; i++) b.random(s);
            b.finish();
        }
    }
}

TEST_P(Claims, Vectors) {
    stream b(nullptr);
    bytes valid;
    for (const auto &v : load_vectors("bip340.json")["cases"]) {
        b.schnorr(from_hex(v["sig"]), from_hex(v["msg"]), from_hex(v["pubkey"]));
        valid.push_back(v["result"].get<bool>());
    }
    EXPECT_EQ(b.expected, valid);
    for (const auto &v : load_vectors("bip341.json")["cases"]) {
        const bytes root = v["merkle_root"].is_null() ? bytes() : from_hex(v["merkle_root"]);
        b.taproot(from_hex(v["output"]), v["parity"].get<int>(), from_hex(v["internal"]),
                  root.empty() ? nullptr : root.data());
        EXPECT_EQ(b.expected.back(), 1);
    }
    EXPECT_GT(b.expected.size(), 30u);
    b.finish();
    const auto &cases = load_vectors("wycheproof_ecdsa_p1363.json")["cases"];
    for (size_t k = 0; k < cases.size(); k += long_cases() && !slow() ? 1 : 7) {
        const bytes sig = from_hex(cases[k]["sig"]), pk = from_hex(cases[k]["pubkey"]),
                    msg = from_hex(cases[k]["hash32"]);
        bytes pk33(33);
        if (sig.size() != 64 ||
            ufsecp_pubkey_convert(pk33.data(), 33, pk.data(), pk.size(), 0) != UFSECP_OK)
            continue;
        int any = 0;
        for (int recid = 0; recid < 4; recid++) {
            b.ecdsa(sig, recid, msg, pk33, 0);
            any |= b.expected.back();
        }
        EXPECT_EQ(any, ufsecp_ecdsa_verify(sig.data(), msg.data(), pk33.data(), 33, 0));
    }
    EXPECT_GT(b.expected.size(), 100u);
    b.finish();
}

/* ---- Chunks and threads ---- */

TEST_P(Claims, ManyChunksOnThreads) {
    if (!fastest() && GetParam() != "portable") return;
    const size_t n = long_cases() && fastest() ? chunk + 1500 : 1500;
    bytes rows;
    while (rows.size() < 128 * n) rows = rows + valid_rows();
    rows.resize(128 * n);
    const places borders = {0, 127, 128, 1023, 1024, chunk - 1, chunk, n - 1};
    for (const places &at : {places(), places{5}, borders}) {
        const bool spoiled = !at.empty();
        bytes expected(n, 1);
        for (size_t i : at)
            if (i < n) row_of(rows, i)[100] ^= 1, expected[i] = 0;
        for (unsigned threads : {1u, 2u}) {
            if (!ufsecp_threads_set(threads)) continue;
            bytes ok(n);
            EXPECT_EQ(ufsecp_schnorr_batch_identify(ok.data(), rows.data(), 0, n, nullptr),
                      !spoiled);
            EXPECT_EQ(ok, expected) << threads;
            EXPECT_EQ(ufsecp_schnorr_batch_verify(rows.data(), 0, n, nullptr), !spoiled);
            ufsecp_batch *const b = ufsecp_batch_new(nullptr);
            for (int round = 0; round < 2; round++) {
                const size_t m = round == 0 ? n : 130;
                for (size_t i = 0; i < m; i++) {
                    const uint8_t *const r = row_of(rows, i);
                    ASSERT_EQ(ufsecp_batch_add_schnorr(b, r + 64, r + 32, 32, r), 1);
                }
                ok.assign(n, 9);
                EXPECT_EQ(ufsecp_batch_count(b), m);
                EXPECT_EQ(ufsecp_batch_finish(b, round == 0 ? ok.data() : nullptr), !spoiled);
                EXPECT_EQ(ok, round == 0 ? expected : bytes(n, 9)) << threads;
            }
            ufsecp_batch_free(b);
        }
        for (size_t i : at)
            if (i < n) row_of(rows, i)[100] ^= 1;
    }
}

/* ---- Randomisers ---- */

std::vector<randomiser> weights(const std::vector<claim> &c, const uint8_t *entropy = nullptr) {
    std::vector<randomiser> a(c.size());
    claims_randomise(a.data(), c.data(), c.size(), entropy);
    return a;
}
/* Whether none is as before, but for the first, which is 1. */
bool all_new(const std::vector<randomiser> &a, const std::vector<randomiser> &b) {
    for (size_t i = 1; i < a.size() && i < b.size(); i++)
        if (memcmp(&a[i], &b[i], sizeof a[i]) == 0) return false;
    return a[0].k[0] == 1 && a[0].k[1] == 0;
}

TEST(ClaimsRandomisers, ComeFromEveryBit) {
    for (size_t n : {2u, 3u, 16u, 17u, 33u, 100u}) {
        const std::vector<claim> before = sum(first_rows(n)).claims;
        const std::vector<randomiser> a = weights(before);
        std::set<std::pair<uint64_t, uint64_t>> distinct;
        for (const randomiser &r : a) distinct.insert({r.k[0], r.k[1]});
        EXPECT_EQ(distinct.size(), n);
        EXPECT_TRUE(memcmp(weights(before).data(), a.data(), n * sizeof a[0]) == 0);
        source s(n);
        for (size_t bit = 0; bit < 1024; bit += n < 20 ? 1 : 37) {
            bytes rows = first_rows(n);
            row_of(rows, s.below(n))[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
            EXPECT_TRUE(all_new(weights(sum(rows).claims), a)) << n << " " << bit;
        }
        bytes swapped = first_rows(n);
        std::swap_ranges(row_of(swapped, 0), row_of(swapped, 1), row_of(swapped, n - 1));
        EXPECT_TRUE(all_new(weights(sum(swapped).claims), a));
        EXPECT_TRUE(all_new(weights(sum(first_rows(n - 1)).claims), a));
        EXPECT_TRUE(all_new(weights(sum(first_rows(n + 1)).claims), a));
        bytes entropy(32);
        EXPECT_TRUE(all_new(weights(before, entropy.data()), a));
        for (size_t bit = 0; bit < 256; bit += 5) {
            bytes other = entropy;
            other[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
            EXPECT_TRUE(all_new(weights(before, other.data()), weights(before, entropy.data())));
        }
    }
}

TEST(ClaimsRandomisers, OfTheOtherKindsToo) {
    const kinds k(2);
    for (const std::vector<claim> &pair : {k.ecdsa(), k.taproot()}) {
        std::vector<claim> c = sum(first_rows(20)).claims;
        c.insert(c.begin() + 7, pair.begin(), pair.end());
        const std::vector<randomiser> a = weights(c);
        for (size_t bit = 0; bit < 8 * (96 + 66 + 1); bit++) {
            std::vector<claim> other = c;
            reinterpret_cast<uint8_t *>(&other[8])[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
            EXPECT_TRUE(all_new(weights(other), a)) << bit;
        }
    }
    /* The claims themselves hold every byte of what they are made of. */
    const std::vector<claim> c = k.ecdsa();
    for (size_t bit = 0; bit < 256; bit++) {
        kinds sig = k, msg = k, key = k, recid = k;
        sig.sig[0][bit / 4] ^= static_cast<uint8_t>(1 << bit % 8),
            msg.msg[0][bit / 8] ^= static_cast<uint8_t>(1 << bit % 8);
        key.key[0][1 + bit / 8] ^= static_cast<uint8_t>(1 << bit % 8), recid.recid[0] ^= 1;
        for (const kinds &other : {sig, msg, key, recid})
            EXPECT_TRUE(memcmp(other.ecdsa().data(), c.data(), sizeof(claim)) != 0);
    }
}

TEST(ClaimsRandomisers, AreTheSameForEveryCodeThatHashes) {
    const std::vector<claim> c = sum(first_rows(100)).claims;
    const std::vector<randomiser> a = weights(c);
    int codes = 0;
    for (const char *code : {"avx512", "avx2", "single"}) {
        if (!ufsecp::sha256_lanes_select(code)) continue;
        codes++;
        EXPECT_TRUE(memcmp(weights(c).data(), a.data(), a.size() * sizeof a[0]) == 0) << code;
    }
    ufsecp::sha256_lanes_select(nullptr);
    EXPECT_GE(codes, 1);
}

}  // namespace
