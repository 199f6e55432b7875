#!/usr/bin/env bash
# Puts Debian's Python for ARM64, with what it needs, into build/python-arm64 (100 MB), where qemu
# runs it: qemu-aarch64 -L build/python-arm64 build/python-arm64/usr/bin/python3. Nothing is
# installed. Exit code: 0 it is there, 1 it is not to be had here.
set -euo pipefail
cd "$(dirname "$0")/.."

target=build/python-arm64
if [[ -e $target/usr/bin/python3 ]]; then exit 0; fi
command -v apt-get dpkg-deb >/dev/null || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work"/{lists,cache/archives}/partial build
: >"$work/status"
# Lists, status and cache of its own: to them, no package is installed.
apt() {
    apt-get -qq -o APT::Architecture=arm64 -o APT::Architectures::=arm64 \
        -o APT::Sandbox::User="$(id -un)" -o Dir::State::lists="$work/lists" \
        -o Dir::State::status="$work/status" -o Dir::Cache="$work/cache" \
        -o Debug::NoLocking=1 "$@"
}
echo "python: fetching Debian's for ARM64"
if ! { apt update && apt install --download-only --yes --no-install-recommends \
    python3-minimal libpython3-stdlib; } >"$work/log" 2>&1; then
    tail -n 3 "$work/log" >&2
    echo "python: that of ARM64 could not be fetched; what it runs is skipped" >&2
    exit 1
fi
for package in "$work"/cache/archives/*.deb; do dpkg-deb -x "$package" "$work/root"; done
rm -rf "$target"
mv "$work/root" "$target"
