# libsecp256k1's interface in that library's place: compat/ on top of the library, as shared and
# static libraries of its name, with headers and a pkg-config file. A program finds it under the
# soname of the release that it was linked with, 0.2.0 or later: no parameter has changed since.
# Before that release all versions had the soname 0, and parameters did change.
file(GLOB compat_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/compat/*.cpp")
add_library(compat_objects OBJECT ${compat_sources})
target_link_libraries(compat_objects PRIVATE ufsecp_internal)
target_include_directories(compat_objects PRIVATE "${PROJECT_SOURCE_DIR}"
    "${PROJECT_SOURCE_DIR}/compat/include")
target_compile_definitions(compat_objects PRIVATE SECP256K1_BUILD)
target_compile_options(compat_objects PRIVATE -fno-exceptions -fno-rtti ${UF_OPTIMISE})
set_target_properties(compat_objects PROPERTIES POSITION_INDEPENDENT_CODE ON
    CXX_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON)

set(UF_COMPAT_VERSION 0.8.0) # the libsecp256k1 whose interface it is
set(UF_COMPAT_SONAME 7)
set(UF_COMPAT_DIR "${PROJECT_BINARY_DIR}/compat")
add_library(compat_static STATIC $<TARGET_OBJECTS:compat_objects> ${objects})
add_library(compat_shared SHARED $<TARGET_OBJECTS:compat_objects>)
target_link_libraries(compat_shared PRIVATE ufsecp)
set_target_properties(compat_shared PROPERTIES EXPORT_NAME secp256k1
    VERSION ${UF_COMPAT_SONAME}.0.0 SOVERSION ${UF_COMPAT_SONAME})
foreach(library compat_static compat_shared)
    set_target_properties(${library} PROPERTIES OUTPUT_NAME secp256k1 LINKER_LANGUAGE CXX
        ARCHIVE_OUTPUT_DIRECTORY "${UF_COMPAT_DIR}" LIBRARY_OUTPUT_DIRECTORY "${UF_COMPAT_DIR}")
    target_link_libraries(${library} PRIVATE $<BUILD_INTERFACE:ufsecp_options>)
    target_include_directories(${library} INTERFACE
        $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/compat/include>)
endforeach()
if(UF_THREADS)
    target_link_libraries(compat_static PUBLIC Threads::Threads)
endif()

if(WIN32)
    # The names of libsecp256k1's own builds. The header takes a program to link the DLL, unless it
    # defines SECP256K1_STATIC.
    set_target_properties(compat_shared PROPERTIES
        RUNTIME_OUTPUT_NAME secp256k1-${UF_COMPAT_SONAME}
        RUNTIME_OUTPUT_DIRECTORY "${UF_COMPAT_DIR}")
    uf_export(compat_shared SECP256K1_API "${PROJECT_SOURCE_DIR}/compat/include")
    if(NOT MINGW) # as with ufsecp
        set_target_properties(compat_static PROPERTIES ARCHIVE_OUTPUT_NAME secp256k1_static)
    endif()
    target_link_options(compat_shared PRIVATE $<$<BOOL:${MINGW}>:-static>)
    target_compile_definitions(compat_static INTERFACE SECP256K1_STATIC)
endif()

set(compat_links)
if(UNIX AND NOT APPLE)
    # Programs in C and in other languages need no C++ library for it.
    target_link_options(compat_shared PRIVATE -Wl,-z,now -static-libgcc -static-libstdc++
        "-Wl,--version-script=${PROJECT_SOURCE_DIR}/cmake/compat_symbols.map")
    set_target_properties(compat_shared PROPERTIES
        LINK_DEPENDS "${PROJECT_SOURCE_DIR}/cmake/compat_symbols.map")
    foreach(old 1 2 5 6)
        set(link "libsecp256k1.so.${old}")
        add_custom_command(TARGET compat_shared POST_BUILD VERBATIM
            COMMAND ${CMAKE_COMMAND} -E create_symlink
                "libsecp256k1.so.${UF_COMPAT_SONAME}" "${UF_COMPAT_DIR}/${link}")
        list(APPEND compat_links "${UF_COMPAT_DIR}/${link}")
    endforeach()
endif()
