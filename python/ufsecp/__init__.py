"""secp256k1: ECDSA, Schnorr signatures (BIP-340), recovery and ECDH.

Keys are objects: PrivateKey, PublicKey, XOnlyPublicKey. Functions named verify_ecdsa, recover ...
are batches: they take columns of many rows and release the GIL. Every call is thread-safe.
"""

from ._batch import (
    BatchVerdict,
    batch_verify_schnorr,
    decompress,
    ecdh,
    ecrecover,
    pubkeys,
    recover,
    sign_ecdsa,
    sign_schnorr,
    verify_ecdsa,
    verify_schnorr,
)
from ._bip32 import ExtendedPrivateKey, ExtendedPublicKey
from ._keys import (
    PrivateKey,
    PublicKey,
    XOnlyPublicKey,
    ecdsa_from_der,
    ecdsa_normalize,
    ecdsa_to_der,
    set_sign_check,
    tagged_hash,
)
from ._silent import Payment, Scanned, scan
from ._library import Error, Status, __version__, engine, set_engine, set_threads, threads

__all__ = [
    "BatchVerdict",
    "Error",
    "ExtendedPrivateKey",
    "ExtendedPublicKey",
    "Payment",
    "PrivateKey",
    "PublicKey",
    "Scanned",
    "Status",
    "XOnlyPublicKey",
    "__version__",
    "batch_verify_schnorr",
    "decompress",
    "ecdh",
    "ecdsa_from_der",
    "ecdsa_normalize",
    "ecdsa_to_der",
    "ecrecover",
    "engine",
    "pubkeys",
    "recover",
    "scan",
    "set_engine",
    "set_sign_check",
    "set_threads",
    "sign_ecdsa",
    "sign_schnorr",
    "tagged_hash",
    "threads",
    "verify_ecdsa",
    "verify_schnorr",
]
