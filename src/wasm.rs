//! The exports to JavaScript. They take `JsValue`s, and return promises and typed values.
//!
//! The TypeScript in `pkg/src` wraps them. Each of the Cargo features `client`, `embedded` and `proxy` is a WebAssembly
//! module.

#[cfg(feature = "client")]
mod abort;
#[cfg(any(feature = "client", feature = "proxy"))]
mod arg;
#[cfg(feature = "client")]
mod base_url;
#[cfg(feature = "client")]
mod client;
#[cfg(feature = "client")]
mod client_options;
#[cfg(feature = "embedded")]
mod embedded;
mod error;
#[cfg(feature = "client")]
mod fetch;
#[cfg(any(feature = "client", feature = "proxy"))]
mod headers;
#[cfg(feature = "client")]
mod hooks;
#[cfg(any(feature = "client", feature = "proxy"))]
mod js;
#[cfg(any(feature = "client", feature = "proxy"))]
mod options;
#[cfg(feature = "client")]
mod promise;
#[cfg(feature = "proxy")]
mod proxy;
mod recovery;
#[cfg(any(feature = "client", feature = "proxy"))]
mod shared_options;

#[cfg(feature = "client")]
pub use client::Client;
#[cfg(feature = "embedded")]
pub use embedded::*;
#[cfg(feature = "proxy")]
pub use proxy::*;
pub use recovery::*;
