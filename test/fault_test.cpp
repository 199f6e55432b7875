// ufsecp_sign_check_set against injected faults: an engine in which chosen signatures come out
// wrong, under every engine of the library.
//
// The choice of the engine is compiled into this program, which so can choose an engine of its own.
#include "engine/select.cpp"

#include <algorithm>

#include "api.h"
#include "api/call.h"
#include "painted_stack.h"

using reference::num;
using ufsecp::engine;

namespace {

/* ---- The engine with faults: what it makes is that of `sound`, then damaged. */

const engine *sound;
struct {
    int bit;       /* of the signature, to be flipped; -1 for none */
    int recid;     /* flipped in the recovery id */
    bool high;     /* s becomes n - s, which verifies but is high */
    bool pubkey;   /* public keys are those of another key */
    bool all_rows; /* else in batches only the rows that marked() tells */
    bool refuse;   /* signatures are right, but reported as not made */
    bool sum;      /* the next sum of nonces counts each twice */
} fault;
std::vector<const uint8_t *> outputs; /* where the engine was asked to write */

bool marked(const uint8_t *msg32) { return msg32[0] % 8 == 3; }

/* The first 64 bytes of any signature or proof. */
void damage(uint8_t *sig64) {
    if (fault.bit >= 0)
        sig64[fault.bit / 8] = static_cast<uint8_t>(sig64[fault.bit / 8] ^ 1 << fault.bit % 8);
    if (fault.high)
        reference::mod_neg(num::of_bytes(sig64 + 32), reference::n).to_bytes(sig64 + 32);
}

/* What the engine in use makes of what the sound one made. */
int spoiled(int made, uint8_t *sig) {
    outputs.push_back(sig);
    damage(sig);
    return made && !fault.refuse;
}
int ecdsa_sign(uint8_t *sig64, int *recid, const uint8_t *msg32, const uint8_t *sk32,
               const uint8_t *extra32) {
    const int made = sound->ecdsa_sign(sig64, recid, msg32, sk32, extra32);
    if (recid) *recid ^= fault.recid;
    return spoiled(made, sig64);
}
int ecdsa_sign_nonce(uint8_t *sig64, int *recid, const uint8_t *msg32, const uint8_t *sk32,
                     const uint8_t *nonce32) {
    return spoiled(sound->ecdsa_sign_nonce(sig64, recid, msg32, sk32, nonce32), sig64);
}
int schnorr_sign(uint8_t *sig64, const uint8_t *msg, size_t msg_len, const uint8_t *sk32,
                 const uint8_t *aux32) {
    return spoiled(sound->schnorr_sign(sig64, msg, msg_len, sk32, aux32), sig64);
}
int schnorr_sign_keypair(uint8_t *sig64, const uint8_t *msg, size_t msg_len, const uint8_t *pair65,
                         const uint8_t *aux32) {
    return spoiled(sound->schnorr_sign_keypair(sig64, msg, msg_len, pair65, aux32), sig64);
}
int schnorr_sign_nonce(uint8_t *sig64, const uint8_t *msg, size_t msg_len, const uint8_t *pair65,
                       const uint8_t *nonce32) {
    return spoiled(sound->schnorr_sign_nonce(sig64, msg, msg_len, pair65, nonce32), sig64);
}
int musig_partial_sign(uint8_t *s32, const uint8_t *ks64, const uint8_t *sk32, const uint8_t *b32,
                       const uint8_t *c32, int odd) {
    return spoiled(sound->musig_partial_sign(s32, ks64, sk32, b32, c32, odd), s32);
}
void musig_nonce_sum_var(ufsecp::point64 *sums2, const ufsecp::affine64 *nonces2, size_t n) {
    if (fault.sum) sound->musig_nonce_sum_var(sums2, nonces2, n);
    fault.sum = false;
    sound->musig_nonce_sum_var(sums2, nonces2, n);
}
int dleq_prove(uint8_t *proof64, const uint8_t *sk32, const uint8_t *b33, const uint8_t *base33,
               const uint8_t *msg32, const uint8_t *aux32) {
    return spoiled(sound->dleq_prove(proof64, sk32, b33, base33, msg32, aux32), proof64);
}
int ecdsa_adaptor_encrypt(uint8_t *sig162, const uint8_t *msg32, const uint8_t *sk32,
                          const uint8_t *enc33, const uint8_t *aux32) {
    return spoiled(sound->ecdsa_adaptor_encrypt(sig162, msg32, sk32, enc33, aux32), sig162);
}
int schnorr_adaptor_presign(uint8_t *presig65, const uint8_t *msg, size_t msg_len,
                            const uint8_t *sk32, const uint8_t *t33, const uint8_t *aux32) {
    return spoiled(sound->schnorr_adaptor_presign(presig65, msg, msg_len, sk32, t33, aux32),
                   presig65);
}
void damage_rows(uint8_t *sigs64, uint8_t *ok, const uint8_t *msgs32, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (!fault.all_rows && !marked(msgs32 + 32 * i)) continue;
        damage(sigs64 + 64 * i);
        if (fault.refuse && ok) ok[i] = 0;
    }
}
int ecdsa_sign_batch(uint8_t *sigs64, uint8_t *ok, const uint8_t *msgs32, const uint8_t *sks32,
                     size_t n) {
    const int made = sound->ecdsa_sign_batch(sigs64, ok, msgs32, sks32, n);
    damage_rows(sigs64, ok, msgs32, n);
    return made;
}
int schnorr_sign_batch(uint8_t *sigs64, uint8_t *ok, const uint8_t *msgs32, const uint8_t *sks32,
                       const uint8_t *auxs32, size_t n) {
    const int made = sound->schnorr_sign_batch(sigs64, ok, msgs32, sks32, auxs32, n);
    damage_rows(sigs64, ok, msgs32, n);
    return made;
}
const bytes other_key = draw("another key", 0);
int pubkey_create(uint8_t *out, size_t len, const uint8_t *sk32) {
    return sound->pubkey_create(out, len, fault.pubkey ? other_key.data() : sk32);
}
int xonly_create(uint8_t *out32, int *parity, const uint8_t *sk32) {
    return sound->xonly_create(out32, parity, fault.pubkey ? other_key.data() : sk32);
}
int pubkey_mul_secret_batch(uint8_t *out33, uint8_t *ok, const uint8_t *sk32, const uint8_t *pks33,
                            size_t n) {
    return sound->pubkey_mul_secret_batch(out33, ok, fault.pubkey ? other_key.data() : sk32, pks33,
                                          n);
}

