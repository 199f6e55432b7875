//! revm and alloy with this crate behind them, and recovery in rayon's threads, against the crate
//! secp256k1. UFSECP_ROWS says on how many rows.
#![cfg(all(feature = "alloy", feature = "revm", feature = "rayon", feature = "secp256k1"))]

mod common;

use alloy_consensus::crypto::backend::get_default_provider;
use common::{count, random, spoil};
use revm_precompile::{crypto, secp256k1::ec_recover_run};
use secp256k1::{Message, ecdsa};
use ufsecp::ethereum::*;
use ufsecp::*;

/// What ecrecover of the crate secp256k1 gives.
fn theirs(hash: &[u8; 32], sig: &[u8; 64], id: u8) -> Option<[u8; 20]> {
    let id = ecdsa::RecoveryId::try_from(i32::from(id)).ok()?;
    let signature = ecdsa::RecoverableSignature::from_compact(sig, id).ok()?;
    let key = signature.recover(Message::from_digest(*hash)).ok()?;
    let hash = keccak256(&key.serialize_uncompressed()[1..]);
    Some(hash[12..].try_into().unwrap())
}

fn rows() -> Vec<RecoverRow> {
    let row = |i| {
        let key = secp256k1::SecretKey::from_secret_bytes(random(&[50, i])).unwrap();
        let mut hash = random(&[51, i]);
        let message = Message::from_digest(hash);
        let signature = ecdsa::RecoverableSignature::sign_ecdsa_recoverable(message, &key);
        let (id, mut signature) = signature.serialize_compact();
        spoil(i, &mut signature, &mut hash, &mut [0; 33]);
        let strange = if i % 32 == 31 { 2 } else { 0 };
        RecoverRow { hash, signature, recovery_id: id.to_u8() | strange }
    };
    (0..count()).map(row).collect()
}

#[test]
fn hooks_recover_what_theirs_does() {
    assert!(install_revm() && install_alloy());
    assert!(!install_revm() && !install_alloy());
    assert_eq!(format!("{:?}", crypto()), "Provider");
    let (rows, mut none) = (rows(), 0);
    for (i, row) in rows.iter().enumerate() {
        let RecoverRow { hash, signature, recovery_id } = *row;
        let want = theirs(&hash, &signature, recovery_id);
        none += usize::from(want.is_none());

        let found = crypto().secp256k1_ecrecover(&signature, recovery_id, &hash).ok();
        let word = want.map(|address| [&[0; 12], &address[..]].concat());
        assert_eq!(found.map(|word| word.to_vec()), word, "{i}");
        let mut input = [&hash[..], &[0; 32], &signature[..]].concat();
        input[63] = 27 + recovery_id;
        let of_evm = if recovery_id < 2 { word.unwrap_or_default() } else { Vec::new() };
        assert_eq!(ec_recover_run(&input, 3000).unwrap().bytes, of_evm, "{i}");

        let sig: [u8; 65] = [&signature[..], &[recovery_id]].concat().try_into().unwrap();
        let provider = get_default_provider();
        let found = provider.recover_signer_unchecked(&sig, &hash).ok();
        assert_eq!(found.map(|address| address.0.0), want, "{i}");
        if let (Some(address), true) = (want, i % 16 == 1) {
            let point = row.recover().unwrap().to_uncompressed();
            let verify = |point: &[u8; 65], hash: &[u8; 32]| {
                provider.verify_and_compute_signer_unchecked(point, &signature, hash).ok()
            };
            assert_eq!(verify(&point, &hash).map(|found| found.0.0), Some(address));
            assert_eq!(verify(&point, &[9; 32]), None);
            assert_eq!(verify(&[4; 65], &hash), None);
        }
    }
    assert!(none * 8 >= rows.len() && none * 2 <= rows.len(), "{none}");
    for id in [4, 27, 28, 255] {
        let RecoverRow { hash, signature, .. } = rows[1];
        assert!(crypto().secp256k1_ecrecover(&signature, id, &hash).is_err());
        let sig: [u8; 65] = [&signature[..], &[id]].concat().try_into().unwrap();
        assert!(get_default_provider().recover_signer_unchecked(&sig, &hash).is_err());
    }
    assert_eq!(crypto().sha256(b"abc"), sha256(b"abc"));
}

#[test]
fn rayon_gives_the_same() {
    let rows = rows();
    for n in [0, 1, 63, 64, 65, 300, rows.len()] {
        let rows = &rows[..n];
        assert_eq!(par_ecrecover_batch(rows), ecrecover_batch(rows));
        assert_eq!(par_recover_batch(rows), recover_batch(rows));
        let verified: Vec<EcdsaRow> = rows
            .iter()
            .zip(recover_batch(rows))
            .map(|(row, key)| EcdsaRow {
                hash: row.hash,
                pubkey: key.unwrap_or([0; 33]),
                signature: row.signature,
            })
            .collect();
        assert_eq!(par_verify_batch(&verified), verify_batch(&verified));
    }
}
