"""coincurve's interface over ufsecp: ``from ufsecp.compat.coincurve import PrivateKey``.

install() puts this module in coincurve's place for all of a program. A secret key lies in locked
memory, but whoever asks for ``secret`` gets a copy that nobody wipes. Not there: nonce functions of
the caller, and objects of cffi. A context has no effect.
"""

from __future__ import annotations

import os
import sys
from base64 import b64decode, b64encode
from collections.abc import Iterator, Sequence
from hashlib import sha256 as _sha256
from typing import Any, Callable, Optional, TypeVar, Union

import ufsecp

Hasher = Optional[Callable[[bytes], bytes]]
Text = TypeVar("Text", bytes, str)
CONTEXT_NONE, EC_COMPRESSED, EC_UNCOMPRESSED = 1, 258, 2
CONTEXT_FLAGS = {CONTEXT_NONE}
GROUP_ORDER_INT = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141
GROUP_ORDER = GROUP_ORDER_INT.to_bytes(32, "big")
ZERO = b"\x00"
DEFAULT_NONCE = (None, None)
KEY_OID = bytes.fromhex("2a8648ce3d0201")  # id-ecPublicKey
PKCS8 = bytes.fromhex("308184020100301006072a8648ce3d020106052b8104000a046d306b0201010420")
PKCS8_PUBLIC = bytes.fromhex("a144034200")
PEM = "-----{} PRIVATE KEY-----\n"


class Context:
    """Stands for a context of libsecp256k1, which ufsecp has not."""

    def __init__(self, seed: Optional[bytes] = None, flag: int = CONTEXT_NONE, name: str = ""):
        if flag not in CONTEXT_FLAGS:
            raise ValueError(f"{flag} is no flag of a context")
        self.name = name

    def reseed(self, seed: Optional[bytes] = None) -> None:
        """Does nothing."""

    def __repr__(self) -> str:
        return self.name or super().__repr__()


GLOBAL_CONTEXT = Context(name="GLOBAL_CONTEXT")


# ---- Conversions


def sha256(bytestr: bytes) -> bytes:
    """The hash of messages, unless a call names another one."""
    return _sha256(bytestr).digest()


def bytes_to_int(bytestr: bytes) -> int:
    """A big-endian number."""
    return int.from_bytes(bytestr, "big")


