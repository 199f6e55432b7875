#!/usr/bin/env python3
"""Counts what libsecp256k1 computes to verify a signature: the column of doc/LANES.md.

Usage: tools/count_peer.py           print the counts and the column
       tools/count_peer.py --check   exit code 1 if doc/LANES.md has another column

It builds a copy of the peer (tools/fetch_peer.sh) that counts field products, doublings and
additions, and verifies 1,000 signatures, each from the 33 bytes of its key. Nothing is timed.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from draw_lanes import DOC, number, table

PEER = DOC.parent / "build/peer/libsecp256k1"
MUL, SQR = 62, 42  # multiply-adds of a product and of a square in lanes
# Where a counter goes: the beginning of these functions.
COUNTED = {
    "field_5x52_impl.h": ("fe_impl_mul", "fe_impl_sqr"),
    "group_impl.h": ("gej_double", "gej_add_ge_var", "gej_add_zinv_var"),
}
PROGRAM = r"""
#include <stdio.h>
static unsigned long fe_impl_mul, fe_impl_sqr, gej_double, gej_add_ge_var, gej_add_zinv_var;
#include "src/secp256k1.c"
#include "src/precomputed_ecmult.c"
#include "src/precomputed_ecmult_gen.c"
#define TAG (const unsigned char *)"count"
int main(void) {
    secp256k1_context *c = secp256k1_context_create(SECP256K1_CONTEXT_NONE);
    unsigned long sum[5] = {0}, i;
    for (i = 0; i < 1000; i++) {
        unsigned char seed[8] = {0}, key[32], hash[32], bytes[33];
        size_t size = sizeof bytes;
        secp256k1_pubkey p;
        secp256k1_ecdsa_signature s;
        seed[0] = i & 255, seed[1] = i >> 8;
        if (!secp256k1_tagged_sha256(c, key, TAG, 5, seed, 8)) return 1;
        if (!secp256k1_tagged_sha256(c, hash, TAG, 5, key, 32)) return 1;
        if (!secp256k1_ec_pubkey_create(c, &p, key)) return 1;
        if (!secp256k1_ecdsa_sign(c, &s, hash, key, NULL, NULL)) return 1;
        secp256k1_ec_pubkey_serialize(c, bytes, &size, &p, SECP256K1_EC_COMPRESSED);
        fe_impl_mul = fe_impl_sqr = gej_double = gej_add_ge_var = gej_add_zinv_var = 0;
        if (!secp256k1_ec_pubkey_parse(c, &p, bytes, 33)) return 1;
        if (!secp256k1_ecdsa_verify(c, &s, hash, &p)) return 1;
        sum[0] += fe_impl_mul, sum[1] += fe_impl_sqr, sum[2] += gej_double;
        sum[3] += gej_add_ge_var, sum[4] += gej_add_zinv_var;
    }
    for (i = 0; i < 5; i++) printf("%.2f ", sum[i] / 1000.0);
    return 0;
}
"""


def counts():
    """Products, squares, doublings, additions, and additions of G's digits, a verification."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder, "peer")
        shutil.copytree(PEER, copy)
        for file, names in COUNTED.items():
            text = (copy / "src" / file).read_text()
            for name in names:
                head = rf"^(\w[^\n]* secp256k1_{name}\([^)]*\) \{{)"
                text, found = re.subn(head, rf"\1 {name}++;", text, flags=re.M)
                if found != 1:
                    sys.exit(f"tools/count_peer.py: {found} functions {name} in {file}")
            (copy / "src" / file).write_text(text)
        (copy / "count.c").write_text(PROGRAM)
        build = ["cc", "-O1", "-w", "-Iinclude", "-I.", "count.c", "-o", "count"]
        subprocess.run(build, cwd=copy, check=True)
        ran = subprocess.run(["./count"], cwd=copy, check=True, capture_output=True, text=True)
    return [float(word) for word in ran.stdout.split()]


def column(mul, sqr, doublings, additions, generator):
    """The parts of the sum in multiply-adds for eight rows, in the order of the table."""
    parts = [
        doublings * (3 * MUL + 4 * SQR),
        (additions - 7) * (8 * MUL + 3 * SQR),  # 7 fill the table of eight odd multiples
        generator * (9 * MUL + 3 * SQR),
        0,
        14 * MUL + 255 * SQR,  # the root, x^3 and the square that is compared
    ]
    parts[3] = mul * MUL + sqr * SQR - sum(parts)
    return [round(part, -1) for part in parts]


def main():
    if sys.argv[1:] not in ([], ["--check"]):
        sys.exit(__doc__)
    if not PEER.is_dir():
        sys.exit("tools/count_peer.py: no peer; run tools/fetch_peer.sh")
    found = counts()
    parts = column(*found)
    print("{} M + {} S: {} doublings, {} additions, {} of G's digits".format(*found))
    print("multiply-adds for eight rows:", *(f"{part:,.0f}" for part in parts))
    rows = table((DOC / "LANES.md").read_text(), "multiply-adds for eight rows")
    told = [number(row[1]) for row in rows][: len(parts)]
    if told != parts:
        print(f"doc/LANES.md:1: the column of libsecp256k1 is {told}", file=sys.stderr)
        return 1 if sys.argv[1:] else 0
    return 0


if __name__ == "__main__":
    sys.exit(main())
