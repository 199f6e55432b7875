#!/usr/bin/env python3
"""Makes the files of a release in build/dist, and keeps the version the same everywhere.

Usage: tools/release.py [--draft] [-o FOLDER]   the files of a release
       tools/release.py --check                 exit code 1: a place names another version
       tools/release.py --set X.Y.Z             writes a version into every place

The version is UFSECP_VERSION of include/ufsecp/ufsecp.h; PLACES are the other files that name it.
A release is three archives and their checksums: the tree of a commit with what Python generates, so
that the library and the tool are built without Python; the library as two files
(tools/amalgamate.py); the files of packaging/, filled in.
The same commit gives the same bytes. --draft takes the files as they lie in the folder, committed
or not, and a version that CHANGELOG.md calls unreleased.
"""

import argparse
import gzip
import hashlib
import io
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "build/dist"
HEADER = "include/ufsecp/ufsecp.h"
NUMBER = r"[0-9]+\.[0-9]+\.[0-9]+"
MINOR = r"[0-9]+\.[0-9]+"
CRATES = "ufsecp(?:-sys|-bench)?"
# File -> patterns whose group is the version, or its first two numbers.
PLACES = {
    HEADER: [rf'#define UFSECP_VERSION "({NUMBER})"'],
    "CHANGELOG.md": [rf"\A(?:(?!\n## ).)*\n## ({NUMBER}) "],
    "README.md": [rf"\nVersion ({NUMBER})"],
    "SECURITY.md": [rf"Version ({NUMBER})", rf"\n\| ({MINOR})\.x, "],
    "doc/GUIDE.md": [
        rf"find_package\(ufsecp ({MINOR})[ )]",
        rf"GIT_TAG v({NUMBER})",
        rf"go/v({NUMBER})",
        rf"ufsecp-({MINOR})\.dll",
        rf"libufsecp\.so\.({MINOR})\b",
        rf"accepts\s+({MINOR})\.x",
        rf"UFSECP_CXX_({NUMBER})",
        rf"`UFSECP_({MINOR})`",
    ],
    "go/ufsecp/library.go": [rf'abi = "({MINOR})"'],
    "java/README.md": [rf"ufsecp-({NUMBER})\.jar", rf"org\.ufsecp:ufsecp:({NUMBER})"],
    "java/pom.xml": [rf"<artifactId>ufsecp</artifactId>\s*<version>({NUMBER})</version>"],
    "java/src/main/java/org/ufsecp/Ufsecp.java": [rf'VERSION = "({NUMBER})"'],
    "rust/Cargo.toml": [rf'\nversion = "({NUMBER})"'],
    "rust/Cargo.lock": [rf'\nname = "{CRATES}"\nversion = "({NUMBER})"'],
    "rust/bench/Cargo.toml": [rf'\nversion = "({NUMBER})"'],
    "rust/bench/Cargo.lock": [rf'\nname = "{CRATES}"\nversion = "({NUMBER})"'],
    "rust/ufsecp/Cargo.toml": [rf'ufsecp-sys = \{{ version = "({NUMBER})"'],
    "rust/ufsecp-sys/src/bindings.rs": [rf'UFSECP_VERSION: &str = "({NUMBER})"'],
    "test/install/CMakeLists.txt": [rf"find_package\(ufsecp ({MINOR}) "],
    "wasm/package.json": [rf'\n  "version": "({NUMBER})"'],
    "wasm/package-lock.json": [rf'"name": "ufsecp",\s*"version": "({NUMBER})"'],
}
# (arguments of CMake, what it generates): where these lie in generated/, CMake needs no Python.
X64, RISCV = "x86_64-all-linux-clang-new", "riscv64-all-linux-clang-new"
GENERATED = [
    (X64, "tables.cpp", "tables_5_15.cpp"),
    (X64, "gpu/texts.cpp", "gpu/texts.cpp"),
    (X64, "gpu/kernels.cu", "gpu/kernels.cu"),
    (RISCV, "rv64_leaves.S", "rv64_leaves.S"),
    (RISCV, "rv64_lane_leaves.S", "rv64_lane_leaves.S"),
]


