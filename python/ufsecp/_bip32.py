"""Extended keys (BIP-32): trees of keys from one seed, and many children of a key at a time."""

from __future__ import annotations

import ctypes
import re
from array import array
from collections.abc import Iterable
from ctypes import c_void_p
from typing import Any, Optional, Union

from . import _results
from ._batch import Progress, _parts
from ._columns import Named
from ._keys import Bytes, PrivateKey, PublicKey
from ._library import Error, lib, thread_limit
from ._parts import address_of
from ._secret import Keeper, Secret

HARDENED = 0x80000000
SIZE = 78  # of an extended key
Path = Union[str, Iterable[int]]


def _numbers(path: Path) -> array[int]:
    """The numbers of a path: of integers, or of a text such as m/84h/0'/0."""
    found = []
    if isinstance(path, str):
        for at, word in enumerate(path.split("/")):
            match = re.fullmatch(r"([0-9]{1,10})([hH']?)", word)
            if match and int(match[1]) < HARDENED:
                found.append(int(match[1]) + (HARDENED if match[2] else 0))
            elif word != "m" or at:
                raise ValueError(
                    f"path: expected numbers below 2^31, h behind hardened ones: {path!r}"
                )
        return array("I", found)
    if isinstance(path, (bytes, bytearray, memoryview)):  # whose bytes are integers too
        raise TypeError(f"path: expected a text or integers, not {type(path).__name__}")
    for number in path:
        if isinstance(number, bool) or not isinstance(number, int):
            raise TypeError(f"path: expected integers, not {type(number).__name__}")
        if not 0 <= number < 2 * HARDENED:
            raise ValueError(f"path: expected 0 to 2^32 - 1, not {number}")
        found.append(number)
    return array("I", found)


def _read(key: Union[Bytes, str], address: int) -> None:
    """Writes an extended key of either form to an address."""
    if isinstance(key, str):
        text = key.encode()
        worked = lib.ufsecp_bip32_text_set(address, text, len(text))
    elif isinstance(key, (bytes, bytearray, memoryview)):
        if memoryview(key).nbytes != SIZE:
            raise ValueError(f"key: expected {SIZE} bytes, not {memoryview(key).nbytes}")
        target = memoryview((ctypes.c_char * SIZE).from_address(address)).cast("B")
        target[:] = memoryview(key).cast("B")
        worked = lib.ufsecp_bip32_verify(address)
    else:
        raise TypeError(f"key: expected bytes or a text, not {type(key).__name__}")
    if not worked:
        raise Error("no extended key: its version, checksum, key or depth is wrong")


def _text(key: Union[int, bytes]) -> str:
    text = ctypes.create_string_buffer(112)
    lib.ufsecp_bip32_text_get(text, key)
    found = text.value.decode()
    lib.ufsecp_wipe(text, 112)
    return found


