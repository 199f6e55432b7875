// Our library in libsecp256k1's place, beside that library in one process: names, types and values
// are equal, and so is what random programs of calls with good and bad arguments return, write and
// tell callbacks.
#include "secp256k1.h"

#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <mutex>
#include <thread>

#include "compat_abi.h"
#include "compat_musig.h"
#include "compat_sides.h"
#include "hash/sha256.h"
#include "scale.h"

using namespace compat_sides;

namespace {

TEST(CompatAbi, HeadersSayTheSame) {
    EXPECT_EQ(abi_of_ours(), abi_of_peer());
    EXPECT_GT(abi_of_ours().size(), 100u);
}

TEST(CompatAbi, BothHaveTheNames) {
    EXPECT_EQ(peer().missing, "");
    EXPECT_EQ(ours().missing, "");
    for (const char *name :
         {"secp256k1_context_no_precomp", "secp256k1_ec_privkey_negate",
          "secp256k1_ec_privkey_tweak_add", "secp256k1_ec_privkey_tweak_mul",
          "secp256k1_schnorrsig_sign", "secp256k1_scratch_space_create",
          "secp256k1_scratch_space_destroy", "ecdsa_signature_parse_der_lax",
          "secp256k1_batch_create", "secp256k1_batch_destroy", "secp256k1_batch_usable",
          "secp256k1_batch_verify", "secp256k1_batch_add_schnorrsig",
          "secp256k1_batch_add_xonlypub_tweak_check"})
        EXPECT_TRUE(find_name(ours().handle, name)) << name;
    EXPECT_FALSE(find_name(ours().handle, "ufsecp_version"));
}

void good_compression(uint32_t *state, const unsigned char *blocks, size_t n) {
    ufsecp::sha256_compress(state, blocks, n);
}
void bad_compression(uint32_t *state, const unsigned char *blocks, size_t n) {
    ufsecp::sha256_compress(state, blocks, n);
    state[3] ^= n > 8; /* wrong for many blocks at once */
}
constexpr secp256k1_sha256_compression_function compressions[3] = {good_compression,
                                                                   bad_compression, nullptr};

/* How often a kind of call returned 1 or another number than 0, and 0. */
std::map<std::string, std::array<size_t, 2>> outcomes;
std::mutex outcomes_lock;

/* A program of calls on both sides. */
class program {
public:
    explicit program(uint64_t seed) : r{seed}, sides{side(peer()), side(ours())} {}

    /* What differed first, or nothing. */
    std::string run(size_t steps) {
        for (unsigned char (&key)[32] : now().keys) r.fill(key, 32), key[0] &= 0x7f;
        for (unsigned char (&msg)[32] : now().msgs) r.fill(msg, 32);
        for (unsigned char (&ell)[64] : now().ells) r.fill(ell, 64);
        share();
        for (size_t i = 0; i < steps && wrong.empty(); i++) {
            c = r.below(8);
            c = c < 2 ? c + 1 : 0;
            in_place = r.one_in(4);
            nulls = 0;
            for (unsigned bit = 0; bit < 8; bit++) nulls |= (unsigned)r.one_in(30) << bit;
            /* At first there is little that calls could use. */
            if (i < 6) {
                nulls = 0, c = 0;
                if (i < 3) pubkey_create(i);
                else if (i == 3) keypair_create(0);
                else if (i == 4) ecdsa_sign(0);
                else sign_recoverable(0);
            } else {
                step();
            }
            if (!wrong.empty()) wrong += " in step " + std::to_string(i);
        }
        std::lock_guard guard(outcomes_lock);
        for (const auto &[name, count] : counts)
            for (size_t k = 0; k < 2; k++) outcomes[name][k] += count[k];
        return wrong;
    }

    /* For compat_musig.h too. */
    source r;
    side sides[2];
    size_t c = 0;          /* the context */
    unsigned nulls = 0;    /* which pointers are not passed */
    bool in_place = false; /* an encoding is written where it comes from */
    std::string wrong;
    std::map<std::string, std::array<size_t, 2>> counts;

    objects &now() { return sides[0].o; }
    void share() { sides[1].o = sides[0].o; }

    template <class T>
    T *opt(unsigned bit, T *p) const {
        return nulls >> bit & 1 ? nullptr : p;
    }

