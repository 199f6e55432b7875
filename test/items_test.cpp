// Items: on every engine the status of each item is that of single calls, whatever the batch, its
// threads and its flags; and what reads an item reads no byte more.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>

#include "api.h"
#include "engine/engine.h"
#include "hostile_items.h"
#include "no_memory.h"
#include "scale.h"

using hostile::item_case, hostile::source;

namespace {

using items_call = int (*)(uint8_t *, ufsecp_status *, const ufsecp_item *, size_t, unsigned);

/* Compares the call with the statuses wanted: with both outputs, and for few items with either and
 * with none. */
void expect_statuses(items_call call, const std::vector<ufsecp_item> &items,
                     const std::vector<ufsecp_status> &want, unsigned flags,
                     const std::function<std::string(size_t)> &text) {
    const size_t n = items.size();
    const bool all = std::count(want.begin(), want.end(), UFSECP_OK) == static_cast<ptrdiff_t>(n);
    for (unsigned outputs = n > 17 ? 3 : 0; outputs < 4; outputs++) {
        bytes ok(n + 1, 0xa5);
        std::vector<ufsecp_status> statuses(n + 1, UFSECP_RECID);
        ASSERT_EQ(call(outputs & 1 ? ok.data() : nullptr, outputs & 2 ? statuses.data() : nullptr,
                       items.data(), n, flags),
                  all)
            << n << " items, flags " << flags;
        for (size_t i = 0; i < n; i++) {
            ASSERT_EQ(ok[i], outputs & 1 ? want[i] == UFSECP_OK : 0xa5)
                << i << " of " << n << ", flags " << flags << ": " << text(i);
            ASSERT_EQ(statuses[i], outputs & 2 ? want[i] : UFSECP_RECID)
                << i << " of " << n << ", flags " << flags << ": " << text(i);
        }
        EXPECT_EQ(ok[n], 0xa5);
        EXPECT_EQ(statuses[n], UFSECP_RECID);
    }
}

/* A kind of items: how one is drawn, and what single calls say of it. */
struct kind {
    const char *name;
    items_call call;
    item_case (*draw)(source &s, unsigned flags, size_t rare);
    ufsecp_status (*single)(const ufsecp_item &item, unsigned flags);
    std::vector<unsigned> flags;
};
const kind ecdsa = {"ecdsa", ufsecp_ecdsa_verify_items, hostile::ecdsa_item,
                    hostile::ecdsa_by_single_calls, hostile::ecdsa_item_flags()};
const kind schnorr = {"schnorr",
                      ufsecp_schnorr_verify_items,
                      hostile::schnorr_item,
                      hostile::schnorr_by_single_calls,
                      {0, UFSECP_SIG_HASH_TYPE}};

class Items : public EachEngine {};
ON_EACH_ENGINE(Items);

/* Batches of every size around those of lanes, chunks and grains, good ones and mixed ones. */
void check_kind(const kind &k) {
    std::map<ufsecp_status, size_t> seen;
    uint64_t seed = 0;
    const int each = std::max(60, scaled_long(3600) / static_cast<int>(k.flags.size()));
    for (const unsigned flags : k.flags) {
        std::vector<item_case> pool;
        std::vector<ufsecp_status> statuses;
        source s(++seed);
        std::vector<size_t> good;
        for (int i = 0; i < each; i++) {
            pool.push_back(k.draw(s, flags, 3));
            statuses.push_back(k.single(pool.back().item, flags));
            seen[statuses.back()]++;
            if (statuses.back() == UFSECP_OK) good.push_back(pool.size() - 1);
        }
        ASSERT_GT(good.size(), pool.size() / 8) << k.name << " flags " << flags;
        for (const size_t n : {0, 1, 2, 5, 8, 9, 17, 127, 128, 129, 300}) {
            if (n > 17 && ufsecp::current_engine().lanes == 1 && scaled(100) < 1000) continue;
            if (n > 17 && flags != k.flags.front() && scaled(100) < 10) continue;
            for (const bool only_good : {true, false}) {
                std::vector<ufsecp_item> items;
                std::vector<ufsecp_status> want;
                std::vector<size_t> picks;
                for (size_t i = 0; i < n; i++) {
                    picks.push_back(only_good ? good[s.below(good.size())] : s.below(pool.size()));
                    items.push_back(pool[picks.back()].item);
                    want.push_back(statuses[picks.back()]);
                }
                expect_statuses(k.call, items, want, flags,
                                [&](size_t i) { return pool[picks[i]].text(); });
                if (testing::Test::HasFatalFailure()) return;
            }
        }
    }
    if (!long_cases()) return; /* too few items for all that is rare */
    for (const ufsecp_status must :
         {UFSECP_OK, UFSECP_BAD_SIGNATURE, UFSECP_MISUSE, UFSECP_PUBKEY_FORMAT, UFSECP_PUBKEY_RANGE,
          UFSECP_PUBKEY_OFF_CURVE, UFSECP_R_RANGE, UFSECP_S_RANGE, UFSECP_SIG_FORMAT})
        EXPECT_GT(seen[must], 0u) << k.name << ": " << ufsecp_status_text(must);
    if (k.call != ufsecp_ecdsa_verify_items) return;
    for (const ufsecp_status must : {UFSECP_R_ZERO, UFSECP_S_ZERO, UFSECP_S_HIGH, UFSECP_DER})
        EXPECT_GT(seen[must], 0u) << k.name << ": " << ufsecp_status_text(must);
}

TEST_P(Items, EcdsaAsSingleCalls) { check_kind(ecdsa); }
TEST_P(Items, SchnorrAsSingleCalls) { check_kind(schnorr); }

/* Items that one can name, with the flags that decide. */
TEST_P(Items, NamedForms) {
    const bytes sk = draw("key", 1), msg = draw("msg", 1), sig = ecdsa_sign(msg, sk),
                key33 = pubkey_of(sk), key65 = pubkey_of(sk, 65), none;
    const bytes high = slice(sig, 0, 32) +
                       be(reference::mod_neg(reference::num::of_bytes(&sig[32]), reference::n));
    bytes hybrid = key65, other_parity, der(72), off_curve = key65;
    size_t der_len = der.size();
    ASSERT_EQ(ufsecp_ecdsa_sig_serialize_der(der.data(), &der_len, sig.data()), 1);
    der.resize(der_len);
    hybrid[0] = static_cast<uint8_t>(6 + (key65[64] & 1));
    other_parity = hybrid;
    other_parity[0] ^= 1;
    off_curve[64] ^= 2;
    bytes long_form =
        bytes{0x30, 0x81, static_cast<uint8_t>(der_len - 2)} + slice(der, 2, der_len - 2);
    constexpr unsigned strict = UFSECP_SIG_DER, lax = UFSECP_SIG_DER_LAX,
                       typed = UFSECP_SIG_HASH_TYPE, any_hybrid = UFSECP_ALLOW_HYBRID;
    const struct {
        bytes sig, key, msg;
        unsigned flags;
        ufsecp_status status;
    } rows[] = {
        {sig, key33, msg, 0, UFSECP_OK},
        {sig, key65, msg, 0, UFSECP_OK},
        {sig, hybrid, msg, 0, UFSECP_PUBKEY_FORMAT},
        {sig, hybrid, msg, any_hybrid, UFSECP_OK},
        {sig, other_parity, msg, any_hybrid, UFSECP_PUBKEY_FORMAT},
        {sig, off_curve, msg, 0, UFSECP_PUBKEY_OFF_CURVE},
        {high, key33, msg, 0, UFSECP_OK},
        {high, key65, msg, UFSECP_LOW_S, UFSECP_S_HIGH},
        {sig + bytes{1}, key33, msg, typed, UFSECP_OK},
        {sig + bytes{1}, key33, msg, 0, UFSECP_SIG_FORMAT},
        {sig, key33, msg, typed, UFSECP_SIG_FORMAT},
        {none, key33, msg, typed, UFSECP_SIG_FORMAT},
        {none, key33, msg, 0, UFSECP_SIG_FORMAT},
        {der, key33, msg, 0, UFSECP_SIG_FORMAT},
        {der, key33, msg, strict, UFSECP_OK},
        {der, key65, msg, lax, UFSECP_OK},
        {der + bytes{1}, hybrid, msg, lax | typed | any_hybrid, UFSECP_OK},
        {der + bytes{1}, key65, msg, strict | typed, UFSECP_OK},
        {der + bytes{1}, key65, msg, strict, UFSECP_DER},
        {der + bytes{1}, key65, msg, lax, UFSECP_OK},
        {der, key65, msg, strict | typed, UFSECP_DER},
        {der, key65, msg, lax | typed, UFSECP_DER},
        {long_form, key33, msg, strict, UFSECP_DER},
        {long_form, key33, msg, lax, UFSECP_OK},
        {sig, key33, msg, strict, UFSECP_DER},
        {none, key33, msg, strict, UFSECP_DER},
        {none, key33, msg, strict | typed, UFSECP_DER},
        {none, key33, msg, lax, UFSECP_DER},
        {none, key33, msg, lax | typed, UFSECP_DER},
        {sig, none, msg, 0, UFSECP_PUBKEY_FORMAT},
        {sig, key33 + bytes{0}, msg, 0, UFSECP_PUBKEY_FORMAT},
        {sig, slice(key33, 1, 32), msg, 0, UFSECP_PUBKEY_FORMAT},
        {sig, key33, none, 0, UFSECP_MISUSE},
        {sig, key33, msg + bytes{0}, 0, UFSECP_MISUSE},
        /* The encoding of the signature comes before the key, the key before r and s. */
        {none, none, msg, strict, UFSECP_DER},
        {zero32 + zero32, off_curve, msg, 0, UFSECP_PUBKEY_OFF_CURVE},
        {zero32 + zero32, key33, msg, 0, UFSECP_R_ZERO},
    };
    for (const auto &row : rows) {
        item_case c{row.sig, row.key, row.msg};
        for (const bool null_if_empty : {true, false}) {
            c.point(null_if_empty);
            expect_statuses(ufsecp_ecdsa_verify_items, {c.item}, {row.status}, row.flags,
                            [&](size_t) { return std::to_string(&row - rows); });
        }
        EXPECT_EQ(hostile::ecdsa_by_single_calls(c.item, row.flags), row.status) << &row - rows;
    }
}

TEST_P(Items, NamedSchnorrForms) {
    const bytes sk = draw("key", 2), key = xonly_of(sk), msg = draw("msg", 2), none,
                sig = schnorr_sign(msg, sk), long_msg = msg + msg + msg;
    constexpr unsigned typed = UFSECP_SIG_HASH_TYPE;
    const struct {
        bytes sig, key, msg;
        unsigned flags;
        ufsecp_status status;
    } rows[] = {
        {sig, key, msg, 0, UFSECP_OK},
        {sig, key, msg, typed, UFSECP_OK},
        {sig + bytes{0x81}, key, msg, typed, UFSECP_OK},
        {sig + bytes{0x81}, key, msg, 0, UFSECP_SIG_FORMAT},
        {sig + bytes{0}, key, msg, typed, UFSECP_SIG_FORMAT},
        {sig + bytes{1, 1}, key, msg, typed, UFSECP_SIG_FORMAT},
        {none, key, msg, typed, UFSECP_SIG_FORMAT},
        {schnorr_sign(none, sk), key, none, 0, UFSECP_OK},
        {schnorr_sign(long_msg, sk) + bytes{1}, key, long_msg, typed, UFSECP_OK},
        {schnorr_sign(long_msg, sk), key, long_msg + bytes{0}, 0, UFSECP_BAD_SIGNATURE},
        {sig, none, msg, 0, UFSECP_PUBKEY_FORMAT},
        {sig, pubkey_of(sk), msg, 0, UFSECP_PUBKEY_FORMAT},
        {sig, prime, msg, 0, UFSECP_PUBKEY_RANGE},
    };
    for (const auto &row : rows) {
        item_case c{row.sig, row.key, row.msg};
        for (const bool null_if_empty : {true, false}) {
            c.point(null_if_empty);
            expect_statuses(ufsecp_schnorr_verify_items, {c.item}, {row.status}, row.flags,
                            [&](size_t) { return std::to_string(&row - rows); });
        }
    }
}

TEST_P(Items, NullPointersBesideLengths) {
    const bytes sk = draw("key", 1), msg = draw("msg", 1), sig = ecdsa_sign(msg, sk),
                key = pubkey_of(sk), xonly = xonly_of(sk), s2 = schnorr_sign(msg, sk);
    for (const bool is_ecdsa : {true, false}) {
        const ufsecp_item good = {
            (is_ecdsa ? sig : s2).data(), 64,         (is_ecdsa ? key : xonly).data(),
            is_ecdsa ? 33u : 32u,         msg.data(), 32};
        std::array<ufsecp_item, 4> items = {good, good, good, good};
        items[1].sig = items[2].pubkey = items[3].msg = nullptr;
        const auto call = is_ecdsa ? ufsecp_ecdsa_verify_items : ufsecp_schnorr_verify_items;
        expect_statuses(call, {items.begin(), items.end()},
                        {UFSECP_OK, UFSECP_MISUSE, UFSECP_MISUSE, UFSECP_MISUSE}, 0,
                        [](size_t i) { return std::to_string(i); });
    }
}

/* Every part ends where a page ends that nobody may read: a byte too many ends the test. */
TEST_P(Items, ReadNoByteTooMany) {
    const size_t page = 4096;
    void *const guarded = ufsecp_secret_alloc(page);
    ASSERT_NE(guarded, nullptr) << "no memory may be locked";
    uint8_t *const end = static_cast<uint8_t *>(guarded) + page;
    for (const kind *k : {&ecdsa, &schnorr})
        for (const unsigned flags : k->flags)
            for (uint64_t seed = 0; seed < static_cast<uint64_t>(scaled(30)); seed++) {
                source s(seed << 8 | flags);
                item_case c = k->draw(s, flags, 2);
                for (bytes *part : {&c.sig, &c.pubkey, &c.msg}) {
                    if (part->size() > page) part->resize(page);
                    c.point(false);
                    const uint8_t **const at = part == &c.sig      ? &c.item.sig
                                               : part == &c.pubkey ? &c.item.pubkey
                                                                   : &c.item.msg;
                    *at = end - part->size();
                    std::copy(part->begin(), part->end(), end - part->size());
                    const ufsecp_status want = k->single(c.item, flags);
                    ufsecp_status got = UFSECP_RECID;
                    k->call(nullptr, &got, &c.item, 1, flags);
                    ASSERT_EQ(got, want) << k->name << " flags " << flags << ": " << c.text();
                }
            }
    ufsecp_secret_free(guarded);
}

/* Statuses of n items, some false and some of no row, drawn from few. */
struct many_items {
    std::vector<item_case> pool;
    std::vector<ufsecp_item> items;
    std::vector<ufsecp_status> want;

