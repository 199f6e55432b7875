#!/usr/bin/env python3
"""Builds the images of embedded/ and runs them in emulators: the self-test, the leaves in assembly
against C, what each call leaves on the stack; and holds flash, RAM, stack and instructions below
their limits.

Usage: tools/embedded_tests.py [-j JOBS] [BOARD ...]   the last line is the total
       tools/embedded_tests.py --weekly                all boards, and Xtensa
       tools/embedded_tests.py --record [BOARD ...]    writes the counts into bench/counts/ and the
                                                       tables of embedded/README.md
       tools/embedded_tests.py --check                 only whether those tables are of those counts

Instructions are those that the emulator ran (tools/count_plugin.c), the same in every run. They are
no times: nothing here was measured on a board.
"""

import argparse
import json
import os
import re
import shlex
import shutil
import struct
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

import count_instructions
from run_tests import outcome

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python"))
import model  # noqa: E402

BUILD = ROOT / "build/embedded"
README = ROOT / "embedded/README.md"
CHECKS, CONSTANT_TIME = 62, 8
# The checks of the constant-time layer by the names that other firmware prints.
NAMES = ["scalar_mul==fast", "generator_mul==fast", "k=1", "k=2", "G on curve", "point_eq"]
NAMES += ["field_cmov", "complete_add dbl"]


@dataclass(eq=False)
class Board:
    """An image's board, and the most that it may take: bytes of flash of test/size_probe.c with the
    library, of variables in RAM, of stack in the self-test and in single calls; and the part of
    libsecp256k1's instructions that a call may take."""

    name: str
    title: str
    flash: int
    ram: int
    stack: int
    calls: dict
    ratios: dict = field(default_factory=dict)
    options: tuple = ()
    board: str = ""
    emulator: str = "qemu-system-arm"
    weekly: bool = False

    @property
    def record(self):
        name = re.sub(r" \(.*|[^\w ]", "", self.title.lower().replace("-", "_")).replace("_", "-")
        return ROOT / f"bench/counts/{name.replace(' ', '-')}-clang.json"


CALLS = {"pubkey_create": 2048, "ecdsa_sign": 2048, "schnorr_sign": 2048, "ecdh": 5760}
CALLS |= {"ecdsa_verify": 4608, "schnorr_verify": 4608}
BOARDS = [
    Board(
        "stm32f103",
        "Cortex-M3",
        flash=31 * 1024,
        ram=64,
        stack=9216,
        calls=CALLS,
        ratios={
            "pubkey_create": 0.7,
            "ecdsa_sign": 0.75,
            "ecdsa_verify": 0.8,
            "schnorr_sign": 0.75,
        },
    ),
    Board(
        "stm32f103-ct",
        "Cortex-M3 with constant-time products",
        flash=31 * 1024,
        ram=64,
        stack=9728,
        calls=CALLS,
        options=("-DSECP256K1_CT_MULTIPLY=ON",),
        board="stm32f103",
        weekly=True,
    ),
    Board(
        "stm32f405",
        "Cortex-M4",
        flash=31 * 1024,
        ram=64,
        stack=9216,
        calls=CALLS,
        ratios={"pubkey_create": 0.55, "ecdsa_sign": 0.6, "ecdsa_verify": 0.6},
    ),
    Board(
        "esp32c3",
        "RV32IMC (ESP32-C3)",
        flash=50 * 1024,
        ram=64,
        stack=11264,
        calls={"pubkey_create": 3328, "ecdsa_sign": 3328, "ecdh": 7808},
        emulator="qemu-system-riscv32",
        weekly=True,
    ),
]
NOT_COUNTED = "nothing"
# The images generate_* with a source of random bytes.
GENERATORS = {"generate_idf_rf", "generate_idf_adc"}
GENERATORS |= {"generate_zephyr_csprng", "generate_zephyr_esp32_rf"}


class Failed(Exception):
    """What failed, and the end of what it printed."""


class Total:
    """Counts, and says what fails."""

    passed = failed = skipped = 0

    def check(self, what, good):
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print(f"FAILED  {what}", flush=True)


