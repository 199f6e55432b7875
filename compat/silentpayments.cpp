// Silent payments (BIP-352): a sender's outputs, a receiver's labels, and the payments to a
// receiver, whose labels a function of the caller's looks up.
#include "secp256k1_silentpayments.h"

#include "api/silent_find.h"
#include "compat/heap_sort.h"
#include "compat/opaque.h"

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

/* A list of n pointers, or NULL and 0. */
/* clang-format off */
#define ARG_CHECK_LIST(list, n)                                                          \
    do {                                                                                 \
        if ((list) != NULL) {                                                            \
            ARG_CHECK_AS((n) > 0, #n " > 0");                                            \
            for (size_t at = 0; at < (n); at++)                                          \
                ARG_CHECK_AS((list)[at] != NULL, #list "[i] != NULL");                   \
        } else {                                                                         \
            ARG_CHECK_AS((n) == 0, #n " == 0");                                          \
        }                                                                                \
    } while (0)
/* clang-format on */

namespace {
using compat::load;
using compat::point;

using recipient = secp256k1_silentpayments_recipient;
using label_lookup_function = secp256k1_silentpayments_label_lookup;

/* Layouts: a mark and a point; a mark, 0, a point and a big-endian number. */
constexpr u8 label_mark[4] = {0x27, 0x9d, 0x44, 0xba};
constexpr u8 summary_mark[4] = {0xa7, 0x1c, 0xd3, 0x5e};
constexpr size_t label_point = 4, summary_point = 5, summary_hash = 69;

/* Illegal: what no call has made. */
int load_label(const secp256k1_context *ctx, point *p,
               const secp256k1_silentpayments_label *label) {
    ARG_CHECK_AS(
        memcmp(label->data, label_mark, 4) == 0,
        "secp256k1_memcmp_var(&label->data[0], secp256k1_silentpayments_label_magic, 4) == 0");
    return load(ctx, p, label->data + label_point);
}
void store_label(secp256k1_silentpayments_label *label, const point &p) {
    memcpy(label->data, label_mark, 4);
    compat::store(label->data + label_point, p);
}

/* False for what load() calls illegal. */
bool set_entry(ge_entry *r, const u8 data64[64]) {
    limbs_set_xy(r->x, r->y, data64);
    return (r->x[0] | r->x[1] | r->x[2] | r->x[3]) != 0;
}
void set_entry(ge_entry *r, const point &p) {
    limbs_set_b32(r->x, p.pk65 + 1);
    limbs_set_b32(r->y, p.pk65 + 33);
}
point point_of(const ge_entry &a) {
    point p;
    p.pk65[0] = 4;
    limbs_get_b32(p.pk65 + 1, a.x);
    limbs_get_b32(p.pk65 + 33, a.y);
    return p;
}

/* ---- Sending ---- */

/* A sum of secret keys, which may be zero on the way. */
struct key_sum {
    const engine &e;
    secret_bytes<32> key{};
    bool zero = true;

    /* sk32 is a key. */
    void add(const u8 *sk32) {
        if (zero) memcpy(key.b, sk32, 32), zero = false;
        else zero = !secret_call<&engine::seckey_tweak_add>{e}(key.b, sk32);
    }
};

/* The outputs of n recipients, who share the secret s33. Stops at the first that cannot have one;
 * those before have theirs. */
int create_group(const secp256k1_context *ctx, const engine &e, secp256k1_xonly_pubkey **outputs,
                 const recipient *const *recipients, size_t n, const u8 *s33) {
    secret_bytes<32 * outputs_chunk> t32s;
    ge_entry spend[outputs_chunk], made[outputs_chunk];
    size_t most = outputs_chunk;
    for (size_t k = 0; k < n;) {
        if (k == silent_limit) return 0;
        const size_t wanted = chunk_size(k, n < silent_limit ? n : silent_limit, most);
        size_t m = 0;
        while (m < wanted && set_entry(&spend[m], recipients[k + m]->spend_pubkey.data)) m++;
        if (m == 0) {
            point p;
            return load(ctx, &p, recipients[k]->spend_pubkey.data);
        }
        if (!secret_call<&engine::silent_outputs>{e}(made, t32s.b, s33, spend, 1, (u32)k, m)) {
            if (m == 1) return 0;
            most = 1;
            continue;
        }
        for (size_t i = 0; i < m; i++) {
            point p = point_of(made[i]);
            compat::make_even(&p);
            compat::store(outputs[recipients[k + i]->index]->data, p);
        }
        k += m;
    }
    return 1;
}

/* ---- Receiving ---- */

/* A receiver's scan of a transaction's outputs: what is found goes to `found`, in order. */
struct output_scan {
    const engine &e;
    secp256k1_silentpayments_found_output **found;
    const secp256k1_xonly_pubkey *const *outputs;
    size_t n;
    label_lookup_function look_up;
    const void *label_context;
    uint32_t n_found = 0;

    /* The first output with this x, or n. */
    size_t find(const ge_entry &p) const {
        u8 x32[32];
        for (size_t i = 0; i < 4; i++) store_le64(x32 + 8 * i, p.x[i]);
        size_t i = 0;
        while (i < n && memcmp(outputs[i]->data, x32, 32) != 0) i++;
        return i;
    }

    /* The label, of the first of `count` outputs that has a known one, its tweak, and which output
     * it is; or NULL. An output is p + label, or the negative of that. */
    const u8 *find_label(point *label, size_t *which, const point &p, size_t count) const {
        constexpr size_t most = 32;
        ge_entry rows[1 + most], sums[2 * most];
        point negative;
        (void)e.pubkey_negate_var(negative.pk65, 65, p.pk65, 65);
        set_entry(&rows[0], negative);
        for (size_t at = 0; at < count; at += most) {
            const size_t m = chunk_size(at, count, most);
            for (size_t i = 0; i < m; i++) (void)set_entry(&rows[1 + i], outputs[at + i]->data);
            e.silent_sums_var(sums, rows, 1, m, 2);
            for (size_t i = 0; i < 2 * m; i++) {
                u8 label33[33];
                *label = point_of(sums[i]);
                label->compress(label33);
                *which = at + i / 2;
                if (const u8 *tweak = look_up(label33, label_context)) return tweak;
            }
        }
        return nullptr;
    }

    /* The payment with this key; false if there is none. */
    bool take(const ge_entry &key, const u8 *t32) {
        point label;
        const u8 *label_tweak = nullptr;
        size_t which = find(key), labelled;
        if (look_up && which > 0) label_tweak = find_label(&label, &labelled, point_of(key), which);
        if (label_tweak) which = labelled;
        if (which == n) return false;
        secp256k1_silentpayments_found_output &to = *found[n_found++];
        to.output = *outputs[which];
        copy_tweak(to.tweak, t32);
        memset(&to.label, 0, sizeof to.label);
        to.found_with_label = label_tweak != nullptr;
        if (label_tweak) {
            /* A sum of 0 leaves zeros: the output's key is the spend key itself. */
            (void)secret_call<&engine::seckey_tweak_add>{e}(to.tweak, label_tweak);
            store_label(&to.label, label);
        }
        return true;
    }
};

}  // namespace

extern "C" {

int secp256k1_silentpayments_sender_create_outputs(
    const secp256k1_context *ctx, secp256k1_xonly_pubkey **generated_outputs,
    const secp256k1_silentpayments_recipient **recipients, size_t n_recipients,
    const unsigned char *outpoint_smallest36, const secp256k1_keypair *const *keypairs,
    size_t n_keypairs, const unsigned char *const *seckeys, size_t n_seckeys) {
    ARG_CHECK_SIGNS;
    ARG_CHECK(generated_outputs != NULL);
    ARG_CHECK(recipients != NULL);
    ARG_CHECK(n_recipients > 0);
    ARG_CHECK(outpoint_smallest36 != NULL);
    ARG_CHECK((seckeys != NULL) || (keypairs != NULL));
    ARG_CHECK_LIST(keypairs, n_keypairs);
    ARG_CHECK_LIST(seckeys, n_seckeys);
    for (size_t i = 0; i < n_recipients; i++) {
        ARG_CHECK(generated_outputs[i] != NULL);
        ARG_CHECK(recipients[i] != NULL);
        ARG_CHECK(recipients[i]->index == i);
    }

    const engine &e = current_engine();
    key_sum sum{e};
    for (size_t i = 0; i < n_seckeys; i++) {
        if (!secret_call<&engine::seckey_verify>{e}(seckeys[i])) return 0;
        sum.add(seckeys[i]);
    }
    for (size_t i = 0; i < n_keypairs; i++) {
        secret_bytes<65> pair;
        point p;
        if (!compat::load_pair(ctx, pair.b, &p, keypairs[i]->data)) return 0;
        if (p.odd()) secret_call<&engine::seckey_negate>{e}(pair.b);
        sum.add(pair.b);
    }
    secret_bytes<32> input;
    if (sum.zero || !secret_call<&engine::silent_input_seckey>{e}(input.b, outpoint_smallest36,
                                                                  nullptr, 0, sum.key.b, 1))
        return 0;

    compat::heap_sort(recipients, n_recipients, [&](const recipient *a, const recipient *b) {
        const int order = secp256k1_ec_pubkey_cmp(ctx, &a->scan_pubkey, &b->scan_pubkey);
        return order ? order : (a->index > b->index) - (a->index < b->index);
    });
    for (size_t first = 0, end; first < n_recipients; first = end) {
        const secp256k1_pubkey &scan = recipients[first]->scan_pubkey;
        secret_bytes<33> s;
        point p;
        if (!load(ctx, &p, scan.data) || !silent_shared(e, &s, p.pk65, 65, input.b)) return 0;
        for (end = first + 1; end < n_recipients; end++)
            if (secp256k1_ec_pubkey_cmp(ctx, &scan, &recipients[end]->scan_pubkey) != 0) break;
        if (!create_group(ctx, e, generated_outputs, recipients + first, end - first, s.b))
            return 0;
    }
    return 1;
}

int secp256k1_silentpayments_recipient_label_parse(const secp256k1_context *ctx,
                                                   secp256k1_silentpayments_label *label,
                                                   const unsigned char *in33) {
    point p;
    ARG_CHECK(label != NULL);
    memset(label, 0, sizeof *label);
    ARG_CHECK(in33 != NULL);
    if (current_engine().pubkey_convert_var(p.pk65, 65, in33, 33, 0) != UFSECP_OK) return 0;
    store_label(label, p);
    return 1;
}

int secp256k1_silentpayments_recipient_label_serialize(
    const secp256k1_context *ctx, unsigned char *out33,
    const secp256k1_silentpayments_label *label) {
    point p;
    ARG_CHECK(out33 != NULL);
    memset(out33, 0, 33);
    ARG_CHECK(label != NULL);
    if (!load_label(ctx, &p, label)) return 0;
    p.compress(out33);
    return 1;
}

int secp256k1_silentpayments_recipient_label_create(const secp256k1_context *ctx,
                                                    secp256k1_silentpayments_label *label,
                                                    unsigned char *label_tweak32,
                                                    const unsigned char *scan_key32, uint32_t m) {
    point p;
    ARG_CHECK(label != NULL);
    memset(label, 0, sizeof *label);
    ARG_CHECK_SIGNS;
    ARG_CHECK(label_tweak32 != NULL);
    ARG_CHECK(scan_key32 != NULL);
    if (!silent_label(current_engine(), p.pk65, 65, label_tweak32, scan_key32, m)) return 0;
    store_label(label, p);
    return 1;
}

int secp256k1_silentpayments_recipient_create_labeled_spend_pubkey(
    const secp256k1_context *ctx, secp256k1_pubkey *labeled_spend_pubkey,
    const secp256k1_pubkey *unlabeled_spend_pubkey, const secp256k1_silentpayments_label *label) {
    point p;
    ARG_CHECK(labeled_spend_pubkey != NULL);
    memset(labeled_spend_pubkey, 0, sizeof *labeled_spend_pubkey);
    ARG_CHECK(unlabeled_spend_pubkey != NULL);
    ARG_CHECK(label != NULL);
    const int spend = load(ctx, &p, unlabeled_spend_pubkey->data);
    if (!load_label(ctx, &p, label) || !spend) return 0;
    compat::point_sum sum;
    sum.add(unlabeled_spend_pubkey->data);
    sum.add(label->data + label_point);
    return sum.store(labeled_spend_pubkey->data);
}

int secp256k1_silentpayments_recipient_prevouts_summary_create(
    const secp256k1_context *ctx, secp256k1_silentpayments_prevouts_summary *prevouts_summary,
    const unsigned char *outpoint_smallest36, const secp256k1_xonly_pubkey *const *xonly_pubkeys,
    size_t n_xonly_pubkeys, const secp256k1_pubkey *const *pubkeys, size_t n_pubkeys) {
    ARG_CHECK(prevouts_summary != NULL);
    memset(prevouts_summary, 0, sizeof *prevouts_summary);
    ARG_CHECK(outpoint_smallest36 != NULL);
    ARG_CHECK((pubkeys != NULL) || (xonly_pubkeys != NULL));
    ARG_CHECK_LIST(xonly_pubkeys, n_xonly_pubkeys);
    ARG_CHECK_LIST(pubkeys, n_pubkeys);

    compat::point_sum sum;
    point p;
    u8 sum64[64], sum33[33], hash32[32];
    for (size_t i = 0; i < n_pubkeys + n_xonly_pubkeys; i++) {
        const u8 *const data =
            i < n_pubkeys ? pubkeys[i]->data : xonly_pubkeys[i - n_pubkeys]->data;
        if (!load(ctx, &p, data)) return 0;
        sum.add(data);
    }
    if (!sum.store(sum64) || !load(ctx, &p, sum64)) return 0;
    p.compress(sum33);
    silent_input_hash(hash32, outpoint_smallest36, sum33);
    if (!secret_call<&engine::seckey_verify>{current_engine()}(hash32)) return 0;
    memcpy(prevouts_summary->data, summary_mark, 4);
    memcpy(prevouts_summary->data + summary_point, sum64, 64);
    memcpy(prevouts_summary->data + summary_hash, hash32, 32);
    return 1;
}

int secp256k1_silentpayments_recipient_scan_outputs(
    const secp256k1_context *ctx, secp256k1_silentpayments_found_output **found_outputs,
    uint32_t *n_found_outputs, const secp256k1_xonly_pubkey *const *tx_outputs, size_t n_tx_outputs,
    const unsigned char *scan_key32,
    const secp256k1_silentpayments_prevouts_summary *prevouts_summary,
    const secp256k1_pubkey *unlabeled_spend_pubkey,
    secp256k1_silentpayments_label_lookup label_lookup, const void *label_context) {
    point p;
    ARG_CHECK(found_outputs != NULL);
    ARG_CHECK(n_found_outputs != NULL);
    *n_found_outputs = 0;
    ARG_CHECK(tx_outputs != NULL);
    ARG_CHECK(n_tx_outputs > 0);
    for (size_t i = 0; i < n_tx_outputs; i++) {
        ARG_CHECK(found_outputs[i] != NULL);
        ARG_CHECK(tx_outputs[i] != NULL);
        if (!load(ctx, &p, tx_outputs[i]->data)) return 0;
    }
    ARG_CHECK(scan_key32 != NULL);
    ARG_CHECK(prevouts_summary != NULL);
    ARG_CHECK_AS(memcmp(prevouts_summary->data, summary_mark, 4) == 0,
                 "secp256k1_memcmp_var(&prevouts_summary->data[0], "
                 "secp256k1_silentpayments_prevouts_summary_magic, 4) == 0");
    ARG_CHECK(unlabeled_spend_pubkey != NULL);
    if (label_context != NULL) ARG_CHECK(label_lookup != NULL);

    const engine &e = current_engine();
    secret_bytes<32> key;
    secret_bytes<33> s;
    ge_entry spend;
    memcpy(key.b, scan_key32, 32);
    if (!secret_call<&engine::seckey_verify>{e}(key.b) ||
        !secret_call<&engine::seckey_tweak_mul>{e}(key.b, prevouts_summary->data + summary_hash) ||
        !load(ctx, &p, unlabeled_spend_pubkey->data))
        return 0;
    set_entry(&spend, p);
    if (!load(ctx, &p, prevouts_summary->data + summary_point) ||
        !silent_shared(e, &s, p.pk65, 65, key.b))
        return 0;
    const uint32_t most =
        n_tx_outputs < silent_limit ? (uint32_t)n_tx_outputs : (uint32_t)silent_limit;
    output_scan scan{e, found_outputs, tx_outputs, n_tx_outputs, label_lookup, label_context};
    if (!silent_points(e, s.b, &spend, most, [&](const ge_entry &output, const u8 *t32) {
            return scan.take(output, t32);
        }))
        return 0;
    *n_found_outputs = scan.n_found;
    return 1;
}

}  // extern "C"
