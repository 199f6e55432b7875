# For CMAKE_USER_MAKE_RULES_OVERRIDE: -O2, which every published figure is measured with, in the
# place of CMake's -O3. What a tool chain file has in CMAKE_CXX_FLAGS_RELEASE_INIT stays, and comes
# last. A CMAKE_CXX_FLAGS_RELEASE that is given wins over both.
foreach(language C CXX)
    set(flags CMAKE_${language}_FLAGS_RELEASE_INIT)
    string(REGEX REPLACE "^(.*) -O3 -DNDEBUG$" "-O2 -DNDEBUG \\1" ${flags} "${${flags}}")
endforeach()
