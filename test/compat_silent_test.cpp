// Silent payments by libsecp256k1's interface: BIP-352's vectors through our library in its place,
// and random payments, with good and bad arguments, on both libraries side by side.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "compat_sides.h"
#include "scale.h"
#include "vectors.h"

using namespace compat_sides;
using nlohmann::json;
using bytes = std::vector<uint8_t>;

namespace {

using lookup_map = std::map<bytes, bytes>;

/* What a receiver's function knows of labels. */
struct book {
    lookup_map tweaks;
    unsigned char forced[32];
    int guesses; /* > 0: it knows one in so many labels of which it never heard */
};
const unsigned char *look_up(const unsigned char *label33, const void *context) {
    tell("label " + hex(label33, 33));
    static thread_local unsigned char answer[32];
    const book &b = *static_cast<const book *>(context);
    const auto at = b.tweaks.find(bytes(label33, label33 + 33));
    if (at != b.tweaks.end()) return at->second.data();
    if (b.guesses == 0 || label33[32] % b.guesses) return nullptr;
    mix(answer, label33, 33, 5);
    return answer;
}
const unsigned char *force(const unsigned char *label33, const void *context) {
    const book &b = *static_cast<const book *>(context);
    tell("label " + hex(label33, 33));
    return b.tweaks.count(bytes(label33, label33 + 33)) ? b.forced : nullptr;
}
const unsigned char *no_context(const unsigned char *label33, const void *context) {
    tell("label " + hex(label33, 33) + (context ? " and more" : ""));
    return nullptr;
}

constexpr size_t most_inputs = 4, most_recipients = 40, most_outputs = 50;

/* All memory that calls read and write. */
struct payment_objects {
    unsigned char keys[2 * most_inputs][32], scan_keys[2][32], spend_keys[2][32];
    unsigned char outpoint[36], label33[33], label_tweaks[4][32];
    secp256k1_keypair pairs[most_inputs];
    secp256k1_xonly_pubkey xonlys[most_inputs], outputs[most_outputs];
    secp256k1_pubkey pubkeys[most_inputs], scans[2], spends[2], labelled[4];
    secp256k1_silentpayments_recipient recipients[most_recipients];
    secp256k1_silentpayments_label labels[4], parsed;
    secp256k1_silentpayments_prevouts_summary summary;
    secp256k1_silentpayments_found_output found[most_outputs];
    uint32_t n_found;
    size_t ordered[most_recipients];
};

std::map<std::string, std::array<size_t, 2>> outcomes;

/* Payments of one transaction, on both sides. */
class payments : source {
public:
    explicit payments(uint64_t seed) : source{seed}, sides{side(peer()), side(ours())}, all(2) {}

    /* What differed first, or nothing. */
    std::string run() {
        for (unsigned char (&key)[32] : now().keys) fill_key(key);
        for (unsigned char (&key)[32] : now().scan_keys) fill_key(key);
        for (unsigned char (&key)[32] : now().spend_keys) fill_key(key);
        fill(now().outpoint, 36);
        n_pairs = below(3), n_plain = below(3) + (n_pairs == 0);
        make_sum_zero();
        share();
        make_keys();
        make_labels();
        send();
        summarise();
        n_outputs = n_recipients + below(8);
        for (size_t i = n_recipients; i < n_outputs; i++) {
            secp256k1_keypair pair;
            unsigned char key[32];
            fill_key(key);
            EXPECT_EQ(peer().keypair_create(sides[0].contexts[0], &pair, key), 1);
            EXPECT_EQ(
                peer().keypair_xonly_pub(sides[0].contexts[0], &now().outputs[i], nullptr, &pair),
                1);
        }
        for (size_t i = n_outputs; i > 1; i--)
            std::swap(now().outputs[i - 1], now().outputs[below(i)]);
        share();
        for (size_t i = 0; i < 4; i++) receive(below(2));
        hostile();
        return wrong;
    }

private:
    side sides[2];
    std::vector<payment_objects> all; /* of each side */
    size_t c = 0, n_pairs = 0, n_plain = 0, n_recipients = 0, n_outputs = 0;
    unsigned nulls = 0; /* which pointers are not passed */
    std::string wrong;

