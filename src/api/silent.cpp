// Silent payments (BIP-352) in the C ABI: a sender's outputs, labels, and the receiver who has the
// whole transaction.
#include "api/stack.h"
#include "base/bytes.h"
#include "engine/engine.h"
#include "proto/silent.h"
#include "ufsecp/ufsecp.h"

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

namespace {

constexpr size_t silent_limit = UFSECP_SILENT_LIMIT;
/* No block has room for a transaction with more outputs. */
constexpr size_t most_recipients = 23255;
/* Outputs, or labels, that are made or tried together at most. */
constexpr size_t outputs_chunk = 32, sums_chunk = 1024;

/* s33 = the compressed point seckey * pubkey, or 0; constant time in the key. */
int shared_point(const engine &e, secret_bytes<33> *s, const u8 *pk33, const u8 *sk32) {
    secret_bytes<32> y;
    const int made = wiped(stack_of(e).ecdh, e.ecdh_xy(s->b + 1, y.b, pk33, 33, sk32));
    s->b[0] = (u8)(2 + (y.b[31] & 1));
    return made;
}

void limbs_set_b32(uint64_t x[4], const u8 *b32) {
    for (int i = 0; i < 4; i++) x[i] = load_be64(b32 + 8 * (3 - i));
}
void limbs_get_b32(u8 *b32, const uint64_t x[4]) {
    for (int i = 0; i < 4; i++) store_be64(b32 + 8 * (3 - i), x[i]);
}
bool same_x(const uint64_t a[4], const uint64_t b[4]) {
    return ((a[0] ^ b[0]) | (a[1] ^ b[1]) | (a[2] ^ b[2]) | (a[3] ^ b[3])) == 0;
}

/* r = a public key of 33 bytes; false, and r unchanged, if it is none. */
bool row_set_pubkey(const engine &e, ge_row *r, const u8 *pk33) {
    u8 pk65[65];
    if (e.pubkey_convert_var(pk65, 65, pk33, 33, 0) != UFSECP_OK) return false;
    limbs_set_b32(r->x, pk65 + 1);
    limbs_set_b32(r->y, pk65 + 33);
    return true;
}

/* Most that differ do in their last bytes. */
bool same_scan_key(const u8 *a33, const u8 *b33) {
    return load_be64(a33 + 25) == load_be64(b33 + 25) && memcmp(a33, b33, 25) == 0;
}

/* The outputs of all recipients with the scan key of recipient `first`, which nobody before has. */
int create_group(const engine &e, u8 *outputs32, const u8 *recipients66, size_t n, size_t first,
                 const u8 *input32) {
    const u8 *const scan33 = recipients66 + 66 * first;
    secret_bytes<33> s;
    secret_bytes<32 * outputs_chunk> t32s;
    ge_row spend[outputs_chunk], made[outputs_chunk];
    size_t who[outputs_chunk], waiting = 0, k = 0;
    int good = shared_point(e, &s, scan33, input32);
    for (size_t i = first; good && i <= n; i++) {
        if (i < n && same_scan_key(recipients66 + 66 * i, scan33)) {
            good = row_set_pubkey(e, &spend[waiting], recipients66 + 66 * i + 33) &&
                   k + waiting < silent_limit;
            who[waiting++] = i;
        }
        if (waiting == 0 || !good || (i < n && waiting < outputs_chunk)) continue;
        good = wiped(stack_of(e).batch,
                     e.silent_outputs(made, t32s.b, s.b, spend, 1, (u32)k, waiting));
        for (size_t j = 0; j < waiting; j++) limbs_get_b32(outputs32 + 32 * who[j], made[j].x);
        k += waiting;
        waiting = 0;
    }
    return good;
}

/* ---- Scanning a transaction ---- */

constexpr uint32_t nobody = UINT32_MAX;

/* Points by the lowest limb of their x coordinate: chains in buckets, their lowest number first. */
struct x_index {
    uint32_t *heads, *next, *tags, bucket_mask;

    static size_t buckets(size_t n) {
        size_t r = 1;
        while (r < n) r *= 2;
        return r;
    }
    static size_t bytes(size_t n) { return sizeof(uint32_t) * (buckets(n) + 2 * n); }

    x_index(void *memory, size_t n)
        : heads((uint32_t *)memory), next(heads + buckets(n)), tags(next + n),
          bucket_mask((uint32_t)(buckets(n) - 1)) {}
    void clear() { memset(heads, 0xff, sizeof *heads * ((size_t)bucket_mask + 1)); }
    uint32_t *bucket(uint64_t low) const { return &heads[low & bucket_mask]; }
    void add(uint32_t i, uint64_t low) {
        tags[i] = (uint32_t)(low >> 32);
        next[i] = *bucket(low);
        *bucket(low) = i;
    }
    void remove(uint32_t i, uint64_t low) {
        uint32_t *at = bucket(low);
        while (*at != i) at = &next[*at];
        *at = next[i];
        next[i] = i; /* as no chain has it */
    }
    bool removed(uint32_t i) const { return next[i] == i; }

