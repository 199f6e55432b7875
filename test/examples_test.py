#!/usr/bin/env python3
"""examples/rows_from_block.py: blocks are built and signed here, by other code than that which
takes them apart.

python3 test/examples_test.py        UFSECP_TOOL, if set, verifies the rows too
"""

import copy
import hashlib
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "python"), str(ROOT / "examples")]
sys.dont_write_bytecode = True
import model as m  # noqa: E402
import rows_from_block as example  # noqa: E402

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


def le(n, size):
    return n.to_bytes(size, "little")


def size(n):
    """CompactSize; a block here has nothing longer."""
    return le(n, 1) if n < 253 else b"\xfd" + le(n, 2)


def push(data, long=False):
    return (b"\x4c" if long else b"") + le(len(data), 1) + data


def twice(b):
    return m.sha256(m.sha256(b))


def transaction(inputs, outputs):
    """As nested dicts, to be changed and serialized."""
    return {
        "version": 1,
        "in": [dict(prev=prev, n=n, script=b"", seq=seq) for prev, n, seq in inputs],
        "out": [dict(value=value, script=script) for value, script in outputs],
        "lock": 7,
    }


def serialize(tx, witness=False):
    return (
        le(tx["version"], 4)
        + (b"\0\1" if witness else b"")
        + size(len(tx["in"]))
        + b"".join(
            i["prev"] + le(i["n"], 4) + size(len(i["script"])) + i["script"] + le(i["seq"], 4)
            for i in tx["in"]
        )
        + size(len(tx["out"]))
        + b"".join(le(o["value"], 8) + size(len(o["script"])) + o["script"] for o in tx["out"])
        + (b"".join(size(2) + push(b"w" * 60) + push(b"") for _ in tx["in"]) if witness else b"")
        + le(tx["lock"], 4)
    )


def script_of(key):
    return b"\x76\xa9" + push(m.hash160(key)) + b"\x88\xac"


def hash_for(tx, index, key, hash_type):
    """The hash to sign, made by editing a copy of the transaction, step by step."""
    if hash_type & 31 == SINGLE and index >= len(tx["out"]):
        return le(1, 32)
    tx = copy.deepcopy(tx)
    for i in tx["in"]:
        i["script"] = b""
    tx["in"][index]["script"] = script_of(key)
    if hash_type & 31 in (NONE, SINGLE):
        for other in tx["in"][:index] + tx["in"][index + 1 :]:
            other["seq"] = 0
        del tx["out"][0 if hash_type & 31 == NONE else index + 1 :]
        for o in tx["out"][:index]:
            o.update(value=2**64 - 1, script=b"")
    if hash_type & ANYONECANPAY:
        tx["in"] = [tx["in"][index]]
    return twice(serialize(tx) + le(hash_type, 4))


def seckey(i):
    return m.b32(int.from_bytes(hashlib.sha256(b"key %d" % i).digest(), "big") % m.N)


def key_of(i, form="compressed"):
    return m.serialize_point(m.mul(m.i32(seckey(i))), form)


def sign_input(tx, index, i, hash_type, form="compressed", long=False, high=False):
    """Fills the script of an input; returns the row that must be found for it."""
    key = key_of(i, form)
    digest = hash_for(tx, index, key, hash_type)
    r, s, _ = m.ecdsa_sign(seckey(i), digest)
    s = m.N - s if high else s
    tx["in"][index]["script"] = push(m.der_encode(r, s) + le(hash_type, 1), long) + push(key, long)
    return digest + key_of(i) + m.b32(r) + m.b32(s)


def block_of(*transactions):
    return b"h" * 80 + size(len(transactions)) + b"".join(transactions)


def coinbase():
    tx = transaction([(bytes(32), 2**32 - 1, 0)], [(50, b"\x51")])
    tx["in"][0]["script"] = push(m.der_encode(5, 6) + b"\1") + push(
        key_of(0)
    )  # looks like P2PKH, and is not
    return tx


def many_inputs(count, outputs):
    return transaction(
        [(m.sha256(b"%d" % i), i, 2**32 - 1 - i) for i in range(count)],
        [(1000 + i, script_of(key_of(i))) for i in range(outputs)],
    )


def valid(row):
    return m.ecdsa_verify(m.parse_point(row[32:65]), row[:32], m.i32(row[65:97]), m.i32(row[97:]))


def extract(block):
    return [row for tx in example.read_block(block) for row in example.rows_of(tx)]


