// Names that libsecp256k1 had before 0.8.0 and that older programs want; two more stand beside what
// they are other names for, in context.cpp and schnorrsig.cpp.
#include <stdlib.h>

#include "compat/arguments.h"

/* A scratch space is what destroy frees. */
struct secp256k1_scratch_space_struct {
    size_t size;
};

extern "C" {

int secp256k1_ec_privkey_negate(const secp256k1_context *ctx, unsigned char *seckey) {
    return secp256k1_ec_seckey_negate(ctx, seckey);
}
int secp256k1_ec_privkey_tweak_add(const secp256k1_context *ctx, unsigned char *seckey,
                                   const unsigned char *tweak32) {
    return secp256k1_ec_seckey_tweak_add(ctx, seckey, tweak32);
}
int secp256k1_ec_privkey_tweak_mul(const secp256k1_context *ctx, unsigned char *seckey,
                                   const unsigned char *tweak32) {
    return secp256k1_ec_seckey_tweak_mul(ctx, seckey, tweak32);
}

secp256k1_scratch_space *secp256k1_scratch_space_create(const secp256k1_context *ctx, size_t size) {
    secp256k1_scratch_space *const scratch = (secp256k1_scratch_space *)malloc(sizeof *scratch);
    if (scratch) scratch->size = size;
    else ctx->error("Out of memory");
    return scratch;
}
void secp256k1_scratch_space_destroy(const secp256k1_context *ctx,
                                     secp256k1_scratch_space *scratch) {
    (void)ctx;
    free(scratch);
}

}  // extern "C"
