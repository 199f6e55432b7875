# Install rules: headers, libraries, find_package(ufsecp) and pkg-config.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS ${libraries} EXPORT ufsecp
    ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
    LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}
    RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR}
    INCLUDES DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
install(DIRECTORY "${PROJECT_SOURCE_DIR}/include/ufsecp" DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
if(SECP256K1_BUILD_CLI)
    install(TARGETS ufsecp_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()

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
    # The paths are relative to the file, so that an installed tree can be moved.
    file(RELATIVE_PATH pc_prefix "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
    set(UF_PC_THREADS)
    if(UF_THREADS AND CMAKE_THREAD_LIBS_INIT)
        set(UF_PC_THREADS " ${CMAKE_THREAD_LIBS_INIT}")
    endif()
    configure_file("${PROJECT_SOURCE_DIR}/cmake/ufsecp.pc.in" ufsecp.pc @ONLY)
    install(FILES "${CMAKE_CURRENT_BINARY_DIR}/ufsecp.pc" DESTINATION
        "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endif()
