#!/usr/bin/env python3
"""Tests the engines for RISC-V in QEMU, with vectors of 128, 256, 512 and 1,024 bits.

Usage: tools/riscv_tests.py [-j JOBS] [--weekly]     the last line is the total

The emulator of Debian 12 does not tell programs what its processor has. So everything is compiled
for a processor with Zba, Zbb and V, which engines then need not ask for. The set `platforms` has
RV64GC. Random tests are a thousandth.

--weekly also builds the library by the published commands, with each option off, and with ThinLTO
for a named processor, and runs tests of each.
"""

import argparse
import os
import re
import shutil
import sys
from pathlib import Path

from emulated_tests import judge
from run_tests import have, outcome

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/riscv"
SYSROOT = "/usr/riscv64-linux-gnu"
LENGTHS = (128, 256, 512, 1024)
MARCH = "-march=rv64gcv_zba_zbb"
# Tests of engine_test for x86-64 alone.
FOR_X64 = "*.AvxIfmaTakes*:*.OtherEnginesTakeSecrets"
# Of vectors, which are slow in the emulator, the lanes get the few rows of BIP-340 and BIP-341.
VECTORS = "*/rv64:*/rv64_zb:*Bip34*/rv64_v-*Der*"
# Program, the lengths that it runs at, its arguments.
PROGRAMS = [
    ("vec_test_rvv", LENGTHS, []),
    ("law_lanes_test_rvv", LENGTHS, []),
    ("many_lanes_test_rvv", (128, 1024), []),
    ("batch_parity_test", (128, 512), ["--gtest_filter=*OneLarge*rv64_v*"]),
    ("batch_parity_test", (256,), ["--gtest_filter=*Every*rv64_v*"]),
    ("field_lanes_test_rvv", (256,), []),
    ("field_test_rv64", (256,), []),
    ("fold_test_rv64", (256,), []),
    ("exhaustive_test_order13_rv64", (256,), []),
    ("vector_test", (256,), [f"--gtest_filter={VECTORS}"]),
    ("engine_test", (256,), [f"--gtest_filter=-{FOR_X64}"]),
    ("hash_test", (256,), ["--gtest_filter=*every_backend*:*selection*"]),
]
WEEKLY = [
    ("many_lanes_test_rvv", (256, 512), []),
    ("scalar_lanes_test_rvv", LENGTHS, []),
    ("batch_parity_test", LENGTHS, ["--gtest_filter=*rv64*"]),
    ("api_test", (256,), ["--gtest_filter=*rv64*"]),
    # The emulator heeds no limit of memory; a chunk of items is too slow without lanes.
    (
        "items_test",
        (256,),
        ["--gtest_filter=*rv64*-*IsNotThere*:*MoreThanAChunk/rv64:*MoreThanAChunk/rv64_zb"],
    ),
    ("msm_test_api", (256,), ["--gtest_filter=*rv64*-*IsNotThere*"]),
    ("cpp_api_test", (256,), []),
]
TRACED = "ct_trace_test"
PLAIN = [
    "-G",
    "Ninja",
    "-DCMAKE_BUILD_TYPE=Release",
    f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/cmake/cross/riscv64-linux.cmake",
    "-DSECP256K1_BUILD_SHARED=OFF",
    "-DSECP256K1_BUILD_EXAMPLES=OFF",
    "-DSECP256K1_BUILD_BENCH=OFF",
    "-DSECP256K1_BUILD_CLI=OFF",
    "-DSECP256K1_BUILD_TESTS=ON",
    "-DSECP256K1_INSTALL=OFF",
    "-DSECP256K1_USE_GPU=OFF",
    "-DUFSECP_TEST_ONLY=any-build;riscv",
]
# Builds of the weekly run: options, and what the commands of the compiler must have, or not.
OPTIONS = {
    "no-fast-reduction": (["-DSECP256K1_RISCV_FAST_REDUCTION=OFF"], "-DUF_SUMS", False),
    "no-fast-reduction-2": (["-DSECP256K1_USE_FAST_REDUCTION=OFF"], "-DUF_SUMS", False),
    "no-vector": (["-DSECP256K1_RISCV_USE_VECTOR=OFF"], "-DUF_HAVE_RV64_V", False),
    "no-prefetch": (["-DSECP256K1_RISCV_USE_PREFETCH=OFF"], "zicbop", False),
    "lto-u74": (["-DSECP256K1_USE_LTO=ON", "-DSECP256K1_RISCV_CPU=sifive-u74"], "sifive-u74", True),
}
# The published commands, as they stand in doc/GUIDE.md but for the folder of the build.
PUBLISHED = [
    "-G",
    "Ninja",
    "-DCMAKE_SYSTEM_NAME=Linux",
    "-DCMAKE_SYSTEM_PROCESSOR=riscv64",
    "-DCMAKE_C_COMPILER=riscv64-linux-gnu-gcc",
    "-DCMAKE_CXX_COMPILER=riscv64-linux-gnu-g++",
]


