#!/usr/bin/env python3
"""The texts of src/lanes/law_lanes.h and law_quad.h, run over Python integers as law_test.py runs
law.h's.

Fields of halves hold a pair, quads a list of four. Curves have random constants, so a formula that
needed one would fail.

    python3 test/law_lanes_values_test.py        exit status 1 if a formula or a cost in a comment
                                                 is wrong
"""

import random
import re
import sys
import types
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))
import law_test  # noqa: E402
from law_test import (
    FIELD,
    P,
    Box,
    affine,
    expect,
    model,
    nonzero,
    point,
    scaled,
    two_points,
)  # noqa: E402

LANES = (law_test.ROOT / "src/lanes/law_lanes.h").read_text()
QUAD = re.sub(r"/\*.*?\*/", "", (law_test.ROOT / "src/lanes/law_quad.h").read_text(), flags=re.S)
# A formula may stand on one line.
FUNCTION = re.compile(
    r"/\*((?:(?!\*/).)*)\*/\s*UF_LAW_PART void (\w+)\(([^)]*)\) \{\s(.*?)\s\}\n", re.S
)
HALF = (P + 1) // 2

# ---- Lanes: the operations that law.h does not use.


class Pair:
    """What the two halves of a vector hold."""

    def __init__(self, low, high):
        self.halves = low, high

    def by(self, f, b):
        b = b.halves if isinstance(b, Pair) else (b, b)
        return Pair(f(self.halves[0], b[0]), f(self.halves[1], b[1]))

    def __add__(self, b):
        return self.by(lambda x, y: x + y, b)

    def __sub__(self, b):
        return self.by(lambda x, y: x - y, b)

    def __mul__(self, b):
        return self.by(lambda x, y: x * y, b)

    def __mod__(self, b):
        return self.by(lambda x, y: x % y, b)

    def __neg__(self):
        return self * -1


LANE_FIELD = {
    **FIELD,
    "fe_mul_add": (lambda a, b, c: a * b + c, 1, 0, 1),
    "fe_sqr_add2": (lambda a, b, c=0: a * a + b * 2 + c, 0, 1, 1),
    "fe_three_halves": (lambda a: a * (3 * HALF), 0, 0, 0),
    "fe_mul_apart": FIELD["fe_mul"],
    "fe_sqr_apart": FIELD["fe_sqr"],
    "fe_load": (lambda a: a, 0, 0, 0),
    "fe_swap_halves": (lambda a: Pair(*a.halves[::-1]), 0, 0, 0),
    "fe_beside": (lambda a, b: Pair(a.halves[0], b.halves[1]), 0, 0, 0),
}
WRONG = {
    **law_test.WRONG,
    "fe_mul_add": lambda a, b, c: a * b - c,
    "fe_sqr_add2": lambda a, b, c=0: a * a + b + c,
    "fe_three_halves": lambda a: a * 3,
    "fe_mul_apart": lambda a, b: a * a,
    "fe_sqr_apart": lambda a: -a * a,
    "fe_load": lambda a: a * 2,
    "fe_swap_halves": lambda a: a,
    "fe_beside": lambda a, b: b,
}
# What changes limbs, and no values.
NO_VALUE = ("fe_carry", "fe_normalize_weak", "fe_note_carried", "fe_note_uncarried")


def load(text):
    """The functions of a law_lanes.h by name."""

    def operation(value):
        def run(r, *operands):
            r.v = value(*(o.v if isinstance(o, Box) else o for o in operands)) % P

        return run

    def repeat(n, f, *arguments):
        for _ in range(n):
            f(*arguments)

    law = {"Box": Box, "fe_repeat": repeat, "fe_if_odd": lambda n, f, *a: repeat(n % 2, f, *a)}
    law |= {name: operation(row[0]) for name, row in LANE_FIELD.items()}
    law |= {"fe_wrong" + name[2:]: operation(value) for name, value in WRONG.items()}
    law |= {name: lambda r: None for name in NO_VALUE}
    for _, name, parameters, body in FUNCTION.findall(text):
        body = re.sub(r"for \(int i = 0; i < n; i\+\+\) (\w+)\(", r"fe_repeat(n, \1, ", body)
        body = re.sub(r"if \(n % 2\) (\w+)\(", r"fe_if_odd(n, \1, ", body)
        exec(law_test.to_python(name, parameters, body), law)
    return law


