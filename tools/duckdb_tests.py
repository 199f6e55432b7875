#!/usr/bin/env python3
"""Tests DuckDB's extension: builds it over the library of build/release, looks at the file, and
runs duckdb/test in a fresh virtual environment with the oldest and the newest DuckDB of VERSIONS.

Usage: tools/duckdb_tests.py     the last line is the total

Where the registry cannot be reached, all of it is skipped, and counted as one test that was.
"""

import re
import sys
from pathlib import Path

from run_tests import outcome
from virtual_environment import Environment, Failed, Unavailable, build_release, run

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/duckdb"
ENV = Environment(BUILD)
VERSIONS = ("1.4.4", "2.0.1")
PACKAGES = ["pytest==9.2.0", "pyarrow==26.0.1"]
MOST = 6_000_000  # bytes of the extension


def build():
    """The extension, by the compiler of the library."""
    library = ROOT / "build/release/libufsecp.a"
    build_release("ufsecp", "ufsecp_shared")
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
    ENV.pip("install", f"duckdb=={version}")
    print(f"DuckDB {version}:")
    library = str(ROOT / "build/release/libufsecp.so")
    return ENV.pytest(f"duckdb-{version}", [ROOT / "duckdb/test"], UFSECP_LIBRARY=library)


def main():
    total = [0, 0, 0]

    def add(*counts):
        for i, number in enumerate(counts):
            total[i] += number

    try:
        status, printed = outcome([str(ROOT / "tools/fetch_duckdb.sh")])
        print(printed, end="")
        if status:
            raise Unavailable("no headers of DuckDB") if status == 1 else Failed("wrong headers")
        ENV.make(*PACKAGES)
        build()
        add(*look(BUILD / "ufsecp.duckdb_extension"), 0)
        for version in VERSIONS:
            add(*suite(version))
    except Unavailable as error:
        print(f"duckdb: SKIPPED, {error}")
        add(0, 0, 1)
    except Failed as error:
        print(error)
        add(0, 1, 0)
    print("{} passed, {} failed, {} skipped".format(*total))
    return int(total[1] != 0)


if __name__ == "__main__":
    sys.exit(main())
