// Bytes to words and back, big- and little-endian, on any host.
#pragma once
#include "base/int.h"

namespace ufsecp::UF_TARGET {

static inline u32 load_be32(const u8 *p) {
    return (u32)p[0] << 24 | (u32)p[1] << 16 | (u32)p[2] << 8 | (u32)p[3];
}
static inline u64 load_be64(const u8 *p) { return (u64)load_be32(p) << 32 | load_be32(p + 4); }
static inline void store_be32(u8 *p, u32 x) {
    p[0] = (u8)(x >> 24), p[1] = (u8)(x >> 16), p[2] = (u8)(x >> 8), p[3] = (u8)x;
}
static inline void store_be64(u8 *p, u64 x) {
    store_be32(p, (u32)(x >> 32)), store_be32(p + 4, (u32)x);
}
static inline u32 load_le32(const u8 *p) {
    return (u32)p[3] << 24 | (u32)p[2] << 16 | (u32)p[1] << 8 | (u32)p[0];
}
static inline u64 load_le64(const u8 *p) { return (u64)load_le32(p + 4) << 32 | load_le32(p); }
static inline void store_le32(u8 *p, u32 x) {
    p[0] = (u8)x, p[1] = (u8)(x >> 8), p[2] = (u8)(x >> 16), p[3] = (u8)(x >> 24);
}
static inline void store_le64(u8 *p, u64 x) {
    store_le32(p, (u32)x), store_le32(p + 4, (u32)(x >> 32));
}

/* Numbers of 32 bytes, big-endian, and their four words, the lowest first. */
static inline void limbs_set_b32(u64 x[4], const u8 *b32) {
    x[0] = load_be64(b32 + 24), x[1] = load_be64(b32 + 16);
    x[2] = load_be64(b32 + 8), x[3] = load_be64(b32);
}
static inline void limbs_get_b32(u8 *b32, const u64 x[4]) {
    store_be64(b32 + 24, x[0]), store_be64(b32 + 16, x[1]);
    store_be64(b32 + 8, x[2]), store_be64(b32, x[3]);
}

}  // namespace ufsecp::UF_TARGET
