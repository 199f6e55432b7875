#!/usr/bin/env python3
"""Renders the API reference and checks that every public name of the headers is described.

Usage: tools/check_api_docs.py [--html FOLDER]   check; with --html keep the pages in FOLDER/html
       tools/check_api_docs.py --self-test       plant names without comments, see them refused

Exit code 1 and a line for each violation; 77 without doxygen.
"""

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
C_HEADER, CPP_HEADER = "include/ufsecp/ufsecp.h", "include/ufsecp/secp256k1.hpp"
BATCH_HEADER = "include/ufsecp/ufsecp_batch.h"
PROTOCOLS_HEADER = "include/ufsecp/protocols.hpp"
C_HEADERS = sorted(str(file.relative_to(ROOT)) for file in ROOT.glob("include/ufsecp/*.h"))
CPP_HEADERS = sorted(str(file.relative_to(ROOT)) for file in ROOT.glob("include/ufsecp/*.hpp"))
MAX_COLUMNS = 100

# The public names of a C header, found without doxygen: it must not decide which there are.
COMMENT = re.compile(r"/\*.*?\*/", re.S)
FUNCTION = re.compile(r"^UFSECP_API\s[^;]*?\b(ufsecp_\w+)\s*\(", re.M)
ANSWERS = re.compile(
    r"^UFSECP_API\s+(?:UFSECP_MUST_USE\s+)?(?:int|ufsecp_status)\s+(ufsecp_\w+)\s*\(", re.M
)  # whose result must be explained
MACRO = re.compile(r"^#define (UFSECP_\w+)(?= )", re.M)
ENUM_VALUE = re.compile(r"^    (UFSECP_\w+) = ", re.M)
TYPEDEF = re.compile(
    r"^(?:typedef struct|typedef enum) (ufsecp_\w+)|^typedef int \(\*(ufsecp_\w+)\)", re.M
)
STRUCT = re.compile(r"^typedef struct (ufsecp_\w+) \{\n(.*?)^\}", re.S | re.M)
MEMBER = re.compile(r"\b(\w+)(?:\[\w+\])?;")
CLASS = re.compile(r"^(?:class|struct) (?:UFSECP_API )?(\w+)[^;]*?\{", re.M)  # of a C++ header


def c_names(text):
    """The names that must be described, and those of them that must say what they return."""
    code = COMMENT.sub("", text)
    names = set(FUNCTION.findall(code)) | set(MACRO.findall(code)) | set(ENUM_VALUE.findall(code))
    names |= {name for match in TYPEDEF.findall(code) for name in match if name}
    for struct, body in STRUCT.findall(code):
        names |= {f"{struct}::{member}" for member in MEMBER.findall(body)}
    return names, set(ANSWERS.findall(code))


def described(folder):
    """From doxygen's XML: the names that are described, and those that say what they return."""
    names, returns = set(), set()
    for file in folder.glob("*.xml"):
        if file.name == "index.xml":
            continue
        for compound in ElementTree.parse(file).getroot().iter("compounddef"):
            owner = compound.findtext("compoundname")
            elements = [(owner, compound)] if compound.get("kind") in ("struct", "class") else []
            for member in compound.iter("memberdef"):
                name = member.findtext("name")
                inside = compound.get("kind") in ("struct", "class")
                elements.append((f"{owner}::{name}" if inside else name, member))
                elements += [(value.findtext("name"), value) for value in member.iter("enumvalue")]
            for name, element in elements:
                parts = (element.find(part) for part in ("briefdescription", "detaileddescription"))
                if any("".join(part.itertext()).strip() for part in parts):
                    names.add(name.removeprefix("secp256k1::").removeprefix("fast::"))
                if element.find("detaileddescription//simplesect[@kind='return']") is not None:
                    returns.add(name)
    return names, returns


