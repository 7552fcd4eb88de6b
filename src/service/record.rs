//! Records as they are kept: the text as given, and beside it what lookups need.

mod members;

use crate::{
    Address, ChainId, Error, TokenId,
    endpoints::span,
    endpoints::{BridgeTransfer, ChainType, Ethereal, GetTokenUri, Standard},
    helpers::format_units,
    json::{BigIntegers, DecodeError, FREE_DEPTH, Located, Scanner, TYPED_DEPTH, check},
    model::Kind,
    parameters::Parameter,
    rules,
    text::number_text,
};
use members::{Members, elements, not_json};
use std::fmt;

pub(crate) use members::list;

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

impl DatasetError {
    /// Its text; without the standard library's formatting, which the WebAssembly module has no other use for.
    pub(crate) fn text(&self) -> String {
        let place = self.index.map(|index| ["[", &number_text(index as u64), "]"].concat());
        [self.list, place.as_deref().unwrap_or_default(), ": ", &self.reason].concat()
    }
}

impl fmt::Display for DatasetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
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

/// A record checked against its model, as the client would check it, in the specification's spelling.
fn checked(text: &str, read: fn(&mut Scanner<'_>) -> Result<Located, DecodeError>) -> Result<String, String> {
    let checked = check(text.as_bytes().to_vec(), TYPED_DEPTH, BigIntegers::Quote, read);
    let checked =
        checked.map_err(|(error, _)| ["expected ", error.expected, " at \"", &error.pointer, "\""].concat())?;
    Ok(checked.json().unwrap_or_default().into_owned())
}

/// The chain type of a record; mainnet when it names none, as in a request.
fn chain_type(text: Option<String>) -> Result<ChainType, String> {
    text.map_or(Ok(ChainType::Mainnet), |text| {
        rules::CHAIN.check("chainType", &text).map(ChainType::from_normalized).map_err(|error| error.message.clone())
    })
}

/// The `_id`; without U+0000, which PostgreSQL cannot hold and cursors therefore refuse.
fn id(record: &Members<'_>) -> Result<String, String> {
    let id = record.characters("_id")?.unwrap_or_default();
    if id.contains('\0') { Err("_id holds the character U+0000".to_owned()) } else { Ok(id) }
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
        hashes.extend(record.characters(name)?);
    }
    for step in elements(record.raw("route").unwrap_or("[]")).map_err(|error| not_json(&error))? {
        hashes.extend(Members::of(step)?.characters("txHash")?);
    }
    hashes.iter_mut().for_each(|hash| hash.make_ascii_lowercase());
    hashes.sort_unstable();
    hashes.dedup();
    let timestamp = seconds(&record.characters("originTimestamp")?.unwrap_or_default());
    let chain = chain_type(record.text("chainType")?)?;
    let id = id(&record)?;
    Ok(Row { key: TransferKey { chain, id, timestamp, hashes }, text: text.to_owned() })
}

/// The whole part of a number's characters, at most 2^63-1; 0 where they are none. The standard library reads them with
/// tables of floating point, which nothing else here needs.
fn seconds(number: &str) -> u64 {
    const MOST: u64 = i64::MAX as u64;
    let (mantissa, power) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = [whole.as_bytes(), fraction.as_bytes()].concat();
    if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
        return 0;
    }
    // A power beyond what fits moves the point beyond every digit, or before the first one.
    let power = power.parse().unwrap_or(if power.starts_with('-') { i32::MIN } else { i32::MAX });
    let places = i64::from(power).saturating_add(whole.len() as i64).max(0) as usize;
    let first = digits.iter().position(|digit| *digit != b'0').unwrap_or(digits.len());
    if first < digits.len() && places.saturating_sub(first) > 19 {
        return MOST;
    }
    let wanted = digits.iter().chain(std::iter::repeat(&b'0')).take(places.min(digits.len() + 19));
    wanted.fold(0, |n: u64, digit| n.saturating_mul(10).saturating_add(u64::from(digit - b'0'))).min(MOST)
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
    let column = |name| record.characters(name).map(Option::unwrap_or_default);
    let key = EtherealKey {
        chain: chain_type(record.text("chainType")?)?,
        id: id(&record)?,
        source_chain: column("sourceChain")?,
        source_contract: column("sourceContract")?.to_ascii_lowercase(),
        status: column("status")?,
    };
    Ok(Row { key, text: both_spellings(text)? })
}

