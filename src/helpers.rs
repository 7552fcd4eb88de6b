//! Helpers for amounts, addresses, tokens and URIs, without I/O.

mod address;
mod metadata;
mod token_ref;
mod units;
mod uri;

pub use address::*;
#[cfg(all(target_arch = "wasm32", any(feature = "helpers", feature = "metadata")))]
pub(crate) use metadata::Resolver;
pub use metadata::{
    MAX_METADATA_DATA_URL, MAX_METADATA_ITEMS, MAX_METADATA_TEXT, MAX_METADATA_URL, MetadataAttribute,
    MetadataLocalization, MetadataValue, NormalizedMetadata, normalize_metadata,
};
#[cfg(all(target_arch = "wasm32", feature = "metadata"))]
pub(crate) use metadata::{Node, normalize};
pub use token_ref::*;
pub use units::*;
#[cfg(all(target_arch = "wasm32", feature = "helpers"))]
pub(crate) use uri::candidates;
pub use uri::*;
