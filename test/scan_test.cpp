// Scanning an index for silent payments: every engine, both timings, all forms of rows, against
// single calls of this library.
#include "api.h"
#include "scale.h"

#include <algorithm>
#include <array>
#include <map>

namespace {

struct receiver {
    bytes scan, spend_secret, spend, labels;  // labels: points of 33 bytes
    size_t n_labels() const { return labels.size() / 33; }
};

receiver receiver_of(size_t i, size_t n_labels) {
    receiver r = {draw("scan", i), draw("spend", i), pubkey_of(draw("spend", i)), {}};
    for (size_t j = 0; j < n_labels; j++)
        r.labels = r.labels + pubkey_of(draw("label", 100 * i + j));
    return r;
}

bytes sum_of(const bytes &a, const bytes &b) {
    bytes r(33);
    const bytes both = a + b;
    return ufsecp_pubkey_combine(r.data(), 33, both.data(), 2) == 1 ? r : bytes();
}

/* t_k for the tweak point T, by single calls. */
bytes tweak_of(const receiver &who, const bytes &point, uint32_t k) {
    bytes s(33), t(32);
    EXPECT_EQ(ufsecp_pubkey_tweak_mul(s.data(), 33, point.data(), point.size(), who.scan.data()),
              1);
    const bytes text =
        s + bytes{(uint8_t)(k >> 24), (uint8_t)(k >> 16), (uint8_t)(k >> 8), (uint8_t)k};
    const std::string tag = "BIP0352/SharedSecret";
    ufsecp_tagged_hash(t.data(), reinterpret_cast<const uint8_t *>(tag.data()), tag.size(),
                       text.data(), text.size());
    return t;
}
/* The x coordinate of P_k, or of P_k + label; empty for infinity. */
bytes output_of(const receiver &who, const bytes &point, uint32_t k, int64_t label) {
    bytes p(33);
    if (ufsecp_pubkey_tweak_add(p.data(), 33, who.spend.data(), 33,
                                tweak_of(who, point, k).data()) != 1)
        return {};
    if (label >= 0) p = sum_of(p, slice(who.labels, 33 * static_cast<size_t>(label), 33));
    return p.empty() ? p : slice(p, 1, 32);
}

struct row {
    bytes point;  // 33 or 65 bytes, or what is no point
    std::vector<bytes> outputs;
    bool good = true;
};

struct match {
    uint64_t row, output, key;
    int64_t label;
    uint32_t k;
    bytes tweak;
    bool operator==(const match &) const = default;
};
std::ostream &operator<<(std::ostream &out, const match &m) {
    return out << "row " << m.row << " output " << m.output << " key " << m.key << " label "
               << m.label << " k " << m.k;
}

struct form {
    size_t tweak_size, output_size;
    bool var;
};
const std::vector<form> forms = {{33, 8, false},  {33, 32, true}, {64, 8, true},
                                 {64, 32, false}, {33, 8, true},  {64, 32, true}};

/* The columns of an index. */
struct columns {
    bytes tweaks, outputs;
    std::vector<uint64_t> at = {0};
    ufsecp_silent_index index{};

