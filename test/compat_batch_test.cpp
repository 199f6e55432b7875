// secp256k1_batch.h: one verdict for many claims is that of the calls for one, whatever is added in
// which order, and illegal arguments change nothing.
#include "secp256k1_batch.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "secp256k1_schnorrsig_batch.h"
#include "secp256k1_tweak_check_batch.h"

namespace {

using bytes = std::vector<unsigned char>;

std::vector<std::string> told;
void illegal(const char *text, void *) { told.emplace_back(text); }

struct claim {
    bool is_tweak;
    bytes msg;
    unsigned char sig[64]{}; /* of a tweak the first half: the tweaked key */
    unsigned char tweak[32]{};
    int parity;
    secp256k1_xonly_pubkey key;
};

struct CompatBatch : testing::Test {
    secp256k1_context *const ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    uint64_t state = 1;

    CompatBatch() {
        secp256k1_context_set_illegal_callback(ctx, illegal, nullptr);
        told.clear();
    }
    ~CompatBatch() override { secp256k1_context_destroy(ctx); }

    uint64_t next() {
        uint64_t z = state += 0x9e3779b97f4a7c15u;
        z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
        return z ^ z >> 29;
    }
    void fill(unsigned char *p, size_t len) {
        for (size_t i = 0; i < len; i++) p[i] = (unsigned char)next();
    }
    secp256k1_keypair pair() {
        unsigned char key[32];
        secp256k1_keypair made;
        fill(key, 32);
        EXPECT_EQ(secp256k1_keypair_create(ctx, &made, key), 1);
        return made;
    }
    /* A true claim: a signature of a message of up to 70 bytes, or a tweak. */
    claim any(bool is_tweak) {
        claim c{is_tweak, bytes(next() % 71), {}, {}, 0, {}};
        const secp256k1_keypair keys = pair();
        EXPECT_EQ(secp256k1_keypair_xonly_pub(ctx, &c.key, nullptr, &keys), 1);
        fill(c.msg.data(), c.msg.size());
        fill(c.tweak, 32);
        if (!is_tweak) {
            EXPECT_EQ(secp256k1_schnorrsig_sign_custom(ctx, c.sig, c.msg.data(), c.msg.size(),
                                                       &keys, nullptr),
                      1);
            return c;
        }
        secp256k1_pubkey sum;
        secp256k1_xonly_pubkey x;
        EXPECT_EQ(secp256k1_xonly_pubkey_tweak_add(ctx, &sum, &c.key, c.tweak), 1);
        EXPECT_EQ(secp256k1_xonly_pubkey_from_pubkey(ctx, &x, &c.parity, &sum), 1);
        EXPECT_EQ(secp256k1_xonly_pubkey_serialize(ctx, c.sig, &x), 1);
        return c;
    }
    int holds(const claim &c) {
        return c.is_tweak
                   ? secp256k1_xonly_pubkey_tweak_add_check(ctx, c.sig, c.parity, &c.key, c.tweak)
                   : secp256k1_schnorrsig_verify(ctx, c.sig, c.msg.data(), c.msg.size(), &c.key);
    }
    int add(secp256k1_batch *b, const claim &c) {
        return c.is_tweak ? secp256k1_batch_add_xonlypub_tweak_check(ctx, b, c.sig, c.parity,
                                                                     &c.key, c.tweak)
                          : secp256k1_batch_add_schnorrsig(ctx, b, c.sig, c.msg.data(),
                                                           c.msg.size(), &c.key);
    }
    secp256k1_batch *made(const unsigned char *aux_rand16 = nullptr) {
        secp256k1_batch *const b = secp256k1_batch_create(ctx, 3, aux_rand16);
        EXPECT_TRUE(b);
        EXPECT_EQ(secp256k1_batch_usable(ctx, b), 1);
        return b;
    }
};

TEST_F(CompatBatch, ABatchIsFilledAgainAndAgain) {
    unsigned char aux[16];
    fill(aux, 16);
    secp256k1_batch *const b = made(aux);
    EXPECT_EQ(secp256k1_batch_verify(ctx, b), 1);
    for (size_t n : {1, 2, 7, 8, 9, 40}) {
        for (size_t i = 0; i < n; i++) ASSERT_EQ(add(b, any(i % 3 == 2)), 1);
        EXPECT_EQ(secp256k1_batch_verify(ctx, b), 1) << n;
        EXPECT_EQ(secp256k1_batch_verify(ctx, b), 1) << n;
        EXPECT_EQ(secp256k1_batch_usable(ctx, b), 1);
    }
    secp256k1_batch_destroy(ctx, b);
    secp256k1_batch_destroy(ctx, nullptr);
    EXPECT_EQ(told.size(), 0u);
}

TEST_F(CompatBatch, AFalseClaimEndsIt) {
    for (bool is_tweak : {false, true})
        for (size_t n : {1, 5, 40})
            for (size_t at : {size_t(0), n / 2, n - 1}) {
                secp256k1_batch *const b = made();
                for (size_t i = 0; i < n; i++) {
                    claim c = any(i == at ? is_tweak : i % 2 == 0);
                    if (i == at) c.is_tweak ? c.tweak[31] ^= 1 : c.sig[63] ^= 1;
                    ASSERT_EQ(add(b, c), 1);
                }
                EXPECT_EQ(secp256k1_batch_usable(ctx, b), 1);
                EXPECT_EQ(secp256k1_batch_verify(ctx, b), 0) << n << " " << at;
                EXPECT_EQ(secp256k1_batch_usable(ctx, b), 0);
                EXPECT_EQ(add(b, any(is_tweak)), 0);
                EXPECT_EQ(secp256k1_batch_verify(ctx, b), 0);
                secp256k1_batch_destroy(ctx, b);
            }
}

/* More than wait for a verdict at a time. The call after 8,192 claims checks them, and if one is
 * false it ends the batch; a false one that came later waits for the next check. */
TEST_F(CompatBatch, MoreThanItHolds) {
    const claim signature = any(false), tweak = any(true);
    claim wrong = tweak;
    wrong.parity ^= 1;
    constexpr size_t n = 20000, most = 8192;
    for (const size_t at : {n, size_t(5), most - 1, most, most + 1, n - 1}) {
        secp256k1_batch *const b = made();
        const size_t end = (at / most + 1) * most; /* the first claim that finds it not usable */
        for (size_t i = 0; i < n; i++) {
            ASSERT_EQ(add(b, i == at ? wrong : i % 2 ? signature : tweak), i < end) << at << i;
            ASSERT_EQ(secp256k1_batch_usable(ctx, b), i < end) << at << " " << i;
        }
        EXPECT_EQ(secp256k1_batch_verify(ctx, b), at == n) << at;
        EXPECT_EQ(secp256k1_batch_usable(ctx, b), at == n) << at;
        EXPECT_EQ(add(b, signature), at == n) << at;
        secp256k1_batch_destroy(ctx, b);
    }
}

/* Claims with one wrong byte, or a number at a limit: a batch holds if its claims do, and what is
 * refused is false. */
TEST_F(CompatBatch, VerdictsAreThoseOfSingleCalls) {
    static const unsigned char order[32] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff,
                                            0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xfe,
                                            0xba, 0xae, 0xdc, 0xe6, 0xaf, 0x48, 0xa0, 0x3b,
                                            0xbf, 0xd2, 0x5e, 0x8c, 0xd0, 0x36, 0x41, 0x41};
    size_t refused = 0, verdicts[2] = {0, 0};
    for (int round = 0; round < 300; round++) {
        secp256k1_batch *const b = made();
        int all = 1;
        for (size_t n = 1 + next() % 12; n-- > 0;) {
            claim c = any(next() % 2);
            if (next() % 8 == 0) {
                unsigned char *const number = next() % 2 ? c.sig + 32 : c.tweak;
                switch (next() % 6) {
                case 0: c.sig[next() % 64] ^= 1; break;
                case 1: c.tweak[next() % 32] ^= 1; break;
                case 2:
                    memcpy(number, order, 32);
                    number[31] -= next() % 3 - 1;
                    break;
                case 3: memset(c.sig, next() % 2 ? 0xff : 0, 32); break;
                case 4: c.parity = (int)(next() % 5) - 2; break;
                default: memset(number, next() % 2 ? 0xff : 0, 32);
                }
            }
            const int is_true = holds(c);
            if (add(b, c)) {
                all &= is_true;
            } else {
                refused++;
                EXPECT_FALSE(is_true);
            }
        }
        EXPECT_EQ(secp256k1_batch_verify(ctx, b), all);
        verdicts[all]++;
        secp256k1_batch_destroy(ctx, b);
    }
    EXPECT_GT(refused, 10u);
    EXPECT_GT(verdicts[0], 30u);
    EXPECT_GT(verdicts[1], 30u);
    EXPECT_EQ(told.size(), 0u);
}

