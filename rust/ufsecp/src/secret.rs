//! Secret keys. All that is done with one takes constant time.

use core::fmt;
use core::ops::Deref;
use core::ptr;

use subtle::{Choice, ConstantTimeEq};
use ufsecp_sys as sys;
use zeroize::{Zeroize, ZeroizeOnDrop};

use crate::error::done;
use crate::{
    Error, Parity, PublicKey, RecoverableSignature, SchnorrSignature, Signature, XOnlyPublicKey,
};

pub(crate) fn or_null(bytes: Option<&[u8; 32]>) -> *const u8 {
    bytes.map_or(ptr::null(), |bytes| bytes.as_ptr())
}

/// 32 secret bytes, such as what two keys share.
///
/// They lie on the heap, so that a move copies none of them, and are wiped when they are dropped.
/// `Debug` does not show them.
pub struct SecretBytes(Box<[u8; 32]>);

impl SecretBytes {
    /// To be written where they lie: an array that is made elsewhere leaves a copy there.
    fn zeros() -> SecretBytes {
        SecretBytes(Box::new([0; 32]))
    }
}

impl Deref for SecretBytes {
    type Target = [u8; 32];

    fn deref(&self) -> &[u8; 32] {
        &self.0
    }
}

impl Drop for SecretBytes {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl ZeroizeOnDrop for SecretBytes {}

impl fmt::Debug for SecretBytes {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("SecretBytes(..)")
    }
}

/// A secret key: 32 bytes, a number from 1 to n - 1 (SEC 1, 3.2.1).
///
/// It lies on the heap, so that a move copies no key, and is wiped when it is dropped. `Debug`
/// does not show it. `==` takes constant time. All its methods do.
#[derive(Clone)]
pub struct SecretKey(Box<[u8; 32]>);

impl SecretKey {
    /// Copies a key. The caller's bytes are the caller's to wipe.
    ///
    /// # Errors
    /// [`Error::SecretKey`] if it is zero or not below n.
    pub fn from_bytes(bytes: &[u8; 32]) -> Result<SecretKey, Error> {
        let mut key = SecretKey(Box::new([0; 32]));
        key.0.copy_from_slice(bytes);
        // SAFETY: 32 bytes are read.
        done(unsafe { sys::ufsecp_seckey_verify(key.0.as_ptr()) }, Error::SecretKey)?;
        Ok(key)
    }

    /// [`SecretKey::from_bytes`] of a slice.
    ///
    /// # Errors
    /// [`Error::SecretKey`], also for another length than 32.
    pub fn from_slice(bytes: &[u8]) -> Result<SecretKey, Error> {
        SecretKey::from_bytes(bytes.try_into().map_err(|_| Error::SecretKey)?)
    }

    /// A new key from the operating system's generator.
    ///
    /// # Errors
    /// [`Error::Random`] if that fails. There is no other source.
    pub fn generate() -> Result<SecretKey, Error> {
        let mut key = SecretKey(Box::new([0; 32]));
        // SAFETY: 32 bytes are written.
        done(unsafe { sys::ufsecp_seckey_generate(key.0.as_mut_ptr()) }, Error::Random)?;
        Ok(key)
    }

    /// A copy of the 32 bytes, which is wiped when it is dropped.
    pub fn to_bytes(&self) -> SecretBytes {
        let mut bytes = SecretBytes::zeros();
        bytes.0.copy_from_slice(&*self.0);
        bytes
    }

    /// The 32 bytes.
    pub fn as_bytes(&self) -> &[u8; 32] {
        &self.0
    }

    /// The public key.
    pub fn public_key(&self) -> PublicKey {
        let mut out = [0; 65];
        // SAFETY: 65 bytes are written, 32 are read. The key is valid.
        let made = unsafe { sys::ufsecp_pubkey_create(out.as_mut_ptr(), 65, self.0.as_ptr()) };
        assert_eq!(made, 1, "a secret key became invalid");
        PublicKey::trusted(out)
    }

    /// The x-only public key (BIP-340), and the parity of y.
    pub fn xonly_public_key(&self) -> (XOnlyPublicKey, Parity) {
        self.public_key().xonly()
    }

