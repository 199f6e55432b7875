# Chooses the preferred compiler, clang 22 or the next that is there, and g++ where there is none. A
# choice on the command line or in the environment (CXX, CC) wins; but under scikit-build-core,
# which sets CXX to what compiled Python, only the former.
if(NOT CMAKE_CXX_COMPILER AND (SKBUILD OR NOT DEFINED ENV{CXX}))
    foreach(suffix "-22" "-23" "-21" "-20" "-19" "")
        find_program(UF_CLANGXX clang++${suffix})
        find_program(UF_CLANGC clang${suffix})
        if(UF_CLANGXX AND UF_CLANGC)
            set(CMAKE_CXX_COMPILER "${UF_CLANGXX}")
            set(CMAKE_C_COMPILER "${UF_CLANGC}")
            break()
        endif()
        unset(UF_CLANGXX CACHE)
        unset(UF_CLANGC CACHE)
    endforeach()
    if(NOT CMAKE_CXX_COMPILER)
        message(STATUS
            "clang is not installed: building with g++ (slower code; tools/setup.sh "
            "installs clang)")
        set(CMAKE_CXX_COMPILER g++)
        set(CMAKE_C_COMPILER gcc)
    endif()
endif()
