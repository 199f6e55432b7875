#!/usr/bin/env python3
"""Predicts the cycles of the kernels that x64_ifma spends its time in, by a model of a processor.

Usage: tools/model_kernels.py [--json] [OBJECT]    OBJECT: x64_ifma.cpp.o of the preset release

It reads the compiled loops and runs them through a processor that takes 8 instructions a cycle in
their order, executes them in any order as soon as their operands are there and a port is free, and
retires 8 a cycle in their order. Caches, branches and front end are ideal, so times on hardware are
longer: by 8 to 22 % on Zen 5 and by 7 % on Zen 4 where a group is doubled alone. What was measured
on both agrees in kind: two groups in turns gain nothing on Zen 4.
Exit code: 0, or 2 for wrong arguments or an object without these loops.
"""

import argparse
import heapq
import json
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OBJECT = ROOT / "build/release/CMakeFiles/ufsecp_x64_ifma.dir/src/engine/x64_ifma.cpp.o"

# Of a processor: instructions that wait to retire, those that wait to be executed, ports for
# multiply-adds, for all vectors, and cycles of an addition or a shift.
PROCESSORS = {
    "Zen 4": (320, 160, 1, 2, 1),
    "Zen 5": (448, 210, 2, 4, 2),
    "Sapphire Rapids": (512, 200, 2, 2, 1),
}
WIDTH, MULTIPLY_ADD, LOAD, FORWARD = 8, 4, 7, 7

# name: (function, groups that its loop takes in turns, elements or points a turn)
KERNELS = {
    "doubling, one group": ("gej8_dbl_part", 1, 1),
    "doubling, two groups in turns": ("gej8_dbl_turns", 2, 1),
    "squaring of a root, one": ("fe_sqr_chainsILi1E", 1, 1),
    "squaring of a root, two": ("fe_sqr_chainsILi2E", 1, 2),
    "squaring of a root, four in turns": ("fe_sqr_chainsILi4E", 4, 1),
}


def functions(text):
    """The instructions of each function of a disassembly, as (address, text)."""
    found, lines = {}, []
    for line in text.splitlines():
        if head := re.match(r"[0-9a-f]+ <(.*)>:", line):
            lines = found.setdefault(head[1], [])
        elif one := re.match(r"\s*([0-9a-f]+):\s+(\S.*)", line):
            lines.append((int(one[1], 16), re.sub(r"\s*[#<].*", "", one[2])))
    return found


def loop(lines):
    """The shortest loop that holds a multiplication."""
    at = {address: i for i, (address, _) in enumerate(lines)}
    spans = []
    for i, (_, text) in enumerate(lines):
        jump = re.match(r"j\w+\s+(?:0x)?([0-9a-f]+)", text)
        start = at.get(int(jump[1], 16), i) if jump else i
        if sum("vpmadd52" in text for _, text in lines[start:i]) >= 20:
            spans.append((i - start, start, i))
    if not spans:
        return None
    _, start, end = min(spans)
    return [text for _, text in lines[start:end]]


def operands(text):
    """Those of an instruction, split at commas outside parentheses."""
    return [o.strip() for o in re.split(r",(?![^(]*\))", text) if o.strip()]


class Instruction:
    """What the model knows of one: its kind, registers and memory."""

    def __init__(self, text):
        name, _, rest = text.partition(" ")
        args = operands(re.sub(r"\{[^}]*\}", "", rest))
        self.kind, self.reads, self.writes, self.loads, self.stores = "other", [], None, None, None
        if not name.startswith("v"):
            return
        registers = [re.fullmatch(r"%[xyz]mm(\d+)", a) for a in args]
        if "(" in args[-1]:
            self.kind, self.stores = "store", args[-1]
        else:
            self.writes = registers[-1][1] if registers[-1] else None
        self.reads = [r[1] for r in registers[: None if self.stores else -1] if r]
        self.loads = next((a for a in args[:-1] if "(" in a), None)
        if self.stores:
            return
        if name.startswith(("vpmadd52", "vpternlog")) or "{" in rest:
            self.reads.append(self.writes)
        if name.startswith("vpmadd52"):
            self.kind = "multiply"
        elif name.startswith("vpxor") and args[0] == args[1]:
            self.kind, self.reads = "other", []
        elif name.startswith("vmov"):
            self.kind = "load" if self.loads else "move"
        else:
            self.kind = "shift" if re.match(r"vps[lr]", name) else "sum"


