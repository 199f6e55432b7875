#!/usr/bin/env python3
"""Builds and runs the test sets: one per preset, each a configure, a build and a ctest; the taint
matrix; the Go module. The last line is the total.

Usage: tools/run_tests.py [SET ...]     without a set: all of them, in the order below
       tools/run_tests.py --quick       what finds most faults in little time
       tools/run_tests.py --weekly      all sets, whole, with more random tests, and builds with LTO
                                        and PGO
       tools/run_tests.py --weekly --resume    but those that passed at this commit in an earlier
                                        run: they count as they did then (build/weekly.json)
A GoogleTest program counts as its cases, any other test as one. Two sets run at a time, each with a
job for every core: where one waits for a last long compilation or test, the other has the cores.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import threading
import time
import xml.etree.ElementTree as xml
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# The part of every random test that a set runs (UF_TEST_SCALE). All but the set release repeat it
# with another compiler or other options, and run a tenth, or less where every step is checked.
SCALES = {"release": "0.25", "dev": "0.02", "tsan": "0.02", "valgrind": "0.02"}
WEEKLY_SCALES = {"release": "2", "gcc": "0.5", "dev": "0.1", "tsan": "0.1"}

# name -> (what it shows, what it needs). Long sets first.
SETS = {
    "release": ("clang, as measured and shipped; tree rules, model, install", None),
    "dev": ("every stated bound checked, ASan, UBSan", None),
    "gcc": ("g++", "g++"),
    "taint": ("secrets as uninitialised memory, each compiler and level: tools/taint.py", None),
    "emulated": (
        "engines and Go lanes for IFMA in an emulator: tools/emulated_tests.py",
        "clang",
    ),
    "msan": ("secrets as uninitialised memory, MSan", "clang"),
    "tsan": ("data races, alignment", "clang"),
    "fuzz": ("fuzzing, some seconds for each target", "clang"),
    "no-int128": ("without 128-bit integers", None),
    "no-asm": ("without engines of assembly or extra instructions", None),
    "tiny": ("the profile for microcontrollers", None),
    "valgrind": ("secrets as uninitialised memory, valgrind", "valgrind"),
    "platforms": ("other systems, in emulators: tools/platform_tests.py", "clang"),
    "windows-cross": ("Windows: library, DLL and tool by clang and mingw-w64, in Wine", "wine"),
    "wasm": ("the npm package, in Node and in a browser: tools/wasm_tests.py", "clang"),
    "riscv": ("the engines for RISC-V, in an emulator: tools/riscv_tests.py", "clang"),
    "embedded": ("images for microcontrollers, in emulators: tools/embedded_tests.py", "clang"),
    "go": ("the Go module: tools/go_test.sh", "go"),
    "java": ("java/, in Java and under secp256k1-kmp: tools/java_tests.py", "javac"),
    "python": ("the Python package, in a fresh environment: tools/python_tests.py", "cmake"),
    "duckdb": ("DuckDB's extensions, with two versions of it: tools/duckdb_tests.py", "cmake"),
    "spark": ("the batches in Apache Spark, and a cluster: tools/spark_tests.py", "java"),
    "rust": ("the crates for Rust, linked with the release library: tools/rust_tests.py", "cargo"),
    "packages": ("archive of a release, packages from it: tools/packages_tests.py", "cmake"),
    "lto": ("release with link-time optimisation", "clang"),
    "pgo": ("the library and the tool with profile-guided optimisation", "clang"),
}
# Sets that only --weekly, or their name, runs. What msan and valgrind show of the library's calls,
# a cell of taint shows in a third of the time. no-int128 is one of --quick too: every change has
# passed it.
WEEKLY = ("msan", "no-int128", "no-asm", "valgrind", "windows-cross", "spark", "lto", "pgo")

# What `make test-all` builds less of a set. Of g++'s code: the tests that another compiler's code
# can fail; no tool, no benchmarks, no examples; no engine that this processor lacks (a cell of
# taint has g++'s secrets). Of the fuzz targets: no assembly, no lanes, and 2 seconds each.
LESS = {
    "gcc": [
        "-DSECP256K1_BUILD_BENCH=OFF",
        "-DSECP256K1_BUILD_CLI=OFF",
        "-DSECP256K1_BUILD_EXAMPLES=OFF",
        "-DUFSECP_FOREIGN_ENGINES=OFF",
        "-DUFSECP_TEST_ONLY=compiler",
    ],
    "fuzz": ["-DSECP256K1_USE_ASM=OFF", "-DUFSECP_FUZZ_SECONDS=30"],
}
# The labels of tests that it leaves to another of its sets: the GPU's host side to release, what
# threads share to tsan, what checks its own steps to dev.
LEAVES = {"dev": ["gpu", "races"], "release": ["checked"]}
# The long cases that it leaves out where every step is checked: the same signatures as others, as
# DER and as Ethereum's; every bit of a row; chunks on threads. Where threads are watched, two
# programs leave out the engine that shares no more than others and takes twice as long.
CASES_LEFT = {
    "dev": "-*.WycheproofEcdsaDer/*:*Vectors.Ethereum/*:*.EveryBitOfARowCounts/*:*.ManyChunksOn*",
    "tsan": "-*HotKeys.*/word32:*Items.*/word32",
}

# --quick: set -> (what is built, what ctest leaves out, the part of random tests).
QUICK = {
    "release": (["--target", "quick_tests"], ["-LE", "slow"], "0.1"),
    "no-int128": ([], [], "0.02"),
}
# The words that the program of a set gets; one that is run by its name gets none, and does all that
# is not weekly. In `make test-all` each taint checker has one cell, and g++ one.
WORDS = {
    "quick": {"taint": ["clang-msan-O1"], "go": ["format", "default"]},
    "all": {
        "taint": [
            "clang-msan-O1",
            "clang-tiny-Oz",
            "g++-tiny32-Os",
        ],
    },
    "weekly": {
        "emulated": ["--weekly"],
        "platforms": ["--weekly"],
        "riscv": ["--weekly"],
        "embedded": ["--weekly"],
        "go": ["--weekly"],
        "java": ["--weekly"],
        "python": ["--weekly"],
        "duckdb": ["--weekly"],
        "rust": ["--weekly"],
        "packages": ["--weekly"],
    },
    "named": {},
}
LEFT_OUT = """left out by `make test`, and run by `make test-all`, which CI runs:
  tests of label slow in the set release        make test-release
  bounds of every step, ASan, UBSan, TSan       make test-dev test-tsan
  g++; the profile tiny                         make test-gcc test-tiny
  taint: but one of its cells                   make test-taint
  engines that this processor lacks             make test-emulated
  other systems, in emulators                   make test-platforms
  engines for RISC-V                            make test-riscv
  images for microcontrollers                   make test-embedded
  the npm package                               make test-wasm
  fuzzing                                       make test-fuzz
  Go: vet, other builds, race, arm64            make test-go
  Java, Android, secp256k1-kmp                  make test-java
  the Python package; DuckDB's extension        make test-python test-duckdb
  the crates for Rust                           make test-rust
  version, licences, library as two files       make test-packages
  three fifths of the random tests, long cases  (in the sets above)
