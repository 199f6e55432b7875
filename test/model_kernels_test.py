# tools/model_kernels.py on loops whose cycles can be said by hand.
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TOOL = ROOT / "tools/model_kernels.py"
sys.path.insert(0, str(TOOL.parent))
import model_kernels as model  # noqa: E402


def turns(lines, processor, groups=1):
    body = [model.Instruction(line) for line in lines]
    return model.a_turn(body, groups, model.PROCESSORS[processor])


def products(registers):
    return [f"vpmadd52luq %zmm30,%zmm31,%zmm{r}" for r in registers]


class Model(unittest.TestCase):
    def test_a_sum_waits_for_itself(self):
        """Three multiply-adds to one register: four cycles each, however many ports there are."""
        for processor in model.PROCESSORS:
            self.assertEqual(turns(products([0, 0, 0]), processor), 12)

    def test_ports(self):
        """Twenty sums side by side: as many cycles as the ports for multiply-adds need."""
        self.assertEqual(turns(products(range(20)), "Zen 4"), 20)
        self.assertEqual(turns(products(range(20)), "Zen 5"), 10)
        sums = [f"vpaddq %zmm30,%zmm31,%zmm{r}" for r in range(20)]
        self.assertEqual(turns(sums, "Zen 5"), 5)

    def test_groups_fill_waits(self):
        """Two groups whose sums wait take half of the time each."""
        self.assertEqual(turns(products([0]), "Zen 5", groups=2), 2)

    def test_memory(self):
        """What is loaded waits for what was stored there, and not for another place."""
        step = ["vmovdqa64 (%rdi),%zmm0", "vpaddq %zmm1,%zmm0,%zmm0"]
        chained = turns([*step, "vmovdqa64 %zmm0,(%rdi)"], "Zen 4")
        apart = turns([*step, "vmovdqa64 %zmm0,64(%rdi)"], "Zen 4")
        self.assertEqual(chained, model.LOAD + model.FORWARD + 1 + 1)
        self.assertLess(apart, 2)

    def test_zero_waits_for_nothing(self):
        lines = ["vpxor %xmm0,%xmm0,%xmm0", *products([0])]
        self.assertLessEqual(turns(lines, "Zen 5"), 1)

    def test_disassembly(self):
        text = "0000000000000010 <f(int)>:\n" + "".join(
            f"  {0x10 + 4 * i:x}:\tvpmadd52luq 0x40(%rdi),%zmm1,%zmm2 # note\n" for i in range(21)
        )
        text += "  64:\tdec    %rsi\n  68:\tjg     10 <f(int)>\n  6c:\tret\n"
        lines = model.functions(text)["f(int)"]
        self.assertEqual(lines[0], (0x10, "vpmadd52luq 0x40(%rdi),%zmm1,%zmm2"))
        self.assertEqual(len(model.loop(lines)), 22)
        self.assertIsNone(model.loop(lines[:21]))
        one = model.Instruction(lines[0][1])
        self.assertEqual((one.loads, one.reads, one.writes), ("0x40(%rdi)", ["1", "2"], "2"))

    def test_wrong_use(self):
        with tempfile.TemporaryDirectory() as folder:
            text = Path(folder, "text")
            text.write_text("no object\n")
            for argument, says in ((text, "text"), (Path(folder, "none"), "no file")):
                run = subprocess.run(
                    [sys.executable, TOOL, argument], capture_output=True, text=True
                )
                self.assertEqual(run.returncode, 2)
                self.assertIn(says, run.stderr)


if __name__ == "__main__":
    unittest.main()
