// SHA-256 of many messages: the choice of the instruction set, and of one message at a time where
// that is faster.
#include "hash/sha256_lanes.h"

#include "base/bytes.h"
#include "base/check.h"
#include "base/chunk.h"
#include "base/cpu.h"
#include "base/ct.h"
#include "hash/backend.h"
#include "hash/sha256_rounds.h"

namespace ufsecp {
using namespace UF_TARGET;

#ifdef UF_X86_HASHES
namespace lanes_avx512 {
void sha256_chains(u8 *, size_t, byte_rows, byte_rows, size_t, size_t);
}
namespace lanes_avx2 {
void sha256_chains(u8 *, size_t, byte_rows, byte_rows, size_t, size_t);
}
#endif

namespace {

void chains_single(u8 *out32s, size_t out_stride, byte_rows chain32, byte_rows blocks, size_t count,
                   size_t n) {
    u32 state[8];
    for (size_t i = 0; i < n; i++, out32s += out_stride) {
        for (int j = 0; j < 8; j++) state[j] = load_be32(chain32.row(i) + 4 * j);
        sha256_compress(state, blocks.row(i), count);
        /* One by one: without SSSE3, vectors are slow at this. */
        for (int j = 0; j < 8; j++) store_be32(out32s + 4 * j, value_barrier(state[j]));
    }
    wipe(state, sizeof state);
}

/* From `least` messages on, all lanes together are faster than one message after the other.  With
 * SHA-NI, which takes about two cycles a byte, it is from least_with_sha on: for 8 lanes, never. */
struct backend {
    const char *name;
    sha256_chains_fn chains;
    size_t lanes, least, least_with_sha;
    bool (*available)();

    size_t least_here() const { return cpu().sha ? least_with_sha : least; }
};

/* Best first. */
constexpr backend backends[] = {
#ifdef UF_X86_HASHES
    {"avx512", lanes_avx512::sha256_chains, 16, 3, 8, [] { return cpu().avx512; }},
    {"avx2", lanes_avx2::sha256_chains, 8, 3, 11, [] { return cpu().avx2; }},
#endif
    {"single", chains_single, sha256_most_lanes, 1, 1, [] { return true; }},
};

std::atomic<const backend *> chosen{nullptr};

const backend &current() { return *current_backend(chosen, sha256_lanes_select); }

}  // namespace

bool sha256_lanes_select(const char *name) {
    const auto pays = [](const backend &b) { return b.least_here() <= b.lanes; };
    const backend *b = find_backend(backends, name, pays);
    if (b) chosen.store(b, std::memory_order_relaxed);
    return b != nullptr;
}

const char *sha256_lanes_backend() { return current().name; }

void sha256_chains(u8 *out32s, size_t out_stride, byte_rows chain32, byte_rows blocks, size_t count,
                   size_t n) {
    if (n == 1) return chains_single(out32s, out_stride, chain32, blocks, count, 1);
    const backend &b = current();
    for (size_t at = 0; at < n; at += b.lanes) {
        const size_t m = chunk_size(at, n, b.lanes);
        const bool pays = m == b.lanes || m >= b.least_here();
        (pays ? b.chains : chains_single)(out32s + at * out_stride, out_stride, chain32.from(at),
                                          blocks.from(at), count, m);
    }
}

void sha256_lanes(u8 *out32s, size_t out_stride, const u32 midstate[8], u64 midstate_bytes,
                  byte_rows messages, size_t len, size_t n) {
    UF_CHECK(midstate_bytes % 64 == 0);
    constexpr size_t most = sha256_most_lanes;
    const sha256_chain start = sha256_chain_of(midstate);
    const size_t whole = len / 64, rest = len % 64;
    size_t last = 0;
    u8 ends[most][128];
    for (size_t i = 0; i < most && i < n; i++)
        last = sha256_pad(ends[i], rest, midstate_bytes + 64 * whole);
    for (size_t done = 0; done < n; done += most, out32s += most * out_stride) {
        const size_t m = chunk_size(done, n, most);
        byte_rows chain = {start.b, 0};
        for (size_t i = 0; i < m && rest; i++)
            memcpy(ends[i], messages.row(done + i) + 64 * whole, rest);
        if (whole) {
            sha256_chains(out32s, out_stride, chain, messages.from(done), whole, m);
            chain = {out32s, out_stride};
        }
        sha256_chains(out32s, out_stride, chain, {ends[0], sizeof *ends}, last, m);
    }
    wipe(ends, sizeof ends);
}

}  // namespace ufsecp
