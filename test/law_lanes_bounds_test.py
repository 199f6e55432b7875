#!/usr/bin/env python3
"""Errors planted in the formulas of lanes and quads do not compile.

src/lanes/law_lanes.h and law_quad.h run every formula over bounds at compile time. Here a copy of a
header is edited, once for each planted error, and the compiler must refuse it because of that
check; the copy without an error compiles.

    python3 test/law_lanes_bounds_test.py        CXX in the environment: the compiler; else clang++
                                                 or g++
"""

import concurrent.futures
import os
import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LANES, QUAD, FIELD = "lanes/law_lanes.h", "lanes/law_quad.h", "lanes/fe_lanes.h"

# By formula: what is wrong, the text, and what stands there instead. LOW: a magnitude is stated one
# too low, so that the operand's is one too high.
LOW, CARRY, HIGH = (
    "a magnitude one too high for what is stated",
    "a carry left out",
    "a result above its magnitude",
)
LANE_ERRORS = {
    "law_dbl_neg": [
        (LOW, "fe_neg(&t, &t, 1);", "fe_neg(&t, &t, 0);"),
        (
            CARRY,
            "fe_sqr_add2(&r->x, &l, &t);",
            "fe_sqr(&r->x, &l); fe_add(&t, &t, &t); fe_add(&r->x, &r->x, &t);",
        ),
        (HIGH, "fe_three_halves(&l, &l);", "fe_three_halves(&l, &l); fe_three_halves(&l, &l);"),
    ],
    "law_dbl_times": [
        (CARRY, "fe_carry(&r->y);", ""),
        (CARRY, "fe_carry(&r->z);", ""),
        (LOW, "fe_neg(&r->y, &r->y, 1);", "fe_neg(&r->y, &r->y, 0);"),
        (
            "a note that is not so",
            "fe_note_uncarried(&r->z);",
            "fe_add(&r->z, &r->z, &r->z); fe_note_carried(&r->z);",
        ),
    ],
    "law_sub_ge": [
        (LOW, "fe_neg(&t, &r->x, 1);", "fe_neg(&t, &r->x, 0);"),
        (LOW, "fe_neg(&h2, &h2, 1);", "fe_neg(&h2, &h2, 0);"),
        (CARRY, "fe_carry(&r->y);", ""),
        (CARRY, "fe_carry(&r->z);", ""),
    ],
    "law_add_affine": [
        (LOW, "fe_sub(&i, &a->y, &b->y, 2);", "fe_sub(&i, &a->y, &b->y, 1);"),
        (LOW, "fe_sub(&r->x, &w, &t, 3);", "fe_sub(&r->x, &w, &t, 2);"),
        (CARRY, "fe_normalize_weak(&r->x);", ""),
    ],
    "law_add_halves": [
        (LOW, "fe_sub(&h, &u1, &u, 1);", "fe_sub(&h, &u1, &u, 0);"),
        (LOW, "fe_sub(&r->x, &iihh, &t, 3);", "fe_sub(&r->x, &iihh, &t, 2);"),
        (CARRY, "fe_normalize_weak(&r->x);", ""),
    ],
    "law_chord_dx": [
        (LOW, "fe_sub(dx, x2, x1, 1);", "fe_sub(dx, x2, x1, 0);"),
        (HIGH, "fe_sub(dx, x2, x1, 1);", "fe_sub(dx, x2, x1, 2);"),
    ],
    "law_chord_dy": [
        (HIGH, "fe_add(dy, y2, minus_y1);", "fe_add(dy, y2, minus_y1); fe_add(dy, dy, y2);"),
        (HIGH, "fe_add(dy, y2, minus_y1);", "fe_sub(dy, y2, minus_y1, 3);"),
    ],
    "law_chord_product": [
        (HIGH, "fe_mul(all, all, dx);", "fe_add(all, all, dx);"),
        (HIGH, "fe_mul(all, all, dx);", "fe_mul_int(all, all, 9); fe_mul(all, all, dx);"),
    ],
    "law_chord_inverse": [
        (HIGH, "fe_mul(one, one, all);", "fe_mul(one, one, all); fe_add(one, one, all);"),
        (HIGH, "fe_mul(all, all, dx);", "fe_add(all, all, dx);"),
    ],
    "law_chord_slope": [
        (HIGH, "fe_mul(m, dy, inverse);", "fe_add(m, dy, dy); fe_mul(m, m, inverse);"),
        (HIGH, "fe_mul(m, dy, inverse);", "fe_mul(m, dy, inverse); fe_add(m, m, inverse);"),
    ],
    "law_chord_x": [
        (LOW, "fe_neg(&t, &t, 2);", "fe_neg(&t, &t, 1);"),
        (CARRY, "fe_sqr_add(x3, m, &t);", "fe_sqr(x3, m); fe_add(x3, x3, &t);"),
    ],
    "law_chord_y": [
        (LOW, "fe_sub(&t, x1, x3, 1);", "fe_sub(&t, x1, x3, 0);"),
        (CARRY, "fe_mul_add(y3, m, &t, minus_y1);", "fe_mul(&t, m, &t); fe_add(y3, &t, minus_y1);"),
    ],
    "law_unlifted": [
        (CARRY, "fe_mul_add(w, &t, x, b);", "fe_mul(w, &t, x); fe_add(w, w, b);"),
        (HIGH, "fe_sqr(py, w);", "fe_sqr(py, w); fe_add(py, py, w);"),
    ],
    "law_equation": [
        (LOW, "fe_sub(h, h, u1, 1);", "fe_sub(h, h, u1, 0);"),
        (CARRY, "fe_normalize_weak(h);", ""),
        (LOW, "fe_neg(&hh, &hh, 1);", "fe_neg(&hh, &hh, 0);"),
        (HIGH, "fe_add(d, d, d);", "fe_mul_int(d, d, 3);"),
    ],
    "law_equation_sum": [
        (LOW, "fe_sub(k, u1, k, 1);", "fe_sub(k, u1, k, 0);"),
        (LOW, "fe_neg(k, k, 1);", "fe_neg(k, k, 0);"),
    ],
    "law_equation_denominator": [
        (CARRY, "fe_mul(h, h, c);", "fe_add(h, h, c);"),
        (HIGH, "fe_mul(c, c, z);", "fe_mul_int(c, c, 9);"),
    ],
    "law_equation_end": [
        (CARRY, "fe_mul(n, n, h);", "fe_add(n, n, h);"),
        (HIGH, "fe_mul(d, d, h);", "fe_mul_int(d, d, 9); fe_mul(d, d, h);"),
    ],
}
BORROW, ROOM = (
    "a multiple of p too small for what is subtracted",
    "columns too narrow for what is subtracted",
)
QUAD_ERRORS = {
    "law_quad_factors": [
        (ROOM, "quad_take<zero, zero, zero, lane3>", "quad_take<zero, lane1, zero, lane3>"),
        (CARRY, "return quad_carry(", "return ("),
    ],
    "law_quad_set": [
        (CARRY, "r->q = quad_carry(", "r->q = ("),
        ("carries counted twice", "quad_clean(a)", "a"),
    ],
    "law_quad_dbl_begin": [
        (BORROW, "quad_multiple_of_p<F, 58>(3)", "quad_multiple_of_p<F, 58>(2)"),
        (BORROW, "quad_multiple_of_p<F, 57>(2)", "quad_multiple_of_p<F, 57>(1)"),
        (ROOM, "quad_multiple_of_p<F, 58>(3)", "quad_multiple_of_p<F, 56>(3)"),
        (ROOM, "quad_multiple_of_p<F, 57>(2)", "quad_multiple_of_p<F, 55>(2)"),
        (CARRY, "quad_carry(quad_times<4, 4, 4, 4>(p->zz))", "quad_times<4, 4, 4, 4>(p->zz)"),
    ],
    "law_quad_dbl": [
        (CARRY, "quad_carry(quad_take<D, D, D, D>(d.d))", "quad_take<D, D, D, D>(d.d)"),
        (CARRY, "a3 = quad_carry(", "a3 = ("),
        ("an addend above its limbs", "quad_times<16, 0, 8, 8>", "quad_times<1024, 0, 8, 8>"),
        ("a shift out of 64 bits", "quad_times<16, 0, 8, 8>", "quad_times<16, 0, 8, 16384>"),
    ],
    "law_quad_add_end": [
        (ROOM, "quad_multiple_of_p<F, 53>(5)", "quad_multiple_of_p<F, 52>(5)"),
        (BORROW, "quad_multiple_of_p<F, 53>(5)", "quad_multiple_of_p<F, 53>(1)"),
        (BORROW, "quad_multiple_of_p<F, 59>(4)", "quad_multiple_of_p<F, 59>(3)"),
        (ROOM, "quad_multiple_of_p<F, 59>(4)", "quad_multiple_of_p<F, 56>(4)"),
        (CARRY, "d = quad_carry(level1)", "d = level1"),
        (CARRY, "quad_carry(ej)", "ej"),
        (HIGH, "quad_multiple_of_p<F, 59>(4)", "quad_multiple_of_p<F, 59>(5)"),
    ],
    "law_quad_add": [
        (BORROW, "quad_multiple_of_p<F, 60>(8)", "quad_multiple_of_p<F, 60>(7)"),
        (CARRY, "quad_carry(quad_take<ZZ, ZZ, ZZ, ZZ>(p->zz))", "quad_take<ZZ, ZZ, ZZ, ZZ>(p->zz)"),
    ],
    "law_quad_dbl_add": [
        (BORROW, "quad_multiple_of_p<F, 60>(8)", "quad_multiple_of_p<F, 60>(7)"),
        (CARRY, "quad_carry(zzd)", "zzd"),
        (CARRY, "a3 = quad_carry(", "a3 = ("),
    ],
    "law_quad_plain": [
        (CARRY, "quad_carry(p->z)", "p->z"),
        ("carries counted twice", "quad_clean(quad_blend", "(quad_blend"),
    ],
}
# In the numbers that both the code and the check use.
FIELD_ERRORS = [
    (ROOM, "30 * (u64)m", "29 * (u64)m"),
    (BORROW, "2 * ((u64)m + 1)", "2 * ((u64)m)"),
    ("wide limbs stated too low", "(u64)m << 57", "(u64)m << 56"),
    ("a factor stated too low", "int factor = 8", "int factor = 4"),
]
NOTES = ("static assertion", "static_assert", "fe_magnitude_exceeded")


