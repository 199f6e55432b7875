#!/usr/bin/env python3
"""A notebook as a script: the signatures of a file of Bitcoin's chain by type, and which are valid.

    python3 examples/chain_signatures.py [blk00000.dat ...] [--prevouts FILE] [--html PAGE]

FILE is what `ufsecp extract` reads; --prevouts lists outputs that its transactions spend. Without a
FILE the script makes a block file and that list: one block with the published transactions of
test/vectors/spends.json, many of which sign one of their inputs only. It needs the package ufsecp
and the tool (`make build`, or UFSECP_TOOL); --picture needs matplotlib.
"""

# %% What the notebook is asked for.
import argparse
import hashlib
import json
import tempfile
from pathlib import Path

from extracted import extracted, told
from ufsecp import report, verify_ecdsa, verify_schnorr

ROOT = Path(__file__).resolve().parents[1]
HALF_N = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0
parser = argparse.ArgumentParser(
    description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
)
parser.add_argument("files", nargs="*", metavar="FILE")
parser.add_argument("--prevouts", metavar="FILE", help="outputs that are spent, as extract has it")
parser.add_argument("--html", type=Path, metavar="PAGE", help="write a page, with a table")
parser.add_argument("--picture", type=Path, metavar="FILE", help="write a picture: .png, .svg")
o = parser.parse_args()
if o.prevouts and not o.files:
    parser.error("--prevouts belongs to a FILE")


# %% The block file that is made where none is given.
def twice(data):
    return hashlib.sha256(hashlib.sha256(data).digest()).digest()


def number(data, at):
    """(a number of Bitcoin's variable size, where it ends)"""
    size = {0xFD: 2, 0xFE: 4, 0xFF: 8}.get(data[at], 0)
    first = at + 1 if size else at
    end = at + 1 + size
    return int.from_bytes(data[first:end], "little"), end


def spent(tx):
    """(the transaction's number, [what it spends: number and output])"""
    segwit = tx[4:6] == b"\0\1"
    n, at = number(tx, 6 if segwit else 4)
    begin, outs = 6 if segwit else 4, []
    for _ in range(n):
        outs.append((tx[at : at + 32], int.from_bytes(tx[at + 32 : at + 36], "little")))
        length, at = number(tx, at + 36)
        at += length + 4
    n, at = number(tx, at)
    for _ in range(n):
        length, at = number(tx, at + 8)
        at += length
    return twice(tx[:4] + tx[begin:at] + tx[-4:]), outs


def made_block(folder):
    """A block file of valid published transactions, and the list of what they spend."""
    seen, txs, ids, lines = set(), [], [], ["txid,vout,amount,script"]
    for case in json.loads((ROOT / "test/vectors/spends.json").read_text())["cases"]:
        tx = bytes.fromhex(case["tx"])
        txid, outs = spent(tx)
        if case["valid"] and not seen.intersection(outs):
            seen.update(outs)
            txs, ids = [*txs, tx], [*ids, txid]
            for (source, vout), out in zip(outs, case["prevouts"]):
                lines.append(f"{source[::-1].hex()},{vout},{out['amount']},{out['script']}")
    level = ids
    while len(level) > 1:
        level = level + level[-1:] * (len(level) % 2)
        level = [twice(a + b) for a, b in zip(level[::2], level[1::2])]
    block = bytes(4) + bytes(32) + level[0] + bytes(12) + bytes([len(txs)]) + b"".join(txs)
    blocks, prevouts = folder / "blk00000.dat", folder / "prevouts.csv"
    blocks.write_bytes(bytes.fromhex("f9beb4d9") + len(block).to_bytes(4, "little") + block)
    prevouts.write_text("\n".join(lines) + "\n")
    return [blocks], prevouts


# %% The rows of both schemes.
with tempfile.TemporaryDirectory() as folder:
    files, prevouts = (o.files, o.prevouts) if o.files else made_block(Path(folder))
    words = [*(["--prevouts", prevouts] if prevouts else []), *files]
    ecdsa, summary = extracted("--chain", "bitcoin", *words)
    schnorr, _ = extracted("--chain", "bitcoin", "--scheme", "schnorr", *words)


# %% Their types, and their verdicts: a batch for each scheme.
def column(rows, name):
    return [bytes.fromhex(row[name]) for row in rows]


def ecdsa_type(row):
    """The form of the key and the size of s: ECDSA signatures with s > n/2 are not standard."""
    key = {"02": "compressed", "03": "compressed", "04": "uncompressed"}.get(row["pubkey"][:2])
    s = "high s" if int(row["sig"][64:], 16) > HALF_N else "low s"
    return f"ECDSA, {key or 'malformed'} key, {s}"


keys, signatures = column(ecdsa, "pubkey"), column(ecdsa, "sig")
valid = verify_ecdsa(column(ecdsa, "hash"), keys, signatures, threads=0)
keys, signatures = column(schnorr, "pubkey"), column(schnorr, "sig")
valid += verify_schnorr(column(schnorr, "msg"), keys, signatures, threads=0)
types = [*map(ecdsa_type, ecdsa), *("Schnorr" for _ in schnorr)]

# %% The table.
table = {
    "input": [row["extra"] for row in (*ecdsa, *schnorr)],
    "type": types,
    "verdict": ["valid" if good else "not valid" for good in valid],
}
for kind, count in report.counts(types).items():
    print(f"{count:8,}  {kind}")
left = {kind: count for kind, count in summary["left_out"].items() if count}
left.pop("other_scheme", None)
notes = [
    f"{summary['blocks']:,} blocks, {summary['transactions']:,} transactions, "
    f"{len(valid):,} signatures, of which {sum(valid):,} are valid.",
    "Inputs left out: " + (", ".join(f"{n:,} {kind}" for kind, n in left.items()) or "none") + ".",
]
print(*notes, sep="\n")

# %% The pictures.
if o.html:
    page = report.html("Signatures by type", table, bars=["type", "verdict"], notes=notes)
    with told():
        o.html.write_text(page, encoding="utf-8")
if o.picture:
    with told():
        report.picture(o.picture, "Signatures by type", types)
