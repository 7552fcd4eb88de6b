//! Pauses of gateways. A gateway that limits requests or closes asks for a pause, and the service
//! sends no request to the gateway before the pause ends.

use super::uri::Target;
use ethereal_query::gateways::{
    ARWEAVE_GATEWAYS, ARWEAVE_HOSTS, CLOSED_IPFS_HOSTS, IPFS_GATEWAYS, is_listed,
};
use ethereal_query::retry::retry_after;
use moka::{Expiry, future::Cache};
use reqwest::{StatusCode, header, header::HeaderMap};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use url::Url;

/// The maximum number of gateways to remember. Token URIs could name any number of gateways.
const MAX_GATEWAYS: u64 = 1_000;
/// The pause if a gateway limits requests without `Retry-After`.
const DEFAULT_PAUSE: Duration = Duration::from_mins(1);
const MIN_PAUSE: Duration = Duration::from_secs(1);
/// The maximum pause. This is also the pause of a gateway that closes without `Retry-After`.
const MAX_PAUSE: Duration = Duration::from_hours(1);

/// The current pauses. Clones share the pauses.
#[derive(Clone)]
pub(super) struct Pauses {
    /// When the pause of each gateway ends.
    ends: Cache<String, Instant>,
}

/// Removes each pause when it ends.
struct PauseEnd;

impl Expiry<String, Instant> for PauseEnd {
    fn expire_after_create(&self, _: &String, end: &Instant, now: Instant) -> Option<Duration> {
        Some(end.saturating_duration_since(now))
    }

    fn expire_after_update(
        &self,
        _: &String,
        end: &Instant,
        now: Instant,
        _: Option<Duration>,
    ) -> Option<Duration> {
        Some(end.saturating_duration_since(now))
    }
}

impl Pauses {
    pub(super) fn new() -> Self {
        Self {
            ends: Cache::builder()
                .max_capacity(MAX_GATEWAYS)
                .expire_after(PauseEnd)
                .build(),
        }
    }

    /// Returns the remaining time of the pause of the gateway at a URL. `None` without a pause.
    pub(super) async fn rest_of(&self, url: &Url) -> Option<Duration> {
        let end = self.ends.get(&gateway_at(url)).await?;
        end.checked_duration_since(Instant::now())
            .filter(|rest| !rest.is_zero())
    }

    /// Starts a pause of the gateway at a URL.
    pub(super) async fn start(&self, url: &Url, pause: Duration) {
        self.ends
            .insert(gateway_at(url), Instant::now() + pause)
            .await;
    }
}

/// Returns the pause that a response asks for. `None` if the response asks for no pause.
///
/// Status 429 asks for a pause. Status 503 asks for a pause only with `Retry-After`. `Sunset` (RFC
/// 8594) says that a gateway closes. A response with `Sunset` asks for a pause unless its status is
/// a success.
pub(super) fn pause_in(status: StatusCode, headers: &HeaderMap) -> Option<Duration> {
    let retry_after = headers
        .get(header::RETRY_AFTER)
        .and_then(|value| parse_retry_after(value.to_str().ok()?));
    let closes = !status.is_success() && headers.contains_key("sunset");
    let pause = if closes {
        retry_after.unwrap_or(MAX_PAUSE)
    } else if status == StatusCode::TOO_MANY_REQUESTS {
        retry_after.unwrap_or(DEFAULT_PAUSE)
    } else if status == StatusCode::SERVICE_UNAVAILABLE {
        retry_after?
    } else {
        return None;
    };
    Some(pause.clamp(MIN_PAUSE, MAX_PAUSE))
}

/// Reads the value of a `Retry-After` header.
fn parse_retry_after(text: &str) -> Option<Duration> {
    let now = SystemTime::now()
        .duration_since(UNIX_EPOCH)
        .unwrap_or_default();
    let now_ms = u64::try_from(now.as_millis()).unwrap_or(u64::MAX);
    retry_after(text, now_ms).map(Duration::from_millis)
}

/// Returns the gateway at a URL: the host, and the port if the URL has a port. For a host such as
/// `CID.ipfs.HOST`, the gateway is `HOST`.
pub(super) fn gateway_at(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    // The name before the gateway can contain `.ipfs.` too, so the last position counts.
    let end_of = |kind: &str| host.rfind(kind).map(|start| start + kind.len());
    let gateway_start = end_of(".ipfs.").max(end_of(".ipns."));
    let gateway = gateway_start
        .and_then(|start| host.get(start..))
        .unwrap_or(host);
    url.port()
        .map_or_else(|| gateway.to_owned(), |port| format!("{gateway}:{port}"))
}

