//! Token documents from chains: a contract call returns the URI of a token, and the service fetches the document there.
//!
//! The service trusts the RPC endpoints and gateways, which the operator configures. It trusts neither the URI of a
//! contract nor the target of a redirect ([`guard`]). It caches documents and failures, and reads a token only once
//! for all requests that wait for it ([`cache`]).

mod abi;
mod cache;
mod data_uri;
mod fetch;
mod guard;
mod limits;
mod metrics;
mod reader;
mod resolver;
mod revert;
mod rpc;
mod uri;

use cache::Documents;
use ethereal_query::{GetTokenUri, Standard};
use limits::Limits;
use metrics::Metrics;
use prometheus_client::registry::Registry;
use reader::Reader;
use reqwest::dns::Resolve;
use resolver::SystemResolver;
use std::{fmt, sync::Arc};
use url::Url;

/// The configuration of the operator.
#[derive(Debug, Clone, Default)]
pub(crate) struct Settings {
    /// Chain ids in decimal with their JSON-RPC endpoints. The service tries the endpoints of a chain in this order.
    pub(crate) rpc: Vec<(String, Url)>,
    /// Base URLs such as `https://ipfs.io`, in order of preference. Without any, the service uses public gateways.
    pub(crate) ipfs_gateways: Vec<String>,
    /// The same for `ar:`.
    pub(crate) arweave_gateways: Vec<String>,
    /// Allows token URIs to private addresses and any port.
    pub(crate) allow_private: bool,
}

/// The reason that a URL gives no document. Of several URLs, the service reports the greatest error, which says most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum FetchError {
    /// No connection, no success, or not allowed. The response must not say which of them.
    Unreachable,
    Timeout,
    NotJson,
    /// JSON that is nested deeper than clients accept.
    TooDeep,
    TooLarge,
    /// Too many requests to the host are in flight.
    Busy,
}

impl From<reqwest::Error> for FetchError {
    fn from(error: reqwest::Error) -> Self {
        if error.is_timeout() { Self::Timeout } else { Self::Unreachable }
    }
}

/// The failure of a read. The message has no host, address or URL, neither of the operator nor of a token URI: with
/// them, the owner of a contract could explore the operator's network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    /// The status of the response.
    pub(crate) status: u16,
    pub(crate) message: String,
    /// The header `Retry-After`, in seconds.
    pub(crate) retry_after: Option<u64>,
}

impl Failure {
    fn new(status: u16, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), retry_after: None }
    }

    fn busy() -> Self {
        let message = "Too many token documents are being read. Try again in a second.";
        Self { retry_after: Some(1), ..Self::new(429, message) }
    }
}

/// An invalid setting.
#[derive(Debug)]
pub(crate) struct SettingsError(String);

impl fmt::Display for SettingsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SettingsError {}

/// Reads token documents.
pub(crate) struct Upstream {
    chains: Vec<String>,
    reader: Arc<Reader>,
    documents: Documents,
    metrics: Metrics,
}

impl Upstream {
    /// A reader with these settings.
    ///
    /// # Errors
    /// An endpoint or gateway that is no `http` or `https` URL.
    pub(crate) fn new(settings: Settings) -> Result<Self, SettingsError> {
        Self::with(settings, Limits::default(), Arc::new(SystemResolver))
    }

    fn with(settings: Settings, limits: Limits, resolver: Arc<dyn Resolve>) -> Result<Self, SettingsError> {
        let mut chains: Vec<String> = Vec::new();
        for (chain, _) in &settings.rpc {
            if !chains.contains(chain) {
                chains.push(chain.clone());
            }
        }
        let metrics = Metrics::default();
        let documents = Documents::new(&limits, &metrics);
        let reader = Arc::new(Reader::new(settings, limits, resolver, &metrics)?);
        Ok(Self { chains, reader, documents, metrics })
    }

    /// The document at the URI of a token, with the bytes that its host sent.
    ///
    /// # Errors
    /// 400 for a chain without an endpoint, 404 for an unknown token, 429 when too many reads are in flight, 502 and
    /// 504 when the chain or the URI fails or takes too long.
    pub(crate) async fn document(&self, token: &GetTokenUri) -> Result<Arc<str>, Failure> {
        let chain = token.chain_id.to_string();
        if !self.chains.contains(&chain) {
            return Err(self.unknown_chain(&chain));
        }
        let standard = if token.standard == Some(Standard::Erc1155) { "1" } else { "0" };
        // Addresses that differ only in case (EIP-55) are of the same contract.
        let key = [&chain, &token.address.as_str().to_ascii_lowercase(), &token.id.to_string(), standard].join("/");
        let (reader, token) = (Arc::clone(&self.reader), token.clone());
        self.documents.get(key, async move { reader.read(&token).await }).await
    }

    fn unknown_chain(&self, chain: &str) -> Failure {
        Failure::new(400, format!("Invalid b: {chain}. Expected a chain of this service: {}.", self.chains.join(", ")))
    }

    pub(crate) fn register(&self, registry: &mut Registry) {
        self.metrics.register(registry);
    }
}

#[cfg(test)]
mod tests;
