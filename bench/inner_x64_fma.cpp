// Inner operations as the engine x64_fma compiles its lanes.
#if defined(__x86_64__)
#define UF_TARGET bench_x64_fma
#define UF_FIELD UF_FE4X64
#define UF_SCALAR UF_SC4X64
#define UF_BENCH_NAME "lanes of x64_fma"
#include "bench/inner_lanes.inl"
#endif
