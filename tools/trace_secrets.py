#!/usr/bin/env python3
"""Constant time on another processor: every call with a secret runs the same instructions and
touches the same addresses whatever the secret is, as an emulator sees them.

Usage: tools/trace_secrets.py PROGRAM EMULATOR [OPTION ...]

PROGRAM is ct_trace_test, built for that processor; EMULATOR and its options run such programs. The
traces come from the emulator of QEMU that takes plugins (Debian's qemu-user), with
tools/count_plugin.c. Exit code 77 without it.
"""

import os
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from count_instructions import Bad, make_plugin


def main():
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    program, *emulator = sys.argv[1:]
    tracer = [str(Path(emulator[0]).name).removesuffix("-static"), *emulator[1:]]
    if not shutil.which(tracer[0]):
        print(f"skipped: there is no {tracer[0]} (Debian's qemu-user)")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as folder:
        plugin = os.path.join(folder, "count_plugin.so")
        try:
            make_plugin(tracer, plugin)
        except Bad as error:
            print(f"skipped: {error}")
            sys.exit(77)
        command = shlex.join([*tracer, "-plugin", f"{plugin},trace=on,fd="])
        done = subprocess.run(
            [*emulator, program], env={**os.environ, "UF_TRACER": command}, check=False
        )
    sys.exit(done.returncode)


if __name__ == "__main__":
    main()
