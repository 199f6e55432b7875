# Text that comes from data is escaped where people read it, and stays what it is in JSON and CSV.
import csv
import io
import json
import os
import re

import cli_tool
from cli_tool import ROW, Case, run, verify_json

# What steers a terminal or hides what a text is, and how it is shown.
STEERING = {
    "\0": r"\x00",
    "\a": r"\x07",
    "\b": r"\x08",
    "\t": r"\x09",
    "\r": r"\x0d",
    "\x1b": r"\x1b",
    "\x1b[2J\x1b[31m": r"\x1b[2J\x1b[31m",
    "\x1b]0;title\a": r"\x1b]0;title\x07",
    "\x7f": r"\x7f",
    "\x80": r"\u0080",
    "\x85": r"\u0085",
    "\x9b31m": r"\u009b31m",
    "\u061c": r"\u061c",
    "\u200e\u200f": r"\u200e\u200f",
    "\u2028\u2029": r"\u2028\u2029",
    "\u202a\u202b\u202c\u202d\u202e": r"\u202a\u202b\u202c\u202d\u202e",
    "\u2066\u2067\u2068\u2069": r"\u2066\u2067\u2068\u2069",
}
# What stands as it is: letters of every kind, and the neighbours of the ranges above.
PLAIN = ["", "a\\b", "~", "\xa0", "caf\xe9", "\u0436\u05d0", "\u2027\u2030\u202f\u2065\u206a"]
PLAIN += ["\u061b\u061d", "\u200d\u2010", "\ue000\ufffd", "\U0001f600", "\U0010ffff"]
# Bytes that are not UTF-8: alone, cut short, too long a form, a surrogate, too large.
NOT_UTF8 = [b"\xff", b"\xe9t\xe9", b"\xe2\x82", b"\xc0\xaf", b"\xe0\x80\x9b", b"\xed\xa0\x80"]
NOT_UTF8 += [b"\xf4\x90\x80\x80", b"\x80\xbf", b"\xf0\x9f\x98", b"\xf8\x88\x80\x80\x80"]


def shown(data):
    """The bytes as the tool shows them."""
    text = data.decode(errors="surrogateescape")
    return "".join(
        f"\\x{ord(c) - 0xDC00:02x}" if 0xDC80 <= ord(c) <= 0xDCFF else STEERING.get(c, c)
        for c in text
    )


def steers(data):
    """Whether output of the tool holds anything but characters that are shown, and line ends."""
    return re.search(
        "[\0-\x09\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]", data.decode()
    )


class Notes(Case):
    def rows_with(self, notes, good=False):
        row = self.rows[0] if good else b"\0" + self.rows[0][1:]
        for note in notes:
            fields = {"hash": row[:32], "pubkey": row[32:65], "sig": row[65:]}
            yield json.dumps({k: v.hex() for k, v in fields.items()} | {"extra": note}) + "\n"

    def test_notes_of_json_lines(self):
        """In text a line for each row; in JSON the note itself, without the characters."""
        notes = ["a" + text + "b" for text in [*STEERING, "\n", *PLAIN]]
        path = self.path("a.jsonl", "".join(self.rows_with(notes)))
        done = self.expect(1, "verify", path)
        self.assertIsNone(steers(done.stdout), done.stdout)
        lines = done.stdout.decode().split("\n")
        want = ["a" + text + "b" for text in [*STEERING.values(), r"\x0a", *PLAIN]]
        self.assertEqual([re.search(r" \[(.*)\]$", line)[1] for line in lines[: len(want)]], want)
        for args in (["--json"], ["--output", "-", "--quiet"]):
            out = self.expect(1, "verify", *args, path).stdout
            self.assertIsNone(steers(out), args)
            rows = [json.loads(line) for line in out.splitlines()]
            rows = rows[0]["invalid_rows"] if args == ["--json"] else rows
            self.assertEqual([row["extra"] for row in rows], notes)
        results = self.path("out.csv")
        self.expect(1, "verify", "--output", results, path)
        with open(results, newline="") as f:  # for programs: the note itself
            self.assertEqual([row["extra"] for row in csv.DictReader(f)], notes)

    def test_notes_of_hex_and_csv(self):
        row = b"\0" + self.rows[0][1:]
        fields = " ".join(part.hex() for part in (row[:32], row[32:65], row[65:]))
        notes = [b"a" + text + b"b" for text in NOT_UTF8]
        notes += [b"a" + text.encode() + b"b" for text in STEERING if not set(text) & set("\r\t\0")]
        for name, between in (("a.hex", " "), ("a.csv", ",")):
            data = b"".join(
                (fields.replace(" ", between) + between).encode() + note + b"\n" for note in notes
            )
            if name == "a.csv":
                data = b"hash,pubkey,sig,extra\n" + data
            path = self.path(name, data)
            done = self.expect(1, "verify", path)
            self.assertIsNone(steers(done.stdout))
            lines = done.stdout.decode().split("\n")
            for line, note in zip(lines, notes):
                for c, form in STEERING.items():
                    note = note.replace(c.encode(), form.encode())
                self.assertTrue(line.endswith(f" [{shown(note)}]"), (line, note))
            code, out, _ = verify_json(path)
            self.assertEqual((code, len(out["invalid_rows"])), (1, len(notes)))

    def test_recover(self):
        notes = list(STEERING)
        lines = [json.loads(line) for line in self.rows_with(notes, good=True)]
        text = "".join(json.dumps(line | {"recid": 0, "sig": "00" * 64}) + "\n" for line in lines)
        done = self.expect(1, "recover", "--json", stdin=text.encode())
        self.assertIsNone(steers(done.stdout))
        self.assertEqual([json.loads(row)["extra"] for row in done.stdout.splitlines()], notes)

    def test_cells_stay_data(self):
        """CSV is quoted by RFC 4180 and no more: a note that a spreadsheet takes for a formula is
        not changed."""
        notes = ["=1+1", "+1", "-1", "@x", 'a,"b"\nc', "\r", "plain"]
        path, results = self.path("a.jsonl", "".join(self.rows_with(notes))), self.path("out.csv")
        self.expect(1, "verify", "--quiet", "--output", results, path)
        with open(results, newline="") as f:
            self.assertEqual([row["extra"] for row in csv.DictReader(io.StringIO(f.read()))], notes)


