// The tool's list of self-tests, on every engine of the CPU that the build has: for systems without
// the tool, and without GoogleTest, exceptions, files and threads.
#include "../cli/selftest.h"

#include <stdio.h>
#include <string.h>

#include "ufsecp/ufsecp.h"

namespace {

/* Returns how many checks failed. */
int run(const char *engine) {
    if (!ufsecp_engine_select(engine) || strcmp(ufsecp_engine(), engine) != 0) {
        printf("engine %s: cannot be selected\n", engine);
        return 1;
    }
    int failed = 0, ran = 0;
    for (; const selftest_check *check = selftest_at((size_t)ran); ran++) {
        if (check->run()) continue;
        printf("FAILED  %s\n", check->name);
        failed++;
    }
    printf("engine %s: %d checks, %d failed\n", engine, ran, failed);
    return ran == 0 ? 1 : failed;
}

}  // namespace

int main() {
    printf("chosen: %s\n", ufsecp_engine());
    int failed = 0, engines = 0, supported = 0;
    for (size_t i = 0; const char *name = ufsecp_engine_at(i, &supported); i++)
        if (supported) failed += run(name), engines++;
    printf("%d engines, %d failed\n", engines, failed);
    return failed != 0 || engines == 0;
}
