# Signatures as they stand in the world: every form and recovery id that `ufsecp verify` and
# `ufsecp recover` read, and what they say of a form that they were not asked for.
import base64
import json

import cli_tool
from cli_rows_test import HASH, KEY, RAW, SCHNORR, SIG, SIGNED, Rows, obj
from cli_tool import der


class SignatureForms(Rows):
    HASHTYPE = der(RAW) + b"\x01"
    FORMS = (
        # bytes, the option that reads them, what is said where they are not expected
        (RAW, "compact", "64 bytes r || s: --signature-format compact"),
        (der(RAW), "der", "DER: --signature-format der"),
        (HASHTYPE, "hashtype", "DER and a hash-type byte: --signature-format hashtype"),
        (RAW + b"\x1c", "rsv", "65 bytes of r, s and v: --signature-format rsv"),
        (RAW + b"\x01", "rsv", "65 bytes of r, s and v: --signature-format rsv"),
        (b"\x1c" + RAW, "vrs", "65 bytes v || r || s: --signature-format vrs"),
        (b"\x20" + RAW, "bitcoin-message", "65 bytes v || r || s: --signature-format vrs"),
    )

    def texts(self, sig):
        plain = base64.b64encode(sig).decode()
        url = base64.urlsafe_b64encode(sig).decode()
        return sig.hex(), "0x" + sig.hex(), sig.hex().upper(), plain, url, plain.rstrip("=")

    def test_each_form(self):
        for sig, form, _ in self.FORMS:
            for text in self.texts(sig):
                for name, line in (
                    ("a.jsonl", obj(sig=text)),
                    ("a.csv", f"{HASH},{KEY},{text}"),
                    ("a.hex", f"{HASH} {KEY} {text}"),
                ):
                    self.valid(line, "--signature-format", form, name=name, rows=1)
                self.keys(obj(sig=text, recid=None if len(sig) == 65 else 1), *self.args(form))
        for text in self.texts(RAW) + self.texts(der(RAW)):
            self.valid(obj(sig=text), rows=1)

    def args(self, form):
        return ["--signature-format", form]

    def test_another_form_is_named(self):
        for sig, form, says in self.FORMS:
            for asked in ("auto", "compact", "der", "hashtype", "rsv", "vrs", "bitcoin-message"):
                size65 = len(sig) == 65 and asked in ("rsv", "vrs", "bitcoin-message")
                if asked == form or size65 or (asked == "auto" and form in ("compact", "der")):
                    continue
                for text in self.texts(sig):
                    found = self.reasons(obj(sig=text), "--signature-format", asked)
                    self.assertIn(says, found[0], (form, asked))

    def test_a_short_der_is_der(self):
        """DER of 64 bytes is r || s unless it is asked for."""
        short = b"\x30\x3e\x02\x1d" + b"\x04" * 29 + b"\x02\x1d" + b"\x02" * 29
        r = (b"\x04" * 29).rjust(32, b"\0")
        s = (b"\x02" * 29).rjust(32, b"\0")
        read = self.keys(obj(sig=short.hex(), recid=0), *self.args("der"))
        same = self.keys(obj(sig=(r + s).hex(), recid=0))
        other = self.keys(obj(sig=short.hex(), recid=0), code=1)
        self.assertEqual(read, same)
        self.assertNotEqual(read, other)

    def test_hostile_base64(self):
        good = base64.b64encode(der(RAW)).decode()
        hostile = ["=", "====", good[:-3], good + "=", good + "A" * 200, "M" * 96]
        hostile += [good[:9] + "!" + good[10:], good.replace(good[5], " ")]
        hostile += [base64.b64encode(RAW).decode() + "="]
        for text in hostile:
            self.assertIn("the signature", self.reason(obj(sig=text)), text)

    def test_lax_der(self):
        loose = der(RAW)[:1] + b"\x81" + der(RAW)[1:]  # a length in two bytes
        self.assertIn("not r || s or DER", self.reasons(obj(sig=loose.hex()))[0])
        self.valid(obj(sig=loose.hex()), "--lax-der")
        self.valid(obj(sig=(loose + b"\x83").hex()), "--lax-der", *self.args("hashtype"))

    def test_schnorr(self):
        key, message, sig = SCHNORR
        for text in (sig, sig + "01", base64.b64encode(bytes.fromhex(sig + "83")).decode()):
            row = json.dumps({"pubkey": key, "msg": message, "sig": text})
            self.valid(row, "--scheme", "schnorr", *self.args("hashtype"), rows=1)
        row = {"pubkey": key, "msg": message, "r": "0x" + sig[:64], "s": sig[64:]}
        self.valid(json.dumps(row), "--scheme", "schnorr", rows=1)
        for form in ("der", "rsv", "vrs", "bitcoin-message"):
            done = self.expect(2, "verify", "--scheme", "schnorr", *self.args(form), "x")
            self.assertIn(f"--signature-format {form} is a form of ECDSA".encode(), done.stderr)

    def test_binary_rows_have_one_form(self):
        self.refused(self.rows[0], "--signature-format", name="a.rows", args=self.args("der"))
        piece = self.rows[0].hex()
        self.refused(piece, "a row in one piece", name="a.hex", args=self.args("compact"))
        self.expect(2, "verify", *self.args("drr"), cli_tool.ROWS)

    def test_r_and_s(self):
        for r, s in ((SIG[:64], SIG[64:]), ("0x" + SIG[:64], "0X" + SIG[64:].upper())):
            self.valid(obj(sig=None, r=r, s=s), rows=1)
            self.valid(obj(sig=None, r=r, s=s, v="whatever", yParity=[]), rows=1)
            self.valid(f"hash,pubkey,R,S\n{HASH},{KEY},{r},{s}\n", name="a.csv", rows=1)
        hash_, key, sig, _ = SIGNED[1]
        short = obj(hash=hash_, pubkey=key, sig=None, r="0x" + sig[:64], s="0x" + sig[65:])
        self.assertEqual(sig[64], "0")  # JSON-RPC leaves it out
        self.valid(short, rows=1)
        for change, says in (
            ({"r": ""}, "r is empty"),
            ({"s": "0x"}, "s is empty"),
            ({"r": "0" + SIG[:64]}, "r has more than 64 digits"),
            ({"s": "no"}, "s is not hexadecimal"),
            ({"r": 5}, "r is a number"),
            ({"r": "00"}, "r is zero"),
            ({"s": None}, "there is no field s"),
            ({"r": None}, "there is no field r"),
        ):
            row = {"sig": None, "r": SIG[:64], "s": SIG[64:], **change}
            self.assertIn(says, self.reason(obj(**row)))


