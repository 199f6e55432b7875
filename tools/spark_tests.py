#!/usr/bin/env python3
"""Tests ufsecp.spark: python/spark/test_spark.py, in a fresh virtual environment with PySpark and
the package.

Usage: tools/spark_tests.py [PYTEST_OPTION ...]     the last line is the total

The package holds the library of build/release. Without Java, or where the registry cannot be
reached, all of it is skipped, and counted as one test that was.
"""

import shutil
import sys
from pathlib import Path

from python_tests import release_library
from virtual_environment import Environment, Failed, Unavailable, build_release

ROOT = Path(__file__).resolve().parent.parent
ENV = Environment(ROOT / "build/spark/test")
PACKAGES = ["pytest==9.2.0", "mypy==2.4.1", "pyspark==4.3.0", "pyarrow==26.0.1", "numpy==2.4.6"]
PACKAGES += ["pandas==2.3.3"]  # which PySpark wants for its Arrow UDFs
# Programs of seconds: what a better compilation costs is more than it gains.
JAVA = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


def main():
    passed, failed, skipped = 0, 0, 0
    try:
        if not shutil.which("java"):
            raise Unavailable("there is no java: tools/setup.sh all")
        ENV.make(*PACKAGES)
        build_release("ufsecp_shared")
        ENV.pip("install", ROOT, "-C", f"cmake.define.UFSECP_LIBRARY={release_library()}")
        words = [ROOT / "python/spark", *sys.argv[1:]]
        passed, failed, skipped = ENV.pytest("spark", words, JAVA_TOOL_OPTIONS=JAVA)
    except Unavailable as error:
        print(f"spark: SKIPPED, {error}")
        skipped = 1
    except Failed as error:
        print(error)
        failed = 1
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return int(failed != 0)


if __name__ == "__main__":
    sys.exit(main())
