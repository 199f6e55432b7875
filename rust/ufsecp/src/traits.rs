//! The traits of the crate `signature`, for what is here.
#![cfg(feature = "signature")]

use signature::hazmat::{PrehashSigner, PrehashVerifier};
use signature::{SignatureEncoding, Signer, Verifier};

use crate::{
    Error, Keypair, PublicKey, SchnorrSignature, SecretKey, Signature, XOnlyPublicKey, sha256,
};

fn opaque<T>(_: T) -> signature::Error {
    signature::Error::new()
}

impl From<Signature> for [u8; 64] {
    fn from(signature: Signature) -> [u8; 64] {
        signature.to_bytes()
    }
}

impl SignatureEncoding for Signature {
    type Repr = [u8; 64];
}

impl From<SchnorrSignature> for [u8; 64] {
    fn from(signature: SchnorrSignature) -> [u8; 64] {
        signature.to_bytes()
    }
}

impl SignatureEncoding for SchnorrSignature {
    type Repr = [u8; 64];
}

/// ECDSA of a 32-byte hash.
impl PrehashSigner<Signature> for SecretKey {
    fn sign_prehash(&self, prehash: &[u8]) -> Result<Signature, signature::Error> {
        self.sign_ecdsa(prehash.try_into().map_err(opaque)?).map_err(opaque)
    }
}

/// ECDSA of the SHA-256 of a message.
impl Signer<Signature> for SecretKey {
    fn try_sign(&self, message: &[u8]) -> Result<Signature, signature::Error> {
        self.sign_ecdsa(&sha256(message)).map_err(opaque)
    }
}

/// ECDSA of a 32-byte hash. High s is accepted.
impl PrehashVerifier<Signature> for PublicKey {
    fn verify_prehash(
        &self,
        prehash: &[u8],
        signature: &Signature,
    ) -> Result<(), signature::Error> {
        self.verify_ecdsa(prehash.try_into().map_err(opaque)?, signature).map_err(opaque)
    }
}

/// ECDSA of the SHA-256 of a message. High s is accepted.
impl Verifier<Signature> for PublicKey {
    fn verify(&self, message: &[u8], signature: &Signature) -> Result<(), signature::Error> {
        self.verify_ecdsa(&sha256(message), signature).map_err(opaque)
    }
}

/// BIP-340, with zeros for the auxiliary randomness.
impl Signer<SchnorrSignature> for Keypair {
    fn try_sign(&self, message: &[u8]) -> Result<SchnorrSignature, signature::Error> {
        self.sign_schnorr(message, None).map_err(opaque)
    }
}

/// BIP-340.
impl Verifier<SchnorrSignature> for XOnlyPublicKey {
    fn verify(&self, message: &[u8], signature: &SchnorrSignature) -> Result<(), signature::Error> {
        self.verify_schnorr(message, signature).map_err(opaque)
    }
}

impl From<Error> for signature::Error {
    fn from(error: Error) -> signature::Error {
        opaque(error)
    }
}
