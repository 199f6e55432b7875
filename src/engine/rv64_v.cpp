// The engine for RISC-V with Zba, Zbb and the vectors of V 1.0, of any length: eight rows side by
// side; compiled with -march=rv64gcv_zba_zbb.
#ifdef UF_HAVE_RV64_V
#define UF_TARGET rv64_v
#define UF_FIELD UF_FE5X52
#define UF_SCALAR UF_SC4X64
#define UF_LANES_REST rv64_zb_engine
#define UF_LANES_PAY 2
#define UF_CLAIMS_LEAST 48
#include "engine/table_lanes.h"

namespace ufsecp {
constinit const engine rv64_v_engine = rv64_v::make_lane_engine("rv64_v");
}
#endif
