"""What is installed: types, documents, imports, and how a library that is not there is reported."""

import importlib
import importlib.metadata
import inspect
import os
import re
import subprocess
import sys

import pytest
import ufsecp
from data import ROOT


def python(code, **environment):
    return subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        env={**os.environ, **environment},
        timeout=120,
    )


def test_version():
    header = (ROOT / "include/ufsecp/ufsecp.h").read_text()
    version = re.search(r'UFSECP_VERSION "(.*)"', header)[1]
    assert ufsecp.__version__ == importlib.metadata.version("ufsecp") == version


def test_public_names_are_documented():
    assert sorted(ufsecp.__all__) == list(ufsecp.__all__)
    for name in ufsecp.__all__:
        if name == "__version__":
            continue
        item = getattr(ufsecp, name)
        assert inspect.getdoc(item), name
        for member, value in vars(item).items() if inspect.isclass(item) else ():
            if not member.startswith("_") and callable(getattr(value, "__func__", value)):
                assert inspect.getdoc(getattr(item, member)), f"{name}.{member}"


def test_imports_neither_numpy_nor_pyarrow():
    code = (
        "import sys, ufsecp; ufsecp.decompress([b'']); print({'numpy', 'pyarrow'} & {*sys.modules})"
    )
    assert python(code).stdout == "set()\n"


def test_no_library():
    done = python("import ufsecp", UFSECP_LIBRARY="/no/such/file")
    assert "ImportError: ufsecp: the shared library /no/such/file cannot be loaded" in done.stderr
    assert "Install a wheel for this platform" in done.stderr
    done = python("import ufsecp", UFSECP_LIBRARY="libc.so.6" if sys.platform == "linux" else "x")
    assert "another version of the library" in done.stderr or sys.platform != "linux"


def test_mypy(tmp_path):
    pytest.importorskip("mypy")
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, "-p", "ufsecp"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def test_types_of_users(tmp_path):
    """A program that uses the package wrongly is found by its types."""
    pytest.importorskip("mypy")
    program = tmp_path / "program.py"
    program.write_text(
        "import ufsecp\n"
        "key = ufsecp.PrivateKey(bytes(32))\n"
        "good: bytes = key.sign_ecdsa(bytes(32))\n"
        "bad: str = key.sign_ecdsa(bytes(32))\n"
        "ufsecp.verify_ecdsa(1, [b''], b'')\n"
        "verdict: int = key.public_key().verify_ecdsa('text', b'')\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--cache-dir", os.devnull, str(program)],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env={**os.environ, "MYPYPATH": ""},
        timeout=300,
    )
    assert re.findall(r"program.py:(\d+): error", done.stdout) == ["4", "5", "6"], done.stdout


def test_readme():
    """The programs of README.md run."""
    text = (ROOT / "python/README.md").read_text()
    programs = re.findall(r"```python\n(.*?)```", text, re.S)
    assert len(programs) >= 2
    for program in programs:
        done = python(program)
        assert done.returncode == 0, done.stderr


def test_modules_are_documented():
    """Modules that a program imports by themselves; spark imports without PySpark."""
    for name in ("report", "spark"):
        module = importlib.import_module(f"ufsecp.{name}")
        assert inspect.getdoc(module)
        for item in module.__all__:
            value = getattr(module, item)
            assert inspect.getdoc(value), item
            if callable(value):
                annotation = inspect.signature(value).return_annotation
                assert annotation is not inspect.Signature.empty, item
