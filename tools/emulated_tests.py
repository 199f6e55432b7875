#!/usr/bin/env python3
"""Tests what needs AVX-512 IFMA or AVX-IFMA, engines and Go lanes (of AVX-512 without IFMA too), on
an emulated processor (tools/emulate.py).

Usage: tools/emulated_tests.py [-j JOBS] [-c PROCESSOR] [--weekly]     the last line is the total

The programs are those of the set release, and what that set cannot run and does not build. An
engine that this machine's own processor can run is left out: the other sets test it. In the
emulator nothing may be missing: a program that lacks an instruction, finds no engine, skips a test
or has none to run has failed. Every step costs there about a hundred times what it costs elsewhere:
of random tests a thousandth is run, and of the others those whose code depends on the engine.
--weekly adds batches of every size, the Go module's calls, the parts of x64_avxifma by themselves,
steps of a call with secrets, and what calls leave in memory.
"""

import argparse
import os
import platform
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/release"
GO = ROOT / "build/emulated"
INSTRUCTIONS = {
    "ifma": "avx512ifma",
    "avxifma": "avx_ifma",
}  # what an engine x64_NAME needs, as /proc/cpuinfo calls it
PROCESSOR, SMALLER = (
    "sapphire_rapids,add_features=avx_ifma",
    "arrow_lake",
)  # the second has no AVX-512

# What calls the library: of (program, tests) those that are for an engine under test.
CALLS = [
    ("api_test", [""]),
    (
        "claims_test",
        [
            "HostileRows",
            "PointsThatDoNotExist",
            "EncodingsThatAreNotCanonical",
        ],
    ),
    ("msm_test_api", ["EqualScalarsEqualPoints", "Cancelling", "Edges"]),
    ("silent_test", ["HostileTransactions", "ManyLabels", "BadKeys"]),
    ("vector_test", ["Bip340", "Points"]),
]
WEEKLY_CALLS = [
    ("batch_parity_test", ["EverySize", "OneLarge"]),
    ("claims_test", ["FalseOnesAreNamed"]),
]
REPEATED = ["low_s", "ecrecover"]  # calls whose rows and code are those of ecdsa_verify and recover
# Of the programs for lane code by itself, the parts that are left out: many_lanes_test has one
# without lanes, lanes_engine_test the work of batch_parity_test, and what a mode of rounding does
# to code that has no floating point.
LANES = {
    "many_lanes_test_ifma": "scalar:",
    "many_lanes_test_avxifma": "scalar:",
    "lanes_engine_test_ifma": "every_size|every_lane|one_large|large_comb|floating_point",
}
GO_LANES = (
    "^Test(Twins|Products|Run|TableKernels|Mul2Lengths|Mul2Edges|Mul2LargeComb|Lift|Public"
    "|Allocations)$/^(ifma|avx512)$"
)
GO_MODULE = "^Test(RealSignatures|BatchMisfits|BIP340)$"


def lane_programs(engines):
    """The programs for lane code by itself, as the configured build lists them: those of label
    `emulated` with an engine's name."""
    lines = [line.split() for line in (BUILD / "programs.txt").read_text().splitlines()]
    programs = [name for name, *labels in lines if "emulated" in labels]
    return sorted(name for name in programs if name.endswith(tuple(f"_test_{e}" for e in engines)))


def plan(engines, packages, weekly):
    """What is run for these engines and packages of Go: [(processor, [(command, what its output
    must hold)])]."""
    tool = str(BUILD / "ufsecp")
    on_real_signatures = {
        name: (
            [tool, "verify", "--json", "data/mainnet-ecdsa.rows"],
            f'"valid":3648,.*"engine":"x64_{name}"',
        )
        for name in INSTRUCTIONS
    }  # by the engine that it takes of itself
    rows = [([tool, "selftest", "--engine", f"x64_{name}"], "") for name in engines]
    for program, tests in CALLS + (WEEKLY_CALLS if weekly else []):
        chosen = ":".join(f"*{test}*x64_{name}*" for test in tests for name in engines)
        left_out = (
            "-" + ":".join(f"*{call}" for call in REPEATED)
            if program == "batch_parity_test"
            else ""
        )
        rows.append(([str(BUILD / "test" / program), f"--gtest_filter={chosen}{left_out}"], ""))
    if weekly:
        for name in engines:
            steps = [str(BUILD / "test/ct_path_test"), "--only-steps", f"x64_{name}"]
            rows.append((steps, "pubkey_create_batch"))
        # the other engines' are wiped in the set release
        others = [] if "ifma" in engines else ["UFSECP_CPU=-avx512,-fma"]
        rows.append(([*others, str(BUILD / "test/wipe_test"), "--gtest_filter=*.Calls"], ""))
    for program in lane_programs(engines):
        rows.append(([f"UF_TEST_SKIP={LANES.get(program, '')}", str(BUILD / "test" / program)], ""))
    if "go_lanes" in packages:
        rows.append(
            (
                [str(GO / "go_lanes"), "-test.v", "-test.short", "-test.run", GO_LANES],
                "(?s)(?=.*--- PASS: TestRun/avx512).*--- PASS: TestRun/ifma",
            )
        )
    if "go_module" in packages:
        rows.append(
            (
                [str(GO / "go_module"), "-test.v", "-test.short", "-test.run", GO_MODULE],
                "lanes: ifma",
            )
        )
    machines = [(PROCESSOR, rows)]
    if "ifma" in engines:
        rows.insert(0, on_real_signatures["ifma"])
    if "avxifma" in engines:
        machines.append((SMALLER, [on_real_signatures["avxifma"]]))
    return machines


