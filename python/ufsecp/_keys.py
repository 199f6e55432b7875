"""Keys as objects, the encodings of ECDSA signatures, and the hash of BIP-340."""

from __future__ import annotations

import ctypes
import os
from ctypes import byref, c_int
from typing import Any, NoReturn, Optional, Union

from ._calls import ask, find, get
from ._library import Error, Status, as_bytes, lib
from ._parts import address_of
from ._secret import Keeper, Secret

Bytes = Union[bytes, bytearray, memoryview]
LOW_S, ALLOW_HYBRID = 1, 2
SIGNING = "the check after signing failed (ufsecp.set_sign_check)"
_new = object.__new__


def _optional(name: str, value: Optional[Bytes], size: int) -> Optional[bytes]:
    return None if value is None else as_bytes(name, value, size)


class PublicKey:
    """A public key: a point of the curve (SEC 1, 2.3.3).

    Takes 33 bytes (compressed) or 65 (uncompressed); with ``hybrid=True`` also 65 with the prefix
    06 or 07. Raises ufsecp.Error, whose ``status`` is the reason, for bytes that are no point, and
    ValueError for another length. Objects do not change: any number of threads may share one.
    """

    __slots__ = ("_key65",)
    _key65: bytes

    def __init__(self, data: Bytes, *, hybrid: bool = False) -> None:
        key65 = find.pubkey_convert(data, ALLOW_HYBRID if hybrid else 0)
        if isinstance(key65, int):
            raise Error(f"no public key: {Status(key65).text}", Status(key65))
        self._key65 = key65

    @classmethod
    def recover(cls, hash: Bytes, signature: Bytes) -> PublicKey:
        """The key that made a recoverable signature (SEC 1, 4.1.6). High s is accepted.

        ``hash`` has 32 bytes; ``signature`` has 65: r, s and the recovery id, 0 to 3. Raises
        ufsecp.Error if there is no such key.
        """
        key65 = find.ecdsa_recover(signature, hash)
        if isinstance(key65, int):
            raise Error(f"no public key: {Status(key65).text}", Status(key65))
        return _point(cls, key65)

    @classmethod
    def combine(cls, keys: list[PublicKey]) -> PublicKey:
        """The sum of keys. Raises ufsecp.Error if it is infinity, as for no keys."""
        rows = []
        for key in keys:
            if not isinstance(key, PublicKey):
                raise TypeError(f"keys: expected PublicKeys, not {type(key).__name__}")
            rows.append(PublicKey.to_bytes(key))
        out = ctypes.create_string_buffer(65)
        if not lib.ufsecp_pubkey_combine(out, 65, b"".join(rows), len(rows)):
            raise Error("the sum of the keys is infinity", Status.NO_POINT)
        return _point(cls, out.raw)

    def to_bytes(self, compressed: bool = True) -> bytes:
        """33 bytes, or 65."""
        if not compressed:
            return self._key65
        return bytes((2 | self._key65[64] & 1,)) + self._key65[1:33]

    __bytes__ = to_bytes

    def xonly(self) -> XOnlyPublicKey:
        """The x-only key (BIP-340): 32 bytes, which stand for the point with even y."""
        return _xonly(self._key65[1:33])

    def verify_ecdsa(self, hash: Bytes, signature: Bytes, *, low_s: bool = False) -> bool:
        """Whether the signature (64 bytes r, s) of a hash (32 bytes) is valid (SEC 1, 4.1.4).

        ``low_s=True`` refuses s > n/2 (BIP-146). Bytes of the right size never raise.
        """
        return ask.ecdsa_verify(signature, hash, self._key65, LOW_S if low_s else 0) == 1

    def check_ecdsa(self, hash: Bytes, signature: Bytes, *, low_s: bool = False) -> Status:
        """verify_ecdsa() with its reason."""
        return Status(ask.ecdsa_check(signature, hash, self._key65, LOW_S if low_s else 0))

    def tweak_add(self, tweak: Bytes) -> PublicKey:
        """P + tweak*G for a public tweak of 32 bytes. Raises ufsecp.Error if the tweak is not below
        n, or the result is infinity."""
        key65 = get.pubkey_tweak_add(self._key65, tweak)
        if not key65:
            raise Error("the tweak is not below n, or the result is infinity")
        return _point(type(self), key65)

    def tweak_mul(self, tweak: Bytes) -> PublicKey:
        """tweak*P for a public tweak of 32 bytes. Raises ufsecp.Error for zero and from n on."""
        key65 = get.pubkey_tweak_mul(self._key65, tweak)
        if not key65:
            raise Error("the tweak is zero or not below n")
        return _point(type(self), key65)

    def negate(self) -> PublicKey:
        """-P"""
        return _point(type(self), get.pubkey_negate(self._key65) or _fault())

    def ethereum_address(self) -> bytes:
        """The last 20 bytes of Keccak-256 of x and y."""
        return get.ethereum_address(self._key65) or _fault()

    def __eq__(self, other: object) -> bool:
        return self._key65 == other._key65 if isinstance(other, PublicKey) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key65)

    def __reduce__(self) -> tuple[type[PublicKey], tuple[bytes]]:
        return PublicKey, (self._key65,)

    def __repr__(self) -> str:
        return f"PublicKey({self.to_bytes().hex()})"


