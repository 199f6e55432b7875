# What the command line tool needs where it is compiled for another system: the headers of CLI11 and
# nlohmann-json, and simdjson and zstd from their sources, which tools/fetch_tool_sources.sh
# fetches.
include(cross_headers)
set(fetched "${PROJECT_SOURCE_DIR}/build/tool_sources")
if(NOT simdjson_FOUND AND EXISTS "${fetched}/simdjson/simdjson.cpp")
    add_library(uf_simdjson STATIC "${fetched}/simdjson/simdjson.cpp")
    target_include_directories(uf_simdjson SYSTEM PUBLIC "${fetched}/simdjson")
    target_compile_features(uf_simdjson PUBLIC cxx_std_20)
    add_library(simdjson::simdjson ALIAS uf_simdjson)
    set(simdjson_FOUND ON)
endif()
if(NOT zstd_FOUND AND EXISTS "${fetched}/zstd/zstd.c")
    enable_language(C)
    add_library(uf_zstd STATIC "${fetched}/zstd/zstd.c")
    target_include_directories(uf_zstd SYSTEM PUBLIC "${fetched}/zstd")
    target_compile_definitions(uf_zstd PRIVATE ZSTD_DISABLE_ASM=1)
    add_library(zstd::libzstd ALIAS uf_zstd)
    set(zstd_FOUND ON)
endif()
# macOS has zlib itself: its header is the same for every system, and the linker needs no more than
# the names of the functions that the tool calls.
if(NOT ZLIB_FOUND AND CMAKE_SYSTEM_NAME STREQUAL "Darwin")
    find_path(UF_ZLIB_HEADERS zlib.h PATHS /usr/include NO_CMAKE_FIND_ROOT_PATH)
    mark_as_advanced(UF_ZLIB_HEADERS)
    if(UF_ZLIB_HEADERS)
        set(headers "${PROJECT_BINARY_DIR}/zlib")
        file(MAKE_DIRECTORY "${headers}")
        foreach(header zlib.h zconf.h)
            file(CREATE_LINK "${UF_ZLIB_HEADERS}/${header}" "${headers}/${header}" SYMBOLIC)
        endforeach()
        file(WRITE "${headers}/libz.tbd" "--- !tapi-tbd\n"
            "tbd-version: 4\n"
            "targets: [ x86_64-macos, arm64-macos ]\n"
            "install-name: '/usr/lib/libz.1.dylib'\n"
            "exports:\n"
            "  - targets: [ x86_64-macos, arm64-macos ]\n"
            "    symbols: [ _inflate, _inflateEnd, _inflateInit2_, _inflateReset ]\n"
            "...\n")
        add_library(uf_zlib INTERFACE)
        target_include_directories(uf_zlib SYSTEM INTERFACE "${headers}")
        target_link_libraries(uf_zlib INTERFACE "${headers}/libz.tbd")
        add_library(ZLIB::ZLIB ALIAS uf_zlib)
        set(ZLIB_FOUND ON)
    endif()
endif()
