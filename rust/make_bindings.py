#!/usr/bin/env python3
"""Writes rust/ufsecp-sys/src/bindings.rs, the declarations of the C interface in Rust, from the
public headers.

Usage: rust/make_bindings.py            writes the file
       rust/make_bindings.py --check    exit code 1: the file is not what this writes
"""

import re
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "rust/ufsecp-sys/src/bindings.rs"
HEADERS = sorted(file.stem for file in (ROOT / "include/ufsecp").glob("*.h"))
SCALARS = {
    "void": "c_void",
    "char": "c_char",
    "int": "c_int",
    "unsigned": "c_uint",
    "size_t": "usize",
    "uint8_t": "u8",
    "uint32_t": "u32",
    "int64_t": "i64",
    "uint64_t": "u64",
}
KEYWORDS = {"type", "ref", "match", "fn", "in", "as", "where", "move", "box"}
# Objects that hold secrets are moved by the program alone.
SECRET = {"ufsecp_keypair", "ufsecp_musig_secnonce", "ufsecp_frost_secnonce"}
SECRET |= {"ufsecp_silent_found", "ufsecp_silent_match"}


class Unknown(Exception):
    """A declaration of a kind that this does not know."""


def rust_name(name):
    return f"r#{name}" if name in KEYWORDS else name


def rust_type(words, stars):
    """The type of a C type: its words without stars, and how many stars follow."""
    const = "const" in words
    words = [word for word in words if word not in ("const", "struct", "enum")]
    if len(words) != 1:
        raise Unknown(" ".join(words))
    name = SCALARS.get(words[0], words[0])
    if not stars:
        return name
    return "*mut " * (stars - 1) + ("*const " if const else "*mut ") + name


def variable(text, field=False):
    """(name, type) of a parameter or a field. An array that is a parameter is a pointer."""
    match = re.fullmatch(r"\s*((?:\w+\s+)*\w+)\s*(\**)\s*(?<=[\s*])(\w+)\s*((?:\[\d+\])?)\s*", text)
    if not match:
        raise Unknown(text)
    words, stars, name, array = match.groups()
    if array and field:
        return rust_name(name), f"[{rust_type(words.split(), len(stars))}; {array[1:-1]}]"
    return rust_name(name), rust_type(words.split(), len(stars) + bool(array))


def parameters(text):
    text = " ".join(text.split())
    return [] if text == "void" else [variable(part) for part in text.split(",")]


def result(words):
    stars = words.count("*")
    words = words.replace("*", " ").split()
    return "" if words == ["void"] and not stars else f" -> {rust_type(words, stars)}"


def document(comment, indent=""):
    """Lines `///` of a comment of Doxygen's."""
    text = re.sub(r"\n[ \t]*\*[ ]?", "\n", comment.strip()).strip()
    text = re.sub(r"([\[\]<>|])", r"\\\1", text)
    text = re.sub(r"\s*@param (\w+)", r"\n\n- `\1`:", text)
    text = re.sub(r"\s*@return ", r"\n\nReturns ", text)
    text = re.sub(r"#(UFSECP_\w+|ufsecp_\w+)", r"[`\1`]", text)
    text = re.sub(r"@ref (\w+)", r"`\1`", text)
    lines = []
    for paragraph in re.split(r"\n\s*\n", text):
        begin = "  " if paragraph.startswith("- ") else ""
        words = " ".join(paragraph.split())
        if lines and not (begin and lines[-1].startswith(("- ", "  "))):
            lines.append("")
        wrapped = textwrap.wrap(
            words,
            96 - len(indent),
            subsequent_indent=begin,
            break_long_words=False,
            break_on_hyphens=False,
        )
        lines += wrapped
    return [f"{indent}/// {line}".rstrip() for line in lines]


def fields(body):
    """Declarations and comments of a struct's fields or of an enum's values."""
    return re.findall(r"\s*([^;,/]+?)\s*[;,]?\s*/\*\*<(.*?)\*/", body, re.S)


def enum(name, body, lines):
    lines += [f"pub type {name} = c_int;"]
    for declaration, comment in fields(body):
        value, number = re.fullmatch(r"(\w+) = (-?\d+)", declaration).groups()
        lines += [*document(comment), f"pub const {value}: {name} = {number};"]