class XOnlyPublicKey:
    """An x-only public key (BIP-340): 32 bytes, which stand for the point with even y.

    Raises ufsecp.Error for bytes that are the x of no point, ValueError for another length. Objects
    do not change: any number of threads may share one.
    """

    __slots__ = ("_key32",)
    _key32: bytes

    def __init__(self, data: Bytes) -> None:
        self._key32 = as_bytes("data", data, 32)
        self.public_key()

    def to_bytes(self) -> bytes:
        """32 bytes."""
        return self._key32

    __bytes__ = to_bytes

    def public_key(self) -> PublicKey:
        """The point with this x and an even y."""
        return PublicKey(b"\x02" + self._key32)

    def verify_schnorr(self, message: Bytes, signature: Bytes) -> bool:
        """Whether the signature (64 bytes) of a message of any length is valid (BIP-340)."""
        return ask.schnorr_verify(signature, message, self._key32) == 1

    def check_schnorr(self, message: Bytes, signature: Bytes) -> Status:
        """verify_schnorr() with its reason."""
        return Status(ask.schnorr_check(signature, message, self._key32))

    def tweak_add(self, tweak: Bytes) -> tuple[XOnlyPublicKey, bool]:
        """P + tweak*G for a public tweak of 32 bytes, and whether its y is odd. Raises ufsecp.Error
        as PublicKey.tweak_add() does."""
        point = self.public_key().tweak_add(tweak)
        return point.xonly(), bool(point._key65[64] & 1)

    def taproot_output_key(
        self, merkle_root: Optional[Bytes] = None
    ) -> tuple[XOnlyPublicKey, bool]:
        """The output key of this internal key (BIP-341), and whether its y is odd.

        ``merkle_root`` is the root of the script tree, 32 bytes; None stands for no script path.
        Raises ufsecp.Error if the tweak is not below n.
        """
        key = get.taproot_output_key(self._key32, merkle_root)
        if not key:
            raise Error("the tweak is not below n, or the output key is infinity")
        return _xonly(key[:32]), bool(key[32])

    def __eq__(self, other: object) -> bool:
        return self._key32 == other._key32 if isinstance(other, XOnlyPublicKey) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key32)

    def __reduce__(self) -> tuple[type[XOnlyPublicKey], tuple[bytes]]:
        return XOnlyPublicKey, (self._key32,)

    def __repr__(self) -> str:
        return f"XOnlyPublicKey({self._key32.hex()})"


