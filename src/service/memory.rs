//! The service with its records in memory.

use super::{
    dataset::{Dataset, RecordKind},
    http::{Request, Response},
    record::{self, DatasetError, EtherealKey, KeyRecord, StoredRecord, TokenKey, TransferKey},
    responses,
    route::{PageRequest, match_route},
};
use crate::{
    endpoints::{ChainType, EtherealStatus, GetTokenUri, GetTransfer, Operation},
    parameters::{Address, SourceChain},
};
use std::{collections::BTreeMap, ops::Bound};

/// The service with the records of a [`Dataset`] in memory.
///
/// ```
/// use ethereal_query::service::{Dataset, MemoryService, Request};
/// let keys = r#"{"key":"test-key","requestOwner":"demo","auth":{}}"#;
/// let service = MemoryService::new(&Dataset { keys, ..Dataset::default() })?;
/// let response = service.handle(&Request { method: "GET", target: "/project", api_key: Some("test-key") });
/// assert_eq!(response.status, 200);
/// assert_eq!(response.body, r#"{"message":"Key details.","requestOwner":"demo","auth":{}}"#);
/// # Ok::<(), ethereal_query::service::DatasetError>(())
/// ```
#[derive(Debug, Default)]
pub struct MemoryService {
    tokens: BTreeMap<TokenKey, String>,
    /// Transfers by `_id`.
    transfers: BTreeMap<String, StoredRecord<TransferKey>>,
    /// The `_id`s of the transfers that have a hash.
    hashes: BTreeMap<(ChainType, String), Vec<String>>,
    /// Collections by chain type and `_id`, which is the order of pages.
    ethereals: BTreeMap<(ChainType, String), StoredRecord<EtherealKey>>,
    keys: BTreeMap<String, KeyRecord>,
}

impl MemoryService {
    /// A service with these records.
    ///
    /// # Errors
    /// The first invalid record.
    pub fn new(dataset: &Dataset<'_>) -> Result<Self, DatasetError> {
        let mut service = Self::default();
        service.update(dataset)?;
        Ok(service)
    }

    /// Adds records. A record replaces the one with the same identity, and a later one in the dataset an earlier one.
    /// The identity of a token is its chain, address, id and standard; of a transfer its `_id`; of a collection its
    /// chain type and `_id`; of a key the key. After an update, a transfer is found only by the hashes of its new
    /// record.
    ///
    /// # Errors
    /// The first invalid record; then no record has changed.
    pub fn update(&mut self, dataset: &Dataset<'_>) -> Result<(), DatasetError> {
        // Every record is read before the first is stored, so that an error changes nothing.
        let Dataset {
            tokens,
            transfers,
            ethereals,
            keys,
        } = *dataset;
        let tokens = record::list(RecordKind::Tokens.name(), tokens, record::token)?;
        let transfers = record::list(RecordKind::Transfers.name(), transfers, record::transfer)?;
        let ethereals = record::list(RecordKind::Ethereals.name(), ethereals, record::ethereal)?;
        let keys = record::list("keys", keys, record::key)?;
        self.tokens
            .extend(tokens.into_iter().map(|record| (record.key, record.text)));
        transfers
            .into_iter()
            .for_each(|record| self.insert_transfer(record));
        self.ethereals.extend(
            ethereals
                .into_iter()
                .map(|record| ((record.key.chain, record.key.id.clone()), record)),
        );
        self.keys.extend(keys);
        Ok(())
    }

    fn insert_transfer(&mut self, record: StoredRecord<TransferKey>) {
        let TransferKey {
            chain, id, hashes, ..
        } = &record.key;
        if let Some(old) = self.transfers.remove(id) {
            for hash in old.key.hashes {
                let key = (old.key.chain, hash);
                if let Some(ids) = self.hashes.get_mut(&key) {
                    ids.retain(|other| other != id);
                    if ids.is_empty() {
                        self.hashes.remove(&key);
                    }
                }
            }
        }
        for hash in hashes {
            self.hashes
                .entry((*chain, hash.clone()))
                .or_default()
                .push(id.clone());
        }
        self.transfers.insert(id.clone(), record);
    }

    /// Returns the response to a request.
    #[must_use]
    pub fn handle(&self, request: &Request<'_>) -> Response {
        self.handle_if_none_match(request, None)
    }

