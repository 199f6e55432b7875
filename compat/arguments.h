// Contexts, and what a function of libsecp256k1's interface does about illegal arguments.
//
// The text that a callback gets is part of the interface: programs and their tests compare it. It
// is the condition as libsecp256k1 0.8.0 writes it, so that parameters here have its names.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "secp256k1.h"

namespace compat {

using u8 = uint8_t;
using callback_function = void (*)(const char *message, void *data);

struct callback {
    callback_function function;
    const void *data;

    void operator()(const char *message) const { function(message, const_cast<void *>(data)); }
};

}  // namespace compat

struct secp256k1_context_struct {
    compat::callback illegal, error;
    bool proper; /* not the static context or a copy of it, nor destroyed: it may sign */
};

/* clang-format off */
#define ARG_CHECK_RETURN(condition, text, ...) \
    do { if (!(condition)) { ctx->illegal(text); return __VA_ARGS__; } } while (0)
#define ARG_CHECK(condition) ARG_CHECK_RETURN(condition, #condition, 0)
#define ARG_CHECK_AS(condition, text) ARG_CHECK_RETURN(condition, text, 0)
#define ARG_CHECK_AS_VOID(condition, text) ARG_CHECK_RETURN(condition, text)
/* clang-format on */

/* For what multiplies the generator by a secret. */
#define ARG_CHECK_SIGNS \
    ARG_CHECK_AS(ctx->proper, "secp256k1_ecmult_gen_context_is_built(&ctx->ecmult_gen_ctx)")
