// Silent payments (BIP-352) in the C ABI: a sender's outputs, labels, and the receiver who has the
// whole transaction.
#include "api/silent_find.h"
#include "ufsecp/ufsecp.h"

using namespace ufsecp;
using namespace ufsecp::UF_TARGET;

namespace {

/* No block has room for a transaction with more outputs. */
constexpr size_t most_recipients = 23255;

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
    ge_entry spend[outputs_chunk], made[outputs_chunk];
    size_t who[outputs_chunk], waiting = 0, k = 0;
    int good = silent_shared(e, &s, scan33, 33, input32);
    for (size_t i = first; good && i <= n; i++) {
        if (i < n && same_scan_key(recipients66 + 66 * i, scan33)) {
            good = row_set_pubkey(e, &spend[waiting], recipients66 + 66 * i + 33) &&
                   k + waiting < silent_limit;
            who[waiting++] = i;
        }
        if (waiting == 0 || !good || (i < n && waiting < outputs_chunk)) continue;
        good =
            secret_call<&engine::silent_outputs>{e}(made, t32s.b, s.b, spend, 1, (u32)k, waiting);
        for (size_t j = 0; j < waiting; j++) limbs_get_b32(outputs32 + 32 * who[j], made[j].x);
        k += waiting;
        waiting = 0;
    }
    return good;
}

/* ---- Scanning a transaction ---- */

/* Labels as ufsecp_silent_labels_set lays them out, from an address that 64 divides on. */
struct label_store {
    uint64_t *n;      /* labels, 0 if there are none */
    ge_entry *points; /* of `room` labels, as all that follows */
    u8 *tweaks32;
    x_index by_x;

    static constexpr size_t bytes(size_t room) {
        return 64 + (64 + 32) * room + x_index::bytes(room);
    }
    label_store(u8 *memory, size_t room)
        : n((uint64_t *)memory),
          points((ge_entry *)(memory + 64)),
          tweaks32(memory + 64 + 64 * room),
          by_x(tweaks32 + 32 * room, room) {}
};

}  // namespace

int ufsecp_silent_outputs_create(uint8_t *outputs32, const uint8_t *recipients66, size_t n,
                                 const uint8_t outpoint36[36], const uint8_t *taproot_seckeys32,
                                 size_t n_taproot, const uint8_t *plain_seckeys32, size_t n_plain) {
    if ((n && any_null(outputs32, recipients66)) || !outpoint36 || n > most_recipients ||
        missing(taproot_seckeys32, n_taproot) || missing(plain_seckeys32, n_plain))
        return 0;
    const engine &e = current_engine();
    secret_bytes<32> input;
    int good = secret_call<&engine::silent_input_seckey>{e}(input.b, outpoint36, taproot_seckeys32,
                                                            n_taproot, plain_seckeys32, n_plain);
    for (size_t i = 0; good && i < n; i++) {
        size_t j = 0;
        while (j < i && !same_scan_key(recipients66 + 66 * j, recipients66 + 66 * i)) j++;
        if (j == i) good = create_group(e, outputs32, recipients66, n, i, input.b);
    }
    if (!good && n) memset(outputs32, 0, 32 * n);
    return good;
}

int ufsecp_silent_tweak(uint8_t tweak33[33], const uint8_t outpoint36[36], const uint8_t *xonlys32,
                        size_t n_xonly, const uint8_t *pubkeys33, size_t n_plain) {
    if (any_null(tweak33, outpoint36) || missing(xonlys32, n_xonly) || missing(pubkeys33, n_plain))
        return 0;
    return current_engine().silent_tweak_var(tweak33, outpoint36, xonlys32, n_xonly, pubkeys33,
                                             n_plain);
}

int ufsecp_silent_label(uint8_t label33[33], uint8_t label_tweak32[32],
                        const uint8_t scan_seckey32[32], uint32_t m) {
    if (any_null(label33, label_tweak32, scan_seckey32)) return 0;
    return silent_label(current_engine(), label33, 33, label_tweak32, scan_seckey32, m);
}

int ufsecp_silent_labelled_spend_pubkey(uint8_t out33[33], const uint8_t spend_pubkey33[33],
                                        const uint8_t label33[33]) {
    if (any_null(out33, spend_pubkey33, label33)) return 0;
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
    if (!labels || (n && any_null(labels33, label_tweaks32)) || !scan_fits(n) ||
        bytes < ufsecp_silent_labels_bytes(n))
        return 0;
    const engine &e = current_engine();
    label_store store(aligned64(labels), n);
    *store.n = 0;
    store.by_x.clear();
    for (size_t i = n; i-- > 0;) {
        const int valid = secret_call<&engine::seckey_verify>{e}(label_tweaks32 + 32 * i);
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
    if (any_null(n_found, tweak33, scan_seckey32, spend_pubkey33, memory) ||
        (n_outputs && any_null(found, outputs32)) || !scan_fits(n_outputs) ||
        bytes < ufsecp_silent_scan_bytes(n_outputs))
        return 0;
    const engine &e = current_engine();
    secret_bytes<33> s;
    ge_entry spend;
    *n_found = 0;
    if (!silent_shared(e, &s, tweak33, 33, scan_seckey32) ||
        !row_set_pubkey(e, &spend, spend_pubkey33)) {
        if (n_outputs)
            memset(found, 0, (n_outputs < silent_limit ? n_outputs : silent_limit) * sizeof *found);
        return 0;
    }
    alignas(64) u8 none[label_store::bytes(0)] = {};
    u8 *const at = labels ? aligned64(labels) : none;
    const label_store store(at, *(const uint64_t *)at);
    transaction_scan scan(e, outputs32, 32, n_outputs, aligned64(memory));
    *n_found = scan.run(s.b, &spend, {store.points, (size_t)*store.n, &store.by_x},
                        [&](const silent_payment &payment) {
                            ufsecp_silent_found &to = found[payment.k];
                            to.output = payment.output;
                            to.label = payment.label == nobody ? -1 : (int64_t)payment.label;
                            to.k = payment.k;
                            copy_tweak(to.tweak32, payment.t32);
                            /* A sum of 0 leaves zeros: the output's key is the spend key itself. */
                            if (payment.label != nobody)
                                secret_call<&engine::seckey_tweak_add>{e}(
                                    to.tweak32, store.tweaks32 + 32 * payment.label);
                        });
    return 1;
}
