#!/usr/bin/env python3
"""Tests the packages of packaging/: builds each from a release's archive, installs it, and uses it
as somebody would who knows nothing of this tree.

Usage: tools/packages_tests.py [--weekly] [PACKAGE ...]

Packages: version, licences, flags, two-files, archive, vcpkg, meson, formula, nix, conan, debian.
Without names: the first four, two-files by one compiler without optimisation; with --weekly all of
them. Where a tool cannot be had, its test is skipped, and counted as that. The last line is the
total.
"""

import argparse
import ctypes
import json
import os
import re
import shutil
import sys
import tempfile
from pathlib import Path

import release
from platform_tests import not_defined
from run_tests import outcome
from virtual_environment import Environment, Failed, Unavailable, run

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "build/packages"
QUICK = ("version", "licences", "flags", "two-files")
CLANG = next((c for c in ("clang++-22", "clang++") if shutil.which(c)), None)
# Versions as of when these tests were written.
CONAN, MESON = "conan==2.34.0", "meson==1.9.1"
SCHEMA = {"name", "version", "description", "homepage", "license", "supports", "dependencies"}
OFF = [f"-DSECP256K1_BUILD_{part}=OFF" for part in ("TESTS", "BENCH", "CLI", "EXAMPLES")]
ANY_PROCESSOR = "-DSECP256K1_RISCV_CPU=none"
QUICKLY = ["-DSECP256K1_USE_LANES=OFF", "-DSECP256K1_USE_GPU=OFF"]
SELFTEST = """#include <cstdio>
#include "selftest.h"
int main() {
    int failed = 0, ran = 0;
    for (; const selftest_check *check = selftest_at(ran); ran++)
        if (!check->run()) failed++, std::printf("FAILED %s\\n", check->name);
    std::printf("%d checks, %d failed\\n", ran, failed);
    return failed != 0;
}
"""
PROGRAM = r"ufsecp (\S+), engine (\w+): valid\n"


def expect(condition, what):
    if not condition:
        raise Failed(f"failed: {what}")


def refused(command, said, environment=None, folder=ROOT):
    """Fails unless a command fails and says that."""
    status, printed = outcome([str(word) for word in command], environment, folder)
    expect(status, f"this is not refused: {' '.join(map(str, command))}")
    printed = " ".join(printed.split())
    expect(said in printed, f"{command[0]} does not say {said!r}: {printed[-1500:]}")


def for_any_processor(build):
    """Fails if a package could carry the instructions of the processor that it is built on."""
    cache = (build / "CMakeCache.txt").read_text()
    expect("SECP256K1_RISCV_CPU:STRING=none\n" in cache, f"{build} is for this processor")


def need(tool, how):
    if not shutil.which(tool):
        raise Unavailable(f"there is no {tool}: {how}")


def valid(printed, engine=None):
    """Fails unless the program of packaging/test_package says that all is well."""
    found = re.search(PROGRAM, printed)
    expect(found and found[1] == release.version(), f"the program said: {printed[-500:]}")
    expect(not engine or found[2] == engine, f"the engine is {found[2]}, not {engine}")


def dist():
    """The files of a release in OUT/dist, made once."""
    folder = OUT / "dist"
    if not dist.made:
        shutil.rmtree(folder, ignore_errors=True)
        dist.made = release.release(folder, draft=True)
    return dist.made


dist.made = None


def unpack(name):
    """The tree of the archive, in a fresh folder."""
    folder = OUT / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    run("tar", "-xzf", dist(), "-C", folder)
    return next(folder.iterdir())


def without(*tools):
    """An environment whose first folder on PATH has tools that fail."""
    traps = OUT / "traps"
    traps.mkdir(parents=True, exist_ok=True)
    for tool in tools:
        (traps / tool).write_text("#!/bin/sh\necho $0 was called >&2\nexit 97\n")
        (traps / tool).chmod(0o755)
    return {**os.environ, "PATH": f"{traps}{os.pathsep}{os.environ['PATH']}"}


def test_version(weekly):
    wrong = release.check()
    expect(not wrong, "\n".join(wrong))
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for file in release.PLACES:
            (copy / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / file, copy / file)
        release.set_version("7.8.9", copy)
        missed = release.check(copy)  # an entry of the change log is written by hand
        expect(len(missed) == 1 and missed[0].startswith("CHANGELOG.md:"), f"--set: {missed}")
        for file in set(release.PLACES) - {"CHANGELOG.md"}:
            text = (copy / file).read_text()
            (copy / file).write_text(text.replace("7.8.9", "7.6.9").replace("7.8", "7.6"))
            wrong = release.check(copy)
            own = [line for line in wrong if line.startswith(f"{file}:")]
            planted = own or (file == release.HEADER and len(wrong) > 9)
            expect(planted, f"another version in {file} is not noticed: {wrong}")
            (copy / file).write_text(text)


