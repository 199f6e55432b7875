# Libraries that are headers alone are for any system: where a cross build finds its own packages
# only, these are taken from this system. In folders of their own, since the one that they lie in
# has the C library of this system too.
function(uf_cross_headers package target header)
    if(NOT TARGET ${package}::${target})
        get_filename_component(folder "${header}" DIRECTORY)
        find_path(UF_${package}_HEADERS ${header} PATHS /usr/include /usr/local/include
            NO_CMAKE_FIND_ROOT_PATH)
        mark_as_advanced(UF_${package}_HEADERS)
        if(NOT UF_${package}_HEADERS)
            return()
        endif()
        set(headers "${PROJECT_BINARY_DIR}/headers")
        file(MAKE_DIRECTORY "${headers}")
        file(CREATE_LINK "${UF_${package}_HEADERS}/${folder}" "${headers}/${folder}" SYMBOLIC)
        add_library(uf_${package} INTERFACE)
        target_include_directories(uf_${package} SYSTEM INTERFACE "${headers}")
        add_library(${package}::${target} ALIAS uf_${package})
    endif()
    set(${package}_FOUND ON PARENT_SCOPE)
endfunction()
uf_cross_headers(CLI11 CLI11 CLI/CLI.hpp)
uf_cross_headers(nlohmann_json nlohmann_json nlohmann/json.hpp)
