# The options of the build. Each one changes the build when it is switched; target ufsecp_options
# carries the result.
include(CMakeDependentOption)

# A profile is the defaults of the options after it: one that is given wins.
set(SECP256K1_PROFILE default CACHE STRING
    "tiny: one engine for a microcontroller; default; max: larger tables")
set_property(CACHE SECP256K1_PROFILE PROPERTY STRINGS tiny default max)
set(UF_TINY OFF)
if(SECP256K1_PROFILE STREQUAL "tiny")
    set(UF_TINY ON)
    set(profile_speed OFF)
    set(profile_windows 0 5)
elseif(SECP256K1_PROFILE STREQUAL "default")
    set(profile_speed ON)
    set(profile_windows 5 15)
elseif(SECP256K1_PROFILE STREQUAL "max")
    set(profile_speed ON)
    set(profile_windows 6 16)
else()
    message(FATAL_ERROR "SECP256K1_PROFILE is tiny, default or max, not \"${SECP256K1_PROFILE}\"")
endif()
if(DEFINED UF_PROFILE_BEFORE AND NOT UF_PROFILE_BEFORE STREQUAL SECP256K1_PROFILE)
    message(FATAL_ERROR
        "this build folder has the options of SECP256K1_PROFILE=${UF_PROFILE_BEFORE}: take "
        "a fresh one")
endif()
set(UF_PROFILE_BEFORE ${SECP256K1_PROFILE} CACHE INTERNAL "")
list(GET profile_windows 0 profile_gen_window)
list(GET profile_windows 1 profile_odd_window)

set(top ${PROJECT_IS_TOP_LEVEL})
set(programs ${top})
if(UF_TINY)
    set(programs OFF)
elseif(CMAKE_CROSSCOMPILING AND NOT CMAKE_TOOLCHAIN_FILE)
    # Nothing says where the foreign system has the libraries that programs need, and CMake would
    # take this one's.
    set(programs OFF)
endif()
option(SECP256K1_BUILD_TESTS "Build the tests (needs GoogleTest and nlohmann-json)" ${programs})
option(SECP256K1_BUILD_BENCH "Build the benchmark programs and `ufsecp bench`" ${programs})
option(SECP256K1_BUILD_CLI
    "Build the command line tool ufsecp (needs CLI11, nlohmann-json, simdjson, zlib and zstd)"
    ${programs})
# Packagers choose the one kind of library that is installed by CMake's own variable.
set(UF_ONE_KIND OFF)
if(top AND DEFINED BUILD_SHARED_LIBS)
    set(UF_ONE_KIND ON)
    if(DEFINED CACHE{SECP256K1_BUILD_SHARED})
        if(BUILD_SHARED_LIBS AND NOT "$CACHE{SECP256K1_BUILD_SHARED}")
            message(FATAL_ERROR "BUILD_SHARED_LIBS=ON asks for the shared library alone, "
                "SECP256K1_BUILD_SHARED=OFF for none: give one of them")
        elseif(NOT BUILD_SHARED_LIBS AND "$CACHE{SECP256K1_BUILD_SHARED}")
            message(FATAL_ERROR "BUILD_SHARED_LIBS=OFF asks for the static library alone, "
                "SECP256K1_BUILD_SHARED=ON for both kinds: give one of them (if an earlier run of "
                "CMake left the second: -U SECP256K1_BUILD_SHARED)")
        endif()
    endif()
    set(SECP256K1_BUILD_SHARED ${BUILD_SHARED_LIBS})
else()
    option(SECP256K1_BUILD_SHARED "Build the shared library beside the static one" ${programs})
endif()
cmake_dependent_option(SECP256K1_BUILD_COMPAT
    "Build libsecp256k1, shared and static: its interface in that library's place" OFF
    "NOT UF_TINY" OFF)
cmake_dependent_option(SECP256K1_BUILD_JNI
    "Build the native code of java/ (needs the headers of a JDK, but no Java)" OFF
    "NOT UF_TINY" OFF)
