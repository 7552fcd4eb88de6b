//! The WebAssembly exports as Rust programs call them: the same tests in Node.js and in browsers.
//!
//! The tests of the npm package, in JavaScript, are in `tests/client`.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod abort;
mod api_key;
mod arguments;
mod calls;
mod embedded;
mod errors;
mod hooks;
mod limits;
mod requests;
mod responses;
mod retries;
mod service;
mod sharing;
mod support;
