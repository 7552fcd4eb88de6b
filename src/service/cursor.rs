//! Cursors: the id of the last record of a page, bound to the filters of the list.
//!
//! A cursor is base64url of a version, a checksum of id and filters, and the id. With the checksum,
//! the service finds a cursor that was edited, cut, or sent with other filters. The checksum does
//! not stop an attacker, who gains nothing by writing a cursor: a cursor holds nothing secret and
//! grants no access.

use super::http::fnv1a;
use crate::{
    endpoints::{EtherealStatus, EtherealsQuery},
    error::Error,
    parameters::{Address, SourceChain},
};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};

const VERSION: u8 = 1;

/// Writes the cursor of the page after the record `id`.
pub(super) fn encode(id: &str, filter: &EtherealsQuery) -> String {
    let mut bytes = vec![VERSION];
    bytes.extend(checksum(id, filter).to_be_bytes());
    bytes.extend(id.as_bytes());
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Reads the id of a cursor.
///
/// # Errors
/// A cursor that this service did not return for these filters.
pub(super) fn decode(cursor: &str, filter: &EtherealsQuery) -> Result<String, Error> {
    let rule = "a nextCursor of this service, with the filters of the request that returned it";
    decode_id(cursor, filter).ok_or_else(|| Error::invalid("cursor", cursor, rule))
}

fn decode_id(cursor: &str, filter: &EtherealsQuery) -> Option<String> {
    let bytes = URL_SAFE_NO_PAD.decode(cursor).ok()?;
    let (version, after_version) = bytes.split_first()?;
    let (stored_checksum, id) = after_version.split_first_chunk()?;
    let id = std::str::from_utf8(id).ok()?;
    // No id of a record has U+0000, and PostgreSQL cannot compare with U+0000.
    if *version != VERSION || id.contains('\0') {
        return None;
    }
    let is_intact = u64::from_be_bytes(*stored_checksum) == checksum(id, filter);
    is_intact.then(|| id.to_owned())
}

/// Returns the checksum of an id and the filters. Later versions must return the same checksum, or
/// old cursors would fail.
fn checksum(id: &str, filter: &EtherealsQuery) -> u64 {
    let chain = filter.chain.unwrap_or_default().as_str();
    let chains: Vec<_> = filter
        .source_chains
        .iter()
        .map(SourceChain::as_str)
        .collect();
    let contracts: Vec<_> = filter
        .source_contracts
        .iter()
        .map(Address::as_str)
        .collect();
    let statuses: Vec<_> = filter.statuses.iter().map(EtherealStatus::as_str).collect();
    let mut text = [chain, "\0", id, "\0"].concat();
    for list in [chains, contracts, statuses] {
        // Items have no control characters, so these separators cannot be part of an item.
        text.push_str(&list.join("\u{1}"));
        text.push('\0');
    }
    fnv1a(text.bytes())
}

#[cfg(all(test, not(target_arch = "wasm32")))]
mod tests {
    use super::{decode, encode};
    use crate::endpoints::{EtherealStatus, EtherealsQuery};

    fn active() -> EtherealsQuery {
        EtherealsQuery::default()
            .source_chain(1)
            .status(EtherealStatus::Active)
    }

    /// Clients keep cursors, so a later version must read the cursors of this version.
    #[test]
    fn a_cursor_stays_the_same_in_later_versions() {
        assert_eq!(encode("e1", &active()), "AaeTrbIqOptSZTE");
        assert_eq!(decode("AaeTrbIqOptSZTE", &active()).as_deref(), Ok("e1"));
    }

    #[test]
    fn refuses_a_cursor_of_other_filters_and_a_changed_cursor() {
        let cursor = encode("e1", &active());
        let other_filters = [
            EtherealsQuery::default(),
            active().source_chain(2),
            active().status(EtherealStatus::Unfunded),
        ];
        for filter in other_filters {
            assert!(decode(&cursor, &filter).is_err());
        }
        let changed_cursors = [
            "AaeTrbIqOptSZjE", // The id is f1, with the checksum of e1.
            "AaeTrbIqOptSZQ",  // The id is cut to e.
            "AqeTrbIqOptSZTE", // The version is 2.
            "AQ",              // Only the version.
            "",
            "é", // Not base64url.
        ];
        for changed in changed_cursors {
            assert!(decode(changed, &active()).is_err(), "{changed}");
        }
    }
}
