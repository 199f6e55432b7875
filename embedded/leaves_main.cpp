// The image that compares the leaves in assembly (src/field/fe8x32_thumb.S) with their twins in C,
// on random words among which the extreme ones are many.
#include <stdio.h>
#include <string.h>

#undef UF_THUMB_LEAVES
#define UF_TARGET twin
#define UF_FIELD UF_FE8X32
#define UF_NO_INT128 1
#include "field/field.h"

namespace {

using namespace ufsecp::twin;

u32 below; /* what the twin of subtract returns */

/* A function of the twin as words to words, as the leaf has it. */
void mul_set(u32 *w, const u32 *a, const u32 *b) { fe8x32_mul_set(w, a, b); }
void mul_wide(u32 *w, const u32 *a, const u32 *b) { fe8x32_mul_wide(w, a, b); }
void sqr_wide(u32 *w, const u32 *a) { fe8x32_sqr_wide(w, a); }
void reduce(u32 *r, const u32 *w) {
    fe8x32 out;
    fe8x32_wide in;
    memcpy(in.n, w, sizeof in.n);
    fe8x32_reduce(&out, &in);
    memcpy(r, out.n, sizeof out.n);
}
template <auto f>
void two(u32 *r, const u32 *a, const u32 *b) {
    fe8x32 x, y, z;
    memcpy(x.n, a, 32), memcpy(y.n, b, 32);
    f(&z, &x, &y);
    memcpy(r, z.n, 32);
}
void add(fe8x32 *r, const fe8x32 *a, const fe8x32 *b) { fe_add(r, a, b); }
void sub(fe8x32 *r, const fe8x32 *a, const fe8x32 *b) { fe_sub(r, a, b, 1); }
void neg(fe8x32 *r, const fe8x32 *a, const fe8x32 *) { fe_neg(r, a, 1); }
void subtract(fe8x32 *r, const fe8x32 *a, const fe8x32 *b) {
    *r = *a;
    below = fe8x32_subtract(r).bits & 1;
    (void)b;
}
void half(fe8x32 *r, const fe8x32 *a, const fe8x32 *) { fe_half(r, a); }

}  // namespace

#include "field/fe8x32_thumb.h"

