//! The caches of URIs and documents, with their failures. All requests that wait for a key share one read.

use super::{
    failure::{Failure, UNUSABLE},
    limits::Limits,
    metrics::Metrics,
};
use moka::{Expiry, future::Cache as MokaCache};
use std::time::{Duration, Instant};

/// A value of a cache.
pub(super) trait Value: Clone + Send + Sync + 'static {
    /// The bytes that it takes.
    fn bytes(&self) -> usize;
    /// The time that it is fresh.
    fn fresh_for(&self, limits: &Limits) -> Duration;
    /// Whether an old value replaces a failure of the read with this status.
    fn replaces(status: u16) -> bool;
}

/// A value or a failure in the cache.
#[derive(Debug, Clone)]
struct Entry<V> {
    result: Result<V, Failure>,
    read_at: Instant,
    fresh_until: Instant,
    /// Until then, the entry stays in the cache. A value outlives its freshness, because it replaces failures.
    expires: Instant,
}

impl<V: Value> Entry<V> {
    /// Whether the entry serves a request that came at `asked_at`. One that asks to `renew` gets only what was read
    /// since then.
    fn serves(&self, renew: bool, asked_at: Instant) -> bool {
        Instant::now() < self.fresh_until && (!renew || self.read_at >= asked_at)
    }

    fn bytes(&self) -> usize {
        self.result
            .as_ref()
            .map_or_else(|failure| failure.message.len(), Value::bytes)
    }
}

/// Removes each entry when it expires. A failure that stayed as long as a value could not be used, and requests for
/// unknown tokens would fill the cache and evict the values that replace failures.
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
        // An entry takes about 256 bytes besides its texts.
        let weight = |key: &String, entry: &Entry<V>| {
            u32::try_from(key.len() + entry.bytes() + 256).unwrap_or(u32::MAX)
        };
        let entries = MokaCache::builder()
            .max_capacity(limits.cache)
            .weigher(weight)
            .expire_after(EntryExpiry);
        Self {
            entries: entries.build(),
            limits: limits.clone(),
            metrics: metrics.clone(),
        }
    }

    /// The fresh entry of a key, or else the result of `read`. If a read of the key is in flight, waits for that one.
    pub(super) async fn get(
        &self,
        key: String,
        renew: bool,
        read: impl Future<Output = Result<V, Failure>> + Send + 'static,
    ) -> Result<V, Failure> {
        let asked_at = Instant::now();
        if let Some(entry) = self
            .entries
            .get(&key)
            .await
            .filter(|entry| entry.serves(renew, asked_at))
        {
            self.metrics.cache_hits.inc();
            return entry.result;
        }
        self.metrics.cache_misses.inc();
        let this = self.clone();
        // A separate task, so that a caller that gives up does not cancel the read for the other callers.
        let task = tokio::spawn(async move {
            let refreshed = async { this.refreshed(this.entries.get(&key).await, read.await) };
            let is_old = |entry: &Entry<V>| !entry.serves(renew, asked_at);
            this.entries
                .entry_by_ref(&key)
                .or_insert_with_if(refreshed, is_old)
                .await
                .into_value()
                .result
        });
        task.await.unwrap_or_else(|_| Err(Failure::internal()))
    }

    /// The entry after a read.
    fn refreshed(&self, old: Option<Entry<V>>, new: Result<V, Failure>) -> Entry<V> {
        let now = Instant::now();
        let (fresh_for, expires_after) = match &new {
            Ok(value) => (value.fresh_for(&self.limits), self.limits.stale),
            Err(failure) => {
                let replaces = |old: &Entry<V>| {
                    old.result.is_ok() && now < old.expires && V::replaces(failure.status)
                };
                if let Some(old) = old.filter(replaces) {
                    self.metrics.stale.inc();
                    return Entry {
                        read_at: now,
                        fresh_until: now + self.limits.failed,
                        ..old
                    };
                }
                let fresh_for = match failure.status {
                    404 | UNUSABLE => self.limits.unusable,
                    // Only for the requests that wait; the next one tries again.
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

    /// The bytes of all entries, once the cache has evicted what exceeds its limit.
    #[cfg(test)]
    pub(super) async fn weighted_size(&self) -> u64 {
        self.entries.run_pending_tasks().await;
        self.entries.weighted_size()
    }
}
