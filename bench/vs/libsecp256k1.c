/* libsecp256k1 0.8.0 as a peer: its public functions as its users call them, and its internals by
 * including its source.
 *
 * The context is secp256k1_context_create(SECP256K1_CONTEXT_NONE), not randomised; its
 * multiplication by G is blinded all the same. */
#include "vs/libsecp256k1.h"

#include "src/secp256k1.c"

static const bench_pool *pool;
static secp256k1_context *ctx, *hooked;
static size_t turn, valid;
static secp256k1_fe fx, fb, ft[8];
static secp256k1_scalar sx, sb, st[8], k[bench_sets];
static secp256k1_gej j, j2, jr, jt[8];
static secp256k1_ge points[bench_sets];
static secp256k1_pubkey keys[bench_sets];
static secp256k1_xonly_pubkey xkeys[bench_sets];
static secp256k1_keypair pairs[bench_sets];
static secp256k1_ecdsa_signature sigs[bench_sets];
static uint8_t bytes[65], outs[bench_batch * 65];
static int sound;
static bench_hash *keccak, *child_hash;
static uint8_t paid[33]; /* the output of row 7 */
static int silent_payment(uint8_t *out33, size_t i);

/* MuSig2 with the keys of sets 0 to 2, from bytes to bytes as ours. */
static secp256k1_musig_keyagg_cache cache;
static secp256k1_musig_secnonce secnonce;
static secp256k1_musig_session session;
static uint8_t nonces[3 * 66], aggnonce[66], psig[32];

static int aggregate(secp256k1_musig_keyagg_cache *made, uint8_t *x32, size_t first) {
    secp256k1_pubkey parsed[3];
    const secp256k1_pubkey *refs[3];
    secp256k1_xonly_pubkey xonly;
    size_t i;
    int good = 1;
    for (i = 0; i < 3; i++) {
        refs[i] = &parsed[i];
        good &= secp256k1_ec_pubkey_parse(ctx, &parsed[i], pool->pubkey33[first + i], 33);
    }
    return good && secp256k1_musig_pubkey_agg(ctx, &xonly, made, refs, 3) &&
           secp256k1_xonly_pubkey_serialize(ctx, x32, &xonly);
}
static int nonce_gen(uint8_t *nonce66, size_t i) {
    secp256k1_musig_secnonce made;
    secp256k1_musig_pubnonce nonce;
    secp256k1_pubkey parsed;
    uint8_t random[32];
    memcpy(random, pool->aux[i], 32);
    return secp256k1_ec_pubkey_parse(ctx, &parsed, pool->pubkey33[i], 33) &&
           secp256k1_musig_nonce_gen(ctx, &made, &nonce, random, pool->seckey[i], &parsed,
                                     pool->msg[i], &cache, NULL) &&
           secp256k1_musig_pubnonce_serialize(ctx, nonce66, &nonce);
}
static int nonce_agg(uint8_t *out66) {
    secp256k1_musig_pubnonce parsed[3];
    const secp256k1_musig_pubnonce *refs[3];
    secp256k1_musig_aggnonce sum;
    size_t i;
    int good = 1;
    for (i = 0; i < 3; i++) {
        refs[i] = &parsed[i];
        good &= secp256k1_musig_pubnonce_parse(ctx, &parsed[i], nonces + 66 * i);
    }
    return good && secp256k1_musig_nonce_agg(ctx, &sum, refs, 3) &&
           secp256k1_musig_aggnonce_serialize(ctx, out66, &sum);
}
static int nonce_process(secp256k1_musig_session *made, size_t i) {
    secp256k1_musig_aggnonce sum;
    return secp256k1_musig_aggnonce_parse(ctx, &sum, aggnonce) &&
           secp256k1_musig_nonce_process(ctx, made, &sum, pool->msg[i], &cache);
}
static int partial_sign(uint8_t *out32) {
    secp256k1_musig_secnonce copy = secnonce;
    secp256k1_musig_partial_sig made;
    return secp256k1_musig_partial_sign(ctx, &made, &copy, &pairs[0], &cache, &session) &&
           secp256k1_musig_partial_sig_serialize(ctx, out32, &made);
}
static int partial_sig_verify(void) {
    secp256k1_musig_partial_sig sig;
    secp256k1_musig_pubnonce nonce;
    secp256k1_pubkey parsed;
    return secp256k1_ec_pubkey_parse(ctx, &parsed, pool->pubkey33[0], 33) &&
           secp256k1_musig_partial_sig_parse(ctx, &sig, psig) &&
           secp256k1_musig_pubnonce_parse(ctx, &nonce, nonces) &&
           secp256k1_musig_partial_sig_verify(ctx, &sig, &nonce, &parsed, &cache, &session);
}
static int make_session(void) {
    secp256k1_musig_secnonce ignored;
    secp256k1_musig_pubnonce nonce;
    uint8_t x[32];
    size_t i;
    int good = aggregate(&cache, x, 0);
    for (i = 0; i < 3; i++)
        good &= secp256k1_musig_nonce_gen_counter(ctx, i ? &ignored : &secnonce, &nonce, i,
                                                  &pairs[i], NULL, NULL, NULL) &&
                secp256k1_musig_pubnonce_serialize(ctx, nonces + 66 * i, &nonce);
    return good && nonce_agg(aggnonce) && nonce_process(&session, 0) && partial_sign(psig);
}

