#!/usr/bin/env python3
"""Writes the figures from the result files of bench/results: doc/FIGURES.md, whose text is the
page.md.in there, the first table of README.md, and what constant time costs in doc/TIMING.md.

Usage: tools/make_figures.py               write them
       tools/make_figures.py --check       exit code 1 if they are not what the result files say
       tools/make_figures.py --store LOG ...
                                           keep what logs of `ufsecp bench --json` say, and write it
       tools/make_figures.py --measure [--quick]
                                           run every engine of this CPU, and keep that
       tools/make_figures.py --store-gpu FOLDER ...
                                           keep what tools/gpu_run.sh left in FOLDER, and write it
A result file is a log with less: a header, and a row a line. Of rows measured more than once on a
CPU the newest is shown that no other process disturbed. A star marks a row of which there is no
such measurement. A log of a tree with changes that no commit has is kept with --allow-dirty only.
Result files of GPUs lie in gpu/ of the folder (gpu_figures.py).
"""

import argparse
import difflib
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import gpu_figures
import platform_tests
from count_table import counts
from figure_rows import (
    ACROSS,
    CONSTANT_TIME,
    HEADLINE,
    HISTORY,
    MATRICES,
    OWN,
    PLATFORMS,
    SECRET_CALLS,
    SINGLE,
    TABLES,
)

ROOT = Path(__file__).resolve().parent.parent
RESULTS, PAGE, README = ROOT / "bench" / "results", ROOT / "doc" / "FIGURES.md", ROOT / "README.md"
TIMING = ROOT / "doc" / "TIMING.md"
ENGINES = ["x64_ifma", "x64_avxifma", "x64_avx512", "x64_fma", "x64_adx", "portable", "word32"]
CPUS = ["Zen 5", "Zen 4", "Cascade Lake", "Zen 3"]  # in this order; others follow by name
HEADER = """
    cpu clock features compiler flags engine sha256 sha256_batch peer table_bytes_constant_time
    table_bytes_variable_time version commit date platform passes""".split()
ROW = """
    name n threads ns_per_op peer peer_ns_per_op ratio ratio_quartiles table_bytes constant_time
    disturbed
""".split()

# The generations of processors that give one name to many: vendor, family, models.
GENERATIONS = [
    ("AMD", 25, {*range(0x00, 0x10), *range(0x20, 0x60)}, "Zen 3"),
    ("AMD", 25, {*range(0x10, 0x20), *range(0x60, 0x80), *range(0xA0, 0xB0)}, "Zen 4"),
    ("AMD", 26, {*range(0x00, 0x80)}, "Zen 5"),
    ("Intel", 6, {106, 108}, "Ice Lake"),
    ("Intel", 6, {143, 207}, "Sapphire Rapids"),
]
BEGIN, END = "<!-- figures: make figures writes them -->", "<!-- end of figures -->"


class Bad(Exception):
    """A result file that cannot be used; its text says why."""


def cpu_of(header):
    """The name that tables have of the processor."""
    text = header["cpu"]
    if match := re.search(r"family (\d+), model (\d+)(?:, stepping (\d+))?", text):
        family, model, stepping = (int(x) if x else 0 for x in match.groups())
        for vendor, of, models, name in GENERATIONS:
            if vendor in text and family == of and model in models:
                return name
        if "Intel" in text and (family, model) == (6, 85):
            return "Cascade Lake" if stepping >= 5 else "Skylake-SP"
        return text[: match.start()].strip(" (")
    known = re.search(r"\(([^()]+)\)$", text)
    return known[1] if known else text


def peer_of(header):
    """The name and version of the library that it is compared with, or None."""
    match = re.match(r"\S+ \d[\w.]*", header.get("peer") or "")
    return match and match[0]


def day(header):
    return (header.get("date") or header["provenance"]["written"])[:10]


