// The engine for x86-64 with AVX-IFMA but without AVX-512: what x64_ifma does, on 256 bits;
// compiled with the flags of x64_adx and -mavxifma.
#ifdef UF_HAVE_X64_AVXIFMA
#define UF_TARGET x64_avxifma
#define UF_FIELD UF_FE4X64
#define UF_SCALAR UF_SC4X64
#define UF_QUAD
#define UF_LANES_PAY 4
#define UF_CLAIMS_LEAST 96
#include "engine/table_lanes.h"

namespace ufsecp {
constinit const engine x64_avxifma_engine = x64_avxifma::make_lane_engine("x64_avxifma");
}
#endif
