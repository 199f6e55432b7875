// What secrets leave behind: every call that takes one runs on a stack of its own, and afterwards
// nothing of a secret may lie on that stack or in the program's own memory: keys, nonces and what
// is made from them, in any form that the library holds numbers in.
//
// The stack is painted first, so that what the call used is known. Any eight bytes of a secret in a
// row are a finding, at any address; and so are most of its 32-bit words, wherever each of them
// lies (lanes keep words of one number apart). The library is the one that ships, built with the
// set's flags: a wipe that the optimiser removed shows. Deliberate leftovers must be found.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <random>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "ct_calls.h"
#include "mult/tables.h"
#include "painted_stack.h"
#include "proto/frost_var.h"
#include "ufsecp/secp256k1.hpp"

#ifdef WIPE_UNSEEN
TEST(Wipe, Stack) { GTEST_SKIP() << WIPE_UNSEEN; }
#else

namespace {

using secp256k1::fast::Scalar;

/* ---- Secrets and their forms ---- */

/* A number of 256 bits, big-endian. */
using number = std::array<uint8_t, 32>;

struct secret_number {
    std::string name;
    number value;
};

/* The digits of `bits` bits each, in words of `size` bytes. */
std::vector<uint8_t> digits(const number &a, unsigned bits, unsigned size) {
    std::vector<uint8_t> r;
    for (unsigned at = 0; at < 256; at += bits) {
        uint64_t word = 0;
        for (unsigned i = 0; i < bits && at + i < 256; i++)
            word |= (uint64_t)(a[31 - (at + i) / 8] >> (at + i) % 8 & 1) << i;
        for (unsigned i = 0; i < size; i++) r.push_back((uint8_t)(word >> 8 * i));
    }
    return r;
}

/* The digits of 52 bits as doubles, each added to this one. */
std::vector<uint8_t> doubles(const number &a, double to) {
    std::vector<uint8_t> r = digits(a, 52, 8);
    for (size_t i = 0; i < r.size(); i += 8) {
        uint64_t digit;
        memcpy(&digit, &r[i], 8);
        const double d = to + static_cast<double>(digit);
        memcpy(&r[i], &d, 8);
    }
    return r;
}

/* All forms that the library has for a number: words of 64 or 32 bits, limbs of the fields and of
 * the inverse, the doubles of lanes, bytes, and the words of a hash. */
std::vector<std::vector<uint8_t> > forms(const number &a) {
    std::vector<std::vector<uint8_t> > r = {digits(a, 64, 8),  digits(a, 52, 8), digits(a, 62, 8),
                                            digits(a, 26, 4),  digits(a, 30, 4), doubles(a, 0),
                                            doubles(a, 0x1p52)};
    r.emplace_back(a.begin(), a.end());
    std::vector<uint8_t> words = r.back();
    for (size_t i = 0; i < 32; i += 4)
        std::reverse(words.begin() + (ptrdiff_t)i, words.begin() + (ptrdiff_t)i + 4);
    r.push_back(words);
    return r;
}

template <class T>
T load(const uint8_t *from) {
    T r;
    memcpy(&r, from, sizeof r);
    return r;
}

/* Eight bytes that are no accident: no more than three of them are 0 or ff. */
bool is_telling(const uint8_t *from) {
    return std::count_if(from, from + 8, [](uint8_t b) { return b == 0 || b == 0xff; }) <= 3;
}

/* Where secrets are looked for: their eight bytes in a row, and their 32-bit words. */
struct search {
    std::vector<std::string> names;
    std::unordered_map<uint64_t, size_t> rows; /* -> which secret */
    std::unordered_map<uint32_t, std::pair<size_t, size_t> >
        words; /* -> which secret and which of its words */
    std::vector<uint8_t> first = std::vector<uint8_t>(
        1 << 16); /* of the first two bytes: whether there is such a row or word */

    explicit search(const std::vector<secret_number> &secrets) {
        for (const secret_number &s : secrets) {
            const size_t which = names.size();
            names.push_back(s.name);
            for (const auto &form : forms(s.value))
                for (size_t i = 0; i + 8 <= form.size(); i++)
                    if (is_telling(&form[i])) add(rows, load<uint64_t>(&form[i]), which);
            for (size_t i = 0; i < 8; i++)
                for (const uint32_t x = load<uint32_t>(&s.value[4 * i]);
                     const uint32_t y : {x, __builtin_bswap32(x)})
                    add(words, y, std::pair(which, i));
        }
    }

