# What the tool chains of foreign Linux systems share: clang, or the g++ that Debian has for them,
# with the C library of Debian's cross packages, and qemu to run what is built.
#
# Its caller sets UF_TRIPLE, the name that Debian has for the system, UF_QEMU, the end of qemu's
# name for the processor, and CMAKE_SYSTEM_PROCESSOR. UF_CROSS_GCC=ON takes g++.
set(CMAKE_SYSTEM_NAME Linux)
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES UF_CROSS_GCC)
if(NOT UF_CROSS_GCC)
    include("${CMAKE_CURRENT_LIST_DIR}/../clang.cmake")
endif()
if(CMAKE_CXX_COMPILER MATCHES "clang")
    set(CMAKE_CXX_COMPILER_TARGET ${UF_TRIPLE})
    set(CMAKE_C_COMPILER_TARGET ${UF_TRIPLE})
    foreach(kind EXE SHARED MODULE)
        set(CMAKE_${kind}_LINKER_FLAGS_INIT "-fuse-ld=lld")
    endforeach()
else()
    set(CMAKE_CXX_COMPILER ${UF_TRIPLE}-g++)
    set(CMAKE_C_COMPILER ${UF_TRIPLE}-gcc)
endif()

# Programs find the libraries of the foreign system there, and headers of this one are not theirs.
set(UF_SYSROOT "/usr/${UF_TRIPLE}")
find_program(UF_EMULATOR NAMES qemu-${UF_QEMU}-static qemu-${UF_QEMU})
if(UF_EMULATOR)
    set(CMAKE_CROSSCOMPILING_EMULATOR "${UF_EMULATOR};-L;${UF_SYSROOT}")
endif()
set(CMAKE_FIND_ROOT_PATH "${UF_SYSROOT}")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
