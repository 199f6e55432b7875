// Silent payments (BIP-352) through the C ABI, on every engine: the BIP's vectors, payments that
// come back, a receiver written in a few lines to compare with, hostile transactions, limits and
// misuse.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "api.h"
#include "engine/engine.h"
#include "scale.h"

namespace {

using nlohmann::json;

class Silent : public EachEngine {};
ON_EACH_ENGINE(Silent);

/* ---- The calls, on byte strings ---- */

bytes minus(bytes sk) {
    EXPECT_EQ(ufsecp_seckey_negate(sk.data()), 1);
    return sk;
}
bytes sum(bytes sk, const bytes &tweak) {
    EXPECT_EQ(ufsecp_seckey_tweak_add(sk.data(), tweak.data()), 1);
    return sk;
}
bytes x_of(const bytes &pk33) { return slice(pk33, 1, 32); }

/* Secret keys and public keys of inputs, one after the other. */
struct input_keys {
    bytes outpoint = bytes(36, 0x5a), taproot, plain, xonlys, pubkeys;

    input_keys &with_plain(const bytes &sk) {
        plain = std::move(plain) + sk, pubkeys = std::move(pubkeys) + pubkey_of(sk);
        return *this;
    }
    input_keys &with_taproot(const bytes &sk) {
        taproot = std::move(taproot) + sk, xonlys = std::move(xonlys) + xonly_of(sk);
        return *this;
    }
};
input_keys some_inputs(const std::string &name) {
    return input_keys()
        .with_plain(draw(name, 0))
        .with_taproot(draw(name, 1))
        .with_taproot(draw(name, 2));
}

/* Empty if it fails, and then the outputs must be zeroed. */
bytes create(const bytes &recipients, const input_keys &in) {
    const size_t n = recipients.size() / 66;
    bytes out(32 * n, 0xee);
    const int made = ufsecp_silent_outputs_create(
        out.data(), recipients.data(), n, in.outpoint.data(), in.taproot.data(),
        in.taproot.size() / 32, in.plain.data(), in.plain.size() / 32);
    if (!made) { EXPECT_TRUE(all_zero(out)); }
    return made ? out : bytes();
}
bytes tweak_of(const input_keys &in) {
    bytes out(33, 0xee);
    const int made =
        ufsecp_silent_tweak(out.data(), in.outpoint.data(), in.xonlys.data(), in.xonlys.size() / 32,
                            in.pubkeys.data(), in.pubkeys.size() / 33);
    if (!made) { EXPECT_TRUE(all_zero(out)); }
    return made ? out : bytes();
}

/* Labels and their tweaks, one after the other. */
struct label_list {
    bytes points, tweaks;

