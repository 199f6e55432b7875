// The engine for AArch64; compiled with -DUF_A64.
#ifdef UF_HAVE_A64
#define UF_TARGET a64
#define UF_FIELD UF_FE4X64
#define UF_SCALAR UF_SC4X64
#include "engine/table.h"

namespace ufsecp {
constinit const engine a64_engine = a64::make_engine("a64");
}
#endif
