/* Start-up code, semihosting, and the functions of the C library that the library calls, for
 * Cortex-M and RISC-V. main's result is the exit status of the emulator. */
#include "board.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

extern uint32_t data_first[], data_end[], bss_first[], bss_end[], stack_top[];
extern const uint32_t data_image[];
int main(void);
extern void (*const init_first[])(void), (*const init_end[])(void);

/* ---- semihosting: a request to the debugger, by a breakpoint that it knows ---- */

enum { write_text = 4, exit_extended = 0x20, stopped = 0x20026 };

static int request(int what, const void *argument) {
#if defined(__arm__)
    register int r0 __asm__("r0") = what;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
#elif defined(__riscv)
    register int a0 __asm__("a0") = what;
    register const void *a1 __asm__("a1") = argument;
    __asm__ volatile(
        ".option push\n.option norvc\n.balign 16\n"
        "slli x0, x0, 0x1f\nebreak\nsrai x0, x0, 7\n"
        ".option pop"
        : "+r"(a0)
        : "r"(a1)
        : "memory");
    return a0;
#elif defined(__xtensa__)
    /* In the emulator of Linux's programs, which has no semihosting: its calls write and exit. */
    const char *const text = argument;
    const int exits = what == exit_extended;
    register int a2 __asm__("a2") = exits ? 118 : 13;
    register int a6 __asm__("a6") = exits ? (int)((const uint32_t *)argument)[1] : 1;
    register const char *a3 __asm__("a3") = text;
    register size_t a4 __asm__("a4") = exits ? 0 : strlen(text);
    __asm__ volatile("syscall" : "+r"(a2) : "r"(a6), "r"(a3), "r"(a4) : "memory");
    return a2;
#endif
}

void board_print(const char *text) { request(write_text, text); }

void board_print_number(unsigned long n) {
    char digits[12], *at = digits + sizeof digits - 1;
    *at = 0;
    do *--at = (char)('0' + n % 10);
    while (n /= 10);
    board_print(at);
}

/* %s, %d, %u, %x, with l, a width, - and 0.  Returns the length of the text, which is cut to
 * size. */
static int format(char *out, size_t size, const char *f, va_list arguments) {
    size_t n = 0;
    for (; *f; f++) {
        char digits[12], *at = digits + sizeof digits - 1;
        const char *text = f;
        size_t length = 1, width = 0;
        int left = 0, zero = 0;
        if (*f == '%') {
            for (f++; *f == '-' || *f == '0'; f++) left |= *f == '-', zero |= *f == '0';
            for (; *f >= '0' && *f <= '9'; f++) width = 10 * width + (size_t)(*f - '0');
            if (*f == 'l') f++;
            if (*f == 's') text = va_arg(arguments, const char *);
            else {
                unsigned long value = va_arg(arguments, unsigned long);
                const unsigned long base = *f == 'x' ? 16 : 10;
                const int negative = *f == 'd' && (long)value < 0;
                *at = 0;
                if (negative) value = 0 - value;
                do *--at = "0123456789abcdef"[value % base];
                while (value /= base);
                if (negative) *--at = '-';
                text = at;
            }
            length = strlen(text);
        }
        const size_t pad = width > length ? width - length : 0;
        for (size_t i = 0; i < pad + length; i++, n++) {
            const int here = left ? i < length : i >= pad;
            if (n + 1 < size) out[n] = here ? text[left ? i : i - pad] : zero ? '0' : ' ';
        }
    }
    if (size) out[n < size ? n : size - 1] = 0;
    return (int)n;
}

int snprintf(char *out, size_t size, const char *f, ...) {
    va_list arguments;
    va_start(arguments, f);
    const int n = format(out, size, f, arguments);
    va_end(arguments);
    return n;
}

int printf(const char *f, ...) {
    static char line[256];
    va_list arguments;
    va_start(arguments, f);
    const int n = format(line, sizeof line, f, arguments);
    va_end(arguments);
    board_print(line);
    return n;
}

static void leave(int status) {
    const uint32_t reason[2] = {stopped, (uint32_t)status};
    request(exit_extended, reason);
    for (;;) continue;
}

void abort(void) {
    leave(4);
    for (;;) continue;
}

/* ---- the stack ---- */

enum { pattern = 0x5aa5c33c, margin = 128 };
static uint32_t *painted_to;

