// Public scalars in base 8 with digits in Z[omega], omega = lambda: one addition per three
// doublings, from a table of eleven points.
//
// omega^2 = -1 - omega, so k = k1 + k2*lambda (glv.h) is an Eisenstein integer z. It is written as
// the sum of d_j * 8^j, each digit zero or a unit +-omega^r times one of eleven entries: the 63
// nonzero residues mod 8 are eleven classes under the six units, and multiplying a point by a unit
// costs nothing but beta*x. The entries have the least norm of their classes, and each is the one
// before it plus a unit: a table is filled by ten additions of +-omega^r * P, the first a doubling.
//
// Carries.  Digits have both parts in -5 ... 5. A part reads three bits a of k1 (or k2) and the
// carry c, 0 or 1, and leaves (a + c - d)/8: a multiple of 8 in -5 ... 13, divided by 8, so 0 or 1
// again. So digits are found from the bits of both halves in two's complement, their carries being
// all that is remembered.
//
// Length.  43 digits always suffice. After 42, what is left is z/8^42 minus the sum of d_j * 8^j /
// 8^42, whose parts are at most 5 * (1/8 + 1/64 + ...) = 5/7. By the bound of glv.h the parts of
// z/8^42 are below 0.636 * 2^128 / 2^126 = 2.544 and 0.541 * 2^128 / 2^126 = 2.164, so those of
// what is left, integers, are within 3.26 and 2.88: at most 3 and 2. Each such number is a digit,
// and its own, so the 43rd step leaves zero. 43 digits read 129 bits, the last of them the sign.
#pragma once
#include "base/check.h"
#include "lanes/vec.h"

