#!/usr/bin/env python3
"""Tests DuckDB's extensions: builds them over the library of build/release, looks at the files, and
runs duckdb/test in a fresh virtual environment with the oldest and the newest DuckDB of VERSIONS;
Frigate's with the oldest alone, whose C++ interface it uses.

Usage: tools/duckdb_tests.py [--weekly]     the last line is the total

--weekly also runs Frigate's statement in Java, with the extension linked to DuckDB's library.
Where the registry cannot be reached, all of it is skipped, and counted as one test that was.
"""

import hashlib
import re
import shutil
import sys
import tarfile
from pathlib import Path

from run_tests import outcome
from virtual_environment import Environment, Failed, Unavailable, build_release, run

ROOT = Path(__file__).resolve().parent.parent
BUILD = ROOT / "build/duckdb"
ENV = Environment(BUILD)
VERSIONS = ("1.4.4", "2.0.1")
PACKAGES = ["pytest==9.2.0", "pyarrow==26.0.1"]
MOST = 6_000_000  # bytes of an extension
NAME = "ufsecp.duckdb_extension"
# DuckDB for Java, and its library with the names that it exports, both of VERSIONS[0].
JDBC = "org.duckdb:duckdb_jdbc:1.4.4.0"
NPM_LIBRARY = "@duckdb/node-bindings-linux-x64@1.4.4-r.1"
SHA256 = {
    "jar": "43f0cc93c892699162d46e8a45e2cbb92d92f74b933832f84c78ed551a2608df",
    "tgz": "8ac460b152cd05a95065a414879bb09e40534b1fb7a80a7afe6969b6ce039029",
}


def configure(folder, *words):
    run(
        *("cmake", "-S", ROOT / "duckdb", "-B", folder, "-G", "Ninja", *words),
        *(f"-DUFSECP_LIBRARY={ROOT / 'build/release/libufsecp.a'}", "-DCMAKE_CXX_FLAGS=-Werror"),
        f"-DCMAKE_TOOLCHAIN_FILE={ROOT / 'cmake/clang.cmake'}",
    )


def build():
    """The extensions, by the compiler of the library."""
    build_release("ufsecp", "ufsecp_shared")
    configure(BUILD)
    run("cmake", "--build", BUILD)


def look(library, extension, entry, more=""):
    """(passed, failed): it exports one name, needs the C library (and more), is not too large."""
    names = run("nm", "-D", "--defined-only", BUILD / library).split()[2::3]
    needed = re.findall(r"NEEDED\s+(\S+)", run("objdump", "-p", BUILD / library))
    system = rf"(libc|libm|libdl|libpthread|ld-linux{more})[.-]"
    foreign = [n for n in needed if not re.match(system, n)]
    checks = {
        f"exports {names}": names == [entry],
        f"needs {foreign}": not foreign,
        f"has {extension.stat().st_size:,} bytes": extension.stat().st_size < MOST,
    }
    for what, right in checks.items():
        if not right:
            print(f"the extension {what}")
    print(f"{extension.name}: {extension.stat().st_size:,} bytes")
    return sum(checks.values()), len(checks) - sum(checks.values())


def suite(version, name):
    """(passed, failed, skipped) of a file of duckdb/test with a version of DuckDB."""
    ENV.pip("install", f"duckdb=={version}")
    print(f"DuckDB {version}, {name}:")
    library = str(ROOT / "build/release/libufsecp.so")
    return ENV.pytest(f"{name}-{version}", [ROOT / "duckdb/test" / name], UFSECP_LIBRARY=library)


def java():
    """(passed, failed, skipped): Frigate's statement in Java, whose DuckDB exports no names: the
    extension brings DuckDB's library along."""
    tools = [tool for tool in ("java", "mvn", "npm") if not shutil.which(tool)]
    folder = BUILD / "java"
    if tools:
        print(f"duckdb: SKIPPED in Java, there is no {tools[0]}")
        return 0, 0, 1
    try:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        run("npm", "pack", "--silent", "--pack-destination", folder, NPM_LIBRARY)
        copy = ("mvn", "-B", "-q", "dependency:copy", f"-Dartifact={JDBC}")
        run(*copy, f"-DoutputDirectory={folder}")
    except Failed as error:
        print(f"duckdb: SKIPPED in Java, DuckDB's library or driver is not to be had: {error}")
        return 0, 0, 1
    for kind, pinned in SHA256.items():
        file = next(folder.glob(f"*.{kind}"))
        if hashlib.sha256(file.read_bytes()).hexdigest() != pinned:
            raise Failed(f"{file.name} has not the pinned hash: not used")
    with tarfile.open(next(folder.glob("*.tgz"))) as tar:
        (folder / "libduckdb.so").write_bytes(tar.extractfile("package/libduckdb.so").read())
    configure(folder, f"-DUF_DUCKDB_LIBRARY={folder / 'libduckdb.so'}")
    run("cmake", "--build", folder, "--target", "ufsecp_frigate")
    shutil.copy(folder / "libduckdb.so", folder / "frigate")
    classes = next(folder.glob("duckdb_jdbc*.jar"))
    extension = folder / "frigate/ufsecp.duckdb_extension"
    print(run("java", "-cp", classes, ROOT / "duckdb/test/Frigate.java", extension), end="")
    return 1, 0, 0


def main():
    weekly = "--weekly" in sys.argv[1:]
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
        add(*look("ufsecp_duckdb.so", BUILD / NAME, "ufsecp_init_c_api"), 0)
        runtime = r"|libstdc\+\+|libgcc_s"
        frigate = BUILD / "frigate" / NAME
        add(*look("ufsecp_frigate.so", frigate, "ufsecp_duckdb_cpp_init", runtime), 0)
        for version in VERSIONS:
            add(*suite(version, "test_duckdb.py"))
            if version == VERSIONS[0]:
                add(*suite(version, "test_frigate.py"))
        if weekly:
            add(*java())
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
