"""Objects: what they refuse, how secrets are kept, threads, forks."""

import copy
import ctypes
import gc
import os
import pickle
import subprocess
import sys
import threading

import pytest
import ufsecp
from data import N, Watched, digest, secret
from ufsecp import Error, PrivateKey, PublicKey, XOnlyPublicKey
from ufsecp import _keys, _secret

KEY = PrivateKey(secret(0))
PUBLIC = KEY.public_key()
XONLY = KEY.xonly_public_key()
HASH = digest(0)
SIGNATURE = KEY.sign_ecdsa(HASH)
ZERO, ORDER = bytes(32), N.to_bytes(32, "big")


def test_round_trips():
    assert PublicKey(PUBLIC.to_bytes(False)) == PUBLIC == PublicKey(bytes(PUBLIC))
    assert hash(PublicKey(bytes(PUBLIC))) == hash(PUBLIC) and PUBLIC != PUBLIC.negate()
    assert XOnlyPublicKey(bytes(XONLY)) == XONLY == PUBLIC.xonly() != PUBLIC
    assert XONLY.public_key() in (PUBLIC, PUBLIC.negate())
    assert pickle.loads(pickle.dumps([PUBLIC, XONLY])) == [PUBLIC, XONLY]
    assert repr(PUBLIC) == f"PublicKey({bytes(PUBLIC).hex()})" and bytes(XONLY).hex() in repr(XONLY)
    hybrid = bytes([6 | PUBLIC.to_bytes(False)[64] & 1]) + PUBLIC.to_bytes(False)[1:]
    assert PublicKey(hybrid, hybrid=True) == PUBLIC
    with pytest.raises(Error) as refused:
        PublicKey(hybrid)
    assert refused.value.status == ufsecp.Status.PUBKEY_FORMAT
    high = SIGNATURE[:32] + (N - int.from_bytes(SIGNATURE[32:], "big")).to_bytes(32, "big")
    assert ufsecp.ecdsa_normalize(high) == (SIGNATURE, True)
    assert ufsecp.ecdsa_normalize(SIGNATURE) == (SIGNATURE, False)
    assert PUBLIC.verify_ecdsa(HASH, high) and not PUBLIC.verify_ecdsa(HASH, high, low_s=True)
    assert PUBLIC.check_ecdsa(HASH, high, low_s=True) == ufsecp.Status.S_HIGH
    assert PUBLIC.check_ecdsa(digest(1), SIGNATURE) == ufsecp.Status.BAD_SIGNATURE
    assert "signature" in ufsecp.Status.BAD_SIGNATURE.text.lower() or ufsecp.Status.R_ZERO.text


def test_tweaks_agree():
    for i in range(8):
        tweak = secret(100 + i)
        with PrivateKey(secret(i)) as key:
            public, xonly = key.public_key(), key.xonly_public_key()
            assert key.tweak_add(tweak).public_key() == public.tweak_add(tweak)
            assert key.tweak_mul(tweak).public_key() == public.tweak_mul(tweak)
            assert key.negate().public_key() == public.negate()
            assert PublicKey.combine([public, PrivateKey(tweak).public_key()]) == public.tweak_add(
                tweak
            )
            output, odd = xonly.tweak_add(tweak)
            tweaked = key.xonly_tweak_add(tweak)
            assert tweaked.xonly_public_key() == output
            assert (tweaked.public_key().to_bytes()[0] == 3) == odd
    other = PrivateKey(secret(1))
    assert KEY.ecdh(other.public_key()) == other.ecdh(PUBLIC) != KEY.ecdh_x(other.public_key())


def test_no_tweak():
    negative = (N - int.from_bytes(secret(0), "big")).to_bytes(32, "big")
    for tweak in (ORDER, b"\xff" * 32, negative):
        for key in (KEY, PUBLIC):
            with pytest.raises(Error, match="infinity|zero"):
                key.tweak_add(tweak)
    for tweak in (ORDER, ZERO):
        for key in (KEY, PUBLIC):
            with pytest.raises(Error, match="zero or not below n"):
                key.tweak_mul(tweak)
    assert KEY.tweak_add(ZERO) == KEY and PUBLIC.tweak_add(ZERO) == PUBLIC
    with pytest.raises(Error):
        PublicKey.combine([])
    with pytest.raises(Error):
        PublicKey.combine([PUBLIC, PUBLIC.negate()])
    xonly = PUBLIC.xonly()
    for others in ([xonly, xonly], [b""], [PUBLIC, PUBLIC.to_bytes()], [None]):
        with pytest.raises(TypeError, match="keys: expected PublicKeys, not "):
            PublicKey.combine(others)
    for nothing in (None, 3):
        with pytest.raises(TypeError):
            PublicKey.combine(nothing)


