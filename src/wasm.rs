//! The boundary to JavaScript: decode, call, encode, and nothing else.
//!
//! `pkg/js` wraps these exports: it makes real `Error`s of the plain objects thrown here and adds async iteration.
//! Exports take `&self` and hand an `Rc` to the future, so that nothing is borrowed while a call is under way.

#[cfg(feature = "client")]
mod client;
mod convert;
#[cfg(feature = "service")]
mod embedded;
#[cfg(feature = "client")]
pub mod helpers;
#[cfg(feature = "client")]
mod values;
#[cfg(feature = "client")]
mod world;

#[cfg(feature = "client")]
pub use client::WasmClient;
#[cfg(feature = "service")]
pub use embedded::WasmService;
