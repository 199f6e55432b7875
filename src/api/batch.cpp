// Batch verification in the C ABI: rows of Schnorr signatures by sums of claims (proto/claim.h),
// and the object that takes claims of all kinds as they come.
#include <stdlib.h>

#include "api/arguments.h"
#include "api/entropy.h"
#include "engine/engine.h"
#include "engine/threads.h"
#include "proto/claim.h"
#include "proto/taproot.h"
#include "ufsecp/ufsecp.h"

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

#ifdef UF_HAVE_GPU
/* A GPU draws its weights from the system's entropy, and the caller's: a hash of all rows would
 * take the CPU longer than the sum takes. */
static int check_by_gpu(const engine &e, u8 *ok, const u8 *rows, size_t stride, size_t n,
                        const u8 *entropy32) {
    u8 seed[64] = {}, seed32[32];
    if (!e.schnorr_sum_rows_var || !os_entropy(seed, 32))
        return e.schnorr_verify_rows_var(ok, rows, stride, n);
    if (entropy32) memcpy(seed + 32, entropy32, 32);
    ufsecp_sha256(seed32, seed, sizeof seed);
    return e.schnorr_sum_rows_var(ok, rows, stride, n, seed32);
}
#else
static int check_by_gpu(const engine &e, u8 *ok, const u8 *rows, size_t stride, size_t n,
                        const u8 *) {
    return e.schnorr_verify_rows_var(ok, rows, stride, n);
}
#endif

#ifdef UF_TINY

static int check_rows(const engine &e, u8 *ok, const u8 *rows, size_t stride, size_t n,
                      const u8 *) {
    return e.schnorr_verify_rows_var(ok, rows, stride, n);
}
static size_t grain_for(size_t n) { return n; }

#else

namespace {

/* The claims of a sum: more gain little, and ask for more memory. */
constexpr size_t chunk = 8192;

/* The grain: all threads share alike, as far as that leaves sums large. */
size_t grain_for(size_t n) {
    constexpr size_t most = 2048;
    const size_t share = n / threads() / least_grain * least_grain;
    return share < least_grain ? least_grain : share < most ? share : most;
}

/* Memory for a sum of n claims, 64-aligned. */
struct sum_memory {
    void *block;
    u8 *room;
    randomiser *a;
    claim *claims;

    sum_memory(const engine &e, size_t n, size_t own_claims) {
        const size_t room_bytes = e.claims_bytes(n);
        block = malloc(64 + room_bytes + n * sizeof *a + own_claims * sizeof *claims);
        if (!block) return;
        room = static_cast<u8 *>(block) + (64 - (uintptr_t)block % 64);
        a = reinterpret_cast<randomiser *>(room + room_bytes);
        claims = reinterpret_cast<claim *>(a + n);
    }
    sum_memory(const sum_memory &) = delete;
    ~sum_memory() { free(block); }

    [[gnu::always_inline]] int check(const engine &e, u8 *ok, const claim *c, size_t n,
                                     const u8 *entropy32) const {
        claims_randomise(a, c, n, entropy32);
        return e.claims_sum_var(ok, c, a, n, e.claims_least, room);
    }
};

/* What follows is inlined, so that a build of one engine sees which of its functions are called.
 *
 * The verdicts of n <= chunk claims; without memory for a sum, or where that costs more, one by
 * one. */
[[gnu::always_inline]] inline int check_claims(const engine &e, u8 *ok, const claim *c, size_t n,
                                               const u8 *entropy32) {
    if (n >= e.claims_least) {
        const sum_memory memory(e, n, 0);
        if (memory.block) return memory.check(e, ok, c, n, entropy32);
    }
    return e.claims_rows_var(ok, c, n);
}

/* The same for any number of rows, in chunks of about one size. */
[[gnu::always_inline]] inline int check_rows(const engine &e, u8 *ok, const u8 *rows, size_t stride,
                                             size_t n, const u8 *entropy32) {
    if (n >= e.claims_least) {
        const size_t chunks = (n + chunk - 1) / chunk, size = (n + chunks - 1) / chunks;
        const sum_memory memory(e, size, size);
        int all = 1;
        for (size_t at = 0; memory.block && at < n; at += size) {
            const size_t m = chunk_size(at, n, size);
            claims_set_schnorr_rows(memory.claims, rows + at * stride, stride, m);
            all &= memory.check(e, from(ok, at), memory.claims, m, entropy32);
            if (!all && !ok) break;
        }
        if (memory.block) return all;
    }
    return e.schnorr_verify_rows_var(ok, rows, stride, n);
}

}  // namespace

#endif

