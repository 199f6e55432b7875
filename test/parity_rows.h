// The rows that the parity test of the batches is made of: good ones, hostile ones of every kind,
// and all products of special numbers.
#pragma once
#include <array>
#include <utility>

#include "hostile.h"
#include "lane_steps.h"

namespace parity {

using namespace hostile;

/* A row of a batch call, all its arrays side by side; what is known of its verdict beforehand. */
enum verdict { bad, good, unknown };
struct row {
    std::string name;
    bytes data;
    verdict expected;
};
using rows = std::vector<row>;

/* ---- Numbers ---- */

struct named {
    std::string name;
    num value;
};

inline const num order = reference::n, prime = reference::p;
inline const num lambda(0x5363AD4CC05C30E0u, 0xA5261C028812645Au, 0x122E22EA20816678u,
                        0xDF02967C1B23BD72u);
inline num add(const num &a, const num &b) { return reference::mod_add(a, b, order); }
inline num mul(const num &a, const num &b) { return reference::mod_mul(a, b, order); }
inline num neg(const num &a) { return reference::mod_neg(a, order); }
inline num inverse(const num &a) {
    static std::vector<std::pair<num, num>> known;
    const auto found =
        std::find_if(known.begin(), known.end(), [&](const auto &k) { return k.first == a; });
    if (found != known.end()) return found->second;
    known.push_back({a, reference::mod_inv(a, order)});
    return known.back().second;
}
inline bool is_high(const num &s) { return s > neg(s) && s < order; }
inline num number_at(const bytes &b, size_t at) { return num::of_bytes(b.data() + at); }

/* Scalars from 1 to n - 1 at which splitting, recoding and addition have their borders. */
inline const std::vector<named> &special_scalars() {
    const num half = reference::mod_half(num(1), order); /* (n + 1)/2 */
    static const std::vector<named> r = {{"1", 1},
                                         {"2", 2},
                                         {"3", 3},
                                         {"n-1", neg(1)},
                                         {"n-2", neg(2)},
                                         {"lambda", lambda},
                                         {"lambda+1", add(lambda, 1)},
                                         {"lambda-1", add(lambda, neg(1))},
                                         {"-lambda", neg(lambda)},
                                         {"lambda^2", mul(lambda, lambda)},
                                         {"2^128", num::power_of_2(128)},
                                         {"2^127-1", reference::minus(num::power_of_2(127), 1)},
                                         {"2^127+1", reference::plus(num::power_of_2(127), 1)},
                                         {"(n-1)/2", neg(half)},
                                         {"(n+1)/2", half},
                                         {"2^255", num::power_of_2(255)}};
    return r;
}
/* 32-byte numbers that are no scalars; zero is one for some calls. */
inline const std::vector<named> &large_numbers() {
    static const std::vector<named> r = {{"n", order},
                                         {"n+1", reference::plus(order, 1)},
                                         {"p", prime},
                                         {"2^256-1", reference::minus(num(), 1)}};
    return r;
}
/* Keys by their secret: G, -G, their images under lambda, small multiples of G. */
inline const std::vector<named> &special_keys() {
    static const std::vector<named> r = [] {
        std::vector<named> k = {{"-G", neg(1)},
                                {"lambda*G", lambda},
                                {"-lambda*G", neg(lambda)},
                                {"lambda^2*G", mul(lambda, lambda)},
                                {"-lambda^2*G", neg(mul(lambda, lambda))},
                                {"G/2", inverse(2)},
                                {"2^128*G", num::power_of_2(128)}};
        for (unsigned i = 1; i <= 16; i++) k.push_back({std::to_string(i) + "*G", i});
        return k;
    }();
    return r;
}

/* ---- Public keys ---- */

/* k*G in 65 bytes; zeros for k = 0. */
inline bytes times_g(const num &k) { return pubkey_of(to_bytes(k), 65); }
inline bytes key33(const num &secret) { return pubkey_of(to_bytes(secret), 33); }

/* 33 bytes that are no key: of wrong prefix, out of range, off the curve. */
inline rows bad_keys() {
    rows r;
    const bytes x = slice(key33(num(77)), 1, 32);
    for (unsigned prefix : {0, 1, 4, 5, 6, 7, 0x12, 0x82, 255})
        r.push_back(
            {"prefix " + std::to_string(prefix), bytes{static_cast<uint8_t>(prefix)} + x, bad});
    for (uint8_t prefix : {2, 3}) {
        for (const num &v :
             {num(), num(5), prime, reference::plus(prime, 1), reference::minus(num(), 1)})
            r.push_back({"x = " + hex(to_bytes(v)), bytes{prefix} + to_bytes(v), bad});
        for (const num &v :
             {num(1), reference::minus(prime, 1), order, reference::minus(prime, order)})
            r.push_back({"x = " + hex(to_bytes(v)), bytes{prefix} + to_bytes(v), unknown});
    }
    r.push_back({"zeros", bytes(33), bad});
    return r;
}
inline rows special_key_rows() {
    rows r;
    for (const named &d : special_keys()) r.push_back({d.name, key33(d.value), good});
    return r;
}

/* b with `what` at `at`. */
inline bytes with(bytes b, size_t at, const bytes &what) {
    put(b, at, what);
    return b;
}
inline bytes flipped(source &s, bytes b, size_t at, size_t len) {
    b[at + s.below(len)] ^= static_cast<uint8_t>(1 << s.below(8));
    return b;
}

/* ---- Sums that lanes cannot add (lane_steps.h) ---- */

/* a P + b G with P = t G. */
struct steered {
    std::string name;
    num a, b, t;
};
/* Of both kinds at the additions for b: the first two, one amid, the last two. */
inline std::vector<steered> steered_sums(source &s) {
    std::vector<steered> r;
    for (int place = 0; place < 5; place++)
        for (bool opposite : {false, true}) {
            const num a = scalar(s, 1000), b = scalar(s, 1000);
            const std::vector<lane_steps::step> steps = lane_steps::comb_steps(b);
            const size_t n = steps.size(),
                         at = std::array<size_t, 5>{0, 1, n / 2, n - 2,
                                                    n - 1}[static_cast<size_t>(place)];
            const std::string name =
                std::to_string(at + 1) + " of " + std::to_string(n) + " additions of G";
            r.push_back({(opposite ? "a cancellation at " : "a doubling at ") + name, a, b,
                         lane_steps::meeting(a, steps[at], opposite)});
        }
    return r;
}
/* A doubling at the last addition of a P, for each digit that can be the last. */
inline std::vector<steered> steered_products(source &s) {
    std::vector<steered> r;
    for (const num &a : lane_steps::product_doublings())
        r.push_back({"a doubling at the last digit", a, scalar(s, 1000), scalar(s, 1000)});
    return r;
}
/* All of them, and b at whose last addition b G alone is doubled. */
inline std::vector<steered> all_steered(source &s) {
    std::vector<steered> r = steered_sums(s);
    for (const steered &c : steered_products(s)) r.push_back(c);
    for (const num &b : lane_steps::comb_doublings_of_parts())
        r.push_back(
            {"a doubling at the last sum of the comb", scalar(s, 1000), b, scalar(s, 1000)});
    return r;
}

/* ---- Sums u1*G + u2*P with P = k*G: the row of a call, from its name, u1, u2 and k ---- */

using sum_row = row (*)(const std::string &, const num &, const num &, const num &);
inline void push_exceptional_sums(rows &to, source &s, sum_row sum) {
    for (int i = 0; i < 4; i++) {
        const num u = scalar(s, 1000), k = scalar(s, 1000);
        to.push_back(sum("summands cancel", neg(mul(u, k)), u, k));
        to.push_back(sum("summands are equal", mul(u, k), u, k));
        to.push_back(sum("u1 = 0", num(), u, k));
        to.push_back(sum("u2 = 1", u, num(1), k));
    }
}
/* u1, u2 and P special, all together. */
inline rows special_sums(sum_row sum) {
    rows r;
    std::vector<named> u1s = special_scalars();
    u1s.push_back({"0", num()});
    for (const named &u1 : u1s)
        for (const named &u2 : special_scalars())
            for (size_t i = 0; i < special_keys().size(); i += 3) {
                const named &k = special_keys()[i];
                r.push_back(sum(u1.name + " * G + " + u2.name + " * (" + k.name + ")", u1.value,
                                u2.value, k.value));
            }
    return r;
}

/* ---- ECDSA verification: 32 hash | 33 key | 64 r||s ---- */

/* u1*G + u2*P is what the verifier forms: both scalars and P = d*G are chosen, r is made to fit; u2
 * is not 0. */
inline row ecdsa_sum(const std::string &name, const num &u1, const num &u2, const num &d) {
    const num k = add(u1, mul(u2, d));
    num r = k.is_zero() ? num(12345) : reference::mod(number_at(times_g(k), 1), order);
    const num s = mul(r, inverse(u2));
    return {name, to_bytes(mul(u1, s)) + key33(d) + to_bytes(r) + to_bytes(s),
            k.is_zero() ? bad : good};
}
/* A signature with a chosen r, s and hash: the key is the recovered one.  Nothing where there is
 * none.  And bad ones, if r or s is small enough for it and n to be a number of 32 bytes. */
inline void push_recovered(rows &to, const std::string &name, const num &hash, const num &r,
                           const num &s, int recid) {
    const bytes sig = to_bytes(r) + to_bytes(s), msg = to_bytes(hash);
    bytes pk(33);
    if (ufsecp_ecdsa_recover(pk.data(), 33, sig.data(), recid, msg.data()) != UFSECP_OK) return;
    to.push_back({name, msg + pk + sig, good});
    const num room = reference::minus(num(), order);
    if (r < room)
        to.push_back({name + ", n more in r",
                      with(msg + pk + sig, 65, to_bytes(reference::plus(r, order))), bad});
    if (s < room)
        to.push_back({name + ", n more in s",
                      with(msg + pk + sig, 97, to_bytes(reference::plus(s, order))), bad});
}
/* a P + b G for any key. */
inline bytes key_sum(const num &a, const bytes &key, const num &b) {
    bytes r(33);
    (void)!ufsecp_pubkey_tweak_mul(r.data(), 33, key.data(), 33, to_bytes(a).data());
    (void)!ufsecp_pubkey_tweak_add(r.data(), 33, r.data(), 33, to_bytes(b).data());
    return r;
}
/* Good signatures by the key with x = 1, whose secret nobody knows, and the same by x = p + 1; and
 * r for which r + n is x of R only modulo p. */
inline void push_beyond_p(rows &to, const num &u1, const num &u2) {
    const bytes one = bytes{2} + to_bytes(num(1)),
                p_and_one = bytes{2} + to_bytes(reference::plus(prime, 1));
    const num r = reference::mod(number_at(key_sum(u2, one, u1), 1), order),
              s = mul(r, inverse(u2)), h = mul(u1, s);
    to.push_back({"key x = 1", to_bytes(h) + one + to_bytes(r) + to_bytes(s), good});
    to.push_back({"key x = 1 + p", to_bytes(h) + p_and_one + to_bytes(r) + to_bytes(s), bad});
    const num beyond = add(r, reference::minus(num(), order)),
              other_s = mul(beyond, inverse(u2)); /* r + n is x(R) modulo 2^256 */
    to.push_back({"x(R) = r + n - 2^256",
                  to_bytes(mul(u1, other_s)) + one + to_bytes(beyond) + to_bytes(other_s), bad});
    for (const num &wrapped : {num(1), reference::plus(reference::minus(prime, order), 1)}) {
        const num over = inverse(wrapped);
        const bytes key = key_sum(mul(s, over), one, neg(mul(h, over)));
        to.push_back({"x(R) = 1, r = " + hex(to_bytes(wrapped)),
                      to_bytes(h) + key + to_bytes(wrapped) + to_bytes(s),
                      wrapped == num(1) ? good : bad});
    }
}
inline bytes good_ecdsa(source &s, const bytes &msg, const num &d) {
    bytes sig(64);
    const bytes sk = to_bytes(d);
    (void)!ufsecp_ecdsa_sign(sig.data(), msg.data(), sk.data(), nullptr);
    if (s.one_in(8))
        put(sig, 32,
            to_bytes(neg(number_at(sig, 32)))); /* high s: good where that is not asked about */
    return msg + key33(d) + sig;
}
inline bytes good_ecdsa(source &s) {
    return good_ecdsa(s, s.string(32), num::of_bytes(seckey(s, 1000).data()));
}

inline rows hostile_ecdsa(source &s) {
    rows r;
    const size_t part[][2] = {{0, 32}, {32, 1}, {33, 32}, {65, 32}, {97, 32}};
    for (const auto &p : part)
        for (int i = 0; i < 3; i++)
            r.push_back({"a bit flipped from byte " + std::to_string(p[0]),
                         flipped(s, good_ecdsa(s), p[0], p[1]), bad});
    for (size_t at : {65, 97}) {
        r.push_back({at == 65 ? "r = 0" : "s = 0", with(good_ecdsa(s), at, bytes(32)), bad});
        for (const named &v : large_numbers())
            r.push_back({(at == 65 ? "r = " : "s = ") + v.name,
                         with(good_ecdsa(s), at, to_bytes(v.value)), bad});
    }
    const bytes one = good_ecdsa(s);
    r.push_back({"high and low s", with(one, 97, to_bytes(neg(number_at(one, 97)))), good});
    r.push_back({"another key", with(one, 32, key33(num(99))), bad});
    for (const row &k : bad_keys())
        r.push_back({"key: " + k.name, with(good_ecdsa(s), 32, k.data), bad});
    for (unsigned bits : {2, 4, 6, 0x12, 0x82}) /* of the right parity */
        r.push_back({"prefix ^ " + std::to_string(bits),
                     with(one, 32, bytes{static_cast<uint8_t>(one[32] ^ bits)}), bad});
    push_beyond_p(r, scalar(s, 1000), scalar(s, 1000));
    for (const named &d : special_keys())
        r.push_back({"key " + d.name, good_ecdsa(s, s.string(32), d.value), good});
    for (const num &h :
         {num(), num(1), neg(1), order, reference::plus(order, 1), reference::minus(num(), 1)})
        r.push_back(
            {"hash " + hex(to_bytes(h)), good_ecdsa(s, to_bytes(h), scalar(s, 1000)), good});
    /* r of which r + n is an x coordinate, and the only one that fits; and keys for which neither
     * fits */
    const num room = reference::minus(prime, order), h = scalar(s, 1000), t = scalar(s, 1000);
    for (unsigned i = 1; i <= 6; i++) {
        const std::string n = std::to_string(i);
        for (int recid = 0; recid < 4; recid++) {
            push_recovered(r, "x(R) = r + n or r, r = " + n, h, i, t, recid);
            push_recovered(r, "x(R) = r + n or r, r = p - n - " + n, h, reference::minus(room, i),
                           t, recid);
            push_recovered(r, "r = p - n - 1 + " + n, h, reference::plus(room, i - 1), t, recid);
        }
        r.push_back(
            {"small r of another key, r = " + n, with(good_ecdsa(s), 65, to_bytes(num(i))), bad});
    }
    for (const named &v : special_scalars())
        push_recovered(r, "s = " + v.name, h, number_at(one, 65), v.value, 0);
    push_exceptional_sums(r, s, ecdsa_sum);
    for (const steered &c : all_steered(s)) r.push_back(ecdsa_sum(c.name, c.b, c.a, c.t));
    return r;
}
/* Special sums, and rows of the generator that the fuzz targets use. */
inline rows more_ecdsa(source &s, size_t random) {
    rows r = special_sums(ecdsa_sum);
    for (size_t i = 0; i < random; i++) {
        const ecdsa_case c = ecdsa(s, 2);
        bytes pk(33);
        if (ufsecp_pubkey_convert(pk.data(), 33, c.pk.data(), c.pk.size(), 0) != UFSECP_OK)
            pk = c.pk, pk.resize(33);
        r.push_back({"random", c.msg + pk + c.sig, unknown});
    }
    return r;
}

/* ---- Recovery: 32 hash | 64 r||s | 1 recovery id ---- */

/* u2*R + u1*G is the recovered key: both scalars and R = k*G are chosen; u2 and k are not 0. */
inline row recover_sum(const std::string &name, const num &u1, const num &u2, const num &k) {
    const bytes point = times_g(k);
    const num x = number_at(point, 1), r = reference::mod(x, order);
    const int recid = (point[64] & 1) | (x < order ? 0 : 2);
    return {name,
            to_bytes(neg(mul(u1, r))) + to_bytes(r) + to_bytes(mul(u2, r)) +
                bytes{static_cast<uint8_t>(recid)},
            add(u1, mul(u2, k)).is_zero() ? bad : good};
}
inline bytes good_recover(source &s, const bytes &msg) {
    bytes sig(64);
    int recid = 0;
    (void)!ufsecp_ecdsa_sign_recoverable(sig.data(), &recid, msg.data(), seckey(s, 1000).data(),
                                         nullptr);
    if (s.one_in(8)) put(sig, 32, to_bytes(neg(number_at(sig, 32)))), recid ^= 1;
    return msg + sig + bytes{static_cast<uint8_t>(recid)};
}
inline bytes good_recover(source &s) { return good_recover(s, s.string(32)); }

inline rows hostile_recover(source &s) {
    rows r;
    for (size_t at : {0, 32, 64})
        for (int i = 0; i < 3; i++)
            r.push_back({"a bit flipped from byte " + std::to_string(at),
                         flipped(s, good_recover(s), at, 32), unknown});
    for (size_t at : {32, 64}) {
        r.push_back({at == 32 ? "r = 0" : "s = 0", with(good_recover(s), at, bytes(32)), bad});
        for (const named &v : large_numbers())
            r.push_back({(at == 32 ? "r = " : "s = ") + v.name,
                         with(good_recover(s), at, to_bytes(v.value)), bad});
    }
    for (unsigned recid : {0, 1, 2, 3, 4, 5, 6, 7, 27, 28, 127, 128, 254, 255})
        r.push_back({"recovery id " + std::to_string(recid),
                     with(good_recover(s), 96, bytes{static_cast<uint8_t>(recid)}),
                     recid < 2 ? good : bad});
    const num room = reference::minus(prime, order);
    for (uint8_t recid = 0; recid < 4; recid++) {
        const bytes row = with(good_recover(s), 96, bytes{recid});
        for (unsigned i = 1; i <= 6; i++) {
            const std::string n = std::to_string(i) + ", id " + std::to_string(recid);
            r.push_back({"r = " + n, with(row, 32, to_bytes(num(i))), unknown});
            r.push_back(
                {"r = p - n - " + n, with(row, 32, to_bytes(reference::minus(room, i))), unknown});
            r.push_back({"r = p - n - 1 + " + n,
                         with(row, 32, to_bytes(reference::plus(room, i - 1))),
                         recid < 2 ? unknown : bad});
        }
        if (recid < 2)
            r.push_back({"r = 5 is no x coordinate", with(row, 32, to_bytes(num(5))), bad});
    }
    for (const num &h :
         {num(), num(1), neg(1), order, reference::plus(order, 1), reference::minus(num(), 1)})
        r.push_back({"hash " + hex(to_bytes(h)), good_recover(s, to_bytes(h)), good});
    push_exceptional_sums(r, s, recover_sum);
    for (const steered &c : all_steered(s)) r.push_back(recover_sum(c.name, c.b, c.a, c.t));
    return r;
}
inline rows more_recover(source &s, size_t random) {
    rows r = special_sums(recover_sum);
    for (size_t i = 0; i < random; i++) {
        const ecdsa_case c = ecdsa(s, 2);
        r.push_back({"random", c.msg + c.sig + bytes{static_cast<uint8_t>(c.recid)}, unknown});
    }
    return r;
}

/* ---- Schnorr verification: 32 key | 32 message | 64 R.x||s ---- */

/* What a signer with nonce k would write if he did not care for the parity of R. */
inline bytes schnorr_made(const num &d, const num &k, const bytes &msg) {
    const bytes pk = times_g(d), px = slice(pk, 1, 32), rx = slice(times_g(k), 1, 32);
    const num even = pk[64] & 1 ? neg(d) : d;
    return px + msg + rx + to_bytes(add(k, mul(challenge(rx, px, msg), even)));
}
inline row schnorr_nonce(const std::string &name, const num &d, const num &k, const bytes &msg) {
    return {name, schnorr_made(d, k, msg), times_g(k)[64] & 1 ? bad : good};
}
inline bytes good_schnorr(source &s, const bytes &msg, const num &d) {
    bytes sig(64), pk(32);
    const bytes sk = to_bytes(d), aux = s.string(32);
    (void)!ufsecp_xonly_create(pk.data(), nullptr, sk.data());
    (void)!ufsecp_schnorr_sign(sig.data(), msg.data(), 32, sk.data(), aux.data());
    return pk + msg + sig;
}
inline bytes good_schnorr(source &s) {
    return good_schnorr(s, s.string(32), num::of_bytes(seckey(s, 1000).data()));
}

inline rows hostile_schnorr(source &s) {
    rows r;
    for (size_t at : {0, 32, 64, 96})
        for (int i = 0; i < 3; i++)
            r.push_back({"a bit flipped from byte " + std::to_string(at),
                         flipped(s, good_schnorr(s), at, 32), bad});
    for (size_t at : {0, 64})
        for (const num &x : {num(), num(1), num(5), order, reference::minus(prime, 1), prime,
                             reference::plus(prime, 1), reference::minus(num(), 1)})
            r.push_back({(at ? "R.x = " : "key ") + hex(to_bytes(x)),
                         with(good_schnorr(s), at, to_bytes(x)), bad});
    for (const num &v : {num(), num(1), neg(1), order, reference::plus(order, 1), prime,
                         reference::minus(num(), 1)})
        r.push_back({"s = " + hex(to_bytes(v)), with(good_schnorr(s), 96, to_bytes(v)), bad});
    const bytes one = good_schnorr(s);
    r.push_back(
        {"halves swapped", with(with(one, 64, slice(one, 96, 32)), 96, slice(one, 64, 32)), bad});
    r.push_back({"s negated", with(one, 96, to_bytes(neg(number_at(one, 96)))), bad});
    for (const named &d : special_keys())
        r.push_back({"key " + d.name, good_schnorr(s, s.string(32), d.value), good});
    for (uint8_t byte : {0, 255})
        r.push_back(
            {"message of equal bytes", good_schnorr(s, bytes(32, byte), scalar(s, 1000)), good});
    for (int i = 0; i < 4; i++) {
        const num d = scalar(s, 1000), k = scalar(s, 1000);
        const bytes msg = s.string(32), made = schnorr_made(d, k, msg);
        const num ed = add(number_at(made, 96), neg(k)); /* e*d for the even key */
        r.push_back(schnorr_nonce("any R, odd or even", d, k, msg));
        r.push_back(schnorr_nonce("the other R, even or odd", d, neg(k), msg));
        r.push_back({"R is infinity", with(made, 96, to_bytes(ed)), bad});
        r.push_back({"summands are equal", with(made, 96, to_bytes(neg(ed))), bad});
        r.push_back({"R is infinity, and its x is said to be 0",
                     with(made, 64, hostile::infinite_schnorr(to_bytes(d), msg)), bad});
    }
    return r;
}
inline rows more_schnorr(source &s, size_t random) {
    rows r;
    for (const named &k : special_scalars())
        for (const named &d : special_keys())
            r.push_back(schnorr_nonce("nonce " + k.name + ", key " + d.name, d.value, k.value,
                                      s.string(32)));
    for (size_t i = 0; i < random; i++) {
        schnorr_case c = schnorr(s, 2);
        c.msg.resize(32);
        r.push_back({"random", c.pk + c.msg + c.sig, unknown});
    }
    return r;
}

/* ---- Keys and products ---- */

inline bytes good_key(source &s) { return key33(num::of_bytes(seckey(s, 1000).data())); }
inline bytes good_scalar(source &s) { return seckey(s, 1000); }
inline rows hostile_keys(source &) {
    rows r = bad_keys();
    for (const row &k : special_key_rows()) r.push_back(k);
    return r;
}
inline rows more_keys(source &s, size_t random) {
    rows r;
    for (size_t i = 0; i < random; i++) {
        bytes pk = good_key(s);
        spoil_pubkey(s, pk);
        pk.resize(33);
        r.push_back({"random", pk, unknown});
    }
    return r;
}

/* 32 scalar | 33 key */
inline rows hostile_mul(source &s) {
    rows r;
    r.push_back({"0 times a key", bytes(32) + good_key(s), bad});
    for (const named &k : large_numbers())
        r.push_back({k.name + " times a key", to_bytes(k.value) + good_key(s), bad});
    for (const named &k : special_scalars())
        r.push_back({k.name + " times a key", to_bytes(k.value) + good_key(s), good});
    for (const row &p : hostile_keys(s))
        r.push_back({"times " + p.name, good_scalar(s) + p.data, p.expected});
    for (const steered &c : steered_products(s))
        r.push_back({c.name, to_bytes(c.a) + key33(c.t), good});
    return r;
}
inline rows more_mul(source &s, size_t random) {
    rows r;
    for (const named &k : special_scalars())
        for (const row &p : special_key_rows())
            r.push_back({k.name + " * (" + p.name + ")", to_bytes(k.value) + p.data, good});
    for (const row &p : more_keys(s, random))
        r.push_back({"random", number(s, 2) + p.data, unknown});
    return r;
}

/* 32 a | 33 key | 32 b */
inline row mul_add_row(const std::string &name, const num &a, const num &d, const num &b) {
    return {name, to_bytes(a) + key33(d) + to_bytes(b), add(mul(a, d), b).is_zero() ? bad : good};
}
inline bytes good_mul_add(source &s) { return good_scalar(s) + good_key(s) + good_scalar(s); }
inline rows hostile_mul_add(source &s) {
    rows r;
    for (size_t at : {0, 65}) {
        for (const named &k : large_numbers())
            r.push_back({(at ? "b = " : "a = ") + k.name,
                         with(good_mul_add(s), at, to_bytes(k.value)), bad});
        for (const named &k : special_scalars())
            r.push_back({(at ? "b = " : "a = ") + k.name,
                         with(good_mul_add(s), at, to_bytes(k.value)), good});
        r.push_back({at ? "b = 0" : "a = 0", with(good_mul_add(s), at, bytes(32)), good});
        r.push_back({at ? "a = 0, b = n" : "a = n, b = 0",
                     with(with(good_mul_add(s), 65 - at, bytes(32)), at, to_bytes(order)), bad});
    }
    r.push_back({"a = b = 0", with(with(good_mul_add(s), 0, bytes(32)), 65, bytes(32)), bad});
    for (const row &p : hostile_keys(s)) {
        r.push_back({"key " + p.name, with(good_mul_add(s), 32, p.data), p.expected});
        r.push_back({"a = 0, key " + p.name, with(with(good_mul_add(s), 0, bytes(32)), 32, p.data),
                     p.expected});
    }
    for (int i = 0; i < 4; i++) {
        const num a = scalar(s, 1000), d = scalar(s, 1000);
        r.push_back(mul_add_row("summands cancel", a, d, neg(mul(a, d))));
        r.push_back(mul_add_row("summands are equal", a, d, mul(a, d)));
    }
    for (const steered &c : all_steered(s)) r.push_back(mul_add_row(c.name, c.a, c.t, c.b));
    return r;
}
inline rows more_mul_add(source &s, size_t random) {
    rows r;
    std::vector<named> numbers = special_scalars();
    numbers.push_back({"0", num()});
    for (const named &a : numbers)
        for (const named &b : numbers)
            for (size_t i = 1; i < special_keys().size(); i += 3) {
                const named &d = special_keys()[i];
                r.push_back(mul_add_row(a.name + " * (" + d.name + ") + " + b.name + " * G",
                                        a.value, d.value, b.value));
            }
    for (const row &p : more_keys(s, random))
        r.push_back({"random", number(s, 2) + p.data + number(s, 2), unknown});
    return r;
}

/* 32 scalar */
inline rows hostile_scalars(source &) {
    rows r = {{"0", bytes(32), bad}};
    for (const named &k : large_numbers()) r.push_back({k.name, to_bytes(k.value), bad});
    for (const named &k : special_scalars()) r.push_back({k.name, to_bytes(k.value), good});
    for (const num &k : lane_steps::comb_doublings_of_parts())
        r.push_back({"a doubling at the last sum of the comb", to_bytes(k), good});
    for (const num &k : lane_steps::comb_doublings_of_parts(lane_steps::signing_comb))
        r.push_back({"a doubling at the last sum of the signing table", to_bytes(k), good});
    return r;
}
inline rows more_scalars(source &s, size_t random) {
    rows r;
    for (unsigned i = 0; i < 256; i++) {
        const num k = num::power_of_2(i);
        const std::string name = "2^" + std::to_string(i);
        r.push_back({name, to_bytes(k), good});
        r.push_back({name + " - 1", to_bytes(reference::minus(k, 1)), i ? good : bad});
        r.push_back({name + " + 1", to_bytes(reference::plus(k, 1)), good});
        r.push_back({"-" + name, to_bytes(neg(k)), good});
    }
    for (size_t i = 0; i < random; i++) r.push_back({"random", number(s, 1), unknown});
    return r;
}

/* 32 secret key | what is signed, and with it */
template <size_t rest>
rows hostile_signers(source &s) {
    rows r;
    for (const row &k : hostile_scalars(s))
        r.push_back({"key " + k.name, k.data + s.string(rest), k.expected});
    for (uint8_t byte : {0, 255})
        r.push_back({"all else of equal bytes", good_scalar(s) + bytes(rest, byte), good});
    for (const named &h : large_numbers())
        r.push_back(
            {"message " + h.name, good_scalar(s) + to_bytes(h.value) + s.string(rest - 32), good});
    return r;
}
template <size_t rest>
rows more_signers(source &s, size_t random) {
    rows r;
    for (const row &k : more_scalars(s, random))
        r.push_back({"key " + k.name, k.data + s.string(rest), k.expected});
    return r;
}

}  // namespace parity
