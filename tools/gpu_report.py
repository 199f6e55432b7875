#!/usr/bin/env python3
"""What NVIDIA's compiler makes of the kernels: registers, spills, stack, instructions, and what a
device could do at most.

Usage: tools/gpu_report.py [--toolkit FOLDER] [--arch 80,90,100,120] [--kernel NAME]... [--define
       NAME=VALUE]... [--share N]
       [--window BITS]

FOLDER has bin/nvcc and bin/cuobjdump (CUDA 12.8 or later); without it nvcc is looked for in PATH.
Exit 2 if either is missing. No GPU is needed: the rates are an upper bound, from the multiply-adds
that an operation needs and the device's multipliers alone.
"""

import argparse
import collections
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
import flatten_kernels  # noqa: E402

# name, multiprocessors, boost clock in GHz, as their makers' data sheets have them
DEVICES = (
    ("A100", 108, 1.41),
    ("H100 SXM", 132, 1.98),
    ("H200", 132, 1.98),
    ("RTX 5060 Ti", 36, 2.57),
    ("RTX 5090", 170, 2.41),
)
# multiply-adds of 32x32 bits and 64 that a multiprocessor ends in a clock: an H200 ends 29.9 of
# those of carry chains (doc/GPU.md); of the other devices it is assumed
A_CLOCK = 32
FIELD = ("field_mul", "field_sqr", "field_add", "field_sub")
# 32x32-bit multiply-adds: products of limbs; a reduction, 8 of them by 977 and 1 for its overflow;
# modulo the order (scalar/sc8x32.h)
COSTS = {"mul": 64, "sqr": 36, "reductions": 8 + 1, "mod n": 64 + 66}


def find_tools(folder):
    """(nvcc, cuobjdump), or exit 2 with what is missing."""
    found = []
    for name in ("nvcc", "cuobjdump"):
        tool = shutil.which(name, path=str(Path(folder) / "bin") if folder else None)
        if not tool:
            print(
                f"gpu_report: no {name} "
                f"{f'in {folder}/bin' if folder else 'in PATH (--toolkit names its folder)'}",
                file=sys.stderr,
            )
            sys.exit(2)
        found.append(tool)
    return found


def operation_of(instruction):
    """The opcode that decides which unit an instruction of the machine code takes."""
    opcode = re.sub(r"^@!?U?P\w+\s+", "", instruction).split()[0]
    for name in ("IMAD.WIDE", "IMAD.MOV", "IMAD.HI", "IMAD.X", "IMAD.SHL", "IMAD.IADD"):
        if opcode.startswith(name):
            return name
    return opcode.split(".")[0]


def compile_kernels(nvcc, cuobjdump, source, arch, defines):
    """{kernel: (registers, spilled bytes, stack bytes, Counter of opcodes)}"""
    cubin = source.with_suffix(f".{arch}.cubin")
    done = subprocess.run(
        [
            nvcc,
            "-std=c++17",
            "-O3",
            "-w",
            "-cubin",
            f"-arch=sm_{arch}",
            "-Xptxas",
            "-v",
            source,
            "-o",
            cubin,
            *("-D" + define.replace(",", "\\,") for define in defines),
        ],
        capture_output=True,
        text=True,
    )
    if done.returncode:
        sys.exit(f"gpu_report: nvcc for sm_{arch}:\n{done.stderr}")
    sizes = {
        name: tuple(map(int, numbers))
        for name, *numbers in re.findall(
            r"Compiling entry function 'ufsecp_(\w+)'.*?(\d+) bytes stack.*?(\d+) bytes spill "
            r"stores.*?Used (\d+) reg",
            done.stderr,
            re.S,
        )
    }
    opcodes, name = {}, None
    for line in subprocess.run(
        [cuobjdump, "-sass", cubin], capture_output=True, text=True, check=True
    ).stdout.splitlines():
        function = re.search(r"Function : ufsecp_(\w+)", line)
        instruction = re.match(r"\s+/\*[0-9a-f]{4,}\*/\s+(.*?);", line)
        if function:
            name = function[1]
            opcodes[name] = collections.Counter()
        elif instruction and name:
            opcodes[name][operation_of(instruction[1])] += 1
    if not sizes or set(sizes) != set(opcodes):
        sys.exit(f"gpu_report: cannot read what nvcc and cuobjdump say for sm_{arch}")
    return {
        name: (registers, spill, stack, opcodes[name])
        for name, (stack, spill, registers) in sizes.items()
    }


def print_kernels(arch, kernels, names):
    print(
        f"\nsm_{arch}: of each kernel\n"
        f"  {'kernel':20} {'registers':>9} {'spilled':>8} {'stack':>6} {'instructions':>12} "
        f"{'bytes':>8} {'multiply-adds':>13}"
    )
    for name, (registers, spill, stack, opcodes) in sorted(kernels.items()):
        if names and name not in names:
            continue
        count = sum(opcodes.values()) - opcodes["NOP"]
        print(
            f"  {name:20} {registers:9} {spill:8} {stack:6} {count:12} {16 * count:8} "
            f"{opcodes['IMAD.WIDE']:13}"
        )
    print("  opcodes of the field, with loads, stores and their addresses:")
    for name in FIELD:
        most = ", ".join(
            f"{opcode} {count}"
            for opcode, count in kernels[name][3].most_common()
            if opcode not in ("NOP", "EXIT", "BRA")
        )
        print(f"  {name:12} {most}")


