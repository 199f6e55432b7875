"""Batches inside the tasks of Apache Spark, for DataFrames with columns of binary.

Functions named as those of the package take a DataFrame and return one, by ``mapInArrow``: its
columns, and one more. They check names and types of columns before a job runs. ``udf()`` and
``register()`` give the same batches to expressions and to SQL, as Arrow UDFs.

A bad row never fails a job, and costs no other its verdict: it is false, or null where a key or an
address is asked for. A null makes its row null. Executors need the package; each task uses one
thread. It needs pyarrow on the executors, and PySpark 3.4 or newer.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Callable, Optional, Union

from . import _batch
from ._columns import Item
from ._keys import PrivateKey, PublicKey
from ._silent import scan as _scan

if TYPE_CHECKING:
    from pyspark.sql import (  # type: ignore[import-not-found, unused-ignore]
        DataFrame,
        SparkSession,
    )

__all__ = ["FUNCTIONS", "ecrecover", "recover", "register", "scan", "udf"]
__all__ += ["verify_ecdsa", "verify_schnorr"]

FUNCTIONS: dict[str, tuple[Callable[..., Any], str]] = {
    "ecdsa_verify": (_batch.verify_ecdsa, "boolean"),
    "schnorr_verify": (_batch.verify_schnorr, "boolean"),
    "ecdsa_recover": (_batch.recover, "binary"),
    "ecrecover": (_batch.ecrecover, "binary"),
}
"""The names of udf() and of SQL: (the batch, the type of its results)."""

BINARY, BINARIES = "binary", "array<binary>"


@dataclass(frozen=True)
class _Batch:
    """A batch with its options, which Spark sends to executors."""

    name: str
    options: dict[str, Any]

    def __call__(self, *columns: Any) -> Any:
        call, kind = FUNCTIONS[self.name]
        return _spark_arrays(call(*columns, threads=1, **self.options), kind)

    def check(self, columns: int) -> None:
        """Raises the batch's error for options that it does not take."""
        FUNCTIONS[self.name][0](*([[]] * columns), **self.options)


def _spark_arrays(result: Any, kind: str) -> Any:
    """Results as Spark reads them: it knows no binary of a fixed size."""
    if kind != BINARY:
        return result
    if isinstance(result, tuple):
        return result[0].cast(BINARY), result[1]
    return result.cast(BINARY)


@dataclass(frozen=True)
class _Append:
    """Appends the results of a batch to columns of each Arrow batch of a task."""

    batch: _Batch
    places: list[int]
    kept: list[int]
    names: list[str]

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        pyarrow: Any = importlib.import_module("pyarrow")
        for rows in batches:
            found = self.batch(*(rows.column(place) for place in self.places))
            found = found if isinstance(found, tuple) else (found,)
            columns = [*(rows.column(place) for place in self.kept), *found]
            yield pyarrow.RecordBatch.from_arrays(columns, self.names)


def _place(frame: Any, argument: str, name: str) -> int:
    """Where the column of a name is."""
    if not hasattr(frame, "mapInArrow"):
        raise TypeError(f"frame: expected a DataFrame of PySpark, not {type(frame).__name__}")
    if not isinstance(name, str):
        raise TypeError(f"{argument}: expected a column's name, not {type(name).__name__}")
    names: list[str] = frame.schema.names
    if names.count(name) != 1:
        has = "several columns" if name in names else "no column"
        raise ValueError(f"{argument}: the DataFrame has {has} {name!r}: {', '.join(names)}")
    return names.index(name)


def _places(frame: Any, columns: dict[str, tuple[str, tuple[str, ...]]]) -> list[int]:
    """Where the columns are, {argument: (name, its types)}. Raises what is wrong with them."""
    places = []
    for argument, (name, types) in columns.items():
        place = _place(frame, argument, name)
        kind = frame.schema.fields[place].dataType.simpleString()
        if kind not in types:
            hint = ": unhex() makes binary of hexadecimal text" if kind == "string" else ""
            raise TypeError(
                f"{argument}: expected a column of {' or '.join(types)}, but {name!r} is "
                f"{kind}{hint}"
            )
        places.append(place)
    return places