def jacobian(p, z=None):
    z = nonzero() if z is None else z
    return point(*scaled(p, z), z)


def is_point(r, want, what):
    expect(affine(r.x, r.y, r.z.v) == want, what)


def check_dbl(law):
    a = two_points()[0]
    r = jacobian(a)
    law["law_dbl_neg"](r)
    is_point(r, model.neg(model.add(a, a)), "-2a")
    want = a
    for n in range(1, 5):
        want = model.add(want, want)
        r = jacobian(a)
        law["law_dbl_times"](r, n)
        is_point(r, want, f"2^{n} a")
    r = point(nonzero(), nonzero(), 0)
    law["law_dbl_times"](r, 3)
    expect(r.z.v == 0, "infinity")


def check_sub_ge(law):
    a, b = two_points()
    r = jacobian(a)
    law["law_sub_ge"](r, point(*b))
    is_point(r, model.add(a, model.neg(b)), "a - b")
    for same in (a, model.neg(a)):
        r = jacobian(a)
        law["law_sub_ge"](r, point(*same))
        expect(r.z.v == 0, "the same x")
    r = point(nonzero(), nonzero(), 0)
    law["law_sub_ge"](r, point(*b))
    expect(r.z.v == 0, "infinity")


def check_add_affine(law):
    a, b = two_points()
    r = point()
    law["law_add_affine"](r, point(*a), point(*b))
    is_point(r, model.add(a, b), "a + b, affine")


def check_add_halves(law):
    a, b = two_points()
    low, high = jacobian(a), jacobian(b)
    r = point(*(Pair(getattr(low, c).v, getattr(high, c).v) for c in "xyz"))
    law["law_add_halves"](r)
    is_point(point(r.x.v.halves[0], r.y.v.halves[0], r.z.v.halves[0]), model.add(a, b), "halves")


def check_chords(law):
    """Three additions that share an inversion, each from the product of those before it."""
    pairs = [two_points() for _ in range(3)]
    all_dx, before, dxs = Box(1), [], []
    for a, b in pairs:
        dx = Box()
        law["law_chord_dx"](dx, Box(a[0]), Box(b[0]))
        before.append(Box(all_dx.v))
        law["law_chord_product"](all_dx, dx)
        dxs.append(dx)
    inverse = Box(pow(all_dx.v, -1, P))
    for (a, b), one, dx in reversed(list(zip(pairs, before, dxs))):
        law["law_chord_inverse"](one, inverse, dx)
        dy, m, x3, y3, minus_y = Box(), Box(), Box(), Box(), Box(-a[1])
        law["law_chord_dy"](dy, minus_y, Box(b[1]))
        law["law_chord_slope"](m, dy, one)
        law["law_chord_x"](x3, m, Box(a[0]), Box(b[0]))
        law["law_chord_y"](y3, m, Box(a[0]), x3, minus_y)
        expect((x3.v, y3.v) == model.add(a, b), "a + b, an inversion shared")
    expect(inverse.v == 1, "the inverse of no product")


def check_unlifted(law):
    """a P of which y is not used, b G, and the x coordinate of their sum: y, and the sum's y."""
    p = nonzero(), nonzero()
    b = (p[1] ** 2 - p[0] ** 3) % P
    px, py, w = Box(), Box(), Box()
    law["law_unlifted"](px, py, w, Box(p[0]), Box(b))
    expect(
        w.v == p[1] ** 2 % P and (px.v, py.v) == (p[0] * w.v % P, w.v**2 % P),
        "the point on the other curve",
    )
    multiple, there, times = p, (px.v, py.v), random.randrange(1, 6)
    for _ in range(times):
        multiple, there = model.add(multiple, p), model.add(there, (px.v, py.v))
    q = multiple
    for _ in range(random.randrange(1, 6)):
        q = model.add(q, p)
    total = model.add(multiple, q)
    aj, bj = jacobian(there), jacobian(q)
    n, d, c, t, u1, s1, h, k, y = (Box() for _ in range(9))
    law["law_equation"](n, d, c, t, u1, s1, h, k, aj, bj, w, aj.z, Box(total[0]))
    expect(n.v == p[1] * d.v % P and d.v, "y from the equation")
    law["law_equation_sum"](y, k, n, d, t, u1, s1, h, w)
    law["law_equation_denominator"](h, c, bj, w, aj.z)
    law["law_equation_end"](n, d, h)
    expect(n.v == p[1] * d.v % P and h.v and d.v, "y, both scaled by h")
    expect(y.v == total[1] * d.v % P, "the sum's y")


