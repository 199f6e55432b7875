# Linux with glibc 2.28 or newer, for wheels of Python (manylinux_2_28) and the jar of Java, by zig:
# UF_PROCESSOR says x86_64 or aarch64.
if(NOT UF_PROCESSOR MATCHES "^(x86_64|aarch64)$")
    message(FATAL_ERROR "manylinux.cmake: give -DUF_PROCESSOR=x86_64 or -DUF_PROCESSOR=aarch64")
endif()
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES UF_PROCESSOR)
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR ${UF_PROCESSOR})
set(UF_ZIG_TARGET ${UF_PROCESSOR}-linux-gnu.2.28)
include("${CMAKE_CURRENT_LIST_DIR}/zig.cmake")
