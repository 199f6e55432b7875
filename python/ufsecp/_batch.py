"""Batches: the same call for many rows.

Every argument is a column: a list of bytes, bytes of n * width, a NumPy array of n rows, or an
Arrow column. Results have the form of the arguments; of several forms Arrow goes first, then NumPy.

A row that is no key or no signature never costs another its verdict: it is False, or has no value.
An item that is null (None) makes the verdict null. So does one of another size make the row False,
unless the type of a column gives all items that size: then the call raises ValueError.

Functions raise TypeError for what is no column of bytes and ValueError for columns of different
lengths; both name the argument. They release the GIL, are thread-safe, and stop at Ctrl-C between
parts of 65,536 rows. `threads` is the limit of this call: see set_threads(). `progress=True` shows
a bar of tqdm; a function as `progress` gets the number of rows of each part that is done. Arguments
must not change meanwhile.
"""

from __future__ import annotations

import importlib
import os
from array import array
from collections.abc import Iterator, MutableSequence
from typing import Any, Callable, NamedTuple, Optional, Union

from . import _results
from ._columns import Argument, Column, Columns, Item
from ._keys import ALLOW_HYBRID, LOW_S, PrivateKey
from ._library import Status, lib, thread_limit
from ._parts import ItemArray, Rows, address_of

PART = 65536  # rows of a call: a program can be interrupted between two
Progress = Union[bool, Callable[[int], object]]
SIG_DER, SIG_DER_LAX = 4, 8
ENCODINGS = {"compact": 0, "der": SIG_DER, "der-lax": SIG_DER_LAX}


def _parts(n: int, progress: Progress) -> Iterator[tuple[int, int]]:
    """(first row, rows) of each part of a batch; tells `progress` of each that is done."""
    if not isinstance(progress, bool) and not callable(progress):
        raise TypeError(
            f"progress: expected a bool or a function of rows, not {type(progress).__name__}"
        )
    bar: Any = _bar(n) if progress is True else None
    done: Any = bar.update if bar is not None else progress
    try:
        for start in range(0, n, PART):
            rows = min(PART, n - start)
            yield start, rows
            if done:
                done(rows)
    finally:
        if bar is not None:
            bar.close()


def _bar(n: int) -> Any:
    try:
        tqdm: Any = importlib.import_module("tqdm")
    except ImportError as error:
        raise ImportError(
            "progress=True needs tqdm (pip install tqdm); or pass a function, which is called "
            "with the number of rows of each part that is done"
        ) from error
    return tqdm.tqdm(total=n, unit="row", unit_scale=True)


def _verify(
    call: Any,
    columns: Columns,
    flags: int,
    threads: Optional[int],
    progress: Progress,
    reasons: bool,
) -> Any:
    """The calls for items. Columns are in the order of ufsecp_item."""
    n = columns.n
    ok = bytearray(n)
    codes = array("i", bytes(4 * n)) if reasons else None
    items = ItemArray(min(n, PART))
    at, codes_at = address_of(ok), codes.buffer_info()[0] if codes is not None else 0
    with thread_limit(threads):
        for start, rows in _parts(n, progress):
            for i, column in enumerate(columns.columns):
                column.point(items, 2 * i, start, rows)
            call(at + start, codes_at + 4 * start if reasons else None, items.address, rows, flags)
    _set_nulls(ok, columns.nulls, 0)
    verdicts = _results.verdicts(columns, ok)
    if codes is None:
        return verdicts
    _set_nulls(codes, columns.nulls, Status.MISUSE)
    return verdicts, _results.reasons(columns, codes)


def _set_nulls(rows: MutableSequence[int], nulls: Optional[bytearray], value: int) -> None:
    """Gives each row that is null this value."""
    for i, null in enumerate(nulls or b""):
        if null:
            rows[i] = value


