# Stands for the NDK's tool chain where there is none: clang for Android's processors and calling
# conventions, with the C headers of Debian's cross packages. What it links has Android's symbols
# left open and is looked at, not run: Android's C library has other constants.
set(CMAKE_SYSTEM_NAME Linux)
set(ANDROID_ABI arm64-v8a CACHE STRING "arm64-v8a, armeabi-v7a or x86_64")
if(ANDROID_ABI STREQUAL "arm64-v8a")
    set(CMAKE_SYSTEM_PROCESSOR aarch64)
    set(triple aarch64-linux-android24)
    set(headers aarch64-linux-gnu)
elseif(ANDROID_ABI STREQUAL "armeabi-v7a")
    set(CMAKE_SYSTEM_PROCESSOR armv7-a)
    set(triple armv7a-linux-androideabi24)
    set(headers arm-linux-gnueabihf)
    set(more " -D__ARM_PCS_VFP") # Debian has these headers for hard floats alone
elseif(ANDROID_ABI STREQUAL "x86_64")
    set(CMAKE_SYSTEM_PROCESSOR x86_64)
    set(triple x86_64-linux-android24)
    set(headers x86_64-linux-gnu)
else()
    message(FATAL_ERROR "ANDROID_ABI is arm64-v8a, armeabi-v7a or x86_64, not ${ANDROID_ABI}")
endif()
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES ANDROID_ABI)

find_program(UF_CLANGXX NAMES clang++-22 clang++ REQUIRED)
set(CMAKE_CXX_COMPILER "${UF_CLANGXX}")
set(CMAKE_CXX_COMPILER_TARGET ${triple})
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
if(headers STREQUAL "x86_64-linux-gnu")
    set(includes /usr/include/c++/12 /usr/include/${headers}/c++/12 /usr/include/${headers}
        /usr/include)
else()
    set(includes /usr/${headers}/include/c++/12 /usr/${headers}/include/c++/12/${headers}
        /usr/${headers}/include)
endif()
set(CMAKE_CXX_FLAGS_INIT "-nostdinc++${more}")
foreach(folder ${includes})
    string(APPEND CMAKE_CXX_FLAGS_INIT " -isystem ${folder}")
endforeach()
set(CMAKE_SHARED_LINKER_FLAGS_INIT "-nostdlib -fuse-ld=lld")
