// Which compiled target has an operation below the API for the engine in use.
#include "bench/targets.h"

#include <cstring>
#include <stdexcept>
#include <vector>

#include "ufsecp/ufsecp.h"

namespace bench {
namespace {

/* The inner target that an engine's text is compiled as. */
struct engine_target {
    const char *engine;
    const bench_inner *inner;
};
const engine_target engine_targets[] = {
#ifdef UF_HAVE_X64_ADX
    {"x64_adx", &ufsecp::bench_x64_adx::bench_inner_target},
#endif
#ifdef UF_HAVE_A64
    {"a64", &ufsecp::bench_a64::bench_inner_target},
#endif
#ifdef UF_HAVE_RV64
    {"rv64_zb", &ufsecp::bench_rv64_zb::bench_inner_target},
#endif
#ifdef UF_HAVE_RV64_LEAVES
    {"rv64", &ufsecp::bench_rv64::bench_inner_target},
#endif
#ifdef UF_HAVE_INT128
    {"portable", &ufsecp::bench_portable::bench_inner_target},
#endif
    {"word32", &ufsecp::bench_word32::bench_inner_target},
};

/* The lanes of an engine that has them. */
struct lane_target {
    const char *engine;
    const bench_target *lanes;
};
const std::vector<lane_target> lane_targets = {
#ifdef UF_HAVE_X64_ADX
    {"x64_ifma", &ufsecp::bench_x64_ifma::bench_lanes_target},
#ifdef UF_HAVE_X64_AVXIFMA
    {"x64_avxifma", &ufsecp::bench_x64_avxifma::bench_lanes_target},
#endif
    {"x64_avx512", &ufsecp::bench_x64_avx512::bench_lanes_target},
    {"x64_fma", &ufsecp::bench_x64_fma::bench_lanes_target},
#endif
#ifdef UF_HAVE_RV64_V
    {"rv64_v", &ufsecp::bench_rv64_v::bench_lanes_target},
#endif
};

/* What runs where the engine in use leaves an operation to the next. */
const engine_target &scalar_target() {
    for (const engine_target &e : engine_targets)
        if (std::strcmp(e.engine, ufsecp_engine()) == 0) return e;
    return engine_targets[0];
}

}  // namespace

const bench_target *lanes_of(const std::string &engine) {
    for (const lane_target &t : lane_targets)
        if (engine == t.engine) return t.lanes;
    return nullptr;
}

int engine_lanes(const char *engine) { return lanes_of(engine) ? 8 : 1; }

const bench_inner &inner() { return *scalar_target().inner; }
std::string inner_engine() { return scalar_target().engine; }

const bench_inner &reference() {
    const bench_inner &slow = ufsecp::bench_word32::bench_inner_target;
    return &inner() == &slow ? ufsecp::bench_8x32::bench_inner_target : slow;
}

subject find(const bench_target &t, const std::string &name) {
    for (std::size_t i = 0; i < t.count; i++)
        if (name == t.ops[i].name) return {&t, &t.ops[i]};
    return {};
}
subject must_find(const bench_target &t, const std::string &name) {
    const subject s = find(t, name);
    if (!s) throw std::logic_error(std::string(t.name) + " has no operation " + name);
    return s;
}

subject inner_op(std::string *engine, const std::string &name) {
    const bench_target *const lanes = lanes_of(ufsecp_engine());
    const subject own = lanes ? find(*lanes, name) : subject{};
    if (own && own.op->items == 1) {
        *engine = ufsecp_engine();
        return own;
    }
    *engine = inner_engine();
    return must_find(inner().ops, name);
}

}  // namespace bench