LANE_CHECKS = (
    check_dbl,
    check_sub_ge,
    check_add_affine,
    check_add_halves,
    check_chords,
    check_unlifted,
)


def noticed(check, law):
    try:
        for _ in range(2):
            check(law)
    except (
        AssertionError,
        ValueError,
        AttributeError,
        TypeError,
    ):  # TypeError: a box that was not written
        return True
    return False


class Lanes(unittest.TestCase):
    def test_every_formula_obeys_the_group_law(self):
        law, called = load(LANES), set()
        functions = [row[1] for row in FUNCTION.findall(LANES)]
        self.assertEqual(LANES.count("\nUF_LAW_PART"), len(functions))
        for name in functions:
            law[name] = (lambda f, name: lambda *a: (called.add(name), f(*a)))(law[name], name)
        for check in LANE_CHECKS:
            with self.subTest(check.__name__):
                for _ in range(20):
                    check(law)
        self.assertEqual(called, set(functions))

    def test_the_costs_are_those_of_the_comments(self):
        costs = {}
        for comment, name, _, body in FUNCTION.findall(LANES):
            with self.subTest(name):
                count = [0, 0, 0]
                for operation in re.findall(r"(\w+)\(", re.sub(r"/\*.*?\*/", "", body)):
                    row = (
                        LANE_FIELD.get(operation, (0, 0, 0, 0))[1:]
                        if operation not in costs
                        else costs[operation]
                    )
                    count = [c + r for c, r in zip(count, row)]
                costs[name] = count
                stated = re.search(
                    r"cost: (?:n \()?(\d+) mul \+ (\d+) sqr\)?(?:, (\d+) reductions?(?: each)?)?\.",
                    comment,
                )
                self.assertIsNotNone(stated, "no cost line")
                self.assertEqual(count, [int(s or 0) for s in stated.groups()])

    def test_a_changed_formula_is_noticed(self):
        """Every statement of every function, once left out and once with a wrong operation in its
        place."""
        mutants = 0
        for match in FUNCTION.finditer(LANES):
            for statement in re.finditer(r"(?m)^ *(\w+)\([^;]*;", match[4]):
                if statement[1] in NO_VALUE or statement[1] in ("for", "if"):
                    continue
                begin, end = match.start(4) + statement.start(), match.start(4) + statement.end()
                texts = [LANES[:begin] + LANES[end:]]
                if statement[1] in WRONG:
                    texts.append(
                        LANES[:begin] + "fe_wrong" + LANES[begin:end].strip()[2:] + LANES[end:]
                    )
                for text in texts:
                    mutants += 1
                    with self.subTest(
                        match[2], statement=statement[0].strip(), left_out=text is texts[0]
                    ):
                        law = load(text)
                        self.assertTrue(
                            any(noticed(check, law) for check in LANE_CHECKS), "not noticed"
                        )
        self.assertGreater(mutants, 150)


# ---- Quads.

QUAD_FUNCTION = re.compile(r"UF_LAW_PART ([\w<>]+) (law_quad_\w+)\(([^)]*)\) \{\n(.*?)\n\}", re.S)


class Quad:
    def __init__(self, *lanes):
        self.lanes = [a % P for a in lanes]

    def __add__(self, b):
        return Quad(*(x + y for x, y in zip(self.lanes, b.lanes)))

    def __sub__(self, b):
        return Quad(*(x - y for x, y in zip(self.lanes, b.lanes)))


def any_quad():
    return Quad(*(random.randrange(P) for _ in range(4)))


