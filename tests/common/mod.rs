//! The exported class and helpers as JavaScript uses them: the same tests in Node.js and in browsers.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

mod abort;
mod answers;
mod failures;
mod foreign_fetch;
mod helpers;
mod host;
mod integers;
mod js;
mod keys;
mod limits;
mod many;
mod requests;
mod stand_ins;
mod wire;
