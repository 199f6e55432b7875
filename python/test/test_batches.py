"""Batches in lists: verdicts, reasons, nulls, what is refused, threads."""

import ctypes
import os
import subprocess
import sys
import threading
import types
from array import array
from collections import deque

import pytest
import ufsecp
from data import N, digest, real, secret
from ufsecp import PrivateKey, PublicKey, Status, _batch

COUNT = 80
SECKEYS = [secret(i) for i in range(COUNT)]
HASHES = [digest(i) for i in range(COUNT)]
KEYS = [PrivateKey(s) for s in SECKEYS]
PUBKEYS = [bytes(key.public_key()) for key in KEYS]
ECDSA = [key.sign_ecdsa(h) for key, h in zip(KEYS, HASHES)]
RECOVERABLE = [key.sign_recoverable(h) for key, h in zip(KEYS, HASHES)]
SCHNORR = [key.sign_schnorr(h, aux=bytes(32)) for key, h in zip(KEYS, HASHES)]
AUX = [digest(1000 + i) for i in range(COUNT)]
XONLY = [bytes(key.xonly_public_key()) for key in KEYS]

# name -> (call of its columns, good columns, the result of all rows)
CALLS = {
    "verify_ecdsa": (ufsecp.verify_ecdsa, [HASHES, PUBKEYS, ECDSA], [True] * COUNT),
    "verify_schnorr": (ufsecp.verify_schnorr, [HASHES, XONLY, SCHNORR], [True] * COUNT),
    "recover": (ufsecp.recover, [HASHES, RECOVERABLE], PUBKEYS),
    "ecrecover": (
        ufsecp.ecrecover,
        [HASHES, RECOVERABLE],
        [PublicKey(key).ethereum_address() for key in PUBKEYS],
    ),
    "pubkeys": (ufsecp.pubkeys, [SECKEYS], PUBKEYS),
    "decompress": (ufsecp.decompress, [PUBKEYS], [PublicKey(k).to_bytes(False) for k in PUBKEYS]),
    "ecdh": (
        lambda *columns, **options: ufsecp.ecdh(KEYS[0], *columns, **options),
        [PUBKEYS],
        [KEYS[0].ecdh(PublicKey(key)) for key in PUBKEYS],
    ),
    "sign_ecdsa": (ufsecp.sign_ecdsa, [HASHES, SECKEYS], ECDSA),
    "sign_schnorr": (
        lambda aux, *columns, **options: ufsecp.sign_schnorr(*columns, aux=aux, **options),
        [AUX, HASHES, SECKEYS],
        [key.sign_schnorr(h, aux=a) for key, h, a in zip(KEYS, HASHES, AUX)],
    ),
}
NAMES = {
    "verify_ecdsa": ["hash", "pubkey", "signature"],
    "verify_schnorr": ["message", "pubkey", "signature"],
    "recover": ["hash", "signature"],
    "ecrecover": ["hash", "signature"],
    "pubkeys": ["seckey"],
    "decompress": ["pubkey"],
    "ecdh": ["pubkey"],
    "sign_ecdsa": ["hash", "seckey"],
    "sign_schnorr": ["aux", "message", "seckey"],
}
WITHOUT_REASONS = ("pubkeys", "sign_ecdsa", "sign_schnorr")
ALL = pytest.mark.parametrize("name", CALLS)


def bad(value, name):
    """What a row without a result has."""
    return False if name.startswith("verify") else None


@ALL
def test_all_rows(name):
    call, columns, want = CALLS[name]
    assert call(*columns) == want
    assert call(*map(tuple, columns)) == want
    assert call(*(map(bytearray, column) for column in columns)) == want
    assert call(*map(b"".join, columns)) == want
    assert call(*(bytearray(b"".join(column)) for column in columns)) == want
    assert call(*(memoryview(b"".join(column)) for column in columns)) == want
    for n in (0, 1, 7):
        assert call(*(column[:n] for column in columns)) == want[:n]
    assert call(*[b""] * len(columns)) == []


@pytest.mark.parametrize("rows", [1, COUNT])
def test_a_column_keeps_its_size(rows):
    """The library reads it meanwhile: no callback or thread can free that memory."""
    hashes, keys, signatures = (column[:rows] for column in real(COUNT))
    data = bytearray(b"".join(hashes))

    def verify():
        return ufsecp.verify_ecdsa(data, keys, signatures, progress=lambda _: data.clear())

    if sys.implementation.name == "cpython":
        with pytest.raises(BufferError):
            verify()
        assert len(data) == 32 * rows
    else:  # a copy is read
        assert verify() == [True] * rows


