// How much of k*P the split of the scalar takes.
#include "bench/rows.h"

int main(int argc, char **argv) { return bench::program(argc, argv, bench::glv_decomp_profile()); }