    template <class Map, class T, class V>
    void add(Map &to, T what, V value) {
        to.emplace(what, value);
        first[what & 0xffff] = 1;
    }

    /* What is found in len bytes: secret -> number of places. */
    std::map<std::string, int> found(const uint8_t *from, size_t len) const {
        std::map<std::string, int> r;
        std::map<size_t, std::set<size_t> > pieces;
        for (size_t i = 0; i + 8 <= len; i++) {
            if (load<uint64_t>(from + i) == 0) {
                i += 4; /* no telling row begins before the fifth byte from here */
                continue;
            }
            if (!first[load<uint16_t>(from + i)]) continue;
            if (const auto at = rows.find(load<uint64_t>(from + i)); at != rows.end())
                r[names[at->second]]++;
            if (i % 4) continue;
            if (const auto at = words.find(load<uint32_t>(from + i)); at != words.end())
                pieces[at->second.first].insert(at->second.second);
        }
        for (const auto &[which, seen] : pieces)
            if (seen.size() >= 6) r[names[which] + " in words"]++;
        return r;
    }
};

/* What is found in the variables of the program, which are the library's too. */
std::map<std::string, int> found_in_variables(const search &what) {
    std::map<std::string, int> r;
    each_variable([&](const uint8_t *from, size_t size) {
        for (const auto &[name, count] : what.found(from, size))
            r[name + " in a variable"] += count;
    });
    return r;
}

/* Runs f on a painted stack, and says what of the secrets it left there and in variables. */
template <class F>
std::map<std::string, int> left_by(const std::vector<secret_number> &secrets, F f,
                                   size_t *used = nullptr, bool *deep = nullptr) {
    const auto stack = std::make_unique<painted_stack>();
    const search what(secrets);
    stack->run(f);
    if (used) *used = stack->used_size();
    if (deep) *deep = stack->wiped_deepest();
    std::map<std::string, int> r = what.found(stack->used(), stack->used_size());
    r.merge(found_in_variables(what));
    return r;
}

std::string text(const std::map<std::string, int> &found) {
    std::string r;
    for (const auto &[name, count] : found)
        r += "  " + name + " (" + std::to_string(count) + " places)";
    return r;
}

/* ---- The secrets of a call ---- */

number number_of(const uint8_t *b32) {
    number r;
    memcpy(r.data(), b32, 32);
    return r;
}
Scalar scalar_of(const number &a) { return Scalar::from_bytes(a); }
Scalar scalar_of(const uint8_t *b32) { return Scalar::from_bytes(number_of(b32)); }

number tagged(const char *tag, const std::vector<uint8_t> &data) {
    number r;
    ufsecp_tagged_hash(r.data(), reinterpret_cast<const uint8_t *>(tag), strlen(tag), data.data(),
                       data.size());
    return r;
}

struct call_run {
    ct_calls::secrets s, given; /* given: as the call found them */
    ct_calls::publics p;
    ct_calls::results r;
    std::vector<secret_number> all;

    void add(const std::string &name, const number &value) { all.push_back({name, value}); }

