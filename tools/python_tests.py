#!/usr/bin/env python3
"""Tests the Python package: builds its wheel, looks at what is in it and in the source archive,
installs it into a fresh virtual environment, and runs python/test there, first without NumPy and
Arrow, then with them, with the compiled module and without it. AddressSanitizer watches the module.

Usage: tools/python_tests.py [--weekly] [--coincurve FOLDER] [PYTEST_OPTION ...]
The last line is the total.

The wheel holds the library of build/release where that is built. --weekly compiles the one from
the source archive, as `pip install` does, and tests it in PyPy as well. It makes the wheels of
`make wheels` and tests these too, that of ARM64 in qemu. It runs the own tests of eth-keys and
coincurve on what stands in for them. FOLDER is coincurve's repository; without it the script tries
to clone it. Where the registry cannot be reached, all of it is skipped, and counted as one test
that was.
"""

import argparse
import os
import re
import shutil
import sys
import tarfile
import zipfile
from functools import cache
from pathlib import Path

from run_tests import outcome
from virtual_environment import Environment, Failed, Unavailable, run

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "build/python/test"
ENV = Environment(OUT)
TOOLS = ["pytest==9.2.0", "build==1.6.1"]
PYPY_PYTEST = "pytest==8.4.2"  # the last for Python 3.9
# What the tests use where it is there; a Python that lacks one of them skips its tests.
OTHERS = [
    "numpy==2.4.6",
    "pyarrow==26.0.1",
    "polars==2.1.0",
    "nanoarrow==0.9.0",
    "pandas==3.1.1",
    "matplotlib==3.11.2",
    "mypy==2.4.1",
    "coincurve==21.0.0",
    "eth-keys==0.8.0",
    "eth-hash[pycryptodome]==0.8.0",
]
# eth-keys' own tests, on our backend in coincurve's place; what they need.
ETH_KEYS = "eth-keys==0.8.0"
ETH_KEYS_NEEDS = ["hypothesis", "asn1tools", "pyasn1", "factory_boy"]
ETH_KEYS_PLUGIN = """import eth_keys.backends
from ufsecp.compat.eth_keys import Backend
eth_keys.backends.CoinCurveECCBackend = Backend
"""
PLAIN = [
    "test_vectors.py",
    "test_keys.py",
    "test_batches.py",
    "test_silent.py",
    "test_bip32.py",
]  # what needs none of these
BY_CTYPES = {"UFSECP_CTYPES": "1"}  # without the compiled module
MODULES = {
    "__init__",
    "_arrow",
    "_batch",
    "_bip32",
    "_calls",
    "_columns",
    "_keys",
    "_library",
    "_parts",
    "_results",
}
MODULES |= {"_secret", "_silent", "compat/__init__", "compat/coincurve"}
MODULES |= {"compat/eth_keys", "duckdb", "report", "spark"}

# coincurve's, which its repository alone has without a build.
COINCURVE = "https://github.com/ofek/coincurve"
COINCURVE_PLUGIN = "from ufsecp.compat.coincurve import install\n\ninstall()\n"

# The wheels of `make wheels` run with this glibc.
GLIBC = (2, 28)


def expect(condition, text):
    if not condition:
        raise Failed(text)


def release_library():
    """What the set release built, or None."""
    built = sorted((ROOT / "build/release").glob("libufsecp.so.*.*.*"))
    return built[-1] if built else None


def built_wheel(source, *words):
    for old in OUT.glob("*.whl"):
        old.unlink()
    ENV.pip("wheel", source, "--no-deps", "-w", OUT, *words)
    wheels = list(OUT.glob("*.whl"))
    expect(len(wheels) == 1, f"not one wheel: {wheels}")
    return wheels[0]


# ---- The tests of packages. Each returns how many it stands for.


