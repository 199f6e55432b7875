#!/usr/bin/env python3
"""Verifies a million signatures in DuckDB or Spark: examples/duckdb_verify.py or spark_verify.py.

Usage: tools/run_example.py duckdb|spark     after `make python`, and for DuckDB `make duckdb`

It installs the newest wheel in build/python, and the versions that the tests have, in
build/examples/venv; the signatures are made once, in build/examples/signatures.
Exit code: the example's, or 1 with the reason.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig

import duckdb_tests
import spark_tests
from run_tests import ROOT
from virtual_environment import Environment, Failed, Unavailable, clean

ROWS = 1_000_000
OUT = ROOT / "build/examples"
PACKAGES = {
    "duckdb": [f"duckdb=={duckdb_tests.VERSIONS[-1]}", *duckdb_tests.PACKAGES],
    "spark": spark_tests.PACKAGES,
}
ONLY_TESTS_NEED = ("pytest==", "mypy==")


def main():
    if len(sys.argv) != 2 or sys.argv[1] not in PACKAGES:
        sys.exit(__doc__)
    name = sys.argv[1]
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    wheels = sorted((ROOT / "build/python").glob(f"ufsecp-*-{platform}.whl"), key=os.path.getmtime)
    if not wheels:
        sys.exit("there is no wheel of this system in build/python: make python")
    needed = [word for word in PACKAGES[name] if not word.startswith(ONLY_TESTS_NEED)]
    environment = Environment(OUT)
    try:
        environment.make(wheels[-1], *needed)
    except (Failed, Unavailable) as error:
        sys.exit(str(error))
    signatures = OUT / "signatures"
    extension = ROOT / "build/duckdb" / duckdb_tests.NAME

    def example(program, *words):
        command = [environment.python, ROOT / "examples" / program, *words]
        variables = clean(UFSECP_DUCKDB_EXTENSION=str(extension))
        status = subprocess.run(command, env=variables).returncode
        if status:
            sys.exit(status)

    if not signatures.is_dir():
        begun = OUT / "signatures.begun"
        shutil.rmtree(begun, ignore_errors=True)
        example("spark_verify.py", "--make", str(ROWS), begun)
        begun.rename(signatures)
    example(f"{name}_verify.py", signatures)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
