// The kernels' words for the Metal shading language.
#include <metal_stdlib>
#define UF_GPU 1
#define UF_FN static inline __attribute__((always_inline))
#define UF_PRIV thread
#define UF_GLOB device
#define UF_CONST constant
#include "gpu/kernel/kernel_base.h"

/* *p += x, as one step for all items; returns what was there. */
UF_FN u32 add_at(device u32 *p, u32 x) {
    return metal::atomic_fetch_add_explicit((device metal::atomic_uint *)p, x,
                                            metal::memory_order_relaxed);
}

/* An entry point: its body is a function that knows which work item it is. */
#define UF_ENTRY(name)                                                                         \
    UF_FN void name##_item(device u8 *arena, device u32 *table, constant gpu_args &args,       \
                           u32 index);                                                         \
    kernel void ufsecp_##name(device u8 *arena [[buffer(0)]], device u32 *table [[buffer(1)]], \
                              constant gpu_args &args [[buffer(2)]],                           \
                              u32 item [[thread_position_in_grid]]) {                          \
        const u32 index = args.first + item;                                                   \
        if (index < args.n) name##_item(arena, table, args, index);                            \
    }                                                                                          \
    UF_FN void name##_item(device u8 *arena, device u32 *table, constant gpu_args &args, u32 index)