    void fill_key(unsigned char *key32) { fill(key32, 32), key32[0] &= 0x7f; }
    payment_objects &now() { return all[0]; }
    void share() { memcpy(&all[1], &all[0], sizeof all[0]); }
    template <class T>
    T *opt(unsigned bit, T *p) const {
        return nulls >> bit & 1 ? nullptr : p;
    }

    template <class F>
    int both(const char *name, const F &f) {
        int result[2] = {};
        if (!wrong.empty()) return 0;
        for (size_t i = 0; i < 2; i++) {
            told = &sides[i].log;
            result[i] = f(sides[i].lib, sides[i].contexts[c], all[i]);
            tell("returned " + std::to_string(result[i]));
        }
        outcomes[name][result[0] == 0]++;
        if (sides[0].log != sides[1].log) {
            wrong = std::string(name) + ": told";
            for (const side &s : sides) {
                wrong += "\n";
                for (const std::string &text : s.log) wrong += "[" + text + "]";
            }
        } else if (memcmp(&all[0], &all[1], sizeof all[0]) != 0) {
            const unsigned char *a = (unsigned char *)&all[0], *b = (unsigned char *)&all[1];
            size_t at = 0;
            while (a[at] == b[at]) at++;
            wrong = std::string(name) + ": wrote other bytes at " + std::to_string(at);
        }
        for (side &s : sides) s.log.clear();
        return result[0];
    }
    /* A call that may get bad arguments. */
    template <class F>
    int call(const char *name, const F &f) {
        c = one_in(6) ? 1 + below(2) : 0;
        nulls = 0;
        for (unsigned bit = 0; bit < 12; bit++) nulls |= (unsigned)one_in(40) << bit;
        const int result = both(name, f);
        c = 0, nulls = 0;
        return result;
    }
    /* In one case of so many zeros for an object, for the time of a call. */
    template <class T, class Call>
    void spoilt(T &object, size_t rarely, const Call &with) {
        unsigned char before[sizeof object];
        const bool spoil = one_in(rarely);
        memcpy(before, &object, sizeof object);
        if (spoil) memset(&object, 0, sizeof object), share();
        with();
        if (spoil && wrong.empty()) memcpy(&object, before, sizeof object), share();
    }

    static const secp256k1_context *plain() { return *peer().context_static; }
    static void negate(unsigned char *x32) { EXPECT_EQ(peer().ec_seckey_negate(plain(), x32), 1); }

    /* Sums that are zero, at the end or on the way. */
    void make_sum_zero() {
        if (!one_in(6)) return;
        unsigned char (&keys)[2 * most_inputs][32] = now().keys;
        n_plain = 1 + below(3), n_pairs = below(2);
        if (n_plain > 1) memcpy(keys[1], keys[0], 32), negate(keys[1]);
        if (n_plain == 1) memcpy(keys[0], keys[most_inputs], 32), n_pairs = 1;
        if (one_in(2)) negate(keys[0]);
    }

    /* Plain keys are the first of keys, those of pairs the last. */
    void make_keys() {
        if (one_in(20))
            memset(now().keys[below(2 * most_inputs)], one_in(2) ? 0 : 0xff, 32), share();
        both("inputs", [&](const library &l, const secp256k1_context *x, payment_objects &o) {
            int good = 1;
            for (size_t i = 0; i < most_inputs; i++) {
                good &= l.ec_pubkey_create(x, &o.pubkeys[i], o.keys[i]);
                good &= l.keypair_create(x, &o.pairs[i], o.keys[most_inputs + i]) &&
                        l.keypair_xonly_pub(x, &o.xonlys[i], nullptr, &o.pairs[i]);
            }
            for (size_t i = 0; i < 2; i++) {
                good &= l.ec_pubkey_create(x, &o.scans[i], o.scan_keys[i]);
                good &= l.ec_pubkey_create(x, &o.spends[i], o.spend_keys[i]);
            }
            return good;
        });
    }

