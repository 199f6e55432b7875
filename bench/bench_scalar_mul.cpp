// k*G and k*P in all their forms.
#include "bench/rows.h"

int main(int argc, char **argv) { return bench::program(argc, argv, bench::scalar_mul()); }
