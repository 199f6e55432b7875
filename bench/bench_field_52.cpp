// The lazy 5x52 field beside the saturated 4x64 one.
#include "bench/rows.h"

int main(int argc, char **argv) { return bench::program(argc, argv, bench::field_52()); }
