#!/usr/bin/env python3
"""python/model.py against test/vectors and the real signatures in data: proves the tests' oracle.

python3 test/model_test.py        exit status 1 if the model disagrees with a vector
"""

import io
import json
import pathlib
import random
import sys
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python"))
sys.dont_write_bytecode = True
import model as m  # noqa: E402

unhex = bytes.fromhex
HIGH_S_ROWS = 366  # among the rows in data


def maybe(text):
    """Bytes of a member that may be null: empty then."""
    return unhex(text or "")


def split(sig64):
    return m.i32(sig64[:32]), m.i32(sig64[32:])


def full(p):
    """A point as the vectors show it."""
    return p and m.serialize_point(p, "uncompressed").hex()


class Vectors(unittest.TestCase):
    def cases(self, file):
        vectors = json.loads((ROOT / "test/vectors" / file).read_text())
        self.assertGreater(len(vectors["cases"]), 0)
        for case in vectors["cases"]:
            self.assertEqual(case.keys(), vectors["fields"].keys())
            yield case

    def test_self_check(self):
        self.assertEqual(m.self_check(), [])

    def test_wycheproof_ecdsa(self):
        keys = {}
        for c in self.cases("wycheproof_ecdsa.json"):
            key = keys.setdefault(c["pubkey"], m.parse_point(unhex(c["pubkey"])))
            numbers = m.der_parse_strict(unhex(c["sig"]))
            low_s = c["file"].endswith("bitcoin")
            msg = unhex(c["hash32"])
            answer = numbers is not None and m.ecdsa_verify(key, msg, *numbers, low_s)
            self.assertEqual(answer, c["result"] == "valid", c)

    def test_wycheproof_ecdsa_p1363(self):
        for c in self.cases("wycheproof_ecdsa_p1363.json"):
            sig, key = unhex(c["sig"]), m.parse_point(unhex(c["pubkey"]))
            answer = len(sig) == 64 and m.ecdsa_verify(key, unhex(c["hash32"]), *split(sig))
            self.assertEqual(answer, c["result"] == "valid", c)

    def test_wycheproof_ecdh(self):
        for c in self.cases("wycheproof_ecdh.json"):
            point = m.parse_point(maybe(c["point"]))
            if c["result"] == "valid":
                self.assertIsNotNone(point, c)
            if c["result"] == "invalid":
                self.assertIsNone(point, c)
            if point is not None:
                self.assertEqual(m.ecdh(unhex(c["seckey"]), point, "x").hex(), c["shared"], c)

    def test_bip340(self):
        for c in self.cases("bip340.json"):
            pubkey, msg, sig = unhex(c["pubkey"]), unhex(c["msg"]), unhex(c["sig"])
            self.assertEqual(m.schnorr_verify(pubkey, msg, sig), c["result"], c)
            if c["seckey"]:
                self.assertEqual(m.mul(m.i32(unhex(c["seckey"])))[0], m.i32(pubkey), c)
                self.assertEqual(m.schnorr_sign(unhex(c["seckey"]), msg, unhex(c["aux"])), sig, c)

    def test_bip324(self):
        for c in self.cases("bip324.json"):
            x, ell = maybe(c["x"]), maybe(c["ell"])
            if c["kind"] == "inverse":
                for case, t in enumerate(c["ts"]):
                    got = m.ellswift_t(m.i32(x), m.i32(unhex(c["u"])), case)
                    self.assertEqual(got, t and int(t, 16), c)
                continue
            point = m.ellswift_decode(ell)
            self.assertEqual(m.b32(point[0]), x, c)
            self.assertEqual(point[1] % 2, m.i32(ell[32:]) % m.P % 2, c)
            if c["kind"] == "create":
                self.assertEqual(m.ellswift_create(unhex(c["seckey"]), maybe(c["random"])), ell, c)
            if c["kind"] == "encode":
                self.assertEqual(m.ellswift_encode(point, unhex(c["random"])), ell, c)
            if c["kind"] == "secret":
                seckey, theirs, party = unhex(c["seckey"]), unhex(c["theirs"]), c["party"]
                self.assertEqual(m.b32(m.mul(m.i32(seckey))[0]), x, c)
                a, b = (theirs, ell) if party else (ell, theirs)
                self.assertEqual(m.ellswift_secret(seckey, a, b, party).hex(), c["secret"], c)

    def test_bip341(self):
        for c in self.cases("bip341.json"):
            root = maybe(c["merkle_root"])
            tweak, output, parity = m.taproot_output_key(unhex(c["internal"]), root)
            self.assertEqual(
                (tweak.hex(), output.hex(), parity), (c["tweak"], c["output"], c["parity"]), c
            )
            if c["seckey"]:
                seckey = m.taproot_seckey(unhex(c["seckey"]), root)
                self.assertEqual(seckey.hex(), c["output_seckey"], c)
                self.assertEqual(m.schnorr_sign(seckey, unhex(c["sighash"])).hex(), c["sig"], c)
                self.assertTrue(m.schnorr_verify(output, unhex(c["sighash"]), unhex(c["sig"])), c)

    def test_rfc6979(self):
        for c in self.cases("rfc6979.json"):
            seckey, msg, extra = unhex(c["seckey"]), unhex(c["hash32"]), maybe(c["extra"])
            r, s = split(unhex(c["sig"]))
            self.assertEqual(m.ecdsa_sign(seckey, msg, extra), (r, s, c["recid"]), c)
            self.assertEqual(r, m.mul(m.i32(unhex(c["nonce"])))[0] % m.N, c)
            pubkey = m.mul(m.i32(seckey))
            self.assertTrue(m.ecdsa_verify(pubkey, msg, r, s, low_s=True), c)
            self.assertTrue(m.ecdsa_verify(pubkey, msg, r, m.N - s), c)
            self.assertFalse(m.ecdsa_verify(pubkey, msg, r, m.N - s, low_s=True), c)

    def test_recovery(self):
        for c in self.cases("recovery.json"):
            r, s = split(unhex(c["sig"]))
            pubkey = m.ecdsa_recover(unhex(c["hash32"]), r, s, c["recid"])
            self.assertEqual(full(pubkey), c["pubkey"], c)
            if pubkey:
                self.assertTrue(m.ecdsa_verify(pubkey, unhex(c["hash32"]), r, s), c)

    def test_ethereum(self):
        for c in self.cases("ethereum.json"):
            self.assertEqual(m.keccak256(unhex(c["unsigned"])).hex(), c["hash32"], c)
            r, s = split(unhex(c["sig"]))
            pubkey = m.ecdsa_recover(unhex(c["hash32"]), r, s, c["recid"])
            self.assertEqual(m.eth_address(pubkey).hex(), c["address"], c)
            signed = m.ecdsa_sign(unhex(c["seckey"]), unhex(c["hash32"]))
            self.assertEqual(signed, (r, s, c["recid"]), c)

    def test_der(self):
        for c in self.cases("der.json"):
            strict, lax = m.der_parse_strict(unhex(c["sig"])), m.der_parse_lax(unhex(c["sig"]))
            self.assertEqual((strict is not None, lax is not None), (c["strict"], c["lax"]), c)
            if lax:
                self.assertEqual(lax, (int(c["r"], 16), int(c["s"], 16)), c)
                self.assertEqual(all(1 <= v < m.N for v in lax), c["in_range"], c)
            if strict:
                self.assertEqual(strict, lax, c)
                self.assertEqual(m.der_encode(*strict).hex(), c["sig"], c)

    def test_points(self):
        for c in self.cases("points.json"):
            data = unhex(c["bytes"])
            self.assertEqual(m.parse_point(data) is not None, c["valid"], c)
            point = m.parse_point(data, hybrid=True)
            self.assertEqual(point is not None, c["valid_hybrid"], c)
            self.assertEqual(full(point), c["point"], c)
            if point:
                form = {33: "compressed"}.get(len(data), "uncompressed" if c["valid"] else "hybrid")
                self.assertEqual(m.serialize_point(point, form), data, c)

    def test_mult(self):
        for c in self.cases("mult.json"):
            k, point = unhex(c["k"]), m.parse_point(unhex(c["point"]))
            product = m.mul(m.i32(k), point)
            self.assertEqual(full(product), c["product"], c)
            k1, k2 = m.split_lambda(m.i32(k))
            self.assertLess(max(abs(k1), abs(k2)), 2**128, c)
            self.assertEqual(m.lincomb((k1, point), (k2, m.endomorphism(point))), product, c)
            if product:
                self.assertEqual(m.ecdh(k, point).hex(), c["ecdh"], c)

    def test_hashes(self):
        for c in self.cases("hashes.json"):
            self.assertEqual(getattr(m, c["hash"])(unhex(c["msg"])).hex(), c["digest"], c)


