# ARM Linux, 32 bits (Debian: libstdc++-12-dev-armhf-cross).
set(CMAKE_SYSTEM_PROCESSOR armv7)
set(UF_TRIPLE arm-linux-gnueabihf)
set(UF_QEMU arm)
include("${CMAKE_CURRENT_LIST_DIR}/linux.cmake")
