//! What is measured: each task on the same rows by each crate, from bytes to bytes or a verdict.

use std::hint::black_box;

use k256::ecdsa::signature::hazmat::{PrehashSigner, PrehashVerifier};
use ufsecp::*;

/// Rows of a task.
pub const ROWS: usize = 512;

/// A crate's way to do a task on all rows.
pub struct Way {
    /// The crate, and how it is called.
    pub name: &'static str,
    /// Does it once; panics if a result is wrong.
    pub run: Box<dyn FnMut()>,
}

/// A task, and the ways to do it. The first is this crate's single call.
pub struct Task {
    /// What is done.
    pub name: &'static str,
    /// By whom.
    pub ways: Vec<Way>,
}

fn way(name: &'static str, run: impl FnMut() + 'static) -> Way {
    Way { name, run: Box::new(run) }
}

/// ROWS secret keys and hashes, each another.
fn keys() -> Vec<(SecretKey, [u8; 32])> {
    let key = |i: u64| {
        let key = SecretKey::from_bytes(&sha256(&i.to_le_bytes())).expect("a hash below n");
        (key, sha256(&(!i).to_le_bytes()))
    };
    (0..ROWS as u64).map(key).collect()
}

fn ecdsa(rows: Vec<EcdsaRow>) -> Task {
    let (single, batch, theirs, pure) = (rows.clone(), rows.clone(), rows.clone(), rows);
    let ways = vec![
        way("ufsecp", move || single.iter().for_each(|row| row.check().expect("valid"))),
        way("ufsecp, batch", move || assert!(verify_batch(&batch).iter().all(|ok| *ok))),
        way("secp256k1", move || {
            for row in &theirs {
                let key = secp256k1::PublicKey::from_slice(&row.pubkey).expect("a key");
                let signature = secp256k1::ecdsa::Signature::from_compact(&row.signature);
                let message = secp256k1::Message::from_digest(row.hash);
                signature.expect("in range").verify(message, &key).expect("valid");
            }
        }),
        way("k256", move || {
            for row in &pure {
                let key = k256::ecdsa::VerifyingKey::from_sec1_bytes(&row.pubkey).expect("a key");
                let signature = k256::ecdsa::Signature::from_slice(&row.signature);
                key.verify_prehash(&row.hash, &signature.expect("in range")).expect("valid");
            }
        }),
    ];
    Task { name: "ECDSA verification", ways }
}

/// Ethereum's ecrecover: addresses.
fn ecrecover(rows: Vec<RecoverRow>) -> Task {
    let want: Vec<[u8; 20]> = ecrecover_batch(&rows).into_iter().flatten().collect();
    assert_eq!(want.len(), rows.len());
    let all = move |found: &mut dyn Iterator<Item = [u8; 20]>| {
        assert!(found.eq(want.iter().copied()));
    };
    let address = |uncompressed: &[u8]| -> [u8; 20] {
        keccak256(&uncompressed[1..])[12..].try_into().expect("20 bytes")
    };
    let (single, batch, theirs, pure, lanes) =
        (rows.clone(), rows.clone(), rows.clone(), rows.clone(), rows);
    let (a, b, c, d) = (all.clone(), all.clone(), all.clone(), all.clone());
    let ways = vec![
        way("ufsecp", move || {
            a(&mut single.iter().map(|row| row.recover().expect("valid").ethereum_address()));
        }),
        way("ufsecp, batch", move || b(&mut ecrecover_batch(&batch).into_iter().flatten())),
        way("secp256k1", move || {
            c(&mut theirs.iter().map(|row| {
                let id = secp256k1::ecdsa::RecoveryId::from_u8_masked(row.recovery_id);
                let signature =
                    secp256k1::ecdsa::RecoverableSignature::from_compact(&row.signature, id);
                let message = secp256k1::Message::from_digest(row.hash);
                let key = signature.expect("in range").recover(message).expect("valid");
                address(&key.serialize_uncompressed())
            }));
        }),
        way("k256", move || {
            d(&mut pure.iter().map(|row| {
                let id = k256::ecdsa::RecoveryId::from_byte(row.recovery_id).expect("0 ... 3");
                let signature = k256::ecdsa::Signature::from_slice(&row.signature);
                let signature = signature.expect("in range");
                let key =
                    k256::ecdsa::VerifyingKey::recover_from_prehash(&row.hash, &signature, id);
                address(key.expect("valid").to_sec1_point(false).as_bytes())
            }));
        }),
        way("asmcrypto, batches of 8", move || {
            all(&mut lanes.as_chunks::<8>().0.iter().flat_map(|rows| {
                let part = |from: usize| {
                    rows.each_ref().map(|row| -> &[u8; 32] {
                        row.signature[from..from + 32].try_into().expect("32 bytes")
                    })
                };
                let hashes = rows.each_ref().map(|row| &row.hash);
                let ids = rows.each_ref().map(|row| row.recovery_id);
                asmcrypto::ecdsa_batch::recover_addresses_batch(hashes, part(0), part(32), ids)
            }));
        }),
    ];
    Task { name: "ecrecover", ways }
}

