// Keys that come again among rows: which ones a batch finds, and that verdicts stay those of single
// calls, whatever share of the rows they have.
#include "api/hot_keys.h"

#include <gtest/gtest.h>

#include <map>

#include "api.h"
#include "hostile.h"
#include "scale.h"

namespace {

using ufsecp::UF_TARGET::hot_keys;
using ufsecp::UF_TARGET::row_shape;

constexpr row_shape ecdsa{.size = 129, .msg = 0, .sig = 65, .key = 32, .key_size = 33},
    schnorr{.size = 128, .msg = 32, .sig = 64, .key = 0, .key_size = 32};

bytes row_of(const row_shape &shape, const bytes &sk, const bytes &msg) {
    return shape.key_size == 33 ? msg + pubkey_of(sk) + ecdsa_sign(msg, sk)
                                : xonly_of(sk) + msg + schnorr_sign(msg, sk);
}
bool holds(const row_shape &shape, const bytes &row, unsigned flags) {
    const bytes msg = slice(row, shape.msg, 32), sig = slice(row, shape.sig, 64),
                key = slice(row, shape.key, shape.key_size);
    return (shape.key_size == 33 ? ecdsa_check(sig, msg, key, flags)
                                 : schnorr_check(sig, msg, key)) == UFSECP_OK;
}

/* Rows of a key and of its negative, whose x is the same; rows of a key each; one row in six is
 * false. Key 2 is no point. */
struct pools {
    std::vector<bytes> of[4]; /* key 0, its negative, key 2, all others */

