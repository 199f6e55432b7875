"""Published vectors, through objects and through batches."""

import ufsecp
from data import N, vectors
from ufsecp import Error, PrivateKey, PublicKey, XOnlyPublicKey

B = bytes.fromhex


def test_bip340():
    cases = vectors("bip340")
    columns = [[B(case[name]) for case in cases] for name in ("msg", "pubkey", "sig")]
    want = [case["result"] for case in cases]
    assert ufsecp.verify_schnorr(*columns) == want
    for case, message, pubkey, signature in zip(cases, *columns):
        try:
            key = XOnlyPublicKey(pubkey)
        except Error:
            assert not case["result"]
            continue
        assert key.verify_schnorr(message, signature) == case["result"]
        assert (key.check_schnorr(message, signature) == ufsecp.Status.OK) == case["result"]
        if case["seckey"]:
            with PrivateKey(B(case["seckey"])) as seckey:
                assert seckey.sign_schnorr(message, aux=B(case["aux"])) == signature
                assert seckey.xonly_public_key() == key
    rows = [i for i, message in enumerate(columns[0]) if len(message) == 32]
    some = [[column[i] for i in rows] for column in columns]
    false = [j for j, i in enumerate(rows) if not want[i]]
    assert len(false) > 5
    assert ufsecp.batch_verify_schnorr(*some) == (False, false)


def test_wycheproof_der():
    cases = vectors("wycheproof_ecdsa")
    assert len(cases) == 3513
    for low_s in (False, True):
        some = [case for case in cases if case["file"].endswith("_bitcoin") == low_s]
        hashes, keys, signatures = (
            [B(case[name]) for case in some] for name in ("hash32", "pubkey", "sig")
        )
        verdicts, reasons = ufsecp.verify_ecdsa(
            hashes, keys, signatures, encoding="der", low_s=low_s, reasons=True
        )
        assert verdicts == [case["result"] == "valid" for case in some]
        assert [reason == 1 for reason in reasons] == verdicts
        for case, hash, key, signature, verdict in zip(some, hashes, keys, signatures, verdicts):
            try:
                compact = ufsecp.ecdsa_from_der(signature)
            except Error:
                assert not verdict
                continue
            assert ufsecp.ecdsa_to_der(compact) == signature
            assert PublicKey(key).verify_ecdsa(hash, compact, low_s=low_s) == verdict


def test_wycheproof_compact():
    cases = vectors("wycheproof_ecdsa_p1363")
    columns = [[B(case[name]) for case in cases] for name in ("hash32", "pubkey", "sig")]
    assert ufsecp.verify_ecdsa(*columns) == [case["result"] == "valid" for case in cases]


def test_wycheproof_ecdh():
    seen = 0
    for case in vectors("wycheproof_ecdh"):
        if case["result"] != "valid" or not case["point"]:
            continue
        with PrivateKey(B(case["seckey"])) as key:
            assert key.ecdh_x(PublicKey(B(case["point"]))).hex() == case["shared"]
        seen += 1
    assert seen > 400


def test_recovery():
    cases = vectors("recovery")
    hashes = [B(case["hash32"]) for case in cases]
    signatures = [B(case["sig"]) + bytes([case["recid"]]) for case in cases]
    found, reasons = ufsecp.recover(hashes, signatures, reasons=True)
    addresses = ufsecp.ecrecover(hashes, signatures)
    for i, case in enumerate(cases):
        if case["pubkey"] is None:
            assert found[i] is None and addresses[i] is None and reasons[i] <= 0
            continue
        key = PublicKey(B(case["pubkey"]))
        assert PublicKey.recover(hashes[i], signatures[i]) == key
        assert found[i] == bytes(key) and reasons[i] == 1
        assert addresses[i] == key.ethereum_address()
    assert None in found and len(set(reasons)) > 3


def test_rfc6979():
    for case in vectors("rfc6979"):
        extra = case["extra"] and B(case["extra"])
        with PrivateKey(B(case["seckey"])) as key:
            signature = key.sign_recoverable(B(case["hash32"]), extra=extra)
            assert signature == B(case["sig"]) + bytes([case["recid"]])
            assert key.sign_ecdsa(B(case["hash32"]), extra=extra) == signature[:64]


def test_der():
    order = f"{N:064x}"
    for case in vectors("der"):
        r, s = case["r"] or "", case["s"] or ""
        fits = len(r) == len(s) == 64
        below = fits and r < order and s < order
        for lax, good, want in (
            (False, case["strict"] and fits, r + s),
            (True, case["lax"], r + s if below else "00" * 64),
        ):
            try:
                compact = ufsecp.ecdsa_from_der(B(case["sig"]), lax=lax)
            except Error as error:
                assert error.status == ufsecp.Status.DER and not good, case
            else:
                assert good and compact.hex() == want, case
                if case["strict"] and below:
                    assert ufsecp.ecdsa_to_der(compact).hex() == case["sig"]


def test_bip341():
    for case in vectors("bip341"):
        root = case["merkle_root"] and B(case["merkle_root"])
        internal = XOnlyPublicKey(B(case["internal"]))
        output, odd = internal.taproot_output_key(root)
        assert (bytes(output).hex(), int(odd)) == (case["output"], case["parity"])
        if case["seckey"]:
            with PrivateKey(B(case["seckey"])) as key:
                assert key.taproot_output_key(root).to_bytes().hex() == case["output_seckey"]
                assert key.taproot_output_key(root).xonly_public_key() == output


def test_ethereum():
    cases = [case for case in vectors("ethereum") if case["seckey"]]
    signatures = [B(case["sig"]) + bytes([case["recid"]]) for case in cases]
    hashes = [B(case["hash32"]) for case in cases]
    assert [a.hex() for a in ufsecp.ecrecover(hashes, signatures)] == [
        case["address"] for case in cases
    ]
    keys = ufsecp.pubkeys([B(case["seckey"]) for case in cases])
    assert keys == ufsecp.recover(hashes, signatures)
