// Vectors that hold one word of many messages, and the way from rows of bytes into them and back.
// Included by one .cpp for each instruction set, which defines UF_TARGET and UF_VECTOR_BYTES (32 or
// 64) first; compilers find the machine's rotations, shuffles and ternary logic by themselves.
#pragma once
#include <utility>

#include "base/ct.h"

#ifndef UF_VECTOR_BYTES
#define UF_VECTOR_BYTES 32
#endif
#define UF_LANES_INLINE __attribute__((always_inline)) static inline

namespace ufsecp::UF_TARGET {

typedef u8 lane_bytes __attribute__((vector_size(UF_VECTOR_BYTES)));
typedef u32 lane_u32s __attribute__((vector_size(UF_VECTOR_BYTES)));
typedef u64 lane_u64s __attribute__((vector_size(UF_VECTOR_BYTES)));
typedef u64 u64x2 __attribute__((vector_size(16)));

constexpr int u32_lanes = UF_VECTOR_BYTES / 4, u64_lanes = UF_VECTOR_BYTES / 8;
/* A vector is made of parts of 16 bytes, within which it is cheap to move words. */
constexpr int parts = UF_VECTOR_BYTES / 16;

template <int step>
UF_LANES_INLINE u64x2 load_part(const u8 *const *at, size_t offset, int part) {
    u64x2 x;
    memcpy(&x, at[part * step] + offset, 16);
    return x;
}

/* Part i is the 16 bytes at at[i * step] + offset. */
template <int step>
UF_LANES_INLINE lane_u64s load_parts(const u8 *const *at, size_t offset) {
    const auto low = __builtin_shufflevector(load_part<step>(at, offset, 0),
                                             load_part<step>(at, offset, 1), 0, 1, 2, 3);
#if UF_VECTOR_BYTES == 32
    return low;
#else
    const auto high = __builtin_shufflevector(load_part<step>(at, offset, 2),
                                              load_part<step>(at, offset, 3), 0, 1, 2, 3);
    return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7);
#endif
}

/* Part i goes to out + i * step * stride, but only where i * step < n. */
UF_LANES_INLINE void store_parts(u8 *out, size_t stride, int step, int n, lane_u64s x) {
    u8 bytes[UF_VECTOR_BYTES];
    memcpy(bytes, &x, sizeof bytes);
    for (int i = 0; i < parts && i * step < n; i++)
        memcpy(out + (size_t)(i * step) * stride, bytes + 16 * i, 16);
    wipe(bytes, sizeof bytes);
}

/* The 32-bit words 0, 1 (half = 0) or 2, 3 (half = 1) of each part of a, with those of b between
 * them: a0 b0 a1 b1 or a2 b2 a3 b3. */
template <int half, int... e>
UF_LANES_INLINE lane_u32s zip_u32s(lane_u32s a, lane_u32s b, std::integer_sequence<int, e...>) {
    return __builtin_shufflevector(a, b, (e % 2 * u32_lanes + e / 4 * 4 + half * 2 + e % 4 / 2)...);
}

/* The same for 64-bit words: a0 b0 or a1 b1. */
template <int half, int... e>
UF_LANES_INLINE lane_u64s zip_u64s(lane_u64s a, lane_u64s b, std::integer_sequence<int, e...>) {
    return __builtin_shufflevector(a, b, (e % 2 * u64_lanes + e / 2 * 2 + half)...);
}
template <int half>
UF_LANES_INLINE lane_u64s zip(lane_u64s a, lane_u64s b) {
    return zip_u64s<half>(a, b, std::make_integer_sequence<int, u64_lanes>());
}
template <int half>
UF_LANES_INLINE lane_u32s zip(lane_u32s a, lane_u32s b) {
    return zip_u32s<half>(a, b, std::make_integer_sequence<int, u32_lanes>());
}

/* In each part, rows of four 32-bit words to columns: its own inverse. */
UF_LANES_INLINE void transpose_parts(lane_u32s r[4]) {
    const auto a = (lane_u64s)zip<0>(r[0], r[1]), b = (lane_u64s)zip<1>(r[0], r[1]);
    const auto c = (lane_u64s)zip<0>(r[2], r[3]), d = (lane_u64s)zip<1>(r[2], r[3]);
    r[0] = (lane_u32s)zip<0>(a, c), r[1] = (lane_u32s)zip<1>(a, c);
    r[2] = (lane_u32s)zip<0>(b, d), r[3] = (lane_u32s)zip<1>(b, d);
}

template <class words, int... e>
UF_LANES_INLINE words swap_bytes_of(lane_bytes x, std::integer_sequence<int, e...>) {
    constexpr int last = sizeof(words{}[0]) - 1;
    return (words)__builtin_shufflevector(x, x, (e ^ last)...);
}
/* Little-endian words to big-endian ones and back. */
template <class words>
UF_LANES_INLINE words swap_bytes(words x) {
    return swap_bytes_of<words>((lane_bytes)x, std::make_integer_sequence<int, UF_VECTOR_BYTES>());
}

}  // namespace ufsecp::UF_TARGET
