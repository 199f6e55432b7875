// Which compiled target has an operation below the API for the engine in use.
#pragma once
#include <string>

#include "bench/harness.h"
#include "bench/inner.h"

#if defined(__SIZEOF_INT128__) && !defined(UF_NO_INT128)
#define UF_HAVE_INT128 1
#endif

namespace bench {

/* The lanes of this engine; NULL if it has none. */
const bench_target *lanes_of(const std::string &engine);
/* How many rows of a batch the engine computes side by side: 8 or 1. */
int engine_lanes(const char *engine);

/* The operations of the engine to which the one in use leaves what it has not itself, and its
 * name; another representation, to check against. */
const bench_inner &inner();
std::string inner_engine();
const bench_inner &reference();

/* The operation of that name; must_find throws where there is none. */
subject find(const bench_target &t, const std::string &name);
subject must_find(const bench_target &t, const std::string &name);

/* An operation below the API as the engine in use has it: its own single products, where it makes
 * them on quads and in lanes, else those of inner().  Names the engine. */
subject inner_op(std::string *engine, const std::string &name);

}  // namespace bench
