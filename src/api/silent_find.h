// The payments to one receiver in one transaction (BIP-352): what the scan of a whole transaction
// and that of an index have in common.
#pragma once
#include "api/call.h"
#include "base/bytes.h"
#include "base/chunk.h"
#include "engine/engine.h"
#include "proto/silent.h"
#include "ufsecp/ufsecp.h"

namespace ufsecp::UF_TARGET {

inline constexpr size_t silent_limit = UFSECP_SILENT_LIMIT;
/* Outputs, or labels, that are made or tried together at most. */
inline constexpr size_t outputs_chunk = 32, sums_chunk = 1024;

/* The first address from there on that 64 divides. */
static inline u8 *aligned64(const void *memory) {
    return (u8 *)(((uintptr_t)memory + 63) & ~(uintptr_t)63);
}

static inline bool same_x(const uint64_t a[4], const uint64_t b[4]) {
    return ((a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3])) == 0;
}

static inline void row_set_pk65(ge_entry *r, const u8 *pk65) {
    limbs_set_b32(r->x, pk65 + 1);
    limbs_set_b32(r->y, pk65 + 33);
}

/* r = a public key of 33 bytes; false, and r unchanged, if it is none. */
static inline bool row_set_pubkey(const engine &e, ge_entry *r, const u8 *pk33) {
    u8 pk65[65];
    if (e.pubkey_convert_var(pk65, 65, pk33, 33, 0) != UFSECP_OK) return false;
    row_set_pk65(r, pk65);
    return true;
}

/* The same for n keys, side by side; false if one of them is none. */
[[maybe_unused]] static bool rows_set_pubkeys(const engine &e, ge_entry *r, const u8 *pks33,
                                              size_t n) {
    constexpr size_t chunk = 64;
    u8 pks65[chunk * 65], ok[chunk];
    for (size_t at = 0; at < n; at += chunk) {
        const size_t m = chunk_size(at, n, chunk);
        if (!host_of(e).pubkey_decompress_batch_var(pks65, ok, pks33 + 33 * at, m)) return false;
        for (size_t i = 0; i < m; i++) row_set_pk65(&r[at + i], pks65 + 65 * i);
    }
    return true;
}

/* s33 = the compressed point seckey * pubkey, or 0; constant time in the key. */
static inline int silent_shared(const engine &e, secret_bytes<33> *s, const u8 *pk, size_t pk_len,
                                const u8 *sk32) {
    secret_bytes<32> y;
    const int made = secret_call<&engine::ecdh_xy>{e}(s->b + 1, y.b, pk, pk_len, sk32);
    s->b[0] = (u8)(2 + (y.b[31] & 1));
    return made;
}

/* label = t G in label_len bytes, where label_tweak32 = t is that of label m, or 0 and zeros;
 * constant time. */
static inline int silent_label(const engine &e, u8 *label, size_t label_len, u8 label_tweak32[32],
                               const u8 *scan32, u32 m) {
    const int valid = secret_call<&engine::seckey_verify>{e}(scan32);
    silent_label_tweak(label_tweak32, scan32, m);
    const int made = secret_call<&engine::pubkey_create>{e}(label, label_len, label_tweak32);
    if (valid && made) return 1;
    memset(label, 0, label_len);
    wipe(label_tweak32, 32);
    return 0;
}

/* to32 = t32. Not inlined, as g++ leaves what it copies in the frame around. */
[[gnu::noinline, maybe_unused]] static void copy_tweak(u8 to32[32], const u8 t32[32]) {
    memcpy(to32, t32, 32);
}

/* Calls each(P_k, t_k) for k = 0, 1 ... most - 1 while it returns true; false if a P_k on the way
 * is no key. As many more are made at once as there were. */
template <class Each>
static bool silent_points(const engine &e, const u8 *s33, const ge_entry *spend, uint32_t most,
                          const Each &each) {
    secret_bytes<32 * outputs_chunk> t32s;
    ge_entry made[outputs_chunk];
    bool singly = false;
    uint32_t k = 0;
    while (k < most) {
        uint32_t m = k == 0 || singly ? 1 : k < outputs_chunk ? k : outputs_chunk;
        if (m > most - k) m = most - k;
        if (!secret_call<&engine::silent_outputs>{e}(made, t32s.b, s33, spend, 0, k, m)) {
            if (m == 1) return false;
            singly = true;
            continue;
        }
        for (uint32_t i = 0; i < m; i++, k++)
            if (!each(made[i], t32s.b + 32 * i)) return true;
    }
    return true;
}

inline constexpr uint32_t nobody = UINT32_MAX;

/* Whether so many outputs, or labels, can be numbered, and their memory has a size. */
static inline bool scan_fits(size_t n) { return n < SIZE_MAX / 256 && n < nobody / 2; }

