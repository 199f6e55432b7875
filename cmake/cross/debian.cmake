# What the tool chains share for which Debian has a C library: clang, or the g++ that Debian has for
# them (UF_CROSS_GCC=ON).
#
# Its includer sets UF_TRIPLE, the name that Debian has for the system, UF_GCC_SUFFIX, the end of
# the names of its g++ and gcc, UF_LINK, flags of links, and UF_LINK_CLANG, more of them for clang.
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES UF_CROSS_GCC)
if(NOT UF_CROSS_GCC)
    include("${CMAKE_CURRENT_LIST_DIR}/../clang.cmake")
endif()
set(link ${UF_LINK})
if(CMAKE_CXX_COMPILER MATCHES "clang")
    set(CMAKE_CXX_COMPILER_TARGET ${UF_TRIPLE})
    set(CMAKE_C_COMPILER_TARGET ${UF_TRIPLE})
    set(link "-fuse-ld=lld ${UF_LINK_CLANG} ${UF_LINK}")
else()
    set(CMAKE_CXX_COMPILER ${UF_TRIPLE}-g++${UF_GCC_SUFFIX})
    set(CMAKE_C_COMPILER ${UF_TRIPLE}-gcc${UF_GCC_SUFFIX})
endif()
foreach(kind EXE SHARED MODULE)
    set(CMAKE_${kind}_LINKER_FLAGS_INIT "${link}")
endforeach()
set(UF_SYSROOT "/usr/${UF_TRIPLE}")
set(CMAKE_FIND_ROOT_PATH "${UF_SYSROOT}")
include("${CMAKE_CURRENT_LIST_DIR}/packages.cmake")
