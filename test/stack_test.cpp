// The stack of batches: less than the 256 KiB that ufsecp.h states, on every engine.
#include <gtest/gtest.h>
#include <pthread.h>

#include <functional>

#include "api.h"

namespace {

class Stack : public EachEngine {};
ON_EACH_ENGINE(Stack);

/* On a thread that has so much stack, and what the system takes of it: more ends the test. */
void with_little_stack(const std::function<void()> &call) {
    constexpr size_t stated = 256 << 10, system = 16 << 10;
    pthread_attr_t attributes;
    pthread_t thread;
    ASSERT_EQ(pthread_attr_init(&attributes), 0);
    ASSERT_EQ(pthread_attr_setstacksize(&attributes, stated + system), 0);
    const auto body = [](void *f) -> void * {
        (*static_cast<const std::function<void()> *>(f))();
        return nullptr;
    };
    ASSERT_EQ(
        pthread_create(&thread, &attributes, body, const_cast<std::function<void()> *>(&call)), 0);
    ASSERT_EQ(pthread_join(thread, nullptr), 0);
    pthread_attr_destroy(&attributes);
}

TEST_P(Stack, OfBatches) {
    /* One key, which batches find, and some that none has often.  What lanes leave is done on top
     * of their stack: the last rows, and one whose hash is zero. */
    const size_t n = 603;
    bytes ecdsa, schnorr, recover, msgs, sigs, schnorrs, seckeys, keys, out(65 * n), ok(n);
    const ptrdiff_t of_one_key = n - (n + 7) / 8;
    std::vector<ufsecp_item> items, schnorr_items;
    ufsecp_prepared_pubkey prepared;
    ASSERT_EQ(ufsecp_pubkey_prepare(&prepared, pubkey_of(draw("key", 1)).data(), 33), UFSECP_OK);
    for (size_t i = 0; i < n; i++) {
        const bytes sk = draw("key", i % 8 ? 1 : i % 64),
                    msg = i == 16 ? bytes(32) : draw("msg", i), key = pubkey_of(sk),
                    sig = ecdsa_sign(msg, sk), other = schnorr_sign(msg, sk);
        ecdsa = ecdsa + msg + key + sig;
        schnorr = schnorr + xonly_of(sk) + msg + other;
        recover = recover + msg + sig + bytes{static_cast<uint8_t>(i & 1)};
        msgs = msgs + msg, sigs = sigs + sig, schnorrs = schnorrs + other;
        seckeys = seckeys + sk, keys = keys + key;
    }
    for (size_t i = 0; i < n; i++) {
        items.push_back({&sigs[64 * i], 64, &keys[33 * i], 33, &msgs[32 * i], 32});
        schnorr_items.push_back({&schnorrs[64 * i], 64, &keys[33 * i] + 1, 32, &msgs[32 * i], 32});
    }
    const std::function<void()> calls[] = {
        [&] { EXPECT_EQ(ufsecp_ecdsa_verify_rows(ok.data(), ecdsa.data(), 0, n, 0), 1); },
        [&] { EXPECT_EQ(ufsecp_schnorr_verify_rows(ok.data(), schnorr.data(), 0, n), 1); },
        [&] {
            EXPECT_EQ(ufsecp_ecdsa_verify_items(ok.data(), nullptr, items.data(), n, 0), 1);
            EXPECT_EQ(ufsecp_ecdsa_verify_items(ok.data(), nullptr, items.data(), 100, 0), 1);
        },
        [&] {
            EXPECT_EQ(ufsecp_ecdsa_verify_prepared_batch(ok.data(), msgs.data(), sigs.data(), n,
                                                         &prepared, 0),
                      0);
            EXPECT_EQ(std::count(ok.begin(), ok.end(), 1), of_one_key);
            EXPECT_EQ(ufsecp_schnorr_verify_prepared_batch(ok.data(), msgs.data(), schnorrs.data(),
                                                           n, &prepared),
                      0);
            EXPECT_EQ(std::count(ok.begin(), ok.end(), 1), of_one_key);
        },
        [&] {
            EXPECT_EQ(ufsecp_ecdsa_recover_rows(out.data(), ok.data(), recover.data(), 0, n), 1);
            EXPECT_EQ(ufsecp_ecrecover_rows(out.data(), ok.data(), recover.data(), 0, n), 1);
        },
        [&] {
            EXPECT_EQ(ufsecp_pubkey_decompress_batch(out.data(), ok.data(), keys.data(), n), 1);
            EXPECT_EQ(ufsecp_pubkey_negate_batch(out.data(), ok.data(), keys.data(), n), 1);
            EXPECT_EQ(
                ufsecp_pubkey_mul_one_batch(out.data(), ok.data(), seckeys.data(), keys.data(), n),
                1);
            EXPECT_EQ(ufsecp_pubkey_mul_secret_batch(out.data(), ok.data(), seckeys.data(),
                                                     keys.data(), n),
                      1);
        },
        [&] {
            EXPECT_EQ(
                ufsecp_ecdsa_sign_batch(out.data(), ok.data(), msgs.data(), seckeys.data(), n), 1);
            EXPECT_EQ(ufsecp_schnorr_sign_batch(out.data(), ok.data(), msgs.data(), seckeys.data(),
                                                msgs.data(), n),
                      1);
        },
        [&] {
            EXPECT_EQ(ufsecp_schnorr_verify_items(ok.data(), nullptr, schnorr_items.data(), n, 0),
                      1);
            EXPECT_EQ(ufsecp_schnorr_batch_verify(schnorr.data(), 0, n, nullptr), 1);
            EXPECT_EQ(ufsecp_schnorr_batch_identify(ok.data(), schnorr.data(), 0, n, nullptr), 1);
            ufsecp_batch *const batch = ufsecp_batch_new(nullptr);
            for (size_t i = 0; i < n; i++) {
                const uint8_t *const row = &schnorr[128 * i];
                EXPECT_EQ(ufsecp_batch_add_schnorr(batch, row + 64, row + 32, 32, row), 1);
            }
            EXPECT_EQ(ufsecp_batch_finish(batch, ok.data()), 1);
            ufsecp_batch_free(batch);
        },
        [&] {
            size_t bad;
            EXPECT_EQ(ufsecp_msm(out.data(), 33, seckeys.data(), keys.data(), nullptr, n, 0, &bad),
                      UFSECP_OK);
            EXPECT_EQ(ufsecp_msm(out.data(), 33, seckeys.data(), keys.data(), nullptr, 12, 0, &bad),
                      UFSECP_OK);
        },
        [&] {
            EXPECT_EQ(
                ufsecp_pubkey_mul_batch(out.data(), ok.data(), seckeys.data(), keys.data(), n), 1);
            EXPECT_EQ(ufsecp_pubkey_mul_add_batch(out.data(), ok.data(), seckeys.data(),
                                                  keys.data(), msgs.data(), n),
                      1);
            EXPECT_EQ(ufsecp_public_scalar_mul_gen_batch(out.data(), ok.data(), seckeys.data(), n),
                      1);
        },
        [&] {
            EXPECT_EQ(ufsecp_pubkey_create_batch(out.data(), ok.data(), seckeys.data(), n), 1);
            EXPECT_EQ(ufsecp_ecdh_batch(out.data(), ok.data(), keys.data(), seckeys.data(), n), 1);
        },
        [&] {
            bytes xprv(78), xpub(78), outputs(32 * n);
            const ufsecp_bip32_children to = {out.data(), nullptr, outputs.data(), nullptr};
            EXPECT_EQ(ufsecp_bip32_master(xprv.data(), msgs.data(), 32, 0), 1);
            EXPECT_EQ(ufsecp_bip32_public(xpub.data(), xprv.data()), 1);
            EXPECT_EQ(ufsecp_bip32_public_children(&to, ok.data(), xpub.data(), nullptr, 0, 0, n),
                      1);
        },
        [&] {
            const ufsecp_silent_index index = {keys.data(), 33, msgs.data(), 32, nullptr, n};
            const ufsecp_silent_scan_key key = {seckeys.data(), keys.data(), nullptr, 0};
            ufsecp_silent_match match;
            size_t count;
            EXPECT_EQ(ufsecp_silent_scan_var(&match, 1, &count, ok.data(), &index, &key, 1), 1);
            EXPECT_EQ(ufsecp_silent_scan(&match, 1, &count, ok.data(), &index, &key, 1), 1);
        },
    };
    for (const auto &call : calls) with_little_stack(call);
}

}  // namespace
