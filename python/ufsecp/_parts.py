"""Where the items of a column lie in memory, and how they get into rows.

The calls for items (ufsecp_item) take an address and a length for each item, so that nothing is
copied. Other calls take packed rows, into which items are copied. NumPy does both faster, and is
used where the program has imported it; without it the module array and slices do.
"""

from __future__ import annotations

import ctypes
import operator
import sys
from array import array
from typing import Any, Optional, Union

WORDS = 6  # of an ufsecp_item: three times an address and a length


def numpy() -> Any:
    """The module, if the program has imported it."""
    return sys.modules.get("numpy")


def held(data: Union[bytes, bytearray, memoryview]) -> tuple[int, Any]:
    """(where the bytes lie, what keeps them there): a copy where objects move, as in PyPy. A
    memoryview is writable and contiguous."""
    if sys.implementation.name != "cpython":
        data = bytearray(data)
    elif isinstance(data, bytes):
        return ctypes.cast(ctypes.c_char_p(data), ctypes.c_void_p).value or 0, data
    view = memoryview(data)  # while there is one, the size cannot change
    return address_of(data), view


def address_of(buffer: Union[bytearray, memoryview]) -> int:
    """Where the bytes lie, for as long as the buffer lives and keeps its size."""
    return ctypes.addressof(ctypes.c_char.from_buffer(buffer)) if memoryview(buffer).nbytes else 0


def memory(address: int, size: int) -> memoryview:
    """The bytes at an address."""
    return memoryview((ctypes.c_uint8 * size).from_address(address)).cast("B")


def numbers(kind: str, address: int, n: int) -> array[int]:
    """A copy of n numbers at an address, of a type of the module array."""
    found = array(kind)
    if n:
        found.frombytes(memory(address, n * found.itemsize))
    return found


