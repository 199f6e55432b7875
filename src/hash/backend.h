// Which code computes a hash: the best that this CPU runs, or the one asked for by name.
#pragma once
#include <string.h>

#include <atomic>

namespace ufsecp {

/* The first of a list, best first, that this CPU runs and that is called name, or with null the
 * first that pays(backend) too; null if there is none. */
template <class backend, size_t count,
          class condition = decltype([](const backend &) { return true; })>
const backend *find_backend(const backend (&list)[count], const char *name, condition pays = {}) {
    for (const backend &b : list)
        if ((name ? strcmp(name, b.name) == 0 : pays(b)) && b.available()) return &b;
    return nullptr;
}

/* What is in use; select(null) chooses it at the first call.  Thread-safe. */
template <class T>
T current_backend(const std::atomic<T> &chosen, bool (*select)(const char *name)) {
    if (const T f = chosen.load(std::memory_order_relaxed)) return f;
    select(nullptr);
    return chosen.load(std::memory_order_relaxed);
}

}  // namespace ufsecp
