// The acceptance table: what each call says of each encoding, on every engine, beside
// libsecp256k1's verdict.
//
// doc/ACCEPTANCE.md is the expectation. A difference fails; UFSECP_ACCEPTANCE_WRITE=1 in the
// environment writes the page anew.
#include "secp256k1.h"

#include <cstdlib>
#include <fstream>
#include <functional>
#include <memory>
#include <sstream>

#include "api.h"
#include "peer.h"

namespace {

using reference::num;

num n_of(const bytes &b) { return num::of_bytes(b.data()); }
bytes with(bytes b, size_t at, const bytes &what) {
    std::copy(what.begin(), what.end(), b.begin() + static_cast<ptrdiff_t>(at));
    return b;
}
bytes mod_n(num (*f)(const num &, const num &, const num &), const bytes &a, const bytes &b) {
    return be(f(n_of(a), n_of(b), reference::n));
}
bytes mul(const bytes &a, const bytes &b) { return mod_n(reference::mod_mul, a, b); }
bytes sub(const bytes &a, const bytes &b) { return mod_n(reference::mod_sub, a, b); }
bytes negative(const bytes &a) { return be(reference::mod_neg(n_of(a), reference::n)); }
bytes number(int d) { return plus(zero32, d); }

/* A status or verdict as a cell shows it. */
std::string cell(ufsecp_status s) {
    static const char *const names[] = {"bad signature", "misuse",    "key format",  "key range",
                                        "key off curve", "r zero",    "r range",     "s zero",
                                        "s range",       "s high",    "recovery id", "no point",
                                        "DER",           "sig format"};
    return s == UFSECP_OK ? "yes" : names[-s];
}
std::string cell(int verdict) { return verdict ? "yes" : "no"; }

/* One table: `in` is what a row describes, a column asks one call about it. */
template <class In>
struct table {
    const char *title, *text;
    std::vector<std::pair<std::string, In>> rows;
    std::vector<std::pair<std::string, std::function<std::string(const In &)>>> columns;

