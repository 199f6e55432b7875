// The batch calls of public data, through any engine's functions or through the API, against what
// the portable engine's single calls say: each row, wherever it stands and whatever stands beside
// it, gets the verdict and the bytes that it gets alone.
#pragma once
#include <functional>
#include <memory>

#include "engine/engine.h"
#include "parity_rows.h"
#include "scale.h"

namespace parity {

using ufsecp::engine;

/* A batch call and the single calls that say what a row is worth.  `rows` holds n rows of stride
 * bytes, row_size of them the call's. */
struct batch_call {
    std::string name;
    size_t row_size, out_size;
    bool takes_extra;
    size_t share; /* of the large batch, in percent */
    std::function<bytes(source &)> good_row;
    std::function<rows(source &)> hostile_rows;
    std::function<rows(source &, size_t)> more_rows;
    std::function<int(uint8_t *out, const uint8_t *row)> single;
    std::function<int(const engine &e, uint8_t *out, uint8_t *ok, const uint8_t *rows,
                      size_t stride, size_t n)>
        batch;
    std::function<verdict(const row &)> expected = [](const row &r) { return r.expected; };
};

/* Column `at`, `size` bytes wide, of n rows. */
inline bytes column(const uint8_t *rows, size_t stride, size_t n, size_t at, size_t size) {
    bytes r(n * size);
    for (size_t i = 0; i < n; i++)
        std::copy_n(rows + i * stride + at, size, r.begin() + static_cast<ptrdiff_t>(i * size));
    return r;
}

/* a P + b G by single calls, which know no zero a. */
inline int single_mul_add(uint8_t *out, const uint8_t *a, const uint8_t *pk, const uint8_t *b) {
    bytes p(33);
    memset(out, 0, 33);
    if (ufsecp_pubkey_convert(p.data(), 33, pk, 33, 0) != UFSECP_OK) return 0;
    if (std::all_of(a, a + 32, [](uint8_t v) { return v == 0; }))
        return ufsecp_pubkey_create(out, 33, b);
    return ufsecp_pubkey_tweak_mul(p.data(), 33, pk, 33, a) &&
           ufsecp_pubkey_tweak_add(out, 33, p.data(), 33, b);
}

inline batch_call ecdsa_verify(const char *name, unsigned flags) {
    return {
        .name = name,
        .row_size = 129,
        .out_size = 0,
        .takes_extra = true,
        .share = 100,
        .good_row = [](source &s) { return good_ecdsa(s); },
        .hostile_rows = hostile_ecdsa,
        .more_rows = more_ecdsa,
        .single =
            [=](uint8_t *, const uint8_t *row) {
                return ufsecp_ecdsa_verify(row + 65, row, row + 32, 33, flags);
            },
        .batch = [=](const engine &e, uint8_t *, uint8_t *ok, const uint8_t *rows, size_t stride,
                     size_t n) { return e.ecdsa_verify_rows_var(ok, rows, stride, n, flags); },
        .expected =
            [=](const row &r) {
                return flags & UFSECP_LOW_S && is_high(number_at(r.data, 97)) ? bad : r.expected;
            },
    };
}
/* One scalar for all rows: `single` is the call of a row, `many` the engine's. */
template <class Single, class Many>
batch_call one_scalar(const std::string &name, size_t out_size, const num &scalar, bool valid,
                      size_t share, Single single, Many many) {
    const bytes k = to_bytes(scalar);
    return {
        .name = name,
        .row_size = 33,
        .out_size = out_size,
        .takes_extra = false,
        .share = share,
        .good_row = good_key,
        .hostile_rows = hostile_keys,
        .more_rows = more_keys,
        .single = [=](uint8_t *out, const uint8_t *row) { return single(out, row, k.data()); },
        .batch = [=](const engine &e, uint8_t *out, uint8_t *ok, const uint8_t *rows, size_t,
                     size_t n) { return many(e, out, ok, k.data(), rows, n); },
        .expected = [=](const row &r) { return valid ? r.expected : bad; },
    };
}
inline int single_mul(uint8_t *out, const uint8_t *pk, const uint8_t *k) {
    return ufsecp_pubkey_tweak_mul(out, 33, pk, 33, k);
}
inline batch_call mul_one(const std::string &name, const num &scalar, bool valid, size_t share) {
    return one_scalar("mul_one_" + name, 33, scalar, valid, share, single_mul,
                      [](const engine &e, auto... arguments) {
                          return e.pubkey_mul_one_batch_var(arguments...);
                      });
}
inline batch_call mul_secret(const std::string &name, const num &secret, bool valid, size_t share) {
    return one_scalar(
        "mul_secret_" + name, 33, secret, valid, share, single_mul,
        [](const engine &e, auto... arguments) { return e.pubkey_mul_secret_batch(arguments...); });
}
inline batch_call ecdh(const std::string &name, const num &secret, bool valid, size_t share) {
    return one_scalar(
        "ecdh_" + name, 32, secret, valid, share,
        [](uint8_t *out, const uint8_t *pk, const uint8_t *k) {
            return ufsecp_ecdh(out, pk, 33, k);
        },
        [](const engine &e, uint8_t *out, uint8_t *ok, const uint8_t *k, const uint8_t *rows,
           size_t n) { return e.ecdh_batch(out, ok, rows, k, n); });
}

inline const std::vector<batch_call> &calls() {
    static const std::vector<batch_call> r = {
        ecdsa_verify("ecdsa_verify", 0),
        ecdsa_verify("ecdsa_verify_low_s", UFSECP_LOW_S),
        {
            .name = "schnorr_verify",
            .row_size = 128,
            .out_size = 0,
            .takes_extra = true,
            .share = 100,
            .good_row = [](source &s) { return good_schnorr(s); },
            .hostile_rows = hostile_schnorr,
            .more_rows = more_schnorr,
            .single =
                [](uint8_t *, const uint8_t *row) {
                    return ufsecp_schnorr_verify(row + 64, row + 32, 32, row);
                },
            .batch = [](const engine &e, uint8_t *, uint8_t *ok, const uint8_t *rows, size_t stride,
                        size_t n) { return e.schnorr_verify_rows_var(ok, rows, stride, n); },
        },
        {
            .name = "recover",
            .row_size = 97,
            .out_size = 33,
            .takes_extra = true,
            .share = 100,
            .good_row = [](source &s) { return good_recover(s); },
            .hostile_rows = hostile_recover,
            .more_rows = more_recover,
            .single = [](uint8_t *out, const uint8_t *row) -> int {
                return ufsecp_ecdsa_recover(out, 33, row + 32, row[96], row) == UFSECP_OK;
            },
            .batch = [](const engine &e, uint8_t *out, uint8_t *ok, const uint8_t *rows,
                        size_t stride,
                        size_t n) { return e.recover_rows_var(out, ok, rows, stride, n); },
        },
        {
            .name = "ecrecover",
            .row_size = 97,
            .out_size = 20,
            .takes_extra = true,
            .share = 100,
            .good_row = [](source &s) { return good_recover(s); },
            .hostile_rows = hostile_recover,
            .more_rows = more_recover,
            .single =
                [](uint8_t *out, const uint8_t *row) {
                    bytes pk(65);
                    (void)!ufsecp_ecdsa_recover(pk.data(), 65, row + 32, row[96], row);
                    return ufsecp_ethereum_address(out, pk.data(), 65);
                },
            .batch = [](const engine &e, uint8_t *out, uint8_t *ok, const uint8_t *rows,
                        size_t stride,
                        size_t n) { return e.ecrecover_rows_var(out, ok, rows, stride, n); },
        },
        {
            .name = "decompress",
            .row_size = 33,
            .out_size = 65,
            .takes_extra = false,
            .share = 100,
            .good_row = good_key,
            .hostile_rows = hostile_keys,
            .more_rows = more_keys,
            .single = [](uint8_t *out, const uint8_t *row) -> int {
                return ufsecp_pubkey_convert(out, 65, row, 33, 0) == UFSECP_OK;
            },
            .batch = [](const engine &e, uint8_t *out, uint8_t *ok, const uint8_t *rows, size_t,
                        size_t n) { return e.pubkey_decompress_batch_var(out, ok, rows, n); },
        },
        {
            .name = "negate",
            .row_size = 33,
            .out_size = 33,
            .takes_extra = false,
            .share = 100,
            .good_row = good_key,
            .hostile_rows = hostile_keys,
            .more_rows = more_keys,
            .single = [](uint8_t *out,
                         const uint8_t *row) { return ufsecp_pubkey_negate(out, 33, row, 33); },
            .batch = [](const engine &e, uint8_t *out, uint8_t *ok, const uint8_t *rows, size_t,
                        size_t n) { return e.pubkey_negate_batch_var(out, ok, rows, n); },
        },
        {
            .name = "mul",
            .row_size = 65,
            .out_size = 33,
            .takes_extra = false,
            .share = 100,
            .good_row = [](source &s) { return good_scalar(s) + good_key(s); },
            .hostile_rows = hostile_mul,
            .more_rows = more_mul,
            .single =
                [](uint8_t *out, const uint8_t *row) {
                    return ufsecp_pubkey_tweak_mul(out, 33, row + 32, 33, row);
                },
            .batch =
                [](const engine &e, uint8_t *out, uint8_t *ok, const uint8_t *rows, size_t stride,
                   size_t n) {
                    return e.pubkey_mul_batch_var(out, ok, column(rows, stride, n, 0, 32).data(),
                                                  column(rows, stride, n, 32, 33).data(), n);
                },
        },
        mul_one("random",
                num(0x1122334455667788, 0x99aabbccddeeff00, 0x0123456789abcdef, 0xfedcba9876543210),
                true, 60),
        mul_one("1", num(1), true, 5),
        mul_one("n_minus_1", neg(1), true, 5),
        mul_one("lambda", lambda, true, 5),
        mul_one("lambda_plus_1", add(lambda, 1), true, 5),
        mul_one("2_to_128", num::power_of_2(128), true, 5),
        mul_one("half", reference::mod_half(num(1), order), true, 5),
        mul_one("0", num(), false, 5),
        mul_one("n", order, false, 5),
        {
            .name = "mul_add",
            .row_size = 97,
            .out_size = 33,
            .takes_extra = false,
            .share = 100,
            .good_row = good_mul_add,
            .hostile_rows = hostile_mul_add,
            .more_rows = more_mul_add,
            .single =
                [](uint8_t *out, const uint8_t *row) {
                    return single_mul_add(out, row, row + 32, row + 65);
                },
            .batch =
                [](const engine &e, uint8_t *out, uint8_t *ok, const uint8_t *rows, size_t stride,
                   size_t n) {
                    return e.pubkey_mul_add_batch_var(out, ok,
                                                      column(rows, stride, n, 0, 32).data(),
                                                      column(rows, stride, n, 32, 33).data(),
                                                      column(rows, stride, n, 65, 32).data(), n);
                },
        },
        {
            .name = "mul_gen",
            .row_size = 32,
            .out_size = 33,
            .takes_extra = false,
            .share = 100,
            .good_row = good_scalar,
            .hostile_rows = hostile_scalars,
            .more_rows = more_scalars,
            .single = [](uint8_t *out,
                         const uint8_t *row) { return ufsecp_pubkey_create(out, 33, row); },
            .batch = [](const engine &e, uint8_t *out, uint8_t *ok, const uint8_t *rows, size_t,
                        size_t n) { return e.mul_gen_batch_var(out, ok, rows, n); },
        },
        {
            .name = "pubkey_create",
            .row_size = 32,
            .out_size = 33,
            .takes_extra = false,
            .share = 60,
            .good_row = good_scalar,
            .hostile_rows = hostile_scalars,
            .more_rows = more_scalars,
            .single = [](uint8_t *out,
                         const uint8_t *row) { return ufsecp_pubkey_create(out, 33, row); },
            .batch = [](const engine &e, uint8_t *out, uint8_t *ok, const uint8_t *rows, size_t,
                        size_t n) { return e.pubkey_create_batch(out, ok, rows, n); },
        },
        {
            .name = "ecdsa_sign",
            .row_size = 64,
            .out_size = 64,
            .takes_extra = false,
            .share = 60,
            .good_row = [](source &s) { return good_scalar(s) + s.string(32); },
            .hostile_rows = hostile_signers<32>,
            .more_rows = more_signers<32>,
            .single =
                [](uint8_t *out, const uint8_t *row) {
                    return ufsecp_ecdsa_sign(out, row + 32, row, nullptr);
                },
            .batch =
                [](const engine &e, uint8_t *out, uint8_t *ok, const uint8_t *rows, size_t stride,
                   size_t n) {
                    return e.ecdsa_sign_batch(out, ok, column(rows, stride, n, 32, 32).data(),
                                              column(rows, stride, n, 0, 32).data(), n);
                },
        },
        {
            .name = "schnorr_sign",
            .row_size = 96,
            .out_size = 64,
            .takes_extra = false,
            .share = 60,
            .good_row = [](source &s) { return good_scalar(s) + s.string(64); },
            .hostile_rows = hostile_signers<64>,
            .more_rows = more_signers<64>,
            .single =
                [](uint8_t *out, const uint8_t *row) {
                    return ufsecp_schnorr_sign(out, row + 32, 32, row, row + 64);
                },
            .batch =
                [](const engine &e, uint8_t *out, uint8_t *ok, const uint8_t *rows, size_t stride,
                   size_t n) {
                    return e.schnorr_sign_batch(out, ok, column(rows, stride, n, 32, 32).data(),
                                                column(rows, stride, n, 0, 32).data(),
                                                column(rows, stride, n, 64, 32).data(), n);
                },
        },
        ecdh("random",
             num(0x1122334455667788, 0x99aabbccddeeff00, 0x0123456789abcdef, 0xfedcba9876543210),
             true, 60),
        ecdh("1", num(1), true, 5),
        ecdh("n_minus_1", neg(1), true, 5),
        ecdh("lambda", lambda, true, 5),
        ecdh("0", num(), false, 5),
        ecdh("n", order, false, 5),
        mul_secret(
            "random",
            num(0x8877665544332211, 0x0123456789abcdef, 0xfedcba9876543210, 0x7edcba9876543210),
            true, 30),
        mul_secret("n_minus_1", neg(1), true, 5),
        mul_secret("n", order, false, 5),
    };
    return r;
}

/* The batch calls of the API as the functions of an engine: those of the engine in use, its checks
 * and its threads with them. */
inline engine api_rows() {
    engine e{};
    e.lanes = ufsecp::current_engine().lanes;
    e.ecdsa_verify_rows_var = [](uint8_t *ok, const uint8_t *rows, size_t stride, size_t n,
                                 unsigned flags) {
        return ufsecp_ecdsa_verify_rows(ok, rows, stride - 129, n, flags);
    };
    e.schnorr_verify_rows_var = [](uint8_t *ok, const uint8_t *rows, size_t stride, size_t n) {
        return ufsecp_schnorr_verify_rows(ok, rows, stride - 128, n);
    };
    e.recover_rows_var = [](uint8_t *pks33, uint8_t *ok, const uint8_t *rows, size_t stride,
                            size_t n) {
        return ufsecp_ecdsa_recover_rows(pks33, ok, rows, stride - 97, n);
    };
    e.ecrecover_rows_var = [](uint8_t *addresses20, uint8_t *ok, const uint8_t *rows, size_t stride,
                              size_t n) {
        return ufsecp_ecrecover_rows(addresses20, ok, rows, stride - 97, n);
    };
    e.pubkey_decompress_batch_var = ufsecp_pubkey_decompress_batch;
    e.pubkey_negate_batch_var = ufsecp_pubkey_negate_batch;
    e.pubkey_mul_batch_var = ufsecp_pubkey_mul_batch;
    e.pubkey_mul_one_batch_var = ufsecp_pubkey_mul_one_batch;
    e.pubkey_mul_add_batch_var = ufsecp_pubkey_mul_add_batch;
    e.mul_gen_batch_var = ufsecp_public_scalar_mul_gen_batch;
    e.pubkey_create_batch = ufsecp_pubkey_create_batch;
    e.ecdsa_sign_batch = ufsecp_ecdsa_sign_batch;
    e.schnorr_sign_batch = ufsecp_schnorr_sign_batch;
    e.ecdh_batch = ufsecp_ecdh_batch;
    e.pubkey_mul_secret_batch = ufsecp_pubkey_mul_secret_batch;
    return e;
}

/* What f makes with the portable engine in use (the last one, where that is not built). */
template <class F>
auto by_portable(const F &f) {
    const std::string before = ufsecp_engine();
    if (!ufsecp_engine_select("portable")) ufsecp_engine_select(engines().back().c_str());
    auto r = f();
    ufsecp_engine_select(before.c_str());
    return r;
}

/* The rows of a call, good ones first, then the hostile, then the rest, each with what it is worth.
 */
struct pool {
    rows all;
    size_t good_count,
        hostile_count; /* all[good_count ... + hostile_count] are to stand in every lane */
    std::vector<uint8_t> ok;
    std::vector<bytes> out;
    std::string error; /* a row that single calls do not treat as expected */
};
inline std::unique_ptr<pool> make_pool(size_t which) {
    const batch_call &call = calls()[which];
    auto r = std::make_unique<pool>();
    source s(which + 1);
    r->good_count = static_cast<size_t>(std::max(40, scaled(1000)));
    for (size_t i = 0; i < r->good_count; i++) r->all.push_back({"good", call.good_row(s), good});
    for (const row &h : call.hostile_rows(s)) r->all.push_back(h);
    r->hostile_count = r->all.size() - r->good_count;
    rows more = call.more_rows(s, static_cast<size_t>(scaled(400)));
    std::shuffle(more.begin(), more.end(), std::mt19937_64(1));
    more.resize(scaled_part(more.size()));
    r->all.insert(r->all.end(), more.begin(), more.end());
    for (const row &one : r->all) {
        bytes out(call.out_size + 1, 0xa5);
        const int ok = one.data.size() == call.row_size && call.single(out.data(), one.data.data());
        const verdict expected = call.expected(one);
        const bool right = one.data.size() == call.row_size &&
                           (expected == unknown || ok == (expected == good)) && out.back() == 0xa5;
        out.pop_back();
        if ((!right || (!ok && out != bytes(call.out_size))) && r->error.empty())
            r->error = one.name + ": " + hex(one.data);
        r->ok.push_back(static_cast<uint8_t>(ok));
        r->out.push_back(out);
    }
    return r;
}
/* Worked out once, by single calls of the portable engine.  The comb table is made first, which the
 * library makes only for many rows. */
inline const pool &pool_of(size_t which) {
    ufsecp::comb_for_var(SIZE_MAX);
    static std::vector<std::unique_ptr<pool>> pools(calls().size());
    if (!pools[which]) pools[which] = by_portable([&] { return make_pool(which); });
    return *pools[which];
}

/* A call of an engine's functions under test.  Each function gives the first difference to what
 * single calls say, or "". */
class comparison {
public:
    comparison(const engine &e, size_t which)
        : engine_(e), call_(calls()[which]), pool_(pool_of(which)), random_(which + 1) {}

