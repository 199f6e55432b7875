// Inner operations as the engine x64_avxifma compiles its lanes, and its single calls.
#ifdef UF_HAVE_X64_AVXIFMA
#define UF_TARGET bench_x64_avxifma
#define UF_FIELD UF_FE4X64
#define UF_SCALAR UF_SC4X64
#define UF_QUAD
#define UF_SECRET_LANES
#define UF_BENCH_NAME "lanes of x64_avxifma"
#include "bench/inner_lanes.inl"
#endif
