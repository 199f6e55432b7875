#!/usr/bin/env python3
"""One table of what CUDA, OpenCL and Metal were measured at, from the result files of the GPU
benchmarks.

LOG is a .json file that secp256k1_cuda_bench, opencl_benchmark or metal_bench wrote (--output), or
a folder: then the newest file there of each program, and the newest with --compare; files of other
names and folders in it are left alone. Figures and facts are the logs' own.

The head tells of each log what was measured, and what is left out and why. The table has a row for
each operation and kind:
  memory, compute  one kernel, operands from device memory and back; the operation in a loop in
                   registers
  kernels          the launches of a call again, without copies
  end to end       from host memory to results in host memory: columns of the field and of points in
                   pinned memory, calls in pageable memory
  latency          the same for few rows (--latency)
and in its columns
  CUDA, OpenCL, Metal  million a second; of latency, microseconds a call. In parentheses the
                       distance between the quartiles of the times, in
                       percent of the median; then the percentage of the multiply-add bound, if the
                       log has one. "(a CPU)": that device is
                       one. "not measured by us": there is no log of that interface. "not in the
                       log": there is, without that row.
  CUDA / OpenCL        how many times as fast as OpenCL CUDA is. With quartiles: measured in turns
                       by a log of --compare, which comes first.
                       "by two logs": one median by the other, if device, commit, platform, driver,
                       group, definitions and windows are the
                       same. Either only of as many rows.
"""

import argparse
import json
import math
import re
import sys
from pathlib import Path

PROGRAMS = ("secp256k1_cuda_bench", "opencl_benchmark", "metal_bench")
TITLES = {"cuda": "CUDA", "opencl": "OpenCL", "metal": "Metal"}
KINDS = ("memory", "compute", "kernels", "end_to_end", "latency")
SAME = (
    "device",
    "commit",
    "platform",
    "nvidia_driver",
    "group",
    "define",
    "window_bits",
)  # of logs whose times are divided
HEAD = (
    "version",
    "commit",
    "compiler",
    "flags",
    "platform",
    "nvidia_driver",
    "rows",
    "group",
    "define",
    "window_bits",
    "multiply_adds_per_second",
)
EXITS = """exit status:
  0  the table is printed
  1  it is printed, but a log says that its run failed; or it is not, as two logs have other
     verdicts of the same rows
  2  a file that is none of those programs', or nothing was measured (the reason is on standard
     error)

examples:
  opencl_benchmark --output build/logs && tools/gpu_table.py build/logs
  tools/gpu_table.py build/gpu_run build/gpu_run/compare >table.md"""


class Log:
    """A result file. Of (operation, kind, rows of a latency or 0): cells[interface], and ratios:
    rows, and CUDA by OpenCL with quartiles. Latencies are those of so many rows."""

    def __init__(self, path, latencies):
        self.path, self.cells, self.ratios, self.hashes = str(path), {}, {}, {}
        try:
            self.data = json.loads(Path(path).read_text(encoding="utf-8"))
            self.read(self.data, latencies)
        except (OSError, UnicodeDecodeError, json.JSONDecodeError, RecursionError) as error:
            raise ValueError(f"{path}: not a file of JSON: {error}") from None
        except (AttributeError, LookupError, TypeError, ValueError) as error:
            raise ValueError(
                f"{path}: not a result file of {', '.join(PROGRAMS)}: {error!r}"
            ) from None

    def read(self, log, latencies):
        header, self.failed, self.program = (
            log["header"],
            bool(log["failed"]),
            log["header"]["report"],
        )
        if self.program not in PROGRAMS:
            raise ValueError(self.program)
        sides = [header[key] for key in ("device", "other_device") if header.get(key)]
        self.is_cpu = {side["api"]: bool(side["is_cpu"]) for side in sides if TITLES[side["api"]]}
        self.apis = list(self.is_cpu)  # its own, and with --compare the other
        self.facts = {key: header.get(key) for key in SAME} | {
            "device": sides[0]["name"] if sides else None
        }
        stamp = re.search(r"-(\d{8}-\d{6})\.json$", self.path)
        self.date = str(header.get("date") or (stamp[1] if stamp else ""))
        left = [f"{entry['name']}: {entry['why']}" for entry in log["skipped"]]
        rate, unused = header.get("multiply_adds_per_second"), {}
        for row in log["rows"]:
            kind, n = row["kind"], int(row["n"])
            if row.get("sha256"):  # of loops in registers, how many times is part of the result
                loops = re.match(r"\d+ times in registers", row["note"])
                self.hashes[row["name"], n, row["checked_rows"], loops and loops[0]] = row["sha256"]
            if kind not in KINDS or kind == "latency" and n not in latencies:
                kind = (
                    kind.split("_")[0]
                    if kind.startswith("step_")
                    else kind.replace("_", " ") + (" of other rows" if kind in KINDS else "")
                )
                unused[kind] = unused.get(kind, 0) + 1
                continue
            key = row["name"].removesuffix("_" + kind), kind, n if kind == "latency" else 0
            work = rate and row.get("multiply_adds")
            self.cells.setdefault(self.apis[0], {})[key] = make_cell(
                kind, n, row["ns_per_op"], row["spread"], work and work / rate
            )
            if row.get("peer"):
                self.cells.setdefault(self.apis[1], {})[key] = make_cell(
                    kind, n, row["peer_ns_per_op"], None, None
                )
                ratio, low, high = map(float, (row["ratio"], *row["ratio_quartiles"]))
                self.ratios[key] = (
                    n,
                    (
                        [ratio, low, high]
                        if self.apis == ["cuda", "opencl"]
                        else [1 / ratio, 1 / high, 1 / low]
                    ),
                )
        left += [f"{count} rows of {kind}" for kind, count in unused.items()] + (
            [] if sides and log["rows"] else ["all: nothing was measured"]
        )
        self.head = {
            "file": self.path,
            "program": self.program + (" --compare" if sides[1:] else ""),
            "date": self.date,
        }
        self.head |= {
            TITLES[side["api"]]: str(side["description"]) + (" (a CPU)" if side["is_cpu"] else "")
            for side in sides
        }
        self.head |= {key: header[key] for key in HEAD if header.get(key) is not None}
        self.head |= ({"left out": "; ".join(left)} if left else {}) | (
            {"failed": "this run failed"} if self.failed else {}
        )

    def differences(self, other):
        """In what the two logs are not alike, as text; a commit that is unknown is like none."""
        return [
            f"{key} ({self.facts[key]}; {other.facts[key]})"
            for key in SAME
            if self.facts[key] != other.facts[key]
            or key == "commit"
            and self.facts[key] in (None, "unknown")
        ]


