// Public scalars in non-adjacent form over Z[omega], omega = lambda: digits of which few are not
// zero, from a table of eight points.
//
// k = k1 + k2*lambda (glv.h) is an element z of Z[omega]. It is written as the sum of d_j * 2^j,
// each digit zero or a unit +-omega^r times one of eight entries: the 48 residues mod 8 that are
// not even are eight classes under the six units. Behind a digit stands a multiple of 8, so two
// zeros at least, and then another zero as often as an element is even, one time in four: 3 of 10
// digits are not zero. Two halves in forms of width 5 (recode_var.h) have one in three places, for
// a table as large.
//
// Carries.  Digits have both parts in -5 ... 5. Three bits of a half and the carry c, 0 or 1, are
// the digit's part plus a multiple of 8 in -5 ... 13, so 0 or 8: the carry is 0 or 1 again.
//
// Length.  The highest place is 128. What is left at a place j that is looked at, behind digits
// whose parts are at most 5 (1/8 + 1/64 + ...) = 5/7 there, has by the bound of glv.h parts within
// 0.636 * 2^(128-j) + 5/7 and 0.541 * 2^(128-j) + 5/7: at most 3 and 2 at place 126, at most 1 at
// places 127 and 128. One of these three places is looked at. If what is left there is odd, it is a
// digit, and nothing is left; if not, its half is looked at next.
#pragma once
#include "base/check.h"
#include "scalar/eisenstein.h"
#include "scalar/glv.h"
#include "scalar/recode_var.h"

namespace ufsecp::UF_TARGET {

/* Every entry is the one before it plus a unit; the first is 1. */
#if defined(UF_SMALL_ORDER) && UF_SMALL_ORDER < 32
inline constexpr int omega_width = 2, omega_entries = 2; /* none of them infinity there */
inline constexpr eisenstein_table<omega_entries, 1 << omega_width> omega_multiples = {
    {{1, 0}, {1, -1}}};
#else
inline constexpr int omega_width = 3, omega_entries = 8;
inline constexpr eisenstein_table<omega_entries, 1 << omega_width> omega_multiples = {
    {{1, 0}, {1, -1}, {1, -2}, {1, -3}, {0, -3}, {-1, -3}, {-1, -4}, {-2, -5}}};
#endif
inline constexpr int omega_places = 129;
inline constexpr eisenstein_residues omega_residue = omega_multiples.residues();

constexpr bool omega_is_odd(eisenstein z) { return ((z.a | z.b) & 1) != 0; }
static_assert(omega_multiples.entries_are_right(omega_is_odd));
static_assert(omega_multiples.residues_are_right(omega_is_odd, omega_width == 3 ? 5 : 2));
static_assert(omega_width < 3 || omega_multiples.are_digits(omega_is_odd, 3, 2));

/* Calls put(j, code) for the nonzero digits of k, lowest first, each j < omega_places, no two of
 * them within omega_width places; codes as eisenstein.h has them, of omega_multiples.
 * time: variable. */
template <class S, class Put>
    requires(!is_secret<S>::value)
static inline void omega_naf_each_var(const S *k, const Put &put) {
    constexpr unsigned low = (1 << omega_width) - 1;
    u64 half[2][6], carry[2] = {0, 0};
    sc_split_signed(half[0], half[1], k);
    for (auto &h : half) h[3] = h[4] = h[5] = 0 - (h[2] >> 63);
    for (int j = 0; j < omega_places;) {
        /* Skips to the next place at which a half and its carry make an odd number. */
        const u64 ahead = (recode_window_var(half[0], j) ^ (0 - carry[0])) |
                          (recode_window_var(half[1], j) ^ (0 - carry[1]));
        if (ahead == 0) {
            j += 64;
            continue;
        }
        j += count_trailing_zeros_var(ahead);
        UF_CHECK(j < omega_places);
        const unsigned a = ((unsigned)recode_window_var(half[0], j) & low) + (unsigned)carry[0],
                       b = ((unsigned)recode_window_var(half[1], j) & low) + (unsigned)carry[1];
        const unsigned residue = (a & low) + 8 * (b & low);
        put(j, (u8)(omega_residue.row[b & low] >> 8 * (a & low)));
        carry[0] = a >> omega_width | (omega_residue.carry[0] >> residue & 1);
        carry[1] = b >> omega_width | (omega_residue.carry[1] >> residue & 1);
        j += omega_width;
    }
    UF_CHECK(carry[0] == (half[0][5] & 1) && carry[1] == (half[1][5] & 1));
}
UF_PUBLIC_ONLY(omega_naf_each_var);

}  // namespace ufsecp::UF_TARGET
