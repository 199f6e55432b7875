#!/usr/bin/env python3
"""The counter of instructions (tools/count_instructions.py) counts what a program is known to run,
tells traces apart, and says what it cannot do.

python3 test/count_test.py        exit status 77: no emulator that takes plugins, or no compiler
"""

import os
import platform
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tools"))
import count_instructions  # noqa: E402
import count_table  # noqa: E402

EMULATOR = f"qemu-{platform.machine()}"
# Marks around 0, 1,000 and 3,000 times `nop`, and around reads of places 0, 64 and 0 of a table.
PROGRAM = r"""
#include <stdint.h>
#include <sys/mman.h>
static volatile uint8_t *marks;
static volatile uint8_t table[128];
#define NOPS(name, n) \
    __attribute__((noinline)) void name(void) { __asm__ volatile(".rept " #n "\nnop\n.endr"); }
NOPS(no_nops, 0)
NOPS(some_nops, 1000)
NOPS(many_nops, 3000)
static void (*const volatile runs[])(void) = {no_nops, some_nops, many_nops};
__attribute__((noinline)) static void count(int i, uint8_t result) {
    marks[0] = 1;
    runs[i]();
    marks[64 + result] = 1;
}
__attribute__((noinline)) static void look(volatile int at) {
    marks[0] = 1;
    (void)table[at];
    marks[64] = 1;
}
int main(void) {
    void *const page = (void *)((uintptr_t)0x31000000 << (sizeof(void *) > 4 ? 8 : 0));
    const int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED;
    marks = mmap(page, 4096, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (marks != page) return 1;
    for (int i = 0; i < 3; i++) count(i, i == 2);
    look(0), look(64), look(0);
    return 0;
}
"""


class Counts(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        source, cls.program = Path(cls.folder.name, "nops.c"), Path(cls.folder.name, "nops")
        source.write_text(PROGRAM)
        subprocess.run(
            [count_instructions.compiler(), "-O1", "-static", source, "-o", cls.program], check=True
        )
        cls.plugin = str(Path(cls.folder.name, "plugin.so"))
        try:
            count_instructions.make_plugin([EMULATOR], cls.plugin)
        except count_instructions.Bad as error:
            print(f"skipped: {error}")
            os._exit(77)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def lines(self, more):
        plugin = f"{self.plugin},{more}"
        status, _, told = count_instructions.with_plugin([EMULATOR], plugin, [self.program])
        self.assertEqual(status, 0)
        return told

    def test_known_numbers(self):
        lines = self.lines("functions=on")
        none, some, many = [int(line[2]) for line in lines if line[0] == "run"][:3]
        self.assertEqual((some - none, many - none), (1000, 3000))
        self.assertEqual([line[1] for line in lines if line[0] == "run"][:3], ["0", "0", "1"])
        inside = {"no_nops": 0, "many_nops": 0}
        for word, count, name in (line[:3] for line in lines):
            if word == "in" and name in inside:
                inside[name] += int(count)
        self.assertEqual(inside["many_nops"] - inside["no_nops"], 3000)

    def test_traces(self):
        runs = self.lines("trace=on")
        first, second, third = (line[2:] for line in runs[3:])
        self.assertEqual(first[:2], second[:2])  # as many instructions and accesses
        self.assertGreater(int(first[1]), 0)
        self.assertNotEqual(first[2], second[2])  # but another address
        self.assertEqual(first, third)

    def test_table(self):
        data = {"title": "T", "columns": ["new", "old"], "counts": {}}
        data["counts"]["ecdh"] = {"new": 1500.4, "old": 3000}
        data["counts"]["field_mul"] = {"new": 96.6}
        data["counts"]["nobody_shows_this"] = {"new": 1, "old": 1}
        self.assertEqual(
            count_table.one_table(data),
            "**T**\n\n|  | new | old | part of old |\n|---|---|---|---|\n"
            "| field: product | 97 |  |  |\n| ECDH | 1,500 | 3,000 | 0.50 |\n",
        )

    def test_what_cannot_be_done(self):
        tool = ROOT / "tools/count_instructions.py"
        text = Path(self.folder.name, "text")
        text.write_text("no program")
        for arguments, why in (
            ([text, "field_mul"], "is no ELF file"),
            ([self.program.with_name("absent"), "field_mul"], "No such file"),
            (["--emulator", "qemu-none", self.program, "field_mul"], "there is no qemu-none"),
            (["--emulator", EMULATOR, "/bin/false", "field_mul"], "ended with exit code"),
        ):
            with self.subTest(why=why):
                done = subprocess.run(
                    [sys.executable, tool, *arguments], capture_output=True, text=True
                )
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertIn(why, done.stderr)
                self.assertEqual(done.stderr.count("\n"), 1)


if __name__ == "__main__":
    if not shutil.which(EMULATOR):
        print(f"skipped: there is no {EMULATOR}")
        sys.exit(77)
    unittest.main()
