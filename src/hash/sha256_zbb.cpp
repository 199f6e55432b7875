// The compression of SHA-256 with the rotations of RISC-V's Zbb; compiled with
// -march=rv64gc_zba_zbb.
#ifdef UF_HAVE_RV64
#define UF_TARGET sha256_zbb
#include "base/bytes.h"
#include "hash/sha256_rounds.h"

namespace ufsecp {

void sha256_compress_zbb(uint32_t state[8], const uint8_t *blocks, size_t count) {
    using namespace UF_TARGET;
    for (; count; count--, blocks += 64) {
        u32 w[16];
        for (int i = 0; i < 16; i++) w[i] = load_be32(blocks + 4 * i);
        sha256_compress_words(state, w);
    }
}

}  // namespace ufsecp
#endif
