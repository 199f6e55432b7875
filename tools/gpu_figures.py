"""The GPUs' part of the figures: the result files of bench/results/gpu and what is shown of them.

A result file there is a log of a GPU program with less: its header with the clocks that were
recorded meanwhile, and the rows that gpu_table.py reads. The newest of each device and interface is
shown, and the newest in which CUDA and OpenCL took turns.
"""

import csv
import re
import statistics
import sys
from pathlib import Path

from figure_rows import GPU_CALLS, GPU_OPERATIONS
from gpu_table import KINDS, TITLES, Log, digits, disagreement, find_logs

LATENCIES = (1, 256, 4096)
FACTS = """
    version commit date compiler flags threads rows group define cuda_bounds window_bits passes
    block_ms timer clocks
""".split()
ROW = """
    name kind n ns_per_op spread multiply_adds table_bytes note peer peer_ns_per_op ratio
    ratio_quartiles
""".split()


def load(folder):
    """Every result file, the newest last."""
    logs = [Log(path, LATENCIES) for path in folder.glob("*.json")]
    for log in logs:
        if missing := [key for key in FACTS if key not in log.data["header"]]:
            raise ValueError(f"{log.path}: the header lacks {', '.join(missing)}")
    return sorted(logs, key=lambda log: (log.date, log.path))


# ---- Result files from logs


def keep(run, allow_dirty):
    """(name, data) of a result file for each of the newest logs of a folder of gpu_run.sh."""
    logs, left = find_logs([run, *filter(Path.is_dir, [run / "compare"])], LATENCIES)
    for text in left:
        print(f"make_figures: left out: {text}", file=sys.stderr)
    if not logs:
        raise ValueError(f"{run}: no log of a GPU program")
    if wrong := disagreement(logs):
        raise ValueError(wrong)
    for log in logs:
        header = log.data["header"]
        if log.failed or not log.cells or any(log.is_cpu.values()):
            raise ValueError(f"{log.path}: the run failed, measured nothing, or was on a CPU")
        if str(header["commit"]).endswith("-dirty") and not allow_dirty:
            raise ValueError(
                f"{log.path}: it is of {header['commit']}, a tree with changes that no commit has: "
                "commit them and measure again, or pass --allow-dirty"
            )
        header = {key: value for key, value in header.items() if key != "kinds"}
        header["platform"] = header["platform"].split()[0]
        driver = re.search(r"\d+(\.\d+)+", header.get("nvidia_driver") or "")
        header["nvidia_driver"] = driver and driver[0]
        header["multiply_adds_per_second"] = limit(header)
        header["clocks"] = clocks(run / "clocks.csv", header["device"]["name"])
        rows = [
            {key: row[key] for key in ROW if key == "spread" or row.get(key)}
            for row in log.data["rows"]
            if row["kind"] in KINDS
        ]
        name = "-".join([slug(header), role(log), re.sub(r"[:Z]", "", log.date).replace("T", "-")])
        more = {"skipped": log.data["skipped"], "failed": False}
        yield name, {"header": header, "rows": rows, **more}


def limit(header):
    """The multiply-adds a second of a log. Programs took 64 a clock of an NVIDIA multiprocessor
    before a device had run them; 29.9 were measured, and 32 are taken (doc/GPU.md)."""
    rate = header.get("multiply_adds_per_second")
    units = re.search(r"(\d+) units, (\d+) MHz", header["device"]["description"])
    return rate / 2 if units and rate == 64e6 * int(units[1]) * int(units[2]) else rate


def clocks(path, device):
    """Of the samples in which the device was busy, as it took at least half of its highest power:
    how many, lowest, median and highest MHz of multiprocessors, median of memory."""
    if not path.exists():
        return None
    samples = []
    with path.open(newline="") as file:
        for row in csv.DictReader(file, skipinitialspace=True):
            try:
                if row["name"] == device:
                    names = ("power.draw [W]", "clocks.current.sm [MHz]")
                    names += ("clocks.current.memory [MHz]",)
                    samples.append([float(row[name].split()[0]) for name in names])
            except (KeyError, AttributeError, ValueError, IndexError):
                continue  # nvidia-smi's last line may be cut, and it may know no value
    if not samples:
        raise ValueError(f"{path}: no sample of {device}")
    most = max(power for power, *_ in samples)
    busy = [(sm, memory) for power, sm, memory in samples if 2 * power >= most]
    sm, memory = map(sorted, zip(*busy))
    return {
        "samples": len(busy),
        "multiprocessors_mhz": [sm[0], statistics.median(sm), sm[-1]],
        "memory_mhz": statistics.median(memory),
    }


def slug(header):
    words = header["device"]["name"].lower().removeprefix("nvidia ")
    return re.sub(r"[^a-z0-9]+", "-", words).strip("-")


def role(log):
    """What a log is for: an interface, or to compare two."""
    return log.apis[0] if len(log.apis) == 1 else "compare"


# ---- Parts of the page


def newest(logs, device):
    """{role: the newest log of that device}; a comparison also has an interface that no other log
    has."""
    found = {role(log): log for log in logs if log.facts["device"] == device}
    for api in found["compare"].apis if "compare" in found else ():
        found.setdefault(api, found["compare"])
    return found


