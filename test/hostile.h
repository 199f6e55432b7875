// Hostile input, drawn from a seeded generator or from a fuzzer's bytes: numbers at the borders,
// keys and signatures that are valid or nearly so. The differential tests and the fuzz targets
// share it.
#pragma once
#include <algorithm>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "reference.h"
#include "ufsecp/ufsecp.h"

namespace hostile {

using bytes = std::vector<uint8_t>;
using reference::num;

inline std::string hex(const uint8_t *b, size_t len) {
    std::string r;
    for (size_t i = 0; i < len; i++)
        r += {"0123456789abcdef"[b[i] >> 4], "0123456789abcdef"[b[i] & 15]};
    return r;
}
inline std::string hex(const bytes &b) { return hex(b.data(), b.size()); }

inline bytes to_bytes(const num &a) {
    bytes r(32);
    a.to_bytes(r.data());
    return r;
}
inline bytes operator+(bytes a, const bytes &b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}
inline bytes slice(const bytes &b, size_t from, size_t len) {
    return bytes(b.begin() + static_cast<ptrdiff_t>(from),
                 b.begin() + static_cast<ptrdiff_t>(from + len));
}
inline void put(bytes &b, size_t at, const bytes &what) {
    std::copy(what.begin(), what.end(), b.begin() + static_cast<ptrdiff_t>(at));
}

/* Choices: a fuzzer's bytes as long as they last, then a generator that is seeded by all of them;
 * or only the generator. */
class source {
public:
    explicit source(uint64_t seed) : data_(nullptr), left_(0), random_(seed) {}
    source(const uint8_t *data, size_t size)
        : data_(data), left_(size), random_(hash(data, size)) {}