def compiler():
    """The project's compiler, or None."""
    for name in (os.environ.get("CXX"), "clang++-22", "clang++", "g++"):
        if name and shutil.which(name):
            return name
    return None


def function_body(text, name):
    """Where the function's body is in the text."""
    match = re.search(r"UF_LAW_PART [\w<>]+ %s\([^)]*\) \{\s(.*?)\s\}\n" % name, text, re.S)
    return match.start(1), match.end(1)


def replaced(text, begin, end, old, new):
    if text.count(old, begin, end) != 1:
        raise AssertionError(
            f"{old!r} stands {text.count(old, begin, end)} times where it is planted"
        )
    at = text.index(old, begin, end)
    return text[:at] + new + text[at + len(old) :]


def planted():
    """(what, header, the text with the error)"""
    for header, errors in ((LANES, LANE_ERRORS), (QUAD, QUAD_ERRORS)):
        text = (ROOT / "src" / header).read_text()
        for name, rows in errors.items():
            for what, old, new in rows:
                yield (
                    f"{name}: {what}: {new or 'no ' + old}",
                    header,
                    replaced(text, *function_body(text, name), old, new),
                )
    text = (ROOT / "src" / FIELD).read_text()
    for what, old, new in FIELD_ERRORS:
        yield f"{what}: {new}", FIELD, replaced(text, 0, len(text), old, new)