    /* The batch of these rows of the pool, at any alignment and distance, with or without verdicts.
     */
    std::string run(const std::vector<size_t> &picks, bool with_ok = true) {
        const size_t n = picks.size(),
                     stride = call_.row_size +
                              (call_.takes_extra ? random_.below(4) * random_.below(9) : 0);
        const size_t shift = random_.below(8);
        bytes flat(shift + n * stride, 0x5a), want_ok(n), want_out;
        want_out.reserve(n * call_.out_size + 1);
        for (size_t i = 0; i < n; i++) {
            put(flat, shift + i * stride, pool_.all[picks[i]].data);
            want_ok[i] = pool_.ok[picks[i]];
            want_out.insert(want_out.end(), pool_.out[picks[i]].begin(), pool_.out[picks[i]].end());
        }
        const bytes before = flat;
        bytes out(n * call_.out_size + 1, 0xa5), ok(n + 1, 0xa5);
        const int all = call_.batch(engine_, out.data(), with_ok ? ok.data() : nullptr,
                                    flat.data() + shift, stride, n);
        if (flat != before) return "the rows were written to";
        if (out.back() != 0xa5 || ok.back() != 0xa5) return "written behind the end";
        const auto what = [&](size_t i) {
            const row &r = pool_.all[picks[i]];
            std::string text = "row " + std::to_string(i) + " of " + std::to_string(n) + ", " +
                               r.name + ": " + hex(r.data) + ", the group:";
            for (size_t j = i - i % 8; j < n && j < i - i % 8 + 8; j++)
                text += "\n" + hex(pool_.all[picks[j]].data);
            return text;
        };
        for (size_t i = 0; i < n; i++) {
            if (with_ok && ok[i] != want_ok[i])
                return "verdict " + std::to_string(ok[i]) + " of " + what(i);
            const uint8_t *is = out.data() + i * call_.out_size,
                          *want = want_out.data() + i * call_.out_size;
            if (!std::equal(is, is + call_.out_size, want))
                return "output " + hex(is, call_.out_size) + " for " + hex(want, call_.out_size) +
                       " of " + what(i);
        }
        if (all != (std::count(want_ok.begin(), want_ok.end(), 1) == static_cast<ptrdiff_t>(n)))
            return "the return value, " + std::to_string(n) + " rows";
        return "";
    }

