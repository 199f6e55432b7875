# How tests are declared (test/CMakeLists.txt has the list) and which of them a build has.
#
#   uf_variant(NAME [FLAGS flag...] [IF variable...] [CPU flag...] [ORDER n] [LABELS label...])
# declares a set of compiler flags. The tests with these flags are left out unless all variables are
# true. Where /proc/cpuinfo lacks one of the CPU flags, the program is there, but neither built by
# default nor a test (tools/emulated_tests.py builds and runs it). ORDER: tables of that small group
# take the place of the library's.
#
#   uf_test(NAME [SOURCES file...] [LINKS part...] [VARIANTS variant...] [LABELS label...]
#           [CALLS_ONLY] [OWN_MAIN] [OWN_VALGRIND])
# declares one program, or one for each variant, and a ctest test for each program.
#   SOURCES       NAME.cpp unless given
#   LINKS         what it is linked with or needs; where that is absent, the test is left out:
#                 peer (libsecp256k1), peer_shared (its shared library, for dlopen, and headers),
#                 compat (our library in its place), compat_shared (that for dlopen),
#                 gpu (the GPU engines), host_device (and a GPU made of host
#                 code), metal (Metal's host side on a made-up device), metal_if_built (the same,
#                 but the test is there without it too), windows (tables of windows of G)
#   VARIANTS      `VARIANT` or `NAME: word...`, where a word is a flag or a variant whose flags are
#                 added; the program is called <test>_<NAME>
#   LABELS        `label`, or `label: variant...` for some of the variants
#   CALLS_ONLY    it only calls the library: its own code is compiled with -O0
#   OWN_MAIN      it is a program without GoogleTest; the taint checkers run no others, as they take
#                 libraries that they did not instrument for leaks
#   OWN_VALGRIND  it is not run under valgrind where the others are
# Exit code 77 means that a test was skipped. What needs libsecp256k1 and has none is a test that is
# skipped, too.
#
#   uf_script(NAME COMMAND word... [LINKS peer] [LABELS label...] [ENVIRONMENT text...]
#             [TIMEOUT seconds] [LONG])
# declares a test that is a command. LONG: it takes long, so that ctest starts it first.
#
#   uf_python_test(NAME [LABELS label...] [ENVIRONMENT text...] [TIMEOUT seconds])
# declares NAME.py, a test of label `once`, which finds the built command line tool in UFSECP_TOOL.
#
# A word that none of these knows is an error of the configuration (test/declarations_test.py), and
# so is a label that is not one of these; test/CMakeLists.txt says what each means:
set(UF_LABELS unit calls lanes gpu secret peer once slow weekly checked races compiler
    one-compiler unsanitized any-build word32 tiny threads taint emulated windows riscv)
set(UF_LINKS peer peer_shared compat compat_shared gpu host_device metal metal_if_built windows)
set(UFSECP_TEST_ONLY "" CACHE STRING "Only the tests with one of these labels; empty: all")
set(UFSECP_TEST_WITHOUT "" CACHE STRING "Not the tests with one of these labels")
set(UFSECP_TEST_LEAVE "" CACHE STRING "Nor those with one of these: left to another run")

set(UF_TAINT OFF)
if(UFSECP_CT_VALGRIND OR UFSECP_SANITIZE MATCHES "memory")
    set(UF_TAINT ON)
endif()

# What variants depend on (IF).
set(UF_TEST_AVX OFF)
if(UF_X64 AND SECP256K1_USE_ASM)
    set(UF_TEST_AVX ON)
endif()
set(UF_TEST_LANES ${UF_TEST_AVX}) # valgrind has no AVX-512
if(UFSECP_CT_VALGRIND)
    set(UF_TEST_LANES OFF)
endif()

set(cpu_flags)
if(EXISTS /proc/cpuinfo)
    file(STRINGS /proc/cpuinfo cpu_flags REGEX "^flags" LIMIT_COUNT 1)
    string(REPLACE " " ";" cpu_flags "${cpu_flags}")
endif()