    /* Labels 0 and 1 are of the first receiver, 2 and 3 of the second. */
    void make_labels() {
        for (size_t i = 0; i < 4; i++) {
            const uint32_t m = one_in(2) ? (uint32_t)below(3) : (uint32_t)next();
            const bool in_place = one_in(4);
            const auto create = [&](const library &l, const secp256k1_context *x,
                                    payment_objects &o) {
                unsigned char *scan_key = in_place ? o.label_tweaks[i] : o.scan_keys[i / 2];
                memmove(scan_key, o.scan_keys[i / 2], 32);
                return l.silentpayments_recipient_label_create(
                    x, opt(0, &o.labels[i]), opt(1, o.label_tweaks[i]), opt(2, scan_key), m);
            };
            spoilt(now().scan_keys[i / 2], 8, [&] { call("label_create", create); });
            both("label_create", create);
            const auto serialize = [&](const library &l, const secp256k1_context *x,
                                       payment_objects &o) {
                return l.silentpayments_recipient_label_serialize(x, opt(0, o.label33),
                                                                  opt(1, &o.labels[i]));
            };
            spoilt(now().labels[i], 8, [&] { call("label_serialize", serialize); });
            both("label_serialize", serialize);
            if (one_in(4)) now().label33[below(33)] ^= (unsigned char)(1 << below(8)), share();
            call("label_parse",
                 [&](const library &l, const secp256k1_context *x, payment_objects &o) {
                     return l.silentpayments_recipient_label_parse(x, opt(0, &o.parsed),
                                                                   opt(1, o.label33));
                 });
            const auto labelled = [&](const library &l, const secp256k1_context *x,
                                      payment_objects &o) {
                return l.silentpayments_recipient_create_labeled_spend_pubkey(
                    x, opt(0, &o.labelled[i]), opt(1, &o.spends[i / 2]), opt(2, &o.labels[i]));
            };
            const char *const name = "create_labeled_spend_pubkey";
            spoilt(now().spends[i / 2], 8,
                   [&] { spoilt(now().labels[i], 8, [&] { call(name, labelled); }); });
            if (one_in(6)) { /* the sum is infinity */
                const secp256k1_pubkey before = now().spends[i / 2];
                memcpy(&now().spends[i / 2], now().labels[i].data + 4, 64);
                share();
                both("ec_pubkey_negate",
                     [&](const library &l, const secp256k1_context *x, payment_objects &o) {
                         return l.ec_pubkey_negate(x, &o.spends[i / 2]);
                     });
                both(name, labelled);
                now().spends[i / 2] = before;
                share();
            }
            if (one_in(6)) /* in place: it is zeroed first */
                both(name, [&](const library &l, const secp256k1_context *x, payment_objects &o) {
                    return l.silentpayments_recipient_create_labeled_spend_pubkey(
                        x, &o.labelled[i], &o.labelled[i], &o.labels[i]);
                });
            both(name, labelled);
        }
    }

    int create_outputs(const library &l, const secp256k1_context *x, payment_objects &o) {
        secp256k1_xonly_pubkey *to[most_recipients];
        const secp256k1_silentpayments_recipient *from[most_recipients];
        const secp256k1_keypair *pairs[most_inputs];
        const unsigned char *seckeys[most_inputs];
        for (size_t i = 0; i < n_recipients; i++) to[i] = &o.outputs[i], from[i] = &o.recipients[i];
        for (size_t i = 0; i < most_inputs; i++) pairs[i] = &o.pairs[i], seckeys[i] = o.keys[i];
        if (nulls & 1) to[n_recipients / 2] = nullptr;
        if (nulls & 2) from[n_recipients - 1] = nullptr;
        if (nulls & 4) pairs[0] = nullptr;
        if (nulls & 8) seckeys[0] = nullptr;
        if (n_recipients > 1 && nulls & 16) std::swap(from[0], from[n_recipients - 1]);
        const int result = l.silentpayments_sender_create_outputs(
            x, opt(9, to), opt(10, from), nulls & 32 ? 0 : n_recipients, opt(11, o.outpoint),
            nulls >> 8 & 1 || !n_pairs ? nullptr : pairs, nulls & 64 ? 0 : n_pairs,
            !n_plain ? nullptr : seckeys, nulls & 128 ? 0 : n_plain);
        for (size_t i = 0; i < n_recipients; i++)
            o.ordered[i] = from[i] ? (size_t)(from[i] - o.recipients) : SIZE_MAX;
        return result;
    }
    int create(const char *name) {
        return both(name, [&](const library &l, const secp256k1_context *x, payment_objects &o) {
            return create_outputs(l, x, o);
        });
    }

