# The library alone, of the kind that the triplet asks for by BUILD_SHARED_LIBS.
vcpkg_download_distfile(archive
    URLS "@URL@"
    FILENAME "ufsecp-${VERSION}.tar.gz"
    SHA512 @SHA512@)
vcpkg_extract_source_archive(SOURCE_PATH ARCHIVE "${archive}")
vcpkg_check_features(OUT_FEATURE_OPTIONS features FEATURES gpu SECP256K1_USE_GPU)
vcpkg_cmake_configure(SOURCE_PATH "${SOURCE_PATH}" OPTIONS ${features}
    -DSECP256K1_BUILD_TESTS=OFF
    -DSECP256K1_BUILD_BENCH=OFF
    -DSECP256K1_BUILD_CLI=OFF
    -DSECP256K1_BUILD_EXAMPLES=OFF
    -DSECP256K1_RISCV_CPU=none)
vcpkg_cmake_install()
vcpkg_cmake_config_fixup(CONFIG_PATH lib/cmake/ufsecp)
vcpkg_fixup_pkgconfig()
file(REMOVE_RECURSE "${CURRENT_PACKAGES_DIR}/debug/include" "${CURRENT_PACKAGES_DIR}/debug/share"
    "${CURRENT_PACKAGES_DIR}/share/doc")
file(INSTALL "${CMAKE_CURRENT_LIST_DIR}/usage" DESTINATION "${CURRENT_PACKAGES_DIR}/share/${PORT}")
vcpkg_install_copyright(FILE_LIST "${SOURCE_PATH}/LICENSE")