OWN_SOURCE = r"python/model\.py|tools/\w+\.py: .*|verdicts written by hand in tools/.*"
LICENCE = r"\b(MIT|ISC|BSD-\d-Clause|Apache-[\d.]+|CC-BY-[\d.]+|CC0-[\d.]+|[AL]?GPL[-\d.+]*)"


def test_licences(weekly):
    """Debian's copyright file names the licence of each file of vectors that others made."""
    with tempfile.TemporaryDirectory() as folder:
        release.fill(Path(folder), release.version())
        paragraphs = (Path(folder) / "debian/copyright").read_text().strip().split("\n\n")
    texts, files = set(), {}
    for paragraph in paragraphs[1:]:
        fields = dict(re.findall(r"^(\S+): (.*(?:\n .*)*)", paragraph, re.M))
        expect(set(fields) <= {"Files", "Copyright", "License", "Comment"}, paragraph)
        name, _, text = fields["License"].partition("\n")
        if "Files" not in fields:
            expect(len(text) > 60 and name not in texts, f"a licence's text: {paragraph[:200]}")
            texts.add(name)
            continue
        expect(fields["Copyright"] and not text, paragraph)
        for pattern in fields["Files"].split():
            found = [str(file.relative_to(ROOT)) for file in ROOT.glob(pattern)]
            expect(found, f"debian/copyright: there is no file {pattern}")
            files |= {file: set(re.findall(LICENCE, name)) for file in found}
    named = set().union(*files.values())
    expect(named == texts, f"licences with a text: {texts}; named: {named}")
    for file in (ROOT / "test/vectors").glob("*.json"):
        source, name = json.loads(file.read_text())["source"], str(file.relative_to(ROOT))
        own = re.fullmatch(OWN_SOURCE, source)
        expect(own or name in files, f"test/vectors/LICENSES lacks {name}: {source}")
        missing = set(re.findall(LICENCE, source)) - files.get(name, set())
        expect(not missing, f"test/vectors/LICENSES: {name} is also under {missing}: {source}")


# What the headers say that the profile tiny lacks: it has no heap.
BATCH = "new free count finish add_ecdsa add_schnorr add_taproot add_tweak"
TINY_LACKS = {f"ufsecp_batch_{name}" for name in BATCH.split()}
TINY_LACKS |= {"ufsecp_silent_scan", "ufsecp_silent_scan_var"}


def test_two_files(weekly):
    folder = OUT / "two-files"
    builds = [("g++", "-O0", [])]
    if weekly:
        builds = [(c, "-O2", kind) for c in ("g++", CLANG) for kind in ([], ["--tiny"])]
    for compiler, level, kind in builds:
        if not compiler or not shutil.which(compiler):
            raise Unavailable("needs g++ and clang")
        shutil.rmtree(folder, ignore_errors=True)
        run(sys.executable, ROOT / "tools/amalgamate.py", *kind, "-o", folder)
        (folder / "ufsecp").mkdir()
        (folder / "ufsecp/ufsecp.h").write_text('#include "../ufsecp.h"\n')
        (folder / "selftest_main.cpp").write_text(SELFTEST)
        words = [compiler, "-std=c++20", level]
        run(
            *words,
            "-Wall",
            "-Wextra",
            "-Werror",
            "-c",
            folder / "ufsecp.cpp",
            "-o",
            folder / "ufsecp.o",
        )
        missing = not_defined(folder / "ufsecp.o", folder)
        expect(missing == (TINY_LACKS if kind else set()), f"declared, not defined: {missing}")
        tests = [
            ROOT / f"cli/{name}.cpp"
            for name in ("selftest", "selftest_keys", "selftest_signatures")
        ]
        run(
            *words,
            f"-I{folder}",
            f"-I{ROOT}/cli",
            folder / "selftest_main.cpp",
            *tests,
            folder / "ufsecp.o",
            "-pthread",
            "-o",
            folder / "selftest",
        )
        printed = run(folder / "selftest")
        expect(re.search(r"^(6\d|[7-9]\d) checks, 0 failed$", printed, re.M), printed)
        cc = compiler.replace("clang++", "clang").replace("g++", "gcc")
        program = ROOT / "packaging/test_package/stranger.c"
        libraries = ["-lstdc++", "-pthread"]
        run(cc, f"-I{folder}", program, folder / "ufsecp.o", *libraries, "-o", folder / "stranger")
        valid(run(folder / "stranger"), "portable")
        print(f"two files{' (tiny)' if kind else ''}, {compiler} {level}: {printed.strip()}")
    old = ["g++", "-std=c++17", "-fsyntax-only", folder / "ufsecp.cpp"]
    refused(old, "ufsecp.cpp is C++20: compile it with -std=c++20")
    old = ["g++", "-std=c++20", "-U__GNUC__", "-D__GNUC__=11", "-fsyntax-only", "-w"]
    refused([*old, folder / "ufsecp.cpp"], "needs g++ 12, clang 14 or a newer one")


