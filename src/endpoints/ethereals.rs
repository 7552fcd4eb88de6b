//! `GET /ethereals`: mirrored NFT collections, filtered and in pages (specification §4.4, §2.4, §3.2).

use super::{Endpoint, Query, Reading, Route, bridge_transfer::ChainType, typed};
use crate::{
    Error,
    args::{Arg, Args, broken},
    json::Checked,
    model::{model, open_string},
    rules::{self, Rule},
    text::{join, split},
};

mod envelope;

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
    const OPTIONS: &'static str =
        "chain, sourceChains, sourceContracts, statuses, pageSize, cursor, signal, timeoutMs, deadlineMs, maxBodyBytes";

    /// The request a caller describes; options `chain`, `sourceChains`, `sourceContracts`, `statuses`, `pageSize`, `cursor`.
    ///
    /// # Errors
    /// `invalid_argument` for a value that breaks its rule and for an unknown option.
    pub fn new(mut args: Args) -> Result<Self, Error> {
        let request = Self {
            chain: args.by("chain", &rules::CHAIN)?.map(|chain| ChainType::new(&chain)),
            source_chains: list(&mut args, "sourceChains", &rules::LIST_ITEM)?,
            source_contracts: list(&mut args, "sourceContracts", &rules::ADDRESS)?,
            statuses: list(&mut args, "statuses", &rules::LIST_ITEM)?,
            page_size: args.by("pageSize", &PAGE_SIZE)?,
            cursor: args.by("cursor", &CURSOR)?.filter(|cursor| !cursor.is_empty()),
        };
        args.finish(Self::OPTIONS).map(|()| request)
    }

    /// The same list from `cursor` on.
    #[must_use]
    pub fn after(&self, cursor: &str) -> Self {
        Self { cursor: Some(cursor.to_owned()), ..self.clone() }
    }
}

/// A list the caller writes as an array or with commas: trimmed, each item by its rule, duplicates dropped.
fn list(args: &mut Args, name: &'static str, rule: &Rule) -> Result<Vec<String>, Error> {
    let value = args.take(name);
    let text = match &value {
        Arg::Absent => "",
        Arg::Text(text) => text,
        Arg::Other(_) => return Err(broken(name, &value, rule.words)),
    };
    let mut out = Vec::new();
    if text.is_empty() {
        return Ok(out);
    }
    for item in split(text, b',') {
        let item = rule.check(name, item.trim_ascii())?;
        if !out.contains(&item) {
            out.push(item);
        }
    }
    Ok(out)
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
    const ROUTE: &'static Route =
        &Route { name: "GET /ethereals", keyed: true, path: &["ethereals"], reading: Reading::typed(envelope::read) };
    type Output = Page<Ethereal>;

    fn variables(&self) -> Vec<String> {
        Vec::new()
    }

    fn query(&self) -> Vec<(&'static str, String)> {
        let list = |items: &[String]| (!items.is_empty()).then(|| join(items, ','));
        let pairs = [
            ("chain", self.chain.map(|chain| chain.as_str().to_owned())),
            ("sourceChains", list(&self.source_chains)),
            ("sourceContracts", list(&self.source_contracts)),
            ("statuses", list(&self.statuses)),
            ("page_size", self.page_size.clone()),
            ("cursor", self.cursor.clone()),
        ];
        pairs.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
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
