//! Fetching a document: each redirect goes through the guard, and the body has a size limit.

use super::{
    FetchError, SettingsError, data_uri::json, guard::Guard, limits::Limits, metrics::Metrics,
    resolver::GuardedResolver,
};
use moka::future::Cache;
use reqwest::{Client, Response, dns::Resolve, header, redirect, retry};
use std::{sync::Arc, time::Duration};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};
use url::Url;

/// Fetches documents.
pub(super) struct Fetcher {
    /// For URLs of contracts and redirects. It shares no connections with `trusted`: it would use an open connection to
    /// a private host without checking the address.
    guarded: Client,
    /// For configured URLs.
    pub(super) trusted: Client,
    guard: Guard,
    limits: Limits,
    hosts: Cache<String, Arc<Semaphore>>,
    metrics: Metrics,
}

impl Fetcher {
    pub(super) fn new(
        allow_private: bool,
        limits: &Limits,
        resolver: Arc<dyn Resolve>,
        metrics: &Metrics,
    ) -> Result<Self, SettingsError> {
        let guard = Guard { allow_private, ports: limits.ports.clone(), is_global: limits.is_global };
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
            hosts: Cache::builder().max_capacity(10_000).time_to_idle(Duration::from_mins(1)).build(),
            metrics: metrics.clone(),
        })
    }

    /// The JSON text at a URL.
    pub(super) async fn document(&self, url: &Url, trusted: bool) -> Result<Arc<str>, FetchError> {
        let result =
            timeout(self.limits.fetch, self.get(url.clone(), trusted)).await.unwrap_or(Err(FetchError::Timeout));
        if let Err(error) = result {
            self.metrics.fetch_errors.inc();
            tracing::debug!(host = url.host_str(), ?error, "no document");
        }
        result
    }

    async fn get(&self, mut url: Url, mut trusted: bool) -> Result<Arc<str>, FetchError> {
        for _ in 0..=self.limits.redirects {
            if !trusted && !self.guard.allows(&url) {
                self.metrics.refused.inc();
                return Err(FetchError::Unreachable);
            }
            let _slot = if trusted { None } else { Some(self.host_slot(&url).await?) };
            let client = if trusted { &self.trusted } else { &self.guarded };
            let accepted = "application/json, */*;q=0.5";
            let response = client.get(url.clone()).header(header::ACCEPT, accepted).send().await?;
            if response.status().is_redirection() {
                url = redirect_target(&response, &url).ok_or(FetchError::Unreachable)?;
                // The target of a redirect is untrusted, even from a configured gateway.
                trusted = false;
            } else if response.status().is_success() {
                return json(&read_body(response, self.limits.body).await?);
            } else {
                return Err(FetchError::Unreachable);
            }
        }
        Err(FetchError::Unreachable)
    }

    /// Waits for a slot among the requests to a host, so that a slow host cannot take all requests.
    async fn host_slot(&self, url: &Url) -> Result<OwnedSemaphorePermit, FetchError> {
        let host = url.host_str().unwrap_or_default().to_owned();
        let slots = self.hosts.get_with(host, async { Arc::new(Semaphore::new(self.limits.per_host)) }).await;
        let slot = timeout(self.limits.slot_wait, slots.acquire_owned()).await;
        slot.ok().and_then(Result::ok).ok_or(FetchError::Busy)
    }
}

/// The target of a redirect (RFC 9110 §10.2.2).
fn redirect_target(response: &Response, from: &Url) -> Option<Url> {
    from.join(response.headers().get(header::LOCATION)?.to_str().ok()?).ok()
}

/// Reads a body of at most `max_bytes`, counted after decompression.
pub(super) async fn read_body(mut response: Response, max_bytes: usize) -> Result<Vec<u8>, FetchError> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if chunk.len() > max_bytes.saturating_sub(bytes.len()) {
            return Err(FetchError::TooLarge);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

/// An HTTP client without a proxy from the environment, cookies, referrers and redirects.
fn client(limits: &Limits, resolver: Arc<dyn Resolve>) -> Result<Client, SettingsError> {
    let failed = |error: &dyn std::error::Error| SettingsError(format!("Cannot set up the HTTP client: {error}."));
    let roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    let tls = rustls::ClientConfig::builder_with_provider(Arc::new(rustls::crypto::ring::default_provider()))
        .with_safe_default_protocol_versions()
        .map_err(|error| failed(&error))?
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
    client.build().map_err(|error| failed(&error))
}
