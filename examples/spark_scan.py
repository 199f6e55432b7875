#!/usr/bin/env python3
"""Scans an index of silent payments (BIP-352) with Apache Spark, in partitions; needs pyspark,
pyarrow and ufsecp, here and where the executors run.

    python3 examples/spark_scan.py --make 1000000 index       makes an index, in 32 files
    python3 examples/spark_scan.py index                      on two cores of this machine
    python3 examples/spark_scan.py index --master spark://host:7077

The index has the columns tweak (a point of 33 bytes) and outputs (an array of x coordinates of 32
bytes); --key names the file of other keys: the scan key's secret and the spend key's point, in
hexadecimal, in two lines. --make makes random points, and pays the keys of the example in one of
every 1,000 rows. The last line has the payments and the time of the job.
"""

import argparse
import hashlib
import sys
import time
from pathlib import Path

import ufsecp
from extracted import receiver_of
from spark_verify import make, session

SCAN_KEY = hashlib.sha256(b"the scan key of examples/spark_scan.py").digest()
SPEND_KEY = hashlib.sha256(b"the spend key of examples/spark_scan.py").digest()
EVERY = 1000


def paid_output(tweak):
    """The output with k = 0 of a transaction with this tweak, to the example's keys (BIP-352)."""
    with ufsecp.PrivateKey(SCAN_KEY) as scan, ufsecp.PrivateKey(SPEND_KEY) as spend:
        shared = ufsecp.PublicKey(tweak).tweak_mul(scan.to_bytes())
        tag = hashlib.sha256(b"BIP0352/SharedSecret").digest()
        t = hashlib.sha256(tag + tag + bytes(shared) + bytes(4)).digest()
        return bytes(spend.public_key().tweak_add(t))[1:]


def made(first, n):
    """A table of n transactions, of which the first has the number `first`."""
    import pyarrow as pa

    numbers = [i.to_bytes(32, "big") for i in range(2 * first + 1, 2 * (first + n) + 1)]
    points = ufsecp.pubkeys(numbers)
    tweaks, outputs = points[::2], [[point[1:]] for point in points[1::2]]
    for i in range(-first % EVERY, n, EVERY):
        outputs[i] = [paid_output(tweaks[i])]
    array = pa.list_(pa.binary())
    number = pa.array(range(first, first + n), pa.int64())
    return pa.table({"i": number, "tweak": tweaks, "outputs": pa.array(outputs, array)})


def scan(spark, source, scan_key, spend_key=None):
    """(the rows that pay, in order; how many could not be scanned; the seconds that it took)."""
    from ufsecp import spark as batches

    spend_key = spend_key or ufsecp.PrivateKey(SPEND_KEY).public_key()
    frame = spark.read.parquet(str(source))
    began = time.monotonic()
    found = batches.scan(frame, scan_key, spend_key).select("i", "payment.k").collect()
    seconds = time.monotonic() - began
    paid = sorted(row["i"] for row in found if row["k"] is not None)
    return paid, len(found) - len(paid), seconds


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("index", type=Path, help="the Parquet file or folder")
    parser.add_argument("--make", type=int, metavar="N", help="make it, of N rows")
    parser.add_argument("--key", type=Path, metavar="FILE", help="the receiver's keys")
    parser.add_argument("--master", default="local[2]", help="Spark's master (local[2])")
    parser.add_argument("--partitions", type=int, metavar="N", help="cut the index into N tasks")
    o = parser.parse_args()
    if o.make is not None:
        if o.index.exists():
            sys.exit(f"{o.index}: File exists (name another folder)")
        make(o.make, o.index, made)
        return
    if not o.index.exists():
        sys.exit(f"{o.index}: No such file or folder (--make N makes one)")
    keys = receiver_of(o.key) if o.key else (ufsecp.PrivateKey(SCAN_KEY), None)
    spark = session(o.master, "ufsecp: scan", o.index, o.partitions)
    try:
        rows = spark.read.parquet(str(o.index)).count()
        paid, bad, seconds = scan(spark, o.index, *keys)
        cores = spark.sparkContext.defaultParallelism
        print(
            f"{rows:,} rows: {len(paid):,} payments, {bad:,} rows that could not be scanned; "
            f"{seconds:.2f} s on {cores} cores, "
            f"{rows / seconds / cores:,.0f} rows a second and core"
        )
    except Exception as error:
        sys.exit(f"{o.index}: {str(error)[:1000]}")
    finally:
        spark.stop()


if __name__ == "__main__":
    main()