    /* Batches of 0 to 17 rows and of those around powers of 2, up to a thousand. Where not all is
     * done, one scalar of many has some of these sizes, and more than 17 rows come in one mixture.
     */
    std::string every_size() {
        const bool all = scaled(100) >= 100, some = !all && call_.share < 10;
        std::string r = run({});
        for (size_t n = 1; n <= 1000 && r.empty(); n++) {
            if (n > 17 && !(n >= 63 && n <= 65) && !(n >= 127 && n <= 129) &&
                !(n >= 255 && n <= 257) && n != 1000)
                continue;
            if (n > 65 && n > static_cast<size_t>(scaled(10 * static_cast<int>(call_.share))))
                continue;
            if (some && n > 9 && n != 17 && n != 65) continue;
            const bool mixtures = n <= (all ? 65 : 17);
            r = run(mixed(n, 4));
            if (mixtures && r.empty()) r = run(mixed(n, 0));
            if (mixtures && r.empty()) r = run(mixed(n, 2), false);
        }
        return r;
    }

    /* Each hostile row in each of eight lanes, alone or with up to three others among good rows. */
    std::string every_lane() {
        std::vector<std::pair<size_t, size_t>> places;
        for (size_t i = 0; i < pool_.hostile_count; i++)
            for (size_t lane = 0; lane < 8; lane++) places.push_back({pool_.good_count + i, lane});
        std::shuffle(places.begin(), places.end(), std::mt19937_64(2));
        const int share = scaled(static_cast<int>(places.size() * call_.share / 100));
        places.resize(std::min(places.size(), static_cast<size_t>(share)));
        std::vector<size_t> picks;
        size_t room = 0; /* for hostile rows in the last eight */
        for (const auto &[row, lane] : places) {
            if (room == 0 || picks[picks.size() - 8 + lane] >= pool_.good_count) {
                if (picks.size() == 1024) {
                    if (const std::string r = run(picks); !r.empty()) return r;
                    picks.clear();
                }
                for (size_t i = 0; i < 8; i++) picks.push_back(any_good());
                room = 1 + random_.below(4);
            }
            picks[picks.size() - 8 + lane] = row;
            room--;
        }
        return run(picks);
    }

