// Published vectors through the C ABI, on every engine: Wycheproof, BIP-340, BIP-341, RFC 6979,
// recovery, DER, points, products, hashes.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "api.h"
#include "engine/engine.h"

namespace {

using nlohmann::json;

const json &cases(const char *file) { return load_vectors(file).at("cases"); }
bytes field(const json &c, const char *name) { return from_hex(c.at(name).get<std::string>()); }
bytes field_or_empty(const json &c, const char *name) {
    return c.at(name).is_null() ? bytes() : field(c, name);
}
const uint8_t *or_null(const bytes &b) { return b.empty() ? nullptr : b.data(); }

class Vectors : public EachEngine {};
ON_EACH_ENGINE(Vectors);

bytes convert(const bytes &pk, size_t len) {
    bytes out(len);
    EXPECT_EQ(ufsecp_pubkey_convert(out.data(), len, pk.data(), pk.size(), 0), UFSECP_OK);
    return out;
}

/* Rows of a batch call with the verdict and the output that each is known to have. */
struct known_rows {
    std::vector<bytes> rows, outs;
    bytes ok;

    void push(const bytes &row, bool good, const bytes &out = {}) {
        rows.push_back(row);
        outs.push_back(out);
        ok.push_back(good);
    }
};
/* Runs call(outs, ok, rows, n) so that every row stands in each lane of the engine in use, with its
 * neighbours in the file; then in reverse, and with good rows beside it, in each lane too unless
 * there are many. */
template <class Call>
void in_every_lane(const known_rows &known, const Call &call) {
    const size_t n = known.rows.size(), out_size = known.outs.at(0).size();
    std::vector<size_t> good;
    for (size_t i = 0; i < n; i++)
        if (known.ok[i]) good.push_back(i);
    ASSERT_FALSE(good.empty());
    for (size_t order = 0; order < 3; order++)
        for (size_t shift = 0;
             shift < (order == 0 || n < 400 ? ufsecp::current_engine().lanes : 1u); shift++) {
            std::vector<size_t> picks;
            for (size_t i = 0; i < shift; i++) picks.push_back(good[i % good.size()]);
            for (size_t i = 0; i < n; i++) {
                picks.push_back(order == 1 ? n - 1 - i : i);
                if (order == 2)
                    for (size_t k = 0; k < 2; k++) picks.push_back(good[(i + k) % good.size()]);
            }
            bytes flat, want_ok, want_out;
            for (size_t i : picks) {
                flat = std::move(flat) + known.rows[i];
                want_out = std::move(want_out) + known.outs[i];
                want_ok.push_back(known.ok[i]);
            }
            bytes ok(picks.size() + 1, 0xa5), out(want_out.size() + 1, 0xa5);
            const bool all = std::count(want_ok.begin(), want_ok.end(), 1) ==
                             static_cast<ptrdiff_t>(picks.size());
            EXPECT_EQ(call(out.data(), ok.data(), flat.data(), picks.size()), all);
            for (size_t i = 0; i < picks.size(); i++) {
                ASSERT_EQ(ok[i], want_ok[i]) << "vector " << picks[i] << " in lane " << i % 8
                                             << ": " << to_hex(known.rows[picks[i]]);
                ASSERT_EQ(to_hex(slice(out, out_size * i, out_size)), to_hex(known.outs[picks[i]]))
                    << "vector " << picks[i] << " in lane " << i % 8 << ": "
                    << to_hex(known.rows[picks[i]]);
            }
            EXPECT_TRUE(ok.back() == 0xa5 && out.back() == 0xa5);
        }
}

/* The ECDSA cases of a file; read gives 64 bytes or nothing, as items with the flag `form` do.
 * Single verdicts and those of batches.
 */
template <class Read>
void wycheproof_ecdsa(const char *file, unsigned form, const Read &read) {
    for (unsigned flags : {0u, UFSECP_LOW_S}) {
        known_rows rows;
        int valid = 0, invalid = 0;
        std::vector<std::array<bytes, 3>> given; /* signature, key and hash as the file has them */
        bytes want;
        for (const json &c : cases(file)) {
            if ((c.at("file") == "ecdsa_secp256k1_sha256_bitcoin") != (flags == UFSECP_LOW_S))
                continue;
            const bytes pk = field(c, "pubkey"), hash = field(c, "hash32"),
                        sig = read(field(c, "sig"));
            const bool good = c.at("result") == "valid";
            valid += good, invalid += !good;
            given.push_back({field(c, "sig"), pk, hash});
            want.push_back(good);
            EXPECT_EQ(!sig.empty() && ecdsa_check(sig, hash, pk, flags) == UFSECP_OK, good)
                << c.at("file") << " " << c.at("tcId") << ": " << c.at("comment");
            if (sig.empty()) continue;
            rows.push(hash + convert(pk, 33) + sig, good);
        }
        if (flags && std::string(file).find("p1363") !=
                         std::string::npos) { /* no case there asks for low s */
            EXPECT_EQ(valid + invalid, 0);
            continue;
        }
        in_every_lane(rows, [&](uint8_t *, uint8_t *ok, const uint8_t *flat, size_t n) {
            return ufsecp_ecdsa_verify_rows(ok, flat, 0, n, flags);
        });
        std::vector<ufsecp_item> items;
        for (const auto &[sig, pk, hash] : given)
            items.push_back({sig.data(), sig.size(), pk.data(), pk.size(), hash.data(), 32});
        bytes ok(want.size(), 0xa5);
        EXPECT_EQ(
            ufsecp_ecdsa_verify_items(ok.data(), nullptr, items.data(), ok.size(), flags | form),
            0);
        EXPECT_EQ(ok, want) << file;
        EXPECT_GT(valid, 100);
        EXPECT_GT(invalid, 100);
    }
}

TEST_P(Vectors, WycheproofEcdsaDer) {
    wycheproof_ecdsa("wycheproof_ecdsa.json", UFSECP_SIG_DER, [](const bytes &der) {
        bytes sig(64);
        const uint8_t none = 0;
        return ufsecp_ecdsa_sig_parse_der(sig.data(), der.empty() ? &none : der.data(), der.size())
                   ? sig
                   : bytes();
    });
}

TEST_P(Vectors, WycheproofEcdsaP1363) {
    wycheproof_ecdsa("wycheproof_ecdsa_p1363.json", 0,
                     [](const bytes &sig) { return sig.size() == 64 ? sig : bytes(); });
}

TEST_P(Vectors, WycheproofEcdh) {
    int shared = 0, refused = 0;
    for (const json &c : cases("wycheproof_ecdh.json")) {
        const bytes point = field_or_empty(c, "point"), sk = field(c, "seckey");
        if (point.empty()) {
            EXPECT_NE(c.at("result"), "valid") << c.at("tcId");
            continue;
        }
        bytes x(32, 0xa5);
        const int ok = ufsecp_ecdh_x(x.data(), point.data(), point.size(), sk.data());
        shared += ok, refused += !ok;
        if (ok) {
            EXPECT_NE(c.at("result"), "invalid") << c.at("tcId") << ": " << c.at("comment");
            EXPECT_EQ(x, field(c, "shared")) << c.at("tcId");
        } else {
            EXPECT_NE(c.at("result"), "valid") << c.at("tcId") << ": " << c.at("comment");
            EXPECT_TRUE(all_zero(x));
        }
    }
    EXPECT_GT(shared, 100);
    EXPECT_GT(refused, 0);
}

TEST_P(Vectors, Bip340) {
    known_rows rows;
    int signatures = 0;
    for (const json &c : cases("bip340.json")) {
        const bytes sk = field_or_empty(c, "seckey"), pk = field(c, "pubkey"),
                    msg = field(c, "msg"), sig = field(c, "sig");
        const bool good = c.at("result").get<bool>();
        EXPECT_EQ(schnorr_check(sig, msg, pk) == UFSECP_OK, good)
            << c.at("index") << ": " << c.at("comment");
        if (msg.size() == 32) rows.push(pk + msg + sig, good);
        const ufsecp_item item = {sig.data(), sig.size(), pk.data(),
                                  pk.size(),  msg.data(), msg.size()};
        EXPECT_EQ(ufsecp_schnorr_verify_items(nullptr, nullptr, &item, 1, 0), good)
            << c.at("index");
        if (sk.empty()) continue;
        const bytes aux = field_or_empty(c, "aux");
        bytes out(64);
        EXPECT_EQ(xonly_of(sk), pk);
        EXPECT_EQ(ufsecp_schnorr_sign(out.data(), msg.data(), msg.size(), sk.data(), or_null(aux)),
                  1);
        EXPECT_EQ(to_hex(out), to_hex(sig)) << c.at("index");
        signatures++;
    }
    in_every_lane(rows, [](uint8_t *, uint8_t *ok, const uint8_t *flat, size_t n) {
        return ufsecp_schnorr_verify_rows(ok, flat, 0, n);
    });
    EXPECT_GE(signatures, 8);
}

TEST_P(Vectors, Rfc6979) {
    for (const json &c : cases("rfc6979.json")) {
        const bytes sk = field(c, "seckey"), hash = field(c, "hash32"),
                    extra = field_or_empty(c, "extra"), want = field(c, "sig");
        bytes sig(64);
        int recid = -1;
        EXPECT_EQ(ufsecp_ecdsa_sign_recoverable(sig.data(), &recid, hash.data(), sk.data(),
                                                or_null(extra)),
                  1);
        EXPECT_EQ(to_hex(sig), to_hex(want)) << c;
        EXPECT_EQ(recid, c.at("recid").get<int>()) << c;
        EXPECT_EQ(ecdsa_check(sig, hash, pubkey_of(sk), UFSECP_LOW_S), UFSECP_OK);
    }
}

TEST_P(Vectors, Bip341) {
    for (const json &c : cases("bip341.json")) {
        const bytes internal = field(c, "internal"), root = field_or_empty(c, "merkle_root"),
                    sk = field_or_empty(c, "seckey");
        bytes out(32);
        int parity = -1;
        EXPECT_EQ(ufsecp_taproot_output_key(out.data(), &parity, internal.data(), or_null(root)),
                  1);
        EXPECT_EQ(to_hex(out), to_hex(field(c, "output")));
        EXPECT_EQ(parity, c.at("parity").get<int>());
        if (sk.empty()) continue;
        EXPECT_EQ(ufsecp_taproot_output_seckey(out.data(), sk.data(), or_null(root)), 1);
        EXPECT_EQ(to_hex(out), to_hex(field(c, "output_seckey")));
        if (!c.at("sig").is_null()) {
            EXPECT_EQ(schnorr_sign(field(c, "sighash"), out), field(c, "sig"));
        }
    }
}

TEST_P(Vectors, Recovery) {
    known_rows keys, addresses;
    for (const json &c : cases("recovery.json")) {
        const bytes hash = field(c, "hash32"), sig = field(c, "sig"),
                    pk = field_or_empty(c, "pubkey");
        const int recid = c.at("recid").get<int>();
        bytes out(65, 0xa5);
        EXPECT_EQ(ufsecp_ecdsa_recover(out.data(), 65, sig.data(), recid, hash.data()) == UFSECP_OK,
                  !pk.empty())
            << c;
        EXPECT_EQ(to_hex(out), to_hex(pk.empty() ? bytes(65) : pk)) << c;
        const bytes row = hash + sig + bytes{static_cast<uint8_t>(recid)};
        bytes address(20);
        EXPECT_EQ(ufsecp_ethereum_address(address.data(), out.data(), 65), !pk.empty());
        keys.push(row, !pk.empty(), pk.empty() ? bytes(33) : convert(pk, 33));
        addresses.push(row, !pk.empty(), address);
        if (!pk.empty()) { EXPECT_EQ(ecdsa_check(sig, hash, pk), UFSECP_OK) << c; }
    }
    in_every_lane(keys, [](uint8_t *out, uint8_t *ok, const uint8_t *flat, size_t n) {
        return ufsecp_ecdsa_recover_rows(out, ok, flat, 0, n);
    });
    in_every_lane(addresses, [](uint8_t *out, uint8_t *ok, const uint8_t *flat, size_t n) {
        return ufsecp_ecrecover_rows(out, ok, flat, 0, n);
    });
}

TEST_P(Vectors, Ethereum) {
    known_rows senders;
    for (const json &c : cases("ethereum.json")) {
        const bytes hash = field(c, "hash32"), want = field(c, "sig"), sk = field(c, "seckey"),
                    unsigned_bytes = field(c, "unsigned");
        bytes h(32), sig(64), pk(65), address(20);
        int recid = -1;
        EXPECT_EQ(ufsecp_keccak256(h.data(), unsigned_bytes.data(), unsigned_bytes.size()), 1);
        EXPECT_EQ(h, hash);
        EXPECT_EQ(
            ufsecp_ecdsa_sign_recoverable(sig.data(), &recid, hash.data(), sk.data(), nullptr), 1);
        EXPECT_EQ(to_hex(sig), to_hex(want)) << c.at("name");
        EXPECT_EQ(recid, c.at("recid").get<int>());
        EXPECT_EQ(ufsecp_ecdsa_recover(pk.data(), 65, want.data(), recid, hash.data()), UFSECP_OK);
        EXPECT_EQ(ufsecp_ethereum_address(address.data(), pk.data(), 65), 1);
        EXPECT_EQ(to_hex(address), to_hex(field(c, "address")));
        senders.push(hash + want + bytes{static_cast<uint8_t>(recid)}, true, field(c, "address"));
        senders.push(hash + want + bytes{static_cast<uint8_t>(4 + recid)}, false, bytes(20));
    }
    in_every_lane(senders, [](uint8_t *out, uint8_t *ok, const uint8_t *flat, size_t n) {
        return ufsecp_ecrecover_rows(out, ok, flat, 0, n);
    });
}

TEST_P(Vectors, Points) {
    known_rows keys, negatives;
    for (const json &c : cases("points.json")) {
        const bytes in = field(c, "bytes");
        if (in.size() == 33) {
            const bool valid = c.at("valid").get<bool>();
            bytes negative = valid ? field(c, "compressed") : bytes(33);
            if (valid) negative[0] ^= 1;
            keys.push(in, valid, valid ? field(c, "point") : bytes(65));
            negatives.push(in, valid, negative);
        }
        const uint8_t none = 0, *p = in.empty() ? &none : in.data();
        for (unsigned flags : {0u, UFSECP_ALLOW_HYBRID}) {
            const bool valid = c.at(flags ? "valid_hybrid" : "valid").get<bool>();
            bytes full(65, 0xa5), half(33, 0xa5);
            EXPECT_EQ(ufsecp_pubkey_convert(full.data(), 65, p, in.size(), flags) == UFSECP_OK,
                      valid)
                << c;
            EXPECT_EQ(ufsecp_pubkey_convert(half.data(), 33, p, in.size(), flags) == UFSECP_OK,
                      valid)
                << c;
            EXPECT_EQ(full, valid ? field(c, "point") : bytes(65)) << c;
            EXPECT_EQ(half, valid ? field(c, "compressed") : bytes(33)) << c;
        }
    }
    in_every_lane(keys, [](uint8_t *out, uint8_t *ok, const uint8_t *flat, size_t n) {
        return ufsecp_pubkey_decompress_batch(out, ok, flat, n);
    });
    in_every_lane(negatives, [](uint8_t *out, uint8_t *ok, const uint8_t *flat, size_t n) {
        return ufsecp_pubkey_negate_batch(out, ok, flat, n);
    });
}

/* Column `at`, `size` bytes wide, of n rows of 65 bytes. */
bytes column65(const uint8_t *flat, size_t n, size_t at, size_t size) {
    bytes r;
    for (size_t i = 0; i < n; i++) r.insert(r.end(), flat + 65 * i + at, flat + 65 * i + at + size);
    return r;
}

TEST_P(Vectors, Products) {
    const bytes generator = pubkey_of(be(reference::num(1)));
    known_rows products, of_generator;
    for (const json &c : cases("mult.json")) {
        const bytes k = field(c, "k"), point = field(c, "point"),
                    product = field_or_empty(c, "product"), ecdh = field_or_empty(c, "ecdh");
        const bytes want = product.empty() ? bytes(65) : product;
        bytes out(65, 0xa5), batch(33, 0xa5), secret(32, 0xa5);
        EXPECT_EQ(ufsecp_pubkey_tweak_mul(out.data(), 65, point.data(), 33, k.data()),
                  !product.empty())
            << c;
        EXPECT_EQ(to_hex(out), to_hex(want)) << c;
        EXPECT_EQ(ufsecp_pubkey_mul_one_batch(batch.data(), nullptr, k.data(), point.data(), 1),
                  !product.empty());
        EXPECT_EQ(slice(batch, 1, 32), slice(want, 1, 32)) << c;
        EXPECT_EQ(ufsecp_ecdh(secret.data(), point.data(), 33, k.data()), !product.empty());
        EXPECT_EQ(to_hex(secret), to_hex(product.empty() ? zero32 : ecdh)) << c;
        products.push(k + point, !product.empty(),
                      product.empty() ? bytes(33) : convert(product, 33));
        if (point != generator) continue;
        of_generator.push(k, !product.empty(), products.outs.back());
        out.assign(65, 0xa5);
        EXPECT_EQ(ufsecp_pubkey_create(out.data(), 65, k.data()), !product.empty());
        EXPECT_EQ(to_hex(out), to_hex(want)) << c;
    }
    in_every_lane(products, [](uint8_t *out, uint8_t *ok, const uint8_t *flat, size_t n) {
        return ufsecp_pubkey_mul_batch(out, ok, column65(flat, n, 0, 32).data(),
                                       column65(flat, n, 32, 33).data(), n);
    });
    const size_t many = 8192; /* as many as make the library fill its largest table of multiples */
    bytes none(33 * many), zeros(32 * many);
    EXPECT_EQ(ufsecp_public_scalar_mul_gen_batch(none.data(), nullptr, zeros.data(), many), 0);
    in_every_lane(of_generator, [](uint8_t *out, uint8_t *ok, const uint8_t *flat, size_t n) {
        return ufsecp_public_scalar_mul_gen_batch(out, ok, flat, n);
    });
}

/* 32 bytes; nothing for null and for what is longer. */
bytes number(const json &hex) {
    return hex.is_null() || hex.get<std::string>().size() != 64 ? bytes()
                                                                : from_hex(hex.get<std::string>());
}

TEST(DerVectors, ReadAndWritten) {
    int strict_count = 0, lax_count = 0;
    for (const json &c : cases("der.json")) {
        const bytes der = field(c, "sig"), r = number(c.at("r")), s = number(c.at("s"));
        const uint8_t none = 0, *p = der.empty() ? &none : der.data();
        const bool strict = c.at("strict").get<bool>() && r.size() == 32 && s.size() == 32,
                   lax = c.at("lax").get<bool>();
        bytes sig(64, 0xa5), again(72);
        EXPECT_EQ(ufsecp_ecdsa_sig_parse_der(sig.data(), p, der.size()), strict) << c;
        EXPECT_EQ(sig, strict ? r + s : bytes(64)) << c;
        if (strict) {
            size_t len = 72;
            EXPECT_EQ(ufsecp_ecdsa_sig_serialize_der(again.data(), &len, sig.data()), 1);
            EXPECT_EQ(slice(again, 0, len), der);
            for (size_t room = 0; room < der.size(); room++) {
                bytes small(72, 0xa5);
                len = room;
                EXPECT_EQ(ufsecp_ecdsa_sig_serialize_der(small.data(), &len, sig.data()), 0);
                EXPECT_EQ(len, 0u);
                EXPECT_EQ(small, bytes(room) + bytes(72 - room, 0xa5));
            }
        }
        const bool fits = lax && r.size() == 32 && s.size() == 32 && r < order && s < order;
        sig.assign(64, 0xa5);
        EXPECT_EQ(ufsecp_ecdsa_sig_parse_der_lax(sig.data(), p, der.size()), lax) << c;
        EXPECT_EQ(sig, fits ? r + s : bytes(64)) << c;
        strict_count += strict, lax_count += lax;
    }
    EXPECT_GT(strict_count, 3);
    EXPECT_GT(lax_count, strict_count);
}

TEST(DerVectors, EveryTruncationAndEveryByte) {
    bytes der(72);
    size_t len = 72;
    const bytes sig = ones32 + plus(zero32, 1);
    ASSERT_EQ(ufsecp_ecdsa_sig_serialize_der(der.data(), &len, sig.data()), 1);
    ASSERT_EQ(len, 2u + 35 + 3);
    der.resize(len);
    for (size_t n = 0; n < len; n++) {
        bytes out(64, 0xa5),
            head(der.begin(), der.begin() + static_cast<ptrdiff_t>(
                                                n)); /* its own array, so that reading on is seen */
        head.reserve(1);
        EXPECT_EQ(ufsecp_ecdsa_sig_parse_der(out.data(), head.data(), n), 0) << n;
        EXPECT_EQ(ufsecp_ecdsa_sig_parse_der_lax(out.data(), head.data(), n), 0) << n;
        EXPECT_TRUE(all_zero(out));
    }
    /* what strict reads after one byte was changed, it writes back the same */
    for (size_t i = 0; i < len; i++)
        for (unsigned v = 0; v < 256; v++) {
            bytes changed = der, out(64), again(72);
            changed[i] = static_cast<uint8_t>(v);
            if (!ufsecp_ecdsa_sig_parse_der(out.data(), changed.data(), len)) continue;
            size_t size = 72;
            EXPECT_EQ(ufsecp_ecdsa_sig_serialize_der(again.data(), &size, out.data()), 1);
            EXPECT_EQ(slice(again, 0, size), changed);
        }
}

TEST(HashVectors, OfTheApi) {
    for (const json &c : cases("hashes.json")) {
        const bytes msg = field(c, "msg"), want = field(c, "digest");
        bytes out(want.size());
        if (c.at("hash") == "sha256") {
            EXPECT_EQ(ufsecp_sha256(out.data(), msg.data(), msg.size()), 1);
        } else if (c.at("hash") == "keccak256") {
            EXPECT_EQ(ufsecp_keccak256(out.data(), msg.data(), msg.size()), 1);
        } else {
            EXPECT_EQ(ufsecp_ripemd160(out.data(), msg.data(), msg.size()), 1);
        }
        EXPECT_EQ(to_hex(out), to_hex(want)) << c.at("hash");
    }
    /* a tagged hash is SHA256(SHA256(tag) || SHA256(tag) || data) */
    for (size_t len : {0, 1, 17, 64, 100}) {
        bytes tag(len, 't'), t(32), out(32), want(32);
        const bytes data = draw("data", len);
        ufsecp_sha256(t.data(), tag.data(), len);
        const bytes all = t + t + data;
        ufsecp_sha256(want.data(), all.data(), all.size());
        EXPECT_EQ(ufsecp_tagged_hash(out.data(), tag.data(), len, data.data(), 32), 1);
        EXPECT_EQ(out, want);
    }
}

}  // namespace
