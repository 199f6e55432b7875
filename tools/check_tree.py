#!/usr/bin/env python3
"""Checks the rules of the source tree and prints its gates. Exit code 1 and a line `file:line:
what` for each violation.

Usage: tools/check_tree.py [ROOT]                            layers, timing, first lines,
                                                             UF_PUBLIC_ONLY, sizes, columns
       tools/check_tree.py --shared LIB --objects OBJ ...    symbols of a built library
       tools/check_tree.py --dll HEADERS LIB [PROGRAM ...]   the same of a DLL: what it exports;
                                                             what it and programs import
       tools/check_tree.py --self-test                       plants every violation in a small tree
                                                             and sees it reported
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# A file includes only a lower layer or its own folder.
LAYER = {
    "base": 0,
    "field": 1,
    "scalar": 1,
    "group": 2,
    "mult": 3,
    "hash": 3,
    "lanes": 3.2,
    "proto": 4,
    "engine": 5,
    "gpu": 5.5,
    "api": 6,
    "compat": 7,
}
INCLUDE_LAYER = 3.5  # the public headers stand alone; proto and what is above may use their names
# The declaration of an engine's functions, which says of none what it does: what lanes leave,
# protocols pass to those of another engine.
TABLE, TABLE_LAYER = "src/engine/functions.h", 3.7
BOTH_TIMINGS = {"engine", "gpu", "api", "compat"}  # may include files with and without `_var`
PEER = re.compile(r"^secp256k1(_\w+)?\.h$|(^|/)src/secp256k1\.c$")
PEER_FOLDERS = ("bench/vs/", "test/", "compat/")  # compat/ has headers of those names of its own
# Functions in variable time that constant-time functions of a file call: on the other party's
# encoding or nonce, and on a public key, a public nonce and hashes that are declassified.
GO_PUBLIC_CALLS = {
    "go/ellswift.go": {"decodeVar(", "ellEncodeVar("},
    "go/musig.go": {"setVar(", "startOfBothVar("},
    "go/adaptor.go": {"setVar(", "parseVar("},
    "go/frost.go": {"setVar(", "factorVar(", "startOfBothVar("},
    "go/frost_rfc.go": {"ofSignerVar("},
    "go/frost_dkg.go": {"sharesHoldVar(", "addCommitmentsVar("},
}
GO_PUBLIC = ("go/bench/", "go/examples/", "go/internal/gen/", "go/internal/lanes/")
CODE = {
    ".h",
    ".hpp",
    ".inl",
    ".c",
    ".cpp",
    ".S",
    ".cu",
    ".cuh",
    ".cl",
    ".metal",
    ".mm",
    ".go",
    ".s",
    ".java",
    ".rs",
    ".ts",
    ".mjs",
}
HAND_WRITTEN = CODE | {".py", ".sh", ".cmake", ".md", ".txt", ".in", ".xml", ""}
SKIPPED_FOLDERS = {
    ".git",
    "build",
    "__pycache__",
    ".cache",
    "vectors",
    "node_modules",
    "dist",
}
MAX_SRC_LINES = 22130
MAX_GPU_LINES = 3490
MAX_FILE_LINES = 800
MAX_COLUMNS = 100
MAX_ROOT_FILES = 10
MAX_DOC_FILES = 10
MAX_README_LINES = 200
# doc/DESIGN.md has this table.
LIMITS = {
    "lines of code in `src/` without `gpu/`": MAX_SRC_LINES,
    "lines of code in `src/gpu/`": MAX_GPU_LINES,
    "lines of a hand-written file": MAX_FILE_LINES,
    "columns of a line of code": MAX_COLUMNS,
    "files in the root folder": MAX_ROOT_FILES,
    "pages in `doc/`": MAX_DOC_FILES,
    "lines of README.md": MAX_README_LINES,
}
LIMITS_TABLE = "| limit | value |\n|---|---|\n" + "".join(
    f"| {what} | {value:,} |\n" for what, value in LIMITS.items()
)
# Code whose columns are counted, beside CODE; and where a longer line is left, why.
COLUMNS = CODE | {".py", ".sh", ".cmake"}
COLUMNS_TOO = {"CMakeLists.txt", "Makefile", "run"}
LONG_LINES = {
    "tools/fetch_nvcc.sh": "a package and its hash are one line",
    "tools/gpu_run.sh": "a step, its time and its command stay on one line",
}
LABEL = re.compile(r"(?:[.;)]\s|\s\s)(in|out|time|alias|cost):(?:\s|$)", re.M)

INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')
PARAMETERS = r"((?:[^()]|\([^()]*\))*)"
VAR_FUNCTION = re.compile(
    r"^(?:template\s*<[^;{}]*>\s*)?(?:[\w:]+[\s*&]+)+(\w+_var)\s*\(" + PARAMETERS + r"\)\s*\{", re.M
)
# What a function in variable time must refuse a secret of. The types of lanes, plans and combs are
# not among them: there the rule of includes alone keeps secrets out.
SECRET_TYPE = re.compile(r"\b(?:sc|ge|gej)\s*(?:\*|\(\s*\*)")
# Functions that are arguments of templates, which a set of overloads cannot be.
ARGUMENTS = {"msm_no_dozens_var", "msm_dozens8_var"}


class Tree:
    """The files of a tree, and the violations found in them."""

    def __init__(self, root):
        self.root = Path(root)
        self.violations = []
        self.files = []
        for folder, folders, names in os.walk(self.root):
            folders[:] = sorted(f for f in folders if f not in SKIPPED_FOLDERS)
            self.files += [
                Path(folder, name).relative_to(self.root).as_posix() for name in sorted(names)
            ]

    def text(self, file):
        return (self.root / file).read_text(errors="replace")

    def report(self, file, line, what):
        self.violations.append(f"{file}:{line}: {what}")

    def sources(self):
        return [f for f in self.files if f.startswith("src/") and Path(f).suffix in CODE]

    def generated(self, file):
        first = self.text(file).split("\n", 1)[0]
        return "Generated by" in first or first.startswith(
            "// Code generated "
        )  # as Go's tools have it


def layer_of(file):
    """(folder, rank) of a file of src/ or include/, None for any other."""
    parts = file.split("/")
    if parts[0] == "include":
        return "include", INCLUDE_LAYER
    if file == TABLE:
        return TABLE, TABLE_LAYER
    if parts[0] == "compat":
        return "compat", LAYER["compat"]
    folder = parts[1] if parts[0] == "src" and len(parts) > 2 else None
    return (folder, LAYER[folder]) if folder in LAYER else None


def strip_comments(text):
    """The text without comments; line numbers stay as they are."""
    pattern = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|//[^\n]*|/\*.*?\*/', re.S)
    return pattern.sub(lambda m: m[0] if m[0][0] in "\"'" else "\n" * m[0].count("\n") or " ", text)


def check_includes(tree):
    known = set(tree.files)
    for file in tree.files:
        if Path(file).suffix not in CODE:
            continue
        own = layer_of(file)
        if file.startswith("src/") and own is None:
            tree.report(file, 1, f"folder is not a layer of src/ ({', '.join(LAYER)})")
            continue
        for number, line in enumerate(strip_comments(tree.text(file)).split("\n"), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            name = match[1]
            if PEER.search(name) and not file.startswith(PEER_FOLDERS):
                tree.report(
                    file,
                    number,
                    f"includes the peer ({name}); only {' and '.join(PEER_FOLDERS)} may",
                )
            places = (f"src/{name}", f"include/{name}", f"compat/include/{name}", name)
            target = next((t for t in places if t in known), None)
            if target is None:
                if own and line.strip().endswith('"'):
                    tree.report(
                        file,
                        number,
                        f'"{name}" is not in src/ or include/; write the path from there',
                    )
                continue
            there = layer_of(target)
            if own is None or there is None:
                continue
            if there[0] != own[0] and (there[1] >= own[1] or own[0] == "include"):
                tree.report(
                    file,
                    number,
                    f"layer {own[0]} includes {there[0]} ({name}), which is not below it",
                )
            if (
                "_var" in Path(name).name
                and "_var" not in Path(file).name
                and own[0] not in BOTH_TIMINGS
            ):
                tree.report(
                    file, number, f"constant-time file includes the variable-time file {name}"
                )


def check_first_lines(tree):
    for file in tree.sources():
        if file.endswith(".inl"):
            tree.report(file, 1, "needs who includes it: a header includes what it uses")
        first = tree.text(file).split("\n", 1)[0].strip()
        words = first.lstrip("/*# ").split()
        if (
            not first.startswith(("//", "/*", "#"))
            or first.startswith("#include")
            or len(words) < 3
        ):
            tree.report(file, 1, "the first line is not a comment that states the file's idea")


def check_public_only(tree):
    declared = set()
    for file in tree.sources():
        declared |= set(
            re.findall(r"UF_PUBLIC_ONLY\(\s*(\w+)\s*\)", strip_comments(tree.text(file)))
        )
    for file in tree.sources():
        text = strip_comments(tree.text(file))
        for match in VAR_FUNCTION.finditer(text):
            if SECRET_TYPE.search(match[2]) and match[1] not in declared | ARGUMENTS:
                tree.report(
                    file,
                    text.count("\n", 0, match.start(1)) + 1,
                    f"no UF_PUBLIC_ONLY({match[1]}) beside {match[1]}",
                )


def check_go_timing(tree):
    """Only files named _var, and functions named Var, call functions named Var; package lanes has
    no other."""
    for file in tree.files:
        if (
            not file.startswith("go/")
            or not file.endswith(".go")
            or file.endswith(("_var.go", "_test.go"))
            or file.startswith(GO_PUBLIC)
        ):
            continue
        function = ""
        for number, line in enumerate(strip_comments(tree.text(file)).split("\n"), 1):
            if declared := re.match(r"func (?:\([^()]*\) )?(\w+)", line):
                function = declared[1]
            if function.endswith("Var"):
                continue
            for called in re.findall(r"\b\w*Var\(", line):
                if called not in GO_PUBLIC_CALLS.get(file, ()):
                    tree.report(
                        file, number, f"constant-time function {function} calls {called}...)"
                    )


def is_code(file):
    return Path(file).suffix in COLUMNS or Path(file).name in COLUMNS_TOO


def check_columns(tree):
    """Returns (columns, file) of the longest line of code that no entry of LONG_LINES excepts."""
    longest = 0, "-"
    for file in tree.files:
        if not is_code(file) or tree.generated(file) or file.startswith(tuple(LONG_LINES)):
            continue
        for number, line in enumerate(tree.text(file).split("\n"), 1):
            longest = max(longest, (len(line), file))
            if line.startswith(("<<<<<<< ", ">>>>>>> ")):
                tree.report(file, number, "a conflict of a merge is left")
            if len(line) > MAX_COLUMNS:
                tree.report(file, number, f"{len(line)} columns, more than {MAX_COLUMNS}")
    return longest


def check_scripts(tree):
    """Who names an interpreter can be run."""
    for file in tree.files:
        with open(tree.root / file, "rb") as script:
            named = script.read(2) == b"#!"
        if named and not os.access(tree.root / file, os.X_OK):
            tree.report(file, 1, "names its interpreter and cannot be run: chmod +x")


def check_labels(tree):
    """in: out: time: alias: cost: of a contract begin their lines in comments of src/, but for
    tables, which are indented."""
    for file in tree.sources():
        for comment in re.finditer(r"//[^\n]*|/\*.*?\*/", tree.text(file), re.S):
            for number, line in enumerate(comment[0].split("\n")):
                text = re.sub(r"^\s*(?://|/?\*+) ?", "", line)
                if (label := LABEL.search(text)) and not text.startswith("  "):  # a table
                    first = tree.text(file).count("\n", 0, comment.start()) + 1
                    tree.report(file, first + number, f"{label[1]}: does not begin its line")


def check_names(tree):
    """No two files of src/ share a name. Returns the names that some do."""
    names = {}
    for file in tree.sources():
        names.setdefault(Path(file).name, []).append(file)
    for files in names.values():
        for file in files[1:]:
            tree.report(file, 1, f"has the name of {files[0]}")
    return [name for name, files in names.items() if len(files) > 1]


def check_stated_limits(tree):
    """doc/DESIGN.md states the limits of this script."""
    text = tree.text("doc/DESIGN.md") if "doc/DESIGN.md" in tree.files else ""
    if LIMITS_TABLE not in text:
        line = text.count("\n", 0, text.find("| limit | value |") + 1) + 1
        tree.report("doc/DESIGN.md", line, "the table of limits is not as it should be:")
        tree.violations += LIMITS_TABLE.splitlines()


def folders(tree):
    """[(folder, lines of code)] of src/ and of the other folders, without generated files."""
    count = {}
    for file in tree.files:
        parts = file.split("/")
        if len(parts) < 2 or not is_code(file) or tree.generated(file):
            continue
        folder = "/".join(parts[:2]) if parts[0] == "src" and len(parts) > 2 else parts[0]
        count[folder] = count.get(folder, 0) + tree.text(file).count("\n")
    return sorted(count.items())


def check_gates(tree):
    """Returns the rows (gate, value, limit) and reports what is over."""
    lines = {"src": 0, "src/gpu": 0}
    for file in tree.sources():
        if not tree.generated(file):
            lines["src/gpu" if file.startswith("src/gpu/") else "src"] += sum(
                1 for line in strip_comments(tree.text(file)).split("\n") if line.strip()
            )
    for part, limit in (("src", MAX_SRC_LINES), ("src/gpu", MAX_GPU_LINES)):
        if lines[part] > limit:
            tree.report(part, 1, f"{lines[part]} lines of code, more than {limit}")

    longest, longest_file = 0, "-"
    for file in tree.files:
        if (
            Path(file).suffix not in HAND_WRITTEN
            or file in ("LICENSE", "CHANGELOG.md")
            or file.startswith("data/")
            or tree.generated(file)
        ):
            continue
        count = tree.text(file).count("\n")
        if count > longest:
            longest, longest_file = count, file
        if count > MAX_FILE_LINES:
            tree.report(
                file, count, f"hand-written file of {count} lines, more than {MAX_FILE_LINES}"
            )

    root_files = [f for f in tree.files if "/" not in f and not f.startswith(".")]
    root_folders = sorted(
        {f.split("/")[0] for f in tree.files if "/" in f and not f.startswith(".")}
    )
    if len(root_files) > MAX_ROOT_FILES:
        tree.report(
            ".",
            1,
            f"{len(root_files)} files in the root, more than {MAX_ROOT_FILES}: "
            f"{' '.join(root_files)}",
        )
    doc = [f for f in tree.files if f.startswith("doc/") and f.endswith(".md")]
    if len(doc) > MAX_DOC_FILES:
        tree.report("doc", 1, f"{len(doc)} files, more than {MAX_DOC_FILES}")
    readme = tree.text("README.md").count("\n") if "README.md" in tree.files else 0
    if not readme:
        tree.report("README.md", 1, "is missing or empty")
    if readme > MAX_README_LINES:
        tree.report("README.md", readme, f"{readme} lines, more than {MAX_README_LINES}")
    columns, widest = check_columns(tree)
    same = check_names(tree)
    return [
        (
            "lines of code in src/ without gpu/ (no blanks, comments, generated files)",
            lines["src"],
            MAX_SRC_LINES,
        ),
        ("lines of code in src/gpu/", lines["src/gpu"], MAX_GPU_LINES),
        (f"longest hand-written file ({longest_file})", longest, MAX_FILE_LINES),
        ("files in the root", len(root_files), MAX_ROOT_FILES),
        ("folders in the root: " + " ".join(root_folders), len(root_folders), "-"),
        ("pages in doc/", len(doc), MAX_DOC_FILES),
        ("lines of README.md", readme, MAX_README_LINES),
        (f"longest line of code ({widest})", columns, MAX_COLUMNS),
        ("names that several files of src/ have: " + " ".join(sorted(same)), len(same), "-"),
        *((f"lines in {folder}/", lines, "-") for folder, lines in folders(tree)),
    ]


def check_tree(root):
    tree = Tree(root)
    check_includes(tree)
    check_first_lines(tree)
    check_public_only(tree)
    check_go_timing(tree)
    check_stated_limits(tree)
    check_labels(tree)
    check_scripts(tree)
    return tree, check_gates(tree)


def nm(*arguments):
    return subprocess.run(
        ["nm", "-C", *arguments], check=True, capture_output=True, text=True
    ).stdout.splitlines()


# What an engine must be made of.
INSTRUCTIONS = {
    "x64_adx": ("mulx", "adcx", "adox"),
    "x64_ifma": ("vpmadd52luq", "vpmadd52huq"),
    "x64_avxifma": ("vpmadd52luq", "vpmadd52huq"),
}


def check_symbols(root, shared, objects):
    """Engine objects hold weak symbols of their own namespace only, and the instructions that they
    are for; the shared library exports the published names
    only."""
    violations = []
    engines = 0
    for file in objects:
        engine = re.search(r"engine/(\w+)\.cpp\.o$", file)
        source = Path(root, "src/engine", engine[1] + ".cpp") if engine else None
        target = source and re.search(r"^#define UF_TARGET (\w+)", source.read_text(), re.M)
        if not target:
            continue
        engines += 1
        symbols = nm("--defined-only", file)
        for line in symbols:
            kind, name = re.match(r"^\S*\s+(\S)\s+(.*)", line).groups()
            if kind in "WVu" and f"ufsecp::{target[1]}::" not in name:
                violations.append(
                    f"{file}:1: weak symbol outside namespace ufsecp::{target[1]}: {name}"
                )
        words = (
            INSTRUCTIONS.get(target[1], ()) if symbols else ()
        )  # a compiler that does not know them leaves the file empty
        code = (
            words
            and subprocess.run(
                ["objdump", "-d", "--no-show-raw-insn", file],
                check=True,
                capture_output=True,
                text=True,
            ).stdout
        )
        for word in words:
            if not re.search(rf"\t({{vex}} )?{word}\s", code):
                violations.append(
                    f"{file}:1: has no {word}: its field is not the one meant to ship"
                )
    if not engines:
        violations.append(f"{root}:1: no engine object among the {len(objects)} objects")
    exported = 0
    for line in nm("-D", "--defined-only", shared):
        kind, name = line.split(" ", 2)[1:]
        if kind == "A":  # the name of a version of symbols
            continue
        exported += 1
        if not re.match(
            r"(ufsecp_\w+$|(typeinfo (name )?for |vtable for |guard variable for )?secp256k1::)",
            name.split("@")[0],
        ):
            violations.append(f"{shared}:1: exports {name}")
    if not exported:
        violations.append(f"{shared}:1: exports nothing")
    print(f"{engines} engine objects, {exported} exported symbols")
    return violations


# Windows's own DLLs; the C library is one of the last two.
SYSTEM_DLLS = r"(kernel32|shell32|bcrypt|msvcrt|api-ms-win-crt-[a-z]+-l1-1-0)\.dll"


def imports(file):
    """What objdump says of a DLL or program, and where it needs DLLs that are not Windows's."""
    done = subprocess.run(["objdump", "-p", file], check=True, capture_output=True, text=True)
    text = done.stdout
    names = re.findall(r"DLL Name: (\S+)", text)
    print(f"{Path(file).name} imports of {', '.join(names)}")
    foreign = [name for name in names if not re.fullmatch(SYSTEM_DLLS, name, re.I)]
    return text, [f"{file}:1: needs {name}" for name in foreign]