CALLS = {
    "PrivateKey": lambda x: PrivateKey(x),
    "PublicKey": lambda x: PublicKey(x),
    "XOnlyPublicKey": lambda x: XOnlyPublicKey(x),
    "recover hash": lambda x: PublicKey.recover(x, SIGNATURE + b"\0"),
    "recover": lambda x: PublicKey.recover(HASH, x),
    "verify_ecdsa hash": lambda x: PUBLIC.verify_ecdsa(x, SIGNATURE),
    "verify_ecdsa": lambda x: PUBLIC.verify_ecdsa(HASH, x),
    "check_ecdsa": lambda x: PUBLIC.check_ecdsa(HASH, x),
    "verify_schnorr": lambda x: XONLY.verify_schnorr(b"", x),
    "check_schnorr": lambda x: XONLY.check_schnorr(b"", x),
    "tweak_add": lambda x: PUBLIC.tweak_add(x),
    "tweak_mul": lambda x: PUBLIC.tweak_mul(x),
    "xonly tweak_add": lambda x: XONLY.tweak_add(x),
    "taproot root": lambda x: XONLY.taproot_output_key(x or b"\0"),
    "sign_ecdsa": lambda x: KEY.sign_ecdsa(x),
    "sign_ecdsa extra": lambda x: KEY.sign_ecdsa(HASH, extra=x),
    "sign_recoverable": lambda x: KEY.sign_recoverable(x),
    "sign_schnorr aux": lambda x: KEY.sign_schnorr(b"", aux=x),
    "secret tweak_add": lambda x: KEY.tweak_add(x),
    "secret tweak_mul": lambda x: KEY.tweak_mul(x),
    "secret xonly": lambda x: KEY.xonly_tweak_add(x),
    "secret taproot": lambda x: KEY.taproot_output_key(x),
    "to_der": lambda x: ufsecp.ecdsa_to_der(x),
    "normalize": lambda x: ufsecp.ecdsa_normalize(x),
}


@pytest.mark.parametrize("name", CALLS)
def test_wrong_arguments(name):
    for size in (0, 1, 31, 34, 63, 66, 10**6):
        with pytest.raises(ValueError, match=r"expected .* bytes, not"):
            CALLS[name](bytes(size))
    for value in ("a" * 32, 32, [0] * 32, object()):
        with pytest.raises(TypeError, match="expected bytes, not"):
            CALLS[name](value)


@pytest.mark.parametrize("name", ["verify_schnorr", "sign_schnorr", "from_der"])
def test_messages_are_bytes(name):
    calls = {
        "verify_schnorr": lambda x: XONLY.verify_schnorr(x, bytes(64)),
        "sign_schnorr": lambda x: KEY.sign_schnorr(x),
        "from_der": lambda x: ufsecp.ecdsa_from_der(x),
    }
    for value in ("text", None, 3):
        with pytest.raises(TypeError, match="expected bytes"):
            calls[name](value)


def test_no_keys():
    for bad in (ZERO, ORDER, b"\xff" * 32):
        with pytest.raises(Error, match="zero or not below n"):
            PrivateKey(bad)
    for bad, status in (
        (b"\x05" + bytes(32), "PUBKEY_FORMAT"),
        (b"\x02" + b"\xff" * 32, "PUBKEY_RANGE"),
        (b"\x02" + bytes(31) + b"\x05", "PUBKEY_OFF_CURVE"),
        (b"\x04" + bytes(64), "PUBKEY_OFF_CURVE"),
    ):
        with pytest.raises(Error) as refused:
            PublicKey(bad)
        assert refused.value.status == ufsecp.Status[status]
    with pytest.raises(Error):
        XOnlyPublicKey(b"\xff" * 32)
    with pytest.raises(Error) as refused:
        PublicKey.recover(HASH, SIGNATURE + b"\x04")
    assert refused.value.status == ufsecp.Status.RECID
    with pytest.raises(Error):
        ufsecp.ecdsa_normalize(b"\xff" * 64)


