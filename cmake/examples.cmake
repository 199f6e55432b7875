# Every examples/*.c and *.cpp is one program that uses the installed interface only.
enable_language(C)
file(GLOB examples CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/examples/*.c"
    "${PROJECT_SOURCE_DIR}/examples/*.cpp")
foreach(source ${examples})
    get_filename_component(name "${source}" NAME_WE)
    add_executable(example_${name} "${source}")
    set_target_properties(example_${name} PROPERTIES LINKER_LANGUAGE CXX)
    target_link_libraries(example_${name} PRIVATE ufsecp)
    if(SECP256K1_BUILD_TESTS)
        add_dependencies(quick_tests example_${name})
        # each ends with 0 if all went well
        uf_script(example_${name} LABELS calls COMMAND $<TARGET_FILE:example_${name}>)
    endif()
endforeach()