def published(headers):
    """The functions and constants that a folder of headers declares for other programs."""
    text = "".join(file.read_text() for file in headers.glob("*.h"))
    named = r"\b([a-z]\w+)\s*(?:[A-Z0-9]+_DEPRECATED\([^)]*\))?[;(]"
    return set(re.findall(rf"^[A-Z0-9]+_API (?:[^;(]*[\s*])?{named}", text, re.M))


def check_dll(headers, dll, programs, imports=imports):
    """The DLL exports the names that the headers declare, all and no other; it and the programs
    need Windows's DLLs alone."""
    names = published(headers)
    text, foreign = imports(dll)
    table = text.partition("[Ordinal/Name Pointer] Table")[2]
    exported = set(re.findall(r"^\s*\[ *\d+\].*?(\S+)$", table, re.M))
    print(f"{len(exported)} exported symbols")
    return [
        *(f"{dll}:1: does not export {name}" for name in sorted(names - exported)),
        *(f"{dll}:1: exports {name}" for name in sorted(exported - names)),
        *foreign,
        *(line for program in programs for line in imports(program)[1]),
    ]


GOOD = {
    "README.md": "# A tree\n",
    "doc/DESIGN.md": "# Design\n\n" + LIMITS_TABLE,
    "include/ufsecp/ufsecp.h": "/* The C interface. */\n",
    "src/base/ct.h": "// Masks and secrets, constant time.\n",
    "src/base/public_var.h": '// Truth of public data.\n#include "base/ct.h"\n',
    "src/group/add_var.h": '// Addition of public points.\n#include "base/public_var.h"\n'
    "UF_PUBLIC_ONLY(gej_add_var);\n"
    "static inline void gej_add_var(gej *r, const gej *a,\n"
    "                 const gej *b) { f(r); }\n",
    "go/internal/mult/mul_var.go": "// Public.\n\npackage mult\n\n"
    "func Each(r *int) {\n\tslowVar(r) // slowVar(s)\n}\n",
    "src/engine/portable.cpp": '// The portable engine.\n#include "base/ct.h"\n'
    '#include "group/add_var.h"\n',
    "src/api/ufsecp.cpp": '// The C interface, done.\n#include "engine/portable.cpp"\n'
    '#include "ufsecp/ufsecp.h"\n',
    "src/mult/tables.cpp": "// Generated by tools/gen_tables.py.\n"
    + "int t;\n" * (MAX_FILE_LINES + 1),
    "bench/vs/peer.cpp": "// The peer.\n#include <secp256k1.h>\n",
}
# (file, text, what must be reported); a file of GOOD is replaced.
PLANTED = [
    (
        "src/base/up.h",
        '// Includes what is above.\n#include "group/add_var.h"\n',
        "src/base/up.h:2: layer base includes group",
    ),
    (
        "src/scalar/side.h",
        '// Includes its neighbour.\n#include "field/fe.h"\n',
        "src/scalar/side.h:2: layer scalar includes field",
    ),
    (
        "src/group/add.h",
        '// Mixes the timings.\n\n#include "base/public_var.h"\n',
        "src/group/add.h:3: constant-time file includes",
    ),
    (
        "src/base/lost.h",
        '// Includes what is nowhere.\n#include "lost_and_found.h"\n',
        'src/base/lost.h:2: "lost_and_found.h" is not',
    ),
    ("src/other/x.h", "// A folder that is no layer.\n", "src/other/x.h:1: folder is not a layer"),
    (
        "src/hash/low.h",
        '// Includes the interface from too low.\n#include "ufsecp/ufsecp.h"\n',
        "src/hash/low.h:2: layer hash includes include",
    ),
    (
        "include/ufsecp/x.hpp",
        '// Includes the inside.\n#include "base/ct.h"\n',
        "include/ufsecp/x.hpp:2: layer include includes base",
    ),
    (
        "src/base/mute.h",
        "#pragma once\n// Too late a comment.\n",
        "src/base/mute.h:1: the first line is not a comment",
    ),
    ("src/base/code.h", "int x;\n", "src/base/code.h:1: the first line is not a comment"),
    ("src/base/half.inl", "// Half a header.\n", "src/base/half.inl:1: needs who includes it"),
    # An engine's list is below the protocols, and no other file of its folder is.
    (
        "src/proto/above.h",
        '// Includes the engine.\n#include "engine/portable.cpp"\n',
        "src/proto/above.h:2: layer proto includes engine",
    ),
    (
        "src/scalar/inv_var.h",
        "// Inverse of public scalars.\n\n/* r = 1/a */\nstatic inline void sc_inv_var(sc *r,\n"
        "    const sc *a) {\n}\n",
        "src/scalar/inv_var.h:4: no UF_PUBLIC_ONLY(sc_inv_var)",
    ),
    (
        "src/mult/sum_var.h",
        "// Sums of points.\n\n/* r = the sum */\nstatic inline void sum_var(gej *r,\n"
        "    const u64 (*k)[4]) {\n}\n",
        "src/mult/sum_var.h:4: no UF_PUBLIC_ONLY(sum_var)",
    ),
    (
        "go/internal/mult/mul.go",
        "// Secrets.\n\npackage mult\n\nfunc slowVar(r *int) { InvVar(r) }\n\n"
        "func Point(r *int) {\n\tslowVar(r)\n}\n",
        "go/internal/mult/mul.go:8: constant-time function Point calls slowVar(",
    ),
    (
        "go/musig.go",
        "// Sessions.\n\npackage p256k1\n\nfunc sign(r *int) {\n\tsetVar(r, slowVar(r))\n}\n",
        "go/musig.go:6: constant-time function sign calls slowVar(",
    ),
    ("cli/main.cpp", "// The tool.\n#include <secp256k1.h>\n", "cli/main.cpp:2: includes the peer"),
    (
        "bench/rows.cpp",
        '// Rows.\n#include "src/secp256k1.c"\n',
        "bench/rows.cpp:2: includes the peer",
    ),
    (
        "test/long_test.cpp",
        "// Long.\n" * (MAX_FILE_LINES + 1),
        f"test/long_test.cpp:{MAX_FILE_LINES + 1}: hand-written file",
    ),
    (
        "src/base/big.h",
        "// A big file.\n" + "int x;\n" * (MAX_SRC_LINES + 1),
        f"src:1: {MAX_SRC_LINES + 1 + 9} lines of code",
    ),
    ("README.md", "", "README.md:1: is missing"),
    (
        "doc/DESIGN.md",
        GOOD["doc/DESIGN.md"].replace(f"{MAX_SRC_LINES:,}", "15,000"),
        "doc/DESIGN.md:3: the table of limits",
    ),
    (
        "src/hash/ct.h",
        "// The name of another file.\n",
        "src/hash/ct.h:1: has the name of src/base/ct.h",
    ),
    ("cli/wide.cpp", "// Wide.\n" + "x" * 101 + "\n", "cli/wide.cpp:2: 101 columns"),
    ("java/Wide.java", "// Wide.\n" + "x" * 101 + "\n", "java/Wide.java:2: 101 columns"),
    ("cli/both.cpp", "// Both.\n>>>>>>> theirs\n", "cli/both.cpp:2: a conflict of a merge"),
    ("tools/wide.py", "#" * 101 + "\n", "tools/wide.py:1: 101 columns"),
    ("test/CMakeLists.txt", "#" * 101 + "\n", "test/CMakeLists.txt:1: 101 columns"),
    ("tools/run.sh", "#!/bin/sh\n", "tools/run.sh:1: names its interpreter and cannot be run"),
    (
        "src/base/out.h",
        "// A contract.\n\n/* r = a.\n * in: any.  out: 1. */\n",
        "src/base/out.h:4: out: does not begin its line",
    ),
    (
        "README.md",
        "x\n" * (MAX_README_LINES + 1),
        f"README.md:{MAX_README_LINES + 1}: {MAX_README_LINES + 1} lines",
    ),
    *[(f"doc/{i}.md", "x\n", "doc:1: 11 files" if i == 9 else None) for i in range(MAX_DOC_FILES)],
    *[
        (f"note{i}.md", "x\n", ".:1: 11 files in the root" if i == 9 else None)
        for i in range(MAX_ROOT_FILES)
    ],
]


