// The kernels' words for CUDA: nvcc, NVRTC, or clang.
#define UF_GPU 1
#define UF_FN static __device__ __forceinline__
#define UF_PRIV
#define UF_GLOB
#define UF_CONST static __constant__ const
#include "gpu/kernel/kernel_base.h"
#ifndef UF_PORTABLE_ROWS /* to see what PTX gains */
#include "gpu/dialect/ptx.h"
#endif

/* *p += x, as one step for all items; returns what was there. */
UF_FN u32 add_at(u32 *p, u32 x) { return atomicAdd(p, x); }

/* Threads of a block, and blocks that a multiprocessor shall hold: so many registers a thread. */
#ifndef UF_CUDA_BOUNDS
#define UF_CUDA_BOUNDS 128, 4
#endif

/* An entry point: its body is a function that knows which work item it is. */
#define UF_ENTRY(name)                                                              \
    UF_FN void name##_item(u8 *arena, u32 *table, const gpu_args &args, u32 index); \
    extern "C" __global__ void __launch_bounds__(UF_CUDA_BOUNDS)                    \
        ufsecp_##name(u8 *arena, u32 *table, const gpu_args args) {                 \
        const u32 index = args.first + blockIdx.x * blockDim.x + threadIdx.x;       \
        if (index >= args.n) return; /* not an if around it: UF_TOGETHER */         \
        name##_item(arena, table, args, index);                                     \
    }                                                                               \
    UF_FN void name##_item(u8 *arena, u32 *table, const gpu_args &args, u32 index)
