#!/usr/bin/env python3
"""Downloads a Python package's source, pinned by its hash: for tools/fetch_*.sh.

Usage: tools/fetch_source.py NAME PACKAGE VERSION SHA256 FOLDER LOSS

NAME and LOSS are of the message, if it fails. PACKAGE-VERSION.tar.gz will lie in FOLDER. It comes
from PyPI or, where pip has another index or PyPI does not answer, by pip. pip asks a source package
what it needs, for which it installs what builds it: twenty seconds. It compares the hash before.
Exit code: 0 it is there, 1 it could not be fetched, 2 what was fetched is not what is pinned.
"""

import hashlib
import html
import http.client
import os
import re
import ssl
import subprocess
import sys
import tempfile
import urllib.request
from pathlib import Path

INDEX = "https://pypi.org/simple"
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]


def pip_has_an_index():
    configured = subprocess.run([*PIP, "config", "list"], capture_output=True, text=True).stdout
    named = [name for name in os.environ if re.match("PIP_.*INDEX", name)]
    return bool(named or "index" in configured)


def get(address):
    context = ssl.create_default_context(cafile=os.environ.get("PIP_CERT"))
    with urllib.request.urlopen(address, timeout=60, context=context) as answer:
        return answer.read()


def from_pypi(package, pinned, folder):
    """Exit code; None if PyPI has not answered as it should."""
    try:
        page = get(f"{INDEX}/{package}/").decode()
        link = re.search(rf'href="([^"#]+/([^"#/]+))#sha256={pinned}"', page)
        if not link:
            return None
        data = get(html.unescape(link[1]))
    except (OSError, http.client.HTTPException, ValueError):
        return None
    if hashlib.sha256(data).hexdigest() != pinned:
        return 2
    Path(folder, link[2]).write_bytes(data)
    return 0


def by_pip(package, version, pinned, folder):
    """(exit code, what pip said)"""
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as wanted:
        wanted.write(f"{package}=={version} --hash=sha256:{pinned}\n")
        wanted.flush()
        options = ["--quiet", "--no-deps", "--no-binary", package, "--require-hashes"]
        files = ["--dest", folder, "--requirement", wanted.name]
        command = [*PIP, "download", *options, *files]
        try:
            done = subprocess.run(command, capture_output=True, text=True, timeout=300)
        except subprocess.TimeoutExpired:
            return 1, "no answer for 300 seconds"
    if done.returncode == 0:
        return 0, ""
    return 2 if "DO NOT MATCH" in done.stderr else 1, "\n".join(done.stderr.splitlines()[-3:])


def main():
    if len(sys.argv) != 7:
        sys.exit(__doc__)
    name, package, version, pinned, folder, loss = sys.argv[1:]
    status, said = None, ""
    if not pip_has_an_index():
        status = from_pypi(package, pinned, folder)
    if status is None:
        status, said = by_pip(package, version, pinned, folder)
    if status == 1:
        print(f"{said}\n{name}: could not be fetched (no network?); {loss}", file=sys.stderr)
    elif status == 2:
        why = f"what was fetched has not the pinned hash {pinned}: not used"
        print(f"{name}: {why}", file=sys.stderr)
    return status


if __name__ == "__main__":
    sys.exit(main())
