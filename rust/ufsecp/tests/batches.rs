//! Batches: bad rows among good ones, no rows, any number of threads.

mod common;

use common::{N, bytes, random};
use ufsecp::*;

fn ecdsa_rows(n: u64) -> Vec<EcdsaRow> {
    let row = |i| {
        let key = SecretKey::from_bytes(&random(&[10, i])).unwrap();
        let hash = random(&[11, i]);
        EcdsaRow::new(&hash, &key.public_key(), &key.sign_ecdsa(&hash).unwrap())
    };
    (0..n).map(row).collect()
}

fn schnorr_rows(n: u64) -> Vec<SchnorrRow> {
    let row = |i| {
        let key = SecretKey::from_bytes(&random(&[12, i])).unwrap();
        let message = random(&[13, i]);
        let signature = key.sign_schnorr(&message, None).unwrap();
        SchnorrRow::new(&key.xonly_public_key().0, &message, &signature)
    };
    (0..n).map(row).collect()
}

#[test]
fn no_rows() {
    assert!(verify_batch(&[]).is_empty() && verify_batch_low_s(&[]).is_empty());
    assert!(schnorr_batch(&[]).is_empty() && schnorr_batch_identify(&[], None).is_empty());
    assert!(schnorr_batch_verify(&[], None));
    assert!(recover_batch(&[]).is_empty() && ecrecover_batch(&[]).is_empty());
    assert!(pubkey_batch(&[]).is_empty());
}

#[test]
fn bad_ecdsa_rows() {
    let mut rows = ecdsa_rows(70);
    rows[3].hash[0] ^= 1;
    rows[10].pubkey = [0; 33];
    rows[11].pubkey = [0xff; 33];
    rows[12].pubkey[0] = 4;
    rows[20].signature = [0; 64];
    rows[21].signature = [0xff; 64];
    rows[22].signature[..32].copy_from_slice(&bytes::<32>(N));
    rows[69] = EcdsaRow { hash: [0; 32], pubkey: [2; 33], signature: [1; 64] };
    let s = SecretKey::from_slice(&rows[30].signature[32..]).unwrap();
    rows[30].signature[32..].copy_from_slice(s.negate().as_bytes());
    let bad = [3, 10, 11, 12, 20, 21, 22, 69];
    let want: Vec<bool> = (0..rows.len()).map(|i| !bad.contains(&i)).collect();
    assert_eq!(verify_batch(&rows), want);
    assert_eq!(rows.iter().map(|row| row.check().is_ok()).collect::<Vec<_>>(), want);
    assert_eq!(rows[3].check(), Err(Error::BadSignature));
    assert_eq!(rows[10].check(), Err(Error::PubkeyFormat));
    assert_eq!(rows[20].check(), Err(Error::RZero));
    let low: Vec<bool> = want.iter().enumerate().map(|(i, ok)| *ok && i != 30).collect();
    assert_eq!(verify_batch_low_s(&rows), low);
}

#[test]
fn bad_schnorr_rows() {
    let mut rows = schnorr_rows(150);
    assert!(schnorr_batch_verify(&rows, None));
    assert!(schnorr_batch_verify(&rows, Some(&[9; 32])));
    rows[0].message[31] ^= 0x80;
    rows[7].pubkey = [0xff; 32];
    rows[8].signature = [0; 64];
    rows[149].signature[32..].copy_from_slice(&bytes::<32>(N));
    let want: Vec<bool> = (0..150).map(|i| ![0, 7, 8, 149].contains(&i)).collect();
    assert_eq!(schnorr_batch(&rows), want);
    assert_eq!(schnorr_batch_identify(&rows, None), want);
    assert!(!schnorr_batch_verify(&rows, None));
    assert_eq!(rows[0].check(), Err(Error::BadSignature));
    assert_eq!(rows[7].check(), Err(Error::PubkeyRange));
}

#[test]
fn bad_recovery_rows() {
    let (mut rows, mut keys) = (Vec::new(), Vec::new());
    for i in 0..70 {
        let key = SecretKey::from_bytes(&random(&[14, i])).unwrap();
        let hash = random(&[15, i]);
        rows.push(RecoverRow::new(&hash, &key.sign_recoverable(&hash).unwrap()));
        keys.push(key);
    }
    assert_eq!(
        recover_batch(&rows),
        keys.iter().map(|key| Some(key.public_key().to_bytes())).collect::<Vec<_>>()
    );
    assert_eq!(
        pubkey_batch(&keys),
        keys.iter().map(|key| key.public_key().to_bytes()).collect::<Vec<_>>()
    );
    rows[1].recovery_id = 4;
    rows[2].recovery_id = 27;
    rows[3].recovery_id = 255;
    rows[5].signature = [0; 64];
    rows[6].signature = [0xff; 64];
    rows[7].recovery_id |= 2; // r + n is above p
    let (points, addresses) = (recover_batch(&rows), ecrecover_batch(&rows));
    for (i, row) in rows.iter().enumerate() {
        assert_eq!(points[i].is_none(), [1, 2, 3, 5, 6, 7].contains(&i), "{i}");
        assert_eq!(points[i], row.recover().ok().map(|key| key.to_bytes()));
        assert_eq!(addresses[i], row.recover().ok().map(|key| key.ethereum_address()));
    }
    assert_eq!(rows[2].recover(), Err(Error::RecoveryId));
}

#[test]
fn threads_give_the_same() {
    let mut rows: Vec<EcdsaRow> = ecdsa_rows(40).into_iter().cycle().take(5000).collect();
    rows[4321].hash[5] ^= 4;
    let one = verify_batch(&rows);
    assert_eq!(one.iter().filter(|ok| !**ok).count(), 1);
    set_threads(4).unwrap();
    assert_eq!(threads(), 4);
    assert_eq!(verify_batch(&rows), one);
    let others: Vec<_> = std::thread::scope(|scope| {
        let run = || scope.spawn(|| verify_batch(&rows));
        let running: Vec<_> = (0..3).map(|_| run()).collect();
        running.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(others.iter().all(|verdicts| *verdicts == one));
    set_threads(1).unwrap();
}
