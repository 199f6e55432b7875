#!/usr/bin/env python3
"""Turns a Parquet file of tweak points and taproot outputs into the binary index that `ufsecp scan`
reads; needs pyarrow.

    python3 examples/index_from_parquet.py block-data.parquet index.spix
    ufsecp scan --keys my.scankeys index.spix

    python3 examples/index_from_parquet.py frigate.parquet --index-format frigate |
        ufsecp scan --keys my.scankeys -

A row of the table is a transaction. Its tweak is a point: 33 bytes, 64 (x and y) or 65 (4, x and
y), the same size in all rows. Its outputs are a list, perhaps empty, of x coordinates of 32 bytes
or of their first 8, all of one size. Both may be binary or hexadecimal text; outputs may be
integers of 64 bits too, which are the first 8 bytes, the most significant first. Row numbers stay
as they are. It is read in pieces, in constant memory.

--index-format frigate is for a table of Frigate's DuckDB extension: its column tweak_key has 64
bytes, x and y, each little-endian. Without it such a table is refused.
"""

import argparse
import os
import struct
import sys

try:
    import pyarrow
    import pyarrow.parquet
except ImportError as error:
    sys.exit(
        f"index_from_parquet.py needs pyarrow ({error}): install it, as with `pip install pyarrow`"
    )

P = 2**256 - 2**32 - 977
ROWS_AT_ONCE = 65536
MOST_OUTPUTS = 65535


def as_bytes(value):
    if isinstance(value, str):
        return bytes.fromhex(value)
    if isinstance(value, int):
        return struct.pack(">Q", value % 2**64)  # also where it was stored with a sign
    if isinstance(value, bytes):
        return value
    raise ValueError("null, or neither bytes, text nor a number")


def swapped(point):
    """Two coordinates of 32 bytes, each in the other byte order."""
    return point[31::-1] + point[:31:-1]


def on_curve(point):
    x, y = int.from_bytes(point[:32], "big"), int.from_bytes(point[32:], "big")
    return x < P and y < P and (y * y - x**3 - 7) % P == 0


def tweak_of(value, frigate):
    if isinstance(value, int):
        raise ValueError("a tweak is no number")
    tweak = as_bytes(value)
    if frigate:
        return swapped(tweak) if len(tweak) == 64 else tweak
    return tweak[1:] if len(tweak) == 65 and tweak[0] == 4 else tweak


def check_byte_order(point, frigate):
    """Of the first row, which tells in what order all coordinates are."""
    if len(point) == 64 and not on_curve(point) and on_curve(swapped(point)):
        raise ValueError(
            "the tweak is a point in the other byte order: "
            + (
                "big-endian, which is read without"
                if frigate
                else "little-endian, which is read with"
            )
            + " --index-format frigate"
        )


def rows_of(file, tweak, outputs, frigate=False):
    """(tweak, outputs) of each row as bytes; ValueError names the row that is not as the top of
    this file says."""
    number, sizes = 0, None
    for batch in file.iter_batches(ROWS_AT_ONCE, columns=[tweak, outputs]):
        for point, xs in zip(batch.column(tweak).to_pylist(), batch.column(outputs).to_pylist()):
            try:
                point, xs = tweak_of(point, frigate), [as_bytes(x) for x in xs]
                if sizes is None:
                    check_byte_order(point, frigate)
                    sizes = [len(point), None]
                if sizes[1] is None and xs:
                    sizes[1] = len(xs[0])
                if len(point) not in (33, 64) or len(point) != sizes[0]:
                    raise ValueError(f"a tweak of {len(point)} bytes")
                if any(len(x) not in (8, 32) or len(x) != sizes[1] for x in xs):
                    raise ValueError(
                        "an output that has not 8 or 32 bytes, or not as many as those before"
                    )
                if len(xs) > MOST_OUTPUTS:
                    raise ValueError(f"more than {MOST_OUTPUTS} outputs")
            except (TypeError, ValueError) as error:
                raise ValueError(f"row {number}: {error}") from None
            yield point, xs
            number += 1


def convert(source, out, tweak=None, outputs="outputs", frigate=False):
    """Writes the index of the Parquet file at `source` to a binary stream."""
    file = pyarrow.parquet.ParquetFile(source)
    names = file.schema_arrow.names
    if tweak is None:
        tweak = "tweak_key" if frigate else "tweak"
        if not frigate and "tweak_key" in names and "tweak" not in names:
            raise ValueError(
                "a column tweak_key: if this is a table of Frigate's DuckDB extension, give "
                "--index-format frigate; else --tweak tweak_key"
            )
    for name in (tweak, outputs):
        if name not in names:
            raise ValueError(f"no column {name} among {', '.join(names)}")
    waiting, sizes = [], None  # rows before the first output, which says how large outputs are

    def write(point, xs):
        out.write(point + struct.pack("<H", len(xs)) + b"".join(xs))

    def begin(tweak_size, output_size):
        out.write(
            b"SPIX"
            + bytes([1, tweak_size, output_size, 0])
            + struct.pack("<Q", file.metadata.num_rows)
        )
        for row in waiting:
            write(*row)

    for point, xs in rows_of(file, tweak, outputs, frigate):
        if sizes is None and not xs:
            waiting.append((point, xs))
            continue
        if sizes is None:
            sizes = len(point), len(xs[0])
            begin(*sizes)
        write(point, xs)
    if sizes is None:
        begin(len(waiting[0][0]) if waiting else 33, 32)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parquet")
    parser.add_argument(
        "index", nargs="?", default="-", help="the new file to write; without it, standard output"
    )
    parser.add_argument(
        "--index-format",
        choices=("auto", "frigate"),
        default="auto",
        help="frigate: a table of Frigate's DuckDB extension",
    )
    parser.add_argument(
        "--tweak", metavar="NAME", help="the column of tweaks (tweak, or tweak_key of frigate)"
    )
    parser.add_argument(
        "--outputs", default="outputs", metavar="NAME", help="the column of outputs (outputs)"
    )
    parser.add_argument("--force", action="store_true", help="overwrite the index if it is there")
    o = parser.parse_intermixed_args()
    columns = o.tweak, o.outputs, o.index_format == "frigate"
    unfinished = None
    try:
        if o.index == "-":
            convert(o.parquet, sys.stdout.buffer, *columns)
            sys.stdout.buffer.flush()
            return
        if os.path.exists(o.index) and not os.path.isfile(o.index):  # a pipe, a device
            with open(o.index, "wb") as out:
                convert(o.parquet, out, *columns)
            return
        if os.path.exists(o.index) and not o.force:
            sys.exit(f"{o.index}: File exists (name another file, or give --force)")
        with open(o.index + ".unfinished", "wb" if o.force else "xb") as out:
            unfinished = o.index + ".unfinished"
            convert(o.parquet, out, *columns)
        os.replace(unfinished, o.index)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(141)
    except (OSError, ValueError, pyarrow.ArrowInvalid) as error:
        if unfinished is not None:
            os.unlink(unfinished)
        sys.exit(f"{o.parquet}: {error}")


if __name__ == "__main__":
    main()