/// Returns the name of a gateway for a response. Only the host of a public gateway is shown. Any
/// other host could be in the operator's network, which the author of a token URI could explore
/// with the responses.
pub(super) fn shown_name(target: &Target) -> String {
    if target.is_trusted {
        return "the gateway that the operator configured".to_owned();
    }
    let gateway = gateway_at(&target.url);
    let base = ["https://", &gateway].concat();
    let is_public = IPFS_GATEWAYS.contains(&base.as_str())
        || ARWEAVE_GATEWAYS.contains(&base.as_str())
        || is_listed(&gateway, &CLOSED_IPFS_HOSTS)
        || is_listed(&gateway, &ARWEAVE_HOSTS);
    if is_public {
        gateway
    } else {
        "the gateway in the URI of the token".to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pause in seconds that a response asks for.
    fn pause(status: u16, headers: &[(&'static str, &str)]) -> Option<u64> {
        let headers = headers.iter().map(|(name, value)| {
            (
                header::HeaderName::from_static(name),
                value.parse().expect("a valid value"),
            )
        });
        pause_in(
            StatusCode::from_u16(status).expect("a status"),
            &headers.collect(),
        )
        .map(|pause| pause.as_secs())
    }

    #[test]
    fn reads_the_pause_that_a_response_asks_for() {
        let sunset = ("sunset", "Wed, 30 Sep 2026 00:00:00 GMT");
        for (status, headers, seconds) in [
            (429, &[("retry-after", "900")][..], Some(900)),
            (429, &[("retry-after", "900"), sunset], Some(900)),
            (429, &[], Some(60)),
            (429, &[("retry-after", "soon")], Some(60)),
            (429, &[("retry-after", "0")], Some(1)),
            (429, &[("retry-after", "99999999")], Some(3600)),
            (
                429,
                &[("retry-after", "Thu, 01 Jan 2099 00:00:00 GMT")],
                Some(3600),
            ),
            (429, &[sunset], Some(3600)),
            (410, &[sunset], Some(3600)),
            (301, &[sunset], Some(3600)),
            (503, &[("retry-after", "5")], Some(5)),
            (503, &[], None),
            (200, &[sunset, ("retry-after", "5")], None),
            (404, &[("retry-after", "5")], None),
            (500, &[], None),
        ] {
            assert_eq!(pause(status, headers), seconds, "{status} {headers:?}");
        }
    }

    const PAUSE: Duration = Duration::from_mins(15);

    fn url(text: &str) -> Url {
        Url::parse(text).expect("a URL")
    }

    #[tokio::test]
    async fn all_urls_at_a_gateway_have_the_same_pause() {
        let pauses = Pauses::new();
        pauses
            .start(&url("https://b.ipfs.gw.example/1"), PAUSE)
            .await;
        for same in [
            "https://gw.example/ipfs/b",
            "https://k.ipns.gw.example/",
            "http://a.ipfs.b.ipfs.gw.example/",
        ] {
            let rest = pauses.rest_of(&url(same)).await.expect(same);
            assert!(
                rest <= PAUSE && rest > PAUSE - Duration::from_secs(10),
                "{same}: {rest:?}"
            );
        }
        for other in ["https://gw.example:8443/ipfs/b", "https://ipfs.example/"] {
            assert_eq!(pauses.rest_of(&url(other)).await, None, "{other}");
        }
    }

    #[tokio::test]
    async fn a_pause_ends() {
        let pauses = Pauses::new();
        let gateway = url("https://short.example");
        pauses.start(&gateway, Duration::from_millis(20)).await;
        tokio::time::sleep(Duration::from_millis(30)).await;
        assert_eq!(pauses.rest_of(&gateway).await, None);
    }

    #[tokio::test]
    async fn remembers_a_limited_number_of_gateways() {
        let pauses = Pauses::new();
        for number in 0..5 * MAX_GATEWAYS {
            let gateway = url(&format!("https://gw{number}.example"));
            pauses.start(&gateway, PAUSE).await;
        }
        pauses.ends.run_pending_tasks().await;
        assert!(
            pauses.ends.entry_count() <= MAX_GATEWAYS,
            "{} gateways",
            pauses.ends.entry_count()
        );
    }

    #[test]
    fn names_public_gateways_only() {
        for (url, is_trusted, name) in [
            ("https://4everland.io/ipfs/b", false, "4everland.io"),
            ("https://ipfs.io/ipfs/b", false, "ipfs.io"),
            ("https://b.ipfs.dweb.link/", false, "dweb.link"),
            ("https://arweave.net/x", false, "arweave.net"),
            (
                "http://10.0.0.1/ipfs/b",
                false,
                "the gateway in the URI of the token",
            ),
            (
                "http://10.0.0.1/ipfs/b?key=secret",
                true,
                "the gateway that the operator configured",
            ),
        ] {
            let target = Target {
                url: Url::parse(url).expect(url),
                is_trusted,
                path: None,
            };
            assert_eq!(shown_name(&target), name, "{url}");
        }
    }
}
