#!/usr/bin/env python3
"""The engine a64 compiled for macOS: its assembly is right in Mach-O syntax, and the object holds
the instructions that it is made of.

python3 test/a64_macos_test.py      exit status 77: no zig (tools/fetch_zig.sh) or llvm-objdump
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ZIG = ROOT / "build/zig/zig"
OBJDUMP = next((o for o in ("llvm-objdump-22", "llvm-objdump") if shutil.which(o)), None)


class MachO(unittest.TestCase):
    def test_instructions(self):
        with tempfile.TemporaryDirectory() as folder:
            code = Path(folder, "a64.o")
            subprocess.run(
                [ZIG, "c++", "-target", "aarch64-macos", "-std=c++20", "-O2"]
                + ["-fno-exceptions", "-fno-rtti", "-DUF_A64", "-DUF_HAVE_A64"]
                + ["-DUF_GEN_WINDOW=5", "-DUF_ODD_WINDOW=15", "-Isrc", "-Iinclude"]
                + ["-c", "src/engine/a64.cpp", "-o", code],
                cwd=ROOT,
                env={"ZIG_GLOBAL_CACHE_DIR": str(ROOT / "build/zig/cache"), **os.environ},
                check=True,
            )
            self.assertEqual(code.read_bytes()[:4], b"\xcf\xfa\xed\xfe")  # Mach-O, 64 bits
            text = subprocess.run(
                [OBJDUMP, "-d", "--no-show-raw-insn", code],
                check=True,
                capture_output=True,
                text=True,
            ).stdout
        found = Counter(re.findall(r"^\s*[0-9a-f]+:\s+(\S+)", text, re.M))
        for name in ("mul", "umulh", "adcs", "sbcs", "csel", "extr"):
            self.assertGreater(found[name], 50, name)
        self.assertFalse(re.search(r"\b[xw]18\b", text))  # macOS keeps it for itself


if __name__ == "__main__":
    if not ZIG.exists() or not OBJDUMP:
        print("skipped: needs build/zig/zig (tools/fetch_zig.sh) and llvm-objdump")
        sys.exit(77)
    unittest.main()
