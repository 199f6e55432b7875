# ufsecp scan and index from outside: forms of an index, damage, keys, labels, interruption and resumption.
import argparse
import json
import os
import signal
import stat
import struct
import subprocess
import sys
import time
import unittest

import cli_test
from cli_test import N, uncompressed


def payments(text):
    return [json.loads(line) for line in text.decode().splitlines()]


class Scan(cli_test.Case):
    def make(self, *args, name="a"):
        """An index and its keys; returns (what was planted, index, keys)."""
        index, keys = self.path(name + ".spix"), self.path(name + ".keys")
        planted = self.expect(0, "index", "--keys", keys, *args, index).stdout
        return planted, index, keys

    def read(self, path):
        with open(path, "rb") as f:
            return f.read()

    def rows_of(self, data):
        tweak_size, output_size = data[5], data[6]
        at, rows = 16, []
        while at < len(data):
            (count,) = struct.unpack_from("<H", data, at + tweak_size)
            first = at + tweak_size + 2
            rows.append((data[at : at + tweak_size], [data[first + i * output_size : first + (i + 1) * output_size] for i in range(count)]))
            at = first + count * output_size
        return rows

    def test_finds_what_was_planted(self):
        common = ["--rows", "1000", "--payments", "12", "--receivers", "2", "--labels", "2", "--outputs", "4"]
        for tweak_size in ("33", "64"):
            for output_size in ("8", "32"):
                planted, index, keys = self.make(
                    *common, "--tweak-size", tweak_size, "--output-size", output_size, name=tweak_size + output_size
                )
                self.assertEqual(len(payments(planted)), 18)
                for way in ([], ["--var"], ["--threads", "1"], ["--engine", "portable", "--var"]):
                    done = self.expect(0, "scan", "--keys", keys, "--labels", "2", *way, index)
                    self.assertEqual(done.stdout, planted, way)
                    self.assertRegex(done.stderr.decode(), r"^1,000 rows: 18 payments \([\d.]+ s, [\d,]+ a second, engine \w+, \d+ threads?\)\n$")
        self.assertEqual({p["k"] for p in payments(planted)}, {0, 1, 2})
        self.assertEqual({p["label"] for p in payments(planted)}, {None, 0, 1})
        self.assertEqual({p["key"] for p in payments(planted)}, {0, 1})
        without = payments(self.expect(0, "scan", "--keys", keys, index).stdout)
        self.assertEqual({p["label"] for p in without}, {None})
        numbers = self.path("labels", "1, 0\n7")
        self.assertEqual(self.expect(0, "scan", "--keys", keys, "--label-file", numbers, index).stdout, planted)

    def test_index_is_the_seed(self):
        first, index, keys = self.make("--rows", "300", "--seed", "5")
        again, other, other_keys = self.make("--rows", "300", "--seed", "5", "--threads", "1", name="b")
        self.assertEqual((first, self.read(index), self.read(keys)), (again, self.read(other), self.read(other_keys)))
        different, third, _ = self.make("--rows", "300", "--seed", "6", name="c")
        self.assertNotEqual(self.read(index), self.read(third))
        self.assertEqual(stat.S_IMODE(os.stat(keys).st_mode), 0o600)
        self.assertIn(b"File exists", self.expect(2, "index", "--keys", keys, self.path("d")).stderr)

    def test_standard_streams(self):
        planted, index, keys = self.make("--rows", "500")
        self.assertEqual(self.expect(0, "scan", "--keys", keys, stdin=self.read(index)).stdout, planted)
        self.assertEqual(self.expect(0, "scan", "--keys", "-", index, stdin=self.read(keys)).stdout, planted)
        self.assertIn(b"cannot be both", self.expect(2, "scan", "--keys", "-", stdin=b"").stderr)
        self.assertIn(b"--state needs", self.expect(2, "scan", "--keys", keys, "--state", self.path("s"), stdin=b"x").stderr)

    def test_csv(self):
        planted, index, keys = self.make("--rows", "200", "--outputs", "3", "--output-size", "32")
        rows = self.rows_of(self.read(index))
        plain = "".join(f"{t.hex()},{' '.join(o.hex() for o in outputs)}\n" for t, outputs in rows)
        named = "# made by a test\nheight,outputs,tweak\n\n"
        named += "".join(f'{i},"{";".join(o.hex() for o in outputs)}",{uncompressed(t).hex()}\r\n' for i, (t, outputs) in enumerate(rows))
        for text in (plain, named, "\ufeff" + plain[:-1]):
            self.assertEqual(self.expect(0, "scan", "--keys", keys, self.path("a.csv", text.encode())).stdout, planted)
        for line, what in {
            "zz,11": "the tweak is not hexadecimal", "0211,": "the tweak has 2 bytes", rows[0][0].hex(): "a row is tweak,outputs",
            rows[0][0].hex() + ",11": "an output has 1 bytes", "04" + "11" * 64 + ",": "the tweak is of another size",
            rows[0][0].hex() + "," + "11" * 8: "an output is of another size",
        }.items():  # fmt: skip
            done = self.expect(2, "scan", "--keys", keys, self.path("b.csv", plain + line + "\n"))
            self.assertEqual(done.stdout, planted)
            self.assertIn(f"line 201: {what}", done.stderr.decode())

    def test_damage(self):
        planted, index, keys = self.make("--rows", "100", "--payments", "4")
        data = self.read(index)
        row = 33 + 2 + 8
        cases = {
            b"": "is empty", b"SPIX": "ends within its header", b"\0" * 100: "does not begin with SPIX",
            data[:4] + b"\2" + data[5:]: "version 2", data[:5] + b"\x20" + data[6:]: "tweaks of 32 bytes",
            data[:6] + b"\x10" + data[7:]: "outputs of 16 bytes", data[:-1]: f"at byte offset {len(data) - row}: the file ends within row 99; 99 whole rows",
            data[: 16 + 50 * row + 10]: "ends within row 50; 50 whole rows were read", data[: 16 + 50 * row]: "ends after 50 rows, its header says 100",
            data + data[16 : 16 + row]: f"at byte offset {len(data)}: more follows after the 100 rows",
        }  # fmt: skip
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
        self.assertEqual((summary["rows"], summary["bad_rows"], summary["first_bad"], summary["payments"]), (100, 2, 3, len(payments(planted))))
        self.assertIn(b"2 rows whose tweak is no point (the first is row 3)", self.expect(1, "scan", "--keys", keys, self.path("b.spix")).stderr)

    def test_keys(self):
        planted, index, keys = self.make("--rows", "100")
        scan, spend = self.read(keys).decode().split()
        cases = {
            "": "no receiver", "# nothing\n": "no receiver", scan + "\n": "line 1: not a scan key", scan[:-1] + " " + spend: "line 1: not a scan key",
            f"{scan} {spend}\n{'0' * 64} {spend}\n": "line 2: the scan key is zero", f"{N:064x} {spend}": "line 1: the scan key is zero",
            f"{scan} 04{spend[2:]}": "line 1: spend key: ", f"{scan} {spend} 1": "line 1: not a scan key",
            f"{scan} {spend}\n" * 257: "line 257: more than 256", "1" * 5000: "line 1: too long",
        }  # fmt: skip
        for text, what in cases.items():
            with self.subTest(what=what):
                os.chmod(self.path("k", text), 0o600)
                done = self.expect(2, "scan", "--keys", self.path("k"), index)
                self.assertIn(what, done.stderr.decode())
                self.assertNotIn(scan[:12].encode(), done.stderr)
        os.chmod(self.path("k", "# mine\n\n" + scan + "  " + spend), 0o640)
        self.assertEqual(self.expect(0, "scan", "--keys", self.path("k"), index).stdout, planted)
        os.chmod(self.path("k"), 0o644)
        self.assertIn(b"refused: everyone on this machine can read", self.expect(2, "scan", "--keys", self.path("k"), index).stderr)
        done = self.expect(2, "scan", "--keys", keys, scan)
        self.assertIn(b"not taken as an argument", done.stderr)
        self.assertNotIn(scan[:12].encode(), done.stderr)
        self.assertIn(b"whom to look for", self.expect(2, "scan", index).stderr)
        tweaks = payments(self.expect(0, "scan", "--keys", keys, "--tweaks", index).stdout)
        self.assertEqual([len(p.pop("tweak")) for p in tweaks], [64] * len(tweaks))
        self.assertEqual(tweaks, payments(planted))

    def test_out(self):
        planted, index, keys = self.make("--rows", "100")
        out = self.path("o.jsonl")
        for times in (1, 2):
            done = self.expect(0, "scan", "--keys", keys, "--out", out, index)
            self.assertEqual(done.stderr, b"")
            self.assertIn(b"100 rows: ", done.stdout)
            self.assertEqual(self.read(out), planted * times)
        self.assertEqual(stat.S_IMODE(os.stat(out).st_mode), 0o600)
        for written in (index, keys):
            before = self.read(written)
            self.assertIn(b"would be overwritten", self.expect(2, "scan", "--keys", keys, "--out", written, index).stderr)
            self.assertEqual(self.read(written), before)

    def test_interruption(self):
        """Stopped by Ctrl-C and killed again and again, every payment is there once in the end."""
        planted, index, keys = self.make("--rows", "120000", "--payments", "400", "--labels", "1")
        for to_file in (True, False):
            state, out = self.path(f"state{to_file}"), self.path(f"out{to_file}")
            command = ["scan", "--keys", keys, "--labels", "1", "--var", "--threads", "1", "--state", state, "--json"]
            command += ["--out", out] if to_file else []
            printed, codes, resumed = b"", [], 0
            for turn in range(40):
                stopped_by = signal.SIGKILL if to_file and turn % 2 else signal.SIGINT
                process = subprocess.Popen([cli_test.TOOL, *command, index], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                until = time.monotonic() + 50
                while process.poll() is None and time.monotonic() < until:
                    rows = json.loads(self.read(state))["rows"] if os.path.exists(state) else 0
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
            self.assertEqual((summary["rows"], summary["payments"]), (120000, len(payments(planted))))
            self.assertGreater(summary["resumed_at"], 0)
            again = self.expect(0, *command, index)
            self.assertEqual(json.loads(again.stdout)["payments"], len(payments(planted)))
            if not to_file:
                continue
            self.assertEqual(self.read(out), planted)
            _, other, other_keys = self.make("--rows", "1000", "--seed", "3", name="other")
            for changed, what in {
                (other,): b"a state of another index", ("--keys", other_keys, index): b"a state of other keys or labels",
                ("--labels", "2", index): b"a state of other keys or labels", ("--out", self.path("p"), index): b"another --out",
            }.items():  # fmt: skip
                replaced = [a for i, a in enumerate(command) if a not in changed and (i == 0 or command[i - 1] not in changed)]
                done = self.expect(2, *replaced, *changed)
                self.assertIn(what, done.stderr)
            with open(state, "w") as f:
                f.write("{}")
            self.assertIn(b"not a state", self.expect(2, *command, index).stderr)

    def test_usage(self):
        for args, text in {
            ("index",): b"where to", ("index", "--rows", "5", "--payments", "6", "x"): b"more --payments", ("index", "--tweak-size", "65", "x"): b"--tweak-size",
            ("scan", "--keys", "/nonexistent", "/nonexistent"): b"/nonexistent: No such file", ("scan", "--lables", "1"): b"did you mean --labels",
        }.items():  # fmt: skip
            self.assertIn(text, self.expect(2, *args).stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--tool", default=os.environ.get("UFSECP_TOOL"))
    known, rest = parser.parse_known_args()
    if not known.tool:
        parser.error("name the tool with --tool or UFSECP_TOOL")
    cli_test.TOOL = os.path.abspath(known.tool)
    unittest.main(argv=[sys.argv[0], *rest])
