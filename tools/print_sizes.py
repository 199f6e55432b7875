#!/usr/bin/env python3
"""Prints the sizes of code and tables by profile, and holds the profile tiny below its limit. Exit
code 1 if that fails.

Usage: tools/print_sizes.py --library LIB.a --work FOLDER [--cxx COMPILER] [--generator NAME]

LIB.a is a built library of the profile default: its objects are measured as they are. The profile
tiny is built in FOLDER; its size is that of test/size_probe.c, which calls what a small device
needs, linked with the library and without the C library: machine code, constants and initial
values, the tables with them. test/stack_probe.c is then run: it checks the results of the first,
tells the stack that every call takes, and what is left there of secrets. The archive may reference
no heap, no threads and no environment. The profile max differs from default in its tables alone.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LIMIT = 40 * 1024
FORBIDDEN = re.compile(
    r"^_?(malloc|calloc|realloc|free|aligned_alloc|posix_memalign|getenv|secure_getenv|environ"
    r"|pthread_\w+|_Zn[wa]\w*|_Zd[la]\w*|__cxa_\w+)$"
)
# The parts of a library, by the names of its objects; the first that fits.
PARTS = {
    "tables": r"^tables",
    "engines with lanes": r"^(x64_(ifma|avxifma|avx512|fma)|kernels_x64_fma|rv64_(v|lane\w+))\.",
    "other engines": r"^(x64_adx|rv64|rv64_zb|rv64_leaves|portable|word32|one_engine)\.",
    "hashes": r"^(sha256|sha512|keccak|ripemd160|rfc6979|tagged|lanes)",
    "C++ interface": r"^secp256k1\.",
    "C interface and the rest": "",
}
OPTIONS = ("-Os", "-ffunction-sections", "-fdata-sections", "-fno-asynchronous-unwind-tables")
LINK = (
    "-nostdlib",
    "-no-pie",
    "-Wl,--gc-sections",
    "-Wl,-e,probe",
    "-Wl,--build-id=none",
    "-Wl,--unresolved-symbols=ignore-all",
)


def run(*command):
    done = subprocess.run([str(part) for part in command], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    return done.stdout


def sizes(file):
    """(name, text, data, bss) of an object, or of each one in an archive."""
    for line in run("size", file).splitlines()[1:]:
        text, data, bss, _, _, name = line.split(None, 5)
        yield Path(name.split(" (ex ")[0]).name, int(text), int(data), int(bss)


def table_bytes(gen_window, odd_window):
    """What src/mult/tables.h declares."""
    gen = -(-256 // gen_window) * 2 ** (gen_window - 1) * 64 if gen_window else 4 * 8 * 64
    return gen, 2 ** (odd_window - 2) * 64


def windows(profile):
    """The two windows that cmake/options.cmake gives the profile."""
    text = (ROOT / "cmake/options.cmake").read_text()
    found = re.search(
        rf'PROFILE STREQUAL "{profile}"\)\n(?:    .*\n)*?    set\(profile_windows (\d+) (\d+)\)',
        text,
    )
    return int(found[1]), int(found[2])


def build_tiny(options):
    """Builds the archive and the probe; returns the archive, text, data, bss of the probe, and bss
    of its own code."""
    configure = [
        f"-D{name}=OFF"
        for name in (
            "SECP256K1_BUILD_TESTS",
            "SECP256K1_BUILD_BENCH",
            "SECP256K1_BUILD_CLI",
            "SECP256K1_INSTALL",
        )
    ]
    run(
        "cmake",
        "-S",
        ROOT,
        "-B",
        options.work,
        "-G",
        options.generator,
        f"-DCMAKE_CXX_COMPILER={options.cxx}",
        "-DCMAKE_BUILD_TYPE=Release",
        "-DSECP256K1_PROFILE=tiny",
        *configure,
    )
    run("cmake", "--build", options.work, "--target", "ufsecp")
    archive, object_file, probe = (
        options.work / name for name in ("libufsecp.a", "size_probe.o", "size_probe")
    )
    source = (f"-I{ROOT / 'include'}", "-x", "c", ROOT / "test/size_probe.c")
    run(options.cxx, *OPTIONS, *source, "-c", "-o", object_file)
    run(options.cxx, *LINK, object_file, archive, "-o", probe)
    run(
        options.cxx,
        "-O1",
        "-DUF_PROBE_RESULTS",
        *source,
        "-x",
        "c",
        ROOT / "test/stack_probe.c",
        "-x",
        "none",
        archive,
        "-o",
        options.work / "stack_probe",
    )
    return archive, *next(sizes(probe))[1:], next(sizes(object_file))[3]


def main():
    arguments = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    arguments.add_argument("--library", type=Path, required=True)
    arguments.add_argument("--work", type=Path, required=True)
    arguments.add_argument("--cxx", default="c++")
    arguments.add_argument("--generator", default="Ninja")
    options = arguments.parse_args()

    archive, text, data, bss, own = build_tiny(options)
    print(
        "| profile | code and constants | table, constant time | table, variable time | all |\n"
        "|---|---|---|---|---|"
    )

    def row(profile, total):
        gen, odd = table_bytes(*windows(profile))
        print(f"| {profile} | {total - gen - odd:,} | {gen:,} | {odd:,} | {total:,} |")
        return gen + odd

    row("tiny", text + data)
    objects = list(sizes(options.library))
    total = sum(text + data for _, text, data, _ in objects)
    more = sum(table_bytes(*windows("max"))) - row("default", total)
    row("max", total + more)
    parts = dict.fromkeys(PARTS, 0)
    for name, code, constants, _ in objects:
        parts[next(part for part, names in PARTS.items() if re.search(names, name))] += (
            code + constants
        )
    print("\ndefault, by parts: " + ", ".join(f"{part} {size:,}" for part, size in parts.items()))
    print(
        f"tiny: the linked test/size_probe.c, with {bss - own:,} bytes of variables beside its "
        f"own; the others: all objects of the library\n"
    )
    print(run(options.work / "stack_probe"))

    tables = parts["tables"]
    wrong = []
    if (
        not sum(table_bytes(*windows("default")))
        <= tables
        <= sum(table_bytes(*windows("default"))) + 1024
    ):
        wrong.append(f"{options.library} has {tables:,} bytes of tables: not the profile default")
    if text + data > LIMIT:
        wrong.append(f"the profile tiny has {text + data:,} bytes, more than {LIMIT:,}")
    undefined = set(re.findall(r"^ +U (\S+)$", run("nm", archive), re.M))
    wrong += [
        f"the profile tiny calls {name}" for name in sorted(undefined) if FORBIDDEN.match(name)
    ]
    print(
        "\n".join(wrong)
        or f"tiny: {text + data:,} of at most {LIMIT:,} bytes; no heap, no threads, no environment"
    )
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main())
