//! What the metrics page shows of all this.

use std::sync::atomic::{AtomicU64, Ordering};

/// Counters since the start.
#[derive(Debug, Default)]
pub(super) struct Counts {
    pub(super) hits: AtomicU64,
    pub(super) misses: AtomicU64,
    pub(super) stale: AtomicU64,
    pub(super) rpc_errors: AtomicU64,
    pub(super) fetch_errors: AtomicU64,
    pub(super) refused: AtomicU64,
    pub(super) busy: AtomicU64,
}

/// The counters at one moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Metrics {
    /// Answers, failures as well, that were fresh in the cache.
    pub(crate) cache_hits: u64,
    /// Calls that had to wait for a reading, their own or one under way.
    pub(crate) cache_misses: u64,
    /// Old documents kept because their refresh failed.
    pub(crate) stale: u64,
    /// RPC endpoints that failed; a revert is an answer.
    pub(crate) rpc_errors: u64,
    /// Candidates for a document that failed.
    pub(crate) fetch_errors: u64,
    /// URLs and addresses that the guard refused.
    pub(crate) refused: u64,
    /// Readings given up because too many were under way.
    pub(crate) busy: u64,
    /// Readings under way.
    pub(crate) in_flight: u64,
}

impl Metrics {
    /// Name, help and value of each, as the metrics page has them.
    pub(crate) fn lines(&self) -> [(&'static str, &'static str, u64); 8] {
        [
            ("ethereal_query_token_cache_hits_total", "Token answers that were fresh in the cache.", self.cache_hits),
            ("ethereal_query_token_cache_misses_total", "Token answers that waited for a reading.", self.cache_misses),
            ("ethereal_query_token_stale_total", "Old documents kept because a refresh failed.", self.stale),
            ("ethereal_query_token_rpc_errors_total", "Chain endpoints that failed.", self.rpc_errors),
            ("ethereal_query_token_fetch_errors_total", "Places of a document that failed.", self.fetch_errors),
            ("ethereal_query_token_refused_total", "URLs and addresses that may not be connected to.", self.refused),
            ("ethereal_query_token_busy_total", "Readings given up because too many were under way.", self.busy),
            ("ethereal_query_token_readings", "Readings under way.", self.in_flight),
        ]
    }
}

impl Counts {
    pub(super) fn add(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn metrics(&self, in_flight: usize) -> Metrics {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed);
        Metrics {
            cache_hits: read(&self.hits),
            cache_misses: read(&self.misses),
            stale: read(&self.stale),
            rpc_errors: read(&self.rpc_errors),
            fetch_errors: read(&self.fetch_errors),
            refused: read(&self.refused),
            busy: read(&self.busy),
            in_flight: u64::try_from(in_flight).unwrap_or(u64::MAX),
        }
    }
}
