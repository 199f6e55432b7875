#!/usr/bin/env python3
"""Lists every declassify(...) of src/ with file and reason: the table in doc/TIMING.md.

Usage: tools/list_declassify.py            the table in doc/TIMING.md is the one of src/, else exit
                                           code 1 and the difference
       tools/list_declassify.py --write    puts it there
"""

import difflib
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "doc/TIMING.md"
BEGIN, END = "<!-- begin: tools/list_declassify.py --write -->\n", "<!-- end -->\n"
DEFINED_IN = "src/base/ct.h"
CODE = {".h", ".inl", ".cpp"}


def arguments(text, at):
    """The arguments of the call whose parenthesis opens at text[at], split at its own commas."""
    parts, depth, begin, i = [], 0, at + 1, at
    while True:
        if text[i] == '"':
            i = re.compile(r'"(?:\\.|[^"\\])*"').match(text, i).end() - 1
        elif text[i] in "([{":
            depth += 1
        elif text[i] in ")]}":
            depth -= 1
            if not depth:
                return parts + [text[begin:i]]
        elif text[i] == "," and depth == 1:
            parts.append(text[begin:i])
            begin = i + 1
        i += 1


def rows():
    found = []
    for file in sorted([*ROOT.glob("src/*/*"), *ROOT.glob("compat/*")]):
        name = file.relative_to(ROOT).as_posix()
        if file.suffix not in CODE or name == DEFINED_IN:
            continue
        text = file.read_text()
        code = re.sub(
            r"//[^\n]*|/\*.*?\*/", lambda m: re.sub(r"[^\n]", " ", m[0]), text, flags=re.S
        )
        for match in re.finditer(r"\bdeclassify\s*\(", code):
            what, *_, reason = arguments(code, match.end() - 1)
            literals = re.findall(r'"((?:\\.|[^"\\])*)"', reason)
            if not literals:
                sys.exit(
                    f"{name}:{code.count(chr(10), 0, match.start()) + 1}: declassify without a "
                    f"reason"
                )
            found.append((name, " ".join(what.split()), "".join(literals)))
    return found


def table():
    cell = lambda text: text.replace("|", "\\|")
    lines = ["| File | Value | Why it may become public |", "|---|---|---|"]
    lines += [f"| `{name}` | `{cell(what)}` | {cell(reason)} |" for name, what, reason in rows()]
    return "\n".join(lines) + "\n"


def main():
    text = DOCUMENT.read_text()
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        sys.exit(f"{DOCUMENT.name} has no place for the table")
    before, rest = text.split(BEGIN)
    old, after = rest.split(END)
    new = table()
    if sys.argv[1:] == ["--write"]:
        DOCUMENT.write_text(before + BEGIN + new + END + after)
        return
    if old != new:
        sys.stdout.writelines(
            difflib.unified_diff(
                old.splitlines(True), new.splitlines(True), "doc/TIMING.md", "src/"
            )
        )
        sys.exit("doc/TIMING.md is out of date: tools/list_declassify.py --write")
    print(f"{len(rows())} declassify calls, as listed")


if __name__ == "__main__":
    main()
