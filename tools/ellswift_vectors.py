"""BIP-324's test vectors of ElligatorSwift as cases of test/vectors/bip324.json.

Part of tools/make_vectors.py. Decoding and its inverse come from the package; the secrets are the
seven of the BIP's packets, copied here without what is no part of the key exchange.
"""

import csv

import model as m

# in_priv_ours, in_ellswift_ours, in_ellswift_theirs, not in_initiating, mid_x_ours, mid_x_shared,
# mid_shared_secret of bip-0324/packet_encoding_test_vectors.csv in bitcoin/bips, commit 32af2c9.
PACKETS = [
    (
        "61062ea5071d800bbfd59e2e8b53d47d194b095ae5a4df04936b49772ef0d4d7",
        "ec0adff257bbfe500c188c80b4fdd640f6b45a482bbc15fc7cef5931deff0aa1"
        "86f6eb9bba7b85dc4dcc28b28722de1e3d9108b985e2967045668f66098e475b",
        "a4a94dfce69b4a2a0a099313d10f9f7e7d649d60501c9e1d274c300e0d89aafa"
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffff8faf88d5",
        0,
        "19e965bc20fc40614e33f2f82d4eeff81b5e7516b12a5c6c0d6053527eba0923",
        "4eb2bf85bd00939468ea2abb25b63bc642e3d1eb8b967fb90caa2d89e716050e",
        "c6992a117f5edbea70c3f511d32d26b9798be4b81a62eaee1a5acaa8459a3592",
    ),
    (
        "6f312890ec83bbb26798abaadd574684a53e74ccef7953b790fcc29409080246",
        "a8785af31c029efc82fa9fc677d7118031358d7c6a25b5779a9b900e5ccd94aa"
        "c97eb36a3c5dbcdb2ca5843cc4c2fe0aaa46d10eb3d233a81c3dde476da00eef",
        "fffffffffffffffffffffffffffffffffffffffffffffffffffffffefffffc2f"
        "0000000000000000000000000000000000000000000000000000000000000000",
        1,
        "d4b65faa965b31fe2d9faaeb806c6449a50fe3679555c3518f7a0885f572457f",
        "13c1bf6a3ca37da9ffc7f45ec1810fa935c45454c03dc0144c1a9755bb52f81f",
        "a6f79eb08243b6f65dbe42bfe4a6cf3f131d6963fa5d06c770a18f7b9c489b78",
    ),
    (
        "846a784f1a03dea59cc679754a60a7145542fa130e3efbd815c81e909ce32933",
        "480eacf1536b52257bf8ce78d8f4ce09395d744767c6c129e7838947ee625af3"
        "245592c111275e877d5baae22584cb5f1153e67c16bcd7da767726cd0d0c846a",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffff22d5e441"
        "524d571a52b3def126189d3f416890a99d4da6ede2b0cde1760ce2c3f98457ae",
        0,
        "014e5bdbb1d7eb34a88a016ab3dd45e343dc703fafa8266907ab67a76c5eb2d6",
        "10578110283044630bc13a9f12b00eb0af7cba9f53506add2b57ae07b3987ced",
        "e500c670f1b32f60e05009bddcdbfa7153afb19c20479583a54b43d85b3433a8",
    ),
    (
        "c0f15820459f64d98e5c48681d13340572c574533dd9f7161b85fcc8224fdf30",
        "682871104d694baca8b9c7990ae6288f49e1ff4feb21dd5cffad67db7752fdfb"
        "6c3608d6996c54be04b35feef037da09ee4d9dca2363b343bc2d4f6d0ea609da",
        "56bd0c06f10352c3a1a9f4b4c92f6fa2b26df124b57878353c1fc691c51abea7"
        "7c8817daeeb9fa546b77c8daf79d89b22b0e1b87574ece42371f00237aa9d83a",
        1,
        "5d673dd0a75ccacf4e1310e9402ecdacdd474d8bbfa6eeefdde2e1b216d41dbe",
        "1c229ba46fadced7217df782d410961c1399375135e4aa718fa3424ec36539cc",
        "b764f617cf8c8dcf6018e4f5e8ee603a086498a3732621c9b0fc0a485ea0d2f0",
    ),
    (
        "96cb391886681d1d3e23948e51987771a8ec3001b640c18fb994a855cea66b6e",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffdde3a077"
        "a6fd73711a27250c439ba78ef63d89cd0918c0a0a75f301ed96aa2a43ecf3f61",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffa7730be3"
        "0000000000000000000000000000000000000000000000000000000000000000",
        0,
        "f7561c791f6f4aa73dcef3cac32f2433b4cfa4ab0666e93552b7cbc7249fb2de",
        "2651a46a622f79e2ab18819587e7f897e3f8351b1e1b66d8ed4543a1e40bc569",
        "779a18107756169a6b369d043f3ef9a90178c7ab8c8c37b4edcd9b5397e41eca",
    ),
    (
        "4a7065c3ddbf84e29b8e20da0da3aaae1f708eae8ad1af4c4c00f46a7cda7b6b",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffff450012ec"
        "3aeecf516f4b374af2e7fbb040e92dc3c0f12eafd00c729a137f4e892e5293c3",
        "9652d78baefc028cd37a6a92625b8b8f85fde1e4c944ad3f20e198bef8c02f19"
        "fffffffffffffffffffffffffffffffffffffffffffffffffffffffff2e91870",
        1,
        "a0ff3dd41ca11036eea75ea08993c938894c7eebca99354ac2e0daa8a1a6b2ca",
        "ca3f58a228c530be63eec8a427d16496776aefb22e693152a3a9394b9a87d097",
        "a993062a328371beecae7e2b05a34355c1cefbad7f855ad48331dcf002972999",
    ),
    (
        "0f69aeffeff6172647ee5aa80bfb418ee742f4e9f1a51b463ac7c120d620e37d",
        "ffffffffffffffffffffffffffffffffffffffffffffffffffffffff04df0e67"
        "f9753e2cdb066b3b588a0069fde936a312e0d3f31acb335026b7072d8f2ad24c",
        "12a50f3fafea7c1eeada4cf8d33777704b77361453afc83bda91eef349ae044d"
        "20126c6200547ea5a6911776c05dee2a7f1a9ba7dfbabbbd273c3ef29ef46e46",
        0,
        "115b298a52a9362706ddd1e493de09443dd8ac2b0c3e4e5e8b6bb295598db05d",
        "32e15c20a09591b6600c778752a582fed444444fd0d3317613555c6509ff4b8d",
        "1756deace376ece25da9825fe49f76a9272a89a7b746c83ca2c4016f5a30ead4",
    ),
]


