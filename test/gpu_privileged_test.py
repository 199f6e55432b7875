#!/usr/bin/env python3
# The tool with rights that its caller has not (set-uid root): no driver that the caller names is
# loaded. Without such rights it is.
import ctypes.util
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOL = os.environ.get("UFSECP_TOOL", str(ROOT / "build/release/ufsecp"))
NOBODY = 65534
DRIVER = """
#include <fcntl.h>
__attribute__((constructor)) static void run(void) { open(MARK, O_CREAT | O_WRONLY, 0666); }
"""


class Privileged(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.folder.chmod(0o777)
        self.mark = self.folder / "mark"
        library = self.folder / "driver.so"
        command = ["cc", "-shared", "-fPIC", f'-DMARK="{self.mark}"', "-x", "c", "-", "-o", library]
        subprocess.run(command, input=DRIVER, text=True, check=True)
        (self.folder / "driver.icd").write_text(f"{library}\n")
        self.rows = self.folder / "rows"
        self.rows.write_bytes((ROOT / "data/mainnet-ecdsa.rows").read_bytes()[: 6 * 129])

    def run_tool(self, mode, *arguments):
        """What a copy of the tool, with these rights, says to a user without any."""
        copy = self.folder / "ufsecp"
        shutil.copyfile(TOOL, copy)
        copy.chmod(mode)
        environment = {"OCL_ICD_VENDORS": str(self.folder), "UFSECP_ENGINE": "opencl"}
        return subprocess.run(
            [copy, *arguments],
            user=NOBODY,
            group=NOBODY,
            extra_groups=[],
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=60,
        )

    def test_a_driver_of_the_callers_is_not_loaded(self):
        for arguments in (["verify", self.rows], ["info"]):
            self.run_tool(0o755, *arguments)
            self.assertTrue(self.mark.exists(), "the loader of OpenCL does not load the driver")
            self.mark.unlink()
            done = self.run_tool(0o4755, *arguments)
            self.assertFalse(self.mark.exists(), arguments)
            self.assertIn("rights that its caller has not", done.stdout + done.stderr)


if __name__ == "__main__":
    if os.geteuid() != 0 or not ctypes.util.find_library("OpenCL"):
        print("skipped: needs root, who can lend rights, and a loader of OpenCL")
        sys.exit(77)
    unittest.main()
