// The leaves of fe8x32 in assembly for Cortex-M (fe8x32_thumb.S), by the names that fe8x32.h asks
// for.  Constant time where the processor's multiplication is; a Cortex-M3's is not.
#pragma once
#include "base/int.h"

extern "C" {
void ufsecp_thumb_mul_set(uint32_t *w, const uint32_t *a, const uint32_t *b);
void ufsecp_thumb_mul_wide(uint32_t *w, const uint32_t *a, const uint32_t *b);
void ufsecp_thumb_sqr_wide(uint32_t *w, const uint32_t *a);
void ufsecp_thumb_reduce(uint32_t *r, const uint32_t *w);
void ufsecp_thumb_add(uint32_t *r, const uint32_t *a, const uint32_t *b);
void ufsecp_thumb_sub(uint32_t *r, const uint32_t *a, const uint32_t *b);
void ufsecp_thumb_neg(uint32_t *r, const uint32_t *a);
uint32_t ufsecp_thumb_subtract(uint32_t *r);
void ufsecp_thumb_half(uint32_t *r, const uint32_t *a);
/* *r = table[index] in 16 words, reading all entries: mult/scan.h. */
void ufsecp_thumb_scan(void *r, const void *table, uint32_t entries, uint32_t index);
}

#define UF_MUL_WIDE 1
#define UF_SQR_WIDE 1
#define UF_REDUCE_8X32 1
#define UF_SUMS_8X32 1
#define fe8x32_mul_set ufsecp_thumb_mul_set
#define fe8x32_mul_wide ufsecp_thumb_mul_wide
#define fe8x32_sqr_wide ufsecp_thumb_sqr_wide
#define fe8x32_reduce_words ufsecp_thumb_reduce
#define fe8x32_add ufsecp_thumb_add
#define fe8x32_sub ufsecp_thumb_sub
#define fe8x32_neg ufsecp_thumb_neg
#define fe8x32_subtract_p ufsecp_thumb_subtract
#define fe8x32_half ufsecp_thumb_half