def test_source_archive():
    """The archive has what the build needs and nothing else: CMake configures from it, and each
    file that a step of the build reads is there."""
    run(ENV.python, "-m", "build", "--sdist", "-o", OUT, ROOT)
    archive = next(OUT.glob("*.tar.gz"))
    with tarfile.open(archive) as tar:
        names = [name.partition("/")[2] for name in tar.getnames()]
    shutil.unpack_archive(archive, OUT)
    tops = {name.split("/")[0] for name in names}
    want = {"CMakeLists.txt", "LICENSE", "PKG-INFO", "pyproject.toml"}
    want |= {"cmake", "include", "python", "src", "tools"}
    expect(tops == want, f"{archive.name} holds {sorted(tops)}")
    modules = {name for name in names if name.startswith("python/ufsecp/")}
    expected = {f"python/ufsecp/{module}.py" for module in MODULES} | {"python/ufsecp/py.typed"}
    expect("python/_single.cpp" in names, f"{archive.name} is without the compiled module")
    expect(modules == expected, f"modules of {archive.name}: {sorted(modules ^ expected)}")
    tree = OUT / archive.name.removesuffix(".tar.gz")
    build = OUT / "from-source"
    run("cmake", "-S", tree / "python", "-B", build, "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release")
    run("cmake", "--build", build, "--target", "python_library", "--", "-n")
    expect(archive.stat().st_size < 1_000_000, f"{archive.name} has a megabyte or more")
    return 3


def test_old_headers():
    """Headers of CPython 3.9 lack what the compiled module takes: the package is without it."""
    for version, offered in ("0x03090012", False), ("0x030a0000", True):
        folder = OUT / f"headers-{version}"
        folder.mkdir()
        (folder / "Python.h").write_text(f"#define PY_VERSION_HEX {version}\n")
        words = [f"-DPython_INCLUDE_DIR={folder}", f"-DUFSECP_LIBRARY={folder}/Python.h"]
        run("cmake", "-S", ROOT / "python", "-B", folder / "build", "-G", "Ninja", *words)
        cache = (folder / "build/CMakeCache.txt").read_text()
        expect(("UFSECP_PYTHON_STABLE:INTERNAL=1" in cache) == offered, f"headers of {version}")
    return 1


def test_wheel(wheel):
    """The wheel is for every Python 3 of one platform, and holds the modules and one library."""
    expect(re.fullmatch(r"ufsecp-[0-9.]+-py3-none-\w+\.whl", wheel.name), f"name: {wheel.name}")
    names = set(zipfile.ZipFile(wheel).namelist())
    info = next(name for name in names if name.endswith("/WHEEL")).rpartition("/")[0]
    want = {f"ufsecp/{module}.py" for module in MODULES}
    want |= {"ufsecp/py.typed", "ufsecp/libufsecp.so", "ufsecp/_single.abi3.so"}
    want |= {f"{info}/{name}" for name in ("METADATA", "WHEEL", "RECORD", "licenses/LICENSE")}
    expect(names == want, f"{wheel.name}: {sorted(names ^ want)}")
    print(f"{wheel.name}: {wheel.stat().st_size:,} bytes")
    return 2


def test_own_runtime(folder):
    """What was compiled for the wheel needs the system's C library alone."""
    for file in ("libufsecp.so", "_single.abi3.so"):
        needed = re.findall(r"NEEDED\s+(\S+)", run("objdump", "-p", folder / file))
        system = r"(libc|libm|libdl|libpthread|ld-linux)"
        foreign = [name for name in needed if not re.match(system, name)]
        expect(not foreign, f"{file} of the wheel needs {foreign}")
    return 2


def test_manylinux(wheel):
    """auditwheel finds no symbol in the wheel that is newer than its name says."""
    shown = run(ENV.python, "-m", "auditwheel", "show", wheel)
    found = re.search(r'platform tag:\s+"manylinux_(\d+)_(\d+)_(\w+)"', shown)
    expect(found, f"auditwheel: {shown}")
    print(f"{wheel.name}: glibc {found[1]}.{found[2]} by auditwheel")
    expect((int(found[1]), int(found[2])) <= GLIBC, f"newer than its name: {shown}")
    expect(wheel.stem.endswith(f"manylinux_{GLIBC[0]}_{GLIBC[1]}_{found[3]}"), f"name: {wheel}")
    return 2


