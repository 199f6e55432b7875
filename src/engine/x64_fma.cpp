// The engine for x86-64 with AVX2 and FMA: what x64_avx512 does, on 256 bits.
#ifdef UF_HAVE_X64_LANES
#define UF_TARGET x64_fma
#define UF_FIELD UF_FE4X64
#define UF_GROUPS_MOST 2
#define UF_SCALAR UF_SC4X64
#define UF_LANES_REST x64_adx_engine
#define UF_LANES_PAY 4
#define UF_CLAIMS_LEAST 48
#include "engine/table_lanes.h"

namespace ufsecp {
constinit const engine x64_fma_engine = x64_fma::make_lane_engine("x64_fma");
}
#endif
