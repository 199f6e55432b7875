#!/usr/bin/env python3
"""Builds the library for the systems that it is for, and runs its tests there: in an emulator, or
natively where this machine can. What cannot be run is compiled, linked, and its symbols are looked
at.

Usage: tools/platform_tests.py [-j JOBS] [--weekly] [--record] [PLATFORM ...]

Without a platform: all of the table below but those that only --weekly takes. --weekly runs all of
them, and all tests of the labels any-build and word32. --record writes what was seen into
bench/platforms.json, from which tools/make_figures.py makes the table of platforms. A platform
whose compiler or emulator is not installed is skipped, and counted as that. The last line is the
total.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as xml
from dataclasses import dataclass, field
from pathlib import Path

from check_tree import published
from run_tests import count_case, outcome

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/platforms"
RECORD = ROOT / "bench/platforms.json"
TESTS = ("selftest_test", "vector_test", "api_test", "batch_parity_test")


@dataclass
class Platform:
    """A system: its name, which is that of its file in cmake/cross; what the table calls it; what
    must be installed (files, or programs of which one must be there); how its programs are run,
    None if they are not."""

    name: str
    title: str
    needs: list
    runs: str | None = "emulated"
    options: list = field(default_factory=list)
    weekly: bool = False  # only there
    tests: tuple = TESTS
    traced: bool = False  # secrets are traced in the emulator: ct_trace_emulated
    tool: tuple = ()  # the command line tool is built too: the shared libraries that it may need


def debian(name, triple, qemu, title, **more):
    """A Linux that Debian has a C library for, and qemu a processor."""
    headers = f"/usr/{triple}/include/c++"
    needs = [headers, (f"qemu-{qemu}-static", f"qemu-{qemu}")]
    return Platform(name, title, needs, **{"traced": True, **more})


ZIG = {"needs": ["build/zig/zig"], "weekly": True}
WASM = ["-DSECP256K1_BUILD_SHARED=OFF"]
MACOS = {
    "runs": None,
    "tests": ("selftest_test",),
    "tool": ("/usr/lib/libSystem.B.dylib", "/usr/lib/libz.1.dylib"),
    "weekly": True,
    "needs": [*ZIG["needs"], "build/tool_sources/simdjson", "build/tool_sources/zstd"],
}
PLATFORMS = [
    debian(
        "aarch64-linux",
        "aarch64-linux-gnu",
        "aarch64",
        "ARM64 Linux",
        tests=(*TESTS, "field_test_a64", "fold_test_a64"),  # the field in assembly by itself
    ),
    debian(  # every push runs its engines by tools/riscv_tests.py
        "riscv64-linux", "riscv64-linux-gnu", "riscv64", "RISC-V Linux, RV64GC", weekly=True
    ),
    debian("s390x-linux", "s390x-linux-gnu", "s390x", "IBM Z Linux, big-endian"),
    debian("ppc64le-linux", "powerpc64le-linux-gnu", "ppc64le", "POWER Linux", weekly=True),
    debian(  # every push tests 32 bits in images for microcontrollers and in the npm package
        "i686-linux",
        "i686-linux-gnu",
        "i386",
        "x86 Linux, 32 bits",
        runs="measured",
        traced=False,
        tests=(*TESTS, "scan_test"),  # sizes that wrap
        weekly=True,
    ),
    debian("armv7-linux", "arm-linux-gnueabihf", "arm", "ARM Linux, 32 bits", weekly=True),
    Platform(
        "x86_64-libcxx",
        "x86-64 Linux with libc++, without assembly",
        ["/usr/lib/llvm-22/include/c++/v1", ("clang++-22",)],
        "measured",
        ["-DSECP256K1_USE_ASM=OFF"],
        weekly=True,  # every push compiles the npm package with libc++
        tests=("selftest_test", "threads_test"),
    ),
    Platform(
        "wasm32-wasi",
        "WebAssembly with WASI",
        ["/usr/include/wasm32-wasi/c++/v1", ("node",)],
        options=WASM,
        weekly=True,  # every push tests the npm package
        tests=("selftest_test", "vector_test", "batch_parity_test"),  # no threads for the others
    ),
    Platform("aarch64-macos", "macOS on ARM64", **MACOS),
    Platform("x86_64-macos", "macOS on x86-64", **MACOS),
    Platform(
        "x86_64-musl",
        "x86-64 Linux with musl, without lanes",
        runs="measured",
        options=["-DSECP256K1_USE_LANES=OFF"],
        **ZIG,
    ),
    Platform(
        "wasm32-wasi-zig",
        "WebAssembly with WASI, by zig",
        options=WASM,
        tests=("selftest_test",),
        **ZIG,
    ),
]
NAMES = [platform.name for platform in PLATFORMS]
COMMON = [
    "-G",
    "Ninja",
    "-DCMAKE_BUILD_TYPE=Release",
    "-DSECP256K1_BUILD_TESTS=ON",
    "-DSECP256K1_BUILD_BENCH=OFF",
    "-DSECP256K1_BUILD_CLI=OFF",
    "-DSECP256K1_INSTALL=OFF",
    "-DUFSECP_TEST_ONLY=any-build;word32",
    "-DUFSECP_TEST_WITHOUT=once",
]
# Without --weekly: of the published vectors half, of the batches the hostile rows, each once.
LEFT_OUT = (
    "-*WycheproofEcdsaDer*:*Vectors.Ethereum*:*BatchParity.EverySize*:*BatchParity.EveryLane*"
)
SCALE, WEEKLY_SCALE = "0.001", "0.02"


class Failed(Exception):
    """A platform that cannot be built; its text says why."""


def missing(platform):
    """What of a platform's needs is not there, or None."""
    for need in platform.needs:
        if isinstance(need, tuple):
            if not any(map(shutil.which, need)):
                return need[0]
        elif not (ROOT / need).exists():
            return need
    return None


