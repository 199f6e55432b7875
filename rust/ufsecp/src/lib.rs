//! secp256k1: ECDSA, recovery, Schnorr signatures (BIP-340), ECDH and taproot keys, one by one and
//! in batches, over the library UltrafastSecp256k1.
//!
//! n is the order of the group, p the prime of the field, G the generator. Calls with a
//! [`SecretKey`] take constant time; calls whose arguments are all public take variable time. All
//! types are `Send` and `Sync`, all calls thread-safe.
//!
//! # Features
//!
//! - `signature`: the traits of the crate `signature`.
//! - `secp256k1`, `k256`: conversions from and to the types of these crates.
//! - `revm`, `alloy`: this crate behind revm's precompiles and alloy's recovery of signers.
//! - `rayon`: batches in rayon's threads.
//!
//! The crate `ufsecp-sys` compiles the library, or links one that is built already.
//!
//! ```
//! use ufsecp::{EcdsaRow, SecretKey, sha256, verify_batch};
//!
//! let key = SecretKey::generate()?;
//! let hash = sha256(b"a message");
//! let signature = key.sign_ecdsa(&hash)?;
//! key.public_key().verify_ecdsa(&hash, &signature)?;
//!
//! let row = EcdsaRow::new(&hash, &key.public_key(), &signature);
//! let bad = EcdsaRow { hash: [0; 32], ..row };
//! assert_eq!(verify_batch(&[row, bad, row]), [true, false, true]);
//! # Ok::<(), ufsecp::Error>(())
//! ```

mod batch;
mod convert;
mod error;
#[cfg(any(feature = "alloy", feature = "rayon", feature = "revm"))]
pub mod ethereum;
mod keys;
mod secret;
mod signatures;
mod traits;

use core::ffi::CStr;
use core::fmt;
use std::ffi::CString;

pub use batch::{
    EcdsaRow, RecoverRow, SchnorrRow, ecrecover_batch, pubkey_batch, recover_batch, schnorr_batch,
    schnorr_batch_identify, schnorr_batch_verify, verify_batch, verify_batch_low_s,
};
pub use error::Error;
pub use keys::{Parity, PublicKey, XOnlyPublicKey};
pub use secret::{Keypair, SecretBytes, SecretKey};
pub use signatures::{RecoverableSignature, SchnorrSignature, Signature};
use ufsecp_sys as sys;

/// The README's programs, as documentation tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

/// `Name(hex digits)`, what `Debug` writes of public bytes.
pub(crate) fn hex(to: &mut fmt::Formatter<'_>, name: &str, bytes: &[u8]) -> fmt::Result {
    write!(to, "{name}(")?;
    for byte in bytes {
        write!(to, "{byte:02x}")?;
    }
    to.write_str(")")
}

/// A static text of the library's.
fn text(pointer: *const core::ffi::c_char) -> &'static str {
    // SAFETY: the library gives static ASCII texts, never null.
    unsafe { CStr::from_ptr(pointer) }.to_str().unwrap_or_default()
}

/// The version of the library that is linked: "major.minor.patch".
pub fn version() -> &'static str {
    // SAFETY: no arguments.
    text(unsafe { sys::ufsecp_version() })
}

/// The name of the engine in use. The first call chooses it from the features of the CPU.
pub fn engine() -> &'static str {
    // SAFETY: no arguments.
    text(unsafe { sys::ufsecp_engine() })
}

/// Chooses the engine of the process by name; "auto" goes back to the library's choice.
///
/// # Errors
/// [`Error::Setting`], and nothing changes, if the name is unknown or this machine cannot run it.
pub fn set_engine(name: &str) -> Result<(), Error> {
    let name = CString::new(name).map_err(|_| Error::Setting)?;
    // SAFETY: the name ends in a zero.
    error::done(unsafe { sys::ufsecp_engine_select(name.as_ptr()) }, Error::Setting)
}

/// The number of threads that a batch may use, its caller included. The default is 1.
pub fn threads() -> u32 {
    // SAFETY: no arguments.
    unsafe { sys::ufsecp_threads() }
}

/// Sets how many threads a batch may use, for the process. 0: all cores.
///
/// # Errors
/// [`Error::Setting`], and nothing changes, above 1024, or above 1 in a library without threads.
pub fn set_threads(n: u32) -> Result<(), Error> {
    // SAFETY: a number.
    error::done(unsafe { sys::ufsecp_threads_set(n) }, Error::Setting)
}

/// Sets whether every signature is verified before it is returned, for the process: a fault of the
/// processor then gives [`Error::SignCheck`] and no signature. Off by default.
pub fn set_sign_check(on: bool) {
    // SAFETY: 1 or 0.
    unsafe { sys::ufsecp_sign_check_set(on.into()) };
}

/// SHA-256 (FIPS 180-4), 32 bytes.
pub fn sha256(data: &[u8]) -> [u8; 32] {
    let mut out = [0; 32];
    // SAFETY: 32 bytes are written; the length is that of the slice.
    unsafe { sys::ufsecp_sha256(out.as_mut_ptr(), data.as_ptr(), data.len()) };
    out
}

/// Keccak-256 with the padding that Ethereum has, 32 bytes.
pub fn keccak256(data: &[u8]) -> [u8; 32] {
    let mut out = [0; 32];
    // SAFETY: 32 bytes are written; the length is that of the slice.
    unsafe { sys::ufsecp_keccak256(out.as_mut_ptr(), data.as_ptr(), data.len()) };
    out
}