    /* Calls f on each side. Where `undefined`, both must have told the same, but results need not
     * be equal: then ours must be 0. */
    template <class F>
    void both(const char *name, const F &f, bool undefined = false) {
        long long result[2];
        for (size_t i = 0; i < 2; i++) {
            told = &sides[i].log;
            result[i] = (long long)f(sides[i]);
        }
        counts[name][result[0] == 0]++;
        if (sides[0].log != sides[1].log) {
            wrong = std::string(name) + ": told";
            for (const side &s : sides) {
                wrong += "\n";
                for (const std::string &text : s.log) wrong += "[" + text + "]";
            }
        } else if (undefined) {
            if (result[1] != 0) wrong = std::string(name) + ": not 0 for what is illegal";
        } else if (result[0] != result[1]) {
            wrong = std::string(name) + ": returned " + std::to_string(result[0]) + " and " +
                    std::to_string(result[1]);
        } else if (memcmp(&sides[0].o, &sides[1].o, sizeof(objects)) != 0) {
            const unsigned char *a = (unsigned char *)&sides[0].o,
                                *b = (unsigned char *)&sides[1].o;
            size_t at = 0;
            while (a[at] == b[at]) at++;
            wrong = std::string(name) + ": wrote other bytes at " + std::to_string(at);
        }
        for (side &s : sides) s.log.clear();
    }
    static int sign_of(int x) { return (x > 0) - (x < 0); }

    static bool is_zero(const unsigned char *p, size_t len) {
        for (size_t i = 0; i < len; i++)
            if (p[i]) return false;
        return true;
    }

    /* x = n - x. */
    static void negate(unsigned char *x32) {
        int borrow = 0;
        for (size_t b = 32; b-- > 0;) {
            const int d = order32[b] - x32[b] - borrow;
            x32[b] = (unsigned char)d;
            borrow = d < 0;
        }
    }

    void pubkey_create(size_t i) {
        const size_t k = r.below(6);
        both("ec_pubkey_create", [&](side &s) {
            return s.lib.ec_pubkey_create(s.contexts[c], opt(0, &s.o.pubkeys[i]),
                                          opt(1, s.o.keys[k]));
        });
    }
    void keypair_create(size_t i) {
        const size_t k = r.below(6);
        both("keypair_create", [&](side &s) {
            return s.lib.keypair_create(s.contexts[c], opt(0, &s.o.keypairs[i]),
                                        opt(1, s.o.keys[k]));
        });
    }
    /* NULL, the library's own two, ours. */
    template <class F, class... Own>
    F choose(size_t kind, const F *others, Own... own) const {
        const F first[] = {nullptr, own...};
        return kind < sizeof first / sizeof *first ? first[kind]
                                                   : others[kind - sizeof first / sizeof *first];
    }
    void ecdsa_sign(size_t i) {
        const size_t k = r.below(6), m = r.below(3), f = r.below(8), d = r.below(3);
        both(f < 3 ? "ecdsa_sign" : "ecdsa_sign by nonce", [&](side &s) {
            return s.lib.ecdsa_sign(
                s.contexts[c], opt(0, &s.o.sigs[i]), opt(1, s.o.msgs[m]), opt(2, s.o.keys[k]),
                choose(f, nonces, *s.lib.nonce_function_rfc6979, *s.lib.nonce_function_default),
                d ? nullptr : s.o.msgs[d]);
        });
    }
    void sign_recoverable(size_t i) {
        const size_t k = r.below(6), m = r.below(3), f = r.below(8), d = r.below(3);
        both("ecdsa_sign_recoverable", [&](side &s) {
            return s.lib.ecdsa_sign_recoverable(
                s.contexts[c], opt(0, &s.o.rsigs[i]), opt(1, s.o.msgs[m]), opt(2, s.o.keys[k]),
                choose(f, nonces, *s.lib.nonce_function_rfc6979, *s.lib.nonce_function_default),
                d ? nullptr : s.o.msgs[d]);
        });
    }

