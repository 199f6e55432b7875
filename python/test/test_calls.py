"""Single calls by both ways, through the compiled module and through ctypes: the same results, the
same errors; references, users of a secret, and the GIL."""

import gc
import hashlib
import os
import shutil
import subprocess
import sys
import sysconfig
import threading
from pathlib import Path

import pytest
from data import N, digest, secret
from ufsecp import PrivateKey, _calls, _library, ecdsa_to_der, pubkeys, tagged_hash

module = _calls._single
compiled = pytest.mark.skipif(not module, reason="the module is not used here")
KEY = PrivateKey(secret(0))
PUBLIC, HASH = KEY.public_key().to_bytes(False), digest(0)
SIGNATURE, SCHNORR = KEY.sign_recoverable(HASH), KEY.sign_schnorr(b"a message", aux=bytes(32))
GOOD = {
    "aux": bytes(32),
    "data": PUBLIC,
    "der": ecdsa_to_der(SIGNATURE[:64]),
    "extra": HASH,
    "flags": 0,
    "hash": HASH,
    "key": PUBLIC,
    "merkle_root": None,
    "message": b"a message",
    "signature": None,
    "tag": b"a tag",
    "tweak": secret(1),
}


class Bytes(bytes):
    pass


class Lying(bytes):
    """Says another length than it has."""

    def __len__(self):
        return self.said

    def __bytes__(self):
        return bytes(self.said)


def lying(size, said):
    value = Lying(size)
    value.said = said
    return value


class Convertible:
    def __bytes__(self):
        return bytes(32)


SIZES = (0, 1, 31, 32, 33, 63, 64, 65, 66, 72, 10**7)
HOSTILE = [
    None,
    3,
    4,
    -1,
    2**70,
    1.5,
    "a" * 32,
    [0] * 32,
    object(),
    Convertible(),
    bytes,
    range(32),
]
HOSTILE += [kind(bytes(size)) for size in SIZES for kind in (bytes, Bytes, bytearray, memoryview)]
HOSTILE += [lying(size, said) for size in (1, 32) for said in (20, 32, 33, 64, 65, 10**7)]
HOSTILE += [b"\xff" * 32, b"\xff" * 64, N.to_bytes(32, "big"), memoryview(bytes(64))[::2]]
HOSTILE += [memoryview(bytes(256)).cast("d"), memoryview(bytes(64)).cast("B", (2, 32))]
HOSTILE += [b"\x02" + b"\xff" * 32, b"\x06" + PUBLIC[1:], bytes(PUBLIC[:64]) + b"\0", SIGNATURE]


def arguments(name):
    """(name, mark, value) of each argument that the caller gives."""
    given = []
    for mark, name_of, numbers in _calls._steps(_calls._TAKES[name]):
        if mark in ":?n@":
            value = KEY._secret if mark == "@" else GOOD[name_of]
            if name_of == "key" and numbers == [32]:
                value = PUBLIC[1:33]
            if name_of == "signature":
                value = SCHNORR if "schnorr" in name else SIGNATURE[: numbers[0]]
            given.append((name_of, mark, value))
    return given


def outcome(call, *values):
    """What a call gives, or the error that it raises."""
    try:
        return call(*values)
    except Exception as error:
        return type(error), str(error)


def python(code, **environment):
    """What a program prints."""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=120,
    )
    assert not done.returncode, done.stderr
    return done.stdout.strip()


def ways(name):
    takes = _calls._TAKES[name]
    return _calls._made(module, name, takes), _calls._by_ctypes(name, takes)


@pytest.mark.parametrize("name", _calls._TAKES)
def test_types(name):
    """The types that ctypes is told are those of what the call passes."""
    after_output = {">": "p", "@": "p", "#": "p", "^": "p", ":": "b", "?": "b", "n": "u"}
    after_bytes = {**after_output, "#": "z", "^": "i"}
    kinds, mine = "", after_bytes
    for mark, _, numbers in _calls._steps(_calls._TAKES[name]):
        mine = after_output if mark == ">" else after_bytes if mark in ":?" else mine
        kinds += ("z" if numbers[0] else "p") if mark == "=" else mine[mark]
    assert kinds == _library._CALLS[name]


