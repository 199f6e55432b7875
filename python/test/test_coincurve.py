"""ufsecp.compat.coincurve gives what coincurve gives, and refuses what it refuses."""

import subprocess
import sys

import pytest
import ufsecp.compat.coincurve as ours
from data import N, digest, secret

theirs = pytest.importorskip("coincurve")
from coincurve import utils  # noqa: E402


def both(call):
    """What a call gives with each, or the ValueError that it raises."""
    results = []
    for package in (ours, theirs):
        try:
            results.append(call(package))
        except ValueError as error:
            results.append(type(error) if package is theirs else ValueError)
    return results


def same(call):
    mine, other = both(call)
    assert mine == other
    return mine


def test_keys():
    for data in (
        secret(0),
        b"\x01",
        b"",
        bytes(32),
        N.to_bytes(32, "big"),
        b"\xff" * 32,
        b"\0" * 40,
    ):
        same(lambda p: p.PrivateKey(data).secret)
        same(lambda p: p.PublicKey.from_secret(data).format())
        same(lambda p: p.PublicKeyXOnly.from_secret(data).format())
    for i in range(20):
        same(lambda p: p.PrivateKey(secret(i)).public_key.format(False))
        same(lambda p: p.PrivateKey(secret(i)).public_key.point())
        same(lambda p: p.PublicKey.from_point(*p.PrivateKey(secret(i)).public_key.point()).format())
        same(lambda p: p.PrivateKey(secret(i)).public_key_xonly.format())
        same(lambda p: p.PrivateKey(secret(i)).public_key_xonly.parity)
        same(lambda p: p.PublicKeyXOnly.from_secret(secret(i)).parity)
        same(lambda p: p.PrivateKey(secret(i)).to_pem())
        same(lambda p: p.PrivateKey.from_pem(p.PrivateKey(secret(i)).to_pem()).to_hex())
        same(lambda p: p.PrivateKey.from_int(i + 1).to_int())
        same(lambda p: p.PrivateKey.from_hex("%x" % (i + 1)).to_der())
    for bad in (b"", b"\x02", b"\x02" + bytes(32), b"\x05" + secret(0), bytes(65), b"\x02" * 64):
        assert same(lambda p: p.PublicKey(bad)) is ValueError
    assert same(lambda p: p.PublicKeyXOnly(b"\xff" * 32)) is ValueError
    for key in (ours.PrivateKey(), ours.PrivateKey()):
        assert key == ours.PrivateKey(key.secret) and key != secret(0)
        assert hash(key) == hash(ours.PrivateKey(key.secret))
        assert hash(key.public_key) == hash(ours.PublicKey(key.public_key.format()))
        assert len({key.public_key_xonly, ours.PublicKeyXOnly(key.public_key_xonly.format())}) == 1
        assert key.secret.hex() not in repr(key) + str(vars(key))


def test_signatures():
    for i in range(20):
        message = secret(i) * i
        der = same(lambda p: p.PrivateKey(secret(i)).sign(message))
        recoverable = same(lambda p: p.PrivateKey(secret(i)).sign_recoverable(message))
        same(lambda p: p.PublicKey.from_signature_and_message(recoverable, message).format())
        same(lambda p: p.PrivateKey(secret(i)).sign_schnorr(digest(i), None))
        schnorr = same(lambda p: p.PrivateKey(secret(i)).sign_schnorr(digest(i), secret(9)))
        key = ours.PrivateKey(secret(i)).public_key.format()
        for signature in (der, der[:-1], der + b"x", b"", b"0", der[:8] + b"\0" + der[9:]):
            same(lambda p: p.verify_signature(signature, message, key))
            same(lambda p: p.PublicKey(key).verify(signature, message + b"x"))
        for signature in (schnorr, schnorr[:-1], bytes(64), b""):
            same(lambda p: p.PublicKeyXOnly(key[1:]).verify(signature, digest(i)))
    for hasher in (None, lambda data: data):
        assert same(lambda p: p.PrivateKey(secret(0)).sign(b"short", hasher)) is ValueError
    assert same(lambda p: p.PrivateKey(secret(0)).sign_schnorr(b"short")) is ValueError
    assert same(lambda p: p.PrivateKey(secret(0)).sign_schnorr(digest(0), b"x")) is ValueError
    for bad in (bytes(64), b"\1" * 64 + b"\4"):
        with pytest.raises(ValueError):
            ours.PublicKey.from_signature_and_message(bad, b"")
    with pytest.raises(TypeError, match="no nonce functions"):
        ours.PrivateKey().sign(b"", custom_nonce=(1, 2))