/* Points by 64 bits of their x coordinate: chains in buckets, their lowest number first.  Whoever
 * chooses the points may choose the chains, but not where those who look will look: P_k and sums of
 * it are hashes to him, and all chains together have no more points than there are buckets. */
struct x_index {
    uint32_t *heads, *next, *tags, bucket_mask;

    static constexpr size_t buckets(size_t n) {
        size_t r = 1;
        while (r < n) r *= 2;
        return r;
    }
    static constexpr size_t bytes(size_t n) { return sizeof(uint32_t) * (buckets(n) + 2 * n); }

    x_index(void *memory, size_t n)
        : heads((uint32_t *)memory),
          next(heads + buckets(n)),
          tags(next + n),
          bucket_mask((uint32_t)(buckets(n) - 1)) {}
    void clear() { memset(heads, 0xff, sizeof *heads * ((size_t)bucket_mask + 1)); }
    uint32_t *bucket(uint64_t bits) const { return &heads[bits & bucket_mask]; }
    void add(uint32_t i, uint64_t bits) {
        tags[i] = (uint32_t)(bits >> 32);
        next[i] = *bucket(bits);
        *bucket(bits) = i;
    }
    void remove(uint32_t i, uint64_t bits) {
        uint32_t *at = bucket(bits);
        while (*at != i) at = &next[*at];
        *at = next[i];
        next[i] = i; /* as no chain has it */
    }
    bool removed(uint32_t i) const { return next[i] == i; }

    /* The first point of this x after i, or of all if i is nobody; is(j) says whether j is one. */
    template <class Is>
    uint32_t find(uint32_t i, uint64_t bits, const Is &is) const {
        do i = i == nobody ? *bucket(bits) : next[i];
        while (i != nobody && !(tags[i] == (uint32_t)(bits >> 32) && is(i)));
        return i;
    }
};

/* The labels of a receiver; by_x (may be NULL) finds them. */
struct silent_labels {
    const ge_entry *points;
    size_t n;
    const x_index *by_x;
};

/* A payment: which of the outputs, and of the labels, or `nobody` for none. */
struct silent_payment {
    uint32_t k, output, label;
    const u8 *t32; /* t_k */
};

/* A receiver's scan of the n outputs of a transaction: x coordinates of 32 bytes, or of their first
 * 8, by which a match is one of a prefix. */
struct transaction_scan {
    const engine &e;
    const u8 *outputs;
    size_t output_size;
    uint32_t n;
    x_index by_x;       /* the outputs that are not found yet */
    ge_entry *sums;     /* sums_chunk of them */
    ge_entry *work;     /* P_k, then 1 ... sums_chunk points */
    ge_entry *lifted;   /* P_k, then the outputs not found yet that are on the curve */
    uint32_t *origin;   /* their numbers, origin[1] on */
    uint32_t live = 0;  /* how many */
    bool lifts = false; /* whether they have been made */
    int64_t regret = 0; /* multiplications lost by not having made them */

    static size_t bytes(size_t n) {
        return sizeof(ge_entry) * (sums_chunk + (1 + sums_chunk) + (1 + n)) + x_index::bytes(n) +
               sizeof(uint32_t) * (1 + n);
    }
    transaction_scan(const engine &engine, const u8 *all, size_t size, size_t count, u8 *memory)
        : e(engine),
          outputs(all),
          output_size(size),
          n((uint32_t)count),
          by_x(memory + sizeof(ge_entry) * (sums_chunk + (1 + sums_chunk) + (1 + count)), count),
          sums((ge_entry *)memory),
          work(sums + sums_chunk),
          lifted(work + 1 + sums_chunk),
          origin(by_x.tags + count) {
        by_x.clear();
        for (uint32_t i = n; i-- > 0;) by_x.add(i, bits_of(i));
    }

    const u8 *output(uint32_t i) const { return outputs + output_size * i; }
    uint64_t bits_of(uint32_t i) const { return load_be64(output(i) + output_size - 8); }
    bool is_output(uint32_t i, const uint64_t x[4]) const {
        if (output_size == 8) return bits_of(i) == x[3];
        uint64_t own[4];
        limbs_set_b32(own, output(i));
        return same_x(own, x);
    }

    /* The first output with this x coordinate, or nobody. */
    uint32_t find(const ge_entry *p) const {
        if ((p->y[0] | p->y[1] | p->y[2] | p->y[3]) == 0) return nobody; /* infinity */
        return by_x.find(nobody, p->x[output_size == 8 ? 3 : 0],
                         [&](uint32_t i) { return is_output(i, p->x); });
    }