@pytest.mark.skipif(sys.implementation.name != "cpython", reason="a copy is read")
def test_memoryviews(monkeypatch):
    """The call reads the memory of one that is writable and contiguous; a copy of others."""
    data = bytearray(b"?" + b"".join(SECKEYS))
    start = _batch.address_of(data) + 1
    read = []
    make = _batch.lib.ufsecp_pubkey_create_batch

    def seen(out, ok, seckeys, n):
        read.append(seckeys)
        return make(out, ok, seckeys, n)

    monkeypatch.setattr(_batch.lib, "ufsecp_pubkey_create_batch", seen)
    view = memoryview(data)[1:]
    assert ufsecp.pubkeys(view) == ufsecp.pubkeys(view.cast("B", (COUNT, 32))) == PUBKEYS
    assert read == [start, start]
    assert ufsecp.pubkeys(memoryview(array("Q", data[1:]))) == PUBKEYS
    with pytest.raises(BufferError):
        ufsecp.pubkeys(view, progress=lambda _: data.clear())
    read.clear()
    assert ufsecp.pubkeys(view.toreadonly()) == PUBKEYS
    spread = bytearray(2 * 32 * COUNT)
    spread[::2] = data[1:]
    assert ufsecp.pubkeys(memoryview(spread)[::2]) == PUBKEYS
    assert start not in read and len(read) == 2
    assert ufsecp.pubkeys(view[:0]) == []


@ALL
def test_a_bad_row_is_alone(name):
    call, columns, want = CALLS[name]
    for c, column in enumerate(columns):
        for row, item in (
            (0, b""),
            (3, bytes(len(column[3]))),
            (11, column[11] + b"x"),
            (12, column[12][:-1]),
            (40, b"\xff" * len(column[40])),
            (COUNT - 1, b"\xff" * 10**5),
        ):
            if name == "verify_schnorr" and c == 0:
                continue  # a message may have any size
            changed = [list(other) for other in columns]
            changed[c][row] = item
            got = call(*changed)
            free = NAMES[name][c] in ("hash", "message", "aux")  # any 32 bytes will do
            if free and len(item) == 32 and not name.startswith("verify"):
                assert got[row] not in (None, want[row])  # another key or signature
            else:
                assert got[row] is bad(got[row], name), (c, row)
            assert got[:row] + got[row + 1 :] == want[:row] + want[row + 1 :]


@ALL
def test_nulls(name):
    call, columns, want = CALLS[name]
    for c in range(len(columns)):
        changed = [list(column) for column in columns]
        changed[c][5] = changed[0][9] = None
        assert call(*changed) == [None if i in (5, 9) else x for i, x in enumerate(want)]
    nothing = [[None] * 3 for _ in columns]
    assert call(*nothing) == [None] * 3
    if name not in WITHOUT_REASONS:
        assert call(*nothing, reasons=True) == ([None] * 3, [None] * 3)


@ALL
def test_refused(name):
    call, columns, _ = CALLS[name]
    for c, argument in enumerate(NAMES[name]):

        def changed(value):
            return [value if i == c else column for i, column in enumerate(columns)]

        for value in ("text", 5, None, {1: 2}, {b"a"}, 1.5, object()):
            if argument == "aux" and value is None:
                continue
            with pytest.raises(TypeError, match=f"{argument}: expected"):
                call(*changed(value))
        for item in ("a" * 32, 7, [1], 1.5):
            column = list(columns[c])
            column[17] = item
            with pytest.raises(TypeError, match=f"{argument}, row 17: expected bytes, not"):
                call(*changed(column))
        if (name, argument) != ("verify_schnorr", "message"):
            with pytest.raises(ValueError, match=rf"{argument}: expected n \* \d+ bytes, not"):
                call(*changed(b"x" * 1001))
        if len(columns) > 1:
            with pytest.raises(ValueError, match="has .* items, but"):
                call(*changed(columns[c][1:]))
    for value in (-1, 1025, 10**30):
        with pytest.raises(ValueError, match="threads: expected"):
            call(*columns, threads=value)
    for value in ("2", 1.0, True):
        with pytest.raises(TypeError, match="threads: expected"):
            call(*columns, threads=value)