def platform(logs, api):
    """(device, ns of k*G, ns of k*P) of the newest log of an interface, kernels alone; None
    without one."""
    own = [log for log in logs if api in log.cells]
    if not own:
        return None
    device = own[-1].facts["device"]
    cells = newest(logs, device)[api].cells[api]
    names = ("public_mul_gen", "pubkey_mul")
    return device, *((cells.get((name, "kernels", 0)) or {}).get("ns") for name in names)


def section(logs):
    """Text, and tables as (head, lines), of every device."""
    if not logs:
        yield "No GPU was measured.\n"
    for device in sorted({log.facts["device"] for log in logs}):
        found = newest(logs, device)
        yield f"### {device}\n\n"
        sources = list(dict.fromkeys(found.values()))
        for log in sources:
            yield from (f"- {line}\n" if i == 0 else f"  {line}\n" for i, line in lines_of(log))
        for api in (api for api in TITLES if api in found):
            cells = found[api].cells[api]
            yield from block(f"Calls by {TITLES[api]}", *calls(cells))
            yield from block(f"The field and points by {TITLES[api]}", *operations(cells))
        if "compare" in found:
            ratios = found["compare"].ratios
            for rows, kinds in ((GPU_CALLS, CALL_KINDS), (GPU_OPERATIONS, OPERATION_KINDS)):
                title = "How many times as fast as OpenCL CUDA is, in turns: "
                what = "calls" if rows is GPU_CALLS else "the field and points"
                yield from block(title + what, *turns(ratios, rows, kinds))
        yield "\n"


def block(title, head, lines):
    if lines:
        yield f"\n**{title}**\n\n"
        yield head, lines


def lines_of(log):
    """What a result file says of its origin."""
    head, tables = log.data["header"], {row.get("table_bytes", 0) for row in log.data["rows"]}
    apart = {}
    for cells in log.cells.values():
        for (_, kind, _), cell in cells.items():
            if cell["spread_percent"] is not None:
                apart[kind] = max(apart.get(kind, 0), cell["spread_percent"])
    text = [
        f"`{Path(log.path).name}`: {head['date']}, {log.head['program']} {head['version']}, "
        f"{head['compiler']} {head['flags']}, measured at commit {head['commit']}.",
        f"{head['device']['description']}; driver {head.get('nvidia_driver') or 'unknown'}.",
        clocks_text(head.get("clocks")),
        f"{head['rows']:,} rows of a batch; group: {head['group']}; "
        + (f"bounds of CUDA's blocks: {head['cuda_bounds']}; " if "cuda" in log.apis else "")
        + f"definitions: {head['define']}; table for k\\*G: {max(tables):,} bytes, its windows: "
        f"{head['window_bits']}; {head['threads']} threads of the host.",
        f"{head['passes']} passes in blocks of {head['block_ms']} ms; timer: {head['timer']}.",
        "Distance of the quartiles, percent of the median, at most: "
        + ", ".join(
            f"{kind.replace('_', ' ')} {apart[kind]:.1f}" for kind in KINDS if kind in apart
        )
        + ".",
    ]
    return enumerate(text)


def clocks_text(of):
    if not of:
        return "Nobody recorded its clocks."
    low, middle, high = of["multiprocessors_mhz"]
    return (
        f"Clocks while it was busy: multiprocessors {middle:.0f} MHz ({low:.0f} to {high:.0f}), "
        f"memory {of['memory_mhz']:.0f} MHz; medians of the {of['samples']} samples of nvidia-smi "
        "in which it took at least half of its highest power."
    )


CALL_KINDS = (("kernels", "kernels"), ("end_to_end", "end to end"))
OPERATION_KINDS = (("memory", "from memory"), ("compute", "in registers"))


def value(cell, unit=1):
    return digits(cell["value"] / unit) if cell else ""


def part(cell):
    percent = cell and cell["percent_of_bound"]
    return f"{percent / 100:.2f}" if percent else ""


def with_values(head, lines):
    """A table without the columns and lines that have no value."""
    lines = [line for line in lines if any(line[1:])]
    kept = [i for i in range(len(head)) if i == 0 or any(line[i] for line in lines)]
    return [head[i] for i in kept], [[line[i] for i in kept] for line in lines]


def calls(cells):
    head = ["", "kernels, M/s", "of the limit", "end to end, M/s"]
    head += [f"{n:,} row{'s' if n > 1 else ''}, us" for n in LATENCIES]
    lines = []
    for name, what in GPU_CALLS:
        kernels, whole = (cells.get((name, kind, 0)) for kind, _ in CALL_KINDS)
        latency = [value(cells.get((name, "latency", n))) for n in LATENCIES]
        lines.append([what, value(kernels), part(kernels), value(whole), *latency])
    return with_values(head, lines)


def operations(cells):
    head = ["", "rows from memory", "from memory, G/s", "in registers, G/s", "of the limit"]
    lines = []
    for name, what in GPU_OPERATIONS:
        memory, compute = (cells.get((name, kind, 0)) for kind, _ in OPERATION_KINDS)
        n = str(memory["n"]) if memory else ""
        lines.append([what, n, value(memory, 1e3), value(compute, 1e3), part(compute)])
    return with_values(head, lines)


def turns(ratios, rows, kinds):
    """Ratios with their quartiles."""
    head, lines = [""], []
    for _, title in kinds:
        head += [title, "lower quartile", "upper quartile"]
    for name, what in rows:
        found = [ratios.get((name, kind, 0), (0, ["", "", ""]))[1] for kind, _ in kinds]
        lines.append([what, *(x and f"{x:.3f}" for three in found for x in three)])
    return with_values(head, lines)
