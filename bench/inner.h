// The targets whose inner operations are measured: the engines' own, and two representations that
// no engine uses on this CPU.
#pragma once
#include "bench/op.h"

/* A target, and what makes the fixed-base window table of width w that its operations windows_*
 * use. */
struct bench_inner {
    bench_target ops;
    void (*build_windows)(int w);
};

namespace ufsecp {
namespace bench_x64_adx {
extern const bench_inner bench_inner_target;
}  // namespace bench_x64_adx
namespace bench_a64 {
extern const bench_inner bench_inner_target;
}  // namespace bench_a64
namespace bench_rv64 {
extern const bench_inner bench_inner_target;
}  // namespace bench_rv64
namespace bench_rv64_zb {
extern const bench_inner bench_inner_target;
}  // namespace bench_rv64_zb
namespace bench_portable {
extern const bench_inner bench_inner_target;
}  // namespace bench_portable
namespace bench_word32 {
extern const bench_inner bench_inner_target;
}  // namespace bench_word32
namespace bench_4x64 {
extern const bench_inner bench_inner_target;
}  // namespace bench_4x64
namespace bench_8x32 {
extern const bench_inner bench_inner_target;
}  // namespace bench_8x32
/* Eight at once, as the engines with lanes do them. */
namespace bench_x64_avx512 {
extern const bench_target bench_lanes_target;
}  // namespace bench_x64_avx512
namespace bench_rv64_v {
extern const bench_target bench_lanes_target;
}  // namespace bench_rv64_v
namespace bench_x64_fma {
extern const bench_target bench_lanes_target;
}  // namespace bench_x64_fma
namespace bench_x64_avxifma {
extern const bench_target bench_lanes_target;
}  // namespace bench_x64_avxifma
namespace bench_x64_ifma {
extern const bench_target bench_lanes_target;
}  // namespace bench_x64_ifma
}  // namespace ufsecp
