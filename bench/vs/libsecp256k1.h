/* The peer libsecp256k1 as operations. The .c file alone sees it. */
#ifndef BENCH_VS_LIBSECP256K1_H
#define BENCH_VS_LIBSECP256K1_H
#include "bench/op.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef int bench_hash(uint8_t out32[32], const uint8_t *data, size_t len);

/* compress: the SHA-256 compression that the peer is given for its operations *_hooked; keccak256
 * and child_hash (64 bytes out, bench/child_hash.h): ours, which it has nothing like. */
const bench_target *peer_libsecp256k1(void (*compress)(uint32_t *state, const uint8_t *blocks,
                                                       size_t count),
                                      bench_hash *keccak256, bench_hash *child_hash);

#ifdef __cplusplus
}
#endif
#endif
