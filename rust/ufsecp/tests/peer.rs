//! Against the crate secp256k1: signatures, keys and verdicts are the same, also on bad rows.
//! UFSECP_ROWS says on how many.
#![cfg(feature = "secp256k1")]

mod common;

use common::{count, random, schnorr_rows_are, spoil};
use secp256k1::{Keypair as TheirKeypair, Message, ecdsa, schnorr};
use ufsecp::*;

fn theirs(i: u64, tag: u64) -> (secp256k1::SecretKey, SecretKey, [u8; 32]) {
    let key = secp256k1::SecretKey::from_secret_bytes(random(&[tag, i])).unwrap();
    let ours = SecretKey::from(&key);
    assert_eq!(*ours.as_bytes(), *key.as_secret_bytes());
    (key, ours, random(&[tag + 1, i]))
}

#[test]
fn ecdsa_is_theirs() {
    let (mut rows, mut low, mut high) = (Vec::new(), Vec::new(), Vec::new());
    for i in 0..count() {
        let (key, ours, mut hash) = theirs(i, 20);
        let signature = key.sign_ecdsa(Message::from_digest(hash));
        let mut sig = signature.serialize_compact();
        assert_eq!(ours.sign_ecdsa(&hash), Ok(Signature::from_bytes(&sig)), "{i}");
        let mut pubkey = key.public_key().serialize();
        assert_eq!(ours.public_key().to_bytes(), pubkey, "{i}");
        spoil(i, &mut sig, &mut hash, &mut pubkey);
        let read = ecdsa::Signature::from_compact(&sig).ok();
        let point = secp256k1::PublicKey::from_slice(&pubkey).ok();
        assert_eq!(PublicKey::from_slice(&pubkey).ok(), point.map(PublicKey::from));
        let verify = |signature: Option<ecdsa::Signature>| match (signature, point) {
            (Some(signature), Some(point)) => {
                signature.verify(Message::from_digest(hash), &point).is_ok()
            }
            _ => false,
        };
        low.push(verify(read));
        high.push(verify(read.map(|mut signature| {
            signature.normalize_s();
            signature
        })));
        rows.push(EcdsaRow { hash, pubkey, signature: sig });
    }
    assert_eq!(verify_batch_low_s(&rows), low);
    assert_eq!(verify_batch(&rows), high);
    assert!(low.iter().filter(|ok| **ok).count() * 2 >= rows.len());
    assert!(low != high);
}

#[test]
fn recovery_is_theirs() {
    let (mut rows, mut want) = (Vec::new(), Vec::new());
    for i in 0..count() {
        let (key, ours, mut hash) = theirs(i, 22);
        let signature =
            ecdsa::RecoverableSignature::sign_ecdsa_recoverable(Message::from_digest(hash), &key);
        assert_eq!(ours.sign_recoverable(&hash), Ok(signature.into()), "{i}");
        let (id, mut sig) = signature.serialize_compact();
        spoil(i, &mut sig, &mut hash, &mut [0; 33]);
        let read = ecdsa::RecoverableSignature::from_compact(&sig, id).ok();
        want.push(read.and_then(|read| read.recover(Message::from_digest(hash)).ok()));
        rows.push(RecoverRow { hash, signature: sig, recovery_id: id.to_u8() });
    }
    let keys: Vec<_> = want.iter().map(|key| key.map(|key| key.serialize())).collect();
    assert_eq!(recover_batch(&rows), keys);
    let addresses: Vec<_> =
        want.iter().map(|key| key.map(|key| PublicKey::from(key).ethereum_address())).collect();
    assert_eq!(ecrecover_batch(&rows), addresses);
    assert!(keys.contains(&None) && keys.iter().flatten().count() * 2 >= rows.len());
}

#[test]
fn schnorr_is_theirs() {
    let (mut rows, mut want) = (Vec::new(), Vec::new());
    for i in 0..count() {
        let (key, ours, mut message) = theirs(i, 24);
        let pair = TheirKeypair::from_secret_key(&key);
        let mut sig = schnorr::sign_no_aux_rand(&message, &pair).to_byte_array();
        let ours = Keypair::new(&ours).sign_schnorr(&message, None);
        assert_eq!(ours, Ok(SchnorrSignature::from_bytes(&sig)), "{i}");
        let mut pubkey = pair.x_only_public_key().0.to_byte_array();
        spoil(i, &mut sig, &mut message, &mut pubkey);
        let point = secp256k1::XOnlyPublicKey::from_byte_array(pubkey).ok();
        assert_eq!(XOnlyPublicKey::from_bytes(&pubkey).ok(), point.map(XOnlyPublicKey::from));
        let signature = schnorr::Signature::from_byte_array(sig);
        want.push(point.is_some_and(|point| signature.verify(&message, &point).is_ok()));
        rows.push(SchnorrRow { pubkey, message, signature: sig });
    }
    schnorr_rows_are(&rows, &want);
}

#[test]
fn conversions() {
    for i in 0..100 {
        let (key, ours, hash) = theirs(i, 26);
        assert_eq!(secp256k1::SecretKey::from(&ours), key);
        assert_eq!(secp256k1::PublicKey::from(ours.public_key()), key.public_key());
        let (x, _) = ours.xonly_public_key();
        assert_eq!(secp256k1::XOnlyPublicKey::from(x), key.x_only_public_key().0);
        let signature = ours.sign_ecdsa(&hash).unwrap();
        let there = ecdsa::Signature::try_from(signature).unwrap();
        assert_eq!(Signature::from(there), signature);
        let recoverable = ours.sign_recoverable(&hash).unwrap();
        let there = ecdsa::RecoverableSignature::try_from(recoverable).unwrap();
        assert_eq!(RecoverableSignature::from(there), recoverable);
        let schnorr = ours.sign_schnorr(&hash, None).unwrap();
        assert_eq!(SchnorrSignature::from(schnorr::Signature::from(schnorr)), schnorr);
        let shared = secp256k1::ecdh::SharedSecret::new(&key.public_key(), &key);
        assert_eq!(*ours.ecdh(&ours.public_key()), *shared.as_secret_bytes());
    }
    let bad = Signature::from_bytes(&[0xff; 64]);
    assert_eq!(ecdsa::Signature::try_from(bad), Err(Error::SignatureFormat));
}
