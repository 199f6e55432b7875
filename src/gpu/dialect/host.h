// The kernels' words for the host: an entry point is a function of one work item, for tests on
// machines without a GPU.
#pragma once
#ifndef UF_TARGET
#define UF_TARGET gpu_host
#define UF_FIELD UF_FE8X32
#define UF_SCALAR UF_SC8X32
#endif
#include "gpu/kernel/kernel_base.h"

/* An entry point: its body is a function that knows which work item it is. */
#define UF_ENTRY(name)                                                                      \
    static void name##_item([[maybe_unused]] u8 *arena, [[maybe_unused]] u32 *table,        \
                            const gpu_args &args, u32 index);                               \
    [[maybe_unused]] static void ufsecp_##name(u8 *arena, u32 *table, const gpu_args &args, \
                                               u32 item) {                                  \
        const u32 index = args.first + item;                                                \
        if (index < args.n) name##_item(arena, table, args, index);                         \
    }                                                                                       \
    static void name##_item([[maybe_unused]] u8 *arena, [[maybe_unused]] u32 *table,        \
                            const gpu_args &args, u32 index)
