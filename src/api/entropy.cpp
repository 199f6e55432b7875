// Random bytes from the operating system: getrandom, getentropy or BCryptGenRandom; none in a
// sketch for Arduino.
#include "api/entropy.h"

#if defined(_WIN32)
#include <windows.h>
/* after windows.h */
#include <bcrypt.h>
#elif defined(__linux__)
#include <errno.h>
#if defined(__ANDROID__)
#include <sys/syscall.h>
#include <unistd.h>
#else
#include <sys/random.h>
#endif
#else
#if __has_include(<sys/random.h>)
#include <sys/random.h>
#endif
#include <unistd.h> /* where newlib has getentropy, whose source a board supplies as _getentropy */
#endif

namespace ufsecp {

#if defined(__ANDROID__) /* whose C library has the call from Android 9 on, the kernel before */
static ssize_t getrandom(void *out, size_t len, unsigned flags) {
    return syscall(SYS_getrandom, out, len, flags);
}
#endif

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
#elif defined(ARDUINO) /* whose getentropy may give pseudo-random bytes, as on an ESP32 */
    return (void)out, (void)len, false;
#else
    return getentropy(out, len) == 0;
#endif
}

}  // namespace ufsecp