def tool(name):
    """A program of LLVM, by its name with a version or without."""
    found = next((p for p in (f"{name}-22", f"{name}-23", name) if shutil.which(p)), None)
    if not found:
        raise Failed(f"{name} is not installed: tools/setup.sh all")
    return found


def run(what, command, environment=None):
    status, printed = outcome([str(word) for word in command], environment)
    if status:
        end = "\n".join(printed.splitlines()[-40:])
        raise Failed(f"{end}\n{what} failed with exit code {status}: {shlex.join(command)}")
    return printed


class Image:
    """An ELF file of 32 bits, little-endian: its sizes and symbols."""

    def __init__(self, path):
        data = path.read_bytes()
        if data[:6] != b"\x7fELF\x01\x01":
            raise Failed(f"{path} is no ELF file of 32 bits")
        (offset,), (size, count) = (
            struct.unpack_from("<I", data, 32),
            struct.unpack_from("<HH", data, 46),
        )
        sections = [struct.unpack_from("<10I", data, offset + i * size) for i in range(count)]
        self.flash = self.ram = 0
        self.symbols = {}
        for _, kind, flags, _, start, length, link, *_ in sections:
            if flags & 2:
                self.flash += length if kind != 8 else 0
                self.ram += length if flags & 1 else 0
            if kind == 2:
                names = sections[link][4]
                for at in range(start, start + length, 16):
                    name, value = struct.unpack_from("<II", data, at)
                    end = data.index(b"\0", names + name)
                    self.symbols[data[names + name : end].decode()] = value


def emulator_of(folder):
    return (folder / "emulator").read_text().split()


def count(folder, image, plugin, functions=False):
    """{operation: (instructions, stack, result, {function: instructions})} of an image."""
    path = folder / f"{image}.elf"
    *emulator, kernel = emulator_of(folder)
    arguments = f"{plugin},marks={Image(path).symbols['marks']:x}"
    arguments += ",functions=on" if functions else ""
    status, printed, told = count_instructions.with_plugin(emulator, arguments, [kernel, path])
    lines = [line.split() for line in printed.splitlines() if len(line.split()) == 3]
    runs = count_instructions.runs_of(told)[-len(lines) :]  # clearing the variables is one, too
    if status or len(runs) != len(lines) or not lines:
        raise Failed(f"{printed}\n{path} ended with exit code {status}")
    none = runs[0][0]
    return {
        name: (ran - none, int(stack), result, inside)
        for (name, stack, result), (ran, inside) in zip(lines, runs)
        if name != NOT_COUNTED
    }


def counts(board, folder, total, functions=()):
    """Counts this library and, where it is there, libsecp256k1: what --record writes."""
    with tempfile.TemporaryDirectory() as work:
        plugin = os.path.join(work, "count_plugin.so")
        *emulator, kernel = emulator_of(folder)
        command = [kernel, folder / "operations.elf"]
        count_instructions.make_plugin(emulator, plugin, command)
        ours = count(folder, "operations", plugin, bool(functions))
        peer = {}
        if (folder / "operations_peer.elf").exists():
            peer = count(folder, "operations_peer", plugin, bool(functions))
        else:
            print(f"{board.name}: SKIPPED, libsecp256k1 is not there: tools/fetch_peer.sh")
            total.skipped += 1
    for name, (instructions, stack, result, inside) in ours.items():
        ratio = f" {instructions / peer[name][0]:.3f}" if name in peer else ""
        beside = f" {peer[name][0]:>12,}{ratio}, stack {stack} {peer[name][1]}" if peer else ""
        print(f"    {name:16}{instructions:>12,}{beside}")
        if name in functions:
            for f, n in sorted(inside.items(), key=lambda item: -item[1])[:24]:
                print(f"        {n:>10,} {f}")
        if name in board.calls:
            most = board.calls[name]
            total.check(f"{name}: {stack} bytes of stack, at most {most}", stack <= most)
        if name in peer:
            total.check(f"{name}: the result of libsecp256k1", result == peer[name][2])
        if name in peer and name in board.ratios:
            part = instructions / peer[name][0]
            total.check(
                f"{name}: {part:.3f} of libsecp256k1's instructions, at most {board.ratios[name]}",
                part <= board.ratios[name],
            )
    columns = {"word32": ours, **({"libsecp256k1": peer} if peer else {})}
    images = {"word32": "operations", "libsecp256k1": "operations_peer"}
    return {
        "columns": [*columns],
        "counts": {n: {c: columns[c][n][0] for c in columns} for n in ours},
        "stack": {n: {c: columns[c][n][1] for c in columns} for n in ours},
        "flash": {c: Image(folder / f"{images[c]}.elf").flash for c in columns},
    }