def verify_ecdsa(
    hash: Column,
    pubkey: Column,
    signature: Column,
    *,
    low_s: bool = False,
    hybrid: bool = False,
    encoding: str = "compact",
    threads: Optional[int] = None,
    progress: Progress = False,
    reasons: bool = False,
) -> Any:
    """Whether each signature is valid (SEC 1, 4.1.4): a column of bools.

    hash: 32 bytes. pubkey: 33 or 65 bytes; 65 with prefix 06 or 07 if ``hybrid``. signature: 64
    bytes r, s; with ``encoding="der"`` strict DER (BIP-66), with ``"der-lax"`` what Bitcoin's
    consensus read before. ``low_s`` refuses s > n/2 (BIP-146). ``reasons=True`` returns
    (verdicts, the Status of each row).
    """
    if encoding not in ENCODINGS:
        raise ValueError(f"encoding: expected one of {', '.join(ENCODINGS)}, not {encoding!r}")
    widths = (64,) if encoding == "compact" else ()
    columns = Columns(
        Argument("signature", signature, *widths),
        Argument("pubkey", pubkey, 33, 65),
        Argument("hash", hash, 32),
    )
    flags = ENCODINGS[encoding] | (LOW_S if low_s else 0) | (ALLOW_HYBRID if hybrid else 0)
    return _verify(lib.ufsecp_ecdsa_verify_items, columns, flags, threads, progress, reasons)


def verify_schnorr(
    message: Column,
    pubkey: Column,
    signature: Column,
    *,
    threads: Optional[int] = None,
    progress: Progress = False,
    reasons: bool = False,
) -> Any:
    """Whether each signature is valid (BIP-340): a column of bools.

    message: any size, but 32 bytes where it is bytes of n * 32; 32 is faster. pubkey: 32 bytes,
    x-only. signature: 64 bytes. ``reasons=True`` returns (verdicts, the Status of each row).
    """
    flat = (32,) if isinstance(message, (bytes, bytearray, memoryview)) else ()
    columns = Columns(
        Argument("signature", signature, 64),
        Argument("pubkey", pubkey, 32),
        Argument("message", message, *flat),
    )
    return _verify(lib.ufsecp_schnorr_verify_items, columns, 0, threads, progress, reasons)


class BatchVerdict(NamedTuple):
    """What batch_verify_schnorr() found. It is true where ``valid`` is."""

    valid: bool
    """Whether all signatures are valid, of rows that are not null."""
    false: list[int]
    """The rows whose signature is not."""

    def __bool__(self) -> bool:
        return self.valid


def batch_verify_schnorr(
    message: Column,
    pubkey: Column,
    signature: Column,
    *,
    threads: Optional[int] = None,
    progress: Progress = False,
) -> BatchVerdict:
    """Whether all signatures are valid, by one randomized sum (BIP-340, batch verification), and
    which are not. Faster than verify_schnorr() where nearly always all are.

    message, pubkey: 32 bytes. signature: 64 bytes. A null row counts for neither.
    """
    columns = Columns(
        Argument("pubkey", pubkey, 32),
        Argument("message", message, 32),
        Argument("signature", signature, 64),
    )
    ok = bytearray(columns.n)

    def run(out: int, ok_at: int, rows: int, n: int) -> None:
        lib.ufsecp_schnorr_batch_identify(ok_at, rows, 0, n, os.urandom(32))

    _packed(columns, (32, 32, 64), ok, 0, run, threads, progress)
    nulls = columns.nulls or bytes(columns.n)
    false = [i for i, good in enumerate(ok) if not good and not nulls[i]] if 0 in ok else []
    return BatchVerdict(not false, false)


def _packed(
    columns: Columns,
    widths: tuple[int, ...],
    ok: bytearray,
    out_width: int,
    run: Callable[..., Any],
    threads: Optional[int],
    progress: Progress,
    apart: bool = False,
) -> bytearray:
    """Calls for packed rows, in parts: run(out, ok, rows, n) by addresses. Returns the outputs.
    With `apart` each column has rows of its own: run(out, ok, rows, rows ..., n)."""
    n = columns.n
    out = bytearray(n * out_width)
    at, out_at = address_of(ok), address_of(out)
    pairs = list(zip(columns.columns, widths))
    groups = [[pair] for pair in pairs] if apart else [pairs]
    sizes = [sum(width for _, width in group) for group in groups]
    direct = [g[0][0].packed(size) if len(g) == 1 else None for g, size in zip(groups, sizes)]
    packed = [Rows(min(n, PART), s) if d is None else None for s, d in zip(sizes, direct)]
    try:
        with thread_limit(threads):
            for start, count in _parts(n, progress):
                bad: list[int] = []
                places = []
                for group, size, source, rows in zip(groups, sizes, direct, packed):
                    if rows is None:
                        places.append((source or 0) + start * size)
                        continue
                    places.append(rows.address)
                    column = 0
                    for argument, width in group:
                        bad += argument.copy(rows, column, width, start, count)
                        column += width
                run(out_at + start * out_width, at + start, *places, count)
                for row in bad:
                    ok[start + row] = 0
    finally:
        for rows in packed:
            if rows is not None:
                lib.ufsecp_wipe(rows.address, len(rows.bytes))
    _set_nulls(ok, columns.nulls, 0)
    if out_width and (columns.nulls or 0 in ok):
        for i in [i for i, good in enumerate(ok) if not good]:
            out[i * out_width : (i + 1) * out_width] = bytes(out_width)
    return out


