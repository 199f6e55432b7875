#!/usr/bin/env python3
"""Writes test/vectors/hash.json to standard output, from hash functions that are not ours.

    pip install pycryptodome
    python3 tools/make_hash_vectors.py | diff - test/vectors/hash.json

SHA-256 and HMAC are Python's, Keccak-256 and RIPEMD-160 pycryptodome's. The vectors that a standard
prints are written out below and checked here against those, so that neither side is trusted alone.
"""

import hashlib
import hmac
import json

from Crypto.Hash import RIPEMD160, keccak

FIPS_448 = b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
FIPS_896 = (
    b"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
    b"hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu"
)
ALNUM = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

# (message, times repeated, digest)
SHA256_PRINTED = [  # NIST, examples of FIPS 180-4
    (b"", 1, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (b"abc", 1, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (FIPS_448, 1, "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
    (FIPS_896, 1, "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"),
    (b"a", 1000000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
]
KECCAK256_PRINTED = [  # Keccak team, and the constants of Ethereum's yellow paper
    (b"", 1, "c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470"),
    # the empty trie (RLP of an empty string) and the empty list of uncles (RLP of an empty list)
    (b"\x80", 1, "56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421"),
    (b"\xc0", 1, "1dcc4de8dec75d7aab85b567b6ccd41ad312451b948a7413f0a142fd40d49347"),
    (b"abc", 1, "4e03657aea45a94fc7d47ba826c8d667c0d1e6e33a64a036ec44f58fa12d6c45"),
]
RIPEMD160_PRINTED = [  # Dobbertin, Bosselaers, Preneel: the test values published with the function
    (b"", 1, "9c1185a5c5e9fc54612808977ee8f548b2258d31"),
    (b"a", 1, "0bdc9d2d256b3ee9daae347be6f4dc835a467ffe"),
    (b"abc", 1, "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"),
    (b"message digest", 1, "5d0689ef49d2fae572b881b123a85ffa21595f36"),
    (b"abcdefghijklmnopqrstuvwxyz", 1, "f71c27109c692c1b56bbdceb5b9d2865b3708dbc"),
    (FIPS_448, 1, "12a053384a9c0c88e405a06c27dcf49ada62eb2b"),
    (ALNUM, 1, "b0e20b6e3116640286ed3a87a5713079b21f5189"),
    (b"1234567890", 8, "9b752e45573d4b39f4dbd3323cab82bf63326bfb"),
    (b"a", 1000000, "52783243c1697bdbe16d37f97f68f08325dc1528"),
]
SHA512_PRINTED = [  # FIPS 180-4: the examples of NIST
    (
        b"",
        1,
        "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce"
        "47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a81a538327af927da3e",
    ),
    (
        b"abc",
        1,
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a"
        "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f",
    ),
    (
        b"abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
        b"hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
        1,
        "8e959b75dae313da8cf4f72814fc143f8f7779c6eb9f7fa17299aeadb6889018"
        "501d289e4900f7e4331b99dec4b5433ac7d329eeb6dd26545e96e55b874be909",
    ),
    (
        b"a",
        1000000,
        "e718483d0ce769644e2e42c7bc15b4638e1f98b13b2044285632a803afa973eb"
        "de0ff244877ea60a4cb0432ce577c31beb009c5c2c49aa2e4eadb217ad8cc09b",
    ),
]
HMAC_SHA512_PRINTED = [  # RFC 4231, 4.2 to 4.4 and 4.7: key, message
    (
        b"\x0b" * 20,
        b"Hi There",
        "87aa7cdea5ef619d4ff0b4241a1d6cb02379f4e2ce4ec2787ad0b30545e17cde"
        "daa833b7d6b8a702038b274eaea3f4e4be9d914eeb61f1702e696c203a126854",
    ),
    (
        b"Jefe",
        b"what do ya want for nothing?",
        "164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd610270cd7ea250554"
        "9758bf75c05a994a6d034f65f8f0e6fdcaeab1a34d4a6b4b636e070a38bce737",
    ),
    (
        b"\xaa" * 20,
        b"\xdd" * 50,
        "fa73b0089d56a284efb0f0756c890be9b1b5dbdd8ee81a3655f83e33b2279d39"
        "bf3e848279a722c806b485a47e67c807b946a337bee8942674278859e13292fb",
    ),
    (
        b"\xaa" * 131,
        b"Test Using Larger Than Block-Size Key - Hash Key First",
        "80b24263c7c1a3ebb71493c1dd7be8b49b46d1f41b4aeec1121b013783f8f352"
        "6b56d037e05f2598bd0fd2215d6a1e5295e64f73f63f0aec8b915a985d786598",
    ),
]

P256_KEY = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721"
N_MINUS_1 = "fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364140"
# (key, message, first output). The first two are RFC 6979, A.2.5, SHA-256 (P-256: both digests are
# below its order, so that the generator is the same); the others circulate among implementations.
RFC6979_PRINTED = [
    (P256_KEY, "sample", "a6e3c57dd01abe90086538398355dd4c3b17aa873382b0f24d6129493d8aad60"),
    (P256_KEY, "test", "d16b6ae827f17175e040871a1c7ec3500192c4c92677336ec2537acaee0008e0"),
    (
        "1".zfill(64),
        "Satoshi Nakamoto",
        "8f8a276c19f4149656b280621e358cce24f5f52542772691ee69063b74f15d15",
    ),
    (
        "1".zfill(64),
        "All those moments will be lost in time, like tears in rain. Time to die...",
        "38aa22d72376b4dbc472e06c3ba403ee0a394da63fc58d88686c611aba98d6b3",
    ),
    (
        N_MINUS_1,
        "Satoshi Nakamoto",
        "33a19b60e25fb6f4435af53a3d42d493644827367e6453928554f43e49aa6f90",
    ),
    (
        "f8b8af8ce3c7cca5e300d33939540c10d45ce001b8f252bfbc57ba0342904181",
        "Alan Turing",
        "525a82b70e67874398067543fd84c83d30c175fdc45fdeee082fe13b1d7cfdf1",
    ),
]

TAGS = [
    "BIP0340/challenge",
    "BIP0340/aux",
    "BIP0340/nonce",
    "TapLeaf",
    "TapBranch",
    "TapTweak",
    "TapSighash",
    "KeyAgg list",
    "KeyAgg coefficient",
    "MuSig/aux",
    "MuSig/nonce",
    "MuSig/noncecoef",
    "MuSig/deterministic/nonce",
    "bip324_ellswift_xonly_ecdh",
    "BIP0352/Inputs",
    "BIP0352/SharedSecret",
    "BIP0352/Label",
    "BIP0374/aux",
    "BIP0374/nonce",
    "BIP0374/challenge",
    "BIP0445/aux",
    "BIP0445/nonce",
    "BIP0445/noncecoef",
    "BIP0445/deterministic/nonce",
    "secp256k1_ellswift_encode",
    "secp256k1_ellswift_create",
    "",
    "a tag that is not precomputed, and longer than one block of SHA-256",
]


def sha256(m):
    return hashlib.sha256(m).digest()


def sha512(m):
    return hashlib.sha512(m).digest()


def hmac_sha512(key, m):
    return hmac.new(key, m, hashlib.sha512).hexdigest()


def keccak256(m):
    return keccak.new(digest_bits=256, data=m).digest()


def ripemd160(m):
    return RIPEMD160.new(m).digest()


def pattern(n):
    """The message of n bytes that the test makes as well."""
    return bytes((j * 167 + (j >> 4) * 29 + n * 13) & 0xFF for j in range(n))


def rfc6979(key, msg, extra, outputs):
    """RFC 6979, section 3.2, written from its text: every step a whole HMAC."""

    def mac(k, m):
        return hmac.new(k, m, hashlib.sha256).digest()

    v, k = b"\x01" * 32, b"\x00" * 32
    for number in (b"\x00", b"\x01"):
        k = mac(k, v + number + key + msg + extra)
        v = mac(k, v)
    out = []
    for _ in range(outputs):
        v = mac(k, v)
        out.append(v.hex())
        k = mac(k, v + b"\x00")
        v = mac(k, v)
    return out


def hash_section(function, printed):
    for message, times, digest in printed:
        assert function(message * times).hex() == digest, (function, message)
    return {
        "printed": [{"msg": m.hex(), "times": t, "digest": d} for m, t, d in printed],
        "pattern": [function(pattern(n)).hex() for n in range(301)],
    }


def hmac_section():
    for key, msg, digest in HMAC_SHA512_PRINTED:
        assert hmac_sha512(key, msg) == digest, msg
    rows = [(key, msg) for key, msg, _ in HMAC_SHA512_PRINTED]
    rows += [(pattern(n), pattern(260 - n)) for n in (0, 1, 32, 63, 127, 128, 129, 200, 256)]
    return [{"key": k.hex(), "msg": m.hex(), "digest": hmac_sha512(k, m)} for k, m in rows]


def rfc6979_section():
    rows = []
    for key, text, first in RFC6979_PRINTED:
        msg = sha256(text.encode())
        out = rfc6979(bytes.fromhex(key), msg, b"", 1)
        assert out == [first], text
        rows.append({"key": key, "msg": msg.hex(), "out": out})
    for i in range(24):
        key, msg = sha256(b"key %d" % i), sha256(b"msg %d" % i)
        extra = sha256(b"extra %d" % i) if i % 2 else b""
        rows.append(
            {
                "key": key.hex(),
                "msg": msg.hex(),
                "extra": extra.hex(),
                "out": rfc6979(key, msg, extra, 4),
            }
        )
    return rows


def tagged_section():
    return [
        {"tag": t, "digest": sha256(sha256(t.encode()) * 2 + pattern(n)).hex(), "length": n}
        for t in TAGS
        for n in (0, 32, 96, 200)
    ]


print(
    json.dumps(
        {
            "source": "tools/make_hash_vectors.py: hashlib, hmac and pycryptodome, "
            "beside what the standards print",
            "standard": "FIPS 180-4, Keccak submission, RIPEMD-160, "
            "BIP-340 tagged hashes, RFC 6979, HMAC (RFC 2104)",
            "fields": {
                "printed": "msg repeated times and its digest",
                "pattern": "digests of the pattern message of 0 to 300 bytes",
            },
            "cases": {
                "sha256": hash_section(sha256, SHA256_PRINTED),
                "keccak256": hash_section(keccak256, KECCAK256_PRINTED),
                "ripemd160": hash_section(ripemd160, RIPEMD160_PRINTED),
                "sha512": hash_section(sha512, SHA512_PRINTED),
                "hmac_sha512": hmac_section(),
                "tagged": tagged_section(),
                "rfc6979": rfc6979_section(),
            },
        },
        indent=0,
    )
)
