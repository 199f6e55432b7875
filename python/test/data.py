"""What the tests share: published vectors, real signatures, keys."""

import ctypes
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


class Watched:
    """The library, whose calls note where they are given or write secrets, and what is wiped."""

    def __init__(self, lib):
        self.lib, self.seen = lib, []

    def __getattr__(self, name):
        return getattr(self.lib, name)

    def note(self, what, at, size):
        if not isinstance(at, int):
            # An array lies there itself, a c_char_p points there. Bytes cannot be wiped.
            assert not isinstance(at, bytes), "a copy that nobody can wipe"
            is_text = isinstance(at, ctypes.c_char_p)
            at = ctypes.cast(at, ctypes.c_void_p).value if is_text else ctypes.addressof(at)
        self.seen.append((what, at, at + size))

    def ufsecp_silent_label(self, point, tweak, key, number):
        self.note("secret", tweak, 32)
        return self.lib.ufsecp_silent_label(point, tweak, key, number)

    def ufsecp_silent_scan(self, matches, *more):
        self.note("secret", matches, ctypes.sizeof(matches))
        return self.lib.ufsecp_silent_scan(matches, *more)

    def ufsecp_seckey_tweak_add(self, key, tweak):
        self.note("secret", tweak, 32)
        return self.lib.ufsecp_seckey_tweak_add(key, tweak)

    def ufsecp_seckey_tweak_mul(self, key, tweak):
        self.note("secret", tweak, 32)
        return self.lib.ufsecp_seckey_tweak_mul(key, tweak)

    def ufsecp_wipe(self, at, size):
        self.note("wiped", at, size)
        self.lib.ufsecp_wipe(at, size)

    def left(self):
        """How many secrets were noted, and those that nothing wiped afterwards."""
        secrets = [(i, *place) for i, (what, *place) in enumerate(self.seen) if what == "secret"]
        return len(secrets), [
            (start, end)
            for i, start, end in secrets
            if not any(
                what == "wiped" and a <= start and end <= b for what, a, b in self.seen[i + 1 :]
            )
        ]
