//! Records: a service stores the text of each, and a key to find it by.

mod api_key;
mod extended_json;
mod kind;
mod members;

use crate::{
    endpoints::{BridgeTransfer, ChainType, Ethereal, GetTokenUri, Standard, locate},
    error::Error,
    json::{
        BigIntegers, DecodeError, DecodeErrorKind, FREE_DEPTH, Located, Scanner, TYPED_DEPTH,
        check, integer_part,
    },
    model::Kind,
    parameters::{Address, ChainId, ParameterValue, TokenId},
    rules,
    text::{decimal_text, quoted},
};
use extended_json::without_extended_forms;
use members::{Members, elements, invalid, missing, not_json};
use std::{borrow::Cow, fmt};

pub use api_key::KeyRecord;
pub(crate) use api_key::key;
pub(crate) use members::list;

/// A record that is not valid.
///
/// ```
/// use ethereal_query::service::{Dataset, MemoryService};
/// let error = MemoryService::new(&Dataset { transfers: "[{}]", ..Dataset::default() }).unwrap_err();
/// assert_eq!((error.list, error.index), ("transfers", Some(0)));
/// assert_eq!(error.to_string(), "transfers[0]: Invalid /_id. Expected a value.");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct DatasetError {
    /// The list: the name of a [`RecordKind`](super::RecordKind), or `keys`.
    pub list: &'static str,
    /// The index of the record in the list, from 0; absent when the list itself is not JSON.
    pub index: Option<usize>,
    /// The reason that the record is not valid, as a sentence.
    pub reason: String,
}

impl DatasetError {
    /// The message. It does without `format!`, which the WebAssembly module has no other use for.
    pub(crate) fn text(&self) -> String {
        let index = self
            .index
            .map(|index| ["[", &decimal_text(index as u64), "]"].concat());
        [
            self.list,
            index.as_deref().unwrap_or_default(),
            ": ",
            &self.reason,
        ]
        .concat()
    }
}

impl fmt::Display for DatasetError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

impl std::error::Error for DatasetError {}

/// A record as a store keeps it. See the example of [`transfer`].
#[derive(Debug)]
#[non_exhaustive]
pub struct StoredRecord<K> {
    /// The fields that lookups and filters compare.
    pub key: K,
    /// The text that responses contain.
    pub text: String,
}

/// The text without white space and byte order marks around it. Files of Windows begin with such a mark, and `cat` puts
/// one before a later line.
///
/// ```
/// use ethereal_query::service::record::trim;
/// assert_eq!(trim("\u{feff}{}\r\n"), "{}");
/// ```
#[must_use]
pub fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}')
}

/// The text of a record as the service stores it: trimmed, and with plain values instead of the forms of `mongoexport`.
fn normalised(text: &str) -> Cow<'_, str> {
    without_extended_forms(trim(text))
}

