#!/usr/bin/env python3
"""Writes rust/ufsecp-sys/sources.txt, by which the crate compiles the library as CMake does.

Usage: rust/make_sources.py            writes the file
       rust/make_sources.py --check [TARGET ...]
                                       exit code 1: the file is not what this writes, for all
                                       targets, or for those that begin so
       rust/make_sources.py --package [FOLDER]
                                       writes crates that bring the sources (build/rust/package)

CMake is asked what it would compile for every kind of target: no compiler is run. A line of the
file is a pattern of targets and a flag of all files, or a pattern, a file and its own flags.
"""

import itertools
import json
import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "rust/ufsecp-sys/sources.txt"
PACKAGE = ROOT / "build/rust/package"
PARTS = ("TESTS", "BENCH", "CLI", "SHARED", "EXAMPLES")

# A target is processor-engines-system-compiler-age. "one" is UFSECP_ONE_ENGINE; "portable" any
# processor without an engine of its own; "other" a Unix that is not Linux, macOS among them; "old"
# a compiler that lacks the youngest instructions; "any" where that makes no difference.
SYSTEMS = {"linux": "Linux", "other": "FreeBSD"}
COMPILERS = {"clang": "Clang", "gnu": "GNU", "any": "Clang"}
ANY = (["any"], ["any"])
BOTH = (["clang", "gnu"], ["new", "old"])
KINDS = {
    ("x86_64", "all"): BOTH,
    ("x86_64", "one"): ANY,
    ("riscv64", "all"): BOTH,
    ("aarch64", "all"): ANY,
    ("portable", "all"): ANY,
    ("portable", "one"): ANY,
}
TARGETS = [
    "-".join((*kind, *parts))
    for kind, (compilers, ages) in KINDS.items()
    for parts in itertools.product(SYSTEMS, compilers, ages)
]
PROCESSORS = ["x86_64", "riscv64", "aarch64", "portable"]


def configure(target, build):
    """Configures a build for a target, with what CMake would ask a compiler told to it."""
    processor, engines, system, compiler, age = target.split("-")
    knows = "OFF" if age == "old" else "ON"
    variables = {
        "CMAKE_BUILD_TYPE": "Release",
        "CMAKE_SYSTEM_NAME": SYSTEMS[system],
        "CMAKE_SYSTEM_PROCESSOR": "none" if processor == "portable" else processor,
        "CMAKE_SIZEOF_VOID_P": 8,
        "CMAKE_CXX_COMPILER": shutil.which("c++") or "c++",
        "CMAKE_CXX_COMPILER_FORCED": "ON",
        "CMAKE_CXX_COMPILER_ID": COMPILERS[compiler],
        "CMAKE_CXX_COMPILER_VERSION": 99,
        "CMAKE_CXX_COMPILE_FEATURES": "cxx_std_20",
        "CMAKE_CXX_STANDARD_COMPUTED_DEFAULT": 17,
        "CMAKE_CXX_EXTENSIONS_COMPUTED_DEFAULT": "ON",
        "CMAKE_HAVE_LIBC_PTHREAD": "ON",
        "Python3_EXECUTABLE": sys.executable,
        "UF_KNOWS_AVXIFMA": knows,
        "UF_KNOWS_RV64": knows,
        "UF_KNOWS_RV64_V": "OFF" if compiler == "gnu" else knows,
        "UF_OPENCL_HEADERS": "/opencl",
        "UFSECP_ONE_ENGINE": "ON" if engines == "one" else "OFF",
        "SECP256K1_INSTALL": "OFF",
        **{f"SECP256K1_BUILD_{part}": "OFF" for part in PARTS},
    }
    words = [f"-D{variable}={value}" for variable, value in variables.items()]
    environment = {name: text for name, text in os.environ.items() if not name.startswith("CMAKE_")}
    for name in ("CXX", "CXXFLAGS", "ASM", "ASMFLAGS", "LDFLAGS"):
        environment.pop(name, None)
    command = ["cmake", "-S", ROOT, "-B", build, "-G", "Ninja", "--no-warn-unused-cli", *words]
    run(command, environment)


