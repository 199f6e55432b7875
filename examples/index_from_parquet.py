#!/usr/bin/env python3
"""Turns a Parquet file of tweak points and taproot outputs into the binary index that `ufsecp scan`
reads; needs pyarrow.

    python3 examples/index_from_parquet.py block-data.parquet index.spix
    ufsecp scan --keys my.scankeys index.spix

    python3 examples/index_from_parquet.py --tweak tweak_key --outputs outputs in.parquet |
        ufsecp scan --keys my.scankeys -

A row of the table is a transaction. Its tweak is a point: 33 bytes, 64 (x and y) or 65 (4, x and
y), the same size in all rows. Its outputs are a list, perhaps empty, of x coordinates of 32 bytes
or of their first 8, all of one size. Both may be binary or hexadecimal text; outputs may be
integers of 64 bits too, which are the first 8 bytes, the most significant first. Row numbers stay
as they are. It is read in pieces, in constant memory.
"""

import argparse
import os
import struct
import sys

import pyarrow.parquet

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


def tweak_of(value):
    if isinstance(value, int):
        raise ValueError("a tweak is no number")
    tweak = as_bytes(value)
    return tweak[1:] if len(tweak) == 65 and tweak[0] == 4 else tweak


def rows_of(file, tweak, outputs):
    """(tweak, outputs) of each row as bytes; ValueError names the row that is not as the top of
    this file says."""
    number, sizes = 0, None
    for batch in file.iter_batches(ROWS_AT_ONCE, columns=[tweak, outputs]):
        for point, xs in zip(batch.column(tweak).to_pylist(), batch.column(outputs).to_pylist()):
            try:
                point, xs = tweak_of(point), [as_bytes(x) for x in xs]
                if sizes is None:
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


def convert(source, out, tweak="tweak", outputs="outputs"):
    """Writes the index of the Parquet file at `source` to a binary stream."""
    file = pyarrow.parquet.ParquetFile(source)
    for name in (tweak, outputs):
        if name not in file.schema_arrow.names:
            raise ValueError(f"no column {name} among {', '.join(file.schema_arrow.names)}")
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

    for point, xs in rows_of(file, tweak, outputs):
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
        "index", nargs="?", default="-", help="the file to write; without it, standard output"
    )
    parser.add_argument(
        "--tweak", default="tweak", metavar="NAME", help="the column of tweaks (tweak)"
    )
    parser.add_argument(
        "--outputs", default="outputs", metavar="NAME", help="the column of outputs (outputs)"
    )
    o = parser.parse_args()
    unfinished = o.index + ".unfinished"
    try:
        if o.index == "-":
            convert(o.parquet, sys.stdout.buffer, o.tweak, o.outputs)
            sys.stdout.buffer.flush()
            return
        with open(unfinished, "wb") as out:
            convert(o.parquet, out, o.tweak, o.outputs)
        os.replace(unfinished, o.index)
    except (OSError, ValueError, pyarrow.ArrowInvalid) as error:
        if o.index != "-" and os.path.exists(unfinished):
            os.unlink(unfinished)
        sys.exit(f"{o.parquet}: {error}")


if __name__ == "__main__":
    main()
