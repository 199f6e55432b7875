#!/usr/bin/env bash
# Builds with profile-guided and link-time optimisation (make pgo), then runs the tests of label
# any-build in that build and the tool's self-test. The last line is the total.
set -uo pipefail
cd "$(dirname "$0")/.."

passed=0 failed=0
check() { # NAME COMMAND...: one check, which counts as one test
    if "${@:2}"; then
        passed=$((passed + 1))
        echo "$1: passed"
    else
        failed=$((failed + 1))
        echo "$1: failed"
    fi
}
check build make pgo
check verify build/pgo/ufsecp verify --quiet data/mainnet-ecdsa.rows
check selftest build/pgo/ufsecp selftest
check configure cmake -B build/pgo -DSECP256K1_BUILD_TESTS=ON -DUFSECP_TEST_ONLY=any-build
check tests-build cmake --build build/pgo
check tests ctest --test-dir build/pgo --output-on-failure --no-tests=error
cmake -B build/pgo -DSECP256K1_BUILD_TESTS=OFF >/dev/null
echo "$passed passed, $failed failed"
((failed == 0))