class RowsFromBlock(unittest.TestCase):
    def test_every_hash_type_and_form_of_key(self):
        tx, want = many_inputs(10, 4), []
        kinds = [
            ALL,
            NONE,
            SINGLE,
            ALL | ANYONECANPAY,
            NONE | ANYONECANPAY,
            SINGLE | ANYONECANPAY,
            0,
            0x41,
            SINGLE,
            SINGLE | ANYONECANPAY,
        ]
        # An input's number decides what SINGLE signs: 2 has an output of that number, from 4 on
        # there is none.
        for i, kind in enumerate(kinds):
            form = ("compressed", "uncompressed", "hybrid")[i % 3]
            want.append(sign_input(tx, i, i, kind, form, long=i % 4 == 3, high=i % 2 == 1))
        for i, kind in ((2, SINGLE), (3, SINGLE | ANYONECANPAY)):
            want[i] = sign_input(tx, i, i, kind)
        rows = extract(block_of(serialize(coinbase()), serialize(tx)))
        self.assertEqual(rows, want)
        self.assertEqual([len(row) for row in rows], [129] * 10)
        self.assertEqual(
            [row[:32] == le(1, 32) for row in rows], [i in (5, 8, 9) for i in range(10)]
        )
        for i, row in enumerate(rows):
            self.assertTrue(valid(row), i)

    def test_signatures_beside_witnesses_are_found(self):
        tx = many_inputs(3, 2)
        want = [sign_input(tx, 1, 1, ALL)]
        tx["in"][2]["script"] = push(b"\0\x14" + bytes(20))  # P2SH-P2WPKH
        self.assertEqual(extract(block_of(serialize(coinbase(), True), serialize(tx, True))), want)
        self.assertTrue(valid(want[0]))

    def test_other_inputs_are_skipped(self):
        sig, key = m.der_encode(1, 2) + b"\1", key_of(1)
        for script in (
            b"",
            push(sig),
            push(sig) + push(key) + push(key),
            b"\0" + push(sig) + push(key),
            push(sig) + push(key) + b"\x51",
            push(sig) + push(key)[:-1],
            push(sig) + push(key[:-1]),
            push(sig) + push(b"\5" + key[1:]),
            push(b"\x30") + push(key),
            push(sig) + push(b"\6" + m.b32(1) + m.b32(3)),
            b"\x4c",
            push(key) + push(sig),
            b"\x4e\xff\xff\xff\xff" + key,
        ):
            tx = many_inputs(1, 1)
            tx["in"][0]["script"] = script
            self.assertEqual(extract(block_of(serialize(tx))), [], script.hex())

    def test_numbers_that_do_not_fit_make_an_invalid_row(self):
        tx = many_inputs(1, 1)
        tx["in"][0]["script"] = push(m.der_encode(2**256, 1) + b"\1") + push(key_of(1))
        (row,) = extract(block_of(serialize(tx)))
        self.assertEqual(row[65:], bytes(64))

    def test_a_real_transaction(self):
        self.assertEqual(
            twice(MAINNET)[::-1].hex(),
            "0627052b6f28912f2703066a912ea577f2ce4da4caa5a5fbd8a57286c345c2f2",
        )
        (row,) = extract(block_of(MAINNET))
        self.assertTrue(valid(row))

    def test_many_inputs(self):
        """More than 252: the counts take three bytes."""
        tx = many_inputs(300, 260)
        want = [sign_input(tx, i, i, ALL) for i in (0, 299)]
        self.assertEqual(extract(block_of(serialize(tx))), want)
        self.assertTrue(all(map(valid, want)))

    def test_damaged_blocks_are_refused(self):
        tx = many_inputs(1, 1)
        sign_input(tx, 0, 0, ALL)
        block = block_of(serialize(tx))
        for bad in (b"", block[:80], block[:-1], block + b"\0", block[:85] + b"\0\0" + block[87:]):
            with self.assertRaises(ValueError):
                example.read_block(bad)

    def test_the_program(self):
        tx = many_inputs(3, 3)
        want = [sign_input(tx, i, i, kind) for i, kind in enumerate((ALL, SINGLE, NONE))]
        with tempfile.TemporaryDirectory() as folder:
            block, rows = pathlib.Path(folder, "block.bin"), pathlib.Path(folder, "block.rows")
            block.write_bytes(block_of(serialize(coinbase()), serialize(tx)))
            run = [sys.executable, str(ROOT / "examples/rows_from_block.py")]
            done = subprocess.run([*run, block, rows], capture_output=True, text=True)
            self.assertEqual(
                (done.returncode, done.stderr), (0, "2 transactions, 4 inputs, 3 rows\n")
            )
            self.assertEqual(rows.read_bytes(), b"".join(want))
            if tool := os.environ.get("UFSECP_TOOL"):
                self.assertEqual(
                    subprocess.run([tool, "verify", rows], capture_output=True).returncode, 0
                )
            block.write_bytes(block.read_bytes()[:-1])
            done = subprocess.run([*run, block, rows], capture_output=True, text=True)
            self.assertEqual(done.returncode, 1)
            self.assertIn("block.bin: the data ends", done.stderr)
            self.assertEqual(subprocess.run(run, capture_output=True).returncode, 1)


if __name__ == "__main__":
    unittest.main()