    /// Returns the response to a request with the header `If-None-Match`: 304 when the client has the `ETag`.
    ///
    /// ```
    /// use ethereal_query::service::{Dataset, MemoryService, Request};
    /// let keys = r#"{"key":"test-key","requestOwner":"demo","auth":{}}"#;
    /// let service = MemoryService::new(&Dataset { keys, ..Dataset::default() })?;
    /// let request = Request { method: "GET", target: "/project", api_key: Some("test-key") };
    /// let first = service.handle(&request);
    /// let etag = first.headers.iter().find(|(name, _)| *name == "etag").map(|(_, value)| value.as_str());
    /// assert_eq!(service.handle_if_none_match(&request, etag).status, 304);
    /// # Ok::<(), ethereal_query::service::DatasetError>(())
    /// ```
    #[must_use]
    pub fn handle_if_none_match(
        &self,
        request: &Request<'_>,
        if_none_match: Option<&str>,
    ) -> Response {
        let response = self.respond(request).unwrap_or_else(|response| response);
        response.with_etag(if_none_match).for_method(request.method)
    }

    fn respond(&self, request: &Request<'_>) -> Result<Response, Response> {
        let route_match = match_route(request)?;
        let key = request.api_key.and_then(|key| self.key(key));
        if route_match.route.requires_api_key && key.is_none() {
            return Err(Response::unauthenticated());
        }
        Ok(match route_match.operation()? {
            Operation::TokenUri(token) => responses::token_uri(&token, self.document(&token)),
            Operation::BridgeTransfer(transfer) => {
                responses::bridge_transfer(&transfer, self.transfer(&transfer))
            }
            Operation::Project(_) => key.map_or_else(Response::unauthenticated, responses::project),
            Operation::Ethereals(query) => {
                let page = PageRequest::new(query)?;
                responses::ethereals(&page, &self.page(&page))
            }
        })
    }

    /// The record of an API key.
    #[must_use]
    pub fn key(&self, key: &str) -> Option<&KeyRecord> {
        self.keys.get(key)
    }

    /// The document of a token.
    #[must_use]
    pub fn document(&self, token: &GetTokenUri) -> Option<&str> {
        self.tokens.get(&TokenKey::from(token)).map(String::as_str)
    }

    /// The newest transfer that has a hash.
    #[must_use]
    pub fn transfer(&self, request: &GetTransfer) -> Option<&str> {
        let key = (
            request.chain.unwrap_or_default(),
            request.hash.as_str().to_ascii_lowercase(),
        );
        let found = self
            .hashes
            .get(&key)?
            .iter()
            .filter_map(|id| self.transfers.get(id));
        found
            .max_by_key(|record| (record.key.timestamp, &record.key.id))
            .map(|record| record.text.as_str())
    }

    /// `(id, record)` of a page and of one more record, ordered by id.
    #[must_use]
    pub fn page(&self, page: &PageRequest) -> Vec<(&str, &str)> {
        let chain = page.filter.chain.unwrap_or_default();
        let filter = &page.filter;
        // An empty id sorts before all others.
        let start = match &page.after {
            Some(id) => Bound::Excluded((chain, id.clone())),
            None => Bound::Included((chain, String::new())),
        };
        let records = self.ethereals.range((start, Bound::Unbounded));
        records
            .take_while(|((of, _), _)| *of == chain)
            .filter(|(_, record)| {
                is_listed(
                    filter.source_chains.iter().map(SourceChain::as_str),
                    &record.key.source_chain,
                ) && is_listed(
                    filter.source_contracts.iter().map(Address::as_str),
                    &record.key.source_contract,
                ) && is_listed(
                    filter.statuses.iter().map(EtherealStatus::as_str),
                    &record.key.status,
                )
            })
            .take(page.size + 1)
            .map(|((_, id), record)| (id.as_str(), record.text.as_str()))
            .collect()
    }
}

/// Returns whether a filter accepts a value. An empty filter accepts every value.
fn is_listed<'a>(mut filter: impl ExactSizeIterator<Item = &'a str>, value: &str) -> bool {
    filter.len() == 0 || filter.any(|listed| listed == value)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
