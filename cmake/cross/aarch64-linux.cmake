# AArch64 Linux (Debian: libstdc++-12-dev-arm64-cross).
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(UF_TRIPLE aarch64-linux-gnu)
set(UF_QEMU aarch64)
include("${CMAKE_CURRENT_LIST_DIR}/linux.cmake")
