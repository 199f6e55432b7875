#!/usr/bin/env python3
"""What the package adds to the library's own calls, and how it compares with coincurve,
btclib-secp256k1, and the backends of eth-keys.

Usage: python3 python/bench.py [--rows N] [--rounds N] [--json FILE] [--only PART ...]
PARTS: single (both ways of single calls against C: needs a C compiler), own (what the package does
in a batch beside the library's call), batch, 64, coincurve, eth-keys. `--only single` prints the
table of README.md.

Every round runs all ways of a task one after the other, in turning order, so that they meet the
same state of the machine. The time is that of the processor (this thread's), not of the clock. A
ratio is that of two ways in one round; the median of the rounds is printed, with the quartiles.
Needs NumPy; the others are left out where they are not installed.
"""

import argparse
import ctypes
import hashlib
import importlib
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

sys.path.pop(0)  # the package that is installed, not the sources beside this file

import numpy as np
import ufsecp
from ufsecp import PrivateKey, PublicKey, XOnlyPublicKey
from ufsecp._library import lib

try:
    import pyarrow as pa
except ImportError:
    pa = None
try:
    import coincurve
except ImportError:
    coincurve = None
try:
    from btclib_secp256k1 import dsa, ecdh, keys as btclib_keys, recovery, ssa
except ImportError:
    dsa = None
try:
    import eth_keys.backends as eth_backends
    from eth_keys import datatypes as eth
    from ufsecp.compat.eth_keys import Backend
except ImportError:
    eth = None

rows_call = ctypes.CDLL(lib._name).ufsecp_ecdsa_verify_rows
KEYS = 64  # signers
CALLS = 2000  # in a loop
SINGLE = 500  # in one that is compared with C: inputs and results fit the processor's cache
# The loops in C that single calls are compared with: what is done with each of their inputs a, b
# and c, which are the bytes that Python's calls take.
LOOPS = {
    "ecdsa_verify": "ufsecp_ecdsa_verify(b[i], a[i], c[i], 65, 0)",
    "schnorr_verify": "ufsecp_schnorr_verify(b[i], a[i], 32, c[i])",
    "recover": "ufsecp_ecdsa_recover(out, 65, b[i], b[i][64], a[i])",
    "ecdsa_sign": "ufsecp_ecdsa_sign(out, a[i], b[i], 0)",
    "schnorr_sign": "ufsecp_schnorr_sign_keypair(out, a[i], 32, (const void *)b[i], a[i])",
    "pubkey": "ufsecp_pubkey_create(out, 65, a[i])",
    "parse": "ufsecp_pubkey_convert(out, 65, a[i], 33, 0)",
    "tweak": "ufsecp_pubkey_tweak_add(out, 65, a[i], 65, b[i])",
    "ecdh": "ufsecp_ecdh(out, a[i], 65, b[i])",
    "hash": "ufsecp_tagged_hash(out, b[i], 13, a[i], 32)",
    "der": "ufsecp_ecdsa_sig_serialize_der(out, &(size_t){72}, a[i])",
}
LOOP = """long loop_%s(long n, const uint8_t **a, const uint8_t **b, const uint8_t **c) {
    long sum = 0;
    unsigned char out[72];
    for (long i = 0; i != n; ++i) sum += %s;
    return sum + 0 * (out == 0 || a == b || b == c);
}
"""


def signed(n):
    """n rows of 129 bytes: hash, key, signature. Signing them takes some 30 us each."""
    keys = [PrivateKey(hashlib.sha256(b"bench %d" % i).digest()) for i in range(KEYS)]
    points = [bytes(key.public_key()) for key in keys]
    out = bytearray()
    for i in range(n):
        hash = hashlib.sha256(b"row %d" % i).digest()
        out += hash + points[i % KEYS] + keys[i % KEYS].sign_ecdsa(hash)
    return np.frombuffer(out, np.uint8).reshape(n, 129)


def by_rows(rows):
    """The C call, which is what all others are compared with."""
    ok = np.empty(len(rows), np.uint8)
    address, n = ctypes.c_void_p(rows.ctypes.data), ctypes.c_size_t(len(rows))
    rows_call(ctypes.c_void_p(ok.ctypes.data), address, ctypes.c_size_t(0), n, 0)
    return ok.view(bool)