option(SECP256K1_BUILD_FUZZ "Build the libFuzzer targets of test/fuzz (needs clang)" OFF)
if(IS_DIRECTORY "${PROJECT_SOURCE_DIR}/examples")
    option(SECP256K1_BUILD_EXAMPLES "Build the programs of examples/" ${programs})
endif()
option(SECP256K1_INSTALL "Create the install rules" ${top})
cmake_dependent_option(SECP256K1_INSTALL_PKGCONFIG "Install ufsecp.pc" ON "SECP256K1_INSTALL" OFF)

option(SECP256K1_USE_ASM
    "Build the engines and leaves that need assembly or extra machine instructions"
    ${profile_speed})
option(SECP256K1_USE_LANES
    "Build the engines that compute eight rows at once (on x86-64 about 2.4 MB of code)"
    ${profile_speed})
# The engines for RISC-V. SECP256K1_USE_FAST_REDUCTION is another name of the first.
set(fast_reduction ON)
if(DEFINED SECP256K1_USE_FAST_REDUCTION)
    set(fast_reduction ${SECP256K1_USE_FAST_REDUCTION})
endif()
option(SECP256K1_RISCV_FAST_REDUCTION
    "RISC-V: field products in assembly that look for no carry, and fold whole words"
    ${fast_reduction})
option(SECP256K1_RISCV_USE_VECTOR
    "RISC-V: build the engine that computes eight rows at once with V 1.0 (needs clang)"
    ${profile_speed})
option(SECP256K1_RISCV_USE_PREFETCH
    "RISC-V: fetch entries of large tables ahead (Zicbop; CPUs without it skip the hint)" ON)
set(SECP256K1_RISCV_CPU auto CACHE STRING
    "RISC-V: the processor to compile for (-mcpu); auto: this one, by /proc/cpuinfo; none: any")
option(SECP256K1_CORTEX_M_ASM "Cortex-M3 and later: the field in assembly" ON)
option(SECP256K1_CT_MULTIPLY
    "Cortex-M3: no long multiplications, whose time depends on their operands (slower)" OFF)
option(SECP256K1_THREADS
    "Let batch calls work on several threads, as ufsecp_threads_set allows (needs POSIX threads)"
    ${profile_speed})
option(SECP256K1_USE_LTO "Link-time optimisation (ThinLTO with clang)" OFF)
option(SECP256K1_USE_PGO_GEN
    "Instrument for profile-guided optimisation; running the programs fills SECP256K1_PGO_DIR" OFF)
option(SECP256K1_USE_PGO_USE "Optimise with the profile in SECP256K1_PGO_DIR" OFF)
set(SECP256K1_PGO_DIR "${PROJECT_BINARY_DIR}/profile" CACHE PATH "Where the profile lies")

option(UFSECP_ONE_ENGINE
    "Build the one engine of portable code alone; linkers drop what a program does not call"
    ${UF_TINY})
set(UF_ONE_ENGINE ${UFSECP_ONE_ENGINE})
if(UF_TINY)
    set(UF_ONE_ENGINE ON)
endif()
cmake_dependent_option(UFSECP_START_TABLES
    "Compute the tables of G when the program starts, which makes its file smaller" OFF
    "UF_ONE_ENGINE" OFF)
option(UFSECP_NO_INT128 "Do without the compiler's 128-bit integers, as on 32-bit targets" OFF)
option(UFSECP_VERIFY "Check every stated bound and magnitude at run time (slow)" OFF)
option(UFSECP_FOREIGN_ENGINES "Compile the engines that this machine's processor cannot run, too"
    ON)
option(UFSECP_CT_VALGRIND "Tell valgrind which bytes are secret (for test/ct_test.cpp)" OFF)
set(UFSECP_GEN_WINDOW ${profile_gen_window} CACHE STRING
    "Window of the constant-time generator table, 2 to 8: larger is faster and bigger; 0: no table")
set(UFSECP_ODD_WINDOW ${profile_odd_window} CACHE STRING
    "Window of the variable-time generator table, 4 to 16: larger is faster and bigger")
