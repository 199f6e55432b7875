// The engine for x86-64 with AVX-512 but without IFMA: lanes on multiply-adds of doubles; compiled
// with the flags of x64_adx and -mavx512{f,cd,bw,dq,vl}.
#ifdef UF_HAVE_X64_LANES
#define UF_TARGET x64_avx512
#define UF_FIELD UF_FE4X64
#define UF_SCALAR UF_SC4X64
#define UF_LANES_REST x64_adx_engine
#define UF_LANES_PAY 5
#define UF_CLAIMS_LEAST 32
#include "engine/table_lanes.h"

namespace ufsecp {
constinit const engine x64_avx512_engine = x64_avx512::make_lane_engine("x64_avx512");
}
#endif