and by `make test-weekly` only: eight times as many random tests; all cells of taint, the sets msan
and valgrind; the code that every compiler makes at every level; every planted error in formulas of
lanes, these formulas for AVX-IFMA, and lanes that round to nearest; the kernels as PTX, as Metal,
by nvcc and NVRTC for every generation of GPUs, a million rows on the made-up GPU; every row of the
benchmarks; staticcheck of Go, times of its calls with secrets, and its long tests without assembly;
with every bound checked, the calls of x64_avx512, what threads share, and the longest cases; word32
in all programs that TSan watches; engines of assembly and lanes in fuzz targets; on RISC-V, vectors
of every length in all programs; the tool and all tests by g++, all on every emulated system;
Android, Linux with 32 bits, a Cortex-M3 with constant-time products, Windows, Apache Spark; the
packages for Conan, vcpkg, Debian and others; builds without assembly, with LTO, with PGO"""

# Sets that are programs of their own, whose last line is their total, and what they count.
PROGRAMS = {
    "taint": ("cells", [sys.executable, "tools/taint.py", "-j", "JOBS"]),
    "emulated": ("tests", [sys.executable, "tools/emulated_tests.py", "-j", "JOBS"]),
    "platforms": ("tests", [sys.executable, "tools/platform_tests.py", "-j", "JOBS"]),
    "wasm": ("tests", [sys.executable, "tools/wasm_tests.py"]),
    "riscv": ("tests", [sys.executable, "tools/riscv_tests.py", "-j", "JOBS"]),
    "embedded": ("tests", [sys.executable, "tools/embedded_tests.py", "-j", "JOBS"]),
    "go": ("tests", ["tools/go_test.sh"]),
    "java": ("tests", [sys.executable, "tools/java_tests.py", "-j", "JOBS"]),
    "python": ("tests", [sys.executable, "tools/python_tests.py"]),
    "duckdb": ("tests", [sys.executable, "tools/duckdb_tests.py"]),
    "spark": ("tests", [sys.executable, "tools/spark_tests.py"]),
    "rust": ("tests", [sys.executable, "tools/rust_tests.py"]),
    "packages": ("tests", [sys.executable, "tools/packages_tests.py"]),
    "pgo": ("tests", ["tools/pgo_test.sh"]),
}

# Debian's wine64 is there alone.
WINE_PATH = os.environ.get("PATH", "") + os.pathsep + "/usr/lib/wine"


def have(tool):
    if tool == "wine":
        wine = any(shutil.which(name, path=WINE_PATH) for name in ("wine64", "wine"))
        return wine and have("clang") and have("x86_64-w64-mingw32-ld")
    if tool == "clang":
        return any(
            shutil.which(f"clang++{suffix}") for suffix in ("-22", "-23", "-21", "-20", "-19", "")
        )
    return tool is None or shutil.which(tool) is not None


# Sets that use, and complete, what the set release builds: they wait until it has.
ON_RELEASE = ("emulated", "go", "java", "python", "duckdb", "spark", "rust")
release_is_built = threading.Event()

saying = threading.Lock()


def say(*lines):
    """Prints lines that no other set's come between."""
    with saying:
        print(*lines, sep="\n", flush=True)