def version(root=ROOT):
    return re.search(PLACES[HEADER][0], (root / HEADER).read_text())[1]


def minor(number):
    return number.rpartition(".")[0]


def wanted(found, number):
    """What stands where `found` does, for a version."""
    return number if found.count(".") == 2 else minor(number)


def check(root=ROOT):
    """Lines `file:line: what` for each place with another version, or without one."""
    number, wrong = version(root), []
    for file, patterns in PLACES.items():
        text = (root / file).read_text()
        for pattern in patterns:
            found = list(re.finditer(pattern, text, re.S))
            if not found:
                wrong.append(f"{file}:1: nothing is like {pattern!r}, which names the version")
            for match in found:
                if match[1] != wanted(match[1], number):
                    line = text.count("\n", 0, match.start(1)) + 1
                    wrong.append(f"{file}:{line}: {match[1]}, but {HEADER} has {number}")
    return wrong


def set_version(number, root=ROOT):
    for file, patterns in PLACES.items():
        text = (root / file).read_text()
        for pattern in patterns if file != "CHANGELOG.md" else ():  # an entry is written by hand
            for match in reversed(list(re.finditer(pattern, text, re.S))):
                new = wanted(match[1], number)
                text = text[: match.start(1)] + new + text[match.end(1) :]
        (root / file).write_text(text)


def git(*words):
    done = subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"release: git {words[0]} failed: {done.stderr.strip()}")
    return done.stdout


def refuse_unfinished(number):
    entry = re.search(r"^## .*$", (ROOT / "CHANGELOG.md").read_text(), re.M)[0]
    if not re.fullmatch(rf"## {re.escape(number)} \(\d{{4}}-\d\d-\d\d\)", entry):
        sys.exit(f"release: CHANGELOG.md begins with '{entry}', not '## {number} (its date)'")
    changed = git("status", "--porcelain")
    if changed:
        sys.exit(f"release: the tree differs from its commit: {changed.splitlines()[0].strip()}")


def sources():
    """{name: file} of the tree: what git knows, and what it does not ignore."""
    names = git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")
    files = [ROOT / name for name in sorted(set(names)) if name and not name.startswith(".git")]
    return {str(f.relative_to(ROOT)): f for f in files if f.is_file() and not f.is_symlink()}


def generated():
    """{name: bytes} of what CMake generates."""
    sys.path.insert(0, str(ROOT / "rust"))
    import make_sources

    made = {}
    with tempfile.TemporaryDirectory() as folder:
        for target in (X64, RISCV):
            rows = [(file, name) for of, file, name in GENERATED if of == target]
            make_sources.generate(target, [file for file, _ in rows], Path(folder))
            for file, name in rows:
                made[f"generated/{name}"] = Path(folder, file).read_bytes()
        tiny = Path(folder, "tiny.cpp")
        command = [sys.executable, ROOT / "tools/make_tables.py", "-o", tiny]
        subprocess.run([*command, "--gen-window", "0", "--odd-window", "5"], check=True)
        made["generated/tables_0_5.cpp"] = tiny.read_bytes()
    return made


def pack(archive, folder, files, time):
    """A .tar.gz whose bytes follow from names, contents and a time alone."""
    with io.BytesIO() as plain:
        with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as tar:
            for name in sorted(files):
                content = files[name]
                data = content if isinstance(content, bytes) else content.read_bytes()
                entry = tarfile.TarInfo(f"{folder}/{name}")
                entry.size, entry.mtime = len(data), time
                runs = isinstance(content, Path) and content.stat().st_mode & 0o100
                entry.mode = 0o755 if runs else 0o644
                tar.addfile(entry, io.BytesIO(data))
        with open(archive, "wb") as out:
            with gzip.GzipFile("", "wb", 9, out, mtime=0) as packed:
                packed.write(plain.getvalue())


def digest(file, algorithm):
    return hashlib.new(algorithm, file.read_bytes()).hexdigest()


