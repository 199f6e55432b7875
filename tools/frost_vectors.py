#!/usr/bin/env python3
"""Writes test/vectors/bip445.json or rfc9591.json to standard output, from published vectors.

    pip download --no-deps --no-binary :all: btclib-ecc==2026.10.17 (has BIP-445's files)
    python3 tools/frost_vectors.py bip445 btclib_ecc-2026.10.17/tests/ecc/_data/bip445
    the crate frost-secp256k1 3.0.0 (has RFC 9591's and those of its distributed key generation)
    python3 tools/frost_vectors.py rfc9591 frost-secp256k1-3.0.0/tests/helpers

In BIP-445's files cases name shares and nonces by their places in lists; here each case has its
own.
"""

import json
import pathlib
import sys

from make_vectors import text_of

BIP445 = {
    "comment": "the BIP's words for the case",
    "kind": "threshold_info, nonce_gen, nonce_agg, sign, verify, sig_agg or det_sign: which of the "
    "BIP's functions; tweak: sign, by a tweaked key",
    "t": "the threshold",
    "n": "how many participants there are",
    "thresh_pk": "the group key; nonce_gen: x-only",
    "ids": "identifiers of the signers, from 0",
    "pubshares": "33 bytes each, of the signers; null if they are not known; threshold_info: of "
    "all participants, null if one is not known",
    "tweaks": "32 bytes each, in the order in which they are applied",
    "is_xonly": "of each tweak, whether it is x-only",
    "pubnonces": "66 bytes each, of the signers",
    "aggnonce": "66 bytes; det_sign: of all other signers",
    "msg": "the message",
    "rand": "nonce_gen, det_sign: the random bytes",
    "extra": "nonce_gen: the extra input",
    "id": "the signer's identifier",
    "secshare": "the signer's share",
    "pubshare": "nonce_gen: the signer's public share",
    "secnonce": "64 bytes, k1 | k2: what signs, or what nonce_gen gives",
    "signer": "verify: the signer's place among the signers",
    "psigs": "verify: the one of the signer; sig_agg: of all",
    "expected": "what comes out; nonce_gen: the public nonce; null if the case fails",
    "pubnonce": "det_sign: the public nonce that comes out",
    "error": "the BIP's words, or what contribution is not valid; null in a verify that fails",
    "bad": "whose contribution that is",
}

RFC9591 = {
    "comment": "the file",
    "kind": "sign, or dkg: a key that participants make together",
    "secret": "sign: the secret key that is split",
    "pubkey": "the group key",
    "coefficients": "sign: of the polynomial behind the secret key",
    "msg": "sign: the message",
    "shares": "sign: identifier and share of each participant; dkg: what each ends with",
    "signers": "sign: of each signer what goes in and comes out; dkg: of each participant",
    "sig": "sign: the signature",
}


def lower(value):
    if isinstance(value, str):
        return value.lower()
    return [lower(v) for v in value] if isinstance(value, list) else value


