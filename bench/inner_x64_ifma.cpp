// Inner operations as the engine x64_ifma compiles its lanes, and its single calls.
#if defined(__x86_64__)
#define UF_TARGET bench_x64_ifma
#define UF_FIELD UF_FE4X64
#define UF_SCALAR UF_SC4X64
#define UF_QUAD
#define UF_SECRET_LANES
#define UF_BENCH_NAME "lanes of x64_ifma"
#include "bench/inner_lanes.inl"
#endif
