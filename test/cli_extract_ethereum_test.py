# `ufsecp extract` of Ethereum from outside: published transactions of every type to their senders,
# blobs, blocks, and RLP that is not canonical.
import gzip
import json

import cli_tool
from cli_extract_test import MAINNET, ExtractCase, m, vectors


def rlp(item):
    """Of nested lists of bytes."""
    content = item if isinstance(item, bytes) else b"".join(map(rlp, item))
    if isinstance(item, bytes) and len(item) == 1 and item[0] < 0x80:
        return item
    first = 0x80 if isinstance(item, bytes) else 0xC0
    if len(content) <= 55:
        return bytes([first + len(content)]) + content
    digits = len(content).to_bytes((len(content).bit_length() + 7) // 8, "big")
    return bytes([first + 55 + len(digits)]) + digits + content


def rlp_read(b):
    """The item at the front, and what follows it."""
    first = b[0]
    if first < 0x80:
        return b[:1], b[1:]
    code = first - (0xC0 if first >= 0xC0 else 0x80)
    at = 1
    if code > 55:
        at += code - 55
        code = int.from_bytes(b[1:at], "big")
    content, rest = b[at : at + code], b[at + code :]
    if first < 0xC0:
        return content, rest
    items = []
    while content:
        item, content = rlp_read(content)
        items.append(item)
    return items, rest


def other_s(s):
    return (cli_tool.N - int.from_bytes(s, "big")).to_bytes(32, "big").lstrip(b"\0")


class Ethereum(ExtractCase):
    def recovered(self, text, *args):
        done = self.expect(0, "extract", "--output-format", *args, stdin=text)
        keys = self.expect(0, "recover", "--ethereum", "--json", stdin=done.stdout)
        return [json.loads(line) for line in keys.stdout.splitlines()]

    def test_published_transactions(self):
        """Senders and authorities, from every form of rows; the hash that all know it by."""
        cases = vectors("ethereum_signed.json")
        self.assertEqual(
            {c["raw"][:2] for c in cases} & {"01", "02", "03", "04"}, {"01", "02", "03", "04"}
        )
        text = "".join(
            ("0x" if i % 2 else "") + c["raw"] + "\n" for i, c in enumerate(cases)
        ).encode()
        want = [a for c in cases for a in c["addresses"]]
        for form in ("csv", "jsonl", "binary"):
            got = self.recovered(text, form)
            self.assertEqual([line["address"].lower() for line in got], ["0x" + a for a in want])
        ids = [line["extra"] for line in self.recovered(text, "csv")]
        expected = []
        for c in cases:
            id = "0x" + m.keccak256(bytes.fromhex(c["raw"])).hex()
            expected += [id] + [f"{id}:auth:{i}" for i in range(len(c["addresses"]) - 1)]
        self.assertEqual(ids, expected)
        done = self.expect(0, "extract", "--json", stdin=text).stderr
        summary = json.loads(done)
        self.assertEqual(
            (summary["chain"], summary["transactions"], summary["rows"], summary["authorizations"]),
            ("ethereum", len(cases), len(want), len(want) - len(cases)),
        )

    def test_blobs_and_blocks(self):
        cases = vectors("ethereum_signed.json")
        raws = [bytes.fromhex(c["raw"]) for c in cases]
        plain = self.recovered("\n".join(r.hex() for r in raws).encode(), "csv")
        blob = next(r for r in raws if r[0] == 3)
        inner, _ = rlp_read(blob[1:])
        blobs, commitments, proofs = [b"\1" * 131072], [b"\2" * 48], [b"\3" * 48] * 128
        for sent in (
            [inner, blobs, commitments, proofs],
            [inner, b"\1", blobs, commitments, proofs],
        ):
            text = b"\3" + rlp(sent)
            self.assertEqual(
                self.recovered(text.hex().encode(), "csv"),
                self.recovered(blob.hex().encode(), "csv"),
            )
            self.assertEqual(
                self.recovered(text, "csv"), self.recovered(blob.hex().encode(), "csv")
            )
        for sent in (
            [inner, blobs, commitments],
            [inner, blobs, commitments, proofs, proofs],
            [inner, b"\1", b"\1", blobs, commitments, proofs],
            [inner, [b""], commitments, proofs],
            [inner],
            [inner, b"\7", blobs, commitments, proofs],
        ):
            self.expect(2, "extract", stdin=(b"\3" + rlp(sent)).hex().encode())
        items = [rlp_read(r)[0] if r[0] >= 0xC0 else r for r in raws]
        header = [b"\1" * 32] * 15 + [b""]
        one = rlp([header, items, []])
        two = rlp([header, items, [], [[b"\1", b"\2", b"\3" * 20, b"\4"]]])
        for text in (one + two, (one.hex() + "\n" + two.hex()).encode()):
            got = self.recovered(text, "csv")
            self.assertEqual([line["extra"] for line in got], [line["extra"] for line in plain] * 2)
        rows, summary = self.extract(stdin=one + two)
        self.assertEqual((summary["blocks"], summary["transactions"]), (2, 2 * len(raws)))
        legacy = b"".join(r for r in raws if r[0] >= 0xC0)
        self.assertEqual(len(self.recovered(legacy, "csv")), sum(r[0] >= 0xC0 for r in raws))
        # a transaction that is none, and a type that is not known, cost the others nothing
        old = next(r for r in raws if r[0] >= 0xC0)  # is no string in a block
        odd = rlp([header, items[:2] + [[b"\1"], old] + [b"\x7e\1\2"] + items[2:], []])
        rows, summary = self.extract(code=2, stdin=odd)
        self.assertEqual([r["extra"] for r in rows], [line["extra"] for line in plain])
        self.assertEqual((len(summary["errors"]), summary["unknown_types"]), (2, 1))

        broken = rlp([header, items, []]).replace(rlp(items[-1]), b"\xff" * len(rlp(items[-1])))
        done = self.expect(2, "extract", stdin=broken)
        self.assertEqual(done.stdout, b"")
        self.assertIn(b"at byte offset", done.stderr)

    def test_signatures_that_chains_pass_over(self):
        """EIP-7702: of a yParity above 1, and of a high s.  A legacy transaction without a chain
        may be older than the rule about s."""
        raws = [bytes.fromhex(c["raw"]) for c in vectors("ethereum_signed.json")]
        fields, _ = rlp_read(next(r for r in raws if r[0] == 4)[1:])
        *one, r, s = fields[9][0]
        for parity, other in (
            (b"\1", s),
            (b"\2", s),
            (b"\x1b", s),
            (b"\x25", s),
            (b"", other_s(s)),
        ):
            fields[9] = [[*one[:3], parity, r, other], [*one[:3], b"\1", r, s]]
            rows, summary = self.extract(stdin=(b"\4" + rlp(fields)).hex().encode())
            spoilt = parity != b"\1"
            self.assertEqual((len(rows), summary["malformed"]), (3, int(spoilt)))
            self.assertEqual([row["sig"] == "00" * 64 for row in rows], [False, spoilt, False])
            self.assertEqual(rows[1]["recid"], int(not spoilt))
        legacy = [rlp_read(r)[0] for r in raws if r[0] >= 0xC0]
        old = next((f for f in legacy if f[6] in (b"\x1b", b"\x1c")), None) or [
            *legacy[0][:6],
            b"\x1b",
            *legacy[0][7:],
        ]
        for s in (old[8], other_s(old[8])):
            rows, _ = self.extract(stdin=rlp([*old[:8], s]).hex().encode())
            self.assertEqual(int(rows[0]["sig"][64:], 16), int.from_bytes(s, "big"))

    def test_not_canonical_or_not_a_transaction(self):
        raws = [bytes.fromhex(c["raw"]) for c in vectors("ethereum_signed.json")]
        legacy = next(r for r in raws if r[0] >= 0xC0)
        dynamic = next(r for r in raws if r[0] == 2)
        fields, _ = rlp_read(legacy)
        typed, _ = rlp_read(dynamic[1:])
        of_chains = [rlp_read(r)[0] for r in raws if r[0] >= 0xC0]
        chained = next(f for f in of_chains if int.from_bytes(f[6], "big") >= 35)
        wrong = [
            (rlp(fields[:8]), "longer than what holds it"),
            (rlp([*fields, b""]), "more items"),
            (rlp([b"\0\1", *fields[1:]]), "nonce begins with a zero"),
            (rlp([b"\1" * 33, *fields[1:]]), "nonce is too large"),
            (rlp([fields[0], [], *fields[2:]]), "gasPrice is a list"),
            (rlp([*fields[:3], b"\1" * 19, *fields[4:]]), "to is not an address"),
            (rlp([*fields[:5], [b""], *fields[6:]]), "data is a list"),
            (rlp([*fields[:6], b"", *fields[7:]]), "is not signed"),
            (rlp([*fields[:6], b"\x1d", *fields[7:]]), "v is 29"),
            (rlp([*fields[:6], b"\1" * 9, *fields[7:]]), "v is too large"),
            (rlp([*fields[:7], b"\1" * 33, fields[8]]), "r is too large"),
            (rlp([*fields[:7], b"\0" * 32, fields[8]]), "r begins with a zero"),
            (legacy + b"\0", "bytes after the end"),
            (b"\2" + rlp(typed[:11]), "longer than what holds it"),
            (b"\2" + rlp([*typed, b""]), "more items"),
            (b"\2" + rlp([*typed[:9], b"\2", *typed[10:]]), "yParity is 2"),
            (b"\2" + rlp([*typed[:8], b"\1", *typed[9:]]), "a string where a list should be"),
            (b"\2" + rlp([*typed[:8], [[b"\1" * 20]], *typed[9:]]), "longer than what holds it"),
            (b"\2" + rlp([*typed[:8], [[b"\1" * 19, []]], *typed[9:]]), "wrong length"),
            (b"\2" + rlp([*typed[:8], [[b"\1" * 20, [b"\1"]]], *typed[9:]]), "wrong length"),
            (b"\2" + rlp([*typed[:11], other_s(typed[11])]), "s is above half"),
            (rlp([*chained[:8], other_s(chained[8])]), "s is above half"),
            (b"\4" + rlp([*typed[:5], b"\1" * 20, *typed[6:]]), "where a list should be"),
            (b"\xf8\x01\x01", "short length in the long form"),
            (b"\xf9\x00\x80" + b"\1" * 128, "begins with a zero"),
            (b"\xc2\x81\x01", "has a length before it"),
            (b"\xff" * 9 + b"\1" * 100, "beyond all reason"),
            (b"\xfb\xff\xff\xff\xff" + b"\1" * 100, "longer than what holds it"),
            (b"\x80", "neither the type of a transaction"),
        ]
        for raw, what in wrong:
            done = self.expect(2, "extract", "--chain", "ethereum", stdin=raw.hex().encode())
            self.assertEqual(done.stdout, b"")
            self.assertIn("standard input: line 1, byte ", done.stderr.decode())
            self.assertIn(what, done.stderr.decode(), raw.hex())
        cut = "".join(legacy[:n].hex() + "\n" for n in range(1, min(60, len(legacy))))
        done = self.expect(2, "extract", "--chain", "ethereum", stdin=cut.encode())
        self.assertEqual(
            (len(done.stderr.splitlines()), done.stdout), (min(60, len(legacy)) - 1, b"")
        )

    def test_a_bad_first_line_costs_no_other(self):
        cases = vectors("ethereum_signed.json")[:5]
        text = "f8\n" + "".join(c["raw"] + "\n" for c in cases)
        rows, _ = self.extract(code=2, stdin=text.encode())
        self.assertEqual(len(rows), sum(len(c["addresses"]) for c in cases))
        self.assertEqual(len(self.errors), 1)

    def test_a_damaged_file_costs_no_other(self):
        """Rows before the damage are there, and the next file has no error of its own."""
        raw = b"".join(
            bytes.fromhex(c["raw"])
            for c in vectors("ethereum_signed.json")
            if int(c["raw"][:2], 16) >= 0xC0
        )
        whole = self.path("whole.rlp", raw)
        cut = self.path("cut.gz", gzip.compress(raw, mtime=0)[:-9])
        alone, _ = self.extract(whole)
        before, _ = self.extract(cut, code=2)
        self.assertEqual(len(self.errors), 1)
        rows, _ = self.extract(cut, whole, code=2)
        self.assertEqual((rows, len(self.errors)), (before + alone, 1))

    def test_versions_of_bitcoin_blocks_are_no_types(self):
        """With the bits of BIP-320 and BIP-9 that miners set."""
        block = (0x3FFFE004).to_bytes(4, "little") + b"\1" * 76 + b"\0"
        done = self.expect(2, "extract", "--infer", stdin=block.hex().encode())
        self.assertNotIn(b"Ethereum", done.stderr)
        done = self.expect(
            2, "extract", "--chain", "ethereum", stdin=("00000020" + "11" * 90).encode()
        )
        self.assertIn(b"neither the type of a transaction", done.stderr)

    def test_chains_do_not_mix(self):
        ether = vectors("ethereum_signed.json")[0]["raw"]
        bitcoin = MAINNET.hex()
        done = self.expect(
            2, "extract", "--infer", stdin=f"{bitcoin}\n{ether}\n{bitcoin}\n".encode()
        )
        self.assertEqual(len(done.stdout.splitlines()), 3)
        self.assertIn(b"this looks like Ethereum", done.stderr)
        done = self.expect(2, "extract", stdin=f"{ether}\n{bitcoin}\n".encode())
        self.assertEqual(len(done.stdout.splitlines()), 2)


if __name__ == "__main__":
    cli_tool.main()