def emulated_python():
    """The environment of ARM64's Python, whose programs qemu runs."""
    emulator = next(filter(shutil.which, ("qemu-aarch64-static", "qemu-aarch64")), None)
    if not emulator or outcome([str(ROOT / "tools/fetch_python_arm64.sh")])[0]:
        raise Unavailable("Python for ARM64, or qemu, is not to be had here")
    system, emulated = ROOT / "build/python-arm64", Environment(OUT / "arm64")
    emulated.python = emulated.out / "python"
    emulated.out.mkdir(parents=True)
    # Its tests start it anew by this name.
    command = f"{emulator} -0 {emulated.python} -L {system} {system}/usr/bin/python3"
    emulated.python.write_text(f'#!/bin/sh\nPYTHONHOME={system}/usr exec {command} "$@"\n')
    emulated.python.chmod(0o755)
    return emulated


def sanitized_suite(package):
    """Tests of the compiled module, with AddressSanitizer and UndefinedBehaviorSanitizer in it."""
    folder, tests = OUT / "sanitized", ROOT / "python/test"
    shutil.copytree(package, folder / "ufsecp")
    python = "import sysconfig; print(sysconfig.get_path('include'))"
    words = ["-std=c++20", "-g", "-O1", "-shared", "-fPIC", "-fno-exceptions", "-I", "include"]
    words += ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    words += ["-I", run(ENV.python, "-c", python).strip(), "python/_single.cpp"]
    words += ["-o", folder / "ufsecp/_single.abi3.so"]
    more = {"PYTHONPATH": str(folder), "ASAN_OPTIONS": "detect_leaks=0", "PYTHONMALLOC": "malloc"}
    more["LD_PRELOAD"] = run("g++", "-print-file-name=libasan.so").strip()
    if not os.path.isabs(more["LD_PRELOAD"]):
        print("SKIPPED: the module with AddressSanitizer, which g++ is without here")
        return 0, 0, 1
    run("g++", *words)
    return ENV.pytest("sanitized", [tests / "test_calls.py", tests / "test_keys.py"], **more)


@cache
def manylinux_wheels():
    """What `make wheels` makes."""
    if outcome([str(ROOT / "tools/fetch_zig.sh")])[0]:
        raise Unavailable("zig, which makes the wheels for other Linux systems")
    for old in (ROOT / "build/python").glob("*manylinux*.whl"):
        old.unlink()
    run("make", "-C", ROOT, "wheels")
    ENV.pip("install", "auditwheel==6.8.2")
    return list((ROOT / "build/python").glob("*manylinux*.whl"))


def manylinux_suite(processor):
    """A wheel for other Linux systems: its name, and the tests that need no other package."""
    (wheel,) = (wheel for wheel in manylinux_wheels() if wheel.stem.endswith(processor))
    python = ENV if processor == "x86_64" else emulated_python()
    version = "import sys; print('%d.%d' % sys.version_info[:2])"
    version = run(python.python, "-c", version).strip()
    folder, platform = OUT / f"manylinux-{processor}", wheel.stem.rpartition("-")[2]
    words = ["--only-binary", ":all:", "--platform", platform, "--python-version", version]
    ENV.pip("install", *words, "--target", folder, wheel, TOOLS[0])
    looked_at = test_wheel(wheel) + test_manylinux(wheel)
    looked_at += test_own_runtime(folder / "ufsecp")
    tests = [ROOT / "python/test" / name for name in ("test_calls.py", *PLAIN)]
    passed, *others = python.pytest(f"manylinux-{processor}", tests, PYTHONPATH=str(folder))
    return passed + looked_at, *others


def pypy_suite(wheel):
    """The tests that need no other package, in PyPy: it moves objects, and frees them late."""
    if not shutil.which("pypy3"):
        raise Unavailable("pypy3 is not there")
    pypy = Environment(OUT / "pypy")
    run("pypy3", "-m", "venv", pypy.folder)
    pypy.pip("install", PYPY_PYTEST, wheel)
    tests = [ROOT / "python/test" / name for name in ("test_calls.py", *PLAIN)]
    return pypy.pytest("pypy", tests)


