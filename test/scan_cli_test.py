# `ufsecp scan` and `index` from outside: forms of an index, damage, keys, labels.
import hashlib
import json
import os
import resource
import stat
import subprocess
import time
import unittest

import cli_tool
from cli_tool import N, ScanCase, payments, run, uncompressed


class Scan(ScanCase):
    def test_finds_what_was_planted(self):
        common = [
            "--rows",
            "1000",
            "--payments",
            "12",
            "--receivers",
            "2",
            "--labels",
            "2",
            "--outputs",
            "4",
        ]
        for tweak_size in ("33", "64"):
            for output_size in ("8", "32"):
                planted, index, keys = self.make(
                    *common,
                    "--tweak-size",
                    tweak_size,
                    "--output-size",
                    output_size,
                    name=tweak_size + output_size,
                )
                self.assertEqual(len(payments(planted)), 18)
                for way in ([], ["--var"], ["--threads", "1"], ["--engine", "portable", "--var"]):
                    done = self.expect(0, "scan", "--keys", keys, "--labels", "2", *way, index)
                    self.assertEqual(done.stdout, planted, way)
                    self.assertRegex(
                        done.stderr.decode(),
                        r"^1,000 rows: 18 payments \([\d.]+ s, [\d,]+ a second, engine \w+, \d+ "
                        r"threads?\)\n$",
                    )
        gpu = subprocess.run(
            [
                cli_tool.TOOL,
                "scan",
                "--var",
                "--engine",
                "opencl",
                "--keys",
                keys,
                "--labels",
                "2",
                index,
            ],
            capture_output=True,
        )
        if gpu.returncode != 2:  # where there is a device, a CPU with a driver among them
            self.assertEqual((gpu.returncode, gpu.stdout), (0, planted), gpu.stderr)
            self.assertRegex(gpu.stderr.decode(), r"engine opencl, \d+ threads?\)\n$")
        self.assertEqual({p["k"] for p in payments(planted)}, {0, 1, 2})
        self.assertEqual({p["label"] for p in payments(planted)}, {None, 0, 1})
        self.assertEqual({p["key"] for p in payments(planted)}, {0, 1})
        without = payments(self.expect(0, "scan", "--keys", keys, "--labels", "0", index).stdout)
        self.assertEqual({p["label"] for p in without}, {None})
        numbers = self.path("labels", "1, 0\n7")
        self.assertEqual(
            self.expect(0, "scan", "--keys", keys, "--label-file", numbers, index).stdout, planted
        )

    def test_change_is_looked_for(self):
        planted, index, keys = self.make("--rows", "100", "--labels", "1")
        self.assertEqual({p["label"] for p in payments(planted)}, {None, 0})
        done = self.expect(0, "scan", "--keys", keys, "--json", index).stdout.splitlines(
            keepends=True
        )
        self.assertEqual((b"".join(done[:-1]), json.loads(done[-1])["labels"]), (planted, 1))
        done = self.expect(
            0, "scan", "--keys", keys, "--json", "--labels", "0", index
        ).stdout.splitlines()
        self.assertEqual(json.loads(done[-1])["labels"], 0)
        self.assertEqual({json.loads(line)["label"] for line in done[:-1]}, {None})

    def test_quiet_index(self):
        loud, quiet = self.path("loud.csv"), self.path("quiet.csv")
        self.assertNotEqual(self.expect(0, "index", "--rows", "99", loud).stdout, b"")
        done = self.expect(0, "index", "--rows", "99", "--quiet", quiet)
        self.assertEqual((done.stdout, done.stderr), (b"", b""))
        self.assertEqual(self.read(loud), self.read(quiet))
        shown = self.expect(0, "index", "--rows", "99", "--quiet", "--format", "csv", "-").stdout
        self.assertEqual(shown, self.read(quiet))
        self.assertNotEqual(self.expect(2, "index", "--quiet", quiet).stderr, b"")

    def test_index_is_the_seed(self):
        first, index, keys = self.make("--rows", "300", "--seed", "5")
        again, other, other_keys = self.make(
            "--rows", "300", "--seed", "5", "--threads", "1", name="b"
        )
        self.assertEqual(
            (first, self.read(index), self.read(keys)),
            (again, self.read(other), self.read(other_keys)),
        )
        different, third, _ = self.make("--rows", "300", "--seed", "6", name="c")
        self.assertNotEqual(self.read(index), self.read(third))
        self.assertEqual(stat.S_IMODE(os.stat(keys).st_mode), 0o600)
        self.assertIn(
            b"File exists", self.expect(2, "index", "--keys", keys, self.path("d")).stderr
        )

    def test_standard_streams(self):
        planted, index, keys = self.make("--rows", "500")
        self.assertEqual(
            self.expect(0, "scan", "--keys", keys, stdin=self.read(index)).stdout, planted
        )
        self.assertEqual(
            self.expect(0, "scan", "--keys", "-", index, stdin=self.read(keys)).stdout, planted
        )
        self.assertIn(b"can be one of", self.expect(2, "scan", "--keys", "-", stdin=b"").stderr)
        self.assertIn(
            b"--state needs",
            self.expect(2, "scan", "--keys", keys, "--state", self.path("s"), stdin=b"x").stderr,
        )

    def test_csv(self):
        planted, index, keys = self.make("--rows", "200", "--outputs", "3", "--output-size", "32")
        rows = self.rows_of(self.read(index))
        plain = "".join(f"{t.hex()},{' '.join(o.hex() for o in outputs)}\n" for t, outputs in rows)
        named = "# made by a test\nheight,outputs,tweak\n\n"
        named += "".join(
            f'{i},"{";".join(o.hex() for o in outputs)}",{uncompressed(t).hex()}\r\n'
            for i, (t, outputs) in enumerate(rows)
        )
        for text in (plain, "\ufeff" + plain[:-1]):
            done = self.expect(0, "scan", "--keys", keys, self.path("a.csv", text.encode()))
            self.assertEqual(done.stdout, planted)
        done = self.expect(0, "scan", "--keys", keys, self.path("a.csv", named.encode()))
        self.assertEqual(
            payments(done.stdout), [{**p, "height": str(p["row"])} for p in payments(planted)]
        )
        for line, what in {
            "zz,11": "the tweak is not hexadecimal",
            "0211,": "the tweak has 2 bytes",
            " ,11": "the tweak has 0 bytes, not 33, or 64 or 65 for both coordinates, at "
            "character 2\n",
            rows[0][0].hex(): "a row is tweak,outputs",
            rows[0][0].hex() + ",11": "an output has 1 byte,",
            "04" + "11" * 64 + ",": "the tweak is of another size",
            rows[0][0].hex() + "," + "11" * 8: "an output is of another size",
        }.items():
            done = self.expect(2, "scan", "--keys", keys, self.path("b.csv", plain + line + "\n"))
            self.assertEqual(done.stdout, planted)
            self.assertIn(f"line 201: {what}", done.stderr.decode())
        line = f"{rows[0][0].hex()}, {rows[0][1][0].hex()}  11"
        done = self.expect(
            2, "scan", "--keys", keys, self.path("b.csv", "\ufefftweak,outputs\n" + line)
        )
        self.assertEqual(done.stdout, b"")
        self.assertEqual(
            done.stderr.decode(),
            f"ufsecp: {self.path('b.csv')}: line 2: an output has 1 byte, not 8 or 32, at "
            f"character {len(line) - 1}\n",
        )

    def test_csv_is_the_index(self):
        """Made as CSV or binary, an index has the same rows, and a scan of one goes on in the
        other."""
        for tweak_size, output_size in ((33, 8), (33, 32), (64, 8), (64, 32)):
            common = [
                "--rows",
                "300",
                "--payments",
                "30",
                "--outputs",
                "3",
                "--labels",
                "1",
                "--tweak-size",
                str(tweak_size),
                "--output-size",
                str(output_size),
            ]
            name = f"{tweak_size}{output_size}"
            planted, index, keys = self.make(*common, name=name)
            same, text, same_keys = self.make(*common, name=name + "t", ending=".csv")
            lines = self.read(text).decode().splitlines()
            self.assertEqual(
                (same, self.read(same_keys), lines[0]), (planted, self.read(keys), "tweak,outputs")
            )
            rows = [
                (bytes.fromhex(t), [bytes.fromhex(o) for o in outputs.split(" ")])
                for t, outputs in (line.split(",") for line in lines[1:])
            ]
            self.assertEqual(rows, self.rows_of(self.read(index)))
            self.assertEqual(self.expect(0, "scan", "--keys", keys, text).stdout, planted)
            self.assertEqual(
                self.expect(0, "index", *common, "--format", "csv", "-").stdout, self.read(text)
            )
            self.assertEqual(
                self.expect(
                    0, "index", "--force", *common, "--format", "binary", self.path("b.csv")
                ).stdout,
                planted,
            )
            self.assertEqual(self.read(self.path("b.csv")), self.read(index))
            command = [
                "scan",
                "--keys",
                keys,
                "--state",
                self.path("s" + name),
                "--out",
                self.path("o" + name),
                "--json",
            ]
            first = self.path("first.csv", "\n".join(lines[:101]) + "\n")
            self.assertEqual(json.loads(self.expect(0, *command, first).stdout)["rows"], 100)
            self.path("first.csv", "\n".join(lines[:102]) + "\nspoiled\n")
            self.assertEqual(json.loads(self.expect(2, *command, first).stdout)["rows"], 101)
            self.path("first.csv", "\n".join(lines[:201]) + "\n")
            for path, resumed_at, rows in ((first, 101, 200), (index, 200, 300), (text, 300, 300)):
                out = json.loads(self.expect(0, *command, path).stdout)
                self.assertEqual((out["resumed_at"], out["rows"]), (resumed_at, rows))
            self.assertEqual(self.read(self.path("o" + name)), planted)

    def test_csv_cells(self):
        """A cell too many could be an output: no row is read in part."""
        planted, index, keys = self.make("--rows", "20", "--payments", "20", "--output-size", "32")
        rows = [
            (t.hex(), [o.hex() for o in outputs]) for t, outputs in self.rows_of(self.read(index))
        ]
        good, (tweak, outputs) = f"{rows[0][0]},{' '.join(rows[0][1])}", rows[1]
        first = b"".join(
            line for line in planted.splitlines(keepends=True) if json.loads(line)["row"] == 0
        )
        other, output = "11" * 32, outputs[0]
        for before, line, what in (
            (
                f"{good}\n",
                f"{tweak},{other},{output}",
                "line 2: a row is tweak,outputs: 2 cells, not 3",
            ),
            (f"{good}\n", f'{tweak},"{output}', "line 2: a quote that is not closed"),
            (f"{good}\n", f"{tweak},{output},", "line 2: a row is tweak,outputs: 2 cells, not 3"),
            (f"{good}\n", f"{tweak} {other},{output}", "line 2: more than the tweak in its cell"),
            (
                f"tweak,outputs\n{good}\n",
                f'{tweak},"{other}",{output}',
                "line 3: a row is tweak,outputs: 2 cells, not 3",
            ),
            (
                f"height,tweak,outputs\n5,{good}\n",
                f"{tweak},{output}",
                "line 3: a row is 3 cells, not 2",
            ),
            (
                f"tweak,outputs,note\n{good},x\n",
                f"{tweak},{other},1,{output}",
                "line 3: a row is 3 cells, not 4",
            ),
            ("", "tweak,output,outputs\n", "line 1: two columns for one thing: output and outputs"),
            ("", "Tweak,TWEAK,outputs\n", "line 1: two columns for one thing: Tweak and TWEAK"),
            ("", "a,tweak,outputs,a\n", "line 1: two columns of one name: a"),
            ("", "key,tweak,outputs,index_key\n", "line 1: two columns of one name: index_key"),
            ("", "tweak,height\n", "line 1: the header names no column outputs"),
            ("", "txid,outputs\n", "line 1: the header names no column tweak"),
        ):
            with self.subTest(line=line):
                done = self.expect(
                    2, "scan", "--keys", keys, self.path("c.csv", before + line + "\n")
                )
                self.assertIn(what, done.stderr.decode())
                found = [
                    {k: v for k, v in p.items() if k not in ("height", "note")}
                    for p in payments(done.stdout)
                ]
                self.assertEqual(found, payments(first) if before else [])

    def test_long_rows(self):
        planted, index, keys = self.make("--rows", "1", "--payments", "1", "--output-size", "32")
        ((tweak, outputs),) = self.rows_of(self.read(index))
        many = [hashlib.sha256(b"%d" % i).hexdigest() for i in range(65534)] + [outputs[0].hex()]
        self.assertGreater(len(" ".join(many)), 1 << 22)
        for outputs, code in ((many, 0), (many + many[:1], 2)):
            done = self.expect(
                code,
                "scan",
                "--keys",
                keys,
                self.path("long.csv", f"{tweak.hex()},{' '.join(outputs)}\n"),
            )
            self.assertEqual([p["output"] for p in payments(done.stdout)], [65534] * (code == 0))
        self.assertIn(b"more than 65,535 outputs", done.stderr)
        self.assertIn(
            b"line 1: longer than 5,242,880 bytes",
            self.expect(2, "scan", "--keys", keys, self.path("l.csv", "1" * 6000000)).stderr,
        )

    def test_no_rows(self):
        _, index, keys = self.make("--rows", "0", "--payments", "0")
        for name, content in (
            ("a.spix", self.read(index)),
            ("a.csv", "# none yet\ntweak,outputs\n"),
        ):
            for quiet in ([], ["--quiet"]):
                out, state = self.path("o"), self.path("s")
                done = self.expect(
                    2, "scan", "--keys", keys, *quiet, "--out", out, "--state", state,
                    self.path(name, content),
                )  # fmt: skip
                self.assertEqual(done.stdout, b"")
                self.assertIn(f"{name}: an index without rows".encode(), done.stderr)
                self.assertFalse(os.path.exists(out) or os.path.exists(state))
        for content in ("# tweak,outputs\n", "\n\n", "\ufeff"):
            done = self.expect(2, "scan", "--keys", keys, self.path("b.csv", content))
            self.assertIn(b"no row in it, only empty lines and comments", done.stderr)
            self.assertEqual(done.stderr.count(b"\n"), 1)  # no summary of nothing

    def test_label_file(self):
        planted, index, keys = self.make("--rows", "60", "--labels", "2")
        command = ["scan", "--keys", keys, "--labels", "0", "--label-file"]
        self.assertEqual(
            self.expect(0, *command, self.path("l", "1 " * 200000 + "\n0,0\n"), index).stdout,
            planted,
        )
        for content in ("\ufeff0\r1\r", "0\r\n1\r\n", "\ufeff0,1", "0\r\r\n\n1"):
            done = self.expect(0, *command, self.path("l", content), index)
            self.assertEqual(done.stdout, planted)
        for content, what in {
            b"": b"no label in it",
            b" ,\n": b"no label in it",
            "\ufeff".encode(): b"no label in it",
            b"1\0002": b"at byte offset 0: not the number",
            b"1 \0": b"at byte offset 2: not the number",
            b"4294967296": b"at byte offset 0",
            b"1 -2": b"at byte offset 2",
            " ".join(map(str, range(2**20 + 1))).encode(): b"more than 1,048,576 labels",
        }.items():
            self.assertIn(what, self.expect(2, *command, self.path("l", content), index).stderr)
        two = self.make("--rows", "3", "--receivers", "2", name="two")[2]
        done = self.expect(2, "scan", "--keys", two, "--labels", str(2**19 + 1), index)
        self.assertIn(b"more than 1,048,576 labels of all receivers: scan for 1 ", done.stderr)

    def test_damage(self):
        planted, index, keys = self.make("--rows", "100", "--payments", "4")
        data = self.read(index)
        row = 33 + 2 + 8
        cases = {
            b"": "is empty",
            b"SPIX": "ends within its header",
            b"\0" * 100: "does not begin with SPIX",
            data[:4] + b"\2" + data[5:]: "version 2",
            data[:7] + b"\1" + data[8:]: "byte 7 of the header is 1",
            data[:5] + b"\x20" + data[6:]: "tweaks of 32 bytes",
            data[:6] + b"\x10" + data[7:]: "outputs of 16 bytes",
            data[
                :-1
            ]: f"at byte offset {len(data) - row}: the file ends within row 99; 99 whole rows",
            data[: 16 + 50 * row + 10]: "ends within row 50; 50 whole rows were read",
            data[: 16 + 50 * row]: "ends after 50 rows, its header says 100",
            data
            + data[16 : 16 + row]: f"at byte offset {len(data)}: more follows after the 100 rows",
        }
        for content, text in cases.items():
            with self.subTest(text=text):
                done = self.expect(2, "scan", "--keys", keys, self.path("bad.spix", content))
                self.assertIn(text, done.stderr.decode())
                self.assertTrue(planted.startswith(done.stdout))
        unknown = data[:8] + b"\xff" * 8 + data[16 : 16 + 60 * row]
        done = self.expect(0, "scan", "--keys", keys, "--json", self.path("open.spix", unknown))
        self.assertEqual(json.loads(done.stdout.splitlines()[-1])["rows"], 60)

    def test_bad_tweaks(self):
        planted, index, keys = self.make("--rows", "100", "--payments", "4")
        data = bytearray(self.read(index))
        for i in (3, 60):
            data[16 + 43 * i] = 9
        done = self.expect(1, "scan", "--keys", keys, "--json", self.path("b.spix", bytes(data)))
        lines = done.stdout.splitlines(keepends=True)
        self.assertEqual(b"".join(lines[:-1]), planted)
        summary = json.loads(lines[-1])
        self.assertEqual(
            (summary["rows"], summary["bad_rows"], summary["first_bad"], summary["payments"]),
            (100, 2, 3, len(payments(planted))),
        )
        self.assertIn(
            b"2 rows whose tweak is no point (the first is row 3)",
            self.expect(1, "scan", "--keys", keys, self.path("b.spix")).stderr,
        )
        text = "".join(
            f"{t.hex()},{' '.join(o.hex() for o in outputs)}\n"
            for t, outputs in self.rows_of(bytes(data))
        )
        done = self.expect(1, "scan", "--keys", keys, "--json", self.path("b.csv", text))
        self.assertEqual(done.stdout.splitlines()[:-1], planted.splitlines())
        self.assertEqual(json.loads(done.stdout.splitlines()[-1])["bad_rows"], 2)

    def test_no_memory(self):
        """A row that could not be read is no row without payments: the state stays before it."""
        planted, index, keys = self.make("--rows", "3", "--payments", "3", "--outputs", "65535")
        state, out = self.path("s"), self.path("o")
        command = ["scan", "--keys", keys, "--threads", "1", "--json"]
        kept = ["--state", state, "--out", out, index]

        def within(limit, *args):
            limited = lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
            return subprocess.run(
                [cli_tool.TOOL, *command, *args],
                capture_output=True,
                preexec_fn=limited,
                timeout=60,
            )

        few, enough = 1 << 20, 1 << 30
        if within(enough, index).returncode != 0:
            self.skipTest("a build that needs more than 1 GiB of addresses")
        while enough - few > 1 << 17:
            middle = (few + enough) // 2
            if (done := within(middle, index)).returncode == 0:
                enough = middle
                self.assertTrue(done.stdout.startswith(planted))
            else:
                few = middle
        done = within(few, *kept)
        self.assertEqual(done.returncode, 2, done)
        self.assertIn(b"not enough memory to scan the rows from row 0 on", done.stderr)
        summary = json.loads(done.stdout)
        self.assertEqual(
            (summary["rows"], summary["bad_rows"], summary["payments"], len(summary["errors"])),
            (0, 0, 0, 1),
        )
        self.assertEqual(self.read(out), b"")
        with open(state) as f:
            self.assertEqual(json.load(f)["rows"], 0)
        self.assertEqual(json.loads(self.expect(0, *command, *kept).stdout)["rows"], 3)
        self.assertEqual(self.read(out), planted)

    def test_keys(self):
        planted, index, keys = self.make("--rows", "100")
        scan, spend = self.read(keys).decode().split()
        cases = {
            "": "no receiver",
            "# nothing\n": "no receiver",
            scan + "\n": "line 1: not a scan key",
            scan[:-1] + " " + spend: "line 1: not a scan key",
            f"{scan} {spend}\n{'0' * 64} {spend}\n": "line 2: the scan key is zero",
            f"{N:064x} {spend}": "line 1: the scan key is zero",
            f"{scan} 04{spend[2:]}": "line 1: spend key: ",
            f"{scan} {spend} 1": "line 1: not a scan key",
            f"{scan} {spend}\n" * 257: "line 257: more than 256",
            "1" * 5000: "line 1: too long",
        }
        for text, what in cases.items():
            with self.subTest(what=what):
                os.chmod(self.path("k", text), 0o600)
                done = self.expect(2, "scan", "--keys", self.path("k"), index)
                self.assertIn(what, done.stderr.decode())
                self.assertNotIn(scan[:12].encode(), done.stderr)
        own = run("keygen").stdout.decode()
        for text in (own, f"{scan} {spend}\n{own}", own.upper()):
            os.chmod(self.path("k", text), 0o600)
            done = self.expect(2, "scan", "--keys", self.path("k"), index)
            self.assertIn(b"a secret key and its own public key, as keygen prints", done.stderr)
            self.assertNotIn(own[:12].encode(), done.stderr)
        for start in ("", "\ufeff"):
            for end in ("\n", "\r\n", "\r"):
                for text in (
                    f"{start}# mine{end}{end}{scan}  {spend}",
                    f"{start}{scan},{spend.upper()}{end}# mine{end}",
                    f"{start}{scan} {spend}{end}\r\n\r#{'1' * 3000}\n{end}",
                ):
                    os.chmod(self.path("k", text), 0o640)
                    done = self.expect(0, "scan", "--keys", self.path("k"), index)
                    self.assertEqual(done.stdout, planted)
        done = self.expect(
            2, "scan", "--keys", "-", index, stdin=f"{scan} {spend}\r\r\n{scan}".encode()
        )
        self.assertIn(b"line 3: not a scan key", done.stderr)
        self.path("k", "# mine\n\n" + scan + "  " + spend)
        os.chmod(self.path("k"), 0o644)
        self.assertIn(
            b"refused: everyone on this machine can read",
            self.expect(2, "scan", "--keys", self.path("k"), index).stderr,
        )
        done = self.expect(2, "scan", "--keys", keys, scan)
        self.assertIn(b"not taken as an argument", done.stderr)
        self.assertNotIn(scan[:12].encode(), done.stderr)
        self.assertIn(b"whom to look for", self.expect(2, "scan", index).stderr)
        tweaks = payments(self.expect(0, "scan", "--keys", keys, "--tweaks", index).stdout)
        self.assertEqual([len(p.pop("tweak")) for p in tweaks], [64] * len(tweaks))
        self.assertEqual(tweaks, payments(planted))

    @cli_tool.posix_only("it looks into the tool's memory")
    @unittest.skipUnless(os.path.isdir("/proc/self"), "there is no /proc")
    def test_tweaks_are_wiped(self):
        """Once payments are written, no digits of a tweak are left in a tool that waits."""
        _, index, keys = self.make("--rows", "30", "--payments", "30")
        command = ["scan", "--quiet", "--tweaks", "--keys", keys]
        lines = self.expect(0, *command, index).stdout
        tweaks = [payment["tweak"].encode() for payment in payments(lines)]
        self.assertGreaterEqual(len(tweaks), 30)
        parts = [digits[i : i + 16] for digits in tweaks for i in range(0, 64, 16)]
        scan_key = bytes.fromhex(self.read(keys).split()[0].decode())
        data, out = self.read(index), self.path("tweaks.jsonl")
        for more in ([], ["--out", out]):
            process = subprocess.Popen(
                [cli_tool.TOOL, *command, *more], stdin=subprocess.PIPE, stdout=subprocess.PIPE
            )
            with process:
                process.stdin.write(data[:8] + b"\xff" * 8 + data[16:])
                process.stdin.flush()
                written = b""
                while written != lines:
                    written = self.read(out) if more and os.path.exists(out) else written
                    written += b"" if more else process.stdout.readline()
                    self.assertTrue(lines.startswith(written))
                found, end = parts, time.monotonic() + 20
                while found and time.monotonic() < end:  # it is wiped after it was written
                    try:
                        memory = list(cli_tool.memory_of(process.pid))
                    except PermissionError as error:
                        process.kill()
                        self.skipTest(f"the tool's memory cannot be looked at: {error}")
                    self.assertTrue(any(scan_key in region for region in memory))
                    found = [part for part in parts if any(part in region for region in memory)]
                process.stdin.close()
            self.assertEqual((process.returncode, len(found)), (0, 0), more)

    def test_out(self):
        planted, index, keys = self.make("--rows", "100")
        out = self.path("o.jsonl")
        for times in (1, 2):
            done = self.expect(0, "scan", "--keys", keys, "--out", out, index)
            self.assertEqual(done.stderr, b"")
            self.assertIn(b"100 rows: ", done.stdout)
            self.assertEqual(self.read(out), planted * times)
        self.assertEqual(stat.S_IMODE(os.stat(out).st_mode), 0o600)
        self.path("bytes.key", os.urandom(32))
        os.chmod(self.path("bytes.key"), 0o600)
        self.path("one.key", run("keygen").stdout)
        foreign = {
            self.path("note", "my notes\n"): False,
            self.path("json", '{"row":"x"}\n'): False,
            self.path("one.key"): True,
            self.path("bytes.key"): True,
        }
        for written, key in foreign.items():
            before = self.read(written)
            command = ["scan", "--keys", keys, index, "--out", written]
            done = self.expect(2, *command)
            what = b"looks like a file of secret keys" if key else b"is not a file of payments"
            self.assertIn(what, done.stderr)
            self.assertEqual(self.read(written), before)
            self.expect(2 if key else 0, *command, "--force")
            self.assertEqual(self.read(written), before + (b"" if key else planted))
        # Other columns may say anything: such a file stays one of payments.
        tweak = self.rows_of(self.read(index))[0][0].hex()
        text = self.path("n.csv", f"tweak,outputs,note\n{tweak},{'11' * 8},xprv\n")
        row = '{"row":0,"output":0,"key":0,"label":null,"k":0,"x":"11","note":"xprv9"}\n'
        noted = self.path("noted.jsonl", row)
        self.expect(0, "scan", "--keys", keys, "--out", noted, text)
        self.assertEqual(self.read(noted).decode(), row)
        cut = self.path("cut", planted[:-10])
        done = self.expect(2, "scan", "--keys", keys, "--out", cut, index)
        self.assertIn(b"ends within a line", done.stderr)
        self.assertEqual(self.read(cut), planted[:-10])
        for written in (index, keys):
            before = self.read(written)
            self.assertIn(
                b"would be overwritten",
                self.expect(2, "scan", "--keys", keys, "--out", written, index).stderr,
            )
            self.assertEqual(self.read(written), before)

    def test_index_overwrites_nothing(self):
        planted, index, keys = self.make("--rows", "30")
        key = self.path("own.key")
        self.expect(0, "keygen", "--output", key)
        os.chmod(self.path("bytes.key", os.urandom(32)), 0o600)
        for file in (index, keys, key, self.path("bytes.key"), self.path("notes", "mine\n")):
            before = self.read(file)
            self.assertIn(
                b"File exists (name another file, or give --force",
                self.expect(2, "index", "--rows", "3", file).stderr,
            )
            self.assertEqual(self.read(file), before)
            holds_key = b"k" in os.path.basename(file).encode()
            done = self.expect(2 if holds_key else 0, "index", "--force", "--rows", "3", file)
            self.assertEqual(self.read(file) == before, holds_key)
            if holds_key:
                self.assertIn(
                    b"looks like a file of secret keys, and is never overwritten", done.stderr
                )
        for name in ("a.csv.gz", "a.spix.zst"):
            done = self.expect(2, "index", "--rows", "3", self.path(name))
            self.assertIn(b"nothing compressed is written", done.stderr)
        self.expect(0, "index", "--rows", "3", "/dev/null")
        self.expect(0, "index", "--rows", "3", "/dev/stdout")

    def test_no_input_is_written(self):
        planted, index, keys = self.make("--rows", "50")
        labels, mine = self.path("l", "0"), self.path("st.new", self.read(index))
        command = ["scan", "--keys", keys, "--label-file", labels]
        inputs = {path: self.read(path) for path in (index, keys, labels, mine)}
        os.link(index, self.path("hard"))
        os.symlink(labels, self.path("soft"))
        for option in ("--out", "--state"):
            for written in (
                index,
                keys,
                labels,
                self.path("hard"),
                self.path("soft"),
                self.path("./l"),
            ):
                done = self.expect(2, *command, option, written, index)
                self.assertIn(b"is an input of this scan", done.stderr)
        for out, state in (
            ("o", "o"),
            ("o", "./o"),
            ("../" + os.path.basename(self.folder.name) + "/o", "o"),
        ):
            done = self.expect(
                2, *command, "--out", self.path(out), "--state", self.path(state), index
            )
            self.assertIn(b"--out and --state are the same file", done.stderr)
        self.assertFalse(os.path.exists(self.path("o")))
        # Standard output is written too.
        for option, written in ("--out", "p"), ("--state", "p"), (None, index), (None, labels):
            with open(self.path(written) if option else written, "ab") as out:
                words = [option, out.name] if option else []
                done = subprocess.run(
                    [cli_tool.TOOL, *command, *words, index], stdout=out, stderr=subprocess.PIPE
                )
            self.assertEqual(done.returncode, 2)
            self.assertIn(b"standard output goes to", done.stderr)
        self.assertEqual(self.read(self.path("p")), b"")
        os.remove(self.path("p"))
        self.expect(0, *command, "--state", self.path("st"), mine)
        self.assertEqual(stat.S_IMODE(os.stat(self.path("st")).st_mode), 0o600)
        self.assertEqual({path: self.read(path) for path in inputs}, inputs)
        self.assertEqual(
            sorted(os.listdir(self.folder.name)),
            sorted(["a.spix", "a.keys", "l", "st.new", "hard", "soft", "st"]),
        )
        os.symlink(self.path("new"), self.path("link"))
        for file in (self.path("k"), self.path("./k"), self.path("link")):
            new = self.path("new" if file.endswith("link") else "k")
            self.assertIn(
                b"over its own --keys", self.expect(2, "index", "--keys", new, file).stderr
            )
        self.assertFalse(os.path.exists(self.path("k")))

    def test_out_is_never_cut(self):
        planted, index, keys = self.make("--rows", "300")
        others, other, other_keys = self.make("--rows", "300", "--seed", "2", name="b")
        out, one, two = self.path("o"), self.path("s1"), self.path("s2")
        for state, key, file in ((one, keys, index), (two, other_keys, other), (one, keys, index)):
            self.expect(0, "scan", "--keys", key, "--out", out, "--state", state, file)
        self.assertEqual(self.read(out), planted + others)
        begin = {
            "rows": 0,
            "rows_sha256": hashlib.sha256().hexdigest(),
            "payments": 0,
            "out_bytes": 0,
        }
        command = ["scan", "--keys", keys, "--out", out, "--state", one, index]
        for there, code in (
            (planted + others, 2),
            (others, 2),
            (planted[:-1] + b"x", 2),
            (planted, 0),
            (planted[:100], 0),
            (b"", 0),
        ):
            self.path("o", there)
            self.change(one, **begin)
            before, done = self.read(one), self.expect(code, *command)
            self.assertEqual(self.read(out), there if code else planted)
            self.assertEqual(self.read(one) == before, bool(code))
            if code:
                self.assertIn(
                    b"what follows its first 0 bytes is not what this scan writes there",
                    done.stderr,
                )
        self.change(one, **dict(begin, out_bytes=1))
        self.path("o", "")
        self.assertIn(b"is shorter than the state says", self.expect(2, *command).stderr)

    def test_usage(self):
        for args, text in {
            ("index",): b"where to",
            ("index", "--rows", "5", "--payments", "6", "x"): b"more --payments",
            ("index", "--tweak-size", "65", "x"): b"--tweak-size",
            ("index", "--format", "hex", "x"): b"--format",
            ("scan", "--keys", "/nonexistent", "/nonexistent"): b"/nonexistent: No such file",
            ("scan", "--lables", "1"): b"did you mean --labels",
        }.items():
            self.assertIn(text, self.expect(2, *args).stderr)


if __name__ == "__main__":
    cli_tool.main()