class PrivateKey(Keeper):
    """A secret key: 32 bytes with 1 <= key < n (SEC 1, 3.2.1), in locked memory.

    It is wiped by close(), by the end of a ``with`` block, and when the object goes away. All calls
    run in constant time. It is not shown by repr(), and is not pickled, copied or hashed. The bytes
    that were passed are the caller's: pass a bytearray and overwrite it.

    Raises ufsecp.Error for bytes that are no key, ValueError for another length, MemoryError if
    there is no locked memory (``ulimit -l``). Threads may share a key, and close it at any time:
    calls that run then finish, later ones raise ValueError. After a fork a child must make its own.
    """

    __slots__ = ()
    _size = 32

    def __init__(self, secret: Bytes) -> None:
        if not isinstance(secret, (bytes, bytearray, memoryview)):
            raise TypeError(f"secret: expected bytes, not {type(secret).__name__}")
        size = memoryview(secret).nbytes
        if size != 32:
            raise ValueError(f"secret: expected 32 bytes, not {size}")
        self._secret = Secret()
        with self._secret:
            self._secret.view(32)[:] = memoryview(secret).cast("B")
            self._pair("no secret key: it is zero or not below n")

    def _pair(self, what: str, worked: int = 1) -> None:
        """Makes the keypair beside the key, or ends the making of a key that is none."""
        if not (worked and ask.keypair_create(self._secret, self._secret)):
            self.close()
            raise Error(what)

    @classmethod
    def generate(cls) -> PrivateKey:
        """A new key from the operating system's generator. Raises OSError if that fails."""
        self = cls.__new__(cls)
        self._secret = Secret()
        with self._secret as address:
            if not lib.ufsecp_seckey_generate(address):
                self.close()
                raise OSError("the system's generator of random bytes fails")
            self._pair("no secret key: it is zero or not below n")
        return self

    def _derive(self, change: str, *arguments: Any, what: str) -> PrivateKey:
        """Another key, by a call that changes one in place."""
        other = PrivateKey.__new__(PrivateKey)
        other._secret = Secret()
        with self._secret, other._secret as address:
            other._secret.view(32)[:] = self._secret.view(32)
            other._pair(what, getattr(lib, change)(address, *arguments))
        return other

    def _tweaked(self, change: str, tweak: Bytes, what: str) -> PrivateKey:
        """_derive() by a tweak, which may be as secret as the key: where it can be overwritten, no
        copy of it is left."""
        if not isinstance(tweak, (bytearray, memoryview)) or memoryview(tweak).nbytes != 32:
            return self._derive(change, as_bytes("tweak", tweak, 32), what=what)
        copy = bytearray(memoryview(tweak))
        try:
            return self._derive(change, ctypes.c_char_p(address_of(copy)), what=what)
        finally:
            lib.ufsecp_wipe(address_of(copy), 32)

    def public_key(self) -> PublicKey:
        """The public key. Constant time."""
        key = _new(PublicKey)  # _point() without its call, which costs 1 %
        key._key65 = get.pubkey_create(self._secret) or _fault()
        return key

    def xonly_public_key(self) -> XOnlyPublicKey:
        """The x-only public key (BIP-340). Constant time."""
        return _xonly(get.xonly_create(self._secret) or _fault())

    def sign_ecdsa(self, hash: Bytes, *, extra: Optional[Bytes] = None) -> bytes:
        """A signature of a hash (32 bytes): 64 bytes r, s, with the nonce of RFC 6979 and a low s
        (BIP-146). ``extra`` is 32 bytes of additional data (RFC 6979, 3.6)."""
        return get.ecdsa_sign(hash, self._secret, extra) or _fault(SIGNING)

    def sign_recoverable(self, hash: Bytes, *, extra: Optional[Bytes] = None) -> bytes:
        """sign_ecdsa() and the recovery id, 0 to 3, in a 65th byte."""
        return get.ecdsa_sign_recoverable(hash, self._secret, extra) or _fault(SIGNING)

    def sign_schnorr(self, message: Bytes, *, aux: Optional[Bytes] = None) -> bytes:
        """A signature of a message of any length: 64 bytes (BIP-340).

        ``aux`` is 32 bytes of auxiliary randomness. None draws them from the operating system;
        ``bytes(32)`` makes the signature depend on key and message alone.
        """
        aux = os.urandom(32) if aux is None else aux
        return get.schnorr_sign_keypair(message, self._secret, aux) or _fault(SIGNING)

    def ecdh(self, public_key: PublicKey) -> bytes:
        """The secret shared with a public key: SHA-256 of the compressed point (SEC 1, 3.3.1), 32
        bytes, as libsecp256k1's default."""
        return get.ecdh(_key65(public_key), self._secret) or _fault()

    def ecdh_x(self, public_key: PublicKey) -> bytes:
        """The x coordinate of the shared point, 32 bytes, not hashed."""
        return get.ecdh_x(_key65(public_key), self._secret) or _fault()

    def tweak_add(self, tweak: Bytes) -> PrivateKey:
        """The key + tweak (32 bytes) mod n. Raises ufsecp.Error if the tweak is not below n or the
        result is zero."""
        what = "the tweak is not below n, or the result is zero"
        return self._tweaked("ufsecp_seckey_tweak_add", tweak, what)

    def tweak_mul(self, tweak: Bytes) -> PrivateKey:
        """The key * tweak (32 bytes) mod n. Raises ufsecp.Error for zero and from n on."""
        what = "the tweak is zero or not below n"
        return self._tweaked("ufsecp_seckey_tweak_mul", tweak, what)

    def negate(self) -> PrivateKey:
        """n - key"""
        return self._derive("ufsecp_seckey_negate", what="no secret key")

    def xonly_tweak_add(self, tweak: Bytes) -> PrivateKey:
        """The secret key of XOnlyPublicKey.tweak_add(): the key is negated first where its public
        key has an odd y. Raises ufsecp.Error as tweak_add() does."""
        if self.public_key()._key65[64] & 1:
            with self.negate() as even:
                return even.tweak_add(tweak)
        return self.tweak_add(tweak)

    def taproot_output_key(self, merkle_root: Optional[Bytes] = None) -> PrivateKey:
        """The secret key of XOnlyPublicKey.taproot_output_key() (BIP-341)."""
        root = _optional("merkle_root", merkle_root, 32)
        other = PrivateKey.__new__(PrivateKey)
        other._secret = Secret()
        with self._secret as address, other._secret as out:
            worked = lib.ufsecp_taproot_output_seckey(out, address, root)
            other._pair("the tweak is not below n, or the output key is infinity", worked)
        return other


