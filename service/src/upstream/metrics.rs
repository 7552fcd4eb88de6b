//! The metrics of token documents, in `GET /metrics`.

use crate::metrics::registered;
use prometheus_client::{
    metrics::{counter::Counter, gauge::Gauge},
    registry::Registry,
};

/// The metrics since the start. Clones share their values.
#[derive(Debug, Clone)]
pub(super) struct Metrics {
    pub(super) cache_hits: Counter,
    pub(super) cache_misses: Counter,
    pub(super) stale: Counter,
    pub(super) rpc_errors: Counter,
    pub(super) fetch_errors: Counter,
    pub(super) refused: Counter,
    pub(super) busy: Counter,
    pub(super) reads: Gauge,
}

impl Metrics {
    pub(super) fn new(registry: &mut Registry) -> Self {
        let mut counter = |name, help| registered(registry, name, help);
        Self {
            cache_hits: counter(
                "token_cache_hits",
                "URIs, documents and failures that were fresh in the cache",
            ),
            cache_misses: counter(
                "token_cache_misses",
                "URIs and documents that waited for a read",
            ),
            stale: counter(
                "token_stale",
                "Old URIs and documents that stayed because a new read failed",
            ),
            // A revert is a result of the chain, so it does not count as an error.
            rpc_errors: counter("token_rpc_errors", "Failures of chain endpoints"),
            fetch_errors: counter("token_fetch_errors", "URLs of a document that failed"),
            refused: counter(
                "token_refused",
                "URLs and addresses that the service may not connect to",
            ),
            busy: counter(
                "token_busy",
                "Reads that were rejected because too many were in flight",
            ),
            reads: registered(registry, "token_readings", "Reads in flight"),
        }
    }
}
