#!/usr/bin/env bash
# Makes what tools/emulate.py runs, in build/emulator: the emulator Bochs 3.0, built from its source
# (pinned by hash) with the debugging aids left out that packages have and that cost two thirds of
# its speed; a Linux kernel as the distribution packages it; the first process. Nothing is
# installed, no root rights are needed. UFSECP_BOCHS_SOURCE and UFSECP_EMULATOR_KERNEL name copies
# already at hand.
# Exit code: 0 all is there, 77 something is not to be had here, 2 what was fetched is not what is
# pinned, 1 it does not build.
set -euo pipefail
cd "$(dirname "$0")/.."

source=bochs_3.0+dfsg.orig.tar.xz
sha256=78f6c73d4a6472d5130a87ab9dc306d02c7c71ed8e25b3a8ef642e2a7acd282b
options=(--enable-cpu-level=6 --enable-x86-64 --enable-avx --enable-evex \
    --enable-all-optimizations --disable-large-ramfile
    --disable-logging --disable-stats --disable-show-ips --disable-docbook --with-nogui)
target=build/emulator
here=$PWD
# the emulator is as fast with either; clang compiles it faster
cxx=${CXX:-$(command -v clang++-22 || command -v clang++ || echo g++)}
mkdir -p "$target"
exec 9>"$target/.lock"
flock 9

missing() { # missing WHAT ADVICE
    echo "emulator: $1 is not to be had: $2" >&2
    exit 77
}
for tool in "$cxx" gcc make tar xz apt-get dpkg-deb; do
    command -v "$tool" >/dev/null ||
        missing "$tool" "tools/setup.sh installs it on Debian and Ubuntu"
done

# The first process of the emulated machine.
if [[ ! $target/init -nt tools/emulate_init.c ]]; then
    gcc -std=gnu11 -O2 -static -Wall -Wextra tools/emulate_init.c -o "$target/init"
fi

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work" # apt fetches as a user of its own

if [[ -n ${UFSECP_EMULATOR_KERNEL:-} ]]; then
    cp "$UFSECP_EMULATOR_KERNEL" "$target/vmlinuz"
elif [[ ! -e $target/vmlinuz ]]; then
    # Debian's and Ubuntu's: the small first
    for package in linux-image-{cloud-amd64,virtual,amd64,generic}; do
        kernel=$(apt-cache depends "$package" 2>/dev/null |
            sed -n 's/^ *Depends: \(linux-image-[0-9].*\)/\1/p' | head -n 1)
        if [[ -n $kernel ]]; then break; fi
    done
    [[ -n $kernel ]] ||
        missing "a package of a Linux kernel" \
            "is this system's package list empty? Try: apt-get update"
    echo "emulator: fetching $kernel"
    (cd "$work" && apt-get -qq download "$kernel" 2>log) ||
        missing "$kernel" "$(tail -n 1 "$work/log")"
    dpkg-deb -x "$work"/linux-image-*.deb "$work/kernel"
    cp "$work"/kernel/boot/vmlinuz-* "$target/vmlinuz"
fi

stamp="$sha256 ${options[*]}"
if [[ -e $target/.bochs && $(<"$target/.bochs") == "$stamp" ]]; then exit 0; fi
archive=${UFSECP_BOCHS_SOURCE:-}
if [[ -z $archive ]]; then
    archive=$work/$source
    # the mirror that packages come from
    pool=$(apt-get indextargets --format '$(REPO_URI)' | grep -m 1 '/debian/$' || true)
    [[ -n $pool ]] ||
        missing "$source" \
            "no Debian mirror among apt's sources; UFSECP_BOCHS_SOURCE may name a copy"
    echo "emulator: fetching $source"
    /usr/lib/apt/apt-helper download-file "${pool}pool/main/b/bochs/$source" "$archive" \
        "SHA256:$sha256" >"$work/log" 2>&1 ||
        missing "$source" "$(tail -n 1 "$work/log")"
fi
if ! echo "$sha256  $archive" | sha256sum --check --status; then
    echo "emulator: $archive has not the pinned hash $sha256: not used" >&2
    exit 2
fi
echo "emulator: building Bochs (1.5 to 2.5 minutes of CPU time, once)"
tar -xf "$archive" -C "$work"
cd "$work"/bochs-3.0
# Images that are put into memory may be longer than a block of it: the blocks must lie one after
# the other.
sed -i 's/^  if (0) {$/  if (host >= guest) {/' memory/memory_stub.cc
build() {
    ./configure CC=gcc CXX="$cxx" CFLAGS=-O2 CXXFLAGS="-O2 -w" "${options[@]}" &&
        make -j"${JOBS:-2}" bochs
}
if ! build >"$here/$target/bochs.log" 2>&1; then
    tail -n 30 "$here/$target/bochs.log" >&2
    echo "emulator: Bochs does not build; the whole log is $target/bochs.log" >&2
    exit 1
fi
mv bochs "$here/$target/bochs"
echo "$stamp" >"$here/$target/.bochs"