def configure(tree, build, *words):
    return ["cmake", "-S", tree, "-B", build, "-G", "Ninja", *OFF, *QUICKLY, *words]


def installed(tree, name, *words, environment):
    """A prefix with the library, built from the archive's tree."""
    build, prefix = OUT / f"{name}-build", OUT / f"{name}-prefix"
    for folder in (build, prefix):
        shutil.rmtree(folder, ignore_errors=True)
    commands = [
        configure(tree, build, *words),
        ["cmake", "--build", build],
        ["cmake", "--install", build, "--prefix", prefix],
    ]
    for command in commands:
        status, printed = outcome([str(word) for word in command], environment)
        expect(not status, f"{printed[-3000:]}\n{' '.join(map(str, command))}")
    return prefix


def use(prefix, name):
    """Builds and runs the program of packaging/test_package with what lies in a prefix."""
    build = OUT / f"{name}-use"
    shutil.rmtree(build, ignore_errors=True)
    source = OUT / "dist/packaging/test_package"
    run("cmake", "-S", source, "-B", build, "-G", "Ninja", f"-DCMAKE_PREFIX_PATH={prefix}")
    run("cmake", "--build", build)
    valid(run(build / "stranger"))


def test_flags(weekly):
    """-O2, unless a tool chain file or the command line says more."""
    build, file = OUT / "flags", OUT / "flags.cmake"
    OUT.mkdir(parents=True, exist_ok=True)
    file.write_text('set(CMAKE_CXX_FLAGS_RELEASE_INIT " -fno-plt -O1 ")\n')
    own = f"-DCMAKE_TOOLCHAIN_FILE={file}"
    given = "-DCMAKE_CXX_FLAGS_RELEASE=-O3 -DOURS"
    for source, words, flags in (
        (ROOT, [], "-O2 -DNDEBUG"),
        (ROOT, [own], "-O2 -DNDEBUG -fno-plt -O1"),
        (ROOT, [own, given], "-O3 -DOURS"),
        (ROOT / "python", [], "-O2 -DNDEBUG"),
    ):
        shutil.rmtree(build, ignore_errors=True)
        run(*configure(source, build, "-DCMAKE_BUILD_TYPE=Release", *words))
        lines = re.findall(r"^  FLAGS = (.*)", (build / "build.ninja").read_text(), re.M)
        wrong = [line for line in lines if flags not in " ".join(line.split())]
        expect(lines and not wrong, f"{source} {words}: {flags} is not in {wrong[:1]}")


