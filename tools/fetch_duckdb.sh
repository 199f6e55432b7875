#!/usr/bin/env bash
# Puts the headers of DuckDB's interfaces, C and C++, into build/duckdb-headers. They come from the
# source package of DuckDB for Python (18 MB), pinned by hash. Nothing is installed.
# Exit code: 0 they are there, 1 they are not to be had here, 2 what was fetched is not what is
# pinned.
set -euo pipefail
cd "$(dirname "$0")/.."

version=1.4.4
sha256=8bba52fd2acb67668a4615ee17ee51814124223de836d9e2fdcbc4c9021b3d3c
target=build/duckdb-headers
if [[ -e $target/duckdb.hpp && $(<"$target/.sha256") == "$sha256" ]]; then exit 0; fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
echo "duckdb: fetching the headers of DuckDB $version"
if ! timeout 300 python3 -m pip download --quiet --disable-pip-version-check --no-deps \
    --no-binary duckdb --dest "$work" "duckdb==$version" 2>"$work/log"; then
    tail -n 3 "$work/log" >&2
    echo "duckdb: could not be fetched (no network?); its extension is skipped" >&2
    exit 1
fi
if ! echo "$sha256  $work/duckdb-$version.tar.gz" | sha256sum --check --status; then
    echo "duckdb: what was fetched has not the pinned hash $sha256: not used" >&2
    exit 2
fi
rm -rf "$target"
mkdir -p "$target"
tar -xzf "$work/duckdb-$version.tar.gz" -C "$target" --strip-components=5 \
    "duckdb-$version/external/duckdb/src/include"
echo "$sha256" >"$target/.sha256"
