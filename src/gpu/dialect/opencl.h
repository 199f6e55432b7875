// The kernels' words for OpenCL C 1.2; NVIDIA's compiler takes PTX there too.
#define UF_GPU 1
#ifdef UF_CPU /* with all of it inlined a CPU's compiler takes minutes, and gains little */
#define UF_FN static inline
#else
#define UF_FN static inline __attribute__((always_inline))
#endif
#define UF_PRIV
#define UF_GLOB __global
#define UF_CONST __constant
#include "gpu/kernel/kernel_base.h"
#if defined(__NV_CL_C_VERSION) && !defined(UF_PORTABLE_ROWS)
#include "gpu/dialect/ptx.h"
#endif

/* *p += x, as one step for all items; returns what was there. */
UF_FN u32 add_at(__global u32 *p, u32 x) { return atomic_add(p, x); }

/* An entry point: its body is a function that knows which work item it is. */
#define UF_ENTRY(name)                                                                         \
    UF_FN void name##_item(__global u8 *arena, __global u32 *table, gpu_args args, u32 index); \
    __kernel void ufsecp_##name(__global u8 *arena, __global u32 *table, gpu_args args) {      \
        const u32 index = args.first + (u32)get_global_id(0);                                  \
        if (index >= args.n) return; /* not an if around it: UF_TOGETHER */                    \
        name##_item(arena, table, args, index);                                                \
    }                                                                                          \
    UF_FN void name##_item(__global u8 *arena, __global u32 *table, gpu_args args, u32 index)
