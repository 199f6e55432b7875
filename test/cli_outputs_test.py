# What the tool tells while it works and when it is stopped.
import json
import os
import pty
import re
import signal
import subprocess
import time

import cli_tool
from cli_tool import ROW, Case, run

SECRET = "5ec7e7" + "9b41d06f" * 7 + "a1"


class Signals(Case):
    def started(self, *args, ignored=(), **more):
        process = subprocess.Popen(
            [cli_tool.TOOL, *args],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            preexec_fn=lambda: [signal.signal(number, signal.SIG_IGN) for number in ignored],
            **more,
        )
        self.addCleanup(process.communicate)
        return process

    def test_the_summary_survives(self):
        """Of verify, recover, keygen, scan and index, on each signal that asks for an end."""
        index, keys = self.path("i.spix"), self.path("k")
        self.expect(0, "index", "--rows", "2000", "--keys", keys, index)
        signed = json.loads(
            run("sign", "--json", "--recoverable", env={"UFSECP_SECKEY": SECRET}).stdout
        )
        row = bytes.fromhex(signed["hash"] + signed["sig"] + "%02x" % signed["recid"])
        with open(index, "rb") as f:
            spix = f.read()
        spix = spix[:8] + b"\xff" * 8 + spix[16:]  # of a number of rows that is not known
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            for args, data, want in (
                (["verify"], self.data[: 2 * ROW], r"^interrupted after 2 rows: 2 valid"),
                (["recover"], row * 2, r"interrupted after 2 rows\n$"),
                (["scan", "--keys", keys], spix, r"interrupted after [\d,]+ rows: "),
            ):
                process = self.started(*args, stdin=subprocess.PIPE)
                process.stdin.write(data)
                process.stdin.flush()
                self.wait_until(lambda: self.catches(process, number))
                time.sleep(0.3)  # the rows are done, and it waits for more
                process.send_signal(number)
                out, err = process.communicate(timeout=20)
                self.assertEqual(process.returncode, 130, (args, number, out, err))
                self.assertRegex((out if args == ["verify"] else err).decode(), want)
            for args in (["keygen", "--count", "100000000"], ["index", "--rows", "9" * 9, "-"]):
                process = self.started(*args)
                os.read(process.stdout.fileno(), 1 << 16)
                process.send_signal(number)
                _, err = process.communicate(timeout=20)
                self.assertEqual(process.returncode, 130, (args, number))
                self.assertRegex(err.decode(), r"^ufsecp: interrupted after [\d,]+ of [\d,]+ ")

    def status(self, process, name):
        with open(f"/proc/{process.pid}/status") as f:
            return next(int(line.split()[1], 16) for line in f if line.startswith(name + ":"))

    def catches(self, process, number):
        return self.status(process, "SigCgt") >> number - 1 & 1

    def wait_until(self, done):
        deadline = time.time() + 20
        while not done():
            self.assertLess(time.time(), deadline)
            time.sleep(0.01)

    def test_ignored_signals_stay_ignored(self):
        """As nohup and scripts with jobs in the background have it."""
        for ignored in ([signal.SIGINT, signal.SIGHUP], [signal.SIGINT], [signal.SIGHUP]):
            process = self.started("verify", ignored=ignored, stdin=subprocess.PIPE)
            self.wait_until(lambda: self.catches(process, signal.SIGTERM))
            for number in (signal.SIGINT, signal.SIGHUP):
                self.assertEqual(self.catches(process, number), number not in ignored)
            for number in ignored:
                process.send_signal(number)
            out, _ = process.communicate(self.data[: 2 * ROW], timeout=20)
            self.assertEqual((process.returncode, out[:8]), (0, b"2 rows: "))
        script = f"{cli_tool.TOOL} verify < fifo > out & pid=$!; exec 3> fifo; sleep 1; "
        script += "kill -INT $pid; sleep 0.3; cat rows >&3; exec 3>&-; wait $pid; echo $?; cat out"
        self.path("rows", self.data[: 2 * ROW])
        os.mkfifo(self.path("fifo"))
        done = subprocess.run(
            ["sh", "-c", script], cwd=self.folder.name, capture_output=True, timeout=30
        )
        self.assertRegex(done.stdout.decode(), r"^0\n2 rows: 2 valid")

    def test_a_second_signal_ends_it(self):
        """Also where the first waits for a writer: with the signal's own exit status."""
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            process = self.started("keygen", "--count", "100000000")
            os.read(process.stdout.fileno(), 100)
            time.sleep(0.3)  # the pipe is full, and keygen waits in a write
            process.send_signal(number)
            time.sleep(0.1)
            process.send_signal(number)
            self.assertEqual(process.wait(timeout=20), -number)


