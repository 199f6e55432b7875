// Random bytes from Zephyr's generator for secrets. A board without one has none:
// ufsecp_seckey_generate returns 0 there.
#include "api/entropy.h"

#if defined(CONFIG_CSPRNG_ENABLED) && !defined(CONFIG_TEST_CSPRNG_GENERATOR)
#include <zephyr/random/random.h>
#endif

namespace ufsecp {

bool os_entropy(uint8_t *out, size_t len) {
#if defined(CONFIG_CSPRNG_ENABLED) && !defined(CONFIG_TEST_CSPRNG_GENERATOR)
    return sys_csrand_get(out, len) == 0;
#else
    (void)out, (void)len;
    return false;
#endif
}

}  // namespace ufsecp
