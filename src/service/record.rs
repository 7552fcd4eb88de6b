//! Records as they are kept: the text as given, and beside it what lookups need.

use crate::{
    endpoints::span,
    endpoints::{BridgeTransfer, ChainType, Ethereal, Standard, TokenUri},
    helpers::format_units,
    json::{BigIntegers, FREE_DEPTH, Found, Problem, Scanner, TYPED_DEPTH, check},
    model::Kind,
    rules,
};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::{collections::HashMap, fmt};

/// A record that cannot be taken.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DatasetError {
    /// The list: `tokens`, `transfers`, `ethereals` or `keys`.
    pub list: &'static str,
    /// Its place in the list, the first is 0; nothing when the list itself is unreadable.
    pub index: Option<usize>,
    /// What is wrong.
    pub reason: String,
}

impl fmt::Display for DatasetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.index {
            Some(index) => write!(f, "{}[{index}]: {}", self.list, self.reason),
            None => write!(f, "{}: {}", self.list, self.reason),
        }
    }
}

impl std::error::Error for DatasetError {}

/// A record's text, as it is sent, and what it is found by.
#[derive(Debug)]
#[non_exhaustive]
pub struct Row<K> {
    /// What it is found by.
    pub key: K,
    /// The text.
    pub text: String,
}

/// Reads a list, a JSON array or one record a line (NDJSON), and each of its records with `read`.
pub(crate) fn list<T>(
    list: &'static str,
    text: &str,
    read: impl Fn(&str) -> Result<T, String>,
) -> Result<Vec<T>, DatasetError> {
    let records: Vec<&str> = if text.trim_start().starts_with('[') {
        let array: Vec<&RawValue> =
            serde_json::from_str(text).map_err(|e| DatasetError { list, index: None, reason: e.to_string() })?;
        array.into_iter().map(RawValue::get).collect()
    } else {
        text.lines().map(str::trim).filter(|line| !line.is_empty()).collect()
    };
    let rows = records.into_iter().enumerate();
    rows.map(|(i, text)| read(text).map_err(|reason| DatasetError { list, index: Some(i), reason })).collect()
}

/// The members of a JSON object, as text; of a repeated one the last counts.
struct Members<'a>(HashMap<String, &'a RawValue>);

impl<'a> Members<'a> {
    fn of(json: &'a str) -> Result<Self, String> {
        serde_json::from_str(json).map(Self).map_err(|e| e.to_string())
    }

    /// A member's value; nothing when it is absent or null.
    fn get<T: Deserialize<'a>>(&self, name: &str) -> Result<Option<T>, String> {
        let value = self.0.get(name).map(|value| serde_json::from_str(value.get()));
        value.transpose().map(Option::flatten).map_err(|e| [name, ": ", &e.to_string()].concat())
    }

    /// The characters of a text or of a number.
    fn text(&self, name: &str) -> Result<Option<String>, String> {
        match self.0.get(name).map(|value| value.get()) {
            Some(number) if !number.starts_with(['"', 'n']) => Ok(Some(number.to_owned())),
            _ => self.get(name),
        }
    }
}

/// A record checked against its model, as the client would check it, in the specification's spelling.
fn checked(text: &str, read: fn(&mut Scanner<'_>) -> Result<Found, Problem>) -> Result<String, String> {
    let checked = check(text.as_bytes().to_vec(), TYPED_DEPTH, BigIntegers::Quote, read);
    let checked = checked.map_err(|(problem, _)| format!("expected {} at {:?}", problem.expected, problem.pointer))?;
    Ok(checked.json().unwrap_or_default().into_owned())
}

/// The chain type of a record; mainnet when it names none, as in a request.
fn chain_type(text: Option<String>) -> Result<ChainType, String> {
    text.map_or(Ok(ChainType::Mainnet), |text| {
        rules::CHAIN
            .check("chainType", &text)
            .map(|chain| ChainType::new(&chain))
            .map_err(|error| error.message.clone())
    })
}

/// What a transfer is found by.
#[derive(Debug)]
#[non_exhaustive]
pub struct TransferKey {
    /// Chain type.
    pub chain: ChainType,
    /// `_id`.
    pub id: String,
    /// Unix seconds; of two transfers with one hash the later is found. At most 2^63-1, which databases hold.
    pub timestamp: u64,
    /// Every hash on the route, lower case.
    pub hashes: Vec<String>,
}

/// Reads a transfer's record (specification §2.2).
///
/// # Errors
/// What is wrong with it.
pub fn transfer(text: &str) -> Result<Row<TransferKey>, String> {
    let json = checked(text, |scanner| span(scanner, &Kind::Record(&BridgeTransfer::MODEL)))?;
    let record = Members::of(&json)?;
    let mut hashes = Vec::new();
    for name in ["originTxnHash", "whTxnHash", "rbTxnHash", "deliveryTxnHash"] {
        hashes.extend(record.text(name)?);
    }
    for step in record.get::<Vec<&RawValue>>("route")?.unwrap_or_default() {
        hashes.extend(Members::of(step.get())?.text("txHash")?);
    }
    hashes.iter_mut().for_each(|hash| hash.make_ascii_lowercase());
    hashes.sort_unstable();
    hashes.dedup();
    let time = record.text("originTimestamp")?.unwrap_or_default();
    let timestamp = time.parse().unwrap_or_else(|_| time.parse::<f64>().unwrap_or(0.0) as u64).min(i64::MAX as u64);
    let chain = chain_type(record.get("chainType")?)?;
    let id = record.text("_id")?.unwrap_or_default();
    Ok(Row { key: TransferKey { chain, id, timestamp, hashes }, text: text.to_owned() })
}

/// What a collection is found and filtered by.
#[derive(Debug)]
#[non_exhaustive]
pub struct EtherealKey {
    /// Chain type.
    pub chain: ChainType,
    /// `_id`.
    pub id: String,
    /// Chain id of the mirrored contract, or nothing.
    pub source_chain: String,
    /// Address of the mirrored contract in lower case, or nothing.
    pub source_contract: String,
    /// Status.
    pub status: String,
}

/// Reads a collection's record (specification §2.4).
///
/// # Errors
/// What is wrong with it.
pub fn ethereal(text: &str) -> Result<Row<EtherealKey>, String> {
    let json = checked(text, |scanner| span(scanner, &Kind::Record(&Ethereal::MODEL)))?;
    let record = Members::of(&json)?;
    let column = |name| record.text(name).map(Option::unwrap_or_default);
    let key = EtherealKey {
        chain: chain_type(record.get("chainType")?)?,
        id: column("_id")?,
        source_chain: column("sourceChain")?,
        source_contract: column("sourceContract")?.to_ascii_lowercase(),
        status: column("status")?,
    };
    Ok(Row { key, text: both_spellings(text)? })
}

/// The specification prints the collection's address as `the service`; both names are sent, with the same value.
fn both_spellings(text: &str) -> Result<String, String> {
    let names = Members::of(text)?;
    let (name, value) = match (names.get::<&RawValue>("ethereal")?, names.get::<&RawValue>("the service")?) {
        (Some(value), None) => ("the service", value),
        (None, Some(value)) => ("ethereal", value),
        _ => return Ok(text.to_owned()),
    };
    let rest = text.trim_start().strip_prefix('{').unwrap_or_default();
    Ok(["{\"", name, "\":", value.get(), ",", rest].concat())
}

/// What a token is found by.
#[derive(Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct TokenKey {
    /// Chain id in decimal.
    pub chain_id: String,
    /// Address of the contract in lower case.
    pub address: String,
    /// Token id in decimal.
    pub id: String,
    /// Token standard.
    pub standard: Standard,
}

