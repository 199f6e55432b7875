// Memory for secrets: pages of the operating system that are locked, guarded and wiped.
#include <errno.h>
#include <stdint.h>

#include "base/ct.h"
#include "ufsecp/ufsecp.h"

#if (defined(__unix__) || defined(__APPLE__)) && !defined(__EMSCRIPTEN__)
#include <sys/mman.h>
#include <unistd.h>
#define UF_HAVE_PAGES 1
#endif

#if defined(UF_HAVE_PAGES)

using namespace ufsecp::UF_TARGET;

namespace {

/* head | body | guard: the head, one page, holds the size of all in bytes, and like the guard it
 * cannot be touched. The secret ends where the guard begins and starts in the body's first page. */
size_t page_size() { return (size_t)sysconf(_SC_PAGESIZE); }

/* What is good to have, where the system knows it. */
void advise(void *body, size_t size) {
#if defined(MADV_DONTDUMP)
    (void)madvise(body, size, MADV_DONTDUMP);
#elif defined(MADV_NOCORE)
    (void)madvise(body, size, MADV_NOCORE);
#endif
#if defined(MADV_WIPEONFORK)
    (void)madvise(body, size, MADV_WIPEONFORK);
#elif defined(INHERIT_ZERO)
    (void)minherit(body, size, INHERIT_ZERO);
#elif defined(MAP_INHERIT_ZERO)
    (void)minherit(body, size, MAP_INHERIT_ZERO);
#endif
}

}  // namespace

void *ufsecp_secret_alloc(size_t len) {
    const size_t page = page_size();
    if (len == 0 || len > SIZE_MAX / 2) {
        errno = len == 0 ? EINVAL : ENOMEM;
        return nullptr;
    }
    const size_t rounded = (len + 15) / 16 * 16, size = (rounded + page - 1) / page * page,
                 whole = size + 2 * page;
    void *const area =
        mmap(nullptr, whole, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (area == MAP_FAILED) return nullptr;
    u8 *const head = static_cast<u8 *>(area), *const body = head + page;
    memcpy(head, &whole, sizeof whole);
    if (mprotect(head, page, PROT_NONE) == 0 && mprotect(body + size, page, PROT_NONE) == 0 &&
        mlock(body, size) == 0) {
        advise(body, size);
        return body + size - rounded;
    }
    const int reason = errno;
    (void)munmap(area, whole);
    errno = reason;
    return nullptr;
}

void ufsecp_secret_free(void *secret) {
    if (!secret) return;
    const size_t page = page_size();
    u8 *const p = static_cast<u8 *>(secret);
    u8 *const body = p - reinterpret_cast<uintptr_t>(p) % page, *const head = body - page;
    size_t whole;
    wipe(p, (size_t)(body + page - p)); /* the first page, even if the head cannot be opened */
    (void)mprotect(head, page, PROT_READ);
    memcpy(&whole, head, sizeof whole);
    wipe(body, whole - 2 * page);
    (void)munmap(head, whole);
}

#else

void *ufsecp_secret_alloc(size_t len) {
    errno = len == 0 ? EINVAL : ENOSYS;
    return nullptr;
}
void ufsecp_secret_free(void *) {}

#endif