    /* A scalar that a multiplication takes, its negative, its inverse, and the digits that are read
     * from it. */
    void add_scalar(const std::string &name, const Scalar &k) {
        add(name, k.to_bytes());
        add("minus " + name, (-k).to_bytes());
        add("1 / " + name, k.inverse().to_bytes());
        const auto limbs = [](const uint64_t *l) {
            return Scalar::from_limbs({l[0], l[1], l[2], l[3]});
        };
        for (const Scalar &half :
             {k * Scalar::from_uint64(2).inverse(), -k * Scalar::from_uint64(2).inverse()}) {
            add("digits of " + name, (half + limbs(ufsecp::gen_offset)).to_bytes());
            const Scalar shifted = half + limbs(ufsecp::mul_offset);
            const auto split = secp256k1::fast::glv_split(shifted);
            for (const Scalar &part : {shifted, split.k1, -split.k1, split.k2, -split.k2})
                add("halves of " + name, part.to_bytes());
        }
    }
    /* k = (m + r d) / s, which the signature has made negative or not. */
    void add_ecdsa_nonce(const std::string &name, const uint8_t *sig64, const uint8_t *msg32,
                         const uint8_t *key32) {
        add_scalar(name, (scalar_of(msg32) + scalar_of(sig64) * scalar_of(key32)) *
                             scalar_of(sig64 + 32).inverse());
    }
    /* k = s - e d. */
    void add_schnorr_nonce(const std::string &name, const uint8_t *sig64, const uint8_t *msg,
                           size_t len, const uint8_t *key32, const uint8_t *aux32) {
        uint8_t x[32];
        int odd;
        if (!ufsecp_xonly_create(x, &odd, key32)) return;
        const Scalar d = odd ? -scalar_of(key32) : scalar_of(key32);
        std::vector<uint8_t> hashed(sig64, sig64 + 32);
        hashed.insert(hashed.end(), x, x + 32), hashed.insert(hashed.end(), msg, msg + len);
        add_scalar(name,
                   scalar_of(sig64 + 32) - scalar_of(tagged("BIP0340/challenge", hashed)) * d);
        std::vector<uint8_t> aux(32);
        if (aux32) memcpy(aux.data(), aux32, 32);
        number masked = tagged("BIP0340/aux", aux);
        for (size_t i = 0; i < 32; i++) masked[i] ^= d.to_bytes()[i];
        add("masked key of " + name, masked);
    }
    /* The point that two share. */
    void add_shared(const std::string &name, const uint8_t *pk, size_t pk_len,
                    const uint8_t *key32) {
        uint8_t xy[64];
        const auto both = [](uint8_t *out, const uint8_t x[32], const uint8_t y[32], void *) {
            memcpy(out, x, 32), memcpy(out + 32, y, 32);
            return 1;
        };
        if (!ufsecp_ecdh_custom(xy, pk, pk_len, key32, both, nullptr)) return;
        add(name + ", x", number_of(xy)), add(name + ", y", number_of(xy + 32));
    }

    /* The point that a silent payment's parties share, and the tweak made from it. */
    void add_shared_tweak(size_t i, const uint8_t *pk33, const uint8_t *key32) {
        std::vector<uint8_t> text(37);
        if (!ufsecp_ecdh_custom(text.data(), pk33, 33, key32, ct_calls::compressed, nullptr))
            return;
        add_shared("shared point " + std::to_string(i), pk33, 33, key32);
        add_scalar("tweak " + std::to_string(i),
                   scalar_of(tagged("BIP0352/SharedSecret", text).data()));
    }

    /* What a sender of silent payments makes of his inputs, which pay the scan keys of rows 0
     * and 3. */
    void add_silent_sender(const uint8_t *taproot32, size_t n_taproot) {
        Scalar a = scalar_of(given.key);
        for (size_t i = 0; i < n_taproot; i++) {
            uint8_t x[32];
            int odd = 0;
            (void)!ufsecp_xonly_create(x, &odd, taproot32 + 32 * i);
            const Scalar d = scalar_of(taproot32 + 32 * i);
            add_scalar("input key " + std::to_string(i), d);
            a = a + (odd ? -d : d);
        }
        std::vector<uint8_t> hashed(p.long_msg, p.long_msg + 36);
        hashed.resize(36 + 33);
        (void)!ufsecp_pubkey_create(&hashed[36], 33, a.to_bytes().data());
        const number input = (a * scalar_of(tagged("BIP0352/Inputs", hashed))).to_bytes();
        add_scalar("sum of the inputs", a), add_scalar("input secret", scalar_of(input));
        for (size_t i : {0, 3}) add_shared_tweak(i, p.pks33 + 33 * i, input.data());
    }