    void send() {
        n_recipients = one_in(8) ? 1 + below(most_recipients) : 1 + below(5);
        for (size_t i = 0; i < n_recipients; i++) {
            secp256k1_silentpayments_recipient &to = now().recipients[i];
            const size_t who = below(2), label = below(3);
            to.scan_pubkey = now().scans[who];
            to.spend_pubkey = label < 2 ? now().labelled[2 * who + label] : now().spends[who];
            to.index = i;
        }
        share();
        const auto with_bad = [&](const library &l, const secp256k1_context *x,
                                  payment_objects &o) { return create_outputs(l, x, o); };
        const size_t i = below(n_recipients);
        spoilt(now().recipients[i].scan_pubkey, 4,
               [&] { call("sender_create_outputs", with_bad); });
        spoilt(now().recipients[i].spend_pubkey, 4,
               [&] { call("sender_create_outputs", with_bad); });
        spoilt(now().pairs[0], 6, [&] { call("sender_create_outputs", with_bad); });
        create("sender_create_outputs");
    }

    int prevouts(const library &l, const secp256k1_context *x, payment_objects &o) {
        const secp256k1_xonly_pubkey *xonlys[most_inputs];
        const secp256k1_pubkey *plain[most_inputs];
        for (size_t i = 0; i < most_inputs; i++) xonlys[i] = &o.xonlys[i], plain[i] = &o.pubkeys[i];
        if (nulls & 1) xonlys[0] = nullptr;
        if (nulls & 2) plain[0] = nullptr;
        return l.silentpayments_recipient_prevouts_summary_create(
            x, opt(2, &o.summary), opt(3, o.outpoint), opt(4, n_pairs ? xonlys : nullptr),
            nulls & 32 ? 0 : n_pairs, opt(6, n_plain ? plain : nullptr), nulls & 128 ? 0 : n_plain);
    }
    void summarise() {
        const char *const name = "recipient_prevouts_summary_create";
        const auto make = [&](const library &l, const secp256k1_context *x, payment_objects &o) {
            return prevouts(l, x, o);
        };
        spoilt(now().pubkeys[0], 8, [&] { call(name, make); });
        spoilt(now().xonlys[0], 8, [&] { call(name, make); });
        both(name, make);
    }

    /* The scan of receiver `who`. */
    int scan(const char *name, size_t who, secp256k1_silentpayments_label_lookup lookup,
             const book *labels) {
        return both(name, [&](const library &l, const secp256k1_context *x, payment_objects &o) {
            secp256k1_silentpayments_found_output *to[most_outputs];
            const secp256k1_xonly_pubkey *from[most_outputs];
            for (size_t i = 0; i < n_outputs; i++) to[i] = &o.found[i], from[i] = &o.outputs[i];
            if (nulls & 1) to[n_outputs / 2] = nullptr;
            if (nulls & 2) from[n_outputs - 1] = nullptr;
            return l.silentpayments_recipient_scan_outputs(
                x, opt(2, to), opt(3, &o.n_found), opt(4, from), nulls & 32 ? 0 : n_outputs,
                opt(6, o.scan_keys[who]), opt(7, &o.summary), opt(8, &o.spends[who]), lookup,
                labels);
        });
    }
    book book_of(size_t who) {
        book b{};
        for (size_t i = 2 * who; i < 2 * who + 2; i++) {
            if (now().labels[i].data[0] == 0) continue;
            size_t len = 33;
            bytes label33(33);
            secp256k1_pubkey point;
            memcpy(&point, now().labels[i].data + 4, 64);
            if (peer().ec_pubkey_serialize(sides[0].contexts[0], label33.data(), &len, &point,
                                           SECP256K1_EC_COMPRESSED))
                b.tweaks[label33] = bytes(now().label_tweaks[i], now().label_tweaks[i] + 32);
        }
        return b;
    }
    void receive(size_t who) {
        book b = book_of(who);
        const size_t kind = below(6);
        if (kind == 2) b.guesses = (int)below(40) + 1;
        if (kind == 3) memset(b.forced, one_in(2) ? 0xff : 0, 32);
        const auto good = [&] {
            return kind == 0   ? scan("recipient_scan_outputs", who, nullptr, nullptr)
                   : kind < 3  ? scan("recipient_scan_outputs by labels", who, look_up, &b)
                   : kind == 3 ? scan("recipient_scan_outputs by labels", who, force, &b)
                   : kind == 4 ? scan("recipient_scan_outputs by labels", who, no_context, nullptr)
                               : scan("recipient_scan_outputs by labels", who, look_up, &b);
        };
        const auto bad = [&] {
            c = one_in(4) ? 1 + below(2) : 0;
            for (unsigned bit = 0; bit < 12; bit++) nulls |= (unsigned)one_in(30) << bit;
            if (one_in(20)) scan("recipient_scan_outputs", who, nullptr, &b);
            else good();
            c = 0, nulls = 0;
        };
        spoilt(now().outputs[below(n_outputs)], 8, bad);
        spoilt(now().scan_keys[who], 8, bad);
        spoilt(now().summary, 8, bad);
        spoilt(now().spends[who], 8, bad);
        if (good() && kind == 1 && now().n_found) forced_sum(who, b);
    }

