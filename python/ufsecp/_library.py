"""The shared library: where it lies, the signatures of its calls, its settings.

The calls here go through ctypes, which releases the GIL. Where a microsecond counts, a single call
goes through _calls.py.
"""

from __future__ import annotations

import ctypes
import enum
import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import c_char_p, c_int, c_int64, c_size_t, c_uint, c_uint64, c_void_p
from pathlib import Path
from typing import Any, Optional


class Status(enum.IntEnum):
    """Why a key, a signature or a row is not valid. Only ``OK`` is valid, and true as a bool."""

    OK = 1
    BAD_SIGNATURE = 0
    MISUSE = -1
    PUBKEY_FORMAT = -2
    PUBKEY_RANGE = -3
    PUBKEY_OFF_CURVE = -4
    R_ZERO = -5
    R_RANGE = -6
    S_ZERO = -7
    S_RANGE = -8
    S_HIGH = -9
    RECID = -10
    NO_POINT = -11
    DER = -12
    SIG_FORMAT = -13

    def __bool__(self) -> bool:
        return self is Status.OK

    @property
    def text(self) -> str:
        """One line of English."""
        text: bytes = lib.ufsecp_status_text(int(self))
        return text.decode()


class Error(ValueError):
    """Bytes of the right size that are no key, no signature or no tweak. ``status`` says why, where
    the library does."""

    def __init__(self, message: str, status: Optional[Status] = None) -> None:
        super().__init__(message)
        self.status = status


def _path() -> Path:
    if override := os.environ.get("UFSECP_LIBRARY"):
        return Path(override)
    name = {"win32": "ufsecp.dll", "darwin": "libufsecp.dylib"}.get(sys.platform, "libufsecp.so")
    return Path(__file__).parent / name


def _load() -> ctypes.CDLL:
    path = _path()
    try:
        return ctypes.CDLL(str(path))
    except OSError as error:
        raise ImportError(
            f"ufsecp: the shared library {path} cannot be loaded: {error}. Install a wheel for "
            "this platform, or set UFSECP_LIBRARY to a built library"
        ) from error


class SilentIndex(ctypes.Structure):
    """ufsecp_silent_index."""

    _fields_ = [
        ("tweaks", c_void_p),
        ("tweak_size", c_size_t),
        ("outputs", c_void_p),
        ("output_size", c_size_t),
        ("outputs_at", c_void_p),
        ("n", c_size_t),
    ]


class SilentScanKey(ctypes.Structure):
    """ufsecp_silent_scan_key."""

    _fields_ = [
        ("scan_seckey32", c_void_p),
        ("spend_pubkey33", c_char_p),
        ("label33s", c_char_p),
        ("n_labels", c_size_t),
    ]


class SilentMatch(ctypes.Structure):
    """ufsecp_silent_match."""

    _fields_ = [
        ("row", c_uint64),
        ("output", c_uint64),
        ("key", c_uint64),
        ("label", c_int64),
        ("k", ctypes.c_uint32),
        ("tweak32", ctypes.c_uint8 * 32),
    ]


# Calls by their arguments: p an address, b bytes, z a size, i and u numbers. They return int, but
# for those of _RETURNS.
_CALLS = {
    "engine": "",
    "version": "",
    "status_text": "i",
    "engine_select": "b",
    "threads_set": "u",
    "threads": "",
    "sign_check_set": "i",
    "sign_check": "",
    "seckey_verify": "p",
    "seckey_generate": "p",
    "seckey_negate": "p",
    "seckey_tweak_add": "pb",
    "seckey_tweak_mul": "pb",
    "wipe": "pz",
    "secret_alloc": "z",
    "secret_free": "p",
    "pubkey_create": "pzp",
    "xonly_create": "ppp",
    "pubkey_convert": "pzbzu",
    "pubkey_negate": "pzbz",
    "pubkey_tweak_add": "pzbzb",
    "pubkey_tweak_mul": "pzbzb",
    "pubkey_combine": "pzbz",
    "ecdsa_sign": "pbpb",
    "ecdsa_sign_recoverable": "ppbpb",
    "ecdsa_verify": "bbbzu",
    "ecdsa_check": "bbbzu",
    "ecdsa_recover": "pzbib",
    "ecdsa_sig_parse_der": "pbz",
    "ecdsa_sig_parse_der_lax": "pbz",
    "ecdsa_sig_serialize_der": "ppb",
    "ecdsa_sig_normalize": "pp",
    "keypair_create": "pp",
    "schnorr_sign_keypair": "pbzpb",
    "schnorr_verify": "bbzb",
    "schnorr_check": "bbzb",
    "ecdh": "pbzp",
    "ecdh_x": "pbzp",
    "taproot_output_key": "ppbb",
    "taproot_output_seckey": "ppb",
    "ethereum_address": "pbz",
    "tagged_hash": "pbzbz",
    "ecdsa_verify_items": "pppzu",
    "schnorr_verify_items": "pppzu",
    "schnorr_verify_rows": "ppzz",
    "schnorr_batch_verify": "pzzp",
    "schnorr_batch_identify": "ppzzp",
    "ecdsa_recover_rows": "pppzz",
    "ecrecover_rows": "pppzz",
    "pubkey_decompress_batch": "pppz",
    "pubkey_create_batch": "pppz",
    "ecdh_batch": "ppppz",
    "ecdsa_sign_batch": "ppppz",
    "schnorr_sign_batch": "pppppz",
    "bip32_master": "ppzu",
    "bip32_derive": "pppz",
    "bip32_public": "pp",
    "bip32_verify": "p",
    "bip32_public_children": "ppppzuz",
    "bip32_private_children": "pppppzuz",
    "bip32_text_get": "pp",
    "bip32_text_set": "pbz",
    "silent_label": "pppu",
    "silent_scan": "pzppppz",
}
_KINDS = {"p": c_void_p, "b": c_char_p, "z": c_size_t, "i": c_int, "u": c_uint}
_RETURNS: dict[str, Any] = {
    "engine": c_char_p,
    "version": c_char_p,
    "status_text": c_char_p,
    "secret_alloc": c_void_p,
    "secret_free": None,
    "wipe": None,
    "threads": c_uint,
}