/* ---- The calls under test, all alike: a message of 32 bytes, a key. */

struct made {
    int result, recid;
    bytes sig;
    bool operator==(const made &) const = default;
};
bool nothing(const made &m) { return m.result == 0 && m.recid == 0 && all_zero(m.sig); }

using sign_call = made (*)(const bytes &msg, const bytes &sk);
made by_ecdsa(const bytes &msg, const bytes &sk) {
    made r = {7, 0, bytes(64, 0xa5)};
    r.result = ufsecp_ecdsa_sign(r.sig.data(), msg.data(), sk.data(), nullptr);
    return r;
}
made by_recoverable(const bytes &msg, const bytes &sk) {
    made r = {7, 7, bytes(64, 0xa5)};
    r.result =
        ufsecp_ecdsa_sign_recoverable(r.sig.data(), &r.recid, msg.data(), sk.data(), msg.data());
    return r;
}
made by_schnorr(const bytes &msg, const bytes &sk) {
    made r = {7, 0, bytes(64, 0xa5)};
    r.result = ufsecp_schnorr_sign(r.sig.data(), msg.data(), 32, sk.data(), msg.data());
    return r;
}
made by_keypair(const bytes &msg, const bytes &sk) {
    made r = {7, 0, bytes(64, 0xa5)};
    ufsecp_keypair pair;
    /* a fault in its making is caught in its use */
    EXPECT_EQ(ufsecp_keypair_create(&pair, sk.data()), 1);
    r.result = ufsecp_schnorr_sign_keypair(r.sig.data(), msg.data(), 32, &pair, nullptr);
    return r;
}
const bytes second_point = pubkey_of(draw("second point", 0)),
            third_point = pubkey_of(draw("third", 0));
