# x86-64 Windows by mingw-w64's libraries (Debian: g++-mingw-w64-x86-64-posix), and Wine to run what
# is built. UF_CROSS_GCC=ON takes mingw-w64's g++.
set(CMAKE_SYSTEM_NAME Windows)
set(CMAKE_SYSTEM_PROCESSOR x86_64)
set(UF_TRIPLE x86_64-w64-mingw32)
set(UF_GCC_SUFFIX -posix)
set(UF_LINK -static) # what is built runs without the compiler's DLLs
set(UF_LINK_CLANG -lpthread) # archives may follow each other in any order there
include("${CMAKE_CURRENT_LIST_DIR}/debian.cmake")
set(CMAKE_RC_COMPILER ${UF_TRIPLE}-windres)

find_program(UF_EMULATOR NAMES wine64 wine wine64-stable PATHS /usr/lib/wine)
if(UF_EMULATOR)
    set(CMAKE_CROSSCOMPILING_EMULATOR "${UF_EMULATOR}")
endif()
