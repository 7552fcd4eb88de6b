//! `GET /ethereals`: mirrored NFT collections, filtered and in pages (specification §4.4, §2.4, §3.2).

use super::{Caching, Endpoint, Form, Param, Query, Reading, Route, bridge_transfer::ChainType, typed};
use crate::{
    Error,
    args::Args,
    json::Checked,
    model::{model, open_string},
    rules::{self, Rule},
    text::{join, split},
};

mod envelope;
#[cfg(any(test, all(target_arch = "wasm32", feature = "client")))]
mod partial_page;

#[cfg(all(target_arch = "wasm32", feature = "client"))]
pub(crate) use partial_page::PartialPage;

open_string! {
    /// Status of a collection (specification §3.2).
    EtherealStatus {
        /// Synchronising.
        Active = "active",
        /// Funds are below the level required for synchronisation.
        Unfunded = "unfunded",
    }
}

model! {
    /// A mirrored NFT collection (specification §2.4).
    Ethereal {
        required {
            /// Unique id of the record.
            id: "_id" [text],
            /// Status.
            status: "status" [open EtherealStatus],
        }
        optional {
            /// Contract address of the collection; printed as `the service` in the specification.
            ethereal: "ethereal" [text] or "the service",
            /// Balance of the contract, decimal integer in the smallest unit.
            balance: "balance" [text],
            /// Chain of the mirrored contract, a chain id as string or number.
            source_chain: "sourceChain" [scalar],
            /// The contract being mirrored.
            source_contract: "sourceContract" [text],
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

const PAGE_SIZE: Rule =
    Rule { words: "a whole number from 1 to 2^32-1", canonical: |text| rules::whole(text, 1, u32::MAX as u64) };
const CURSOR: Rule = Rule {
    words: "a cursor the service gave (a string of at most 4,096 bytes)",
    canonical: |text| (text.len() <= 4096).then(|| text.to_owned()),
};

/// The request: filters and where to begin; made by [`Ethereals::new`], so always valid. `default()` lists everything.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Ethereals {
    /// Chain type; not sent when `None`.
    pub(crate) chain: Option<ChainType>,
    /// Source chains to list; empty means all.
    pub(crate) source_chains: Vec<String>,
    /// Source contracts to list; empty means all.
    pub(crate) source_contracts: Vec<String>,
    /// Statuses to list; empty means all.
    pub(crate) statuses: Vec<String>,
    /// Records per page, in decimal; the service's default is 50.
    pub(crate) page_size: Option<String>,
    /// Where the page begins; `None` for the first.
    pub(crate) cursor: Option<String>,
}

impl Ethereals {
    /// The request a caller describes; options `chain`, `sourceChains`, `sourceContracts`, `statuses`, `pageSize`, `cursor`.
    ///
    /// # Errors
    /// `invalid_argument` for a value that breaks its rule and for an unknown option.
    pub fn new(args: Args) -> Result<Self, Error> {
        let mut values = Self::ROUTE.values(&[], args)?.into_iter();
        let mut next = || values.next().flatten();
        let list =
            |text: Option<String>| text.map_or(Vec::new(), |text| split(&text, b',').map(str::to_owned).collect());
        Ok(Self {
            chain: next().map(|chain| ChainType::new(&chain)),
            source_chains: list(next()),
            source_contracts: list(next()),
            statuses: list(next()),
            page_size: next(),
            cursor: next(),
        })
    }

    /// The same list from `cursor` on.
    #[must_use]
    pub fn after(&self, cursor: &str) -> Self {
        Self { cursor: Some(cursor.to_owned()), ..self.clone() }
    }
}

/// One page of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct Page<T> {
    /// The records, in the service's order.
    pub items: Vec<T>,
    /// Where the next page begins; `None` on the last.
    pub next_cursor: Option<String>,
}

impl Endpoint for Ethereals {
    const ROUTE: &'static Route = &Route {
        name: "GET /ethereals",
        keyed: true,
        path: &["ethereals"],
        variables: &[],
        options: &[
            Param { name: "chain", wire: "chain", rule: rules::CHAIN, form: Form::Optional },
            Param { name: "sourceChains", wire: "sourceChains", rule: rules::LIST_ITEM, form: Form::List },
            Param { name: "sourceContracts", wire: "sourceContracts", rule: rules::ADDRESS, form: Form::List },
            Param { name: "statuses", wire: "statuses", rule: rules::LIST_ITEM, form: Form::List },
            Param { name: "pageSize", wire: "page_size", rule: PAGE_SIZE, form: Form::Optional },
            Param { name: "cursor", wire: "cursor", rule: CURSOR, form: Form::Optional },
        ],
        reading: Reading::typed(envelope::read),
        caching: Caching::Never,
        keeps_headers: false,
    };
    type Output = Page<Ethereal>;

    fn values(&self) -> Vec<Option<String>> {
        let list = |items: &[String]| (!items.is_empty()).then(|| join(items, ','));
        vec![
            self.chain.map(|chain| chain.as_str().to_owned()),
            list(&self.source_chains),
            list(&self.source_contracts),
            list(&self.statuses),
            self.page_size.clone(),
            self.cursor.clone().filter(|cursor| !cursor.is_empty()),
        ]
    }

    fn decode(_: &[String], query: &mut Query) -> Result<Self, Error> {
        let contract = Rule { words: rules::ADDRESS.words, canonical: |text| lower_case_address(text) };
        let status =
            Rule { words: "active or unfunded", canonical: |text| rules::one_of(text, &["active", "unfunded"]) };
        let size = Rule { words: "a whole number from 1 to 500", canonical: |text| rules::whole(text, 1, 500) };
        Ok(Self {
            chain: query.by("chain", &rules::CHAIN)?.map(|chain| ChainType::new(&chain)),
            source_chains: items(query, "sourceChains", &rules::LIST_ITEM, 32)?,
            source_contracts: items(query, "sourceContracts", &contract, 100)?,
            statuses: items(query, "statuses", &status, 32)?,
            page_size: query.by("page_size", &size)?,
            // The specification prints the default as null, so clients send that word.
            cursor: query.take("cursor")?.filter(|cursor| cursor != "null"),
        })
    }

    fn output(checked: &Checked) -> Result<Self::Output, Error> {
        let items = typed(&checked.json().unwrap_or_default())?;
        Ok(Page { items, next_cursor: checked.next_cursor().map(str::to_owned) })
    }
}

fn lower_case_address(text: &str) -> Option<String> {
    (rules::ADDRESS.canonical)(text).map(|address| address.to_ascii_lowercase())
}

/// A comma-separated list as the service reads it: trimmed, empty items dropped, each by its rule, sorted, at most `limit`.
fn items(query: &mut Query, name: &'static str, rule: &Rule, limit: usize) -> Result<Vec<String>, Error> {
    let mut out = Vec::new();
    for item in query.take(name)?.unwrap_or_default().split(',').map(str::trim).filter(|item| !item.is_empty()) {
        out.push(rule.check(name, item)?);
    }
    out.sort_unstable();
    out.dedup();
    if out.len() > limit {
        let (count, limit) = (out.len().to_string(), limit.to_string());
        return Err(Error::refused(name, ["`", name, "` has ", &count, " items: at most ", &limit, "."].concat()));
    }
    Ok(out)
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
