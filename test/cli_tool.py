# What the tests of the command line tool share: how it is run, rows, keys, an index.
import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
import struct

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ROWS = os.path.join(ROOT, "data", "mainnet-ecdsa.rows")
TOOL = None
ROW = 129
ALL = min(1024, len(os.sched_getaffinity(0)))
# Under Wine UFSECP_TOOL is a script that starts the tool there (test/CMakeLists.txt).
WINDOWS = os.environ.get("UFSECP_TOOL_SYSTEM") == "windows"
N = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
P = 2**256 - 2**32 - 977


def run(*args, stdin=b"", env=None, cwd=None):
    """Runs the tool; standard input and outputs are bytes."""
    full = dict(os.environ, **(env or {}))
    for _ in range(2 if WINDOWS else 1):
        done = subprocess.run(
            [TOOL, *args], input=stdin, capture_output=True, env=full, cwd=cwd, timeout=60
        )
        if not failed_in_wine(done):
            break
    return done


def failed_in_wine(done):
    """Whether a run ended as Wine ends one of some thousand on a busy machine: before the program
    begins, or as its libraries are closed. What the tool itself does wrong it does again."""
    begins = (done.returncode, done.stdout, done.stderr) == (1, b"", b"")
    return begins or b"Inconsistency detected by ld.so" in done.stderr


def posix_only(why):
    """Skips a test of what the tool for Windows has not, or not in this form."""
    return unittest.skipIf(WINDOWS, f"not on Windows: {why}")


def verify_json(*args, stdin=b""):
    done = run("verify", "--json", *args, stdin=stdin)
    try:
        return done.returncode, json.loads(done.stdout), done.stderr.decode()
    except json.JSONDecodeError as wrong:
        raise AssertionError(f"exit code {done.returncode}, no JSON: {done}") from wrong


def der(sig64):
    out = b""
    for part in (sig64[:32], sig64[32:]):
        part = part.lstrip(b"\0") or b"\0"
        part = (b"\0" if part[0] & 0x80 else b"") + part
        out += bytes([2, len(part)]) + part
    return bytes([0x30, len(out)]) + out


def uncompressed(key33):
    x = int.from_bytes(key33[1:], "big")
    y = pow(x**3 + 7, (P + 1) // 4, P)
    y = y if y % 2 == key33[0] % 2 else P - y
    return b"\4" + x.to_bytes(32, "big") + y.to_bytes(32, "big")


def until_closed(master):
    """What was written to a terminal until its other end is closed; closes it."""
    shown = ""
    try:
        while part := os.read(master, 4096).decode():
            shown += part
    except OSError:  # the other end is closed
        pass
    os.close(master)
    return shown


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(ROWS, "rb") as f:
            cls.data = f.read()
        cls.rows = [cls.data[i : i + ROW] for i in range(0, len(cls.data), ROW)]

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def path(self, name, content=None):
        out = os.path.join(self.folder.name, name)
        if content is not None:
            with open(out, "wb") as f:
                f.write(content if isinstance(content, bytes) else content.encode())
        return out

    def expect(self, code, *args, **more):
        done = run(*args, **more)
        self.assertEqual(done.returncode, code, (args, done.stdout[-500:], done.stderr[-500:]))
        return done


def payments(text):
    return [json.loads(line) for line in text.decode().splitlines()]


def memory_of(pid):
    """What a process can write to, region by region; of the huge ones, a sanitizer's, none. Needs
    the right to look into a process that keeps to itself, or PermissionError."""
    with open(f"/proc/{pid}/maps") as maps, open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
        for line in maps:
            places, rights, *_ = line.split()
            start, end = (int(place, 16) for place in places.split("-"))
            if not rights.startswith("rw") or end - start > 256 << 20:
                continue
            try:
                memory.seek(start)
                yield memory.read(end - start)
            except OSError:  # it was unmapped since
                continue


class ScanCase(Case):
    def make(self, *args, name="a", ending=".spix"):
        """An index and its keys; returns (what was planted, index, keys)."""
        index, keys = self.path(name + ending), self.path(name + ".keys")
        planted = self.expect(0, "index", "--keys", keys, *args, index).stdout
        return planted, index, keys

    def read(self, path):
        with open(path, "rb") as f:
            return f.read()

    def rows_of(self, data):
        tweak_size, output_size = data[5], data[6]
        at, rows = 16, []
        while at < len(data):
            (count,) = struct.unpack_from("<H", data, at + tweak_size)
            first = at + tweak_size + 2
            rows.append(
                (
                    data[at : at + tweak_size],
                    [
                        data[first + i * output_size : first + (i + 1) * output_size]
                        for i in range(count)
                    ],
                )
            )
            at = first + count * output_size
        return rows

    def change(self, path, **fields):
        """A state as it was before: of a run that was killed."""
        with open(path) as f:
            state = json.load(f)
        with open(path, "w") as f:
            json.dump({**state, "complete": False, **fields}, f)


def main():
    """Runs the tests of the calling file, on the tool that --tool or UFSECP_TOOL names."""
    global TOOL, ROWS
    parser = argparse.ArgumentParser(add_help=False)
    parser.add_argument("--tool", default=os.environ.get("UFSECP_TOOL"))
    parser.add_argument("--rows", default=ROWS)
    known, rest = parser.parse_known_args()
    if not known.tool:
        parser.error("name the tool with --tool or UFSECP_TOOL")
    TOOL, ROWS = os.path.abspath(known.tool), known.rows
    if not WINDOWS:
        unittest.main(argv=[sys.argv[0], *rest])
    # As long as one program runs, Wine need not start for each.
    with subprocess.Popen([TOOL, "verify", "-"], stdin=subprocess.PIPE, stderr=subprocess.DEVNULL):
        time.sleep(1)
        tests = unittest.main(argv=[sys.argv[0], *rest], exit=False)
    sys.exit(not tests.result.wasSuccessful())
