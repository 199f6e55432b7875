// Scanning for silent payments (BIP-352): chunks of rows go from the bytes of a tweak point to the
// x coordinates that a payment of k = 0 would have, and rows that have one are flagged.
//
// A way of computing (a struct with chunk, lift, shared, candidates, labelled and x) does it in
// constant time, or in variable time for a scan key that counts as public. It may be wrong in one
// direction: it flags every row that holds a payment, and perhaps another. What is flagged is read
// again, exactly, by who asked (api/silent_find.h): between the steps of a chunk, which are what
// runs as the engine's other entries do (Way::entry), not within one.
#pragma once
#include "group/add.h"
#include "proto/ecdh.h"
#include "proto/silent.h"
#include "proto/silent_task.h"
#include "proto/verdicts.h"

namespace ufsecp::UF_TARGET {

/* Whether x (little-endian limbs) begins with, or is, this output.
 * time: depends on size only. */
static inline mask silent_same(const u64 x[4], const u8 *output, size_t size) {
    u64 differs = 0;
    for (size_t i = 0; i < size / 8; i++) differs |= x[3 - i] ^ load_be64(output + 8 * i);
    return mask_is_zero(differs);
}

/* A row with more outputs than that, times the points that they are compared with, is not compared
 * but flagged: to be read, output by output in a hash table, costs less.  So does reading every row
 * that has outputs where there are more than Way::most_labels: a row read alone costs more, once,
 * but a label less, as it is added by pairs of rows.  The values are those from which on both cost
 * the same, by the time of scans with 16 to 2,000 labels, in turns on one core. */
static constexpr size_t silent_most_compared = 16384;

/* A chunk of rows and what its steps keep. */
template <class Way>
struct silent_chunk {
    const silent_scan_task *task;
    size_t at, n; /* rows at ... at + n - 1 of the index, n <= Way::chunk */
    Way way;
    secret_array<u8, 33 * Way::chunk> s33;
    secret_array<u8, 32 * Way::chunk> t32;
    u8 good[Way::chunk]; /* public: 1 where the tweak is a point */
    mask hit[Way::chunk];

    size_t outputs(size_t i) const {
        return task->outputs_at(at + i + 1) - task->outputs_at(at + i);
    }
    /* Whether row i is flagged, and read, without being compared. */
    bool read_anyway(size_t i, size_t points) const {
        return outputs(i) > (points > 1 + Way::most_labels ? 0 : silent_most_compared / points);
    }
    void compare(size_t points) {
        for (size_t i = 0; i < n; i++) {
            if (read_anyway(i, points)) continue;
            for (size_t j = task->outputs_at(at + i); j < task->outputs_at(at + i + 1); j++)
                hit[i] = hit[i] | silent_same(way.x[i], task->output(j), task->index->output_size);
        }
    }
};

/* First step: the points of the tweaks, and which of them are good. */
template <class Way>
static int silent_lift(silent_chunk<Way> *c) {
    int all = 1;
    c->way.lift(c->good, c->task->tweak(c->at), c->task->index->tweak_size, c->n);
    for (size_t i = 0; i < c->n; i++) note(c->task->ok, c->at + i, c->good[i], &all);
    return all;
}

/* A step for each receiver: hit[i] = whether row i may have a payment to it.  No point is computed
 * where no row is left to be compared: what that depends on is public. */
template <class Way>
static void silent_compare(silent_chunk<Way> *c, const silent_receiver *who) {
    ge point;
    const size_t n = c->n, points = 1 + who->n_labels;
    bool compared = false;
    for (size_t i = 0; i < n; i++) {
        const bool read = c->read_anyway(i, points);
        c->hit[i] = mask_of_bit(read);
        compared |= !read && c->outputs(i) > 0;
    }
    if (!compared) return;
    c->way.shared(c->s33.v, c->hit, who->scan_seckey32, n);
    silent_output_tweaks(c->t32.v, {c->s33.v, 33}, 0, n);
    ge_set_entry(&point, &who->spend);
    c->way.candidates(c->hit, c->t32.v, &point, n);
    c->compare(points);
    for (size_t j = 0; j < who->n_labels; j++) {
        ge_set_entry(&point, &who->labels[j]);
        c->way.labelled(c->hit, &point, n);
        c->compare(points);
    }
}

/* Rows first ... first + n - 1 by this way of computing. */
template <class Way>
static int silent_scan_rows(const silent_scan_task *task, size_t first, size_t n) {
    silent_chunk<Way> c;
    int all = 1;
    c.task = task;
    for (size_t at = first, end = first + n; at < end; at += Way::chunk) {
        c.at = at;
        c.n = chunk_size(at, end, Way::chunk);
        all &= Way::template entry<silent_lift<Way>>(&c);
        for (size_t key = 0; key < task->n_receivers; key++) {
            Way::template entry<silent_compare<Way>>(&c, &task->receivers[key]);
            for (size_t i = 0; i < c.n; i++)
                if (c.good[i] &&
                    declassify(c.hit[i], "whether a row holds a payment is what a scan tells"))
                    task->flag(task->context, at + i, key);
        }
    }
    return all;
}

/* Constant time; parse reads the tweaks, which are public. */
template <void (*parse)(ge *, u8 *, const u8 *, size_t, size_t)>
struct silent_secret {
    static constexpr size_t chunk = secret_chunk;
    static constexpr size_t most_labels = 32;
    template <auto step>
    static constexpr auto entry = step;
    ge point[chunk];
    secret_array<gej, chunk> p;
    secret_array<ge, chunk> affine;
    u64 x[chunk][4];

    ~silent_secret() { wipe(x, sizeof x); }

    void lift(u8 *good, const u8 *tweaks, size_t size, size_t n) {
        parse(point, good, tweaks, size, n);
    }
    void shared(u8 *s33, mask *, const u8 *scan32, size_t n) {
        ecdh_points<chunk>(&affine, point, n, scan32);
        for (size_t i = 0; i < n; i++) pubkey_serialize(s33 + 33 * i, 33, &affine.v[i]);
    }
    void candidates(mask *, const u8 *t32, const ge *spend, size_t n) {
        secret_array<sc, chunk> t;
        for (size_t i = 0; i < n; i++) (void)sc_set_b32(&t.v[i], t32 + 32 * i);
        mul_gen_rows(p.v, t.v, n);
        add(p.v, p.v, spend, n);
    }
    void labelled(mask *, const ge *label, size_t n) {
        secret_array<gej, chunk> sum;
        add(sum.v, p.v, label, n);
    }

private:
    /* r = a + b, finite: another point stands for infinity.  x = the coordinates of r. */
    void add(gej *r, const gej *a, const ge *b, size_t n) {
        gej other;
        gej_set_ge(&other, b);
        for (size_t i = 0; i < n; i++) {
            gej_add_ge(&r[i], &a[i], b);
            gej_cmov(&r[i], &other, gej_is_infinity(&r[i]));
        }
        ge_set_gej_batch<chunk>(affine.v, r, n);
        for (size_t i = 0; i < n; i++) fe_get_limbs64(x[i], &affine.v[i].x);
    }
};

}  // namespace ufsecp::UF_TARGET
