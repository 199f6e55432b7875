#!/usr/bin/env python3
"""Writes the field products of RISC-V in assembly: those of src/field/fe5x52_sums.h, in registers.

Usage: tools/make_leaves.py [--lanes] -o FILE.S

Without --lanes: the leaves of one element, ufsecp_rv64_NAME. They take pointers, r in a0 and the
factors from a1 on, and their return address in t0, as src/field/fe5x52_rv64.h calls them. They may
change all registers but ra, sp, gp, tp, s0 and s1. Nothing is saved: a formula saves once for all
its products.

With --lanes: those of eight elements, ufsecp_rv64_lanes_NAME, functions of the ABI that take
pointers in the same registers. Each is there three times: a vector of eight words takes one, two or
four registers, by the length of the CPU's. What is chosen depends on that alone.

r is written after the last read. There are no other branches, and no addresses but of the pointers
and the stack: the time does not depend on the values.

A product is a list of steps on values. They are put in registers in the order of the list. Where
there are too few, the value goes that is used last: a limb is loaded again, and a sum waits on the
stack.
"""

import argparse
import sys

SHIFT = 57  # of a product, `high` has what is above 2^57
C = 977 + (1 << 32)  # 2^256 mod p
R260, R260_SHIFTED = C << 4, C << (4 + 64 - SHIFT)  # 2^260 mod p
LOW52 = (1 << 52) - 1


class Leaf:
    """The steps of one product: (operation, values, number or pointer and limb)."""

    def __init__(self, factors):
        self.factors = factors
        self.steps = []
        self.waiting = []  # sums, and what is added to them when the next product is begun

    def step(self, operation, *values, number=None):
        self.steps.append((operation, values, number))
        return len(self.steps) - 1

    def shifted(self, value, by):
        return self.step("sll", value, number=by)

    def flush(self):
        for total, low, high in self.waiting:
            for i, part in ((0, low), (1, high)):
                total[i] = part if total[i] is None else self.step("add", total[i], part)
        self.waiting = []

    def product(self, total, a, a_shifted, b):
        """total += a*b. Its sums are made when the next product is begun: by then it is there."""
        low, high = self.step("mul", a, b), self.step("mulhu", a_shifted, b)
        self.flush()
        self.waiting.append((total, low, high))

    def fold(self, total, value):
        """total += value * 2^260, mod p"""
        low = self.step("mul", value, number=R260)
        high = self.step("mulhu", value, number=R260_SHIFTED)
        self.flush()
        self.waiting.append((total, low, high))

    def rest(self, total):
        """What is below 2^57 in a column."""
        self.flush()
        return self.step("sub", total[0], self.shifted(total[1], SHIFT))

    def above(self, rest, below_high):
        return self.step("add", rest, self.shifted(below_high, SHIFT - 52))


class Limbs:
    """The limbs of one factor; shifted ones are made when they are first wanted."""

    def __init__(self, leaf, factor):
        self.leaf, self.factor, self.made = leaf, factor, {}

    def get(self, i, by=0):
        """Limb i times 2^by."""
        if (i, by) not in self.made:
            if by:
                self.made[i, by] = self.leaf.shifted(self.get(i), by)
            else:
                self.made[i, by] = self.leaf.step("limb", number=(self.factor, i))
        return self.made[i, by]


def mul_columns(leaf, first, second):
    a, b = Limbs(leaf, first), Limbs(leaf, second)

    def add(k, total):
        for i in range(5):
            if 0 <= k - i < 5:
                leaf.product(total, a.get(i), a.get(i, 64 - SHIFT), b.get(k - i))

    return add


def sqr_columns(leaf, factor):
    a = Limbs(leaf, factor)

    def add(k, total):
        for i in range(5):
            if i < k - i < 5:
                leaf.product(total, a.get(i, 1), a.get(i, 65 - SHIFT), a.get(k - i))
            elif i == k - i:
                leaf.product(total, a.get(i), a.get(i, 64 - SHIFT), a.get(i))

    return add


def limb_columns(leaf, factor):
    c = Limbs(leaf, factor)

    def add(k, total):
        if k < 5:
            leaf.flush()
            total[0] = leaf.step("add", total[0], c.get(k))

    return add


def reduce(leaf, columns):
    """fe_reduce of fe5x52_sums.h, line by line."""

    def add(k, total):
        for each in columns:
            each(k, total)
        return total

    eighth = add(8, [None, None])
    rest8 = leaf.rest(eighth)
    fourth = [None, None]
    leaf.fold(fourth, leaf.shifted(eighth[1], 5))
    add(4, fourth)
    rest4 = leaf.rest(fourth)
    column, below, below_high = [], None, fourth[1]
    for k in range(4):
        if k < 3:
            high = add(k + 5, [None, None])
            upper = leaf.above(leaf.rest(high), below_high)
            below_high = high[1]
        else:
            upper = leaf.above(rest8, below_high)
        low = [None, None]
        leaf.fold(low, upper)
        add(k, low)
        rest = leaf.rest(low)
        column.append(rest if below is None else leaf.above(rest, below))
        below = low[1]
    top = leaf.above(rest4, below)
    excess = leaf.step("mul", leaf.step("srl", top, number=48), number=R260)
    column[0] = leaf.step("add", column[0], leaf.step("srl", excess, number=4))
    column.append(leaf.step("srl", leaf.shifted(top, 16), number=16))
    for k in range(4):
        carry = leaf.step("srl", column[k], number=52)
        column[k + 1] = leaf.step("add", column[k + 1], carry)
        leaf.step("store", leaf.step("and", column[k], number=LOW52), number=k)
    leaf.step("store", column[4], number=4)


