"""What the tests share: published vectors, real signatures, keys."""

import hashlib
import json
import random
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141


def vectors(name):
    """The cases of a file of test/vectors."""
    return json.loads((ROOT / f"test/vectors/{name}.json").read_text())["cases"]


def real(n):
    """(hashes, keys, signatures) of n signatures of Bitcoin's chain, as lists."""
    rows = (ROOT / "data/mainnet-ecdsa.rows").read_bytes()
    cut = [rows[i : i + 129] for i in range(0, 129 * n, 129)]
    return [r[:32] for r in cut], [r[32:65] for r in cut], [r[65:] for r in cut]


def secret(i):
    """The i-th secret key of the tests."""
    return hashlib.sha256(b"secret key %d" % i).digest()


def digest(i):
    """The i-th hash of the tests."""
    return hashlib.sha256(b"message %d" % i).digest()


def spoiled(column, seed):
    """One row in six is another: a bit, a byte more or less, no bytes, null."""
    chance = random.Random(seed)
    found = []
    for value in column:
        kind = chance.randrange(24)
        if kind == 0:
            i = chance.randrange(len(value))
            value = value[:i] + bytes([value[i] ^ 1 << chance.randrange(8)]) + value[i + 1 :]
        value = {1: value + b"\0", 2: value[:-1], 3: b"", 4: None}.get(kind, value)
        found.append(value)
    return found