class ExtendedPublicKey:
    """An extended public key: its text (xpub..., tpub...) or its 78 bytes. Raises ufsecp.Error for
    what is none, ValueError for another length. Whoever has it and the private key of one child
    that is not hardened has the private key of all."""

    __slots__ = ("_key78",)
    _key78: bytes

    def __init__(self, key: Union[Bytes, str]) -> None:
        out = bytearray(SIZE)
        _read(key, address_of(out))
        if not out[45]:
            lib.ufsecp_wipe(address_of(out), SIZE)
            raise Error("an extended private key: ExtendedPrivateKey takes it")
        self._key78 = bytes(out)

    def derive(self, path: Path) -> ExtendedPublicKey:
        """The key at a path below this one: integers, or a text such as 0/7. Raises ufsecp.Error
        for a hardened number, and where there is no such child."""
        out, numbers = bytearray(SIZE), _numbers(path)
        at = numbers.buffer_info()[0]
        if not lib.ufsecp_bip32_derive(address_of(out), self._key78, at, len(numbers)):
            raise Error("no such child: a public key has none that are hardened")
        return ExtendedPublicKey(out)

    def public_key(self) -> PublicKey:
        """The key without what makes it extended."""
        return PublicKey(self._key78[45:])

    def children(
        self,
        first: int,
        n: int,
        *,
        branches: Path = (),
        columns: Iterable[str] = ("pubkeys",),
        form: str = "list",
        threads: Optional[int] = None,
        progress: Progress = False,
    ) -> dict[str, Any]:
        """Children first ... first + n - 1, none of them hardened, of this key, or of each of its
        children `branches` one after the other, such as (0, 1).

        columns: some of ``pubkeys`` (33 bytes), ``hashes`` (20: what P2PKH and P2WPKH pay to),
        ``outputs`` (32: of P2TR without scripts, BIP-86) and ``xpubs`` (78). Returns them by name,
        as ``form`` says: lists, ``"numpy"`` or ``"arrow"``. A child that does not exist, once in
        2^127, is null, in NumPy zeros. Variable time.
        """
        widths = {"pubkeys": 33, "hashes": 20, "outputs": 32, "xpubs": SIZE}
        wanted = _wanted(columns, widths)
        numbers = _numbers(branches)
        if any(number >= HARDENED for number in numbers):
            raise ValueError("branches: a public key has no hardened children")

        def call(
            outs: dict[str, int], ok: int, branch: Optional[int], start: int, rows: int
        ) -> int:
            places = (c_void_p * 4)(*(outs.get(name) for name in widths))
            return _call(
                lib.ufsecp_bip32_public_children, (places,), ok, self._key78, branch, start, rows
            )

        return _children(call, wanted, first, n, numbers, form, threads, progress, HARDENED)

    def to_bytes(self) -> bytes:
        """The 78 bytes that BIP-32 serializes."""
        return self._key78

    __bytes__ = to_bytes

    def __str__(self) -> str:
        return _text(self._key78)

    def __eq__(self, other: object) -> bool:
        return (
            self._key78 == other._key78 if isinstance(other, ExtendedPublicKey) else NotImplemented
        )

    def __hash__(self) -> int:
        return hash(self._key78)

    def __reduce__(self) -> tuple[type[ExtendedPublicKey], tuple[bytes]]:
        return ExtendedPublicKey, (self._key78,)

    def __repr__(self) -> str:
        return f"ExtendedPublicKey({self})"