    /* The nonces of MuSig2, their sum, and what is hashed to make them. */
    void add_musig(const std::string &call) {
        const auto masked = [&](const uint8_t *random) {
            std::vector<uint8_t> text(random, random + 32);
            number r = tagged("MuSig/aux", text);
            for (size_t i = 0; i < 32; i++) r[i] ^= given.key[i];
            add("masked key", r);
            return r;
        };
        if (call.find("nonce_gen") != std::string::npos) {
            uint8_t random[32] = {0};
            random[7] = 7; /* the counter */
            masked(call.find("counter") != std::string::npos ? random : given.tweak);
            for (size_t i = 0; i < 2; i++)
                add_scalar("nonce " + std::to_string(i), scalar_of(r.bytes + 4 + 32 * i));
            return;
        }
        if (call.find("partial") != std::string::npos) {
            const Scalar k1 = scalar_of(given.keys + 64), k2 = scalar_of(given.keys + 96);
            const Scalar k = k1 + scalar_of(p.long_msg + 1) * k2;
            add("nonce 0", k1.to_bytes()), add("nonce 1", k2.to_bytes());
            add("nonce", k.to_bytes()), add("minus nonce", (-k).to_bytes());
            add("key + nonce", (scalar_of(given.key) - k).to_bytes());
            return;
        }
        const bool random = call.find("without") == std::string::npos;
        const number first = random ? masked(given.aux) : number_of(given.key);
        std::vector<uint8_t> text(first.begin(), first.end());
        for (size_t i = 0; i < 66; i++)
            text.push_back(i % 33 ? p.pk65[i % 33] : (uint8_t)(2 + (p.pk65[64] & 1)));
        text.insert(text.end(), p.pk65 + 1, p.pk65 + 33);
        text.insert(text.end(), {0, 0, 0, 0, 0, 0, 0, 32});
        text.insert(text.end(), p.msg, p.msg + 32);
        text.push_back(0);
        for (; text.back() < 2; text.back()++)
            add_scalar("nonce " + std::to_string(text.back()),
                       scalar_of(tagged("MuSig/deterministic/nonce", text).data()));
    }

    /* The nonces of adaptor signatures, and what is hashed to make them. */
    void add_adaptor(const std::string &call) {
        const bool schnorr = call.find("presign") != std::string::npos,
                   aux = call.find("aux") != std::string::npos;
        uint8_t x[32];
        int odd;
        if (!ufsecp_xonly_create(x, &odd, given.key)) return;
        const Scalar d = schnorr && odd ? -scalar_of(given.key) : scalar_of(given.key);
        std::vector<uint8_t> text(32);
        if (aux) memcpy(text.data(), given.aux, 32);
        number masked = tagged(schnorr ? "SchnorrAdaptor/aux" : "ECDSAadaptor/aux", text);
        for (size_t i = 0; i < 32; i++) masked[i] ^= d.to_bytes()[i];
        if (aux || schnorr) add("masked key", masked);
        if (schnorr) {
            text.assign(r.bytes + 1, r.bytes + 33);
            text.insert(text.end(), x, x + 32);
            text.insert(text.end(), aux ? p.long_msg : p.msg, aux ? p.long_msg + 70 : p.msg + 32);
            const Scalar e = scalar_of(tagged("BIP0340/challenge", text));
            add_scalar("nonce", scalar_of(r.bytes + 33) - e * d);
        } else {
            const Scalar k =
                (scalar_of(p.msg) + scalar_of(r.bytes + 1) * d) * scalar_of(r.bytes + 66).inverse();
            add_scalar("nonce", k);
            add_scalar("nonce of the proof",
                       scalar_of(r.bytes + 130) - scalar_of(r.bytes + 98) * k);
        }
    }

