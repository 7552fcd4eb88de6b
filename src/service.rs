//! The service as pure functions: the same endpoints as the client, from the other side.
//!
//! 1. [`match_route`] finds the endpoint.
//! 2. [`RouteMatch::operation`] reads the parameters.
//! 3. [`Source::of`] describes what a store must find: one record, a page, or the record of the API
//!    key.
//! 4. For one record, the [`RecordRequest`] writes the response. For a page or the record of the
//!    API key, a function of [`responses`] writes the response.
//!
//! [`MemoryService`] does all of this with records in memory; `ethereal-query/embedded` exports it.
//! A native service brings its own store, and gets the SQL of a page from [`page_query()`].

mod cursor;
mod dataset;
mod declaration;
mod http;
mod memory;
mod page_query;
mod proxy;
pub mod record;
mod record_request;
pub mod responses;
mod route;
mod stored_record;

pub use dataset::{Dataset, RecordKind};
pub use declaration::{Column, Content, Declaration, RecordModel};
pub use http::{EXPOSED_HEADERS, Request, Response, TOKEN_URI_CONTENT, has_etag};
pub use memory::MemoryService;
pub use page_query::{Engine, Statement, look_ahead_query, page_query};
pub use proxy::{Forward, Proxy};
pub use record::{DatasetError, KeyRecord};
pub use record_request::{Lookup, RecordRequest, Source};
pub use route::{MAX_PAGE_BYTES, PageRequest, RouteMatch, match_route};
pub use stored_record::StoredRecord;
