# WebAssembly with WASI by zig, and Node to run what is built.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(UF_ZIG_TARGET wasm32-wasi)
include("${CMAKE_CURRENT_LIST_DIR}/zig.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/wasi.cmake")
