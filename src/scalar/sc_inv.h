// Inverse modulo the group order, in constant time.
#pragma once
#include "base/modinv.h"
#include "scalar/scalar.h"
#if UF_SCALAR != UF_SC_SMALL
#include "scalar/sc4x64.h"
#include "scalar/sc8x32.h"

namespace ufsecp::UF_TARGET {

inline constexpr modinv_modulus sc_modulus(sc4x64_order);

/* r = 1/a mod n; 0 gives 0.
 * time: constant.
 * alias: r may be a. */
static inline void sc_inv(sc4x64 *r, const sc4x64 *a) { modinv(r->n, a->n, &sc_modulus); }
static inline void sc_inv(sc8x32 *r, const sc8x32 *a) {
    u64 x[4];
    sc_get_limbs64(x, a);
    modinv(x, x, &sc_modulus);
    sc_set_limbs64(r, x);
}

}  // namespace ufsecp::UF_TARGET
#endif
