"""Results of batches, in the form of their arguments: lists, NumPy arrays or Arrow arrays."""

from __future__ import annotations

import importlib
import sys
from array import array
from typing import Any, Callable, Optional, Union

from ._columns import ARROW, NUMPY, Columns
from ._library import Status
from ._parts import numpy, packed_bits

Flags = Union[bytes, bytearray]


def verdicts(columns: Columns, ok: bytearray) -> Any:
    """Bools. ok has 1 or 0 for each row; a null row is null, in NumPy False."""
    if columns.like.form == NUMPY:
        module = numpy()
        return module.frombuffer(ok, module.bool_)
    if columns.like.form == ARROW:
        return _arrow(columns, "bool", packed_bits(ok), columns.nulls, lambda: _bools(ok))
    return _with_nulls(_bools(ok), columns.nulls)


def values(columns: Columns, out: bytearray, width: int, ok: bytearray) -> Any:
    """Items of `width` bytes. A row that has none is null, in NumPy zeros."""
    if columns.like.form == NUMPY:
        module = numpy()
        return module.frombuffer(out, module.uint8).reshape(columns.n, width)
    data, nulls = bytes(out), bytes(ok).translate(_INVERTED) if 0 in ok else None

    def plain() -> list[Any]:
        return [data[i : i + width] for i in range(0, len(data), width)]

    if columns.like.form == ARROW:
        return _arrow(columns, width, data, nulls, plain)
    return _with_nulls(plain(), nulls)


def reasons(columns: Columns, codes: array[int]) -> Any:
    """Status of each row, in NumPy and Arrow its number; a null row is null, in NumPy MISUSE."""
    if columns.like.form == NUMPY:
        module = numpy()
        return module.frombuffer(codes, module.int32).astype(module.int8)
    if columns.like.form == ARROW:
        small = b"".join(map(_BYTES.__getitem__, codes))
        return _arrow(columns, "int8", small, columns.nulls, lambda: list(codes))
    return _with_nulls(list(map(_STATUS.__getitem__, codes)), columns.nulls)


_INVERTED = bytes.maketrans(b"\x00\x01", b"\x01\x00")
_STATUS = {int(status): status for status in Status}
_BYTES = {code: code.to_bytes(1, "little", signed=True) for code in _STATUS}


def _bools(ok: bytearray) -> list[Any]:
    return memoryview(ok).cast("?").tolist()


def _with_nulls(items: list[Any], nulls: Optional[Flags]) -> list[Any]:
    if nulls is None:
        return items
    return [None if null else item for item, null in zip(items, nulls)]


def _arrow(
    columns: Columns,
    kind: Union[str, int],
    data: bytes,
    nulls: Optional[Flags],
    plain: Callable[[], list[Any]],
) -> Any:
    """An array of the library that the column is of; of another one, pyarrow's if that is there,
    else a list. kind is a type, or the width of bytes."""
    value = columns.like.value
    library = type(value).__module__.partition(".")[0]
    if library == "polars":
        polars = sys.modules["polars"]
        types = {"bool": polars.Boolean, "int8": polars.Int8}
        dtype = polars.Binary if isinstance(kind, int) else types[kind]
        return polars.Series(value.name, _with_nulls(plain(), nulls), dtype=dtype)
    valid = packed_bits(bytes(nulls).translate(_INVERTED)) if nulls is not None else None
    if library == "nanoarrow":
        nanoarrow = sys.modules["nanoarrow"]
        types = {"bool": nanoarrow.bool_, "int8": nanoarrow.int8}
        schema = nanoarrow.fixed_size_binary(kind) if isinstance(kind, int) else types[kind]()
        built = nanoarrow.c_array_from_buffers(schema, columns.n, [valid, data])
        return nanoarrow.Array(built)
    try:
        pyarrow: Any = importlib.import_module("pyarrow")
    except ImportError:
        return _with_nulls(plain(), nulls)
    types = {"bool": pyarrow.bool_, "int8": pyarrow.int8}
    schema = pyarrow.binary(kind) if isinstance(kind, int) else types[kind]()
    buffers = [None if b is None else pyarrow.py_buffer(b) for b in (valid, data)]
    built = pyarrow.Array.from_buffers(schema, columns.n, buffers)
    return pyarrow.chunked_array([built]) if isinstance(value, pyarrow.ChunkedArray) else built
