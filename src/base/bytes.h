// Bytes to words and back, big- and little-endian, on any host.
#pragma once
#include <bit>

#include "base/int.h"

namespace ufsecp::UF_TARGET {

/* Words as whole loads and stores: from single bytes compilers make shuffles of many. */
template <class W>
static inline W load_word(const u8 *p, bool swap) {
    W x;
    memcpy(&x, p, sizeof x);
    if (!swap) return x;
    if constexpr (sizeof x == 4) return __builtin_bswap32(x);
    else return __builtin_bswap64(x);
}
template <class W>
static inline void store_word(u8 *p, W x, bool swap) {
    if (swap) x = sizeof x == 4 ? (W)__builtin_bswap32((u32)x) : (W)__builtin_bswap64(x);
    memcpy(p, &x, sizeof x);
}
inline constexpr bool is_be = std::endian::native == std::endian::big;
static inline u32 load_be32(const u8 *p) { return load_word<u32>(p, !is_be); }
static inline u64 load_be64(const u8 *p) { return load_word<u64>(p, !is_be); }
static inline void store_be32(u8 *p, u32 x) { store_word(p, x, !is_be); }
static inline void store_be64(u8 *p, u64 x) { store_word(p, x, !is_be); }
static inline u32 load_le32(const u8 *p) { return load_word<u32>(p, is_be); }
static inline u64 load_le64(const u8 *p) { return load_word<u64>(p, is_be); }
static inline void store_le32(u8 *p, u32 x) { store_word(p, x, is_be); }
static inline void store_le64(u8 *p, u64 x) { store_word(p, x, is_be); }

/* Numbers of 32 bytes, big-endian, and their four words, the lowest first. */
static inline void limbs_set_b32(u64 x[4], const u8 *b32) {
    x[0] = load_be64(b32 + 24), x[1] = load_be64(b32 + 16);
    x[2] = load_be64(b32 + 8), x[3] = load_be64(b32);
}
static inline void limbs_get_b32(u8 *b32, const u64 x[4]) {
    store_be64(b32 + 24, x[0]), store_be64(b32 + 16, x[1]);
    store_be64(b32 + 8, x[2]), store_be64(b32, x[3]);
}

/* x and y of a point as libsecp256k1's structs hold them: little-endian, the lowest word first. */
static inline void limbs_set_xy(u64 x[4], u64 y[4], const u8 *data64) {
    for (size_t i = 0; i < 4; i++) {
        x[i] = load_le64(data64 + 8 * i);
        y[i] = load_le64(data64 + 32 + 8 * i);
    }
}
static inline void limbs_get_xy(u8 *data64, const u64 x[4], const u64 y[4]) {
    for (size_t i = 0; i < 4; i++) {
        store_le64(data64 + 8 * i, x[i]);
        store_le64(data64 + 32 + 8 * i, y[i]);
    }
}

/* All bits of n bytes in one word; n is a multiple of 8. */
static inline u64 any_bits(const u8 *b, size_t n) {
    u64 any = 0;
    for (size_t i = 0; i < n; i += 8) any |= load_be64(b + i);
    return any;
}

}  // namespace ufsecp::UF_TARGET