/// The specification prints the collection's address as `the service`; both names are sent, with the same value.
fn both_spellings(text: &str) -> Result<String, String> {
    let names = Members::of(text)?;
    let (name, value) = match (names.raw("ethereal"), names.raw("the service")) {
        (Some(value), None) => ("the service", value),
        (None, Some(value)) => ("ethereal", value),
        _ => return Ok(text.to_owned()),
    };
    // At the end, where it counts even when the record has the name already, with null.
    let rest = text.trim_end().strip_suffix('}').unwrap_or_default();
    Ok([rest, ",\"", name, "\":", value, "}"].concat())
}

/// What a token is found by.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
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

impl From<&GetTokenUri> for TokenKey {
    fn from(token: &GetTokenUri) -> Self {
        Self {
            chain_id: token.chain_id.to_string(),
            address: token.address.as_str().to_ascii_lowercase(),
            id: token.id.to_string(),
            standard: token.standard.unwrap_or_default(),
        }
    }
}

/// Levels of arrays and objects in a token's document; a client reads no more.
pub const DOCUMENT_DEPTH: u32 = FREE_DEPTH;

/// Checks that a token's document is JSON that a client reads.
///
/// ```
/// use ethereal_query::{DecodeErrorKind, service::record::check_document};
///
/// assert!(check_document(r#"{"name":"Seven"}"#).is_ok());
/// assert_eq!(check_document("{").unwrap_err().kind, DecodeErrorKind::Syntax);
/// assert_eq!(check_document(&"[".repeat(513)).unwrap_err().kind, DecodeErrorKind::Depth);
/// ```
///
/// # Errors
/// The first place that is not JSON, or that is nested deeper than [`DOCUMENT_DEPTH`].
pub fn check_document(text: &str) -> Result<(), DecodeError> {
    let mut scanner = Scanner::new(text.as_bytes(), DOCUMENT_DEPTH, BigIntegers::Keep);
    scanner.skip_whitespace();
    scanner.any_value()?;
    scanner.end()
}

/// Reads a token's record, `{"chainId", "address", "id", "standard", "document"}`; the text of the row is the document.
///
/// # Errors
/// What is wrong with it.
pub fn token(text: &str) -> Result<Row<TokenKey>, String> {
    let record = Members::of(text)?;
    let reason = |error: Error| error.message.clone();
    let address: Address = record.needed("address")?.parse().map_err(reason)?;
    let id: TokenId = record.needed("id")?.parse().map_err(reason)?;
    let standard = rules::STANDARD.check("standard", &record.needed("standard")?).map_err(reason)?;
    let chain_id = record.characters("chainId")?.ok_or("chainId is missing")?;
    let chain_id: ChainId = chain_id.parse().map_err(reason)?;
    let document = record.needed("document")?;
    check_document(&document).map_err(|error| ["document is ", &not_json(&error)].concat())?;
    let token = GetTokenUri::new(chain_id, address, id).standard(Standard::from_normalized(standard));
    let key = TokenKey::from(&token);
    Ok(Row { key, text: document })
}

/// What is recorded of an API key.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct KeyRecord {
    /// Recorded owner.
    pub request_owner: String,
    /// Permissions by area: the JSON text of an object, as the answer carries it.
    pub auth: String,
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
        let members = Members::of(text)?;
        let record = Self {
            request_owner: members.needed("requestOwner")?,
            auth: members.raw("auth").ok_or("auth is missing")?.to_owned(),
            sponsored_account: members.text("sponsoredAccount")?,
            balance_wei: members.text("balanceWei")?,
        };
        if !record.auth.starts_with('{') {
            return Err("auth must be an object".to_owned());
        }
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
    let key = Members::of(text)?.needed("key")?;
    if (rules::API_KEY.normalize)(&key).is_none() {
        return Err(["key must be ", rules::API_KEY.expectation].concat());
    }
    Ok((key, KeyRecord::read(text)?))
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