def stream(body, groups, turns):
    """Instructions in their order as (kind, [producer, or -1 - producer through memory], load)."""
    made, last, stored = [], {}, {}
    for _ in range(turns):
        for group in range(groups):
            for one in body:
                needs = [last[group, r] for r in one.reads if (group, r) in last]
                if (group, one.loads) in stored:
                    needs.append(-1 - stored[group, one.loads])
                if one.writes:
                    last[group, one.writes] = len(made)
                if one.stores:
                    stored[group, one.stores] = len(made)
                made.append((one.kind, needs, one.loads is not None))
    return made


def cycles(instructions, processor):
    """How many the model needs for them all."""
    window, scheduler, multipliers, vectors, simple = processor
    latency = {"multiply": MULTIPLY_ADD, "shift": simple, "sum": simple, "load": LOAD, "store": 1}
    count = len(instructions)
    done = [None] * count
    users = [[] for _ in range(count)]
    lacks, ready_at = [0] * count, [0] * count
    pending, ready = [], []
    cycle = head = taken = waiting = 0
    while head < count:
        for _ in range(WIDTH):
            if head < taken and done[head] is not None and done[head] <= cycle:
                head += 1
        for _ in range(WIDTH):
            if taken == count or taken - head >= window or waiting >= scheduler:
                break
            kind, needs, loads = instructions[taken]
            at = cycle + (LOAD if loads else 1)
            for n in needs:
                source, later = (n, 0) if n >= 0 else (-1 - n, FORWARD)
                if done[source] is None:
                    users[source].append((taken, later))
                    lacks[taken] += 1
                else:
                    at = max(at, done[source] + later)
            ready_at[taken] = at
            if kind == "other":
                done[taken] = cycle + 1
            else:
                waiting += 1
                if lacks[taken] == 0:
                    heapq.heappush(pending, (at, taken))
            taken += 1
        while pending and pending[0][0] <= cycle:
            heapq.heappush(ready, heapq.heappop(pending)[1])
        free = {"multiply": multipliers, "shift": 2, "load": 2, "store": 1}
        left, held = vectors, []
        while ready:
            i = heapq.heappop(ready)
            kind = instructions[i][0]
            vector = kind in ("multiply", "shift", "sum")
            if free.get(kind, 1) == 0 or vector and left == 0:
                held.append(i)
                continue
            if kind in free:
                free[kind] -= 1
            left -= vector
            waiting -= 1
            done[i] = cycle + latency.get(kind, 0)
            for user, later in users[i]:
                ready_at[user] = max(ready_at[user], done[i] + later)
                lacks[user] -= 1
                if lacks[user] == 0:
                    heapq.heappush(pending, (max(ready_at[user], cycle + 1), user))
        for i in held:
            heapq.heappush(ready, i)
        cycle += 1
    return cycle


def a_turn(body, groups, processor):
    """Cycles of a turn of one group, once the loop is under way."""
    few, more = (cycles(stream(body, groups, turns), processor) for turns in (6, 12))
    return (more - few) / 6 / groups


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("object", nargs="?", type=Path, default=OBJECT, metavar="OBJECT")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    if not arguments.object.is_file():
        parser.error(f"no file {arguments.object}: build the preset release first")
    dump = subprocess.run(
        ["objdump", "-d", "--no-show-raw-insn", arguments.object], capture_output=True, text=True
    )
    if dump.returncode != 0:
        parser.error(dump.stderr.strip())
    found = functions(dump.stdout)
    rows = {}
    for name, (function, groups, elements) in KERNELS.items():
        lines = next((f for n, f in found.items() if function in n), None)
        text = loop(lines) if lines else None
        if not text:
            parser.error(f"{arguments.object} has no loop of {function}")
        body = [Instruction(t) for t in text]
        rows[name] = {p: a_turn(body, groups, of) / elements for p, of in PROCESSORS.items()}
    if arguments.json:
        print(json.dumps(rows, indent=1))
        return 0
    print(f"{'cycles of eight rows':36}" + "".join(f"{p:>17}" for p in PROCESSORS))
    for name, row in rows.items():
        print(f"{name:36}" + "".join(f"{c:17.1f}" for c in row.values()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
