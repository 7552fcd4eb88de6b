//! Helpers for amounts, addresses and URIs, without I/O.

mod address;
mod units;
mod uri;

pub use address::*;
pub use units::*;
#[cfg(all(target_arch = "wasm32", feature = "helpers"))]
pub(crate) use uri::candidates;
pub use uri::*;