/// Checks a record against its model as the client does, and returns it with the field names of the specification.
fn checked(
    text: &str,
    read: fn(&mut Scanner<'_>) -> Result<Located, DecodeError>,
) -> Result<String, String> {
    let invalid =
        |pointer: &str, expected| Err(["Invalid ", pointer, ". Expected ", expected, "."].concat());
    match check(
        text.as_bytes().to_vec(),
        TYPED_DEPTH,
        BigIntegers::Quote,
        &read,
    ) {
        // A client leaves out a field of another type, but an operator can correct it.
        Ok(checked) => match checked.other_type() {
            Some(drift) => invalid(&drift.pointer, drift.expected),
            None => Ok(checked.json().unwrap_or_default().into_owned()),
        },
        Err((error, _)) if error.kind == DecodeErrorKind::Shape && !error.pointer.is_empty() => {
            invalid(&error.pointer, error.expected)
        }
        Err((error, _)) => Err(not_json("JSON", &error, TYPED_DEPTH)),
    }
}

/// The chain type of a record; mainnet when it is absent, as in a request.
fn chain_type(text: Option<String>) -> Result<ChainType, String> {
    text.map_or(Ok(ChainType::Mainnet), |text| {
        ChainType::parse("chainType", &text).map_err(|error| error.message.clone())
    })
}

/// The `_id` of a record. PostgreSQL cannot store U+0000, so no id and no cursor has it.
fn id(record: &Members<'_>) -> Result<String, String> {
    let id = record.string_or_number("_id")?.unwrap_or_default();
    if id.contains('\0') {
        Err(invalid("_id", &quoted(&id), "a string without U+0000"))
    } else {
        Ok(id)
    }
}

/// The fields of a transfer that lookups compare. See the example of [`transfer`].
#[derive(Debug)]
#[non_exhaustive]
pub struct TransferKey {
    /// The chain type.
    pub chain: ChainType,
    /// The `_id`.
    pub id: String,
    /// `originTimestamp` in Unix seconds, at most 2^63-1, the largest integer of the databases. If several transfers
    /// have the same hash, a lookup finds the newest.
    pub timestamp: u64,
    /// Every hash of the transfer and its route: `0x` and 64 digits in lower case. A record may have them without `0x`,
    /// or between spaces.
    pub hashes: Vec<String>,
    /// The texts in the place of a hash that cannot be one. No request finds the transfer by them.
    pub other_texts: Vec<String>,
}

/// The hash in a text as lookups compare it; `None` for a text that cannot be a hash.
fn normalised_hash(text: &str) -> Option<String> {
    let lower_case = text.trim().to_ascii_lowercase();
    let digits = lower_case.strip_prefix("0x").unwrap_or(&lower_case);
    let hash = ["0x", digits].concat();
    rules::HASH.accepts(&hash).then_some(hash)
}

/// Reads the record of a transfer (`docs/specification.md` §2.2).
///
/// ```
/// use ethereal_query::service::record::transfer;
/// let hash = "AB".repeat(32);
/// let text = r#"{"_id":"1","status":"done","originTimestamp":1740953590,"originTxnHash":"HASH","whTxnHash":"none"}"#;
/// let record = transfer(&text.replace("HASH", &hash))?;
/// assert_eq!((record.key.id.as_str(), record.key.timestamp), ("1", 1_740_953_590));
/// assert_eq!(record.key.hashes, [format!("0x{}", hash.to_lowercase())]);
/// assert_eq!(record.key.other_texts, ["none"]);
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// The reason that the record is not valid, as a sentence.
pub fn transfer(text: &str) -> Result<StoredRecord<TransferKey>, String> {
    let text = normalised(text);
    let json = checked(&text, |scanner| {
        locate(scanner, &Kind::Record(&BridgeTransfer::MODEL))
    })?;
    let record = Members::of(&json)?;
    kind::check_transfer(&record)?;
    let mut texts = Vec::new();
    for name in ["originTxnHash", "whTxnHash", "rbTxnHash", "deliveryTxnHash"] {
        texts.extend(record.string_or_number(name)?);
    }
    for step in elements(record.raw("route").unwrap_or("[]"))
        .map_err(|error| not_json("route", &error, FREE_DEPTH))?
    {
        texts.extend(Members::of(step)?.string_or_number("txHash")?);
    }
    let (mut hashes, mut other_texts) = (Vec::new(), Vec::new());
    for text in texts {
        match normalised_hash(&text) {
            Some(hash) => hashes.push(hash),
            None if text.trim().is_empty() => {}
            None => other_texts.push(text),
        }
    }
    hashes.sort_unstable();
    hashes.dedup();
    let timestamp = integer_part(
        &record
            .string_or_number("originTimestamp")?
            .unwrap_or_default(),
    );
    let chain = chain_type(record.string("chainType")?)?;
    let id = id(&record)?;
    let key = TransferKey {
        chain,
        id,
        timestamp,
        hashes,
        other_texts,
    };
    Ok(StoredRecord {
        key,
        text: text.into_owned(),
    })
}

/// The fields of a collection that lookups and filters compare. See the example of [`ethereal`].
#[derive(Debug)]
#[non_exhaustive]
pub struct EtherealKey {
    /// The chain type.
    pub chain: ChainType,
    /// The `_id`.
    pub id: String,
    /// The chain id of the mirrored contract; empty when the record has none.
    pub source_chain: String,
    /// The address of the mirrored contract in lower case; empty when the record has none.
    pub source_contract: String,
    /// The status.
    pub status: String,
}

/// Reads the record of a collection (`docs/specification.md` §2.4).
///
/// ```
/// use ethereal_query::service::record::ethereal;
/// let record = ethereal(r#"{"_id":"1","status":"active","sourceChain":1,"ethereal":"0xab"}"#)?;
/// assert_eq!((record.key.source_chain.as_str(), record.key.status.as_str()), ("1", "active"));
/// assert!(record.text.ends_with(r#","the service":"0xab"}"#));
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// The reason that the record is not valid, as a sentence.
pub fn ethereal(text: &str) -> Result<StoredRecord<EtherealKey>, String> {
    let text = normalised(text);
    let json = checked(&text, |scanner| {
        locate(scanner, &Kind::Record(&Ethereal::MODEL))
    })?;
    let record = Members::of(&json)?;
    kind::check_ethereal(&record)?;
    let field = |name| record.string_or_number(name).map(Option::unwrap_or_default);
    let key = EtherealKey {
        chain: chain_type(record.string("chainType")?)?,
        id: id(&record)?,
        source_chain: field("sourceChain")?,
        source_contract: field("sourceContract")?.to_ascii_lowercase(),
        status: field("status")?,
    };
    Ok(StoredRecord {
        key,
        text: both_spellings(&text)?,
    })
}

/// Adds the second name of the collection's address. The specification prints `ethereal` as `the service`, so responses
/// have both names, with the same value.
fn both_spellings(text: &str) -> Result<String, String> {
    let names = Members::of(text)?;
    let (name, value) = match (names.raw("ethereal"), names.raw("the service")) {
        (Some(value), None) => ("the service", value),
        (None, Some(value)) => ("ethereal", value),
        _ => return Ok(text.to_owned()),
    };
    // The member goes to the end: if the record already has the name with null, the last one counts.
    let rest = text.strip_suffix('}').unwrap_or_default();
    Ok([rest, ",\"", name, "\":", value, "}"].concat())
}

/// The fields that identify a token. See the example of [`token`].
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct TokenKey {
    /// The chain id in decimal.
    pub chain_id: String,
    /// The address of the contract in lower case.
    pub address: String,
    /// The token id in decimal.
    pub id: String,
    /// The token standard.
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

/// The maximum depth of arrays and objects in a token's document. Clients reject deeper documents. See the example of
/// [`check_document`].
pub const DOCUMENT_DEPTH: u32 = FREE_DEPTH;

/// Checks that a token's document is JSON that clients accept.
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
/// The first byte that is not JSON, or that is nested deeper than [`DOCUMENT_DEPTH`].
pub fn check_document(text: &str) -> Result<(), DecodeError> {
    let mut scanner = Scanner::new(text.as_bytes(), DOCUMENT_DEPTH, BigIntegers::Keep);
    scanner.skip_whitespace();
    let outcome = scanner.any_value().and_then(|()| scanner.expect_end());
    outcome.map_err(|error| error.in_document(text.as_bytes(), 0))
}

/// Reads the record of a token, `{"chainId", "address", "id", "standard", "document"}`. The stored text is the
/// document.
///
/// ```
/// use ethereal_query::service::record::token;
/// let address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
/// let rest = r#""id":"0xff","standard":"ERC721","document":"{}"}"#;
/// let record = token(&format!(r#"{{"chainId":1,"address":"{address}",{rest}"#))?;
/// assert_eq!((record.key.id.as_str(), record.text.as_str()), ("255", "{}"));
/// # Ok::<(), String>(())
/// ```
///
/// # Errors
/// The reason that the record is not valid, as a sentence.
pub fn token(text: &str) -> Result<StoredRecord<TokenKey>, String> {
    let text = normalised(text);
    let record = Members::of(&text)?;
    let reason = |error: Error| error.message.clone();
    let address: Address = record.required("address")?.parse().map_err(reason)?;
    let id: TokenId = record.required("id")?.parse().map_err(reason)?;
    let standard = Standard::parse("standard", &record.required("standard")?).map_err(reason)?;
    let chain_id = record
        .string_or_number("chainId")?
        .ok_or_else(|| missing("chainId", ChainId::TYPE.rule.expectation))?;
    let chain_id: ChainId = chain_id.parse().map_err(reason)?;
    let document = record.required("document")?;
    check_document(&document).map_err(|error| not_json("document", &error, DOCUMENT_DEPTH))?;
    let token = GetTokenUri::new(chain_id, address, id).standard(standard);
    let key = TokenKey::from(&token);
    Ok(StoredRecord {
        key,
        text: document,
    })
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests;
