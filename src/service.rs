//! The service: the same four endpoints from the other side, as pure functions over plain values.
//!
//! [`match_route`] finds the endpoint and answers what needs no data (preflight, unknown paths, wrong methods);
//! [`RouteMatch::operation`] reads the parameters; a store finds the records; [`answer`] writes the body. [`MemoryService`] puts
//! them together over records held in memory, and is what `ethereal-query/embedded` exports.

pub mod answer;
mod cursor;
mod http;
mod memory;
mod plan;
pub mod record;
mod route;

pub use http::{Request, Response};
pub use memory::{Dataset, MemoryService};
pub use plan::{Engine, Statement, plan};
pub use record::{DatasetError, KeyRecord};
pub use route::{Operation, PageRequest, RouteMatch, match_route};
