#!/usr/bin/env python3
"""The benchmarks that libsecp256k1 and its clients bring along, unchanged: with libsecp256k1 and
with our library in its place, in turns.

Usage: tools/client_bench.py [--turns N] [--write] [--only NAME] [--release FOLDER] [--work FOLDER]
       tools/client_bench.py --self-test     that output without a time is no result

libsecp256k1's own `bench`, the crate secp256k1, coincurve, and go-ethereum's package crypto.
`bench` and coincurve load the same two shared libraries, by one compiler and its flags:
libsecp256k1 0.8.0 and ours (`cmake --build build/release --target peer_libsecp256k1_shared
compat_shared ufsecp_cli`). The crate and go-ethereum come with a copy of libsecp256k1 and its
settings, which they compile, by clang and by gcc. `bench` gives the least time of its blocks, Rust
the median of its samples, Go the mean; of coincurve's statements it is the least processor time. A
result is the median of the ratios of all turns, with its quartiles. --write keeps it in
bench/clients.json, of which tools/make_figures.py makes the table.
Exit code: 0 all were measured, 1 one failed, 77 one could not be fetched.
"""

import argparse
import datetime
import json
import re
import shutil
import statistics
import sys
from pathlib import Path

from client_tests import (
    CRATES,
    ROOT,
    SKIPPED,
    SUITES,
    bound,
    built,
    calls,
    command,
    crate_archive,
    crate_place,
    geth_archive,
    geth_programs,
    loads,
    python_archive,
    side,
    unpacked,
)

RECORD = ROOT / "bench/clients.json"
PEER_SOURCE = ROOT / "build/peer/libsecp256k1"
COMPILER = "clang-22" if shutil.which("clang-22") else "cc"
MODULES = ["RECOVERY", "ECDH", "EXTRAKEYS", "SCHNORRSIG", "ELLSWIFT"]
# What each prints, in the order of the table: its own name of a call, and ours. All must be there.
BENCH = {
    "ecdsa_verify": "ECDSA verification",
    "ecdsa_sign": "ECDSA signature",
    "ec_keygen": "public key",
    "ecdh": "ECDH",
    "ecdsa_recover": "recovery",
    "schnorrsig_sign": "Schnorr signature",
    "schnorrsig_verify": "Schnorr verification",
    "ellswift_encode": "ElligatorSwift, encoding",
    "ellswift_decode": "ElligatorSwift, decoding",
    "ellswift_keygen": "ElligatorSwift, key",
    "ellswift_ecdh": "ElligatorSwift, ECDH",
}
RUST = {
    "benches::bench_verify_ecdsa": "ECDSA verification",
    "benches::bench_sign_ecdsa": "ECDSA signature",
    "benches::generate": "key pair",
    "ecdh::benches::bench_ecdh": "ECDH",
    "ecdsa::recovery::benches::bench_recover": "recovery",
    "key::benches::bench_pk_ordering": "comparison of keys",
}
PYTHON = {
    "verify": "ECDSA verification, 16 KiB",
    "sign": "ECDSA signature, 16 KiB",
    "generate_key_pair": "key pair",
    "key_export": "key to PEM",
    "key_import": "key from PEM",
}
GO = {
    "VerifySignature": "ECDSA verification",
    "Sign": "ECDSA signature, recoverable",
    "Recover": "recovery",
    "EcrecoverSignature": "recovery, checked",
    "DecompressPubkey": "decompression of a key",
}
# A line of each: the name of a call and its time.
BENCH_LINE = r"^(\w+) *, +([\d.]+) "
RUST_LINE = r"^test (\S+) +\.\.\. bench: +([\d,.]+) ns/iter"
PYTHON_LINE = r"^(\w+) ([\d.]+)$"
GO_LINE = r"^Benchmark(\w+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns/op"
# Coincurve's own statements, timed; the script itself compares with another library.
STATEMENTS = """
import sys, time, timeit, types
for name in ("rich", "rich.live", "rich.table"):
    sys.modules[name] = types.ModuleType(name)
sys.modules["rich.live"].Live = sys.modules["rich.table"].Table = None
sys.path.insert(0, sys.argv[1])
import bench
for name in sys.argv[2:]:
    spec = getattr(bench.CoincurveBenchmark, name)()
    timer = timeit.Timer(spec.statement, spec.setup, timer=time.process_time)
    print(name, f"{1e6 * min(timer.repeat(number=200, repeat=9)) / 200:.4f}")
"""


class Failed(Exception):
    """A program that does not run, or prints something else; its text says what."""


class Unavailable(Exception):
    """What cannot be fetched."""


