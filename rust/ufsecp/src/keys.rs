//! Public keys. They are valid from their making on; what is done with them takes variable time.

use core::fmt;
use core::hash::{Hash, Hasher};

use ufsecp_sys as sys;

use crate::error::done;
use crate::secret::or_null;
use crate::{Error, SchnorrSignature, Signature};

/// Whether y of a point is even or odd.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Parity {
    /// y is even.
    Even = 0,
    /// y is odd.
    Odd = 1,
}

/// A call that makes a key of a key and a tweak.
type TweakCall =
    unsafe extern "C" fn(*mut u8, usize, *const u8, usize, *const u8) -> core::ffi::c_int;

/// A public key: a point of the curve that is not infinity. Kept as its 65 bytes, so that no call
/// has to find y again.
///
/// Its order is that of the compressed bytes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PublicKey([u8; 65]);

impl PublicKey {
    pub(crate) fn trusted(bytes: [u8; 65]) -> PublicKey {
        PublicKey(bytes)
    }

    fn parse(bytes: &[u8], flags: core::ffi::c_uint) -> Result<PublicKey, Error> {
        let mut out = [0; 65];
        // SAFETY: 65 bytes are written; the length is that of the slice.
        Error::check(unsafe {
            sys::ufsecp_pubkey_convert(out.as_mut_ptr(), 65, bytes.as_ptr(), bytes.len(), flags)
        })?;
        Ok(PublicKey(out))
    }

    /// Reads 33 bytes, compressed, or 65, uncompressed (SEC 1, 2.3.4).
    ///
    /// # Errors
    /// [`Error::PubkeyFormat`], [`Error::PubkeyRange`], [`Error::PubkeyOffCurve`].
    pub fn from_slice(bytes: &[u8]) -> Result<PublicKey, Error> {
        PublicKey::parse(bytes, 0)
    }

    /// [`PublicKey::from_slice`], which also takes hybrid keys: 65 bytes that begin with 6 or 7.
    ///
    /// # Errors
    /// As [`PublicKey::from_slice`].
    pub fn from_slice_hybrid(bytes: &[u8]) -> Result<PublicKey, Error> {
        PublicKey::parse(bytes, sys::UFSECP_ALLOW_HYBRID)
    }

    /// The 33 bytes of the compressed key.
    pub fn to_bytes(&self) -> [u8; 33] {
        let mut out = [0; 33];
        out[0] = 2 + (self.0[64] & 1);
        out[1..].copy_from_slice(&self.0[1..33]);
        out
    }

    /// The 65 bytes of the uncompressed key.
    pub fn to_uncompressed(&self) -> [u8; 65] {
        self.0
    }

    pub(crate) fn as_uncompressed(&self) -> &[u8; 65] {
        &self.0
    }

    /// The x-only key (BIP-340), and the parity of y.
    pub fn xonly(&self) -> (XOnlyPublicKey, Parity) {
        let mut x = [0; 32];
        x.copy_from_slice(&self.0[1..33]);
        let odd = self.0[64] & 1 == 1;
        (XOnlyPublicKey(x), if odd { Parity::Odd } else { Parity::Even })
    }

    fn check(&self, hash: &[u8; 32], signature: &Signature, flags: u32) -> Result<(), Error> {
        // SAFETY: 64, 32 and 65 bytes are read.
        Error::check(unsafe {
            sys::ufsecp_ecdsa_check(
                signature.as_bytes().as_ptr(),
                hash.as_ptr(),
                self.0.as_ptr(),
                self.0.len(),
                flags,
            )
        })
    }

    /// Verifies an ECDSA signature of a 32-byte hash (SEC 1, 4.1.4). High s is accepted, as
    /// Bitcoin's consensus does.
    ///
    /// # Errors
    /// The first thing wrong: of r, of s, then [`Error::BadSignature`].
    pub fn verify_ecdsa(&self, hash: &[u8; 32], signature: &Signature) -> Result<(), Error> {
        self.check(hash, signature, 0)
    }

