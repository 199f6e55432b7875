"""The kernels as two libraries on equal arenas: those of clang's PTX, translated to C by
ptx_to_c.py, and those that the host compiles. What ptx_test.py and nvcc_test.py share."""

import ctypes
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "test"), str(ROOT / "python"), str(ROOT / "tools")]
import flatten_kernels  # noqa: E402
import model  # noqa: E402
import ptx_to_c  # noqa: E402

P, N = model.P, model.N
ARGS = (ROOT / "src/gpu/kernel/args.h").read_text()
NAMES = re.findall(r"X\((\w+)\)", ARGS[ARGS.index("#define UF_GPU_KERNELS") :])
MEMBERS = [
    name.strip()
    for line in re.findall(r"^    unsigned ([^;]+);", ARGS, re.M)
    for name in line.split(",")
]
FIELD = {
    "field_add": lambda x, y: x + y,
    "field_sub": lambda x, y: x - y,
    "field_mul": lambda x, y: x * y,
    "field_sqr": lambda x, y: x * x,
}
LOW_S, WINDOW, GROUP = 1, 4, 32

# What CUDA's own headers would bring.
PRELUDE = """
#define __device__ __attribute__((device))
#define __global__ __attribute__((global))
#define __constant__ __attribute__((constant))
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
struct axis { unsigned x; };
#define threadIdx (axis{(unsigned)__nvvm_read_ptx_sreg_tid_x()})
#define blockIdx (axis{(unsigned)__nvvm_read_ptx_sreg_ctaid_x()})
#define blockDim (axis{(unsigned)__nvvm_read_ptx_sreg_ntid_x()})
#define atomicAdd(p, x) ((unsigned)__nvvm_atom_add_gen_i((int *)(p), (int)(x)))
"""
HOST = """
#include "gpu/dialect/host.h"
#include "gpu/kernel/loops.h"
using namespace ufsecp;
using namespace ufsecp::UF_TARGET;
#define RUN(name) \\
    extern "C" void host_##name(u8 *arena, u32 *table, const gpu_args *args, u32 items) { \\
        for (u32 i = 0; i < items; i++) ufsecp_##name(arena, table, *args, i); \\
    }
UF_GPU_KERNELS(RUN)
"""
RUN_PTX = """
void ptx_%s(u8 *arena, u32 *table, const u32 *args, u32 items) {
    struct { u8 *arena; u32 *table; u32 args[%d]; } parameters = {arena, table, {0}};
    memcpy(parameters.args, args, sizeof parameters.args);
    for (u32 i = 0; i < (items + %d - 1) / %d * %d; i++)
        ufsecp_%s((const u8 *)&parameters, i / %d, %d, i %% %d);
}
"""


class Failed(Exception):
    pass


def run(*command):
    done = subprocess.run([str(x) for x in command], capture_output=True, text=True)
    if done.returncode:
        raise Failed(f"{' '.join(map(str, command))}:\n{done.stderr[-4000:]}")


def library(clang, folder, name, ptx, kernels):
    """The kernels of these names, of the PTX, as a library; those of the field, which have a
    million items, are optimised."""
    head, translated = ptx_to_c.to_c(ptx)
    objects = []
    for part, optimise in (
        ([n for n in kernels if n in FIELD], "-O1"),
        ([n for n in kernels if n not in FIELD], "-O0"),
    ):
        source, target = folder / f"{name}{optimise}.c", folder / f"{name}{optimise}.o"
        source.write_text(
            head
            + "".join(
                translated["ufsecp_" + n]
                + RUN_PTX % (n, len(MEMBERS), GROUP, GROUP, GROUP, n, GROUP, GROUP, GROUP)
                for n in part
            )
        )
        run(clang, "-x", "c", optimise, "-w", "-fPIC", "-c", source, "-o", target)
        objects.append(target)
    run(clang, "-shared", *objects, "-o", folder / f"{name}.so")
    return ctypes.CDLL(str(folder / f"{name}.so"))