    /* A label whose tweak is the negative of the rest: the found tweak is zeros. */
    void forced_sum(size_t who, book b) {
        for (size_t i = 0; i < now().n_found; i++) {
            if (!now().found[i].found_with_label) continue;
            bytes label33(33);
            (void)peer().silentpayments_recipient_label_serialize(
                sides[0].contexts[0], label33.data(), &now().found[i].label);
            bytes t = b.tweaks.at(label33);
            negate(t.data());
            EXPECT_EQ(peer().ec_seckey_tweak_add(plain(), t.data(), now().found[i].tweak), 1);
            negate(t.data());
            memcpy(b.forced, t.data(), 32);
            scan("recipient_scan_outputs to no tweak", who, force, &b);
            break;
        }
    }

    /* A spend key that is the negative of t_k G: no output. */
    void hostile() {
        scan("recipient_scan_outputs", 0, nullptr, nullptr);
        if (now().n_found == 0 || !wrong.empty()) return;
        const size_t k = below(now().n_found);
        unsigned char t32[32];
        memcpy(t32, now().found[k].tweak, 32);
        negate(t32);
        const secp256k1_pubkey spend = now().spends[0];
        both("inputs", [&](const library &l, const secp256k1_context *x, payment_objects &o) {
            return l.ec_pubkey_create(x, &o.spends[0], t32);
        });
        scan(k ? "recipient_scan_outputs" : "recipient_scan_outputs of no key", 0, nullptr,
             nullptr);
        n_recipients = std::min(k + 1 + below(3), most_recipients);
        for (size_t i = 0; i < n_recipients; i++)
            now().recipients[i] = {now().scans[0], i == k ? now().spends[0] : spend, i};
        share();
        create("sender_create_outputs of no key");
        now().spends[0] = spend;
        share();
    }
};

TEST(CompatSilent, RandomPayments) {
    ASSERT_EQ(peer().missing, "");
    ASSERT_EQ(ours().missing, "");
    const int n = scaled_long(400);
    for (int i = 0; i < n && !HasFailure(); i++)
        EXPECT_EQ(payments((uint64_t)i).run(), "") << "transaction " << i;
    for (const auto &[name, count] : outcomes)
        printf("%s: %zu succeed, %zu fail\n", name.c_str(), count[0], count[1]);
    if (n < 400) return;
    static const std::set<std::string> always_fail = {"recipient_scan_outputs of no key",
                                                      "sender_create_outputs of no key"},
                                       never_fail = {"recipient_scan_outputs to no tweak",
                                                     "ec_pubkey_negate"};
    EXPECT_EQ(outcomes.size(), 13u);
    for (const auto &[name, count] : outcomes) {
        if (always_fail.count(name)) EXPECT_EQ(count[0], 0u) << name;
        else EXPECT_GT(count[0], 10u) << name;
        if (!never_fail.count(name)) EXPECT_GT(count[1], 5u) << name;
    }
}

/* ---- BIP-352's vectors ---- */

/* Objects in a row, and the pointers to them that calls take. */
template <class T>
struct objects_of {
    std::vector<T> all;
    std::vector<T *> pointers;