    void push(const bytes &tweak) {
        points = std::move(points) + pubkey_of(tweak), tweaks = std::move(tweaks) + tweak;
    }
    void push_number(const bytes &scan, uint32_t m) {
        bytes label(33), tweak(32);
        EXPECT_EQ(ufsecp_silent_label(label.data(), tweak.data(), scan.data(), m), 1);
        EXPECT_EQ(label, pubkey_of(tweak));
        points = std::move(points) + label, tweaks = std::move(tweaks) + tweak;
    }
    size_t size() const { return tweaks.size() / 32; }
    bytes tweak(size_t i) const { return slice(tweaks, 32 * i, 32); }
    bytes point(size_t i) const { return slice(points, 33 * i, 33); }
};
/* So many more labels that belong to nobody here: a scan then looks for outputs among labels. */
void crowd(label_list &labels, size_t n) {
    static label_list others;
    while (others.size() < n) others.push(draw("other label", others.size()));
    labels.points = std::move(labels.points) + slice(others.points, 0, 33 * n);
    labels.tweaks = std::move(labels.tweaks) + slice(others.tweaks, 0, 32 * n);
}

struct payment {
    uint64_t output;
    int64_t label;
    bytes tweak;
    bool operator==(const payment &) const = default;
};
struct receiver {
    bytes scan, spend; /* secret keys */
    label_list labels;
    bytes address(int label = -1) const {
        bytes labelled(33);
        if (label < 0) return pubkey_of(scan) + pubkey_of(spend);
        const int made = ufsecp_silent_labelled_spend_pubkey(
            labelled.data(), pubkey_of(spend).data(), labels.point((size_t)label).data());
        EXPECT_EQ(made, 1);
        return pubkey_of(scan) + labelled;
    }
};

/* Memory of the size that the library asks for, at an odd address; what lies around it is watched.
 */
struct odd_memory {
    bytes all;
    explicit odd_memory(size_t n) : all(n + 2, 0x99) { EXPECT_GT(n, 0u); }
    ~odd_memory() { EXPECT_TRUE(all.front() == 0x99 && all.back() == 0x99); }
    uint8_t *at() { return all.data() + 1; }
    size_t size() const { return all.size() - 2; }
};

/* The payments found, in order; fails = there is no key or no point. */
std::vector<payment> scan(const receiver &who, const bytes &outputs, const bytes &tweak,
                          bool fails = false) {
    const size_t n = outputs.size() / 32;
    odd_memory labels(ufsecp_silent_labels_bytes(who.labels.size())),
        memory(ufsecp_silent_scan_bytes(n));
    EXPECT_EQ(ufsecp_silent_labels_set(labels.at(), labels.size(), who.labels.points.data(),
                                       who.labels.tweaks.data(), who.labels.size()),
              1);
    std::vector<ufsecp_silent_found> found(std::min<size_t>(n, UFSECP_SILENT_LIMIT));
    size_t count = 77;
    const int good = ufsecp_silent_scan_transaction(
        found.data(), &count, outputs.data(), n, tweak.data(), who.scan.data(),
        pubkey_of(who.spend).data(), who.labels.size() ? labels.at() : nullptr, memory.at(),
        memory.size());
    EXPECT_EQ(good, !fails);
    EXPECT_LE(count, found.size());
    if (fails) { EXPECT_EQ(count, 0u); }
    std::vector<payment> r;
    for (size_t i = 0; i < count; i++) {
        EXPECT_EQ(found[i].k, i);
        r.push_back(
            {found[i].output, found[i].label, bytes(found[i].tweak32, found[i].tweak32 + 32)});
        const bytes key = all_zero(r[i].tweak) ? who.spend : sum(who.spend, r[i].tweak);
        EXPECT_EQ(xonly_of(key), slice(outputs, 32 * found[i].output, 32))
            << "the key that spends it";
    }
    return r;
}

/* ---- The BIP in a few lines, by other calls ---- */

bytes tagged(const char *tag, const bytes &data) {
    bytes r(32);
    ufsecp_tagged_hash(r.data(), reinterpret_cast<const uint8_t *>(tag), strlen(tag), data.data(),
                       data.size());
    return r;
}
bytes shared_point(const bytes &pk, const bytes &sk) {
    bytes out(33);
    const auto compress = [](uint8_t *to, const uint8_t x[32], const uint8_t y[32], void *) {
        to[0] = (uint8_t)(2 + (y[31] & 1));
        memcpy(to + 1, x, 32);
        return 1;
    };
    EXPECT_EQ(ufsecp_ecdh_custom(out.data(), pk.data(), 33, sk.data(), compress, nullptr), 1);
    return out;
}
bytes ser32(uint32_t k) {
    return {(uint8_t)(k >> 24), (uint8_t)(k >> 16), (uint8_t)(k >> 8), (uint8_t)k};
}
bytes output_tweak(const bytes &shared, uint32_t k) {
    return tagged("BIP0352/SharedSecret", shared + ser32(k));
}

std::vector<payment> plain_scan(const receiver &who, const bytes &outputs, const bytes &tweak) {
    const bytes shared = shared_point(tweak, who.scan), spend = pubkey_of(who.spend);
    const size_t n = outputs.size() / 32;
    std::vector<bool> taken(n);
    std::vector<payment> r;
    for (uint32_t k = 0; k < std::min<size_t>(n, UFSECP_SILENT_LIMIT); k++) {
        const bytes t = output_tweak(shared, k);
        bytes p(33), q(33);
        EXPECT_EQ(ufsecp_pubkey_tweak_add(p.data(), 33, spend.data(), 33, t.data()), 1);
        bool found = false;
        for (size_t j = 0; !found && j <= who.labels.size(); j++) {
            q = p;
            if (j && !ufsecp_pubkey_combine(q.data(), 33, (p + who.labels.point(j - 1)).data(), 2))
                continue;
            for (size_t i = 0; !found && i < n; i++) {
                if (taken[i] || slice(outputs, 32 * i, 32) != x_of(q)) continue;
                bytes all = t;
                if (j) (void)!ufsecp_seckey_tweak_add(all.data(), who.labels.tweak(j - 1).data());
                r.push_back({i, (int64_t)j - 1, all});
                found = taken[i] = true;
            }
        }
        if (!found) break;
    }
    return r;
}

/* The same whichever way it searches, and what the lines above find. */
void scans_right(receiver who, const bytes &outputs, const bytes &tweak, size_t want) {
    const std::vector<payment> few = scan(who, outputs, tweak);
    EXPECT_EQ(few.size(), want);
    EXPECT_EQ(few, plain_scan(who, outputs, tweak));
    crowd(who.labels, 50 * outputs.size() / 32 + 400);
    EXPECT_EQ(scan(who, outputs, tweak), few);
}

/* ---- Vectors ---- */

bytes joined(const json &list) {
    bytes r;
    for (const json &item : list) r = std::move(r) + from_hex(item.get<std::string>());
    return r;
}
std::set<bytes> set_of(const json &list) {
    std::set<bytes> r;
    for (const json &item : list) r.insert(from_hex(item.get<std::string>()));
    return r;
}
std::set<bytes> set_of(const bytes &b, size_t size) {
    std::set<bytes> r;
    for (size_t i = 0; i < b.size(); i += size) r.insert(slice(b, i, size));
    return r;
}
bytes field(const json &c, const char *name) { return from_hex(c.at(name).get<std::string>()); }

input_keys inputs_of(const json &c) {
    return {field(c, "outpoint"), joined(c.at("taproot_seckeys")), joined(c.at("plain_seckeys")),
            joined(c.at("xonlys")), joined(c.at("pubkeys"))};
}

void send(const json &c) {
    const input_keys in = inputs_of(c);
    bytes recipients;
    for (const json &r : c.at("recipients"))
        for (int i = 0; i < r.at(1).get<int>(); i++)
            recipients = std::move(recipients) + from_hex(r.at(0).get<std::string>());
    const bytes out = create(recipients, in);
    bool right = false;
    for (const json &wanted : c.at("outputs"))
        right = right || (set_of(wanted) == set_of(out, 32) && wanted.size() == out.size() / 32);
    EXPECT_TRUE(right);
    if (out.empty()) return;
    /* on the way there */
    bytes input(32), pubkeys = in.pubkeys, total(33);
    EXPECT_EQ(ufsecp::current_engine().silent_input_seckey(
                  input.data(), in.outpoint.data(), in.taproot.data(), in.taproot.size() / 32,
                  in.plain.data(), in.plain.size() / 32),
              1);
    for (size_t i = 0; i < in.xonlys.size(); i += 32)
        pubkeys = std::move(pubkeys) + bytes{2} + slice(in.xonlys, i, 32);
    EXPECT_EQ(ufsecp_pubkey_combine(total.data(), 33, pubkeys.data(), pubkeys.size() / 33), 1);
    EXPECT_EQ(total, pubkey_of(field(c, "seckey_sum")));
    bytes hashed = field(c, "seckey_sum");
    EXPECT_EQ(ufsecp_seckey_tweak_mul(hashed.data(),
                                      tagged("BIP0352/Inputs", in.outpoint + total).data()),
              1);
    EXPECT_EQ(input, hashed);
    for (size_t i = 0; i < c.at("recipients").size(); i++) {
        const bytes scan_key =
            slice(from_hex(c.at("recipients")[i].at(0).get<std::string>()), 0, 33);
        EXPECT_EQ(to_hex(shared_point(scan_key, input)), c.at("shared")[i].get<std::string>());
    }
}

void receive(const json &c) {
    const input_keys in = inputs_of(c);
    const bytes tweak = tweak_of(in), outputs = joined(c.at("outputs"));
    EXPECT_EQ(tweak.empty(), c.at("tweak").is_null());
    receiver who{field(c, "scan_seckey"), field(c, "spend_seckey"), {}};
    std::set<bytes> addresses = {who.address()};
    for (const json &m : c.at("labels")) {
        who.labels.push_number(who.scan, m.get<uint32_t>());
        addresses.insert(who.address((int)who.labels.size() - 1));
    }
    EXPECT_EQ(addresses, set_of(c.at("addresses")));
    if (tweak.empty()) {
        EXPECT_EQ(c.at("n_found"), 0);
        return;
    }
    EXPECT_EQ(tweak, field(c, "tweak"));
    EXPECT_EQ(shared_point(tweak, who.scan), from_hex(c.at("shared")[0].get<std::string>()));
    for (bool crowded : {false, true}) {
        if (crowded) crowd(who.labels, 400);
        const std::vector<payment> found = scan(who, outputs, tweak);
        EXPECT_EQ(found.size(), c.at("n_found").get<size_t>());
        if (c.at("found").is_null()) continue;
        std::map<std::string, payment> by_output;
        for (const payment &p : found) by_output[to_hex(slice(outputs, 32 * p.output, 32))] = p;
        for (const json &f : c.at("found")) {
            const std::string output = f.at(0).get<std::string>();
            ASSERT_TRUE(by_output.count(output));
            EXPECT_EQ(to_hex(by_output[output].tweak), f.at(1).get<std::string>());
            bytes sig(64), msg(32), aux(32);
            const std::string message = "message", random = "random auxiliary data";
            ufsecp_sha256(msg.data(), reinterpret_cast<const uint8_t *>(message.data()),
                          message.size());
            ufsecp_sha256(aux.data(), reinterpret_cast<const uint8_t *>(random.data()),
                          random.size());
            EXPECT_EQ(
                ufsecp_schnorr_sign(sig.data(), msg.data(), 32,
                                    sum(who.spend, by_output[output].tweak).data(), aux.data()),
                1);
            EXPECT_EQ(to_hex(sig), f.at(2).get<std::string>());
        }
    }
}

TEST_P(Silent, Vectors) {
    std::map<std::string, int> kinds;
    for (const json &c : load_vectors("bip352.json").at("cases")) {
        SCOPED_TRACE(c.at("comment").get<std::string>() + ": " + c.at("kind").get<std::string>());
        kinds[c.at("kind").get<std::string>()]++;
        c.at("kind") == "send" ? send(c) : receive(c);
    }
    EXPECT_EQ(kinds, (std::map<std::string, int>{{"send", 28}, {"receive", 29}}));
}

/* ---- Payments ---- */

TEST_P(Silent, PaymentsComeBack) {
    for (size_t round = 0; round < (size_t)scaled(2); round++) {
        const std::string name = "round " + std::to_string(round);
        const input_keys in = some_inputs(name);
        std::vector<receiver> receivers;
        for (size_t i = 0; i < 4; i++) {
            receivers.push_back({draw(name + " scan", i), draw(name + " spend", i), {}});
            for (uint32_t m = 0; m < i; m++)
                receivers[i].labels.push_number(receivers[i].scan, m * 1000);
        }
        receivers.push_back({receivers[2].scan,
                             draw(name + " spend", 9),
                             {}}); /* one scan key, two spend keys: counted together */
        bytes recipients;
        std::vector<size_t> count(4);
        for (size_t i = 0; i < 50; i++) {
            const size_t who = (size_t)draw(name + " who", i)[0] % 4;
            const receiver &to = receivers[who];
            recipients =
                std::move(recipients) +
                to.address((int)((size_t)draw(name + " label", i)[0] % (to.labels.size() + 1)) - 1);
            count[who]++;
        }
        bytes outputs = create(recipients, in);
        ASSERT_EQ(outputs.size(), 32u * 50);
        for (size_t i = 0; i < 10; i++) outputs = draw(name + " not ours", i) + outputs + ones32;
        for (size_t i = 0; i < 4; i++) scans_right(receivers[i], outputs, tweak_of(in), count[i]);
        scans_right({receivers[2].scan, draw(name, 77), {}}, outputs, tweak_of(in), 0);
        if (round) continue;
        recipients = receivers[2].address() + receivers[4].address() + receivers[2].address();
        outputs = create(recipients, in);
        EXPECT_EQ(xonly_of(sum(receivers[4].spend,
                               output_tweak(shared_point(tweak_of(in), receivers[2].scan), 1))),
                  slice(outputs, 32, 32));
        scans_right(receivers[2], outputs, tweak_of(in), 1); /* k = 1 went to the other */
    }
}

TEST_P(Silent, SendersOfAnyInputs) {
    const receiver who{draw("scan", 0), draw("spend", 0), {}};
    input_keys in;
    for (size_t n = 1; n <= 70; n += n < 10 ? 1 : 15) { /* fills and overfills a chunk of keys */
        in = input_keys();
        for (size_t i = 0; i < n; i++)
            i % 3 ? in.with_taproot(draw("input", i)) : in.with_plain(draw("input", i));
        scans_right(who, create(who.address() + who.address(), in), tweak_of(in), 2);
    }
    const bytes out = create(who.address(), in);
    bytes negated = in.taproot; /* of either parity, a taproot key counts as the one of even y */
    for (size_t i = 0; i < negated.size(); i += 32) (void)!ufsecp_seckey_negate(negated.data() + i);
    in.taproot = negated;
    EXPECT_EQ(create(who.address(), in), out);
    in.outpoint[35] ^= 1;
    EXPECT_NE(create(who.address(), in), out);
    EXPECT_EQ(ufsecp_silent_outputs_create(nullptr, nullptr, 0, in.outpoint.data(),
                                           in.taproot.data(), 1, nullptr, 0),
              1)
        << "nobody is paid";
}

/* ---- Bad input ---- */

TEST_P(Silent, BadKeysOfSenders) {
    const bytes to = pubkey_of(draw("scan", 1)) + pubkey_of(draw("spend", 1));
    for (const bytes &bad : {zero32, order, plus(order, 1), ones32})
        for (size_t at : {0u, 1u, 31u, 33u})
            for (bool taproot : {false, true}) {
                input_keys in = some_inputs("bad keys");
                bytes &keys = taproot ? in.taproot : in.plain;
                for (size_t i = 0; i < 34; i++) keys = std::move(keys) + draw("more keys", i);
                memcpy(keys.data() + 32 * at, bad.data(), 32);
                EXPECT_TRUE(create(to, in).empty());
            }
    EXPECT_TRUE(create(to, input_keys()).empty()) << "no inputs";
    const bytes a = draw("key", 0);
    EXPECT_TRUE(create(to, input_keys().with_plain(a).with_plain(minus(a))).empty())
        << "the sum is zero";
    EXPECT_FALSE(create(to, input_keys().with_plain(a).with_plain(minus(a)).with_plain(a)).empty());
    const bytes even = pubkey_of(a)[0] == 2 ? a : minus(a);
    EXPECT_TRUE(create(to, input_keys().with_taproot(even).with_plain(minus(even))).empty());
    EXPECT_TRUE(create(to, input_keys().with_taproot(minus(even)).with_plain(minus(even))).empty());
    EXPECT_FALSE(create(to, input_keys().with_taproot(even).with_taproot(minus(even))).empty())
        << "twice the same";

    bytes bad = to + to + to;
    for (size_t at : {66u, 99u, 132u, 165u})
        for (uint8_t prefix : {0, 1, 4, 6, 0xff}) {
            bytes r = bad;
            r[at] = prefix;
            EXPECT_TRUE(create(r, some_inputs("bad recipients")).empty());
        }
    for (size_t at : {0u, 33u, 99u})
        for (const bytes &x :
             {prime, zero32, ones32, be(reference::num(5))}) { /* not below p, or on no point */
            bytes r = bad;
            memcpy(r.data() + at + 1, x.data(), 32);
            EXPECT_TRUE(create(r, some_inputs("bad recipients")).empty());
        }
    /* a spend key that cancels the tweak of k = 1: for k = 0 it is as good as any */
    const input_keys in = some_inputs("to infinity");
    const bytes scan_key = draw("scan", 1),
                t = output_tweak(shared_point(tweak_of(in), scan_key), 1);
    const bytes cancels = pubkey_of(scan_key) + pubkey_of(minus(t));
    EXPECT_FALSE(create(cancels + to, in).empty());
    EXPECT_TRUE(create(to + cancels, in).empty());
    EXPECT_TRUE(create(to + to + cancels + to, in).size() == 4 * 32) << "k = 2";
    EXPECT_EQ(scan({scan_key, minus(t), {}}, create(cancels, in) + zero32, tweak_of(in)).size(),
              1u);
}

TEST_P(Silent, BadKeysOfReceivers) {
    const input_keys in = some_inputs("receivers");
    const receiver who{draw("scan", 2), draw("spend", 2), {}};
    const bytes tweak = tweak_of(in), outputs = create(who.address(), in),
                spend = pubkey_of(who.spend);
    odd_memory memory(ufsecp_silent_scan_bytes(1));
    ufsecp_silent_found found;
    size_t count = 5;
    const auto run = [&](const bytes &scan_key, const bytes &spend_key, const bytes &point) {
        memset(&found, 0xee, sizeof found), count = 5;
        const int good = ufsecp_silent_scan_transaction(
            &found, &count, outputs.data(), 1, point.data(), scan_key.data(), spend_key.data(),
            nullptr, memory.at(), memory.size());
        if (!good) {
            EXPECT_TRUE(count == 0 && all_zero(bytes((uint8_t *)&found, (uint8_t *)(&found + 1))));
        }
        return good;
    };
    EXPECT_EQ(run(who.scan, spend, tweak), 1);
    EXPECT_EQ(count, 1u);
    for (const bytes &bad : {zero32, order, ones32}) EXPECT_EQ(run(bad, spend, tweak), 0);
    for (const bytes &bad :
         {bytes(33), bytes{2} + zero32, bytes{2} + prime, bytes{4} + x_of(spend)}) {
        EXPECT_EQ(run(who.scan, bad, tweak), 0);
        EXPECT_EQ(run(who.scan, spend, bad), 0);
        bytes out(33, 0xee);
        EXPECT_EQ(ufsecp_silent_labelled_spend_pubkey(out.data(), bad.data(), spend.data()), 0);
        EXPECT_TRUE(all_zero(out));
        out.assign(33, 0xee);
        EXPECT_EQ(ufsecp_silent_labelled_spend_pubkey(out.data(), spend.data(), bad.data()), 0);
        EXPECT_TRUE(all_zero(out));
        input_keys other = in;
        memcpy(other.pubkeys.data(), bad.data(), 33);
        EXPECT_TRUE(tweak_of(other).empty());
    }
    for (const bytes &bad : {zero32, prime, ones32, be(reference::num(5))})
        for (size_t at : {0u, 1u}) {
            input_keys other = in;
            memcpy(other.xonlys.data() + 32 * at, bad.data(), 32);
            EXPECT_TRUE(tweak_of(other).empty());
        }
    EXPECT_TRUE(tweak_of(input_keys()).empty());
    const bytes a = draw("key", 0), even = pubkey_of(a)[0] == 2 ? a : minus(a);
    EXPECT_TRUE(tweak_of(input_keys().with_plain(a).with_plain(minus(a))).empty());
    EXPECT_TRUE(tweak_of(input_keys().with_taproot(a).with_plain(minus(even))).empty());
    EXPECT_FALSE(tweak_of(input_keys().with_plain(a).with_plain(minus(a)).with_taproot(a)).empty());
    bytes out(33);
    EXPECT_EQ(ufsecp_silent_labelled_spend_pubkey(out.data(), spend.data(),
                                                  pubkey_of(minus(who.spend)).data()),
              0)
        << "infinity";
    for (const bytes &bad : {zero32, order, ones32}) {
        bytes label(33, 0xee), t(32, 0xee);
        EXPECT_EQ(ufsecp_silent_label(label.data(), t.data(), bad.data(), 1), 0);
        EXPECT_TRUE(all_zero(label) && all_zero(t));
    }
    label_list labels;
    labels.push(a);
    odd_memory store(ufsecp_silent_labels_bytes(1));
    const auto set = [&](const bytes &point, const bytes &t) {
        return ufsecp_silent_labels_set(store.at(), store.size(), point.data(), t.data(), 1);
    };
    for (const bytes &t : {zero32, order, ones32}) EXPECT_EQ(set(labels.points, t), 0);
    for (const bytes &p : {bytes(33), bytes{4} + zero32, bytes{2} + ones32})
        EXPECT_EQ(set(p, a), 0);
    EXPECT_EQ(ufsecp_silent_scan_transaction(&found, &count, outputs.data(), 1, tweak.data(),
                                             who.scan.data(), spend.data(), store.at(), memory.at(),
                                             memory.size()),
              1)
        << "it has no labels";
    EXPECT_EQ(count, 1u);
}

/* Transactions made by somebody who knows the receiver's labels, and everything else. */
TEST_P(Silent, HostileTransactions) {
    const input_keys in = some_inputs("hostile");
    const bytes tweak = tweak_of(in);
    receiver who{draw("scan", 3), draw("spend", 3), {}};
    const bytes shared = shared_point(tweak, who.scan), t0 = output_tweak(shared, 0),
                t1 = output_tweak(shared, 1), p0 = sum(who.spend, t0);
    for (uint32_t m = 0; m < 3; m++) who.labels.push_number(who.scan, m);
    const auto labelled = [&](size_t i) { return xonly_of(sum(p0, who.labels.tweak(i))); };
    const auto right = [&](const bytes &outputs, size_t want) {
        scans_right(who, outputs, tweak, want);
    };

    right(bytes(), 0);
    right(zero32 + ones32 + prime + be(reference::num(5)), 0);
    right(zero32 + xonly_of(p0) + ones32 + xonly_of(p0), 1); /* twice: the first */
    right(labelled(2) + labelled(0) + labelled(1), 1);       /* one k to all: the first label */
    right(labelled(0) + xonly_of(p0), 1);                    /* or none */
    right(xonly_of(sum(p0, minus(who.labels.tweak(0)))), 0); /* P - L: not a payment */
    right(xonly_of(sum(p0, minus(who.labels.tweak(0)))) + labelled(1) + labelled(0), 1);
    right(xonly_of(who.labels.tweak(0)), 0);
    right(xonly_of(sum(who.spend, t1)), 0); /* k = 1 without k = 0 */
    right(xonly_of(sum(who.spend, t1)) + labelled(1) + xonly_of(sum(who.spend, t1)), 2);

    who.labels = {};
    who.labels.push(minus(t0)); /* P + L = the spend key */
    who.labels.push(minus(p0)); /* infinity */
    who.labels.push(p0);        /* 2 P */
    who.labels.push(p0);        /* the same label again */
    who.labels.push(minus(sum(p0, p0)));
    right(xonly_of(sum(p0, p0)), 1);
    right(xonly_of(who.spend), 1);
    EXPECT_TRUE(all_zero(scan(who, xonly_of(who.spend), tweak).at(0).tweak));
    who.labels = {};
    who.labels.push(minus(sum(p0, p0))); /* P + L = -P */
    right(xonly_of(p0), 1);
    who.labels = {};
    who.labels.push(sum(t0, minus(t1))); /* P_1 + L = P_0: found once */
    right(xonly_of(p0), 1);
    right(xonly_of(p0) + ones32, 1);
    right(xonly_of(p0) + xonly_of(p0), 2); /* unless it stands twice */
    who.labels = {};
    who.labels.push(draw("label", 0)); /* P_0 + L = P_1 + L': found once too, though not at once */
    who.labels.push(sum(sum(t0, draw("label", 0)), minus(t1)));
    right(labelled(0) + ones32, 1);
    who.labels = {};
    who.labels.push(sum(t0, minus(t1)));
    who.labels.push(minus(who.labels.tweak(0))); /* a label and its negative: one x */
    right(xonly_of(sum(who.spend, t1)) + xonly_of(sum(who.spend, t1)), 2);
}

/* ---- Many ---- */

TEST_P(Silent, ManyOutputs) {
    const input_keys in = some_inputs("many");
    const bytes tweak = tweak_of(in);
    receiver who{draw("scan", 4), draw("spend", 4), {}};
    crowd(who.labels, 60);
    bytes recipients;
    for (size_t i = 0; i < UFSECP_SILENT_LIMIT; i++)
        recipients = std::move(recipients) + who.address(i % 40 == 0 ? (int)(i / 40) : -1);
    bytes outputs = create(recipients, in);
    ASSERT_EQ(outputs.size(), 32u * UFSECP_SILENT_LIMIT);
    const bytes other = pubkey_of(draw("scan", 5)) + pubkey_of(draw("spend", 5));
    EXPECT_EQ(create(other, in), slice(create(who.address() + other, in), 32, 32))
        << "groups count by themselves";
    for (size_t i = 0; i < 7; i++) outputs = std::move(outputs) + xonly_of(draw("not ours", i));
    const std::vector<payment> few = scan(who, outputs, tweak);
    ASSERT_EQ(few.size(), UFSECP_SILENT_LIMIT);
    for (size_t i = 0; i < few.size(); i++)
        EXPECT_TRUE(few[i].output == i && few[i].label == (i % 40 == 0 ? (int64_t)i / 40 : -1));
    if (scaled(2) == 1) return;
    crowd(who.labels, 8000); /* so that outputs are lifted */
    EXPECT_EQ(scan(who, outputs, tweak), few);
}

TEST_P(Silent, ManyLabels) {
    const input_keys in = some_inputs("many labels");
    receiver who{draw("scan", 5), draw("spend", 5), {}};
    crowd(
        who.labels,
        1100); /* fewer than twice the outputs: their sums are looked for, in more than one piece */
    bytes outputs = create(who.address(1050) + who.address(1023) + who.address(1024), in);
    for (size_t i = 0; i < 700; i++) outputs = draw("not ours", i) + outputs;
    const std::vector<payment> found = scan(who, outputs, tweak_of(in));
    ASSERT_EQ(found.size(), 3u);
    for (size_t k = 0; k < 3; k++) EXPECT_EQ(found[k].output, 700 + k);
    EXPECT_TRUE(found[0].label == 1050 && found[1].label == 1023 && found[2].label == 1024);
}

TEST_P(Silent, Misuse) {
    const input_keys in = some_inputs("misuse");
    const bytes to = pubkey_of(draw("scan", 6)) + pubkey_of(draw("spend", 6)), k = draw("key", 6);
    bytes out(33, 0xee), t(32, 0xee);
    const bytes same = out, same32 = t;
    uint8_t *o = out.data();
    const uint8_t *r = to.data(), *p = in.outpoint.data(), *s = k.data();
    EXPECT_EQ(ufsecp_silent_outputs_create(nullptr, r, 1, p, s, 1, s, 1), 0);
    EXPECT_EQ(ufsecp_silent_outputs_create(o, nullptr, 1, p, s, 1, s, 1), 0);
    EXPECT_EQ(ufsecp_silent_outputs_create(o, r, 1, nullptr, s, 1, s, 1), 0);
    EXPECT_EQ(ufsecp_silent_outputs_create(o, r, 1, p, nullptr, 1, s, 1), 0);
    EXPECT_EQ(ufsecp_silent_outputs_create(o, r, 1, p, s, 1, nullptr, 1), 0);
    EXPECT_EQ(ufsecp_silent_outputs_create(o, r, 23256, p, s, 1, s, 1), 0);
    EXPECT_EQ(ufsecp_silent_tweak(nullptr, p, s, 1, r, 1), 0);
    EXPECT_EQ(ufsecp_silent_tweak(o, nullptr, s, 1, r, 1), 0);
    EXPECT_EQ(ufsecp_silent_tweak(o, p, nullptr, 1, r, 1), 0);
    EXPECT_EQ(ufsecp_silent_tweak(o, p, s, 1, nullptr, 1), 0);
    EXPECT_EQ(ufsecp_silent_label(nullptr, t.data(), s, 0), 0);
    EXPECT_EQ(ufsecp_silent_label(o, nullptr, s, 0), 0);
    EXPECT_EQ(ufsecp_silent_label(o, t.data(), nullptr, 0), 0);
    EXPECT_EQ(ufsecp_silent_labelled_spend_pubkey(nullptr, r, r), 0);
    EXPECT_EQ(ufsecp_silent_labelled_spend_pubkey(o, nullptr, r), 0);
    EXPECT_EQ(ufsecp_silent_labelled_spend_pubkey(o, r, nullptr), 0);
    EXPECT_EQ(ufsecp_silent_labels_bytes(SIZE_MAX / 2), 0u);
    EXPECT_EQ(ufsecp_silent_scan_bytes(SIZE_MAX / 2), 0u);
    odd_memory labels(ufsecp_silent_labels_bytes(1)), memory(ufsecp_silent_scan_bytes(1));
    EXPECT_EQ(ufsecp_silent_labels_set(nullptr, labels.size(), r, s, 1), 0);
    EXPECT_EQ(ufsecp_silent_labels_set(labels.at(), labels.size(), nullptr, s, 1), 0);
    EXPECT_EQ(ufsecp_silent_labels_set(labels.at(), labels.size(), r, nullptr, 1), 0);
    EXPECT_EQ(ufsecp_silent_labels_set(labels.at(), labels.size() - 1, r, s, 1), 0);
    EXPECT_EQ(ufsecp_silent_labels_set(labels.at(), labels.size(), r, s, SIZE_MAX / 2), 0);
    ufsecp_silent_found found;
    size_t count = 5;
    const auto run = [&](ufsecp_silent_found *f, size_t *c, const uint8_t *outputs, size_t n,
                         const uint8_t *tweak, const uint8_t *scan_key, const uint8_t *spend,
                         void *m, size_t size) {
        const int good = ufsecp_silent_scan_transaction(f, c, outputs, n, tweak, scan_key, spend,
                                                        nullptr, m, size);
        if (!good) { EXPECT_EQ(count, 5u); }
        count = 5;
        return good;
    };
    const size_t size = memory.size();
    EXPECT_EQ(run(&found, &count, s, 1, r, s, r, memory.at(), size), 1);
    EXPECT_EQ(run(nullptr, &count, s, 0, r, s, r, memory.at(), size), 1);
    EXPECT_EQ(run(nullptr, &count, s, 1, r, s, r, memory.at(), size), 0);
    EXPECT_EQ(run(&found, nullptr, s, 1, r, s, r, memory.at(), size), 0);
    EXPECT_EQ(run(&found, &count, nullptr, 1, r, s, r, memory.at(), size), 0);
    EXPECT_EQ(run(&found, &count, s, 1, nullptr, s, r, memory.at(), size), 0);
    EXPECT_EQ(run(&found, &count, s, 1, r, nullptr, r, memory.at(), size), 0);
    EXPECT_EQ(run(&found, &count, s, 1, r, s, nullptr, memory.at(), size), 0);
    EXPECT_EQ(run(&found, &count, s, 1, r, s, r, nullptr, size), 0);
    EXPECT_EQ(run(&found, &count, s, 1, r, s, r, memory.at(), size - 1), 0);
    EXPECT_EQ(run(&found, &count, s, SIZE_MAX / 2, r, s, r, memory.at(), size), 0);
    EXPECT_TRUE(out == same && t == same32) << "nothing is written";
}

}  // namespace