class Result:
    """One result file."""

    def __init__(self, path, data):
        self.path, self.header, self.rows = path, data["header"], data["rows"]
        missing = [
            key
            for key in ("cpu", "compiler", "flags", "engine", "version", "clock")
            if not self.header.get(key)
        ]
        if missing or not (self.header.get("date") or "provenance" in self.header):
            raise Bad(
                f"{path.name}: the header lacks "
                f"{', '.join(missing) or 'a date or where it comes from'}"
            )
        self.cpu, self.engine, self.day = (
            cpu_of(self.header),
            self.header["engine"],
            day(self.header),
        )
        self.compiler = self.header["compiler"].lower()
        self.peer = peer_of(self.header)

    def find(self, name, n):
        """The row of that name and size; of all sizes of more than 8 the largest if n is 0."""
        rows = [
            row
            for row in self.rows
            if row["name"] == name and (row["n"] == n if n else row["n"] > 8)
        ]
        return max(rows, key=lambda row: row["n"]) if rows else None


def load(folder):
    results = []
    for path in sorted(folder.glob("*.json")):
        try:
            results.append(Result(path, json.loads(path.read_text())))
        except (ValueError, KeyError, TypeError) as error:
            raise Bad(f"{path.name}: not a result file ({error!r})") from error
    return sorted(
        results,
        key=lambda r: (r.header.get("date") or r.header["provenance"]["written"], r.path.name),
    )


# ---- Cells


def time_of(ns):
    if ns is None:
        return ""
    if ns < 1000:
        return f"{ns:.1f} ns" if ns < 100 else f"{ns:.0f} ns"
    return f"{ns / 1000:.2f} us" if ns < 1e5 else f"{ns / 1000:.0f} us"


def number(x):
    return "" if x is None else f"{x:.2f}" if x < 10 else f"{x:.1f}"


def ratio(row):
    """The ratio of a row or None, with a star if another process disturbed it."""
    text = number((row or {}).get("ratio"))
    return text + "*" if text and row.get("disturbed") else text


def table(head, lines):
    lines = ["| " + " | ".join(line) + " |" for line in [head, *lines]]
    return "\n".join([lines[0], "|" + "---|" * len(head), *lines[1:]]).replace("*", "\\*") + "\n"


def newest(results, name, n):
    """The newest row, of those that nothing disturbed if there are any, and whose it is; (None,
    None) without one."""
    found = [(row, result) for result in reversed(results) if (row := result.find(name, n))]
    return next((of for of in found if not of[0].get("disturbed")), (found or [(None, None)])[0])


# ---- Parts of the page


def by_clang(results, cpu, engine=None):
    return [
        r
        for r in results
        if r.cpu == cpu and r.compiler.startswith("clang") and engine in (None, r.engine)
    ]


def best_engine(results, cpu):
    """The fastest engine measured there: the first of the list with a batch."""
    engines = {r.engine for r in by_clang(results, cpu) if r.find("ecdsa_verify", 4096)}
    return next((e for e in ENGINES if e in engines), None)


def main_result(results, cpu, engine):
    """The newest result file of that engine with a batch."""
    return newest(by_clang(results, cpu, engine), "ecdsa_verify", 4096)[1]


def cpus(results):
    found = {r.cpu for r in results}
    return [c for c in CPUS if c in found] + sorted(found - set(CPUS))


def across(results):
    columns = [(cpu, engine) for cpu in cpus(results) if (engine := best_engine(results, cpu))]
    lines = [["clock", *(main_result(results, *c).header["clock"].split(" (")[0] for c in columns)]]
    for name, n, title in ACROSS:
        cells = [ratio(newest(by_clang(results, *c), name, n)[0]) for c in columns]
        if any(cells):
            lines.append([title, *cells])
    return table(["times libsecp256k1", *(f"{cpu}, {engine}" for cpu, engine in columns)], lines)


def one_engine(results, cpu, engine):
    """All tables of an engine on a processor."""
    own, out, used = [r for r in by_clang(results, cpu) if r.engine == engine], "", set()
    for title, rows in TABLES:
        lines = []
        for name, n, what in rows:
            row, result = newest(own, name, n)
            if not row or row.get("peer") not in (result.peer, None):
                continue
            used.add(result.path.name)
            low, high = row.get("ratio_quartiles") or (None, None)
            size = f", {row['n']:,} rows" if n == 0 else ""
            lines.append(
                [
                    what + size,
                    time_of(row.get("ns_per_op")),
                    time_of(row.get("peer_ns_per_op")),
                    ratio(row),
                    number(low),
                    number(high),
                ]
            )
        if lines:
            out += f"\n**{title}**\n\n" + table(
                ["", "ours", "libsecp256k1", "ratio", "lower quartile", "upper quartile"], lines
            )
    lines = []
    for name, n, what in OWN:
        row, result = newest(own, name, n)
        if row and row.get("ratio"):
            used.add(result.path.name)
            lines.append([what, ratio(row)])
    if lines:
        out += "\n**Against our own calls**\n\n" + table(["", "times as fast"], lines)
    return out, used


