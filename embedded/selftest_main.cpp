// The image of the self-test: prints every named check of the library, and the stack that they took
// at most; its exit status is 0 if all passed.
#include "../cli/selftest.h"

#include <stdio.h>
#include <string.h>

#include "board.h"
#include "ufsecp/ufsecp.h"

int main() {
    unsigned long ran = 0, constant_time = 0, failed = 0;
    printf("ufsecp %s, engine %s\n", UFSECP_VERSION, ufsecp_engine());
    board_stack_paint();
    for (; const selftest_check *check = selftest_at(ran); ran++) {
        const bool passed = check->run();
        failed += !passed;
        constant_time += memcmp(check->name, "ct ", 3) == 0;
        printf("%s %s\n", passed ? "ok     " : "FAILED ", check->name);
    }
    const unsigned long used = board_stack_used();
    printf("%lu checks, %lu of them of the constant-time layer, %lu failed\n", ran, constant_time,
           failed);
    printf("stack: %lu of %lu bytes\n", used, (unsigned long)board_stack_size());
    return failed != 0 || ran == 0;
}
