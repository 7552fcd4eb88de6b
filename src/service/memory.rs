//! The whole service over records in memory.

use super::{
    answer,
    http::{Request, Response},
    record::{self, DatasetError, EtherealKey, KeyRecord, Row, TokenKey, TransferKey},
    route::{Operation, PageRequest, match_route},
};
use crate::{Address, ChainType, EtherealStatus, GetTokenUri, GetTransfer, SourceChain};
use std::{collections::BTreeMap, ops::Bound};

/// Records, each list as a JSON array or with one record a line (NDJSON).
#[derive(Debug, Clone, Copy, Default)]
pub struct Dataset<'a> {
    /// `{"chainId", "address", "id", "standard", "uri", "document"}`; `document` is the metadata's exact text in a string.
    pub tokens: &'a str,
    /// Transfer records; the field `chainType` says where each is found.
    pub transfers: &'a str,
    /// Collection records; the field `chainType` says where each is listed.
    pub ethereals: &'a str,
    /// `{"key", "requestOwner", "auth", "sponsoredAccount", "balanceWei"}`.
    pub keys: &'a str,
}

/// The service over a [`Dataset`].
#[derive(Debug, Default)]
pub struct MemoryService {
    tokens: BTreeMap<TokenKey, String>,
    /// By `_id`.
    transfers: BTreeMap<String, Row<TransferKey>>,
    /// The `_id`s of the transfers with a hash.
    hashes: BTreeMap<(ChainType, String), Vec<String>>,
    /// In the order of pages.
    ethereals: BTreeMap<(ChainType, String), Row<EtherealKey>>,
    keys: BTreeMap<String, KeyRecord>,
}

impl MemoryService {
    /// A service over these records.
    ///
    /// # Errors
    /// The first record that is not what the specification describes.
    pub fn new(dataset: &Dataset<'_>) -> Result<Self, DatasetError> {
        let mut service = Self::default();
        service.update(dataset)?;
        Ok(service)
    }

    /// Takes in more records. One replaces the record with the same identity, of two in the dataset the later stays:
    /// for a token chain, address, id and standard; for a transfer `_id`; for a collection chain type and `_id`; for a
    /// key the key. A transfer is then found by the hashes of its new record only.
    ///
    /// # Errors
    /// The first record that is not what the specification describes; the service is as it was before.
    pub fn update(&mut self, dataset: &Dataset<'_>) -> Result<(), DatasetError> {
        // All of them are read before the first one is taken in.
        let tokens = record::list("tokens", dataset.tokens, record::token)?;
        let transfers = record::list("transfers", dataset.transfers, record::transfer)?;
        let ethereals = record::list("ethereals", dataset.ethereals, record::ethereal)?;
        let keys = record::list("keys", dataset.keys, record::key)?;
        self.tokens.extend(tokens.into_iter().map(|row| (row.key, row.text)));
        transfers.into_iter().for_each(|row| self.take(row));
        self.ethereals.extend(ethereals.into_iter().map(|row| ((row.key.chain, row.key.id.clone()), row)));
        self.keys.extend(keys);
        Ok(())
    }

    fn take(&mut self, row: Row<TransferKey>) {
        let TransferKey { chain, id, hashes, .. } = &row.key;
        if let Some(old) = self.transfers.remove(id) {
            for hash in old.key.hashes {
                let place = (old.key.chain, hash);
                if let Some(ids) = self.hashes.get_mut(&place) {
                    ids.retain(|one| one != id);
                    if ids.is_empty() {
                        self.hashes.remove(&place);
                    }
                }
            }
        }
        for hash in hashes {
            self.hashes.entry((*chain, hash.clone())).or_default().push(id.clone());
        }
        self.transfers.insert(id.clone(), row);
    }

    /// Answers one request.
    #[must_use]
    pub fn handle(&self, request: &Request<'_>) -> Response {
        let mut response = self.answer(request).unwrap_or_else(|response| response);
        if request.method == "HEAD" {
            response.body.clear();
        }
        response
    }

    fn answer(&self, request: &Request<'_>) -> Result<Response, Response> {
        let route_match = match_route(request)?;
        let key = request.api_key.and_then(|key| self.key(key));
        if route_match.route.requires_api_key && key.is_none() {
            return Err(Response::unauthenticated());
        }
        Ok(match route_match.operation()? {
            Operation::TokenUri(token) => answer::token_uri(&token, self.document(&token)),
            Operation::BridgeTransfer(transfer) => answer::bridge_transfer(&transfer, self.transfer(&transfer)),
            Operation::Project => key.map_or_else(Response::unauthenticated, answer::project),
            Operation::Ethereals(page) => answer::ethereals(&page, &self.page(&page)),
        })
    }

    /// What is recorded of an API key.
    #[must_use]
    pub fn key(&self, key: &str) -> Option<&KeyRecord> {
        self.keys.get(key)
    }

    /// The metadata of a token.
    #[must_use]
    pub fn document(&self, token: &GetTokenUri) -> Option<&str> {
        self.tokens.get(&TokenKey::from(token)).map(String::as_str)
    }

    /// The newest transfer with a hash.
    #[must_use]
    pub fn transfer(&self, request: &GetTransfer) -> Option<&str> {
        let key = (request.chain.unwrap_or_default(), request.hash.as_str().to_ascii_lowercase());
        let found = self.hashes.get(&key)?.iter().filter_map(|id| self.transfers.get(id));
        found.max_by_key(|row| (row.key.timestamp, &row.key.id)).map(|row| row.text.as_str())
    }

    /// `(id, record)` of a page and of one record more.
    #[must_use]
    pub fn page(&self, page: &PageRequest) -> Vec<(&str, &str)> {
        let chain = page.filter.chain.unwrap_or_default();
        let filter = &page.filter;
        // Without a cursor even an empty id, the first of all, is on the page.
        let from = match &page.after {
            Some(id) => Bound::Excluded((chain, id.clone())),
            None => Bound::Included((chain, String::new())),
        };
        let rows = self.ethereals.range((from, Bound::Unbounded));
        rows.take_while(|((of, _), _)| *of == chain)
            .filter(|(_, row)| {
                is_listed(filter.source_chains.iter().map(SourceChain::as_str), &row.key.source_chain)
                    && is_listed(filter.source_contracts.iter().map(Address::as_str), &row.key.source_contract)
                    && is_listed(filter.statuses.iter().map(EtherealStatus::as_str), &row.key.status)
            })
            .take(page.size + 1)
            .map(|((_, id), row)| (id.as_str(), row.text.as_str()))
            .collect()
    }
}

/// Whether a filter lets a value pass. An empty filter lets all of them pass.
fn is_listed<'a>(mut filter: impl ExactSizeIterator<Item = &'a str>, value: &str) -> bool {
    filter.len() == 0 || filter.any(|listed| listed == value)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
