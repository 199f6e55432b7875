// Batch verification, by the calls proposed for libsecp256k1: an object that takes claims, and one
// verdict by a sum of products.
#include "secp256k1_batch.h"

#include <stdlib.h>

#include "compat/opaque.h"
#include "proto/order.h"
#include "ufsecp/ufsecp.h"

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;
using compat::load;
using compat::point;

struct secp256k1_batch_struct {
    ufsecp_batch *claims;
    int usable; /* no verdict was 0 */
};

/* Whether a batch takes one claim more. One that is full is checked first, so that a false claim is
 * told by the call that follows. */
static int takes_more(secp256k1_batch *batch) {
    constexpr size_t most = 8192; /* as many as ufsecp_batch has room for */
    if (batch->usable && ufsecp_batch_count(batch->claims) == most)
        batch->usable = ufsecp_batch_finish(batch->claims, nullptr);
    return batch->usable;
}

extern "C" {

secp256k1_batch *secp256k1_batch_create(const secp256k1_context *ctx, size_t max_terms,
                                        const unsigned char *aux_rand16) {
    u8 entropy32[32] = {0};
    ARG_CHECK_RETURN(max_terms != 0, "max_terms != 0", nullptr);
    if (aux_rand16) memcpy(entropy32, aux_rand16, 16);
    secp256k1_batch *const batch = static_cast<secp256k1_batch *>(malloc(sizeof *batch));
    ufsecp_batch *const claims = batch ? ufsecp_batch_new(entropy32) : nullptr;
    if (!claims) {
        free(batch);
        ctx->error("Out of memory");
        return nullptr;
    }
    *batch = {claims, 1};
    return batch;
}

void secp256k1_batch_destroy(const secp256k1_context *, secp256k1_batch *batch) {
    if (batch) ufsecp_batch_free(batch->claims);
    free(batch);
}

int secp256k1_batch_usable(const secp256k1_context *ctx, const secp256k1_batch *batch) {
    ARG_CHECK(batch != NULL);
    return batch->usable;
}

int secp256k1_batch_verify(const secp256k1_context *ctx, secp256k1_batch *batch) {
    ARG_CHECK(batch != NULL);
    if (batch->usable) batch->usable = ufsecp_batch_finish(batch->claims, nullptr);
    return batch->usable;
}

/* r and s are looked at before the key, as secp256k1_schnorrsig_verify does. */
int secp256k1_batch_add_schnorrsig(const secp256k1_context *ctx, secp256k1_batch *batch,
                                   const unsigned char *sig64, const unsigned char *msg,
                                   size_t msglen, const secp256k1_xonly_pubkey *pubkey) {
    point p;
    ARG_CHECK(batch != NULL);
    ARG_CHECK(sig64 != NULL);
    ARG_CHECK(msg != NULL || msglen == 0);
    ARG_CHECK(pubkey != NULL);
    return takes_more(batch) && compat::below_prime(sig64) &&
           memcmp(sig64 + 32, order_b32, 32) < 0 && load(ctx, &p, pubkey->data) &&
           ufsecp_batch_add_schnorr(batch->claims, sig64, msg, msglen, p.pk65 + 1);
}

int secp256k1_batch_add_xonlypub_tweak_check(const secp256k1_context *ctx, secp256k1_batch *batch,
                                             const unsigned char *tweaked_pubkey32,
                                             int tweaked_pk_parity,
                                             const secp256k1_xonly_pubkey *internal_pubkey,
                                             const unsigned char *tweak32) {
    point p;
    ARG_CHECK(batch != NULL);
    ARG_CHECK(internal_pubkey != NULL);
    ARG_CHECK(tweaked_pubkey32 != NULL);
    ARG_CHECK(tweak32 != NULL);
    return takes_more(batch) && compat::below_prime(tweaked_pubkey32) &&
           memcmp(tweak32, order_b32, 32) < 0 && load(ctx, &p, internal_pubkey->data) &&
           ufsecp_batch_add_tweak(batch->claims, tweaked_pubkey32, tweaked_pk_parity, p.pk65 + 1,
                                  tweak32);
}

}  // extern "C"
