// Inner operations on the saturated 8x32 field, the GPU's, without 128-bit integers.
#ifndef UF_NO_INT128
#define UF_NO_INT128 1
#endif
#define UF_TARGET bench_8x32
#define UF_FIELD UF_FE8X32
#define UF_SCALAR UF_SC8X32
#define UF_BENCH_NAME "8x32"
#include "bench/inner.inl"