def int_to_bytes(num: int) -> bytes:
    """A number in as few bytes as it takes, at least one."""
    return num.to_bytes(max(1, (num.bit_length() + 7) // 8), "big")


def pad_scalar(scalar: bytes) -> bytes:
    """At least 32 bytes, with zeros before."""
    return scalar.rjust(32, ZERO)


def int_to_bytes_padded(num: int) -> bytes:
    """A number in 32 bytes."""
    return pad_scalar(int_to_bytes(num))


def pad_hex(hexed: str) -> str:
    """Hexadecimal digits, an even number of them."""
    return "0" * (len(hexed) % 2) + hexed


def hex_to_bytes(hexed: str) -> bytes:
    """32 bytes of a number in hexadecimal digits."""
    return pad_scalar(bytes.fromhex(pad_hex(hexed)))


def chunk_data(data: Text, size: int) -> Iterator[Text]:
    """Pieces of one size; the last may be shorter."""
    for start in range(0, len(data), size):
        yield data[start : start + size]


def der_to_pem(der: bytes) -> bytes:
    """A secret key as PEM."""
    lines = b"\n".join(chunk_data(b64encode(der), 64))
    return PEM.format("BEGIN").encode() + lines + b"\n" + PEM.format("END").encode()


def pem_to_der(pem: bytes) -> bytes:
    """The bytes between the first and the last line."""
    return b64decode(b"".join(pem.strip().splitlines()[1:-1]))


def validate_secret(secret: bytes) -> bytes:
    """A secret key in 32 bytes. Raises ValueError for zero, n and more."""
    number = bytes_to_int(secret)
    if not 0 < number < GROUP_ORDER_INT:
        raise ValueError(f"Secret scalar must be greater than 0 and less than {GROUP_ORDER_INT}.")
    return number.to_bytes(32, "big")


def get_valid_secret() -> bytes:
    """A new secret key."""
    with ufsecp.PrivateKey.generate() as key:
        return key.to_bytes()


def _item(data: bytes, tag: int) -> tuple[bytes, bytes]:
    """The content of the DER item that begins data, and what follows it."""
    if len(data) < 2 or data[0] != tag:
        raise ValueError(f"no DER of a secret key: an item of tag {tag:#x} is missing")
    size, start = data[1], 2
    if size >= 128:
        start += size - 128
        size = bytes_to_int(data[2:start])
    if len(data) < start + size:
        raise ValueError("no DER of a secret key: it is cut short")
    return data[start : start + size], data[start + size :]


def encode_der(private_key: bytes, public_key: bytes) -> bytes:
    """A secret key as PKCS #8 (RFC 5958, RFC 5915), with its public key of 65 bytes."""
    return PKCS8 + private_key + PKCS8_PUBLIC + public_key


def decode_der(der_data: bytes) -> bytes:
    """The secret key of PKCS #8. Raises ValueError for anything else."""
    _, rest = _item(_item(der_data, 0x30)[0], 0x02)
    algorithm, rest = _item(rest, 0x30)
    if _item(algorithm, 0x06)[0] != KEY_OID:
        raise ValueError("no DER of a secret key of an elliptic curve")
    _, rest = _item(_item(_item(rest, 0x04)[0], 0x30)[0], 0x02)
    return _item(rest, 0x04)[0]


def der_to_cdata(der: bytes, context: Context = GLOBAL_CONTEXT) -> bytes:
    """64 bytes r, s of a DER signature."""
    try:
        return ufsecp.ecdsa_from_der(der)
    except ufsecp.Error as error:
        raise ValueError("The DER-encoded signature could not be parsed.") from error


def cdata_to_der(cdata: bytes, context: Context = GLOBAL_CONTEXT) -> bytes:
    """DER of a signature of 64 bytes."""
    return ufsecp.ecdsa_to_der(cdata)


def _digest(message: bytes, hasher: Hasher) -> bytes:
    digest = message if hasher is None else hasher(message)
    if len(digest) != 32:
        raise ValueError("Message hash must be 32 bytes long.")
    return bytes(digest)


def deserialize_recoverable(serialized: bytes, context: Context = GLOBAL_CONTEXT) -> bytes:
    """The same bytes, if they may be a recoverable signature."""
    if len(serialized) != 65:
        raise ValueError("Serialized signature must be 65 bytes long.")
    if serialized[64] > 3:
        raise ValueError("Invalid recovery id.")
    return serialized


def serialize_recoverable(recover_sig: bytes, context: Context = GLOBAL_CONTEXT) -> bytes:
    """The same bytes."""
    return recover_sig


def recover(
    message: bytes, recover_sig: bytes, hasher: Hasher = sha256, context: Context = GLOBAL_CONTEXT
) -> ufsecp.PublicKey:
    """The key of a recoverable signature, as PublicKey() takes it."""
    try:
        return ufsecp.PublicKey.recover(_digest(message, hasher), recover_sig)
    except ufsecp.Error as error:
        raise ValueError(f"failed to recover ECDSA public key: {error}") from error


def verify_signature(
    signature: bytes,
    message: bytes,
    public_key: bytes,
    hasher: Hasher = sha256,
    context: Context = GLOBAL_CONTEXT,
) -> bool:
    """Whether a DER signature is valid, with a low s. Raises ValueError for a key, a hash or a
    signature that cannot be read."""
    return PublicKey(public_key).verify(signature, message, hasher)


# ---- Keys


class PrivateKey:
    """A secret key; a new one without `secret`, which may be shorter than 32 bytes."""

    def __init__(self, secret: Optional[bytes] = None, context: Context = GLOBAL_CONTEXT) -> None:
        if secret is None:
            self._set(ufsecp.PrivateKey.generate())
        else:
            self._set(ufsecp.PrivateKey(validate_secret(secret)))
        self.context = context

    def _set(self, key: ufsecp.PrivateKey) -> None:
        self._key = key
        self.public_key = PublicKey(key.public_key())
        self.public_key_xonly = PublicKeyXOnly(
            key.xonly_public_key(), self.public_key._key.to_bytes()[0] == 3
        )

    @property
    def secret(self) -> bytes:
        """A copy of the secret, 32 bytes."""
        return self._key.to_bytes()

    def sign(
        self, message: bytes, hasher: Hasher = sha256, custom_nonce: Any = DEFAULT_NONCE
    ) -> bytes:
        """An ECDSA signature in DER."""
        _no_nonce(custom_nonce)
        return ufsecp.ecdsa_to_der(self._key.sign_ecdsa(_digest(message, hasher)))

    def sign_recoverable(
        self, message: bytes, hasher: Hasher = sha256, custom_nonce: Any = DEFAULT_NONCE
    ) -> bytes:
        """An ECDSA signature of 64 bytes and the recovery id."""
        _no_nonce(custom_nonce)
        return self._key.sign_recoverable(_digest(message, hasher))

    def sign_schnorr(self, message: bytes, aux_randomness: Optional[bytes] = b"") -> bytes:
        """A Schnorr signature of 32 bytes. No bytes: fresh randomness; None: none."""
        if len(message) != 32:
            raise ValueError("Message must be 32 bytes long.")
        if aux_randomness is not None and len(aux_randomness) not in (0, 32):
            raise ValueError("Auxiliary random data must be 32 bytes long.")
        aux = bytes(32) if aux_randomness is None else aux_randomness or os.urandom(32)
        return self._key.sign_schnorr(message, aux=aux)

    def ecdh(self, public_key: bytes) -> bytes:
        """SHA-256 of the compressed shared point."""
        return self._key.ecdh(PublicKey(public_key)._key)

    def _changed(self, key: ufsecp.PrivateKey, update: bool) -> PrivateKey:
        changed = self if update else PrivateKey.__new__(PrivateKey)
        changed.context = self.context
        changed._set(key)
        return changed

    def add(self, scalar: bytes, update: bool = False) -> PrivateKey:
        """The key plus a scalar."""
        return self._changed(self._key.tweak_add(pad_scalar(scalar)), update)

    def multiply(self, scalar: bytes, update: bool = False) -> PrivateKey:
        """The key times a scalar."""
        return self._changed(self._key.tweak_mul(validate_secret(scalar)), update)

    def to_hex(self) -> str:
        """64 hexadecimal digits."""
        return self.secret.hex()

    def to_int(self) -> int:
        """The key as a number."""
        return bytes_to_int(self.secret)

    def to_der(self) -> bytes:
        """PKCS #8."""
        return encode_der(self.secret, self.public_key.format(compressed=False))

    def to_pem(self) -> bytes:
        """PKCS #8 as PEM."""
        return der_to_pem(self.to_der())

    @classmethod
    def from_hex(cls, hexed: str, context: Context = GLOBAL_CONTEXT) -> PrivateKey:
        """The key of a number in hexadecimal digits."""
        return cls(hex_to_bytes(hexed), context)

    @classmethod
    def from_int(cls, num: int, context: Context = GLOBAL_CONTEXT) -> PrivateKey:
        """The key of a number."""
        return cls(int_to_bytes_padded(num), context)

    @classmethod
    def from_der(cls, der: bytes, context: Context = GLOBAL_CONTEXT) -> PrivateKey:
        """The key of PKCS #8."""
        return cls(decode_der(der), context)

    @classmethod
    def from_pem(cls, pem: bytes, context: Context = GLOBAL_CONTEXT) -> PrivateKey:
        """The key of PKCS #8 as PEM."""
        return cls(decode_der(pem_to_der(pem)), context)

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, PrivateKey) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.public_key)