def test_archive(weekly):
    archive = dist()
    first = archive.read_bytes()
    other = OUT / "dist-again"
    shutil.rmtree(other, ignore_errors=True)
    expect(release.release(other, draft=True).read_bytes() == first, "two archives differ")
    printed = run("sha256sum", "-c", "--strict", "SHA256SUMS", folder=archive.parent)
    again = run("sha256sum", "-c", "--strict", archive.parent / "SHA256SUMS", folder=other)
    expect(printed == again and printed.count(": OK") == 3, f"{printed}{again}")
    run("tar", "-xzf", f"{archive.name[:-7]}-packaging.tar.gz", folder=other)
    files = [file for file in other.glob("ufsecp-*/packaging/**/*") if file.is_file()]
    expect(len(files) > 20, f"the archive of packaging/ has {files}")
    for file in files:
        words = re.findall(r"@[A-Z]\w+@", file.read_text())
        expect(not words, f"{file} has {words}, which is not filled in")
    tree = unpack("archive")
    traps = without("python", "python3", "git")
    none = "-DCMAKE_DISABLE_FIND_PACKAGE_Python3=ON"
    for kind, library in (("ON", "libufsecp.so"), ("OFF", "libufsecp.a")):
        words = [none, f"-DBUILD_SHARED_LIBS={kind}", "-DCMAKE_INSTALL_LIBDIR=lib"]
        prefix = installed(tree, f"archive-{kind}", *words, environment=traps)
        have = sorted(f.name for f in (prefix / "lib").iterdir() if f.name.startswith("lib"))
        one = all(name.startswith(library) for name in have)
        expect(have and one, f"BUILD_SHARED_LIBS={kind} installs {have}")
        use(prefix, f"archive-{kind}")
        links = "-lstdc++" in (OUT / f"archive-{kind}-use/build.ninja").read_text()
        expect(links == (kind == "OFF"), f"links the C++ runtime: {links}, shared: {kind}")
    build = OUT / "wrong"
    for kind, other, said in (
        ("OFF", "ON", "asks for the static library alone, SECP256K1_BUILD_SHARED=ON for both"),
        ("ON", "OFF", "asks for the shared library alone, SECP256K1_BUILD_SHARED=OFF for none"),
    ):
        shutil.rmtree(build, ignore_errors=True)
        words = [f"-DBUILD_SHARED_LIBS={kind}", f"-DSECP256K1_BUILD_SHARED={other}"]
        refused(configure(tree, build, *words), said)
    shutil.rmtree(build, ignore_errors=True)
    for words, table in (
        ("-DUFSECP_ODD_WINDOW=12", "tables_5_12.cpp: Python 3 is needed"),
        ("-DSECP256K1_PROFILE=max", "tables_6_16.cpp: Python 3 is needed to build the profile max"),
    ):
        refused(configure(tree, build, words, none), f"this release lacks generated/{table}")
        shutil.rmtree(build, ignore_errors=True)
    for kind in ("ON", "OFF", "ON"):  # one folder, another kind
        run(*configure(tree, build, f"-DBUILD_SHARED_LIBS={kind}"))
    said = (tree / "packaging/README.md").read_text()
    expect("`@VERSION@`" in said, "packaging/README.md is filled in")
    refused([sys.executable, "tools/release.py", "-o", ROOT / "doc"], "is there and not empty")
    refused([sys.executable, "tools/release.py", "--set", "1.2"], "takes a version such as")


