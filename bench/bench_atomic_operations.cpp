// Single steps: point operations through the C++ types, and ratios of field operations.
#include "bench/rows.h"

int main(int argc, char **argv) { return bench::program(argc, argv, bench::atomic_operations()); }
