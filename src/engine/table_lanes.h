// The table of an engine with lanes: what lanes do, and what the same text as without them does
// faster there; all else is left to the next engine.
//
// Lanes of doubles leave single calls alone: of 512 bits they slow the processor down, and the code
// around them with it; of 256 bits k*G would gain, but single signatures are made by instructions
// on integers, of which vendors say that no operand changes their time.
#pragma once
#include "engine/lanes.inl"
#include "engine/table.h"

namespace ufsecp::UF_TARGET {

#ifdef UF_QUAD
static constexpr bool has_quads = true; /* lanes/mul_quad.h, lanes/mul2_quad_var.h, lanes/gen_lanes.h */
#else
static constexpr bool has_quads = false;
#endif

/* The function that has this body in lanes, and that one without; NULL for "as the next engine". */
template <engine_work work, auto in_lanes, auto scalar>
constexpr auto lanes_entry() {
    if constexpr (is_absent<in_lanes>) {
        if constexpr (work == engine_work::rows || (work == engine_work::product && has_quads))
            return lane_call<scalar>;
        else return nullptr;
    } else if constexpr (work == engine_work::steps) {
        return in_lanes;
    } else {
        return lane_call<in_lanes>;
    }
}

static constexpr engine make_lane_engine(const char *name) {
    engine e{};
    e.name = name;
    e.lanes = 8;
    e.claims_least = claims_least_lanes;
#define UF_BODY(result, name, data, work, also, parameters) \
    if constexpr (is_built(engine_data::data))              \
        e.name = lanes_entry<engine_work::work, lanes_##name, engine_##name>();
    UF_ENGINE_FUNCTIONS(UF_BODY)
#undef UF_BODY
    use_twins(&e);
    return e;
}

}  // namespace ufsecp::UF_TARGET
