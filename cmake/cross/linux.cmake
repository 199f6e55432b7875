# What the tool chains of foreign Linux systems share: Debian's cross packages, and qemu to run what
# is built.
#
# Its caller sets UF_TRIPLE, the name that Debian has for the system, UF_QEMU, the end of qemu's
# name for the processor, and CMAKE_SYSTEM_PROCESSOR. UF_CROSS_GCC=ON takes g++.
set(CMAKE_SYSTEM_NAME Linux)
include("${CMAKE_CURRENT_LIST_DIR}/debian.cmake")

# Programs find the libraries of the foreign system there.
find_program(UF_EMULATOR NAMES qemu-${UF_QEMU}-static qemu-${UF_QEMU})
if(UF_EMULATOR)
    set(CMAKE_CROSSCOMPILING_EMULATOR "${UF_EMULATOR};-L;${UF_SYSROOT}")
endif()