def _with_fields(frame: Any, kept: Iterable[int], new: dict[str, tuple[str, Any]]) -> Any:
    """The schema of fields of the frame and new ones, {argument: (name, type)}."""
    types: Any = importlib.import_module("pyspark.sql.types")
    fields = [frame.schema.fields[place] for place in kept]
    for argument, (name, kind) in new.items():
        if not isinstance(name, str):
            raise TypeError(f"{argument}: expected a column's name, not {type(name).__name__}")
        if name.lower() in (field.name.lower() for field in fields):
            raise ValueError(f"{argument}: there is already a column {name!r}")
        fields.append(types.StructField(name, kind))
    return types.StructType(fields)


def _append(
    frame: DataFrame,
    batch: _Batch,
    columns: dict[str, str],
    into: str,
    reasons: Optional[str],
    keep: Optional[Iterable[str]],
) -> DataFrame:
    types: Any = importlib.import_module("pyspark.sql.types")
    places = _places(frame, {argument: (name, (BINARY,)) for argument, name in columns.items()})
    kept = list(range(len(frame.schema.fields)))
    if keep is not None:
        if isinstance(keep, (str, bytes)) or not isinstance(keep, Iterable):
            raise TypeError(f"keep: expected a list of columns' names, not {type(keep).__name__}")
        kept = [_place(frame, "keep", name) for name in keep]
        if len(set(kept)) < len(kept):
            raise ValueError("keep: a column is named twice")
    batch.check(len(columns))
    result = {"boolean": types.BooleanType(), "binary": types.BinaryType()}
    new = {"into": (into, result[FUNCTIONS[batch.name][1]])}
    if reasons is not None:
        batch.options["reasons"] = True
        new["reasons"] = (reasons, types.ByteType())
    schema = _with_fields(frame, kept, new)
    return frame.mapInArrow(_Append(batch, places, kept, schema.names), schema)


def verify_ecdsa(
    frame: DataFrame,
    hash: str = "hash",
    pubkey: str = "pubkey",
    signature: str = "signature",
    *,
    into: str = "valid",
    reasons: Optional[str] = None,
    keep: Optional[Iterable[str]] = None,
    low_s: bool = False,
    hybrid: bool = False,
    encoding: str = "compact",
) -> DataFrame:
    """The frame with a boolean column `into`: whether each signature is valid (SEC 1, 4.1.4).

    hash, pubkey and signature are names of columns of binary; their items, and the options, are
    those of ufsecp.verify_ecdsa(). `reasons` names one more column, of the ufsecp.Status of each
    row as a byte. `keep` names the columns that the new frame has beside these; None stands for
    all, which costs Spark a copy of them. Raises TypeError for a column of another type and
    ValueError for a name that is not there, or that is there already.
    """
    batch = _Batch("ecdsa_verify", {"low_s": low_s, "hybrid": hybrid, "encoding": encoding})
    columns = {"hash": hash, "pubkey": pubkey, "signature": signature}
    return _append(frame, batch, columns, into, reasons, keep)


def verify_schnorr(
    frame: DataFrame,
    message: str = "message",
    pubkey: str = "pubkey",
    signature: str = "signature",
    *,
    into: str = "valid",
    reasons: Optional[str] = None,
    keep: Optional[Iterable[str]] = None,
) -> DataFrame:
    """The frame with a boolean column `into`: whether each signature is valid (BIP-340).

    Items are those of ufsecp.verify_schnorr(), names and errors as in verify_ecdsa().
    """
    columns = {"message": message, "pubkey": pubkey, "signature": signature}
    return _append(frame, _Batch("schnorr_verify", {}), columns, into, reasons, keep)