    explicit objects_of(size_t n) : all(n) {
        for (T &object : all) pointers.push_back(&object);
    }
    /* NULL for none. */
    const T *const *list() const { return pointers.empty() ? nullptr : pointers.data(); }
};

struct vector_case {
    const json &c;
    const library &l;
    const secp256k1_context *x;

    bytes field(const char *name) const { return from_hex(c.at(name).get<std::string>()); }
    std::vector<bytes> list(const char *name) const {
        std::vector<bytes> r;
        for (const json &item : c.at(name)) r.push_back(from_hex(item.get<std::string>()));
        return r;
    }
    void parse(secp256k1_pubkey *to, const uint8_t *pk33) const {
        EXPECT_EQ(l.ec_pubkey_parse(x, to, pk33, 33), 1);
    }
    std::string x_of(const secp256k1_xonly_pubkey &key) const {
        unsigned char x32[32];
        EXPECT_EQ(l.xonly_pubkey_serialize(x, x32, &key), 1);
        return hex(x32, 32);
    }

    void send() const {
        std::vector<secp256k1_silentpayments_recipient> to;
        for (const json &r : c.at("recipients")) {
            const bytes address = from_hex(r.at(0).get<std::string>());
            secp256k1_silentpayments_recipient one;
            parse(&one.scan_pubkey, address.data()), parse(&one.spend_pubkey, address.data() + 33);
            for (int i = 0; i < r.at(1).get<int>(); i++) one.index = to.size(), to.push_back(one);
        }
        objects_of<secp256k1_xonly_pubkey> made(to.size());
        std::vector<const secp256k1_silentpayments_recipient *> recipients;
        for (const auto &r : to) recipients.push_back(&r);
        const std::vector<bytes> taproot = list("taproot_seckeys"), plain = list("plain_seckeys");
        objects_of<secp256k1_keypair> pairs(taproot.size());
        for (size_t i = 0; i < taproot.size(); i++)
            EXPECT_EQ(l.keypair_create(x, &pairs.all[i], taproot[i].data()), 1);
        std::vector<const unsigned char *> seckeys;
        for (const bytes &key : plain) seckeys.push_back(key.data());
        std::multiset<std::string> outputs;
        if (l.silentpayments_sender_create_outputs(
                x, made.pointers.data(), recipients.data(), to.size(), field("outpoint").data(),
                pairs.list(), taproot.size(), seckeys.empty() ? nullptr : seckeys.data(),
                seckeys.size()))
            for (const auto &key : made.all) outputs.insert(x_of(key));
        bool right = false;
        for (const json &wanted : c.at("outputs")) {
            std::multiset<std::string> set;
            for (const json &item : wanted) set.insert(item.get<std::string>());
            right |= set == outputs;
        }
        EXPECT_TRUE(right);
    }

