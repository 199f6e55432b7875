"""A backend for eth-keys, and so for eth-account, web3 and py-evm, without a change of theirs:

ECC_BACKEND_CLASS=ufsecp.compat.eth_keys.Backend
"""

from __future__ import annotations

from eth_keys.backends.base import BaseECCBackend
from eth_keys.datatypes import BaseSignature, NonRecoverableSignature, PrivateKey, PublicKey
from eth_keys.datatypes import Signature
from eth_keys.exceptions import BadSignature
from eth_keys.validation import validate_uncompressed_public_key_bytes

import ufsecp


class Backend(BaseECCBackend):
    """eth-keys' functions of the curve. Secret keys are Python's there: they are not wiped."""

    def ecdsa_sign(self, msg_hash: bytes, private_key: PrivateKey) -> Signature:
        with ufsecp.PrivateKey(private_key.to_bytes()) as key:
            return Signature(key.sign_recoverable(msg_hash), backend=self)

    def ecdsa_sign_non_recoverable(
        self, msg_hash: bytes, private_key: PrivateKey
    ) -> NonRecoverableSignature:
        with ufsecp.PrivateKey(private_key.to_bytes()) as key:
            return NonRecoverableSignature(key.sign_ecdsa(msg_hash), backend=self)

    def ecdsa_verify(
        self, msg_hash: bytes, signature: BaseSignature, public_key: PublicKey
    ) -> bool:
        rs = b"".join(number.to_bytes(32, "big") for number in (signature.r, signature.s))
        try:
            key = ufsecp.PublicKey(b"\x04" + public_key.to_bytes())
        except ufsecp.Error:
            return False
        return key.verify_ecdsa(msg_hash, rs)

    def ecdsa_recover(self, msg_hash: bytes, signature: Signature) -> PublicKey:
        try:
            key = ufsecp.PublicKey.recover(msg_hash, signature.to_bytes())
        except ValueError as error:
            raise BadSignature(str(error)) from error
        return PublicKey(key.to_bytes(compressed=False)[1:], backend=self)

    def private_key_to_public_key(self, private_key: PrivateKey) -> PublicKey:
        with ufsecp.PrivateKey(private_key.to_bytes()) as key:
            public = key.public_key().to_bytes(compressed=False)
        return PublicKey(public[1:], backend=self)

    def decompress_public_key_bytes(self, compressed_public_key_bytes: bytes) -> bytes:
        return ufsecp.PublicKey(compressed_public_key_bytes).to_bytes(compressed=False)[1:]

    def compress_public_key_bytes(self, uncompressed_public_key_bytes: bytes) -> bytes:
        validate_uncompressed_public_key_bytes(uncompressed_public_key_bytes)
        return ufsecp.PublicKey(b"\x04" + uncompressed_public_key_bytes).to_bytes()
