// Many claims R = u G + v P (claim.h): each by itself, or all by one sum.  Variable time.
#pragma once
#include "group/many_var.h"
#include "proto/claims_var.h"
#include "proto/verdicts.h"

namespace ufsecp::UF_TARGET {

/* From so many claims on one sum costs less than one by one.  Taken from the median ratio of both,
 * in turns on one core, of 6, 8, 10 ... 96 valid signatures: without lanes they cost the same at 8,
 * alike with every field; in lanes on doubles of 256 bits at 32, of 512 at 26, where one by one all
 * lanes are full; with IFMA at 56 on Zen 5.  The value is the first from which on a sum wins by a
 * twentieth.  For AVX-IFMA, for which there is no time yet, it is a careful guess. */
inline constexpr unsigned claims_least_scalar = 10;
#ifndef UF_CLAIMS_LEAST
#define UF_CLAIMS_LEAST 32
#endif
inline constexpr unsigned claims_least8 = UF_CLAIMS_LEAST;

static int engine_claims_rows_var(u8 *ok, const claim *claims, size_t n) {
    u8 good[claims_group];
    int all = 1;
    for (size_t at = 0; at < n; at += claims_group) {
        const size_t m = chunk_size(at, n, claims_group);
        claims_verify_var(good, claims + at, m);
        for (size_t i = 0; i < m; i++) note(ok, at + i, good[i], &all);
    }
    return all;
}

/* rows: engine_claims_rows_var, or the same in lanes. */
template <class Many, int (*rows)(u8 *, const claim *, size_t)>
static int claims_sum_var(u8 *ok, const claim *claims, const randomiser *a, size_t n, size_t least,
                          void *memory) {
    return claims_check_var<Many>(ok, claims, a, n, least, memory, rows);
}
static constexpr auto engine_claims_sum_var = claims_sum_var<many_scalar, engine_claims_rows_var>;
static constexpr auto engine_claims_bytes = claims_bytes;

}  // namespace ufsecp::UF_TARGET
