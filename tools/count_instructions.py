#!/usr/bin/env python3
"""Counts instructions: what an operation of the benchmark takes on each engine and in libsecp256k1.

Usage: tools/count_instructions.py [options] PROGRAM OPERATION...

PROGRAM is ufsecp-count (target bench_count), linked statically, for any processor that QEMU's
user-mode emulation knows; the emulator with plugins is needed (Debian's qemu-user). The counts are
exact and the same in every run. They are no times: what a processor does in a cycle is not known to
an emulator.
"""

import argparse
import json
import os
import shlex
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# ELF's numbers of machines, and the emulator that runs them unless --emulator says otherwise.
MACHINES = {
    3: "qemu-i386",
    21: "qemu-ppc64",
    22: "qemu-s390x",
    40: "qemu-arm",
    62: "qemu-x86_64",
    183: "qemu-aarch64",
    243: "qemu-riscv64",
}


class Bad(Exception):
    """What cannot be done, in a sentence."""


def emulator_of(program):
    """The emulator for an ELF file."""
    try:
        head = Path(program).read_bytes()[:20]
    except OSError as error:
        raise Bad(f"{program}: {error.strerror}") from error
    if head[:4] != b"\x7fELF":
        raise Bad(f"{program} is no ELF file")
    (machine,) = struct.unpack(">H" if head[5] == 2 else "<H", head[18:20])
    if machine not in MACHINES:
        raise Bad(f"{program} is for machine {machine}: name its emulator with --emulator")
    return MACHINES[machine]


def compiler():
    """A C compiler for this machine."""
    for name in (os.environ.get("CC", ""), "cc", "gcc", "clang-22", "clang"):
        if name and shutil.which(name):
            return name
    raise Bad("there is no C compiler to make the emulator's plugin with")


def make_plugin(emulator, path, command=(os.devnull,)):
    """Compiles the plugin in the version of QEMU's interface that the emulator takes; it is tried
    on a command."""
    if not shutil.which(emulator[0]):
        raise Bad(f"there is no {emulator[0]}: install qemu-user (the static one has no plugins)")
    for version in range(1, 7):
        subprocess.run(
            [
                compiler(),
                "-O2",
                "-shared",
                "-fPIC",
                "-fvisibility=hidden",
                f"-DPLUGIN_VERSION={version}",
                ROOT / "tools/count_plugin.c",
                "-o",
                path,
            ],
            check=True,
        )
        tried = subprocess.run(
            [*emulator, "-plugin", f"{path},fd=2", *command], capture_output=True, text=True
        )
        if "requires API version" not in tried.stderr:
            if "plugin" in tried.stderr:
                raise Bad(f"{emulator[0]} takes no plugins: {tried.stderr.strip()}")
            return
    raise Bad(f"{emulator[0]} takes none of the plugin's versions: {tried.stderr.strip()}")


def with_plugin(emulator, plugin, command, environment=None):
    """(exit status, what the program printed, the lines of the plugin as words); plugin: its file
    and its arguments but fd."""
    read, write = os.pipe()
    with subprocess.Popen(
        [*emulator, "-plugin", f"{plugin},fd={write}", *command],
        stdout=subprocess.PIPE,
        pass_fds=[write],
        env=environment,
        text=True,
    ) as process:
        os.close(write)
        with os.fdopen(read) as lines:
            told = [line.split() for line in lines]
        printed = process.stdout.read()
    return process.returncode, printed, told


def runs_of(told):
    """The runs that the plugin told of, as (instructions, {function: instructions})."""
    runs = []
    for word, *rest in told:
        if word == "run":
            runs.append((int(rest[1]), {}))
        else:
            inside = runs[-1][1]
            inside[rest[1]] = inside.get(rest[1], 0) + int(rest[0])
    return runs


def run(emulator, plugin, command, engine, functions):
    """(what the program printed, its runs as (instructions, {function: instructions}))"""
    environment = {**os.environ, **({"UFSECP_ENGINE": engine} if engine else {})}
    plugin += ",functions=on" if functions else ""
    status, printed, told = with_plugin(emulator, plugin, command, environment)
    if status != 0:
        raise Bad(f"{shlex.join(map(str, command))} ended with exit code {status}")
    return printed, runs_of(told)


