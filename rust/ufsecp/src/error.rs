//! Why a call failed.

use core::ffi::CStr;
use core::fmt;

use ufsecp_sys as sys;

/// Why bytes are not valid, or a call gave nothing. The reasons of the C interface, and what it
/// tells by 0 alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Error {
    /// The signature is well-formed, but the verification equation does not hold.
    BadSignature,
    /// The public key has a wrong length or prefix, or is hybrid.
    PubkeyFormat,
    /// A coordinate of the public key is not below p.
    PubkeyRange,
    /// No point of the curve has the public key's coordinates.
    PubkeyOffCurve,
    /// r is zero.
    RZero,
    /// r is not below n (ECDSA) or p (Schnorr).
    RRange,
    /// s is zero.
    SZero,
    /// s is not below n.
    SRange,
    /// s is above n/2 where low s was asked for.
    SHigh,
    /// The recovery id is not 0 ... 3, or r + n is not below p.
    RecoveryId,
    /// No point has the x coordinate r, or the result is infinity.
    NoPoint,
    /// Not a DER signature in the form that was asked for.
    Der,
    /// A signature has a wrong length.
    SignatureFormat,
    /// The bytes are no secret key: not 32 bytes, zero, or not below n.
    SecretKey,
    /// The tweak is not below n, is a zero that a product cannot have, or the result is zero or
    /// infinity.
    Tweak,
    /// The operating system's generator failed.
    Random,
    /// A signature did not verify after it was made ([`crate::set_sign_check`]).
    SignCheck,
    /// The library does not have this setting: an unknown engine, or too many threads.
    Setting,
    /// A reason that this version does not know.
    Unknown(i32),
}

impl Error {
    /// `Ok` for `UFSECP_OK`, or the reason.
    pub(crate) fn check(status: sys::ufsecp_status) -> Result<(), Error> {
        Err(match status {
            sys::UFSECP_OK => return Ok(()),
            sys::UFSECP_BAD_SIGNATURE => Error::BadSignature,
            sys::UFSECP_PUBKEY_FORMAT => Error::PubkeyFormat,
            sys::UFSECP_PUBKEY_RANGE => Error::PubkeyRange,
            sys::UFSECP_PUBKEY_OFF_CURVE => Error::PubkeyOffCurve,
            sys::UFSECP_R_ZERO => Error::RZero,
            sys::UFSECP_R_RANGE => Error::RRange,
            sys::UFSECP_S_ZERO => Error::SZero,
            sys::UFSECP_S_RANGE => Error::SRange,
            sys::UFSECP_S_HIGH => Error::SHigh,
            sys::UFSECP_RECID => Error::RecoveryId,
            sys::UFSECP_NO_POINT => Error::NoPoint,
            sys::UFSECP_DER => Error::Der,
            sys::UFSECP_SIG_FORMAT => Error::SignatureFormat,
            other => Error::Unknown(other),
        })
    }

    /// The status of the C interface, where it has one for this.
    fn status(self) -> Option<sys::ufsecp_status> {
        Some(match self {
            Error::BadSignature => sys::UFSECP_BAD_SIGNATURE,
            Error::PubkeyFormat => sys::UFSECP_PUBKEY_FORMAT,
            Error::PubkeyRange => sys::UFSECP_PUBKEY_RANGE,
            Error::PubkeyOffCurve => sys::UFSECP_PUBKEY_OFF_CURVE,
            Error::RZero => sys::UFSECP_R_ZERO,
            Error::RRange => sys::UFSECP_R_RANGE,
            Error::SZero => sys::UFSECP_S_ZERO,
            Error::SRange => sys::UFSECP_S_RANGE,
            Error::SHigh => sys::UFSECP_S_HIGH,
            Error::RecoveryId => sys::UFSECP_RECID,
            Error::NoPoint => sys::UFSECP_NO_POINT,
            Error::Der => sys::UFSECP_DER,
            Error::SignatureFormat => sys::UFSECP_SIG_FORMAT,
            Error::Unknown(status) => status,
            _ => return None,
        })
    }
}

impl fmt::Display for Error {
    fn fmt(&self, to: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(status) = self.status() {
            // SAFETY: the call returns a static text for every number.
            let text = unsafe { CStr::from_ptr(sys::ufsecp_status_text(status)) };
            return to.write_str(text.to_str().unwrap_or("unknown reason"));
        }
        to.write_str(match self {
            Error::SecretKey => "not a secret key: 32 bytes, not zero and below n",
            Error::Tweak => "the tweak or the result is out of range",
            Error::Random => "the system's random generator failed",
            Error::SignCheck => "the signature did not verify after it was made",
            _ => "no such engine or number of threads here",
        })
    }
}

impl std::error::Error for Error {}

/// What a call that returns 1 or 0 says.
pub(crate) fn done(returned: core::ffi::c_int, error: Error) -> Result<(), Error> {
    if returned == 1 { Ok(()) } else { Err(error) }
}