    /* input = an encoding, often a good one. */
    void draw_input() {
        objects &o = now();
        size_t len = sizeof o.input;
        const library &l = peer();
        const secp256k1_context *plain = sides[0].contexts[0];
        told = &sides[0].log;
        r.fill(o.input, len);
        const size_t kind = r.below(6);
        if (kind < 2) {
            l.ec_pubkey_serialize(plain, o.input, &len, &o.pubkeys[r.below(5)],
                                  kind ? SECP256K1_EC_COMPRESSED : SECP256K1_EC_UNCOMPRESSED);
            if (len == 65 && r.one_in(2))
                o.input[0] = (unsigned char)(6 + (r.one_in(4) ^ (o.input[64] & 1)));
        } else if (kind == 2) {
            l.ecdsa_signature_serialize_der(plain, o.input, &len, &o.sigs[r.below(4)]);
        } else if (kind == 3) {
            l.ecdsa_signature_serialize_compact(plain, o.input, &o.sigs[r.below(4)]);
            if (r.one_in(4)) r.number(o.input + 32 * r.below(2));
            else if (r.one_in(2)) negate(o.input + 32);
            len = 64;
        } else if (kind == 4) {
            len = draw_der(o.input);
        } else {
            len = r.below(80);
            r.number(o.input);
        }
        if (r.one_in(3)) o.input[r.below(len ? len : 1)] ^= (unsigned char)(1 << r.below(8));
        if (r.one_in(8)) len = r.below(len + 2);
        o.input_len = len;
        sides[0].log.clear();
        share();
    }
    /* A sequence of two integers with the oddities that encoders and attackers have. */
    size_t draw_der(unsigned char *out) {
        unsigned char body[140];
        size_t n = 0;
        for (int i = 0; i < 2; i++) {
            unsigned char v[40] = {0};
            const size_t pad = r.one_in(2) ? 0 : r.below(3);
            r.number(v + pad);
            size_t len = pad + (r.one_in(4) ? r.below(35) : 32);
            if (r.one_in(3)) v[0] &= 0x7f;
            if (r.one_in(10)) memset(v, 0xff, 3);
            body[n++] = (unsigned char)(r.one_in(20) ? 3 : 2);
            if (r.one_in(6)) {
                const size_t bytes = 1 + r.below(3);
                body[n++] = (unsigned char)(0x80 + bytes);
                for (size_t k = 1; k < bytes; k++) body[n++] = 0;
            }
            body[n++] = (unsigned char)len;
            memcpy(body + n, v, len);
            n += len;
        }
        size_t at = 0;
        out[at++] = 0x30;
        if (r.one_in(6)) out[at++] = 0x81;
        out[at++] = (unsigned char)(n + (r.one_in(8) ? r.below(3) : 0));
        memcpy(out + at, body, n);
        return at + n;
    }