    /* Output i is found, and no payment besides. */
    void remove(uint32_t i) {
        by_x.remove(i, bits_of(i));
        for (uint32_t j = 1; j <= live; j++) {
            if (origin[j] != i) continue;
            lifted[j] = lifted[live];
            origin[j] = origin[live--];
            break;
        }
    }

    void lift() {
        u8 keys33[outputs_chunk * 33], keys65[outputs_chunk * 65], good[outputs_chunk];
        lifts = true;
        for (uint32_t at = 0; at < n; at += outputs_chunk) {
            const uint32_t m = (uint32_t)chunk_size(at, n, outputs_chunk);
            for (uint32_t i = 0; i < m; i++) {
                keys33[33 * i] = 2;
                memcpy(keys33 + 33 * i + 1, output(at + i), 32);
            }
            host_of(e).pubkey_decompress_batch_var(keys65, good, keys33, m);
            for (uint32_t i = 0; i < m; i++) {
                if (!good[i] || by_x.removed(at + i)) continue;
                row_set_pk65(&lifted[++live], keys65 + 65 * i);
                origin[live] = at + i;
            }
        }
    }

    /* A label, and its output. */
    struct labelled {
        uint32_t label = nobody, output = nobody;
    };

    /* The first label with an output p + label, and the first such output. Where labels can be
     * found by x, and outputs are no prefixes, the cheaper way is taken, and outputs are lifted
     * when this would have saved what it costs: so no more than twice the multiplications of the
     * better way for the whole transaction are done. */
    labelled find_labelled(const ge_entry *p, const silent_labels &labels) {
        constexpr int64_t sum = 6, two_sums = 12, root = 270; /* multiplications */
        if (!labels.by_x || output_size == 8) return by_labels_labelled(p, labels);
        const int64_t by_labels = sum * (int64_t)labels.n;
        const int64_t by_outputs = two_sums * (lifts ? live : n);
        if (!lifts && by_labels > by_outputs) {
            regret += by_labels - by_outputs;
            if (regret > root * n) lift();
        }
        return lifts && by_labels > by_outputs ? by_outputs_labelled(p, labels)
                                               : by_labels_labelled(p, labels);
    }

    /* p + label for each label, looked for among the outputs. */
    labelled by_labels_labelled(const ge_entry *p, const silent_labels &labels) {
        work[0] = *p;
        for (size_t at = 0; at < labels.n; at += sums_chunk) {
            const size_t m = chunk_size(at, labels.n, sums_chunk);
            memcpy(work + 1, labels.points + at, m * sizeof *work);
            e.silent_sums_var(sums, work, 1, m, 1);
            for (size_t i = 0; i < m; i++)
                if (const uint32_t found = find(&sums[i]); found != nobody)
                    return {(uint32_t)(at + i), found};
        }
        return {};
    }

    /* p - output and p + output for each output, looked for among the labels: these are the labels
     * that it can have, but for the sign. */
    labelled by_outputs_labelled(const ge_entry *p, const silent_labels &labels) {
        labelled best;
        lifted[0] = *p;
        for (uint32_t at = 0; at < live; at += sums_chunk / 2) {
            const uint32_t m = (uint32_t)chunk_size(at, live, sums_chunk / 2);
            e.silent_sums_var(sums, lifted, 1 + at, m, 2);
            for (uint32_t i = 0; i < 2 * m; i++) {
                const uint64_t *x = sums[i].x;
                const uint32_t from = origin[1 + at + i / 2];
                const auto is = [&](uint32_t j) { return same_x(x, labels.points[j].x); };
                uint32_t j = nobody;
                while ((j = labels.by_x->find(j, x[0], is)) != nobody) {
                    ge_entry sum;
                    work[0] = *p;
                    work[1] = labels.points[j];
                    e.silent_sums_var(&sum, work, 1, 1, 1);
                    const bool earlier = j < best.label || (j == best.label && from < best.output);
                    if (earlier && is_output(from, sum.x)) best = {j, from};
                }
            }
        }
        return best;
    }

    /* Calls tell(payment) for k = 0, 1 ... until a k has none; returns how many there are. */
    template <class Tell>
    uint32_t run(const u8 *s33, const ge_entry *spend, const silent_labels &labels,
                 const Tell &tell) {
        const uint32_t most = n < silent_limit ? n : (uint32_t)silent_limit;
        uint32_t k = 0;
        (void)silent_points(e, s33, spend, most, [&](const ge_entry &p, const u8 *t32) {
            labelled hit = {nobody, find(&p)};
            if (hit.output == nobody && labels.n) hit = find_labelled(&p, labels);
            if (hit.output == nobody) return false;
            tell(silent_payment{k++, hit.output, hit.label, t32});
            remove(hit.output);
            return true;
        });
        return k;
    }
};

}  // namespace ufsecp::UF_TARGET
