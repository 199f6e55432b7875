// Sorting by libsecp256k1's heap: a comparison may tell a callback, so that which are made, and in
// what order, can be seen.
#pragma once
#include <stddef.h>

#include <utility>

namespace compat {

/* Lets the element at `top` sink in the heap of the first n, whose root is the greatest. Of equal
 * children the later one rises: so equal elements come out in the order of libsecp256k1. */
template <class T, class Compare>
void sink(T *list, size_t top, size_t n, const Compare &compare) {
    while (top < n / 2) {
        size_t child = 2 * top + 1;
        if (child + 1 < n && compare(list[child + 1], list[child]) >= 0) child++;
        if (compare(list[child], list[top]) <= 0) return;
        std::swap(list[child], list[top]);
        top = child;
    }
}

template <class T, class Compare>
void heap_sort(T *list, size_t n, const Compare &compare) {
    for (size_t i = n / 2; i-- > 0;) sink(list, i, n, compare);
    for (size_t last = n; last-- > 1;) {
        std::swap(list[0], list[last]);
        sink(list, 0, last, compare);
    }
}

}  // namespace compat
