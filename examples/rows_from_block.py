#!/usr/bin/env python3
"""Extracts the P2PKH signatures of a raw Bitcoin block as rows of 129 bytes: hash | public key |
r||s.

    bitcoin-cli getblock BLOCKHASH 0 | xxd -r -p > block.bin
    python3 examples/rows_from_block.py block.bin block.rows && ufsecp verify block.rows

Such an input shows everything that its signature is checked against: scriptSig pushes the signature
and the public key, whose hash is all of the script being spent. Others (P2PK, multisignatures,
witnesses) need the outputs that they spend, and are skipped.
"""

import hashlib
import pathlib
import struct
import sys
from dataclasses import dataclass

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "python"))
sys.dont_write_bytecode = True
import model  # noqa: E402

SIGHASH_NONE, SIGHASH_SINGLE, SIGHASH_ANYONECANPAY = 2, 3, 0x80


@dataclass
class Input:
    outpoint: bytes  # 36: the transaction spent from, and the number of its output
    script: bytes
    sequence: bytes


@dataclass
class Transaction:
    version: bytes
    inputs: list
    outputs: list  # each the 8 bytes of its value, then its script with its length
    locktime: bytes


class Reader:
    """Bytes from the front; raises ValueError where they end too early."""

    def __init__(self, data):
        self.data, self.at = data, 0

    def take(self, n):
        part = self.data[self.at : self.at + n]
        if len(part) != n:
            raise ValueError(f"the data ends at byte {len(self.data)}, in the middle of something")
        self.at += n
        return part

    def number(self):
        """CompactSize."""
        first = self.take(1)[0]
        return first if first < 253 else int.from_bytes(self.take(1 << first - 252), "little")

    def string(self):
        return self.take(self.number())


def compact_size(n):
    return (
        bytes([n])
        if n < 253
        else b"\xfd" + struct.pack("<H", n)
        if n < 1 << 16
        else b"\xfe" + struct.pack("<I", n)
    )


def read_transaction(r):
    version, witness = r.take(4), False
    count = r.number()
    if count == 0:  # BIP-144: no transaction has no inputs, so this is the marker
        if r.take(1) != b"\x01":
            raise ValueError("a transaction without inputs")
        witness, count = True, r.number()
    inputs = [Input(r.take(36), r.string(), r.take(4)) for _ in range(count)]
    outputs = []
    for _ in range(r.number()):
        value, script = r.take(8), r.string()
        outputs.append(value + compact_size(len(script)) + script)
    if witness:
        for _ in inputs:
            for _ in range(r.number()):
                r.string()
    return Transaction(version, inputs, outputs, r.take(4))


def read_block(data):
    r = Reader(data)
    r.take(80)
    transactions = [read_transaction(r) for _ in range(r.number())]
    if r.at != len(data):
        raise ValueError(f"{len(data) - r.at} bytes after the block")
    return transactions


def pushes(script):
    """What a script pushes; None if it does anything else."""
    r, found = Reader(script), []
    try:
        while r.at < len(script):
            op = r.take(1)[0]
            if not 1 <= op <= 78:
                return None
            found.append(r.take(op if op < 76 else int.from_bytes(r.take(1 << op - 76), "little")))
    except ValueError:
        return None
    return found


def signature_hash(tx, index, script_code, hash_type):
    """What a signature before segregated witness signs: the transaction less what hash_type leaves
    open."""
    kind, only_this = hash_type & 31, hash_type & SIGHASH_ANYONECANPAY
    if kind == SIGHASH_SINGLE and index >= len(tx.outputs):
        return b"\1" + bytes(31)  # consensus signs the number one here, little-endian
    inputs = []
    for i, txin in enumerate(tx.inputs):
        script = script_code if i == index else b""
        sequence = (
            bytes(4) if i != index and kind in (SIGHASH_NONE, SIGHASH_SINGLE) else txin.sequence
        )
        if i == index or not only_this:
            inputs.append(txin.outpoint + compact_size(len(script)) + script + sequence)
    outputs = tx.outputs
    if kind == SIGHASH_NONE:
        outputs = []
    elif kind == SIGHASH_SINGLE:
        outputs = [b"\xff" * 8 + b"\0"] * index + [tx.outputs[index]]
    text = (
        tx.version
        + compact_size(len(inputs))
        + b"".join(inputs)
        + compact_size(len(outputs))
        + b"".join(outputs)
        + tx.locktime
        + struct.pack("<I", hash_type)
    )
    return hashlib.sha256(hashlib.sha256(text).digest()).digest()


def compressed(key):
    """A pushed public key in 33 bytes; None if it is none."""
    if len(key) == 33 and key[0] in (2, 3):
        return key
    if len(key) == 65 and (key[0] == 4 or key[0] in (6, 7) and key[0] & 1 == key[64] & 1):
        return bytes([2 + (key[64] & 1)]) + key[1:33]
    return None


def rows_of(tx):
    """A row for every input that looks like P2PKH."""
    for index, txin in enumerate(tx.inputs):
        found = pushes(txin.script)
        if not found or len(found) != 2 or txin.outpoint == bytes(32) + b"\xff" * 4:
            continue
        signature, key = found
        numbers, key33 = model.der_parse_lax(signature[:-1]), compressed(key)
        if numbers is None or key33 is None:
            continue
        sig64 = b"".join(map(model.b32, numbers)) if max(numbers) < 2**256 else bytes(64)
        script_code = (
            b"\x76\xa9\x14" + model.hash160(key) + b"\x88\xac"
        )  # DUP HASH160 <hash> EQUALVERIFY CHECKSIG
        yield signature_hash(tx, index, script_code, signature[-1]) + key33 + sig64


def main(block, rows):
    transactions = read_block(pathlib.Path(block).read_bytes())
    found = [row for tx in transactions for row in rows_of(tx)]
    pathlib.Path(rows).write_bytes(b"".join(found))
    inputs = sum(len(tx.inputs) for tx in transactions)
    print(f"{len(transactions)} transactions, {inputs} inputs, {len(found)} rows", file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    try:
        main(*sys.argv[1:])
    except (OSError, ValueError) as error:
        sys.exit(f"{sys.argv[1]}: {error}")
