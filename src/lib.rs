//! Client and service of a query API with four read-only endpoints: token metadata, bridge transfers, API keys, and
//! mirrored NFT collections ("ethereals").
//!
//! The crate has no I/O of its own. A program implements [`Transport`] over its HTTP client and [`Clock`] over its timers,
//! or takes the transport of the feature `reqwest`. [`Client`] adds the API key, retries, time limits, deduplication, a cache and hooks. The same crate, compiled to
//! WebAssembly, is the npm package `ethereal-query`.
//!
//! # Modules
//! - The root has the [`Client`] with its [`Config`], one request type for each endpoint ([`GetTokenUri`],
//!   [`GetTransfer`], [`GetProject`], [`EtherealsQuery`]), the records that they return, and the [`Error`].
//! - [`service`] is the other side: [`service::MemoryService`] answers requests over records in memory, and its pure
//!   functions serve any other store. Feature `service`, on by default.
//! - [`retry`] decides whether and when the client retries. [`WatchState`] does so for polling a transfer.
//! - [`format_units`], [`parse_units`], [`resolve_uri`] and [`checksum_address`] are helpers for amounts, URIs and addresses.
//!
//! `endpoints`, `json`, `error`, `rules`, `retry` and `service` are pure: no I/O, clock or randomness. [`Client`] adds the
//! two traits; `wasm` implements them for JavaScript, and nothing depends on `wasm`.
//!
//! # Example
//! A request is a value; here the service in memory answers it.
//! ```
//! use ethereal_query::service::{Dataset, MemoryService, Request};
//! use ethereal_query::{Endpoint, GetProject};
//!
//! let keys = r#"{"key":"test-key","requestOwner":"me","auth":{"deliveries":["read"]}}"#;
//! let service = MemoryService::new(&Dataset { keys, ..Dataset::default() })?;
//! let call = GetProject.call();
//! let answer = service.handle(&Request { method: "GET", target: &call.target, api_key: Some("test-key") });
//! assert_eq!(answer.status, 200);
//! assert!(answer.body.contains(r#""requestOwner":"me""#));
//! # Ok::<(), ethereal_query::service::DatasetError>(())
//! ```
//! The guide `docs/rust.md` in the repository has a complete client with a transport.

mod base_url;
mod client;
mod endpoints;
mod error;
mod helpers;
mod json;
mod model;
mod parameters;
pub mod retry;
mod rules;
#[cfg(feature = "service")]
pub mod service;
mod text;
mod uint256;
#[cfg(target_arch = "wasm32")]
pub mod wasm;
mod watch;

pub use base_url::BaseUrl;
pub use client::{
    ApiKey, ApiKeyFuture, BodyObserver, CacheLimits, CheckedResponse, Client, Clock, Config, Event, EventKind, Hooks,
    HttpResponse, Limits, PendingCall, Request, Response, TransferUpdate, Transport,
};
#[cfg(all(feature = "reqwest", not(target_arch = "wasm32")))]
pub use client::{ReqwestResponse, ReqwestTransport};
pub use endpoints::*;
pub use error::{Attempt, Cause, Error, ErrorCode, ErrorDetails, ErrorKind};
pub use helpers::{checksum_address, format_units, parse_units, resolve_uri, same_address};
pub use json::{Checked, DecodeError, DecodeErrorDetails, DecodeErrorKind, Drift, MAX_DRIFT};
pub use model::{Property, Scalar, TypeScript};
pub use parameters::{Address, ChainId, Cursor, SourceChain, TokenId, TxHash};
pub use watch::{WatchEnd, WatchNext, WatchOutcome, WatchPhase, WatchSettings, WatchState, WatchTurn};

#[cfg(doctest)]
#[doc = include_str!("../docs/rust.md")]
mod guide {}