    /* What lies between an extended key and its grandchild, or a seed and its master key. */
    void add_bip32(const std::string &call) {
        if (call.find("master") != std::string::npos) {
            add("seed", number_of(given.keys + 64)),
                add("rest of the seed", number_of(given.keys + 96));
            add_scalar("master key", scalar_of(r.bytes + 46));
            add("master chain code", number_of(r.bytes + 13));
            return;
        }
        add("chain code", number_of(given.aux));
        if (call.find("branches") != std::string::npos) {
            for (size_t b = 0; b < 2; b++) {
                std::array<uint8_t, 78> branch{};
                ct_calls::bip32(given.key, given.aux, r, [&](uint8_t *, const uint8_t *x78) {
                    return ufsecp_bip32_derive(branch.data(), x78, ct_calls::bip32_path + b, 1);
                });
                const Scalar of = scalar_of(branch.data() + 46);
                add_scalar("branch " + std::to_string(b), of);
                add("branch's tweak", (of - scalar_of(given.key)).to_bytes());
                add("branch's chain code", number_of(branch.data() + 13));
                for (size_t i = 5 * b; i < 5 * b + 5; i++) {
                    const Scalar k = scalar_of(r.bytes + 32 * i);
                    add_scalar("child " + std::to_string(i), k);
                    add("tweak " + std::to_string(i), (k - of).to_bytes());
                }
            }
        } else if (call.find("children") != std::string::npos) {
            for (size_t i = 0; i < 9; i++) {
                const Scalar k = scalar_of(r.bytes + 32 * i);
                add_scalar("child " + std::to_string(i), k);
                add("tweak " + std::to_string(i), (k - scalar_of(given.key)).to_bytes());
            }
            add("last child's chain code", number_of(r.bytes + 9 * 32 + 13));
        }
        if (call.find("derive") == std::string::npos) return;
        std::array<uint8_t, 78> child{};
        ct_calls::bip32(given.key, given.aux, r, [&](uint8_t *, const uint8_t *x78) {
            return ufsecp_bip32_derive(child.data(), x78, ct_calls::bip32_path, 1);
        });
        const Scalar k = scalar_of(child.data() + 46), last = scalar_of(r.bytes + 46);
        add_scalar("child", k), add_scalar("grandchild", last);
        add("first tweak", (k - scalar_of(given.key)).to_bytes());
        add("second tweak", (last - k).to_bytes());
        add("child's chain code", number_of(child.data() + 13));
        add("grandchild's chain code", number_of(r.bytes + 13));
    }

    /* The nonce k of a proof (R, z), z = k + c d: that of which R is the multiple of G. */
    Scalar proof_nonce() {
        using namespace ufsecp::UF_TARGET;
        const ct_calls::frost_ids<1> id;
        uint8_t pk33[33], c32[32];
        sc c;
        (void)!ufsecp_pubkey_create(pk33, 33, given.key);
        frost_proof_challenge_var(&c, id.b, pk33, r.bytes);
        sc_get_b32(c32, &c);
        const Scalar k = scalar_of(r.bytes + 33) - scalar_of(c32) * scalar_of(given.key);
        (void)!ufsecp_pubkey_create(pk33, 33, k.to_bytes().data());
        EXPECT_EQ(memcmp(pk33, r.bytes, 33), 0) << "another nonce";
        return k;
    }

    /* Coefficients and shares of FROST; its nonces, their sum, and what is hashed to make them. */
    void add_frost(const std::string &call) {
        const auto is = [&](const char *part) { return call.find(part) != std::string::npos; };
        if (is("shares")) {
            for (size_t i = 0; i < 2; i++)
                add_scalar("coefficient " + std::to_string(i), scalar_of(given.keys + 64 + 32 * i));
            for (size_t i = 0; i < 3; i++)
                add_scalar("share " + std::to_string(i), scalar_of(r.bytes + 32 * i));
        } else if (is("finish")) {
            for (size_t i = 0; i < 2; i++)
                add_scalar("share " + std::to_string(i), scalar_of(given.keys + 64 + 32 * i));
            add_scalar("sum", scalar_of(r.bytes));
        } else if (is("prove")) {
            add("random bytes", number_of(given.tweak));
            add_scalar("nonce", proof_nonce());
        } else if (is("nonce_gen")) {
            std::vector<uint8_t> text(given.tweak, given.tweak + 32);
            number masked = tagged("BIP0445/aux", text);
            for (size_t i = 0; i < 32; i++) masked[i] ^= given.key[i];
            add("masked key", masked), add("random bytes", number_of(given.tweak));
            for (size_t i = 0; i < 2; i++)
                add_scalar("nonce " + std::to_string(i), scalar_of(r.bytes + 4 + 32 * i));
        } else if (is("partial")) {
            const Scalar k1 = scalar_of(given.keys + 64), k2 = scalar_of(given.keys + 96);
            const Scalar k = -(k1 + scalar_of(r.bytes + 32) * k2);
            add_scalar("nonce 0", k1), add_scalar("nonce 1", k2);
            add_scalar("minus nonce", k), add_scalar("key + nonce", scalar_of(given.key) + k);
        }
    }