def other_engines(results, cpu, main):
    """Ratios alone, of the engines that are not the fastest there."""
    engines = [e for e in ENGINES if e != main and by_clang(results, cpu, e)]
    columns = [(e, by_clang(results, cpu, e)) for e in engines]
    columns += [
        (f"{r.engine}, {r.header['compiler']}", [r])
        for r in results
        if r.cpu == cpu and not r.compiler.startswith("clang")
    ]
    lines = []
    for _, rows in TABLES:
        for name, n, what in rows:
            cells = [ratio(newest(own, name, n)[0]) for _, own in columns]
            if any(cells):
                lines.append(
                    [
                        what
                        + (
                            ", one call"
                            if n == 1 and rows is SINGLE
                            else ", a batch"
                            if n == 0
                            else ""
                        ),
                        *cells,
                    ]
                )
    used = {r.path.name for _, own in columns for r in own}
    return (
        table(["times libsecp256k1", *(name for name, _ in columns)], lines) if lines else ""
    ), used


def source(result):
    """What a result file says of its origin, in a line."""
    head, origin = result.header, result.header.get("provenance")
    what = f"{head['version']}, {head['compiler']} {head['flags']}"
    if origin:
        return (
            f"{result.day}, {what}: transcribed from {', '.join(origin['transcribed_from'])} "
            f"of commit {origin['of_commit']}"
        )
    shared = sum(bool(row.get("disturbed")) for row in result.rows)
    text = f"{head['date']}, {what}: measured at commit {head.get('commit') or 'unknown'}"
    return text + (f"; rows taken on a core shared with others: {shared}" if shared else "")


def per_cpu(results):
    out = ""
    for cpu in cpus(results):
        main = best_engine(results, cpu)
        if not main:
            continue
        own = main_result(results, cpu, main)
        out += (
            f"## {cpu}\n\nOne core of an {own.header['cpu']}, {own.header['clock']}, "
            f"the engine {main}.\n"
        )
        text, used = one_engine(results, cpu, main)
        out += text
        text, more = other_engines(results, cpu, main)
        if text:
            out += "\n**Other engines and compilers**\n\n" + text
        out += "\nFrom:\n\n"
        for result in results:
            if result.cpu == cpu and result.path.name in used | more:
                out += f"- `{result.path.name}`: {source(result)}\n"
        out += "\n"
    return out.rstrip() + "\n"


def history(results):
    """A line a result file with a main row, in the order of time, a processor after the other."""
    lines = []
    for cpu in cpus(results):
        for result in results:
            if result.cpu != cpu or not result.compiler.startswith("clang"):
                continue
            cells = [ratio(result.find(name, n)) for name, n, _ in HISTORY]
            if any(cells):
                commit = (
                    result.header.get("commit")
                    or result.header.get("provenance", {}).get("of_commit")
                    or ""
                )
                lines.append(
                    [
                        cpu,
                        result.engine,
                        result.day,
                        commit[:7],
                        *cells,
                        result.header.get("step", ""),
                    ]
                )
    return table(
        ["CPU", "engine", "day", "commit", *(title for _, _, title in HISTORY), "new"], lines
    )


def stamp(results, gpus):
    newest_day = max([r.day for r in results] + [log.date[:10] for log in gpus])
    version = re.search(
        r'#define UFSECP_VERSION "([^"]+)"', (ROOT / "include/ufsecp/ufsecp.h").read_text()
    )[1]
    return f"Version {version}; newest result file: {newest_day}."


def named(peers):
    """Libraries as a text names them."""
    if None in peers or not peers:
        raise Bad("a result file names no peer with a version in its header")
    return " or ".join(sorted(peers))


def peer(results):
    return named({result.peer for result in results if result.peer})


