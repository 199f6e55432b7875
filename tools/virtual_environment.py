"""A fresh virtual environment of Python for the tests of a package: pip, and pytest with its
counts; and the library in build/release that the package uses."""

import fcntl
import os
import re
import shutil
import venv
import xml.etree.ElementTree as xml

from run_tests import ROOT, outcome

UNREACHABLE = re.compile(
    r"No matching distribution found|Failed to establish a new connection|Connection refused|"
    r"Max retries exceeded|Temporary failure in name resolution|Read timed out"
)


class Unavailable(Exception):
    """What the tests need cannot be had here; its text says what."""


class Failed(Exception):
    """A test failed; its text says how."""


def clean(**more):
    """The process's environment without what would lead a test to another package."""
    kept = {k: v for k, v in os.environ.items() if k not in ("PYTHONPATH", "UFSECP_LIBRARY")}
    return kept | more


def run(*command, folder=ROOT, **more):
    """What a command printed; `more` is its environment's. Raises Failed with its end if it
    failed."""
    command = [str(word) for word in command]
    status, printed = outcome(command, clean(**more), folder)
    if status:
        raise Failed(f"{printed[-3000:]}\nfailed: {' '.join(command)}")
    return printed


def build_release(*targets):
    """Builds targets of the set release; two sets that want some do so one after the other."""
    with open(ROOT / "build/release.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        run("cmake", "--preset", "release")
        run("cmake", "--build", ROOT / "build/release", "--target", *targets)


class Environment:
    """The virtual environment `venv` in a folder, and the reports of pytest beside it."""

    def __init__(self, out):
        self.out, self.folder = out, out / "venv"
        self.python = self.folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")

    def make(self, *packages):
        """Makes it anew, with these packages."""
        shutil.rmtree(self.folder, ignore_errors=True)
        self.out.mkdir(parents=True, exist_ok=True)
        try:
            venv.create(self.folder, with_pip=True)
        except Exception as error:  # Debian's Python without python3-venv
            raise Unavailable(f"no virtual environment: {error}: tools/setup.sh test") from error
        self.pip("install", *packages)

    def pip(self, *words):
        try:
            return run(self.python, "-m", "pip", "--disable-pip-version-check", "-q", *words)
        except Failed as error:
            if UNREACHABLE.search(str(error)):
                raise Unavailable(f"the registry cannot be reached: {error}") from error
            raise

    def pytest(self, report, words, **more):
        """(passed, failed, skipped) of a run of pytest; `more` is its environment's."""
        file = self.out / f"{report}.xml"
        file.unlink(missing_ok=True)
        command = [self.python, "-m", "pytest", "-q", "-p", "no:cacheprovider"]
        command += [f"--junitxml={file}", "-rs", *words]
        environment = clean(PYTHONDONTWRITEBYTECODE="1", **more)
        status, printed = outcome([str(word) for word in command], environment)
        print(printed, end="")
        if not file.exists():
            return 0, 1, 0
        suite = next(xml.parse(file).getroot().iter("testsuite"))
        tests, skipped = int(suite.get("tests")), int(suite.get("skipped"))
        failed = int(suite.get("failures")) + int(suite.get("errors"))
        return tests - failed - skipped, max(failed, int(status != 0)), skipped
