# What tests need where they are compiled for another system: GoogleTest from its source, as
# Debian's package googletest has it, and nlohmann-json, whose headers are for any system.
set(UF_GTEST_SOURCE "/usr/src/googletest/googletest" CACHE PATH "Source of GoogleTest")
find_path(UF_JSON_HEADERS nlohmann/json.hpp PATHS /usr/include /usr/local/include
    NO_CMAKE_FIND_ROOT_PATH)
mark_as_advanced(UF_JSON_HEADERS)
if(EXISTS "${UF_GTEST_SOURCE}/CMakeLists.txt" AND UF_JSON_HEADERS)
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
        if(NOT TARGET GTest::${part})
            add_library(GTest::${part} ALIAS ${part})
        endif()
    endforeach()
    set(GTest_FOUND ON)
    # A folder of its own: the one that it lies in has the C library of this system too.
    set(headers "${PROJECT_BINARY_DIR}/headers")
    file(MAKE_DIRECTORY "${headers}")
    file(CREATE_LINK "${UF_JSON_HEADERS}/nlohmann" "${headers}/nlohmann" SYMBOLIC)
    add_library(nlohmann_json INTERFACE)
    target_include_directories(nlohmann_json SYSTEM INTERFACE "${headers}")
    add_library(nlohmann_json::nlohmann_json ALIAS nlohmann_json)
    set(nlohmann_json_FOUND ON)
endif()