# What `auto` is, compiled by g++ 12, which has no vectors.
CHOICES = {
    "rv64,zba=false,zbb=false": "rv64",
    "rv64,zba=true,zbb=false": "rv64",
    "rv64,zba=false,zbb=true": "rv64",
    "rv64,zba=true,zbb=true": "rv64_zb",
}


class Total:
    """Counts, and says each result as it comes."""

    passed = failed = skipped = 0

    def say(self, what, passed, failed, output=""):
        self.passed += passed
        self.failed += failed
        if failed:
            print("\n".join(output.splitlines()[-60:]))
        print(f"{what}: {int(passed)} passed, {int(failed)} failed", flush=True)
        return not failed


def run(command, **environment):
    return outcome(command, {**os.environ, **environment})


def processor(bits):
    """The emulator's processor: RV64GC without vectors for 0."""
    if not bits:
        return "rv64"
    return f"rv64,v=true,vlen={bits},elen=64,vext_spec=v1.0,zba=true,zbb=true"


def emulator():
    return shutil.which("qemu-riscv64-static") or shutil.which("qemu-riscv64")


def test(total, folder, program, bits, arguments=()):
    status, output = run(
        [emulator(), "-L", SYSROOT, str(folder / "test" / program), *arguments],
        QEMU_CPU=processor(bits),
        UF_TEST_SCALE="0.001",
        UFSECP_VECTORS=str(ROOT / "test/vectors"),
    )
    passed, failed = judge(output, status, "")
    total.say(f"{program} {' '.join(arguments)} [{bits or 'RV64GC'}]", passed, failed, output)


def build(total, jobs, folder, options, targets):
    """Whether it worked; only a failure counts."""
    status, output = run(["cmake", "-S", ".", "-B", str(folder), *options])
    if not status:
        targets = ["--target", *targets] if targets else []
        status, output = run(["cmake", "--build", str(folder), "-j", jobs, *targets])
    if status:
        total.say(f"{folder.name}: build", 0, 1, output)
    return not status


def trace(total):
    """Every call with a secret, on every engine: the same instructions and the same addresses for
    all secrets."""
    command = [sys.executable, "tools/trace_secrets.py", str(BUILD / "test" / TRACED)]
    status, output = run(command + [emulator(), "-L", SYSROOT], QEMU_CPU=processor(256))
    if status == 77:
        print(output.splitlines()[-1])
        total.skipped += 1
        return
    total.say("traces of calls with secrets", not status, status != 0, output)