    void receive() const {
        const std::vector<bytes> xonlys = list("xonlys"), pubkeys = list("pubkeys"),
                                 outputs = list("outputs");
        objects_of<secp256k1_xonly_pubkey> taproot(xonlys.size()), all(outputs.size());
        objects_of<secp256k1_pubkey> plain(pubkeys.size());
        for (size_t i = 0; i < xonlys.size(); i++)
            EXPECT_EQ(l.xonly_pubkey_parse(x, &taproot.all[i], xonlys[i].data()), 1);
        for (size_t i = 0; i < pubkeys.size(); i++) parse(&plain.all[i], pubkeys[i].data());
        secp256k1_silentpayments_prevouts_summary summary;
        const int pays = l.silentpayments_recipient_prevouts_summary_create(
            x, &summary, field("outpoint").data(), taproot.list(), xonlys.size(), plain.list(),
            pubkeys.size());
        EXPECT_EQ(pays, !c.at("tweak").is_null());
        const bytes scan = field("scan_seckey"), spend = field("spend_seckey");
        secp256k1_pubkey scan_key, spend_key, labelled;
        EXPECT_EQ(l.ec_pubkey_create(x, &scan_key, scan.data()), 1);
        EXPECT_EQ(l.ec_pubkey_create(x, &spend_key, spend.data()), 1);
        book b{};
        std::set<std::string> addresses = {address(scan_key, spend_key)}, wanted;
        for (const json &m : c.at("labels")) {
            secp256k1_silentpayments_label label;
            bytes label33(33), tweak(32);
            EXPECT_EQ(l.silentpayments_recipient_label_create(x, &label, tweak.data(), scan.data(),
                                                              m.get<uint32_t>()),
                      1);
            EXPECT_EQ(l.silentpayments_recipient_label_serialize(x, label33.data(), &label), 1);
            EXPECT_EQ(l.silentpayments_recipient_create_labeled_spend_pubkey(x, &labelled,
                                                                             &spend_key, &label),
                      1);
            b.tweaks[label33] = tweak;
            addresses.insert(address(scan_key, labelled));
        }
        for (const json &item : c.at("addresses")) wanted.insert(item.get<std::string>());
        EXPECT_EQ(addresses, wanted);
        if (!pays || outputs.empty()) {
            EXPECT_EQ(c.at("n_found"), 0);
            return;
        }
        for (size_t i = 0; i < outputs.size(); i++)
            EXPECT_EQ(l.xonly_pubkey_parse(x, &all.all[i], outputs[i].data()), 1);
        objects_of<secp256k1_silentpayments_found_output> found(outputs.size());
        uint32_t n_found = 0;
        EXPECT_EQ(l.silentpayments_recipient_scan_outputs(x, found.pointers.data(), &n_found,
                                                          all.list(), outputs.size(), scan.data(),
                                                          &summary, &spend_key, look_up, &b),
                  1);
        EXPECT_EQ(n_found, c.at("n_found").get<uint32_t>());
        if (c.at("found").is_null()) return;
        std::map<std::string, std::string> tweaks, wanted_tweaks;
        for (uint32_t i = 0; i < n_found; i++)
            tweaks[x_of(found.all[i].output)] = hex(found.all[i].tweak, 32);
        for (const json &f : c.at("found"))
            wanted_tweaks[f.at(0).get<std::string>()] = f.at(1).get<std::string>();
        EXPECT_EQ(tweaks, wanted_tweaks);
    }

    std::string address(const secp256k1_pubkey &scan, const secp256k1_pubkey &spend) const {
        unsigned char keys66[66];
        size_t len = 33;
        EXPECT_EQ(l.ec_pubkey_serialize(x, keys66, &len, &scan, SECP256K1_EC_COMPRESSED), 1);
        EXPECT_EQ(l.ec_pubkey_serialize(x, keys66 + 33, &len, &spend, SECP256K1_EC_COMPRESSED), 1);
        return hex(keys66, 66);
    }
};

TEST(CompatSilent, Vectors) {
    std::vector<std::string> log;
    const side s(ours());
    std::map<std::string, int> kinds;
    told = &log;
    for (const json &c : load_vectors("bip352.json").at("cases")) {
        const std::string kind = c.at("kind").get<std::string>();
        SCOPED_TRACE(c.at("comment").get<std::string>() + ": " + kind);
        kinds[kind]++;
        const vector_case one{c, ours(), s.contexts[0]};
        kind == "send" ? one.send() : one.receive();
    }
    EXPECT_EQ(kinds, (std::map<std::string, int>{{"send", 28}, {"receive", 29}}));
    /* One case has no inputs that count. */
    std::vector<std::string> illegal_calls;
    for (const std::string &text : log)
        if (text.substr(0, 6) != "label ") illegal_calls.push_back(text);
    EXPECT_EQ(illegal_calls,
              (std::vector<std::string>{"illegal (seckeys != NULL) || (keypairs != NULL) 1",
                                        "illegal (pubkeys != NULL) || (xonly_pubkeys != NULL) 1"}));
}

}  // namespace