# An engine and a library, compiled: what they hold that they must not.
BUILT = {
    "src/engine/portable.cpp": "#define UF_TARGET portable\n"
    "namespace ufsecp { namespace portable { inline int good() { return 1; } } }\n"
    "int f() { return ufsecp::portable::good(); }\n",
    "src/engine/x64_adx.cpp": "#define UF_TARGET x64_adx\n"
    "namespace ufsecp { namespace other { inline int weak() { return 1; } } }\n"
    "int g() { return ufsecp::other::weak(); }\n",
    "ufsecp.cpp": 'extern "C" int ufsecp_good() { return 1; }\nint stray() { return 1; }\n',
}
EXPECTED = [
    "x64_adx.cpp.o:1: weak symbol outside namespace ufsecp::x64_adx: ufsecp::other::weak()",
    *(f"x64_adx.cpp.o:1: has no {word}: its field is not" for word in INSTRUCTIONS["x64_adx"]),
    "lib.so:1: exports stray()",
]
HEADER = "UFSECP_API int ufsecp_there(void);\nUFSECP_API const char *ufsecp_lost(int a);\n"
OBJDUMP = """DLL Name: KERNEL32.dll
[Ordinal/Name Pointer] Table
\t[   0] +base[   1]  0000 ufsecp_there
\t[   1] +base[   2]  0001 stray
"""


