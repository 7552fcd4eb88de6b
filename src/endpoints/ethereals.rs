//! `GET /ethereals`: pages of mirrored NFT collections (specification §4.4, §2.4, §3.2).

use super::{Call, Endpoint, Reading, Route, Target, bridge_transfer::ChainType, deserialize};
use crate::{
    error::Error,
    json::Checked,
    model::{model, open_string},
    parameters::{Address, Cursor, Parameter, Query, SourceChain},
    rules::{self, Rule},
    text::decimal_text,
};
use std::num::NonZeroU32;

mod envelope;

open_string! {
    /// Status of a collection (specification §3.2).
    ///
    /// ```
    /// use ethereal_query::EtherealStatus;
    /// assert_eq!(EtherealStatus::from("unfunded".to_owned()), EtherealStatus::Unfunded);
    /// ```
    /// ```ts
    /// const statuses: EtherealStatus[] = ["unfunded"];
    /// const [item] = await client.ethereals({ statuses }).toArray({ limit: 1 });
    /// console.log(item?.status); // unfunded
    /// ```
    EtherealStatus {
        /// The service synchronises the collection.
        Active = "active",
        /// Funds are below the level required for synchronisation.
        Unfunded = "unfunded",
    }
}

model! {
    /// A mirrored NFT collection (specification §2.4).
    ///
    /// ```
    /// use ethereal_query::{Ethereal, EtherealStatus};
    /// let ethereal: Ethereal = serde_json::from_str(r#"{"_id":"1","status":"active","tokenSymbol":"ETREE"}"#)?;
    /// assert_eq!(ethereal.status, EtherealStatus::Active);
    /// assert_eq!(ethereal.token_symbol.as_deref(), Some("ETREE"));
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    /// ```ts
    /// const [item]: Ethereal[] = await client.ethereals().toArray({ limit: 1 });
    /// console.log(item?.tokenSymbol); // TKTS
    /// ```
    Ethereal {
        required {
            /// Unique id of the record.
            id: "_id" [text],
            /// Status.
            status: "status" [open EtherealStatus],
        }
        optional {
            /// Contract address of the collection; printed as `the service` in the specification.
            ethereal: "ethereal" [address] also "the service",
            /// Balance of the contract, decimal integer in the smallest unit.
            balance: "balance" [text],
            /// Chain of the mirrored contract, a chain id as string or number.
            source_chain: "sourceChain" [scalar],
            /// The contract being mirrored.
            source_contract: "sourceContract" [address],
            /// Name of the contract.
            token_name: "tokenName" [text],
            /// Symbol of the contract.
            token_symbol: "tokenSymbol" [text],
            /// Time of the last check, Unix seconds.
            last_checked_timestamp: "lastCheckedTimestamp" [number] or "lastCheckTimestamp" or "lastCheckedAt",
            /// Date of the last check, ISO 8601.
            last_checked_date: "lastCheckedDate" [text] or "lastCheckDate" or "lastCheckedAt",
            /// Time of the last sync, Unix seconds.
            last_sync_timestamp: "lastSyncTimestamp" [number] or "lastSyncedAt",
            /// Date of the last sync, ISO 8601; the field keeps this name.
            last_sync_data: "lastSyncData" [text] or "lastSyncDate" or "lastSyncedAt",
            /// Deposit history, passed through: the specification does not show its fields.
            deposits: "deposits" [list any],
        }
    }
}

impl Parameter for EtherealStatus {
    // A service may add statuses.
    const RULE: Rule = rules::LIST_ITEM;

    fn from_normalized(text: String) -> Self {
        text.into()
    }
}

/// The request for a page of collections. Without filters, the pages list all collections.
///
/// ```
/// use ethereal_query::{Endpoint, EtherealStatus, EtherealsQuery};
/// let query = EtherealsQuery::default().source_chain(1).source_chain(42161).status(EtherealStatus::Active);
/// assert_eq!(query.call().target, "/ethereals?sourceChains=1,42161&statuses=active");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct EtherealsQuery {
    /// The chain type; not sent when `None`.
    pub chain: Option<ChainType>,
    /// The source chains to list; empty means all.
    pub source_chains: Vec<SourceChain>,
    /// The source contracts to list; empty means all.
    pub source_contracts: Vec<Address>,
    /// The statuses to list; empty means all.
    pub statuses: Vec<EtherealStatus>,
    /// The number of records of a page, not sent when `None`. The service's default is 50.
    pub page_size: Option<NonZeroU32>,
    /// The cursor of the page; `None` for the first page.
    pub cursor: Option<Cursor>,
    /// Whether a page leaves out the records that do not match the model. Otherwise such a record is an error of its
    /// page.
    pub skip_invalid_records: bool,
}

impl EtherealsQuery {
    /// Sets the chain type. The service assumes mainnet.
    #[must_use]
    pub fn chain(self, chain: ChainType) -> Self {
        Self { chain: Some(chain), ..self }
    }

    /// Adds a source chain to the filter.
    #[must_use]
    pub fn source_chain(mut self, chain: impl Into<SourceChain>) -> Self {
        self.source_chains.push(chain.into());
        self
    }

