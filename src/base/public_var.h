// Truth values of public data: the way from a mask to a branch where nothing is secret.
#pragma once
#include "base/ct.h"

namespace ufsecp::UF_TARGET {

/* The truth of a mask that was computed from public data only. */
static inline bool is_true_var(mask m) { return m.bits != 0; }

}  // namespace ufsecp::UF_TARGET
