# The library: every .cpp of src/, compiled once into objects that the static and the shared library
# share. With one engine api/one_engine.cpp stands for it and the C interface, but for the files
# that use the heap: a program that calls none of them runs without one.
file(GLOB sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/*/*.cpp")
if(NOT UF_X64_ADX)
    list(FILTER sources EXCLUDE REGEX "/engine/x64_[a-z0-9]+\\.cpp$")
endif()
if(NOT UF_A64)
    list(FILTER sources EXCLUDE REGEX "/engine/a64\\.cpp$")
endif()
if(NOT UF_RV64)
    list(FILTER sources EXCLUDE REGEX "/(engine/rv64[a-z0-9_]*|hash/sha256_zbb)\\.cpp$")
endif()
if(UF_ONE_ENGINE)
    list(FILTER sources EXCLUDE REGEX "/engine/(portable|word32)\\.cpp$")
    set(in_one adaptor batch bip32 frost items msm musig prepared sign_check silent ufsecp)
    if(UF_TINY)
        list(APPEND in_one secp256k1 silent_scan) # this profile has neither
    endif()
    list(JOIN in_one "|" in_one)
    list(FILTER sources EXCLUDE REGEX "/api/(${in_one})\\.cpp$")
else()
    list(FILTER sources EXCLUDE REGEX "/api/one_engine\\.cpp$")
endif()
if(UF_TINY)
    list(FILTER sources EXCLUDE REGEX "/hash/lanes_[a-z0-9]+\\.cpp$")
endif()
if(UFSECP_GEN_WINDOW EQUAL 0)
    list(FILTER sources EXCLUDE REGEX "/mult/comb_var\\.cpp$")
endif()

# Without UFSECP_FOREIGN_ENGINES, an engine that this processor cannot run has a name and no
# functions, and is never chosen: for sets of tests beside others, and for verdicts soon.
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

# What Python generates. The archive of a release has it in generated/ (tools/release.py): there
# Python is not needed for the profiles tiny and default, unless other windows are asked for. What
# lies there is taken as it is.
set(UF_GENERATED "${PROJECT_SOURCE_DIR}/generated")
if(EXISTS "${UF_GENERATED}")
    find_package(Python3 COMPONENTS Interpreter)
else()
    find_package(Python3 REQUIRED COMPONENTS Interpreter)
endif()
function(uf_generate out name)
    if(EXISTS "${UF_GENERATED}/${name}")
        add_custom_command(OUTPUT "${out}" VERBATIM DEPENDS "${UF_GENERATED}/${name}"
            COMMAND ${CMAKE_COMMAND} -E copy "${UF_GENERATED}/${name}" "${out}")
    elseif(NOT Python3_EXECUTABLE)
        message(FATAL_ERROR "this release lacks generated/${name}: Python 3 is needed to build "
            "the profile max, other windows than a profile's, and tests")
    else()
        list(POP_FRONT ARGN script)
        add_custom_command(OUTPUT "${out}" VERBATIM COMMAND_EXPAND_LISTS
            COMMAND ${Python3_EXECUTABLE} "${PROJECT_SOURCE_DIR}/tools/${script}" ${ARGN}
            DEPENDS "${PROJECT_SOURCE_DIR}/tools/${script}")
    endif()
endfunction()

# The multiples of the generator are computed at build time; the windows are options.
function(uf_make_tables out)
    set(name "tables_${UFSECP_GEN_WINDOW}_${UFSECP_ODD_WINDOW}")
    if(ARGN OR UFSECP_START_TABLES)
        set(name other_tables)
    endif()
    uf_generate("${out}" ${name}.cpp make_tables.py --gen-window ${UFSECP_GEN_WINDOW}
        --odd-window ${UFSECP_ODD_WINDOW} $<$<BOOL:${UFSECP_START_TABLES}>:--offsets-only> ${ARGN}
        -o "${out}")
endfunction()
uf_make_tables("${PROJECT_BINARY_DIR}/tables.cpp")
list(APPEND sources "${PROJECT_BINARY_DIR}/tables.cpp")

# What tests, benchmarks and the tool compile with to reach the internals in src/.
add_library(ufsecp_internal INTERFACE)
target_include_directories(ufsecp_internal INTERFACE "${PROJECT_SOURCE_DIR}/src"
    "${PROJECT_SOURCE_DIR}/include")
target_link_libraries(ufsecp_internal INTERFACE ufsecp_options)

# Kernels in assembly: their assembler is the C++ compiler, with its target and flags, those of a
# cross build and -fcf-protection among them.
macro(uf_assembler)
    set(CMAKE_ASM_COMPILER "${CMAKE_CXX_COMPILER}")
    set(CMAKE_ASM_COMPILER_TARGET "${CMAKE_CXX_COMPILER_TARGET}")
    set(CMAKE_ASM_FLAGS "${CMAKE_CXX_FLAGS}")
    enable_language(ASM)
endmacro()

# Those of x64_fma, where the object format is ELF or COFF; without them it has those of C++.
if(UF_X64_ADX AND SECP256K1_USE_LANES AND CMAKE_SYSTEM_NAME MATCHES "^(Linux|Windows)$")
    uf_assembler()
    list(APPEND sources "${PROJECT_SOURCE_DIR}/src/lanes/kernels_x64_fma.S")
    target_compile_definitions(ufsecp_internal INTERFACE UF_HAVE_FMA_KERNELS)
endif()

# The field products of the engines for RISC-V.
if(UF_RV64_LEAVES)
    uf_assembler()
    uf_generate("${PROJECT_BINARY_DIR}/rv64_leaves.S" rv64_leaves.S make_leaves.py
        -o "${PROJECT_BINARY_DIR}/rv64_leaves.S")
    list(APPEND sources "${PROJECT_BINARY_DIR}/rv64_leaves.S")
    if(UF_RV64_V)
        uf_generate("${PROJECT_BINARY_DIR}/rv64_lane_leaves.S" rv64_lane_leaves.S make_leaves.py
            -o "${PROJECT_BINARY_DIR}/rv64_lane_leaves.S" --lanes)
        list(APPEND sources "${PROJECT_BINARY_DIR}/rv64_lane_leaves.S")
    endif()
endif()

# The field on Cortex-M.
if(UF_THUMB)
    uf_assembler()
    list(APPEND sources "${PROJECT_SOURCE_DIR}/src/field/fe8x32_thumb.S")
endif()

# A parent project that names no build type would get code without any optimisation, up to 25 times
# slower, whose stacks are wiped less surely.
set(UF_OPTIMISE)
if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES AND NOT CMAKE_CXX_FLAGS MATCHES
        "(^| )-O")
    set(UF_OPTIMISE -O2)
    message(STATUS "ufsecp: CMAKE_BUILD_TYPE is not set: the library is compiled with -O2")
endif()

# An object library for each set of flags: what reads the targets of a project, and not the
# properties of single files, must not give one engine's instructions to all code.
set(objects)
function(uf_objects name)
    cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;FLAGS")
    add_library(${name} OBJECT ${arg_SOURCES})
    target_link_libraries(${name} PRIVATE ufsecp_internal)
    target_compile_options(${name} PRIVATE -fno-exceptions -fno-rtti ${UF_OPTIMISE} ${arg_FLAGS})
    # Where there are no shared libraries, nobody sets up the table of addresses through which
    # position-independent code finds its constants.
    get_property(shared_libraries GLOBAL PROPERTY TARGET_SUPPORTS_SHARED_LIBS)
    if("-mstackrealign" IN_LIST arg_FLAGS)
        # By a profile clang inlines leaves of 4x64 there, whose assembly then lacks a register: the
        # one by which a realigned frame is found.
        set_target_properties(${name} PROPERTIES UF_NO_PROFILE ON)
    endif()
    set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ${shared_libraries}
        CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)
    list(APPEND objects $<TARGET_OBJECTS:${name}>)
    set(objects ${objects} PARENT_SCOPE)
endfunction()

# The flags of each engine; benchmarks compile its arithmetic with the same.
set(adx -mbmi2 -madx -mavx2 -DUF_ADX)
set(avx2 -mavx2 -mbmi2)
# clang spills vectors to where the stack happens to be, a cache line's border in three of four
# calls, unless it aligns it itself.
set(avx512 ${avx2} -mavx512f -mavx512cd -mavx512bw -mavx512dq -mavx512vl -mstackrealign)
if(UF_X64_ADX)
    set(UF_FLAGS_x64_adx ${adx})
    set(UF_FLAGS_x64_avx512 ${adx} ${avx512})
    set(UF_FLAGS_x64_ifma ${adx} ${avx512} -mavx512ifma -mavx512vbmi2)
    set(UF_FLAGS_x64_fma ${adx} -mfma -frounding-math -mstackrealign)
    if(NOT UF_CLANG)
        # Without -fno-tree-ter, by which it keeps to the order of the text, g++ sums the columns of
        # a product as late as it can and spills the operands; without -fpeel-loops it keeps vectors
        # of two registers in memory. -O3 is no faster, and takes it four times as long.
        list(APPEND UF_FLAGS_x64_fma -fno-tree-ter -O2 -fpeel-loops)
    endif()
    if(UF_KNOWS_AVXIFMA)
        set(UF_FLAGS_x64_avxifma ${adx} -mavxifma -mstackrealign)
    endif()
endif()
if(UF_A64)
    set(UF_FLAGS_a64 -DUF_A64)
endif()
# The same for RISC-V. A prefetch (Zicbop) is a hint: a CPU that lacks it does nothing.
if(UF_RV64)
    set(sums)
    if(UF_RV64_LEAVES)
        set(sums -DUF_SUMS -DUF_RV64_LEAVES)
    endif()
    set(prefetch $<$<BOOL:${SECP256K1_RISCV_USE_PREFETCH}>:_zicbop>)
    if(UF_RV64_LEAVES) # else it would be `portable` again
        set(UF_FLAGS_rv64 ${sums})
    endif()
    set(UF_FLAGS_rv64_zb ${sums} -march=rv64gc_zba_zbb${prefetch})
    if(UF_RV64_V)
        set(UF_FLAGS_rv64_v ${sums} -march=rv64gcv_zba_zbb${prefetch})
    endif()
    set(UF_FLAGS_sha256_zbb -march=rv64gc_zba_zbb)
endif()
# Hashes side by side; whether the CPU has the instructions is asked at run time.
if(UF_X64 AND NOT UF_TINY)
    set(UF_FLAGS_lanes_avx2 ${avx2})
    set(UF_FLAGS_lanes_avx512 ${avx512})
endif()
foreach(name engine/a64 engine/rv64 engine/rv64_zb engine/rv64_v engine/x64_adx engine/x64_fma
        engine/x64_avx512 engine/x64_avxifma engine/x64_ifma hash/lanes_avx2 hash/lanes_avx512
        hash/sha256_zbb)
    set(source "${PROJECT_SOURCE_DIR}/src/${name}.cpp")
    string(REGEX REPLACE ".*/" "" name ${name})
    if(source IN_LIST sources AND UF_FLAGS_${name})
        list(REMOVE_ITEM sources "${source}")
        uf_objects(ufsecp_${name} SOURCES "${source}" FLAGS ${UF_FLAGS_${name}})
    endif()
endforeach()
if(UF_TINY)
    # clang -Os still inlines what is marked inline; a section for each function lets the linker
    # drop what a program does not call.
    set(for_tiny $<IF:$<BOOL:${UF_CLANG}>,-Oz,-Os> -ffunction-sections -fdata-sections
        -fno-asynchronous-unwind-tables -fno-unwind-tables)
endif()
if(UF_CT_MULTIPLY)
    # A processor without long multiplications, whose instructions the Cortex-M3 has too.
    list(APPEND for_tiny "$<$<COMPILE_LANGUAGE:CXX>:-mcpu=cortex-m0>")
    if(UF_CLANG)
        list(APPEND for_tiny "$<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -target-feature -Xclang \
+atomics-32>")
    endif()
endif()
uf_objects(ufsecp_objects SOURCES ${sources} FLAGS ${for_tiny})

# A DLL exports the functions and constants that the headers of a folder declare by a macro. A list
# tells its linker so, and not the objects, which static libraries have too.
function(uf_export target macro folder)
    set(exports "EXPORTS\n")
    file(GLOB headers CONFIGURE_DEPENDS "${folder}/*.h")
    foreach(header ${headers})
        set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${header}")
        file(READ "${header}" text)
        string(REPLACE ";" "@" text "${text}") # it would part the items of a list
        string(REGEX REPLACE "[A-Z0-9]+_DEPRECATED\\([^)]*\\)" "" text "${text}")
        string(REGEX MATCHALL "\n${macro} [^@(]*[@(]" declarations "${text}")
        foreach(declaration ${declarations})
            string(REGEX MATCH "([a-z0-9_]+)[ \n]*([@(])$" whole "${declaration}")
            set(kind)
            if(CMAKE_MATCH_2 STREQUAL "@")
                set(kind " DATA")
            endif()
            string(APPEND exports "    ${CMAKE_MATCH_1}${kind}\n")
        endforeach()
    endforeach()
    get_target_property(name ${target} OUTPUT_NAME)
    file(CONFIGURE OUTPUT ${name}.def CONTENT "${exports}" @ONLY)
    target_sources(${target} PRIVATE "${CMAKE_CURRENT_BINARY_DIR}/${name}.def")
endfunction()

add_library(ufsecp STATIC ${objects})
set(libraries ufsecp)
if(WIN32 AND NOT MINGW) # ufsecp.lib is the import library of the DLL
    set_target_properties(ufsecp PROPERTIES ARCHIVE_OUTPUT_NAME ufsecp_static)
endif()
# The ABI's version: until 1.0 every minor version has its own.
set(UF_ABI ${PROJECT_VERSION_MAJOR})
if(PROJECT_VERSION_MAJOR EQUAL 0)
    set(UF_ABI 0.${PROJECT_VERSION_MINOR})
endif()
if(SECP256K1_BUILD_SHARED)
    add_library(ufsecp_shared SHARED ${objects})
    set_target_properties(ufsecp_shared PROPERTIES OUTPUT_NAME ufsecp EXPORT_NAME ufsecp_shared
        VERSION ${PROJECT_VERSION} SOVERSION ${UF_ABI})
    if(UNIX AND NOT APPLE)
        configure_file("${PROJECT_SOURCE_DIR}/cmake/symbols.map.in" symbols.map @ONLY)
        target_link_options(ufsecp_shared PRIVATE -Wl,-z,now
            "-Wl,--version-script=${CMAKE_CURRENT_BINARY_DIR}/symbols.map")
        set_target_properties(ufsecp_shared PROPERTIES
            LINK_DEPENDS "${CMAKE_CURRENT_BINARY_DIR}/symbols.map")
    endif()
    if(WIN32)
        # The DLL exports the C interface alone, and needs no DLL of the compiler. Its name has the
        # ABI's version, so that several may lie in one folder.
        uf_export(ufsecp_shared UFSECP_API "${PROJECT_SOURCE_DIR}/include/ufsecp")
        target_link_options(ufsecp_shared PRIVATE $<$<BOOL:${MINGW}>:-static>)
        set_target_properties(ufsecp_shared PROPERTIES RUNTIME_OUTPUT_NAME ufsecp-${UF_ABI})
    endif()
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
    if(WIN32)
        target_link_libraries(${library} PRIVATE bcrypt) # random bytes
    endif()
    if(UF_TINY)
        target_link_options(${library} INTERFACE -Wl,--gc-sections)
    endif()
    set_target_properties(${library} PROPERTIES LINKER_LANGUAGE CXX)
    add_library(ufsecp::${library} ALIAS ${library})
endforeach()

# Engines of GPUs, where they are wanted.
include(gpu)
