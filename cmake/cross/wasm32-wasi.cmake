# WebAssembly with WASI by clang, and Node to run what is built (Debian: libc++-22-dev-wasm32,
# libc++abi-22-dev-wasm32, libclang-rt-22-dev-wasm32, wasi-libc).
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_SYSTEM_PROCESSOR wasm32)
include("${CMAKE_CURRENT_LIST_DIR}/../clang.cmake")
set(CMAKE_CXX_COMPILER_TARGET wasm32-wasi)
set(CMAKE_C_COMPILER_TARGET wasm32-wasi)
set(CMAKE_CXX_FLAGS_INIT "-stdlib=libc++ -Wno-deprecated -fno-exceptions")
# Batches need more stack than a program has by default.
set(CMAKE_EXE_LINKER_FLAGS_INIT "--no-wasm-opt -Wl,-z,stack-size=1048576")
include("${CMAKE_CURRENT_LIST_DIR}/wasi.cmake")
