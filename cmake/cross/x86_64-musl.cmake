# x86-64 Linux with the C library musl, by zig.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(UF_ZIG_TARGET x86_64-linux-musl)
include("${CMAKE_CURRENT_LIST_DIR}/zig.cmake")
