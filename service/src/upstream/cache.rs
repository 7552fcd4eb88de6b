//! The caches of URIs and documents, with their failures. All requests that wait for a key share
//! one read.

use super::{
    failure::{Failure, UNUSABLE},
    limits::Limits,
    metrics::Metrics,
};
use moka::{Expiry, future::Cache as MokaCache};
use std::time::{Duration, Instant};

/// A value of a cache.
pub(super) trait Value: Clone + Send + Sync + 'static {
    /// The number of bytes that the value takes.
    fn bytes(&self) -> usize;
    /// How long the value is fresh after it was read.
    fn fresh_for(&self, limits: &Limits) -> Duration;
    /// Whether callers get the old value when a new read fails with this status.
    fn replaces_failure(status: u16) -> bool;
}

/// A value or a failure in the cache.
#[derive(Debug, Clone)]
struct Entry<V> {
    result: Result<V, Failure>,
    read_at: Instant,
    fresh_until: Instant,
    /// When the cache removes the entry. A value stays in the cache for longer than it is fresh, so
    /// that callers get the old value when a later read fails.
    expires: Instant,
}

impl<V: Value> Entry<V> {
    /// Whether the entry is the response to a call that began at `call_start`. A call with `renew`
    /// gets only an entry that was read after the call began.
    fn serves(&self, renew: bool, call_start: Instant) -> bool {
        Instant::now() < self.fresh_until && (!renew || self.read_at >= call_start)
    }

    fn bytes(&self) -> usize {
        self.result
            .as_ref()
            .map_or_else(|failure| failure.message.len(), Value::bytes)
    }
}

/// Removes each entry when it expires. Without this, the failures of requests for unknown tokens
/// would stay in the cache and evict values that are still needed.
struct EntryExpiry;

impl<V: Value> Expiry<String, Entry<V>> for EntryExpiry {
    fn expire_after_create(&self, _: &String, entry: &Entry<V>, now: Instant) -> Option<Duration> {
        Some(entry.expires.saturating_duration_since(now))
    }

    fn expire_after_update(
        &self,
        _: &String,
        entry: &Entry<V>,
        now: Instant,
        _: Option<Duration>,
    ) -> Option<Duration> {
        Some(entry.expires.saturating_duration_since(now))
    }
}

/// A cache. Clones share their entries.
#[derive(Clone)]
pub(super) struct Cache<V: Value> {
    entries: MokaCache<String, Entry<V>>,
    limits: Limits,
    metrics: Metrics,
}

impl<V: Value> Cache<V> {
    pub(super) fn new(limits: &Limits, metrics: &Metrics) -> Self {
        // An entry takes about 256 bytes in addition to its texts.
        let weight = |key: &String, entry: &Entry<V>| {
            u32::try_from(key.len() + entry.bytes() + 256).unwrap_or(u32::MAX)
        };
        let entries = MokaCache::builder()
            .max_capacity(limits.cache)
            .weigher(weight)
            .expire_after(EntryExpiry)
            .build();
        Self {
            entries,
            limits: limits.clone(),
            metrics: metrics.clone(),
        }
    }

    /// Returns the fresh entry of a key, or the result of `read` if the cache has no fresh entry.
    /// If a read of the same key is in flight, waits for its result instead of running `read`.
    pub(super) async fn get(
        &self,
        key: String,
        renew: bool,
        read: impl Future<Output = Result<V, Failure>> + Send + 'static,
    ) -> Result<V, Failure> {
        let call_start = Instant::now();
        if let Some(entry) = self.entries.get(&key).await
            && entry.serves(renew, call_start)
        {
            self.metrics.cache_hits.inc();
            return entry.result;
        }
        self.metrics.cache_misses.inc();
        let this = self.clone();
        // A separate task, so that a caller that gives up does not cancel the read for the other
        // callers.
        let task = tokio::spawn(async move {
            let read_entry = async {
                let old = this.entries.get(&key).await;
                let new = read.await;
                this.entry_after_read(old, new)
            };
            let must_read = |entry: &Entry<V>| !entry.serves(renew, call_start);
            // Reads if the key has no entry, or if `must_read` returns true. For tasks that wait for
            // the same key, the cache runs `read_entry` of only one task.
            let entry = this
                .entries
                .entry_by_ref(&key)
                .or_insert_with_if(read_entry, must_read)
                .await;
            entry.into_value().result
        });
        task.await.unwrap_or_else(|_| Err(Failure::internal()))
    }

    /// Returns the entry for the result `new` of a read. If the read failed, the old value may
    /// replace the failure.
    fn entry_after_read(&self, old: Option<Entry<V>>, new: Result<V, Failure>) -> Entry<V> {
        let now = Instant::now();
        if let Err(failure) = &new
            && let Some(old) = old
            && old.result.is_ok()
            && now < old.expires
            && V::replaces_failure(failure.status)
        {
            self.metrics.stale.inc();
            // The old value, which still expires at the same time.
            return Entry {
                read_at: now,
                fresh_until: now + self.limits.failed,
                ..old
            };
        }
        let (fresh_for, expires_after) = match &new {
            Ok(value) => (value.fresh_for(&self.limits), self.limits.stale),
            Err(failure) => {
                let fresh_for = match failure.status {
                    404 | UNUSABLE => self.limits.unusable,
                    // Only the requests that wait for this read get the failure. The next request
                    // reads again.
                    429 | 500 | 503 => Duration::ZERO,
                    _ => self.limits.failed,
                };
                (fresh_for, fresh_for)
            }
        };
        Entry {
            result: new,
            read_at: now,
            fresh_until: now + fresh_for,
            expires: now + expires_after,
        }
    }

    /// Returns the number of bytes of all entries, after the cache has removed expired entries and
    /// entries that exceed its limit.
    #[cfg(test)]
    pub(super) async fn weighted_size(&self) -> u64 {
        self.entries.run_pending_tasks().await;
        self.entries.weighted_size()
    }
}