    void step() {
        const size_t i = r.below(4), j = r.below(4), k = r.below(6), m = r.below(3), f = r.below(8),
                     p = r.below(5), q = r.below(5);
        static constexpr size_t lengths[] = {0, 1, 8, 32, 33, 64, 65, 70, 71, 72, 73, 100};
        static constexpr unsigned flags[] = {SECP256K1_EC_COMPRESSED,
                                             SECP256K1_EC_COMPRESSED,
                                             SECP256K1_EC_UNCOMPRESSED,
                                             SECP256K1_EC_UNCOMPRESSED,
                                             0,
                                             1,
                                             3,
                                             SECP256K1_EC_COMPRESSED | 1 << 9,
                                             ~0u};
        const size_t len = lengths[r.below(std::size(lengths))];
        const unsigned flag = flags[r.below(std::size(flags))];
        switch (r.below(65)) {
        case 0:
        case 1:
        case 2: r.number(now().keys[k]); return share();
        case 3: r.number(now().msgs[m]); return share();
        case 4:
        case 5:
        case 6:
        case 7: return draw_input();
        case 8: /* what a failed call leaves */
            if (r.one_in(3)) memset(&now().pubkeys[p], 0, 64);
            else if (r.one_in(2)) memset(&now().xonlys[i], 0, 64);
            else memset(&now().keypairs[m], 0, 96);
            return share();
        case 9: return pubkey_create(p);
        case 10: return keypair_create(m);
        case 11:
        case 12: return ecdsa_sign(i);
        case 13: return sign_recoverable(m);
        case 14:
        case 15:
            return both("ec_pubkey_parse", [&](side &s) {
                return s.lib.ec_pubkey_parse(s.contexts[c], opt(0, &s.o.pubkeys[p]),
                                             opt(1, s.o.input), s.o.input_len);
            });
        case 16:
            return both("ec_pubkey_serialize", [&](side &s) {
                s.o.len = len;
                return s.lib.ec_pubkey_serialize(s.contexts[c], opt(0, s.o.outs[0]),
                                                 opt(1, &s.o.len), opt(2, &s.o.pubkeys[p]), flag);
            });
        case 17:
            return both("ec_pubkey_cmp", [&](side &s) {
                return sign_of(s.lib.ec_pubkey_cmp(s.contexts[c], opt(0, &s.o.pubkeys[p]),
                                                   opt(1, &s.o.pubkeys[q])));
            });
        case 18: {
            unsigned char drawn[8];
            r.fill(drawn, 8);
            const size_t n = r.below(9);
            return both("ec_pubkey_sort", [&](side &s) {
                const secp256k1_pubkey *keys[8];
                for (size_t x = 0; x < 8; x++) keys[x] = &s.o.pubkeys[drawn[x] % 5];
                if (nulls & 2) keys[3] = nullptr;
                const int result = s.lib.ec_pubkey_sort(s.contexts[c], opt(0, keys), n);
                for (size_t x = 0; x < 8; x++)
                    s.o.ordered[x] = (unsigned char)(keys[x] ? keys[x] - s.o.pubkeys : 99);
                return result;
            });
        }
        case 19:
            return both("ec_pubkey_negate", [&](side &s) {
                return s.lib.ec_pubkey_negate(s.contexts[c], opt(0, &s.o.pubkeys[p]));
            });
        case 20:
            return both("ec_pubkey_tweak_add", [&](side &s) {
                return s.lib.ec_pubkey_tweak_add(s.contexts[c], opt(0, &s.o.pubkeys[p]),
                                                 opt(1, s.o.keys[k]));
            });
        case 21:
            return both("ec_pubkey_tweak_mul", [&](side &s) {
                return s.lib.ec_pubkey_tweak_mul(s.contexts[c], opt(0, &s.o.pubkeys[p]),
                                                 opt(1, s.o.keys[k]));
            });
        case 22: return combine();
        case 23:
            return both("ec_seckey_verify", [&](side &s) {
                return s.lib.ec_seckey_verify(s.contexts[c], opt(0, s.o.keys[k]));
            });
        case 24:
            return both("ec_seckey_negate", [&](side &s) {
                return s.lib.ec_seckey_negate(s.contexts[c], opt(0, s.o.keys[k]));
            });
        case 25:
            return both("ec_seckey_tweak_add", [&](side &s) {
                return s.lib.ec_seckey_tweak_add(s.contexts[c], opt(0, s.o.keys[k]),
                                                 opt(1, s.o.keys[p]));
            });
        case 26:
            return both("ec_seckey_tweak_mul", [&](side &s) {
                return s.lib.ec_seckey_tweak_mul(s.contexts[c], opt(0, s.o.keys[k]),
                                                 opt(1, s.o.keys[p]));
            });
        case 27:
            return both("ecdsa_signature_parse_compact", [&](side &s) {
                return s.lib.ecdsa_signature_parse_compact(
                    s.contexts[c], opt(0, &s.o.sigs[i]),
                    opt(1, in_place ? s.o.sigs[i].data : s.o.input));
            });
        case 28:
        case 29:
        case 30:
            return both("ecdsa_signature_parse_der", [&](side &s) {
                return s.lib.ecdsa_signature_parse_der(s.contexts[c], opt(0, &s.o.sigs[i]),
                                                       opt(1, s.o.input), s.o.input_len);
            });
        case 31:
            return both("ecdsa_signature_serialize_der", [&](side &s) {
                s.o.len = len;
                return s.lib.ecdsa_signature_serialize_der(s.contexts[c], opt(0, s.o.outs[0]),
                                                           opt(1, &s.o.len), opt(2, &s.o.sigs[i]));
            });
        case 32:
            return both("ecdsa_signature_serialize_compact", [&](side &s) {
                return s.lib.ecdsa_signature_serialize_compact(
                    s.contexts[c], opt(0, in_place ? s.o.sigs[i].data : s.o.outs[1]),
                    opt(1, &s.o.sigs[i]));
            });
        case 33:
            return both("ecdsa_signature_normalize", [&](side &s) {
                return s.lib.ecdsa_signature_normalize(s.contexts[c], opt(0, &s.o.sigs[i]),
                                                       opt(1, &s.o.sigs[j]));
            });
        case 34:
        case 35: return verify(i, m, p);
        case 36: return recovery(m, i);
        case 37:
        case 38: return ecdh(p, k, f);
        case 39:
            return both("xonly_pubkey_parse", [&](side &s) {
                return s.lib.xonly_pubkey_parse(s.contexts[c], opt(0, &s.o.xonlys[i]),
                                                opt(1, f < 5 ? s.o.input + 1 : s.o.input));
            });
        case 40:
            return both("xonly_pubkey_serialize", [&](side &s) {
                return s.lib.xonly_pubkey_serialize(s.contexts[c], opt(0, s.o.outs[0]),
                                                    opt(1, &s.o.xonlys[i]));
            });
        case 41:
            return both("xonly_pubkey_cmp", [&](side &s) {
                return sign_of(s.lib.xonly_pubkey_cmp(s.contexts[c], opt(0, &s.o.xonlys[i]),
                                                      opt(1, &s.o.xonlys[j])));
            });
        case 42:
            return both("xonly_pubkey_from_pubkey", [&](side &s) {
                return s.lib.xonly_pubkey_from_pubkey(s.contexts[c], opt(0, &s.o.xonlys[i]),
                                                      opt(1, &s.o.number), opt(2, &s.o.pubkeys[p]));
            });
        case 43: return xonly_tweak(i, p, k);
        case 44:
            return both("keypair_sec", [&](side &s) {
                return s.lib.keypair_sec(s.contexts[c], opt(0, s.o.keys[k]),
                                         opt(1, &s.o.keypairs[m]));
            });
        case 45:
            return both("keypair_pub", [&](side &s) {
                return s.lib.keypair_pub(s.contexts[c], opt(0, &s.o.pubkeys[p]),
                                         opt(1, &s.o.keypairs[m]));
            });
        case 46:
            return both("keypair_xonly_pub", [&](side &s) {
                return s.lib.keypair_xonly_pub(s.contexts[c], opt(0, &s.o.xonlys[i]),
                                               opt(1, &s.o.number), opt(2, &s.o.keypairs[m]));
            });
        case 47:
            return both("keypair_xonly_tweak_add", [&](side &s) {
                return s.lib.keypair_xonly_tweak_add(s.contexts[c], opt(0, &s.o.keypairs[m]),
                                                     opt(1, s.o.keys[k]));
            });
        case 48:
        case 49: return schnorr_sign(m, f);
        case 50: return schnorr_verify(i, f);
        case 51: return context_call(k);
        case 52: return nonce_call(k, m, f);
        case 53:
        case 54:
        case 55:
        case 56: return ellswift(m, k, p, f);
        case 57: return musig_session(*this);
        case 58:
        case 59:
        case 60:
        case 61:
        case 62:
        case 63: return musig_call(*this);
        default:
            return both("tagged_sha256", [&](side &s) {
                return s.lib.tagged_sha256(s.contexts[c], opt(0, s.o.outs[0]), opt(1, s.o.keys[k]),
                                           p * 7, opt(2, s.o.input), s.o.input_len);
            });
        }
    }

