// The 10x26 field of 32-bit targets beside the 4x64 one.
#include "bench/rows.h"

int main(int argc, char **argv) { return bench::program(argc, argv, bench::field_26()); }