def found(text, pattern, names, scale=1.0):
    """{our name of a call: microseconds} by a pattern of a line with its name and a number."""
    times = {}
    for name, number in re.findall(pattern, text, re.M):
        if name in names:
            times[names[name]] = float(number.replace(",", "")) * scale
    if missing := [name for name, of in names.items() if not times.get(of, 0) > 0]:
        raise Failed(f"{text[-2000:]}\nno time of {' '.join(missing)}")
    return {of: times[of] for of in names.values()}


def run(words, **more):
    done = command(words, **more)
    if done.returncode:
        raise Failed(f"{words[0]} failed")
    return done.stdout


# ---- Each makes its programs, and returns what measures one side once.


def peer_bench(work, sides):
    program = work / "bench"
    words = [COMPILER, "-O2", *(f"-DENABLE_MODULE_{name}" for name in MODULES)]
    words += [f"-I{PEER_SOURCE}/include", PEER_SOURCE / "src/bench.c", "-o", program]
    run([*words, f"-L{sides[1].folder}", "-lsecp256k1"])
    for of in sides:
        if not loads(program, of):
            raise Failed(f"{program} with {of.name} loads another library")

    def measure(of):
        environment = {**of.environment, "SECP256K1_BENCH_ITERS": "4000"}
        return found(run([program], env=environment), BENCH_LINE, BENCH)

    return measure


def rust(work, sides):
    crate = CRATES[0]
    archive = crate_archive(work, "secp256k1", crate.version)
    if not archive:
        raise Unavailable
    programs = {}
    for of in sides:
        folder, environment = crate_place(crate, archive, work, of)
        environment["CC"] = COMPILER
        environment["RUSTC_BOOTSTRAP"] = "1"  # its benchmarks are of the unstable kind
        environment["RUSTFLAGS"] += " --cfg=bench"
        words = ["cargo", "bench", "--lib", "--no-run", "--features", crate.features]
        said = run(words, cwd=folder, env=environment)
        programs[of.name] = folder / re.search(r"Executable \S+ \S+ \((.+)\)$", said, re.M)[1]
        if not calls(programs[of.name], of):
            raise Failed(f"{programs[of.name]} calls another library")

    def measure(of):
        text = run([programs[of.name], "--bench", "benches"], env=of.environment)
        return found(text, RUST_LINE, RUST, 1e-3)

    return measure


def python(work, sides):
    suite = next(suite for suite in SUITES if suite.name == "coincurve")
    fetched = python_archive(suite, work, sides[0])
    if not fetched:
        raise Unavailable
    program, pip, archive = fetched
    folder = unpacked(work, archive, suite.sha256)
    modules = {of.name: built(suite, pip, archive, of) for of in sides}
    for of in sides:
        if not modules[of.name] or not bound(program, suite, of, modules[of.name]):
            raise Failed(f"coincurve with {of.name}: it cannot be built, or calls another library")

    def measure(of):
        environment = {**of.environment, "PYTHONPATH": str(modules[of.name])}
        words = [program, "-c", STATEMENTS, folder / "scripts", *PYTHON]
        return found(run(words, env=environment), PYTHON_LINE, PYTHON)

    return measure


def go(work, sides):
    archive = geth_archive(work)
    if not archive:
        raise Unavailable
    programs = {}
    for of in sides:
        folder, _, _ = geth_programs(archive, of)
        if not folder:
            raise Failed(f"go-ethereum with {of.name}: it cannot be built")
        programs[of.name] = [folder / f"{name}.test" for name in ("crypto", "secp256k1")]
        if not all([calls(program, of) for program in programs[of.name]]):
            raise Failed(f"go-ethereum with {of.name} calls another library")

    def measure(of):
        words = ["-test.run=^$", f"-test.bench=^Benchmark({'|'.join(GO)})$"]
        environment = {**of.environment, "GOMAXPROCS": "1"}
        text = "".join(run([program, *words], env=environment) for program in programs[of.name])
        return found(text, GO_LINE, GO, 1e-3)

    return measure


PROGRAMS = {
    "libsecp256k1 0.8.0, `bench`": peer_bench,
    "secp256k1 0.33.1, Rust, `cargo bench`": rust,
    "coincurve 21.0.0, Python, `scripts/bench.py`": python,
    "go-ethereum 1.17.10, Go, `go test -bench`": go,
}


def self_test():
    """Each program's lines give its times; without one of them nothing is given."""
    lines = {
        "`bench`": (BENCH_LINE, BENCH, "{:40},      37.2       ,      40.5       ,      45.8    "),
        "Rust": (RUST_LINE, RUST, "test {:44} ... bench:      46,456.61 ns/iter (+/- 743.82)"),
        "Python": (PYTHON_LINE, PYTHON, "{} 17.53"),
        "Go": (GO_LINE, GO, "Benchmark{}-2   \t   48966\t     23866 ns/op"),
    }
    for program, (pattern, names, line) in lines.items():
        text = [line.format(name) for name in names]
        if len(found("\n".join(text), pattern, names)) != len(names):
            sys.exit(f"{program}: not all times are read")
        for broken in (text[1:], text[:-1], [*text[:-1], re.sub(r"\d", "x", text[-1])]):
            try:
                found("\n".join(broken), pattern, names)
            except Failed:
                continue
            sys.exit(f"{program}: a time that is missing is not missed")
    print("self-test: the times of four programs are read, and missed")


