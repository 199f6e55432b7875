// Every row of the library.
#include "bench/rows.h"

int main(int argc, char **argv) { return bench::program(argc, argv, bench::comprehensive()); }