    void collect(const std::string &call) {
        const auto is = [&](const char *part) { return call.find(part) != std::string::npos; };
        const auto row = [](const char *name, size_t i) {
            return std::string(name) + " " + std::to_string(i);
        };
        if (ct_calls::is_batch({call.c_str(), 0, nullptr}) && !is("ecdh") && !is("mul_secret") &&
            !is("silent_scan")) {
            for (size_t i = 0; i < p.rows; i++) {
                const uint8_t *key = given.keys + 32 * i, *sig = r.bytes + 64 * i,
                              *msg = p.msgs + 32 * i;
                if (i == 1) continue;
                add_scalar(row("key", i), scalar_of(key));
                if (is("ecdsa")) add_ecdsa_nonce(row("nonce", i), sig, msg, key);
                if (is("schnorr"))
                    add_schnorr_nonce(row("nonce", i), sig, msg, 32, key,
                                      is("without") ? nullptr : given.auxs + 32 * i);
            }
            return;
        }
        add_scalar("key", scalar_of(given.key));
        if (is("tweak")) add("tweak", number_of(given.tweak));
        if (is("bad")) add("bad key", number_of(given.bad_key));
        if (is("extra") || is("aux")) add("aux", number_of(given.aux));
        if (is("bad")) return;
        if (is("ecdsa")) add_ecdsa_nonce("nonce", r.bytes, p.msg, given.key);
        if (is("schnorr_sign with aux"))
            add_schnorr_nonce("nonce", r.bytes, p.long_msg, 70, given.key, given.aux);
        else if (is("schnorr"))
            add_schnorr_nonce("nonce", r.bytes, p.msg, 32, given.key,
                              is("keypair") ? given.aux : nullptr);
        if (is("musig")) add_musig(call);
        if (is("bip32")) add_bip32(call);
        if (is("adaptor_encrypt") || is("adaptor_presign")) add_adaptor(call);
        if (is("adaptor_recover") || is("adaptor_extract"))
            add_scalar("the signer's key", scalar_of(given.aux));
        if (is("dleq")) {
            add_scalar("nonce",
                       scalar_of(r.bytes + 32) - scalar_of(r.bytes) * scalar_of(given.key));
            add_shared("shared point", p.pks33, 33, given.key);
        }
        if (is("frost")) add_frost(call);
        if (is("silent_outputs")) add_silent_sender(given.keys + 64, is("one input") ? 0 : 7);
        if (is("labels_set")) add("tweak", number_of(given.tweak));
        else if (is("silent_label")) add("label tweak", number_of(r.bytes + 33));
        if (is("silent_scan"))
            for (size_t i = 0; i < p.rows; i++) add_shared_tweak(i, p.pks33 + 33 * i, given.key);
        if (is("ecdh_batch") || is("mul_secret_batch"))
            for (size_t i = 0; i < p.rows; i++)
                add_shared(row("shared point", i), p.pks33 + 33 * i, 33, given.key);
        else if (is("ecdh"))
            add_shared("shared point", is("_x") ? p.pk65 : p.pks33, is("_x") ? 65 : 33, given.key);
        if (is("ellswift_xdh")) {
            uint8_t pk[33]; /* of the other party */
            ufsecp_ellswift_decode(pk, 33, p.pks33 + 66);
            add_shared("shared point", pk, 33, given.key);
        }
        if (is("taproot")) add("result", number_of(r.bytes));
        if (is("seckey_")) add("result", number_of(s.key));
    }
};

/* What one call leaves; random secrets, row 1 a bad key. */
std::map<std::string, int> left_by_call(const ct_calls::secret_call &call, uint64_t seed,
                                        size_t *used, bool *deep) {
    const auto c = std::make_unique<call_run>();
    std::mt19937_64 random(seed);
    EXPECT_TRUE(ct_calls::fill(c->s, c->p, ct_calls::most_rows));
    const auto draw = [&](uint8_t *b, size_t len) {
        for (size_t i = 0; i < len; i++) b[i] = (uint8_t)random();
        for (size_t i = 0; i < len; i += 32) b[i] &= 0x7f;
    };
    draw(c->s.key, 32), draw(c->s.tweak, 32), draw(c->s.aux, 32), draw(c->s.keys, sizeof c->s.keys),
        draw(c->s.auxs, sizeof c->s.auxs);
    draw(c->s.bad_key, 32), memset(c->s.bad_key, 0xff, 16), memset(c->s.keys + 32, 0, 32);
    draw(c->p.msg, 32), draw(c->p.msgs, sizeof c->p.msgs), draw(c->p.long_msg, 64);
    EXPECT_TRUE(ufsecp_keypair_create(&c->s.pair, c->s.key));
    c->given = c->s;
    EXPECT_EQ(call.run(c->s, c->p, c->r), call.want)
        << call.name; /* whatever is set up once, is now; and the result is known */
    c->collect(call.name);
    c->s = c->given;
    return left_by(c->all, [&] { call.run(c->s, c->p, c->r); }, used, deep);
}

/* ---- Tests ---- */

/* Copies a number to its own stack, in one of its forms, and leaves it there or not. */
[[gnu::noinline]] void copy(const std::vector<uint8_t> &form, bool clean) {
    uint8_t local[128];
    memcpy(local, form.data(), form.size());
    __asm__ volatile("" : : "r"(local) : "memory");
    if (clean) ufsecp_wipe(local, sizeof local);
}
uint64_t variable[16];

TEST(Wipe, LeftoversAreFound) {
    std::mt19937_64 random(1);
    number key;
    for (uint8_t &b : key) b = (uint8_t)random();
    for (const auto &form : forms(key)) {
        EXPECT_EQ(left_by({{"key", key}}, [&] { copy(form, false); }).count("key"), 1u);
        EXPECT_TRUE(left_by({{"key", key}}, [&] { copy(form, true); }).empty());
        /* at an odd address, and but eight bytes of it */
        std::vector<uint8_t> odd(9);
        memcpy(&odd[1], &form[8], 8);
        EXPECT_EQ(left_by({{"key", key}}, [&] { copy(odd, false); }).count("key"), 1u);
        memcpy(variable, form.data(), form.size());
        __asm__ volatile("" : : "r"(variable) : "memory");
        EXPECT_EQ(left_by({{"key", key}}, [] {}).count("key in a variable"), 1u);
        memset(variable, 0, sizeof variable);
    }
    /* every word in another place */
    std::vector<uint8_t> words(128);
    for (size_t i = 0; i < 8; i++) memcpy(&words[120 - 16 * i], &key[4 * i], 4);
    EXPECT_EQ(left_by({{"key", key}}, [&] { copy(words, false); }).count("key in words"), 1u);
}

TEST(Wipe, Calls) {
    ASSERT_TRUE(ufsecp_threads_set(1));
    int supported;
    for (size_t e = 0; const char *name = ufsecp_engine_at(e, &supported); e++) {
        if (!supported || !ufsecp_engine_select(name)) continue;
        const auto leaves_nothing = [&](const ct_calls::secret_call &call) {
            size_t used = 0;
            bool deep = false;
            const auto left = left_by_call(call, e, &used, &deep);
            if (getenv("WIPE_SHOW"))
                printf("%s %s: %zu bytes of stack%s\n", name, call.name, used, text(left).c_str());
            EXPECT_TRUE(left.empty()) << call.name << " on " << name << " leaves" << text(left);
            return deep;
        };
        for (const ct_calls::secret_call &call :
             ct_calls::all) /* labels, which are public, come after their tweaks */
            EXPECT_TRUE(leaves_nothing(call) || strstr(call.name, "labels_set"))
                << call.name << " on " << name << " uses more than is wiped";
        for (const ct_calls::secret_call &call : ct_calls::found) leaves_nothing(call);
        for (const ct_calls::secret_call &call : ct_calls::checked) leaves_nothing(call);
    }
    ufsecp_engine_select("auto");
}

/* ---- The C++ interface ---- */

namespace ct = secp256k1::ct;
using ct::FieldElement;
using ct::Point;

/* Arguments and results, which are the caller's and lie outside of the stack that is looked at. */
struct cpp_values {
    FieldElement a, b, c;
    Scalar k, l, m;
    Point p, q, r;
    bool truth;
};

/* A call of secp256k1::ct. */
struct cpp_call {
    const char *name;
    void (*run)(cpp_values &v);
};
/* In the place of a result, without a copy on the stack. */
#define CT_MAKE(type, to, expression) \
    {#expression, [](cpp_values &v) { new (&v.to) type(ct::expression); }}
const cpp_call cpp_calls[] = {CT_MAKE(FieldElement, c, field_select(v.truth, v.a, v.b)),
                              CT_MAKE(FieldElement, c, field_add(v.a, v.b)),
                              CT_MAKE(FieldElement, c, field_sub(v.a, v.b)),
                              CT_MAKE(FieldElement, c, field_neg(v.a)),
                              CT_MAKE(FieldElement, c, field_mul(v.a, v.b)),
                              CT_MAKE(FieldElement, c, field_sqr(v.a)),
                              CT_MAKE(FieldElement, c, field_inv(v.a)),
                              CT_MAKE(bool, truth, field_eq(v.a, v.b)),
                              CT_MAKE(Scalar, m, scalar_select(v.truth, v.k, v.l)),
                              CT_MAKE(Scalar, m, scalar_add(v.k, v.l)),
                              CT_MAKE(Scalar, m, scalar_sub(v.k, v.l)),
                              CT_MAKE(Scalar, m, scalar_neg(v.k)),
                              CT_MAKE(Scalar, m, scalar_mul(v.k, v.l)),
                              CT_MAKE(Scalar, m, scalar_inv(v.k)),
                              CT_MAKE(bool, truth, scalar_eq(v.k, v.l)),
                              CT_MAKE(Point, r, point_select(v.truth, v.p, v.q)),
                              CT_MAKE(Point, r, point_add_complete(v.p, v.q)),
                              CT_MAKE(Point, r, point_dbl(v.p)),
                              CT_MAKE(Point, r, point_neg(v.p)),
                              CT_MAKE(Point, r, point_normalize(v.p)),
                              CT_MAKE(bool, truth, point_eq(v.p, v.q)),
                              CT_MAKE(Point, r, scalar_mul(v.p, v.k)),
                              CT_MAKE(Point, r, generator_mul(v.k))};
#undef CT_MAKE

TEST(Wipe, CppCalls) {
    std::mt19937_64 random(7);
    const auto v = std::make_unique<cpp_values>();
    const auto words = [&] {
        return std::array<uint64_t, 4>{random(), random(), random(), random() >> 1};
    };
    int supported;
    for (size_t e = 0; const char *name = ufsecp_engine_at(e, &supported); e++) {
        if (!supported || !ufsecp_engine_select(name)) continue;
        for (const cpp_call &call : cpp_calls) {
            v->a = FieldElement::from_limbs(words()), v->b = FieldElement::from_limbs(words());
            v->k = Scalar::from_limbs(words()), v->l = Scalar::from_limbs(words());
            v->p = secp256k1::fast::generator_mul(Scalar::from_limbs(words())).dbl(),
            v->q = v->p.dbl(); /* with z of their own */
            v->truth = true;
            const cpp_values given = *v;
            call.run(*v);
            call_run secrets;
            const auto add_field = [&](const char *what, const FieldElement &f) {
                secrets.add(what, f.to_bytes());
            };
            const auto add_point = [&](const char *what, const Point &p) {
                FieldElement xyz[3];
                static_assert(sizeof xyz == sizeof p);
                memcpy(static_cast<void *>(xyz), &p, sizeof p);
                for (const FieldElement &f : xyz) add_field(what, f);
            };
            if (strncmp(call.name, "field", 5) == 0)
                add_field("a", v->a), add_field("b", v->b), add_field("c", v->c);
            if (strncmp(call.name, "scalar_mul(v.p", 14) == 0 ||
                strncmp(call.name, "generator", 9) == 0)
                secrets.add_scalar("k", v->k);
            else if (strncmp(call.name, "scalar", 6) == 0)
                secrets.add("k", v->k.to_bytes()), secrets.add("l", v->l.to_bytes()),
                    secrets.add("m", v->m.to_bytes());
            if (strstr(call.name, "v.p") || strncmp(call.name, "generator", 9) == 0)
                add_point("P", v->p), add_point("Q", v->q), add_point("R", v->r);
            *v = given;
            size_t used = 0;
            bool deep = false;
            const auto left = left_by(secrets.all, [&] { call.run(*v); }, &used, &deep);
            if (getenv("WIPE_SHOW"))
                printf("%s %s: %zu bytes of stack%s\n", name, call.name, used, text(left).c_str());
            EXPECT_TRUE(left.empty()) << call.name << " on " << name << " leaves" << text(left);
            EXPECT_TRUE(deep) << call.name << " on " << name << " uses more than is wiped";
        }
    }
    ufsecp_engine_select("auto");
}

}  // namespace
#endif