lib: Any = _load()
for _name, _arguments in _CALLS.items():
    try:
        _call = getattr(lib, f"ufsecp_{_name}")
    except AttributeError:
        raise ImportError(
            f"ufsecp: {_path()} has no ufsecp_{_name}: it is another version of the library, or "
            "the profile tiny"
        ) from None
    _call.argtypes = [_KINDS[letter] for letter in _arguments]
    _call.restype = _RETURNS.get(_name, c_int)

__version__: str = lib.ufsecp_version().decode()


def engine() -> str:
    """The name of the engine in use, such as ``x64_ifma``: the library picks it by the features of
    the processor."""
    name: bytes = lib.ufsecp_engine()
    return name.decode()


def set_engine(name: str) -> None:
    """Chooses the engine of the process; ``"auto"`` goes back. Thread-safe.

    Raises ValueError for a name that the library does not know or this machine cannot run.
    """
    if not lib.ufsecp_engine_select(name.encode()):
        raise ValueError(f"engine {name!r} is unknown, or this machine cannot run it")


_limit_lock = threading.Lock()
# The limit of the process outside of the batches that have one of their own; -1 until it is known.
_outside = -1
_limits: list[int] = []  # those, of the batches that run now


def _forked() -> None:
    """A child has none of the batches that other threads of its parent run. One of those may hold
    the lock, and may have changed the limit."""
    global _limit_lock
    changed = _limits or _limit_lock.locked()
    _limit_lock = threading.Lock()
    if changed:
        _limits.clear()
        if _outside >= 0:
            _set_limit(_outside)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forked)


def _threads_number(number: object) -> int:
    if isinstance(number, bool) or not isinstance(number, int):
        raise TypeError(f"threads: expected an int, not {type(number).__name__}")
    if not 0 <= number <= 1024:
        raise ValueError(f"threads: expected 0 (all cores) to 1024, not {number}")
    return number


def _set_limit(number: int) -> None:
    if not lib.ufsecp_threads_set(number):
        raise ValueError(f"threads: this library is built without them, so not {number}")


def set_threads(number: int) -> None:
    """Sets how many threads a batch may use, for the whole process; 0 stands for all cores.

    The default is 1. Results never depend on it. Thread-safe. Raises ValueError for less than 0 or
    more than 1024.
    """
    global _outside
    number = _threads_number(number)
    with _limit_lock:
        if not _limits:
            _set_limit(number)
        _outside = number


def threads() -> int:
    """How many threads a batch may use."""
    number: int = lib.ufsecp_threads()
    return number


@contextmanager
def thread_limit(number: Optional[int]) -> Iterator[None]:
    """The limit of one batch. It holds for the process: of several at once the last one counts, and
    after all of them what set_threads() said."""
    global _outside
    if number is None:
        yield
        return
    number = _threads_number(number)
    with _limit_lock:
        if not _limits:
            _outside = threads()
        _set_limit(number)
        _limits.append(number)
    try:
        yield
    finally:
        with _limit_lock:
            if number in _limits:  # not in a child that was forked meanwhile
                _limits.remove(number)
                _set_limit(_limits[-1] if _limits else _outside)


def as_bytes(name: str, value: object, *sizes: int) -> bytes:
    """The bytes of a bytes-like argument that has one of these sizes (any, if none is named)."""
    if type(value) is bytes:
        data = value
    elif isinstance(value, (bytes, bytearray, memoryview)):
        data = bytes(memoryview(value))  # a subclass may say another length
    else:
        raise TypeError(f"{name}: expected bytes, not {type(value).__name__}")
    if sizes and len(data) not in sizes:
        expected = " or ".join(str(size) for size in sizes)
        raise ValueError(f"{name}: expected {expected} bytes, not {len(data)}")
    return data