def bip445(folder):
    cases = []

    def read(name):
        return json.loads((folder / f"{name}_vectors.json").read_text())

    def case(kind, test, group=None, **values):
        error = test.get("error")
        words = {"comment": test["comment"], "kind": kind}
        if error:
            words["error"] = error.get("contrib") or error["message"]
            values["bad"] = error.get("signer_index")
        if group:
            values |= {name: group[name] for name in ("t", "n", "thresh_pk") if name in group}
        for name in ("ids", "is_xonly", "msg", "psigs", "aggnonce", "expected"):
            if name in test:
                values.setdefault(name, test[name])
        for name, index in (
            ("pubshares", "pubshare_indices"),
            ("pubnonces", "pubnonce_indices"),
            ("tweaks", "tweak_indices"),
        ):
            if test.get(index) is not None:
                values[name] = [None if i is None else group[name][i] for i in test[index]]
        for name in ("secshare", "secnonce"):
            if test.get(f"{name}_index") is not None:
                values[name] = group[f"{name}s"][test[f"{name}_index"]]
        assert not values.keys() - BIP445.keys(), values
        lowered = {name: lower(value) for name, value in values.items()} | words
        cases.append({name: lowered.get(name) for name in BIP445})

    def each(name, *kinds):
        for group in read(name)["test_groups"]:
            for kind in kinds:
                for test in group[kind]:
                    yield group, test

    for group, test in each("threshold_info", "valid_tests", "error_tests"):
        pubshares = group["pubshares"]
        own = {k: test[k] for k in ("t", "thresh_pk")} | {"n": len(test["pubshare_indices"])}
        case("threshold_info", test, own | {"pubshares": pubshares})
    for test in read("nonce_gen")["valid_tests"]:
        secnonce, pubnonce = test["expected"]
        case(
            "nonce_gen",
            test,
            rand=test["rand"],
            secshare=test["secshare"],
            id=test["signer_id"],
            pubshare=test["pubshare"],
            thresh_pk=test["thresh_pk_xonly"],
            extra=test["extra_in"],
            secnonce=secnonce,
            expected=pubnonce,
        )
    data = read("nonce_agg")
    for test in data["valid_tests"] + data["error_tests"]:
        case("nonce_agg", test, {"pubnonces": data["pubnonces"]})
    for group, test in each("sign_verify", "valid_tests", "sign_error_tests"):
        case("sign", test, group, id=test["signer_id"])
    for group, test in each("sign_verify", "verify_fail_tests", "verify_error_tests"):
        case("verify", test, group, psigs=[test["psig"]], signer=test["signer_index"])
    for group, test in each("tweak", "valid_tests", "error_tests"):
        case("tweak", test, group, id=test["signer_id"])
    for group, test in each("sig_agg", "valid_tests", "error_tests"):
        case("sig_agg", test, group)
    for group, test in each("det_sign", "valid_tests", "error_tests"):
        pubnonce, psig = test.get("expected", (None, None))
        case(
            "det_sign",
            test,
            group,
            id=test["signer_id"],
            rand=test["aux_rand"],
            aggnonce=test["aggothernonce"],
            tweaks=test["tweaks"],
            pubnonce=pubnonce,
            expected=psig,
        )
    return {
        "source": "BIP-445 (MIT), python/vectors/*.json of github.com/siv2r/bip-frost-signing at "
        "version 0.12.1, as the package btclib-ecc 2026.10.17 has them",
        "standard": "BIP-445",
        "fields": BIP445,
        "cases": cases,
    }


def rfc9591(folder):
    cases = []
    for name in ("vectors.json", "vectors-big-identifier.json"):
        data = json.loads((folder / name).read_text())
        inputs = data["inputs"]
        signers = [
            first | {"sig_share": second["sig_share"]}
            for first, second in zip(
                data["round_one_outputs"]["outputs"],
                data["round_two_outputs"]["outputs"],
                strict=True,
            )
        ]
        cases.append(
            {
                "comment": name,
                "kind": "sign",
                "secret": inputs["group_secret_key"],
                "pubkey": inputs["verifying_key_key"],
                "coefficients": inputs["share_polynomial_coefficients"],
                "msg": inputs["message"],
                "shares": [
                    [s["identifier"], s["participant_share"]] for s in inputs["participant_shares"]
                ],
                "signers": signers,
                "sig": data["final_output"]["sig"],
            }
        )
    inputs = json.loads((folder / "vectors_dkg.json").read_text())["inputs"]
    participants = [inputs[k] for k in sorted(inputs) if k != "verifying_key"]
    cases.append(
        {
            "comment": "vectors_dkg.json",
            "kind": "dkg",
            "secret": None,
            "pubkey": inputs["verifying_key"],
            "coefficients": None,
            "msg": None,
            "shares": [[p["identifier"], p["signing_share"]] for p in participants],
            "signers": participants,
            "sig": None,
        }
    )
    return {
        "source": "RFC 9591, appendix E.5, and more of its kind, from the crate frost-secp256k1 "
        "3.0.0 (MIT or Apache-2.0), tests/helpers",
        "standard": "RFC 9591",
        "fields": RFC9591,
        "cases": cases,
    }


if __name__ == "__main__":
    make = {"bip445": bip445, "rfc9591": rfc9591}[sys.argv[1]]
    sys.stdout.write(text_of(make(pathlib.Path(sys.argv[2]))))
