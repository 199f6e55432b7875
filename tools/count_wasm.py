#!/usr/bin/env python3
"""Counts the WebAssembly instructions of one call by each engine, which is what the order of the
engines on WebAssembly rests on (src/engine/select.cpp).

Usage: tools/count_wasm.py [--record]     needs the build of `tools/platform_tests.py wasm32-wasi`,
                                          and the Python package wasmtime, whose fuel counts
--record writes the count of the first call into bench/platforms.json.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import platform_tests

try:
    import wasmtime
except ImportError:
    sys.exit("count_wasm: the Python package wasmtime is not installed: pip install wasmtime")

ROOT = Path(__file__).resolve().parent.parent
LIBRARY = ROOT / "build/platforms/wasm32-wasi/libufsecp.a"
CALLS = {
    "ECDSA verification": "ufsecp_ecdsa_verify(sig, msg, pk, 33, 0)",
    "Schnorr verification": "ufsecp_schnorr_verify(schnorr, msg, 32, x)",
    "key creation": "ufsecp_pubkey_create(out, 33, sk)",
    "ECDSA signature": "ufsecp_ecdsa_sign(out, msg, sk, 0)",
    "ECDH": "ufsecp_ecdh(out, pk, 33, sk)",
}
# Arguments: the engine, the call's number, how often.
PROGRAM = """
#include <stdlib.h>
#include <ufsecp/ufsecp.h>
int main(int argc, char **argv) {
    uint8_t sk[32] = {1, 2, 3}, msg[32] = {4, 5, 6}, pk[33], x[32], sig[64], schnorr[64], out[65];
    int ok = argc == 4 && ufsecp_engine_select(argv[1]) && ufsecp_pubkey_create(pk, 33, sk) &&
             ufsecp_xonly_create(x, 0, sk) && ufsecp_ecdsa_sign(sig, msg, sk, 0) &&
             ufsecp_schnorr_sign(schnorr, msg, 32, sk, 0);
    for (int n = ok ? atoi(argv[3]) : 0; n > 0; n--)
        switch (atoi(argv[2])) {
        %s
        }
    return !ok;
}
"""


def build(folder):
    source, program = folder / "count.c", folder / "count.wasm"
    cases = "\n".join(f"case {i}: ok &= {call}; break;" for i, call in enumerate(CALLS.values()))
    source.write_text(PROGRAM % cases)
    subprocess.run(
        ["clang-22", "--target=wasm32-wasi", "-O2", "--no-wasm-opt", "-Wl,-z,stack-size=1048576"]
        + [f"-I{ROOT}/include", str(source), str(LIBRARY), "-lc++", "-lc++abi", "-o", str(program)],
        check=True,
    )
    return program


def fuel(engine, module, *arguments):
    """How many instructions a run takes."""
    store = wasmtime.Store(engine)
    store.set_fuel(full := 10**12)
    wasi = wasmtime.WasiConfig()
    wasi.argv = ["count", *map(str, arguments)]
    store.set_wasi(wasi)
    linker = wasmtime.Linker(engine)
    linker.define_wasi()
    try:
        linker.instantiate(store, module).exports(store)["_start"](store)
    except wasmtime.ExitTrap as end:
        if end.code:
            raise
    return full - store.get_fuel()


def main():
    if not LIBRARY.exists():
        sys.exit(f"count_wasm: {LIBRARY} is not there: tools/platform_tests.py wasm32-wasi")
    config = wasmtime.Config()
    config.consume_fuel = True
    engine = wasmtime.Engine(config)
    with tempfile.TemporaryDirectory() as folder:
        module = wasmtime.Module.from_file(engine, str(build(Path(folder))))
    print(f"{'instructions of WebAssembly':<28} {'word32':>10} {'portable':>10}")
    for number, name in enumerate(CALLS):
        counts = [
            (fuel(engine, module, e, number, 9) - fuel(engine, module, e, number, 1)) // 8
            for e in ("word32", "portable")
        ]
        print(f"{name:<28} {counts[0]:>10,} {counts[1]:>10,}")
        if number == 0 and sys.argv[1:] == ["--record"]:
            seen = {"word32": counts[0], "portable": counts[1]}
            platform_tests.record("wasm32-wasi", {"ecdsa_verify": seen})


if __name__ == "__main__":
    main()