def run(platform, what, command, environment=None):
    """Runs a command into the platform's log; the text that it printed. Raises Failed with its end
    if it failed."""
    status, printed = outcome(command, environment)
    with open(BUILD / f"{platform.name}.log", "a") as log:
        log.write(f"$ {' '.join(command)}\n{printed}")
    if status:
        end = "\n".join(printed.splitlines()[-40:])
        raise Failed(f"{end}\n{platform.name}: {what} failed: {' '.join(command)}")
    return printed


def nm():
    return next((p for p in ("llvm-nm-22", "llvm-nm", "nm") if shutil.which(p)), "nm")


def not_defined(library, headers):
    """What a folder of headers declares, and a library or an object does not define."""
    flags = ["-D"] if library.suffix == ".so" else ["-g"]
    command = [nm(), *flags, "--defined-only", str(library)]
    text = subprocess.run(command, capture_output=True, text=True).stdout
    return published(headers) - set(re.findall(r" [TD] _?(ufsecp_\w+?)(?:@\S*)?$", text, re.M))


def lacks_symbols(folder):
    """The functions of the C interface that the built library does not define: the shared one, or
    the static one where there is no other."""
    for pattern in ("libufsecp.dylib", "libufsecp.so", "libufsecp.a"):
        if (library := folder / pattern).exists():
            return sorted(not_defined(library, ROOT / "include/ufsecp"))
    return ["(no library was built)"]


def tool_wants(folder, libraries):
    """The shared libraries that the built tool needs beside those given."""
    command = ["llvm-objdump-22", "--macho", "--dylibs-used", str(folder / "ufsecp")]
    printed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    needed = {line.split()[0] for line in printed.splitlines()[1:] if line}
    return sorted(needed - set(libraries)) if needed else ["(it names none)"]


def compiler(folder):
    """The C++ compiler of a build folder, as CMake names it."""
    for file in folder.glob("CMakeFiles/*/CMakeCXXCompiler.cmake"):
        text = file.read_text()
        name = re.search(r'CMAKE_CXX_COMPILER_ID "(.*)"', text)[1]
        version = re.search(r'CMAKE_CXX_COMPILER_VERSION "(.*)"', text)[1]
        return f"{'g++' if name == 'GNU' else name.lower()} {version}"
    return "?"


def cases(report):
    """{name: (passed, failed, skipped, output)} of the tests of a ctest JUnit report."""
    return {
        case.get("name"): (*count_case(case), case.findtext("system-out") or "")
        for case in xml.parse(report).getroot().iter("testcase")
    }


