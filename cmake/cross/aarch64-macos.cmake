# macOS 11 or newer on ARM64, by zig. Nothing runs its programs elsewhere.
set(CMAKE_SYSTEM_NAME Darwin)
set(CMAKE_SYSTEM_PROCESSOR arm64)
set(UF_ZIG_TARGET aarch64-macos.11.0)
include("${CMAKE_CURRENT_LIST_DIR}/zig.cmake")