def test_high_s_is_false():
    signature = ours.der_to_cdata(ours.PrivateKey(secret(0)).sign(b"message"))
    s = N - int.from_bytes(signature[32:], "big")
    der = ours.cdata_to_der(signature[:32] + s.to_bytes(32, "big"))
    key = ours.PrivateKey(secret(0)).public_key.format()
    assert same(lambda p: p.verify_signature(der, b"message", key)) is False


def test_arithmetic():
    for scalar in (b"\x01", secret(1), (N - 1).to_bytes(32, "big"), N.to_bytes(32, "big")):
        same(lambda p: p.PrivateKey(secret(0)).add(scalar).secret)
        same(lambda p: p.PrivateKey(secret(0)).multiply(scalar).secret)
        same(lambda p: p.PrivateKey(secret(0)).public_key.add(scalar).format())
        same(lambda p: p.PrivateKey(secret(0)).public_key.multiply(scalar).format())

        def tweaked(p):
            key = p.PublicKeyXOnly.from_secret(secret(0))
            key.tweak_add(scalar)
            return key.format(), key.parity

        same(tweaked)
    same(lambda p: p.PrivateKey(secret(0)).ecdh(p.PrivateKey(secret(1)).public_key.format()))

    def summed(p):
        keys = [p.PrivateKey(secret(i)).public_key for i in range(3)]
        first = keys[0]
        assert first.combine(keys[1:], update=True) is first
        return first.format()

    same(summed)

    def updated(p):
        key = p.PrivateKey(secret(0))
        assert key.add(b"\x05", update=True) is key and key.multiply(b"\x03", update=True) is key
        return key.secret, key.public_key.format(), key.public_key_xonly.format()

    mine, other = both(updated)
    # coincurve leaves public_key_xonly as it was.
    assert mine[:2] == other[:2] and mine[2] == mine[1][1:]


def test_conversions():
    for name, values in {
        "pad_hex": ("", "1", "12", "abc"),
        "hex_to_bytes": ("1", "ff" * 32),
        "int_to_bytes": (0, 1, 255, 256, N),
        "int_to_bytes_padded": (0, 1, N),
        "bytes_to_int": (b"", b"\1\0"),
        "pad_scalar": (b"", b"\1", bytes(40)),
        "der_to_pem": (b"", bytes(48), bytes(100)),
        "validate_secret": (b"\1", b"\0" * 10 + b"\1"),
    }.items():
        for value in values:
            assert getattr(ours, name)(value) == getattr(utils, name)(value), name
    good = ours.PrivateKey(secret(0)).to_der()
    for size in range(len(good) - 70):
        with pytest.raises(ValueError):
            ours.PrivateKey.from_der(good[:size])
    for i in range(len(good)):
        for change in (0, 0x7F, 0x80, 0xFF):
            try:
                ours.PrivateKey.from_der(good[:i] + bytes([change]) + good[i + 1 :])
            except ValueError:
                pass


def test_install():
    code = (
        "from ufsecp.compat.coincurve import install; install()\n"
        "import coincurve, coincurve.keys\n"
        "from coincurve.utils import verify_signature\n"
        "from coincurve import PrivateKey, GLOBAL_CONTEXT\n"
        "print(PrivateKey.__module__, coincurve.keys.PrivateKey is PrivateKey, GLOBAL_CONTEXT)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout == "ufsecp.compat.coincurve True GLOBAL_CONTEXT\n", done