static void reset(const bench_pool *p) {
    int i, overflow;
    pool = p;
    turn = valid = 0;
    memset(bytes, 0, sizeof bytes);
    memset(outs, 0, sizeof outs);
    sound = 1;
    for (i = 0; i < bench_sets; i++) {
        secp256k1_scalar_set_b32(&k[i], p->seckey[i], &overflow);
        if (!secp256k1_ec_pubkey_parse(ctx, &keys[i], p->pubkey33[i], 33) ||
            !secp256k1_xonly_pubkey_parse(ctx, &xkeys[i], p->xonly[i]) ||
            !secp256k1_keypair_create(ctx, &pairs[i], p->seckey[i]) ||
            !secp256k1_ecdsa_signature_parse_compact(ctx, &sigs[i], p->ecdsa[i]))
            abort();
        secp256k1_pubkey_load(ctx, &points[i], &keys[i]);
    }
    if (!silent_payment(paid, 7) || !make_session()) abort();
    fx = points[0].x;
    fb = points[1].x;
    sx = k[0];
    sb = k[1];
    for (i = 0; i < 8; i++) ft[i] = points[i].x, st[i] = k[i];
    for (i = 0; i < 8; i++)
        secp256k1_gej_set_ge(&jt[i], &points[i]), secp256k1_gej_double_var(&jt[i], &jt[i], NULL);
    secp256k1_gej_set_ge(&j, &points[0]);
    secp256k1_gej_double_var(&j, &j, NULL);
    secp256k1_gej_set_ge(&j2, &points[1]);
    secp256k1_gej_double_var(&j2, &j2, NULL);
    secp256k1_gej_set_infinity(&jr);
}

static void out_fe(uint8_t *out, const secp256k1_fe *a) {
    secp256k1_fe t = *a;
    secp256k1_fe_normalize(&t);
    secp256k1_fe_get_b32(out, &t);
}
static void out_gej(uint8_t *out, const secp256k1_gej *a) {
    secp256k1_gej t = *a;
    secp256k1_ge p;
    secp256k1_ge_set_gej_var(&p, &t);
    out_fe(out, &p.x);
    out_fe(out + 32, &p.y);
}
static void out_field(uint8_t *out) { out_fe(out, &fx); }
static void out_fields(uint8_t *out) { out_fe(out, &ft[0]), out_fe(out + 32, &ft[7]); }
static void out_scalar(uint8_t *out) { secp256k1_scalar_get_b32(out, &sx); }
static void out_scalars(uint8_t *out) {
    secp256k1_scalar_get_b32(out, &st[0]), secp256k1_scalar_get_b32(out + 32, &st[7]);
}
static void out_point(uint8_t *out) { out_gej(out, &j); }
static void out_points(uint8_t *out) {
    int i;
    for (i = 0; i < 2; i++) {
        secp256k1_gej t = jt[7 * i];
        secp256k1_ge p;
        secp256k1_ge_set_gej_var(&p, &t);
        out_fe(out + 32 * i, &p.x);
    }
}
static void out_product(uint8_t *out) { out_gej(out, &jr); }
static void out_bytes(uint8_t *out) { memcpy(out, bytes, 64); }
static void out_valid(uint8_t *out) { memcpy(out, &valid, sizeof valid); }

/* The set whose turn it is. */
static size_t next(void) { return turn++ % bench_sets; }
/* Eight independent chains, so that their latencies overlap. */
#define EIGHT(statement)                   \
    {                                      \
        int i;                             \
        for (i = 0; i < 8; i++) statement; \
    }