# The tool, for tests; where it is for another system, a script that starts it.
if(SECP256K1_BUILD_CLI)
    set(UF_TOOL "$<TARGET_FILE:ufsecp_cli>")
    if(CMAKE_CROSSCOMPILING)
        list(JOIN CMAKE_CROSSCOMPILING_EMULATOR " " emulator)
        file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/run_tool" CONTENT
            "#!/bin/sh\nWINEDEBUG=-all exec ${emulator} \"${UF_TOOL}\" \"$@\"\n"
            FILE_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE)
        set(UF_TOOL "${PROJECT_BINARY_DIR}/run_tool")
    endif()
endif()

# `make test` builds what this target depends on.
add_custom_target(quick_tests)
set(UF_PROGRAMS "${PROJECT_BINARY_DIR}/programs.txt") # each with its labels
file(WRITE "${UF_PROGRAMS}" "")
set_property(GLOBAL PROPERTY UF_TESTED "")

# An error unless each of the words stands in the list that follows them.
function(uf_known where what words)
    foreach(word ${words})
        if(NOT word IN_LIST ARGN)
            message(FATAL_ERROR "${where}: there is no ${what} \"${word}\"")
        endif()
    endforeach()
endfunction()

# An error if an argument was not understood, or lacks its value.
function(uf_understood where unknown without_value)
    if(unknown)
        message(FATAL_ERROR "${where}: what is ${unknown}?")
    endif()
    if(without_value)
        message(FATAL_ERROR "${where}: ${without_value} has no value")
    endif()
endfunction()

uf_known(UFSECP_TEST_ONLY label "${UFSECP_TEST_ONLY}" ${UF_LABELS})
uf_known(UFSECP_TEST_WITHOUT label "${UFSECP_TEST_WITHOUT}" ${UF_LABELS})
uf_known(UFSECP_TEST_LEAVE label "${UFSECP_TEST_LEAVE}" ${UF_LABELS})

function(uf_variant name)
    cmake_parse_arguments(variant "" "ORDER" "FLAGS;IF;CPU;LABELS" ${ARGN})
    set(where "uf_variant(${name})")
    uf_understood("${where}" "${variant_UNPARSED_ARGUMENTS}" "${variant_KEYWORDS_MISSING_VALUES}")
    uf_known("${where}" label "${variant_LABELS}" ${UF_LABELS})
    foreach(condition ${variant_IF})
        if(NOT DEFINED ${condition})
            message(FATAL_ERROR "${where}: there is no variable \"${condition}\"")
        endif()
    endforeach()
    foreach(part FLAGS IF CPU LABELS ORDER)
        set(uf_variant_${name}_${part} "${variant_${part}}" PARENT_SCOPE)
    endforeach()
    set(uf_variants ${uf_variants} ${name} PARENT_SCOPE)
endfunction()

# ON in out if a build with these labels has the test.
function(uf_selected labels out)
    set(selected ON)
    if(UFSECP_TEST_ONLY)
        set(selected OFF)
    endif()
    foreach(label ${labels})
        if(label IN_LIST UFSECP_TEST_ONLY)
            set(selected ON)
        endif()
    endforeach()
    foreach(label ${labels})
        if(label IN_LIST UFSECP_TEST_WITHOUT OR label IN_LIST UFSECP_TEST_LEAVE)
            set(selected OFF)
        endif()
    endforeach()
    set(${out} ${selected} PARENT_SCOPE)
endfunction()

# The headers of GoogleTest and of JSON are read once for all programs of one kind: `callers`, which
# are compiled with -O0, and `others`. g++ gains nothing from it.
function(uf_precompile name kind)
    set(headers "uf_headers_${kind}")
    if(NOT TARGET ${headers})
        file(WRITE "${CMAKE_CURRENT_BINARY_DIR}/${headers}.cpp" "")
        add_library(${headers} OBJECT EXCLUDE_FROM_ALL
            "${CMAKE_CURRENT_BINARY_DIR}/${headers}.cpp")
        target_compile_options(${headers} PRIVATE -Wno-psabi)
        if(kind STREQUAL "callers")
            target_compile_options(${headers} PRIVATE -O0)
        endif()
        target_link_libraries(${headers} PRIVATE ufsecp_internal ufsecp
            $<TARGET_NAME_IF_EXISTS:Threads::Threads> GTest::gtest nlohmann_json::nlohmann_json)
        target_precompile_headers(${headers} PRIVATE <gtest/gtest.h> <nlohmann/json.hpp>)
    endif()
    target_precompile_headers(${name} REUSE_FROM ${headers})