    /// [`PublicKey::verify_ecdsa`], which refuses s above n/2 (BIP-146), as the crate `secp256k1`
    /// does.
    ///
    /// # Errors
    /// As [`PublicKey::verify_ecdsa`], and [`Error::SHigh`].
    pub fn verify_ecdsa_low_s(&self, hash: &[u8; 32], signature: &Signature) -> Result<(), Error> {
        self.check(hash, signature, sys::UFSECP_LOW_S)
    }

    fn tweaked(&self, call: TweakCall, tweak: &[u8; 32]) -> Result<PublicKey, Error> {
        let mut out = [0; 65];
        // SAFETY: 65 bytes are written, 65 and 32 are read.
        let made =
            unsafe { call(out.as_mut_ptr(), 65, self.0.as_ptr(), self.0.len(), tweak.as_ptr()) };
        done(made, Error::Tweak)?;
        Ok(PublicKey(out))
    }

    /// P + tweak*G. The tweak is public, and may be zero.
    ///
    /// # Errors
    /// [`Error::Tweak`] if the tweak is not below n or the result is infinity.
    pub fn tweak_add(&self, tweak: &[u8; 32]) -> Result<PublicKey, Error> {
        self.tweaked(sys::ufsecp_pubkey_tweak_add, tweak)
    }

    /// tweak*P. The tweak is public.
    ///
    /// # Errors
    /// [`Error::Tweak`] if the tweak is zero or not below n.
    pub fn tweak_mul(&self, tweak: &[u8; 32]) -> Result<PublicKey, Error> {
        self.tweaked(sys::ufsecp_pubkey_tweak_mul, tweak)
    }

    /// -P.
    pub fn negate(&self) -> PublicKey {
        let mut out = [0; 65];
        // SAFETY: 65 bytes are written, 65 are read. The key is valid.
        let made = unsafe {
            sys::ufsecp_pubkey_negate(out.as_mut_ptr(), 65, self.0.as_ptr(), self.0.len())
        };
        assert_eq!(made, 1, "a public key became invalid");
        PublicKey(out)
    }

    /// The sum of keys.
    ///
    /// # Errors
    /// [`Error::NoPoint`] if it is infinity, as that of no keys is.
    pub fn combine(keys: &[PublicKey]) -> Result<PublicKey, Error> {
        let packed: Vec<[u8; 33]> = keys.iter().map(PublicKey::to_bytes).collect();
        let mut out = [0; 65];
        // SAFETY: 65 bytes are written; 33 for each key are read.
        let made = unsafe {
            sys::ufsecp_pubkey_combine(out.as_mut_ptr(), 65, packed.as_ptr().cast(), packed.len())
        };
        done(made, Error::NoPoint)?;
        Ok(PublicKey(out))
    }

    /// The Ethereum address: the last 20 bytes of Keccak-256 of x || y.
    pub fn ethereum_address(&self) -> [u8; 20] {
        let mut out = [0; 20];
        // SAFETY: 20 bytes are written, 65 are read. The key is valid.
        let made = unsafe {
            sys::ufsecp_ethereum_address(out.as_mut_ptr(), self.0.as_ptr(), self.0.len())
        };
        assert_eq!(made, 1, "a public key became invalid");
        out
    }
}

impl PartialOrd for PublicKey {
    fn partial_cmp(&self, other: &PublicKey) -> Option<core::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for PublicKey {
    fn cmp(&self, other: &PublicKey) -> core::cmp::Ordering {
        self.to_bytes().cmp(&other.to_bytes())
    }
}

impl Hash for PublicKey {
    fn hash<H: Hasher>(&self, to: &mut H) {
        self.0.hash(to);
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::hex(to, "PublicKey", &self.to_bytes())
    }
}

impl TryFrom<&[u8]> for PublicKey {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<PublicKey, Error> {
        PublicKey::from_slice(bytes)
    }
}

/// An x-only public key (BIP-340): 32 bytes, the x coordinate of the point with even y.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct XOnlyPublicKey([u8; 32]);

impl XOnlyPublicKey {
    /// Reads 32 bytes.
    ///
    /// # Errors
    /// [`Error::PubkeyRange`], [`Error::PubkeyOffCurve`].
    pub fn from_bytes(bytes: &[u8; 32]) -> Result<XOnlyPublicKey, Error> {
        let key = XOnlyPublicKey(*bytes);
        PublicKey::from_slice(&key.even())?;
        Ok(key)
    }

