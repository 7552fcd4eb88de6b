//! Cursors: where the next page begins, bound to the filters it was made for.
//!
//! Version, checksum of filters and id, id; in base64url. A cursor holds nothing secret and grants nothing, so the
//! checksum guards against mistakes (edited, cut, other filters), not against an attacker.

use crate::{Address, Error, EtherealStatus, SourceChain, endpoints::EtherealsQuery};
use base64::{Engine, engine::general_purpose::URL_SAFE_NO_PAD};

const VERSION: u8 = 1;

/// The cursor of the page after the record `id`.
pub(super) fn encode(id: &str, filter: &EtherealsQuery) -> String {
    let mut bytes = vec![VERSION];
    bytes.extend(checksum(id, filter).to_be_bytes());
    bytes.extend(id.as_bytes());
    URL_SAFE_NO_PAD.encode(bytes)
}

/// The id a cursor holds.
pub(super) fn decode(text: &str, filter: &EtherealsQuery) -> Result<String, Error> {
    let id = || {
        let bytes = URL_SAFE_NO_PAD.decode(text).ok()?;
        let (version, rest) = bytes.split_first()?;
        let (sum, id) = rest.split_first_chunk()?;
        // No record's id has U+0000, which PostgreSQL could not even compare.
        let id = std::str::from_utf8(id).ok().filter(|id| *version == VERSION && !id.contains('\0'))?;
        (u64::from_be_bytes(*sum) == checksum(id, filter)).then(|| id.to_owned())
    };
    id().ok_or_else(|| {
        Error::invalid("cursor", text, "a nextCursor of this service, with the filters of the page before")
    })
}

/// FNV-1a, 64 bits: the same in every version and build, which std's hasher does not promise.
fn checksum(id: &str, filter: &EtherealsQuery) -> u64 {
    let chain = filter.chain.unwrap_or_default().as_str();
    let chains: Vec<_> = filter.source_chains.iter().map(SourceChain::as_str).collect();
    let contracts: Vec<_> = filter.source_contracts.iter().map(Address::as_str).collect();
    let statuses: Vec<_> = filter.statuses.iter().map(EtherealStatus::as_str).collect();
    // No item can hold a control character, so the separators keep every list apart.
    let lists = [chains, contracts, statuses].map(|list| list.join("\u{1}"));
    let parts = [chain, id].into_iter().map(str::to_owned).chain(lists);
    parts
        .flat_map(|part| [part, "\0".to_owned()])
        .flat_map(String::into_bytes)
        .fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
