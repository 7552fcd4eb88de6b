//! The cache of documents and failures. All requests that wait for a token share one read.

use super::{Failure, limits::Limits, metrics::Metrics};
use moka::{Expiry, future::Cache};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// The result of reading a token.
pub(super) type ReadResult = Result<Document, Failure>;

#[derive(Debug, Clone)]
pub(super) struct Document {
    pub(super) text: Arc<str>,
    /// Whether the URI always has this document, as a content id does.
    pub(super) immutable: bool,
}

/// A document or a failure in the cache.
#[derive(Debug, Clone)]
struct Entry {
    result: Result<Arc<str>, Failure>,
    fresh_until: Instant,
    expires: Instant,
}

impl Entry {
    fn is_fresh(&self) -> bool {
        Instant::now() < self.fresh_until
    }

    fn bytes(&self) -> usize {
        self.result.as_ref().map_or_else(|failure| failure.message.len(), |text| text.len())
    }
}

struct EntryExpiry;

impl Expiry<String, Entry> for EntryExpiry {
    fn expire_after_create(&self, _: &String, entry: &Entry, now: Instant) -> Option<Duration> {
        Some(entry.expires.saturating_duration_since(now))
    }

    fn expire_after_update(&self, _: &String, entry: &Entry, now: Instant, _: Option<Duration>) -> Option<Duration> {
        Some(entry.expires.saturating_duration_since(now))
    }
}

/// The cache. Clones share their entries.
#[derive(Clone)]
pub(super) struct Documents {
    entries: Cache<String, Entry>,
    limits: Limits,
    metrics: Metrics,
}

impl Documents {
    pub(super) fn new(limits: &Limits, metrics: &Metrics) -> Self {
        // An entry takes about 256 bytes besides its texts.
        let weight = |key: &String, entry: &Entry| u32::try_from(key.len() + entry.bytes() + 256).unwrap_or(u32::MAX);
        let entries = Cache::builder().max_capacity(limits.cache).weigher(weight).expire_after(EntryExpiry).build();
        Self { entries, limits: limits.clone(), metrics: metrics.clone() }
    }

    /// The fresh entry of a key, or else the result of `read`. If a read of the key is in flight, waits for that one.
    pub(super) async fn get(
        &self,
        key: String,
        read: impl Future<Output = ReadResult> + Send + 'static,
    ) -> Result<Arc<str>, Failure> {
        if let Some(entry) = self.entries.get(&key).await.filter(Entry::is_fresh) {
            self.metrics.cache_hits.inc();
            return entry.result;
        }
        self.metrics.cache_misses.inc();
        let this = self.clone();
        // A separate task, so that a caller that gives up does not cancel the read for the other callers.
        let task = tokio::spawn(async move {
            let refreshed = async { this.refreshed(this.entries.get(&key).await, read.await) };
            let entry = this.entries.entry_by_ref(&key).or_insert_with_if(refreshed, |entry| !entry.is_fresh()).await;
            entry.into_value().result
        });
        task.await.unwrap_or_else(|_| Err(Failure::new(500, "Internal error.")))
    }

    /// The entry after a read. An old document outlives failures, except a 404.
    fn refreshed(&self, old: Option<Entry>, new: ReadResult) -> Entry {
        let now = Instant::now();
        let failure = match new {
            Ok(Document { text, immutable }) => {
                let fresh_for = if immutable { self.limits.immutable } else { self.limits.fresh };
                return Entry { result: Ok(text), fresh_until: now + fresh_for, expires: now + self.limits.stale };
            }
            Err(failure) => failure,
        };
        let kept = old.filter(|old| old.result.is_ok() && old.expires > now && failure.status != 404);
        if let Some(old) = kept {
            self.metrics.stale.inc();
            return Entry { fresh_until: now + self.limits.failed, ..old };
        }
        let expires = match failure.status {
            404 => now + self.limits.not_found,
            // Only for the requests that wait; the next one tries again.
            429 => now,
            _ => now + self.limits.failed,
        };
        Entry { result: Err(failure), fresh_until: expires, expires }
    }
}
