#!/usr/bin/env bash
# Builds libsecp256k1 0.8.0, the peer, as a shared library for the Go benchmarks and backends, and
# prints its path as the last line. It has the tables of cmake/peer.cmake, the modules that Go
# calls, and -O3. Usage: LIBSECP256K1=$(tools/peer_shared.sh)
# Exit code: that of tools/fetch_peer.sh if its source is not to be had.
set -euo pipefail
cd "$(dirname "$0")/.."

tools/fetch_peer.sh >&2
source=build/peer/libsecp256k1
target=$PWD/build/peer/libsecp256k1.so
compiler=${CC:-$(for name in clang-22 clang cc; do if command -v $name; then break; fi; done)}
settings=(-O3 -DNDEBUG -fPIC -fvisibility=hidden -shared -Wl,-Bsymbolic \
    -Wl,-soname,libsecp256k1.so.7
    -DECMULT_WINDOW_SIZE=15 -DCOMB_BLOCKS=43 -DCOMB_TEETH=6 -DENABLE_MODULE_ECDH=1 \
        -DENABLE_MODULE_RECOVERY=1
    -DENABLE_MODULE_EXTRAKEYS=1 -DENABLE_MODULE_SCHNORRSIG=1 -DENABLE_MODULE_ELLSWIFT=1)
if [[ $(uname -m) == x86_64 ]]; then settings+=(-DUSE_ASM_X86_64=1); fi

stamp="$("$compiler" --version | head -n 1) ${settings[*]} $(<$source/.sha256)"
if [[ ! -e $target || ! -e $target.built || $(<"$target.built") != "$stamp" ]]; then
    "$compiler" "${settings[@]}" -I$source -I$source/include -I$source/src -o "$target" \
        $source/src/secp256k1.c $source/src/precomputed_ecmult{,_gen}.c
    echo "$stamp" >"$target.built"
fi
echo "$target"