def measure(ways, rounds, units, fewer=None):
    """Prints each way's ratio to the first: more than 1 is slower. Returns the figures. A way has
    `units` units, or what `fewer` says."""
    units = {name: units for name in ways} | (fewer or {})
    taken = {name: [] for name in ways}
    order = list(ways)
    for way in ways.values():
        way()
    for _ in range(rounds):
        random.shuffle(order)
        for name in order:
            began = time.thread_time()
            ways[name]()
            taken[name].append((time.thread_time() - began) / units[name])
    first, figures = next(iter(ways)), {}
    for name, times in taken.items():
        ratios = [a / b for a, b in zip(times, taken[first])]
        low, middle, high = statistics.quantiles(ratios, n=4)
        figures[name] = {
            "us": statistics.median(times) * 1e6,
            "ratio": middle,
            "quartiles": [low, high],
        }
        print(
            f"  {name:32} {figures[name]['us']:8.2f} us   {middle:7.3f} ({low:.3f} ... {high:.3f})"
        )
    return figures


def compiled_loops(folder):
    """A function loop(name, inputs) for each of LOOPS, or None without a compiler."""
    text = "#include <stddef.h>\n#include <ufsecp/ufsecp.h>\n"
    text += "".join(LOOP % loop for loop in LOOPS.items())
    source, made = Path(folder, "loops.c"), Path(folder, "loops.so")
    source.write_text(text)
    include = Path(__file__).resolve().parent.parent / "include"
    library = Path(lib._name).resolve()
    words = [os.environ.get("CC", "cc"), "-O2", "-shared", "-fPIC", "-I", include, source]
    words += [library, f"-Wl,-rpath,{library.parent}", "-o", made]
    try:
        subprocess.run(words, check=True)
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"no loops in C: {error}")
        return None
    loops = ctypes.CDLL(str(made))

    def loop(name, *columns):
        arrays = [(ctypes.c_char_p * SINGLE)(*column) for column in columns]
        arrays += [None] * (3 - len(arrays))
        call = getattr(loops, f"loop_{name}")
        call.argtypes = [ctypes.c_long, *[ctypes.c_void_p] * 3]
        return lambda: call(SINGLE, *arrays)

    return loop


def package(by_ctypes):
    """Another copy of the package, whose single calls go one of the two ways."""
    kept = {name: sys.modules.pop(name) for name in list(sys.modules) if name[:6] == "ufsecp"}
    os.environ["UFSECP_CTYPES"] = "1" if by_ctypes else ""
    try:
        found = importlib.import_module("ufsecp")
        assert bool(found._calls._single) != by_ctypes, "the package is without its module"
        return found
    finally:
        del os.environ["UFSECP_CTYPES"]
        sys.modules.update(kept)


def ways_of_single(loop, uf):
    """Each task in C (loop) and with the objects of a copy of the package."""
    secrets = [hashlib.sha256(b"bench %d" % (i % KEYS)).digest() for i in range(SINGLE)]
    hashes = [hashlib.sha256(b"row %d" % i).digest() for i in range(SINGLE)]
    keys = list(map(uf.PrivateKey, secrets))
    points = [key.public_key() for key in keys]
    xonly = [point.xonly() for point in points]
    columns = [secrets, hashes, keys, points, xonly, list(map(bytes, points))]
    columns += [[point.to_bytes(False) for point in points], list(map(bytes, xonly))]
    columns += [[key.sign_ecdsa(h) for key, h in zip(keys, hashes)]]
    columns += [[key.sign_recoverable(h) for key, h in zip(keys, hashes)]]
    columns += [[key.sign_schnorr(h, aux=h) for key, h in zip(keys, hashes)]]
    columns += [[key._secret.view(97)[32:].tobytes() for key in keys]]
    secrets, hashes, keys, points, xonly, short, long, x32 = columns[:8]
    signatures, recoverable, schnorr, pairs = columns[8:]
    tag, parse, recover = b"BIP0340/nonce", uf.PublicKey, uf.PublicKey.recover
    tagged, der = uf.tagged_hash, uf.ecdsa_to_der
    return {
        "ECDSA verification": (
            loop("ecdsa_verify", hashes, signatures, long),
            lambda: [p.verify_ecdsa(h, s) for p, h, s in zip(points, hashes, signatures)],
        ),
        "Schnorr verification": (
            loop("schnorr_verify", hashes, schnorr, x32),
            lambda: [x.verify_schnorr(h, s) for x, h, s in zip(xonly, hashes, schnorr)],
        ),
        "recovery": (
            loop("recover", hashes, recoverable),
            lambda: [recover(h, s) for h, s in zip(hashes, recoverable)],
        ),
        "ECDSA signature": (
            loop("ecdsa_sign", hashes, secrets),
            lambda: [k.sign_ecdsa(h) for h, k in zip(hashes, keys)],
        ),
        "Schnorr signature": (
            loop("schnorr_sign", hashes, pairs),
            lambda: [k.sign_schnorr(h, aux=h) for h, k in zip(hashes, keys)],
        ),
        "public key": (loop("pubkey", secrets), lambda: [k.public_key() for k in keys]),
        "public key from 33 bytes": (loop("parse", short), lambda: [parse(k) for k in short]),
        "public key plus a tweak": (
            loop("tweak", long, hashes),
            lambda: [p.tweak_add(h) for p, h in zip(points, hashes)],
        ),
        "ECDH": (
            loop("ecdh", long, secrets),
            lambda: [k.ecdh(p) for k, p in zip(keys, points)],
        ),
        "signature as DER": (loop("der", signatures), lambda: [der(s) for s in signatures]),
        "tagged hash of 32 bytes": (
            loop("hash", hashes, [tag] * SINGLE),
            lambda: [tagged(tag, h) for h in hashes],
        ),
    }