    void combine() {
        unsigned char drawn[4];
        r.fill(drawn, 4);
        const size_t out = r.below(5), n = r.below(5);
        bool illegal_key = false;
        for (size_t x = 0; x < n; x++)
            illegal_key |= is_zero(now().pubkeys[drawn[x] % 5].data, 32) || drawn[x] % 5 == out;
        both(
            "ec_pubkey_combine",
            [&](side &s) {
                const secp256k1_pubkey *keys[4];
                for (size_t x = 0; x < 4; x++) keys[x] = &s.o.pubkeys[drawn[x] % 5];
                if (nulls & 4) keys[1] = nullptr;
                return s.lib.ec_pubkey_combine(s.contexts[c], opt(0, &s.o.pubkeys[out]),
                                               opt(1, keys), n);
            },
            illegal_key);
        if (illegal_key) memset(&now().pubkeys[out], 0, 64), share();
    }

    void verify(size_t i, size_t m, size_t p) {
        /* Often of what was signed, by the key that is recovered. */
        if (r.one_in(2)) {
            both("ecdsa_recover", [&](side &s) {
                return s.lib.ecdsa_recover(s.contexts[0], &s.o.pubkeys[p], &s.o.rsigs[m],
                                           s.o.msgs[m]);
            });
            both("ecdsa_recoverable_signature_convert", [&](side &s) {
                return s.lib.ecdsa_recoverable_signature_convert(
                    s.contexts[c], opt(0, &s.o.sigs[i]), opt(1, &s.o.rsigs[m]));
            });
        }
        if (r.one_in(4)) /* the same with a high s */
            both("ecdsa_signature_parse_compact", [&](side &s) {
                unsigned char sig64[64];
                s.lib.ecdsa_signature_serialize_compact(s.contexts[0], sig64, &s.o.sigs[i]);
                negate(sig64 + 32);
                return s.lib.ecdsa_signature_parse_compact(s.contexts[0], &s.o.sigs[i], sig64);
            });
        if (r.one_in(6))
            both("ecdsa_signature_normalize", [&](side &s) {
                return s.lib.ecdsa_signature_normalize(s.contexts[0], &s.o.sigs[i], &s.o.sigs[i]);
            });
        both("ecdsa_verify", [&](side &s) {
            return s.lib.ecdsa_verify(s.contexts[c], opt(2, &s.o.sigs[i]), opt(3, s.o.msgs[m]),
                                      opt(4, &s.o.pubkeys[p]));
        });
    }

