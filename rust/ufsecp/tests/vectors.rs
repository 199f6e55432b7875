//! Published vectors, one by one and in batches.

mod common;

use common::{bytes, vectors};
use ufsecp::*;

#[test]
fn bip340() {
    let cases = vectors("bip340");
    let (mut rows, mut want) = (Vec::new(), Vec::new());
    for case in &cases {
        let (message, result) = (case.hex("msg"), case.is("result"));
        let (pubkey, sig) = (case.bytes("pubkey"), case.bytes("sig"));
        let signature = SchnorrSignature::from_bytes(&sig);
        let verdict = XOnlyPublicKey::from_bytes(&pubkey)
            .and_then(|key| key.verify_schnorr(&message, &signature));
        assert_eq!(verdict.is_ok(), result, "{}", case.text("index"));
        if let Some(seckey) = case.get("seckey") {
            let key = SecretKey::from_bytes(&bytes(seckey)).unwrap();
            let aux = case.bytes("aux");
            assert_eq!(key.sign_schnorr(&message, Some(&aux)), Ok(signature));
            assert_eq!(Keypair::new(&key).sign_schnorr(&message, Some(&aux)), Ok(signature));
            assert_eq!(key.xonly_public_key().0.to_bytes(), pubkey);
        }
        if let Ok(message) = message.try_into() {
            let row = SchnorrRow { pubkey, message, signature: sig };
            assert_eq!(row.check().is_ok(), result);
            rows.push(row);
            want.push(result);
        }
    }
    assert_eq!(schnorr_batch(&rows), want);
    assert_eq!(schnorr_batch_identify(&rows, None), want);
    assert!(!schnorr_batch_verify(&rows, None));
    let valid: Vec<SchnorrRow> =
        rows.iter().zip(&want).filter(|(_, want)| **want).map(|(row, _)| *row).collect();
    assert!(valid.len() >= 5 && valid.len() < rows.len());
    assert!(schnorr_batch_verify(&valid, Some(&[7; 32])));
}

#[test]
fn recovery() {
    let cases = vectors("recovery");
    let mut rows = Vec::new();
    for case in &cases {
        let row = RecoverRow {
            hash: case.bytes("hash32"),
            signature: case.bytes("sig"),
            recovery_id: case.text("recid").parse().unwrap(),
        };
        let want = case.get("pubkey").map(common::hex);
        let key = row.recover();
        assert_eq!(key.ok().map(|key| key.to_uncompressed().to_vec()), want);
        rows.push(row);
    }
    let keys = recover_batch(&rows);
    let addresses = ecrecover_batch(&rows);
    for ((row, key), address) in rows.iter().zip(keys).zip(addresses) {
        assert_eq!(key, row.recover().ok().map(|key| key.to_bytes()));
        assert_eq!(address, row.recover().ok().map(|key| key.ethereum_address()));
    }
}

#[test]
fn rfc6979() {
    for case in vectors("rfc6979") {
        let key = SecretKey::from_bytes(&case.bytes("seckey")).unwrap();
        let (hash, want) = (case.bytes("hash32"), Signature::from_bytes(&case.bytes("sig")));
        let extra = case.get("extra").map(bytes);
        assert_eq!(key.sign_ecdsa_with(&hash, extra.as_ref()), Ok(want));
        assert_eq!(key.public_key().verify_ecdsa_low_s(&hash, &want), Ok(()));
        if extra.is_none() {
            assert_eq!(key.sign_ecdsa(&hash), Ok(want));
            let recoverable = key.sign_recoverable(&hash).unwrap();
            assert_eq!(recoverable.signature(), want);
            assert_eq!(recoverable.recovery_id().to_string(), case.text("recid"));
            assert_eq!(recoverable.recover(&hash), Ok(key.public_key()));
        }
    }
}

#[test]
fn der() {
    for case in vectors("der") {
        let sig = case.hex("sig");
        let (strict, lax) = (Signature::from_der(&sig), Signature::from_der_lax(&sig));
        let name = case.text("name");
        if let Ok(signature) = strict {
            assert!(case.is("strict"), "{name}");
            assert_eq!(signature.to_der(), sig, "{name}");
            assert!(lax == strict || !case.is("in_range"), "{name}");
        } else {
            assert!(!case.is("strict") || !case.is("in_range"), "{name}");
            assert_eq!(strict, Err(Error::Der), "{name}");
        }
        assert!(lax.is_ok() || !case.is("lax"), "{name}");
    }
}

#[test]
fn wycheproof() {
    let cases = vectors("wycheproof_ecdsa");
    assert_eq!(cases.len(), 3513);
    let (mut rows, mut want) = (Vec::new(), Vec::new());
    for case in &cases {
        let low_s = case.text("file").ends_with("_bitcoin");
        let (hash, result) = (case.bytes("hash32"), case.text("result") == "valid");
        let key = PublicKey::from_slice(&case.hex("pubkey"));
        let (Ok(key), Ok(signature)) = (key, Signature::from_der(&case.hex("sig"))) else {
            assert!(!result);
            continue;
        };
        if low_s {
            assert_eq!(key.verify_ecdsa_low_s(&hash, &signature).is_ok(), result);
        } else {
            rows.push(EcdsaRow::new(&hash, &key, &signature));
            want.push(result);
        }
    }
    assert!(rows.len() > 1000);
    assert_eq!(verify_batch(&rows), want);
}

#[test]
fn bip341() {
    for case in vectors("bip341") {
        let internal = XOnlyPublicKey::from_bytes(&case.bytes("internal")).unwrap();
        let root = case.get("merkle_root").map(bytes);
        let (output, parity) = internal.taproot_output_key(root.as_ref()).unwrap();
        assert_eq!(output.to_bytes(), case.bytes("output"));
        assert_eq!((parity as u8).to_string(), case.text("parity"));
        assert_eq!(internal.tweak_add(&case.bytes("tweak")), Ok((output, parity)));
        if let Some(seckey) = case.get("seckey") {
            let key = SecretKey::from_bytes(&bytes(seckey)).unwrap();
            let key = key.taproot_output_key(root.as_ref()).unwrap();
            assert_eq!(*key.as_bytes(), case.bytes("output_seckey"));
            let signature = key.sign_schnorr(&case.hex("sighash"), None).unwrap();
            assert_eq!(signature.to_bytes(), case.bytes("sig"));
        }
    }
}