def platforms(results, gpus):
    """Every platform of the published page, with our state and, if it was measured, our times."""
    lines = []
    for name, gen, point, platform, state in PLATFORMS:
        # A result file that was transcribed does not say it: all of these are of this one.
        own = [r for r in results if r.header.get("platform", "x86_64-linux") == platform]
        state = platform_tests.state(platform) or state
        times, cpu = ["", ""], next((c for c in cpus(own) if best_engine(own, c)), None)
        if cpu:
            rows = by_clang(own, cpu, best_engine(own, cpu))
            state = f"measured on {cpu}"
            times = [
                time_of((newest(rows, row, 1)[0] or {}).get("ns_per_op"))
                for row in ("mul_gen", "mul_point_var")
            ]
        elif on_gpu := gpu_figures.platform(gpus, platform):
            state = f"measured on {on_gpu[0]}"
            times = [time_of(ns) for ns in on_gpu[1:]]
        lines.append([name, gen, point, state, *times])
    head = ["CPU or GPU", "published k*G", "published k*P", "ours", "our k*G", "our k*P"]
    return table(head, lines)


def many(results):
    """Ratios of what depends on its size, a line an engine and processor."""
    engines = [(c, e) for c in cpus(results) for e in ENGINES if by_clang(results, c, e)]
    engines.sort(key=lambda of: ENGINES.index(of[1]))
    out = ""
    for title, columns in MATRICES:
        lines = []
        for cpu, engine in engines:
            own = by_clang(results, cpu, engine)
            cells = [ratio(newest(own, name, n)[0]) for name, n, _ in columns]
            if any(cells):
                lines.append([f"{engine}, {cpu}", *cells])
        out += f"**{title}**\n\n" + table(["", *(head for _, _, head in columns)], lines) + "\n"
    return out


def readme(results, text):
    """README.md with its table of the first processor's main calls."""
    cpu = cpus(results)[0]
    own = by_clang(results, cpu, best_engine(results, cpu))
    lines, peers = [], set()
    for name, n, what, each in HEADLINE:
        row, result = newest(own, name, n)
        peers.add(result.peer)
        times = [time_of(row[key]) + each for key in ("ns_per_op", "peer_ns_per_op")]
        lines.append([what, *times, ratio(row)])
    block = table(["on one core", "ours", named(peers), "ratio"], lines)
    return between_marks("README.md", text, block)


def between_marks(name, text, block):
    found = re.search(rf"(?s)({BEGIN}\n).*?({END}\n)", text)
    if not found:
        raise Bad(f"{name}: the lines {BEGIN} and {END} must stand around its tables")
    return text[: found.end(1)] + block + text[found.start(2) :]


def timing(results, text):
    """doc/TIMING.md with its tables of what constant time costs."""
    out, sources = "", []
    for cpu in cpus(results):
        for engine in ENGINES:
            own, lines = by_clang(results, cpu, engine), []
            for name, what in CONSTANT_TIME:
                row, result = newest(own, name, 1)
                if not row:
                    continue
                sources.append(result)
                lines.append(
                    [
                        what,
                        time_of(row["ns_per_op"]),
                        time_of(row["peer_ns_per_op"]),
                        ratio(row),
                        *map(number, row["ratio_quartiles"]),
                    ]
                )
            if lines:
                head = ["variable time", "constant time", "times as long"]
                head += ["lower quartile", "upper quartile"]
                out += table([f"{cpu}, {engine}", *head], lines) + "\n"
    columns, cells = [], {what: [] for _, _, what in SECRET_CALLS}
    for cpu in cpus(results):
        for engine in ENGINES:
            rows = {
                what: pair_of(by_clang(results, cpu, engine), *of) for *of, what in SECRET_CALLS
            }
            if not any(cell for cell, _ in rows.values()):
                continue
            columns.append(f"{cpu}, {engine}")
            for what, (cell, result) in rows.items():
                cells[what].append(cell)
                sources += [result] if result else []
    lines = [[what, *line] for what, line in cells.items() if any(line)]
    out += table(["secret; public", *columns], lines) + "\nFrom:\n\n"
    paths = {result.path.name for result in sources}
    out += "".join(f"- `{r.path.name}`: {source(r)}\n" for r in results if r.path.name in paths)
    return between_marks("TIMING.md", text, out)


