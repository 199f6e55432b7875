"""What the tests share: published vectors, real signatures, keys."""

import hashlib
import json
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
