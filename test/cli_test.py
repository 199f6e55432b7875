# `ufsecp verify` from outside: formats, damage, interruption, terminals, JSON shapes, exit codes.
import csv
import json
import os
import pty
import random
import re
import signal
import subprocess
import sys
import threading
import time

import cli_tool
from cli_tool import ALL, N, P, ROW, Case, der, run, uncompressed, verify_json


class Verify(Case):
    def test_real_rows(self):
        done = self.expect(0, "verify", cli_tool.ROWS)
        self.assertRegex(
            done.stdout.decode(),
            r"^3,648 rows: 3,648 valid, 0 invalid \([\d.]+ s, [\d,]+ a second, engine \w+, \d+ "
            r"threads?\)\n$",
        )
        self.assertEqual(done.stderr, b"")

    def test_json_shape(self):
        code, out, _ = verify_json(cli_tool.ROWS)
        self.assertEqual(code, 0)
        shape = {
            "rows": int,
            "valid": int,
            "invalid": int,
            "scheme": str,
            "low_s": bool,
            "engine": str,
            "threads": int,
            "seconds": float,
            "per_second": float,
            "first_invalid": type(None),
            "interrupted": bool,
            "invalid_rows": list,
            "invalid_rows_omitted": int,
            "errors": list,
        }
        self.assertEqual({k: type(v) for k, v in out.items()}, shape)
        self.assertEqual(
            (out["rows"], out["valid"], out["invalid"], out["interrupted"]), (3648, 3648, 0, False)
        )
        self.assertAlmostEqual(out["per_second"] * out["seconds"], 3648, places=3)

    def test_threads(self):
        """The report is the same on any number of threads, but for their number and the time."""
        data = bytearray(self.data * 3)
        for i in (0, 127, 128, 3000, 10943):
            data[i * ROW + 40] ^= 1
        path = self.path("a.rows", bytes(data))
        reports = []
        for args in (["--threads", "1"], ["--threads=3"], ["--threads", "0"], []):
            code, out, _ = verify_json(*args, path)
            self.assertEqual(code, 1)
            reports.append((out.pop("threads"), out.pop("seconds"), out.pop("per_second"), out))
        self.assertEqual([r[0] for r in reports], [1, 3, ALL, ALL])
        self.assertEqual([r[3] for r in reports], [reports[0][3]] * 4)
        self.assertEqual(
            [r["row"] for r in reports[0][3]["invalid_rows"]], [0, 127, 128, 3000, 10943]
        )
        text = self.expect(1, "verify", "--threads", "1", path).stdout.decode()
        self.assertRegex(text, r", engine \w+, 1 thread\)\n$")

    def test_low_s(self):
        high = [i for i, r in enumerate(self.rows) if int.from_bytes(r[97:], "big") > N // 2]
        self.assertGreater(len(high), 0)
        code, out, _ = verify_json("--low-s", cli_tool.ROWS)
        self.assertEqual(code, 1)
        self.assertEqual([r["row"] for r in out["invalid_rows"]], high)
        self.assertEqual({r["status"] for r in out["invalid_rows"]}, {-9})

    def test_hundred_damaged_rows(self):
        rng = random.Random(1)
        damaged = sorted(rng.sample(range(len(self.rows)), 100))
        data = bytearray(self.data)
        for i in damaged:
            data[i * ROW + rng.choice([rng.randrange(32), rng.randrange(65, ROW)])] ^= (
                1 << rng.randrange(8)
            )
        path = self.path("damaged.rows", bytes(data))
        code, out, _ = verify_json(path)
        self.assertEqual(code, 1)
        self.assertEqual((out["rows"], out["valid"], out["invalid"]), (3648, 3548, 100))
        self.assertEqual([r["row"] for r in out["invalid_rows"]], damaged)
        self.assertEqual(out["first_invalid"], damaged[0])
        text = self.expect(1, "verify", path).stdout.decode()
        self.assertEqual([int(n) for n in re.findall(r"^row (\d+): \S", text, re.M)], damaged)
        code, out, _ = verify_json("--max-reported", "7", path)
        self.assertEqual([r["row"] for r in out["invalid_rows"]], damaged[:7])
        self.assertEqual((out["invalid"], out["invalid_rows_omitted"]), (100, 93))
        self.assertIn(
            "93 more invalid rows", run("verify", "--max-reported", "7", path).stdout.decode()
        )

    def test_reasons(self):
        zero, n, p = bytes(32), N.to_bytes(32, "big"), P.to_bytes(32, "big")
        good = self.rows[1]
        off_curve = next(
            b"\2" + x.to_bytes(32, "big")
            for x in range(1, 99)
            if pow(x**3 + 7, (P - 1) // 2, P) == P - 1
        )
        cases = [
            (b"\5" + good[33:65], good[65:], -2),
            (b"\2" + p, good[65:], -3),
            (off_curve, good[65:], -4),
            (good[32:65], zero + good[97:], -5),
            (good[32:65], n + good[97:], -6),
            (good[32:65], good[65:97] + zero, -7),
            (good[32:65], good[65:97] + n, -8),
            (good[32:65], good[97:] + good[65:97], 0),
        ]
        rows = b"".join(good[:32] + key + sig for key, sig, _ in cases) + good
        code, out, _ = verify_json(self.path("bad.rows", rows))
        self.assertEqual(code, 1)
        self.assertEqual((out["valid"], out["invalid"], out["first_invalid"]), (1, 8, 0))
        self.assertEqual(
            [r["status"] for r in out["invalid_rows"]], [status for _, _, status in cases]
        )
        self.assertEqual(len({r["reason"] for r in out["invalid_rows"]}), 8)

    def test_extra(self):
        rows = [r + i.to_bytes(4, "big") for i, r in enumerate(self.rows[:50])]
        rows[17] = bytes([rows[17][0] ^ 1]) + rows[17][1:]
        code, out, _ = verify_json("--extra", "4", self.path("x.rows", b"".join(rows)))
        self.assertEqual((code, out["rows"]), (1, 50))
        self.assertEqual([(r["row"], r["extra"]) for r in out["invalid_rows"]], [(17, "00000011")])
        text = run(
            "verify", "--extra", "4", "--format", "binary", "-", stdin=b"".join(rows)
        ).stdout.decode()
        self.assertRegex(text, r"row 17: .* \[00000011\]\n")

    def test_standard_input_and_several_files(self):
        a, b = (
            self.path("a.rows", self.data[: 10 * ROW]),
            self.path("b.rows", self.rows[3][:-1] + b"\0" + self.rows[4]),
        )
        self.assertEqual(run("verify", "--json", stdin=self.data[: 10 * ROW]).returncode, 0)
        code, out, _ = verify_json(a, "-", b, stdin=self.data[: 5 * ROW])
        self.assertEqual((code, out["rows"], out["first_invalid"]), (1, 17, 15))
        self.assertEqual(out["invalid_rows"][0]["file"], b)

    def test_quiet(self):
        done = self.expect(1, "verify", "--quiet", stdin=b"\0" * ROW)
        self.assertEqual((done.stdout, done.stderr), (b"", b""))

    def test_large_stream_in_constant_memory(self):
        script = (
            "import resource,subprocess,sys;subprocess.run(sys.argv[1:],stdin=0);"
            "print(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)"
        )
        peaks = []
        for times in (10, 25):  # more rows than are read for all threads at once
            path = self.path("large.rows", self.data[: 2000 * ROW] * times)
            with open(path, "rb") as stdin:
                done = subprocess.run(
                    [sys.executable, "-c", script, cli_tool.TOOL, "verify", "--quiet"],
                    stdin=stdin,
                    capture_output=True,
                )
            peaks.append(int(done.stdout))
        self.assertLess(peaks[1] - peaks[0], 8 << 10, "KiB more for a longer input")


class Text(Case):
    def check(self, name, lines, bad=(), args=(), code=None):
        path = self.path(name, "\n".join(lines) + "\n")
        got, out, err = verify_json(*args, path)
        self.assertEqual(got, code if code is not None else 1 if bad else 0, (out, err))
        self.assertEqual([(r["row"], r["status"]) for r in out["invalid_rows"]], list(bad))
        return out, err

    def fields(self, count):
        for r in self.rows[:count]:
            yield r[:32].hex(), r[32:65], r[65:]

    def test_hex_one_piece(self):
        lines = (
            ["# comment", ""]
            + [r.hex() for r in self.rows[:20]]
            + ["0x" + self.rows[20].hex().upper() + "\r"]
        )
        out, _ = self.check("a.hex", lines)
        self.assertEqual(out["rows"], 21)
        self.check("plain", lines)  # found by content
        bad = [r.hex() for r in self.rows[:3]]
        bad[1] = "00" + bad[1][2:]
        out, _ = self.check("b.txt", bad, [(1, 0)])
        self.assertEqual(out["invalid_rows"][0]["line"], 2)

    def test_hex_fields_keys_and_der(self):
        lines = [f"{h} {k.hex()} {s.hex()}" for h, k, s in self.fields(5)]
        lines += [
            f"{h}\t{uncompressed(k).hex()}  {der(s).hex()} row-{i}"
            for i, (h, k, s) in enumerate(self.fields(5))
        ]
        h, k, s = next(self.fields(1))
        lines.append(f"{h} {k.hex()} {der(s).hex()}00 seven")  # not strict DER
        lines.append(f"{h} {k.hex()[:-2]} {s.hex()}")  # 32-byte key
        lines.append(
            f"{h} {uncompressed(k).hex()[:-2]}ff {s.hex()}"
        )  # off the curve, or its x or y wrong
        out, _ = self.check("a.hex", lines, [(10, -12), (11, -2), (12, -4)])
        self.assertEqual(out["invalid_rows"][0]["extra"], "seven")

    def test_hybrid_and_lax(self):
        h, k, s = next(self.fields(1))
        full = uncompressed(k)
        hybrid = bytes([6 + full[64] % 2]) + full[1:]
        self.check("a.hex", [f"{h} {hybrid.hex()} {s.hex()}"], [(0, -2)])
        self.check("a.hex", [f"{h} {hybrid.hex()} {s.hex()}"], args=["--allow-hybrid"])
        self.check("a.hex", [f"{h} {k.hex()} {der(s).hex()}00"], [(0, -12)])
        self.check("a.hex", [f"{h} {k.hex()} {der(s).hex()}00"], args=["--lax-der"])

    def test_csv(self):
        lines = [f"{h},{k.hex()},{s.hex()}" for h, k, s in self.fields(5)]
        self.check("a.csv", lines)
        self.check("plain", lines)
        shuffled = ['Id, "signature" ,note,PUBKEY,hash'] + [
            f'"no ""{i}"", x",{der(s).hex()},,{k.hex()},{h}'
            for i, (h, k, s) in enumerate(self.fields(5))
        ]
        self.check("b.csv", shuffled)
        shuffled[3] = shuffled[3][:-1] + ("0" if shuffled[3][-1] != "0" else "1")
        out, _ = self.check("c.csv", shuffled, [(2, 0)])
        self.assertEqual(
            (out["invalid_rows"][0]["extra"], out["invalid_rows"][0]["line"]), ('no "2", x', 4)
        )
        _, err = self.check("d.csv", ["hash,sig,other", "00,00,00"], code=2)
        self.assertIn("line 1: the header names no column pubkey", err)

    def test_json_lines(self):
        lines = [
            json.dumps({"hash": h, "pubkey": k.hex(), "sig": s.hex(), "more": [1, {}]})
            for h, k, s in self.fields(5)
        ]
        lines += [
            "",
            json.dumps(
                {
                    "id": 7,
                    "msg": lines and "0x" + self.rows[5][:32].hex(),
                    "key": self.rows[5][32:65].hex(),
                    "signature": der(self.rows[5][65:]).hex(),
                }
            ),
        ]
        self.check("a.jsonl", lines)
        self.check("plain", lines)
        lines[2] = lines[2].replace('"hash": "', '"extra": "caf\\u00e9", "hash": "ff')[:]
        lines[2] = re.sub(r'"hash": "ff(.{62})..', r'"hash": "ff\1', lines[2])
        out, _ = self.check("b.jsonl", lines, [(2, 0)])
        self.assertEqual(out["invalid_rows"][0]["extra"], "caf\u00e9")

    def test_malformed_lines(self):
        good = self.rows[0].hex()
        fields = f"{good[:64]} {good[64:130]} {good[130:]}"
        bad_lines = {
            "a.hex": [
                good[:-2],
                good + "00",
                good[:-1] + "g",
                fields[:-1],
                good[:64] + " " + good[64:130],
                fields[2:],
                "x y z",
            ],
            "a.csv": [fields.replace(" ", ",")[:-1], "1,2", '"' + fields.replace(" ", ",")],
            "a.jsonl": [
                "{",
                "[]",
                "7",
                '{"hash": 1}',
                '{"hash":"00"}',
                '{"hash":"' + good[:62] + '","pubkey":"00","sig":"00"}',
            ],
        }
        for name, lines in bad_lines.items():
            head = {"a.hex": good, "a.csv": fields.replace(" ", ",")}.get(name) or json.dumps(
                dict(zip(("hash", "pubkey", "sig"), fields.split()))
            )
            for line in lines:
                with self.subTest(name=name, line=line[:40]):
                    code, out, err = verify_json(
                        self.path(name, f"{head}\n{head}\n{line}\n{head}\n")
                    )
                    self.assertEqual((code, out["rows"], out["valid"], err), (1, 4, 3, ""))
                    (bad,) = out["invalid_rows"]
                    self.assertEqual((bad["row"], bad["line"], out["errors"]), (2, 3, []))
                    self.assertLess(bad["status"], 0)

    def test_endless_line(self):
        done = self.expect(2, "verify", "--format", "hex", stdin=b"0" * (3 << 20))
        self.assertIn(b"line 1: longer than 1,048,576 bytes", done.stderr)


class Unusable(Case):
    def test_truncated(self):
        path = self.path("cut.rows", self.data[: 100 * ROW + 57])
        code, out, err = verify_json(path)
        self.assertEqual((code, out["rows"], out["valid"]), (2, 100, 100))
        self.assertIn(
            f"{path}: at byte offset {100 * ROW}: 57 bytes are left over, a row is 129", err
        )
        code, out, err = verify_json(stdin=self.data[:57])
        self.assertEqual((code, out["rows"]), (2, 0))
        self.assertIn("standard input: at byte offset 0: ", err)

    def test_other_files_still_read(self):
        cut, whole = (
            self.path("cut.rows", self.data[:200]),
            self.path("b.rows", self.data[: 3 * ROW]),
        )
        code, out, _ = verify_json(self.path("missing.rows"), cut, self.folder.name, whole)
        self.assertEqual((code, out["rows"], len(out["errors"])), (2, 4, 3))

    def test_missing_and_directory(self):
        self.assertIn(b"No such file", self.expect(2, "verify", self.path("missing.rows")).stderr)
        self.assertIn(b"is a directory", self.expect(2, "verify", self.folder.name).stderr)
        with open(self.path("x"), "wb"):
            os.chmod(self.path("x"), 0)
        if os.geteuid() != 0:
            self.assertIn(b"Permission denied", self.expect(2, "verify", self.path("x")).stderr)

    def test_empty(self):
        for args in ([self.path("e.rows", b"")], ["-"], []):
            self.assertIn(b"nothing to verify", self.expect(2, "verify", *args).stderr)
            self.assertEqual(verify_json("--allow-empty", *args)[:2][0], 0)
        self.assertIn(
            b"nothing to verify",
            self.expect(2, "verify", self.path("e.csv", "hash,pubkey,sig\n")).stderr,
        )

    def test_wrong_scheme(self):
        _, _, err = verify_json("--scheme", "schnorr", cli_tool.ROWS)
        self.assertIn(
            "64 bytes are left over, a row is 128; rows of verify --scheme ecdsa would fit", err
        )
        row = self.rows[0]
        line = json.dumps(
            {"hash": row[:32].hex(), "pubkey": row[32:65].hex(), "sig": der(row[65:]).hex()}
        ).encode()
        code, out, _ = verify_json("--scheme", "schnorr", stdin=line)
        self.assertEqual(
            (code, out["invalid_rows"][0]["reason"]),
            (1, "the signature is DER, a form of ECDSA signatures"),
        )

    def test_nothing_read(self):
        done = self.expect(2, "verify", self.path("missing.rows"))
        self.assertEqual(done.stdout, b"")
        self.assertIn(
            b"header",
            self.expect(2, "verify", self.path("a.csv", "digest,public,proof\n00,00,00\n")).stderr,
        )

    def test_wrong_file(self):
        noise = random.Random(2).randbytes(1000)
        code, out, err = verify_json(self.path("noise", noise))
        self.assertEqual((code, out["rows"], out["invalid"]), (2, 7, 7))
        self.assertIn("at byte offset 903", err)
        self.assertIn(
            b"line 1: ",
            self.expect(2, "verify", self.path("letter", "Dear reader,\nhello\n")).stderr,
        )

    def test_usage(self):
        cases = {
            ("verfy",): "did you mean verify?",
            ("verify", "--lows"): "did you mean --low-s?",
            (): "no command",
            ("verify", "--scheme", "rsa"): "ecdsa",
            ("verify", "--engine", "warp", cli_tool.ROWS): "there are: auto, ",
            ("verify", "--extra", "-1", cli_tool.ROWS): "--extra",
            ("verify", "--format", "xml"): "--format",
            ("sign", "--key-file"): "--key-file",
            ("verify", "--low-s", "--scheme", "schnorr", cli_tool.ROWS): "--low-s",
            ("info", "more"): "more",
            ("ecdh",): "--pubkey",
            ("verify", "--max-reported", "-1", cli_tool.ROWS): "--max-reported",
            ("verify", "--threads", "-1", cli_tool.ROWS): "--threads",
            ("recover", "--threads", "1025"): "--threads",
            ("info", "--threads", "many"): "--threads",
            ("verify", "--scheme", "schnorr", "--lax-der", cli_tool.ROWS): "--lax-der",
            ("recover", "--recid", "31"): "--recid",
            ("recover", "--hash", "11" * 32, "--sig", "11" * 64, "--recid", "4"): "0 to 3",
            ("sign", "--key-file", "k", "--key-env", "K"): "--key-env",
            ("index", "--rows", "-1", "x"): "--rows",
            ("index", "--rows", "9" * 23, "x"): "--rows",
            ("index", "--seed", "-1", "x"): "--seed",
            ("index", "--payments", "-1", "x"): "--payments",
            ("sign", "--der", "--recoverable", "x"): "--der",
            ("selftest", "--filter", "nothing at all"): "no check",
        }
        for args, text in cases.items():
            with self.subTest(args=args):
                done = self.expect(2, *args)
                self.assertIn(text, done.stderr.decode())
                self.assertEqual(done.stdout, b"")
        self.assertNotIn(b"did you mean", self.expect(2, "verify", "--bogus").stderr)

    def test_help(self):
        commands = (
            "verify",
            "sign",
            "keygen",
            "pubkey",
            "recover",
            "ecdh",
            "scan",
            "index",
            "selftest",
            "info",
            "bench",
            "compare",
            "completion",
            "man",
        )
        top = self.expect(0, "--help").stdout.decode()
        for command in commands:
            page = self.expect(0, command, "--help").stdout.decode()
            self.assertEqual(page, self.expect(0, "help", command).stdout.decode())
            self.assertIn(f"    {command} ", top)
            for section in (
                "NAME\n",
                "\nSYNOPSIS\n",
                "\nDESCRIPTION\n",
                "\nOPTIONS\n",
                "\nEXIT STATUS\n",
            ):
                self.assertIn(section, page)
        self.assertEqual(top, self.expect(0, "help").stdout.decode())
        self.assertRegex(self.expect(0, "--version").stdout.decode(), r"^ufsecp \d+\.\d+\.\d+\n$")

    def test_full_disk(self):
        with open("/dev/full", "wb") as full:
            for args in (["verify", cli_tool.ROWS], ["info"], ["selftest", "--list"], ["keygen"]):
                done = subprocess.run(
                    [cli_tool.TOOL, *args],
                    stdout=full,
                    stderr=subprocess.PIPE,
                    stdin=subprocess.DEVNULL,
                )
                self.assertEqual(
                    (done.returncode, b"No space left" in done.stderr), (2, True), args
                )
        self.assertIn(
            b"No space left",
            self.expect(2, "verify", "--output", "/dev/full", cli_tool.ROWS).stderr,
        )
        # of no rows CSV has its header, and JSON lines have nothing that could be lost
        os.symlink("/dev/full", self.path("full.csv"))
        for name, code in (("full.csv", 2), ("/dev/full", 0)):
            done = self.expect(code, "verify", "--allow-empty", "--output", self.path(name))
            self.assertEqual(b"No space left" in done.stderr, code == 2)

    def test_broken_pipe(self):
        rows = self.path("bad.rows", b"\0" * ROW * 20000)
        for args in (
            ["verify", "--max-reported", "20000", rows],
            ["verify", "--output", "-", rows],
            ["info"],
        ):
            read, write = os.pipe()
            os.close(read)
            done = subprocess.run(
                [cli_tool.TOOL, *args],
                stdout=write,
                stderr=subprocess.PIPE,
                stdin=subprocess.DEVNULL,
            )
            os.close(write)
            self.assertEqual((done.returncode, done.stderr), (141, b""), args)


class Output(Case):
    def test_json_lines_and_csv(self):
        data = self.data[: 4 * ROW] + b"\0" * ROW + self.data[:ROW]
        data = b"".join(data[i : i + ROW] + b"\xab\xcd" for i in range(0, len(data), ROW))
        rows, out = self.path("a.rows", data), self.path("out.jsonl")
        self.expect(1, "verify", "--extra", "2", "--output", out, rows)
        with open(out) as f:
            lines = [json.loads(line) for line in f]
        self.assertEqual(
            [(v["row"], v["valid"], v["extra"]) for v in lines],
            [(i, i != 4, "abcd") for i in range(6)],
        )
        self.assertLess({"status", "reason"}, set(lines[4]))
        self.expect(1, "verify", "--extra", "2", "--output", self.path("out.csv"), rows)
        with open(self.path("out.csv"), newline="") as f:
            table = list(csv.DictReader(f))
        self.assertEqual(
            [(r["row"], r["valid"]) for r in table], [(str(i), str(int(i != 4))) for i in range(6)]
        )
        self.assertEqual(
            list(table[0]), ["row", "valid", "status", "reason", "extra", "line", "file"]
        )
        self.assertEqual(table[4]["reason"], lines[4]["reason"])

    def test_never_over_the_input(self):
        rows = self.path("a.rows", self.data[: 3 * ROW])
        os.symlink(rows, self.path("b.rows"))
        for out in (rows, self.path("b.rows")):
            self.assertIn(
                b"would overwrite the input", self.expect(2, "verify", "--output", out, rows).stderr
            )
        with open(rows, "rb") as stdin:
            done = subprocess.run(
                [cli_tool.TOOL, "verify", "--output", rows], stdin=stdin, capture_output=True
            )
        self.assertEqual((done.returncode, os.path.getsize(rows)), (2, 3 * ROW))

    @cli_tool.posix_only("named pipes in folders")
    def test_named_pipe(self):
        path = self.path("fifo")
        os.mkfifo(path)
        process = subprocess.Popen([cli_tool.TOOL, "verify", path], stdout=subprocess.PIPE)
        with open(path, "wb") as f:
            f.write(self.data)
        out = process.stdout.read()
        process.stdout.close()
        self.assertEqual((process.wait(), out[:12]), (0, b"3,648 rows: "))

    def test_closed_streams(self):
        """No file takes the place of a stream that the caller closed, and nothing waits for one."""
        key = self.path("my.key")
        for command in (
            "verify <&-",
            f"verify {cli_tool.ROWS} >&-",
            "info >&-",
            f"keygen --output {key} >&-",
        ):
            done = subprocess.run(
                ["sh", "-c", f"exec {cli_tool.TOOL} {command}"], capture_output=True, timeout=20
            )
            self.assertEqual(
                (done.returncode, b"Bad file descriptor" in done.stderr), (2, True), command
            )
        with open(key) as f:
            self.assertRegex(f.read(), r"^[0-9a-f]{64} [0-9a-f]{66}\n$")

    def test_standard_output(self):
        done = self.expect(0, "verify", "--output", "-", stdin=self.data[: 3 * ROW])
        self.assertEqual(
            done.stdout.decode(), "".join(f'{{"row":{i},"valid":true}}\n' for i in range(3))
        )
        self.assertIn(b"3 rows: 3 valid", done.stderr)
        lines = self.expect(
            0, "verify", "--json", "--output", "-", stdin=self.data[:ROW]
        ).stdout.splitlines()
        self.assertEqual(json.loads(lines[-1])["rows"], 1)


@cli_tool.posix_only("signals; cli_system_test types Ctrl-C")
class Interrupted(Case):
    def feed(self, args, sig=signal.SIGINT, results=None):
        """Feeds rows without end, interrupts once results has some, and returns exit code and
        outputs."""
        process = subprocess.Popen(
            [cli_tool.TOOL, "verify", *args],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

        def feeder():
            try:
                while True:
                    process.stdin.write(self.data)
            except (BrokenPipeError, ValueError):
                pass

        thread = threading.Thread(target=feeder)
        thread.start()
        deadline = time.time() + 20
        while (
            results
            and time.time() < deadline
            and not (os.path.exists(results) and os.path.getsize(results) > 0)
        ):
            time.sleep(0.02)
        time.sleep(0.3)
        process.send_signal(sig)
        out, err = process.stdout.read(), process.stderr.read()
        code = process.wait(timeout=20)
        thread.join()
        try:
            process.stdin.close()
        except BrokenPipeError:
            pass
        process.stdout.close(), process.stderr.close()
        return code, out.decode(), err.decode()

    def test_results_survive(self):
        for sig in (signal.SIGINT, signal.SIGTERM):
            results = self.path("out.jsonl")
            code, out, err = self.feed(["--json", "--output", results], sig, results)
            summary = json.loads(out)
            self.assertEqual(
                (code, summary["interrupted"], summary["invalid"], err), (130, True, 0, "")
            )
            self.assertGreater(summary["rows"], 0)
            with open(results) as f:
                self.assertEqual(
                    [json.loads(line)["row"] for line in f], list(range(summary["rows"]))
                )

    def test_text_summary(self):
        code, out, _ = self.feed([])
        self.assertEqual(code, 130)
        self.assertRegex(out, r"^interrupted after [\d,]+ rows: ")

    def test_while_waiting(self):
        """Verdicts come before the input ends, and Ctrl-C ends a wait for more; half a row is no
        error then."""
        results = self.path("out.jsonl")
        process = subprocess.Popen(
            [cli_tool.TOOL, "verify", "--json", "--output", results],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        process.stdin.write(self.data[: 2 * ROW + 50])
        process.stdin.flush()
        deadline = time.time() + 10
        while time.time() < deadline and not (
            os.path.exists(results) and os.path.getsize(results) > 0
        ):
            time.sleep(0.01)
        with open(results) as f:
            self.assertEqual(f.read().count("\n"), 2)
        process.send_signal(signal.SIGINT)
        summary = json.loads(process.stdout.read())
        self.assertEqual((process.wait(), summary["rows"], summary["errors"]), (130, 2, []))
        process.stdin.close(), process.stdout.close()

    def test_killed(self):
        results = self.path("out.jsonl")
        code, _, _ = self.feed(["--output", results], signal.SIGKILL, results)
        self.assertEqual(code, -9)
        with open(results) as f:
            self.assertGreater(f.read().count("\n"), 0)


class Terminal(Case):
    @cli_tool.posix_only("a terminal for one stream; cli_system_test has one for all")
    def test_progress(self):
        """The line appears on a terminal after a second, with the rate, and is wiped before the
        summary."""
        master, slave = pty.openpty()
        process = subprocess.Popen(
            [cli_tool.TOOL, "verify"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=slave
        )
        os.close(slave)
        for _ in range(5):
            process.stdin.write(self.data[: 10 * ROW])
            process.stdin.flush()
            time.sleep(0.4)
        process.stdin.close()
        self.assertEqual(process.wait(), 0)
        shown = cli_tool.until_closed(master)
        process.stdout.close()
        self.assertRegex(shown, r"\r\x1b\[K[\d,]+ rows, [\d,]+ a second")
        self.assertTrue(shown.endswith("\r\x1b[K"))

    def test_secrets_are_hidden(self):
        share = [
            "ecdh",
            "--pubkey",
            "0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798",
        ]
        environment = {**os.environ, "UFSECP_SECKEY": "11" * 32}
        for args, shows in (
            (["keygen"], False),
            (["keygen", "--output", "-"], False),
            (["keygen", "--show"], True),
            (share, False),
            ([*share, "--json"], False),
            ([*share, "--raw-x"], False),
            ([*share, "--show"], True),
        ):
            master, slave = pty.openpty()
            process = subprocess.Popen(
                [cli_tool.TOOL, *args],
                stdin=slave,
                stdout=slave,
                stderr=subprocess.PIPE,
                env=environment,
            )
            err = process.stderr.read().decode()
            process.stderr.close()
            self.assertEqual(process.wait(), 0 if shows else 2)
            os.write(slave, b"end\n")
            shown = os.read(master, 4096).decode()
            os.close(slave), os.close(master)
            self.assertEqual(bool(re.search("[0-9a-f]{64}", shown)), shows)
            self.assertEqual("not printed on a terminal" in err, not shows)


if __name__ == "__main__":
    cli_tool.main()
