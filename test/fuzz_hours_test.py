# tools/fuzz_hours.py on programs that only take time: the time of each reader is kept and gone on
# with, one that fails costs no other its time, and Ctrl-C loses nothing that was written.
import contextlib
import io
import json
import signal
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import fuzz_hours  # noqa: E402

TAKES_TIME = """#!/bin/sh
echo "$UFSECP_FUZZ_FORMAT $*" >>"$0.calls"
timeout 0.2 sh -c 'while :; do :; done'
echo "stat::number_of_executed_units: 7"
"""
FAILS = "#!/bin/sh\necho 'what went wrong'\nexit 77\n"


class FuzzHours(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "test").mkdir()
        for name, value in (("BUILD", self.folder), ("HOURS", self.folder / "hours")):
            self.enterContext(mock.patch.object(fuzz_hours, name, value))
        for number in fuzz_hours.STOPS:
            self.addCleanup(signal.signal, number, signal.getsignal(number))
        self.program("rows", TAKES_TIME)
        self.program("keys", TAKES_TIME)

    def program(self, name, text):
        file = self.folder / f"test/fuzz_{name}"
        file.write_text(text)
        file.chmod(0o755)

    def calls(self, name):
        file = self.folder / f"test/fuzz_{name}.calls"
        return file.read_text().splitlines() if file.exists() else []

    def run_tool(self, *arguments, commit="abc", built=0):
        """(exit code, standard output, standard error)"""
        out, err = io.StringIO(), io.StringIO()
        self.enterContext(mock.patch.object(sys, "argv", ["fuzz_hours.py", *arguments]))
        said = mock.Mock(side_effect=lambda words: (built, commit))
        self.enterContext(mock.patch.object(fuzz_hours, "outcome", said))
        with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
            try:
                code = fuzz_hours.main()
            except SystemExit as end:
                code = end.code
        return code, out.getvalue(), err.getvalue()

    def test_each_has_its_time_and_keeps_it(self):
        code, out, _ = self.run_tool("--minutes", "0.005", "--json", "csv", "keys")
        self.assertEqual(code, 0)
        for row, name in zip(json.loads(out), ("csv", "keys")):
            self.assertEqual((row["reader"], row["failed"], row["commits"]), (name, False, ["abc"]))
            seconds = fuzz_hours.Hours(self.folder / "hours/hours.json").cpu(name)
            self.assertGreaterEqual(seconds, 0.3)
            self.assertEqual(row["runs"] % 7, 0)
        csv, keys = self.calls("rows"), self.calls("keys")
        self.assertGreaterEqual(len(csv), 2)
        self.assertEqual({line.split()[0] for line in csv}, {"csv"})
        self.assertTrue(csv[0].endswith("/hours/csv"), csv)
        self.assertEqual(self.run_tool("--minutes", "0.005", "csv", "keys")[0], 0)
        self.assertEqual((self.calls("rows"), self.calls("keys")), (csv, keys), "had its time")
        code, out, _ = self.run_tool("--minutes", "0.01", "--json", "csv", commit="def")
        self.assertEqual((code, json.loads(out)[0]["commits"]), (0, ["abc", "def"]))
        self.assertGreater(len(self.calls("rows")), len(csv))

    def test_one_that_fails(self):
        self.program("rows", FAILS)
        code, out, err = self.run_tool("--minutes", "0.005", "hex", "keys")
        self.assertEqual(code, 1)
        self.assertIn("hex failed; the input is in", err)
        self.assertIn("what went wrong", err)
        self.assertRegex(out, r"(?m)^hex +0\.0 .*FAILED$")
        self.assertRegex(out, r"(?m)^keys +0\.\d +\d+ +0$")

    def test_interrupted(self):
        self.assertEqual(self.run_tool("--minutes", "0.005", "keys")[0], 0)
        file = self.folder / "hours/hours.json"
        before = file.read_text()
        self.program("keys", "#!/bin/sh\nexec sleep 60\n")
        stop = mock.Mock(side_effect=[None, KeyboardInterrupt])
        with mock.patch.object(fuzz_hours.time, "sleep", stop):
            self.assertEqual(self.run_tool("keys")[0], 130)
        self.assertEqual(file.read_text(), before)

    def test_what_cannot_begin(self):
        code, _, err = self.run_tool("no-such-reader")
        self.assertEqual(code, 2)
        self.assertIn("unknown reader no-such-reader; there are: hex csv", err)
        self.assertEqual(self.run_tool("keys", built=1)[::2], (2, "abc\n"))
        self.assertEqual(self.calls("keys"), [])


if __name__ == "__main__":
    unittest.main()
