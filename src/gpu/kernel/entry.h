// The kernels: each loads what it needs from rows and columns, calls, and stores.
//
// A row that is found bad goes on as 1*G, so that all rows do the same work; its verdict stays 0,
// and the last kernel of an operation writes zeros for it. The operations are (field_inv and
// scalar_inv over t, one item for `share` rows):
//   ECDSA      ecdsa_load scalar_inv scale twist add_gen mul_point ecdsa_meet field_inv ecdsa_check
//   Schnorr    schnorr_load twist add_gen mul_point schnorr_meet field_inv schnorr_check
//   recovery   recover_load scalar_inv scale lift mul_point add_gen, AFFINE, PUT
//   keys       key_load lift put_key65
//   a P        mul_load lift mul_point, AFFINE, PUT
//   a P + b G  mul_add_load lift mul_point add_gen, AFFINE, PUT
//   b G        gen_load add_gen, AFFINE, PUT
//   AFFINE     z_column field_inv affine
//   PUT        put_key33 (or put_address20)
//   scanning   mul_load (the scan key, scalar_stride 0; tweaks) lift mul_point, AFFINE, silent_hash
//              (extra: the spend key) add_gen, AFFINE, silent_point, and for each label (extra)
//              silent_label field_inv silent_labelled
//   the table  table_points, AFFINE, table_store
#pragma once
#include "gpu/kernel/args.h"
#include "gpu/kernel/kernel_rows.h"

