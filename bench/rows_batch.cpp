// Batches of public data through the C interface, from bytes to bytes, a fresh key in every row;
// and the same rows one after the other, as what they must agree with.
#include <cstring>
#include <string>
#include <vector>

#include "bench/child_hash.h"
#include "bench/rows.h"
#include "bench/targets.h"
#include "ufsecp/ufsecp.h"

namespace bench {
namespace {

const bench_pool *sets;
std::size_t turn;
bool sound;  // all rows so far held
std::vector<std::uint8_t> ecdsa_rows, schnorr_rows, recover_rows;
std::uint8_t der_sigs[bench_batch][73];  // and a hash type
std::vector<ufsecp_item> compact_items, der_items, schnorr_items, hot_items;
std::vector<std::uint8_t> repeating_rows[4];  // ECDSA; 10, 50, 90, 99 in 100 are of one key
std::uint8_t outs[bench_batch * 65];

/* Signatures by the key of set 0, of the messages of all sets. */
struct one_key {
    const bench_pool *of = nullptr;
    ufsecp_prepared_pubkey prepared;
    std::uint8_t ecdsa[bench_batch][64], schnorr[bench_batch][64];
    std::uint8_t ecdsa_rows[bench_batch][129], schnorr_rows[bench_batch][128];

    void sign(const bench_pool *pool) {
        if (of == pool) return;
        of = pool;
        (void)!ufsecp_pubkey_prepare(&prepared, pool->pubkey33[0], 33);
        for (int i = 0; i < bench_batch; i++) {
            (void)!ufsecp_ecdsa_sign(ecdsa[i], pool->msg[i], pool->seckey[0], nullptr);
            (void)!ufsecp_schnorr_sign(schnorr[i], pool->msg[i], 32, pool->seckey[0], pool->aux[i]);
            std::memcpy(ecdsa_rows[i], pool->msg[i], 32);
            std::memcpy(ecdsa_rows[i] + 32, pool->pubkey33[0], 33);
            std::memcpy(ecdsa_rows[i] + 65, ecdsa[i], 64);
            std::memcpy(schnorr_rows[i], pool->xonly[0], 32);
            std::memcpy(schnorr_rows[i] + 32, pool->msg[i], 32);
            std::memcpy(schnorr_rows[i] + 64, schnorr[i], 64);
        }
    }
} hot;

/* The key of set 0 as an extended key. */
std::uint8_t xpub[78] = {0x04, 0x88, 0xb2, 0x1e, 1};

int child_keys(std::uint8_t *out33) {
    const ufsecp_bip32_children out = {out33, nullptr, nullptr, nullptr};
    return ufsecp_bip32_public_children(&out, nullptr, xpub, nullptr, 0, 0, bench_batch);
}
int child_key(std::uint8_t *out33, std::size_t i) {
    std::uint8_t child[78];
    const auto number = (std::uint32_t)i;
    const int made = ufsecp_bip32_derive(child, xpub, &number, 1);
    std::memcpy(out33, child + 45, 33);
    return made;
}

void append(std::vector<std::uint8_t> &v, const std::uint8_t *data, std::size_t len) {
    v.insert(v.end(), data, data + len);
}

void reset(const bench_pool *pool) {
    sets = pool;
    turn = 0;
    sound = true;
    ecdsa_rows.clear(), schnorr_rows.clear(), recover_rows.clear();
    compact_items.clear(), der_items.clear(), schnorr_items.clear(), hot_items.clear();
    for (int i = 0; i < bench_batch; i++) {
        const std::uint8_t recid = (std::uint8_t)pool->recid[i];
        append(ecdsa_rows, pool->msg[i], 32), append(ecdsa_rows, pool->pubkey33[i], 33),
            append(ecdsa_rows, pool->ecdsa[i], 64);
        append(schnorr_rows, pool->xonly[i], 32), append(schnorr_rows, pool->msg[i], 32),
            append(schnorr_rows, pool->schnorr[i], 64);
        append(recover_rows, pool->msg[i], 32), append(recover_rows, pool->ecdsa[i], 64),
            append(recover_rows, &recid, 1);
        std::size_t der_size = 72;
        (void)!ufsecp_ecdsa_sig_serialize_der(der_sigs[i], &der_size, pool->ecdsa[i]);
        der_sigs[i][der_size++] = 1;
        compact_items.push_back({pool->ecdsa[i], 64, pool->pubkey33[i], 33, pool->msg[i], 32});
        der_items.push_back({der_sigs[i], der_size, pool->pubkey65[i], 65, pool->msg[i], 32});
        schnorr_items.push_back({pool->schnorr[i], 64, pool->xonly[i], 32, pool->msg[i], 32});
    }
    hot.sign(pool);
    for (const std::uint8_t *row : hot.ecdsa_rows)
        hot_items.push_back({row + 65, 64, row + 32, 33, row, 32});
    for (std::size_t share = 0; share < 4; share++) {
        repeating_rows[share] = ecdsa_rows;
        constexpr int in_100[] = {10, 50, 90, 99};
        for (int i = 0; i < bench_batch; i++)
            if (i * 37 % 100 < in_100[share])
                std::memcpy(&repeating_rows[share][129 * i], hot.ecdsa_rows[i], 129);
    }
    std::memset(xpub + 13, child_chain_byte, 32);
    std::memcpy(xpub + 45, pool->pubkey33[0], 33);
    std::memset(outs, 0, sizeof outs);
}

/* The digest of all results, `size` bytes each; nothing if a row failed. */
template <std::size_t size>
void out_rows(std::uint8_t *to) {
    if (sound) ufsecp_tagged_hash(to, (const std::uint8_t *)"rows", 4, outs, size * bench_batch);
}

/* The first of the n rows whose turn it is. */
std::size_t take(std::size_t n) {
    const std::size_t first = turn;
    turn = (turn + n) % bench_batch;
    return first;
}

/* Defines run_NAME_n: rows i ... i + n - 1, whose results begin at out; the expression says whether
 * they hold. */
#define ROWS(name, n, size, ...)                                             \
    BENCH_LOOP(name##_##n, [[maybe_unused]] const std::size_t i = take(n);   \
               [[maybe_unused]] std::uint8_t *const out = outs + (size) * i; \
               sound &= (__VA_ARGS__) == 1)

ROWS(ecdsa_verify, 8, 1, ufsecp_ecdsa_verify_rows(out, &ecdsa_rows[129 * i], 0, 8, 0))
ROWS(ecdsa_verify, 64, 1, ufsecp_ecdsa_verify_rows(out, &ecdsa_rows[129 * i], 0, 64, 0))
ROWS(ecdsa_verify, 4096, 1, ufsecp_ecdsa_verify_rows(out, ecdsa_rows.data(), 0, 4096, 0))
ROWS(schnorr_verify, 4096, 1, ufsecp_schnorr_verify_rows(out, schnorr_rows.data(), 0, 4096))
ROWS(ecdsa_verify_items, 4096, 1,
     ufsecp_ecdsa_verify_items(out, nullptr, compact_items.data(), 4096, 0))
ROWS(ecdsa_verify_items_der, 4096, 1,
     ufsecp_ecdsa_verify_items(out, nullptr, der_items.data(), 4096,
                               UFSECP_SIG_DER | UFSECP_SIG_HASH_TYPE))
ROWS(schnorr_verify_items, 4096, 1,
     ufsecp_schnorr_verify_items(out, nullptr, schnorr_items.data(), 4096, 0))
ROWS(ecdsa_verify_prepared, 4096, 1,
     ufsecp_ecdsa_verify_prepared_batch(out, sets->msg[0], hot.ecdsa[0], 4096, &hot.prepared, 0))
ROWS(schnorr_verify_prepared, 4096, 1,
     ufsecp_schnorr_verify_prepared_batch(out, sets->msg[0], hot.schnorr[0], 4096, &hot.prepared))
ROWS(schnorr_batch_one_key, 4096, 1,
     ufsecp_schnorr_batch_verify(hot.schnorr_rows[0], 0, 4096, nullptr))
ROWS(schnorr_batch_many_keys, 4096, 1,
     ufsecp_schnorr_batch_verify(schnorr_rows.data(), 0, 4096, nullptr))
#define REPEATING(share, rows) \
    ROWS(ecdsa_verify_repeat_##share, 4096, 1, ufsecp_ecdsa_verify_rows(out, rows, 0, 4096, 0))
REPEATING(10, repeating_rows[0].data())
REPEATING(50, repeating_rows[1].data())
REPEATING(90, repeating_rows[2].data())
REPEATING(99, repeating_rows[3].data())
REPEATING(100, hot.ecdsa_rows[0])
ROWS(ecdsa_verify_items_repeat_100, 4096, 1,
     ufsecp_ecdsa_verify_items(out, nullptr, hot_items.data(), 4096, 0))
ROWS(schnorr_verify_repeat_100, 4096, 1,
     ufsecp_schnorr_verify_rows(out, hot.schnorr_rows[0], 0, 4096))
ROWS(ecdsa_recover, 4096, 33, ufsecp_ecdsa_recover_rows(out, nullptr, recover_rows.data(), 0, 4096))
ROWS(ecrecover_address, 4096, 20, ufsecp_ecrecover_rows(out, nullptr, recover_rows.data(), 0, 4096))
ROWS(pubkey_mul_add, 4096, 33,
     ufsecp_pubkey_mul_add_batch(out, nullptr, sets->aux[0], sets->pubkey33[0], sets->msg[0], 4096))
ROWS(pubkey_mul, 4096, 33,
     ufsecp_pubkey_mul_batch(out, nullptr, sets->aux[0], sets->pubkey33[0], 4096))
ROWS(pubkey_mul_one, 4096, 33,
     ufsecp_pubkey_mul_one_batch(out, nullptr, sets->aux[0], sets->pubkey33[0], 4096))
ROWS(pubkey_mul_secret, 1024, 33,
     ufsecp_pubkey_mul_secret_batch(out, nullptr, sets->aux[0], sets->pubkey33[i], 1024))
ROWS(public_mul_gen, 4096, 33, ufsecp_public_scalar_mul_gen_batch(out, nullptr, sets->aux[0], 4096))
ROWS(bip32_children, 4096, 33, child_keys(out))
ROWS(pubkey_decompress, 4096, 65,
     ufsecp_pubkey_decompress_batch(out, nullptr, sets->pubkey33[0], 4096))
ROWS(pubkey_negate, 4096, 33, ufsecp_pubkey_negate_batch(out, nullptr, sets->pubkey33[0], 4096))

/* One row. */
#define ROW(name, size, ...)                              \
    BENCH_LOOP(name##_row, const std::size_t i = take(1); \
               std::uint8_t *const out = outs + (size) * i; sound &= (__VA_ARGS__) == 1)

int sum_of_products(std::uint8_t *out, std::size_t i) {
    std::uint8_t product[33];
    return ufsecp_pubkey_tweak_mul(product, 33, sets->pubkey33[i], 33, sets->aux[i]) &
           ufsecp_pubkey_tweak_add(out, 33, product, 33, sets->msg[i]);
}
int address(std::uint8_t *out, std::size_t i) {
    std::uint8_t key[65];
    return ufsecp_ecdsa_recover(key, 65, sets->ecdsa[i], sets->recid[i], sets->msg[i]) &
           ufsecp_ethereum_address(out, key, 65);
}

/* What preparing costs, in verifications: a key, and its first one. */
int prepare_and_verify(std::uint8_t *out, std::size_t i) {
    (void)!ufsecp_pubkey_prepare(&hot.prepared, sets->pubkey33[0], 33);
    *out = (std::uint8_t)ufsecp_ecdsa_verify_prepared(hot.ecdsa[i], sets->msg[i], &hot.prepared, 0);
    return *out;
}

ROW(ecdsa_verify, 1,
    *out = (std::uint8_t)ufsecp_ecdsa_verify(sets->ecdsa[i], sets->msg[i], sets->pubkey33[i], 33,
                                             0))
ROW(schnorr_verify, 1,
    *out = (std::uint8_t)ufsecp_schnorr_verify(sets->schnorr[i], sets->msg[i], 32, sets->xonly[i]))
ROW(ecdsa_verify_prepared, 1,
    *out = (std::uint8_t)ufsecp_ecdsa_verify_prepared(hot.ecdsa[i], sets->msg[i], &hot.prepared, 0))
ROW(schnorr_verify_prepared, 1,
    *out = (std::uint8_t)ufsecp_schnorr_verify_prepared(hot.schnorr[i], sets->msg[i], 32,
                                                        &hot.prepared))
ROW(ecdsa_verify_hot, 1,
    *out = (std::uint8_t)ufsecp_ecdsa_verify(hot.ecdsa[i], sets->msg[i], sets->pubkey33[0], 33, 0))
ROW(schnorr_verify_hot, 1,
    *out = (std::uint8_t)ufsecp_schnorr_verify(hot.schnorr[i], sets->msg[i], 32, sets->xonly[0]))
ROW(pubkey_prepare, 1, prepare_and_verify(out, i))
ROW(ecdsa_recover, 33, ufsecp_ecdsa_recover(out, 33, sets->ecdsa[i], sets->recid[i], sets->msg[i]))
ROW(ecrecover_address, 20, address(out, i))
ROW(pubkey_mul_add, 33, sum_of_products(out, i))
ROW(pubkey_mul, 33, ufsecp_pubkey_tweak_mul(out, 33, sets->pubkey33[i], 33, sets->aux[i]))
ROW(pubkey_mul_one, 33, ufsecp_pubkey_tweak_mul(out, 33, sets->pubkey33[i], 33, sets->aux[0]))
ROW(public_mul_gen, 33, ufsecp_pubkey_create(out, 33, sets->aux[i]))
ROW(bip32_children, 33, child_key(out, i))
ROW(pubkey_decompress, 65, ufsecp_pubkey_convert(out, 65, sets->pubkey33[i], 33, 0))
ROW(pubkey_negate, 33, ufsecp_pubkey_negate(out, 33, sets->pubkey33[i], 33))

void run_ecdsa_verify_4096_on_2(std::size_t n) {
    ufsecp_threads_set(2);
    run_ecdsa_verify_4096(n);
    ufsecp_threads_set(1);
}

/* The batch on the first engine of the list that has no lanes. */
template <void run(std::size_t)>
void without_lanes(std::size_t n) {
    const char *const engine = ufsecp_engine();
    int supported = 0;
    for (std::size_t i = 0; const char *other = ufsecp_engine_at(i, &supported); i++) {
        if (!supported || engine_lanes(other) > 1) continue;
        ufsecp_engine_select(other);
        break;
    }
    run(n);
    ufsecp_engine_select(engine);
}

#define OP(name, n, size) {#name "_" #n, n, run_##name##_##n, out_rows<size>}
#define ONE(name, size) {#name "_row", 1, run_##name##_row, out_rows<size>}
/* A batch, its rows one by one, and the batch without lanes. */
#define OPS(name, size)                                                                     \
    OP(name, 4096, size), ONE(name, size), {                                                \
        #name "_4096_without_lanes", 4096, without_lanes<run_##name##_4096>, out_rows<size> \
    }
const bench_op ops[] = {
    OP(ecdsa_verify, 8, 1),
    OP(ecdsa_verify, 64, 1),
    OPS(ecdsa_verify, 1),
    {"ecdsa_verify_4096_on_2", 4096, run_ecdsa_verify_4096_on_2, out_rows<1>},
    OPS(schnorr_verify, 1),
    OP(ecdsa_verify_items, 4096, 1),
    OP(ecdsa_verify_items_der, 4096, 1),
    OP(schnorr_verify_items, 4096, 1),
    OP(ecdsa_verify_prepared, 4096, 1),
    OP(schnorr_verify_prepared, 4096, 1),
    OP(schnorr_batch_one_key, 4096, 1),
    OP(schnorr_batch_many_keys, 4096, 1),
    OP(ecdsa_verify_repeat_10, 4096, 1),
    OP(ecdsa_verify_repeat_50, 4096, 1),
    OP(ecdsa_verify_repeat_90, 4096, 1),
    OP(ecdsa_verify_repeat_99, 4096, 1),
    OP(ecdsa_verify_repeat_100, 4096, 1),
    OP(ecdsa_verify_items_repeat_100, 4096, 1),
    OP(schnorr_verify_repeat_100, 4096, 1),
    ONE(ecdsa_verify_prepared, 1),
    ONE(schnorr_verify_prepared, 1),
    ONE(ecdsa_verify_hot, 1),
    ONE(schnorr_verify_hot, 1),
    ONE(pubkey_prepare, 1),
    OPS(ecdsa_recover, 33),
    OPS(ecrecover_address, 20),
    OPS(pubkey_mul_add, 33),
    OPS(pubkey_mul, 33),
    OPS(pubkey_mul_one, 33),
    OP(pubkey_mul_secret, 1024, 33),
    OPS(public_mul_gen, 33),
    OPS(bip32_children, 33),
    OPS(pubkey_decompress, 65),
    OPS(pubkey_negate, 33),
};

}  // namespace

const bench_target &batches() {
    static const bench_target target = {"rows", reset, ops, std::size(ops)};
    return target;
}

}  // namespace bench
