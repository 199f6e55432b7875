# The peer of the benchmarks and differential tests: libsecp256k1, fetched by tools/fetch_peer.sh,
# built with our compiler and flags.
set(UF_PEER_DIR "${PROJECT_SOURCE_DIR}/build/peer/libsecp256k1" CACHE PATH
    "Source of libsecp256k1 (tools/fetch_peer.sh puts it here)")
set(UF_HAVE_PEER OFF)
if(NOT EXISTS "${UF_PEER_DIR}/src/secp256k1.c")
    message(STATUS
        "libsecp256k1 is not in ${UF_PEER_DIR}: comparisons with it are left out "
        "(tools/fetch_peer.sh fetches it)")
    return()
endif()
set(UF_HAVE_PEER ON)
if(NOT CMAKE_C_COMPILER AND NOT DEFINED ENV{CC})
    string(REGEX REPLACE "clang\\+\\+" "clang" CMAKE_C_COMPILER "${CMAKE_CXX_COMPILER}")
    string(REGEX REPLACE "g\\+\\+" "gcc" CMAKE_C_COMPILER "${CMAKE_C_COMPILER}")
    if(CMAKE_C_COMPILER STREQUAL CMAKE_CXX_COMPILER) # c++ and other names: CMake looks by itself
        unset(CMAKE_C_COMPILER)
    endif()
endif()
enable_language(C)
if(NOT CMAKE_C_COMPILER_ID STREQUAL CMAKE_CXX_COMPILER_ID OR NOT CMAKE_C_COMPILER_VERSION STREQUAL
    CMAKE_CXX_COMPILER_VERSION)
    message(FATAL_ERROR
        "a fair comparison needs one compiler: C is ${CMAKE_C_COMPILER} "
        "(${CMAKE_C_COMPILER_VERSION}), "
        "C++ is ${CMAKE_CXX_COMPILER} (${CMAKE_CXX_COMPILER_VERSION}); pass a matching "
        "-DCMAKE_C_COMPILER")
endif()

# For the one file of bench/vs that reaches the peer's internals by including its src/secp256k1.c:
# paths, settings and tables.
add_library(peer_libsecp256k1_source INTERFACE)
target_include_directories(peer_libsecp256k1_source SYSTEM INTERFACE "${UF_PEER_DIR}"
    "${UF_PEER_DIR}/include" "${UF_PEER_DIR}/src")
target_compile_definitions(peer_libsecp256k1_source INTERFACE
    ECMULT_WINDOW_SIZE=15 COMB_BLOCKS=43 COMB_TEETH=6 ENABLE_MODULE_ECDH=1 ENABLE_MODULE_RECOVERY=1
    ENABLE_MODULE_EXTRAKEYS=1 ENABLE_MODULE_SCHNORRSIG=1 ENABLE_MODULE_ELLSWIFT=1
    ENABLE_MODULE_MUSIG=1 ENABLE_MODULE_SILENTPAYMENTS=1 SECP256K1_STATIC
    SECP256K1_NO_API_VISIBILITY_ATTRIBUTES
    $<$<AND:$<BOOL:${UF_X64}>,$<BOOL:${SECP256K1_USE_ASM}>>:USE_ASM_X86_64=1>)
add_library(peer_libsecp256k1_tables STATIC EXCLUDE_FROM_ALL
    "${UF_PEER_DIR}/src/precomputed_ecmult.c" "${UF_PEER_DIR}/src/precomputed_ecmult_gen.c")
target_link_libraries(peer_libsecp256k1_tables PRIVATE peer_libsecp256k1_source)
target_link_libraries(peer_libsecp256k1_source INTERFACE peer_libsecp256k1_tables)

# For everything else: the peer as its users link it.
add_library(peer_libsecp256k1 STATIC EXCLUDE_FROM_ALL "${UF_PEER_DIR}/src/secp256k1.c")
target_link_libraries(peer_libsecp256k1 PRIVATE peer_libsecp256k1_source)
target_include_directories(peer_libsecp256k1 SYSTEM INTERFACE "${UF_PEER_DIR}/include")
target_compile_definitions(peer_libsecp256k1 INTERFACE SECP256K1_STATIC)
# And as programs load it.
add_library(peer_libsecp256k1_shared SHARED EXCLUDE_FROM_ALL "${UF_PEER_DIR}/src/secp256k1.c"
    "${UF_PEER_DIR}/src/precomputed_ecmult.c" "${UF_PEER_DIR}/src/precomputed_ecmult_gen.c")
get_target_property(peer_settings peer_libsecp256k1_source INTERFACE_COMPILE_DEFINITIONS)
list(REMOVE_ITEM peer_settings SECP256K1_STATIC SECP256K1_NO_API_VISIBILITY_ATTRIBUTES)
target_compile_definitions(peer_libsecp256k1_shared PRIVATE ${peer_settings})
target_include_directories(peer_libsecp256k1_shared PRIVATE "${UF_PEER_DIR}"
    "${UF_PEER_DIR}/include" "${UF_PEER_DIR}/src")
set_target_properties(peer_libsecp256k1_shared PROPERTIES OUTPUT_NAME peer_secp256k1
    C_VISIBILITY_PRESET hidden DEFINE_SYMBOL SECP256K1_DLL_EXPORT)
foreach(part peer_libsecp256k1 peer_libsecp256k1_tables)
    target_compile_options(${part} PRIVATE ${pgo})
endforeach()
set_target_properties(peer_libsecp256k1 peer_libsecp256k1_tables PROPERTIES C_VISIBILITY_PRESET
    hidden)