    /* The first point of this x after i, or of all if i is nobody; is(j) says whether j is one. */
    template <class Is>
    uint32_t find(uint32_t i, uint64_t low, const Is &is) const {
        do i = i == nobody ? *bucket(low) : next[i];
        while (i != nobody && !(tags[i] == (uint32_t)(low >> 32) && is(i)));
        return i;
    }
};

/* Labels as ufsecp_silent_labels_set lays them out, from an address that 64 divides on. */
struct label_store {
    uint64_t *n;    /* labels, 0 if there are none */
    ge_row *points; /* of `room` labels, as all that follows */
    u8 *tweaks32;
    x_index by_x;

    static size_t bytes(size_t room) { return 64 + (64 + 32) * room + x_index::bytes(room); }
    label_store(u8 *memory, size_t room)
        : n((uint64_t *)memory), points((ge_row *)(memory + 64)), tweaks32(memory + 64 + 64 * room),
          by_x(tweaks32 + 32 * room, room) {}
};

u8 *aligned(const void *memory) { return (u8 *)(((uintptr_t)memory + 63) & ~(uintptr_t)63); }

/* A receiver's scan of one transaction. */
struct transaction_scan {
    const engine &e;
    const u8 *outputs32;
    uint32_t n;
    x_index by_x;       /* the outputs that are not found yet */
    ge_row *sums;       /* sums_chunk of them */
    ge_row *work;       /* P_k, then 1 ... sums_chunk points */
    ge_row *lifted;     /* P_k, then the outputs not found yet that are on the curve */
    uint32_t *origin;   /* their numbers, origin[1] on */
    uint32_t live = 0;  /* how many */
    bool lifts = false; /* whether they have been made */
    int64_t regret = 0; /* multiplications lost by not having made them */

    static size_t bytes(size_t n) {
        return sizeof(ge_row) * (sums_chunk + (1 + sums_chunk) + (1 + n)) + x_index::bytes(n) +
               sizeof(uint32_t) * (1 + n);
    }
    transaction_scan(const engine &engine, const u8 *outputs, size_t count, u8 *memory)
        : e(engine), outputs32(outputs), n((uint32_t)count),
          by_x(memory + sizeof(ge_row) * (sums_chunk + (1 + sums_chunk) + (1 + count)), count),
          sums((ge_row *)memory), work(sums + sums_chunk), lifted(work + 1 + sums_chunk),
          origin(by_x.tags + count) {
        by_x.clear();
        for (uint32_t i = n; i-- > 0;) by_x.add(i, load_be64(output(i) + 24));
    }

    const u8 *output(uint32_t i) const { return outputs32 + 32 * (size_t)i; }
    bool is_output(uint32_t i, const uint64_t x[4]) const {
        uint64_t own[4];
        limbs_set_b32(own, output(i));
        return same_x(own, x);
    }

    /* The first output with this x coordinate, or nobody. */
    uint32_t find(const uint64_t x[4]) const {
        return by_x.find(nobody, x[0], [&](uint32_t i) { return is_output(i, x); });
    }

    /* Output i is found, and no payment besides. */
    void remove(uint32_t i) {
        by_x.remove(i, load_be64(output(i) + 24));
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
            const uint32_t m = n - at < outputs_chunk ? n - at : outputs_chunk;
            for (uint32_t i = 0; i < m; i++) {
                keys33[33 * i] = 2;
                memcpy(keys33 + 33 * i + 1, output(at + i), 32);
            }
            e.pubkey_decompress_batch_var(keys65, good, keys33, m);
            for (uint32_t i = 0; i < m; i++) {
                if (!good[i] || by_x.removed(at + i)) continue;
                live++;
                limbs_set_b32(lifted[live].x, keys65 + 65 * i + 1);
                limbs_set_b32(lifted[live].y, keys65 + 65 * i + 33);
                origin[live] = at + i;
            }
        }
    }

    /* A label, and its output. */
    struct labelled {
        uint32_t label = nobody, output = nobody;
    };

    /* The first label with an output p + label, and the first such output.  The cheaper way is
     * taken, and outputs are lifted when this would have saved what it costs: so no more than twice
     * the multiplications of the better way for the whole transaction are done. */
    labelled find_labelled(const ge_row *p, const label_store &labels) {
        constexpr int64_t sum = 6, two_sums = 12, root = 270; /* multiplications */
        const int64_t by_labels = sum * (int64_t)*labels.n;
        const int64_t by_outputs = two_sums * (lifts ? live : n);
        if (!lifts && by_labels > by_outputs) {
            regret += by_labels - by_outputs;
            if (regret > root * n) lift();
        }
        return lifts && by_labels > by_outputs ? by_outputs_labelled(p, labels)
                                               : by_labels_labelled(p, labels);
    }