    void recovery(size_t m, size_t i) {
        const int recid = (int)r.below(7) - 1;
        switch (r.below(4)) {
        case 0:
            return both("ecdsa_recoverable_signature_parse_compact", [&](side &s) {
                return s.lib.ecdsa_recoverable_signature_parse_compact(
                    s.contexts[c], opt(0, &s.o.rsigs[m]),
                    opt(1, in_place ? s.o.rsigs[m].data : s.o.input), recid);
            });
        case 1:
            return both("ecdsa_recoverable_signature_serialize_compact", [&](side &s) {
                return s.lib.ecdsa_recoverable_signature_serialize_compact(
                    s.contexts[c], opt(0, in_place ? s.o.rsigs[m].data : s.o.outs[0]),
                    opt(1, &s.o.number), opt(2, &s.o.rsigs[m]));
            });
        case 2:
            return both("ecdsa_recoverable_signature_convert", [&](side &s) {
                return s.lib.ecdsa_recoverable_signature_convert(
                    s.contexts[c], opt(0, &s.o.sigs[i]), opt(1, &s.o.rsigs[m]));
            });
        default:
            return both("ecdsa_recover", [&](side &s) {
                return s.lib.ecdsa_recover(s.contexts[c], opt(0, &s.o.pubkeys[i]),
                                           opt(1, &s.o.rsigs[m]), opt(2, s.o.msgs[m]));
            });
        }
    }

    void ecdh(size_t p, size_t k, size_t f) {
        const size_t kind = f % 6;
        const bool undefined = is_zero(now().pubkeys[p].data, 32) && !(nulls & 7);
        if (undefined) c = 0;
        if (undefined && kind > 2) return; /* libsecp256k1 calls the hash, we do not */
        both(
            kind < 3 ? "ecdh" : "ecdh by hash",
            [&](side &s) {
                return s.lib.ecdh(s.contexts[c], opt(0, s.o.outs[1]), opt(1, &s.o.pubkeys[p]),
                                  opt(2, s.o.keys[k]),
                                  choose(kind, hashes, *s.lib.ecdh_hash_function_sha256,
                                         *s.lib.ecdh_hash_function_default),
                                  opt(5, s.o.msgs[0]));
            },
            undefined);
        if (undefined) share();
    }

    /* Encodings, of which one in a few has numbers at which decoding changes its mind. */
    void ellswift(size_t m, size_t k, size_t p, size_t f) {
        const size_t other = r.below(3), random = r.below(4);
        const int party = (int)r.below(3);
        if (r.one_in(4)) { /* u or t, and what is the same modulo p */
            unsigned char *const half = now().ells[m] + 32 * r.below(2);
            r.number(half);
            share();
        }
        switch (r.below(5)) {
        case 0:
            return both("ellswift_encode", [&](side &s) {
                return s.lib.ellswift_encode(s.contexts[c], opt(0, s.o.ells[m]),
                                             opt(1, &s.o.pubkeys[p]), opt(2, s.o.keys[k]));
            });
        case 1:
            return both("ellswift_create", [&](side &s) {
                return s.lib.ellswift_create(s.contexts[c], opt(0, s.o.ells[m]),
                                             opt(1, s.o.keys[k]),
                                             random ? s.o.msgs[random - 1] : nullptr);
            });
        case 2:
            return both("ellswift_decode", [&](side &s) {
                return s.lib.ellswift_decode(s.contexts[c], opt(0, &s.o.pubkeys[p]),
                                             opt(1, s.o.ells[m]));
            });
        default:
            return both(f % 5 < 2 ? "ellswift_xdh" : "ellswift_xdh by hash", [&](side &s) {
                const secp256k1_ellswift_xdh_hash_function own[] = {
                    *s.lib.ellswift_xdh_hash_function_bip324,
                    *s.lib.ellswift_xdh_hash_function_prefix};
                return s.lib.ellswift_xdh(s.contexts[c], opt(0, s.o.outs[1]), opt(1, s.o.ells[m]),
                                          opt(2, s.o.ells[other]), opt(3, s.o.keys[k]), party,
                                          nulls & 16  ? nullptr
                                          : f % 5 < 2 ? own[f % 5]
                                                      : ell_hashes[f % 5 - 2],
                                          s.o.input);
            });
        }
    }

