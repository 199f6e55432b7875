"""Single calls of the library: bytes in, the output or a status out.

They go through the compiled module ``_single`` where it is there, and through ctypes elsewhere: on
PyPy, on Pythons without the GIL, and where UFSECP_CTYPES is set. The table here describes them for
both ways, so that both take the same arguments and raise the same errors. Both release the GIL; the
module keeps it in hashes and encodings of short inputs.
"""

from __future__ import annotations

import ctypes
import importlib
import os
import sys
import sysconfig
import threading
from types import TracebackType
from typing import TYPE_CHECKING, Any, Callable, Literal, NoReturn, Optional, Union

from ._library import as_bytes, lib

# What becomes of each argument of the library's function, in its order:
#   >N        an output of N bytes: the call gives it if its status is 1, and else the status
#   name:N,M  bytes of one of these sizes (any, if none is named); the caller of ours gives them
#   name?N    the same, or None
#   @N        the address N bytes behind that of a Secret, which the caller gives; the keypair of a
#             secret key lies 32 bytes behind it
#   #         the length of the bytes before; after an output: the length that the call sets
#   ^         the last byte of the bytes before; after an output: a number that becomes its last
#   =N        the number N
#   name      a number that the caller gives
# Calls in _BRIEF keep the GIL in the module, where their input has less than 512 bytes.
_TAKES = {
    "ecdh": ">32 key:65 # @0",
    "ecdh_x": ">32 key:65 # @0",
    "ecdsa_check": "signature:64 hash:32 key:65 # flags",
    "ecdsa_recover": ">65 =65 signature:65 ^ hash:32",
    "ecdsa_sig_parse_der": ">64 der: #",
    "ecdsa_sig_parse_der_lax": ">64 der: #",
    "ecdsa_sig_serialize_der": ">72 # signature:64",
    "ecdsa_sign": ">64 hash:32 @0 extra?32",
    "ecdsa_sign_recoverable": ">65 ^ hash:32 @0 extra?32",
    "ecdsa_verify": "signature:64 hash:32 key:65 # flags",
    "ethereum_address": ">20 key:65 #",
    "keypair_create": "@32 @0",
    "pubkey_convert": ">65 =65 data:33,65 # flags",
    "pubkey_create": ">65 =65 @0",
    "pubkey_negate": ">65 =65 key:65 #",
    "pubkey_tweak_add": ">65 =65 key:65 # tweak:32",
    "pubkey_tweak_mul": ">65 =65 key:65 # tweak:32",
    "schnorr_check": "signature:64 message: # key:32",
    "schnorr_sign_keypair": ">64 message: # @32 aux:32",
    "schnorr_verify": "signature:64 message: # key:32",
    "tagged_hash": ">32 tag: # message: #",
    "taproot_output_key": ">33 ^ key:32 merkle_root?32",
    "xonly_create": ">32 =0 @0",
}
_BRIEF = {"ecdsa_sig_parse_der", "ecdsa_sig_parse_der_lax", "ecdsa_sig_serialize_der"}
_BRIEF |= {"ethereum_address", "pubkey_negate", "tagged_hash"}

_pid = os.getpid
_forks = 0  # how many of Python's this process and its parents went through


def _forked() -> None:
    global _forks
    _forks += 1


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


def _process() -> tuple[int, int]:
    """What differs between a process and a child of it. A fork that Python does not make changes
    the first number alone; one by Python into another namespace of processes may keep the first."""
    return _pid(), _forks


class _Lease:
    """Who uses the memory of a secret. What is in use is given back when the last user is done, so
    that a close in another thread never hands it to another key."""

    __slots__ = ("_address", "_forks", "_lock", "_open", "_pid", "_users")

    def __init__(self, address: int) -> None:
        self._address = address
        self._forks, self._pid = _forks, _pid()
        self._lock = threading.Lock()
        self._users = 0
        self._open = True

    @property
    def closed(self) -> bool:
        return not self._open

    def __enter__(self) -> int:
        if self._forks != _forks or self._pid != _pid():
            self._refuse()
        with self._lock:
            if not self._open:
                self._refuse()
            self._users += 1
        return self._address

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        with self._lock:
            self._users -= 1
            last = not self._open and not self._users
        if last and self._forks == _forks and self._pid == _pid():
            self._give_back()

    def close(self) -> None:
        if self._forks != _forks or self._pid != _pid():
            self._open = False  # the lock may be held for good: its holder is in the parent
            return
        with self._lock:
            if not self._open:
                return
            self._open = False
            unused = not self._users
        if unused:
            self._give_back()

    def _give_back(self) -> None:
        raise NotImplementedError

    def _refuse(self) -> NoReturn:
        raise NotImplementedError


