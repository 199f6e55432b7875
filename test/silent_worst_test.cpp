// What a scan for silent payments costs at worst, in additions of points: a transaction of 23,255
// outputs, as many as a block has room for, whose first 2,323 payments go to labels among 100,000;
// and a row of an index, in which labels are not looked up.
#include <gtest/gtest.h>
#include <time.h>

#include "api/silent_find.h"
#include "hostile.h"
#include "scale.h"

namespace {

using namespace hostile;
using namespace ufsecp::UF_TARGET;
using ufsecp::engine;
using ufsecp::ge_entry;

size_t additions;

/* The engine in use, with its additions counted. */
engine counting() {
    engine e = ufsecp::current_engine();
    e.silent_sums_var = [](ge_entry *sums, const ge_entry *rows, size_t first, size_t n,
                           int signs) {
        additions += n * static_cast<size_t>(signs);
        ufsecp::current_engine().silent_sums_var(sums, rows, first, n, signs);
    };
    return e;
}

/* from G, (from + 1) G ... as keys, by one call. */
bytes multiples(uint64_t from, size_t n) {
    bytes k, r(33 * n);
    for (size_t i = 0; i < n; i++) k = std::move(k) + to_bytes(num(from + i));
    EXPECT_EQ(ufsecp_public_scalar_mul_gen_batch(r.data(), nullptr, k.data(), n), 1);
    return r;
}
bytes pubkey(const bytes &sk) {
    bytes r(33);
    EXPECT_EQ(ufsecp_pubkey_create(r.data(), 33, sk.data()), 1);
    return r;
}

/* A receiver with labels, and a transaction that pays to the last of them. */
struct worst {
    engine e = counting();
    std::vector<ge_entry> labels;
    std::vector<uint8_t> by_x_memory, memory;
    bytes outputs, s33 = bytes(33);
    ge_entry spend;
    size_t payments, n;

    static bytes fixed(uint8_t byte) { return bytes(32, byte); }
    worst(size_t n_outputs, size_t n_payments, size_t n_labels)
        : labels(n_labels),
          by_x_memory(64 + x_index::bytes(n_labels)),
          memory(63 + transaction_scan::bytes(n_outputs)),
          payments(n_payments),
          n(n_outputs) {
        const bytes scan_key = pubkey(fixed(1)), spend_key = pubkey(fixed(2)),
                    all = multiples(1000, n_labels), outpoint(36, 3);
        bytes recipients, tweak(33), labelled(33);
        for (size_t i = 0; i < n_labels; i++)
            EXPECT_TRUE(row_set_pubkey(e, &labels[i], &all[33 * i]));
        EXPECT_TRUE(row_set_pubkey(e, &spend, spend_key.data()));
        for (size_t k = 0; k < payments; k++) {
            const size_t label = n_labels - 1 - k % 7;
            EXPECT_EQ(ufsecp_silent_labelled_spend_pubkey(labelled.data(), spend_key.data(),
                                                          &all[33 * label]),
                      1);
            recipients = std::move(recipients) + scan_key + labelled;
        }
        outputs.resize(32 * payments);
        EXPECT_EQ(ufsecp_silent_outputs_create(outputs.data(), recipients.data(), payments,
                                               outpoint.data(), nullptr, 0, fixed(4).data(), 1),
                  1);
        const bytes others = multiples(1u << 30, n - payments);
        for (size_t i = 0; i < n - payments; i++)
            outputs = std::move(outputs) + slice(others, 33 * i + 1, 32);
        EXPECT_EQ(ufsecp_silent_tweak(tweak.data(), outpoint.data(), nullptr, 0,
                                      pubkey(fixed(4)).data(), 1),
                  1);
        secret_bytes<33> s;
        EXPECT_TRUE(silent_shared(e, &s, tweak.data(), 33, fixed(1).data()));
        std::copy_n(s.b, 33, s33.begin());
    }
    /* The additions of a scan, which must find what there is. */
    size_t scan(bool by_x) {
        x_index index(by_x_memory.data(), labels.size());
        index.clear();
        for (size_t i = labels.size(); i-- > 0;)
            index.add(static_cast<uint32_t>(i), labels[i].x[0]);
        transaction_scan transaction(e, outputs.data(), 32, n, aligned64(memory.data()));
        additions = 0;
        size_t wrong = 0;
        const uint32_t found = transaction.run(
            s33.data(), &spend, {labels.data(), labels.size(), by_x ? &index : nullptr},
            [&](const silent_payment &p) {
                wrong += p.output != p.k || p.label != labels.size() - 1 - p.k % 7;
            });
        EXPECT_EQ(found, payments);
        EXPECT_EQ(wrong, 0u);
        return additions;
    }
};

TEST(SilentWorst, AWholeTransaction) {
    const double part = static_cast<double>(scaled_part(1000)) / 1000.0;
    const auto scaled_to = [part](size_t all) {
        return 1 + static_cast<size_t>(part * static_cast<double>(all - 1));
    };
    const size_t n = scaled_to(23255), labels = scaled_to(100000),
                 payments = scaled_to(UFSECP_SILENT_LIMIT);
    worst w(n, payments, labels);
    const clock_t begin = clock();
    const size_t done = w.scan(true);
    const double seconds = static_cast<double>(clock() - begin) / CLOCKS_PER_SEC;
    /* Two for each output left and payment; before outputs are lifted, one for each label; one to
     * see that a label is the payment's. */
    const size_t by_outputs = payments * (2 * n - payments + 1);
    EXPECT_GE(done, by_outputs);
    EXPECT_LE(done, by_outputs + 20 * labels + payments);
    EXPECT_LE(done, 104100000u) << "what MANY.md says";
    printf("%zu outputs, %zu payments, %zu labels: %zu additions, %.2f s\n", n, payments, labels,
           done, seconds);
}

TEST(SilentWorst, ARowOfAnIndex) {
    const size_t labels = 20000, payments = 30;
    worst w(40, payments, labels);
    EXPECT_EQ(w.scan(false),
              (payments + 1) *
                  labels); /* to the last of the labels each time, and for the k that ends it */
}

}  // namespace
