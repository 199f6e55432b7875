#!/usr/bin/env bash
# Downloads a Python package's source, pinned by its hash: for tools/fetch_*.sh. pip compares the
# hash before it runs anything of the package.
# Usage: tools/pip_source.sh NAME PACKAGE VERSION SHA256 FOLDER LOSS
# NAME and LOSS: of the message, if it fails. FOLDER: where PACKAGE-VERSION.tar.gz will lie.
# Exit code: 0 it is there, 1 it could not be fetched, 2 what was fetched is not what is pinned.
set -euo pipefail

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "$2==$3 --hash=sha256:$4" >"$work/package"
if timeout 300 python3 -m pip download --quiet --disable-pip-version-check --no-deps \
    --no-binary "$2" --require-hashes --dest "$5" --requirement "$work/package" 2>"$work/log"; then
    exit 0
fi
if grep -q "DO NOT MATCH" "$work/log"; then
    echo "$1: what was fetched has not the pinned hash $4: not used" >&2
    exit 2
fi
tail -n 3 "$work/log" >&2
echo "$1: could not be fetched (no network?); $6" >&2
exit 1
