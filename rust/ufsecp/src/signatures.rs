//! Signatures. Any bytes of the right length are one: verification says whether they are valid.

use core::fmt;

use ufsecp_sys as sys;

use crate::error::done;
use crate::{Error, PublicKey};

/// An ECDSA signature: 64 bytes r || s.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Signature([u8; 64]);

impl Signature {
    /// Takes r || s as they are, in range or not.
    pub fn from_bytes(bytes: &[u8; 64]) -> Signature {
        Signature(*bytes)
    }

    /// [`Signature::from_bytes`] of a slice.
    ///
    /// # Errors
    /// [`Error::SignatureFormat`] for another length than 64.
    pub fn from_slice(bytes: &[u8]) -> Result<Signature, Error> {
        Ok(Signature(bytes.try_into().map_err(|_| Error::SignatureFormat)?))
    }

    /// Reads strict DER (BIP-66), without a hash type. r and s of n and more are read, too.
    ///
    /// # Errors
    /// [`Error::Der`] if the encoding is not strict, or r or s is 2^256 or more.
    pub fn from_der(der: &[u8]) -> Result<Signature, Error> {
        let mut out = [0; 64];
        // SAFETY: 64 bytes are written; the length is that of the slice.
        let read =
            unsafe { sys::ufsecp_ecdsa_sig_parse_der(out.as_mut_ptr(), der.as_ptr(), der.len()) };
        done(read, Error::Der)?;
        Ok(Signature(out))
    }

    /// Reads the lax DER of Bitcoin's consensus before BIP-66. Values that do not fit are read as
    /// zero.
    ///
    /// # Errors
    /// [`Error::Der`] if even that reader refused it.
    pub fn from_der_lax(der: &[u8]) -> Result<Signature, Error> {
        let mut out = [0; 64];
        // SAFETY: as in `from_der`.
        let read = unsafe {
            sys::ufsecp_ecdsa_sig_parse_der_lax(out.as_mut_ptr(), der.as_ptr(), der.len())
        };
        done(read, Error::Der)?;
        Ok(Signature(out))
    }

    /// The strict DER, at most 72 bytes.
    pub fn to_der(&self) -> Vec<u8> {
        let (mut out, mut len) = (vec![0; 72], 72);
        // SAFETY: at most `len` bytes are written, 64 are read.
        let made = unsafe {
            sys::ufsecp_ecdsa_sig_serialize_der(out.as_mut_ptr(), &mut len, self.0.as_ptr())
        };
        assert_eq!(made, 1, "72 bytes are room for every signature");
        out.truncate(len);
        out
    }

    /// The 64 bytes.
    pub fn to_bytes(&self) -> [u8; 64] {
        self.0
    }

    /// The 64 bytes.
    pub fn as_bytes(&self) -> &[u8; 64] {
        &self.0
    }

    /// The same signature with the lower of s and n - s (BIP-146).
    ///
    /// # Errors
    /// [`Error::SignatureFormat`] if r or s is not below n.
    pub fn normalize(&self) -> Result<Signature, Error> {
        let mut out = self.0;
        // SAFETY: 64 bytes are changed.
        let made =
            unsafe { sys::ufsecp_ecdsa_sig_normalize(out.as_mut_ptr(), core::ptr::null_mut()) };
        done(made, Error::SignatureFormat)?;
        Ok(Signature(out))
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::hex(to, "Signature", &self.0)
    }
}

impl TryFrom<&[u8]> for Signature {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<Signature, Error> {
        Signature::from_slice(bytes)
    }
}

/// An ECDSA signature with its recovery id, 0 ... 3: bit 0 is the parity of R.y, bit 1 says that
/// R.x = r + n.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct RecoverableSignature {
    signature: Signature,
    id: u8,
}

impl RecoverableSignature {
    /// Puts both together.
    ///
    /// # Errors
    /// [`Error::RecoveryId`] if the id is not 0 ... 3. Ethereum's 27 and 28 are 0 and 1.
    pub fn new(signature: Signature, id: u8) -> Result<RecoverableSignature, Error> {
        if id > 3 {
            return Err(Error::RecoveryId);
        }
        Ok(RecoverableSignature { signature, id })
    }

    /// Reads 65 bytes: r || s and the recovery id.
    ///
    /// # Errors
    /// [`Error::RecoveryId`].
    pub fn from_bytes(bytes: &[u8; 65]) -> Result<RecoverableSignature, Error> {
        RecoverableSignature::new(Signature::from_slice(&bytes[..64])?, bytes[64])
    }

    /// The 65 bytes r || s and the recovery id.
    pub fn to_bytes(&self) -> [u8; 65] {
        let mut out = [self.id; 65];
        out[..64].copy_from_slice(&self.signature.0);
        out
    }

    /// The signature without its id.
    pub fn signature(&self) -> Signature {
        self.signature
    }

    /// The recovery id.
    pub fn recovery_id(&self) -> u8 {
        self.id
    }

    /// The public key that made the signature of a 32-byte hash (SEC 1, 4.1.6). High s is
    /// accepted.
    ///
    /// # Errors
    /// [`Error::RZero`], [`Error::RRange`], [`Error::SZero`], [`Error::SRange`],
    /// [`Error::RecoveryId`] or [`Error::NoPoint`].
    pub fn recover(&self, hash: &[u8; 32]) -> Result<PublicKey, Error> {
        let mut out = [0; 65];
        // SAFETY: 65 bytes are written, 64 and 32 are read.
        Error::check(unsafe {
            sys::ufsecp_ecdsa_recover(
                out.as_mut_ptr(),
                65,
                self.signature.0.as_ptr(),
                self.id.into(),
                hash.as_ptr(),
            )
        })?;
        Ok(PublicKey::trusted(out))
    }
}

/// A Schnorr signature (BIP-340): 64 bytes R.x || s.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct SchnorrSignature([u8; 64]);

impl SchnorrSignature {
    /// Takes R.x || s as they are, in range or not.
    pub fn from_bytes(bytes: &[u8; 64]) -> SchnorrSignature {
        SchnorrSignature(*bytes)
    }

    /// [`SchnorrSignature::from_bytes`] of a slice.
    ///
    /// # Errors
    /// [`Error::SignatureFormat`] for another length than 64.
    pub fn from_slice(bytes: &[u8]) -> Result<SchnorrSignature, Error> {
        Ok(SchnorrSignature(bytes.try_into().map_err(|_| Error::SignatureFormat)?))
    }

    /// The 64 bytes.
    pub fn to_bytes(&self) -> [u8; 64] {
        self.0
    }

    /// The 64 bytes.
    pub fn as_bytes(&self) -> &[u8; 64] {
        &self.0
    }
}

impl fmt::Debug for SchnorrSignature {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        crate::hex(to, "SchnorrSignature", &self.0)
    }
}

impl TryFrom<&[u8]> for SchnorrSignature {
    type Error = Error;

    fn try_from(bytes: &[u8]) -> Result<SchnorrSignature, Error> {
        SchnorrSignature::from_slice(bytes)
    }
}