__attribute__((noinline)) void board_stack_paint(void) {
    uint32_t *const here = (uint32_t *)__builtin_frame_address(0);
    painted_to = here - margin / sizeof *here;
    for (volatile uint32_t *p = bss_end; p < painted_to; p++) *p = pattern;
}

size_t board_stack_used(void) {
    const volatile uint32_t *p = bss_end;
    while (p < painted_to && *p == pattern) p++;
    return (size_t)((const char *)painted_to - (const char *)p) + margin;
}

size_t board_stack_size(void) { return (size_t)((char *)stack_top - (char *)bss_end); }

/* ---- start ---- */

__attribute__((noreturn, used)) static void run(void) {
    memcpy(data_first, data_image, (size_t)((char *)data_end - (char *)data_first));
    memset(bss_first, 0, (size_t)((char *)bss_end - (char *)bss_first));
    for (void (*const *f)(void) = init_first; f < init_end; f++) (*f)();
    leave(main());
    for (;;) continue;
}

#if defined(__arm__)
__attribute__((noreturn)) void start(void) { run(); }

__attribute__((noreturn)) static void trap(void) {
    request(write_text, "FAULT\n");
    leave(3);
    for (;;) continue;
}

/* The first entry is the stack, the second the start; then come the traps. */
__attribute__((section(".vectors"), used)) static const void *const vectors[16] = {
    stack_top,          (const void *)start, (const void *)trap, (const void *)trap,
    (const void *)trap, (const void *)trap,  (const void *)trap};
#elif defined(__riscv)
__attribute__((used, noreturn)) static void trap(void) {
    request(write_text, "FAULT\n");
    leave(3);
    for (;;) continue;
}

__attribute__((naked, section(".vectors"), used)) void start(void) {
    __asm__(
        "la sp, stack_top\n"
        "la t0, on_trap\ncsrw mtvec, t0\n"
        "j %0\n.balign 4\non_trap: j %1"
        :
        : "i"(run), "i"(trap));
}
#elif defined(__xtensa__)
__attribute__((noreturn, used)) void board_run(void) { run(); }
__asm__(
    ".text\n.p2align 2\n.literal_position\n"
    ".literal top_of_stack, stack_top\n.literal first, board_run\n"
    ".p2align 2\n.global start\nstart:\n"
    "l32r a1, top_of_stack\nl32r a4, first\nmovi a0, 0\ncallx4 a4\n");
#endif

/* ---- randomness ---- */

/* Not random: an emulator has no source, and the self-test only asks for 32 different bytes. A real
 * board reads its generator here. */
int getentropy(void *out, size_t len) {
    static uint32_t x = 1;
    for (size_t i = 0; i < len; i++) {
        x ^= x << 13, x ^= x >> 17, x ^= x << 5;
        ((uint8_t *)out)[i] = (uint8_t)x;
    }
    return 0;
}

/* ---- the C library, by words where both sides are aligned ---- */

void *memcpy(void *to, const void *from, size_t n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    if ((((uintptr_t)t | (uintptr_t)f) & 3) == 0) {
        for (; n >= 16; n -= 16, t += 16, f += 16) {
            const uint32_t a = ((const uint32_t *)f)[0], b = ((const uint32_t *)f)[1];
            const uint32_t c = ((const uint32_t *)f)[2], d = ((const uint32_t *)f)[3];
            ((uint32_t *)t)[0] = a, ((uint32_t *)t)[1] = b;
            ((uint32_t *)t)[2] = c, ((uint32_t *)t)[3] = d;
        }
        for (; n >= 4; n -= 4, t += 4, f += 4) *(uint32_t *)t = *(const uint32_t *)f;
    }
    while (n--) *t++ = *f++;
    return to;
}

void *memmove(void *to, const void *from, size_t n) {
    unsigned char *t = to;
    const unsigned char *f = from;
    if ((uintptr_t)t - (uintptr_t)f >= n) return memcpy(to, from, n);
    while (n--) t[n] = f[n];
    return to;
}

void *memset(void *to, int c, size_t n) {
    unsigned char *t = to;
    if (((uintptr_t)t & 3) == 0) {
        const uint32_t word = (c & 255) * 0x01010101u;
        for (; n >= 16; n -= 16, t += 16) {
            ((uint32_t *)t)[0] = word, ((uint32_t *)t)[1] = word;
            ((uint32_t *)t)[2] = word, ((uint32_t *)t)[3] = word;
        }
        for (; n >= 4; n -= 4, t += 4) *(uint32_t *)t = word;
    }
    while (n--) *t++ = (unsigned char)c;
    return to;
}

