// k1*G + k2*Q in four ways, beside that of the library.
#include "bench/rows.h"

int main(int argc, char **argv) { return bench::program(argc, argv, bench::ecdsa_multiscalar()); }
