# Install rules: headers, libraries, find_package(ufsecp) and pkg-config.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

# Where one kind of library is asked for, it has the name ufsecp::ufsecp, whichever it is.
set(installed ${libraries})
if(UF_ONE_KIND AND SECP256K1_BUILD_SHARED)
    set(installed ufsecp_shared)
    set_target_properties(ufsecp_shared PROPERTIES EXPORT_NAME ufsecp)
    set_target_properties(ufsecp PROPERTIES EXCLUDE_FROM_ALL ON)
endif()
install(TARGETS ${installed} EXPORT ufsecp
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/ufsecp" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" "${PROJECT_SOURCE_DIR}/README.md"
    "${PROJECT_SOURCE_DIR}/CHANGELOG.md" "${PROJECT_SOURCE_DIR}/SECURITY.md"
    DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY "${PROJECT_SOURCE_DIR}/doc" DESTINATION ${CMAKE_INSTALL_DOCDIR})
add_custom_target(ufsecp_installed DEPENDS ${installed})  # what `make install` builds
if(SECP256K1_BUILD_CLI)
    install(TARGETS ufsecp_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
    add_dependencies(ufsecp_installed ufsecp_cli)
    if(UF_TOOL_PAGES)
        add_dependencies(ufsecp_installed tool_pages)
        install(DIRECTORY "${UF_TOOL_PAGES}/man/" DESTINATION ${CMAKE_INSTALL_MANDIR})
        foreach(shell bash-completion zsh fish)
            install(DIRECTORY "${UF_TOOL_PAGES}/${shell}" DESTINATION ${CMAKE_INSTALL_DATADIR})
        endforeach()
    else()
        message(STATUS "no completions and manual pages: the tool is not run in this build")
    endif()
endif()

# What a linker that is not the C++ compiler needs besides the static library.
set(UF_CXX_RUNTIME ${CMAKE_CXX_IMPLICIT_LINK_LIBRARIES})
list(FILTER UF_CXX_RUNTIME INCLUDE REGEX "^(stdc\\+\\+|c\\+\\+|c\\+\\+abi)$")
list(REMOVE_DUPLICATES UF_CXX_RUNTIME)

set(package "${CMAKE_INSTALL_LIBDIR}/cmake/ufsecp")
install(EXPORT ufsecp NAMESPACE ufsecp:: FILE ufsecp-targets.cmake DESTINATION ${package})
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/ufsecp-config.cmake.in"
    ufsecp-config.cmake
    INSTALL_DESTINATION ${package})
write_basic_package_version_file(ufsecp-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES "${CMAKE_CURRENT_BINARY_DIR}/ufsecp-config.cmake"
    "${CMAKE_CURRENT_BINARY_DIR}/ufsecp-config-version.cmake"
    DESTINATION ${package})

if(SECP256K1_INSTALL_PKGCONFIG)
    # The paths are relative to the file, so that an installed tree can be moved; but for folders
    # that are given as absolute.
    set(UF_PC_PREFIX "${CMAKE_INSTALL_PREFIX}")
    if(NOT IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
        file(RELATIVE_PATH UF_PC_PREFIX "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
        string(PREPEND UF_PC_PREFIX "\${pcfiledir}/")
    endif()
    foreach(folder LIBDIR INCLUDEDIR)
        set(UF_PC_${folder} "${CMAKE_INSTALL_${folder}}")
        if(NOT IS_ABSOLUTE "${UF_PC_${folder}}")
            string(PREPEND UF_PC_${folder} "\${prefix}/")
        endif()
    endforeach()
    set(UF_PC_PRIVATE ${UF_CXX_RUNTIME})
    if(WIN32)
        list(APPEND UF_PC_PRIVATE bcrypt)
    endif()
    if(SECP256K1_USE_GPU)
        list(APPEND UF_PC_PRIVATE ${CMAKE_DL_LIBS})
    endif()
    list(TRANSFORM UF_PC_PRIVATE PREPEND " -l")
    list(JOIN UF_PC_PRIVATE "" UF_PC_PRIVATE)
    if(SECP256K1_USE_GPU AND APPLE)
        string(APPEND UF_PC_PRIVATE " -framework Metal -framework Foundation")
    endif()
    if(UF_THREADS AND CMAKE_THREAD_LIBS_INIT)
        string(APPEND UF_PC_PRIVATE " ${CMAKE_THREAD_LIBS_INIT}")
    endif()
    set(packages ufsecp)
    if(SECP256K1_BUILD_COMPAT)
        list(APPEND packages libsecp256k1)
    endif()
    foreach(package ${packages})
        configure_file("${PROJECT_SOURCE_DIR}/cmake/${package}.pc.in" ${package}.pc @ONLY)
        install(FILES "${CMAKE_CURRENT_BINARY_DIR}/${package}.pc" DESTINATION
            "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
    endforeach()
endif()

# libsecp256k1's interface, for programs that know nothing of ours: its names, and
# find_package(libsecp256k1), which gives libsecp256k1::secp256k1.
if(SECP256K1_BUILD_COMPAT)
    install(TARGETS compat_static ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(TARGETS compat_shared EXPORT libsecp256k1
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
        LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
        RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
        INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    install(FILES ${compat_links} DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(DIRECTORY "${PROJECT_SOURCE_DIR}/compat/include/"
        DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
    set(package "${CMAKE_INSTALL_LIBDIR}/cmake/libsecp256k1")
    install(EXPORT libsecp256k1 NAMESPACE libsecp256k1:: FILE libsecp256k1-config.cmake
        DESTINATION ${package})
    write_basic_package_version_file(libsecp256k1-config-version.cmake
        VERSION ${UF_COMPAT_VERSION} COMPATIBILITY SameMinorVersion)
    install(FILES "${CMAKE_CURRENT_BINARY_DIR}/libsecp256k1-config-version.cmake"
        DESTINATION ${package})
    add_dependencies(ufsecp_installed compat_static compat_shared)
endif()
