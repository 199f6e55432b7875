"""Silent payments (BIP-352): scanning an index for a receiver's payments."""

from __future__ import annotations

import ctypes
import operator
from array import array
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from ctypes import byref, c_size_t
from typing import NamedTuple, Optional, Union

from ._batch import Progress, _parts
from ._columns import Argument, Column, Columns, Item
from ._keys import PrivateKey, PublicKey
from ._library import Error, SilentIndex, SilentMatch, SilentScanKey, lib, thread_limit
from ._parts import Rows, address_of

ROOM = 1024  # payments of a part, before it is scanned again with more


class Payment(NamedTuple):
    """A payment that scan() found."""

    row: int
    """Which of the transactions."""
    output: int
    """Which of its outputs."""
    label: Optional[int]
    """The number of the label that it was paid to, or None."""
    k: int
    """The number of the output to this scan key (BIP-352)."""
    tweak: bytes
    """The output's secret key is the spend key's tweak_add(tweak). As secret as the scan key."""


class Scanned(NamedTuple):
    """What scan() returns."""

    payments: list[Payment]
    """Ordered by row and k."""
    bad: list[int]
    """Rows whose tweak is no point; they are skipped."""


def _fixed(argument: Argument) -> tuple[int, int, Optional[Rows]]:
    """(address, width, what to keep) of items that all have the same width."""
    for width in argument.widths:
        if address := argument.packed(width):
            return address, width, None
    nulls = argument.nulls() or bytes(argument.n)
    for width in argument.widths:
        rows = Rows(argument.n, width)
        bad = argument.copy(rows, 0, width, 0, argument.n)
        if all(nulls[i] for i in bad):
            return rows.address, width, rows
    expected = " or ".join(map(str, argument.widths))
    raise ValueError(f"{argument.name}: expected items that all have {expected} bytes")


def _bounds(outputs_at: Iterable[int], n: int, outputs: int) -> array[int]:
    try:
        bounds = array("Q", map(operator.index, outputs_at))
    except (TypeError, OverflowError) as error:
        raise TypeError(f"outputs_at: expected n + 1 numbers: {error}") from None
    if len(bounds) != n + 1:
        raise ValueError(f"outputs_at: expected {n + 1} numbers, not {len(bounds)}")
    if bounds[-1] > outputs or any(a > b for a, b in zip(bounds, bounds[1:])):
        raise ValueError(f"outputs_at: numbers fall, or the last is more than {outputs}")
    return bounds


def scan(
    tweak: Column,
    output: Column,
    scan_key: Union[PrivateKey, Item],
    spend_key: PublicKey,
    *,
    outputs_at: Optional[Iterable[int]] = None,
    labels: Sequence[int] = (0,),
    threads: Optional[int] = None,
    progress: Progress = False,
) -> Scanned:
    """The payments to one receiver in an index of transactions (BIP-352). Constant time in the scan
    key, except for how many payments there are, and where.

    tweak: a point for each transaction, 33 bytes or 64 (x, y). output: the taproot outputs of all
    transactions, 32 bytes or their first 8, by which a match is only likely. Those of row i are
    outputs_at[i] to before outputs_at[i + 1]: n + 1 numbers; None if each has one. labels: their
    numbers; by default that of change, 0, which BIP-352 asks every receiver to look for. A null
    tweak is skipped, a null output is refused. All tweaks have one size, and all outputs: one of
    another size raises ValueError for the whole call.
    """
    if not isinstance(scan_key, PrivateKey):
        with PrivateKey(scan_key) as secret_key:
            return scan(
                tweak,
                output,
                secret_key,
                spend_key,
                outputs_at=outputs_at,
                labels=labels,
                threads=threads,
                progress=progress,
            )
    if not isinstance(spend_key, PublicKey):
        raise TypeError(f"spend_key: expected a PublicKey, not {type(spend_key).__name__}")
    labels = tuple(labels)
    tweaks, outputs = Argument("tweak", tweak, 33, 64), Argument("output", output, 32, 8)
    n = tweaks.n
    if outputs.nulls() is not None and 1 in (outputs.nulls() or b""):
        raise ValueError("output: an item is null")
    if outputs_at is None:
        Columns(tweaks, outputs)  # which have the same length
        bounds = None
    else:
        bounds = _bounds(outputs_at, n, outputs.n)
    if not n:
        return Scanned([], [])
    at, size, keep = _fixed(tweaks)
    out_at, out_size, keep_outputs = _fixed(outputs) if outputs.n else (at, 32, None)
    found, ok, nulls = Scanned([], []), bytearray(n), tweaks.nulls() or bytes(n)
    label_tweaks = bytearray(32 * len(labels))
    with scan_key._secret as secret, thread_limit(threads):
        try:
            label33s = _labels(secret, labels, label_tweaks)
            key = SilentScanKey(secret, bytes(spend_key), label33s, len(labels))
            for start, rows in _parts(n, progress):
                index = SilentIndex(at + start * size, size, out_at, out_size, None, rows)
                if bounds is None:
                    index.outputs = out_at + start * out_size
                else:
                    index.outputs_at = bounds.buffer_info()[0] + 8 * start
                with _matches(index, key, address_of(ok) + start) as matches:
                    for match in matches:
                        if not nulls[start + match.row]:
                            found.payments.append(_payment(match, start, labels, label_tweaks))
        finally:
            lib.ufsecp_wipe(address_of(label_tweaks), len(label_tweaks))
    del keep, keep_outputs
    found.bad.extend(i for i, good in enumerate(ok) if not good and not nulls[i])
    return found


def _labels(secret: int, labels: Sequence[int], tweaks: bytearray) -> bytes:
    """The labels' points, 33 bytes each. Their secret tweaks, 32 bytes each, are written where the
    caller wipes them, whatever becomes of the call."""
    points = bytearray(33 * len(labels))
    for i, number in enumerate(labels):
        if isinstance(number, bool) or not isinstance(number, int):
            raise TypeError(f"labels: expected numbers, not {type(number).__name__}")
        if not 0 <= number < 2**32:
            raise ValueError(f"labels: expected 0 to {2**32 - 1}, not {number}")
        lib.ufsecp_silent_label(
            address_of(points) + 33 * i, address_of(tweaks) + 32 * i, secret, number
        )
    return bytes(points)


@contextmanager
def _matches(index: SilentIndex, key: SilentScanKey, ok: int) -> Iterator[Sequence[SilentMatch]]:
    """The payments, whose tweaks are wiped at the end of the block."""
    room, n = ROOM, c_size_t()
    while True:
        matches = (SilentMatch * room)()
        try:
            lib.ufsecp_silent_scan(matches, room, byref(n), ok, byref(index), byref(key), 1)
            if n.value == 2 ** (8 * ctypes.sizeof(c_size_t)) - 1:
                raise MemoryError("no memory for the scan")
            if n.value <= room:
                yield matches[: n.value]  # the same memory
                return
        finally:
            lib.ufsecp_wipe(matches, ctypes.sizeof(matches))
        room = n.value


def _payment(match: SilentMatch, start: int, labels: Sequence[int], tweaks: bytearray) -> Payment:
    label = None
    if match.label >= 0:
        label = labels[match.label]
        part = ctypes.c_char_p(address_of(tweaks) + 32 * match.label)
        if not lib.ufsecp_seckey_tweak_add(match.tweak32, part):
            raise Error("a payment's tweak is zero")
    return Payment(start + match.row, match.output, label, match.k, bytes(match.tweak32))
