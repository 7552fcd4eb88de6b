//! Fetching a document: each redirect goes through the guard, and the body has a size limit.

use super::{
    content::Content,
    failure::{FetchError, OtherContent},
    guard::Guard,
    limits::Limits,
    media,
    metrics::Metrics,
    pauses::{Pauses, gateway_at, pause_in},
    resolver::GuardedResolver,
    uri::Target,
};
use moka::future::Cache;
use reqwest::{Client, Response, StatusCode, dns::Resolve, header, redirect, retry};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};
use url::Url;

/// Fetches documents.
pub(super) struct Fetcher {
    /// Sends requests to URLs from contracts and redirects. This client shares no connections with
    /// `trusted`: a request over an open connection needs no DNS lookup, so the guard would not
    /// check the address.
    guarded: Client,
    /// Sends requests to URLs that the operator configured.
    pub(super) trusted: Client,
    guard: Guard,
    limits: Limits,
    /// The slots for requests to each host.
    slots_by_host: Cache<String, Arc<Semaphore>>,
    pub(super) pauses: Pauses,
    metrics: Metrics,
}

impl Fetcher {
    pub(super) fn new(
        allow_private: bool,
        limits: &Limits,
        resolver: Arc<dyn Resolve>,
        metrics: &Metrics,
    ) -> Result<Self, String> {
        let guard = Guard {
            allow_private,
            ports: limits.ports.clone(),
            is_global: limits.is_global,
        };
        let guarded = GuardedResolver {
            inner: Arc::clone(&resolver),
            guard: guard.clone(),
            slots: Arc::new(Semaphore::new(limits.lookups)),
            metrics: metrics.clone(),
        };
        Ok(Self {
            guarded: client(limits, Arc::new(guarded))?,
            trusted: client(limits, resolver)?,
            guard,
            limits: limits.clone(),
            // URIs and redirects can name any number of hosts.
            slots_by_host: Cache::builder()
                .max_capacity(10_000)
                .time_to_idle(Duration::from_mins(1))
                .build(),
            pauses: Pauses::new(),
            metrics: metrics.clone(),
        })
    }

    /// Fetches the content at a URL, within the time limit.
    pub(super) async fn content(&self, target: &Target) -> Result<Content, FetchError> {
        let result = timeout(self.limits.fetch, self.get(target))
            .await
            .unwrap_or(Err(FetchError::Timeout));
        if let Err(error) = result {
            self.metrics.fetch_errors.inc();
            tracing::debug!(host = target.url.host_str(), ?error, "no document");
        }
        result
    }

    async fn get(&self, target: &Target) -> Result<Content, FetchError> {
        let (mut url, mut trusted) = (target.url.clone(), target.is_trusted);
        for _ in 0..=self.limits.redirects {
            if !trusted && !self.guard.allows(&url) {
                self.metrics.refused.inc();
                return Err(FetchError::Unreachable);
            }
            let _slot = if trusted {
                None
            } else {
                Some(self.host_slot(&url).await?)
            };
            let client = if trusted {
                &self.trusted
            } else {
                &self.guarded
            };
            let accepted = "application/json, */*;q=0.5";
            let response = client
                .get(url.clone())
                .header(header::ACCEPT, accepted)
                .send()
                .await?;
            self.note_pause(target, &url, &response).await;
            if response.status().is_redirection() {
                url = redirect_target(&response, &url).ok_or(FetchError::Unreachable)?;
                // The target of a redirect is untrusted, even from a configured gateway.
                trusted = false;
                continue;
            }
            return match response.status() {
                // The other success statuses have no whole document: 206 has a part of a document,
                // and 202 and 204 have none.
                StatusCode::OK | StatusCode::NON_AUTHORITATIVE_INFORMATION => {
                    self.read(response).await
                }
                status @ (StatusCode::NOT_FOUND | StatusCode::GONE) => {
                    Err(FetchError::Missing(status.as_u16()))
                }
                _ => Err(FetchError::Unreachable),
            };
        }
        Err(FetchError::Unreachable)
    }

