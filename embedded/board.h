/* What the images have instead of an operating system. */
#ifndef UFSECP_EMBEDDED_BOARD_H
#define UFSECP_EMBEDDED_BOARD_H
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Text to the emulator's or the debugger's console, by semihosting.  printf and snprintf are there
 * as far as the images need them. */
void board_print(const char *text);
void board_print_number(unsigned long n);

/* Fills the free stack with a pattern; what was overwritten since then, in bytes from the stack of
 * the caller of board_stack_paint down. */
void board_stack_paint(void);
size_t board_stack_used(void);
/* The bytes from the end of the variables to the top of the RAM. */
size_t board_stack_size(void);

#ifdef __cplusplus
}
#endif
#endif
