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
#include "scalar/eisenstein.h"

namespace ufsecp::UF_TARGET {

inline constexpr int eisenstein_entries = 11;
inline constexpr eisenstein_table<eisenstein_entries, 8> eisenstein_multiples = {
    {{1, 0}, {2, 0}, {3, 0}, {4, 0}, {4, 1}, {3, 1}, {2, 1}, {3, 2}, {4, 2}, {4, 3}, {5, 3}}};
/* Of the two signs of a multiple of 4 that agree mod 8, the positive one has a code. */
constexpr u8 eisenstein_code(eisenstein z) { return eisenstein_multiples.code(z); }
constexpr eisenstein eisenstein_value(u8 code) { return eisenstein_multiples.value(code); }
constexpr u8 eisenstein_unit(int i) { return eisenstein_multiples.unit(i); }
inline constexpr eisenstein_residues eisenstein_residue = eisenstein_multiples.residues();

constexpr bool eisenstein_any(eisenstein) { return true; }
constexpr bool eisenstein_is_not_zero(eisenstein z) { return (z.a | z.b) != 0; }
static_assert(eisenstein_multiples.entries_are_right(eisenstein_is_not_zero));
static_assert(eisenstein_multiples.residues_are_right(eisenstein_any, 5));
static_assert(eisenstein_multiples.are_digits(eisenstein_any, 3, 2));

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