made by_dleq(const bytes &msg, const bytes &sk) {
    made r = {7, 0, bytes(64, 0xa5)};
    r.result = ufsecp_dleq_prove(r.sig.data(), sk.data(), second_point.data(), nullptr, nullptr,
                                 msg.data());
    return r;
}
made by_dleq_of_a_base(const bytes &msg, const bytes &sk) {
    made r = {7, 0, bytes(64, 0xa5)};
    r.result = ufsecp_dleq_prove(r.sig.data(), sk.data(), second_point.data(), third_point.data(),
                                 msg.data(), nullptr);
    return r;
}
made by_ecdsa_adaptor(const bytes &msg, const bytes &sk) {
    made r = {7, 0, bytes(162, 0xa5)};
    r.result = ufsecp_ecdsa_adaptor_encrypt(r.sig.data(), msg.data(), sk.data(),
                                            second_point.data(), nullptr);
    return r;
}
made by_schnorr_adaptor(const bytes &msg, const bytes &sk) {
    made r = {7, 0, bytes(65, 0xa5)};
    r.result = ufsecp_schnorr_adaptor_presign(r.sig.data(), msg.data(), 32, sk.data(),
                                              second_point.data(), nullptr);
    return r;
}
/* By a nonce that the caller derived, as compat/ calls the engine. */
using ufsecp::UF_TARGET::secret_call;
made by_ecdsa_nonce(const bytes &msg, const bytes &sk) {
    made r = {7, 0, bytes(64, 0xa5)};
    const secret_call<&engine::ecdsa_sign_nonce> call{ufsecp::current_engine()};
    r.result = call(r.sig.data(), nullptr, msg.data(), sk.data(), second_point.data() + 1);
    return r;
}
made by_recoverable_nonce(const bytes &msg, const bytes &sk) {
    made r = {7, 7, bytes(64, 0xa5)};
    const secret_call<&engine::ecdsa_sign_nonce> call{ufsecp::current_engine()};
    r.result = call(r.sig.data(), &r.recid, msg.data(), sk.data(), second_point.data() + 1);
    return r;
}
made by_keypair_nonce(const bytes &msg, const bytes &sk) {
    made r = {7, 0, bytes(64, 0xa5)};
    ufsecp_keypair pair;
    EXPECT_EQ(ufsecp_keypair_create(&pair, sk.data()), 1);
    const secret_call<&engine::schnorr_sign_nonce> call{ufsecp::current_engine()};
    r.result = call(r.sig.data(), msg.data(), size_t{32}, static_cast<const uint8_t *>(pair.opaque),
                    second_point.data() + 1);
    return r;
}
const sign_call calls[] = {
    by_ecdsa,       by_recoverable,       by_schnorr,       by_keypair,
    by_dleq,        by_dleq_of_a_base,    by_ecdsa_adaptor, by_schnorr_adaptor,
    by_ecdsa_nonce, by_recoverable_nonce, by_keypair_nonce};