BENCH_LOOP(field_mul, secp256k1_fe_mul(&fx, &fx, &fb))
BENCH_LOOP(field_sqr, secp256k1_fe_sqr(&fx, &fx))
BENCH_LOOP(field_mul_throughput, EIGHT(secp256k1_fe_mul(&ft[i], &ft[i], &fb)))
BENCH_LOOP(field_sqr_throughput, EIGHT(secp256k1_fe_sqr(&ft[i], &ft[i])))
BENCH_LOOP(field_normalize, secp256k1_fe_normalize(&fx); BENCH_KEEP(&fx))
BENCH_LOOP(field_inv, secp256k1_fe_inv(&fx, &fx); secp256k1_fe_add(&fx, &fb))
BENCH_LOOP(field_inv_var, secp256k1_fe_inv_var(&fx, &fx); secp256k1_fe_add(&fx, &fb))
BENCH_LOOP(field_sqrt, secp256k1_fe r; secp256k1_fe_sqrt(&r, &fx); fx = r;
           secp256k1_fe_add(&fx, &fb))
BENCH_LOOP(field_sqrt_throughput, EIGHT({
               secp256k1_fe r;
               secp256k1_fe_sqrt(&r, &ft[i]);
               ft[i] = r;
               secp256k1_fe_add(&ft[i], &fb);
           }))
/* Eight additions and a weak reduction: what lazy reduction needs to go on for ever. */
static void run_field_add(size_t n) {
    while (n--) {
        const secp256k1_fe *b = &fb;
        EIGHT({
            __asm__("" : "+r"(b));
            secp256k1_fe_add(&fx, b);
        })
        secp256k1_fe_normalize_weak(&fx);
    }
}
BENCH_LOOP(field_add_throughput, const secp256k1_fe *b = &fb; EIGHT({
               __asm__("" : "+r"(b));
               secp256k1_fe_add(&ft[i], b);
               secp256k1_fe_normalize_weak(&ft[i]);
           }))
/* Eight subtractions, as this library writes them, and a weak reduction. */
static void run_field_sub(size_t n) {
    while (n--) {
        const secp256k1_fe *b = &fb;
        EIGHT({
            secp256k1_fe t;
            __asm__("" : "+r"(b));
            secp256k1_fe_negate(&t, b, 1);
            secp256k1_fe_add(&fx, &t);
        })
        secp256k1_fe_normalize_weak(&fx);
    }
}
BENCH_LOOP(scalar_add, secp256k1_scalar_add(&sx, &sx, &sb))
BENCH_LOOP(scalar_mul, secp256k1_scalar_mul(&sx, &sx, &sb))
BENCH_LOOP(scalar_mul_throughput, EIGHT(secp256k1_scalar_mul(&st[i], &st[i], &sb)))
BENCH_LOOP(scalar_inv, secp256k1_scalar_inverse(&sx, &sx); secp256k1_scalar_add(&sx, &sx, &sb))
BENCH_LOOP(scalar_inv_var, secp256k1_scalar_inverse_var(&sx, &sx);
           secp256k1_scalar_add(&sx, &sx, &sb))
BENCH_LOOP(point_double, secp256k1_gej_double_var(&j, &j, NULL))
BENCH_LOOP(point_add, secp256k1_gej_add_var(&j, &j, &j2, NULL))
BENCH_LOOP(point_add_mixed, secp256k1_gej_add_ge_var(&j, &j, &points[1], NULL))
BENCH_LOOP(point_double_throughput, EIGHT(secp256k1_gej_double_var(&jt[i], &jt[i], NULL)))
BENCH_LOOP(point_add_mixed_throughput,
           EIGHT(secp256k1_gej_add_ge_var(&jt[i], &jt[i], &points[8 + i], NULL)))
BENCH_LOOP(mul_gen, secp256k1_ecmult_gen_gej(&ctx->ecmult_gen_ctx, &jr, &k[next()]);
           BENCH_KEEP(&jr))
BENCH_LOOP(mul_point, size_t i = next(); secp256k1_ecmult_const(&jr, &points[i], &k[i]);
           BENCH_KEEP(&jr))
BENCH_LOOP(mul_gen_var, secp256k1_gej a; secp256k1_gej_set_infinity(&a);
           secp256k1_ecmult(&jr, &a, &secp256k1_scalar_zero, &k[next()]); BENCH_KEEP(&jr))
