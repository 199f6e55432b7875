// Inner operations as the engine x64_adx compiles them.
#if defined(__x86_64__)
#define UF_TARGET bench_x64_adx
#define UF_FIELD UF_FE4X64
#define UF_SCALAR UF_SC4X64
#define UF_BENCH_NAME "4x64 ADX"
#include "bench/inner.inl"
#endif