def compile_with(cxx, header, text):
    """What the compiler says of both headers with this text for one: its exit status and its
    messages."""
    with tempfile.TemporaryDirectory() as work:
        copy = Path(work, header)
        copy.parent.mkdir()
        copy.write_text(text)
        main = Path(work, "main.cpp")
        main.write_text(f'#include "{LANES}"\n#include "{QUAD}"\n')
        run = subprocess.run(
            [
                cxx,
                "-std=gnu++20",
                "-fsyntax-only",
                "-w",
                f"-I{work}",
                f"-I{ROOT / 'src'}",
                str(main),
            ],
            capture_output=True,
            text=True,
            check=False,
        )
        return run.returncode, run.stderr


class Bounds(unittest.TestCase):
    def test_every_formula_has_planted_errors(self):
        for header, errors in ((LANES, LANE_ERRORS), (QUAD, QUAD_ERRORS)):
            text = (ROOT / "src" / header).read_text()
            self.assertEqual(
                sorted(re.findall(r"UF_LAW_PART [\w<>]+ (\w+)\(", text)), sorted(errors)
            )
            for name, rows in errors.items():
                self.assertGreaterEqual(len(rows), 2, name)

    def test_the_headers_compile(self):
        for header in (LANES, QUAD, FIELD):
            status, said = compile_with(CXX, header, (ROOT / "src" / header).read_text())
            self.assertEqual(status, 0, said)

    def test_no_planted_error_compiles(self):
        errors = list(planted())
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(lambda e: compile_with(CXX, e[1], e[2]), errors))
        for (what, _, _), (status, said) in zip(errors, results):
            with self.subTest(what):
                self.assertNotEqual(status, 0, "compiles")
                found = re.findall(r"error: (.*)", said)
                self.assertTrue(
                    found
                    and all(
                        any(n in e for n in NOTES) or "constant expression" in e for e in found
                    ),
                    said,
                )


CXX = compiler()
if __name__ == "__main__":
    if CXX is None:
        sys.exit(77)  # ctest: skipped
    unittest.main()
