// What the C ABI's checks of arguments have in common.
#pragma once
#include <stddef.h>
#include <stdint.h>

namespace ufsecp {

template <class... P>
bool any_null(const P *...p) {
    return ((p == nullptr) || ...);
}

/* Of n of something, which may be none: then a null pointer is as good as any. */
inline bool missing(const void *data, size_t n) { return n && !data; }

inline bool pubkey_size(size_t len) { return len == 33 || len == 65; }

/* n rows of `size` bytes and extra_size more can lie in memory: no object has more than PTRDIFF_MAX
 * bytes. */
inline bool rows_fit(size_t n, size_t size, size_t extra_size) {
    return extra_size <= PTRDIFF_MAX - size && (n == 0 || size + extra_size <= PTRDIFF_MAX / n);
}

}  // namespace ufsecp
