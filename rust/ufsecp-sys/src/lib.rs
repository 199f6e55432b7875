//! The C interface of UltrafastSecp256k1, as its headers declare it.
//!
//! The crate `ufsecp` is the safe interface. What holds for each call (sizes, misuse, overlap,
//! threads, time) is in the headers and in the comments here: sizes are the digits that end a
//! parameter's name, every `int` is 1 or 0, and a null pointer where a value is needed is refused.
//!
//! # Where the library comes from
//!
//! - With `UFSECP_LIB_DIR` set, `libufsecp.a` of that folder, or else its shared library.
//! - Otherwise it is compiled, by a C++20 compiler (g++ 12, clang 14 or newer). The environment
//!   variable `CXX` chooses it. The feature `lanes`, a default, is the engines that compute eight
//!   rows at once; without it batches take about three times as long, and the build a fifth.
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