if(NOT UFSECP_GEN_WINDOW MATCHES "^[02-8]$" OR NOT UFSECP_ODD_WINDOW MATCHES "^([4-9]|1[0-6])$")
    message(FATAL_ERROR "UFSECP_GEN_WINDOW is 0 or 2 to 8, UFSECP_ODD_WINDOW 4 to 16")
endif()
set(UFSECP_SANITIZE "" CACHE STRING "Value for -fsanitize=, on everything that is built")

# Threads: where the system has none (a microcontroller, WebAssembly without them), the same library
# works on one.
find_package(Threads)
set(UF_THREADS OFF)
if(SECP256K1_THREADS AND CMAKE_USE_PTHREADS_INIT)
    set(UF_THREADS ON)
elseif(SECP256K1_THREADS)
    message(STATUS "no POSIX threads here: batch calls work on one thread")
endif()

# Flags for our own code, in this build only: nothing here reaches a user of the library.
add_library(ufsecp_options INTERFACE)
target_compile_features(ufsecp_options INTERFACE cxx_std_20)
# g++ does not see that loops over groups of rows run at least once, and warns of what they set.
target_compile_options(ufsecp_options INTERFACE -Wall -Wextra
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
target_compile_definitions(ufsecp_options INTERFACE
    UF_GEN_WINDOW=${UFSECP_GEN_WINDOW} UF_ODD_WINDOW=${UFSECP_ODD_WINDOW}
    $<$<BOOL:${UF_TINY}>:UF_TINY>
    $<$<BOOL:${UF_ONE_ENGINE}>:UF_ONE_ENGINE>
    $<$<BOOL:${UFSECP_START_TABLES}>:UF_START_TABLES>
    $<$<BOOL:${UF_THREADS}>:UF_THREADS>
    $<$<BOOL:${UFSECP_NO_INT128}>:UF_NO_INT128>
    $<$<BOOL:${UFSECP_VERIFY}>:UF_VERIFY>
    $<$<BOOL:${UFSECP_CT_VALGRIND}>:UF_CT_VALGRIND>)

# The x64_adx engine: x86-64 with 128-bit integers; whether the CPU has ADX is asked at run time.
string(TOLOWER "${CMAKE_SYSTEM_PROCESSOR}" processor)
set(UF_X64 OFF)
if(processor MATCHES "^(x86_64|amd64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8)
    set(UF_X64 ON)
endif()
set(UF_X64_ADX OFF)
if(SECP256K1_USE_ASM AND UF_X64 AND NOT UFSECP_NO_INT128 AND NOT UF_ONE_ENGINE)
    set(UF_X64_ADX ON)
    target_compile_definitions(ufsecp_options INTERFACE UF_HAVE_X64_ADX)
endif()
if(UF_X64)
    include(CheckCXXCompilerFlag)
    check_cxx_compiler_flag(-mavxifma UF_KNOWS_AVXIFMA) # clang 16, g++ 14
else()
    set(UF_KNOWS_AVXIFMA OFF)
endif()
if(UF_X64_ADX AND SECP256K1_USE_LANES)
    target_compile_definitions(ufsecp_options INTERFACE UF_HAVE_X64_LANES
        $<$<BOOL:${UF_KNOWS_AVXIFMA}>:UF_HAVE_X64_AVXIFMA>)
endif()
# The a64 engine: AArch64 with 128-bit integers; every such CPU has its instructions.
set(UF_A64 OFF)
if(SECP256K1_USE_ASM AND processor MATCHES "^(aarch64|arm64)$" AND CMAKE_SIZEOF_VOID_P EQUAL 8
    AND NOT UFSECP_NO_INT128 AND NOT UF_ONE_ENGINE)
    set(UF_A64 ON)
    target_compile_definitions(ufsecp_options INTERFACE UF_HAVE_A64)
endif()
# The engines for RISC-V: RV64GC with 128-bit integers; whether the CPU has Zba, Zbb and V is asked
# at run time.
set(UF_RV64 OFF)
set(UF_RV64_LEAVES OFF)
set(UF_RV64_V OFF)
if(SECP256K1_USE_ASM AND processor STREQUAL "riscv64" AND NOT UFSECP_NO_INT128
    AND NOT UF_ONE_ENGINE)
    include(CheckCXXSourceCompiles)
    set(CMAKE_REQUIRED_FLAGS -march=rv64gc_zba_zbb_zicbop) # clang 15, g++ 12
    check_cxx_source_compiles("
#ifndef __riscv_float_abi_double
#error the calling convention is another one
#endif
int main() {}" UF_KNOWS_RV64)
    set(UF_RV64 ${UF_KNOWS_RV64})
    if(SECP256K1_USE_LANES AND SECP256K1_RISCV_USE_VECTOR AND UF_RV64)
        # g++ 12 has no vectors; what later ones make of vec8 nobody has tried.
        set(CMAKE_REQUIRED_FLAGS -march=rv64gcv_zba_zbb)
        check_cxx_source_compiles("
#ifndef __clang__
#error not tried
#endif
int main() {}" UF_KNOWS_RV64_V)
        set(UF_RV64_V ${UF_KNOWS_RV64_V})
    endif()
    unset(CMAKE_REQUIRED_FLAGS)
endif()
if(UFSECP_GEN_WINDOW EQUAL 0 AND (UF_X64_ADX AND SECP256K1_USE_LANES OR UF_RV64_V))
    message(FATAL_ERROR
        "the engines with lanes need the generator table: UFSECP_GEN_WINDOW=0 goes with "
        "SECP256K1_USE_LANES=OFF")
endif()
if(UF_RV64 AND SECP256K1_RISCV_FAST_REDUCTION)
    set(UF_RV64_LEAVES ON)
endif()
if(processor STREQUAL "riscv64" AND SECP256K1_RISCV_CPU AND NOT SECP256K1_RISCV_CPU STREQUAL "none")
    set(cpu "${SECP256K1_RISCV_CPU}")
    if(cpu STREQUAL "auto")
        set(cpu "")
        if(top AND NOT CMAKE_CROSSCOMPILING AND NOT CMAKE_CXX_FLAGS MATCHES "-m(cpu|arch)=")
            include(riscv_cpu)
            uf_riscv_cpu(cpu /proc/cpuinfo)
        endif()
    endif()
    if(cpu)
        include(CheckCXXCompilerFlag)
        set(UF_KNOWS_CPU "UF_KNOWS_CPU_${cpu}") # a name of its own: results are kept by name
        check_cxx_compiler_flag("-mcpu=${cpu}" ${UF_KNOWS_CPU})
        if(${UF_KNOWS_CPU})
            message(STATUS "compiled for the processor ${cpu}: SECP256K1_RISCV_CPU=none for any")
            # On the link line it reaches the code that ThinLTO makes.
            target_compile_options(ufsecp_options INTERFACE "-mcpu=${cpu}")
            target_link_options(ufsecp_options INTERFACE "-mcpu=${cpu}")
        elseif(SECP256K1_RISCV_CPU STREQUAL "auto")
            message(STATUS "the compiler does not know the processor ${cpu}: compiled for any")
        else()
            message(FATAL_ERROR "the compiler does not know -mcpu=${cpu}: SECP256K1_RISCV_CPU is "
                "auto, none or a name that it knows")
        endif()
    endif()
endif()
# Cortex-M: Thumb-2 with its long products, that is from the Cortex-M3 on. The compiler knows what
# it compiles for; CMAKE_SYSTEM_PROCESSOR is a name that anybody may choose.
if(CMAKE_SIZEOF_VOID_P EQUAL 4)
    include(CheckCXXSourceCompiles)
    check_cxx_source_compiles("
#if !defined(__thumb2__) || !defined(__ARM_ARCH_PROFILE) || __ARM_ARCH_PROFILE != 'M'
#error another processor
#endif
int main() {}" UF_IS_CORTEX_M)
endif()
if(UF_IS_CORTEX_M)
    # Where it is in doubt, long multiplications take time by their operands.
    check_cxx_source_compiles("
#ifdef __ARM_FEATURE_DSP
#error a Cortex-M4 or later
#endif
int main() {}" UF_VARIABLE_PRODUCTS)
endif()
set(UF_THUMB OFF)
if(SECP256K1_CORTEX_M_ASM AND UF_IS_CORTEX_M AND NOT UFSECP_VERIFY)
    set(UF_THUMB ON)
endif()
set(UF_CT_MULTIPLY OFF)
if(SECP256K1_CT_MULTIPLY)
    if(NOT UF_THUMB OR NOT UF_VARIABLE_PRODUCTS)
        message(FATAL_ERROR
            "SECP256K1_CT_MULTIPLY is for the Cortex-M3 with its field in assembly: "
            "compile with -mcpu=cortex-m3 and SECP256K1_CORTEX_M_ASM=ON")
    endif()
    set(UF_CT_MULTIPLY ON)
elseif(UF_VARIABLE_PRODUCTS)
    message(WARNING "The long multiplications of a Cortex-M3 take time by their operands, so that "
        "calls with secret keys are NOT constant time. For a signer: -DSECP256K1_CT_MULTIPLY=ON. "
        "Verification needs nothing.")
endif()
target_compile_definitions(ufsecp_options INTERFACE
    $<$<BOOL:${UF_CT_MULTIPLY}>:UF_CT_MULTIPLY>)
target_compile_definitions(ufsecp_options INTERFACE $<$<BOOL:${UF_THUMB}>:UF_THUMB_LEAVES>)
target_compile_definitions(ufsecp_options INTERFACE $<$<BOOL:${UF_RV64}>:UF_HAVE_RV64>
    $<$<BOOL:${UF_RV64_LEAVES}>:UF_HAVE_RV64_LEAVES> $<$<BOOL:${UF_RV64_V}>:UF_HAVE_RV64_V>)
if(NOT SECP256K1_USE_ASM)
    target_compile_definitions(ufsecp_options INTERFACE UF_NO_ASM)
endif()

if(UFSECP_SANITIZE)
    set(sanitize "-fsanitize=${UFSECP_SANITIZE}" -fno-sanitize-recover=all -fno-omit-frame-pointer)
    if(UFSECP_SANITIZE MATCHES "memory")
        # A secret may be passed by value: only branches and addresses that depend on it are leaks.
        list(APPEND sanitize -fno-sanitize-memory-param-retval)
    elseif(UFSECP_SANITIZE MATCHES "address,undefined")
        # ASan itself reports null pointers and accesses outside of an object; alignment is the set
        # tsan's.
        list(APPEND sanitize -fno-sanitize=null,object-size,pointer-overflow,alignment)
    endif()
    target_compile_options(ufsecp_options INTERFACE ${sanitize})
    target_link_options(ufsecp_options INTERFACE ${sanitize})
endif()

set(UF_CLANG OFF)
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    set(UF_CLANG ON)
endif()
# g++ for Windows moves vectors as if it had aligned the stack, and does not (its bug 54412); the
# assembler then writes moves that need no alignment.
if(WIN32 AND UF_X64 AND NOT UF_CLANG)
    check_cxx_compiler_flag(-Wa,-muse-unaligned-vector-move UF_UNALIGNED_MOVES) # binutils 2.38
    if(NOT UF_UNALIGNED_MOVES)
        message(FATAL_ERROR "g++ for Windows needs an assembler that knows "
            "-muse-unaligned-vector-move, as of binutils 2.38; or take clang")
    endif()
    target_compile_options(ufsecp_options INTERFACE -Wa,-muse-unaligned-vector-move)
endif()
if(SECP256K1_USE_LTO)
    include(CheckIPOSupported)
    if(UF_CLANG AND NOT APPLE)
        add_link_options(-fuse-ld=lld)
        if(UNIX) # what was compiled for one program serves the next that links it
            add_link_options("-Wl,--thinlto-cache-dir=${PROJECT_BINARY_DIR}/lto-cache")
        endif()
    endif()
    check_ipo_supported(RESULT lto OUTPUT why LANGUAGES CXX)
    if(NOT lto)
        message(FATAL_ERROR
            "SECP256K1_USE_LTO=ON, but the tool chain cannot do it (clang needs lld and "
            "llvm-ar): ${why}")
    endif()
    set(CMAKE_INTERPROCEDURAL_OPTIMIZATION ON)
endif()

if(SECP256K1_USE_PGO_GEN AND SECP256K1_USE_PGO_USE)
    message(FATAL_ERROR
        "SECP256K1_USE_PGO_GEN makes the profile that SECP256K1_USE_PGO_USE reads: switch "
        "on one of the two")
elseif(SECP256K1_USE_PGO_GEN)
    set(pgo "-fprofile-generate=${SECP256K1_PGO_DIR}"
        $<$<NOT:$<BOOL:${UF_CLANG}>>:-fprofile-update=atomic>)
elseif(SECP256K1_USE_PGO_USE AND UF_CLANG)
    string(REGEX MATCH "^[0-9]+" clang_major "${CMAKE_CXX_COMPILER_VERSION}")
    find_program(UF_LLVM_PROFDATA NAMES llvm-profdata-${clang_major} llvm-profdata REQUIRED)
    file(GLOB raw "${SECP256K1_PGO_DIR}/*.profraw")
    if(raw)
        execute_process(COMMAND ${UF_LLVM_PROFDATA} merge -o "${SECP256K1_PGO_DIR}/merged.profdata"
            ${raw}
            COMMAND_ERROR_IS_FATAL ANY)
    endif()
    if(NOT EXISTS "${SECP256K1_PGO_DIR}/merged.profdata")
        message(FATAL_ERROR
            "no profile in ${SECP256K1_PGO_DIR}: build with SECP256K1_USE_PGO_GEN=ON and "
            "run the programs first")
    endif()
    # lld does not link what two profiles were used for: with another one all is compiled again.
    file(SHA256 "${SECP256K1_PGO_DIR}/merged.profdata" profile_hash)
    set(pgo "-fprofile-use=${SECP256K1_PGO_DIR}/merged.profdata" -Wno-profile-instr-unprofiled
        -Wno-profile-instr-out-of-date "-DUF_PROFILE=${profile_hash}")
elseif(SECP256K1_USE_PGO_USE)
    file(GLOB_RECURSE raw "${SECP256K1_PGO_DIR}/*.gcda")
    if(NOT raw)
        message(FATAL_ERROR
            "no profile in ${SECP256K1_PGO_DIR}: build with SECP256K1_USE_PGO_GEN=ON and "
            "run the programs first")
    endif()
    set(pgo "-fprofile-use=${SECP256K1_PGO_DIR}" -fprofile-partial-training -Wno-missing-profile)
endif()
if(pgo)
    # The property is of the target that is compiled; see UF_NO_PROFILE in library.cmake.
    set(plain "$<AND:$<BOOL:${SECP256K1_USE_PGO_USE}>,$<BOOL:$<TARGET_PROPERTY:UF_NO_PROFILE>>>")
    foreach(option ${pgo})
        target_compile_options(ufsecp_options INTERFACE "$<$<NOT:${plain}>:${option}>")
    endforeach()
    target_link_options(ufsecp_options INTERFACE ${pgo})
endif()

# The flags as the benchmarks print them.
string(TOUPPER "${CMAKE_BUILD_TYPE}" type)
set(UF_FLAGS "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${type}}")
foreach(mode SECP256K1_USE_LTO SECP256K1_USE_PGO_GEN SECP256K1_USE_PGO_USE)
    if(${mode})
        string(APPEND UF_FLAGS " ${mode}")
    endif()
endforeach()
string(STRIP "${UF_FLAGS}" UF_FLAGS)
string(REGEX REPLACE " +" " " UF_FLAGS "${UF_FLAGS}")
