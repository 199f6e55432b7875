#!/usr/bin/env python3
"""Metal's text on a device of its own: compiled to SPIR-V, run in work groups by Intel's OpenCL
driver for CPUs, of any vendor's, and put
to all that gpu_device_test asks of a device; planted errors must be noticed. The driver is not
fetched (833 MB); once, in the project's root, by hand:

    python3 -m venv build/intel && build/intel/bin/pip install intel-opencl-rt intel-cmplr-lib-rt

UFSECP_DEVICE_TEST is the built gpu_device_test. Exit 77 if something is not there.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
sys.dont_write_bytecode = True
import flatten_kernels  # noqa: E402

DRIVER = ROOT / "build/intel/lib/libintelocl.so"
# An OpenCL kernel for each of Metal's: it hands over what the attributes of the text ask for. Not
# inlined, as on PoCL: it costs minutes.
KERNELS = """
#include <metal_stdlib>
#undef kernel
#define kernel
#define always_inline
%s
#define RUN(name) \\
    __kernel void ufsecp_##name(device u8 *arena, device u32 *table, constant gpu_args *args) { \\
        ufsecp_##name(%s); \\
    }
UF_GPU_KERNELS(RUN)
"""
VALUES = {
    "buffer(0)": "arena",
    "buffer(1)": "table",
    "buffer(2)": "*args",
    "thread_position_in_grid": "(u32)get_global_id(0)",
    "thread_position_in_threadgroup": "(u32)get_local_id(0)",
}
SPIRV = """
    -x cl -cl-std=CLC++2021 --target=spirv64 -O2 -Xclang -finclude-default-header
    -Wno-unknown-attributes
""".split()
# Which test notices: a count that two items read before either of them writes, the number in the
# work group for that in the grid.
PLANTED = [
    (
        "Sums",
        r"return metal::atomic_fetch_add_explicit\(.*?\);",
        "const u32 before = *p; *p = before + x; return before;",
    ),
    ("EveryCall", "thread_position_in_grid", "thread_position_in_threadgroup"),
]


def skip(what):
    print(f"skipped: {what}")
    sys.exit(77)


def run(folder, clang, test, text, only):
    """Whether gpu_device_test holds with this text, and what it printed."""
    values = ", ".join(
        VALUES[attribute] for attribute in re.findall(r"\[\[(\w+(?:\(\d\))?)\]\]", text)
    )
    (folder / "kernels.cl").write_text(KERNELS % (text, values))
    subprocess.run(
        [
            clang,
            *SPIRV,
            f"-I{ROOT}/test/metal/spaces",
            "-c",
            folder / "kernels.cl",
            "-o",
            folder / "kernels.spv",
        ],
        check=True,
    )
    environment = {
        **os.environ,
        "OCL_ICD_VENDORS": str(folder),
        "OPENCL_LAYERS": str(folder / "layer.so"),
        "UFSECP_SPIRV": str(folder / "kernels.spv"),
        "UFSECP_TEST_DEVICE": "0",
    }
    done = subprocess.run(
        [test, f"--gtest_filter=*.{only}/opencl"], env=environment, capture_output=True, text=True
    )
    if "bytes of SPIR-V" not in done.stdout or "SKIPPED" in done.stdout:
        sys.exit(f"Metal's kernels did not run:\n{done.stdout[-4000:]}{done.stderr[-4000:]}")
    return done.returncode == 0, done.stdout


def main():
    clang = next(filter(None, map(shutil.which, ("clang-22", "clang"))), None)
    test = os.environ.get("UFSECP_DEVICE_TEST")
    if not clang or not test:
        skip("no clang" if test else "UFSECP_DEVICE_TEST names no program")
    if not DRIVER.exists():
        skip(f"no {DRIVER.relative_to(ROOT)}: " + __doc__.split("\n\n")[1].strip())
    text = flatten_kernels.flatten("metal", True)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "intel.icd").write_text(f"{DRIVER}\n")
        subprocess.run(
            [
                clang.replace("clang", "clang++"),
                "-std=c++20",
                "-shared",
                "-fPIC",
                f"-I{ROOT}/src",
                ROOT / "test/metal/spirv_layer.cpp",
                "-o",
                folder / "layer.so",
            ],
            check=True,
        )
        holds, said = run(folder, clang, test, text, "*")
        print(said)
        if not holds:
            return 1
        for only, right, wrong in PLANTED:
            planted, count = re.subn(right, wrong, text, flags=re.S)
            if count != 1 or run(folder, clang, test, planted, only)[0]:
                print(f"{only} does not notice: {wrong}")
                return 1
            print(f"{only} notices: {wrong}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
