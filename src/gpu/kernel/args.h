// What host and kernels share: the arguments of a launch, and the list of all kernels.
//
// A chunk of rows is one buffer, the arena: its inputs as the caller gave them, columns of 32-bit
// words between the kernels, and what comes out. Word w of row i of a column is at word w*n + i, so
// that neighbours are loaded together. Numbers in columns are reduced.
#pragma once

namespace ufsecp {

/* Every member is 4 bytes; offsets are in bytes, of columns 16-aligned. */
typedef struct gpu_args {
    unsigned n;             /* rows */
    unsigned first;         /* the row of item 0 */
    unsigned stride;        /* bytes from one row of `rows` to the next */
    unsigned key_stride;    /* 33: compressed keys; 64: x || y */
    unsigned scalar_stride; /* 32, or 0: one scalar for all rows */
    unsigned flags;         /* UFSECP_LOW_S */
    unsigned share;         /* rows of an item: that share an inversion, or are added up; >= 1 */
    unsigned window;        /* bits of a window: of the table, or of a sum */
    unsigned loops;         /* loop_...: repetitions; table_... and schnorr_sum_load: what row 0 is
                               of all; sum_weigh: bits that are done */
    unsigned rows, scalars, keys;    /* inputs: bytes at any alignment */
    unsigned p, a, b, q, t, scratch; /* columns: p of 16 words (x, y), q of 24, others of 8 */
    unsigned ok;                     /* verdicts, a byte a row: 1 good; 0 bad, and bad it stays */
    unsigned out;                    /* outputs */
    unsigned extra;                  /* an operation's own: points as 16 words x, y; or scalars */
    /* Of sums (kernel_sum.h): parts of the arena, and how many there are of what a launch works on.
     * Elsewhere points is a column of 24 words for a P: q, but where b G stays apart from it. */
    unsigned points, places, entries, buckets, list, next, length;
} gpu_args;

/* All members are of one type, so that the size says where each of them is. */
typedef char gpu_args_are_28_words[sizeof(gpu_args) == 112 ? 1 : -1];

/* X(name) for each kernel; entry.h, kernel_sum.h and loops.h say what they do. */
// clang-format off
#define UF_GPU_KERNELS(X)                                                                        \
    X(field_add) X(field_sub) X(field_mul) X(field_sqr) X(field_inv) X(scalar_inv) X(scale)      \
    X(lift) X(twist) X(mul_point) X(add_gen) X(z_column) X(affine) X(ecdsa_load) X(ecdsa_meet)   \
    X(ecdsa_check) X(schnorr_load) X(schnorr_meet) X(schnorr_check) X(recover_load) X(put_key33) \
    X(put_address20) X(put_key65) X(key_load) X(mul_load) X(mul_add_load) X(gen_load)            \
    X(silent_hash) X(silent_point) X(silent_label) X(silent_labelled) X(table_points)            \
    X(table_store) X(schnorr_sum_load) X(sum_scalars) X(sum_clear) X(sum_count) X(sum_place)     \
    X(sum_scatter) X(sum_runs) X(sum_heads) X(sum_weigh) X(point_add) X(point_dbl)               \
    X(loop_field_add) X(loop_field_sub) X(loop_field_mul) X(loop_field_sqr) X(loop_field_inv)    \
    X(loop_point_add) X(loop_point_dbl)
// clang-format on

}  // namespace ufsecp
