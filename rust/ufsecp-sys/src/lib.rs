//! The C interface of UltrafastSecp256k1, as its headers declare it.
//!
//! The crate `ufsecp` is the safe interface. What holds for each call (sizes, misuse, overlap,
//! threads, time) is in the headers and in the comments here: sizes are the digits that end a
//! parameter's name, every `int` is 1 or 0, and a null pointer where a value is needed is refused.
//!
//! The build needs `UFSECP_LIB_DIR`, the folder of an installed library: `libufsecp.a`, or else its
//! shared library.
//!
//! ```
//! let version = unsafe { core::ffi::CStr::from_ptr(ufsecp_sys::ufsecp_version()) };
//! assert_eq!(version.to_str(), Ok(ufsecp_sys::UFSECP_VERSION));
//! ```
#![allow(non_camel_case_types)]

#[rustfmt::skip]
#[allow(clippy::all)]
mod bindings;

pub use bindings::*;
