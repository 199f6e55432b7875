// The columns of a product of limb arrays: sums of word products of one weight, each a straight
// line at compile time.
//
// A source S of columns has S.add<k>(acc): acc += the sum of all products a[i]*b[j] with i + j ==
// k.  A representation has one reduction, over any source; multiplication, squaring and the fused
// forms differ in their source only.
#pragma once
#include <utility>

#include "base/int.h"

namespace ufsecp::UF_TARGET {

/* First index i, and number of indices i, with 0 <= i < N and 0 <= k - i < N. */
constexpr int column_first(int N, int k) { return k < N ? 0 : k - N + 1; }
constexpr int column_size(int N, int k) { return k < N ? k + 1 : 2 * N - 1 - k; }

/* a*b */
template <class Wide, class Word, int N>
struct mul_columns {
    const Word *a, *b;
    template <int k>
    __attribute__((always_inline)) inline void add(Wide &acc) const {
        add_products<k>(acc, std::make_integer_sequence<int, column_size(N, k)>());
    }
    template <int k, int... i>
    __attribute__((always_inline)) inline void add_products(
        Wide &acc, std::integer_sequence<int, i...>) const {
        constexpr int first = column_first(N, k);
        ((acc += (Wide)a[first + i] * b[k - first - i]), ...);
    }
};

/* a^2, with each product of unlike limbs once; 2*a[i] must fit a Word. */
template <class Wide, class Word, int N>
struct sqr_columns {
    const Word *a;
    template <int k>
    __attribute__((always_inline)) inline void add(Wide &acc) const {
        add_products<k>(acc, std::make_integer_sequence<int, column_size(N, k) / 2>());
        if constexpr (k % 2 == 0) acc += (Wide)a[k / 2] * a[k / 2];
    }
    template <int k, int... i>
    __attribute__((always_inline)) inline void add_products(
        Wide &acc, std::integer_sequence<int, i...>) const {
        constexpr int first = column_first(N, k);
        ((acc += (Wide)(Word)(a[first + i] * 2) * a[k - first - i]), ...);
    }
};

/* c, of the weight of a product */
template <class Wide, class Word, int N>
struct limb_columns {
    const Word *c;
    template <int k>
    __attribute__((always_inline)) inline void add(Wide &acc) const {
        if constexpr (k < N) acc += c[k];
    }
};

/* s + t */
template <class S, class T>
struct sum_columns {
    S s;
    T t;
    template <int k, class Wide>
    __attribute__((always_inline)) inline void add(Wide &acc) const {
        s.template add<k>(acc);
        t.template add<k>(acc);
    }
};

}  // namespace ufsecp::UF_TARGET