    /// Starts a pause if the response of a gateway asks for a pause. Ignores a response from a
    /// different server: content on some gateways redirects to any server, which could otherwise
    /// turn the gateway off for all tokens.
    async fn note_pause(&self, target: &Target, url: &Url, response: &Response) {
        let gateway = gateway_at(url);
        // `target.path` is `None` if the URL does not name content of a gateway.
        if target.path.is_none() || gateway != gateway_at(&target.url) {
            return;
        }
        let Some(pause) = pause_in(response.status(), response.headers()) else {
            return;
        };
        let status = response.status().as_u16();
        let seconds = pause.as_secs();
        tracing::warn!(
            gateway,
            status,
            seconds,
            "a gateway asks for a pause; see --ipfs-gateway, --arweave-gateway"
        );
        self.pauses.start(url, pause).await;
    }

    /// Reads the content of a response. Reads only the first bytes of media such as a picture.
    async fn read(&self, mut response: Response) -> Result<Content, FetchError> {
        let text_of = |name| {
            response
                .headers()
                .get(name)
                .and_then(|value| value.to_str().ok())
                .unwrap_or_default()
        };
        // reqwest removes the header if it decompresses the body. Any other coding is unknown.
        let content_encoding = text_of(header::CONTENT_ENCODING).trim_ascii();
        if !matches!(content_encoding, "" | "identity") {
            return Err(FetchError::NoDocument(OtherContent::Coding));
        }
        let media_type = text_of(header::CONTENT_TYPE).to_owned();
        let mut body = Vec::new();
        // `HEAD` bytes are enough to recognise media.
        while body.len() < media::HEAD {
            let has_more = append_chunk(&mut response, &mut body, self.limits.body).await?;
            if !has_more {
                break;
            }
        }
        if let Some(media) = media::recognise(&body, &media_type) {
            return Ok(Content::Media(media));
        }
        while append_chunk(&mut response, &mut body, self.limits.body).await? {}
        Content::of(&body, &media_type)
    }

    /// Waits for one of the `Limits::per_host` slots of a host. Without this limit, the requests to
    /// one slow host could take all slots of `Limits::reads`.
    async fn host_slot(&self, url: &Url) -> Result<OwnedSemaphorePermit, FetchError> {
        let host = url.host_str().unwrap_or_default().to_owned();
        let slots = self
            .slots_by_host
            .get_with(host, async {
                Arc::new(Semaphore::new(self.limits.per_host))
            })
            .await;
        match timeout(self.limits.slot_wait, slots.acquire_owned()).await {
            Ok(Ok(slot)) => Ok(slot),
            _ => Err(FetchError::Busy),
        }
    }
}

/// Returns the target of a redirect (RFC 9110 §10.2.2).
fn redirect_target(response: &Response, from: &Url) -> Option<Url> {
    let location = response.headers().get(header::LOCATION)?;
    from.join(location.to_str().ok()?).ok()
}

/// Reads a body of at most `max_bytes`, counted after decompression.
pub(super) async fn read_body(
    mut response: Response,
    max_bytes: usize,
) -> Result<Vec<u8>, FetchError> {
    let mut body = Vec::new();
    while append_chunk(&mut response, &mut body, max_bytes).await? {}
    Ok(body)
}

/// Appends the next chunk of a response to `body`, which may have at most `max_bytes`. Returns
/// `false` at the end of the response.
async fn append_chunk(
    response: &mut Response,
    body: &mut Vec<u8>,
    max_bytes: usize,
) -> Result<bool, FetchError> {
    let Some(chunk) = response.chunk().await? else {
        return Ok(false);
    };
    if chunk.len() > max_bytes.saturating_sub(body.len()) {
        return Err(FetchError::TooLarge);
    }
    body.extend_from_slice(&chunk);
    Ok(true)
}

/// Creates an HTTP client that uses no proxy from the environment, no cookies and no referrers, and
/// follows no redirects.
fn client(limits: &Limits, resolver: Arc<dyn Resolve>) -> Result<Client, String> {
    let roots = rustls::RootCertStore {
        roots: webpki_roots::TLS_SERVER_ROOTS.to_vec(),
    };
    let tls = rustls::ClientConfig::builder()
        .with_root_certificates(roots)
        .with_no_client_auth();
    let client = Client::builder()
        .tls_backend_preconfigured(tls)
        .no_proxy()
        .redirect(redirect::Policy::none())
        .retry(retry::never())
        .referer(false)
        .dns_resolver(resolver)
        .connect_timeout(limits.connect)
        .pool_idle_timeout(Duration::from_secs(15))
        .user_agent(concat!("ethereal-query/", env!("CARGO_PKG_VERSION")));
    client
        .build()
        .map_err(|error| format!("Cannot set up the HTTP client: {error}."))
}
