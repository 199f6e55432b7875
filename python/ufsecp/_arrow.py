"""Columns that lie in Arrow's memory: its C data interface, read without pyarrow.

https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html
"""

from __future__ import annotations

import ctypes
from array import array
from ctypes import POINTER, c_char_p, c_int, c_int64, c_void_p
from typing import Any, Optional

from ._parts import Fixed, Part, Pointed, numbers, numpy, unpacked_bits, variable


class Schema(ctypes.Structure):
    """ArrowSchema."""


class Array(ctypes.Structure):
    """ArrowArray."""


class Stream(ctypes.Structure):
    """ArrowArrayStream."""


_release_schema = ctypes.CFUNCTYPE(None, POINTER(Schema))
_release_array = ctypes.CFUNCTYPE(None, POINTER(Array))
Schema._fields_ = [
    ("format", c_char_p),
    ("name", c_char_p),
    ("metadata", c_char_p),
    ("flags", c_int64),
    ("n_children", c_int64),
    ("children", POINTER(POINTER(Schema))),
    ("dictionary", c_void_p),
    ("release", _release_schema),
    ("private_data", c_void_p),
]
Array._fields_ = [
    ("length", c_int64),
    ("null_count", c_int64),
    ("offset", c_int64),
    ("n_buffers", c_int64),
    ("n_children", c_int64),
    ("buffers", POINTER(c_void_p)),
    ("children", POINTER(POINTER(Array))),
    ("dictionary", c_void_p),
    ("release", _release_array),
    ("private_data", c_void_p),
]
Stream._fields_ = [
    ("get_schema", ctypes.CFUNCTYPE(c_int, POINTER(Stream), POINTER(Schema))),
    ("get_next", ctypes.CFUNCTYPE(c_int, POINTER(Stream), POINTER(Array))),
    ("get_last_error", ctypes.CFUNCTYPE(c_char_p, POINTER(Stream))),
    ("release", c_void_p),
    ("private_data", c_void_p),
]

_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = c_void_p, [ctypes.py_object, c_char_p]


class _Moved:
    """An array that a stream gave us, which we release."""

    def __init__(self) -> None:
        self.array = Array()

    def __del__(self) -> None:
        if self.array.release:
            self.array.release(ctypes.byref(self.array))


def parts_of(name: str, column: Any) -> list[Part]:
    """The parts of what has __arrow_c_stream__ or __arrow_c_array__. What has both may hold several
    arrays, and then its __arrow_c_array__ raises."""
    if not hasattr(column, "__arrow_c_stream__"):
        capsules = column.__arrow_c_array__()
        schema = Schema.from_address(_pointer(capsules[0], b"arrow_schema"))
        chunk = Array.from_address(_pointer(capsules[1], b"arrow_array"))
        return [_part(name, schema, chunk, (capsules, column), 0)]
    capsule = column.__arrow_c_stream__()
    stream = Stream.from_address(_pointer(capsule, b"arrow_array_stream"))
    schema = Schema()
    _worked(name, stream, stream.get_schema(ctypes.byref(stream), ctypes.byref(schema)))
    try:
        parts: list[Part] = []
        n = 0
        while True:
            moved = _Moved()
            _worked(name, stream, stream.get_next(ctypes.byref(stream), ctypes.byref(moved.array)))
            if not moved.array.release:
                if not parts:
                    _width(name, schema)
                return parts
            parts.append(_part(name, schema, moved.array, moved, n))
            n += moved.array.length
    finally:
        schema.release(ctypes.byref(schema))


def _worked(name: str, stream: Stream, status: int) -> None:
    if status:
        text = stream.get_last_error(ctypes.byref(stream)) or b"no reason given"
        raise ValueError(f"{name}: the Arrow stream failed: {text.decode(errors='replace')}")


_OTHERS = {"u": "strings", "U": "strings", "vu": "strings", "+s": "a table or structs"}


def _width(name: str, schema: Schema) -> tuple[str, int]:
    """The kind of column, and the bytes of an item where all have the same. Raises TypeError for
    columns that do not hold bytes."""
    form = (schema.format or b"").decode()
    if schema.dictionary:
        raise TypeError(
            f"{name}: expected a column of binary, not a dictionary array: decode it first "
            "(pyarrow: dictionary_decode())"
        )
    if form.startswith("w:"):
        return "w", int(form[2:])
    if form.startswith("+w:") and schema.children[0].contents.format == b"C":
        return "+w", int(form[3:])
    if form in ("n", "z", "Z", "vz"):
        return form, 0
    raise TypeError(
        f"{name}: expected an Arrow column of binary or fixed-size binary, not "
        f"{_OTHERS.get(form, f'the format {form!r}')}"
    )


