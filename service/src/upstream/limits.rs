//! The limits on times, sizes and parallel work when the service reads tokens.

use super::guard::is_global;
use ethereal_query::service::responses;
use std::{net::IpAddr, time::Duration};

/// The limits for reading tokens. Tests use shorter times.
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
    /// The time to wait for a slot of `reads` or `per_host`.
    pub(super) slot_wait: Duration,
    /// Reads of URIs and documents in parallel.
    pub(super) reads: usize,
    /// Requests in parallel to the same host. URLs of the operator's gateways do not count.
    pub(super) per_host: usize,
    /// DNS lookups in parallel for hosts that the operator has not configured.
    pub(super) lookups: usize,
    /// The time without a result after which the next endpoint or gateway is tried in parallel.
    pub(super) patience: Duration,
    /// The number of redirects that a fetch of a URL follows.
    pub(super) redirects: usize,
    /// The maximum size of a document in bytes.
    pub(super) body: usize,
    /// The maximum size of a URI in bytes. A URI that contains its document has the limit `body`.
    pub(super) uri: usize,
    /// The maximum size of all entries of a cache in bytes. The URIs of tokens and the documents
    /// have separate caches.
    pub(super) cache: u64,
    /// The time that the URI of a token is fresh. A document in the URI is fresh for the same time.
    pub(super) fresh_uri: Duration,
    /// The time that a document is fresh.
    pub(super) fresh: Duration,
    /// The time that a document is fresh if its URI always has the same document.
    pub(super) immutable: Duration,
    /// The time that a URI or a document stays in the cache. When the URI or document is no longer
    /// fresh, callers get it only if a new read fails.
    pub(super) stale: Duration,
    /// The time that a failure with status 404 or 422 stays in the cache.
    pub(super) unusable: Duration,
    /// The time that a failure with status 502 or 504 stays in the cache.
    pub(super) failed: Duration,
    /// The allowed ports of token URIs, see [`super::guard::Guard`].
    pub(super) ports: Vec<u16>,
    /// Whether an address counts as public, see [`super::guard::Guard`].
    pub(super) is_global: fn(IpAddr) -> bool,
}

/// The time limit of a response with a token document. `service/README.md` documents the limit.
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
        let words: Vec<&str> = include_str!("../../README.md").split_whitespace().collect();
        // A sentence may continue in the next line.
        let readme = words.join(" ");
        // As the README writes times: 60 seconds, 10 minutes, 24 hours.
        let text_of = |time: Duration| match time.as_secs() {
            seconds if seconds % 3600 == 0 => format!("{} hours", seconds / 3600),
            seconds if seconds % 60 == 0 && seconds > 60 => format!("{} minutes", seconds / 60),
            seconds => format!("{seconds} seconds"),
        };
        for line in [
            format!(
                "| the URI of a token, and a document on the chain | {} |",
                text_of(limits.fresh_uri)
            ),
            format!(
                "| a document at an `http`, `https` or `ipns` URI | {} |",
                text_of(limits.fresh)
            ),
            format!(
                "| a document with a content id, or of Arweave | {} |",
                text_of(limits.immutable)
            ),
            format!("| 504 | no result within {} |", text_of(limits.total)),
            format!("| status 404 or 422 | {} |", text_of(limits.unusable)),
            format!("| status 502 or 504 | {} |", text_of(limits.failed)),
            format!(
                "| an old URI or document while its source fails | {} |",
                text_of(limits.stale)
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
