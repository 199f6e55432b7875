// The table of an engine, made of what its target defines: engine_NAME is the body of the function
// NAME of the list (functions.h), engine8_NAME its body in lanes.
#pragma once
#include "engine/calls.h"
#include "engine/functions.h"
#include "proto/claims_rows_var.h"
#include "proto/cpp_points_var.h"
#include "proto/ecdsa_rows.h"
#include "proto/ecdsa_rows_var.h"
#include "proto/keys_rows.h"
#include "proto/msm_sums_var.h"
#include "proto/recover_rows_var.h"
#include "proto/schnorr_rows.h"
#include "proto/schnorr_rows_var.h"
#include "proto/silent_rows.h"
#include "proto/silent_scan_var.h"

/* The names of bodies where a target defines none. */
namespace ufsecp {
#define UF_ABSENT(result, name, data, work, who, parameters)             \
    [[maybe_unused]] static constexpr decltype(nullptr) engine_##name{}; \
    [[maybe_unused]] static constexpr decltype(nullptr) engine8_##name{};
UF_ENGINE_FUNCTIONS(UF_ABSENT)
#undef UF_ABSENT
}  // namespace ufsecp

namespace ufsecp::UF_TARGET {

template <auto body>
constexpr bool is_absent = false;
template <>
inline constexpr bool is_absent<nullptr> = true;

/* Whether the build has the functions of such data.  With UF_SECRET_FUNCTIONS (tools/taint.py) it
 * leaves out what no secret reaches, nine tenths of the code. */
#ifdef UF_SECRET_FUNCTIONS
constexpr bool is_built(engine_data data) { return data != engine_data::open; }
#else
constexpr bool is_built(engine_data) { return true; }
#endif

/* Where public functions are left out, their forms for secrets stand for them. */
static constexpr void use_twins(engine *e) {
#ifdef UF_SECRET_FUNCTIONS
#define UF_TWIN(name) e->name##_var = e->name;
    UF_ENGINE_TWINS(UF_TWIN)
#undef UF_TWIN
#else
    (void)e;
#endif
}

static constexpr engine make_engine(const char *name) {
    engine e{};
    e.name = name;
    e.lanes = 1;
    e.claims_least = claims_least_scalar;
#define UF_BODY(result, name, data, work, who, parameters)                              \
    static_assert(is_absent<engine_##name> == (engine_who::who == engine_who::device)); \
    if constexpr (is_built(engine_data::data)) e.name = engine_##name;
    UF_ENGINE_FUNCTIONS(UF_BODY)
#undef UF_BODY
    use_twins(&e);
    return e;
}

}  // namespace ufsecp::UF_TARGET
