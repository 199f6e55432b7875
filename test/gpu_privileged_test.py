#!/usr/bin/env python3
# Programs with rights that their caller has not (set-uid root): no driver that the caller names is
# loaded, and the library's variables of the environment say nothing. Without such rights they do.
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
LOADER = ctypes.util.find_library("OpenCL")
DRIVER = """
#include <fcntl.h>
__attribute__((constructor)) static void run(void) { open(MARK, O_CREAT | O_WRONLY, 0666); }
"""
HOST = """
#include <stdio.h>
#include "ufsecp/ufsecp.h"
int main(void) {
    int runs;
    printf("%s %u", ufsecp_engine(), ufsecp_threads());
    for (size_t i = 0; ufsecp_engine_at(i, &runs); i++) printf(" %d", runs);
    return 0;
}
"""


class Privileged(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.folder.chmod(0o777)

    def run_copy(self, program, mode, arguments, environment):
        """What a copy of the program, with these rights, says to a user without any."""
        copy = self.folder / "copy"
        shutil.copyfile(program, copy)
        copy.chmod(mode)
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


@unittest.skipUnless(LOADER, "there is no loader of OpenCL")
class Drivers(Privileged):
    def setUp(self):
        super().setUp()
        self.mark = self.folder / "mark"
        library = self.folder / "driver.so"
        command = ["cc", "-shared", "-fPIC", f'-DMARK="{self.mark}"', "-x", "c", "-", "-o", library]
        subprocess.run(command, input=DRIVER, text=True, check=True)
        (self.folder / "driver.icd").write_text(f"{library}\n")
        self.rows = self.folder / "rows"
        self.rows.write_bytes((ROOT / "data/mainnet-ecdsa.rows").read_bytes()[: 6 * 129])

    def run_tool(self, mode, *arguments):
        environment = {"OCL_ICD_VENDORS": str(self.folder), "UFSECP_ENGINE": "opencl"}
        return self.run_copy(TOOL, mode, arguments, environment)

    def test_a_driver_of_the_callers_is_not_loaded(self):
        for arguments in (["verify", self.rows], ["info"]):
            self.run_tool(0o755, *arguments)
            self.assertTrue(self.mark.exists(), "the loader of OpenCL does not load the driver")
            self.mark.unlink()
            done = self.run_tool(0o4755, *arguments)
            self.assertFalse(self.mark.exists(), arguments)
            self.assertIn("rights that its caller has not", done.stdout + done.stderr)


class Variables(Privileged):
    def test_they_say_nothing(self):
        libraries = list(pathlib.Path(TOOL).parent.glob("libufsecp.so*"))
        if not libraries:
            self.skipTest("this build has no shared library")
        for library in libraries:
            shutil.copyfile(library, self.folder / library.name)
        host = self.folder / "host"
        command = ["cc", f"-I{ROOT}/include", "-x", "c", "-", "-o", host, f"-L{self.folder}"]
        command += ["-lufsecp", f"-Wl,-rpath,{self.folder}"]
        subprocess.run(command, input=HOST, text=True, check=True)
        said = {"UFSECP_ENGINE": "word32", "UFSECP_THREADS": "7", "UFSECP_CPU": "none"}
        want = self.run_copy(host, 0o755, [], {}).stdout
        self.assertTrue(self.run_copy(host, 0o755, [], said).stdout.startswith("word32 7 "))
        for name, value in said.items():
            with self.subTest(name):
                self.assertEqual(self.run_copy(host, 0o4755, [], {name: value}).stdout, want)
        self.assertRegex(want, r"^\w+ 1 ")


if __name__ == "__main__":
    if os.geteuid() != 0:
        print("skipped: needs root, who can lend rights")
        sys.exit(77)
    unittest.main()
