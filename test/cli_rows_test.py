# The rows that people have: names of fields, line ends, bad lines, and JSON that is not quite JSON,
# for `ufsecp verify` and `ufsecp recover`.
import gzip
import json
import random
import zlib

import cli_tool
from cli_tool import Case, ScanCase, der, run, uncompressed, verify_json

# Hash, compressed key, r || s and recovery id, made by `ufsecp sign --recoverable`.
SIGNED = [
    (
        "e4223ed20d7ea5740a326e2b268ca6db91d041cf5194f577e393a8ba3b85d8e9",
        "034a5169f673aa632f538aaa128b6348536db2b637fd89073d49b6a23879cdb3ad",
        "e1fe434d345bf33083abb6280f4f44ac5fb22934977813c20c015f2b43d3fab8"
        "47639d88dcf013f7c03506e97b351ba63855b6bf29484a048b097f32b02ae65e",
        1,
    ),
    (
        "ca0df2c95aa144c1d0ff2ff3c8f967fdc1de9ef0c4120b3726416701b519d619",
        "039d1abaec9f5715a15c7628244170951e0f85e87f68ca5393d3f9fc3fa23a69c8",
        "acec72e6851c193f14477848fd2b92b5528ee4258981710f41c8944950a5d635"
        "0e21c33362007e59a296322fd3d0bb94c67edc57a991e1d337623d8dcd7587d6",
        0,
    ),
    (
        "29c1b289e7522195b362e44f54e05470b69ad20540ab60a18a05e5bf6951f13d",
        "0370b55404702ffa86ecfa4e88e0f354004a0965a5eea5fbbd297436001ae920df",
        "a8ed88dae08ac5e2afbe4a40ee77564582c2f513cfd72060bd1fd5d176fb8d08"
        "2ee04b2369e43c3f7967742941d2a8e880bfc0ce067d56cc879c1e4881bdc725",
        0,
    ),
]
HASH, KEY, SIG, ID = SIGNED[0]
RAW = bytes.fromhex(SIG)
# BIP-340, vector 0.
SCHNORR = (
    "f9308a019258c31049344f85f89d5229b531c845836f99b08601f113bce036f9",
    "00" * 32,
    "e907831f80848d1069a5371b402410364bdf1c5f8307b0084c55f1ce2dca8215"
    "25f66a4a85ea8b71e482a74f382d2ce5ebeee8fdb2172f477df4900d310536c0",
)


def obj(**fields):
    """One row as JSON, with fields replaced, or left out where they are None."""
    row = {"hash": HASH, "pubkey": KEY, "sig": SIG, **fields}
    return json.dumps({k: v for k, v in row.items() if v is not None})


class Rows(Case):
    def reasons(self, text, *args, name="a.jsonl", code=1):
        """The reasons of the bad rows, by row; every other row must be valid."""
        path = self.path(name, text)
        got, out, err = verify_json(*args, path)
        self.assertEqual((got, err), (code, ""), out)
        self.assertEqual(out["valid"] + len(out["invalid_rows"]), out["rows"])
        for row in out["invalid_rows"]:
            self.assertIs(type(row["status"]), int)
            self.assertLessEqual(row["status"], 0)
        return {row["row"]: row["reason"] for row in out["invalid_rows"]}

    def reason(self, line, *args, name="a.jsonl", head=""):
        """The reason of a bad row between two good ones."""
        good = {"a.csv": f"{HASH},{KEY},{SIG}", "a.hex": f"{HASH} {KEY} {SIG}"}.get(name, obj())
        if isinstance(line, str):
            line = line.encode()
        text = f"{head}{good}\n".encode() + line + f"\n{good}\n".encode()
        found = self.reasons(text, *args, name=name)
        self.assertEqual(list(found), [1], line)
        return found[1]

    def valid(self, text, *args, rows=None, name="a.jsonl"):
        code, out, err = verify_json(*args, self.path(name, text))
        self.assertEqual((code, out["invalid_rows"], err), (0, [], ""), text)
        if rows is not None:
            self.assertEqual(out["rows"], rows)

    def refused(self, text, *says, args=(), name="a.jsonl", command="verify"):
        """Exit code 2 and what it says, also with --quiet; nothing on standard output."""
        path = self.path(name, text)
        for quiet in ([], ["--quiet"]):
            done = self.expect(2, command, *quiet, *args, path)
            self.assertEqual(done.stdout, b"", text)
            for word in (path, *says):
                self.assertIn(word.encode(), done.stderr)

    def keys(self, text, *args, name="a.jsonl", code=0):
        """The keys of `recover`, as the index in SIGNED if it is there, or the reasons."""
        done = self.expect(code, "recover", "--json", *args, self.path(name, text))
        known = [key for _, key, _, _ in SIGNED]
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        found = [line["pubkey"] if line["valid"] else line["reason"] for line in lines]
        return [known.index(key) if key in known else key for key in found]


