//! The `cdylib` behind the npm package. Everything lives in the root crate.
pub use ethereal_query::*;
