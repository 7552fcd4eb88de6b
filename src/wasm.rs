//! The exports to JavaScript. They take `JsValue`s, and return promises and typed values.
//!
//! The TypeScript in `pkg/src` wraps them. Each of the Cargo features `client`, `helpers` and `service` is a
//! WebAssembly module.

#[cfg(feature = "client")]
mod abort;
#[cfg(any(feature = "client", feature = "helpers"))]
mod arg;
#[cfg(feature = "client")]
mod base_url;
#[cfg(feature = "client")]
mod client;
#[cfg(feature = "service")]
mod embedded;
mod error;
#[cfg(feature = "client")]
mod fetch;
#[cfg(feature = "helpers")]
mod helpers;
#[cfg(feature = "client")]
mod hooks;
#[cfg(feature = "client")]
mod options;
#[cfg(feature = "client")]
mod promise;
mod recovery;
#[cfg(feature = "client")]
mod route;
#[cfg(feature = "client")]
mod stream;
#[cfg(any(feature = "client", feature = "helpers"))]
mod values;
#[cfg(feature = "client")]
mod watch;

#[cfg(feature = "client")]
pub use client::Client;
#[cfg(feature = "service")]
pub use embedded::EmbeddedService;
#[cfg(feature = "helpers")]
pub use helpers::*;
pub use recovery::*;
#[cfg(feature = "client")]
pub use route::route_of;
#[cfg(feature = "client")]
pub use watch::Watch;
