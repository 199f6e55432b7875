// What base/ gives a CPU, for GPU compilers: integers, masks, bytes; checks are empty.
#pragma once
#ifndef UF_GPU
#include "base/bytes.h"
#include "base/check.h"
#include "base/ct.h"
#include "base/public_var.h"

namespace ufsecp::UF_TARGET {

/* The truth of a mask: kernels see public data only. */
static inline int is_set(mask m) { return is_true_var(m); }

/* *p += x; returns what was there.  Items come one after another. */
static inline u32 add_at(UF_GLOB u32 *p, u32 x) {
    *p += x;
    return *p - x;
}

}  // namespace ufsecp::UF_TARGET
#else

#ifdef __CUDACC__
typedef unsigned long long u64;
#else
typedef unsigned long u64;
#endif
typedef unsigned int u32;
typedef unsigned char u8;
typedef int i32;

#define UF_CHECK(condition) ((void)0)
#define UF_BITS(x, n) ((void)0)

/* Loops over the limbs of a value, which must end up in registers, and loops that must not multiply
 * their code. */
#define UF_UNROLL _Pragma("unroll")
#define UF_ROLLED _Pragma("unroll 1")
#define UF_SPEED_UNROLL(n) UF_UNROLL
#define UF_SPEED_INLINE UF_FN
/* `name`: the eight limbs of a constant table, which the compiler sees through. */
#define UF_LIMBS(name, table) \
    u32 name[8];              \
    UF_UNROLL for (int name##_i = 0; name##_i < 8; name##_i++) name[name##_i] = table[name##_i];

/* There are no secrets here. */
UF_FN u32 value_barrier(u32 x) { return x; }

/* A truth value: 0 or all ones. */
typedef struct mask {
    u32 bits;
} mask;

/* All ones if bit is 1, zero if it is 0. */
UF_FN mask mask_of_bit(u32 bit) {
    mask m;
    m.bits = 0u - bit;
    return m;
}
UF_FN mask mask_none() { return mask_of_bit(0); }
UF_FN mask mask_all() { return mask_of_bit(1); }
UF_FN mask mask_is_zero(u32 x) { return mask_of_bit(x == 0); }
UF_FN mask mask_is_equal(u32 a, u32 b) { return mask_of_bit(a == b); }
UF_FN mask mask_and(mask a, mask b) {
    a.bits &= b.bits;
    return a;
}
UF_FN mask mask_or(mask a, mask b) {
    a.bits |= b.bits;
    return a;
}
UF_FN mask mask_not(mask a) {
    a.bits = ~a.bits;
    return a;
}
UF_FN u32 mask_bit(mask m) { return m.bits & 1; }
UF_FN int is_set(mask m) { return m.bits != 0; }
/* m ? a : b */
UF_FN u32 select32(mask m, u32 a, u32 b) { return b ^ (m.bits & (a ^ b)); }

UF_FN u32 load_be32(const UF_PRIV u8 *p) {
    return (u32)p[0] << 24 | (u32)p[1] << 16 | (u32)p[2] << 8 | (u32)p[3];
}
UF_FN void store_be32(UF_PRIV u8 *p, u32 x) {
    p[0] = (u8)(x >> 24);
    p[1] = (u8)(x >> 16);
    p[2] = (u8)(x >> 8);
    p[3] = (u8)x;
}
#endif
