# The name that compilers have, for -mcpu, for the RISC-V processor that a /proc/cpuinfo describes.
#
#   uf_riscv_cpu(OUT FILE)   sets OUT, to "" where FILE names no processor
# As a script: cmake -DUF_CPUINFO=FILE -P cmake/riscv_cpu.cmake prints the name.

# The line is `uarch : VENDOR,CORE`; compilers say VENDOR-CORE. These cores they call otherwise.
set(UF_RISCV_CORES
    "sifive,bullet0=sifive-u74" # as the Linux of the HiFive Unmatched calls it
    "sifive,rocket0=sifive-u54" # and that of the HiFive Unleashed
    "tenstorrent,ascalon=tt-ascalon-d8"
    "ventana,veyron-v1=veyron-v1")

function(uf_riscv_cpu out file)
    set(${out} "" PARENT_SCOPE)
    if(NOT EXISTS "${file}")
        return()
    endif()
    file(STRINGS "${file}" lines REGEX "^uarch[ \t]*:")
    set(names)
    foreach(line ${lines}) # one with a semicolon comes in pieces
        string(REGEX REPLACE "^uarch[ \t]*:[ \t]*" "" name "${line}")
        string(STRIP "${name}" name)
        string(TOLOWER "${name}" name)
        if(NOT name MATCHES "^[a-z0-9]+,[a-z0-9][a-z0-9.+_-]*$")
            return() # no processor's name: it does not reach a command line
        endif()
        list(APPEND names "${name}")
    endforeach()
    list(REMOVE_DUPLICATES names)
    list(LENGTH names count)
    if(NOT count EQUAL 1) # none, or cores that differ: what suits one may be missing in another
        return()
    endif()
    foreach(core ${UF_RISCV_CORES})
        if(core MATCHES "^${names}=(.*)$")
            set(${out} "${CMAKE_MATCH_1}" PARENT_SCOPE)
            return()
        endif()
    endforeach()
    string(REGEX REPLACE "-mc$" "" name "${names}") # of several such cores
    string(REPLACE "," "-" name "${name}")
    set(${out} "${name}" PARENT_SCOPE)
endfunction()

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
    uf_riscv_cpu(name "${UF_CPUINFO}")
    execute_process(COMMAND ${CMAKE_COMMAND} -E echo "${name}")
endif()
