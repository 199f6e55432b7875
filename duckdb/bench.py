#!/usr/bin/env python3
"""What a row of Frigate's scan costs: processor time of ufsecp_scan by one thread.

Usage: PYTHONPATH=python python3 duckdb/bench.py [ROWS [ROUNDS]]     needs DuckDB 1.4.4 and pyarrow

Each row has a tweak point of its own and two outputs, and none is paid. The figures beside it are
published: those of Frigate's README (2026), cores over rows a second.
"""

import os
import random
import statistics
import sys
import time
from pathlib import Path

sys.setdlopenflags(os.RTLD_NOW | os.RTLD_GLOBAL)
import duckdb  # noqa: E402
import pyarrow as pa  # noqa: E402
import ufsecp  # noqa: E402

EXTENSION = Path(__file__).resolve().parent.parent / "build/duckdb/frigate/ufsecp.duckdb_extension"
PUBLISHED = {"M1": (286_404, 10), "285K": (569_123, 24)}  # rows a second, cores


def turned(whole):
    return whole[32:0:-1] + whole[64:32:-1]


def main():
    n = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    chance = random.Random(1)
    keys = ufsecp.pubkeys([i.to_bytes(32, "big") for i in range(1, n + 1)])
    tweaks = [turned(key) for key in ufsecp.decompress(keys)]
    outputs = [[chance.getrandbits(63), chance.getrandbits(63)] for _ in range(n)]
    ids, heights = pa.array([b"\0" * 32] * n, pa.binary()), pa.array(range(n), pa.int32())
    index = pa.table([ids, heights, tweaks, outputs], ["txid", "height", "tweak_key", "outputs"])
    con = duckdb.connect(config={"allow_unsigned_extensions": "true", "threads": "1"})
    con.load_extension(str(EXTENSION))
    con.register("rows", index)
    con.execute("CREATE TABLE tweak AS SELECT * FROM rows")
    print(con.execute("SELECT version(), ufsecp_backend()").fetchone(), f"{n:,} rows")
    label = tweaks[7]
    for backend, labels in ("cpu", []), ("cpu", [label]), ("cpu_ct", [label]):
        taken = []
        for _ in range(rounds + 1):
            began = time.process_time()
            con.execute(
                "SELECT count(*) FROM ufsecp_scan((FROM tweak), $k, $s, $l::BLOB[], backend := $b)",
                {"k": b"\x11" * 32, "s": tweaks[0], "l": labels, "b": backend},
            )
            taken.append((time.process_time() - began) / n * 1e6)
        low, middle, high = statistics.quantiles(taken[1:], n=4)
        print(f"{backend}, {len(labels)} labels: {middle:.2f} us a row ({low:.2f} ... {high:.2f})")
    for name, (rate, cores) in PUBLISHED.items():
        print(f"Frigate's README, {name}: {1e6 * cores / rate:.0f} us a row and core")


if __name__ == "__main__":
    main()