/* Partial signatures whose nonces come again with the input: 32 bytes and the public nonces. */
made by_musig(const bytes &msg, const bytes &sk) {
    made r = {7, 0, bytes(98, 0xa5)};
    ufsecp_keypair pair;
    ufsecp_musig_keyagg key;
    const bytes pks = pubkey_of(sk) + third_point, others = second_point + third_point;
    EXPECT_EQ(ufsecp_keypair_create(&pair, sk.data()), 1);
    EXPECT_EQ(ufsecp_musig_pubkey_agg(&key, nullptr, pks.data(), 2, nullptr), UFSECP_OK);
    r.result = ufsecp_musig_deterministic_sign(&r.sig[32], r.sig.data(), others.data(), &pair, &key,
                                               msg.data(), 32, nullptr);
    return r;
}
made by_frost(const bytes &msg, const bytes &sk, bool pubshares) {
    made r = {7, 0, bytes(98, 0xa5)};
    bytes ids(64), shares(64), commitment(66), public_ones(66);
    const bytes coefficients = sk + draw("slope", 0), others = second_point + third_point;
    ids[31] = 1, ids[63] = 2;
    EXPECT_EQ(ufsecp_frost_shares_create(shares.data(), commitment.data(), coefficients.data(), 2,
                                         ids.data(), 2),
              1);
    EXPECT_EQ(
        ufsecp_frost_pubshares_create(public_ones.data(), ids.data(), 2, commitment.data(), 2), 1);
    ufsecp_frost_key key;
    EXPECT_EQ(ufsecp_frost_key_init(&key, UFSECP_FROST_BIP445, commitment.data(), 2, 2, nullptr),
              1);
    const ufsecp_frost_signers who = {ids.data(), pubshares ? public_ones.data() : nullptr, nullptr,
                                      2};
    r.result = ufsecp_frost_deterministic_sign(&r.sig[32], r.sig.data(), others.data(), &shares[32],
                                               &ids[32], &key, &who, msg.data(), 32, nullptr);
    return r;
}
made by_frost_alone(const bytes &msg, const bytes &sk) { return by_frost(msg, sk, false); }
made by_frost_of_shares(const bytes &msg, const bytes &sk) { return by_frost(msg, sk, true); }
const sign_call partial_calls[] = {by_musig, by_frost_alone, by_frost_of_shares};

class Fault : public EachEngine {
protected:
    engine faulty;

    void SetUp() override {
        EachEngine::SetUp();
        sound = &ufsecp::current_engine();
        faulty = *sound;
        faulty.ecdsa_sign = ecdsa_sign, faulty.schnorr_sign = schnorr_sign,
        faulty.schnorr_sign_keypair = schnorr_sign_keypair;
        faulty.ecdsa_sign_nonce = ecdsa_sign_nonce, faulty.schnorr_sign_nonce = schnorr_sign_nonce;
        faulty.musig_partial_sign = musig_partial_sign;
        faulty.musig_nonce_sum_var = musig_nonce_sum_var;
        faulty.ecdsa_sign_batch = ecdsa_sign_batch, faulty.schnorr_sign_batch = schnorr_sign_batch;
        faulty.pubkey_create = pubkey_create, faulty.xonly_create = xonly_create;
        faulty.pubkey_mul_secret_batch = pubkey_mul_secret_batch;
        faulty.dleq_prove = dleq_prove, faulty.ecdsa_adaptor_encrypt = ecdsa_adaptor_encrypt;
        faulty.schnorr_adaptor_presign = schnorr_adaptor_presign;
        ufsecp::selected.store(&faulty);
        repair();
        EXPECT_EQ(ufsecp_sign_check(), 0);
    }
    void TearDown() override {
        check(0);
        ufsecp_threads_set(1);
        EachEngine::TearDown();
    }
    static void repair() { fault = {-1, 0, false, false, false, false, false}; }
    static void check(int on) {
        EXPECT_EQ(ufsecp_sign_check_set(on), 1);
        EXPECT_EQ(ufsecp_sign_check(), on);
    }
};
ON_EACH_ENGINE(Fault);

