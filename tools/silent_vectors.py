"""BIP-352's test vectors as cases of test/vectors/bip352.json, with inputs and addresses read.

Part of tools/make_vectors.py.
"""

import model as m

SILENT_FILE = (
    "btclib-secp256k1-*/secp256k1/src/modules/silentpayments/"
    "bip352_send_and_receive_test_vectors.json"
)
BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"


def silent_address(text):
    """Scan key and spend key of an address of version 0, whose checksum is believed."""
    assert text.startswith("sp1q")
    bits = "".join(f"{BECH32.index(c):05b}" for c in text[4:-6])
    return int(bits[: 8 * 66], 2).to_bytes(66, "big").hex()


def public_key(seckey):
    return m.serialize_point(m.mul(int(seckey, 16))).hex()


def bip352(data):
    cases = []

    def case(test, kind, inputs, expected, **fields):
        """The inputs that count are those whose keys the BIP's reference lists."""
        listed = list(test["sending"][0]["expected"]["input_pub_keys"])
        taproot, plain = [], []
        for v in inputs:
            script = v["prevout"]["scriptPubKey"]["hex"]
            is_taproot = len(script) == 68 and script.startswith("5120")
            seckey = v["private_key"]
            key = "02" + script[4:] if is_taproot else public_key(seckey)
            if key in listed:
                listed.remove(key)
                (taproot if is_taproot else plain).append((key, seckey))
        assert not listed
        points = [bytes.fromhex(v["txid"])[::-1] + v["vout"].to_bytes(4, "little") for v in inputs]
        cases.append(
            {
                "comment": test["comment"],
                "kind": kind,
                "outpoint": min(points).hex(),
                "taproot_seckeys": [s for _, s in taproot],
                "xonlys": [k[2:] for k, _ in taproot],
                "plain_seckeys": [s for _, s in plain],
                "pubkeys": [k for k, _ in plain],
                "seckey_sum": expected.get("input_private_key_sum"),
                "pubkey_sum": expected.get("input_pub_key_sum"),
                "tweak": expected.get("tweak"),
                "recipients": None,
                "outputs": None,
                "shared": None,
                "scan_seckey": None,
                "spend_seckey": None,
                "labels": None,
                "addresses": None,
                "found": None,
                "n_found": None,
                **fields,
            }
        )

    for test in data:
        inputs = test["sending"][0]["given"]["vin"]
        for given, expected in ((s["given"], s["expected"]) for s in test["sending"]):
            assert given["vin"] == inputs
            case(
                test,
                "send",
                inputs,
                expected,
                shared=expected["shared_secrets"],
                recipients=[
                    [r["scan_pub_key"] + r["spend_pub_key"], r.get("count", 1)]
                    for r in given["recipients"]
                ],
                outputs=expected["outputs"],
            )
        for given, expected in ((r["given"], r["expected"]) for r in test["receiving"]):
            assert [(v["txid"], v["vout"]) for v in given["vin"]] == [
                (v["txid"], v["vout"]) for v in inputs
            ]
            found = expected.get("outputs")
            case(
                test,
                "receive",
                inputs,
                expected,
                shared=[expected["shared_secret"]],
                outputs=given["outputs"],
                scan_seckey=given["key_material"]["scan_priv_key"],
                spend_seckey=given["key_material"]["spend_priv_key"],
                labels=given["labels"],
                addresses=[silent_address(a) for a in expected["addresses"]],
                found=found
                and [[f["pub_key"], f["priv_key_tweak"], f["signature"]] for f in found],
                n_found=expected["n_outputs"] if found is None else len(found),
            )
    return {
        "source": "BIP-352 send_and_receive_test_vectors.json, of the version with K_max = 2323, "
        "as in libsecp256k1 0.8.0 (MIT), in PyPI btclib-secp256k1 0.8.0.13: "
        + SILENT_FILE.split("/", 1)[1].rpartition("/")[0],
        "standard": "BIP-352",
        "fields": {
            "comment": "the BIP's words for the case",
            "kind": "send or receive: a case of the BIP has one or more of each, with the same "
            "inputs",
            "outpoint": "36 bytes, the smallest",
            "taproot_seckeys": "of the inputs that count",
            "xonlys": "their public keys, 32 bytes each",
            "plain_seckeys": "of the others",
            "pubkeys": "their public keys, 33 bytes each",
            "seckey_sum": "sum of the secret keys, negated as the BIP says, or null",
            "pubkey_sum": "33 bytes or null",
            "tweak": "33 bytes or null: input_hash * A",
            "recipients": "send: 66 bytes, scan key and spend key, and how many times",
            "outputs": "send: the sets of outputs that are right, none of them if it fails; "
            "receive: the outputs of the transaction",
            "shared": "the shared points, of each recipient or the receiver; or null",
            "scan_seckey": "receive: 32 bytes",
            "spend_seckey": "receive: 32 bytes",
            "labels": "receive: the numbers m",
            "addresses": "receive: 66 bytes each, without a label and with each, in any order",
            "found": "receive: output, tweak to the spend key, BIP-340 signature of "
            "SHA-256(message) with aux SHA-256(random auxiliary data); null: not given",
            "n_found": "receive: how many",
        },
        "cases": cases,
    }