def _why(columns: Columns, ok: bytearray, why: Callable[..., int], widths: tuple[int, ...]) -> Any:
    """The status of each row: of those that failed by a single call."""
    codes = array("i", [1]) * columns.n
    for i in [i for i, good in enumerate(ok) if not good]:
        codes[i] = Status.MISUSE
        if not (columns.nulls and columns.nulls[i]):
            row = [argument.item(i) for argument in columns.columns]
            wrong = [
                argument.wrong()
                for argument, item, width in zip(columns.columns, row, widths)
                if len(item) != width
            ]
            codes[i] = wrong[0] if wrong else why(*row)
    return _results.reasons(columns, codes)


def _recover(
    call: Any,
    width: int,
    hash: Column,
    signature: Column,
    threads: Optional[int],
    progress: Progress,
    reasons: bool,
) -> Any:
    columns = Columns(Argument("hash", hash, 32), Argument("signature", signature, 65))
    ok = bytearray(columns.n)

    def run(out: int, ok_at: int, rows: int, n: int) -> None:
        call(out, ok_at, rows, 0, n)

    out = _packed(columns, (32, 65), ok, width, run, threads, progress)
    found = _results.values(columns, out, width, ok)
    if not reasons:
        return found

    def why(hash: bytes, signature: bytes) -> int:
        out = bytearray(33)
        status: int = lib.ufsecp_ecdsa_recover(
            address_of(out), 33, signature[:64], signature[64], hash
        )
        return status

    return found, _why(columns, ok, why, (32, 65))


def recover(
    hash: Column,
    signature: Column,
    *,
    threads: Optional[int] = None,
    progress: Progress = False,
    reasons: bool = False,
) -> Any:
    """The public key, 33 bytes, that made each recoverable signature (SEC 1, 4.1.6).

    hash: 32 bytes. signature: 65 bytes r, s, recovery id (0 to 3, not 27 or 28). High s is
    accepted. A row without a key is null, in NumPy zeros. ``reasons=True`` returns (keys, the
    Status of each row).
    """
    return _recover(lib.ufsecp_ecdsa_recover_rows, 33, hash, signature, threads, progress, reasons)


def ecrecover(
    hash: Column,
    signature: Column,
    *,
    threads: Optional[int] = None,
    progress: Progress = False,
    reasons: bool = False,
) -> Any:
    """The Ethereum address, 20 bytes, of the key that recover() finds; arguments as there."""
    return _recover(lib.ufsecp_ecrecover_rows, 20, hash, signature, threads, progress, reasons)


def pubkeys(seckey: Column, *, threads: Optional[int] = None, progress: Progress = False) -> Any:
    """The public key, 33 bytes, of each secret key of 32 bytes. Constant time.

    A row whose secret is zero or not below n is null, in NumPy zeros. The rows that the call
    gathers are wiped. Columns and lists are the caller's, and nobody wipes the bytes into which
    Python joins a list, or copies a read-only memoryview or rows that are not contiguous.
    """
    columns = Columns(Argument("seckey", seckey, 32))
    ok = bytearray(columns.n)
    out = _packed(columns, (32,), ok, 33, lib.ufsecp_pubkey_create_batch, threads, progress)
    return _results.values(columns, out, 33, ok)


