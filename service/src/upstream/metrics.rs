//! The metrics of token documents, in `GET /metrics`.

use prometheus_client::{
    metrics::{counter::Counter, gauge::Gauge},
    registry::Registry,
};

/// The metrics since the start. Clones share their values.
#[derive(Debug, Clone, Default)]
pub(super) struct Metrics {
    pub(super) cache_hits: Counter,
    pub(super) cache_misses: Counter,
    pub(super) stale: Counter,
    /// Without reverts, which are results of the chain.
    pub(super) rpc_errors: Counter,
    pub(super) fetch_errors: Counter,
    pub(super) refused: Counter,
    pub(super) busy: Counter,
    pub(super) reads: Gauge,
}

impl Metrics {
    pub(super) fn register(&self, registry: &mut Registry) {
        let counters = [
            (
                "token_cache_hits",
                "URIs and documents of tokens that were fresh in the cache, failures too",
                &self.cache_hits,
            ),
            ("token_cache_misses", "URIs and documents of tokens that waited for a read", &self.cache_misses),
            ("token_stale", "Old URIs and documents that stayed in the cache because a new read failed", &self.stale),
            ("token_rpc_errors", "Failures of chain endpoints", &self.rpc_errors),
            ("token_fetch_errors", "URLs of a document that failed", &self.fetch_errors),
            ("token_refused", "URLs and addresses that the service may not connect to", &self.refused),
            ("token_busy", "Reads that were rejected because too many were in flight", &self.busy),
        ];
        for (name, help, counter) in counters {
            registry.register(name, help, counter.clone());
        }
        registry.register("token_readings", "Reads in flight", self.reads.clone());
    }
}
