# What the tool shows on a terminal: colours, as --color and NO_COLOR say, and the row of bench.
import os
import pty
import re
import subprocess

import cli_tool
from cli_tool import Case

RED, GREEN, BOLD = b"\033[31m", b"\033[32m", b"\033[1m"
COLOUR = re.compile(rb"\033\[[0-9]*m")


def on_terminal(*args, env=None, cwd=None):
    """(exit code, what a terminal gets) of the tool, both its outputs there."""
    ours, its = pty.openpty()
    full = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "TERM")}
    full.update({"TERM": "xterm"}, **(env or {}))
    with subprocess.Popen(
        [cli_tool.TOOL, *args], stdin=subprocess.DEVNULL, stdout=its, stderr=its, env=full, cwd=cwd
    ) as tool:
        os.close(its)
        out = b""
        while True:
            try:
                got = os.read(ours, 65536)
            except OSError:  # the last writer is gone
                got = b""
            if not got:
                break
            out += got
        os.close(ours)
    return tool.returncode, out.replace(b"\r\n", b"\n")


class Terminal(Case):
    def bad(self):
        row = bytearray(self.rows[0])
        row[100] ^= 1
        return self.path("bad.rows", self.rows[1] + bytes(row))

    def test_verdicts(self):
        code, out = on_terminal("verify", self.bad())
        self.assertEqual(code, 1)
        self.assertRegex(out, rb"row 1: \033\[31m[a-z ]+\033\[0m\n")
        self.assertRegex(out, rb"2 rows: \033\[32m1 valid\033\[0m, \033\[31m1 invalid\033\[0m \(")
        _, out = on_terminal("verify", self.path("good.rows", self.rows[0]))
        self.assertIn(GREEN + b"1 valid", out)
        self.assertNotIn(RED, out)

    def test_when(self):
        bad = self.bad()
        for env, args, wanted in (
            ({}, [], True),
            ({"NO_COLOR": ""}, [], True),
            ({"NO_COLOR": "1"}, [], False),
            ({"NO_COLOR": "0"}, [], False),
            ({"TERM": "dumb"}, [], False),
            ({"NO_COLOR": "1"}, ["--color", "auto"], False),
            ({"NO_COLOR": "1"}, ["--color=always"], True),
            ({}, ["--color", "never"], False),
            ({}, ["--json"], False),
            ({}, ["--json", "--color", "always"], False),
        ):
            _, out = on_terminal("verify", *args, bad, env=env)
            self.assertEqual(bool(COLOUR.search(out)), wanted, (env, args, out))
        for args, wanted in (([], False), (["--color", "auto"], False), (["--color=always"], True)):
            out = self.expect(1, "verify", *args, bad).stdout
            self.assertEqual(bool(COLOUR.search(out)), wanted, args)
        plain = re.sub(rb"\(.*\)", b"", self.expect(1, "verify", bad).stdout)
        always = self.expect(1, "verify", "--color", "always", bad).stdout
        self.assertEqual(re.sub(rb"\(.*\)", b"", COLOUR.sub(b"", always)), plain)
        for wrong in ("purple", "", "ALWAYS"):
            done = self.expect(2, "verify", "--color", wrong, bad)
            self.assertEqual(done.stdout, b"")
            self.assertIn(b"--color", done.stderr)

    def test_output_files_have_none(self):
        out = self.path("verdicts.csv")
        self.expect(1, "verify", "--color", "always", "--output", out, self.bad())
        with open(out, "rb") as file:
            self.assertNotIn(b"\033", file.read())

    def test_recover(self):
        row = self.rows[0][:32] + self.rows[0][65:129]
        rows = self.path("rows.bin", row + b"\0" + row + b"\7")
        code, out = on_terminal("recover", rows)
        self.assertEqual(code, 1)
        self.assertIn(GREEN + b"1 key", out)
        self.assertIn(RED + b"1 without", out)
        self.assertIn(b"row 1: " + RED, out)
        done = self.expect(1, "recover", rows)
        self.assertNotIn(b"\033", done.stdout + done.stderr)

    def test_selftest(self):
        code, out = on_terminal("selftest", "--filter", "sha")
        self.assertEqual(code, 0)
        self.assertRegex(out, rb"^\033\[1mengine \w+\033\[0m\n\033\[32mok +\033\[0m  ")
        self.assertNotIn(b"\033", self.expect(0, "selftest", "--filter", "sha").stdout)

    def bench(self, *args, env=None):
        rows = "^(field_inv|scalar_mul|scalar_inv_var)$"
        more = ["--quick", "--passes", "1", "--filter", rows]
        code, out = on_terminal("bench", *more, *args, env=env, cwd=self.folder.name)
        if b"no benchmarks" in out:
            self.skipTest("this build has no benchmarks")
        self.assertEqual(code, 0, out)
        return out

    def test_bench(self):
        """The terminal has colours, and which row is at hand; the result file has neither."""
        out = self.bench("--vs", "libsecp256k1")
        self.assertIn(BOLD + b"field and scalar", out)
        shown = re.findall(rb"\r\033\[Krow (\d) of 3: (\w+)(, (?:\d+:)?\d+(?: \w+) left)?", out)
        self.assertEqual(
            [(n, name) for n, name, _ in shown],
            [(b"1", b"field_inv"), (b"2", b"scalar_mul"), (b"3", b"scalar_inv_var")],
        )
        self.assertEqual([bool(left) for *_, left in shown], [False, True, True])
        self.assertRegex(out, rb"row 3 of 3: [^\n]*\r\033\[Kscalar_inv_var ")
        [log] = [name for name in os.listdir(self.folder.name) if name.startswith("benchmark-")]
        with open(self.path(log), "rb") as file:
            text = file.read()
        self.assertNotIn(b"\033", text)
        self.assertNotIn(b"row 1 of 3", text)
        self.assertIn(b"scalar_mul", text)
        self.assertNotRegex(self.bench("--no-file", env={"NO_COLOR": "1"}), COLOUR)

    def test_bench_without_terminal(self):
        more = ["--quick", "--passes", "1", "--filter", "^field_mul$", "--no-file"]
        done = cli_tool.run("bench", *more)
        if b"no benchmarks" in done.stderr:
            self.skipTest("this build has no benchmarks")
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertNotIn(b"\033", done.stdout)


if __name__ == "__main__":
    cli_tool.main()
