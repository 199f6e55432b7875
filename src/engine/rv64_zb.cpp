// The engine for RISC-V with Zba and Zbb: as rv64; compiled with -march=rv64gc_zba_zbb.
#ifdef UF_HAVE_RV64
#define UF_TARGET rv64_zb
#define UF_FIELD UF_FE5X52
#define UF_SCALAR UF_SC4X64
#include "engine/table.h"

namespace ufsecp {
constinit const engine rv64_zb_engine = rv64_zb::make_engine("rv64_zb");
}
#endif
