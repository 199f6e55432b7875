#!/usr/bin/env python3
"""The taint matrix: every call that takes a secret, seen by a taint checker, for each compiler and
each level of optimisation.

Usage: tools/taint.py [-j JOBS] [CELL ...]     without a cell: all of CELLS below

A cell is a compiler, a checker and a level. It compiles what a secret can reach and runs
test/ct_test.cpp, test/cpp_ct_test.cpp, test/compat_ct_test.cpp and the deliberate leaks of
test/ct_leaks.h, each of which must be reported. With UF_SECRET_FUNCTIONS (src/engine/table.h) an
engine has the functions that take secrets, and hardly another, which is a tenth of the work; all
else, flags included, is as the presets msan and valgrind have it. Those two check the whole
library, clang at -O2. Two cells are the profile tiny, whole, as its preset has it: with each of its
engines, by each compiler, for size.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from run_tests import have

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "build/taint"
PROGRAMS = ["test/ct_test.cpp", "test/cpp_ct_test.cpp", "test/compat_ct_test.cpp"]
LEAKS = ["branch", "index", "compare", "length", "call"]

# name -> (preset, more options, how a program runs, what the checker says of a leak, what is
# needed)
MEMCHECK = (
    ["valgrind", "--quiet", "--error-exitcode=1"],
    "depends on uninitialised value|Use of uninitialised value",
)
GCC = ["-DCMAKE_CXX_COMPILER=g++", "-DCMAKE_C_COMPILER=gcc"]
TINY = ["-DSECP256K1_PROFILE=tiny", "-DSECP256K1_BUILD_TESTS=ON"]
KINDS = {
    "clang-msan": ("msan", [], [], "use-of-uninitialized-value", ["clang"]),
    "clang-valgrind": ("valgrind", [], *MEMCHECK, ["clang", "valgrind"]),
    "g++-valgrind": ("valgrind", GCC, *MEMCHECK, ["g++", "valgrind"]),
    "clang-tiny": ("valgrind", TINY, *MEMCHECK, ["clang", "valgrind"]),
    "g++-tiny32": (
        "valgrind",
        [*GCC, *TINY, "-DUFSECP_NO_INT128=ON"],
        *MEMCHECK,
        ["g++", "valgrind"],
    ),
}
LEVELS = {
    "clang-msan": ["-O1", "-O3", "-Os"],
    "clang-valgrind": ["-O1", "-O3", "-Os"],
    "g++-valgrind": ["-O1", "-O2", "-O3", "-Os"],
    "clang-tiny": ["-Oz"],
    "g++-tiny32": ["-Os"],
}
CELLS = [kind + level for kind in KINDS for level in LEVELS[kind]]

# What no secret reaches: compiled once, for the linker. Valgrind has no AVX-512, so that nothing of
# it runs there.
PUBLIC = [
    "src/api/msm.cpp",
    "src/hash/keccak.cpp",
    "src/hash/keccak_lanes.cpp",
    "src/hash/ripemd160.cpp",
    "src/mult/comb_var.cpp",
    "tables.cpp",
]
NOT_IN_VALGRIND = ["src/hash/lanes_avx512.cpp"]
# Engine -> what it needs of the processor, as /proc/cpuinfo calls it; those without an entry run
# anywhere.
NEEDS = {
    "x64_ifma": "avx512ifma avx512_vbmi2",
    "x64_avxifma": "avx_ifma",
    "x64_avx512": "avx512f avx512bw avx512cd avx512dq avx512vl",
    "x64_fma": "fma",
    "x64_adx": "adx bmi2 avx2",
}


def wanted_engines(kind):
    """Those that a cell must have run, in the library's order."""
    if TINY[0] in KINDS[kind][1]:
        return ["word32" if "-DUFSECP_NO_INT128=ON" in KINDS[kind][1] else "portable"]
    flags = (
        set(re.search(r"^flags\s*:(.*)$", Path("/proc/cpuinfo").read_text(), re.M)[1].split())
        if os.uname().machine == "x86_64"
        else set()
    )
    lanes = (
        []
        if MEMCHECK[0] == KINDS[kind][2]
        else ["x64_ifma", "x64_avxifma", "x64_avx512", "x64_fma"]
    )
    return [name for name in (*lanes, "x64_adx") if flags.issuperset(NEEDS[name].split())] + [
        "portable",
        "word32",
    ]


class failure(Exception):
    pass


