// The image of the self-test: prints every named check of the library, and the stack that they took
// at most; its exit status is 0 if all passed.
#include "../cli/selftest.h"

#include <string.h>

#include "board.h"
#include "ufsecp/ufsecp.h"

namespace {

void print(unsigned long n, const char *text) {
    board_print_number(n);
    board_print(text);
}

}  // namespace

int main() {
    unsigned long ran = 0, constant_time = 0, failed = 0;
    board_print("ufsecp " UFSECP_VERSION ", engine ");
    board_print(ufsecp_engine());
    board_print("\n");
    board_stack_paint();
    for (; const selftest_check *check = selftest_at(ran); ran++) {
        const bool passed = check->run();
        failed += !passed;
        constant_time += memcmp(check->name, "ct ", 3) == 0;
        board_print(passed ? "ok      " : "FAILED  ");
        board_print(check->name);
        board_print("\n");
    }
    const unsigned long used = board_stack_used();
    print(ran, " checks, ");
    print(constant_time, " of them of the constant-time layer, ");
    print(failed, " failed\nstack: ");
    print(used, " of ");
    print((unsigned long)board_stack_size(), " bytes\n");
    return failed != 0 || ran == 0;
}