/* Off: call gives `wrong`, not the right signature.  On: nothing. */
void expect_caught(sign_call call, const bytes &msg, const bytes &sk, const made &right,
                   const made &wrong) {
    EXPECT_NE(wrong, right);
    ufsecp_sign_check_set(0);
    EXPECT_EQ(call(msg, sk), wrong);
    ufsecp_sign_check_set(1);
    EXPECT_TRUE(nothing(call(msg, sk)));
}

TEST_P(Fault, SwitchTakesTwoValues) {
    for (int bad : {2, -1, 256}) EXPECT_EQ(ufsecp_sign_check_set(bad), 0);
    EXPECT_EQ(ufsecp_sign_check(), 0);
    check(1);
    for (int bad : {2, -1, 256}) EXPECT_EQ(ufsecp_sign_check_set(bad), 0);
    EXPECT_EQ(ufsecp_sign_check(), 1);
}

TEST_P(Fault, NoFaultNoDifference) {
    for (size_t i = 0; i < 20; i++)
        for (sign_call call : calls) {
            const bytes msg = draw("msg", i), sk = draw("key", i);
            check(0);
            const made off = call(msg, sk);
            EXPECT_EQ(off.result, 1);
            check(1);
            EXPECT_EQ(call(msg, sk), off);
            if (call == by_keypair || call == by_keypair_nonce) continue;
            for (const bytes &bad : {zero32, order, plus(order, 1), ones32})
                EXPECT_TRUE(nothing(call(msg, bad)));
        }
    const bytes sk = draw("key", 1), long_msg = bytes(70, 0x36);
    bytes sig(64), again(64);
    check(0);
    EXPECT_EQ(ufsecp_schnorr_sign(sig.data(), long_msg.data(), 70, sk.data(), nullptr), 1);
    check(1);
    EXPECT_EQ(ufsecp_schnorr_sign(again.data(), long_msg.data(), 70, sk.data(), nullptr), 1);
    EXPECT_EQ(again, sig);
    EXPECT_EQ(ufsecp_schnorr_sign(again.data(), nullptr, 0, sk.data(), nullptr), 1);
    EXPECT_EQ(schnorr_check(again, {}, xonly_of(sk)), UFSECP_OK);
}

TEST_P(Fault, FlippedBitOfASignature) {
    for (sign_call call : calls)
        for (int bit : {0, 7, 100, 255, 256, 300, 504, 511}) {
            const bytes msg = draw("msg", static_cast<size_t>(bit)),
                        sk = draw("key", static_cast<size_t>(bit));
            repair();
            ufsecp_sign_check_set(0);
            const made right = call(msg, sk);
            fault.bit = bit;
            made wrong = right;
            damage(wrong.sig.data());
            expect_caught(call, msg, sk, right, wrong);
        }
}

/* The same input gives the same nonces, so that two partial signatures may tell the key. */
TEST_P(Fault, PartialSignaturesOfNoncesThatComeAgain) {
    for (sign_call call : partial_calls)
        for (int bit : {-1, 0, 7, 100, 255}) {
            const bytes msg = draw("msg", static_cast<size_t>(bit + 1)), sk = draw("key", 1);
            repair();
            check(0);
            const made right = call(msg, sk);
            EXPECT_EQ(right.result, 1);
            check(1);
            EXPECT_EQ(call(msg, sk), right);
            if (bit >= 0) {
                fault.bit = bit;
                made wrong = right;
                damage(wrong.sig.data());
                expect_caught(call, msg, sk, right, wrong);
                continue;
            }
            fault.sum = true; /* a right signature by another session */
            check(0);
            const made wrong = call(msg, sk);
            EXPECT_EQ(wrong.result, 1);
            EXPECT_EQ(slice(wrong.sig, 32, 66), slice(right.sig, 32, 66));
            EXPECT_NE(wrong, right);
            fault.sum = true;
            check(1);
            EXPECT_TRUE(nothing(call(msg, sk)));
            EXPECT_FALSE(fault.sum);
        }
}