def build(clang, folder):
    """Returns the PTX and the two sets of kernels as libraries."""
    text, ptx = folder / "kernels.cu", folder / "kernels.ptx"
    text.write_text(PRELUDE + flatten_kernels.flatten("cuda", True))
    run(
        clang,
        "-x",
        "cuda",
        "-nocudainc",
        "-nocudalib",
        "--cuda-gpu-arch=sm_90",
        "--cuda-feature=+ptx80",
        "--cuda-device-only",
        "-S",
        "-O2",
        "-std=c++17",
        "-w",
        text,
        "-o",
        ptx,
    )
    missing = set(NAMES) ^ set(re.findall(r"\.entry ufsecp_(\w+)\(", ptx.read_text()))
    if missing:
        raise Failed(f"in the list of kernels or in the PTX only: {sorted(missing)}")
    (folder / "host.cpp").write_text(HOST)
    run(
        clang,
        "-std=c++20",
        "-O1",
        "-w",
        "-fPIC",
        "-shared",
        "-fno-exceptions",
        "-fno-rtti",
        f"-I{ROOT / 'src'}",
        folder / "host.cpp",
        "-o",
        folder / "host.so",
    )
    return (
        ptx.read_text(),
        ctypes.CDLL(str(folder / "host.so")),
        library(clang, folder, "ptx", ptx.read_text(), NAMES),
    )


def check_translator():
    """What it must refuse: instructions and modifiers that it does not know, and a carry from one
    asm statement to the next."""
    module = """.version 8.0
.target sm_90
.address_size 64
.visible .entry k(
    .param .u64 k_param_0
)
{
    .reg .b32 %%r<9>;
    .reg .b64 %%rd<9>;
    ld.param.b64 %%rd1, [k_param_0];
    // begin inline asm
    add.cc.u32 %%r1, %%r2, %%r3;
    %s
    // end inline asm
    ret;
}
"""
    ptx_to_c.to_c(module % "addc.u32 %r4, %r5, 0;")
    for planted in (
        "cnot.b32 %r4, %r5;",
        "add.sat.s32 %r4, %r5, %r6;",
        "shf.l.clamp.b32 %r4, %r5, %r6, 1;",
        "ld.volatile.global.b32 %r4, [%rd1];",
        "mov.u32 %r4, %laneid;",
        "atom.global.max.u32 %r4, [%rd1], %r5;",
        "bar.sync 1;",
        "// end inline asm\n    // begin inline asm\n    addc.u32 %r4, %r5, 0;",
        "$L__1:\n    addc.u32 %r4, %r5, 0;",
    ):
        try:
            ptx_to_c.to_c(module % planted)
        except ptx_to_c.Unknown:
            continue
        raise Failed(f"the translator takes {planted!r}")


def check_ptx(ptx):
    """The carry chains are there; no kernel of the field alone touches local memory or calls
    anything."""
    body = {m[1]: m[2] for m in re.finditer(r"\.entry ufsecp_(\w+)\((.*?)\n\}\n", ptx, re.S)}
    counts = {}
    for name in [*FIELD, *("loop_" + n for n in FIELD)]:
        text = body[name]
        for word in ("call", ".local", "__local_depot", "memcpy", "memset"):
            if re.search(rf"(?<![\w]){re.escape(word)}\b", text):
                raise Failed(f"{name} has {word}")
        counts[name] = {
            op: len(re.findall(rf"(?<![\w.]){re.escape(op)}\s", text))
            for op in (
                "mad.lo.cc.u32",
                "madc.lo.cc.u32",
                "madc.hi.cc.u32",
                "add.cc.u32",
                "addc.cc.u32",
            )
        }
    for name in ("field_mul", "loop_field_mul"):
        # 56 products in chains and 8 times 977; the other 8 products begin fresh limbs
        chained = counts[name]["mad.lo.cc.u32"] + counts[name]["madc.lo.cc.u32"]
        if chained != 64 or counts[name]["madc.hi.cc.u32"] != 64:
            raise Failed(f"{name}: not the multiplication that was meant: {counts[name]}")
    for name in ("field_sqr", "loop_field_sqr"):
        chained = counts[name]["mad.lo.cc.u32"] + counts[name]["madc.lo.cc.u32"]
        if chained != 37 or counts[name]["madc.hi.cc.u32"] != 37:  # 36 - 7 fresh + 8
            raise Failed(f"{name}: not the squaring that was meant: {counts[name]}")
    barriers = {name: text.count("bar.sync") for name, text in body.items() if "bar.sync" in text}
    if barriers != {"mul_point": 1}:
        raise Failed(f"barriers elsewhere than once in mul_point: {barriers}")
    if ".func" in ptx or re.search(r"(?<![\w.])call\b", ptx):
        raise Failed("a kernel calls a function")
    print(f"carry chains: field_mul {counts['field_mul']}, field_sqr {counts['field_sqr']}")


