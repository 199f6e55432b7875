"""The backend for eth-keys gives what eth-keys' own does, and refuses what that refuses."""

import pytest
from data import N, digest, secret

eth_keys = pytest.importorskip("eth_keys")
from eth_keys import KeyAPI  # noqa: E402
from eth_keys.backends import NativeECCBackend, get_backend  # noqa: E402
from eth_keys.exceptions import BadSignature  # noqa: E402
from ufsecp.compat.eth_keys import Backend  # noqa: E402

OURS, NATIVE = KeyAPI(Backend()), KeyAPI(NativeECCBackend())


def test_chosen_by_the_environment(monkeypatch):
    monkeypatch.setenv("ECC_BACKEND_CLASS", "ufsecp.compat.eth_keys.Backend")
    assert isinstance(get_backend(), Backend)


def test_same_as_native():
    for i in range(4):
        made = []
        for api in (OURS, NATIVE):
            key = api.PrivateKey(secret(i))
            signature = api.ecdsa_sign(digest(i), key)
            short = api.ecdsa_sign_non_recoverable(digest(i), key)
            compressed = key.public_key.to_compressed_bytes()
            made.append(
                (
                    signature.to_bytes(),
                    short.to_bytes(),
                    key.public_key.to_bytes(),
                    compressed,
                    api.PublicKey.from_compressed_bytes(compressed).to_bytes(),
                    api.ecdsa_recover(digest(i), signature).to_bytes(),
                    api.ecdsa_verify(digest(i), signature, key.public_key),
                    api.ecdsa_verify(digest(i + 1), signature, key.public_key),
                    api.ecdsa_verify(digest(i), short, key.public_key),
                )
            )
        assert made[0] == made[1] and made[0][6:] == (True, False, True)


def test_high_s():
    key = OURS.PrivateKey(secret(0))
    low = OURS.ecdsa_sign(digest(0), key)
    high = OURS.Signature(vrs=(1 - low.v, low.r, N - low.s))
    for api in (OURS, NATIVE):
        assert api.ecdsa_verify(digest(0), high, key.public_key)
        assert api.ecdsa_recover(digest(0), high) == key.public_key


def test_refused():
    key = OURS.PrivateKey(secret(0))
    for vrs in ((0, 5, 5), (1, N - 1, 5), (0, 1, N - 1)):
        results = []
        for api in (OURS, NATIVE):
            try:
                results.append(api.ecdsa_recover(digest(0), api.Signature(vrs=vrs)).to_bytes())
            except BadSignature:
                results.append(None)
        assert results[0] == results[1]
        assert not OURS.ecdsa_verify(digest(0), OURS.Signature(vrs=vrs), key.public_key)
    off_curve = OURS.PublicKey(bytes(64))
    assert not OURS.ecdsa_verify(digest(0), OURS.ecdsa_sign(digest(0), key), off_curve)
    with pytest.raises(ValueError):
        OURS.PublicKey.from_compressed_bytes(b"\x02" + bytes(31) + b"\x05")
