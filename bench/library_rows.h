// The rows of the library as its users call it, beside libsecp256k1 and without it.
#pragma once
#include "bench/row_makers.h"

namespace bench {

/* k*G, k*P and a*P + b*G in all their forms. */
extern const std::vector<spec> mul_specs;

/* Every row that the library and libsecp256k1 have in common. */
std::vector<row> head_to_head(const options &o);
/* The main ones of them. */
std::vector<row> main_rows(const options &o);
/* Those, and what the peer has nothing like; the batches without lanes. */
std::vector<row> library_rows(const options &o);
/* Verification in batches of every size, *_by_size, and on every number of threads, *_by_threads:
 * up to 4 each, and then some up to all cores. */
std::vector<row> curve_rows_of();

}  // namespace bench
