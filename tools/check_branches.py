#!/usr/bin/env python3
"""Reads the machine code of the building blocks of constant time: no conditional jump but the ends
of public loops, and no division.

Usage: tools/check_branches.py [-v] [--whole] [--machine MACHINE] [COMPILER ...]
       default: x86_64 and aarch64 (tools/riscv_tests.py --weekly looks at riscv64), and of the
       installed clang++ and g++ the newest, at -O2; with --whole, or UF_TEST_SCALE above 1 as in
       the weekly run, all of them at -O1, -O2, -O3 and -Os, as those that are named

Compiles test/ct_wrappers.cpp for the field and scalar of each engine at these levels.
A wrapper and all that it calls may hold as many conditional jumps as the comment after it says, and
may call nothing outside but memset and memcpy; so may kernels in assembly, which are marked as
targets of calls where a program is compiled so (-fcf-protection). Planted branches must be found in
the same way. Exit code 77 without a compiler or objdump.
"""

import argparse
import collections
import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WRAPPERS = ROOT / "test/ct_wrappers.cpp"
KNOWN = [f"clang++{suffix}" for suffix in ("", "-23", "-22", "-21", "-20", "-19")] + [
    "g++",
    "g++-15",
    "g++-14",
    "g++-13",
    "g++-12",
]
LEVELS = ("-O1", "-O2", "-O3", "-Os")
X64 = ["-DUF_FIELD=UF_FE4X64", "-DUF_SCALAR=UF_SC4X64", "-DUF_ADX", "-mbmi2", "-madx", "-mavx2"]
AVX512 = [
    *X64,
    "-DUF_SECRET_LANES",
    "-mavx512f",
    "-mavx512cd",
    "-mavx512bw",
    "-mavx512dq",
    "-mavx512vl",
]
RV64 = [
    "-mno-relax",
    "-DUF_FIELD=UF_FE5X52",
    "-DUF_SCALAR=UF_SC4X64",
    "-DUF_SUMS",
    "-DUF_RV64_LEAVES",
]
ENGINES = {
    "portable": ["-DUF_FIELD=UF_FE5X52", "-DUF_SCALAR=UF_SC4X64"],
    "word32": ["-DUF_FIELD=UF_FE10X26", "-DUF_SCALAR=UF_SC8X32", "-DUF_NO_INT128=1"],
    "x64_ifma": [*AVX512, "-mavx512ifma", "-mavx512vbmi2"],
    "x64_avxifma": [*X64, "-DUF_SECRET_LANES", "-mavxifma"],
    "x64_avx512": AVX512,
    "x64_fma": [*X64, "-DUF_SECRET_LANES", "-mfma", "-frounding-math"],
    "x64_adx": X64,
    "a64": ["-DUF_FIELD=UF_FE4X64", "-DUF_SCALAR=UF_SC4X64", "-DUF_A64"],
    "rv64": RV64,
    "rv64_zb": [*RV64, "-march=rv64gc_zba_zbb"],
    "rv64_v": [*RV64, "-march=rv64gcv_zba_zbb", "-DUF_SECRET_LANES"],
}
X64_LANES = ("x64_ifma", "x64_avxifma", "x64_avx512", "x64_fma")
LANES = (*X64_LANES, "rv64_v")  # have wrappers of their own
# What machine code is looked at: by which engines, with which flags of clang and which g++, where
# the C library's headers are, and how instructions are called.
MACHINES = {
    "x86_64": {
        "engines": [*X64_LANES, "x64_adx", "portable", "word32"],
        "clang": [],
        "gcc": "",
        "headers": "/usr/include",
        "objdump": ("objdump",),
        "jump": r"(?!jmp)(j|loop)",
        "divide": r"i?div[bwlq]?$",
        "go": r"(call|jmp)",
        "before": 4,  # bytes from a relocation's place to the end of its instruction
    },
    "aarch64": {
        "engines": ["a64", "portable", "word32"],
        "clang": ["--target=aarch64-linux-gnu"],
        "gcc": "aarch64-linux-gnu-",
        "headers": "/usr/aarch64-linux-gnu/include",
        "objdump": ("aarch64-linux-gnu-objdump", "llvm-objdump-22", "llvm-objdump"),
        "jump": r"(b\.|bc\.|cbn?z$|tbn?z$)",
        "divide": r"[us]div$",
        "go": r"(blr?|br|b)$",
        "before": 0,
    },
    "riscv64": {
        "engines": ["rv64_v", "rv64_zb", "rv64", "portable", "word32"],
        # Without -mno-relax the assembler leaves every local branch to the linker.
        "clang": ["--target=riscv64-linux-gnu", "-mno-relax"],
        "gcc": "riscv64-linux-gnu-",
        "flags": ["-mno-relax"],
        # What g++ may have more: by the alignment of an address, and loops that it leaves rolled.
        "g++": {"ct_keep_bytes": 14, "ct_sc_mul": 32},
        "headers": "/usr/riscv64-linux-gnu/include",
        "objdump": ("riscv64-linux-gnu-objdump", "llvm-objdump-22", "llvm-objdump"),
        "jump": r"(c\.)?b(eq|ne|lt|ge|gt|le)u?z?$",
        "divide": r"(v?div|v?rem)u?w?(\.v[vx])?$",
        "go": r"(call|c?\.?(jalr?|j|jr)|tail)$",
        "before": 0,
    },
}
# Of src/lanes/kernels_x64_fma.S: n doublings and whether n is odd, and n squarings.
KERNELS = {
    "ufsecp_x64_fma_dbl": 2,
    "ufsecp_x64_fma_add_ge": 0,
    "ufsecp_x64_fma_mul": 0,
    "ufsecp_x64_fma_sqr": 1,
    "ufsecp_x64_fma_sqr_pair": 1,
}
# The swaps of bytes are g++'s, where no instruction does that.
ALLOWED_CALLS = {"memset", "memcpy", "__bswapdi2", "__bswapsi2"}
LEAVES = "ufsecp_rv64_"  # of tools/make_leaves.py: test/leaves_test.py reads them
PLANTED = """
unsigned long data[16];
static __attribute__((noinline)) void inner(unsigned long x) {
    if (x & 4) *(volatile unsigned long *)data = 1;
}
extern "C" {
void ct_branch(unsigned long bit) { if (bit) *(volatile unsigned long *)data = 1; }
int ct_compare(const unsigned char *a, const unsigned char *b) {
    for (int i = 0; i < 32; i++) if (a[i] != b[i]) return i;
    return 32;
}
void ct_in_a_call(unsigned long x) { inner(x); }
int ct_loop(unsigned long x) {
    int n = 0;
    while (x) { data[n & 15] ^= x; x = x >> 1 ^ (x & 2); n++; }
    return n;
}
unsigned long ct_division(unsigned long a, unsigned long b) { return a / b; }
void ct_call_outside(unsigned long x) { extern void elsewhere(unsigned long); elsewhere(x); }
}
"""


