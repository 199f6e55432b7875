# What the tool writes: no file is destroyed, signals lose nothing, and progress is seen.
import fcntl
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
import unittest

import cli_tool
from cli_tool import ROW, Case, run

# Finds the disk full only when the file that it is told of is synced or closed.
FAILING_DISK = r"""
#define _GNU_SOURCE
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int full(int fd, const char *call) {
    char link[64], path[4096] = "";
    const char *file = getenv("FAILING_FILE"), *of = getenv("FAILING_CALL");
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    return file && of && !strcmp(of, call) && readlink(link, path, sizeof path - 1) > 0 &&
           !strcmp(path, file);
}
static int told(int fails, int result) {
    if (fails) errno = ENOSPC;
    return fails ? -1 : result;
}
int close(int fd) {
    const int fails = full(fd, "close");
    return told(fails, (int)syscall(SYS_close, fd));
}
int fsync(int fd) { return told(full(fd, "fsync"), 0); }
"""
SECRET = "5ec7e7" + "9b41d06f" * 7 + "a1"
XPUB = (
    "xpub661MyMwAqRbcFtXgS5sYJABqqG9YLmC4Q1Rdap9gSE8NqtwybGhePY2g"
    "Z29ESFjqJoCu1Rupje8YtGqsefD265TMg7usUDFdp6W1EGMcet8"
)
G = "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798"


