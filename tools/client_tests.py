#!/usr/bin/env python3
"""Test suites of libsecp256k1's clients, whose tests are unchanged: first with libsecp256k1, then
with our library in its place.

Usage: tools/client_tests.py [--weekly] [--only NAME] [--work FOLDER]
                             [--peer LIB --headers FOLDER --ours LIB]

The libraries are those of build/release, unless named. The suites come from PyPI, the registry of
crates and the proxy of Go modules, each pinned by its hash. --weekly adds those that take minutes.
Bitcoin Core's test_bitcoin runs by `--only bitcoin-core` alone, and bench/vs/bitcoin_core.cpp after
it: two cores build them in an hour, and Boost and libevent must be there. What cannot be fetched is
skipped, and said so. The first run of a crate, and of go-ethereum, is with the libsecp256k1 that it
carries.
Exit code: 0 what passes with libsecp256k1 passes with ours, 1 it does not, 77 nothing could be run.
"""

import argparse
import hashlib
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tarfile
import time
import xml.etree.ElementTree as xml
import zipfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SKIPPED = 77
CFFI = "cffi==1.17.1"  # coincurve's build needs an older one
FROM_SOURCE = ["--no-deps", "--no-binary"]
PC = """Name: libsecp256k1
Description: libsecp256k1
Version: 0.8.0
Libs: -L{library} -lsecp256k1
Cflags: -I{headers}
"""


class Suite(NamedTuple):
    """A package of PyPI with its tests."""

    name: str
    file: str
    sha256: str
    packages: list  # that its tests need
    how: str  # "source": as it is; "build": against a library; "preload": PyPI's build of it
    tests: list = ["tests"]
    options: list = []
    differs: list = []  # tests that need not pass with ours: doc/MIGRATING.md says why
    weekly: bool = True


SUITES = [
    Suite(
        "electrum-ecc",
        "electrum_ecc-0.0.8.tar.gz",
        "94869a77de28ee79b7f7e974af5c20b392b949905880a8b26504e28202644106",
        ["pytest"],
        "source",
        weekly=False,
    ),
    Suite(
        "coincurve",
        "coincurve-21.0.0.tar.gz",
        "8b37ce4265a82bebf0e796e21a769e56fdbf8420411ccbe3fafee4ed75b6a6e5",
        ["pytest", CFFI, "asn1crypto"],
        "build",
    ),
    Suite(
        "btclib-secp256k1",
        "btclib_secp256k1-0.8.0.13.tar.gz",
        "84e582865bdb86a10a42d514024fb8b5dacabdceaf9a75ca35466ea3db3ec761",
        ["pytest", "pytest-cov", "hypothesis", "typing_extensions", "btclib-secp256k1==0.8.0.13"],
        "preload",
        # Those of the library; the others look at the package's repository.
        [
            f"tests/{name}_test.py"
            for name in (
                "vectors keys core musig callbacks modules nonces signer parsed_keys bytes_like "
                "hashes verified_signing size_sweep secret properties concurrency"
            ).split()
        ],
        # These two want the callbacks that the package is built with, which do not abort.
        ["-o", "addopts=", "--no-cov"]
        + ["-k", "not safe_abort and not the_static_context_is_not_randomized"],
        # The result of ECDH with a point that is none.
        [
            f"tests.callbacks_test.test_an_unreadable_key_leaves_no_ecdh_output_behind[{of}]"
            for of in ("_shared_secret_-32", "_shared_point_-64")
        ],
    ),
]


class Crate(NamedTuple):
    """A version of the crate secp256k1."""

    version: str
    sha256: str
    links: str  # what secp256k1-sys names the library that it builds
    features: str


CRATES = [
    Crate(
        "0.33.1",
        "d7f404a8dab7a7a5a631e741d8699aa9c8e1d689fc26ccf897c7187565490b69",
        "rustsecp256k1_v0_14",
        "std recovery rand",
    ),
    Crate(
        "0.31.1",
        "2c3c81b43dc2d8877c216a3fccf76677ee1ebccd429566d3e67447290d0c42b2",
        "rustsecp256k1_v0_11",
        "std recovery rand",
    ),
    Crate(
        "0.29.1",
        "9465315bc9d4566e1724f0fffcbcc446268cb522e60f9a27bcded6b19c108113",
        "rustsecp256k1_v0_10_0",
        "std recovery rand",
    ),
]


