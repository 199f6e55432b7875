//! Many rows in one call. The rows lie in memory as the C interface wants them: nothing is copied.
//!
//! A bad row costs no other its verdict. [`crate::set_threads`] allows more than one thread.

use core::mem::size_of;
use core::ptr;

use ufsecp_sys as sys;
use zeroize::Zeroize;

use crate::secret::or_null;
use crate::{Error, PublicKey, RecoverableSignature, SchnorrSignature, Signature, XOnlyPublicKey};

/// A row of [`verify_batch`]: 129 bytes, any of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct EcdsaRow {
    /// The hash that was signed.
    pub hash: [u8; 32],
    /// The compressed public key.
    pub pubkey: [u8; 33],
    /// r || s.
    pub signature: [u8; 64],
}

impl EcdsaRow {
    /// A row of typed values.
    pub fn new(hash: &[u8; 32], pubkey: &PublicKey, signature: &Signature) -> EcdsaRow {
        EcdsaRow { hash: *hash, pubkey: pubkey.to_bytes(), signature: signature.to_bytes() }
    }

    /// Why this row is false, or `Ok`.
    ///
    /// # Errors
    /// The first thing wrong: of the key, then of r, s and the equation.
    pub fn check(&self) -> Result<(), Error> {
        PublicKey::from_slice(&self.pubkey)?
            .verify_ecdsa(&self.hash, &Signature::from_bytes(&self.signature))
    }
}

/// A row of the Schnorr batches: 128 bytes, any of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct SchnorrRow {
    /// The x-only public key.
    pub pubkey: [u8; 32],
    /// The message.
    pub message: [u8; 32],
    /// R.x || s.
    pub signature: [u8; 64],
}

impl SchnorrRow {
    /// A row of typed values.
    pub fn new(
        pubkey: &XOnlyPublicKey,
        message: &[u8; 32],
        signature: &SchnorrSignature,
    ) -> SchnorrRow {
        SchnorrRow { pubkey: pubkey.to_bytes(), message: *message, signature: signature.to_bytes() }
    }

    /// Why this row is false, or `Ok`.
    ///
    /// # Errors
    /// The first thing wrong: of the key, then of r, s and the equation.
    pub fn check(&self) -> Result<(), Error> {
        XOnlyPublicKey::from_bytes(&self.pubkey)?
            .verify_schnorr(&self.message, &SchnorrSignature::from_bytes(&self.signature))
    }
}

/// A row of [`recover_batch`] and [`ecrecover_batch`]: 97 bytes, any of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C)]
pub struct RecoverRow {
    /// The hash that was signed.
    pub hash: [u8; 32],
    /// r || s.
    pub signature: [u8; 64],
    /// The recovery id, 0 ... 3; not 27 or 28.
    pub recovery_id: u8,
}

impl RecoverRow {
    /// A row of typed values.
    pub fn new(hash: &[u8; 32], signature: &RecoverableSignature) -> RecoverRow {
        RecoverRow {
            hash: *hash,
            signature: signature.signature().to_bytes(),
            recovery_id: signature.recovery_id(),
        }
    }

    /// The key that this row gives, or why it gives none.
    ///
    /// # Errors
    /// As [`RecoverableSignature::recover`].
    pub fn recover(&self) -> Result<PublicKey, Error> {
        let signature = Signature::from_bytes(&self.signature);
        RecoverableSignature::new(signature, self.recovery_id)?.recover(&self.hash)
    }
}

const _: () = assert!(
    size_of::<EcdsaRow>() == 129 && size_of::<SchnorrRow>() == 128 && size_of::<RecoverRow>() == 97
);

fn verdicts(ok: Vec<u8>) -> Vec<bool> {
    ok.into_iter().map(|ok| ok == 1).collect()
}

fn some<T>(results: Vec<T>, ok: Vec<u8>) -> Vec<Option<T>> {
    results.into_iter().zip(ok).map(|(result, ok)| (ok == 1).then_some(result)).collect()
}

fn ecdsa(rows: &[EcdsaRow], flags: core::ffi::c_uint) -> Vec<bool> {
    let mut ok = vec![0; rows.len()];
    // SAFETY: 129 bytes a row are read, one a row is written.
    unsafe {
        sys::ufsecp_ecdsa_verify_rows(ok.as_mut_ptr(), rows.as_ptr().cast(), 0, rows.len(), flags)
    };
    verdicts(ok)
}

