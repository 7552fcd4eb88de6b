//! A client and a service for a query API with read-only endpoints: token metadata, bridge transfers, API keys,
//! and mirrored NFT collections ("ethereals").
//!
//! [`Client`] sends requests, retries them, checks the responses, and returns typed records.
//! While a request is in flight, all calls that make the same request share its response. Each
//! attempt and each call has a time limit.
//!
//! The crate does no I/O. Enable the feature `reqwest` for a ready transport, or implement [`Transport`] over
//! your HTTP client and [`Clock`] over your timers. Compiled to WebAssembly, the crate is the npm package
//! `ethereal-query`.
//!
//! # Example
// The example compiles only with `ReqwestTransport`.
#![cfg_attr(
    all(feature = "reqwest", not(target_arch = "wasm32")),
    doc = "```no_run"
)]
#![cfg_attr(
    not(all(feature = "reqwest", not(target_arch = "wasm32"))),
    doc = "```ignore"
)]
//! use ethereal_query::{BaseUrl, Client, Config, GetTransfer, ReqwestTransport};
//!
//! # async fn example() -> Result<(), Box<dyn std::error::Error>> {
//! let config = Config::new(BaseUrl::parse("https://api.example.com")?).with_api_key("an API key");
//! let client = Client::new(config, ReqwestTransport::new()?);
//! let hash = "0x740f456419d615154d3d3a160a7ae5187175a709421008fb1ac69efb988391b4".parse()?;
//! match client.get(&GetTransfer::new(hash)).await? {
//!     Some(transfer) => println!("{}", transfer.status.as_str()),
//!     None => println!("no transfer has this hash"),
//! }
//! # Ok(())
//! # }
//! ```
//! The guide `docs/rust.md` in the repository implements a transport.
//!
//! # Overview
//! | Items | Purpose |
//! |---|---|
//! | [`GetTokenUri`], [`GetTransfer`], [`GetProject`], [`EtherealsQuery`] | the requests, one type for each endpoint |
//! | [`TokenDocument`], [`BridgeTransfer`], [`Project`], [`Ethereal`] | the records that the client returns |
//! | [`Address`], [`ChainId`], [`TokenId`], [`TxHash`], [`SourceChain`], [`Cursor`] | parameters, valid by construction |
//! | [`Error`], [`ErrorKind`], [`ErrorCode`] | the only error type, with a kind to branch on |
//! | [`retry`] | decisions without I/O: whether and when to retry |
//! | [`gateways`] | public gateways of IPFS and Arweave |
//! | [`service`] | the service: routes, parameters, responses, and records in memory |
//!
//! # Features
//! - `service` (default): the module `service`.
//! - `reqwest`: `ReqwestTransport`, for native programs. This feature brings no TLS: enable a TLS
//!   feature of reqwest as well.
//! - `client`, `embedded` and `proxy` (default): each adds the exports of one WebAssembly module. In
//!   a native build, `client` changes nothing. `embedded` and `proxy` enable `service`.

mod base_url;
mod client;
mod endpoints;
mod error;
pub mod gateways;
mod headers;
mod json;
mod limits;
mod model;
mod parameters;
mod refusal;
pub mod retry;
mod rules;
#[cfg(feature = "service")]
pub mod service;
mod text;
mod uint256;
#[cfg(target_arch = "wasm32")]
pub mod wasm;

pub use base_url::BaseUrl;
pub use client::{
    AcceptedDriftEvent, ApiKey, ApiKeyFuture, CallEndEvent, CallStartEvent, CheckedResponse,
    Client, Clock, Config, DriftEvent, DriftPlace, EVENTS, HOOKS, HeadersFuture, Hook, Hooks,
    HttpResponse, PAGINATION_STALLED, PendingCall, Request, RequestEvent, Response, ResponseEvent,
    RetryEvent, SkippedRecordEvent, Transport,
};
#[cfg(all(feature = "reqwest", not(target_arch = "wasm32")))]
pub use client::{ReqwestResponse, ReqwestTransport};
pub use endpoints::*;
pub use error::{Attempt, Cause, Error, ErrorCode, ErrorDetails, ErrorKind};
pub use headers::{CALL_HEADERS, CallHeader, Headers, RESPONSE_HEADERS};
pub use json::{
    Checked, DecodeError, DecodeErrorDetails, DecodeErrorKind, Drift, MAX_DRIFT, MAX_SKIPPED,
    SkippedRecord,
};
pub use limits::{LIMITS, Limit, Limits};
pub use model::{Format, Kind, Model, Property, PropertyType, Scalar, TypeScript};
pub use parameters::{Address, ChainId, Cursor, DocText, SourceChain, TokenId, TxHash};

#[cfg(doctest)]
#[doc = include_str!("../docs/rust.md")]
mod guide {}
