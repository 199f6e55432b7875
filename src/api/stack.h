// What calls with secrets leave on the stack is overwritten: arithmetic left temporaries there, and
// compilers copies.
#pragma once
#include "base/ct.h"
#include "engine/engine.h"

namespace ufsecp {

/* Bytes of stack that the rows of an engine use at most, by what they do; a batch, by piece. With
 * the compilers and flags of the tests: wipe_test shows that it is enough. */
struct stack_use {
    size_t key, sign, ecdh, batch;
};
#ifdef UF_TINY
constexpr size_t sign_depth = sizeof(void *) == 8 ? 4608 : 2304;
inline constexpr stack_use scalar_stack = {512, sign_depth, 6144, 6144};
/* The engine's address is not looked at, so that the linker drops those of its rows that nobody
 * calls. */
constexpr const stack_use &stack_of(const engine &) { return scalar_stack; }
#else
inline constexpr stack_use scalar_stack = {512, 4096, 8192, 32768},
                           lanes_stack = {512, 14848, 16384, 65536};
constexpr const stack_use &stack_of(const engine &e) {
    return e.lanes > 1 ? lanes_stack : scalar_stack;
}
#endif

/* Passes on the result of a row of an engine, and overwrites what it used of the stack: depth bytes
 * below the caller. */
[[gnu::always_inline]] inline int wiped(size_t depth, int result) {
    UF_TARGET::wipe_stack(depth);
    return result;
}

}  // namespace ufsecp