def fill(out, number, archive=None, date="", url=None):
    """Copies packaging/ with the version, and what is known of the archive, in its places."""
    base = f"https://github.com/UltrafastSecp256k1/UltrafastSecp256k1/releases/download/v{number}"
    owner, _, licence = (ROOT / "LICENSE").read_text().partition("\n\n")[2].partition("\n\n")
    words = {"VERSION": number, "ABI": minor(number), "DATE": date}
    words["COPYRIGHT"] = owner.replace(" (c)", ":", 1)
    words["LICENCE"] = "\n".join(f" {line or '.'}" for line in licence.strip().split("\n"))
    words["VECTORS"] = (ROOT / "test/vectors/LICENSES").read_text().partition("\n\n")[2].strip()
    if archive:
        words["URL"] = url or f"{base}/{archive.name}"
        words |= {name.upper(): digest(archive, name) for name in ("sha256", "sha512")}
    files = [file for name, file in sources().items() if name.startswith("packaging/")]
    for file in files:
        if file.name == "README.md":
            continue
        text = file.read_text()
        for word, value in words.items():
            text = text.replace(f"@{word}@", value)
        name = str(file.relative_to(ROOT / "packaging")).replace("@ABI@", minor(number))
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text(text)
        (out / name).chmod(file.stat().st_mode & 0o755)


def release(out, draft):
    """Writes the files of a release; returns the archive of sources."""
    number = version()
    wrong = check()
    if wrong:
        sys.exit("\n".join([*wrong, "release: the version is not the same everywhere: --set"]))
    if not draft:
        refuse_unfinished(number)
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    time = int(git("log", "-1", "--format=%ct"))
    date = git("log", "-1", "--format=%cD").strip()
    files = sources() | generated()
    with tempfile.TemporaryDirectory() as folder:
        fill(Path(folder), number, date=date)
        for file in Path(folder).rglob("*"):
            if file.is_file():
                files[f"packaging/{file.relative_to(folder)}"] = file
        for old in [name for name in files if "@ABI@" in name]:
            del files[old]
        # Where Meson and its users look for it.
        files["meson.build"] = Path(folder, "meson.build")
        archive = out / f"ufsecp-{number}.tar.gz"
        pack(archive, f"ufsecp-{number}", files, time)
    name = f"ufsecp-{number}-two-files"
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, ROOT / "tools/amalgamate.py", "-o", folder]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        both = {file.name: file for file in Path(folder).iterdir()} | {"LICENSE": ROOT / "LICENSE"}
        pack(out / f"{name}.tar.gz", name, both, time)
    fill(out / "packaging", number, archive, date)
    filled = {str(file.relative_to(out)): file for file in (out / "packaging").rglob("*")}
    filled = {name: file for name, file in filled.items() if file.is_file()}
    pack(out / f"ufsecp-{number}-packaging.tar.gz", f"ufsecp-{number}", filled, time)
    for algorithm in ("sha256", "sha512"):
        lines = [f"{digest(file, algorithm)}  {file.name}\n" for file in sorted(out.glob("*.gz"))]
        (out / f"{algorithm.upper()}SUMS").write_text("".join(lines))
    return archive


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--check", action="store_true")
    parser.add_argument("--set", metavar="X.Y.Z")
    parser.add_argument("--draft", action="store_true")
    parser.add_argument("-o", dest="out", type=Path, default=DIST, metavar="FOLDER")
    given = parser.parse_args()
    if given.set:
        if not re.fullmatch(NUMBER, given.set):
            parser.error(f"--set takes a version such as 0.2.0, not {given.set!r}")
        set_version(given.set)
        print("set; CHANGELOG.md is written by hand; then run tools/make_figures.py")
    if given.set or given.check:
        wrong = check()
        print("\n".join(wrong) or f"{len(PLACES)} files name version {version()}")
        return int(bool(wrong))
    out = given.out.resolve()
    if out.exists() and out != DIST and any(out.iterdir()):
        parser.error(f"{out} is there and not empty: name another folder")
    archive = release(out, given.draft)
    print(f"{archive}\n{(archive.parent / 'SHA256SUMS').read_text()}", end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