class ExtendedPrivateKey(Keeper):
    """An extended private key, in locked memory: its text (xprv..., tprv...) or its 78 bytes.

    It ends, and keeps its secret, as a PrivateKey does. All calls run in constant time. Raises
    ufsecp.Error for what is none, ValueError for another length.
    """

    __slots__ = ()
    _size = SIZE

    def __init__(self, key: Union[Bytes, str]) -> None:
        self._secret = Secret()
        with self._secret as address:
            _read(key, address)
            if self._secret.view(SIZE)[45]:
                raise Error("an extended public key: ExtendedPublicKey takes it")

    @classmethod
    def from_seed(cls, seed: Bytes, *, testnet: bool = False) -> ExtendedPrivateKey:
        """The master key of a seed of 16 to 64 bytes. Raises ufsecp.Error if the seed has none."""
        if not isinstance(seed, (bytes, bytearray, memoryview)):
            raise TypeError(f"seed: expected bytes, not {type(seed).__name__}")
        size = memoryview(seed).nbytes
        if not 16 <= size <= 64:
            raise ValueError(f"seed: expected 16 to 64 bytes, not {size}")
        self, held = cls.__new__(cls), Secret()
        self._secret = Secret()
        try:
            with held as at, self._secret as address:
                held.view(size)[:] = memoryview(seed).cast("B")
                if not lib.ufsecp_bip32_master(address, at, size, int(bool(testnet))):
                    raise Error("no master key of this seed")
        finally:
            held.close()
        return self

    def derive(self, path: Path) -> ExtendedPrivateKey:
        """The key at a path below this one: integers, or a text such as m/84h/0h/0h. Raises
        ufsecp.Error where there is no such child."""
        numbers = _numbers(path)
        other = ExtendedPrivateKey.__new__(ExtendedPrivateKey)
        other._secret = Secret()
        with self._secret as parent, other._secret as address:
            at = numbers.buffer_info()[0]
            if not lib.ufsecp_bip32_derive(address, parent, at, len(numbers)):
                raise Error("no such child: the path is too long")
        return other

    def public(self) -> ExtendedPublicKey:
        """The extended public key."""
        out = bytearray(SIZE)
        with self._secret as address:
            lib.ufsecp_bip32_public(address_of(out), address)
        return ExtendedPublicKey(out)

    def private_key(self) -> PrivateKey:
        """The key without what makes it extended."""
        other = PrivateKey.__new__(PrivateKey)
        other._secret = Secret()
        with self._secret, other._secret:
            other._secret.view(32)[:] = self._secret.view(SIZE)[46:]
            other._pair("no secret key: it is zero or not below n")
        return other

    def children(
        self,
        first: int,
        n: int,
        *,
        branches: Path = (),
        columns: Iterable[str] = ("seckeys",),
        form: str = "list",
        threads: Optional[int] = None,
        progress: Progress = False,
    ) -> dict[str, Any]:
        """Children first ... first + n - 1, all of them hardened or none, of this key, or of each
        of its children `branches` one after the other.

        columns: some of ``seckeys`` (32 bytes) and ``xprvs`` (78). Results are as those of
        ExtendedPublicKey.children(): they are the caller's, and nobody wipes them.
        """
        wanted = _wanted(columns, {"seckeys": 32, "xprvs": SIZE})
        with self._secret as key:

            def call(
                outs: dict[str, int], ok: int, branch: Optional[int], start: int, rows: int
            ) -> int:
                places = (outs.get("seckeys"), outs.get("xprvs"))
                return _call(
                    lib.ufsecp_bip32_private_children, places, ok, key, branch, start, rows
                )

            most = HARDENED if first < HARDENED else 2 * HARDENED
            return _children(call, wanted, first, n, branches, form, threads, progress, most)

    def to_text(self) -> str:
        """xprv... or tprv.... Python cannot wipe it: ask for it only to store it."""
        with self._secret as address:
            return _text(address)


def _wanted(columns: Iterable[str], widths: dict[str, int]) -> dict[str, int]:
    wanted = [columns] if isinstance(columns, str) else list(columns)
    for name in wanted:
        if name not in widths:
            raise ValueError(f"columns: expected some of {', '.join(widths)}, not {name!r}")
    return {name: widths[name] for name in wanted}


def _call(
    call: Any,
    places: Any,
    ok: int,
    key: Union[int, bytes],
    branch: Optional[int],
    first: int,
    n: int,
) -> int:
    numbers = array("I", [] if branch is None else [branch])
    at, count = numbers.buffer_info()
    worked: int = call(*places, ok, key, at if count else None, count, first, n)
    return worked


def _children(
    call: Any,
    wanted: dict[str, int],
    first: int,
    n: int,
    branches: Path,
    form: str,
    threads: Optional[int],
    progress: Progress,
    most: int,
) -> dict[str, Any]:
    """The columns, in parts, by call(addresses by column, ok, branch or None, first, rows)."""
    for name, value in (("first", first), ("n", n)):
        if isinstance(value, bool) or not isinstance(value, int):
            raise TypeError(f"{name}: expected an int, not {type(value).__name__}")
    if first < 0 or n < 0 or first + n > most:
        raise ValueError(f"first, n: expected numbers from 0 to {most - 1}")
    below: list[Optional[int]] = [*_numbers(branches)] or [None]
    rows = n * len(below)
    like = Named(rows, form)
    outs = {name: bytearray(rows * width) for name, width in wanted.items()}
    ok = bytearray(rows)
    with thread_limit(threads):
        for start, count in _parts(rows, progress):
            while count:
                branch, at = divmod(start, n)
                now = min(count, n - at)
                places = {
                    name: address_of(out) + start * wanted[name] for name, out in outs.items()
                }
                call(places, address_of(ok) + start, below[branch], first + at, now)
                start, count = start + now, count - now
    if rows and 1 not in ok:
        raise Error("no children: the key is as deep as keys can be, or a branch is hardened")
    return {name: _results.values(like, out, wanted[name], ok) for name, out in outs.items()}
