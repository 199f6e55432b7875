// The engine for x86-64 with AVX-512 IFMA: lanes for batches, quads for single calls; compiled with
// the flags of x64_avx512 and -mavx512{ifma,vbmi2}.
#ifdef UF_HAVE_X64_LANES
#define UF_TARGET x64_ifma
#define UF_FIELD UF_FE4X64
#define UF_SCALAR UF_SC4X64
#define UF_QUAD
#define UF_LANES_PAY 3
#define UF_CLAIMS_LEAST 72
#define UF_SUM8_MOST 44
#define UF_GROUPS_MOST 2
#define UF_GROUPS_TOGETHER (cpu().ifma2 ? 2 : 1)
#include "base/cpu.h"
#include "engine/table_lanes.h"

namespace ufsecp {
constinit const engine x64_ifma_engine = x64_ifma::make_lane_engine("x64_ifma");
}
#endif
