#!/usr/bin/env bash
# Puts zig 0.17.1, which has the C and C++ libraries of macOS, musl and WASI, into
# build/zig (400 MB): a Python package, pinned by hash. Nothing is installed. Exit code: 0 it is
# there, 1 it is not to be had here.
set -euo pipefail
cd "$(dirname "$0")/.."

target=build/zig
hash=ea6cc5d87b033cf0aedfbc8f9549a908cae6c50ac31f1698188fa48a74524b54
if [[ -x $target/zig ]]; then exit 0; fi
if [[ $(uname -sm) != "Linux x86_64" ]]; then exit 1; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "zig: fetching zig 0.17.1"
tools/pip_pinned.sh zig "$work/package" "what it builds is skipped" \
    <<<"ziglang==0.17.1 --hash=sha256:$hash"
mkdir -p build
rm -rf "$target"
mv "$work/package/ziglang" "$target"
