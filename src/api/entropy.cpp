// Random bytes from the operating system: getrandom, getentropy or BCryptGenRandom.
#include "api/entropy.h"

#if defined(_WIN32)
#include <windows.h>
/* after windows.h */
#include <bcrypt.h>
#elif defined(__linux__)
#include <errno.h>
#include <sys/random.h>
#else
#if __has_include(<sys/random.h>)
#include <sys/random.h>
#endif
#include <unistd.h> /* where newlib has getentropy, whose source a board supplies as _getentropy */
#endif

namespace ufsecp {

bool os_entropy(uint8_t *out, size_t len) {
#if defined(_WIN32)
    return BCryptGenRandom(nullptr, out, (ULONG)len, BCRYPT_USE_SYSTEM_PREFERRED_RNG) == 0;
#elif defined(__linux__)
    while (len > 0) {
        const ssize_t got = getrandom(out, len, 0);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return false;
        out += got;
        len -= (size_t)got;
    }
    return true;
#else
    return getentropy(out, len) == 0;
#endif
}

}  // namespace ufsecp
