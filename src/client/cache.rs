//! Answers that cannot change any more: token metadata, and transfers that are done.

use super::answer::Answer;
use std::{fmt, rc::Rc};

/// Larger bodies are not kept, in bytes.
const MAX_BODY_BYTES: usize = 1 << 18;

/// Bounds of a cache.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CacheLimits {
    /// How long an answer is kept, in milliseconds.
    pub ttl_ms: u64,
    /// How many answers are kept; the least recently used goes first.
    pub max_entries: u64,
}

impl Default for CacheLimits {
    fn default() -> Self {
        Self { ttl_ms: 300_000, max_entries: 500 }
    }
}

/// Which request an answer belongs to.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct CacheKey {
    pub(super) url: String,
    pub(super) exact: bool,
    pub(super) api_key: Option<String>,
}

struct Entry {
    key: CacheKey,
    answer: Rc<Answer>,
    stored_ms: f64,
}

/// A cache in memory. Entries are in the order of their last use, so a lookup is a scan: enough for hundreds of entries.
pub(super) struct Cache {
    limits: CacheLimits,
    entries: Vec<Entry>,
}

impl fmt::Debug for Cache {
    /// Shows how many entries there are; they hold API keys.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Cache").field("limits", &self.limits).field("entries", &self.entries.len()).finish()
    }
}

impl Cache {
    pub(super) fn new(limits: CacheLimits) -> Self {
        Self { limits, entries: Vec::new() }
    }

    /// The answer to a request, which becomes the most recently used.
    pub(super) fn get(&mut self, key: &CacheKey, now_ms: f64) -> Option<Rc<Answer>> {
        let index = self.entries.iter().position(|entry| entry.key == *key)?;
        let entry = self.entries.remove(index);
        if now_ms - entry.stored_ms > self.limits.ttl_ms as f64 {
            return None;
        }
        let answer = Rc::clone(&entry.answer);
        self.entries.push(entry);
        Some(answer)
    }

    pub(super) fn insert(&mut self, key: CacheKey, answer: Rc<Answer>, now_ms: f64) {
        if answer.checked.body().len() > MAX_BODY_BYTES {
            return;
        }
        // Callers that shared a request store the same answer.
        self.entries.retain(|entry| entry.key != key);
        self.entries.push(Entry { key, answer, stored_ms: now_ms });
        if self.entries.len() as u64 > self.limits.max_entries {
            self.entries.remove(0);
        }
    }

    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }
}
