#!/usr/bin/env python3
"""Builds the native code of java/ for this system, or for all systems of the jar. Puts it into OUT
as the jar has it: native/SYSTEM-PROCESSOR/libufsecp_jni.so (.dylib, ufsecp_jni.dll). The library
for secp256k1-kmp comes to OUT/kmp/SYSTEM-PROCESSOR/libsecp256k1-jni.so, outside of the jar.

Usage: java/build_native.py [--out OUT] [--jobs N] [--everywhere | --library libufsecp.a]
--everywhere builds for the systems of EVERYWHERE, by zig (tools/fetch_zig.sh), for Windows by
clang with mingw-w64 (Debian: g++-mingw-w64-x86-64-posix). --library takes the curve code from a
library that is built for this system. Exit code: 0 all is built, 1 something is not.
"""

import argparse
import platform
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OPTIONS = [
    "-DCMAKE_BUILD_TYPE=Release",
    "-DSECP256K1_BUILD_JNI=ON",
    *(
        f"-DSECP256K1_{name}=OFF"
        for name in (
            "BUILD_TESTS",
            "BUILD_BENCH",
            "BUILD_CLI",
            "BUILD_SHARED",
            "BUILD_EXAMPLES",
            "INSTALL",
            "USE_GPU",
        )
    ),
]
# Systems of the jar: the tool chain, and words for it. Linux needs glibc 2.28 or newer.
EVERYWHERE = {
    "linux-x86_64": ["cross/manylinux", "-DUF_PROCESSOR=x86_64"],
    "linux-aarch64": ["cross/manylinux", "-DUF_PROCESSOR=aarch64"],
    "macos-x86_64": ["cross/x86_64-macos"],
    "macos-aarch64": ["cross/aarch64-macos"],
    "windows-x86_64": ["cross/x86_64-windows"],
}
LIBRARIES = (".so", ".dylib", ".dll")


def host():
    """The name that class Native has for this system."""
    system = {"darwin": "macos", "win32": "windows"}.get(sys.platform, sys.platform)
    machine = platform.machine().lower()
    return f"{system}-{ {'amd64': 'x86_64', 'arm64': 'aarch64'}.get(machine, machine) }"


def build(name, out, jobs, toolchain, words=(), library=None):
    """Builds for one system; True if it worked. `name` names the folder of the build too."""
    folder = out / "build" / (f"{toolchain.split('/')[-1]}-{name}")
    configure = [
        "cmake",
        "-B",
        str(folder),
        f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/cmake/{toolchain}.cmake",
        *words,
    ]
    if library:
        folder = folder.with_name(folder.name + "-linked")
        configure[2] = str(folder)
        configure += ["-S", str(ROOT / "java"), f"-DUFSECP_LIBRARY={library.resolve()}"]
        configure += ["-DCMAKE_BUILD_TYPE=Release"]
    else:
        configure += ["-S", str(ROOT), *OPTIONS]
    if shutil.which("ninja"):
        configure += ["-G", "Ninja"]
    make = ["cmake", "--build", str(folder), "--target", "jni", "--parallel", str(jobs)]
    for command in (configure, make):
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            print(done.stdout[-2000:], done.stderr[-2000:], sep="\n")
            print(f"{name}: failed: {' '.join(command)}", file=sys.stderr)
            return False
    made = folder if library else folder / "java"
    for file in made.iterdir():
        if file.suffix in LIBRARIES:
            copy(file, out / ("native" if "ufsecp_jni" in file.name else "kmp") / name)
    return True


def copy(file, folder):
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy2(file, folder)
    print(f"{(folder / file.name)}: {file.stat().st_size:,} bytes")


def main():
    parser = argparse.ArgumentParser(description="Builds the native code of java/.")
    parser.add_argument("--out", type=Path, default=ROOT / "build/java")
    parser.add_argument("--jobs", type=int, default=2)
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--everywhere", action="store_true")
    which.add_argument("--library", type=Path)
    arguments = parser.parse_args()
    out = arguments.out.resolve()
    for stale in ("native", "kmp", "maven/classes/native"):
        shutil.rmtree(out / stale, ignore_errors=True)
    systems = EVERYWHERE if arguments.everywhere else {host(): ["clang"]}
    built = [
        build(name, out, arguments.jobs, toolchain, words, arguments.library)
        for name, (toolchain, *words) in systems.items()
    ]
    sys.exit(0 if all(built) else 1)


if __name__ == "__main__":
    main()
