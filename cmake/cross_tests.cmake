# What tests need where they are compiled for another system: GoogleTest from its source, as
# Debian's package googletest has it, and nlohmann-json, whose headers are for any system.
set(UF_GTEST_SOURCE "/usr/src/googletest/googletest" CACHE PATH "Source of GoogleTest")
include(cross_headers)
if(EXISTS "${UF_GTEST_SOURCE}/CMakeLists.txt")
    set(INSTALL_GTEST OFF)
    set(GTEST_HAS_ABSL OFF)
    add_subdirectory("${UF_GTEST_SOURCE}" "${PROJECT_BINARY_DIR}/gtest" EXCLUDE_FROM_ALL SYSTEM)
    if(CMAKE_SYSTEM_PROCESSOR MATCHES "^wasm") # what WASI has not
        target_compile_definitions(gtest PUBLIC GTEST_HAS_PTHREAD=0 GTEST_HAS_EXCEPTIONS=0
            GTEST_HAS_DEATH_TEST=0 GTEST_HAS_STREAM_REDIRECTION=0 GTEST_HAS_POSIX_RE=0)
        set_target_properties(gtest gtest_main PROPERTIES COMPILE_FLAGS "")
        target_compile_definitions(gtest PRIVATE _WASI_EMULATED_SIGNAL _WASI_EMULATED_MMAN
            _WASI_EMULATED_PROCESS_CLOCKS)
    endif()
    foreach(part gtest gtest_main)
        target_compile_options(${part} PRIVATE -O0) # a third of the time to compile it
        if(NOT TARGET GTest::${part})
            add_library(GTest::${part} ALIAS ${part})
        endif()
    endforeach()
    set(GTest_FOUND ON)
endif()
