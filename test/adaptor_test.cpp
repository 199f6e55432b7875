// Adaptor signatures, ECDSA and Schnorr, through the C ABI, on every engine: published vectors,
// the way from a pre-signature to the secret, changed bytes, hostile numbers and points, misuse.
#include <gtest/gtest.h>

#include <tuple>

#include "api.h"

namespace {

using nlohmann::json;

class Adaptor : public EachEngine {};
ON_EACH_ENGINE(Adaptor);

const uint8_t *data_of(const bytes &b) { return b.empty() ? nullptr : b.data(); }
bytes given(const json &field) { return field.is_null() ? bytes() : from_hex(field); }

/* ---- ECDSA ---- */

bytes encrypt(const bytes &msg, const bytes &sk, const bytes &point, const bytes &aux = {}) {
    return made_by(162, [&](uint8_t *out) {
        return ufsecp_ecdsa_adaptor_encrypt(out, msg.data(), sk.data(), point.data(), data_of(aux));
    });
}
ufsecp_status check(const bytes &sig162, const bytes &msg, const bytes &pk, const bytes &point) {
    const ufsecp_status s =
        ufsecp_ecdsa_adaptor_check(sig162.data(), msg.data(), pk.data(), point.data());
    EXPECT_EQ(ufsecp_ecdsa_adaptor_verify(sig162.data(), msg.data(), pk.data(), point.data()),
              s == UFSECP_OK);
    return s;
}
bytes decrypt(const bytes &sig162, const bytes &y) {
    return made_by(64, [&](uint8_t *out) {
        return ufsecp_ecdsa_adaptor_decrypt(out, sig162.data(), y.data());
    });
}
bytes recover(const bytes &sig162, const bytes &sig, const bytes &point) {
    return made_by(32, [&](uint8_t *out) {
        return ufsecp_ecdsa_adaptor_recover(out, sig162.data(), sig.data(), point.data());
    });
}

TEST_P(Adaptor, EcdsaVectors) {
    size_t cases = 0;
    for (const json &c : load_vectors("ecdsa_adaptor.json").at("cases")) {
        const bytes sig162 = given(c["adaptor"]), msg = given(c["msg"]), pk = given(c["pk"]);
        const bytes point = given(c["encryption"]), y = given(c["decryption"]);
        const bytes sig = given(c["sig"]);
        const bool good = c["error"].is_null();
        const std::string what = to_hex(sig162);
        cases++;
        if (c["kind"] == "encryption") {
            const bytes sk = given(c["sk"]);
            EXPECT_EQ(encrypt(msg, sk, pubkey_of(y), zero32), sig162);
            EXPECT_EQ(check(sig162, msg, pubkey_of(sk), pubkey_of(y)), UFSECP_OK);
            continue;
        }
        if (c["kind"] == "serialization") {
            EXPECT_EQ(!decrypt(sig162, plus(zero32, 1)).empty(), good) << what;
            continue;
        }
        if (c["kind"] == "verification") {
            EXPECT_EQ(check(sig162, msg, pk, point), good ? UFSECP_OK : UFSECP_BAD_SIGNATURE)
                << what;
            if (!good) continue;
            EXPECT_EQ(decrypt(sig162, y), sig) << what;
            EXPECT_EQ(ecdsa_check(sig, msg, pk, UFSECP_LOW_S), UFSECP_OK) << what;
        }
        EXPECT_EQ(recover(sig162, sig, point), good ? y : bytes()) << what;
    }
    EXPECT_EQ(cases, 12u);
}

TEST_P(Adaptor, EcdsaFromEncryptionToTheSecret) {
    const std::vector<bytes> edges = {plus(zero32, 1), plus(order, -1), draw("y", 1)};
    for (size_t i = 0; i < 12; i++) {
        const bytes sk = i < 3 ? edges[i] : draw("key", i), y = edges[(i + i / 3) % 3];
        const bytes msg = i == 5 ? zero32 : i == 6 ? ones32 : i == 7 ? order : draw("message", i);
        const bytes pk = pubkey_of(sk), point = pubkey_of(y),
                    aux = i & 1 ? draw("aux", i) : bytes();
        const bytes sig162 = encrypt(msg, sk, point, aux);
        ASSERT_EQ(sig162.size(), 162u);
        EXPECT_EQ(check(sig162, msg, pk, point), UFSECP_OK);
        const bytes sig = decrypt(sig162, y);
        EXPECT_EQ(ecdsa_check(sig, msg, pk, UFSECP_LOW_S), UFSECP_OK);
        EXPECT_EQ(recover(sig162, sig, point), y);
        /* The negative of a secret completes to the same signature, and so does its high s. */
        bytes minus = y, opposite = point, high = slice(sig, 32, 32);
        EXPECT_EQ(ufsecp_seckey_negate(minus.data()), 1);
        EXPECT_EQ(ufsecp_seckey_negate(high.data()), 1);
        opposite[0] ^= 1;
        EXPECT_EQ(decrypt(sig162, minus), sig);
        EXPECT_EQ(recover(sig162, slice(sig, 0, 32) + high, point), y);
        EXPECT_EQ(recover(sig162, sig, opposite), minus);
        EXPECT_EQ(recover(sig162, sig, pubkey_of(draw("other", i))), bytes());
    }
}

TEST_P(Adaptor, EcdsaEveryInputCounts) {
    const bytes sk = draw("key", 20), y = draw("y", 20), msg = draw("message", 20);
    const bytes pk = pubkey_of(sk), point = pubkey_of(y), other = pubkey_of(draw("other", 20));
    const bytes sig162 = encrypt(msg, sk, point, zero32);
    EXPECT_NE(encrypt(msg, sk, point), sig162); /* zeros mask the key, nothing does not */
    EXPECT_NE(slice(encrypt(msg, sk, point, ones32), 0, 33), slice(sig162, 0, 33));
    EXPECT_NE(slice(encrypt(ones32, sk, point, zero32), 33, 33), slice(sig162, 33, 33));
    EXPECT_NE(slice(encrypt(msg, sk, other, zero32), 33, 33), slice(sig162, 33, 33));
    EXPECT_EQ(check(sig162, ones32, pk, point), UFSECP_BAD_SIGNATURE);
    EXPECT_EQ(check(sig162, msg, other, point), UFSECP_BAD_SIGNATURE);
    EXPECT_EQ(check(sig162, msg, pk, other), UFSECP_BAD_SIGNATURE);
    for (size_t i = 0; i < 162; i++) {
        bytes changed = sig162;
        changed[i] ^= 1;
        EXPECT_NE(check(changed, msg, pk, point), UFSECP_OK) << i;
    }
    /* Another's completed signature tells nothing. */
    const bytes another = decrypt(encrypt(msg, sk, point, ones32), y);
    EXPECT_EQ(recover(sig162, another, point), bytes());
}

/* An adaptor signature of parts; those that are not given are sig162's. */
bytes with(const bytes &sig162, size_t at, const bytes &part) {
    bytes r = sig162;
    std::copy(part.begin(), part.end(), r.begin() + static_cast<ptrdiff_t>(at));
    return r;
}

TEST_P(Adaptor, EcdsaHostileSignatures) {
    const bytes sk = draw("key", 21), y = draw("y", 21), msg = draw("message", 21);
    const bytes pk = pubkey_of(sk), point = pubkey_of(y), sig162 = encrypt(msg, sk, point);
    const bytes sig = decrypt(sig162, y);
    const bytes off_curve = bytes{2} + plus(zero32, 5), above = bytes{3} + prime;
    const std::tuple<size_t, bytes, ufsecp_status> parts[] = {
        {0, bytes(33), UFSECP_PUBKEY_FORMAT},
        {0, off_curve, UFSECP_PUBKEY_OFF_CURVE},
        {0, above, UFSECP_PUBKEY_RANGE},
        {0, {4}, UFSECP_PUBKEY_FORMAT},
        {0, bytes{2} + order, UFSECP_R_ZERO},
        {33, bytes(33), UFSECP_PUBKEY_FORMAT},
        {33, off_curve, UFSECP_PUBKEY_OFF_CURVE},
        {33, above, UFSECP_PUBKEY_RANGE},
        {66, zero32, UFSECP_S_ZERO},
        {66, order, UFSECP_S_RANGE},
        {66, ones32, UFSECP_S_RANGE},
        {130, order, UFSECP_S_RANGE},
        {130, ones32, UFSECP_S_RANGE},
    };
    for (const auto &[at, part, status] : parts) {
        const bytes bad = with(sig162, at, part);
        EXPECT_EQ(check(bad, msg, pk, point), status) << at;
        EXPECT_EQ(decrypt(bad, y), bytes()) << at;
        EXPECT_EQ(recover(bad, sig, point), bytes()) << at;
    }
    /* The proof alone: zeros make its commitments infinity; e counts modulo n. */
    EXPECT_EQ(check(with(sig162, 98, bytes(64)), msg, pk, point), UFSECP_BAD_SIGNATURE);
    EXPECT_EQ(check(with(sig162, 98, ones32), msg, pk, point), UFSECP_BAD_SIGNATURE);
    /* A proof that holds, and an s_a that does not. */
    const bytes another = encrypt(ones32, sk, point);
    EXPECT_EQ(check(with(sig162, 66, slice(another, 66, 32)), msg, pk, point),
              UFSECP_BAD_SIGNATURE);
    /* m G + r X is infinity: R_a can be none. */
    bytes r = slice(sig162, 1, 32), m = sk;
    EXPECT_EQ(ufsecp_seckey_tweak_mul(m.data(), r.data()), 1);
    EXPECT_EQ(ufsecp_seckey_negate(m.data()), 1);
    EXPECT_EQ(check(sig162, m, pk, point), UFSECP_BAD_SIGNATURE);
    /* Bad keys, and signatures that are none. */
    for (const bytes &bad : {zero32, order, ones32}) {
        EXPECT_EQ(encrypt(msg, bad, point), bytes());
        EXPECT_EQ(decrypt(sig162, bad), bytes());
        EXPECT_EQ(recover(sig162, slice(sig, 0, 32) + bad, point), bytes());
        EXPECT_EQ(recover(sig162, bad + slice(sig, 32, 32), point), bytes());
    }
    for (const bytes &bad : {bytes(33), off_curve, above}) {
        EXPECT_EQ(encrypt(msg, sk, bad), bytes());
        EXPECT_LT(check(sig162, msg, bad, point), 0);
        EXPECT_LT(check(sig162, msg, pk, bad), 0);
        EXPECT_EQ(recover(sig162, sig, bad), bytes());
    }
}

/* ---- Schnorr ---- */

bytes presign(const bytes &msg, const bytes &sk, const bytes &point, const bytes &aux = {}) {
    return made_by(65, [&](uint8_t *out) {
        return ufsecp_schnorr_adaptor_presign(out, msg.data(), msg.size(), sk.data(), point.data(),
                                              data_of(aux));
    });
}
ufsecp_status check_pre(const bytes &presig, const bytes &msg, const bytes &pk,
                        const bytes &point) {
    const ufsecp_status s = ufsecp_schnorr_adaptor_check(presig.data(), msg.data(), msg.size(),
                                                         pk.data(), point.data());
    EXPECT_EQ(ufsecp_schnorr_adaptor_verify(presig.data(), msg.data(), msg.size(), pk.data(),
                                            point.data()),
              s == UFSECP_OK);
    return s;
}
bytes adapt(const bytes &presig, const bytes &t) {
    return made_by(64, [&](uint8_t *out) {
        return ufsecp_schnorr_adaptor_adapt(out, presig.data(), t.data());
    });
}
bytes extract(const bytes &presig, const bytes &sig, const bytes &point) {
    return made_by(32, [&](uint8_t *out) {
        return ufsecp_schnorr_adaptor_extract(out, presig.data(), sig.data(), point.data());
    });
}

TEST_P(Adaptor, SchnorrVectors) {
    size_t cases = 0;
    for (const json &c : load_vectors("schnorr_adaptor.json").at("cases")) {
        const bytes pk = given(c["pk"]), msg = given(c["msg"]), point = given(c["adaptor"]);
        const bytes presig = given(c["presig"]), t = given(c["secret"]), sig = given(c["sig"]);
        const bool ok = c["ok"];
        const std::string kind = c["kind"], what = c["comment"];
        cases++;
        if (kind == "presign") {
            EXPECT_EQ(presign(msg, given(c["sk"]), point, given(c["aux"])), presig) << what;
            EXPECT_EQ(xonly_of(given(c["sk"])), pk) << what;
        } else if (kind == "verify") {
            EXPECT_EQ(check_pre(presig, msg, pk, point) == UFSECP_OK, ok) << what;
        } else if (kind == "adapt") {
            const bytes got = adapt(presig, t);
            EXPECT_EQ(got == sig && schnorr_check(sig, msg, pk) == UFSECP_OK, ok) << what;
        } else if (kind == "extract") {
            EXPECT_EQ(extract(presig, sig, pubkey_of(t)), ok ? t : bytes()) << what;
        } else if (kind == "pubkey") {
            const bytes good = draw("key", 30), any = pubkey_of(good);
            EXPECT_LT(check_pre(presign(zero32, good, any), zero32, pk, any), 0) << what;
        } else {
            ASSERT_EQ(kind, "point");
            EXPECT_EQ(presign(zero32, draw("key", 30), point), bytes()) << what;
        }
    }
    EXPECT_EQ(cases, 25u);
}

TEST_P(Adaptor, SchnorrFromPresignatureToTheSecret) {
    const std::vector<bytes> edges = {plus(zero32, 1), plus(order, -1), draw("t", 1)};
    size_t odd = 0;
    for (size_t i = 0; i < 16; i++) {
        const bytes sk = i < 3 ? edges[i] : draw("key", i), t = edges[(i + i / 3) % 3];
        bytes msg;
        for (size_t j = 0; j < i; j++) msg = std::move(msg) + slice(draw("message", j), 0, 7);
        const bytes pk = xonly_of(sk), point = pubkey_of(t), aux = i & 1 ? draw("aux", i) : bytes();
        const bytes presig = presign(msg, sk, point, aux);
        ASSERT_EQ(presig.size(), 65u);
        odd += presig[0] == 3;
        EXPECT_EQ(check_pre(presig, msg, pk, point), UFSECP_OK) << i;
        const bytes sig = adapt(presig, t);
        EXPECT_EQ(schnorr_check(sig, msg, pk), UFSECP_OK) << i;
        EXPECT_EQ(extract(presig, sig, point), t) << i;
        /* The negative of the secret belongs to another point. */
        bytes minus = t, opposite = point;
        EXPECT_EQ(ufsecp_seckey_negate(minus.data()), 1);
        opposite[0] ^= 1;
        EXPECT_EQ(schnorr_check(adapt(presig, minus), msg, pk), UFSECP_BAD_SIGNATURE);
        EXPECT_EQ(extract(presig, sig, opposite), bytes());
        EXPECT_EQ(check_pre(presig, msg, pk, opposite), UFSECP_BAD_SIGNATURE);
        EXPECT_EQ(presign(msg, sk, point, aux.empty() ? zero32 : aux), presig);
    }
    EXPECT_TRUE(odd > 0 && odd < 16);
}

TEST_P(Adaptor, SchnorrEveryInputCounts) {
    const bytes sk = draw("key", 40), t = draw("t", 40), msg = draw("message", 40);
    const bytes pk = xonly_of(sk), point = pubkey_of(t), other = pubkey_of(draw("other", 40));
    const bytes presig = presign(msg, sk, point), sig = adapt(presig, t);
    EXPECT_NE(presign(msg, sk, point, ones32), presig);
    EXPECT_NE(presign(ones32, sk, point), presig);
    EXPECT_EQ(check_pre(presig, ones32, pk, point), UFSECP_BAD_SIGNATURE);
    EXPECT_EQ(check_pre(presig, msg, slice(other, 1, 32), point), UFSECP_BAD_SIGNATURE);
    EXPECT_EQ(check_pre(presig, msg, pk, other), UFSECP_BAD_SIGNATURE);
    for (size_t i = 0; i < 65; i++) {
        bytes changed = presig;
        changed[i] ^= 1;
        EXPECT_NE(check_pre(changed, msg, pk, point), UFSECP_OK) << i;
        EXPECT_EQ(extract(changed, sig, point), bytes()) << i;
    }
    for (size_t i = 0; i < 64; i++) {
        bytes changed = sig;
        changed[i] ^= 1;
        EXPECT_EQ(extract(presig, changed, point), bytes()) << i;
    }
    /* The pre-signature's own s: t would be 0. */
    EXPECT_EQ(extract(presig, slice(presig, 1, 64), point), bytes());
}

TEST_P(Adaptor, SchnorrHostilePresignatures) {
    const bytes sk = draw("key", 41), t = draw("t", 41), msg = draw("message", 41);
    const bytes pk = xonly_of(sk), point = pubkey_of(t), presig = presign(msg, sk, point);
    const bytes sig = adapt(presig, t), off_curve = bytes{2} + plus(zero32, 5);
    const std::tuple<size_t, bytes, ufsecp_status> parts[] = {
        {0, bytes(33), UFSECP_PUBKEY_FORMAT},
        {0, {4}, UFSECP_PUBKEY_FORMAT},
        {0, off_curve, UFSECP_PUBKEY_OFF_CURVE},
        {0, bytes{2} + prime, UFSECP_PUBKEY_RANGE},
        {33, order, UFSECP_S_RANGE},
        {33, ones32, UFSECP_S_RANGE},
    };
    for (const auto &[at, part, status] : parts) {
        const bytes bad = with(presig, at, part);
        EXPECT_EQ(check_pre(bad, msg, pk, point), status) << at;
        EXPECT_EQ(adapt(bad, t), bytes()) << at;
        EXPECT_EQ(extract(bad, sig, point), bytes()) << at;
    }
    EXPECT_EQ(extract(presig, slice(sig, 0, 32) + order, point), bytes());
    /* R' is T itself: what is left of it is infinity, for s = e d. */
    bytes hashed = slice(point, 1, 32) + pk + msg, e(32), s = sk;
    const char tag[] = "BIP0340/challenge";
    ufsecp_tagged_hash(e.data(), reinterpret_cast<const uint8_t *>(tag), sizeof tag - 1,
                       hashed.data(), hashed.size());
    if (pubkey_of(sk)[0] == 3) (void)!ufsecp_seckey_negate(s.data());
    ASSERT_EQ(ufsecp_seckey_tweak_mul(s.data(), e.data()), 1);
    EXPECT_EQ(check_pre(point + s, msg, pk, point), UFSECP_BAD_SIGNATURE);
    for (const bytes &bad : {zero32, order, ones32}) {
        EXPECT_EQ(presign(msg, bad, point), bytes());
        EXPECT_EQ(adapt(presig, bad), bytes());
    }
    for (const bytes &bad : {bytes(33), off_curve, bytes{3} + ones32}) {
        EXPECT_EQ(presign(msg, sk, bad), bytes());
        EXPECT_LT(check_pre(presig, msg, pk, bad), 0);
        EXPECT_EQ(extract(presig, sig, bad), bytes());
    }
    EXPECT_EQ(check_pre(presig, msg, prime, point), UFSECP_PUBKEY_RANGE);
    EXPECT_EQ(check_pre(presig, msg, plus(zero32, 5), point), UFSECP_PUBKEY_OFF_CURVE);
}

/* ---- Misuse ---- */

/* Calls f with each of n pointers NULL in turn, the others to memory that it must leave alone. */
template <size_t n, class Call>
void each_null(const Call &f) {
    bytes memory(162, 0xee);
    for (size_t i = 0; i < n; i++) {
        uint8_t *p[n];
        for (size_t j = 0; j < n; j++) p[j] = i == j ? nullptr : memory.data();
        f(p);
        EXPECT_EQ(memory, bytes(162, 0xee)) << i;
    }
}

TEST_P(Adaptor, Misuse) {
    each_null<4>([](uint8_t **p) {
        EXPECT_EQ(ufsecp_ecdsa_adaptor_encrypt(p[0], p[1], p[2], p[3], nullptr), 0);
        EXPECT_EQ(ufsecp_ecdsa_adaptor_check(p[0], p[1], p[2], p[3]), UFSECP_MISUSE);
        EXPECT_EQ(ufsecp_ecdsa_adaptor_verify(p[0], p[1], p[2], p[3]), 0);
        EXPECT_EQ(ufsecp_ecdsa_adaptor_recover(p[0], p[1], p[2], p[3]), 0);
        EXPECT_EQ(ufsecp_schnorr_adaptor_presign(p[0], p[1], 1, p[2], p[3], nullptr), 0);
        EXPECT_EQ(ufsecp_schnorr_adaptor_check(p[0], p[1], 1, p[2], p[3]), UFSECP_MISUSE);
        EXPECT_EQ(ufsecp_schnorr_adaptor_verify(p[0], p[1], 1, p[2], p[3]), 0);
        EXPECT_EQ(ufsecp_schnorr_adaptor_extract(p[0], p[1], p[2], p[3]), 0);
    });
    each_null<3>([](uint8_t **p) {
        EXPECT_EQ(ufsecp_ecdsa_adaptor_decrypt(p[0], p[1], p[2]), 0);
        EXPECT_EQ(ufsecp_schnorr_adaptor_adapt(p[0], p[1], p[2]), 0);
        EXPECT_EQ(ufsecp_schnorr_adaptor_presign(p[0], nullptr, 0, p[1], p[2], nullptr), 0);
        EXPECT_EQ(ufsecp_schnorr_adaptor_check(p[0], nullptr, 0, p[1], p[2]), UFSECP_MISUSE);
    });
    /* An empty message needs no pointer. */
    const bytes sk = draw("key", 50), point = pubkey_of(draw("t", 50));
    EXPECT_EQ(check_pre(presign({}, sk, point), {}, xonly_of(sk), point), UFSECP_OK);
}

}  // namespace