def configure(board, folder, *options):
    command = ["cmake", "-S", "embedded", "-B", str(folder), "-G", "Ninja"]
    command += [f"-DCMAKE_TOOLCHAIN_FILE={ROOT}/embedded/clang.cmake"]
    return [*command, f"-DUF_BOARD={board.board or board.name}", *board.options, *options]


def long_products(path):
    """How many instructions of the library are long multiplications of ARM."""
    printed = run("llvm-objdump", [tool("llvm-objdump"), "-d", path])
    return len(re.findall(r"\t(?:umull|umlal|umaal|smull|smlal)\b", printed))


def constant_time(board, folder, total, configured):
    """Where products may take time by their operands, who configures hears it; with the option for
    signers no such instruction is left."""
    products = long_products(folder / "ufsecp/libufsecp.a")
    warned = "NOT constant time" in " ".join(configured.split())
    wanted = {"stm32f103": (True, True), "stm32f103-ct": (False, False), "stm32f405": (True, False)}
    seen = (products > 0, warned)
    told = "" if warned else f"\n{configured}"
    total.check(
        f"long products, warning: {seen}{told}", seen == wanted.get(board.name, (False, False))
    )
    if board.name == "stm32f103":
        # Whatever the processor is called, and without the assembly.
        named = BUILD / "cortex-m3.cmake"
        named.write_text(
            f'include("{ROOT}/embedded/clang.cmake")\nset(CMAKE_SYSTEM_PROCESSOR cortex-m3)\n'
        )
        named = f"-DCMAKE_TOOLCHAIN_FILE={named}"
        for option in ("-DSECP256K1_CORTEX_M_ASM=OFF", named):
            printed = run("configure", configure(board, BUILD / "warned", option, "--fresh"))
            warned = "NOT constant time" in " ".join(printed.split())
            total.check(f"{option}: no warning on a Cortex-M3\n{printed}", warned)
        command = configure(board, BUILD / "warned", named, "--fresh")
        printed = run("configure", [*command, "-DSECP256K1_CT_MULTIPLY=ON"])
        total.check(f"warned with SECP256K1_CT_MULTIPLY\n{printed}", "NOT constant" not in printed)
    if board.name == "stm32f405":
        refused = configure(board, BUILD / "refused", "-DSECP256K1_CT_MULTIPLY=ON")
        status, printed = outcome(refused)
        right = status and "SECP256K1_CT_MULTIPLY is for the Cortex-M3" in printed
        total.check(f"SECP256K1_CT_MULTIPLY is refused on a Cortex-M4: {printed}", right)


