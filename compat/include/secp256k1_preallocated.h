/* libsecp256k1's contexts in memory of the caller, as UltrafastSecp256k1 offers them: nothing is
 * allocated and nothing freed. secp256k1.h has the rules. */
#ifndef SECP256K1_PREALLOCATED_H
#define SECP256K1_PREALLOCATED_H

#include "secp256k1.h"

#ifdef __cplusplus
extern "C" {
#endif

/* The bytes that a context with these flags needs; ask for them at run time. 0 for unknown
 * flags. */
SECP256K1_API size_t secp256k1_context_preallocated_size(unsigned int flags)
    SECP256K1_WARN_UNUSED_RESULT;

/* A context at prealloc, which is aligned for any type, or NULL for unknown flags. The memory
 * belongs to the context until secp256k1_context_preallocated_destroy. */
SECP256K1_API secp256k1_context *secp256k1_context_preallocated_create(void *prealloc,
                                                                       unsigned int flags)
    SECP256K1_ARG_NONNULL(1) SECP256K1_WARN_UNUSED_RESULT;

/* The bytes that a copy of ctx needs. Illegal: the static context. */
SECP256K1_API size_t secp256k1_context_preallocated_clone_size(const secp256k1_context *ctx)
    SECP256K1_ARG_NONNULL(1) SECP256K1_WARN_UNUSED_RESULT;

/* A copy of ctx at prealloc. Illegal: the static context. */
SECP256K1_API secp256k1_context *secp256k1_context_preallocated_clone(const secp256k1_context *ctx,
                                                                      void *prealloc)
    SECP256K1_ARG_NONNULL(1) SECP256K1_ARG_NONNULL(2) SECP256K1_WARN_UNUSED_RESULT;

/* Ends a context whose memory the caller keeps; does nothing for NULL. */
SECP256K1_API void secp256k1_context_preallocated_destroy(secp256k1_context *ctx)
    SECP256K1_ARG_NONNULL(1);

#ifdef __cplusplus
}
#endif

#endif
