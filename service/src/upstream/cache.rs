//! Documents and failures already known, and one reading for however many ask at once.

use super::{Failure, count::Counts, limits::Limits};
use moka::{Expiry, future::Cache};
use std::{
    sync::Arc,
    time::{Duration, Instant},
};

/// What a reading ends with; `fixed` says that the URI can only ever mean these bytes.
pub(super) type Reading = Result<Document, Failure>;

#[derive(Debug, Clone)]
pub(super) struct Document {
    pub(super) text: Arc<str>,
    pub(super) fixed: bool,
}

/// An answer, how long it is taken as it is, and how long it is kept at all.
#[derive(Debug, Clone)]
struct Entry {
    result: Result<Arc<str>, Failure>,
    fresh: Instant,
    until: Instant,
}

impl Entry {
    fn is_fresh(&self) -> bool {
        Instant::now() < self.fresh
    }

    fn bytes(&self) -> usize {
        self.result.as_ref().map_or_else(|failure| failure.message.len(), |text| text.len())
    }
}

struct Until;

impl Expiry<String, Entry> for Until {
    fn expire_after_create(&self, _: &String, entry: &Entry, now: Instant) -> Option<Duration> {
        Some(entry.until.saturating_duration_since(now))
    }

    fn expire_after_update(&self, _: &String, entry: &Entry, now: Instant, _: Option<Duration>) -> Option<Duration> {
        Some(entry.until.saturating_duration_since(now))
    }
}

/// The cache; a clone is the same one.
#[derive(Clone)]
pub(super) struct Documents {
    entries: Cache<String, Entry>,
    limits: Limits,
    counts: Arc<Counts>,
}

impl Documents {
    pub(super) fn new(limits: &Limits, counts: &Arc<Counts>) -> Self {
        // The constant: what an entry costs beside its texts, about.
        let weight = |key: &String, entry: &Entry| u32::try_from(key.len() + entry.bytes() + 256).unwrap_or(u32::MAX);
        let entries = Cache::builder().max_capacity(limits.cache).weigher(weight).expire_after(Until).build();
        Self { entries, limits: limits.clone(), counts: Arc::clone(counts) }
    }

    /// What is known, or else what `read` ends with; `read` is not begun while another reading of the key is under way.
    pub(super) async fn get(
        &self,
        key: String,
        read: impl Future<Output = Reading> + Send + 'static,
    ) -> Result<Arc<str>, Failure> {
        if let Some(entry) = self.entries.get(&key).await.filter(Entry::is_fresh) {
            Counts::add(&self.counts.hits);
            return entry.result;
        }
        Counts::add(&self.counts.misses);
        let this = self.clone();
        // A task of its own: a caller that goes away takes neither the reading nor those who wait for it along.
        let flight = tokio::spawn(async move {
            let refreshed = async { this.settled(this.entries.get(&key).await, read.await) };
            let entry = this.entries.entry_by_ref(&key).or_insert_with_if(refreshed, |entry| !entry.is_fresh()).await;
            entry.into_value().result
        });
        flight.await.unwrap_or_else(|_| Err(Failure::new(500, "The service failed.")))
    }

    /// The entry that a reading leaves: an old document outlives failures, but not the answer that there is none.
    fn settled(&self, old: Option<Entry>, new: Reading) -> Entry {
        let now = Instant::now();
        let failure = match new {
            Ok(Document { text, fixed }) => {
                let fresh = now + if fixed { self.limits.fixed } else { self.limits.fresh };
                return Entry { result: Ok(text), fresh, until: now + self.limits.stale };
            }
            Err(failure) => failure,
        };
        let kept = old.filter(|old| old.result.is_ok() && old.until > now && failure.status != 404);
        if let Some(old) = kept {
            Counts::add(&self.counts.stale);
            return Entry { fresh: now + self.limits.failed, ..old };
        }
        let fresh = match failure.status {
            404 => now + self.limits.missing,
            // Those who wait share it; whoever comes next tries again.
            429 => now,
            _ => now + self.limits.failed,
        };
        Entry { result: Err(failure), fresh, until: fresh }
    }
}
