#!/usr/bin/env python3
"""NVIDIA's own compilers on the kernels. nvcc, by the option SECP256K1_CUDA_FATBIN as the library's
build has it: registers and spills of one generation (with UF_TEST_SCALE above 1, as in the weekly
run, of all), the carry chains in its PTX, and a program linked with the machine code in it, which
runs without a driver. In the weekly run NVRTC, on the text that the library holds and with the
options that it gives: machine code in which every kernel has its name.

Usage: test/nvcc_test.py [--toolkit FOLDER]
UFSECP_TOOL is the built tool, beside which the library lies.
Exit 77 where there is no nvcc: in FOLDER/bin, PATH, CUDA_HOME, or build/cuda, where
tools/fetch_nvcc.sh puts it. A minute of CPU time, more in the weekly run.
"""

import argparse
import ctypes
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "test"), str(ROOT / "tools")]
sys.dont_write_bytecode = True
import flatten_kernels  # noqa: E402
import ptx_library  # noqa: E402

WEEKLY = float(os.environ.get("UF_TEST_SCALE", "1")) > 1
ARCHS = (80, 90, 100, 120) if WEEKLY else (90,)
VERIFY = (
    "ecdsa_load",
    "scalar_inv",
    "scale",
    "twist",
    "lift",
    "mul_point",
    "add_gen",
    "ecdsa_meet",
    "ecdsa_check",
    "schnorr_load",
    "schnorr_meet",
    "schnorr_check",
    "z_column",
    "field_inv",
    "affine",
)
# Bytes that may be spilled. An addition of points wants more registers than the 128 that let four
# blocks of 128 threads share a multiprocessor (UF_CUDA_BOUNDS): without the bound there are no
# spills, but 142 registers in mul_point and 168 in add_gen (sm_120).
SPILLS = {
    "mul_point": 24,
    "add_gen": 112,
    "ecdsa_meet": 24,
    "ecdsa_check": 32,
    "schnorr_meet": 48,
    "schnorr_check": 88,
}
PROGRAM = """
#include <stdio.h>
#include <string.h>
#include "ufsecp/ufsecp.h"
int main() {
    for (size_t i = 0; const char *name = ufsecp_engine_at(i, nullptr); i++)
        if (strcmp(name, "cuda") == 0) return puts(ufsecp_engine_text(i)), 0;
    return 1;
}
"""


def find_nvcc(folder):
    places = (
        [folder]
        if folder
        else [None, os.environ.get("CUDA_HOME"), *(ROOT / "build/cuda/nvidia").glob("cu*")]
    )
    return next(
        filter(
            None,
            (
                shutil.which("nvcc", path=f"{place}/bin" if place else None)
                for place in places
                if place or not folder
            ),
        ),
        None,
    )


def run(*command, **more):
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, **more)
    if done.returncode:
        sys.exit(
            f"nvcc_test: {' '.join(map(str, command))}:\n{(done.stdout + done.stderr)[-4000:]}"
        )
    return done.stdout + done.stderr


def sizes(report):
    """{generation: {kernel: (registers, spilled bytes)}} of what ptxas says."""
    found = {arch: {} for arch in ARCHS}
    for name, arch, spilled, registers in re.findall(
        r"Compiling entry function 'ufsecp_(\w+)' for 'sm_(\d+)'.*?(\d+) bytes spill "
        r"stores.*?Used (\d+) reg",
        report,
        re.S,
    ):
        found[int(arch)][name] = int(registers), int(spilled)
    return found


def check_sizes(found):
    for arch, kernels in found.items():
        if set(kernels) != set(ptx_library.NAMES):
            sys.exit(f"nvcc_test: sm_{arch} has not the kernels of args.h but {sorted(kernels)}")
        for name in (*VERIFY, *ptx_library.FIELD):
            registers, spilled = kernels[name]
            if registers > 128 or spilled > SPILLS.get(name, 0):
                sys.exit(
                    f"nvcc_test: {name} takes {registers} registers and spills {spilled} bytes "
                    f"on sm_{arch}"
                )
        print(
            f"sm_{arch}: mul_point {kernels['mul_point'][0]} registers; spilled bytes: "
            + ", ".join(
                f"{name} {spilled}"
                for name, (_, spilled) in kernels.items()
                if spilled and not name.startswith("loop_")
            )
        )


