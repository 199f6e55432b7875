// k*G in constant time for one k: eight windows of gen.h at a time, a lane each.
//
// With w bits to a window, lane l sums up the windows l, l + 8, l + 16 ...; then
// lanes l and l + 4 are added, then l and l + 2, then 0 and 1, which is the only addition that is
// complete.  No other is exceptional.  Let T be the number of the top window and W = w T <= 255 its
// bit, and n = 2^256 - c the group order, c < 2^129.
//   - Two sums of different windows below T are multiples of G by integers whose absolute values
//     add up to less than 2^W < n, and which 2 divides differently often: as digits are odd, a sum
//     is divisible by exactly the power of 2 of its lowest window.  So modulo n, too, they are
//     neither zero nor equal nor opposite.
//   - The top window's d 2^W may pass n.  As d is odd and |d| < 2^w, it is q 2^256 + f with
//     |q| <= 2^(w-1) and |f| >= 2^W for every q: it is at least 2^W - 2^136 away from every
//     multiple of n.  What meets it before the last addition are windows T - 2, T - 4 ... at most,
//     together below 2^(W-w): again neither zero nor equal nor opposite.
// The last addition is of the even windows and the odd ones: opposite for k = 0 alone, equal for
// one other k, or two.
#pragma once
#include "group/add.h"
#include "lanes/point_lanes.h"
#include "lanes/recode_lanes.h"
#include "mult/gen.h"

namespace ufsecp::UF_TARGET {

/* The entry of 2^bits entries whose number has the bits `chosen`, all ones or zero in every lane:
 * of every two entries one is kept, then of every two that were.
 * time: constant, every entry is read. */
template <int bits>
UF_INLINE vec8 keep_entry(const ge_entry *entries, const vec8 *chosen) {
    if constexpr (bits == 0) {
        vec8 entry;
        static_assert(sizeof entry == sizeof *entries);
        memcpy(&entry, entries, sizeof entry);
        return entry;
    } else {
        constexpr int half = 1 << (bits - 1);
        const vec8 low = keep_entry<bits - 1>(entries, chosen);
        return vec_select(chosen[bits - 1], keep_entry<bits - 1>(entries + half, chosen), low);
    }
}

/* r = in lane l < count the entry index[l] of table l, in the others zeros.
 * time: depends on count only, and so do the addresses that are read. */
template <int bits>
UF_KERNEL void scan_tables8(ge8 *r, const ge_entry (*table)[1 << bits], int count,
                            const u64 index[8]) {
    secret_array<vec8, 8> entry;
    for (int l = 0; l < count; l++) {
        /* Lanes that the optimiser cannot know to be equal: for all of them alike it might
         * branch. */
        const u64 even = value_barrier(index[l]), odd = value_barrier(even);
        const vec4 half = {even, odd, even, odd};
        const vec8 all = vec_join(half, half);
        vec8 chosen[bits];
        unrolled<bits>(
            [&](auto b) UF_INLINE_LAMBDA { chosen[b] = (vec8)((all & ((u64)1 << b)) != vec8{}); });
        entry.v[l] = keep_entry<bits>(table[l], chosen);
    }
    vec_transpose(entry.v);
    fe8 t;
    fe_unpack(&t, entry.v);
    fe_store(&r->x, &t);
    fe_unpack(&t, entry.v + 4);
    fe_store(&r->y, &t);
}

/* r = k P by its signed bits (recode.h): load(&summand, first, count, index) gives in lane
 * l < count the odd multiple (2 index[l] + 1) 2^(w (first + l)) P.
 * time: constant, but for load.
 * cost: an addition in lanes for every eight windows but the first, one of halves, and three of
 * points. */
template <int w, int windows, class Load>
UF_INLINE void mul_windows_lanes(gej *r, const u64 bits[4], const Load &load) {
    constexpr int rounds = (windows + 7) / 8;
    static_assert(rounds >= 3 && w * 8 <= 64 && w * (windows - 1) <= 255);
    secret_array<u64, 8> index;
    secret_array<gej, 4> part;
    secret_array<vec8, 2> negative;
    secret_array<ge8, 2> summand;
    secret<gej8> sum, before;
    for (int j = 0; j < rounds; j++) {
        const int first = 8 * j, to = j == 1; /* 0 and 1 start the sum */
        const int count = windows - first < 8 ? windows - first : 8;
        const vec8 digit = odd_digits8_of(&negative.v[to], bits, 4, w * first, w);
        memcpy(index.v, &digit, sizeof digit);
        load(&summand.v[to], first, count, index.v);
        if (j == 1) {
            gej8_set_sum(&sum, &summand.v[0], negative.v[0], &summand.v[1], negative.v[1]);
        } else if (j > 1) {
            if (count < 8) static_cast<gej8 &>(before) = sum;
            gej8_add_ge(&sum, &summand.v[0], negative.v[0]);
            if (count < 8) gej8_cmov(&sum, &before, vec_mask<vec8>(0xFFu << count & 0xFF));
        }
    }
    gej8_add_halves(&sum);
    gej8_get_rows<4>(part.v, &sum);
    fe h, i;
    for (int l = 0; l < 2; l++) law_add(&part.v[l], &h, &i, &part.v[l], &part.v[l + 2]);
    gej_add(r, &part.v[0], &part.v[1]);
}

/* r = k G; k = 0 gives infinity.
 * time: constant. */
static inline void mul_gen_lanes(gej *r, const sc *k) {
    secret_array<u64, 4> bits;
    sc_recode_odd(bits.v, k, gen_offset);
    mul_windows_lanes<UF_GEN_WINDOW, gen_windows>(
        r, bits.v, [](ge8 *summand, int first, int count, const u64 *index) UF_INLINE_LAMBDA {
            scan_tables8<UF_GEN_WINDOW - 1>(summand, gen_table + first, count, index);
        });
}

}  // namespace ufsecp::UF_TARGET
