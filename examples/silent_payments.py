#!/usr/bin/env python3
"""A notebook as a script: what an index of silent payments (BIP-352) holds for one receiver.

    python3 examples/silent_payments.py [INDEX.csv KEYS] [--labels N] [--html PAGE]

INDEX.csv has the columns tweak and outputs of `ufsecp scan`, in hexadecimal. KEYS is a file of a
scan key and a spend key, as `ufsecp index --keys` writes it. Without them the script makes both by
`ufsecp index`: 20,000 transactions, of which 30 pay. Then it needs the tool (`make build`, or
UFSECP_TOOL). --picture needs matplotlib. The page tells what the receiver was paid: it has no keys,
but is private.
"""

# %% What the notebook is asked for.
import argparse
import csv
import subprocess
import sys
import tempfile
from pathlib import Path

from extracted import receiver_of, told, tool
from ufsecp import report, scan

parser = argparse.ArgumentParser(
    description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
)
parser.add_argument("index", nargs="?", metavar="INDEX.csv")
parser.add_argument("keys", nargs="?", metavar="KEYS")
parser.add_argument("--labels", type=int, default=2, metavar="N", help="labels 0 to N - 1 (2)")
parser.add_argument("--html", type=Path, metavar="PAGE", help="write a page, with a table")
parser.add_argument("--picture", type=Path, metavar="FILE", help="write a picture: .png, .svg")
o = parser.parse_args()
if bool(o.index) != bool(o.keys):
    parser.error("INDEX.csv and KEYS belong together")

# %% The index that is made where none is given.
with tempfile.TemporaryDirectory() as folder:
    index, keys = o.index, o.keys
    if not index:
        index, keys = f"{folder}/index.csv", f"{folder}/receiver.keys"
        words = ["--rows", "20000", "--payments", "30", "--outputs", "3"]
        words += ["--labels", str(o.labels)] if o.labels else []
        command = [tool(), "index", *words, "--quiet", "--keys", keys, index]
        if subprocess.run(command).returncode:
            sys.exit(1)
    receiver = receiver_of(keys)
    try:
        with open(index, newline="") as lines:
            rows = list(csv.DictReader(lines))
        tweaks = [bytes.fromhex(row["tweak"]) for row in rows]
        lists = [[bytes.fromhex(x) for x in row["outputs"].split()] for row in rows]
    except (OSError, KeyError, ValueError, AttributeError, TypeError, csv.Error) as error:
        sys.exit(f"{index}: expected columns tweak and outputs, in hexadecimal: {error!r}")

# %% The scan. Outputs of all transactions lie behind each other.
outputs, bounds = [], [0]
for some in lists:
    outputs += some
    bounds.append(len(outputs))
try:
    found = scan(tweaks, outputs, *receiver, outputs_at=bounds, labels=range(o.labels), threads=0)
except ValueError as error:
    sys.exit(f"{index}: {error}")

# %% The table.
payments = found.payments
table = {
    "transaction": [payment.row for payment in payments],
    "output": [payment.output for payment in payments],
    "paid to": [
        "the address" if payment.label is None else f"label {payment.label}" for payment in payments
    ],
    "k": [payment.k for payment in payments],
    "x": [lists[payment.row][payment.output] for payment in payments],
}
for kind, count in report.counts(table["paid to"]).items():
    print(f"{count:8,}  {kind}")
notes = [
    f"{len(rows):,} transactions with {len(outputs):,} outputs, {len(payments):,} payments, "
    f"{len(found.bad):,} tweaks that are no point."
]
print(*notes)

# %% The pictures.
if o.html:
    page = report.html("Silent payments", table, bars=["paid to"], notes=notes, rows=1000)
    with told():
        o.html.write_text(page, encoding="utf-8")
if o.picture:
    with told():
        report.picture(o.picture, "Silent payments", table["paid to"])
