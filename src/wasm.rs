//! The boundary to JavaScript: decode, call, encode, and nothing else.
//!
//! `pkg/js` wraps these exports: it makes real `Error`s of the texts thrown here, carries requests and adds async
//! iteration. The client's exports keep nothing but the calls under way (`running.rs`), so nothing can be used after
//! it was freed.

#[cfg(feature = "client")]
pub mod client;
mod convert;
#[cfg(feature = "service")]
mod embedded;
#[cfg(feature = "client")]
pub mod helpers;
#[cfg(feature = "client")]
mod host;
#[cfg(feature = "client")]
pub mod running;
#[cfg(feature = "client")]
pub mod stream;
#[cfg(feature = "client")]
mod values;
#[cfg(feature = "client")]
pub mod watch;

#[cfg(feature = "service")]
pub use embedded::WasmService;
