#!/usr/bin/env python3
"""examples/index_from_parquet.py: what ufsecp scan finds in the index of a table is what was
planted there, whatever the types of its columns.

UFSECP_TOOL=build/release/ufsecp python3 test/parquet_test.py

Skipped, with exit code 77, without pyarrow or the tool.
"""

import io
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOOL = os.environ.get("UFSECP_TOOL")
sys.path.insert(0, str(ROOT / "examples"))
sys.dont_write_bytecode = True
try:
    import pyarrow as pa
    import pyarrow.parquet as pq
except ImportError:
    print("skipped: pyarrow is not installed")
    sys.exit(77)
if not TOOL:
    print("skipped: UFSECP_TOOL names no tool")
    sys.exit(77)
import index_from_parquet as example  # noqa: E402


def run(*args, stdin=None):
    return subprocess.run([TOOL, *args], input=stdin, capture_output=True, timeout=60)


class Parquet(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def made(self, tweak_size, output_size, rows=500):
        """(payments, rows as bytes, keys) of an index of the tool's."""
        name = self.path(f"{tweak_size}.{output_size}")
        done = run(
            "index",
            "--rows",
            str(rows),
            "--payments",
            "20",
            "--labels",
            "1",
            "--outputs",
            "4",
            "--tweak-size",
            str(tweak_size),
            "--output-size",
            str(output_size),
            "--keys",
            name + ".keys",
            name + ".csv",
        )
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(name + ".csv") as f:
            lines = f.read().splitlines()[1:]
        return (
            done.stdout,
            [
                (bytes.fromhex(t), [bytes.fromhex(x) for x in xs.split()])
                for t, xs in (line.split(",") for line in lines)
            ],
            name + ".keys",
        )

    def table(self, tweaks, outputs, names=("tweak", "outputs"), name="a.parquet"):
        """A file with other columns beside those that are wanted, in several groups of rows."""
        columns = {"height": pa.array(range(len(tweaks))), names[1]: outputs, names[0]: tweaks}
        pq.write_table(pa.table(columns), self.path(name), row_group_size=133)
        return self.path(name)

    def convert(self, path, *args):
        program = [sys.executable, str(ROOT / "examples/index_from_parquet.py"), *args, path]
        return subprocess.run(program, capture_output=True, timeout=60)

    def test_finds_what_was_planted(self):
        for tweak_size, output_size in ((33, 8), (33, 32), (64, 8), (64, 32)):
            planted, rows, keys = self.made(tweak_size, output_size)
            tweaks, outputs = [t for t, _ in rows], [xs for _, xs in rows]
            xy = [b"\4" + t for t in tweaks]
            lists = {
                "binary": (pa.array(tweaks, pa.binary()), pa.array(outputs, pa.list_(pa.binary()))),
                "fixed": (
                    pa.array(tweaks, pa.binary(tweak_size)),
                    pa.array(outputs, pa.list_(pa.binary(output_size))),
                ),
                "text": (
                    pa.array([t.hex() for t in tweaks]),
                    pa.array([[x.hex() for x in xs] for xs in outputs]),
                ),
            }
            if tweak_size == 64:
                lists["65 bytes"] = (
                    pa.array(xy, pa.large_binary()),
                    pa.array(outputs, pa.large_list(pa.binary())),
                )
            if output_size == 8:
                for form, kind in (("<q", pa.int64()), ("<Q", pa.uint64())):
                    numbers = [[struct.unpack(form, x[::-1])[0] for x in xs] for xs in outputs]
                    lists[form] = (pa.array(tweaks, pa.binary()), pa.array(numbers, pa.list_(kind)))
            for what, columns in lists.items():
                with self.subTest(what=what, tweak_size=tweak_size, output_size=output_size):
                    file = self.table(*columns, names=("tweak_key", "xs"))
                    done = self.convert(file, "--tweak", "tweak_key", "--outputs", "xs")
                    self.assertEqual((done.returncode, done.stderr), (0, b""))
                    self.assertEqual(
                        run("scan", "--keys", keys, "--labels", "1", stdin=done.stdout).stdout,
                        planted,
                    )
                    self.assertEqual(
                        done.stdout[:16],
                        b"SPIX"
                        + bytes([1, tweak_size, output_size, 0])
                        + struct.pack("<Q", len(rows)),
                    )

    def test_rows_without_outputs(self):
        planted, rows, keys = self.made(33, 32)
        empty = [(rows[0][0], [])] * 3
        for all_rows, shift in ((empty + rows, 3), (empty, 0), ([], 0)):
            file = self.table(
                pa.array([t for t, _ in all_rows], pa.binary()),
                pa.array([xs for _, xs in all_rows], pa.list_(pa.binary())),
            )
            out = io.BytesIO()
            example.convert(file, out)
            done = run("scan", "--keys", keys, "--labels", "1", stdin=out.getvalue())
            self.assertEqual(
                (done.returncode, done.stdout.count(b"\n")),
                (0 if all_rows else 2, planted.count(b"\n") if shift else 0),
            )
            self.assertEqual(len(out.getvalue()), 16 + sum(35 + 32 * len(xs) for _, xs in all_rows))

    def test_refused(self):
        point, x = b"\2" + bytes(32), bytes(32)
        for tweaks, outputs, what in (
            ([point, None], [[x], [x]], "row 1: null"),
            ([point, point[:-1]], [[x], [x]], "row 1: a tweak of 32 bytes"),
            ([point], [None], "row 0: "),
            ([point, bytes(64)], [[x], [x]], "row 1: a tweak of 64 bytes"),
            ([point], [[x[:31]]], "row 0: an output"),
            ([point], [[x, x[:8]]], "row 0: an output"),
            ([point, point], [[x], [x[:8]]], "row 1: an output"),
            ([point], [[None]], "row 0: null"),
            ([point], [[x] * 65536], "row 0: more than 65535 outputs"),
        ):
            with self.subTest(what=what):
                file = self.table(
                    pa.array(tweaks, pa.binary()), pa.array(outputs, pa.list_(pa.binary()))
                )
                done = self.convert(file, "--tweak", "tweak")
                self.assertEqual(done.returncode, 1)
                self.assertIn(what, done.stderr.decode())
                program = [
                    sys.executable,
                    str(ROOT / "examples/index_from_parquet.py"),
                    file,
                    self.path("out.spix"),
                ]
                self.assertEqual(
                    subprocess.run(program, capture_output=True, timeout=60).returncode, 1
                )
                self.assertFalse(
                    os.path.exists(self.path("out.spix"))
                    or os.path.exists(self.path("out.spix.unfinished"))
                )
        done = self.convert(file, "--tweak", "no")
        self.assertIn(b"no column no among height, outputs, tweak", done.stderr)
        with open(self.path("b.parquet"), "wb") as f:
            f.write(b"no table")
        self.assertEqual(self.convert(self.path("b.parquet")).returncode, 1)

    def test_frigate(self):
        """The table of Frigate's DuckDB extension, with the option first or last; without it, or
        with it on another table, the file is refused and the option named."""
        planted, rows, keys = self.made(64, 8)
        little = pa.array([t[31::-1] + t[:31:-1] for t, _ in rows], pa.binary())
        numbers = pa.array(
            [[struct.unpack(">q", x)[0] for x in xs] for _, xs in rows], pa.list_(pa.int64())
        )
        file = self.table(little, numbers, names=("tweak_key", "outputs"))
        option = ["--index-format", "frigate"]
        program = [sys.executable, str(ROOT / "examples/index_from_parquet.py")]
        out = self.path("out.spix")
        for args in ([*option, file], [file, *option], [file, out, *option], [*option, file, out]):
            done = subprocess.run([*program, *args], capture_output=True, timeout=60)
            self.assertEqual((done.returncode, done.stderr), (0, b""))
            if out in args:
                done = subprocess.run([*program, *args], capture_output=True, timeout=60)
                self.assertIn(b"File exists", done.stderr)
                done = subprocess.run([*program, "--force", *args], capture_output=True, timeout=60)
                self.assertEqual((done.returncode, done.stderr), (0, b""))
                with open(out, "rb") as f:
                    done.stdout = f.read()
                os.unlink(out)
            found = run("scan", "--keys", keys, "--labels", "1", stdin=done.stdout)
            self.assertEqual(found.stdout, planted)
        done = self.convert(file)
        self.assertIn(b"a column tweak_key", done.stderr)
        self.assertIn(b"--index-format frigate", done.stderr)
        done = self.convert(file, "--tweak", "tweak_key")
        self.assertIn(b"little-endian, which is read with --index-format frigate", done.stderr)
        big = self.table(pa.array([t for t, _ in rows], pa.binary()), numbers, name="b.parquet")
        done = self.convert(big, *option, "--tweak", "tweak")
        self.assertIn(b"big-endian, which is read without --index-format frigate", done.stderr)
        self.assertEqual((done.returncode, done.stdout), (1, b""))

    def test_a_file(self):
        planted, rows, keys = self.made(33, 8)
        file = self.table(
            pa.array([t for t, _ in rows], pa.binary()),
            pa.array([xs for _, xs in rows], pa.list_(pa.binary())),
        )
        program = [
            sys.executable,
            str(ROOT / "examples/index_from_parquet.py"),
            file,
            self.path("out.spix"),
        ]
        self.assertEqual(subprocess.run(program, capture_output=True, timeout=60).returncode, 0)
        self.assertEqual(
            run("scan", "--keys", keys, "--labels", "1", self.path("out.spix")).stdout, planted
        )


if __name__ == "__main__":
    unittest.main()
