#!/usr/bin/env python3
"""What a row costs in Apache Spark beside the plain library, in processor time of all processes.

    python3 python/spark/bench.py FOLDER            signatures of examples/spark_verify.py
    python3 python/spark/bench.py FOLDER --scan     an index of examples/spark_scan.py

Each round does each way once, in random order. It shows the first round, in which Java compiles,
and of the second half of the rounds medians, and quartiles of the ratio to the plain library.
The ways: `plain`, the batch on Arrow columns in memory; `read`, Spark reads the columns; `pass`, it
also sends them through a task of Python that does nothing; then the batches. Linux only: it reads
/proc.
"""

import argparse
import os
import random
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "examples"))
import pyarrow as pa
import pyarrow.parquet as parquet
import spark_scan
import spark_verify
import ufsecp
from ufsecp import spark as batches

TICK = os.sysconf("SC_CLK_TCK")
PLAIN_ROWS = 200_000


def children():
    """Seconds of the processor: {"java": ..., "python": ...} of what this process started."""
    parents, spent = {}, {}
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            name, _, fields = (folder / "stat").read_text().partition("(")[2].rpartition(")")
        except OSError:  # which has ended
            continue
        fields = fields.split()
        parents[int(folder.name)] = int(fields[1])
        spent[int(folder.name)] = name, sum(map(int, fields[11:15])) / TICK
    total = {"java": 0.0, "python": 0.0}
    for pid, (name, seconds) in spent.items():
        while pid and pid != os.getpid():
            pid = parents.get(pid, 0)
            if pid == os.getpid():
                total["java" if name == "java" else "python"] += seconds
    return total


def nothing(batches):
    """A task that looks at no row."""
    for rows in batches:
        valid = pa.repeat(True, len(rows))
        yield pa.RecordBatch.from_arrays([rows.column(0), valid], ["id", "valid"])


def signature_ways(spark, folder):
    """(rows, {way: what does it}) for signatures."""
    table = parquet.read_table(folder).slice(0, PLAIN_ROWS).drop_null()
    columns = [table[name].combine_chunks() for name in ("hash", "pubkey", "signature")]
    columns = [c.cast(pa.binary(len(c[0].as_py()))) for c in columns]
    frame = spark.read.parquet(str(folder)).select("id", "hash", "pubkey", "signature")
    lengths = "sum(length(hash) + length(pubkey) + length(signature))"
    verdict = batches.udf("ecdsa_verify")("hash", "pubkey", "signature").alias("valid")
    return frame.count(), {
        "plain": lambda: (ufsecp.verify_ecdsa(*columns, threads=1), len(table))[1],
        "read": lambda: frame.selectExpr(lengths).collect(),
        "pass": lambda: frame.mapInArrow(nothing, "id long, valid boolean").filter("valid").count(),
        "keep id": lambda: batches.verify_ecdsa(frame, keep=["id"]).filter("valid").count(),
        "keep all": lambda: batches.verify_ecdsa(frame).filter("valid").count(),
        "udf": lambda: frame.select(verdict).filter("valid").count(),
    }


def scan_ways(spark, folder):
    """(rows, {way: what does it}) for an index."""
    table = parquet.read_table(folder).slice(0, PLAIN_ROWS)
    tweaks = table["tweak"].combine_chunks().cast(pa.binary(33))
    outputs = table["outputs"].combine_chunks().flatten().cast(pa.binary(32))
    key = ufsecp.PrivateKey(spark_scan.SCAN_KEY)
    spend = ufsecp.PrivateKey(spark_scan.SPEND_KEY).public_key()
    frame = spark.read.parquet(str(folder))
    return frame.count(), {
        "plain": lambda: (ufsecp.scan(tweaks, outputs, key, spend, threads=1), len(table))[1],
        "read": lambda: frame.selectExpr("sum(length(tweak) + size(outputs))").collect(),
        "scan": lambda: batches.scan(frame, key, spend).collect(),
    }


def measured(way, rows, ways):
    """Microseconds a row: {"python": ..., "java": ...}."""
    before, own = children(), time.process_time()
    done = ways[way]()
    own, after = time.process_time() - own, children()
    if way == "plain":
        return {"java": 0.0, "python": own / done * 1e6}
    return {
        "java": (after["java"] - before["java"]) / rows * 1e6,
        "python": (after["python"] - before["python"] + own) / rows * 1e6,
    }


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--scan", action="store_true", help="an index of silent payments")
    parser.add_argument("--rounds", type=int, default=12, metavar="N")
    parser.add_argument("--ways", metavar="WAY,...", help="these ways alone, and plain")
    o = parser.parse_args()
    spark = spark_verify.session("local[2]", "ufsecp: bench", o.folder, None)
    spark.sparkContext.setLogLevel("ERROR")
    rows, ways = (scan_ways if o.scan else signature_ways)(spark, o.folder)
    if o.ways:
        ways = {way: ways[way] for way in ["plain", *o.ways.split(",")]}
    rounds = []
    for _ in range(o.rounds):
        order = random.sample(list(ways), len(ways))
        rounds.append({way: measured(way, rows, ways) for way in order})
    print(f"\n{rows:,} rows, engine {ufsecp.engine()}; us of the processor a row")
    print(f"{'':12} {'first':>8} {'all':>8} {'java':>8} {'python':>8}   plain / all, quartiles")
    for way in ways:
        first = sum(rounds[0][way].values())
        later = rounds[len(rounds) // 2 :]
        java, python = (statistics.median(r[way][k] for r in later) for k in ("java", "python"))
        total = statistics.median(sum(r[way].values()) for r in later)
        ratios = sorted(sum(r["plain"].values()) / max(sum(r[way].values()), 1e-9) for r in later)
        low, high = ratios[len(ratios) // 4], ratios[-1 - len(ratios) // 4]
        print(
            f"{way:12} {first:8.2f} {total:8.2f} {java:8.2f} {python:8.2f}   "
            f"{statistics.median(ratios):.2f} ({low:.2f} ... {high:.2f})"
        )
    spark.stop()


if __name__ == "__main__":
    main()