def test_schnorr_messages_of_any_length():
    for size in (0, 1, 32, 33, 1000, 10**6):
        message = bytes(size)
        signature = KEY.sign_schnorr(message)
        assert XONLY.verify_schnorr(message, signature)
        assert not XONLY.verify_schnorr(message + b"x", signature)
    assert KEY.sign_schnorr(b"") != KEY.sign_schnorr(b"")  # fresh randomness
    assert KEY.sign_schnorr(b"", aux=ZERO) == KEY.sign_schnorr(b"", aux=ZERO)
    for kind in (bytearray, memoryview):
        assert XONLY.verify_schnorr(kind(b"abc"), kind(KEY.sign_schnorr(kind(b"abc"))))


@pytest.mark.parametrize("on", [True, 1, 2, "yes"])
def test_sign_check(on):
    ufsecp.set_sign_check(on)
    try:
        assert _secret.lib.ufsecp_sign_check() == 1
        assert KEY.sign_ecdsa(HASH) == SIGNATURE
    finally:
        ufsecp.set_sign_check(False)
    assert _secret.lib.ufsecp_sign_check() == 0


def test_statuses_are_true_if_ok():
    assert [status for status in ufsecp.Status if status] == [ufsecp.Status.OK]
    assert PUBLIC.check_ecdsa(HASH, SIGNATURE)
    assert not PUBLIC.check_ecdsa(HASH, ZERO * 2)


def test_ecdh_takes_public_keys():
    for call in (KEY.ecdh, KEY.ecdh_x):
        for other in (bytes(PUBLIC), XONLY, None, KEY):
            with pytest.raises(TypeError, match="public_key: expected a PublicKey, not"):
                call(other)


# ---- Secrets


def slot(key):
    with key._secret:
        return key._secret.view(_secret.SIZE)


def test_wiped_when_closed():
    for close in (
        lambda k: k.close(),
        lambda k: k.__exit__(None, None, None),
        lambda k: k.__del__(),
    ):
        key = PrivateKey(secret(5))
        memory = slot(key)
        assert bytes(memory[:32]) == secret(5) and bytes(memory[32:64]) != bytes(32)
        close(key)
        assert bytes(memory) == bytes(_secret.SIZE)
        assert key.closed and repr(key) == "<PrivateKey, closed>"
        key.close()


def test_wiped_when_collected():
    key = PrivateKey(secret(5))
    memory = slot(key)
    del key
    gc.collect()
    assert bytes(memory) == bytes(_secret.SIZE)


def test_wiped_when_no_key():
    taken = PrivateKey(secret(5))
    address = taken._secret._address
    taken.close()
    with pytest.raises(Error):
        PrivateKey(b"\xff" * 32)
    seen = (_secret.ctypes.c_char * _secret.SIZE).from_address(address)
    assert seen.raw == bytes(_secret.SIZE)


def test_tweaks_leave_no_copy(monkeypatch):
    """Of a tweak that its owner can overwrite."""
    expected = KEY.tweak_add(secret(1)), KEY.tweak_mul(secret(1))
    watched = Watched(_keys.lib)
    monkeypatch.setattr(_keys, "lib", watched)
    wide = memoryview(bytearray(b"".join(bytes((byte, 0)) for byte in secret(1))))
    tweaks = bytearray(secret(1)), memoryview(bytearray(secret(1))), wide[::2]
    for tweak in tweaks:
        assert (KEY.tweak_add(tweak), KEY.tweak_mul(tweak)) == expected
    with pytest.raises(Error):
        KEY.tweak_add(bytearray(ORDER))
    assert watched.left() == (2 * len(tweaks) + 1, [])


def test_closed_key_refuses():
    key = PrivateKey(secret(5))
    with key as same:
        assert same is key
    for call in (
        lambda: key.sign_ecdsa(HASH),
        lambda: key.sign_schnorr(b""),
        lambda: key.sign_recoverable(HASH),
        lambda: key.public_key(),
        lambda: key.xonly_public_key(),
        lambda: key.to_bytes(),
        lambda: key.ecdh(PUBLIC),
        lambda: key.tweak_add(secret(1)),
        lambda: key.negate(),
        lambda: key.taproot_output_key(),
        lambda: key == KEY,
        lambda: ufsecp.ecdh(key, [bytes(PUBLIC)]),
    ):
        with pytest.raises(ValueError, match="the key is closed"):
            call()


