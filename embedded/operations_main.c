/* The image that is counted: runs each operation between two marks (tools/count_plugin.c), and
 * prints its result and the stack that it took. */
#include <stdio.h>

#include "board.h"
#include "operations.h"

/* Stores into this array are marks. */
volatile uint8_t marks[128] __attribute__((aligned(128), used));
struct operation_inputs in;

static int nothing(uint8_t out[64]) {
    (void)out;
    return 1;
}

__attribute__((noinline)) static int run_marked(int (*run)(uint8_t out[64]), uint8_t out[64]) {
    marks[0] = 1;
    const int good = run(out);
    marks[64] = 1;
    return good;
}

int main(void) {
    uint8_t out[64];
    for (int i = 0; i < 32; i++)
        in.seckey[i] = (uint8_t)(i * 7 + 1), in.msg[i] = (uint8_t)(i * 5 + 3),
        in.aux[i] = (uint8_t)(i * 3 + 2), in.a[i] = (uint8_t)(i * 11 + 0xf1),
        in.b[i] = (uint8_t)(i * 13 + 0xe5);
    int good = operation_prepare();
    for (int i = -1; i < operation_count; i++) {
        for (int j = 0; j < 64; j++) out[j] = 0;
        board_stack_paint();
        good &= run_marked(i < 0 ? nothing : operations[i].run, out);
        const unsigned long stack = board_stack_used();
        if (i >= 0 && operations[i].show) operations[i].show(out);
        printf("%s %lu ", i < 0 ? "nothing" : operations[i].name, stack);
        for (int j = 0; j < 64; j++) printf("%02x", out[j]);
        printf("\n");
    }
    printf("%s %s\n", good ? "done" : "FAILED", operation_library);
    return !good;
}
