#![doc = include_str!("../README.md")]
//!
//! # Layers
//! `endpoints`, `json`, `error`, `rules` and `service` are pure: no I/O, clock or randomness. [`Client`] adds three
//! one-method traits for the world; `wasm` implements them for JavaScript, and nothing depends on `wasm`.

mod args;
mod base_url;
mod client;
mod endpoints;
mod error;
mod helpers;
mod json;
mod model;
mod rules;
#[cfg(feature = "service")]
pub mod service;
mod status;
mod text;
mod uint256;
#[cfg(target_arch = "wasm32")]
pub mod wasm;

pub use args::{Arg, Args};
pub use base_url::BaseUrl;
pub use client::{Client, KeySource, Limits, Request, Response, Timer, Transport};
pub use endpoints::{
    BridgeTransfer, BridgeTransferByHash, Call, ChainType, Endpoint, Ethereal, EtherealStatus, Ethereals, Integers,
    Page, Project, ProjectOfKey, Query, RouteStep, Standard, Step, StepKind, StepRole, StepState, TokenDocument,
    TokenUri, TransferStatus, TransferType, can,
};
pub use error::{Error, ErrorDetails, ErrorKind};
pub use helpers::{checksum_address, format_units, parse_units, resolve_uri, same_address};
pub use json::{Checked, Fault, Problem, ProblemDetails};
pub use model::{Property, Scalar, TypeScript};
