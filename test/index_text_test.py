# Indexes in text as they stand in the world: columns, separators, line ends, and those of Frigate.
import hashlib
import os
import struct
import subprocess
import sys

import cli_tool
from cli_tool import P, ScanCase, payments, run, uncompressed


def little_endian(key33):
    point = uncompressed(key33)
    return point[32:0:-1] + point[:32:-1]


def blob(data):
    """As DuckDB prints a BLOB."""
    plain = lambda b: 32 <= b <= 126 and b not in b"\\'\""
    return "".join(chr(b) if plain(b) else f"\\x{b:02X}" for b in data)


def prefixes(outputs):
    return [struct.unpack(">q", o[:8])[0] for o in outputs]


SCAN_KEYS = (
    "0f694e068028a717f8af6b9411f9a133dd3565258714cc226594b34db90c1f2c "
    "025cc9856d6f8375350e123978daac200c260cb5b5ae83106cab90484dcd8fcf36"
)
TWEAK = "0314bec14463d6c0181083d607fecfba67bb83f95915f6f247975ec566d5642ee8"
LITTLE = (
    "e82e64d566c55e9747f2f61559f983bb67bacffe07d6831018c0d66344c1be14"
    "c38032a48f5b3c56b5b6286a06c0270846b7b852cd318d9a137173a5b41c2f84"
)
OUTPUT = "f207162b1a7abc51"