QUAD_OPERATIONS = {
    "F": None,
    "lane0": 0,
    "lane1": 1,
    "lane2": 2,
    "lane3": 3,
    "zero": 4,
    "first": 0,
    "second": 1,
    "quad_carry": lambda a: a,
    "quad_clean": lambda a: a,
    "quad_times": lambda *by: lambda a: Quad(*(x * k for x, k in zip(a.lanes, by))),
    "quad_take": lambda *of: lambda a: Quad(*((a.lanes + [0])[l] for l in of)),
    "quad_blend": lambda *of: lambda a, b: Quad(*((a, b)[s].lanes[l] for l, s in enumerate(of))),
    "quad_multiple_of_p": lambda _, bits: lambda k: Quad(0, 0, 0, 0),
    "quad_ints": lambda _, *lanes: lambda: Quad(*lanes),
    "quad_sqr": lambda a: Quad(*(x * x for x in a.lanes)),
    "quad_mul": lambda a, b, c=Quad(0, 0, 0, 0): Quad(
        *(x * y + z for x, y, z in zip(a.lanes, b.lanes, c.lanes))
    ),
    "Struct": types.SimpleNamespace,
}


def quad_to_python(name, parameters, body):
    """The function as Python text. A statement outside the subset is an error: nothing is
    skipped."""
    lines = ["def %s(%s):" % (name, ", ".join(re.findall(r"(\w+)(?:,|$)", parameters)))]
    for statement in body.split(";"):
        s = " ".join(statement.split()).replace("->", ".")
        while re.search(r"\b(\w+)<([^<>]*)>\(", s):
            s = re.sub(r"\b(\w+)<([^<>]*)>\(", r"\1(\2)(", s)
        if m := re.fullmatch(r"enum \{ (\w+(?:, \w+)*) \}", s):
            lines.append(f"    {m[1]} = range({m[1].count(',') + 1})")
        elif m := re.fullmatch(r"quad_\w+_of<F> (\w+)", s):
            lines.append(f"    {m[1]} = Struct()")
        elif m := re.fullmatch(r"(?:const (?:F|quad_\w+_of<F>) )?([\w.]+) = ([^<>=]+)", s):
            lines.append(f"    {m[1]} = {m[2]}")
        elif re.fullmatch(r"return [^<>=]+|(?:law_quad_\w+|between)\([^<>=]*\)", s):
            lines.append("    " + s)
        elif s:
            raise SyntaxError(f"{name}: {s}")
    return "\n".join(lines)


def load_quads(text, more=()):
    law = {**QUAD_OPERATIONS, **dict(more)}
    for _, name, parameters, body in QUAD_FUNCTION.findall(text):
        exec(quad_to_python(name, parameters, body), law)
    return law


def quad_point(p, z):
    """The point, and random numbers where no value is stated."""
    x, y = (3 * c for c in scaled(p, z))
    r = types.SimpleNamespace(q=Quad(2 * y, x, y, y + z), x=any_quad(), z=any_quad(), zz=any_quad())
    r.x.lanes[1], r.z.lanes[3], r.zz.lanes[3] = x % P, z, z * z % P
    return r


def expect_quad_point(r, want, what):
    z, x, y = r.z.lanes[3], r.q.lanes[1], r.q.lanes[2]
    expect(r.q.lanes == [2 * y % P, x, y, (y + z) % P], what + ": the lanes differ")
    expect(r.x.lanes[1] == x and r.zz.lanes[3] == z * z % P, what + ": the lanes differ")
    zi = pow(z, -1, P)
    expect((x * pow(3, -1, P) * zi**2 % P, y * pow(3, -1, P) * zi**3 % P) == want, what)


