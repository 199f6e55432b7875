#!/usr/bin/env python3
"""The kernels as an NVIDIA GPU would run them, proven without one: clang's PTX of the CUDA text,
translated to C statement by statement (ptx_to_c.py), against the same kernels as the host compiles
them, on equal arenas, byte for byte.

Usage: test/ptx_test.py [--clang clang++-22] [--build FOLDER] [--items N] [--rows N] [--seed N]
Exit 77 if there is no clang that makes PTX.
"""

import argparse
import functools
import hashlib
import math
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT / "test"), str(ROOT / "python")]
import model  # noqa: E402
import ptx_to_c  # noqa: E402
from ptx_library import (  # noqa: E402
    Arena,
    FIELD,
    Failed,
    LAUNCHED,
    LOW_S,
    N,
    NAMES,
    P,
    WINDOW,
    build,
    check_opencl,
    check_ptx,
    check_translator,
    library,
    transpose,
)


def edge_numbers(count):
    limbs = [
        0,
        1,
        2,
        976,
        977,
        978,
        0x7FFFFFFF,
        0x80000000,
        0xFFFFFC2E,
        0xFFFFFC2F,
        0xFFFFFC30,
        0xFFFFFFFE,
        0xFFFFFFFF,
        0xFFFFFFFF,
        0,
    ]
    words = random.choices(limbs, k=8 * count)
    return b"".join(w.to_bytes(4, "little") for w in words)


def run_number():
    """256 bits in runs of zeros and ones, most of which end where a limb does."""
    x, at = 0, 0
    while at < 256:
        length = random.choice([32, 32, 64, 96, 128, 224, random.randrange(1, 80)])
        x |= random.getrandbits(1) * ((1 << length) - 1) << at
        at += length
    return x & ((1 << 256) - 1)


def far_pairs(count):
    """Pairs whose sum, and pairs whose difference, is just where the fold by 2^32 + 977 carries or
    borrows through many limbs."""
    for i in range(count):
        limbs = 32 * random.randrange(2, 9)
        near = random.choice(
            [
                random.randrange(1, 1 << 34),
                2**32 + random.randrange(970, 985),
                random.randrange(978, 1955),
            ]
        )
        high = random.getrandbits(256) >> limbs << limbs & (1 << 256) - 1
        if i % 2:
            total = (1 << 256) + high + (1 << limbs) - near  # a + b
            a = random.randrange(max(0, total - (1 << 256) + 1), min(total, (1 << 256) - 1) + 1)
            yield a, total - a
        else:
            rest = high + random.randrange(min(near, 1 << 33))  # a - b + 2^256
            a = random.randrange(rest) if rest else 0
            yield a, min(a + (1 << 256) - rest, (1 << 256) - 1)


def edge_square():
    """A number whose square's limbs carry where others hardly ever do: out of a product of two
    neighbours, or just above 2^256 in the fold."""
    if random.getrandbits(1):
        return math.isqrt(
            ((1 << 32) - random.choice([977, 978, random.randrange(900, 2100)]) << 480)
            + random.getrandbits(480)
        )
    x = random.getrandbits(32) | 1
    limbs = [random.getrandbits(32) for _ in range(8)]
    at = random.choice([0, 5, 6])
    limbs[at], limbs[7] = x, pow(-x, -1, 1 << 32)
    if at == 6:
        limbs[5] = 0xFFFFFFFF
    if at == 0:
        limbs[1:8] = [pow(-x, -1, 1 << 32)] * 7
    return sum(limb << 32 * i for i, limb in enumerate(limbs))


