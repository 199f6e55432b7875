// Many children of extended keys (BIP-32) at once, on every engine: each row is what the calls for
// one child give, wherever a range begins and ends, on two levels, and by any number of threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <optional>
#include <set>

#include "api.h"
#include "engine/engine.h"
#include "scale.h"
#include "xkeys.h"

using reference::num;

namespace {

using namespace xkeys;
using numbers = path;
constexpr size_t sizes[] = {33, 20, 32, 78};

class Bip32Children : public EachEngine {
protected:
    void TearDown() override {
        ufsecp_threads_set(1);
        EachEngine::TearDown();
    }
};
ON_EACH_ENGINE(Bip32Children);

size_t lanes() { return ufsecp::current_engine().lanes; }

/* An extended private key, and its public one. */
bytes xprv(size_t i) {
    const bytes root = master(draw("seed", i), i % 2);
    EXPECT_FALSE(all_zero(root));
    return derive(root, {static_cast<uint32_t>(i) | hardened});
}
bytes xpub(size_t i) { return neuter(xprv(i)); }

/* What a call gives: keys, hashes, output keys, extended keys; and verdicts. */
struct children {
    bytes of[4], ok;
    int all = -1;

    bool operator==(const children &) const = default;
};
/* One byte behind each output stays; it is taken off. */
void take_guards(children &r) {
    for (bytes *b : {&r.of[0], &r.of[1], &r.of[2], &r.of[3], &r.ok})
        if (!b->empty()) {
            EXPECT_EQ(b->back(), 0xee);
            b->pop_back();
        }
}
uint8_t *place(bytes &b) { return b.empty() ? nullptr : b.data(); }

/* Bit i of `wanted` asks for of[i], bit 4 for verdicts. */
children many(const bytes &key, const numbers &branches, uint32_t first, size_t n,
              unsigned wanted = 31) {
    const size_t rows = n * std::max<size_t>(branches.size(), 1);
    children r;
    for (size_t i = 0; i < 4; i++)
        if (wanted >> i & 1) r.of[i].assign(sizes[i] * rows + 1, 0xee);
    if (wanted & 16) r.ok.assign(rows + 1, 0xee);
    const ufsecp_bip32_children out = {place(r.of[0]), place(r.of[1]), place(r.of[2]),
                                       place(r.of[3])};
    r.all = ufsecp_bip32_public_children(&out, place(r.ok), key.data(), branches.data(),
                                         branches.size(), first, n);
    take_guards(r);
    return r;
}

/* Children of a private key: bit 0 of `wanted` asks for secret keys in of[0], bit 1 for extended
 * keys in of[3], bit 4 for verdicts. */
children many_private(const bytes &key, const numbers &branches, uint32_t first, size_t n,
                      unsigned wanted = 19) {
    const size_t rows = n * std::max<size_t>(branches.size(), 1);
    children r;
    if (wanted & 1) r.of[0].assign(32 * rows + 1, 0xee);
    if (wanted & 2) r.of[3].assign(78 * rows + 1, 0xee);
    if (wanted & 16) r.ok.assign(rows + 1, 0xee);
    r.all = ufsecp_bip32_private_children(place(r.of[0]), place(r.of[3]), place(r.ok), key.data(),
                                          branches.data(), branches.size(), first, n);
    take_guards(r);
    return r;
}
children private_one_by_one(const bytes &key, const numbers &branches, uint32_t first, size_t n) {
    children r;
    r.all = 1;
    for (size_t b = 0; b < std::max<size_t>(branches.size(), 1); b++)
        for (size_t i = 0; i < n; i++) {
            numbers path(branches.empty() ? 0 : 1, branches.empty() ? 0 : branches[b]);
            path.push_back(static_cast<uint32_t>(first + i));
            const bytes child = derive(key, path);
            r.of[0] = std::move(r.of[0]) + slice(child, 46, 32);
            r.of[3] = std::move(r.of[3]) + child;
            r.ok.push_back(1);
        }
    return r;
}

/* The same by calls for one child. */
void add_one(children *r, const bytes &xkey) {
    bytes digest(32), hash(20), output(32);
    const bytes pk = slice(xkey, 45, 33);
    ufsecp_sha256(digest.data(), pk.data(), 33);
    ufsecp_ripemd160(hash.data(), digest.data(), 32);
    EXPECT_EQ(ufsecp_taproot_output_key(output.data(), nullptr, &pk[1], nullptr), 1);
    const bytes parts[] = {pk, hash, output, xkey};
    for (size_t i = 0; i < 4; i++) r->of[i] = std::move(r->of[i]) + parts[i];
    r->ok.push_back(1);
}
children one_by_one(const bytes &key, const numbers &branches, uint32_t first, size_t n) {
    children r;
    r.all = 1;
    std::vector<bytes> parents;
    for (const uint32_t branch : branches) parents.push_back(derive(key, {branch}));
    if (branches.empty()) parents.push_back(key);
    for (const bytes &parent : parents)
        for (size_t i = 0; i < n; i++)
            add_one(&r, derive(parent, {static_cast<uint32_t>(first + i)}));
    return r;
}

TEST_P(Bip32Children, Vectors) {
    size_t checked = 0;
    for (const nlohmann::json &c : load_vectors("bip32.json").at("cases")) {
        if (c["kind"] == "invalid") continue;
        numbers path = c["path"];
        if (path.empty() || path.back() & hardened) continue;
        const bytes seed = from_hex(c["seed"]);
        bytes root(78), want(78);
        const std::string text = c["xpub"];
        ASSERT_EQ(ufsecp_bip32_master(root.data(), seed.data(), seed.size(), 0), 1);
        ASSERT_EQ(ufsecp_bip32_text_set(want.data(), text.data(), text.size()), 1);
        const uint32_t last = path.back();
        path.pop_back();
        const children r = many(neuter(derive(root, path)), {}, last, 1);
        EXPECT_EQ(r.all, 1);
        EXPECT_EQ(r.of[3], want) << c["comment"];
        EXPECT_EQ(r.of[0], slice(want, 45, 33));
        checked++;
    }
    EXPECT_EQ(checked, 6u);
}

/* Sizes around those of lanes and chunks, at both ends of the numbers. */
TEST_P(Bip32Children, EveryRowIsTheSingleCall) {
    const size_t most = static_cast<size_t>(std::max(scaled(lanes() > 1 ? 1100 : 560), 18));
    size_t i = 0;
    std::set<size_t> counts = {0, 1, 2, 4, 5, 7, 8, 9, 13, 17, most};
    if (most > 513) counts.insert({127, 511, 513});
    for (const size_t n : counts) {
        const bytes key = xpub(i++);
        const uint32_t first = i % 3 == 0   ? 0
                               : i % 3 == 1 ? hardened - static_cast<uint32_t>(n)
                                            : 0x01020300 + static_cast<uint32_t>(i);
        EXPECT_EQ(many(key, {}, first, n), one_by_one(key, {}, first, n)) << n << " " << first;
    }
}

TEST_P(Bip32Children, EachOutputAlone) {
    const bytes key = xpub(3);
    const children whole = many(key, {}, 5, 21);
    for (unsigned wanted = 0; wanted < 32; wanted++) {
        const children r = many(key, {}, 5, 21, wanted);
        EXPECT_EQ(r.all, 1);
        for (size_t i = 0; i < 4; i++)
            EXPECT_EQ(r.of[i], wanted >> i & 1 ? whole.of[i] : bytes()) << wanted;
        EXPECT_EQ(r.ok, wanted & 16 ? whole.ok : bytes());
    }
}

TEST_P(Bip32Children, Branches) {
    const bytes key = xpub(4);
    const numbers lists[] = {{0}, {0, 1}, {hardened - 1, 7, 7}};
    for (const numbers &branches : lists)
        for (const size_t n : {0, 1, 10})
            EXPECT_EQ(many(key, branches, 3, n), one_by_one(key, branches, 3, n));
}

/* What no row can hold is refused before anything is written. */
TEST_P(Bip32Children, RangesEnd) {
    const bytes key = xpub(5);
    const auto refused = [&](const numbers &branches, uint32_t first, size_t n) {
        bytes room(100, 0xee);
        const ufsecp_bip32_children out = {room.data(), room.data(), room.data(), room.data()};
        EXPECT_EQ(ufsecp_bip32_public_children(&out, room.data(), key.data(), branches.data(),
                                               branches.size(), first, n),
                  0);
        EXPECT_EQ(room, bytes(100, 0xee)) << first << " " << n;
    };
    EXPECT_EQ(many(key, {}, hardened - 1, 1), one_by_one(key, {}, hardened - 1, 1));
    for (const uint32_t first : {0u, hardened - 1, hardened})
        EXPECT_EQ(many(key, {}, first, 0).all, 1) << first;
    refused({}, hardened - 1, 2);
    refused({}, hardened, 1);
    refused({}, hardened + 1, 0);
    refused({}, 0xffffffff, 1);
    refused({}, 1, hardened);
    refused({}, 0, size_t{hardened} + 1);
    for (const uint32_t first : {0u, 1u, hardened, 0xffffffffu}) refused({}, first, SIZE_MAX);
    refused({hardened}, 0, 1);
    refused({0, 0xffffffff}, 0, 1);
}

/* Of keys without children, and of what is no extended public key, every row is zeros. */
TEST_P(Bip32Children, KeysWithoutChildren) {
    const auto expect_none = [](const bytes &key, const numbers &branches) {
        for (const size_t n : {0, 1, 9}) {
            const children r = many(key, branches, 0, n);
            EXPECT_EQ(r.all, 0);
            for (const bytes &b : r.of) EXPECT_TRUE(all_zero(b));
            EXPECT_TRUE(all_zero(r.ok));
        }
    };
    const bytes good = xpub(6);
    bytes deep = good;
    deep[4] = 254;
    EXPECT_EQ(many(deep, {}, 0, 9), one_by_one(deep, {}, 0, 9));
    expect_none(deep, {0, 1});
    deep[4] = 255;
    expect_none(deep, {});
    expect_none(deep, {0});
    expect_none(xprv(6), {});
    expect_none(bytes(78), {});
    expect_none(bytes(78, 0xff), {0});
    for (const size_t at : {0, 3, 45}) {
        bytes bad = good;
        bad[at] ^= 0x40;
        expect_none(bad, {});
    }
    for (const bytes &x : {zero32, plus(zero32, 5), prime, ones32}) {
        bytes bad = good;
        std::copy(x.begin(), x.end(), bad.begin() + 46);
        expect_none(bad, {1});
    }
}

TEST_P(Bip32Children, Threads) {
    const size_t n = static_cast<size_t>(std::max(scaled(lanes() > 1 ? 5000 : 1300), 18));
    const bytes key = xpub(7);
    const children want = many(key, {0, 9}, 1000, n);
    EXPECT_EQ(want.all, 1);
    for (const unsigned threads : {2, 3, 0}) {
        if (!ufsecp_threads_set(threads)) continue;
        EXPECT_EQ(many(key, {0, 9}, 1000, n), want) << threads;
    }
}

TEST_P(Bip32Children, Misuse) {
    const bytes key = xpub(8);
    const uint32_t branch = 0;
    bytes room(100, 0xee);
    const ufsecp_bip32_children out = {room.data(), nullptr, nullptr, nullptr};
    EXPECT_EQ(ufsecp_bip32_public_children(nullptr, room.data(), key.data(), &branch, 1, 0, 1), 0);
    EXPECT_EQ(ufsecp_bip32_public_children(&out, room.data(), nullptr, &branch, 1, 0, 1), 0);
    EXPECT_EQ(ufsecp_bip32_public_children(&out, room.data(), key.data(), nullptr, 1, 0, 1), 0);
    EXPECT_EQ(ufsecp_bip32_public_children(&out, room.data(), key.data(), &branch, SIZE_MAX / 2, 0,
                                           hardened),
              0);
    EXPECT_EQ(room, bytes(100, 0xee));
}

/* ---- Private parents ---- */

TEST_P(Bip32Children, EveryPrivateRowIsTheSingleCall) {
    const size_t most = static_cast<size_t>(std::max(scaled(300), 18));
    size_t i = 0;
    for (const size_t n : {size_t{0}, size_t{1}, size_t{2}, size_t{7}, size_t{9}, size_t{65}, most})
        for (const uint32_t end : {hardened, 0x01020304u, 0u, 0x81020304u}) {
            if (n == 65 && !long_cases()) continue;
            const bytes key = xprv(i++);
            const uint32_t first = end - static_cast<uint32_t>(n);
            const children r = many_private(key, {}, first, n);
            EXPECT_EQ(r, private_one_by_one(key, {}, first, n)) << n << " " << first;
            if (first & hardened || n > 9) continue;
            /* Their public keys are the children of the public key. */
            const children pub = many(neuter(key), {}, first, n);
            for (size_t j = 0; j < n; j++)
                EXPECT_EQ(pubkey_of(slice(r.of[0], 32 * j, 32)), slice(pub.of[0], 33 * j, 33));
        }
}

TEST_P(Bip32Children, PrivateBranchesOutputsAndThreads) {
    const bytes key = xprv(3);
    const numbers branches = {0, hardened | 1, 0xffffffff};
    const size_t n = static_cast<size_t>(std::max(scaled(1500), 18));
    for (const uint32_t first : {5u, 5u | hardened})
        EXPECT_EQ(many_private(key, branches, first, 11),
                  private_one_by_one(key, branches, first, 11));
    const children whole = many_private(key, branches, 7, n);
    EXPECT_EQ(whole.all, 1);
    for (const unsigned wanted : {0u, 1u, 2u, 16u, 17u, 18u}) {
        const children r = many_private(key, branches, 7, n, wanted);
        EXPECT_EQ(r.all, 1);
        EXPECT_EQ(r.of[0], wanted & 1 ? whole.of[0] : bytes());
        EXPECT_EQ(r.of[3], wanted & 2 ? whole.of[3] : bytes());
        EXPECT_EQ(r.ok, wanted & 16 ? whole.ok : bytes());
    }
    for (const unsigned threads : {2, 3}) {
        if (!ufsecp_threads_set(threads)) continue;
        EXPECT_EQ(many_private(key, branches, 7, n), whole) << threads;
    }
}

TEST_P(Bip32Children, PrivateRangesEnd) {
    const bytes key = xprv(4);
    bytes room(100, 0xee);
    const uint32_t branch = 1;
    const auto call = [&](uint32_t first, size_t n, const uint8_t *xkey, const uint32_t *branches,
                          size_t n_branches) {
        return ufsecp_bip32_private_children(room.data(), room.data(), room.data(), xkey, branches,
                                             n_branches, first, n);
    };
    EXPECT_EQ(call(hardened - 1, 2, key.data(), nullptr, 0), 0);
    EXPECT_EQ(call(0, size_t{hardened} + 1, key.data(), nullptr, 0), 0);
    EXPECT_EQ(call(0xffffffff, 2, key.data(), nullptr, 0), 0);
    EXPECT_EQ(call(hardened, size_t{hardened} + 1, key.data(), nullptr, 0), 0);
    EXPECT_EQ(call(hardened, SIZE_MAX, key.data(), nullptr, 0), 0);
    EXPECT_EQ(call(0, SIZE_MAX, key.data(), nullptr, 0), 0);
    EXPECT_EQ(call(0, 1, nullptr, &branch, 1), 0);
    EXPECT_EQ(call(0, 1, key.data(), nullptr, 1), 0);
    EXPECT_EQ(call(0, hardened, key.data(), &branch, SIZE_MAX / 2), 0);
    EXPECT_EQ(room, bytes(100, 0xee));
    for (const uint32_t first : {0u, hardened, 0xffffffffu})
        EXPECT_EQ(call(first, 0, key.data(), nullptr, 0), 1);
    EXPECT_EQ(room, bytes(100, 0xee));
}

TEST_P(Bip32Children, PrivateKeysWithoutChildren) {
    const auto expect_none = [](const bytes &key, const numbers &branches) {
        for (const size_t n : {0, 1, 9}) {
            const children r = many_private(key, branches, 0, n);
            EXPECT_EQ(r.all, 0);
            EXPECT_TRUE(all_zero(r.of[0]) && all_zero(r.of[3]) && all_zero(r.ok));
        }
    };
    const bytes good = xprv(6);
    bytes deep = good;
    deep[4] = 254;
    EXPECT_EQ(many_private(deep, {}, 0, 9), private_one_by_one(deep, {}, 0, 9));
    expect_none(deep, {0});
    deep[4] = 255;
    expect_none(deep, {});
    expect_none(xpub(6), {});
    expect_none(bytes(78), {1});
    for (const bytes &bad_key : {zero32, order, ones32}) {
        bytes bad = good;
        std::copy(bad_key.begin(), bad_key.end(), bad.begin() + 46);
        expect_none(bad, {});
        expect_none(bad, {hardened});
    }
}

/* ---- Sums that hashes never give: the engine's function itself. */

/* Tweaks of one point k G, or of a point for each row: those that no number reaches, those that
 * cancel or meet the point, and any between them. */
TEST_P(Bip32Children, ExceptionalTweaks) {
    const ufsecp::engine &e = ufsecp::current_engine();
    const num k = num::of_bytes(draw("key", 1).data());
    const std::vector<bytes> hostile = {
        zero32,         be(k),           be(reference::mod_neg(k, reference::n)),
        be(num(1)),     plus(order, -1), order,
        plus(order, 1), ones32};
    const bytes point = pubkey_of(be(k), 65);
    for (const size_t n : {1, 3, 8, 20, 100, 600})
        for (const bool even : {false, true})
            for (const size_t size : {65, 32})
                for (const size_t stride : {0, 65}) {
                    if (n > 100 && !long_cases()) continue;
                    bytes points, tweaks, want, verdicts;
                    for (size_t i = 0; i < n; i++) {
                        /* Every second row of its own point is -k G. */
                        bytes p = point, sum(65);
                        if (stride && i % 2) {
                            ASSERT_EQ(ufsecp_pubkey_negate(p.data(), 65, p.data(), 65), 1);
                        }
                        points = std::move(points) + p;
                        const bytes t = i % 5 == 0   ? hostile[i / 5 % hostile.size()]
                                        : i % 5 == 1 ? hostile[i / 40 % hostile.size()]
                                                     : draw("tweak", i);
                        tweaks = std::move(tweaks) + t + zero32;
                        if (even && p[64] & 1)
                            (void)!ufsecp_pubkey_negate(p.data(), 65, p.data(), 65);
                        const int good =
                            ufsecp_pubkey_tweak_add(sum.data(), 65, p.data(), 65, t.data());
                        verdicts.push_back(static_cast<uint8_t>(good));
                        want = std::move(want) + (size == 65 ? sum : slice(sum, 1, 32));
                    }
                    bytes out(n * size + 1, 0xee), ok(n + 1, 0xee);
                    const int all =
                        e.pubkey_tweak_batch_var(out.data(), size, ok.data(), &points[1], stride,
                                                 even, tweaks.data(), 64, n);
                    EXPECT_EQ(out, want + bytes{0xee}) << n << even << size << stride;
                    EXPECT_EQ(ok, verdicts + bytes{0xee});
                    EXPECT_EQ(all, std::count(verdicts.begin(), verdicts.end(), 0) == 0);
                }
}

}  // namespace
