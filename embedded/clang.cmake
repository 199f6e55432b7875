# The tool chain of the images: clang and lld, the C headers of newlib, and those of libc++ set up
# for a target without threads and files. No compiler for the target alone has to be installed.
# UF_BOARD is a name of boards.cmake.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES UF_BOARD)
include("${CMAKE_CURRENT_LIST_DIR}/boards.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/../cmake/clang.cmake")

set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR ${UF_PROCESSOR})
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)

file(REAL_PATH "${CMAKE_CXX_COMPILER}" compiler)
string(REGEX REPLACE "/bin/[^/]*$" "/include/c++/v1" libcxx "${compiler}")
if(NOT EXISTS "${libcxx}/__config_site" OR NOT EXISTS /usr/include/newlib/string.h)
    message(FATAL_ERROR "the images need clang with libc++'s headers (libc++-22-dev) and newlib's "
        "(libnewlib-dev): run tools/setup.sh all, or take arm-none-eabi-g++")
endif()
file(READ "${libcxx}/__config_site" site)
string(REGEX REPLACE
    "(HAS_(THREADS|MONOTONIC_CLOCK|TERMINAL|FILESYSTEM|RANDOM_DEVICE|LOCALIZATION|UNICODE)) 1"
    "\\1 0" site "${site}")
string(APPEND site "#define _LIBCPP_VERBOSE_ABORT(...) __builtin_trap()\n")
file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/libcxx/__config_site" CONTENT "${site}" @ONLY)

set(target "${UF_TARGET_FLAGS} -ffunction-sections -fdata-sections")
set(CMAKE_C_FLAGS_INIT "${target} -isystem /usr/include/newlib")
set(CMAKE_CXX_FLAGS_INIT "${target} -nostdinc++ -isystem ${CMAKE_BINARY_DIR}/libcxx \
-isystem ${libcxx} -isystem /usr/include/newlib -fno-threadsafe-statics")
set(CMAKE_EXE_LINKER_FLAGS_INIT "-fuse-ld=lld -nostdlib")
