# `ufsecp extract` of Bitcoin from outside: published transactions, blocks and block files made
# here, previous outputs, damage, and what is left out.
import json
import os
import signal
import subprocess
import sys

import cli_tool
from cli_tool import ROOT, Case

sys.path.insert(0, os.path.join(ROOT, "python"))
sys.dont_write_bytecode = True
import model as m  # noqa: E402

MAGIC = bytes.fromhex("f9beb4d9")
ALL, NONE, SINGLE, ANYONECANPAY = 1, 2, 3, 0x80
# Transaction 0627052b6f28912f2703066a912ea577f2ce4da4caa5a5fbd8a57286c345c2f2 of the main chain.
MAINNET = bytes.fromhex(
    "0100000001186f9f998a5aa6f048e51dd8419a14d8a0f1a8a2836dd734d2804fe65fa35779000000008b4830"
    "45022100884d142d86652a3f47ba4746ec719bbfbd040a570b1deccbb6498c75c4ae24cb02204b9f039ff08d"
    "f09cbe9f6addac960298cad530a863ea8f53982c09db8f6e381301410484ecc0d46f1918b30928fa0e4ed99f"
    "16a0fb4fde0735e7ade8416ab9fe423cc5412336376789d172787ec3457eee41c04f4938de5cc17b4a10fa33"
    "6a8d752adfffffffff0260e31600000000001976a914ab68025513c3dbd2f7b92a94e0581f5d50f654e788ac"
    "d0ef8000000000001976a9147f9b1a7fb68d60c536c2fd8aeaa53a8f3cc025a888ac00000000"
)
KEYS = [m.b32(1000 + i) for i in range(4)]
PUBS = [m.serialize_point(m.mul(m.i32(k))) for k in KEYS]


def vectors(name):
    with open(os.path.join(ROOT, "test", "vectors", name)) as f:
        return json.load(f)["cases"]


def le(n, size):
    return n.to_bytes(size, "little")


def size(n):
    return le(n, 1) if n < 253 else b"\xfd" + le(n, 2) if n < 65536 else b"\xfe" + le(n, 4)


def string(b):
    return size(len(b)) + b


def push(b):
    return (le(len(b), 1) if len(b) < 76 else b"\x4c" + le(len(b), 1)) + b


def twice(b):
    return m.sha256(m.sha256(b))


class Tx:
    """A transaction whose parts can be changed."""

    def __init__(self, spends, outputs):
        self.version, self.lock = 2, 0
        self.ins = [[txid, n, b"", 2**32 - 1, []] for txid, n in spends]
        self.outs = list(outputs)  # (value, script)

    def outputs(self):
        return b"".join(le(value, 8) + string(script) for value, script in self.outs)

    def text(self, witness=True):
        witness = witness and any(i[4] for i in self.ins)
        out = le(self.version, 4) + (b"\0\1" if witness else b"") + size(len(self.ins))
        out += b"".join(t + le(n, 4) + string(s) + le(q, 4) for t, n, s, q, _ in self.ins)
        out += size(len(self.outs)) + self.outputs()
        if witness:
            out += b"".join(size(len(w)) + b"".join(map(string, w)) for *_, w in self.ins)
        return out + le(self.lock, 4)

    def id(self):
        return twice(self.text(False))

    def legacy_hash(self, index, script):
        """Of SIGHASH_ALL."""
        other = Tx([(t, n) for t, n, *_ in self.ins], self.outs)
        other.ins[index][2] = script
        return twice(other.text(False) + le(ALL, 4))

    def witness_hash(self, index, script, amount):
        """BIP-143, SIGHASH_ALL."""
        t, n, _, q, _ = self.ins[index]
        return twice(
            le(self.version, 4)
            + twice(b"".join(t + le(n, 4) for t, n, *_ in self.ins))
            + twice(b"".join(le(i[3], 4) for i in self.ins))
            + t
            + le(n, 4)
            + string(script)
            + le(amount, 8)
            + le(q, 4)
            + twice(self.outputs())
            + le(self.lock, 4)
            + le(ALL, 4)
        )


def signature(key, digest):
    r, s, _ = m.ecdsa_sign(key, digest)
    return m.der_encode(r, s) + b"\1"


