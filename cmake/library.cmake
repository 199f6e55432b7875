# The library: every .cpp of src/, compiled once into objects that the static and the shared library
# share. In the profile tiny api/tiny.cpp stands for the engine and the C interface.
file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/*/*.cpp")
if(NOT UF_X64_ADX)
    list(FILTER sources EXCLUDE REGEX "/engine/x64_[a-z0-9]+\\.cpp$")
endif()
if(UF_TINY)
    list(FILTER sources EXCLUDE REGEX "/engine/(portable|word32)\\.cpp$")
    list(FILTER sources EXCLUDE REGEX
        "/api/(ufsecp|batch|msm|sign_check|silent|silent_scan|secp256k1)\\.cpp$")
    list(FILTER sources EXCLUDE REGEX "/hash/lanes_[a-z0-9]+\\.cpp$")
else()
    list(FILTER sources EXCLUDE REGEX "/api/tiny\\.cpp$")
endif()
if(UFSECP_GEN_WINDOW EQUAL 0)
    list(FILTER sources EXCLUDE REGEX "/mult/comb_var\\.cpp$")
endif()

# Where only tests are built, and another set compiles it: an engine that this processor cannot run
# is a name, which is never chosen.
if(NOT UFSECP_FOREIGN_ENGINES AND EXISTS /proc/cpuinfo)
    file(STRINGS /proc/cpuinfo cpu_flags REGEX "^flags" LIMIT_COUNT 1)
    foreach(engine "x64_ifma avx512ifma" "x64_avxifma avx_ifma" "x64_avx512 avx512dq" "x64_fma fma")
        separate_arguments(engine)
        list(POP_FRONT engine name flag)
        if(NOT cpu_flags MATCHES " ${flag}( |$)")
            file(CONFIGURE OUTPUT "${PROJECT_BINARY_DIR}/${name}.cpp" CONTENT
"#include \"engine/engine.h\"
namespace ufsecp {
constinit const engine ${name}_engine = [] {
    engine r{};
    r.name = \"${name}\";
    return r;
}();
}
")
            list(TRANSFORM sources REPLACE ".*/engine/${name}\\.cpp$"
                "${PROJECT_BINARY_DIR}/${name}.cpp")
        endif()
    endforeach()
endif()

# The multiples of the generator are computed at build time; the windows are options.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
function(uf_make_tables out)
    add_custom_command(OUTPUT "${out}" VERBATIM
        COMMAND ${Python3_EXECUTABLE} "${PROJECT_SOURCE_DIR}/tools/make_tables.py" --gen-window
        ${UFSECP_GEN_WINDOW}
            --odd-window ${UFSECP_ODD_WINDOW} ${ARGN} -o "${out}"
        DEPENDS "${PROJECT_SOURCE_DIR}/tools/make_tables.py")
endfunction()
uf_make_tables("${PROJECT_BINARY_DIR}/tables.cpp")
list(APPEND sources "${PROJECT_BINARY_DIR}/tables.cpp")

# What tests, benchmarks and the tool compile with to reach the internals in src/.
add_library(ufsecp_internal INTERFACE)
target_include_directories(ufsecp_internal INTERFACE "${PROJECT_SOURCE_DIR}/src"
    "${PROJECT_SOURCE_DIR}/include")
target_link_libraries(ufsecp_internal INTERFACE ufsecp_options)

# The kernels in assembly of x64_fma, where the object format is ELF; without them it has those of
# C++.
if(UF_X64_ADX AND SECP256K1_USE_LANES AND CMAKE_SYSTEM_NAME STREQUAL "Linux")
    # Their assembler is the C++ compiler, with its target and flags: a cross build's, and
    # -fcf-protection.
    set(CMAKE_ASM_COMPILER "${CMAKE_CXX_COMPILER}")
    set(CMAKE_ASM_COMPILER_TARGET "${CMAKE_CXX_COMPILER_TARGET}")
    set(CMAKE_ASM_FLAGS "${CMAKE_CXX_FLAGS}")
    enable_language(ASM)
    list(APPEND sources "${PROJECT_SOURCE_DIR}/src/lanes/kernels_x64_fma.S")
    target_compile_definitions(ufsecp_internal INTERFACE UF_HAVE_FMA_KERNELS)
endif()

set(UF_ADX_FLAGS -mbmi2 -madx -mavx2 -DUF_ADX)
add_library(ufsecp_objects OBJECT ${sources})
target_link_libraries(ufsecp_objects PRIVATE ufsecp_internal)
target_compile_options(ufsecp_objects PRIVATE -fno-exceptions -fno-rtti)
if(UF_TINY)
    # clang -Os still inlines what is marked inline; a section for each function lets the linker
    # drop what a program does not call.
    target_compile_options(ufsecp_objects PRIVATE $<IF:$<BOOL:${UF_CLANG}>,-Oz,-Os>
        -ffunction-sections -fdata-sections
        -fno-asynchronous-unwind-tables -fno-unwind-tables)