def check_quads(law):
    beta = random.randrange(P)
    factors = law["law_quad_factors"](Quad(1, beta, 1, 1)).lanes
    expect(factors == [3, 3 * beta % P, 3, P - 3], "factors")
    a, b = two_points()
    while b[0] == model.add(a, a)[0]:  # -2a + b would be an exception
        a, b = two_points()
    z, calls = nonzero(), []
    idle = lambda: calls.append(1)  # noqa: E731

    def e(p):
        return Quad(3 * p[0], 3 * p[0], 3 * p[1], 3 * p[0])

    r = types.SimpleNamespace()
    law["law_quad_set"](r, e(a))
    expect_quad_point(r, a, "set")
    r = quad_point(a, z)
    law["law_quad_dbl"](r, idle)
    expect_quad_point(r, model.neg(model.add(a, a)), "-2a")
    r = quad_point(a, z)
    law["law_quad_add"](r, e(b))
    expect_quad_point(r, model.add(a, b), "a + b")
    r = quad_point(a, z)
    law["law_quad_dbl_add"](r, e(b), idle)
    twice = model.neg(model.add(a, a))
    expect_quad_point(r, model.add(twice, b), "-2a + b")
    expect(len(calls) == 4, "between() twice in each doubling")
    plain = law["law_quad_plain"](quad_point(a, z)).lanes
    expect(affine(Box(plain[1]), Box(plain[2]), plain[3]) == a, "without the factors")
    for same in (a, model.neg(a)):
        r = quad_point(a, z)
        law["law_quad_add"](r, e(same))
        expect(r.z.lanes[3] == 0 and r.zz.lanes[3] == 0, "the same x")
    r = quad_point(a, 0)
    law["law_quad_dbl_add"](r, e(b), idle)
    expect(r.z.lanes[3] == 0, "infinity")


# What a lane of a shuffle, of factors, of a blend can have instead.
CHOICES = {
    "take": ("0", "1", "2", "3", "zero"),
    "times": ("0", "1", "2", "4"),
    "blend": ("first", "second"),
}
# Lanes that nothing reads, and choices of the same value.
UNUSED = """
law_quad_factors quad_take<zero, zero, zero, lane3>: 0 1 2
law_quad_dbl_begin quad_times<4, 4, 4, 4>: 0 1 2
law_quad_dbl_begin quad_blend<first, first, first, second>: 1 2
law_quad_dbl_begin quad_take<X, X, YZ, YZ>: 1 2 3
law_quad_dbl_begin quad_take<A, B4, S, B>: 0 1 2
law_quad_dbl_begin quad_take<AA, XB4, ZZ, BB>: 0 2 3
law_quad_dbl quad_take<A, A, A, A>: 1
law_quad_dbl quad_times<16, 0, 8, 8>: 1
law_quad_dbl quad_take<BB, BB, BB, BB>: 1
law_quad_dbl quad_take<D, D, D, D>: 1
law_quad_add_end quad_blend<first, second, first, first>: 2 3
law_quad_add_end quad_times<2, 0, 0, 0>: 2 3
law_quad_add_end quad_take<J, zero, zero, zero>: 2 3
law_quad_add_end quad_take<lane0, lane0, lane2, lane2>: 0 2 3
law_quad_add_end quad_take<R, R, R, R>: 1 3
law_quad_add_end quad_take<zero, zero, zero, Z>: 1
law_quad_add_end quad_take<YJ2, RE2, YJ, RE>: 1
law_quad_add quad_take<X, X, YZ, YZ>: 1 2 3
law_quad_add quad_take<Y, Y, Y, Y>: 0
law_quad_add quad_take<Z, Z, Z, Z>: 0 1
law_quad_dbl_add quad_times<8, 8, 8, 8>: 0 2 3
law_quad_dbl_add quad_take<BB, BB, BB, BB>: 0 2 3
law_quad_dbl_add quad_take<ZZ, ZZ, ZZ, ZZ>: 1
law_quad_dbl_add quad_take<X, zero, zero, X>: 1
law_quad_dbl_add quad_take<X, X, X, X>: 1 2 3
law_quad_dbl_add quad_take<Y, Y, Y, Y>: 0
law_quad_dbl_add quad_take<Z, Z, Z, Z>: 0 1
law_quad_plain quad_blend<first, first, first, second>: 0
law_quad_plain quad_times<0, 0, 2, 0>: 0
"""
SAME = """
law_quad_factors quad_take<zero, zero, zero, lane3>: 3:0 3:2
law_quad_set quad_take<Y, Xb, Y, Y>: 1:0 1:3
law_quad_add_end quad_take<zero, zero, lane2, zero>: 2:0 2:1 2:3
law_quad_dbl_add quad_take<H, H, T, Hd>: 0:3 1:3 3:0
"""
CHOSEN = re.compile(r"quad_(take|times|blend)<([^<>]*)>(?!\(quad_multiple)")


