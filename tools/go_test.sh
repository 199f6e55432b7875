#!/usr/bin/env bash
# Tests the Go module: format, vet, staticcheck, generated files, and its tests with every build
# that differs. The last line is the total.
# Usage: tools/go_test.sh [STAGE ...]     without a stage: all but the last two, in the order below
#        tools/go_test.sh --weekly        all of them, with the longest tests in go124, asm, purego
#
# LIBSECP256K1 and UFSECP_LIBRARY name the C libraries to compare with; those that are not named are
# built here.
set -uo pipefail
cd "$(dirname "$0")/.."

root=$PWD
logs=$root/build/go
staticcheck=honnef.co/go/tools/cmd/staticcheck@v0.8.2
oldest=go1.24.13
modules=(. libsecp256k1 ufsecp bench internal/gen)
stages=(format vet generated go124 default adx asm purego exhaustive13 exhaustive199)
stages+=(libraries bench nocgo race arm64 staticcheck timing)

# The longest tests of code that is the same on every processor; the stage default runs them.
# TestMachineCode compiles for itself, and without tags.
long='Hostile|MachineCode|FallbackFindsEach|Mul2AgainstOracle'
most=(-short -skip "$long")

mkdir -p "$logs"
passed=0 failed=0 skipped=0

# check NAME COMMAND...: one check, which counts as one test; its output is shown if it fails.
check() {
    local name=$1 log=$logs/$1.log start=$SECONDS
    shift
    if "$@" >"$log" 2>&1; then
        passed=$((passed + 1))
        echo "$name: 1 passed ($((SECONDS - start)) s)"
    else
        failed=$((failed + 1))
        tail -n 60 "$log"
        echo "$name: 1 failed; the whole log is ${log#"$root"/}"
    fi
}

# tests NAME COMMAND...: `go test -v`, of which every top-level test counts; why tests were skipped
# is shown.
tests() {
    local name=$1 log=$logs/$1.log start=$SECONDS code=0 good bad left
    shift
    "$@" >"$log" 2>&1 || code=$?
    good=$(grep -c '^--- PASS' "$log")
    bad=$(grep -c '^--- FAIL' "$log")
    left=$(grep -c '^--- SKIP' "$log")
    if ((code != 0 && bad == 0 || code == 0 && good == 0)); then bad=1; fi
    if ((bad != 0)); then
        grep -E -B 20 '^--- FAIL|build failed|^panic|\.go:[0-9]+:[0-9]+: ' "$log" | tail -n 80
        echo "$name: the whole log is ${log#"$root"/}"
    fi
    grep -B 1 -h -E '^ *--- SKIP' "$log" |
        sed -n 's/^ *[a-zA-Z_0-9]*\.go:[0-9]*: /    skipped: /p' | sort -u
    passed=$((passed + good)) failed=$((failed + bad)) skipped=$((skipped + left))
    echo "$name: $good passed, $bad failed, $left skipped ($((SECONDS - start)) s)"
}

# able NAME COMMAND...: a check that ends with exit code 77 where it cannot run, and says why.
able() {
    local name=$1 log=$logs/$1.log start=$SECONDS code=0
    shift
    "$@" >"$log" 2>&1 || code=$?
    case $code in
    0) passed=$((passed + 1)); echo "$name: 1 passed ($((SECONDS - start)) s)" ;;
    77) leave "$name" "$(sed -n 's/^skipped: //p' "$log")" ;;
    *)
        failed=$((failed + 1))
        tail -n 60 "$log"
        echo "$name: 1 failed; the whole log is ${log#"$root"/}"
        ;;
    esac
}

# leave NAME REASON: a stage that cannot run here.
leave() {
    skipped=$((skipped + 1))
    echo "$1: skipped, $2"
}

each_module() { # runs a command in every module's folder
    local module code=0
    for module in "${modules[@]}"; do
        echo "== $module"
        (cd "go/$module" && "$@") || code=1
    done
    return $code
}

unformatted() { ! gofmt -l go | grep .; }

vet() {
    each_module go vet ./... && (cd go && go vet -tags purego ./... &&
        go vet -tags exhaustive ./internal/... && go vet -tags traces ./internal/ct &&
        CGO_ENABLED=0 go vet ./bench/... ./libsecp256k1/... &&
            GOOS=windows go vet . ./signer ./libsecp256k1 ./ufsecp &&
        GOARCH=arm64 CGO_ENABLED=0 go vet ./... && GOARCH=386 CGO_ENABLED=0 go vet ./... &&
            GOOS=js GOARCH=wasm go vet ./...)
}

# A function that only some builds use is used: staticcheck merges what it finds in all of them.
lint() {
    (cd go && go run $staticcheck -matrix ./... <<'END'
default:
purego: -tags=purego
valgrind: -tags=valgrind
exhaustive: -tags=exhaustive
exhaustive199: -tags=exhaustive,order199
traces: -tags=traces
arm64: GOARCH=arm64
END
    ) && (
        modules=("${modules[@]:1}")
        each_module go run $staticcheck ./...
    )
}

