// Self-tests of the constant-time layer, keys, hashes, ECDH and taproot: known answers and laws.
#include "selftest.h"
#include "selftest_tools.h"

using namespace selftest;

namespace {

/* Scalars where recoding, carries and the endomorphism's split have their edges. */
const char *const edge_scalars[] = {
    "0000000000000000000000000000000000000000000000000000000000000003",
    "0000000000000000000000000000000000000000000000000000000000010000",
    "00000000000000000000000000000000ffffffffffffffffffffffffffffffff",
    "0000000000000000000000000000000100000000000000000000000000000000",
    "0000000000000000000000000000000100000000000000000000000000000001",
    half_order,
    "7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a1",
    "8000000000000000000000000000000000000000000000000000000000000000",
    lambda,
    "5363ad4cc05c30e0a5261c028812645a122e22ea20816678df02967c1b23bd73",
    "ac9c52b33fa3cf1f5ad9e3fd77ed9ba4a880b9fc8ec739c2e0cfc810b51283ce",
    "5555555555555555555555555555555555555555555555555555555555555555",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa",
    "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd036413f",
    order_minus_1,
};

// ---- the constant-time layer, seen from outside: secret-key calls against public ones ----

bool secret_mul_is_public_mul(const b32 &k) {
    const b33 p = public_key(sample(7));
    b32 x;
    b33 q;
    return ufsecp_ecdh_x(x, p, 33, k) && ufsecp_pubkey_tweak_mul(q, 33, p, 33, k) &&
           std::memcmp(x, q.b + 1, 32) == 0;
}

bool ct_scalar_mul() {
    for (const char *k : edge_scalars)
        if (!secret_mul_is_public_mul(k)) return false;
    for (unsigned i = 100; i < 108; i++)
        if (!secret_mul_is_public_mul(sample(i))) return false;
    return true;
}

bool secret_gen_is_public_mul(const b32 &k) {
    b33 p, q;
    return ufsecp_pubkey_create(p, 33, k) && ufsecp_pubkey_tweak_mul(q, 33, b33(g33), 33, k) &&
           p == q;
}

bool ct_generator_mul() {
    for (const char *k : edge_scalars)
        if (!secret_gen_is_public_mul(k)) return false;
    for (unsigned i = 200; i < 208; i++)
        if (!secret_gen_is_public_mul(sample(i))) return false;
    return true;
}

bool create_is(const char *key, const char *pubkey65) {
    b65 p;
    return ufsecp_pubkey_create(p, 65, b32(key)) && p == b65(pubkey65);
}

bool ct_k1() {
    return create_is("0000000000000000000000000000000000000000000000000000000000000001", g65);
}
bool ct_k2() {
    return create_is("0000000000000000000000000000000000000000000000000000000000000002", two_g65);
}

bool ct_on_curve() {
    b65 out;
    const b65 g(g65);
    return ufsecp_pubkey_convert(out, 65, g, 65, 0) == UFSECP_OK && out == g &&
           ufsecp_pubkey_convert(out, 65, g.flipped(8 * 64), 65, 0) == UFSECP_PUBKEY_OFF_CURVE;
}

/* (a + b)G and aG + bG arrive by different roads, (a + b + 1)G is another point. */
bool ct_point_eq() {
    const b32 a = sample(1), b = sample(2);
    b32 sum = a;
    u8 both[66];
    b33 q;
    if (!ufsecp_seckey_tweak_add(sum, b)) return false;
    std::memcpy(both, public_key(a), 33), std::memcpy(both + 33, public_key(b), 33);
    if (!ufsecp_pubkey_combine(q, 33, both, 2) || !(q == public_key(sum))) return false;
    return ufsecp_seckey_tweak_add(sum, small(1)) && !(q == public_key(sum));
}

/* A key and its negative: the conditional negation inside must pick the same secret, and with it
 * the same signature. */
bool ct_field_cmov() {
    const b32 key = sample(3);
    b32 negative = key, x1, x2, message = sample(4);
    int odd1 = -1, odd2 = -1;
    b64 sig1, sig2;
    return ufsecp_seckey_negate(negative) && ufsecp_xonly_create(x1, &odd1, key) &&
           ufsecp_xonly_create(x2, &odd2, negative) && x1 == x2 && odd1 + odd2 == 1 &&
           ufsecp_schnorr_sign(sig1, message, 32, key, nullptr) &&
           ufsecp_schnorr_sign(sig2, message, 32, negative, nullptr) && sig1 == sig2 &&
           ufsecp_schnorr_verify(sig1, message, 32, x1);
}

/* P + P through the addition is 2P through the multiplication, and k + k as a secret key. */
bool ct_complete_add_dbl() {
    const b32 k = sample(5);
    const b33 p = public_key(k);
    u8 twice[66];
    std::memcpy(twice, p, 33), std::memcpy(twice + 33, p, 33);
    b33 sum, product, tweaked;
    b32 doubled = k;
    return ufsecp_pubkey_combine(sum, 33, twice, 2) &&
           ufsecp_pubkey_tweak_mul(product, 33, p, 33, small(2)) &&
           ufsecp_pubkey_tweak_add(tweaked, 33, p, 33, k) && ufsecp_seckey_tweak_add(doubled, k) &&
           sum == product && tweaked == product && public_key(doubled) == product;
}

// ---- keys ----

bool seckey_range() {
    return !ufsecp_seckey_verify(b32()) && !ufsecp_seckey_verify(b32(order)) &&
           !ufsecp_seckey_verify(b32(all_ones)) && ufsecp_seckey_verify(small(1)) &&
           ufsecp_seckey_verify(b32(order_minus_1));
}

bool seckey_generate() {
    b32 a, b;
    return ufsecp_seckey_generate(a) && ufsecp_seckey_generate(b) && ufsecp_seckey_verify(a) &&
           ufsecp_seckey_verify(b) && !(a == b);
}

bool pubkey_known() {
    return create_is("aa5e28d6a97a2479a65527f7290311a3624d4cc0fa1578598ee3c2613bf99522",
                     "0434f9460f0e4f08393d192b3c5133a6ba099aa0ad9fd54ebccfacdfa239ff49c6"
                     "0b71ea9bd730fd8923f6d25a7a91e7dd7728a960686cb5a901bb419e0f2ca232");
}

bool pubkey_order_minus_1() {
    b33 negative;
    return ufsecp_pubkey_negate(negative, 33, b33(g33), 33) &&
           public_key(order_minus_1) == negative && negative.b[0] == 3;
}

/* lambda*G is (beta*x, y). */
bool pubkey_endomorphism() {
    return create_is(lambda,
                     "04bcace2e99da01887ab0102b696902325872844067f15e98da7bba04400b88fcb"
                     "483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8");
}

bool pubkey_encodings() {
    for (unsigned i = 0; i < 8; i++) {
        b65 full, back65;
        b33 half, back33;
        if (!ufsecp_pubkey_create(full, 65, sample(i)) ||
            !ufsecp_pubkey_create(half, 33, sample(i)))
            return false;
        if (ufsecp_pubkey_convert(back33, 33, full, 65, 0) != UFSECP_OK || !(back33 == half))
            return false;
        if (ufsecp_pubkey_convert(back65, 65, half, 33, 0) != UFSECP_OK || !(back65 == full))
            return false;
    }
    return true;
}

bool pubkey_hybrid() {
    b65 hybrid(g65), out;  // G.y is even
    hybrid.b[0] = 6;
    if (ufsecp_pubkey_convert(out, 65, hybrid, 65, UFSECP_ALLOW_HYBRID) != UFSECP_OK ||
        !(out == b65(g65)))
        return false;
    if (ufsecp_pubkey_convert(out, 65, hybrid, 65, 0) != UFSECP_PUBKEY_FORMAT) return false;
    hybrid.b[0] = 7;
    return ufsecp_pubkey_convert(out, 65, hybrid, 65, UFSECP_ALLOW_HYBRID) == UFSECP_PUBKEY_FORMAT;
}

ufsecp_status parse33(const char *x, u8 prefix) {
    b33 in, out;
    in.b[0] = prefix;
    std::memcpy(in.b + 1, b32(x), 32);
    return ufsecp_pubkey_convert(out, 33, in, 33, 0);
}

bool pubkey_refused() {
    return parse33(prime, 2) == UFSECP_PUBKEY_RANGE &&
           parse33(all_ones, 3) == UFSECP_PUBKEY_RANGE &&
           parse33("0000000000000000000000000000000000000000000000000000000000000005", 2) ==
               UFSECP_PUBKEY_OFF_CURVE &&
           parse33("0000000000000000000000000000000000000000000000000000000000000001", 2) ==
               UFSECP_OK &&
           parse33("0000000000000000000000000000000000000000000000000000000000000001", 4) ==
               UFSECP_PUBKEY_FORMAT;
}

bool key_negate() {
    b32 k = sample(10);
    b33 p;
    return ufsecp_pubkey_negate(p, 33, public_key(k), 33) && ufsecp_seckey_negate(k) &&
           public_key(k) == p;
}

bool key_tweak_add() {
    for (unsigned i = 0; i < 4; i++) {
        b32 k = sample(20 + i);
        b33 p;
        if (!ufsecp_pubkey_tweak_add(p, 33, public_key(k), 33, sample(30 + i))) return false;
        if (!ufsecp_seckey_tweak_add(k, sample(30 + i)) || !(public_key(k) == p)) return false;
    }
    b32 k = small(9);
    return ufsecp_seckey_tweak_add(k, b32()) && k == small(9);
}

bool key_tweak_mul() {
    for (unsigned i = 0; i < 4; i++) {
        b32 k = sample(40 + i);
        b33 p;
        if (!ufsecp_pubkey_tweak_mul(p, 33, public_key(k), 33, sample(50 + i))) return false;
        if (!ufsecp_seckey_tweak_mul(k, sample(50 + i)) || !(public_key(k) == p)) return false;
    }
    b32 k = small(9);
    return ufsecp_seckey_tweak_mul(k, small(5)) && k == small(45);
}

bool key_tweak_refused() {
    b32 to_zero = small(1), big = small(1), by_zero = small(1);
    b33 p;
    return !ufsecp_seckey_tweak_add(to_zero, b32(order_minus_1)) && to_zero.zero() &&
           !ufsecp_seckey_tweak_add(big, b32(order)) && big.zero() &&
           !ufsecp_seckey_tweak_mul(by_zero, b32()) && by_zero.zero() &&
           !ufsecp_pubkey_tweak_add(p, 33, b33(g33), 33, b32(order_minus_1)) && p.zero();
}

bool key_combine() {
    u8 all[4 * 33];
    for (unsigned i = 0; i < 4; i++) std::memcpy(all + 33 * i, public_key(small(i + 1)), 33);
    b33 sum;
    return ufsecp_pubkey_combine(sum, 33, all, 4) && sum == public_key(small(10));
}

bool key_combine_infinity() {
    u8 both[66];
    b33 sum;
    std::memcpy(both, b33(g33), 33), std::memcpy(both + 33, public_key(order_minus_1), 33);
    return !ufsecp_pubkey_combine(sum, 33, both, 2) && sum.zero();
}

bool key_xonly() {
    for (unsigned i = 0; i < 4; i++) {
        const b33 p = public_key(sample(i));
        b32 x;
        int odd = -1;
        if (!ufsecp_xonly_create(x, &odd, sample(i)) || std::memcmp(x, p.b + 1, 32) != 0 ||
            odd != (p.b[0] & 1))
            return false;
    }
    return true;
}

// ---- hashes ----

bool hash_sha256() {
    return sha256_text("") ==
               b32("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855") &&
           sha256_text("abc") ==
               b32("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad") &&
           sha256_text("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq") ==
               b32("248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1");
}

bool hash_tagged() {
    u8 data[64 + 5] = {0};
    b32 direct;
    const u8 *tag = reinterpret_cast<const u8 *>("BIP0340/challenge");
    ufsecp_sha256(data, tag, 17), std::memcpy(data + 32, data, 32),
        std::memcpy(data + 64, "hello", 5);
    b32 tagged;
    return ufsecp_sha256(direct, data, sizeof data) &&
           ufsecp_tagged_hash(tagged, tag, 17, data + 64, 5) && tagged == direct;
}

bool hash_keccak256() {
    b32 empty, abc;
    ufsecp_keccak256(empty, nullptr, 0),
        ufsecp_keccak256(abc, reinterpret_cast<const u8 *>("abc"), 3);
    return empty == b32("c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470") &&
           abc == b32("4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45");
}

bool hash_ripemd160() {
    bytes<20> empty, abc;
    ufsecp_ripemd160(empty, nullptr, 0),
        ufsecp_ripemd160(abc, reinterpret_cast<const u8 *>("abc"), 3);
    return empty == bytes<20>("9c1185a5c5e9fc54612808977ee8f548b2258d31") &&
           abc == bytes<20>("8eb208f7e05d987a9b044a8e98c6b087f15a0bfc");
}

bool hash_ethereum() {
    bytes<20> address;
    return ufsecp_ethereum_address(address, b33(g33), 33) &&
           address == bytes<20>("7e5f4552091a69125d5dfcb7b8c2659029395bdf");
}

// ---- ECDH and taproot ----

bool ecdh_symmetric() {
    b32 ab, ba;
    return ufsecp_ecdh(ab, public_key(sample(71)), 33, sample(70)) &&
           ufsecp_ecdh(ba, public_key(sample(70)), 33, sample(71)) && ab == ba && !ab.zero();
}

bool ecdh_definition() {
    const b33 p = public_key(sample(71));
    b33 point;
    b32 secret, digest;
    return ufsecp_pubkey_tweak_mul(point, 33, p, 33, sample(70)) &&
           ufsecp_sha256(digest, point, 33) && ufsecp_ecdh(secret, p, 33, sample(70)) &&
           secret == digest;
}

int keep_point(u8 *out, const u8 *x32, const u8 *y32, void *data) {
    out[0] = 4;
    std::memcpy(out + 1, x32, 32), std::memcpy(out + 33, y32, 32);
    ++*static_cast<int *>(data);
    return 1;
}

bool ecdh_custom() {
    const b33 p = public_key(sample(71));
    b65 point, expected;
    int calls = 0;
    return ufsecp_ecdh_custom(point, p, 33, sample(70), keep_point, &calls) && calls == 1 &&
           ufsecp_pubkey_tweak_mul(expected, 65, p, 33, sample(70)) && point == expected;
}

bool ecdh_refused() {
    b32 out = sample(1);
    b33 off_curve;
    off_curve.b[0] = 2, off_curve.b[32] = 5;
    return !ufsecp_ecdh(out, off_curve, 33, sample(70)) && out.zero() &&
           !ufsecp_ecdh(out, b33(g33), 33, b32(order)) && !ufsecp_ecdh(out, b33(g33), 33, b32()) &&
           out.zero();
}

bool taproot_known() {  // BIP-341 wallet test vectors, without and with a script tree
    b32 a, b;
    return ufsecp_taproot_output_key(
               a, nullptr, b32("d6889cb081036e0faefa3a35157ad71086b123b2b144b649798b494c300a961d"),
               nullptr) &&
           a == b32("53a1f6e454df1aa2776a2814a721372d6258050de330b3c6d10ee8f4e0dda343") &&
           ufsecp_taproot_output_key(
               b, nullptr, b32("187791b6f712a8ea41c8ecdd0ee77fab3e85263b37e1ec18a3651926b3a6cf27"),
               b32("5b75adecf53548f3ec6ad7d78383bf84cc57b55a3127c72b9a2481752dd88b21")) &&
           b == b32("147c9c57132f6e7ecddba9800bb0c4449251c92a1e60371ee77557b6620f3ea3");
}

bool taproot_seckey() {
    for (unsigned i = 80; i < 86; i++) {
        b32 x, q, key, qx;
        int parity1 = -1, parity2 = -2;
        const b32 root = sample(90);
        const u8 *tree = i % 2 == 0 ? root.b : nullptr;
        if (!ufsecp_xonly_create(x, nullptr, sample(i)) ||
            !ufsecp_taproot_output_key(q, &parity1, x, tree))
            return false;
        if (!ufsecp_taproot_output_seckey(key, sample(i), tree) ||
            !ufsecp_xonly_create(qx, &parity2, key))
            return false;
        if (!(q == qx) || parity1 != parity2) return false;
    }
    return true;
}

const selftest_check checks[] = {
    {"ct scalar_mul==fast", ct_scalar_mul},
    {"ct generator_mul==fast", ct_generator_mul},
    {"ct k=1", ct_k1},
    {"ct k=2", ct_k2},
    {"ct G on curve", ct_on_curve},
    {"ct point_eq", ct_point_eq},
    {"ct field_cmov", ct_field_cmov},
    {"ct complete_add dbl", ct_complete_add_dbl},
    {"seckey range", seckey_range},
    {"seckey generate", seckey_generate},
    {"pubkey known answer", pubkey_known},
    {"pubkey k=n-1", pubkey_order_minus_1},
    {"pubkey k=lambda", pubkey_endomorphism},
    {"pubkey encodings", pubkey_encodings},
    {"pubkey hybrid encoding", pubkey_hybrid},
    {"pubkey refusals", pubkey_refused},
    {"key negate", key_negate},
    {"key tweak add", key_tweak_add},
    {"key tweak mul", key_tweak_mul},
    {"key tweak refusals", key_tweak_refused},
    {"key combine", key_combine},
    {"key combine to infinity", key_combine_infinity},
    {"key x-only", key_xonly},
    {"sha256 known answers", hash_sha256},
    {"tagged hash definition", hash_tagged},
    {"keccak256 known answers", hash_keccak256},
    {"ripemd160 known answers", hash_ripemd160},
    {"ethereum address", hash_ethereum},
    {"ecdh symmetric", ecdh_symmetric},
    {"ecdh definition", ecdh_definition},
    {"ecdh custom hash", ecdh_custom},
    {"ecdh refusals", ecdh_refused},
    {"taproot output key bip341", taproot_known},
    {"taproot output seckey", taproot_seckey},
};

}  // namespace

const selftest_group selftest_keys = {checks, sizeof checks / sizeof *checks};