    void print(std::ostream &out) const {
        out << "\n## " << title << "\n\n" << text << "\n\n| input |";
        for (const auto &c : columns) out << ' ' << c.first << " |";
        out << "\n|---|";
        for (size_t i = 0; i < columns.size(); i++) out << "---|";
        out << '\n';
        for (const auto &r : rows) {
            out << "| " << r.first << " |";
            for (const auto &c : columns) out << ' ' << c.second(r.second) << " |";
            out << '\n';
        }
    }
};
const char *const none = "-"; /* the call cannot be given this input */

/* ---- Public keys ---- */

const bytes sk = draw("key", 3), msg = draw("msg", 3), compressed = pubkey_of(sk),
            full = pubkey_of(sk, 65), sig = ecdsa_sign(msg, sk), tweak = draw("tweak", 3),
            other_sk = draw("key", 4);

bytes hybrid(bool right) {
    return with(full, 0, {static_cast<uint8_t>(6 + ((full[64] & 1) ^ !right))});
}
std::string sec1_rows(const bytes &key) {
    if (key.size() != 33) return none;
    uint8_t ok = 9;
    ufsecp_ecdsa_verify_rows(&ok, (msg + key + sig).data(), 0, 1, 0);
    return cell(ok);
}
std::string sec1_items(const bytes &key, unsigned flags) {
    const ufsecp_item item = {sig.data(), 64, key.data(), key.size(), msg.data(), 32};
    ufsecp_status s = UFSECP_RECID;
    ufsecp_ecdsa_verify_items(nullptr, &s, &item, 1, flags);
    return s == UFSECP_BAD_SIGNATURE ? "yes" : cell(s);
}
/* A key on which no signature is known counts as accepted if the signature alone is at fault. */
std::string sec1_check(const bytes &key, unsigned flags) {
    const ufsecp_status s = ecdsa_check(sig, msg, key, flags);
    return s == UFSECP_BAD_SIGNATURE ? "yes" : cell(s);
}
table<bytes> public_keys() {
    bytes out(65);
    return {
        "Public keys",
        "SEC 1. `LOW_S` changes nothing here. Rows hold 33 bytes. The peer is "
        "`secp256k1_ec_pubkey_parse`.",
        {{"33 bytes, 02 or 03, x on the curve", compressed},
         {"65 bytes, 04, x and y on the curve", full},
         {"65 bytes, 06 or 07, y of that parity (hybrid)", hybrid(true)},
         {"65 bytes, 06 or 07, y of the other parity", hybrid(false)},
         {"33 bytes, prefix 00", with(compressed, 0, {0})},
         {"33 bytes, prefix 04", with(compressed, 0, {4})},
         {"33 bytes, prefix 06", with(compressed, 0, {6})},
         {"65 bytes, prefix 02", with(full, 0, {2})},
         {"33 bytes, x of no point (5)", with(compressed, 1, number(5))},
         {"33 bytes, x = 0", with(compressed, 1, zero32)},
         {"33 bytes, x = p", with(compressed, 1, prime)},
         {"33 bytes, x = p + 1, where 1 is on the curve", with(compressed, 1, plus(prime, 1))},
         {"33 bytes, x = 2^256 - 1", with(compressed, 1, ones32)},
         {"65 bytes, y changed", with(full, 64, {static_cast<uint8_t>(full[64] ^ 2)})},
         {"65 bytes, y negated",
          with(full, 33, be(reference::mod_neg(n_of(slice(full, 33, 32)), reference::p)))},
         {"65 bytes, y = p", with(full, 33, prime)},
         {"65 bytes, x = y = 0", with(full, 1, zero32 + zero32)},
         {"64 bytes, x and y", slice(full, 1, 64)},
         {"32 bytes, x", slice(compressed, 1, 32)},
         {"34 bytes", compressed + bytes{0}},
         {"66 bytes", full + bytes{0}},
         {"1 byte, 00 (infinity)", {0}}},
        {{"`pubkey_convert`",
          [out](const bytes &k) mutable {
              return cell(ufsecp_pubkey_convert(out.data(), 65, k.data(), k.size(), 0));
          }},
         {"with `ALLOW_HYBRID`",
          [out](const bytes &k) mutable {
              return cell(
                  ufsecp_pubkey_convert(out.data(), 65, k.data(), k.size(), UFSECP_ALLOW_HYBRID));
          }},
         {"`ecdsa_check`", [](const bytes &k) { return sec1_check(k, 0); }},
         {"with `ALLOW_HYBRID`", [](const bytes &k) { return sec1_check(k, UFSECP_ALLOW_HYBRID); }},
         {"`ecdsa_verify_rows`", sec1_rows},
         {"`ecdsa_verify_items`", [](const bytes &k) { return sec1_items(k, 0); }},
         {"with `ALLOW_HYBRID`", [](const bytes &k) { return sec1_items(k, UFSECP_ALLOW_HYBRID); }},
         {"`ecdh`",
          [out](const bytes &k) mutable {
              return cell(ufsecp_ecdh(out.data(), k.data(), k.size(), other_sk.data()));
          }},
         {"`pubkey_tweak_add`",
          [out](const bytes &k) mutable {
              return cell(
                  ufsecp_pubkey_tweak_add(out.data(), 33, k.data(), k.size(), tweak.data()));
          }},
         {"`ethereum_address`",
          [out](const bytes &k) mutable {
              return cell(ufsecp_ethereum_address(out.data(), k.data(), k.size()));
          }},
         {"`pubkey_decompress_batch`",
          [out](const bytes &k) mutable {
              if (k.size() != 33) return std::string(none);
              uint8_t ok = 9;
              ufsecp_pubkey_decompress_batch(out.data(), &ok, k.data(), 1);
              return cell(ok);
          }},
         {"`pubkey_negate_batch`",
          [out](const bytes &k) mutable {
              if (k.size() != 33) return std::string(none);
              uint8_t ok = 9;
              ufsecp_pubkey_negate_batch(out.data(), &ok, k.data(), 1);
              return cell(ok);
          }},
         {"libsecp256k1", [](const bytes &k) {
              secp256k1_pubkey p;
              return cell(peer::pubkey_parse(&p, k.data(), k.size(), true));
          }}}};
}

/* ---- ECDSA ---- */

struct ecdsa_input {
    bytes sig, msg, key;
};
/* A signature (r, s) of msg under a key that is made to fit: s R = z G + r Q. */
ecdsa_input fitting(const bytes &r, const bytes &s, const bytes &m, int recid) {
    bytes key(33);
    EXPECT_EQ(ufsecp_ecdsa_recover(key.data(), 33, (r + s).data(), recid, m.data()), UFSECP_OK);
    return {r + s, m, key};
}
/* The least r from d on whose r + n is the x coordinate of a point. */
bytes wrapped_r(int d) {
    for (bytes out(33);; d++)
        if (ufsecp_ecdsa_recover(out.data(), 33, (number(d) + number(3)).data(), 2, msg.data()) ==
            UFSECP_OK)
            return number(d);
}
std::string ecdsa_rows(const ecdsa_input &in, unsigned flags) {
    uint8_t ok = 9;
    ufsecp_ecdsa_verify_rows(&ok, (in.msg + in.key + in.sig).data(), 0, 1, flags);
    return cell(ok);
}
std::string ecdsa_items(const ecdsa_input &in, unsigned flags) {
    const ufsecp_item item = {in.sig.data(), in.sig.size(), in.key.data(),
                              in.key.size(), in.msg.data(), in.msg.size()};
    ufsecp_status s = UFSECP_RECID;
    ufsecp_ecdsa_verify_items(nullptr, &s, &item, 1, flags);
    return cell(s);
}
table<ecdsa_input> ecdsa() {
    const bytes r = slice(sig, 0, 32), s = slice(sig, 32, 32), rk = xonly_of(draw("k", 0)),
                high = negative(s), small = wrapped_r(1);
    const auto changed = [&](const bytes &new_r, const bytes &new_s) {
        return ecdsa_input{new_r + new_s, msg, compressed};
    };
    /* s = z/r makes u1 = u2 r ... the sum z G + r Q infinite for z = -r d. */
    const ecdsa_input infinite = {r + number(3), negative(mul(r, sk)), compressed};
    return {
        "ECDSA signatures",
        "SEC 1, 64 bytes r || s. Consensus (no flag) takes any s; BIP-146 policy (`LOW_S`) refuses "
        "s > n/2. libsecp256k1 parses, then verifies, and its verification refuses s > n/2.",
        {{"valid, s <= n/2", changed(r, s)},
         {"valid, s > n/2", changed(r, high)},
         {"r = 0", changed(zero32, s)},
         {"r = n", changed(order, s)},
         {"r = n + 1", changed(plus(order, 1), s)},
         {"r = 2^256 - 1", changed(ones32, s)},
         {"s = 0", changed(r, zero32)},
         {"s = n", changed(r, order)},
         {"s + n for a valid s",
          [&] {
              const ecdsa_input good = fitting(rk, number(3), msg, 0);
              return ecdsa_input{rk + plus(order, 3), good.msg, good.key};
          }()},
         {"s = 2^256 - 1", changed(r, ones32)},
         {"valid, x of R is r + n", fitting(small, number(3), msg, 2)},
         {"valid, s = 1", fitting(rk, number(1), msg, 0)},
         {"valid, hash = 0", fitting(rk, number(3), zero32, 0)},
         {"valid, hash = n (counts as 0)",
          [&] {
              ecdsa_input t = fitting(rk, number(3), zero32, 0);
              t.msg = order;
              return t;
          }()},
         {"valid, hash = 2^256 - 1", fitting(rk, number(3), ones32, 0)},
         {"R is infinity", infinite},
         {"another message", {sig, draw("msg", 4), compressed}},
         {"another key", {sig, msg, pubkey_of(other_sk)}},
         {"all zeros", changed(zero32, zero32)}},
        {{"`ecdsa_check`",
          [](const ecdsa_input &in) { return cell(ecdsa_check(in.sig, in.msg, in.key)); }},
         {"with `LOW_S`",
          [](const ecdsa_input &in) {
              return cell(ecdsa_check(in.sig, in.msg, in.key, UFSECP_LOW_S));
          }},
         {"`ecdsa_verify_rows`", [](const ecdsa_input &in) { return ecdsa_rows(in, 0); }},
         {"with `LOW_S`", [](const ecdsa_input &in) { return ecdsa_rows(in, UFSECP_LOW_S); }},
         {"`ecdsa_verify_items`", [](const ecdsa_input &in) { return ecdsa_items(in, 0); }},
         {"with `LOW_S`", [](const ecdsa_input &in) { return ecdsa_items(in, UFSECP_LOW_S); }},
         {"`ecdsa_sig_normalize`",
          [](ecdsa_input in) { return cell(ufsecp_ecdsa_sig_normalize(in.sig.data(), nullptr)); }},
         {"`ecdsa_sig_serialize_der`",
          [](const ecdsa_input &in) {
              bytes der(72);
              size_t len = der.size();
              return cell(ufsecp_ecdsa_sig_serialize_der(der.data(), &len, in.sig.data()));
          }},
         {"libsecp256k1",
          [](const ecdsa_input &in) {
              secp256k1_ecdsa_signature s2;
              secp256k1_pubkey p;
              return cell(
                  secp256k1_ecdsa_signature_parse_compact(peer::context(), &s2, in.sig.data()) &&
                  peer::pubkey_parse(&p, in.key.data(), in.key.size(), false) &&
                  secp256k1_ecdsa_verify(peer::context(), &s2, in.msg.data(), &p));
          }},
         {"the same after its `normalize`", [](const ecdsa_input &in) {
              secp256k1_ecdsa_signature s2;
              secp256k1_pubkey p;
              if (!secp256k1_ecdsa_signature_parse_compact(peer::context(), &s2, in.sig.data()) ||
                  !peer::pubkey_parse(&p, in.key.data(), in.key.size(), false))
                  return cell(0);
              secp256k1_ecdsa_signature_normalize(peer::context(), &s2, &s2);
              return cell(secp256k1_ecdsa_verify(peer::context(), &s2, in.msg.data(), &p));
          }}}};
}

/* ---- Recovery ---- */

struct recovery_input {
    bytes sig;
    int recid;
};
table<recovery_input> recovery() {
    bytes out(65);
    const bytes r = slice(sig, 0, 32), s = slice(sig, 32, 32), k = draw("k", 0);
    int recid = 0;
    bytes again(64);
    EXPECT_EQ(ufsecp_ecdsa_sign_recoverable(again.data(), &recid, msg.data(), sk.data(), nullptr),
              1);
    const bytes point = xonly_of(k),
                cancels = mul(msg, be(reference::mod_inv(n_of(k), reference::n)));
    const int odd = pubkey_of(k)[0] & 1;
    const auto rows = [](int (*f)(uint8_t *, uint8_t *, const uint8_t *, size_t, size_t)) {
        return [f](const recovery_input &in) {
            if (in.recid < 0 || in.recid > 255) return std::string(none);
            bytes key(33);
            uint8_t ok = 9;
            f(key.data(), &ok, (msg + in.sig + bytes{static_cast<uint8_t>(in.recid)}).data(), 0, 1);
            return cell(ok);
        };
    };
    return {"Recovery of public keys",
            "SEC 1, 4.1.6, and Ethereum's ecrecover, which takes any s. A row's recovery id is one "
            "byte. libsecp256k1 refuses an id outside 0 ... 3 as misuse, and it is not asked then.",
            {{"valid, its id", {again, recid}},
             {"valid, the other parity's id", {again, recid ^ 1}},
             {"s negated, the other parity's id", {r + negative(s), recid ^ 1}},
             {"id 2, r + n >= p", {again, 2}},
             {"id 2, r + n below p and on the curve", {wrapped_r(1) + s, 2}},
             {"id -1", {again, -1}},
             {"id 4", {again, 4}},
             {"id 27", {again, 27}},
             {"r = 0", {zero32 + s, 0}},
             {"r = n", {order + s, 0}},
             {"r of no point (5)", {number(5) + s, 0}},
             {"s = 0", {r + zero32, recid}},
             {"s = n", {r + order, recid}},
             {"the key would be infinity", {point + cancels, odd}}},
            {{"`ecdsa_recover`",
              [out](const recovery_input &in) mutable {
                  return cell(
                      ufsecp_ecdsa_recover(out.data(), 33, in.sig.data(), in.recid, msg.data()));
              }},
             {"`ecdsa_recover_rows`", rows(ufsecp_ecdsa_recover_rows)},
             {"`ecrecover_rows`", rows(ufsecp_ecrecover_rows)},
             {"libsecp256k1", [](const recovery_input &in) {
                  if (in.recid < 0 || in.recid > 3) return std::string(none);
                  secp256k1_ecdsa_recoverable_signature s2;
                  secp256k1_pubkey p;
                  return cell(secp256k1_ecdsa_recoverable_signature_parse_compact(
                                  peer::context(), &s2, in.sig.data(), in.recid) &&
                              secp256k1_ecdsa_recover(peer::context(), &p, &s2, msg.data()));
              }}}};
}

/* ---- DER ---- */

bytes der_integer(const bytes &value) {
    return bytes{2, static_cast<uint8_t>(value.size())} + value;
}
bytes der_sequence(const bytes &content) {
    return bytes{0x30, static_cast<uint8_t>(content.size())} + content;
}
/* The shortest form of a number. */
bytes shortest(bytes b) {
    while (b.size() > 1 && b[0] == 0 && b[1] < 0x80) b.erase(b.begin());
    if (b[0] & 0x80) b.insert(b.begin(), 0);
    return b;
}
/* What items say of an encoding: "yes" if it can be read, whether or not the signature is valid. */
std::string der_items(const bytes &d, unsigned flags) {
    const ufsecp_item item = {d.data(), d.size(), compressed.data(), 33, msg.data(), 32};
    ufsecp_status s = UFSECP_RECID;
    ufsecp_ecdsa_verify_items(nullptr, &s, &item, 1, flags);
    return s == UFSECP_DER ? cell(s) : "yes";
}
table<bytes> der() {
    const bytes r = shortest(slice(sig, 0, 32)), s = shortest(slice(sig, 32, 32)),
                content = der_integer(r) + der_integer(s), good = der_sequence(content);
    const bytes high = der_integer(shortest(bytes{0x90} + slice(sig, 1, 31)));
    return {
        "ECDSA signatures in DER",
        "Strict is BIP-66 without the hash type; values from 2^256 on are refused, others are "
        "left to the verification. Lax is what Bitcoin's consensus read before BIP-66. The "
        "peer's column is `secp256k1_ecdsa_signature_parse_der`, which turns r or s from n on "
        "into an invalid signature instead.",
        {{"the shortest form", good},
         {"r with its top bit set and a zero before it", der_sequence(high + der_integer(s))},
         {"r with its top bit set (negative)",
          der_sequence(der_integer(bytes{0x90} + slice(sig, 1, 31)) + der_integer(s))},
         {"r with one zero too many", der_sequence(der_integer(bytes{0} + r) + der_integer(s))},
         {"r of no bytes", der_sequence(bytes{2, 0} + der_integer(s))},
         {"r = 0", der_sequence(bytes{2, 1, 0} + der_integer(s))},
         {"r = n", der_sequence(der_integer(shortest(order)) + der_integer(s))},
         {"r of 33 bytes, 2^256", der_sequence(der_integer(bytes{1} + zero32) + der_integer(s))},
         {"a length in the long form (81)",
          bytes{0x30, 0x81, static_cast<uint8_t>(content.size())} + content},
         {"indefinite length (80)", bytes{0x30, 0x80} + content + bytes{0, 0}},
         {"sequence one byte short", with(good, 1, {static_cast<uint8_t>(good[1] - 1)})},
         {"sequence one byte long", with(good, 1, {static_cast<uint8_t>(good[1] + 1)})},
         {"a byte after the signature (a hash type)", good + bytes{1}},
         {"a byte inside, after s", der_sequence(content + bytes{0})},
         {"s missing", der_sequence(der_integer(r))},
         {"another tag than 30", with(good, 0, {0x31})},
         {"another tag than 02", with(good, 2, {3})},
         {"64 bytes r, s", sig},
         {"no bytes", {}}},
        {{"`ecdsa_sig_parse_der`",
          [](const bytes &d) {
              bytes out(64);
              const uint8_t nothing = 0;
              return cell(ufsecp_ecdsa_sig_parse_der(out.data(), d.empty() ? &nothing : d.data(),
                                                     d.size()));
          }},
         {"`ecdsa_sig_parse_der_lax`",
          [](const bytes &d) {
              bytes out(64);
              const uint8_t nothing = 0;
              return cell(ufsecp_ecdsa_sig_parse_der_lax(
                  out.data(), d.empty() ? &nothing : d.data(), d.size()));
          }},
         {"`ecdsa_verify_items` with `SIG_DER`",
          [](const bytes &d) { return der_items(d, UFSECP_SIG_DER); }},
         {"with `SIG_DER_LAX`", [](const bytes &d) { return der_items(d, UFSECP_SIG_DER_LAX); }},
         {"with `SIG_DER` and `SIG_HASH_TYPE`",
          [](const bytes &d) { return der_items(d, UFSECP_SIG_DER | UFSECP_SIG_HASH_TYPE); }},
         {"libsecp256k1", [](const bytes &d) {
              secp256k1_ecdsa_signature s2;
              const uint8_t nothing = 0;
              return cell(secp256k1_ecdsa_signature_parse_der(
                  peer::context(), &s2, d.empty() ? &nothing : d.data(), d.size()));
          }}}};
}

/* ---- Schnorr ---- */

struct schnorr_input {
    bytes sig, msg, key;
};
table<schnorr_input> schnorr() {
    const bytes key = xonly_of(sk), good = schnorr_sign(msg, sk), r = slice(good, 0, 32),
                s = slice(good, 32, 32), long_msg = msg + msg + bytes{1, 2, 3};
    const auto changed = [&](const bytes &new_r, const bytes &new_s) {
        return schnorr_input{new_r + new_s, msg, key};
    };
    const auto keyed = [&](const bytes &k) { return schnorr_input{good, msg, k}; };
    const auto rows = [](auto call) {
        return [call](const schnorr_input &in) {
            if (in.msg.size() != 32) return std::string(none);
            uint8_t ok = 9;
            call(&ok, (in.key + in.msg + in.sig).data());
            return cell(ok);
        };
    };
    return {
        "Schnorr signatures and x-only keys",
        "BIP-340. Rows hold messages of 32 bytes.",
        {{"valid, message of 32 bytes", {good, msg, key}},
         {"valid, message of 0 bytes", {schnorr_sign({}, sk), {}, key}},
         {"valid, message of 67 bytes", {schnorr_sign(long_msg, sk), long_msg, key}},
         {"R.x = p", changed(prime, s)},
         {"R.x = 0", changed(zero32, s)},
         {"R.x of no point (5)", changed(number(5), s)},
         {"R.x = 2^256 - 1", changed(ones32, s)},
         {"s = 0", changed(r, zero32)},
         {"s = n", changed(r, order)},
         {"s = 2^256 - 1", changed(r, ones32)},
         {"s negated", changed(r, negative(s))},
         {"another message", {good, draw("msg", 4), key}},
         {"another key", keyed(xonly_of(other_sk))},
         {"key x = p", keyed(prime)},
         {"key x = p + 1, where 1 is on the curve", keyed(plus(prime, 1))},
         {"key x of no point (5)", keyed(number(5))},
         {"key x = 0", keyed(zero32)},
         {"key x = 2^256 - 1", keyed(ones32)}},
        {{"`schnorr_check`",
          [](const schnorr_input &in) {
              const uint8_t nothing = 0;
              return cell(ufsecp_schnorr_check(in.sig.data(),
                                               in.msg.empty() ? &nothing : in.msg.data(),
                                               in.msg.size(), in.key.data()));
          }},
         {"`schnorr_verify_rows`",
          rows([](uint8_t *ok, const uint8_t *row) { ufsecp_schnorr_verify_rows(ok, row, 0, 1); })},
         {"`schnorr_verify_items`",
          [](const schnorr_input &in) {
              const ufsecp_item item = {in.sig.data(), in.sig.size(), in.key.data(),
                                        in.key.size(), in.msg.data(), in.msg.size()};
              ufsecp_status s = UFSECP_RECID;
              ufsecp_schnorr_verify_items(nullptr, &s, &item, 1, 0);
              return cell(s);
          }},
         {"`schnorr_batch_verify`", rows([](uint8_t *ok, const uint8_t *row) {
              *ok = static_cast<uint8_t>(ufsecp_schnorr_batch_verify(row, 0, 1, nullptr));
          })},
         {"`schnorr_batch_identify`", rows([](uint8_t *ok, const uint8_t *row) {
              ufsecp_schnorr_batch_identify(ok, row, 0, 1, nullptr);
          })},
         {"`taproot_output_key`",
          [](const schnorr_input &in) {
              bytes out(32);
              return cell(ufsecp_taproot_output_key(out.data(), nullptr, in.key.data(), nullptr));
          }},
         {"libsecp256k1", [](const schnorr_input &in) {
              secp256k1_xonly_pubkey p;
              const uint8_t nothing = 0;
              return cell(secp256k1_xonly_pubkey_parse(peer::context(), &p, in.key.data()) &&
                          secp256k1_schnorrsig_verify(peer::context(), in.sig.data(),
                                                      in.msg.empty() ? &nothing : in.msg.data(),
                                                      in.msg.size(), &p));
          }}}};
}

/* ---- Secret keys and tweaks ---- */

table<bytes> secret_keys() {
    return {
        "Secret keys",
        "32 bytes, big-endian. The number is the key of the call.",
        {{"0", zero32},
         {"1", number(1)},
         {"n - 1", plus(order, -1)},
         {"n", order},
         {"n + 1", plus(order, 1)},
         {"2^256 - 1", ones32}},
        {{"`seckey_verify`", [](const bytes &k) { return cell(ufsecp_seckey_verify(k.data())); }},
         {"`pubkey_create`, `xonly_create`",
          [](const bytes &k) {
              bytes out(33);
              const int a = ufsecp_pubkey_create(out.data(), 33, k.data()),
                        b = ufsecp_xonly_create(out.data(), nullptr, k.data());
              return a == b ? cell(a) : std::string("differ");
          }},
         {"`ecdsa_sign`, `schnorr_sign`",
          [](const bytes &k) {
              bytes out(64);
              const int a = ufsecp_ecdsa_sign(out.data(), msg.data(), k.data(), nullptr),
                        b = ufsecp_schnorr_sign(out.data(), msg.data(), 32, k.data(), nullptr);
              return a == b ? cell(a) : std::string("differ");
          }},
         {"`ecdh`",
          [](const bytes &k) {
              bytes out(32);
              return cell(ufsecp_ecdh(out.data(), compressed.data(), 33, k.data()));
          }},
         {"`ecdsa_sign_batch`, `pubkey_create_batch`",
          [](const bytes &k) {
              bytes out(64);
              uint8_t a = 9, b = 9;
              ufsecp_ecdsa_sign_batch(out.data(), &a, msg.data(), k.data(), 1);
              ufsecp_pubkey_create_batch(out.data(), &b, k.data(), 1);
              return a == b ? cell(a) : std::string("differ");
          }},
         {"`seckey_tweak_add`",
          [](bytes k) { return cell(ufsecp_seckey_tweak_add(k.data(), tweak.data())); }},
         {"libsecp256k1", [](const bytes &k) {
              return cell(secp256k1_ec_seckey_verify(peer::context(), k.data()));
          }}}};
}

table<bytes> tweaks() {
    return {
        "Tweaks",
        "32 bytes, big-endian. The number is the tweak; the key is valid.",
        {{"0", zero32},
         {"1", number(1)},
         {"n - 1", plus(order, -1)},
         {"n - key: the sum is 0", sub(zero32, sk)},
         {"n", order},
         {"2^256 - 1", ones32}},
        {{"`seckey_tweak_add`",
          [](const bytes &t) {
              bytes k = sk;
              return cell(ufsecp_seckey_tweak_add(k.data(), t.data()));
          }},
         {"`pubkey_tweak_add`",
          [](const bytes &t) {
              bytes out(33);
              return cell(ufsecp_pubkey_tweak_add(out.data(), 33, compressed.data(), 33, t.data()));
          }},
         {"libsecp256k1 `tweak_add`",
          [](const bytes &t) {
              bytes k = sk;
              return cell(secp256k1_ec_seckey_tweak_add(peer::context(), k.data(), t.data()));
          }},
         {"`seckey_tweak_mul`",
          [](const bytes &t) {
              bytes k = sk;
              return cell(ufsecp_seckey_tweak_mul(k.data(), t.data()));
          }},
         {"`pubkey_tweak_mul`",
          [](const bytes &t) {
              bytes out(33);
              return cell(ufsecp_pubkey_tweak_mul(out.data(), 33, compressed.data(), 33, t.data()));
          }},
         {"libsecp256k1 `tweak_mul`", [](const bytes &t) {
              bytes k = sk;
              return cell(secp256k1_ec_seckey_tweak_mul(peer::context(), k.data(), t.data()));
          }}}};
}

/* ---- The page ---- */

std::string page() {
    std::ostringstream out;
    out << "<!-- Generated by test/acceptance_test.cpp (UFSECP_ACCEPTANCE_WRITE=1): do not edit. "
           "-->\n"
           "# What is accepted\n\n"
           "One table for each kind of input: an encoding a row, a call a column. Names of calls "
           "are without `ufsecp_`.\n"
           "`yes`: accepted. Any other word: refused, with the status where the call returns one "
           "(`ufsecp_status`).\n"
           "`no`: refused by a call that returns 1 or 0. `-`: the call cannot be given this "
           "input.\n"
           "The test that wrote this page compares it with every engine on every run. "
           "The last columns are libsecp256k1 0.8.0.\n";
    public_keys().print(out);
    ecdsa().print(out);
    der().print(out);
    recovery().print(out);
    schnorr().print(out);
    secret_keys().print(out);
    tweaks().print(out);
    return out.str();
}

class Acceptance : public EachEngine {};
ON_EACH_ENGINE(Acceptance);

TEST_P(Acceptance, IsWhatThePageSays) {
    const std::string path = UF_SOURCE_DIR "/doc/ACCEPTANCE.md", now = page();
    if (std::getenv("UFSECP_ACCEPTANCE_WRITE")) std::ofstream(path, std::ios::binary) << now;
    std::ifstream file(path, std::ios::binary);
    std::istringstream written(std::string(std::istreambuf_iterator<char>(file), {})), ours(now);
    std::string a, b;
    for (int line = 1; std::getline(ours, b); line++) {
        std::getline(written, a);
        ASSERT_EQ(a, b) << path << ':' << line;
    }
    EXPECT_FALSE(std::getline(written, a)) << a;
}

}  // namespace