def test_vcpkg(weekly):
    """The portfile, with stand-ins for what vcpkg defines: each calls what the real one would."""
    dist()
    port = OUT / "dist/packaging/vcpkg"
    manifest = json.loads((port / "vcpkg.json").read_text())
    expect(set(manifest) == SCHEMA | {"features"}, f"vcpkg.json: {sorted(manifest)}")
    expect(re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", manifest["name"]), "the port's name")
    expect(manifest["version"] == release.version(), "the port's version")
    needed = manifest["features"]["gpu"]["dependencies"]
    expect(needed == [{"name": "opencl", "platform": "!osx"}], f"the feature gpu needs {needed}")
    for linkage in ("static", "dynamic"):
        root = OUT / f"vcpkg-{linkage}"
        shutil.rmtree(root, ignore_errors=True)
        words = [
            f"-DLINKAGE={linkage}",
            f"-DROOT={root}",
            f"-DARCHIVE={dist()}",
            f"-DPORTFILE={port}/portfile.cmake",
            f"-DVERSION={release.version()}",
            f"-DMORE={';'.join(QUICKLY[:1])}",
        ]
        run("cmake", *words, "-P", ROOT / "test/install/vcpkg.cmake")
        names = {str(f.relative_to(root / "package")) for f in (root / "package").rglob("*")}
        for name in (
            "share/ufsecp/copyright",
            "share/ufsecp/usage",
            "include/ufsecp/ufsecp.h",
            "share/ufsecp/ufsecp-config.cmake",
            "lib/pkgconfig/ufsecp.pc",
        ):
            expect(name in names, f"the port has no {name}")
        for_any_processor(root / "build")
        libraries = [name for name in names if name.startswith("lib/libufsecp.")]
        kinds = {"static" if name.endswith(".a") else "dynamic" for name in libraries}
        expect(kinds == {linkage}, f"{linkage}: {libraries}")


def test_meson(weekly):
    for tool in ("ninja", "pkg-config"):
        need(tool, "tools/setup.sh")
    environment = Environment(OUT / "meson")
    environment.make(MESON)
    meson = environment.folder / "bin/meson"
    project = OUT / "meson/project"
    shutil.rmtree(project, ignore_errors=True)
    dist()
    shutil.copytree(OUT / "dist/packaging/test_package", project)
    (project / "subprojects/packagecache").mkdir(parents=True)
    shutil.copyfile(OUT / "dist/packaging/ufsecp.wrap", project / "subprojects/ufsecp.wrap")
    shutil.copy(dist(), project / "subprojects/packagecache")
    build, prefix = OUT / "meson/build", OUT / "meson/prefix"
    for folder in (build, prefix):
        shutil.rmtree(folder, ignore_errors=True)
    words = ["--default-library=static", f"--prefix={prefix}", "--libdir=lib"]
    run(meson, "setup", *words, build, project)
    run(meson, "compile", "-C", build)
    run(meson, "test", "-C", build)
    valid(run(build / "stranger"))
    if shutil.which("qemu-x86_64"):
        # Code of one engine in another file would end it: SIGILL.
        valid(run("qemu-x86_64", "-cpu", "Nehalem", build / "stranger"), "portable")
    else:
        print("meson: an old processor is not tried, there is no qemu-x86_64")
    run(meson, "install", "-C", build)
    paths = {"PKG_CONFIG_PATH": prefix / "lib/pkgconfig"}
    flags = run("pkg-config", "--static", "--cflags", "--libs", "ufsecp", **paths).split()
    run("gcc", project / "stranger.c", *flags, "-o", OUT / "meson/static")
    valid(run(OUT / "meson/static"))
    old = OUT / "meson/c++"  # a compiler that says that it is another version
    old.write_text('#!/bin/sh\nexec g++ -U__GNUC__ -D__GNUC__=11 -w "$@"\n')
    old.chmod(0o755)
    shutil.rmtree(build, ignore_errors=True)
    refused(
        [meson, "setup", build, project],
        "needs g++ 12, clang 14 or a newer one",
        {**os.environ, "CXX": str(old)},
    )


def test_formula(weekly):
    need("ruby", "apt-get install ruby")
    dist()
    formula = OUT / "dist/packaging/ufsecp.rb"
    expect("Syntax OK" in run("ruby", "-wc", formula), "ruby -wc")
    # What a formula's class gets from Homebrew, as far as this one calls it.
    printed = run("ruby", ROOT / "test/install/formula.rb", formula)
    expect(f"ufsecp-{release.version()}.tar.gz" in printed, printed)
    expect(ANY_PROCESSOR in printed, f"it is for the processor that builds it: {printed}")
    expect("opencl-headers" in printed, f"it has no engine opencl: {printed}")


def test_nix(weekly):
    need("nix-instantiate", "apt-get install nix-bin")
    dist()
    expression = OUT / "dist/packaging/ufsecp.nix"
    own = {**os.environ, "NIX_STATE_DIR": str(OUT / "nix/state"), "NIX_STORE_DIR": str(OUT / "nix")}
    status, printed = outcome(["nix-instantiate", "--parse", str(expression)], own)
    expect(not status, printed)
    names = "cmake ninja cli11 nlohmann_json opencl-headers simdjson zlib zstd".split()
    given = " ".join(f'{name} = "{name}";' for name in names)
    given += " lib = { licenses.mit = 1; platforms.unix = 1; }; fetchurl = x: x.sha256;"
    text = f"(import {expression}) {{ {given} stdenv.mkDerivation = x: x; }}"
    status, printed = outcome(["nix-instantiate", "--eval", "--strict", "--expr", text], own)
    expect(not status and release.digest(dist(), "sha256") in printed, printed)
    expect(ANY_PROCESSOR in printed, f"it is for the processor that builds it: {printed}")


def test_conan(weekly):
    environment = Environment(OUT / "conan")
    environment.make(CONAN)
    conan = environment.folder / "bin/conan"
    recipe, home = OUT / "conan/recipe", OUT / "conan/home"
    for folder in (recipe, home):
        shutil.rmtree(folder, ignore_errors=True)
    dist()
    shutil.copytree(OUT / "dist/packaging/conan", recipe)
    shutil.copytree(OUT / "dist/packaging/test_package", recipe / "test_package")
    data = recipe / "conandata.yml"
    data.write_text(re.sub('url: ".*"', f'url: "file://{dist()}"', data.read_text()))
    own = {**os.environ, "CONAN_HOME": str(home)}

    def call(*words):
        status, printed = outcome([str(conan), *map(str, words)], own)
        expect(not status, printed[-3000:])
        return printed

    call("profile", "detect")
    # Headers of OpenCL come from a package alone; it stands for that of Conan's own server.
    call("create", ROOT / "test/install/opencl_headers.py", "-nr")
    hidden = "tools.cmake.cmaketoolchain:extra_variables={'CMAKE_IGNORE_PATH': '/usr/include'}"
    for kind in ("False", "True"):
        words = [f"-o=&:{name}={kind}" for name in ("shared", "gpu")]
        valid(call("create", recipe, "-nr", "-o=&:lanes=False", *words, "-c", hidden))
    library = ctypes.CDLL(str(next(home.glob("p/b/ufsec*/p/lib/libufsecp.so"))))
    library.ufsecp_engine_text.restype = ctypes.c_char_p  # of the engines of GPUs
    texts = [library.ufsecp_engine_text(ctypes.c_size_t(i)) for i in range(20)]
    texts = [text.decode() for text in texts if text]
    expect(len(texts) > 1 and "built without" not in "".join(texts), f"its GPUs: {texts}")
    for_any_processor(next(home.glob("p/b/ufsec*/b/build/Release")))
    old = ["-s", "compiler=gcc", "-s", "compiler.version=11", "-s", "compiler.libcxx=libstdc++11"]
    refused([conan, "create", recipe, "-nr", *old], "ufsecp needs gcc 12 or newer, not 11", own)


def test_debian(weekly):
    need("dpkg-buildpackage", "apt-get install dpkg-dev")
    need("dh", "apt-get install debhelper")
    tree = unpack("debian")
    shutil.move(tree / "packaging/debian", tree / "debian")
    run("dpkg-buildpackage", "-us", "-uc", "-b", folder=tree)
    for_any_processor(next(tree.glob("obj-*")))
    changes = next((OUT / "debian").glob("*.changes"))
    if shutil.which("lintian"):
        # It is no upload to Debian, and answers no request there.
        words = ["--allow-root", "--fail-on", "error,warning"]
        words += ["--suppress-tags", "initial-upload-closes-no-bugs"]
        said = run("lintian", *words, changes)
        print(f"lintian: {said.strip() or 'nothing'}")
    root = OUT / "debian/root"
    for package in sorted((OUT / "debian").glob("*.deb")):
        run("dpkg-deb", "-x", package, root)
    libraries = next(root.glob("usr/lib/*/libufsecp.a")).parent
    use(root / "usr", "debian")
    program, shared = OUT / "dist/packaging/test_package/stranger.c", OUT / "debian/shared"
    run("gcc", f"-I{root}/usr/include", program, f"-L{libraries}", "-lufsecp", "-o", shared)
    valid(run(shared, LD_LIBRARY_PATH=str(libraries)))
    said = run(root / "usr/bin/ufsecp", "verify", ROOT / "data/mainnet-ecdsa.rows")
    print(f"debian: {said.strip().splitlines()[-1] if said.strip() else 'verified'}")
    if not shutil.which("lintian"):
        raise Unavailable("the packages work, but there is no lintian")


TESTS = {
    "version": test_version,
    "licences": test_licences,
    "flags": test_flags,
    "two-files": test_two_files,
    "archive": test_archive,
    "vcpkg": test_vcpkg,
    "meson": test_meson,
    "formula": test_formula,
    "nix": test_nix,
    "conan": test_conan,
    "debian": test_debian,
}


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--weekly", action="store_true")
    parser.add_argument("packages", nargs="*", metavar="PACKAGE")
    given = parser.parse_args()
    unknown = [name for name in given.packages if name not in TESTS]
    if unknown:
        parser.error(f"there is no package {unknown[0]}: {' '.join(TESTS)}")
    total = [0, 0, 0]
    for name in given.packages or (TESTS if given.weekly else QUICK):
        try:
            TESTS[name](given.weekly or bool(given.packages))
            total[0] += 1
            print(f"{name}: passed", flush=True)
        except Unavailable as error:
            total[2] += 1
            print(f"{name}: SKIPPED, {error}", flush=True)
        except Failed as error:
            total[1] += 1
            print(f"{name}: {error}", flush=True)
    print("{} passed, {} failed, {} skipped".format(*total))
    return int(total[1] != 0)


if __name__ == "__main__":
    sys.exit(main())