int ufsecp_schnorr_batch_identify(uint8_t *ok, const uint8_t *rows, size_t extra_size, size_t n,
                                  const uint8_t *entropy32) {
    if (missing(rows, n) || !rows_fit(n, 128, extra_size)) return 0;
    const engine &e = current_engine();
    const size_t stride = 128 + extra_size;
    if (e.host) return check_by_gpu(e, ok, rows, stride, n, entropy32);
    return run_rows(n, grain_for(n), [&](size_t i, size_t m) {
        return check_rows(e, from(ok, i), rows + i * stride, stride, m, entropy32);
    });
}
int ufsecp_schnorr_batch_verify(const uint8_t *rows, size_t extra_size, size_t n,
                                const uint8_t *entropy32) {
    return ufsecp_schnorr_batch_identify(nullptr, rows, extra_size, n, entropy32);
}

#ifndef UF_TINY
/* ---- The object ---- */

struct ufsecp_batch {
    claim *claims; /* a chunk of them: those from `checked` on */
    u8 *verdicts;  /* one a claim, those before `checked` known; room for `room` */
    size_t room, count, checked;
    int all; /* of those known */
    bool has_entropy;
    u8 entropy32[32];
};

namespace {

void flush(ufsecp_batch *b) {
    const engine &e = current_engine();
    const size_t n = b->count - b->checked;
    u8 *const ok = b->verdicts + b->checked;
    b->all &= run_rows(n, grain_for(n), [&](size_t i, size_t m) {
        return check_claims(e, ok + i, b->claims + i, m, b->has_entropy ? b->entropy32 : nullptr);
    });
    b->checked = b->count;
}

/* The place of one claim more; NULL, and no change, without memory for its verdict. */
claim *add(ufsecp_batch *b) {
    if (b->count == b->room) {
        const size_t room = b->room ? 2 * b->room : chunk;
        void *const more = room > b->room ? realloc(b->verdicts, room) : nullptr;
        if (!more) return nullptr;
        b->verdicts = static_cast<u8 *>(more);
        b->room = room;
    }
    if (b->count - b->checked == chunk) flush(b);
    return &b->claims[b->count++ - b->checked];
}

}  // namespace

ufsecp_batch *ufsecp_batch_new(const uint8_t *entropy32) {
    ufsecp_batch *const b = static_cast<ufsecp_batch *>(calloc(1, sizeof *b));
    if (!b) return nullptr;
    b->claims = static_cast<claim *>(malloc(chunk * sizeof *b->claims));
    b->all = 1;
    b->has_entropy = entropy32;
    if (entropy32) memcpy(b->entropy32, entropy32, 32);
    if (b->claims) return b;
    free(b);
    return nullptr;
}
void ufsecp_batch_free(ufsecp_batch *batch) {
    if (!batch) return;
    free(batch->claims);
    free(batch->verdicts);
    wipe(batch, sizeof *batch);
    free(batch);
}

int ufsecp_batch_add_schnorr(ufsecp_batch *batch, const uint8_t sig64[64], const uint8_t *msg,
                             size_t msg_len, const uint8_t xonly32[32]) {
    if (any_null(batch, sig64, xonly32) || missing(msg, msg_len)) return 0;
    claim *const c = add(batch);
    if (!c) return 0;
    u8 e32[32];
    bip340_challenge(e32, sig64, xonly32, msg, msg_len);
    claim_set_schnorr(c, sig64, e32, xonly32);
    return 1;
}
int ufsecp_batch_add_ecdsa(ufsecp_batch *batch, const uint8_t sig64[64], int recid,
                           const uint8_t msg32[32], const uint8_t pubkey33[33], unsigned flags) {
    if (any_null(batch, sig64, msg32, pubkey33) || (flags & ~UFSECP_LOW_S)) return 0;
    claim *const c = add(batch);
    if (c) claim_set_ecdsa(c, sig64, recid, msg32, pubkey33, flags & UFSECP_LOW_S);
    return c != nullptr;
}
int ufsecp_batch_add_tweak(ufsecp_batch *batch, const uint8_t output32[32], int parity,
                           const uint8_t internal32[32], const uint8_t tweak32[32]) {
    if (any_null(batch, output32, internal32, tweak32)) return 0;
    claim *const c = add(batch);
    if (c) claim_set_taproot(c, output32, parity, internal32, tweak32);
    return c != nullptr;
}
int ufsecp_batch_add_taproot(ufsecp_batch *batch, const uint8_t output32[32], int parity,
                             const uint8_t internal32[32], const uint8_t *merkle_root32) {
    if (any_null(batch, output32, internal32)) return 0;
    u8 t32[32];
    taproot_tweak(t32, internal32, merkle_root32);
    return ufsecp_batch_add_tweak(batch, output32, parity, internal32, t32);
}

size_t ufsecp_batch_count(const ufsecp_batch *batch) { return batch ? batch->count : 0; }

int ufsecp_batch_finish(ufsecp_batch *batch, uint8_t *ok) {
    if (!batch) return 0;
    flush(batch);
    const int all = batch->all;
    if (ok && batch->count) memcpy(ok, batch->verdicts, batch->count);
    batch->count = batch->checked = 0;
    batch->all = 1;
    return all;
}
#endif