def both_ways(rounds):
    """Single calls through the module and through ctypes, over a loop in C."""
    with tempfile.TemporaryDirectory() as folder:
        if not (loop := compiled_loops(folder)):
            return {}
        tasks, by_ctypes = (ways_of_single(loop, package(way)) for way in (False, True))
        figures = {}
        for task, (in_c, by_module) in tasks.items():
            print(f"{task}, {SINGLE:,} calls: a call's time, and its ratio to C")
            ways = {"C": in_c, "module": by_module, "ctypes": by_ctypes[task][1]}
            figures[task] = measure(ways, rounds, SINGLE)
    print("| single call | C, us | compiled module | ctypes |\n|---|---|---|---|")
    for task, found in figures.items():
        ratios = "".join(
            " {:.3f} ({:.3f} ... {:.3f}) |".format(found[way]["ratio"], *found[way]["quartiles"])
            for way in ("module", "ctypes")
        )
        print(f"| {task} | {found['C']['us']:.2f} |{ratios}")
    return figures


def columns(rows):
    """The columns of rows in each form."""
    cut = [np.ascontiguousarray(rows[:, a:b]) for a, b in ((0, 32), (32, 65), (65, 129))]
    forms = {"numpy": cut, "numpy, rows of one array": [rows[:, :32], rows[:, 32:65], rows[:, 65:]]}
    if pa:
        fixed = [
            pa.Array.from_buffers(pa.binary(c.shape[1]), len(c), [None, pa.py_buffer(c)])
            for c in cut
        ]
        forms["arrow, fixed-size binary"] = fixed
        forms["arrow, binary"] = [c.cast(pa.binary()) for c in fixed]
        parts = range(0, len(rows), 65537)
        forms["arrow, chunks of 65,537"] = [
            pa.chunked_array([c[i : i + 65537] for i in parts]) for c in fixed
        ]
    return forms


def batch(rows, rounds):
    print(f"{len(rows):,} rows, one thread: a row's time, and its ratio to the C call")
    ways = {"C: ufsecp_ecdsa_verify_rows": lambda: by_rows(rows)}
    for name, column in columns(rows).items():
        ways[name] = lambda column=column: ufsecp.verify_ecdsa(*column)
    lists = [list(map(bytes, column)) for column in columns(rows)["numpy"]]
    ways["lists of bytes"] = lambda: ufsecp.verify_ecdsa(*lists)
    return measure(ways, rounds, len(rows))


def own(rows, rounds):
    """The library's call replaced by one that does nothing: a smaller figure than the noise of a
    shared machine in the ratios of `batch`."""
    print(f"{len(rows):,} rows, what the package does beside the library's call: ns a row")
    module = importlib.import_module("ufsecp._batch")
    verify, figures = module._verify, {}
    ways = columns(rows)
    ways["lists of bytes"] = [list(map(bytes, column)) for column in ways["numpy"]]
    module._verify = lambda call, *rest: verify(lambda *_: 1, *rest)
    try:
        for name, way in ways.items():
            times = []
            for _ in range(rounds):
                began = time.thread_time()
                ufsecp.verify_ecdsa(*way)
                times.append((time.thread_time() - began) / len(rows) * 1e9)
            low, middle, high = statistics.quantiles(times, n=4)
            figures[name] = {"ns": middle, "quartiles": [low, high]}
            print(f"  {name:32} {middle:8.1f} ns ({low:.1f} ... {high:.1f})")
    finally:
        module._verify = verify
    return figures