TEST_P(Fault, WrongRecoveryIdAndHighS) {
    for (size_t i = 0; i < 4; i++) {
        const bytes msg = draw("msg", i), sk = draw("key", i);
        repair();
        ufsecp_sign_check_set(0);
        const made right = by_recoverable(msg, sk), plain = by_ecdsa(msg, sk);
        for (int flipped : {1, 2, 3}) {
            fault.recid = flipped;
            expect_caught(by_recoverable, msg, sk, right, {1, right.recid ^ flipped, right.sig});
        }
        fault.high = true;
        for (int flipped : {0, 1}) { /* with 1 it leads back to the key, but is high */
            fault.recid = flipped;
            made wrong = {1, right.recid ^ flipped, right.sig};
            damage(wrong.sig.data());
            expect_caught(by_recoverable, msg, sk, right, wrong);
        }
        made wrong = plain;
        damage(wrong.sig.data());
        expect_caught(by_ecdsa, msg, sk, plain, wrong);
    }
}

TEST_P(Fault, WhatIsNotMadeOrNotItsKeysIsNotGivenOut) {
    const bytes msg = draw("msg", 1), sk = draw("key", 1);
    check(1);
    for (sign_call call : calls) {
        repair();
        fault.refuse = true;
        EXPECT_TRUE(nothing(call(msg, sk)));
        repair();
        fault.pubkey = true;
        EXPECT_TRUE(nothing(call(msg, sk)));
    }
}

TEST_P(Fault, KeypairDamagedInEitherHalf) {
    const bytes msg = draw("msg", 2), sk = draw("key", 2);
    ufsecp_keypair pair;
    ASSERT_EQ(ufsecp_keypair_create(&pair, sk.data()), 1);
    bytes sig(64);
    for (size_t at : {0, 31, 32, 33, 64}) { /* the secret key, the parity, x */
        ufsecp_keypair damaged = pair;
        damaged.opaque[at] ^= 1;
        check(0);
        EXPECT_EQ(ufsecp_schnorr_sign_keypair(sig.data(), msg.data(), 32, &damaged, nullptr), 1)
            << at;
        EXPECT_NE(schnorr_check(sig, msg, xonly_of(sk)), UFSECP_OK);
        EXPECT_FALSE(all_zero(sig));
        check(1);
        EXPECT_EQ(ufsecp_schnorr_sign_keypair(sig.data(), msg.data(), 32, &damaged, nullptr), 0)
            << at;
        EXPECT_TRUE(all_zero(sig)) << at;
    }
    EXPECT_EQ(ufsecp_schnorr_sign_keypair(sig.data(), msg.data(), 32, &pair, nullptr), 1);
}

TEST_P(Fault, DamagedSignatureNeverReachesTheCaller) {
    check(1);
    fault.bit = 9;
    bytes sig(64);
    const bytes msg = draw("msg", 3), sk = draw("key", 3);
    ufsecp_keypair pair;
    int recid;
    ASSERT_EQ(ufsecp_keypair_create(&pair, sk.data()), 1);
    outputs.clear();
    EXPECT_EQ(ufsecp_ecdsa_sign(sig.data(), msg.data(), sk.data(), nullptr), 0);
    EXPECT_EQ(ufsecp_ecdsa_sign_recoverable(sig.data(), &recid, msg.data(), sk.data(), nullptr), 0);
    EXPECT_EQ(ufsecp_schnorr_sign(sig.data(), msg.data(), 32, sk.data(), nullptr), 0);
    EXPECT_EQ(ufsecp_schnorr_sign_keypair(sig.data(), msg.data(), 32, &pair, nullptr), 0);
    const bytes &point = second_point;
    bytes adaptor(162);
    EXPECT_EQ(ufsecp_dleq_prove(sig.data(), sk.data(), point.data(), nullptr, nullptr, nullptr), 0);
    EXPECT_EQ(
        ufsecp_ecdsa_adaptor_encrypt(adaptor.data(), msg.data(), sk.data(), point.data(), nullptr),
        0);
    EXPECT_EQ(ufsecp_schnorr_adaptor_presign(adaptor.data(), msg.data(), 32, sk.data(),
                                             point.data(), nullptr),
              0);
    EXPECT_EQ(outputs.size(), 7u);
    EXPECT_EQ(std::count(outputs.begin(), outputs.end(), adaptor.data()), 0);
    EXPECT_EQ(std::count(outputs.begin(), outputs.end(), sig.data()), 0);
}