def command(machine, compiler):
    """The compiler for a machine, as words; None if it makes no code for it here."""
    about = MACHINES[machine]
    if compiler.startswith("clang"):
        return [compiler, *about["clang"]]
    name = about["gcc"] + compiler
    return [name, *about.get("flags", [])] if shutil.which(name) else None


def knows(machine, compiler, engine):
    """Whether the compiler has the instructions of the engine, as a build asks it."""
    if engine == "rv64_v" and not compiler.startswith("clang"):
        return False
    return (
        subprocess.run(
            [*command(machine, compiler), *ENGINES[engine], "-E", "-x", "c++", os.devnull],
            capture_output=True,
        ).returncode
        == 0
    )


def limits():
    """wrapper -> {engine: most jumps}; None for any number. A comment at its end says it."""
    found, lanes, name = {}, False, None
    for line in WRAPPERS.read_text().splitlines():
        lanes = line == "#ifdef UF_SECRET_LANES" or (lanes and line != "#else")
        if begins := re.match(r"\w.*?[ *](ct_\w+)\(", line):
            name = begins[1]
            found[name] = {engine: 0 for engine in ENGINES if (engine in LANES) == lanes}
        if allowed := re.search(r"/\* jumps: (any|\d+)(?:, word32 (\d+))? \*/", line):
            most = None if allowed[1] == "any" else int(allowed[1])
            found[name] = dict.fromkeys(found[name], most)
            if allowed[2] and "word32" in found[name]:
                found[name]["word32"] = int(allowed[2])
    for name in found:
        if "quad" in name:  # rv64_v has none
            found[name]["rv64_v"] = None
    return found


def objdump(machine):
    return next((o for o in MACHINES[machine]["objdump"] if shutil.which(o)), None)


def join_calls(codes):
    """A call of RISC-V is two instructions, of which the first has the name."""
    for code in codes:
        for first, second in zip(code, code[1:]):
            if first[0] == "auipc" and " <" in first[1] and second[0] in ("jalr", "jr"):
                first[0], second[0], second[1] = "", "call", first[1]