    uint8_t byte() { return static_cast<uint8_t>(left_ ? (left_--, *data_++) : random_()); }
    /* 0 ... n - 1, n <= 65536 */
    size_t below(size_t n) { return n <= 256 ? byte() % n : (byte() << 8 | byte()) % n; }
    bool one_in(size_t n) { return below(n) == 0; }
    void fill(uint8_t *out, size_t len) {
        for (size_t i = 0; i < len; i++) out[i] = byte();
    }
    bytes string(size_t len) {
        bytes r(len);
        fill(r.data(), len);
        return r;
    }

private:
    static uint64_t hash(const uint8_t *data, size_t size) {
        uint64_t h = 0xcbf29ce484222325u; /* FNV-1a */
        for (size_t i = 0; i < size; i++) h = (h ^ data[i]) * 0x100000001b3u;
        return h;
    }
    const uint8_t *data_;
    size_t left_;
    std::mt19937_64 random_;
};

/* At or next to a border of the field, of the group order or of the bytes; or tiny; or all zeros
 * and ones in long runs. */
inline num border(source &s) {
    const num half = reference::mod_half(num(1), reference::n); /* (n + 1)/2 */
    const num lambda(0x5363AD4CC05C30E0u, 0xA5261C028812645Au, 0x122E22EA20816678u,
                     0xDF02967C1B23BD72u);
    const num borders[] = {num(),
                           reference::n,
                           reference::p,
                           half,
                           reference::minus(reference::p, reference::n),
                           lambda,
                           num::power_of_2(128),
                           num::power_of_2(255)};
    const size_t kind = s.below(std::size(borders) + 1);
    if (kind < std::size(borders)) {
        const num d(s.below(4));
        return s.one_in(2) ? reference::plus(borders[kind], d) : reference::minus(borders[kind], d);
    }
    num r;
    bool one = s.one_in(2);
    for (unsigned k = 0; k < 256; one = !one)
        for (size_t run = 1 + s.below(90); run && k < 256; run--, k++)
            if (one) r.d[k / 32] |= uint32_t(1) << (k % 32);
    return r;
}
/* 32 bytes: mostly random, one in `rare` a border. */
inline bytes number(source &s, size_t rare = 4) {
    return s.one_in(rare) ? to_bytes(border(s)) : s.string(32);
}
/* A number modulo n. */
inline num scalar(source &s, size_t rare = 4) {
    return reference::mod(num::of_bytes(number(s, rare).data()), reference::n);
}
/* A valid secret key. */
inline bytes seckey(source &s, size_t rare = 16) {
    const num k = scalar(s, rare);
    return to_bytes(k.is_zero() ? num(1) : k);
}

/* One number in b changed: a bit, or by a border, n, p, or its negative modulo n. */
inline void spoil_number(source &s, uint8_t *b32) {
    num a = num::of_bytes(b32);
    switch (s.below(8)) {
    case 0: a = reference::plus(a, reference::n); break;
    case 1: a = reference::mod_neg(a, reference::n); break;
    case 2: a = border(s); break;
    case 3: a = reference::plus(a, reference::p); break;
    case 4: a = reference::minus(reference::p, a); break;
    case 5: a = reference::plus(a, num(1)); break;
    default: a.d[s.below(8)] ^= uint32_t(1) << s.below(32); break;
    }
    a.to_bytes(b32);
}

/* A public key in any encoding, valid in most cases; otherwise off the curve, out of range, with a
 * wrong prefix, parity or length. */
inline bytes pubkey_of(const bytes &sk, size_t len) {
    bytes r(len);
    (void)!ufsecp_pubkey_create(r.data(), len, sk.data());
    return r;
}
inline void spoil_pubkey(source &s, bytes &pk) {
    switch (s.below(8)) {
    case 0: pk[0] = static_cast<uint8_t>(s.below(9)); break;
    case 1: pk[0] ^= 1; break;
    case 2: pk.resize(s.below(70)); break;
    case 3: spoil_number(s, pk.data() + (pk.size() == 65 && s.one_in(2) ? 33 : 1)); break;
    case 4: put(pk, 1, to_bytes(border(s))); break;
    case 5: pk[s.below(pk.size())] ^= static_cast<uint8_t>(1 << s.below(8)); break;
    case 6:
        if (pk.size() == 65) pk[0] = static_cast<uint8_t>(6 + s.below(2));
        break;
    default:
        if (pk.size() == 65)
            put(pk, 33,
                to_bytes(reference::minus(reference::p,
                                          num::of_bytes(pk.data() + 33)))); /* -P, perhaps hybrid */
    }
}
inline bytes pubkey(source &s, size_t rare = 4) {
    bytes pk = pubkey_of(seckey(s), s.one_in(2) ? 33 : 65);
    if (pk.size() == 65 && s.one_in(8)) pk[0] = static_cast<uint8_t>(6 + (pk[64] & 1));
    if (s.one_in(rare)) spoil_pubkey(s, pk);
    return pk;
}

struct ecdsa_case {
    bytes sig, msg, pk;
    int recid;
};

/* A signature and its key: signed; or made by choosing r, s and the recovery id and recovering the
 * key, which reaches r + n < p; or one for which u1*G + u2*P is infinity; or with both points equal
 * or opposite.  Then, one in `rare`, spoiled up to twice. */
inline ecdsa_case ecdsa(source &s, size_t rare = 2) {
    ecdsa_case c{bytes(64), number(s, 8), {}, 0};
    const bytes sk = seckey(s);
    const size_t len = s.one_in(2) ? 33 : 65;
    const size_t kind = s.below(8);
    c.pk = pubkey_of(sk, len);
    if (kind < 5) {
        const bytes extra = s.string(32);
        (void)!ufsecp_ecdsa_sign_recoverable(c.sig.data(), &c.recid, c.msg.data(), sk.data(),
                                             s.one_in(8) ? extra.data() : nullptr);
    } else if (kind == 5) {
        put(c.sig, 0, number(s, 4));
        if (s.one_in(2)) std::fill_n(c.sig.begin(), 16, uint8_t(0)); /* r < p - n */
        put(c.sig, 32, number(s, 4));
        c.recid = static_cast<int>(s.below(4));
        if (ufsecp_ecdsa_recover(c.pk.data(), len, c.sig.data(), c.recid, c.msg.data()) !=
            UFSECP_OK)
            c.pk = pubkey_of(sk, len);
    } else { /* h = (t - 1)*r*d: u1*G + u2*P = (u1 + u2*d)*G with u1 = (t - 1)*u2*d, so it is t*u2*P
              */
        const num d = num::of_bytes(sk.data()), r = scalar(s, 8);
        const size_t t = s.below(3); /* infinity, h = 0, both points equal */
        num h = reference::mod_mul(r, d, reference::n);
        if (t == 0) h = reference::mod_neg(h, reference::n);
        if (t == 1) h = num();
        put(c.sig, 0, to_bytes(r));
        put(c.sig, 32, to_bytes(scalar(s, 8)));
        c.msg = to_bytes(h);
        if (t == 2 &&
            s.one_in(2)) { /* make it valid: R = 2*u2*d*G for a chosen u2, then s = r/u2 */
            const num u2(1 + s.below(200));
            const num k =
                reference::mod_mul(reference::mod_add(u2, u2, reference::n), d, reference::n);
            const bytes point = pubkey_of(to_bytes(k), 65);
            const num x = reference::mod(num::of_bytes(point.data() + 1), reference::n);
            put(c.sig, 0, to_bytes(x));
            put(c.sig, 32,
                to_bytes(
                    reference::mod_mul(x, reference::mod_inv(u2, reference::n), reference::n)));
            c.msg = to_bytes(reference::mod_mul(x, d, reference::n));
            c.recid = point[64] & 1;
        }
    }
    if (s.one_in(rare))
        for (size_t i = 1 + s.below(2); i > 0; i--) switch (s.below(8)) {
            case 0: c.msg[s.below(32)] ^= static_cast<uint8_t>(1 << s.below(8)); break;
            case 1: spoil_number(s, c.msg.data()); break;
            case 2: std::swap_ranges(c.sig.begin(), c.sig.begin() + 32, c.sig.begin() + 32); break;
            case 3:
                if (c.pk.size() == 33 || c.pk.size() == 65) spoil_pubkey(s, c.pk);
                break;
            case 4: c.recid = static_cast<int>(s.below(4)); break;
            case 5:
                put(c.sig, 32,
                    to_bytes(reference::mod_neg(num::of_bytes(c.sig.data() + 32), reference::n))),
                    c.recid ^= 1;
                break;
            default: spoil_number(s, c.sig.data() + 32 * s.below(2));
            }
    return c;
}

struct schnorr_case {
    bytes sig, msg, pk; /* pk: 32 bytes */
};

/* e of BIP-340, from R.x || P.x || msg. */
inline num challenge(const bytes &rx, const bytes &px, const bytes &msg) {
    static const char tag[] = "BIP0340/challenge";
    const bytes all = rx + px + msg;
    uint8_t e[32];
    ufsecp_tagged_hash(e, reinterpret_cast<const uint8_t *>(tag), sizeof tag - 1, all.data(),
                       all.size());
    return reference::mod(num::of_bytes(e), reference::n);
}

/* What must not pass for a signature of msg by sk: R = s G - e P is infinity, and its x is said to
 * be 0, which is what infinity has where it is written as (0, 0). */
inline bytes infinite_schnorr(const bytes &sk, const bytes &msg) {
    bytes pk(32), sig(64);
    int odd = 0;
    (void)!ufsecp_xonly_create(pk.data(), &odd, sk.data());
    const num d = num::of_bytes(sk.data());
    put(sig, 32,
        to_bytes(reference::mod_mul(challenge(slice(sig, 0, 32), pk, msg),
                                    odd ? reference::mod_neg(d, reference::n) : d, reference::n)));
    return sig;
}

/* A signature and its key: signed; or made by hand with any nonce, valid only if R.y happens to be
 * even; or one whose R is infinity.  Then, one in `rare`, spoiled up to twice. */
inline schnorr_case schnorr(source &s, size_t rare = 2) {
    schnorr_case c{bytes(64), s.string(s.one_in(4) ? s.below(200) : 32), bytes(32)};
    const bytes sk = seckey(s), aux = s.string(32);
    int odd = 0;
    (void)!ufsecp_xonly_create(c.pk.data(), &odd, sk.data());
    const size_t kind = s.below(8);
    if (kind < 5) {
        (void)!ufsecp_schnorr_sign(c.sig.data(), c.msg.data(), c.msg.size(), sk.data(), aux.data());
    } else {
        const num d0 = num::of_bytes(sk.data()),
                  d = odd ? reference::mod_neg(d0, reference::n) : d0;
        const bytes nonce = seckey(s);
        const bytes rx = kind == 7 ? number(s) : slice(pubkey_of(nonce, 33), 1, 32);
        const num ed = reference::mod_mul(challenge(rx, c.pk, c.msg), d, reference::n);
        put(c.sig, 0, rx);
        put(c.sig, 32,
            to_bytes(kind == 7
                         ? ed
                         : reference::mod_add(num::of_bytes(nonce.data()), ed, reference::n)));
    }
    if (s.one_in(rare))
        for (size_t i = 1 + s.below(2); i > 0; i--) switch (s.below(6)) {
            case 0:
                if (!c.msg.empty())
                    c.msg[s.below(c.msg.size())] ^= static_cast<uint8_t>(1 << s.below(8));
                else c.msg = {0};
                break;
            case 1: spoil_number(s, c.pk.data()); break;
            case 2: std::swap_ranges(c.sig.begin(), c.sig.begin() + 32, c.sig.begin() + 32); break;
            default: spoil_number(s, c.sig.data() + 32 * s.below(2));
            }
    return c;
}

/* An ASN.1 integer, or nearly: the contents and the length are those of a strict encoding, of a lax
 * one, or wrong. */
inline bytes der_int(source &s, const bytes &value, bool wild) {
    bytes v = value;
    while (v.size() > 1 && v[0] == 0) v.erase(v.begin());
    if (v[0] & 0x80 && !(wild && s.one_in(4))) v.insert(v.begin(), 0);
    if (wild && s.one_in(4)) v.insert(v.begin(), s.below(6), uint8_t(0));
    if (wild && s.one_in(16)) v.clear();
    if (wild && s.one_in(16)) v = s.string(s.below(40)) + v;
    bytes length = {static_cast<uint8_t>(v.size())};
    if (wild && s.one_in(4)) {
        length = bytes(s.below(9), uint8_t(0)) + length;
        length.insert(length.begin(),
                      static_cast<uint8_t>(0x80 + length.size() + (s.one_in(8) ? s.below(3) : 0)));
    }
    return bytes{static_cast<uint8_t>(wild && s.one_in(16) ? s.byte() : 2)} + length + v;
}
/* A DER signature: strict, lax, or broken. */
inline bytes der(source &s) {
    if (s.one_in(32)) return s.string(s.below(100));
    const bool wild = s.one_in(2);
    bytes body = der_int(s, number(s, 3), wild), end = der_int(s, number(s, 3), wild);
    body = body + end;
    if (wild && s.one_in(8)) body = body + s.string(s.below(4));
    bytes length = {static_cast<uint8_t>(body.size() + (wild && s.one_in(8) ? s.below(3) : 0))};
    if (wild && s.one_in(4)) {
        length = s.string(s.below(4)) + length;
        length.insert(length.begin(), static_cast<uint8_t>(0x80 + length.size()));
    }
    bytes r = bytes{0x30} + length + body;
    if (s.one_in(3)) r[s.below(r.size())] ^= static_cast<uint8_t>(1 << s.below(8));
    if (s.one_in(8)) r.resize(s.below(r.size() + 1));
    return r;
}

/* BIP-66 without the hash-type byte, rule by rule as the text has them, and r and s below 2^256:
 * their 64 bytes, or nothing. */
inline bytes strict_der(const bytes &d) {
    const size_t len = d.size();
    if (len < 8 || len > 72 || d[0] != 0x30 || d[1] != len - 2) return {};
    const size_t r_len = d[3];
    if (r_len + 5 >= len) return {};
    const size_t s_len = d[5 + r_len];
    if (r_len + s_len + 6 != len) return {};
    bytes out(64);
    const size_t at[2] = {2, 4 + r_len}, size[2] = {r_len, s_len};
    for (size_t i = 0; i < 2; i++) {
        const size_t v = at[i] + 2;
        if (d[at[i]] != 2 || size[i] == 0 || d[v] & 0x80) return {};
        if (size[i] > 1 && d[v] == 0 && !(d[v + 1] & 0x80)) return {};
        const size_t zeros = d[v] == 0;
        if (size[i] - zeros > 32) return {};
        std::copy_n(d.begin() + static_cast<ptrdiff_t>(v + zeros), size[i] - zeros,
                    out.begin() + static_cast<ptrdiff_t>(32 * i + 32 - (size[i] - zeros)));
    }
    return out;
}

/* The engines that this CPU can run, the default first. */
inline const std::vector<std::string> &engines() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> r;
        int supported;
        for (size_t i = 0; const char *name = ufsecp_engine_at(i, &supported); i++)
            if (supported) r.push_back(name);
        return r;
    }();
    return names;
}

}  // namespace hostile