def test_reasons():
    keys, signatures, hashes = list(PUBKEYS), list(ECDSA), list(HASHES)
    keys[1] = b"\x05" + keys[1][1:]
    keys[2] = b"\x02" + b"\xff" * 32
    signatures[3] = bytes(64)
    signatures[4] = signatures[5]
    signatures[6] = signatures[6][:40]
    hashes[7] = b"short"
    signatures[8] = signatures[8][:32] + b"\xff" * 32
    verdicts, reasons = ufsecp.verify_ecdsa(hashes, keys, signatures, reasons=True)
    assert reasons[:9] == [
        Status.OK,
        Status.PUBKEY_FORMAT,
        Status.PUBKEY_RANGE,
        Status.R_ZERO,
        Status.BAD_SIGNATURE,
        Status.OK,
        Status.SIG_FORMAT,
        Status.MISUSE,
        Status.S_RANGE,
    ]
    assert verdicts == [reason == Status.OK for reason in reasons]
    assert all(reasons[9:]) and all(isinstance(reason, Status) for reason in reasons)

    recoverable = list(RECOVERABLE)
    recoverable[0] = recoverable[0][:64] + b"\x1b"
    recoverable[1] = bytes(65)
    recoverable[2] = recoverable[2][:64]
    assert ufsecp.recover(hashes, recoverable, reasons=True)[1][:8] == [
        Status.RECID,
        Status.R_ZERO,
        Status.SIG_FORMAT,
        *[Status.OK] * 4,
        Status.MISUSE,
    ]
    keys[3] = keys[3] + b"\0"
    want = [Status.OK, Status.PUBKEY_FORMAT, Status.PUBKEY_RANGE, Status.PUBKEY_FORMAT, Status.OK]
    assert ufsecp.decompress(keys, reasons=True)[1][:5] == want
    assert ufsecp.ecdh(KEYS[3], keys, reasons=True)[1][:5] == want
    schnorr = [*SCHNORR[:1], bytes(63), *SCHNORR[3:5]]
    assert ufsecp.verify_schnorr(HASHES[:4], XONLY[:4], schnorr, reasons=True) == (
        [True, False, False, False],
        [Status.OK, Status.SIG_FORMAT, Status.BAD_SIGNATURE, Status.BAD_SIGNATURE],
    )


def test_options():
    high = [s[:32] + (N - int.from_bytes(s[32:], "big")).to_bytes(32, "big") for s in ECDSA]
    assert all(ufsecp.verify_ecdsa(HASHES, PUBKEYS, high))
    assert not any(ufsecp.verify_ecdsa(HASHES, PUBKEYS, high, low_s=True))
    wide = [PublicKey(key).to_bytes(False) for key in PUBKEYS]
    mixed = wide[:5] + PUBKEYS[5:]
    assert all(ufsecp.verify_ecdsa(HASHES, mixed, ECDSA))
    hybrid = [bytes([6 | key[64] & 1]) + key[1:] for key in wide]
    assert not any(ufsecp.verify_ecdsa(HASHES, hybrid, ECDSA))
    assert all(ufsecp.verify_ecdsa(HASHES, hybrid, ECDSA, hybrid=True))
    der = [ufsecp.ecdsa_to_der(s) for s in ECDSA]
    assert all(ufsecp.verify_ecdsa(HASHES, PUBKEYS, der, encoding="der"))
    long = [s[:1] + b"\x81" + s[1:] for s in der]  # the length in two bytes
    assert not any(ufsecp.verify_ecdsa(HASHES, PUBKEYS, long, encoding="der"))
    assert all(ufsecp.verify_ecdsa(HASHES, PUBKEYS, long, encoding="der-lax"))
    with pytest.raises(ValueError, match="encoding: expected one of compact, der, der-lax"):
        ufsecp.verify_ecdsa(HASHES, PUBKEYS, der, encoding="ber")
    with pytest.raises(TypeError, match="signature: expected a sequence"):
        ufsecp.verify_ecdsa(HASHES, PUBKEYS, b"".join(der), encoding="der")
    messages = [b"x" * i for i in range(COUNT)]
    signed = [key.sign_schnorr(message) for key, message in zip(KEYS, messages)]
    assert all(ufsecp.verify_schnorr(messages, XONLY, signed))