class Progress(Case):
    def on_terminal(self, *args, data=b"", stdout=subprocess.DEVNULL, code=0):
        """What standard error shows, of a run that takes some seconds."""
        master, slave = pty.openpty()
        process = subprocess.Popen(
            [cli_tool.TOOL, *args], stdin=subprocess.PIPE, stdout=stdout, stderr=slave
        )
        os.close(slave)
        for _ in range(6 if data else 0):
            process.stdin.write(data)
            process.stdin.flush()
            time.sleep(0.35)
        if not data:
            time.sleep(2)
            process.send_signal(signal.SIGINT)
        process.stdin.close()
        self.assertEqual(process.wait(timeout=60), code)
        shown = ""
        try:
            while part := os.read(master, 4096).decode():
                shown += part
        except OSError:  # the other end is closed
            pass
        os.close(master)
        return shown

    def test_recover(self):
        signed = json.loads(
            run("sign", "--json", "--recoverable", env={"UFSECP_SECKEY": SECRET}).stdout
        )
        row = bytes.fromhex(signed["hash"] + signed["sig"] + "%02x" % signed["recid"])
        shown = self.on_terminal("recover", data=row * 10 + b"\0" * 97, code=1)
        self.assertRegex(shown, r"\r\x1b\[K[\d,]+ rows, [\d,]+ a second")
        # each reason stands in a line of its own, and the last line is the summary
        self.assertEqual(len(re.findall(r"(?:^|\x1b\[K)ufsecp: row \d+: .*\r$", shown, re.M)), 6)
        self.assertRegex(shown, r"\r\x1b\[K66 rows: 60 keys, 6 without .*\r\n$")
        shown = self.on_terminal("recover", "--quiet", data=row * 10)
        self.assertEqual(shown, "")

    def test_keygen(self):
        for args in ([], ["--output", self.path("many.key")]):
            shown = self.on_terminal("keygen", "--count", "100000000", *args, code=130)
            self.assertRegex(
                shown, r"\r\x1b\[K[\d,]+ keys, [\d,]+ a second, 0 %, [\d:]+ (h|min) left"
            )
            self.assertRegex(shown, r"\r\x1b\[Kufsecp: interrupted after .*\r\n$")
        shown = self.on_terminal("keygen", "--quiet", "--count", "100000000", code=130)
        self.assertRegex(shown, r"^ufsecp: interrupted after .*\r\n$")

    def test_recover_names_so_many_rows(self):
        bad = b"\0" * 97 * 1200
        for args, named in ((["--max-reported", "5"], 5), (["--max-reported", "0"], 0), ([], 1000)):
            done = self.expect(1, "recover", *args, stdin=bad)
            self.assertEqual(done.stdout, b"-\n" * 1200)
            lines = done.stderr.decode().splitlines()
            self.assertEqual(len([x for x in lines if x.startswith("ufsecp: row ")]), named)
            self.assertEqual(lines[-2], f"ufsecp: ... and {1200 - named:,} more rows without a key")
        done = self.expect(1, "recover", "--max-reported", "1", stdin=b"\0" * 97 * 2)
        self.assertIn(b"ufsecp: ... and 1 more row without a key\n", done.stderr)
        done = self.expect(1, "recover", "--max-reported", "1", "--json", stdin=bad)
        self.assertEqual(done.stdout.count(b'"reason"'), 1200)
        self.assertNotIn(b"more row", done.stderr)


class Engines(Case):
    def test_a_wrong_engine(self):
        """The message names the engines that are there, and GPUs only where there are some."""
        engines = json.loads(run("info", "--json").stdout)["engines"]
        gpus = [e["name"] for e in engines if e["supported"] and e["text"] is not None]
        cpu = [e["name"] for e in engines if e["supported"] and e["text"] is None]
        there = "; there are: " + ", ".join(["auto", *cpu])
        for name in ("warp", "x64", "cud", *[e["name"] for e in engines if not e["supported"]]):
            said = self.expect(2, "verify", "--engine", name, cli_tool.ROWS).stderr.decode()
            want = there + ("; GPUs: " + ", ".join(gpus) if gpus else "") + "\n"
            self.assertTrue(said.endswith(want), said)
        said = self.expect(
            2, "verify", "--engine", "warp", env={"UFSECP_GPU_DEVICE": "none"}
        ).stderr.decode()
        self.assertTrue(said.endswith(there + "\n"), said)


class Environment(Case):
    def test_every_variable_is_documented(self):
        """What the code reads of the environment stands in `ufsecp --help` and in the guide."""
        read = set()
        for folder in ("cli", "src", "bench"):
            for place, _, files in os.walk(os.path.join(cli_tool.ROOT, folder)):
                for name in files:
                    if name.endswith((".cpp", ".h")):
                        with open(os.path.join(place, name)) as f:
                            read |= set(re.findall(r'"(UFSECP_[A-Z_]+)"', f.read()))
        read = {name for name in read if not name.endswith("_")}
        self.assertLessEqual({"UFSECP_ENGINE", "UFSECP_NVRTC", "UFSECP_CPU"}, read)
        top = self.expect(0, "--help").stdout.decode()
        with open(os.path.join(cli_tool.ROOT, "doc", "GUIDE.md")) as f:
            guide = f.read()
        for name in read:
            self.assertRegex(top, rf"\n    {name}\b", name)
            self.assertIn(f"| `{name}` |", guide)


if __name__ == "__main__":
    cli_tool.main()