    explicit pools(const row_shape &shape) {
        hostile::source s(21);
        const bytes sk = draw("hot", 1),
                    negative =
                        be(reference::mod_neg(reference::num::of_bytes(&sk[0]), reference::n));
        const size_t many = static_cast<size_t>(std::max(24, scaled(80)));
        for (size_t i = 0; i < 4 * many; i++) {
            const size_t who = i % 4;
            const bytes msg = draw("msg", i);
            bytes row = row_of(shape, who == 3 ? draw("cold", i) : who == 1 ? negative : sk, msg);
            if (who == 2)
                std::fill_n(row.begin() + long(shape.key + shape.key_size - 32), 32, 0xff);
            if (s.one_in(6)) row[shape.sig + s.below(64)] ^= uint8_t(1 << s.below(8));
            if (s.one_in(12)) row[shape.msg + s.below(32)] ^= 1;
            if (shape.key_size == 32 && who < 2 && s.one_in(6)) {
                const bytes sig = hostile::infinite_schnorr(who == 1 ? negative : sk, msg);
                row = row_of(shape, who == 1 ? negative : sk, msg);
                std::copy(sig.begin(), sig.end(), row.begin() + long(shape.sig));
            }
            if (s.one_in(12)) {
                uint8_t *const half = &row[shape.sig + 32];
                if (who < 2) be_negate(half);
            }
            of[who].push_back(row);
        }
    }
    static void be_negate(uint8_t *s32) {
        reference::mod_neg(reference::num::of_bytes(s32), reference::n).to_bytes(s32);
    }
};

class HotKeys : public EachEngine {
protected:
    void TearDown() override {
        ufsecp_threads_set(1);
        EachEngine::TearDown();
    }
};
ON_EACH_ENGINE(HotKeys);

/* The same rows as items. */
bytes verdicts_of_items(const row_shape &shape, const bytes &rows, size_t extra, unsigned flags) {
    std::vector<ufsecp_item> items;
    for (size_t at = 0; at < rows.size(); at += shape.size + extra) {
        const uint8_t *const row = &rows[at];
        items.push_back(
            {row + shape.sig, 64, row + shape.key, shape.key_size, row + shape.msg, 32});
    }
    bytes ok(items.size(), 0xa5);
    EXPECT_EQ(shape.key_size == 33
                  ? ufsecp_ecdsa_verify_items(ok.data(), nullptr, items.data(), items.size(), flags)
                  : ufsecp_schnorr_verify_items(ok.data(), nullptr, items.data(), items.size(), 0),
              0);
    return ok;
}

void same_verdicts(const row_shape &shape) {
    const pools rows(shape);
    std::map<bytes, bool> known[2]; /* by flags */
    hostile::source s(22);
    const bool lanes = ufsecp::current_engine().lanes > 1, few = scaled(100) < 10;
    for (const size_t n : {size_t{100}, size_t{383}, size_t{400}, size_t{2049}, size_t{4500}})
        for (const size_t in_100 : {0, 12, 50, 95, 100}) {
            if (n > 400 && (!lanes || few) && in_100 != 50) continue;
            if (n > 4000 && few) continue;
            const size_t extra = s.below(2) * 3, threads = 1 + s.below(3);
            const unsigned flags = s.one_in(2) ? UFSECP_LOW_S : 0;
            bytes batch, want;
            for (size_t i = 0; i < n; i++) {
                const size_t who = s.below(100) < in_100 ? s.below(3) : 3;
                const bytes &row = rows.of[who][s.below(rows.of[who].size())];
                const auto [it, is_new] = known[flags != 0].try_emplace(row);
                if (is_new) it->second = holds(shape, row, flags);
                want.push_back(it->second);
                batch.insert(batch.end(), row.begin(), row.end());
                batch.insert(batch.end(), extra, uint8_t(i));
            }
            ufsecp_threads_set(unsigned(threads)); /* one, in a build without */
            const auto call = [&](uint8_t *ok) {
                return shape.key_size == 33
                           ? ufsecp_ecdsa_verify_rows(ok, batch.data(), extra, n, flags)
                           : ufsecp_schnorr_verify_rows(ok, batch.data(), extra, n);
            };
            bytes ok(n + 1, 0xa5);
            EXPECT_EQ(call(ok.data()), 0) << n << " rows, " << in_100 << " in 100";
            EXPECT_EQ(ok.back(), 0xa5);
            ok.pop_back();
            EXPECT_EQ(ok, want) << n << " rows, " << in_100 << " in 100, " << threads << " threads";
            EXPECT_EQ(call(nullptr), 0);
            EXPECT_EQ(verdicts_of_items(shape, batch, extra, flags), want) << n << " items";
        }
}
TEST_P(HotKeys, EcdsaAsSingleCalls) { same_verdicts(ecdsa); }
TEST_P(HotKeys, SchnorrAsSingleCalls) { same_verdicts(schnorr); }

/* One false row among good ones of one key is told, wherever it stands; and all good ones are. */
TEST_P(HotKeys, OneFalseRow) {
    for (const row_shape &shape : {ecdsa, schnorr}) {
        const bytes sk = draw("hot", 3), row = row_of(shape, sk, draw("msg", 3));
        constexpr size_t n = 417; /* three rows more than eights */
        bytes batch, want(n, 1);
        for (size_t i = 0; i < n; i++) batch = batch + row;
        const auto call = [&](uint8_t *ok) {
            return shape.key_size == 33 ? ufsecp_ecdsa_verify_rows(ok, batch.data(), 0, n, 0)
                                        : ufsecp_schnorr_verify_rows(ok, batch.data(), 0, n);
        };
        bytes ok(n);
        EXPECT_EQ(call(ok.data()), 1);
        EXPECT_EQ(ok, want);
        EXPECT_EQ(call(nullptr), 1);
        for (const size_t at : {size_t{0}, size_t{200}, n - 9, n - 2, n - 1}) {
            batch[shape.size * at + shape.msg] ^= 4;
            want[at] = 0;
            EXPECT_EQ(call(ok.data()), 0);
            EXPECT_EQ(ok, want);
            EXPECT_EQ(call(nullptr), 0);
            batch[shape.size * at + shape.msg] ^= 4;
            want[at] = 1;
        }
    }
}

/* Rows without signatures: n of each key of a list, mixed. */
bytes keys_mixed(const std::vector<std::pair<bytes, size_t>> &uses) {
    std::vector<bytes> keys;
    for (const auto &[key, n] : uses) keys.insert(keys.end(), n, key);
    std::mt19937_64 random(3);
    std::shuffle(keys.begin(), keys.end(), random);
    bytes r;
    for (const bytes &key : keys) {
        const bytes row = bytes(32) + key + bytes(64);
        r.insert(r.end(), row.begin(), row.end());
    }
    return r;
}
size_t found(const bytes &rows) {
    return hot_keys(ufsecp::current_engine(), ecdsa, rows.data(), 129, rows.size() / 129).size();
}

TEST(HotKeysFound, ByTheirUses) {
    std::vector<std::pair<bytes, size_t>> cold;
    for (size_t i = 0; i < 1000; i++) cold.emplace_back(pubkey_of(draw("cold", i)), 1);
    const bytes key = pubkey_of(draw("hot", 1));
    bytes negative = key, none = key;
    negative[0] ^= 1;
    std::fill(none.begin() + 1, none.end(), 0xff);
    const auto with = [&](std::vector<std::pair<bytes, size_t>> more) {
        more.insert(more.end(), cold.begin(), cold.end());
        return keys_mixed(more);
    };
    ufsecp_threads_set(1);
    EXPECT_EQ(found(with({})), 0u);
    EXPECT_EQ(found(with({{key, 500}})), 1u);
    EXPECT_EQ(found(with({{key, 90}})), 0u);        /* a table would not pay */
    EXPECT_EQ(found(with({{none, 500}})), 0u);      /* no point */
    EXPECT_EQ(found(keys_mixed({{key, 250}})), 0u); /* a small batch */
    EXPECT_EQ(found(with({{key, 500}, {none, 500}})), 1u);
    if (ufsecp_threads_set(8)) { /* one makes the table, and eight wait */
        EXPECT_EQ(found(with({{key, 500}})), 0u);
        EXPECT_EQ(found(with({{key, 1000}})), 1u);
    }
    ufsecp_threads_set(1);

    /* A key and its negative have one x: which of them a row has is told by all of its bytes. */
    const bytes rows = with({{key, 600}, {negative, 600}});
    const hot_keys hot(ufsecp::current_engine(), ecdsa, rows.data(), 129, rows.size() / 129);
    ASSERT_EQ(hot.size(), 1u);
    size_t of_it = 0;
    for (size_t i = 0; i < rows.size(); i += 129) of_it += hot.of(&rows[i]) == 0;
    EXPECT_EQ(of_it, 600u);

    /* Of more keys than there is room for, those with the most rows. */
    std::vector<std::pair<bytes, size_t>> twenty;
    for (size_t i = 0; i < 20; i++) twenty.emplace_back(pubkey_of(draw("hot", 50 + i)), 300);
    EXPECT_EQ(found(keys_mixed(twenty)), hot_keys::most);
    for (auto &[often, uses] : twenty) {
        uses = 6000;
        const bytes mixed = keys_mixed(twenty);
        const hot_keys of(ufsecp::current_engine(), ecdsa, mixed.data(), 129, mixed.size() / 129);
        EXPECT_EQ(of.of((bytes(32) + often).data()), 0u);
        uses = 300;
    }
}

}  // namespace
