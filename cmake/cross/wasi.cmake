# What both tool chains of WASI share: programs end in .wasm, and Node
# runs them.
set(CMAKE_EXECUTABLE_SUFFIX .wasm)
find_program(UF_NODE NAMES node nodejs)
if(UF_NODE)
    set(CMAKE_CROSSCOMPILING_EMULATOR
        "${UF_NODE};--no-warnings;${CMAKE_CURRENT_LIST_DIR}/run_wasi.mjs")
endif()