def test(platform, jobs, weekly):
    """Builds and tests one platform: what --record writes of it."""
    folder = BUILD / platform.name
    (BUILD / f"{platform.name}.log").unlink(missing_ok=True)
    options = [f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/cmake/cross/{platform.name}.cmake"]
    if platform.name != "s390x-linux":  # where they are off by themselves, as it is big-endian
        options += ["-DSECP256K1_USE_GPU=OFF"]
    options += COMMON + platform.options + ["-DSECP256K1_BUILD_CLI=ON"] * bool(platform.tool)
    run(platform, "configure", ["cmake", "-S", ".", "-B", str(folder), *options])
    everything = weekly and "api_test" in platform.tests
    traced = ["ct_trace_test"] if platform.traced else []
    targets = [] if everything else ["--target", "ufsecp", *platform.tests, *traced]
    targets += ["ufsecp_cli"] * bool(targets and platform.tool)
    if targets and "-DSECP256K1_BUILD_SHARED=OFF" not in platform.options:
        targets += ["ufsecp_shared", "example_c_verify"]
    run(platform, "build", ["cmake", "--build", str(folder), "-j", jobs, *targets])
    seen = {"compiler": compiler(folder), "passed": 1, "failed": 0, "skipped": 0}
    if lacks := lacks_symbols(folder):
        print(f"{platform.name}: the library does not export {' '.join(lacks)}")
        seen["failed"] += 1
    if platform.tool and (wanted := tool_wants(folder, platform.tool)):
        print(f"{platform.name}: the tool needs {' '.join(wanted)}")
        seen["failed"] += 1
    if not platform.runs:
        return seen
    report = folder / "junit.xml"
    report.unlink(missing_ok=True)
    environment = {
        "UF_TEST_SCALE": WEEKLY_SCALE if weekly else SCALE,
        **({} if weekly else {"GTEST_FILTER": LEFT_OUT}),
        **os.environ,
    }
    names = [*platform.tests, *(["ct_trace_emulated"] if platform.traced else [])]
    chosen = [] if everything else ["-R", f"^({'|'.join(names)})$"]
    ctest = ["ctest", "--test-dir", str(folder), "-j", jobs, "--output-junit", str(report)]
    ctest += ["--no-tests=error", "--test-output-size-passed", "1000000", "--output-on-failure"]
    failure = None
    try:
        run(platform, "tests", ctest + chosen, environment)
    except Failed as error:
        failure = error
    if not report.exists():
        raise failure or Failed(f"{platform.name}: ctest wrote no report")
    seen["tests"] = {}
    ran = cases(report)
    if not_run := [] if everything else sorted(set(names) - set(ran)):
        print(f"{platform.name}: not run: {' '.join(not_run)}")
        seen["failed"] += len(not_run)
    for name, (passed, failed, skipped, output) in ran.items():
        if passed or failed:
            seen["tests"][name] = {"passed": passed, "failed": failed, "skipped": skipped}
        if name == "selftest_test":
            found = re.findall(r"^engine (\S+): (\d+) checks, (\d+) failed", output, re.M)
            seen["engines"] = [engine for engine, _, _ in found]
            seen["chosen"] = re.search(r"^chosen: (\S+)", output, re.M)[1]
            seen["checks"] = sum(int(ran) for _, ran, _ in found)
        for key, n in (("passed", passed), ("failed", failed), ("skipped", skipped)):
            seen[key] += n
    if failure:
        print(failure)
        seen["failed"] = max(seen["failed"], 1)
    return seen


def records():
    return json.loads(RECORD.read_text()) if RECORD.exists() else {}


def record(name, seen):
    """Writes what was seen of a platform. What else the file says of it, and of others, stays."""
    written = records()
    of = written.setdefault(name, {})
    of.update(seen | {"tests": of.get("tests", {}) | seen.get("tests", {})})
    RECORD.write_text(json.dumps(written, indent=1, sort_keys=True) + "\n")


# ---- The table of doc/FIGURES.md

# What other programs run: what is built, self-test, vectors, evidence of constant time, engines,
# instructions, and the command that fills the line.
ELSEWHERE = [
    (
        "x86-64 Linux",
        ["clang 22, g++ 12", *["measured"] * 3],
        "x64_ifma, x64_avx512, x64_fma (AVX2), x64_adx, portable, word32",
        "`make test-all`",
    ),
    (
        "x86-64 Linux with AVX-IFMA",
        ["clang 22", "emulated", "emulated", "emulated: steps"],
        "x64_avxifma",
        "`make test-emulated`",
    ),
    (
        "x86-64 Windows",
        ["clang 22", "emulated", "emulated", "emulated: steps"],
        "those of x86-64 Linux",
        "`make test-windows-cross`",
    ),
    ("Go module, amd64", ["go", "measured", "measured", "measured"], "lanes", "`make test-go`"),
    (
        "Go module, arm64",
        ["go", *["emulated"] * 2, "emulated: traces"],
        "assembly",
        "`make test-go`",
    ),
    (
        "WebAssembly, npm package",
        ["clang 22", "not tried", "measured", "not tried"],
        "word32",
        "`make test-wasm`",
    ),
    ("OpenCL", ["PoCL", *["emulated"] * 2, "public data only"], "opencl", "`make test-release`"),
    (
        "CUDA",
        ["nvcc 13.0, weekly", *["emulated"] * 2, "public data only"],
        "cuda",
        "`make test-release`",
    ),
    ("Metal", ["clang 22", *["emulated"] * 2, "public data only"], "metal", "`make test-weekly`"),
    (
        "Cortex-M3, Cortex-M4, RV32IMC",
        ["clang 22", "emulated: 62 checks", "emulated: the self-test's", "see TIMING.md"],
        "tiny: word32",
        "`make test-embedded`",
    ),
    (
        "ESP32 (Xtensa)",
        ["clang 22", "emulated: 62 checks", "emulated: the self-test's", "not tried"],
        "tiny: word32",
        "`tools/embedded_tests.py --weekly`",
    ),
]


def cells(seen):
    """What the table says of a platform's compiler, self-test, vectors and constant time."""
    if not seen:
        return ["not tried"] * 4
    state, tests = seen["runs"], seen.get("tests", {})
    vectors, traces = tests.get("vector_test"), tests.get("ct_trace_emulated")
    return [
        seen["compiler"],
        f"{state}: {seen['checks']} checks" if "checks" in seen else "compiled",
        f"{state}: {vectors['passed']} tests" if vectors else "not tried",
        f"{state}: traces" if traces and traces["passed"] else "not tried",
    ]


def instructions(name, seen):
    """What the table says of an ECDSA verification: the counts of tools/count_instructions.py where
    bench/counts/ has clang's of this platform, else what the record has."""
    file = ROOT / f"bench/counts/{name.removesuffix('-linux')}-clang.json"
    counts = (seen or {}).get("ecdsa_verify", {})
    if file.exists():
        counts = json.loads(file.read_text())["counts"]["ecdsa_verify"]
    of_engines = [(engine, n) for engine, n in counts.items() if engine != "libsecp256k1"]
    return ", ".join(f"{engine} {round(n):,}" for engine, n in of_engines)


def table():
    """The table of platforms: a line for each that this program knows, or has a record of."""
    written, lines = records(), []
    for name, first, engines, command in ELSEWHERE:
        lines.append([name, *first, engines, "", command])
    for platform in PLATFORMS:
        seen = written.get(platform.name)
        lines.append(
            [
                platform.title,
                *cells(seen),
                ", ".join((seen or {}).get("engines", [])),
                instructions(platform.name, seen),
                f"`tools/platform_tests.py {platform.name}`",
            ]
        )
    head = ["platform", "compiled by", "self-test", "vectors", "constant time", "engines"]
    head += ["instructions", "filled by"]
    rows = ["| " + " | ".join(line) + " |" for line in (head, ["---"] * len(head), *lines)]
    return "\n".join(rows) + "\n"


def state(name):
    """The table's word for the tests of a platform, or None where there is no record."""
    return records().get(name, {}).get("runs")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="\n".join(f"  {p.name:<16} {p.title}" for p in PLATFORMS),
    )
    parser.add_argument("-j", dest="jobs", default=str(os.cpu_count()), help="jobs at a time")
    parser.add_argument("--weekly", action="store_true")
    parser.add_argument("--record", action="store_true")
    parser.add_argument("platforms", nargs="*", metavar="PLATFORM")
    options = parser.parse_args()
    for name in options.platforms:
        if name not in NAMES:
            parser.error(f"unknown platform {name}; there are: {' '.join(NAMES)}")
    chosen = [
        p
        for p in PLATFORMS
        if p.name in options.platforms
        or (not options.platforms and (options.weekly or not p.weekly))
    ]
    BUILD.mkdir(parents=True, exist_ok=True)
    passed = failed = skipped = 0
    results = {}
    for platform in chosen:
        if lack := missing(platform):
            fetch = "tools/fetch_zig.sh" if "zig" in str(lack) else "tools/setup.sh all"
            print(f"{platform.name}: SKIPPED, {lack} is not installed: {fetch}", flush=True)
            skipped += 1
            continue
        try:
            seen = results[platform.name] = test(platform, options.jobs, options.weekly)
        except Failed as error:
            print(error, flush=True)
            failed += 1
            continue
        how = {"emulated": "in an emulator", "measured": "run here"}.get(
            platform.runs, "compiled and linked only"
        )
        engines = " ".join(seen.get("engines", []))
        print(
            f"{platform.name}: {seen['passed']} passed, {seen['failed']} failed, "
            f"{seen['skipped']} skipped ({seen['compiler']}, {how}"
            f"{', engines ' + engines if engines else ''})",
            flush=True,
        )
        passed += seen["passed"]
        failed += seen["failed"]
        skipped += seen["skipped"]
    for name, seen in results.items() if options.record and not failed else ():
        seen = {k: v for k, v in seen.items() if k not in ("passed", "failed", "skipped")}
        record(name, seen | {"runs": next(p.runs for p in PLATFORMS if p.name == name)})
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return int(failed != 0)


if __name__ == "__main__":
    sys.exit(main())
