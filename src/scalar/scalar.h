// The scalar type of this target: sc, one of the representations with the same functions.
//
// Every representation S is always reduced below the order and has, all constant time, r any of the
// inputs:
//   sc_set_zero sc_set_one sc_set_int sc_set_b32 (returns overflow) sc_get_b32
//   sc_set_b32_seckey (returns validity) sc_set_limbs64 sc_get_limbs64
//   sc_is_zero sc_is_one sc_is_high sc_is_odd sc_equal sc_get_bits
//   sc_add sc_sub sc_mul sc_sqr sc_neg sc_half sc_cmov sc_cond_neg
// sc_inv.h adds sc_inv, glv.h sc_split_lambda and sc_split_128.
#pragma once
#include "base/target.h"

#if UF_SCALAR == UF_SC4X64
#include "scalar/sc4x64.h"
#elif UF_SCALAR == UF_SC8X32
#include "scalar/sc8x32.h"
#elif UF_SCALAR == UF_SC_SMALL
#include "scalar/sc_small.h"
#else
#error "UF_SCALAR names no representation"
#endif

namespace ufsecp::UF_TARGET {

#if UF_SCALAR == UF_SC4X64
using sc = sc4x64;
#elif UF_SCALAR == UF_SC8X32
using sc = sc8x32;
#else
using sc = sc_small;
#endif

}  // namespace ufsecp::UF_TARGET
