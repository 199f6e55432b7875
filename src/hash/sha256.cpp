// SHA-256: compressions (portable, AVX2 + BMI2, SHA-NI, Arm's SHA2), their choice at run time, and
// the hash.
#include "hash/sha256.h"

#include "base/bytes.h"
#include "base/check.h"
#include "base/cpu.h"
#include "base/ct.h"
#include "hash/backend.h"
#include "hash/sha256_rounds.h"

#ifdef UF_X86_HASHES
#include <immintrin.h>
#define UF_TARGET_AVX2 __attribute__((target("avx2,bmi2")))
#define UF_TARGET_SHA __attribute__((target("sha,sse4.1")))
#elif defined(UF_ARM_HASHES)
#include <arm_neon.h>
#ifdef __clang__
#define UF_TARGET_SHA __attribute__((target("sha2")))
#else
#define UF_TARGET_SHA __attribute__((target("+crypto")))
#endif
#endif

namespace ufsecp {
using namespace UF_TARGET;
namespace {

void compress_portable(u32 state[8], const u8 *blocks, size_t count) {
    for (; count; count--, blocks += 64) {
        u32 w[16];
        for (int i = 0; i < 16; i++) w[i] = load_be32(blocks + 4 * i);
        sha256_compress_words(state, w);
    }
}

#ifdef UF_X86_HASHES

/* Big-endian words 4i..4i+3 of a block. */
#define UF_LOAD_WORDS(block, i)                                       \
    _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(block) + (i)), \
                     _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203))

/* The two words W[t-2], W[t-1], each twice in 64 bits, through sigma1; the result is in the even
 * words. */
UF_TARGET_AVX2 UF_ROUND_INLINE __m128i sigma1_of_pairs(__m128i x) {
    const __m128i rot = _mm_xor_si128(_mm_srli_epi64(x, 17), _mm_srli_epi64(x, 19));
    return _mm_xor_si128(rot, _mm_srli_epi32(x, 10));
}

/* W[t..t+3] from the 16 words before: a holds W[t-16..t-13], d W[t-4..t-1]. Words t+2 and t+3 need
 * sigma1 of t and t+1, hence the two halves.
 * time: constant. */
UF_TARGET_AVX2 UF_ROUND_INLINE __m128i next_words(__m128i a, __m128i b, __m128i c, __m128i d) {
    const __m128i w15 = _mm_alignr_epi8(b, a, 4), w7 = _mm_alignr_epi8(d, c, 4);
    const __m128i rot7 = _mm_xor_si128(_mm_srli_epi32(w15, 7), _mm_slli_epi32(w15, 25));
    const __m128i rot18 = _mm_xor_si128(_mm_srli_epi32(w15, 18), _mm_slli_epi32(w15, 14));
    const __m128i sigma0 = _mm_xor_si128(_mm_xor_si128(rot7, rot18), _mm_srli_epi32(w15, 3));
    __m128i w = _mm_add_epi32(_mm_add_epi32(a, w7), sigma0);
    const __m128i low = sigma1_of_pairs(_mm_shuffle_epi32(d, 0xfa));
    w = _mm_add_epi32(w, _mm_shuffle_epi8(low, _mm_set_epi64x(-1, 0x0b0a090803020100)));
    const __m128i high = sigma1_of_pairs(_mm_shuffle_epi32(w, 0x50));
    return _mm_add_epi32(w, _mm_shuffle_epi8(high, _mm_set_epi64x(0x0b0a090803020100, -1)));
}

template <int i>
UF_TARGET_AVX2 UF_ROUND_INLINE void four_rounds(sha256_vars<u32> *s, const u32 wk[4]) {
    sha256_round<i, true>(s, wk[0]);
    sha256_round<i + 1, true>(s, wk[1]);
    sha256_round<i + 2, true>(s, wk[2]);
    sha256_round<i + 3, true>(s, wk[3]);
}

