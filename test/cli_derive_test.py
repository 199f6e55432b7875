#!/usr/bin/env python3
"""Tests of `ufsecp derive`: rows are the children that BIP-32's vectors and the library have, in
every form; what cannot be derived is refused, and nothing is written."""

import csv
import hashlib
import io
import json
import os
import signal
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True
import cli_tool
from cli_tool import ROOT, Case, main, posix_only, run

HARDENED = 2**31
FIELDS = ["pubkey", "hash160", "taproot", "xpub"]


def vectors():
    """(parent's xpub, number, child's xpub) of BIP-32's vectors; the parent by its path."""
    with open(os.path.join(ROOT, "test", "vectors", "bip32.json")) as f:
        cases = [c for c in json.load(f)["cases"] if c["kind"] != "invalid"]
    by_path = {(c["seed"], tuple(c["path"])): c["xpub"] for c in cases}
    for (seed, path), xpub in by_path.items():
        if path and path[-1] < HARDENED and (seed, path[:-1]) in by_path:
            yield by_path[seed, path[:-1]], path[-1], xpub


def base58(text):
    n = 0
    for c in text:
        n = n * 58 + "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".index(c)
    return n.to_bytes(82, "big")


def with_checksum(body):
    whole = body + hashlib.sha256(hashlib.sha256(body).digest()).digest()[:4]
    n, text = int.from_bytes(whole, "big"), ""
    while n:
        n, d = divmod(n, 58)
        text = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"[d] + text
    return text


PARENT, NUMBER, CHILD = next(vectors())


