# RISC-V Linux, RV64GC (Debian: libstdc++-12-dev-riscv64-cross).
set(CMAKE_SYSTEM_PROCESSOR riscv64)
set(UF_TRIPLE riscv64-linux-gnu)
set(UF_QEMU riscv64)
include("${CMAKE_CURRENT_LIST_DIR}/linux.cmake")