class Edges(Rows):
    def test_id_beside_extra(self):
        text = f"id,hash,pubkey,sig,extra\n7,{HASH},{KEY},{SIG},mine\n7,{HASH},{KEY},00,mine\n"
        path = self.path("both.csv", text)
        code, out, _ = verify_json(path)
        self.assertEqual((code, out["valid"]), (1, 1))
        self.assertEqual(out["invalid_rows"][0]["extra"], "mine")

    def test_one_half_has_a_name_of_its_own(self):
        r, s = SIG[:64], SIG[64:]
        path = self.path("half.csv", f"hash,pubkey,rr,s\n{HASH},{KEY},{r},{s}\n")
        self.assertEqual(verify_json("--columns", "r=rr", path)[1]["valid"], 1)

    def test_text_without_a_note_has_no_extra(self):
        path = self.path("none.csv", f"hash,pubkey,sig\n{HASH},{KEY},00\n")
        self.assertNotIn("extra", verify_json("--extra", "8", path)[1]["invalid_rows"][0])

    def test_rows_before_damage_have_verdicts(self):
        whole = gzip.compress(self.data, mtime=0)
        path = self.path("cut.rows.gz", whole[:-2000])
        code, out, _ = verify_json(path)
        self.assertEqual((code, len(out["errors"])), (2, 1))
        held = zlib.decompressobj(31).decompress(whole[:-2000])
        self.assertEqual(out["rows"], len(held) // 129)

    def test_words_that_are_magics_elsewhere(self):
        path = self.path("a.csv", f"PARENT_ID,hash,pubkey,sig\n1,{HASH},{KEY},{SIG}\n")
        self.assertEqual(verify_json(path)[1]["valid"], 1)
        path = self.path("b.csv", f"nr,anim,DUCK,hash,pubkey,sig\n1,2,3,{HASH},{KEY},{SIG}\n")
        self.assertEqual(verify_json(path)[1]["valid"], 1)

    def test_other_bytes_of_a_note_stay(self):
        line = obj(sig="00").encode()[:-1] + b', "extra": "caf\xc3\xa9 \xff"}'
        out = verify_json(self.path("note.jsonl", line))[1]
        self.assertEqual(out["invalid_rows"][0]["extra"], "caf\u00e9 ?")


class FieldAtFault(Rows):
    CASES = (
        # field, text, what its reason says, without the name of the field
        ("hash", "", "the hash is empty"),
        ("hash", "0x", "the hash is empty"),
        ("hash", HASH[:-2], "the hash has 31 bytes, not 32"),
        ("hash", HASH + "00", "the hash has 33 bytes, not 32"),
        ("hash", "11", "the hash has 1 byte, not 32"),
        ("sig", "11", "the signature has 1 byte and is not r || s or DER"),
        ("hash", HASH[:-1], "the hash has an odd number of digits"),
        ("hash", HASH[:-1] + "g", "the hash is not hexadecimal"),
        ("hash", "0x0x" + HASH, "the hash is not hexadecimal"),
        ("pubkey", "", "the public key is empty"),
        ("pubkey", "0x", "the public key is empty"),
        ("pubkey", KEY[:-2], "the public key has 32 bytes, not 33 or 65 (x-only: "),
        ("pubkey", KEY + "00", "the public key has 34 bytes, not 33 or 65"),
        ("pubkey", KEY[:-1], "the public key has an odd number of digits"),
        ("pubkey", "zz" + KEY[2:], "the public key is not hexadecimal"),
        ("pubkey", "05" + KEY[2:], "the public key of 33 bytes begins with 05, not 02 or 03"),
        ("pubkey", "04" + KEY[2:], "the public key of 33 bytes begins with 04, not 02 or 03"),
        ("pubkey", "02" + "11" * 64, "the public key of 65 bytes begins with 02, not 04"),
        ("pubkey", "06" + "11" * 64, "the public key is hybrid (prefix 06): --allow-hybrid"),
        ("pubkey", "04" + "11" * 64, "the public key is not on the curve"),
        ("sig", "", "the signature is empty"),
        ("sig", SIG[:-2], "the signature has 63 bytes and is not r || s or DER"),
        ("sig", SIG + "0000", "the signature has 66 bytes and is not r || s or DER"),
        ("sig", SIG[:-1], "the signature is not hexadecimal"),
        ("sig", SIG[:-1] + "g", "the signature is not hexadecimal"),
        ("sig", "not a signature", "the signature is not hexadecimal"),
    )

    def test_every_format(self):
        for field, text, says in self.CASES:
            line = obj(**{field: text})
            row = {"hash": HASH, "pubkey": KEY, "sig": SIG, field: text}
            self.assertIn(says, self.reason(line), (field, text))
            csv = ",".join(row.values())
            self.assertIn(says, self.reason(csv, name="a.csv"), (field, text))
            if text and " " not in text:
                words = " ".join(row.values())
                self.assertIn(says, self.reason(words, name="a.hex"), (field, text))

    def test_status_of_the_field(self):
        lines = [obj(pubkey=""), obj(sig="3000"), obj(hash=""), obj(sig="")]
        _, out, _ = verify_json(self.path("a.jsonl", "\n".join(lines)))
        self.assertEqual([row["status"] for row in out["invalid_rows"]], [-2, -12, -1, -1])

    def test_missing_and_wrong_type(self):
        for field, says in (("hash", "msg or hash"), ("pubkey", "pubkey"), ("sig", "sig (or r")):
            self.assertIn(f"there is no field {says}", self.reason(obj(**{field: None})))
        names = {"hash": "the hash", "pubkey": "the public key", "sig": "the signature"}
        for field, name in names.items():
            null = obj(**{field: "?"}).replace('"?"', "null")
            self.assertEqual(f"{name} is null, not a string of digits", self.reason(null))
            self.assertIn(f"{name} is a number", self.reason(obj(**{field: 5})))
            for other in (["00"], {"a": 1}, True, [[[]]]):
                self.assertIn(f"{name} has a type", self.reason(obj(**{field: other})))

    def test_schnorr(self):
        key, message, sig = SCHNORR
        good = {"pubkey": key, "msg": message, "sig": sig}
        self.valid(json.dumps(good), "--scheme", "schnorr")
        for change, says in (
            ({"pubkey": ""}, "the public key is empty"),
            ({"pubkey": key[:-2]}, "the public key has 31 bytes, not 32, 33 or 65"),
            ({"pubkey": "04" + key}, "the public key of 33 bytes begins with 04"),
            ({"msg": "0"}, "the message has an odd number of digits"),
            ({"msg": "zz"}, "the message is not hexadecimal"),
            ({"msg": ""}, "the signature does not belong to this message and key"),
            ({"sig": ""}, "the signature is empty"),
            ({"sig": sig[:-2]}, "the signature has 63 bytes and is not 64 bytes"),
            ({"sig": der(RAW).hex()}, "the signature is DER, a form of ECDSA signatures"),
            ({"sig": sig + "01"}, "64 bytes and a hash-type byte: --signature-format hashtype"),
        ):
            text = json.dumps(good) + "\n" + json.dumps({**good, **change})
            self.assertIn(says, self.reasons(text, "--scheme", "schnorr")[1])

    def test_recover(self):
        for change, says in (
            ({"hash": ""}, "the hash is empty"),
            ({"sig": ""}, "the signature is empty"),
            (
                {"sig": SIG[:-2]},
                "the signature has 63 bytes and is not r || s, r || s || id or DER",
            ),
            ({"recid": None}, "there is no recovery id"),
            ({"recid": ""}, "there is no recovery id"),
            ({"recid": "x"}, "the recovery id is not a whole number"),
            ({"recid": -1}, "the recovery id is not a whole number"),
            ({"recid": 1.5}, "the recovery id is not a whole number"),
            ({"recid": [1]}, "the recovery id is not a whole number"),
            ({"recid": 4}, "the recovery id is 4, not 0 to 3"),
            ({"recid": 10**30}, "the recovery id is 2^64 or more"),
        ):
            text = obj(recid=ID) + "\n" + obj(**{"recid": ID, **change}) + "\n" + obj(recid=ID)
            first, bad, last = self.keys(text, code=1)
            self.assertEqual((first, last), (0, 0))
            self.assertIn(says, bad)


class Names(Rows):
    PAIRS = (("msg", "hash"), ("message", "MSG"), ("key", "pubkey"), ("pk", "key"),
             ("sig", "signature"), ("Sig", "sig"), ("HASH", "hash"))  # fmt: skip
    VALUES = {"msg": HASH, "hash": HASH, "message": HASH, "key": KEY, "pubkey": KEY, "pk": KEY,
              "sig": SIG, "signature": SIG}  # fmt: skip

    def test_two_names_for_one_field(self):
        for a, b in self.PAIRS:
            row = {"hash": HASH, "pubkey": KEY, "sig": SIG}
            value = self.VALUES[a.lower()]
            row = {k: v for k, v in row.items() if v != value}
            row.update({a: value, b: value})  # the same value twice is refused as well
            reason = self.reason(json.dumps(row))
            self.assertIn(f'"{a}" and "{b}" are two names', reason)
            self.assertIn("--columns", reason)
            text = ",".join(row) + "\n" + ",".join(row.values()) + "\n"
            self.refused(text, f'"{a}" and "{b}"', "line 1", "--columns", name="a.csv")
            # one of them, chosen, is read, and the other means nothing
            columns = {HASH: "msg", KEY: "pubkey", SIG: "sig"}[value] + "=" + a
            if a.lower() != b.lower():
                self.valid(text, "--columns", columns, name="a.csv", rows=1)
                self.valid(json.dumps({**row, b: 7}), "--columns", columns, rows=1)

    def test_a_name_twice(self):
        line = obj()[:-1] + f', "sig": "{SIG}"}}'
        self.assertIn('two fields have the name "sig"', self.reason(line))
        text = f"hash,pubkey,sig,sig\n{HASH},{KEY},{SIG},{SIG}\n"
        self.refused(text, 'two fields have the name "sig"', name="a.csv")

    def test_sig_beside_r_and_s(self):
        reason = self.reason(obj(r=SIG[:64], s=SIG[64:]))
        self.assertIn('"sig" and "r" are two names for the signature', reason)
        self.assertIn("--columns sig=sig", reason)
        text = f"hash,pubkey,sig,r,s\n{HASH},{KEY},{SIG},{SIG[:64]},{SIG[64:]}\n"
        self.refused(text, '"sig" and "r"', name="a.csv")
        self.valid(text, "--columns", "sig=sig", name="a.csv")
        self.valid(text, "--columns", "r=r,s=s", name="a.csv")
        self.valid(obj(s="of no use"), rows=1)

    def test_extra_wins_over_id(self):
        for row in (obj(id=7, extra="mine", sig=""), obj(extra="mine", id=7, sig="")):
            _, out, _ = verify_json(self.path("a.jsonl", row))
            self.assertEqual(out["invalid_rows"][0]["extra"], "mine")

    def test_fields_of_no_use(self):
        for value in (None, 1, 1e300, True, [], {}, [[1], {"a": [2]}], "x", {"sig": 5}):
            text = json.dumps({"recid": value, "xonly": value, "v": value, "Q": value})[1:-1]
            self.valid(obj()[:-1] + ", " + text + "}", rows=1)
        for value in (None, 5, [], {}):  # recover has no use for a key
            text = obj(recid=ID)[:-1] + f', "key": {json.dumps(value)}}}'
            self.assertEqual(self.keys(text), [0])

    def test_header_in_any_case(self):
        for names in ("HASH,PUBKEY,SIG", "Msg,PubKey,Signature", "Message,KEY,sIG"):
            self.valid(f"{names}\n{HASH},{KEY},{SIG}\n", name="a.csv", rows=1)
        self.valid(json.dumps({"Hash": HASH, "PUBKEY": KEY, "Signature": SIG}), rows=1)

    def test_columns(self):
        columns = "key=public_key,sig=signature_hex,msg=Digest"
        text = f"id;digest;PUBLIC_KEY;signature_hex\n1;{HASH};{KEY};{SIG}\n"
        self.valid(text, "--columns", columns, name="a.csv", rows=1)
        row = {"Digest": HASH, "public_key": KEY, "signature_hex": SIG, "sig": 1, "hash": []}
        self.valid(json.dumps(row), "--columns", columns, rows=1)
        says = "the header names no column public_key"
        self.refused(
            f"hash,pubkey,sig\n{HASH},{KEY},{SIG}\n",
            says,
            name="a.csv",
            args=["--columns", columns],
        )
        self.refused(obj(), "there is no field nonce", args=["--columns", "sig=nonce"])
        self.refused(
            f"{HASH} {KEY} {SIG}\n", "--columns", name="a.hex", args=["--columns", columns]
        )
        self.refused(self.rows[0], "--columns", name="a.rows", args=["--columns", columns])
        for bad, says in (
            ("key", '"key" is not FIELD=NAME'),
            ("=a", '"=a" is not FIELD=NAME'),
            ("key=", '"key=" is not FIELD=NAME'),
            ("key=a,", '"" is not FIELD=NAME'),
            ("foo=a", 'no field "foo"'),
            ("recid=a", 'no field "recid"'),
            ("key=a,pubkey=b", 'two names for "pubkey"'),
            ("key=a,sig=A", '"A" is named twice'),
        ):
            out = self.path("out.csv")
            done = self.expect(2, "verify", "--columns", bad, "--output", out, cli_tool.ROWS)
            self.assertIn(b"--columns: " + says.encode(), done.stderr)
            self.assertRaises(FileNotFoundError, open, out)

    def test_separators(self):
        for separator in (",", ";", "\t", " ; ", "\t "):
            header = separator.join(("Extra", "hash", "pubkey", "sig"))
            line = separator.join((f'"a;b,""{separator}c"', HASH, KEY, SIG))
            text = f"{header}\n{line}\n{line[:-2]}\n"
            for name in ("a.csv", "plain", "a.tsv"):
                code, out, _ = verify_json(self.path(name, text))
                self.assertEqual((code, out["rows"], out["valid"]), (1, 2, 1), text)
                self.assertEqual(out["invalid_rows"][0]["extra"], f'a;b,"{separator}c')
            self.valid(separator.join((HASH, KEY, SIG)) + "\n", name="a.csv", rows=1)
        # an empty first cell is a cell, with tabs as well
        self.valid(f"x\thash\tpubkey\tsig\n\t{HASH}\t{KEY}\t{SIG}\n", name="a.csv", rows=1)

    def test_separator_that_is_named(self):
        """A first line as spreadsheets write it decides, and is no row."""
        for named, separator in (
            ("sep=;", ";"),
            ("SEP=,", ","),
            ('"sep=;"', ";"),
            ("sep=\t", "\t"),
            ("sep=|", "|"),
            ("sep=:\r", ":"),
            ("\ufeffsep=;", ";"),
        ):
            line = separator.join((HASH, KEY, SIG, '"a,b"'))
            for head in ("", separator.join(("hash", "pubkey", "sig", "extra")) + "\n"):
                for name in ("a.csv", "a"):
                    text = f"{named}\n{head}{line}\n{line[:10]}\n"
                    with self.subTest(text=text[:20], name=name):
                        code, out, _ = verify_json(self.path(name, text))
                        self.assertEqual((code, out["rows"], out["valid"]), (1, 2, 1))
                        self.assertEqual(out["invalid_rows"][0]["line"], 3 + (head != ""))
        row = f"{HASH},{KEY},{SIG}\n"
        self.refused("sep=;\n" + row, "line 2: neither a row nor a header", name="a.csv")
        self.refused("sep=a\n" + row, "sep=a: a separator is no letter", name="a.csv")
        self.refused("sep=;\n", "no row", name="a.csv")
        self.assertEqual(list(self.reasons(row + "sep=;\n", name="a.csv")), [1])

    def cells(self, text, *args, name="a.csv"):
        """Of every row its line, and its extra or what is wrong with it."""
        out = self.path("out.jsonl", "")
        run("verify", "--output", out, *args, self.path(name, text))
        with open(out) as f:
            rows = [json.loads(line) for line in f]
        return [(r["line"], r.get("extra") if r["valid"] else r["reason"]) for r in rows]

    def test_cells_over_lines(self):
        good = f"{HASH},{KEY},{SIG},"
        head = "hash,pubkey,sig,extra\n"
        for end in ("\n", "\r\n", "\r"):
            for title in ("", head):
                first = 1 + (title != "")
                rows = [
                    good + "plain",
                    good + '"one',
                    'two"',
                    good + '" a ""quoted""',
                    "",
                    f"# {HASH},{KEY},{SIG}",
                    'word, and more"',
                    f'"{HASH}","{KEY}","{SIG}","last"',
                ]
                text = (title + "\n".join(rows) + "\n").replace("\n", end)
                want = [
                    (first, "plain"),
                    (first + 1, "one\ntwo"),
                    (first + 3, f' a "quoted"\n\n# {HASH},{KEY},{SIG}\nword, and more'),
                    (first + 7, "last"),
                ]
                for name in ("a.csv", "a"):
                    self.assertEqual(self.cells(text, name=name), want)
                text = text.replace(",", ";").replace("word;", "word,")
                want[2] = (want[2][0], want[2][1].replace(",", ";").replace("word;", "word,"))
                self.assertEqual(self.cells(text), want)
        # a column's name, a cell of no use, and the first row of a file
        self.valid(
            f'note,hash,"pub\nkey",pubkey,sig\n"a\nb",{HASH},x,{KEY},{SIG}\n', name="a.csv", rows=1
        )
        self.assertEqual(self.cells(good + '"a\nb"\n'), [(1, "a\nb")])
        spoilt = f'{HASH},{KEY},"{SIG[:64]}\n{SIG[64:]}"\n'
        self.assertIn("not hexadecimal", self.reasons(spoilt, name="a.csv")[0])

    def test_a_quote_that_is_never_closed(self):
        """It costs its own line alone, however the next quotes stand."""
        good, head = f"{HASH},{KEY},{SIG},", "hash,pubkey,sig,extra\n"
        open_, after = "a quote that is not closed", "text after the quote"
        plain = [(i, "x") for i in range(2, 400)]
        for stray in ('"stray', '"""', '"a""', '"'):
            rows = [good + stray] + [good + "x"] * 398
            got = self.cells("\n".join(rows) + "\n")
            self.assertIn(open_, got[0][1])
            self.assertEqual(got[1:], plain)
        for then in (f'"{HASH}",{KEY},{SIG},x', good + '"x" ', f'{HASH},"{KEY}", "{SIG}",x'):
            got = self.cells("\n".join([good + '"stray', good + "x", then, then]) + "\n")
            self.assertIn(open_, got[0][1])
            self.assertEqual(got[1:], [(2, "x"), (3, "x"), (4, "x")])
        got = self.cells("\n".join([good + '"a', good + '"b', good + '"c" d', good + "x"]) + "\n")
        self.assertEqual([line for line, _ in got], [1, 2, 3, 4])
        for (_, reason), says in zip(got, (open_, open_, after)):
            self.assertIn(says, reason)
        self.assertEqual(got[3][1], "x")
        # the end of a quote is looked for on 99 more lines, and in one line's bytes
        for lines, whole in ((99, True), (100, False)):
            text = head + good + '"a' + "\nb" * (lines - 1) + '\nc"\n' + good + "x\n"
            rows = self.cells(text)
            self.assertEqual(rows[0][1].startswith("a\nb"), whole)
            self.assertEqual(len(rows), 2 if whole else 102)
            self.assertEqual(rows[-1], (lines + 3, "x"))
        rows = self.cells(head + good + '"' + ("y" * 200000 + "\n") * 6 + '"\n' + good + "x\n")
        self.assertIn(open_, rows[0][1])
        self.assertEqual([line for line, _ in rows], [2, 3, 4, 5, 6, 7, 8, 9])
        self.assertEqual(rows[-1], (9, "x"))
        # comments and lines in between are no cells; a line that is too long has its own reason
        rows = self.cells(f'# it is 5" wide, "so\n{good}x\n')
        self.assertEqual(rows, [(2, "x")])
        rows = self.cells(f'{head}{good}"a\n{"z" * ((1 << 20) + 1)}\n{good}x\n')
        self.assertIn(open_, rows[0][1])
        self.assertEqual(rows[1:], [(3, "longer than 1,048,576 bytes"), (4, "x")])

    def test_header_without_a_field(self):
        for header, says in (
            ("hash,sig", "the header names no column pubkey"),
            ("pubkey;sig", "the header names no column msg or hash"),
            ("hash\tpubkey", "the header names no column sig (or r and s)"),
            ("hash,pubkey,r", "the header names no column s"),
            ("h,k,x", "neither a row nor a header"),
            ("", "neither a row nor a header"),
        ):
            self.refused((header or "x") + f"\n{HASH},{KEY},{SIG}\n", says, "line 1", name="a.csv")

    def test_more_cells_than_the_header(self):
        head = "hash,pubkey,sig,note\n"
        line = f"{HASH},{KEY},{SIG},a, b"
        self.assertIn("5 cells, the header has 4", self.reasons(head + line, name="a.csv")[0])
        self.valid(head + f"{HASH},{KEY},{SIG},a,,\n{HASH},{KEY},{SIG}\n", name="a.csv", rows=2)


class LineEnds(Rows):
    def test_every_format(self):
        piece = HASH + KEY + SIG
        forms = {
            "a.csv": ["hash,pubkey,sig"] + [f"{HASH},{KEY},{SIG}"] * 3,
            "a.jsonl": [obj()] * 3,
            "a.hex": [piece, f"{HASH} {KEY} {SIG}", piece],
        }
        random.seed(4)
        for name, lines in forms.items():
            for mark in (b"", b"\xef\xbb\xbf"):
                for ends in (["\n"], ["\r\n"], ["\r"], ["\n", "\r\n", "\r"]):
                    for last in (True, False):
                        text = "".join(line + random.choice(ends) for line in lines)
                        data = mark + (text if last else text.rstrip()).encode()
                        self.valid(data, name=name, rows=3)
                        self.valid(data, name="plain", rows=3)

    def test_the_line_is_named(self):
        for end in ("\n", "\r\n", "\r"):
            lines = [obj(), "", obj(sig=""), "", obj(), obj(hash="")]
            path = self.path("a.jsonl", end.join(lines))
            _, out, _ = verify_json(path)
            self.assertEqual([row["line"] for row in out["invalid_rows"]], [3, 6])

    def test_large(self):
        """Ends of lines that fall on the ends of the pieces that are read."""
        lines = [f"{HASH},{KEY},{SIG},{'x' * (i % 97)}" for i in range(3000)]
        for end in ("\r", "\r\n", "\n"):
            self.valid(end.join(lines) + end, name="a.csv", rows=3000)

    def test_comments(self):
        for end in ("\n", "\r"):
            text = end.join(["# one", "", "# two, three", "hash,pubkey,sig", f"{HASH},{KEY},{SIG}"])
            self.valid(text, name="plain", rows=1)
            self.valid(end.join(["# a", f"{HASH} {KEY} {SIG}"]), name="plain", rows=1)

    def test_nothing_read(self):
        whole = self.path("whole.jsonl", obj())
        for name in ("a.csv", "a.jsonl", "a.hex", "a.rows", "plain"):
            for text in ("", "\r", "\n\r\n", "\ufeff", "# only a comment\r"):
                if name == "a.rows" and text or name in ("a.jsonl", "plain") and "#" in text:
                    continue
                self.refused(text, "nothing to verify", name=name)
                self.refused(text, "nothing to recover", name=name, command="recover")
                done = self.expect(2, "verify", whole, self.path(name))  # also beside a good file
                self.assertIn(self.path(name).encode(), done.stderr)
                self.expect(0, "verify", "--allow-empty", "--quiet", whole, self.path(name))
        self.refused("hash,pubkey,sig\r", "nothing to verify", name="a.csv")
        self.refused("hash,sig\r", "nothing to recover", name="a.csv", command="recover")


class IndexLineEnds(ScanCase):
    def test_index(self):
        """The index of `ufsecp scan` has the same reader of lines."""
        planted, index, keys = self.make("--rows", "300", "--seed", "4", ending=".csv")
        lines = self.read(index).split(b"\n")
        self.assertGreater(planted.count(b"\n"), 0)
        for end in (b"\r", b"\r\n", b"\n\r", b"\r\r"):
            for mark in (b"", b"\xef\xbb\xbf"):
                path = self.path("b.csv", mark + end.join(lines))
                self.assertEqual(self.expect(0, "scan", "--keys", keys, path).stdout, planted)
        path = self.path("c.csv", lines[0] + b"\r" + b"0" * (6 << 20) + b"\r" + lines[1])
        done = self.expect(2, "scan", "--keys", keys, path)
        self.assertIn(b"line 2: longer than 5,242,880 bytes", done.stderr)


class BadLines(Rows):
    def test_json(self):
        """A line that is not a row has its reason, and the next row is read."""
        for line, says in (
            ("{", "not JSON"),
            ("}", "not JSON"),
            ("[]", "a JSON array"),
            ("[" * 100000, "a JSON array"),
            ("7", "not a JSON object"),
            ('"text"', "not a JSON object"),
            ("null", "not a JSON object"),
            ("{}", "no field msg or hash"),
            ('{"a": 1}', "no field msg or hash"),
            ('{"hash" 1}', "not JSON"),
            ('{"hash": }', "not JSON"),
            (obj()[:-1], "not JSON"),
            (obj()[:40], "not JSON"),
            (obj() + obj(), "more than one JSON value"),
            (obj() + ",", "not JSON"),
            (obj() + " x", "not JSON"),
            ("hash,pubkey,sig", "not JSON"),
            ("\x00\x01\x02", "not JSON"),
        ):
            reason = self.reason(line)
            self.assertIn(says if says != "not JSON" else "not", reason, line[:80])

    def test_csv_and_hex(self):
        head = "hash,pubkey,sig\n"
        for line, says in (
            (f'"{HASH},{KEY},{SIG}', "a quote that is not closed"),
            (f'"{HASH}" x,{KEY},{SIG}', "text after the quote that ends a cell"),
            (f"{HASH},{KEY}", "there is no field sig"),
            (",,", "the hash is empty"),
            ("the end", "there is no field pubkey"),
        ):
            self.assertIn(says, self.reason(line, name="a.csv", head=head))
            self.assertIn(says, self.reason(line, name="a.csv"))
        for line, says in (
            (HASH + KEY + SIG[:-2], "256 digits in one piece, a row has 258"),
            (HASH + KEY + SIG[:-1] + "x", "not hexadecimal"),
            (f"{HASH} {KEY}", "there is no field sig"),
            ("x y z", "neither the digits of a row nor its 3 fields"),
            ("caf\xe9 caf\xe9", "neither the digits"),
        ):
            self.assertIn(says, self.reason(line, name="a.hex"))

    def test_a_line_that_is_too_long(self):
        for name, good in (("a.jsonl", obj()), ("a.hex", HASH + KEY + SIG)):
            for size in ((1 << 20) + 1, 3 << 20):
                text = f"{good}\n{'0' * size}\r{good}\n"
                reasons = self.reasons(text, name=name)
                self.assertEqual(reasons, {1: "longer than 1,048,576 bytes"})
        pad = (1 << 20) - len(obj(extra=""))
        self.valid(obj(extra="x" * pad) + "\n" + obj(), rows=2)
        long = obj(extra="x" * (pad + 1)) + "\n" + obj()
        self.refused(long, "line 1: longer than 1,048,576 bytes")
        self.assertEqual(list(self.reasons(obj() + "\n" + long)), [1])

    def test_bad_lines_before_the_first_row(self):
        for count in (1, 99):
            found = self.reasons("no row\n" * count + obj())
            self.assertEqual(list(found), list(range(count)))
        self.refused("no row\n" * 100 + obj(), "line 1: ", "none of the first 100 lines is a row")

    def test_foreign_files(self):
        prose = "It was a bright cold day in April.\n" * 3
        table = json.dumps([json.loads(obj())] * 3, indent=1)
        for name, text, says in (
            ("a.jsonl", prose, "none of the first 3 lines is a row (read as jsonl"),
            ("a.jsonl", table, "a JSON array"),
            ("a.jsonl", f"{HASH},{KEY},{SIG}\n", "line 1: not a JSON object"),
            ("a.jsonl", '{"height": 1}\n{"height": 2}\n', "line 1: no field msg or hash"),
            ("a.csv", prose, "line 1: neither a row nor a header"),
            ("a.csv", "height,time\n1,2\n", "line 1: neither a row nor a header"),
            ("a.hex", prose, "line 1: neither the digits of a row"),
            ("a.hex", (HASH + SIG + SIG + "\n") * 5, "line 1: 320 digits in one piece"),
            ("plain", prose, "none of the first 3 lines is a row (read as hex"),
            ("plain", "{\n" * 200, "none of the first 100 lines is a row"),
            ("a.jsonl", obj(sig=None) + "\n", "line 1: there is no field sig"),
            ("a.jsonl", (obj(pubkey=None, sig=None) + "\n") * 3, "none of the first 3 lines is a"),
            ("a.jsonl", (obj(hash=None) + "\n") * 200, "none of the first 100 lines is a row"),
            ("a.csv", f"{HASH},{KEY}\n" * 2, "line 1: there is no field sig"),
            ("a.hex", f"{HASH} {KEY}\n", "line 1: there is no field sig"),
        ):
            self.refused(text, says, name=name)
            if "digits" not in says and f"{HASH},{KEY}\n" not in text and " " + KEY not in text:
                self.refused(text, name=name, command="recover")

    def test_one_line_with_its_fields_is_enough(self):
        for count in (1, 99):
            found = self.reasons((obj(sig=None, extra="x") + "\n") * count + obj())
            self.assertEqual(set(found.values()), {"there is no field sig (or r and s)"})
            self.assertEqual(len(found), count)
        self.assertEqual(self.reasons(obj(sig="") + "\n"), {0: "the signature is empty"})

    def test_an_index_is_named(self):
        """Also without the header of its columns."""
        header = b"the header of a scan index: ufsecp scan reads it"
        row = b"a row of a scan index, a tweak and its outputs: ufsecp scan reads it"
        for sizes in ("33 8", "64 32", "33 32"):
            tweak, size = sizes.split()
            index = self.path("made.csv")
            self.expect(
                *(0, "index", "--rows", "9", "--outputs", "3", "--tweak-size", tweak, "--force"),
                *("--quiet", "--output-size", size, index),
            )
            with open(index) as f:
                title, *lines = f.read().splitlines()
            forms = [
                ("a.csv", [title, *lines], header),
                ("a.csv", ['"' + title.replace(",", '","') + '"', *lines], header),
                ("a", [title.upper(), *lines], header),
                ("a.csv", lines, row),
                ("a", lines, row),
                ("a.csv", [line.replace(" ", ";") for line in lines], row),
                ("a.csv", [line.replace(",", ";") for line in lines], row),
                ("a.tsv", [line.replace(",", "\t") for line in lines], row),
                ("a.hex", [line.replace(",", " ") for line in lines], row),
                ("a.csv", [line.split(",")[0] + "," for line in lines], row),
            ]
            for name, text, says in forms:
                for command in (["verify"], ["recover"], ["verify", "--scheme", "schnorr"]):
                    path = self.path(name, "\n".join(text) + "\n")
                    out = self.path("out.jsonl")
                    more = ["--output", out] if command[0] == "verify" else []
                    done = self.expect(2, *command, *more, path)
                    self.assertIn(says, done.stderr, (name, text[:2]))
                    self.assertIn(b"line 1", done.stderr)
                    self.assertEqual(done.stdout, b"")
                    self.assertRaises(FileNotFoundError, open, out)
        # rows with long keys and short messages are no index
        x, msg, sig = SCHNORR
        self.valid(f"02{x},{msg},{sig}\n", "--scheme", "schnorr", name="a.csv", rows=1)

    def test_recover(self):
        good = obj(recid=ID)
        bad = ["{", obj(recid=ID, hash=None), obj(recid=ID, sig=5), obj(recid=None), "[]"]
        found = self.keys("\n".join([good, *bad, good]), code=1)
        self.assertEqual((found[0], found[-1], len(found)), (0, 0, 7))
        self.assertTrue(all(isinstance(reason, str) for reason in found[1:-1]))

    def test_pipe(self):
        """A stream is judged as it comes, also where its first lines are bad."""
        done = self.expect(1, "verify", "--json", stdin=f"{obj(sig='')}\n{obj()}\n".encode())
        self.assertEqual(json.loads(done.stdout)["valid"], 1)


class OddJson(Rows):
    VALUES = (
        b'"\xff\xfe caf\xe9"',
        b'"\x80"',
        b'"\xed\xa0\x80"',
        b'"\xc0\x80"',
        b'"\xf8\x88\x80\x80\x80"',
        b'"\\ud800"',
        b'"\\udc00\\ud800"',
        b'"\\u12"',
        b'"\\x"',
        b'"a\tb\x00\x1f"',
        b"NaN",
        b"-Infinity",
        b"1e999999",
        b"-1e-999999",
        b"1" * 5000,
        b"0123",
        b"1.2.3",
        b"undefined",
        b"[" * 5000 + b"]" * 5000,
        b'{"a":' * 5000 + b"1" + b"}" * 5000,
        b'{"sig": 1, "pubkey": [null]}',
        '"\u202e \U0001f600 \u0000"'.encode(),
    )

    def test_value_of_no_use(self):
        for value in self.VALUES:
            for text in (
                obj()[:-1].encode() + b', "more": ' + value + b"}",
                b'{"more": ' + value + b", " + obj()[1:].encode(),
            ):
                self.valid(text + b"\n" + obj().encode(), rows=2)

    def test_names(self):
        for name in (b"caf\xe9", b"\\ud800", b"a\tb", b"", b"\\u0000", b"x" * 70000):
            self.valid(b'{"' + name + b'": 1, ' + obj()[1:].encode(), rows=1)
        escaped = obj().replace('"sig"', '"s\\u0069g"').replace(KEY, "\\u0030" + KEY[1:])
        self.valid(escaped, rows=1)

    def test_value_of_a_field(self):
        for value in self.VALUES:
            if value.startswith(b"{") or value.startswith(b"["):
                continue
            for field, name in (("hash", "the hash"), ("pubkey", "the pub"), ("sig", "the sig")):
                line = obj(**{field: "?"}).encode().replace(b'"?"', value)
                self.assertIn(name, self.reason(line), (field, value))

    def test_note(self):
        for value, shown in (
            (b'"caf\xe9"', "caf?"),
            ('"caf\u00e9"'.encode(), "caf\u00e9"),
            (b'"caf\\u00e9"', "caf\u00e9"),
            (b'{"a": [1, "\\n"]}', '{"a": [1, "\\n"]}'),
            (b"[1,2]", "[1,2]"),
            (b"1e999", "1e999"),
            (b"null", "null"),
            (b"NaN", "NaN"),
        ):
            line = obj(sig="").encode()[:-1] + b', "extra": ' + value + b"}"
            code, out, _ = verify_json(self.path("a.jsonl", line))
            self.assertEqual((code, out["invalid_rows"][0]["extra"]), (1, shown))

    def test_latin1_in_csv(self):
        text = f"hash,pubkey,sig,owner\n{HASH},{KEY},{SIG},".encode() + b"caf\xe9\n"
        self.valid(text, name="a.csv", rows=1)


class Hostile(Rows):
    def test_cut_and_changed(self):
        """Whatever becomes of a line, it costs no other line its verdict."""
        rng = random.Random(8)
        lines = {
            "a.jsonl": obj(extra={"a": [1]}, id="x").encode(),
            "a.csv": f'"{HASH}",{KEY},"{SIG}",x'.encode(),
            "a.hex": f"{HASH} {KEY} {SIG} x".encode(),
        }
        for name, good in lines.items():
            bad = []
            for _ in range(400):
                line = bytearray(good)
                for _ in range(rng.randrange(1, 4)):
                    at = rng.randrange(len(line))
                    change = rng.randrange(3)
                    if change == 0:
                        del line[at:]
                    elif change == 1:
                        line[at] = rng.choice(b'\x00\x01"\\{}[],:; \tg0\x80\xff')
                    else:
                        line[at:at] = rng.choice((b'"', b"\\u", b"{", b"[", b",", b"0x", b"\xff"))
                    if not line:
                        line = bytearray(b"x")
                bad.append(bytes(line))
            head = b"" if name != "a.csv" else b"hash,pubkey,sig,extra\n"
            text = head + b"\n".join(good + b"\n" + line for line in bad) + b"\n" + good + b"\n"
            code, out, err = verify_json(
                "--max-reported", "999", "--output", self.path("out"), self.path(name, text)
            )
            self.assertEqual((code, err), (1, ""))
            with open(self.path("out")) as f:
                verdicts = [json.loads(line) for line in f]
            first = 1 if name == "a.csv" else 0
            by_line = {v["line"]: v["valid"] for v in verdicts}
            self.assertTrue(all(by_line[first + 1 + 2 * i] for i in range(len(bad) + 1)))

    def test_uncompressed_keys(self):
        full = uncompressed(bytes.fromhex(KEY))
        self.valid(obj(pubkey=full.hex()), rows=1)
        hybrid = bytes([6 + full[64] % 2]) + full[1:]
        self.valid(obj(pubkey=hybrid.hex()), "--allow-hybrid", rows=1)
        wrong = bytes([7 - full[64] % 2]) + full[1:]
        self.assertIn("the public key", self.reasons(obj(pubkey=wrong.hex()), "--allow-hybrid")[0])

    def test_help(self):
        page = run("verify", "--help").stdout.decode()
        for word in ("--columns", "--signature-format", "SIGNATURES", "first 100 lines", "CR"):
            self.assertIn(word, page)


if __name__ == "__main__":
    cli_tool.main()
