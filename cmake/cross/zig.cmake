# What the tool chains of systems share for which zig has the C and the C++ library: its caller sets
# UF_ZIG_TARGET, CMAKE_SYSTEM_NAME and CMAKE_SYSTEM_PROCESSOR. tools/fetch_zig.sh fetches zig.
find_program(UF_ZIG zig HINTS "${CMAKE_CURRENT_LIST_DIR}/../../build/zig" REQUIRED)
get_filename_component(UF_ZIG_CACHE "${UF_ZIG}" DIRECTORY)
string(APPEND UF_ZIG_CACHE "/cache") # of the libraries, which it compiles when first asked
# A compiler is one program for CMake, so that a script for each target calls zig, which would check
# for undefined behaviour where nothing is optimised.
set(UF_ZIG_BIN "${CMAKE_BINARY_DIR}/zig-bin")
if(NOT EXISTS "${UF_ZIG_BIN}/ranlib")
    foreach(tool cc c++)
        file(WRITE "${UF_ZIG_BIN}/${tool}" "#!/bin/sh\n"
            "export ZIG_GLOBAL_CACHE_DIR=\"\${ZIG_GLOBAL_CACHE_DIR:-${UF_ZIG_CACHE}}\"\n"
            "exec \"${UF_ZIG}\" ${tool} -target ${UF_ZIG_TARGET} -fno-sanitize=undefined \"$@\"\n")
    endforeach()
    foreach(tool ar ranlib)
        file(WRITE "${UF_ZIG_BIN}/${tool}" "#!/bin/sh\nexec \"${UF_ZIG}\" ${tool} \"$@\"\n")
    endforeach()
    file(CHMOD "${UF_ZIG_BIN}/cc" "${UF_ZIG_BIN}/c++" "${UF_ZIG_BIN}/ar" "${UF_ZIG_BIN}/ranlib"
        PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
endif()
set(CMAKE_C_COMPILER "${UF_ZIG_BIN}/cc")
set(CMAKE_CXX_COMPILER "${UF_ZIG_BIN}/c++")
set(CMAKE_OBJCXX_COMPILER "${UF_ZIG_BIN}/c++")
set(CMAKE_AR "${UF_ZIG_BIN}/ar")
set(CMAKE_RANLIB "${UF_ZIG_BIN}/ranlib")
set(CMAKE_FIND_ROOT_PATH "${UF_ZIG_BIN}")
include("${CMAKE_CURRENT_LIST_DIR}/packages.cmake")
if(CMAKE_SYSTEM_NAME STREQUAL "Darwin")
    find_program(CMAKE_INSTALL_NAME_TOOL NAMES llvm-install-name-tool-22 llvm-install-name-tool
        install_name_tool REQUIRED) # for `cmake --install`
endif()
