#!/usr/bin/env python3
"""Verifies the ECDSA signatures of a Parquet file or folder in DuckDB, by SQL; needs duckdb,
ufsecp, and the extension that `make duckdb` builds, named by UFSECP_DUCKDB_EXTENSION.
`make example-duckdb` sees to all of that, and runs it on a million rows.

    python3 examples/spark_verify.py --make 1000000 signatures     makes an input; needs pyarrow
    python3 examples/duckdb_verify.py signatures

The input has the columns hash (32 bytes), pubkey (33 or 65) and signature (64). The line printed
has the rows, the verdicts, those without one because a value is NULL, and rows a second.
"""

import argparse
import sys
import time
from pathlib import Path

QUERY = """
    SELECT count(*), count(*) FILTER (valid), count(*) FILTER (NOT valid)
    FROM (SELECT ecdsa_verify(hash, pubkey, signature) AS valid FROM read_parquet(?))
"""


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("signatures", type=Path, help="the Parquet file or folder")
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    source = options.signatures
    if not source.exists():
        sys.exit(f"{source}: No such file or folder")
    import duckdb
    import ufsecp.duckdb

    config = {"allow_unsigned_extensions": "true", "threads": options.threads}
    try:
        database = duckdb.connect(config=config)
        ufsecp.duckdb.register(database)
    except (duckdb.Error, OSError) as error:
        sys.exit(f"the extension: {error}")
    try:
        began = time.monotonic()
        files = str(source / "*.parquet" if source.is_dir() else source)
        rows, valid, false = database.execute(QUERY, [files]).fetchone()
    except (duckdb.Error, OSError) as error:
        sys.exit(f"{source}: {error}")
    seconds = time.monotonic() - began
    print(
        f"{rows:,} rows: {valid:,} valid, {false:,} false, {rows - valid - false:,} null; "
        f"{seconds:.2f} s on {options.threads} threads, {rows / seconds:,.0f} rows a second"
    )


if __name__ == "__main__":
    main()