def arduino(folder, printed, total):
    """What the sketch for Arduino printed, by python/model.py; the library's folder; and that the
    library warns on a Cortex-M3."""
    shown = dict(re.findall(r"^(public key|hash|signature) ([0-9A-F]+)$", printed, re.M))
    if len(shown) != 3:
        raise Failed(f"{printed}\nthe sketch does not print a key, a hash and a signature")
    point, hash32, sig = (bytes.fromhex(shown[n]) for n in ("public key", "hash", "signature"))
    r, s = model.i32(sig[:32]), model.i32(sig[32:])
    total.check("sketch: the hash", hash32 == model.sha256(b"a message"))
    good = model.ecdsa_verify(model.parse_point(point), hash32, r, s, low_s=True)
    total.check(f"sketch: the model takes its signature\n{printed}", good)
    verdicts = "\nthe signature is valid\nanother hash is refused\n"
    total.check(f"sketch: its verdicts\n{printed}", printed.endswith(verdicts))

    library = folder / "arduino"
    version = re.search(r'UFSECP_VERSION "(.*)"', (library / "src/ufsecp.h").read_text())[1]
    lines = (library / "library.properties").read_text().splitlines()
    properties = dict(line.split("=", 1) for line in lines)
    wanted = "name version author maintainer sentence paragraph category url architectures includes"
    given = sorted(name for name, value in properties.items() if value)
    total.check(f"library.properties has {given}", given == sorted(wanted.split()))
    total.check("library.properties: the version", properties["version"] == version)
    files = {str(f.relative_to(library)) for f in library.rglob("*") if f.is_file()}
    wanted = {"LICENSE", "library.properties", "src/ufsecp.h", "src/ufsecp.cpp"}
    wanted |= {"examples/SignVerify/SignVerify.ino"}
    total.check(f"the library for Arduino has {files}", files == wanted)

    source = str(library / "src/ufsecp.cpp")
    entries = json.loads((folder / "compile_commands.json").read_text())
    command = next(e["command"] for e in entries if e["file"] == source)
    command = re.sub(r" -o \S+ -c ", " -E -o /dev/null ", command)
    m3 = command.replace("thumbv7em", "thumbv7m").replace("cortex-m4", "cortex-m3")
    warned = ["NOT constant time" in run(source, shlex.split(c)) for c in (m3, command)]
    total.check(f"warned on a Cortex-M3, a Cortex-M4: {warned}", warned == [True, False])


def test(board, jobs, total, functions=()):
    folder = BUILD / board.name
    shutil.rmtree(folder, ignore_errors=True)
    configured = run("configure", configure(board, folder))
    run("build", ["cmake", "--build", str(folder), "-j", jobs])
    size, variables = Image(folder / "size.elf"), Image(folder / "selftest.elf").ram
    total.check(f"flash: {size.flash:,} bytes, at most {board.flash:,}", size.flash <= board.flash)
    total.check(f"RAM: {variables} bytes of variables, at most {board.ram}", variables <= board.ram)

    constant_time(board, folder, total, configured)

    def image(name):
        return run(name, [*emulator_of(folder), str(folder / f"{name}.elf")])

    image("size")
    printed = image("selftest")
    lines = printed.splitlines()
    good = sum(line.startswith("ok ") for line in lines)
    wanted = f"{CHECKS} checks, {CONSTANT_TIME} of them of the constant-time layer, 0 failed"
    total.passed += good
    total.check(f"the self-test has {CHECKS} checks", good == CHECKS and wanted in lines)
    missing = [name for name in NAMES if f"ok      ct {name}" not in lines]
    total.check(f"the constant-time checks, but not {missing}", not missing)
    stack = int(re.search(r"^stack: (\d+) of \d+ bytes", printed, re.M)[1])
    total.check(f"self-test: {stack} bytes of stack, at most {board.stack}", stack <= board.stack)
    if (folder / "idf_selftest.elf").exists():
        total.check("the component of ESP-IDF", f"\n{wanted}\n" in image("idf_selftest"))
    sample = image("zephyr_sample")
    wanted = f"\n{CHECKS} checks, 0 failed\nthe signature is valid\n"
    total.check(f"the module of Zephyr:\n{sample}", sample.endswith(wanted))
    files = sorted(folder.glob("generate_*.elf"))
    total.check("images with sources of random bytes", len(files) >= 7)
    for file in files:
        made = image(file.stem) == "a key\n"
        total.check(f"{file.stem}: a key is {made}", made == (file.stem in GENERATORS))
    if (folder / "sketch.elf").exists():
        arduino(folder, image("sketch"), total)
    calls = {"-Oz": image("probe"), "package, -Os": image("module_probe")}
    for name, printed in calls.items():
        total.check(f"what calls leave on the stack:\n{printed}", printed.endswith(" 0 wrong\n"))
        found = re.findall(r"^stack (\w+) +(\d+) bytes$", printed, re.M)
        calls[name] = {call: int(size) for call, size in found if int(size) > 4096}
    called_all(folder, total)
    leaves = ""
    if (folder / "leaves.elf").exists():
        leaves = f"; {image('leaves').strip()}"
        total.check(f"leaves: {leaves}", leaves.endswith(", 0 wrong"))
    print(
        f"{board.name}: {good} checks; flash {size.flash:,}, variables {variables}, stack {stack} "
        f"bytes{leaves}",
        flush=True,
    )
    counted = counts(board, folder, total, functions)
    counted |= {"size": size.flash, "ram": variables, "selftest_stack": stack, "calls": calls}
    return {"compiler": run("clang", [tool("clang"), "--version"]).splitlines()[0]} | counted