def _no_nonce(custom_nonce: Any) -> None:
    if custom_nonce is not DEFAULT_NONCE and custom_nonce != DEFAULT_NONCE:
        raise TypeError("custom_nonce: ufsecp takes no nonce functions")


class PublicKey:
    """A public key, of 33 or 65 bytes, hybrid ones too."""

    def __init__(
        self, data: Union[bytes, ufsecp.PublicKey], context: Context = GLOBAL_CONTEXT
    ) -> None:
        if not isinstance(data, ufsecp.PublicKey):
            try:
                data = ufsecp.PublicKey(data, hybrid=True)
            except ValueError as error:
                raise ValueError("The public key could not be parsed or is invalid.") from error
        self._key = data
        self.context = context

    @classmethod
    def from_secret(cls, secret: bytes, context: Context = GLOBAL_CONTEXT) -> PublicKey:
        """The key of a secret."""
        with ufsecp.PrivateKey(validate_secret(secret)) as key:
            return cls(key.public_key(), context)

    from_valid_secret = from_secret

    @classmethod
    def from_point(cls, x: int, y: int, context: Context = GLOBAL_CONTEXT) -> PublicKey:
        """The key of a point."""
        return cls(b"\x04" + int_to_bytes_padded(x) + int_to_bytes_padded(y), context)

    @classmethod
    def from_signature_and_message(
        cls,
        signature: bytes,
        message: bytes,
        hasher: Hasher = sha256,
        context: Context = GLOBAL_CONTEXT,
    ) -> PublicKey:
        """The key of a recoverable signature."""
        return cls(recover(message, deserialize_recoverable(signature), hasher), context)

    @classmethod
    def combine_keys(
        cls, public_keys: Sequence[PublicKey], context: Context = GLOBAL_CONTEXT
    ) -> PublicKey:
        """The sum of keys."""
        return cls(ufsecp.PublicKey.combine([key._key for key in public_keys]), context)

    def format(self, compressed: bool = True) -> bytes:
        """33 bytes, or 65."""
        return self._key.to_bytes(compressed)

    def point(self) -> tuple[int, int]:
        """x and y."""
        key = self._key.to_bytes(compressed=False)
        return bytes_to_int(key[1:33]), bytes_to_int(key[33:])

    def verify(self, signature: bytes, message: bytes, hasher: Hasher = sha256) -> bool:
        """As verify_signature()."""
        digest = _digest(message, hasher)
        return self._key.verify_ecdsa(digest, der_to_cdata(signature), low_s=True)

    def _changed(self, key: ufsecp.PublicKey, update: bool) -> PublicKey:
        if not update:
            return PublicKey(key, self.context)
        self._key = key
        return self

    def add(self, scalar: bytes, update: bool = False) -> PublicKey:
        """P + scalar*G"""
        return self._changed(self._key.tweak_add(pad_scalar(scalar)), update)

    def multiply(self, scalar: bytes, update: bool = False) -> PublicKey:
        """scalar*P"""
        return self._changed(self._key.tweak_mul(validate_secret(scalar)), update)

    def combine(self, public_keys: Sequence[PublicKey], update: bool = False) -> PublicKey:
        """The sum of this key and others."""
        return self._changed(PublicKey.combine_keys([self, *public_keys])._key, update)

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, PublicKey) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)


