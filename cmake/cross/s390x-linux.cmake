# IBM Z Linux, big-endian (Debian: libstdc++-12-dev-s390x-cross).
set(CMAKE_SYSTEM_PROCESSOR s390x)
set(UF_TRIPLE s390x-linux-gnu)
set(UF_QEMU s390x)
include("${CMAKE_CURRENT_LIST_DIR}/linux.cmake")
