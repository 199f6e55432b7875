# x86 Linux, 32 bits (Debian: libstdc++-12-dev-i386-cross).
set(CMAKE_SYSTEM_PROCESSOR i686)
set(UF_TRIPLE i686-linux-gnu)
set(UF_QEMU i386)
include("${CMAKE_CURRENT_LIST_DIR}/linux.cmake")

# A 64-bit system may run its programs itself, by the loader of the foreign C library.
set(loader "${UF_SYSROOT}/lib/ld-linux.so.2")
if(EXISTS "${loader}")
    execute_process(COMMAND "${loader}" --version RESULT_VARIABLE code OUTPUT_QUIET ERROR_QUIET)
    if(code EQUAL 0)
        set(CMAKE_CROSSCOMPILING_EMULATOR "${loader};--library-path;${UF_SYSROOT}/lib")
    endif()
endif()
