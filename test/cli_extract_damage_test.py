# What `ufsecp extract` says of bytes that are cut, or are nothing that it reads: the chain and the
# kind of thing that they look like, and one thing in the singular.
import random

import cli_tool
from cli_extract_test import KEYS, MAINNET, PUBS, ExtractCase, Tx, block, p2pkh, push, vectors

# Bitcoin's first block: the header, one transaction.
GENESIS = bytes.fromhex(
    "0100000000000000000000000000000000000000000000000000000000000000000000003ba3edfd7a7b12b27a"
    "c72c3e67768f617fc81bc3888a51323a9fb8aa4b1e5e4a29ab5f49ffff001d1dac2b7c01010000000100000000"
    "00000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d01044554686520"
    "54696d65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f"
    "6e64206261696c6f757420666f722062616e6b73ffffffff0100f2052a01000000434104678afdb0fe55482719"
    "67f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f4cef38c4f35504e51ec112de5c384df7ba0b"
    "8d578a4c702b6bf11d5fac00000000"
)


class Damage(ExtractCase):
    def said(self, data, *args):
        """The one message for the bytes, of a line and of a file."""
        said = []
        for stdin in (data.hex().encode() + b"\n", data):
            # a text of few bytes is no binary file
            args = [*args, "--format", "hex" if stdin != data else "raw"]
            done = self.expect(2, "extract", *args, stdin=stdin)
            self.assertEqual((done.stdout, len(done.stderr.splitlines())), (b"", 1), done.stderr)
            said.append(done.stderr.decode())
            args = args[:-2]
        return said

    def told(self, data, what, *args):
        for text in self.said(data, *args):
            self.assertIn(what, text, data.hex())

    def test_cut_bitcoin(self):
        witness = next(
            bytes.fromhex(c["tx"]) for c in vectors("spends.json") if c["tx"][8:12] == "0001"
        )
        for tx in (MAINNET, witness):
            for n in sorted({5, 6, 40, 47, 60, len(tx) // 2, len(tx) - 5, len(tx) - 1}):
                self.told(tx[:n], "not a whole transaction: ")
        for n in (80, 81, 85, 150, 200, len(GENESIS) - 1):
            self.told(GENESIS[:n], "not a whole block: ")
        txs = [Tx([(b"f" * 32, i)], [(7, p2pkh(PUBS[0]))]) for i in range(3)]
        made = block(*txs)  # no proof of work: known by its first transaction
        self.told(made[:-1], "not a whole block: ")
        self.told(made[:-60], "not a whole block: ")
        doubled = block(*txs, txs[-1])  # of the same Merkle root (CVE-2012-2459)
        self.assertEqual(doubled[:80], made[:80])
        self.told(doubled, "transactions that stand twice")
        large = Tx([(b"f" * 32, 0)], [(7, b"\xff" * 1000001)]).text()
        self.told(large, "more weight than a block may have")

    def test_one_more(self):
        lines = self.expect(2, "extract", stdin=(MAINNET + b"\0").hex().encode()).stderr.decode()
        self.assertIn("not a whole transaction: 1 byte after the transaction", lines)
        lines = self.expect(2, "extract", stdin=(GENESIS + b"\0").hex().encode()).stderr.decode()
        self.assertIn("not a whole block: 1 byte after the block", lines)
        self.told(MAINNET[:-1], "it ends too early")

    def test_cut_ethereum(self):
        seen = set()
        for case in vectors("ethereum_signed.json"):
            raw = bytes.fromhex(case["raw"])
            if raw[0] in seen:
                continue
            seen.add(raw[0])
            for n in (4, 12, 20, 50, len(raw) // 2, len(raw) - 1):
                self.told(raw[:n], "RLP: an item is longer than what holds it")
        self.assertGreaterEqual(seen, {1, 2, 3, 4, 0xF8})

    def test_nothing_that_is_read(self):
        draw = random.Random(26)
        neither = "neither a transaction nor a block of Bitcoin or Ethereum"
        for n in (16, 31, 33, 80, 100, 300, 3000):
            for _ in range(6):
                self.told(draw.randbytes(n), neither)
        for first in (0xC0, 0xD5, 0xF7, 0xF8, 0xF9, 0xFF):
            self.told(bytes([first]) + draw.randbytes(200), neither)
        for text in ("00", "deadbeef", "ff" * 40):
            self.told(bytes.fromhex(text), neither)
        self.told(draw.randbytes(100), "neither a transaction nor a block of Bitcoin", "--infer")
        done = self.expect(2, "extract", stdin=b"11" * 32)
        self.assertIn(b"a transaction's hash", done.stderr)

    def test_a_bad_line_says_nothing_about_the_chain(self):
        ether = vectors("ethereum_signed.json")[0]["raw"]
        done = self.expect(2, "extract", stdin=f"{MAINNET[:50].hex()}\n{ether}\n".encode())
        self.assertEqual(len(done.stdout.splitlines()), 2)

    def test_numbers_of_things(self):
        fund = Tx([(b"f" * 32, 0)], [(7, p2pkh(PUBS[0]))] * 2)
        for n, says in (
            (1, "left out: 1 input that does not fit its output's script\n"),
            (2, "left out: 2 inputs that do not fit their outputs' scripts\n"),
        ):
            tx = Tx([(fund.id(), i) for i in range(n)], [(5, b"\x51")])
            for spend in tx.ins:
                spend[2] = push(KEYS[0]) + push(PUBS[1])
            text = f"{fund.text().hex()}\n{tx.text().hex()}\n".encode()
            done = self.expect(0, "extract", stdin=text)
            self.assertIn(says, done.stderr.decode())
        one = Tx([(b"g" * 32, 0)], [(5, b"\x51")]).text()
        done = self.expect(0, "extract", stdin=one.hex().encode())
        self.assertIn(b"1 transaction, 1 input: 0 rows of ECDSA", done.stderr)
        self.assertIn(b"left out: 1 input without a known previous output\n", done.stderr)


if __name__ == "__main__":
    cli_tool.main()
