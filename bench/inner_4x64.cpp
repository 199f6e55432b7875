// Inner operations on the saturated 4x64 field without assembly.
#define UF_TARGET bench_4x64
#define UF_FIELD UF_FE4X64
#define UF_SCALAR UF_SC4X64
#define UF_BENCH_NAME "4x64"
#include "bench/inner.inl"
