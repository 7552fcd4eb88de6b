//! The limit of the bytes of all responses in flight. A body counts from the moment that it is
//! complete in memory until its last byte is written to the client, which may read slowly.

use bytes::Bytes;
use std::sync::Arc;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The maximum number of bytes of all bodies that count. Two records of the maximum size fit; each
/// has up to 64 MiB.
pub(super) const MAX_BYTES: usize = 128 << 20;
/// The minimum size of a body that counts. Shorter bodies do not count, so that a few clients with
/// long responses cannot block clients with short responses. The limit of connections bounds the
/// sum of the short bodies.
pub(super) const MIN_COUNTED_BYTES: usize = 64 << 10;

/// A limit of bytes. The semaphore has one permit for each byte.
pub(super) struct ByteLimit(Arc<Semaphore>);

/// A body and its part of the limit. Dropping the body frees this part.
struct CountedBody {
    body: String,
    _permit: OwnedSemaphorePermit,
}

impl AsRef<[u8]> for CountedBody {
    fn as_ref(&self) -> &[u8] {
        self.body.as_bytes()
    }
}

impl ByteLimit {
    pub(super) fn new(max_bytes: usize) -> Self {
        Self(Arc::new(Semaphore::new(max_bytes)))
    }

    /// Counts a body until its bytes are dropped. Returns `None` if the body is beyond the limit.
    pub(super) fn hold(&self, body: String) -> Option<Bytes> {
        if body.len() < MIN_COUNTED_BYTES {
            return Some(body.into());
        }
        let bytes = u32::try_from(body.len()).ok()?;
        let permit = Arc::clone(&self.0).try_acquire_many_owned(bytes).ok()?;
        Some(Bytes::from_owner(CountedBody {
            body,
            _permit: permit,
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_body_counts_until_its_last_part_is_dropped() {
        const MAX: usize = 4 << 20;
        let limit = ByteLimit::new(MAX);
        let body = || "x".repeat(MAX / 2);
        let (mut first, second) = (limit.hold(body()).unwrap(), limit.hold(body()).unwrap());
        assert!(limit.hold("x".repeat(MIN_COUNTED_BYTES)).is_none());
        assert_eq!(limit.hold("short".to_owned()).unwrap(), "short");
        let part = first.split_off(MAX / 4);
        drop(first);
        assert!(limit.hold(body()).is_none());
        drop(part);
        assert_eq!(limit.hold(body()).unwrap().len(), second.len());
    }
}