def check_nvrtc(nvcc):
    """Compiles as gpu/host/cuda.cpp does, whose calls and options gpu_cuda_test sees."""
    folders = [
        Path(nvcc).resolve().parent.parent / name
        for name in ("lib", "lib64", "targets/x86_64-linux/lib")
    ]
    found = {
        name: next((str(f) for folder in folders for f in sorted(folder.glob(name))), None)
        for name in ("libnvrtc-builtins.so.1*", "libnvrtc.so.1[23]")
    }
    if not all(found.values()):
        sys.exit("nvcc_test: there is no NVRTC beside nvcc (tools/fetch_nvcc.sh brings it)")
    builtins, nvrtc = (ctypes.CDLL(f, ctypes.RTLD_GLOBAL) for f in found.values())
    for unknown in ((), (b"--no-such-option",)):
        options = (
            b"--gpu-architecture=sm_90",
            b"--std=c++17",
            b"-DUF_LOOPS=0",
            b"-DUF_DEFAULTS",
            b"--split-compile=0",
            *unknown,
        )
        program, size = ctypes.c_void_p(), ctypes.c_size_t()
        text = flatten_kernels.flatten("cuda", True, True).encode()
        if nvrtc.nvrtcCreateProgram(ctypes.byref(program), text, b"kernels.cu", 0, None, None):
            sys.exit("nvcc_test: nvrtcCreateProgram")
        code = nvrtc.nvrtcCompileProgram(
            program, len(options), (ctypes.c_char_p * len(options))(*options)
        )
        if unknown and code != 5:
            sys.exit(f"nvcc_test: NVRTC says {code} of an option that it does not know, and not 5")
        if unknown:
            break
        nvrtc.nvrtcGetProgramLogSize(program, ctypes.byref(size))
        log = ctypes.create_string_buffer(size.value + 1)
        nvrtc.nvrtcGetProgramLog(program, log)
        if code or nvrtc.nvrtcGetCUBINSize(program, ctypes.byref(size)):
            sys.exit(f"nvcc_test: NVRTC: error {code}: {log.value.decode()}")
        made = ctypes.create_string_buffer(size.value)
        nvrtc.nvrtcGetCUBIN(program, made)
        missing = [
            n
            for n in ptx_library.NAMES
            if not n.startswith(("loop_", "point_"))
            and b".text.ufsecp_%b\0" % n.encode() not in made.raw
        ]
        if missing:
            sys.exit(f"nvcc_test: not in NVRTC's machine code: {missing}")
        print(f"NVRTC: {size.value} bytes of machine code for sm_90")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--toolkit")
    nvcc = find_nvcc(parser.parse_args().toolkit)
    if not nvcc:
        print("skipped: no nvcc")
        return 77
    with tempfile.TemporaryDirectory() as work:
        build = Path(work, "build")
        run(
            "cmake",
            "-G",
            "Ninja",
            "-S",
            ROOT,
            "-B",
            build,
            "-DCMAKE_BUILD_TYPE=Release",
            "-DCMAKE_CXX_COMPILER=g++",
            "-DCMAKE_C_COMPILER=gcc",
            "-DSECP256K1_CUDA_FATBIN=ON",
            f"-DSECP256K1_CUDA_GENERATIONS={';'.join(map(str, ARCHS))}",
            f"-DUF_NVCC={nvcc}",
            *(f"-DSECP256K1_BUILD_{what}=OFF" for what in ("TESTS", "CLI", "BENCH", "EXAMPLES")),
        )
        cuda = build / "CMakeFiles/ufsecp_objects.dir/src/gpu/host/cuda.cpp.o"
        said = run(
            "ninja",
            "-v",
            "-C",
            build,
            cuda.relative_to(build),
            env={
                **os.environ,
                "NVCC_APPEND_FLAGS": f"-Xptxas -v --threads 0 --keep --keep-dir {work}",
            },
        )
        check_sizes(sizes(said))
        ptx_library.check_ptx(Path(work, "kernels.compute_90.ptx").read_text())
        if WEEKLY:
            check_nvrtc(nvcc)
        library = Path(os.environ.get("UFSECP_TOOL", "")).parent / "libufsecp.a"
        if not library.exists():
            sys.exit("nvcc_test: there is no libufsecp.a beside UFSECP_TOOL")
        source, program = Path(work, "program.cpp"), Path(work, "program")
        source.write_text(PROGRAM)
        run(
            "g++",
            "-std=c++20",
            f"-I{ROOT / 'include'}",
            source,
            cuda,
            library,
            "-ldl",
            "-pthread",
            "-o",
            program,
        )
        if program.stat().st_size < (build / "gpu/kernels.fatbin").stat().st_size:
            sys.exit("nvcc_test: the machine code is not in the program")
        said = run(program, env={**os.environ, "UFSECP_GPU_DEVICE": "0"}).strip()
        if not re.search(r"no NVIDIA driver|no CUDA device|^cu\w+: |compute capability", said):
            sys.exit(f"nvcc_test: the linked program says of the engine cuda: {said}")
        print(f"linked, {program.stat().st_size} bytes; engine cuda: {said}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