int memcmp(const void *a, const void *b, size_t n) {
    const unsigned char *x = a, *y = b;
    for (; n; n--, x++, y++)
        if (*x != *y) return *x - *y;
    return 0;
}

size_t strlen(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

char *strchr(const char *s, int c) {
    for (; *s != (char)c; s++)
        if (!*s) return NULL;
    return (char *)s;
}

int strcmp(const char *a, const char *b) {
    for (; *a && *a == *b; a++, b++) continue;
    return (unsigned char)*a - (unsigned char)*b;
}

/* errno, as newlib has it. */
int *__errno(void) {
    static int error;
    return &error;
}

/* ---- what the compiler calls for integers of 64 bits: n is 0 to 63 ---- */

typedef union {
    uint64_t all;
    struct {
        uint32_t low, high;
    };
} halves;

uint64_t __ashldi3(uint64_t x, int n) {
    const halves h = {x};
    halves r;
    if (n & 32) r.low = 0, r.high = h.low << (n & 31);
    else r.low = h.low << n, r.high = h.high << n | h.low >> 1 >> (n ^ 31);
    return r.all;
}
uint64_t __lshrdi3(uint64_t x, int n) {
    const halves h = {x};
    halves r;
    if (n & 32) r.high = 0, r.low = h.high >> (n & 31);
    else r.high = h.high >> n, r.low = h.low >> n | h.high << 1 << (n ^ 31);
    return r.all;
}
int64_t __ashrdi3(int64_t x, int n) {
    const uint64_t sign = (uint64_t)(x >> 63);
    return (int64_t)(__lshrdi3((uint64_t)x ^ sign, n) ^ sign);
}
/* By halves of words: where the processor has no long product, the compiler would call this. */
static halves product(uint32_t x, uint32_t y) {
    const uint32_t x0 = x & 0xffff, x1 = x >> 16, y0 = y & 0xffff, y1 = y >> 16;
    const uint32_t low = x0 * y0, a = x0 * y1, b = x1 * y0;
    const uint32_t middle = (low >> 16) + (a & 0xffff) + (b & 0xffff);
    halves r;
    r.low = middle << 16 | (low & 0xffff);
    r.high = x1 * y1 + (a >> 16) + (b >> 16) + (middle >> 16);
    return r;
}
uint64_t __muldi3(uint64_t x, uint64_t y) {
    const halves a = {x}, b = {y};
    halves r = product(a.low, b.low);
    r.high += a.low * b.high + a.high * b.low;
    return r.all;
}

/* The number of leading zeros of x. */
int __clzsi2(unsigned x) {
    int n = 32;
    for (; x; x >>= 1) n--;
    return n;
}

#if defined(__arm__)
/* By the processor's division, for code that is compiled for one without. */
unsigned __aeabi_uidiv(unsigned a, unsigned b) { return a / b; }
uint64_t __aeabi_llsl(uint64_t x, int n) __attribute__((alias("__ashldi3")));
uint64_t __aeabi_llsr(uint64_t x, int n) __attribute__((alias("__lshrdi3")));
int64_t __aeabi_lasr(int64_t x, int n) __attribute__((alias("__ashrdi3")));
/* By these names the compiler calls them on ARM; the last two are memset's with other arguments. */
void __aeabi_memcpy(void *to, const void *from, size_t n) __attribute__((alias("memcpy")));
void __aeabi_memcpy4(void *to, const void *from, size_t n) __attribute__((alias("memcpy")));
void __aeabi_memcpy8(void *to, const void *from, size_t n) __attribute__((alias("memcpy")));
void __aeabi_memmove(void *to, const void *from, size_t n) __attribute__((alias("memmove")));
void __aeabi_memmove4(void *to, const void *from, size_t n) __attribute__((alias("memmove")));
void __aeabi_memmove8(void *to, const void *from, size_t n) __attribute__((alias("memmove")));
void __aeabi_memset(void *to, size_t n, int c) { memset(to, c, n); }
void __aeabi_memset4(void *to, size_t n, int c) __attribute__((alias("__aeabi_memset")));
void __aeabi_memset8(void *to, size_t n, int c) __attribute__((alias("__aeabi_memset")));
void __aeabi_memclr(void *to, size_t n) { memset(to, 0, n); }
void __aeabi_memclr4(void *to, size_t n) __attribute__((alias("__aeabi_memclr")));
void __aeabi_memclr8(void *to, size_t n) __attribute__((alias("__aeabi_memclr")));
#endif