BENCH_LOOP(mul_point_var, size_t i = next(); secp256k1_gej a; secp256k1_gej_set_ge(&a, &points[i]);
           secp256k1_ecmult(&jr, &a, &k[i], NULL); BENCH_KEEP(&jr))
BENCH_LOOP(mul_point_fixed, secp256k1_gej a; secp256k1_gej_set_ge(&a, &points[next()]);
           secp256k1_ecmult(&jr, &a, &k[1], NULL); BENCH_KEEP(&jr))
BENCH_LOOP(mul2, size_t i = next(); secp256k1_gej a; secp256k1_gej_set_ge(&a, &points[i]);
           secp256k1_ecmult(&jr, &a, &k[i], &k[(i + 1) % bench_sets]); BENCH_KEEP(&jr))

/* ---- The public functions, from bytes to bytes unless the name says otherwise ---- */

static void create(size_t i) {
    secp256k1_pubkey key;
    size_t len = 33;
    valid += (size_t)secp256k1_ec_pubkey_create(ctx, &key, pool->seckey[i]);
    secp256k1_ec_pubkey_serialize(ctx, bytes, &len, &key, SECP256K1_EC_COMPRESSED);
}
static void decompress(size_t i) {
    secp256k1_pubkey key;
    size_t len = 65;
    valid += (size_t)secp256k1_ec_pubkey_parse(ctx, &key, pool->pubkey33[i], 33);
    secp256k1_ec_pubkey_serialize(ctx, bytes, &len, &key, SECP256K1_EC_UNCOMPRESSED);
}
static void sign(const secp256k1_context *c, size_t i) {
    secp256k1_ecdsa_signature sig;
    valid += (size_t)secp256k1_ecdsa_sign(c, &sig, pool->msg[i], pool->seckey[i], NULL, NULL);
    secp256k1_ecdsa_signature_serialize_compact(c, bytes, &sig);
}
static void verify(const uint8_t *key_bytes, size_t len, size_t i) {
    secp256k1_pubkey key;
    secp256k1_ecdsa_signature sig;
    valid += secp256k1_ec_pubkey_parse(ctx, &key, key_bytes, len) &&
             secp256k1_ecdsa_signature_parse_compact(ctx, &sig, pool->ecdsa[i]) &&
             secp256k1_ecdsa_verify(ctx, &sig, pool->msg[i], &key);
}
static void recover(size_t i) {
    secp256k1_ecdsa_recoverable_signature sig;
    secp256k1_pubkey key;
    size_t len = 33;
    valid += secp256k1_ecdsa_recoverable_signature_parse_compact(ctx, &sig, pool->ecdsa[i],
                                                                 pool->recid[i]) &&
             secp256k1_ecdsa_recover(ctx, &key, &sig, pool->msg[i]);
    secp256k1_ec_pubkey_serialize(ctx, bytes, &len, &key, SECP256K1_EC_COMPRESSED);
}
static void schnorr(const secp256k1_context *c, size_t i) {
    secp256k1_keypair pair;
    valid += secp256k1_keypair_create(c, &pair, pool->seckey[i]) &&
             secp256k1_schnorrsig_sign32(c, bytes, pool->msg[i], &pair, pool->aux[i]);
}
static void schnorr_check(size_t i) {
    secp256k1_xonly_pubkey key;
    valid += secp256k1_xonly_pubkey_parse(ctx, &key, pool->xonly[i]) &&
             secp256k1_schnorrsig_verify(ctx, pool->schnorr[i], pool->msg[i], 32, &key);
}
static void diffie_hellman(size_t i, secp256k1_ecdh_hash_function hash) {
    secp256k1_pubkey key;
    valid += secp256k1_ec_pubkey_parse(ctx, &key, pool->pubkey33[i], 33) &&
             secp256k1_ecdh(ctx, bytes, &key, pool->seckey[0], hash, NULL);
}
static int x_alone(unsigned char *output, const unsigned char *x32, const unsigned char *y32,
                   void *data) {
    (void)y32, (void)data;
    memcpy(output, x32, 32);
    return 1;
}

