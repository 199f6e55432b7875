#!/usr/bin/env python3
"""Tests DuckDB's extension: builds it over the library of build/release, looks at the file, and
runs duckdb/test in a fresh virtual environment with the oldest and the newest DuckDB of VERSIONS.

Usage: tools/duckdb_tests.py     the last line is the total

Where the registry cannot be reached, all of it is skipped, and counted as one test that was.
"""

import os
import re
import shutil
import sys
import venv
import xml.etree.ElementTree as xml
from pathlib import Path

from run_tests import outcome

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/duckdb"
ENV = BUILD / "venv"
PYTHON = ENV / "bin/python"
VERSIONS = ("1.4.4", "2.0.1")
PACKAGES = ["pytest==9.2.0", "pyarrow==26.0.1"]
MOST = 6_000_000  # bytes of the extension


class Stopped(Exception):
    """What the tests need is not there; its text says what."""


def run(*command):
    status, printed = outcome([str(word) for word in command])
    if status:
        raise Stopped(f"{printed[-2000:]}\nfailed: {' '.join(map(str, command))}")
    return printed


def build():
    """The extension, by the compiler of the library."""
    library = ROOT / "build/release/libufsecp.a"
    run("cmake", "--preset", "release")
    run("cmake", "--build", ROOT / "build/release", "--target", "ufsecp", "ufsecp_shared")
    run(
        *("cmake", "-S", ROOT / "duckdb", "-B", BUILD, "-G", "Ninja"),
        *(f"-DUFSECP_LIBRARY={library}", "-DCMAKE_CXX_FLAGS=-Werror"),
        f"-DCMAKE_TOOLCHAIN_FILE={ROOT / 'cmake/clang.cmake'}",
    )
    run("cmake", "--build", BUILD)


def look(extension):
    """(passed, failed): it exports one name, needs the C library alone, and is not too large."""
    names = run("nm", "-D", "--defined-only", BUILD / "ufsecp_duckdb.so").split()[2::3]
    needed = re.findall(r"NEEDED\s+(\S+)", run("objdump", "-p", BUILD / "ufsecp_duckdb.so"))
    foreign = [n for n in needed if not re.match(r"(libc|libm|libdl|libpthread|ld-linux)", n)]
    checks = {
        f"exports {names}": names == ["ufsecp_init_c_api"],
        f"needs {foreign}": not foreign,
        f"has {extension.stat().st_size:,} bytes": extension.stat().st_size < MOST,
    }
    for what, right in checks.items():
        if not right:
            print(f"the extension {what}")
    print(f"{extension.name}: {extension.stat().st_size:,} bytes")
    return sum(checks.values()), len(checks) - sum(checks.values())


def suite(version):
    """(passed, failed, skipped) of duckdb/test with a version of DuckDB."""
    run(PYTHON, "-m", "pip", "--disable-pip-version-check", "-q", "install", f"duckdb=={version}")
    report = BUILD / f"duckdb-{version}.xml"
    report.unlink(missing_ok=True)
    environment = {
        **os.environ,
        "PYTHONDONTWRITEBYTECODE": "1",
        "UFSECP_LIBRARY": str(ROOT / "build/release/libufsecp.so"),
    }
    command = [PYTHON, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}"]
    status, printed = outcome([*map(str, command), str(ROOT / "duckdb/test")], environment)
    print(f"DuckDB {version}:\n{printed}", end="")
    if not report.exists():
        return 0, 1, 0
    found = next(xml.parse(report).getroot().iter("testsuite"))
    tests, skipped = int(found.get("tests")), int(found.get("skipped"))
    failed = int(found.get("failures")) + int(found.get("errors"))
    return tests - failed - skipped, max(failed, int(status != 0)), skipped


def main():
    passed = failed = skipped = 0
    status, printed = outcome([str(ROOT / "tools/fetch_duckdb.sh")])
    print(printed, end="")
    if status == 2:
        print("0 passed, 1 failed")
        return 1
    try:
        if status:
            raise Stopped("DuckDB's headers are not to be had")
        shutil.rmtree(ENV, ignore_errors=True)
        venv.create(ENV, with_pip=True)
        run(PYTHON, "-m", "pip", "--disable-pip-version-check", "-q", "install", *PACKAGES)
    except Exception as error:  # no registry, or Debian's Python without python3-venv
        print(f"skipped: {error}\n0 passed, 0 failed, 1 skipped")
        return 0
    try:
        build()
        passed, failed = look(BUILD / "ufsecp.duckdb_extension")
        for version in VERSIONS:
            good, bad, left = suite(version)
            passed, failed, skipped = passed + good, failed + bad, skipped + left
    except Stopped as error:
        print(error)
        failed += 1
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return int(failed != 0)


if __name__ == "__main__":
    sys.exit(main())
