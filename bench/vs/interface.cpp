// The program bench_compat: libsecp256k1's interface of our shared library beside that library's,
// both loaded as programs load them (rows compat_*); and ours beside the calls of our own interface
// that do the same (rows wrapped_*).
#include <dlfcn.h>

#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

#include "bench/row_makers.h"

#include "secp256k1.h"
#include "secp256k1_ecdh.h"
#include "secp256k1_ellswift.h"
#include "secp256k1_musig.h"
#include "secp256k1_recovery.h"
#include "secp256k1_schnorrsig.h"
#include "secp256k1_silentpayments.h"
#include "ufsecp/ufsecp.h"

namespace bench {
namespace {

#define FUNCTIONS(F)                                    \
    F(context_create)                                   \
    F(ec_pubkey_parse)                                  \
    F(ec_pubkey_serialize)                              \
    F(ec_pubkey_create)                                 \
    F(ec_pubkey_tweak_add)                              \
    F(ecdsa_signature_parse_compact)                    \
    F(ecdsa_signature_serialize_compact)                \
    F(ecdsa_sign)                                       \
    F(ecdsa_verify)                                     \
    F(ecdsa_recoverable_signature_parse_compact)        \
    F(ecdsa_recover)                                    \
    F(ecdh)                                             \
    F(keypair_create)                                   \
    F(xonly_pubkey_parse)                               \
    F(schnorrsig_sign32)                                \
    F(schnorrsig_verify)                                \
    F(ellswift_create)                                  \
    F(ellswift_xdh)                                     \
    F(musig_pubkey_agg)                                 \
    F(musig_nonce_gen_counter)                          \
    F(musig_nonce_agg)                                  \
    F(musig_nonce_process)                              \
    F(musig_partial_sign)                               \
    F(musig_partial_sig_serialize)                      \
    F(silentpayments_sender_create_outputs)             \
    F(silentpayments_recipient_prevouts_summary_create) \
    F(silentpayments_recipient_scan_outputs)

/* One of the libraries, and what its calls work on. */
struct side {
#define MEMBER(name) decltype(&secp256k1_##name) name;
    FUNCTIONS(MEMBER)
    secp256k1_ellswift_xdh_hash_function bip324;

    const bench_pool *pool;
    secp256k1_context *ctx;
    std::size_t turn, valid;
    secp256k1_pubkey keys[bench_sets], key;
    secp256k1_xonly_pubkey xkeys[bench_sets], xkey;
    secp256k1_keypair pairs[bench_sets];
    secp256k1_ecdsa_signature sigs[bench_sets], sig;
    secp256k1_ecdsa_recoverable_signature recoverable[bench_sets];
    secp256k1_silentpayments_prevouts_summary inputs[bench_sets];
    secp256k1_xonly_pubkey paid;  // the output that transaction 7 pays to us
    secp256k1_silentpayments_found_output found;
    secp256k1_musig_keyagg_cache cache;
    secp256k1_musig_secnonce secnonce;
    secp256k1_musig_session session;
    secp256k1_musig_partial_sig psig;
    std::uint8_t bytes[65];

