// Whether something holds where no memory can be had any more.
#pragma once
#include <gtest/gtest.h>
#include <stdlib.h>
#if !defined(_WIN32)
#include <sys/mman.h>
#include <sys/resource.h>
#endif

#include "child.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer) || \
    __has_feature(thread_sanitizer)
#define UF_SANITIZED 1
#endif
#endif

#if !defined(_WIN32)
/* No more memory for this process but its stack, which could not grow any more either. */
inline void end_memory() {
    volatile char stack[1 << 19];
    for (size_t i = sizeof stack; i > 0; i -= 1 << 10) stack[i - 1] = 0; /* from the top down */
    const rlimit none = {0, 0};
    setrlimit(RLIMIT_AS, &none);
    setrlimit(RLIMIT_DATA, &none);
}
#endif

/* Whether memory can be made to end: not where a sanitizer needs address space of its own, nor in
 * QEMU, which heeds no limit. */
inline bool can_take_memory() {
#if defined(_WIN32) || defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__) || \
    defined(UF_SANITIZED)
    return false;
#else
    return holds_in_child([] {
        end_memory();
        const int access = PROT_READ | PROT_WRITE, kind = MAP_PRIVATE | MAP_ANONYMOUS;
        return mmap(nullptr, 1 << 20, access, kind, -1, 0) == MAP_FAILED;
    });
#endif
}
#define SKIP_UNLESS_MEMORY_CAN_BE_TAKEN() \
    if (!can_take_memory()) GTEST_SKIP() << "memory cannot be taken here"

/* In a process of its own: `first` makes what is made once, then memory ends and `holds` is
 * asked. */
template <class First, class Holds>
bool holds_without_memory(const First &first, const Holds &holds) {
#if defined(_WIN32)
    return first(), holds();
#else
    return holds_in_child([&] {
        first();
        end_memory();
        void *volatile block;
        do block = malloc(1 << 16); /* what the heap holds is used up */
        while (block);
        return holds();
    });
#endif
}
