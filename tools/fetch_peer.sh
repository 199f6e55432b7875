#!/usr/bin/env bash
# Fetches the source of libsecp256k1 0.8.0, the peer of benchmarks and differential tests, into
# build/peer/libsecp256k1. It comes from inside the Python source package btclib-secp256k1, pinned
# by hash. UFSECP_PEER_SDIST names a copy already at hand.
# Exit code: 0 it is there, 1 it could not be fetched, 2 what was fetched is not what is pinned.
set -euo pipefail
cd "$(dirname "$0")/.."

version=0.8.0.13
sha256=84e582865bdb86a10a42d514024fb8b5dacabdceaf9a75ca35466ea3db3ec761
target=build/peer/libsecp256k1
if [[ -e $target/.sha256 && $(<"$target/.sha256") == "$sha256" ]]; then exit 0; fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
sdist=${UFSECP_PEER_SDIST:-}
if [[ -z $sdist ]]; then
    echo "peer: fetching libsecp256k1 0.8.0 (btclib-secp256k1 $version)"
    tools/fetch_source.py peer btclib-secp256k1 "$version" "$sha256" "$work" \
        "everything works, but comparisons with libsecp256k1 are left out" || exit
    sdist=$(echo "$work"/*.tar.gz)
elif ! echo "$sha256  $sdist" | sha256sum --check --status; then
    echo "peer: $sdist has not the pinned hash $sha256: not used" >&2
    exit 2
fi
tar -xzf "$sdist" -C "$work" --wildcards \
    '*/secp256k1/src/*' '*/secp256k1/include/*' '*/secp256k1/COPYING'
rm -rf "$target"
mkdir -p "$(dirname "$target")"
mv "$work"/btclib_secp256k1-*/secp256k1 "$target"
echo "$sha256" >"$target/.sha256"