    /// Signs a 32-byte hash: nonce of RFC 6979, low s (BIP-146).
    ///
    /// # Errors
    /// [`Error::SignCheck`], only where [`crate::set_sign_check`] is on.
    pub fn sign_ecdsa(&self, hash: &[u8; 32]) -> Result<Signature, Error> {
        self.sign_ecdsa_with(hash, None)
    }

    /// [`SecretKey::sign_ecdsa`] with 32 bytes of additional data in the nonce (RFC 6979, 3.6).
    ///
    /// # Errors
    /// As [`SecretKey::sign_ecdsa`].
    pub fn sign_ecdsa_with(
        &self,
        hash: &[u8; 32],
        extra: Option<&[u8; 32]>,
    ) -> Result<Signature, Error> {
        let mut out = [0; 64];
        // SAFETY: 64 bytes are written; hash, key and extra have 32, or extra is null.
        let made = unsafe {
            sys::ufsecp_ecdsa_sign(out.as_mut_ptr(), hash.as_ptr(), self.0.as_ptr(), or_null(extra))
        };
        done(made, Error::SignCheck)?;
        Ok(Signature::from_bytes(&out))
    }

    /// The same signature as [`SecretKey::sign_ecdsa`], with its recovery id.
    ///
    /// # Errors
    /// As [`SecretKey::sign_ecdsa`].
    pub fn sign_recoverable(&self, hash: &[u8; 32]) -> Result<RecoverableSignature, Error> {
        let (mut out, mut id) = ([0; 64], 0);
        // SAFETY: 64 bytes and a number are written; hash and key have 32 bytes.
        let made = unsafe {
            sys::ufsecp_ecdsa_sign_recoverable(
                out.as_mut_ptr(),
                &mut id,
                hash.as_ptr(),
                self.0.as_ptr(),
                ptr::null(),
            )
        };
        done(made, Error::SignCheck)?;
        RecoverableSignature::new(Signature::from_bytes(&out), id as u8)
    }

    /// Signs a message of any length (BIP-340). `aux` is auxiliary randomness; `None` is zeros.
    ///
    /// It makes the public key each time: [`Keypair`] does so once.
    ///
    /// # Errors
    /// As [`SecretKey::sign_ecdsa`].
    pub fn sign_schnorr(
        &self,
        message: &[u8],
        aux: Option<&[u8; 32]>,
    ) -> Result<SchnorrSignature, Error> {
        let mut out = [0; 64];
        // SAFETY: 64 bytes are written; lengths are those of the slices.
        let made = unsafe {
            sys::ufsecp_schnorr_sign(
                out.as_mut_ptr(),
                message.as_ptr(),
                message.len(),
                self.0.as_ptr(),
                or_null(aux),
            )
        };
        done(made, Error::SignCheck)?;
        Ok(SchnorrSignature::from_bytes(&out))
    }

    /// The secret shared with a public key: SHA-256 of the compressed point, as libsecp256k1 has
    /// it (SEC 1, 3.3.1). 32 bytes.
    pub fn ecdh(&self, theirs: &PublicKey) -> SecretBytes {
        let mut out = SecretBytes::zeros();
        let key = theirs.as_uncompressed();
        // SAFETY: 32 bytes are written, 65 and 32 are read. Both keys are valid.
        let made = unsafe {
            sys::ufsecp_ecdh(out.0.as_mut_ptr(), key.as_ptr(), key.len(), self.0.as_ptr())
        };
        assert_eq!(made, 1, "a key became invalid");
        out
    }

    /// The x coordinate of the shared point, 32 bytes, not hashed.
    pub fn ecdh_x(&self, theirs: &PublicKey) -> SecretBytes {
        let mut out = SecretBytes::zeros();
        let key = theirs.as_uncompressed();
        // SAFETY: as in `ecdh`.
        let made = unsafe {
            sys::ufsecp_ecdh_x(out.0.as_mut_ptr(), key.as_ptr(), key.len(), self.0.as_ptr())
        };
        assert_eq!(made, 1, "a key became invalid");
        out
    }

    /// key + tweak mod n. The tweak may be zero.
    ///
    /// # Errors
    /// [`Error::Tweak`] if the tweak is not below n or the result is zero.
    pub fn tweak_add(&self, tweak: &[u8; 32]) -> Result<SecretKey, Error> {
        let mut key = self.clone();
        // SAFETY: 32 bytes are changed, 32 are read.
        let made = unsafe { sys::ufsecp_seckey_tweak_add(key.0.as_mut_ptr(), tweak.as_ptr()) };
        done(made, Error::Tweak)?;
        Ok(key)
    }