# Of the Go module, its packages that call libsecp256k1, and the folders that these need.
GETH = "github.com/ethereum/go-ethereum@v1.17.10"
GETH_SUM = "h1:b3WO+xux3pItpm13kqT5Xddv01zOxBFZxQgk/Ate4/M="
GETH_PACKAGES = ["./crypto", "./crypto/secp256k1", "./crypto/ecies"]
GETH_FILES = ("go.mod", "go.sum", "common/", "crypto/", "rlp/")
# It multiplies points by an internal function of libsecp256k1. This is that by public ones.
GETH_MULTIPLY = """#include <string.h>
#include <secp256k1_ecdh.h>
static int copy_point(unsigned char *out, const unsigned char *x32, const unsigned char *y32,
                      void *data) {
    (void)data;
    memcpy(out, x32, 32);
    memcpy(out + 32, y32, 32);
    return 1;
}
int secp256k1_ext_scalar_mul(const secp256k1_context *ctx, unsigned char *point,
                             const unsigned char *scalar) {
    unsigned char bytes[65] = {4};
    secp256k1_pubkey key;
    memcpy(bytes + 1, point, 64);
    return secp256k1_ec_pubkey_parse(ctx, &key, bytes, 65) &&
           secp256k1_ecdh(ctx, point, &key, scalar, copy_point, NULL);
}
"""

# The crate that carries Bitcoin Core's source with its tests.
CORE = "libbitcoinkernel-sys"
CORE_VERSION = "0.4.1"
CORE_SHA256 = "345d18a1ce19a1becfcaaa066e3a60e9c7813ef5c23ea8c20704ca4ba1a46339"
# In the place of the file that builds the copy of libsecp256k1 in that source.
CORE_CMAKE = """enable_language(C)
function(add_secp256k1 subdir)
    add_library(secp256k1 SHARED IMPORTED GLOBAL)
    set_target_properties(secp256k1 PROPERTIES IMPORTED_LOCATION "{library}"
        INTERFACE_INCLUDE_DIRECTORIES "{headers}")
endfunction()
"""
CORE_BENCH = f"""
add_executable(bench_keys "{ROOT}/bench/vs/bitcoin_core.cpp")
target_link_libraries(bench_keys core_interface test_util bitcoin_cli bitcoin_node bitcoin_consensus
    minisketch secp256k1 Boost::headers)
"""
CORE_OFF = """ENABLE_WALLET BUILD_DAEMON BUILD_CLI BUILD_TX BUILD_UTIL BUILD_BITCOIN_BIN ENABLE_IPC
WITH_ZMQ ENABLE_EXTERNAL_SIGNER INSTALL_MAN""".split()


class Outcome(NamedTuple):
    """What a suite did with a library."""

    passed: set  # the names of the tests that pass
    line: str
    code: int = 1  # that the suite exited with


class Side(NamedTuple):
    """A library, in a folder in which programs find it."""

    name: str
    folder: Path
    environment: dict


