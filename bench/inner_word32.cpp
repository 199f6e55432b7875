// Inner operations as the engine word32 compiles them.
#ifndef UF_NO_INT128
#define UF_NO_INT128 1
#endif
#define UF_TARGET bench_word32
#define UF_FIELD UF_FE10X26
#define UF_SCALAR UF_SC8X32
#define UF_BENCH_NAME "10x26"
#include "bench/inner.inl"