def judge(output, status, wanted):
    """(passed, failed) of a program: a GoogleTest or Go program counts as its tests, any other as
    one."""

    def total(words):
        return sum(map(int, re.findall(rf"^\[  (?:{words})\s*\] (\d+) tests?[.,]", output, re.M)))

    right = status == 0 and re.search(wanted, output) is not None
    if "[==========]" in output:
        passed, failed = total("PASSED"), total("FAILED|SKIPPED")
    elif re.search("^(--- |PASS$|FAIL$)", output, re.M):
        passed, failed = (
            len(re.findall("^--- PASS", output, re.M)),
            len(re.findall("^--- FAIL|^ *--- SKIP", output, re.M)),
        )
    else:
        passed, failed = int(right), 0
    return passed, max(failed, int(not right or not passed))


def run_machine(processor, rows):
    """Runs the rows on one machine and prints what came of each; (passed, failed) of all."""
    passed = failed = 0
    before, output = resource.getrusage(resource.RUSAGE_CHILDREN), []
    with tempfile.NamedTemporaryFile("w", suffix=".list") as commands:
        environment = ["UF_TEST_SCALE=0.001", f"UFSECP_VECTORS={ROOT}/test/vectors"]
        commands.write(
            "".join(
                " ".join(f"'{word}'" for word in (*environment, *words)) + "\n" for words, _ in rows
            )
        )
        commands.flush()
        emulator = subprocess.Popen(
            [
                sys.executable,
                "tools/emulate.py",
                "-c",
                processor,
                "-t",
                "3000",
                "-f",
                "test/vectors",
                "-f",
                "data",
                "-l",
                commands.name,
            ],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
        )
        left = list(rows)
        for line in emulator.stdout:
            if not line.startswith("@exit "):
                output.append(line)
                continue
            (words, wanted), (_, status, cycles) = left.pop(0), line.split()
            good, bad = judge("".join(output), int(status), wanted)
            program = next(Path(word).name for word in words if "=" not in word)
            if bad:
                print(
                    "".join(output[-60:])
                    + f"{program}: exit status {status}; on {processor}: {' '.join(words)}"
                )
            print(f"{program}: {good} passed, {bad} failed ({cycles} million cycles)", flush=True)
            passed, failed, output = passed + good, failed + bad, []
        emulator.wait()
    if left:
        print("".join(output[-60:]) + f"{processor}: {len(left)} programs did not run")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(
        f"{processor}: {used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime:.0f} s "
        f"of CPU time",
        flush=True,
    )
    return passed, failed + len(left)


def build(jobs, engines, packages, calls):
    """Builds the programs; False, with the reason on the output, if that fails."""
    environment = {**os.environ, "CGO_ENABLED": "0"}

    def works(*command):
        return not subprocess.run(
            command, cwd=ROOT, env=environment, stdin=subprocess.DEVNULL
        ).returncode

    if not works("cmake", "--preset", "release", "-DSECP256K1_BUILD_TESTS=ON"):
        return False
    lanes = lane_programs(engines)
    for name in engines:
        if not any(program.endswith(f"_{name}") for program in lanes):
            print(f"no program tests the lanes of {name}: does the compiler know its instructions?")
            return False
    programs = [
        "ufsecp_cli",
        "ct_path_test",
        "wipe_test",
        *(program for program, _ in calls),
        *lanes,
    ]
    if not works("cmake", "--build", str(BUILD), "-j", jobs, "--target", *programs):
        return False
    return all(
        works("go", "-C", "go", "test", "-c", "-o", str(GO / name), package)
        for name, package in packages.items()
    )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "-j", dest="jobs", default=str(os.cpu_count()), help="compilations at a time"
    )
    parser.add_argument(
        "-c",
        dest="processor",
        help="emulate this processor instead (to see the set fail: corei7_haswell_4770)",
    )
    parser.add_argument("--weekly", action="store_true")
    options = parser.parse_args()
    if platform.machine() != "x86_64":
        print(
            "left out: the emulated processors run programs for x86-64\n"
            "0 passed, 0 failed, 1 skipped"
        )
        return 0
    flags = re.search(r"^flags\s*:(.*)$", Path("/proc/cpuinfo").read_text(), re.M)[1].split()
    engines = [name for name, needed in INSTRUCTIONS.items() if needed not in flags]
    if not engines:
        print(
            "superfluous: this processor has AVX-512 IFMA and AVX-IFMA, and the other sets test "
            "their engines\n0 passed, 0 failed, 1 skipped"
        )
        return 0
    fetched = subprocess.run(
        ["tools/fetch_emulator.sh"], cwd=ROOT, env={**os.environ, "JOBS": options.jobs}
    ).returncode
    if fetched:
        print("0 passed, 0 failed, 1 skipped" if fetched == 77 else "0 passed, 1 failed")
        return int(fetched != 77)
    go = "ifma" in engines and shutil.which("go") is not None
    packages = {"go_lanes": "./internal/lanes"} if go else {}
    if go and options.weekly:
        packages["go_module"] = "."
    calls = CALLS + (WEEKLY_CALLS if options.weekly else [])
    if not build(options.jobs, engines, packages, calls):
        print("0 passed, 1 failed")
        return 1
    passed = failed = 0
    for processor, rows in plan(engines, packages, options.weekly):
        good, bad = run_machine(options.processor or processor, rows)
        passed, failed = passed + good, failed + bad
    without_go = "ifma" in engines and not go
    if without_go:
        print("the Go lanes are left out: go is not installed")
    print(f"{passed} passed, {failed} failed" + (", 1 skipped" if without_go else ""))
    return int(failed != 0 or passed == 0)


if __name__ == "__main__":
    sys.exit(main())