    void xonly_tweak(size_t i, size_t p, size_t k) {
        both("xonly_pubkey_tweak_add", [&](side &s) {
            return s.lib.xonly_pubkey_tweak_add(s.contexts[c], opt(0, &s.o.pubkeys[p]),
                                                opt(1, &s.o.xonlys[i]), opt(2, s.o.keys[k]));
        });
        unsigned char x32[32];
        for (size_t b = 0; b < 32; b++) x32[b] = now().pubkeys[p].data[31 - b];
        const int parity = r.one_in(10) ? (int)r.below(4) - 1 : now().pubkeys[p].data[32] & 1;
        if (r.one_in(4)) x32[r.below(32)] ^= 1;
        both("xonly_pubkey_tweak_add_check", [&](side &s) {
            return s.lib.xonly_pubkey_tweak_add_check(s.contexts[c], opt(3, x32), parity,
                                                      opt(4, &s.o.xonlys[i]), opt(5, s.o.keys[k]));
        });
    }

    void schnorr_sign(size_t m, size_t f) {
        const size_t len = r.below(100), d = r.below(3);
        const bool bad_magic = r.one_in(10);
        if (r.one_in(2))
            return both("schnorrsig_sign32", [&](side &s) {
                return s.lib.schnorrsig_sign32(s.contexts[c], opt(0, s.o.outs[1]),
                                               opt(1, s.o.msgs[m]), opt(2, &s.o.keypairs[m]),
                                               d ? nullptr : s.o.keys[0]);
            });
        both("schnorrsig_sign_custom", [&](side &s) {
            secp256k1_schnorrsig_extraparams extra = SECP256K1_SCHNORRSIG_EXTRAPARAMS_INIT;
            extra.noncefp = choose(f % 7, hardeneds, *s.lib.nonce_function_bip340);
            extra.ndata = d ? nullptr : s.o.keys[0];
            extra.magic[2] ^= bad_magic;
            return s.lib.schnorrsig_sign_custom(s.contexts[c], opt(0, s.o.outs[1]),
                                                opt(1, s.o.input), len, opt(2, &s.o.keypairs[m]),
                                                opt(3, &extra));
        });
    }

    void schnorr_verify(size_t i, size_t f) {
        const size_t m = r.below(3), spoilt = r.below(64);
        if (f < 5) { /* what was signed */
            both("schnorrsig_sign32", [&](side &s) {
                return s.lib.schnorrsig_sign32(s.contexts[0], s.o.outs[1], s.o.msgs[m],
                                               &s.o.keypairs[0], nullptr);
            });
            both("keypair_xonly_pub", [&](side &s) {
                return s.lib.keypair_xonly_pub(s.contexts[0], &s.o.xonlys[i], nullptr,
                                               &s.o.keypairs[0]);
            });
        }
        if (f == 0) now().outs[1][spoilt] ^= 0x10, share();
        if (f == 1) r.number(now().outs[1] + 32 * (spoilt & 1)), share();
        if (f == 5) memset(&now().xonlys[i], 0, 64), share();
        both("schnorrsig_verify", [&](side &s) {
            return s.lib.schnorrsig_verify(s.contexts[c], opt(0, s.o.outs[1]), opt(1, s.o.msgs[m]),
                                           f == 6 ? 0 : 32, opt(2, &s.o.xonlys[i]));
        });
    }

    void context_call(size_t k) {
        const size_t kind = r.below(8);
        switch (kind) {
        case 0:
            return both("context_randomize", [&](side &s) {
                return s.lib.context_randomize(s.contexts[c], opt(0, s.o.keys[k]));
            });
        case 1:
            return both("context_clone", [&](side &s) {
                secp256k1_context *copy = s.lib.context_clone(s.contexts[c]);
                s.lib.context_destroy(copy);
                return copy != nullptr;
            });
        case 2:
            return both("context_preallocated_clone", [&](side &s) {
                std::vector<unsigned char> memory(s.memory.size());
                secp256k1_context *copy =
                    s.lib.context_preallocated_clone(s.contexts[c], opt(0, memory.data()));
                s.lib.context_preallocated_destroy(copy);
                /* a context that has ended signs no more */
                return copy && !s.lib.ecdsa_sign(copy, &s.o.sigs[0], s.o.msgs[0], s.o.keys[0],
                                                 nullptr, nullptr);
            });
        case 3:
            return both("context_preallocated_clone_size", [&](side &s) {
                return s.lib.context_preallocated_clone_size(s.contexts[c]) != 0;
            });
        case 4:
            return both("context_destroy", [&](side &s) {
                s.lib.context_destroy(s.contexts[1]);
                s.lib.context_preallocated_destroy(s.contexts[1]);
                s.lib.context_preallocated_destroy(nullptr);
                return 0;
            });
        case 5:
            return both("context_set_sha256_compression", [&](side &s) {
                s.lib.context_set_sha256_compression(s.contexts[c], compressions[k % 3]);
                return 0;
            });
        case 6:
            return both("context_create", [&](side &s) {
                secp256k1_context *made = s.lib.context_create(
                    k & 1 ? SECP256K1_CONTEXT_SIGN | SECP256K1_CONTEXT_VERIFY | 1u << 20
                          : SECP256K1_CONTEXT_NONE);
                s.lib.selftest();
                s.lib.context_destroy(made);
                return made != nullptr;
            });
        default:
            return both("context_set_illegal_callback", [&](side &s) {
                s.lib.context_set_illegal_callback(s.contexts[c], illegal, (void *)(k + 10));
                s.lib.context_set_error_callback(s.contexts[c], error, (void *)(k + 20));
                return 0;
            });
        }
    }

