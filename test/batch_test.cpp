// Batches on every engine: the same verdicts as single calls, whatever the size, with bad rows
// among good ones.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "api.h"
#include "engine/engine.h"
#include "scale.h"

using reference::num;

namespace {

const size_t extras[] = {0, 5};

bool has_lanes() { return ufsecp::current_engine().lanes > 1; }
size_t most() { return static_cast<size_t>(has_lanes() ? std::max(300, scaled(1000)) : 300); }
/* Every size up to two groups of lanes, around powers of 2, and a large one; fewer where a row has
 * no company to be wrong in. */
std::vector<size_t> sizes() {
    if (!has_lanes()) return {0, 1, 2, 3, 7, 8, 9, 16, 17, 33, 64, 65, 129, most()};
    return {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10,  11,  12,  13,
            14, 15, 16, 17, 31, 32, 33, 63, 64, 65, 127, 128, 129, most()};
}

/* Rows i with i % 3 == 1 are spoiled, each in one of many ways; most rows stay good. */
bool spoiled(size_t i) { return i % 3 == 1; }

uint8_t *at(bytes &b, size_t i) { return b.data() + i; }

void put(bytes &b, size_t where, const bytes &what) {
    std::copy(what.begin(), what.end(), b.begin() + static_cast<ptrdiff_t>(where));
}

/* A row with one thing wrong: way picks which 32-byte number (at which offset) takes which hostile
 * value. */
void spoil(bytes &row, const std::vector<size_t> &numbers, size_t way) {
    const bytes values[] = {zero32, order, prime, ones32, plus(zero32, 5), draw("wrong", way)};
    put(row, numbers[way % numbers.size()], values[way / numbers.size() % 6]);
}

class Batch : public EachEngine {};
ON_EACH_ENGINE(Batch);

/* What f makes of single calls of the portable engine (of the last one, where that is not built),
 * whichever is under test. */
template <class F>
auto by_portable(const F &f) {
    const std::string under_test = ufsecp_engine();
    if (!ufsecp_engine_select("portable")) ufsecp_engine_select(engines().back().c_str());
    const auto r = f();
    ufsecp_engine_select(under_test.c_str());
    return r;
}

/* Runs a row call for every size; rows and single verdicts are given for all rows without extra
 * bytes. */
template <class Call>
void check_rows(const std::vector<bytes> &rows, const std::vector<uint8_t> &want, size_t extra,
                const Call &call) {
    for (size_t n : sizes()) {
        bytes flat;
        for (size_t i = 0; i < n; i++)
            flat = flat + rows[i] + bytes(extra, static_cast<uint8_t>(i));
        bytes ok(n + 1, 0xa5);
        const bool all = std::all_of(want.begin(), want.begin() + static_cast<ptrdiff_t>(n),
                                     [](uint8_t v) { return v == 1; });
        EXPECT_EQ(call(ok.data(), flat.data(), extra, n), all) << n;
        EXPECT_EQ(slice(ok, 0, n), bytes(want.begin(), want.begin() + static_cast<ptrdiff_t>(n)))
            << n;
        EXPECT_EQ(ok[n], 0xa5);
        if (n < 65) { EXPECT_EQ(call(nullptr, flat.data(), extra, n), all) << n; }
    }
}

/* Both a list in which some rows are bad and one in which all are good. */
template <class Make, class Single, class Call>
void check_both(const Make &make, const Single &single, const Call &call) {
    std::vector<bytes> rows, good;
    std::vector<uint8_t> want, ones(most(), 1);
    for (size_t i = 0; i < most(); i++) {
        rows.push_back(make(i, spoiled(i)));
        good.push_back(spoiled(i) ? make(i - 1, false) : rows.back());
        want.push_back(single(rows.back()));
        if (!spoiled(i)) { EXPECT_EQ(want.back(), 1) << i; }
    }
    EXPECT_LT(std::count(want.begin(), want.end(), 1), static_cast<ptrdiff_t>(most() - most() / 5));
    for (size_t extra : extras) check_rows(rows, want, extra, call);
    check_rows(good, ones, extras[1], call);
}

TEST_P(Batch, EcdsaVerifyRows) {
    for (unsigned flags : {0u, UFSECP_LOW_S}) {
        check_both(
            [](size_t i, bool spoil_it) {
                const bytes sk = draw("key", i), msg = draw("msg", i);
                bytes row = msg + pubkey_of(sk) + ecdsa_sign(msg, sk);
                if (!spoil_it) return row;
                if (i % 9 == 1)
                    put(row, 97, be(reference::mod_neg(num::of_bytes(at(row, 97)), reference::n)));
                else if (i % 9 == 4) row[32] = static_cast<uint8_t>(i / 9 % 2 ? 5 : row[32] ^ 1);
                else spoil(row, {0, 33, 65, 97}, i / 9);
                return row;
            },
            [&](const bytes &row) {
                return ufsecp_ecdsa_verify(row.data() + 65, row.data(), row.data() + 32, 33, flags);
            },
            [&](uint8_t *ok, const uint8_t *rows, size_t extra, size_t n) {
                return ufsecp_ecdsa_verify_rows(ok, rows, extra, n, flags);
            });
    }
}

TEST_P(Batch, SchnorrVerifyRows) {
    check_both(
        [](size_t i, bool spoil_it) {
            const bytes sk = draw("key", i), msg = draw("msg", i);
            bytes row = xonly_of(sk) + msg + schnorr_sign(msg, sk);
            if (spoil_it) spoil(row, {0, 32, 64, 96}, i / 3);
            return row;
        },
        [](const bytes &row) {
            return ufsecp_schnorr_verify(row.data() + 64, row.data() + 32, 32, row.data());
        },
        [](uint8_t *ok, const uint8_t *rows, size_t extra, size_t n) {
            return ufsecp_schnorr_verify_rows(ok, rows, extra, n);
        });
}

/* hash | r||s | recovery id */
bytes recover_row(size_t i, bool spoil_it) {
    const bytes sk = draw("key", i), msg = draw("msg", i);
    bytes sig(64);
    int recid = 0;
    EXPECT_EQ(ufsecp_ecdsa_sign_recoverable(sig.data(), &recid, msg.data(), sk.data(), nullptr), 1);
    bytes row = msg + sig + bytes{static_cast<uint8_t>(recid)};
    if (!spoil_it) return row;
    if (i % 9 == 1) row[96] = static_cast<uint8_t>(i / 9 % 2 ? 255 : 2 + i / 9 % 4);
    else if (i % 9 == 4) put(row, 0, zero32), put(row, 64, order);
    else spoil(row, {32, 64}, i / 9);
    return row;
}
bytes recovered(const uint8_t *row) {
    bytes pk(33);
    (void)!ufsecp_ecdsa_recover(pk.data(), 33, row + 32, row[96], row);
    return pk;
}

TEST_P(Batch, RecoverRows) {
    bytes keys;
    check_both(
        recover_row, [](const bytes &row) { return !all_zero(recovered(row.data())); },
        [&](uint8_t *ok, const uint8_t *rows, size_t extra, size_t n) {
            keys.assign(33 * n + 1, 0xa5);
            const int all = ufsecp_ecdsa_recover_rows(keys.data(), ok, rows, extra, n);
            for (size_t i = 0; i < n; i++) {
                EXPECT_EQ(slice(keys, 33 * i, 33), recovered(rows + i * (97 + extra))) << i;
            }
            EXPECT_EQ(keys[33 * n], 0xa5);
            return all;
        });
}

TEST_P(Batch, EcrecoverRows) {
    std::map<bytes, bytes> address_of;
    const auto address = [&](const bytes &row) {
        if (!address_of.count(row))
            address_of[row] = by_portable([&] {
                bytes a(20);
                (void)!ufsecp_ethereum_address(a.data(), recovered(row.data()).data(), 33);
                return a;
            });
        return address_of[row];
    };
    check_both(
        recover_row, [&](const bytes &row) { return !all_zero(address(row)); },
        [&](uint8_t *ok, const uint8_t *rows, size_t extra, size_t n) {
            bytes out(20 * n + 1, 0xa5);
            const int all = ufsecp_ecrecover_rows(out.data(), ok, rows, extra, n);
            for (size_t i = 0; i < n; i++) {
                const uint8_t *row = rows + i * (97 + extra);
                EXPECT_EQ(slice(out, 20 * i, 20), address(bytes(row, row + 97))) << i;
            }
            EXPECT_EQ(out[20 * n], 0xa5);
            return all;
        });
}

/* A call whose rows give out_size bytes each: compared with what a single call gives, row by row.
 */
template <class Single, class Call>
void check_outputs(size_t out_size, const Single &single, const Call &call) {
    bytes outs;
    std::vector<uint8_t> want;
    for (size_t i = 0; i < most(); i++) {
        bytes out(out_size, 0xa5);
        want.push_back(static_cast<uint8_t>(single(out.data(), i)));
        if (!want.back()) { EXPECT_TRUE(all_zero(out)) << i; }
        outs = outs + out;
    }
    EXPECT_GT(std::count(want.begin(), want.end(), 1), 0);
    EXPECT_GT(std::count(want.begin(), want.end(), 0), 0);
    for (size_t n : sizes()) {
        bytes out(out_size * n + 1, 0xa5), ok(n + 1, 0xa5), again = out;
        const bool all = std::all_of(want.begin(), want.begin() + static_cast<ptrdiff_t>(n),
                                     [](uint8_t v) { return v == 1; });
        EXPECT_EQ(call(out.data(), ok.data(), n), all) << n;
        EXPECT_EQ(out, slice(outs, 0, out_size * n) + bytes{0xa5}) << n;
        EXPECT_EQ(ok, bytes(want.begin(), want.begin() + static_cast<ptrdiff_t>(n)) + bytes{0xa5})
            << n;
        if (n > 65) continue;
        EXPECT_EQ(call(again.data(), nullptr, n), all) << n;
        EXPECT_EQ(again, out) << n;
    }
}

/* Lists of inputs, one in three of them bad. */
bytes public_keys() {
    bytes r;
    for (size_t i = 0; i < most(); i++) {
        bytes pk = pubkey_of(draw("key", i));
        if (i % 6 == 1) spoil(pk, {1}, i / 6);
        if (i % 6 == 4) pk[0] = static_cast<uint8_t>(i);
        r = r + pk;
    }
    return r;
}
bytes secret_keys(const char *name) {
    const bytes bad[] = {zero32, order, plus(order, 1), ones32};
    bytes r;
    for (size_t i = 0; i < most(); i++) r = r + (spoiled(i) ? bad[i / 3 % 4] : draw(name, i));
    return r;
}
bytes messages() {
    bytes r;
    for (size_t i = 0; i < most(); i++) r = r + draw("msg", i);
    return r;
}

TEST_P(Batch, PubkeyDecompress) {
    const bytes pks = public_keys();
    check_outputs(
        65,
        [&](uint8_t *out, size_t i) {
            return ufsecp_pubkey_convert(out, 65, &pks[33 * i], 33, 0) == UFSECP_OK;
        },
        [&](uint8_t *out, uint8_t *ok, size_t n) {
            return ufsecp_pubkey_decompress_batch(out, ok, pks.data(), n);
        });
}

TEST_P(Batch, PubkeyNegate) {
    const bytes pks = public_keys();
    check_outputs(
        33, [&](uint8_t *out, size_t i) { return ufsecp_pubkey_negate(out, 33, &pks[33 * i], 33); },
        [&](uint8_t *out, uint8_t *ok, size_t n) {
            return ufsecp_pubkey_negate_batch(out, ok, pks.data(), n);
        });
}

TEST_P(Batch, PubkeyMul) {
    const bytes pks = public_keys(), ks = secret_keys("scalar");
    check_outputs(
        33,
        [&](uint8_t *out, size_t i) {
            return ufsecp_pubkey_tweak_mul(out, 33, &pks[33 * i], 33, &ks[32 * i]);
        },
        [&](uint8_t *out, uint8_t *ok, size_t n) {
            return ufsecp_pubkey_mul_batch(out, ok, ks.data(), pks.data(), n);
        });
}

TEST_P(Batch, PubkeyMulOne) {
    const bytes pks = public_keys();
    /* Digits in Z[lambda] alone at the lowest place, and across two words of places. */
    const num lambda(0x5363AD4CC05C30E0, 0xA5261C028812645A, 0x122E22EA20816678,
                     0xDF02967C1B23BD72),
        entry = reference::mod_neg(
            reference::mod_add(num(2), reference::mod_mul(num(5), lambda, reference::n),
                               reference::n),
            reference::n),
        higher = reference::mod_mul(entry, num::power_of_2(64), reference::n),
        both = reference::mod_add(reference::mod_mul(lambda, num::power_of_2(61), reference::n),
                                  higher, reference::n);
    std::vector<bytes> scalars = {draw("scalar", 0), plus(zero32, 1), plus(order, -1)};
    for (const num &k : {lambda, reference::mod_neg(lambda, reference::n), num::power_of_2(64),
                         num::power_of_2(127), entry, higher, both})
        scalars.push_back(be(k));
    for (const bytes &k : scalars)
        check_outputs(
            33,
            [&](uint8_t *out, size_t i) {
                return ufsecp_pubkey_tweak_mul(out, 33, &pks[33 * i], 33, k.data());
            },
            [&](uint8_t *out, uint8_t *ok, size_t n) {
                return ufsecp_pubkey_mul_one_batch(out, ok, k.data(), pks.data(), n);
            });
    for (const bytes &k : {zero32, order, ones32}) {
        bytes out(66, 0xa5), ok(2, 0xa5);
        EXPECT_EQ(ufsecp_pubkey_mul_one_batch(out.data(), ok.data(), k.data(), pks.data(), 2), 0);
        EXPECT_TRUE(all_zero(out) && all_zero(ok));
        EXPECT_EQ(ufsecp_pubkey_mul_one_batch(out.data(), ok.data(), k.data(), pks.data(), 0), 1);
    }
}

/* a*P + b*G by single calls, which know no zero a; out is zeroed if there is no such point. */
int mul_add(uint8_t *out, const uint8_t *a, const uint8_t *pk, const uint8_t *b) {
    bytes p(33);
    memset(out, 0, 33);
    if (ufsecp_pubkey_convert(p.data(), 33, pk, 33, 0) != UFSECP_OK) return 0;
    if (all_zero(bytes(a, a + 32))) return ufsecp_pubkey_create(out, 33, b);
    return ufsecp_pubkey_tweak_mul(p.data(), 33, pk, 33, a) &&
           ufsecp_pubkey_tweak_add(out, 33, p.data(), 33, b);
}

TEST_P(Batch, PubkeyMulAdd) {
    const bytes pks = public_keys();
    bytes as = secret_keys("a"), bs;
    for (size_t i = 0; i < most(); i++) {
        const bytes key = draw("key", i), a = slice(as, 32 * i, 32);
        const num product =
            reference::mod_mul(num::of_bytes(a.data()), num::of_bytes(key.data()), reference::n);
        const bytes kinds[] = {draw("b", i), zero32, order, be(product),
                               be(reference::mod_neg(product, reference::n)) /* infinity */};
        bs = bs + kinds[i % 4 ? 0 : i / 4 % 5];
        if (i % 12 == 9) put(as, 32 * i, zero32);
    }
    check_outputs(
        33,
        [&](uint8_t *out, size_t i) {
            return by_portable(
                [&] { return mul_add(out, &as[32 * i], &pks[33 * i], &bs[32 * i]); });
        },
        [&](uint8_t *out, uint8_t *ok, size_t n) {
            return ufsecp_pubkey_mul_add_batch(out, ok, as.data(), pks.data(), bs.data(), n);
        });
}

TEST_P(Batch, PubkeyMulAddMayHaveZeros) {
    const bytes sk = draw("key", 0), p = pubkey_of(sk), b = draw("b", 0);
    const bytes minus = pubkey_of(be(reference::mod_neg(num::of_bytes(sk.data()), reference::n)));
    const bytes one = plus(zero32, 1), g = pubkey_of(one), off_curve = bytes{2} + plus(zero32, 5);
    const struct {
        bytes a, p, b, out; /* out empty: a bad row */
    } rows[] = {{one, p, zero32, p},
                {zero32, p, b, pubkey_of(b)},
                {zero32, p, zero32, {}},
                {zero32, off_curve, b, {}},
                {plus(order, -1), p, zero32, minus},
                {one, g, plus(order, -1), {}},
                {order, p, b, {}},
                {one, p, order, {}},
                {zero32, p, order, {}},
                {one, g, one, pubkey_of(plus(zero32, 2))}};
    for (const auto &row : rows) {
        bytes out(33, 0xa5);
        uint8_t ok = 0xa5;
        const bool good = !row.out.empty();
        EXPECT_EQ(ufsecp_pubkey_mul_add_batch(out.data(), &ok, row.a.data(), row.p.data(),
                                              row.b.data(), 1),
                  good)
            << &row - rows;
        EXPECT_EQ(ok, good) << &row - rows;
        EXPECT_EQ(out, good ? row.out : bytes(33)) << &row - rows;
    }
}

TEST_P(Batch, PublicScalarMulGen) {
    bytes ks = secret_keys("scalar");
    for (size_t i = 0; i < 256 && 3 * i < most(); i++)
        put(ks, 96 * i, be(num::power_of_2(static_cast<unsigned>(i))));
    put(ks, 64, plus(order, -1));
    check_outputs(
        33,
        [&](uint8_t *out, size_t i) {
            return by_portable([&] { return ufsecp_pubkey_create(out, 33, &ks[32 * i]); });
        },
        [&](uint8_t *out, uint8_t *ok, size_t n) {
            return ufsecp_public_scalar_mul_gen_batch(out, ok, ks.data(), n);
        });
}

TEST_P(Batch, PubkeyCreate) {
    const bytes sks = secret_keys("key");
    check_outputs(
        33, [&](uint8_t *out, size_t i) { return ufsecp_pubkey_create(out, 33, &sks[32 * i]); },
        [&](uint8_t *out, uint8_t *ok, size_t n) {
            return ufsecp_pubkey_create_batch(out, ok, sks.data(), n);
        });
}

TEST_P(Batch, EcdsaSign) {
    const bytes sks = secret_keys("key"), msgs = messages();
    check_outputs(
        64,
        [&](uint8_t *out, size_t i) {
            return ufsecp_ecdsa_sign(out, &msgs[32 * i], &sks[32 * i], nullptr);
        },
        [&](uint8_t *out, uint8_t *ok, size_t n) {
            return ufsecp_ecdsa_sign_batch(out, ok, msgs.data(), sks.data(), n);
        });
}

TEST_P(Batch, SchnorrSign) {
    const bytes sks = secret_keys("key"), msgs = messages(), auxs = messages();
    for (const uint8_t *aux : {static_cast<const uint8_t *>(nullptr), auxs.data()})
        check_outputs(
            64,
            [&](uint8_t *out, size_t i) {
                return ufsecp_schnorr_sign(out, &msgs[32 * i], 32, &sks[32 * i],
                                           aux ? aux + 32 * i : nullptr);
            },
            [&](uint8_t *out, uint8_t *ok, size_t n) {
                return ufsecp_schnorr_sign_batch(out, ok, msgs.data(), sks.data(), aux, n);
            });
}

TEST_P(Batch, Ecdh) {
    const bytes pks = public_keys(), sk = draw("key", 1000);
    check_outputs(
        32, [&](uint8_t *out, size_t i) { return ufsecp_ecdh(out, &pks[33 * i], 33, sk.data()); },
        [&](uint8_t *out, uint8_t *ok, size_t n) {
            return ufsecp_ecdh_batch(out, ok, pks.data(), sk.data(), n);
        });
    bytes out(96, 0xa5), ok(3, 0xa5);
    EXPECT_EQ(ufsecp_ecdh_batch(out.data(), ok.data(), pks.data(), order.data(), 3), 0);
    EXPECT_TRUE(all_zero(out) && all_zero(ok));
    check_outputs(
        33,
        [&](uint8_t *out33, size_t i) {
            return ufsecp_pubkey_tweak_mul(out33, 33, &pks[33 * i], 33, sk.data());
        },
        [&](uint8_t *out33, uint8_t *good, size_t n) {
            return ufsecp_pubkey_mul_secret_batch(out33, good, sk.data(), pks.data(), n);
        });
    bytes points(99, 0xa5);
    ok = bytes(3, 0xa5);
    EXPECT_EQ(ufsecp_pubkey_mul_secret_batch(points.data(), ok.data(), order.data(), pks.data(), 3),
              0);
    EXPECT_TRUE(all_zero(points) && all_zero(ok));
}

TEST_P(Batch, EmptyBatchesNeedNoArrays) {
    const bytes sk = draw("key", 0);
    EXPECT_EQ(ufsecp_ecdsa_verify_rows(nullptr, nullptr, 0, 0, 0), 1);
    EXPECT_EQ(ufsecp_schnorr_verify_rows(nullptr, nullptr, 0, 0), 1);
    EXPECT_EQ(ufsecp_ecdsa_recover_rows(nullptr, nullptr, nullptr, 0, 0), 1);
    EXPECT_EQ(ufsecp_ecrecover_rows(nullptr, nullptr, nullptr, 0, 0), 1);
    EXPECT_EQ(ufsecp_pubkey_decompress_batch(nullptr, nullptr, nullptr, 0), 1);
    EXPECT_EQ(ufsecp_pubkey_negate_batch(nullptr, nullptr, nullptr, 0), 1);
    EXPECT_EQ(ufsecp_pubkey_mul_batch(nullptr, nullptr, nullptr, nullptr, 0), 1);
    EXPECT_EQ(ufsecp_pubkey_mul_one_batch(nullptr, nullptr, sk.data(), nullptr, 0), 1);
    EXPECT_EQ(ufsecp_pubkey_mul_add_batch(nullptr, nullptr, nullptr, nullptr, nullptr, 0), 1);
    EXPECT_EQ(ufsecp_public_scalar_mul_gen_batch(nullptr, nullptr, nullptr, 0), 1);
    EXPECT_EQ(ufsecp_pubkey_create_batch(nullptr, nullptr, nullptr, 0), 1);
    EXPECT_EQ(ufsecp_ecdsa_sign_batch(nullptr, nullptr, nullptr, nullptr, 0), 1);
    EXPECT_EQ(ufsecp_schnorr_sign_batch(nullptr, nullptr, nullptr, nullptr, nullptr, 0), 1);
    for (const bytes &key : {sk, zero32}) { /* no row asks whether it is one */
        EXPECT_EQ(ufsecp_ecdh_batch(nullptr, nullptr, nullptr, key.data(), 0), 1);
        EXPECT_EQ(ufsecp_pubkey_mul_secret_batch(nullptr, nullptr, key.data(), nullptr, 0), 1);
    }
}

}  // namespace