def _key65(public_key: PublicKey) -> bytes:
    if not isinstance(public_key, PublicKey):
        raise TypeError(f"public_key: expected a PublicKey, not {type(public_key).__name__}")
    return public_key._key65


def _point(cls: type[PublicKey], key65: bytes) -> PublicKey:
    key = _new(cls)
    key._key65 = key65
    return key


def _xonly(key32: bytes) -> XOnlyPublicKey:
    key = _new(XOnlyPublicKey)
    key._key32 = key32
    return key


def _fault(what: str = "the library refuses what it has made or checked") -> NoReturn:
    """For calls that fail only by a fault of the machine."""
    raise RuntimeError(what)


def ecdsa_to_der(signature: Bytes) -> bytes:
    """A signature of 64 bytes r, s as strict DER (BIP-66), at most 72 bytes."""
    return get.ecdsa_sig_serialize_der(signature) or _fault()


def ecdsa_from_der(der: Bytes, *, lax: bool = False) -> bytes:
    """64 bytes r, s of a strict DER signature (BIP-66) without a hash type; with ``lax=True`` also
    of what Bitcoin's consensus read before BIP-66. Raises ufsecp.Error for other bytes."""
    signature = (get.ecdsa_sig_parse_der_lax if lax else get.ecdsa_sig_parse_der)(der)
    if not signature:
        raise Error(Status.DER.text, Status.DER)
    return signature


def ecdsa_normalize(signature: Bytes) -> tuple[bytes, bool]:
    """The signature (64 bytes r, s) with the lower of s and n - s (BIP-146), and whether s changed.
    Raises ufsecp.Error if r or s is not below n."""
    out, high = ctypes.create_string_buffer(as_bytes("signature", signature, 64), 64), c_int()
    if not lib.ufsecp_ecdsa_sig_normalize(out, byref(high)):
        raise Error("r or s is not below n")
    return out.raw, bool(high.value)


def tagged_hash(tag: Bytes, message: Bytes) -> bytes:
    """SHA-256 of SHA-256(tag) twice and the message, both of any length (BIP-340): 32 bytes."""
    return get.tagged_hash(tag, message) or _fault()


def set_sign_check(on: bool) -> None:
    """Whether every signature is verified before it is returned, for the process; off by default.
    With it, signing raises RuntimeError where a fault struck. Costs one verification."""
    if not lib.ufsecp_sign_check_set(int(bool(on))):
        _fault()
