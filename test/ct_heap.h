// Memory of their own for calls whose instructions are compared: the way through malloc depends on
// what it did before. It replaces the operators new and delete of the program that includes it.
#pragma once
#include <stdint.h>
#include <stdlib.h>

#include <new>

namespace ct_heap {

alignas(64) inline uint8_t memory[1 << 20];
inline size_t used;
inline bool taken; /* by what is allocated now; else it comes from the C library */

/* From here until end() allocations come from the start of the memory, one after the other, and
 * nothing is given back. */
inline void begin() { used = 0, taken = true; }
inline void end() { taken = false; }

#if defined(_WIN32)
inline void *aligned(size_t align, size_t size) { return _aligned_malloc(size, align); }
inline void release(void *p) { _aligned_free(p); }
#else
inline void *aligned(size_t align, size_t size) {
    return aligned_alloc(align, (size + 63) / 64 * 64);
}
/* Not inlined: g++ would warn that free() gets memory of operator new. */
[[gnu::noinline]] inline void release(void *p) { free(p); }
#endif

}  // namespace ct_heap

/* All other forms come here. */
void *operator new(size_t size, std::align_val_t align) {
    using namespace ct_heap;
    void *const p = !taken                        ? aligned((size_t)align, size)
                    : size < sizeof memory - used ? memory + used
                                                  : nullptr;
    if (!p || (size_t)align > 64) abort();
    if (taken) used += size / 64 * 64 + 64;
    return p;
}
void *operator new(size_t size) { return operator new(size, std::align_val_t{16}); }
void operator delete(void *p) noexcept {
    if (p < ct_heap::memory || p >= ct_heap::memory + sizeof ct_heap::memory) ct_heap::release(p);
}
void operator delete(void *p, size_t) noexcept { operator delete(p); }
void operator delete(void *p, std::align_val_t) noexcept { operator delete(p); }