def side(work, name, library, headers):
    folder = work / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    library = Path(library).resolve(strict=True)
    # The last may be its soname.
    for link in {"libsecp256k1.so", "libsecp256k1.so.7", library.name}:
        (folder / link).symlink_to(library)
    (folder / "libsecp256k1.pc").write_text(PC.format(library=folder, headers=headers))
    more = {"LD_LIBRARY_PATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    return Side(name, folder, {**os.environ, **more})


def command(words, **more):
    """What a command did; it prints its end if it failed, or took too long."""
    words = [str(word) for word in words]
    try:
        done = subprocess.run(
            words,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            errors="replace",
            **{"timeout": 1800, **more},
        )
    except subprocess.TimeoutExpired as late:
        said = (late.stdout or b"").decode(errors="replace")
        done = subprocess.CompletedProcess(words, 124, f"{said}\nit took {late.timeout} s")
    if done.returncode:
        print(f"{done.stdout[-3000:]}\nfailed: {' '.join(words)}")
    return done


def loads(program, of):
    """Whether a program loads a side's library."""
    loaded = command(["ldd", program], env=of.environment)
    return f"=> {of.folder}/libsecp256k1.so.7 " in loaded.stdout


def calls(program, of):
    """Whether a program calls our library, or the copy of libsecp256k1 that it carries."""
    if of.name == "ours":
        return loads(program, of)
    loaded = command(["ldd", program], env=of.environment)
    return not loaded.returncode and "libsecp256k1" not in loaded.stdout


def unpacked(work, archive, sha256):
    """The folder of an archive's content, which is what was pinned."""
    if hashlib.sha256(archive.read_bytes()).hexdigest() != sha256:
        sys.exit(f"{archive}: its hash is not the pinned one: delete it, and see what is offered")
    folder = work / re.sub(r"\.(tar\.gz|crate)$", "", archive.name)
    shutil.rmtree(folder, ignore_errors=True)
    with tarfile.open(archive) as tar:
        tar.extractall(work, filter="data")
    return folder


# ---- Python


def build_options(of):
    """The environment in which coincurve builds against a library."""
    return {
        **of.environment,
        "PKG_CONFIG_PATH": str(of.folder),
        "PIP_CONSTRAINT": str(of.folder.parent / "constraints.txt"),
        "COINCURVE_IGNORE_SYSTEM_LIB": "OFF",
        "COINCURVE_SECP256K1_STATIC": "OFF",
        "COINCURVE_VENDOR_CFFI": "0",
    }


def passed_cases(report):
    """The names of the tests that passed, by a report in JUnit's format."""
    return {
        f"{case.get('classname')}.{case.get('name')}"
        for case in xml.parse(report).getroot().iter("testcase")
        if not {child.tag for child in case} & {"failure", "error", "skipped"}
    }


def pytest(python, folder, suite, of, modules):
    """The outcome of a package's tests, whose line is the last that was printed."""
    preload = {"LD_PRELOAD": str(of.folder / "libsecp256k1.so.7")}
    report = of.folder / "report.xml"
    report.unlink(missing_ok=True)
    words = [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", f"--junitxml={report}"]
    environment = {
        **of.environment,
        **({"PYTHONPATH": str(modules)} if modules else {}),
        **(preload if suite.how == "preload" else {}),
    }
    done = command([*words, *suite.options, *suite.tests], cwd=folder, env=environment)
    if not report.exists():
        return Outcome(set(), "no report")
    lines = done.stdout.strip().splitlines() or [""]
    return Outcome(passed_cases(report), lines[-1], done.returncode)


def bound(python, suite, of, modules):
    """Whether the package calls this library, and not one that it carries."""
    environment = {**of.environment, "LD_DEBUG": "bindings", "LD_BIND_NOW": "1"}
    if modules:
        environment["PYTHONPATH"] = str(modules)
    if suite.how == "preload":
        environment["LD_PRELOAD"] = str(of.folder / "libsecp256k1.so.7")
    module = suite.name.replace("-", "_")
    done = subprocess.run(
        [python, "-c", f"import {module}"], env=environment, capture_output=True, text=True
    )
    library = re.escape(str(of.folder)) + r"/\S+"
    return bool(re.search(rf" to {library} .*`secp256k1_ec_pubkey_create'", done.stderr))


def python_archive(suite, work, of):
    """(its Python, pip's command, the package's archive), in an environment of its own; None if
    something could not be fetched. `of` is the side whose library a build of it finds."""
    place = work / suite.name
    python = place / "bin/python"
    if not python.exists():
        command([sys.executable, "-m", "venv", place])
    (work / "constraints.txt").write_text(f"{CFFI}\n")
    pip = [python, "-m", "pip", "-q", "--disable-pip-version-check", "--timeout", "30"]
    if command([*pip, "install", *suite.packages]).returncode:
        return None
    archive, version = work / suite.file, suite.file.removesuffix(".tar.gz").rsplit("-")[-1]
    if not archive.exists():
        words = [*pip, "download", *FROM_SOURCE, suite.name, "--dest", work]
        if command([*words, f"{suite.name}=={version}"], env=build_options(of)).returncode:
            return None
    return python, pip, archive


def built(suite, pip, archive, of):
    """The folder of the package's modules, built against a library; None if that fails."""
    modules = of.folder / suite.name
    words = [*pip, "install", "--no-cache-dir", *FROM_SOURCE, suite.name, "--target", modules]
    return None if command([*words, archive], env=build_options(of)).returncode else modules


def run_python(suite, work, sides):
    """The outcome with each side; None if it could not be fetched."""
    if not (fetched := python_archive(suite, work, sides[0])):
        return None
    python, pip, archive = fetched
    folder = unpacked(work, archive, suite.sha256)
    results = []
    for of in sides:
        modules = folder / "src" if suite.how == "source" else None
        if suite.how == "build":
            modules = built(suite, pip, archive, of)
            if not modules:
                results.append(Outcome(set(), "it cannot be built"))
                continue
            shutil.rmtree(folder / "src", ignore_errors=True)  # the built one is tested
        if not bound(python, suite, of, modules):
            results.append(Outcome(set(), "it does not call this library"))
            continue
        results.append(pytest(python, folder, suite, of, modules))
    return results


# ---- Rust


def crate_archive(work, name, version):
    """A crate's archive; None if it could not be fetched."""
    if not shutil.which("cargo"):
        print("there is no cargo: tools/setup.sh all")
        return None
    fetcher = work / f"fetch-{name}-{version}"
    (fetcher / "src").mkdir(parents=True, exist_ok=True)
    (fetcher / "src/lib.rs").touch()
    (fetcher / "Cargo.toml").write_text(
        '[package]\nname = "fetch"\nversion = "0.0.0"\nedition = "2021"\n'
        f'[dependencies]\n{name} = "={version}"\n[workspace]\n'
    )
    if command(["cargo", "fetch"], cwd=fetcher).returncode:
        return None
    home = Path(os.environ.get("CARGO_HOME", Path.home() / ".cargo"))
    return next(home.glob(f"registry/cache/*/{name}-{version}.crate"))


def linked(crate, folder, of):
    """Has an unpacked crate link a library: its build of libsecp256k1 is replaced by what it would
    say to cargo. The word that rustc needs."""
    host = re.search(r"^host: (\S+)$", command(["rustc", "-vV"]).stdout, re.M)[1]
    (folder / ".cargo").mkdir()
    (folder / ".cargo/config.toml").write_text(
        f"[target.{host}.{crate.links}]\n"
        f'rustc-link-search = ["native={of.folder}"]\n'
        'rustc-link-lib = ["dylib=secp256k1"]\n'
    )
    return "--cfg=rust_secp_no_symbol_renaming"


def crate_place(crate, archive, work, of):
    """A crate's folder, and the environment in which it is built for a side; with libsecp256k1 the
    crate is as it comes."""
    folder = unpacked(work, archive, crate.sha256)
    environment = {**of.environment, "CARGO_TARGET_DIR": f"{folder}-{of.name}"}
    environment["RUSTFLAGS"] = "--cap-lints=warn"
    if of.name == "ours":
        environment["RUSTFLAGS"] += f" {linked(crate, folder, of)}"
    return folder, environment


def run_crate(crate, work, sides):
    """As run_python."""
    archive = crate_archive(work, "secp256k1", crate.version)
    if not archive:
        return None
    results = []
    for of in sides:
        folder, environment = crate_place(crate, archive, work, of)
        environment["CARGO_PROFILE_TEST_DEBUG"] = "0"
        words = ["cargo", "test", "--lib", "--features", crate.features]
        done = command(words, cwd=folder, env=environment)
        passed = set(re.findall(r"^test (.+) \.\.\. ok$", done.stdout, re.M))
        line = re.search(r"^test result: .*$", done.stdout, re.M)
        program = re.search(r"Running unittests \S+ \((.+)\)$", done.stdout, re.M)
        if not program or not line:
            results.append(Outcome(set(), "it cannot be built, or it ended without a result"))
        elif not calls(folder / program[1], of):
            results.append(Outcome(set(), "it does not call this library"))
        else:
            results.append(Outcome(passed, line[0], done.returncode))
    return results


# ---- Go


def replaced(file, pattern, text):
    """Puts a text in the place of the one that a pattern finds in a file."""
    before = file.read_text()
    after, found = re.subn(pattern, lambda _: text, before, flags=re.S)
    if found != 1:
        sys.exit(f"{file}: {found} places are like {pattern}")
    file.write_text(after)


def geth_outcome(done):
    """That of `go test -json`, whose events of the compiler name no package."""
    events = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    ends = [(event.get("Action"), event.get("Package"), event.get("Test")) for event in events]
    if "build-fail" in [end for end, _, _ in ends]:
        return Outcome(set(), "it cannot be built")
    passed = {f"{package}.{test}" for end, package, test in ends if test and end == "pass"}
    if not any("/crypto/secp256k1." in name for name in passed):
        return Outcome(set(), "no test of its package secp256k1 passes")
    failed = sum(end == "fail" for end, _, test in ends if test)
    return Outcome(passed, f"{failed} fail", done.returncode)


def geth_archive(work):
    """go-ethereum's archive; None if it could not be fetched."""
    if not shutil.which("go"):
        print("there is no go: tools/setup.sh all")
        return None
    (work / "fetch-go").mkdir(exist_ok=True)
    (work / "fetch-go/go.mod").write_text("module fetch\n")
    done = command(["go", "mod", "download", "-json", GETH], cwd=work / "fetch-go")
    if done.returncode:
        return None
    said = json.loads(done.stdout[done.stdout.index("{\n") :])
    if said["Sum"] != GETH_SUM:
        sys.exit(f"{GETH}: its hash {said['Sum']} is not the pinned one")
    return said["Zip"]


def geth_programs(archive, of):
    """The folder of its test programs, None if they cannot be built; that in which they are built;
    and its environment. With libsecp256k1 go-ethereum is as it comes."""
    folder = of.folder / GETH
    shutil.rmtree(of.folder / "github.com", ignore_errors=True)
    with zipfile.ZipFile(archive) as files:
        wanted = tuple(f"{GETH}/{name}" for name in GETH_FILES)
        files.extractall(of.folder, [name for name in files.namelist() if name.startswith(wanted)])
    # Without cgo there is another implementation in its place.
    environment = {**of.environment, "CGO_ENABLED": "1"}
    if of.name == "ours":
        # Its build of libsecp256k1 is replaced by headers and a library.
        package = folder / "crypto/secp256k1"
        includes = '#include <secp256k1.h>\n#include <secp256k1_recovery.h>\n#include "ext.h"'
        replaced(package / "secp256.go", '#cgo CFLAGS.*#include "ext.h"', includes)
        replaced(package / "ext.h", "// secp256k1_ext_scalar_mul .*", GETH_MULTIPLY)
        environment["CGO_CFLAGS"] = f"-O2 -I{ROOT}/compat/include"
        environment["CGO_LDFLAGS"] = f"-L{of.folder} -lsecp256k1"
    programs = folder / "programs"
    programs.mkdir()
    words = ["go", "test", "-c", "-o", f"{programs}/", *GETH_PACKAGES]
    failed = command(words, cwd=folder, env=environment).returncode
    return None if failed else programs, folder, environment


def run_geth(_, work, sides):
    """As run_python."""
    archive = geth_archive(work)
    if not archive:
        return None
    results = []
    for of in sides:
        programs, folder, environment = geth_programs(archive, of)
        if not programs:
            results.append(Outcome(set(), "it cannot be built"))
            continue
        if not all([calls(program, of) for program in programs.iterdir()]):
            results.append(Outcome(set(), "it does not call this library"))
            continue
        words = ["go", "test", "-json", "-count=1", *GETH_PACKAGES]
        done = command(words, cwd=folder, env=environment)
        results.append(geth_outcome(done))
    return results


# ---- Bitcoin Core


def run_core(_, work, sides):
    """As run_python. It is compiled once: which library it calls is said when it is started."""
    archive = crate_archive(work, CORE, CORE_VERSION)
    if not archive:
        return None
    source = unpacked(work, archive, CORE_SHA256) / "bitcoin"
    (source / "cmake/secp256k1.cmake").write_text(
        CORE_CMAKE.format(
            library=sides[1].folder / "libsecp256k1.so", headers=ROOT / "compat/include"
        )
    )
    with (source / "src/test/CMakeLists.txt").open("a") as file:
        file.write(CORE_BENCH)
    # A map of networks to their owners, which the crate leaves out; no test reads it.
    (source / "src/node/data").mkdir(exist_ok=True)
    (source / "src/node/data/ip_asn.dat").write_bytes(bytes(1))
    build = work / "bitcoin-core"
    options = ["-DCMAKE_BUILD_TYPE=Release", "-DCMAKE_CXX_FLAGS_RELEASE=-O1", "-DBUILD_TESTS=ON"]
    options.append("-DCMAKE_SKIP_BUILD_RPATH=ON")
    options += [f"-D{name}=OFF" for name in CORE_OFF]
    for words in (
        ["cmake", "-S", source, "-B", build, *options],
        ["cmake", "--build", build, "-j", os.cpu_count(), "--target", "test_bitcoin", "bench_keys"],
    ):
        if command(words, timeout=4 * 3600).returncode:
            return [Outcome(set(), "it cannot be built")] * 2
    results = []
    for of in sides:
        program, report = build / "bin/test_bitcoin", of.folder / "core.xml"
        report.unlink(missing_ok=True)
        if not loads(program, of):
            results.append(Outcome(set(), "it does not call this library"))
            continue
        words = [program, f"--logger=JUNIT,error,{report}", "--report_level=short"]
        done = command(words, env=of.environment)
        passed = passed_cases(report) if report.exists() else set()
        results.append(Outcome(passed, f"exit code {done.returncode}", done.returncode))
    return print_core_times(build / "bin/bench_keys", sides, results)


def print_core_times(program, sides, results):
    """Prints the processor time of each call: medians of 7 runs with each side in turn. Returns the
    results, with the exit code of the first run that failed."""
    times = {}
    for _ in range(7):
        for i, of in enumerate(sides):
            done = command([program], env=of.environment)
            if done.returncode:
                results[i] = results[i]._replace(line="its times failed", code=done.returncode)
                return results
            for line in done.stdout.splitlines():
                call, microseconds = line.split()
                times.setdefault(call, {}).setdefault(of.name, []).append(float(microseconds))
    for call, by_side in times.items():
        peer, ours = (statistics.median(by_side[of.name]) for of in sides)
        print(f"{call}: {peer:.1f} us and, with ours, {ours:.1f}: {peer / ours:.2f} times as fast")
    return results


def main():
    parser = argparse.ArgumentParser(description="Test suites of libsecp256k1's clients.")
    release = ROOT / "build/release"
    for name, default, what in (
        ("--peer", release / "libpeer_secp256k1.so", "libsecp256k1 as a shared library"),
        ("--headers", ROOT / "build/peer/libsecp256k1/include", "its headers"),
        ("--ours", release / "compat/libsecp256k1.so.7", "our library in its place"),
    ):
        parser.add_argument(name, type=Path, default=default, help=what)
    parser.add_argument("--weekly", action="store_true")
    parser.add_argument(
        "--only", help="a part of the names of suites; bitcoin-core, an hour, runs by this alone"
    )
    parser.add_argument("--work", type=Path, default=Path("build/clients"))
    arguments = parser.parse_args()
    for file in (arguments.peer, arguments.headers, arguments.ours):
        if not file.exists():
            parser.error(f"{file} is not there: make test-clients fetches and builds it")
    work = arguments.work.resolve()
    work.mkdir(parents=True, exist_ok=True)
    sides = [
        side(work, "libsecp256k1", arguments.peer, arguments.headers.resolve()),
        side(work, "ours", arguments.ours, ROOT / "compat/include"),
    ]
    suites = [(s.name, run_python, s) for s in SUITES if arguments.weekly or not s.weekly]
    if arguments.weekly:
        suites += [(f"secp256k1 {crate.version}, in Rust", run_crate, crate) for crate in CRATES]
        suites.append(("go-ethereum", run_geth, None))
    if arguments.only == "bitcoin-core":
        suites.append(("bitcoin-core", run_core, None))
    ran, failed = 0, 0
    for name, run, suite in suites:
        if arguments.only and arguments.only not in name:
            continue
        start = time.monotonic()
        results = run(suite, work, sides)
        if not results:
            print(f"SKIPPED: {name} could not be fetched (no network?)")
            continue
        ran += 1
        for of, result in zip(sides, results):
            print(f"{name} with {of.name}: {len(result.passed)} tests pass: {result.line}")
        print(f"{name}: {time.monotonic() - start:.0f} s", flush=True)
        peer, ours = results
        lost, differs = peer.passed - ours.passed, set(getattr(suite, "differs", ()))
        if stale := differs - lost:
            print(f"FAILED: {name}: no longer differs: {' '.join(sorted(stale))}")
            failed += 1
        missing = lost - differs
        if missing or not peer.passed:
            print(f"FAILED: {name}: {' '.join(sorted(missing)) or 'nothing passes'}")
            failed += 1
        # pytest's 1 is that tests fail, by whose names those that differ are known.
        elif ours.code and not peer.code and (not differs or ours.code != 1):
            print(f"FAILED: {name}: exit code {ours.code}")
            failed += 1
    sys.exit(1 if failed else 0 if ran else SKIPPED)


if __name__ == "__main__":
    main()
