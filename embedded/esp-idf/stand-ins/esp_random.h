/* The generator: board.c's bytes, which are not random, while a source feeds it; else zeros. */
#ifndef UFSECP_EMBEDDED_ESP_RANDOM_H
#define UFSECP_EMBEDDED_ESP_RANDOM_H
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef CONFIG_UFSECP_ENTROPY_RF
static bool source_is_on = true;
#else
static bool source_is_on = false;
#endif

extern "C" int getentropy(void *out, size_t len);
inline void esp_fill_random(void *out, size_t len) {
    if (source_is_on) getentropy(out, len);
    else memset(out, 0, len);
}
#endif