def bip324(cache):
    (folder,) = cache.glob("btclib-ecc-*/tests/ecc/_data")
    cases = []

    def case(kind, comment, **fields):
        names = "ell u x ts seckey random theirs party shared_x secret".split()
        cases.append({"kind": kind, "comment": comment, **{n: fields.get(n) for n in names}})

    def rows(name):
        return csv.DictReader((folder / name).read_text().splitlines())

    for row in rows("ellswift_decode_test_vectors.csv"):
        case("decode", row["comment"], ell=row["ellswift"], x=row["x"])
    for row in rows("xswiftec_inv_test_vectors.csv"):
        ts = [row[f"case{i}_t"] or None for i in range(8)]
        case("inverse", row["comment"], u=row["u"], x=row["x"], ts=ts)
    for seckey, ours, theirs, party, x, shared_x, secret in PACKETS:
        parts = {"seckey": seckey, "ell": ours, "theirs": theirs, "party": party, "x": x}
        case("secret", "", **parts, shared_x=shared_x, secret=secret)
        a, b = (bytes.fromhex(e) for e in ((theirs, ours) if party else (ours, theirs)))
        assert m.ellswift_secret(bytes.fromhex(seckey), a, b, party).hex() == secret
    for i in range(24):
        seckey, random = m.sha256(b"key %d" % i), m.sha256(b"random %d" % i)
        p, aux = m.mul(m.i32(seckey)), random if i % 3 else b""
        for kind, ell, drawn in (
            ("create", m.ellswift_create(seckey, aux), aux),
            ("encode", m.ellswift_encode(p, random), random),
        ):
            assert m.ellswift_decode(ell) == p
            fields = {"ell": ell.hex(), "x": m.b32(p[0]).hex(), "seckey": seckey.hex()}
            case(kind, "", **fields, random=drawn.hex() or None)
    return {
        "source": "BIP-324 ellswift_decode_test_vectors.csv and xswiftec_inv_test_vectors.csv, in "
        "PyPI btclib-ecc 2026.10.17: tests/ecc/_data; secrets: BIP-324 "
        "packet_encoding_test_vectors.csv, in bitcoin/bips at 32af2c9; encodings: python/model.py",
        "standard": "BIP-324; what encodings are drawn from: libsecp256k1 0.8.0",
        "fields": {
            "kind": "decode, inverse, secret, create or encode; what a kind lacks is null",
            "comment": "the BIP's words for the case",
            "ell": "64 bytes: the encoding, or our encoding",
            "u": "32 bytes, the first half of an encoding",
            "x": "32 bytes: the x coordinate that the encoding, or the pair of u and t, stands for",
            "ts": "for each of the BIP's eight cases t, 32 bytes, or null where there is none",
            "seckey": "32 bytes, ours",
            "random": "32 bytes that the encoding is drawn from beside the key",
            "theirs": "64 bytes: the other party's encoding",
            "party": "0 if we opened the connection, else 1",
            "shared_x": "32 bytes: the x coordinate of the shared point",
            "secret": "32 bytes: the shared secret",
        },
        "cases": cases,
    }
