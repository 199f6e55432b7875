// How many multiply-adds an operation or a kernel takes.
#pragma once
#include <string>

namespace bench::gpu {

/* Products, squares and reductions of the field, and products modulo the group order: what the
 * kernels do, by the costs that group/law.h and gpu/kernel state; tools/gpu_report.py counts so. */
struct work {
    double mul = 0, sqr = 0, reductions = 0, mod_n = 0;

    work operator+(const work &w) const {
        return {mul + w.mul, sqr + w.sqr, reductions + w.reductions, mod_n + w.mod_n};
    }
    friend work operator*(double k, const work &w) {
        return {k * w.mul, k * w.sqr, k * w.reductions, k * w.mod_n};
    }
    /* Of 32x32 bits: 64 for the limbs' products, 36 for a square's; a reduction has 8 by 977 and 1
     * for what is left; modulo the order the reduction takes 66. */
    double multiply_adds() const { return 64 * mul + 36 * sqr + 9 * reductions + 130 * mod_n; }
};

/* By the name of an operation or of a kernel; none for what is not bound by multiplications.
 * share: rows that share an inversion; window: the bits of a window. */
work work_of(const std::string &name, double share, double window);

}  // namespace bench::gpu