def lane_changes():
    """(function, what, lane, other choice, kind, begin, end) of every lane of every shuffle,
    factors and blend, whose text stands at begin in QUAD; for other choice None: any value."""
    for match in QUAD_FUNCTION.finditer(QUAD):
        names = {f"lane{l}": str(l) for l in range(4)}
        for enum in re.findall(r"enum \{ (.*?) \}", match[4]):
            names |= {name: str(l) for l, name in enumerate(enum.split(", "))}
        for chosen in CHOSEN.finditer(match[4]):
            begin, end = match.start(4) + chosen.start(), match.start(4) + chosen.end()
            for lane, now in enumerate(chosen[2].split(", ")):
                for other in (None, *CHOICES[chosen[1]]):
                    if other != names.get(now, now):
                        yield match[2], chosen[0], lane, other, chosen[1], begin, end


def changed_in_a_lane(lane, other, kind, begin, end):
    """The functions with that change, and a list that is not empty once it changed a value."""
    changes = []
    operation = QUAD_OPERATIONS["quad_" + kind]

    def changed(*of):
        def run(*operands):
            right = operation(*of)(*operands).lanes
            wrong = [random.randrange(P)] * 4
            if other is not None:
                instead = QUAD_OPERATIONS.get(other, other)
                wrong = operation(*of[:lane], int(instead), *of[lane + 1 :])(*operands).lanes
            if wrong[lane] != right[lane]:
                changes.append(lane)
            return Quad(*right[:lane], wrong[lane], *right[lane + 1 :])

        return run

    text = QUAD[:begin] + QUAD[begin:end].replace("quad_" + kind, "quad_changed") + QUAD[end:]
    return load_quads(text, {"quad_changed": changed}), changes


class Quads(unittest.TestCase):
    def test_every_formula_obeys_the_group_law(self):
        self.assertEqual(QUAD.count("\nUF_LAW_PART"), len(QUAD_FUNCTION.findall(QUAD)))
        law = load_quads(QUAD)
        for _ in range(20):
            check_quads(law)

    def test_a_turned_sign_is_noticed(self):
        """Every sum of values made a difference, and the other way round."""
        signs = 0
        for match in QUAD_FUNCTION.finditer(QUAD):
            for sign in re.finditer(r" ([+-])\s+(?!quad_multiple_of_p|p4)", match[4]):
                at = match.start(4) + sign.start(1)
                law = load_quads(QUAD[:at] + "+-"[sign[1] == "+"] + QUAD[at + 1 :])
                with self.subTest(match[2], text=QUAD[at - 30 : at + 20]):
                    self.assertTrue(noticed(check_quads, law), "not noticed")
                signs += 1
        self.assertGreater(signs, 20)

    def test_a_changed_lane_is_noticed(self):
        """Each lane of each shuffle, factors and blend, changed to each other choice. A lane that
        may have any value is one of UNUSED, a choice that has the same value one of SAME."""
        unused, same, skipped, changes_seen = {}, {}, set(), 0
        for function, what, lane, *change in lane_changes():
            other, at = change[0], (lane, change[2])
            if at in skipped:
                continue
            law, changes = changed_in_a_lane(lane, *change)
            found = noticed(check_quads, law)
            with self.subTest(function, what=what, lane=lane, other=other):
                if other is None and not found:
                    skipped.add(at)
                    unused.setdefault(f"{function} {what}", []).append(f"{lane}")
                elif not changes:
                    same.setdefault(f"{function} {what}", []).append(f"{lane}:{other}")
                else:
                    changes_seen += 1
                    self.assertTrue(found, "not noticed")
        for found, stated in ((unused, UNUSED), (same, SAME)):
            lines = [f"{what}: {' '.join(lanes)}" for what, lanes in found.items()]
            self.assertEqual(lines, stated.strip().split("\n"))
        self.assertGreater(changes_seen, 300)


if __name__ == "__main__":
    unittest.main()
