//! The whole service over records in memory.

use super::{
    answer,
    http::{Request, Response},
    record::{self, DatasetError, EtherealKey, KeyRecord, Row, TokenKey},
    route::{Op, PageRequest, matched},
};
use crate::endpoints::{BridgeTransferByHash, ChainType, TokenUri};
use std::{
    collections::{BTreeMap, HashMap},
    ops::Bound,
};

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
    tokens: HashMap<TokenKey, String>,
    /// By chain type and hash: time and id (the newest wins) and the record's text.
    transfers: HashMap<(ChainType, String), (u64, String, usize)>,
    transfer_texts: Vec<String>,
    /// In the order of pages.
    ethereals: BTreeMap<(ChainType, String), Row<EtherealKey>>,
    keys: HashMap<String, KeyRecord>,
}

impl MemoryService {
    /// Takes in every record; of two with the same `_id` the later one stays.
    ///
    /// # Errors
    /// The first record that is not what the specification describes.
    pub fn new(dataset: &Dataset<'_>) -> Result<Self, DatasetError> {
        let mut service = Self::default();
        for row in record::list("tokens", dataset.tokens, record::token)? {
            service.tokens.insert(row.key, row.text);
        }
        let mut newest = BTreeMap::new();
        for row in record::list("transfers", dataset.transfers, record::transfer)? {
            newest.insert(row.key.id.clone(), row);
        }
        for (id, row) in newest {
            let index = service.transfer_texts.len();
            service.transfer_texts.push(row.text);
            for hash in row.key.hashes {
                let found = service.transfers.entry((row.key.chain, hash)).or_default();
                *found = (row.key.timestamp, id.clone(), index).max(std::mem::take(found));
            }
        }
        for row in record::list("ethereals", dataset.ethereals, record::ethereal)? {
            service.ethereals.insert((row.key.chain, row.key.id.clone()), row);
        }
        service.keys.extend(record::list("keys", dataset.keys, record::key)?);
        Ok(service)
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
        let matched = matched(request)?;
        let key = request.api_key.and_then(|key| self.key(key));
        if matched.route.keyed && key.is_none() {
            return Err(Response::unauthenticated());
        }
        Ok(match matched.op()? {
            Op::TokenUri(token) => answer::token_uri(&token, self.document(&token)),
            Op::BridgeTransfer(transfer) => answer::bridge_transfer(&transfer, self.transfer(&transfer)),
            Op::Project => key.map_or_else(Response::unauthenticated, answer::project),
            Op::Ethereals(page) => answer::ethereals(&page, &self.page(&page)),
        })
    }

    /// What is recorded of an API key.
    #[must_use]
    pub fn key(&self, key: &str) -> Option<&KeyRecord> {
        self.keys.get(key)
    }

    /// The metadata of a token.
    #[must_use]
    pub fn document(&self, token: &TokenUri) -> Option<&str> {
        self.tokens.get(&TokenKey::from(token)).map(String::as_str)
    }

    /// The newest transfer with a hash.
    #[must_use]
    pub fn transfer(&self, request: &BridgeTransferByHash) -> Option<&str> {
        let key = (request.chain(), request.hash.to_ascii_lowercase());
        let (_, _, index) = self.transfers.get(&key)?;
        self.transfer_texts.get(*index).map(String::as_str)
    }

    /// `(id, record)` of a page and of one record more.
    #[must_use]
    pub fn page(&self, page: &PageRequest) -> Vec<(&str, &str)> {
        let chain = page.filter.chain.unwrap_or_default();
        let listed = |values: &[String], value: &String| values.is_empty() || values.contains(value);
        // Without a cursor even an empty id, the first of all, is on the page.
        let from = match &page.after {
            Some(id) => Bound::Excluded((chain, id.clone())),
            None => Bound::Included((chain, String::new())),
        };
        let rows = self.ethereals.range((from, Bound::Unbounded));
        rows.take_while(|((of, _), _)| *of == chain)
            .filter(|(_, row)| {
                listed(&page.filter.source_chains, &row.key.source_chain)
                    && listed(&page.filter.source_contracts, &row.key.source_contract)
                    && listed(&page.filter.statuses, &row.key.status)
            })
            .take(page.size + 1)
            .map(|((_, id), row)| (id.as_str(), row.text.as_str()))
            .collect()
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::*;

    #[test]
    fn an_empty_id_is_the_first_of_a_list() {
        let keys = r#"{"key":"k","requestOwner":"me","auth":{}}"#;
        let ethereals = r#"[{"_id":"a","status":"active"},{"_id":"","status":"active"}]"#;
        let service = MemoryService::new(&Dataset { keys, ethereals, ..Dataset::default() }).unwrap();
        let page = |target: &str| {
            let answer = service.handle(&Request { method: "GET", target, api_key: Some("k") });
            let body: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
            (body["etherealData"][0]["_id"].clone(), body["nextCursor"].as_str().map(str::to_owned))
        };
        let (id, next) = page("/ethereals?page_size=1");
        assert_eq!(id, "");
        assert_eq!(page(&format!("/ethereals?page_size=1&cursor={}", next.unwrap())), ("a".into(), None));
    }
}
