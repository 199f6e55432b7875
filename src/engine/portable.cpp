// The engine for any 64-bit CPU with a 128-bit product.
#if defined(__SIZEOF_INT128__) && !defined(UF_NO_INT128)
#define UF_TARGET portable
#define UF_FIELD UF_FE5X52
#define UF_SCALAR UF_SC4X64
#include "engine/table.h"

namespace ufsecp {
constinit const engine portable_engine = portable::make_engine("portable");
}
#endif
