// A program of gpu_bench.cpp, for the interface UF_GPU_BENCH_API.
#include "bench/gpu_bench.h"

int main(int argc, char **argv) { return bench::gpu_main(UF_GPU_BENCH_API, argc, argv); }
