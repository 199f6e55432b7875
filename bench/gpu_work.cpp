// How many multiply-adds an operation or a kernel takes.
#include "bench/gpu_work.h"

#include <cstdint>

namespace bench::gpu {

/* A row of a sum of many, with so many halves, in windows of so many bits: the entries, 15 of 16
 * added, and 3 of 8 places of lists (2/16 of the entries at first, then a quarter each time);
 * lambda P and splits.  Buckets are left out: they do not grow with the rows. */
static work sum_of(double halves, double window) {
    const work entry = {8, 3, 10, 0}, sum = {12, 4, 15, 0};
    const double entries = halves * (double)(std::int64_t)((128 + window) / window);
    return entries * 15 / 16 * entry + entries / 16 * sum + work{1, 0, 1, 3};
}

work work_of(const std::string &name, double share, double window) {
    const work mul = {1, 0, 1, 0}, sqr = {0, 1, 1, 0}, dbl = {3, 4, 7, 0}, add = {8, 3, 10, 0};
    // eleven multiples: a doubling and nine additions over one z, nine turns of the unit, and back
    const work multiples =
        work{2, 4, 7, 0} + 9 * work{4, 2, 6, 0} + 9 * mul + 11 * work{4, 1, 5, 0} + 10 * mul;
    // 43 digits, of which one in 64 is zero
    const work mul_point = multiples + 126 * dbl + 43 * 63 / 64.0 * add + mul;
    const work gen = (double)(std::int64_t)((256 + window - 1) / window) * add;
    const work lift = {14, 255, 269, 0}, power = {15, 255, 270, 0};
    const work field_inv = 3 * mul + 1 / share * power;
    const work scalar_inv = {0, 0, 0, 3 + 295 / share}, two_scalars = {0, 0, 0, 2};
    const work affine = field_inv + work{3, 1, 4, 0};
    /* twist, what two points that meet say of y, and a look at it: three times x^3 */
    const work without_root = work{2, 2, 4, 0} + work{17, 7, 24, 0} + field_inv + work{2, 2, 4, 0};
    const struct {
        const char *name;
        work what;
    } all[] = {
        {"loop_field_mul", mul},
        {"loop_field_sqr", sqr},
        {"loop_field_inv", power},
        {"loop_point_add", add},
        {"loop_point_dbl", dbl},
        {"field_mul", mul},
        {"field_sqr", sqr},
        {"field_inv", field_inv},
        {"scalar_inv", scalar_inv},
        {"point_add", add},
        {"point_double", dbl},
        {"mul_point", mul_point},
        {"add_gen", gen},
        {"lift", lift},
        {"scale", two_scalars},
        {"affine", work{3, 1, 4, 0}},
        {"ecdsa_verify", scalar_inv + two_scalars + mul_point + gen + without_root},
        {"schnorr_verify", mul_point + gen + without_root + work{10, 2, 12, 0}},
        {"ecdsa_recover", lift + scalar_inv + two_scalars + mul_point + gen + affine},
        {"ecrecover_address", lift + scalar_inv + two_scalars + mul_point + gen + affine},
        {"pubkey_mul", lift + mul_point + affine},
        {"pubkey_mul_add", lift + mul_point + gen + affine},
        {"public_mul_gen", gen + affine},
        {"pubkey_decompress", lift},
        {"silent_scan_var", lift + mul_point + affine + gen + affine},
        {"msm", lift + sum_of(2, window)},
        {"schnorr_batch", 2 * lift + sum_of(3, window)},
    };
    for (const auto &w : all)
        if (name == w.name) return w.what;
    return {};
}

}  // namespace bench::gpu
