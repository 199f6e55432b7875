// Operations through the public interfaces: the C calls from bytes to bytes, single and, for secret
// keys, in batches; points through the C++ types.
#include <cstring>
#include <vector>

#include "bench/rows.h"
#include "ufsecp/secp256k1.hpp"

namespace bench {
namespace {

using secp256k1::fast::Point;
using secp256k1::fast::Scalar;

const bench_pool *sets;
std::size_t turn, valid;
std::uint8_t bytes[65];
std::vector<std::uint8_t> out;
Point p, q;
Scalar scalar;
secp256k1::fast::FieldElement x, y;

std::size_t next() { return turn++ % bench_sets; }

ufsecp_keypair pairs[bench_sets];

/* MuSig2 with the keys of sets 0 to 2: what a signature and its check start from. */
ufsecp_musig_keyagg keyagg;
ufsecp_musig_secnonce secnonce;
ufsecp_musig_session session;
std::uint8_t aggregate[32], nonces[3 * 66], aggnonce[66], psig[32];

void make_session(const bench_pool *pool) {
    ufsecp_musig_secnonce ignored;
    (void)!ufsecp_musig_pubkey_agg(&keyagg, aggregate, pool->pubkey33[0], 3, nullptr);
    for (std::size_t i = 0; i < 3; i++)
        (void)!ufsecp_musig_nonce_gen_counter(i ? &ignored : &secnonce, nonces + 66 * i, i,
                                              &pairs[i], nullptr, nullptr, 0, nullptr, 0);
    (void)!ufsecp_musig_nonce_agg(aggnonce, nonces, 3, nullptr);
    (void)!ufsecp_musig_nonce_process(&session, aggnonce, pool->msg[0], 32, &keyagg);
    ignored = secnonce;
    (void)!ufsecp_musig_partial_sign(psig, &ignored, &pairs[0], &keyagg, &session);
}

void reset(const bench_pool *pool) {
    sets = pool;
    turn = valid = 0;
    std::memset(bytes, 0, sizeof bytes);
    out.assign(bench_sets * 65, 0);
    p = *Point::parse({pool->pubkey33[0], 33});
    q = *Point::parse({pool->pubkey33[1], 33});
    for (int i = 0; i < bench_sets; i++) (void)!ufsecp_keypair_create(&pairs[i], pool->seckey[i]);
    make_session(pool);
    std::array<std::uint8_t, 32> k;
    std::memcpy(k.data(), pool->seckey[2], 32);
    scalar = Scalar::from_bytes(k);
    x = p.x(), y = q.x();
    q.dbl_inplace();
}

void out_bytes(std::uint8_t *to) { std::memcpy(to, bytes, 64); }
void out_valid(std::uint8_t *to) { std::memcpy(to, &valid, sizeof valid); }
void out_point(std::uint8_t *to) { std::memcpy(to, p.to_uncompressed().data() + 1, 64); }
void out_coordinates(std::uint8_t *to) {
    std::memcpy(to, x.to_bytes().data(), 32);
    std::memcpy(to + 32, y.to_bytes().data(), 32);
}
/* The last row of a batch, of `size` bytes each. */
template <std::size_t size>
void out_last(std::uint8_t *to) {
    std::memcpy(to, &out[(bench_sets - 1) * size], size < 64 ? size : 64);
}

BENCH_LOOP(pubkey_create, (void)!ufsecp_pubkey_create(bytes, 33, sets->seckey[next()]))
BENCH_LOOP(pubkey_decompress,
           (void)!ufsecp_pubkey_convert(bytes, 65, sets->pubkey33[next()], 33, 0))
BENCH_LOOP(ecdsa_sign, const std::size_t i = next();
           (void)!ufsecp_ecdsa_sign(bytes, sets->msg[i], sets->seckey[i], nullptr))
BENCH_LOOP(ecdsa_verify, const std::size_t i = next();
           valid +=
           (std::size_t)ufsecp_ecdsa_verify(sets->ecdsa[i], sets->msg[i], sets->pubkey33[i], 33, 0))
BENCH_LOOP(ecdsa_verify_one_key,
           valid +=
           (std::size_t)ufsecp_ecdsa_verify(sets->ecdsa[0], sets->msg[0], sets->pubkey33[0], 33, 0))
BENCH_LOOP(ecdsa_verify_65, const std::size_t i = next();
           valid +=
           (std::size_t)ufsecp_ecdsa_verify(sets->ecdsa[i], sets->msg[i], sets->pubkey65[i], 65, 0))
BENCH_LOOP(ecdsa_recover, const std::size_t i = next();
           (void)!ufsecp_ecdsa_recover(bytes, 33, sets->ecdsa[i], sets->recid[i], sets->msg[i]))
BENCH_LOOP(schnorr_sign, const std::size_t i = next();
           (void)!ufsecp_schnorr_sign(bytes, sets->msg[i], 32, sets->seckey[i], sets->aux[i]))
BENCH_LOOP(schnorr_verify, const std::size_t i = next();
           valid +=
           (std::size_t)ufsecp_schnorr_verify(sets->schnorr[i], sets->msg[i], 32, sets->xonly[i]))
BENCH_LOOP(schnorr_verify_one_key,
           valid +=
           (std::size_t)ufsecp_schnorr_verify(sets->schnorr[0], sets->msg[0], 32, sets->xonly[0]))
BENCH_LOOP(ecdh, (void)!ufsecp_ecdh(bytes, sets->pubkey33[next()], 33, sets->seckey[0]))
BENCH_LOOP(ecdh_x, (void)!ufsecp_ecdh_x(bytes, sets->pubkey33[next()], 33, sets->seckey[0]))
/* Any 64 bytes are an encoding. */
BENCH_LOOP(ellswift_create, const std::size_t i = next();
           (void)!ufsecp_ellswift_create(bytes, sets->seckey[i], sets->aux[i]))
BENCH_LOOP(ellswift_encode, const std::size_t i = next();
           (void)!ufsecp_ellswift_encode(bytes, sets->pubkey65[i], 65, sets->aux[i]))
BENCH_LOOP(ellswift_decode, ufsecp_ellswift_decode(bytes, 65, sets->ecdsa[next()]))
BENCH_LOOP(ellswift_xdh, const std::size_t i = next();
           (void)!ufsecp_ellswift_xdh(bytes, sets->ecdsa[0], sets->schnorr[i], sets->seckey[i], 0))

BENCH_LOOP(musig_pubkey_agg, ufsecp_musig_keyagg made; const std::size_t i = next() % 1000;
           (void)!ufsecp_musig_pubkey_agg(&made, bytes, sets->pubkey33[i], 3, nullptr))
BENCH_LOOP(musig_nonce_gen, ufsecp_musig_secnonce made; const std::size_t i = next();
           std::uint8_t pubnonce[66], random[32]; std::memcpy(random, sets->aux[i], 32);
           (void)!ufsecp_musig_nonce_gen(&made, pubnonce, random, sets->seckey[i],
                                         sets->pubkey33[i], aggregate, sets->msg[i], 32, nullptr,
                                         0);
           std::memcpy(bytes, pubnonce, 64))
BENCH_LOOP(musig_nonce_agg, std::uint8_t made[66];
           (void)!ufsecp_musig_nonce_agg(made, nonces, 3, nullptr); std::memcpy(bytes, made, 64))
BENCH_LOOP(musig_nonce_process, ufsecp_musig_session made;
           (void)!ufsecp_musig_nonce_process(&made, aggnonce, sets->msg[next()], 32, &keyagg);
           std::memcpy(bytes, made.opaque + 5, 64))
BENCH_LOOP(musig_partial_sign, ufsecp_musig_secnonce copy = secnonce;
           (void)!ufsecp_musig_partial_sign(bytes, &copy, &pairs[0], &keyagg, &session))
BENCH_LOOP(musig_partial_sig_verify,
           valid += (std::size_t)ufsecp_musig_partial_sig_verify(psig, nonces, sets->pubkey33[0],
                                                                 &keyagg, &session))

BENCH_LOOP(pubkey_create_batch,
           ufsecp_pubkey_create_batch(out.data(), nullptr, sets->seckey[0], bench_sets))
BENCH_LOOP(ecdsa_sign_batch,
           ufsecp_ecdsa_sign_batch(out.data(), nullptr, sets->msg[0], sets->seckey[0], bench_sets))
BENCH_LOOP(schnorr_sign_keypair, const std::size_t i = next();
           (void)!ufsecp_schnorr_sign_keypair(bytes, sets->msg[i], 32, &pairs[i], sets->aux[i]))
BENCH_LOOP(schnorr_sign_batch, ufsecp_schnorr_sign_batch(out.data(), nullptr, sets->msg[0],
                                                         sets->seckey[0], sets->aux[0], bench_sets))
BENCH_LOOP(ecdh_batch,
           ufsecp_ecdh_batch(out.data(), nullptr, sets->pubkey33[0], sets->seckey[0], bench_sets))

BENCH_LOOP(sha256_64, ufsecp_sha256(bytes, sets->ecdsa[next()], 64))
BENCH_LOOP(tagged_hash_64, ufsecp_tagged_hash(bytes, (const std::uint8_t *)"BIP0340/challenge", 17,
                                              sets->ecdsa[next()], 64))
BENCH_LOOP(keccak256_64, ufsecp_keccak256(bytes, sets->ecdsa[next()], 64))
BENCH_LOOP(ripemd160_32, ufsecp_ripemd160(bytes, sets->msg[next()], 32))

/* Equal loops for both forms: p is the result and the next input. */
BENCH_LOOP(point_add_immutable, p = p.add(q))
BENCH_LOOP(point_add_inplace, p.add_inplace(q))
BENCH_LOOP(point_double_immutable, p = p.dbl())
BENCH_LOOP(point_double_inplace, p.dbl_inplace())
BENCH_LOOP(point_negate, p = p.negate(); BENCH_KEEP(&p))
BENCH_LOOP(point_negate_inplace, p.negate_inplace(); BENCH_KEEP(&p))
/* The same for field elements: x is the result and the next input, y the other operand. */
BENCH_LOOP(field_add_immutable, x = x + y; BENCH_KEEP(&x))
BENCH_LOOP(field_add_inplace, x += y; BENCH_KEEP(&x))
BENCH_LOOP(field_sub_immutable, x = x - y; BENCH_KEEP(&x))
BENCH_LOOP(field_sub_inplace, x -= y; BENCH_KEEP(&x))
BENCH_LOOP(field_mul_immutable, x = x * y)
BENCH_LOOP(field_mul_inplace, x *= y)
BENCH_LOOP(field_sqr_immutable, x = x.square())
BENCH_LOOP(field_sqr_inplace, x.square_inplace())
BENCH_LOOP(field_inv_immutable, x = x.inverse(); x += y)
BENCH_LOOP(field_inv_inplace, x.inverse_inplace(); x += y)
BENCH_LOOP(point_triple, p = p.triple())
BENCH_LOOP(point_double_and_add, p = p.dbl().add(p))
BENCH_LOOP(point_next, p = p.next())
BENCH_LOOP(point_scalar_mul, p = p.scalar_mul(scalar))
BENCH_LOOP(point_coordinates, x = q.x(); y = q.y(); q.dbl_inplace())

#define OP(name, output) {#name, 1, run_##name, output}
#define BATCH(name, output) {#name, bench_sets, run_##name, output}
const bench_op ops[] = {
    OP(pubkey_create, out_bytes),
    OP(pubkey_decompress, out_bytes),
    OP(ecdsa_sign, out_bytes),
    OP(ecdsa_verify, out_valid),
    OP(ecdsa_verify_one_key, out_valid),
    OP(ecdsa_verify_65, out_valid),
    OP(ecdsa_recover, out_bytes),
    OP(schnorr_sign, out_bytes),
    OP(schnorr_sign_keypair, out_bytes),
    OP(schnorr_verify, out_valid),
    OP(schnorr_verify_one_key, out_valid),
    OP(ecdh, out_bytes),
    OP(ecdh_x, out_bytes),
    OP(ellswift_create, out_bytes),
    OP(ellswift_encode, out_bytes),
    OP(ellswift_decode, out_bytes),
    OP(ellswift_xdh, out_bytes),
    OP(musig_pubkey_agg, out_bytes),
    OP(musig_nonce_gen, out_bytes),
    OP(musig_nonce_agg, out_bytes),
    OP(musig_nonce_process, out_bytes),
    OP(musig_partial_sign, out_bytes),
    OP(musig_partial_sig_verify, out_valid),
    BATCH(pubkey_create_batch, out_last<33>),
    BATCH(ecdsa_sign_batch, out_last<64>),
    BATCH(schnorr_sign_batch, out_last<64>),
    BATCH(ecdh_batch, out_last<32>),
    OP(sha256_64, out_bytes),
    OP(tagged_hash_64, out_bytes),
    OP(keccak256_64, out_bytes),
    OP(ripemd160_32, out_bytes),
    OP(point_add_immutable, out_point),
    OP(point_add_inplace, out_point),
    OP(point_double_immutable, out_point),
    OP(point_double_inplace, out_point),
    OP(point_negate, out_point),
    OP(point_negate_inplace, out_point),
    OP(field_add_immutable, out_coordinates),
    OP(field_add_inplace, out_coordinates),
    OP(field_sub_immutable, out_coordinates),
    OP(field_sub_inplace, out_coordinates),
    OP(field_mul_immutable, out_coordinates),
    OP(field_mul_inplace, out_coordinates),
    OP(field_sqr_immutable, out_coordinates),
    OP(field_sqr_inplace, out_coordinates),
    OP(field_inv_immutable, out_coordinates),
    OP(field_inv_inplace, out_coordinates),
    OP(point_triple, out_point),
    OP(point_double_and_add, out_point),
    OP(point_next, out_point),
    OP(point_scalar_mul, out_point),
    OP(point_coordinates, out_coordinates),
};

/* The same operations on the engine that this CPU is least likely to have chosen: what they must
 * agree with. */
void slow(void (*f)(std::size_t), std::size_t n) {
    const char *engine = ufsecp_engine();
    ufsecp_engine_select("word32");
    f(n);
    ufsecp_engine_select(engine);
}
template <std::size_t i>
void run_slow(std::size_t n) {
    slow(ops[i].run, n);
}
template <std::size_t... i>
std::vector<bench_op> slow_ops(std::index_sequence<i...>) {
    return {{ops[i].name, ops[i].items, run_slow<i>, ops[i].output}...};
}

}  // namespace

const bench_target &api() {
    static const bench_target target = {"api", reset, ops, std::size(ops)};
    return target;
}
const bench_target &api_on_word32() {
    static const std::vector<bench_op> made = slow_ops(std::make_index_sequence<std::size(ops)>());
    static const bench_target target = {"word32", reset, made.data(), made.size()};
    return target;
}

}  // namespace bench