def eth_keys_suite():
    """eth-keys' own tests, from its source archive."""
    folder = OUT / "eth-keys"
    ENV.pip("install", *ETH_KEYS_NEEDS)
    ENV.pip("download", "--no-deps", "--no-binary", "eth-keys", "-d", folder, ETH_KEYS)
    shutil.unpack_archive(next(folder.glob("*.tar.gz")), folder)
    (folder / "on_ufsecp.py").write_text(ETH_KEYS_PLUGIN)
    words = ["-p", "on_ufsecp", next(folder.glob("*/tests"))]
    backend = "ufsecp.compat.eth_keys.Backend"
    passed, failed, skipped = ENV.pytest(
        "eth-keys", words, PYTHONPATH=str(folder), ECC_BACKEND_CLASS=backend
    )
    expect(passed + failed >= 99, f"only {passed + failed} tests of eth-keys were run")
    return passed, failed, skipped


def coincurve_suite(folder):
    """coincurve's own tests, from its repository."""
    version = next(package for package in OTHERS if package.startswith("coincurve"))
    tag = version.replace("coincurve==", "v")
    if not folder:
        folder = OUT / "coincurve"
        command = ["git", "clone", "-q", "--depth", "1", "--branch", tag, COINCURVE, str(folder)]
        if outcome(command, {**os.environ, "GIT_TERMINAL_PROMPT": "0"})[0]:
            raise Unavailable(f"{COINCURVE} cannot be cloned: --coincurve FOLDER, at {tag}")
    plugin = OUT / "on_ufsecp_coincurve.py"
    plugin.write_text(COINCURVE_PLUGIN)
    words = ["-p", plugin.stem, Path(folder) / "tests"]
    passed, failed, skipped = ENV.pytest("coincurve", words, PYTHONPATH=str(OUT))
    expect(passed + failed >= 49, f"only {passed + failed} tests of coincurve were run")
    return passed, failed, skipped


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--weekly", action="store_true")
    parser.add_argument("--coincurve", metavar="FOLDER", type=Path)
    arguments, words = parser.parse_known_args()
    weekly = arguments.weekly
    total = [0, 0, 0]

    def add(passed, failed, skipped):
        for i, number in enumerate((passed, failed, skipped)):
            total[i] += number

    def tested(test, *arguments):
        try:
            add(test(*arguments), 0, 0)
        except Failed as error:
            print(f"{test.__name__}: {error}")
            add(0, 1, 0)

    try:
        shutil.rmtree(OUT, ignore_errors=True)
        ENV.make(*TOOLS)
        tested(test_source_archive)
        tested(test_old_headers)
        library = None if weekly else release_library()
        if library:
            wheel = built_wheel(ROOT, "--config-settings", f"cmake.define.UFSECP_LIBRARY={library}")
        else:
            wheel = built_wheel(next(OUT.glob("*.tar.gz")))
        tested(test_wheel, wheel)
        ENV.pip("install", wheel)
        installed = next(ENV.folder.glob("**/site-packages/ufsecp/libufsecp.so"))
        if not library:
            tested(test_own_runtime, installed.parent)
        tests = ROOT / "python/test"
        plain = [*(tests / name for name in PLAIN), *words]
        add(*ENV.pytest("plain", [tests / "test_calls.py", *plain]))
        add(*ENV.pytest("ctypes", plain, **BY_CTYPES))
        add(*sanitized_suite(installed.parent))
        for package in OTHERS:
            try:
                ENV.pip("install", "--only-binary", ":all:", package)
            except Unavailable:
                print(f"SKIPPED: the tests with {package}, which is not to be had here")
        without = f"--ignore={tests / 'test_calls.py'}"
        add(*ENV.pytest("all", [tests, without, *words]))
        if weekly:
            add(*ENV.pytest("all-ctypes", [tests, without, *words], **BY_CTYPES))
            for suite, *words in (
                (pypy_suite, wheel),
                (manylinux_suite, "x86_64"),
                (manylinux_suite, "aarch64"),
                (eth_keys_suite,),
                (coincurve_suite, arguments.coincurve),
            ):
                try:
                    add(*suite(*words))
                except Unavailable as error:
                    print(f"{suite.__name__}: SKIPPED, {error}")
                    add(0, 0, 1)
    except Unavailable as error:
        print(f"python: SKIPPED, {error}")
        add(0, 0, 1)
    except Failed as error:
        print(error)
        add(0, 1, 0)
    print("{} passed, {} failed, {} skipped".format(*total))
    return int(total[1] != 0)


if __name__ == "__main__":
    sys.exit(main())
