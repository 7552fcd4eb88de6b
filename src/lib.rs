#![doc = include_str!("../README.md")]
//!
//! # Layers
//! `endpoints`, `json`, `error`, `rules`, `retry` and `service` are pure: no I/O, clock or randomness. [`Client`] adds
//! the traits [`Transport`] and [`Clock`]; `wasm` implements them for JavaScript, and nothing depends on `wasm`.

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
    Answer, ApiKey, ApiKeyFuture, BodyObserver, CacheLimits, Client, Clock, Config, Event, EventKind, Hooks,
    HttpResponse, Limits, PendingCall, Request, Response, TransferUpdate, Transport,
};
#[cfg(all(feature = "reqwest", not(target_arch = "wasm32")))]
pub use client::{ReqwestResponse, ReqwestTransport};
pub use endpoints::{
    BridgeTransfer, Call, ChainType, Endpoint, Ethereal, EtherealStatus, EtherealsQuery, GetProject, GetTokenUri,
    GetTransfer, Integers, Page, Project, Query, ROUTES, Route, RouteStep, Standard, Step, StepKind, StepRole,
    StepState, TokenDocument, TransferStatus, TransferType, can,
};
pub use error::{Attempt, Cause, Error, ErrorDetails, ErrorKind};
pub use helpers::{checksum_address, format_units, parse_units, resolve_uri, same_address};
pub use json::{Checked, Drift, Fault, MOST_DRIFT, Problem, ProblemDetails};
pub use model::{Property, Scalar, TypeScript};
pub use parameters::{Address, ChainId, Cursor, SourceChain, TokenId, TxHash};
pub use watch::{WatchEnd, WatchNext, WatchOutcome, WatchPhase, WatchSettings, WatchState, WatchTurn};
