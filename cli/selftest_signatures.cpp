// Self-tests of ECDSA (RFC 6979, BIP-66, BIP-146, recovery) and Schnorr signatures (BIP-340).
#include "selftest.h"
#include "selftest_tools.h"

using namespace selftest;

namespace {

// ---- ECDSA ----

bool ecdsa_rfc6979() {
    static const struct {
        const char *key, *message, *sig;
    } vectors[] = {
        {"0000000000000000000000000000000000000000000000000000000000000001", "Satoshi Nakamoto",
         "934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8"
         "2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5"},
        {"0000000000000000000000000000000000000000000000000000000000000001",
         "All those moments will be lost in time, like tears in rain. Time to die...",
         "8600dbd41e348fe5c9465ab92d23e3db8b98b873beecd930736488696438cb6b"
         "547fe64427496db33bf66019dacbf0039c04199abb0122918601db38a72cfc21"},
        {order_minus_1, "Satoshi Nakamoto",
         "fd567d121db66e382991534ada77a6bd3106f0a1098c231e47993447cd6af2d0"
         "6b39cd0eb1bc8603e159ef5c20a5c8ad685a45b06ce9bebed3f153d10d93bed5"},
    };
    for (const auto &v : vectors) {
        b64 sig;
        if (!ufsecp_ecdsa_sign(sig, sha256_text(v.message), b32(v.key), nullptr) ||
            !(sig == b64(v.sig)))
            return false;
    }
    return true;
}

bool ecdsa_round_trip() {
    for (unsigned i = 0; i < 8; i++) {
        const signed_message m(i);
        b65 full;
        if (m.check() != UFSECP_OK || m.check(UFSECP_LOW_S) != UFSECP_OK) return false;
        if (!ufsecp_ecdsa_verify(m.sig, m.message, m.pubkey, 33, UFSECP_LOW_S)) return false;
        if (ufsecp_pubkey_convert(full, 65, m.pubkey, 33, 0) != UFSECP_OK) return false;
        if (!ufsecp_ecdsa_verify(m.sig, m.message, full, 65, 0)) return false;
    }
    return true;
}

bool ecdsa_sign_low_s() {
    for (unsigned i = 0; i < 16; i++)
        if (std::memcmp(signed_message(i).sig.b + 32, b32(half_order), 32) > 0) return false;
    return true;
}

bool ecdsa_sign_extra() {
    const signed_message m(1);
    b64 sig, again;
    return ufsecp_ecdsa_sign(sig, m.message, m.key, sample(9)) &&
           ufsecp_ecdsa_sign(again, m.message, m.key, sample(9)) && sig == again &&
           !(sig == m.sig) && ufsecp_ecdsa_verify(sig, m.message, m.pubkey, 33, 0);
}

bool ecdsa_bit_flips() {
    const signed_message m(2);
    for (std::size_t bit = 0; bit < 512; bit += 7)
        if (ufsecp_ecdsa_verify(m.sig.flipped(bit), m.message, m.pubkey, 33, 0)) return false;
    for (std::size_t bit = 0; bit < 256; bit += 7)
        if (ufsecp_ecdsa_verify(m.sig, m.message.flipped(bit), m.pubkey, 33, 0)) return false;
    return ufsecp_ecdsa_check(m.sig, m.message.flipped(0), m.pubkey, 33, 0) == UFSECP_BAD_SIGNATURE;
}

ufsecp_status check_with(const char *r, const char *s) {
    signed_message m(3);
    if (*r != 0) std::memcpy(m.sig.b, b32(r), 32);
    if (*s != 0) std::memcpy(m.sig.b + 32, b32(s), 32);
    return m.check();
}

bool ecdsa_ranges() {
    const char *const zero = "0000000000000000000000000000000000000000000000000000000000000000";
    return check_with(zero, "") == UFSECP_R_ZERO && check_with(order, "") == UFSECP_R_RANGE &&
           check_with(all_ones, "") == UFSECP_R_RANGE && check_with("", zero) == UFSECP_S_ZERO &&
           check_with("", order) == UFSECP_S_RANGE && check_with("", all_ones) == UFSECP_S_RANGE &&
           check_with(order_minus_1, "") == UFSECP_BAD_SIGNATURE && check_with("", "") == UFSECP_OK;
}

/* n - s is as valid, unless low s is asked for; normalising brings s back. */
bool ecdsa_high_s() {
    signed_message m(4);
    const b64 low = m.sig;
    b32 s;
    int was_high = -1;
    std::memcpy(s, m.sig.b + 32, 32);
    if (!ufsecp_seckey_negate(s)) return false;
    std::memcpy(m.sig.b + 32, s, 32);
    return m.check() == UFSECP_OK && m.check(UFSECP_LOW_S) == UFSECP_S_HIGH &&
           ufsecp_ecdsa_sig_normalize(m.sig, &was_high) && was_high == 1 && m.sig == low &&
           ufsecp_ecdsa_sig_normalize(m.sig, &was_high) && was_high == 0 && m.sig == low;
}

/* An input of Bitcoin block 277,647. */
bool ecdsa_main_chain() {
    return ufsecp_ecdsa_verify(
               b64("87bf94defdfe151b3f4815e9b1bfc4c2dca64c11cded71d7f1cac010fea72e1c"
                   "bbf427c381c3cc76f7baf666984749ee2e923bf397e5cdab92095c16d4ba8a09"),
               b32("f35a291a0a6fc85f830fc6d19c700e61442d93ea2b3451d6dd245629f1e11267"),
               b33("024ff5cb65c1a957e62d801a0ab46f31c92a4ef88e972d6cef4607c543e668284b"), 33,
               0) == 1;
}

bool ecdsa_recover() {
    bool seen[2] = {false, false};
    for (unsigned i = 0; i < 16; i++) {
        const signed_message m(i);
        b33 p;
        if (ufsecp_ecdsa_recover(p, 33, m.sig, m.recid, m.message) != UFSECP_OK || !(p == m.pubkey))
            return false;
        if (ufsecp_ecdsa_recover(p, 33, m.sig, m.recid ^ 1, m.message) == UFSECP_OK &&
            p == m.pubkey)
            return false;
        seen[m.recid & 1] = true;
    }
    return seen[0] && seen[1];
}

bool ecdsa_recover_refused() {
    const signed_message m(1);
    b33 p;
    b64 no_point = m.sig;  // r = 5 is no x coordinate
    std::memcpy(no_point.b, small(5), 32);
    return ufsecp_ecdsa_recover(p, 33, m.sig, 4, m.message) == UFSECP_RECID && p.zero() &&
           ufsecp_ecdsa_recover(p, 33, m.sig, -1, m.message) == UFSECP_RECID &&
           ufsecp_ecdsa_recover(p, 33, m.sig, 2, m.message) == UFSECP_RECID &&
           ufsecp_ecdsa_recover(p, 33, no_point, 0, m.message) == UFSECP_NO_POINT && p.zero();
}

bool der_round_trip() {
    for (unsigned i = 0; i < 16; i++) {
        const signed_message m(i);
        u8 der[72];
        std::size_t n = sizeof der;
        b64 back, lax;
        if (!ufsecp_ecdsa_sig_serialize_der(der, &n, m.sig) || n < 8 || n > 72) return false;
        if (!ufsecp_ecdsa_sig_parse_der(back, der, n) || !(back == m.sig)) return false;
        if (!ufsecp_ecdsa_sig_parse_der_lax(lax, der, n) || !(lax == m.sig)) return false;
    }
    return true;
}

bool der_known() {
    b64 sig, expected;
    expected.b[31] = 1, expected.b[62] = 0x80;  // r = 1, s = 0x8000
    const u8 der[] = {0x30, 0x08, 0x02, 0x01, 0x01, 0x02, 0x03, 0x00, 0x80, 0x00};
    u8 out[72];
    std::size_t n = sizeof out;
    return ufsecp_ecdsa_sig_parse_der(sig, der, sizeof der) && sig == expected &&
           ufsecp_ecdsa_sig_serialize_der(out, &n, sig) && n == sizeof der &&
           std::memcmp(out, der, n) == 0;
}

bool der_refused() {
    const u8 trailing[] = {0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01, 0x01, 0x00};
    const u8 negative[] = {0x30, 0x06, 0x02, 0x01, 0x81, 0x02, 0x01, 0x01};
    const u8 padded[] = {0x30, 0x07, 0x02, 0x02, 0x00, 0x01, 0x02, 0x01, 0x01};
    const u8 long_form[] = {0x30, 0x81, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01, 0x01};
    const u8 cut[] = {0x30, 0x06, 0x02, 0x01, 0x01, 0x02, 0x01};
    b64 sig;
    return !ufsecp_ecdsa_sig_parse_der(sig, trailing, sizeof trailing) &&
           !ufsecp_ecdsa_sig_parse_der(sig, negative, sizeof negative) &&
           !ufsecp_ecdsa_sig_parse_der(sig, padded, sizeof padded) &&
           !ufsecp_ecdsa_sig_parse_der(sig, long_form, sizeof long_form) &&
           !ufsecp_ecdsa_sig_parse_der(sig, cut, sizeof cut) && sig.zero();
}

// ---- Schnorr ----

const struct {
    const char *key, *pubkey, *aux, *message, *sig;
} bip340[] = {
    // BIP-340 test vectors 0 to 4
    {"0000000000000000000000000000000000000000000000000000000000000003",
     "f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9",
     "0000000000000000000000000000000000000000000000000000000000000000",
     "0000000000000000000000000000000000000000000000000000000000000000",
     "e907831f80848d1069a5371b402410364bdf1c5f8307b0084c55f1ce2dca8215"
     "25f66a4a85ea8b71e482a74f382d2ce5ebeee8fdb2172f477df4900d310536c0"},
    {"b7e151628aed2a6abf7158809cf4f3c762e7160f38b4da56a784d9045190cfef",
     "dff1d77f2a671c5f36183726db2341be58feae1da2deced843240f7b502ba659",
     "0000000000000000000000000000000000000000000000000000000000000001",
     "243f6a8885a308d313198a2e03707344a4093822299f31d0082efa98ec4e6c89",
     "6896bd60eeae296db48a229ff71dfe071bde413e6d43f917dc8dcf8c78de3341"
     "8906d11ac976abccb20b091292bff4ea897efcb639ea871cfa95f6de339e4b0a"},
    {"c90fdaa22168c234c4c6628b80dc1cd129024e088a67cc74020bbea63b14e5c9",
     "dd308afec5777e13121fa72b9cc1b7cc0139715309b086c960e18fd969774eb8",
     "c87aa53824b4d7ae2eb035a2b5bbbccc080e76cdc6d1692c4b0b62d798e6d906",
     "7e2d58d8b3bcdf1abadec7829054f90dda9805aab56c77333024b9d0a508b75c",
     "5831aaeed7b44bb74e5eab94ba9d4294c49bcf2a60728d8b4c200f50dd313c1b"
     "ab745879a5ad954a72c45a91c3a51d3c7adea98d82f8481e0e1e03674a6f3fb7"},
    {"0b432b2677937381aef05bb02a66ecd012773062cf3fa2549e44f58ed2401710",
     "25d1dff95105f5253c4022f628a996ad3a0d95fbf21d468a1b33f8c160d8f517",
     "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
     "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
     "7eb0509757e246f19449885651611cb965ecc1a187dd51b64fda1edc9637d5ec"
     "97582b9cb13db3933705b32ba982af5af25fd78881ebb32771fc5922efc66ea3"},
    {nullptr, "d69c3509bb99e412e68b0fe8544e72837dfa30746d8be2aa65975f29d22dc7b9", nullptr,
     "4df3c3f68fcc83b27e9d42c90431a72499f17875c81a599b566c9889b9696703",
     "00000000000000000000003b78ce563f89a0ed9414f5aa28ad0d96d6795f9c63"
     "76afb1548af603b3eb45c9f8207dee1060cb71c04e80f593060b07d28308d7f4"},
};

bool schnorr_sign_vectors() {
    for (const auto &v : bip340) {
        b64 sig;
        b32 x;
        if (v.key == nullptr) continue;
        if (!ufsecp_xonly_create(x, nullptr, b32(v.key)) || !(x == b32(v.pubkey))) return false;
        if (!ufsecp_schnorr_sign(sig, b32(v.message), 32, b32(v.key), b32(v.aux)) ||
            !(sig == b64(v.sig)))
            return false;
    }
    return true;
}

bool schnorr_verify_vectors() {
    for (const auto &v : bip340) {
        if (!ufsecp_schnorr_verify(b64(v.sig), b32(v.message), 32, b32(v.pubkey))) return false;
        if (ufsecp_schnorr_verify(b64(v.sig), b32(v.message).flipped(5), 32, b32(v.pubkey)))
            return false;
    }
    return true;
}

bool schnorr_refused() {
    const b32 x(bip340[0].pubkey), message(bip340[0].message);
    const b64 good(bip340[0].sig);
    b64 r_big = good, s_big = good;
    std::memcpy(r_big.b, b32(prime), 32), std::memcpy(s_big.b + 32, b32(order), 32);
    return ufsecp_schnorr_check(r_big, message, 32, x) == UFSECP_R_RANGE &&
           ufsecp_schnorr_check(s_big, message, 32, x) == UFSECP_S_RANGE &&
           ufsecp_schnorr_check(good, message, 32, small(5)) == UFSECP_PUBKEY_OFF_CURVE &&
           ufsecp_schnorr_check(good, message, 32, b32(prime)) == UFSECP_PUBKEY_RANGE &&
           ufsecp_schnorr_check(good.flipped(300), message, 32, x) == UFSECP_BAD_SIGNATURE &&
           ufsecp_schnorr_check(good, message, 32, x) == UFSECP_OK;
}

bool schnorr_lengths() {
    u8 message[200];
    const b32 key = sample(60);
    b32 x;
    for (std::size_t i = 0; i < sizeof message; i++) message[i] = (u8)(i * 7);
    if (!ufsecp_xonly_create(x, nullptr, key)) return false;
    for (std::size_t n : {0u, 1u, 17u, 31u, 33u, 55u, 64u, 100u, 199u}) {
        b64 sig;
        if (!ufsecp_schnorr_sign(sig, message, n, key, nullptr) ||
            !ufsecp_schnorr_verify(sig, message, n, x))
            return false;
        if (ufsecp_schnorr_verify(sig, message, n + 1, x)) return false;
    }
    return true;
}

const selftest_check checks[] = {
    {"ecdsa rfc6979 known answers", ecdsa_rfc6979},
    {"ecdsa sign and verify", ecdsa_round_trip},
    {"ecdsa sign low s", ecdsa_sign_low_s},
    {"ecdsa sign extra data", ecdsa_sign_extra},
    {"ecdsa bit flips", ecdsa_bit_flips},
    {"ecdsa r and s ranges", ecdsa_ranges},
    {"ecdsa high s", ecdsa_high_s},
    {"ecdsa main chain signature", ecdsa_main_chain},
    {"ecdsa recover", ecdsa_recover},
    {"ecdsa recover refusals", ecdsa_recover_refused},
    {"der round trip", der_round_trip},
    {"der known answer", der_known},
    {"der refusals", der_refused},
    {"schnorr sign bip340", schnorr_sign_vectors},
    {"schnorr verify bip340", schnorr_verify_vectors},
    {"schnorr refusals", schnorr_refused},
    {"schnorr message lengths", schnorr_lengths},
};

}  // namespace

const selftest_group selftest_signatures = {checks, sizeof checks / sizeof *checks};
