"""Columns of NumPy and Arrow: each form gives what lists give, in that form."""

import ctypes
import gc
import mmap
import sys
from array import array as array_of

import pytest
import ufsecp
from test_batches import ALL, CALLS, COUNT, KEYS, NAMES, WITHOUT_REASONS, XONLY
from test_silent import index
from ufsecp import _parts

np = pytest.importorskip("numpy")
pa = pytest.importorskip("pyarrow")


def array(column):
    return np.frombuffer(b"".join(column), np.uint8).reshape(len(column), -1)


def fixed(column):
    return pa.array(column, pa.binary(len(column[0])))


def chunks(column, make):
    return pa.chunked_array([make(column[:30]), make(column[30:31]), make(column[31:])])


def strided(column):
    wide = np.zeros((2 * len(column), 200), np.uint8)
    wide[::2, 5 : 5 + len(column[0])] = array(column)
    return wide[::2, 5 : 5 + len(column[0])]


def sliced(column):
    return fixed([column[1], None, *column, column[0]])[2:-1]


FORMS = {
    "numpy": array,
    "numpy strided": strided,
    "numpy reversed": lambda column: array(column[::-1])[::-1],
    "numpy columns": lambda column: np.asfortranarray(array(column)),
    "numpy void": lambda column: array(column).view(f"V{len(column[0])}").ravel(),
    "numpy objects": lambda column: np.array([*column, None], object)[:-1],
    "fixed": fixed,
    "binary": lambda column: pa.array(column, pa.binary()),
    "large": lambda column: pa.array(column, pa.large_binary()),
    "view": lambda column: pa.array(column, pa.binary()).cast(pa.binary_view()),
    "sliced": sliced,
    "sliced binary": lambda column: sliced(column).cast(pa.binary()),
    "sliced view": lambda column: sliced(column).cast(pa.binary()).cast(pa.binary_view()),
    "chunked": lambda column: chunks(column, fixed),
    "chunked binary": lambda column: chunks(column, pa.array),
    "list of bytes": lambda column: pa.FixedSizeListArray.from_arrays(
        pa.array(array(column).ravel()), len(column[0])
    ),
}


def plain(result):
    """A result as a list; a row of zeros of NumPy as None."""
    if isinstance(result, np.ndarray):
        if result.ndim == 2:
            return [bytes(row) if row.any() else None for row in result]
        return result.tolist()
    assert isinstance(result, (pa.Array, pa.ChunkedArray)), type(result)
    result.validate(full=True)
    return result.to_pylist()


@ALL
@pytest.mark.parametrize("form", FORMS)
def test_same_as_lists(name, form):
    call, columns, want = CALLS[name]
    make = FORMS[form]
    made = [make(column) for column in columns]
    got = call(*made)
    assert plain(got) == want
    if form.startswith("numpy"):
        assert isinstance(got, np.ndarray) and got.dtype in (np.bool_, np.uint8)
        assert got.ndim == 1 or got.shape == (COUNT, len(want[0]))
    else:
        assert isinstance(got, pa.ChunkedArray) == form.startswith("chunked")
    if name not in WITHOUT_REASONS:
        got, reasons = call(*made, reasons=True)
        assert plain(got) == want and plain(reasons) == [1] * COUNT
    damaged = [list(column) for column in columns]
    damaged[-1][33] = b"\xff" * len(columns[-1][33])
    got = plain(call(*map(make, damaged)))
    assert not got[33] and got[:33] + got[34:] == want[:33] + want[34:]


@ALL
@pytest.mark.parametrize("kind", ["fixed", "binary", "large", "view", "chunked"])
def test_nulls(name, kind):
    call, columns, want = CALLS[name]
    for c in range(len(columns)):
        changed = [list(column) for column in columns]
        changed[c][5] = changed[0][9] = changed[-1][70] = None
        got = call(*map(FORMS[kind], changed))
        assert plain(got) == [None if i in (5, 9, 70) else x for i, x in enumerate(want)]
    if name not in WITHOUT_REASONS:
        changed[0][0] = b"\xff" * len(changed[0][0])
        got, reasons = call(*map(FORMS[kind], changed), reasons=True)
        assert got.null_count >= 3 and reasons.null_count == 3
        assert {reasons.to_pylist().index(None)} == {5}


