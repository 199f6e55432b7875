# `ufsecp scan` goes on where it ended: pieces, interruption, an index that grows or changes.
import fcntl
import hashlib
import json
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import time

import cli_tool
from cli_tool import ScanCase, payments


class Resume(ScanCase):
    def test_index_changes(self):
        """Rows that were done may not change, whether the scan was complete or not; new ones are
        scanned."""
        planted, index, keys = self.make("--rows", "1000", "--payments", "50")
        data = self.read(index)
        ends = [16]
        for tweak, outputs in self.rows_of(data):
            ends.append(ends[-1] + len(tweak) + 2 + 8 * len(outputs))
        out, state, grown = self.path("o"), self.path("s"), self.path("grown.spix")
        command = ["scan", "--keys", keys, "--out", out, "--state", state, grown]
        for rows in (600, 600, 800):
            self.path("grown.spix", data[:8] + struct.pack("<Q", rows) + data[16 : ends[rows]])
            self.expect(0, *command)
        self.assertEqual(
            self.read(out),
            b"".join(x for x in planted.splitlines(keepends=True) if json.loads(x)["row"] < 800),
        )
        a, b, c = ends[500:503]
        swapped = data[:a] + data[b:c] + data[a:b] + data[c:]
        saved = self.read(state), self.read(out)
        for complete in (True, False):
            self.change(state, complete=complete)
            for content in (swapped, data[:8] + b"\xff" * 8 + data[16:a]):
                self.path("grown.spix", content)
                self.assertIn(
                    b"a state of another index, or the rows", self.expect(2, *command).stderr
                )
        self.assertEqual(self.read(out), saved[1])
        self.path("grown.spix", data)
        self.assertEqual(json.loads(self.expect(0, *command, "--json").stdout)["resumed_at"], 800)
        self.assertEqual(self.read(out), planted)

    def test_line_that_is_still_written(self):
        """With a state a last line without an end is no row yet; without one it is."""
        planted, text, keys = self.make("--rows", "40", "--payments", "40", ending=".csv")
        whole, out, state = self.read(text), self.path("o"), self.path("s")
        growing = self.path("growing.csv", whole[:-1])
        self.assertEqual(self.expect(0, "scan", "--keys", keys, growing).stdout, planted)
        command = ["scan", "--keys", keys, "--out", out, "--state", state, "--json", growing]
        last = whole.rindex(b"\n", 0, -1) + 1
        for end in len(whole) - 1, last + 66, last + 67, last + 1:
            self.path("growing.csv", whole[:end])
            done = self.expect(2, *command)
            self.assertIn(b"line 41: the file ends within this line", done.stderr)
            self.assertEqual(json.loads(done.stdout)["rows"], 39)
        self.path("growing.csv", whole)
        self.assertEqual(json.loads(self.expect(0, *command).stdout)["rows"], 40)
        self.assertEqual(self.read(out), planted)

    def test_tweaks_are_in_all_lines_or_none(self):
        planted, index, keys = self.make("--rows", "50", "--payments", "5")
        command = ["scan", "--keys", keys, "--state", self.path("s"), "--out", self.path("o")]
        self.expect(0, *command, index)
        done = self.expect(2, *command, "--tweaks", index)
        self.assertIn(b"a state of a scan without --tweaks", done.stderr)
        self.assertEqual(self.read(self.path("o")), planted)

    def test_empty_state_beside_payments(self):
        planted, index, keys = self.make("--rows", "50", "--payments", "5")
        out, state = self.path("o"), self.path("s")
        command = ["scan", "--keys", keys, "--out", out, "--state", state, index]
        self.path("s", b"")
        self.expect(0, *command)  # of a run that was killed before its first piece
        self.path("s", b"")
        self.assertIn(b"is empty, while --out holds payments", self.expect(2, *command).stderr)
        self.assertEqual(self.read(out), planted)

    def test_state_that_does_not_fit_itself(self):
        _, index, keys = self.make("--rows", "50", "--payments", "5")
        out, state = self.path("o"), self.path("s")
        command = ["scan", "--keys", keys, "--out", out, "--state", state, index]
        self.expect(0, *command)
        saved = self.read(state)
        for wrong in (
            {"bad": 3},
            {"first_bad": 4},
            {"bad": -1, "first_bad": 4},
            {"rows": 1.5},
            {"payments": -1},
            {"out_bytes": "9"},
        ):
            self.path("s", saved)
            self.change(state, **wrong)
            before = self.read(state)
            self.assertIn(b"not a state of this version", self.expect(2, *command).stderr)
            self.assertEqual(self.read(state), before)

    def test_payments_of_no_scan_after_the_last_row(self):
        """What stands there beyond an incomplete state whose rows are all done."""
        planted, index, keys = self.make("--rows", "50", "--payments", "5")
        out, state = self.path("o"), self.path("s")
        command = ["scan", "--keys", keys, "--out", out, "--state", state, index]
        self.expect(0, *command)
        self.change(state)
        self.path("o", planted + b'{"row":5,"outp')
        done = self.expect(2, *command)
        self.assertIn(b"is not what this scan writes there", done.stderr)
        self.path("o", planted)
        self.expect(0, *command)
        with open(state) as f:
            self.assertTrue(json.load(f)["complete"])

    def test_state_that_cannot_be(self):
        _, index, keys = self.make("--rows", "50")
        os.mkfifo(self.path("pipe"))
        for state, what in (
            (self.path("no/s"), b"cannot write "),
            (self.folder.name, b"cannot be read"),
            (self.path("pipe"), b"cannot be read"),
        ):
            done = self.expect(2, "scan", "--keys", keys, "--state", state, index)
            self.assertEqual(done.stdout, b"")  # not one piece was scanned
            self.assertIn(what, done.stderr)

    def test_interrupted_before_the_first_row(self):
        _, index, keys = self.make("--rows", "50")
        line = self.read(keys)
        for args, text in (
            (["--keys", "-"], line + line[:50]),
            (["--keys", keys, "--labels", "1048576"], b""),
            (["--keys", keys, "--label-file", "-"], b"1 2 "),
        ):
            process = subprocess.Popen(
                [cli_tool.TOOL, "scan", *args, index],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
            process.stdin.write(text)
            process.stdin.flush()
            until = time.monotonic() + 20
            while time.monotonic() < until:
                with open(f"/proc/{process.pid}/status") as f:
                    caught = int(next(x for x in f if x.startswith("SigCgt")).split()[1], 16)
                if caught >> (signal.SIGINT - 1) & 1:
                    break
                time.sleep(0.01)
            time.sleep(0.2)
            started = time.monotonic()
            process.send_signal(signal.SIGINT)
            self.assertEqual(process.wait(timeout=20), 130)
            self.assertLess(time.monotonic() - started, 5)
            stdout, stderr = process.communicate()
            self.assertEqual((stdout, stderr), (b"", b"ufsecp: interrupted before the first row\n"))

    def test_interruption(self):
        """Stopped by Ctrl-C and killed again and again, every payment is there once in the end."""
        for to_file in (True, False):
            planted, index, keys = self.make(
                "--rows",
                "120000",
                "--payments",
                "400",
                "--labels",
                "1",
                name=f"a{to_file}",
                ending=".spix" if to_file else ".csv",
            )
            state, out = self.path(f"state{to_file}"), self.path(f"out{to_file}")
            command = [
                "scan",
                "--keys",
                keys,
                "--labels",
                "1",
                "--var",
                "--threads",
                "1",
                "--state",
                state,
                "--json",
            ]
            command += ["--out", out] if to_file else []
            printed, codes, resumed = b"", [], 0
            for turn in range(40):
                stopped_by = signal.SIGKILL if to_file and turn % 2 else signal.SIGINT
                process = subprocess.Popen(
                    [cli_tool.TOOL, *command, index], stdout=subprocess.PIPE, stderr=subprocess.PIPE
                )
                until = time.monotonic() + 50
                while process.poll() is None and time.monotonic() < until:
                    text = self.read(state) if os.path.exists(state) else b""
                    rows = json.loads(text)["rows"] if text else 0
                    if rows > resumed and turn < 4:
                        resumed = rows
                        process.send_signal(stopped_by)
                        break
                    time.sleep(0.02)
                stdout, _ = process.communicate(timeout=50)
                codes.append(process.returncode)
                lines = stdout.splitlines(keepends=True)
                printed += b"".join(line for line in lines if b'"x"' in line)
                if process.returncode == 0:
                    break
            self.assertEqual(codes[-1], 0, codes)
            self.assertIn(130, codes)
            self.assertEqual(self.read(out) if to_file else printed, planted)
            summary = json.loads(lines[-1])
            self.assertEqual(
                (summary["rows"], summary["payments"]), (120000, len(payments(planted)))
            )
            self.assertGreater(summary["resumed_at"], 0)
            again = self.expect(0, *command, index)
            self.assertEqual(json.loads(again.stdout)["payments"], len(payments(planted)))
            if not to_file:
                continue
            self.assertEqual(self.read(out), planted)
            _, other, other_keys = self.make("--rows", "1000", "--seed", "3", name="other")
            for changed, what in {
                (other,): b"a state of another index",
                ("--keys", other_keys, index): b"a state of other keys or labels",
                ("--labels", "2", index): b"a state of other keys or labels",
                ("--out", self.path("p"), index): b"another --out",
            }.items():
                replaced = [
                    a
                    for i, a in enumerate(command)
                    if a not in changed and (i == 0 or command[i - 1] not in changed)
                ]
                done = self.expect(2, *replaced, *changed)
                self.assertIn(what, done.stderr)
            with open(state, "w") as f:
                f.write("{}")
            self.assertIn(b"not a state", self.expect(2, *command, index).stderr)

    def make_small_pieces(self, rows):
        """An index and a command with which the first piece has 64 rows, done within 50 ms almost
        everywhere."""
        planted, index, keys = self.make(
            "--rows",
            str(rows),
            "--payments",
            str(rows // 3),
            "--labels",
            "4097",
            "--outputs",
            "2",
            "--output-size",
            "32",
        )
        state, out = self.path("state"), self.path("out")
        return (
            planted,
            index,
            state,
            out,
            [
                "scan",
                "--keys",
                keys,
                "--labels",
                "4097",
                "--var",
                "--threads",
                "1",
                "--json",
                "--out",
                out,
                "--state",
                state,
            ],
        )

    def test_pieces(self):
        """They grow while they are done at once, however late rows come, which are not waited for
        long; the state names the next one."""
        planted, index, state, out, command = self.make_small_pieces(2500)
        data, ends = self.read(index), [16]
        for _, outputs in self.rows_of(data):
            ends.append(ends[-1] + 33 + 2 + 32 * len(outputs))
        head = data[:8] + b"\xff" * 8
        self.expect(0, *command, self.path("one.spix", head + data[16 : ends[1]]))
        states = [json.loads(self.read(state))]
        states[0].update(rows=0, rows_sha256=hashlib.sha256().hexdigest(), payments=0)
        self.assertEqual((states[0]["piece"], states[0]["bad"]), (64, 0))
        states[0].update(out_bytes=0, complete=False)
        self.path("state", json.dumps(states[0]))
        self.path("out", "")
        os.mkfifo(self.path("pipe"))
        process = subprocess.Popen(
            [cli_tool.TOOL, *command, self.path("pipe")],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        with process, open(self.path("pipe"), "r+b", buffering=0) as pipe:
            fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, 1 << 20)  # so that a piece is there at once

            def scanned(n):
                """Writes n rows, and has a part of the next one wait; the state once they are
                done."""
                begun = time.monotonic()
                pipe.write(data[self.written : ends[rows + n] + 20])
                self.written = ends[rows + n] + 20
                while (now := json.loads(self.read(state)))["rows"] == rows:
                    self.assertLess(time.monotonic(), begun + 30, f"{n} rows are waited for")
                    time.sleep(0.001)
                self.assertEqual(now["rows"], rows + n)
                self.assertEqual(self.read(out), planted[: now["out_bytes"]])
                return now, time.monotonic() - begun

            pipe.write(head)
            self.written = 16
            while (rows := states[-1]["rows"]) + (piece := states[-1]["piece"]) < 2400:
                time.sleep(0.25 if len(states) < 4 else 0)
                now, took = scanned(piece)
                self.assertIn(
                    now["piece"],
                    (2 * piece,) if took < 0.05 else (piece // 2, piece, 2 * piece),
                    took,
                )
                self.assertGreaterEqual(now["piece"], 64)
                states.append(now)
            now, took = scanned(30)
            self.assertLess(took, 8)  # 200 ms, and the work
            self.assertEqual(now["piece"], states[-1]["piece"])
            states.append(now)
            process.send_signal(signal.SIGINT)
            stdout, _ = process.communicate(timeout=20)
        self.assertEqual(
            (process.returncode, json.loads(stdout)["rows"]), (130, states[-1]["rows"])
        )
        self.assertEqual(json.loads(self.read(state)), states[-1])
        for before, after in zip(
            states, states[1:-1]
        ):  # killed between a piece's payments and its state
            there = planted[: after["out_bytes"]]
            self.assertGreater(after["out_bytes"], before["out_bytes"])
            index = self.path("begun.spix", head + data[16 : ends[after["rows"]]])
            for piece, code in ((before["piece"] // 2, 2), (before["piece"], 0)):
                self.path("out", there)
                self.path("state", json.dumps({**before, "complete": False, "piece": piece}))
                done = self.expect(code, *command, index)
                self.assertEqual(self.read(out), there)
                self.assertEqual(
                    json.loads(done.stdout)["rows"], before["rows"] if code else after["rows"]
                )
        for piece, code in ((0, 2), ((1 << 20) + 1, 2), (1 << 20, 0)):
            self.path("state", json.dumps({**before, "complete": False, "piece": piece}))
            self.expect(code, *command, index)
        self.path(
            "state", json.dumps(states[-2])
        )  # killed as before, at rows that came late: they are waited for
        self.path("out", planted[: states[-1]["out_bytes"]])
        process = subprocess.Popen(
            [cli_tool.TOOL, *command, self.path("pipe")],
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        with process, open(self.path("pipe"), "wb", buffering=0) as pipe:
            pipe.write(head + data[16 : ends[states[-1]["rows"] - 20]])
            time.sleep(0.5)
            pipe.write(data[ends[states[-1]["rows"] - 20] :])
            pipe.close()
            self.assertEqual((process.communicate(timeout=50)[1], process.returncode), (b"", 0))
        self.assertEqual(self.read(out), planted)

    def test_one_row(self):
        """The first row of a pipe is scanned when it is there, whatever comes later."""
        planted, index, keys = self.make("--rows", "1", "--payments", "1")
        data = self.read(index)
        process = subprocess.Popen(
            [cli_tool.TOOL, "scan", "--keys", keys],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        with process:
            process.stdin.write(data[:8] + b"\xff" * 8 + data[16:])
            process.stdin.flush()
            self.assertTrue(select.select([process.stdout], [], [], 20)[0])
            self.assertEqual(process.stdout.readline(), planted)
            process.stdin.close()
        self.assertEqual(process.returncode, 0)

    def test_killed(self):
        """Whenever it is killed, every payment is there once in the end; a piece of which nothing
        is there begins small."""
        planted, index, state, out, command = self.make_small_pieces(4000)
        self.expect(0, *command[:-4], "--out", self.path("whole"), index)
        self.assertEqual(self.read(self.path("whole")), planted)
        choice, kills = random.Random(352), 0

        def saved():
            return os.stat(state).st_mtime_ns if os.path.exists(state) else None

        def size():
            return os.path.getsize(out) if os.path.exists(out) else 0

        for turn in range(200):
            process = subprocess.Popen(
                [cli_tool.TOOL, *command, index], stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
            left, last, known = choice.randrange(2, 7), saved(), size()
            while process.poll() is None:
                if saved() != last:
                    left, last, known = left - 1, saved(), size()
                if left <= 0 and (
                    turn % 2 == 0 or size() > known
                ):  # in any moment; between payments and state
                    process.kill()
                    break
            _, stderr = process.communicate(timeout=50)
            self.assertEqual(self.read(out), planted[: size()])
            if process.returncode == 0:
                break
            self.assertEqual((process.returncode, stderr), (-signal.SIGKILL, b""))
            kills += 1
            now = json.loads(self.read(state))
            self.assertLessEqual(now["out_bytes"], size())
        self.assertGreater(kills, 2)
        self.assertEqual(self.read(out), self.read(self.path("whole")))

    def test_two_at_once(self):
        """A second run with the same state, or the same --out, is refused at once; a run that was
        killed refuses none."""
        planted, index, keys = self.make("--rows", "3000", "--payments", "100")
        data = self.read(index)
        state, out = self.path("s"), self.path("o")
        os.symlink(state, self.path("link"))
        os.mkfifo(self.path("pipe"))
        command = ["scan", "--keys", keys, "--state", state, "--out", out]
        begun = b""
        for turn, killed in enumerate((True, True, False)):
            process = subprocess.Popen(
                [cli_tool.TOOL, *command, self.path("pipe")],
                stdout=subprocess.DEVNULL,
            )
            with process, open(self.path("pipe"), "wb", buffering=0) as pipe:
                pipe.write(data[: 2000 + 30000 * turn])
                until = time.monotonic() + 30
                while time.monotonic() < until:  # for the state that knows of more payments
                    before = self.read(state) if os.path.exists(state) else b""
                    if before and json.loads(before)["out_bytes"] > len(begun):
                        break
                    time.sleep(0.01)
                time.sleep(0.5)  # the rows that came with them
                before, begun = self.read(state), self.read(out)
                self.assertTrue(begun)
                for mine, what in (
                    (["--state", state, "--out", self.path("p")], b"another run uses this state"),
                    (["--state", self.path("./s")], b"another run uses this state"),
                    (["--state", self.path("link")], b"another run uses this state"),
                    (["--state", self.path("t"), "--out", out], b"another run writes to it"),
                    (["--out", self.path("./o")], b"another run writes to it"),
                ):
                    started = time.monotonic()
                    done = self.expect(2, "scan", "--keys", keys, *mine, index)
                    self.assertIn(what, done.stderr)
                    self.assertEqual(done.stdout, b"")
                    self.assertLess(time.monotonic() - started, 10)
                self.assertEqual((self.read(state), self.read(out)), (before, begun))
                for name in ("p", "t"):
                    self.assertFalse(os.path.exists(self.path(name)), name)
                if killed:
                    process.kill()
                else:
                    pipe.write(data[2000 + 30000 * turn :])
            self.assertEqual(process.returncode, -signal.SIGKILL if killed else 0)
        self.assertEqual(self.read(out), planted)
        self.assertTrue(os.path.islink(self.path("link")))

    def test_many_at_once(self):
        """However many begin at one moment, the payments are there once, and nothing else stays."""
        planted, index, keys = self.make("--rows", "3000", "--payments", "100")
        for turn in range(5):
            state, out = self.path(f"s{turn}"), self.path(f"o{turn}")
            command = [cli_tool.TOOL, "scan", "--quiet", "--keys", keys, "--threads", "1"]
            command += ["--state", state, "--out", out, index]
            runs = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(6)]
            ends = [(process.communicate(timeout=60)[1], process.returncode) for process in runs]
            self.assertIn((b"", 0), ends)
            for stderr, code in ends:
                self.assertIn(code, (0, 2))
                self.assertTrue(code == 0 or b"another run uses this state" in stderr, stderr)
            self.assertEqual(self.read(out), planted)
            self.assertEqual(json.loads(self.read(state))["complete"], True)
        left = {"a.spix", "a.keys", *(f"{x}{n}" for x in "so" for n in range(5))}
        self.assertEqual(set(os.listdir(self.folder.name)), left)

    def test_out_is_known_by_the_file(self):
        """By another spelling, after both were moved, or through a link, it is the same; another
        file, one that was cut and one that is not there are refused."""
        planted, index, keys = self.make("--rows", "300", "--payments", "60")
        os.mkdir(self.path("d"))
        command = [cli_tool.TOOL, "scan", "--keys", keys, "--json", index, "--state"]

        def scan(code, state, out, folder=""):
            done = subprocess.run(
                [*command, state, *(["--out", out] if out else [])],
                cwd=self.path(folder),
                capture_output=True,
                timeout=60,
            )
            self.assertEqual(done.returncode, code, done)
            return done.stderr if code else json.loads(done.stdout.splitlines()[-1])["resumed_at"]

        self.assertEqual(scan(0, "d/s", "d/o"), 0)
        self.assertEqual(self.read(self.path("d/o")), planted)
        os.symlink(self.path("d/o"), self.path("soft"))
        os.symlink(self.path("d/s"), self.path("soft_state"))
        os.link(self.path("d/o"), self.path("hard"))
        for state, out, folder in (
            ("d/s", "d/o", ""),
            ("s", "o", "d"),
            ("../d/s", "../d/./o", "d"),
            (self.path("d/s"), self.path("d/o"), "/"),
            ("d/s", "soft", ""),
            ("d/s", "hard", ""),
            ("soft_state", "d/o", ""),
        ):
            self.assertEqual(scan(0, state, out, folder), 300)
        os.rename(self.path("d"), self.path("e"))
        self.assertEqual(scan(0, "e/s", "e/o"), 300)
        with open(self.path("e/o2"), "wb") as f:  # as a copy on another disk is: another inode
            f.write(planted)
        os.unlink(self.path("hard"))
        os.rename(self.path("e/o2"), self.path("e/o"))
        self.assertEqual(scan(0, "e/s", "e/o"), 300)
        for out in ("e/p", "o", "-", None):
            self.assertIn(b"a state whose payments went to another --out", scan(2, "e/s", out))
        for complete in (True, False):
            for there in (planted[:-1], planted[:100], b""):
                self.path("e/o", there)
                if not complete:
                    self.change(self.path("e/s"))
                self.assertIn(b"is shorter than the state says", scan(2, "e/s", "e/o"))
                self.assertEqual(self.read(self.path("e/o")), there)
            os.unlink(self.path("e/o"))
            self.assertIn(b"e/o: was removed", scan(2, "e/s", "e/o"))
            self.assertFalse(os.path.exists(self.path("e/o")))
            self.path("e/o", planted)
            self.assertEqual(scan(0, "e/s", "e/o"), 300)

    def test_what_is_no_state(self):
        """It is kept as it is; an empty file is a state that was not begun."""
        planted, index, keys = self.make("--rows", "30", "--payments", "3")
        for content in (b"notes\n", b"{}", b'{"ufsecp_scan":3}', b"\0" * 100, self.read(keys)):
            state = self.path("s", content)
            for force in ([], ["--force"]):
                done = self.expect(2, "scan", "--keys", keys, *force, "--state", state, index)
                self.assertIn(b"not a state of this version", done.stderr)
                self.assertEqual((self.read(state), done.stdout), (content, b""))
        done = self.expect(0, "scan", "--keys", keys, "--state", self.path("s", b""), index)
        self.assertEqual(done.stdout, planted)
        self.assertEqual(json.loads(self.read(self.path("s")))["rows"], 30)

    def test_index_that_is_not_finished(self):
        """Its keys go, so that the same line can be run again."""
        keys = self.path("k")
        for index, what in (
            (self.path("no/x"), b"No such file"),
            ("/dev/full", b"No space left"),
            (self.folder.name, b"Is a directory"),
        ):
            self.assertIn(what, self.expect(2, "index", "--keys", keys, index).stderr)
            self.assertFalse(os.path.exists(keys))
        process = subprocess.Popen(
            [
                cli_tool.TOOL,
                "index",
                "--keys",
                keys,
                "--rows",
                "100000000",
                "--outputs",
                "99",
                self.path("x"),
            ],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        until = time.monotonic() + 20
        while not os.path.exists(self.path("x")) and time.monotonic() < until:
            time.sleep(0.01)
        self.assertTrue(os.path.exists(keys))
        process.send_signal(signal.SIGINT)
        stderr = process.communicate(timeout=20)[1].decode()
        self.assertEqual((process.returncode, os.path.exists(keys)), (130, False))
        self.assertRegex(stderr, r"^ufsecp: interrupted after [\d,]+ of 100,000,000 rows\n$")
        self.assertEqual(
            len(
                payments(
                    self.expect(0, "index", "--keys", keys, "--rows", "3", self.path("x")).stdout
                )
            ),
            3,
        )
        before = self.read(keys)
        self.expect(2, "index", "--keys", keys, self.path("y"))
        self.assertEqual(self.read(keys), before)  # those that were there stay

    def test_progress(self):
        """The line appears on a terminal after a second, with rate, share and remaining time, and
        is wiped before the summary."""
        _, index, keys = self.make("--rows", "80000", "--payments", "0")
        master, slave = pty.openpty()
        command = [
            cli_tool.TOOL,
            "scan",
            "--keys",
            keys,
            "--engine",
            "portable",
            "--threads",
            "1",
            index,
        ]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=slave)
        os.close(slave)
        shown = cli_tool.until_closed(master)
        self.assertEqual(process.wait(), 0)
        process.stdout.close()
        *lines, summary = shown.split("\r\x1b[K")[1:]
        self.assertRegex(summary, r"^80,000 rows: 0 payments \(")
        self.assertGreater(len(lines), 0)
        shares = []
        for line in lines:
            self.assertRegex(
                line, r"^[\d,]+ rows, [\d,]+ a second, \d+ %, (\d+ s|\d+:\d\d min) left$"
            )
            rows, rate, share = (
                int(n.replace(",", ""))
                for n in re.match(r"([\d,]+) rows, ([\d,]+) a second, (\d+) %", line).groups()
            )
            self.assertLessEqual(abs(share - rows * 100 // 80000), 1)
            seconds = re.search(r", (\d+) s left", line)
            if seconds:
                self.assertLessEqual(abs(int(seconds[1]) - (80000 - rows) / rate), 1.5)
            shares.append(share)
        self.assertEqual(shares, sorted(shares))


if __name__ == "__main__":
    cli_tool.main()
