//! Token documents from chains: a contract call returns the URI of a token, and the service fetches
//! the document at the URI.
//!
//! The service trusts the RPC endpoints and gateways, which the operator configures. It trusts
//! neither the URI of a contract nor the target of a redirect ([`guard`]). It caches URIs,
//! documents and failures. Requests that wait for the same URI or document share one read
//! ([`cache`]).

mod abi;
mod cache;
mod content;
mod data_uri;
mod document;
mod failure;
mod fetch;
mod gateway;
mod guard;
mod hedge;
mod limits;
mod location;
mod media;
mod metrics;
mod pauses;
mod reader;
mod resolver;
mod revert;
mod rpc;
mod uri;

use crate::cli::TokenSources;
use cache::Cache;
pub(crate) use document::Document;
use document::TokenUri;
use ethereal_query::{GetTokenUri, Standard};
pub(crate) use failure::Failure;
use limits::Limits;
use metrics::Metrics;
use prometheus_client::registry::Registry;
use reader::{Reader, timed_out};
use reqwest::dns::Resolve;
use resolver::SystemResolver;
use std::sync::Arc;
use tokio::time::timeout;

/// Reads token documents.
pub(crate) struct Upstream {
    reader: Arc<Reader>,
    /// The URIs of tokens, by chain, contract, token id and standard.
    uris: Cache<TokenUri>,
    /// Documents, by URI.
    documents: Cache<Document>,
    limits: Limits,
}

impl Upstream {
    /// A reader of these sources. Adds its metrics to a registry.
    ///
    /// # Errors
    /// An endpoint or gateway that is not an `http` or `https` URL.
    pub(crate) fn new(sources: &TokenSources, registry: &mut Registry) -> Result<Self, String> {
        Self::with(
            sources,
            Limits::default(),
            Arc::new(SystemResolver),
            Metrics::new(registry),
        )
    }

    /// Like [`Upstream::new`]. Tests use other limits and resolvers.
    fn with(
        sources: &TokenSources,
        limits: Limits,
        resolver: Arc<dyn Resolve>,
        metrics: Metrics,
    ) -> Result<Self, String> {
        let (uris, documents) = (Cache::new(&limits, &metrics), Cache::new(&limits, &metrics));
        let reader = Arc::new(Reader::new(sources, limits.clone(), resolver, metrics)?);
        Ok(Self {
            reader,
            uris,
            documents,
            limits,
        })
    }

    pub(crate) fn has_chains(&self) -> bool {
        self.reader.has_chains()
    }

    /// Returns the document at the URI of a token, with the bytes that its host sent.
    ///
    /// # Errors
    /// 400 for a chain without an endpoint, 404 for an unknown token, 422 for a token without a
    /// valid document, 429 when too many reads are in flight, 502 and 504 when the chain or the URI
    /// fails or takes too long, 503 when a gateway asked for a pause.
    pub(crate) async fn document(&self, token: &GetTokenUri) -> Result<Document, Failure> {
        self.read(token, false).await
    }

    /// Like [`Self::document`], but reads the URI and the document again, even if both are fresh in
    /// the caches.
    pub(crate) async fn renewed_document(&self, token: &GetTokenUri) -> Result<Document, Failure> {
        self.read(token, true).await
    }

    async fn read(&self, token: &GetTokenUri, renew: bool) -> Result<Document, Failure> {
        // This check reads nothing, so it needs no cache.
        self.reader.check_chain(token.chain_id)?;
        // A request without a standard asks for ERC-721.
        let standard = if token.standard == Some(Standard::Erc1155) {
            "1"
        } else {
            "0"
        };
        // Addresses that differ only in case (EIP-55) name the same contract.
        let key = [
            &token.chain_id.to_string(),
            &token.address.as_str().to_ascii_lowercase(),
            &token.id.to_string(),
            standard,
        ]
        .join("/");
        // `Cache::get` reads in a separate task. A read in flight continues after this timeout, and
        // the next request can use its result.
        let read = self.read_through_caches(key, token.clone(), renew);
        timeout(self.limits.total, read)
            .await
            .unwrap_or_else(|_| Err(timed_out()))
    }

    async fn read_through_caches(
        &self,
        key: String,
        token: GetTokenUri,
        renew: bool,
    ) -> Result<Document, Failure> {
        let reader = Arc::clone(&self.reader);
        let read_uri = async move { reader.uri(&token).await };
        match self.uris.get(key, renew, read_uri).await? {
            TokenUri::Within(document) => Ok(document),
            TokenUri::At(uri) => {
                let reader = Arc::clone(&self.reader);
                let key = uri.to_string();
                let read_document = async move { reader.document(&uri).await };
                self.documents.get(key, renew, read_document).await
            }
        }
    }
}

#[cfg(test)]
mod tests;
