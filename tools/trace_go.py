#!/usr/bin/env python3
"""Constant time of the Go module on arm64: code with secrets runs the same instructions and touches
the same addresses whatever the secrets are, as an emulator sees them.

Usage: tools/trace_go.py

It runs TestTraces of go/internal/ct, which says what it runs, in the emulator of QEMU that takes
plugins (Debian's qemu-user), with tools/count_plugin.c. Functions below the API must have the same
trace on all secrets. Calls of the API allocate, and must run as many instructions and accesses.
Leaks on purpose must have other traces. Exit code 77 without the emulator or a C compiler.
"""

import os
import subprocess
import sys
import tempfile

from count_instructions import ROOT, Bad, make_plugin, with_plugin

EMULATOR = ["qemu-aarch64"]


def run(plugin, program):
    """(lines that the program printed, its runs as (instructions, accesses, hash))"""
    command = [program, "-test.run", "^TestTraces$"]
    environment = {**os.environ, "GODEBUG": "asyncpreemptoff=1"}
    status, text, told = with_plugin(EMULATOR, f"{plugin},trace=on", command, environment)
    printed = text.splitlines()
    if status != 0 or "PASS" not in printed:
        sys.exit("\n".join(printed[-20:]) + f"\nexit code {status}")
    return printed, [tuple(words[2:]) for words in told]


def wrong(kind, sets):
    """Whether the runs on sets of secrets are not as the kind says. A run that was interrupted has
    a trace of its own: those of two sets are the same if they have one in common."""
    if kind == "count":
        sets = [[trace[:2] for trace in runs] for runs in sets]
    common = set.intersection(*map(set, sets))
    return bool(common) == (kind == "other")


def main():
    with tempfile.TemporaryDirectory() as folder:
        plugin, program = os.path.join(folder, "plugin.so"), os.path.join(folder, "program")
        try:
            make_plugin(EMULATOR, plugin)
        except Bad as error:
            print(f"skipped: {error}")
            sys.exit(77)
        subprocess.run(
            ["go", "test", "-c", "-tags", "traces", "-o", program, "./internal/ct"],
            cwd=ROOT / "go",
            env={**os.environ, "GOOS": "linux", "GOARCH": "arm64", "CGO_ENABLED": "0"},
            check=True,
        )
        printed, runs = run(plugin, program)
    found, bad = {"same": 0, "count": 0, "other": 0}, []
    for line in printed:
        if line.startswith("trace "):
            _, kind, different, repeated, name = line.split()
            mine = runs[: int(different) * int(repeated)]
            del runs[: len(mine)]
            sets = [mine[i :: int(different)] for i in range(int(different))]
            found[kind] += 1
            if wrong(kind, sets):
                bad.append((kind, name, sets))
    for kind, name, sets in bad:
        print(f"{name}: must be {kind}:")
        for traces in sets:
            print("   ", *("/".join(trace) for trace in traces))
    if runs or 0 in found.values():
        sys.exit(f"{len(runs)} runs are not of what was printed: {found}")
    print(
        f"{found['same']} pieces of code with one trace, {found['count']} calls with one count,"
        f" {found['other']} leaks seen: {len(bad)} wrong"
    )
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
