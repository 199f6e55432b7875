# What both tool chains of WASI share: programs end in .wasm, and Node runs them; Node 18, which
# Debian 12 has, by an option that later ones take and need not.
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
find_program(UF_NODE NAMES node nodejs)
if(UF_NODE)
    set(CMAKE_CROSSCOMPILING_EMULATOR
        "${UF_NODE};--no-warnings;--experimental-wasi-unstable-preview1"
        "${CMAKE_CURRENT_LIST_DIR}/run_wasi.mjs")
endif()
# WASI's functions of POSIX threads start none.
set(SECP256K1_THREADS OFF CACHE BOOL "Batches on several threads")