/* ---- Batches ---- */

struct batch {
    bytes sigs, ok;
    int all;
    bool operator==(const batch &) const = default;
};
using batch_call = batch (*)(const bytes &msgs, const bytes &sks, bool verdicts);
batch ecdsa_batch(const bytes &msgs, const bytes &sks, bool verdicts) {
    const size_t n = msgs.size() / 32;
    batch r = {bytes(64 * n, 0xa5), bytes(n, 0xa5), 7};
    r.all = ufsecp_ecdsa_sign_batch(r.sigs.data(), verdicts ? r.ok.data() : nullptr, msgs.data(),
                                    sks.data(), n);
    return r;
}
batch schnorr_batch(const bytes &msgs, const bytes &sks, bool verdicts) {
    const size_t n = msgs.size() / 32;
    batch r = {bytes(64 * n, 0xa5), bytes(n, 0xa5), 7};
    r.all = ufsecp_schnorr_sign_batch(r.sigs.data(), verdicts ? r.ok.data() : nullptr, msgs.data(),
                                      sks.data(), msgs.data(), n);
    return r;
}

TEST_P(Fault, RowsOfABatch) {
    for (size_t n : {1, 9, 270})
        for (batch_call call : {ecdsa_batch, schnorr_batch}) {
            bytes msgs, sks;
            size_t marks = 0;
            for (size_t i = 0; i < n; i++) {
                msgs = msgs + draw("msg", i);
                sks = sks + (i % 50 == 5 ? plus(order, static_cast<int>(i)) : draw("key", i));
                marks += marked(&msgs[32 * i]);
            }
            if (n > 100) { ASSERT_GT(marks, n / 20); }
            repair();
            check(0);
            const batch right = call(msgs, sks, true);
            check(1);
            EXPECT_EQ(call(msgs, sks, true), right) << n;
            for (int wrong : {0, 1, 2}) {
                repair();
                if (wrong == 0) fault.bit = 17;
                if (wrong == 1) fault.refuse = true;
                if (wrong == 2) fault.bit = 511, fault.all_rows = true;
                batch off = right, on = right;
                for (size_t i = 0; i < n; i++) {
                    if (!fault.all_rows && !marked(&msgs[32 * i])) continue;
                    damage(&off.sigs[64 * i]);
                    if (fault.refuse) off.ok[i] = 0;
                    std::fill_n(&on.sigs[64 * i], 64, 0);
                    on.ok[i] = 0, on.all = 0;
                }
                check(0);
                EXPECT_EQ(call(msgs, sks, true), off) << n << " " << wrong;
                check(1);
                EXPECT_EQ(call(msgs, sks, true), on) << n << " " << wrong;
                ufsecp_threads_set(3); /* 0 where the library is built without threads */
                const batch silent = call(msgs, sks, false);
                ufsecp_threads_set(1);
                EXPECT_EQ(silent.sigs, on.sigs);
                EXPECT_EQ(silent.all, on.all);
            }
            repair();
            EXPECT_EQ(call({}, {}, true).all, 1);
        }
}

TEST_P(Fault, HighSInABatch) {
    const bytes msgs = draw("msg", 1) + draw("msg", 2), sks = draw("key", 1) + draw("key", 2);
    fault.high = fault.all_rows = true;
    check(0);
    EXPECT_EQ(ecdsa_batch(msgs, sks, true).ok, bytes(2, 1));
    check(1);
    EXPECT_EQ(ecdsa_batch(msgs, sks, true), (batch{bytes(128), bytes(2), 0}));
}

