//! Against the crate k256: signatures, keys and verdicts are the same, also on bad rows.
//! UFSECP_ROWS says on how many.
#![cfg(feature = "k256")]

mod common;

use common::{count, random, schnorr_rows_are, spoil};
use k256::ecdsa::signature::hazmat::{PrehashSigner, PrehashVerifier};
use k256::ecdsa::{self, RecoveryId, SigningKey, VerifyingKey};
use k256::schnorr;
use ufsecp::*;

fn theirs(i: u64, tag: u64) -> (k256::SecretKey, SecretKey, [u8; 32]) {
    let key = k256::SecretKey::from_slice(&random(&[tag, i])).unwrap();
    let ours = SecretKey::from(&key);
    assert_eq!(ours.as_bytes()[..], key.to_bytes()[..]);
    (key, ours, random(&[tag + 1, i]))
}

/// The signature with low s, which alone k256 accepts, and the recovery id that belongs to it.
fn low(sig: &[u8; 64], id: u8) -> Option<(ecdsa::Signature, RecoveryId)> {
    let signature = ecdsa::Signature::from_slice(sig).ok()?;
    let normal = signature.normalize_s();
    let id = id ^ u8::from(normal != signature);
    Some((normal, RecoveryId::from_byte(id).unwrap()))
}

#[test]
fn ecdsa_is_theirs() {
    let (mut rows, mut want) = (Vec::new(), Vec::new());
    let (mut recover, mut points) = (Vec::new(), Vec::new());
    for i in 0..count() {
        let (key, ours, mut hash) = theirs(i, 40);
        let both: (ecdsa::Signature, RecoveryId) =
            SigningKey::from(&key).sign_prehash(&hash).unwrap();
        assert_eq!(ours.sign_recoverable(&hash), Ok(RecoverableSignature::from(both)), "{i}");
        let mut pubkey = ours.public_key().to_bytes();
        assert_eq!(VerifyingKey::from(key.public_key()).to_sec1_point(true).as_bytes(), pubkey);
        let (mut sig, id) = (Signature::from(&both.0).to_bytes(), both.1.to_byte());
        spoil(i, &mut sig, &mut hash, &mut pubkey);

        let point = k256::PublicKey::from_sec1_bytes(&pubkey).ok();
        assert_eq!(PublicKey::from_slice(&pubkey).ok(), point.as_ref().map(PublicKey::from));
        let read = low(&sig, id);
        want.push(point.zip(read).is_some_and(|(point, (signature, _))| {
            VerifyingKey::from(point).verify_prehash(&hash, &signature).is_ok()
        }));
        rows.push(EcdsaRow { hash, pubkey, signature: sig });
        points.push(read.and_then(|(signature, id)| {
            let key = VerifyingKey::recover_from_prehash(&hash, &signature, id).ok()?;
            Some(PublicKey::from(&k256::PublicKey::from(&key)).to_bytes())
        }));
        recover.push(RecoverRow { hash, signature: sig, recovery_id: id });
    }
    assert_eq!(verify_batch(&rows), want);
    assert_eq!(recover_batch(&recover), points);
    assert!(want.contains(&false) && want.iter().filter(|ok| **ok).count() * 2 >= rows.len());
    assert!(points.contains(&None) && points.iter().flatten().count() * 2 >= rows.len());
}

#[test]
fn schnorr_is_theirs() {
    let (mut rows, mut want) = (Vec::new(), Vec::new());
    for i in 0..count() {
        let (key, ours, mut message) = theirs(i, 42);
        let signer = schnorr::SigningKey::from(&key);
        let signature = signer.sign_raw(&message, &[0; 32]).unwrap();
        let mut sig = SchnorrSignature::from(&signature).to_bytes();
        let ours = Keypair::new(&ours).sign_schnorr(&message, None);
        assert_eq!(ours, Ok(SchnorrSignature::from_bytes(&sig)), "{i}");
        let mut pubkey = XOnlyPublicKey::from(signer.verifying_key()).to_bytes();
        spoil(i, &mut sig, &mut message, &mut pubkey);
        let point = schnorr::VerifyingKey::from_slice(&pubkey).ok();
        let read = XOnlyPublicKey::from_bytes(&pubkey).ok();
        assert_eq!(read, point.as_ref().map(XOnlyPublicKey::from));
        let signature = schnorr::Signature::try_from(&SchnorrSignature::from_bytes(&sig)).ok();
        want.push(
            point
                .zip(signature)
                .is_some_and(|(point, signature)| point.verify_raw(&message, &signature).is_ok()),
        );
        rows.push(SchnorrRow { pubkey, message, signature: sig });
    }
    schnorr_rows_are(&rows, &want);
}

#[test]
fn conversions() {
    for i in 0..100 {
        let (key, ours, hash) = theirs(i, 44);
        assert_eq!(k256::SecretKey::from(&ours), key);
        assert_eq!(k256::PublicKey::from(&ours.public_key()), key.public_key());
        let (x, _) = ours.xonly_public_key();
        assert_eq!(XOnlyPublicKey::from(&schnorr::VerifyingKey::from(&x)), x);
        let signature = ours.sign_ecdsa(&hash).unwrap();
        let there = ecdsa::Signature::try_from(&signature).unwrap();
        assert_eq!(Signature::from(&there), signature);

        let (verifier, mut high) = (VerifyingKey::from(key.public_key()), signature.to_bytes());
        let s = SecretKey::from_slice(&high[32..]).unwrap().negate();
        high[32..].copy_from_slice(s.as_bytes());
        let there = ecdsa::Signature::from_slice(&high).unwrap();
        assert!(verifier.verify_prehash(&hash, &there).is_err());
        let (there, _) = low(&high, 0).unwrap();
        assert!(verifier.verify_prehash(&hash, &there).is_ok());
    }
    for bad in [[0; 64], [0xff; 64]] {
        let signature = Signature::from_bytes(&bad);
        assert_eq!(ecdsa::Signature::try_from(&signature), Err(Error::SignatureFormat));
        let signature = SchnorrSignature::from_bytes(&bad);
        let there = schnorr::Signature::try_from(&signature);
        assert_eq!(there.err(), Some(Error::SignatureFormat));
    }
}