static void ell_encode(size_t i) {
    secp256k1_pubkey key;
    valid += secp256k1_ec_pubkey_parse(ctx, &key, pool->pubkey65[i], 65) &&
             secp256k1_ellswift_encode(ctx, bytes, &key, pool->aux[i]);
}
static void ell_decode(size_t i) {
    secp256k1_pubkey key;
    size_t len = 65;
    valid += (size_t)secp256k1_ellswift_decode(ctx, &key, pool->ecdsa[i]);
    secp256k1_ec_pubkey_serialize(ctx, bytes, &len, &key, SECP256K1_EC_UNCOMPRESSED);
}

BENCH_LOOP(pubkey_create, create(next()))
BENCH_LOOP(pubkey_decompress, decompress(next()))
BENCH_LOOP(ecdsa_sign, sign(ctx, next()))
BENCH_LOOP(ecdsa_sign_hooked, sign(hooked, next()))
BENCH_LOOP(ecdsa_verify, size_t i = next(); verify(pool->pubkey33[i], 33, i))
BENCH_LOOP(ecdsa_verify_one_key, verify(pool->pubkey33[0], 33, 0))
BENCH_LOOP(ecdsa_verify_65, size_t i = next(); verify(pool->pubkey65[i], 65, i))
BENCH_LOOP(ecdsa_verify_parsed, size_t i = next();
           valid += (size_t)secp256k1_ecdsa_verify(ctx, &sigs[i], pool->msg[i], &keys[i]))
BENCH_LOOP(ecdsa_recover, recover(next()))
BENCH_LOOP(schnorr_sign, schnorr(ctx, next()))
BENCH_LOOP(schnorr_sign_hooked, schnorr(hooked, next()))
BENCH_LOOP(schnorr_sign_keypair, size_t i = next();
           valid +=
           (size_t)secp256k1_schnorrsig_sign32(ctx, bytes, pool->msg[i], &pairs[i], pool->aux[i]))
BENCH_LOOP(schnorr_verify, schnorr_check(next()))
BENCH_LOOP(schnorr_verify_one_key, schnorr_check(0))
BENCH_LOOP(schnorr_verify_parsed, size_t i = next();
           valid +=
           (size_t)secp256k1_schnorrsig_verify(ctx, pool->schnorr[i], pool->msg[i], 32, &xkeys[i]))
BENCH_LOOP(musig_pubkey_agg, secp256k1_musig_keyagg_cache made;
           valid += (size_t)aggregate(&made, bytes, next() % 1000))
BENCH_LOOP(musig_nonce_gen, uint8_t made[66]; valid += (size_t)nonce_gen(made, next());
           memcpy(bytes, made, 64))
BENCH_LOOP(musig_nonce_agg, uint8_t made[66]; valid += (size_t)nonce_agg(made);
           memcpy(bytes, made, 64))
BENCH_LOOP(musig_nonce_process, secp256k1_musig_session made;
           valid += (size_t)nonce_process(&made, next()); memcpy(bytes, made.data + 5, 64))
BENCH_LOOP(musig_partial_sign, valid += (size_t)partial_sign(bytes))
BENCH_LOOP(musig_partial_sig_verify, valid += (size_t)partial_sig_verify())
BENCH_LOOP(ecdh, diffie_hellman(next(), NULL))
BENCH_LOOP(ecdh_x, diffie_hellman(next(), x_alone))
BENCH_LOOP(ellswift_create, size_t i = next();
           valid += (size_t)secp256k1_ellswift_create(ctx, bytes, pool->seckey[i], pool->aux[i]))
BENCH_LOOP(ellswift_encode, ell_encode(next()))
BENCH_LOOP(ellswift_decode, ell_decode(next()))
BENCH_LOOP(ellswift_xdh, size_t i = next();
           valid +=
           (size_t)secp256k1_ellswift_xdh(ctx, bytes, pool->ecdsa[0], pool->schnorr[i],
                                          pool->seckey[i], 0,
                                          secp256k1_ellswift_xdh_hash_function_bip324, NULL))

/* ---- The same from bytes to bytes for row after row of a batch: all results are kept ---- */

/* The digest of the results of so many bytes each; nothing if a row failed. */
static void out_rows(uint8_t *out, size_t size) {
    if (sound)
        secp256k1_tagged_sha256(ctx, out, (const uint8_t *)"rows", 4, outs, size * bench_batch);
}
/* The row whose turn it is, i, goes to out; the expression says whether it holds. */
#define ROW(name, size, ...)                       \
    static void run_##name##_row(size_t n) {       \
        for (; n > 0; n--) {                       \
            const size_t i = turn++ % bench_batch; \
            uint8_t *out = outs + (size) * i;      \
            sound &= __VA_ARGS__;                  \
        }                                          \
    }                                              \
    static void out_##name##_row(uint8_t *out) { out_rows(out, size); }

