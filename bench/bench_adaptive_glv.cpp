// Fixed-base windows of growing width, with and without the endomorphism, as CSV.
#include "bench/rows.h"

int main(int argc, char **argv) { return bench::program(argc, argv, bench::adaptive_glv()); }
