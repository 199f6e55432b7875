# tools/platform_tests.py: what is not installed is skipped and counted, what fails is told, a
# missing symbol is seen, and the table says of a platform what its record says. The same of
# tools/wasm_tests.py: what is missing, and what it makes of a report.
import contextlib
import io
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import platform_tests  # noqa: E402
import wasm_tests  # noqa: E402
from platform_tests import Platform  # noqa: E402

ABSENT = Platform("absent-linux", "Absent", ["/no/such/headers"])
WITHOUT = Platform("without-linux", "Without", [("no-such-emulator", "nor-this-one")])
BROKEN = Platform("broken-linux", "Broken", [])


class Platforms(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.change("BUILD", self.folder / "build")
        self.change("RECORD", self.folder / "platforms.json")

    def change(self, name, value):
        self.enterContext(mock.patch.object(platform_tests, name, value))

    def run_tool(self, *arguments, platforms):
        """(exit code, output) of the program with these platforms."""
        self.change("PLATFORMS", platforms)
        self.change("NAMES", [p.name for p in platforms])
        self.enterContext(mock.patch.object(sys, "argv", ["platform_tests.py", *arguments]))
        said = io.StringIO()
        with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
            try:
                code = platform_tests.main()
            except SystemExit as end:
                code = end.code
        return code, said.getvalue()

    def test_what_is_not_installed_is_skipped(self):
        code, said = self.run_tool("--record", platforms=[ABSENT, WITHOUT])
        self.assertEqual(code, 0)
        self.assertIn("absent-linux: SKIPPED, /no/such/headers is not installed", said)
        self.assertIn("without-linux: SKIPPED, no-such-emulator is not installed", said)
        self.assertTrue(said.endswith("\n0 passed, 0 failed, 2 skipped\n"), said)
        self.assertFalse(platform_tests.RECORD.exists())

    def test_a_build_that_fails(self):
        code, said = self.run_tool("--record", platforms=[BROKEN])
        self.assertEqual(code, 1)
        self.assertIn("broken-linux: configure failed: cmake", said)
        self.assertTrue(said.endswith("\n0 passed, 1 failed, 0 skipped\n"), said)
        self.assertFalse(platform_tests.RECORD.exists())

    def test_an_unknown_name(self):
        code, said = self.run_tool("linux", platforms=[ABSENT])
        self.assertEqual(code, 2)
        self.assertIn("unknown platform linux; there are: absent-linux", said)

    def test_every_platform_has_a_tool_chain(self):
        for name in platform_tests.NAMES:
            self.assertTrue((ROOT / f"cmake/cross/{name}.cmake").exists(), name)

    def test_symbols(self):
        names = platform_tests.published(ROOT / "include/ufsecp")
        self.assertIn("ufsecp_ecdsa_verify", names)
        self.assertIn("ufsecp_ecdsa_verify_rows", names)
        self.assertEqual(platform_tests.lacks_symbols(self.folder), ["(no library was built)"])
        library = self.folder / "libufsecp.so"
        text = "".join(f"void {name}(void) {{}}\n" for name in sorted(names)[1:])
        command = ["cc", "-shared", "-fPIC", "-x", "c", "-", "-o", str(library)]
        subprocess.run(command, input=text, text=True, check=True)
        self.assertEqual(platform_tests.lacks_symbols(self.folder), [min(names)])

    def test_the_table_is_the_record(self):
        platform_tests.record("absent-linux", {"runs": "emulated", "compiler": "clang 99"})
        platform_tests.record("absent-linux", {"ecdsa_verify": {"word32": 1234567}})
        seen = {"checks": 7, "engines": ["one", "two"]}
        seen["tests"] = {"vector_test": {"passed": 5, "failed": 0, "skipped": 0}}
        platform_tests.record("absent-linux", seen)
        seen["tests"] = {"ct_trace_emulated": {"passed": 1, "failed": 0, "skipped": 0}}
        platform_tests.record("absent-linux", seen)
        self.change("PLATFORMS", [ABSENT, WITHOUT])
        lines = platform_tests.table().splitlines()
        self.assertIn(
            "| Absent | clang 99 | emulated: 7 checks | emulated: 5 tests | emulated: traces "
            "| one, two | word32 1,234,567 | `tools/platform_tests.py absent-linux` |",
            lines,
        )
        self.assertIn(
            "| Without | not tried | not tried | not tried | not tried |  |  "
            "| `tools/platform_tests.py without-linux` |",
            lines,
        )
        self.assertEqual(platform_tests.state("absent-linux"), "emulated")
        self.assertIsNone(platform_tests.state("without-linux"))

    def test_the_record_holds_no_failure(self):
        file = ROOT / "bench/platforms.json"
        for name, seen in json.loads(file.read_text()).items():
            self.assertIn(name, platform_tests.NAMES)
            for test, counts in seen.get("tests", {}).items():
                self.assertEqual(counts["failed"], 0, f"{name} {test}")
                self.assertGreater(counts["passed"], 0, f"{name} {test}")


class Wasm(unittest.TestCase):
    def node(self, version):
        """A folder with a node of that version, and npm."""
        folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        for name in ("node", "npm"):
            (folder / name).write_text(f"#!/bin/sh\necho {version}\n")
            (folder / name).chmod(0o755)
        return folder

    def test_what_is_missing_is_named(self):
        good = self.node("v20.16.0")
        self.assertIsNone(wasm_tests.missing(str(good), "/"))
        self.assertIn("/no/such", wasm_tests.missing(str(good), "/no/such"))
        for version in ("v18.20.4", "v20.15.1", "what"):
            self.assertIn("Node 20", wasm_tests.missing(str(self.node(version)), "/"))
        (good / "npm").write_text("#!/bin/sh\nexit 1\n")
        with mock.patch.object(wasm_tests, "packages_there", lambda: False):
            self.assertIn("registry", wasm_tests.missing(str(good), "/"))
        with mock.patch.object(wasm_tests, "packages_there", lambda: True):
            self.assertIsNone(wasm_tests.missing(str(good), "/"))
        (good / "npm").unlink()
        self.assertIn("npm", wasm_tests.missing(str(good), "/"))
        said = io.StringIO()
        with (
            mock.patch.object(wasm_tests, "missing", lambda: "x"),
            contextlib.redirect_stdout(said),
        ):
            self.assertEqual(wasm_tests.main(), 0)
        self.assertEqual(said.getvalue(), "wasm: SKIPPED, x\n0 passed, 0 failed, 1 skipped\n")

    def test_a_report(self):
        tap = "# tests 9\n# pass 4\n# fail 1\n# cancelled 1\n# skipped 2\n# todo 1\n"
        self.assertEqual(wasm_tests.total(tap), (4, 3, 2))
        self.assertIsNone(wasm_tests.total("# pass 4\n"))

    def test_a_build_that_fails(self):
        said = io.StringIO()
        with (
            mock.patch.object(wasm_tests, "missing", lambda: None),
            mock.patch.object(wasm_tests, "run", lambda command: (1, "")),
            contextlib.redirect_stdout(said),
        ):
            self.assertEqual(wasm_tests.main(), 1)
        self.assertTrue(said.getvalue().endswith("\n0 passed, 1 failed, 0 skipped\n"))


if __name__ == "__main__":
    unittest.main()