static int serialize(uint8_t *out, size_t len, const secp256k1_pubkey *key) {
    return secp256k1_ec_pubkey_serialize(
        ctx, out, &len, key, len == 33 ? SECP256K1_EC_COMPRESSED : SECP256K1_EC_UNCOMPRESSED);
}
static int parse(secp256k1_pubkey *key, size_t i) {
    return secp256k1_ec_pubkey_parse(ctx, key, pool->pubkey33[i], 33);
}
static int row_ecdsa(size_t i) {
    secp256k1_pubkey key;
    secp256k1_ecdsa_signature sig;
    return parse(&key, i) && secp256k1_ecdsa_signature_parse_compact(ctx, &sig, pool->ecdsa[i]) &&
           secp256k1_ecdsa_verify(ctx, &sig, pool->msg[i], &key);
}
static int row_schnorr(size_t i) {
    secp256k1_xonly_pubkey key;
    return secp256k1_xonly_pubkey_parse(ctx, &key, pool->xonly[i]) &&
           secp256k1_schnorrsig_verify(ctx, pool->schnorr[i], pool->msg[i], 32, &key);
}
static int row_recover(uint8_t *out, size_t len, size_t i) {
    secp256k1_ecdsa_recoverable_signature sig;
    secp256k1_pubkey key;
    return secp256k1_ecdsa_recoverable_signature_parse_compact(ctx, &sig, pool->ecdsa[i],
                                                               pool->recid[i]) &&
           secp256k1_ecdsa_recover(ctx, &key, &sig, pool->msg[i]) && serialize(out, len, &key);
}
static int row_ecrecover(uint8_t *out, size_t i) {
    uint8_t key65[65], hash[32];
    if (!row_recover(key65, 65, i) || !keccak(hash, key65 + 1, 64)) return 0;
    memcpy(out, hash + 12, 20);
    return 1;
}
static int row_decompress(uint8_t *out, size_t i) {
    secp256k1_pubkey key;
    return parse(&key, i) && serialize(out, 65, &key);
}
static int row_negate(uint8_t *out, size_t i) {
    secp256k1_pubkey key;
    return parse(&key, i) && secp256k1_ec_pubkey_negate(ctx, &key) && serialize(out, 33, &key);
}
/* scalar P, or scalar P + *plus G. */
static int row_mul(uint8_t *out, size_t i, const uint8_t *scalar, const uint8_t *plus) {
    secp256k1_pubkey key;
    return parse(&key, i) && secp256k1_ec_pubkey_tweak_mul(ctx, &key, scalar) &&
           (!plus || secp256k1_ec_pubkey_tweak_add(ctx, &key, plus)) && serialize(out, 33, &key);
}
static int row_create(uint8_t *out, size_t i) {
    secp256k1_pubkey key;
    return secp256k1_ec_pubkey_create(ctx, &key, pool->aux[i]) && serialize(out, 33, &key);
}
/* The key of child i of set 0's key (BIP-32). */
static int row_child(uint8_t *out, size_t i) {
    secp256k1_pubkey key = keys[0];
    uint8_t text[37], hash[64];
    memcpy(text, pool->pubkey33[0], 33);
    secp256k1_write_be32(text + 33, (uint32_t)i);
    return child_hash(hash, text, sizeof text) && secp256k1_ec_pubkey_tweak_add(ctx, &key, hash) &&
           serialize(out, 33, &key);
}

/* The output that pays set 0's scan key and set 1's spend key for a silent payment's tweak point;
 * and whether it is the row's own, of which row 7 alone has it. */
static int silent_payment(uint8_t *out33, size_t i) {
    uint8_t text[37] = {0}, t[32];
    secp256k1_pubkey key, p;
    const secp256k1_pubkey *both[2] = {&keys[1], &p};
    return parse(&key, i) && secp256k1_ec_pubkey_tweak_mul(ctx, &key, pool->seckey[0]) &&
           serialize(text, 33, &key) &&
           secp256k1_tagged_sha256(ctx, t, (const uint8_t *)"BIP0352/SharedSecret", 20, text, 37) &&
           secp256k1_ec_pubkey_create(ctx, &p, t) &&
           secp256k1_ec_pubkey_combine(ctx, &key, both, 2) && serialize(out33, 33, &key);
}
static int row_scan(uint8_t *out, size_t i) {
    uint8_t p33[33];
    if (!silent_payment(p33, i)) return 0;
    *out = (uint8_t)(1 + !memcmp(p33 + 1, i == 7 ? paid + 1 : pool->aux[i], 8));
    return 1;
}

