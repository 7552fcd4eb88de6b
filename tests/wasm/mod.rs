//! The WebAssembly exports as Rust programs call them: the same tests in Node.js and in browsers.
//!
//! The tests of the npm package, in JavaScript, are in `tests/client`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing
)]

mod calls;
mod embedded;
mod service;
mod support;
