//! A cache of responses that cannot change any more: token metadata, and transfers that are done.

use super::response::CheckedResponse;
use crate::Headers;
use std::{fmt, rc::Rc};

/// The largest body that the cache keeps, in bytes.
const MAX_BODY_BYTES: usize = 1 << 18;

/// The limits of a cache.
///
/// ```
/// use ethereal_query::CacheLimits;
/// let limits = CacheLimits { ttl_ms: 60_000, ..CacheLimits::default() };
/// assert_eq!(limits.max_entries, 500);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CacheLimits {
    /// How long the cache keeps a response, in milliseconds. Default 300,000.
    pub ttl_ms: u64,
    /// How many responses the cache keeps; it drops the least recently used first. Default 500.
    pub max_entries: u64,
}

impl Default for CacheLimits {
    fn default() -> Self {
        Self { ttl_ms: 300_000, max_entries: 500 }
    }
}

/// The request that a response belongs to.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct CacheKey {
    pub(super) url: String,
    pub(super) exact: bool,
    pub(super) skip_invalid_records: bool,
    pub(super) headers: Headers,
}

struct Entry {
    key: CacheKey,
    response: Rc<CheckedResponse>,
    stored_ms: f64,
}

/// A cache in memory. The entries are in the order of their last use; a lookup is a scan, which is fast enough for
/// hundreds of entries.
pub(super) struct Cache {
    limits: CacheLimits,
    entries: Vec<Entry>,
}

impl fmt::Debug for Cache {
    /// Writes the number of entries instead of the entries, which hold API keys and headers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cache").field("limits", &self.limits).field("entries", &self.entries.len()).finish()
    }
}

impl Cache {
    pub(super) fn new(limits: CacheLimits) -> Self {
        Self { limits, entries: Vec::new() }
    }

    /// Returns the response to a request and makes it the most recently used one.
    pub(super) fn get(&mut self, key: &CacheKey, now_ms: f64) -> Option<Rc<CheckedResponse>> {
        let index = self.entries.iter().position(|entry| entry.key == *key)?;
        let entry = self.entries.remove(index);
        if now_ms - entry.stored_ms > self.limits.ttl_ms as f64 {
            return None;
        }
        let response = Rc::clone(&entry.response);
        self.entries.push(entry);
        Some(response)
    }

    pub(super) fn insert(&mut self, key: CacheKey, response: Rc<CheckedResponse>, now_ms: f64) {
        if response.checked.body().len() > MAX_BODY_BYTES {
            return;
        }
        // Callers that shared a request store the same response.
        self.entries.retain(|entry| entry.key != key);
        self.entries.push(Entry { key, response, stored_ms: now_ms });
        if self.entries.len() as u64 > self.limits.max_entries {
            self.entries.remove(0);
        }
    }

    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }
}
