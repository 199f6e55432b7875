# Writes HEADER, which names the commit of SOURCE, if it names another one; "-dirty" behind it if
# files differ from it; "unknown" where SOURCE is no repository, though one around it may be.
set(commit)
set(within)
set(status 1)
find_program(GIT git)
if(GIT)
    execute_process(COMMAND "${GIT}" -C "${SOURCE}" rev-parse --show-prefix
        RESULT_VARIABLE status OUTPUT_VARIABLE within OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(status EQUAL 0 AND within STREQUAL "")
    execute_process(COMMAND "${GIT}" -C "${SOURCE}" describe --always --dirty --abbrev=12
        --exclude=* OUTPUT_VARIABLE commit
        OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(NOT commit)
    set(commit "unknown")
endif()
set(text "#define UF_BUILD_COMMIT \"${commit}\"\n")
set(before)
if(EXISTS "${HEADER}")
    file(READ "${HEADER}" before)
endif()
if(NOT before STREQUAL text)
    file(WRITE "${HEADER}" "${text}")
endif()