def check_opencl(clang, folder):
    """The field's kernels in OpenCL C, as NVIDIA's compiler takes it, have the same rows."""
    text, ptx = folder / "kernels.cl", folder / "opencl.ptx"
    text.write_text(flatten_kernels.flatten("opencl", False).split("\nUF_ENTRY(field_inv)")[0])
    run(
        clang,
        "-x",
        "cl",
        "-cl-std=CL1.2",
        "--target=nvptx64-nvidia-nvcl",
        *(
            x
            for o in (
                "-target-cpu",
                "sm_90",
                "-target-feature",
                "+ptx80",
                "-finclude-default-header",
            )
            for x in ("-Xclang", o)
        ),
        "-D__NV_CL_C_VERSION=120",
        "-O2",
        "-w",
        "-S",
        text,
        "-o",
        ptx,
    )
    for name, want in (("field_mul", 64), ("field_sqr", 37)):
        found = [
            body.count("madc.hi.cc.u32")
            for body in re.findall(
                rf"ufsecp_{name}\s*\([^)]*\)\s*\{{(.*?)\n\}}", ptx.read_text(), re.S
            )
        ]
        if want not in found:
            raise Failed(f"OpenCL's {name} has not {want} madc.hi.cc.u32 but {found}")


class Arena:
    """Two equal arenas, one for the host's kernels and one for the PTX; both tables."""

    def __init__(self, host, ptx, size, table_rows=0):
        self.libraries = (("host", host), ("ptx", ptx))
        self.size = size
        self.memory = [aligned(size) for _ in self.libraries]
        self.tables = [aligned(64 * table_rows + 64) for _ in self.libraries]
        self.args = (ctypes.c_uint32 * len(MEMBERS))()
        self.end = 0

    def take(self, size):
        at = self.end
        self.end = (at + size + 63) // 64 * 64
        if self.end > self.size:
            raise Failed("arena too small")
        return at

    def set(self, **values):
        for name, value in values.items():
            self.args[MEMBERS.index(name)] = value

    def get(self, name):
        return self.args[MEMBERS.index(name)]

    def write(self, at, data):
        for memory in self.memory:
            memory[at : at + len(data)] = data

    def column(self, at, values, words):
        """values: numbers of `words` limbs, as a column."""
        rows = b"".join(v.to_bytes(4 * words, "little") for v in values)
        self.write(at, transpose(rows, words))

    def read(self, at, size, which=1):
        return bytes(self.memory[which][at : at + size])

    def call(self, which, kernel, items):
        memory, table = self.memory[which], self.tables[which]
        kernel(
            ctypes.byref(memory.origin, memory.start),
            ctypes.byref(table.origin, table.start),
            self.args,
            ctypes.c_uint32(items),
        )

    def launch(self, *names, items=None):
        """Runs each kernel on both, and compares all of both arenas and tables."""
        for name in names:
            count = items if items is not None else self.get("n")
            if name in ("field_inv", "scalar_inv"):
                count = -(-self.get("n") // self.get("share"))
            for which, (prefix, library) in enumerate(self.libraries):
                self.call(which, getattr(library, f"{prefix}_{name}"), count)
            for what, (a, b) in (("arena", self.memory), ("table", self.tables)):
                if a.view != b.view:
                    at = next(i for i in range(len(a.view)) if a.view[i] != b.view[i])
                    raise Failed(
                        f"{name}: {what} differs at byte {at}; args {dict(zip(MEMBERS, self.args))}"
                    )
            LAUNCHED.add(name)


LAUNCHED = set()


class aligned:
    """Bytes that begin at a multiple of 64."""

    def __init__(self, size):
        self.origin = (ctypes.c_uint8 * (size + 64))()
        self.start = -ctypes.addressof(self.origin) % 64
        self.view = memoryview(self.origin).cast("B")[self.start : self.start + size]

    def __getitem__(self, what):
        return self.view[what]

    def __setitem__(self, what, data):
        self.view[what] = data


def transpose(rows, words):
    """Rows of 32-bit words as a column: word w of row i at word w*n + i."""
    source = memoryview(rows).cast("I")
    return b"".join(source[w::words].tobytes() for w in range(words))