/* Scalar rounds with RORX, beside a message schedule of four words at a time. */
UF_TARGET_AVX2 void compress_avx2(u32 state[8], const u8 *blocks, size_t count) {
    alignas(16) u32 wk[16];
    const auto k = (const __m128i *)sha256_k;
    const auto out = (__m128i *)wk;
    for (; count; count--, blocks += 64) {
        sha256_vars<u32> s;
        /* One by one: a vector of them would wait for the words that were stored just before. */
        for (int i = 0; i < 8; i++) s.v[i] = value_barrier(state[i]);
        s.bc = s.v[1] ^ s.v[2];
        __m128i a = UF_LOAD_WORDS(blocks, 0), b = UF_LOAD_WORDS(blocks, 1);
        __m128i c = UF_LOAD_WORDS(blocks, 2), d = UF_LOAD_WORDS(blocks, 3);
        out[0] = _mm_add_epi32(a, k[0]);
        out[1] = _mm_add_epi32(b, k[1]);
        out[2] = _mm_add_epi32(c, k[2]);
        out[3] = _mm_add_epi32(d, k[3]);
        for (int i = 4; i < 16; i += 4) {
            a = next_words(a, b, c, d);
            four_rounds<0>(&s, wk);
            out[0] = _mm_add_epi32(a, k[i]);
            b = next_words(b, c, d, a);
            four_rounds<4>(&s, wk + 4);
            out[1] = _mm_add_epi32(b, k[i + 1]);
            c = next_words(c, d, a, b);
            four_rounds<8>(&s, wk + 8);
            out[2] = _mm_add_epi32(c, k[i + 2]);
            d = next_words(d, a, b, c);
            four_rounds<12>(&s, wk + 12);
            out[3] = _mm_add_epi32(d, k[i + 3]);
        }
        four_rounds<0>(&s, wk);
        four_rounds<4>(&s, wk + 4);
        four_rounds<8>(&s, wk + 8);
        four_rounds<12>(&s, wk + 12);
        for (int i = 0; i < 8; i++) state[i] += s.v[i];
    }
}

/* Rounds 4i..4i+3 on abef, cdgh; and, from the third group on, the words 4i+4..4i+7 into the
 * oldest of w. */
template <int i>
UF_TARGET_SHA UF_ROUND_INLINE void four_rounds_sha(__m128i *abef, __m128i *cdgh, __m128i w[4]) {
    const __m128i now = w[i & 3];
    const __m128i wk = _mm_add_epi32(now, ((const __m128i *)sha256_k)[i]);
    *cdgh = _mm_sha256rnds2_epu32(*cdgh, *abef, wk);
    *abef = _mm_sha256rnds2_epu32(*abef, *cdgh, _mm_shuffle_epi32(wk, 0x0e));
    if constexpr (i >= 3 && i < 15) {
        __m128i *oldest = &w[(i + 1) & 3];
        const __m128i w7 = _mm_alignr_epi8(now, w[(i + 3) & 3], 4);
        const __m128i sum = _mm_add_epi32(_mm_sha256msg1_epu32(*oldest, w[(i + 2) & 3]), w7);
        *oldest = _mm_sha256msg2_epu32(sum, now);
    }
}

template <int... i>
UF_TARGET_SHA UF_ROUND_INLINE void all_rounds_sha(__m128i *abef, __m128i *cdgh, __m128i w[4],
                                                  std::integer_sequence<int, i...>) {
    (four_rounds_sha<i>(abef, cdgh, w), ...);
}