def p2pkh(pub):
    return b"\x76\xa9" + push(m.hash160(pub)) + b"\x88\xac"


def multisig(needed, pubs):
    return bytes([0x50 + needed]) + b"".join(map(push, pubs)) + bytes([0x50 + len(pubs), 0xAE])


def merkle(level):
    while len(level) > 1:
        level = level + level[-1:] * (len(level) % 2)
        level = [twice(level[i] + level[i + 1]) for i in range(0, len(level), 2)]
    return level[0]


def block(*txs):
    texts = [t if isinstance(t, bytes) else t.text() for t in txs]
    ids = [twice(t) if isinstance(t, bytes) else t.id() for t in txs]
    return b"h" * 36 + merkle(ids) + b"h" * 12 + size(len(txs)) + b"".join(texts)


def frame(b, magic=MAGIC):
    return magic + le(len(b), 4) + b


class ExtractCase(Case):
    def prevouts(self, tx, outputs, name="prevouts.csv"):
        """A list of what the inputs of a serialized or made transaction spend."""
        spends = [(t, n) for t, n, *_ in tx.ins] if isinstance(tx, Tx) else outpoints(tx)
        lines = [
            f"{t[::-1].hex()},{n},{amount},{script.hex()}\n"
            for (t, n), (amount, script) in zip(spends, outputs, strict=True)
        ]
        return self.path(name, "".join(lines))

    def extract(self, *args, code=0, stdin=b""):
        """Rows as dicts, and the summary."""
        done = self.expect(
            code, "extract", "--json", "--output-format", "jsonl", *args, stdin=stdin
        )
        *errors, last = done.stderr.decode().splitlines()
        self.errors = errors
        return [json.loads(line) for line in done.stdout.splitlines()], json.loads(last)

    def verdict(self, rows, scheme="ecdsa"):
        text = "".join(json.dumps(row) + "\n" for row in rows)
        done = cli_tool.run(
            "verify", "--scheme", scheme, "--quiet", "--format", "jsonl", stdin=text.encode()
        )
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return done.returncode == 0


def outpoints(text):
    at, out = 4, []
    if text[at] == 0:
        at += 2
    count, at = text[at], at + 1
    for _ in range(count):
        out.append((text[at : at + 32], int.from_bytes(text[at + 32 : at + 36], "little")))
        at += 36
        n = text[at]
        at += 1
        if n == 0xFD:
            n, at = int.from_bytes(text[at : at + 2], "little"), at + 2
        at += n + 4
    return out


