#!/usr/bin/env bash
# Installs what the build needs on Debian or Ubuntu, asks nothing, and does nothing where all of it
# is there.
# Usage: tools/setup.sh [run|test|all|weekly]
#   run     build and benchmark
#   test    also what `make test` needs (the default)
#   all     also what `make test-all` needs: libraries of other systems, Java
#   weekly  also what `make test-weekly` needs: Windows's compiler and Wine, tools of packagers, a
#           gigabyte
set -euo pipefail
cd "$(dirname "$0")/.."

mode=${1:-test}
needed=(g++ cmake ninja-build python3 python3-pip ca-certificates)
needed+=(nlohmann-json3-dev libcli11-dev libsimdjson-dev zlib1g-dev libzstd-dev)
needed+=(opencl-c-headers)
preferred=(clang-22 lld-22 llvm-22 libclang-rt-22-dev)
foreign=()
case $mode in run | test | all | weekly) ;;
*) echo "usage: tools/setup.sh [run|test|all|weekly]" >&2; exit 2 ;;
esac
if [[ $mode != run ]]; then
    needed+=(libgtest-dev doxygen valgrind pkg-config binutils qemu-user-static qemu-user)
    needed+=(ocl-icd-libopencl1 pocl-opencl-icd python3-venv python3-dev)
    needed+=(zsh fish groff mandoc) # completions and manual pages
    preferred+=(clang-format-22)
fi
if [[ $mode == all || $mode == weekly ]]; then
    for system in arm64 riscv64 s390x; do
        foreign+=("libstdc++-12-dev-$system-cross")
    done
    foreign+=(googletest nodejs libc++-22-dev libc++abi-22-dev wasi-libc)
    foreign+=(libc++-22-dev-wasm32 libc++abi-22-dev-wasm32 libclang-rt-22-dev-wasm32 chromium)
    foreign+=(default-jdk-headless maven)
    # rustup's conflict with Debian's, whose other packages (rustc, cargo) are too old.
    if ! command -v cargo >/dev/null; then
        foreign+=(cargo-web rustc-web rustfmt-web rust-web-clippy)
    fi
    foreign+=(qemu-system-arm libnewlib-dev)
fi
if [[ $mode == weekly ]]; then
    foreign+=(libstdc++-12-dev-{ppc64el,i386,armhf}-cross)
    foreign+=(g++-mingw-w64-x86-64-posix libz-mingw-w64-dev wine64)
    foreign+=(qemu-system-misc binutils-xtensa-lx106) # RISC-V of 32 bits, ESP32
    foreign+=(debhelper lintian ruby nix-bin) # packages
    foreign+=(pypy3 pypy3-venv)
fi
# What an emulator is built from (tools/fetch_emulator.sh), for the engines whose instructions this
# processor lacks.
if [[ $mode != run ]] &&
    ! { grep -qw avx512ifma /proc/cpuinfo && grep -qw avx_ifma /proc/cpuinfo; }; then
    needed+=(make libc6-dev xz-utils)
fi

if ! command -v dpkg-query >/dev/null || ! command -v apt-get >/dev/null; then
    missing=()
    for tool in cmake ninja python3; do command -v $tool >/dev/null || missing+=("$tool"); done
    if ((${#missing[@]})); then
        echo "setup: this system has no apt-get; install by hand: ${missing[*]}," \
            "a C++20 compiler, CLI11, nlohmann-json, simdjson, zlib, zstd, GoogleTest" >&2
        exit 1
    fi
    exit 0
fi

absent() { # prints those of its arguments that are not installed
    local package
    for package in "$@"; do
        [[ $(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null) == installed ]] ||
            echo "$package"
    done
}
mapfile -t missing < <(absent "${needed[@]}")
mapfile -t wanted < <(absent "${preferred[@]}")
mapfile -t others < <(absent "${foreign[@]}")
# written when the package sources do not offer them, so that they are not asked for again
stamp=build/.no-clang-22
if [[ -e $stamp ]]; then wanted=(); fi
refused=build/.not-to-be-had # names of packages, a line each
if [[ -e $refused ]] && ((${#others[@]})); then
    mapfile -t others < <(printf '%s\n' "${others[@]}" | grep -vxFf "$refused")
fi
# The formatter of Python (tools/check_format.py), in a folder of its own; without it, that check is
# skipped.
ruff=$(sed -n 's/^RUFF = "\(.*\)"/\1/p' tools/check_format.py)
fetch_ruff() {
    [[ $mode == run || $(build/ruff/bin/ruff --version 2>/dev/null) == "ruff $ruff" ]] && return
    python3 -m venv build/ruff && build/ruff/bin/pip install --quiet --disable-pip-version-check \
        "ruff==$ruff" ||
        echo "setup: ruff $ruff is not to be had: Python's format is not checked" >&2
}
if ((${#missing[@]} + ${#wanted[@]} + ${#others[@]} == 0)); then
    fetch_ruff
    exit 0
fi

sudo=()
if ((EUID != 0)); then
    if ! command -v sudo >/dev/null; then
        echo "setup: not root and no sudo; as root, run:" \
            "apt-get install ${missing[*]} ${wanted[*]} ${others[*]}" >&2
        ((${#missing[@]})) && exit 1
        echo "setup: going on without: what needs them is left out (g++ makes slower code)" >&2
        fetch_ruff
        exit 0
    fi
    sudo=(sudo)
fi
apt() { "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0 "$@"; }

echo "setup: installing ${missing[*]} ${wanted[*]} ${others[*]}"
if ! apt update; then
    echo "setup: 'apt-get update' failed; going on with the package lists that are there" >&2
fi
if ((${#missing[@]})) && ! apt install -y --no-install-recommends "${missing[@]}" >/dev/null; then
    echo "setup: these packages could not be installed: ${missing[*]};" \
        "is the network up? Try: apt-get install ${missing[*]}" >&2
    exit 1
fi
if ((${#wanted[@]})) && ! apt install -y --no-install-recommends "${wanted[@]}" >/dev/null; then
    echo "setup: clang 22 is not to be had here; building with what there is" \
        "(g++ makes slower code)" >&2
    mkdir -p build
    : >"$stamp"
fi
# If not all at once, one by one: what one system lacks is another's no loss.
if ((${#others[@]})) && ! apt install -y --no-install-recommends --no-remove "${others[@]}" \
    >/dev/null 2>&1; then
    for package in "${others[@]}"; do
        if ! apt install -y --no-install-recommends --no-remove "$package" >/dev/null; then
            echo "setup: $package is not to be had: the tests that need it are skipped" >&2
            mkdir -p build
            echo "$package" >>"$refused"
        fi
    done
fi
fetch_ruff