def small(rows, rounds):
    """Batches of 64, in a loop that takes long enough for the clock."""
    print("batches of 64 rows: a row's time, and its ratio to the C call")
    loops = range(0, min(len(rows), 6400) - 63, 64)
    parts = [np.ascontiguousarray(rows[i : i + 64]) for i in loops]
    lists = [[list(map(bytes, c)) for c in columns(part)["numpy"]] for part in parts]
    ways = {
        "C: ufsecp_ecdsa_verify_rows": lambda: [by_rows(part) for part in parts],
        "lists of bytes": lambda: [ufsecp.verify_ecdsa(*part) for part in lists],
        "numpy": lambda: [
            ufsecp.verify_ecdsa(part[:, :32], part[:, 32:65], part[:, 65:]) for part in parts
        ],
    }
    return measure(ways, rounds, 64 * len(parts))


def single(rows, rounds):
    """Loops of single calls, and batches, beside coincurve's and, with it, btclib-secp256k1's."""
    if not coincurve:
        print("coincurve is not installed: no comparison")
        return {}
    n = min(len(rows), CALLS)
    hashes, keys, signatures = (list(map(bytes, c)) for c in columns(rows[:n])["numpy"])
    secrets = [hashlib.sha256(b"bench %d" % (i % KEYS)).digest() for i in range(n)]
    ders = list(map(ufsecp.ecdsa_to_der, signatures))
    ours, peers = [PrivateKey(s) for s in secrets], [coincurve.PrivateKey(s) for s in secrets]
    points, peer_points = list(map(PublicKey, keys)), list(map(coincurve.PublicKey, keys))
    recoverable = [key.sign_recoverable(h) for key, h in zip(ours, hashes)]
    schnorr = [key.sign_schnorr(h, aux=bytes(32)) for key, h in zip(ours, hashes)]
    xonly = [key[1:] for key in keys]
    peer_x = list(map(coincurve.PublicKeyXOnly, xonly))
    our_x = list(map(XOnlyPublicKey, xonly))
    zero = bytes(32)
    recover = coincurve.PublicKey.from_signature_and_message
    tasks = {
        "ECDSA, bytes to verdict": {
            "ufsecp, rows": lambda: ufsecp.verify_ecdsa(hashes, keys, signatures),
            "ufsecp, a loop": lambda: [
                PublicKey(k).verify_ecdsa(h, s) for h, k, s in zip(hashes, keys, signatures)
            ],
            "coincurve": lambda: [
                coincurve.verify_signature(d, h, k, hasher=None)
                for h, k, d in zip(hashes, keys, ders)
            ],
        },
        "ECDSA, key parsed": {
            "ufsecp": lambda: [p.verify_ecdsa(h, s) for h, p, s in zip(hashes, points, signatures)],
            "coincurve": lambda: [
                p.verify(d, h, hasher=None) for h, p, d in zip(hashes, peer_points, ders)
            ],
        },
        "Schnorr, key parsed": {
            "ufsecp, rows": lambda: ufsecp.verify_schnorr(hashes, xonly, schnorr),
            "ufsecp, one verdict": lambda: ufsecp.batch_verify_schnorr(hashes, xonly, schnorr),
            "ufsecp, a loop": lambda: [
                x.verify_schnorr(h, s) for h, x, s in zip(hashes, our_x, schnorr)
            ],
            "coincurve": lambda: [x.verify(s, h) for h, x, s in zip(hashes, peer_x, schnorr)],
        },
        "recovery": {
            "ufsecp, rows": lambda: ufsecp.recover(hashes, recoverable),
            "ufsecp, a loop": lambda: [
                bytes(PublicKey.recover(h, s)) for h, s in zip(hashes, recoverable)
            ],
            "coincurve": lambda: [
                recover(s, h, hasher=None).format() for h, s in zip(hashes, recoverable)
            ],
        },
        "ECDSA signature": {
            "ufsecp": lambda: [k.sign_ecdsa(h) for k, h in zip(ours, hashes)],
            "coincurve": lambda: [k.sign(h, hasher=None) for k, h in zip(peers, hashes)],
        },
        "Schnorr signature": {
            "ufsecp": lambda: [k.sign_schnorr(h, aux=zero) for k, h in zip(ours, hashes)],
            "coincurve": lambda: [k.sign_schnorr(h, zero) for k, h in zip(peers, hashes)],
        },
        "public key": {
            "ufsecp, rows": lambda: ufsecp.pubkeys(secrets),
            "ufsecp, a loop": lambda: [bytes(k.public_key()) for k in ours],
            "coincurve": lambda: [
                coincurve.PublicKey.from_valid_secret(s).format() for s in secrets
            ],
        },
        "ECDH": {
            "ufsecp, rows": lambda: ufsecp.ecdh(ours[0], keys),
            "ufsecp, a loop": lambda: [ours[0].ecdh(p) for p in points],
            "coincurve": lambda: [peers[0].ecdh(k) for k in keys],
        },
    }
    if dsa:
        tasks["ECDSA, bytes to verdict"]["btclib"] = lambda: [
            dsa.verify(h, k, s, compact=True) for h, k, s in zip(hashes, keys, signatures)
        ]
        tasks["Schnorr, key parsed"]["btclib, from bytes"] = lambda: [
            ssa.verify(h, k, s) for h, k, s in zip(hashes, xonly, schnorr)
        ]
        tasks["recovery"]["btclib"] = lambda: [
            recovery.recover(h, s[:64], s[64]) for h, s in zip(hashes, recoverable)
        ]
        tasks["ECDSA signature"]["btclib"] = lambda: [
            dsa.sign(h, s, compact=True, verify=False) for h, s in zip(hashes, secrets)
        ]
        tasks["Schnorr signature"]["btclib"] = lambda: [
            ssa.sign(h, s, zero, verify=False) for h, s in zip(hashes, secrets)
        ]
        tasks["public key"]["btclib"] = lambda: [btclib_keys.pubkey_from_prvkey(s) for s in secrets]
        tasks["ECDH"]["btclib"] = lambda: [ecdh.shared_secret(k, secrets[0]) for k in keys]
    figures = {}
    for task, ways in tasks.items():
        print(f"{task}, {n:,} calls: a call's time, and its ratio to the first way")
        figures[task] = measure(ways, rounds, n)
    return figures