endfunction()

# Stands for a test that needs libsecp256k1 where it is not there.
function(uf_without_peer name labels)
    set(why "skipped: needs libsecp256k1, which tools/fetch_peer.sh fetches")
    add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} -E echo "${why}")
    set_tests_properties(${name} PROPERTIES LABELS "${labels}" SKIP_REGULAR_EXPRESSION "^skipped:")
endfunction()

function(uf_test test)
    cmake_parse_arguments(test "CALLS_ONLY;OWN_MAIN;OWN_VALGRIND" ""
        "SOURCES;LINKS;VARIANTS;LABELS" ${ARGN})
    set(where "uf_test(${test})")
    uf_understood("${where}" "${test_UNPARSED_ARGUMENTS}" "${test_KEYWORDS_MISSING_VALUES}")
    uf_known("${where}" "part to link with" "${test_LINKS}" ${UF_LINKS})
    string(REGEX REPLACE ":[^;]*" "" variants "${test_VARIANTS}")
    foreach(label ${test_LABELS})
        string(REGEX MATCH "^([^:]*)(:(.*))?$" match "${label}")
        set(some "${CMAKE_MATCH_3}")
        uf_known("${where}" label "${CMAKE_MATCH_1}" ${UF_LABELS})
        separate_arguments(some UNIX_COMMAND "${some}")
        uf_known("${where}" variant "${some}" ${variants})
    endforeach()
    if(NOT test_SOURCES)
        set(test_SOURCES ${test}.cpp)
    endif()
    set_property(GLOBAL APPEND PROPERTY UF_TESTED ${test_SOURCES})
    if((UF_TAINT AND NOT test_OWN_MAIN)
        OR ("gpu" IN_LIST test_LINKS AND NOT SECP256K1_USE_GPU)
        OR ("host_device" IN_LIST test_LINKS AND NOT SECP256K1_USE_GPU)
        OR ("metal" IN_LIST test_LINKS AND NOT TARGET metal_runtime)
        OR (test_LINKS MATCHES "compat" AND NOT TARGET compat_shared)
        OR ("windows" IN_LIST test_LINKS AND UFSECP_GEN_WINDOW EQUAL 0))
        return()
    endif()
    if(NOT test_VARIANTS)
        uf_test_program(${test} "" "")
    endif()
    foreach(variant ${test_VARIANTS})
        string(REGEX MATCH "^([a-z0-9_]+)(:(.*))?$" match "${variant}")
        set(name "${CMAKE_MATCH_1}")
        separate_arguments(words UNIX_COMMAND "${CMAKE_MATCH_3}")
        if(name IN_LIST uf_variants)
            list(PREPEND words ${name})
        elseif(NOT match OR NOT variant MATCHES ":")
            message(FATAL_ERROR "${where}: there is no variant \"${variant}\"")
        endif()
        foreach(word ${words})
            if(NOT word MATCHES "^-")
                uf_known("${where}" variant "${word}" ${uf_variants})
            endif()
        endforeach()
        uf_test_program(${test}_${name} ${name} "${words}")
    endforeach()
endfunction()

