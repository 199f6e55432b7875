// What constant time costs.
#include "bench/rows.h"

int main(int argc, char **argv) { return bench::program(argc, argv, bench::constant_time()); }
