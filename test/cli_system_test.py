# What the tool asks of the operating system: names in UTF-8, paths of Windows, lines that end in CR
# LF, locks, Ctrl-C typed into a terminal, and the line of progress there.
import fcntl
import json
import os
import pty
import re
import subprocess
import termios
import time

import cli_tool
from cli_tool import Case, ROW, ScanCase


def in_terminal(*args, outputs=subprocess.PIPE):
    """(process, our end) of the tool in a terminal of its own, its outputs there or in pipes."""
    ours, its = pty.openpty()

    def take():
        fcntl.ioctl(its, termios.TIOCSCTTY, 0)

    where = its if outputs is None else outputs
    process = subprocess.Popen(
        [cli_tool.TOOL, *args],
        stdin=its,
        stdout=where,
        stderr=where,
        start_new_session=True,
        preexec_fn=take,
    )
    os.close(its)
    return process, ours


class System(ScanCase):
    def test_names(self):
        """Arguments, paths and messages are UTF-8, and folders may be named as Windows does."""
        rows = self.path("schlüssel ключ 鍵 🔑.rows", self.data[: 3 * ROW])
        out = self.path("ergebnis é.jsonl")
        self.expect(0, "verify", "--output", out, rows)
        with open(out, encoding="utf-8") as f:
            self.assertEqual(len(f.readlines()), 3)
        missing = self.path("fehlt ß.rows")
        said = self.expect(2, "verify", missing).stderr.decode()
        self.assertEqual(said, f"ufsecp: {missing}: No such file or directory\n")
        if cli_tool.WINDOWS:
            for drive in ("Z:", ""):
                self.expect(0, "verify", drive + rows.replace("/", "\\"))
            self.assertIn("Z:\\", self.expect(2, "verify", "Z:\\nowhere\\a").stderr.decode())

    def test_ends_of_lines(self):
        """Input may have CR LF; output has LF alone."""
        keys = self.path("keys.txt")
        self.expect(0, "keygen", "--count", "3", "--output", keys)
        with open(keys, "rb") as f:
            text = f.read()
        self.assertEqual((text.count(b"\n"), text.count(b"\r")), (3, 0))
        public = [line.split()[1] for line in text.splitlines()]
        done = self.expect(0, "pubkey", "-", stdin=b"\r\n".join(public) + b"\r\n")
        self.assertEqual(
            done.stdout, self.expect(0, "pubkey", "-", stdin=b"\n".join(public)).stdout
        )
        self.assertNotIn(b"\r", done.stdout + self.expect(0, "info").stdout)

    def test_one_run_writes(self):
        """A second run is refused, while others may read."""
        rows, out = self.path("a.rows", self.data[:ROW]), self.path("out")
        first, ours = in_terminal("index", "--rows", "100000000", out)
        deadline = time.time() + 60
        while time.time() < deadline and not (os.path.exists(out) and os.path.getsize(out)):
            time.sleep(0.01)
        done = self.expect(2, "verify", "--output", out, "--force", rows)
        self.assertIn(b"another run writes it", done.stderr)
        self.assertIn(b"is a scan index", self.expect(2, "verify", out).stderr)
        os.write(ours, b"\x03")
        first.communicate(timeout=60)
        os.close(ours)
        self.assertEqual(first.returncode, 130)
        self.expect(0, "verify", "--output", out, "--force", rows)

    def test_state_is_replaced(self):
        """A scan's state is a new file after each run, whose lock goes with the run."""
        planted, index, keys = self.make("--rows", "40", "--payments", "3")
        out, state = self.path("p.jsonl"), self.path("s.json")
        command = ["scan", "--keys", keys, "--out", out, "--state", state, index]
        for _ in range(3):
            self.expect(0, *command)
        self.assertEqual(len(cli_tool.payments(self.read(out))), 3)
        self.assertTrue(json.loads(self.read(state))["complete"])
        self.assertEqual(
            sorted(os.listdir(self.folder.name)), ["a.keys", "a.spix", "p.jsonl", "s.json"]
        )

    def test_typed_ctrl_c(self):
        """It ends a wait for input, and what was made is kept."""
        process, ours = in_terminal("verify", "--json", "-")
        time.sleep(15 if cli_tool.WINDOWS else 0.5)
        self.assertIsNone(process.poll())
        os.write(ours, b"\x03")
        out, err = process.communicate(timeout=60)
        os.close(ours)
        self.assertEqual((process.returncode, json.loads(out)["interrupted"]), (130, True), err)

        keys = self.path("many.keys")
        process, ours = in_terminal("keygen", "--count", "100000000", "--output", keys)
        deadline = time.time() + 60
        while time.time() < deadline and not (os.path.exists(keys) and os.path.getsize(keys)):
            time.sleep(0.05)
        os.write(ours, b"\x03")
        _, err = process.communicate(timeout=60)
        os.close(ours)
        self.assertEqual(process.returncode, 130, err)
        text = self.read(keys)
        self.assertGreater(len(text), 0)
        self.assertTrue(text.endswith(b"\n"))

    def test_progress(self):
        index = self.path("big.spix")
        process, ours = in_terminal("index", "--rows", "100000000", index, outputs=None)
        shown, deadline = "", time.time() + 60
        while time.time() < deadline and not re.search(r"[\d,]+ rows, .*a second", shown):
            shown += re.sub(r"\x1b\[[\d?;]*[A-Za-z]", "", os.read(ours, 4096).decode())
        self.assertRegex(shown, r"[\d,]+ rows, .*a second")
        os.write(ours, b"\x03")
        cli_tool.until_closed(ours)
        self.assertEqual(process.wait(timeout=60), 130)
        self.assertFalse(os.path.exists(index))


if __name__ == "__main__":
    cli_tool.main()
