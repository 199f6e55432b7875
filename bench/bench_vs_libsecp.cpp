// Every row that this library and libsecp256k1 have in common.
#include "bench/rows.h"

int main(int argc, char **argv) {
    return bench::program(argc, argv, bench::vs_libsecp(), "libsecp256k1");
}