TEST_F(CompatBatch, IllegalArguments) {
    const claim s = any(false), t = any(true);
    secp256k1_batch *const b = made();
    /* Called by pointers: the headers' attributes say that these must not be NULL. */
    const auto usable = &secp256k1_batch_usable;
    const auto verify = &secp256k1_batch_verify;
    const auto add_schnorrsig = &secp256k1_batch_add_schnorrsig;
    const auto add_tweak = &secp256k1_batch_add_xonlypub_tweak_check;
    secp256k1_xonly_pubkey zero;
    memset(&zero, 0, sizeof zero);
    volatile size_t none = 0;
    const unsigned char *const m = s.msg.data();
    EXPECT_FALSE(secp256k1_batch_create(ctx, none, nullptr));
    EXPECT_EQ(usable(ctx, nullptr), 0);
    EXPECT_EQ(verify(ctx, nullptr), 0);
    EXPECT_EQ(add_schnorrsig(ctx, nullptr, s.sig, m, 1, &s.key), 0);
    EXPECT_EQ(add_schnorrsig(ctx, b, nullptr, m, 1, &s.key), 0);
    EXPECT_EQ(add_schnorrsig(ctx, b, s.sig, nullptr, 1, &s.key), 0);
    EXPECT_EQ(add_schnorrsig(ctx, b, s.sig, m, 1, nullptr), 0);
    EXPECT_EQ(add_schnorrsig(ctx, b, s.sig, m, 1, &zero), 0);
    EXPECT_EQ(add_tweak(ctx, nullptr, t.sig, 0, &t.key, t.tweak), 0);
    EXPECT_EQ(add_tweak(ctx, b, nullptr, 0, &t.key, t.tweak), 0);
    EXPECT_EQ(add_tweak(ctx, b, t.sig, 0, nullptr, t.tweak), 0);
    EXPECT_EQ(add_tweak(ctx, b, t.sig, 0, &t.key, nullptr), 0);
    EXPECT_EQ(add_tweak(ctx, b, t.sig, 0, &zero, t.tweak), 0);
    EXPECT_EQ(told,
              (std::vector<std::string>{
                  "max_terms != 0", "batch != NULL", "batch != NULL", "batch != NULL",
                  "sig64 != NULL", "msg != NULL || msglen == 0", "pubkey != NULL",
                  "!secp256k1_fe_is_zero(&ge->x)", "batch != NULL", "tweaked_pubkey32 != NULL",
                  "internal_pubkey != NULL", "tweak32 != NULL", "!secp256k1_fe_is_zero(&ge->x)"}));
    EXPECT_EQ(usable(ctx, b), 1);
    EXPECT_EQ(add(b, s), 1);
    EXPECT_EQ(add(b, t), 1);
    EXPECT_EQ(verify(ctx, b), 1);
    secp256k1_batch_destroy(ctx, b);
}

}  // namespace
