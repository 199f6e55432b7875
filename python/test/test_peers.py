"""The same results as coincurve, which is libsecp256k1, on random keys and hostile bytes."""

import random

import pytest
import ufsecp
from data import N, digest, secret
from ufsecp import Error, PrivateKey, PublicKey, XOnlyPublicKey

coincurve = pytest.importorskip("coincurve")
EDGES = [0, 1, 2, N - 1, N, N + 1, 2**256 - 1, 2**255, (N - 1) // 2, (N + 1) // 2]
ROUNDS = 200


def attempt(call):
    """What a call returns; None if it refuses its bytes."""
    try:
        return call()
    except ValueError:
        return None


def numbers(seed):
    """32-byte strings: edges, and random ones."""
    chance = random.Random(seed)
    some = [edge.to_bytes(32, "big") for edge in EDGES]
    return some + [chance.randbytes(32) for _ in range(ROUNDS)]


def test_keys():
    for data in numbers(1):
        ours = attempt(lambda: PrivateKey(data))
        peer = attempt(lambda: coincurve.PrivateKey(data))
        assert (ours is None) == (peer is None or data in (bytes(32), N.to_bytes(32, "big")))
        if ours:
            public = ours.public_key()
            assert public.to_bytes(True) == peer.public_key.format(True)
            assert public.to_bytes(False) == peer.public_key.format(False)
            assert bytes(ours.xonly_public_key()) == peer.public_key_xonly.format()


def test_public_keys():
    chance = random.Random(2)
    for i in range(5 * ROUNDS):
        data = bytearray(PrivateKey(secret(i)).public_key().to_bytes(i % 2 == 0))
        if i % 3 == 0:
            data[0] = chance.randrange(9)
        if i % 5 == 0:
            data[chance.randrange(1, len(data))] ^= 1 << chance.randrange(8)
        data = bytes(data[: len(data) - (i % 7 == 0)])
        ours = attempt(lambda: PublicKey(data, hybrid=True).to_bytes())
        assert ours == attempt(lambda: coincurve.PublicKey(data).format())
        x = data[1:33].ljust(32, b"x")
        ours = attempt(lambda: bytes(XOnlyPublicKey(x)))
        assert ours == attempt(lambda: coincurve.PublicKeyXOnly(x).format())


def test_signatures():
    chance = random.Random(3)
    rows = []
    for i in range(ROUNDS):
        hash = digest(i)
        with PrivateKey(secret(i)) as key:
            peer = coincurve.PrivateKey(secret(i))
            recoverable = key.sign_recoverable(hash)
            assert recoverable == peer.sign_recoverable(hash, hasher=None)
            der = peer.sign(hash, hasher=None)
            assert ufsecp.ecdsa_to_der(recoverable[:64]) == der
            assert key.sign_schnorr(hash, aux=secret(i)) == peer.sign_schnorr(hash, secret(i))
            public = peer.public_key.format()
        for change in (None, 0, 40, 64):
            signature = bytearray(recoverable)
            if change is not None:
                signature[change] ^= 1 << chance.randrange(8)
            rows.append((hash, public, bytes(signature)))
    hashes, keys, signatures = zip(*rows)
    verdicts = ufsecp.verify_ecdsa(hashes, keys, [s[:64] for s in signatures], low_s=True)
    found = ufsecp.recover(hashes, signatures)
    for (hash, key, signature), verdict, recovered in zip(rows, verdicts, found):

        def recover():
            try:
                point = coincurve.PublicKey.from_signature_and_message(signature, hash, hasher=None)
            except Exception as refused:  # it raises Exception itself
                raise ValueError from refused
            return point.format()

        assert recovered == attempt(recover)
        der = ufsecp.ecdsa_to_der(signature[:64])
        peer = attempt(lambda: coincurve.verify_signature(der, hash, key, hasher=None)) or False
        assert verdict == peer
    assert True in verdicts and False in verdicts


def test_schnorr():
    chance = random.Random(4)
    for i in range(ROUNDS):
        with PrivateKey(secret(i)) as key:
            signature = bytearray(key.sign_schnorr(digest(i)))
            xonly = bytes(key.xonly_public_key())
        if i % 2:
            signature[chance.randrange(64)] ^= 1 << chance.randrange(8)
        peer = coincurve.PublicKeyXOnly(xonly)
        assert XOnlyPublicKey(xonly).verify_schnorr(digest(i), signature) == peer.verify(
            bytes(signature), digest(i)
        )


def test_tweaks_and_ecdh():
    for i, tweak in enumerate(numbers(5)):
        data = secret(i)
        key, peer = PrivateKey(data), coincurve.PrivateKey(data)
        public, peer_public = key.public_key(), peer.public_key
        for name in ("add", "multiply"):
            short = {"add": "tweak_add", "multiply": "tweak_mul"}[name]
            ours = attempt(lambda: getattr(key, short)(tweak).to_bytes())
            want = attempt(lambda: getattr(peer, name)(tweak).secret)
            # coincurve computes with numbers of n and more, and adds zero to a point not at all.
            if tweak < N.to_bytes(32, "big") and any(tweak):
                assert ours == want
                assert (
                    bytes(getattr(public, short)(tweak))
                    == getattr(peer_public, name)(tweak).format()
                )
            elif tweak >= N.to_bytes(32, "big"):
                assert ours is None
        other = PrivateKey(secret(1000 + i)).public_key()
        assert key.ecdh(other) == peer.ecdh(bytes(other))
    points = [bytes(PrivateKey(secret(i)).public_key()) for i in range(50)]
    peer = coincurve.PrivateKey(secret(99))
    assert ufsecp.ecdh(secret(99), points) == [peer.ecdh(point) for point in points]
    assert ufsecp.pubkeys([secret(i) for i in range(50)]) == points


def test_der():
    chance = random.Random(6)
    good = coincurve.PrivateKey(secret(1)).sign(digest(1), hasher=None)
    from coincurve.ecdsa import der_to_cdata, serialize_compact

    for _ in range(10 * ROUNDS):
        der = bytearray(good)
        for _ in range(chance.randrange(3)):
            der[chance.randrange(len(der))] = chance.randrange(256)
        der = bytes(der[: len(der) - chance.randrange(3)])
        ours = attempt(lambda: ufsecp.ecdsa_from_der(der))
        want = attempt(lambda: serialize_compact(der_to_cdata(der)))
        halves = [int.from_bytes(half, "big") for half in (ours[:32], ours[32:])] if ours else [N]
        if max(halves) < N:
            assert ours == want
        else:  # libsecp256k1 reads numbers of n and more as zero
            assert want is None or bytes(32) in (want[:32], want[32:])
