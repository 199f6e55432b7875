/* The peer libsecp256k1 as operations. The .c file alone sees it. */
#ifndef BENCH_VS_LIBSECP256K1_H
#define BENCH_VS_LIBSECP256K1_H
#include "bench/op.h"

#ifdef __cplusplus
extern "C" {
#endif

/* compress: the SHA-256 compression that the peer is given for its operations *_hooked. */
const bench_target *peer_libsecp256k1(void (*compress)(uint32_t *state, const uint8_t *blocks, size_t count));

#ifdef __cplusplus
}
#endif
#endif
