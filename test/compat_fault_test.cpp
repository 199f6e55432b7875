// ufsecp_sign_check_set and libsecp256k1's interface: signatures by a nonce function of the
// program are verified too, and a fault ends the search for a nonce.
//
// The choice of the engine is compiled into this program, which so can choose an engine of its own.
#include "engine/select.cpp"

#include "api.h"
#include "secp256k1_recovery.h"
#include "secp256k1_schnorrsig.h"

using ufsecp::engine;

namespace {

const engine *sound;
bool faulty;
unsigned asked; /* calls of the nonce functions */

int ecdsa_sign_nonce(uint8_t *sig64, int *recid, const uint8_t *msg32, const uint8_t *sk32,
                     const uint8_t *nonce32) {
    const int made = sound->ecdsa_sign_nonce(sig64, recid, msg32, sk32, nonce32);
    sig64[40] ^= static_cast<uint8_t>(faulty);
    return made;
}
int schnorr_sign_nonce(uint8_t *sig64, const uint8_t *msg, size_t msg_len, const uint8_t *pair65,
                       const uint8_t *nonce32) {
    const int made = sound->schnorr_sign_nonce(sig64, msg, msg_len, pair65, nonce32);
    sig64[40] ^= static_cast<uint8_t>(faulty);
    return made;
}

/* First one that is no nonce, then always the same one. */
int nonce(unsigned char *nonce32, const unsigned char *, const unsigned char *key32,
          const unsigned char *, void *, unsigned attempt) {
    asked++;
    for (size_t i = 0; i < 32; i++)
        nonce32[i] = attempt ? static_cast<uint8_t>(key32[31 - i] ^ 0x3c) : 0;
    return attempt < 9;
}
int hardened(unsigned char *nonce32, const unsigned char *, size_t, const unsigned char *key32,
             const unsigned char *, const unsigned char *, size_t, void *) {
    return nonce(nonce32, nullptr, key32, nullptr, nullptr, 1);
}

class CompatFault : public EachEngine {
protected:
    secp256k1_context *const ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    const bytes key = draw("key", 0), msg = draw("msg", 0);
    secp256k1_keypair pair;
    engine mine;

    void SetUp() override {
        EachEngine::SetUp();
        ASSERT_EQ(secp256k1_keypair_create(ctx, &pair, key.data()), 1);
        sound = &ufsecp::current_engine();
        mine = *sound;
        mine.ecdsa_sign_nonce = ecdsa_sign_nonce, mine.schnorr_sign_nonce = schnorr_sign_nonce;
        ufsecp::selected.store(&mine);
        faulty = false;
    }
    void TearDown() override {
        ufsecp_sign_check_set(0);
        EachEngine::TearDown();
        secp256k1_context_destroy(ctx);
    }
    int custom(bytes *sig, const secp256k1_keypair &by) {
        secp256k1_schnorrsig_extraparams extra = SECP256K1_SCHNORRSIG_EXTRAPARAMS_INIT;
        extra.noncefp = hardened;
        sig->assign(64, 0xa5);
        return secp256k1_schnorrsig_sign_custom(ctx, sig->data(), msg.data(), 32, &by, &extra);
    }
};
ON_EACH_ENGINE(CompatFault);

TEST_P(CompatFault, EcdsaByANonceFunction) {
    secp256k1_ecdsa_signature sig[2];
    secp256k1_ecdsa_recoverable_signature recoverable[2];
    for (int on : {0, 1}) {
        ufsecp_sign_check_set(on);
        asked = 0;
        EXPECT_EQ(secp256k1_ecdsa_sign(ctx, &sig[on], msg.data(), key.data(), nonce, nullptr), 1);
        EXPECT_EQ(asked, 2u);
        EXPECT_EQ(secp256k1_ecdsa_sign_recoverable(ctx, &recoverable[on], msg.data(), key.data(),
                                                   nonce, nullptr),
                  1);
    }
    EXPECT_EQ(memcmp(&sig[0], &sig[1], sizeof *sig), 0);
    EXPECT_EQ(memcmp(&recoverable[0], &recoverable[1], sizeof *recoverable), 0);
    faulty = true;
    asked = 0;
    EXPECT_EQ(secp256k1_ecdsa_sign(ctx, &sig[0], msg.data(), key.data(), nonce, nullptr), 0);
    EXPECT_EQ(asked, 2u);
    EXPECT_EQ(secp256k1_ecdsa_sign_recoverable(ctx, &recoverable[0], msg.data(), key.data(), nonce,
                                               nullptr),
              0);
    EXPECT_TRUE(all_zero(bytes(sig[0].data, sig[0].data + 64)));
    EXPECT_TRUE(all_zero(bytes(recoverable[0].data, recoverable[0].data + 65)));
    ufsecp_sign_check_set(0);
    EXPECT_EQ(secp256k1_ecdsa_sign(ctx, &sig[0], msg.data(), key.data(), nonce, nullptr), 1);
    EXPECT_NE(memcmp(&sig[0], &sig[1], sizeof *sig), 0);
}

TEST_P(CompatFault, SchnorrByANonceFunction) {
    bytes right, sig;
    EXPECT_EQ(custom(&right, pair), 1);
    ufsecp_sign_check_set(1);
    EXPECT_EQ(custom(&sig, pair), 1);
    EXPECT_EQ(sig, right);
    secp256k1_keypair other, damaged = pair; /* its halves belong to two keys */
    ASSERT_EQ(secp256k1_keypair_create(ctx, &other, draw("key", 1).data()), 1);
    memcpy(damaged.data, other.data, 32);
    EXPECT_EQ(custom(&sig, damaged), 0);
    EXPECT_TRUE(all_zero(sig));
    faulty = true;
    EXPECT_EQ(custom(&sig, pair), 0);
    EXPECT_TRUE(all_zero(sig));
    ufsecp_sign_check_set(0);
    EXPECT_EQ(custom(&sig, pair), 1);
    EXPECT_NE(sig, right);
}

}  // namespace
