# WebAssembly with WASI by zig, and Node to run what is built.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
set(UF_ZIG_TARGET wasm32-wasi)
set(CMAKE_CXX_FLAGS_INIT "-fno-exceptions")
# Batches need more stack than a program has by default.
set(CMAKE_EXE_LINKER_FLAGS_INIT "-Wl,-z,stack-size=1048576")
include("${CMAKE_CURRENT_LIST_DIR}/zig.cmake")
include("${CMAKE_CURRENT_LIST_DIR}/wasi.cmake")
