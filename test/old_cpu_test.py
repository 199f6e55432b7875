#!/usr/bin/env python3
"""The built tool on emulated older processors: which engine it takes there, and that nothing runs
that they do not know.

UFSECP_TOOL=build/release/ufsecp python3 test/old_cpu_test.py        exit status 77: no emulator, or
another architecture
"""

import json
import os
import pathlib
import platform
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOL = os.environ.get("UFSECP_TOOL", str(ROOT / "build/release/ufsecp"))
EMULATOR = shutil.which("qemu-x86_64-static") or shutil.which("qemu-x86_64")
# Nehalem has SSE4.2 only; Haswell AVX2, BMI2 and FMA but no ADX; EPYC-Rome ADX, but no AVX-512.
EXPECTED = {
    "Nehalem": "portable",
    "Haswell": "portable",
    "EPYC-Rome,-fma": "x64_adx",
    "EPYC-Rome": "x64_fma",
}


class OldCpu(unittest.TestCase):
    def run_on(self, cpu, *arguments):
        environment = {
            name: value for name, value in os.environ.items() if not name.startswith("UFSECP_")
        }
        done = subprocess.run(
            [EMULATOR, "-cpu", cpu, TOOL, *arguments],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=300,
        )
        self.assertIn(
            done.returncode, (0, 2), done.stderr
        )  # a signal (an unknown instruction) is negative
        return done

    def test_dispatch(self):
        rows = (ROOT / "data/mainnet-ecdsa.rows").read_bytes()[: 500 * 129]
        with tempfile.NamedTemporaryFile(suffix=".rows") as file:
            file.write(rows)
            file.flush()
            for cpu, engine in EXPECTED.items():
                with self.subTest(cpu=cpu):
                    report = json.loads(self.run_on(cpu, "verify", "--json", file.name).stdout)
                    self.assertEqual(
                        (report["engine"], report["rows"], report["valid"]), (engine, 500, 500)
                    )

    def test_everything_runs(self):
        for cpu in EXPECTED:
            with self.subTest(cpu=cpu):
                report = json.loads(self.run_on(cpu, "selftest", "--json").stdout)
                self.assertGreater(report["passed"], 50)
                self.assertEqual(report["failed"], 0)

    def test_missing_engine_is_refused(self):
        done = self.run_on("Nehalem", "verify", "--engine", "x64_adx", "data/mainnet-ecdsa.rows")
        self.assertEqual(done.returncode, 2)
        self.assertIn("x64_adx", done.stderr)


if __name__ == "__main__":
    if not EMULATOR or platform.machine() not in ("x86_64", "AMD64"):
        print("skipped: needs qemu-x86_64 and an x86-64 processor", file=sys.stderr)
        sys.exit(77)
    unittest.main()
