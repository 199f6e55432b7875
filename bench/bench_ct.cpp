// What constant time costs, and with --leakage whether times tell keys apart.
#include <cstring>

#include "bench/leakage.h"
#include "bench/rows.h"

int main(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (std::strcmp(argv[i], "--leakage") == 0) return bench::leakage(argc, argv);
    return bench::program(argc, argv, bench::constant_time());
}
