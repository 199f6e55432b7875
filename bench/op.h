/* What is timed: an operation as three plain functions, so that ours (C++, once for each target)
 * and a peer's (C) look the same. */
#ifndef BENCH_OP_H
#define BENCH_OP_H
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Single calls go round among the first bench_sets of the sets, batches among all of them. */
enum { bench_sets = 1024, bench_batch = 4096 };

/* The inputs of every operation, the same for all: distinct valid sets of key, message and
 * signatures. */
typedef struct bench_pool {
    uint8_t seckey[bench_batch][32], msg[bench_batch][32], aux[bench_batch][32];
    uint8_t pubkey33[bench_batch][33], pubkey65[bench_batch][65], xonly[bench_batch][32];
    uint8_t ecdsa[bench_batch][64], schnorr[bench_batch][64];
    int recid[bench_batch];
} bench_pool;

/* The scalar of product i of a sum of up to 8 * bench_batch products, whose points are the keys
 * again and again; to be taken modulo the group order. */
static inline const uint8_t *bench_scalar(const bench_pool *p, size_t i) {
    const size_t set = i % bench_batch;
    const uint8_t *const of[8] = {p->aux[set],     p->msg[set],         p->seckey[set],
                                  p->xonly[set],   p->ecdsa[set],       p->ecdsa[set] + 32,
                                  p->schnorr[set], p->schnorr[set] + 32};
    return of[i / bench_batch % 8];
}

/* run(n) does the operation n times, each on the next set, or on the result of the one before; a
 * run makes `items` results (a batch). output writes what the last one gave, the same bytes in
 * every implementation. */
typedef struct bench_op {
    const char *name;
    size_t items;
    void (*run)(size_t n);
    void (*output)(uint8_t out64[64]);
} bench_op;

/* The operations of one implementation.  reset puts all of them back to their first input. */
typedef struct bench_target {
    const char *name;
    void (*reset)(const bench_pool *pool);
    const bench_op *ops;
    size_t count;
} bench_target;

/* Keeps the memory at p: the compiler must take it as read and written here. */
#define BENCH_KEEP(p) __asm__ __volatile__("" : : "r"(p) : "memory")

/* Defines run_NAME as a loop around the statement. */
#define BENCH_LOOP(name, ...)          \
    static void run_##name(size_t n) { \
        while (n--) { __VA_ARGS__; }   \
    }

#ifdef __cplusplus
}
#endif
#endif
