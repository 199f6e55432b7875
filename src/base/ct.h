// Constant time: masks, selection, secrets that wipe themselves, and the one greppable way out of
// them.
#pragma once
#include <type_traits>

#include "base/int.h"

#if defined(UF_CT_VALGRIND)
#include <valgrind/memcheck.h>
#elif defined(__has_feature)
#if __has_feature(memory_sanitizer)
#include <sanitizer/msan_interface.h>
#define UF_CT_MSAN 1
#endif
#endif

namespace ufsecp::UF_TARGET {

/* Hides a value from the optimiser, so that mask arithmetic is never turned back into a branch.
 * time: constant. */
template <class T>
static inline T value_barrier(T x) {
    static_assert(std::is_integral_v<T>);
#if defined(UF_CT_MSAN)
    /* MSan takes asm outputs as initialised, which would end the taint. */
    volatile T y = x;
    return y;
#else
    __asm__("" : "+r"(x));
    return x;
#endif
}

/* Whether a taint checker sees what classify marks. */
static inline bool taint_is_checked() {
#if defined(UF_CT_VALGRIND)
    return RUNNING_ON_VALGRIND != 0;
#elif defined(UF_CT_MSAN)
    return true;
#else
    return false;
#endif
}

/* A truth value without a branch: bits is 0 or all ones.  It converts to bool only through
 * declassify (a secret) or is_true_var (public data, base/public_var.h). */
struct mask {
    u64 bits;
};

static inline mask mask_none() { return {0}; }
static inline mask mask_all() { return {~(u64)0}; }
/* All ones if bit is 1, zero if it is 0; bit must be 0 or 1. */
static inline mask mask_of_bit(u64 bit) { return {(u64)0 - value_barrier(bit)}; }
static inline mask mask_is_zero(u64 x) { return mask_of_bit(((x | ((u64)0 - x)) >> 63) ^ 1); }
static inline mask mask_is_equal(u64 a, u64 b) { return mask_is_zero(a ^ b); }
static inline mask operator&(mask a, mask b) { return {a.bits & b.bits}; }
static inline mask operator|(mask a, mask b) { return {a.bits | b.bits}; }
static inline mask operator^(mask a, mask b) { return {a.bits ^ b.bits}; }
static inline mask operator~(mask a) { return {~a.bits}; }
/* The same where there are no operators: in text that GPUs share. */
static inline mask mask_and(mask a, mask b) { return a & b; }
static inline mask mask_or(mask a, mask b) { return a | b; }
static inline mask mask_not(mask a) { return ~a; }
/* 1 if set, 0 if not: for arithmetic, not for branching. */
static inline u64 mask_bit(mask m) { return m.bits & 1; }

/* m ? a : b.
 * time: constant. */
static inline u64 select(mask m, u64 a, u64 b) { return b ^ (value_barrier(m.bits) & (a ^ b)); }
static inline u32 select(mask m, u32 a, u32 b) {
    return b ^ ((u32)value_barrier(m.bits) & (a ^ b));
}
static inline u32 select32(mask m, u32 a, u32 b) { return select(m, a, b); }

/* Overwrites len bytes with zeros in a way that the optimiser keeps. */
static inline void wipe(void *p, size_t len) {
    memset(p, 0, len);
    __asm__ __volatile__("" : : "r"(p) : "memory");
}

/* Overwrites `size` bytes of the stack below its caller: what calls that have returned left
 * there. */
[[gnu::noinline, maybe_unused]] static void wipe_stack(size_t size) {
    wipe(__builtin_alloca(size), size);
}

/* A secret value at rest: not copyable, wiped at the end of its life.  A secret<T> is a T to every
 * constant-time function; variable-time functions refuse it at compile time (UF_PUBLIC_ONLY). */
template <class T>
struct secret : T {
    static_assert(std::is_trivially_copyable_v<T>);
    secret() : T{} {}
    secret(const secret &) = delete;
    secret &operator=(const secret &) = delete;
    ~secret() { wipe(static_cast<T *>(this), sizeof(T)); }
};

/* N secret bytes: secret_bytes<32> key; key.b is a u8[32]. */
template <size_t N>
struct byte_array {
    u8 b[N];
};
template <size_t N>
using secret_bytes = secret<byte_array<N>>;

/* N secret values: secret_array<sc, 8> keys; keys.v is an sc[8]. */
template <class T, size_t N>
struct value_array {
    T v[N];
};
template <class T, size_t N>
using secret_array = secret<value_array<T, N>>;

template <class T>
struct is_secret : std::false_type {};
template <class T>
struct is_secret<secret<T>> : std::true_type {};
template <class T>
inline constexpr bool points_to_secret =
    is_secret<std::remove_cv_t<std::remove_pointer_t<std::remove_reference_t<T>>>>::value;

/* Written once beside a variable-time function: a call with a pointer to a secret does not compile.
 */
#define UF_PUBLIC_ONLY(function)                                  \
    template <class... A>                                         \
        requires(::ufsecp::UF_TARGET::points_to_secret<A> || ...) \
    void function(A...) = delete

/* Marks len bytes at p as public from here on, for the taint checkers; reason is for the reader and
 * for the generated list. */
static inline void declassify(const void *p, size_t len, const char *reason) {
    (void)reason;
#if defined(UF_CT_VALGRIND)
    VALGRIND_MAKE_MEM_DEFINED(p, len);
#elif defined(UF_CT_MSAN)
    __msan_unpoison(p, len);
#else
    (void)p;
    (void)len;
#endif
}

/* The truth of a mask that may become public, with the reason why. */
static inline bool declassify(mask m, const char *reason) {
    declassify(&m, sizeof m, reason);
    return m.bits != 0;
}

/* Marks len bytes at p as secret: taint checkers then report every branch and address that depends
 * on them. */
static inline void classify(const void *p, size_t len) {
#if defined(UF_CT_VALGRIND)
    VALGRIND_MAKE_MEM_UNDEFINED(p, len);
#elif defined(UF_CT_MSAN)
    __msan_allocated_memory(const_cast<void *>(p), len);
#else
    (void)p;
    (void)len;
#endif
}

}  // namespace ufsecp::UF_TARGET
