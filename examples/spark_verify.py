#!/usr/bin/env python3
"""Verifies ECDSA signatures of a Parquet file or folder with Apache Spark, on local cores or on a
cluster; needs pyspark, pyarrow and ufsecp, here and where the executors run.

    python3 examples/spark_verify.py --make 1000000 signatures     makes an input, in 32 files
    python3 examples/spark_verify.py signatures                    on two cores of this machine
    python3 examples/spark_verify.py signatures --master spark://host:7077 --out verdicts

The input has the columns hash (32 bytes), pubkey (33 or 65) and signature (64), and id or others.
The output has id and valid. The last line has the counts and the time of the job, without Spark's
start. --make repeats the signatures of data/mainnet-ecdsa.rows; of every 1,000 rows it damages one
signature, and one in 10,000 has no key.
"""

import argparse
import os
import sys
import time
from pathlib import Path

ROWS = Path(__file__).resolve().parents[1] / "data/mainnet-ecdsa.rows"
FILES = 32


def made(first, n, rows):
    """A table of n rows, of which the first has the number `first`."""
    import pyarrow as pa

    cut = [rows[i : i + 129] for i in range(0, len(rows), 129)]
    hashes, keys, signatures = [], [], []
    for i in range(first, first + n):
        row = cut[i % len(cut)]
        hashes.append(row[:32])
        keys.append(None if i % 10000 == 77 else row[32:65])
        signatures.append(row[65:] if i % 1000 != 500 else row[65:128] + bytes([row[128] ^ 1]))
    columns = {"id": pa.array(range(first, first + n), pa.int64())}
    for name, column in (("hash", hashes), ("pubkey", keys), ("signature", signatures)):
        columns[name] = pa.array(column, pa.binary())
    return pa.table(columns)


def make(n, folder, table):
    """Makes a folder of n rows in files; table(first, rows) is a part of it."""
    import pyarrow.parquet as parquet

    folder.mkdir()
    for part in range(FILES):
        first, last = (n * i // FILES for i in (part, part + 1))
        file = folder / f"{part:02}.parquet"
        parquet.write_table(table(first, last - first), file, use_dictionary=False)
    print(f"{folder}: {n:,} rows in {FILES} files")


def session(master, app, source, partitions):
    """A session that cuts the source into about so many partitions, or as Spark does if None."""
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    builder = SparkSession.builder.master(master).appName(app)
    builder = builder.config("spark.ui.enabled", "false")
    if partitions:
        files = [source] if source.is_file() else source.glob("*.parquet")
        size = sum(file.stat().st_size for file in files)
        builder = builder.config("spark.sql.files.openCostInBytes", "0")
        builder = builder.config("spark.sql.files.maxPartitionBytes", size // partitions + 1)
    return builder.getOrCreate()


def verify(spark, source, out=None, sql=False):
    """{verdict: rows}, and the seconds that it took."""
    from ufsecp import spark as batches

    frame = spark.read.parquet(str(source)).select("id", "hash", "pubkey", "signature")
    began = time.monotonic()
    if sql:
        verdict = batches.udf("ecdsa_verify")("hash", "pubkey", "signature")
        frame = frame.select("id", verdict.alias("valid"))
    else:
        frame = batches.verify_ecdsa(frame, keep=["id"])
    if out:
        frame.write.parquet(str(out))
        frame = spark.read.parquet(str(out))
    counts = {row["valid"]: row["count"] for row in frame.groupBy("valid").count().collect()}
    return counts, time.monotonic() - began


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("signatures", type=Path, help="the Parquet file or folder")
    parser.add_argument("--make", type=int, metavar="N", help="make it, of N rows")
    parser.add_argument("--master", default="local[2]", help="Spark's master (local[2])")
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="write the verdicts there")
    parser.add_argument("--partitions", type=int, metavar="N", help="cut the input into N tasks")
    parser.add_argument("--udf", action="store_true", help="by an Arrow UDF, not by mapInArrow")
    parser.add_argument("--repeat", type=int, default=1, metavar="N", help="do it N times")
    o = parser.parse_args()
    if o.make is not None:
        if o.signatures.exists():
            sys.exit(f"{o.signatures}: File exists (name another folder)")
        rows = ROWS.read_bytes()
        make(o.make, o.signatures, lambda first, n: made(first, n, rows))
        return
    if not o.signatures.exists():
        sys.exit(f"{o.signatures}: No such file or folder (--make N makes one)")
    if o.out and o.out.exists():
        sys.exit(f"{o.out}: File exists (name another folder)")
    spark = session(o.master, "ufsecp: verify", o.signatures, o.partitions)
    try:
        for _ in range(o.repeat):
            counts, seconds = verify(spark, o.signatures, o.out, o.udf)
            cores = spark.sparkContext.defaultParallelism
            total = sum(counts.values())
            print(
                f"{total:,} rows: {counts.get(True, 0):,} valid, {counts.get(False, 0):,} false, "
                f"{counts.get(None, 0):,} null; {seconds:.2f} s on {cores} cores, "
                f"{total / seconds / cores:,.0f} rows a second and core"
            )
    except Exception as error:
        # What Spark says of its errors is long; the first lines tell what is wrong.
        sys.exit(f"{o.signatures}: {str(error)[:1000]}")
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
