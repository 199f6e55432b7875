/* The source that the bootloader has, too. */
#include "esp_random.h"

inline void bootloader_random_enable() { source_is_on = true; }
inline void bootloader_random_disable() { source_is_on = false; }
