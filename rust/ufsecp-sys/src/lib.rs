//! The C interface of UltrafastSecp256k1, as its headers declare it.
//!
//! The crate `ufsecp` is the safe interface. What holds for each call (sizes, misuse, overlap,
//! threads, time) is in the headers and in the comments here: sizes are the digits that end a
//! parameter's name, every `int` is 1 or 0, and a null pointer where a value is needed is refused.
//!
//! The build compiles the library, from sources that `rust/make_sources.py --package` puts beside
//! the crate. `UFSECP_LIB_DIR` is the folder of an installed library, which is linked instead:
//! `libufsecp.a`, or else its shared library. `UFSECP_ONE_ENGINE=1` compiles portable code alone.
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
