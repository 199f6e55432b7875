#!/usr/bin/env python3
"""Tests the crates of rust/: that their declarations are the headers', their format, clippy, and
`cargo test`.

Usage: tools/rust_tests.py [--library FOLDER]
The last line is the total.

The crates link the library in build/release, which is built if it is not there. Where cargo is
older than the crates need, or the registry cannot be reached, all of it is skipped, and counted as
one test that was.
"""

import argparse
import os
import re
import shutil
import sys
from pathlib import Path

import run_tests

ROOT = Path(__file__).resolve().parent.parent
RUST = ROOT / "rust"
FEATURES = "ufsecp/signature"
UNREACHABLE = re.compile(
    r"download of .* failed|failed to download|Could not resolve host|[Cc]onnection refused|"
    r"Could not connect|[Tt]imeout was reached|spurious network error|failed to fetch"
)


class Unavailable(Exception):
    """What the tests need cannot be had here; its text says what."""


def outcome(*command, **more):
    """(exit status, all that it printed) of a command that is run in rust/."""
    return run_tests.outcome([str(word) for word in command], {**os.environ, **more}, RUST)


def oldest():
    """The oldest Rust that the crates are for, as numbers."""
    found = re.search(r'^rust-version = "(\d+)\.(\d+)"', (RUST / "Cargo.toml").read_text(), re.M)
    return tuple(map(int, found.groups()))


def look_for_cargo():
    if not shutil.which("cargo"):
        raise Unavailable("there is no cargo: tools/setup.sh all")
    status, printed = outcome("cargo", "--version")
    found = re.search(r"^cargo (\d+)\.(\d+)", printed, re.M)
    if status or not found:
        raise Unavailable(f"cargo does not say its version: {printed.strip()}")
    if tuple(map(int, found.groups())) < oldest():
        raise Unavailable("{} is older than Rust {}.{}".format(found[0], *oldest()))
    status, printed = outcome("cargo", "fetch", "--locked")
    if status and UNREACHABLE.search(printed):
        raise Unavailable(f"the registry cannot be reached: {printed[-1000:]}")


def library_folder():
    """build/release, with the library in it."""
    folder = ROOT / "build/release"
    if not (folder / "libufsecp.a").exists():
        options = ["--preset", "release", "-S", ROOT, "-DSECP256K1_BUILD_TESTS=OFF"]
        for command in (["cmake", *options], ["cmake", "--build", folder, "--target", "ufsecp"]):
            status, printed = outcome(*command)
            if status:
                sys.exit(f"{printed[-3000:]}\nthe library cannot be built\n0 passed, 1 failed")
    return folder


def one(what, *command, tool=None, **more):
    """(passed, failed, skipped) of a command that counts as one test."""
    if tool and not shutil.which(tool):
        print(f"{what}: SKIPPED, there is no {tool}")
        return 0, 0, 1
    status, printed = outcome(*command, **more)
    if status:
        print(f"{printed[-3000:]}\nfailed: {what}")
        return 0, 1, 0
    print(f"{what}: passed")
    return 1, 0, 0


def cargo_test(*words, **more):
    """(passed, failed, skipped) of cargo test."""
    status, printed = outcome("cargo", "test", "--frozen", "--no-fail-fast", *words, **more)
    print(printed[-20000:] if status else "\n".join(re.findall(r"^test .*", printed, re.M)))
    found = re.findall(
        r"^test result: \w+\. (\d+) passed; (\d+) failed; (\d+) ignored", printed, re.M
    )
    passed, failed, skipped = (sum(int(part[i]) for part in found) for i in range(3))
    return passed, max(failed, int(status != 0 or not passed)), skipped


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--library", metavar="FOLDER", type=Path)
    arguments = parser.parse_args()
    total = [0, 0, 0]

    def add(counts):
        for i, number in enumerate(counts):
            total[i] += number

    try:
        look_for_cargo()
        folder = (arguments.library or library_folder()).resolve()
        more = {"UFSECP_LIB_DIR": str(folder)}
        add(one("declarations", sys.executable, RUST / "make_bindings.py", "--check"))
        add(one("cargo fmt", "cargo", "fmt", "--check", tool="rustfmt"))
        clippy = ["cargo", "clippy", "--frozen", "--all-targets", "--features", FEATURES]
        add(one("clippy", *clippy, "--", "-D", "warnings", tool="cargo-clippy", **more))
        add(cargo_test("--features", FEATURES, **more))
    except Unavailable as error:
        print(f"rust: SKIPPED, {error}")
        add((0, 0, 1))
    print("{} passed, {} failed, {} skipped".format(*total))
    return int(total[1] != 0)


if __name__ == "__main__":
    sys.exit(main())
