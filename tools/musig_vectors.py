#!/usr/bin/env python3
"""Writes test/vectors/bip327.json to standard output, from the files that BIP-327 comes with.

    git clone https://github.com/bitcoin/bips
    python3 tools/musig_vectors.py bips/bip-0327/vectors | diff - test/vectors/bip327.json

In the BIP's files cases name keys and nonces by their places in lists; here each case has its own.
"""

import json
import pathlib
import sys

from make_vectors import text_of

FIELDS = {
    "comment": "the BIP's words for the case",
    "kind": "key_sort, key_agg, nonce_gen, nonce_agg, sign, verify, sig_agg or det_sign: which of "
    "the BIP's functions; tweak: sign, by a tweaked key",
    "pubkeys": "33 bytes each, not all of them valid where the case fails",
    "tweaks": "32 bytes each, in the order in which they are applied",
    "is_xonly": "of each tweak, whether it is x-only",
    "pubnonces": "66 bytes each, those of all signers",
    "aggnonce": "66 bytes; det_sign: of all other signers",
    "msg": "the message",
    "sk": "the signer's secret key",
    "pk": "nonce_gen: the signer's public key",
    "aggpk": "nonce_gen: the aggregate key, x-only",
    "rand": "nonce_gen, det_sign: the random bytes",
    "extra": "nonce_gen: the extra input",
    "secnonce": "97 bytes, k1 | k2 | public key: what signs, or what nonce_gen gives",
    "signer": "the signer's place among pubkeys",
    "psigs": "verify: the one of the signer; sig_agg: of all",
    "expected": "what comes out; nonce_gen: the public nonce; null if the case fails",
    "pubnonce": "det_sign: the public nonce that comes out",
    "error": "value, or what contribution is not valid",
    "bad": "whose contribution that is",
}


def main():
    folder = pathlib.Path(sys.argv[1])
    cases = []

    def read(name):
        return json.loads((folder / f"{name}_vectors.json").read_text())

    def case(kind, test, **values):
        error = test.get("error")
        if error:
            values["error"] = error.get("contrib", error["type"])
            values["bad"] = error.get("signer")
        unknown = values.keys() - FIELDS.keys()
        assert not unknown, unknown
        lower = {
            k: v.lower() if isinstance(v, str) and k != "error" else v for k, v in values.items()
        }
        for name in ("pubkeys", "tweaks", "pubnonces", "psigs"):
            if lower.get(name) is not None:
                lower[name] = [v.lower() for v in lower[name]]
        head = {"comment": test.get("comment", ""), "kind": kind}
        cases.append({k: (head | lower).get(k) for k in FIELDS})

    def pick(data, name, test, index):
        return [data[name][i] for i in test.get(index, [])]

    def each(data, *names):
        for name in names:
            yield from data[name]

    data = read("key_sort")
    case("key_sort", {}, pubkeys=data["pubkeys"], expected=",".join(data["sorted_pubkeys"]))

    data = read("key_agg")
    for t in each(data, "valid_test_cases", "error_test_cases"):
        case(
            "key_agg",
            t,
            pubkeys=pick(data, "pubkeys", t, "key_indices"),
            tweaks=pick(data, "tweaks", t, "tweak_indices"),
            is_xonly=t.get("is_xonly", []),
            expected=t.get("expected"),
        )

    for t in read("nonce_gen")["test_cases"]:
        case(
            "nonce_gen",
            t,
            rand=t["rand_"],
            sk=t["sk"],
            pk=t["pk"],
            aggpk=t["aggpk"],
            msg=t["msg"],
            extra=t["extra_in"],
            secnonce=t["expected_secnonce"],
            expected=t["expected_pubnonce"],
        )

    data = read("nonce_agg")
    for t in each(data, "valid_test_cases", "error_test_cases"):
        nonces = pick(data, "pnonces", t, "pnonce_indices")
        case("nonce_agg", t, pubnonces=nonces, expected=t.get("expected"))

    data = read("sign_verify")
    for t in each(data, "valid_test_cases", "sign_error_test_cases"):
        case(
            "sign",
            t,
            sk=data["sk"],
            secnonce=data["secnonces"][t.get("secnonce_index", 0)],
            pubkeys=pick(data, "pubkeys", t, "key_indices"),
            tweaks=[],
            is_xonly=[],
            pubnonces=pick(data, "pnonces", t, "nonce_indices"),
            aggnonce=data["aggnonces"][t["aggnonce_index"]],
            msg=data["msgs"][t["msg_index"]],
            signer=t.get("signer_index"),
            expected=t.get("expected"),
        )
    for t in each(data, "verify_fail_test_cases", "verify_error_test_cases"):
        case(
            "verify",
            t,
            psigs=[t["sig"]],
            pubkeys=pick(data, "pubkeys", t, "key_indices"),
            tweaks=[],
            is_xonly=[],
            pubnonces=pick(data, "pnonces", t, "nonce_indices"),
            msg=data["msgs"][t["msg_index"]],
            signer=t["signer_index"],
        )

    data = read("tweak")
    for t in each(data, "valid_test_cases", "error_test_cases"):
        case(
            "tweak",
            t,
            sk=data["sk"],
            secnonce=data["secnonce"],
            pubkeys=pick(data, "pubkeys", t, "key_indices"),
            tweaks=pick(data, "tweaks", t, "tweak_indices"),
            is_xonly=t["is_xonly"],
            pubnonces=pick(data, "pnonces", t, "nonce_indices"),
            aggnonce=data["aggnonce"],
            msg=data["msg"],
            signer=t["signer_index"],
            expected=t.get("expected"),
        )

    data = read("sig_agg")
    for t in each(data, "valid_test_cases", "error_test_cases"):
        case(
            "sig_agg",
            t,
            pubkeys=pick(data, "pubkeys", t, "key_indices"),
            tweaks=pick(data, "tweaks", t, "tweak_indices"),
            is_xonly=t["is_xonly"],
            pubnonces=pick(data, "pnonces", t, "nonce_indices"),
            aggnonce=t["aggnonce"],
            psigs=pick(data, "psigs", t, "psig_indices"),
            msg=data["msg"],
            expected=t.get("expected"),
        )

    data = read("det_sign")
    for t in each(data, "valid_test_cases", "error_test_cases"):
        pubnonce, psig = t.get("expected", (None, None))
        case(
            "det_sign",
            t,
            sk=data["sk"],
            rand=t["rand"],
            pubkeys=pick(data, "pubkeys", t, "key_indices"),
            tweaks=t["tweaks"],
            is_xonly=t["is_xonly"],
            aggnonce=t["aggothernonce"],
            msg=data["msgs"][t["msg_index"]],
            signer=t["signer_index"],
            pubnonce=pubnonce,
            expected=psig,
        )

    vectors = {
        "source": "BIP-327 (BSD-3-Clause), bip-0327/vectors/*.json of github.com/bitcoin/bips",
        "standard": "BIP-327",
        "fields": FIELDS,
        "cases": cases,
    }
    sys.stdout.write(text_of(vectors))


if __name__ == "__main__":
    main()
