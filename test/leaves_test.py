# The field products that tools/make_leaves.py writes in assembly for RISC-V, run by an
# interpreter of the few instructions that they are made of: results for the worst limbs and
# random ones, operands that are the result, registers, the stack; and no branch but the one on
# the length of vectors.
import random
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
P = 2**256 - 2**32 - 977
WORD = 2**64
TOP = [2**52 - 1] * 4 + [2**48 - 1]  # nominal limbs
R, STACK = 0x1000, 0x80000  # addresses: of the result; the factors follow it
EVERY = {"zero", "ra", "sp", "gp", "tp"} | {
    f"{x}{i}" for x, n in (("a", 8), ("t", 7), ("s", 12)) for i in range(n)
}
LEAVES = {
    "mul": (2, lambda a, b: a * b),
    "sqr": (1, lambda a: a * a),
    "sqr_add": (2, lambda a, b: a * a + b),
    "mul_sqr": (3, lambda a, b, c: a * b + c * c),
    "mul2": (4, lambda a, b, c, d: a * b + c * d),
    "mul_add": (3, lambda a, b, c: a * b + c),
}


def leaves(*options):
    """{name: lines} of what the generator writes."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "leaves.S")
        command = [sys.executable, ROOT / "tools/make_leaves.py", *options, "-o", file]
        subprocess.run(command, check=True)
        text = file.read_text()
    bodies = re.findall(r"^(ufsecp_\w+):\n(.*?)^\.size \1", text, re.M | re.S)
    return {name: [line.strip() for line in body.splitlines()] for name, body in bodies}


def way(lines, size):
    """The lines that run where a vector of eight words takes so many registers."""
    if not lines[0].startswith("csrr"):
        return lines
    assert lines[:5] == [
        "csrr t0, vlenb",
        "srli t1, t0, 5",
        "beqz t1, 4f",
        "srli t1, t0, 6",
        "beqz t1, 2f",
    ], lines[:5]
    begin = {1: 5, 2: lines.index("2:") + 1, 4: lines.index("4:") + 1}[size]
    return lines[begin : lines.index("ret", begin) + 1]


class Machine:
    """Registers and memory; a vector is the word of one lane, as all lanes do the same."""

    def __init__(self, size):
        self.size, self.memory = size, {}
        self.words = {"a0": R, "sp": STACK, "zero": 0, "t0": 4, "ra": 8}
        self.vectors, self.changed = {}, set()

    def vector(self, name):
        number = int(name[1:])
        assert name[0] == "v" and number % self.size == 0 and number < 32, name
        return name

    def load(self, address):
        return self.memory[address]

    def store(self, address, value):
        # Only the result, and below the first value of the stack.
        assert R <= address < R + 5 * self.step or STACK - 2048 <= address < STACK, address
        assert address >= self.words["sp"] or address < R + 5 * self.step
        self.memory[address] = value

    step = 8

    def run(self, lines):
        for line in lines[:-1]:
            name, _, rest = line.partition(" ")
            operands = re.split(r",\s*", rest)
            if name.startswith("v") and name != "vsetivli":
                self.run_vector(name, operands)
            else:
                self.run_scalar(name, operands)
        return lines[-1]

    def put(self, register, value):
        assert register in EVERY - {"zero"}, register
        self.words[register] = value % WORD
        self.changed.add(register)

    def run_scalar(self, name, operands):
        if name == "vsetivli":
            assert operands == ["zero", "8", "e64", f"m{self.size}", "ta", "ma"], operands
            return
        result, *sources = operands
        if name in ("ld", "sd"):
            offset, base = re.fullmatch(r"(\d+)\((\w+)\)", sources[0]).groups()
            address = self.words[base] + int(offset)
            if name == "ld":
                self.put(result, self.load(address))
            else:
                self.store(address, self.words[result])
            return
        values = [
            int(s) if re.fullmatch(r"-?\d+", s) else self.words[s] for s in sources
        ]  # an absent register: nothing was put there
        self.put(result, self.compute(name.removesuffix("i"), *values))

    def compute(self, name, *v):
        if name in ("sll", "srl"):
            assert 0 <= v[1] < 64
        return {
            "l": lambda a: a,  # li
            "mul": lambda a, b: a * b,
            "mulhu": lambda a, b: a * b // WORD,
            "add": lambda a, b: a + b,
            "sub": lambda a, b: a - b,
            "and": lambda a, b: a & b,
            "sll": lambda a, b: a << b,
            "srl": lambda a, b: a >> b,
        }[name](*v)

    def run_vector(self, name, operands):
        register = self.vector(operands[0])
        if name in ("vle64.v", "vse64.v"):
            address = self.words[operands[1].strip("()")]
            if name == "vle64.v":
                self.vectors[register] = self.load(address)
            else:
                self.store(address, self.vectors[register])
            return
        name, kind = name[1:].split(".")
        scalar = {"vx": lambda s: self.words[s], "vi": int, "vv": None}[kind]
        if name == "macc":
            a = scalar(operands[1]) if scalar else self.vectors[self.vector(operands[1])]
            product = a * self.vectors[self.vector(operands[2])]
            self.vectors[register] = (self.vectors[register] + product) % WORD
            return
        a = self.vectors[self.vector(operands[1])]
        b = scalar(operands[2]) if scalar else self.vectors[self.vector(operands[2])]
        assert kind != "vi" or b < 32, operands
        self.vectors[register] = self.compute(name, a, b) % WORD


def value(limbs):
    return sum(limb << (52 * i) for i, limb in enumerate(limbs))


def factors(rng, count, products):
    """Limbs of factors whose magnitudes fit: the greatest, or random ones below them."""
    most = 8 if products == 1 else 5
    magnitude = rng.choice([1, most])
    greatest = [2 * magnitude * limb for limb in TOP]
    pick = rng.choice(
        [lambda m: m, lambda m: rng.randrange(m + 1), lambda m: rng.choice([0, 1, m - 1, m])]
    )
    return [[pick(m) for m in greatest] for _ in range(count)]


class Leaves(unittest.TestCase):
    def check(self, name, lines, size, step):
        count, formula = LEAVES[name]
        rng = random.Random(f"{name} {size}")
        products = 2 if name in ("mul2", "mul_sqr") else 1
        for round_ in range(60):
            limbs = factors(rng, count, products)
            machine = Machine(size)
            machine.step = step
            # The result may be any factor, and factors may be one another.
            places = [R + 0x400 * i for i in range(1, count + 1)]
            if round_ % 3 == 1:
                places[rng.randrange(count)] = R
            elif round_ % 3 == 2:
                places = [places[0]] * count
                limbs = [limbs[0]] * count
            for i, (place, factor) in enumerate(zip(places, limbs)):
                machine.words[f"a{i + 1}"] = place
                for k, limb in enumerate(factor):
                    machine.memory[place + step * k] = limb
            before = dict(machine.words)
            end = machine.run(lines)
            self.assertEqual(end, "jr t0" if step == 8 else "ret")
            result = [machine.memory[R + step * k] for k in range(5)]
            self.assertEqual(value(result) % P, formula(*map(value, limbs)) % P, (name, size))
            self.assertTrue(all(limb < 2**52 for limb in result[:4]))
            self.assertLess(result[4], 2**48 + 2**13)
            # What a caller relies on; s0 may be its frame, s1 its base.
            kept = {"ra", "sp", "gp", "tp", "s0", "s1"}
            if step == 8:
                kept.add("t0")
            else:
                kept |= {f"s{i}" for i in range(12)}
            for register in kept & set(before):
                self.assertEqual(machine.words[register], before[register], register)
            self.assertFalse((machine.changed - {"sp"}) & kept)

    def test_of_one_element(self):
        found = leaves()
        self.assertEqual(set(found), {f"ufsecp_rv64_{n}" for n in LEAVES if n != "mul_add"})
        for name, lines in found.items():
            self.check(name.removeprefix("ufsecp_rv64_"), lines, 1, 8)

    def test_of_eight_elements(self):
        found = leaves("--lanes")
        self.assertEqual(set(found), {f"ufsecp_rv64_lanes_{name}" for name in LEAVES})
        for name, lines in found.items():
            for size in (1, 2, 4):
                self.check(name.removeprefix("ufsecp_rv64_lanes_"), way(lines, size), size, 64)

    def test_no_branches(self):
        """Of the lines that run after the choice by the length of vectors."""
        for options in ([], ["--lanes"]):
            for name, lines in leaves(*options).items():
                for size in (1, 2, 4):
                    for line in way(lines, size)[:-1]:
                        self.assertNotRegex(line, r"^(b|j|call|ret|.*div|.*rem|csr)", name)

    def test_generated_alike(self):
        self.assertEqual(leaves("--lanes"), leaves("--lanes"))


if __name__ == "__main__":
    unittest.main()