/// Verifies ECDSA signatures (SEC 1, 4.1.4): the verdict of each row. High s is accepted.
pub fn verify_batch(rows: &[EcdsaRow]) -> Vec<bool> {
    ecdsa(rows, 0)
}

/// [`verify_batch`], which refuses s above n/2 (BIP-146), as the crate `secp256k1` does.
pub fn verify_batch_low_s(rows: &[EcdsaRow]) -> Vec<bool> {
    ecdsa(rows, sys::UFSECP_LOW_S)
}

/// Verifies Schnorr signatures (BIP-340) one by one: the verdict of each row.
pub fn schnorr_batch(rows: &[SchnorrRow]) -> Vec<bool> {
    let mut ok = vec![0; rows.len()];
    // SAFETY: 128 bytes a row are read, one a row is written.
    unsafe {
        sys::ufsecp_schnorr_verify_rows(ok.as_mut_ptr(), rows.as_ptr().cast(), 0, rows.len())
    };
    verdicts(ok)
}

/// Whether all signatures are valid, by one randomized sum (BIP-340, "Batch Verification"), which
/// takes less time than [`schnorr_batch`] for many rows. No rows are valid.
///
/// Who builds a batch offline makes a false one pass with probability 2^-127 per attempt.
/// `entropy`, 32 bytes unknown to whoever made the rows, prevents offline attempts.
pub fn schnorr_batch_verify(rows: &[SchnorrRow], entropy: Option<&[u8; 32]>) -> bool {
    // SAFETY: 128 bytes a row are read, and 32 of entropy, or it is null.
    let all = unsafe {
        sys::ufsecp_schnorr_batch_verify(rows.as_ptr().cast(), 0, rows.len(), or_null(entropy))
    };
    all == 1
}

/// [`schnorr_batch_verify`] with the verdict of each row: for where nearly always all hold.
pub fn schnorr_batch_identify(rows: &[SchnorrRow], entropy: Option<&[u8; 32]>) -> Vec<bool> {
    let mut ok = vec![0; rows.len()];
    // SAFETY: as above; one byte a row is written.
    unsafe {
        sys::ufsecp_schnorr_batch_identify(
            ok.as_mut_ptr(),
            rows.as_ptr().cast(),
            0,
            rows.len(),
            or_null(entropy),
        )
    };
    verdicts(ok)
}

/// Recovers public keys (SEC 1, 4.1.6): 33 bytes for each row that gives one. High s is accepted.
pub fn recover_batch(rows: &[RecoverRow]) -> Vec<Option<[u8; 33]>> {
    let (mut keys, mut ok) = (vec![[0; 33]; rows.len()], vec![0; rows.len()]);
    // SAFETY: 97 bytes a row are read, 33 and one a row are written.
    unsafe {
        sys::ufsecp_ecdsa_recover_rows(
            keys.as_mut_ptr().cast(),
            ok.as_mut_ptr(),
            rows.as_ptr().cast(),
            0,
            rows.len(),
        )
    };
    some(keys, ok)
}

/// Ethereum's ecrecover: the addresses of those keys, 20 bytes each.
pub fn ecrecover_batch(rows: &[RecoverRow]) -> Vec<Option<[u8; 20]>> {
    let (mut addresses, mut ok) = (vec![[0; 20]; rows.len()], vec![0; rows.len()]);
    // SAFETY: 97 bytes a row are read, 20 and one a row are written.
    unsafe {
        sys::ufsecp_ecrecover_rows(
            addresses.as_mut_ptr().cast(),
            ok.as_mut_ptr(),
            rows.as_ptr().cast(),
            0,
            rows.len(),
        )
    };
    some(addresses, ok)
}

/// The public keys of secret keys, 33 bytes each. Constant time.
///
/// The secret keys are copied side by side for the call, and wiped after it.
pub fn pubkey_batch(keys: &[crate::SecretKey]) -> Vec<[u8; 33]> {
    let mut packed: Vec<[u8; 32]> = Vec::with_capacity(keys.len());
    packed.extend(keys.iter().map(|key| *key.as_bytes()));
    let mut out = vec![[0; 33]; keys.len()];
    // SAFETY: 32 bytes a key are read, 33 a key are written.
    let made = unsafe {
        sys::ufsecp_pubkey_create_batch(
            out.as_mut_ptr().cast(),
            ptr::null_mut(),
            packed.as_ptr().cast(),
            keys.len(),
        )
    };
    packed.as_flattened_mut().zeroize();
    assert_eq!(made, 1, "a secret key became invalid");
    out
}
