#!/usr/bin/env python3
"""Test suites of libsecp256k1's clients, unchanged: first with libsecp256k1 0.8.0, then with our
library in its place.

Usage: tools/client_tests.py --peer LIB --ours LIB [--work FOLDER]

A suite is fetched from PyPI, pinned by its hash. What cannot be fetched is skipped, and said so.
Exit code: 0 what passes with libsecp256k1 passes with ours, 1 it does not, 77 nothing could be run.
"""

import argparse
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path

SKIPPED = 77
# name -> (version, file, SHA-256 of it, the packages that its tests need, folder of its modules)
SUITES = {
    "electrum-ecc": (
        "0.0.8",
        "electrum_ecc-0.0.8.tar.gz",
        "94869a77de28ee79b7f7e974af5c20b392b949905880a8b26504e28202644106",
        ["pytest"],
        "src",
    ),
}


def python_with(work, packages):
    """A virtual environment's Python with these packages, or None."""
    python = work / "venv/bin/python"
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", work / "venv"], check=True)
    done = subprocess.run(
        [python, "-m", "pip", "install", "--quiet", "--timeout", "30", *packages],
        capture_output=True,
        text=True,
    )
    if done.returncode:
        print(done.stderr[-500:])
    return python if done.returncode == 0 else None


def fetch(python, work, name):
    """The folder of the suite's source, or None."""
    version, file, sha256, _, _ = SUITES[name]
    archive = work / file
    if not archive.exists():
        command = [python, "-m", "pip", "download", "--quiet", "--no-deps", "--no-binary", name]
        subprocess.run([*command, "--dest", work, f"{name}=={version}"], capture_output=True)
    if not archive.exists():
        return None
    if hashlib.sha256(archive.read_bytes()).hexdigest() != sha256:
        sys.exit(f"{archive}: its hash is not the pinned one: delete it, and see what PyPI has")
    folder = work / file.removesuffix(".tar.gz")
    shutil.rmtree(folder, ignore_errors=True)
    with tarfile.open(archive) as tar:
        tar.extractall(work, filter="data")
    return folder


def library_folder(work, side, library):
    """A folder in which programs find the library."""
    folder = work / side
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    (folder / "libsecp256k1.so.7").symlink_to(Path(library).resolve(strict=True))
    return folder


def run(python, folder, modules, libraries):
    """(passed, the suite's last line)"""
    environment = {
        **os.environ,
        "LD_LIBRARY_PATH": str(libraries),
        "PYTHONPATH": str(folder / modules),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    done = subprocess.run(
        [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", "tests"],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=900,
    )
    lines = done.stdout.strip().splitlines() or [done.stderr[-500:]]
    found = re.search(r"(\d+) passed", lines[-1])
    if done.returncode:
        print(done.stdout[-3000:])
    return int(found[1]) if done.returncode == 0 and found else 0, lines[-1]


def main():
    parser = argparse.ArgumentParser(description="Test suites of libsecp256k1's clients.")
    parser.add_argument("--peer", required=True, help="libsecp256k1 0.8.0 as a shared library")
    parser.add_argument("--ours", required=True, help="our library in its place")
    parser.add_argument("--work", type=Path, default=Path("build/clients"))
    arguments = parser.parse_args()
    work = arguments.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    sides = {
        "libsecp256k1": library_folder(work, "peer", arguments.peer),
        "ours": library_folder(work, "ours", arguments.ours),
    }
    ran, failed = 0, 0
    for name, (_, _, _, packages, modules) in SUITES.items():
        python = python_with(work, packages)
        folder = python and fetch(python, work, name)
        if not folder:
            print(f"SKIPPED: {name} could not be fetched (no network?)")
            continue
        passed = {}
        for side, libraries in sides.items():
            passed[side], line = run(python, folder, modules, libraries)
            print(f"{name} with {side}: {line}")
        ran += 1
        if not passed["libsecp256k1"] or passed["ours"] != passed["libsecp256k1"]:
            print(f"FAILED: {name}")
            failed += 1
    sys.exit(1 if failed else 0 if ran else SKIPPED)


if __name__ == "__main__":
    main()