def called_all(folder, total):
    """Whether test/stack_probe.c calls every function that the headers declare and the library
    has."""
    declared, called = (
        set(re.findall(r"\b(ufsecp_[a-z0-9_]+)\(", "".join(f.read_text() for f in files)))
        for files in (ROOT.glob("include/ufsecp/*.h"), [ROOT / "test/stack_probe.c"])
    )
    there = run("llvm-nm", [tool("llvm-nm"), "--defined-only", folder / "ufsecp/libufsecp.a"])
    wanted = declared & set(re.findall(r" T (\w+)$", there, re.M))
    missing = sorted(wanted - called)
    total.check(
        f"{len(wanted)} functions, not called: {missing}", len(wanted) > 100 and not missing
    )


def compare(board, data, total):
    """Whether a fresh count is the recorded one, where the same compiler made both."""
    stored = json.loads(board.record.read_text())
    if stored.get("compiler") != data["compiler"]:
        print(f"{board.name}: not compared with what {stored.get('compiler')} gave")
        return

    def ours(counted):
        """Without libsecp256k1, which need not be there."""
        kept = {key: value for key, value in counted.items() if key not in ("title", "columns")}
        for key in ("counts", "stack"):
            kept[key] = {name: row["word32"] for name, row in counted[key].items()}
        return kept | {"flash": counted["flash"]["word32"]}

    before, now = ours(stored), ours(data)
    wrong = {
        key: (before.get(key), value) for key, value in now.items() if before.get(key) != value
    }
    total.check(f"{board.record.name} and this count differ, --record writes: {wrong}", not wrong)


# ---- Xtensa, which CMake and lld do not know

FEATURES = "windowed density loop mul16 mul32 div32 nsa minmax sext clamps s32c1i threadptr bool"
FEATURES = [*FEATURES.split(), "mac16", "exception"]
XTENSA_LD = "xtensa-lx106-elf-ld"
# Clang's -mcpu=esp32 is refused; its assembler writes literals that are not aligned; without long
# products, which the emulator lacks.
TARGET = ["--target=xtensa", "-nostdlibinc", "-Oz", "-fno-crash-diagnostics"]
TARGET += [word for f in FEATURES for word in ("-Xclang", "-target-feature", "-Xclang", f"+{f}")]


def xtensa_objects(base, folder, target):
    """The sources of a target of the board esp32c3, compiled for Xtensa."""
    libcxx = Path(shutil.which(tool("clang++"))).resolve().parent.parent / "include/c++/v1"
    made = []
    for entry in json.loads((base / "compile_commands.json").read_text()):
        if f"CMakeFiles/{target}.dir/" not in entry["command"]:
            continue
        source = entry["file"]
        kept = (
            r"-D|-I|-std|-fno-(exceptions|rtti|builtin)|-ffreestanding|-f(function|data)-sections"
        )
        options = [w for w in shlex.split(entry["command"]) if re.match(kept, w)]
        compiler = [tool("clang"), *TARGET, *options]
        if source.endswith(".cpp"):
            compiler = [
                tool("clang++"),
                *TARGET,
                *options,
                "-nostdinc++",
                "-fno-threadsafe-statics",
            ]
            compiler += ["-isystem", folder / "libcxx", "-isystem", libcxx]
        text = folder / f"{target}_{Path(source).stem}.s"
        run(
            f"{source} for Xtensa",
            [*compiler, "-isystem", "/usr/include/newlib", "-S", base / source, "-o", text],
        )
        aligned = re.sub(
            r"^\t\.literal_position", "\t.p2align 2\n\\g<0>", text.read_text(), flags=re.M
        )
        text.write_text(aligned)
        assembler = [tool("llvm-mc"), "-triple=xtensa", "-mcpu=esp32", "-filetype=obj"]
        made.append(text.with_suffix(".o"))
        run(f"{text} for Xtensa", [*assembler, text, "-o", made[-1]])
    return made