def weekly(total, jobs):
    status, output = run(
        [sys.executable, "tools/check_branches.py", "--whole", "--machine", "riscv64"]
    )
    if status != 77:
        total.say("branches in the machine code", not status, status != 0, output)
    for name, (options, word, wanted) in OPTIONS.items():
        folder = BUILD / name
        march = [] if "u74" in name else [f"-DCMAKE_CXX_FLAGS={MARCH}"]
        programs = ["vector_test", "batch_parity_test", "engine_test"]
        if not build(total, jobs, folder, [*PLAIN, *march, *options], programs):
            continue
        commands = (folder / "compile_commands.json").read_text()
        right = (word in commands) == wanted
        total.say(f"{name}: {word} {'is' if wanted else 'is not'} in the build", right, not right)
        bits = 256 if march else 0
        test(total, folder, "vector_test", bits, [f"--gtest_filter={VECTORS}"])
        test(total, folder, "batch_parity_test", bits, ["--gtest_filter=*OneLarge*"])
        without = FOR_X64 + (":*.RiscV" if name == "no-vector" else "")
        test(total, folder, "engine_test", bits, [f"--gtest_filter=-{without}"])
    if not shutil.which("riscv64-linux-gnu-g++"):
        print("the published commands: skipped, riscv64-linux-gnu-g++ is not installed")
        total.skipped += 1
        return
    folder = BUILD / "published"
    shutil.rmtree(folder, ignore_errors=True)
    if not build(total, jobs, folder, PUBLISHED, []):
        return
    program = folder / "verify"
    status, output = run(
        ["riscv64-linux-gnu-gcc", "-Iinclude", "examples/c_verify.c", str(folder / "libufsecp.a")]
        + ["-lstdc++", "-static", "-o", str(program)]
    )
    if not status:
        status, output = run([emulator(), str(program)])
    what = "the published commands, and a program with the library"
    total.say(what, not status, status != 0, output)
    choices(total, folder)


def choices(total, folder):
    """What the library chooses where the emulator tells what its processor has."""
    version = re.search(r"version (\d+)", run([emulator(), "--version"])[1])
    if not version or int(version[1]) < 9:
        print("what `auto` chooses by hwprobe: skipped, needs QEMU 9 or later")
        total.skipped += 1
        return
    text = folder / "engine.c"
    text.write_text(
        '#include <stdio.h>\n#include "ufsecp/ufsecp.h"\nint main(void) {'
        " return puts(ufsecp_engine()) < 0; }\n"
    )
    command = ["riscv64-linux-gnu-gcc", "-Iinclude", str(text), str(folder / "libufsecp.a")]
    program = folder / "engine"
    status, output = run([*command, "-lstdc++", "-static", "-o", str(program)])
    for name, wanted in CHOICES.items() if not status else ():
        status, output = run([emulator(), str(program)], QEMU_CPU=name)
        right = output.strip() == wanted
        total.say(f"auto on {name}: {output.strip()}", right, not right)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-j", dest="jobs", default=str(os.cpu_count()), help="jobs at a time")
    parser.add_argument("--weekly", action="store_true")
    options = parser.parse_args()
    lacks = [
        what
        for what, there in (
            ("clang", have("clang")),
            ("its C library (libstdc++-12-dev-riscv64-cross)", os.path.isdir(SYSROOT)),
            ("an emulator (qemu-user)", emulator()),
        )
        if not there
    ]
    if lacks:
        print(f"left out, not installed: {', '.join(lacks)}: tools/setup.sh all")
        print("0 passed, 0 failed, 1 skipped")
        return 0
    total = Total()
    rows = PROGRAMS + (WEEKLY if options.weekly else [])
    targets = sorted({program for program, _, _ in rows} | {TRACED})
    flags = [*PLAIN, f"-DCMAKE_CXX_FLAGS={MARCH}"]
    if build(total, options.jobs, BUILD, flags, targets):
        for program, lengths, arguments in rows:
            for bits in lengths:
                test(total, BUILD, program, bits, arguments)
        trace(total)
    if options.weekly:
        weekly(total, options.jobs)
    print(f"{total.passed} passed, {total.failed} failed, {total.skipped} skipped")
    return int(total.failed != 0)


if __name__ == "__main__":
    sys.exit(main())
