"""Arguments of batches: columns of n items of bytes, in any form that is accepted."""

from __future__ import annotations

import importlib
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Optional, Protocol, Union

from ._library import Status
from ._parts import Fixed, ItemArray, Part, Rows, held, memory, numpy, variable

if TYPE_CHECKING:
    import numpy.typing as npt

    NumpyRows = npt.NDArray[Any]


class ArrowArray(Protocol):
    """What exports one Arrow array: pyarrow.Array ..."""

    def __arrow_c_array__(self, requested_schema: Any = None) -> tuple[Any, Any]: ...


class ArrowStream(Protocol):
    """What exports several: pyarrow.ChunkedArray, polars.Series, nanoarrow.Array ..."""

    def __arrow_c_stream__(self, requested_schema: Any = None) -> Any: ...


Item = Union[bytes, bytearray, memoryview]
Lists = Union[Item, Sequence[Optional[Item]]]
Column = Union[Lists, "NumpyRows", ArrowArray, ArrowStream]

LIST, NUMPY, ARROW = range(3)  # forms of results; the highest of a call's columns is taken
FORMS = {"list": LIST, "numpy": NUMPY, "arrow": ARROW}  # and what a caller names them


class Argument:
    """A column: its parts, one behind the other. `widths` are those that its items may have; none
    for any."""

    def __init__(self, name: str, value: Any, *widths: int) -> None:
        self.name, self.value, self.widths = name, value, widths
        self.form = LIST
        if type(value) in (list, tuple):
            self.parts = [self._of_list(value)]
        elif hasattr(value, "__arrow_c_array__") or hasattr(value, "__arrow_c_stream__"):
            from ._arrow import parts_of

            self.form, self.parts = ARROW, parts_of(name, value)
        elif isinstance(value, (bytes, bytearray, memoryview)):
            self.parts = [self._of_bytes(value)]
        elif (module := numpy()) and isinstance(value, module.ndarray):
            self.form, self.parts = NUMPY, [self._of_numpy(module, value)]
        elif isinstance(value, (str, Mapping, Set)) or not isinstance(value, Iterable):
            raise TypeError(
                f"{self.name}: expected a sequence of bytes, bytes, or a NumPy or Arrow column, "
                f"not {_kind(value)}"
            )
        else:
            self.parts = [self._of_list(list(value))]
        self.n = self.parts[0].n if len(self.parts) == 1 else sum(part.n for part in self.parts)
        for part in self.parts:
            if isinstance(part, Fixed) and part.declared:
                self._expect_width(part.width)

    def _expected(self) -> str:
        return " or ".join(map(str, self.widths)) or "n"

    def _expect_width(self, width: int) -> None:
        if self.widths and width not in self.widths:
            raise ValueError(
                f"{self.name}: expected items of {self._expected()} bytes, not {width}"
            )

    def _of_bytes(self, value: Item) -> Part:
        if not self.widths:
            raise TypeError(f"{self.name}: expected a sequence of bytes, not {_kind(value)}")
        width = self.widths[0]
        with memoryview(value) as view:  # a subclass may say another length
            size, in_place = view.nbytes, view.c_contiguous and not view.readonly
        if size % width:
            raise ValueError(
                f"{self.name}: expected n * {width} bytes, not {size}: pass a list of bytes "
                "for items of other sizes"
            )
        if type(value) is bytes:
            address, owner = held(value)
        else:
            address, owner = held(memoryview(value) if in_place else bytes(memoryview(value)))
        return Fixed(size // width, address, width, width, None, owner)

    def _of_numpy(self, module: Any, value: Any) -> Part:
        if isinstance(value, module.ma.MaskedArray):
            raise TypeError(f"{self.name}: expected an array without a mask")
        if value.dtype == object and value.ndim == 1:
            return self._of_list(value.tolist())
        if value.dtype.kind == "V" and value.ndim == 1 and value.dtype.itemsize:
            shape = len(value), value.dtype.itemsize
            value = module.ascontiguousarray(value).view(module.uint8).reshape(shape)
        if value.dtype != module.uint8 or value.ndim != 2:
            hint = ": dtype S drops zeros, take V" if value.dtype.kind == "S" else ""
            raise TypeError(
                f"{self.name}: expected a NumPy array of uint8 with n rows of {self._expected()} "
                f"bytes, not {value.dtype} of shape {value.shape}{hint}"
            )
        n, width = value.shape
        self._expect_width(width)
        if width > 1 and value.strides[1] != 1:
            value = module.ascontiguousarray(value)
        address = value.__array_interface__["data"][0]
        return Fixed(n, address, width, value.strides[0], None, value)

    def _of_list(self, items: Any) -> Part:
        nulls = None
        try:
            data = b"".join(items)
            lengths = set(map(len, items))
        except (TypeError, BufferError):
            nulls = bytes(item is None for item in items)
            items = [self._item(i, item) for i, item in enumerate(items)]
            data = b"".join(items)
            lengths = set(map(len, items))
        n, (address, owner) = len(items), held(data)
        if len(lengths) == 1:
            (width,) = lengths
            if len(data) == n * width:
                return Fixed(n, address, width, width, nulls, owner)
        sizes = [memoryview(item).nbytes for item in items]
        offsets = array("q", accumulate(sizes, initial=0))
        return variable(self.name, n, address, offsets, nulls, owner)

    def _item(self, row: int, item: Any) -> bytes:
        if item is None:
            return b""
        try:
            return memoryview(item).tobytes()
        except TypeError:
            raise TypeError(f"{self.name}, row {row}: expected bytes, not {_kind(item)}") from None

    def spans(self, start: int, n: int) -> Iterator[tuple[Part, int, int, int]]:
        """(part, first item of it, how many, at which place) for n items from `start`."""
        if len(self.parts) == 1:
            yield self.parts[0], start, n, 0
            return
        at = 0
        for part in self.parts:
            if start < part.n:
                count = min(n - at, part.n - start)
                if count:
                    yield part, start, count, at
                at, start = at + count, 0
            else:
                start -= part.n

    def point(self, items: ItemArray, field: int, start: int, n: int) -> None:
        for part, first, count, at in self.spans(start, n):
            part.point(items, field, first, count, at)

    def copy(self, rows: Rows, column: int, width: int, start: int, n: int) -> list[int]:
        """Copies n items into a column of rows; returns the rows whose item has another width."""
        bad: list[int] = []
        for part, first, count, at in self.spans(start, n):
            bad += part.copy(rows, column, width, first, count, at)
        return bad

    def packed(self, width: int) -> Optional[int]:
        """Where the items lie, if they lie one behind the other and all have this width."""
        parts = [part for part in self.parts if part.n]
        if len(parts) == 1 and isinstance(parts[0], Fixed):
            part = parts[0]
            if part.width == part.step == width:
                return part.address
        return None

    def item(self, row: int) -> bytes:
        """One item."""
        items = ItemArray(1)
        self.point(items, 0, row, 1)
        return bytes(memory(items.words[0], items.words[1]))

    def wrong(self) -> Status:
        """The reason of an item of another width."""
        return _WRONG.get(self.name, Status.MISUSE)

    def nulls(self) -> Optional[bytearray]:
        """1 for each item that is null, or None."""
        if all([part.nulls is None for part in self.parts]):
            return None
        joined = bytearray()
        for part in self.parts:
            joined += part.nulls if part.nulls is not None else bytes(part.n)
        return joined


def _kind(value: object) -> str:
    return type(value).__name__


# The reason of an item of another width, by the name of the column; else MISUSE.
_WRONG = {"pubkey": Status.PUBKEY_FORMAT, "signature": Status.SIG_FORMAT}


class Columns:
    """The columns of a call, which have equally many items."""

    def __init__(self, *columns: Argument) -> None:
        self.columns = columns
        first = columns[0]
        self.n = first.n
        for column in columns[1:]:
            if column.n != first.n:
                raise ValueError(
                    f"{column.name}: has {column.n} items, but {first.name} has {first.n}"
                )
        self.nulls = first.nulls()
        for column in columns[1:]:
            more = column.nulls()
            if self.nulls is None or more is None:
                self.nulls = self.nulls if more is None else more
            else:
                self.nulls = bytearray(map(int.__or__, self.nulls, more))
        # The form of the results, and a column that has it.
        self.like = max(columns, key=lambda column: column.form)


class Named(Columns):
    """No columns: n rows whose results have the form that the caller names."""

    def __init__(self, n: int, form: str) -> None:
        if form not in FORMS:
            raise ValueError(f"form: expected one of {', '.join(FORMS)}, not {form!r}")
        if form != "list":
            importlib.import_module({"numpy": "numpy", "arrow": "pyarrow"}[form])
        self.columns, self.n, self.nulls = (), n, None
        self.like = Argument("form", b"", 1)
        self.like.form = FORMS[form]
