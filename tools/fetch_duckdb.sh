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
tools/fetch_source.py duckdb duckdb "$version" "$sha256" "$work" "its extension is skipped" || exit
rm -rf "$target"
mkdir -p "$target"
tar -xzf "$work/duckdb-$version.tar.gz" -C "$target" --strip-components=5 \
    "duckdb-$version/external/duckdb/src/include"
echo "$sha256" >"$target/.sha256"