def xtensa(total):
    """The self-test as code for the ESP32's processor, in the emulator of Linux's programs."""
    base, folder = BUILD / "esp32c3", BUILD / "xtensa"
    (folder / "libcxx").mkdir(parents=True, exist_ok=True)
    site = (base / "libcxx/__config_site").read_text()
    site = site.replace("HAS_WIDE_CHARACTERS 1", "HAS_WIDE_CHARACTERS 0")
    (folder / "libcxx/__config_site").write_text(site)
    script = (base / "image.ld").read_text()
    for pattern, text in (
        (r"(FLASH \(rx\) : ORIGIN = )\w+", r"\g<1>0x00100000"),
        (r"(RAM \(rw\) : ORIGIN = )\w+", r"\g<1>0x00200000"),
        (r"> RAM AT > FLASH", "> RAM"),  # a program's variables are loaded
        (r"KEEP\(\*\(\.vectors\)\)", "*(.literal .literal.*)"),
        (r"stack_top = .*", ".stack (NOLOAD) : { . += 64K; } > RAM\n    stack_top = .;"),
    ):
        script = re.sub(pattern, text, script)
    (folder / "image.ld").write_text(script)
    objects = [
        o for t in ("selftest", "ufsecp_objects", "board") for o in xtensa_objects(base, folder, t)
    ]
    program = folder / "selftest.elf"
    linker = [XTENSA_LD, "-z", "noexecstack", "--gc-sections", "-T", folder / "image.ld"]
    run("linking for Xtensa", [*linker, *objects, "-o", program])
    emulator = shutil.which("qemu-xtensa") or shutil.which("qemu-xtensa-static")
    printed = run("the self-test on Xtensa", [emulator, "-cpu", "dc233c", program])
    good = sum(line.startswith("ok ") for line in printed.splitlines())
    wanted = f"{CHECKS} checks, {CONSTANT_TIME} of them of the constant-time layer, 0 failed"
    total.passed += good
    total.check(f"Xtensa: {CHECKS} checks\n{printed}", good == CHECKS and wanted in printed)
    stack = re.search(r"^stack: (\d+) of", printed, re.M)[1]
    print(f"xtensa: {good} checks; stack {stack} bytes", flush=True)


# ---- The tables of embedded/README.md

SHOWN = {
    "field_mul": "field: product",
    "field_sqr": "field: square",
    "field_inv": "field: inverse",
    "pubkey_create": "k\\*G (key creation)",
    "mul_point": "k\\*P",
    "ecdh": "ECDH",
    "ecdsa_sign": "ECDSA signature",
    "schnorr_sign": "Schnorr signature",
    "ecdsa_verify": "ECDSA verification",
    "schnorr_verify": "Schnorr verification",
}
BEGIN, END = "<!-- written by tools/embedded_tests.py --record -->\n", "<!-- end -->"
STACK_BEGIN = "<!-- stack, written by tools/embedded_tests.py --record -->\n"


def table(board, data):
    """A board's instructions, stack and flash, beside those of libsecp256k1."""
    lines = [
        f"**{board.title}**",
        "",
        "| | instructions | libsecp256k1 | part | stack, bytes | libsecp256k1 | time |",
        "|---|---|---|---|---|---|---|",
    ]
    for name, title in SHOWN.items():
        (ours, peer), stack = data["counts"][name].values(), data["stack"][name].values()
        cells = [title, f"{ours:,}", f"{peer:,}", f"{ours / peer:.2f}", *(f"{n:,}" for n in stack)]
        lines.append(f"| {' | '.join(cells)} | not measured |")
    ours, peer = data["flash"].values()
    lines.append(f"| flash of these calls, bytes | {ours:,} | {peer:,} | {ours / peer:.2f} | | | |")
    lines.append("")
    lines.append(
        f"Flash of `test/size_probe.c` with the library: {data['size']:,} bytes; variables: "
        f"{data['ram']} bytes; stack of the self-test: {data['selftest_stack']:,} bytes."
    )
    return "\n".join(lines) + "\n"