def _steps(takes: str) -> list[tuple[str, str, list[int]]]:
    """(mark, name, numbers) of each argument of the library's function."""
    steps = []
    for word in takes.split():
        mark = next((mark for mark in ">:?@#^=" if mark in word), "n")
        name, _, numbers = word.partition(mark)
        steps.append((mark, name, [int(number) for number in numbers.split(",") if number]))
    return steps


def _by_ctypes(name: str, takes: str) -> Any:
    """The call as a program would write it for ctypes."""
    given: list[str] = []
    lines: list[str] = []
    passed: list[str] = []
    secrets: list[str] = []
    last, out = "", ""
    for mark, name_of, numbers in _steps(takes):
        if mark == ">":
            lines.append(f"out = create_string_buffer({numbers[0]})")
            last, out = "out", "out.raw"
            passed.append(last)
        elif mark in ":?":
            sizes = "".join(f", {number}" for number in numbers)
            unless = f"None if {name_of} is None else " if mark == "?" else ""
            lines.append(f"{name_of} = {unless}as_bytes('{name_of}', {name_of}{sizes})")
            last = name_of
            given.append(last)
            passed.append(last)
        elif mark == "@":
            secret = f"secret{len(secrets)}"
            secrets.append(f"{secret} as {secret}_at")
            given.append(secret)
            passed.append(f"{secret}_at + {numbers[0]}")
        elif mark in "#^" and last == "out":
            kind = {"#": "c_size_t(len(out))", "^": "c_int()"}[mark]
            lines.append(f"more = {kind}")
            out = {"#": "out.raw[: more.value]", "^": "out.raw[:-1] + bytes((more.value,))"}[mark]
            passed.append("byref(more)")
        elif mark in "#^":
            passed.append({"#": f"len({last})", "^": f"{last}[-1]"}[mark])
        elif mark == "=":
            passed.append(str(numbers[0]))
        else:
            given.append(name_of)
            passed.append(name_of)
    with_secrets = f"with {', '.join(secrets)}: " if secrets else ""
    lines.append(f"{with_secrets}status = call({', '.join(passed)})")
    lines.append(f"return {out} if status == 1 else status" if out else "return status")
    body = "\n    ".join(lines)
    names = {**vars(ctypes), "as_bytes": as_bytes, "call": getattr(lib, f"ufsecp_{name}")}
    exec(f"def {name}({', '.join(given)}, /):\n    {body}", names)
    return names[name]


def _without_gil() -> bool:
    """Whether this Python can run without the GIL: its objects have another layout, whether or not
    it has the GIL now."""
    known = hasattr(sys, "_is_gil_enabled")  # from 3.13 on; sysconfig takes time
    return known and bool(sysconfig.get_config_var("Py_GIL_DISABLED"))


def _module() -> Any:
    """The compiled module, or None."""
    if os.environ.get("UFSECP_CTYPES") or _without_gil():
        return None
    try:
        return importlib.import_module("ufsecp._single")
    except ImportError:
        return None


def _made(module: Any, name: str, takes: str) -> Any:
    """A call through the module, or through ctypes if there is none."""
    if not module:
        return _by_ctypes(name, takes)
    steps = tuple(
        (mark, name_of, *([*numbers, numbers[-1]] if numbers else [-1, -1])[:2])
        for mark, name_of, numbers in _steps(takes)
    )
    address = ctypes.cast(getattr(lib, f"ufsecp_{name}"), ctypes.c_void_p).value
    return module.make(name, address, name in _BRIEF, steps, as_bytes, module.Lease)


_single = _module()
if TYPE_CHECKING or not _single:
    Lease = _Lease
    process = _process
else:
    Lease = _single.Lease
    process = _single.process


class _Ask:
    def __getattr__(self, name: str) -> Callable[..., int]:
        raise NotImplementedError


class _Get:
    def __getattr__(self, name: str) -> Callable[..., Union[bytes, Literal[0]]]:
        raise NotImplementedError


class _Find:
    def __getattr__(self, name: str) -> Callable[..., Union[bytes, int]]:
        raise NotImplementedError


# ``NAME`` is ``ufsecp_NAME``. The three names differ in what mypy expects: a status; an output, or
# 0; an output, or the reason why there is none. A class, as its attributes are found faster than
# those of other objects.
_all: Any = type("calls", (), {name: _made(_single, name, _TAKES[name]) for name in _TAKES})
ask: _Ask = _all
get: _Get = _all
find: _Find = _all