impl From<&TokenUri> for TokenKey {
    fn from(token: &TokenUri) -> Self {
        let address = token.address.to_ascii_lowercase();
        Self { chain_id: token.chain_id.clone(), address, id: token.id.clone(), standard: token.standard() }
    }
}

/// Reads a token's record, `{"chainId", "address", "id", "standard", "document"}`; the text of the row is the document.
///
/// # Errors
/// What is wrong with it.
pub fn token(text: &str) -> Result<Row<TokenKey>, String> {
    #[derive(Deserialize)]
    #[serde(rename_all = "camelCase")]
    struct Token {
        chain_id: u64,
        address: String,
        id: String,
        standard: String,
        document: String,
    }
    let token: Token = serde_json::from_str(text).map_err(|e| e.to_string())?;
    let by = |rule: &rules::Rule, name, text: &str| rule.check(name, text).map_err(|error| error.message.clone());
    let address = by(&rules::ADDRESS, "address", &token.address)?;
    let id = by(&rules::TOKEN_ID, "id", &token.id)?;
    let standard = Standard::new(&by(&rules::STANDARD, "standard", &token.standard)?);
    let chain_id = by(&rules::CHAIN_ID, "chainId", &token.chain_id.to_string())?;
    check(token.document.clone().into_bytes(), FREE_DEPTH, BigIntegers::Keep, |scanner| span(scanner, &Kind::Any))
        .map_err(|(problem, _)| format!("document is not JSON at byte {}", problem.at))?;
    let key = TokenKey { chain_id, address: address.to_ascii_lowercase(), id, standard };
    Ok(Row { key, text: token.document })
}

/// What is recorded of an API key.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "camelCase")]
#[non_exhaustive]
pub struct KeyRecord {
    /// Recorded owner.
    pub request_owner: String,
    /// Permissions by area, as the answer carries them.
    pub auth: Box<RawValue>,
    /// Account associated with the key.
    pub sponsored_account: Option<String>,
    /// Balance in the smallest unit.
    pub balance_wei: Option<String>,
}

impl KeyRecord {
    /// Reads `{"requestOwner", "auth", "sponsoredAccount", "balanceWei"}`; the last two may be absent.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<Self, String> {
        let record: Self = serde_json::from_str(text).map_err(|e| e.to_string())?;
        if record.balance_wei.is_some() && record.balance().is_none() {
            return Err("balanceWei must be a whole number in a string".to_owned());
        }
        Ok(record)
    }

    /// The balance in whole units of 10^18.
    pub(crate) fn balance(&self) -> Option<String> {
        format_units(self.balance_wei.as_deref()?, 18).ok()
    }
}

/// An API key and its record.
pub(crate) fn key(text: &str) -> Result<(String, KeyRecord), String> {
    #[derive(Deserialize)]
    struct Named {
        key: String,
    }
    let Named { key } = serde_json::from_str(text).map_err(|e| e.to_string())?;
    if (rules::API_KEY.canonical)(&key).is_none() {
        return Err(["key must be ", rules::API_KEY.words].concat());
    }
    Ok((key, KeyRecord::read(text)?))
}
