// Memory for secrets: pages of the operating system that are locked, guarded and wiped.
#include <errno.h>
#include <stdint.h>

#include "base/ct.h"
#include "ufsecp/ufsecp.h"

#if (defined(__unix__) || defined(__APPLE__)) && !defined(__EMSCRIPTEN__)
#include <sys/mman.h>
#include <unistd.h>
#define UF_HAVE_PAGES 1
#elif defined(_WIN32)
#include "base/windows_api.h"
#define UF_HAVE_PAGES 1
#endif

#if defined(UF_HAVE_PAGES)

using namespace ufsecp::UF_TARGET;

namespace {

/* Pages of the system: taken readable and writable, closed to every access or to writing alone.
 * What fails leaves the reason in errno. */
#if defined(_WIN32)
size_t page_size() {
    SYSTEM_INFO info;
    GetSystemInfo(&info);
    return info.dwPageSize;
}
bool told(bool worked) {
    if (!worked) errno = GetLastError() == ERROR_ACCESS_DENIED ? EPERM : ENOMEM;
    return worked;
}
u8 *pages_take(size_t size) {
    void *const p = VirtualAlloc(nullptr, size, MEM_RESERVE | MEM_COMMIT, PAGE_READWRITE);
    return told(p) ? static_cast<u8 *>(p) : nullptr;
}
bool pages_close(u8 *p, size_t size, bool readable) {
    DWORD before;
    return told(VirtualProtect(p, size, readable ? PAGE_READONLY : PAGE_NOACCESS, &before));
}
bool pages_lock(u8 *p, size_t size) { return told(VirtualLock(p, size)); }
void pages_unlock(u8 *p, size_t size) { (void)VirtualUnlock(p, size); }
void pages_give_back(u8 *p, size_t) { (void)VirtualFree(p, 0, MEM_RELEASE); }
#else
size_t page_size() { return (size_t)sysconf(_SC_PAGESIZE); }
u8 *pages_take(size_t size) {
    void *const p = mmap(nullptr, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    return p == MAP_FAILED ? nullptr : static_cast<u8 *>(p);
}
bool pages_close(u8 *p, size_t size, bool readable) {
    return mprotect(p, size, readable ? PROT_READ : PROT_NONE) == 0;
}
/* The advice is good to have, where the system knows it. */
bool pages_lock(u8 *p, size_t size) {
    if (mlock(p, size) != 0) return false;
#if defined(MADV_DONTDUMP)
    (void)madvise(p, size, MADV_DONTDUMP);
#elif defined(MADV_NOCORE)
    (void)madvise(p, size, MADV_NOCORE);
#endif
#if defined(MADV_WIPEONFORK)
    (void)madvise(p, size, MADV_WIPEONFORK);
#elif defined(INHERIT_ZERO)
    (void)minherit(p, size, INHERIT_ZERO);
#elif defined(MAP_INHERIT_ZERO)
    (void)minherit(p, size, MAP_INHERIT_ZERO);
#endif
    return true;
}
void pages_unlock(u8 *, size_t) {} /* munmap does it */
void pages_give_back(u8 *p, size_t size) { (void)munmap(p, size); }
#endif

}  // namespace

/* head | body | guard: the head, one page, holds the size of all in bytes and can only be read; the
 * guard cannot be touched. The secret ends where the guard begins and starts in the body's first
 * page.
 *
 * The head stays as it is: to change the protection of pages takes mappings, of which there may be
 * no more when the secret is freed. That it differs from the guard keeps the system from making one
 * mapping of it and the guard of a neighbour. */
void *ufsecp_secret_alloc(size_t len) {
    const size_t page = page_size();
    if (len == 0 || len > SIZE_MAX / 2) {
        errno = len == 0 ? EINVAL : ENOMEM;
        return nullptr;
    }
    const size_t rounded = (len + 15) / 16 * 16, size = (rounded + page - 1) / page * page,
                 whole = size + 2 * page;
    u8 *const head = pages_take(whole);
    if (!head) return nullptr;
    u8 *const body = head + page;
    memcpy(head, &whole, sizeof whole);
    if (pages_close(head, page, true) && pages_close(body + size, page, false) &&
        pages_lock(body, size))
        return body + size - rounded;
    const int reason = errno;
    pages_give_back(head, whole);
    errno = reason;
    return nullptr;
}

void ufsecp_secret_free(void *secret) {
    if (!secret) return;
    const size_t page = page_size();
    u8 *const p = static_cast<u8 *>(secret);
    u8 *const body = p - reinterpret_cast<uintptr_t>(p) % page, *const head = body - page;
    size_t whole;
    memcpy(&whole, head, sizeof whole);
    wipe(body, whole - 2 * page);
    pages_unlock(body, whole - 2 * page);
    pages_give_back(head, whole);
}

#else

void *ufsecp_secret_alloc(size_t len) {
    errno = len == 0 ? EINVAL : ENOSYS;
    return nullptr;
}
void ufsecp_secret_free(void *) {}

#endif