def pair_of(results, secret, public):
    """How many times as long the first row takes as the second of the newest result file that has
    both, and that file."""
    for result in reversed(results):
        a, b = result.find(*secret), result.find(*public)
        if a and b and a.get("ns_per_op") and b.get("ns_per_op"):
            star = "*" if a.get("disturbed") or b.get("disturbed") else ""
            return number(a["ns_per_op"] / b["ns_per_op"]) + star, result
    return "", None


def clients(_):
    """What tools/client_bench.py kept: benchmarks of libsecp256k1's clients."""
    kept = json.loads((ROOT / "bench/clients.json").read_text())
    lines = [
        [
            f"{program}: {call}",
            *(time_of(1000 * us) for us in (peer_us, our_us)),
            *map(number, ratios),
        ]
        for program, call, peer_us, our_us, *ratios in kept["rows"]
    ]
    head = ["", "libsecp256k1", "ours", "ratio", "lower quartile", "upper quartile"]
    return table(head, lines) + (
        f"\n{kept['date']}, {cpu_of(kept)}, {kept['engine']}, {kept['turns']} turns, "
        f"{kept['version']}, {kept['compiler']}: measured at commit {kept['commit']}.\n"
    )


PARTS = {
    "peer": peer,
    "clients": clients,
    "every_platform": lambda results: platform_tests.table(),
    "across": across,
    "many": many,
    "cpus": per_cpu,
    "history": history,
    "counts": lambda results: counts(ROOT / "bench/counts"),
}


def gpu_section(gpus):
    return "".join(
        part if isinstance(part, str) else table(*part) for part in gpu_figures.section(gpus)
    )


def page(folder, results, gpus):
    text = (folder / "page.md.in").read_text()
    of_gpus = {
        "stamp": lambda results: stamp(results, gpus),
        "platforms": lambda results: platforms(results, gpus),
        "gpus": lambda results: gpu_section(gpus),
    }
    for name, part in {**PARTS, **of_gpus}.items():
        if text.count("{{" + name + "}}") != 1:
            raise Bad(f"page.md.in: {{{{{name}}}}} must stand there once")
        text = text.replace("{{" + name + "}}", part(results).rstrip("\n"))
    return "<!-- Generated by tools/make_figures.py: make figures -->\n" + text


# ---- Result files from logs


def rounded(x, digits=4):
    return (
        float(f"{x:.{digits}g}")
        if isinstance(x, float)
        else [rounded(y, digits) for y in x]
        if isinstance(x, list)
        else x
    )


def store(log, folder, allow_dirty):
    """Keeps a log of `ufsecp bench --json` as a result file; its path."""
    try:
        if str(log["header"].get("commit")).endswith("-dirty") and not allow_dirty:
            raise Bad(
                f"the log is of {log['header']['commit']}, a tree with changes that no commit has: "
                "commit them and measure again, or pass --allow-dirty"
            )
        header = {key: log["header"][key] for key in HEADER if key in log["header"]}
        rows = [
            {key: rounded(row[key]) for key in ROW if row.get(key) not in (None, False, 0)}
            for row in log["rows"]
        ]
        for row, of in zip(rows, log["rows"]):
            if of["engine"] != header["engine"]:
                row["engine"] = of["engine"]  # the one that the engine leaves the operation to
        result = Result(folder / "log", {"header": header, "rows": rows})
        if not result.peer and any((peer_of(row) or "") for row in rows):
            raise Bad("the header of the log names no peer, its rows do")
        if not rows or not header["date"] or any(row["ns_per_op"] <= 0 for row in rows):
            raise Bad("a log without rows, date or times")
    except (KeyError, TypeError) as error:
        raise Bad(f"not a log of ufsecp bench --json ({error!r})") from error
    compiler = re.sub(r"\W+", "", header["compiler"].split()[0].lower().replace("+", "x"))
    name = "-".join(
        [
            result.cpu.lower().replace(" ", ""),
            result.engine,
            compiler,
            re.sub(r"[:Z]", "", header["date"]).replace("T", "-"),
        ]
    )
    return write_result(folder / f"{name}.json", {"header": header, "rows": rows})


