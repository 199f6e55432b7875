/* What the sketch calls of Arduino and of the ESP32's functions, on board.h. The macros are names
 * that Arduino's headers take, too. */
#ifndef UFSECP_EMBEDDED_ARDUINO_H
#define UFSECP_EMBEDDED_ARDUINO_H
#include <stddef.h>
#include <stdint.h>

#include "board.h"

#define HEX 16
#define HIGH 1
#define LOW 0
#define F(text) (text)
#define bit(b) (1UL << (b))
#define lowByte(w) ((uint8_t)((w) & 255))
#define sq(x) ((x) * (x))
#define SET_LOOP_TASK_STACK_SIZE(bytes) static_assert((bytes) >= 8192)

extern "C" int getentropy(void *out, size_t len); /* board.c: not random */
inline void bootloader_random_enable() {}
inline void bootloader_random_disable() {}
inline void esp_fill_random(void *out, size_t len) { getentropy(out, len); }

struct Console {
    void begin(unsigned long) {}
    void print(const char *text) { board_print(text); }
    void print(uint8_t n, int base) {
        const char *const digits = "0123456789ABCDEF";
        const char text[3] = {digits[n / base], digits[n % base], 0};
        board_print(n < base ? text + 1 : text);
    }
    void println(const char *text) {
        board_print(text);
        board_print("\n");
    }
};
static Console Serial;
#endif
