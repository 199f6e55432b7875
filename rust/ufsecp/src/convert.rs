//! Conversions from and to the types of the crates `secp256k1` and `k256`.
//!
//! From this crate to another one fails where that one refuses what is kept here: signatures whose
//! r or s is out of range.

#[cfg(feature = "secp256k1")]
mod of_secp256k1 {
    use secp256k1::ecdsa::{self, RecoveryId};
    use secp256k1::schnorr;

    use crate::{
        Error, PublicKey, RecoverableSignature, SchnorrSignature, SecretKey, Signature,
        XOnlyPublicKey,
    };

    impl From<&secp256k1::SecretKey> for SecretKey {
        fn from(key: &secp256k1::SecretKey) -> SecretKey {
            SecretKey::from_bytes(key.as_secret_bytes()).expect("a secret key of theirs")
        }
    }

    impl From<&SecretKey> for secp256k1::SecretKey {
        fn from(key: &SecretKey) -> secp256k1::SecretKey {
            secp256k1::SecretKey::from_secret_bytes(*key.as_bytes()).expect("a secret key of ours")
        }
    }

    impl From<secp256k1::PublicKey> for PublicKey {
        fn from(key: secp256k1::PublicKey) -> PublicKey {
            PublicKey::from_slice(&key.serialize_uncompressed()).expect("a public key of theirs")
        }
    }

    impl From<PublicKey> for secp256k1::PublicKey {
        fn from(key: PublicKey) -> secp256k1::PublicKey {
            secp256k1::PublicKey::from_slice(&key.to_uncompressed()).expect("a public key of ours")
        }
    }

    impl From<secp256k1::XOnlyPublicKey> for XOnlyPublicKey {
        fn from(key: secp256k1::XOnlyPublicKey) -> XOnlyPublicKey {
            XOnlyPublicKey::from_bytes(&key.to_byte_array()).expect("an x-only key of theirs")
        }
    }

    impl From<XOnlyPublicKey> for secp256k1::XOnlyPublicKey {
        fn from(key: XOnlyPublicKey) -> secp256k1::XOnlyPublicKey {
            secp256k1::XOnlyPublicKey::from_byte_array(key.to_bytes())
                .expect("an x-only key of ours")
        }
    }

    impl From<ecdsa::Signature> for Signature {
        fn from(signature: ecdsa::Signature) -> Signature {
            Signature::from_bytes(&signature.serialize_compact())
        }
    }

    impl TryFrom<Signature> for ecdsa::Signature {
        type Error = Error;

        fn try_from(signature: Signature) -> Result<ecdsa::Signature, Error> {
            ecdsa::Signature::from_compact(signature.as_bytes()).map_err(|_| Error::SignatureFormat)
        }
    }

    impl From<ecdsa::RecoverableSignature> for RecoverableSignature {
        fn from(signature: ecdsa::RecoverableSignature) -> RecoverableSignature {
            let (id, bytes) = signature.serialize_compact();
            RecoverableSignature::new(Signature::from_bytes(&bytes), id.to_u8())
                .expect("their ids are 0 ... 3")
        }
    }

    impl TryFrom<RecoverableSignature> for ecdsa::RecoverableSignature {
        type Error = Error;

        fn try_from(signature: RecoverableSignature) -> Result<Self, Error> {
            let id = RecoveryId::from_u8_masked(signature.recovery_id());
            ecdsa::RecoverableSignature::from_compact(signature.signature().as_bytes(), id)
                .map_err(|_| Error::SignatureFormat)
        }
    }

    impl From<schnorr::Signature> for SchnorrSignature {
        fn from(signature: schnorr::Signature) -> SchnorrSignature {
            SchnorrSignature::from_bytes(signature.as_byte_array())
        }
    }

    impl From<SchnorrSignature> for schnorr::Signature {
        fn from(signature: SchnorrSignature) -> schnorr::Signature {
            schnorr::Signature::from_byte_array(signature.to_bytes())
        }
    }
}

#[cfg(feature = "k256")]
mod of_k256 {
    use k256::elliptic_curve::sec1::ToSec1Point;
    use zeroize::Zeroizing;

    use crate::{
        Error, PublicKey, RecoverableSignature, SchnorrSignature, SecretKey, Signature,
        XOnlyPublicKey,
    };

    impl From<&k256::SecretKey> for SecretKey {
        fn from(key: &k256::SecretKey) -> SecretKey {
            let bytes = Zeroizing::new(key.to_bytes());
            SecretKey::from_slice(&bytes).expect("a secret key of theirs")
        }
    }

    impl From<&SecretKey> for k256::SecretKey {
        fn from(key: &SecretKey) -> k256::SecretKey {
            k256::SecretKey::from_slice(key.as_bytes()).expect("a secret key of ours")
        }
    }

    impl From<&k256::PublicKey> for PublicKey {
        fn from(key: &k256::PublicKey) -> PublicKey {
            let point = key.to_sec1_point(false);
            PublicKey::from_slice(point.as_bytes()).expect("a public key of theirs")
        }
    }

    impl From<&PublicKey> for k256::PublicKey {
        fn from(key: &PublicKey) -> k256::PublicKey {
            k256::PublicKey::from_sec1_bytes(key.as_uncompressed()).expect("a public key of ours")
        }
    }

    impl From<&k256::schnorr::VerifyingKey> for XOnlyPublicKey {
        fn from(key: &k256::schnorr::VerifyingKey) -> XOnlyPublicKey {
            XOnlyPublicKey::from_slice(&key.to_bytes()).expect("an x-only key of theirs")
        }
    }

    impl From<&XOnlyPublicKey> for k256::schnorr::VerifyingKey {
        fn from(key: &XOnlyPublicKey) -> k256::schnorr::VerifyingKey {
            k256::schnorr::VerifyingKey::from_slice(&key.to_bytes()).expect("an x-only key of ours")
        }
    }

    impl From<&k256::ecdsa::Signature> for Signature {
        fn from(signature: &k256::ecdsa::Signature) -> Signature {
            Signature::from_slice(&signature.to_bytes()).expect("64 bytes")
        }
    }

    impl TryFrom<&Signature> for k256::ecdsa::Signature {
        type Error = Error;

        fn try_from(signature: &Signature) -> Result<k256::ecdsa::Signature, Error> {
            k256::ecdsa::Signature::from_slice(signature.as_bytes())
                .map_err(|_| Error::SignatureFormat)
        }
    }

    impl From<(k256::ecdsa::Signature, k256::ecdsa::RecoveryId)> for RecoverableSignature {
        fn from(both: (k256::ecdsa::Signature, k256::ecdsa::RecoveryId)) -> RecoverableSignature {
            RecoverableSignature::new(Signature::from(&both.0), both.1.to_byte())
                .expect("their ids are 0 ... 3")
        }
    }

    impl From<&k256::schnorr::Signature> for SchnorrSignature {
        fn from(signature: &k256::schnorr::Signature) -> SchnorrSignature {
            SchnorrSignature::from_slice(&signature.to_bytes()).expect("64 bytes")
        }
    }

    impl TryFrom<&SchnorrSignature> for k256::schnorr::Signature {
        type Error = Error;

        fn try_from(signature: &SchnorrSignature) -> Result<k256::schnorr::Signature, Error> {
            k256::schnorr::Signature::from_slice(signature.as_bytes())
                .map_err(|_| Error::SignatureFormat)
        }
    }
}
