// What calls with secrets leave on the stack is overwritten: arithmetic left temporaries there, and
// compilers copies.
#pragma once
#include "base/ct.h"
#include "engine/engine.h"

namespace ufsecp {

/* Bytes of stack that the functions of an engine use at most, by what they do (engine/functions.h);
 * a batch, by piece.  With the compilers and flags of the tests: wipe_test shows that they are
 * enough. */
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
#if defined(UF_TINY) && defined(UF_THUMB_LEAVES) && defined(__clang__) && !defined(UF_CT_MULTIPLY)
#define UF_STACK_BY_CALL 1 /* as clang -Oz compiles it; the image `probe` of embedded/ shows it */
inline constexpr stack_use scalar_stack = {512, 3072, 1536, 5376, 5376};
#elif defined(UF_TINY)
constexpr size_t sign_depth = sizeof(void *) == 8 ? 4608 : 2304;
#ifdef __clang__
constexpr size_t product_depth = 6144;
#else
constexpr size_t product_depth = 6656; /* g++ without 128-bit integers keeps more apart */
#endif
inline constexpr stack_use scalar_stack = {512, 3072, sign_depth, product_depth, product_depth};
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
#ifdef UF_STACK_BY_CALL
template <>
constexpr size_t stack_for<&engine::pubkey_create>(const engine &) {
    return 1216;
}
#endif

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
    [[maybe_unused]] volatile uint8_t distance[64];
    distance[0] = 0;
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
