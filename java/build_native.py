#!/usr/bin/env python3
"""Builds the native code of java/ for this system and those that a cross compiler is here for.
Puts it into OUT as the jar has it: native/SYSTEM-PROCESSOR/libufsecp_jni.so. The library for
secp256k1-kmp comes to OUT/kmp/SYSTEM-PROCESSOR/libsecp256k1-jni.so, outside of the jar.

Usage: java/build_native.py [--out OUT] [--jobs N] [--host-only] [--library libufsecp.a]
--library takes the curve code from a library that is built for this system, and builds no other.
Exit code: 0 it is built for this system; what else could not be built is named.
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
# Systems of the jar that Debian has a cross compiler for: the tool chain, and what it needs.
CROSS = {"linux-aarch64": ("aarch64-linux", "/usr/aarch64-linux-gnu/include/c++")}


def host():
    """The name that class Native has for this system."""
    system = {"darwin": "macos"}.get(sys.platform, sys.platform)
    machine = platform.machine().lower()
    return f"{system}-{ {'amd64': 'x86_64', 'arm64': 'aarch64'}.get(machine, machine) }"


def build(name, out, jobs, toolchain, library=None):
    """Builds for one system; True if it worked."""
    folder = out / "build" / name
    configure = [
        "cmake",
        "-B",
        str(folder),
        f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/cmake/{toolchain}.cmake",
    ]
    if library:
        folder = folder.with_name(name + "-linked")
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
    for file in made.glob("libufsecp_jni.*"):
        copy(file, out / "native" / name)
    for file in made.glob("libsecp256k1-jni.*"):
        copy(file, out / "kmp" / name)
    return True


def copy(file, folder):
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copy2(file, folder)
    print(f"{(folder / file.name)}: {file.stat().st_size:,} bytes")


def main():
    parser = argparse.ArgumentParser(description="Builds the native code of java/.")
    parser.add_argument("--out", type=Path, default=ROOT / "build/java")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--host-only", action="store_true")
    parser.add_argument("--library", type=Path)
    arguments = parser.parse_args()
    out = arguments.out.resolve()
    for stale in ("native", "kmp", "maven/classes/native"):
        shutil.rmtree(out / stale, ignore_errors=True)
    if not build(host(), out, arguments.jobs, "clang", arguments.library):
        sys.exit(1)
    for name, (toolchain, needed) in CROSS.items():
        if arguments.host_only or arguments.library or name == host():
            continue
        if not Path(needed).exists():
            print(f"{name}: left out, there is no cross compiler ({needed})")
        elif not build(name, out, arguments.jobs, f"cross/{toolchain}"):
            sys.exit(1)


if __name__ == "__main__":
    main()