class Text(ScanCase):
    def test_other_columns(self):
        """They are passed on as they stand, in every piece, also after an interruption."""
        planted, index, keys = self.make(
            "--rows", "3000", "--payments", "300", "--outputs", "3", "--output-size", "32"
        )
        rows = self.rows_of(self.read(index))
        notes = ["", "plain", "two words", "a;b", '"c,d"', '"say ""e"""', " f ", '"\u00e9\u4e2d"']
        means = ["", "plain", "two words", "a;b", "c,d", 'say "e"', "f", "\u00e9\u4e2d"]
        names = {"TxID": "TxID", "row": "index_row", "x": "index_x", "note": "note"}
        text = "TxID,OUTPUTS,row,Tweak,x,note,\n"
        for i, (tweak, outputs) in enumerate(rows):
            cell = ("; " if i % 2 else " ").join(o.hex() for o in outputs)
            text += f"{i:064x},{cell},{i}, {tweak.hex()},x{i},{notes[i % len(notes)]},nameless\n"
        expected = [
            {
                **p,
                "TxID": f"{p['row']:064x}",
                names["row"]: str(p["row"]),
                names["x"]: f"x{p['row']}",
                "note": means[p["row"] % len(notes)],
            }
            for p in payments(planted)
        ]
        file = self.path("a.csv", text)
        whole = self.expect(0, "scan", "--keys", keys, file).stdout
        self.assertEqual(payments(whole), expected)
        state, out = self.path("s"), self.path("o")
        command = ["scan", "--keys", keys, "--state", state, "--out", out]
        lines = text.splitlines(keepends=True)
        self.expect(0, *command, self.path("a.csv", "".join(lines[:1001])))
        self.path("a.csv", "".join(lines[:2001]) + "cut\n")
        self.expect(2, *command, file)
        self.path("a.csv", text)
        self.expect(0, *command, file)
        self.assertEqual(self.read(out), whole)
        # a run that was killed in a payment writes the rest of it, and no other cell
        begin = {"rows": 0, "rows_sha256": hashlib.sha256().hexdigest(), "payments": 0}
        for there, code in ((whole[:700], 0), (whole[:700].replace(b':"x', b':"y'), 2)):
            self.path("o", there)
            self.change(state, **begin, out_bytes=0)
            self.expect(code, *command, file)
            self.assertEqual(self.read(out), there if code else whole)

    def test_cells_that_begin_with_a_number_sign(self):
        """Only a line that begins with # is a comment."""
        lines = self.path("plain.csv")
        planted = self.expect(0, "index", "--rows", "8", "--payments", "4", "--keys",
                              self.path("k"), lines).stdout  # fmt: skip
        with open(lines) as f:
            rows = [line.strip().split(",") for line in f][1:]
        text = '"memo","tweak","outputs"\n' + "".join(
            f'"#{i}","{tweak}","{outputs}"\n' for i, (tweak, outputs) in enumerate(rows)
        )
        found = self.expect(0, "scan", "--keys", self.path("k"), self.path("q.csv", text)).stdout
        self.assertEqual(len(found.splitlines()), len(planted.splitlines()))

    def test_separators(self):
        """A comma, a tab or a semicolon, as the first line has them; a list may stand in quotes."""
        planted, index, keys = self.make("--rows", "200", "--outputs", "3", "--output-size", "32")
        rows = [(t.hex(), [o.hex() for o in os]) for t, os in self.rows_of(self.read(index))]
        for separator, between, quote in (
            (",", ";", ""),
            (",", " ", '"'),
            (",", ",", '"'),
            (",", ", ", '"'),
            ("\t", ",", ""),
            ("\t", " ", ""),
            ("\t", ";", '"'),
            (";", ",", ""),
            (";", " ", ""),
            (";", ";", '"'),
        ):
            for title in ("", "Tweak" + separator + "Outputs\n"):
                with self.subTest(separator=separator, between=between, title=title):
                    text = title + "".join(
                        f"{t}{separator}{quote}{between.join(os)}{quote}\n" for t, os in rows
                    )
                    done = self.expect(0, "scan", "--keys", keys, self.path("a.txt", text))
                    self.assertEqual(done.stdout, planted)
            lists = "tweak,outputs\n" + "".join(f'{t},"{os}"\n' for t, os in rows)
            done = self.expect(0, "scan", "--keys", keys, self.path("lists.csv", lists))
            self.assertEqual(done.stdout, planted)
        done = self.expect(
            2, "scan", "--keys", keys, self.path("a.txt", f"{rows[0][0]}\t{rows[0][1][0]}\tx\n")
        )
        self.assertIn(b"2 cells, not 3", done.stderr)
        for c in ";|\t":
            for title in ("", f"tweak{c}outputs\n"):
                text = f"sep={c}\n{title}" + "".join(f"{t}{c}{','.join(os)}\n" for t, os in rows)
                done = self.expect(0, "scan", "--keys", keys, self.path("a.csv", text))
                self.assertEqual(done.stdout, planted)

    def test_line_ends(self):
        """LF, CR LF, CR alone, in any mixture, with or without the mark of UTF-8."""
        planted, index, keys = self.make("--rows", "200", "--outputs", "3", "--output-size", "32")
        lines = ["# made by a test", "Tweak,OUTPUTS", ""]
        lines += [
            f"{t.hex()},{' '.join(o.hex() for o in os)}" for t, os in self.rows_of(self.read(index))
        ]
        for start in ("", "\ufeff"):
            for ends in (["\n"], ["\r\n"], ["\r"], ["\n", "\r", "\r\n", "\n\r"]):
                for header in (True, False):
                    kept = lines if header else lines[3:]
                    text = start + "".join(
                        line + ends[i % len(ends)] for i, line in enumerate(kept)
                    )
                    for content in (text, text.rstrip("\r\n")):
                        done = self.expect(0, "scan", "--keys", keys, self.path("a.csv", content))
                        self.assertEqual(done.stdout, planted, (start, ends, header))
        text = "\r".join(lines) + "\rx\r"
        done = self.expect(2, "scan", "--keys", keys, self.path("a.csv", text))
        self.assertIn(b"line 204: a row is tweak,outputs", done.stderr)
        self.assertEqual(done.stdout, planted)

    def test_frigate(self):
        """Points of two little-endian coordinates, outputs as signed numbers of 64 bits."""
        planted, index, keys = self.make(
            "--rows", "2000", "--payments", "300", "--outputs", "3", "--tweak-size", "33"
        )
        rows = [(little_endian(t), prefixes(os)) for t, os in self.rows_of(self.read(index))]
        self.assertTrue(any(n < 0 for _, os in rows for n in os))
        forms = {
            "list": lambda t, n: f'{t.hex()},"{n}"',
            "blanks": lambda t, n: f"{t.hex().upper()},{' '.join(map(str, n))}",
            "semicolons": lambda t, n: f"0x{t.hex()},[{'; '.join(map(str, n))}]",
            "blob": lambda t, n: f'"{blob(t)}","{n}"',
            "bare blob": lambda t, n: f'{blob(t)},"{n}"'.replace(",", "\\x2C", blob(t).count(",")),
        }
        for name, form in forms.items():
            for title, before in (
                ("TWEAK_KEY,outputs", ""),
                ("tweak,Output", ""),
                ("", ""),
                ("txid,height,tweak_key,outputs", "\\xAB\\x00,400,"),
            ):
                with self.subTest(name=name, title=title):
                    text = (title + "\n" if title else "") + "".join(
                        before + form(t, n) + "\n" for t, n in rows
                    )
                    file = self.path("f.csv", text)
                    command = ["scan", "--keys", keys, file]
                    found = payments(self.expect(0, *command, "--index-format", "frigate").stdout)
                    more = {"txid": "\\xAB\\x00", "height": "400"} if before else {}
                    self.assertEqual(found, [{**p, **more} for p in payments(planted)])
                    done = self.expect(2, *command)
                    self.assertEqual(done.stdout, b"")
                    if "blob" not in name:
                        self.assertIn(b"--index-format frigate", done.stderr)

    def test_frigate_blob_that_begins_with_a_number_sign(self):
        """It is a row, with a header and without one."""
        planted, index, keys = self.make("--rows", "1500", "--payments", "1500", "--outputs", "1")
        rows = [(blob(little_endian(t)), prefixes(os)) for t, os in self.rows_of(self.read(index))]
        rows = [(t, " ".join(map(str, os))) for t, os in rows if "," not in t]
        number = [t.startswith("#") for t, _ in rows].index(True)
        lines = [f"{t},{outputs}\n" for t, outputs in [rows[number], *rows[:9]]]
        command = ["scan", "--keys", keys, "--index-format", "frigate"]
        for before in "", "# made by a test, by hand\n", "tweak_key,outputs\n":
            text = self.path("n.csv", before + "".join(lines))
            found = payments(self.expect(0, *command, text).stdout)
            self.assertEqual({p["row"] for p in found}, set(range(len(lines))))

    def test_frigate_outputs(self):
        """Hexadecimal ones are read too; what is neither ends the scan at its character."""
        planted, index, keys = self.make("--rows", "50", "--payments", "20", "--outputs", "2")
        rows = [(little_endian(t).hex(), os) for t, os in self.rows_of(self.read(index))]
        command = ["scan", "--keys", keys, "--index-format", "frigate"]
        title = "tweak_key,outputs\n"
        text = "".join(f"{t},{' '.join(o.hex() for o in os)}\n" for t, os in rows)
        done = self.expect(0, *command, self.path("h.csv", title + text))
        self.assertEqual(done.stdout, planted)
        tweak = rows[0][0]
        edges = (-(2**63), 2**63 - 1, 0, -1)
        done = self.expect(0, *command, self.path("e.csv", f'{title}{tweak},"{list(edges)}"\n'))
        self.assertIn(b"1 row: 0 payments", done.stderr)
        for output, what in {
            "9223372036854775808": "an output is not hexadecimal",
            "1 9223372036854775808": "an output is not a signed decimal number of 64 bits",
            "-9223372036854775809": "an output is not hexadecimal",
            "1 abcdefabcdefabcd": "an output is not a signed decimal number",
            "1 -": "an output is not a signed decimal number",
            "1.5": "an output is not hexadecimal",
            "NULL": "an output is not hexadecimal",
            "abcdefabcdefabcd 17": "an output has 1 bytes, not 8 or 32",
        }.items():
            with self.subTest(output=output):
                done = self.expect(2, *command, self.path("w.csv", f"{title}{tweak},{output}\n"))
                self.assertIn("line 2: ", done.stderr.decode())
        for tweak, what in {
            rows[0][0][2:]: "the tweak has 63 bytes",
            "04" + rows[0][0]: "the tweak has 65 bytes",
            "\\x0": "the tweak is neither hexadecimal nor a BLOB",
            "\\y00": "the tweak is neither hexadecimal nor a BLOB",
            "NULL": "the tweak has 4 bytes",
            "": "the tweak has 0 bytes",
        }.items():
            with self.subTest(tweak=tweak):
                done = self.expect(2, *command, self.path("w.csv", f"{title}{tweak},1\n"))
                self.assertIn(f"line 2: {what}", done.stderr.decode())
        for title, what in {
            "tweak,tweak_key,outputs": "two columns for one thing: tweak and tweak_key",
            "tweak_key,height": "the header names no column outputs",
            "height,outputs": "the header names no column tweak_key",
        }.items():
            done = self.expect(2, *command, self.path("w.csv", title + "\n"))
            self.assertIn(what, done.stderr.decode())

    def test_byte_order(self):
        """The first point tells; a wrong one is never scanned as rows without payments."""
        planted, index, keys = self.make("--rows", "50", "--outputs", "2")
        rows = self.rows_of(self.read(index))

        def text(points):
            return "tweak,outputs\n" + "".join(
                f"{t.hex()},{' '.join(o.hex() for o in os)}\n" for t, (_, os) in zip(points, rows)
            )

        little = [little_endian(t) for t, _ in rows]
        big = [uncompressed(t)[1:] for t, _ in rows]
        command = ["scan", "--keys", keys]
        frigate = ["--index-format", "frigate"]
        for points, good, bad, what in (
            (little, frigate, [], b"little-endian, which is read with --index-format frigate"),
            (big, [], frigate, b"big-endian, which is read without --index-format frigate"),
        ):
            file = self.path("a.csv", text(points))
            self.assertEqual(self.expect(0, *command, *good, file).stdout, planted)
            done = self.expect(2, *command, *bad, file)
            self.assertIn(what, done.stderr)
            self.assertEqual(done.stdout, b"")
        binary = b"SPIX\1\x40\x08\0" + b"\xff" * 8
        for points, code in ((big, 0), (little, 2)):
            data = binary + b"".join(
                t + struct.pack("<H", len(os)) + b"".join(os) for t, (_, os) in zip(points, rows)
            )
            self.expect(code, *command, self.path("b.spix", data))
            done = self.expect(2, *command, *frigate, self.path("b.spix"))
            self.assertIn(b"is a binary index", done.stderr)

    def test_known_inputs(self):
        """The payment to these keys, in each form in which Frigate's index was met."""
        self.path("k", SCAN_KEYS + "\n")
        os.chmod(self.path("k"), 0o600)
        key = bytes.fromhex(TWEAK)
        self.assertEqual(little_endian(key).hex(), LITTLE)
        number = prefixes([bytes.fromhex(OUTPUT)])[0]
        self.assertLess(number, 0)
        expected = {"row": 0, "output": 0, "key": 0, "label": None, "k": 0, "x": OUTPUT}
        for text in (
            f"tweak,outputs\n{LITTLE},{OUTPUT}\n",
            f"tweak_key,outputs\n{LITTLE},{number}\n",
            f"txid,height,tweak_key,outputs\n00010206,400,{TWEAK},{OUTPUT}\n",
            f'txid,height,tweak_key,outputs\n00010206,400,{LITTLE},"[1, {number}, -1]"\n',
        ):
            file = self.path("f.csv", text)
            command = ["scan", "--keys", self.path("k"), "--labels", "0", file]
            done = self.expect(2, *command)
            self.assertIn(b"--index-format frigate", done.stderr)
            (found,) = payments(self.expect(0, *command, "--index-format", "frigate").stdout)
            more = {"txid": "00010206", "height": "400"} if "txid" in text else {}
            output = 1 if "[" in text else 0
            self.assertEqual(found, {**expected, "output": output, **more})

    def test_parquet_without_pyarrow(self):
        """The example says what it needs."""
        self.path("pyarrow.py", "raise ImportError('none here')")
        program = os.path.join(cli_tool.ROOT, "examples", "index_from_parquet.py")
        done = subprocess.run(
            [sys.executable, "-B", program, "a.parquet"],
            env={**os.environ, "PYTHONPATH": self.folder.name},
            capture_output=True,
            timeout=60,
        )
        self.assertEqual((done.returncode, done.stdout), (1, b""))
        self.assertEqual(
            done.stderr,
            b"index_from_parquet.py needs pyarrow (none here): install it, as with "
            b"`pip install pyarrow`\n",
        )

    def test_decimal_outputs(self):
        planted, index, keys = self.make("--rows", "3")
        rows = self.rows_of(self.read(index))
        for output in ("-5734829384728374", "8293847283748293748", "[12345, 6]", "-17"):
            text = f'{rows[0][0].hex()},"{output}"\n'
            done = self.expect(2, "scan", "--keys", keys, self.path("d.csv", text))
            self.assertIn(b"an output is a decimal number", done.stderr)
            self.assertIn(b"--index-format frigate", done.stderr)


if __name__ == "__main__":
    cli_tool.main()
