// Random bytes from Zephyr's generator for secrets. Where there is none, or one for tests, or one
// that is not known to be fed with noise, ufsecp_seckey_generate returns 0.
#include "api/entropy.h"

/* The ESP32's generator gives pseudo-random bytes while Wi-Fi and Bluetooth are off. */
#if defined(CONFIG_CSPRNG_ENABLED) && !defined(CONFIG_TEST_CSPRNG_GENERATOR) &&           \
    !defined(CONFIG_FAKE_ENTROPY_NRF_PRNG) && !defined(CONFIG_FAKE_ENTROPY_NATIVE_SIM) && \
    (!defined(CONFIG_ENTROPY_ESP32_RNG) || defined(CONFIG_UFSECP_ENTROPY_RF))
#define UF_HAVE_ENTROPY 1
#include <zephyr/random/random.h>
#endif

namespace ufsecp {

bool os_entropy(uint8_t *out, size_t len) {
#ifdef UF_HAVE_ENTROPY
    return sys_csrand_get(out, len) == 0;
#else
    (void)out, (void)len;
    return false;
#endif
}

}  // namespace ufsecp
