// The engine for x86-64 with BMI2 and ADX; compiled with -mbmi2 -madx -mavx2 -DUF_ADX.
#ifdef UF_HAVE_X64_ADX
#define UF_TARGET x64_adx
#define UF_FIELD UF_FE4X64
#define UF_SCALAR UF_SC4X64
#include "engine/table.h"

namespace ufsecp {
constinit const engine x64_adx_engine = x64_adx::make_engine("x64_adx");
}
#endif