def _sign(call: Any, columns: Columns, threads: Optional[int], progress: Progress) -> Any:
    """The signatures by call(out, ok, a column of 32 bytes ..., rows); the second has the keys."""
    ok = bytearray(columns.n)
    first = address_of(ok)

    def run(out: int, ok_at: int, *rest: int) -> None:
        call(out, ok_at, *rest)
        made, keys = ok[ok_at - first : ok_at - first + rest[-1]], rest[1]
        unsigned = [i for i, good in enumerate(made) if not good] if 0 in made else []
        if any(lib.ufsecp_seckey_verify(keys + 32 * i) for i in unsigned):
            raise RuntimeError("the check after signing failed (ufsecp.set_sign_check)")

    widths = (32,) * len(columns.columns)
    out = _packed(columns, widths, ok, 64, run, threads, progress, apart=True)
    return _results.values(columns, out, 64, ok)


def sign_ecdsa(
    hash: Column, seckey: Column, *, threads: Optional[int] = None, progress: Progress = False
) -> Any:
    """The signature, 64 bytes r, s with low s, of each hash by its secret key (RFC 6979). Constant
    time.

    hash, seckey: 32 bytes. A row whose secret is zero or not below n is null, in NumPy zeros.
    The rows that the call gathers are wiped. Columns and lists are the caller's, and nobody wipes
    the bytes into which Python joins a list, or copies a read-only memoryview or rows that are not
    contiguous. With set_sign_check(), RuntimeError if a fault struck.
    """
    columns = Columns(Argument("hash", hash, 32), Argument("seckey", seckey, 32))
    return _sign(lib.ufsecp_ecdsa_sign_batch, columns, threads, progress)


def sign_schnorr(
    message: Column,
    seckey: Column,
    *,
    aux: Optional[Column] = None,
    threads: Optional[int] = None,
    progress: Progress = False,
) -> Any:
    """The signature, 64 bytes, of each message by its secret key (BIP-340). Constant time.

    message, seckey: 32 bytes. aux: 32 bytes a row of auxiliary randomness; None draws them from the
    operating system. Null rows and copies of secrets are as in sign_ecdsa().
    """
    arguments = [Argument("message", message, 32), Argument("seckey", seckey, 32)]
    if aux is None:
        aux = os.urandom(32 * arguments[0].n)
    columns = Columns(*arguments, Argument("aux", aux, 32))
    return _sign(lib.ufsecp_schnorr_sign_batch, columns, threads, progress)


def decompress(
    pubkey: Column,
    *,
    threads: Optional[int] = None,
    progress: Progress = False,
    reasons: bool = False,
) -> Any:
    """The uncompressed form, 65 bytes, of each public key of 33 bytes (SEC 1, 2.3.4).

    A row that is no key is null, in NumPy zeros. ``reasons=True`` returns (keys, the Status of each
    row).
    """
    columns = Columns(Argument("pubkey", pubkey, 33))
    ok = bytearray(columns.n)
    out = _packed(columns, (33,), ok, 65, lib.ufsecp_pubkey_decompress_batch, threads, progress)
    found = _results.values(columns, out, 65, ok)
    return (found, _why(columns, ok, _pubkey_status, (33,))) if reasons else found


def _pubkey_status(pubkey: bytes) -> int:
    out = bytearray(65)
    status: int = lib.ufsecp_pubkey_convert(address_of(out), 65, pubkey, len(pubkey), 0)
    return status


def ecdh(
    seckey: Union[PrivateKey, Item],
    pubkey: Column,
    *,
    threads: Optional[int] = None,
    progress: Progress = False,
    reasons: bool = False,
) -> Any:
    """The secret, 32 bytes, that one secret key shares with each public key of 33 bytes: SHA-256 of
    the compressed point (SEC 1, 3.3.1). Constant time in the key.

    A row that is no key is null, in NumPy zeros. ``reasons=True`` returns (secrets, the Status of
    each row). Raises ufsecp.Error if ``seckey`` is none.
    """
    if not isinstance(seckey, PrivateKey):
        with PrivateKey(seckey) as key:
            return ecdh(key, pubkey, threads=threads, progress=progress, reasons=reasons)
    columns = Columns(Argument("pubkey", pubkey, 33))
    ok = bytearray(columns.n)
    with seckey._secret as address:

        def run(out: int, ok_at: int, rows: int, n: int) -> None:
            lib.ufsecp_ecdh_batch(out, ok_at, rows, address, n)

        out = _packed(columns, (33,), ok, 32, run, threads, progress)
    found = _results.values(columns, out, 32, ok)
    return (found, _why(columns, ok, _pubkey_status, (33,))) if reasons else found