def test_batch_verify_schnorr():
    assert ufsecp.batch_verify_schnorr(HASHES, XONLY, SCHNORR) == (True, [])
    assert ufsecp.batch_verify_schnorr([], [], []) == (True, [])
    many = [column * 60 for column in (HASHES, XONLY, SCHNORR)]
    assert ufsecp.batch_verify_schnorr(*many).valid
    many[2][4000] = many[2][4001]
    many[1][17] = bytes(32)
    many[0][99] = b"short"
    many[0][100] = None
    assert ufsecp.batch_verify_schnorr(*many) == (False, [17, 99, 4000])
    assert not ufsecp.batch_verify_schnorr(*many)
    assert ufsecp.batch_verify_schnorr(HASHES, XONLY, SCHNORR)
    for column in range(3):
        with pytest.raises(TypeError, match="row 0: expected bytes, not"):
            ufsecp.batch_verify_schnorr(*[["x"] if i == column else [b""] for i in range(3)])


def test_sign_many(monkeypatch):
    """More rows than a part; randomness of the system's where none is given; columns stay."""
    n = ufsecp._batch.PART + 5
    hashes, seckeys = (HASHES * (n // COUNT + 1))[:n], (SECKEYS * (n // COUNT + 1))[:n]
    seckeys[n - 1] = bytes(32)
    signatures = ufsecp.sign_ecdsa(hashes, seckeys, threads=2)
    assert signatures[: n - 1] == (ECDSA * (n // COUNT + 1))[: n - 1] and signatures[-1] is None
    assert ufsecp.sign_schnorr([], []) == ufsecp.sign_ecdsa(b"", b"") == []
    first, second = (ufsecp.sign_schnorr(HASHES, SECKEYS) for _ in range(2))
    assert not set(first) & set(second) and len(set(first)) == COUNT
    assert all(ufsecp.verify_schnorr(HASHES, XONLY, first))
    monkeypatch.setattr("os.urandom", lambda size: b"".join(AUX))
    assert ufsecp.sign_schnorr(HASHES, SECKEYS) == CALLS["sign_schnorr"][2]


def test_a_fault_while_a_batch_signs(monkeypatch):
    sign = _batch.lib.ufsecp_ecdsa_sign_batch

    def struck(out, ok, *rest):
        made = sign(out, ok, *rest)
        ctypes.memset(ok + 1, 0, 1)
        return made

    monkeypatch.setattr(_batch.lib, "ufsecp_ecdsa_sign_batch", struck)
    with pytest.raises(RuntimeError, match="the check after signing failed"):
        ufsecp.sign_ecdsa(HASHES, SECKEYS)


def test_progress(monkeypatch):
    """A function gets the rows that are done, part by part; a bar gets them all."""
    n = ufsecp._batch.PART + 7
    done = []
    column = (SECKEYS * (n // COUNT + 1))[:n]
    assert len(ufsecp.pubkeys(column, progress=done.append, threads=2)) == n
    assert done == [n - 7, 7]
    for call, columns, want in CALLS.values():
        done.clear()
        assert call(*columns, progress=done.append) == want and done == [COUNT]
        assert call(*columns, progress=False) == want
        with pytest.raises(TypeError, match="progress: expected a bool or a function of rows"):
            call(*columns, progress="yes")
        with pytest.raises(ZeroDivisionError):
            call(*columns, progress=lambda rows: 1 // 0)
    done.clear()
    assert ufsecp.batch_verify_schnorr(HASHES, XONLY, SCHNORR, progress=done.append).valid
    assert done == [COUNT]
    shown = []

    class Bar:
        def __init__(self, **options):
            shown.append(options["total"])

        def update(self, rows):
            shown.append(rows)

        def close(self):
            shown.append("closed")

    monkeypatch.setitem(sys.modules, "tqdm", types.SimpleNamespace(tqdm=Bar))
    ufsecp.decompress(PUBKEYS, progress=True)
    assert shown == [COUNT, COUNT, "closed"]
    monkeypatch.setitem(sys.modules, "tqdm", None)
    with pytest.raises(ImportError, match="progress=True needs tqdm .* or pass a function"):
        ufsecp.decompress(PUBKEYS, progress=True)


def test_ecdh_key():
    assert ufsecp.ecdh(SECKEYS[0], PUBKEYS) == ufsecp.ecdh(KEYS[0], PUBKEYS)
    assert ufsecp.ecdh(SECKEYS[0], iter(PUBKEYS)) == ufsecp.ecdh(KEYS[0], iter(PUBKEYS))
    with pytest.raises(ufsecp.Error, match="no secret key"):
        ufsecp.ecdh(bytes(32), PUBKEYS)
    with pytest.raises(TypeError):
        ufsecp.ecdh("x", PUBKEYS)


def test_items_of_other_types():
    """Whatever has a buffer is an item of its bytes."""
    key = PUBKEYS[0]
    spread = bytearray(66)
    spread[::2] = key
    items = [key, bytearray(key), memoryview(key), memoryview(spread)[::2], array("B", key)]
    want = [PublicKey(key).to_bytes(False)] * len(items)
    assert ufsecp.decompress(items) == want
    assert ufsecp.decompress([*items, None, b""]) == [*want, None, None]
    seckey = array("Q", SECKEYS[0])  # four elements of eight bytes
    assert ufsecp.pubkeys([seckey, seckey]) == [key, key]
    assert ufsecp.pubkeys(iter([seckey])) == ufsecp.pubkeys(deque([seckey])) == [key]
    assert ufsecp.pubkeys([array("Q", SECKEYS[0][:8])]) == [None]


def test_parts():
    """More rows than are handed over at a time, with bad ones at the borders."""
    n = ufsecp._batch.PART
    hashes, keys, signatures = (column * 18 for column in real(3648))
    assert len(hashes) > n
    want = [True] * len(hashes)
    for row in (0, n - 1, n, len(hashes) - 1):
        signatures[row], want[row] = bytes(64), False
    want[5] = hashes[5] = None
    assert ufsecp.verify_ecdsa(hashes, keys, signatures, threads=2) == want
    points = ufsecp.decompress(keys, threads=2)
    assert [p[1:33] for p in points] == [k[1:] for k in keys]


def test_threads():
    assert ufsecp.threads() == 1
    ufsecp.set_threads(2)
    assert ufsecp.threads() == 2
    ufsecp.set_threads(1)
    for value in (-1, 1025):
        with pytest.raises(ValueError):
            ufsecp.set_threads(value)
    columns = [column * 20 for column in CALLS["verify_ecdsa"][1]]
    wrong = []

    def work(threads):
        for _ in range(5):
            if not all(ufsecp.verify_ecdsa(*columns, threads=threads)):
                wrong.append(threads)

    workers = [threading.Thread(target=work, args=(n,)) for n in (1, 2, 3, 4, None)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert not wrong and ufsecp.threads() == 1


FORK = """
import os, signal, threading, ufsecp
from ufsecp import _library
inside, forked = threading.Event(), threading.Event()
def wait(rows):
    inside.set()
    forked.wait(30)
def batch():
    ufsecp.decompress([bytes(33)], threads=2, progress=wait)
def lock():
    with _library._limit_lock:
        wait(0)
ufsecp.set_threads(3)
worker = threading.Thread(target={work})
worker.start()
inside.wait(30)
child = os.fork()
if not child:
    signal.alarm(20)
    code = ufsecp.threads() != 3
    ufsecp.decompress([bytes(33)], threads=2)
    code |= 2 * (ufsecp.threads() != 3)
    ufsecp.set_threads(1)
    code |= 4 * (ufsecp.threads() != 1)
    os._exit(code)
forked.set()
worker.join()
print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), ufsecp.threads())
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork")
@pytest.mark.parametrize("work", ["batch", "lock"])
def test_fork_during_a_batch(work):
    """A child does not have the limit or the lock of a thread that is not there."""
    code = FORK.format(work=work)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.stdout == "0 3\n", done


@pytest.mark.skipif(not hasattr(os, "fork"), reason="fork")
def test_fork_by_a_batch():
    """A callback that forks: both processes end their batch."""
    code = (
        "import os, ufsecp\n"
        "pids = []\n"
        "def fork(rows): pids.append(os.fork())\n"
        "rows = ufsecp.decompress([bytes(33)], threads=2, progress=fork)\n"
        "good = rows == [None] and ufsecp.threads() == 1\n"
        "if not pids[0]: os._exit(not good)\n"
        "print(os.waitstatus_to_exitcode(os.waitpid(pids[0], 0)[1]), good)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert done.stdout == "0 True\n", done


def test_engine():
    assert ufsecp.engine()
    with pytest.raises(ValueError, match="unknown"):
        ufsecp.set_engine("no such engine")
    ufsecp.set_engine("portable")
    try:
        assert all(ufsecp.verify_ecdsa(HASHES, PUBKEYS, ECDSA))
    finally:
        ufsecp.set_engine("auto")
