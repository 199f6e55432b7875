#!/usr/bin/env bash
# Puts the Python packages of a list, each pinned by hash, into a folder: for tools/fetch_*.sh.
# Usage: tools/pip_pinned.sh NAME FOLDER LOSS [PLATFORM] <LIST
# NAME and LOSS: of the message, if it fails. PLATFORM: another one than this, as pip names it.
# Exit code: 0 they are there, 1 they are not to be had here.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cat >"$work/packages"
if ! timeout 300 python3 -m pip install --quiet --disable-pip-version-check --no-deps --no-compile \
    --root-user-action=ignore --require-hashes --target "$2" \
    ${4:+--only-binary=:all: --platform "$4"} \
    --requirement "$work/packages" 2>"$work/log"; then
    tail -n 3 "$work/log" >&2
    echo "$1: could not be fetched (no network?); $3" >&2
    exit 1
fi
