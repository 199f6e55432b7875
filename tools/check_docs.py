#!/usr/bin/env python3
"""Checks every Markdown file: links, names, commands, and code that must compile.

Usage: tools/check_docs.py [--library FILE]   check this tree; with a library run programs too
       tools/check_docs.py --self-test        plant every kind of error and see it reported

A relative link must lead to a file, and its #anchor to a heading. A row of a table must have as
many cells as its head. A word such as ufsecp_... must be in a C header or in a CMake file. A path
below tools/, examples/ or data/ must exist. `make NAME` must be a target, and commands and options
of the tool must be in cli/.

A fenced block whose first line says "c complete", "cpp complete" or "go complete" must compile
without a warning against include/ and go/. With --library, those that have a main function are
linked, run, and must end with 0. doc/MIGRATING.md must name every function of the peer's headers,
and its row "result" the calls that return a ufsecp_status. A table of doc/GUIDE.md must have every
option of the build, and one every status code with its number.

What needs a go command or the peer's headers (tools/fetch_peer.sh) and has none is listed as left
out. The last line then tells tools/run_tests.py how many checks that are.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SKIPPED_FOLDERS = {".git", "build", "node_modules", "__pycache__"}
FENCE = re.compile(r"^(\s*)(```+)\s*(.*)$")
LINK = re.compile(r"!?\[[^\]]*\]\(\s*<?([^)\s>]+)>?(?:\s+\"[^\"]*\")?\s*\)")
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$")
NAME = re.compile(r"\bufsecp_[a-z0-9_]*[a-z0-9]\b(?![*_])")
PATH = re.compile(r"(?<![\w/.-])(?:\.\./)*((?:tools|examples|data)/[\w./-]*\w)")
MAKE = re.compile(r"(?:^|`)make ((?:[a-z][a-z0-9-]*(?: (?=[a-z]))?)+)(?=`|\s|$)", re.M)
TOOL = re.compile(r"(?<![\w-])ufsecp ((?:help )?[a-z]+)([^|;&`\n]*)")
PEER_FUNCTION = re.compile(r"\b(secp256k1_[a-z0-9_]+)(?=\s*\(|;)")
C_FLAGS = ["-std=c11", "-Wall", "-Wextra", "-Werror"]
CPP_FLAGS = ["-std=c++20", "-Wall", "-Wextra", "-Werror"]
GO_MODULE = "github.com/UltrafastSecp256k1/UltrafastSecp256k1/go"


class Page:
    """One Markdown file: its prose line by line, its fenced blocks, its anchors."""

    def __init__(self, path):
        self.prose, self.blocks, self.anchors = [], [], set()
        fence, block = None, []
        for number, line in enumerate(path.read_text().split("\n"), 1):
            match = FENCE.match(line)
            if fence is None and match:
                fence, language, start, block = match[2], match[3].strip(), number, []
            elif fence is not None and match and match[2].startswith(fence) and not match[3]:
                self.blocks.append((start, language, "\n".join(block) + "\n"))
                fence = None
            elif fence is not None:
                block.append(line)
            else:
                self.prose.append((number, line))
                if heading := HEADING.match(line):
                    self.add_anchor(heading[1])
        if fence is not None:
            self.blocks.append((start, "unclosed", ""))

    def add_anchor(self, heading):
        text = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        slug = re.sub(r"[^\w\- ]", "", text).replace(" ", "-")
        same = sum(
            1 for a in self.anchors if a == slug or re.fullmatch(re.escape(slug) + r"-\d+", a)
        )
        self.anchors.add(f"{slug}-{same}" if same else slug)


class Check:
    """The Markdown files of one tree, and what was found to be wrong in them."""

    def __init__(self, root, library=None):
        self.root, self.library = Path(root), library
        self.wrong, self.left_out = [], []
        self.links = self.compiled = self.ran = 0
        self.pages = {}
        for folder, folders, names in os.walk(self.root):
            folders[:] = sorted(f for f in folders if f not in SKIPPED_FOLDERS)
            for name in sorted(names):
                if name.endswith(".md"):
                    path = Path(folder, name)
                    self.pages[path.relative_to(self.root).as_posix()] = Page(path)
        headers = self.root.glob("include/ufsecp/*.h")
        builds = [
            self.root / "CMakeLists.txt",
            *self.root.glob("*/*.cmake"),
            *self.root.glob("*/CMakeLists.txt"),
            *self.root.glob("duckdb/*.cpp"),  # names of SQL
        ]
        known = "\n".join(p.read_text() for p in [*headers, *builds] if p.is_file())
        self.names = set(re.findall(r"\bufsecp_\w+", known))
        makefile = self.root / "Makefile"
        text = makefile.read_text() if makefile.is_file() else ""
        sets = re.search(r"^SETS := ((?:.*\\\n)*.*)$", text, re.M)
        self.targets = set(re.findall(r"^([a-z][\w-]*)(?=[ \w-]*:)", text, re.M))
        self.targets |= {f"test-{s}" for s in (sets[1].split() if sets else [])}

        self.tool = "\n".join(path.read_text() for path in self.root.glob("cli/*.cpp"))

    def report(self, page, line, what):
        self.wrong.append(f"{page}:{line}: {what}")

    def all(self):
        for page in self.pages:
            self.check_links(page)
            self.check_tables(page)
            self.check_words(page)
        self.check_blocks()
        self.check_migration()
        self.check_options()
        self.check_statuses()
        return self.wrong

    def check_links(self, page):
        for line, text in self.pages[page].prose:
            for target in LINK.findall(re.sub(r"`[^`]*`", "", text)):
                if re.match(r"[a-z]+:", target):
                    continue
                self.links += 1
                file, _, anchor = target.partition("#")
                path = (self.root / page).parent / file if file else self.root / page
                if not path.exists():
                    self.report(page, line, f"the link {target} leads to no file")
                    continue
                there = os.path.relpath(path, self.root).replace(os.sep, "/")
                if anchor and there in self.pages and anchor not in self.pages[there].anchors:
                    self.report(page, line, f"{there} has no heading #{anchor}")

    def check_tables(self, page):
        """A row has as many cells as the head of its table: a reader is shown no others."""
        before, cells = -1, 0
        for line, text in self.pages[page].prose:
            if not text.lstrip().startswith("|"):
                continue
            count = len(re.findall(r"(?<!\\)\|", text.rstrip())) - 1
            if line != before + 1:
                cells = count
            elif count != cells:
                self.report(page, line, f"{count} cells in a table of {cells}")
            before = line

    def check_words(self, page):
        texts = [(n, " ".join(re.findall(r"`[^`]*`", t))) for n, t in self.pages[page].prose]
        shell = [(n, t) for n, language, t in self.pages[page].blocks if language == "sh"]
        for line, text in texts + shell:
            for command, rest in TOOL.findall(text.replace("\\\n", " ")):
                for word in [command.split()[-1], *re.findall(r"(?<!\S)--[a-z-]+", rest)]:
                    if not re.search(rf"(?<![\w-]){word}(?![\w-])", self.tool):
                        self.report(page, line, f"the tool has no {word} (ufsecp {command})")
        for line, text in texts + [(n, t) for n, _, t in self.pages[page].blocks]:
            for name in NAME.findall(text):
                if name not in self.names:
                    self.report(page, line, f"{name} is not in a C header, a CMake file or duckdb/")
            for path in PATH.findall(text):
                if not any(
                    (base / path).exists() for base in (self.root, (self.root / page).parent)
                ):
                    self.report(page, line, f"{path} does not exist")
            for words in MAKE.findall(text):
                for target in words.split():
                    if target not in self.targets:
                        self.report(page, line, f"make {target} is not a target of the Makefile")

    def check_blocks(self):
        blocks = [(p, n, lang, text) for p in self.pages for n, lang, text in self.pages[p].blocks]
        for page, line, language, text in blocks:
            if language == "unclosed":
                self.report(page, line, "the fenced block is not closed")
        with tempfile.TemporaryDirectory() as folder:
            for number, (page, line, language, text) in enumerate(blocks):
                if language not in ("c complete", "cpp complete", "go complete"):
                    continue
                if language == "go complete" and not shutil.which("go"):
                    self.left_out.append(f"{page}:{line}: this go block: there is no go command")
                    continue
                self.compiled += 1
                place = Path(folder, f"block{number}")
                place.mkdir()
                build = self.go if language[0] == "g" else self.c
                if message := build(place, language.split()[0], text):
                    self.report(page, line, f"this {language.split()[0]} block fails:\n{message}")

    def c(self, place, language, text):
        source = place / f"block.{language}"
        source.write_text(text)
        compiler = os.environ.get("CC", "cc") if language == "c" else os.environ.get("CXX", "c++")
        command = [compiler, *(C_FLAGS if language == "c" else CPP_FLAGS), f"-I{self.root}/include"]
        has_main = re.search(r"^int main\(", text, re.M)
        if not self.library or not has_main:
            return self.fails([*command, "-fsyntax-only", source])
        self.ran += 1
        objects = place / "block.o"
        linker = os.environ.get("CXX", "c++")
        return (
            self.fails([*command, "-O1", "-c", source, "-o", objects])
            or self.fails([linker, objects, self.library, "-pthread", "-ldl", "-o", place / "run"])
            or self.fails([place / "run"])
        )

    def go(self, place, language, text):
        (place / "block.go").write_text(text)
        (place / "go.mod").write_text(
            f"module block\n\ngo 1.24\n\nrequire {GO_MODULE} v0.0.0\n\n"
            f"replace {GO_MODULE} => {self.root.resolve()}/go\n"
        )
        go = {
            **os.environ,
            "GOWORK": "off",
            "GOFLAGS": "-mod=mod",
            "GOPROXY": "off",
            "GOTOOLCHAIN": "local",
        }
        message = self.fails(["go", "vet", "."], place, go)
        if message or not self.library or not re.search(r"^func main\(", text, re.M):
            return message
        self.ran += 1
        return self.fails(["go", "run", "."], place, go)

    @staticmethod
    def fails(command, folder=None, environment=None):
        """What a command that must succeed says if it does not."""
        done = subprocess.run(
            command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300
        )
        return (
            f"{Path(command[0]).name} ended with {done.returncode}\n{done.stdout}{done.stderr}"
            if done.returncode
            else ""
        )

    def check_migration(self):
        headers = sorted(self.root.glob("build/peer/libsecp256k1/include/*.h"))
        table = self.root / "doc/MIGRATING.md"
        if not table.is_file():
            return
        if not headers:
            self.left_out.append(
                "doc/MIGRATING.md: the peer's headers: tools/fetch_peer.sh fetches them"
            )
            return
        named = set(re.findall(r"\bsecp256k1_\w+", table.read_text()))
        for header in headers:
            text = re.sub(r"/\*.*?\*/", "", header.read_text(), flags=re.S)
            for declaration in re.findall(r"^SECP256K1_API\b[^;]*;", text, re.M):
                function = PEER_FUNCTION.search(declaration)
                if function and function[1] not in named:
                    self.report("doc/MIGRATING.md", 1, f"{function[1]} of {header.name} is missing")

    def check_options(self):
        """Every option of the build stands in a table of doc/GUIDE.md."""
        guide = self.root / "doc/GUIDE.md"
        rows = re.findall(r"^\| (`[^|]*) \|", guide.read_text(), re.M) if guide.is_file() else []
        named = set(re.findall(r"\w+", " ".join(rows)))
        for build in sorted(self.root.glob("cmake/*.cmake")):
            text = build.read_text()
            options = re.findall(r"^ *(?:cmake_dependent_)?option\((\w+)", text, re.M)
            options += re.findall(r"^ *set\((SECP256K1_\w+)[^)]* CACHE (?!INTERNAL)", text, re.M)
            for option in options:
                if option not in named:
                    self.report("doc/GUIDE.md", 1, f"{option} of cmake/{build.name} is missing")

    def check_statuses(self):
        """The codes and the calls that return one are those of the headers."""
        headers = [p.read_text() for p in sorted(self.root.glob("include/ufsecp/*.h"))]
        text = re.sub(r"/\*.*?\*/", "", "\n".join(headers), flags=re.S)
        values = re.search(r"^typedef enum ufsecp_status \{(.*?)\}", text, re.S | re.M)
        codes = re.findall(r"(UFSECP_\w+) = (-?\d+)", values[1] if values else "")
        calls = set(re.findall(r"^UFSECP_API (?:[A-Z_]+ )?ufsecp_status\s+(\w+)\(", text, re.M))
        guide, table = self.root / "doc/GUIDE.md", self.root / "doc/MIGRATING.md"
        if guide.is_file():
            rows = re.findall(r"^\| (`UFSECP_[^|]*) \|", guide.read_text(), re.M)
            named = set(re.findall(r"`(UFSECP_\w+)` (-?\d+)", " ".join(rows)))
            for code, number in sorted(set(codes) ^ (named | {("UFSECP_OK", "1")})):
                self.report(
                    "doc/GUIDE.md", 1, f"{code} {number} is in the table or the header alone"
                )
        if table.is_file():
            row = "".join(re.findall(r"^\| result \|.*", table.read_text(), re.M))
            for call in sorted(set(re.findall(r"`(ufsecp_\w+)`", row)) ^ {"ufsecp_status", *calls}):
                self.report("doc/MIGRATING.md", 1, f"{call} is in the row or the headers alone")


RESULT = "| result | 1 or 0 | a `ufsecp_status`: `ufsecp_check` |\n"
CODE = "| `UFSECP_BAD` -3 | bad |\n"
GOOD = {
    "README.md": "# One\n\n[two](doc/two.md#a-heading-here)\n\n"
    "`ufsecp_sign` `make test` `tools/a.sh` `ufsecp verify --low-s`\n",
    "cli/help.cpp": '"verify" "--low-s"\n',
    "doc/two.md": "# Two\n\n## A `heading`, here\n\n"
    "```c complete\nint main(void) { return 0; }\n```\n\n"
    "```c\nnot compiled\n```\n",
    "include/ufsecp/ufsecp.h": "int ufsecp_sign(void);\n"
    "typedef enum ufsecp_status {\n    UFSECP_OK = 1,\n    UFSECP_BAD = -3 /**< b */\n}"
    " ufsecp_status;\n"
    "UFSECP_API UFSECP_MUST_USE ufsecp_status ufsecp_check(void);\n",
    "Makefile": "test:\n\ttrue\n",
    "cmake/options.cmake": 'option(UF_A "a" ON)\nif(X)\n    option(UF_B "b" OFF)\nendif()\n',
    "doc/GUIDE.md": "| option | does |\n|---|---|\n| `UF_A`, `UF_B` | both |\n" + CODE,
    "tools/a.sh": "true\n",
    "go/go.mod": f"module {GO_MODULE}\n\ngo 1.24\n",
}
# What is planted, and how the report of it begins.
PLANTED = [
    (
        {"doc/GUIDE.md": "| `UF_A`, `UF_B` | both |\n"},
        "doc/GUIDE.md:1: UFSECP_BAD -3 is in the table or the header alone",
    ),
    (
        {"doc/GUIDE.md": "| `UF_A`, `UF_B` | |\n| `UFSECP_BAD` -3, `UFSECP_B` -4 | |\n"},
        "doc/GUIDE.md:1: UFSECP_B -4 is in the table or the header alone",
    ),
    (
        {"doc/MIGRATING.md": "| result | 1 | a `ufsecp_status` |\n"},
        "doc/MIGRATING.md:1: ufsecp_check is in the row or the headers alone",
    ),
    (
        {"doc/MIGRATING.md": RESULT.replace("_check`", "_check`, `ufsecp_sign`")},
        "doc/MIGRATING.md:1: ufsecp_sign is in the row or the headers alone",
    ),
    (
        {
            "doc/GUIDE.md": "| option | does |\n|---|---|\n| `UF_A` | not `UF_B` |\n\n`UF_B`\n"
            + CODE
        },
        "doc/GUIDE.md:1: UF_B of cmake/options.cmake is missing",
    ),
    (
        {"cmake/options.cmake": 'cmake_dependent_option(UF_C "c" ON "UF_A" OFF)\n'},
        "doc/GUIDE.md:1: UF_C of cmake/options.cmake is missing",
    ),
    (
        {"cmake/options.cmake": 'set(SECP256K1_D "" CACHE STRING\n    "d")\n'},
        "doc/GUIDE.md:1: SECP256K1_D of cmake/options.cmake is missing",
    ),
    (
        {"README.md": "[lost](doc/three.md)\n"},
        "README.md:1: the link doc/three.md leads to no file",
    ),
    ({"README.md": "\n[two](doc/two.md#other)\n"}, "README.md:2: doc/two.md has no heading #other"),
    (
        {"README.md": "| a | b |\n|---|---|\n| 1 \\| 2 | 3 |\n| `x|y` | z |\n"},
        "README.md:4: 3 cells in a table of 2",
    ),
    ({"README.md": "`ufsecp_sing`\n"}, "README.md:1: ufsecp_sing is not in"),
    ({"README.md": "`ufsecp verfy`\n"}, "README.md:1: the tool has no verfy"),
    ({"README.md": "`ufsecp verify --low`\n"}, "README.md:1: the tool has no --low"),
    ({"README.md": "`tools/b.sh`\n"}, "README.md:1: tools/b.sh does not exist"),
    ({"README.md": "```sh\nmake tset\n```\n"}, "README.md:1: make tset is not a target"),
    (
        {"README.md": "```c complete\nint main(void) { return x; }\n```\n"},
        "README.md:1: this c block fails",
    ),
    (
        {"README.md": "```c complete\nint f(void) { int unused; return 0; }\n```\n"},
        "README.md:1: this c block fails",
    ),
    (
        {"README.md": "```cpp complete\nint f() { return y; }\n```\n"},
        "README.md:1: this cpp block fails",
    ),
    (
        {"README.md": "```go complete\npackage main\n\nfunc main() { x = 1 }\n```\n"},
        "README.md:1: this go block fails",
    ),
    ({"README.md": "```c\nint x;\n"}, "README.md:1: the fenced block is not closed"),
    (
        {
            "doc/MIGRATING.md": RESULT + "`secp256k1_a`\n",
            "build/peer/libsecp256k1/include/s.h": "SECP256K1_API int secp256k1_a(void);\n"
            "SECP256K1_API int secp256k1_b(void);\n",
        },
        "doc/MIGRATING.md:1: secp256k1_b of s.h is missing",
    ),
]
# What is planted where no command is found, and how the line of what is left out begins.
LEFT_OUT = [
    (
        {"README.md": "```go complete\npackage main\n\nfunc main() { x = 1 }\n```\n"},
        "README.md:1: this go block",
    ),
    ({"doc/MIGRATING.md": RESULT + "`secp256k1_a`\n"}, "doc/MIGRATING.md: the peer's headers"),
]


def check_of(files, look_up=shutil.which):
    """The check of a tree with these files, where a command is what look_up finds."""
    found, shutil.which = shutil.which, look_up
    try:
        with tempfile.TemporaryDirectory() as folder:
            for file, text in {**GOOD, **files}.items():
                path = Path(folder, file)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            check = Check(folder)
            check.all()
            return check
    finally:
        shutil.which = found


def self_test():
    """Each planted error is reported, alone; the tree without them is clean; what a tool is missing
    for is left out, and told. Returns what was unexpected, and what of this was left out."""
    unexpected, left_out = [], []
    for files, expected in [({}, None), *PLANTED]:
        if "go complete" in str(files) and not shutil.which("go"):
            left_out.append(f"{expected}: there is no go command")
            continue
        found = check_of(files).wrong
        if len(found) != (expected is not None) or expected and not found[0].startswith(expected):
            unexpected.append(f"expected {expected}, reported {found}")
    for files, expected in LEFT_OUT:
        check = check_of(files, lambda command: None)
        if check.wrong or len(check.left_out) != 1 or not check.left_out[0].startswith(expected):
            unexpected.append(f"expected {expected} left out, not {check.left_out}, {check.wrong}")
    print(f"self-test: {len(PLANTED)} errors planted, {len(unexpected)} not as expected")
    return unexpected, left_out


def main():
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    options.add_argument(
        "--library", type=Path, help="libufsecp.a: link and run the complete programs"
    )
    options.add_argument("--self-test", action="store_true")
    given = options.parse_args()
    if given.self_test:
        wrong, left_out = self_test()
    else:
        check = Check(ROOT, given.library and given.library.resolve())
        wrong, left_out = check.all(), check.left_out
        print(
            f"check_docs: {len(check.pages)} pages, {check.links} links, "
            f"{check.compiled} blocks compiled, {check.ran} of them run, {len(wrong)} errors"
        )
    for line in [f"left out: {line}" for line in left_out] + wrong:
        print(line)
    if left_out and not wrong:
        print(f"OK (skipped={len(left_out)})")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