fn schnorr(rows: Vec<SchnorrRow>) -> Task {
    let (single, batch, one) = (rows.clone(), rows.clone(), rows.clone());
    let (theirs, pure) = (rows.clone(), rows);
    let ways = vec![
        way("ufsecp", move || single.iter().for_each(|row| row.check().expect("valid"))),
        way("ufsecp, batch", move || assert!(schnorr_batch(&batch).iter().all(|ok| *ok))),
        way("ufsecp, one verdict", move || assert!(schnorr_batch_verify(&one, None))),
        way("secp256k1", move || {
            for row in &theirs {
                let key = secp256k1::XOnlyPublicKey::from_byte_array(row.pubkey).expect("a key");
                let signature = secp256k1::schnorr::Signature::from_byte_array(row.signature);
                signature.verify(&row.message, &key).expect("valid");
            }
        }),
        way("k256", move || {
            for row in &pure {
                let key = k256::schnorr::VerifyingKey::from_slice(&row.pubkey).expect("a key");
                let signature = k256::schnorr::Signature::from_slice(&row.signature);
                key.verify_raw(&row.message, &signature.expect("in range")).expect("valid");
            }
        }),
    ];
    Task { name: "Schnorr verification", ways }
}

fn sign(keys: &[(SecretKey, [u8; 32])]) -> Task {
    let (ours, theirs, pure) = (keys.to_vec(), keys.to_vec(), keys.to_vec());
    let ways = vec![
        way("ufsecp", move || {
            for (key, hash) in &ours {
                black_box(key.sign_ecdsa(hash).expect("a signature"));
            }
        }),
        way("secp256k1", move || {
            for (key, hash) in &theirs {
                let key = secp256k1::SecretKey::from_secret_bytes(*key.as_bytes()).expect("a key");
                black_box(key.sign_ecdsa(secp256k1::Message::from_digest(*hash)));
            }
        }),
        way("k256", move || {
            for (key, hash) in &pure {
                let key = k256::ecdsa::SigningKey::from_slice(key.as_bytes()).expect("a key");
                let signature: k256::ecdsa::Signature =
                    key.sign_prehash(hash).expect("a signature");
                black_box(signature);
            }
        }),
    ];
    Task { name: "ECDSA signature", ways }
}

/// All tasks.
pub fn tasks() -> Vec<Task> {
    let keys = keys();
    let (mut rows, mut recover, mut schnorr_rows) = (Vec::new(), Vec::new(), Vec::new());
    for (key, hash) in &keys {
        let signature = key.sign_recoverable(hash).expect("a signature");
        rows.push(EcdsaRow::new(hash, &key.public_key(), &signature.signature()));
        recover.push(RecoverRow::new(hash, &signature));
        let signature = key.sign_schnorr(hash, None).expect("a signature");
        schnorr_rows.push(SchnorrRow::new(&key.xonly_public_key().0, hash, &signature));
    }
    vec![ecdsa(rows), ecrecover(recover), schnorr(schnorr_rows), sign(&keys)]
}