    /* About 10^4 rows: first those that are not good, each once, then a mixture; a tenth of it
     * where rows have no company. */
    std::string one_large() {
        std::vector<size_t> picks;
        for (size_t i = pool_.good_count; i < pool_.all.size(); i++) picks.push_back(i);
        std::shuffle(picks.begin(), picks.end(), std::mt19937_64(3));
        picks.resize(picks.size() * call_.share / 100);
        const std::vector<size_t> rest =
            mixed(static_cast<size_t>(
                      scaled(static_cast<int>((engine_.lanes == 1 ? 10 : 100) * call_.share))),
                  8);
        picks.insert(picks.end(), rest.begin(), rest.end());
        return run(picks);
    }

private:
    const engine engine_;
    const batch_call &call_;
    const pool &pool_;
    source random_;

    size_t any_good() { return random_.below(pool_.good_count); }
    size_t any_hostile() {
        return pool_.good_count + random_.below(pool_.all.size() - pool_.good_count);
    }
    /* n rows, one in `rare` of them hostile; 0: none. */
    std::vector<size_t> mixed(size_t n, size_t rare) {
        std::vector<size_t> picks;
        for (size_t i = 0; i < n; i++)
            picks.push_back(rare && random_.one_in(rare) ? any_hostile() : any_good());
        return picks;
    }
};

}  // namespace parity