UF_TARGET_SHA void compress_sha(u32 state[8], const u8 *blocks, size_t count) {
    /* In memory order: dcba and hgfe (high word first).  The instructions want abef and cdgh. */
    const __m128i cdab = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xb1);
    const __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1b);
    __m128i abef = _mm_alignr_epi8(cdab, efgh, 8), cdgh = _mm_blend_epi16(efgh, cdab, 0xf0);
    for (; count; count--, blocks += 64) {
        const __m128i abef_in = abef, cdgh_in = cdgh;
        __m128i w[4] = {UF_LOAD_WORDS(blocks, 0), UF_LOAD_WORDS(blocks, 1),
                        UF_LOAD_WORDS(blocks, 2), UF_LOAD_WORDS(blocks, 3)};
        all_rounds_sha(&abef, &cdgh, w, std::make_integer_sequence<int, 16>());
        abef = _mm_add_epi32(abef, abef_in);
        cdgh = _mm_add_epi32(cdgh, cdgh_in);
    }
    const __m128i feba = _mm_shuffle_epi32(abef, 0x1b), dchg = _mm_shuffle_epi32(cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#elif defined(UF_ARM_HASHES)

/* Rounds 4i..4i+3 on abcd, efgh; and, but for the last four groups, the words 4i+16..4i+19 into the
 * oldest of w. */
template <int i>
UF_TARGET_SHA UF_ROUND_INLINE void four_rounds_sha(uint32x4_t *abcd, uint32x4_t *efgh,
                                                   uint32x4_t w[4]) {
    uint32x4_t *const now = &w[i & 3];
    const uint32x4_t wk = vaddq_u32(*now, vld1q_u32(sha256_k + 4 * i)), before = *abcd;
    if constexpr (i < 12)
        *now =
            vsha256su1q_u32(vsha256su0q_u32(*now, w[(i + 1) & 3]), w[(i + 2) & 3], w[(i + 3) & 3]);
    *abcd = vsha256hq_u32(before, *efgh, wk);
    *efgh = vsha256h2q_u32(*efgh, before, wk);
}

template <int... i>
UF_TARGET_SHA UF_ROUND_INLINE void all_rounds_sha(uint32x4_t *abcd, uint32x4_t *efgh,
                                                  uint32x4_t w[4],
                                                  std::integer_sequence<int, i...>) {
    (four_rounds_sha<i>(abcd, efgh, w), ...);
}

UF_TARGET_SHA void compress_sha(u32 state[8], const u8 *blocks, size_t count) {
    uint32x4_t abcd = vld1q_u32(state), efgh = vld1q_u32(state + 4);
    for (; count; count--, blocks += 64) {
        const uint32x4_t abcd_in = abcd, efgh_in = efgh;
        uint32x4_t w[4];
        for (int i = 0; i < 4; i++)
            w[i] = vreinterpretq_u32_u8(vrev32q_u8(vld1q_u8(blocks + 16 * i)));
        all_rounds_sha(&abcd, &efgh, w, std::make_integer_sequence<int, 16>());
        abcd = vaddq_u32(abcd, abcd_in);
        efgh = vaddq_u32(efgh, efgh_in);
    }
    vst1q_u32(state, abcd);
    vst1q_u32(state + 4, efgh);
}

#endif

struct backend {
    const char *name;
    sha256_compress_fn compress;
    bool (*available)();
};

/* Best first. */
constexpr backend backends[] = {
#ifdef UF_X86_HASHES
    {"sha-ni", compress_sha, [] { return cpu().sha; }},
    {"avx2", compress_avx2, [] { return cpu().avx2; }},
#elif defined(UF_ARM_HASHES)
    {"sha2", compress_sha, [] { return cpu().sha; }},
#elif defined(UF_HAVE_RV64)
    {"zbb", sha256_compress_zbb, [] { return cpu().zb; }},
#endif
    {"portable", compress_portable, [] { return true; }},
};

std::atomic<sha256_compress_fn> chosen{nullptr};

sha256_compress_fn current() { return current_backend(chosen, sha256_select); }

}  // namespace

bool sha256_select(const char *name) {
    const backend *b = find_backend(backends, name);
    if (b) chosen.store(b->compress, std::memory_order_relaxed);
    return b != nullptr;
}

const char *sha256_backend() {
    const sha256_compress_fn f = current();
    for (const backend &b : backends)
        if (b.compress == f) return b.name;
    return "other";
}

sha256_compress_fn sha256_intercept(sha256_compress_fn f) {
    const sha256_compress_fn before = current();
    chosen.store(f, std::memory_order_relaxed);
    return before;
}

void sha256_compress(u32 state[8], const u8 *blocks, size_t count) {
    current()(state, blocks, count);
}

void sha256_init_midstate(sha256 *h, const u32 state[8], u64 bytes) {
    UF_CHECK(bytes % 64 == 0);
    memcpy(h->state, state, 32);
    h->bytes = bytes;
}

void sha256_init(sha256 *h) { sha256_init_midstate(h, sha256_iv, 0); }

void sha256_update(sha256 *h, const u8 *data, size_t len) {
    const size_t held = h->bytes % 64;
    h->bytes += len;
    if (held) {
        const size_t take = len < 64 - held ? len : 64 - held;
        if (take) memcpy(h->block + held, data, take);
        if (held + take < 64) return;
        sha256_compress(h->state, h->block, 1);
        data += take, len -= take;
    }
    if (len >= 64) sha256_compress(h->state, data, len / 64);
    if (len % 64) memcpy(h->block, data + len / 64 * 64, len % 64);
}

void sha256_final(sha256 *h, u8 out32[32]) {
    size_t held = h->bytes % 64;
    h->block[held++] = 0x80;
    if (held > 56) {
        memset(h->block + held, 0, 64 - held);
        sha256_compress(h->state, h->block, 1);
        held = 0;
    }
    memset(h->block + held, 0, 56 - held);
    store_be64(h->block + 56, h->bytes << 3);
    sha256_compress(h->state, h->block, 1);
    for (int i = 0; i < 8; i++) store_be32(out32 + 4 * i, h->state[i]);
    wipe(h, sizeof *h);
}

void sha256_hash(u8 out32[32], const u8 *data, size_t len) {
    sha256 h;
    sha256_init(&h);
    sha256_update(&h, data, len);
    sha256_final(&h, out32);
}

}  // namespace ufsecp