def below_eth_keys(rows, rounds):
    """eth-keys' calls with our backend, and with its own."""
    if not eth:
        print("eth-keys is not installed: no comparison")
        return {}
    backends = {"ufsecp": Backend(), "native": eth_backends.NativeECCBackend()}
    if coincurve:
        backends["coincurve"] = eth_backends.CoinCurveECCBackend()
    n, fewer = min(len(rows), 1000), {"native": 10}
    hashes = [bytes(row[:32]) for row in rows[:n]]
    tasks = {task: {} for task in ("verification", "recovery", "signature", "public key")}
    for name, backend in backends.items():
        made = [
            hashlib.sha256(b"bench %d" % (i % KEYS)).digest() for i in range(fewer.get(name, n))
        ]
        keys = [eth.PrivateKey(secret, backend=backend) for secret in made]
        signatures = [key.sign_msg_hash(h) for h, key in zip(hashes, keys)]
        signed = list(zip(hashes, signatures, [key.public_key for key in keys]))
        tasks["verification"][name] = lambda signed=signed: [
            key.verify_msg_hash(h, s) for h, s, key in signed
        ]
        tasks["recovery"][name] = lambda signed=signed: [
            s.recover_public_key_from_msg_hash(h) for h, s, _ in signed
        ]
        tasks["signature"][name] = lambda keys=keys: [
            key.sign_msg_hash(h) for h, key in zip(hashes, keys)
        ]
        tasks["public key"][name] = lambda made=made, backend=backend: [
            eth.PrivateKey(secret, backend=backend).public_key for secret in made
        ]
    figures = {}
    for task, ways in tasks.items():
        print(f"eth-keys, {task}: a call's time by backend, and its ratio to ours")
        figures[task] = measure(ways, rounds, n, fewer)
    return figures


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=11)
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--only", metavar="PART", nargs="+")
    arguments = parser.parse_args()
    ufsecp.set_threads(1)
    print(f"ufsecp {ufsecp.__version__}, engine {ufsecp.engine()}, NumPy {np.__version__}")
    made = signed(min(arguments.rows, 20_000))
    rounds = arguments.rounds
    parts = {
        "single": lambda: both_ways(12 * rounds),
        "own": lambda: own(np.resize(made, (arguments.rows, 129)), rounds),
        "batch": lambda: batch(np.resize(made, (arguments.rows, 129)), rounds),
        "64": lambda: small(made, 3 * rounds),
        "coincurve": lambda: single(made, rounds),
        "eth-keys": lambda: below_eth_keys(made, rounds),
    }
    figures = {name: parts[name]() for name in arguments.only or parts}
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump(
                {"engine": ufsecp.engine(), "rows": arguments.rows, **figures}, file, indent=1
            )


if __name__ == "__main__":
    main()
