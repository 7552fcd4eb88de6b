//! `GET /ethereals`: pages of mirrored NFT collections (specification §4.4, §2.4, §3.2).

#[cfg(feature = "service")]
use super::Received;
use super::{
    BodyCheck, Call, Endpoint, Parameter, Route, TypedRequest, bridge_transfer::ChainType,
    deserialize, parameter::documented,
};
use crate::{
    error::Error,
    json::Checked,
    model::{model, open_string},
    parameters::{
        Address, Cursor, ParameterType, ParameterValue, SourceChain, list_text, optional_text,
    },
    rules::{self, Rule},
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

// Below, `also` adds another name of the specification, and `or` adds an alias. The aliases
// `lastCheckedAt` and `lastSyncedAt` belong to a timestamp and to a date: the type of the value
// decides which field they mean.
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

impl ParameterValue for EtherealStatus {
    // The client accepts unknown statuses, because a service may add statuses.
    const TYPE: ParameterType = ParameterType::new(
        rules::LIST_ITEM,
        "EtherealStatus",
        r#"{ "type": "string", "pattern": "^(active|unfunded)$" }"#,
    )
    .with_service_rule(rules::service::ETHEREAL_STATUS);

    fn from_text(text: &str) -> Option<Self> {
        Some(text.to_owned().into())
    }

    fn to_text(&self) -> String {
        self.as_str().to_owned()
    }
}

/// What a page does with a record that does not match the model.
///
/// ```
/// use ethereal_query::{EtherealsQuery, OnInvalidRecord};
/// assert_eq!(EtherealsQuery::default().on_invalid_record, OnInvalidRecord::Error);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum OnInvalidRecord {
    /// The record is an error of its page.
    #[default]
    Error,
    /// The page leaves out the record.
    Skip,
}

/// The default "error" becomes an empty text, which changes nothing in a call.
const ERROR_OR_SKIP: Rule = Rule {
    expectation: "\"error\" or \"skip\"",
    parse: |text| match text {
        "error" => Some(String::new()),
        "skip" => Some(text.to_owned()),
        _ => None,
    },
};

// The maximum number of items that the service accepts in each list.
const MAX_SOURCE_CHAINS: usize = 32;
const MAX_SOURCE_CONTRACTS: usize = 100;
const MAX_STATUSES: usize = 32;

/// The service compares addresses in lower case.
const CONTRACT: ParameterType = Address::TYPE.with_service_rule(rules::service::LOWER_CASE_ADDRESS);

documented! {
    /// The request for a page of collections. Without filters, the pages list all collections.
    ///
    /// ```
    /// use ethereal_query::{Endpoint, EtherealStatus, EtherealsQuery};
    /// let query = EtherealsQuery::default().source_chain(1).source_chain(42161).status(EtherealStatus::Active);
    /// assert_eq!(query.call().target, "/ethereals?sourceChains=1,42161&statuses=active");
    /// ```
    /// ```ts
    /// const query: EtherealsQuery = { sourceChains: [1, 42161], statuses: ["active"], pageSize: 2 };
    /// const { items } = await client.ethereals(query).page();
    /// console.log(items.map((item) => item.sourceChain)); // [ '1', '1' ]
    /// ```
    #[derive(Debug, Clone, PartialEq, Eq, Default)]
    pub struct EtherealsQuery {
        /// Chain type, `mainnet` or `sepolia`.
        ///
        /// By default, the client sends no chain type, and the service assumes `mainnet`.
        pub chain: Option<ChainType>,
        /// Source chains, as chain ids with commas between them.
        ///
        /// In JavaScript also an array. An empty filter matches every record.
        pub source_chains: Vec<SourceChain>,
        /// Addresses of source contracts in any case, with commas between them.
        ///
        /// In JavaScript also an array. An empty filter matches every record.
        pub source_contracts: Vec<Address>,
        /// Statuses, with commas between them.
        ///
        /// In JavaScript also an array. An empty filter matches every record.
        pub statuses: Vec<EtherealStatus>,
        /// Maximum number of records of the page, at least 1.
        ///
        /// By default, the client sends no page size, and the service assumes 50. A service may
        /// return fewer records.
        pub page_size: Option<NonZeroU32>,
        /// Where the page begins: the `nextCursor` of a page with the same filters, at most 65,536 bytes.
        pub cursor: Option<Cursor>,
        /// What the list does with a record that does not match the model, for example because `status` is absent:
        /// throws an error of kind `decode` (`"error"`, the default), or leaves the record out and calls `onDrift`
        /// (`"skip"`). A body that is not JSON is always an error.
        pub on_invalid_record: OnInvalidRecord,
    }
}

