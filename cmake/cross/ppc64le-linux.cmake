# POWER Linux, little-endian (Debian: libstdc++-12-dev-ppc64el-cross).
set(CMAKE_SYSTEM_PROCESSOR ppc64le)
set(UF_TRIPLE powerpc64le-linux-gnu)
set(UF_QEMU ppc64le)
include("${CMAKE_CURRENT_LIST_DIR}/linux.cmake")
