// Products and squares of every field representation.
#include "bench/rows.h"

int main(int argc, char **argv) { return bench::program(argc, argv, bench::field_mul_kernels()); }
