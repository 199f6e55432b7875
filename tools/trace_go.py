#!/usr/bin/env python3
"""Constant time of the Go module on arm64: code with secrets runs the same instructions and touches
the same addresses whatever the secrets are, as an emulator sees them.

Usage: tools/trace_go.py

It runs TestTraces of go/internal/ct, which says what it runs, in the emulator of QEMU that takes
plugins (Debian's qemu-user), with tools/count_plugin.c. Functions below the API must have the same
trace on all secrets. Calls of the API allocate, and must run as many instructions and accesses.
Leaks on purpose must have other traces. What differs is run again, twice at most. Exit code 77
without the emulator or a C compiler.
"""

import os
import subprocess
import sys
import tempfile

from count_instructions import ROOT, Bad, make_plugin, with_plugin

EMULATOR = ["qemu-aarch64"]


def traced(plugin, program):
    """What the program runs, as (kind, name, runs of each set of secrets), where a run is
    (instructions, accesses, hash)."""
    command = [program, "-test.run", "^TestTraces$"]
    environment = {**os.environ, "GODEBUG": "asyncpreemptoff=1"}
    status, text, told = with_plugin(EMULATOR, f"{plugin},trace=on", command, environment)
    printed = text.splitlines()
    if status != 0 or "PASS" not in printed:
        sys.exit("\n".join(printed[-20:]) + f"\nexit code {status}")
    runs, pieces = [tuple(words[2:]) for words in told], []
    for line in printed:
        if line.startswith("trace "):
            _, kind, different, repeated, name = line.split()
            mine = runs[: int(different) * int(repeated)]
            del runs[: len(mine)]
            pieces.append((kind, name, [mine[i :: int(different)] for i in range(int(different))]))
    kinds = {"same", "count", "other"} - {kind for kind, _, _ in pieces}
    if runs or kinds:
        sys.exit(f"{len(runs)} runs are not of what was printed; of no kind: {kinds}")
    return pieces


def wrong(kind, name, sets):
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
        pieces = traced(plugin, program)
        for _ in range(2):
            # On a busy machine no run of a long call may be without an interruption: a second and
            # third round add runs. A leak has other traces in each of them.
            if any(wrong(*piece) for piece in pieces):
                again = traced(plugin, program)
                pieces = [
                    (kind, name, [old + new for old, new in zip(sets, more)])
                    for (kind, name, sets), (_, _, more) in zip(pieces, again, strict=True)
                ]
    bad = [piece for piece in pieces if wrong(*piece)]
    for kind, name, sets in bad:
        print(f"{name}: must be {kind}:")
        for traces in sets:
            print("   ", *("/".join(trace) for trace in traces))
    same, count, other = (
        sum(kind == one for kind, _, _ in pieces) for one in ("same", "count", "other")
    )
    print(
        f"{same} pieces of code with one trace, {count} calls with one count,"
        f" {other} leaks seen: {len(bad)} wrong"
    )
    sys.exit(bool(bad))


if __name__ == "__main__":
    main()
