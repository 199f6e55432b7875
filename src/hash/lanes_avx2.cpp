// Hashes side by side in 256-bit vectors; compiled with -mavx2 -mbmi2.
#if defined(__x86_64__)
#define UF_TARGET lanes_avx2
#define UF_VECTOR_BYTES 32
#include "hash/keccak_vectors.h"
#include "hash/ripemd160_vectors.h"
#include "hash/sha256_vectors.h"
#include "hash/sha512_vectors.h"
#endif
