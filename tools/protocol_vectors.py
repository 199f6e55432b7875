#!/usr/bin/env python3
"""Writes a file of test/vectors/ to standard output, from the files of its standard.

    git clone https://github.com/bitcoin/bips
    python3 tools/protocol_vectors.py bip32 bips | diff - test/vectors/bip32.json
    python3 tools/protocol_vectors.py bip374 bips/bip-0374 | diff - test/vectors/bip374.json

Those of ecdsa_adaptor and schnorr_adaptor lie in tests/ecc/_data of the package btclib-ecc, version
2026.10.17, and so do copies of the BIP's.
"""

import csv
import json
import pathlib
import re
import sys

from make_vectors import text_of


def cases_of(fields, rows):
    """Rows with every field, in order; what a row has not is null."""
    for row in rows:
        assert not row.keys() - fields.keys(), row.keys() - fields.keys()
    return [{name: row.get(name) for name in fields} for row in rows]


def bip32(folder):
    fields = {
        "comment": "the BIP's words for the case",
        "kind": "derive, or invalid: a text that is no extended key",
        "seed": "derive: what the master key is made of",
        "path": "derive: the numbers from there on, from 2^31 on hardened",
        "xprv": "derive: the extended private key, as text",
        "xpub": "derive: the extended public key, as text",
        "text": "invalid: the text",
    }
    text = (folder / "bip-0032.mediawiki").read_text().partition("==Test Vectors==")[2]
    rows, section, seed = [], "", ""
    for line in text.splitlines():
        if found := re.fullmatch(r"===(.*)===", line):
            section = found[1]
        elif found := re.fullmatch(r"Seed \(hex\): (\w+)", line):
            seed = found[1]
        elif found := re.fullmatch(r"\* Chain m(.*)", line):
            path = found[1].replace("<sub>H</sub>", "H")
            numbers = [
                int(n.rstrip("H")) + (1 << 31 if n[-1] == "H" else 0) for n in path.split("/")[1:]
            ]
            comment = f"{section}, m{path}"
            rows.append({"comment": comment, "kind": "derive", "seed": seed, "path": numbers})
        elif found := re.fullmatch(r"\*\* ext (pub|prv): (\w+)", line):
            rows[-1][f"x{found[1]}"] = found[2]
        elif found := re.fullmatch(r"\* (\w{100,}) \((.*)\)", line):
            rows.append({"comment": found[2], "kind": "invalid", "text": found[1]})
    return {
        "source": "BIP-32 (BSD-2-Clause), bip-0032.mediawiki of github.com/bitcoin/bips",
        "standard": "BIP-32",
        "fields": fields,
        "cases": cases_of(fields, rows),
    }


def bip374(folder):
    fields = {
        "comment": "the BIP's words for the case",
        "kind": "generate or verify",
        "base": "the point that is called G, 33 bytes",
        "a": "generate: the secret key",
        "A": "verify: the point a G",
        "B": "33 bytes, or empty for infinity",
        "C": "verify: the point a B",
        "aux": "generate: the auxiliary randomness",
        "msg": "32 bytes, or null if there is no message",
        "proof": "64 bytes; null if none can be generated",
        "ok": "whether a proof is generated, or valid",
    }
    rows = []
    with open(folder / "test_vectors_generate_proof.csv", newline="") as file:
        for row in csv.DictReader(file):
            ok = row["result_proof"] != "INVALID"
            rows.append(
                {
                    "comment": row["comment"],
                    "kind": "generate",
                    "base": row["point_G"],
                    "a": row["scalar_a"],
                    "B": row["point_B"].replace("INFINITY", ""),
                    "aux": row["auxrand_r"],
                    "msg": row["message"] or None,
                    "proof": row["result_proof"] if ok else None,
                    "ok": ok,
                }
            )
    with open(folder / "test_vectors_verify_proof.csv", newline="") as file:
        for row in csv.DictReader(file):
            rows.append(
                {
                    "comment": row["comment"],
                    "kind": "verify",
                    "base": row["point_G"],
                    "A": row["point_A"],
                    "B": row["point_B"],
                    "C": row["point_C"],
                    "msg": row["message"] or None,
                    "proof": row["proof"],
                    "ok": row["result_success"] == "TRUE",
                }
            )
    return {
        "source": "BIP-374 (BSD-2-Clause), bip-0374/test_vectors_*.csv of github.com/bitcoin/bips",
        "standard": "BIP-374",
        "fields": fields,
        "cases": cases_of(fields, rows),
    }