    void load(const char *path);
    void reset(const bench_pool *p);
    int make_session();
    int make_payment();
    int partial_sign();
    int scan(std::size_t i);
    std::size_t next() { return turn++ % bench_sets; }
};

void side::load(const char *path) {
    void *const handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!handle) throw std::runtime_error(dlerror());
    const auto find = [&](const char *name) {
        void *const at = dlsym(handle, name);
        if (!at) throw std::runtime_error(std::string(path) + " has no " + name);
        return at;
    };
#define FIND(name) name = (decltype(name))find("secp256k1_" #name);
    FUNCTIONS(FIND)
    bip324 = *(secp256k1_ellswift_xdh_hash_function *)find(
        "secp256k1_ellswift_xdh_hash_function_bip324");
    ctx = context_create(SECP256K1_CONTEXT_NONE);
}

/* MuSig2 with the keys of sets 0 to 2: what a partial signature starts from. */
int side::make_session() {
    const secp256k1_pubkey *const signers[] = {&keys[0], &keys[1], &keys[2]};
    secp256k1_musig_secnonce ignored;
    secp256k1_musig_pubnonce nonces[3];
    const secp256k1_musig_pubnonce *const all[] = {&nonces[0], &nonces[1], &nonces[2]};
    secp256k1_musig_aggnonce sum;
    int good = musig_pubkey_agg(ctx, nullptr, &cache, signers, 3);
    for (std::size_t i = 0; i < 3; i++)
        good &= musig_nonce_gen_counter(ctx, i ? &ignored : &secnonce, &nonces[i], i, &pairs[i],
                                        nullptr, nullptr, nullptr);
    return good && musig_nonce_agg(ctx, &sum, all, 3) &&
           musig_nonce_process(ctx, &session, &sum, pool->msg[0], &cache);
}

/* Transactions with the keys of one set each as inputs. Number 7 pays who scans with the key of set
 * 0 and spends with that of set 1. */
int side::make_payment() {
    std::uint8_t outpoint[36] = {1};
    const secp256k1_silentpayments_recipient us = {keys[0], keys[1], 0};
    const secp256k1_silentpayments_recipient *list[] = {&us};
    secp256k1_xonly_pubkey *outputs[] = {&paid};
    const std::uint8_t *const payer[] = {pool->seckey[7]};
    int good =
        silentpayments_sender_create_outputs(ctx, outputs, list, 1, outpoint, nullptr, 0, payer, 1);
    for (std::size_t i = 0; i < bench_sets; i++) {
        const secp256k1_pubkey *const input[] = {&keys[i]};
        good &= silentpayments_recipient_prevouts_summary_create(ctx, &inputs[i], outpoint, nullptr,
                                                                 0, input, 1);
    }
    return good;
}

void side::reset(const bench_pool *p) {
    const bool again = pool == p;  // the same inputs make the same objects
    pool = p;
    turn = valid = 0;
    std::memset(bytes, 0, sizeof bytes);
    std::memset(&found, 0, sizeof found);
    for (std::size_t i = 0; !again && i < bench_sets; i++)
        if (!ec_pubkey_parse(ctx, &keys[i], p->pubkey33[i], 33) ||
            !xonly_pubkey_parse(ctx, &xkeys[i], p->xonly[i]) ||
            !keypair_create(ctx, &pairs[i], p->seckey[i]) ||
            !ecdsa_signature_parse_compact(ctx, &sigs[i], p->ecdsa[i]) ||
            !ecdsa_recoverable_signature_parse_compact(ctx, &recoverable[i], p->ecdsa[i],
                                                       p->recid[i]))
            throw std::runtime_error("a library does not take valid test data");
    if (!again && (!make_session() || !make_payment()))
        throw std::runtime_error("a library cannot make its own test data");
}

int side::partial_sign() {
    secp256k1_musig_secnonce copy = secnonce;
    return musig_partial_sign(ctx, &psig, &copy, &pairs[0], &cache, &session);
}
/* The number of payments among the two outputs of transaction i. */
int side::scan(std::size_t i) {
    const secp256k1_xonly_pubkey *const outputs[] = {&xkeys[i], &paid};
    secp256k1_silentpayments_found_output places[2], *found_at[] = {&places[0], &places[1]};
    std::uint32_t count = 0;
    if (!silentpayments_recipient_scan_outputs(ctx, found_at, &count, outputs, 2, pool->seckey[0],
                                               &inputs[i], &keys[1], nullptr, nullptr))
        return 0;
    if (count) found = places[0];
    return (int)count;
}

enum { ours, theirs };
side sides[2];

template <int s>
void reset(const bench_pool *p) {
    sides[s].reset(p);
}
template <int s>
void out_bytes(std::uint8_t *to) {
    std::memcpy(to, sides[s].bytes, 64);
}
template <int s>
void out_valid(std::uint8_t *to) {
    std::memcpy(to, &sides[s].valid, sizeof sides[s].valid);
}
template <int s>
void out_key33(std::uint8_t *to) {
    std::size_t len = 33;
    sides[s].ec_pubkey_serialize(sides[s].ctx, to, &len, &sides[s].key, SECP256K1_EC_COMPRESSED);
}
template <int s>
void out_key65(std::uint8_t *to) {
    std::uint8_t all[65];
    std::size_t len = 65;
    sides[s].ec_pubkey_serialize(sides[s].ctx, all, &len, &sides[s].key, SECP256K1_EC_UNCOMPRESSED);
    std::memcpy(to, all, 64);
}
template <int s>
void out_sig(std::uint8_t *to) {
    sides[s].ecdsa_signature_serialize_compact(sides[s].ctx, to, &sides[s].sig);
}
template <int s>
void out_psig(std::uint8_t *to) {
    sides[s].musig_partial_sig_serialize(sides[s].ctx, to, &sides[s].psig);
}
/* How many payments were found, and the tweak of the last. */
template <int s>
void out_found(std::uint8_t *to) {
    std::memcpy(to, &sides[s].valid, sizeof sides[s].valid);
    std::memcpy(to + 32, sides[s].found.tweak, 32);
}

/* One call of both libraries with set i: its result goes to the side, its verdict to `valid`. */
#define CALL(name, ...)                                      \
    template <int s>                                         \
    void run_##name(std::size_t n) {                         \
        side &l = sides[s];                                  \
        const bench_pool &p = *l.pool;                       \
        while (n--) {                                        \
            [[maybe_unused]] const std::size_t i = l.next(); \
            l.valid += (__VA_ARGS__) == 1;                   \
        }                                                    \
        (void)p;                                             \
    }