class Bitcoin(ExtractCase):
    def test_published_spends(self):
        """What consensus says of the signatures of an input, verify says of its rows."""
        counts = {"ecdsa": 0, "schnorr": 0, "invalid": 0}
        for case in vectors("spends.json"):
            outputs = [(p["amount"], bytes.fromhex(p["script"])) for p in case["prevouts"]]
            prevouts = self.prevouts(bytes.fromhex(case["tx"]), outputs)
            found = 0
            for scheme in ("ecdsa", "schnorr"):
                rows, _ = self.extract(
                    "--prevouts", prevouts, "--scheme", scheme, stdin=case["tx"].encode()
                )
                if case["input"] is not None:
                    rows = [r for r in rows if r["extra"].endswith(f":{case['input']}")]
                if rows:
                    self.assertEqual(self.verdict(rows, scheme), case["valid"], case["name"])
                    counts[scheme] += 1
                    found += len(rows)
            self.assertGreater(found, 0, case["name"])
            counts["invalid"] += not case["valid"]
            if case["name"] == "BIP-143 P2SH-P2WSH":
                self.assertEqual(found, 6)
            if case["name"] == "BIP-341 wallet vectors":
                self.assertEqual(found, 9)  # seven of taproot, P2PKH, P2WPKH
        self.assertGreater(counts["ecdsa"], 15)
        self.assertGreater(counts["schnorr"], 40)
        self.assertGreater(counts["invalid"], 30)

    def test_forms_of_output(self):
        rows, summary = self.extract(stdin=MAINNET.hex().encode())
        self.assertEqual((rows, summary["inferable"]), ([], 1))
        rows, summary = self.extract("--infer", stdin=MAINNET.hex().encode())
        self.assertEqual(summary["rows"], 1)
        self.assertEqual(
            rows[0]["extra"], "0627052b6f28912f2703066a912ea577f2ce4da4caa5a5fbd8a57286c345c2f2:0"
        )
        self.assertTrue(self.verdict(rows))
        csv = self.expect(0, "extract", "--infer", stdin=MAINNET.hex().encode()).stdout.decode()
        head, row, end = csv.split("\n")
        self.assertEqual(
            (dict(zip(head.split(","), row.split(","), strict=True)), end), (rows[0], "")
        )
        binary = self.expect(
            0, "extract", "--infer", "--output-format", "binary", stdin=MAINNET.hex().encode()
        ).stdout
        self.assertEqual(binary.hex(), "".join(rows[0][k] for k in ("hash", "pubkey", "sig")))
        for output in (csv.encode(), binary):
            self.expect(0, "verify", "--quiet", stdin=output)
        for name in ("a.rows", "a.csv", "a.jsonl"):
            path = self.path(name)
            done = self.expect(
                0, "extract", "--infer", "--output", path, stdin=MAINNET.hex().encode()
            )
            self.assertIn(b"1 transaction, 1 input: 1 row of ECDSA", done.stdout)
            self.expect(0, "verify", "--quiet", path)
            with open(path, "rb") as f:
                before = f.read()
            again = ("extract", "--output", path)
            error = self.expect(2, *again, stdin=MAINNET.hex().encode()).stderr.decode()
            self.assertIn(f"--output {path}: exists (name another file, or give --force", error)
            with open(path, "rb") as f:
                self.assertEqual(f.read(), before)
            self.expect(0, *again, "--force", stdin=MAINNET.hex().encode())
            self.assertEqual(os.path.getsize(path), 0)
        unmade = self.path("unmade.csv")
        self.expect(2, "extract", "--output", unmade, stdin=b"zz")
        self.assertFalse(os.path.exists(unmade))
        source = self.path("in.hex", MAINNET.hex())
        error = self.expect(2, "extract", "--force", "--output", source, source).stderr
        self.assertIn(b"would overwrite the input", error)

    def funded(self):
        """A transaction with an output of every form, and one that spends them all."""
        inner = multisig(2, PUBS[:3])
        pk = push(PUBS[1]) + b"\xac"
        scripts = {
            "p2pkh": p2pkh(PUBS[0]),
            "p2pk": push(PUBS[0]) + b"\xac",
            "bare": inner,
            "p2sh": b"\xa9" + push(m.hash160(inner)) + b"\x87",
            "p2wpkh": b"\0" + push(m.hash160(PUBS[2])),
            "p2sh-p2wpkh": b"\xa9" + push(m.hash160(b"\0" + push(m.hash160(PUBS[2])))) + b"\x87",
            "p2wsh": b"\0" + push(m.sha256(inner)),
            "p2wsh-p2pk": b"\0" + push(m.sha256(pk)),
            "p2sh-p2wsh": b"\xa9" + push(m.hash160(b"\0" + push(m.sha256(inner)))) + b"\x87",
        }
        fund = Tx([(b"f" * 32, 0)], [(1000 + i, s) for i, s in enumerate(scripts.values())])
        tx = Tx([(fund.id(), i) for i in range(len(scripts))], [(5, b"\x51")])
        for i, name in enumerate(scripts):
            amount, x = 1000 + i, tx.ins[i]

            def legacy(key, script, i=i):
                return signature(key, tx.legacy_hash(i, script))

            def witness(key, script, i=i, amount=amount):
                return signature(key, tx.witness_hash(i, script, amount))

            if name == "p2pkh":
                x[2] = push(legacy(KEYS[0], scripts[name])) + push(PUBS[0])
            elif name == "p2pk":
                x[2] = push(legacy(KEYS[0], scripts[name]))
            elif name in ("bare", "p2sh"):
                x[2] = b"\0" + push(legacy(KEYS[0], inner)) + push(legacy(KEYS[2], inner))
                x[2] += push(inner) if name == "p2sh" else b""
            elif name in ("p2wpkh", "p2sh-p2wpkh"):
                x[4] = [witness(KEYS[2], p2pkh(PUBS[2])), PUBS[2]]
                x[2] = push(b"\0" + push(m.hash160(PUBS[2]))) if name != "p2wpkh" else b""
            elif name == "p2wsh-p2pk":
                x[4] = [witness(KEYS[1], pk), pk]
            else:
                x[4] = [b"", witness(KEYS[1], inner), witness(KEYS[2], inner), inner]
                x[2] = push(b"\0" + push(m.sha256(inner))) if name != "p2wsh" else b""
        return fund, tx, list(scripts)

    # Which keys sign an input of funded(): a multisignature's two rows, in order.
    SIGNERS = ((0,), (0,), (0, 2), (0, 2), (2,), (2,), (1, 2), (1,), (1, 2))

    def test_every_form(self):
        """Outputs are known from the same input; each signature stands with its key."""
        fund, tx, names = self.funded()
        text = f"{fund.text().hex()}\n\n# a comment\n  0x{tx.text().hex()}\r\n"
        rows, summary = self.extract(stdin=text.encode())
        self.assertTrue(self.verdict(rows))
        want = [
            (f"{tx.id()[::-1].hex()}:{i}", PUBS[k].hex())
            for i, ks in enumerate(self.SIGNERS)
            for k in ks
        ]
        self.assertEqual([(r["extra"], r["pubkey"]) for r in rows], want)
        self.assertEqual((summary["transactions"], summary["inputs"]), (2, 10))
        self.assertEqual(summary["left_out"]["no_previous_output"], 1)
        rows, summary = self.extract("--scheme", "schnorr", stdin=text.encode())
        self.assertEqual((rows, summary["left_out"]["other_scheme"]), ([], len(names)))
        # without the outputs only what shows all that is signed: P2PKH, and P2SH multisignature
        alone = tx.text().hex().encode()
        rows, summary = self.extract("--infer", stdin=alone)
        self.assertEqual([r["extra"].split(":")[1] for r in rows], ["0", "3", "3"])
        self.assertTrue(self.verdict(rows))
        self.assertEqual((summary["left_out"]["no_previous_output"], summary["inferable"]), (7, 0))
        rows, summary = self.extract(stdin=alone)
        self.assertEqual((rows, summary["inferable"]), ([], 2))
        text = self.expect(0, "extract", stdin=alone).stderr.decode()
        self.assertIn("left out: 9 inputs without a known previous output", text)
        self.assertIn("2 inputs of these", text)

    def test_what_is_spoilt_is_not_valid(self):
        """An input with another signature, key or script has a row that fails, or none."""
        fund, tx, names = self.funded()
        for i, name in enumerate(names):
            _, spoilt, _ = self.funded()
            x = spoilt.ins[i]
            if x[4]:
                at = 1 if len(x[4]) == 4 else 0
                x[4][at] = x[4][at][:20] + bytes([x[4][at][20] ^ 1]) + x[4][at][21:]
            else:
                at = 25 if name != "p2pk" else 24
                x[2] = x[2][:at] + bytes([x[2][at] ^ 1]) + x[2][at + 1 :]
            text = f"{fund.text().hex()}\n{spoilt.text().hex()}\n"
            rows, _ = self.extract(stdin=text.encode())
            mine = [r for r in rows if r["extra"].endswith(f":{i}")]
            self.assertEqual(len(mine), len(self.SIGNERS[i]), name)
            self.assertFalse(self.verdict(mine), name)
            self.assertTrue(self.verdict([r for r in rows if r not in mine]), name)
        swapped = self.funded()[1]
        _, one, two, inner = swapped.ins[6][4]
        swapped.ins[6][4] = [b"", two, one, inner]
        short = self.funded()[1]
        short.ins[6][4] = [b"", two, inner]
        other = self.funded()[1]
        other.ins[0][2] = other.ins[0][2][:-33] + PUBS[1]
        nested = self.funded()[1]
        nested.ins[5][2] = b"\x51" + nested.ins[5][2]
        for changed, number, found in (
            (swapped, 6, 2),
            (short, 6, 0),
            (other, 0, 0),
            (nested, 5, 0),
        ):
            rows, summary = self.extract(
                stdin=f"{fund.text().hex()}\n{changed.text().hex()}\n".encode()
            )
            rows = [r for r in rows if r["extra"].endswith(f":{number}")]
            self.assertEqual(len(rows), found)
            if found:
                self.assertFalse(self.verdict(rows))
            self.assertEqual(summary["left_out"]["script_mismatch"], int(found == 0))

    def test_malformed_signatures_and_other_scripts(self):
        fund = Tx(
            [(b"f" * 32, 0)], [(7, p2pkh(PUBS[0])), (7, b"\x63\x51\x68"), (7, b"\x52\x03abc")]
        )
        tx = Tx([(fund.id(), i) for i in range(3)], [(5, b"\x51")])
        sig = signature(KEYS[0], tx.legacy_hash(0, p2pkh(PUBS[0])))
        padded = b"\x30" + bytes([sig[1] + 1, 2, sig[3] + 1, 0]) + sig[4:]  # r with a zero too many
        for der, plain, lax in ((sig, 0, 0), (padded, 1, 0), (b"", 1, 1), (b"\x30\1", 1, 1)):
            tx.ins[0][2] = push(der) + push(PUBS[0])
            text = f"{fund.text().hex()}\n{tx.text().hex()}\n".encode()
            for option, malformed in (([], plain), (["--lax-der"], lax)):
                rows, summary = self.extract(*option, stdin=text)
                self.assertEqual((len(rows), summary["malformed"]), (1, malformed))
                self.assertEqual(self.verdict(rows), malformed == 0)
                self.assertEqual(rows[0]["sig"] == "00" * 64, malformed == 1)
                self.assertEqual(summary["left_out"]["unknown_script"], 2)

    def test_taproot(self):
        """Missing outputs of other inputs, the annex, script paths, wrong hash types."""
        case = next(c for c in vectors("spends.json") if c["name"] == "BIP-341 wallet vectors")
        outputs = [(p["amount"], bytes.fromhex(p["script"])) for p in case["prevouts"]]
        path = self.prevouts(bytes.fromhex(case["tx"]), outputs)
        args = ["--scheme", "schnorr", "--prevouts"]
        rows, summary = self.extract(*args, path, stdin=case["tx"].encode())
        self.assertEqual((len(rows), summary["left_out"]["other_scheme"]), (7, 2))
        self.assertTrue(self.verdict(rows, "schnorr"))
        self.expect(
            0,
            "verify",
            "--scheme",
            "schnorr",
            "--quiet",
            stdin=self.expect(
                0, "extract", *args, path, "--output-format", "binary", stdin=case["tx"].encode()
            ).stdout,
        )
        with open(path) as f:
            lines = f.readlines()
        fewer = self.path("fewer.csv", "".join(lines[:-1]))
        rows, summary = self.extract(*args, fewer, stdin=case["tx"].encode())
        self.assertTrue(rows and self.verdict(rows, "schnorr"))  # those of ANYONECANPAY
        self.assertLess(len(rows), 7)
        self.assertEqual(
            summary["left_out"]["no_previous_output"]
            + summary["left_out"]["other_scheme"]
            + len(rows),
            9,
        )
        output = b"\x51" + push(PUBS[0][1:])
        tx = Tx([(b"t" * 32, 1)], [(1, b"\x51")])
        path = self.prevouts(tx, [(50, output)])
        for witness, found, left in (
            ([b"s" * 64, b"\x50"], 1, None),
            ([b"s" * 63], 1, None),
            ([b"s" * 65], 1, None),
            ([b"s" * 64, b"x"], 0, "taproot_script_path"),
            ([b"", b"", b"\x50ab"], 0, "taproot_script_path"),
            ([b"x"] * 40, 0, "taproot_script_path"),
            ([], 0, "script_mismatch"),
        ):
            tx.ins[0][4] = witness
            rows, summary = self.extract(*args, path, stdin=tx.text().hex().encode())
            self.assertEqual(len(rows), found, witness)
            if left:
                self.assertEqual(summary["left_out"][left], 1)
            else:
                self.assertFalse(self.verdict(rows, "schnorr"))

    def test_lists_of_outputs(self):
        fund, tx, _ = self.funded()
        spent = [(tx.ins[i][0][::-1].hex(), i, *fund.outs[i]) for i in range(len(tx.ins))]
        text = tx.text().hex().encode()
        want, _ = self.extract("--prevouts", self.prevouts(tx, fund.outs), stdin=text)
        self.assertEqual(len(want), 13)
        header = "Height,ScriptPubKey,Amount,TXID,Vout\n"
        named = header + "".join(f'9,"{s.hex()}", {a},{t},{n}\n' for t, n, a, s in spent)
        lines = [
            dict(txid=t, vout=n, value=a, scriptPubKey=s.hex(), more=None) for t, n, a, s in spent
        ]
        jsonl = "".join(json.dumps(line) + "\n" for line in lines)
        semicolons = named.replace(",", ";")
        for i, form in enumerate(
            (
                named,
                "\ufeff" + named.replace("\n", "\r\n"),
                semicolons,
                "sep=;\n" + semicolons,
                "sep=|\n" + named.replace(",", "|"),
                named.replace(",", "\t"),
                jsonl,
                "#\n" + jsonl,
            )
        ):
            got, _ = self.extract("--prevouts", self.path(f"list{i}", form), stdin=text)
            self.assertEqual(got, want, i)
        t, n, a, s = spent[0]
        good = f"{t},{n},{a},{s.hex()}\n"
        for bad, what in (
            (f"{t},{n},{a}\n", "no script"),
            (f"{t[2:]},{n},{a},{s.hex()}\n", "txid is not 64 hexadecimal digits"),
            (f"{t},x,{a},{s.hex()}\n", "vout is not a number"),
            (f"{t},4294967296,{a},{s.hex()}\n", "vout is not a number"),
            (f"{t},{n},0.5,{s.hex()}\n", "amount is not a whole number of satoshi"),
            (f"{t},{n},-1,{s.hex()}\n", "amount is not a whole number of satoshi"),
            (f"{t},{n},{a},{s.hex()}0\n", "script is not hexadecimal"),
            (f"{t},{n},{a + 1},{s.hex()}\n", "already, and not the same"),
            ('{"txid":1}\n', '"txid" is not a string'),
            ('{"amount":0.5}\n', '"amount" is not a whole number of satoshi'),
            (f'{t},{n},{a},"{s.hex()}\n', "a quote that is not closed on its line"),
            ("{\n", "not JSON"),
            ('{"vout":1,"n":2}\n', "two columns for vout"),
            ('{"amount":1,"amount":2}\n', "stands twice"),
            (f"{t},{n},1,00,{s.hex()}\n", "5 cells, where the columns are 4"),
        ):
            path = self.path("bad", good + bad)
            done = self.expect(2, "extract", "--prevouts", path, stdin=text)
            self.assertIn(f"{path}: line 2: ", done.stderr.decode(), bad)
            self.assertIn(what, done.stderr.decode(), bad)
            self.assertEqual(done.stdout, b"")
        for empty in ("", "\n", "txid,vout,amount,script\n"):
            done = self.expect(2, "extract", "--prevouts", self.path("e", empty), stdin=text)
            self.assertIn(b"no previous output", done.stderr)


