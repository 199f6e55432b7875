# The name of a RISC-V processor for compilers, from made-up /proc/cpuinfo files.
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HART = "processor\t: {0}\nhart\t\t: {0}\nisa\t\t: rv64imafdc\nmmu\t\t: sv39\nuarch\t\t: {1}\n\n"


def name_of(text):
    """What the script prints for a file with this text (bytes); None: there is no file."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "cpuinfo")
        if text is not None:
            file.write_bytes(text if isinstance(text, bytes) else text.encode())
        done = subprocess.run(
            ["cmake", f"-DUF_CPUINFO={file}", "-P", ROOT / "cmake/riscv_cpu.cmake"],
            capture_output=True,
            text=True,
            timeout=60,
        )
    if done.returncode or done.stderr:
        raise AssertionError(done.stderr)
    return done.stdout.rstrip("\n")


def harts(*names):
    return "".join(HART.format(i, name) for i, name in enumerate(names))


class RiscvCpu(unittest.TestCase):
    def test_processors(self):
        for uarch, wanted in {
            "sifive,u74-mc": "sifive-u74",
            "sifive,u54-mc": "sifive-u54",
            "sifive,bullet0": "sifive-u74",
            "sifive,rocket0": "sifive-u54",
            "sifive,p550": "sifive-p550",
            "spacemit,x60": "spacemit-x60",
            "SiFive,U74-MC": "sifive-u74",
        }.items():
            self.assertEqual(name_of(harts(*[uarch] * 4)), wanted, uarch)

    def test_spaces(self):
        self.assertEqual(name_of("uarch : sifive,u74-mc"), "sifive-u74")
        self.assertEqual(name_of("uarch:sifive,u74-mc  \n"), "sifive-u74")

    def test_none(self):
        for text in (
            None,
            "",
            "\n\n",
            "processor\t: 0\nisa\t\t: rv64imafdc\n",
            "model name\t: AMD EPYC 9B14\nflags\t\t: fpu vme\n",
            "uarch\t\t:\n",
            "uarch\t\t: generic\n",
            "the uarch : sifive,u74-mc\n",
        ):
            self.assertEqual(name_of(text), "", text)

    def test_cores_that_differ(self):
        self.assertEqual(name_of(harts("sifive,u74-mc", "sifive,s7")), "")

    def test_no_other_text_becomes_a_flag(self):
        for uarch in (
            "sifive,u74 -DX",
            "sifive,u74;-DX",
            "a,b;c,d",
            "sifive,$(id)",
            "-mcpu=x,y",
            'sifive,"u74',
            "sifive,",
            ",u74",
        ):
            self.assertEqual(name_of(harts(uarch)), "", uarch)

    def test_odd_files(self):
        self.assertEqual(name_of(b"\xff\xfe\x00uarch\xff"), "")
        self.assertEqual(name_of("x" * 1_000_000 + "\nuarch : sifive,u74-mc\n"), "sifive-u74")
        self.assertEqual(name_of(harts(*["sifive,u74-mc"] * 512)), "sifive-u74")


if __name__ == "__main__":
    unittest.main()