class PublicKeyXOnly:
    """An x-only public key (BIP-340), 32 bytes. parity: whether the key it is of has an odd y."""

    def __init__(
        self,
        data: Union[bytes, ufsecp.XOnlyPublicKey],
        parity: bool = False,
        context: Context = GLOBAL_CONTEXT,
    ) -> None:
        if not isinstance(data, ufsecp.XOnlyPublicKey):
            try:
                data = ufsecp.XOnlyPublicKey(data)
            except ValueError as error:
                raise ValueError("The public key could not be parsed or is invalid.") from error
        self._key = data
        self.parity = parity
        self.context = context

    @classmethod
    def from_secret(cls, secret: bytes, context: Context = GLOBAL_CONTEXT) -> PublicKeyXOnly:
        """The key of a secret."""
        point = PublicKey.from_secret(secret)._key
        return cls(point.xonly(), point.to_bytes()[0] == 3, context)

    from_valid_secret = from_secret

    def format(self) -> bytes:
        """32 bytes."""
        return bytes(self._key)

    def verify(self, signature: bytes, message: bytes) -> bool:
        """Whether a Schnorr signature is valid."""
        if len(signature) != 64:
            raise ValueError("Signature must be 64 bytes long.")
        return self._key.verify_schnorr(message, signature)

    def tweak_add(self, scalar: bytes) -> None:
        """Becomes P + scalar*G."""
        self._key, self.parity = self._key.tweak_add(pad_scalar(scalar))

    def __eq__(self, other: object) -> bool:
        return self._key == other._key if isinstance(other, PublicKeyXOnly) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key)


def install() -> None:
    """From now on `import coincurve`, and its modules, give this one. Call it before the first."""
    module = sys.modules[__name__]
    for name in ("context", "der", "ecdsa", "flags", "keys", "types", "utils"):
        sys.modules[f"coincurve.{name}"] = module
        setattr(module, name, module)
    sys.modules["coincurve"] = module
