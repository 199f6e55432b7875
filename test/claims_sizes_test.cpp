// Batch verification of every number of claims from 1 to 1,024, by one sum on the fastest engine:
// claims that hold are accepted, also where claims and keys are repeated; claims spoiled in every
// way are rejected and named.
#include <gtest/gtest.h>

#include "claims.h"

namespace {

using namespace batches;

constexpr size_t most = 1024,
                 small = 96; /* up to so many, each way to spoil claims is tried by itself */

/* Encodings that are not canonical, beside the canonical ones of the same numbers: for challenges
 * of our choice, as no hash gives them, R, s and the key may be such small numbers. */
struct encodings {
    std::vector<claim> canonical, others; /* two; R, s, key, and both others with each */

    static bytes large(const num &a, uint32_t b) { return to_bytes(reference::plus(a, b)); }
    encodings() {
        bytes one(33), five(32), e = to_bytes(num(1000)), r(33), key(33);
        one[0] = 2, one[32] = 1, five[31] = 5; /* the point with x = 1 and an even y; s = 5 */
        do {                                   /* R = s G - e P, P having x = 1 */
            shift(e.data(), num(1));
            EXPECT_EQ(ufsecp_pubkey_tweak_mul(r.data(), 33, one.data(), 33,
                                              to_bytes(neg(num::of_bytes(e.data()))).data()),
                      1);
            r = moved(r, num(5));
        } while (r[0] != 2);
        const auto add = [](std::vector<claim> &to, const bytes &x, const bytes &s,
                            const bytes &challenge, const bytes &pk) {
            to.emplace_back();
            claim_set_schnorr(&to.back(), (x + s).data(), challenge.data(), pk.data());
        };
        const bytes r_x = slice(r, 1, 32), one_x = slice(one, 1, 32);
        add(canonical, r_x, five, e, one_x);
        add(others, r_x, large(order, 5), e, one_x);
        add(others, r_x, five, e, large(prime, 1));
        do { /* P = (s G - R) / e, R having x = 1 */
            shift(e.data(), num(1));
            bytes difference(33);
            EXPECT_EQ(ufsecp_pubkey_negate(difference.data(), 33, one.data(), 33), 1);
            difference = moved(difference, num(5));
            const bytes by = to_bytes(inverse(num::of_bytes(e.data())));
            EXPECT_EQ(ufsecp_pubkey_tweak_mul(key.data(), 33, difference.data(), 33, by.data()), 1);
        } while (key[0] != 2);
        add(canonical, one_x, five, e, slice(key, 1, 32));
        add(others, large(prime, 1), five, e, slice(key, 1, 32));
        add(others, large(prime, 1), large(order, 5), e, slice(key, 1, 32));
    }
};

/* Claims that hold: keys and whole claims occur again, two are of the canonical encodings. */
struct pool {
    bytes rows = valid_rows();
    std::vector<claim> claims;

    explicit pool(const encodings &e) : claims(most) {
        source s(6);
        const num key = scalar(s, 1000);
        for (size_t i = 0; i < most; i++) {
            const bytes again =
                i % 8 == 1 ? slice(rows, 128 * (i - 1), 128) : good_schnorr(s, s.string(32), key);
            if (i % 8 == 1 || i % 8 == 2 || i % 8 == 5)
                std::copy(again.begin(), again.end(), row_of(rows, i));
        }
        claims_set_schnorr_rows(claims.data(), rows.data(), 128, most);
        for (size_t i : {3, 699}) claims[i] = e.canonical[i == 699];
    }
    /* The claim of row i after it was changed. */
    template <class Change>
    claim changed(size_t i, Change change) const {
        bytes row = slice(rows, 128 * i, 128);
        claim r;
        change(row);
        claims_set_schnorr_rows(&r, row.data(), 128, 1);
        return r;
    }
};

/* A way to spoil the claims i and j of some, or i alone. */
enum way {
    flipped_bit,
    swapped,
    cancelling,
    the_same_twice,
    encoding_1,
    encoding_2,
    encoding_3,
    encoding_4,
    ways
};
constexpr bool takes_two(int how) {
    return how == swapped || how == cancelling || how == the_same_twice;
}

struct spoiler {
    const pool &good;
    const encodings &wrong;
    source s{7};

    void spoil(std::vector<claim> &c, int how, size_t i, size_t j) {
        const size_t bit = s.below(1024), column = 32 * s.below(4);
        const auto flip = [&](bytes &row) { row[bit / 8] ^= static_cast<uint8_t>(1 << bit % 8); };
        const auto take = [&](size_t from) {
            return [this, column, from](bytes &row) {
                std::copy_n(&good.rows[128 * from + column], 32, &row[column]);
            };
        };
        const num d = num::of_bytes(seckey(s, 1000).data());
        switch (how) {
        case flipped_bit: c[i] = good.changed(i, flip); break;
        case swapped: c[i] = good.changed(i, take(j)), c[j] = good.changed(j, take(i)); break;
        case cancelling:
            c[i] = good.changed(i, [&](bytes &row) { shift(&row[96], d); });
            c[j] = good.changed(j, [&](bytes &row) { shift(&row[96], neg(d)); });
            break;
        case the_same_twice: c[i] = c[j] = good.changed(i, flip); break;
        default: c[i] = wrong.others[static_cast<size_t>(how - encoding_1)];
        }
    }
};

TEST(ClaimsSizes, EveryNumberOfClaims) {
    const encodings e;
    const pool good(e);
    spoiler spoiled{good, e};
    source s(8);
    const size_t step = most / scaled_part(most), small_step = step > 1 ? 5 : 1;
    for (const claim &c : e.canonical) EXPECT_TRUE(sum({c}).holds());
    /* Rows whose key, message and nonce are nobody else's: two of them differ in every column. */
    const auto own = [](size_t i) { return i % 8 == 0 || i % 8 == 4 || i % 8 == 6; };
    for (size_t n = 1; n <= most; n += n < small ? small_step : step) {
        const std::vector<claim> all(good.claims.begin(),
                                     good.claims.begin() + static_cast<ptrdiff_t>(n));
        ASSERT_TRUE(sum(all).holds()) << n;
        const auto somewhere = [&](const places &taken) {
            size_t i;
            do i = s.below(n);
            while (!own(i) || taken.count(i));
            return i;
        };
        if (n <= small) {
            ASSERT_TRUE(sum(std::vector<claim>(n, all[n - 1])).holds())
                << n; /* one claim n times */
        }
        const auto rejected = [&](std::vector<int> with, bool named) {
            std::vector<claim> c = all;
            places at;
            std::string what = std::to_string(n) + " claims, spoiled in the ways";
            for (const int how : with) {
                const size_t i = somewhere(at);
                at.insert(i);
                const size_t j = takes_two(how) ? somewhere(at) : i;
                at.insert(j);
                spoiled.spoil(c, how, i, j);
                what += " " + std::to_string(how);
            }
            sum bad(std::move(c));
            if (named) {
                EXPECT_EQ(bad.found(16), at) << what;
            } else {
                EXPECT_FALSE(bad.holds()) << what;
            }
        };
        std::vector<int> every;
        for (int how = 0; how < ways; how++) {
            if (takes_two(how) && n < 5) continue; /* there are no two of such rows */
            every.push_back(how);
            if (n <= small) rejected({how}, true);
        }
        if (n >= 30) rejected(every, true);
        if (n <= small) continue;
        rejected({cancelling}, false);
        rejected({static_cast<int>(n % ways)}, false);
    }
}

}  // namespace