class RecoveryIds(Rows):
    def row(self, i, **fields):
        hash_, _, sig, _ = SIGNED[i]
        return json.dumps({"hash": hash_, "sig": sig, **fields})

    def r_s(self, i, **fields):
        hash_, _, sig, _ = SIGNED[i]
        return json.dumps({"hash": hash_, "r": "0x" + sig[:64], "s": "0x" + sig[64:], **fields})

    def test_fields(self):
        lines, every = [], []
        for i, (_, _, _, id_) in enumerate(SIGNED):
            for name, values in (
                ("recid", (id_, str(id_), hex(id_))),
                ("v", (id_, 27 + id_, 35 + id_, 37 + id_, str(27 + id_), hex(27 + id_))),
                ("V", (2709 + id_, 35 + 2 * 11155111 + id_, hex(35 + 2 * 2**61 + id_))),
                ("yParity", (id_, hex(id_), str(id_))),
                ("y_parity", (id_,)),
            ):
                for value in values:
                    lines += [self.row(i, **{name: value}), self.r_s(i, **{name: value})]
                    every += [i, i]
        self.assertEqual(self.keys("\n".join(lines)), every)
        self.assertEqual(self.keys("\n".join(lines), "--ethereum"), every)
        text = "hash,r,s,yParity,v\n"
        for hash_, _, sig, id_ in SIGNED:
            text += f"{hash_},{sig[:64]},0x{sig[64:]},{id_},{27 + id_}\n"
        self.assertEqual(self.keys(text, name="a.csv"), [0, 1, 2])

    def test_columns(self):
        text = "digest;r;s;byte;v\n"
        for hash_, _, sig, id_ in SIGNED:
            text += f"{hash_};{sig[:64]};{sig[64:]};{id_};of no use\n"
        columns = ["--columns", "recid=Byte,msg=digest"]
        self.assertEqual(self.keys(text, *columns, name="a.csv"), [0, 1, 2])
        self.refused(text, "msg or hash", name="a.csv", command="recover")
        line = self.row(0, byte="0x1c").replace('"hash"', '"digest"')
        self.assertEqual(self.keys(line, "--ethereum", *columns), [0])

    def test_ethereum_recid(self):
        text = "hash,sig,recid\n" + "".join(f"{h},{s},{37 + i}\n" for h, _, s, i in SIGNED)
        self.assertEqual(self.keys(text, "--ethereum", name="a.csv"), [0, 1, 2])
        for reason in self.keys(text, name="a.csv", code=1):
            self.assertIn("EIP-155): --ethereum reads it", reason)
        for value, says in ((27, "--ethereum reads it"), (31, "bitcoin-message reads it"),
                            (4, "not 0 to 3"), (26, "not 0 to 3")):  # fmt: skip
            (reason,) = self.keys(self.row(0, recid=value), code=1)
            self.assertIn(f"the recovery id is {value}", reason)
            self.assertIn(says, reason)
        for value in (4, 26, 31, 34):
            (reason,) = self.keys(self.row(0, recid=value), "--ethereum", code=1)
            self.assertIn("not 0 to 3, 27 to 30, or 35 and more (EIP-155)", reason)
        for value in (2, 27, 255):
            (reason,) = self.keys(self.row(0, yParity=value), code=1)
            self.assertIn(f"the parity is {value}, not 0 or 1", reason)

    def test_they_must_agree(self):
        self.assertEqual(self.keys(self.row(0, recid=1, v=28, yParity="0x1")), [0])
        self.assertEqual(self.keys(self.row(0, recid=None, v=28, yParity="")), [0])
        for fields in ({"recid": 1, "v": 27}, {"v": 28, "yParity": 0}, {"recid": 0, "yParity": 1}):
            (reason,) = self.keys(self.row(0, **fields), code=1)
            self.assertIn("give different recovery ids", reason)
        sig65 = SIG + "01"
        self.assertEqual(self.keys(self.row(0, sig=sig65, recid=1)), [0])
        (reason,) = self.keys(self.row(0, sig=sig65, recid=0), code=1)
        self.assertIn("the signature and the recovery id give different recovery ids, 1", reason)
        self.assertEqual(self.keys(f"{HASH} {sig65} 1\n", name="a.hex"), [0])
        self.assertEqual(self.keys(f"{HASH} {sig65}\n", name="a.hex"), [0])

    def test_signatures_with_v(self):
        for sig, args, key in (
            (RAW + b"\x01", [], 0),
            (RAW + b"\x1c", ["--ethereum"], 0),
            (RAW + b"\x26", ["--ethereum"], 0),
            (RAW + b"\x1c", ["--signature-format", "rsv"], 0),
            (b"\x1c" + RAW, ["--signature-format", "vrs"], 0),
            (b"\x01" + RAW, ["--signature-format", "vrs"], 0),
            (b"\x1c" + RAW, ["--signature-format", "bitcoin-message"], 0),
            (b"\x20" + RAW, ["--signature-format", "bitcoin-message"], 0),
            (b"\x28" + RAW, ["--signature-format", "bitcoin-message"], 0),
            (RAW + b"\x1c", [], "as Ethereum counts: --ethereum reads it"),
            (RAW + b"\x25", [], "EIP-155): --ethereum reads it"),
            (RAW + b"\x04", [], "not 0 to 3"),
            (b"\x20" + RAW, [], "65 bytes v || r || s: --signature-format vrs or bitcoin-message"),
            (b"\x20" + RAW, ["--signature-format", "vrs"], "bitcoin-message reads 27 to 42"),
            (b"\x05" + RAW, ["--signature-format", "bitcoin-message"], "27 to 42"),
            (RAW + b"\x1f", ["--ethereum"], "bitcoin-message reads 27 to 42"),
        ):
            for text in (sig.hex(), base64.b64encode(sig).decode()):
                line = json.dumps({"hash": HASH, "sig": text})
                (got,) = self.keys(line, *args, code=0 if key == 0 else 1)
                if key == 0:
                    self.assertEqual(got, 0)
                else:
                    self.assertIn(key, got)

    def test_der(self):
        self.assertEqual(self.keys(self.row(0, sig=der(RAW).hex(), recid=1)), [0])
        text = self.row(0, sig=(der(RAW) + b"\x01").hex(), recid=1)
        self.assertEqual(self.keys(text, "--signature-format", "hashtype"), [0])
        (reason,) = self.keys(text, code=1)
        self.assertIn("--signature-format hashtype reads it", reason)

    def test_binary_and_hex(self):
        for v, args in ((1, []), (28, ["--ethereum"]), (38, ["--ethereum"])):
            row = bytes.fromhex(HASH + SIG) + bytes([v])
            self.assertEqual(self.keys(row, *args, name="a.rows"), [0])
            self.assertEqual(self.keys(row.hex(), *args, name="a.hex"), [0])
        for v, args in ((28, []), (31, ["--ethereum"])):
            row = bytes.fromhex(HASH + SIG) + bytes([v])
            self.assertEqual(
                self.keys(row, *args, name="a.rows", code=1), ["the recovery id is impossible"]
            )

    def test_r_that_begins_as_a_header(self):
        """v is last where it can be read there, whatever r begins with."""
        tool, digest = ["recover", "--ethereum", "--json"], "11" * 32
        for s in range(1, 200):
            sig = "1c" + "%062x" % s + "22" * 32
            done = cli_tool.run(*tool, "--hash", digest, "--sig", sig, "--recid", "0")
            if done.returncode == 0:
                break
        again = cli_tool.run(*tool, "--hash", digest, "--sig", sig + "25")
        self.assertEqual((done.returncode, again.stdout), (0, done.stdout))

    def test_one(self):
        def one(*args, code=0):
            return self.expect(code, "recover", "--hash", HASH, *args)

        url = base64.urlsafe_b64encode(RAW + b"\x01").decode()
        for args in (
            ["--sig", SIG, "--recid", "1"],
            ["--sig", SIG + "01"],
            ["--sig", SIG + "01", "--recid", "1"],
            ["--sig", url],
            ["--sig", der(RAW).hex(), "--recid", "0x1"],
            ["--ethereum", "--sig", SIG, "--recid", "38"],
            ["--ethereum", "--sig", SIG, "--recid", str(35 + 2 * 137 + 1)],
            ["--signature-format", "vrs", "--sig", "1c" + SIG],
            ["--signature-format", "bitcoin-message", "--sig", "20" + SIG],
        ):
            self.assertEqual(one(*args).stdout.decode().split()[0], KEY)
        for args, says in (
            (["--sig", SIG], "there is no recovery id"),
            (["--sig", SIG[:-2], "--recid", "1"], "the signature has 63 bytes"),
            (["--sig", SIG + "01", "--recid", "0"], "give different recovery ids"),
            (["--sig", SIG, "--recid", "28"], "--ethereum reads it"),
            (["--sig", SIG, "--recid", "x"], "not a whole number"),
            (["--sig", "20" + SIG], "bitcoin-message"),
        ):
            done = one(*args, code=2)
            self.assertIn(says, done.stderr.decode())
            self.assertEqual(done.stdout, b"")
        done = self.expect(2, "recover", "--hash", HASH[:-2], "--sig", SIG + "01")
        self.assertIn(b"--hash: 62 hexadecimal digits, not 64", done.stderr)


if __name__ == "__main__":
    cli_tool.main()
