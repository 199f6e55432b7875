#!/usr/bin/env bash
# Builds the npm package into wasm/dist: ufsecp.wasm, ufsecp-lanes.wasm, ufsecp-tiny.wasm and the
# JavaScript over them.
# Usage: wasm/build.sh [--peer]    --peer: also build/wasm/libsecp256k1.wasm, for bench.mjs
set -euo pipefail
cd "$(dirname "$0")"

case ${1:-} in
"") peer=OFF ;;
--peer) peer=ON && ../tools/fetch_peer.sh ;;
*) echo "usage: wasm/build.sh [--peer]" >&2; exit 2 ;;
esac
command -v npm >/dev/null || { echo "build: npm is not installed: tools/setup.sh all" >&2; exit 1; }

build() { # folder, options
    cmake -S . -B "../build/$1" -G Ninja --log-level=WARNING "${@:2}" >/dev/null
    cmake --build "../build/$1"
}
build wasm "-DUFSECP_WASM_PEER=$peer"
build wasm-lanes -DUFSECP_WASM_LANES=ON
build wasm-tiny -DSECP256K1_PROFILE=tiny
# The lock file's packages; again only where it has changed since.
if ! cmp -s package-lock.json node_modules/.installed; then
    npm ci --no-audit --no-fund
    cp package-lock.json node_modules/.installed
fi
rm -rf dist
npx --no-install tsc -p . --removeComments # a page loads it
npx --no-install tsc -p . --emitDeclarationOnly
cp ../LICENSE ../build/wasm/ufsecp.wasm dist/
cp ../build/wasm-lanes/ufsecp.wasm dist/ufsecp-lanes.wasm
cp ../build/wasm-tiny/ufsecp.wasm dist/ufsecp-tiny.wasm
