// The engine for x86-64 with BMI2 and ADX; compiled with -mbmi2 -madx -mavx2 -DUF_ADX.
#if defined(__x86_64__) && defined(__SIZEOF_INT128__) && !defined(UF_NO_INT128) && !defined(UF_NO_ASM)
#define UF_TARGET x64_adx
#define UF_FIELD UF_FE4X64
#define UF_SCALAR UF_SC4X64
#include "engine/engine.inl"

namespace ufsecp {
constinit const engine x64_adx_engine = x64_adx::make_engine("x64_adx");
}
#endif
