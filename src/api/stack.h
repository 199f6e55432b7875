// What calls with secrets leave on the stack is overwritten: arithmetic left temporaries there, and
// compilers copies.
#pragma once
#include "base/ct.h"
#include "engine/engine.h"

namespace ufsecp {

/* Bytes of stack that the functions of an engine use at most, by what they do (engine/functions.h);
 * a batch, by piece.  With the compilers and flags of the tests, and some more: wipe_test shows
 * that they are enough; in the profile tiny `sizes` and the images `probe` of embedded/ do. */
struct stack_use {
    size_t key, point, sign, ecdh, batch;

    constexpr size_t of(engine_data data) const {
        switch (data) {
        case engine_data::key: return key;
        case engine_data::point: return point;
        case engine_data::sign: return sign;
        case engine_data::ecdh: return ecdh;
        case engine_data::batch: return batch;
        default: return 0;
        }
    }
};
#if defined(UF_TINY) && defined(UF_THUMB_LEAVES) && defined(__clang__) /* -Oz */
inline constexpr stack_use scalar_stack = {640, 2304, 1920, 5632, 5632};
#elif defined(UF_TINY)
constexpr size_t sign_depth = sizeof(void *) == 8 ? 4608 : 3200;
inline constexpr stack_use scalar_stack = {640, 3328, sign_depth, 7680, 7680};
#endif
#ifdef UF_TINY
/* The engine's address is not looked at, so that the linker drops the functions that nobody
 * calls. */
constexpr const stack_use &stack_of(const engine &) { return scalar_stack; }
#else
inline constexpr stack_use scalar_stack = {512, 3072, 4096, 8192, 32768},
                           lanes_stack = {512, 3072, 14848, 16384, 65536};
constexpr const stack_use &stack_of(const engine &e) {
    return e.lanes > 1 ? lanes_stack : scalar_stack;
}
#endif
template <auto function>
constexpr size_t stack_for(const engine &e) {
    return stack_of(e).of(data_of<function>);
}
/* Above its multiplication a proof holds points and texts. */
constexpr size_t proof_frame = 2048;
template <>
constexpr size_t stack_for<&engine::dleq_prove>(const engine &e) {
    return stack_of(e).ecdh + proof_frame;
}
template <>
constexpr size_t stack_for<&engine::ecdsa_adaptor_encrypt>(const engine &e) {
    return stack_of(e).ecdh + proof_frame;
}

/* Passes on the result of a function of an engine, and overwrites what it used of the stack:
 * `depth` bytes below the caller. */
[[gnu::always_inline]] inline int wiped(size_t depth, int result) {
    UF_TARGET::wipe_stack(depth);
    return result;
}

/* Neither inlined, nor does the caller read what it refers to. */
#ifdef __clang__
#define UF_APART __attribute__((noinline))
#else
#define UF_APART __attribute__((noipa))
#endif

/* work(), in a frame of its own, and below one that keeps it off the bytes that wipe_stack's own
 * frame does not overwrite. */
template <class Work>
UF_APART static auto work_apart(const Work &work) {
    return work();
}
template <class Work>
UF_APART static auto work_below(const Work &work) {
    uint8_t distance[64];
    __asm__ __volatile__("" : : "r"(distance) : "memory"); /* else clang keeps one byte of it */
    return work_apart(work);
}
/* work(), whose result is the caller's; then the stack that it used is overwritten, depth bytes. */
template <class Work>
[[gnu::always_inline]] inline auto wiped_after(size_t depth, const Work &work) {
    const auto r = work_below(work);
    UF_TARGET::wipe_stack(depth);
    return r;
}

}  // namespace ufsecp