def field_rows(items):
    """Operands a and b for so many items: limbs at the edges of carries, pairs of the kinds above,
    random ones, and pairs whose product
    folds twice; with the items that are worth a look."""
    edges, folds = items // 8, min(4000, items // 8)
    rows = {
        name: bytearray(edge_numbers(edges) + random.randbytes(32 * (items - edges)))
        for name in "ab"
    }

    def put(at, *pair):
        for name, x in zip("ab", pair):
            rows[name][32 * at : 32 * at + 32] = x.to_bytes(32, "little")

    kinds = (
        *far_pairs(folds),
        *((run_number(), run_number()) for _ in range(folds)),
        *((edge_square(), edge_square()) for _ in range(folds)),
    )
    for i, pair in enumerate(kinds):
        put(edges + i, *pair)
    for i in range(folds):  # a*b = r mod p, r just where the fold of the fold carries
        x = P - 1 if i % 4 == 2 else random.randrange(1, P)  # the former: the largest first fold
        r = random.choice(
            [
                0,
                1,
                976,
                977,
                978,
                2**32,
                2**32 + 976,
                2**32 + 977,
                2**32 + 978,
                random.getrandbits(34),
                random.getrandbits(64),
                random.getrandbits(67),
                # where the second fold carries on, out of limb 0 and out of limb 1
                2**33 + 977 - random.randrange(1, 978) + (random.getrandbits(35) << 32),
                2**64 + 2**32 + 977 - random.randrange(1, 1 << 32) + (random.getrandbits(3) << 64),
            ]
        )
        if i % 4 == 3:  # the same for squares
            x = model.sqrt(r) or x
        put(items - 1 - i, x, r * pow(x, -1, P) % P)
    return rows, sorted(
        {
            *range(0, items, max(1, items // 20000)),
            *range(edges, edges + len(kinds)),
            *range(items - folds, items),
        }
    )


def field_arena(host, ptx, rows):
    items = len(rows["a"]) // 32
    a = Arena(host, ptx, 96 * items + 4096)
    a.set(n=items, a=a.take(32 * items), b=a.take(32 * items), t=a.take(32 * items))
    for name in "ab":
        a.write(a.get(name), transpose(bytes(rows[name]), 8))
    return a


def test_field(host, ptx, items):
    """add, sub, mul, sqr over many items."""
    rows, checked = field_rows(items)
    a = field_arena(host, ptx, rows)
    for name, want in FIELD.items():
        a.launch(name)
        column = memoryview(a.read(a.get("t"), 32 * items)).cast("I")
        for i in checked:
            x, y = (int.from_bytes(rows[c][32 * i : 32 * i + 32], "little") for c in "ab")
            got = sum(column[w * items + i] << 32 * w for w in range(8))
            if got >= 2**256 or (got - want(x, y)) % P:
                raise Failed(f"{name}({x:#x}, {y:#x}) = {got:#x}")
    print(f"field: 4 x {items} items equal, {len(checked)} of each against integers")


# Carries that are 0 whatever the operands are, by their number among the kernel's instructions that
# take one. Of products: out of a row that began on fresh limbs, and above 2^512. Of squares: out of
# such rows (5 to 41); where the two rows are joined, at the first limb of one and above 2^480; and
# in the first square that is added, to 0. The last one of squares, out of limb 1 in the second
# fold, can be one, but no square is known for which it is; products with p - 1 reach it.
IDLE = {
    "field_add": [8, 18],
    "field_sub": [],
    "field_mul": [7, 31, 39, 63, 71, 95, 103, 127, 128],
    "field_sqr": [5, 21, 25, 35, 37, 41, 42, 56, 57, 58, 59, 108],
}


def test_lost_carries(clang, folder, ptx, host, items):
    """Each instruction of the field that takes a carry, made one that takes none: the items of
    test_field notice it, but for idle ones."""
    begin = ptx.index(".visible")
    planted, numbers = {}, {}
    for name in FIELD:
        body = re.search(rf"\.visible \.entry ufsecp_{name}\(.*?\n\}}\n", ptx, re.S)[0]
        taking = list(re.finditer(r"(?<![\w.])(madc|addc|subc)(?=[\w.]*\.u32)", body))
        numbers[name] = range(len(taking))
        planted[f"{name}_right"] = body.replace(f"ufsecp_{name}", f"ufsecp_{name}_right")
        for k, m in enumerate(taking):
            planted[f"{name}_{k}"] = (body[: m.start()] + m[0][:-1] + body[m.end() :]).replace(
                f"ufsecp_{name}", f"ufsecp_{name}_{k}"
            )
    kernels = library(clang, folder, "planted", ptx[:begin] + "".join(planted.values()), planted)
    arena = field_arena(host, None, field_rows(items)[0])
    at, size = arena.get("t"), 32 * items

    def column(library, kernel, which):
        arena.memory[which][at : at + size] = bytes(size)
        arena.call(which, getattr(library, kernel), items)
        return arena.read(at, size, which)

    counted = {}
    for name in FIELD:
        right = column(host, f"host_{name}", 0)
        if column(kernels, f"ptx_{name}_right", 1) != right:
            raise Failed(f"{name}, with no carry lost, differs")
        unnoticed = [k for k in numbers[name] if column(kernels, f"ptx_{name}_{k}", 1) == right]
        if unnoticed != IDLE[name]:
            raise Failed(
                f"{name}: lost carries that are not noticed: {unnoticed}; that can be none: "
                f"{IDLE[name]}"
            )
        counted[name] = len(numbers[name]) - len(unnoticed)
    print(f"lost carries noticed: {counted}")


@functools.cache
def table_bases():
    return [model.mul(1 << WINDOW * j) for j in range(-(-256 // WINDOW))]


def make_table(arena):
    """The generator's table, built by both as the library builds it."""
    windows, half = -(-256 // WINDOW), 1 << (WINDOW - 1)
    bases = table_bases()
    n = windows * half
    arena.set(
        n=n,
        window=WINDOW,
        loops=0,
        share=8,
        q=arena.take(96 * n),
        t=arena.take(32 * n),
        scratch=arena.take(32 * n),
        extra=arena.take(64 * windows),
    )
    arena.write(
        arena.get("extra"),
        b"".join(x.to_bytes(32, "little") + y.to_bytes(32, "little") for x, y in bases),
    )
    arena.launch("table_points", "z_column", "field_inv", "affine", "table_store")
    for j, d in ((0, 1), (0, half), (3, 5), (windows - 1, half)):
        x, y = model.mul(d << WINDOW * j)
        row = 64 * (j * half + d - 1)
        if bytes(arena.tables[1][row : row + 64]) != x.to_bytes(32, "little") + y.to_bytes(
            32, "little"
        ):
            raise Failed(f"table entry ({j}, {d})")


def columns(arena, n, apart=False):
    """Columns for n rows; a P and b G apart or in one."""
    arena.set(
        n=n,
        p=arena.take(64 * n),
        a=arena.take(32 * n),
        b=arena.take(32 * n),
        q=arena.take(96 * n),
        t=arena.take(32 * n),
        scratch=arena.take(32 * n),
        ok=arena.take(n),
        out=arena.take(80 * n + 256),
    )
    arena.set(points=arena.take(96 * n) if apart else arena.get("q"))


def damage(rows, i, at):
    rows[i][at] ^= 1 << random.randrange(8)


def test_operations(host, ptx, n):
    """Whole operations as lists of kernels, over good rows and hostile ones; verdicts against the
    model."""
    keys = [random.randrange(1, N) for _ in range(n)]
    points = [model.mul(k) for k in keys]
    msgs = [random.randbytes(32) for _ in range(n)]
    hostile = [0, 1, N - 1, N, N + 1, P - 1, P, 2**256 - 1]
    b32 = model.b32

    def fresh():
        arena = Arena(host, ptx, 4096 * n + 600000, 1024)
        make_table(arena)
        return arena

    def verdicts(arena, want, what):
        got = list(arena.read(arena.get("ok"), len(want)))
        if got != [int(w) for w in want]:
            raise Failed(
                f"{what}: verdicts differ from the model's in rows "
                f"{[i for i in range(len(want)) if got[i] != int(want[i])]}"
            )

    # ECDSA: 32 hash | 33 key | 32 r | 32 s
    rows, recovery = [], []
    for k, p, m in zip(keys, points, msgs):
        r, s, recid = model.ecdsa_sign(b32(k), m)
        rows.append(bytearray(m + model.serialize_point(p) + b32(r) + b32(s)))
        recovery.append(bytearray(m + b32(r) + b32(s) + bytes([recid])))
    for i in range(0, n, 3):
        damage(rows, i, random.randrange(129))
    for i, h in enumerate(hostile):
        at = random.choice([0, 33, 65, 97])
        rows[3 * i + 1][at : at + 32] = b32(h)
    s = int.from_bytes(rows[2][97:], "big")
    rows[2][97:] = b32(N - s)
    for flags in (0, LOW_S):
        arena = fresh()
        columns(arena, n, apart=True)
        arena.set(rows=arena.take(129 * n), stride=129, flags=flags, share=5)
        arena.write(arena.get("rows"), b"".join(rows))
        arena.launch("ecdsa_load", "scalar_inv", "scale", "twist", "add_gen", "mul_point")
        arena.launch("ecdsa_meet", "field_inv", "ecdsa_check")
        want = []
        for row in rows:
            key = model.parse_point(bytes(row[32:65]))
            want.append(
                bool(key)
                and bool(
                    model.ecdsa_verify(
                        key,
                        bytes(row[:32]),
                        model.i32(row[65:97]),
                        model.i32(row[97:]),
                        low_s=bool(flags),
                    )
                )
            )
        verdicts(arena, want, "ECDSA")

    # Schnorr: 32 key | 32 message | 64 signature
    rows = [
        bytearray(b32(p[0]) + m + model.schnorr_sign(b32(k), m))
        for k, p, m in zip(keys, points, msgs)
    ]
    for i in range(0, n, 3):
        damage(rows, i, random.randrange(128))
    for i, h in enumerate(hostile):
        at = random.choice([0, 64, 96])
        rows[3 * i + 1][at : at + 32] = b32(h)
    arena = fresh()
    columns(arena, n, apart=True)
    arena.set(rows=arena.take(128 * n), stride=128, share=5)
    arena.write(arena.get("rows"), b"".join(rows))
    arena.launch("schnorr_load", "twist", "add_gen", "mul_point")
    arena.launch("schnorr_meet", "field_inv", "schnorr_check")
    verdicts(
        arena,
        [bool(model.schnorr_verify(bytes(r[:32]), bytes(r[32:64]), bytes(r[64:]))) for r in rows],
        "Schnorr",
    )

    # Recovery, to keys and to addresses: 32 hash | 64 r, s | 1 id
    for i in range(0, n, 3):
        damage(recovery, i, random.randrange(97))
    for i, h in enumerate(hostile):
        at = random.choice([32, 64])
        recovery[3 * i + 1][at : at + 32] = b32(h)
    for put, size in (("put_key33", 33), ("put_address20", 20)):
        arena = fresh()
        columns(arena, n)
        arena.set(rows=arena.take(97 * n), stride=97, share=5)
        arena.write(arena.get("rows"), b"".join(recovery))
        arena.launch(
            "recover_load",
            "scalar_inv",
            "scale",
            "lift",
            "mul_point",
            "add_gen",
            "z_column",
            "field_inv",
            "affine",
            put,
        )
        good, out = [], []
        for row in recovery:
            p = (
                model.ecdsa_recover(
                    bytes(row[:32]), model.i32(row[32:64]), model.i32(row[64:96]), row[96]
                )
                if row[96] < 4
                else None
            )
            good.append(bool(p))
            out.append(
                (model.serialize_point(p) if size == 33 else model.eth_address(p))
                if p
                else bytes(size)
            )
        verdicts(arena, good, "recovery")
        if arena.read(arena.get("out"), size * n) != b"".join(out):
            raise Failed(f"recovery: {put} differs from the model")

    # k P, k P + l G, k G, and keys
    scalars = [random.randrange(N) for _ in range(n)]
    scalars[:12] = [
        0,
        1,
        2,
        3,
        N - 1,
        N - 2,
        (N - 1) // 2,
        (N + 1) // 2,
        2**128,
        2**255,
        2**128 - 1,
        7,
    ]
    seconds = scalars[::-1]
    keys33 = [model.serialize_point(p) for p in points]
    for what, steps in (
        ("aP", ("mul_load", "lift", "mul_point")),
        ("aP+bG", ("mul_add_load", "lift", "mul_point", "add_gen")),
        ("bG", ("gen_load", "add_gen")),
    ):
        arena = fresh()
        columns(arena, n)
        arena.set(
            keys=arena.take(33 * n),
            key_stride=33,
            scalars=arena.take(32 * n),
            scalar_stride=32,
            extra=arena.take(32 * n),
            share=5,
        )
        arena.write(arena.get("keys"), b"".join(keys33))
        arena.write(arena.get("scalars"), b"".join(map(b32, scalars)))
        arena.write(arena.get("extra"), b"".join(map(b32, seconds)))
        arena.launch(*steps, "z_column", "field_inv", "affine", "put_key33")
        logs = {
            "aP": [a * k for a, k in zip(scalars, keys)],
            "bG": scalars,
            "aP+bG": [a * k + b for a, k, b in zip(scalars, keys, seconds)],
        }[what]
        want = b"".join(
            model.serialize_point(model.mul(x % N)) if x % N else bytes(33) for x in logs
        )
        if arena.read(arena.get("out"), 33 * n) != want:
            raise Failed(f"{what} differs from the model")
    print(f"operations: {n} rows of each, verdicts and outputs as the model's")


def add_up(arena, n):
    """The launches of a sum over the n points p and the scalars a, as host/sum.cpp has them;
    returns the point."""
    buckets, windows = 1 << (WINDOW - 1), -(-129 // WINDOW)
    entries, total = 2 * n * windows, buckets * windows
    runs, fan = 16, 8
    lists = [
        arena.take(max(100 * 2 * -(-entries // runs), 96 * total)),
        arena.take(max(100 * -(-entries // runs), 96 * total)),
    ]
    arena.set(
        window=WINDOW,
        points=arena.take(128 * n),
        places=arena.take(4 * total + 4),
        entries=arena.take(8 * entries),
        buckets=arena.take(96 * total),
        length=total,
        next=lists[0],
        n=total + 1,
    )
    arena.launch("sum_clear")
    arena.set(n=n)
    arena.launch("sum_count")
    arena.set(n=-(-total // fan))
    arena.launch("sum_place")
    arena.set(n=n)
    arena.launch("sum_scatter")
    items = -(-entries // runs)
    arena.set(n=items, share=runs)
    arena.launch("sum_runs")
    arena.set(share=fan)
    while items > 1:
        arena.set(length=2 * items, list=lists[0], next=lists[1])
        items = -(-2 * items // fan)
        arena.set(n=items)
        arena.launch("sum_heads")
        lists.reverse()
    length, source, done = total, arena.get("buckets"), 0
    while length > windows:
        bits = min(2, WINDOW - 1 - done)
        left = length >> bits
        arena.set(length=length, list=source, next=lists[0], loops=done, share=1 << bits)
        arena.set(n=left * (done + 1 + bits))
        arena.launch("sum_weigh")
        length, source, done = left, lists[0], done + bits
        lists.reverse()

    def point(column, w):
        x, y, z = (
            int.from_bytes(arena.read(source + 96 * (column * windows + w) + 32 * i, 32), "little")
            for i in range(3)
        )
        inverse = pow(z, -1, P) if z else 0
        return (x * inverse**2 % P, y * inverse**3 % P) if z else None

    result = None
    for w in reversed(range(windows)):
        for bit in reversed(range(WINDOW)):
            result = model.add(result, result)
            if bit < WINDOW - 1:
                result = model.add(result, point(bit + 1, w))
        result = model.add(result, point(0, w))
    return result


def test_sums(host, ptx, n):
    """Sums of products whose points and digits are of every kind, and of Schnorr signatures with
    the weights as they are described."""
    lam = model.LAMBDA
    kinds = {
        "random": [(random.randrange(N), random.randrange(1, N)) for _ in range(n)],
        "edges": [
            (
                random.choice(
                    [0, 1, N - 1, lam, N - lam, 2**128 - 1, 2**128, 2**127, (N - 1) // 2]
                ),
                random.choice([1, 2, lam, N - 1, N - lam]),
            )
            for _ in range(n)
        ],
        "one bucket": [(1, i + 1) for i in range(n)],
        "one product": [(12345 << 100, 5)] * n,
        "infinity": [(77 if i % 2 else N - 77, 9) for i in range(n // 2 * 2)],
        "zeros": [(0, 3)] * n,
    }
    for name, pairs in kinds.items():
        arena = Arena(host, ptx, 40000 * n + 600000)
        columns(arena, len(pairs))
        arena.set(
            keys=arena.take(33 * n),
            key_stride=33,
            scalars=arena.take(32 * n),
            scalar_stride=32,
            share=1,
        )
        arena.write(
            arena.get("keys"), b"".join(model.serialize_point(model.mul(d)) for _, d in pairs)
        )
        arena.write(arena.get("scalars"), b"".join(model.b32(k) for k, _ in pairs))
        arena.launch("mul_load", "lift")
        log = sum(k * d for k, d in pairs) % N
        if add_up(arena, len(pairs)) != (model.mul(log) if log else None):
            raise Failed(f"sum, {name}: not the model's")
    for first, wrong in ((0, None), (7, None), (0, 3)):
        arena = Arena(host, ptx, 80000 * n + 600000)
        columns(arena, 2 * n)
        rows, weighted, seed = b"", 0, random.randbytes(32)
        for i in range(n):
            key = random.randrange(1, N)
            msg = random.randbytes(32)
            sig = bytearray(model.schnorr_sign(model.b32(key), msg))
            sig[63] ^= i == wrong
            rows += model.b32(model.mul(key)[0]) + msg + sig
            weight = int.from_bytes(
                hashlib.sha256(seed + (first + i).to_bytes(4, "big")).digest()[:16], "big"
            )
            weighted += weight * model.i32(sig[32:])
        arena.set(rows=arena.take(128 * n), stride=128, extra=arena.take(32), loops=first, share=1)
        arena.write(arena.get("rows"), rows)
        arena.write(arena.get("extra"), seed)
        arena.launch("schnorr_sum_load", "lift")
        if any(b != 1 for b in arena.read(arena.get("ok"), 2 * n)):
            raise Failed("Schnorr: points of a good signature are not lifted")
        items = -(-2 * n // 32)
        arena.set(list=arena.get("b"), next=arena.take(32 * items), length=2 * n, n=items)
        arena.launch("sum_scalars")
        arena.set(list=arena.get("next"), next=arena.take(32), length=items, n=1)
        arena.launch("sum_scalars")
        got = int.from_bytes(arena.read(arena.get("next"), 32), "little")
        if got != weighted % N:
            raise Failed("Schnorr: the sum of the weighted s is not the model's")
        arena.set(n=2 * n)
        if (add_up(arena, 2 * n) == model.mul(N - got)) != (wrong is None):
            raise Failed(
                "Schnorr: a sum of signatures that hold is not infinity, or one of others is"
            )
    print(
        f"sums: {len(kinds)} kinds of products and 3 batches of signatures, {n} rows each, as "
        f"the model's"
    )


def test_every_kernel(host, ptx, n):
    """Each kernel on columns of random numbers below n, and of edges: what it makes of them need
    not mean anything, but both make the same."""
    keys = b"".join(model.serialize_point(model.mul(i + 1)) for i in range(n))
    for name in NAMES:
        if name in ("sum_scatter", "sum_runs", "sum_heads"):
            continue  # what they read says where they write: test_sums
        arena = Arena(host, ptx, 16384 * n + 600000, 1024)
        make_table(arena)
        columns(arena, n)
        arena.set(
            rows=arena.take(192 * n),
            stride=129,
            keys=arena.take(65 * n),
            key_stride=33,
            scalars=arena.take(32 * n),
            scalar_stride=32,
            share=5,
            flags=0,
            loops=3,
            points=arena.take(128 * n),
            places=arena.take(2048),
            buckets=arena.take(96 * n),
            list=arena.take(2048 * n + 4096),
            next=arena.take(384 * n),
            length=8,
        )
        if name == "sum_weigh":
            arena.set(length=4 * -(-n // 5), share=4, loops=2)
        for column, words in (("p", 16), ("a", 8), ("b", 8), ("q", 24), ("t", 8), ("scratch", 8)):
            numbers = [
                [
                    random.choice(
                        [
                            0,
                            1,
                            N - 1,
                            2**128,
                            random.randrange(N),
                            random.randrange(N),
                            random.randrange(N),
                        ]
                    )
                    for _ in range(words // 8)
                ]
                for _ in range(n)
            ]
            arena.column(
                arena.get(column),
                [sum(x << 256 * i for i, x in enumerate(row)) for row in numbers],
                words,
            )
        arena.write(arena.get("ok"), bytes(random.choice([0, 1, 1]) for _ in range(n)))
        arena.write(arena.get("rows"), random.randbytes(192 * n))
        arena.write(arena.get("keys"), keys)
        arena.write(arena.get("scalars"), random.randbytes(32 * n))
        arena.launch(name)
    print(f"every kernel: {len(NAMES)} on {n} rows of anything")


def main():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--clang", default=next((c for c in ("clang++-22", "clang++") if shutil.which(c)), None)
    )
    parser.add_argument("--build", type=Path, help="keeps what is built there")
    parser.add_argument("--items", type=int, default=1 << 20, help="items of each field operation")
    parser.add_argument("--rows", type=int, default=48, help="rows of each operation")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    if (
        not arguments.clang
        or "nvptx64"
        not in subprocess.run(
            [arguments.clang, "--print-targets"], capture_output=True, text=True
        ).stdout
    ):
        print("skipped: no clang that makes PTX")
        return 77
    random.seed(arguments.seed)
    with tempfile.TemporaryDirectory() as temporary:
        folder = arguments.build or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        try:
            check_translator()
            ptx, host, translated = build(arguments.clang, folder)
            check_ptx(ptx)
            check_opencl(arguments.clang, folder)
            test_field(host, translated, arguments.items)
            test_lost_carries(arguments.clang, folder, ptx, host, 1 << 14)
            test_every_kernel(host, translated, 24)
            test_sums(host, translated, arguments.rows)
            test_operations(host, translated, arguments.rows)
        except (Failed, ptx_to_c.Unknown) as error:
            print(f"FAILED: {error}")
            return 1
        if LAUNCHED != set(NAMES):
            print(f"FAILED: never run: {sorted(set(NAMES) - LAUNCHED)}")
            return 1
    print("ok")
    return 0


if __name__ == "__main__":
    sys.exit(main())