namespace ufsecp::UF_TARGET {

/* A row of a column, and this item's row. */
#define UF_ROW(column, row) ((UF_GLOB u32 *)(arena + args.column) + (row))
#define UF_COLUMN(column) UF_ROW(column, index)
#define UF_VERDICT arena[args.ok + index]

/* ---- The field ---- */

/* t = x, which begins as the value in a, after so many times `step`; y is the value in b. */
#define UF_FIELD_ENTRY(name, times, step)                   \
    UF_ENTRY(name) {                                        \
        fe8x32 x, y;                                        \
        load_fe(&x, UF_COLUMN(a), args.n);                  \
        load_fe(&y, UF_COLUMN(b), args.n);                  \
        for (u32 i = 0; i < (times); i++) step(&x, &x, &y); \
        store_fe(UF_COLUMN(t), args.n, &x);                 \
    }
#define UF_STEP_SUB(r, a, b) fe_sub(r, a, b, 1)
#define UF_STEP_SQR(r, a, b) fe_sqr(r, a)
#define UF_STEP_INV(r, a, b) fe_inv(r, a)
UF_FIELD_ENTRY(field_add, 1, fe_add)
UF_FIELD_ENTRY(field_sub, 1, UF_STEP_SUB)
UF_FIELD_ENTRY(field_mul, 1, fe_mul)
UF_FIELD_ENTRY(field_sqr, 1, UF_STEP_SQR)

/* t = 1/t, and 0 for 0, modulo p or the group order.  Item i of ceil(n/share) has the rows i and
 * every items-th behind it: it multiplies them up, keeping the product before each in scratch, and
 * comes back with the inverse of all.
 * cost: 3 mul a row and an inversion an item. */
#define UF_INV_ENTRY(name, number, f)                              \
    UF_ENTRY(name) {                                               \
        number all, x, before;                                     \
        const u32 items = (args.n + args.share - 1) / args.share;  \
        if (index >= items) return;                                \
        f##_set_one(&all);                                         \
        u32 end = index;                                           \
        for (; end < args.n; end += items) {                       \
            store_##f(UF_ROW(scratch, end), args.n, &all);         \
            load_##f(&x, UF_ROW(t, end), args.n);                  \
            if (!is_set(f##_is_zero(&x))) f##_mul(&all, &all, &x); \
        }                                                          \
        f##_inv(&all, &all);                                       \
        while (end > index) {                                      \
            end -= items;                                          \
            load_##f(&x, UF_ROW(t, end), args.n);                  \
            if (is_set(f##_is_zero(&x))) continue;                 \
            load_##f(&before, UF_ROW(scratch, end), args.n);       \
            f##_mul(&before, &before, &all);                       \
            f##_mul(&all, &all, &x);                               \
            store_##f(UF_ROW(t, end), args.n, &before);            \
        }                                                          \
    }
UF_INV_ENTRY(field_inv, fe8x32, fe)
UF_INV_ENTRY(scalar_inv, sc8x32, sc)
#undef UF_INV_ENTRY

/* a = a t and b = b t. */
UF_ENTRY(scale) {
    sc8x32 x, t;
    load_sc(&t, UF_COLUMN(t), args.n);
    UF_ROLLED
    for (u32 i = 0; i < 2; i++) {
        UF_GLOB u32 *column = i ? UF_COLUMN(b) : UF_COLUMN(a);
        load_sc(&x, column, args.n);
        sc_mul(&x, &x, &t);
        store_sc(column, args.n, &x);
    }
}

/* ---- Points ---- */

/* p = the point with this x, whose y is odd if the number in the place of y is; of keys of 64 bytes
 * both are given.  A bad row's is the generator. */
UF_ENTRY(lift) {
    ge p;
    load_ge(&p, UF_COLUMN(p), args.n);
    const int good = (args.key_stride == 64 ? ge_is_on_curve(&p) : ge_lift_x(&p)) && UF_VERDICT;
    if (!good) ge_set_generator(&p);
    UF_VERDICT = (u8)good;
    store_ge(UF_COLUMN(p), args.n, &p);
}
/* p = (w x, w^2), which stands for the key with this x, w = x^3 + 7 (kernel_rows.h).  A bad row's
 * is the generator's. */
UF_ENTRY(twist) {
    ge p;
    fe8x32 w;
    load_ge(&p, UF_COLUMN(p), args.n);
    if (!UF_VERDICT) ge_set_generator(&p);
    ge_y_squared(&w, &p.x);
    fe_mul(&p.x, &p.x, &w);
    fe_sqr(&p.y, &w);
    store_ge(UF_COLUMN(p), args.n, &p);
}
/* points = a p; points is q but where a P and b G stay apart. */
UF_ENTRY(mul_point) {
    ge p;
    gej q;
    sc8x32 a;
    load_ge(&p, UF_COLUMN(p), args.n);
    load_sc(&a, UF_COLUMN(a), args.n);
    mul_point(&q, &p, &a);
    store_gej(UF_COLUMN(points), args.n, &q);
}
/* q = q + b G. */
UF_ENTRY(add_gen) {
    gej q;
    sc8x32 b;
    load_gej(&q, UF_COLUMN(q), args.n);
    load_sc(&b, UF_COLUMN(b), args.n);
    add_gen(&q, &b, table, args.window);
    store_gej(UF_COLUMN(q), args.n, &q);
}
/* t = z of q: 0 for infinity, which has no inverse. */
UF_ENTRY(z_column) {
    fe8x32 z;
    load_fe(&z, UF_COLUMN(q) + 16 * args.n, args.n);
    store_fe(UF_COLUMN(t), args.n, &z);
}
/* p = q in affine form, t = 1/z; (0, 0) for infinity, which is bad to who looks at it. */
UF_ENTRY(affine) {
    gej q;
    ge p;
    fe8x32 t, t2;
    load_gej(&q, UF_COLUMN(q), args.n);
    load_fe(&t, UF_COLUMN(t), args.n);
    fe_sqr(&t2, &t);
    fe_mul(&p.x, &q.x, &t2);
    fe_mul(&t2, &t2, &t);
    fe_mul(&p.y, &q.y, &t2);
    store_ge(UF_COLUMN(p), args.n, &p);
}

/* ---- ECDSA: 32 hash | 33 key | 32 r | 32 s ---- */

/* p = the key, a = r, b = h, t = s, q = infinity. */
UF_ENTRY(ecdsa_load) {
    ge p;
    gej q;
    sc8x32 r, s, h;
    const u32 row = args.rows + args.stride * index;
    int good = load_key33(&p, arena, row + 32);
    good &= load_ecdsa(&r, &s, arena, row + 65, args.flags & 1);
    load_scalar(&h, arena, row);
    if (!good) sc_set_one(&r), sc_set_one(&s), sc_set_one(&h);
    gej_set_infinity(&q);
    UF_VERDICT = (u8)good;
    store_ge(UF_COLUMN(p), args.n, &p);
    store_sc(UF_COLUMN(a), args.n, &r);
    store_sc(UF_COLUMN(b), args.n, &h);
    store_sc(UF_COLUMN(t), args.n, &s);
    store_gej(UF_COLUMN(q), args.n, &q);
}
/* Of points and q: t = d, p.x = c.  A row whose r stands for two x is left to the root. */
UF_ENTRY(ecdsa_meet) {
    meeting r;
    gej s, t;
    ge key;
    fe8x32 x, other;
    sc8x32 k;
    const u32 row = args.rows + args.stride * index;
    load_key33(&key, arena, row + 32);
    load_scalar(&k, arena, row + 65);
    load_gej(&s, UF_COLUMN(points), args.n);
    load_gej(&t, UF_COLUMN(q), args.n);
    fe_set_words(&x, k.n);
    points_meet(&r, &s, &t, &key.x, &x);
    if (ecdsa_second_x(&other, &k)) fe_set_zero(&r.d);
    store_fe(UF_COLUMN(p), args.n, &r.c);
    store_fe(UF_COLUMN(t), args.n, &r.d);
}
/* Looks for r in the sum of points and q, t = 1/d. */
UF_ENTRY(ecdsa_check) {
    gej s, q;
    ge key;
    fe8x32 c, t;
    sc8x32 r;
    const u32 row = args.rows + args.stride * index;
    if (!UF_VERDICT) return;
    load_key33(&key, arena, row + 32);
    load_fe(&c, UF_COLUMN(p), args.n);
    load_fe(&t, UF_COLUMN(t), args.n);
    int good;
    if (is_set(fe_is_zero(&t))) {
        load_scalar(&r, arena, row + 65);
        load_gej(&s, UF_COLUMN(points), args.n);
        load_gej(&q, UF_COLUMN(q), args.n);
        good = add_by_root(&q, &s, &key) && ecdsa_accept(&q, &r);
    } else {
        fe_mul(&c, &c, &t);
        good = is_y_of(&c, &key);
    }
    if (!good) UF_VERDICT = 0;
}

/* ---- Schnorr: 32 key | 32 message | 32 r | 32 s ---- */

/* p = the key, a = -e, b = s, q = infinity. */
UF_ENTRY(schnorr_load) {
    ge p;
    gej q;
    sc8x32 s, e;
    fe8x32 x;
    u32 key[8], msg[8], rx[8], hash[8];
    const u32 row = args.rows + args.stride * index;
    load_b32(key, arena, row);
    load_b32(msg, arena, row + 32);
    load_b32(rx, arena, row + 64);
    int good = load_scalar(&s, arena, row + 96);
    good &= fe_set_words(&p.x, key);
    good &= fe_set_words(&x, rx);
    fe_set_zero(&p.y);
    bip340_hash(hash, rx, key, msg);
    sc_set_words(&e, hash);
    sc_neg(&e, &e);
    if (!good) sc_set_one(&e), sc_set_one(&s);
    gej_set_infinity(&q);
    UF_VERDICT = (u8)good;
    store_ge(UF_COLUMN(p), args.n, &p);
    store_sc(UF_COLUMN(a), args.n, &e);
    store_sc(UF_COLUMN(b), args.n, &s);
    store_gej(UF_COLUMN(q), args.n, &q);
}
/* Of points and q: t = c d e, p = (c^2 e, d^2), a = m, b = n: p/(c d e) is y = c/d and, beside it,
 * 1/(e y) = d/(c e). */
UF_ENTRY(schnorr_meet) {
    meeting r;
    gej s, t;
    ge p;
    fe8x32 w, x;
    const u32 row = args.rows + args.stride * index;
    load_field(&p.x, arena, row);
    load_field(&x, arena, row + 64);
    load_gej(&s, UF_COLUMN(points), args.n);
    load_gej(&t, UF_COLUMN(q), args.n);
    points_meet(&r, &s, &t, &p.x, &x);
    fe_mul(&w, &r.c, &r.e);
    fe_mul(&p.x, &w, &r.c);
    fe_sqr(&p.y, &r.d);
    fe_mul(&w, &w, &r.d);
    store_ge(UF_COLUMN(p), args.n, &p);
    store_fe(UF_COLUMN(a), args.n, &r.m);
    store_fe(UF_COLUMN(b), args.n, &r.n);
    store_fe(UF_COLUMN(t), args.n, &w);
}
/* Whether the sum of points and q has the x r and an even y, t = 1/(c d e). */
UF_ENTRY(schnorr_check) {
    gej s, q;
    ge p, key;
    fe8x32 t, m, n;
    const u32 row = args.rows + args.stride * index;
    if (!UF_VERDICT) return;
    load_field(&key.x, arena, row);
    fe_set_zero(&key.y);
    load_fe(&t, UF_COLUMN(t), args.n);
    int good;
    if (is_set(fe_is_zero(&t))) {
        load_field(&m, arena, row + 64);
        load_gej(&s, UF_COLUMN(points), args.n);
        load_gej(&q, UF_COLUMN(q), args.n);
        good = add_by_root(&q, &s, &key) && !gej_is_infinity(&q) && gej_has_x(&q, &m);
        fe_inv(&t, &q.z);
        n = q.y;
    } else {
        load_ge(&p, UF_COLUMN(p), args.n);
        load_fe(&m, UF_COLUMN(a), args.n);
        load_fe(&n, UF_COLUMN(b), args.n);
        fe_mul(&p.x, &p.x, &t); /* y */
        good = is_y_of(&p.x, &key);
        fe_mul(&m, &m, &p.x);
        fe_sub(&n, &n, &m, 1);
        fe_mul(&t, &t, &p.y); /* 1/(e y) */
    }
    fe_sqr(&m, &t);
    fe_mul(&t, &t, &m);
    fe_mul(&n, &n, &t);
    fe_normalize(&n);
    if (!good || (n.n[0] & 1)) UF_VERDICT = 0;
}

/* ---- Recovery: 32 hash | 32 r | 32 s | 1 recovery id ---- */

/* p = R, a = s, b = -h, t = r. */
UF_ENTRY(recover_load) {
    ge p;
    sc8x32 r, s, h;
    const u32 row = args.rows + args.stride * index, recid = arena[row + 96];
    int good = load_ecdsa(&r, &s, arena, row + 32, 0) && recid <= 3;
    good &= recover_x(&p.x, &r, recid);
    fe_set_int(&p.y, recid & 1);
    load_scalar(&h, arena, row);
    sc_neg(&h, &h);
    if (!good) sc_set_one(&r), sc_set_one(&s), sc_set_one(&h);
    UF_VERDICT = (u8)good;
    store_ge(UF_COLUMN(p), args.n, &p);
    store_sc(UF_COLUMN(a), args.n, &s);
    store_sc(UF_COLUMN(b), args.n, &h);
    store_sc(UF_COLUMN(t), args.n, &r);
}

/* ---- Points out: p, zeros for infinity, which is bad ---- */

/* As a compressed key. */
UF_ENTRY(put_key33) {
    ge p;
    load_ge(&p, UF_COLUMN(p), args.n);
    const int good = UF_VERDICT && !ge_is_zero(&p);
    const u32 out = args.out + 33 * index;
    UF_VERDICT = (u8)good;
    arena[out] = good ? (u8)(2 + (p.y.n[0] & 1)) : 0;
    store_b32(arena, out + 1, p.x.n, good);
}
/* As an Ethereum address, the last 20 bytes of Keccak-256 of x || y. */
UF_ENTRY(put_address20) {
    ge p;
    u32 hash[8];
    load_ge(&p, UF_COLUMN(p), args.n);
    keccak_hash_point(hash, p.x.n, p.y.n);
    const int good = UF_VERDICT && !ge_is_zero(&p);
    UF_GLOB u32 *out = (UF_GLOB u32 *)(arena + args.out) + 5 * index;
    UF_VERDICT = (u8)good;
    for (int i = 0; i < 5; i++) out[i] = good ? hash[3 + i] : 0;
}
/* p as an uncompressed key. */
UF_ENTRY(put_key65) {
    ge p;
    load_ge(&p, UF_COLUMN(p), args.n);
    const int good = UF_VERDICT;
    const u32 out = args.out + 65 * index;
    arena[out] = good ? 4 : 0;
    store_b32(arena, out + 1, p.x.n, good);
    store_b32(arena, out + 33, p.y.n, good);
}

/* ---- Keys and scalars in ---- */

/* p = the key, as `lift` takes it. */
UF_ENTRY(key_load) {
    ge p;
    UF_VERDICT = (u8)load_point(&p, arena, args.keys + args.key_stride * index, args.key_stride);
    store_ge(UF_COLUMN(p), args.n, &p);
}
/* The same, and a = the scalar; 0 makes infinity, which is bad in the end. */
UF_ENTRY(mul_load) {
    ge p;
    sc8x32 a;
    int good = load_point(&p, arena, args.keys + args.key_stride * index, args.key_stride);
    good &= load_scalar(&a, arena, args.scalars + args.scalar_stride * index);
    if (!good) sc_set_one(&a);
    UF_VERDICT = (u8)good;
    store_ge(UF_COLUMN(p), args.n, &p);
    store_sc(UF_COLUMN(a), args.n, &a);
}
/* The same, and b = the scalar at `extra`; scalars may be 0. */
UF_ENTRY(mul_add_load) {
    ge p;
    sc8x32 a, b;
    int good = load_point(&p, arena, args.keys + args.key_stride * index, args.key_stride);
    good &= load_scalar(&a, arena, args.scalars + args.scalar_stride * index);
    good &= load_scalar(&b, arena, args.extra + args.scalar_stride * index);
    if (!good) sc_set_one(&a), sc_set_one(&b);
    UF_VERDICT = (u8)good;
    store_ge(UF_COLUMN(p), args.n, &p);
    store_sc(UF_COLUMN(a), args.n, &a);
    store_sc(UF_COLUMN(b), args.n, &b);
}
/* b = the scalar, 0 as above, and q = infinity. */
UF_ENTRY(gen_load) {
    gej q;
    sc8x32 b;
    const int good = load_scalar(&b, arena, args.scalars + args.scalar_stride * index);
    if (!good) sc_set_one(&b);
    gej_set_infinity(&q);
    UF_VERDICT = (u8)good;
    store_sc(UF_COLUMN(b), args.n, &b);
    store_gej(UF_COLUMN(q), args.n, &q);
}

/* ---- Scanning for silent payments (BIP-352) ----
 * For each row the spend key + t_0 G and, label by label, that + the label: the first 8 bytes of
 * their x coordinates go to `out`, 0 for infinity. Points at `extra` are 16 words, x and y. */

/* b = t_0 of the shared secret point p; q = the spend key. */
UF_ENTRY(silent_hash) {
    gej q;
    ge p;
    sc8x32 b;
    u32 hash[8];
    load_ge(&p, UF_COLUMN(p), args.n);
    bip352_hash(hash, p.x.n, p.y.n[0] & 1);
    sc_set_words(&b, hash);
    load_ge_row(&p, (UF_GLOB u32 *)(arena + args.extra));
    gej_set_ge(&q, &p);
    store_sc(UF_COLUMN(b), args.n, &b);
    store_gej(UF_COLUMN(q), args.n, &q);
}
/* x of p. */
UF_ENTRY(silent_point) {
    fe8x32 x;
    load_fe(&x, UF_COLUMN(p), args.n);
    store_prefix((UF_GLOB u32 *)(arena + args.out) + 2 * index, &x, UF_VERDICT);
}
/* t = what the slope of p and the label is a fraction of. */
UF_ENTRY(silent_label) {
    ge p, label;
    fe8x32 t;
    load_ge(&p, UF_COLUMN(p), args.n);
    load_ge_row(&label, (UF_GLOB u32 *)(arena + args.extra));
    ge_sum_denominator(&t, &p, &label);
    store_fe(UF_COLUMN(t), args.n, &t);
}
/* x of p + the label, t = 1/that. */
UF_ENTRY(silent_labelled) {
    ge p, label;
    fe8x32 t;
    load_ge(&p, UF_COLUMN(p), args.n);
    load_ge_row(&label, (UF_GLOB u32 *)(arena + args.extra));
    load_fe(&t, UF_COLUMN(t), args.n);
    ge_sum_x(&t, &p, &label);
    store_prefix((UF_GLOB u32 *)(arena + args.out) + 2 * index, &t, UF_VERDICT);
}

/* ---- The generator's table (kernel_mul.h): row 0 is entry `loops` of it ---- */

/* q = the entry d 2^(window j) G, from 2^(window j) G for each j at `extra`.  The sum is never
 * infinity or +-that: law_add_ge is exact. */
UF_ENTRY(table_points) {
    ge base;
    gej q;
    fe8x32 h, i;
    const u32 entry = args.loops + index, most = (u32)1 << (args.window - 1);
    const u32 d = (entry & (most - 1)) + 1;
    u32 bit = most;
    load_ge_row(&base, (UF_GLOB u32 *)(arena + args.extra) + 16 * (entry / most));
    gej_set_ge(&q, &base);
    while (!(d & bit)) bit >>= 1;
    UF_ROLLED
    for (bit >>= 1; bit != 0; bit >>= 1) {
        gej_dbl(&q, &q);
        if (d & bit) law_add_ge(&q, &h, &i, &q, &base);
    }
    store_gej(UF_COLUMN(q), args.n, &q);
}
/* The table's entry = p. */
UF_ENTRY(table_store) {
    ge p;
    load_ge(&p, UF_COLUMN(p), args.n);
    store_ge_row(table + 16 * (args.loops + index), &p);
}

}  // namespace ufsecp::UF_TARGET
