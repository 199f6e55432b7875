// SHA-256 of many messages: the choice of the instruction set, and of one message at a time where
// that is faster.
#include "hash/sha256_lanes.h"

#include "base/bytes.h"
#include "base/check.h"
#include "base/cpu.h"
#include "base/ct.h"
#include "hash/backend.h"

namespace ufsecp {
using namespace UF_TARGET;

#if defined(__x86_64__)
namespace lanes_avx512 {
void sha256_digests(u8 *, size_t, const u32[8], sha256_run, sha256_run, size_t);
}
namespace lanes_avx2 {
void sha256_digests(u8 *, size_t, const u32[8], sha256_run, sha256_run, size_t);
}
#endif

namespace {

void digests_single(u8 *out32s, size_t out_stride, const u32 midstate[8], sha256_run first,
                    sha256_run second, size_t n) {
    u32 state[8];
    for (size_t i = 0; i < n; i++, out32s += out_stride) {
        memcpy(state, midstate, 32);
        if (first.count) sha256_compress(state, first.blocks[i], first.count);
        if (second.count) sha256_compress(state, second.blocks[i], second.count);
        for (int j = 0; j < 8; j++) store_be32(out32s + 4 * j, state[j]);
    }
    wipe(state, sizeof state);
}

/* From `least` messages on, all lanes together are faster than one message after the other.  With
 * SHA-NI, which takes about two cycles a byte, it is from least_with_sha on: for 8 lanes, never. */
struct backend {
    const char *name;
    sha256_digests_fn digests;
    size_t lanes, least, least_with_sha;
    bool (*available)();

    size_t least_here() const { return cpu().sha ? least_with_sha : least; }
};

/* Best first. */
constexpr backend backends[] = {
#if defined(__x86_64__)
    {"avx512", lanes_avx512::sha256_digests, 16, 3, 8, [] { return cpu().avx512; }},
    {"avx2", lanes_avx2::sha256_digests, 8, 3, 11, [] { return cpu().avx2; }},
#endif
    {"single", digests_single, sha256_most_lanes, 1, 1, [] { return true; }},
};

std::atomic<const backend *> chosen{nullptr};

const backend &current() { return *current_backend(chosen, sha256_lanes_select); }

sha256_run after(sha256_run run, size_t messages) {
    if (run.count) run.blocks += messages;
    return run;
}

}  // namespace

bool sha256_lanes_select(const char *name) {
    const auto pays = [](const backend &b) { return b.least_here() <= b.lanes; };
    const backend *b = find_backend(backends, name, pays);
    if (b) chosen.store(b, std::memory_order_relaxed);
    return b != nullptr;
}

const char *sha256_lanes_backend() { return current().name; }

void sha256_lanes_padded(u8 *out32s, size_t out_stride, const u32 midstate[8], sha256_run first,
                         sha256_run second, size_t n) {
    const backend &b = current();
    for (size_t at = 0; at < n; at += b.lanes) {
        const size_t m = n - at < b.lanes ? n - at : b.lanes;
        const bool pays = m == b.lanes || m >= b.least_here();
        (pays ? b.digests : digests_single)(out32s + at * out_stride, out_stride, midstate,
                                            after(first, at), after(second, at), m);
    }
}

void sha256_lanes(u8 *out32s, size_t out_stride, const u32 midstate[8], u64 midstate_bytes,
                  const u8 *const *messages, size_t len, size_t n) {
    UF_CHECK(midstate_bytes % 64 == 0);
    constexpr size_t most = sha256_most_lanes;
    const size_t whole = len / 64, rest = len % 64, last = rest < 56 ? 1 : 2;
    u8 ends[most][128];
    const u8 *at[most];
    for (size_t i = 0; i < most && i < n; i++) {
        memset(ends[i] + rest, 0, 64 * last - rest);
        ends[i][rest] = 0x80;
        store_be64(ends[i] + 64 * last - 8, (midstate_bytes + len) << 3);
        at[i] = ends[i];
    }
    for (; n; n -= n < most ? n : most, messages += most, out32s += most * out_stride) {
        const size_t m = n < most ? n : most;
        for (size_t i = 0; i < m && rest; i++) memcpy(ends[i], messages[i] + 64 * whole, rest);
        sha256_lanes_padded(out32s, out_stride, midstate, {messages, whole}, {at, last}, m);
    }
    wipe(ends, sizeof ends);
}

}  // namespace ufsecp
