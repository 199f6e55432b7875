// Silent payments against libsecp256k1: senders' outputs, labels, and what receivers find, for
// random and for hostile transactions.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "api.h"
#include "peer.h"
#include "scale.h"
#include "secp256k1.h"
#include "secp256k1_silentpayments.h"

namespace {

class SilentPeer : public EachEngine {};
ON_EACH_ENGINE(SilentPeer);

const secp256k1_context *const context = peer::context();

/* Objects of the peer and the lists of pointers that it takes. */
template <class T>
struct objects {
    std::vector<T> all;
    std::vector<T *> pointers() {
        std::vector<T *> r;
        for (T &object : all) r.push_back(&object);
        return r;
    }
    std::vector<const T *> const_pointers() const {
        std::vector<const T *> r;
        for (const T &object : all) r.push_back(&object);
        return r;
    }
};
template <class List>
auto data_or_null(List &list) {
    return list.empty() ? nullptr : list.data();
}

/* outputs32 of the peer; empty if it fails. Keys are valid, and recipients are points. */
bytes peer_create(const bytes &recipients66, const bytes &outpoint, const bytes &taproot,
                  const bytes &plain) {
    const size_t n = recipients66.size() / 66;
    objects<secp256k1_xonly_pubkey> made{std::vector<secp256k1_xonly_pubkey>(n)};
    objects<secp256k1_silentpayments_recipient> recipients;
    objects<secp256k1_keypair> keypairs;
    for (size_t i = 0; i < n; i++) {
        secp256k1_silentpayments_recipient r;
        EXPECT_TRUE(peer::pubkey_parse(&r.scan_pubkey, &recipients66[66 * i], 33, false));
        EXPECT_TRUE(peer::pubkey_parse(&r.spend_pubkey, &recipients66[66 * i + 33], 33, false));
        r.index = i;
        recipients.all.push_back(r);
    }
    for (size_t i = 0; i < taproot.size(); i += 32) {
        keypairs.all.emplace_back();
        EXPECT_TRUE(secp256k1_keypair_create(context, &keypairs.all.back(), &taproot[i]));
    }
    std::vector<const uint8_t *> seckeys;
    for (size_t i = 0; i < plain.size(); i += 32) seckeys.push_back(&plain[i]);
    auto to = made.pointers();
    auto from = recipients.const_pointers();
    const auto pairs = keypairs.const_pointers();
    if (!secp256k1_silentpayments_sender_create_outputs(
            context, to.data(), from.data(), n, outpoint.data(), data_or_null(pairs), pairs.size(),
            data_or_null(seckeys), seckeys.size()))
        return {};
    bytes r(32 * n);
    for (size_t i = 0; i < n; i++)
        (void)secp256k1_xonly_pubkey_serialize(context, &r[32 * i], &made.all[i]);
    return r;
}

using label_map = std::map<bytes, bytes>;

const unsigned char *look_up(const unsigned char *label33, const void *labels) {
    const auto &map = *static_cast<const label_map *>(labels);
    const auto at = map.find(bytes(label33, label33 + 33));
    return at == map.end() ? nullptr : at->second.data();
}

/* Output and tweak of each payment; outputs are points. */
std::vector<bytes> peer_scan(const bytes &outputs32, const bytes &outpoint, const bytes &xonlys,
                             const bytes &pubkeys, const bytes &scan, const bytes &spend33,
                             const label_map &labels) {
    const size_t n = outputs32.size() / 32;
    objects<secp256k1_xonly_pubkey> outputs, taproot;
    objects<secp256k1_pubkey> plain;
    objects<secp256k1_silentpayments_found_output> found{
        std::vector<secp256k1_silentpayments_found_output>(n)};
    const auto parse = [](objects<secp256k1_xonly_pubkey> &to, const bytes &from) {
        for (size_t i = 0; i < from.size(); i += 32) {
            to.all.emplace_back();
            EXPECT_TRUE(secp256k1_xonly_pubkey_parse(context, &to.all.back(), &from[i]));
        }
    };
    parse(outputs, outputs32), parse(taproot, xonlys);
    for (size_t i = 0; i < pubkeys.size(); i += 33) {
        plain.all.emplace_back();
        EXPECT_TRUE(peer::pubkey_parse(&plain.all.back(), &pubkeys[i], 33, false));
    }
    const auto taproots = taproot.const_pointers();
    const auto plains = plain.const_pointers();
    secp256k1_silentpayments_prevouts_summary summary;
    secp256k1_pubkey spend;
    uint32_t count = 0;
    EXPECT_TRUE(peer::pubkey_parse(&spend, spend33.data(), 33, false));
    EXPECT_TRUE(secp256k1_silentpayments_recipient_prevouts_summary_create(
        context, &summary, outpoint.data(), data_or_null(taproots), taproots.size(),
        data_or_null(plains), plains.size()));
    EXPECT_TRUE(secp256k1_silentpayments_recipient_scan_outputs(
        context, found.pointers().data(), &count, outputs.const_pointers().data(), n, scan.data(),
        &summary, &spend, labels.empty() ? nullptr : look_up, labels.empty() ? nullptr : &labels));
    std::vector<bytes> r;
    for (uint32_t i = 0; i < count; i++) {
        bytes x(32);
        (void)secp256k1_xonly_pubkey_serialize(context, x.data(), &found.all[i].output);
        r.push_back(x + bytes(found.all[i].tweak, found.all[i].tweak + 32));
    }
    return r;
}

std::vector<bytes> our_scan(const bytes &outputs32, const bytes &tweak, const bytes &scan,
                            const bytes &spend33, const label_map &labels) {
    const size_t n = outputs32.size() / 32;
    bytes points, tweaks, store(ufsecp_silent_labels_bytes(labels.size())),
        memory(ufsecp_silent_scan_bytes(n));
    for (const auto &[label, t] : labels)
        points = std::move(points) + label, tweaks = std::move(tweaks) + t;
    EXPECT_EQ(ufsecp_silent_labels_set(store.data(), store.size(), points.data(), tweaks.data(),
                                       labels.size()),
              1);
    std::vector<ufsecp_silent_found> found(n);
    size_t count = 0;
    EXPECT_EQ(ufsecp_silent_scan_transaction(found.data(), &count, outputs32.data(), n,
                                             tweak.data(), scan.data(), spend33.data(),
                                             store.data(), memory.data(), memory.size()),
              1);
    std::vector<bytes> r;
    for (size_t i = 0; i < count; i++)
        r.push_back(slice(outputs32, 32 * found[i].output, 32) +
                    bytes(found[i].tweak32, found[i].tweak32 + 32));
    return r;
}

TEST_P(SilentPeer, SameOutputsAndPayments) {
    std::mt19937_64 random(7);
    const auto upto = [&](size_t n) { return (size_t)(random() % n); };
    size_t total = 0;
    const int rounds = std::max(scaled(60), 10);
    for (int round = 0; round < rounds; round++) {
        const std::string name = "round " + std::to_string(round);
        bytes outpoint(36), taproot, plain, xonlys, pubkeys, recipients;
        for (uint8_t &b : outpoint) b = (uint8_t)random();
        for (size_t i = 0; i <= upto(5); i++) {
            const bytes key = draw(name + " key", i);
            if (upto(2))
                taproot = std::move(taproot) + key, xonlys = std::move(xonlys) + xonly_of(key);
            else plain = std::move(plain) + key, pubkeys = std::move(pubkeys) + pubkey_of(key);
        }
        struct person {
            bytes scan, spend33;
            label_map labels;
        };
        std::vector<person> people;
        for (size_t i = 0; i < 3; i++) {
            people.push_back({draw(name + " scan", i), pubkey_of(draw(name + " spend", i)), {}});
            for (size_t j = upto(4) * upto(4); j > 0; j--) {
                const uint32_t m = (uint32_t)random();
                secp256k1_silentpayments_label label;
                bytes label33(33), tweak(32), peer33(33), peer_tweak(32);
                EXPECT_EQ(
                    ufsecp_silent_label(label33.data(), tweak.data(), people[i].scan.data(), m), 1);
                EXPECT_EQ(secp256k1_silentpayments_recipient_label_create(
                              context, &label, peer_tweak.data(), people[i].scan.data(), m),
                          1);
                EXPECT_EQ(secp256k1_silentpayments_recipient_label_serialize(context, peer33.data(),
                                                                             &label),
                          1);
                EXPECT_EQ(label33 + tweak, peer33 + peer_tweak);
                people[i].labels[label33] = tweak;
            }
        }
        for (size_t i = 0; i <= upto(12); i++) {
            const person &to = people[upto(3)];
            bytes address =
                      pubkey_of(draw(name + " scan", (size_t)(&to - people.data()))) + to.spend33,
                  labelled(33);
            if (!to.labels.empty() && upto(2)) {
                const bytes &label33 =
                    std::next(to.labels.begin(), (long)upto(to.labels.size()))->first;
                EXPECT_EQ(ufsecp_silent_labelled_spend_pubkey(labelled.data(), to.spend33.data(),
                                                              label33.data()),
                          1);
                secp256k1_silentpayments_label label;
                secp256k1_pubkey spend, peer_labelled;
                bytes peer33(33);
                EXPECT_TRUE(secp256k1_silentpayments_recipient_label_parse(context, &label,
                                                                           label33.data()));
                EXPECT_TRUE(peer::pubkey_parse(&spend, to.spend33.data(), 33, false));
                const int made = secp256k1_silentpayments_recipient_create_labeled_spend_pubkey(
                    context, &peer_labelled, &spend, &label);
                EXPECT_TRUE(peer::pubkey_write(peer33.data(), 33, &peer_labelled, made));
                EXPECT_EQ(labelled, peer33);
                address = slice(address, 0, 33) + labelled;
            }
            recipients = std::move(recipients) + address;
        }
        const size_t n = recipients.size() / 66;
        bytes outputs(32 * n), tweak(33);
        EXPECT_EQ(ufsecp_silent_outputs_create(outputs.data(), recipients.data(), n,
                                               outpoint.data(), taproot.data(), taproot.size() / 32,
                                               plain.data(), plain.size() / 32),
                  1);
        ASSERT_EQ(outputs, peer_create(recipients, outpoint, taproot, plain));
        EXPECT_EQ(ufsecp_silent_tweak(tweak.data(), outpoint.data(), xonlys.data(),
                                      xonlys.size() / 32, pubkeys.data(), pubkeys.size() / 33),
                  1);
        std::vector<bytes> list; /* in any order, some missing, others between */
        for (size_t i = 0; i < n; i++)
            if (round % 4 || upto(5)) list.push_back(slice(outputs, 32 * i, 32));
        for (size_t i = upto(4); i > 0; i--) list.push_back(xonly_of(draw(name + " other", i)));
        if (list.empty()) continue;
        std::shuffle(list.begin(), list.end(), random);
        outputs.clear();
        for (const bytes &x : list) outputs = std::move(outputs) + x;
        for (person &who : people) {
            const auto ours = our_scan(outputs, tweak, who.scan, who.spend33, who.labels);
            EXPECT_EQ(ours, peer_scan(outputs, outpoint, xonlys, pubkeys, who.scan, who.spend33,
                                      who.labels));
            total += ours.size();
            for (size_t i = 0; i < 25; i++)
                who.labels[pubkey_of(draw("no label", i))] = draw("no label", i);
            EXPECT_EQ(our_scan(outputs, tweak, who.scan, who.spend33, who.labels), ours);
        }
    }
    EXPECT_GE(total, (size_t)(2 * rounds));
}

TEST_P(SilentPeer, SameLimit) {
    const bytes to = pubkey_of(draw("scan", 0)) + pubkey_of(draw("spend", 0)), key = draw("key", 0),
                outpoint(36, 1);
    for (size_t n : {UFSECP_SILENT_LIMIT, UFSECP_SILENT_LIMIT + 1}) {
        bytes recipients, outputs(32 * n);
        for (size_t i = 0; i < n; i++) recipients = std::move(recipients) + to;
        const int made = ufsecp_silent_outputs_create(outputs.data(), recipients.data(), n,
                                                      outpoint.data(), nullptr, 0, key.data(), 1);
        EXPECT_EQ(made, n == UFSECP_SILENT_LIMIT);
        const bytes theirs = peer_create(recipients, outpoint, {}, key);
        EXPECT_EQ(made ? outputs : bytes(), theirs);
        EXPECT_TRUE(made || all_zero(outputs));
    }
}

}  // namespace