def recover(
    frame: DataFrame,
    hash: str = "hash",
    signature: str = "signature",
    *,
    into: str = "recovered",
    reasons: Optional[str] = None,
    keep: Optional[Iterable[str]] = None,
) -> DataFrame:
    """The frame with a binary column `into`: the public key, 33 bytes, that made each signature, or
    null (SEC 1, 4.1.6).

    Items are those of ufsecp.recover(), names and errors as in verify_ecdsa().
    """
    columns = {"hash": hash, "signature": signature}
    return _append(frame, _Batch("ecdsa_recover", {}), columns, into, reasons, keep)


def ecrecover(
    frame: DataFrame,
    hash: str = "hash",
    signature: str = "signature",
    *,
    into: str = "address",
    reasons: Optional[str] = None,
    keep: Optional[Iterable[str]] = None,
) -> DataFrame:
    """The frame with a binary column `into`: the Ethereum address, 20 bytes, of the key that
    recover() finds, or null."""
    columns = {"hash": hash, "signature": signature}
    return _append(frame, _Batch("ecrecover", {}), columns, into, reasons, keep)


def udf(name: str, **options: Any) -> Callable[..., Any]:
    """One of FUNCTIONS as an Arrow UDF: ``frame.filter(~udf("ecdsa_verify")("hash", ...))``.

    The options are those of its batch. Its columns are not checked before the job: a column that is
    not binary fails the job with a TypeError that names it. It needs PySpark 4.1 or newer.
    """
    if name not in FUNCTIONS:
        raise ValueError(f"name: expected one of {', '.join(FUNCTIONS)}, not {name!r}")
    if "reasons" in options:
        raise TypeError("reasons: a UDF gives one column; the functions for DataFrames give both")
    for option in ("threads", "progress"):
        if option in options:
            raise TypeError(f"{option}: a UDF does not take it: Spark runs a task on one core")
    batch, kind = _Batch(name, options), FUNCTIONS[name][1]
    batch.check(3 if "verify" in name else 2)
    functions: Any = importlib.import_module("pyspark.sql.functions")
    if not hasattr(functions, "arrow_udf"):
        raise ImportError("ufsecp.spark.udf() needs PySpark 4.1 or newer, for arrow_udf")

    def call(*columns: Any) -> Any:
        return batch(*columns)

    call.__name__ = name
    call.__annotations__.clear()  # from which Spark would choose another kind of UDF
    made: Callable[..., Any] = functions.arrow_udf(call, kind)
    return made


def register(session: SparkSession) -> None:
    """Makes all FUNCTIONS known to the SQL of a session, by their names."""
    for name in FUNCTIONS:
        session.udf.register(name, udf(name))


@dataclass(frozen=True)
class _Scan:
    """Scans the transactions of each Arrow batch of a task."""

    scan_key: bytes = field(repr=False)
    spend_key: bytes
    labels: list[int]
    places: list[int]
    sizes: tuple[int, int]
    names: list[str]

    def __call__(self, batches: Iterator[Any]) -> Iterator[Any]:
        pyarrow: Any = importlib.import_module("pyarrow")
        payment = pyarrow.struct(
            {
                "output": pyarrow.int32(),
                "label": pyarrow.int64(),
                "k": pyarrow.int32(),
                "tweak": pyarrow.binary(),
            }
        )
        spend = PublicKey(self.spend_key)
        with PrivateKey(self.scan_key) as key:
            for rows in batches:
                tweaks, outputs = (rows.column(place) for place in self.places)
                found = self.found(key, spend, tweaks, outputs)
                if found:
                    at, payments = zip(*found)
                    columns = rows.take(pyarrow.array(at, pyarrow.int64())).columns
                    columns = [*columns, pyarrow.array(payments, payment)]
                    yield pyarrow.RecordBatch.from_arrays(columns, self.names)

    def found(
        self, key: PrivateKey, spend: PublicKey, tweaks: Any, outputs: Any
    ) -> list[tuple[int, Optional[dict[str, Any]]]]:
        """(row, its payment, or None if it could not be scanned), in the order of rows."""
        pc: Any = importlib.import_module("pyarrow.compute")
        if outputs.type in (BINARY, "large_binary"):  # a row with one output, or none
            lengths = outputs.is_valid().cast("int32")
            parents, items = pc.indices_nonzero(lengths), outputs.drop_null()
        else:
            lengths = pc.fill_null(pc.list_value_length(outputs), 0)
            parents, items = pc.list_parent_indices(outputs), outputs.flatten()
        bounds = list(accumulate(lengths.to_pylist(), initial=0))
        wrong_tweak, wrong_item = (
            pc.not_equal(pc.binary_length(column), size)
            for column, size in zip((tweaks, items), self.sizes)
        )
        wrong_item = pc.fill_null(wrong_item, True)
        bad = set(pc.indices_nonzero(wrong_tweak).to_pylist())
        if pc.any(wrong_item).as_py():
            bad.update(parents.filter(wrong_item).to_pylist())
            items = pc.if_else(wrong_item, bytes(self.sizes[1]), items)
        if bad:
            plain = tweaks.to_pylist()
            bad = {i for i in bad if plain[i] is not None}
            tweaks = [None if i in bad else item for i, item in enumerate(plain)]
        scanned = _scan(tweaks, items, key, spend, outputs_at=bounds, labels=self.labels, threads=1)
        found: list[tuple[int, Optional[dict[str, Any]]]] = [
            (payment.row, payment._asdict()) for payment in scanned.payments
        ]
        found += [(row, None) for row in bad.union(scanned.bad)]
        return sorted(found, key=lambda pair: pair[0])


