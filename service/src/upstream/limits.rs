//! Limits of time, size and number.

use super::guard::is_global;
use std::{net::IpAddr, time::Duration};

/// The limits. Tests have shorter ones.
#[derive(Debug, Clone)]
pub(super) struct Limits {
    /// The time to connect, with DNS lookup and TLS.
    pub(super) connect: Duration,
    /// The time to fetch one URL, with its redirects.
    pub(super) fetch: Duration,
    /// The time of a call to one RPC endpoint.
    pub(super) rpc: Duration,
    /// The time to read a token. An attempt of the client has 10 s, so it gets status 504 before its own timeout.
    pub(super) total: Duration,
    /// The time to wait for a slot of the limits below.
    pub(super) slot_wait: Duration,
    /// Tokens that are read in parallel.
    pub(super) reads: usize,
    /// Requests in parallel to one host of token URIs.
    pub(super) per_host: usize,
    /// DNS lookups in parallel for token URIs.
    pub(super) lookups: usize,
    /// Redirects of one URL.
    pub(super) redirects: usize,
    /// Bytes of a document.
    pub(super) body: usize,
    /// Bytes of a URI without the document in it.
    pub(super) uri: usize,
    /// Bytes of all documents in the cache.
    pub(super) cache: u64,
    /// How long a document is fresh.
    pub(super) fresh: Duration,
    /// How long a document is fresh if its URI always has the same document.
    pub(super) immutable: Duration,
    /// How long a document stays in the cache to replace a read that fails.
    pub(super) stale: Duration,
    /// How long status 404 stays in the cache.
    pub(super) not_found: Duration,
    /// How long another failure stays in the cache.
    pub(super) failed: Duration,
    /// The ports of token URIs, see [`super::guard::Guard`].
    pub(super) ports: Vec<u16>,
    /// Which addresses count as public, see [`super::guard::Guard`].
    pub(super) is_global: fn(IpAddr) -> bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(3),
            fetch: Duration::from_secs(5),
            rpc: Duration::from_secs(4),
            total: Duration::from_secs(8),
            slot_wait: Duration::from_millis(250),
            reads: 64,
            per_host: 16,
            lookups: 32,
            redirects: 3,
            body: 1 << 20,
            uri: 64 << 10,
            cache: 64 << 20,
            fresh: Duration::from_mins(10),
            immutable: Duration::from_hours(1),
            stale: Duration::from_hours(24),
            not_found: Duration::from_mins(1),
            failed: Duration::from_secs(10),
            ports: vec![80, 443],
            is_global,
        }
    }
}
