// Claims for the tests of batch verification: valid rows, and sums of claims on the engine in use.
#pragma once
#include <gtest/gtest.h>

#include <set>

#include "engine/engine.h"
#include "parity_rows.h"
#include "proto/claims_var.h"
#include "scale.h"

namespace batches {

using namespace parity;
using ufsecp::claim;
using ufsecp::engine;
using ufsecp::ge_entry;
using ufsecp::randomiser;
using namespace ufsecp::UF_TARGET;

/* Valid rows of Schnorr signatures, each with a key and a message of its own. */
inline const bytes &valid_rows() {
    static const bytes rows = [] {
        source s(1);
        bytes r;
        for (int i = 0; i < 1024; i++) r = r + good_schnorr(s);
        return r;
    }();
    return rows;
}
inline bytes first_rows(size_t n) { return slice(valid_rows(), 0, 128 * n); }
inline uint8_t *row_of(bytes &rows, size_t i) { return rows.data() + 128 * i; }

/* Adds d to the 32-byte number at b, modulo n. */
inline void shift(uint8_t *b, const num &d) { add(num::of_bytes(b), d).to_bytes(b); }
/* r = p + d G */
inline bytes moved(const bytes &p33, const num &d) {
    bytes r(33);
    const bytes t = to_bytes(d);
    EXPECT_EQ(ufsecp_pubkey_tweak_add(r.data(), 33, p33.data(), 33, t.data()), 1);
    return r;
}

/* One sum, whatever the number of claims, on the engine in use. */
struct sum {
    std::vector<claim> claims;
    std::vector<randomiser> a;
    bytes ok;

    explicit sum(const bytes &rows)
        : claims(rows.size() / 128), a(claims.size()), ok(claims.size()) {
        claims_set_schnorr_rows(claims.data(), rows.data(), 128, claims.size());
        claims_randomise(a.data(), claims.data(), claims.size(), nullptr);
    }
    explicit sum(std::vector<claim> c) : claims(std::move(c)), a(claims.size()), ok(claims.size()) {
        claims_randomise(a.data(), claims.data(), claims.size(), nullptr);
    }
    int run(uint8_t *verdicts, size_t least) {
        const engine &e = ufsecp::current_engine();
        std::vector<ge_entry> memory(e.claims_bytes(claims.size()) / sizeof(ge_entry) + 1);
        return e.claims_sum_var(verdicts, claims.data(), a.data(), claims.size(), least,
                                memory.data());
    }
    bool holds() { return run(nullptr, 1) == 1; }
    /* The false ones, as the sums say; `least` as engine.h has it. */
    std::set<size_t> found(size_t least) {
        const int all = run(ok.data(), least);
        std::set<size_t> r;
        for (size_t i = 0; i < ok.size(); i++)
            if (ok[i] != 1) r.insert(ok[i] == 0 ? i : ~i);
        EXPECT_EQ(all, r.empty());
        return r;
    }
    std::set<size_t> found_one_by_one() {
        const int all =
            ufsecp::current_engine().claims_rows_var(ok.data(), claims.data(), claims.size());
        std::set<size_t> r;
        for (size_t i = 0; i < ok.size(); i++)
            if (!ok[i]) r.insert(i);
        EXPECT_EQ(all, r.empty());
        return r;
    }
};
using places = std::set<size_t>;

}  // namespace batches