def test_way():
    """The module is used on every CPython with the GIL, unless ctypes was asked for. CPython 3.9
    cannot build it."""
    wanted = sys.implementation.name == "cpython" and not os.environ.get("UFSECP_CTYPES")
    if sys.version_info < (3, 10):
        wanted = wanted and any(Path(_calls.__file__).parent.glob("_single.*"))
    assert bool(module) == (wanted and not sysconfig.get_config_var("Py_GIL_DISABLED"))
    code = (
        "from ufsecp import PrivateKey, _calls; assert not _calls._single; "
        "print(PrivateKey(bytes([1] * 32)).sign_ecdsa(bytes(32)).hex())"
    )
    printed = python(code, UFSECP_CTYPES="1")
    assert printed == PrivateKey(bytes([1] * 32)).sign_ecdsa(bytes(32)).hex()


@pytest.mark.skipif(sys.platform != "linux", reason="/proc")
def test_other_library(tmp_path):
    """UFSECP_LIBRARY names the only library that either way loads."""
    other = shutil.copy(_library.lib._name, tmp_path / "other.so")
    code = (
        "from ufsecp import PrivateKey, _library; PrivateKey(bytes([1] * 32)).public_key(); "
        "print(_library.lib._name, 'libufsecp' in open('/proc/self/maps').read())"
    )
    for by_ctypes in ("", "1"):
        printed = python(code, UFSECP_LIBRARY=str(other), UFSECP_CTYPES=by_ctypes)
        assert printed == f"{other} False"


@compiled
@pytest.mark.parametrize("name", _calls._TAKES)
def test_same_results_and_errors(name):
    ours, theirs = ways(name)
    given = arguments(name)
    values = [value for _, _, value in given]
    good = outcome(ours, *values)
    assert good == outcome(theirs, *values)
    assert good == 1 or isinstance(good, bytes)
    for i, (_, mark, _) in enumerate(given):
        for hostile in HOSTILE:
            if mark == "n" and not isinstance(hostile, int):
                continue  # the package itself gives these, and secrets
            tried = [*values[:i], hostile, *values[i + 1 :]]
            gave = [outcome(way, *tried) for way in (ours, theirs)]
            if mark == "@":  # both refuse it, in words of their own
                assert all(issubclass(error, Exception) for error, _ in gave), gave
            else:
                assert gave[0] == gave[1], (given[i], hostile)
    for tried in ((), values[1:], [*values, 0]):
        for way in (ours, theirs):
            assert outcome(way, *tried)[0] is TypeError
            with pytest.raises(TypeError):
                way(**{name_of or "secret": value for name_of, _, value in given})


def test_tagged_hash():
    for tag, message in ((b"", b""), (b"BIP0340/nonce", bytes(96)), (b"x" * 99, bytes(10**6))):
        inner = hashlib.sha256(tag).digest()
        assert tagged_hash(tag, message) == hashlib.sha256(inner * 2 + message).digest()
    assert tagged_hash(bytearray(b"t"), memoryview(b"m")) == tagged_hash(b"t", b"m")
    for tag, message, name in (("t", b"", "tag"), (b"", None, "message")):
        with pytest.raises(TypeError, match=f"{name}: expected bytes"):
            tagged_hash(tag, message)


@pytest.mark.parametrize("said", [32, 64, 2**20])
def test_lying_length(said):
    """What counts is the length that bytes have, by either way."""
    value = lying(1, said)
    for size in (32, 64):
        with pytest.raises(ValueError, match=f"expected {size} bytes, not 1"):
            _library.as_bytes("name", value, size)
    assert tagged_hash(b"", value) == tagged_hash(b"", b"\0")
    assert tagged_hash(value, b"") == tagged_hash(b"\0", b"")
    with pytest.raises(ValueError, match="not 1"):
        KEY.public_key().verify_ecdsa(HASH, value)
    with pytest.raises(ValueError, match="expected n . 32 bytes, not 1"):
        pubkeys(value)