class BlockFiles(ExtractCase):
    def setUp(self):
        super().setUp()
        coinbase = Tx([(bytes(32), 2**32 - 1)], [(50, p2pkh(PUBS[0]))])
        self.blocks, self.want = [], []
        for i in range(4):
            txs = [coinbase]
            for k in range(i + 1):
                tx = Tx([(coinbase.id(), 0)], [(k, b"\x51"), (i, b"\x51")])
                tx.ins[0][2] = push(signature(KEYS[0], tx.legacy_hash(0, p2pkh(PUBS[0])))) + push(
                    PUBS[0]
                )
                txs.append(tx)
                self.want.append((i, tx.id()[::-1].hex() + ":0"))
            self.blocks.append(block(*txs))
        self.frames = [frame(b) for b in self.blocks]

    def check(self, *args, lost=(), code=0, **more):
        rows, summary = self.extract(*args, code=code, **more)
        self.assertEqual([r["extra"] for r in rows], [e for i, e in self.want if i not in lost])
        self.assertTrue(self.verdict(rows))
        self.assertEqual(summary["blocks"], 4 - len(lost))
        self.assertEqual(summary["left_out"]["coinbase"], 4 - len(lost))
        return summary

    def test_forms(self):
        framed = b"".join(self.frames)
        self.check(self.path("a", framed))
        self.check(stdin=framed)
        self.check(stdin=b"".join(self.blocks))
        self.check(stdin="".join(b.hex() + "\n" for b in self.blocks).encode())
        self.check(stdin=framed + bytes(1000))
        self.check(stdin=bytes(3).join(self.frames) + bytes(7))
        self.check(*[self.path(f"f{i}", f) for i, f in enumerate(self.frames)])
        for magic in ("0b110907", "1c163f28", "0a03cf40", "fabfb5da"):
            self.check(stdin=b"".join(frame(b, bytes.fromhex(magic)) for b in self.blocks))
        text = self.expect(0, "extract", stdin=framed).stderr.decode()
        self.assertRegex(
            text, r"^4 blocks, 14 transactions, 14 inputs: 10 rows of ECDSA \([\d.]+ s\)\n$"
        )
        self.assertEqual(self.expect(0, "extract", "--quiet", stdin=framed).stderr, b"")
        one = self.path("one.bin", Tx([(b"f" * 32, 0)], [(7, b"")]).text())
        self.assertEqual(self.extract(one)[1]["transactions"], 1)

    def test_key(self):
        key = bytes.fromhex("8a5b00f9c3d4e512")
        framed = b"".join(self.frames)
        hidden = bytes(b ^ key[i % 8] for i, b in enumerate(framed)) + bytes(50)
        self.check("--xor-key", key.hex(), stdin=hidden)
        self.check("--xor-key", self.path("key", key), self.path("other.dat", hidden))
        self.check("--xor-key", "00" * 8, stdin=framed)
        path = self.path("blk00001.dat", hidden)
        done = self.expect(2, "extract", path)
        self.assertIn(b"--xor-key", done.stderr)
        self.path("xor.dat", key)
        self.check(path)
        done = self.expect(2, "extract", "--xor-key", "0123456789abcdef", path)
        self.assertIn(b"is --xor-key right?", done.stderr)
        for wrong in (self.path("long", bytes(9)), self.path("short", b"1")):
            done = self.expect(2, "extract", "--xor-key", wrong, path)
            self.assertIn(b"neither 16 hexadecimal digits nor a file of 8 bytes", done.stderr)
        self.expect(2, "extract", "--xor-key", self.path("absent"), path)

    def test_damage(self):
        """The error has the offset, and the other blocks are read."""
        at = [0]
        for f in self.frames:
            at.append(at[-1] + len(f))
        framed = b"".join(self.frames)

        def changed(where, with_what):
            return framed[:where] + with_what + framed[where + len(with_what) :]

        for data, lost, where, what in (
            (
                changed(at[1] + 100, bytes([framed[at[1] + 100] ^ 1])),
                1,
                at[1] + 8,
                "not those of the block's header",
            ),
            (changed(at[1], b"x"), 1, at[1], "no block begins here"),
            (changed(at[1] + 4, le(80, 4)), 1, at[1] + 4, "a block of 80 bytes"),
            (changed(at[1] + 4, le(2**31, 4)), 1, at[1] + 4, "a block of 2,147,483,648 bytes"),
            (
                changed(at[1] + 4, le(len(self.blocks[1]) + 9, 4)),
                1,
                at[2],
                "9 bytes after the block",
            ),
            (changed(at[1] + 4, le(len(self.blocks[1]) - 1, 4)), 1, at[2] - 4, "ends too early"),
            (changed(at[2] + 88, b"\xff" * 9), 2, at[2] + 97, "transactions, where"),
            (framed[: at[3] + 100], 3, at[3], "the file ends in a block"),
            (framed[: at[3] + 7], 3, at[3], "the file ends in the head of a block"),
            (changed(0, b"\xee" * at[1]), 0, 0, ""),
        ):
            path = self.path("blk0.dat", data)
            summary = self.check(path, "--format", "blk", lost=(lost,), code=2)
            self.assertEqual(len(summary["errors"]), 1, what)
            self.assertTrue(
                summary["errors"][0].startswith(f"{path}: at byte offset {where}: "),
                (summary["errors"], where),
            )
            self.assertIn(what, summary["errors"][0])
        junk = framed[: at[2]] + b"junk" * 9 + framed[at[2] :]
        self.assertEqual(len(self.check(stdin=junk, code=2)["errors"]), 1)
        done = self.expect(2, "extract", "--format", "blk", stdin=bytes(100))
        self.assertIn(b"no block in it", done.stderr)
        hostile = frame(self.blocks[0]) + (MAGIC + le(3000000, 4)) * 20000
        done = self.expect(2, "extract", stdin=hostile)
        self.assertEqual(len(done.stderr.splitlines()), 2)

    def test_raw_ends_at_damage(self):
        data = b"".join(self.blocks)
        at = len(self.blocks[0]) + len(self.blocks[1])
        spoilt = data[: at + 80] + b"\xff" * 9 + data[at + 89 :]
        summary = self.check(stdin=spoilt, lost=(2, 3), code=2)
        self.assertRegex(summary["errors"][0], f"^standard input: at byte offset {at + 89}: ")

    def test_lines_go_on(self):
        lines = [b.hex() for b in self.blocks]
        lines[2] = lines[2][:-2]
        lines.insert(1, "{}")
        lines.insert(2, "xyz")
        path = self.path("a.hex", "\n".join(lines))
        summary = self.check(path, lost=(2,), code=2)
        numbers = [int(e.split(": line ")[1].split(",")[0]) for e in summary["errors"]]
        self.assertEqual(numbers, [2, 3, 5])
        self.assertIn("JSON", summary["errors"][0])
        self.assertIn("not hexadecimal", summary["errors"][1])
        self.assertIn("ends too early", summary["errors"][2])
        many = self.path("b.hex", "zz\n" * 5000)
        done = self.expect(2, "extract", many)
        self.assertIn(b"none of the first 100 lines", done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 101)
        few = self.expect(2, "extract", "--max-reported", "2", many).stderr.decode()
        self.assertIn("and 99 more errors", few)

    def test_unusable(self):
        fund = Tx([(b"f" * 32, 0)], [(7, b"")]).text().hex()
        for args, stdin, what in (
            ([], b"", "the input is empty"),
            ([], b"\n# no more\n", "no transaction and no block"),
            (["--format", "blk"], b"", "the input is empty"),
            ([self.path("absent")], b"", "No such file"),
            ([self.folder.name], b"", "is a directory"),
            (["--chain", "ethereum", "--infer"], b"", "are for Bitcoin"),
            (["--chain", "ethereum"], fund.encode(), "bytes after the end"),
            (["--prevouts", "-"], fund.encode(), "cannot be both"),
            (["--prevouts", ""], b"", "--prevouts: the value is empty"),
            (["--xor-key", ""], b"", "--xor-key: the value is empty"),
            (["--output", ""], b"", "--output: the value is empty"),
            (["--scheme", "rsa"], b"", "rsa"),
            ([], bytes(range(256)) * 40, "byte offset"),
        ):
            done = self.expect(2, "extract", *args, stdin=stdin)
            self.assertIn(what, done.stderr.decode(), args)
            self.assertEqual(done.stdout, b"")

    def test_interrupted(self):
        child = subprocess.Popen(
            [cli_tool.TOOL, "extract", "--json"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
        )
        text = self.blocks[0].hex().encode() + b"\n"
        child.stdin.write(text)
        head = child.stdout.readline()  # rows come while the input is open
        self.assertEqual(head, b"hash,pubkey,sig,extra\n")
        child.send_signal(signal.SIGINT)
        out, err = child.communicate(timeout=20)
        self.assertEqual(child.returncode, 130, err)
        self.assertTrue(json.loads(err)["interrupted"])
        self.assertEqual(len(out.splitlines()), 1)


if __name__ == "__main__":
    cli_tool.main()