endif()
set_source_files_properties("${PROJECT_SOURCE_DIR}/src/engine/x64_adx.cpp" PROPERTIES
    COMPILE_OPTIONS "${UF_ADX_FLAGS}")
# Hashes side by side; whether the CPU has the instructions is asked at run time.
if(UF_X64 AND NOT UF_TINY)
    set(UF_AVX2_FLAGS -mavx2 -mbmi2)
    # clang spills vectors to where the stack happens to be, a cache line's border in three of four
    # calls, unless it aligns it itself.
    set(UF_AVX512_FLAGS ${UF_AVX2_FLAGS} -mavx512f -mavx512cd -mavx512bw -mavx512dq -mavx512vl
        -mstackrealign)
    set_source_files_properties("${PROJECT_SOURCE_DIR}/src/hash/lanes_avx2.cpp" PROPERTIES
        COMPILE_OPTIONS "${UF_AVX2_FLAGS}")
    set_source_files_properties("${PROJECT_SOURCE_DIR}/src/hash/lanes_avx512.cpp" PROPERTIES
        COMPILE_OPTIONS "${UF_AVX512_FLAGS}")
endif()
if(UF_X64_ADX)
    set_source_files_properties("${PROJECT_SOURCE_DIR}/src/engine/x64_avx512.cpp" PROPERTIES
        COMPILE_OPTIONS
        "${UF_ADX_FLAGS};${UF_AVX512_FLAGS}")
    set_source_files_properties("${PROJECT_SOURCE_DIR}/src/engine/x64_ifma.cpp" PROPERTIES
        COMPILE_OPTIONS
        "${UF_ADX_FLAGS};${UF_AVX512_FLAGS};-mavx512ifma;-mavx512vbmi2")
    # For g++: without -fno-tree-ter, by which it keeps to the order of the text, it sums the
    # columns of a product as late as it can and spills the operands; without -fpeel-loops it keeps
    # vectors of two registers in memory. -O3 is no faster, and takes it four times as long.
    set(for_gcc "$<$<NOT:$<BOOL:${UF_CLANG}>>:-fno-tree-ter;-O2;-fpeel-loops>")
    set_source_files_properties("${PROJECT_SOURCE_DIR}/src/engine/x64_fma.cpp" PROPERTIES
        COMPILE_OPTIONS "${UF_ADX_FLAGS};-mfma;-frounding-math;-mstackrealign;${for_gcc}")
    if(UF_KNOWS_AVXIFMA)
        set_source_files_properties("${PROJECT_SOURCE_DIR}/src/engine/x64_avxifma.cpp" PROPERTIES
            COMPILE_OPTIONS
            "${UF_ADX_FLAGS};-mavxifma;-mstackrealign")
    endif()
endif()
# Where there are no shared libraries, nobody sets up the table of addresses through which
# position-independent code finds its constants.
get_property(shared_libraries GLOBAL PROPERTY TARGET_SUPPORTS_SHARED_LIBS)
set_target_properties(ufsecp_objects PROPERTIES
    POSITION_INDEPENDENT_CODE ${shared_libraries} CXX_VISIBILITY_PRESET hidden
    VISIBILITY_INLINES_HIDDEN ON)

add_library(ufsecp STATIC $<TARGET_OBJECTS:ufsecp_objects>)
set(libraries ufsecp)
if(SECP256K1_BUILD_SHARED)
    add_library(ufsecp_shared SHARED $<TARGET_OBJECTS:ufsecp_objects>)
    set_target_properties(ufsecp_shared PROPERTIES OUTPUT_NAME ufsecp EXPORT_NAME ufsecp_shared
        VERSION ${PROJECT_VERSION} SOVERSION ${PROJECT_VERSION_MAJOR})
    list(APPEND libraries ufsecp_shared)
endif()
foreach(library ${libraries})
    target_include_directories(${library} PUBLIC
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/include>
        $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
    target_compile_features(${library} INTERFACE cxx_std_20)
    target_link_libraries(${library} PRIVATE $<BUILD_INTERFACE:ufsecp_options>)
    if(UF_THREADS)
        target_link_libraries(${library} PRIVATE Threads::Threads)
    endif()
    if(UF_TINY)
        target_link_options(${library} INTERFACE -Wl,--gc-sections)
    endif()
    set_target_properties(${library} PROPERTIES LINKER_LANGUAGE CXX)
    add_library(ufsecp::${library} ALIAS ${library})
endforeach()

# Engines of GPUs, where they are wanted.
include(gpu)