def struct(name, body, lines):
    derive = "" if name in SECRET else "#[derive(Clone, Copy)]\n"
    lines += [f"{derive}#[repr(C)]", f"pub struct {name} {{"]
    for declaration, comment in fields(body):
        field, kind = variable(declaration, field=True)
        lines += [*document(comment, "    "), f"    pub {field}: {kind},"]
    lines += ["}"]


DECLARATION = re.compile(
    r"/\*\*(?!<)(?P<comment>(?:(?!\*/).)*)\*/\s*"
    r"(?:typedef enum (?P<enum>\w+) \{(?P<values>.*?)\} \w+;"
    r"|typedef struct (?P<struct>\w+) \{(?P<fields>.*?)\} \w+;"
    r"|typedef struct (?P<opaque>\w+) \w+;"
    r"|typedef int \(\*(?P<callback>\w+)\)\((?P<taken>[^)]*)\);"
    r"|\#define (?P<define>UFSECP_\w+) (?P<value>(?:0x)?[0-9a-f]+)(?P<unsigned>u?)\n"
    r"|UFSECP_API (?:UFSECP_MUST_USE )?(?P<result>[\w\s*]+?)\s?"
    r"(?P<function>ufsecp_\w+)\((?P<arguments>[^)]*)\);)",
    re.S,
)


def bindings():
    """(text, names of functions)"""
    types, functions, names = [], [], []
    for header in HEADERS:
        text = (ROOT / f"include/ufsecp/{header}.h").read_text()
        for found in DECLARATION.finditer(text):
            comment = document(found["comment"])
            if found["function"]:
                names.append(found["function"])
                taken = ", ".join(f"{n}: {t}" for n, t in parameters(found["arguments"]))
                back = result(found["result"])
                functions += [*(f"    {line}" for line in document(found["comment"], ""))]
                functions += [f"    pub fn {found['function']}({taken}){back};"]
                continue
            types += comment
            if found["enum"]:
                enum(found["enum"], found["values"], types)
            elif found["struct"]:
                struct(found["struct"], found["fields"], types)
            elif found["opaque"]:
                types += ["#[repr(C)]", f"pub struct {found['opaque']} {{", "    opaque: [u8; 0],"]
                types += ["    marker: PhantomData<(*mut u8, PhantomPinned)>,", "}"]
            elif found["callback"]:
                taken = ", ".join(f"{n}: {t}" for n, t in parameters(found["taken"]))
                kind = f'Option<unsafe extern "C" fn({taken}) -> c_int>'
                types += [f"pub type {found['callback']} = {kind};"]
            else:
                kind = "c_uint" if found["unsigned"] else "usize"
                types += [f"pub const {found['define']}: {kind} = {found['value']};"]
        declared = set(re.findall(r"^UFSECP_API[^;(]*?(\w+)\(", text, re.M))
        if left := declared - set(names):
            raise Unknown(f"{header}.h: {sorted(left)}")
    first = (ROOT / "include/ufsecp/ufsecp.h").read_text()
    version = re.search(r'#define UFSECP_VERSION "([0-9.]+)"', first)
    text = f"""// Generated by rust/make_bindings.py from include/ufsecp: change those, and run it.

use core::ffi::{{c_char, c_int, c_uint, c_void}};
use core::marker::{{PhantomData, PhantomPinned}};

/// The version of the headers, as `ufsecp_version()` gives that of the library.
pub const UFSECP_VERSION: &str = "{version[1]}";
"""
    text += "\n".join(types) + '\n\nunsafe extern "C" {\n' + "\n".join(functions) + "\n}\n"
    text += "\n/// Name and address of each function.\n#[doc(hidden)]\n"
    text += f"pub const FUNCTIONS: [(&str, *const ()); {len(names)}] = [\n"
    text += "".join(f'    ("{name}", {name} as *const ()),\n' for name in names) + "];\n"
    return text


def main():
    text = bindings()
    if sys.argv[1:] == ["--check"]:
        if not OUT.exists() or OUT.read_text() != text:
            print(f"{OUT.relative_to(ROOT)}:1: stale: run rust/make_bindings.py")
            sys.exit(1)
        print(f"{text.count('pub fn ')} functions are as the headers declare them")
    elif sys.argv[1:]:
        sys.exit(__doc__)
    else:
        OUT.write_text(text)


if __name__ == "__main__":
    main()