def test_never_shown_or_copied():
    for text in (repr(KEY), str(KEY), f"{KEY}", repr([KEY]), repr(vars(type(KEY)).get("_secret"))):
        assert secret(0).hex() not in text and repr(secret(0)) not in text
        assert str(int.from_bytes(secret(0), "big")) not in text
    for call in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="not pickled or copied"):
            call(KEY)
    with pytest.raises(TypeError, match="unhashable"):
        hash(KEY)
    assert not hasattr(KEY, "__dict__")
    with pytest.raises(Error) as refused:
        PrivateKey(b"\xff" * 32)
    assert "ff" * 8 not in str(refused.value)


def test_equality():
    assert PrivateKey(secret(0)) == KEY != PrivateKey(secret(1))
    assert KEY != secret(0) and not KEY == 3 and KEY == KEY


def test_generate():
    keys = [PrivateKey.generate() for _ in range(100)]
    assert len({key.to_bytes() for key in keys}) == 100
    assert PUBLIC.verify_ecdsa(HASH, SIGNATURE) and keys[0].public_key() != PUBLIC


def test_many_keys_share_pages():
    gc.collect()  # which closes the keys of other tests
    keys = [PrivateKey(secret(i)) for i in range(500)]
    assert len({key._secret._block for key in keys}) <= 500 * _secret.SIZE // _secret.BLOCK + 2
    assert [key.to_bytes() for key in keys] == [secret(i) for i in range(500)]
    for key in keys:
        key.close()
    PrivateKey(secret(0)).close()
    assert len(_secret._pool().free) <= 3


def python(code, **environment):
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=120,
    )


@pytest.mark.skipif(sys.platform != "linux", reason="prlimit")
def test_no_locked_memory():
    done = python(
        "import resource, ufsecp\n"
        "resource.setrlimit(resource.RLIMIT_MEMLOCK, (0, 0))\n"
        "try: ufsecp.PrivateKey(bytes([1] * 32))\n"
        "except MemoryError as error: print(error)\n"
        "else: print('locked')"
    )
    # A privileged process is not limited.
    assert "ulimit -l" in done.stdout or done.stdout == "locked\n", done


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork")
@pytest.mark.parametrize(
    "fork",
    [
        "os.fork()",
        pytest.param(
            "ctypes.PyDLL(None).fork()",
            marks=pytest.mark.skipif(not hasattr(ctypes, "PyDLL"), reason="CPython's"),
        ),
    ],
)
def test_forked_child(fork):
    """Also where Python does not know of the fork."""
    done = python(
        "import ctypes, os, sys, ufsecp\n"
        "key = ufsecp.PrivateKey(bytes([1] * 32))\n"
        "other = ufsecp.PrivateKey(bytes([2] * 32))\n"
        f"child = {fork}\n"
        "if not child:\n"
        "    code = 0\n"
        "    for call in (\n"
        "        lambda: key.sign_ecdsa(bytes(32)), key.to_bytes, lambda: key == other\n"
        "    ):\n"
        "        try: call(); code |= 1\n"
        "        except RuntimeError as error: code |= 2 * ('forked' not in str(error))\n"
        "    key.close()\n"
        "    if not key.closed or other.closed: code |= 4\n"
        "    mine = ufsecp.PrivateKey(bytes([2] * 32))\n"
        "    if mine._secret._block == other._secret._block: code |= 8\n"
        "    mine.sign_ecdsa(bytes(32))\n"
        "    os._exit(code)\n"
        "assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0\n"
        "key.sign_ecdsa(bytes(32)); print('signed')"
    )
    assert done.stdout == "signed\n", done


def test_threads_share_and_close_a_key():
    """A key that is closed while others sign: they finish, or are refused; no other signature."""
    want = [KEY.sign_ecdsa(digest(i)) for i in range(50)]
    wrong = []

    def work(key):
        for i in range(50):
            try:
                signature = key.sign_ecdsa(digest(i))
            except ValueError:
                return
            if signature != want[i]:
                wrong.append(i)

    for _ in range(20):
        key = PrivateKey(secret(0))
        workers = [threading.Thread(target=work, args=(key,)) for _ in range(4)]
        for worker in workers:
            worker.start()
        key.close()
        others = [PrivateKey(secret(7)) for _ in range(40)]  # take the slots that are free
        for worker in workers:
            worker.join()
        assert len(others) == 40
    assert not wrong
