# The profile tiny for build systems that compile its sources themselves, ESP-IDF's and Zephyr's:
#   ufsecp_root, ufsecp_sources, ufsecp_selftest, ufsecp_definitions, ufsecp_options
# uf_tiny_tables(python) makes the table of multiples of G in the build folder.
set(ufsecp_root "${CMAKE_CURRENT_LIST_DIR}/..")
file(GLOB ufsecp_sources "${ufsecp_root}/src/hash/*.cpp")
list(FILTER ufsecp_sources EXCLUDE REGEX "/(lanes_[a-z0-9]+|sha256_zbb)\\.cpp$")
list(APPEND ufsecp_sources "${ufsecp_root}/src/api/one_engine.cpp"
    "${ufsecp_root}/src/api/locked.cpp" "${ufsecp_root}/src/base/cpu.cpp"
    "${ufsecp_root}/src/engine/select.cpp" "${ufsecp_root}/src/engine/threads.cpp")
set(ufsecp_selftest "${ufsecp_root}/cli/selftest.cpp" "${ufsecp_root}/cli/selftest_keys.cpp"
    "${ufsecp_root}/cli/selftest_signatures.cpp")
set(ufsecp_definitions UF_TINY UF_ONE_ENGINE UF_NO_ASM UF_GEN_WINDOW=0
    UF_ODD_WINDOW=${CONFIG_UFSECP_ODD_WINDOW})
set(ufsecp_options -Os -ffunction-sections -fdata-sections -fno-exceptions -fno-rtti)
set(ufsecp_tables "${CMAKE_CURRENT_BINARY_DIR}/tables.cpp")

macro(uf_tiny_tables python)
    add_custom_command(OUTPUT "${ufsecp_tables}" VERBATIM
        COMMAND ${python} "${ufsecp_root}/tools/make_tables.py" --gen-window 0
            --odd-window ${CONFIG_UFSECP_ODD_WINDOW} -o "${ufsecp_tables}"
        DEPENDS "${ufsecp_root}/tools/make_tables.py")
endmacro()