class Properties(unittest.TestCase):
    """What vectors cannot show: laws that hold for every input, on random ones."""

    def setUp(self):
        self.random = random.Random(1)

    def test_group(self):
        p, q, r = (m.mul(self.random.randrange(m.N)) for _ in range(3))
        for a, b, c in ((p, q, r), (p, p, q), (p, m.neg(p), q), (None, p, q), (p, None, None)):
            self.assertEqual(m.add(a, b), m.add(b, a))
            self.assertEqual(m.add(m.add(a, b), c), m.add(a, m.add(b, c)))
            self.assertEqual(m.lincomb((1, a), (1, b)), m.add(a, b))
            self.assertTrue(m.on_curve(m.add(a, b)))
        total = None
        for k in range(64):  # the ladder against the affine law
            self.assertEqual(m.mul(k, p), total)
            total = m.add(total, p)

    def test_split(self):
        for k in [self.random.randrange(m.N) for _ in range(2000)] + [0, 1, m.N - 1, m.N // 2]:
            k1, k2 = m.split_lambda(k)
            self.assertEqual((k1 + m.LAMBDA * k2 - k) % m.N, 0)
            self.assertLess(max(abs(k1), abs(k2)), 2**128)

    def test_real_signatures(self):
        data = (ROOT / "data/mainnet-ecdsa.rows").read_bytes()
        rows = [data[i : i + 129] for i in range(0, len(data), 129)]
        self.assertEqual((len(rows), len(rows[-1])), (3648, 129))
        high = [row for row in rows if m.i32(row[97:]) > m.N // 2]
        self.assertEqual(len(high), HIGH_S_ROWS)
        for i, row in enumerate(rows[::24] + high[:8]):
            msg, key, (r, s) = row[:32], m.parse_point(row[32:65]), split(row[65:])
            self.assertTrue(m.ecdsa_verify(key, msg, r, s))
            self.assertEqual(m.ecdsa_verify(key, msg, r, s, low_s=True), s <= m.N // 2)
            bit = 1 << i % 250
            self.assertFalse(m.ecdsa_verify(key, m.b32(m.i32(msg) ^ bit), r, s))
            self.assertFalse(m.ecdsa_verify(key, msg, r ^ bit, s))

    def test_serve(self):
        out = io.StringIO()
        requests = [
            ("mul", m.b32(2), m.serialize_point(m.G)),
            ("parse_point", b"\5"),
            ("sha256", b"abc"),
            ("ecdsa_verify", m.serialize_point(m.G), bytes(32), m.b32(1) + m.b32(1)),
        ]
        m.serve(
            [json.dumps({"op": op, "args": [a.hex() for a in args]}) for op, *args in requests], out
        )
        answers = [json.loads(line)["result"] for line in out.getvalue().splitlines()]
        self.assertEqual(
            answers, [[m.b32(v).hex() for v in m.mul(2)], None, m.sha256(b"abc").hex(), False]
        )


if __name__ == "__main__":
    unittest.main()