# One program of uf_test, whose arguments are test_...
function(uf_test_program name variant words)
    set(flags)
    set(labels)
    set(order)
    set(foreign)
    foreach(word ${words})
        if(NOT word IN_LIST uf_variants)
            list(APPEND flags ${word})
            continue()
        endif()
        foreach(condition ${uf_variant_${word}_IF})
            if(NOT ${condition})
                return()
            endif()
        endforeach()
        foreach(flag ${uf_variant_${word}_CPU})
            if(cpu_flags AND NOT flag IN_LIST cpu_flags)
                set(foreign EXCLUDE_FROM_ALL)
            endif()
        endforeach()
        list(APPEND flags ${uf_variant_${word}_FLAGS})
        list(APPEND labels ${uf_variant_${word}_LABELS})
        list(APPEND order ${uf_variant_${word}_ORDER})
    endforeach()
    foreach(label ${test_LABELS})
        string(REGEX MATCH "^([a-z0-9-]+)(: *(.*))?$" match "${label}")
        set(label ${CMAKE_MATCH_1})
        separate_arguments(some UNIX_COMMAND "${CMAKE_MATCH_3}")
        if(NOT some OR variant IN_LIST some)
            list(APPEND labels ${label})
        endif()
    endforeach()
    list(REMOVE_DUPLICATES labels)
    uf_selected("${labels}" selected)
    if(NOT selected)
        return()
    endif()

    if(test_LINKS MATCHES "peer" AND NOT UF_HAVE_PEER)
        uf_without_peer(${name} "${labels}")
        return()
    endif()
    if(foreign)
        message(STATUS "${name}: left out, this processor lacks its instructions")
    endif()
    add_executable(${name} ${foreign} ${test_SOURCES})
    string(JOIN " " line ${name} ${labels})
    file(APPEND "${UF_PROGRAMS}" "${line}\n")
    target_include_directories(${name} PRIVATE "${CMAKE_CURRENT_SOURCE_DIR}")
    target_compile_definitions(${name} PRIVATE "UF_SOURCE_DIR=\"${PROJECT_SOURCE_DIR}\""
        "UF_VECTORS_DIR=\"${PROJECT_SOURCE_DIR}/test/vectors\""
        $<$<BOOL:${CMAKE_CROSSCOMPILING}>:UF_TEST_CROSS>)
    set(kind)
    if(test_CALLS_ONLY AND NOT flags)
        set(kind callers)
        set(flags -O0)
    elseif(NOT flags MATCHES "-[mO]")
        set(kind others)
    endif()
    if(kind AND UF_CLANG AND NOT test_OWN_MAIN)
        uf_precompile(${name} ${kind})
    endif()
    # A portable variant has vectors wider than its registers; nothing else is linked that could
    # pass them otherwise.
    target_compile_options(${name} PRIVATE -Wno-psabi ${flags})
    if(UFSECP_SANITIZE MATCHES "memory")
        # Strings are then code of this program, which MSan can follow, and not of the standard
        # library's.
        target_compile_definitions(${name} PRIVATE _GLIBCXX_EXTERN_TEMPLATE=0)
    endif()
    if(order)
        set(tables "${CMAKE_CURRENT_BINARY_DIR}/${name}_tables.cpp")
        uf_make_tables("${tables}" --small-order ${order})
        target_sources(${name} PRIVATE "${tables}")
        set_source_files_properties("${tables}" PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
    endif()
    target_link_libraries(${name} PRIVATE ufsecp_internal ufsecp
        $<TARGET_NAME_IF_EXISTS:Threads::Threads>)
    if(NOT test_OWN_MAIN)
        target_link_libraries(${name} PRIVATE GTest::gtest GTest::gtest_main
            nlohmann_json::nlohmann_json)
    endif()
    if("peer" IN_LIST test_LINKS)
        target_link_libraries(${name} PRIVATE peer_libsecp256k1)
    endif()
    if("peer_shared" IN_LIST test_LINKS)
        add_dependencies(${name} peer_libsecp256k1_shared)
        target_include_directories(${name} SYSTEM PRIVATE "${UF_PEER_DIR}/include")
        target_compile_definitions(${name} PRIVATE
            "UF_PEER_LIBRARY=\"$<TARGET_FILE:peer_libsecp256k1_shared>\"")
    endif()
    if("compat" IN_LIST test_LINKS)
        target_link_libraries(${name} PRIVATE compat_static)
    endif()
    if("compat_shared" IN_LIST test_LINKS)
        add_dependencies(${name} compat_shared)
        target_compile_definitions(${name} PRIVATE
            "UF_COMPAT_LIBRARY=\"$<TARGET_FILE:compat_shared>\"")
    endif()
    if("host_device" IN_LIST test_LINKS)
        if(NOT TARGET host_device)
            add_library(host_device OBJECT EXCLUDE_FROM_ALL gpu_host_device.cpp)
            target_link_libraries(host_device PRIVATE ufsecp_internal)
            target_compile_options(host_device PRIVATE -Wno-psabi "$<$<CONFIG:Release>:-O3>")
        endif()
        target_sources(${name} PRIVATE $<TARGET_OBJECTS:host_device>)
    endif()
    if(test_LINKS MATCHES "metal" AND TARGET metal_runtime)
        target_link_libraries(${name} PRIVATE metal_runtime)
        target_compile_definitions(${name} PRIVATE UF_METAL_RUNTIME)
    endif()
    if(foreign)
        return()
    endif()

    set(runner ${CMAKE_CROSSCOMPILING_EMULATOR})
    if(UFSECP_CT_VALGRIND AND NOT test_OWN_VALGRIND)
        set(runner valgrind --quiet --error-exitcode=1 --track-origins=yes)
    endif()
    add_test(NAME ${name} COMMAND ${runner} $<TARGET_FILE:${name}>
        WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}")
    set(timeout 3600) # the weekly run's slow tests, on cores that others use as well
    if(NOT "slow" IN_LIST labels)
        set(timeout 1200)
        add_dependencies(quick_tests ${name})
    endif()
    set_tests_properties(${name} PROPERTIES
        LABELS "${labels}" SKIP_RETURN_CODE 77 TIMEOUT ${timeout})
endfunction()

function(uf_script name)
    cmake_parse_arguments(script "LONG" "TIMEOUT" "COMMAND;LINKS;LABELS;ENVIRONMENT" ${ARGN})
    set(where "uf_script(${name})")
    uf_understood("${where}" "${script_UNPARSED_ARGUMENTS}" "${script_KEYWORDS_MISSING_VALUES}")
    uf_known("${where}" label "${script_LABELS}" ${UF_LABELS})
    uf_known("${where}" "part to link with" "${script_LINKS}" peer)
    if("${script_COMMAND}" STREQUAL "")
        message(FATAL_ERROR "${where}: there is no COMMAND")
    endif()
    uf_selected("${script_LABELS}" selected)
    if(NOT selected)
        return()
    endif()
    if("peer" IN_LIST script_LINKS AND NOT UF_HAVE_PEER)
        uf_without_peer(${name} "${script_LABELS}")
        return()
    endif()
    if(NOT script_TIMEOUT)
        set(script_TIMEOUT 600)
    endif()
    add_test(NAME ${name} COMMAND ${script_COMMAND} WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
        COMMAND_EXPAND_LISTS)
    set_tests_properties(${name} PROPERTIES LABELS "${script_LABELS}"
        ENVIRONMENT "${script_ENVIRONMENT}" TIMEOUT ${script_TIMEOUT} SKIP_RETURN_CODE 77)
    if(script_LONG)
        set_tests_properties(${name} PROPERTIES COST 100)
    endif()
endfunction()

function(uf_python_test name)
    cmake_parse_arguments(python "" "TIMEOUT" "LABELS;ENVIRONMENT" ${ARGN})
    uf_understood("uf_python_test(${name})"
        "${python_UNPARSED_ARGUMENTS}" "${python_KEYWORDS_MISSING_VALUES}")
    set_property(GLOBAL APPEND PROPERTY UF_TESTED ${name}.py)
    set(environment ${python_ENVIRONMENT})
    if(SECP256K1_BUILD_CLI)
        list(APPEND environment "UFSECP_TOOL=${UF_TOOL}")
    endif()
    if(WIN32)
        list(APPEND environment UFSECP_TOOL_SYSTEM=windows)
    endif()
    if(environment)
        list(PREPEND environment ENVIRONMENT)
    endif()
    if(python_TIMEOUT)
        list(PREPEND environment TIMEOUT ${python_TIMEOUT})
    endif()
    uf_script(${name} LONG LABELS once ${python_LABELS} ${environment}
        COMMAND ${Python3_EXECUTABLE} "${CMAKE_CURRENT_SOURCE_DIR}/${name}.py")
endfunction()

# A test file that no line declares would never run: it is an error.
function(uf_all_declared)
    file(GLOB files CONFIGURE_DEPENDS RELATIVE "${CMAKE_CURRENT_SOURCE_DIR}" *_test.cpp *_test.py)
    get_property(tested GLOBAL PROPERTY UF_TESTED)
    foreach(file ${files})
        if(NOT file IN_LIST tested)
            message(FATAL_ERROR "test/${file} is in no line of test/CMakeLists.txt")
        endif()
    endforeach()
endfunction()
