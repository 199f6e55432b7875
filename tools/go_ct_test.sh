#!/bin/sh
# Constant time of the Go module (go/TIMING.md): the taint check in valgrind on each kind of code,
# the machine code, the lists.
#
# Usage: tools/go_ct_test.sh [CELL ...]     without a cell: all of adx noinline asm generic purego
#                                           lists
#
# The last line is the total. Exit code 0 if all is well, 1 if not, 77 where the check cannot run.
set -u
cd "$(dirname "$0")/../go" || exit 1
for tool in go valgrind objdump; do
    command -v $tool >/dev/null || { echo "skipped: needs $tool"; exit 77; }
done
[ "$(go env GOHOSTOS)/$(go env GOHOSTARCH)" = linux/amd64 ] ||
    { echo "skipped: needs Linux on x86-64"; exit 77; }

out=$(mktemp -d) || exit 1
trap 'rm -rf "$out"' EXIT
export CGO_ENABLED=0

# memcheck P256K1_CPU TESTS: runs them in valgrind. Goroutines' stacks lie close to each other: a
# step of the stack pointer above the largest frame is a switch between two. The runtime must not
# interrupt a function to look at its words.
memcheck() {
    P256K1_CPU=$1 GODEBUG=asyncpreemptoff=1 valgrind --quiet --num-callers=25 \
        --max-stackframe=16000 --log-file="$out/log" \
        "$out/program" -test.v -test.run "^Test($2)\$" >"$out/output" 2>&1
    status=$?
    for test in $(echo "$2" | tr '|' ' '); do
        grep -q "^--- PASS: Test$test " "$out/output" || status=1
    done
    if [ $status -ne 0 ]; then
        grep -v -e '^=== RUN' -e '^ *--- PASS' "$out/output"
        grep -v -e 'DW_FORM' -e 'debug info' "$out/log" | head -200
    fi
    return $status
}

# taint P256K1_CPU OPTION ...: the calls, and the deliberate leaks.
taint() {
    cpu=$1; shift
    go test -c "$@" -o "$out/program" ./internal/ct || return 1
    memcheck $cpu 'Processor|Marks|Leaks' || return 1
    leaks=$(grep -c '^    --- PASS: TestLeaks/' "$out/output")
    memcheck $cpu 'Leaves|Calls' || return 1
    echo "  $(grep -c '^    --- PASS: TestCalls/' "$out/output") calls of the API and" \
        "$(grep -c '^    --- PASS: TestLeaves/' "$out/output") functions below it: no report;" \
        "$leaks leaks: as they must be"
}

# lists: completeness of the calls, the list of declassified values, the machine code.
lists() {
    go test -count=1 -v ./internal/ct >"$out/output" 2>&1
    status=$?
    if [ $status -ne 0 ] || grep -q -e '--- SKIP' "$out/output"; then
        grep -v '^=== RUN' "$out/output"
        return 1
    fi
    grep -e '^--- PASS' -e ' functions$' "$out/output" | sed 's/^[- ]*/  /'
}

cells="adx noinline asm generic purego lists"
[ $# -gt 0 ] || set -- $cells
passed=0 failed=0
for cell; do
    echo "$cell"
    case $cell in
        adx) taint adx -tags valgrind ;;
        noinline) taint adx -tags valgrind -gcflags "$(go list .)/...=-l" ;;
        asm) taint asm -tags valgrind ;;
        generic) taint generic -tags valgrind ;;
        purego) taint generic -tags valgrind,purego ;;
        lists) lists ;;
        *) echo "  no such cell: $cells"; false ;;
    esac && passed=$((passed + 1)) || { echo "  FAILED: $cell"; failed=$((failed + 1)); }
done
echo "$passed passed, $failed failed"
[ $failed -eq 0 ]
