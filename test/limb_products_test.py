# Word products of a product and of a square in the field, counted in the compiled code.
#
# A square takes each product of two different limbs once: n (n + 1) / 2 products of limbs instead
# of n^2. The field 8x32 is left out: its code is loops, which tools/gpu_report.py counts as GPUs
# run them.
import os
import re
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
CXX = next(
    (path for name in ("clang++-22", "clang++", "g++") if (path := shutil.which(name))), None
)
# Name: what makes that representation, and its limbs.
REPRESENTATIONS = {
    "4x64": (["-DUF_FIELD=UF_FE4X64", "-DUF_NO_ASM"], 4),
    "4x64 by MULX": (["-DUF_FIELD=UF_FE4X64", "-DUF_ADX", "-mbmi2", "-madx", "-mavx2"], 4),
    "5x52": (["-DUF_FIELD=UF_FE5X52"], 5),
    "10x26": (["-DUF_FIELD=UF_FE10X26", "-DUF_NO_INT128"], 10),
}
TEXT = """
#include "field/field.h"
using namespace ufsecp::UF_TARGET;
extern "C" void product(fe *r, const fe *a, const fe *b) { fe_mul(r, a, b); }
extern "C" void square(fe *r, const fe *a) { fe_sqr(r, a); }
"""


def products(flags):
    """Multiplications in the code of the two functions."""
    scalar = ["-fno-vectorize"] if "clang" in CXX else ["-fno-tree-vectorize"]
    done = subprocess.run(
        [CXX, "-std=c++20", "-O3", *scalar, *flags, f"-I{ROOT}/src", "-xc++", "-S", "-o-", "-"],
        input=TEXT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    if done.returncode:
        raise AssertionError(done.stderr)
    counts = []
    for name in ("product", "square"):
        body = re.search(rf"^{name}:[^\n]*\n(.*?)^\s*\.size\s+{name}", done.stdout, re.M | re.S)[1]
        counts.append(len(re.findall(r"^\s*(?:i?mul[bwlq]?|mulx[lq]?)\s", body, re.M)))
    return counts


class LimbProducts(unittest.TestCase):
    def test_a_square_takes_each_pair_once(self):
        for name, (flags, limbs) in REPRESENTATIONS.items():
            with self.subTest(name):
                product, square = products(flags)
                self.assertEqual(
                    product - square,
                    limbs * (limbs - 1) // 2,
                    f"{product} and {square} multiplications",
                )
                self.assertGreaterEqual(square, limbs * (limbs + 1) // 2)
                self.assertLessEqual(
                    product - limbs**2, 2 * limbs + 2, "a reduction folds each limb once or twice"
                )


if __name__ == "__main__":
    if CXX is None or os.uname().machine != "x86_64":
        print("no compiler, or no x86-64: skipped")
        sys.exit(77)
    unittest.main()
