#!/usr/bin/env python3
"""Writes a file of test/vectors/ to standard output, from the files of its standard.

    git clone https://github.com/bitcoin/bips
    python3 tools/adaptor_vectors.py bip374 bips/bip-0374 | diff - test/vectors/bip374.json

The same files lie in tests/ecc/_data of the package btclib-ecc, version 2026.10.17.
"""

import csv
import pathlib
import sys

from make_vectors import text_of


def cases_of(fields, rows):
    """Rows with every field, in order; what a row has not is null."""
    for row in rows:
        assert not row.keys() - fields.keys(), row.keys() - fields.keys()
    return [{name: row.get(name) for name in fields} for row in rows]


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


FILES = {"bip374": bip374}


def main():
    name, folder = sys.argv[1:]
    sys.stdout.write(text_of(FILES[name](pathlib.Path(folder))))


if __name__ == "__main__":
    main()