def write_result(path, data):
    """A result file: a fact of the header a line, and a row a line."""
    lines = ",\n".join(
        f"    {json.dumps(key)}: {json.dumps(value)}" for key, value in data["header"].items()
    )
    more = "".join(
        f",\n  {json.dumps(key)}: {json.dumps(value)}"
        for key, value in data.items()
        if key not in ("header", "rows")
    )
    path.write_text(
        '{\n  "header": {\n'
        + lines
        + '\n  },\n  "rows": [\n    '
        + ",\n    ".join(map(json.dumps, data["rows"]))
        + f"\n  ]{more}\n}}\n"
    )
    return path


def store_gpu(run, folder, allow_dirty):
    """Keeps the logs of a run of tools/gpu_run.sh as result files; their paths."""
    kept = list(gpu_figures.keep(run, allow_dirty))
    folder.mkdir(exist_ok=True)
    for name, data in kept:
        rows = [{key: rounded(value, 6) for key, value in row.items()} for row in data["rows"]]
        yield write_result(folder / f"{name}.json", {**data, "rows": rows})


def measure(tool, quick):
    """Logs of every engine of this CPU that somebody would choose, each beside the peer."""
    info = json.loads(
        subprocess.run([tool, "info", "--json"], capture_output=True, text=True, check=True).stdout
    )
    engines = [e["name"] for e in info["engines"] if e["supported"] and e["name"] in ENGINES[:5]]
    for engine in engines or ["portable"]:
        print(f"make_figures: {engine}", file=sys.stderr, flush=True)
        command = [
            tool,
            "bench",
            "--vs",
            "libsecp256k1",
            "--json",
            "--no-file",
            *(["--quick"] if quick else []),
        ]
        done = subprocess.run(
            command, stdout=subprocess.PIPE, text=True, env={**os.environ, "UFSECP_ENGINE": engine}
        )
        if done.returncode:
            raise Bad(f"ufsecp bench by {engine} ended with exit code {done.returncode}")
        yield json.loads(done.stdout)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--check", action="store_true")
    what.add_argument("--store", nargs="+", type=Path, metavar="LOG")
    what.add_argument("--measure", action="store_true")
    what.add_argument("--store-gpu", nargs="+", type=Path, metavar="FOLDER")
    parser.add_argument(
        "--quick", action="store_true", help="with --measure: fewer and shorter passes"
    )
    parser.add_argument(
        "--allow-dirty",
        action="store_true",
        help="with --store, --store-gpu or --measure: keep a log whose commit ends in -dirty",
    )
    parser.add_argument("--tool", default=str(ROOT / "build" / "release" / "ufsecp"))
    parser.add_argument("--results", type=Path, default=RESULTS)
    parser.add_argument("--page", type=Path, default=PAGE)
    parser.add_argument("--readme", type=Path, default=README)
    parser.add_argument("--timing", type=Path, default=TIMING)
    args = parser.parse_args()
    try:
        for path in args.store or []:
            print(store(json.loads(path.read_text()), args.results, args.allow_dirty))
        for log in measure(args.tool, args.quick) if args.measure else ():
            print(store(log, args.results, args.allow_dirty))
        for run in args.store_gpu or []:
            print(*store_gpu(run, args.results / "gpu", args.allow_dirty), sep="\n")
        results, gpus = load(args.results), gpu_figures.load(args.results / "gpu")
        if not results:
            raise Bad(f"no result files in {args.results}")
        texts = {
            args.page: page(args.results, results, gpus),
            args.readme: readme(results, args.readme.read_text()),
            args.timing: timing(results, args.timing.read_text()),
        }
    except (Bad, OSError, ValueError) as error:
        print(f"make_figures: {error}", file=sys.stderr)
        return 2
    differ = 0
    for path, text in texts.items():
        if not args.check:
            path.write_text(text)
            continue
        before = path.read_text() if path.exists() else ""
        lines = difflib.unified_diff(before.splitlines(), text.splitlines(), lineterm="")
        print(*lines, sep="\n", end="\n" if before != text else "")
        differ += before != text
    if differ:
        print("make_figures: not what the result files say: run make figures", file=sys.stderr)
    return differ > 0


if __name__ == "__main__":
    sys.exit(main())
