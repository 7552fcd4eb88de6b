//! One guarded GET: redirects followed by hand, so that each goes through the guard, and a bounded body.

use super::{SettingsError, count::Counts, data_uri::json, guard::Guard, limits::Limits, miss::Miss, resolver::Filter};
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
    /// For URLs out of contracts and redirects. Apart from the other, because a connection kept open to a configured
    /// private host would be taken up again without a look at its address.
    guarded: Client,
    /// For configured URLs.
    pub(super) trusted: Client,
    guard: Guard,
    limits: Limits,
    hosts: Cache<String, Arc<Semaphore>>,
    counts: Arc<Counts>,
}

impl Fetcher {
    pub(super) fn new(
        allow_private: bool,
        limits: &Limits,
        resolver: Arc<dyn Resolve>,
        counts: &Arc<Counts>,
    ) -> Result<Self, SettingsError> {
        let guard = Guard { allow_private, ports: limits.ports.clone(), is_global: limits.is_global };
        let filter = Filter {
            inner: Arc::clone(&resolver),
            guard: guard.clone(),
            places: Arc::new(Semaphore::new(limits.lookups)),
            counts: Arc::clone(counts),
        };
        Ok(Self {
            guarded: client(limits, Arc::new(filter))?,
            trusted: client(limits, resolver)?,
            guard,
            limits: limits.clone(),
            hosts: Cache::builder().max_capacity(10_000).time_to_idle(Duration::from_mins(1)).build(),
            counts: Arc::clone(counts),
        })
    }

    /// The JSON text at a URL.
    pub(super) async fn document(&self, url: &Url, trusted: bool) -> Result<Arc<str>, Miss> {
        let got = timeout(self.limits.candidate, self.get(url.clone(), trusted)).await.unwrap_or(Err(Miss::Late));
        if let Err(miss) = got {
            Counts::add(&self.counts.fetch_errors);
            tracing::debug!(host = url.host_str(), ?miss, "no document");
        }
        got
    }

    async fn get(&self, mut url: Url, mut trusted: bool) -> Result<Arc<str>, Miss> {
        for _ in 0..=self.limits.redirects {
            if !trusted && !self.guard.admits(&url) {
                Counts::add(&self.counts.refused);
                return Err(Miss::Unreachable);
            }
            let _place = if trusted { None } else { Some(self.place(&url).await?) };
            let client = if trusted { &self.trusted } else { &self.guarded };
            let accepted = "application/json, */*;q=0.5";
            let response = client.get(url.clone()).header(header::ACCEPT, accepted).send().await?;
            if response.status().is_redirection() {
                url = target(&response, &url).ok_or(Miss::Unreachable)?;
                // Even a configured gateway cannot vouch for where it sends us.
                trusted = false;
            } else if response.status().is_success() {
                return json(&body(response, self.limits.body).await?);
            } else {
                return Err(Miss::Unreachable);
            }
        }
        Err(Miss::Unreachable)
    }

    /// A place among the requests to a host: one slow host must not take all those there are.
    async fn place(&self, url: &Url) -> Result<OwnedSemaphorePermit, Miss> {
        let host = url.host_str().unwrap_or_default().to_owned();
        let places = self.hosts.get_with(host, async { Arc::new(Semaphore::new(self.limits.per_host)) }).await;
        let place = timeout(self.limits.moment, places.acquire_owned()).await;
        place.ok().and_then(Result::ok).ok_or(Miss::Busy)
    }
}

/// Where a redirect leads (RFC 9110 §10.2.2).
fn target(response: &Response, from: &Url) -> Option<Url> {
    from.join(response.headers().get(header::LOCATION)?.to_str().ok()?).ok()
}

/// The body, decoded on the way if it is gzip: a small one that unpacks to gigabytes ends at the limit as well.
pub(super) async fn body(mut response: Response, most: usize) -> Result<Vec<u8>, Miss> {
    let mut bytes = Vec::new();
    while let Some(chunk) = response.chunk().await? {
        if chunk.len() > most.saturating_sub(bytes.len()) {
            return Err(Miss::TooLarge);
        }
        bytes.extend_from_slice(&chunk);
    }
    Ok(bytes)
}

/// A client that adds nothing of its own: no proxy from the environment, no cookies, no referrer, no redirects.
fn client(limits: &Limits, resolver: Arc<dyn Resolve>) -> Result<Client, SettingsError> {
    let failed = |error: &dyn std::error::Error| SettingsError(format!("The HTTP client cannot be set up: {error}."));
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
