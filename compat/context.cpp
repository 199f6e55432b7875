// Contexts: they hold callbacks, and nothing that is computed.
#include <stdio.h>
#include <stdlib.h>

#include "base/ct.h"
#include "compat/arguments.h"
#include "hash/sha256.h"
#include "secp256k1_preallocated.h"

/* A program may have functions of these names of its own. */
extern "C" {
[[gnu::weak, gnu::visibility("default")]] void secp256k1_default_illegal_callback_fn(
    const char *message, void *) {
    fprintf(stderr, "[libsecp256k1] illegal argument: %s\n", message);
    abort();
}
[[gnu::weak, gnu::visibility("default")]] void secp256k1_default_error_callback_fn(
    const char *message, void *) {
    fprintf(stderr, "[libsecp256k1] internal consistency check failed: %s\n", message);
    abort();
}
}

namespace {
using namespace compat;

const callback default_illegal = {secp256k1_default_illegal_callback_fn, nullptr};
const callback default_error = {secp256k1_default_error_callback_fn, nullptr};
const secp256k1_context static_context = {default_illegal, default_error, false};

/* The digest of data by a compression function from outside. */
void digest(secp256k1_sha256_compression_function compress, u8 out32[32], const u8 *data,
            size_t len) {
    uint32_t state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                         0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    u8 tail[128] = {0};
    const size_t whole = len / 64, rest = len % 64, blocks = rest < 56 ? 1 : 2;
    if (whole) compress(state, data, whole);
    memcpy(tail, data + 64 * whole, rest);
    tail[rest] = 0x80;
    for (size_t i = 0; i < 8; i++) tail[64 * blocks - 1 - i] = (u8)((uint64_t)len * 8 >> 8 * i);
    compress(state, tail, blocks);
    for (size_t i = 0; i < 32; i++) out32[i] = (u8)(state[i / 4] >> (24 - 8 * (i % 4)));
}

/* Whether it gives the digests of the library's own for up to 9 blocks at a time, aligned and
 * not. */
bool compression_is_good(secp256k1_sha256_compression_function compress) {
    u8 data[64 * 10], own32[32], out32[32];
    for (size_t i = 0; i < sizeof data; i++) data[i] = (u8)(i * 7 + i / 64 * 31 + 5);
    for (size_t len = 0; len <= 64 * 9; len += len < 128 ? 1 : 32)
        for (size_t shift = 0; shift < 2; shift++) {
            ufsecp::sha256_hash(own32, data + shift, len);
            digest(compress, out32, data + shift, len);
            if (memcmp(own32, out32, 32) != 0) return false;
        }
    return true;
}

void *allocate(const callback &error, size_t size) {
    void *const memory = malloc(size);
    if (!memory) error("Out of memory");
    return memory;
}

}  // namespace

extern "C" {

const secp256k1_context *const secp256k1_context_static = &static_context;
const secp256k1_context *const secp256k1_context_no_precomp = &static_context;

void secp256k1_selftest(void) {
    /* FIPS 180-4's example "abc". */
    static const u8 expected32[32] = {0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea,
                                      0x41, 0x41, 0x40, 0xde, 0x5d, 0xae, 0x22, 0x23,
                                      0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17, 0x7a, 0x9c,
                                      0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad};
    u8 out32[32];
    ufsecp::sha256_hash(out32, (const u8 *)"abc", 3);
    if (memcmp(out32, expected32, 32) != 0) default_error("self test failed");
}

size_t secp256k1_context_preallocated_size(unsigned int flags) {
    if ((flags & SECP256K1_FLAGS_TYPE_MASK) != SECP256K1_FLAGS_TYPE_CONTEXT) {
        default_illegal("Invalid flags");
        return 0;
    }
    if ((flags & SECP256K1_FLAGS_BIT_CONTEXT_DECLASSIFY) &&
        !ufsecp::UF_TARGET::taint_is_checked()) {
        default_illegal("Declassify flag requires running with memory checking");
        return 0;
    }
    return sizeof(secp256k1_context);
}

size_t secp256k1_context_preallocated_clone_size(const secp256k1_context *ctx) {
    ARG_CHECK_AS(ctx->proper, "secp256k1_context_is_proper(ctx)");
    return sizeof(secp256k1_context);
}

secp256k1_context *secp256k1_context_preallocated_create(void *prealloc, unsigned int flags) {
    secp256k1_selftest();
    if (secp256k1_context_preallocated_size(flags) == 0) return nullptr;
    secp256k1_context *const ctx = (secp256k1_context *)prealloc;
    *ctx = {default_illegal, default_error, true};
    return ctx;
}

secp256k1_context *secp256k1_context_create(unsigned int flags) {
    const size_t size = secp256k1_context_preallocated_size(flags);
    void *const memory = allocate(default_error, size ? size : 1);
    secp256k1_context *const ctx =
        memory ? secp256k1_context_preallocated_create(memory, flags) : nullptr;
    if (!ctx) free(memory);
    return ctx;
}

secp256k1_context *secp256k1_context_preallocated_clone(const secp256k1_context *ctx,
                                                        void *prealloc) {
    ARG_CHECK(prealloc != NULL);
    ARG_CHECK_AS(ctx->proper, "secp256k1_context_is_proper(ctx)");
    secp256k1_context *const copy = (secp256k1_context *)prealloc;
    *copy = *ctx;
    return copy;
}

secp256k1_context *secp256k1_context_clone(const secp256k1_context *ctx) {
    ARG_CHECK_AS(ctx->proper, "secp256k1_context_is_proper(ctx)");
    void *const memory = allocate(ctx->error, sizeof *ctx);
    return memory ? secp256k1_context_preallocated_clone(ctx, memory) : nullptr;
}

void secp256k1_context_preallocated_destroy(secp256k1_context *ctx) {
    if (!ctx) return;
    if (ctx->proper) ctx->proper = false;
    else ctx->illegal("ctx == NULL || secp256k1_context_is_proper(ctx)");
}

void secp256k1_context_destroy(secp256k1_context *ctx) {
    const bool ours = ctx && ctx->proper;
    secp256k1_context_preallocated_destroy(ctx);
    if (ours) free(ctx);
}

void secp256k1_context_set_illegal_callback(secp256k1_context *ctx, callback_function fun,
                                            const void *data) {
    ARG_CHECK_AS_VOID(ctx != &static_context, "ctx != secp256k1_context_static");
    ctx->illegal = {fun ? fun : default_illegal.function, data};
}
void secp256k1_context_set_error_callback(secp256k1_context *ctx, callback_function fun,
                                          const void *data) {
    ARG_CHECK_AS_VOID(ctx != &static_context, "ctx != secp256k1_context_static");
    ctx->error = {fun ? fun : default_error.function, data};
}

void secp256k1_context_set_sha256_compression(
    secp256k1_context *ctx, secp256k1_sha256_compression_function fn_compression) {
    ARG_CHECK_AS_VOID(ctx->proper, "secp256k1_context_is_proper(ctx)");
    ARG_CHECK_AS_VOID(!fn_compression || compression_is_good(fn_compression),
                      "secp256k1_selftest_sha256(fn_compression)");
}

int secp256k1_context_randomize(secp256k1_context *ctx, const unsigned char *seed32) {
    (void)seed32;
    ARG_CHECK_AS(ctx->proper, "secp256k1_context_is_proper(ctx)");
    return 1;
}

}  // extern "C"