impl EtherealsQuery {
    /// Sets the chain type. By default, the service assumes mainnet.
    #[must_use]
    pub fn chain(self, chain: ChainType) -> Self {
        Self {
            chain: Some(chain),
            ..self
        }
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

    /// Sets the maximum number of records of a page.
    #[must_use]
    pub fn page_size(self, page_size: NonZeroU32) -> Self {
        Self {
            page_size: Some(page_size),
            ..self
        }
    }

    /// Leaves out the records that do not match the model, for example because a required field is absent. A client
    /// reports each to its [`crate::Hooks`]. A body that is not JSON is still an error.
    ///
    /// ```
    /// use ethereal_query::EtherealsQuery;
    /// use ethereal_query::OnInvalidRecord;
    /// let query = EtherealsQuery::default().skip_invalid_records();
    /// assert_eq!(query.on_invalid_record, OnInvalidRecord::Skip);
    /// ```
    #[must_use]
    pub fn skip_invalid_records(self) -> Self {
        Self {
            on_invalid_record: OnInvalidRecord::Skip,
            ..self
        }
    }

    /// Requests the page of the same list that begins at `cursor`.
    #[must_use]
    pub fn after(&self, cursor: Cursor) -> Self {
        Self {
            cursor: Some(cursor),
            ..self.clone()
        }
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
        parameters: &[
            Parameter::query("chain", ChainType::TYPE).default("mainnet"),
            Parameter::list(
                "sourceChains",
                SourceChain::TYPE,
                MAX_SOURCE_CHAINS,
                "1,42161",
            )
            .default("all"),
            Parameter::list(
                "sourceContracts",
                CONTRACT,
                MAX_SOURCE_CONTRACTS,
                "0x56d975522d765c05705d7f2ac62c324882dd4ad1",
            )
            .default("all"),
            Parameter::list(
                "statuses",
                EtherealStatus::TYPE,
                MAX_STATUSES,
                "active,unfunded",
            )
            .default("all"),
            Parameter::query("page_size", NonZeroU32::TYPE)
                .named("pageSize")
                .default("50"),
            Parameter::query("cursor", Cursor::TYPE)
                .default("first page")
                .with_effect(|call, cursor| call.cursor = Some(cursor.to_owned())),
            Parameter::option(
                "onInvalidRecord",
                // The JSON Schema is empty, because no request has the option.
                ParameterType::new(ERROR_OR_SKIP, "\"error\" | \"skip\"", ""),
                |call, _| call.skip_invalid_records = true,
            ),
        ],
        body: BodyCheck::typed(envelope::read),
        keeps_headers: false,
    };
    type Output = Page<Ethereal>;

    fn call(&self) -> Call {
        Call::of(self)
    }

    fn output(checked: &Checked) -> Result<Self::Output, Error> {
        let items = deserialize(&checked.json().unwrap_or_default())?;
        Ok(Page {
            items,
            next_cursor: checked.next_cursor().map(str::to_owned),
        })
    }
}

impl TypedRequest for EtherealsQuery {
    fn text(&self, name: &str) -> String {
        match name {
            "chain" => optional_text(&self.chain),
            "sourceChains" => list_text(&self.source_chains),
            "sourceContracts" => list_text(&self.source_contracts),
            "statuses" => list_text(&self.statuses),
            "pageSize" => optional_text(&self.page_size),
            "cursor" => optional_text(&self.cursor),
            "onInvalidRecord" if self.on_invalid_record == OnInvalidRecord::Skip => {
                "skip".to_owned()
            }
            _ => String::new(),
        }
    }

    #[cfg(feature = "service")]
    fn read(received: &Received) -> Result<Self, Error> {
        Ok(Self {
            chain: received.optional("chain"),
            source_chains: received.list("sourceChains"),
            source_contracts: received.list("sourceContracts"),
            statuses: received.list("statuses"),
            page_size: received.optional("pageSize"),
            cursor: received.optional("cursor"),
            on_invalid_record: OnInvalidRecord::Error,
        })
    }
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