class Names(Case):
    def test_file_names(self):
        """In every command: of files that are not there, cannot be used, or hold bad rows."""
        row = b"\0" * ROW
        for name in (*NOT_UTF8, *(c.encode() for c in STEERING if c != "\0"), b"a\nb"):
            want = shown(name)
            for c, form in (*STEERING.items(), ("\n", r"\x0a")):
                want = want.replace(c, form)
            missing = os.path.join(self.folder.name.encode(), name)
            for args in (
                ["verify"],
                ["recover"],
                ["scan", "--keys"],
                ["sign", "--hash", "11" * 32, "--key-file"],
                ["sign"],
                ["verify", "--engine"],
                ["verify", "--format"],
                ["verify", "--output", "/dev/null/x", "/dev/null"],
                ["keygen", "--count"],
                ["info"],
                [],
            ):
                given = name if args in ([], ["info"]) or args[-1] in ("--count",) else missing
                done = self.expect(2, *args, given)
                self.assertIsNone(steers(done.stderr), (args, done.stderr))
                self.assertEqual(done.stderr.count(b"ufsecp: "), 1, args)
                if args[-1:] != ["--output"] and args[-1:] != ["/dev/null"]:
                    self.assertIn(want, done.stderr.decode(), args)
            with open(missing, "wb") as f:
                f.write(row)
            done = self.expect(1, "verify", "--format", "binary", missing, missing)
            self.assertIsNone(steers(done.stdout))
            self.assertIn(want + "): ", done.stdout.decode())
            code, out, _ = verify_json("--format", "binary", missing, missing)
            self.assertEqual((code, len(out["invalid_rows"])), (1, 2))
            os.unlink(missing)

    def test_summary_of_a_scan(self):
        index, keys = self.path("i.spix"), self.path("k")
        self.expect(0, "index", "--rows", "3", "--keys", keys, index)
        odd = os.path.join(self.folder.name.encode(), b"\xff\x1b.spix")
        with open(index, "rb") as f, open(odd, "wb") as g:
            g.write(f.read()[:-1])
        done = self.expect(2, "scan", "--json", "--keys", keys, odd)
        self.assertIsNone(steers(done.stderr))
        self.assertIn(r"\xff\x1b.spix: ", done.stderr.decode())
        [error] = json.loads(done.stdout.splitlines()[-1])["errors"]
        self.assertIn("\ufffd\x1b.spix: ", error)


class Numbers(Case):
    def test_one_row(self):
        """ "1 row", "2 rows" in every summary."""
        one, two = self.data[:ROW], self.data[: 2 * ROW]
        self.assertRegex(self.expect(0, "verify", stdin=one).stdout, rb"^1 row: 1 valid, 0 invalid")
        self.assertRegex(self.expect(0, "verify", stdin=two).stdout, rb"^2 rows: 2 valid")
        bad = self.expect(1, "verify", "--max-reported", "1", stdin=b"\0" * ROW * 2).stdout
        self.assertIn(b"... and 1 more invalid row\n2 rows: 0 valid, 2 invalid", bad)
        signed = run("sign", "--json", "--recoverable", env={"UFSECP_SECKEY": "07" * 32}).stdout
        self.assertRegex(self.expect(0, "recover", stdin=signed).stderr, rb"^1 row: 1 key, 0 wi")
        self.assertRegex(self.expect(0, "recover", stdin=signed * 2).stderr, rb"^2 rows: 2 keys")
        self.assertRegex(
            self.expect(0, "selftest", "--filter", "k=1").stdout.decode(), r"\n1 check: 1 passed"
        )
        index, keys = self.path("i.spix"), self.path("k")
        self.expect(0, "index", "--rows", "1", "--keys", keys, index)
        self.assertRegex(
            self.expect(0, "scan", "--keys", keys, index).stderr, rb"^1 row: 1 payment "
        )
        with open(index, "r+b") as f:
            f.seek(8), f.write(b"\2")
        done = self.expect(2, "scan", "--keys", keys, index)
        self.assertIn(b"ends after 1 row, its header says 2", done.stderr)


if __name__ == "__main__":
    cli_tool.main()