def sum_windows(halves):
    """(bits, windows) of a sum of so many halves, as gpu/host/sums.cpp chooses them."""
    return min(
        ((c, -(-129 // c)) for c in range(4, 17)),
        key=lambda x: x[1] * (halves + 5 * 2 ** (x[0] - 1)),
    )


def work(share, window):
    """{operation: its products, squares, reductions, multiplications mod n}, as the kernels do
    them: group/law.h, gpu/kernel/."""

    def total(*parts):
        return tuple(map(sum, zip(*parts)))

    def times(n, part):
        return tuple(n * x for x in part)

    mul, dbl, add = (
        (1, 0, 1, 0),
        (3, 4, 7, 0),
        (8, 3, 10, 0),
    )  # a doubling's 3 X^2 counts as a reduction
    # a co-Z doubling and nine additions, nine turns of the unit, a pass back over eleven entries
    entries = total(
        (2, 4, 7, 0), times(9, (4, 2, 6, 0)), times(9, mul), times(11, (4, 1, 5, 0)), times(10, mul)
    )
    # 43 digits, of which one in 64 is zero
    mul_point = total(entries, times(126, dbl), times(43 * 63 / 64, add), mul)
    gen = times(-(-256 // window), add)
    lift, field_inv = (14, 255, 269, 0), (3 + 15 / share, 255 / share, 3 + 270 / share, 0)
    affine, scalars = total(field_inv, (3, 1, 4, 0)), (0, 0, 0, 3 + 295 / share + 2)
    # twist, what two points that meet say of y, and a look at it
    without_root = total((2, 2, 4, 0), (17, 7, 24, 0), field_inv, (2, 2, 4, 0))

    def sum_of(rows, halves):
        """A row of a chunk: its entries, 15 of 16 added; 3 of 8 places of lists, which have 2/16 of
        them at first, then a quarter each time; lambda P, two splits;
        its part of the buckets, which are weighed 4 by 4: 3 additions for each column that is
        there, 2 more for the two that are new."""
        bits, windows = sum_windows(rows * halves)
        full = (12, 4, 15, 0)
        buckets = windows * 2 ** (bits - 1) / rows
        return total(
            times(halves * windows * 15 / 16, add),
            times(halves * windows / 16 + buckets * 2.33, full),
            (1, 0, 1, 3),
        )

    return {
        "field mul": mul,
        "field sqr": (0, 1, 1, 0),
        "doubling": dbl,
        "addition": add,
        "k*P": mul_point,
        "k*P to a key": total(lift, mul_point, affine),
        "k*G to a key": total(gen, affine),
        "ECDSA verify": total(scalars, mul_point, gen, without_root),
        "Schnorr verify": total(mul_point, gen, without_root, (10, 2, 12, 0)),
        "recover": total(lift, scalars, mul_point, gen, affine),
        "scanning, a row": total(lift, mul_point, affine, gen, affine),
        "sum, of 2^15": total(lift, sum_of(2**15, 2)),
        "sum, of 2^18": total(lift, sum_of(2**18, 2)),
        "Schnorr by sums": total(lift, lift, sum_of(2**18, 3), (0, 0, 0, 1)),
    }


def print_work(share, window):
    print(
        f"\nMultiply-adds of 32x32 bits "
        f"({', '.join(f'{name} {cost}' for name, cost in COSTS.items())}), "
        f"generator windows of {window} bits, {share} rows to an inversion:\n"
        f"  {'operation':16}"
        + "".join(f" {name:>10}" for name in COSTS)
        + f" {'multiply-adds':>13}"
    )
    counts = {}
    for name, parts in work(share, window).items():
        counts[name] = sum(n * cost for n, cost in zip(parts, COSTS.values()))
        print(f"  {name:16}" + "".join(f" {n:10.1f}" for n in parts) + f" {counts[name]:13.0f}")
    print(
        f"\nAt most so many million a second, if a multiprocessor ends {A_CLOCK} of them in a clock"
        " and nothing else holds it up:\n"
        f"  {'operation':16}" + "".join(f" {device:>12}" for device, *_ in DEVICES)
    )
    for name, count in counts.items():
        rates = [A_CLOCK * units * clock * 1e3 / count for _, units, clock in DEVICES]
        print(f"  {name:16}" + "".join(f" {rate:12.1f}" for rate in rates))


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--toolkit")
    parser.add_argument("--arch", default="80,90,100,120")
    parser.add_argument("--kernel", action="append", default=[])
    parser.add_argument(
        "--define",
        action="append",
        default=[],
        help="of the kernels, as UF_CUDA_BOUNDS=128,1, or UF_PORTABLE_ROWS=1: no PTX",
    )
    parser.add_argument("--share", type=int, default=8)
    parser.add_argument("--window", type=int, default=20)
    arguments = parser.parse_args()
    nvcc, cuobjdump = find_tools(arguments.toolkit)
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "kernels.cu")
        source.write_text(flatten_kernels.flatten("cuda", True))
        for arch in arguments.arch.split(","):
            print_kernels(
                arch,
                compile_kernels(nvcc, cuobjdump, source, arch, arguments.define),
                arguments.kernel,
            )
    print_work(arguments.share, arguments.window)


if __name__ == "__main__":
    main()