@compiled
@pytest.mark.parametrize("name", _calls._TAKES)
def test_references(name):
    """No call keeps or drops a reference, neither one that works nor one that raises."""
    ours, _ = ways(name)
    values = [value for _, _, value in arguments(name)]
    copies = [
        [Bytes(value) if isinstance(value, bytes) else value for value in values],
        [bytearray(value) if isinstance(value, bytes) else value for value in values],
        [b"\xff" * len(value) if isinstance(value, bytes) else value for value in values],
        [*values[:-1], "text"],
        values[1:],
    ]
    times = 20_000 if name in _calls._BRIEF else 1_000

    def loop():
        for tried in (values, *copies):
            for _ in range(times):
                try:
                    ours(*tried)
                except (TypeError, ValueError):
                    pass

    times, saved = 10, times
    loop()  # what is allocated once
    times = saved
    gc.collect()
    watched = [value for value in (*sum(copies, values), ours) if value not in (None, 0)]
    before = [sys.getrefcount(value) for value in watched]
    blocks = sys.getallocatedblocks()
    loop()
    gc.collect()
    assert abs(sys.getallocatedblocks() - blocks) < 500
    assert before == [sys.getrefcount(value) for value in watched]


@compiled
def test_made_calls_are_freed():
    def make():
        return _calls._made(module, "ecdsa_verify", _calls._TAKES["ecdsa_verify"])

    for _ in range(1000):
        make()
    gc.collect()
    blocks, count = sys.getallocatedblocks(), sys.getrefcount(module.Lease)
    for _ in range(1000):
        make()
    gc.collect()
    now, references = sys.getallocatedblocks(), sys.getrefcount(module.Lease)
    assert abs(now - blocks) < 500 and references == count
    for name in ("no_such_call", "ecdsa_verify"):
        with pytest.raises(SystemError, match="is not known with these arguments"):
            module.make(name, 0, False, (), None, None)
    with pytest.raises(TypeError):
        module.make("ecdsa_verify", 0, False, ((), (), (), (), ()), None, None)


LEASES = [_calls._Lease, *([module.Lease] if module else [])]


@pytest.mark.parametrize("lease", LEASES)
def test_lease(lease):
    """A secret's memory is given back once, when it is closed and the last user is done."""
    given = []

    class Kept(lease):
        def _give_back(self):
            given.append(self._address)

        def _refuse(self):
            raise ValueError("closed" if self.closed else "forked")

    kept = Kept(2**40)
    assert kept._address == 2**40 and not kept.closed
    with kept as first, kept as second:
        assert first == second == 2**40
        kept.close()
        assert kept.closed and not given
        with pytest.raises(ValueError, match="closed"):
            kept.__enter__()
    assert given == [2**40]
    kept.close()
    assert given == [2**40]
    Kept(1).close()
    assert given == [2**40, 1]
    if hasattr(sys, "getrefcount"):  # CPython
        kept, nones = Kept(1), sys.getrefcount(None)
        for _ in range(1000):
            with kept:
                pass
        assert abs(sys.getrefcount(None) - nones) < 500


@compiled
def test_lease_of_a_call():
    """A call that fails, or refuses, leaves nobody as a user."""
    key = PrivateKey(secret(2))
    sign = ways("ecdsa_sign")[0]
    for extra in ("text", bytes(31)):
        with pytest.raises((TypeError, ValueError)):
            sign(HASH, key._secret, extra)
    key.close()
    for name in ("ecdsa_sign", "keypair_create"):
        values = [key._secret if mark == "@" else v for _, mark, v in arguments(name)]
        for way in ways(name):
            assert outcome(way, *values) == (ValueError, "the key is closed")
    taken = PrivateKey(secret(3))
    assert taken._secret._address == key._secret._address  # it was given back


def another_ran(call, values, times):
    """Whether another thread ran during calls."""
    go, ran = threading.Event(), []

    def other():
        go.wait()
        ran.append(True)

    interval = sys.getswitchinterval()
    thread = threading.Thread(target=other)
    thread.start()
    try:
        sys.setswitchinterval(1000)  # no thread is asked to let another one run
        go.set()
        for _ in range(times):
            if ran:
                break
            call(*values)
        return bool(ran)
    finally:
        sys.setswitchinterval(interval)
        thread.join()


@compiled
@pytest.mark.parametrize("name", ["ecdsa_verify", "ecdsa_sign", "schnorr_verify", "tagged_hash"])
def test_gil(name):
    """Another thread runs during a call, but not during a brief one. A thread that starts late may
    be asked before: so there are several tries."""
    values, brief = [value for _, _, value in arguments(name)], name in _calls._BRIEF
    times = 1_000_000 if brief else 100_000
    assert any(another_ran(ways(name)[0], values, times) != brief for _ in range(5))
    if name == "tagged_hash":
        assert another_ran(ways(name)[0], [b"a tag", bytes(507)], 100_000)
