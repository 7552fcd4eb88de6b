//! The service with its records in memory.

use super::{
    dataset::{Dataset, RecordKind},
    http::{Request, Response},
    record::{self, DatasetError, KeyRecord, TransferHash},
    record_request::{Lookup, Source},
    responses,
    route::{PageRequest, match_route},
    stored_record::StoredRecord,
};
use crate::{
    endpoints::{EtherealStatus, EtherealsQuery},
    parameters::{Address, SourceChain},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    ops::Bound,
};

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
    /// The records by their kind and [`StoredRecord::key`]. A key of an ethereal is its chain type
    /// and its `_id`, so the map has the ethereals of a chain type in the order of the pages.
    records: BTreeMap<(RecordKind, Vec<String>), StoredRecord>,
    /// The hashes of the transfers. The last value with a chain type and a hash belongs to the
    /// newest transfer.
    hashes: BTreeSet<TransferHash>,
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

    /// Adds records. A record replaces the stored record with the same identity. In the dataset, a
    /// later record replaces an earlier record. The identity of a token is its chain, address, id
    /// and standard; of a transfer its `_id`; of a collection its chain type and `_id`; of a key
    /// the key. After an update, a transfer is found only by the hashes of its new record.
    ///
    /// # Errors
    /// The first invalid record; then no record has changed.
    pub fn update(&mut self, dataset: &Dataset<'_>) -> Result<(), DatasetError> {
        // Every record is read before the first is stored, so that an error changes nothing.
        let mut records = Vec::new();
        for &kind in RecordKind::ALL {
            let list = record::list(kind.name(), dataset.list(kind), |text| kind.read(text))?;
            records.extend(list);
        }
        let keys = record::list("keys", dataset.keys, record::key)?;
        for record in records {
            self.insert(record);
        }
        self.keys.extend(keys);
        Ok(())
    }

    fn insert(&mut self, record: StoredRecord) {
        let key = (record.kind, record.key().to_vec());
        if let Some(old) = self.records.remove(&key) {
            for hash in &old.hashes {
                self.hashes.remove(hash);
            }
        }
        self.hashes.extend(record.hashes.iter().cloned());
        self.records.insert(key, record);
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
        let response = self
            .respond(request)
            .unwrap_or_else(|error_response| error_response);
        response.with_etag(if_none_match).for_method(request.method)
    }

    fn respond(&self, request: &Request<'_>) -> Result<Response, Response> {
        let route_match = match_route(request)?;
        let key_record = request.api_key.and_then(|key| self.key(key));
        if route_match.route.requires_api_key && key_record.is_none() {
            return Err(Response::unauthenticated());
        }
        Ok(match Source::of(&route_match.operation()?)? {
            Source::Record(record_request) => {
                record_request.response(self.record(record_request.lookup()))
            }
            Source::Page(page) => responses::ethereals(&page, &self.page(&page)),
            Source::Key => key_record.map_or_else(Response::unauthenticated, responses::project),
        })
    }

    /// The record of an API key.
    #[must_use]
    pub fn key(&self, key: &str) -> Option<&KeyRecord> {
        self.keys.get(key)
    }

    /// The text of a record.
    #[must_use]
    pub fn record(&self, lookup: Lookup) -> Option<&str> {
        let key = match lookup {
            Lookup::Key(kind, key) => (kind, key),
            Lookup::TransferHash { chain, hash } => {
                let from_first = self.hashes.range(TransferHash::first(chain, &hash)..);
                let newest = from_first
                    .take_while(|other| other.chain == chain && other.hash == hash)
                    .last()?;
                (RecordKind::Transfers, vec![newest.id.clone()])
            }
        };
        self.records.get(&key).map(|record| record.text.as_str())
    }

    /// `(id, record)` of a page and of one more record, ordered by id. The additional record shows
    /// that there is a next page.
    #[must_use]
    pub fn page(&self, page: &PageRequest) -> Vec<(&str, &str)> {
        let filter = &page.filter;
        let chain = filter.chain.unwrap_or_default().as_str();
        let key = |id: &str| (RecordKind::Ethereals, vec![chain.to_owned(), id.to_owned()]);
        // An empty id sorts before all others.
        let start = match &page.after {
            Some(id) => Bound::Excluded(key(id)),
            None => Bound::Included(key("")),
        };
        let records = self.records.range((start, Bound::Unbounded));
        records
            .map(|(_, record)| record)
            .take_while(|record| {
                record.kind == RecordKind::Ethereals && record.column("chain") == chain
            })
            .filter(|record| passes(filter, record))
            .take(page.size + 1)
            .map(|record| (record.column("id"), record.text.as_str()))
            .collect()
    }
}

/// Returns whether a collection passes every filter of a list.
fn passes(filter: &EtherealsQuery, record: &StoredRecord) -> bool {
    let chains = filter.source_chains.iter().map(SourceChain::as_str);
    let contracts = filter.source_contracts.iter().map(Address::as_str);
    let statuses = filter.statuses.iter().map(EtherealStatus::as_str);
    accepts(chains, record.column("source_chain"))
        && accepts(contracts, record.column("source_contract"))
        && accepts(statuses, record.column("status"))
}

/// Returns whether a filter accepts a value. An empty filter accepts every value.
fn accepts<'a>(mut filter: impl ExactSizeIterator<Item = &'a str>, value: &str) -> bool {
    filter.len() == 0 || filter.any(|listed| listed == value)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