def unexpected_of_objects():
    """What check_symbols and check_dll should have reported of BUILT and OBJDUMP, or should not."""
    with tempfile.TemporaryDirectory() as folder:
        for file, text in {**BUILT, "ufsecp.h": HEADER}.items():
            Path(folder, file).parent.mkdir(parents=True, exist_ok=True)
            Path(folder, file).write_text(text)
        compiler = [os.environ.get("CXX", "c++"), "-O0", "-fPIC"]
        objects = []
        for file in list(BUILT)[:2]:
            objects.append(f"{folder}/{file[4:]}.o")
            Path(objects[-1]).parent.mkdir(exist_ok=True)
            subprocess.run([*compiler, "-c", f"{folder}/{file}", "-o", objects[-1]], check=True)
        library = f"{folder}/lib.so"
        subprocess.run([*compiler, "-shared", f"{folder}/ufsecp.cpp", "-o", library], check=True)
        found = check_symbols(folder, library, objects)
        dll = check_dll(Path(folder), "a.dll", [], lambda file: (OBJDUMP, []))
        empty = check_symbols(folder, library, [])
    pairs = list(zip(EXPECTED, found, strict=False))
    if len(found) != len(EXPECTED) or not all(e in f for e, f in pairs):
        yield f"of objects expected {EXPECTED}, reported {found}"
    if not any("no engine object" in line for line in empty):
        yield f"of no engine object reported {empty}"
    if dll != ["a.dll:1: does not export ufsecp_lost", "a.dll:1: exports stray"]:
        yield f"of a DLL reported {dll}"


