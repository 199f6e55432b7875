// Proofs of equal discrete logarithms (BIP-374) through the C ABI, on every engine: the BIP's
// vectors, proofs for other bases, what a changed byte does, and misuse.
#include <gtest/gtest.h>

#include "api.h"

namespace {

using nlohmann::json;

class Dleq : public EachEngine {};
ON_EACH_ENGINE(Dleq);

const bytes generator =
    from_hex("0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798");

/* An empty base is G, an empty message none. */
const uint8_t *data_of(const bytes &b) { return b.empty() ? nullptr : b.data(); }
bytes given(const json &field) { return field.is_null() ? bytes() : from_hex(field); }

bytes prove(const bytes &a, const bytes &b, const bytes &base, const bytes &msg, const bytes &aux) {
    return made_by(64, [&](uint8_t *out) {
        return ufsecp_dleq_prove(out, a.data(), b.data(), data_of(base), data_of(msg),
                                 data_of(aux));
    });
}

/* What a proof is about. */
struct statement {
    bytes A, B, C, base, msg;

    ufsecp_status check(const bytes &proof) const {
        const ufsecp_status s = ufsecp_dleq_check(proof.data(), A.data(), B.data(), C.data(),
                                                  data_of(base), data_of(msg));
        EXPECT_EQ(ufsecp_dleq_verify(proof.data(), A.data(), B.data(), C.data(), data_of(base),
                                     data_of(msg)),
                  s == UFSECP_OK);
        return s;
    }
};

bytes times(const bytes &a, const bytes &point) {
    bytes r(33);
    EXPECT_EQ(ufsecp_pubkey_tweak_mul(r.data(), 33, point.data(), 33, a.data()), 1);
    return r;
}
statement statement_of(const bytes &a, const bytes &b, const bytes &base, const bytes &msg) {
    return {times(a, base.empty() ? generator : base), b, times(a, b), base, msg};
}

TEST_P(Dleq, Vectors) {
    size_t generated = 0, refused = 0, verified = 0, rejected = 0;
    for (const json &c : load_vectors("bip374.json").at("cases")) {
        const bytes base = given(c["base"]), msg = given(c["msg"]), proof = given(c["proof"]);
        const bytes b = given(c["B"]), no_point(33);
        const bool ok = c["ok"];
        if (c["kind"] == "verify") {
            const statement s = {given(c["A"]), b, given(c["C"]), base, msg};
            EXPECT_EQ(s.check(proof) == UFSECP_OK, ok) << c["comment"];
            if (base == generator) {
                EXPECT_EQ((statement{s.A, s.B, s.C, {}, msg}.check(proof) == UFSECP_OK), ok);
            }
            (ok ? verified : rejected)++;
            continue;
        }
        const bytes a = given(c["a"]), aux = given(c["aux"]);
        EXPECT_EQ(prove(a, b.empty() ? no_point : b, base, msg, aux), proof) << c["comment"];
        if (base == generator) {
            EXPECT_EQ(prove(a, b.empty() ? no_point : b, {}, msg, aux), proof);
        }
        if (ok) { EXPECT_EQ(statement_of(a, b, base, msg).check(proof), UFSECP_OK); }
        (ok ? generated : refused)++;
    }
    EXPECT_EQ(generated, 8u);
    EXPECT_EQ(refused, 3u);
    EXPECT_EQ(verified, 8u);
    EXPECT_EQ(rejected, 9u);
}

TEST_P(Dleq, ProofsVerify) {
    const std::vector<bytes> keys = {draw("key", 1), plus(zero32, 1), plus(order, -1)};
    for (const bytes &a : keys)
        for (size_t i = 0; i < 8; i++) {
            const bytes b = pubkey_of(draw("B", i)), aux = i & 4 ? draw("aux", i) : bytes();
            const bytes base = i & 1 ? pubkey_of(draw("base", i)) : bytes();
            const bytes msg = i & 2 ? draw("message", i) : bytes();
            EXPECT_EQ(statement_of(a, b, base, msg).check(prove(a, b, base, msg, aux)), UFSECP_OK);
        }
    /* B is the base itself, or its negative. */
    bytes minus = generator;
    minus[0] ^= 1;
    for (const bytes &b : {generator, minus})
        EXPECT_EQ(statement_of(keys[0], b, {}, {}).check(prove(keys[0], b, {}, {}, {})), UFSECP_OK);
}

TEST_P(Dleq, EveryInputCounts) {
    const bytes a = draw("key", 2), b = pubkey_of(draw("B", 2)), base = pubkey_of(draw("base", 2));
    const bytes msg = draw("message", 2), aux = draw("aux", 2);
    const bytes proof = prove(a, b, base, msg, aux);
    const statement s = statement_of(a, b, base, msg);
    ASSERT_EQ(s.check(proof), UFSECP_OK);
    /* No auxiliary bytes are 32 zeros; a message of zeros is another one than none. */
    EXPECT_EQ(prove(a, b, base, msg, {}), prove(a, b, base, msg, zero32));
    EXPECT_NE(prove(a, b, base, {}, aux), prove(a, b, base, zero32, aux));
    /* Other auxiliary bytes give another proof, which is valid too. */
    const bytes other = prove(a, b, base, msg, draw("aux", 3));
    EXPECT_NE(other, proof);
    EXPECT_EQ(s.check(other), UFSECP_OK);
    const bytes point = pubkey_of(draw("other", 2));
    for (bytes statement::*field :
         {&statement::A, &statement::B, &statement::C, &statement::base}) {
        statement t = s;
        t.*field = point;
        EXPECT_EQ(t.check(proof), UFSECP_BAD_SIGNATURE);
        t.*field = s.*field;
        (t.*field)[0] ^= 1;
        EXPECT_EQ(t.check(proof), UFSECP_BAD_SIGNATURE);
    }
    statement t = s;
    t.base.clear();
    EXPECT_EQ(t.check(proof), UFSECP_BAD_SIGNATURE);
    t = s, t.msg.clear();
    EXPECT_EQ(t.check(proof), UFSECP_BAD_SIGNATURE);
    for (size_t i = 0; i < 64; i++) {
        bytes changed = proof;
        changed[i] ^= 1;
        EXPECT_EQ(s.check(changed), UFSECP_BAD_SIGNATURE) << i;
    }
}

TEST_P(Dleq, HostileProofs) {
    const bytes a = draw("key", 4), b = pubkey_of(draw("B", 4));
    const bytes proof = prove(a, b, {}, {}, {});
    const statement s = statement_of(a, b, {}, {});
    const bytes e = slice(proof, 0, 32), response = slice(proof, 32, 32);
    EXPECT_EQ(s.check(e + order), UFSECP_S_RANGE);
    EXPECT_EQ(s.check(e + ones32), UFSECP_S_RANGE);
    EXPECT_EQ(s.check(bytes(64)), UFSECP_BAD_SIGNATURE); /* both commitments are infinity */
    EXPECT_EQ(s.check(plus(zero32, 1) + a), UFSECP_BAD_SIGNATURE); /* likewise: s G = e A */
    EXPECT_EQ(s.check(order + response), UFSECP_BAD_SIGNATURE);
    EXPECT_EQ(s.check(ones32 + response), UFSECP_BAD_SIGNATURE);
    EXPECT_EQ(s.check(e + zero32), UFSECP_BAD_SIGNATURE);
    /* Only one of the commitments is infinity: B is another multiple. */
    statement t = s;
    t.C = b;
    EXPECT_EQ(t.check(plus(zero32, 1) + a), UFSECP_BAD_SIGNATURE);
}

TEST_P(Dleq, BadKeysAndPoints) {
    const bytes a = draw("key", 5), b = pubkey_of(draw("B", 5)), base = pubkey_of(draw("base", 5));
    const bytes proof = prove(a, b, base, {}, {});
    const statement s = statement_of(a, b, base, {});
    for (const bytes &bad : {zero32, order, plus(order, 1), ones32})
        EXPECT_TRUE(prove(bad, b, base, {}, {}).empty());
    const std::pair<bytes, ufsecp_status> points[] = {
        {bytes(33), UFSECP_PUBKEY_FORMAT},
        {bytes{4} + slice(b, 1, 32), UFSECP_PUBKEY_FORMAT},
        {bytes{2} + prime, UFSECP_PUBKEY_RANGE},
        {bytes{3} + ones32, UFSECP_PUBKEY_RANGE},
        {bytes{2} + plus(zero32, 5), UFSECP_PUBKEY_OFF_CURVE},
        {bytes{2} + zero32, UFSECP_PUBKEY_OFF_CURVE},
    };
    for (const auto &[point, status] : points) {
        EXPECT_TRUE(prove(a, point, base, {}, {}).empty());
        EXPECT_TRUE(prove(a, b, point, {}, {}).empty());
        for (bytes statement::*field :
             {&statement::A, &statement::B, &statement::C, &statement::base}) {
            statement t = s;
            t.*field = point;
            EXPECT_EQ(t.check(proof), status);
        }
    }
    /* The first bad point is the one that is told. */
    const statement both = {points[2].first, points[0].first, points[4].first, points[0].first, {}};
    EXPECT_EQ(both.check(proof), UFSECP_PUBKEY_RANGE);
}

TEST_P(Dleq, Misuse) {
    const bytes a = draw("key", 6), b = pubkey_of(draw("B", 6));
    bytes proof(64, 0xee);
    const uint8_t *const p = proof.data();
    EXPECT_EQ(ufsecp_dleq_prove(nullptr, a.data(), b.data(), nullptr, nullptr, nullptr), 0);
    EXPECT_EQ(ufsecp_dleq_prove(proof.data(), nullptr, b.data(), nullptr, nullptr, nullptr), 0);
    EXPECT_EQ(ufsecp_dleq_prove(proof.data(), a.data(), nullptr, nullptr, nullptr, nullptr), 0);
    EXPECT_EQ(proof, bytes(64, 0xee));
    for (size_t i = 0; i < 4; i++) {
        const uint8_t *in[4] = {p, b.data(), b.data(), b.data()};
        in[i] = nullptr;
        EXPECT_EQ(ufsecp_dleq_check(in[0], in[1], in[2], in[3], nullptr, nullptr), UFSECP_MISUSE);
        EXPECT_EQ(ufsecp_dleq_verify(in[0], in[1], in[2], in[3], nullptr, nullptr), 0);
    }
}

}  // namespace