def rows_of(program, turns):
    """A row a call: [program, call, microseconds of both, the ratio and its quartiles]."""
    for call in turns[0][0]:
        ratios = [peer[call] / ours[call] for peer, ours in turns]
        low, middle, high = statistics.quantiles(ratios, n=4, method="inclusive")
        us = [statistics.median(turn[i][call] for turn in turns) for i in (0, 1)]
        yield [program, call, *(round(x, 3) for x in (*us, middle, low, high))]


def facts(release, turns):
    """Where and of what it was measured."""
    info = json.loads(run([release / "ufsecp", "info", "--json"]))
    described = run(["git", "-C", ROOT, "describe", "--always", "--dirty", "--abbrev=12"]).strip()
    text = Path("/proc/cpuinfo").read_text()
    family, model = (
        re.search(rf"^{key}\s*: (\d+)$", text, re.M) for key in ("cpu family", "model")
    )
    number = f" (family {family[1]}, model {model[1]})" if family and model else ""
    return {
        "cpu": info["cpu"]["model"] + number,
        "engine": info["engine"],
        "compiler": info["compiler"],
        "version": info["version"],
        "commit": described,
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d"),
        "turns": turns,
    }


def main():
    parser = argparse.ArgumentParser(description="Benchmarks of libsecp256k1's clients.")
    parser.add_argument("--turns", type=int, default=9, help="of both libraries; at least 3")
    parser.add_argument("--write", action="store_true", help="into bench/clients.json")
    parser.add_argument("--only", help="a part of the names of programs")
    parser.add_argument("--self-test", action="store_true")
    parser.add_argument("--release", type=Path, default=ROOT / "build/release")
    parser.add_argument("--work", type=Path, default=ROOT / "build/clients")
    arguments = parser.parse_args()
    if arguments.self_test:
        return self_test()
    if arguments.turns < 3:
        parser.error("--turns: at least 3")
    if arguments.write and arguments.only:
        parser.error("--write keeps all of them")
    release, work = arguments.release.resolve(), arguments.work.resolve()
    libraries = [release / "libpeer_secp256k1.so", release / "compat/libsecp256k1.so.7"]
    for file in (*libraries, PEER_SOURCE / "src/bench.c"):
        if not file.exists():
            sys.exit(f"{file} is not there: tools/fetch_peer.sh, then build the libraries")
    work.mkdir(parents=True, exist_ok=True)
    sides = [
        side(work, "libsecp256k1", libraries[0], PEER_SOURCE / "include"),
        side(work, "ours", libraries[1], ROOT / "compat/include"),
    ]
    rows, skipped = [], 0
    try:
        for name, prepare in PROGRAMS.items():
            if arguments.only and arguments.only not in name:
                continue
            try:
                measure = prepare(work, sides)
            except Unavailable:
                print(f"SKIPPED: {name} could not be fetched (no network?)")
                skipped += 1
                continue
            turns = []
            for turn in range(arguments.turns):
                print(f"\r{name}: {turn + 1} of {arguments.turns} ", end="", file=sys.stderr)
                order = sides if turn % 2 == 0 else sides[::-1]
                times = {of.name: measure(of) for of in order}
                turns.append([times[of.name] for of in sides])
            print(file=sys.stderr)
            rows += rows_of(name, turns)
            for _, call, peer, ours, ratio, low, high in rows[-len(turns[0][0]) :]:
                line = f"{peer:8.2f} us {ours:8.2f} us {ratio:6.2f} ({low:.2f} - {high:.2f})"
                print(f"{name:46} {call:30} {line}", flush=True)
    except Failed as error:
        sys.exit(f"client_bench: {error}")
    if not rows:
        sys.exit(SKIPPED if skipped else f"no program is named {arguments.only}")
    if arguments.write and not skipped:
        lines = ",\n    ".join(json.dumps(row, ensure_ascii=False) for row in rows)
        header = json.dumps(facts(release, arguments.turns), indent=1, ensure_ascii=False)
        RECORD.write_text(header[:-2] + f',\n "rows": [\n    {lines}\n ]\n}}\n')
        print(f"written: {RECORD.relative_to(ROOT)}; make figures makes the table")
    sys.exit(SKIPPED if skipped else 0)


if __name__ == "__main__":
    main()