class Overwriting(Case):
    def setUp(self):
        super().setUp()
        self.good = self.path("good.rows", self.data[: 3 * ROW])
        self.verdicts = b"".join(b'{"row":%d,"valid":true}\n' % i for i in range(3))

    def read(self, path):
        with open(path, "rb") as f:
            return f.read()

    def verify(self, code, out, *args):
        return self.expect(code, "verify", "--output", out, *args, self.good)

    def test_other_files_are_kept(self):
        """Unless --force is given."""
        others = [b"x", b"\n", b"\0", b"Dear reader,\n", b"{", b"[]", b'{"row":', b'{"row":1,']
        others += [b'{"row":x,"valid":true}', b'{"hash":"00"}\n', b"row,valid\n1,1\n"]
        others += [b"row,valid,status,reason,extra,line,files\n", self.data, self.verdicts[1:]]
        others += [b"\xef\xbb\xbf" + self.verdicts, b" " + self.verdicts, b'{"row":0,"valid"']
        for ending in ("", ".csv", ".jsonl"):
            for content in others:
                path = self.path("out" + ending, content)
                done = self.verify(2, path)
                self.assertEqual(self.read(path), content)
                self.assertRegex(
                    done.stderr.decode(), f"^ufsecp: --output {path}: exists, .*--force.*\n$"
                )
                self.assertEqual(done.stdout, b"")
                self.verify(0, path, "--force")
                self.assertRegex(self.read(path), rb'^(row,valid,status|\{"row":0,"valid":true\})')

    def test_earlier_verdicts_are_replaced(self):
        """Those of any form, and what a run left that was killed before it wrote any."""
        bad = self.path("bad.rows", b"\0" * ROW)
        csv_path, path = self.path("out.csv"), self.path("out")
        for args in (["--output", csv_path], ["--output", path]):
            self.expect(1, "verify", *args, bad)
            self.expect(0, "verify", *args, self.good)
        self.assertEqual(self.read(path), self.verdicts)
        with open(path, "wb"):
            pass
        self.verify(0, path)
        self.assertEqual(self.read(path), self.verdicts)
        os.replace(csv_path, path)
        self.verify(0, path)
        self.assertEqual(self.read(path), self.verdicts)

    @cli_tool.posix_only("flock; cli_system_test has two runs of the tool")
    def test_one_run_writes_a_file(self):
        path = self.path("out", self.verdicts)
        with open(path, "rb+") as held:
            fcntl.flock(held, fcntl.LOCK_EX)
            self.assertIn(b"another run writes it", self.verify(2, path).stderr)
        self.assertEqual(self.read(path), self.verdicts)
        self.verify(0, path)

    def test_secret_keys_are_never_overwritten(self):
        digits, pub = SECRET, G
        texts = [digits, digits + "\n", f"{digits} {pub}\n", f"{digits}\t{pub}\r\n"]
        texts += [f"0x{digits}\n", digits.upper() + "\r" + digits, f"\ufeff{digits}\n"]
        texts += [f"# receivers\n\n{digits} {pub}\n", f"{digits},{pub}\n", f"  {digits}  \n"]
        texts += [f"{digits} 04{digits}{digits}\n", f"{digits} {digits}\n", f"a b\n{digits}\n"]
        texts += [run("keygen", "--count", "2", *more).stdout for more in ([], ["--json"])]
        texts += [run("keygen", "--uncompressed").stdout]
        texts += [f"{digits} my own key", f"{digits} {pub} my first key\n", f"{digits} 2024\n"]
        texts += [
            f"{digits} {pub} 1\n",
            f"{digits} {pub} {digits}\n",
            f"name,seckey\nalice,{digits}\n",
        ]
        texts += ["nsec1" + "q" * 58, "5" + "J" * 50, f"UFSECP_SECKEY={digits}"]
        texts += ["-----BEGIN EC PRIVATE KEY-----\nMHQ=\n"]
        planted = self.path("scan.keys")
        self.expect(0, "index", "--rows", "3", "--keys", planted, self.path("i.spix"))
        texts += [self.read(planted), bytes.fromhex(digits), b"\n" * 32]
        for content in texts:
            content = content if isinstance(content, bytes) else content.encode()
            path = self.path("secret", content)
            os.chmod(path, 0o600)
            for args in ([], ["--force"]):
                done = self.verify(2, path, *args)
                self.assertEqual(self.read(path), content)
                self.assertIn(b"secret keys, and is never overwritten", done.stderr)
                self.assertEqual(done.stdout, b"")
            os.unlink(path)
        # what only looks a little like it
        for text in (f"{digits} {pub} {digits * 2}", digits[:-1], digits + "00"):
            self.verify(0, self.path("out", text), "--force")
        row = f"{digits},{pub},{digits * 2}\n"
        for shift in range(0, len(row), 10):  # wherever the first 4,096 bytes cut a row
            self.verify(0, self.path("out", "#" * shift + "\n" + row * 20), "--force")
        path = self.path("out", bytes.fromhex(digits))
        os.chmod(path, 0o644)
        self.verify(2 if cli_tool.WINDOWS else 0, path, "--force")  # without permission bits

    def test_links_and_other_kinds(self):
        key = self.path("a.key", SECRET)
        os.symlink(key, self.path("link"))
        self.assertIn(b"never overwritten", self.verify(2, self.path("link"), "--force").stderr)
        self.assertEqual(self.read(key), SECRET.encode())
        os.symlink(self.good, self.path("rows"))
        self.assertIn(b"overwrite the input", self.verify(2, self.path("rows"), "--force").stderr)
        os.symlink(self.path("nothing"), self.path("dangling"))
        self.assertIn(b"File exists", self.verify(2, self.path("dangling")).stderr)
        self.assertIn(b"is a directory", self.verify(2, self.folder.name).stderr)
        self.assertIn(b"is no directory", self.verify(2, self.path("no") + "/such/file").stderr)
        self.verify(0, "/dev/null")
        os.mkfifo(self.path("fifo"))
        reader = subprocess.Popen(["cat", self.path("fifo")], stdout=subprocess.PIPE)
        self.verify(0, self.path("fifo"))
        self.assertEqual(reader.communicate(timeout=20)[0], self.verdicts)
        self.assertIn(
            b"--force", self.expect(2, "verify", "--force", self.good).stderr, "without --output"
        )

    def test_unusable_input_costs_no_file(self):
        """Neither a new one nor the verdicts of an earlier run."""
        old, new = self.path("old", self.verdicts), self.path("new")
        for args in (
            [self.path("missing")],
            [self.path("empty", b"")],
            [self.folder.name],
            ["--scheme", "schnorr", "--low-s", self.good],
            ["--engine", "warp", self.good],
            ["--format", "csv", self.path("letter", "Dear reader,\nhello\n")],
        ):
            for out in (old, new):
                self.expect(2, "verify", "--output", out, *args)
                self.assertEqual((self.read(old), os.path.exists(new)), (self.verdicts, False))
        self.expect(0, "verify", "--allow-empty", "--output", new + ".csv", self.path("empty"))
        self.assertEqual(self.read(new + ".csv"), b"row,valid,status,reason,extra,line,file\n")
        self.expect(2, "verify", "--output", new, self.path("missing"), self.good)
        self.assertEqual(self.read(new).count(b'"valid":true'), 3)

    def test_keygen_never_overwrites(self):
        for content in (b"", b"x", SECRET.encode()):
            path = self.path("a.key", content)
            done = self.expect(2, "keygen", "--output", path)
            self.assertIn(b"File exists (name another file)", done.stderr)
            self.assertEqual((done.stdout, self.read(path)), (b"", content))


