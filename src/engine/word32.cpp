// The engine of 32-bit words, for CPUs without a 128-bit product; built everywhere, so that every
// machine tests it.
#define UF_TARGET word32
#define UF_FIELD UF_WORD32_FIELD
#define UF_SCALAR UF_SC8X32
#define UF_NO_INT128 1
#include "engine/table.h"

namespace ufsecp {
constinit const engine word32_engine = word32::make_engine("word32");
}
