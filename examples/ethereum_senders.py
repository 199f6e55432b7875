#!/usr/bin/env python3
"""A notebook as a script: the senders of Ethereum transactions, and a picture of the most frequent.

    python3 examples/ethereum_senders.py [FILE ...] [--html PAGE] [--picture FILE]

FILE is what `ufsecp extract` reads: transactions in hexadecimal, a line each, or RLP of blocks.
Without it these are the published transactions of test/vectors/ethereum_signed.json. It needs the
package ufsecp and the tool (`make build`, or UFSECP_TOOL); --picture needs matplotlib.
"""

# %% What the notebook is asked for.
import argparse
import json
from pathlib import Path

from extracted import extracted, told
from ufsecp import ecrecover, report

ROOT = Path(__file__).resolve().parents[1]
parser = argparse.ArgumentParser(
    description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
)
parser.add_argument("files", nargs="*", metavar="FILE")
parser.add_argument("--html", type=Path, metavar="PAGE", help="write a page, with a table")
parser.add_argument("--picture", type=Path, metavar="FILE", help="write a picture: .png, .svg")
o = parser.parse_args()

# %% The transactions: a row for each signature, hash, sig, recid; extra is the transaction.
text = b""
if not o.files:
    cases = json.loads((ROOT / "test/vectors/ethereum_signed.json").read_text())["cases"]
    text = "\n".join(case["raw"] for case in cases).encode()
rows, summary = extracted("--chain", "ethereum", *(o.files or ["-"]), stdin=text)

# %% Their senders: one batch.
hashes = [bytes.fromhex(row["hash"]) for row in rows]
signatures = [bytes.fromhex(row["sig"]) + bytes([int(row["recid"])]) for row in rows]
senders, reasons = ecrecover(hashes, signatures, threads=0, reasons=True)

# %% The table.
table = {
    "transaction": [row["extra"] for row in rows],
    "sender": [None if sender is None else "0x" + sender.hex() for sender in senders],
    "reason": [reason.name for reason in reasons],
}
found = report.counts(table["sender"], top=10)
for sender, count in found.items():
    print(f"{count:8,}  {sender}")
none = sum(sender is None for sender in senders)
print(f"{len(rows):,} signatures, {len(set(senders) - {None}):,} senders, {none:,} without one")

# %% The pictures.
notes = [f"{summary['transactions']:,} transactions, {len(rows):,} signatures."]
if o.html:
    page = report.html("Senders of Ethereum transactions", table, bars=["sender"], notes=notes)
    with told():
        o.html.write_text(page, encoding="utf-8")
if o.picture:
    with told():
        report.picture(o.picture, "Senders of Ethereum transactions", table["sender"], top=10)
