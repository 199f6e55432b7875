// What children of extended keys hash side by side: the choice of the instruction set.
#include "hash/xkey_lanes.h"

#include "base/bytes.h"
#include "base/chunk.h"
#include "base/cpu.h"
#include "base/ct.h"
#include "hash/backend.h"
#include "hash/ripemd160.h"

namespace ufsecp {
using namespace UF_TARGET;

#ifdef UF_X86_HASHES
namespace lanes_avx512 {
void hmac_sha512_macs(u8 *, const hmac_sha512_key *, const u8 *, u32, size_t);
void ripemd160_digests(u8 *, const u8 *, size_t);
}  // namespace lanes_avx512
namespace lanes_avx2 {
void hmac_sha512_macs(u8 *, const hmac_sha512_key *, const u8 *, u32, size_t);
void ripemd160_digests(u8 *, const u8 *, size_t);
}  // namespace lanes_avx2
#endif

namespace {

void macs_single(u8 *out64s, const hmac_sha512_key *key, const u8 *text33, u32 first, size_t n) {
    secret_bytes<37> text;
    memcpy(text.b, text33, 33);
    for (size_t i = 0; i < n; i++) {
        store_be32(text.b + 33, first + (u32)i);
        hmac_sha512(out64s + 64 * i, key, text.b, 37);
    }
}
void digests_single(u8 *out20s, const u8 *messages32, size_t n) {
    for (size_t i = 0; i < n; i++) ripemd160(out20s + 20 * i, messages32 + 32 * i, 32);
}

/* lanes: HMACs at a time; there are twice as many digests.  Two pay. */
struct backend {
    const char *name;
    void (*macs)(u8 *out64s, const hmac_sha512_key *key, const u8 *text33, u32 first, size_t n);
    void (*digests)(u8 *out20s, const u8 *messages32, size_t n);
    size_t lanes;
    bool (*available)();
};

/* Best first. */
constexpr backend backends[] = {
#ifdef UF_X86_HASHES
    {"avx512", lanes_avx512::hmac_sha512_macs, lanes_avx512::ripemd160_digests, 8,
     [] { return cpu().avx512; }},
    {"avx2", lanes_avx2::hmac_sha512_macs, lanes_avx2::ripemd160_digests, 4,
     [] { return cpu().avx2; }},
#endif
    {"single", macs_single, digests_single, 8, [] { return true; }},
};

std::atomic<const backend *> chosen{nullptr};

const backend &current() { return *current_backend(chosen, xkey_lanes_select); }

}  // namespace

bool xkey_lanes_select(const char *name) {
    const backend *b = find_backend(backends, name);
    if (b) chosen.store(b, std::memory_order_relaxed);
    return b != nullptr;
}

const char *xkey_lanes_backend() { return current().name; }

void hmac_sha512_numbers(u8 *out64s, const hmac_sha512_key *key, const u8 *text33, u32 first,
                         size_t n) {
    const backend &b = current();
    for (size_t at = 0; at < n; at += b.lanes) {
        const size_t m = chunk_size(at, n, b.lanes);
        (m == 1 ? macs_single : b.macs)(out64s + 64 * at, key, text33, first + (u32)at, m);
    }
}

void ripemd160_lanes(u8 *out20s, const u8 *messages32, size_t n) {
    const backend &b = current();
    for (size_t at = 0; at < n; at += 2 * b.lanes) {
        const size_t m = chunk_size(at, n, 2 * b.lanes);
        (m == 1 ? digests_single : b.digests)(out20s + 20 * at, messages32 + 32 * at, m);
    }
}

}  // namespace ufsecp