class DeriveTest(Case):
    def table(self, *args, code=0, **more):
        done = self.expect(code, "derive", "--quiet", *args, **more)
        return list(csv.DictReader(io.StringIO(done.stdout.decode())))

    def test_vectors(self):
        all_vectors = list(vectors())
        self.assertGreaterEqual(len(all_vectors), 4)
        for parent, number, child in all_vectors:
            (row,) = self.table("--xpub", parent, "--range", str(number), "--fields", "xpub,pubkey")
            key = base58(child)[45:78].hex()
            self.assertEqual(row, {"index": str(number), "pubkey": key, "xpub": child})

    def test_forms(self):
        rows = self.table("--xpub", PARENT, "--range", "3-40", "--fields", ",".join(FIELDS))
        self.assertEqual([row["index"] for row in rows], [str(i) for i in range(3, 41)])
        for row in rows:
            self.assertEqual(base58(row["xpub"])[45:78].hex(), row["pubkey"])
            done = self.expect(0, "pubkey", "--json", "--pubkey", row["pubkey"])
            self.assertEqual(json.loads(done.stdout)["taproot"], row["taproot"])
            try:
                digest = hashlib.new("ripemd160")
            except ValueError:  # OpenSSL 3 may leave it out: the library's own test has it
                continue
            digest.update(hashlib.sha256(bytes.fromhex(row["pubkey"])).digest())
            self.assertEqual(digest.hexdigest(), row["hash160"])
        default = self.table("--xpub", PARENT, "--range", "3-40")
        self.assertEqual(default, [{k: v for k, v in r.items() if k != "xpub"} for r in rows])
        done = self.expect(
            0,
            "derive",
            "--quiet",
            "--json",
            "--xpub",
            PARENT,
            "--range",
            "3-40",
            "--fields",
            ",".join(FIELDS),
        )
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(lines, [{**row, "index": int(row["index"])} for row in rows])

    def test_branches(self):
        both = self.table("--xpub", PARENT, "--branch", "0,2147483647", "--range", "0-2")
        self.assertEqual(list(both[0]), ["branch", "index", "pubkey", "hash160", "taproot"])
        want = []
        for branch in ("0", "2147483647"):
            (parent,) = self.table("--xpub", PARENT, "--range", branch, "--fields", "xpub")
            for row in self.table("--xpub", parent["xpub"], "--range", "0-2"):
                want.append({"branch": branch, **row})
        self.assertEqual(both, want)
        done = self.expect(0, "derive", "--json", "--xpub", PARENT, "--branch", "1", "--range", "5")
        self.assertEqual(
            list(json.loads(done.stdout)), ["branch", "index", "pubkey", "hash160", "taproot"]
        )

    def test_many(self):
        args = (
            "derive",
            "--xpub",
            PARENT,
            "--range",
            "2147470000-2147483647",
            "--fields",
            "pubkey",
        )
        done = self.expect(0, *args, "--threads", "1")
        self.assertRegex(done.stderr.decode(), r"^13,648 keys \([0-9.]+ s, engine \w+, 1 thread\)")
        lines = done.stdout.decode().splitlines()
        self.assertEqual(len(lines), 1 + 13648)
        self.assertEqual(lines[0], "index,pubkey")
        self.assertTrue(lines[-1].startswith("2147483647,0"))
        self.assertEqual(self.expect(0, *args, "--threads", "2").stdout, done.stdout)
        one = self.expect(0, *args, "--engine", "portable", "--threads", "2")
        self.assertEqual(one.stdout, done.stdout)

    def test_output(self):
        file = self.path("keys.csv")
        args = ("derive", "--xpub", PARENT, "--range", "0-9", "--output", file)
        done = self.expect(0, *args)
        self.assertEqual(done.stdout, b"")
        with open(file, "rb") as f:
            first = f.read()
        self.assertEqual(first, self.expect(0, *args[:5], "--quiet").stdout)
        refused = self.expect(2, *args[:4], "0-3", *args[5:])
        self.assertIn(b"--force", refused.stderr)
        with open(file, "rb") as f:
            self.assertEqual(f.read(), first)
        self.expect(0, *args[:4], "0-3", *args[5:], "--force", "--quiet")
        with open(file, "rb") as f:
            self.assertEqual(f.read(), b"".join(first.splitlines(True)[:5]))
        self.expect(2, *args[:5], "--output", self.path("no/such/folder"))
        self.expect(2, *args[:5], "--output", "")

    def refused(self, why, *args):
        file = self.path("none.csv")
        done = self.expect(2, "derive", "--output", file, *args)
        self.assertEqual(done.stdout, b"")
        self.assertIn(why, done.stderr.decode())
        self.assertFalse(os.path.exists(file))

    def test_ranges(self):
        for text in (
            "-", "", "0-", "-1", "5-4", "0-2147483648", "2147483648", "99999999999999999999",
            "0-99999999999999999999", "1-2-3", "0x10", " 1", "1 ", "+1", "1.5", "a", "0,1", "0--1",
        ):  # fmt: skip
            with self.subTest(text):
                self.refused("--range", "--xpub", PARENT, f"--range={text}")
        self.refused("--range", "--xpub", PARENT)
        for text in ("-1", "0,", ",", "2147483648", "0'", "0h", "x", "0-1", " 0"):
            with self.subTest(text):
                self.refused("--branch", "--xpub", PARENT, "--range", "0", f"--branch={text}")

    def test_fields(self):
        for text in ("address", "pubkey,", ",", "PUBKEY", " pubkey", "pubkey;xpub"):
            with self.subTest(text):
                self.refused("--fields", "--xpub", PARENT, "--range", "0", f"--fields={text}")
        twice = self.table("--xpub", PARENT, "--range", "0", "--fields", "taproot,taproot")
        self.assertEqual(list(twice[0]), ["index", "taproot"])

    def test_keys(self):
        body = base58(PARENT)[:78]
        flipped = PARENT[:50] + ("2" if PARENT[50] != "2" else "3") + PARENT[51:]
        off_curve = body[:46] + bytes(31) + b"\5"
        for text in (
            "xpub", PARENT[:-1], PARENT + "1", " " + PARENT[1:], flipped, "0" * 111, "é" * 60,
            "ab" * 33, "z" * 100000, with_checksum(off_curve),
            with_checksum(b"\4\x88\xb2\x1f" + body[4:]),
        ):  # fmt: skip
            with self.subTest(text[:130]):
                self.refused("--xpub", "--xpub", text, "--range", "0")
        self.refused("--xpub", "--range", "0")
        deepest = with_checksum(body[:4] + b"\xff" + body[5:])
        self.refused("depth 255", "--xpub", deepest, "--range", "0")
        deep = with_checksum(body[:4] + b"\xfe" + body[5:])
        self.refused("depth 254", "--xpub", deep, "--branch", "0", "--range", "0")
        self.assertEqual(len(self.table("--xpub", deep, "--range", "0-1")), 2)

    def test_secrets_are_refused(self):
        with open(os.path.join(ROOT, "test", "vectors", "bip32.json")) as f:
            xprv = next(c["xprv"] for c in json.load(f)["cases"] if c["kind"] != "invalid")
        tprv = with_checksum(b"\x04\x35\x83\x94" + base58(xprv)[4:78])
        self.assertEqual(tprv[:4], "tprv")
        zprv = with_checksum(b"\x04\xb2\x43\x0c" + base58(xprv)[4:78])
        self.assertEqual(zprv[:4], "zprv")
        for key in (xprv, tprv, zprv):
            for args in (("--xpub", key), (f"--xpub={key}",), ("--xpub", PARENT, key)):
                done = self.expect(2, "derive", *args, "--range", "0")
                self.assertNotIn(key[4:].encode(), done.stderr + done.stdout)
                self.assertIn(b"secret key", done.stderr)
        # A file of that name is not a reason to take it.
        self.path(xprv, "")
        done = self.expect(2, "derive", "--xpub", xprv, "--range", "0", cwd=self.folder.name)
        self.assertIn(b"private key", done.stderr)
        self.assertNotIn(xprv[4:].encode(), done.stderr)

    def endless(self):
        """A run that writes more than anybody reads."""
        args = ("derive", "--xpub", PARENT, "--range", "0-2147483647", "--fields", "pubkey")
        return subprocess.Popen(
            [cli_tool.TOOL, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )

    @posix_only("signals")
    def test_ends_early(self):
        with self.endless() as tool:
            self.assertEqual(tool.stdout.readline(), b"index,pubkey\n")
            self.assertEqual(tool.stdout.readline()[:2], b"0,")
            tool.send_signal(signal.SIGINT)
            rows = tool.stdout.read().splitlines()
            said = tool.stderr.read().decode()
            self.assertEqual(tool.wait(), 130)
        done = 1 + len(rows)
        self.assertEqual(said, f"ufsecp: interrupted after {done:,} of 2,147,483,648 keys\n")
        with self.endless() as tool:
            tool.stdout.readline()
            tool.stdout.close()
            self.assertEqual(tool.wait(), 141)
            self.assertEqual(tool.stderr.read(), b"")

    @posix_only("/dev/full")
    def test_full_disk(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full")
        done = run("derive", "--xpub", PARENT, "--range", "0-9999", "--output", "/dev/full")
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"/dev/full", done.stderr)


if __name__ == "__main__":
    main()