/* The taproot output keys of the pool's keys, without scripts. */
static uint8_t taproot_keys[bench_batch][32];
static int taproot_parity[bench_batch], taproot_made;

static int taproot_tweak(secp256k1_xonly_pubkey *key, uint8_t *t32, size_t i) {
    return secp256k1_xonly_pubkey_parse(ctx, key, pool->xonly[i]) &&
           secp256k1_tagged_sha256(ctx, t32, (const uint8_t *)"TapTweak", 8, pool->xonly[i], 32);
}
static int taproot_prepare(void) {
    size_t i;
    for (i = 0; i < bench_batch; i++) {
        secp256k1_xonly_pubkey key;
        secp256k1_pubkey sum_key;
        uint8_t t[32];
        if (!taproot_tweak(&key, t, i) ||
            !secp256k1_xonly_pubkey_tweak_add(ctx, &sum_key, &key, t) ||
            !secp256k1_xonly_pubkey_from_pubkey(ctx, &key, &taproot_parity[i], &sum_key) ||
            !secp256k1_xonly_pubkey_serialize(ctx, taproot_keys[i], &key))
            return 0;
    }
    return taproot_made = 1;
}
static int row_taproot(size_t i) {
    secp256k1_xonly_pubkey key;
    uint8_t t[32];
    if (!taproot_made && !taproot_prepare()) return 0;
    return taproot_tweak(&key, t, i) &&
           secp256k1_xonly_pubkey_tweak_add_check(ctx, taproot_keys[i], taproot_parity[i], &key, t);
}

ROW(taproot, 1, (*out = (uint8_t)row_taproot(i)))
ROW(silent_scan, 1, row_scan(out, i))
ROW(ecdsa_verify, 1, (*out = (uint8_t)row_ecdsa(i)))
ROW(schnorr_verify, 1, (*out = (uint8_t)row_schnorr(i)))
ROW(ecdsa_recover, 33, row_recover(out, 33, i))
ROW(ecrecover_address, 20, row_ecrecover(out, i))
ROW(pubkey_mul_add, 33, row_mul(out, i, pool->aux[i], pool->msg[i]))
ROW(pubkey_mul, 33, row_mul(out, i, pool->aux[i], NULL))
ROW(pubkey_mul_one, 33, row_mul(out, i, pool->aux[0], NULL))
ROW(public_mul_gen, 33, row_create(out, i))
ROW(bip32_children, 33, row_child(out, i))
ROW(pubkey_decompress, 65, row_decompress(out, i))
ROW(pubkey_negate, 33, row_negate(out, i))

/* Sums of many multiples, by what the library has inside for batches. */
enum { sum_most = 8 * bench_batch };
static secp256k1_ge sum_points[bench_batch];
static secp256k1_scalar sum_scalars[sum_most];
static secp256k1_scratch *scratch;
static secp256k1_gej sum;

static int sum_product(secp256k1_scalar *scalar, secp256k1_ge *point, size_t i, void *data) {
    (void)data;
    *scalar = sum_scalars[i];
    *point = sum_points[i % bench_batch];
    return 1;
}
static void sum_prepare(void) {
    size_t i;
    scratch = secp256k1_scratch_create(&ctx->error_callback, (size_t)64 << 20);
    for (i = 0; i < sum_most; i++) {
        secp256k1_pubkey key;
        secp256k1_scalar_set_b32(&sum_scalars[i], bench_scalar(pool, i), NULL);
        if (i < bench_batch &&
            (!parse(&key, i) || !secp256k1_pubkey_load(ctx, &sum_points[i], &key)))
            abort();
    }
}
static void sum_of(size_t n) {
    if (!scratch) sum_prepare();
    if (!secp256k1_ecmult_multi_var(&ctx->error_callback, scratch, &sum, NULL, sum_product, NULL,
                                    n))
        abort();
}
static void out_sum(uint8_t *out) { out_gej(out, &sum); }