def _part(name: str, schema: Schema, chunk: Array, owner: Any, first: int) -> Part:
    """One array, whose first item is row `first` of the column."""
    kind, width = _width(name, schema)
    n, offset = chunk.length, chunk.offset
    least = {"n": 0, "w": 2, "+w": 1, "vz": 3}.get(kind, 3)
    if chunk.n_buffers < least or n < 0 or offset < 0 or width < 0:
        raise ValueError(f"{name}: the Arrow array is damaged")
    if kind == "n":
        return Fixed(n, 0, 0, 0, b"\1" * n, owner)
    buffers = [chunk.buffers[i] or 0 for i in range(chunk.n_buffers)]
    nulls = None
    if chunk.null_count and buffers[0]:
        nulls = unpacked_bits(buffers[0], offset, n, invert=True)
    if kind == "w":
        return _fixed(n, buffers[1] + offset * width, width, nulls, owner)
    if kind == "+w":
        child = chunk.children[0].contents
        at = child.offset + offset * width
        if child.null_count and child.n_buffers and child.buffers[0]:
            null_bytes = unpacked_bits(child.buffers[0], at, n * width, invert=True)
            for i in range(n) if 1 in null_bytes else ():
                if 1 in null_bytes[i * width : (i + 1) * width] and not (nulls and nulls[i]):
                    raise ValueError(f"{name}, row {first + i}: bytes of an item are null")
        return _fixed(n, (child.buffers[1] or 0) + at, width, nulls, owner)
    if kind == "vz":
        return _view_part(name, n, buffers, offset, nulls, owner, first)
    code, size = ("i", 4) if kind == "z" else ("q", 8)
    offsets = numbers(code, buffers[1] + offset * size, n + 1 if n else 0)
    return variable(name, n, buffers[2], offsets, nulls, owner)


def _fixed(n: int, address: int, width: int, nulls: Optional[bytes], owner: Any) -> Part:
    part = Fixed(n, address, width, width, nulls, owner)
    part.declared = True
    return part


def _view_part(
    name: str,
    n: int,
    buffers: list[int],
    offset: int,
    nulls: Optional[bytes],
    owner: Any,
    first: int,
) -> Part:
    """A column of views: a length, then up to 12 bytes, or the place of more."""
    start, data = buffers[1] + 16 * offset, buffers[2:-1]
    sizes, words = numbers("q", buffers[-1], len(data)), numbers("i", start, 4 * n)
    if module := numpy():
        views = module.frombuffer(words, module.int32).reshape(n, 4)
        lengths, buffer, at = (views[:, i].astype(module.int64) for i in (0, 2, 3))
        if nulls:
            lengths[module.frombuffer(nulls, module.bool_)] = 0
        long = lengths > 12
        pointers = module.arange(n, dtype=module.int64) * 16 + start + 4
        inside = (buffer >= 0) & (buffer < len(data))
        buffer = buffer * inside
        rooms, bases = (module.array([*x, 0], module.int64) for x in (sizes, data))
        bad = long & ~(inside & (at >= 0) & (at <= rooms[buffer] - lengths)) | (lengths < 0)
        if bad.any():
            raise ValueError(f"{name}, row {first + bad.argmax()}: the Arrow array is damaged")
        pointers = module.where(long, bases[buffer] + at, pointers)
        return Pointed(n, pointers, lengths, nulls, owner)
    pointers = array("Q", range(start + 4, start + 4 + 16 * n, 16))
    lengths = array("Q", bytes(8 * n))
    for i, length in enumerate(words[::4]):
        if nulls and nulls[i]:
            continue
        if length < 0:
            raise ValueError(f"{name}, row {first + i}: the Arrow array is damaged")
        lengths[i] = length
        if length > 12:
            buffer, at = words[4 * i + 2], words[4 * i + 3]
            if not (0 <= buffer < len(data) and 0 <= at <= sizes[buffer] - length):
                raise ValueError(f"{name}, row {first + i}: the Arrow array is damaged")
            pointers[i] = data[buffer] + at
    return Pointed(n, pointers, lengths, nulls, owner)