    /// Adds a source contract to the filter.
    #[must_use]
    pub fn source_contract(mut self, contract: Address) -> Self {
        self.source_contracts.push(contract);
        self
    }

    /// Adds a status to the filter.
    #[must_use]
    pub fn status(mut self, status: EtherealStatus) -> Self {
        self.statuses.push(status);
        self
    }

    /// Sets the number of records of a page. A page may have fewer.
    #[must_use]
    pub fn page_size(self, page_size: NonZeroU32) -> Self {
        Self { page_size: Some(page_size), ..self }
    }

    /// Leaves out the records that do not match the model, for example because a required field is absent. A client
    /// reports each to its [`crate::Hooks`]. A body that is not JSON is still an error.
    ///
    /// ```
    /// use ethereal_query::EtherealsQuery;
    /// assert!(EtherealsQuery::default().skip_invalid_records().skip_invalid_records);
    /// ```
    #[must_use]
    pub fn skip_invalid_records(self) -> Self {
        Self { skip_invalid_records: true, ..self }
    }

    /// Requests the page of the same list that begins at `cursor`.
    #[must_use]
    pub fn after(&self, cursor: Cursor) -> Self {
        Self { cursor: Some(cursor), ..self.clone() }
    }
}

/// One page of a list.
///
/// ```
/// use ethereal_query::{Ethereal, EtherealsQuery, Error, Page};
/// fn next_query(query: &EtherealsQuery, page: &Page<Ethereal>) -> Result<Option<EtherealsQuery>, Error> {
///     let Some(cursor) = &page.next_cursor else { return Ok(None) };
///     Ok(Some(query.after(cursor.parse()?)))
/// }
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Page<T> {
    /// The records, in the order of the service.
    pub items: Vec<T>,
    /// The cursor of the next page; `None` on the last page.
    pub next_cursor: Option<String>,
}

impl Endpoint for EtherealsQuery {
    const ROUTE: &'static Route = &Route {
        name: "GET /ethereals",
        method: "ethereals",
        requires_api_key: true,
        path: &["ethereals"],
        query: &["chain", "sourceChains", "sourceContracts", "statuses", "page_size", "cursor"],
        reading: Reading::typed(envelope::read),
        keeps_headers: false,
    };
    type Output = Page<Ethereal>;

    fn call(&self) -> Call {
        let page_size = self.page_size.map(|size| decimal_text(size.get().into()));
        let cursor = self.cursor.as_ref().map(Cursor::as_str);
        let target = Target::new(Self::ROUTE, &[])
            .query("chain", self.chain.map(ChainType::as_str))
            .query_list("sourceChains", self.source_chains.iter().map(SourceChain::as_str))
            .query_list("sourceContracts", self.source_contracts.iter().map(Address::as_str))
            .query_list("statuses", self.statuses.iter().map(EtherealStatus::as_str))
            .query("page_size", page_size.as_deref())
            .query("cursor", cursor);
        let skip_invalid_records = self.skip_invalid_records;
        Call { cursor: cursor.map(str::to_owned), skip_invalid_records, ..Call::new(Self::ROUTE, target) }
    }

    fn decode(_: &[String], query: &mut Query) -> Result<Self, Error> {
        let contract = Rule { normalize: lower_case_address, ..rules::ADDRESS };
        let status =
            Rule { expectation: "active or unfunded", normalize: |text| rules::one_of(text, &["active", "unfunded"]) };
        let page_size =
            Rule { expectation: "an integer from 1 to 500", normalize: |text| rules::integer(text, 1, 500) };
        Ok(Self {
            chain: query.parse("chain")?,
            source_chains: items(query, "sourceChains", &rules::LIST_ITEM, 32)?,
            source_contracts: items(query, "sourceContracts", &contract, 100)?,
            statuses: items(query, "statuses", &status, 32)?,
            page_size: query.parse_by("page_size", &page_size)?,
            // Some clients send the word null, because the specification prints it as the default.
            cursor: query.value("cursor")?.filter(|cursor| cursor != "null").map(Cursor::from_normalized),
            skip_invalid_records: false,
        })
    }

    fn output(checked: &Checked) -> Result<Self::Output, Error> {
        let items = deserialize(&checked.json().unwrap_or_default())?;
        Ok(Page { items, next_cursor: checked.next_cursor().map(str::to_owned) })
    }
}

fn lower_case_address(text: &str) -> Option<String> {
    (rules::ADDRESS.normalize)(text).map(|address| address.to_ascii_lowercase())
}

/// Reads a comma-separated list: trims the items, ignores empty ones, checks each by `rule`, and sorts them without
/// duplicates. More than `limit` items are an error.
fn items<T: Parameter>(query: &mut Query, name: &'static str, rule: &Rule, limit: usize) -> Result<Vec<T>, Error> {
    let mut items = Vec::new();
    for item in query.value(name)?.unwrap_or_default().split(',').map(str::trim).filter(|item| !item.is_empty()) {
        items.push(rule.check(name, item)?);
    }
    items.sort_unstable();
    items.dedup();
    if items.len() > limit {
        let count = [&items.len().to_string(), " items"].concat();
        return Err(Error::breaks_rule(name, &count, &["at most ", &limit.to_string(), " items"].concat()));
    }
    Ok(items.into_iter().map(T::from_normalized).collect())
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