def make_cell(kind, n, ns, spread, least):
    """least: the seconds that the multiply-adds of a row take at least, if that is known."""
    if not (n > 0 and 0 < ns < math.inf):
        raise ValueError(f"{n} rows of {ns} ns")
    return {
        "n": n,
        "ns": ns,
        "unit": "us" if kind == "latency" else "M/s",
        "value": ns * n / 1e3 if kind == "latency" else 1e3 / ns,
        "spread_percent": None if spread is None else 100 * float(spread),
        "percent_of_bound": 100 * least / (ns / 1e9) if least else None,
    }


def find_logs(names, latencies):
    """(logs, newest first; what of the folders was left out)"""
    logs, left = [], []
    for name in names:
        if not Path(name).is_dir():
            logs.append(Log(name, latencies))
            continue
        found = []
        for path in (path for program in PROGRAMS for path in Path(name).glob(program + "-*.json")):
            try:
                found.append(Log(path, latencies))
            except ValueError as error:
                left.append(str(error))
        found.sort(key=lambda log: (log.date, log.path))
        newest = {(log.program, len(log.apis)): log for log in found}.values()
        left += [f"{log.path}: there is a newer one" for log in found if log not in newest]
        logs += newest
    return sorted(logs, key=lambda log: (log.date, log.path), reverse=True), left


def disagreement(logs):
    """Where two logs have other hashes of what the CPU gave and the device had to equal; None if
    nowhere."""
    seen = {}
    for log in logs:
        for key, sha256 in log.hashes.items():
            other = seen.setdefault(key, log)
            if sha256 != other.hashes[key]:
                return (
                    f"{key[0]}, {key[1]} rows: SHA-256 {other.hashes[key]} in {other.path}, "
                    f"{sha256} in {log.path}; verdicts must agree"
                )
    return None


