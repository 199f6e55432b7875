// Elements of Z[omega], omega = lambda with omega^2 = -1 - omega, and digits that are their units
// times the entries of a table: multiplying a point by a unit costs nothing but beta*x.
#pragma once
#include "base/int.h"

namespace ufsecp::UF_TARGET {

/* a + b*omega */
struct eisenstein {
    int a, b;
    constexpr bool operator==(const eisenstein &) const = default;
};
constexpr eisenstein operator-(eisenstein x, eisenstein y) { return {x.a - y.a, x.b - y.b}; }
constexpr int eisenstein_norm(eisenstein z) { return z.a * z.a - z.a * z.b + z.b * z.b; }

/* A digit in one byte: negative | rotation << 1 | entry << 3, for (-1)^negative * omega^rotation *
 * entry; zero is the bit 0x80 alone, so that it names an entry too, which lanes may load and then
 * not add.  code >> 1 & 63 is 4*entry + rotation: a row of a table of x, beta*x, beta^2*x, y for
 * each entry. */
inline constexpr u8 eisenstein_zero = 0x80;
constexpr int eisenstein_entry_of(u8 code) { return code >> 3 & 15; }
constexpr int eisenstein_rotation_of(u8 code) { return code >> 1 & 3; }
constexpr bool eisenstein_negative_of(u8 code) { return code & 1; }

/* What the residues are, modulo 8 or less: a + b*omega at a + 8*b.  Byte a of row[b] is the code of
 * its digit; carry[0] has a bit where the digit's a is the modulus below the residue's, carry[1]
 * for b. */
struct eisenstein_residues {
    u64 row[8], carry[2];
};

/* Entries of n classes of residues modulo a power of 2 under the six units, each entry the one
 * before it plus a unit. */
template <int n, int modulus>
struct eisenstein_table {
    eisenstein entry[n];

    /* The digit of a code. */
    constexpr eisenstein value(u8 code) const {
        if (code & eisenstein_zero) return {0, 0};
        eisenstein z = entry[eisenstein_entry_of(code)];
        for (int i = 0; i < eisenstein_rotation_of(code); i++) z = {-z.b, z.a - z.b};
        return eisenstein_negative_of(code) ? eisenstein{-z.a, -z.b} : z;
    }
    /* The code of z; if z is no digit, the lowest code of a digit with its residue; eisenstein_zero
     * if there is none. */
    constexpr u8 code(eisenstein z) const {
        for (int c = 0; c < n << 3; c++) {
            if (eisenstein_rotation_of((u8)c) == 3) continue;
            const eisenstein d = z - value((u8)c);
            if (((d.a | d.b) & (modulus - 1)) == 0) return (u8)c;
        }
        return eisenstein_zero;
    }
    /* The code of the unit by which entry i differs from entry i - 1, 0 < i < n. */
    constexpr u8 unit(int i) const { return code(entry[i] - entry[i - 1]); }

    constexpr eisenstein_residues residues() const {
        eisenstein_residues t{};
        for (int i = 0; i < 64; i++) {
            const eisenstein z = {i & 7, i >> 3};
            if (z.a >= modulus || z.b >= modulus) continue;
            const u8 c = code(z);
            const eisenstein d = value(c);
            t.row[z.b] |= (u64)c << 8 * z.a;
            t.carry[0] |= (u64)(d.a < z.a) << i;
            t.carry[1] |= (u64)(d.b < z.b) << i;
        }
        return t;
    }
    /* Whether entries differ by units, and every residue for which wanted(z) holds is that of one
     * of them turned by a unit, and of no other. */
    constexpr bool entries_are_right(bool (*wanted)(eisenstein)) const {
        for (int i = 1; i < n; i++) {
            const eisenstein step = entry[i] - entry[i - 1];
            if (value(unit(i)) != step || eisenstein_norm(step) != 1) return false;
        }
        int entries_of[64] = {};
        for (int i = 0; i < n; i++) {
            u64 met = 0;
            for (int c = 0; c < 6; c++) {
                const eisenstein d = value((u8)(i << 3 | c));
                met |= (u64)1 << ((d.a & (modulus - 1)) + 8 * (d.b & (modulus - 1)));
            }
            for (int r = 0; r < 64; r++) entries_of[r] += (int)(met >> r & 1);
        }
        for (int r = 0; r < 64; r++) {
            const eisenstein z = {r & 7, r >> 3};
            const bool one = z.a < modulus && z.b < modulus && wanted(z);
            if (entries_of[r] != one) return false;
        }
        return true;
    }
    /* Whether bits of each half plus a carry, where the residue is wanted, are the digit plus
     * modulus times the carry that is left, 0 or 1, and digits are within -most ... most and of the
     * least norm that their residue has. */
    constexpr bool residues_are_right(bool (*wanted)(eisenstein), int most) const {
        const eisenstein_residues t = residues();
        for (int i = 0; i < 4 * modulus * modulus; i++) {
            const int bits = i >> 2;
            const eisenstein z = {bits % modulus + (i & 1), bits / modulus + (i >> 1 & 1)};
            const eisenstein low = {z.a & (modulus - 1), z.b & (modulus - 1)};
            if (!wanted(low)) continue;
            const int residue = low.a + 8 * low.b;
            const eisenstein d = value((u8)(t.row[low.b] >> 8 * low.a));
            const int carry_a = z.a / modulus | (int)(t.carry[0] >> residue & 1),
                      carry_b = z.b / modulus | (int)(t.carry[1] >> residue & 1);
            if (z != eisenstein{d.a + modulus * carry_a, d.b + modulus * carry_b}) return false;
            if (d.a * d.a > most * most || d.b * d.b > most * most) return false;
            for (int a = -modulus; a <= modulus; a += modulus)
                for (int b = -modulus; b <= modulus; b += modulus)
                    if (eisenstein_norm({d.a + a, d.b + b}) < eisenstein_norm(d)) return false;
        }
        return true;
    }
    /* Whether all wanted numbers with parts of at most a and b are digits. */
    constexpr bool are_digits(bool (*wanted)(eisenstein), int a, int b) const {
        for (int i = -a; i <= a; i++)
            for (int j = -b; j <= b; j++)
                if (wanted({i, j}) && value(code({i, j})) != eisenstein{i, j}) return false;
        return true;
    }
};

}  // namespace ufsecp::UF_TARGET