    /// key * tweak mod n.
    ///
    /// # Errors
    /// [`Error::Tweak`] if the tweak is zero or not below n.
    pub fn tweak_mul(&self, tweak: &[u8; 32]) -> Result<SecretKey, Error> {
        let mut key = self.clone();
        // SAFETY: 32 bytes are changed, 32 are read.
        let made = unsafe { sys::ufsecp_seckey_tweak_mul(key.0.as_mut_ptr(), tweak.as_ptr()) };
        done(made, Error::Tweak)?;
        Ok(key)
    }

    /// -key mod n.
    pub fn negate(&self) -> SecretKey {
        let mut key = self.clone();
        // SAFETY: 32 bytes are changed. The key is valid.
        let made = unsafe { sys::ufsecp_seckey_negate(key.0.as_mut_ptr()) };
        assert_eq!(made, 1, "a secret key became invalid");
        key
    }

    /// The secret key of the taproot output (BIP-341). `merkle_root` is the root of the script
    /// tree; `None` is no script path.
    ///
    /// # Errors
    /// [`Error::Tweak`] if the tweak is not below n or the result is zero.
    pub fn taproot_output_key(&self, merkle_root: Option<&[u8; 32]>) -> Result<SecretKey, Error> {
        let mut key = SecretKey(Box::new([0; 32]));
        // SAFETY: 32 bytes are written; key and root have 32, or the root is null.
        let made = unsafe {
            sys::ufsecp_taproot_output_seckey(
                key.0.as_mut_ptr(),
                self.0.as_ptr(),
                or_null(merkle_root),
            )
        };
        done(made, Error::Tweak)?;
        Ok(key)
    }
}

impl Drop for SecretKey {
    fn drop(&mut self) {
        self.0.zeroize();
    }
}

impl ZeroizeOnDrop for SecretKey {}

impl ConstantTimeEq for SecretKey {
    fn ct_eq(&self, other: &SecretKey) -> Choice {
        self.0.as_slice().ct_eq(other.0.as_slice())
    }
}

impl PartialEq for SecretKey {
    fn eq(&self, other: &SecretKey) -> bool {
        self.ct_eq(other).into()
    }
}

impl Eq for SecretKey {}

impl fmt::Debug for SecretKey {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("SecretKey(..)")
    }
}

impl TryFrom<&[u8]> for SecretKey {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<SecretKey, Error> {
        SecretKey::from_slice(bytes)
    }
}

/// A secret key with its public key, for many Schnorr signatures: each takes half of the time of
/// [`SecretKey::sign_schnorr`]. Wiped when it is dropped.
pub struct Keypair(Box<sys::ufsecp_keypair>);

impl Keypair {
    /// Makes the public key.
    pub fn new(key: &SecretKey) -> Keypair {
        let mut pair = Box::new(sys::ufsecp_keypair { opaque: [0; 65] });
        // SAFETY: the struct is written, 32 bytes are read. The key is valid.
        let made = unsafe { sys::ufsecp_keypair_create(&mut *pair, key.0.as_ptr()) };
        assert_eq!(made, 1, "a secret key became invalid");
        Keypair(pair)
    }

    /// The same signature as [`SecretKey::sign_schnorr`].
    ///
    /// # Errors
    /// As [`SecretKey::sign_ecdsa`].
    pub fn sign_schnorr(
        &self,
        message: &[u8],
        aux: Option<&[u8; 32]>,
    ) -> Result<SchnorrSignature, Error> {
        let mut out = [0; 64];
        // SAFETY: 64 bytes are written; lengths are those of the slices.
        let made = unsafe {
            sys::ufsecp_schnorr_sign_keypair(
                out.as_mut_ptr(),
                message.as_ptr(),
                message.len(),
                &*self.0,
                or_null(aux),
            )
        };
        done(made, Error::SignCheck)?;
        Ok(SchnorrSignature::from_bytes(&out))
    }
}

impl Drop for Keypair {
    fn drop(&mut self) {
        self.0.opaque.zeroize();
    }
}

impl ZeroizeOnDrop for Keypair {}

impl fmt::Debug for Keypair {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        to.write_str("Keypair(..)")
    }
}