CALL(pubkey_parse, l.ec_pubkey_parse(l.ctx, &l.key, p.pubkey33[i], 33))
CALL(pubkey_create, l.ec_pubkey_create(l.ctx, &l.key, p.seckey[i]))
CALL(pubkey_tweak_add, (l.key = l.keys[i], l.ec_pubkey_tweak_add(l.ctx, &l.key, p.aux[i])))
CALL(ecdsa_sign, l.ecdsa_sign(l.ctx, &l.sig, p.msg[i], p.seckey[i], nullptr, nullptr))
CALL(ecdsa_verify, l.ecdsa_verify(l.ctx, &l.sigs[i], p.msg[i], &l.keys[i]))
CALL(ecdsa_verify_33, l.ec_pubkey_parse(l.ctx, &l.key, p.pubkey33[i], 33) &&
                          l.ecdsa_signature_parse_compact(l.ctx, &l.sig, p.ecdsa[i]) &&
                          l.ecdsa_verify(l.ctx, &l.sig, p.msg[i], &l.key))
CALL(ecdsa_verify_65, l.ec_pubkey_parse(l.ctx, &l.key, p.pubkey65[i], 65) &&
                          l.ecdsa_signature_parse_compact(l.ctx, &l.sig, p.ecdsa[i]) &&
                          l.ecdsa_verify(l.ctx, &l.sig, p.msg[i], &l.key))
CALL(ecdsa_recover, l.ecdsa_recover(l.ctx, &l.key, &l.recoverable[i], p.msg[i]))
CALL(ecdh, l.ecdh(l.ctx, l.bytes, &l.keys[i], p.seckey[0], nullptr, nullptr))
CALL(ecdh_33, l.ec_pubkey_parse(l.ctx, &l.key, p.pubkey33[i], 33) &&
                  l.ecdh(l.ctx, l.bytes, &l.key, p.seckey[0], nullptr, nullptr))
CALL(schnorr_sign, l.schnorrsig_sign32(l.ctx, l.bytes, p.msg[i], &l.pairs[i], p.aux[i]))
CALL(schnorr_verify, l.schnorrsig_verify(l.ctx, p.schnorr[i], p.msg[i], 32, &l.xkeys[i]))
CALL(schnorr_verify_32, l.xonly_pubkey_parse(l.ctx, &l.xkey, p.xonly[i]) &&
                            l.schnorrsig_verify(l.ctx, p.schnorr[i], p.msg[i], 32, &l.xkey))
