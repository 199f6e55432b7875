// The engine for RISC-V with 64-bit words: as portable, but no carry is looked for in the columns
// of a field product.
#ifdef UF_HAVE_RV64_LEAVES
#define UF_TARGET rv64
#define UF_FIELD UF_FE5X52
#define UF_SCALAR UF_SC4X64
#include "engine/table.h"

namespace ufsecp {
constinit const engine rv64_engine = rv64::make_engine("rv64");
}
#endif
