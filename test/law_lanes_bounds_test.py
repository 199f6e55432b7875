#!/usr/bin/env python3
"""Errors planted in the formulas of lanes and quads do not compile.

src/lanes/law_lanes.h and law_quad.h run every formula over bounds at compile time. Here a copy of a
header is edited, once for each planted error, and the compiler must refuse it because of that
check; the copy without an error compiles. UF_TEST_SCALE above 1, as in the weekly run, plants all
errors; else every eighth is planted.

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
# In the rules that the formulas are run over. Each begins where its line does in the header; for
# every line the operands and the results of test/law_rules.h must show it.
LANE_RULES = """
lane_limb: a->m, a->carried -> a->m - 1, a->carried
lane_limb: a->carried -> true
lane_set: limb <= fe_lanes_limb<wide>(0, m, carried) -> true
lane_set: m >= 0 -> true
lane_set: m <= fe52_parts::most -> m <= fe52_parts::most + 1
lane_set: {m, carried} -> {m - 1, carried}
lane_set: {m, carried} -> {m, true}
lane_bias: b->m > mb || lane_limb(b, i) > bias -> false
lane_bias: i < 4 -> i < 1
lane_bias: greatest = bias -> greatest = bias - 1
fe_add: a->m + b->m -> a->m + b->m - 1
fe_add: a->m + b->m -> a->m
fe_add: a->m + b->m, false -> a->m + b->m, true
fe_sub: a->m + mb + 1 -> a->m + mb
fe_sub: lane_bias(b, mb) -> 0
fe_sub: + 1, false -> + 1, true
fe_neg: ma + 1 -> ma
fe_neg: lane_bias(a, ma) -> 0
fe_neg: + 1, false -> + 1, true
fe_mul_int: k >= 0 -> true
fe_mul_int: k <= 32 -> k <= 33
fe_mul_int: a->m * k -> a->m * k - 1
fe_half: a->m < fe52_parts::most -> true
fe_half: a->m / 2 + 1 -> a->m / 2
fe_three_halves: a->m <= 1 -> a->m <= 2
fe_three_halves: , 2, true -> , 1, true
fe_cmov: a->m > r->m ? -> a->m < r->m ?
fe_cmov: a->carried && r->carried -> a->carried || r->carried
fe_cond_neg: fe_neg(&minus, r, 1) -> fe_neg(&minus, r, 2)
fe_cond_neg: fe_cmov(r, &minus); ->
fe_load: a->carried -> true
fe_load: a->m, true -> a->m - 1, true
fe_carry: {r->m, true} -> {r->m - 1, true}
fe_normalize_weak: {1, true} -> {0, true}
fe_note_carried: r->carried -> true
fe_note_carried: r->m, true -> r->m - 1, true
fe_note_uncarried: r->carried = false; ->
lane_product: 7 * products -> 6 * products
lane_product: products + 2 -> products + 1
lane_product: 9 * products -> 8 * products
lane_product: products + 3 -> products + 2
lane_product: sum <= 64 -> sum <= 65
lane_product: in_bounds && -> true &&
lane_product: column4 >> 63 == 0 -> true
lane_product: , 1, carried, -> , 0, carried,
lane_product: !wide || summed -> true
lane_product: products + 2) * low52 + summand -> products + 2) * low52
lane_product: products + 3) * low52 + summand -> products + 3) * low52
lane_limbs: ? lane_limb(a, 0) : lane_limb(a, 4) -> ? lane_limb(a, 4) : lane_limb(a, 0)
lane_factor: a->m <= fe52_parts::factor -> a->m <= fe52_parts::factor + 1
fe_mul: lane_factor(a) -> true
fe_mul: lane_factor(b) -> true
fe_sqr: fe_mul(r, a, a); -> *r = {1, !wide};
fe_mul2: lane_factor(a) -> true
fe_mul2: lane_factor(b) -> true
fe_mul2: lane_factor(c) -> true
fe_mul2: lane_factor(d) -> true
fe_mul2: a->m * b->m + c->m * d->m -> a->m * b->m + c->m * d->m - 1
fe_mul2: , 2, 0, false -> , 2, 0, true
fe_mul_sqr: b, c, c -> b, c, b
fe_mul_add: lane_factor(a) -> true
fe_mul_add: lane_factor(b) -> true
fe_mul_add: a->m * b->m + c->m -> a->m * b->m + c->m - 1
fe_mul_add: , true) -> , false)
fe_sqr_add: fe_mul_add(r, a, a, c); -> fe_mul(r, a, a);
fe_sqr_add2#1: a->m * a->m + 2 * b->m + c->m -> a->m * a->m + 2 * b->m + c->m - 1
fe_sqr_add2#1: a->m * a->m + 2 * b->m -> a->m * a->m + b->m
fe_sqr_add2#1: 2 * lane_limbs(b) -> lane_limbs(b)
fe_sqr_add2#1: + lane_limbs(c) -> + 0
fe_sqr_add2#1: , true) -> , false)
fe_sqr_add2#2: fe_sqr_add2(r, a, b, &none); -> fe_sqr_add(r, a, b);
fe_mul_apart: fe_mul(r, a, b); -> *r = {1, !wide};
fe_sqr_apart: fe_sqr(r, a); -> *r = {1, !wide};
fe_swap_halves: *r = *a; -> *r = {a->m - 1, a->carried};
fe_beside: fe_cmov(&t, b); ->
fe_beside: {t.m, false} -> {t.m, t.carried}
"""
QUAD_RULES = """
operator+: a.l[l].low[i] + b.l[l].low[i] -> a.l[l].low[i]
operator+: a.l[l].high[i] + b.l[l].high[i] -> a.l[l].high[i] + b.l[l].high[i] - 1
operator+: !a.l[l].dirty -> true
operator+: !b.l[l].dirty -> true
operator+: r->high[i] >= a.l[l].high[i] -> true
operator-: a.l[l].low[i] >= b.l[l].high[i] -> a.l[l].low[i] + 1 >= b.l[l].high[i]
operator-: a.l[l].low[i] - b.l[l].high[i] -> a.l[l].low[i]
operator-: a.l[l].high[i] - b.l[l].low[i] -> a.l[l].high[i] - b.l[l].high[i]
operator-: !a.l[l].dirty -> true
operator-: !b.l[l].dirty -> true
quad_times: r->low[i] = a.l[l].low[i] * (u64)times[l]; -> r->low[i] = a.l[l].low[i];
quad_times: a.l[l].high[i] * (u64)times[l] -> a.l[l].high[i] * (u64)times[l] - 1
quad_times: r->high[i] / (u64)times[l] == a.l[l].high[i] -> true
quad_times: quad_require(!a.l[l].dirty); ->
quad_times: if (times[l] == 0) return; ->
quad_take: a.l[lane_of[l]] -> a.l[l]
quad_take: if (lane_of[l] != zero) -> if (lane_of[l] == zero) *r = a.l[l]; else
quad_blend: ? a.l[l] : b.l[l] -> ? b.l[l] : a.l[l]
quad_set_limb: r->l[l].low[i] = -> u64 low =
quad_set_limb: limb[l] -> limb[0]
quad_alike: {{a, b, c, d, e}, {a, b, c, d, e} -> {{a, b, c, d, e}, {a, b, c, d, d}
quad_carry: quad_require(!a.l[l].dirty); ->
quad_carry: a.l[l].high[i] + carry >= carry -> true
quad_carry: (a.l[l].high[i] + carry) >> 52 -> a.l[l].high[i] >> 52
quad_carry: a.l[l].high[4] + carry -> a.l[l].high[4]
quad_carry: r->high[4] >= carry -> true
quad_carry: r->high[i] = low52 -> r->high[i] = low52 - 1
quad_carry: r->dirty = true; ->
quad_clean: quad_require(a.l[l].dirty); ->
quad_clean: i < 5 -> i < 4
quad_mul: x.high[i] <= low52 -> true
quad_mul: x.high[4] <= low52 -> true
quad_mul: !addend.l[l].dirty -> true
quad_mul: addend.l[l].high[i] >> 62 == 0 -> true
quad_mul: quad_column_limb(i) + addend.l[l].high[i] -> quad_column_limb(i)
quad_mul: quad_column_limb(i) + addend -> quad_column_limb(i) - 1 + addend
quad_mul: : low48 -> : low48 - 1
quad_sqr: quad_mul(a, a) -> a
quad_any_words: i < 4 ? low52 : low48 -> low48
quad_either#1: a.l[l].dirty == b.l[l].dirty -> true
quad_either#1: r->dirty = a.l[l].dirty; ->
quad_either#1: ? a.l[l].high[i] : b.l[l].high[i] -> ? b.l[l].high[i] : a.l[l].high[i]
quad_either#2: quad_either(a.q, b.q) -> a.q
quad_either#2: quad_either(a.x, b.x) -> a.x
quad_either#2: quad_either(a.z, b.z) -> a.z
quad_either#2: quad_either(a.zz, b.zz) -> b.zz
quad_within: + 4096 -> + 4097
quad_within: a.l[l].dirty ? a : quad_carry -> true ? a : quad_carry
quad_point_within: p.q, 0, 8 -> p.q, 0, 9
quad_point_within: p.q, 1, 7 -> p.q, 1, 8
quad_point_within: p.q, 2, 4 -> p.q, 2, 5
quad_point_within: p.q, 3, 8 -> p.q, 3, 9
quad_point_within: p.x, 1, 7 -> p.x, 1, 8
quad_point_within: p.z, 3, 4 -> p.z, 3, 5
quad_point_within: p.zz, 3, 1 -> p.zz, 3, 2
"""
# A rule with one of these compiles, for a reason: what a result is compared with is never near its
# limit for the operands that the rule lets through, or another part of the rule refuses them too.
NOT_SEEN = {
    LANES: """
lane_bias: b->m > mb -> false
fe_add: lane_limb(a, 0) + lane_limb(b, 0) -> lane_limb(a, 0)
fe_sub: lane_limb(a, 0) + -> 0 +
fe_mul_int: lane_limb(a, 0) * (u64)k -> 0
fe_half: (lane_limb(a, 0) + low52) / 2 -> 0
fe_three_halves: lane_limb(a, 0) < (u64)1 << 61 -> true
fe_mul: , 1, 0, false -> , 0, 0, false
fe_mul2: , 2, 0, false -> , 1, 0, false
fe_mul_add: , lane_limbs(c), -> , 0,
fe_sqr_add2#1: lane_factor(a) -> true
""",
    QUAD: """
quad_mul: (x.high[4] >> 40) + 1 -> (x.high[4] >> 40)
quad_mul: <= (u64)1 << 24 -> <= (u64)1 << 25
""",
}
# What is no rule.
HARNESS = (
    "lane_law_magnitudes_hold",
    "quad_law_bounds_hold",
    "quad_require",
    "quad_bounds_by_lane",
)
NOTES = ("static assertion", "static_assert", "fe_magnitude_exceeded", "too many errors")


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


def rule(text, name):
    """Where the rule stands in the text: after the formulas. NAME#2: the second of that name."""
    name, _, number = name.partition("#")
    begins = r"(?m)^(?:UF_BOUND|constexpr) [\w<>]+ %s\(" % re.escape(name)
    found = list(re.finditer(begins, text[text.index("---- The check.") :]))
    if len(found) < int(number or 1) or (len(found) > 1 and not number):
        raise AssertionError(f"{name}: {len(found)} rules")
    begin = text.index("---- The check.") + found[int(number or 1) - 1].start()
    return begin, text.index("\n}" if text[begin:].split("\n")[0][-1] != "}" else "\n", begin)


def planted_rules(header, lines):
    """(what, header, the text with the error) of lines `name: old -> new`."""
    text = (ROOT / "src" / header).read_text()
    for line in lines.strip().split("\n"):
        name, error = line.split(": ", 1)
        old, new = re.fullmatch(r"(.*?) ->(?: (.*))?", error).groups("")
        yield line, header, replaced(text, *rule(text, name), old, new)


def planted():
    """(what, header, the text with the error)"""
    yield from planted_rules(LANES, LANE_RULES)
    yield from planted_rules(QUAD, QUAD_RULES)
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


def run_compiler(*arguments):
    return subprocess.run(
        [CXX, "-std=gnu++20", "-w", *arguments, f"-I{ROOT / 'src'}", f"-I{ROOT / 'test'}"],
        capture_output=True,
        text=True,
        check=False,
    )


def compile_with(header, text):
    """What the compiler says of both headers with this text for one: its exit status and its
    messages."""
    with tempfile.TemporaryDirectory() as work:
        copy = Path(work, header)
        copy.parent.mkdir()
        copy.write_text(text)
        main = Path(work, "main.cpp")
        main.write_text(f'#include "{LANES}"\n#include "{QUAD}"\n#include "law_rules.h"\n')
        # What both stand on is read once, unless it is what is changed.
        read = [] if header == FIELD else ["-include", str(Path(BELOW.name, "below.h"))]
        run = run_compiler("-fsyntax-only", f"-I{work}", *read, str(main))
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

    def test_every_rule_has_planted_errors(self):
        for header, lines in ((LANES, LANE_RULES), (QUAD, QUAD_RULES)):
            text = (ROOT / "src" / header).read_text()
            check = text[text.index("---- The check.") :]
            rules = re.findall(r"(?m)^(?:UF_BOUND|constexpr) [\w<>]+ (\w+|operator[+-])\(", check)
            named = [line.split(":")[0].split("#")[0] for line in lines.strip().split("\n")]
            self.assertEqual(
                sorted({*rules} - {*named}), sorted({*HARNESS} & {*rules}), "rules without errors"
            )

    def test_what_no_operand_shows(self):
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            errors = [e for header in NOT_SEEN for e in planted_rules(header, NOT_SEEN[header])]
            for (what, _, _), (status, said) in zip(
                errors, pool.map(lambda e: compile_with(e[1], e[2]), errors)
            ):
                self.assertEqual(status, 0, f"{what}: is seen: plant it above\n{said}")

    def test_the_headers_compile(self):
        for header in (LANES, QUAD, FIELD):
            status, said = compile_with(header, (ROOT / "src" / header).read_text())
            self.assertEqual(status, 0, said)

    def test_no_planted_error_compiles(self):
        errors = list(planted())[:: 1 if float(os.environ.get("UF_TEST_SCALE", "1")) > 1 else 8]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            results = list(pool.map(lambda e: compile_with(e[1], e[2]), errors))
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
    BELOW = tempfile.TemporaryDirectory()
    below = Path(BELOW.name, "below.h")
    below.write_text('#include "group/law.h"\n#include "lanes/fe_quad.h"\n')
    run_compiler("-x", "c++-header", str(below), "-o", f"{below}.gch")
    unittest.main()
