//! Limits of time, size and number.

use super::guard::is_global;
use ethereal_query::service::responses;
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
    /// The time to read a token.
    pub(super) total: Duration,
    /// The time to wait for a slot of the limits below.
    pub(super) slot_wait: Duration,
    /// Tokens that are read in parallel.
    pub(super) reads: usize,
    /// Requests in parallel to one host of token URIs.
    pub(super) per_host: usize,
    /// DNS lookups in parallel for token URIs.
    pub(super) lookups: usize,
    /// The time that an endpoint or gateway may take before the next one is tried as well.
    pub(super) patience: Duration,
    /// Redirects of one URL.
    pub(super) redirects: usize,
    /// Bytes of a document.
    pub(super) body: usize,
    /// Bytes of a URI without the document in it.
    pub(super) uri: usize,
    /// Bytes of all entries of a cache; there is one for the URIs of tokens and one for documents.
    pub(super) cache: u64,
    /// The time that the URI of a token is fresh, with the document if that is within the URI.
    pub(super) fresh_uri: Duration,
    /// The time that a document is fresh.
    pub(super) fresh: Duration,
    /// The time that a document is fresh if its URI always has the same document.
    pub(super) immutable: Duration,
    /// The time that a URI and a document stay in the cache to replace a read that fails.
    pub(super) stale: Duration,
    /// The time that status 404 or 422 stays in the cache.
    pub(super) unusable: Duration,
    /// The time that another failure stays in the cache.
    pub(super) failed: Duration,
    /// The ports of token URIs, see [`super::guard::Guard`].
    pub(super) ports: Vec<u16>,
    /// Which addresses count as public, see [`super::guard::Guard`].
    pub(super) is_global: fn(IpAddr) -> bool,
}

/// The time limit of a response with a token document. service/README.md has it.
const TOTAL: Duration = Duration::from_secs(8);
const _: () = assert!(
    TOTAL.as_millis() < ethereal_query::Limits::DEFAULT.timeout_ms as u128,
    "a client with the default timeoutMs would give up before it receives status 504"
);
const FETCH: Duration = Duration::from_secs(5);
const _: () = assert!(
    TOTAL.as_millis() > FETCH.as_millis(),
    "no time is left to read a token in addition to its document"
);

impl Default for Limits {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(3),
            fetch: FETCH,
            rpc: Duration::from_secs(4),
            total: TOTAL,
            slot_wait: Duration::from_millis(250),
            reads: 64,
            per_host: 16,
            lookups: 32,
            patience: Duration::from_secs(1),
            redirects: 5,
            body: 1 << 20,
            uri: 64 << 10,
            cache: 32 << 20,
            fresh_uri: Duration::from_secs(responses::TOKEN_MAX_AGE_S),
            fresh: Duration::from_mins(10),
            immutable: Duration::from_hours(24),
            stale: Duration::from_hours(24),
            unusable: Duration::from_secs(responses::TOKEN_MAX_AGE_S),
            failed: Duration::from_secs(10),
            ports: vec![80, 443],
            is_global,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_readme_has_the_times() {
        let limits = Limits::default();
        let readme = include_str!("../../README.md");
        let time = |time: Duration| match time.as_secs() {
            seconds if seconds % 3600 == 0 => format!("{} hours", seconds / 3600),
            seconds if seconds % 60 == 0 && seconds > 60 => format!("{} minutes", seconds / 60),
            seconds => format!("{seconds} seconds"),
        };
        for line in [
            format!(
                "| the URI of a token, and a document on the chain | {} |",
                time(limits.fresh_uri)
            ),
            format!(
                "| a document at an `http`, `https` or `ipns` URI | {} |",
                time(limits.fresh)
            ),
            format!(
                "| a document with a content id, or of Arweave | {} |",
                time(limits.immutable)
            ),
            format!("| 504 | no result within {} |", time(limits.total)),
            format!("| status 404 or 422 | {} |", time(limits.unusable)),
            format!("| status 502 or 504 | {} |", time(limits.failed)),
            format!(
                "| an old URI or document while its source fails | {} |",
                time(limits.stale)
            ),
            format!("Two caches of {} MiB", limits.cache >> 20),
            format!(
                "`Cache-Control: public, max-age={}`",
                responses::TOKEN_MAX_AGE_S
            ),
            format!(
                "documents for {} seconds, and no cache stores an error",
                responses::TOKEN_MAX_AGE_S
            ),
        ] {
            assert!(readme.contains(&line), "service/README.md has no {line:?}");
        }
    }
}
