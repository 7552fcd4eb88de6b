//! Token documents from their chains: the token's URI by one contract call, then the document behind it.
//!
//! A chain's RPC endpoints and the gateways are the operator's choice and trusted; what a contract answers is not, and
//! neither is any place a server redirects to (see [`guard`]). Answers, good and bad, are kept for a while, and however
//! many ask for one token at once, it is read once ([`cache`]).

mod abi;
mod cache;
mod count;
mod data_uri;
mod fetch;
mod guard;
mod limits;
mod miss;
mod reader;
mod resolver;
mod rpc;

use cache::Documents;
use count::Counts;
use ethereal_query::{GetTokenUri, Standard};
use limits::Limits;
use reader::Reader;
use reqwest::dns::Resolve;
use resolver::System;
use std::{fmt, sync::Arc};
use url::Url;

use count::Metrics;

/// What the operator chooses.
#[derive(Debug, Clone, Default)]
pub(crate) struct Settings {
    /// Chain ids in decimal with their JSON-RPC endpoints; those of one chain are tried in order.
    pub(crate) rpc: Vec<(String, Url)>,
    /// Bases such as `https://ipfs.io`, tried in order; none means the public ones.
    pub(crate) ipfs_gateways: Vec<String>,
    /// The same for `ar:`.
    pub(crate) arweave_gateways: Vec<String>,
    /// Token URIs may lead to private addresses and any port.
    pub(crate) allow_private: bool,
}

/// Why there is no document: status and message of the answer. Never names a host, an address or a URL of ours or of a
/// target: with those, a contract could map the operator's network.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Failure {
    pub(crate) status: u16,
    pub(crate) message: String,
    /// Seconds, for `Retry-After`.
    pub(crate) retry_after: Option<u64>,
}

impl Failure {
    fn new(status: u16, message: impl Into<String>) -> Self {
        Self { status, message: message.into(), retry_after: None }
    }

    fn busy() -> Self {
        let message = "Too many token documents are being read at once: try again in a second.";
        Self { retry_after: Some(1), ..Self::new(429, message) }
    }
}

/// A setting that cannot be used.
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
    counts: Arc<Counts>,
}

impl Upstream {
    /// # Errors
    /// An endpoint or gateway that is no `http` or `https` URL.
    pub(crate) fn new(settings: Settings) -> Result<Self, SettingsError> {
        Self::with(settings, Limits::default(), Arc::new(System))
    }

    fn with(settings: Settings, limits: Limits, resolver: Arc<dyn Resolve>) -> Result<Self, SettingsError> {
        let mut chains: Vec<String> = Vec::new();
        for (chain, _) in &settings.rpc {
            if !chains.contains(chain) {
                chains.push(chain.clone());
            }
        }
        let counts = Arc::new(Counts::default());
        let documents = Documents::new(&limits, &counts);
        let reader = Arc::new(Reader::new(settings, limits, resolver, &counts)?);
        Ok(Self { chains, reader, documents, counts })
    }

    /// The document behind a token's URI, exactly as its host sent it.
    ///
    /// # Errors
    /// 400 for a chain that is not configured, 404 when the contract knows no such token, 429 when too much is under way,
    /// 502 and 504 when chain or target fail or take too long.
    pub(crate) async fn document(&self, token: &GetTokenUri) -> Result<Arc<str>, Failure> {
        let chain = token.chain_id.to_string();
        if !self.chains.contains(&chain) {
            return Err(self.unknown_chain(&chain));
        }
        let standard = if token.standard == Some(Standard::Erc1155) { "1" } else { "0" };
        // The spelling of an address may differ in case (EIP-55); the contract is the same.
        let key = [&chain, &token.address.as_str().to_ascii_lowercase(), &token.id.to_string(), standard].join("/");
        let (reader, token) = (Arc::clone(&self.reader), token.clone());
        self.documents.get(key, async move { reader.read(&token).await }).await
    }

    fn unknown_chain(&self, chain: &str) -> Failure {
        let known = self.chains.join(", ");
        Failure::new(
            400,
            format!("The query parameter `b` is {chain}, but this service reads these chains only: {known}."),
        )
    }

    pub(crate) fn metrics(&self) -> Metrics {
        self.counts.metrics(self.reader.in_flight())
    }
}

#[cfg(test)]
mod tests;
