// The kernels' Metal text, compiled for the host as C++14 in a namespace of its own, as some
// kernels have names that the library's calls have.
#include <metal_stdlib>
#undef kernel
#define kernel static

namespace metal_text {

#include "kernels.metal"

using entry = void (*)(unsigned char *arena, unsigned *table, const void *args, unsigned index);
#define UF_TEXT_ROW(name)                                                          \
    {"ufsecp_" #name, [](u8 *arena, u32 *table, const void *args, u32 index) {     \
         ufsecp_##name(arena, table, *static_cast<const gpu_args *>(args), index); \
     }},
extern const struct row {
    const char *name;
    entry run;
} kernels[] = {UF_GPU_KERNELS(UF_TEXT_ROW){nullptr, nullptr}};

}  // namespace metal_text
