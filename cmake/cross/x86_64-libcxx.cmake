# x86-64 Linux with the C++ library libc++ (Debian: libc++-22-dev, libc++abi-22-dev).
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
include("${CMAKE_CURRENT_LIST_DIR}/../clang.cmake")
set(CMAKE_CXX_FLAGS_INIT "-stdlib=libc++")

# The static one, which is of the compiler's version; Debian's shared one may be an older one.
execute_process(COMMAND "${CMAKE_CXX_COMPILER}" -print-resource-dir OUTPUT_VARIABLE libraries
    OUTPUT_STRIP_TRAILING_WHITESPACE)
get_filename_component(libraries "${libraries}/../.." ABSOLUTE)
set(CMAKE_CXX_STANDARD_LIBRARIES "${libraries}/libc++.a ${libraries}/libc++abi.a")
foreach(kind EXE SHARED)
    set(CMAKE_${kind}_LINKER_FLAGS_INIT "-nostdlib++")
endforeach()