def recorded():
    """(board, what was recorded) of all boards."""
    return [(b, json.loads(b.record.read_text())) for b in BOARDS if b.record.exists()]


def tables():
    """All tables, from what was recorded."""
    return "\n".join(table(board, data) for board, data in recorded())


def stack_table():
    """The calls that take more than 4 KB of stack, by board and by how the library was compiled."""
    columns = {
        f"{board.title.split(' (')[0]}, {how}": calls
        for board, data in recorded()
        if board.name in ("stm32f103", "esp32c3")
        for how, calls in data.get("calls", {}).items()
    }
    if not columns:
        return ""
    lines = [f"| call | {' | '.join(columns)} |", "|---|" + "---|" * len(columns)]
    largest = {}
    for calls in columns.values():
        for name, size in calls.items():
            largest[name] = max(size, largest.get(name, 0))
    for name in sorted(largest, key=lambda name: (-largest[name], name)):
        cells = [f"{calls[name]:,}" if name in calls else "" for calls in columns.values()]
        lines.append(f"| `{name}` | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n"


def write(board, data):
    """What was counted, into bench/counts/ and the README."""
    title = f"{board.title}, profile tiny, clang 22 -Oz, emulated"
    board.record.write_text(json.dumps({"title": title, **data}, indent=1) + "\n")
    for begin, made in ((BEGIN, tables()), (STACK_BEGIN, stack_table())):
        before, rest = README.read_text().split(begin)
        README.write_text(before + begin + made + END + rest.split(END, 1)[1])


def lacks(board):
    """What is not installed."""
    for needed, there in (
        ("clang", any(shutil.which(f"clang++{suffix}") for suffix in ("-22", "-23", ""))),
        (board.emulator, shutil.which(board.emulator)),
        ("llvm-objdump", any(shutil.which(f"llvm-objdump{s}") for s in ("-22", "-23", ""))),
        ("newlib's headers (libnewlib-dev)", os.path.exists("/usr/include/newlib/string.h")),
    ):
        if not there:
            return needed
    return None


def emulate(options, total):
    """Tests the boards that are asked for."""
    for board in BOARDS:
        if options.boards and board.name not in options.boards:
            continue
        if board.weekly and not (options.weekly or options.boards):
            continue
        if lack := lacks(board):
            print(f"{board.name}: SKIPPED, {lack} is not installed: tools/setup.sh all")
            total.skipped += 1
            continue
        try:
            data = test(board, options.jobs, total, options.functions)
            if options.record and len(data["columns"]) == 2:
                write(board, data)
            elif not options.record:
                compare(board, data, total)
        except (Failed, count_instructions.Bad) as error:
            total.check(f"{board.name}: {error}", False)
    if options.weekly or "esp32c3" in options.boards:
        if lack := next((t for t in (XTENSA_LD, "qemu-xtensa") if not shutil.which(t)), None):
            print(f"xtensa: SKIPPED, {lack} is not installed: tools/setup.sh weekly")
            total.skipped += 1
        else:
            try:
                xtensa(total)
            except Failed as error:
                total.check(f"xtensa: {error}", False)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("-j", dest="jobs", default=str(os.cpu_count()), help="jobs at a time")
    parser.add_argument("--weekly", action="store_true", help="all boards")
    parser.add_argument("--record", action="store_true", help="write bench/counts/ and the tables")
    parser.add_argument("--check", action="store_true", help="the tables alone; emulates nothing")
    parser.add_argument("--functions", action="append", default=[], metavar="OPERATION")
    parser.add_argument("boards", nargs="*", metavar="BOARD")
    options = parser.parse_args()
    names = [board.name for board in BOARDS]
    for name in options.boards:
        if name not in names:
            parser.error(f"unknown board {name}; there are: {' '.join(names)}")
    total = Total()
    if not options.check:
        emulate(options, total)
    text = README.read_text()
    same = BEGIN + tables() + END in text and STACK_BEGIN + stack_table() + END in text
    total.check("the tables of embedded/README.md are those of bench/counts/", same)
    print(f"{total.passed} passed, {total.failed} failed, {total.skipped} skipped")
    return int(total.failed != 0)


if __name__ == "__main__":
    sys.exit(main())
