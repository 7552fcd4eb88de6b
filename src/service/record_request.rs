//! Describes where the response to a request comes from. A request for one record also describes
//! how a store finds the record, and writes the response with or without the record.

use super::{
    Response,
    dataset::RecordKind,
    responses::{TOKEN_MAX_AGE_S, private_json},
    route::PageRequest,
};
use crate::{
    endpoints::{GetTokenUri, GetTransfer, Operation, Standard},
    text::decimal_text,
};
use std::fmt;

/// Where the response to a request comes from.
///
/// ```
/// use ethereal_query::{GetTokenUri, Operation, service::Source};
/// # let address = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed".parse()?;
/// let operation = Operation::TokenUri(GetTokenUri::new("1".parse()?, address, 7.into()));
/// let Ok(Source::Record(request)) = Source::of(&operation) else { unreachable!() };
/// assert_eq!(request.response(Some("{}")).body, "{}");
/// assert_eq!(request.response(None).status, 404);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub enum Source<'a> {
    /// One record, which [`RecordRequest::lookup`] describes.
    Record(&'a dyn RecordRequest),
    /// A page of a list.
    Page(PageRequest),
    /// The record of the API key.
    Key,
}

impl<'a> Source<'a> {
    /// Where the response to `operation` comes from.
    ///
    /// # Errors
    /// The 400 response to a cursor that this service did not write for these filters.
    pub fn of(operation: &'a Operation) -> Result<Self, Response> {
        Ok(match operation {
            Operation::TokenUri(token) => Self::Record(token),
            Operation::BridgeTransfer(transfer) => Self::Record(transfer),
            Operation::Project(_) => Self::Key,
            Operation::Ethereals(query) => Self::Page(PageRequest::new(query.clone())?),
        })
    }
}

/// Writes no fields: the derived code for the fields of requests would add 4 kB (brotli) to the
/// WebAssembly module.
impl fmt::Debug for Source<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Source")
    }
}

/// How a store finds a record.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lookup {
    /// The record of this kind whose key has these values, in the order of its columns.
    Key(RecordKind, Vec<String>),
    /// The newest transfer that has a hash.
    TransferHash {
        /// The chain type.
        chain: &'static str,
        /// `0x` and 64 digits in lower case.
        hash: String,
    },
}

/// A request for one record. See the example of [`Source`].
pub trait RecordRequest: Sync {
    /// How a store finds the record.
    fn lookup(&self) -> Lookup;

    /// The response with the text of the record.
    fn record_response(&self, record: &str) -> Response;

    /// The message of the response when there is no record.
    fn absent_message(&self) -> String;

    /// The response with the record; 404 when there is none.
    fn response(&self, record: Option<&str>) -> Response {
        match record {
            Some(record) => self.record_response(record),
            None => Response::error(404, &self.absent_message()),
        }
    }
}

impl RecordRequest for GetTokenUri {
    fn lookup(&self) -> Lookup {
        let key = vec![
            self.chain_id.to_string(),
            self.address.as_str().to_ascii_lowercase(),
            self.id.to_string(),
            self.standard.unwrap_or_default().name().to_owned(),
        ];
        Lookup::Key(RecordKind::Tokens, key)
    }

    fn record_response(&self, document: &str) -> Response {
        // Public, because the endpoint needs no key.
        let caching = ["public, max-age=", &decimal_text(TOKEN_MAX_AGE_S)].concat();
        Response::json(document.to_owned()).with_header("cache-control", &caching)
    }

    fn absent_message(&self) -> String {
        let Self {
            chain_id,
            address,
            id,
            standard,
            ..
        } = self;
        let standard = match standard.unwrap_or_default() {
            Standard::Erc721 => "ERC721, s=0",
            Standard::Erc1155 => "ERC1155, s=1",
        };
        format!(
            "There is no token {id} of the contract {address} on chain {chain_id} ({standard})."
        )
    }
}

impl RecordRequest for GetTransfer {
    fn lookup(&self) -> Lookup {
        Lookup::TransferHash {
            chain: self.chain.unwrap_or_default().as_str(),
            hash: self.hash.as_str().to_ascii_lowercase(),
        }
    }

    fn record_response(&self, transfer: &str) -> Response {
        let envelope = [
            "{\"bridgeData\":{\"bridgeData\":[",
            transfer,
            "],\"nextCursor\":null}}",
        ];
        private_json(envelope.concat())
    }

    fn absent_message(&self) -> String {
        let chain = self.chain.unwrap_or_default().as_str();
        format!(
            "There is no transfer with the hash {} on {chain}.",
            self.hash
        )
    }
}