def make_table(logs, left):
    """The report, as JSON has it."""
    columns = dict.fromkeys(TITLES)
    for api in (
        TITLES
    ):  # a log of the interface alone comes before one of --compare, and there its own side first
        of_api = sorted(
            (log for log in logs if api in log.cells),
            key=lambda log: (len(log.apis), log.apis.index(api)),
        )
        columns[api] = of_api[0] if of_api else None
        left += [
            f"{log.path}: not in the column {TITLES[api]}, which is of {of_api[0].path}"
            for log in of_api[1:]
        ]
    cuda, opencl = columns["cuda"], columns["opencl"]
    turns = None
    for log in (log for log in logs if log.ratios):
        differ = (
            log.differences(cuda) + log.differences(opencl) if log not in (cuda, opencl) else []
        )
        turns = turns or (None if differ else log)
        if turns is not log:
            left.append(f"{log.path}: its ratios: " + ("; ".join(differ) or "there are newer ones"))
    no_ratio = [f"no log of {TITLES[api]}" for api in ("cuda", "opencl") if not columns[api]]
    if not no_ratio and cuda is not opencl:
        no_ratio = [f"the logs differ in {text}" for text in cuda.differences(opencl)]
    keys = dict.fromkeys(key for log in logs for cells in log.cells.values() for key in cells)
    place = {operation: i for i, operation in enumerate(dict.fromkeys(key[0] for key in keys))}
    rows, other_rows = [], 0
    for key in sorted(keys, key=lambda key: (place[key[0]], KINDS.index(key[1]), key[2])):
        cells, ratio = {api: log and log.cells[api].get(key) for api, log in columns.items()}, None
        if cells["cuda"] and cells["opencl"]:
            n = cells["cuda"]["n"]
            in_turns = turns and turns.ratios.get(key)
            if cells["opencl"]["n"] != n:
                other_rows += 1
            elif in_turns and in_turns[0] == n:
                ratio = {"value": in_turns[1][0], "quartiles": in_turns[1][1:], "by": turns.path}
            elif not no_ratio and cuda is not opencl:
                ratio = {
                    "value": cells["opencl"]["ns"] / cells["cuda"]["ns"],
                    "quartiles": None,
                    "by": "two logs",
                }
        rows.append({"operation": key[0], "kind": key[1], "cells": cells, "ratio": ratio})
    if other_rows:
        no_ratio.append(f"the number of rows differs in {other_rows} of this table's")
    return {
        "logs": [log.head for log in logs],
        "columns": {
            api: log and {"file": log.path, "is_cpu": log.is_cpu[api]}
            for api, log in columns.items()
        },
        "left_out": left,
        "ratio_in_turns": turns and turns.path,
        "no_ratio": no_ratio,
        "rows": rows,
    }


def digits(x):
    """Four that count, and no exponent."""
    return f"{x:.{max(0, 3 - math.floor(math.log10(x)))}f}"


def cell_text(cell, column):
    if not cell:
        return "not in the log" if column else "not measured by us"
    return (
        digits(cell["value"])
        + (" us" if cell["unit"] == "us" else "")
        + ("" if cell["spread_percent"] is None else f" ({cell['spread_percent']:.1f}%)")
        + (
            ""
            if cell["percent_of_bound"] is None
            else f", {cell['percent_of_bound']:.1f}% of bound"
        )
    )


def markdown(table):
    out = []
    for log in table["logs"]:
        out += [
            f"- `{log['file']}`",
            *(
                f"  - {key.replace('_', ' ')}: {value}"
                for key, value in log.items()
                if key != "file"
            ),
        ]
    out += [f"- left out: {text}" for text in table["left_out"]] + [
        f"- no ratio of two logs: {text}" for text in table["no_ratio"]
    ]
    out += (
        [f"- ratios with quartiles: in turns, by `{table['ratio_in_turns']}`"]
        if table["ratio_in_turns"]
        else []
    )
    titles = [
        TITLES[api] + (" (a CPU)" if column and column["is_cpu"] else "")
        for api, column in table["columns"].items()
    ]
    out += [
        "",
        "Million a second, latency in microseconds (distance of the quartiles), part of the "
        "multiply-add bound; how many times as fast CUDA is.",
        "",
        f"| operation | kind | rows | {' | '.join(titles)} | CUDA / OpenCL |",
        "|---" * (len(titles) + 4) + "|",
    ]
    for row in table["rows"]:
        n = " / ".join(dict.fromkeys(str(cell["n"]) for cell in row["cells"].values() if cell))
        cells = [cell_text(cell, table["columns"][api]) for api, cell in row["cells"].items()]
        ratio = digits(row["ratio"]["value"]) if row["ratio"] else ""
        if ratio:
            ratio += (
                " [{}, {}]".format(*map(digits, row["ratio"]["quartiles"]))
                if row["ratio"]["quartiles"]
                else " by two logs"
            )
        out.append(
            f"| {' | '.join([row['operation'], row['kind'].replace('_', ' '), n, *cells, ratio])} |"
        )
    return "\n".join(out)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, epilog=EXITS, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("logs", metavar="LOG", nargs="+", help="a result file, or a folder of them")
    parser.add_argument(
        "--json",
        action="store_true",
        help="print JSON, its figures not rounded, instead of Markdown",
    )
    parser.add_argument(
        "--latency",
        metavar="ROWS",
        type=int,
        default=256,
        help="the latency shown is that of so many rows (%(default)s), a power of two",
    )
    options = parser.parse_args()
    try:
        logs, left = find_logs(options.logs, [options.latency])
        if not any(log.cells or log.failed for log in logs):
            why = left + [f"{log.path}: {log.head.get('left out')}" for log in logs]
            raise ValueError(
                "; ".join(why)
                or f"{', '.join(options.logs)}: no result file of {', '.join(PROGRAMS)}"
            )
    except ValueError as error:
        print(f"gpu_table: {error}", file=sys.stderr)
        return 2
    wrong = disagreement(logs)
    if wrong:
        print(f"gpu_table: {wrong}", file=sys.stderr)
        return 1
    table = make_table(logs, left)
    print(json.dumps(table, indent=2) if options.json else markdown(table))
    failed = [log.path for log in logs if log.failed]
    if failed:
        print(f"gpu_table: the run failed of {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