namespace ufsecp::UF_TARGET {

/* a + b*omega */
struct eisenstein {
    int a, b;
    constexpr bool operator==(const eisenstein &) const = default;
};
constexpr eisenstein operator-(eisenstein x, eisenstein y) { return {x.a - y.a, x.b - y.b}; }
constexpr int eisenstein_norm(eisenstein z) { return z.a * z.a - z.a * z.b + z.b * z.b; }

/* A digit in one byte: negative | rotation << 1 | entry << 3, for (-1)^negative * omega^rotation *
 * eisenstein_entry[entry]; zero is the bit 0x80 alone, so that it names an entry too, which lanes
 * may load and then not add.  code >> 1 & 63 is 4*entry + rotation: a row of a table of x, beta*x,
 * beta^2*x, y for each entry. */
inline constexpr u8 eisenstein_zero = 0x80;
constexpr int eisenstein_entry_of(u8 code) { return code >> 3 & 15; }
constexpr int eisenstein_rotation_of(u8 code) { return code >> 1 & 3; }
constexpr bool eisenstein_negative_of(u8 code) { return code & 1; }

inline constexpr int eisenstein_entries = 11;
inline constexpr eisenstein eisenstein_entry[eisenstein_entries] = {
    {1, 0}, {2, 0}, {3, 0}, {4, 0}, {4, 1}, {3, 1}, {2, 1}, {3, 2}, {4, 2}, {4, 3}, {5, 3}};

/* The digit of a code. */
constexpr eisenstein eisenstein_value(u8 code) {
    if (code & eisenstein_zero) return {0, 0};
    eisenstein z = eisenstein_entry[eisenstein_entry_of(code)];
    for (int i = 0; i < eisenstein_rotation_of(code); i++) z = {-z.b, z.a - z.b};
    return eisenstein_negative_of(code) ? eisenstein{-z.a, -z.b} : z;
}

/* The code of z, or without one of an element that is z mod 8; eisenstein_zero if z is zero mod 8.
 * Of the two signs of a multiple of 4 that agree mod 8, the positive one. */
constexpr u8 eisenstein_code(eisenstein z) {
    for (int code = 0; code < eisenstein_entries << 3; code++) {
        if (eisenstein_rotation_of((u8)code) == 3) continue;
        const eisenstein d = z - eisenstein_value((u8)code);
        if (((d.a | d.b) & 7) == 0) return (u8)code;
    }
    return eisenstein_zero;
}

/* The code of the unit by which entry i differs from entry i - 1, 0 < i < eisenstein_entries. */
constexpr u8 eisenstein_unit(int i) {
    return eisenstein_code(eisenstein_entry[i] - eisenstein_entry[i - 1]);
}

/* What the residues mod 8 are: a + b*omega at a + 8*b.  Byte a of row[b] is the code of its digit;
 * carry[0] has a bit where the digit's a is 8 below the residue's, carry[1] for b. */
struct eisenstein_residues {
    u64 row[8], carry[2];
};
constexpr eisenstein_residues eisenstein_make_residues() {
    eisenstein_residues t{};
    for (int i = 0; i < 64; i++) {
        const u8 code = eisenstein_code({i & 7, i >> 3});
        const eisenstein d = eisenstein_value(code);
        t.row[i >> 3] |= (u64)code << 8 * (i & 7);
        t.carry[0] |= (u64)(d.a < (i & 7)) << i;
        t.carry[1] |= (u64)(d.b < i >> 3) << i;
    }
    return t;
}
inline constexpr eisenstein_residues eisenstein_residue = eisenstein_make_residues();

/* Entries differ by units, and every nonzero residue mod 8 is that of one of them turned by a unit,
 * and of no other. */
constexpr bool eisenstein_entries_are_right() {
    for (int i = 1; i < eisenstein_entries; i++) {
        const eisenstein step = eisenstein_entry[i] - eisenstein_entry[i - 1];
        if (eisenstein_value(eisenstein_unit(i)) != step || eisenstein_norm(step) != 1)
            return false;
    }
    int entries_of[64] = {};
    for (int entry = 0; entry < eisenstein_entries; entry++) {
        u64 met = 0;
        for (int unit = 0; unit < 6; unit++) {
            const eisenstein d = eisenstein_value((u8)(entry << 3 | unit));
            met |= (u64)1 << ((d.a & 7) + 8 * (d.b & 7));
        }
        for (int i = 0; i < 64; i++) entries_of[i] += (int)(met >> i & 1);
    }
    for (int i = 0; i < 64; i++)
        if (entries_of[i] != (i != 0)) return false;
    return true;
}
/* Three bits of each half plus a carry are the digit plus 8 times the carry that is left, 0 or 1;
 * digits are within -5 ... 5 and of the least norm that their residue has. */
constexpr bool eisenstein_residues_are_right() {
    for (int i = 0; i < 256; i++) {
        const eisenstein z = {(i & 7) + (i >> 6 & 1), (i >> 3 & 7) + (i >> 7)};
        const int residue = (z.a & 7) + 8 * (z.b & 7);
        const eisenstein d =
            eisenstein_value((u8)(eisenstein_residue.row[z.b & 7] >> 8 * (z.a & 7)));
        const int carry_a = z.a >> 3 | (int)(eisenstein_residue.carry[0] >> residue & 1),
                  carry_b = z.b >> 3 | (int)(eisenstein_residue.carry[1] >> residue & 1);
        if (z != eisenstein{d.a + 8 * carry_a, d.b + 8 * carry_b}) return false;
        if (d.a * d.a > 25 || d.b * d.b > 25) return false;
        for (int a = -8; a <= 8; a += 8)
            for (int b = -8; b <= 8; b += 8)
                if (eisenstein_norm({d.a + a, d.b + b}) < eisenstein_norm(d)) return false;
    }
    return true;
}
constexpr bool eisenstein_43_suffice() {
    for (int a = -3; a <= 3; a++)
        for (int b = -2; b <= 2; b++)
            if (eisenstein_value(eisenstein_code({a, b})) != eisenstein{a, b}) return false;
    return true;
}
static_assert(eisenstein_entries_are_right());
static_assert(eisenstein_residues_are_right());
static_assert(eisenstein_43_suffice());

/* The digits of eight scalars: code[j] is the eight lanes' digit j, the lowest first. */
struct eisenstein_digits {
    static constexpr int count = 43;
    u8 code[count][8];
};

/* The bits of k, signed in two's complement, from 0, from 60 and from 120 on: 20, 20 and 3 digits.
 * V: u64, or a vector of them. */
template <class V>
UF_INLINE void eisenstein_parts(V part[3], const V k[3]) {
    part[0] = k[0];
    part[1] = k[0] >> 60 | k[1] << 4;
    part[2] = k[1] >> 56 | k[2] << 8;
}
inline constexpr int eisenstein_part_digits[3] = {20, 20, 3};

/* r[l] = row[r[l]], each r[l] below 8. */
UF_INLINE void eisenstein_rows(vec8 *r, const u64 row[8]) {
#if defined(__AVX512F__)
    *r = (vec8)_mm512_maskz_permutexvar_epi64(0xFF, (__m512i)*r, _mm512_loadu_si512(row));
#else
    u64 a[8];
    memcpy(a, r, sizeof a);
    for (u64 &x : a) x = row[x];
    memcpy(r, a, sizeof a);
#endif
}
/* code[l] = the lowest byte of lane l. */
UF_INLINE void eisenstein_bytes(u8 code[8], vec8 a) {
#if UF_VEC_HALVES
    typedef u8 bytes __attribute__((vector_size(4)));
    const bytes low = __builtin_convertvector(a.low & 0xFF, bytes),
                high = __builtin_convertvector(a.high & 0xFF, bytes);
    memcpy(code, &low, sizeof low);
    memcpy(code + 4, &high, sizeof high);
#else
    typedef u8 bytes __attribute__((vector_size(8)));
    const bytes all = __builtin_convertvector(a & 0xFF, bytes);
    memcpy(code, &all, sizeof all);
#endif
}

/* The digits of k1 + k2*omega in each lane, both in two's complement: the sum of d_j * 8^j is it.
 * in: -0.636 * 2^128 < k1 < 0.636 * 2^128, k2 likewise with 0.541.
 * time: variable. */
UF_INLINE void eisenstein_digits8_var(eisenstein_digits *d, const vec8 k1[3], const vec8 k2[3]) {
    const vec8 carries1 = vec_set1<vec8>(eisenstein_residue.carry[0]),
               carries2 = vec_set1<vec8>(eisenstein_residue.carry[1]);
    vec8 part1[3], part2[3], carry1{}, carry2{};
    eisenstein_parts(part1, k1);
    eisenstein_parts(part2, k2);
    u8(*code)[8] = d->code;
    for (int i = 0; i < 3; i++) {
        vec8 a = part1[i], b = part2[i];
        for (int j = eisenstein_part_digits[i]; j > 0; j--) {
            const vec8 ta = (a & 7) + carry1, tb = (b & 7) + carry2;
            const vec8 ra = ta & 7, rb = tb & 7, residue = ra | rb << 3;
            carry1 = ta >> 3 | (carries1 >> residue & 1);
            carry2 = tb >> 3 | (carries2 >> residue & 1);
            vec8 codes = rb;
            eisenstein_rows(&codes, eisenstein_residue.row);
            eisenstein_bytes(*code++, codes >> (ra << 3));
            a >>= 3, b >>= 3;
        }
    }
    UF_VERIFY_ONLY(for (int l = 0; l < 8; l++)
                       UF_CHECK(carry1[l] == (k1[2][l] & 1) && carry2[l] == (k2[2][l] & 1));)
}

}  // namespace ufsecp::UF_TARGET