def run(command, environment=None):
    done = subprocess.run(
        [str(word) for word in command],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    if done.returncode:
        sys.exit(f"{done.stdout[-3000:]}\n{command[0]} failed: {' '.join(map(str, command[1:6]))}")


def flags(command):
    """The flags that the crate passes: no folders or warnings, and not what the crate `cc` sets."""
    words = shlex.split(command)[1:]
    words = words[: words.index("-o")]
    return [word for word in words if word != "-fPIC" and word[:2] not in ("-I", "-W")]


def compiled(target, build):
    """(flags of all files, {file: its own flags}) of a target. Files that the build generates have
    their name in its folder."""
    configure(target, build)
    files = {}
    for entry in json.loads((build / "compile_commands.json").read_text()):
        file = Path(entry["file"])
        home = build if file.is_relative_to(build) else ROOT
        files[str(file.relative_to(home))] = flags(entry["command"])
    lists = [words for file, words in files.items() if file.endswith(".cpp")]
    shared = [word for word in lists[0] if all(word in words for words in lists)]

    def own(words):
        left = list(words)
        for word in shared:
            if word in left:
                left.remove(word)
        return left

    return shared, {
        file: own(words) if file.endswith(".cpp") else [] for file, words in files.items()
    }


def matches(pattern, target):
    return all(a in ("*", b) for a, b in zip(pattern, target.split("-"), strict=True))


PATTERNS = {
    pattern: frozenset(target for target in TARGETS if matches(pattern, target))
    for pattern in itertools.product(
        ["*", *PROCESSORS],
        ["*", "all", "one"],
        ["*", *SYSTEMS],
        ["*", *COMPILERS],
        ["*", "new", "old", "any"],
    )
}


def cover(targets):
    """Few patterns that name these targets and no other."""
    fit = {pattern: names for pattern, names in PATTERNS.items() if names and names <= targets}
    left, chosen = set(targets), []
    while left:
        best = max(fit, key=lambda pattern: (len(fit[pattern] & left), pattern.count("*")))
        chosen.append("-".join(best))
        left -= fit[best]
    return chosen


def entries(targets):
    """{target: what is compiled for it}, as (file, its flags) and ("", a flag of all files)."""
    with tempfile.TemporaryDirectory() as folder:
        with ThreadPoolExecutor(os.cpu_count()) as pool:
            builds = [Path(folder, target) for target in targets]
            answers = dict(zip(targets, pool.map(compiled, targets, builds), strict=True))
    return {
        target: {("", flag) for flag in shared}
        | {(file, " ".join(own)) for file, own in files.items()}
        for target, (shared, files) in answers.items()
    }


def written(answers):
    """The text of the file."""
    targets = {}
    for target, lines in answers.items():
        for line in lines:
            targets.setdefault(line, set()).add(target)
    text = "# Generated by rust/make_sources.py from cmake/: change that, and run it.\n"
    for line in sorted(targets):
        for pattern in cover(targets[line]):
            text += " ".join(part for part in (pattern, *line) if part) + "\n"
    return text


def listed(target):
    """What the file has for a target."""
    lines = set()
    for line in OUT.read_text().splitlines()[1:] if OUT.exists() else []:
        pattern, word, *words = line.split()
        if matches(pattern.split("-"), target):
            lines.add(("", word) if word[0] == "-" else (word, " ".join(words)))
    return lines


def generate(target, files, folder):
    """What CMake generates for a target, by its own rules."""
    with tempfile.TemporaryDirectory() as build:
        configure(target, build)
        run(["cmake", "--build", build, "--target", *files])
        for file in files:
            (folder / file).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(Path(build, file), folder / file)


def package(folder):
    """A workspace of both crates, ufsecp-sys with the sources in native/."""
    if folder.exists():
        if not (folder / "ufsecp-sys/native").is_dir():
            sys.exit(f"{folder} is there, and this did not write it: name another folder")
        shutil.rmtree(folder)
    names = [line.split()[1] for line in OUT.read_text().splitlines() if line[0] != "#"]
    names = sorted({name for name in names if name[0] != "-"})
    (folder / "ufsecp").mkdir(parents=True)
    native = folder / "ufsecp-sys/native"
    for crate in ("ufsecp-sys", "ufsecp"):
        shutil.copytree(ROOT / f"rust/{crate}/src", folder / crate / "src")
        shutil.copyfile(ROOT / f"rust/{crate}/Cargo.toml", folder / crate / "Cargo.toml")
    for file in ("build.rs", "sources.txt"):
        shutil.copyfile(ROOT / "rust/ufsecp-sys" / file, folder / "ufsecp-sys" / file)
    for file in ("rust/README.md", "LICENSE"):
        shutil.copyfile(ROOT / file, folder / Path(file).name)
    shutil.copyfile(ROOT / "rust/Cargo.toml", folder / "Cargo.toml")
    shutil.copytree(ROOT / "include/ufsecp", native / "include/ufsecp")
    for header in sorted((ROOT / "src").rglob("*.h")) + sorted((ROOT / "src").rglob("*.inl")):
        names.append(str(header.relative_to(ROOT)))
    made = [name for name in names if not (ROOT / name).exists()]
    for name in sorted(set(names) - set(made)):
        (native / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(ROOT / name, native / name)
    leaves = [name for name in made if name.startswith("rv64")]
    generate("riscv64-all-linux-clang-new", leaves, native)
    generate("x86_64-all-linux-clang-new", sorted(set(made) - set(leaves)), native)
    print(f"{folder}/ufsecp is the crate, ufsecp-sys beside it has {len(names)} files of sources")


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ["--package"] and len(arguments) <= 2:
        package(Path(*arguments[1:]).resolve() if arguments[1:] else PACKAGE)
        return
    if not arguments:
        OUT.write_text(written(entries(TARGETS)))
        return
    begin = tuple(arguments[1:])
    targets = [target for target in TARGETS if not begin or target.startswith(begin)]
    if arguments[0] != "--check" or not targets:
        sys.exit(__doc__)
    answers = entries(targets)
    stale = [target for target, lines in answers.items() if lines != listed(target)]
    if stale or (not begin and OUT.read_text() != written(answers)):
        what = ", ".join(stale) or "the whole"
        print(f"{OUT.relative_to(ROOT)}:1: {what}: stale: run rust/make_sources.py")
        sys.exit(1)
    print(f"what CMake compiles for {len(targets)} of {len(TARGETS)} targets is what is listed")


if __name__ == "__main__":
    main()
