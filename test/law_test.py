#!/usr/bin/env python3
"""The text of src/group/law.h, run over Python integers, against python/model.py; and the costs its
comments state.

Every UF_LAW function is translated statement by statement: `fe_mul(&r->x, &a, &b);` becomes a call
on boxes that hold integers mod p. The curve has a random constant, so a formula that needed it
would fail.

    python3 test/law_test.py        exit status 1 if a formula or a comment is wrong
"""

import pathlib
import random
import re
import sys
import types
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "python"))
sys.dont_write_bytecode = True
import model  # noqa: E402

P = model.P
LAW = (ROOT / "src/group/law.h").read_text()
FUNCTION = re.compile(
    r"/\*((?:(?!\*/).)*)\*/\s*UF_LAW(?:_PART)? void (\w+)\(([^)]*)\) \{\n(.*?)\n\}", re.S
)

# ---- The core: C text to Python, and what each field operation does.


class Box:
    """A field element; what was never written reads as a random number."""

    def __init__(self, v=None):
        self.v = random.randrange(P) if v is None else v % P


# name: its value from the operands after the result, products, squares, reductions
FIELD = {
    "fe_add": (lambda a, b: a + b, 0, 0, 0),
    "fe_sub": (lambda a, b, mb: a - b, 0, 0, 0),
    "fe_neg": (lambda a, ma: -a, 0, 0, 0),
    "fe_mul_int": (lambda a, k: a * k, 0, 0, 0),
    "fe_half": (lambda a: a * (P + 1) // 2, 0, 0, 0),
    "fe_mul": (lambda a, b: a * b, 1, 0, 1),
    "fe_sqr": (lambda a: a * a, 0, 1, 1),
    "fe_mul2": (lambda a, b, c, d: a * b + c * d, 2, 0, 1),
    "fe_mul_sqr": (lambda a, b, c: a * b + c * c, 1, 1, 1),
    "fe_sqr_add": (lambda a, c: a * a + c, 0, 1, 1),
}


def to_python(name, parameters, body):
    """The function as Python text. A statement outside the subset is an error: nothing is
    skipped."""
    lines = ["def %s(%s):" % (name, ", ".join(re.findall(r"(\w+)(?:,|$)", parameters)))]
    for statement in re.findall(r"[^;]+", re.sub(r"//.*|/\*.*?\*/", "", body)):
        s = " ".join(statement.split())
        if m := re.fullmatch(r"F (\w+(?:, \w+)*)", s):
            lines += [f"    {v} = Box()" for v in m[1].split(", ")]
        elif m := re.fullmatch(r"(\w+)->(\w) = (\w+)", s):
            lines.append(f"    {m[1]}.{m[2]}.v = {m[3]}.v")
        elif re.fullmatch(r"(fe|law)_\w+\([&\w>, -]+\)", s):
            lines.append("    " + s.replace("&", "").replace("->", "."))
        elif s:
            raise SyntaxError(f"{name}: {s}")
    return "\n".join(lines + ["    return"])


def load(text):
    """The functions of a law.h by name, and a list that counts products, squares and reductions."""
    count = [0, 0, 0]

    def operation(value, *costs):
        def run(r, *operands):
            count[:] = map(sum, zip(count, costs))
            r.v = value(*(o.v if isinstance(o, Box) else o for o in operands)) % P

        return run

    law = {"Box": Box, **{name: operation(*row) for name, row in FIELD.items()}}
    for _, name, parameters, body in FUNCTION.findall(text):
        exec(to_python(name, parameters, body), law)
    return law, count


# ---- What the formulas must give.


def point(*values):
    """A struct ge or gej; without values an output of three coordinates."""
    return types.SimpleNamespace(**dict(zip("xyz", map(Box, values or [None] * 3))))


def values(*things):
    return [
        [b.v for b in vars(t).values()] if isinstance(t, types.SimpleNamespace) else t.v
        for t in things
    ]


def affine(x, y, z):
    return (x.v * pow(z, -2, P) % P, y.v * pow(z, -3, P) % P)


def scaled(p, z):
    return p[0] * z * z, p[1] * z**3


def nonzero():
    return random.randrange(1, P)


def two_points():
    """Points of different x on y^2 = x^3 + b for a random b: multiples of any (x, y)."""
    table = [None, (nonzero(), nonzero())]
    while len(table) < 20:
        table.append(model.add(table[-1], table[1]))
    return random.sample(table[1:], 2)


def expect(condition, what):
    if not condition:
        raise AssertionError(what)


def check_dbl(run):
    a, z = two_points()[0], nonzero()
    for alias in (False, True):
        aj = point(*scaled(a, z), z)
        r = aj if alias else point()
        before = values(aj)
        run(r, aj)
        expect(affine(r.x, r.y, r.z.v) == model.add(a, a), "2a")
        expect(alias or values(aj) == before, "an input was written")
    r = point()
    run(r, point(nonzero(), nonzero(), 0))
    expect(r.z.v == 0, "2 * infinity")


def check_add_end(run):
    a, b = two_points()
    z = nonzero()
    (u1, s1), (u2, s2) = scaled(a, z), scaled(b, z)
    for alias in (False, True):
        u, h, i = point(u1, s1, z), Box(u2 - u1), Box(s1 - s2)
        before = values(u), values(h, i)
        r = u if alias else point()
        run(r, u.x, u.y, u.z, h, i)
        expect(affine(r.x, r.y, r.z.v) == model.add(a, b), "a + b")
        expect(r.z.v == z * (u2 - u1) % P, "z")
        expect((alias or before[0] == values(u)) and before[1] == values(h, i), "an input written")


def addition_cases():
    """(a, b, z of a, z of b, wanted): `wanted` is None where only z, h and i are stated."""
    a, b = two_points()
    for za, zb in ((nonzero(), nonzero()), (1, 1)):
        yield a, b, za, zb, model.add(a, b)
        yield a, a, za, zb, None
        yield a, model.neg(a), za, zb, None
        yield a, b, 0, zb, None
        yield a, b, za, 0, None
        yield a, b, 0, 0, None


def check_addition(run, b_is_affine, scale):
    """run(r, h, i, a, z by which a is scaled, b); scale: that z is not a's own."""
    for a, b, za, zb, want in addition_cases():
        if b_is_affine and zb == 0:
            continue
        for alias in ("", "a") if b_is_affine else ("", "a", "b"):
            own = nonzero() if scale and za else za
            aj = point(*(scaled(a, za) if za else (nonzero(), nonzero())), own)
            bj = (
                point(*b)
                if b_is_affine
                else point(*(scaled(b, zb) if zb else (nonzero(), nonzero())), zb)
            )
            r, h, i = {"": point(), "a": aj, "b": bj}[alias], Box(), Box()
            before = values(aj, bj)
            run(r, h, i, aj, Box(za), bj)
            after = values(aj, bj)
            expect(
                (alias == "a" or before[0] == after[0]) and (alias == "b" or before[1] == after[1]),
                "an input was written",
            )
            finite = za and (b_is_affine or zb)
            expect((r.z.v == 0) == (want is None), "z")
            expect(not finite or (h.v == 0) == (a[0] == b[0]), "h")
            expect(not finite or a[0] != b[0] or (i.v == 0) == (a == b), "i")
            if want:
                z = r.z.v * pow(own, -1, P) * za
                expect(affine(r.x, r.y, z) == want, "a + b")


def check_dbl_coz(run):
    a = two_points()[0]
    for alias in (False, True):
        d, p, z, ga = point(nonzero(), nonzero()), point(nonzero(), nonzero()), Box(), point(*a)
        run(d, ga if alias else p, z, ga)
        expect(affine(d.x, d.y, z.v) == model.add(a, a), "2a")
        got = ga if alias else p
        expect(affine(got.x, got.y, z.v) == a, "a over the new z")
        expect(alias or values(ga) == values(point(*a)), "an input was written")


def check_add_coz(run):
    p, d = two_points()
    z = nonzero()
    for alias in (False, True):
        gp, gd, h = point(*scaled(p, z)), point(*scaled(d, z)), Box()
        r = gp if alias else point(nonzero(), nonzero())
        run(r, h, gd, gp)
        expect(affine(r.x, r.y, z * h.v) == model.add(p, d), "p + d")
        expect(affine(gd.x, gd.y, z * h.v) == d, "d over the new z")
        expect(alias or values(gp) == values(point(*scaled(p, z))), "an input was written")


CHECKS = {
    "law_dbl": check_dbl,
    "law_add_end": check_add_end,
    "law_add_ge_scaled": lambda f: check_addition(f, True, True),
    "law_add_ge": lambda f: check_addition(lambda r, h, i, a, z, b: f(r, h, i, a, b), True, False),
    "law_add": lambda f: check_addition(lambda r, h, i, a, z, b: f(r, h, i, a, b), False, False),
    "law_dbl_coz": check_dbl_coz,
    "law_add_coz": check_add_coz,
}

# An operation and one that is wrong in its place.
WRONG = {
    "fe_add": lambda a, b: a - b,
    "fe_sub": lambda a, b, mb: b - a,
    "fe_neg": lambda a, ma: a,
    "fe_mul_int": lambda a, k: a * (k + 1),
    "fe_half": lambda a: a,
    "fe_mul": lambda a, b: a * a,
    "fe_sqr": lambda a: -a * a,
    "fe_mul2": lambda a, b, c, d: a * b - c * d,
    "fe_mul_sqr": lambda a, b, c: a * b - c * c,
    "fe_sqr_add": lambda a, c: a * a - c,
}


class Law(unittest.TestCase):
    def test_every_formula_obeys_the_group_law(self):
        law, _ = load(LAW)
        self.assertEqual(LAW.count("\nUF_LAW void") + LAW.count("\nUF_LAW_PART void"), len(CHECKS))
        for name, check in CHECKS.items():
            with self.subTest(name):
                for _ in range(20):
                    check(law[name])

    def test_the_costs_are_those_of_the_comments(self):
        law, count = load(LAW)
        comments = {name: comment for comment, name, _, _ in FUNCTION.findall(LAW)}
        self.assertEqual(comments.keys(), CHECKS.keys())
        for name, comment in comments.items():
            with self.subTest(name):
                if same := re.search(r"; as (law_\w+)\.", comment):
                    comment = comments[same[1]]
                stated = re.search(
                    r"cost: (\d+) mul \+ (\d+) sqr(?:, (\d+) reductions)?\.", comment
                )
                self.assertIsNotNone(stated, "no cost line")
                seen = set()

                def run(*arguments):
                    count[:] = [0, 0, 0]
                    law[name](*arguments)
                    seen.add(tuple(count[: 3 if stated[3] else 2]))

                CHECKS[name](run)
                self.assertEqual(seen, {tuple(int(s) for s in stated.groups() if s)})

    def test_a_changed_formula_is_noticed(self):
        """Every statement of every function, once left out and once with a wrong operation in its
        place."""
        mutants = 0
        for match in FUNCTION.finditer(LAW):
            for statement in re.finditer(r" {4}(\w+)[^;]*;\n?", match[4]):
                if statement[1] == "F":
                    continue
                begin, end = match.start(4) + statement.start(), match.start(4) + statement.end()
                texts = [LAW[:begin] + LAW[end:]]
                if statement[1] in WRONG:
                    texts.append(
                        LAW[:begin] + "    fe_wrong" + LAW[begin:end].strip()[2:] + "\n" + LAW[end:]
                    )
                for text in texts:
                    mutants += 1
                    with self.subTest(
                        match[2], statement=statement[0].strip(), left_out=text is texts[0]
                    ):
                        self.assertTrue(self.noticed(match[2], text), "not noticed")
        self.assertGreater(mutants, 100)

    @staticmethod
    def noticed(name, text):
        FIELD.update({"fe_wrong" + op[2:]: (value, 0, 0, 0) for op, value in WRONG.items()})
        law, _ = load(text)
        try:
            for _ in range(3):
                CHECKS[name](law[name])
        except (AssertionError, ValueError):  # ValueError: a z of 0 has no inverse
            return True
        return False

    def test_what_is_outside_the_subset_is_refused(self):
        for statement in (
            "if (x) fe_mul(&r->x, &a->x, &a->x)",
            "r->x = fe_mul(a, b)",
            "F t = a->x",
        ):
            with self.assertRaises(SyntaxError):
                to_python("f", "UF_GEJ *r, const UF_GEJ *a", f"    {statement};")


if __name__ == "__main__":
    unittest.main()