class Code:
    """Puts the steps of a leaf in registers, and keeps the lines of assembly."""

    def __init__(self, leaf, registers):
        self.steps, self.free, self.held, self.lines = leaf.steps, registers[::-1], {}, []
        self.uses = {number: [] for number in range(len(self.steps))}  # the next one last
        for at in range(len(self.steps) - 1, -1, -1):
            if not self.is_limb(at):  # those are made where they are wanted
                for value in self.steps[at][1]:
                    self.uses[value].append(at)

    def is_limb(self, value):
        """Whether the value is a limb, perhaps shifted."""
        operation, values, _ = self.steps[value]
        return operation == "limb" or (operation == "sll" and self.is_limb(values[0]))

    def next_use(self, value):
        return self.uses[value][-1] if self.uses[value] else len(self.steps)

    def make(self, value, keep):
        """A register for this value, which no value of `keep` has."""
        if not self.free:
            others = [v for v in self.held if v not in keep and (self.is_limb(v) or self.room())]
            out = max(others, key=self.next_use)
            if not self.is_limb(out):
                self.spill(out)
            self.free.append(self.held.pop(out))
        self.held[value] = self.free.pop()
        return self.held[value]

    def give(self, value):
        self.free.append(self.held.pop(value))

    def want(self, value, keep):
        """The register that has the value, which is made now if there is none."""
        if value not in self.held:
            operation, values, number = self.steps[value]
            if operation == "limb":
                self.load(self.make(value, keep), *number)
            elif self.is_limb(value):
                source = self.want(values[0], keep)
                self.emit("sll", self.make(value, {*keep, values[0]}), [source], number)
                if not self.uses[values[0]]:
                    self.give(values[0])
            else:
                self.unspill(self.make(value, keep), value)
        return self.held[value]

    def result(self, at, _):
        """A register for the result of a step, whose values may be over."""
        return self.make(at, set(self.steps[at][1]))

    def assemble(self):
        for at, (operation, values, number) in enumerate(self.steps):
            if self.is_limb(at) or operation == "none":
                continue
            sources = [self.want(value, set(values)) for value in values]
            for value in set(values):
                self.uses[value] = [use for use in self.uses[value] if use > at]
                if not self.uses[value]:
                    self.give(value)
            if operation == "store":
                self.store(sources[0], number)
            else:
                self.emit(operation, self.result(at, sources), sources, number)
        return self.lines


class Words(Code):
    """One element: a value is a register."""

    NAMES = {"and": "and", "sll": "slli", "srl": "srli"}

    def __init__(self, leaf):
        registers = [f"a{i}" for i in range(1 + leaf.factors, 8)]
        registers += [f"t{i}" for i in range(1, 7)] + [f"s{i}" for i in range(2, 12)]
        super().__init__(leaf, registers)
        self.constants = {}

    def room(self):
        return False

    def constant(self, number):
        if number not in self.constants:
            register = self.constants[number] = self.free.pop()
            if number == R260_SHIFTED:
                self.lines.append(f"slli {register}, {self.constants[R260]}, {64 - SHIFT}")
            elif number == LOW52:
                self.lines += [f"li {register}, -1", f"srli {register}, {register}, 12"]
            else:
                self.lines.append(f"li {register}, {number}")
        return self.constants[number]

    def load(self, register, factor, i):
        self.lines.append(f"ld {register}, {8 * i}(a{1 + factor})")

    def store(self, register, i):
        self.lines.append(f"sd {register}, {8 * i}(a0)")

    def emit(self, operation, result, sources, number):
        operands = [result, *sources]
        if number is not None:
            shift = operation in ("sll", "srl")
            operands.append(str(number) if shift else self.constant(number))
        self.lines.append(f"{self.NAMES.get(operation, operation)} {', '.join(operands)}")