@cli_tool.posix_only("descriptors that do not wait")
class NotWaiting(Case):
    def test_standard_output(self):
        """Where writing does not wait for the reader, the tool does."""
        index, keys = self.path("i.spix"), self.path("k")
        planted = self.expect(
            0, "index", "--rows", "3000", "--payments", "3000", "--keys", keys, index
        ).stdout
        rows = self.path("a.rows", self.data * 2)
        verdicts = self.expect(0, "verify", "--output", "-", rows).stdout
        for args, want in (
            (["verify", "--output", "-", rows], verdicts),
            (["scan", "--keys", keys, index], planted),
        ):
            self.assertGreater(len(want), 150_000)  # more than a pipe holds
            read, write = os.pipe()
            os.set_blocking(write, False)
            process = subprocess.Popen([cli_tool.TOOL, *args], stdout=write, stderr=subprocess.PIPE)
            os.close(write)
            time.sleep(0.5)  # the pipe is full
            with open(read, "rb") as f:
                got = f.read()
            _, err = process.communicate(timeout=20)
            self.assertEqual((process.returncode, got == want), (0, True), err)


@cli_tool.posix_only("signals; cli_system_test types Ctrl-C")
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


@cli_tool.posix_only("terminals for one stream; cli_system_test has one for all")
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
        return cli_tool.until_closed(master)

    def test_recover(self):
        signed = json.loads(
            run("sign", "--json", "--recoverable", env={"UFSECP_SECKEY": SECRET}).stdout
        )
        row = bytes.fromhex(signed["hash"] + signed["sig"] + "%02x" % signed["recid"])
        shown = self.on_terminal("recover", data=row * 10 + b"\0" * 97, code=1)
        self.assertRegex(shown, r"\r\x1b\[K[\d,]+ rows, [\d,]+ a second")
        # each reason stands in a line of its own, and the last line is the summary
        self.assertEqual(len(re.findall(r"(?:^|\x1b\[K)ufsecp: row \d+: .*\r$", shown, re.M)), 6)
        plain = re.sub(r"\x1b\[[0-9;]*m", "", shown)  # without colours
        self.assertRegex(plain, r"\r\x1b\[K66 rows: 60 keys, 6 without .*\r\n$")
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


@unittest.skipUnless(sys.platform == "linux" and not cli_tool.WINDOWS, "/proc, LD_PRELOAD")
class FailingDisk(cli_tool.ScanCase):
    """Some file systems tell only when a file is synced or closed that its writes failed."""

    def setUp(self):
        super().setUp()
        source, self.library = self.path("disk.c", FAILING_DISK), self.path("disk.so")
        subprocess.run(["cc", "-shared", "-fPIC", "-o", self.library, source], check=True)

    def fails(self, call, path, *args, stdout=subprocess.PIPE):
        """The tool's errors, where that call fails for the file."""
        for failing, code in ((path, 2), (path + "x", 0)):
            if os.path.exists(path):
                os.unlink(path)
            out = open(path, "wb") if stdout is None else stdout
            done = subprocess.run(
                [cli_tool.TOOL, *args],
                stdout=out,
                stderr=subprocess.PIPE,
                env={
                    **os.environ,
                    "LD_PRELOAD": self.library,
                    "FAILING_CALL": call,
                    "FAILING_FILE": os.path.realpath(failing),
                },
            )
            if stdout is None:
                out.close()
            self.assertEqual(done.returncode, code, done.stderr)
            if code:
                self.assertIn(b"No space left on device", done.stderr)

    def test_close(self):
        path, rows = self.path("out"), self.path("good.rows", self.data[: 3 * ROW])
        derive = ["derive", "--xpub", XPUB, "--range", "0-9"]
        self.fails("close", path, *derive, "--output", path)
        self.fails("close", path, *derive, stdout=None)
        self.fails("close", path, "verify", "--output", path, rows)
        self.fails("close", path, "index", "--rows", "9", path)
        with open(os.path.join(cli_tool.ROOT, "test/vectors/ethereum_signed.json")) as f:
            transaction = self.path("tx.hex", json.load(f)["cases"][0]["raw"])
        self.fails("close", path, "extract", "--output", path, transaction)

    def test_sync(self):
        """Payments that are not on the disk are none that a state may know of."""
        planted, index, keys = self.make("--rows", "50", "--payments", "5")
        out, state = self.path("out"), self.path("state")
        self.fails("fsync", self.path("new.key"), "keygen", "--output", self.path("new.key"))
        args = ["scan", "--keys", keys, "--out", out, "--state", state, index]
        environment = {"FAILING_CALL": "fsync", "FAILING_FILE": os.path.realpath(out)}
        environment["LD_PRELOAD"] = self.library
        done = run(*args, env=environment)
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"No space left on device", done.stderr)
        self.assertFalse(os.path.exists(state))
        self.expect(0, *args)
        self.assertEqual(self.read(out), planted)


if __name__ == "__main__":
    cli_tool.main()
