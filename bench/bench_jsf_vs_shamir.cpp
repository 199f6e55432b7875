// The joint sparse form beside the trick of Shamir, for one fixed base and for two bases.
#include "bench/rows.h"

int main(int argc, char **argv) { return bench::program(argc, argv, bench::jsf_vs_shamir()); }