NOTHING = {
    "null": lambda n: pa.nulls(n),
    "chunked": lambda n: pa.chunked_array([pa.nulls(n // 2), pa.nulls(n + 2)[2 + n // 2 :]]),
    "pandas": lambda n: pytest.importorskip("pandas").Series([None] * n, dtype=object),
    "polars": lambda n: pytest.importorskip("polars").Series([None] * n),
}


@ALL
@pytest.mark.parametrize("kind", NOTHING)
def test_columns_of_nulls(name, kind):
    """Of type null: what pandas makes of objects that are all None, or of no objects."""
    call, columns, _ = CALLS[name]
    for n in (0, 1, COUNT):
        for c in range(len(columns)):
            made = [column[:n] for column in columns]
            made[c] = NOTHING[kind](n)
            assert len(made[c]) == n
            for options in [{}] if name in WITHOUT_REASONS else [{}, {"reasons": True}]:
                got = call(*made, **options)
                for result in got if options else [got]:
                    assert not isinstance(result, list) and len(result) == n
                    plain = result.to_list() if kind == "polars" else result.to_pylist()
                    assert plain == [None] * n


def test_scan_of_nulls():
    _, outputs, scan_key, spend = index(3)
    assert ufsecp.scan(pa.nulls(3), outputs, scan_key, spend) == ([], [])
    with pytest.raises(ValueError, match="output: an item is null"):
        ufsecp.scan(outputs, pa.nulls(3), scan_key, spend)


def test_reasons_of_nulls_in_numpy():
    """A null message is not the empty message, whose signature is valid."""
    signature = KEYS[0].sign_schnorr(b"")
    keys, signatures = array(XONLY[:1] * 3), array([signature, bytes(64), signature])
    verdicts, reasons = ufsecp.verify_schnorr([None, None, b""], keys, signatures, reasons=True)
    assert isinstance(reasons, np.ndarray) and reasons.dtype == np.int8
    assert verdicts.tolist() == [False, False, True] and reasons.tolist() == [-1, -1, 1]
    hashes, keys, signatures = (column[:3] for column in CALLS["verify_ecdsa"][1])
    keys[1], signatures[2] = None, None
    assert ufsecp.verify_ecdsa(array(hashes), keys, signatures, reasons=True)[1].tolist() == [
        1,
        -1,
        -1,
    ]


def test_null_lists_of_bytes():
    """A null makes its row null: not those beside it, nor one that is sliced away."""
    call, (keys,), want = CALLS["decompress"]
    lists = [None, *map(list, keys[1:8]), None]
    made = pa.array(lists, pa.list_(pa.uint8(), 33))
    assert made.flatten().null_count == 0 and made.values.null_count == 66
    assert call(made).to_pylist() == [None, *want[1:8], None]
    for start, stop in ((1, 8), (0, 3), (3, 9), (4, 4)):
        assert call(made[start:stop]).to_pylist() == [None, *want[1:8], None][start:stop]
    chunked = pa.chunked_array([made[1:3], made[3:]])
    assert call(chunked).to_pylist() == [*want[1:8], None]
    lists[5][32] = None
    made = pa.array(lists, pa.list_(pa.uint8(), 33))
    for column in (made, pa.chunked_array([made[:2], made[2:]])):
        with pytest.raises(ValueError, match="pubkey, row 5: bytes of an item are null"):
            call(column)
    assert call(made[:5]).to_pylist() == [None, *want[1:5]]
    assert call(made[6:]).to_pylist() == [*want[6:8], None]


@ALL
def test_rows_of_another_size(name):
    call, columns, want = CALLS[name]
    if name == "verify_schnorr":
        columns = columns[::-1]
        call, columns = (lambda s, k, m: ufsecp.verify_schnorr(m, k, s)), columns
    changed = [list(column) for column in columns]
    changed[0][2], changed[-1][3], changed[0][60] = b"", changed[-1][3] + b"!", b"12 and more bytes"
    for kind in ("binary", "large", "view", "chunked binary"):
        got = plain(call(*map(FORMS[kind], changed)))
        rows = (2, 60) if name == "verify_schnorr" else (2, 3, 60)
        if name != "verify_schnorr":
            assert not any(got[i] for i in rows)
            assert [x for i, x in enumerate(got) if i not in rows] == [
                x for i, x in enumerate(want) if i not in rows
            ]
        else:
            assert [i for i, x in enumerate(got) if not x] == [2, 3, 60]


@ALL
def test_empty(name):
    call, columns, _ = CALLS[name]
    for form in ("numpy", "numpy void", "numpy objects", "fixed", "view", "chunked"):
        got = call(*(FORMS[form](column)[:0] for column in columns))
        assert len(got) == 0 and plain(got) == []
    nothing = [pa.chunked_array([], pa.binary(len(column[0]))) for column in columns]
    assert plain(call(*nothing)) == []
    assert plain(call(*(pa.array([], pa.binary()) for _ in columns))) == []


def wrong_columns(width):
    """What is no column of items of this size: (value, the error, words of its message)."""
    rows = np.zeros((COUNT, width), np.uint8)
    return [
        (rows[:, :-1], ValueError, f"not {width - 1}"),
        (np.zeros((COUNT, width + 1), np.uint8), ValueError, f"not {width + 1}"),
        (rows.astype(np.int8), TypeError, "not int8"),
        (rows.astype(np.uint16), TypeError, "not uint16"),
        (rows.astype(float), TypeError, "not float64"),
        (rows.astype(bool), TypeError, "not bool"),
        (rows[0], TypeError, "of shape"),
        (rows[None], TypeError, "of shape"),
        (np.uint8(3), TypeError, "not uint8"),
        (np.zeros((), np.uint8), TypeError, "of shape"),
        (np.array([b"a"] * COUNT), TypeError, "dtype S drops zeros"),
        (np.array(["a"] * COUNT), TypeError, "not <U1"),
        (np.ma.masked_array(rows), TypeError, "without a mask"),
        (np.array(["x"] * COUNT, object), TypeError, "row 0: expected bytes, not str"),
        (np.array([np.nan] * COUNT, object), TypeError, "row 0: expected bytes, not float"),
        (pa.array([b"a" * (width - 1)], pa.binary(width - 1)), ValueError, f"not {width - 1}"),
        (pa.array(["text"] * COUNT), TypeError, "not strings"),
        (pa.array(["text"] * COUNT, pa.large_string()), TypeError, "not strings"),
        (pa.array(["text"] * COUNT, pa.string_view()), TypeError, "not strings"),
        (pa.array([b"x" * width] * COUNT).dictionary_encode(), TypeError, "dictionary"),
        (pa.array([1] * COUNT), TypeError, "not the format 'l'"),
        (pa.array([[b"x"]] * COUNT), TypeError, "not the format"),
        (pa.table({"a": [b"x"] * COUNT}), TypeError, "not a table"),
        (pa.record_batch({"a": [b"x"] * COUNT}), TypeError, "not a table"),
        (pa.chunked_array([], pa.string()), TypeError, "not strings"),
    ]


@ALL
def test_refused(name):
    call, columns, _ = CALLS[name]
    for c, argument in enumerate(NAMES[name]):
        width = len(columns[c][0])
        for value, error, words in wrong_columns(width):
            if argument == "message" and error is ValueError:
                continue
            arguments = [value if i == c else column for i, column in enumerate(columns)]
            with pytest.raises(error, match=words) as refused:
                call(*arguments)
            assert argument in str(refused.value)


def test_mixed_forms():
    call, (hashes, keys, signatures), want = CALLS["verify_ecdsa"]
    assert isinstance(call(array(hashes), fixed(keys), signatures), pa.Array)
    assert isinstance(call(hashes, array(keys), b"".join(signatures)), np.ndarray)
    keys = [None, *keys[1:]]
    assert plain(call(array(hashes), keys, signatures)) == [False, *want[1:]]
    with pytest.raises(ValueError, match="pubkey: has 79 items, but signature has 80"):
        call(array(hashes), keys[1:], signatures)


def test_huge_columns():
    """What claims more rows than there is memory for."""
    call, (hashes, keys, signatures), _ = CALLS["verify_ecdsa"]
    huge = [np.broadcast_to(array(c)[0], (2**50, len(c[0]))) for c in (hashes, keys, signatures)]
    with pytest.raises((MemoryError, ValueError, OverflowError)):
        call(*huge)
    same = [np.broadcast_to(array(c)[0], (100, len(c[0]))) for c in (hashes, keys, signatures)]
    assert call(*same).all()


@pytest.mark.skipif(sys.maxsize < 2**32, reason="a process of 64 bits")
def test_sizes_beyond_an_int():
    """Memory of more than 2^31 bytes, which is not touched but for the last one."""
    size = 2**31 + 64
    with mmap.mmap(-1, size) as room:
        start = ctypes.c_char.from_buffer(room)
        memoryview(room)[size - 1 :] = b"\x80"
        address = ctypes.addressof(start)
        assert bytes(_parts.memory(address, size)[size - 2 :]) == b"\0\x80"
        assert _parts.unpacked_bits(address, 8 * size - 2, 2) == b"\0\1"
        del start


@pytest.mark.skipif(sys.maxsize < 2**32, reason="a process of 64 bits")
@pytest.mark.parametrize("kind, n", [("large_binary", 2**28), ("binary", 2**29)])
def test_offsets_beyond_an_int(monkeypatch, kind, n):
    """Arrays whose offsets have more than 2^31 bytes ask for all of them."""
    width = 8 if kind == "large_binary" else 4
    asked_for(monkeypatch, getattr(pa, kind)(), n, width * (n + 1), b"")


@pytest.mark.skipif(sys.maxsize < 2**32, reason="a process of 64 bits")
def test_views_beyond_an_int(monkeypatch):
    asked_for(monkeypatch, pa.binary_view(), 2**27, 16 * 2**27)


def asked_for(monkeypatch, kind, n, size, *data):
    """Whether a column of n items reads its second buffer, of this size. Nothing is read."""

    class Asked(Exception):
        pass

    def memory(address, size):
        raise Asked(size)

    monkeypatch.setattr(_parts, "memory", memory)
    buffers = [None, *map(pa.py_buffer, (mmap.mmap(-1, size), *data))]
    with pytest.raises(Asked, match=f"^{size}$"):
        ufsecp.decompress(pa.Array.from_buffers(kind, n, buffers, null_count=0))


def test_offsets_are_counted():
    with pytest.raises(ValueError, match="pubkey: expected 3 offsets, not 2"):
        _parts.variable("pubkey", 2, 0, array_of("q", [0, 1]), None, None)


def test_damaged_arrow():
    data = pa.py_buffer(b"x" * 64)
    offsets = pa.py_buffer(np.array([0, 64, 32], np.int32))
    broken = pa.Array.from_buffers(pa.binary(), 2, [None, offsets, data])
    with pytest.raises(ValueError, match="pubkey: the offsets of the Arrow array fall"):
        ufsecp.decompress(broken)
    for view in ([40, 0, 7, 0], [40, 0, -1, 0], [40, 0, 0, 60], [40, 0, 0, -1], [-1, 0, 0, 0]):
        views = pa.py_buffer(np.array([view], np.int32))
        broken = pa.Array.from_buffers(pa.binary_view(), 1, [None, views, data])
        with pytest.raises(ValueError, match="pubkey, row 0: the Arrow array is damaged"):
            ufsecp.decompress(broken)
        good = pa.array([b"x"], pa.binary_view())
        with pytest.raises(ValueError, match="pubkey, row 2: the Arrow array is damaged"):
            ufsecp.decompress(pa.chunked_array([good, good, broken]))


def test_streams_that_fail():
    def batches():
        yield pa.record_batch({"a": pa.array([b"x"])})
        raise OSError("the disk is gone")

    class Column:
        def __arrow_c_stream__(self, requested_schema=None):
            reader = pa.RecordBatchReader.from_batches(pa.schema({"a": pa.binary()}), batches())
            return reader.__arrow_c_stream__()

    with pytest.raises(TypeError, match="not a table"):
        ufsecp.decompress(Column())


def test_scan_skips_nulls():
    """A null tweak whose place in the array has a point finds nothing."""
    tweaks, outputs, scan_key, spend = index(3)
    data, valid = pa.py_buffer(b"".join(tweaks)), pa.py_buffer(b"\x06")
    column = pa.Array.from_buffers(pa.binary(33), 3, [valid, data])
    assert column.null_count == 1
    assert ufsecp.scan(column, outputs, scan_key, spend) == ([], [])
    column = pa.Array.from_buffers(pa.binary(33), 3, [None, data])
    assert len(ufsecp.scan(column, outputs, scan_key, spend).payments) == 1


def test_polars():
    polars = pytest.importorskip("polars")
    for name, (call, columns, want) in CALLS.items():
        got = call(*(polars.Series("x", column, dtype=polars.Binary) for column in columns))
        assert isinstance(got, polars.Series) and got.to_list() == want, name
    keys = polars.Series("key", [None, b"x", CALLS["decompress"][1][0][0]])
    found, reasons = ufsecp.decompress(keys, reasons=True)
    assert found.null_count() == 2 and found.name == "key"
    assert reasons.to_list() == [None, -2, 1] and reasons.dtype == polars.Int8
    with pytest.raises(TypeError, match="not strings"):
        ufsecp.decompress(polars.Series(["text"]))
    call, (keys,), want = CALLS["decompress"]
    lists = polars.Series([None, *map(list, keys)], dtype=polars.Array(polars.UInt8, 33))
    assert call(lists).to_list() == [None, *want] and call(lists[1:]).to_list() == want


def test_nanoarrow():
    nanoarrow = pytest.importorskip("nanoarrow")
    for name, (call, columns, want) in CALLS.items():
        got = call(*(nanoarrow.Array(column, nanoarrow.binary()) for column in columns))
        assert isinstance(got, nanoarrow.Array) and got.to_pylist() == want, name
    found, reasons = ufsecp.decompress(
        nanoarrow.Array([None, b"x"], nanoarrow.binary()), reasons=True
    )
    assert found.to_pylist() == [None, None] and reasons.to_pylist() == [None, -2]
    call, (keys,), want = CALLS["decompress"]
    for chunks in ([keys[:3], [None], keys[3:5]], [keys[:1]], []):
        got = call(nanoarrow.Array.from_chunks(chunks, nanoarrow.binary()))
        assert isinstance(got, nanoarrow.Array)
        assert got.to_pylist() == call(sum(chunks, []))
    assert call(nanoarrow.c_array(keys, nanoarrow.binary())).to_pylist() == want
    nothing = nanoarrow.c_array_from_buffers(nanoarrow.null(), 2, [])
    assert call(nanoarrow.Array(nothing)).to_pylist() == [None, None]


def test_pandas():
    pandas = pytest.importorskip("pandas")
    call, (keys,), want = CALLS["decompress"]
    for dtype in (object, pandas.ArrowDtype(pa.binary())):
        got = call(pandas.Series([None, *keys], dtype=dtype))
        assert isinstance(got, (pa.Array, pa.ChunkedArray)) and got.to_pylist() == [None, *want]


def test_nothing_is_kept():
    """A column may go away after the call."""
    _, (hashes, keys, signatures), _ = CALLS["verify_ecdsa"]
    before = pa.total_allocated_bytes()
    for _ in range(20):
        made = [chunks(column, fixed) for column in (hashes, keys, signatures)]
        assert all(ufsecp.verify_ecdsa(*made).to_pylist())
    del made
    gc.collect()
    assert pa.total_allocated_bytes() <= before
