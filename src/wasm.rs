//! The exports to JavaScript. They take and return typed values and promises.
//!
//! The TypeScript in `pkg/src` wraps the exports. Each of the Cargo features `client`, `embedded`
//! and `proxy` is a WebAssembly module.

#[cfg(feature = "client")]
mod abort;
#[cfg(any(feature = "client", feature = "proxy"))]
mod arguments;
#[cfg(feature = "client")]
mod client;
#[cfg(feature = "client")]
mod client_options;
#[cfg(feature = "embedded")]
mod embedded;
mod error;
#[cfg(feature = "client")]
mod fetch;
#[cfg(feature = "client")]
mod hooks;
mod object;
#[cfg(feature = "client")]
mod promise;
#[cfg(feature = "proxy")]
mod proxy;
mod recovery;

#[cfg(any(feature = "client", feature = "proxy"))]
pub use arguments::Arguments;
#[cfg(feature = "client")]
pub use client::Client;
#[cfg(feature = "embedded")]
pub use embedded::*;
#[cfg(feature = "client")]
pub use fetch::FetchFunctions;
#[cfg(feature = "proxy")]
pub use proxy::*;
pub use recovery::*;