regenerate() { # the generator prints the files that it has to change: there are none
    local said
    (cd go/internal/gen && go test ./...) || return 1
    said=$(cd go/internal/gen && go run .) || return 1
    if [[ -n $said ]]; then
        echo "these files were not as the generator makes them, and are now: $said"
        return 1
    fi
}

libraries() { # finds or builds both C libraries; prints nothing, and fails if one is not to be had
    if [[ -z ${LIBSECP256K1:-} ]]; then
        LIBSECP256K1=$(tools/peer_shared.sh 2>"$logs/peer.log" | tail -n 1) || LIBSECP256K1=
        if [[ -n $LIBSECP256K1 ]]; then export LIBSECP256K1; else unset LIBSECP256K1; fi
    fi
    if [[ -z ${UFSECP_LIBRARY:-} ]]; then
        if { [[ -e build/release/CMakeCache.txt ]] ||
            cmake --preset release; } >"$logs/ufsecp.log" 2>&1 &&
            cmake --build build/release --target ufsecp_shared >>"$logs/ufsecp.log" 2>&1; then
            export UFSECP_LIBRARY=$root/build/release/libufsecp.so
        else
            tail -n 20 "$logs/ufsecp.log"
        fi
    fi
    [[ -n ${LIBSECP256K1:-} && -n ${UFSECP_LIBRARY:-} ]]
}

run() {
    case $1 in
    format) check format unformatted ;;
    vet) check vet vet ;;
    staticcheck) check staticcheck lint ;;
    generated) check generated regenerate ;;
    go124) # the oldest version that go.mod admits, without the workspace, which asks for more
        if GOTOOLCHAIN=$oldest GOWORK=off go -C go version >"$logs/go124.log" 2>&1; then
            check go124-vet env GOTOOLCHAIN=$oldest GOWORK=off go -C go vet ./...
            tests go124 env GOTOOLCHAIN=$oldest GOWORK=off go -C go test -count=1 -v \
                -short "${most[@]}" . ./signer ./nostr ./examples/... ./internal/...
        else
            leave go124 "$oldest is not to be had"
        fi ;;
    default) tests default go -C go test -count=1 -v ./... ;;
    adx) # lower than the processor's, as asm is
        tests adx env P256K1_CPU=adx go -C go test -count=1 -v -short \
            . ./signer ./internal/... ;;
    asm) tests asm env P256K1_CPU=asm go -C go test -count=1 -v -short "${most[@]}" \
        . ./signer ./internal/... ;;
    purego) tests purego go -C go test -count=1 -v "${most[@]}" -tags purego ./... ;;
    exhaustive13) tests exhaustive13 go -C go test -count=1 -v \
        -tags exhaustive ./internal/scalar ./internal/group ./internal/mult ;;
    exhaustive199) tests exhaustive199 go -C go test -count=1 -v \
        -tags exhaustive,order199 ./internal/scalar ./internal/group ./internal/mult ;;
    libraries)
        if libraries; then
            tests libraries go -C go test -count=1 -v ./libsecp256k1/... ./ufsecp/...
        else
            leave libraries "a C library is not to be had"
        fi ;;
    bench)
        libraries || echo "bench: without a C library that is not to be had"
        tests bench env CGO_ENABLED=1 go -C go test -count=1 -v -tags=cgo ./bench/...
        check bench-smoke env CGO_ENABLED=1 go -C go test -tags=cgo ./bench -run '^$' -bench . \
            -benchtime 1x -benchmem ;;
    nocgo) tests nocgo env CGO_ENABLED=0 go -C go test -count=1 -v \
        -run 'Libraries|Verdicts' ./bench ./libsecp256k1 ./ufsecp ;;
    # Without the longest tests of code that knows no goroutines: other stages run them.
    race) tests race go -C go test -count=1 -v -race -short \
        -skip 'Hostile|MachineCode|AgainstOracle|^TestTwins(ADX|ASM)$|IsItsText' ./... ;;
    arm64)
        local emulator
        if emulator=$(command -v qemu-aarch64-static || command -v qemu-aarch64); then
            tests arm64 env GOARCH=arm64 CGO_ENABLED=0 go -C go test -count=1 -v -short \
                -skip "$long" -exec "$emulator" ./...
        else
            leave arm64 "qemu-aarch64-static is not installed"
        fi
        able arm64-traces tools/trace_go.py ;;
    timing) able timing tools/go_ct_test.sh ;;
    *) echo "unknown stage $1; there are: ${stages[*]}" >&2; exit 2 ;;
    esac
}

if (($# == 0)); then set -- "${stages[@]:0:${#stages[@]}-2}"; fi
if [[ $1 == --weekly ]]; then
    set -- "${stages[@]}"
    most=(-skip MachineCode)
fi
for stage in "$@"; do run "$stage"; done
echo "$passed passed, $failed failed, $skipped skipped"
exit $((failed != 0 || passed == 0))
