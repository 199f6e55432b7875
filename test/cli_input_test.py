# How input without a known ending is told apart, however it arrives, and what of damaged input is
# read.
import gzip
import json
import random
import subprocess
import time

import cli_tool
from cli_extract_test import MAINNET, ExtractCase
from cli_rows_test import HASH, ID, KEY, SIG, Rows, obj
from cli_tool import Case, run, verify_json

HEX = f"{HASH} {KEY} {SIG}\n"
CSV = f"hash,pubkey,sig,extra\n{HASH},{KEY},{SIG},"


def pieces(sizes, *args, stdin):
    """Runs the tool on standard input that comes in pieces, the last with all that is left."""
    process = subprocess.Popen(
        [cli_tool.TOOL, *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    for size in sizes:
        process.stdin.write(stdin[:size])
        process.stdin.flush()
        stdin = stdin[size:]
        time.sleep(0.1)
    out, _ = process.communicate(stdin, timeout=60)
    return process.returncode, out


class Formats(Rows):
    def all_valid(self, data, rows):
        """From standard input, and from a file with an unknown ending."""
        data = data if isinstance(data, bytes) else data.encode()
        done = run("verify", "--json", stdin=data)
        self.assertEqual(done.returncode, 0, (data[:200], done))
        self.assertEqual(json.loads(done.stdout)["valid"], rows)
        self.valid(data, name="a.txt", rows=rows)

    def test_notes_and_comments(self):
        """A byte behind the first row's says nothing about the format."""
        for note in ("Z\xfcrich", "\x7f", "\x0c", "\x1b[1m", "\u9375"):
            self.all_valid(CSV + note + "\n", 1)
            self.all_valid(f"{CSV}x\n{CSV.splitlines()[1]}{note}\n", 2)
            self.all_valid(f"# {note}\n{HEX}", 1)
            self.all_valid(f"{HEX}# {note}\n{HEX}", 2)
            self.all_valid(f"# {note}\n{CSV}\n", 1)
        self.all_valid(obj(extra="\xfc") + "\n", 1)
        for value in (b"\x7f", b"\xfc", b"\x0c\x1b"):
            self.all_valid(b'{"extra": "' + value + b'", ' + obj()[1:].encode(), 1)
        self.all_valid(CSV.encode() + b"Z\xfcrich\n", 1)
        self.all_valid(HEX.encode() + b"# Z\xfcrich\n" + HEX.encode(), 2)

    def test_a_size_of_whole_rows(self):
        """No text is taken for rows whose bytes it has."""
        text = (CSV + "Z\xfcrich\n").encode()
        text += b"#" * (-len(text) % 129)
        self.assertEqual(len(text) % 129, 0)
        self.all_valid(text, 1)

    def test_a_character_on_the_border(self):
        for n in range(120, 132):
            for character in ("\xfc", "\u9375", "\U0001f511"):
                self.all_valid("#" + "x" * n + character + "\n" + HEX, 1)

    def test_long_beginnings(self):
        """The format waits for the first line that is neither blank nor a comment."""
        for text, rows in ((CSV + "\n", 1), (HEX, 1), (HEX.replace(" ", "\t"), 1)):
            for begin in ("#" * 140 + "\n", "#" * 70000 + "\n", "\n" * 70000, " \r\n" * 300):
                self.all_valid(begin + text, rows)
            self.all_valid("# x\n" * 200000 + text, rows)
        self.all_valid("\n" * 70000 + obj() + "\n", 1)

    def test_long_runs_without_a_row(self):
        """What is passed over does not end the input, however much it is."""
        comments, bad = ("#" + "x" * 999 + "\n") * 3000, HEX.replace(SIG, "00" * 64)
        for text in (f"{HEX}{comments}{bad}", f"{CSV}\n{comments}{HASH},{KEY},{'00' * 64},\n"):
            done = self.expect(1, "verify", "--json", stdin=text.encode())
            self.assertEqual(json.loads(done.stdout)["invalid_rows"][0]["row"], 1)
        self.valid("hash,pubkey,sig\n" + comments + f"{HASH},{KEY},{SIG}", name="a.csv", rows=1)

    def test_pieces(self):
        """Input reads the same, however it comes."""
        begin = "#" * 140 + "\n"
        for text in (begin + CSV + "Z\xfcrich\n", CSV + "\xfc\n", begin + HEX, obj(extra="\xfc")):
            data = text.encode()
            for sizes in ((1, 1), (129,), (140,), (141,), (142, 10), (len(data) - 2,), (130, 0)):
                code, out = pieces(sizes, "verify", "--json", stdin=data)
                self.assertEqual((code, json.loads(out)["valid"]), (0, 1), (text, sizes))
        for sizes in ((1,), (100,), (129,), (130,), (258, 129)):
            code, out = pieces(sizes, "verify", "--json", stdin=self.data[: 4 * 129])
            self.assertEqual((code, json.loads(out)["valid"]), (0, 4), sizes)

    def test_rows_have_verdicts_as_they_come(self):
        """Bytes of one row are enough to tell that it is binary."""
        process = subprocess.Popen(
            [cli_tool.TOOL, "verify", "--quiet", "--output", "-"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        process.stdin.write(self.rows[0])
        process.stdin.flush()
        self.assertEqual(process.stdout.readline(), b'{"row":0,"valid":true}\n')
        process.communicate(timeout=20)

    def test_random_rows_are_binary(self):
        draw = random.Random(11)
        for args, size in (([], 129), (["--scheme", "schnorr"], 128)):
            for first in (b"", b"{", b"[", b"#", b"\n", b"0"):
                for _ in range(5):
                    data = first + draw.randbytes(4 * size - len(first))
                    done = self.expect(1, "verify", "--json", *args, stdin=data)
                    self.assertEqual(json.loads(done.stdout)["rows"], 4)
        for first in (b"", b"{", b"[", b"#"):
            data = first + draw.randbytes(4 * 97 - len(first))
            done = run("recover", stdin=data)
            self.assertEqual(done.stdout.count(b"\n"), 4)

    def test_recover(self):
        line = f"{HASH},{SIG},{ID},"
        for text in (f"{line}Z\xfcrich\n", f"{'#' * 140}\n{line}\n", f"# \xfc\n{line}\n"):
            done = self.expect(0, "recover", "--quiet", stdin=text.encode())
            self.assertEqual(done.stdout.decode(), KEY + "\n")


class Transactions(ExtractCase):
    def test_comments(self):
        tx = MAINNET.hex().encode() + b"\n"
        want = self.expect(0, "extract", "--infer", stdin=tx).stdout
        self.assertGreater(want.count(b"\n"), 1)
        for note in ("Z\xfcrich".encode(), "\u9375".encode(), b"\x7f", b"\x0c\x1b"):
            for text in (b"# " + note + b"\n" + tx, tx + b"# " + note + b"\n"):
                self.assertEqual(self.expect(0, "extract", "--infer", stdin=text).stdout, want)
        text = tx + b"# Z\xfcrich\n"
        self.assertEqual(self.expect(0, "extract", "--infer", stdin=text).stdout, want)


class Damaged(Case):
    def test_lines_behind_an_open_quote(self):
        """Those that were read before the input fails have their verdicts."""
        good = f"{HASH},{KEY},{SIG},x\n"
        for before, behind in ((0, 3), (2, 1), (2, 90)):
            lines = good * before + good.replace(",x", ',"x') + good * behind
            draw = random.Random(5)  # what is hard to compress, and cut off
            packed = gzip.compress((lines + "#" + draw.randbytes(40000).hex()).encode(), mtime=0)
            path = self.path("cut.csv.gz", packed[:-2000])
            code, out, err = verify_json(path)
            self.assertIn("cut off", err)
            self.assertEqual((code, len(out["errors"])), (2, 1))
            self.assertEqual((out["rows"], out["valid"]), (before + 1 + behind, before + behind))
            [bad] = out["invalid_rows"]
            self.assertEqual(bad["line"], before + 1)
            self.assertIn("a quote that is not closed", bad["reason"])


if __name__ == "__main__":
    cli_tool.main()