class Lanes(Code):
    """Eight elements: a value is a vector of eight words, in `size` registers."""

    def __init__(self, leaf, size):
        super().__init__(leaf, [f"v{i}" for i in range(0, 32, size)])
        self.slots = {}  # of values on the stack
        self.words = {}  # what scalar registers have: constants and addresses, last used last
        used = [f"a{i}" for i in range(1 + leaf.factors)]
        scalars = [f"{x}{i}" for x, n in (("a", 8), ("t", 7)) for i in range(n)]
        self.free_words = [register for register in scalars if register not in used]
        self.join_sums()

    def join_sums(self):
        """A product that is only added becomes a multiply-add, where the sum ends there."""
        for at, (operation, values, number) in enumerate(self.steps):
            if operation != "add" or len(self.uses[values[1]]) != 1:
                continue
            product = self.steps[values[1]]
            if product[0] == "mul" and len(self.uses[values[0]]) == 1:
                self.steps[at] = ("macc", (values[0], *product[1]), product[2])
                self.steps[values[1]] = ("none", (), None)
                for value in product[1]:
                    places = [at if use == values[1] else use for use in self.uses[value]]
                    self.uses[value] = sorted(places, reverse=True)

    def room(self):
        return True

    def word(self, key, line):
        """The scalar register of a constant or an address; `line` makes it."""
        if key in self.words:
            register = self.words.pop(key)
        else:
            if not self.free_words:
                self.free_words.append(self.words.pop(next(iter(self.words))))
            register = self.free_words.pop(0)
            self.lines.append(line.format(register))
        self.words[key] = register
        return register

    def address(self, pointer, offset):
        if not offset:
            return pointer
        return self.word((pointer, offset), f"addi {{}}, {pointer}, {offset}")

    def load(self, register, factor, i):
        self.lines.append(f"vle64.v {register}, ({self.address(f'a{1 + factor}', 64 * i)})")

    def store(self, register, i):
        self.lines.append(f"vse64.v {register}, ({self.address('a0', 64 * i)})")

    def spill(self, value):
        if value not in self.slots:
            self.slots[value] = 64 * len(self.slots)
            address = self.address("sp", self.slots[value])
            self.lines.append(f"vse64.v {self.held[value]}, ({address})")

    def unspill(self, register, value):
        self.lines.append(f"vle64.v {register}, ({self.address('sp', self.slots[value])})")

    def result(self, at, sources):
        """A multiply-add has the register of its sum."""
        if self.steps[at][0] == "macc":
            self.free.append(self.free.pop(self.free.index(sources[0])))
        return super().result(at, sources)

    def assemble(self):
        lines = super().assemble()
        frame = 64 * len(self.slots)
        if not frame:
            return lines
        return [f"addi sp, sp, -{frame}", *lines, f"addi sp, sp, {frame}"]

    def emit(self, operation, result, sources, number):
        name, kind = f"v{operation}", "vv"
        operands = [result, *sources]
        if operation == "macc":
            operands = operands[:1] + operands[2:]
        if number is not None:
            if operation in ("sll", "srl") and number < 32:
                kind, word = "vi", str(number)
            else:
                kind, word = "vx", self.word(number, f"li {{}}, {number}")
            operands = (
                [operands[0], word, *operands[1:]] if operation == "macc" else operands + [word]
            )
        self.lines.append(f"{name}.{kind} {', '.join(operands)}")


def product(parts, factors):
    leaf = Leaf(factors)
    reduce(leaf, [make(leaf, *numbers) for make, *numbers in parts])
    return leaf


# (name, what it computes, number of factors, its columns)
ONE = [
    ("mul", "r = a*b", 2, [(mul_columns, 0, 1)]),
    ("sqr", "r = a^2", 1, [(sqr_columns, 0)]),
    ("sqr_add", "r = a^2 + b", 2, [(sqr_columns, 0), (limb_columns, 1)]),
    ("mul_sqr", "r = a*b + c^2", 3, [(mul_columns, 0, 1), (sqr_columns, 2)]),
    ("mul2", "r = a*b + c*d", 4, [(mul_columns, 0, 1), (mul_columns, 2, 3)]),
]
EIGHT = [*ONE, ("mul_add", "r = a*b + c", 3, [(mul_columns, 0, 1), (limb_columns, 2)])]


def function(name, what, lines):
    return [
        "",
        f"# {what}",
        ".p2align 2",
        f".globl {name}",
        f".hidden {name}",
        f".type {name}, @function",
        f"{name}:",
        *(line if line.endswith(":") else "    " + line for line in lines),
        f".size {name}, . - {name}",
    ]


def text(lanes):
    out = ["# Written by tools/make_leaves.py: the field products of src/field/fe5x52_sums.h."]
    out += [".option arch, +v", ".text"] if lanes else [".text"]
    for name, what, factors, parts in EIGHT if lanes else ONE:
        if not lanes:
            lines = [*Words(product(parts, factors)).assemble(), "jr t0"]
            out += function(f"ufsecp_rv64_{name}", what, lines)
            continue
        lines = ["csrr t0, vlenb", "srli t1, t0, 5", "beqz t1, 4f", "srli t1, t0, 6", "beqz t1, 2f"]
        for size in (1, 2, 4):
            lines += [f"{size}:"] if size > 1 else []
            lines += [f"vsetivli zero, 8, e64, m{size}, ta, ma"]
            lines += [*Lanes(product(parts, factors), size).assemble(), "ret"]
        out += function(f"ufsecp_rv64_lanes_{name}", f"{what}, of eight elements", lines)
    out += ["", '.section .note.GNU-stack, "", @progbits', ""]
    return "\n".join(out)


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--lanes", action="store_true", help="of eight elements")
    parser.add_argument("-o", dest="output", required=True, help="the file to write")
    options = parser.parse_args()
    with open(options.output, "w", encoding="ascii") as file:
        file.write(text(options.lanes))
    return 0


if __name__ == "__main__":
    sys.exit(main())