def unpacked_bits(address: int, offset: int, n: int, invert: bool = False) -> bytes:
    """n bits, the lowest of a byte first, as bytes of 0 and 1."""
    bitmap = memory(address + offset // 8, (offset % 8 + n + 7) // 8)
    text = f"{int.from_bytes(bitmap, 'little'):0{8 * len(bitmap)}b}"[::-1] if n else ""
    start = offset % 8
    return text[start : start + n].encode().translate(_INVERTED if invert else _DIGITS)


def packed_bits(flags: Union[bytes, bytearray]) -> bytes:
    """Bytes of 0 and 1 as bits, the lowest of a byte first."""
    if not flags:
        return b""
    text = bytes(flags).translate(_TO_DIGITS)[::-1]
    return int(text, 2).to_bytes((len(flags) + 7) // 8, "little")


_DIGITS = bytes.maketrans(b"01", b"\x00\x01")
_INVERTED = bytes.maketrans(b"01", b"\x01\x00")
_TO_DIGITS = bytes.maketrans(b"\x00\x01", b"01")


class ItemArray:
    """An array of ufsecp_item, which calls of many rows fill again and again."""

    def __init__(self, n: int) -> None:
        self.words = array("Q", bytes(8 * WORDS * n))
        self.address = self.words.buffer_info()[0]
        module = numpy()
        self.fast: Any = None
        if module:
            self.fast = module.frombuffer(self.words, module.int64).reshape(n, WORDS)
            self.ramp = module.arange(n)


class Rows:
    """Packed rows, which are filled column by column."""

    def __init__(self, n: int, width: int) -> None:
        self.n, self.width = n, width
        self.bytes = bytearray(n * width)
        self.address = address_of(self.bytes)
        module = numpy()
        self.fast: Any = None
        if module:
            self.fast = module.frombuffer(self.bytes, module.uint8).reshape(n, width)


class Part:
    """n items; nulls has 1 for each that is null, or is None."""

    def __init__(self, n: int, nulls: Optional[bytes], owner: Any) -> None:
        self.n, self.nulls, self.owner = n, nulls, owner

    def point(self, items: ItemArray, field: int, start: int, n: int, at: int) -> None:
        """Makes n items from `start` that field of the items from `at`: its address and length."""
        raise NotImplementedError

    def copy(self, rows: Rows, column: int, width: int, start: int, n: int, at: int) -> list[int]:
        """Copies n items from `start` into the rows from `at`. Returns the rows whose item has
        another width, which are zeroed in that column."""
        raise NotImplementedError


class Fixed(Part):
    """Items of one width, in steps of one size."""

    def __init__(
        self, n: int, address: int, width: int, step: int, nulls: Optional[bytes], owner: Any
    ) -> None:
        super().__init__(n, nulls, owner)
        self.address, self.width, self.step = address, width, step
        self.declared = False  # whether the type of the column gives the width

    def point(self, items: ItemArray, field: int, start: int, n: int, at: int) -> None:
        first = self.address + start * self.step
        if items.fast is not None:
            pointers = items.fast[at : at + n, field]
            numpy().multiply(items.ramp[:n], self.step, out=pointers)
            pointers += first
            items.fast[at : at + n, field + 1] = self.width
            return
        here = slice(WORDS * at + field, WORDS * (at + n), WORDS)
        last = first + n * self.step
        items.words[here] = array("Q", range(first, last, self.step) if self.step else [first] * n)
        here = slice(WORDS * at + field + 1, WORDS * (at + n), WORDS)
        items.words[here] = array("Q", [self.width]) * n

    def copy(self, rows: Rows, column: int, width: int, start: int, n: int, at: int) -> list[int]:
        if self.width != width:
            return list(range(at, at + n))
        if not n:
            return []
        first = self.address + start * self.step
        if rows.fast is not None:
            module = numpy()
            lowest = min(first, first + (n - 1) * self.step)
            flat = module.frombuffer(memory(lowest, abs(self.step) * (n - 1) + width), module.uint8)
            items = module.lib.stride_tricks.as_strided(
                flat[first - lowest :], (n, width), (self.step, 1)
            )
            rows.fast[at : at + n, column : column + width] = items
            return []
        for i in range(n):
            put = (at + i) * rows.width + column
            from_here = first + i * self.step
            rows.bytes[put : put + width] = ctypes.string_at(from_here, width)
        return []


class Pointed(Part):
    """Items anywhere, each of its own length: arrays of 64-bit words, of NumPy where it is used."""

    def __init__(self, n: int, pointers: Any, lengths: Any, nulls: Optional[bytes], owner: Any):
        super().__init__(n, nulls, owner)
        self.pointers, self.lengths = pointers, lengths

    def point(self, items: ItemArray, field: int, start: int, n: int, at: int) -> None:
        stop = start + n
        if items.fast is not None:
            items.fast[at : at + n, field] = self.pointers[start:stop]
            items.fast[at : at + n, field + 1] = self.lengths[start:stop]
            return
        here = slice(WORDS * at + field, WORDS * (at + n), WORDS)
        items.words[here] = self.pointers[start:stop]
        here = slice(WORDS * at + field + 1, WORDS * (at + n), WORDS)
        items.words[here] = self.lengths[start:stop]

    def copy(self, rows: Rows, column: int, width: int, start: int, n: int, at: int) -> list[int]:
        bad, size = [], rows.width
        target = rows.address + at * size + column
        for i in range(n):
            if self.lengths[start + i] == width:
                ctypes.memmove(target + i * size, int(self.pointers[start + i]), width)
            else:
                ctypes.memset(target + i * size, 0, width)
                bad.append(at + i)
        return bad


def variable(
    name: str, n: int, data: int, offsets: array[int], nulls: Optional[bytes], owner: Any
) -> Part:
    """Items that lie one behind the other, from offsets[i] to offsets[i + 1] of the data."""
    if not n:
        return Fixed(0, 0, 0, 0, None, owner)
    if len(offsets) != n + 1:
        raise ValueError(f"{name}: expected {n + 1} offsets, not {len(offsets)}")
    width, module = offsets[1] - offsets[0], numpy()
    if module:
        at = module.frombuffer(offsets, module.dtype(offsets.typecode)).astype(module.int64)
        lengths: Any = module.diff(at)
        least, most = int(lengths.min()), int(lengths.max())
        pointers: Any = at[:-1] + data
    else:
        differences = array("q", map(operator.sub, offsets[1:], offsets[:-1]))
        least, most = min(differences), max(differences)
    if least < 0 or offsets[0] < 0:
        raise ValueError(f"{name}: the offsets of the Arrow array fall")
    if least == most:
        return Fixed(n, data + offsets[0], width, width, nulls, owner)
    if not module:
        pointers = array("Q", map(data.__add__, offsets[:-1]))
        lengths = array("Q", differences)
    return Pointed(n, pointers, lengths, nulls, owner)