#define SUM(n) BENCH_LOOP(msm_##n, sum_of(n))
SUM(32)
SUM(64)
SUM(128)
SUM(256)
SUM(1024)
SUM(8192)
SUM(32768)

#define OP_SUM(n) {"msm_" #n, n, run_msm_##n, out_sum}
#define OP(name, out) {#name, 1, run_##name, out}
#define OP8(name, out) {#name, 8, run_##name, out}
#define OP_ROW(name) {#name "_row", 1, run_##name##_row, out_##name##_row}
static const bench_op ops[] = {
    OP(field_mul, out_field),
    OP8(field_mul_throughput, out_fields),
    OP(field_sqr, out_field),
    OP8(field_sqr_throughput, out_fields),
    OP8(field_add, out_field),
    OP8(field_add_throughput, out_fields),
    OP8(field_sub, out_field),
    OP(field_normalize, out_field),
    OP(field_inv, out_field),
    OP(field_inv_var, out_field),
    OP(field_sqrt, out_field),
    OP8(field_sqrt_throughput, out_fields),
    OP8(point_double_throughput, out_points),
    OP8(point_add_mixed_throughput, out_points),
    OP(scalar_add, out_scalar),
    OP(scalar_mul, out_scalar),
    OP8(scalar_mul_throughput, out_scalars),
    OP(scalar_inv, out_scalar),
    OP(scalar_inv_var, out_scalar),
    OP(point_double, out_point),
    OP(point_add, out_point),
    OP(point_add_mixed, out_point),
    OP(mul_gen, out_product),
    OP(mul_gen_var, out_product),
    OP(mul_point, out_product),
    OP(mul_point_var, out_product),
    OP(mul_point_fixed, out_product),
    OP(mul2, out_product),
    OP(pubkey_create, out_bytes),
    OP(pubkey_decompress, out_bytes),
    OP(ecdsa_sign, out_bytes),
    OP(ecdsa_sign_hooked, out_bytes),
    OP(ecdsa_verify, out_valid),
    OP(ecdsa_verify_one_key, out_valid),
    OP(ecdsa_verify_65, out_valid),
    OP(ecdsa_verify_parsed, out_valid),
    OP(ecdsa_recover, out_bytes),
    OP(schnorr_sign, out_bytes),
    OP(schnorr_sign_hooked, out_bytes),
    OP(schnorr_sign_keypair, out_bytes),
    OP(schnorr_verify, out_valid),
    OP(schnorr_verify_one_key, out_valid),
    OP(schnorr_verify_parsed, out_valid),
    OP(musig_pubkey_agg, out_bytes),
    OP(musig_nonce_gen, out_bytes),
    OP(musig_nonce_agg, out_bytes),
    OP(musig_nonce_process, out_bytes),
    OP(musig_partial_sign, out_bytes),
    OP(musig_partial_sig_verify, out_valid),
    OP(ecdh, out_bytes),
    OP(ecdh_x, out_bytes),
    OP(ellswift_create, out_bytes),
    OP(ellswift_encode, out_bytes),
    OP(ellswift_decode, out_bytes),
    OP(ellswift_xdh, out_bytes),
    OP_ROW(ecdsa_verify),
    OP_ROW(schnorr_verify),
    OP_ROW(ecdsa_recover),
    OP_ROW(ecrecover_address),
    OP_ROW(pubkey_mul_add),
    OP_ROW(pubkey_mul),
    OP_ROW(pubkey_mul_one),
    OP_ROW(public_mul_gen),
    OP_ROW(bip32_children),
    OP_ROW(pubkey_decompress),
    OP_ROW(pubkey_negate),
    OP_ROW(silent_scan),
    OP_ROW(taproot),
    OP_SUM(32),
    OP_SUM(64),
    OP_SUM(128),
    OP_SUM(256),
    OP_SUM(1024),
    OP_SUM(8192),
    OP_SUM(32768),
};

const bench_target *peer_libsecp256k1(void (*compress)(uint32_t *state, const uint8_t *blocks,
                                                       size_t count),
                                      bench_hash *keccak256, bench_hash *hash_of_child) {
    static const bench_target target = {"libsecp256k1 0.8.0", reset, ops,
                                        sizeof ops / sizeof ops[0]};
    keccak = keccak256;
    child_hash = hash_of_child;
    if (!ctx) {
        ctx = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
        hooked = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
        secp256k1_context_set_sha256_compression(hooked, compress);
    }
    return &target;
}