def check(root, html=None):
    """Returns what is wrong, one line each."""
    with tempfile.TemporaryDirectory() as folder:
        out = html or folder
        Path(out).mkdir(parents=True, exist_ok=True)
        settings = Path(root, "cmake/Doxyfile").read_text()
        settings += f'\nOUTPUT_DIRECTORY = "{out}"\nXML_OUTPUT = "{folder}/xml"\n'
        settings += "GENERATE_XML = YES\nXML_PROGRAMLISTING = NO\n"
        if not html:
            settings += "GENERATE_HTML = NO\n"
        ran = subprocess.run(
            ["doxygen", "-"], input=settings, cwd=root, capture_output=True, text=True
        )
        wrong = [
            line.replace(f"{Path(root).resolve()}/", "")
            for line in ran.stderr.splitlines()
            if line.strip()
        ]
        if ran.returncode and not wrong:
            wrong = [f"doxygen failed with exit code {ran.returncode}"]
        names, returns = described(Path(folder, "xml"))
    count = 0
    for header in C_HEADERS:
        wanted, answers = c_names(Path(root, header).read_text())
        count += len(wanted)
        wrong += [f"{header}: {name} is not described" for name in sorted(wanted - names)]
        wrong += [
            f"{header}: {name} does not say what it returns (@return)"
            for name in sorted(answers - returns)
        ]
    for header in CPP_HEADERS:
        classes = set(CLASS.findall(COMMENT.sub("", Path(root, header).read_text())))
        wrong += [f"{header}: {name} is not described" for name in sorted(classes - names)]
    for header in (*C_HEADERS, *CPP_HEADERS):
        for number, line in enumerate(Path(root, header).read_text().splitlines(), 1):
            if len(line) > MAX_COLUMNS:
                wrong.append(f"{header}:{number}: {len(line)} columns, more than {MAX_COLUMNS}")
    return wrong, count


# Header, the line before which to plant, the planted text, and the name that must be refused.
PLANTS = [
    (
        C_HEADER,
        "/** Sets how many threads",
        "UFSECP_API void ufsecp_planted(void);\n",
        "ufsecp_planted",
    ),
    (
        C_HEADER,
        "/** Sets how many threads",
        "/** Described. */\nUFSECP_API UFSECP_MUST_USE int ufsecp_planted(void);\n",
        "ufsecp_planted",
    ),
    (
        BATCH_HEADER,
        "/** Schnorr verification",
        "/** Described. */\nUFSECP_API int ufsecp_planted(void);\n",
        "ufsecp_planted",
    ),
    (C_HEADER, "/** Sets how many threads", "#define UFSECP_PLANTED 1\n", "UFSECP_PLANTED"),
    (C_HEADER, "    UFSECP_R_ZERO", "    UFSECP_PLANTED = -99,\n", "UFSECP_PLANTED"),
    (C_HEADER, "    uint32_t k; ", "    uint64_t planted;\n", "planted"),
    (
        C_HEADER,
        "/** A payment found in an index",
        "typedef struct ufsecp_planted {\n    /** one */\n    int one;\n} ufsecp_planted;\n",
        "ufsecp_planted",
    ),
    (CPP_HEADER, "    /** Whether two scalars", "    Scalar planted() const;\n", "planted"),
    (CPP_HEADER, "/** Splits a public scalar", "class UFSECP_API Planted {};\n", "Planted"),
    (PROTOCOLS_HEADER, "    /** The public nonce, for", "    int planted() const;\n", "planted"),
    (PROTOCOLS_HEADER, "/** What the last signer", "struct Planted {};\n", "Planted"),
    (
        CPP_HEADER,
        "/** 1/a, and 0 for 0. */",
        "UFSECP_API Scalar planted(const Scalar &a);\n",
        "planted",
    ),
]


def self_test():
    missed = 0
    for header, before, text, name in PLANTS:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copytree(ROOT / "include", Path(folder, "include"))
            Path(folder, "cmake").mkdir()
            shutil.copy(ROOT / "cmake/Doxyfile", Path(folder, "cmake"))
            source = Path(folder, header)
            good = source.read_text()
            at = good.index("\n" + before) + 1
            source.write_text(good[:at] + text + good[at:])
            wrong, _ = check(folder)
        if not any(re.search(rf"\b{name}\b", line) for line in wrong):
            missed += 1
            print(f"self-test: {name} in {header} was not refused: {text.strip()!r}")
    print(f"self-test: {len(PLANTS) - missed} of {len(PLANTS)} planted names refused")
    return missed


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--html", metavar="FOLDER")
    parser.add_argument("--self-test", action="store_true")
    options = parser.parse_args()
    if not shutil.which("doxygen"):
        print("skipped: doxygen is not installed; tools/setup.sh installs it", file=sys.stderr)
        return 77
    if options.self_test:
        return 1 if self_test() else 0
    wrong, count = check(ROOT, options.html and str(Path(options.html).resolve()))
    for line in wrong:
        print(line, file=sys.stderr)
    if not wrong:
        print(
            f"all {count} names of the C headers and all of the C++ headers are described"
            + (f": {options.html}/html/index.html" if options.html else "")
        )
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