def functions(code, machine="x86_64"):
    """function -> [(mnemonic, operands and relocation)] of an object file."""
    out = subprocess.run(
        [objdump(machine), "-dr", "--no-show-raw-insn", code],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    before = MACHINES[machine]["before"]
    found, begins, section, current = {}, {}, "", None
    for line in out.splitlines():
        if match := re.match(r"Disassembly of section (.+):$", line):
            section = match[1]
        elif re.match(r"[0-9a-f]+ <\.L.*>:$", line):
            continue  # a place within a function
        elif match := re.match(r"([0-9a-f]+) <(.+)>:$", line):
            current = found.setdefault(match[2], [])
            offset = int(match[1], 16) - before
            # as a relocation names it from another section
            begins[section + (f"{offset:+#x}" if offset else "")] = match[2]
        elif match := re.match(
            r"\s+[0-9a-f]+:\s+(?!R_)(?:(?:rep[nz]*|lock|notrack|bnd) )*(\S+)\s*(.*)", line
        ):
            current.append([match[1], match[2]])
        elif current and (match := re.match(r"\s+[0-9a-f]+:\s+R_[A-Z0-9]+_\w+\s+(\S+)$", line)):
            current[-1][1] += " <" + match[1] + ">"
    if machine == "riscv64":
        join_calls(found.values())
    for instruction in (i for code in found.values() for i in code):
        instruction[1] = re.sub(
            r"<([^<>]+?)([-+]0x[0-9a-f]+)?>$",
            lambda m: f"<{begins.get(m[1] + (m[2] or ''), m[1])}>",
            instruction[1],
        )
    return found


def look(code, name, seen, machine="x86_64"):
    """(conditional jumps, complaints) of a function and what it calls."""
    about = MACHINES[machine]
    seen.add(name)
    jumps, complaints = 0, []
    for mnemonic, operands in code[name]:
        if re.match(about["jump"], mnemonic):
            jumps += 1
        elif re.match(about["divide"], mnemonic):
            complaints.append(f"divides ({mnemonic})")
        elif re.match(about["go"], mnemonic):
            target = (re.findall(r"<([^<>]+)>", operands) or ["*"])[-1].split("@")[0]
            inner = re.sub(r"\+0x[0-9a-f]+$", "", target)
            if inner == name or inner in seen or inner in ALLOWED_CALLS:
                continue
            if inner.startswith((LEAVES, ".L")):  # or a place in this function
                continue
            if inner in code:
                more, others = look(code, inner, seen, machine)
                jumps, complaints = jumps + more, complaints + others
            else:
                complaints.append(f"goes to {operands.strip()}, which is not in this file")
    return jumps, complaints


def compile_and_look(machine, compiler, engine, level, source):
    """wrapper -> (conditional jumps, complaints)"""
    with tempfile.TemporaryDirectory() as folder:
        code = os.path.join(folder, "code.o")
        subprocess.run(
            [
                *command(machine, compiler),
                "-std=c++20",
                level,
                "-fno-exceptions",
                "-fno-rtti",
                "-fno-pic",
                "-Wno-psabi",
                f"-I{ROOT}/src",
                f"-I{ROOT}/include",
                *ENGINES[engine],
                "-c",
                source,
                "-o",
                code,
            ],
            check=True,
        )
        found = functions(code, machine)
    return {name: look(found, name, set(), machine) for name in found if name.startswith("ct_")}


def look_at_kernels(compiler):
    """Complaints about the kernels in assembly."""
    with tempfile.TemporaryDirectory() as folder:
        code = os.path.join(folder, "code.o")
        subprocess.run(
            [compiler, "-fcf-protection", "-c", ROOT / "src/lanes/kernels_x64_fma.S", "-o", code],
            check=True,
        )
        found = functions(code)
    if found.keys() != KERNELS.keys():
        return [f"the kernels in assembly are {', '.join(found)}"]
    seen = {name: look(found, name, set()) for name in found}
    return (
        [
            f"{name} is not marked as a target of calls"
            for name, code in found.items()
            if code[0][0] != "endbr64"
        ]
        + [
            f"{name}: {jumps} conditional jumps, may have {KERNELS[name]}"
            for name, (jumps, _) in seen.items()
            if jumps > KERNELS[name]
        ]
        + [f"{name} {what}" for name, (_, complaints) in seen.items() for what in complaints]
    )


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "-v", dest="verbose", action="store_true", help="tell the most jumps of each function"
    )
    parser.add_argument(
        "--machine", choices=[*MACHINES], action="append", help="only code for this machine"
    )
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("compilers", nargs="*", metavar="COMPILER")
    verbose, compilers = (options := parser.parse_args()).verbose, options.compilers
    for name in compilers:
        if not shutil.which(name):
            parser.error(f"no compiler {name}")
    whole = compilers or options.whole or float(os.environ.get("UF_TEST_SCALE", "1")) > 1
    levels = LEVELS if whole else ("-O2",)
    if not compilers:
        real = {}
        for name in KNOWN:
            if path := shutil.which(name):
                real.setdefault(os.path.realpath(path), name)
        compilers = list(real.values())
        if not whole:
            newest = {name.split("-")[0]: name for name in reversed(compilers)}
            compilers = list(newest.values())
        for family in ("clang++", "g++"):
            if not any(c.split("-")[0] == family for c in compilers):
                print(f"{family}: not installed, not looked at")
    machines = []
    for machine in options.machine or [m for m in MACHINES if m != "riscv64"]:
        if objdump(machine) and os.path.isdir(MACHINES[machine]["headers"]):
            machines.append(machine)
        else:
            print(f"{machine}: no objdump or no headers for it, not looked at")
    if not compilers or not machines or os.uname().machine != "x86_64":
        print("skipped: needs a compiler and objdump, on x86-64")
        sys.exit(77)
    allowed, wrong = limits(), []
    if "x86_64" in machines:
        wrong += look_at_kernels(compilers[0])
    most = collections.defaultdict(dict)
    pairs = []
    for machine in machines:
        for compiler in compilers:
            if command(machine, compiler):
                pairs.append((machine, compiler))
            else:
                print(f"{machine}: no {MACHINES[machine]['gcc']}{compiler}, not looked at")
    jobs = []
    for machine, compiler in pairs:
        for engine in MACHINES[machine]["engines"]:
            if knows(machine, compiler, engine):
                jobs += [(machine, compiler, engine, level) for level in levels]
            else:
                print(f"{engine}: {compiler} does not know its instructions, not looked at")
    with (
        ThreadPoolExecutor(max(1, (os.cpu_count() or 1) // 2)) as pool,
        tempfile.TemporaryDirectory() as folder,
    ):
        for job, found in zip(
            jobs, pool.map(lambda job: compile_and_look(*job, str(WRAPPERS)), jobs)
        ):
            where = " ".join(job)
            wrong += [
                f"{name} is not in the code: {where}"
                for name, engines in allowed.items()
                if job[2] in engines and name not in found
            ]
            for name, (jumps, complaints) in found.items():
                limit = allowed[name][job[2]]
                if limit is not None and job[1].startswith("g++"):
                    limit = max(limit, MACHINES[job[0]].get("g++", {}).get(name, 0))
                most[name][job[2]] = max(most[name].get(job[2], 0), jumps)
                wrong += [f"{name} {what}: {where}" for what in complaints]
                if limit is not None and jumps > limit:
                    wrong.append(f"{name} has {jumps} conditional jumps, may have {limit}: {where}")
        planted = Path(folder, "planted.cpp")
        planted.write_text(PLANTED)
        jobs = [(*pair, "portable", level) for pair in pairs for level in levels]
        for job, found in zip(
            jobs, pool.map(lambda job: compile_and_look(*job, str(planted)), jobs)
        ):
            if len(found) != 6:
                wrong.append(f"{len(found)} planted functions are found, not 6: {' '.join(job)}")
            wrong += [
                f"planted {name} is not noticed: {' '.join(job)}"
                for name, (jumps, complaints) in found.items()
                if not jumps + len(complaints)
            ]
    for name, limit in allowed.items():
        slack = {
            e: (most[name][e], limit[e])
            for e in limit
            if limit[e] is not None and e in most[name] and most[name][e] < limit[e]
        }
        if verbose:
            print(
                f"{name:24} most jumps {dict(most[name])}"
                + (f", allowed and not seen: {slack}" if slack else "")
            )
    print(
        f"{len(allowed)} functions, {', '.join(' '.join(pair) for pair in pairs)}, "
        f"{' '.join(levels)}, {' '.join(ENGINES)}: {len(wrong)} complaints"
    )
    print(*wrong, sep="\n", end="\n" if wrong else "")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