    /* The library's own nonce and hash functions, called by a program. */
    void nonce_call(size_t k, size_t m, size_t f) {
        const unsigned attempt = (unsigned)r.below(3);
        if (f < 3)
            return both("nonce_function_rfc6979", [&](side &s) {
                return (*s.lib.nonce_function_rfc6979)(s.o.outs[0], s.o.msgs[m], s.o.keys[k],
                                                       f == 0 ? nullptr : s.o.input,
                                                       f == 1 ? nullptr : s.o.msgs[0], attempt);
            });
        if (f < 6)
            return both("nonce_function_bip340", [&](side &s) {
                static const unsigned char standard[] = "BIP0340/nonce";
                return (*s.lib.nonce_function_bip340)(
                    s.o.outs[0], s.o.input, 40, s.o.keys[k], s.o.msgs[1],
                    nulls & 1 ? nullptr
                    : f == 3  ? standard
                              : s.o.msgs[2],
                    f == 3 ? 13 : f * 4, f == 5 ? nullptr : s.o.msgs[0]);
            });
        if (f == 6)
            return both("ellswift_xdh_hash_function", [&](side &s) {
                return (k % 2 ? *s.lib.ellswift_xdh_hash_function_prefix
                              : *s.lib.ellswift_xdh_hash_function_bip324)(
                    s.o.outs[0], s.o.keys[k], s.o.ells[m], s.o.ells[0], s.o.ells[1]);
            });
        both("ecdh_hash_function_sha256", [&](side &s) {
            return (*s.lib.ecdh_hash_function_sha256)(s.o.outs[0], s.o.keys[k], s.o.msgs[m],
                                                      nullptr);
        });
    }
};

TEST(Compat, RandomPrograms) {
    ASSERT_EQ(peer().missing, "");
    ASSERT_EQ(ours().missing, "");
    const int n = std::max(2000, scaled(4000));  // which show each kind of call often
    const char *first = getenv("UF_COMPAT_SEED");
    const uint64_t seed = first ? strtoull(first, nullptr, 0) : 0;
    std::atomic<int> next = 0;
    std::mutex lock;
    std::vector<std::thread> threads;
    const auto work = [&] {
        for (int i; (i = next++) < n && !HasFailure();) {
            const std::string wrong = program(seed + (uint64_t)i).run(30);
            std::lock_guard guard(lock);
            EXPECT_EQ(wrong, "") << "program " << seed + (uint64_t)i;
        }
    };
    for (unsigned t = std::max(1u, std::thread::hardware_concurrency()); t > 0; t--)
        threads.emplace_back(work);
    for (std::thread &t : threads) t.join();
    /* Each kind of call succeeds often, and fails unless it cannot. */
    static const std::vector<std::string> never_fail = {
        "nonce_function_rfc6979", "ecdh_hash_function_sha256", "ellswift_xdh_hash_function",
        "context_create"};
    static const std::vector<std::string> never_succeed = {
        "context_destroy", "context_set_sha256_compression", "context_set_illegal_callback",
        "context_preallocated_destroy"};
    size_t calls = 0;
    for (const auto &[name, count] : outcomes) {
        calls += count[0] + count[1];
        if (std::find(never_succeed.begin(), never_succeed.end(), name) == never_succeed.end())
            EXPECT_GT(count[0], 5u) << name;
        if (std::find(never_fail.begin(), never_fail.end(), name) == never_fail.end())
            EXPECT_GT(count[1], 3u) << name;
    }
    EXPECT_EQ(outcomes.size(), 77u);
    printf("%d programs, %zu calls of %zu kinds\n", n, calls, outcomes.size());
}

}  // namespace
