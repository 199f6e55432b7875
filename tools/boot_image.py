"""A Linux kernel, its command line and its files as pictures of memory, for an x86 processor that
starts with no BIOS, boot loader or disk."""

import stat
import struct
from pathlib import PurePosixPath

KERNEL, PARAMETERS, ROM = 0x100000, 0x10000, 0xFFFF0000  # where they lie in memory
# clearcpuid=580 (FSRM): a BIOS would switch on fast strings, and without them this kernel's memmove
# is wrong for a CPU that says so.
KERNEL_LINE = (
    "console=ttyS0 quiet panic=-1 reboot=t acpi=off pci=off nolapic nokaslr mitigations=off lsm= "
    "tsc=reliable "
    "random.trust_cpu=on clearcpuid=580"
)


def archive(files):
    """A cpio archive (newc) of {path: (mode, contents)}, with their folders."""
    entries = {}
    for path, entry in files.items():
        for folder in list(reversed(PurePosixPath(path).parents))[1:]:
            entries.setdefault(str(folder), (stat.S_IFDIR | 0o755, b""))
        entries[path] = entry
    entries["TRAILER!!!"] = (0, b"")
    out = bytearray()
    for number, (path, (mode, contents)) in enumerate(entries.items(), 1):
        name = path.lstrip("/").encode() + b"\0"
        device = (5, 1) if stat.S_ISCHR(mode) else (0, 0)
        fields = (number, mode, 0, 0, 1, 0, len(contents), 0, 0, *device, len(name), 0)
        out += b"070701" + b"".join(b"%08X" % field for field in fields) + name
        out += bytes(-len(out) % 4) + contents
        out += bytes(-len(out) % 4)
    return bytes(out)


def kernel(image):
    """The part of a bzImage that runs in 32-bit mode."""
    return image[(image[0x1F1] + 1) * 512 :]


def parameters(image, files_at, files_size, memory):
    """The page of parameters of Linux's 32-bit boot protocol, and the kernel's command line behind
    it."""
    page = bytearray(4096)
    page[0x1F1 : 0x202 + image[0x201]] = image[0x1F1 : 0x202 + image[0x201]]  # the setup header
    page[0x210] = 0xFF  # a boot loader of no name
    struct.pack_into("<II", page, 0x218, files_at, files_size)
    struct.pack_into("<I", page, 0x228, PARAMETERS + len(page))
    ranges = [(0, 0x9F000), (KERNEL, memory - KERNEL)]
    page[0x1E8] = len(ranges)
    for i, (start, size) in enumerate(ranges):
        struct.pack_into("<QQI", page, 0x2D0 + 20 * i, start, size, 1)
    return bytes(page) + KERNEL_LINE.encode() + b"\0"


def rom():
    """64 KiB that end at 4 GiB: a table of segments, and code that loads them and jumps to the
    kernel."""
    table, pointer, start, start32 = 0xFF00, 0xFF20, 0xFF30, 0xFF48
    parts = {
        table: struct.pack(
            "<QQQQ", 0, 0, 0x00CF9A000000FFFF, 0x00CF92000000FFFF
        ),  # 0x10: code, 0x18: data, both all of memory
        pointer: struct.pack("<HI", 31, ROM + table),
        start: bytes.fromhex("fa 66 2e 0f 01 16")
        + struct.pack("<H", pointer)  # cli; lgdt cs:[pointer]
        + bytes.fromhex("0f 20 c0 0c 01 0f 22 c0")  # cr0 |= 1
        + bytes.fromhex("66 ea")
        + struct.pack("<IH", ROM + start32, 0x10),  # jmp 0x10:start32
        start32: bytes.fromhex(
            "b8 18 00 00 00 8e d8 8e c0 8e d0 31 ed 31 ff 31 db"
        )  # ds = es = ss = 0x18; ebp = edi = ebx = 0
        + b"\xbe"
        + struct.pack("<I", PARAMETERS)
        + b"\xb8"
        + struct.pack("<I", KERNEL)
        + b"\xff\xe0",  # esi = parameters; jmp kernel
        0xFFF0: b"\xe9"
        + struct.pack("<h", start - 0xFFF3),  # where the processor begins: jmp start
    }
    image = bytearray(0x10000)
    for at, code in parts.items():
        image[at : at + len(code)] = code
    return bytes(image)