# Processor time of each set in seconds: unlike the clock's, it says little of what else the machine
# does.
used = dict.fromkeys(SETS, 0.0)


def step(name, what, command, log, environment=None):
    """Runs one command into the log; on failure shows the log's end and says what to do. Returns
    True if it worked."""
    with open(log, "ab") as out:
        process = subprocess.Popen(
            command,
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
        )
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        used[name] += usage.ru_utime + usage.ru_stime
        if process.returncode == 0:
            return True
    lines = log.read_text(errors="replace").splitlines()
    say(
        *lines[-60:],
        f"{name}: {what} failed; the whole log is {log.relative_to(ROOT)}, to repeat: "
        f"{' '.join(command)}",
    )
    return False


def outcome(command, environment=None, folder=ROOT):
    """(exit status, all that it printed) of a command that is run in the root, or in a folder."""
    done = subprocess.run(
        command,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    return done.returncode, done.stdout


def count_case(case):
    """(passed, failed, skipped) of one test of a ctest JUnit report."""
    text = case.findtext("system-out") or ""
    cases = [
        re.search(rf"^\[  {word}\s*\] (\d+) tests?[.,]", text, re.M)
        for word in ("PASSED", "FAILED", "SKIPPED")
    ]
    ok, bad, left = (int(match[1]) if match else 0 for match in cases)
    some = re.search(r"^OK \(skipped=(\d+)\)$", text, re.M)  # unittest, check_docs
    left += int(some[1]) if some else 0
    if case.get("status") == "run":
        return ok if cases[0] else 1, 0, left
    if case.get("status") == "fail":
        return ok, max(bad, 1), left
    return 0, 0, 1


def count(report):
    """(passed, failed, skipped) of a ctest JUnit report."""
    cases = xml.parse(report).getroot().iter("testcase")
    return tuple(map(sum, zip((0, 0, 0), *map(count_case, cases))))


def labels_left(name, mode):
    """The labels of tests that a set leaves to the weekly run."""
    if mode == "weekly":
        return []
    return ["weekly"] + (LEAVES.get(name, []) if mode == "all" else [])


def keep_wine():
    """Has Wine's server wait a minute for the next program. Debian's ends with the last one, and
    then the next one takes seconds to begin."""
    if shutil.which("wineserver"):
        quiet = subprocess.DEVNULL
        subprocess.run(["wineserver", "-p60"], stdout=quiet, stderr=quiet, check=False)


def run_set(name, jobs, mode):
    purpose, need = SETS[name]
    if not have(need):
        say(f"{name}: skipped, {need} is not installed")
        return 0, 0, 1
    if name in ON_RELEASE:
        release_is_built.wait()
    began = time.monotonic()
    say(f"{name}: {purpose}")
    build = ROOT / "build" / name
    build.mkdir(parents=True, exist_ok=True)
    log, report = build / "test.log", build / "junit.xml"
    log.write_bytes(b"")
    if name in PROGRAMS:
        what, command = PROGRAMS[name]
        command = [jobs if word == "JOBS" else word for word in command]
        command += WORDS[mode].get(name, [])
        worked = step(name, what, command, log)
        last = re.search(
            r"^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?.*\n\Z",
            log.read_text(errors="replace"),
            re.M,
        )
        passed, failed, skipped = (
            (int(number or 0) for number in last.groups()) if last else (0, 1, 0)
        )
        failed = max(failed, int(not worked))
        say(
            f"{name}: {passed} passed, {failed} failed, {skipped} skipped "
            f"({what}; {time.monotonic() - began:.0f} s, CPU {used[name]:.0f} s)"
        )
        return passed, failed, skipped
    report.unlink(missing_ok=True)
    if not step(
        name,
        "configure",
        ["cmake", "--preset", name]
        + (["-DSECP256K1_BUILD_TESTS=ON"] if name in ("release", "tiny") else [])
        + [f"-DUFSECP_TEST_LEAVE={';'.join(labels_left(name, mode))}"]
        + (LESS.get(name, []) if mode == "all" else []),
        log,
    ):
        return 0, 1, 0
    targets, left, scale = ([], [], SCALES.get(name, "0.1"))
    if mode == "quick":
        targets, left, scale = QUICK[name]
    if mode == "weekly":
        scale = WEEKLY_SCALES.get(name, scale)
    if not step(name, "build", ["cmake", "--build", f"build/{name}", "-j", jobs, *targets], log):
        return 0, 1, 0
    if name == "release":
        release_is_built.set()
    built, used_by_build = time.monotonic(), used[name]
    ctest = [
        "ctest",
        "--test-dir",
        f"build/{name}",
        "--output-on-failure",
        "--no-tests=error",
        "-j",
        jobs,
        "--output-junit",
        str(report),
        "--test-output-size-passed",
        "1000000",
        "--test-output-size-failed",
        "1000000",
    ]
    environment = {"UF_TEST_SCALE": scale, **os.environ}
    if mode == "all" and name in CASES_LEFT:
        environment["GTEST_FILTER"] = CASES_LEFT[name]
    if shutil.which("apt-get"):  # then tools/setup.sh has installed PoCL
        environment.setdefault("UFSECP_TEST_MUST_OPEN", "opencl")
    if SETS[name][1] == "wine":
        keep_wine()
    worked = step(name, "ctest", ctest + left, log, environment)
    passed, failed, skipped = count(report) if report.exists() else (0, 0, 0)
    if not worked and not failed:
        failed = 1
    if name == "release" and worked:
        say(*gates(), *printed(report, ("sizes", "leakage_report")))
    done = time.monotonic()
    say(
        f"{name}: {passed} passed, {failed} failed, {skipped} skipped "
        f"(build {built - began:.0f} s, CPU {used_by_build:.0f} s; tests {done - built:.0f} s, "
        f"CPU {used[name] - used_by_build:.0f} s)"
    )
    return passed, failed, skipped


WEEKLY_RECORD = ROOT / "build" / "weekly.json"


def commit_of_tree():
    """The commit that the tree is, without a change; "" if there is none."""
    status, changes = outcome(["git", "status", "--porcelain"])
    return "" if status or changes.strip() else outcome(["git", "rev-parse", "HEAD"])[1].strip()


def passed_before(commit):
    """{set: [passed, failed, skipped, CPU seconds]} that weekly runs of this commit recorded."""
    try:
        record = json.loads(WEEKLY_RECORD.read_text())
    except (OSError, ValueError):
        return {}
    return record["sets"] if commit and record["commit"] == commit else {}


def record_weekly(name, totals, commit):
    with saying:
        sets = passed_before(commit) | {name: [*totals, used[name]]}
        new = WEEKLY_RECORD.with_suffix(".new")
        new.write_text(json.dumps({"commit": commit, "sets": sets}, indent=1) + "\n")
        new.replace(WEEKLY_RECORD)


def run_and_tell(name, jobs, mode, commit, before):
    """Runs a set, or takes what a weekly run of this commit recorded of it; records a weekly one
    that passed."""
    try:
        if name in before:
            *totals, used[name] = before[name]
            passed, failed, skipped = totals
            say(
                f"{name}: {passed} passed, {failed} failed, {skipped} skipped "
                f"(in an earlier run of this commit; CPU {used[name]:.0f} s)"
            )
            return tuple(totals)
        totals = run_set(name, jobs, mode)
        if commit and totals[0] and not totals[1]:
            record_weekly(name, totals, commit)
        return totals
    except Exception as error:  # one set never costs another its total
        say(f"{name}: {type(error).__name__}: {error}")
        return 0, 1, 0
    finally:
        if name == "release":
            release_is_built.set()


def gates():
    """The table of gates, as tools/check_tree.py prints it."""
    return subprocess.run(
        [sys.executable, "tools/check_tree.py"], cwd=ROOT, capture_output=True, text=True
    ).stdout.splitlines()


def printed(report, tests):
    """What these tests of a ctest JUnit report printed: what they are run for, beside whether they
    pass."""
    return [
        line
        for case in xml.parse(report).getroot().iter("testcase")
        if case.get("name") in tests
        for line in (
            f"{case.get('name')}:",
            *(case.findtext("system-out") or "").strip().splitlines(),
        )
    ]


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="\n".join(f"  {name:<10} {what}" for name, (what, _) in SETS.items()),
    )
    parser.add_argument("--quick", dest="mode", action="store_const", const="quick")
    parser.add_argument("--weekly", dest="mode", action="store_const", const="weekly")
    parser.add_argument("--resume", action="store_true", help="with --weekly: go on where it ended")
    parser.add_argument("sets", nargs="*", metavar="SET")
    arguments = parser.parse_args()
    names, mode = arguments.sets, arguments.mode or ("named" if arguments.sets else "all")
    if arguments.mode and names:
        parser.error("--quick and --weekly name their sets themselves")
    if arguments.resume and mode != "weekly":
        parser.error("--resume goes with --weekly")
    if not names:
        names = [n for n in SETS if mode != "quick" or n in QUICK or n in WORDS["quick"]]
        names = [n for n in names if n not in WEEKLY or mode == "weekly"]
    unknown = [name for name in names if name not in SETS]
    if unknown:
        sys.exit(f"unknown test set {unknown[0]}; there are: {' '.join(SETS)}")
    names = [name for name in SETS if name in names]  # release before those that wait for it
    commit = commit_of_tree() if mode == "weekly" else ""
    if arguments.resume and not commit:
        sys.exit("--resume: the tree is no commit without changes, so no earlier run is of it")
    if mode == "weekly" and not arguments.resume:
        WEEKLY_RECORD.unlink(missing_ok=True)
    before = passed_before(commit) if arguments.resume else {}
    began = time.monotonic()
    at_once = min(2, len(names))
    if "release" not in names:
        release_is_built.set()
    jobs = str(os.cpu_count() or 1)
    with ThreadPoolExecutor(at_once) as pool:
        done = pool.map(lambda name: run_and_tell(name, jobs, mode, commit, before), names)
        passed, failed, skipped = (sum(column) for column in zip(*done))
    cpu, wall = sum(used.values()) / 60, (time.monotonic() - began) / 60
    print(f"{cpu:.0f} minutes of CPU time in {wall:.0f} minutes:")
    longest = sorted(names, key=used.get, reverse=True)
    print("  " + ", ".join(f"{name} {used[name] / 60:.1f}" for name in longest))
    if mode == "quick":
        print(LEFT_OUT)
    print(f"{passed} passed, {failed} failed, {skipped} skipped", flush=True)
    sys.exit(1 if failed or not passed else 0)


if __name__ == "__main__":
    main()