    /// [`XOnlyPublicKey::from_bytes`] of a slice.
    ///
    /// # Errors
    /// The same, and [`Error::PubkeyFormat`] for another length than 32.
    pub fn from_slice(bytes: &[u8]) -> Result<XOnlyPublicKey, Error> {
        XOnlyPublicKey::from_bytes(bytes.try_into().map_err(|_| Error::PubkeyFormat)?)
    }

    /// The 32 bytes.
    pub fn to_bytes(&self) -> [u8; 32] {
        self.0
    }

    /// The 33 bytes of the point with even y.
    fn even(&self) -> [u8; 33] {
        let mut bytes = [2; 33];
        bytes[1..].copy_from_slice(&self.0);
        bytes
    }

    /// The point with this x and the given parity of y.
    pub fn public_key(&self, parity: Parity) -> PublicKey {
        let mut bytes = self.even();
        bytes[0] += parity as u8;
        PublicKey::from_slice(&bytes).expect("an x-only key became invalid")
    }

    /// Verifies a Schnorr signature of a message of any length (BIP-340).
    ///
    /// # Errors
    /// The first thing wrong: of r, of s, then [`Error::BadSignature`].
    pub fn verify_schnorr(
        &self,
        message: &[u8],
        signature: &SchnorrSignature,
    ) -> Result<(), Error> {
        // SAFETY: 64 and 32 bytes are read; the length is that of the slice.
        Error::check(unsafe {
            sys::ufsecp_schnorr_check(
                signature.as_bytes().as_ptr(),
                message.as_ptr(),
                message.len(),
                self.0.as_ptr(),
            )
        })
    }

    /// P + tweak*G, and the parity of its y. The tweak is public, and may be zero.
    ///
    /// # Errors
    /// [`Error::Tweak`] if the tweak is not below n or the result is infinity.
    pub fn tweak_add(&self, tweak: &[u8; 32]) -> Result<(XOnlyPublicKey, Parity), Error> {
        Ok(self.public_key(Parity::Even).tweak_add(tweak)?.xonly())
    }

    /// The taproot output key of this internal key, and the parity of its y (BIP-341).
    /// `merkle_root` is the root of the script tree; `None` is no script path.
    ///
    /// # Errors
    /// [`Error::Tweak`] if the tweak is not below n or the result is infinity.
    pub fn taproot_output_key(
        &self,
        merkle_root: Option<&[u8; 32]>,
    ) -> Result<(XOnlyPublicKey, Parity), Error> {
        let (mut out, mut odd) = ([0; 32], 0);
        // SAFETY: 32 bytes and a number are written; key and root have 32, or the root is null.
        let made = unsafe {
            sys::ufsecp_taproot_output_key(
                out.as_mut_ptr(),
                &mut odd,
                self.0.as_ptr(),
                or_null(merkle_root),
            )
        };
        done(made, Error::Tweak)?;
        let parity = if odd == 1 { Parity::Odd } else { Parity::Even };
        Ok((XOnlyPublicKey(out), parity))
    }
}

impl fmt::Debug for XOnlyPublicKey {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::hex(to, "XOnlyPublicKey", &self.0)
    }
}

impl TryFrom<&[u8]> for XOnlyPublicKey {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<XOnlyPublicKey, Error> {
        XOnlyPublicKey::from_slice(bytes)
    }
}