    many_items(const kind &k, unsigned flags, size_t n) {
        source s(7);
        std::vector<ufsecp_status> statuses;
        for (int i = 0; i < 40; i++) {
            pool.push_back(k.draw(s, flags, 3));
            statuses.push_back(k.single(pool.back().item, flags));
        }
        for (size_t i = 0; i < n; i++) {
            const size_t pick = s.below(pool.size());
            items.push_back(pool[pick].item);
            want.push_back(statuses[pick]);
        }
    }
};

/* Chunks and threads take every item once. */
TEST_P(Items, ThreadsAgree) {
    const size_t n = ufsecp::current_engine().lanes > 1 ? 3000 : 600;
    for (const kind *k : {&ecdsa, &schnorr}) {
        const unsigned flags = k->flags.back();
        const many_items m(*k, flags, n);
        const auto &[pool, items, want] = m;
        for (const unsigned threads : {2u, 5u}) {
            if (!ufsecp_threads_set(threads)) continue;
            bytes ok(n, 0xa5);
            std::vector<ufsecp_status> got(n, UFSECP_RECID);
            EXPECT_EQ(k->call(ok.data(), got.data(), items.data(), n, flags), 0);
            EXPECT_EQ(got, want) << k->name << ", " << threads << " threads";
            for (size_t i = 0; i < n; i++) ASSERT_EQ(ok[i], want[i] == UFSECP_OK) << i;
        }
        ufsecp_threads_set(1);
    }
}

/* More items than are packed at a time. */
TEST_P(Items, MoreThanAChunk) {
    if (ufsecp::current_engine().lanes == 1 && scaled(100) < 1000)
        GTEST_SKIP() << "too slow without lanes";
    for (const kind *k : {&ecdsa, &schnorr}) {
        const many_items m(*k, 0, 8192 + 137);
        expect_statuses(k->call, m.items, m.want, 0, [](size_t i) { return std::to_string(i); });
    }
}

/* Without memory for many rows, few are packed at a time. */
TEST_P(Items, MemoryThatIsNotThere) {
    SKIP_UNLESS_MEMORY_CAN_BE_TAKEN();
    const many_items m(schnorr, 0, 600);
    bytes ok(600);
    std::vector<ufsecp_status> statuses(600);
    EXPECT_TRUE(holds_without_memory([] {},
                                     [&] {
                                         schnorr.call(ok.data(), statuses.data(), m.items.data(),
                                                      600, 0);
                                         return statuses == m.want;
                                     }));
}

TEST(ItemsMisuse, WritesNothing) {
    const ufsecp_item item = {};
    const size_t huge = PTRDIFF_MAX / sizeof item + 1;
    uint8_t ok = 0xa5;
    ufsecp_status status = UFSECP_RECID;
    for (const items_call call : {ufsecp_ecdsa_verify_items, ufsecp_schnorr_verify_items}) {
        EXPECT_EQ(call(&ok, &status, nullptr, 1, 0), 0);
        EXPECT_EQ(call(&ok, &status, &item, huge, 0), 0);
        EXPECT_EQ(call(&ok, &status, &item, SIZE_MAX, 0), 0);
        for (unsigned flag = 32; flag; flag <<= 1)
            EXPECT_EQ(call(&ok, &status, &item, 1, flag), 0) << flag;
        EXPECT_EQ(call(&ok, &status, nullptr, 0, 32), 0);
        EXPECT_EQ(call(&ok, &status, nullptr, 0, 0), 1);
        EXPECT_EQ(call(nullptr, nullptr, nullptr, 0, UFSECP_SIG_HASH_TYPE), 1);
    }
    EXPECT_EQ(
        ufsecp_ecdsa_verify_items(&ok, &status, &item, 1, UFSECP_SIG_DER | UFSECP_SIG_DER_LAX), 0);
    for (const unsigned flag :
         {UFSECP_LOW_S, UFSECP_ALLOW_HYBRID, UFSECP_SIG_DER, UFSECP_SIG_DER_LAX})
        EXPECT_EQ(ufsecp_schnorr_verify_items(&ok, &status, &item, 1, flag), 0) << flag;
    EXPECT_EQ(ok, 0xa5);
    EXPECT_EQ(status, UFSECP_RECID);
    /* The new flags belong to items alone. */
    const bytes sk = draw("key", 1), msg = draw("msg", 1);
    for (const unsigned flag : {UFSECP_SIG_DER, UFSECP_SIG_DER_LAX, UFSECP_SIG_HASH_TYPE})
        EXPECT_EQ(ecdsa_check(ecdsa_sign(msg, sk), msg, pubkey_of(sk), flag), UFSECP_MISUSE);
}

}  // namespace
