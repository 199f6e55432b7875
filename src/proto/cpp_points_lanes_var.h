// Points of the C++ API made affine, eight at a time.  Variable time.
#pragma once
#include "proto/cpp_points_var.h"
#include "proto/points_out_lanes_var.h"

namespace ufsecp::UF_TARGET {

struct as_affine64 {
    static constexpr size_t size = sizeof(affine64);
};
static inline void put_words(as_affine64, u8 *outs, const u64 (*word)[8], size_t count) {
    memcpy(outs, word, sizeof(affine64) * count);
}
static void engine8_points_to_affine_var(affine64 *r, const point64 *a, size_t n) {
    /* One group alone spends more on what its lanes have in common than it spares. */
    if (n < 16) return UF_REST(points_to_affine_var)(r, a, n);
    rows8<sizeof *a> in{(const u8 *)a, sizeof *a, n};
    gej8 point[groups8];
    ge8 affine[groups8];
    u8 infinity[groups8];
    int all = 1;
    for (size_t at = 0; at < n; at += 8 * groups8) {
        const size_t groups = each_group(at, n, [&](size_t g, size_t row) {
            fe8_stored *const to[3] = {&point[g].x, &point[g].y, &point[g].z};
            size_t step;
            const u8 *p = in.group(row, &step);
            for (size_t c = 0; c < 3; c++) {
                vec8 w[4];
                fe8 t;
                vec_load_rows(w, p + 32 * c, step);
                fe_unpack(&t, w);
                fe_store(to[c], &t);
            }
        });
        ge8_set_gej_batch_var<groups8>(affine, infinity, point, groups);
        each_group(at, n, [&](size_t g, size_t row) {
            put8(as_affine64{}, (u8 *)r, nullptr, row, n, &affine[g], ~(u32)infinity[g], 0, &all,
                 [](size_t) { return 0; });
        });
    }
}

}  // namespace ufsecp::UF_TARGET