def scan(
    frame: DataFrame,
    scan_key: Union[PrivateKey, Item],
    spend_key: PublicKey,
    *,
    tweak: str = "tweak",
    outputs: str = "outputs",
    labels: Sequence[int] = (0,),
    tweak_size: int = 33,
    output_size: int = 32,
    into: str = "payment",
) -> DataFrame:
    """The rows of an index that pay one receiver (BIP-352), with a column `into`: a struct of the
    output's place in its row, the label or null, k, and the tweak. See ufsecp.Payment.

    A row of the frame is a transaction. tweak names a column of binary, of items of `tweak_size`
    bytes, 33 or 64. outputs names one of binary, or of arrays of binary, of items of `output_size`
    bytes, 32 or 8: an array may be empty. A row that pays several times is there several times. A
    row with a null tweak is skipped. One that cannot be scanned, whose tweak is no point or where
    an item has another size or is null, is there with a null `into`.

    Spark sends the scan key to executors with the task: in the clear, unless
    spark.network.crypto.enabled or TLS is set. Raises what verify_ecdsa() does, ufsecp.Error for a
    scan key that is none, and TypeError for a spend key that is no PublicKey.
    """
    types: Any = importlib.import_module("pyspark.sql.types")
    columns = {"tweak": (tweak, (BINARY,)), "outputs": (outputs, (BINARY, BINARIES))}
    places = _places(frame, columns)
    for argument, size, sizes in (
        ("tweak_size", tweak_size, (33, 64)),
        ("output_size", output_size, (32, 8)),
    ):
        if size not in sizes:
            raise ValueError(f"{argument}: expected {sizes[0]} or {sizes[1]}, not {size!r}")
    if not isinstance(scan_key, PrivateKey):
        with PrivateKey(scan_key) as key:
            secret = key.to_bytes()
    else:
        secret = scan_key.to_bytes()
    labels = list(labels)  # read twice
    # Refuses what is no key and no label.
    _scan([None], [], secret, spend_key, outputs_at=[0, 0], labels=labels)
    payment = types.StructType(
        [
            types.StructField("output", types.IntegerType()),
            types.StructField("label", types.LongType()),
            types.StructField("k", types.IntegerType()),
            types.StructField("tweak", types.BinaryType()),
        ]
    )
    every = range(len(frame.schema.fields))
    schema = _with_fields(frame, every, {"into": (into, payment)})
    sizes = (tweak_size, output_size)
    run = _Scan(secret, bytes(spend_key), labels, places, sizes, schema.names)
    return frame.mapInArrow(run, schema)
