#!/usr/bin/env python3
"""Builds the npm package of wasm/ and runs its tests in Node and in a browser.

Usage: tools/wasm_tests.py [NODE_TEST_OPTION ...]

Where a tool is missing, all of it is skipped, and counted as one test that was. The last line is
the total.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WASM = ROOT / "wasm"
LEAST_NODE = (20, 16)  # process.getBuiltinModule
HEADERS = "/usr/include/wasm32-wasi/c++/v1"
PATH = f"{ROOT}/build/node/bin{os.pathsep}{os.environ.get('PATH', '')}"


def node_version(path):
    node = shutil.which("node", path=path)
    if not node:
        return 0, 0
    said = subprocess.run([node, "--version"], capture_output=True, text=True).stdout
    numbers = re.match(r"v(\d+)\.(\d+)\.", said)
    return (int(numbers[1]), int(numbers[2])) if numbers else (0, 0)


def missing(path=PATH, headers=HEADERS):
    """What is not there, and what installs it; or None."""
    if node_version(path) < LEAST_NODE or not shutil.which("npm", path=path):
        least = "{}.{}".format(*LEAST_NODE)
        return f"Node {least} with npm is not installed: tools/fetch_node.sh"
    if not Path(headers).exists():
        return f"{headers} is not installed: tools/setup.sh all"
    if not packages_there() and not registry_answers(path):
        return "the packages of wasm/package-lock.json are not here, and npm reaches no registry"
    return None


def packages_there():
    """Whether build.sh has installed what the lock file names."""
    lock, installed = WASM / "package-lock.json", WASM / "node_modules/.installed"
    return installed.exists() and installed.read_bytes() == lock.read_bytes()


def registry_answers(path):
    try:
        return not subprocess.run(
            ["npm", "ping"],
            cwd=WASM,
            env={**os.environ, "PATH": path},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=120,
        ).returncode
    except subprocess.TimeoutExpired:
        return False


def total(tap):
    """(passed, failed, skipped) of what `node --test` printed, or None if it has no total."""
    found = {
        word: int(number)
        for word, number in re.findall(r"^# (pass|fail|cancelled|skipped|todo) (\d+)$", tap, re.M)
    }
    if len(found) < 5:
        return None
    return found["pass"], found["fail"] + found["cancelled"] + found["todo"], found["skipped"]


def run(command):
    """(exit code, what it printed, which is also printed here)"""
    process = subprocess.Popen(
        command,
        cwd=WASM,
        env={**os.environ, "PATH": PATH},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    said = []
    for line in process.stdout:
        print(line, end="", flush=True)
        said.append(line)
    return process.wait(), "".join(said)


def main():
    if lack := missing():
        print(f"wasm: SKIPPED, {lack}\n0 passed, 0 failed, 1 skipped")
        return 0
    peer = ["--peer"] if (ROOT / "build/peer/libsecp256k1").exists() else []
    status, _ = run(["./build.sh", *peer])
    if status:
        print("wasm: the build failed\n0 passed, 1 failed, 0 skipped")
        return 1
    files = sorted(str(file.relative_to(WASM)) for file in WASM.glob("test/*.test.mjs"))
    status, tap = run(["node", "--test", "--test-reporter=tap", *sys.argv[1:], *files])
    passed, failed, skipped = total(tap) or (0, 1, 0)
    failed = max(failed, int(status != 0))
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return int(failed != 0)


if __name__ == "__main__":
    sys.exit(main())