namespace {

u32 state = 1, wrong = 0, compared = 0;

u32 random() {
    state ^= state << 13, state ^= state >> 17, state ^= state << 5;
    return state;
}

/* Words where carries, halves of words and p have their edges. */
const u32 edges[] = {0,          1,          2,          0x7FFFFFFF, 0x80000000, 0xFFFF,
                     0x10000,    0xFFFF0000, 0x0000FFFE, 0xFFFFFFFE, 0xFFFFFFFF, 0xFFFFFC2F,
                     0xFFFFFC2E, 0xFFFFFC30, 0x000003D1, 0x000003D0};

/* All of edges alone, then mixed with random words, then those alone. */
void fill(u32 *words, int n, u32 round) {
    for (int i = 0; i < n; i++)
        words[i] = round < 16                           ? edges[round]
                   : round % 8 == 7 || random() % 4 > 2 ? random()
                                                        : edges[random() % 16];
}

void equal(const char *name, const u32 *got, const u32 *want, size_t words) {
    compared++;
    if (memcmp(got, want, 4 * words) == 0) return;
    if (wrong++ < 10) printf("WRONG %s\n", name);
}

void sums(const u32 *a, const u32 *b) {
    u32 x[8], y[8];
    ufsecp_thumb_add(x, a, b), two<add>(y, a, b);
    equal("add", x, y, 8);
    memcpy(x, a, 32), ufsecp_thumb_add(x, x, b);
    equal("add to the first", x, y, 8);
    memcpy(x, b, 32), ufsecp_thumb_add(x, a, x);
    equal("add to the second", x, y, 8);
    ufsecp_thumb_sub(x, a, b), two<sub>(y, a, b);
    equal("sub", x, y, 8);
    memcpy(x, a, 32), ufsecp_thumb_sub(x, x, b);
    equal("sub from the first", x, y, 8);
    memcpy(x, b, 32), ufsecp_thumb_sub(x, a, x);
    equal("sub from the second", x, y, 8);
    ufsecp_thumb_neg(x, a), two<neg>(y, a, b);
    equal("neg", x, y, 8);
    memcpy(x, a, 32), ufsecp_thumb_neg(x, x);
    equal("neg in place", x, y, 8);
}

/* Sums near 2^257 carry again where 2^256 mod p is added, and differences near -2^256 borrow again
 * where it is taken away; within 977 of the bounds, with carries from word 0. */
void sums_that_fold_twice() {
    u32 a[8], b[8];
    memset(a, 0xFF, 32), memset(b, 0xFF, 32);
    a[0] -= random() & 1 ? random() % 2048 : edges[random() % 16];
    b[0] -= random() & 1 ? random() % 2048 : edges[random() % 16];
    sums(a, b);
    a[0] = ~a[0], memset(a + 1, 0, 28);
    sums(a, b);
}

/* Products whose last fold carries out of 2^256 and leaves so little that the carry's worth, which
 * comes next, carries in words 0 and 1. */
void reduce_that_folds_twice() {
    u32 w[17], v[8], x[8], y[8], left[8] = {};
    left[0] = random() & 1 ? ~(random() % 1024) : edges[random() % 16];
    left[1] = random() & 1 ? ~(random() % 4) : edges[random() % 16];
    left[2] = random() & 1;
    memset(w, 0, 32), fill(w + 8, 8, 4000), w[16] = random() & 1;
    reduce(v, w);
    u32 borrow = 0;
    for (int i = 0; i < 8; i++) { /* w's lower half = left - v */
        const u64 t = (u64)left[i] - v[i] - borrow;
        w[i] = (u32)t, borrow = (u32)(t >> 32) & 1;
    }
    ufsecp_thumb_reduce(x, w), reduce(y, w);
    equal("reduce to little", x, y, 8);
}

void round_of(u32 round) {
    u32 a[8], b[8], w[17], x[17], y[17];
    fill(a, 8, round < 256 ? round % 16 : round), fill(b, 8, round < 256 ? round / 16 : round);
    memset(x, 0x55, sizeof x);
    ufsecp_thumb_mul_set(x, a, b), mul_set(y, a, b);
    equal("mul_set", x, y, 17);
    memcpy(w, x, sizeof w);
    ufsecp_thumb_sqr_wide(x, a), sqr_wide(y, a);
    equal("sqr_wide", x, y, 17);
    ufsecp_thumb_mul_wide(w, a, b), mul_wide(y, a, b);
    memcpy(y, x, sizeof y), memcpy(w, x, sizeof w);
    ufsecp_thumb_mul_wide(w, a, b), mul_wide(y, a, b);
    equal("mul_wide", w, y, 17);
    ufsecp_thumb_reduce(x, w), reduce(y, w);
    equal("reduce of two products", x, y, 8);
    fill(w, 16, round), w[16] = round & 1;
    ufsecp_thumb_reduce(x, w), reduce(y, w);
    equal("reduce", x, y, 8);
    sums(a, b);
    if (round % 16 == 5) memset(a, 0xFF, 32), a[1] = 0xFFFFFFFE, a[0] = 0xFFFFFC2D + round / 16 % 5;
    memcpy(x, a, 32), x[8] = ufsecp_thumb_subtract(x);
    two<subtract>(y, a, b), y[8] = below;
    equal("subtract", x, y, 9);
    ufsecp_thumb_half(x, a), two<half>(y, a, b);
    equal("half", x, y, 8);
    memcpy(x, a, 32), ufsecp_thumb_half(x, x);
    equal("half in place", x, y, 8);
}

/* Every entry of tables of all sizes that there are. */
void scans() {
    u32 table[16 * 16], got[16];
    fill(table, 16 * 16, 99);
    for (u32 entries = 1; entries <= 16; entries++)
        for (u32 i = 0; i < entries; i++) {
            memset(got, 0x55, sizeof got);
            ufsecp_thumb_scan(got, table, entries, i);
            equal("scan", got, table + 16 * i, 16);
        }
}

}  // namespace

int main() {
    scans();
    for (u32 round = 0; round < 4000; round++) {
        round_of(round);
        sums_that_fold_twice();
        reduce_that_folds_twice();
    }
    printf("%lu results of leaves compared, %lu wrong\n", (unsigned long)compared,
           (unsigned long)wrong);
    return wrong != 0 || compared == 0;
}
