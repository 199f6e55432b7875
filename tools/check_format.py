#!/usr/bin/env python3
"""Checks that the source text is as its formatter writes it. The last line says what was looked at.

Usage: tools/check_format.py c++|go|python [ROOT]     exit code 1: a file would change; 77: the
                                                      formatter is not there
       tools/check_format.py --fix c++|go|python      formats
       tools/check_format.py --self-test              each formatter sees a planted file
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from check_tree import Tree

HERE = Path(__file__).resolve().parent.parent
CLANG_FORMAT = 22  # other versions break other lines
RUFF = "0.17.6"
# The C family that clang-format knows, without what has a dialect of its own.
FAMILY = (".h", ".hpp", ".c", ".cpp", ".mm", ".inl")
EXCEPT = {
    "src/gpu/kernel/args.h": "a list of macros without semicolons, which moves at every run",
    "src/gpu/kernel/kernel_hash.h": "lists of macros without semicolons too",
    "test/vec_test.cpp": "and here",
}


def clang_format():
    for name in (f"clang-format-{CLANG_FORMAT}", "clang-format"):
        if path := shutil.which(name):
            version = subprocess.run([path, "--version"], capture_output=True, text=True).stdout
            if f" version {CLANG_FORMAT}." in version:
                return path
    return None


def ruff():
    for path in (HERE / "build/ruff/bin/ruff", shutil.which("ruff")):
        if path and os.path.exists(path):
            version = subprocess.run([path, "--version"], capture_output=True, text=True).stdout
            if version.split() == ["ruff", RUFF]:
                return str(path)
    return None


# language -> (ends of files, the formatter, words to check, words to fix, what it is called)
LANGUAGES = {
    "c++": (
        FAMILY,
        clang_format,
        ["--dry-run", "-Werror", "--style=file"],
        ["-i", "--style=file"],
        f"clang-format {CLANG_FORMAT}",
    ),
    "go": ((".go",), lambda: shutil.which("gofmt"), ["-l"], ["-w"], "gofmt"),
    "python": ((".py",), ruff, ["format", "--check", "-q"], ["format", "-q"], f"ruff {RUFF}"),
}


def files_of(language, root):
    tree = Tree(root)
    ends = LANGUAGES[language][0]
    return [
        file
        for file in tree.files
        if file.endswith(ends)
        and not tree.generated(file)
        and not (language == "c++" and file.startswith(tuple(EXCEPT)))
    ]


def check(language, root, fix=False):
    """(exit code, what to say)"""
    _, find, look, change, name = LANGUAGES[language]
    tool = find()
    if not tool:
        return 77, [f"skipped: {name} is not installed (tools/setup.sh test)"]
    files, wrong, failed = files_of(language, root), set(), False
    for i in range(0, len(files), 50):
        some = files[i : i + 50]
        command = [tool, *(change if fix else look), *some]
        done = subprocess.run(command, cwd=root, capture_output=True, text=True)
        if fix:
            failed |= done.returncode != 0
        elif language == "python":
            wrong |= {f for f in some if done.returncode and changes(tool, f, root)}
        elif language == "go":
            wrong |= set(done.stdout.split())
            failed |= done.returncode != 0
        else:
            wrong |= set(re.findall(r"^([^\s:]+):\d+:\d+: error", done.stderr, re.M))
            failed |= done.returncode != 0 and not wrong
    said = [f"{file}:1: not as {name} writes it" for file in sorted(wrong)]
    said.append(f"{len(files)} files, {len(wrong)} not as {name} writes them")
    return int(bool(wrong) or failed or not files), said


def changes(tool, file, root):
    command = [tool, "format", "--check", "-q", file]
    return subprocess.run(command, cwd=root, capture_output=True).returncode != 0


PLANTED = {
    "c++": ("x.cpp", "// A file.\nint  f( ){return 1 ;}\n"),
    "go": ("x.go", "package x\n\nfunc  f( ) { }\n"),
    "python": ("x.py", "def f( ):\n  return  1\n"),
}


def self_test():
    wrong, missing = [], []
    for language, (file, text) in PLANTED.items():
        with tempfile.TemporaryDirectory() as folder:
            for settings in (".clang-format", ".ruff.toml"):
                shutil.copy(HERE / settings, folder)
            Path(folder, file).write_text(text)
            code, said = check(language, folder)
            if code == 77:
                missing.append(language)
            elif code != 1 or not said[0].startswith(f"{file}:1: "):
                wrong.append(f"{language}: planted, and found {said}")
            elif check(language, folder, fix=True)[0] or check(language, folder)[0]:
                wrong.append(f"{language}: is not clean after it was formatted")
    print(*wrong, f"self-test: {len(PLANTED)} planted, {len(wrong)} not as expected", sep="\n")
    print(*(f"skipped: the formatter of {language} is not installed" for language in missing))
    return 1 if wrong else 77 if missing else 0


def main():
    arguments = sys.argv[1:]
    if arguments == ["--self-test"]:
        sys.exit(self_test())
    fix = arguments[:1] == ["--fix"]
    language, *root = arguments[1:] if fix else arguments or [""]
    if language not in LANGUAGES:
        sys.exit(__doc__)
    code, said = check(language, root[0] if root else HERE, fix)
    print(*said, sep="\n")
    sys.exit(code)


if __name__ == "__main__":
    main()
