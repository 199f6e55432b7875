// The table of an engine with lanes: what lanes do, and what the same text as without them does
// faster there; all else is left to the next engine.
//
// Lanes of doubles leave single calls alone: of 512 bits they slow the processor down, and the code
// around them with it; of 256 bits k*G would gain, but single signatures are made by instructions
// on integers, of which vendors say that no operand changes their time.
#pragma once
#define UF_SECRET_LANES /* base/target.h */
#include "engine/table.h"
#include "proto/claims_rows_lanes_var.h"
#include "proto/cpp_points_lanes_var.h"
#include "proto/ecdsa_rows_lanes_var.h"
#include "proto/keys_rows_lanes_var.h"
#include "proto/msm_sums_lanes_var.h"
#include "proto/prepared_keys_lanes_var.h"
#include "proto/recover_rows_lanes_var.h"
#include "proto/schnorr_rows_lanes_var.h"
#include "proto/silent_scan_lanes_var.h"

namespace ufsecp::UF_TARGET {

/* ---- Batches and scans with secrets: how public keys are read, in lanes ---- */

static int engine8_ecdh_batch(u8 *outs32, u8 *ok, const u8 *pks33, const u8 *sk32, size_t n) {
    return shared_points_batch<chunk_parse_var>(as_ecdh_hash{}, outs32, ok, pks33, sk32, n);
}
static int engine8_pubkey_mul_secret_batch(u8 *out33, u8 *ok, const u8 *sk32, const u8 *pks33,
                                           size_t n) {
    return shared_points_batch<chunk_parse_var>(as_shared_key{}, out33, ok, pks33, sk32, n);
}

namespace {
struct silent8_secret : silent_secret<chunk_parse_var> {
    static constexpr size_t most_labels = 64;
    template <auto step>
    static constexpr auto entry = vec_call<step>;
};
}  // namespace
static int engine8_silent_scan(const silent_scan_task *task, size_t first, size_t n) {
    return silent_scan_rows<silent8_secret>(task, first, n);
}

/* ---- The table ---- */

static_assert(target::secret_lanes);

/* What the table holds for a function with one body in lanes and another without; NULL for "as the
 * next engine". */
template <engine_work work, auto in_lanes, auto scalar>
constexpr auto entry8() {
    constexpr bool has_body = work == engine_work::lanes || work == engine_work::steps;
    static_assert(is_absent<in_lanes> != has_body,
                  "engine8_NAME is there if, and only if, the list says lanes or steps for NAME");
    if constexpr (is_absent<in_lanes>) {
        if constexpr (work == engine_work::rows || (work == engine_work::product && target::quads))
            return vec_call<scalar>;
        else return nullptr;
    } else if constexpr (work == engine_work::steps) {
        return in_lanes;
    } else {
        return vec_call<in_lanes>;
    }
}

static constexpr engine make_lane_engine(const char *name) {
#ifdef UF_ONE_ENGINE
    engine e = make_engine(name); /* there is no next engine */
#else
    engine e{};
    e.name = name;
#endif
    e.lanes = 8;
    e.claims_least = claims_least8;
#define UF_BODY(result, name, data, work, who, parameters)                                    \
    if constexpr (is_built(engine_data::data)) {                                              \
        constexpr auto in_lanes = entry8<engine_work::work, engine8_##name, engine_##name>(); \
        if constexpr (!is_absent<in_lanes>) e.name = in_lanes;                                \
    }
    UF_ENGINE_FUNCTIONS(UF_BODY)
#undef UF_BODY
    use_twins(&e);
    return e;
}

}  // namespace ufsecp::UF_TARGET
