//! How long, how much and how many.

use super::guard::is_global;
use std::{net::IpAddr, time::Duration};

/// The limits; tests shorten them.
#[derive(Debug, Clone)]
pub(super) struct Limits {
    /// A connection, look-up and TLS included.
    pub(super) connect: Duration,
    /// One candidate for a document, with its redirects.
    pub(super) candidate: Duration,
    /// One RPC endpoint.
    pub(super) rpc: Duration,
    /// Everything: the client gives an attempt 10 s, and is to see our 504 rather than its own time running out.
    pub(super) total: Duration,
    /// Waiting for a place among those below.
    pub(super) moment: Duration,
    /// Readings at once.
    pub(super) outbound: usize,
    /// Requests at once to one host that a token's URI names.
    pub(super) per_host: usize,
    /// Look-ups at once of names that a token's URI chose.
    pub(super) lookups: usize,
    /// Redirects followed.
    pub(super) redirects: usize,
    /// Bytes of a document.
    pub(super) body: usize,
    /// Bytes of a URI that leads elsewhere.
    pub(super) uri: usize,
    /// Bytes of all documents kept.
    pub(super) cache: u64,
    /// How long a document is taken as it is,
    pub(super) fresh: Duration,
    /// how long one whose URI can only ever mean these bytes,
    pub(super) fixed: Duration,
    /// how long after being read it may stand in for one that cannot be read again,
    pub(super) stale: Duration,
    /// how long "no such token" holds,
    pub(super) missing: Duration,
    /// and how long a failure.
    pub(super) failed: Duration,
    /// Ports of targets, see [`super::guard::Guard`].
    pub(super) ports: Vec<u16>,
    /// Which addresses count as public, see [`super::guard::Guard`].
    pub(super) is_global: fn(IpAddr) -> bool,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(3),
            candidate: Duration::from_secs(5),
            rpc: Duration::from_secs(4),
            total: Duration::from_secs(8),
            moment: Duration::from_millis(250),
            outbound: 64,
            per_host: 16,
            lookups: 32,
            redirects: 3,
            body: 1 << 20,
            uri: 64 << 10,
            cache: 64 << 20,
            fresh: Duration::from_mins(10),
            fixed: Duration::from_hours(1),
            stale: Duration::from_hours(24),
            missing: Duration::from_mins(1),
            failed: Duration::from_secs(10),
            ports: vec![80, 443],
            is_global,
        }
    }
}
