//! The package's classes and functions as JavaScript uses them: the same tests in Node.js and in browsers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod abort;
mod answers;
mod cache;
mod failures;
mod foreign_fetch;
mod helpers;
mod host;
mod integers;
mod js;
mod keys;
mod late;
mod limits;
mod many;
mod package;
mod requests;
mod retries;
mod sharing;
mod stand_ins;
mod stream;
