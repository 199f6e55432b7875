// Random bytes of the chip's generator, while the source that the options name feeds it. Without
// one its bytes are pseudo-random, and ufsecp_seckey_generate returns 0.
#include "api/entropy.h"

#include "sdkconfig.h"

#if defined(CONFIG_UFSECP_ENTROPY_RF) || defined(CONFIG_UFSECP_ENTROPY_ADC)
#include <esp_random.h>
#endif
#if defined(CONFIG_UFSECP_ENTROPY_ADC)
#include <bootloader_random.h>
#endif

namespace ufsecp {

bool os_entropy(uint8_t *out, size_t len) {
#if defined(CONFIG_UFSECP_ENTROPY_RF)
    esp_fill_random(out, len);
    return true;
#elif defined(CONFIG_UFSECP_ENTROPY_ADC)
    bootloader_random_enable();
    esp_fill_random(out, len);
    bootloader_random_disable();
    return true;
#else
    (void)out, (void)len;
    return false;
#endif
}

}  // namespace ufsecp
