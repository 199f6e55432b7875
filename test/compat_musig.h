// MuSig2 in random programs (compat_test.cpp): whole sessions of one to five signers in which now
// and then something is wrong, and single calls on what sessions left.
#pragma once
#include "compat_sides.h"

namespace compat_sides {

/* A session, mostly with good arguments, which ends in a signature. */
template <class Program>
void musig_session(Program &p) {
    auto &r = p.r;
    p.c = 0, p.nulls = 0;
    const size_t n = 1 + r.below(5), cache = r.below(2), which = r.below(2), tweaks = r.below(3),
                 extras = r.below(16), spoilt = r.below(40);
    unsigned char drawn[5];
    musig_objects &o = p.now().musig;
    r.fill(drawn, 5);
    for (size_t i = 0; i < 5; i++) drawn[i] = (unsigned char)(r.one_in(6) ? drawn[i] % n : i);
    for (size_t i = 0; i < n; i++) {
        r.fill(o.number, 32), o.number[0] &= 0x7f;
        p.share();
        p.both("keypair_create", [&](side &s) {
            musig_objects &m = s.o.musig;
            return s.lib.keypair_create(s.contexts[0], &m.pairs[i], m.number) &&
                   s.lib.keypair_pub(s.contexts[0], &m.keys[i], &m.pairs[i]);
        });
    }
    if (spoilt == 0) memset(&o.keys[n - 1], 0, 64), p.share();
    p.both("musig_pubkey_agg", [&](side &s) {
        musig_objects &m = s.o.musig;
        const secp256k1_pubkey *keys[5];
        for (size_t i = 0; i < n; i++) keys[i] = &m.keys[drawn[i]];
        return s.lib.musig_pubkey_agg(s.contexts[0], extras & 1 ? &m.xonly : nullptr,
                                      &m.caches[cache], keys, n);
    });
    for (size_t t = 0; t < tweaks; t++) {
        r.number(o.number);
        p.share();
        if (r.one_in(2))
            p.both("musig_pubkey_ec_tweak_add", [&](side &s) {
                musig_objects &m = s.o.musig;
                return s.lib.musig_pubkey_ec_tweak_add(s.contexts[0], t ? &m.key : nullptr,
                                                       &m.caches[cache], m.number);
            });
        else
            p.both("musig_pubkey_xonly_tweak_add", [&](side &s) {
                musig_objects &m = s.o.musig;
                return s.lib.musig_pubkey_xonly_tweak_add(s.contexts[0], t ? &m.key : nullptr,
                                                          &m.caches[cache], m.number);
            });
    }
    for (size_t i = 0; i < n; i++) {
        r.fill(o.random, 32);
        p.share();
        if (r.one_in(3))
            p.both("musig_nonce_gen_counter", [&](side &s) {
                musig_objects &m = s.o.musig;
                return s.lib.musig_nonce_gen_counter(
                    s.contexts[0], &m.secnonces[i], &m.pubnonces[i], r.state, &m.pairs[i],
                    extras & 2 ? s.o.msgs[0] : nullptr, extras & 4 ? &m.caches[cache] : nullptr,
                    extras & 8 ? s.o.msgs[1] : nullptr);
            });
        else
            p.both("musig_nonce_gen", [&](side &s) {
                musig_objects &m = s.o.musig;
                return s.lib.musig_nonce_gen(s.contexts[0], &m.secnonces[i], &m.pubnonces[i],
                                             m.random, extras & 1 ? m.pairs[i].data : nullptr,
                                             &m.keys[i], extras & 2 ? s.o.msgs[0] : nullptr,
                                             extras & 4 ? &m.caches[cache] : nullptr,
                                             extras & 8 ? s.o.msgs[1] : nullptr);
            });
    }
    if (spoilt == 1) o.secnonces[0] = o.secnonces[n - 1], p.share();
    if (spoilt == 2) o.pubnonces[0].data[1] ^= 1, p.share();
    p.both("musig_nonce_agg", [&](side &s) {
        musig_objects &m = s.o.musig;
        const secp256k1_musig_pubnonce *nonces[5];
        for (size_t i = 0; i < n; i++) nonces[i] = &m.pubnonces[drawn[i]];
        return s.lib.musig_nonce_agg(s.contexts[0], &m.aggnonces[which], nonces, n);
    });
    p.both("musig_nonce_process", [&](side &s) {
        musig_objects &m = s.o.musig;
        return s.lib.musig_nonce_process(s.contexts[0], &m.sessions[which], &m.aggnonces[which],
                                         s.o.msgs[0], &m.caches[cache]);
    });
    for (size_t i = 0; i < n; i++) {
        const size_t signer = spoilt == 3 ? 0 : i;
        p.both("musig_partial_sign", [&](side &s) {
            musig_objects &m = s.o.musig;
            return s.lib.musig_partial_sign(s.contexts[0], &m.psigs[i], &m.secnonces[i],
                                            &m.pairs[signer], &m.caches[cache], &m.sessions[which]);
        });
        p.both("musig_partial_sig_verify", [&](side &s) {
            musig_objects &m = s.o.musig;
            return s.lib.musig_partial_sig_verify(s.contexts[0], &m.psigs[i], &m.pubnonces[i],
                                                  &m.keys[i], &m.caches[cache], &m.sessions[which]);
        });
    }
    p.both("musig_partial_sig_agg", [&](side &s) {
        musig_objects &m = s.o.musig;
        const secp256k1_musig_partial_sig *sigs[5];
        for (size_t i = 0; i < n; i++) sigs[i] = &m.psigs[drawn[i]];
        return s.lib.musig_partial_sig_agg(s.contexts[0], m.sig, &m.sessions[which], sigs, n);
    });
    p.both("musig_pubkey_get", [&](side &s) {
        musig_objects &m = s.o.musig;
        return s.lib.musig_pubkey_get(s.contexts[0], &m.key, &m.caches[cache]) &&
               s.lib.xonly_pubkey_from_pubkey(s.contexts[0], &m.xonly, nullptr, &m.key);
    });
    /* Whatever was signed is valid, and what was not is not, on both sides. */
    p.both("schnorrsig_verify", [&](side &s) {
        return s.lib.schnorrsig_verify(s.contexts[0], s.o.musig.sig, s.o.msgs[0], 32,
                                       &s.o.musig.xonly);
    });
}

/* Spoils an object in a way that leaves points what they are. */
template <class Program>
void musig_spoil(Program &p, size_t i, size_t j) {
    auto &r = p.r;
    musig_objects &o = p.now().musig;
    const size_t byte = r.below(4);
    switch (r.below(12)) {
    case 0: o.caches[j].data[byte] ^= 1; break;
    case 1: o.secnonces[i].data[byte] ^= 1; break;
    case 2: o.pubnonces[i].data[byte] ^= 1; break;
    case 3: o.aggnonces[j].data[byte] ^= 1; break;
    case 4: o.sessions[j].data[byte] ^= 1; break;
    case 5: o.psigs[i].data[byte] ^= 1; break;
    case 6: memset(o.secnonces[i].data + 4, 0, r.one_in(2) ? 64 : 32); break;
    case 7: r.number(o.secnonces[i].data + 4 + 32 * (byte & 1)); break;
    case 8: r.number(o.psigs[i].data + 4); break;
    case 9: r.number(o.sessions[j].data + 5 + 32 * byte); break;
    case 10: o.sessions[j].data[4] = (unsigned char)r.below(3); break;
    default: o.caches[j].data[164] = (unsigned char)r.below(4);
    }
    p.share();
}

/* 66 bytes, often of a nonce. */
template <class Program>
void musig_draw_wire(Program &p, size_t i, size_t j) {
    auto &r = p.r;
    musig_objects &o = p.now().musig;
    const library &l = peer();
    told = &p.sides[0].log;
    if (r.one_in(2)) l.musig_pubnonce_serialize(p.sides[0].contexts[0], o.wire, &o.pubnonces[i]);
    else l.musig_aggnonce_serialize(p.sides[0].contexts[0], o.wire, &o.aggnonces[j]);
    if (r.one_in(4)) memset(o.wire + 33 * r.below(2), 0, 33);
    if (r.one_in(4)) o.wire[r.below(66)] ^= (unsigned char)(1 << r.below(8));
    if (r.one_in(10)) memset(o.wire, 0, 66);
    if (r.one_in(10)) r.number(o.wire + 1);
    p.sides[0].log.clear();
    p.share();
}

/* A call on what is there; every pointer may be missing. */
template <class Program>
void musig_call(Program &p) {
    auto &r = p.r;
    const size_t i = r.below(5), j = r.below(2), k = r.below(5), n = r.below(6), q = r.below(2);
    const size_t extras = r.below(8);
    unsigned char drawn[5];
    r.fill(drawn, 5);
    const auto null_at = [&](const auto **list) {
        if (p.nulls & 0x80 && n > 2) list[n - 1] = nullptr;
    };
    switch (r.below(20)) {
    case 0: return musig_spoil(p, i, j);
    case 1:
        musig_draw_wire(p, i, j);
        return p.both("musig_pubnonce_parse", [&](side &s) {
            return s.lib.musig_pubnonce_parse(s.contexts[p.c], p.opt(0, &s.o.musig.pubnonces[i]),
                                              p.opt(1, s.o.musig.wire));
        });
    case 2:
        musig_draw_wire(p, i, j);
        return p.both("musig_aggnonce_parse", [&](side &s) {
            return s.lib.musig_aggnonce_parse(s.contexts[p.c], p.opt(0, &s.o.musig.aggnonces[j]),
                                              p.opt(1, s.o.musig.wire));
        });
    case 3:
        return p.both("musig_pubnonce_serialize", [&](side &s) {
            return s.lib.musig_pubnonce_serialize(s.contexts[p.c], p.opt(0, s.o.musig.wire),
                                                  p.opt(1, &s.o.musig.pubnonces[i]));
        });
    case 4:
        return p.both("musig_aggnonce_serialize", [&](side &s) {
            return s.lib.musig_aggnonce_serialize(s.contexts[p.c], p.opt(0, s.o.musig.wire),
                                                  p.opt(1, &s.o.musig.aggnonces[j]));
        });
    case 5:
        if (r.one_in(2)) r.number(p.now().musig.number), p.share();
        return p.both("musig_partial_sig_parse", [&](side &s) {
            return s.lib.musig_partial_sig_parse(s.contexts[p.c], p.opt(0, &s.o.musig.psigs[i]),
                                                 p.opt(1, s.o.musig.number));
        });
    case 6:
        return p.both("musig_partial_sig_serialize", [&](side &s) {
            return s.lib.musig_partial_sig_serialize(s.contexts[p.c], p.opt(0, s.o.musig.number),
                                                     p.opt(1, &s.o.musig.psigs[i]));
        });
    case 7:
    case 8:
        return p.both("musig_pubkey_agg", [&](side &s) {
            const secp256k1_pubkey *keys[5];
            for (size_t x = 0; x < 5; x++)
                keys[x] = x == 2 ? &s.o.pubkeys[drawn[x] % 5] : &s.o.musig.keys[drawn[x] % 5];
            null_at(keys);
            return s.lib.musig_pubkey_agg(s.contexts[p.c], p.opt(0, &s.o.musig.xonly),
                                          p.opt(1, &s.o.musig.caches[j]), p.opt(2, keys), n);
        });
    case 9:
        return p.both("musig_pubkey_get", [&](side &s) {
            return s.lib.musig_pubkey_get(s.contexts[p.c], p.opt(0, &s.o.musig.key),
                                          p.opt(1, &s.o.musig.caches[j]));
        });
    case 10:
        r.number(p.now().musig.number), p.share();
        return p.both("musig_pubkey_ec_tweak_add", [&](side &s) {
            return s.lib.musig_pubkey_ec_tweak_add(s.contexts[p.c], p.opt(0, &s.o.musig.key),
                                                   p.opt(1, &s.o.musig.caches[j]),
                                                   p.opt(2, s.o.musig.number));
        });
    case 11:
        r.number(p.now().musig.number), p.share();
        return p.both("musig_pubkey_xonly_tweak_add", [&](side &s) {
            return s.lib.musig_pubkey_xonly_tweak_add(s.contexts[p.c], p.opt(0, &s.o.musig.key),
                                                      p.opt(1, &s.o.musig.caches[j]),
                                                      p.opt(2, s.o.musig.number));
        });
    case 12:
    case 13:
        r.fill(p.now().musig.random, 32);
        if (r.one_in(8)) memset(p.now().musig.random, 0, 32);
        p.share();
        return p.both("musig_nonce_gen", [&](side &s) {
            musig_objects &m = s.o.musig;
            return s.lib.musig_nonce_gen(
                s.contexts[p.c], p.opt(0, &m.secnonces[i]), p.opt(1, &m.pubnonces[i]),
                p.opt(2, m.random), p.opt(3, s.o.keys[k]),
                p.opt(4, r.state % 3 ? &m.keys[k] : &s.o.pubkeys[k]),
                extras & 1 ? s.o.msgs[0] : nullptr, extras & 2 ? &m.caches[j] : nullptr,
                extras & 4 ? s.o.msgs[1] : nullptr);
        });
    case 14:
        return p.both("musig_nonce_gen_counter", [&](side &s) {
            musig_objects &m = s.o.musig;
            return s.lib.musig_nonce_gen_counter(
                s.contexts[p.c], p.opt(0, &m.secnonces[i]), p.opt(1, &m.pubnonces[i]), r.state,
                p.opt(2, r.state % 3 ? &m.pairs[k] : &s.o.keypairs[k % 3]),
                extras & 1 ? s.o.msgs[0] : nullptr, extras & 2 ? &m.caches[j] : nullptr,
                extras & 4 ? s.o.msgs[1] : nullptr);
        });
    case 15:
        return p.both("musig_nonce_agg", [&](side &s) {
            const secp256k1_musig_pubnonce *nonces[5];
            for (size_t x = 0; x < 5; x++) nonces[x] = &s.o.musig.pubnonces[drawn[x] % 5];
            null_at(nonces);
            return s.lib.musig_nonce_agg(s.contexts[p.c], p.opt(0, &s.o.musig.aggnonces[j]),
                                         p.opt(1, nonces), n);
        });
    case 16:
        return p.both("musig_nonce_process", [&](side &s) {
            musig_objects &m = s.o.musig;
            return s.lib.musig_nonce_process(s.contexts[p.c], p.opt(0, &m.sessions[j]),
                                             p.opt(1, &m.aggnonces[q]), p.opt(2, s.o.msgs[0]),
                                             p.opt(3, &m.caches[j]));
        });
    case 17:
        return p.both("musig_partial_sign", [&](side &s) {
            musig_objects &m = s.o.musig;
            return s.lib.musig_partial_sign(s.contexts[p.c], p.opt(0, &m.psigs[i]),
                                            p.opt(1, &m.secnonces[i]),
                                            p.opt(2, &m.pairs[extras ? i : k]),
                                            p.opt(3, &m.caches[j]), p.opt(4, &m.sessions[q]));
        });
    case 18:
        return p.both("musig_partial_sig_verify", [&](side &s) {
            musig_objects &m = s.o.musig;
            return s.lib.musig_partial_sig_verify(s.contexts[p.c], p.opt(0, &m.psigs[i]),
                                                  p.opt(1, &m.pubnonces[i]),
                                                  p.opt(2, &m.keys[extras ? i : k]),
                                                  p.opt(3, &m.caches[j]), p.opt(4, &m.sessions[q]));
        });
    default:
        return p.both("musig_partial_sig_agg", [&](side &s) {
            const secp256k1_musig_partial_sig *sigs[5];
            for (size_t x = 0; x < 5; x++) sigs[x] = &s.o.musig.psigs[drawn[x] % 5];
            null_at(sigs);
            return s.lib.musig_partial_sig_agg(s.contexts[p.c], p.opt(0, s.o.musig.sig),
                                               p.opt(1, &s.o.musig.sessions[j]), p.opt(2, sigs), n);
        });
    }
}

}  // namespace compat_sides
