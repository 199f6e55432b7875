// Inner operations as the engine portable compiles them.
#if defined(__SIZEOF_INT128__) && !defined(UF_NO_INT128)
#define UF_TARGET bench_portable
#define UF_FIELD UF_FE5X52
#define UF_SCALAR UF_SC4X64
#define UF_BENCH_NAME "5x52"
#include "bench/inner.inl"
#endif
