// The engine in use: one implementation of everything that the APIs call, chosen once per call or
// batch, never per field operation.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "base/cpu.h"
#include "engine/functions.h"
#include "engine/threads.h"

namespace ufsecp {

#ifndef UF_ONE_ENGINE
/* The engine in use, complete (no member is NULL but those that GPUs alone have).  Take it once per
 * call.  Thread-safe. */
const engine &current_engine();

/* What "auto" stands for on a CPU that has these features. */
engine automatic_engine(const cpu_features &has);
#endif

/* Makes the engine of that name (or "auto") the one in use; false, and no change, if it is unknown
 * or this CPU cannot run it.  Thread-safe. */
bool select_engine(const char *name);

/* The i-th engine of the list, fastest first, complete unless it cannot run here; NULL past the
 * end.  GPUs come last, and run here once they are open: they are opened for `text` (may be NULL),
 * which takes what the devices are or why there is none, and NULL for an engine of the CPU. */
const engine *engine_at(size_t i, bool *supported, const char **text = nullptr);

/* What the engine in use could not do, or why an engine that was asked for is not in use; NULL if
 * there is nothing to say. */
const char *engine_note();

/* n rows of public data: in one piece for an engine that cuts them itself, else shared by threads
 * (engine/threads.h). */
template <class Body>
[[gnu::always_inline]] inline int run_public_rows(const engine &e, size_t n, size_t grain,
                                                  const Body &body) {
    return e.host ? body(size_t{0}, n) : run_rows(n, grain, body);
}

/* Who does what is secret, or comes in small batches from within a call. */
inline const engine &host_of(const engine &e) { return e.host ? *e.host : e; }

#ifdef UF_HAVE_GPU
/* What gpu/host/engine.cpp has for select.cpp.  The engine of a name such as "cuda", "opencl:1" or
 * "cuda:0,1": its devices are opened at the first time, its other functions are those of cpu.
 * NULL if there is none.  Thread-safe. */
const engine *gpu_engine(const char *name, const engine &cpu);
const engine *gpu_engine_at(size_t i, const engine &cpu, bool *supported, const char **text);
const char *gpu_engine_note(const engine &e);
void gpu_in_forked_child(); /* before all else there */
#endif

#ifdef UF_ONE_ENGINE
/* One engine is built, and the compiler knows it: calls through it bind to its functions. */
#if defined(__SIZEOF_INT128__) && !defined(UF_NO_INT128)
inline const engine &current_engine() { return portable_engine; }
#else
inline const engine &current_engine() { return word32_engine; }
#endif
#endif

}  // namespace ufsecp