    /* p + label for each label, looked for among the outputs. */
    labelled by_labels_labelled(const ge_row *p, const label_store &labels) {
        work[0] = *p;
        for (size_t at = 0; at < *labels.n; at += sums_chunk) {
            const size_t m = *labels.n - at < sums_chunk ? *labels.n - at : sums_chunk;
            memcpy(work + 1, labels.points + at, m * sizeof *work);
            e.silent_sums_var(sums, work, 1, m, 1);
            for (size_t i = 0; i < m; i++)
                if (const uint32_t found = find(sums[i].x); found != nobody)
                    return {(uint32_t)(at + i), found};
        }
        return {};
    }

    /* p - output and p + output for each output, looked for among the labels: these are the labels
     * that it can have, but for the sign. */
    labelled by_outputs_labelled(const ge_row *p, const label_store &labels) {
        labelled best;
        lifted[0] = *p;
        for (uint32_t at = 0; at < live; at += sums_chunk / 2) {
            const uint32_t m = live - at < sums_chunk / 2 ? live - at : sums_chunk / 2;
            e.silent_sums_var(sums, lifted, 1 + at, m, 2);
            for (uint32_t i = 0; i < 2 * m; i++) {
                const uint64_t *x = sums[i].x;
                const uint32_t from = origin[1 + at + i / 2];
                const auto is = [&](uint32_t j) { return same_x(x, labels.points[j].x); };
                uint32_t j = nobody;
                while ((j = labels.by_x.find(j, x[0], is)) != nobody) {
                    ge_row sum;
                    work[0] = *p;
                    work[1] = labels.points[j];
                    e.silent_sums_var(&sum, work, 1, 1, 1);
                    const bool earlier =
                        j < best.label || (j == best.label && from < best.output);
                    if (earlier && is_output(from, sum.x)) best = {j, from};
                }
            }
        }
        return best;
    }

    /* Fills found; how many there are, or -1 if the shared point leads to what is no key. */
    int run(ufsecp_silent_found *found, const u8 *s33, const ge_row *spend,
            const label_store *labels) {
        const uint32_t most = n < silent_limit ? n : (uint32_t)silent_limit;
        secret_bytes<32 * outputs_chunk> t32s;
        ge_row made[outputs_chunk];
        uint32_t k = 0;
        while (k < most) { /* as many more as there were, while there are */
            uint32_t m = k == 0 ? 1 : k < outputs_chunk ? k : outputs_chunk;
            if (m > most - k) m = most - k;
            if (!wiped(stack_of(e).batch, e.silent_outputs(made, t32s.b, s33, spend, 0, k, m)))
                return -1;
            for (uint32_t i = 0; i < m; i++, k++) {
                labelled hit = {nobody, find(made[i].x)};
                if (hit.output == nobody && labels) hit = find_labelled(&made[i], *labels);
                if (hit.output == nobody) return (int)k;
                const bool with_label = hit.label != nobody;
                found[k].output = hit.output;
                found[k].label = with_label ? (int64_t)hit.label : -1;
                found[k].k = k;
                memcpy(found[k].tweak32, t32s.b + 32 * i, 32);
                /* A sum of 0 leaves zeros: the spend key's own secret key is the output's. */
                if (with_label)
                    wiped(stack_of(e).key,
                          e.seckey_tweak_add(found[k].tweak32, labels->tweaks32 + 32 * hit.label));
                remove(hit.output);
            }
        }
        return (int)k;
    }
};

bool scan_fits(size_t n) { return n < SIZE_MAX / 256 && n < nobody / 2; }

}  // namespace

int ufsecp_silent_outputs_create(uint8_t *outputs32, const uint8_t *recipients66, size_t n,
                                 const uint8_t outpoint36[36], const uint8_t *taproot_seckeys32,
                                 size_t n_taproot, const uint8_t *plain_seckeys32,
                                 size_t n_plain) {
    if ((n && (!outputs32 || !recipients66)) || !outpoint36 || n > most_recipients ||
        (n_taproot && !taproot_seckeys32) || (n_plain && !plain_seckeys32))
        return 0;
    const engine &e = current_engine();
    secret_bytes<32> input;
    int good = wiped(stack_of(e).batch,
                     e.silent_input_seckey(input.b, outpoint36, taproot_seckeys32, n_taproot,
                                           plain_seckeys32, n_plain));
    for (size_t i = 0; good && i < n; i++) {
        size_t j = 0;
        while (j < i && !same_scan_key(recipients66 + 66 * j, recipients66 + 66 * i)) j++;
        if (j == i) good = create_group(e, outputs32, recipients66, n, i, input.b);
    }
    if (!good && n) memset(outputs32, 0, 32 * n);
    return good;
}

