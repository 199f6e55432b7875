//! The traits of the crate `signature`.
#![cfg(feature = "signature")]

use signature::hazmat::{PrehashSigner, PrehashVerifier};
use signature::{SignatureEncoding, Signer, Verifier};
use ufsecp::*;

#[test]
fn ecdsa_by_traits() {
    let key = SecretKey::from_bytes(&[5; 32]).unwrap();
    let (point, hash) = (key.public_key(), sha256(b"a message"));
    let signature: Signature = key.sign(b"a message");
    assert_eq!(key.sign_ecdsa(&hash), Ok(signature));
    assert_eq!(key.sign_prehash(&hash).unwrap(), signature);
    assert!(point.verify(b"a message", &signature).is_ok());
    assert!(point.verify(b"another", &signature).is_err());
    assert!(point.verify_prehash(&hash, &signature).is_ok());
    assert!(point.verify_prehash(&hash[1..], &signature).is_err());
    assert!(key.sign_prehash(b"").is_err());
    assert_eq!(signature.encoded_len(), 64);
    assert_eq!(
        Signature::try_from(SignatureEncoding::to_bytes(&signature).as_slice()),
        Ok(signature)
    );
}

#[test]
fn schnorr_by_traits() {
    let key = SecretKey::from_bytes(&[6; 32]).unwrap();
    let signature: SchnorrSignature = Keypair::new(&key).sign(b"a message");
    let point = key.xonly_public_key().0;
    assert!(Verifier::verify(&point, b"a message", &signature).is_ok());
    assert!(Verifier::verify(&point, b"another", &signature).is_err());
    assert_eq!(SignatureEncoding::to_bytes(&signature), signature.to_bytes());
}
