// The engine of 32-bit words, for CPUs without a 128-bit product; built everywhere, so that every
// machine tests it.  With UF_WORD32_LANES, for WebAssembly with relaxed SIMD, batches run in lanes.
#define UF_TARGET word32
#define UF_FIELD UF_WORD32_FIELD
#define UF_SCALAR UF_SC8X32
#define UF_NO_INT128 1
#include "engine/table.h"
#ifdef UF_WORD32_LANES
#include "engine/table_lanes.h"

namespace ufsecp::word32 {
/* A module whose lanes would compute something else does not start. */
[[gnu::constructor]] static void refuse_rounded_products() {
    if (!vec_is_exact()) __builtin_trap();
}
}  // namespace ufsecp::word32
#endif

namespace ufsecp {
#ifdef UF_WORD32_LANES
constinit const engine word32_engine = word32::make_lane_engine("word32");
#else
constinit const engine word32_engine = word32::make_engine("word32");
#endif
}  // namespace ufsecp
