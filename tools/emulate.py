#!/usr/bin/env python3
"""Runs Linux programs on an emulated x86-64 processor, such as one with instructions that this one
lacks.

What a program prints comes out as it is printed; it reads nothing. Exit code: the program's, or
with -l 0 if all ended with 0; 124 after the time limit; 125 if the emulated machine failed; 77 if
the emulator, which tools/fetch_emulator.sh makes, is not to be had.
"""

import argparse
import os
import re
import shlex
import signal
import stat
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import boot_image

ROOT = Path(__file__).resolve().parent.parent
PARTS = ROOT / "build/emulator"
# The machine's clock counts instructions, 200 million for a second: the system's timer then takes
# little of the time.
CONFIGURATION = """\
display_library: nogui
cpu: model={model}, ips=200000000, reset_on_triple_fault=0, ignore_bad_msrs=1
memory: guest={memory}, host={memory}
romimage: file={work}/rom, address={image.ROM:#x}
vgaromimage: file={work}/no-vga
optramimage1: file={work}/parameters, address={image.PARAMETERS:#x}
optramimage2: file={work}/kernel, address={image.KERNEL:#x}
optramimage3: file={work}/tree, address={tree_at:#x}
pci: enabled=0
com1: enabled=1, mode=file, dev={work}/console
port_e9_hack: enabled=1
clock: sync=none, time0=utc
log: {work}/log
panic: action=fatal
"""


def emulate(model, seconds, files, commands, work, line):
    """Runs the commands (lists of words) in one machine with these files ({path: where they are
    here}); line(text) gets each line that
    comes out. Returns what went wrong, or None."""
    here = os.getcwd()
    script = b"".join(word.encode() + b"\0" for words in commands for word in (here, *words, ""))
    tree = boot_image.archive(
        {folder: (stat.S_IFDIR | 0o755, b"") for folder in ("/proc", "/sys", "/tmp", here)}
        | {"/dev/console": (stat.S_IFCHR | 0o600, b""), "/commands": (stat.S_IFREG | 0o644, script)}
        | {
            path: (stat.S_IFREG | 0o755, Path(source).read_bytes())
            for path, source in files.items()
        }
    )
    memory = 192 + 2 * (len(tree) >> 20)
    tree_at = ((memory << 20) - len(tree)) & -4096
    kernel = (PARTS / "vmlinuz").read_bytes()
    for name, contents in (
        ("rom", boot_image.rom()),
        ("no-vga", bytes(2048)),
        ("tree", tree),
        ("kernel", boot_image.kernel(kernel)),
        ("parameters", boot_image.parameters(kernel, tree_at, len(tree), memory << 20)),
    ):
        (work / name).write_bytes(contents)
    (work / "bochsrc").write_text(
        CONFIGURATION.format(
            model=model, memory=memory, work=work, image=boot_image, tree_at=tree_at
        )
    )
    with subprocess.Popen(
        [PARTS / "bochs", "-q", "-f", work / "bochsrc"],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        cwd=work,
    ) as machine:
        late = threading.Event()
        clock = threading.Timer(seconds, lambda: (late.set(), machine.kill()))
        clock.start()
        started, left, said = False, len(commands), []
        try:
            while left and (text := machine.stdout.readline().decode(errors="replace")):
                if started:
                    left -= text.startswith("@exit ")
                    line(text)
                else:
                    started = text == "@start\n"
                    said.append(text)
        finally:
            clock.cancel()
            machine.kill()
    if not left:
        return None
    if late.is_set():
        return f"not done after {seconds:g} s"
    said += [console.read_text(errors="replace")[-4000:] for console in work.glob("console")]
    return "the machine failed:\n" + "".join(said)


def libraries(program):
    """The shared libraries of a program, its loader among them: none if it is static."""
    said = subprocess.run(
        ["ldd", program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ).stdout
    return re.findall(r"(/\S+) \(0x", said)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "-c",
        dest="model",
        default="sapphire_rapids",
        help="as `build/emulator/bochs --help cpu` calls it (sapphire_rapids)",
    )
    parser.add_argument("-t", dest="seconds", type=float, default=600, help="time limit (600)")
    parser.add_argument(
        "-f",
        dest="files",
        action="append",
        default=[],
        help="a file or folder that it reads, which gets the same path",
    )
    parser.add_argument(
        "-l",
        dest="list",
        help="commands, one a line, for one machine; each ends with a line @exit STATUS "
        "MILLION-INSTRUCTIONS",
    )
    parser.add_argument(
        "command", nargs=argparse.REMAINDER, metavar="[NAME=VALUE ...] PROGRAM ARGUMENTS"
    )
    options = parser.parse_args()
    commands = (
        [shlex.split(row) for row in Path(options.list).read_text().splitlines()]
        if options.list
        else [options.command]
    )
    if not commands or not all(commands) or bool(options.list) == bool(options.command):
        parser.error("one program, or -l and a file of commands")
    if made := subprocess.run([ROOT / "tools/fetch_emulator.sh"], stdout=sys.stderr).returncode:
        sys.exit(77 if made == 77 else 125)

    files = {"/init": PARTS / "init"}
    for words in commands:
        at = next(k for k, word in enumerate(words) if "=" not in word)
        words[at] = os.path.abspath(words[at])
        files |= {path: path for path in (words[at], *libraries(words[at]))}
    for path in map(Path, map(os.path.abspath, options.files)):
        files |= {
            str(file): file
            for file in ([path] if path.is_file() else path.rglob("*"))
            if file.is_file()
        }
    statuses = []

    def line(text):
        if text.startswith("@exit "):
            statuses.append(int(text.split()[1]))
        if options.list or not text.startswith("@exit "):
            print(text, end="", flush=True)

    signal.signal(
        signal.SIGTERM, lambda *_: sys.exit(143)
    )  # through emulate(), which ends the emulator
    with tempfile.TemporaryDirectory() as work:
        wrong = emulate(options.model, options.seconds, files, commands, Path(work), line)
    if wrong:
        print("emulate:", wrong, file=sys.stderr)
        sys.exit(124 if wrong.startswith("not done") else 125)
    sys.exit(any(statuses) if options.list else statuses[0])


if __name__ == "__main__":
    main()