int ufsecp_silent_tweak(uint8_t tweak33[33], const uint8_t outpoint36[36],
                        const uint8_t *xonlys32, size_t n_xonly, const uint8_t *pubkeys33,
                        size_t n_plain) {
    if (!tweak33 || !outpoint36 || (n_xonly && !xonlys32) || (n_plain && !pubkeys33)) return 0;
    return current_engine().silent_tweak_var(tweak33, outpoint36, xonlys32, n_xonly, pubkeys33,
                                             n_plain);
}

int ufsecp_silent_label(uint8_t label33[33], uint8_t label_tweak32[32],
                        const uint8_t scan_seckey32[32], uint32_t m) {
    if (!label33 || !label_tweak32 || !scan_seckey32) return 0;
    const engine &e = current_engine();
    silent_label_tweak(label_tweak32, scan_seckey32, m);
    const int valid = wiped(stack_of(e).key, e.seckey_verify(scan_seckey32));
    const int made = wiped(stack_of(e).sign, e.pubkey_create(label33, 33, label_tweak32));
    if (valid && made) return 1;
    memset(label33, 0, 33);
    wipe(label_tweak32, 32);
    return 0;
}

int ufsecp_silent_labelled_spend_pubkey(uint8_t out33[33], const uint8_t spend_pubkey33[33],
                                        const uint8_t label33[33]) {
    if (!out33 || !spend_pubkey33 || !label33) return 0;
    u8 both[66];
    memcpy(both, spend_pubkey33, 33);
    memcpy(both + 33, label33, 33);
    return current_engine().pubkey_combine_var(out33, 33, both, 2);
}

size_t ufsecp_silent_labels_bytes(size_t n) {
    return scan_fits(n) ? 63 + label_store::bytes(n) : 0;
}

int ufsecp_silent_labels_set(void *labels, size_t bytes, const uint8_t *labels33,
                             const uint8_t *label_tweaks32, size_t n) {
    if (!labels || (n && (!labels33 || !label_tweaks32)) || !scan_fits(n) ||
        bytes < ufsecp_silent_labels_bytes(n))
        return 0;
    const engine &e = current_engine();
    label_store store(aligned(labels), n);
    *store.n = 0;
    store.by_x.clear();
    for (size_t i = n; i-- > 0;) {
        const int valid = wiped(stack_of(e).key, e.seckey_verify(label_tweaks32 + 32 * i));
        if (!row_set_pubkey(e, &store.points[i], labels33 + 33 * i) || !valid) return 0;
        store.by_x.add((uint32_t)i, store.points[i].x[0]);
    }
    if (n) memcpy(store.tweaks32, label_tweaks32, 32 * n);
    *store.n = n;
    return 1;
}

size_t ufsecp_silent_scan_bytes(size_t n_outputs) {
    return scan_fits(n_outputs) ? 63 + transaction_scan::bytes(n_outputs) : 0;
}

int ufsecp_silent_scan_transaction(ufsecp_silent_found *found, size_t *n_found,
                                   const uint8_t *outputs32, size_t n_outputs,
                                   const uint8_t tweak33[33], const uint8_t scan_seckey32[32],
                                   const uint8_t spend_pubkey33[33], const void *labels,
                                   void *memory, size_t bytes) {
    if (!n_found || (n_outputs && (!found || !outputs32)) || !tweak33 || !scan_seckey32 ||
        !spend_pubkey33 || !memory || !scan_fits(n_outputs) ||
        bytes < ufsecp_silent_scan_bytes(n_outputs))
        return 0;
    const engine &e = current_engine();
    secret_bytes<33> s;
    ge_row spend;
    int count = -1;
    if (shared_point(e, &s, tweak33, scan_seckey32) && row_set_pubkey(e, &spend, spend_pubkey33)) {
        transaction_scan scan(e, outputs32, n_outputs, aligned(memory));
        u8 *const at = aligned(labels);
        if (labels && *(const uint64_t *)at > 0) {
            const label_store store(at, *(const uint64_t *)at);
            count = scan.run(found, s.b, &spend, &store);
        } else {
            count = scan.run(found, s.b, &spend, nullptr);
        }
    }
    *n_found = count < 0 ? 0 : (size_t)count;
    if (count < 0 && n_outputs)
        memset(found, 0, (n_outputs < silent_limit ? n_outputs : silent_limit) * sizeof *found);
    return count >= 0;
}
