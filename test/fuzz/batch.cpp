// Fuzzes the batch calls: on every engine each row gets what a single call gives it, whatever the
// other rows are.
#include "fuzz.h"

using namespace hostile;

namespace {

/* Rows are drawn from a few distinct ones, so that long batches stay cheap. */
struct rows {
    size_t n;
    std::vector<size_t> pick;
    size_t kinds;
};
rows draw_rows(source &s) {
    rows r{s.one_in(8) ? s.below(140) : s.below(9), {}, 1 + s.below(4)};
    for (size_t i = 0; i < r.n; i++) r.pick.push_back(s.below(r.kinds));
    return r;
}

/* A batch call that makes out_size bytes (0: only verdicts) of a row, and the single call for
 * comparison. */
template <class Single, class Batch>
void compare(source &s, const rows &r, const std::vector<bytes> &kinds, size_t extra,
             size_t out_size, const Single &single, const Batch &batch) {
    std::vector<bytes> want(kinds.size(), bytes(out_size));
    std::vector<uint8_t> good;
    bytes flat, outs, oks;
    int all = 1;
    std::string what;
    ufsecp_engine_select(engines()[s.below(engines().size())].c_str());
    for (size_t k = 0; k < kinds.size(); k++) good.push_back(single(want[k].data(), kinds[k]) == 1);
    for (size_t k : r.pick) {
        flat = flat + kinds[k] + s.string(extra);
        outs = outs + want[k];
        oks.push_back(good[k]);
        all &= good[k];
    }
    flat.reserve(1);
    for (const bytes &k : kinds) what += hex(k) + " ";
    for (size_t k : r.pick) what += std::to_string(k);
    const bool verdicts = s.below(4);
    on_each_engine([&] {
        bytes out(r.n * out_size + 1, 0xa5), ok(r.n + 1, 0xa5);
        REQUIRE(batch(out.data(), verdicts ? ok.data() : nullptr, flat.data(), r.n) == all, what);
        if (verdicts)
            REQUIRE(std::equal(oks.begin(), oks.end(), ok.begin()) && ok[r.n] == 0xa5, what);
        REQUIRE(std::equal(outs.begin(), outs.end(), out.begin()) && out.back() == 0xa5, what);
    });
}

/* Column `at`, `size` bytes wide, of rows of `stride` bytes. */
bytes column(const uint8_t *flat, size_t n, size_t stride, size_t at, size_t size) {
    bytes r;
    for (size_t i = 0; i < n; i++)
        r = r + bytes(flat + i * stride + at, flat + i * stride + at + size);
    r.reserve(1);
    return r;
}
bytes key33(source &s) {
    bytes pk = pubkey_of(seckey(s), 33);
    if (s.one_in(3)) spoil_pubkey(s, pk);
    pk.resize(33);
    return pk;
}

void verdicts(source &s, size_t what) {
    const rows r = draw_rows(s);
    const size_t extra = s.one_in(2) ? 0 : s.below(40);
    const unsigned flags = s.one_in(2) ? UFSECP_LOW_S : 0;
    std::vector<bytes> kinds;
    for (size_t k = 0; k < r.kinds; k++) {
        if (what == 1) {
            schnorr_case c = schnorr(s, 3);
            c.msg.resize(32);
            kinds.push_back(c.pk + c.msg + c.sig);
            continue;
        }
        ecdsa_case c = ecdsa(s, 3);
        if (what >= 2) {
            kinds.push_back(c.msg + c.sig +
                            bytes{static_cast<uint8_t>(s.one_in(8) ? s.byte() : c.recid)});
        } else {
            bytes pk(33);
            if (ufsecp_pubkey_convert(pk.data(), 33, c.pk.data(), c.pk.size(), 0) != UFSECP_OK)
                pk = c.pk, pk.resize(33);
            kinds.push_back(c.msg + pk + c.sig);
        }
    }
    if (what == 0)
        compare(
            s, r, kinds, extra, 0,
            [&](uint8_t *, const bytes &row) {
                return ufsecp_ecdsa_verify(&row[65], &row[0], &row[32], 33, flags);
            },
            [&](uint8_t *, uint8_t *ok, const uint8_t *flat, size_t n) {
                return ufsecp_ecdsa_verify_rows(ok, flat, extra, n, flags);
            });
    else if (what == 1)
        compare(
            s, r, kinds, extra, 0,
            [&](uint8_t *, const bytes &row) {
                return ufsecp_schnorr_verify(&row[64], &row[32], 32, &row[0]);
            },
            [&](uint8_t *, uint8_t *ok, const uint8_t *flat, size_t n) {
                return ufsecp_schnorr_verify_rows(ok, flat, extra, n);
            });
    else if (what == 2)
        compare(
            s, r, kinds, extra, 33,
            [&](uint8_t *out, const bytes &row) -> int {
                return ufsecp_ecdsa_recover(out, 33, &row[32], row[96], &row[0]);
            },
            [&](uint8_t *out, uint8_t *ok, const uint8_t *flat, size_t n) {
                return ufsecp_ecdsa_recover_rows(out, ok, flat, extra, n);
            });
    else
        compare(
            s, r, kinds, extra, 20,
            [&](uint8_t *out, const bytes &row) {
                bytes pk(33);
                (void)!ufsecp_ecdsa_recover(pk.data(), 33, &row[32], row[96], &row[0]);
                return ufsecp_ethereum_address(out, pk.data(), 33);
            },
            [&](uint8_t *out, uint8_t *ok, const uint8_t *flat, size_t n) {
                return ufsecp_ecrecover_rows(out, ok, flat, extra, n);
            });
}

/* Rows of one key, which is prepared; the first is a case as it comes, the others are spoiled. */
void one_key(source &s, size_t what) {
    const rows r = draw_rows(s);
    const unsigned flags = s.one_in(2) ? UFSECP_LOW_S : 0;
    bytes key, row;
    if (what == 0) {
        const ecdsa_case c = ecdsa(s, 3);
        key = c.pk, row = c.msg + c.sig;
    } else {
        schnorr_case c = schnorr(s, 3);
        c.msg.resize(32);
        key = bytes{2} + c.pk, row = c.msg + c.sig;
    }
    std::vector<bytes> kinds(r.kinds, row);
    for (size_t k = 1; k < kinds.size(); k++) kinds[k][s.below(96)] ^= s.byte();
    static ufsecp_prepared_pubkey prepared; /* of 53 KB */
    if (ufsecp_pubkey_prepare(&prepared, key.data(), key.size()) != UFSECP_OK) return;
    const auto part = [](const uint8_t *flat, size_t n, size_t at, size_t size) {
        return column(flat, n, 96, at, size);
    };
    if (what == 0)
        compare(
            s, r, kinds, 0, 0,
            [&](uint8_t *, const bytes &one) {
                return ufsecp_ecdsa_verify(&one[32], &one[0], key.data(), key.size(), flags);
            },
            [&](uint8_t *, uint8_t *ok, const uint8_t *flat, size_t n) {
                return ufsecp_ecdsa_verify_prepared_batch(ok, part(flat, n, 0, 32).data(),
                                                          part(flat, n, 32, 64).data(), n,
                                                          &prepared, flags);
            });
    else
        compare(
            s, r, kinds, 0, 0,
            [&](uint8_t *, const bytes &one) {
                return ufsecp_schnorr_verify(&one[32], &one[0], 32, &key[1]);
            },
            [&](uint8_t *, uint8_t *ok, const uint8_t *flat, size_t n) {
                return ufsecp_schnorr_verify_prepared_batch(
                    ok, part(flat, n, 0, 32).data(), part(flat, n, 32, 64).data(), n, &prepared);
            });
}

void public_keys(source &s, size_t what) {
    const rows r = draw_rows(s);
    const bytes one = number(s, 3), sk = s.one_in(4) ? number(s, 1) : seckey(s);
    std::vector<bytes> kinds;
    for (size_t k = 0; k < r.kinds; k++)
        kinds.push_back(what == 1 ? key33(s) + number(s, 3) : key33(s));
    if (what == 0)
        compare(
            s, r, kinds, 0, 65,
            [&](uint8_t *out, const bytes &pk) -> int {
                return ufsecp_pubkey_convert(out, 65, &pk[0], 33, 0);
            },
            [&](uint8_t *out, uint8_t *ok, const uint8_t *flat, size_t n) {
                return ufsecp_pubkey_decompress_batch(out, ok, flat, n);
            });
    else if (what == 1)
        compare(
            s, r, kinds, 0, 33,
            [&](uint8_t *out, const bytes &row) {
                return ufsecp_pubkey_tweak_mul(out, 33, &row[0], 33, &row[33]);
            },
            [&](uint8_t *out, uint8_t *ok, const uint8_t *flat, size_t n) {
                return ufsecp_pubkey_mul_batch(out, ok, column(flat, n, 65, 33, 32).data(),
                                               column(flat, n, 65, 0, 33).data(), n);
            });
    else if (what == 2)
        compare(
            s, r, kinds, 0, 33,
            [&](uint8_t *out, const bytes &pk) {
                return ufsecp_pubkey_tweak_mul(out, 33, &pk[0], 33, one.data());
            },
            [&](uint8_t *out, uint8_t *ok, const uint8_t *flat, size_t n) {
                return ufsecp_pubkey_mul_one_batch(out, ok, one.data(), flat, n);
            });
    else if (what == 3)
        compare(
            s, r, kinds, 0, 33,
            [&](uint8_t *out, const bytes &pk) {
                return ufsecp_pubkey_negate(out, 33, &pk[0], 33);
            },
            [&](uint8_t *out, uint8_t *ok, const uint8_t *flat, size_t n) {
                return ufsecp_pubkey_negate_batch(out, ok, flat, n);
            });
    else if (what == 4)
        compare(
            s, r, kinds, 0, 33,
            [&](uint8_t *out, const bytes &pk) {
                return ufsecp_pubkey_tweak_mul(out, 33, &pk[0], 33, sk.data());
            },
            [&](uint8_t *out, uint8_t *ok, const uint8_t *flat, size_t n) {
                return ufsecp_pubkey_mul_secret_batch(out, ok, sk.data(), flat, n);
            });
    else
        compare(
            s, r, kinds, 0, 32,
            [&](uint8_t *out, const bytes &pk) { return ufsecp_ecdh(out, &pk[0], 33, sk.data()); },
            [&](uint8_t *out, uint8_t *ok, const uint8_t *flat, size_t n) {
                return ufsecp_ecdh_batch(out, ok, flat, sk.data(), n);
            });
}

/* a*P + b*G by single calls, which know no zero a. */
int mul_add(uint8_t *out, const bytes &row) {
    bytes p(33);
    if (ufsecp_pubkey_convert(p.data(), 33, &row[0], 33, 0) != UFSECP_OK) return 0;
    if (slice(row, 33, 32) == bytes(32)) return ufsecp_pubkey_create(out, 33, &row[65]);
    return ufsecp_pubkey_tweak_mul(p.data(), 33, &row[0], 33, &row[33]) &&
           ufsecp_pubkey_tweak_add(out, 33, p.data(), 33, &row[65]);
}

void public_scalars(source &s, size_t what) {
    const rows r = draw_rows(s);
    std::vector<bytes> kinds; /* key, a, b */
    for (size_t k = 0; k < r.kinds; k++) {
        const bytes sk = seckey(s), a = number(s, 3);
        num b = num::of_bytes(number(s, 3).data());
        const bool related = s.one_in(3); /* b = a*d or -a*d: the summands are equal or cancel */
        if (related)
            b = reference::mod_mul(num::of_bytes(a.data()), num::of_bytes(sk.data()), reference::n);
        if (related && s.one_in(2)) b = reference::mod_neg(b, reference::n);
        kinds.push_back((related ? pubkey_of(sk, 33) : key33(s)) + a + to_bytes(b));
    }
    const auto part = [](const uint8_t *flat, size_t n, size_t at, size_t size) {
        return column(flat, n, 97, at, size);
    };
    if (what == 0)
        compare(s, r, kinds, 0, 33, mul_add,
                [&](uint8_t *out, uint8_t *ok, const uint8_t *flat, size_t n) {
                    const bytes pks = part(flat, n, 0, 33), as = part(flat, n, 33, 32),
                                bs = part(flat, n, 65, 32);
                    return ufsecp_pubkey_mul_add_batch(out, ok, as.data(), pks.data(), bs.data(),
                                                       n);
                });
    else
        compare(
            s, r, kinds, 0, 33,
            [&](uint8_t *out, const bytes &row) { return ufsecp_pubkey_create(out, 33, &row[33]); },
            [&](uint8_t *out, uint8_t *ok, const uint8_t *flat, size_t n) {
                return ufsecp_public_scalar_mul_gen_batch(out, ok, part(flat, n, 33, 32).data(), n);
            });
}

void secret_keys(source &s, size_t what) {
    const rows r = draw_rows(s);
    const bool with_aux = s.one_in(2);
    std::vector<bytes> kinds; /* key, message, aux */
    for (size_t k = 0; k < r.kinds; k++)
        kinds.push_back(number(s, 4) + number(s, 4) + number(s, 4));
    const auto part = [](const uint8_t *flat, size_t n, size_t k) {
        return column(flat, n, 96, 32 * k, 32);
    };
    if (what == 0)
        compare(
            s, r, kinds, 0, 33,
            [&](uint8_t *out, const bytes &row) { return ufsecp_pubkey_create(out, 33, &row[0]); },
            [&](uint8_t *out, uint8_t *ok, const uint8_t *flat, size_t n) {
                return ufsecp_pubkey_create_batch(out, ok, part(flat, n, 0).data(), n);
            });
    else if (what == 1)
        compare(
            s, r, kinds, 0, 64,
            [&](uint8_t *out, const bytes &row) {
                return ufsecp_ecdsa_sign(out, &row[32], &row[0], nullptr);
            },
            [&](uint8_t *out, uint8_t *ok, const uint8_t *flat, size_t n) {
                return ufsecp_ecdsa_sign_batch(out, ok, part(flat, n, 1).data(),
                                               part(flat, n, 0).data(), n);
            });
    else
        compare(
            s, r, kinds, 0, 64,
            [&](uint8_t *out, const bytes &row) {
                return ufsecp_schnorr_sign(out, &row[32], 32, &row[0],
                                           with_aux ? &row[64] : nullptr);
            },
            [&](uint8_t *out, uint8_t *ok, const uint8_t *flat, size_t n) {
                const bytes sks = part(flat, n, 0), msgs = part(flat, n, 1), aux = part(flat, n, 2);
                return ufsecp_schnorr_sign_batch(out, ok, msgs.data(), sks.data(),
                                                 with_aux ? aux.data() : nullptr, n);
            });
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    source s(data, size);
    const size_t what = s.below(17);
    if (what < 4) verdicts(s, what);
    else if (what < 6) one_key(s, what - 4);
    else if (what < 12) public_keys(s, what - 6);
    else if (what < 14) public_scalars(s, what - 12);
    else secret_keys(s, what - 14);
    return 0;
}
