#!/usr/bin/env python3
"""Tests the crates of rust/: that their declarations are the headers', their format, clippy,
`cargo test`, and that a project elsewhere compiles them and the library with cargo alone.

Usage: tools/rust_tests.py [--weekly] [--library FOLDER]
The last line is the total.

The crates link the library in build/release, which is built if it is not there. --weekly compiles
all engines by the crate, where the ordinary run compiles one without optimisation; compares ten
times as many rows with other crates; and tests the hooks of revm and alloy, and the benchmark.
Where cargo is older than the crates need, or the registry cannot be reached, all of it is skipped,
and counted as one test that was.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import run_tests

ROOT = Path(__file__).resolve().parent.parent
RUST = ROOT / "rust"
FEATURES = "ufsecp/signature,ufsecp/secp256k1"
# What the weekly run adds: these crates take a minute to compile, and a younger Rust.
HOOKS = ",ufsecp/revm,ufsecp/alloy,ufsecp/rayon"
HOOKS_OLDEST = (1, 95)
K256 = ",ufsecp/k256"
K256_OLDEST = (1, 87)
OUT = ROOT / "build/rust/outside"
PACKAGE = ROOT / "build/rust/package"
# Targets of make_sources.py that the ordinary run compares: a compiler and a system of each kind.
SOURCES = [
    "x86_64-all-linux",
    "aarch64-all-other",
    "riscv64-all-linux-gnu-new",
    "portable-one-linux",
]
MOST_BYTES = 1_500_000  # of the file that a registry would get
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
    """The version of cargo, as numbers; what the tests need of the registry is there."""
    if not shutil.which("cargo"):
        raise Unavailable("there is no cargo: tools/setup.sh all")
    status, printed = outcome("cargo", "--version")
    found = re.search(r"^cargo (\d+)\.(\d+)", printed, re.M)
    if status or not found:
        raise Unavailable(f"cargo does not say its version: {printed.strip()}")
    version = tuple(map(int, found.groups()))
    if version < oldest():
        raise Unavailable("{} is older than Rust {}.{}".format(found[0], *oldest()))
    status, printed = outcome("cargo", "fetch", "--locked")
    if status and UNREACHABLE.search(printed):
        raise Unavailable(f"the registry cannot be reached: {printed[-1000:]}")
    return version


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


OUTSIDE = """[package]
name = "outside"
version = "0.0.0"
edition = "2024"
[dependencies]
ufsecp = { path = "../package/ufsecp" }
[workspace]
"""
PROGRAM = """use ufsecp::*;
fn main() {
    let key = SecretKey::from_bytes(&[7; 32]).unwrap();
    let hash = sha256(b"a message");
    let row = EcdsaRow::new(&hash, &key.public_key(), &key.sign_ecdsa(&hash).unwrap());
    let bad = EcdsaRow { hash: [0; 32], ..row };
    assert_eq!(verify_batch(&[row, bad, row]), [true, false, true]);
    println!("verified by {}", engine());
}
"""


def symbols(library):
    """The names that a static library defines."""
    printed = subprocess.run(
        ["nm", "--defined-only", library], capture_output=True, text=True, check=True
    )
    return sorted(re.findall(r"^\w+ ([A-TV-Zu]) (\S+)$", printed.stdout, re.M))


def set_up_outside():
    """A project elsewhere, and a path on which neither CMake nor Python works."""
    shutil.rmtree(OUT, ignore_errors=True)
    (OUT / "src").mkdir(parents=True)
    (OUT / "Cargo.toml").write_text(OUTSIDE)
    (OUT / "src/main.rs").write_text(PROGRAM)
    for folder in (OUT, PACKAGE):
        shutil.copyfile(RUST / "Cargo.lock", folder / "Cargo.lock")
    traps = OUT / "traps"
    traps.mkdir()
    for tool in ("cmake", "ninja", "python", "python3"):
        (traps / tool).write_text("#!/bin/sh\necho $0 was called >&2\nexit 97\n")
        (traps / tool).chmod(0o755)
    return f"{traps}{os.pathsep}{os.environ['PATH']}"


def compiled_by_the_crate(weekly, folder):
    """(passed, failed, skipped): a project elsewhere compiles the library with cargo alone."""
    expected = [0, 0, 0]

    def expect(what, condition, printed=""):
        expected[0 if condition else 1] += 1
        print(f"{what}: passed" if condition else f"{printed[-3000:]}\nfailed: {what}")

    status, printed = outcome(sys.executable, RUST / "make_sources.py", "--package", PACKAGE)
    expect("the crates with their sources", status == 0, printed)
    status, printed = outcome(sys.executable, RUST / "make_sources.py", "--package", ROOT / "doc")
    expect("another folder is left as it is", status and (ROOT / "doc/DESIGN.md").exists(), printed)
    words = ["package", "--no-verify", "--allow-dirty", "--offline", "-p", "ufsecp-sys"]
    target = OUT / "target"
    more = {"PATH": set_up_outside(), "CARGO_TARGET_DIR": str(target), "UFSECP_LIB_DIR": ""}
    manifest = ["--manifest-path", PACKAGE / "Cargo.toml"]
    status, printed = outcome("cargo", *words, *manifest, **more)
    crates = list((target / "package").glob("ufsecp-sys-*.crate"))
    size = crates[0].stat().st_size if crates else 0
    expect(f"ufsecp-sys as a file of {size:,} bytes", 0 < size < MOST_BYTES, printed)

    commands = folder / "compile_commands.json"
    text = commands.read_text() if weekly and commands.exists() else ""
    compiler = re.search(r'"command": "(?:\S*ccache )?(\S*(?:clang|g)\+\+\S*) ', text)
    if compiler:
        more["CXX"] = compiler[1]
    elif not weekly:
        more |= {"UFSECP_ONE_ENGINE": "1", "CXXFLAGS": "-O0"}
    began = os.times()
    status, printed = outcome(
        "cargo", "run", "--offline", *["--manifest-path", OUT / "Cargo.toml"], **more
    )
    done = os.times()
    cpu = done.children_user + done.children_system - began.children_user - began.children_system
    found_engine = re.search(r"^verified by (\w+)$", printed, re.M)
    engine = found_engine[1] if found_engine else ""
    good = status == 0 and engine and (weekly or engine == "portable")
    seconds = f"{done.elapsed - began.elapsed:.0f} s, CPU {cpu:.0f} s"
    expect(f"compiled and verified by a project elsewhere ({engine}; {seconds})", good, printed)
    if weekly and not compiler:
        expected[2] += 1
        print(f"symbols: SKIPPED, nothing in {folder} says what compiled the library")
    elif weekly:
        built = list(target.glob("debug/build/ufsecp-sys-*/out/libufsecp.a"))
        ours, theirs = symbols(built[0]) if built else [], symbols(folder / "libufsecp.a")
        same = len(theirs) > 300 and ours == theirs
        expect(f"the crate's library has the {len(theirs)} symbols of CMake's", same)
    return expected


def benchmark(more):
    """(passed, failed, skipped) of rust/bench: each task once under criterion, and one round."""
    manifest = ["--locked", "--manifest-path", RUST / "bench/Cargo.toml"]
    more = {**more, "CARGO_TARGET_DIR": str(ROOT / "build/rust/bench")}
    clippy = ["cargo", "clippy", *manifest, "--all-targets"]
    lints = ["--", "-D", "warnings"]
    return map(
        sum,
        zip(
            one("clippy of bench", *clippy, *lints, tool="cargo-clippy", **more),
            one("criterion", "cargo", "test", "--benches", *manifest, **more),
            one("a round of ratios", "cargo", "run", *manifest, "1", **more),
            strict=True,
        ),
    )


def refusals():
    """(passed, failed, skipped): a build that finds no library says what to do."""
    total = 0
    for folder, want in (
        ("", "make_sources.py --package"),
        ("/dev/null", "neither libufsecp.a nor"),
    ):
        status, printed = outcome(
            "cargo", "check", "--frozen", "-p", "ufsecp-sys", UFSECP_LIB_DIR=folder
        )
        if not status or want not in printed:
            print(f"{printed[-3000:]}\nfailed: what the build says to UFSECP_LIB_DIR='{folder}'")
            return total, 1, 0
        total += 1
    print("what the build says without a library: passed")
    return total, 0, 0


# What a program links besides libufsecp.a, by system, where it is built with all that it can have.
NEEDS = {
    "linux": {"stdc++", "dl"},
    "macos": {"c++", "framework=Metal", "framework=Foundation"},
    "windows": {"stdc++", "bcrypt"},
    "freebsd": {"c++"},
}


def needs(folder):
    """(passed, failed, skipped): the build script names what a static library needs. It runs here
    for each system, after cargo compiled it for this one."""
    built = (RUST.parent / "build/rust/target/debug/build").glob("ufsecp-sys-*/build-script-build")
    script = max(built, key=lambda path: path.stat().st_mtime, default=None)
    wrong = [] if script else ["cargo compiled no build script"]
    for system, want in NEEDS.items() if script else ():
        more = {
            **os.environ,
            "CARGO_MANIFEST_DIR": str(RUST / "ufsecp-sys"),
            "CARGO_CFG_TARGET_OS": system,
            "UFSECP_LIB_DIR": str(folder),
        }
        status, printed = run_tests.outcome([str(script)], more, RUST)
        found = set(re.findall(r"^cargo:rustc-link-lib=(\S+)$", printed, re.M))
        if status or found != want | {"static=ufsecp"}:
            wrong.append(f"{system}: {sorted(found)}, not {sorted(want)}\n{printed[-500:]}")
    listed = folder / "ufsecp.pc"
    if sys.platform == "linux" and listed.exists():
        line = re.search(r"^Libs\.private:(.*)$", listed.read_text(), re.M)
        more = set(re.findall(r"-l(\S+)", line[1])) - NEEDS["linux"]
        if more:
            wrong.append(f"{listed} names {sorted(more)} too")
    print(
        "\n".join(wrong) + "\nfailed: what a static library needs"
        if wrong
        else "what a static library needs: passed"
    )
    return int(not wrong), int(bool(wrong)), 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weekly", action="store_true")
    parser.add_argument("--library", metavar="FOLDER", type=Path)
    arguments = parser.parse_args()
    total = [0, 0, 0]

    def add(counts):
        for i, number in enumerate(counts):
            total[i] += number

    try:
        version = look_for_cargo()
        folder = (arguments.library or library_folder()).resolve()
        rows = "100000" if arguments.weekly else "10000"
        more = {"UFSECP_LIB_DIR": str(folder), "UFSECP_ROWS": rows, "CARGO_PROFILE_DEV_DEBUG": "0"}
        add(one("declarations", sys.executable, RUST / "make_bindings.py", "--check"))
        targets = [] if arguments.weekly else SOURCES
        add(one("sources", sys.executable, RUST / "make_sources.py", "--check", *targets))
        add(one("cargo fmt", "cargo", "fmt", "--check", tool="rustfmt"))
        features = FEATURES
        if version >= K256_OLDEST:
            features += K256
        else:
            print(f"k256: SKIPPED, cargo is older than {K256_OLDEST}")
            add((0, 0, 1))
        if arguments.weekly and version >= HOOKS_OLDEST:
            features += HOOKS
        elif arguments.weekly:
            print(f"revm and alloy: SKIPPED, cargo is older than {HOOKS_OLDEST}")
            add((0, 0, 1))
        # Without what k256 brings, which clippy would have to check, too.
        linted = features if arguments.weekly else FEATURES
        clippy = ["cargo", "clippy", "--frozen", "--all-targets", "--features", linted]
        add(one("clippy", *clippy, "--", "-D", "warnings", tool="cargo-clippy", **more))
        add(cargo_test("--features", features, **more))
        bench = ["--manifest-path", "bench/Cargo.toml"]
        add(one("cargo fmt of bench", "cargo", "fmt", "--check", *bench, tool="rustfmt"))
        if arguments.weekly:
            add(benchmark(more))
        add(refusals())
        add(needs(folder))
        add(compiled_by_the_crate(arguments.weekly, folder))
    except Unavailable as error:
        print(f"rust: SKIPPED, {error}")
        add((0, 0, 1))
    print("{} passed, {} failed, {} skipped".format(*total))
    return int(total[1] != 0)


if __name__ == "__main__":
    sys.exit(main())
