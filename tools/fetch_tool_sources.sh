#!/usr/bin/env bash
# Fetches the sources of simdjson and zstd, which the command line tool needs where it is compiled
# for another system, into build/tool_sources. They come from inside the Python source packages
# pysimdjson and zstandard, pinned by hash.
# Exit code: 0 they are there, 1 they could not be fetched, 2 a package is not what is pinned.
set -euo pipefail
cd "$(dirname "$0")/.."

target=build/tool_sources
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fetch() { # package version sha256 folder-in-it folder-here
    if [[ -e $target/$5/.sha256 && $(<"$target/$5/.sha256") == "$3" ]]; then return; fi
    echo "tool: fetching $5 ($1 $2)"
    tools/fetch_source.py "$5" "$1" "$2" "$3" "$work" \
        "the tool cannot be compiled for another system without it" || exit
    tar -xzf "$work/$1-$2.tar.gz" -C "$work"
    rm -rf "${target:?}/$5"
    mkdir -p "$target"
    mv "$work/$1-$2/$4" "$target/$5"
    echo "$3" >"$target/$5/.sha256"
}

fetch pysimdjson 7.0.2 44cf276e48912a3b9c7ca362c14da8420a7ac15a9f1a16ec95becff86db3904a \
    simdjson simdjson
fetch zstandard 0.25.0 7713e1179d162cf5c7906da876ec2ccb9c3a9dcbdffef0cc7f70c3667a205f0b zstd zstd
