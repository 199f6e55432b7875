# Files that are compressed, or of a kind that no reader takes, given to `ufsecp` as they are.
import bz2
import gzip
import io
import lzma
import os
import sqlite3
import struct
import subprocess
import tarfile
import zipfile
import zlib

import cli_tool
from cli_tool import ScanCase


def zstd(data, window=None):
    """A frame of raw blocks, by RFC 8878."""
    if window is None:
        head = bytes([0xA0]) + struct.pack("<I", len(data))  # one segment, its size in 4 bytes
    else:
        head = bytes([0, (window - 10) << 3])
    blocks = [data[i : i + 100000] for i in range(0, len(data), 100000)] or [b""]
    out = b"\x28\xb5\x2f\xfd" + head
    for i, block in enumerate(blocks):
        out += struct.pack("<I", len(block) << 3 | (i == len(blocks) - 1))[:3] + block
    return out


def zipped(data):
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr("a.csv", data)
    return out.getvalue()


def tarred(data):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w") as archive:
        entry = tarfile.TarInfo("a.csv")
        entry.size = len(data)
        archive.addfile(entry, io.BytesIO(data))
    return out.getvalue()


class Kinds(ScanCase):
    def bits(self, path, *args, **more):
        """Verdicts of verify, one a row."""
        return self.expect(0, "verify", "--quiet", "--json", *args, path, **more).stdout

    def csv(self):
        lines = [f"{r[:32].hex()},{r[32:65].hex()},{r[65:].hex()}" for r in self.rows[:400]]
        return ("hash,pubkey,sig\n" + "\n".join(lines) + "\n").encode()

    def test_rows(self):
        """Compressed rows are read as the rows that they hold, and the file's ending still names
        their format."""
        jsonl = "".join(
            f'{{"hash":"{r[:32].hex()}","pubkey":"{r[32:65].hex()}","sig":"{r[65:].hex()}"}}\n'
            for r in self.rows[:400]
        ).encode()
        hexes = "".join(r.hex() + "\n" for r in self.rows[:400]).encode()
        for ending, data in {
            "rows": b"".join(self.rows[:400]),
            "csv": self.csv(),
            "jsonl": jsonl,
            "hex": hexes,
        }.items():
            half = len(data) // 2
            for name, packed in {
                ".gz": gzip.compress(data),
                ".zst": zstd(data),
                "": gzip.compress(data),  # told by its first bytes alone
                ".two.gz": gzip.compress(data[:half]) + gzip.compress(data[half:]),
                ".two.zst": zstd(data[:half]) + zstd(b"") + zstd(data[half:], 20),
                ".both.gz": gzip.compress(data[:half]) + zstd(data[half:]) + bytes(512),
                ".skipped.zst": b"\x52\x2a\x4d\x18\3\0\0\0abc" + zstd(data),
            }.items():
                with self.subTest(ending=ending, name=name):
                    file = self.path("a." + ending + name, packed)
                    for args, stdin in (([file], b""), (["-"], packed)):
                        done = self.expect(0, "verify", *args, stdin=stdin)
                        self.assertIn(b"400 rows: 400 valid, 0 invalid", done.stdout + done.stderr)
        for ending in (".csv", ".hex", ".jsonl"):
            plain = self.path("b" + ending, "abc\n")
            packed = self.path("b" + ending + ".gz", gzip.compress(b"abc\n"))
            texts = [self.expect(2, "verify", path).stderr.decode() for path in (plain, packed)]
            self.assertEqual(texts[0].replace(plain, packed + " (decompressed)"), texts[1], texts)

    def test_index(self):
        planted, index, keys = self.make("--rows", "3000", "--payments", "300", "--outputs", "3")
        data = self.read(index)
        again, text, _ = self.make(
            "--rows", "3000", "--payments", "300", "--outputs", "3", name="t", ending=".csv"
        )
        self.assertEqual(again, planted)
        for name, packed in {
            "a.spix.gz": gzip.compress(data),
            "a.spix.zst": zstd(data),
            "a.csv.gz": gzip.compress(self.read(text)),
            "a.csv.zst": zstd(self.read(text)),
        }.items():
            with self.subTest(name=name):
                done = self.expect(0, "scan", "--keys", keys, self.path(name, packed))
                self.assertEqual(done.stdout, planted)
        labels = self.path("l.gz", gzip.compress(b"0 1 2\n"))
        self.assertEqual(
            self.expect(0, "scan", "--keys", keys, "--label-file", labels, index).stdout, planted
        )

    def test_a_byte_at_a_time(self):
        for packed in (gzip.compress(self.csv()), zstd(self.csv())):
            process = subprocess.Popen(
                [cli_tool.TOOL, "verify", "-"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
            for byte in packed[:2000]:
                process.stdin.write(bytes([byte]))
                process.stdin.flush()
            out, err = process.communicate(packed[2000:], timeout=60)
            self.assertEqual(process.returncode, 0, err)
            self.assertIn(b"400 rows: 400 valid, 0 invalid", out + err)

    def test_damage(self):
        """Rows before the damage have their verdicts; the text names an offset of the file."""
        data = self.csv()
        for name, packed in (("gzip", gzip.compress(data)), ("zstd", zstd(data))):
            for cut in (3, 5, 9, 12, len(packed) // 2, len(packed) - 1):
                with self.subTest(name=name, cut=cut):
                    file = self.path("cut.csv.x", packed[:cut])
                    done = self.expect(2, "verify", file)
                    if cut < 4 and name == "zstd":
                        continue  # nothing tells yet what it is
                    self.assertIn(
                        f"{file}: at byte offset {cut} of the file: the {name} data ends before "
                        "its end: the file is cut off",
                        done.stderr.decode(),
                    )
        packed = gzip.compress(data)
        for at, what in (
            (len(packed) - 8, "incorrect data check"),
            (len(packed) - 1, "incorrect length check"),
        ):
            spoiled = packed[:at] + bytes([packed[at] ^ 1]) + packed[at + 1 :]
            done = self.expect(2, "verify", "--json", self.path("a.csv.gz", spoiled))
            self.assertIn(f"the gzip data is damaged ({what})", done.stderr.decode())
            self.assertIn(b'"rows":400', done.stdout.replace(b" ", b""))
        spoiled = bytearray(zstd(data))
        spoiled[9] |= 6  # a reserved type of block
        done = self.expect(2, "verify", self.path("a.csv.zst", bytes(spoiled)))
        self.assertIn("of the file: the zstd data is damaged (", done.stderr.decode())
        done = self.expect(2, "verify", self.path("a.csv.gz", packed + b"more"))
        self.assertIn(
            f"at byte offset {len(packed)} of the file: what follows the compressed data is "
            "neither gzip nor zstd",
            done.stderr.decode(),
        )
        done = self.expect(2, "verify", self.path("a.csv.zst", zstd(data, 28)))
        self.assertIn("a window of more than 128 MiB: decompress it first", done.stderr.decode())

    def test_state(self):
        """A scan of a compressed index goes on after damage, and in the index that it holds."""
        planted, index, keys = self.make("--rows", "3000", "--payments", "300", "--outputs", "3")
        packed = gzip.compress(self.read(index))
        state, out = self.path("s"), self.path("o")
        command = ["scan", "--keys", keys, "--state", state, "--out", out]
        self.expect(2, *command, self.path("a.gz", packed[: len(packed) // 2]))
        begun = self.read(out)
        self.assertTrue(0 < len(begun) < len(planted) and planted.startswith(begun))
        self.expect(0, *command, self.path("a.gz", packed))
        self.assertEqual(self.read(out), planted)
        for path in (index, self.path("a.zst", zstd(self.read(index)))):
            self.assertIn(b", 3,000 of them before", self.expect(0, *command, path).stdout)
        self.assertEqual(self.read(out), planted)

    def test_memory(self):
        """Little data that becomes much costs time, not memory."""
        packer = zlib.compressobj(9, zlib.DEFLATED, 31)
        lines = (b"#" * 1023 + b"\n") * 1024
        packed = b"".join(packer.compress(lines) for _ in range(300)) + packer.flush()
        self.assertLess(len(packed), 1 << 20)
        plain = packed[:0] + gzip.compress(self.csv())
        peaks = []
        for content in (plain, packed + plain):
            process = subprocess.Popen(
                [cli_tool.TOOL, "verify", "--quiet", self.path("a.csv.gz", content)],
                stdout=subprocess.DEVNULL,
            )
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.assertEqual(process.returncode, 0)
            peaks.append(usage.ru_maxrss)
        self.assertLess(peaks[1] - peaks[0], 16 << 10, peaks)  # KiB
        line = self.path("line.csv.gz", gzip.compress(b"1" * (100 << 20), 1))
        self.assertIn(b"longer than ", self.expect(2, "verify", line).stderr)

    def test_foreign(self):
        """No reader takes these, and each says what they are and how to go on."""
        _, index, keys = self.make("--rows", "10")
        database = sqlite3.connect(self.path("d.sqlite"))
        database.execute("create table t (tweak, outputs)")
        database.commit()
        database.close()
        text = self.csv().decode()
        files = {
            "an xz file: decompress it first": lzma.compress(self.csv()),
            "a bzip2 file: decompress it first": bz2.compress(self.csv()),
            "a zip archive: unpack it first": zipped(text),
            "a tar archive: unpack it first": tarred(self.csv()),
            "a Parquet file: write its table as CSV": b"PAR1\x15\4\x15" + bytes(100) + b"PAR1",
            "an Arrow file: write its table as CSV": b"ARROW1\0\0" + bytes(100),
            "an Arrow stream: write its table as CSV": b"\xff\xff\xff\xff\x78\1\0\0\x10\0\0\0"
            + bytes(100),
            "an SQLite database: write the table as CSV": self.read(self.path("d.sqlite")),
            "a DuckDB database: write the table as CSV": bytes(range(8)) + b"DUCK" + bytes(100),
            "text in UTF-16: convert it": text.encode("utf-16"),
            "text in UTF-16: convert it (": b"\xfe\xff" + text.encode("utf-16-be"),
            "text in UTF-16: convert it (iconv": text.encode("utf-16-le"),
            "text in UTF-32: convert it": text.encode("utf-32"),
            "a gzip file: decompress it first": gzip.compress(gzip.compress(self.csv())),
            "a zstd file: decompress it first": gzip.compress(zstd(self.csv())),
        }
        readers = (
            ("verify",),
            ("verify", "--format", "jsonl"),
            ("verify", "--format", "binary"),
            ("recover",),
            ("scan", "--keys", keys),
            ("scan", "--keys", keys, index, "--label-file"),
            ("scan", index, "--keys"),
        )
        for what, content in files.items():
            for ending in ("", ".csv"):
                file = self.path("foreign" + ending, content)
                os.chmod(file, 0o600)
                for reader in readers:
                    with self.subTest(what=what, reader=reader):
                        done = self.expect(2, *reader, file)
                        self.assertEqual(done.stdout, b"")
                        text = what
                        if reader[-1] == "--keys" and content[:2] == b"\x1f\x8b":
                            text = "a gzip file: decompress it first"
                        self.assertIn("is " + text, done.stderr.decode())
        os.chmod(index, 0o600)
        for reader in (*readers[:4], *readers[5:]):
            done = self.expect(2, *reader, index)
            self.assertIn(b"is a scan index: ufsecp scan reads it", done.stderr)
            done = self.expect(2, *reader, "-", stdin=self.read(index)[:40])
            self.assertIn(b"is a scan index: ufsecp scan reads it", done.stderr)

    def test_rows_are_no_index(self):
        _, _, keys = self.make("--rows", "10")
        jsonl = f'{{"hash":"{self.rows[0][:32].hex()}"}}\n'
        for name, content in (
            ("a.rows", b"".join(self.rows[:20])),
            ("a.csv", self.csv()),
            ("b.csv", self.csv().split(b"\n", 1)[1]),
            ("a.hex", self.rows[0].hex() + "\n"),
            ("a.jsonl", jsonl),
        ):
            with self.subTest(name=name):
                done = self.expect(2, "scan", "--keys", keys, self.path(name, content))
                self.assertIn(b"ufsecp verify reads rows of signatures", done.stderr)


if __name__ == "__main__":
    cli_tool.main()
