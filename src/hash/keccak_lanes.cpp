// Keccak-256 of many messages: the choice of the instruction set.
#include "hash/keccak_lanes.h"

#include "base/chunk.h"
#include "base/cpu.h"
#include "hash/backend.h"
#include "hash/keccak.h"

namespace ufsecp {
using namespace UF_TARGET;

#ifdef UF_X86_HASHES
namespace lanes_avx512 {
void keccak256_digests(u8 *, const u8 *, size_t, size_t);
}
namespace lanes_avx2 {
void keccak256_digests(u8 *, const u8 *, size_t, size_t);
}
#endif

namespace {

void digests_single(u8 *out32s, const u8 *messages64, size_t stride, size_t n) {
    for (size_t i = 0; i < n; i++) keccak256(out32s + 32 * i, messages64 + stride * i, 64);
}

/* least: from so many messages on, all lanes together are faster than one after the other. */
struct backend {
    const char *name;
    void (*digests)(u8 *out32s, const u8 *messages64, size_t stride, size_t n);
    size_t lanes, least;
    bool (*available)();
};

/* Best first. */
constexpr backend backends[] = {
#ifdef UF_X86_HASHES
    {"avx512", lanes_avx512::keccak256_digests, 8, 2, [] { return cpu().avx512; }},
    {"avx2", lanes_avx2::keccak256_digests, 4, 2, [] { return cpu().avx2; }},
#endif
    {"single", digests_single, 8, 1, [] { return true; }},
};

std::atomic<const backend *> chosen{nullptr};

const backend &current() { return *current_backend(chosen, keccak256_lanes_select); }

}  // namespace

bool keccak256_lanes_select(const char *name) {
    const backend *b = find_backend(backends, name);
    if (b) chosen.store(b, std::memory_order_relaxed);
    return b != nullptr;
}

const char *keccak256_lanes_backend() { return current().name; }

void keccak256_lanes(u8 *out32s, const u8 *messages64, size_t stride, size_t n) {
    const backend &b = current();
    for (size_t at = 0; at < n; at += b.lanes) {
        const size_t m = chunk_size(at, n, b.lanes);
        (m < b.least ? digests_single : b.digests)(out32s + 32 * at, messages64 + stride * at,
                                                   stride, m);
    }
}

}  // namespace ufsecp