CALL(ellswift_create, l.ellswift_create(l.ctx, l.bytes, p.seckey[i], p.aux[i]))
CALL(ellswift_xdh,
     l.ellswift_xdh(l.ctx, l.bytes, p.ecdsa[0], p.schnorr[i], p.seckey[i], 0, l.bip324, nullptr))
CALL(musig_partial_sign, l.partial_sign())
CALL(silent_scan, l.scan(i))

struct call {
    bench_op of[2];
    const char *own;  // the operation of api() that does the same, "" if there is none
    bool constant_time;
    table reads;
    const char *note;
};
#define OP(name, out)                                                                          \
    {                                                                                          \
        {#name, 1, run_##name<ours>, out<ours>}, { #name, 1, run_##name<theirs>, out<theirs> } \
    }
constexpr const char *objects = "keys and signatures are parsed before",
                     *bytes = "parsed in the same turn";
const call calls[] = {
    {OP(pubkey_parse, out_key65), "pubkey_decompress", false, table::none, ""},
    {OP(pubkey_create, out_key33), "pubkey_create", true, table::secret, ""},
    {OP(pubkey_tweak_add, out_key33), "", false, table::open, objects},
    {OP(ecdsa_sign, out_sig), "ecdsa_sign", true, table::secret, ""},
    {OP(ecdsa_verify, out_valid), "", false, table::open, objects},
    {OP(ecdsa_verify_33, out_valid), "ecdsa_verify", false, table::open, bytes},
    {OP(ecdsa_verify_65, out_valid), "ecdsa_verify_65", false, table::open, bytes},
    {OP(ecdsa_recover, out_key33), "ecdsa_recover", false, table::open, objects},
    {OP(ecdh, out_bytes), "", true, table::none, objects},
    {OP(ecdh_33, out_bytes), "ecdh", true, table::none, bytes},
    {OP(schnorr_sign, out_bytes), "schnorr_sign_keypair", true, table::secret, objects},
    {OP(schnorr_verify, out_valid), "", false, table::open, objects},
    {OP(schnorr_verify_32, out_valid), "schnorr_verify", false, table::open, bytes},
    {OP(ellswift_create, out_bytes), "ellswift_create", true, table::secret, ""},
    {OP(ellswift_xdh, out_bytes), "ellswift_xdh", true, table::none, ""},
    {OP(musig_partial_sign, out_psig), "musig_partial_sign", true, table::none, objects},
    {OP(silent_scan, out_found), "", true, table::secret, "transactions of two outputs"},
};

const bench_target targets[] = {{"compat", reset<ours>, nullptr, 0},
                                {"libsecp256k1 0.8.0", reset<theirs>, nullptr, 0}};

std::vector<row> rows(const options &o) {
    /* Our shared library chooses its engine when it is first called: the one in use here. */
    setenv("UFSECP_ENGINE", ufsecp_engine(), 1);
    sides[ours].load(UF_COMPAT_LIBRARY);
    sides[theirs].load(UF_PEER_LIBRARY);
    std::vector<row> all;
    const auto add_row = [&](const char *group, const char *prefix, const call &c,
                             const char *other_name, const subject &other) {
        all.push_back(pair(group, std::string(prefix) + c.of[ours].name,
                           {&targets[ours], &c.of[ours]}, other_name, other, c.constant_time,
                           c.reads));
        all.back().note = c.note;
    };
    for (const call &c : calls)
        if (!o.vs.empty())
            add_row("libsecp256k1's interface", "compat_", c, "libsecp256k1 0.8.0",
                    {&targets[theirs], &c.of[theirs]});
    for (const call &c : calls)
        if (*c.own) add_row("the same by ufsecp_*", "wrapped_", c, c.own, must_find(api(), c.own));
    return all;
}

}  // namespace
}  // namespace bench

int main(int argc, char **argv) {
    return bench::program(argc, argv,
                          {"bench_compat",
                           "libsecp256k1's interface as ours and as that library's, both shared",
                           bench::rows,
                           {},
                           false,
                           "libsecp256k1"});
}
