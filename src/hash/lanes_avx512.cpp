// Hashes side by side in 512-bit vectors; compiled with the flags of lanes_avx2.cpp and -mavx512f,
// cd, bw, dq, vl.
#if defined(__x86_64__)
#define UF_TARGET lanes_avx512
#define UF_VECTOR_BYTES 64
#include "hash/keccak_vectors.h"
#include "hash/ripemd160_vectors.h"
#include "hash/sha256_vectors.h"
#include "hash/sha512_vectors.h"
#endif
