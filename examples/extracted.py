"""What the programs of this folder share: the rows of `ufsecp extract`, a receiver's keys."""

import contextlib
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import ufsecp

ROOT = Path(__file__).resolve().parents[1]


def tool():
    """The tool's file: UFSECP_TOOL, or that of `make build`, or what is installed."""
    built = ROOT / "build/release/ufsecp"
    found = os.environ.get("UFSECP_TOOL") or (str(built) if built.exists() else None)
    found = found or shutil.which("ufsecp")
    return found or sys.exit("there is no tool ufsecp: make build, or set UFSECP_TOOL to its file")


def extracted(*words, stdin=b""):
    """(the rows as dicts, the summary) of an extract. Damage ends the program, as the tool says."""
    with tempfile.TemporaryDirectory() as folder:
        rows = Path(folder) / "rows.csv"
        command = [tool(), "extract", "--json", "--output", rows, *map(str, words)]
        done = subprocess.run(command, input=stdin, capture_output=True)
        if done.returncode:
            sys.exit(done.stderr.decode(errors="replace").strip())
        with open(rows, newline="") as lines:
            return list(csv.DictReader(lines)), json.loads(done.stdout)


def receiver_of(file):
    """The scan key and the spend key of a file: a secret and a point in hexadecimal."""
    try:
        scan_key, spend_key = map(bytes.fromhex, Path(file).read_text().split())
        return ufsecp.PrivateKey(scan_key), ufsecp.PublicKey(spend_key)
    except (OSError, ValueError) as error:
        sys.exit(f"{file}: expected a scan key and a spend key, in hexadecimal: {error}")


@contextlib.contextmanager
def told():
    """Ends the program with the reason where a page or a picture cannot be written."""
    try:
        yield
    except (ImportError, OSError) as error:
        sys.exit(str(error))