def count(emulator, plugin, program, times, engine, operations, functions=0):
    """(engine, {operation: (instructions, output, [(function, instructions)])}) of a program on an
    engine; an operation that it does not have is left out."""
    printed, runs = run(emulator, plugin, [program, times, *operations], engine, functions > 0)
    (_, used), *lines = [line.split() for line in printed.splitlines()]
    if engine and used != engine:
        raise Bad(f"there is no engine {engine} that runs here: {used} ran")
    found = {}
    for word, name, *rest in lines:
        if word == "none":
            continue
        (none, _), (all_of, inside), *runs = runs
        items = int(rest[0]) * int(times)
        most = sorted(((n / items, f) for f, n in inside.items()), reverse=True)[:functions]
        found[name] = ((all_of - none) / items, rest[1], [(f, n) for n, f in most])
    return used, found


def table(columns, operations, with_functions):
    """The counts as text: a row for each operation, a column for each engine and the peer."""
    first = next(iter(columns.values()))
    lines = [f"{'instructions':24}" + "".join(f"{name:>16}{'':8}" for name in columns)]
    for name in operations:
        cells = ""
        for counts in columns.values():
            if name not in counts:
                cells += f"{'-':>16}{'':8}"
                continue
            ratio = f" ({counts[name][0] / first[name][0]:.3f})" if name in first else ""
            cells += f"{counts[name][0]:16,.1f}{ratio:8}"
        lines.append(f"{name:24}{cells}".rstrip())
        if with_functions:
            for column, counts in columns.items():
                for function, n in counts[name][2] if name in counts else []:
                    lines.append(f"    {column:12} {n:14,.1f} {function[:80]}")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "-e",
        "--engine",
        action="append",
        default=[],
        help="count on this engine; may be repeated, and ratios are to the first (the automatic)",
    )
    parser.add_argument("-n", "--times", type=int, default=16, help="runs of an operation (16)")
    parser.add_argument("--peer", action="store_true", help="count libsecp256k1, too")
    parser.add_argument("--functions", type=int, default=0, help="and so many functions of each")
    parser.add_argument("--emulator", help="the emulator and its options, in one word")
    parser.add_argument("--json", metavar="TITLE", help="print JSON, with this title")
    parser.add_argument("program", metavar="PROGRAM")
    parser.add_argument("operations", nargs="+", metavar="OPERATION")
    options = parser.parse_args()
    if options.times < 1:
        parser.error("--times is at least 1")
    try:
        emulator = shlex.split(options.emulator or emulator_of(options.program))
        with tempfile.TemporaryDirectory() as folder:
            plugin = os.path.join(folder, "count_plugin.so")
            make_plugin(emulator, plugin)
            columns = {}
            arguments = (emulator, plugin, options.program, str(options.times))
            for engine in options.engine or [None]:
                used, counts = count(*arguments, engine, options.operations, options.functions)
                columns[used] = counts
            if options.peer:
                names = [f"peer:{name}" for name in options.operations]
                _, counts = count(*arguments, None, names, options.functions)
                columns["libsecp256k1"] = {
                    name.removeprefix("peer:"): value for name, value in counts.items()
                }
    except Bad as error:
        print(f"count_instructions: {error}", file=sys.stderr)
        sys.exit(2)
    for name in options.operations:
        outputs = {counts[name][1] for counts in columns.values() if name in counts}
        if len(outputs) != 1:
            print(
                f"count_instructions: {name} "
                + ("gives different results" if outputs else "is no operation of this program"),
                file=sys.stderr,
            )
            sys.exit(2)
    if options.json:
        counted = {
            name: {column: round(c[name][0], 1) for column, c in columns.items() if name in c}
            for name in options.operations
        }
        data = {"title": options.json, "columns": [*columns], "counts": counted}
        print(json.dumps(data, indent=1))
    else:
        print(table(columns, options.operations, options.functions))


if __name__ == "__main__":
    main()