def self_test():
    """Every planted violation is reported, alone and at its line; the tree without them is
    clean."""
    wrong = []

    def reports(extra):
        with tempfile.TemporaryDirectory() as folder:
            for file, text in {**GOOD, "src/field/fe.h": "// A field element.\n", **extra}.items():
                path = Path(folder, file)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            tree = check_tree(folder)[0]
            return tree.violations

    if reports({}):
        wrong.append(f"the clean tree: {reports({})}")
    together = {}
    for file, text, expected in PLANTED:
        # rows without an expectation pile up until the row that is one too many
        together[file] = text
        if expected is None:
            continue
        found = reports(together)
        if not any(line.startswith(expected) for line in found):
            wrong.append(f"planted in {file}, expected '{expected}', reported {found}")
        together = {}
    wrong += unexpected_of_objects()
    planted = sum(1 for row in PLANTED if row[2]) + len(EXPECTED) + 3
    print(f"self-test: {planted} violations planted, {len(wrong)} not as expected")
    return wrong


def main():
    root = Path(__file__).resolve().parent.parent
    arguments = sys.argv[1:]
    if arguments[:1] == ["--self-test"]:
        violations = self_test()
    elif arguments[:1] == ["--shared"]:
        violations = check_symbols(root, arguments[1], arguments[3:])
    elif arguments[:1] == ["--dll"]:
        violations = check_dll(Path(arguments[1]), arguments[2], arguments[3:])
    else:
        tree, gates = check_tree(arguments[0] if arguments else root)
        violations = tree.violations
        for gate, value, limit in gates:
            print(f"{value:>8} of {limit!s:>6}  {gate}")
    print(*violations, sep="\n", end="\n" if violations else "")
    sys.exit(1 if violations else 0)


if __name__ == "__main__":
    main()
