// The reports by their names.
#pragma once
#include "bench/harness.h"

namespace bench {

/* All of them, in the order in which they are listed. */
const std::vector<report> &reports();
/* The report of that name, or NULL; one for RISC-V, as it is called elsewhere, is the same. */
const report *report_of(const std::string &name);

}  // namespace bench
