// Machine integers: fixed-width types, wide products and carries. The only file with integer
// builtins and their no-int128 twins.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/target.h"

#if defined(__SIZEOF_INT128__) && !defined(UF_NO_INT128)
#define UF_INT128 1
#endif

/* Functions that are inlined, and loops that are unrolled, for speed: not where size counts (the
 * profile tiny). */
#ifdef UF_TINY
#define UF_SPEED_INLINE static inline
#define UF_SPEED_UNROLL(n)
#else
#define UF_SPEED_INLINE [[gnu::always_inline]] static inline
#define UF_PRAGMA(text) _Pragma(#text)
#define UF_SPEED_UNROLL(n) UF_PRAGMA(GCC unroll n)
#endif

/* Text that GPUs share says before functions, pointers, constant tables and loops what they are
 * there (gpu/dialect/); here they are nothing special. */
#define UF_FN static inline
#define UF_PRIV
#define UF_GLOB
#define UF_CONST inline constexpr
#define UF_UNROLL
#define UF_ROLLED
/* `name`: the eight limbs of a constant table, as an argument. */
#define UF_LIMBS(name, table) const u32 *const name = table;

namespace ufsecp::UF_TARGET {

using u8 = uint8_t;
using u32 = uint32_t;
using u64 = uint64_t;
using i32 = int32_t;
using i64 = int64_t;

#ifdef UF_INT128
__extension__ typedef unsigned __int128 u128;
__extension__ typedef __int128 i128;
#endif

/* Returns the low 64 bits of a*b, *hi takes the high 64.
 * time: constant. */
static inline u64 mul_wide(u64 *hi, u64 a, u64 b) {
#ifdef UF_INT128
    u128 t = (u128)a * b;
    *hi = (u64)(t >> 64);
    return (u64)t;
#else
    u64 a0 = (u32)a, a1 = a >> 32, b0 = (u32)b, b1 = b >> 32;
    u64 p00 = a0 * b0, p01 = a0 * b1, p10 = a1 * b0, p11 = a1 * b1;
    u64 mid = (p00 >> 32) + (u32)p01 + (u32)p10;
    *hi = p11 + (p01 >> 32) + (p10 >> 32) + (mid >> 32);
    return (mid << 32) | (u32)p00;
#endif
}

/* Returns a + b + *carry mod 2^64; *carry (0 or 1 in) takes the carry out.
 * time: constant. */
static inline u64 add_carry(u64 a, u64 b, u64 *carry) {
#if __has_builtin(__builtin_addcll)
    unsigned long long c;
    u64 r = __builtin_addcll(a, b, *carry, &c);
    *carry = c;
    return r;
#elif defined(__x86_64__) && __has_builtin(__builtin_ia32_addcarryx_u64)
    unsigned long long r;
    *carry = __builtin_ia32_addcarryx_u64((unsigned char)*carry, a, b, &r);
    return r;
#elif defined(UF_INT128)
    u128 t = (u128)a + b + *carry;
    *carry = (u64)(t >> 64);
    return (u64)t;
#else
    u64 s = a + *carry;
    u64 c = s < a;
    s += b;
    *carry = c | (s < b);
    return s;
#endif
}

/* Returns a - b - *borrow mod 2^64; *borrow (0 or 1 in) takes the borrow out.
 * time: constant. */
static inline u64 sub_borrow(u64 a, u64 b, u64 *borrow) {
#if __has_builtin(__builtin_subcll)
    unsigned long long c;
    u64 r = __builtin_subcll(a, b, *borrow, &c);
    *borrow = c;
    return r;
#elif defined(__x86_64__) && __has_builtin(__builtin_ia32_sbb_u64)
    unsigned long long r;
    *borrow = __builtin_ia32_sbb_u64((unsigned char)*borrow, a, b, &r);
    return r;
#elif defined(UF_INT128)
    u128 t = (u128)a - b - *borrow;
    *borrow = (u64)(t >> 64) & 1;
    return (u64)t;
#else
    u64 d = a - b;
    u64 c = a < b;
    u64 r = d - *borrow;
    *borrow = c | (d < *borrow);
    return r;
#endif
}

/* Number of trailing zero bits; x != 0.
 * time: variable. */
static inline int count_trailing_zeros_var(u64 x) { return __builtin_ctzll(x); }
/* Number of leading zero bits; x != 0.
 * time: variable. */
static inline int count_leading_zeros_var(u64 x) { return __builtin_clzll(x); }

}  // namespace ufsecp::UF_TARGET