/* ---- What is left of a signature that is not given out ---- */

#ifdef WIPE_UNSEEN
TEST(Fault, LeavesNoSignature) { GTEST_SKIP() << WIPE_UNSEEN; }
#else
/* How many of the quarters of these s are in memory, in either order of their bytes. */
size_t quarters_of(const std::vector<bytes> &all, const uint8_t *from, size_t size) {
    size_t r = 0;
    for (const bytes &s : all)
        for (size_t i = 0; i < 32; i += 8) {
            const bytes part = slice(s, i, 8), reversed(part.rbegin(), part.rend());
            for (const bytes &b : {part, reversed})
                r += std::search(from, from + size, b.begin(), b.end()) != from + size;
        }
    return r;
}
/* A call that gives nothing out leaves nothing of what it withholds. */
template <class Call>
void expect_gone(const char *name, const std::vector<bytes> &withheld, Call call) {
    const auto stack = std::make_unique<painted_stack>();
    ufsecp_sign_check_set(1);
    call(); /* what is set up once, is now */
    stack->run(call);
    EXPECT_EQ(quarters_of(withheld, stack->used(), stack->used_size()), 0u) << name;
}
[[gnu::noinline]] void leave(const bytes &b) {
    uint8_t local[200];
    memcpy(local, b.data(), b.size());
    __asm__ volatile("" : : "r"(local) : "memory");
}

TEST_P(Fault, LeavesNoSignature) {
    const bytes msg = draw("msg", 5), sk = draw("key", 5);
    const auto stack = std::make_unique<painted_stack>();
    auto leaves = [&] { leave(msg); };
    stack->run(leaves); /* such a leftover is found */
    EXPECT_EQ(quarters_of({msg}, stack->used(), stack->used_size()), 4u);
    struct {
        const char *name;
        sign_call call;
        size_t at; /* where s is */
        int bit;
    } const kinds[] = {{"ECDSA", by_ecdsa, 32, 300},
                       {"recoverable", by_recoverable, 32, 300},
                       {"Schnorr", by_schnorr, 32, 300},
                       {"key pair", by_keypair, 32, 300},
                       {"proof", by_dleq, 32, 300},
                       {"ECDSA adaptor", by_ecdsa_adaptor, 66, 300},
                       {"Schnorr adaptor", by_schnorr_adaptor, 33, 300},
                       {"nonce", by_ecdsa_nonce, 32, 300},
                       {"nonce of a key pair", by_keypair_nonce, 32, 300},
                       {"MuSig2", by_musig, 0, 100},
                       {"FROST", by_frost_of_shares, 0, 100}};
    for (const auto &kind : kinds) {
        repair();
        fault.bit = kind.bit;
        check(0);
        const made wrong = kind.call(msg, sk);
        made r;
        expect_gone(kind.name, {slice(wrong.sig, kind.at, 32)}, [&] { r = kind.call(msg, sk); });
        EXPECT_TRUE(nothing(r)) << kind.name;
    }
    fault.bit = 300, fault.all_rows = true;
    for (size_t n : {1, 9, 129})
        for (batch_call call : {ecdsa_batch, schnorr_batch}) {
            bytes msgs, sks;
            std::vector<bytes> withheld;
            for (size_t i = 0; i < n; i++) msgs = msgs + draw("msg", i), sks = sks + draw("key", i);
            check(0);
            const batch wrong = call(msgs, sks, true);
            for (size_t i = 0; i < n; i++) withheld.push_back(slice(wrong.sigs, 64 * i + 32, 32));
            batch r;
            expect_gone("batch", withheld, [&] { r = call(msgs, sks, true); });
            EXPECT_TRUE(all_zero(r.sigs) && all_zero(r.ok) && r.all == 0) << n;
        }
}
#endif

}  // namespace
