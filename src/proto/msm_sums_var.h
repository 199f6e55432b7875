// Sums of many multiples for the APIs: by buckets in the memory that is given, or a few at a time.
// Variable time.
#pragma once
#include "group/many_var.h"
#include "lanes/choose_var.h"
#include "proto/cpp_points.h"

namespace ufsecp::UF_TARGET {

/* From so many products on buckets cost less than digits.  Taken from the median ratio of both, in
 * turns on one core, of 4 to 32 random products: they cost the same at 16 on x64_adx and at 5 on
 * x64_avx512, and less by a tenth at 19 and 7.  The values lie between. */
inline constexpr size_t msm_pays_scalar = 18, msm_pays8 = 6;

/* r += the sum of the n products, msm_few at a time. */
static inline void msm_add_few_var(gej *r, const affine64 *points, const u64 (*scalars4)[4],
                                   size_t n) {
    static_assert(sizeof(ge_entry) == sizeof *points);
    for (size_t at = 0; at < n;) {
        ge p[msm_few];
        sc k[msm_few];
        gej sum;
        size_t m = 0;
        for (; at < n && m < msm_few; at++) {
            ge_entry row;
            memcpy(&row, &points[at], sizeof row);
            sc_set_limbs64(&k[m], scalars4[at]);
            if (row_is_infinity_var(&row) || is_true_var(sc_is_zero(&k[m]))) continue;
            ge_set_entry(&p[m++], &row);
        }
        msm_few_var(&sum, p, k, m);
        gej_add_var(r, r, &sum);
    }
}
UF_PUBLIC_ONLY(msm_add_few_var);

/* Halves i and n + i, so that scalars4[i] is the first + lambda * the second, i < n; their refs
 * tell the signs alone. */
static inline void msm_split_var(const msm_halves *h, const u64 (*scalars4)[4], size_t n) {
    for (size_t i = 0; i < n; i++) {
        sc k, half[2];
        sc_set_limbs64(&k, scalars4[i]);
        sc_split_lambda(&half[0], &half[1], &k);
        for (size_t j = 0; j < 2; j++) msm_halves_set_var(h, j * n + i, &half[j], 0);
    }
}

/* No other way for some dozens of products. */
static inline bool msm_no_dozens_var(gej *, const affine64 *, const u64 (*)[4], size_t, u8 *,
                                     size_t) {
    return false;
}

#ifdef UF_TINY

template <class Many, size_t, auto, auto>
static int msm_var(point64 *r, const affine64 *points, const u64 (*scalars4)[4], size_t n, void *,
                   size_t) {
    gej sum;
    gej_set_infinity(&sum);
    msm_add_few_var(&sum, points, scalars4, n);
    gej_get_point(r, &sum);
    return !gej_is_infinity_var(&sum);
}

#else

/* r += the sum of the n products by buckets, in the msm_sum_bytes(n) at memory, which is
 * 64-aligned. */
template <class Many, auto split>
static inline void msm_add_many_var(gej *r, const affine64 *points, const u64 (*scalars4)[4],
                                    size_t n, u8 *memory) {
    msm_room room;
    gej sum;
    const msm_halves h = msm_halves_at(memory + msm_room_bytes(2 * n, 2 * n), 2 * n);
    msm_room_set(&room, memory, 2 * n, 2 * n);
    memcpy(room.points, points, n * sizeof *points);
    Many::lambda_var(room.points + n, room.points, n);
    split(&h, scalars4, n);
    for (size_t i = 0; i < 2 * n; i++) h.ref[i] |= (u32)i << 1;
    msm_halves_var<Many, msm_combine_var>(&sum, &room, &h, 2 * n);
    gej_add_var(r, r, &sum);
}
UF_PUBLIC_ONLY(msm_add_many_var);

/* As functions.h says; pays: msm_pays_scalar or msm_pays8; split: msm_split_var, or as it; dozens:
 * *r = the sum of n products in so many bytes of memory, or false. */
template <class Many, size_t pays, auto split, auto dozens>
static int msm_var(point64 *r, const affine64 *points, const u64 (*scalars4)[4], size_t n,
                   void *memory, size_t bytes) {
    const size_t skip = (0 - reinterpret_cast<uintptr_t>(memory)) & 63;
    const size_t part = bytes < skip ? 0 : msm_part(n, bytes - skip, 0);
    gej sum;
    u8 *const room = static_cast<u8 *>(memory) + skip;
    if (bytes < skip || !dozens(&sum, points, scalars4, n, room, bytes - skip)) {
        gej_set_infinity(&sum);
        for (size_t at = 0; at < n && part >= pays; at += part)
            msm_add_many_var<Many, split>(&sum, points + at, scalars4 + at, chunk_size(at, n, part),
                                          room);
        if (part < pays) msm_add_few_var(&sum, points, scalars4, n);
    }
    gej_get_point(r, &sum);
    return !gej_is_infinity_var(&sum);
}

#endif

static constexpr auto engine_msm_var =
    msm_var<many_scalar, msm_pays_scalar, msm_split_var, msm_no_dozens_var>;

}  // namespace ufsecp::UF_TARGET
