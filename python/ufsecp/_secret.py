"""Locked memory for secret keys: slots on pages that are never swapped out."""

from __future__ import annotations

import collections
import ctypes
import hmac
import threading
from types import TracebackType
from typing import NoReturn, Optional, TypeVar

from ._calls import Lease, process
from ._library import lib

SIZE = 128  # of a slot: a secret key and its keypair have 32 + 65 bytes
BLOCK = 4096  # what is allocated at a time


class _Pool:
    """The slots of a process."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.free: dict[int, list[int]] = {}  # block -> its free slots
        # Slots given back, wiped. The garbage collector may close a key while this thread holds the
        # lock, so that giving back takes none.
        self.returned: collections.deque[tuple[int, int]] = collections.deque()

    def take(self) -> tuple[int, int]:
        """(block, slot)"""
        with self.lock:
            while self.returned:
                block, slot = self.returned.popleft()
                self.free[block].append(slot)
                if len(self.free[block]) == BLOCK // SIZE and len(self.free) > 1:
                    del self.free[block]
                    lib.ufsecp_secret_free(block)
            for block, slots in self.free.items():
                if slots:
                    return block, slots.pop()
            block = lib.ufsecp_secret_alloc(BLOCK)
            if not block:
                raise MemoryError(
                    "no locked memory for a secret key: the limit (ulimit -l) is used up; close "
                    "keys that are no longer needed, or raise it"
                )
            self.free[block] = list(range(block + SIZE, block + BLOCK, SIZE))
            return block, block


# A forked child leaves its parent's pool alone: what it inherits is neither locked nor filled, and
# another thread of the parent may have held the lock.
_pools: dict[object, _Pool] = {}


def _pool() -> _Pool:
    here = process()
    return _pools.get(here) or _pools.setdefault(here, _Pool())


class Secret(Lease):
    """A slot of its own, zeroed. ``with secret as address`` uses it; what is in use is wiped when
    the last user is done, so that a close in another thread never hands it to another key."""

    __slots__ = ("_block",)

    def __init__(self) -> None:
        self._block, address = _pool().take()
        super().__init__(address)

    def _refuse(self) -> NoReturn:
        if self.closed:
            raise ValueError("the key is closed")
        raise RuntimeError(
            "the key was made before this process was forked, and a fork does not inherit "
            "locked memory: make the key in the child"
        )

    def _give_back(self) -> None:
        lib.ufsecp_wipe(self._address, SIZE)
        _pool().returned.append((self._block, self._address))

    def view(self, size: int) -> memoryview:
        """The first bytes, without a copy; only while it is in use."""
        return memoryview((ctypes.c_char * size).from_address(self._address)).cast("B")


Kept = TypeVar("Kept", bound="Keeper")


class Keeper:
    """An object that keeps a secret in locked memory: how it ends, and what it never does."""

    __slots__ = ("_secret",)
    _secret: Secret
    _size: int  # of the secret, in bytes

    @property
    def closed(self) -> bool:
        """Whether the key was wiped."""
        return self._secret.closed

    def close(self) -> None:
        """Wipes the key. May be called again."""
        self._secret.close()

    def __enter__(self: Kept) -> Kept:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_secret"):
            self._secret.close()

    def __eq__(self, other: object) -> bool:
        """Whether both are the same key, in constant time."""
        if not isinstance(other, Keeper) or type(other) is not type(self):
            return NotImplemented
        with self._secret, other._secret:
            mine, others = self._secret.view(self._size), other._secret.view(self._size)
            return hmac.compare_digest(mine, others)

    def to_bytes(self) -> bytes:
        """A copy of the secret. Python cannot wipe it: ask for it only to store it."""
        with self._secret:
            return bytes(self._secret.view(self._size))

    def __reduce__(self) -> NoReturn:
        raise TypeError(
            f"a {type(self).__name__} is not pickled or copied: its secret would leave its memory"
        )

    def __repr__(self) -> str:
        return f"<{type(self).__name__}, {'closed' if self.closed else 'secret'}>"