class cell:
    """One build of the programs; its kind, level, folder, the engines that it ran, and the seconds
    of CPU that it took."""

    def __init__(self, name):
        self.name, self.seconds, self.engines = name, 0.0, []
        self.kind, self.level = name.rsplit("-", 1)[0], "-" + name.rsplit("-", 1)[1]
        self.folder = OUT / name
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)

    def run(self, command, may_fail=False):
        """The output of a command, which goes to the log too."""
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        output = process.stdout.read().decode(errors="replace")
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        self.seconds += used.ru_utime + used.ru_stime
        with open(self.folder / "log", "a") as log:
            log.write(f"$ {shlex.join(command)}\n{output}")
        if process.returncode and not may_fail:
            raise failure(
                f"{output[-4000:]}exit code {process.returncode} of: {shlex.join(command)}"
            )
        return output

    def compile(self, command, file):
        out = self.folder / (str(file).replace("/", "_") + ".o")
        self.run([*command, self.level, "-c", str(file), "-o", str(out)])
        return out

    def check(self, compiler, objects):
        """Links and runs the programs, of objects by source."""
        _, _, runner, reported, _ = KINDS[self.kind]
        for source in (
            PROGRAMS[:1] if TINY[0] in KINDS[self.kind][1] else PROGRAMS
        ):  # tiny has no C++ interface
            program = str(self.folder / Path(source).stem)
            own = [str(o) for s, o in objects.items() if s not in PROGRAMS or s == source]
            self.run(
                [
                    compiler,
                    *(["-fsanitize=memory"] if self.kind == "clang-msan" else []),
                    *own,
                    "-o",
                    program,
                    "-lpthread",
                ]
            )
            self.engines = re.findall(r"^(\w+): done$", self.run([*runner, program]), re.M)
            if self.engines != wanted_engines(self.kind):
                raise failure(
                    f"{program} ran {' '.join(self.engines)}, not "
                    f"{' '.join(wanted_engines(self.kind))}"
                )
        # Valgrind goes on after a report, which names the function; MSan ends there.
        runs = [LEAKS] if runner else [[leak] for leak in LEAKS]
        for leaks in runs:
            output = self.run(
                [
                    *runner,
                    str(self.folder / "ct_test"),
                    "--leak",
                    leaks[0] if len(leaks) == 1 else "all",
                ],
                may_fail=True,
            )
            for leak in leaks:
                if not re.search(rf"({reported}).*\n.*ufsecp_leaks::{leak}\(", output):
                    raise failure(f"the leak by {leak} was not reported")


def configure(kind):
    """{source: its command without level, source and output}, as the preset would compile it."""
    preset, options, _, _, _ = KINDS[kind]
    build = cell(kind + "-O0")
    build.run(
        [
            "cmake",
            "--preset",
            preset,
            "-B",
            str(build.folder),
            "-DUFSECP_TEST_ONLY=taint",
            "-DUFSECP_TEST_WITHOUT=",
            "-DCMAKE_CXX_FLAGS_RELEASE=-g1 -gdwarf-4",
            *options,
        ]
    )
    build.run(["ninja", "-C", str(build.folder), "tables.cpp"])
    commands = {}
    for entry in json.loads((build.folder / "compile_commands.json").read_text()):
        words, file = shlex.split(entry["command"]), Path(entry["file"])
        if file.suffix == ".c":
            continue  # the peer's, which no cell calls
        at = words.index("-o")
        words = [word for word in words[:at] + words[at + 2 :] if word not in ("-c", entry["file"])]
        source = file.relative_to(ROOT).as_posix() if file.parent != build.folder else file.name
        rows = [] if TINY[0] in options else ["-DUF_SECRET_FUNCTIONS"]
        commands[source] = [*words, *rows, "-Wno-unused", "-Wno-unused-function"]
    return build, commands


def main():
    parser = argparse.ArgumentParser(description="The taint matrix.")
    parser.add_argument("-j", type=int, default=os.cpu_count(), help="commands at a time")
    parser.add_argument(
        "cells", nargs="*", choices=[[], *CELLS], metavar="CELL", help=" ".join(CELLS)
    )
    arguments = parser.parse_args()
    OUT.mkdir(parents=True, exist_ok=True)
    cells = [cell(name) for name in arguments.cells or CELLS]
    skipped = [c for c in cells if not all(map(have, KINDS[c.kind][4]))]
    cells = [c for c in cells if c not in skipped]
    kinds = sorted({c.kind for c in cells})
    failed = 0
    with ThreadPoolExecutor(arguments.j) as pool, ThreadPoolExecutor(len(cells) or 1) as finish:
        configured = dict(zip(kinds, pool.map(configure, kinds)))

        def start(c):
            """The objects to come of a cell."""
            base, commands = configured[c.kind]
            once = PUBLIC + (NOT_IN_VALGRIND if c.kind != "clang-msan" else [])
            objects = {}
            for source, command in commands.items():
                file = ROOT / source if "/" in source else base.folder / source
                if source not in once:
                    objects[source] = pool.submit(c.compile, command, file)
                else:
                    objects[source] = shared.setdefault((c.kind, source), None) or pool.submit(
                        base.compile, command, file
                    )
                    shared[c.kind, source] = objects[source]
            return objects

        def end(c, objects):
            try:
                c.check(
                    configured[c.kind][1]["src/base/cpu.cpp"][0],
                    {source: o.result() for source, o in objects.items()},
                )
            except failure as error:
                return str(error)

        shared = {}
        for c, error in [(c, finish.submit(end, c, start(c))) for c in cells]:
            failed += error.result() is not None
            print(
                f"{c.name}: {error.result() or 'passed on ' + ' '.join(c.engines)} "
                f"({c.seconds:.0f} s of CPU)",
                flush=True,
            )
    for c in skipped:
        print(f"{c.name}: skipped, it needs {' and '.join(KINDS[c.kind][4])}")
    total = sum(c.seconds for c in cells + [base for base, _ in configured.values()])
    print(
        f"{len(cells) - failed} passed, {failed} failed, {len(skipped)} skipped ({total:.0f} s "
        f"of CPU)"
    )
    sys.exit(failed != 0)


if __name__ == "__main__":
    main()