def ecdsa_adaptor(folder):
    fields = {
        "comment": "the specification's words for the case",
        "kind": "verification: verifies, decrypts to sig and recovers the key; recovery: the last "
        "of these; serialization: whether the adaptor signature is well-formed; encryption",
        "adaptor": "the adaptor signature, 162 bytes",
        "msg": "verification: the hash of the message",
        "pk": "verification: the signer's public key",
        "sk": "encryption: the signer's secret key",
        "encryption": "the encryption key, 33 bytes",
        "decryption": "the decryption key",
        "sig": "the ECDSA signature",
        "error": "why the case fails, or null",
    }
    names = {
        "adaptor_sig": "adaptor",
        "message_hash": "msg",
        "public_signing_key": "pk",
        "encryption_key": "encryption",
        "decryption_key": "decryption",
        "signature": "sig",
    }
    cases = json.loads((folder / "ecdsa_adaptor.json").read_text())
    rows = [{names.get(k, k): v for k, v in case.items()} for case in cases]
    # The specification has no case for encryption. This one is the package's, which had it from
    # libsecp256k1-zkp at 8e1f96c2: see tests/ecc/ecdsa_adaptor_test.py.
    text = (folder.parent / "ecdsa_adaptor_test.py").read_text()

    def constant(name):
        return text.partition(f"\n{name} = ")[2].partition("\n")[0].strip('"').removeprefix("0x")

    rows.append(
        {
            "comment": "libsecp256k1-zkp's own, for auxiliary randomness of zeros",
            "kind": "encryption",
            "adaptor": constant("_ZKP_ENCRYPT"),
            "msg": bytes(range(32)).hex(),
            "sk": constant("_X").lower(),
            "decryption": constant("_Y").lower(),
        }
    )
    return {
        "source": "DLC specification, test/ecdsa_adaptor.json of "
        "github.com/discreetlogcontracts/dlcspecs at fcc9619f; one case of libsecp256k1-zkp",
        "standard": "ECDSA-adaptor.md of github.com/discreetlogcontracts/dlcspecs",
        "fields": fields,
        "cases": cases_of(fields, rows),
    }


def schnorr_adaptor(folder):
    fields = {
        "comment": "the module's words for the case",
        "kind": "presign; verify: whether the pre-signature is for the adaptor; adapt: whether "
        "that gives sig, and sig is valid; extract: whether the secret comes out; pubkey, point: a "
        "key or an adaptor that is none",
        "sk": "presign: the secret key",
        "pk": "the public key, x-only",
        "aux": "presign: the auxiliary randomness",
        "msg": "the message",
        "adaptor": "the adaptor point, 33 bytes",
        "presig": "the pre-signature, 65 bytes",
        "secret": "the adaptor's secret",
        "sig": "the BIP-340 signature",
        "ok": "what comes out",
    }
    kinds = {
        "check_presigning": ("presign", None),
        "check_extract": ("verify", "extracted_val_correct"),
        "check_adapt": ("adapt", "expected"),
        "check_extract_sec": ("extract", "expected"),
        "xonly_pubkey_parse": ("pubkey", None),
        "ec_pubkey_parse": ("point", None),
    }
    names = {"id": "comment", "aux_rand": "aux", "pre_sig": "presig", "sec_adaptor": "secret"}
    rows = []
    for case in json.loads((folder / "zkp_schnorr_adaptor_vectors.json").read_text()):
        checks = case.pop("checks")
        given = {names.get(k, k): v for k, v in case.items()}
        for check, flags in checks.items():
            kind, flag = kinds[check]
            ok = flags[flag] if flag else flags is not False
            rows.append(given | {"kind": kind, "ok": ok})
    return {
        "source": "libsecp256k1-zkp, proposed module (MIT): src/modules/schnorr_adaptor/"
        "tests_impl.h of github.com/siv2r/secp256k1-zkp at 060dad2e, as btclib-ecc has it",
        "standard": "the module schnorr_adaptor, pull request 299 of libsecp256k1-zkp",
        "fields": fields,
        "cases": cases_of(fields, rows),
    }


FILES = {
    "bip32": bip32,
    "bip374": bip374,
    "ecdsa_adaptor": ecdsa_adaptor,
    "schnorr_adaptor": schnorr_adaptor,
}


def main():
    name, folder = sys.argv[1:]
    sys.stdout.write(text_of(FILES[name](pathlib.Path(folder))))


if __name__ == "__main__":
    main()