    columns(const std::vector<row> &rows, const form &f, bool with_offsets = true) {
        for (const row &r : rows) {
            bytes tweak = r.point;
            if (f.tweak_size == 64 && r.good) {
                bytes xy(65);
                EXPECT_EQ(ufsecp_pubkey_convert(xy.data(), 65, tweak.data(), 33, 0), UFSECP_OK);
                tweak = slice(xy, 1, 64);
            }
            tweak.resize(f.tweak_size, 1);
            tweaks = std::move(tweaks) + tweak;
            for (const bytes &output : r.outputs)
                outputs = std::move(outputs) + slice(output, 0, f.output_size);
            at.push_back(outputs.size() / f.output_size);
        }
        index = {tweaks.data(),
                 f.tweak_size,
                 outputs.data(),
                 f.output_size,
                 with_offsets ? at.data() : nullptr,
                 rows.size()};
    }
};

struct answer {
    int result = -1;
    size_t count = 77;
    std::vector<match> matches;
    bytes ok;
    bool operator==(const answer &) const = default;
};

answer scan(const ufsecp_silent_index &index, const std::vector<receiver> &receivers, bool var,
            size_t capacity = 4096) {
    std::vector<ufsecp_silent_scan_key> keys;
    for (const receiver &r : receivers)
        keys.push_back({r.scan.data(), r.spend.data(), r.labels.data(), r.n_labels()});
    std::vector<ufsecp_silent_match> found(capacity + 1);
    memset(&found[capacity], 0x5a, sizeof found[0]);
    answer a;
    a.ok.assign(index.n, 9);
    a.result = (var ? ufsecp_silent_scan_var : ufsecp_silent_scan)(
        found.data(), capacity, &a.count, a.ok.data(), &index, keys.data(), keys.size());
    EXPECT_EQ(found[capacity].k, 0x5a5a5a5aU) << "written past the end";
    for (size_t i = 0; i < std::min(a.count, capacity); i++)
        a.matches.push_back({found[i].row, found[i].output, found[i].key, found[i].label,
                             found[i].k, bytes(found[i].tweak32, found[i].tweak32 + 32)});
    return a;
}

/* What a scan must say, from single calls. */
answer expected(const std::vector<row> &rows, const std::vector<receiver> &receivers) {
    answer a;
    a.result = 1;
    for (size_t i = 0; i < rows.size(); i++) {
        a.ok.push_back(rows[i].good);
        a.result &= rows[i].good;
        for (size_t key = 0; rows[i].good && key < receivers.size(); key++) {
            const receiver &who = receivers[key];
            bool more = true;
            std::vector<bytes> left = rows[i].outputs;
            for (uint32_t k = 0; more && k < left.size(); k++) {
                more = false;
                for (int64_t label = -1; !more && label < static_cast<int64_t>(who.n_labels());
                     label++) {
                    const auto at = std::find(left.begin(), left.end(),
                                              output_of(who, rows[i].point, k, label));
                    if (at == left.end() || at->empty()) continue;
                    a.matches.push_back({i, static_cast<uint64_t>(at - left.begin()), key, label, k,
                                         tweak_of(who, rows[i].point, k)});
                    *at = {0xff};  // found once
                    more = true;
                }
            }
        }
    }
    a.count = a.matches.size();
    return a;
}

row plain_row(size_t i, size_t n_outputs = 1) {
    row r = {pubkey_of(draw("tweak", i)), {}};
    for (size_t j = 0; j < n_outputs; j++) r.outputs.push_back(draw("output", 100 * i + j));
    return r;
}

/* 90 rows with up to five outputs: payments of all kinds, and rows whose tweak is no point beside
 * them. */
std::vector<row> mixed_rows(const std::vector<receiver> &to) {
    std::vector<row> rows;
    for (size_t i = 0; i < 90; i++) rows.push_back(plain_row(i, i % 6));
    const auto pay = [&](size_t i, size_t at, size_t key, uint32_t k, int64_t label) {
        rows[i].outputs.at(at) = output_of(to[key], rows[i].point, k, label);
    };
    pay(1, 0, 0, 0, -1);
    pay(8, 1, 1, 0, 0);                                               // a label
    pay(23, 4, 0, 0, -1), pay(23, 0, 0, 1, 2), pay(23, 2, 0, 2, -1);  // k = 0, 1, 2
    pay(29, 1, 0, 1, -1);  // k = 1 without k = 0: nobody sees it
    pay(35, 3, 0, 0, 1), pay(35, 1, 1, 0, -1), pay(35, 0, 1, 1, -1);  // two receivers
    pay(40, 2, 1, 0, 2), pay(40, 3, 1, 0, 2);                         // one key twice
    pay(41, 0, 0, 0, 1), pay(41, 4, 0, 0, -1);                        // a label that is passed over
    pay(89, 4, 1, 0, -1);
    for (size_t i : {2, 9, 24, 56, 57, 58, 59, 60, 61, 62, 63, 88}) rows[i].good = false;
    rows[2].point[0] = 4, rows[9].point = bytes{2} + prime, rows[24].point = bytes(33, 0),
    rows[88].point[0] = 9;
    for (size_t i = 56; i < 64; i++)
        rows[i].point = bytes{3} + be(reference::num(5));  // 5 is no x coordinate
    return rows;
}

class Scan : public EachEngine {
protected:
    void TearDown() override {
        ufsecp_threads_set(1);
        EachEngine::TearDown();
    }
};
ON_EACH_ENGINE(Scan);

TEST_P(Scan, FindsWhatIsThereAndNothingElse) {
    const std::vector<receiver> to = {receiver_of(0, 3), receiver_of(1, 3)};
    const std::vector<row> rows = mixed_rows(to);
    const answer want = expected(rows, to);
    ASSERT_EQ(want.count, 11u);
    for (const form &f : forms) {
        const answer got = scan(columns(rows, f).index, to, f.var);
        EXPECT_EQ(got.matches, want.matches)
            << f.tweak_size << " " << f.output_size << " " << f.var;
        EXPECT_EQ(got, want);
        EXPECT_EQ(scan(columns(rows, f).index, {}, f.var).count, 0u);
    }
}

TEST_P(Scan, EverySize) {
    const std::vector<receiver> to = {receiver_of(3, 1)};
    const bool slow = GetParam() == "word32" || !long_cases();
    for (size_t n : {0, 1, 2, 4, 5, 7, 8, 9, 31, 32, 33, 127, 129, 257, 1000}) {
        if (slow && n > 40) break;
        std::vector<row> rows;
        answer want;
        want.result = 1;
        want.ok.assign(n, 1);
        for (size_t i = 0; i < n; i++) {
            rows.push_back(plain_row(i % 64));
            if (i % 64 != 63 && i != n - 1 && i != 0) continue;
            const int64_t label = i % 2 ? -1 : 0;
            rows[i].outputs[0] = output_of(to[0], rows[i].point, 0, label);
            want.matches.push_back({i, 0, 0, label, 0, tweak_of(to[0], rows[i].point, 0)});
        }
        want.count = want.matches.size();
        for (const form &f : forms) {
            if (n > 200 && f.output_size == 32) continue;
            EXPECT_EQ(scan(columns(rows, f).index, to, f.var), want) << n;
            EXPECT_EQ(scan(columns(rows, f, false).index, to, f.var), want) << n;
        }
    }
}

TEST_P(Scan, LittleRoom) {
    const std::vector<receiver> to = {receiver_of(0, 3), receiver_of(1, 3)};
    const std::vector<row> rows = mixed_rows(to);
    const answer want = expected(rows, to);
    const columns c(rows, forms[0]);
    for (size_t capacity : {0, 1, 2, 5, 10, 11, 12}) {
        answer part = want;
        part.matches.resize(std::min(capacity, want.count));
        EXPECT_EQ(scan(c.index, to, false, capacity), part) << capacity;
        EXPECT_EQ(scan(c.index, to, true, capacity), part) << capacity;
    }
}

TEST_P(Scan, ThreadsChangeNothing) {
    const std::vector<receiver> to = {receiver_of(0, 3), receiver_of(1, 3)};
    const std::vector<row> few = mixed_rows(to);
    std::vector<row> rows;
    while (rows.size() < 1200) rows.insert(rows.end(), few.begin(), few.end());
    const columns c(rows, forms[0]);
    const answer alone = scan(c.index, to, true, 20);
    EXPECT_GT(alone.count, 100u);
    if (!ufsecp_threads_set(2)) GTEST_SKIP() << "a build without threads";
    EXPECT_EQ(scan(c.index, to, true, 20), alone);
}

/* 500 rows: their own x, and what differs from it in one bit that is compared or in one that is
 * not. */
TEST_P(Scan, AsSingleCalls) {
    const std::vector<receiver> to = {receiver_of(5, 0)};
    std::vector<row> rows;
    std::vector<uint64_t> own, near;
    for (size_t i = 0; i < 500; i++) {
        rows.push_back(plain_row(i));
        bytes &output = rows[i].outputs[0] = output_of(to[0], rows[i].point, 0, -1);
        if (i % 3 == 1) output[i % 8] ^= static_cast<uint8_t>(1 << i % 7);
        if (i % 3 == 2) output[8 + i % 24] ^= static_cast<uint8_t>(1 << i % 7);
        if (i % 3 == 0) own.push_back(i);
        if (i % 3 != 1) near.push_back(i);
    }
    for (const form &f :
         {form{33, 8, true}, form{33, 32, true}, form{64, 8, false}, form{33, 32, false}}) {
        std::vector<uint64_t> got;
        for (const match &m : scan(columns(rows, f).index, to, f.var).matches) {
            got.push_back(m.row);
            EXPECT_EQ(m.tweak, tweak_of(to[0], rows[m.row].point, 0));
        }
        EXPECT_EQ(got, f.output_size == 8 ? near : own);
    }
}

/* Sums of points that are equal, or opposite, or give infinity: P = spend + t G and P + label. */
TEST_P(Scan, ExceptionalSums) {
    for (int which = 0; which < 4; which++) {
        std::vector<receiver> to = {receiver_of(7, 2)};
        std::vector<row> rows;
        for (size_t i = 0; i < 40; i++) rows.push_back(plain_row(i));
        row &r = rows[21];
        bytes point = pubkey_of(tweak_of(to[0], r.point, 0)), p(33);
        if (which % 2) { ASSERT_EQ(ufsecp_pubkey_negate(point.data(), 33, point.data(), 33), 1); }
        if (which < 2) {
            to[0].spend = point;
        } else {
            ASSERT_EQ(ufsecp_pubkey_tweak_add(p.data(), 33, to[0].spend.data(), 33,
                                              tweak_of(to[0], r.point, 0).data()),
                      1);
            if (which == 3) { ASSERT_EQ(ufsecp_pubkey_negate(p.data(), 33, p.data(), 33), 1); }
            to[0].labels = slice(to[0].labels, 0, 33) + p;
        }
        const int64_t label = which < 2 ? -1 : 1;
        const bytes sum = output_of(to[0], r.point, 0, label);
        EXPECT_EQ(sum.empty(), which % 2 == 1);
        r.outputs[0] = sum.empty() ? zero32 : sum;
        answer want;
        want.result = 1, want.count = sum.empty() ? 0 : 1, want.ok.assign(40, 1);
        if (want.count) want.matches.push_back({21, 0, 0, label, 0, tweak_of(to[0], r.point, 0)});
        for (const form &f : forms)
            EXPECT_EQ(scan(columns(rows, f).index, to, f.var), want) << which;
    }
}

TEST_P(Scan, ManyPaymentsInOneRow) {
    const std::vector<receiver> to = {receiver_of(2, 4)};
    std::vector<row> rows;
    for (size_t i = 0; i < 9; i++) rows.push_back(plain_row(i));
    for (uint32_t k = 0; k < 40; k++)
        rows[4].outputs.insert(rows[4].outputs.begin() + k / 2,
                               output_of(to[0], rows[4].point, k, (int)(k % 5) - 1));
    const answer want = expected(rows, to);
    ASSERT_EQ(want.count, 40u);
    for (const form &f : forms) EXPECT_EQ(scan(columns(rows, f).index, to, f.var), want);
}

/* Rows of so many outputs that they are read and not compared, and just fewer: with payments and
 * without. */
TEST_P(Scan, RowsOfManyOutputs) {
    const std::vector<receiver> to = {receiver_of(2, 15)};
    std::vector<row> rows;
    for (size_t i = 0; i < 5; i++) rows.push_back(plain_row(i));
    for (size_t i : {1, 2, 3}) {
        bytes output = draw("crowd", i);
        for (size_t j = 1; j < (i == 1 ? 1024u : 1026u); j++) {
            output[0] = static_cast<uint8_t>(j), output[1] = static_cast<uint8_t>(j >> 8);
            rows[i].outputs.push_back(output);
        }
    }
    rows[1].outputs[900] = output_of(to[0], rows[1].point, 0, 14);
    rows[2].outputs[1000] = output_of(to[0], rows[2].point, 0, 14);
    rows[2].outputs[7] = output_of(to[0], rows[2].point, 1, -1);
    answer want;
    want.result = 1, want.count = 3, want.ok.assign(5, 1);
    want.matches = {{1, 900, 0, 14, 0, tweak_of(to[0], rows[1].point, 0)},
                    {2, 1000, 0, 14, 0, tweak_of(to[0], rows[2].point, 0)},
                    {2, 7, 0, -1, 1, tweak_of(to[0], rows[2].point, 1)}};
    for (const form &f : forms)
        EXPECT_EQ(scan(columns(rows, f).index, to, f.var), want) << f.output_size << f.var;
}

/* So many labels that rows are read and not compared, and just fewer: those with outputs, and no
 * others. */
TEST_P(Scan, ManyLabels) {
    receiver who = receiver_of(6, 0);
    bytes numbers;
    for (uint32_t i = 1; i <= 2001; i++)
        numbers = std::move(numbers) + be(reference::num(1000 * i));
    bytes labels(33 * 2001);
    ASSERT_EQ(ufsecp_public_scalar_mul_gen_batch(labels.data(), nullptr, numbers.data(), 2001), 1);
    for (size_t n : {32u, 33u, 64u, 65u, 80u, 81u, 2000u, 2001u}) {
        if (n > 100 && !long_cases()) break;
        who.labels = slice(labels, 0, 33 * n);
        std::vector<row> rows;
        for (size_t i = 0; i < 9; i++) rows.push_back(plain_row(i, i % 3));
        rows.push_back(plain_row(9, 1));
        rows[9].good = false, rows[9].point[0] = 7;
        answer want;
        want.result = 0, want.ok.assign(10, 1), want.ok[9] = 0;
        for (const auto &[at, output, label] :
             {std::array<int, 3>{1, 0, 0}, {2, 1, static_cast<int>(n) - 1}, {8, 0, -1}}) {
            row &r = rows[static_cast<size_t>(at)];
            r.outputs[static_cast<size_t>(output)] = output_of(who, r.point, 0, label);
            want.matches.push_back({static_cast<uint64_t>(at), static_cast<uint64_t>(output), 0,
                                    label, 0, tweak_of(who, r.point, 0)});
        }
        want.count = 3;
        for (const form &f : forms)
            EXPECT_EQ(scan(columns(rows, f).index, {who}, f.var), want) << n << " labels";
        for (row &r : rows) r.outputs.clear();
        want.matches.clear(), want.count = 0;
        for (const form &f : forms)
            EXPECT_EQ(scan(columns(rows, f).index, {who}, f.var), want) << n << " labels";
    }
}

TEST_P(Scan, BadKeys) {
    const std::vector<row> rows = {plain_row(0), plain_row(1)};
    const columns c(rows, forms[0]);
    answer none;
    none.result = 0, none.count = 0, none.ok.assign(2, 0);
    for (int which = 0; which < 5; which++) {
        std::vector<receiver> to = {receiver_of(0, 1), receiver_of(1, 2)};
        if (which == 0) to[1].scan = zero32;
        if (which == 1) to[1].scan = order;
        if (which == 2) to[1].spend[0] = 4;
        if (which == 3) to[1].labels[33] = 0;
        if (which == 4) to[0].spend = bytes{2} + be(reference::num(5));
        EXPECT_EQ(scan(c.index, to, false), none) << which;
        EXPECT_EQ(scan(c.index, to, true), none) << which;
    }
}

/* Without memory, for the labels or for a row that is read, no row is said to be bad: nothing is
 * known. */
TEST_P(Scan, MemoryThatIsNotThere) {
    const std::vector<receiver> to = {receiver_of(0, 1)};
    std::vector<row> rows = {plain_row(0), plain_row(1), plain_row(2)};
    rows[0].outputs[0] = output_of(to[0], rows[0].point, 0, -1);
    const columns c(rows, forms[0]);
    /* With 32 bits, the memory that such a row takes has a size of 7 modulo 2^32. */
    const uint64_t outputs = sizeof(size_t) == 8 ? UINT64_C(1) << 31 : 52978955;
    const std::vector<uint64_t> at = {0, 1, 1 + outputs, 1 + outputs};
    ufsecp_silent_index huge_row = c.index;
    huge_row.outputs_at = at.data();
    for (const auto &call : {ufsecp_silent_scan, ufsecp_silent_scan_var}) {
        const auto gives_nothing = [&](const ufsecp_silent_index &index,
                                       std::vector<size_t> n_labels) {
            std::vector<ufsecp_silent_scan_key> keys;
            for (size_t n : n_labels)
                keys.push_back({to[0].scan.data(), to[0].spend.data(), to[0].labels.data(), n});
            ufsecp_silent_match room[2] = {};
            size_t count = 77;
            uint8_t ok[3] = {9, 9, 9}, none[sizeof room] = {};
            EXPECT_EQ(call(room, 2, &count, ok, &index, keys.data(), keys.size()), 0);
            EXPECT_EQ(count, SIZE_MAX);
            EXPECT_EQ(ok[0] + ok[1] + ok[2], 0);
            EXPECT_EQ(memcmp(room, none, sizeof room), 0);
        };
        gives_nothing(huge_row, {1});
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || \
    __has_feature(thread_sanitizer)
        continue; /* the sanitizer ends a program that asks for so much */
#endif
#endif
        gives_nothing(c.index, {SIZE_MAX / 128});
        gives_nothing(c.index, {SIZE_MAX});
        gives_nothing(c.index, {1, SIZE_MAX});
        gives_nothing(c.index, {SIZE_MAX / 2 + 1, SIZE_MAX / 2 + 1});
#endif
    }
}

/* The receivers of BIP-352's vectors, each over the transactions of all of them. */
TEST_P(Scan, OfficialVectors) {
    std::vector<nlohmann::json> cases;
    std::vector<row> rows;
    for (const nlohmann::json &c : load_vectors("bip352.json").at("cases")) {
        if (c.at("kind") != "receive" || c.at("tweak").is_null()) continue;
        cases.push_back(c);
        rows.push_back({from_hex(c.at("tweak")), {}});
        for (const std::string output : c.at("outputs"))
            rows.back().outputs.push_back(from_hex(output));
    }
    ASSERT_GT(cases.size(), 20u);
    size_t payments = 0;
    for (size_t i = 0; i < cases.size(); i++) {
        const nlohmann::json &c = cases[i];
        receiver who = {
            from_hex(c.at("scan_seckey")), {}, pubkey_of(from_hex(c.at("spend_seckey"))), {}};
        bytes label_tweaks;
        for (uint32_t m : c.at("labels")) {
            bytes label(33), tweak(32);
            ASSERT_EQ(ufsecp_silent_label(label.data(), tweak.data(), who.scan.data(), m), 1);
            who.labels = who.labels + label, label_tweaks = label_tweaks + tweak;
        }
        for (const form &f : {form{33, 32, i % 2 == 0}, form{64, 8, i % 2 == 1}}) {
            const answer got = scan(columns(rows, f).index, {who}, f.var);
            std::map<bytes, bytes> found;
            for (const match &m : got.matches) {
                if (m.row != i) continue;
                bytes tweak = m.tweak;
                if (m.label >= 0) {
                    EXPECT_EQ(ufsecp_seckey_tweak_add(
                                  tweak.data(), &label_tweaks[32 * static_cast<size_t>(m.label)]),
                              1);
                }
                found[rows[i].outputs[m.output]] = tweak;
            }
            payments += found.size();
            if (c.at("found").is_null()) {
                EXPECT_EQ(found.size(), c.at("n_found").get<size_t>()) << c.at("comment");
                continue;
            }
            std::map<bytes, bytes> want;
            for (const nlohmann::json &one : c.at("found"))
                want[from_hex(one.at(0))] = from_hex(one.at(1));
            EXPECT_EQ(found, want) << c.at("comment");
        }
    }
    EXPECT_GT(payments, 2 * 2323u);
}

TEST(ScanMisuse, WritesNothing) {
    const std::vector<row> rows = {plain_row(0, 2), plain_row(1, 0), plain_row(2, 1)};
    const receiver who = receiver_of(0, 1);
    const columns c(rows, forms[0]);
    for (const auto &call : {ufsecp_silent_scan, ufsecp_silent_scan_var}) {
        size_t count = 77;
        uint8_t ok[3] = {9, 9, 9};
        ufsecp_silent_match room[2];
        memset(room, 0x5a, sizeof room);
        const ufsecp_silent_scan_key good = {who.scan.data(), who.spend.data(), who.labels.data(),
                                             1};
        const auto refused = [&](ufsecp_silent_index index, ufsecp_silent_scan_key key) {
            EXPECT_EQ(call(room, 2, &count, ok, &index, &key, 1), 0);
        };
        const auto index_with = [&](auto change) {
            ufsecp_silent_index index = c.index;
            change(index);
            return index;
        };
        const std::vector<uint64_t> falling = {0, 2, 1, 3}, huge = {0, 1, 2, UINT64_MAX};
        refused(index_with([](auto &i) { i.tweaks = nullptr; }), good);
        refused(index_with([](auto &i) { i.outputs = nullptr; }), good);
        refused(index_with([](auto &i) { i.tweak_size = 65; }), good);
        refused(index_with([](auto &i) { i.output_size = 16; }), good);
        refused(index_with([](auto &i) { i.n = SIZE_MAX / 33; }), good);
        refused(index_with([&](auto &i) { i.outputs_at = falling.data(); }), good);
        refused(index_with([&](auto &i) { i.outputs_at = huge.data(); }), good);
        refused(c.index, {nullptr, good.spend_pubkey33, nullptr, 0});
        refused(c.index, {good.scan_seckey32, nullptr, nullptr, 0});
        refused(c.index, {good.scan_seckey32, good.spend_pubkey33, nullptr, 1});
        EXPECT_EQ(call(nullptr, 2, &count, ok, &c.index, &good, 1), 0);
        EXPECT_EQ(call(room, 2, nullptr, ok, &c.index, &good, 1), 0);
        EXPECT_EQ(call(room, 2, &count, ok, nullptr, &good, 1), 0);
        EXPECT_EQ(call(room, 2, &count, ok, &c.index, nullptr, 1), 0);
        EXPECT_EQ(count, 77u);
        EXPECT_EQ(ok[0] + ok[1] + ok[2], 27);
        EXPECT_EQ(room[0].k, 0x5a5a5a5aU);
        EXPECT_EQ(call(nullptr, 0, &count, nullptr, &c.index, &good, 1), 1);
        EXPECT_EQ(count, 0u);
    }
}

}  // namespace
