#!/usr/bin/env bash
# Installs a build into an empty prefix and uses it as a stranger would: find_package, pkg-config,
# and add_subdirectory.
# Usage: test/install_test.sh BUILD_DIRECTORY
set -euo pipefail
build=$(realpath "$1")
source=$(realpath "$(dirname "$0")/..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
quietly() {
    if ! "$@" >"$work/log" 2>&1; then
        cat "$work/log"
        echo "install test failed at: $*" >&2
        exit 1
    fi
}

cxx=$(sed -n 's/^CMAKE_CXX_COMPILER:[A-Z]*=//p' "$build/CMakeCache.txt")
[[ -n $cxx ]] || cxx=$(sed -n 's/^set(CMAKE_CXX_COMPILER "\(.*\)")$/\1/p' \
    "$build"/CMakeFiles/*/CMakeCXXCompiler.cmake)
cc=$(sed 's/clang++/clang/; s/g++/gcc/' <<<"$cxx")

# The tree is moved after the installation: nothing in it may hold an absolute path.
quietly cmake --install "$build" --prefix "$work/first"
mv "$work/first" "$work/prefix"
if grep -rIl -e "$source" -e "$work/first" "$work/prefix"; then
    echo "an installed file names a folder of the machine that built it" >&2
    exit 1
fi

compat=$(find "$work/prefix" -name libsecp256k1.so.7)
if [[ -n $compat ]]; then
    echo "the names of libsecp256k1's releases; before those, calls took other parameters"
    names=$(cd "${compat%/*}" && echo libsecp256k1.so.?)
    wanted=$(printf ' libsecp256k1.so.%s' 1 2 5 6 7)
    if [[ " $names" != "$wanted" ]]; then
        echo "installed are $names, and not$wanted" >&2
        exit 1
    fi
fi

share=$work/prefix/share
if [[ -e $work/prefix/bin/ufsecp && -e $build/cli/share/made ]]; then
    echo "completions and manual pages"
    pages=$("$work/prefix/bin/ufsecp" man --list)
    for page in ${pages:?no page is listed}; do
        if ! grep -q "^\.SH NAME" "$share/man/man1/$page.1"; then
            echo "no manual page $page(1) in $share/man" >&2
            exit 1
        fi
    done
    cmp "$share/bash-completion/completions/ufsecp" <("$work/prefix/bin/ufsecp" completion bash)
    cmp "$share/zsh/site-functions/_ufsecp" <("$work/prefix/bin/ufsecp" completion zsh)
    cmp "$share/fish/vendor_completions.d/ufsecp.fish" \
        <("$work/prefix/bin/ufsecp" completion fish)
fi

echo "find_package"
configure=(cmake -S "$source/test/install" -G Ninja -DCMAKE_BUILD_TYPE=Release)
toolchain=$(sed -n 's/^CMAKE_TOOLCHAIN_FILE:[A-Z]*=\(.*\/cross\/.*\)/\1/p' "$build/CMakeCache.txt")
if [[ -n $toolchain ]]; then
    configure+=(-DCMAKE_TOOLCHAIN_FILE="$toolchain"
        -Dufsecp_DIR="$(dirname "$(find "$work/prefix" -name ufsecp-config.cmake)")")
else
    configure+=(-DCMAKE_C_COMPILER="$cc" -DCMAKE_CXX_COMPILER="$cxx")
fi
quietly "${configure[@]}" -B "$work/package" -DCMAKE_PREFIX_PATH="$work/prefix"
quietly cmake --build "$work/package"
# Windows looks for a DLL beside the program.
find "$work/prefix/bin" -name "*.dll" -exec cp {} "$work/package" \; 2>/dev/null || true
quietly ctest --test-dir "$work/package" --no-tests=error

echo "find_package of a project in C alone"
quietly "${configure[@]}" -B "$work/c" -DCMAKE_PREFIX_PATH="$work/prefix" -DUFSECP_LANGUAGES=C
quietly cmake --build "$work/c"
find "$work/prefix/bin" -name "*.dll" -exec cp {} "$work/c" \; 2>/dev/null || true
quietly ctest --test-dir "$work/c" --no-tests=error
# The rest runs this system's compiler.
if [[ -n $toolchain ]]; then exit 0; fi

echo "pkg-config, shared and static"
pc=$(find "$work/prefix" -name ufsecp.pc)
export PKG_CONFIG_PATH=${pc%/*}
flags=$(pkg-config --cflags --libs ufsecp)
libdir=$(pkg-config --variable=libdir ufsecp)
quietly "$cc" "$source/test/install/consumer.c" $flags -o "$work/shared"
LD_LIBRARY_PATH=$libdir quietly "$work/shared"
quietly "$cc" "$source/test/install/consumer.c" $(pkg-config \
    --cflags ufsecp) "$libdir/libufsecp.a" $(pkg-config --static --libs-only-l ufsecp |
    sed 's/-lufsecp//') -o "$work/static"
quietly "$work/static"

echo "pkg-config, where folders are absolute"
mkdir -p "$work/here/lib/pkgconfig" "$work/here/include" "$work/there/lib" "$work/there/h"
absolute() { # LIBDIR INCLUDEDIR: what ufsecp.pc says after a build was configured with these
    rm -rf "$work/absolute"
    quietly cmake -S "$source" -B "$work/absolute" -G Ninja -DCMAKE_C_COMPILER="$cc" \
        -DCMAKE_CXX_COMPILER="$cxx" -DCMAKE_INSTALL_PREFIX="$work/here" \
        -DCMAKE_INSTALL_LIBDIR="$1" -DCMAKE_INSTALL_INCLUDEDIR="$2" -DSECP256K1_BUILD_CLI=OFF \
        -DSECP256K1_BUILD_TESTS=OFF -DSECP256K1_BUILD_BENCH=OFF
    cp "$work/absolute/ufsecp.pc" "$work/here/lib/pkgconfig"
    for name in includedir libdir; do
        realpath "$(PKG_CONFIG_PATH=$work/here/lib/pkgconfig pkg-config \
            --variable=$name ufsecp)"
    done
}
diff <(absolute "$work/there/lib" include) <(realpath "$work/here/include" "$work/there/lib")
diff <(absolute lib "$work/there/h") <(realpath "$work/there/h" "$work/here/lib")

# The profile tiny, which compiles sooner; in the weekly run the default one.
echo "add_subdirectory without a build type, where warnings are errors"
profile=tiny
if [[ ${UF_TEST_SCALE:-1} == [2-9]* ]]; then profile=default; fi
quietly "${configure[@]}" -B "$work/subproject" -DUFSECP_SUBDIRECTORY="$source" \
    -DSECP256K1_PROFILE=$profile -DSECP256K1_USE_LANES=OFF -DCMAKE_BUILD_TYPE= \
    -DCMAKE_CXX_FLAGS="-Wall -Wextra -Werror"
grep -q "compiled with -O2" "$work/log"
grep -q -- "-O2" "$work/subproject/build.ninja"
quietly cmake --build "$work/subproject"
quietly ctest --test-dir "$work/subproject" --no-tests=error
